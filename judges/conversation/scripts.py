"""Letters by the way they are written: words, where a word may begin, and length (T3, T7).

Han, kana, Thai, Lao, Khmer and Burmese are *seamless*: written without blanks, so a word may begin
anywhere. Korean words begin at a blank and carry their particles at the end; Arabic words may carry
them at the front. A change between these ways of writing is the edge of a word.
"""

from __future__ import annotations

import re

import regex

_SEAMLESS = r"\p{Han}\p{Hiragana}\p{Katakana}\u30fc\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_RUNS = regex.compile(
    rf"(?P<seamless>[{_SEAMLESS}])|(?P<hangul>\p{{Hangul}}+)"
    rf"|(?P<word>[[\p{{L}}\p{{M}}\p{{N}}]--[{_SEAMLESS}\p{{Hangul}}]]+)|(?P<sign>\S)",
    regex.V1,
)
_WORD = regex.compile(rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{_SEAMLESS}\p{{Hangul}}]]", regex.V1)
_JOINED = regex.compile(rf"-?[[\p{{L}}\p{{M}}\p{{N}}]--[{_SEAMLESS}\p{{Hangul}}]]", regex.V1)
"""What may not follow an entry that ends in a word."""
_PARTICLES = (
    "و", "ف", "ب", "ل", "ك", "ال", "لل",
    "وال", "فال", "بال", "كال", "ول", "وب", "وك", "فل", "فب", "ولل", "فلل", "وبال",
)  # fmt: skip
"""And, so, in, to, like, the, and what they join to, before a word of two letters or more."""

_HANGUL = regex.compile(r"\p{Hangul}")
_CHUNKS = re.compile(r"\S+")
_SIMPLE = re.compile(
    r"[0-9a-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02c1\u0300-\u0373\u0376-\u0377"
    r"\u037b-\u037d\u0386\u0388-\u0481\u0483-\u052f\u0531-\u0556\u0561-\u0587]+|\S"
)
_LAST_SIMPLE = "\u0587"
"""The last of the letters that `_SIMPLE` tells from signs; it is the quick way for most texts."""

Anchors = tuple[tuple[int, str], ...]


def anchors(matching: str) -> Anchors:
    """Where in a matching form an entry may begin, each place with its key.

    The key is the word that begins there; for scripts without blanks and for signs it is one
    character.
    """
    found: list[tuple[int, str]] = []
    for chunk in _CHUNKS.finditer(matching):
        if max(chunk.group()) <= _LAST_SIMPLE:
            _add_simple(found, chunk)
        else:
            _add_any(found, matching, chunk.span())
    return tuple(found)


def _add_simple(found: list[tuple[int, str]], chunk: re.Match[str]) -> None:
    text, start = chunk.group(), chunk.start()
    if text.isalnum():
        found.append((start, text))
        return
    hyphen = -1
    for run in _SIMPLE.finditer(text):
        at = run.start()
        if run.group() == "-" and at and text[at - 1].isalnum():
            hyphen = run.end()
        if at != hyphen or not run.group()[0].isalnum():
            found.append((start + at, run.group()))


def _add_any(found: list[tuple[int, str]], matching: str, span: tuple[int, int]) -> None:
    hyphen = -1
    for run in _RUNS.finditer(matching, *span):
        start, kind, word = run.start(), run.lastgroup, run.group()
        if kind == "sign":
            found.append((start, word))
            hyphen = run.end() if word == "-" and _joins(matching, start - 1) else -1
        elif kind == "word":
            if start != hyphen:
                found.append((start, word))
            if "\u0600" <= word[0] <= "\u077f":
                found += [
                    (start + len(particle), word[len(particle) :])
                    for particle in _PARTICLES
                    if word.startswith(particle) and len(word) > len(particle) + 1
                ]
        else:
            found.append((start, word))


def keys_of(word: str) -> tuple[str, ...]:
    """The keys under which an entry may be kept that begins where a word does.

    The whole word, or for Korean, which sets particles behind words, its first letter; and its
    first two letters for entries that are the beginning of a word.
    """
    return (word[0],) if is_hangul(word) else (word, f"{word[:2]}~")


def _joins(matching: str, at: int) -> bool:
    return at >= 0 and _WORD.match(matching, at) is not None


def is_hangul(word: str) -> bool:
    """Whether a run is Korean."""
    return "\u1100" <= word[0] <= "\ud7ff" and _HANGUL.match(word) is not None


def ends_in_word(entry: str) -> bool:
    """Whether an entry ends in a letter of a script with blanks, a mark or a digit."""
    return _WORD.match(entry[-1]) is not None


def joined_at(matching: str, at: int) -> bool:
    """Whether what stands here continues the word before it, by itself or behind a hyphen."""
    return _JOINED.match(matching, at) is not None


_HAN_AND_KANA = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\u30fc\u3005]")
_SOUTH_EAST = regex.compile(r"[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}--[\p{M}\p{N}]]", regex.V1)
_WORDS = regex.compile(
    rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{_SEAMLESS}]]+"
    rf"(?:['’\-.,:/][[\p{{L}}\p{{M}}\p{{N}}]--[{_SEAMLESS}]]+)*",
    regex.V1,
)
_PLAIN_WORDS = re.compile(r"[^\W_]+(?:['\-.,:/][^\W_]+)*")
_COUNTED = regex.compile(r"[\p{L}\p{N}]")


def length(text: str, *, characters: bool = False) -> int:
    """The length of a text (T7), in words.

    Two Han or kana letters make a word, and four Thai, Lao, Khmer or Burmese ones, rounded up.
    With `characters`, letters and digits are counted instead. Signs and emojis count nothing.
    """
    if characters:
        return len(_COUNTED.findall(text))
    if max(text, default="") <= "\u024f":
        return len(_PLAIN_WORDS.findall(text))
    words = len(_WORDS.findall(text))
    east, south = len(_HAN_AND_KANA.findall(text)), len(_SOUTH_EAST.findall(text))
    return words + -(-east // 2) + -(-south // 4)


def han_and_kana(text: str) -> int:
    """How many Han and kana letters a text has."""
    return 0 if text.isascii() else len(_HAN_AND_KANA.findall(text))
