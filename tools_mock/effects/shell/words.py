"""Words of a shell line: where they end, and what they expand to.

The order is that of bash: braces, then quotes, variables and substitutions, then splitting at
blanks. Words come out as marked text (see `shell_marks`); globs stay active, since nobody knows
which files there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools_mock.effects.shell.braces import brace_alternatives
from tools_mock.effects.shell.marks import END, HEREDOC, HERESTRING, activated, certain, unknown
from tools_mock.effects.shell.parameters import parameter_values
from tools_mock.effects.shell.scan import end_of
from tools_mock.effects.shell.scope import Scope

MOST_FIELDS = 256
"""A word that expands to more is cut, and an unknown one is added."""

_PLAIN_WORD = re.compile(r"[\w./:@%+=,^~\-]+", re.ASCII)
_PLAIN_RUN = re.compile(r"[^\s\\'\"$`;&|<>()]+")
_LITERAL = re.compile("[^\\\\'\"$`*?\\[<>\ue006\ue007]+")
_IN_QUOTES = re.compile(r"[^\\$`]+")
_BLANKS = re.compile(r"[ \t\n]+")
_NEVER = re.compile(r"(?!)")
_NAME = re.compile(r"\$([A-Za-z_]\w*|[0-9@*#?$!\-])", re.ASCII)
_ANSI = re.compile(
    r"\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c(.)|(.))",
    re.DOTALL,
)
_ANSI_NAMED = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_ANSI_NAMED |= {"e": "\x1b", "E": "\x1b"}
_BACKTICK_ESCAPE = re.compile(r"\\([$`\\])")


def word_end(text: str, start: int, *, array: bool = False) -> int:
    """Where the word that begins at `start` ends; `array` lets `NAME=(…)` be one word."""
    at = start
    while at < len(text):
        if run := _PLAIN_RUN.match(text, at):
            at = run.end()
            continue
        char = text[at]
        if char == "\\":
            at += 2
        elif char in "'\"`" or text.startswith(("$(", "${", "$'", '$"', "<(", ">("), at):
            at = end_of(text, at + 1 if text.startswith('$"', at) else at)
        elif char == "$":
            at += 1
        elif char == "(" and array and at > start and text[at - 1] == "=":
            at = end_of(text, at)
        else:
            break
    return min(at, len(text))


def words_of(text: str) -> Iterator[str]:
    """The raw words of a text that has no operators, such as the inside of an array."""
    at = 0
    while at < len(text):
        if text[at].isspace() or text[at] in ";&|<>()":
            at += 1
            continue
        end = max(word_end(text, at), at + 1)
        yield text[at:end]
        at = end


def expand(raw: str, scope: Scope) -> list[str]:
    """The fields that a raw word expands to: none for an empty unquoted expansion."""
    if _PLAIN_WORD.fullmatch(raw):
        return [raw]
    fields: list[str] = []
    for alternative in brace_alternatives(raw):
        fields += _Expansion(alternative, scope).fields()
        if len(fields) > MOST_FIELDS:
            return [*fields[:MOST_FIELDS], unknown("...")]
    return fields


def expand_one(raw: str, scope: Scope) -> str:
    """A raw word as one text without splitting: the target of a redirection, a value."""
    if _PLAIN_WORD.fullmatch(raw):
        return raw
    return _Expansion(raw, scope).whole()


def expand_text(text: str, scope: Scope) -> str:
    """The text of an unquoted here-document, in which `"` is plain."""
    return "".join(_quoted(text, scope))


class _Expansion:
    def __init__(self, raw: str, scope: Scope) -> None:
        self.raw = raw
        self.scope = scope
        self.done: list[str] = []
        self.current: list[str] = []
        self.started = False

    def fields(self) -> list[str]:
        self._run(split=True)
        if self.started or self.current:
            self.done.append("".join(self.current))
        return self.done

    def whole(self) -> str:
        self._run(split=False)
        return "".join(self.current)

    def _run(self, *, split: bool) -> None:
        raw, at = self.raw, 0
        while at < len(raw):
            if run := _LITERAL.match(raw, at):
                self.current.append(run.group())
                at = run.end()
                continue
            at = self._special(at, split)

    def _special(self, at: int, split: bool) -> int:
        raw, char = self.raw, self.raw[at]
        if char == "\\":
            self.current.append(raw[at + 1 : at + 2].replace("\n", ""))
            return at + 2
        if char == "'":
            end = end_of(raw, at)
            self._add_quoted([raw[at + 1 : end].removesuffix("'")], split)
            return end
        if char == '"' or raw.startswith('$"', at):
            start = at + (char == "$")
            end = end_of(raw, start)
            self._double_quoted(raw[start + 1 : end].removesuffix('"'), split)
            return end
        if raw.startswith("$'", at):
            end = end_of(raw, at)
            self._add_quoted([ansi_decoded(raw[at + 2 : end].removesuffix("'"))], split)
            return end
        if char in "$`":
            values, end = _expansion_at(raw, at, self.scope)
            self._add_unquoted(values, split)
            return end
        if char == HEREDOC:
            return self._heredoc(at)
        if char == HERESTRING:
            return at + 1
        if raw.startswith(("<(", ">("), at):
            end = end_of(raw, at)
            inner = raw[at + 2 : end].removesuffix(")")
            self.current.append(self.scope.connect(inner, char))
            return end
        active = char in "*?" or (char == "[" and "]" in raw[at + 1 :])
        self.current.append(activated(char) if active else char)
        return at + 1

    def _heredoc(self, at: int) -> int:
        end = self.raw.index(END, at)
        document = self.scope.document(int(self.raw[at + 1 : end]))
        text = document.text if document.literal else expand_text(document.text, self.scope)
        self._add_quoted([text], split=False)
        return end + 1

    def _double_quoted(self, inner: str, split: bool) -> None:
        if inner in ("$@", "${@}") or re.fullmatch(r"\$\{\w+\[@\]\}", inner):
            values, _ = _expansion_at(inner, 0, self.scope)
            if values or not split:
                self._add_quoted(values, split)
            return
        self._add_quoted(["".join(_quoted(inner, self.scope))], split)

    def _add_quoted(self, values: list[str], split: bool) -> None:
        self.started = True
        for index, value in enumerate(values):
            if index:
                self._next(split)
                self.started = True
            self.current.append(value)

    def _add_unquoted(self, values: list[str], split: bool) -> None:
        for index, value in enumerate(values):
            if index:
                self._next(split)
            if not split:
                self.current.append(value)
                continue
            pieces = self._separator().split(activated(value) if certain(value) else value)
            for number, piece in enumerate(pieces):
                if number:
                    self._next(split)
                if piece:
                    self.current.append(piece)

    def _separator(self) -> re.Pattern[str]:
        """What an unquoted expansion is split at."""
        signs = "".join(self.scope.variable("IFS") or [])
        if signs == " \t\n" or not certain(signs) or len(signs) > 8:
            return _BLANKS
        return re.compile(f"[{re.escape(signs)}]+") if signs else _NEVER

    def _next(self, split: bool) -> None:
        """Begin the next field."""
        if not split:
            self.current.append(" ")
            return
        if self.current or self.started:
            self.done.append("".join(self.current))
        self.current = []
        self.started = False


def _quoted(text: str, scope: Scope) -> Iterator[str]:
    """The pieces of a text as double quotes expand it."""
    at = 0
    while at < len(text):
        if run := _IN_QUOTES.match(text, at):
            yield run.group()
            at = run.end()
        elif text[at] == "\\":
            following = text[at + 1 : at + 2]
            if following != "\n":
                yield following if following and following in '$`"\\' else f"\\{following}"
            at += 2
        else:
            values, at = _expansion_at(text, at, scope)
            yield " ".join(values)


def _expansion_at(text: str, at: int, scope: Scope) -> tuple[list[str], int]:
    """The values of what `$` or a backtick begins, and where it ends."""
    if text[at] == "`":
        end = end_of(text, at)
        inner = _BACKTICK_ESCAPE.sub(r"\1", text[at + 1 : end].removesuffix("`"))
        return [scope.capture(inner)], end
    if text.startswith("$((", at) and text[(end := end_of(text, at)) - 2 : end] == "))":
        return [_arithmetic(text[at + 3 : end - 2], scope)], end
    if text.startswith("$(", at):
        end = end_of(text, at)
        return [scope.capture(text[at + 2 : end].removesuffix(")"))], end
    if text.startswith("${", at):
        end = end_of(text, at)
        body = text[at + 2 : end].removesuffix("}")
        return parameter_values(body, scope, lambda raw: expand_one(raw, scope)), end
    if name := _NAME.match(text, at):
        values = scope.variable(name.group(1))
        return ([unknown(name.group())] if values is None else values), name.end()
    if text.startswith("$[", at) and (close := text.find("]", at)) > 0:
        return [_arithmetic(text[at + 2 : close], scope)], close + 1
    return ["$"], at + 1


_SUM = re.compile(r"\s*(\d{1,9})\s*(?:([-+*])\s*(\d{1,9})\s*)?")


def _arithmetic(source: str, scope: Scope) -> str:
    """The value of a number or of one operation on two; anything else is unknown."""
    if "$" in source or "`" in source:
        source = expand_text(source, scope)
    found = _SUM.fullmatch(source)
    if not found:
        return unknown(f"$(({source}))")
    left, operator, right = found.groups()
    if not operator:
        return str(int(left))
    a, b = int(left), int(right)
    return str(a + b if operator == "+" else a - b if operator == "-" else a * b)


def ansi_decoded(text: str) -> str:
    """The text of `$'…'` or of `printf`, its escapes resolved."""

    def decoded(found: re.Match[str]) -> str:
        byte, short, long, octal, control, other = found.groups()
        if code := byte or short or long:
            number = int(code, 16)
        elif octal:
            number = int(octal, 8) & 0xFF
        elif control:
            number = ord(control) & 0x1F
        else:
            return _ANSI_NAMED.get(other, other if other in "\\'\"?" else f"\\{other}")
        if number == 0 or number > 0x10FFFF or 0xD800 <= number < 0xF000:
            return "\ufffd"
        return chr(number)

    return _ANSI.sub(decoded, text)
