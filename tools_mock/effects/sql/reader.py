"""What SQL text would have done: its statements, their kinds, and their effects with their tables.

The law:

- SQL is read, not searched. Every statement of a batch counts, in CTEs, after comments, in the
  branches of a block, and whether or not it is rolled back. Literals, comments and quoted names are
  never statements. EXPLAIN has no effect unless ANALYZE runs the statement.
- Kinds add up: a DELETE without WHERE is `delete` and `delete without where`; a SELECT over a CTE
  that deletes is `select` and `delete`; an upsert is `insert` and `update`; a MERGE also has the
  kinds of its branches; CREATE OR REPLACE TABLE is `create` and `drop`. `select` is the kind of a
  statement that is a query itself. SET, SHOW, BEGIN and the like have none.
- One effect per table. DROP, CREATE, ALTER are `db.schema_change`, for roles `db.privilege`;
  TRUNCATE is `db.delete`; GRANT is `db.privilege` and `access.grant`. Names are as written,
  quotes off; a placeholder for a name is an object that is not known.
- A function in a query is taken to compute, except the ones in a table and those whose name has a
  verb of change. A procedure could do anything, except the ones in a table. The body of a routine
  counts where the same batch runs it.
- What can't be decided is opaque (`db.*`), never clean: what does not parse, is built and executed
  at run time, or lies in a file. Of a text that is only too deep or too long, what its first words
  say for certain stands beside that; of one that does not parse nothing does.

Where a statement does not parse in its dialect but does in another one, it is read as that: the
attempt counts. Time and memory are bounded; what lies beyond the bounds is opaque.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tools_mock.effects.kinds import opaque
from tools_mock.effects.sql.batch import Batch
from tools_mock.effects.sql.dialects import DIALECTS
from tools_mock.effects.sql.lexer import Token, lex
from tools_mock.effects.sql.reading import Files, Reading, Shell, SqlKind
from tools_mock.effects.sql.split import Piece, pieces
from tools_mock.effects.sql.stack import with_room
from traces.model import Effect

LONGEST = 2_000_000
"""Characters of a text that are read."""
MOST_STATEMENTS = 1_000
"""What comes behind them is put together in one statement."""
MOST_SKIMMED = 5_000
"""Of these, that many are read by their first words."""

_LONGEST_CACHED = 20_000
_LONGEST_TEXT = 200
_ODD = re.compile(r"[\ud800-\udfff\x00]")


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a batch, or one command to the client.

    `number` counts from 1. `text` is the statement, shortened to 200 characters. `opaque`:
    something in it could not be decided, and `effects` say what it could have been.
    """

    number: int
    kinds: frozenset[SqlKind]
    effects: tuple[Effect, ...]
    text: str
    opaque: bool


def read_sql(text: str, dialect: str = "postgres") -> tuple[Statement, ...]:
    """The statements of a text, in their order; none for text that holds nothing but comments.

    Any text is read without an error; a dialect that isn't known makes the whole text opaque.
    """
    if len(text) > _LONGEST_CACHED:
        return _read(text, dialect, None, None)
    return _cached(text, dialect)


def read_sql_script(
    text: str, dialect: str = "postgres", *, shell: Shell | None = None, files: Files | None = None
) -> tuple[Statement, ...]:
    """As `read_sql`, for a client's script.

    `shell` reads the commands that the script gives to a shell; `files` knows the content of files
    that it includes. Without them these are opaque.
    """
    if shell is None and files is None:
        return read_sql(text, dialect)
    return _read(text, dialect, shell, files)


@lru_cache(maxsize=2048)
def _cached(text: str, dialect: str) -> tuple[Statement, ...]:
    return _read(text, dialect, None, None)


def _read(
    text: str, dialect: str, shell: Shell | None, files: Files | None
) -> tuple[Statement, ...]:
    """All statements of a text."""
    rules = DIALECTS.get(dialect.lower())
    clean = _ODD.sub("\ufffd", text)
    if rules is None:
        return (_whole(f"the SQL dialect {dialect[:40]!r} is not known", clean),)

    def read() -> tuple[Statement, ...]:
        batch = Batch(rules, shell, files)
        return tuple(_statements(pieces(lex(clean[:LONGEST], rules), rules), batch, clean))

    try:
        return with_room(read)
    except RecursionError:
        return (_whole("it is nested too deep", clean),)


def _whole(why: str, text: str) -> Statement:
    """A text of which nothing is known, as one statement."""
    return _statement(1, Reading(effects=(opaque(why, "db.*"),)), text[:_LONGEST_TEXT])


def _statements(found: Iterator[Piece], batch: Batch, text: str) -> Iterator[Statement]:
    """The statements of the pieces; many that come last are put together."""
    number = more = 0
    rest: Reading | None = None
    for piece in found:
        if number < MOST_STATEMENTS:
            number += 1
            yield _statement(number, batch.read_piece(piece), _text(piece, text))
        else:
            rest = rest or Reading()
            more += 1
            if more <= MOST_SKIMMED:
                rest |= batch.read_certain(piece)
    if rest is not None:
        why = opaque("more statements than are read one by one", "db.*")
        yield _statement(number + 1, rest | Reading(effects=(why,)), "…")
    elif len(text) > LONGEST:
        why = opaque("a text longer than what is read", "db.*")
        yield _statement(number + 1, Reading(effects=(why,)), text[LONGEST:][:_LONGEST_TEXT])


def _text(piece: Piece, text: str) -> str:
    """The text of a piece, shortened."""
    tokens: list[Token] = [piece.line] if piece.line is not None else piece.tokens
    begin, end = tokens[0].start, tokens[-1].end
    return text[begin : min(end, begin + _LONGEST_TEXT)]


def _statement(number: int, reading: Reading, text: str) -> Statement:
    """A statement; each effect says in which statement it stands."""
    place = f"statement {number}"
    effects = tuple(
        each.model_copy(update={"why": f"{place}: {each.why}" if each.why else place})
        for each in reading.effects
    )
    undecided = any(each.kind == "opaque" for each in effects)
    return Statement(number, reading.kinds, effects, text, undecided)
