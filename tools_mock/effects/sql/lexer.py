"""The tokens of SQL text: what is code, what is text, what is a comment, what a template fills in.

Every later step works on these tokens, so that literals, comments, quoted names and dollar quotes
neither hide a statement nor make one up. Comments are dropped, except where the dialect runs them.
The work is linear in the length of the text. A quote that is never closed, and what stands behind
`MAX_TOKENS`, is one `broken` token.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from tools_mock.effects.sql.dialects import Client, Dialect

TokenKind = Literal[
    "word", "name", "text", "number", "slot", "variable", "op", "end", "line", "broken"
]


@dataclass(slots=True)
class Token:
    """A token. `word` is the upper-case word or the symbol, and empty for everything that is data.

    `kind` is `name` for a quoted identifier, `slot` for a placeholder, `line` for a command to the
    client (`.tables`), `end` for what ends a statement. `gap`: white space or a comment
    stands before it. `first`: it is the first token of its line.
    """

    kind: TokenKind
    text: str
    word: str
    start: int
    end: int
    gap: bool = False
    first: bool = False


Tokens = Sequence[Token]

BATCH_END = "GO"
MAX_TOKENS = 80_000
"""What follows is one `broken` token: a bound on time and memory."""

_TEMPLATE = (
    r"\{\{[^{}]{0,300}+\}\}|\$\{[^{}]{0,300}+\}|\#\{[^{}]{0,300}+\}|\{\w{0,60}+\}|\$\(\w{1,60}+\)"
)
_TEMPLATE_IN_NAME = re.compile(_TEMPLATE + r"|%\(\w+\)s|%s|<\w+>", re.X)
_BACKSLASHED = r"(?:[^'\\]|\\.|'')*+'"
_INTRODUCERS = frozenset(
    "FROM JOIN INTO UPDATE TABLE VIEW EXISTS ONLY INDEX DATABASE SCHEMA DELETE TRUNCATE "
    "ON . ,".split()
)
_BEFORE_VALUE = _INTRODUCERS | frozenset(
    "AND OR NOT IN LIKE ILIKE BETWEEN WHERE THEN ELSE WHEN CASE SELECT VALUES SET BY HAVING ANY "
    "ALL LIMIT OFFSET FETCH FIRST NEXT TOP EXECUTE USING TO AS RETURN INTERVAL COLUMN IS "
    "( [ = < > + * / - % ^ | ||".split()
)
_LINE_COMMANDS: dict[Client, str] = {
    "psql": r"(?!)",
    "mysql": r"(?:delimiter|source|system)\b[^\n]*+|(?:tee|pager|prompt|charset|edit|help"
    r"|use|notee|nopager|status|rehash|nowarning|warnings|exit|quit|resetconnection)\b[^\n;]*+",
    "sqlite3": r"\.[A-Za-z]+[^\n]*+",
    "sqlcmd": r":(?:r|out|error|connect|setvar|listvar|serverlist|perftrace|on|xml|ed|quit|exit"
    r"|help|reset)\b[^\n]*+|!![^\n]*+",
    "sqlplus": r"@@?[^\s@][^\n]*+|(?:prompt|rem|remark)\b[^\n]*+"
    r"|(?:host|spool|start|whenever|define|undefine|accept|column|pause|store|save|get|run|print"
    r"|variable|exit|quit|connect|disconnect"
    r"|set[ \t]+(?!role|transaction|constraints?)\w+|show[ \t]+\w+)\b[^\n;]*+",
    "": r"(?!)",
}
_LINE_ENDS: dict[Client, str] = {
    "sqlcmd": r"GO(?:[ \t]+\d+)?[ \t]*;?[ \t\r]*(?=\n|\Z)",
    "sqlplus": r"/[ \t\r]*(?=\n|\Z)",
}
_BACKSLASH_COMMAND = r"""
    \\(?:[!.]|(?:copy|h|help|ef|ev|sf\+?|sv\+?)\b)[^\n]*+
  | \\[;\\]
  | \\[A-Za-z?]+\+?(?:'(?:[^'\\\n]|\\[^\n])*+'|"[^"\n]*+"|`[^`\n]*+`|[^\n\\])*+
"""


@dataclass(frozen=True, slots=True)
class _Rules:
    token: re.Pattern[str]
    line: re.Pattern[str]
    line_end: re.Pattern[str]


@cache
def _rules(dialect: Dialect) -> _Rules:
    """The compiled patterns of a dialect."""
    comments = [r"--(?=\s|\Z)[^\n]*+" if dialect.spaced_dashes else r"--[^\n]*+"]
    comments += [r"\#[^\n]*+"] if dialect.hash_comments else []
    comments += [r"//[^\n]*+"] if dialect.slash_comments else []
    plain_text = "'" + (_BACKSLASHED if dialect.backslash else r"[^']*+(?:''[^']*+)*+'")
    texts = [r"[eE]'" + _BACKSLASHED, r"(?:[nNbBxXrR]|[uU]&)?" + plain_text]
    names = [r'(?:[uU]&)?"[^"]*+(?:""[^"]*+)*+"']
    if dialect.text_quotes:
        texts.append(r'[rRbB]?"(?:[^"\\]|\\.|"")*+"')
        names = []
    if dialect.triple_quotes:
        texts[:0] = [
            r"[rRbB]?'''(?:[^'\\]|\\.|'(?!''))*+'''",
            r'[rRbB]?"""(?:[^"\\]|\\.|"(?!""))*+"""',
        ]
    native = dialect.quote == "`" or dialect.brackets
    names.append(r"`[^`]*+(?:``[^`]*+)*+`" if native else r"`[^`\n;]{1,128}+`")
    if dialect.brackets:
        names.append(r"\[[^\]]*+(?:\]\][^\]]*+)*+\]")
    commands = _BACKSLASH_COMMAND if dialect.client in ("psql", "mysql") else r"(?!)"
    variable = r"@@?[^\W\d][\w$.]*+" if dialect.variables else r"(?<![@\w)\]])@[^\W\d]\w*+"
    if dialect.name == "snowflake":
        variable = r"@[\w~%\"][\w~%.$/\"-]*+"
    opening = r"\[" if dialect.brackets else ""
    temporary = r"\#\#?[^\W\d][\w$]*+|" if dialect.runs_on else ""
    q_quote = r"[nN]?[qQ]'\S" if dialect.q_quotes else r"(?!)"
    pattern = rf"""
        (?P<space>(?:\s|\ufeff|```\w*+)++)
      | (?P<comment>{"|".join(comments)})
      | (?P<open>/\*(?:M?!\d*+(?![+\w])|M?!\d*+)?)
      | (?P<q_quote>{q_quote})
      | (?P<text>{"|".join(texts)})
      | (?P<word>[^\W\d][\w$]*+|{temporary}\d+_\w++)
      | (?P<number>0[xX][0-9A-Fa-f]++|(?:\d++(?:\.(?!\.)\d*+)?|\.\d++)(?:[eE][+-]?\d++)?)
      | (?P<name>{"|".join(names)})
      | (?P<dollar>\$(?:[^\W\d]\w*+)?\$)
      | (?P<slot>{_TEMPLATE}|%\(\w{{1,60}}+\)s|%s(?!\w)
            |(?<![:\w\])"'\[]):(?:\w++|'\w++'|"\w++"|\{{\?\w++\}})|\$\w++)
      | (?P<block>\{{%[^%]{{0,300}}+%\}}|\{{\#[^\#]{{0,300}}+\#\}})
      | (?P<variable>{variable})
      | (?P<command>{commands})
      | (?P<unclosed>['"`{opening}])
      | (?P<op>[!-/:-@\[-^{{-~])
    """
    return _Rules(
        token=re.compile(pattern, re.X | re.S),
        line=re.compile(_LINE_COMMANDS[dialect.client], re.I),
        line_end=re.compile(_LINE_ENDS.get(dialect.client, r"(?!)"), re.I),
    )


_DATA_END = re.compile(r"\n\\\.[ \t\r]*(?:\n|\Z)")
_COPY_STDIN = re.compile(r"\\copy\b.*\bfrom\s+p?stdin\b", re.I)
_CLOSERS = {"[": "]", "{": "}", "(": ")", "<": ">"}
_COMMENT_EDGE = re.compile(r"/\*|\*/")
_ANGLED = re.compile(r"<[^\W\d]\w*+>")
_BRACKETED = re.compile(r"\[[^\]\n;\[]{1,128}+\]")
_QUESTION = re.compile(r"\?\d*+")


class _Lexer:
    """One pass over a text; `tokens` is its result."""

    def __init__(self, text: str, dialect: Dialect) -> None:
        self.text = text
        self.dialect = dialect
        self.rules = _rules(dialect)
        self.tokens: list[Token] = []
        self.at = 0
        self.gap = self.first = True
        self.fresh = True
        self.run_comment = self.no_more_data = False
        self.delimiter = ";"

    def add(self, kind: TokenKind, end: int, word: str = "") -> None:
        """Append the token that ends at `end` and go on behind it."""
        text = self.text[self.at : end]
        self.tokens.append(Token(kind, text, word, self.at, end, self.gap, self.first))
        self.fresh = kind in ("end", "line") and (kind == "end" or self.fresh)
        self.at = end
        self.gap = self.first = False

    def skip(self, end: int) -> None:
        """Leave out white space or a comment."""
        self.first = self.first or "\n" in self.text[self.at : end]
        self.gap = True
        self.at = end

    def run(self) -> list[Token]:
        """Read the whole text."""
        match = self.rules.token.match
        text, size = self.text, len(self.text)
        while self.at < size:
            if len(self.tokens) >= MAX_TOKENS:
                self.add("broken", size)
                break
            if self.first and self.line():
                continue
            if self.delimiter != ";" and text.startswith(self.delimiter, self.at):
                self.add("end", self.at + len(self.delimiter))
                continue
            found = match(text, self.at)
            if found is None:
                self.add("broken", self.at + 1)
                continue
            kind = found.lastgroup
            if kind == "space" or kind == "comment":
                self.skip(found.end())
            elif kind == "word":
                self.add("word", found.end(), found.group().upper())
            elif kind in ("text", "name", "number", "slot", "variable"):
                self.add(kind, found.end())  # type: ignore[arg-type]
            else:
                self.other(kind or "", found.end())
        return self.tokens

    def line(self) -> bool:
        """A whole line that is for the client, or ends a batch."""
        ending = self.rules.line_end.match(self.text, self.at)
        if ending:
            self.add("end", ending.end(), BATCH_END)
            return True
        command = self.rules.line.match(self.text, self.at) if self.fresh else None
        if command is None:
            return False
        if command.group()[:9].lower() == "delimiter":
            self.delimiter = command.group()[9:].strip() or ";"
            self.skip(command.end())
        else:
            self.add("line", command.end())
        self.fresh = True
        return True

    def other(self, kind: str, end: int) -> None:
        """The rarer tokens."""
        if kind == "open":
            self.comment(end)
        elif kind == "dollar":
            tag = self.text[self.at : end]
            if self.dialect.dollar_quotes:
                self.until(tag, end)
            else:
                self.add("slot", end)
        elif kind == "q_quote":
            self.until(_CLOSERS.get(self.text[end - 1], self.text[end - 1]) + "'", end)
        elif kind == "command":
            command = self.text[self.at : end]
            self.add("end" if command == "\\;" else "line", end)
            self.data(bool(_COPY_STDIN.match(command)))
        elif kind == "block":
            self.add("broken", end)
        elif kind == "unclosed":
            stray = self.text[self.at] == "`" and self.dialect.quote != "`"
            self.add("broken", end if stray else len(self.text))
        else:
            self.symbol(end)

    def data(self, follows: bool) -> None:
        """Rows that follow a COPY from standard input, up to their end mark."""
        if not follows or self.no_more_data:
            return
        end = _DATA_END.search(self.text, self.at)
        if end is not None:
            self.skip(end.end())
        self.no_more_data = end is None

    def comment(self, end: int) -> None:
        """A comment, or the beginning of one that the dialect runs."""
        if self.dialect.executable_comments and self.text[self.at : end] != "/*":
            self.run_comment = True
            self.skip(end)
            return
        depth, at = 1, self.at + 2
        while depth:
            edge = _COMMENT_EDGE.search(self.text, at)
            if edge is None:
                self.add("broken", len(self.text))
                return
            at = edge.end()
            if edge.group() == "*/":
                depth -= 1
            elif self.dialect.nested_comments:
                depth += 1
        self.skip(at)

    def until(self, close: str, begin: int) -> None:
        """Text up to a closing mark."""
        end = self.text.find(close, begin)
        if end < 0:
            self.add("broken", len(self.text))
        else:
            self.add("text", end + len(close))

    def symbol(self, end: int) -> None:
        """A single symbol, or what only its neighbour tells from one."""
        text, symbol = self.text, self.text[self.at]
        last = self.tokens[-1] if self.tokens else None
        before_value = last is None or last.word in _BEFORE_VALUE
        if symbol == ";" and self.delimiter == ";":
            self.add("end", end)
            if self.dialect.client == "psql":
                self.data(_from_stdin(self.tokens))
        elif symbol == "*" and self.run_comment and text.startswith("*/", self.at):
            self.run_comment = False
            self.skip(end + 1)
        elif symbol == "?" and (before_value or self.dialect.parser != "postgres"):
            found = _QUESTION.match(text, self.at)
            self.add("slot", found.end() if found else end)
        elif symbol == "<" and before_value and (found := _ANGLED.match(text, self.at)):
            self.add("slot", found.end())
        elif (
            symbol == "["
            and last is not None
            and last.word in _INTRODUCERS
            and (found := _BRACKETED.match(text, self.at))
        ):
            self.add("name", found.end())
        elif symbol == "\\":
            self.add("broken", end)
        else:
            self.add("op", end, symbol)


def _from_stdin(tokens: list[Token]) -> bool:
    """Whether the statement that has just ended copies from standard input."""
    reads = False
    for token in reversed(tokens[-200:-1]):
        if token.kind == "end":
            return False
        reads = reads or token.word == "STDIN"
        if token.word == "COPY":
            return reads
    return False


def lex(text: str, dialect: Dialect) -> list[Token]:
    """All tokens of a text, client commands and statement ends among them."""
    return _join_templates(_Lexer(text, dialect).run())


def _join_templates(tokens: list[Token]) -> list[Token]:
    """Make one slot of a name and the template that is written into it (`orders_{{day}}`)."""
    joined: list[Token] = []
    for token in tokens:
        last = joined[-1] if joined else None
        if (
            last is not None
            and not token.gap
            and len(last.text) < _LONGEST_NAME
            and {token.kind, last.kind} <= {"slot", "word"}
            and (token.kind == "slot" or last.kind == "slot")
            and (token.text[-1] in "})" or last.text[-1] in "})")
        ):
            joined[-1] = Token(
                "slot", last.text + token.text, "", last.start, token.end, last.gap, last.first
            )
        else:
            joined.append(token)
    return joined


_LONGEST_NAME = 500
_ESCAPE = re.compile(r"\\(.)", re.S)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


def value_of(token: Token, dialect: Dialect) -> str:
    """What a literal or a quoted name stands for; for other tokens, what is written."""
    text = token.text
    if token.kind == "name":
        body = text[text.index(text[-1] if text[-1] != "]" else "[") + 1 : -1]
        return body.replace(text[-1] * 2, text[-1])
    if token.kind != "text":
        return text
    if text[0] == "$":
        tag = text[: text.index("$", 1) + 1]
        return text[len(tag) : -len(tag)]
    if text[:3] in ("'''", '"""'):
        return text[3:-3]
    quote = text[-1]
    prefix, body = text[: text.index(quote)], text[text.index(quote) + 1 : -1]
    if "q" in prefix.lower():
        return body[1:-1]
    if "r" not in prefix.lower() and (dialect.backslash or "e" in prefix.lower()):
        body = _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[1]), body)
    return body.replace(quote * 2, quote)


def template_in(name: str) -> int | None:
    """Where a template begins in a name, or null."""
    found = _TEMPLATE_IN_NAME.search(name)
    return found.start() if found else None
