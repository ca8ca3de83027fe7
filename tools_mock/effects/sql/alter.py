"""ALTER, read from its words: the object, the columns that are named, and what becomes of data."""

from __future__ import annotations

from tools_mock.effects.sql.lexer import Tokens
from tools_mock.effects.sql.objects import object_at
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
    unknown,
)
from traces.model import Effect, Thing

_NOT_COLUMNS = frozenset(
    "CONSTRAINT INDEX KEY PRIMARY FOREIGN UNIQUE CHECK PARTITION PARTITIONS DEFAULT NOT EXPRESSION "
    "IDENTITY PERIOD SYSTEM ROW STATISTICS STORAGE CLUSTERING SEARCH MASKING TAG PROJECTION TO "
    "AS FULLTEXT SPATIAL VALUE TABLE TRIGGER AUTHORIZATION FILE FILEGROUP LOGFILE SUPPLEMENTAL "
    "MEMBER VALUES".split()
)
_COLUMN_VERBS = frozenset({"DROP", "ADD", "ALTER", "MODIFY", "CHANGE", "RENAME"})
_FILLERS = frozenset({"COLUMN", "COLUMNS", "IF", "NOT", "EXISTS"})


def read_alter(tokens: Tokens, reader: Reader) -> Reading:
    """`ALTER kind [IF EXISTS] [ONLY] name action, …`."""
    words = [token.word for token in tokens[1:3]]
    if words[:1] == ["SESSION"]:
        return NOTHING
    if words == ["DEFAULT", "PRIVILEGES"]:
        return _default_privileges(tokens, reader)
    target = object_at(tokens, 1)
    skipped = 1
    while target is None and skipped < min(5, len(tokens)):
        skipped += 1
        target = object_at(tokens, skipped)
    if target is None:
        return found({"alter"}, effect("db.schema_change", unknown("table")))
    kind, at = target
    if kind == "system" and {"KILL", "DISCONNECT"} & {token.word for token in tokens}:
        return found({"alter"}, effect("proc.stop"))
    if kind == "system":
        return found({"alter"}, effect("db.schema_change"))
    while at < len(tokens) and tokens[at].word in ("IF", "EXISTS", "ONLY"):
        at += 1
    name, end = name_at(tokens, at, reader.dialect)
    if kind == "table":
        return _alter_table(name, tokens, end, reader)
    subject = name.thing(kind) if name else unknown(kind)
    if kind == "role":
        return _alter_role(subject, tokens, end, reader)
    word = {"schema": "TRANSFER", "database": ""}.get(kind, "ON")
    on = find(tokens, {word}, end) if word else None
    table = name_at(tokens, on + 1, reader.dialect)[0] if on is not None else None
    things = (subject,) if table is None else (table.thing(), subject)
    guard = (effect("db.privilege", *things),) if kind == "policy" else ()
    changed = effect("db.schema_change", *things)
    return found({"alter"}, changed, *guard, *_owner(tokens, end, reader))


def _alter_role(subject: Thing, tokens: Tokens, begin: int, reader: Reader) -> Reading:
    """Passwords and attributes; a member that is added or dropped is given or loses access."""
    effects = [effect("db.privilege", subject)]
    for place, token in outer(tokens, begin):
        if token.word in ("MEMBER", "USER") and tokens[place - 1].word in ("ADD", "DROP"):
            member, _ = name_at(tokens, place + 1, reader.dialect)
            things = (subject, member.thing("role") if member else unknown("role"))
            given = tokens[place - 1].word == "ADD"
            effects.append(effect("access.grant" if given else "access.revoke", *things))
    return found({"alter"}, *effects)


def _default_privileges(tokens: Tokens, reader: Reader) -> Reading:
    """`ALTER DEFAULT PRIVILEGES … GRANT … TO role`."""
    at = find(tokens, {"GRANT", "REVOKE"}, 3)
    if at is None:
        return found({"alter"}, effect("db.privilege"))
    given = tokens[at].word == "GRANT"
    kinds: set[SqlKind] = {"alter", "grant" if given else "revoke"}
    to = find(tokens, {"TO" if given else "FROM"}, at)
    roles = names_at(tokens, to + 1, reader.dialect)[0] if to is not None else []
    things = tuple(role.thing("role") for role in roles)
    access = effect("access.grant" if given else "access.revoke", *things)
    return found(kinds, effect("db.privilege", *things), access)


def _alter_table(name: Name | None, tokens: Tokens, begin: int, reader: Reader) -> Reading:
    """The changes of one table, with the columns that they name and the tables that take part."""
    table = name.thing() if name else unknown("table")
    if name is not None and name.value.upper() == "ALL":
        table = thing("table", "*", "pattern")
    columns = tuple(each.thing("column") for each in _columns(tokens, begin, reader))
    kinds: set[SqlKind] = {"alter"}
    effects = [effect("db.schema_change", table, *columns)]
    for place, token in outer(tokens, begin):
        before = tokens[place - 1].word
        ahead = tokens[place + 1].word if place + 1 < len(tokens) else ""
        if token.word == "PARTITION" and before in ("DROP", "TRUNCATE"):
            kinds |= {"truncate"} if before == "TRUNCATE" else set()
            effects.append(effect("db.delete", table))
        elif token.word in ("DELETE", "UPDATE") and ahead and place == begin:
            kinds.add("delete" if token.word == "DELETE" else "update")
            effects.append(effect("db.delete" if token.word == "DELETE" else "db.write", table))
        elif (token.word, before) in _OTHER_TABLE and ahead:
            at = place + 2 if ahead in ("TABLE", "PARTITION") else place + 1
            other, _ = name_at(tokens, at, reader.dialect)
            effects.append(effect("db.schema_change", other.thing() if other else unknown("table")))
        elif token.word == "SECURITY" and before == "LEVEL":
            effects.append(effect("db.privilege", table))
    return found(kinds, *effects, *_owner(tokens, begin, reader))


_OTHER_TABLE = frozenset(
    {
        ("TO", "RENAME"),
        ("AS", "RENAME"),
        ("WITH", "SWAP"),
        ("PARTITION", "ATTACH"),
        ("PARTITION", "DETACH"),
    }
)


def _owner(tokens: Tokens, begin: int, reader: Reader) -> tuple[Effect, ...]:
    """`OWNER TO role` is a matter of privileges as well."""
    owner = find(tokens, {"OWNER"}, begin)
    if owner is None or owner + 2 >= len(tokens) or tokens[owner + 1].word != "TO":
        return ()
    roles = names_at(tokens, owner + 2, reader.dialect)[0]
    return effects_on("db.privilege", [role.thing("role") for role in roles])


def _columns(tokens: Tokens, begin: int, reader: Reader) -> list[Name]:
    """The columns that the actions of ALTER TABLE name."""
    columns: list[Name] = []
    dropping = False
    start = True
    for place, token in outer(tokens, begin):
        if start and token.word in _COLUMN_VERBS:
            at = place + 1
            while at < len(tokens) and tokens[at].word in _FILLERS:
                at += 1
            at += 1 if at < len(tokens) and tokens[at].word == "(" else 0
            if at < len(tokens) and tokens[at].word not in _NOT_COLUMNS:
                listed, _ = names_at(tokens, at, reader.dialect)
                grouped = tokens[at - 1].word == "(" and token.word == "DROP"
                columns += listed if grouped else listed[:1]
            dropping = token.word == "DROP" and tokens[at - 1].word == "COLUMN"
        elif start and dropping and token.kind in ("word", "name"):
            dropping = token.word not in _NOT_COLUMNS
            columns += names_at(tokens, place, reader.dialect)[0][:1] if dropping else []
        start = token.word == "," or (not columns and place == begin and token.word == "*")
        start = start or (token.word == "CHECK" and tokens[place - 1].word == "WITH")
    return columns
