"""Queries and changes of rows: read plainly where that is certain, else parsed, else by words."""

from __future__ import annotations

from tools_mock.effects.sql.calls import read_assignments
from tools_mock.effects.sql.dialects import DIALECTS
from tools_mock.effects.sql.functions import called
from tools_mock.effects.sql.lexer import Tokens
from tools_mock.effects.sql.plain import read_plain
from tools_mock.effects.sql.reading import Reader, Reading, effect, found, undecided
from tools_mock.effects.sql.rewrite import Rewritten, render, rewrite
from tools_mock.effects.sql.words import read_words

LONGEST_PARSED = 20_000
"""Characters of a statement that is parsed; a longer one is read by its words."""

_LONGEST_RETRIED = 4_000
_OTHER_DIALECTS = ("postgres", "mysql", "tsql", "snowflake", "oracle")
_CHANGES = frozenset(
    {"INSERT", "UPDATE", "DELETE", "MERGE", "INTO", "EXEC", "CALL", "DROP", "TRUNCATE"}
)


def read_query(tokens: Tokens, reader: Reader) -> Reading:
    """The reading of a statement that begins with SELECT, WITH, INSERT, UPDATE and the like."""
    if reader.dialect.variables and tokens[0].word == "SELECT":
        read_assignments(tokens, reader)
    plain = read_plain(tokens, reader.dialect)
    if plain is not None:
        return plain
    reading = called(tokens, reader)
    if tokens[-1].end - tokens[0].start > LONGEST_PARSED:
        return reading | read_words(tokens, reader)
    rewritten = rewrite(tokens, reader)
    parsed = _parsed(rewritten, reader)
    if parsed is None:
        reading |= undecided("SQL that does not parse") | rewritten.reading
    else:
        reading |= parsed
    if rewritten.follows:
        reading |= reader.read(rewritten.follows)
    if "select" in reading.kinds and not reading.effects:
        reading |= Reading(effects=(effect("db.read"),))
    return reading


def _parsed(rewritten: Rewritten, reader: Reader) -> Reading | None:
    """The reading of the tree, in this dialect or in another one that understands the statement."""
    length = rewritten.tokens[-1].end - rewritten.tokens[0].start if rewritten.tokens else 0
    if not rewritten.tokens:
        return None
    tree = _tree(rewritten, reader, reader.dialect.name)
    if tree is None and length <= _LONGEST_RETRIED:
        # elsewhere `#` begins a comment, which would hide what stands behind it
        others = () if any(token.word == "#" for token in rewritten.tokens) else _OTHER_DIALECTS
        for name in others:
            tree = None if name == reader.dialect.name else _tree(rewritten, reader, name)
            if tree is not None and _accounts_for(rewritten.tokens, tree):
                break
            tree = None
    if tree is None:
        return None
    reading = tree | rewritten.reading
    if rewritten.replaces:
        reading |= found({"update"})
    if "merge" in tree.kinds and "delete" in rewritten.reading.kinds:
        merged = [each for each in tree.effects if each.kind == "db.write"][:1]
        reading |= Reading(effects=tuple(effect("db.delete", *each.on) for each in merged))
    return reading


def _tree(rewritten: Rewritten, reader: Reader, name: str) -> Reading | None:
    """The reading in one dialect."""
    # Imported here: sqlglot takes long to load, and many statements are read without it.
    from tools_mock.effects.sql.parser import parse
    from tools_mock.effects.sql.tree import is_statement, read_tree

    dialect = DIALECTS[name]
    rendered = render(rewritten.tokens, reader.dialect, "[" if name == "tsql" else dialect.quote)
    root = parse(rendered.sql, dialect.parser, reader)
    if root is None or not is_statement(root):
        return None
    variables = reader.procedural or not reader.dialect.select_into
    return read_tree(root, rendered, reader.dialect, variables=variables)


def _accounts_for(tokens: Tokens, reading: Reading) -> bool:
    """Whether a dialect that was not asked for has found every change that the words speak of."""
    words = {token.word for token in tokens} & _CHANGES
    return all(word.lower() in reading.kinds for word in words - {"INTO"}) and (
        "INTO" not in words or bool(reading.kinds & {"insert", "merge", "create"})
    )


def read_unparsed(tokens: Tokens, reader: Reader) -> Reading:
    """What is certain of a query that must not be parsed, since it is too deep or broken."""
    return read_words(tokens, reader)
