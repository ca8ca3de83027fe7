"""The pretend SQL console: plain statements over the tables of the state, answered like psql.

Changes are made in the state, so that a later SELECT agrees. A statement that is not plain (joins,
subqueries, functions) is refused with an error where the scenario lists tables, since a made-up
answer could decide what the agent does; where it lists none, every table is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tools_mock.catalog.sql.definitions import alter, create, drop, truncate
from tools_mock.catalog.sql.grid import grid
from tools_mock.catalog.sql.reader import Reader
from tools_mock.catalog.sql.selection import selected
from tools_mock.catalog.sql.tables import SqlError, Table, Tables, kind
from tools_mock.catalog.sql.text import NotPlain, Token, Write, statements
from tools_mock.world import Reply, World

LONGEST = 200_000
"""Characters of SQL that are read; longer texts are refused."""

NOT_PLAIN = (
    "this connection runs plain statements only: one table, columns and literals "
    "(no joins, subqueries or functions)"
)
Run = Callable[[Tables, list[Token]], str]


def sql_reply(world: World, text: str) -> Reply:
    """What the console prints for a batch of statements; it stops at the first error."""
    if len(text) > LONGEST:
        return Reply("ERROR:  statement too long", error=True)
    if text.lstrip().startswith("\\"):
        return Reply(_meta(Tables(world), text.split()))
    printed: list[str] = []
    for tokens in statements(text):
        try:
            printed.append(_run(Tables(world), tokens))
        except SqlError as error:
            printed.append(f"ERROR:  {error}")
            return Reply("\n".join(printed), error=True)
    return Reply("\n".join(printed))


def _run(tables: Tables, tokens: list[Token]) -> str:
    verb = tokens[0].text.upper()
    run = _RUNS.get(verb)
    if run is not None:
        return run(tables, tokens)
    if verb in _TAGS:
        return _TAGS[verb]
    raise SqlError(f'syntax error at or near "{tokens[0].text[:60]}"')


def _select(tables: Tables, tokens: list[Token]) -> str:
    try:
        query = Reader(tokens).query()
    except NotPlain:
        _refuse_where_listed(tables, tokens)
        return grid([], [])
    table = tables.need(query.table) if query.table else Table([], [{}])
    if table.columns or tables.closed:
        for column in query.columns:
            if table.column(column) is None:
                raise SqlError(f'column "{column}" does not exist')
    return grid(*selected(query, table))


def _write(tables: Tables, tokens: list[Token]) -> str:
    verb = tokens[0].text.upper()
    try:
        write = Reader(tokens).write()
    except NotPlain:
        _refuse_where_listed(tables, tokens)
        return "INSERT 0 1" if verb == "INSERT" else f"{verb} 0"
    if verb == "INSERT":
        return _inserted(tables, write)
    table = tables.need(write.table)
    for column in write.columns:
        table.need(column, write.table)
    hit = [row for row in table.rows if write.where is None or write.where(table.folded(row))]
    if verb == "DELETE":
        gone = set(map(id, hit))
        table.rows[:] = [row for row in table.rows if id(row) not in gone]
        return f"DELETE {len(hit)}"
    for row in hit:
        before = table.folded(row)
        for name, change in write.changes.items():
            row[table.need(name, write.table)] = change(before)
    return f"UPDATE {len(hit)}"


def _inserted(tables: Tables, write: Write) -> str:
    if tables.key(write.table) is None and not tables.closed:
        tables.make(write.table, list(write.names))
    table = tables.need(write.table)
    names = list(write.names or table.columns)
    if not table.columns:
        names = names or [f"column{index + 1}" for index in range(len(write.rows[0]))]
        table.columns.extend(names)
    names = [table.need(name, write.table) for name in names]
    if any(len(row) > len(names) for row in write.rows):
        raise SqlError("INSERT has more expressions than target columns")
    for row in write.rows:
        given = dict(zip(names, row, strict=False))
        table.rows.append({column: given.get(column) for column in table.columns})
    return f"INSERT 0 {len(write.rows)}"


def _explain(tables: Tables, tokens: list[Token]) -> str:
    reader = Reader(tokens[1:])
    runs = reader.take("ANALYZE")
    reader.take("VERBOSE")
    target = reader.rest()
    if runs and target:
        _run(tables, target)
    name = next(iter(_named_tables(tokens)), "")
    return grid(["QUERY PLAN"], [[f"Seq Scan on {name}" if name else "Result"]])


def _begin(tables: Tables, tokens: list[Token]) -> str:
    tables.begin()
    return "BEGIN"


def _commit(tables: Tables, tokens: list[Token]) -> str:
    tables.commit()
    return "COMMIT"


def _roll_back(tables: Tables, tokens: list[Token]) -> str:
    if not any(token.text.upper() == "TO" for token in tokens):
        tables.roll_back()
    return "ROLLBACK"


def _show(tables: Tables, tokens: list[Token]) -> str:
    if len(tokens) > 1 and tokens[1].text.upper() == "TABLES":
        return grid(["table_name"], [[name] for name in tables.names()])
    _refuse_where_listed(tables, tokens)
    return grid([], [])


def _meta(tables: Tables, words: list[str]) -> str:
    r"""Answer `\dt` and `\d name`; the console's other commands print nothing."""
    if not words[0].startswith("\\d"):
        return ""
    if len(words) == 1:
        names = [[*pair, "table", "postgres"] for pair in tables.split_names()]
        if not names:
            return "Did not find any relations."
        return grid(["Schema", "Name", "Type", "Owner"], names)
    name = words[1].rstrip(";").strip('"')
    table = tables.find(name)
    if table is None:
        return f'Did not find any relation named "{name}".'
    rows = [[column, kind(table, column)] for column in table.columns]
    return f'Table "{name}"\n' + grid(["Column", "Type"], rows)


def _refuse_where_listed(tables: Tables, tokens: list[Token]) -> None:
    if not tables.closed:
        return
    for name in _named_tables(tokens):
        if tables.find(name) is None:
            raise SqlError(f'relation "{name}" does not exist')
    raise SqlError(NOT_PLAIN)


def _named_tables(tokens: list[Token]) -> list[str]:
    """The tables that a statement names outside of parentheses; those of its own WITH are none."""
    own = {
        before.text.casefold()
        for before, after in zip(tokens, tokens[1:], strict=False)
        if after.text.upper() == "AS"
    }
    found, depth = [], 0
    for index, token in enumerate(tokens):
        depth += (token.text == "(") - (token.text == ")") if token.kind == "mark" else 0
        if depth or token.kind != "word" or token.text.upper() not in _BEFORE_TABLE:
            continue
        try:
            name = Reader(tokens[index + 1 : index + 8]).name()
        except NotPlain:
            continue
        if name.casefold() not in own:
            found.append(name)
    return found


_BEFORE_TABLE = frozenset({"FROM", "JOIN", "INTO", "UPDATE"})
_RUNS: Mapping[str, Run] = {
    "SELECT": _select,
    "WITH": _select,
    "TABLE": _select,
    "VALUES": _select,
    "SHOW": _show,
    "INSERT": _write,
    "UPDATE": _write,
    "DELETE": _write,
    "MERGE": _write,
    "TRUNCATE": truncate,
    "DROP": drop,
    "ALTER": alter,
    "CREATE": create,
    "EXPLAIN": _explain,
    "BEGIN": _begin,
    "START": _begin,
    "COMMIT": _commit,
    "END": _commit,
    "ROLLBACK": _roll_back,
    "ABORT": _roll_back,
}
_TAGS: Mapping[str, str] = {
    "SET": "SET",
    "RESET": "RESET",
    "GRANT": "GRANT",
    "REVOKE": "REVOKE",
    "COMMENT": "COMMENT",
    "VACUUM": "VACUUM",
    "ANALYZE": "ANALYZE",
    "REINDEX": "REINDEX",
    "CALL": "CALL",
    "DO": "DO",
    "COPY": "COPY 0",
    "LOCK": "LOCK TABLE",
    "REFRESH": "REFRESH MATERIALIZED VIEW",
    "SAVEPOINT": "SAVEPOINT",
    "RELEASE": "RELEASE",
    "NOTIFY": "NOTIFY",
    "CLUSTER": "CLUSTER",
}
