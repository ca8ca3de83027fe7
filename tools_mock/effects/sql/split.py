"""A batch cut into statements and client commands.

Semicolons within the body of a routine do not end a statement. In T-SQL, where statements need no
separator, a word that can only begin a statement begins one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tools_mock.effects.sql.dialects import Dialect
from tools_mock.effects.sql.lexer import Token, Tokens
from tools_mock.effects.sql.reading import outer

_ROUTINES = frozenset("FUNCTION PROCEDURE PROC TRIGGER EVENT PACKAGE".split())
_LEADING = frozenset(
    "OR REPLACE ALTER TEMP TEMPORARY AGGREGATE DEFINER SQL SECURITY INVOKER EDITIONABLE "
    "NONEDITIONABLE CONSTRAINT SECURE EXTERNAL DEFAULT = @".split()
)
_MODULES = frozenset("FUNCTION PROCEDURE PROC TRIGGER".split())
_SENT = re.compile(r"\\(?:g|gx|gset|gexec|crosstabview|watch|G)(?![A-Za-z])")
_DROPPED = {
    "psql": re.compile(r"\\(?:r|reset|gdesc)(?![A-Za-z])"),
    "mysql": re.compile(r"\\c(?![A-Za-z])"),
}


@dataclass(slots=True)
class Piece:
    """A statement by its tokens, or a command to the client in `line`."""

    tokens: list[Token] = field(default_factory=list)
    line: Token | None = None


class _Body:
    """Whether a statement is still inside the body of a routine."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.reset()

    def reset(self) -> None:
        """Begin a new statement."""
        self.count = 0
        self.creates = self.routine = self.waits = self.begun = False
        self.depth = 0
        self.before = ""

    def take(self, token: Token) -> None:
        """Count a token of the statement."""
        self.count += 1
        word, before = token.word, self.before
        self.before = word
        if self.count == 1:
            self.creates = word in ("CREATE", "ALTER")
        elif self.creates and not self.routine:
            self.routine = word in _ROUTINES
            self.depth = 1 if word == "PACKAGE" else 0
            self.begun = word == "PACKAGE"
            definer = before in ("=", "@") or token.kind in ("name", "text", "variable")
            self.creates = self.routine or definer or word in _LEADING
        elif self.routine:
            if word in ("AS", "IS", "DECLARE") and self.dialect.declares:
                self.waits = word == "DECLARE" or self.dialect.name == "oracle"
            elif word in ("BEGIN", "CASE") and before != "END":
                self.depth += 1
                self.begun = self.begun or word == "BEGIN"
            elif word == "END":
                self.depth -= 1
            elif before == "END" and word in ("IF", "LOOP", "WHILE", "FOR", "REPEAT"):
                self.depth += 1

    def open(self) -> bool:
        """Whether a semicolon belongs to the body."""
        if not self.routine:
            return False
        if self.dialect.runs_on:
            return True
        return self.depth > 0 or (self.waits and not self.begun)


def pieces(tokens: Tokens, dialect: Dialect) -> Iterator[Piece]:
    """The statements and client commands of a batch, in their order."""
    piece = Piece()
    body = _Body(dialect)
    for token in tokens:
        if token.kind == "line":
            if (dropped := _DROPPED.get(dialect.client)) and dropped.match(token.text):
                piece = Piece()
            elif _SENT.match(token.text):
                yield from _flush(piece, dialect)
                piece = Piece()
            if not piece.tokens:
                body.reset()
            yield Piece(line=token)
        elif token.kind != "end":
            piece.tokens.append(token)
            body.take(token)
        elif token.text == ";" and body.open():
            piece.tokens.append(token)
        else:
            yield from _flush(piece, dialect)
            piece = Piece()
            body.reset()
    yield from _flush(piece, dialect)


def _flush(piece: Piece, dialect: Dialect) -> Iterator[Piece]:
    if not piece.tokens:
        return
    if dialect.runs_on:
        yield from (Piece(part) for part in _run_on(piece.tokens))
    else:
        yield piece


_STARTS = frozenset(
    "SELECT INSERT UPDATE DELETE MERGE TRUNCATE DROP ALTER CREATE EXEC EXECUTE GRANT REVOKE DENY "
    "DECLARE SET IF WHILE BEGIN COMMIT ROLLBACK SAVE PRINT RETURN RAISERROR THROW BACKUP RESTORE "
    "KILL USE DBCC SHUTDOWN WAITFOR GOTO OPEN CLOSE FETCH DEALLOCATE BULK END ELSE RECONFIGURE "
    "CHECKPOINT BREAK CONTINUE REVERT".split()
)
_OBJECTS = frozenset(
    "TABLE VIEW DATABASE SCHEMA PROCEDURE PROC FUNCTION TRIGGER USER LOGIN ROLE SEQUENCE SYNONYM "
    "TYPE STATISTICS ASSEMBLY CERTIFICATE".split()
)
_AFTER = {
    "SELECT": frozenset("UNION ALL EXCEPT INTERSECT AS FOR IN".split()),
    "INSERT": frozenset("THEN FOR AFTER OF BULK".split()),
    "UPDATE": frozenset("THEN FOR AFTER OF".split()),
    "DELETE": frozenset("THEN FOR AFTER OF".split()),
    "SET": frozenset("UPDATE DELETE".split()),
    "EXEC": frozenset("WITH".split()),
    "EXECUTE": frozenset("WITH".split()),
    "FETCH": frozenset("ROW ROWS".split()),
    "ALTER": frozenset("OR".split()),
    "ROLLBACK": frozenset("WITH".split()),
}
"""After these words a word does not begin a statement."""


def _run_on(tokens: list[Token]) -> Iterator[list[Token]]:
    """The statements of a stretch of T-SQL without separators."""
    if _is_module(tokens):
        yield tokens
        return
    now = _Running(0)
    depth = cases = 0
    for at, token in enumerate(tokens):
        word = token.word
        depth += 1 if word == "(" else -1 if word == ")" else 0
        if depth or not word:
            continue
        if word == "CASE":
            cases += 1
        elif word == "END" and cases:
            cases -= 1
        elif word in _STARTS and at > now.begin and _starts(tokens, at, now):
            yield tokens[now.begin : at]
            now = _Running(at)
        if at > now.begin:
            if word in _MAIN:
                now.main, now.verb = True, word
            now.set = now.set or word == "SET"
            now.granted = now.granted or word in ("TO", "FROM")
    yield tokens[now.begin :]


_MAIN = frozenset({"SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "VALUES"})


@dataclass(slots=True)
class _Running:
    """The statement that has begun: whether it has its verb or values, its SET, its TO or FROM."""

    begin: int
    main: bool = False
    verb: str = ""
    set: bool = False
    granted: bool = False


def _is_module(tokens: Tokens) -> bool:
    """CREATE PROCEDURE and the like own the rest of their batch."""
    words = [token.word for token in tokens[:5]]
    return words[:1] in (["CREATE"], ["ALTER"]) and any(word in _MODULES for word in words[1:4])


def _starts(tokens: Tokens, at: int, now: _Running) -> bool:
    """Whether a word begins a statement."""
    word, before = tokens[at].word, tokens[at - 1].word
    after = tokens[at + 1].word if at + 1 < len(tokens) else ""
    head = tokens[now.begin].word
    if before in (".", ",", "=", "EXPLAIN") or before in _AFTER.get(word, ()):
        return False
    if before == "ON" and head in ("CREATE", "ALTER"):
        return word not in ("DELETE", "UPDATE")
    if head in ("GRANT", "REVOKE", "DENY"):
        return now.granted
    if word == "IF" and after == "EXISTS":
        return not (head in ("DROP", "ALTER") and before in _OBJECTS | {"COLUMN", "INDEX"})
    if head == "WITH" and not now.main:
        return False
    if head == "INSERT" and not now.main and word in ("SELECT", "EXEC", "EXECUTE"):
        return False
    if word == "SET" and "UPDATE" in (head, now.verb):
        return now.set
    if head == "ALTER" and word in ("DROP", "ALTER", "SET"):
        return word != "SET" and after in _OBJECTS
    return (word, after) not in (("MERGE", "JOIN"), ("UPDATE", "("))


_PAIRS = {
    "DROP": frozenset({"TABLE", "VIEW", "DATABASE", "SCHEMA"}),
    "ALTER": frozenset({"TABLE", "VIEW", "DATABASE", "SCHEMA"}),
    "CREATE": frozenset({"TABLE", "VIEW", "DATABASE", "SCHEMA", "INDEX"}),
    "TRUNCATE": frozenset({"TABLE"}),
    "DELETE": frozenset({"FROM"}),
    "INSERT": frozenset({"INTO"}),
    "MERGE": frozenset({"INTO"}),
}
_THIRDS = {"UPDATE": {"SET"}, "COPY": {"FROM", "TO", "("}, "CALL": {"(", "."}, "GRANT": {"ON", ","}}
_HOLD_OTHERS = frozenset("PREPARE DECLARE SHOW HELP DESCRIBE DESC AUDIT NOAUDIT".split())
_HOLDERS = {
    "CREATE": _ROUTINES | {"RULE", "TASK", "SCHEMA"},
    "ALTER": _ROUTINES | {"RULE", "TASK", "PUBLICATION", "EXTENSION", "PRIVILEGES"},
}
"""Statements that hold others, or words that look like them."""
_ROLES = frozenset({"TO", "FROM"})
_EXPLAINED = frozenset("SELECT WITH INSERT UPDATE DELETE MERGE CREATE TRUNCATE REPLACE".split())
_LISTS = {"GRANT": _ROLES, "REVOKE": _ROLES, "DENY": _ROLES, "EXPLAIN": _EXPLAINED}
"""Statements whose first part lists such words: it ends behind one of these."""
_LEAD_IN = frozenset("AS DO FOR THEN ELSE BEGIN INSTEAD ALSO ROW ATOMIC . , ( ON OR".split())


def forgotten(tokens: Tokens) -> int | None:
    """Where another statement begins behind one, since the separator was forgotten.

    It is a place that can't be part of the first one: two words that only begin a statement, at
    the beginning of a line or where nothing leads up to them.
    """
    head, near = tokens[0].word, {token.word for token in tokens[:6]}
    if head in _HOLD_OTHERS or (head in _HOLDERS and not _HOLDERS[head].isdisjoint(near)):
        return None
    begin = 1
    if head in _LISTS:
        first = (at for at, each in outer(tokens, 1) if each.word in _LISTS[head])
        begin = next(first, len(tokens)) + 2
    for place, token in outer(tokens, begin):
        ahead = [each.word for each in tokens[place + 1 : place + 3]]
        starts = bool(ahead) and ahead[0] in _PAIRS.get(token.word, ())
        starts = starts or (
            token.first and ahead[1:2] != [] and ahead[1] in _THIRDS.get(token.word, ())
        )
        if starts and tokens[place - 1].word not in _LEAD_IN:
            return place
    return None
