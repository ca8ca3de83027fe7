"""What is an emoji (T8), by Unicode data.

Emojis are characters with emoji presentation, signs followed by the emoji selector, flags, keycaps,
joined and tagged sequences, each counted once. Signs that are text by default count without the
selector only among the miscellaneous symbols (U+2600 to U+26FF) and as plane, hands and hearts;
card suits, gender, recycling, warning and tool signs stay text. The text selector makes text of
any.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

import regex

from judges.conversation.text import Span

Kind = Literal["emoji", "text_default", "shortcode", "emoticon"]
Found = tuple[Span, Kind]

_PLAIN = "\u2640\u2642\u2660\u2663\u2665\u2666\u267b\u267e\u26a0\u2611\u260e\u2699\u2696\u269b"
_TEXT_DEFAULT = (
    r"[[[\u2600-\u26ff\u2708\u270c\u270d\u2763\u2764]&&\p{Emoji}]"
    rf"--[\p{{Emoji_Presentation}}{_PLAIN}]]"
)
_MODIFIED = r"[\U0001f3fb-\U0001f3ff]?"
_ONE = (
    rf"(?:\p{{Emoji_Presentation}}(?!\ufe0e)\ufe0f?{_MODIFIED}"
    rf"|[\p{{Emoji}}--[0-9#*]]\ufe0f{_MODIFIED}"
    rf"|{_TEXT_DEFAULT}(?!\ufe0e)[\U0001f3fb-\U0001f3ff])"
)
_PART = rf"(?:{_ONE}|[\p{{Emoji}}--[0-9#*]](?!\ufe0e){_MODIFIED}\ufe0f?)"
_EMOJI = regex.compile(
    r"(?P<flag>[\U0001f1e6-\U0001f1ff]{2})"
    r"|(?P<keycap>[0-9#*]\ufe0f?\u20e3)"
    rf"|(?P<emoji>{_ONE}[\U000e0020-\U000e007f]*(?:\u200d{_PART})*)"
    rf"|(?P<joined>[\p{{Emoji}}--[0-9#*]](?!\ufe0e){_MODIFIED}(?:\u200d{_PART})+)"
    rf"|(?P<text_default>{_TEXT_DEFAULT}(?!\ufe0e))",
    regex.V1,
)
_CAN_BE = re.compile(
    "[\u00a9\u00ae\u203c\u2049\u20e3\u2122-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001fbff]"
)
_SHORTCODE = re.compile(r"(?<![\w:]):[a-z0-9_+&'’\-]{2,60}:(?![\w:])", re.I)
_EMOTICON = re.compile(
    r"(?<!\w)(?:[:;=8xX][-^o']?[)(\]\[DPpOo3*|/\\]{1,3}|[)(][-']?[:;=]|<3+|\^_*\^|[TtxX>oO-][_.][TtxX<oO-]"
    r"|¯\\_\(ツ\)_/¯|[(（][^()（）\n\w]{0,4}[・ω´｀▽°ᴥಠ◕^≧≦T﹏‿益д][^()（）\n]{0,8}[)）])(?!\w)"
)


def emojis(text: str, *, emoticons: bool = False) -> list[Found]:
    """The emojis of a text in order, each with its span and kind.

    Args:
        text: the original text, not its matching form, which has no selectors.
        emoticons: whether `:-)` and kaomoji count as well.
    """
    found: list[Found] = []
    if _CAN_BE.search(text):
        for hit in _EMOJI.finditer(text):
            kind: Kind = "text_default" if hit.lastgroup == "text_default" else "emoji"
            found.append((hit.span(), kind))
    if text.count(":") > 1:
        codes = [hit for hit in _SHORTCODE.finditer(text) if _is_shortcode(hit.group())]
        found += [(hit.span(), "shortcode") for hit in codes]
    if emoticons:
        taken = [span for span, _ in found]
        for hit in _EMOTICON.finditer(text):
            if not any(a < hit.end() and hit.start() < b for a, b in taken):
                found.append((hit.span(), "emoticon"))
    return sorted(found)


def without_emojis(text: str) -> str:
    """The text with its emojis taken out."""
    parts, at = [], 0
    for (start, end), _ in emojis(text):
        parts.append(text[at:start])
        at = end
    return "".join([*parts, text[at:]])


def _is_shortcode(code: str) -> bool:
    return code.casefold() in _shortcodes()


@lru_cache(maxsize=1)
def _shortcodes() -> frozenset[str]:
    # imported here: the data takes a tenth of a second to load, and few texts have two colons
    from emoji import EMOJI_DATA

    names: set[str] = set()
    for entry in EMOJI_DATA.values():
        names.add(str(entry["en"]).casefold())
        names.update(str(alias).casefold() for alias in entry.get("alias", ()))
    return frozenset(names)
