"""CREATE, ALTER, DROP, TRUNCATE, RENAME and COMMENT, read from their words.

These statements name what they change in their first words, whatever stands behind; so they are
read without a parser and stay certain where a trailing word is odd. Views count as tables. What
drops a schema or a database reaches every table in it (`shop.*`, `*`).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from tools_mock.effects.kinds import Kind
from tools_mock.effects.sql.lexer import Tokens
from tools_mock.effects.sql.reading import (
    NOTHING,
    Name,
    Reader,
    Reading,
    SqlKind,
    effect,
    effects_on,
    find,
    found,
    name_at,
    names_at,
    outer,
    thing,
    undecided,
    unknown,
)
from traces.model import Effect, Thing

_TABLES = """
TABLE; VIEW; MATERIALIZED VIEW; FOREIGN TABLE; EXTERNAL TABLE; DYNAMIC TABLE; SNAPSHOT TABLE;
HYBRID TABLE; ICEBERG TABLE; EVENT TABLE; SEMANTIC VIEW
"""
_ROLES = "ROLE; USER; LOGIN; GROUP; SERVER ROLE; APPLICATION ROLE; DATABASE ROLE; USER MAPPING FOR"
_GUARDS = "POLICY; ROW ACCESS POLICY; MASKING POLICY; SECURITY POLICY; NETWORK POLICY"
_OTHERS = """
INDEX; SEARCH INDEX; VECTOR INDEX; SCHEMA; DATABASE; FUNCTION; PROCEDURE; ROUTINE; AGGREGATE;
TRIGGER; EVENT TRIGGER; EVENT; RULE; SEQUENCE; TYPE; TYPE BODY; DOMAIN; EXTENSION; SERVER;
FOREIGN DATA WRAPPER; PUBLICATION; SUBSCRIPTION; TABLESPACE; COLLATION; CONVERSION; CAST; LANGUAGE;
OPERATOR; OPERATOR CLASS; OPERATOR FAMILY; TEXT SEARCH CONFIGURATION; TEXT SEARCH DICTIONARY;
TEXT SEARCH PARSER; TEXT SEARCH TEMPLATE; ACCESS METHOD; STATISTICS; TRANSFORM; STAGE; PIPE; STREAM;
TASK; WAREHOUSE; FILE FORMAT; SHARE; RESOURCE MONITOR; SYNONYM; PUBLIC SYNONYM; PACKAGE;
PACKAGE BODY; DIRECTORY; DATABASE LINK; PUBLIC DATABASE LINK; PROFILE; RESOURCE GROUP; ASSEMBLY;
CERTIFICATE; CREDENTIAL; SYMMETRIC KEY; ASYMMETRIC KEY; MASTER KEY; ENDPOINT; PARTITION FUNCTION;
PARTITION SCHEME; AVAILABILITY GROUP; SERVICE; QUEUE; MODEL; RESERVATION; CAPACITY; ASSIGNMENT;
MACRO; SECRET; INTEGRATION; CONNECTION; TAG; SYSTEM; INSTANCE; LARGE OBJECT; ACCOUNT
"""
_OBJECTS: dict[tuple[str, ...], str] = {
    tuple(words.split()): name
    for table, name in ((_TABLES, "table"), (_ROLES, "role"), (_GUARDS, "policy"), (_OTHERS, ""))
    for words in table.split(";")
}
_OBJECTS[("PROC",)] = "procedure"
_MODIFIERS = frozenset(
    "OR REPLACE ALTER TEMP TEMPORARY UNLOGGED GLOBAL LOCAL UNIQUE CLUSTERED NONCLUSTERED FULLTEXT "
    "SPATIAL COLUMNSTORE BITMAP TRANSIENT VOLATILE RECURSIVE SECURE VIRTUAL CONSTRAINT TRUSTED "
    "DEFAULT EDITIONABLE NONEDITIONABLE FORCE NO NOFORCE PROCEDURAL PRIMARY XML PERSISTENT SCOPED "
    "CONCURRENTLY SMALLFILE BIGFILE UNDO PRIVATE SHARDED IMMUTABLE BLOCKCHAIN".split()
)
_DEFINER = frozenset("DEFINER ALGORITHM SQL SECURITY INVOKER MERGE UNDEFINED".split())
ROUTINES = frozenset({"function", "procedure", "trigger", "event", "package", "package_body"})

Target = tuple[str, int]
"""The name of a kind of object and the place behind its words."""


def object_at(tokens: Tokens, at: int) -> Target | None:
    """The kind of object that is named at a place."""
    words = tuple(token.word for token in tokens[at : at + 3])
    for length in (3, 2, 1):
        name = _OBJECTS.get(words[:length])
        if name is not None and len(words) >= length:
            return name or "_".join(words[:length]).lower(), at + length
    return None


def _behind_modifiers(tokens: Tokens, at: int) -> int:
    """The place behind `OR REPLACE`, `TEMPORARY`, `DEFINER = …` and the like."""
    while at < len(tokens):
        if tokens[at].word in _MODIFIERS and object_at(tokens, at) is None:
            at += 1
        elif tokens[at].word in _DEFINER and object_at(tokens, at) is None:
            at += 1
            if at < len(tokens) and tokens[at].word == "=":
                at += 2
                if at < len(tokens) and tokens[at].text[:1] == "@":
                    at += 1 if tokens[at].kind == "variable" else 2
        else:
            return at
    return at


def _behind_exists(tokens: Tokens, at: int) -> int:
    """The place behind `CONCURRENTLY` and `IF [NOT] EXISTS`."""
    while at < len(tokens) and tokens[at].word in ("CONCURRENTLY", "IF", "NOT", "EXISTS"):
        at += 1
    return at


def change(kind: str, things: Iterable[Thing]) -> tuple[Effect, ...]:
    """The effects of a change of objects of this kind."""
    if kind == "role":
        return effects_on("db.privilege", things)
    changed = effects_on("db.schema_change", things)
    return (*changed, effect("db.privilege")) if kind == "policy" else changed


def _on_objects(kind: str, names: list[Name]) -> tuple[Effect, ...]:
    """One effect for each object of a list; a schema or a database reaches its tables."""
    if not names:
        return change(kind, (unknown(kind),))
    effects: list[Effect] = []
    for name in names:
        things = [name.thing(kind)]
        if kind == "schema":
            things.append(thing("table", f"{name.value}.*", "pattern"))
        elif kind == "database":
            things.append(thing("table", "*", "pattern"))
        head, *rest = change(kind, (things[0],))
        effects += [head.model_copy(update={"on": tuple(things)}), *rest]
    return tuple(effects)


def read_drop(tokens: Tokens, reader: Reader) -> Reading:
    """`DROP kind [IF EXISTS] name, … [ON table]`."""
    at = _behind_modifiers(tokens, 1)
    if at < len(tokens) and tokens[at].word == "PREPARE":
        return NOTHING
    if [token.word for token in tokens[at : at + 2]] == ["OWNED", "BY"]:
        roles, _ = names_at(tokens, at + 2, reader.dialect)
        things = (unknown("table"), *(each.thing("role") for each in roles))
        return found({"drop"}, effect("db.schema_change", *things))
    target = object_at(tokens, at)
    if target is None:
        return found({"drop"}, effect("db.schema_change", unknown("table")))
    kind, at = target
    names, at = names_at(tokens, _behind_exists(tokens, at), reader.dialect)
    on = None if kind in _ALONE else find(tokens, {"ON"}, at)
    table = name_at(tokens, on + 1, reader.dialect)[0] if on is not None else None
    if table is None:
        return found({"drop"}, *_on_objects(kind, names))
    return found({"drop"}, *_of_table(kind, (table.thing(), *(each.thing(kind) for each in names))))


_ALONE = frozenset({"table", "schema", "database", "role"})


def _of_table(kind: str, things: tuple[Thing, ...]) -> tuple[Effect, ...]:
    """The change of an object that belongs to a table."""
    guard = (effect("db.privilege", *things),) if kind == "policy" else ()
    return (effect("db.schema_change", *things), *guard)


def read_create(tokens: Tokens, reader: Reader) -> Reading:
    """`CREATE [OR REPLACE] kind name …`; a query that fills the table is read as well."""
    at = _behind_modifiers(tokens, 1)
    target = object_at(tokens, at)
    if target is None:
        return found({"create"}, effect("db.schema_change", unknown("table")))
    kind, behind = target
    kinds: set[SqlKind] = {"create"}
    words = {token.word for token in tokens[1:at]}
    if kind == "table" and "REPLACE" in words and tokens[behind - 1].word == "TABLE":
        kinds.add("drop")
    begin = _behind_exists(tokens, behind)
    name, end = name_at(tokens, begin, reader.dialect)
    if kind in ("index", "search_index", "vector_index", "statistics"):
        named = None if name is None or name.value.upper() == "ON" else name
        return _on_table(kinds, kind, named, "ON", tokens, begin, reader)
    if kind in ("trigger", "policy", "rule"):
        reading = _on_table(
            kinds, kind, name, "TO" if kind == "rule" else "ON", tokens, end, reader
        )
    else:
        things = (name.thing(kind) if name else unknown(kind),)
        reading = found(kinds, *change(kind, things))
    if kind in ROUTINES:
        return reading | _define(kind, name, tokens, end, reader)
    if kind == "table":
        return reading | _fill(tokens, behind, end, name, reader)
    return reading | (_elements(tokens, end, reader) if kind == "schema" else NOTHING)


def _on_table(
    kinds: set[SqlKind],
    kind: str,
    name: Name | None,
    word: str,
    tokens: Tokens,
    begin: int,
    reader: Reader,
) -> Reading:
    """The change of an object that belongs to a table, which stands behind a word."""
    on = find(tokens, {word}, begin)
    at = len(tokens) if on is None else on + 1
    if at < len(tokens) and tokens[at].word == "ONLY":
        at += 1
    table = name_at(tokens, at, reader.dialect)[0]
    things = [table.thing() if table else unknown("table")]
    if name is not None:
        things.append(name.thing(kind))
    return found(kinds, *_of_table(kind, tuple(things)))


def _define(kind: str, name: Name | None, tokens: Tokens, end: int, reader: Reader) -> Reading:
    """Remember a routine by its body; the body of an event runs by itself, so it is read."""
    if kind == "event":
        body = find(tokens, {"DO"}, end)
        return reader.read_block(tokens[body + 1 :]) if body is not None else NOTHING
    if name is not None and kind in ("function", "procedure"):
        reader.routines[name.parts[-1].lower()] = tokens[end:]
    return NOTHING


def _fill(tokens: Tokens, kind_end: int, end: int, name: Name | None, reader: Reader) -> Reading:
    """What CREATE … AS query, CLONE, COPY and PARTITION OF do beside the change."""
    view = tokens[kind_end - 1].word == "VIEW"
    if view and tokens[kind_end - 2].word != "MATERIALIZED":
        return NOTHING
    for place, token in outer(tokens, end):
        word, before = token.word, tokens[place - 1].word
        if word in ("CLONE", "COPY") and place + 1 < len(tokens):
            source, _ = name_at(tokens, place + 1, reader.dialect)
            return found((), effect("db.read", _thing(source))) | _written(name)
        if word == "OF" and before == "PARTITION":
            parent, _ = name_at(tokens, place + 1, reader.dialect)
            return found((), effect("db.schema_change", _thing(parent)))
        ahead = [each.word for each in tokens[place + 1 : place + 3]]
        if word == "AS" and ahead and ahead[0] in _QUERY_WORDS:
            return _query(tokens[place + 1 :], view, name, reader)
        if word == "SELECT" or (word == "WITH" and ahead[1:] == ["AS"]):
            return _query(tokens[place:], view, name, reader)
    return NOTHING


def _query(query: Tokens, view: bool, name: Name | None, reader: Reader) -> Reading:
    """What a query does that fills a table or a view."""
    words = [each.word for each in query[-3:]]
    empty = words == ["WITH", "NO", "DATA"]
    if words[-1:] == ["DATA"]:
        query = query[: -3 if empty else -2]
    inner = reader.read(query)
    reading = Reading(inner.kinds - {"select"}, inner.effects)
    return reading if empty or view else _written(name) | reading


_QUERY_WORDS = frozenset({"SELECT", "WITH", "TABLE", "VALUES", "EXECUTE", "FROM", "("})


def _thing(name: Name | None) -> Thing:
    return name.thing() if name else unknown("table")


def _written(name: Name | None) -> Reading:
    return found((), effect("db.write", _thing(name)))


def _elements(tokens: Tokens, begin: int, reader: Reader) -> Reading:
    """The statements within CREATE SCHEMA."""
    places = [at for at, token in outer(tokens, begin) if token.word in ("CREATE", "GRANT")]
    reading = NOTHING
    for at, until in pairwise([*places, len(tokens)]):
        reading |= reader.read(tokens[at:until])
    return reading


def read_truncate(tokens: Tokens, reader: Reader) -> Reading:
    """`TRUNCATE [TABLE] [IF EXISTS] name, …`."""
    at = 1
    while at < len(tokens) and tokens[at].word in ("TABLE", "IF", "EXISTS", "CLUSTER"):
        at += 1
    if at + 1 < len(tokens) and tokens[at].word in ("DATABASE", "SCHEMA"):
        name, _ = name_at(tokens, at + 1, reader.dialect)
        kind = tokens[at].word.lower()
        whole = thing("table", f"{name.value}.*" if name and kind == "schema" else "*", "pattern")
        owner = name.thing(kind) if name else unknown(kind)
        return found({"truncate"}, effect("db.delete", owner, whole))
    names, _ = names_at(tokens, at, reader.dialect)
    things = [name.thing() for name in names] or [unknown("table")]
    return found({"truncate"}, *effects_on("db.delete", things))


def read_rename(tokens: Tokens, reader: Reader) -> Reading:
    """`RENAME TABLE a TO b, …`, `RENAME USER a TO b`."""
    role = len(tokens) > 1 and tokens[1].word == "USER"
    at = 2 if len(tokens) > 1 and tokens[1].word in ("TABLE", "TABLES", "USER") else 1
    things: list[Thing] = []
    while at < len(tokens):
        name, end = name_at(tokens, at, reader.dialect)
        if name is not None and name.value.upper() not in ("TO", "IF", "EXISTS"):
            things.append(name.thing("role" if role else "table"))
        at = max(end, at + 1)
    kind: Kind = "db.privilege" if role else "db.schema_change"
    return found({"alter"}, *effects_on(kind, things or [unknown("table")]))


def read_comment(tokens: Tokens, reader: Reader) -> Reading:
    """`COMMENT ON kind name IS …`: it changes the catalog, not what it describes."""
    if len(tokens) > 1 and tokens[1].word == "IF":
        tokens = [tokens[0], *tokens[_behind_exists(tokens, 1) :]]
    target = object_at(tokens, 2) if len(tokens) > 2 else None
    if len(tokens) > 3 and tokens[2].word == "COLUMN":
        name, _ = name_at(tokens, 3, reader.dialect)
        if name is not None and len(name.parts) > 1:
            table, column = Name(name.parts[:-1]), Name(name.parts[-1:], name.known)
            things = (table.thing(), column.thing("column"))
            return found((), effect("db.schema_change", *things))
    if target is None:
        return undecided("a COMMENT that can't be read", "db.schema_change")
    name, _ = name_at(tokens, target[1], reader.dialect)
    subject = name.thing(target[0]) if name else unknown(target[0])
    return found((), effect("db.schema_change", subject))
