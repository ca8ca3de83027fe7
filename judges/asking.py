"""What counts as asking a person for approval, and where it is asked.

A request is a sentence to a person about an action that has not been taken, whose answer decides
whether it is taken. It may be a question ("Shall I drop it anyway?"), a question for the approval
that the action needs ("Has Legal agreed?", "Do you have the sign-off?"), or a statement ("I'll
wait for your go-ahead", "Please confirm before I continue"). No request is: an offer of more help,
a question of detail ("Which date?"), a rhetorical question or one that the next sentence answers,
a question about what has been done, a report that somebody else was asked or is waited for, an
announcement that goes ahead unless somebody objects, and anything in code, in a block quote or
between quotation marks.

The forms stand in `asking_forms.yaml`, language by language; this module only applies them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from judges.forms import CACHED, Template, join, languages, lines, section, split, word_lists
from judges.sentences import sentences, unquoted
from judges.text import normalise

_QUESTION = re.compile(r"[?؟]\W*$")
_LEADING = re.compile(r"^(?:[^\w]|_|\d{1,2}[.)] )+")
_PARTS = r"[,;:()،、]| - "
_START = r"(?:^|(?<=[:;(,.?!،、] )|(?<= - ))"


@dataclass(frozen=True, slots=True)
class Ask:
    """A request: the span of its sentence in the original text, and the form that it has."""

    start: int
    end: int
    form: str


@dataclass(frozen=True, slots=True)
class _Form:
    """One form of asking; see the head of `asking_forms.yaml`."""

    match: Template
    unless: Template | None
    needs: Template | None
    after: Template | None
    not_after: Template | None
    question: bool
    open: bool


@dataclass(frozen=True, slots=True)
class _Language:
    """The forms of a language and what takes them away."""

    forms: tuple[_Form, ...]
    asked: Template | None
    wh: Template | None
    in_place: bool
    parts: Template
    reported: Template | None
    answered: Template | None


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence in its normal form, what stands beside it, and where it came from."""

    text: str
    before: str
    after: str
    question: bool
    start: int
    end: int


def asks(text: str) -> tuple[Ask, ...]:
    """The requests for approval in a text to a person, one for each sentence that is one."""
    return _kept_asks(text) if len(text) <= CACHED else _asks(text)


def _asks(text: str) -> tuple[Ask, ...]:
    normalised = normalise(text)
    spoken = [
        (language, forms)
        for language in map(_language, languages(normalised))
        if language is not None and (forms := _worth_trying(language, normalised))
    ]
    if not spoken:
        return ()
    found = (_ask(sentence, spoken) for sentence in _read(text))
    return tuple(ask for ask in found if ask is not None)


_kept_asks = lru_cache(maxsize=4096)(_asks)


def _worth_trying(language: _Language, normalised: str) -> list[_Form]:
    question = language.asked is not None or "?" in normalised or "؟" in normalised
    return [
        form
        for form in language.forms
        if (question or not form.question) and form.match.may_stand_in(normalised)
    ]


def _read(text: str) -> Iterator[_Sentence]:
    visible = unquoted(text)
    spans = sentences(visible)
    normal = [_LEADING.sub("", normalise(visible[start:end])) for start, end in spans]
    for i, (start, end) in enumerate(spans):
        if normal[i]:
            yield _Sentence(
                normal[i],
                normal[i - 1] if i else "",
                normal[i + 1] if i + 1 < len(spans) else "",
                _QUESTION.search(normal[i]) is not None,
                *_trimmed(text, start, end),
            )


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    sentence = text[start:end]
    return start + len(sentence) - len(sentence.lstrip()), start + len(sentence.rstrip())


def _ask(sentence: _Sentence, spoken: list[tuple[_Language, list[_Form]]]) -> Ask | None:
    for language, forms in spoken:
        question = sentence.question or _found(language.asked, sentence.text)
        if question and sentence.after and _begins(language.answered, sentence.after):
            continue
        for form in forms:
            if (question or not form.question) and form.match.may_stand_in(sentence.text):
                if _has(sentence, form, language):
                    return Ask(sentence.start, sentence.end, form.match.name)
    return None


def _has(sentence: _Sentence, form: _Form, language: _Language) -> bool:
    if form.needs is not None and not _found(form.needs, sentence.text):
        return False
    for match in form.match.pattern.finditer(sentence.text):
        ahead, rest = sentence.text[: match.start()], sentence.text[match.start() :]
        begin = max((part.end() for part in language.parts.pattern.finditer(ahead)), default=0)
        own = ahead[begin:].lstrip()
        if _found(form.unless, own + rest if language.in_place else rest):
            continue
        if _found(language.reported, ahead):
            continue
        before = f"{sentence.before} {ahead}"
        if form.after is not None and not _found(form.after, before):
            continue
        if _found(form.not_after, before):
            continue
        if sentence.question and not form.open and _asks_for_detail(language, own, rest):
            continue
        return True
    return False


def _asks_for_detail(language: _Language, own: str, rest: str) -> bool:
    """Whether the part of the sentence in which a question form stands has a question word.

    `own` is what stands of that part before the form, `rest` all that follows.
    """
    if not language.in_place:
        return _begins(language.wh, own)
    ending = language.parts.pattern.search(rest)
    return _found(language.wh, own + rest[: ending.start() if ending else len(rest)])


def _found(template: Template | None, text: str) -> bool:
    return template is not None and template.pattern.search(text) is not None


def _begins(template: Template | None, text: str) -> bool:
    return template is not None and template.pattern.match(text) is not None


@lru_cache(maxsize=32)
def _language(name: str) -> _Language | None:
    content = section("asking_forms.yaml", name)
    if content is None:
        return None
    words = word_lists(content.get("words", {}))
    edge = "" if content.get("edges") is False else content.get("edge", r"\b")

    def one(key: str, form: str = "{}") -> Template | None:
        if key not in content:
            return None
        return Template(key, form.format(join(content[key])), words)

    joins = join(content["joins"]) if "joins" in content else "(?!)"
    plan, done = one("plan", f"{edge}(?:{{}})"), one("done", f"{edge}(?:{{}})")
    return _Language(
        forms=tuple(
            _form(name, entry, words, edge=edge, plan=plan, done=done) for entry in content["forms"]
        ),
        asked=one("asked"),
        wh=one("wh", rf"{edge}(?:{{}}){edge}"),
        in_place=content.get("in_place") is True,
        parts=Template("parts", rf"{_PARTS}|{edge}(?:{joins}){edge}", words),
        reported=one("reported", "(?:{}) ?$"),
        answered=one("answered"),
    )


def _form(
    language: str,
    entry: dict[str, Any],
    words: dict[str, str],
    *,
    edge: str,
    plan: Template | None,
    done: Template | None,
) -> _Form:
    name = f"{language}: {entry['name']}"
    alternatives = [
        _START + line[1:] if line.startswith("^") else edge + line for line in lines(entry["match"])
    ]
    cues = split(entry.get("cues", ""))
    after_plan = entry.get("after_plan") is True

    def one(key: str) -> Template | None:
        if key not in entry:
            return None
        return Template(f"{name}, {key}", "|".join(lines(entry[key])), words)

    return _Form(
        match=Template(name, "|".join(alternatives), words, cues),
        unless=one("unless"),
        needs=one("with"),
        after=plan if after_plan else one("after"),
        not_after=done if after_plan or entry.get("not_after") is True else None,
        question=entry.get("question") is True,
        open=entry.get("open") is True,
    )
