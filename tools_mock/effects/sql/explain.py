"""EXPLAIN plans a statement; with ANALYZE it runs it as well."""

from __future__ import annotations

from tools_mock.effects.sql.lexer import Tokens
from tools_mock.effects.sql.reading import NOTHING, Reader, Reading, closing, split_list

_WORDS = frozenset(
    "EXPLAIN DESCRIBE DESC ANALYZE ANALYSE VERBOSE EXTENDED PARTITIONS PLAN FOR QUERY USING TEXT "
    "JSON TABULAR FORMAT = TREE TRADITIONAL LOGICAL COST CODEGEN FORMATTED SETTINGS".split()
)
_RUN = frozenset(
    "SELECT WITH INSERT UPDATE DELETE MERGE REPLACE VALUES TABLE CREATE EXECUTE DECLARE REFRESH ("
    " FROM CALL".split()
)
_OFF = frozenset({"FALSE", "OFF", "0", "NO"})


def read_explain(tokens: Tokens, reader: Reader) -> Reading:
    """Nothing, or the effects of the statement where ANALYZE runs it.

    MariaDB writes `ANALYZE statement` for the same; ANALYZE of a table is another thing.
    """
    at, runs = 0, False
    while at < len(tokens):
        word = tokens[at].word
        if word == "(" and at and at + 1 < len(tokens) and _are_options(tokens, at):
            end = closing(tokens, at)
            runs = _analyzes(tokens[at + 1 : end], runs)
            at = end + 1
        elif word in _WORDS or tokens[at].kind == "text":
            runs = runs or word in ("ANALYZE", "ANALYSE")
            at += 1
        else:
            break
    if tokens[0].word == "ANALYZE" and tokens[at : at + 1] and tokens[at].word == "TABLE":
        return NOTHING
    if not runs or at >= len(tokens) or tokens[at].word not in _RUN:
        return NOTHING
    return reader.read(tokens[at:])


def _are_options(tokens: Tokens, at: int) -> bool:
    """Whether the parenthesis holds options, not a query."""
    return tokens[at + 1].word not in ("SELECT", "WITH", "VALUES", "TABLE", "(")


def _analyzes(options: Tokens, runs: bool) -> bool:
    """The last ANALYZE among the options decides."""
    for option in split_list(options):
        if option and option[0].word in ("ANALYZE", "ANALYSE"):
            value = option[1] if len(option) > 1 else None
            text = "" if value is None else value.text.strip("'\"").upper()
            runs = text not in _OFF
    return runs
