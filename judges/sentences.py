"""Sentences and clauses of a text, and the text without what it only quotes.

Everything here works on the original text and gives spans of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_ABBREVIATED = re.compile(
    r"(?:^|[\s(\"'])(?:(?P<any>e\.g|i\.e|vs|cf|approx|incl|ca|dr|mr|mrs|ms|st|fig|nr|z\.\s?b|d\.\s?h"
    r"|u\.\s?a|bzw|ggf|evtl|p\.\s?ex|p\.\s?ej|ej|núm|sra?|sig|dott|art|abs|bv|d\.w\.z|np|tzn|ul"
    r"|т\.\s?е|т\.\s?к|др|стр|ул|vb|örn)|(?P<number>no)|(?P<small>etc|usw|т\.\s?д))\Z",
    re.I,
)
_CONTRAST = (
    r"but|however|although|though(?= )|yet(?= the| it| i | that| this)|whereas"
    r"|aber|sondern|jedoch|allerdings|doch(?= )|mais|cependant|toutefois|pourtant"
    r"|pero|sino|sin embargo|ma(?= )|però|tuttavia|mas(?= )|porém|contudo|no entanto"
    r"|maar|echter|ale|lecz|jednak(?:że)?|но|однако|а(?= )|ama(?= )|ancak|fakat"
    r"|لكن|ولكن|लेकिन|मगर|하지만|그러나|しかし|ただし|但是?|不过|然而|可是|不過"
)
_BREAK = re.compile(
    r"[!?.][!?.]*+|[;…。！？；：｡؟؛।॥—―()（）\[\]【】]+"
    r"|:(?=\s|\Z)|\s[-–]{1,3}\s|–"
    r"|[\r\n\u2028\u2029\v\f]+"
    rf"|[,،，、]\s*(?=(?:{_CONTRAST}|so(?= i| we| it| the)|still(?= ))(?![^\W_]))"
    r"|(?<=[^\W\d_])\s+(?=(?:but|however|aber|sondern|jedoch|mais|pero|però|porém|maar|echter|lecz"
    r"|jednak|но|однако|ancak|fakat|لكن|ولكن|लेकिन|하지만)(?![^\W_]))"
    r"|(?=但是?|不过|然而|可是)|(?<=が)、|(?<=けど)、?|(?<=けれど)、?|(?<=けれども)、?|(?<=지만),?\s",
    re.I,
)
_STOPS = "!?.。！？｡؟।॥\r\n\u2028\u2029\v\f"
_STOP = re.compile(f"[{_STOPS}][{_STOPS}]*+")
_AFTER_STOP = re.compile(r"[\s\"'”’»)\]*_`]|\Z")
_INSIDE_WORD = re.compile(r"[A-Za-z0-9&=%_]")
LONGEST = 800
"""The most characters of one sentence or clause; what runs on for longer is cut at a blank."""
_WRAPPED = 40
"""A line break inside a sentence: the line is at least this long, ends in a letter or comma, and
the next begins with a small letter."""


_HIDDEN = re.compile(
    r"(?P<block>^[ \t]{0,3}(?P<fence>```+|~~~+).*?(?:^[ \t]{0,3}(?P=fence)[`~]*[ \t]*$|\Z)"
    r"|^[ \t]{0,3}>.*?$)"
    r"|`[^`\n]{1,400}`|https?://[^\s<>\"')\]]+"
    r"|(?P<quote>“[^”]{1,600}”|„[^“”]{1,600}[“”]|«[^»]{1,600}»|「[^」]{1,600}」|『[^』]{1,600}』"
    r"|\"[^\"\n]{1,600}\"|‘[^’\n]{1,600}’(?![^\W_])|(?<![^\W_])'[^'\n]{1,600}'(?![^\W_]))",
    re.S | re.M,
)
_PLAIN_WORDS = re.compile(r"`[^\W\d_]+(?: [^\W\d_]+)?`")
_CAN_HIDE = re.compile("[`~>“„«「『\"‘']|://")


def _stops(text: str, at: int, start: int, end: int) -> bool:
    """Whether the marks between `start` and `end` end the clause or sentence that began at `at`."""
    marks = text[start:end].strip(" \t")
    if not marks.strip("."):
        if marks == "." and _abbreviates(text, max(at, start - 12), start):
            return False
        return not marks or _AFTER_STOP.match(text, end) is not None
    if not marks.strip("!?."):
        return _INSIDE_WORD.match(text, end) is None
    return marks[0] not in "\r\n" or not _continues(text, at, start, end)


def _split(text: str, breaks: re.Pattern[str]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    at = 0
    for found in breaks.finditer(text):
        start, end = found.span()
        if _stops(text, at, start, end):
            spans += _cut(text, at, end)
            at = end
    spans += _cut(text, at, len(text))
    return spans


def _cut(text: str, at: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretch itself, or pieces of it that are no longer than a sentence can be."""
    while end - at > LONGEST:
        blank = text.rfind(" ", at + LONGEST // 2, at + LONGEST)
        middle = blank + 1 if blank > 0 else at + LONGEST
        if text[at:middle].strip():
            yield at, middle
        at = middle
    if text[at:end].strip():
        yield at, end


def _abbreviates(text: str, since: int, dot: int) -> bool:
    """Whether the dot belongs to an abbreviation; for some the text behind it decides."""
    found = _ABBREVIATED.search(text, since, dot)
    if found is None:
        return False
    rest = text[dot + 1 : dot + 4].lstrip()[:1]
    return bool(found["any"] or (rest.isdigit() if found["number"] else rest.islower()))


def _continues(text: str, at: int, start: int, end: int) -> bool:
    line = max(text.rfind("\n", 0, start) + 1, at)
    if start - line < _WRAPPED or text[start:end].strip("\r") != "\n" or end == len(text):
        return False
    return (text[start - 1].isalpha() or text[start - 1] == ",") and text[end].islower()


def sentences(text: str) -> list[tuple[int, int]]:
    """The sentences of a text as spans that end with their stop; lines end one too."""
    return _split(text, _STOP)


def clauses(text: str) -> list[tuple[int, int]]:
    """The clauses of a text as spans, each with the mark that ends it.

    A clause ends at . ! ? ; : dashes, brackets and line ends, in any width, and before words of
    contrast; not at dots and colons inside numbers, names, addresses and abbreviations.
    """
    return _split(text, _BREAK)


def unquoted(text: str) -> str:
    """A text of the same length without what it only shows: code, block quotes, quoted speech.

    Blocks become line ends, what stands inside a line becomes one long word. One or two plain
    words that are no question stay ("reply 'yes'"): they are rarely speech, and no code.
    """
    if not _CAN_HIDE.search(text):
        return text
    return _HIDDEN.sub(_hide, text)


def _hide(found: re.Match[str]) -> str:
    hidden = found.group()
    if found["block"] is not None:
        return "\n" * len(hidden)
    if found["quote"] is not None and not _is_speech(hidden):
        return hidden
    if hidden[0] == "`" and _PLAIN_WORDS.fullmatch(hidden):
        return hidden
    return "x" * len(hidden)


def _is_speech(quote: str) -> bool:
    words = len(quote.split())
    return (
        words > 2
        or (words <= 2 and len(quote) > 8 and not quote.isascii() and " " not in quote)
        or any(mark in quote for mark in "?？؟!！")
    )
