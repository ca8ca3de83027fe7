"""Text as the rubrics read it: a matching form with the way back, and what is masked (T1, T2).

The matching form is NFKC, case folded, with one apostrophe, without characters that have no width,
and with one blank for a run of white space. Beyond that it takes away what writers of a language
leave out at will: the marks over Arabic consonants, the forms of alef, the dots of ё and of the
Turkish i. Dashes (not hyphens) are `¦`, so that a hyphen joins words and a dash separates them.
Word lists go through the same form.

Masked stretches keep their length, so every offset stays an offset of the original. Code, URLs,
e-mail addresses and file paths are never searched; block quotes and quoted spans are searched
unless a rule says not.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cached_property

from judges.conversation.likely import likely_languages
from judges.conversation.scripts import Anchors, anchors, keys_of
from judges.text import WIDTHLESS, Mapped, align, normalise

Span = tuple[int, int]
"""Two offsets, the second one exclusive."""

DASH = "\u00a6"
"""What stands for a dash in the matching form."""
MASK = "\ufffc"
"""What stands for a masked character; it is no letter, digit or mark."""

_DASHES = "\u2012\u2013\u2014\u2015\u2e3a\u2e3b\u301c\u3030\uff5e\ufe31\ufe32\ufe58"
_UNMARKED = "\u200b"
_HARAKAT = [*range(0x0610, 0x061B), *range(0x064B, 0x0660), 0x0670, 0x0640]
_LIKE = {
    **dict.fromkeys(map(ord, _DASHES), DASH),
    **dict.fromkeys(_HARAKAT, _UNMARKED),
    **dict.fromkeys(map(ord, "\u0622\u0623\u0625\u0671"), "\u0627"),
    **{wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5E)},
    0x3000: " ",
    ord("\u0451"): "\u0435",
    ord("\u0401"): "\u0415",
}
"""One character for one, so that offsets stay."""


def fold(text: str) -> str:
    """The matching form of a text (T1)."""
    if text.isascii():
        return normalise(text, emphasis=False)
    return normalise(text.translate(_LIKE), emphasis=False)


_WIDTHLESS = re.compile(f"[{WIDTHLESS}]")
_BLANKS = re.compile(r"\s+")


def _one_to_one(content: str, matching: str) -> Mapped | None:
    """The alignment of a text in which folding changes nothing but letters and white space."""
    if not (
        unicodedata.is_normalized("NFKC", content)
        and len(content.casefold()) == len(content)
        and not _WIDTHLESS.search(content)
    ):
        return None
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    for run in _BLANKS.finditer(content):
        starts += range(at, run.start())
        ends += range(at + 1, run.start() + 1)
        at = run.end()
        if run.start() and at < len(content):
            starts.append(run.start())
            ends.append(at)
    starts += range(at, len(content))
    ends += range(at + 1, len(content) + 1)
    return Mapped(matching, starts, ends) if len(starts) == len(matching) else None


_NEVER = re.compile(
    r"(?P<fence>^[ \t]{0,3}(?P<marks>`{3,}|~{3,})[^\n]*(?:\n|\Z)"
    r"(?:.*\n)*?(?:[ \t]{0,3}(?P=marks)[`~]*[ \t]*$|(?=\Z)|.*\Z))"
    r"|(?P<code>(?<!`)(?P<ticks>`{1,3})(?!`)[^`\n]+(?:`(?!(?P=ticks))[^`\n]*){0,3}?(?P=ticks)(?!`))"
    r"|(?P<url>\b(?:https?|ftp|file)://[^\s<>\"”»」』]+|\bwww\.[^\s<>\"”»」』]+)"
    r"|(?P<mail>[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+)"
    r"|(?P<path>(?<![\w/.])(?:(?:~|\.{1,2})?/[\w.@-]+(?:/[\w.@-]+)+/?|(?:~|\.{1,2})/[\w.@-]+"
    r"|[A-Za-z]:\\[\w.\\-]+|[\w-]+(?:/[\w.-]+){1,9}\.[A-Za-z]\w{0,4}(?!\w)))",
    re.M,
)
_BESIDE = "0-9A-Za-z\u00aa-\u058f"
"""Letters of scripts that set blanks, and digits: no straight mark opens behind one of them or
closes before one. Other scripts write on directly (他说"安静")."""
_QUOTED = re.compile(
    r"(?P<block>^[ \t]{0,3}>[^\n]*(?:\n[ \t]{0,3}>[^\n]*)*)"
    r"|“[^”“]{1,2000}”|„[^“”„]{1,2000}[“”]|«[^»«]{1,2000}»|»[^«»]{1,2000}«|‹[^›‹]{1,2000}›"
    r"|「[^「」]{1,2000}」|『[^『』]{1,2000}』|《[^《》]{1,2000}》|〈[^〈〉]{1,2000}〉|＂[^＂\n]{1,2000}＂"
    rf"|(?<![{_BESIDE}])\"[^\"\n]{{1,2000}}\"(?![{_BESIDE}])"
    rf"|[‘‚](?:[^‘’\n]|(?<=\w)’(?=\w)){{1,2000}}[‘’](?![{_BESIDE}])"
    rf"|(?<![{_BESIDE}])'(?:[^'\n]|(?<=\w)'(?=\w)){{1,2000}}'(?![{_BESIDE}])",
    re.M,
)
_CAN_HIDE = re.compile(r"[`~@/\\]|www\.|^[ \t]{0,3}~~~", re.M)
_CAN_QUOTE = re.compile("[>“„«»‹「『《〈＂\"‘‚']")
_VISIBLE = re.compile(r"[^\n]")


def _spans(pattern: re.Pattern[str], text: str) -> tuple[Span, ...]:
    return tuple(found.span() for found in pattern.finditer(text))


def mask(text: str, spans: tuple[Span, ...]) -> str:
    """The text with these stretches masked; their line breaks and the length stay."""
    parts, at = [], 0
    for start, end in spans:
        parts += [text[at:start], _VISIBLE.sub(MASK, text[start:end])]
        at = end
    return "".join([*parts, text[at:]])


@dataclass(frozen=True)
class Text:
    """A stretch of a turn, read in its matching form; offsets always count in the turn's content.

    `content` is the stretch, perhaps with masked characters, and `offset` where in the turn it
    begins. `whole` is the turn's content without any mask.
    """

    content: str
    offset: int = 0
    whole: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        """A text that is no stretch of another is a whole turn."""
        if not self.whole:
            object.__setattr__(self, "whole", self.content)

    @cached_property
    def matching(self) -> str:
        """The matching form (T1)."""
        return fold(self.content)

    @cached_property
    def mapped(self) -> Mapped:
        """The matching form with its way back to `content`."""
        content = self.content if self.content.isascii() else self.content.translate(_LIKE)
        return _one_to_one(content, self.matching) or align(content, emphasis=False)

    @cached_property
    def anchors(self) -> Anchors:
        """Where in `matching` an entry of a list may begin."""
        return anchors(self.matching)

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """Where in `matching` an entry may begin, by the keys that it may be kept under."""
        found: dict[str, list[int]] = {}
        for start, word in self.anchors:
            for key in keys_of(word):
                found.setdefault(key, []).append(start)
        return found

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of `places`."""
        return frozenset(self.places)

    def original(self, start: int, end: int) -> Span:
        """The span of the turn's content behind a span of `matching` that is not empty."""
        first, last = self.mapped.original(start, end)
        return first + self.offset, last + self.offset

    def quote(self, span: Span) -> str:
        """What stands in the turn's content at this span."""
        return self.whole[span[0] : span[1]]

    def part(self, start: int, end: int) -> Text:
        """A stretch of this text, by offsets of the turn's content."""
        first, last = start - self.offset, end - self.offset
        return Text(self.content[first:last], start, self.whole)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the whole turn may be written in; see `likely`."""
        return likely_languages(self.whole)

    @cached_property
    def code(self) -> tuple[Span, ...]:
        """Code, URLs, addresses and paths, by offsets of the turn's content (T2)."""
        if not _CAN_HIDE.search(self.content):
            return ()
        return self._shifted(_spans(_NEVER, self.content))

    @cached_property
    def quotes(self) -> tuple[Span, ...]:
        """Block quotes and quoted spans outside code, by offsets of the turn's content (T2)."""
        searched = self.searched.content
        return self._shifted(_spans(_QUOTED, searched)) if _CAN_QUOTE.search(searched) else ()

    @cached_property
    def searched(self) -> Text:
        """This text with code, URLs, addresses and paths masked: what rules search."""
        return self.without(self.code)

    @cached_property
    def spoken(self) -> Text:
        """`searched` with quoted text masked too: what the writer says."""
        return self.searched.without(self.quotes)

    @cached_property
    def empty(self) -> bool:
        """Whether there is nothing but white space and characters without width."""
        return not self.matching

    def is_quoted(self, span: Span) -> bool:
        """Whether a span of the turn's content stands inside quotation."""
        at = bisect_left(self.quotes, (span[0] + 1, 0)) - 1
        return at >= 0 and span[1] <= self.quotes[at][1]

    def _shifted(self, spans: tuple[Span, ...]) -> tuple[Span, ...]:
        return tuple((a + self.offset, b + self.offset) for a, b in spans)

    def without(self, spans: tuple[Span, ...]) -> Text:
        """This text with these stretches of the turn's content masked; they must be in order."""
        if not spans:
            return self
        inside = tuple((a - self.offset, b - self.offset) for a, b in spans)
        return Text(mask(self.content, inside), self.offset, self.whole)
