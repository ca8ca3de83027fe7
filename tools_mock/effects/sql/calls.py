"""Routines, blocks and texts that a statement executes: CALL, EXEC, EXECUTE, PREPARE, DO.

The procedures of T-SQL and the few harmless ones of other databases are a table; any other
procedure could do anything to the database, unless this batch has created it. What a batch has
prepared or assigned to a variable is followed in the order of its statements; a variable that is
set again behind a branch is not known any more.
"""

from __future__ import annotations

import re

from tools_mock.effects.kinds import opaque
from tools_mock.effects.sql.built import text_of
from tools_mock.effects.sql.functions import (
    applied,
    called,
    known_function,
    run_text,
    table_of,
)
from tools_mock.effects.sql.lexer import Tokens, value_of
from tools_mock.effects.sql.reading import (
    BUILT,
    NOTHING,
    Reader,
    Reading,
    closing,
    effect,
    find,
    found,
    name_at,
    outer,
    split_list,
    thing,
    undecided,
)

_PROCEDURES = table_of("""
sp_detach_db sp_attach_db sp_create_removable sp_renamedb | db.schema_change | database 0
sp_dboption | db.schema_change | database 0
sp_addlinkedserver sp_dropserver sp_serveroption | db.schema_change | -
refresh_materialized_view | db.write | table 0
sp_tableoption sp_bindefault sp_unbindefault sp_refreshview | db.schema_change | table 0
sp_addextendedproperty sp_updateextendedproperty | db.schema_change | -
sp_addrolemember sp_addsrvrolemember | db.privilege access.grant | role 1
sp_droprolemember sp_dropsrvrolemember | db.privilege access.revoke | role 1
sp_addlogin sp_adduser sp_grantlogin sp_grantdbaccess | db.privilege access.grant | role 0
sp_droplogin sp_dropuser sp_revokelogin sp_revokedbaccess | db.privilege access.revoke | role 0
sp_password sp_changeobjectowner sp_change_users_login | db.privilege | -
sp_send_dbmail | message.send | -
""")
_HARMLESS = re.compile(
    r"sp_(?:help\w*|who2?|columns\w*|tables\w*|spaceused|lock|depends|stored_procedures|databases"
    r"|pkeys|fkeys|statistics|server_info|describe_\w+|monitor|datatype_info|sproc_columns)"
    r"|dbms_output\.\w+|dbms_(?:lock|session)\.sleep|dbms_stats\.gather_\w+",
    re.I,
)
_RUNNING = frozenset(
    "sp_executesql sp_msforeachtable sp_msforeachdb sp_prepexec sp_sqlexec".split()
)


def read_call(tokens: Tokens, reader: Reader) -> Reading:
    """`CALL name(arguments)`."""
    name, at = name_at(tokens, 1, reader.dialect)
    if name is None:
        return undecided("a CALL that can't be read", kinds={"call"})
    inside = tokens[at + 1 : closing(tokens, at)] if at < len(tokens) else ()
    return call_procedure(name.value, split_list(inside), reader) | called(inside, reader)


def call_procedure(name: str, arguments: list[Tokens], reader: Reader) -> Reading:
    """What a procedure does with these arguments."""
    last = name.rsplit(".", 1)[-1].lower()
    called_only = found({"call"})
    if last in reader.routines:
        return called_only | reader.read_block(reader.routines[last])
    if last in _RUNNING and arguments:
        return called_only | run_text(arguments[0], reader, f"the text that {last} runs")
    if last == "sp_rename":
        return called_only | _rename(arguments, reader)
    if last == "sp_configure":
        changed = found((), effect("db.schema_change")) if len(arguments) > 1 else NOTHING
        return called_only | changed
    if last in _PROCEDURES:
        return called_only | applied(_PROCEDURES[last], arguments, reader)
    known = known_function(last, arguments, reader)
    if known is not None:
        return called_only | known
    if _HARMLESS.fullmatch(last) or _HARMLESS.fullmatch(name):
        return called_only
    return called_only | undecided(f"the procedure {name[:80]}")


def _rename(arguments: list[Tokens], reader: Reader) -> Reading:
    """sp_rename 'table.column', 'new', 'COLUMN'."""
    texts = [text_of(each, reader)[0] for each in arguments[:3]]
    old = texts[0] if texts else ""
    if len(texts) > 2 and texts[2].upper() == "COLUMN" and "." in old:
        table, column = old.rsplit(".", 1)
        things = (thing("table", table), thing("column", column))
        return found((), effect("db.schema_change", *things))
    return found((), effect("db.schema_change", thing("table", old, "whole" if old else "unknown")))


def read_execute(tokens: Tokens, reader: Reader) -> Reading:
    """EXEC and EXECUTE: a procedure, a prepared statement, or a text."""
    at = 1
    if len(tokens) > 2 and tokens[1].kind == "variable" and tokens[2].word == "=":
        at = 3
    if at >= len(tokens):
        return undecided("an EXECUTE of nothing")
    head = tokens[at]
    if head.word == "AS":
        return NOTHING
    if head.word == "IMMEDIATE":
        return _text(tokens[at + 1 :], reader)
    if head.word == "(":
        return found({"call"}) | _text(tokens[at + 1 : closing(tokens, at)], reader)
    if reader.procedural and not reader.dialect.runs_on:
        return _text(tokens[at:], reader)
    if head.kind in ("text", "slot"):
        return _text(tokens[at:], reader)
    name, end = name_at(tokens, at, reader.dialect)
    if name is None or head.kind == "variable":
        return undecided("the procedure that a variable names", kinds={"call"})
    prepared = reader.prepared.get(name.value.lower())
    if prepared is not None:
        return prepared | called(tokens[end:], reader)
    if reader.dialect.runs_on:
        arguments = [_unnamed(each) for each in split_list(tokens[end:])]
        return call_procedure(name.value, arguments, reader)
    if tokens[0].word == "EXEC":
        inside = tokens[end + 1 : closing(tokens, end)] if end < len(tokens) else ()
        return call_procedure(name.value, split_list(inside), reader)
    return undecided(f"the prepared statement {name.value[:80]}")


def _unnamed(argument: Tokens) -> Tokens:
    """An argument without its name (`@newname = 'x'`)."""
    if len(argument) > 2 and argument[0].kind == "variable" and argument[1].word == "=":
        return argument[2:]
    return argument


def _text(tokens: Tokens, reader: Reader) -> Reading:
    """A text that is executed, up to what it is given and where its result goes."""
    end = find(tokens, {"USING", "INTO", "AS", "AT", "BULK"})
    expression = tokens if end is None else tokens[:end]
    return run_text(expression, reader, "a text that is built and executed")


def read_prepare(tokens: Tokens, reader: Reader) -> Reading:
    """PREPARE has no effect; what it prepares is kept for EXECUTE."""
    name, at = name_at(tokens, 1, reader.dialect)
    if name is None:
        return undecided("a PREPARE that can't be read")
    begin = find(tokens, {"AS", "FROM"}, at)
    if begin is None:
        return undecided("a PREPARE that can't be read")
    body = tokens[begin + 1 :]
    if tokens[begin].word == "AS":
        reading = reader.read(body) if body else undecided("a PREPARE of nothing")
    else:
        reading = run_text(body, reader, "a text that is prepared")
    reader.prepared[name.value.lower()] = reading
    return NOTHING


def read_do(tokens: Tokens, reader: Reader) -> Reading:
    """`DO [LANGUAGE name] 'body'`; in MySQL an expression whose value is thrown away."""
    body = next((token for token in tokens if token.kind == "text"), None)
    language = next(
        (tokens[at + 1].text for at in range(len(tokens) - 1) if tokens[at].word == "LANGUAGE"),
        "plpgsql",
    )
    if not reader.dialect.dollar_quotes or body is None:
        mysql = reader.dialect.name == "mysql"
        return read_expression(tokens[1:], reader) if mysql else undecided("a DO")
    if language.lower().strip("\"'") not in ("plpgsql", "sql"):
        return found({"call"}, opaque(f"a block in {language[:40]}"))
    return found({"call"}) | reader.read_text(value_of(body, reader.dialect), block=True)


def assign(name: str, expression: Tokens, reader: Reader, *, append: bool = False) -> None:
    """Keep the text of a variable."""
    key = name.lower()
    text, whole = text_of(expression, reader)
    if append:
        before = reader.variables.get(key)
        text, whole = (before or "") + text, whole and before is not None
    known = whole or text.replace(BUILT, "").strip() != ""
    again = key in reader.variables and reader.branched and not append
    reader.variables[key] = text if known and not again else None


def read_set(tokens: Tokens, reader: Reader) -> Reading:
    """SET of variables: values are kept, and what their expressions call and read counts."""
    reading = NOTHING
    for item in split_list(tokens[1:]):
        place = find(item, {"="})
        if place is None or not place:
            reading |= read_expression(item, reader)
            continue
        at = place - 1
        append = item[at].word == "+"
        while at > 0 and item[at].word in ("+", ":"):
            at -= 1
        if item[at].text.upper().startswith(("@@GLOBAL.", "@@PERSIST")):
            reading |= found((), effect("db.schema_change"))
        assign(item[at].text, item[place + 1 :], reader, append=append)
        reading |= read_expression(item[place + 1 :], reader)
    return reading


def read_expression(tokens: Tokens, reader: Reader) -> Reading:
    """What an expression calls, and what its subqueries read."""
    reading = called(tokens, reader)
    until = 0
    for at, token in enumerate(tokens):
        if at >= until and token.word in ("SELECT", "WITH") and at and tokens[at - 1].word == "(":
            until = closing(tokens, at - 1)
            inner = reader.read(tokens[at:until])
            reading |= Reading(inner.kinds - {"select"}, inner.effects)
    return reading


def read_declare(tokens: Tokens, reader: Reader) -> Reading:
    """DECLARE of variables, or of a cursor, whose query is read."""
    cursor = find(tokens, {"CURSOR"}, 1)
    query = find(tokens, {"SELECT", "WITH", "VALUES"}, cursor) if cursor is not None else None
    if query is not None and tokens[query].word == "WITH" and tokens[query + 1].word == "HOLD":
        query = find(tokens, {"SELECT", "WITH", "VALUES"}, query + 1)
    if query is not None:
        return reader.read(tokens[query:])
    if reader.dialect.dollar_quotes and not reader.procedural:
        return undecided("a DECLARE that is no cursor")
    reading = NOTHING
    for item in split_list(tokens[1:]):
        place = next((at for at, each in outer(item) if each.word in ("=", "DEFAULT")), None)
        if item and place is not None:
            assign(item[0].text, item[place + 1 :], reader)
            reading |= read_expression(item[place + 1 :], reader)
    return reading


def read_assignments(tokens: Tokens, reader: Reader) -> None:
    """Keep what `SELECT @name = expression, …` assigns."""
    end = find(tokens, {"FROM", "WHERE"}, 1)
    for item in split_list(tokens[1:end]):
        if len(item) > 2 and item[0].kind == "variable":
            plus = item[1].word == "+" and item[2].word == "="
            if item[1].word == "=" or plus:
                assign(item[0].text, item[3 if plus else 2 :], reader, append=plus)
