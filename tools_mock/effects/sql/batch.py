"""The reader of a batch: it sends each statement to what can read it, and bounds the work.

Nothing that is not understood is clean: a statement whose first words nobody reads, or that is
broken, is undecided. So is one that is too deep or too long to be parsed; what its first words say
for certain stands beside that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tools_mock.effects.sql.admin import read_admin, read_pragma, read_undrop, read_vacuum
from tools_mock.effects.sql.alter import read_alter
from tools_mock.effects.sql.blocks import (
    body_of,
    only_in_block,
    read_declaration,
    read_in_block,
    without_control,
)
from tools_mock.effects.sql.calls import (
    read_call,
    read_declare,
    read_do,
    read_execute,
    read_prepare,
    read_set,
)
from tools_mock.effects.sql.client import read_line
from tools_mock.effects.sql.dialects import Dialect
from tools_mock.effects.sql.explain import read_explain
from tools_mock.effects.sql.files import (
    read_backup,
    read_bulk,
    read_copy,
    read_export,
    read_import,
    read_install,
    read_load,
    read_staged,
    read_unload,
)
from tools_mock.effects.sql.lexer import Tokens, lex
from tools_mock.effects.sql.objects import (
    read_comment,
    read_create,
    read_drop,
    read_rename,
    read_truncate,
)
from tools_mock.effects.sql.privileges import read_grant, read_revoke
from tools_mock.effects.sql.query import read_query, read_unparsed
from tools_mock.effects.sql.reading import (
    NOTHING,
    Files,
    Reader,
    Reading,
    Shell,
    undecided,
)
from tools_mock.effects.sql.split import Piece, forgotten, pieces

DEEPEST = 40
"""Parentheses within parentheses that are still read."""
STEPS = 60_000
"""What the parser may do for one batch."""

_LAYERS = 6
"""Texts in texts that are still read."""
_NESTED = 1_000
"""Statements in texts, blocks and files that are read for one batch."""
_Handler = Callable[[Tokens, Reader], Reading | None]

_QUERIES = frozenset(
    "SELECT WITH INSERT UPDATE DELETE MERGE REPLACE UPSERT VALUES TABLE FROM "
    "PIVOT UNPIVOT (".split()
)
_BY_NAME: dict[str, _Handler] = {
    "DROP": read_drop,
    "CREATE": read_create,
    "ALTER": read_alter,
    "TRUNCATE": read_truncate,
    "RENAME": read_rename,
    "COMMENT": read_comment,
    "GRANT": read_grant,
    "REVOKE": read_revoke,
    "DENY": read_revoke,
    "UNDROP": read_undrop,
    "VACUUM": read_vacuum,
    "PRAGMA": read_pragma,
}
"""What names all that it changes, so that it is certain even where the rest is broken."""
_BY_PARTS: dict[str, _Handler] = {
    "COPY": read_copy,
    "LOAD": read_load,
    "UNLOAD": read_unload,
    "EXPORT": read_export,
    "IMPORT": read_import,
    "BULK": read_bulk,
    "BACKUP": read_backup,
    "RESTORE": read_backup,
    "PUT": read_staged,
    "GET": read_staged,
    "REMOVE": read_staged,
    "RM": read_staged,
    "INSTALL": read_install,
    "CALL": read_call,
    "EXEC": read_execute,
    "EXECUTE": read_execute,
    "PREPARE": read_prepare,
    "DO": read_do,
    "SET": read_set,
    "DECLARE": read_declare,
    "EXPLAIN": read_explain,
    "DESCRIBE": read_explain,
    "DESC": read_explain,
    "ANALYZE": read_explain,
}
_NAMED_FIRST = frozenset("SET GET LOAD PREPARE EXECUTE EXEC IMPORT INSTALL RESTORE".split())
"""Some of their forms stand in the table of maintenance statements, which is asked first."""


class Batch:
    """A reader of statements, with what the batch has defined so far."""

    def __init__(
        self, dialect: Dialect, shell: Shell | None = None, files: Files | None = None
    ) -> None:
        """Begin a batch in which nothing is defined."""
        self.dialect = dialect
        self.shell = shell
        self.files = files
        self.prepared: dict[str, Reading] = {}
        self.routines: dict[str, Tokens] = {}
        self.variables: dict[str, str | None] = {}
        self.procedural = self.branched = self.declaring = False
        self.steps = STEPS
        self.depth = 0
        self.nested = 0

    def read_piece(self, piece: Piece) -> Reading:
        """What a statement or a client command does."""
        return read_line(piece.line, self) if piece.line is not None else self.read(piece.tokens)

    def read(self, tokens: Tokens) -> Reading:
        """What a statement does, control words before it taken off."""
        if not tokens:
            return NOTHING
        if self.depth > 3 * _LAYERS:
            return undecided("statements in too many layers")
        if any(token.kind == "broken" for token in tokens):
            return undecided("a quote that is never closed, or an odd character")
        if _too_deep(tokens):
            return self._certain(tokens) | undecided("parentheses that are too deep")
        self.depth += 1
        reading, rest = without_control(tokens, self)
        if rest:
            reading |= self._statement(rest)
        self.depth -= 1
        return reading

    def read_certain(self, piece: Piece) -> Reading:
        """What the first words of a piece say, without any parsing."""
        return self._certain(piece.tokens) if piece.tokens else self.read_piece(piece)

    def _certain(self, tokens: Tokens) -> Reading:
        """What the first words say of a statement that is broken or too deep."""
        head = tokens[0].word
        handler = _BY_NAME.get(head)
        if handler is not None:
            whole = [token for token in tokens[:200] if token.kind != "broken"]
            return handler(whole, _Shallow(self)) or NOTHING
        return read_unparsed(tokens, self) if head in _QUERIES else NOTHING

    def _statement(self, tokens: Tokens) -> Reading:
        head = tokens[0].word
        if head in _QUERIES and [token.word for token in tokens[:2]] != ["UPDATE", "STATISTICS"]:
            return read_query(tokens, self)
        if self.declaring and head not in _BY_NAME and head not in _BY_PARTS:
            return read_declaration(tokens, self)
        handler = _BY_NAME.get(head) or _BY_PARTS.get(head)
        if head in _NAMED_FIRST:
            named = read_admin(tokens, self)
            if named is not None and (named.effects or head != "SET"):
                return named | self._behind(tokens)
        reading = handler(tokens, self) if handler is not None else None
        in_block = self.procedural or self.dialect.declares
        if reading is None and in_block and only_in_block(tokens):
            reading = read_in_block(tokens, self)
        if reading is None:
            reading = read_admin(tokens, self)
        if reading is None and in_block:
            reading = read_in_block(tokens, self)
        if reading is not None:
            reading |= self._behind(tokens)
        if reading is None and self.dialect.runs_on and head != "DBCC":
            # the first statement of a batch may be a procedure without EXEC
            reading = read_execute([replace(tokens[0], word="EXEC"), *tokens], self)
        if reading is None:
            return undecided(f"a statement that begins with {tokens[0].text[:40]}")
        return reading

    def _behind(self, tokens: Tokens) -> Reading:
        """What stands behind a statement where a separator was forgotten."""
        place = forgotten(tokens)
        return self.read(tokens[place:]) if place is not None else NOTHING

    def read_text(self, text: str, *, block: bool = False) -> Reading:
        """What a text does that this batch executes."""
        self.nested += 1
        if self.nested > _NESTED or self.depth > 2 * _LAYERS:
            return undecided("texts in texts")
        return self._pieces(lex(text, self.dialect), block or self.procedural)

    def read_block(self, tokens: Tokens) -> Reading:
        """What the body of a routine does, whose name was cut off."""
        body = body_of(tokens, self)
        if isinstance(body, Reading):
            return body
        if isinstance(body, str):
            return self._pieces(lex(body, self.dialect), True)
        # where another delimiter was set, a semicolon is a symbol like any other
        return self._pieces(
            [replace(each, kind="end") if each.word == ";" else each for each in body], True
        )

    def _pieces(self, tokens: Tokens, procedural: bool) -> Reading:
        """The readings of several statements, put together."""
        if self.depth > 2 * _LAYERS:
            return undecided("texts in texts")
        before = self.procedural, self.declaring
        self.procedural, self.declaring = procedural, False
        self.depth += 2
        reading = NOTHING
        for piece in pieces(tokens, self.dialect):
            self.nested += 1
            if self.nested > _NESTED:
                reading |= undecided("a long text of statements")
                break
            reading |= self.read_piece(piece)
        self.depth -= 2
        self.procedural, self.declaring = before
        return reading


class _Shallow(Batch):
    """A reader that reads no statements within statements."""

    def __init__(self, batch: Batch) -> None:
        """Read in the same dialect."""
        super().__init__(batch.dialect)

    def read(self, tokens: Tokens) -> Reading:
        """Nothing that is nested is read."""
        return NOTHING

    def read_block(self, tokens: Tokens) -> Reading:
        """Nothing that is nested is read."""
        return NOTHING


def _too_deep(tokens: Tokens) -> bool:
    """Whether parentheses stand in more layers than are parsed."""
    depth = deepest = 0
    for token in tokens:
        if token.word in ("(", "["):
            depth += 1
            deepest = max(deepest, depth)
        elif token.word in (")", "]"):
            depth -= 1
    return deepest > DEEPEST
