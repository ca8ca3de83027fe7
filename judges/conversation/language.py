"""The language of a text, of the fifteen (T11).

By script where that decides, by lists for short texts, else by a detector restricted to the
languages in Latin script. Under four words of Latin script that no list knows, it is unknown.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

import regex

from judges.conversation.lexicon import LANGUAGES, by_language
from judges.conversation.scripts import length
from judges.conversation.text import Text, fold
from judges.forms import section

if TYPE_CHECKING:
    from lingua import LanguageDetector

_SCRIPTS = {
    "ko": regex.compile(r"\p{Hangul}"),
    "ja": regex.compile(r"[\p{Hiragana}\p{Katakana}]"),
    "zh": regex.compile(r"\p{Han}"),
    "ar": regex.compile(r"\p{Arabic}"),
    "hi": regex.compile(r"\p{Devanagari}"),
    "ru": regex.compile(r"\p{Cyrillic}"),
    "": regex.compile(r"[\p{L}--[\p{Latin}\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Arabic}"
                      r"\p{Devanagari}\p{Cyrillic}]]", regex.V1),
}  # fmt: skip
_LATIN = regex.compile(r"\p{Latin}")
_LATIN_LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr")
_FEWEST = 4
_STOPS = re.compile(r"[.,!?;:…]+")
_WORD = re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=2048)
def language_of(content: str) -> str | None:
    """The code of the language of a text, code and URLs aside; null if it can't be told.

    Kana make a text Japanese, Han without kana Chinese. Of several scripts, that of most letters
    decides; a letter of Han or Hangul weighs like three of an alphabet.
    """
    text = Text(content).searched.content
    letters = {name: len(script.findall(text)) for name, script in _SCRIPTS.items()}
    if letters["ja"]:
        letters["ja"] += letters["zh"]
        letters["zh"] = 0
    for name in ("ko", "ja", "zh"):
        letters[name] *= 3
    latin = len(_LATIN.findall(text))
    script, most = max(letters.items(), key=lambda item: item[1])
    if most > latin:
        return script or None
    return _latin(text) if latin else None


def _latin(text: str) -> str | None:
    folded = fold(text)
    by_word = _words()
    points: Counter[str] = Counter()
    for word in set(_WORD.findall(folded)):
        points.update(by_word.get(word, ()))
    ranked = [*points.most_common(2), ("", 0), ("", 0)]
    (first, most), (_, next_most) = ranked[:2]
    if length(text) < _FEWEST:
        return _known(folded)
    if most >= 3 and most >= 2 * next_most:
        return first
    found = _detector().detect_language_of(text)
    return found.iso_code_639_1.name.lower() if found else None


def _known(folded: str) -> str | None:
    """The only language whose lists hold a short text, or one of its parts."""
    parts = (part.strip(" ¡¿-*_") for part in _STOPS.split(folded))
    return next((known for part in parts if (known := _short().get(part))), None)


@lru_cache(maxsize=1)
def _short() -> dict[str, str]:
    owners: dict[str, set[str]] = {}
    for language in _LATIN_LANGUAGES:
        for entry in (
            *by_language("acknowledgement")[language],
            *by_language("politeness")[language],
        ):
            owners.setdefault(fold(entry), set()).add(language)
    return {entry: next(iter(those)) for entry, those in owners.items() if len(those) == 1}


@lru_cache(maxsize=1)
def _words() -> dict[str, tuple[str, ...]]:
    """Frequent words, each with the languages that have it."""
    owners: dict[str, set[str]] = {}
    for language, words in (section("languages.yaml", "words") or {}).items():
        for word in fold(words).split() if language in LANGUAGES else ():
            owners.setdefault(word, set()).add(language)
    return {word: tuple(sorted(those)) for word, those in owners.items()}


@lru_cache(maxsize=1)
def _detector() -> LanguageDetector:
    # imported here: its models take seconds to load, and most texts are told without them
    from lingua import IsoCode639_1, LanguageDetectorBuilder

    codes = [getattr(IsoCode639_1, name.upper()) for name in _LATIN_LANGUAGES]
    return LanguageDetectorBuilder.from_iso_codes_639_1(*codes).build()
