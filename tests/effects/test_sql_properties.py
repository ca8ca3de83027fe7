"""What must hold of all SQL text: spelling changes nothing, nothing hides, nothing breaks."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tools_mock.effects.sql import query as sql_query
from tools_mock.effects.sql.dialects import DIALECTS
from tools_mock.effects.sql.reader import MOST_STATEMENTS, Statement, read_sql, read_sql_script
from traces.model import Effect, Thing

CORPUS: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).parent / "corpus_sql.yaml").read_text(encoding="utf-8")
)
CASES = [
    (dialect, str(case["sql"]))
    for dialect, cases in CORPUS.items()
    for case in cases
    if dialect in DIALECTS and case["sql"].strip()
]
# statements without literals, comments, templates and lines that belong to a client
BARE = [
    (dialect, sql)
    for dialect, sql in CASES
    if re.fullmatch(r"\w[\w\s.,;()=<>*+]+", sql) and not re.search(r"\bGO\b|^source", sql)
]
KEYWORDS = re.compile(
    r"\b(?:SELECT|FROM|WHERE|INSERT|INTO|VALUES|UPDATE|SET|DELETE|DROP|TABLE|ALTER|COLUMN|TRUNCATE"
    r"|GRANT|REVOKE|CREATE|INDEX|VIEW|AND|OR|NOT|EXISTS|IF|JOIN|USING|WITH|RETURNING|MERGE|WHEN"
    r"|MATCHED|THEN|EXPLAIN|ANALYZE|BEGIN|COMMIT|CASCADE|UNION|ORDER|BY|LIMIT|RENAME|TO|ON|AS)\b",
    re.I,
)
BARE_TEXT = st.sampled_from(BARE)
ANY_CASE = st.sampled_from(CASES)
DIALECT = st.sampled_from(sorted(DIALECTS))


def meaning(statements: tuple[Statement, ...]) -> list[tuple[frozenset[str], set[Effect]]]:
    """The kinds and effects, statement by statement, without where they stand."""
    return [
        (
            frozenset(each.kinds),
            {effect.model_copy(update={"why": ""}) for effect in each.effects},
        )
        for each in statements
    ]


def effects_of(statements: tuple[Statement, ...]) -> set[Effect]:
    return {effect for _, effects in meaning(statements) for effect in effects}


@settings(deadline=None)
@given(BARE_TEXT, st.randoms(use_true_random=False))
def test_the_case_of_keywords_changes_nothing(case: tuple[str, str], random: Any) -> None:
    dialect, sql = case
    other = KEYWORDS.sub(
        lambda match: "".join(random.choice((c.upper(), c.lower())) for c in match[0]), sql
    )
    assert meaning(read_sql(other, dialect)) == meaning(read_sql(sql, dialect))


@settings(deadline=None)
@given(BARE_TEXT, st.randoms(use_true_random=False))
def test_white_space_and_comments_change_nothing(case: tuple[str, str], random: Any) -> None:
    dialect, sql = case
    gaps = [" ", "\t ", "   ", "/* ; DROP TABLE zz; */", "/**/ ", " -- ; delete from zz\n "]
    other = re.sub(r" ", lambda _: random.choice(gaps), sql)
    assert meaning(read_sql(other, dialect)) == meaning(read_sql(sql, dialect))


@settings(deadline=None)
@given(
    st.sampled_from(
        [
            "DROP TABLE {}",
            "DELETE FROM {} WHERE a = 1",
            "UPDATE {} SET a = 1",
            "INSERT INTO {} VALUES (1)",
            "TRUNCATE TABLE {}",
            "ALTER TABLE {} DROP COLUMN a",
            "SELECT * FROM {} WHERE b IN (SELECT 1)",
            "CREATE INDEX i ON {} (a)",
            "GRANT SELECT ON {} TO joe",
        ]
    ),
    st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}zz", fullmatch=True),
    DIALECT,
)
def test_quotes_around_a_name_change_nothing(form: str, name: str, dialect: str) -> None:
    quote = {"`": "`{}`", "[": "[{}]"}.get(DIALECTS[dialect].quote, '"{}"')
    plain, quoted = (read_sql(form.format(each), dialect) for each in (name, quote.format(name)))
    assert meaning(plain) == meaning(quoted)
    assert any(
        Thing(name="table", value=name) in effect.on for each in plain for effect in each.effects
    )


@settings(deadline=None)
@given(
    ANY_CASE, st.sampled_from(["SELECT 1;\n", "BEGIN;\n", "/* x */ ;\n", "EXPLAIN DROP TABLE q;\n"])
)
def test_a_harmless_prefix_changes_nothing(case: tuple[str, str], prefix: str) -> None:
    dialect, sql = case
    assert effects_of(read_sql(sql, dialect)) <= effects_of(read_sql(prefix + sql, dialect))
    added = effects_of(read_sql(prefix + sql, dialect)) - effects_of(read_sql(sql, dialect))
    assert added <= {Effect(kind="db.read")}


@settings(deadline=None)
@given(ANY_CASE, st.sampled_from(["\n; select 1", "\n;\n-- done", "\n; COMMIT;"]))
def test_a_harmless_suffix_hides_nothing(case: tuple[str, str], suffix: str) -> None:
    dialect, sql = case
    alone = effects_of(read_sql(sql, dialect))
    assert alone <= effects_of(read_sql(sql + suffix, dialect))


@settings(deadline=None)
@given(st.sampled_from(BARE), st.data())
def test_two_batches_have_the_effects_of_both(first: tuple[str, str], data: st.DataObject) -> None:
    dialect, one = first
    other = data.draw(st.sampled_from([sql for each, sql in BARE if each == dialect]))
    both = effects_of(read_sql(f"{one};\n{other}", dialect))
    alone = effects_of(read_sql(one, dialect)) | effects_of(read_sql(other, dialect))
    undecided = {effect for effect in alone if effect.kind == "opaque"}
    # a statement that was prepared or created in the first one may be known in the second
    assert alone - undecided <= both


@settings(deadline=None)
@given(ANY_CASE)
def test_plain_statements_are_read_as_the_parser_reads_them(case: tuple[str, str]) -> None:
    dialect, sql = case
    plain = read_sql(sql, dialect)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sql_query, "read_plain", lambda tokens, rules: None)
        parsed = read_sql_script(sql, dialect, files=lambda path: None)
    assert meaning(plain) == meaning(parsed)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200), DIALECT)
def test_any_text_is_read_without_an_error(text: str, dialect: str) -> None:
    statements = read_sql(text, dialect)
    assert [each.number for each in statements] == list(range(1, len(statements) + 1))
    assert all(len(each.text) <= 200 for each in statements)
    assert all(
        each.opaque == any(effect.kind == "opaque" for effect in each.effects)
        for each in statements
    )


FRAGMENTS = (
    "SELECT FROM WHERE DELETE DROP TABLE UPDATE SET INSERT INTO VALUES ( ) [ ] , ; . = + - * / ' "
    '" ` $$ $a$ -- /* */ /*! {{ }} :a @a ? \\! \\d { } t u 1 AS WITH IF THEN ELSE END BEGIN CASE '
    "LOOP DO EXEC EXECUTE PREPARE CALL COPY GRANT TO ON ALTER COLUMN CREATE FUNCTION OR MERGE GO"
).split()


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=40), DIALECT, st.sampled_from([" ", "", "\n"]))
def test_any_shuffle_of_sql_is_read_without_an_error(
    words: list[str], dialect: str, gap: str
) -> None:
    read_sql(gap.join(words), dialect)


HOSTILE = {
    "open parentheses": "SELECT " + "(" * 1_000_000,
    "10,000 nested parentheses": "SELECT " + "(" * 10_000 + "1" + ")" * 10_000,
    "nested arrays": "SELECT " + "ARRAY[" * 30 + "1" + "]" * 30,
    "nested subqueries": "SELECT " + "(SELECT " * 200 + "1" + ")" * 200,
    "NOT without end": "SELECT " + "NOT " * 200_000 + "1",
    "CASE without end": "SELECT " + "CASE WHEN " * 100_000,
    "quotes": "'" * 999_999,
    "NUL": "\0" * 1_000_000,
    "lone surrogates": "\ud800" * 500_000,
    "templates": "{{" * 400_000,
    "open brackets": "[" * 500_000,
    "control words": "IF a THEN " * 80_000,
    "functions": "SELECT " + "nextval(" * 100_000,
    "joins without conditions": "SELECT * FROM a " + "JOIN b " * 100_000,
    "copies in copies": "COPY (" * 30 + "SELECT x y z w" + ") TO STDOUT" * 30,
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("dialect", ["postgres", "tsql"])
def test_hostile_text_is_opaque_in_bounded_time(name: str, dialect: str) -> None:
    begin = time.process_time()
    statements = read_sql(HOSTILE[name], dialect)
    assert time.process_time() - begin < 40  # a second or two, but machines differ
    assert any(each.opaque for each in statements)


def test_a_routine_that_calls_itself_comes_to_an_end() -> None:
    text = "".join(
        f"CREATE FUNCTION f{n}() RETURNS void AS $$ BEGIN PERFORM f{n + 1}(); PERFORM f{n + 1}(); "
        "END $$ LANGUAGE plpgsql; "
        for n in range(30)
    )
    assert read_sql(text + "SELECT f0()")[-1].opaque


def test_statements_beyond_the_bound_are_put_together_and_opaque() -> None:
    statements = read_sql("SELECT 1;" * (MOST_STATEMENTS + 5) + "DROP TABLE t")
    assert len(statements) == MOST_STATEMENTS + 1
    assert "drop" in statements[-1].kinds and statements[-1].opaque


def test_a_long_insert_of_constants_is_read_in_full() -> None:
    text = "INSERT INTO t VALUES " + ", ".join(f"({n}, 'x', NULL, now())" for n in range(2_000))
    assert not read_sql(text)[0].opaque


def test_the_answer_does_not_depend_on_the_stack_of_the_caller() -> None:
    text = "SELECT " + "(SELECT a + " * 8 + "1" + ")" * 8

    def deep(frames: int) -> tuple[Statement, ...]:
        return deep(frames - 1) if frames else read_sql_script(text, files=lambda path: None)

    used = len(__import__("inspect").stack(0))
    assert deep(sys.getrecursionlimit() - used - 60) == read_sql(text)


def test_lone_surrogates_never_reach_the_effects() -> None:
    statement = read_sql('DROP TABLE "a\ud800b"')[0]
    statement.effects[0].model_dump_json()
    statement.text.encode()


def test_importing_the_reader_does_not_import_the_parser() -> None:
    code = (
        "import sys; from tools_mock.effects.sql.reader import read_sql; "
        "read_sql('DROP TABLE t; SELECT * FROM a WHERE id = 1; DELETE FROM t'); "
        "sys.exit('sqlglot' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def shell(command: str) -> tuple[Effect, ...]:
    return (Effect(kind="fs.delete", on=(Thing(name="path", value=command),)),)


@pytest.mark.parametrize(
    "text", ["\\! rm x", "\\set a `rm x`", "SELECT 1 \\g |rm x", "\\o |rm x", "\\i |rm x"]
)
def test_commands_for_the_shell_are_read_by_the_caller(text: str) -> None:
    statements = read_sql_script(text, shell=shell)
    assert Effect(kind="fs.delete", on=(Thing(name="path", value="rm x"),)) in effects_of(
        statements
    )
    assert not any(each.opaque for each in statements)


def test_a_program_of_copy_is_also_read_as_a_shell_command() -> None:
    statements = read_sql_script("COPY t FROM PROGRAM 'rm x'", shell=shell)
    assert {"proc.exec", "fs.delete"} <= {each.kind for each in effects_of(statements)}


def test_included_files_are_read_where_they_are_known() -> None:
    files = {"a.sql": "DROP TABLE a; \\i b.sql", "b.sql": "DELETE FROM b"}
    statements = read_sql_script("\\i a.sql\nSELECT 1;", files=files.get)
    assert statements[0].kinds == {"drop", "delete", "delete without where"}
    assert not statements[0].opaque


def test_a_file_that_includes_itself_comes_to_an_end() -> None:
    statements = read_sql_script("\\i a.sql", files=lambda path: "\\i a.sql")
    assert statements[0].opaque


def test_rows_of_a_dump_are_no_statements() -> None:
    text = "COPY t (a) FROM stdin;\n1\tx; DROP TABLE users;\n\\.\n\nDELETE FROM u;\n"
    statements = read_sql(text)
    assert [sorted(each.kinds) for each in statements] == [
        ["copy"],
        ["delete", "delete without where"],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "COMMIT\nDROP TABLE zz",
        "DROP TABLE a\nDROP TABLE zz",
        "SET search_path TO app\nDELETE FROM zz",
        "CREATE TABLE a (b int)\nTRUNCATE TABLE zz",
        "IF EXISTS (SELECT 1) DROP TABLE zz",
    ],
)
def test_a_forgotten_separator_hides_no_statement(text: str) -> None:
    objects = {each.value for effect in effects_of(read_sql(text)) for each in effect.on}
    assert "zz" in objects


@pytest.mark.parametrize(
    "text",
    [
        "CREATE TABLE shifts (event text, begin date); DROP TABLE zz",
        "CREATE TABLE t (a int, trigger text, procedure text, begin int); DELETE FROM zz",
        "CREATE VIEW function AS SELECT begin FROM t; TRUNCATE zz",
    ],
)
def test_columns_named_like_blocks_hide_no_statement(text: str) -> None:
    objects = {each.value for effect in effects_of(read_sql(text)) for each in effect.on}
    assert "zz" in objects


def test_a_long_text_that_is_executed_is_not_cut_off_silently() -> None:
    text = "EXEC('" + "SELECT 1; " * 3_000 + "DROP TABLE zz')"
    assert read_sql(text, "tsql")[0].opaque


def test_the_parser_says_nothing_on_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    read_sql("SELECT v:a.k: FROM t WHERE JSON_EXTRACT(x, '$.k:') = 1", "mysql")
    read_sql("SELECT JSON_EXTRACT(x, '$.k:') FROM t", "mysql")
    assert capfd.readouterr().err == ""
