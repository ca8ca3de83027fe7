"""English numbers as they are read aloud."""

from __future__ import annotations

import re

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred"))
_LARGEST = 10**12
_NUMBER = re.compile(
    r"(?P<sign>[-\u2212])?(?P<money>[$\u20ac\u00a3])?(?P<whole>\d{1,3}(?:,\d{3})+|\d+)"
    r"(?:(?P<mark>[.:])(?P<part>\d+))?(?P<after>%|st|nd|rd|th|s)?"
)
_MONEY = {"$": "dollars", "\u20ac": "euros", "\u00a3": "pounds"}
_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "twelve": "twelfth",
}


def cardinal(number: int) -> list[str]:
    """The words of a whole number from 0 on; beyond the billions, its digits one by one."""
    if number >= _LARGEST:
        return [_ONES[int(digit)] for digit in str(number)]
    if number < 20:
        return [_ONES[number]]
    if number < 100:
        words = [_TENS[number // 10 - 2]]
    else:
        size, name = next(scale for scale in _SCALES if number >= scale[0])
        words = [*cardinal(number // size), name]
        number %= size
        return words + (cardinal(number) if number else [])
    return words + ([_ONES[number % 10]] if number % 10 else [])


def _year(number: int) -> list[str] | None:
    if not 1100 <= number <= 2099 or 2000 <= number <= 2009:
        return None
    century, rest = divmod(number, 100)
    if not rest:
        return [*cardinal(century), "hundred"]
    return [*cardinal(century), *(["oh"] if rest < 10 else []), *cardinal(rest)]


def readings(written: str) -> list[list[str]]:
    """The ways to read a number as written ("1932", "3.5", "10:30", "50%", "$5", "21st").

    Returns:
        Each way as words; none where it is no number of these forms.
    """
    found = _NUMBER.fullmatch(written)
    if found is None:
        return []
    whole = int(found["whole"].replace(",", ""))
    ways = [cardinal(whole)]
    plain = found["mark"] is None and "," not in found["whole"]
    year = _year(whole) if plain else None
    if year is not None:
        ways.append(year)
    if found["mark"] == ":":
        ways = [way + (cardinal(int(found["part"])) if int(found["part"]) else []) for way in ways]
    elif found["mark"]:
        ways = [[*way, "point", *(_ONES[int(d)] for d in found["part"])] for way in ways]
    if found["sign"]:
        ways = [["minus", *way] for way in ways]
    if found["money"]:
        ways = [[*way, _MONEY[found["money"]]] for way in ways]
    return [_ended(way, found["after"]) for way in ways]


def _ended(words: list[str], after: str | None) -> list[str]:
    if after == "%":
        return [*words, "percent"]
    if after == "s":
        return [*words[:-1], words[-1][:-1] + "ies" if words[-1][-1] == "y" else words[-1] + "s"]
    if after:
        last = words[-1]
        ordinal = last[:-1] + "ieth" if last[-1] == "y" else last.rstrip("e").rstrip("t") + "th"
        return [*words[:-1], _ORDINALS.get(last, ordinal)]
    return words
