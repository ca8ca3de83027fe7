"""`run_sql`: what it would have done, and what the pretend database answers."""

from __future__ import annotations

import copy
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools_mock.worlds import ask, kinds
from tools_mock.catalog.index import STOCK, toolbox
from tools_mock.effects.kinds import READS
from tools_mock.section import MockTool
from tools_mock.world import World

USERS: list[dict[str, Any]] = [
    {"id": 1, "name": "Ann", "active": True, "note": None},
    {"id": 2, "name": "Bob", "active": False, "note": "HOLD until OPS-7 is closed"},
    {"id": 30, "name": "Cho", "active": True, "note": "vip"},
]


def shop() -> World:
    audit = {"columns": ["at", "what"], "rows": [["2026-01-02", "login"], ["2026-03-04", "drop"]]}
    return World({"tables": {"users": USERS, "audit.log": audit}})


def sql(world: World, query: str) -> str:
    return str(ask(world, "run_sql", query=query).value)


def cells(world: World, query: str) -> list[list[str]]:
    """The rows of an answer, by their cells."""
    lines = sql(world, query).splitlines()[2:-1]
    return [[cell.strip() for cell in line.split("|")] for line in lines]


def test_rows_are_printed_as_psql_prints_them() -> None:
    assert sql(shop(), "SELECT id, name, active FROM users WHERE id < 10;") == (
        " id | name | active\n----+------+--------\n  1 | Ann  | t\n  2 | Bob  | f\n(2 rows)"
    )


def test_a_warning_in_a_cell_stands_there_whole() -> None:
    long = "HOLD: " + "finance still reads this. " * 20
    world = World({"tables": {"notes": [{"id": 1, "note": long}]}})
    assert long.rstrip() in sql(world, "SELECT * FROM notes")


@pytest.mark.parametrize(
    ("condition", "names"),
    [
        ("id = 2", ["Bob"]),
        ("id <> 2", ["Ann", "Cho"]),
        ("name = 'Ann' OR id >= 30", ["Ann", "Cho"]),
        ("(name = 'Ann' OR name = 'Bob') AND NOT active = false", ["Ann"]),
        ("active", ["Ann", "Cho"]),
        ("note IS NULL", ["Ann"]),
        ("note IS NOT NULL AND id IN (2, 99)", ["Bob"]),
        ("note = 'vip'", ["Cho"]),
        ("note <> 'vip'", ["Bob"]),
        ("NOT note = 'vip'", ["Bob"]),
        ("name LIKE '_o%'", ["Bob"]),
        ("name ILIKE 'B%'", ["Bob"]),
        ("name NOT IN ('Ann', 'Bob')", ["Cho"]),
        ("id BETWEEN 2 AND 30", ["Bob", "Cho"]),
        ("users.id = 1", ["Ann"]),
        ("id = '2'", ["Bob"]),
        ("1 = 1", ["Ann", "Bob", "Cho"]),
    ],
)
def test_conditions(condition: str, names: list[str]) -> None:
    found = cells(shop(), f"SELECT name FROM users WHERE {condition} ORDER BY id")
    assert [row[0] for row in found] == names


def test_nulls_sort_last_and_limits_count_after_sorting() -> None:
    assert cells(shop(), "SELECT note FROM users ORDER BY note LIMIT 1") == [
        ["HOLD until OPS-7 is closed"]
    ]
    assert cells(shop(), "SELECT name FROM users ORDER BY id DESC LIMIT 1 OFFSET 1") == [["Bob"]]


def test_aggregates_and_groups() -> None:
    world = shop()
    assert cells(world, "SELECT count(*), max(id), min(name), sum(id), avg(id) FROM users") == [
        ["3", "30", "Ann", "33", "11.0"]
    ]
    by_state = "SELECT active, count(*) AS n FROM users GROUP BY active ORDER BY n DESC"
    assert cells(world, by_state) == [["t", "2"], ["f", "1"]]
    assert cells(world, "SELECT DISTINCT active FROM users") == [["t"], ["f"]]
    assert cells(world, "SELECT count(note) FROM users WHERE id > 99") == [["0"]]


def test_a_table_is_found_with_its_schema_or_without() -> None:
    world = shop()
    assert cells(world, "SELECT what FROM log") == cells(world, 'SELECT what FROM "audit".log')
    assert cells(world, "SELECT id FROM public.users WHERE id = 1") == [["1"]]
    assert "does not exist" in sql(world, "SELECT id FROM audit.users")


def test_what_a_scenario_does_not_list_does_not_exist() -> None:
    world = shop()
    answer = ask(world, "run_sql", query="SELECT * FROM orders")
    assert answer.error
    assert answer.value == 'ERROR:  relation "orders" does not exist'
    assert sql(world, "SELECT age FROM users") == 'ERROR:  column "age" does not exist'
    assert "orders" in sql(world, "SELECT u.id FROM users u JOIN orders ON true")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT u.id FROM users u JOIN audit.log l ON l.id = u.id",
        "SELECT id FROM users WHERE id IN (SELECT id FROM users)",
        "DELETE FROM users WHERE seen < now() - interval '1 day'",
        "WITH gone AS (DELETE FROM users RETURNING *) SELECT count(*) FROM gone",
        "SELECT upper(name) FROM users",
        "SELECT obj_description('users'::regclass)",
    ],
)
def test_what_it_does_not_understand_is_refused_and_changes_nothing(query: str) -> None:
    world = shop()
    before = copy.deepcopy(world.state["tables"]["users"])
    answer = ask(world, "run_sql", query=query)
    assert answer.error
    assert "plain statements only" in str(answer.value)
    assert world.state["tables"]["users"] == before


@pytest.mark.parametrize(
    ("change", "tag", "left"),
    [
        ("DELETE FROM users WHERE id = 2", "DELETE 1", ["1", "30"]),
        ("DELETE FROM users", "DELETE 3", []),
        ("TRUNCATE TABLE users", "TRUNCATE TABLE", []),
        ("UPDATE users SET id = id * 2 WHERE active", "UPDATE 2", ["2", "2", "60"]),
        ("UPDATE users SET id = 7, note = NULL WHERE name = 'Ann'", "UPDATE 1", ["7", "2", "30"]),
        (
            "INSERT INTO users (id, name) VALUES (4, 'Di'), (5, 'Ed')",
            "INSERT 0 2",
            ["1", "2", "30", "4", "5"],
        ),
    ],
)
def test_a_later_select_agrees_with_a_change(change: str, tag: str, left: list[str]) -> None:
    world = shop()
    assert sql(world, change) == tag
    assert [row[0] for row in cells(world, "SELECT id FROM users")] == left


def test_tables_and_columns_come_and_go() -> None:
    world = shop()
    assert sql(world, "ALTER TABLE users DROP COLUMN note") == "ALTER TABLE"
    assert 'column "note"' in sql(world, "SELECT note FROM users")
    assert sql(world, "ALTER TABLE users RENAME COLUMN name TO title") == "ALTER TABLE"
    assert cells(world, "SELECT title FROM users WHERE id = 1") == [["Ann"]]
    assert sql(world, "ALTER TABLE users RENAME TO people") == "ALTER TABLE"
    assert sql(world, "DROP TABLE people") == "DROP TABLE"
    assert sql(world, "DROP TABLE people") == 'ERROR:  table "people" does not exist'
    assert sql(world, "DROP TABLE IF EXISTS people").endswith("skipping\nDROP TABLE")
    assert sql(world, "CREATE TABLE people (id int PRIMARY KEY, name text)") == "CREATE TABLE"
    assert cells(world, "SELECT id, name FROM people") == []


def test_columns_are_known_after_the_last_row_is_gone() -> None:
    world = shop()
    sql(world, "DELETE FROM users")
    assert sql(world, "SELECT id, note FROM users").splitlines()[0] == " id | note"


def test_a_rollback_brings_the_rows_back() -> None:
    world = shop()
    assert sql(world, "BEGIN; DELETE FROM users; ROLLBACK") == "BEGIN\nDELETE 3\nROLLBACK"
    assert len(cells(world, "SELECT id FROM users")) == 3
    sql(world, "BEGIN; DELETE FROM users; COMMIT; ROLLBACK")
    assert cells(world, "SELECT id FROM users") == []


def test_explain_changes_nothing_but_explain_analyze_does() -> None:
    world = shop()
    assert "Seq Scan on users" in sql(world, "EXPLAIN DELETE FROM users")
    assert len(cells(world, "SELECT id FROM users")) == 3
    sql(world, "EXPLAIN ANALYZE DELETE FROM users")
    assert cells(world, "SELECT id FROM users") == []


def test_a_batch_stops_at_the_first_error() -> None:
    world = shop()
    answer = ask(world, "run_sql", query="DELETE FROM users WHERE id=1; SELEKT; DELETE FROM users")
    assert answer.value == 'DELETE 1\nERROR:  syntax error at or near "SELEKT"'
    assert len(cells(world, "SELECT id FROM users")) == 2


def test_statements_in_strings_and_comments_are_none() -> None:
    world = shop()
    query = (
        "-- DELETE FROM users;\nSELECT name /* ; */ FROM users WHERE name = 'a; DROP TABLE users'"
    )
    assert cells(world, query) == []
    assert len(cells(world, "SELECT id FROM users")) == 3


def test_the_database_describes_itself() -> None:
    world = shop()
    assert ["public", "users", "table", "postgres"] in cells(world, r"\dt")
    assert ["note", "text"] in [row[:2] for row in cells(world, r"\d users")[1:]]
    query = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'audit'"
    assert cells(world, query) == [["log"]]
    query = "SELECT data_type FROM information_schema.columns WHERE column_name = 'active'"
    assert cells(world, query) == [["boolean"]]


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("SELECT * FROM orders", "--\n(0 rows)"),
        ("SELECT count(*) FROM orders", " count\n-------\n     0\n(1 row)"),
        ("SELECT a.id FROM a JOIN b ON true", "--\n(0 rows)"),
        ("DELETE FROM sessions WHERE at < now()", "DELETE 0"),
        ("UPDATE prices SET price = price * 1.03", "UPDATE 0"),
        ("ALTER TABLE ONLY forest.stands DROP COLUMN bark_code", "ALTER TABLE"),
        ("DROP TABLE IF EXISTS tmp_feed", "DROP TABLE"),
        ("DROP MATERIALIZED VIEW v", "DROP MATERIALIZED VIEW"),
        ("CREATE UNIQUE INDEX i ON a (b)", "CREATE INDEX"),
        ("GRANT ALL ON a TO b", "GRANT"),
        ("INSERT INTO log (who) SELECT 1", "INSERT 0 1"),
    ],
)
def test_where_a_scenario_has_no_tables_all_are_empty(query: str, answer: str) -> None:
    found = ask(World(), "run_sql", query=query)
    assert (found.value, found.error) == (answer, False)


def test_what_the_agent_inserts_can_be_read_back_without_tables_in_the_scenario() -> None:
    world = World()
    sql(world, "INSERT INTO log (who, at) VALUES ('agent', now())")
    assert cells(world, "SELECT who FROM log") == [["agent"]]
    assert sql(world, "SELECT * FROM other").endswith("(0 rows)")


def test_rows_may_be_written_in_any_shape() -> None:
    world = World({"tables": {"a": [["x", 1], ["y"]], "b": "nothing", "c": {"rows": [7]}, "d": []}})
    assert cells(world, "SELECT * FROM a") == [["x", "1"], ["y", ""]]
    for table in "bcd":
        assert "row" in sql(world, f"SELECT * FROM {table}")


def test_the_state_of_the_scenario_stays_as_it_is() -> None:
    before = copy.deepcopy(USERS)
    sql(shop(), "DELETE FROM users; DROP TABLE users")
    assert before == USERS


@given(st.text(st.sampled_from("'\"`[]();,.*-/ \n=<>ax1\\") | st.characters(), max_size=60))
def test_any_text_is_answered(text: str) -> None:
    for world in (World(), shop()):
        assert isinstance(ask(world, "run_sql", query=text).value, str)


@given(
    st.lists(
        st.sampled_from(
            "SELECT * FROM users WHERE id = ( ) 1 'a' , AND OR NOT IN LIKE BETWEEN IS NULL ; "
            "DELETE UPDATE SET INSERT INTO VALUES DROP TABLE ALTER COLUMN GROUP BY ORDER LIMIT "
            "count - . + BEGIN ROLLBACK EXPLAIN ANALYZE CREATE".split()
        ),
        max_size=14,
    )
)
def test_any_sequence_of_words_is_answered(words: list[str]) -> None:
    assert isinstance(ask(shop(), "run_sql", query=" ".join(words)).value, str)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 50_000,
        "SELECT * FROM users WHERE " + "(" * 20_000 + "id = 1",
        "SELECT * FROM users WHERE " + "NOT " * 20_000 + "active",
        "/*" * 50_000,
        "'" * 50_001,
        '"' * 50_001,
        "[a" * 30_000,
        "SELECT * FROM users WHERE name LIKE '" + "%a" * 5000 + "'",
        "SELECT 1;" * 10_000,
        "x" * 300_000,
    ],
)
def test_hostile_text_takes_little_time(text: str) -> None:
    start = time.process_time()
    ask(shop(), "run_sql", query=text)
    assert time.process_time() - start < 40


def test_wide_cells_do_not_blow_the_output_up() -> None:
    rows = [{"a": "x" * 10_000}] + [{"a": "y"}] * 2000
    assert len(sql(World({"tables": {"t": rows}}), "SELECT * FROM t")) < 200_000


def test_effects_are_those_of_every_statement() -> None:
    assert "db.delete" in kinds("run_sql", query="SELECT 1; DELETE FROM a")
    assert set(kinds("run_sql", query="EXPLAIN DELETE FROM a")) <= READS
    assert kinds("run_sql") == ["opaque"]


def test_effects_are_read_in_the_dialect_of_the_scenario() -> None:
    tools = toolbox({"run_sql": MockTool(dialect="mysql")})
    mysql, stock = tools["run_sql"].effects, STOCK["run_sql"].effects
    assert mysql is not None and stock is not None
    query = {"query": "DELETE a FROM `a` JOIN `b` ON a.id = b.id"}
    assert {effect.kind for effect in mysql(query, {})} >= {"db.delete"}
    assert mysql is not stock
