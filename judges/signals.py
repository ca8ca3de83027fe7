"""Notice signals: references, phrases and patterns, and where they stand in a text.

A **reference** is a name: its tokens in their order, with blank, hyphen or underscore between
them wherever it has one of these, and no Latin letter or digit directly beside it.

A **phrase** is a few words. It begins and ends at a word's edge; between its words stands a blank,
a hyphen or nothing; each word may take -s, -es, -d, -ed or -ing (a final e may fall, y may become
ie, a final consonant may double) unless it is exact. Scripts without spaces have no edges, a
Korean word may be followed by its particles and an Arabic one preceded by what is written together
with it. A phrase that contains signs of code means itself, character by character.

A **pattern** is a regular expression. It is tried on the normal form of a text and, where that
gives nothing, on the text itself, both without regard to case and for a limited time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import regex

from judges.runaway import runaway
from judges.text import Prepared, align, normalise

__all__ = [
    "PatternError",
    "PatternTooSlow",
    "Signal",
    "compile_pattern",
    "compile_phrase",
    "compile_reference",
    "find",
    "runaway",
    "stands_in",
]

PATTERN_SECONDS = 0.5
"""How long one pattern may search one text."""
PATTERN_LENGTH = 2000
"""The longest pattern in characters."""

_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_IS_UNSPACED = regex.compile(f"[{_UNSPACED}]")
_IS_HANGUL = regex.compile(r"\p{Hangul}")
_IS_ARABIC = regex.compile(r"\p{Arabic}")
_CODE_SIGNS = frozenset('()[]{}<>.$+*\\/|^=&#@~`"_')
_EMPHASIS_MARKS = frozenset("*_~`")
_TOKEN = regex.compile(rf"(?P<word>[^\W{_UNSPACED}]+|[{_UNSPACED}\p{{M}}]+)|(?P<gap>[ -]+)|.")
_LATIN_WORD = regex.compile(r"\p{Latin}{2,}")
_DOUBLING = frozenset("bcdfghjklmnpqrstvwxz")
_PARTICLES = (
    "(?:은|는|이|가|을|를|의|에|에서|에게|께|으로|로|와|과|도|만|까지|부터|이나|나|이라는|라는)?"
)
_PROCLITICS = "[وف]?(?:ال|بال|كال|لل|[بلك])?"
_BESIDE_REFERENCE = r"[\p{Latin}\p{Nd}]"
_SEPARATOR = r"\\?(?: ?[-_] ?| )"


class PatternError(ValueError):
    """A pattern that is no regular expression; the message names it and what is wrong."""


class PatternTooSlow(RuntimeError):
    """A pattern that did not come to an end in time; the message names it."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A compiled signal.

    `needle` stands in the normal form of every text in which the signal can be found (empty:
    not known). `marked` is true where the signal contains marks that could be taken for emphasis.
    """

    kind: Literal["reference", "phrase", "pattern"]
    source: str
    regex: regex.Pattern[str]
    needle: str = ""
    marked: bool = False


@lru_cache(maxsize=4096)
def compile_reference(source: str) -> Signal:
    """The signal for a reference, which is always taken literally.

    Raises:
        ValueError: it contains nothing that could be found.
    """
    name = _normal_source(source, "reference")
    core = name.strip("-_ ") or name
    at = name.index(core)
    tokens = [core] if core == name.strip() and not core.strip("-_ ") else re.split("[-_ ]+", core)
    body = _SEPARATOR.join(regex.escape(token, literal_spaces=True) for token in tokens)
    lead, tail = ("".join("[-_]" if c in "-_" else c for c in s) for s in _around(name, core, at))
    return Signal(
        "reference",
        source,
        regex.compile(f"(?<!{_BESIDE_REFERENCE}){lead}{body}{tail}(?!{_BESIDE_REFERENCE})"),
        needle=max(tokens, key=len),
        marked=not _EMPHASIS_MARKS.isdisjoint(name),
    )


def _around(name: str, core: str, at: int) -> tuple[str, str]:
    return name[:at], name[at + len(core) :]


@lru_cache(maxsize=4096)
def compile_phrase(source: str, exact: bool = False) -> Signal:
    """The signal for a phrase; `exact` allows no endings.

    Raises:
        ValueError: it contains nothing that could be found.
    """
    phrase = _normal_source(source, "phrase")
    if _CODE_SIGNS.isdisjoint(phrase):
        body, needle = _words(phrase, exact)
    else:
        body = regex.escape(phrase, literal_spaces=True)
        needle = max(phrase.split(), key=len)
    return Signal(
        "phrase",
        source,
        regex.compile(_left_edge(phrase[0]) + body + _right_edge(phrase[-1])),
        needle=needle,
        marked=not _EMPHASIS_MARKS.isdisjoint(phrase),
    )


@lru_cache(maxsize=4096)
def compile_pattern(source: str) -> Signal:
    """The signal for a regular expression.

    Raises:
        PatternError: it is too long or does not compile.
    """
    if len(source) > PATTERN_LENGTH:
        raise PatternError(
            f"pattern {source[:40]!r}… is longer than {PATTERN_LENGTH} characters; write it shorter"
        )
    try:
        compiled = regex.compile(source, regex.IGNORECASE)
    except (regex.error, RecursionError, OverflowError, ValueError) as error:
        raise PatternError(f"pattern {source!r} does not compile: {error}") from error
    return Signal("pattern", source, compiled)


def _normal_source(source: str, kind: str) -> str:
    name = normalise(source, emphasis=False)
    if not name:
        raise ValueError(f"{kind} {source!r} contains no visible character")
    return name


def _words(phrase: str, exact: bool) -> tuple[str, str]:
    """The expression for a phrase of plain words, and what is in every text that has it."""
    found = list(_TOKEN.finditer(phrase))
    parts: list[str] = []
    needle = ""
    for i, token in enumerate(found):
        before = found[i - 1] if i else None
        after = found[i + 1] if i + 1 < len(found) else None
        text = token.group()
        if token["word"]:
            if before is not None and before["word"]:
                parts.append("-? ?")  # from one script to the other
            plain = all(t is None or t["gap"] or t["word"] for t in (before, after))
            stem, expression = _inflected(text) if plain and not exact else (text, text)
            if after is not None and _IS_HANGUL.match(text[-1]):
                expression += _PARTICLES
            parts.append(expression)
            needle = max(needle, stem, key=len)
        elif token["gap"] and before is not None and after is not None and before["word"]:
            numbers = before.group()[-1].isdigit() and after.group()[0].isdigit()
            parts.append("(?:-? |-)" if numbers else "-? ?" if after["word"] else text)
        else:
            parts.append(regex.escape(text, literal_spaces=True))
            needle = needle or text
    return "".join(parts), needle


def _inflected(word: str) -> tuple[str, str]:
    """What all forms of a word begin with, and the expression for them."""
    if not _LATIN_WORD.fullmatch(word):
        return word, word
    stem, last = word[:-1], word[-1]
    if last == "e":
        return stem, f"{stem}(?:e(?:e?[sd]|ing)?|ing)"
    if last == "y":
        return stem, f"{stem}(?:y(?:e?[sd]|ing)?|ie[sd])"
    double = f"|{last}(?:e[sd]|ing)" if last in _DOUBLING else ""
    return word, f"{word}(?:e?[sd]|ing{double})?"


def _left_edge(char: str) -> str:
    if _IS_UNSPACED.match(char) or not _is_word(char):
        return ""
    if _IS_HANGUL.match(char):
        return rf"(?<![^\W{_UNSPACED}])"
    edge = rf"(?<![^\W{_UNSPACED}\p{{Hangul}}])"
    return edge + _PROCLITICS if _IS_ARABIC.match(char) else edge


def _right_edge(char: str) -> str:
    if _IS_UNSPACED.match(char) or _IS_HANGUL.match(char) or not _is_word(char):
        return ""
    return rf"(?![^\W{_UNSPACED}\p{{Hangul}}])"


def _is_word(char: str) -> bool:
    return regex.match(r"\w", char) is not None


def find(signal: Signal, text: str | Prepared) -> Iterator[tuple[int, int]]:
    """Where a signal stands in a text: spans of the original text, in order.

    Hand in a `Prepared` text to search it for several signals.

    Raises:
        PatternTooSlow: a pattern did not come to an end in `PATTERN_SECONDS`.
    """
    ready = Prepared(text) if isinstance(text, str) else text
    found = list(_spans(signal, ready.normalised))
    if found:
        for start, end in found:
            yield ready.mapped.original(start, end)
        return
    if signal.kind == "pattern":
        yield from _spans(signal, ready.original)
    elif signal.marked and ready.marked != ready.normalised:
        mapped = align(ready.original, emphasis=False)
        for start, end in _spans(signal, ready.marked):
            yield mapped.original(start, end)


def may_stand_in(signal: Signal, normalised: str) -> bool:
    """Whether a signal can stand in a text with this normal form; quick, and never wrongly no."""
    return signal.needle in normalised or signal.marked


def stands_in(signal: Signal, normalised: str) -> bool:
    """Whether a signal stands in a text that is already in its normal form.

    Raises:
        PatternTooSlow: a pattern did not come to an end in `PATTERN_SECONDS`.
    """
    return next(_spans(signal, normalised), None) is not None


def _spans(signal: Signal, text: str) -> Iterator[tuple[int, int]]:
    if signal.needle and signal.needle not in text:
        return
    limit: dict[str, Any] = {"timeout": PATTERN_SECONDS} if signal.kind == "pattern" else {}
    try:
        for match in signal.regex.finditer(text, **limit):
            if match.end() > match.start():
                yield match.span()
    except TimeoutError as error:
        raise PatternTooSlow(
            f"pattern {signal.source!r} took longer than {PATTERN_SECONDS} s on a text of "
            f"{len(text)} characters"
        ) from error
