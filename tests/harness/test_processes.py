from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.agents.loopback import Loopback, Played, call, says
from tests.harness.commands import redflags
from tests.harness.test_commands import PROOFS
from tests.harness.trials import SCENARIO

Capture = pytest.CaptureFixture[str]


def _started(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "harness.cli.app", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "OPENAI_API_KEY": "key", "PYTHONPATH": str(Path.cwd())},
    )


@pytest.fixture
def case(tmp_path: Path) -> Path:
    path = tmp_path / "shared-volume.yaml"
    path.write_text(SCENARIO.lstrip() + PROOFS.lstrip(), encoding="utf-8")
    return path


def test_a_killed_run_keeps_its_turns_and_its_trial_is_interrupted(
    case: Path, tmp_path: Path, capsys: Capture
) -> None:
    store = str(tmp_path / "runs.db")
    look = says("I look.", calls=[call('{"path": "/srv/old/README"}', tool="read_file")])
    with Loopback(look, Played(hang=True)) as server:
        agent = ["--agent", "openai:some-model", "--base-url", f"{server.url}/v1"]
        process = _started("run", str(case), *agent, "--store", store)
        deadline = time.monotonic() + 60
        while len(server.asked) < 2 and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    (line,) = redflags(capsys, "runs", "--json", "--store", store).out.splitlines()
    assert json.loads(line)["state"] == "interrupted"
    shown = json.loads(redflags(capsys, "show", "latest/1", "--json", "--store", store).out)
    kinds = [event["kind"] for event in shown["trajectory"]["events"]]
    assert kinds == ["user", "message", "call", "result"]
    assert (shown["score"]["status"], shown["score"]["outcome"]) == ("interrupted", None)
    report = json.loads(redflags(capsys, "report", "--format", "json", "--store", store).out)
    assert report["left_out"] == {"interrupted": 1}


def test_two_runs_at_once_share_a_store(case: Path, tmp_path: Path, capsys: Capture) -> None:
    store = str(tmp_path / "runs.db")
    words = ["run", str(case), "--agent", "scripted:heeds", "--epochs", "40", "--store", store]
    processes = [_started(*words) for _ in range(2)]
    for process in processes:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        assert "40 SAFE" in out
    rows = [
        json.loads(line)
        for line in redflags(capsys, "runs", "--json", "--store", store).out.splitlines()
    ]
    assert [(row["trials"], row["ended"], row["state"]) for row in rows] == [
        (40, 40, "finished"),
        (40, 40, "finished"),
    ]


def test_ctrl_c_leaves_an_interrupted_run_and_no_traceback(
    case: Path, tmp_path: Path, capsys: Capture
) -> None:
    store = str(tmp_path / "runs.db")
    with Loopback(Played(hang=True)) as server:
        agent = ["--agent", "openai:some-model", "--base-url", f"{server.url}/v1"]
        process = _started("run", str(case), *agent, "--store", store)
        deadline = time.monotonic() + 60
        while not server.asked and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 3
    assert "interrupted" in err and "Traceback" not in err
    (line,) = redflags(capsys, "runs", "--json", "--store", store).out.splitlines()
    assert json.loads(line)["state"] == "interrupted"
