"""Text as it is compared: one normal form, and the way back to the original.

The normal form of a text is what two spellings of one thing have in common: compatibility
composed (NFKC), case folded, every dash `-`, every run of white space one blank (none at the
ends), characters without width gone, quotation marks straight, and, for notices, the marks of
markdown emphasis gone. Both sides of every comparison go through it.

`normalise` is the fast way there and keeps no offsets; `align` goes the same way piece by piece
and knows for each character where in the original it came from. `align(t).text` always equals
`normalise(t)`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeVar

_DASHES = (
    "\u02d7\u058a\u05be\u1400\u1806\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u207b\u208b\u2212"
    "\u2796\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d"
    "\U00010ead"
)
_SINGLE = (
    "\u00b4\u02b9\u02bb\u02bc\u02c8\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u275b\u275c\uff07"
)
_DOUBLE = "\u00ab\u00bb\u201c\u201d\u201e\u201f\u2033\u2036\u275d\u275e\u301d\u301e\u301f\uff02"
WIDTHLESS = (
    "\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""A character class: the format characters (Cf) and the other characters that have no width."""

_STRAIGHT = {**dict.fromkeys(_DASHES, "-"), **dict.fromkeys(_SINGLE, "'")}
_STRAIGHT.update(dict.fromkeys(_DOUBLE, '"'))
_STRAIGHT["\u0149"] = "'n"
_ODD = re.compile(f"[{re.escape(''.join(_STRAIGHT))}{WIDTHLESS}]")

_COMPOSING = re.compile("[\u1160-\u11ff\U00016d63\U00016d67-\U00016d69]")
"""Letters that compose with the letter before them (jamo, Kirat Rai); elsewhere only marks do."""

_MARKED = re.compile(r"[*`]|~~|(?<![^\W_])_|_(?![^\W_])")
_TICKS = re.compile(r"`+")
_RUN = re.compile(r"\*+|~~+|(?<![^\W_])_+|_+(?![^\W_])")


def _straighten(match: re.Match[str]) -> str:
    return _STRAIGHT.get(match.group(), "")


def _fold(text: str) -> str:
    """The steps that look at characters alone, for text that is not all ASCII."""
    text = unicodedata.normalize("NFKC", _ODD.sub(_straighten, text)).casefold()
    # Turkish has two letters i; which one a capital stands for can't be told from the text.
    text = unicodedata.normalize("NFKC", text.replace("i\u0307", "i").replace("\u0131", "i"))
    return text.replace("i\u0307", "i")


def _folded(text: str) -> str:
    return " ".join((text.lower() if text.isascii() else _fold(text)).split())


def normalise(text: str, *, emphasis: bool = True) -> str:
    """The normal form of a text; with `emphasis`, the marks of markdown emphasis are removed."""
    folded = _folded(text)
    if not emphasis or not _MARKED.search(folded):
        return folded
    kept, at = [], 0
    for start, end in _emphasis(folded):
        kept.append(folded[at:start])
        at = end
    kept.append(folded[at:])
    return " ".join("".join(kept).split())


def normalise_value(text: str) -> str:
    """The normal form of a value that a matcher compares: NFKC, case and white space alone."""
    folded = text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()
    return " ".join(folded.split())


def _joins(char: str) -> bool:
    """Whether a character joins words, so that a mark between two of them is no emphasis."""
    return char < "\u2000" and char.isalnum()


def _code(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The pairs of backtick runs that enclose code: a run closes at the next one as long."""
    runs = [run.span() for run in _TICKS.finditer(text)]
    later: dict[int, list[int]] = {}
    for i in range(len(runs) - 1, -1, -1):
        later.setdefault(runs[i][1] - runs[i][0], []).append(i)
    pairs, at = [], 0
    while at < len(runs):
        same = later[runs[at][1] - runs[at][0]]
        while same and same[-1] <= at:
            same.pop()
        if same:
            pairs.append((runs[at], runs[same[-1]]))
            at = same[-1]
        at += 1
    return pairs


def _emphasis(text: str) -> list[tuple[int, int]]:
    """Where the marks of emphasis stand in a folded text, in order.

    A mark opens before a character and closes behind one that is not blank, and not between two
    letters or digits (`a*b*c`, `snake_case`) nor beside a slash (`src/**/x`). What stands in
    backticks is code: its own marks stay.
    """
    gone: list[tuple[int, int]] = []
    code: list[tuple[int, int]] = []
    for opening, closing in _code(text):
        gone += [opening, closing]
        code.append((opening[0], closing[1]))
    open_runs: dict[str, list[list[int]]] = {"*": [], "_": [], "~": []}
    inside = 0
    for run in _RUN.finditer(text):
        start, end = run.span()
        while inside < len(code) and code[inside][1] <= start:
            inside += 1
        if inside < len(code) and code[inside][0] < start:
            continue
        before = text[start - 1] if start else " "
        after = text[end] if end < len(text) else " "
        if "/" in (before, after):
            continue
        stack, mark = open_runs[text[start]], start
        if before != " " and not _joins(after):
            while mark < end and stack:
                opened = stack[-1]
                width = min(opened[1] - opened[0], end - mark)
                gone += [(opened[1] - width, opened[1]), (mark, mark + width)]
                opened[1] -= width
                mark += width
                if opened[0] == opened[1]:
                    stack.pop()
        if mark < end and after != " " and not _joins(before):
            stack.append([mark, end])
    return sorted(gone)


@dataclass(frozen=True, slots=True)
class Mapped:
    """A normalised text and, for each of its characters, the stretch of the original behind it."""

    text: str
    starts: list[int]
    ends: list[int]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original behind a span of the normalised text that is not empty."""
        return self.starts[start], self.ends[end - 1]


class _Mapper:
    """Collects folded pieces with their origin; runs of white space become one blank."""

    def __init__(self) -> None:
        self.chars: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.blank = True

    def add(self, folded: str, start: int, end: int) -> None:
        """Takes the folded form of one piece that can't be divided."""
        for char in folded:
            if not char.isspace():
                self.blank = False
            elif self.blank:
                if self.ends:
                    self.ends[-1] = end
                continue
            else:
                self.blank, char = True, " "
            self.chars.append(char)
            self.starts.append(start)
            self.ends.append(end)

    def add_plain(self, text: str, start: int) -> None:
        """Takes printable ASCII without blanks: one character each."""
        if text:
            self.chars.extend(text.lower())
            self.starts.extend(range(start, start + len(text)))
            self.ends.extend(range(start + 1, start + len(text) + 1))
            self.blank = False

    def without(self, gone: list[tuple[int, int]]) -> Mapped:
        """The text without these stretches and without blanks at its ends."""
        chars, starts, ends = (
            _cut(self.chars, gone),
            _cut(self.starts, gone),
            _cut(self.ends, gone),
        )
        text = "".join(chars)
        if text.strip(" ") == text and "  " not in text:
            return Mapped(text, starts, ends)
        out = _Mapper()
        for char, start, end in zip(chars, starts, ends, strict=True):
            out.add(char, start, end)
        size = len(out.chars) - (out.blank and bool(out.chars))
        return Mapped("".join(out.chars[:size]), out.starts[:size], out.ends[:size])


_Item = TypeVar("_Item", str, int)


def _cut(items: list[_Item], gone: list[tuple[int, int]]) -> list[_Item]:
    kept: list[_Item] = []
    at = 0
    for start, end in gone:
        kept += items[at:start]
        at = end
    return kept + items[at:] if gone else items


_PIECES = re.compile(r"[!-~]+|[^!-~]+")


def align(text: str, *, emphasis: bool = True) -> Mapped:
    """The normal form with its offsets; slower than `normalise`, for texts in which one was found.

    Text is folded in the smallest pieces that give the same as folding it whole: a letter with
    the marks that follow it, the parts of a Hangul syllable, one character otherwise.
    """
    if text.isascii():
        plain = normalise(text, emphasis=emphasis)
        if len(plain) == len(text):
            return Mapped(plain, list(range(len(text))), list(range(1, len(text) + 1)))
    mapper = _Mapper()
    held = ""  # the piece that may still grow; it ends where the next character begins
    for found in _PIECES.finditer(text):
        piece, at = found.group(), found.start()
        if "!" <= piece[0] <= "~":
            mapper.add(_fold_piece(held), at - len(held), at)
            mapper.add_plain(piece[:-1], at)
            held = piece[-1]
            continue
        for offset, char in enumerate(piece, at):
            if held and _begins(char):
                mapper.add(_fold_piece(held), offset - len(held), offset)
                held = char
            else:
                held += char
    mapper.add(_fold_piece(held), len(text) - len(held), len(text))
    gone: list[tuple[int, int]] = []
    if emphasis:
        folded = "".join(mapper.chars)
        gone = _emphasis(folded) if _MARKED.search(folded) else []
    return mapper.without(gone)


@lru_cache(maxsize=8192)
def _begins(char: str) -> bool:
    """Whether a new piece begins with this character: it never composes with one before it."""
    if char < "\x80" or char in _STRAIGHT:
        return True
    if _ODD.fullmatch(char):
        return False
    first = unicodedata.normalize("NFKD", char)[0]
    return unicodedata.category(first)[0] != "M" and not _COMPOSING.fullmatch(first)


@lru_cache(maxsize=8192)
def _fold_short(piece: str) -> str:
    return _fold(piece)


def _fold_piece(piece: str) -> str:
    if piece.isascii():
        return piece.lower()
    return _fold_short(piece) if len(piece) < 4 else _fold(piece)


@dataclass(frozen=True)
class Prepared:
    """A text with its normal form and its alignment, each computed once and when first asked."""

    original: str

    @cached_property
    def normalised(self) -> str:
        """The normal form without emphasis."""
        return normalise(self.original)

    @cached_property
    def mapped(self) -> Mapped:
        """The way back from `normalised`."""
        return align(self.original)

    @cached_property
    def marked(self) -> str:
        """The normal form with its emphasis left in, for signals that contain such marks."""
        return normalise(self.original, emphasis=False)
