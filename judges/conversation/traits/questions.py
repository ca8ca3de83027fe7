"""N9: no question back.

A question mark in any script counts outside code, addresses, quotations and titles, and so does a
question by form ("読まれますか。"). A question that the writer answers in the next sentence is
contested; one inside a text that the request ordered is not counted where that text is set apart by
a colon line, and open otherwise; "let me know which" is open.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from judges.conversation.clauses import spoken_hits
from judges.conversation.layers import Layer
from judges.conversation.lexicon import by_language, lexicon
from judges.conversation.reply import Reply
from judges.conversation.text import Span, Text, fold

CUT = re.compile(r"^.*\bIGNORE_BELOW\b", re.M)
_MARKS = re.compile(r"[?？؟⁇⁈՞]+[!！]*")
_FORM = re.compile(
    r"(?<!かどう)(?<!そうです)か[。．！]|(?<!かどう)か$(?<=[すんま]か)|ですか(?=[、。\s」]|$)|ますか(?=[。\s」]|$)"
    r"|かな[。]|かしら[。]"
    r"|[吗嗎][。！．]|[吗嗎]$"
    r"|(?:[습읍]니까|[가-힣]ㅂ니까|입니까|합니까|됩니까|갑니까|옵니까|줍니까|봅니까|습니까|[할을볼될갈줄실릴울길들일]까요?|나요|는가요|은가요|인가요|까요)[.。]"
    r"|(?<![^\W\d_])m[iıuü](?:s[iıuü]n(?:[iıuü]z)?|y[iıuü]m|y[iıuü]z)?[.]",
    re.M,
)
_NEXT = re.compile(r"(?:[ \t]|\n(?!\s*\n))*[^.!?。！？؟।…\n]+[.!?。！？؟।…]*")
"""The next sentence of the same paragraph."""
_SENTENCE = re.compile(r"[^.!?。！？؟।…\n]+[.!?。！？؟।…]*[\"'”’»」』)]*|\n+")
_TITLE_WORD = r"[A-ZÀ-ÝА-Я][\w'’-]*"
_SMALL = r"(?:of|the|a|an|in|on|and|to|for|is|de|la|le|du|der|die|das|und)"
_TITLE = re.compile(rf"{_TITLE_WORD},?(?:\s(?:{_TITLE_WORD},?|{_SMALL}))*\s{_TITLE_WORD}$")
_ITALIC = re.compile(r"(?<![*_\w])(?:\*[^*\n]+\*|_[^_\n]+_)(?![*_\w])")
_COLON_LINE = re.compile(r"[:：][*_ \t]*$", re.M)
"""A line that ends so has a text of its own below it."""
_CONTINUES = re.compile(r"[\"'”’]?[,;:)]?\s+(?:[a-zà-ÿ(]|[—–-]\s)")
_LOWER = re.compile(r"[a-zà-ÿ,:]\s$")
_LONGEST = 200
"""How far before its mark a title may begin."""
_SHORT = 4
"""A question of so many words that nobody is asked ("The catch?")."""

Kind = Literal["question", "rhetorical", "ordered", "set_apart"]


def judge(reply: Reply) -> Layer | None:
    """Whether a reply asks nothing back."""
    if not reply.rules.on("N9"):
        return None
    cut = CUT.search(reply.turn.content)
    text = Text(reply.turn.content[: cut.start()]).spoken if cut else reply.text.spoken
    doubtful: dict[Kind, Span] = {}
    colon = _COLON_LINE.search(text.content)
    below = colon.start() if colon else len(text.content)
    for span in _questions(text):
        kind = _kind(reply, text, span, below)
        if kind == "question":
            return reply.failed(0.95, "N9", "a question", span=span)
        doubtful.setdefault(kind, span)
    if "rhetorical" in doubtful:
        reason = "a question that the next sentence answers"
        return reply.contested(0.5, "N9", reason, span=doubtful["rhetorical"])
    if "ordered" in doubtful:
        reason = "a question, perhaps inside the text that was ordered"
        return reply.open("N9", reason, span=doubtful["ordered"])
    prompt = lexicon("asking_back.prompts").first(text)
    if prompt is not None:
        quote = reply.text.quote(prompt.span)
        return reply.open("N9", f"asks for an answer: {quote}", span=prompt.span)
    return reply.passed(0.95, "N9", "no question")


def _questions(text: Text) -> Iterator[Span]:
    """The sentences that are questions, in order; titles are none."""
    content = text.content
    italics = [found.span() for found in _ITALIC.finditer(content)]
    for found in _SENTENCE.finditer(content):
        start, end = found.span()
        sentence = content[start:end]
        lead = len(sentence) - len(sentence.lstrip(" \t-*_>#•"))
        marked = list(_MARKS.finditer(content, start, end))
        if marked:
            if not _is_title(content, start + lead, marked[-1].span(), italics):
                yield start + lead, end
        elif _FORM.search(sentence.rstrip()) or _opens(text.part(start, end)):
            yield start + lead, end


def _opens(sentence: Text) -> bool:
    """Whether a sentence without a mark begins like a question to the user."""
    hit = lexicon("asking_back.openers").first(sentence)
    return hit is not None and not sentence.matching[: hit.at[0]].strip("-*_¿ ")


def _asks(sentence: Text) -> bool:
    """Whether a sentence begins as a question does, whatever title it ends in."""
    found = [lexicon(f"{name}").first(sentence) for name in ("question.front", "asking_back.asks")]
    return any(hit is not None and hit.at[0] <= 4 for hit in found)


def _is_title(content: str, start: int, marks: Span, italics: list[Span]) -> bool:
    """Whether marks belong to a title: italic, or capitalised words inside a sentence."""
    mark, end = marks
    at = bisect_right(italics, (mark, len(content))) - 1
    if at >= 0 and mark < italics[at][1]:
        return italics[at][0] > start or _CONTINUES.match(content, italics[at][1]) is not None
    before = content[max(start, mark - _LONGEST) : mark]
    title = _TITLE.search(before)
    if title is None:
        return False
    if _CONTINUES.match(content, end):
        return True
    inside = title.start() and _LOWER.search(before[: title.start()])
    return bool(inside) and not _asks(Text(before))


def _kind(reply: Reply, text: Text, span: Span, below: int) -> Kind:
    question = text.part(*span)
    if _is_offer(question):
        return "question"
    if lexicon("asking_back.texts").stands_in(reply.request.spoken):
        return "set_apart" if below < span[0] else "ordered"
    if _answered(text, span) and not spoken_hits("persons.second", question):
        return "rhetorical"
    return "question"


def _is_offer(question: Text) -> bool:
    """Whether a question is put to the user, whatever text it stands in."""
    return lexicon("asking_back.offers").stands_in(question)


def _answered(text: Text, span: Span) -> bool:
    """Whether the next sentence of the same paragraph is no question and answers this one."""
    following = _NEXT.match(text.content, span[1])
    if following is None or _MARKS.search(following.group()):
        return False
    answer = following.group().strip()
    if not any(char.isalnum() for char in answer):
        return False
    if fold(answer).startswith(_answer_openers()):
        return True
    at = following.start() + following.group().index(answer)
    return len(fold(text.content[slice(*span)]).split()) <= _SHORT and not _personal(
        text.part(at, at + len(answer))
    )


def _personal(sentence: Text) -> bool:
    """Whether a sentence speaks of the writer or to the reader, in the languages it may be in."""
    return any(spoken_hits(f"persons.{person}", sentence) for person in ("first", "second"))


@lru_cache(maxsize=1)
def _answer_openers() -> tuple[str, ...]:
    lists = by_language("asking_back.answers")
    return tuple(
        fold(entry) + ("" if name in ("zh", "ja", "ko") else " ")
        for name, entries in lists.items()
        for entry in entries
    )
