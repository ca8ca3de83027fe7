"""Clients that carry SQL.

A row of `CLIENTS` says for one client where its SQL stands: options with statements, options with
files, what it is fed, operands; and which options name the host and the database.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tools_mock.effects.programs.call import (
    Call,
    Program,
    first,
    last,
    program,
    thing,
)
from tools_mock.effects.programs.sql_shell import run_sql_script
from tools_mock.effects.shell.marks import certain, display
from traces.model import Thing


@dataclass(frozen=True, slots=True)
class Client:
    """Where a client's SQL stands.

    Attributes:
        dialect: as `read_sql` names it; the nearest one for dialects that it lacks.
        text: options whose value is SQL.
        files: options whose value is a file of SQL.
        host: options that name the host.
        database: options that name the database.
        values: further options with a value.
        operands: what the operands are, one word each: `database`, `user`, `host`, `sql` or
            `file`; the last word stands for all that follow.
        verbs: verbs before the operands (`bq query`); others are not of this table.
    """

    dialect: str
    text: str = ""
    files: str = ""
    host: str = ""
    database: str = ""
    values: str = ""
    operands: str = ""
    verbs: str = ""


_MYSQL = Client(
    "mysql",
    text="-e --execute --init-command",
    host="-h --host",
    database="-D --database",
    values="-u --user -P --port -S --socket --defaults-file --defaults-extra-file --login-path "
    "--default-character-set --ssl-ca --ssl-cert --ssl-key --protocol --delimiter",
    operands="database",
)
_PSQL = Client(
    "postgres",
    text="-c --command",
    files="-f --file",
    host="-h --host",
    database="-d --dbname",
    values="-U --username -p --port -v --set --variable -P --pset -o --output -L --log-file -F -R "
    "-T "
    "--field-separator --record-separator",
    operands="database user",
)
_SQLITE = Client(
    "sqlite", text="-cmd", values="-separator -nullvalue -newline -init", operands="database sql"
)

CLIENTS: dict[str, Client] = {
    "psql": _PSQL,
    "pgcli": Client(
        "postgres",
        host="-h --host",
        database="-d --dbname",
        values="-U -u -p",
        operands="database user",
    ),
    "mysql": _MYSQL,
    "mariadb": _MYSQL,
    "mycli": _MYSQL,
    "sqlite3": _SQLITE,
    "sqlite": _SQLITE,
    "litecli": _SQLITE,
    "duckdb": Client(
        "duckdb", text="-c -s -cmd", files="-f", values="-separator -init", operands="database sql"
    ),
    "clickhouse-client": Client(
        "postgres",
        text="-q --query",
        files="--queries-file",
        host="-h --host",
        database="-d --database",
        values="-u --user --password --port -f --format --config-file",
    ),
    "clickhouse": Client(
        "postgres",
        text="-q --query",
        files="--queries-file",
        host="-h --host",
        database="-d --database",
        values="-u --user --password --port -f --format",
        verbs="client local",
    ),
    "snowsql": Client(
        "snowflake",
        text="-q --query",
        files="-f --filename",
        database="-d --dbname",
        values="-a -u -w -s -r -c -o",
    ),
    "snow": Client(
        "snowflake",
        text="-q --query",
        files="-f --filename",
        database="--database",
        values="-c --connection",
        verbs="sql",
    ),
    "cockroach": Client(
        "postgres",
        text="-e --execute",
        files="-f --file",
        host="--host",
        database="-d --database",
        values="--url --certs-dir -u",
        verbs="sql",
    ),
    "sqlcmd": Client(
        "tsql", text="-Q -q", files="-i", host="-S", database="-d", values="-U -P -o -s -h "
    ),
    "usql": Client(
        "postgres", text="-c --command", files="-f --file", values="-v -o", operands="database"
    ),
    "cqlsh": Client(
        "postgres",
        text="-e --execute",
        files="-f --file",
        database="-k --keyspace",
        values="-u -p",
        operands="host",
    ),
    "trino": Client(
        "postgres",
        text="--execute",
        files="-f --file",
        host="--server",
        database="--catalog",
        values="--schema --user",
    ),
    "presto": Client(
        "postgres",
        text="--execute",
        files="-f --file",
        host="--server",
        database="--catalog",
        values="--schema --user",
    ),
    "beeline": Client("bigquery", text="-e", files="-f", database="-u", values="-n -p"),
    "hive": Client(
        "bigquery", text="-e", files="-f", database="--database", values="--hiveconf --hivevar"
    ),
    "spark-sql": Client(
        "bigquery", text="-e", files="-f", database="--database", values="--master --conf"
    ),
    "bq": Client(
        "bigquery",
        values="--project_id --location --format --max_rows --destination_table",
        operands="sql",
        verbs="query",
    ),
    "sqlplus": Client("oracle", operands="user file"),
    "ysqlsh": _PSQL,
    "gsql": _PSQL,
    "vsql": _PSQL,
}
"""To add a client of SQL, add a row."""

_URL = re.compile(r"\w[\w+.-]*://(?:[^@/]*@)?([^:/?,]*)(?::\d+)?(?:/([^?]*))?.*")
_CONNECTION = re.compile(r"(\w+)\s*=\s*('[^']*'|\S+)")


def _place(call: Call, client: Client, names: dict[str, str]) -> tuple[Thing, ...]:
    """The host and the database that a client talks to, where the line names them."""
    host = call.options.one(*client.host.split()) if client.host else names.get("host")
    database = call.options.one(*client.database.split()) if client.database else None
    database = database or names.get("database")
    if host is None:
        host = first(call.shell.variables.get("PGHOST", []))
    if database is None:
        database = first(call.shell.variables.get("PGDATABASE", []))
    if database and (found := _URL.fullmatch(database)):
        host, database = found[1] or host, found[2]
    elif database and "=" in database:
        pairs = {name: value.strip("'") for name, value in _CONNECTION.findall(database)}
        host, database = pairs.get("host", host), pairs.get("dbname")
    found_things = []
    if host or client.host:
        found_things.append(thing("host", host or None))
    if database or client.database or "database" in client.operands:
        found_things.append(thing("database", database or None))
    return tuple(found_things)


def _client(call: Call, client: Client) -> str | None:
    operands = list(call.operands)
    if client.verbs:
        if not operands or operands[0] not in client.verbs.split():
            return _other_verb(call)
        operands = operands[1:]
    names, statements, files = _operands(client, operands)
    where = _place(call, client, names)
    texts = [*call.options.all(*client.text.split()), *statements]
    files = [*call.options.all(*client.files.split()), *files]
    for text in texts:
        run_sql_script(
            call, text, client.dialect, where, why=f"{call.name} {_option(client)}".strip()
        )
    for name in files:
        _file(call, name, client.dialect, where)
    if not texts and not files:
        if call.stdin is not None:
            run_sql_script(call, call.stdin, client.dialect, where, why=call.name)
        else:
            call.effect("db.read", *where)
    output = call.options.one("-o", "--output")
    if output is not None and client.dialect == "postgres":
        call.writes(output)
    return None


def _option(client: Client) -> str:
    return client.text.split()[0] if client.text else ""


def _operands(client: Client, operands: list[str]) -> tuple[dict[str, str], list[str], list[str]]:
    roles = client.operands.split()
    names: dict[str, str] = {}
    statements: list[str] = []
    files: list[str] = []
    for index, text in enumerate(operands):
        if not roles:
            break
        role = roles[min(index, len(roles) - 1)]
        if role == "sql":
            statements.append(text)
        elif role == "file":
            files.append(text.lstrip("@"))
        else:
            names.setdefault(role, text)
    return names, statements, files


def _file(call: Call, name: str, dialect: str, where: tuple[Thing, ...]) -> None:
    text = call.reads(name)
    if text is None:
        call.opaque(f"{call.name} runs {display(name)}, whose content is not known", "db.*")
        return
    run_sql_script(call, text, dialect, where, why=f"{call.name} -f {display(name)}")


_BQ_VERBS = {
    "rm": "db.schema_change",
    "mk": "db.schema_change",
    "update": "db.schema_change",
    "truncate": "db.delete",
    "cp": "db.write",
    "load": "db.write",
    "insert": "db.write",
    "extract": "db.read",
}


def _is_dataset(call: Call, name: str) -> bool:
    """Whether `bq rm` takes a whole dataset away: told so, or a name without a table's part."""
    if call.has("-d", "--dataset"):
        return True
    other = call.has("-t", "--table", "-m", "--model", "--routine", "-j", "--transfer_config")
    return not other and certain(name) and "." not in name


def _dataset(name: str) -> tuple[Thing, ...]:
    """A dataset and the tables in it; `project:dataset` is cut to the dataset."""
    dataset = thing("schema", name.rsplit(":", 1)[-1])
    if dataset.known != "whole":
        return dataset, thing("table", None)
    return dataset, Thing(name="table", value=f"{dataset.value}.*", known="pattern")


def _other_verb(call: Call) -> str | None:
    """Verbs of a client of several verbs that carry no SQL."""
    verb, *rest = call.operands or [""]
    if call.name == "bq" and verb in _BQ_VERBS:
        target = last(rest) if verb == "cp" else first(rest)
        if verb == "rm" and target is not None and _is_dataset(call, target):
            call.effect("db.schema_change", *_dataset(target))
            return None
        call.effect(_BQ_VERBS[verb], thing("table", target))
        return None
    if verb in ("", "ls", "show", "head", "version", "help", "status", "node", "init", "wait"):
        call.effect("db.read")
        return None
    call.opaque(f"{call.name} {display(verb)}", "db.*", "infra.*")
    return None


def _entry(client: Client) -> Program:
    values = f"{client.text} {client.files} {client.host} {client.database} {client.values}"

    def read(call: Call) -> str | None:
        return _client(call, client)

    single = client.dialect in ("sqlite", "duckdb") or client.verbs == "query"
    glued = "-p" if client.dialect == "mysql" else ""
    return program(read, values, clusters=not single, glued=glued, abbreviates=not single)


PROGRAMS: dict[str, Program] = {name: _entry(client) for name, client in CLIENTS.items()}
