"""Functions that do something when a query calls them, as a table.

A function that is not in the table is taken for one that computes, except where a word of its name
is a verb of change (`purge_orders()`): what such a function does could not be decided. A function
that the same batch has created does what its body does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tools_mock.effects.kinds import Kind
from tools_mock.effects.sql.built import text_of
from tools_mock.effects.sql.files import path, program
from tools_mock.effects.sql.lexer import Tokens, value_of
from tools_mock.effects.sql.reading import (
    NOTHING,
    Reader,
    Reading,
    closing,
    effect,
    found,
    name_at,
    split_list,
    thing,
    undecided,
    unknown,
)

_FUNCTIONS = """
nextval setval                                              | db.write         | sequence 0
lo_import                                                   | fs.read db.write | path 0
lo_export                                                   | db.read fs.write | path 1
lo_unlink                                                   | db.delete        | large_object 0
lo_create lo_creat lo_put lo_from_bytea lowrite lo_truncate | db.write         | -
pg_read_file pg_read_binary_file pg_ls_dir pg_stat_file     | fs.read          | path 0
pg_ls_logdir pg_ls_waldir pg_ls_tmpdir                      | fs.read          | -
load_file readfile fsdir                                    | fs.read          | path 0
read_csv read_csv_auto read_parquet parquet_scan read_json  | fs.read          | path 0
read_json_auto read_ndjson read_text read_blob glob_files   | fs.read          | path 0
xp_fileexist xp_dirtree xp_subdirs xp_readerrorlog          | fs.read          | path 0
pg_file_write pg_file_sync writefile                        | fs.write         | path 0
pg_file_rename                                              | fs.write         | path 1
pg_file_unlink xp_delete_file                               | fs.delete        | path 0
pg_terminate_backend pg_cancel_backend system$abort_session | proc.stop        | -
system$cancel_query system$cancel_all_queries               | proc.stop        | -
system$abort_transaction                                    | proc.stop        | -
pg_reload_conf pg_rotate_logfile pg_notify pg_switch_wal    | db.write         | -
pg_create_restore_point pg_logical_emit_message             | db.write         | -
pg_stat_reset pg_stat_reset_shared pg_stat_statements_reset | db.write         | -
pg_stat_reset_single_table_counters                         | db.write         | -
pg_import_system_collations pg_promote                      | db.schema_change | -
pg_drop_replication_slot pg_create_logical_replication_slot | db.schema_change | -
pg_create_physical_replication_slot                         | db.schema_change | -
addgeometrycolumn dropgeometrycolumn dropgeometrytable      | db.schema_change | table 0
create_hypertable create_distributed_table                  | db.schema_change | table 0
create_reference_table undistribute_table                   | db.schema_change | table 0
add_retention_policy add_compression_policy                 | db.schema_change | table 0
drop_chunks                                                 | db.delete        | table 0
xp_cmdshell sys_exec sys_eval sp_oacreate sp_oamethod       | proc.exec        | command 0
sp_execute_external_script load_extension                   | proc.exec        | command 0
http http_get http_post http_put http_delete http_head      | net.request      | -
utl_http.request net.http_get net.http_post                 | net.request      | -
net.http_delete httpuritype url s3                          | net.request      | -
"""
_RUN_TEXT = {
    "dblink": -1,
    "dblink_exec": -1,
    "dblink_send_query": -1,
    "dblink_open": -1,
    "query_to_xml": 0,
    "query_to_xmlschema": 0,
    "crosstab": 0,
    "ts_stat": 0,
    "cron.schedule": -1,
    "cron.schedule_in_database": 2,
    "run_command_on_workers": 0,
    "run_command_on_shards": 1,
    "openquery": 1,
    "openrowset": -1,
    "external_query": 1,
    "exec_sql": 0,
    "execute_sql": 0,
    "query_table": 0,
}
"""Functions that run the text which one of their arguments holds, by the argument's place."""

_HARMLESS_PREFIX = re.compile(
    r"(?:array|json|jsonb|st|regexp|list|map|object|hll|bitmap|string|str|date|datetime|timestamp"
    r"|time|xml|ts|tsvector|range|multirange|variant|struct|sys|pg|sqlite|has|is|to|get)_",
    re.I,
)
_CHANGING = re.compile(
    r"(?:^|_)(?:delete|drop|purge|truncate|wipe|erase|destroy|remove|kill|terminate|archive|cleanup"
    r"|clean|clear|reset|grant|revoke|update|insert|upsert|create|alter|refund|cancel|merge|migrate"
    r"|expire|disable|enable|execute|exec|run|apply|sync|rotate|rebuild|restore|rollback|pay|charge"
    r"|transfer|send|publish|process|do)(?:_|$)",
    re.I,
)
_HARMLESS = frozenset(
    "INSERT UPDATE DELETE UPDATEXML DATE_PART TRUNCATE MERGE_ACTION SET_CONFIG "
    "SETSEED LAST_INSERT_ID LAST_INSERT_ROWID".split()
)
_NO_FUNCTIONS = frozenset(
    "SELECT FROM WHERE AND OR NOT IN ON USING VALUES AS SET BY HAVING ANY ALL SOME EXISTS CASE "
    "WHEN THEN ELSE END OVER FILTER WITHIN GROUP LIMIT TOP JOIN LATERAL UNION INTERSECT EXCEPT "
    "INTO TABLE WITH MATERIALIZED CONFLICT DISTINCT INTERVAL INDEX KEY RETURNING IF".split()
)


@dataclass(frozen=True, slots=True)
class Entry:
    """What a function does, and which argument names the object."""

    kinds: tuple[Kind, ...]
    thing: str | None = None
    argument: int = 0


def table_of(text: str) -> dict[str, Entry]:
    """A table of functions: on each line names, effects, and the object with its argument."""
    entries: dict[str, Entry] = {}
    for line in text.strip().splitlines():
        names, kinds, subject = (part.split() for part in line.split("|"))
        what = (subject[0], int(subject[1])) if len(subject) > 1 else (None, 0)
        for name in names:
            entries[name] = Entry(tuple(kinds), *what)  # type: ignore[arg-type]
    return entries


_TABLE = table_of(_FUNCTIONS)


def called(tokens: Tokens, reader: Reader) -> Reading:
    """What the functions do that are called anywhere in these tokens."""
    reading = NOTHING
    for at in range(1, len(tokens)):
        token = tokens[at - 1]
        if tokens[at].word == "NEXTVAL" or (tokens[at].word == "FOR" and token.word == "VALUE"):
            reading |= _next_value(tokens, at, reader)
        if tokens[at].word != "(" or token.kind not in ("word", "name"):
            continue
        if token.word not in _NO_FUNCTIONS and not _names_a_table(tokens, at):
            reading |= _call(tokens, at, reader)
    return reading


def _next_value(tokens: Tokens, at: int, reader: Reader) -> Reading:
    """`sequence.NEXTVAL` and `NEXT VALUE FOR sequence`."""
    if tokens[at].word == "FOR":
        asks = at > 1 and tokens[at - 2].word == "NEXT"
        name = name_at(tokens, at + 1, reader.dialect)[0] if asks else None
        return found((), effect("db.write", name.thing("sequence"))) if name else NOTHING
    if tokens[at - 1].word != "." or at < 2:
        return NOTHING
    return found(
        (), effect("db.write", thing("sequence", value_of(tokens[at - 2], reader.dialect)))
    )


def _call(tokens: Tokens, at: int, reader: Reader) -> Reading:
    """What the function does whose arguments begin at a place."""
    token = tokens[at - 1]
    name = value_of(token, reader.dialect).lower()
    qualified = at > 2 and tokens[at - 2].word == "."
    if qualified:
        full = f"{value_of(tokens[at - 3], reader.dialect).lower()}.{name}"
        name = full if full in _TABLE or full in _RUN_TEXT else name
    if name in _TABLE or name in _RUN_TEXT:
        arguments = split_list(tokens[at + 1 : closing(tokens, at)])
        return known_function(name, arguments, reader) or NOTHING
    if name in reader.routines:
        return reader.read_block(reader.routines[name])
    if token.word in _HARMLESS or _HARMLESS_PREFIX.match(name) or not _CHANGING.search(name):
        return NOTHING
    return undecided(f"the function {name[:80]}")


def _names_a_table(tokens: Tokens, at: int) -> bool:
    """Whether the name before a parenthesis is a table with its columns, or a CTE."""
    first = at - 1
    while first > 1 and tokens[first - 1].word == ".":
        first -= 2
    before = tokens[first - 1].word if first > 0 else ""
    return before in ("INTO", "TABLE", "WITH", "RECURSIVE", "INSERT", "REPLACE", "AS", "UPDATE")


def known_function(name: str, arguments: list[Tokens], reader: Reader) -> Reading | None:
    """What a function of the tables does with these arguments; null where it isn't in them."""
    place = _RUN_TEXT.get(name)
    if place is not None:
        if not -len(arguments) <= place < len(arguments):
            return undecided(f"the function {name}")
        return run_text(arguments[place], reader, f"the text that {name} runs")
    entry = _TABLE.get(name)
    return applied(entry, arguments, reader) if entry else None


def applied(entry: Entry, arguments: list[Tokens], reader: Reader) -> Reading:
    """The effects of an entry on the object that its argument names."""
    if entry.thing is None:
        return found((), *(effect(kind) for kind in entry.kinds))
    given = arguments[entry.argument] if entry.argument < len(arguments) else ()
    text, whole = text_of(given, reader)
    if entry.thing == "command" and whole:
        return found((), *program(text, reader))
    subject = thing(entry.thing, text.strip('"')) if whole else unknown(entry.thing, text)
    if entry.thing == "path":
        subject = path(text) if text else unknown("path")
    return found((), *(effect(kind, subject) for kind in entry.kinds))


def run_text(tokens: Tokens, reader: Reader, what: str) -> Reading:
    """What a text does that is computed by an expression and then executed.

    Where a part of it is only known at run time, what can be read is certain and the rest is not.
    """
    text, whole = text_of(tokens, reader)
    if whole:
        return reader.read_text(text)
    partly = reader.read_text(text) if text.strip() else NOTHING
    certain = tuple(each for each in partly.effects if each.kind != "opaque")
    return Reading(partly.kinds, certain) | undecided(what)
