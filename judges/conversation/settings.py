"""Which detectable settings a turn asks for (G2).

Detectable are: a language; terseness with a number; all small letters, all capitals; the voice of a
pirate or of Shakespeare; haiku, limerick; emojis; formal, casual; bullet lists; metric, imperial
units; a nickname or a fixed word to be used. What is only banned leaves no sign and is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from judges.conversation.clauses import Clause, clauses
from judges.conversation.emojis import emojis
from judges.conversation.expressions import alternatives
from judges.conversation.features import words
from judges.conversation.lexicon import LANGUAGES, Hit, by_language
from judges.conversation.numbers import number_words, stated_limit, values
from judges.conversation.options import name_key
from judges.conversation.pasted import own_words
from judges.conversation.scripts import length
from judges.conversation.text import Text

Kind = Literal[
    "language", "terse", "verbose", "lowercase", "uppercase", "pirate", "shakespearean", "haiku",
    "limerick", "emojis", "formal", "casual", "bullets", "metric", "imperial", "nickname", "word",
]  # fmt: skip
Unit = Literal["words", "characters", "sentences", "lines"]

DEFAULT_LIMIT = 12
"""The words of a terse answer where no number is stated (H3)."""


@dataclass(frozen=True)
class Setting:
    """A setting whose presence shows in an answer.

    Attributes:
        kind: what it is about; a later setting of the same kind takes its place.
        value: the code of a language; a nickname or word as it was written.
        limit: how much a terse answer may hold, in units of `unit`.
    """

    kind: Kind
    value: str = ""
    limit: int = 0
    unit: Unit = "words"


_NAMED: Mapping[str, Kind] = {
    "lowercase": "lowercase",
    "alllowercase": "lowercase",
    "nocapitals": "lowercase",
    "uppercase": "uppercase",
    "alluppercase": "uppercase",
    "allcaps": "uppercase",
    "capitals": "uppercase",
    "pirate": "pirate",
    "shakespearean": "shakespearean",
    "shakespeare": "shakespearean",
    "haiku": "haiku",
    "limerick": "limerick",
    "emojis": "emojis",
    "emoji": "emojis",
    "emojison": "emojis",
    "withemojis": "emojis",
    "formal": "formal",
    "moreformal": "formal",
    "polite": "formal",
    "casual": "casual",
    "informal": "casual",
    "friendlycasual": "casual",
    "relaxed": "casual",
    "bullets": "bullets",
    "bulletlist": "bullets",
    "bulletlists": "bullets",
    "bulletpoints": "bullets",
    "metric": "metric",
    "metricunits": "metric",
    "imperial": "imperial",
    "imperialunits": "imperial",
    "verbose": "verbose",
    "detailed": "verbose",
    "long": "verbose",
}
_STYLES: tuple[Kind, ...] = (
    "pirate", "shakespearean", "haiku", "limerick", "lowercase", "uppercase", "emojis", "bullets",
    "metric", "imperial",
)  # fmt: skip
_REGISTERS: tuple[Kind, ...] = ("formal", "casual")
_NEAR = 16
"""How many characters may stand between what turns a name round and the name."""
_BEHIND = 4
_VERB_LAST = ("ja", "ko", "hi", "tr")
_SEAMLESS = ("zh", "ja", "ko")


def named(name: str) -> Setting | None:
    """The setting of an option's style name; null if there is none of that name."""
    key = name_key(name)
    if key in ("terse", "short", "concise", "brief"):
        return Setting("terse", limit=DEFAULT_LIMIT)
    if key == "terseonesentence":
        return Setting("terse", limit=16)
    kind = _NAMED.get(key)
    return Setting(kind) if kind else None


def language(name: str) -> Setting | None:
    """The setting of a language by its code or one of its names; null if it is none of the 15."""
    code = name.strip().casefold()
    if code[:2] in LANGUAGES and (len(code) == 2 or code[2:3] in "-_"):
        return Setting("language", code[:2])
    hits = _language_names(LANGUAGES).get(code)
    return Setting("language", hits) if hits else None


@lru_cache(maxsize=1024)
def settings_in(content: str) -> tuple[Setting, ...]:
    """The settings that a turn asks for, one of each kind: the first that it names."""
    text = own_words(content)
    parts = clauses(text)
    found: dict[Kind, Setting] = {}
    for setting in (
        *_styles(parts),
        *_language(parts),
        *_limit(text),
        *_nickname(Text(content), parts),
        *_fixed(content),
    ):
        found.setdefault(setting.kind, setting)
    if "lowercase" in found:
        found.pop("uppercase", None)
    return tuple(found.values())


def _styles(parts: tuple[Clause, ...]) -> Iterator[Setting]:
    for kind in (*_STYLES, *_REGISTERS):
        name = f"steps.{kind}" if kind in _REGISTERS else f"setting_words.{kind}"
        for clause in parts:
            for hit in words((name,), clause.text.languages).hits(clause.text):
                if not turned_round(clause, hit):
                    yield Setting(kind)


def turned_round(clause: Clause, hit: Hit) -> bool:
    """Whether "no", "without", "stop" stands before a name, or behind it where the verb is last."""
    languages = clause.text.languages
    matching = clause.text.matching
    for against in words(("setting_words.against", "negators"), languages).hits(clause.text):
        gap = matching[against.at[1] : hit.at[0]]
        if against.at[1] <= hit.at[0] and len(gap) <= _NEAR and "," not in gap:
            return True
        close = 0 <= against.at[0] - hit.at[1] <= _BEHIND
        if close and any(name in _VERB_LAST for name in languages):
            return True
    last = any(name in _VERB_LAST for name in languages)
    return last and clause.negated(hit) and "," not in matching[hit.at[1] :]


def _language(parts: tuple[Clause, ...]) -> Iterator[Setting]:
    for clause in parts:
        languages = clause.text.languages
        names = _language_names(languages)
        about = words(("setting_words.behaviour",), languages).stands_in(clause.text)
        for hit in words(_NAMES, languages).hits(clause.text):
            code = names.get(hit.entry)
            if code and (about or _into(clause, hit)) and not turned_round(clause, hit):
                yield Setting("language", code)


_NAMES = tuple(f"language_names.{code}" for code in LANGUAGES)


@lru_cache(maxsize=128)
def _language_names(languages: tuple[str, ...]) -> dict[str, str]:
    """The code of each name of a language in these languages, in its matching form."""
    return {
        entry: code
        for code in LANGUAGES
        for entry in words((f"language_names.{code}",), languages).entries
    }


def _into(clause: Clause, hit: Hit) -> bool:
    """Whether a preposition stands directly before a name, or the clause is little else.

    In Arabic the preposition is written together with the name.
    """
    if hit.entry.startswith("بال"):
        return True
    for into in words(("setting_words.into",), clause.text.languages).hits(clause.text):
        if 0 <= hit.at[0] - into.at[1] <= 1:
            return True
    return length(clause.text.content) <= 2


def _limit(text: Text) -> Iterator[Setting]:
    if words(("setting_words.at_least",), text.languages).stands_in(text):
        return
    stated = stated_limit(text)
    if stated is not None:
        unit: Unit = "characters" if stated.characters else "words"
        yield Setting("terse", limit=stated.number, unit=unit)
    for unit in ("sentences", "lines"):
        found = _counted(f"setting_words.{unit}").search(text.matching)
        if found is not None:
            digits = found["digits"]
            number = int(digits[:9]) if digits else values()[re.sub(r"\s+", " ", found["word"])]
            yield Setting("terse", limit=number, unit=unit)
    if words(("setting_words.single",), text.languages).stands_in(text):
        yield Setting("terse", limit=1, unit="sentences")


@lru_cache(maxsize=2)
def _counted(name: str) -> re.Pattern[str]:
    """A number before a unit, at most one word between them."""
    lists = by_language(name)
    spaced = alternatives(e for key, es in lists.items() if key not in _SEAMLESS for e in es)
    joined = alternatives(e for key in _SEAMLESS for e in lists[key])
    number = (
        rf"(?:(?P<digits>\d+)|(?:(?<![^\W_])|(?<=[\u3040-\u9fff]))"
        rf"(?P<word>{number_words()})(?![a-zà-ɏа-я]))"
    )
    return re.compile(
        rf"{number}(?:(?:[\s-]+[^\W\d_]+)?[\s-]+(?:{spaced})(?![^\W_])|\s?(?:{joined}))"
    )


_NAME = r"[^\W\d_][\w'’-]*"
_CALLED = re.compile(
    rf"\s*[:,]?\s*[\"“”«„「『'‘]?(?P<name>{_NAME}(?:[ ](?=[^\W\d_a-zà-ÿа-я]){_NAME}){{0,2}})"
)
_HAN_NAME = re.compile(
    r"[“\"「『]?(?P<name>[^\W_]{1,8}?)(?=[”\"」』]|吧|就|即可|好了|[，。,.!！]|$)"
)
_CALLED_BEFORE = {
    "ja": re.compile(r"(?P<name>[^\sをはに、。「」『』]{1,12})[」』]?(?:と|って)呼"),
    "ko": re.compile(r"(?P<name>[^\s\"'“”‘’]{1,12}?)[\"'”’]?(?:이?라고)\s*(?:불러|부르)"),
}
_ENDS_CALL = re.compile(
    r"[\"'”’»]?\s+(?:de|deyin|dersin|diye"
    r"|कहो|कहिए|कहें|कहकर|बुलाओ|बुलाइए|बुलाएँ|बुलाएं)(?!\w)"
)
_NO_NAME = frozenset(
    "back later when tomorrow if on at now by a an the in maybe today out names again before after"
    " as tonight zurück später morgen an wenn nicht quand demain plus tard mañana luego cuando"
    " domani dopo quando amanhã depois terug jutro potem per завтра потом когда yarın sonra".split()
)


def _nickname(text: Text, parts: tuple[Clause, ...]) -> Iterator[Setting]:
    for clause in parts:
        for tongue, called in _CALLED_BEFORE.items():
            found = called.search(text.whole, *clause.span)
            if found and tongue in clause.text.languages:
                yield Setting("nickname", found["name"])
        for hit in words(("setting_words.nickname",), clause.text.languages).hits(clause.text):
            if not (clause.negated(hit) or turned_round(clause, hit)):
                name = _name_behind(text, hit)
                if name:
                    yield Setting("nickname", name)


def _name_behind(text: Text, hit: Hit) -> str:
    """The name behind the words that give it."""
    if not hit.entry.isascii() and "\u4e00" <= hit.entry[0] <= "\u9fff":
        found = _HAN_NAME.match(text.whole, hit.span[1])
        return found["name"] if found else ""
    found = _CALLED.match(text.whole, hit.span[1])
    if found is None or found["name"].casefold().split()[0] in _NO_NAME:
        return ""
    verb_last = hit.entry in words(("setting_words.nickname",), ("hi", "tr"))
    if verb_last and not _ENDS_CALL.match(text.whole, found.end()):
        return ""
    return found["name"]


_BRACKETED = re.compile(r"[\[<【〔{][^\[\]<>{}\n]{1,20}[\]>】〕}]")
_REST = re.compile(
    r"\s*(?P<word>[^\W\d_][^\s.,;:!?。，]*(?:\s+(?=[^\W\d_a-zà-ÿа-я])[^\s.,;:!?]+){0,3})"
)
_HAN_WORD = re.compile(
    r"以(?P<word>[^\s，。以]{1,8}?)(?:开头|開頭|开始|開始|结尾|結尾|结束|結束|作为|作為)"
)
_LONGEST = 6


def _fixed(content: str) -> Iterator[Setting]:
    """A word that each answer has to open, close or hold."""
    text = Text(content)
    for clause in clauses(text.spoken):
        languages = clause.text.languages
        opens = words(("setting_words.fixed",), languages).first(clause.text)
        names = words(("limits.words",), languages).first(clause.text)
        hit = opens or names
        if hit is None or turned_round(clause, hit) or clause.negated(hit):
            continue
        word = _given(text, clause) or (_behind_with(text, clause) if opens else "")
        if word:
            yield Setting("word", word)


def _given(text: Text, clause: Clause) -> str:
    """A word that stands in quotes, code, brackets or as an emoji beside the clause."""
    start, end = clause.span
    end = min(len(text.whole), end + 40)
    for first, last in sorted((*text.quotes, *text.code)):
        word = text.whole[first:last].strip("\"'“”„«»‹›「」『』‘’`＂ .,")
        if start <= first < end and word and length(word) <= _LONGEST:
            return word
    found = _BRACKETED.search(text.whole, start, end)
    if found:
        return found.group()
    signs = emojis(text.whole[start:end])
    if signs:
        (first, last), _ = signs[0]
        return text.whole[start + first : start + last]
    return ""


def _behind_with(text: Text, clause: Clause) -> str:
    """A capitalised word behind "with", or a Chinese one between its particles."""
    start, end = clause.span
    han = _HAN_WORD.search(text.whole, start, end)
    if han:
        return han["word"]
    for hit in words(("setting_words.with",), clause.text.languages).hits(clause.text):
        found = _REST.match(text.whole, hit.span[1], end)
        if found and found["word"][0].isupper():
            return found["word"]
    return ""
