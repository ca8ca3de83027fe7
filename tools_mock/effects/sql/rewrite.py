"""Queries and changes of rows in the form that the parser understands.

What the parser does not know and what does not matter for the effects is taken out (LOW_PRIORITY,
TOP, INTO OUTFILE), placeholders become names, and literals are written in one plain form, so that
the parser and the tokens can't disagree on where a literal ends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from tools_mock.effects.sql.dialects import Dialect
from tools_mock.effects.sql.files import path_of
from tools_mock.effects.sql.lexer import Token, Tokens, value_of
from tools_mock.effects.sql.reading import (
    NOTHING,
    Reader,
    Reading,
    closing,
    effect,
    find,
    found,
    name_at,
    names_at,
)

_MODIFIERS = {
    "DELETE": frozenset({"LOW_PRIORITY", "QUICK", "IGNORE"}),
    "UPDATE": frozenset({"LOW_PRIORITY", "IGNORE"}),
    "INSERT": frozenset({"LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED", "IGNORE"}),
    "REPLACE": frozenset({"LOW_PRIORITY", "DELAYED"}),
}
_INTO_ENDS = frozenset("FROM WHERE GROUP ORDER LIMIT FOR HAVING UNION USING WINDOW ) LOCK".split())
_ASSIGNED = frozenset("+-*/%&|^")
_OUTFILE = frozenset(
    "FIELDS COLUMNS LINES TERMINATED OPTIONALLY ENCLOSED ESCAPED STARTING BY CHARACTER SET".split()
)


@dataclass(slots=True)
class Rewritten:
    """A statement for the parser: its tokens, and what was already read out of it.

    `replaces`: it was REPLACE INTO. `follows`: the tokens of a statement whose result it inserts.
    """

    tokens: list[Token]
    reading: Reading = NOTHING
    replaces: bool = False
    follows: Tokens = field(default_factory=tuple)


def rewrite(tokens: Tokens, reader: Reader) -> Rewritten:
    """Take out what the parser does not know."""
    done = Rewritten([])
    tokens = _without_only(tokens)
    verb, depth, filtered, returning = "", 0, False, False
    at = 0
    while at < len(tokens):
        token = tokens[at]
        word = token.word
        depth += 1 if word == "(" else -1 if word == ")" else 0
        behind = _passed(tokens, at, verb, done)
        if not behind and word == "INTO" and verb in ("SELECT", "DELETE", "UPDATE", "INSERT"):
            behind = _into(tokens, at, verb, reader, done, returning=returning)
        if not behind and word == "OUTPUT" and reader.dialect.runs_on and not depth:
            behind = _output(tokens, at, reader, done)
        if behind:
            at = behind
            continue
        before = done.tokens[-1].word if done.tokens else ""
        if verb == "MERGE" and word == "DELETE" and not depth and before != "THEN":
            # Oracle: … THEN UPDATE SET … [WHERE …] DELETE WHERE …
            if tokens[at + 1 : at + 2] and tokens[at + 1].word != "WHERE":
                return Rewritten(list(tokens))
            done.reading |= found({"delete"})
            done.tokens.append(replace(token, text="AND" if filtered else "WHERE", word="WHERE"))
            at += 2
            continue
        if word in ("EXEC", "EXECUTE") and reader.dialect.runs_on and verb == "INSERT":
            done.follows = tokens[at:]
            done.tokens.append(replace(token, text="DEFAULT VALUES"))
            break
        if verb != "MERGE" and _begins(tokens, at, done):
            verb, returning = word, False
            if word in ("REPLACE", "UPSERT") and not depth:
                done.replaces = True
                token = replace(token, text="INSERT", word="INSERT")
        filtered = word == "WHERE" or (filtered and word != "WHEN")
        returning = returning or word == "RETURNING"
        done.tokens.append(token)
        at += 1
    return done


def _output(tokens: Tokens, at: int, reader: Reader, done: Rewritten) -> int:
    """The place behind T-SQL's OUTPUT clause, whose INTO fills another table."""
    end = find(tokens, _OUTPUT_ENDS, at + 1)
    if end is None or tokens[end].word != "INTO":
        return len(tokens) if end is None else end
    name, behind = name_at(tokens, end + 1, reader.dialect)
    if name is not None:
        done.reading |= found((), effect("db.write", name.thing()))
    if behind < len(tokens) and tokens[behind].word == "(":
        behind = closing(tokens, behind) + 1
    return behind


def _without_only(tokens: Tokens) -> Tokens:
    """The tokens with `ONLY (name)` written as `ONLY name`."""
    left_out: set[int] = set()
    for at, token in enumerate(tokens[:-3]):
        if token.word == "ONLY" and tokens[at + 1].word == "(":
            left_out |= {at + 1, closing(tokens, at + 1)}
    if not left_out:
        return tokens
    kept = [at for at in range(len(tokens)) if at not in left_out]
    return [replace(tokens[at], gap=True) if at - 1 in left_out else tokens[at] for at in kept]


_OUTPUT_ENDS = frozenset("INTO WHERE FROM VALUES SELECT EXEC EXECUTE DEFAULT OPTION".split())
_VERBS = frozenset({"SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "UPSERT", "MERGE"})


def _begins(tokens: Tokens, at: int, done: Rewritten) -> bool:
    """Whether a verb begins a statement here, and is no function, alias or lock."""
    word = tokens[at].word
    if word not in _VERBS or (done.tokens and done.tokens[-1].word not in ("(", ")")):
        return False
    return word == "SELECT" or at + 1 >= len(tokens) or tokens[at + 1].word != "("


def _passed(tokens: Tokens, at: int, verb: str, done: Rewritten) -> int:
    """The place behind what is left out at a place, or 0."""
    token = tokens[at]
    before = done.tokens[-1].word if done.tokens else ""
    ahead = [each.word for each in tokens[at + 1 : at + 4]]
    if before == verb and token.word in _MODIFIERS.get(verb, ()):
        return at + 1
    if before == verb and verb in ("DELETE", "UPDATE", "INSERT", "MERGE") and token.word == "TOP":
        end = closing(tokens, at + 1) if ahead[:1] == ["("] else at + 1
        return end + (2 if tokens[end + 1 : end + 2] and tokens[end + 1].word == "PERCENT" else 1)
    if token.word in _ASSIGNED and verb == "UPDATE" and ahead[:1] == ["="]:
        return at + 1
    if before == "UPDATE" and token.word == "OR":
        return at + 2
    if token.word == "OVERRIDING" and ahead[1:2] == ["VALUE"]:
        return at + 3
    if verb == "DELETE" and token.word == "." and ahead[:1] == ["*"]:
        return at + 2
    if token.word == "CURRENT" and ahead[:1] == ["OF"] and before == "WHERE":
        one = replace(token, kind="number", text="cursor_row = 1", word="")
        done.tokens.append(one)
        return at + 3
    return 0


def _into(
    tokens: Tokens, at: int, verb: str, reader: Reader, done: Rewritten, *, returning: bool
) -> int:
    """The place behind INTO OUTFILE 'path', or INTO of variables; 0 for INTO of a table."""
    if at + 1 >= len(tokens):
        return 0
    target = tokens[at + 1]
    if target.word in ("OUTFILE", "DUMPFILE") and at + 2 < len(tokens):
        there = effect("fs.write", path_of(tokens[at + 2], reader))
        done.reading |= found((), there)
        end = at + 3
        while end < len(tokens) and (
            tokens[end].word in _OUTFILE
            or tokens[end].kind == "text"
            or tokens[end - 1].word == "SET"
        ):
            end += 1
        return end
    if verb != "SELECT" and not returning:
        return 0
    variables = reader.procedural or not reader.dialect.select_into or returning
    if not variables and not (target.kind == "variable" and reader.dialect.name != "tsql"):
        return 0
    names, end = names_at(tokens, at + (2 if target.word == "STRICT" else 1), reader.dialect)
    ends = end == len(tokens) or tokens[end].word in _INTO_ENDS
    return end if names and ends else 0


_COMMENTS = frozenset({("-", "-"), ("/", "/"), ("{", "#"), ("{", "%"), ("{", "{")})
"""Symbols that the parser would take for the beginning of a comment or a template."""

_PLAIN_NAME = re.compile(r"[\w .*$#@%:-]{1,200}")
_PLAIN_TEXT = re.compile(r"[^'\\\n]{0,200}", re.A)


@dataclass(slots=True)
class Rendered:
    """SQL for the parser, and what the placeholders in it stand for by their names."""

    sql: str
    slots: dict[str, Token]


def render(tokens: Tokens, dialect: Dialect, quote: str) -> Rendered:
    """Write tokens in a plain form, with this quote around names."""
    slots: dict[str, Token] = {}
    texts: dict[str, str] = {}
    parts: list[str] = []
    apart, before = False, ""
    for token in tokens:
        if token.kind == "variable" and dialect.name == "snowflake":
            written = token.text  # a stage, which the parser knows
        elif token.kind in ("slot", "variable") and not token.text.startswith("@@"):
            written = f"slot_{len(slots)}_"
            slots[written] = token
        elif token.kind == "variable":
            written = "system_variable"
        elif token.kind == "text":
            written = _literal(value_of(token, dialect), texts)
        elif token.kind == "name" and _PLAIN_NAME.fullmatch(value_of(token, dialect)):
            written = quote + value_of(token, dialect) + ("]" if quote == "[" else quote)
        elif token.kind == "name":
            written = f"slot_{len(slots)}_"
            slots[written] = token
        else:
            written = token.text
        data = token.kind in ("text", "slot", "variable")
        comment = (before, token.word) in _COMMENTS
        parts.append(f" {written}" if token.gap or data or apart or comment else written)
        apart, before = data, token.word
    return Rendered("".join(parts), slots)


def _literal(value: str, texts: dict[str, str]) -> str:
    """A literal in a plain form; equal texts stay equal, different ones different."""
    if _PLAIN_TEXT.fullmatch(value):
        return f"'{value}'"
    return f"'{texts.setdefault(value, f'text {len(texts)}')}'"
