"""What an answer shows of a setting (G2): the setting, its contrary, or neither."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import regex

from judges.conversation.emojis import emojis
from judges.conversation.features import Features, languages_of, told_language
from judges.conversation.lexicon import LANGUAGES, hits
from judges.conversation.prosody.verse import lines
from judges.conversation.scripts import length
from judges.conversation.settings import DEFAULT_LIMIT, Kind, Setting
from judges.conversation.styles import haiku, limerick, pirate, shakespearean
from judges.conversation.text import Text
from judges.conversation.traits.lists import list_lines
from judges.conversation.traits.measures import measures
from judges.sentences import sentences

State = Literal["shown", "contrary", "undecided"]

FEWEST_CASED = 15
"""How many cased letters tell whether a text is all small or all capitals."""
_LONG = 30
"""How many words make an answer a long one."""
_SOME = 6
"""An answer of fewer words may do without a list."""
_TELLING = {"words": DEFAULT_LIMIT, "characters": 60}
"""Up to which limit a short answer is a sign of terseness, not a short answer by chance."""
_CASED = regex.compile(r"[\p{Lu}\p{Lt}\p{Ll}]")
_CAPITAL = regex.compile(r"[\p{Lu}\p{Lt}]")
_LETTER = regex.compile(r"\p{L}")


@dataclass(frozen=True)
class Answer:
    """An answer, and what it answers, for its language."""

    text: Text
    request: Text

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages that it may be written in."""
        return languages_of(self.text, self.request)

    @cached_property
    def features(self) -> Features:
        """How formal it is."""
        return Features(self.text, self.languages)

    @cached_property
    def words(self) -> int:
        """Its length."""
        return length(self.text.content)

    @cached_property
    def language(self) -> str | None:
        """The language that it is written in; null if it can't be told."""
        return told_language(self.text)


def state(setting: Setting, answer: Answer) -> State:
    """What an answer shows of a setting that it should keep."""
    if answer.text.empty:
        return "undecided"
    return _STATES[setting.kind](setting, answer)


def leaks(setting: Setting, answer: Answer) -> bool:
    """Whether an answer shows a setting that it should not have.

    A short answer shows a limit only if the limit is low, a polite verb ending of Japanese, Korean
    or Hindi no formality.
    """
    if setting.kind == "terse":
        telling = _TELLING.get(setting.unit, 0)
        return 0 < setting.limit <= telling and state(setting, answer) == "shown"
    if setting.kind == "lowercase":
        return _capitals(answer) == 0 and state(setting, answer) == "shown"
    if setting.kind == "bullets":
        return len(list_lines(answer.text.content)) > 1
    if setting.kind == "verbose":
        return False
    if setting.kind == "formal" and {"ja", "ko", "hi"} & set(answer.text.languages):
        return answer.features.formality.value >= 2
    return state(setting, answer) == "shown"


def _language(setting: Setting, answer: Answer) -> State:
    if answer.language is None:
        return "undecided"
    return "shown" if answer.language == setting.value else "contrary"


def _terse(setting: Setting, answer: Answer) -> State:
    content = answer.text.content
    count = {
        "words": lambda: answer.words,
        "characters": lambda: length(content, characters=True),
        "sentences": lambda: sum(1 for a, b in sentences(content) if length(content[a:b])),
        "lines": lambda: sum(1 for line in content.splitlines() if line.strip()),
    }[setting.unit]()
    return "shown" if count <= setting.limit else "contrary"


def _verbose(setting: Setting, answer: Answer) -> State:
    if answer.words >= _LONG:
        return "shown"
    return "contrary" if answer.words <= DEFAULT_LIMIT else "undecided"


def _capitals(answer: Answer) -> int:
    return len(_CAPITAL.findall(answer.text.searched.content))


def _lowercase(setting: Setting, answer: Answer) -> State:
    content = answer.text.searched.content
    if len(_CASED.findall(content)) < FEWEST_CASED:
        return "undecided"
    capitals = _capitals(answer)
    first = _LETTER.search(content)
    opens = first is not None and _CAPITAL.match(first.group()) is not None
    if capitals > 1 or opens:
        return "contrary"
    return "shown"


def _uppercase(setting: Setting, answer: Answer) -> State:
    cased = len(_CASED.findall(answer.text.searched.content))
    if cased < FEWEST_CASED:
        return "undecided"
    return "shown" if _capitals(answer) == cased else "contrary"


def _pirate(setting: Setting, answer: Answer) -> State:
    strong, weak = pirate.marks(answer.text.searched)
    if not strong:
        return "contrary"
    enough = len(strong) + len(weak) / 2 >= pirate.ENOUGH
    dense = len(strong) * pirate.WORDS_PER_STRONG >= answer.words
    return "shown" if enough and dense else "undecided"


def _shakespearean(setting: Setting, answer: Answer) -> State:
    found = shakespearean.markers(answer.text.searched)
    if not found:
        return "contrary" if answer.language in (None, "en") else "undecided"
    enough = len({word for word, _ in found}) >= shakespearean.ENOUGH
    dense = len(found) * shakespearean.WORDS_PER_MARK >= answer.words
    return "shown" if enough and dense else "undecided"


def _haiku(setting: Setting, answer: Answer) -> State:
    if haiku.is_haiku(answer.text.content):
        return "shown"
    return "contrary" if len(lines(answer.text.content, of=3)) != 3 else "undecided"


def _limerick(setting: Setting, answer: Answer) -> State:
    if limerick.is_limerick(answer.text.content):
        return "shown"
    return "contrary" if len(lines(answer.text.content, of=5)) != 5 else "undecided"


def _emojis(setting: Setting, answer: Answer) -> State:
    return "shown" if emojis(answer.text.content) else "contrary"


def _formal(setting: Setting, answer: Answer) -> State:
    score = answer.features.formality.value
    return "shown" if score >= 1 else "contrary" if score <= -1 else "undecided"


def _casual(setting: Setting, answer: Answer) -> State:
    score = answer.features.formality.value
    return "shown" if score <= -1 else "contrary" if score >= 1 else "undecided"


def _bullets(setting: Setting, answer: Answer) -> State:
    if list_lines(answer.text.content):
        return "shown"
    return "contrary" if answer.words >= _SOME else "undecided"


def _units(setting: Setting, answer: Answer) -> State:
    tongues = (answer.language,) if answer.language else ()
    languages = tuple(dict.fromkeys(("en", *tongues))) if tongues else LANGUAGES
    imperial, metric = measures(answer.text.content, languages)
    if bool(imperial) == bool(metric):
        return "undecided"
    return "shown" if bool(metric) == (setting.kind == "metric") else "contrary"


def _nickname(setting: Setting, answer: Answer) -> State:
    return "shown" if hits((setting.value,), answer.text.searched) else "undecided"


def _word(setting: Setting, answer: Answer) -> State:
    return "shown" if hits((setting.value,), answer.text.searched) else "contrary"


_STATES: Mapping[Kind, Callable[[Setting, Answer], State]] = {
    "language": _language,
    "terse": _terse,
    "verbose": _verbose,
    "lowercase": _lowercase,
    "uppercase": _uppercase,
    "pirate": _pirate,
    "shakespearean": _shakespearean,
    "haiku": _haiku,
    "limerick": _limerick,
    "emojis": _emojis,
    "formal": _formal,
    "casual": _casual,
    "bullets": _bullets,
    "metric": _units,
    "imperial": _units,
    "nickname": _nickname,
    "word": _word,
}
