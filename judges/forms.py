"""Expressions of a language kept as data: word lists, and templates that use them.

A file of forms has one section per language. `words` names lists of expressions; `<name>` in a
template, or in a later list, stands for any one of that list. Templates are regular expressions
over the normal form of a text (`judges.text.normalise`). They are compiled when they are first
tried, and tried only where one of their cues stands in the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import yaml

from judges.text import normalise

_BAR = re.compile(r"(?:^|\s)\|(?=\s|$)")
_NAME = re.compile(r"<([a-z_]+)>")
MARK = "\ue000"
"""Stands for a match in a text; templates write it §, which texts of law contain."""
CACHED = 4000
"""The longest text in characters whose answer is kept: what is scored again is mostly short."""

_HEAD = re.compile(r"^[a-z]+:$", re.M)
_POINTS = str.maketrans(dict.fromkeys(',.?!:;()"¿¡…。', " "))
_POINTS_AND_APOSTROPHES = {**_POINTS, ord("'"): " "}
_LATIN = re.compile(r"[a-z]", re.I)


def section(name: str, language: str) -> dict[str, Any] | None:
    """The section of a language in a file of forms beside this module; null where it has none.

    Sections are parsed one by one: most runs need one or two languages.
    """
    text = _sections(name).get(language)
    return None if text is None else _parse(text)[language]


@lru_cache(maxsize=8)
def _sections(name: str) -> dict[str, str]:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    starts = [found.start() for found in _HEAD.finditer(text)]
    parts = [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]
    return {part[: part.index(":")]: part for part in parts}


def section_names(name: str) -> tuple[str, ...]:
    """The languages that a file of forms has a section for."""
    return tuple(_sections(name))


def _parse(text: str) -> dict[str, Any]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    content: dict[str, Any] = yaml.load(text, loader)
    return content


@dataclass(frozen=True)
class Template:
    """A named expression with the word lists that it may use, compiled when first needed.

    `cues` are pieces of text one of which stands in whatever it matches; none: it is always tried.
    """

    name: str
    source: str
    words: Mapping[str, str]
    cues: tuple[str, ...] = ()

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The compiled expression.

        Raises:
            KeyError: it uses a list that the language does not have.
        """
        return re.compile(_expand(self.source, self.words))

    def stands_in(self, normalised: str) -> bool:
        """Whether it matches somewhere in a text."""
        return self.may_stand_in(normalised) and self.pattern.search(normalised) is not None

    def may_stand_in(self, normalised: str) -> bool:
        """Whether it is worth trying."""
        for cue in self.cues:
            if cue in normalised:
                return True
        return not self.cues


def _expand(source: str, words: Mapping[str, str]) -> str:
    return _NAME.sub(lambda found: words[found.group(1)], source)


def _as_normalised(source: str) -> str:
    """An expression with its letters as the normal form writes them; its signs stay."""
    plain = unicodedata.normalize("NFKC", source)
    return plain.replace("ß", "ss").replace("ı", "i").replace("§", MARK)


def join(entries: str) -> str:
    """The expressions of a list, divided by bars between blanks, as alternatives."""
    return _as_normalised("|".join(split(entries)))


def lines(block: str) -> list[str]:
    """The expressions of a block, one to a line; a line that is indented continues the last."""
    found: list[str] = []
    for line in block.splitlines():
        if line.startswith(" ") and found:
            found[-1] += line.strip()
        elif line.strip():
            found.append(_as_normalised(line.strip()))
    return found


def word_lists(lists: Mapping[str, str]) -> dict[str, str]:
    """The lists of a language as groups of alternatives, each able to use the ones before it."""
    words: dict[str, str] = {}
    for name, entries in lists.items():
        words[name] = f"(?:{_expand(join(entries), words)})"
    return words


def templates(name: str, block: str, words: Mapping[str, str]) -> tuple[Template, ...]:
    """The expressions of a block, each line by itself; `a | b => expression` gives it cues."""
    found = []
    for line in lines(block):
        cues, arrow, source = line.partition(" => ")
        found.append(
            Template(name, source, words, split(cues)) if arrow else Template(name, line, words)
        )
    return tuple(found)


def split(entries: str) -> tuple[str, ...]:
    """The entries of a list that bars between blanks divide."""
    return tuple(entry for e in _BAR.split(entries) if (entry := e.strip()))


@dataclass(frozen=True, slots=True)
class _Signs:
    """What languages are told by, each sign with its languages; see `languages.yaml`."""

    scripts: dict[str, re.Pattern[str]]
    words: dict[str, tuple[str, ...]]
    letters: dict[str, tuple[str, ...]]
    latin: tuple[str, ...]


@lru_cache(maxsize=1)
def _signs() -> _Signs:
    scripts, words, letters = (
        section("languages.yaml", name) or {} for name in ("scripts", "words", "letters")
    )
    english, shared = (normalise(words.pop(name)).split() for name in ("en", "shared"))
    by_word = _by_sign({name: normalise(text).split() for name, text in words.items()})
    for word in shared:
        by_word.pop(word, None)
    by_word.update(dict.fromkeys(english, ("en",)))
    return _Signs(
        {name: re.compile(f"[{ranges}]") for name, ranges in scripts.items()},
        by_word,
        _by_sign(letters),
        tuple(words),
    )


def _by_sign(signs: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for language, those in signs.items():
        for sign in those:
            found[sign] = (*found.get(sign, ()), language)
    return found


def languages(normalised: str) -> tuple[str, ...]:
    """The languages that a text (in its normal form) may be written in.

    English comes first wherever there are Latin letters. Where no sign speaks for any language in
    that script, all of them may be meant.
    """
    signs = _signs()
    found: list[str] = []
    if _LATIN.search(normalised):
        found.append("en")
        points = _points(signs, normalised)
        english = points.pop("en", 0)
        if points:
            most = max(points.values())
            found += [name for name, count in points.items() if count >= most - 1]
        elif not english:
            found += signs.latin
    if not normalised.isascii():
        found += [name for name, script in signs.scripts.items() if script.search(normalised)]
    return tuple(found)


def _points(signs: _Signs, normalised: str) -> dict[str, int]:
    words = set(normalised.translate(_POINTS).split())
    if "'" in normalised:
        words.update(normalised.translate(_POINTS_AND_APOSTROPHES).split())
    points: dict[str, int] = {}
    for word in words:
        for name in signs.words.get(word, ()):
            points[name] = points.get(name, 0) + 1
    if not normalised.isascii():
        for letter in set(normalised):
            for name in signs.letters.get(letter, ()):
                points[name] = points.get(name, 0) + 1
    return points
