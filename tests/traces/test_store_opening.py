"""Opening a store: where it may be, what it may be, and which version it may have."""

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlglot
from sqlalchemy import UniqueConstraint, inspect
from sqlalchemy.engine import make_url

import traces.store.dialects as dialects
from traces.model import Ending, Message, Usage
from traces.store.database import Database
from traces.store.dialects import PostgresPlace, place
from traces.store.errors import StoreError
from traces.store.migrations import NEWEST, STEPS, migrate
from traces.store.store import Store
from traces.store.tables import StoreTable
from traces.store.writer import Run

ROOT = Path(dialects.__file__).parents[2]


def one_trial(run: Run) -> str:
    trial = run.begin_trial(scenario_id="s", scenario_hash="h", scenario={}, agent=None)
    trial.append([Message(seq=0, turn=1, text="done")])
    trial.end(Ending(status="completed"), Usage(turns=1))
    return trial.id


def test_a_store_is_made_with_its_folder_and_found_again(tmp_path: Path) -> None:
    path = tmp_path / "runs" / "redflags.db"
    with Store.open(str(path)) as store, store.begin_run(spec={}, versions={}) as run:
        name = one_trial(run)
    for url in (str(path), f"sqlite:///{path}", f"sqlite:///{path}?mode=ro"):
        with Store.open(url) as store:
            assert store.trajectory(name).ending.status == "completed"


def test_nothing_is_left_beside_a_closed_store(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "a.db")) as store, store.begin_run(spec={}, versions={}) as run:
        one_trial(run)
    assert [path.name for path in tmp_path.iterdir()] == ["a.db"]


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("{tmp}", "is a directory, not a store"),
        ("{tmp}/text.txt", "is no SQLite database"),
        ("{tmp}/other.db", "holds the tables of something else: name another store"),
        ("{tmp}/text.txt/a.db", "can't be made: its folder is a file"),
        ("sqlite://", "names no file, and a store in memory would be lost"),
        ("sqlite:///:memory:", "names no file, and a store in memory would be lost"),
        ("sqlite:///{tmp}/a.db?cache=shared", "takes no option but mode=ro"),
        ("mysql://me:secret@host/name", "is no store: name a path, or a sqlite:/// or postg"),
        ("://", "is neither a path nor a URL"),
    ],
)
def test_what_is_no_store_is_refused_in_a_sentence(tmp_path: Path, url: str, says: str) -> None:
    (tmp_path / "text.txt").write_text("hello, I am no database at all")
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE places (id)")
    other.close()
    with pytest.raises(StoreError) as caught:
        Store.open(url.format(tmp=tmp_path))
    assert says in str(caught.value)
    assert "\n" not in str(caught.value) and "secret" not in str(caught.value)


def test_a_damaged_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    Store.open(str(path)).close()
    path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 8192)
    with pytest.raises(StoreError, match="is damaged"), Store.open(str(path)) as store:
        store.runs()


def test_reading_does_not_make_a_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="does not exist"):
        Store.open(str(tmp_path / "none.db"), readonly=True)
    assert not list(tmp_path.iterdir())


@pytest.fixture
def public_path() -> Iterator[Path]:
    """A folder that every user can reach."""
    path = Path(tempfile.mkdtemp())
    path.chmod(0o755)
    yield path
    for folder in (path, *(inner for inner in path.iterdir() if inner.is_dir())):
        folder.chmod(0o755)
    shutil.rmtree(path)


@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o444, 0o755), (0o644, 0o555)])
def test_what_can_not_be_written_is_read(
    public_path: Path, unprivileged: Callable[[], None], file_mode: int, folder_mode: int
) -> None:
    path = public_path / "a.db"
    with Store.open(str(path)) as store, store.begin_run(spec={}, versions={}) as run:
        name = one_trial(run)
    path.chmod(file_mode)
    public_path.chmod(folder_mode)
    unprivileged()
    with Store.open(str(path)) as store:
        assert store.readonly
        assert len(store.trajectory(name).events) == 1
        with pytest.raises(StoreError) as caught:
            store.begin_run(spec={}, versions={})
    assert str(caught.value) == f"{path}: is read-only"


def test_a_log_that_can_not_be_read_is_told_of(
    public_path: Path, unprivileged: Callable[[], None]
) -> None:
    with Store.open(str(public_path / "a.db")) as store:
        one_trial(store.begin_run(spec={}, versions={}))
        copy = public_path / "copy"
        copy.mkdir()
        for name in ("a.db", "a.db-wal"):  # as a killed process leaves them
            (copy / name).write_bytes((public_path / name).read_bytes())
    copy.chmod(0o555)
    unprivileged()
    with pytest.raises(StoreError, match=r"holds its newest rows in a\.db-wal"):
        Store.open(str(copy / "a.db"))


def test_a_lock_is_waited_for_and_then_told_of(tmp_path: Path) -> None:
    path = str(tmp_path / "a.db")
    with Store.open(path, timeout=0.05) as store:
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="stayed locked by another process"):
            store.begin_run(spec={}, versions={})
    with Store.open(path, timeout=30) as store:
        threading.Timer(0.05, lambda: other.execute("ROLLBACK")).start()
        store.begin_run(spec={}, versions={}).finish()
    other.close()


def test_a_full_disk_is_told_of_and_costs_only_the_turn(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "a.db")) as store, store.begin_run(spec={}, versions={}) as run:
        name = one_trial(run)
        trial = run.begin_trial(scenario_id="s", scenario_hash="h", scenario={}, agent=None)
        big = [Message(seq=0, turn=1, text="x" * 200_000)]
        pages = store._database.cursor
        pages.execute("PRAGMA max_page_count = 30")
        with pytest.raises(StoreError, match="the disk is full"):
            trial.append(big)
        pages.execute("PRAGMA max_page_count = 10000")

        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
        try:
            with pytest.raises(StoreError, match="the disk gave an error"):
                trial.append(big)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)

        trial.append(big)
        trial.end(Ending(status="completed"), Usage())
        assert store.trajectory(trial.id).events == tuple(big)
        assert store.trajectory(name).ending.status == "completed"


def test_a_forked_process_is_told_to_open_the_store_anew(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = store.begin_run(spec={}, versions={})
    with monkeypatch.context() as patched:
        patched.setattr(os, "getpid", lambda: 1)
        with pytest.raises(StoreError, match="was opened before a fork"):
            run.finish()
    run.finish()


@pytest.mark.parametrize("version", range(NEWEST + 1))
def test_every_older_version_is_brought_up_to_date(tmp_path: Path, version: int) -> None:
    path = tmp_path / "a.db"
    path.touch()
    database = Database(place(str(path), readonly=False), timeout=1)
    migrate(database, now="2026-11-30T00:00:00.000Z", upto=version)
    database.close()
    if version < NEWEST:
        with pytest.raises(StoreError, match="is of an older version"):
            Store.open(str(path), readonly=True)

    with Store.open(str(path)) as store, store.begin_run(spec={}, versions={}) as run:
        one_trial(run)
        found = inspect(store._database.connection)
        for table in StoreTable.metadata.sorted_tables:
            columns = [(c["name"], c["nullable"]) for c in found.get_columns(table.name)]
            assert columns == [(c.name, bool(c.nullable)) for c in table.columns]
            unique = {tuple(c["column_names"]) for c in found.get_unique_constraints(table.name)}
            assert unique == {
                tuple(c.name for c in constraint.columns)
                for constraint in table.constraints
                if isinstance(constraint, UniqueConstraint)
            }
        assert found.get_view_names() == ["event_text"]


def test_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    Store.open(str(path)).close()
    with sqlite3.connect(path) as raw:
        raw.execute("INSERT INTO schema_version VALUES (?, '')", (NEWEST + 1,))
    raw.close()
    for readonly in (True, False):
        with pytest.raises(StoreError, match="newer than this program's"):
            Store.open(str(path), readonly=readonly)


def test_the_schema_is_written_for_postgresql_too() -> None:
    where = PostgresPlace(make_url("postgresql+psycopg://me:secret@host/name"), readonly=False)
    assert "secret" not in where.label
    for step in STEPS[:2]:
        for statement in step(where):
            assert "{" not in statement
            assert sqlglot.parse_one(statement, read="postgres").sql("postgres")


WRITER = """
import sys
from traces.model import Ending, Message, Usage
from traces.store.store import Store
sys.stdin.readline()
with Store.open(sys.argv[1]) as store, store.begin_run(spec={}, versions={}) as run:
    for _ in range(50):
        trial = run.begin_trial(scenario_id="s", scenario_hash="h", scenario={}, agent=None)
        trial.append([Message(seq=0, turn=1, text="one")])
        trial.end(Ending(status="completed"), Usage(), events=[Message(seq=1, turn=2, text="two")])
"""


def test_two_processes_make_and_write_one_store_at_once(tmp_path: Path) -> None:
    path = str(tmp_path / "a.db")
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, path], stdin=subprocess.PIPE, text=True, cwd=ROOT
        )
        for _ in range(2)
    ]
    for writer in writers:
        writer.communicate("go\n", timeout=60)
        assert writer.returncode == 0
    with Store.open(path) as store:
        for run in store.runs():
            assert (run.state, run.trials, run.ended) == ("finished", 50, 50)
            assert all(len(read.events) == 2 for read in store.trajectories(run.id))
