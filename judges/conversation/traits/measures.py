"""Measures in a text (N6): a number with a unit, imperial or metric, in fifteen languages.

A number is written in digits or words, or is an amount such as "a few"; the unit follows, behind a
blank, a hyphen or nothing. Where a language has words that mean something else in another one
("mil" is a mile in Polish and a thousand in Spanish), only the lists of the languages that the text
may be written in are tried, and the English one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from judges.conversation.expressions import alternatives, listed
from judges.conversation.lexicon import LANGUAGES, Lexicon, by_language, lexicon
from judges.conversation.numbers import number_words, values
from judges.conversation.text import Span, Text, fold

_JOINED = ("zh", "ja", "ko")
"""Languages that write number and unit without a blank, and let particles follow."""
_NEAR = 48
"""How far before a unit its number may begin."""
_GLUED = re.compile(
    r"(?<![\w.,])(?P<number>\d+(?:[.,]\d+)*)-?(?P<unit>[^\W\d_]+)(?![^\W_])"
    r"|(?<![^\W_])(?P<word>[^\W\d_]+)-(?P<joined>[^\W\d_]+)(?![^\W_])"
)
"""A number written together with its unit, or joined to it by a hyphen ("72f", "six-foot")."""
_FRACTION = r"[½¼¾⅓⅔⅛]"
_DIGITS = rf"\d+(?:[.,'\u2044/]\d+)*(?:\s?{_FRACTION})?|\d+\s\d\u2044\d|{_FRACTION}"
_EDGE = r"(?:(?<![^\W_])|(?<=[\u3040-\u9fff\uac00-\ud7a3]))"
_HEIGHT = (
    r"(?<![\w'])\d{1,2}\s?['′]\s?\d{1,2}\s?(?:\"|''|′′|″)?(?!\w)|(?<!\w)\d{1,3}\s?(?:′′|″)(?!\w)"
)
_DEGREES = r"(?<!\d)-?\d{1,9}(?:[.,]\d{1,9})?\s?(?:°\s?f|degrees f|deg f|f)(?![^\W_])"
_BETWEEN = r"(?:\s?(?:-|¦)\s?|\s*)"
_ONES = frozenset(form for form, value in values().items() if value == 1)


Kind = Literal["imperial", "body", "pounds", "metric"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Measure:
    """A number with a unit in the matching form of a text."""

    start: int
    end: int
    number: str
    unit: str
    kind: Kind

    @property
    def key(self) -> tuple[str, str]:
        """What is the same where a figure is repeated."""
        known = values().get(self.number)
        return (self.number if known is None else str(known)), self.unit[:4]


@lru_cache(maxsize=64)
def _number(languages: tuple[str, ...]) -> re.Pattern[str]:
    """A number at the end of what stands before a unit."""
    some = by_language("number_words.some")
    amounts = alternatives(entry for name in languages for entry in some.get(name, ()))
    return re.compile(
        rf"(?P<number>(?:(?<![0-9a-z.,]){_DIGITS}|{_EDGE}(?:{number_words(languages)}|{amounts}))"
        rf"(?:\s?(?:{listed('number_words.large')}))?){_BETWEEN}"
        rf"(?:(?:{listed('units.adjectives')})\s+)?$"
    )


@lru_cache(maxsize=64)
def _units(languages: tuple[str, ...]) -> tuple[Lexicon, dict[str, Kind]]:
    """The units of these languages, and what each is; the same word may be metric and imperial."""
    kinds: dict[str, Kind] = {}
    for kind in KINDS:
        lists = by_language(f"units.{kind}")
        for entry in (entry for name in languages for entry in lists.get(name, ())):
            kinds.setdefault(fold(entry), kind)
    return Lexicon(kinds), kinds


def _counted(text: Text, languages: tuple[str, ...]) -> Iterator[Measure]:
    """The units that a number stands before."""
    matching = text.matching
    units, kinds = _units(languages)
    for hit in units.hits(text):
        start, end = hit.at
        near = max(0, start - _NEAR)
        found = _number(languages).search(matching[near:start])
        kind = kinds[hit.entry]
        if found is not None and not (kind == "body" and found["number"] in _ONES):
            yield Measure(near + found.start(), end, found["number"], hit.entry, kind)
    for glued in _GLUED.finditer(matching):
        number, unit = glued["number"] or glued["word"], glued["unit"] or glued["joined"]
        if unit in kinds and (number[0].isdigit() or number in values()):
            yield Measure(glued.start(), glued.end(), number, unit, kinds[unit])


_SYMBOLS = re.compile(rf"(?P<number>{_HEIGHT}|{_DEGREES})")
_SCALE_NEAR = 24
_CELSIUS = re.compile(r"(?<!\d)\d{1,9}\s?°\s?c(?![^\W_])")
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


@lru_cache(maxsize=512)
def measures(content: str, languages: tuple[str, ...]) -> tuple[list[Measure], list[Span]]:
    """The imperial measures of a text, and where its metric ones stand in the matching form.

    `kind` says where an imperial unit has other senses: `body` (feet, stones), `pounds`.
    """
    text = Text(content)
    matching = text.matching
    counted = [one for tongues in _together(languages) for one in _counted(text, tongues)]
    found = [one for one in counted if one.kind != "metric"]
    metrics = {(one.start, one.end) for one in counted if one.kind == "metric"}
    metrics.update(match.span() for match in _CELSIUS.finditer(matching))
    for match in (*_SYMBOLS.finditer(matching), *_DISTANCE.finditer(matching)):
        groups = match.groupdict()
        unit = groups.get("unit") or "'"
        found.append(Measure(match.start(), match.end(), groups["number"], unit, "imperial"))
    for hit in lexicon("units.two_of", *languages).hits(text):
        found.append(Measure(*hit.at, "2", hit.entry, "imperial"))
    return _merged(matching, [*found, *_fahrenheit(text, languages)]), sorted(metrics)


def _fahrenheit(text: Text, languages: tuple[str, ...]) -> Iterator[Measure]:
    """A number near the name of the scale, before or behind it; not the novel."""
    matching = text.matching
    for hit in lexicon("units.fahrenheit", *languages).hits(text):
        start, end = hit.at
        near = re.split(r"[.!?;]\s", matching[max(0, start - _SCALE_NEAR) : start])[-1]
        before = re.findall(r"\d+", near)
        behind = re.match(r"\s?(\d+)", matching[end:])
        if before:
            first = matching.rfind(before[-1], start - len(near), start)
            yield Measure(first, end, before[-1], hit.entry, "imperial")
        elif behind and behind.group(1) != "451":
            yield Measure(start, end + behind.end(), behind.group(1), hit.entry, "imperial")


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
