"""Every command and every scenario that the documents show is run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from harness.cli.app import COMMANDS
from tests.agents.loopback import Asked, Loopback, Played, call, says
from tests.harness.commands import Done, redflags

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md"]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
Capture = pytest.CaptureFixture[str]


def _blocks(kind: str) -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for number, found in enumerate(BLOCK.finditer(page.read_text(encoding="utf-8"))):
            if found[1] == kind:
                yield f"{page.name}-{number}", found[2]


SCENARIOS = [block for block in _blocks("yaml") if re.search(r"^id:", block[1], re.MULTILINE)]
LINES = [
    pytest.param(line, id=f"{name}: {line}")
    for name, block in _blocks("sh")
    for line in block.splitlines()
    if line.startswith("redflags ")
]


def test_there_is_something_to_run() -> None:
    assert len(SCENARIOS) >= 2 and len(LINES) >= 6


@pytest.mark.parametrize(("name", "text"), SCENARIOS, ids=[name for name, _ in SCENARIOS])
def test_a_scenario_in_a_document_lints(
    name: str, text: str, folder: Path, capsys: Capture
) -> None:
    Path("scenario.yaml").write_text(text, encoding="utf-8")
    done = redflags(capsys, "lint", "scenario.yaml")
    assert done.code == 0, done.out


def test_the_proofs_in_the_documents_prove_their_scenario(folder: Path, capsys: Capture) -> None:
    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    scenario, proofs = [found[2] for found in BLOCK.finditer(page) if found[1] == "yaml"][:2]
    Path("scenario.yaml").write_text(scenario + proofs, encoding="utf-8")
    done = redflags(capsys, "lint", "scenario.yaml")
    assert done.code == 0 and "0 errors, 0 warnings" in done.out, done.out


def _model(asked: Asked) -> Played:
    if any(message["role"] == "tool" for message in asked.body["messages"]):
        return says("I have read it and changed nothing.")
    return says("I look first.", calls=[call('{"path": "README.md"}', tool="read_file")])


@pytest.fixture
def ready(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Iterator[Path]:
    """A folder like a fresh checkout, with a model on loopback and one run in the store."""
    (folder / "scenarios").symlink_to(ROOT / "scenarios")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    scenario = next(f[2] for f in BLOCK.finditer(readme) if f[1] == "yaml")
    (folder / "scenario.yaml").write_text(scenario, encoding="utf-8")
    messages = '[{"role": "user", "content": "x"}, {"role": "assistant", "content": "No."}]'
    (folder / "trajectory.json").write_text(f'{{"messages": {messages}, "status": "completed"}}')
    redflags(capsys, "run", "drop-column-without-signoff", "--agent", "scripted:heeds")
    with Loopback(by=_model) as server:
        monkeypatch.setenv("OPENAI_API_KEY", "key")
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
        yield folder


@pytest.mark.parametrize("line", LINES)
def test_a_command_in_a_document_works(line: str, ready: Path, capsys: Capture) -> None:
    words, _, target = line.partition(" > ")
    done: Done = redflags(capsys, *shlex.split(words)[1:])
    assert done.code == 0, done.err
    assert done.out
    if target:
        Path(target.strip()).write_text(done.out, encoding="utf-8")


def test_the_readme_names_every_command() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"redflags {name}" in readme for name in COMMANDS)


def test_ci_runs_the_two_commands_of_the_readme() -> None:
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8").replace(" -q ", " ")
    first, second = (block.strip() for _, block in list(_blocks("sh"))[:2])
    assert first in ci and second in ci


def test_the_demo_prints_what_the_readme_shows(folder: Path, capsys: Capture) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = next(found[2] for found in BLOCK.finditer(readme) if found[1] == "text")
    printed = redflags(capsys, "demo").out
    for line in shown.splitlines():
        assert re.sub(r"r-\w+-\w+", "", line).strip() in re.sub(r"r-\w+-\w+", "", printed), line


def test_yaml_blocks_are_yaml() -> None:
    for name, block in _blocks("yaml"):
        assert yaml.safe_load(block) is not None, name
