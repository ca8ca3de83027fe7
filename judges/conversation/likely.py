"""Which languages a turn may be written in, for lists of words that mean other things elsewhere.

By script where that decides. In Latin script by frequent words and by letters: English is always
possible, and of the others those for which most speak, or one less. Where hardly anything speaks
for any language, all are possible, but not Turkish: its letters would tell, and the endings on its
lists are those of many other words.
"""

from __future__ import annotations

import re
from functools import lru_cache

from judges.conversation.word_lists import by_language
from judges.forms import languages as by_signs
from judges.forms import section
from judges.text import normalise

_LATIN = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr")
_LISTS = (
    "subjects",
    "joiners",
    "negators",
    "question",
    "politeness",
    "silence",
    "release",
    "openers",
)
"""Lists whose single words tell a language beside `judges/languages.yaml`."""
_SURE = 2
_WORD = re.compile(r"[^\W\d_]+")
_LETTER = re.compile(r"[a-z]")


@lru_cache(maxsize=2048)
def likely_languages(content: str) -> tuple[str, ...]:
    """The codes of the languages that a text may be written in, English first in Latin script."""
    folded = normalise(content)
    others = tuple(name for name in by_signs(folded) if name not in _LATIN)
    if "ja" in others:
        others = tuple(name for name in others if name != "zh")
    return (*_of_latin(folded), *others) if _LETTER.search(folded) else others


def _of_latin(folded: str) -> tuple[str, ...]:
    owners, letters = _words(), _letters()
    points = dict.fromkeys(_LATIN, 0)
    for word in set(_WORD.findall(folded)):
        for name in owners.get(word, ()):
            points[name] += 1
    if not folded.isascii():
        for letter in set(folded):
            for name in letters.get(letter, ()):
                points[name] += 1
    english = points.pop("en")
    most = max(points.values())
    if most < _SURE:
        if english >= _SURE:
            return ("en",)
        return ("en", *(name for name in points if name != "tr" or points[name]))
    return ("en", *(name for name, count in points.items() if count >= most - 1))


@lru_cache(maxsize=1)
def _words() -> dict[str, tuple[str, ...]]:
    """Frequent words in their normal form, each with the languages that have it."""
    owners: dict[str, set[str]] = {}
    for language, words in (section("languages.yaml", "words") or {}).items():
        for word in normalise(words).split() if language in _LATIN else ():
            owners.setdefault(word, set()).add(language)
    for name in _LISTS:
        for language, entries in by_language(name).items():
            for entry in entries if language in _LATIN else ():
                word = normalise(entry)
                if _WORD.fullmatch(word):
                    owners.setdefault(word, set()).add(language)
    return {word: tuple(sorted(those)) for word, those in owners.items()}


@lru_cache(maxsize=1)
def _letters() -> dict[str, tuple[str, ...]]:
    owners: dict[str, tuple[str, ...]] = {}
    for language, those in (section("languages.yaml", "letters") or {}).items():
        for letter in those if language in _LATIN else "":
            owners[letter] = (*owners.get(letter, ()), language)
    return owners
