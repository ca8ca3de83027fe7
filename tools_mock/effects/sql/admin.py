"""What maintenance and session statements do, as a table.

One line per statement: its first words, its effects (`-` for none), and what its objects are (`-`
for none). The longest match counts. What only reads the catalog, or touches nothing but the session
or the statistics of the planner, has no effect; what rewrites the storage of a table is a write.
A statement that is not in the table, and that nothing else reads, could be anything.
"""

from __future__ import annotations

from tools_mock.effects.kinds import Kind
from tools_mock.effects.sql.lexer import Tokens, value_of
from tools_mock.effects.sql.reading import (
    NOTHING,
    Reader,
    Reading,
    effect,
    effects_on,
    found,
    name_at,
    names_at,
    thing,
    undecided,
    unknown,
)

_NO_EFFECT = """
BEGIN; START TRANSACTION; COMMIT; END; ROLLBACK; ABORT; SAVEPOINT; RELEASE; SAVE TRAN;
SAVE TRANSACTION; PREPARE TRANSACTION; XA; SHOW; DESCRIBE; DESC; USE; LISTEN; UNLISTEN; RESET;
DISCARD; LOCK; UNLOCK; ANALYZE; ANALYSE; CHECKPOINT; FETCH; MOVE; CLOSE; DEALLOCATE; DETACH; ATTACH;
HELP; PRINT; PROMPT; WAITFOR; RETURN; RAISERROR; THROW; CONNECT; DISCONNECT; LIST; LS; GOTO; BREAK;
CONTINUE; NULL; RAISE; SIGNAL; RESIGNAL; EXIT; QUIT; ASSERT; GET DIAGNOSTICS; GET STACKED;
GET CURRENT; LEAVE; ITERATE; FLUSH; CHECK TABLE; CHECKSUM TABLE; LOAD INDEX; UPDATE STATISTICS;
DBCC CHECKDB; DBCC CHECKTABLE; DBCC CHECKALLOC; DBCC CHECKCATALOG; DBCC SHOW_STATISTICS;
DBCC SQLPERF; DBCC OPENTRAN; DBCC INPUTBUFFER; DBCC USEROPTIONS; DBCC TRACESTATUS; DBCC HELP;
RESTORE VERIFYONLY; RESTORE HEADERONLY; RESTORE FILELISTONLY; RESTORE LABELONLY; EXECUTE AS; REVERT;
OPEN; SET; PAUSE; WHENEVER; DEFINE; CACHE INDEX; ECHO; GO; LOOP; SUMMARIZE; DECLARE
"""
_EFFECTS = """
NOTIFY                  | db.write                 | -
CLUSTER                 | db.write                 | table
REINDEX                 | db.write                 | table
OPTIMIZE                | db.write                 | table
REPAIR                  | db.write                 | table
REFRESH                 | db.write                 | table
SECURITY LABEL          | db.schema_change         | -
REASSIGN OWNED          | db.privilege             | role
IMPORT FOREIGN SCHEMA   | db.schema_change         | schema
IMPORT TABLE            | db.schema_change         | -
INSTALL PLUGIN          | db.schema_change         | -
INSTALL COMPONENT       | db.schema_change         | -
UNINSTALL               | db.schema_change         | -
RECONFIGURE             | db.schema_change         | -
CHANGE MASTER           | db.schema_change         | -
CHANGE REPLICATION      | db.schema_change         | -
START SLAVE             | db.schema_change         | -
START REPLICA           | db.schema_change         | -
START GROUP_REPLICATION | db.schema_change         | -
STOP                    | db.schema_change         | -
RESET SLAVE             | db.schema_change         | -
RESET REPLICA           | db.schema_change         | -
RESET MASTER            | db.delete                | -
RESET BINARY            | db.delete                | -
RESET PERSIST           | db.schema_change         | -
PURGE                   | db.delete                | -
AUDIT                   | db.schema_change         | -
NOAUDIT                 | db.schema_change         | -
KILL                    | proc.stop                | -
SHUTDOWN                | proc.stop                | -
RESTART                 | proc.stop                | -
SET GLOBAL              | db.schema_change         | -
SET PERSIST             | db.schema_change         | -
SET PERSIST_ONLY        | db.schema_change         | -
SET PASSWORD            | db.privilege             | role
SET DEFAULT ROLE        | db.privilege             | role
FLASHBACK TABLE         | db.write                 | table
FLASHBACK               | db.write                 | -
HANDLER                 | db.read                  | table
DISABLE TRIGGER         | db.schema_change         | on
ENABLE TRIGGER          | db.schema_change         | on
"""
_FILLERS = frozenset(
    "TABLE TABLES INDEX MATERIALIZED VIEW CONCURRENTLY NO_WRITE_TO_BINLOG LOCAL BY FOR VERBOSE "
    "EXTERNAL DYNAMIC".split()
)
_OTHER_OBJECTS = {
    "INDEX": "index",
    "DATABASE": "database",
    "SYSTEM": "database",
    "SCHEMA": "schema",
}


def _table() -> dict[tuple[str, ...], tuple[Kind | None, str]]:
    entries: dict[tuple[str, ...], tuple[Kind | None, str]] = {
        tuple(words.split()): (None, "-") for words in _NO_EFFECT.split(";")
    }
    for line in _EFFECTS.strip().splitlines():
        words, kind, objects = (part.strip() for part in line.split("|"))
        entries[tuple(words.split())] = (kind, objects)  # type: ignore[assignment]
    return entries


_STATEMENTS = _table()


def read_admin(tokens: Tokens, reader: Reader) -> Reading | None:
    """The reading of a statement of the table, or null."""
    words = tuple(token.word for token in tokens[:3])
    for length in (3, 2, 1):
        entry = _STATEMENTS.get(words[:length])
        if entry is None or len(words) < length:
            continue
        kind, objects = entry
        if kind is None:
            return NOTHING
        if objects == "-":
            return found((), effect(kind))
        return _with_objects(kind, objects, tokens, length, reader)
    return None


def _with_objects(kind: Kind, objects: str, tokens: Tokens, at: int, reader: Reader) -> Reading:
    """The effect on each object that stands behind the first words."""
    if objects == "on":
        at = next((at for at, token in enumerate(tokens) if token.word == "ON"), len(tokens)) + 1
        objects = "table"
    if at < len(tokens) and tokens[at].word == "(":
        at = next((at for at, token in enumerate(tokens) if token.word == ")"), at) + 1
    while at < len(tokens) and tokens[at].word in _FILLERS | set(_OTHER_OBJECTS):
        objects = _OTHER_OBJECTS.get(tokens[at].word, objects)
        at += 1
    names, _ = names_at(tokens, at, reader.dialect)
    if not names and objects == "table" and at >= len(tokens):
        return found((), effect(kind))
    return found(
        (), *effects_on(kind, [each.thing(objects) for each in names] or [unknown(objects)])
    )


def read_vacuum(tokens: Tokens, reader: Reader) -> Reading:
    """VACUUM rewrites the storage of tables; sqlite's VACUUM INTO writes a copy to a file."""
    words = [token.word for token in tokens]
    if "INTO" in words:
        target = tokens[words.index("INTO") + 1 :]
        known = bool(target) and target[0].kind == "text"
        path = thing("path", value_of(target[0], reader.dialect)) if known else unknown("path")
        return found((), effect("db.read"), effect("fs.write", path))
    at = 1
    if words[1:2] == ["("]:
        at = words.index(")") + 1 if ")" in words else len(words)
    while at < len(words) and words[at] in ("FULL", "FREEZE", "VERBOSE", "ANALYZE", "ANALYSE"):
        at += 1
    names, _ = names_at(tokens, at, reader.dialect)
    if reader.dialect.name == "sqlite" or not names:
        return found((), effect("db.write"))
    return found((), *effects_on("db.write", [name.thing() for name in names]))


_PRAGMAS: dict[str, Kind] = {
    "writable_schema": "db.schema_change",
    "user_version": "db.write",
    "application_id": "db.write",
    "schema_version": "db.schema_change",
    "journal_mode": "db.schema_change",
    "auto_vacuum": "db.schema_change",
    "page_size": "db.schema_change",
    "encoding": "db.schema_change",
    "max_page_count": "db.schema_change",
    "rekey": "db.privilege",
    "incremental_vacuum": "db.write",
    "wal_checkpoint": "db.write",
    "optimize": "db.write",
    "default_cache_size": "db.schema_change",
}
"""The settings of sqlite that are kept in the file; all others hold for the connection."""
_ACTING_PRAGMAS = frozenset({"incremental_vacuum", "wal_checkpoint", "optimize"})


def read_pragma(tokens: Tokens, reader: Reader) -> Reading:
    """A pragma that is asked for changes nothing; one that is set may."""
    name, at = name_at(tokens, 1, reader.dialect)
    if name is None:
        return undecided("a PRAGMA that can't be read")
    key = name.parts[-1].lower()
    kind = _PRAGMAS.get(key)
    given = at < len(tokens) and tokens[at].word in ("=", "(")
    return found((), effect(kind)) if kind and (given or key in _ACTING_PRAGMAS) else NOTHING


def read_undrop(tokens: Tokens, reader: Reader) -> Reading:
    """`UNDROP TABLE name` makes an object again."""
    kind = tokens[1].word.lower() if len(tokens) > 1 else "table"
    name, _ = name_at(tokens, 2, reader.dialect)
    return found(
        {"create"}, effect("db.schema_change", name.thing(kind) if name else unknown(kind))
    )
