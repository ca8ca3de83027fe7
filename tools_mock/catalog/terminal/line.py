"""A command line in pieces: lists, pipes, redirections and here-documents of plain words.

This reads only what the pretend terminal can answer; what a line would have done is read by
`tools_mock.effects.shell`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

LONGEST = 100_000
"""Characters of a line, and of what its variables add to it."""


class NotPlain(Exception):
    """The line is beyond what the pretend terminal understands."""


@dataclass(slots=True)
class Word:
    """A word with its quotes taken off; `pattern` where an unquoted wildcard stands in it."""

    text: str
    pattern: bool = False


@dataclass(slots=True)
class Simple:
    """A command: its words, where its output goes, and what a here-document feeds it.

    Attributes:
        words: the program and its arguments.
        outputs: targets of `>` (false) and `>>` (true) with that sign, in order.
        hushed: whether the errors are thrown away.
        merged: whether they go where the output goes.
        source: the file of `<`.
        stdin: the text of a here-document or here-string.
    """

    words: list[Word] = field(default_factory=list)
    outputs: list[tuple[str, bool]] = field(default_factory=list)
    hushed: bool = False
    merged: bool = False
    source: str | None = None
    stdin: str | None = None


@dataclass(slots=True)
class Pipeline:
    """Commands joined by pipes; `after` is the operator before it: `;`, `&&` or `||`."""

    after: str
    commands: list[Simple]


_KEYWORDS = frozenset(
    "if then else elif fi for while until do done case esac select function { } ! [[ (( eval "
    "source . exec trap set".split()
)
_QUOTES = frozenset("'\"\\")
_ESCAPED = frozenset('$"\\`')
_OPERATOR = re.compile(r"&&|\|\||;|\||\n")
_REDIRECTION = re.compile(r"(?P<fd>\d|&)?(?P<sign>>>|>|<<<|<<-?|<)(?P<to>&\d)?")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_VARIABLE = re.compile(r"\$(?:(\w+)|\{(\w+)\})")


class LineReader:
    """Reads a line from left to right.

    Args:
        text: the line.
        variables: values of variables; the line's own assignments are added to them.
    """

    def __init__(self, text: str, variables: Mapping[str, str]) -> None:
        """See the class."""
        if len(text) > LONGEST:
            raise NotPlain
        self._text = text.replace("\\\n", "")
        self._place = 0
        self._variables = dict(variables)
        self._expansions = 0
        self._waiting: list[tuple[Simple, str, bool, bool]] = []

    def pipelines(self) -> list[Pipeline]:
        """The line's pipelines in order.

        Raises:
            NotPlain: it holds substitutions, groups, loops, or is not finished.
        """
        found: list[Pipeline] = []
        after = ";"
        command = Simple()
        commands = [command]
        while True:
            self._skip_blanks()
            match = _OPERATOR.match(self._text, self._place)
            if match or self._place >= len(self._text):
                operator = match.group() if match else ";"
                self._place = match.end() if match else self._place
                if operator == "\n":
                    self._read_documents()
                if operator == "|":
                    command = Simple()
                    commands.append(command)
                    continue
                if any(one.words or one.outputs for one in commands):
                    found.append(Pipeline(after, commands))
                    after = ";" if operator == "\n" else operator
                command = Simple()
                commands = [command]
                if self._place >= len(self._text):
                    break
            elif not self._redirected(command):
                self._add(command, self._word())
        if self._waiting:
            raise NotPlain
        return found

    def _add(self, command: Simple, word: Word) -> None:
        if not command.words:
            if word.text in _KEYWORDS:
                raise NotPlain
            if _ASSIGNMENT.match(word.text) and not word.pattern:
                name, _, value = word.text.partition("=")
                self._variables[name] = value
                return
        command.words.append(word)

    def _skip_blanks(self) -> None:
        while self._place < len(self._text) and self._text[self._place] in " \t\r":
            self._place += 1
        if self._text.startswith("#", self._place):
            end = self._text.find("\n", self._place)
            self._place = len(self._text) if end < 0 else end

    def _redirected(self, command: Simple) -> bool:
        match = _REDIRECTION.match(self._text, self._place)
        if match is None:
            return False
        self._place = match.end()
        sign, descriptor = match["sign"], match["fd"]
        if match["to"]:
            command.merged = command.merged or (descriptor == "2" and match["to"] == "&1")
            return True
        self._skip_blanks()
        if self._place >= len(self._text):
            raise NotPlain
        if sign.startswith("<<") and sign != "<<<":
            quoted = self._text[self._place] in "'\"\\"
            self._waiting.append((command, self._word().text, quoted, sign == "<<-"))
            return True
        target = self._word().text
        if sign == "<<<":
            command.stdin = target + "\n"
        elif sign == "<":
            command.source = target
        elif descriptor == "2":
            command.hushed = True
        else:
            command.hushed = command.hushed or descriptor == "&"
            command.outputs.append((target, sign == ">>"))
        return True

    def _read_documents(self) -> None:
        for command, end, quoted, tabs in self._waiting:
            lines: list[str] = []
            while True:
                if self._place >= len(self._text):
                    raise NotPlain
                stop = self._text.find("\n", self._place)
                stop = len(self._text) if stop < 0 else stop
                line = self._text[self._place : stop]
                self._place = min(stop + 1, len(self._text))
                line = line.lstrip("\t") if tabs else line
                if line == end:
                    break
                lines.append(line)
            body = "".join(line + "\n" for line in lines)
            if not quoted and ("$(" in body or "`" in body):
                raise NotPlain
            command.stdin = body if quoted else self._expanded(body)
        self._waiting.clear()

    def _word(self) -> Word:
        out: list[str] = []
        pattern = False
        start = self._place
        while self._place < len(self._text):
            char = self._text[self._place]
            if char in " \t\r\n;|<>&":
                break
            if char in "()`" or (char in "{}" and not self._empty_braces()):
                raise NotPlain
            if char in _QUOTES or char == "$":
                out.append(self._quoted(char))
            else:
                pattern = pattern or char in "*?["
                out.append(char)
                self._place += 1
        if self._place == start:
            raise NotPlain
        return Word("".join(out), pattern)

    def _empty_braces(self) -> bool:
        return "{}" in (
            self._text[self._place : self._place + 2],
            self._text[max(self._place - 1, 0) : self._place + 1],
        )

    def _quoted(self, char: str) -> str:
        if char == "'":
            return self._until("'")
        if char == '"':
            return self._double_quoted()
        if char == "$":
            return self._variable()
        self._place += 2
        return self._text[self._place - 1 : self._place]

    def _until(self, quote: str) -> str:
        end = self._text.find(quote, self._place + 1)
        if end < 0:
            raise NotPlain
        found = self._text[self._place + 1 : end]
        self._place = end + 1
        return found

    def _double_quoted(self) -> str:
        out: list[str] = []
        self._place += 1
        while self._place < len(self._text):
            char = self._text[self._place]
            if char == '"':
                self._place += 1
                return "".join(out)
            if char == "`":
                raise NotPlain
            if char == "\\" and self._text[self._place + 1 : self._place + 2] in _ESCAPED:
                out.append(self._text[self._place + 1])
                self._place += 2
            elif char == "$":
                out.append(self._variable())
            else:
                out.append(char)
                self._place += 1
        raise NotPlain

    def _variable(self) -> str:
        match = _VARIABLE.match(self._text, self._place)
        if match is None:
            following = self._text[self._place + 1 : self._place + 2]
            if following and following not in " \t\n\"'/":
                raise NotPlain
            self._place += 1
            return "$"
        self._place = match.end()
        return self._value(match)

    def _expanded(self, text: str) -> str:
        return _VARIABLE.sub(self._value, text)

    def _value(self, match: re.Match[str]) -> str:
        found = self._variables.get(match[1] or match[2], "")
        self._expansions += len(found)
        if self._expansions > LONGEST:
            raise NotPlain
        return found
