"""Measures in a text (N6): a number with a unit, imperial or metric, in fifteen languages.

A number is written in digits or words, or is an amount such as "a few"; the unit follows, behind a
blank, a hyphen or nothing. Where a language has words that mean something else in another one
("mil" is a mile in Polish and a thousand in Spanish), only the lists of the languages that the text
may be written in are tried, and the English one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from judges.conversation.expressions import alternatives
from judges.conversation.lexicon import LANGUAGES, by_language
from judges.conversation.numbers import number_words, values
from judges.conversation.text import Span, Text, fold

_JOINED = ("zh", "ja", "ko")
"""Languages that write number and unit without a blank, and let particles follow."""
_FRACTION = r"[½¼¾⅓⅔⅛]"
_DIGITS = rf"\d+(?:[.,'\u2044/]\d+)*(?:\s?{_FRACTION})?|\d+\s\d\u2044\d|{_FRACTION}"
_EDGE = r"(?:(?<![^\W_])|(?<=[\u3040-\u9fff\uac00-\ud7a3]))"
_HEIGHT = (
    r"(?<![\w'])\d{1,2}\s?['′]\s?\d{1,2}\s?(?:\"|''|′′|″)?(?!\w)|(?<!\w)\d{1,3}\s?(?:′′|″)(?!\w)"
)
_DEGREES = r"-?\d+(?:[.,]\d+)?\s?(?:°\s?f|degrees f|deg f|f)(?![^\W_])"
_BETWEEN = r"(?:\s?(?:-|¦)\s?|\s*)"
_ADJECTIVES = (
    r"(?:(?:more|full|good|extra|whole|square|cubic|nautical|statute|fluid|u\.?s\.?|british|imperial|english"
    r"|nautische|englische|britische|gute|quadrat|milles|petits|grands|buenas|buenos|millas|cuadradas|quadrati"
    r"|more than|morskich|английских|морских|kare|deniz)\s+)?"
)
_ONES = frozenset(form for form, value in values().items() if value == 1)


@dataclass(frozen=True, slots=True)
class Measure:
    """A number with a unit in the matching form of a text."""

    start: int
    end: int
    number: str
    unit: str
    kind: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What is the same where a figure is repeated."""
        known = values().get(self.number)
        return (self.number if known is None else str(known)), self.unit[:4]


def _entries(group: str, languages: Iterable[str]) -> list[str]:
    lists = by_language(f"units.{group}")
    return [entry for language in languages for entry in lists.get(language, ())]


@lru_cache(maxsize=64)
def _number(languages: tuple[str, ...]) -> str:
    some = by_language("number_words.some")
    amounts = alternatives([entry for name in languages for entry in some.get(name, ())])
    return (
        rf"(?P<number>(?:(?<![0-9a-z.,]){_DIGITS}|{_EDGE}(?:{number_words(languages)}|{amounts}))"
        rf"(?:\s?(?:hundred|thousand|million|百|千|万|萬|천|만|тысяч[аи]?|tausend|mille|mil|mila|tysięcy|bin|हज़ार|हजार))?)"
    )


@lru_cache(maxsize=64)
def _measure(group: str, languages: tuple[str, ...]) -> re.Pattern[str]:
    spaced = alternatives(_entries(group, [n for n in languages if n not in _JOINED]))
    joined = alternatives(_entries(group, [n for n in languages if n in _JOINED]))
    units = [rf"(?:{spaced})(?![^\W_])(?!\.[a-z])"] if spaced else []
    units += [rf"(?:{joined})"] if joined else []
    return re.compile(
        rf"{_number(languages)}{_BETWEEN}{_ADJECTIVES}(?P<unit>{'|'.join(units) or '(?!)'})"
    )


@lru_cache(maxsize=64)
def _alone(group: str, languages: tuple[str, ...]) -> re.Pattern[str] | None:
    entries = alternatives(_entries(group, languages))
    return re.compile(rf"(?<![^\W_])(?P<unit>{entries})(?![a-z])") if entries else None


_SYMBOLS = re.compile(rf"(?P<number>{_HEIGHT}|{_DEGREES})")
_FAHRENHEIT_NEAR = 24
_DISTANCE = re.compile(
    r"(?<![^\W_])(?P<number>an?)\s(?P<unit>mile|yard|inch|foot|gallon|acre|pound)\s"
    r"(?:away|from here|from the|long|high|wide|deep|tall|thick|across|off|per)(?![^\W_])"
)


def tried(language: str | None) -> tuple[str, ...]:
    """The languages whose words are tried: English and that of the text, or all if unknown."""
    return LANGUAGES if language is None else tuple(dict.fromkeys(("en", language)))


def _together(languages: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The languages whose numbers and units may be mixed: "on foot" is no Turkish ten."""
    return [languages] if len(languages) <= 2 else [(name,) for name in languages]


def imperial(text: Text, languages: tuple[str, ...]) -> list[Measure]:
    """The imperial measures of a text, in order.

    `kind` says where a unit has other senses: `body` (feet, stones), `pounds`.
    """
    matching = text.matching
    found: list[Measure] = []
    for group, tongues in product(("imperial", "body", "pounds"), _together(languages)):
        for match in _measure(group, tongues).finditer(matching):
            kind = "" if group == "imperial" else group
            number = match["number"]
            if kind == "body" and number in _ONES:
                continue
            found.append(Measure(match.start(), match.end(), number, match["unit"], kind))
    for match in (*_SYMBOLS.finditer(matching), *_DISTANCE.finditer(matching)):
        groups = match.groupdict()
        unit = groups.get("unit") or "'"
        found.append(Measure(match.start(), match.end(), groups["number"], unit))
    dual = _alone("two_of", languages)
    if dual is not None:
        for match in dual.finditer(matching):
            found.append(Measure(match.start(), match.end(), "2", match["unit"]))
    return _merged(matching, [*found, *_fahrenheit(matching, languages)])


def _fahrenheit(matching: str, languages: tuple[str, ...]) -> list[Measure]:
    """A number near the name of the scale, before or behind it; not the novel."""
    pattern = _alone("fahrenheit", languages)
    found: list[Measure] = []
    for match in pattern.finditer(matching) if pattern else ():
        near = max(0, match.start() - _FAHRENHEIT_NEAR)
        before = list(
            re.finditer(r"\d+", re.split(r"[.!?;]\s", matching[near : match.start()])[-1])
        )
        behind = re.match(r"\s?(\d+)", matching[match.end() :])
        if before:
            start = matching.rfind(before[-1].group(), near, match.start())
            found.append(Measure(start, match.end(), before[-1].group(), match["unit"]))
        elif behind and behind.group(1) != "451":
            end = match.end() + behind.end()
            found.append(Measure(match.start(), end, behind.group(1), match["unit"]))
    return found


def _merged(matching: str, found: list[Measure]) -> list[Measure]:
    """Measures in order, overlapping ones and the parts of one ("5 feet 10 inches") as one."""
    kept: list[Measure] = []
    for one in sorted(found, key=lambda m: (m.start, -m.end)):
        if kept and one.start < kept[-1].end:
            continue
        if kept and re.fullmatch(r",?\s?(?:and\s)?", matching[kept[-1].end : one.start]):
            last = kept[-1]
            kept[-1] = Measure(last.start, one.end, last.number, last.unit, last.kind)
            continue
        kept.append(one)
    return kept


@lru_cache(maxsize=64)
def _metric(languages: tuple[str, ...]) -> re.Pattern[str]:
    spaced = alternatives(_entries("metric", [n for n in languages if n not in _JOINED]))
    joined = alternatives(_entries("metric", [n for n in languages if n in _JOINED]))
    units = [r"°\s?c(?![^\W_])"]
    units += [rf"(?:{spaced})(?:[²³23])?(?![^\W_])"] if spaced else []
    units += [rf"(?:{joined})"] if joined else []
    return re.compile(rf"{_number(languages)}{_BETWEEN}{_ADJECTIVES}(?P<unit>{'|'.join(units)})")


def metric(text: Text, languages: tuple[str, ...]) -> list[Span]:
    """Where the metric measures stand in the matching form of a text."""
    found = {
        match.span()
        for tongues in _together(languages)
        for match in _metric(tongues).finditer(text.matching)
    }
    return sorted(found)


def folded(entries: Iterable[str]) -> frozenset[str]:
    """Entries of a list in their matching form."""
    return frozenset(fold(entry) for entry in entries)
