"""Expanded shell text: plain characters, and marks for what is not certain.

Between the parser and the tables of programs, a word or an output is a `str` in which private
characters stand for what plain text can't say: `UNKNOWN … END` for a stretch that nobody knows
(the source text stands between, in private characters too), `ANY`, `ONE`, `SET` for an active `*`,
`?`, `[`, and `BELOW` for everything below a directory. Whatever compares equal to a plain literal
is therefore certain. A marked text can be read as a script again: no shell takes a mark for more
than a character of a word.
"""

from __future__ import annotations

import posixpath
import re

from tools_mock.effects.shell.types import Word
from traces.model import Thing

UNKNOWN = "\ue000"
END = "\ue001"
ANY = "\ue002"
ONE = "\ue003"
SET = "\ue004"
BELOW = "\ue005"
HEREDOC = "\ue006"
HERESTRING = "\ue007"

_MARK = re.compile("[\ue000-\ue007]")
_UNKNOWN = re.compile("\ue000[^\ue001]*\ue001")
_GLOBS = str.maketrans({ANY: "*", ONE: "?", SET: "[", BELOW: "**"})
_LITERAL_GLOB = re.compile(r"[*?\[]")
_ACTIVATE = str.maketrans({"*": ANY, "?": ONE, "[": SET})
_HIDDEN = 0xE100
_HIDE = {code: chr(_HIDDEN + code) for code in range(128)}
_SHOWN: dict[int, str | int | None] = {
    **_GLOBS,
    **{_HIDDEN + code: code for code in range(128)},
    **dict.fromkeys(map(ord, (UNKNOWN, END, HEREDOC, HERESTRING))),
}


def unknown(source: str = "$(...)") -> str:
    """A stretch that nobody knows; `source` is what the line says there, without white space."""
    shown = "".join(display(source).split())[:80] or "?"
    return f"{UNKNOWN}{shown.translate(_HIDE)}{END}"


def certain(text: str) -> bool:
    """Whether no character of the text is in doubt."""
    return _MARK.search(text) is None


def holds_unknown(text: str) -> bool:
    """Whether a stretch of the text is not known."""
    return UNKNOWN in text


def activated(text: str) -> str:
    """The text with its globs active, as an unquoted expansion has them."""
    return text.translate(_ACTIVATE)


def display(text: str) -> str:
    """The text for people: marks as they were written."""
    return text if text.isascii() else text.translate(_SHOWN)


def certain_beginning(text: str) -> str:
    """What stands before the first mark."""
    return _MARK.split(text, maxsplit=1)[0]


def inactive(text: str) -> str:
    """The text with its globs as plain characters: what no file name matches stays as it is."""
    return text.translate(_GLOBS)


def as_word(text: str) -> Word:
    """The word with what is certain of it."""
    if certain(text):
        return Word(text)
    if UNKNOWN in text:
        beginning = certain_beginning(text)
        return Word(beginning, "prefix") if beginning else Word(display(text), "unknown")
    return Word(_LITERAL_GLOB.sub(r"[\g<0>]", text).translate(_GLOBS), "pattern")


def as_thing(name: str, text: str, *, recursive: bool = False) -> Thing:
    """The object of an effect that a word names."""
    if text.endswith(BELOW) and certain(head := text[:-1]):
        directory = head.rstrip("/") or ("/" if head else ".")
        return Thing(name=name, value=directory, recursive=True)
    word = as_word(text)
    return Thing(name=name, value=word.text, known=word.known, recursive=recursive)


def as_code(text: str, placeholder: str) -> str:
    """The text as another language would get it, with a placeholder for what is unknown."""
    return _UNKNOWN.sub(placeholder, text).translate(_GLOBS)


def join(directory: str | None, path: str) -> str:
    """A path seen from a directory, freed of `.`, `..` and doubled slashes.

    A path whose beginning is unknown may lie anywhere, so nothing is joined to it.
    """
    if not path or "://" in path:
        return path
    if path[1:3] == ":\\":
        path = path.replace("\\", "/")
    if directory and not _absolute(path):
        path = f"{directory.rstrip('/')}/{path}" if directory != "." else path
    if "/" not in path and path not in (".", ".."):
        return path
    if certain(path):
        return _without_double_root(posixpath.normpath(path))
    return _normal(path)


def _absolute(path: str) -> bool:
    return path[0] in "/~" or path[0] == UNKNOWN or path == "$HOME" or path.startswith("$HOME/")


def _without_double_root(path: str) -> str:
    return path[1:] if path.startswith("//") else path


def _normal(path: str) -> str:
    """`normpath` where some of the segments are marked."""
    kept: list[str] = []
    for segment in path.split("/"):
        if segment in ("", "."):
            continue
        if segment != "..":
            kept.append(segment)
        elif any(UNKNOWN in one for one in kept):
            sure = []
            for one in kept:
                if UNKNOWN in one:
                    break
                sure.append(one)
            kept = [*sure[:-1], unknown("..")]
        elif kept and kept[-1] != "..":
            kept.pop()
        elif path[0] != "/":
            kept.append("..")
    root = "/" if path[0] == "/" else ""
    return root + "/".join(kept)
