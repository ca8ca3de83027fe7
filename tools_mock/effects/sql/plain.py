"""The plain statements, read without a parser: one table or simple joins, simple conditions.

Every token becomes a letter, and the row of letters must match a grammar as a whole. The grammar is
narrow on purpose: no subquery, no function outside a short list, in changes no condition that could
hold for every row. What does not match is parsed. The two ways must agree, which is tested.
"""

from __future__ import annotations

import re
from functools import cache

from tools_mock.effects.sql.dialects import Dialect
from tools_mock.effects.sql.lexer import Tokens
from tools_mock.effects.sql.reading import (
    Name,
    Reading,
    SqlKind,
    effect,
    effects_on,
    found,
    name_at,
)

_LETTERS = {
    "SELECT": "S",
    "DISTINCT": "D",
    "FROM": "F",
    "WHERE": "W",
    "AND": "A",
    "OR": "Q",
    "NOT": "N",
    "IS": "I",
    "NULL": "U",
    "TRUE": "U",
    "FALSE": "U",
    "DEFAULT": "U",
    "CURRENT_DATE": "U",
    "CURRENT_TIMESTAMP": "U",
    "IN": "i",
    "LIKE": "L",
    "ILIKE": "L",
    "BETWEEN": "B",
    "ORDER": "O",
    "GROUP": "G",
    "BY": "Y",
    "ASC": "C",
    "DESC": "C",
    "LIMIT": "M",
    "OFFSET": "M",
    "AS": "K",
    "JOIN": "J",
    "INNER": "j",
    "LEFT": "j",
    "RIGHT": "j",
    "OUTER": "j",
    "ON": "H",
    "INSERT": "R",
    "INTO": "T",
    "VALUES": "V",
    "UPDATE": "P",
    "SET": "E",
    "DELETE": "X",
    "=": "=",
    "<": "<",
    ">": ">",
    "!": "!",
    ".": ".",
    ",": ",",
    "(": "(",
    ")": ")",
    "*": "*",
    "+": "o",
    "-": "o",
    "/": "o",
}
_FUNCTIONS = frozenset(
    "COUNT SUM MIN MAX AVG LOWER UPPER LENGTH ROUND ABS COALESCE NULLIF NOW TRIM CONCAT "
    "SUBSTRING DATE_TRUNC GREATEST LEAST FLOOR CEIL".split()
)
# every word with a meaning of its own in some dialect: with one of these a statement isn't plain
_WORDS = frozenset(
    "ALL ALTER ANALYZE ANTI ANY APPLY ARRAY ASOF AT AUTHORIZATION BEGIN BINARY BULK CALL "
    "CASCADE CASE CAST CHECK CLUSTER COLLATE COLUMN COMMIT CONNECT CONSTRAINT CONTAINS COPY "
    "CREATE CROSS CUBE CURRENT CURSOR DATABASE DATE DEALLOCATE DECLARE DEFAULT DELAYED DENY "
    "DISTRIBUTE DISTRO DIV DO DROP DUMPFILE ELSE END ESCAPE EXCEPT EXCLUDE EXEC EXECUTE EXISTS "
    "EXPLAIN EXTRACT FETCH FILTER FINAL FOR FORCE FORMAT FULL FUNCTION GLOB GLOBAL GRANT "
    "GROUPING HAVING HIGH_PRIORITY IF IGNORE INDEX INDEXED INSTALL INTERSECT INTERVAL ISNULL "
    "KEY KILL LATERAL LET LOAD LOCAL LOCK LOW_PRIORITY MATCH MATCH_RECOGNIZE MERGE MINUS MOD "
    "NATURAL NEXT NOTNULL NULLS ONLY OPTION OUTFILE OUTPUT OVER OVERLAPS OVERRIDING OVERWRITE "
    "PARTITION PERCENT PERFORM PIVOT POSITIONAL PREWHERE PRIOR PROCEDURE QUALIFY QUICK "
    "RECURSIVE REGEXP RENAME REPLACE RETURNING REVOKE RLIKE ROLLUP ROW ROWS SAMPLE SEMI SETS "
    "SETTINGS SIMILAR SOME SOUNDS START STRAIGHT_JOIN STRUCT TABLE TABLESAMPLE THEN TIME "
    "TIMESTAMP TOP TRUNCATE UNION UNIQUE UNNEST UNPIVOT USE USING VALUE VARIADIC VIEW WHEN "
    "WINDOW WITH WITHIN XOR CONFLICT DUPLICATE ANALYSE SYMMETRIC ASYMMETRIC CURRENT_DATE "
    "CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER SESSION_USER USER GROUPS RANGE MAP DESCRIBE "
    "PRAGMA ATTACH DETACH VACUUM BY GO PLACING LEADING TRAILING BOTH POSITION".split()
)

_NAME = r"n(?:\.n){0,3}+"
_COMPARED = r"(?:<[=>]?|>=?|!=|=)"
_VALUE = rf"(?:[dspU]|od|{_NAME})"
_CALL = rf"f\((?:\*|D?{_VALUE}(?:,{_VALUE})*+)?\)"
_TERM = rf"(?:{_CALL}|{_VALUE})"
_EXPRESSION = rf"{_TERM}(?:[o*]{_TERM})*+"
_TABLE = rf"{_NAME}(?:Kn|n)?+"
_COLUMN = rf"(?:\*|{_NAME}\.\*|{_EXPRESSION}(?:Kn|n)?+)"
_CONDITION = (
    rf"{_EXPRESSION}(?:{_COMPARED}{_EXPRESSION}|IN?U|N?Ls|N?i\({_VALUE}(?:,{_VALUE})*+\)"
    rf"|N?B{_EXPRESSION}A{_EXPRESSION})"
)
_ORDER = rf"(?:OY{_EXPRESSION}C?(?:,{_EXPRESSION}C?)*+)?+"
_SELECT = (
    rf"SD?{_COLUMN}(?:,{_COLUMN})*+"
    rf"(?:F(?P<from>{_TABLE}(?:,{_TABLE})*+(?:j?j?J{_TABLE}H{_CONDITION}(?:[AQ]{_CONDITION})*+)*+)"
    rf"(?:W{_CONDITION}(?:[AQ]{_CONDITION})*+)?+(?:GY{_EXPRESSION}(?:,{_EXPRESSION})*+)?+)?+"
    rf"{_ORDER}(?:M[dp]){{0,2}}+"
)
# in a change every condition compares a column with a constant, so that it can't always hold
_PICK = rf"{_NAME}(?:{_COMPARED}(?:[dsp]|od)|IN?U|N?i\([dsp](?:,[dsp])*+\)|Bo?[dsp]Ao?[dsp])"
_WHERE = rf"(?P<where>W{_PICK}(?:A{_PICK})*+)?+"
_DELETE = rf"XF(?P<from>{_NAME}){_WHERE}"
_UPDATE = rf"P(?P<from>{_NAME})E{_NAME}={_EXPRESSION}(?:,{_NAME}={_EXPRESSION})*+{_WHERE}"
_CELL = rf"(?:[dspU]|od|{_CALL})"
_ROW = rf"\({_CELL}(?:,{_CELL})*+\)"
_INSERT = rf"RT(?P<from>{_NAME})(?:\(n(?:,n)*+\))?+V{_ROW}(?:,{_ROW})*+"
_GRAMMAR = {"SELECT": _SELECT, "INSERT": _INSERT, "UPDATE": _UPDATE, "DELETE": _DELETE}


@cache
def _grammar(verb: str) -> re.Pattern[str]:
    """The pattern of a verb, compiled when it is first needed, since that takes a while."""
    return re.compile(_GRAMMAR[verb])


_KIND_LETTERS = {"number": "d", "text": "s", "slot": "p", "variable": "p", "name": "n"}


def _letters(tokens: Tokens) -> str | None:
    """One letter for each token, or null where a token has none."""
    row: list[str] = []
    last = len(tokens) - 1
    for at, token in enumerate(tokens):
        word = token.word
        letter = _LETTERS.get(word) or _KIND_LETTERS.get(token.kind)
        if word == "NEXTVAL":
            return None
        if token.kind == "word" and letter is None:
            letter = "f" if word in _FUNCTIONS else "n"
            called = letter == "n" and at < last and tokens[at + 1].word == "("
            if (called or word in _WORDS) and (not row or row[-1] not in "T."):
                return None
        elif letter is None or (token.kind == "name" and "*" in token.text):
            return None  # in BigQuery a star in a name stands for several tables
        elif token.gap and letter in "=>" and row and row[-1] in "<>!":
            return None
        row.append(letter)
    return "".join(row)


def read_plain(tokens: Tokens, dialect: Dialect) -> Reading | None:
    """The reading of a plain statement; null where it isn't plain."""
    verb = tokens[0].word
    if verb not in _GRAMMAR:
        return None
    if dialect.name == "duckdb" and any(token.kind == "name" for token in tokens):
        return None  # a quoted name may be a file
    row = _letters(tokens)
    match = _grammar(verb).fullmatch(row) if row is not None else None
    if match is None:
        return None
    if verb == "SELECT":
        if match["from"] is None:
            return found({"select"}, effect("db.read"))
        names = _tables(tokens, match, dialect)
        return found({"select"}, *dict.fromkeys(effects_on("db.read", [n.thing() for n in names])))
    name, _ = name_at(tokens, match.start("from"), dialect)
    if name is None:
        return None
    if verb == "INSERT":
        return found({"insert"}, effect("db.write", name.thing()))
    kinds: set[SqlKind] = {"delete"} if verb == "DELETE" else {"update"}
    if match["where"] is None:
        kinds.add("delete without where" if verb == "DELETE" else "update without where")
    return found(kinds, effect("db.delete" if verb == "DELETE" else "db.write", name.thing()))


def _tables(tokens: Tokens, match: re.Match[str], dialect: Dialect) -> list[Name]:
    """The tables of a FROM clause."""
    places = [match.start("from")]
    row, condition = match.string, False
    for at in range(*match.span("from")):
        condition = row[at] == "H" or (condition and row[at] != "J")
        if row[at] == "J" or (row[at] == "," and not condition):
            places.append(at + 1)
    names = [name_at(tokens, at, dialect)[0] for at in places]
    return [name for name in names if name is not None]
