"""Programs that make, drop, dump and restore databases."""

from __future__ import annotations

from tools_mock.effects.programs.call import (
    Call,
    Program,
    each,
    last,
    program,
    thing,
)
from tools_mock.effects.shell.marks import as_thing, display


def _whole_database(call: Call) -> str | None:
    """`dropdb shop`, `createdb shop`."""
    database = thing("database", call.operands[0] if call.operands else None)
    host = call.options.one("-h", "--host")
    where = (database, as_thing("host", host)) if host else (database,)
    call.effect("db.schema_change", *where)
    if call.name == "dropdb":
        call.effect("db.delete", *where)
    return ""


def _user(call: Call) -> str | None:
    kind = "access.grant" if call.name == "createuser" else "access.revoke"
    call.effect(kind, thing("user", call.operands[-1] if call.operands else None))
    call.effect("db.privilege", thing("user", call.operands[-1] if call.operands else None))
    return ""


def _dump(call: Call) -> str | None:
    database = call.options.one("-d", "--dbname", "--db") or last(call.operands)
    where = [thing("database", database)] if database else []
    host = call.options.one("-h", "--host")
    if host:
        where.append(as_thing("host", host))
    call.effect("db.read", *where)
    output = call.options.one("-f", "--file", "-r", "--result-file", "-o", "--out", "--archive")
    if output is not None:
        call.writes(output)
    return None


def _restore(call: Call) -> str | None:
    """A restore writes a database; with `--clean` or `--drop` it first drops what is there."""
    for text in call.operands:
        call.reads(text)
    if call.has("-l", "--list", "--dryRun"):
        return None
    database = call.options.one("-d", "--dbname", "--db", "--nsInclude")
    if database is None and call.name == "pg_restore":
        output = call.options.one("-f", "--file")
        if output is not None:
            call.writes(output)
        return None
    where = thing("database", database)
    call.effect("db.write", where)
    call.effect("db.schema_change", where)
    if call.has("-c", "--clean", "--drop", "--drop-database"):
        call.effect("db.delete", where, why=f"{call.name} --clean")
    return ""


_ADMIN_READS = frozenset(
    {"status", "ping", "version", "variables", "processlist", "extended-status"}
)


def _mysqladmin(call: Call) -> str | None:
    verb, *rest = call.operands or ["status"]
    if verb in _ADMIN_READS:
        call.effect("db.read")
    elif verb in ("drop", "create"):
        database = thing("database", rest[0] if rest else None)
        call.effect("db.schema_change", database)
        if verb == "drop":
            call.effect("db.delete", database)
    elif verb == "shutdown":
        call.effect("proc.stop", thing("service", "mysql"))
    elif verb == "password":
        call.effect("db.privilege", thing("user", None))
    elif verb == "kill":
        call.effect("proc.stop", thing("pid", rest[0] if rest else None))
    else:
        call.opaque(f"mysqladmin {display(verb)}", "db.*", "proc.stop")
    return None


def _pg_service(call: Call) -> str | None:
    verb = call.operands[0] if call.operands else "status"
    if call.name in ("pg_isready", "pg_config", "pg_lsclusters") or verb == "status":
        return None
    call.effect("infra.change", thing("service", "postgresql"))
    if verb in ("stop", "restart", "kill") or call.name == "pg_dropcluster":
        call.effect("proc.stop", thing("service", "postgresql"))
    if call.name == "pg_dropcluster":
        call.effect("db.delete", thing("database", " ".join(call.operands) or None))
    return None


_DUMP_OPTIONS = """-h --host -p --port -U --username -d --dbname -f --file -t --table -n --schema -F
    --format -j --jobs -T --exclude-table -u --user -r --result-file --where --db -o --out --uri
    --archive --collection -N -Z --nsInclude --ignore-table """

PROGRAMS: dict[str, Program] = {
    **each(
        "dropdb createdb", program(_whole_database, "-h --host -p --port -U --username -O -T -E -D")
    ),
    **each("createuser dropuser", program(_user, "-h --host -p --port -U --username")),
    **each(
        "pg_dump pg_dumpall mysqldump mariadb-dump mongodump mongoexport pg_basebackup",
        program(_dump, _DUMP_OPTIONS, abbreviates=True),
    ),
    **each(
        "pg_restore mongorestore mongoimport", program(_restore, _DUMP_OPTIONS, abbreviates=True)
    ),
    **each(
        "mysqladmin mariadb-admin",
        program(_mysqladmin, "-h --host -P --port -u --user -S --socket", glued="-p"),
    ),
    **each(
        "pg_ctl pg_ctlcluster pg_dropcluster pg_isready pg_config pg_lsclusters",
        program(_pg_service, "-D -l -m -h -p -U -d -t"),
    ),
}
