"""Runs: their names, and what becomes of them when their process dies."""

import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

import traces.model
from traces.model import Ending, Usage
from traces.store import processes
from traces.store.errors import StoreError
from traces.store.ids import new_run_id, split_trial_id
from traces.store.processes import Process, is_gone, this_process
from traces.store.store import Store

ROOT = Path(traces.model.__file__).parents[1]


def clock() -> datetime:
    return datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def test_a_run_id_is_the_day_and_four_characters() -> None:
    assert new_run_id(clock(), lambda size: bytes(range(4, 4 + size))) == "r-20261130-4567"


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("r-20261130-4567/12", ("r-20261130-4567", 12)),
        ("latest/3", ("latest", 3)),
        ("a/b/3", ("a/b", 3)),
        ("r-20261130-4567", None),
        ("/3", None),
        ("a/²", None),
        ("a/" + "9" * 30, None),
    ],
)
def test_a_trial_id_is_a_run_and_a_number(name: str, parts: tuple[str, int] | None) -> None:
    assert split_trial_id(name) == parts


def test_a_run_says_who_began_it_when_and_with_what(tmp_path: Path) -> None:
    entropy: Iterator[bytes] = iter([b"\0\0\0\0", b"\0\0\0\0", b"\1\0\0\0"])
    with Store.open(
        str(tmp_path / "a.db"), clock=clock, entropy=lambda size: next(entropy)
    ) as store:
        first = store.begin_run(spec={"argv": ["run", "x"]}, versions={"redflags": "0.1"})
        second = store.begin_run(spec={}, versions={})  # the first name that it drew is taken
        assert (first.id, second.id) == ("r-20261130-0000", "r-20261130-1000")
        first.finish()
        row = store.run(first.id)
        assert row.spec == {"argv": ["run", "x"]}
        assert row.versions == {"redflags": "0.1"}
        assert row.started_at == row.finished_at == "2026-11-30T12:00:00.000Z"
        assert [run.state for run in store.runs()] == ["running", "finished"]


def test_a_run_is_found_by_id_beginning_or_as_the_latest(store: Store) -> None:
    with pytest.raises(StoreError, match="holds no run yet"):
        store.run()
    ids = [store.begin_run(spec={}, versions={}).id for _ in range(5)]
    assert store.run().id == ids[-1]
    assert store.run(ids[2]).id == ids[2]
    assert store.run(ids[2][:-1]).id == ids[2] or ids[2][:-1] in (i[:-1] for i in ids)
    with pytest.raises(StoreError, match="holds more than one run 'r-': r-.*, …"):
        store.run("r-")
    for name in ("", "x", "r-%", "R-"):
        with pytest.raises(StoreError, match="holds no run"):
            store.run(name)


def test_an_error_that_passes_interrupts_the_run_and_its_open_trials(store: Store) -> None:
    def broken() -> None:
        with store.begin_run(spec={}, versions={}) as run:
            run.begin_trial(scenario_id="s", scenario_hash="h", scenario={}, agent=None)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken()
    (trial,) = store.trials("latest")
    assert (store.run().state, trial.status) == ("interrupted", "interrupted")
    assert trial.detail == "its process ended before it did"


def test_a_trial_can_still_end_after_its_run_was_given_up(store: Store) -> None:
    run = store.begin_run(spec={}, versions={})
    trial = run.begin_trial(scenario_id="s", scenario_hash="h", scenario={}, agent=None)
    store.interrupt(run.id)
    assert store.run().state == "interrupted"
    with pytest.raises(StoreError, match="is interrupted"):
        store.join_run(run.id)
    trial.end(Ending(status="completed"), Usage())
    assert store.trajectory(trial.id).ending.status == "completed"


def test_trials_of_one_run_can_come_from_several_writers(tmp_path: Path) -> None:
    path = str(tmp_path / "a.db")
    with Store.open(path) as one, Store.open(path) as two:
        run = one.begin_run(spec={}, versions={"redflags": "1"})
        for part in (run, two.join_run(run.id), run):
            part.begin_trial(scenario_id="s", scenario_hash="h", scenario={}, agent=None)
        assert [trial.id for trial in one.trials(run.id)] == [f"{run.id}/{n}" for n in (1, 2, 3)]
        assert two.trajectory(f"{run.id}/2").versions == {"redflags": "1"}


def test_a_process_is_gone_only_where_that_is_certain() -> None:
    me = this_process()
    assert me.stamp is not None
    boot, namespace, start = me.stamp.split("|", 2)
    assert not is_gone(me, same_machine=True)
    earlier = Process(me.host, me.pid, f"{boot}|{namespace}|{start}0")
    assert is_gone(earlier, same_machine=True)  # the pid was given out again
    for unsure in (
        earlier._replace(host="elsewhere"),
        earlier._replace(stamp=None),
        earlier._replace(stamp=f"{boot}|another|{start}0"),
    ):
        assert not is_gone(unsure, same_machine=True)
    rebooted = earlier._replace(stamp=f"another|{namespace}|{start}")
    assert is_gone(rebooted, same_machine=True)
    assert not is_gone(rebooted, same_machine=False)


def test_a_dead_process_that_nobody_waited_for_is_gone() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    start = processes._start(child.pid)
    stamp = f"{processes._boot()}|{processes._namespace()}|{start}"
    process = Process(this_process().host, child.pid, stamp)
    assert not is_gone(process, same_machine=True)
    child.kill()
    until = time.monotonic() + 10
    while not is_gone(process, same_machine=True) and time.monotonic() < until:
        time.sleep(0.001)
    assert child.returncode is None and is_gone(process, same_machine=True)
    child.communicate()
    assert is_gone(process, same_machine=True)


WRITER = """
import sys
from itertools import count
from traces.model import Call, Result
from traces.store.store import Store
store = Store.open(sys.argv[1])
run = store.begin_run(spec={}, versions={})
trial = run.begin_trial(scenario_id="s", scenario_hash="h", scenario={}, agent=None)
for turn in count(1):
    trial.append([
        Call(seq=2 * turn - 2, turn=turn, call_id=str(turn), tool="t", raw="{}", args={}),
        Result(seq=2 * turn - 1, turn=turn, call_id=str(turn), tool="t", text="x" * 5000),
    ])
    print(turn, flush=True)
"""


def test_a_killed_process_leaves_every_finished_turn(tmp_path: Path) -> None:
    path = str(tmp_path / "a.db")
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert writer.stdout is not None
    with writer.stdout as told:
        while int(told.readline()) < 20:
            pass
        with Store.open(path) as store:
            assert store.recover() == []  # it is alive
            assert store.run().state == "running"
            assert store.trajectory("latest/1").ending.detail == "it has not ended"
            assert list(store.trajectories("latest")) == []
            writer.kill()
            finished = [int(line) for line in told if line.endswith("\n")][-1]
    writer.wait()

    with Store.open(path, readonly=True) as store:
        assert store.run().state == "interrupted"  # seen, though it can't be noted
    with Store.open(path) as store:
        (read,) = store.trajectories("latest")
        assert (store.run().state, read.ending.status) == ("interrupted", "interrupted")
        assert len(read.events) in (2 * finished, 2 * finished + 2)
        assert [event.seq for event in read.events] == list(range(len(read.events)))
        assert store.recover() == []
