"""What is certain of a query or a change of rows that can't be parsed, from its first words."""

from __future__ import annotations

from tools_mock.effects.sql.lexer import Tokens
from tools_mock.effects.sql.reading import (
    NOTHING,
    Reader,
    Reading,
    SqlKind,
    effect,
    found,
    name_at,
    undecided,
    unknown,
)
from traces.model import Thing

_BETWEEN = frozenset(
    "ONLY LOW_PRIORITY HIGH_PRIORITY DELAYED QUICK IGNORE INTO FROM TABLE OVERWRITE OR REPLACE "
    "ABORT ROLLBACK FAIL".split()
)
_CHANGES = frozenset({"INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "UPSERT"})


def read_words(tokens: Tokens, reader: Reader) -> Reading:
    """The changes that stand at the beginning, after a parenthesis or after the CTEs."""
    reading = found({"select"} if tokens[0].word in ("SELECT", "VALUES", "TABLE", "FROM") else ())
    for at, token in enumerate(tokens):
        if token.word not in _CHANGES:
            continue
        before = tokens[at - 1].word if at else "("
        if before == "(" or (before == ")" and tokens[0].word == "WITH"):
            reading |= _change(tokens, at, reader)
    return reading | undecided("SQL that does not parse")


def _change(tokens: Tokens, at: int, reader: Reader) -> Reading:
    """A change that begins at a place."""
    verb = tokens[at].word
    begin = at + 1
    while begin < len(tokens) and tokens[begin].word in _BETWEEN:
        begin += 1
    if begin < len(tokens) and tokens[begin].word == "(":
        return NOTHING  # a function: REPLACE(…), INSERT(…)
    name, end = name_at(tokens, begin, reader.dialect)
    target = name.thing() if name else unknown("table")
    if verb in ("INSERT", "REPLACE", "UPSERT", "MERGE"):
        return _written(verb, target)
    words = _clause(tokens, end)
    if verb == "UPDATE" and "SET" not in words:
        return NOTHING  # FOR UPDATE and the like
    kind: SqlKind = "delete" if verb == "DELETE" else "update"
    kinds: set[SqlKind] = {kind}
    if "WHERE" not in words and "JOIN" not in words:
        kinds.add("delete without where" if verb == "DELETE" else "update without where")
    return found(kinds, effect("db.delete" if verb == "DELETE" else "db.write", target))


def _written(verb: str, target: Thing) -> Reading:
    kinds: set[SqlKind] = {"merge"} if verb == "MERGE" else {"insert"}
    if verb in ("REPLACE", "UPSERT"):
        kinds.add("update")
    return found(kinds, effect("db.write", target))


def _clause(tokens: Tokens, begin: int) -> set[str]:
    """The words up to the end of the parentheses in which a change stands."""
    depth = 0
    words: set[str] = set()
    for token in tokens[begin:]:
        depth += 1 if token.word == "(" else -1 if token.word == ")" else 0
        if depth < 0:
            break
        if not depth:
            words.add(token.word)
        if token.kind == "broken":
            words.add("WHERE")  # what stands in it is not known, so nothing is missing for certain
    return words
