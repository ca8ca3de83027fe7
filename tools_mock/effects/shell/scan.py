"""The text of a shell line before it is parsed: cleaned, and here-documents lifted out.

A here-document is taken out of the line; there stands a redirection from a token
(`HEREDOC n END`) instead, so that operators may follow it and several may follow each other. A
here-string becomes a redirection from its word behind `HERESTRING`. The rest of what the grammar
of the parser lacks is written in other words: an extended glob becomes an active `*`, `<>` becomes
`>>`, the ends of `case` branches become `;;`, two subshells get a blank between their brackets,
`!` and `time` before a group go, and a backslash that begins a line becomes quotes, since the
grammar takes the line for a part of the one before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools_mock.effects.shell.marks import ANY, END, HEREDOC, HERESTRING

_SPACES = dict.fromkeys(
    (0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000), " "
)
_DROPPED = dict.fromkeys(
    (0x00, 0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), 0xFEFF)
)
_PRIVATE = dict.fromkeys((*range(0xE000, 0xE200), *range(0xD800, 0xE000)), "\ufffd")
_CLEAN = {**_SPACES, **_DROPPED, **_PRIVATE}

_TOKEN = re.compile(
    r"""\\. | '[^']*'? | \$'(?:\\.|[^'\\])*'? | " | \$\(\( | \(\( | [$<>]\( | \$\{ | [(){}`\n]
    | (?:(?<=[\s;&|()])|^)(?:\#[^\n]* | (?:!|time)(?=[ \t]+(?:-p[ \t]+)?(?:[({!]|(?:if|while|until
    |for|case|select)\b))) | <<<[ \t]* | <<-? | [?*+@!]\( | <> | ;;?&(?!&)
    | \bcase\b(?=[^\n;|&]{1,200}?\sin\b) | \besac\b """,
    re.VERBOSE | re.DOTALL,
)
_IN_QUOTES = re.compile(r"\\.|[\"`]|\$\(\(|\$\(|\$\{", re.DOTALL)
_LIFTED = re.compile(r"<<|[?*+@!]\(|<>|;&|\n[ \t]*\\[^\n]|(?:!|\btime)[ \t]|\(\(")
_DELIMITER = re.compile(r"[ \t]*((?:\\.|'[^']*'|\"[^\"]*\"|[^\s;&|<>()'\"\\])+)", re.DOTALL)
_PARENTHESIS = re.compile(r"[()]")
_QUOTING = re.compile(r"\\(.)|['\"]", re.DOTALL)
_STATEMENT_BEFORE = re.compile(
    r"(?:^|[;&|({)\n]|\b(?:then|do|else|if|elif|while|until))(?:[ \t]|(?:!|time)[ \t])*\Z"
)
_POSIX_TIME = re.compile(r"[ \t]+-p(?=[ \t])")

_LONGEST_ARITHMETIC = 1000
_DEEPEST = 200
_MOST_DOCUMENTS = 1000
_MOST_TOKENS = 50_000
"""Bounds on hostile text: what is past them is read as if nothing more were opened."""


def cleaned(text: str) -> str:
    """The text with plain blanks and line ends, and without what no shell line may hold.

    A blank of another script is read as a blank, and characters without width are dropped: so the
    line means what a reader sees in it.
    """
    if not text.isascii() or "\0" in text:
        text = text.translate(_CLEAN)
    return text.replace("\r\n", "\n")


@dataclass(frozen=True, slots=True)
class Heredoc:
    """A here-document; `literal` where its delimiter is quoted and nothing in it is expanded."""

    text: str
    literal: bool


class Nesting:
    """The quotes and brackets that are open at a place of the text."""

    __slots__ = ("stack",)

    def __init__(self) -> None:
        """Nothing is open."""
        self.stack: list[str] = []

    @property
    def top(self) -> str:
        """What closes the innermost, or nothing."""
        return self.stack[-1] if self.stack else ""

    @property
    def in_command(self) -> bool:
        """Whether operators mean something here: neither in double quotes nor in `${}`."""
        return self.top in ("", ")", "`", "esac")

    def feed(self, token: str) -> None:
        """Take a token of the text."""
        last = token[-1]
        if token == self.top:
            self.stack.pop()
        elif len(token) == 1 and token in '"`':
            self.stack.append(token)
        elif token == "case":
            self.stack.append("esac")
        elif token[0] in "\\'#" or token.startswith("$'"):
            return
        elif last == "(":
            self.stack.append(")")
        elif token in ("${", "{") and (token == "${" or self.top == "}"):
            self.stack.append("}")


def tokens(text: str, start: int, nesting: Nesting) -> Iterator[re.Match[str]]:
    """The tokens that open, close or separate; each is fed to `nesting` after it was yielded.

    Arithmetic is skipped as a whole, since its operators look like those of the shell.
    """
    at = start
    while found := (_IN_QUOTES if nesting.top == '"' else _TOKEN).search(text, at):
        token = found.group()
        at = found.end()
        if token[0] == "#" and not nesting.in_command:
            at = found.start() + 1
            continue
        if token == "case" and not (
            nesting.in_command
            and _STATEMENT_BEFORE.search(text[max(0, found.start() - 80) : found.start()])
        ):
            continue
        if token.endswith("(("):
            end = _arithmetic_end(text, at)
            if end:
                at = end
                if not nesting.stack and found.start() == start:
                    yield found
                continue
            nesting.feed("(")
        yield found
        nesting.feed(token)
        if len(nesting.stack) > _DEEPEST:
            return


def _arithmetic_end(text: str, at: int) -> int:
    """Where `((` closes with `))`; 0 where the two brackets are two subshells, or never close."""
    depth = 2
    for found in _PARENTHESIS.finditer(text, at, at + _LONGEST_ARITHMETIC):
        depth += 1 if found.group() == "(" else -1
        if depth == 1:
            end = found.end()
            return end + 1 if text[end : end + 1] == ")" else 0
    return 0


def end_of(text: str, start: int) -> int:
    """Where the quote, substitution or bracket that opens at `start` ends.

    The end of the text where it is never closed.
    """
    if text.startswith("$((", start) and (end := _arithmetic_end(text, start + 3)):
        return end
    nesting = Nesting()
    for found in tokens(text, start, nesting):
        token = found.group()
        if len(nesting.stack) == 1 and token == nesting.top:
            return found.end()
        if not nesting.stack and token[0] in "'\\$" and token[-1] not in "({":
            return found.end()
    return len(text)


def lifted(text: str, documents: list[Heredoc]) -> str:
    """The text with its here-documents moved to the end of `documents`."""
    if not _LIFTED.search(text):
        return text
    return _Lifting(text, documents).run()


class _Lifting:
    def __init__(self, text: str, documents: list[Heredoc]) -> None:
        self.text = text
        self.documents = documents
        self.out: list[str] = []
        self.copied = 0
        self.pending: list[tuple[int, str, bool, bool]] = []

    def run(self) -> str:
        nesting = Nesting()
        at = seen = 0
        while at < len(self.text) and len(nesting.stack) <= _DEEPEST and seen < _MOST_TOKENS:
            for found in tokens(self.text, at, nesting):
                seen += 1
                plain = nesting.in_command or found.group() == "$(("
                after = self._token(found, nesting) if plain else None
                if after is not None or seen >= _MOST_TOKENS:
                    at = found.end() if after is None else after
                    break
            else:
                break
        self._bodies(len(self.text))
        return "".join(self.out) + self.text[self.copied :]

    def _token(self, found: re.Match[str], nesting: Nesting) -> int | None:
        """Where to go on, if the token was replaced."""
        token = found.group()
        if token in ("<<", "<<-"):
            return self._operator(found)
        if token.startswith("<<<"):
            return self._replace(found.start(), found.end(), f"<{HERESTRING}")
        if token == "\n" and self.pending:
            self._bodies(found.start())
            return self.copied
        if token in ("!", "time"):
            return self._without_prefix(found)
        if token.endswith("((") and not _arithmetic_end(self.text, found.end()):
            nesting.feed("(")
            return self._replace(found.start(), found.end(), f"{token[:-1]} (")
        if token[0] == "\\" and token != "\\\n" and self._begins_line(found.start()):
            quote = '"' if token[1] == "'" else "'"
            return self._replace(found.start(), found.end(), f"{quote}{token[1]}{quote}")
        if token == "<>":
            return self._replace(found.start(), found.end(), ">>")
        if token[0] == ";":
            return self._replace(found.start(), found.end(), ";;")
        if len(token) == 2 and token[1] == "(" and token[0] in "?*+@!":
            return self._extended_glob(found)
        return None

    def _without_prefix(self, found: re.Match[str]) -> int | None:
        before = self.text[max(0, found.start() - 80) : found.start()]
        if not _STATEMENT_BEFORE.search(before):
            return None
        option = _POSIX_TIME.match(self.text, found.end())
        return self._replace(found.start(), option.end() if option else found.end(), " ")

    def _begins_line(self, at: int) -> bool:
        return self.text[max(0, at - 80) : at].rstrip(" \t").endswith("\n")

    def _replace(self, start: int, end: int, by: str) -> int:
        self.out += (self.text[self.copied : start], by)
        self.copied = end
        return end

    def _operator(self, found: re.Match[str]) -> int | None:
        word = _DELIMITER.match(self.text, found.end())
        if not word or len(self.documents) >= _MOST_DOCUMENTS:
            return None
        raw = word.group(1)
        delimiter = _QUOTING.sub(lambda m: m.group(1) or "", raw)
        index = len(self.documents)
        self.documents.append(Heredoc("", True))
        self.pending.append((index, delimiter, delimiter != raw, found.group() == "<<-"))
        return self._replace(found.start(), word.end(), f"<{HEREDOC}{index}{END}")

    def _extended_glob(self, found: re.Match[str]) -> int | None:
        if found.group() == "!(" and _STATEMENT_BEFORE.search(
            self.text[max(0, found.start() - 80) : found.start()]
        ):
            return None
        return self._replace(found.start(), end_of(self.text, found.end() - 1), ANY)

    def _bodies(self, newline: int) -> None:
        """Read the bodies that wait; they begin after the line end at `newline`."""
        if not self.pending:
            return
        self.out.append(self.text[self.copied : newline])
        self.copied = at = newline
        for index, delimiter, literal, strip in self.pending:
            begin = min(at + 1, len(self.text))
            end, at = self._body_end(begin, delimiter, strip)
            body = self.text[begin:end]
            if strip:
                body = re.sub(r"^\t+", "", body, flags=re.MULTILINE)
            self.documents[index] = Heredoc(body, literal)
        self.pending = []
        self.copied = at

    def _body_end(self, begin: int, delimiter: str, strip: bool) -> tuple[int, int]:
        """Where a body ends, and where its closing line ends."""
        tabs = "\t*" if strip else ""
        closing = re.compile(rf"^{tabs}{re.escape(delimiter)}(?=\n|\)|\Z)", re.MULTILINE)
        found = closing.search(self.text, begin)
        return (found.start(), found.end()) if found else (len(self.text), len(self.text))
