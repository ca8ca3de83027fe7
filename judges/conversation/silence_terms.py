"""The terms on which silence is asked for (S1).

*Until* X: a release lasts. *Unless* or *only when* X, with X a mention or a name: each such message
opens one answer. With X an event: a turn that holds half of its content words may be the event.
"For my next two messages" ends by itself. "Don't reply to me" covers the asker's turns only. Times
can't be observed and are ignored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from judges.conversation.clauses import spoken_hits
from judges.conversation.lexicon import Hit, Lexicon, by_language, lexicon
from judges.conversation.scripts import length
from judges.conversation.text import Text, fold
from judges.forms import section
from judges.sentences import sentences

_HANDLE = re.compile(r"(?<![A-Za-z0-9._])@([A-Za-z0-9À-ɏ][A-Za-z0-9_À-ɏ-]{0,40}|[^\W_][\w-]{0,40})")
_NAMED = re.compile(r"\b([A-ZÀ-ÞА-ЯЁ][\w'’-]{1,20})\b")
_DIGITS = re.compile(r"(?<![\d.,:])\d{1,2}(?![.,:]?\d)")
_COMMON_STEM = 4
_LONGEST_NAME = 3
_MANY = 99
_VERB_FINAL = ("ja", "ko", "tr", "hi")


@dataclass(frozen=True)
class Terms:
    """What a request for silence says beside asking for it.

    Attributes:
        unless: each address opens one answer only.
        event: the content words of an event that would allow an answer, by their stems.
        questions: the event is that somebody asks something.
        messages: for how many more messages of the asker it lasts; null: until it is released.
        to_asker: only the asker's turns are covered.
        names: handles, names and words agreed on as an address, in their matching form.
        by_anyone: anybody's address is agreed on.
    """

    unless: bool = False
    event: frozenset[str] = frozenset()
    questions: bool = False
    messages: int | None = None
    to_asker: bool = False
    names: frozenset[str] = field(default_factory=frozenset)
    by_anyone: bool = False

    @property
    def stated(self) -> bool:
        """Whether any terms are stated at all."""
        return self != Terms()


def terms_of(text: Text) -> Terms:
    """The terms in the words of a turn that asks for silence; quoted words count as names."""
    searched = text.searched
    unless = False
    questions = False
    event: frozenset[str] = frozenset()
    for words in _conditions(searched):
        if _is_mention(words):
            unless = True
        elif spoken_hits("silence_terms.ask", words):
            questions = True
        else:
            event |= content_stems(words.content)
    return Terms(
        unless=unless,
        event=event,
        questions=questions,
        messages=_messages(searched),
        to_asker=_to_asker(text.spoken),
        names=_names(text),
        by_anyone=_by_anyone(text.spoken),
    )


def _to_asker(text: Text) -> bool:
    """Whether only answers to the asker are unwanted: "don't reply to me"."""
    if spoken_hits("silence_terms.to_me", text):
        return True
    verbs = [*spoken_hits("silence.verb", text), *spoken_hits("silence.order", text)]
    return any(
        _gap(verb, me, text) < 2 for verb in verbs for me in spoken_hits("silence_terms.me", text)
    )


def _by_anyone(text: Text) -> bool:
    """Whether anybody at all may call: "until someone tags you"."""
    called = spoken_hits("silence_terms.mention", text)
    return any(
        _gap(one, call, text) < 2
        for one in spoken_hits("silence_terms.anyone", text)
        for call in called
    )


def _gap(one: Hit, other: Hit, text: Text) -> int:
    """How many words stand between two hits; many if they overlap."""
    first, second = sorted((one, other), key=lambda hit: hit.at)
    between = text.matching[first.at[1] : second.at[0]]
    return length(between) if first.at[1] <= second.at[0] else _MANY


def handles(content: str) -> set[str]:
    """The handles that a text names with @, in their matching form and without it."""
    return {fold(found.group(1)) for found in _HANDLE.finditer(content)}


def content_stems(text: str) -> frozenset[str]:
    """The content words of a text by the first letters that two forms of a word share.

    Words of four letters and more, by their first four; pairs of Han letters; Korean words by two
    letters, kana words by three.
    """
    folded = fold(text)
    stems: set[str] = set()
    for word in re.findall(r"[^\W\d_]+", folded):
        if re.match(r"[\u3400-\u9fff]", word) or re.search(r"[\u3040-\u30ff]", word):
            for run in re.findall(r"[\u3400-\u9fff]{2,}", word):
                stems.update(run[i : i + 2] for i in range(len(run) - 1))
            stems.update(re.findall(r"[\u30a1-\u30ff]{3}", word))
        elif "\uac00" <= word[0] <= "\ud7a3":
            if len(word) >= 2:
                stems.add(word[:2])
        elif len(word) >= _COMMON_STEM and word not in _function_words():
            stems.add(word[:_COMMON_STEM])
    return frozenset(stem for stem in stems if stem not in _function_words())


@lru_cache(maxsize=1)
def _function_words() -> frozenset[str]:
    found = {fold(e) for entries in by_language("function_words").values() for e in entries}
    for words in (section("languages.yaml", "words") or {}).values():
        found.update(fold(words).split())
    return frozenset(found)


def _conditions(text: Text) -> list[Text]:
    """What stands under each "unless" or "only when": the rest of its sentence.

    In Japanese, Korean, Turkish and Hindi the condition may stand before the word, so there it is
    the whole sentence.
    """
    found: list[Text] = []
    for start, end in sentences(text.content):
        sentence = text.part(start + text.offset, end + text.offset)
        for language in text.languages:
            hit = lexicon("silence_terms.unless", language).first(sentence)
            if hit:
                ends = (hit.span[1], sentence.offset + len(sentence.content))
                found.append(sentence if language in _VERB_FINAL else sentence.part(*ends))
                break
    return found


def _is_mention(words: Text) -> bool:
    """Whether a condition is that the assistant is mentioned or named."""
    if spoken_hits("silence_terms.mention", words) or handles(words.content):
        return True
    return bool(words.quotes)


def _names(text: Text) -> frozenset[str]:
    """What a directive agrees on as an address: handles, quoted words, words to be said, names."""
    found = {f"@{name}" for name in handles(text.searched.content)}
    quoted = [fold(text.quote((a + 1, b - 1))).strip(" .,!") for a, b in text.quotes]
    found.update(name for name in quoted if name.count(" ") < _LONGEST_NAME)
    for start, end in sentences(text.searched.content):
        sentence = text.searched.part(start + text.offset, end + text.offset)
        if not spoken_hits("hypothetical.subordinating", sentence):
            if not spoken_hits("silence_terms.unless", sentence):
                continue
        found |= _said_in(sentence)
    return frozenset(name for name in found if name and name != "@")


def _said_in(sentence: Text) -> set[str]:
    """A word that a sentence wants said ("until I say marmalade"), and names that it calls."""
    found: set[str] = set()
    end = sentence.offset + len(sentence.content)
    for hit in spoken_hits("silence_terms.say", sentence):
        behind = re.split(r"[,.;:!?]| and | or ", fold(sentence.part(hit.span[1], end).content))[0]
        words = behind.split()
        if 0 < len(words) < _LONGEST_NAME and words[0] not in _function_words():
            found.add(" ".join(words))
    if spoken_hits("silence_terms.mention", sentence) and "de" not in sentence.languages:
        names = list(_NAMED.finditer(sentence.content))
        found.update(fold(name.group(1)) for name in names if name.start() > 1)
    return found


def _messages(text: Text) -> int | None:
    """For how many messages silence is asked; "my next message" is one."""
    for start, end in sentences(text.content):
        sentence = text.part(start + text.offset, end + text.offset)
        following = spoken_hits("silence_terms.next", sentence)
        if following and spoken_hits("silence_terms.message", sentence):
            return number_in(sentence) or 1
    return None


def number_in(text: Text) -> int | None:
    """The first number of one to ninety-nine in a text, in digits or, up to ten, in words."""
    found: list[tuple[int, int]] = []
    digits = _DIGITS.search(text.matching)
    if digits and int(digits.group()):
        found.append((digits.start(), int(digits.group())))
    for language in text.languages:
        found += [
            (hit.at[0], value) for value, words in _numbers(language) for hit in words.hits(text)
        ]
    return min(found)[1] if found else None


@lru_cache(maxsize=16)
def _numbers(language: str) -> tuple[tuple[int, Lexicon], ...]:
    entries = by_language("numbers").get(language, ())
    return tuple((value, Lexicon(forms.split("/"))) for value, forms in enumerate(entries, 1))
