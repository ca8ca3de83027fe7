"""Statements in blocks and routine bodies: what stands around them, and what only stands there.

Control words are taken off the front of a statement (`IF … THEN`, `LOOP`, `ELSE`); their conditions
are read as expressions. All branches count, since any of them may have been meant.
"""

from __future__ import annotations

from dataclasses import replace

from tools_mock.effects.kinds import opaque
from tools_mock.effects.sql.calls import (
    assign,
    call_procedure,
    read_execute,
    read_expression,
)
from tools_mock.effects.sql.lexer import Tokens, value_of
from tools_mock.effects.sql.reading import (
    NOTHING,
    Reader,
    Reading,
    closing,
    find,
    name_at,
    outer,
    split_list,
    undecided,
)

_TRANSACTION = frozenset(
    "TRANSACTION TRAN WORK ISOLATION READ NOT DEFERRABLE IMMEDIATE EXCLUSIVE DEFERRED CONCURRENT "
    "DISTRIBUTED".split()
)
_PASSED = frozenset("ELSE LOOP REPEAT TRY CATCH EXCEPTION ATOMIC FINALLY".split())
_ENDED = frozenset("IF LOOP CASE WHILE FOR REPEAT TRY CATCH TRANSACTION TRAN WORK".split())
_UNTIL = {
    "IF": ("THEN",),
    "ELSIF": ("THEN",),
    "ELSEIF": ("THEN",),
    "WHEN": ("THEN",),
    "CASE": ("THEN",),
    "WHILE": ("LOOP", "DO"),
    "FOR": ("LOOP", "DO"),
    "FOREACH": ("LOOP", "DO"),
    "UNTIL": ("END",),
}
_VERBS = frozenset("DROP DELETE TRUNCATE ALTER INSERT UPDATE MERGE EXEC EXECUTE CALL".split())
_DEEPEST = 100


def without_control(tokens: Tokens, reader: Reader) -> tuple[Reading, Tokens]:
    """What the control words before a statement read, and the statement itself."""
    reading = NOTHING
    for _ in range(_DEEPEST):
        if not tokens:
            return reading, tokens
        word = tokens[0].word
        behind = _label(tokens)
        if behind:
            tokens = tokens[behind:]
        elif word in _UNTIL and not _is_expression(tokens):
            condition, tokens = _condition(tokens, reader)
            reading |= condition
        elif word == "BEGIN" and not _begins_transaction(tokens):
            reader.declaring = False
            tokens = tokens[
                3 if [token.word for token in tokens[1:3]] == ["NOT", "ATOMIC"] else 1 :
            ]
        elif word == "END":
            reader.declaring = False
            tokens = _behind_end(tokens)
        elif word in _PASSED:
            reader.branched = True
            tokens = tokens[1:]
        elif word == "DECLARE" and (reader.procedural or _declares(tokens, reader)):
            reader.declaring = True
            tokens = tokens[1:]
        else:
            return reading, tokens
    return reading | undecided("too many control words"), ()


def _begins_transaction(tokens: Tokens) -> bool:
    words = [token.word for token in tokens[1:3]]
    return not words or (words[0] in _TRANSACTION and words != ["NOT", "ATOMIC"])


def _declares(tokens: Tokens, reader: Reader) -> bool:
    return reader.dialect.declares and find(tokens, {"CURSOR"}) is None


def _is_expression(tokens: Tokens) -> bool:
    """Whether FOR or CASE stands alone, where nothing can be taken off."""
    return len(tokens) == 1


def _label(tokens: Tokens) -> int:
    """The length of a label before a statement, or 0."""
    words = [token.word for token in tokens[:6]]
    if words[:1] == ["<"] and ">" in words:
        return len(words) - words[::-1].index(">")
    if words[1:2] == [":"] and words[2:3] and words[2] in ("LOOP", "BEGIN", "WHILE", "REPEAT"):
        return 2
    return 0


def _behind_end(tokens: Tokens) -> Tokens:
    """What follows END, END IF, END LOOP label."""
    rest = tokens[1:]
    if rest and rest[0].word in _ENDED:
        rest = rest[1:]
    return rest[1:] if len(rest) == 1 and rest[0].kind in ("word", "name", "slot") else rest


def _condition(tokens: Tokens, reader: Reader) -> tuple[Reading, Tokens]:
    """What a condition or the range of a loop reads, and the statement behind it."""
    word = tokens[0].word
    reader.branched = True
    until, behind = _control_end(tokens, _UNTIL[word])
    inside, rest = tokens[1:until], tokens[behind:]
    if until == len(tokens) and not reader.dialect.runs_on:
        return undecided(f"{word} without its end"), ()
    if word in ("FOR", "FOREACH"):
        source = find(inside, {"IN"})
        inside = inside if source is None else inside[source + 1 :]
        if inside and inside[0].word in ("SELECT", "WITH", "EXECUTE", "VALUES", "TABLE"):
            return reader.read(inside), rest
    return read_expression(inside, reader), rest


def _control_end(tokens: Tokens, words: tuple[str, ...]) -> tuple[int, int]:
    """Where a condition ends and a statement begins: at THEN, LOOP or DO, or at a verb.

    CASE … END within the condition is passed over.
    """
    depth = 0
    for place, token in outer(tokens, 1):
        if token.word == "CASE":
            depth += 1
        elif token.word == "END" and depth:
            depth -= 1
        elif token.word in words and not depth:
            return place, place + 1
        elif token.word in _VERBS and place > 1 and tokens[0].word in ("IF", "WHILE"):
            return place, place
    return len(tokens), len(tokens)


def read_declaration(tokens: Tokens, reader: Reader) -> Reading:
    """A line of a section of declarations: a variable with its value, or a cursor."""
    cursor = find(tokens, {"CURSOR"})
    if cursor is not None:
        query = find(tokens, {"SELECT", "WITH"}, cursor)
        return reader.read(tokens[query:]) if query is not None else NOTHING
    place = find(tokens, {"=", "DEFAULT"})
    if place is None:
        return NOTHING
    assign(tokens[0].text, tokens[place + 1 :], reader)
    return read_expression(tokens[place + 1 :], reader)


_BLOCK_WORDS = frozenset(
    "PERFORM RETURN OPEN RAISE EXIT CONTINUE ASSERT PRINT THROW SIGNAL LEAVE LET".split()
)


def only_in_block(tokens: Tokens) -> bool:
    """Whether a statement is one that only a block has: one of its words, or an assignment."""
    words = [token.word for token in tokens[:3]]
    return words[0] in _BLOCK_WORDS or words[1:] == [":", "="]


def read_in_block(tokens: Tokens, reader: Reader) -> Reading | None:
    """The statements that only a block has, or null."""
    if tokens[0].word == "LET" and len(tokens) > 1:
        tokens = tokens[1:]
    word = tokens[0].word
    if word == "PERFORM":
        inner = reader.read([replace(tokens[0], word="SELECT", text="SELECT"), *tokens[1:]])
        return Reading(inner.kinds - {"select"}, inner.effects)
    if word in ("RETURN", "OPEN"):
        return _returned(tokens, reader)
    if word in ("RAISE", "EXIT", "CONTINUE", "ASSERT", "PRINT", "THROW", "SIGNAL", "LEAVE"):
        return read_expression(tokens[1:], reader)
    if tokens[0].kind not in ("word", "name", "variable", "slot"):
        return None
    name, at = name_at(tokens, 0, reader.dialect)
    if at < len(tokens) and tokens[at].word == "[":
        at = find(tokens, {"]"}, at) or at
        at += 1
    sign = [token.word for token in tokens[at : at + 2]]
    if sign == [":", "="] or sign[:1] == ["="]:
        begin = at + (2 if sign[0] == ":" else 1)
        assign(tokens[0].text, tokens[begin:], reader)
        return read_expression(tokens[begin:], reader)
    if name is not None and (at == len(tokens) or tokens[at].word == "("):
        inside = tokens[at + 1 : closing(tokens, at)] if at < len(tokens) else ()
        return call_procedure(name.value, split_list(inside), reader)
    return None


def _returned(tokens: Tokens, reader: Reader) -> Reading:
    """RETURN QUERY query, RETURN expression, OPEN cursor FOR query."""
    query = find(tokens, {"SELECT", "WITH", "VALUES", "EXECUTE", "INSERT", "UPDATE", "DELETE"}, 1)
    leads = query is not None and tokens[query - 1].word in ("QUERY", "FOR", "RETURN")
    if query is None or not leads:
        return read_expression(tokens[1:], reader)
    if tokens[query].word == "EXECUTE":
        return read_execute(tokens[query:], reader)
    return reader.read(tokens[query:])


def body_of(tokens: Tokens, reader: Reader) -> Reading | Tokens | str:
    """The body of a routine from what follows its name: its text or its statements.

    A body in a language other than SQL is a reading: it could do anything.
    """
    language = next(
        (tokens[at + 1].text for at, token in outer(tokens[:-1]) if token.word == "LANGUAGE"), "sql"
    )
    if language.lower().strip("\"'") not in ("sql", "plpgsql"):
        return Reading(effects=(opaque(f"a routine in {language[:40]}"),))
    begin = next((at for at, token in outer(tokens) if token.word in ("AS", "IS")), None)
    if begin is not None and tokens[begin + 1 :]:
        if tokens[begin + 1].kind == "text":
            return value_of(tokens[begin + 1], reader.dialect)
        return tokens[begin + 1 :]
    first = next((at for at, token in outer(tokens) if token.word in _FIRST), None)
    if first is None:
        return undecided("a routine whose body can't be read")
    return tokens[first:]


_FIRST = frozenset(
    "BEGIN DECLARE SELECT INSERT UPDATE DELETE CALL REPLACE TRUNCATE DROP ALTER CREATE WITH MERGE "
    "GRANT REVOKE IF SET EXECUTE".split()
)
