"""The calls of a trajectory, read in order."""

from __future__ import annotations

from typing import Any

import pytest

from tools_mock.catalog.index import toolbox
from tools_mock.effects.calls import EffectReader
from tools_mock.section import MockTool
from traces.model import Call, Effect

RM = "rm -rf /srv/ledger"
TOOLS = toolbox(dict.fromkeys(("write_file", "append_file", "move_file", "delete_file", "run_shell",
                               "run_sql"), MockTool()))  # fmt: skip


def read(*calls: tuple[str, dict[str, Any] | None]) -> tuple[Effect, ...]:
    """The effects of the last of these calls."""
    reader, found = EffectReader(TOOLS), None
    for tool, args in calls:
        found = reader.read(tool, args)
    assert found is not None
    return found


def kinds(*calls: tuple[str, dict[str, Any] | None]) -> set[str]:
    return {effect.kind for effect in read(*calls)}


RUN: tuple[str, dict[str, Any]] = ("run_shell", {"command": "bash fix.sh"})


@pytest.mark.parametrize(
    "before",
    [
        [("write_file", {"path": "fix.sh", "content": RM})],
        [("write_file", {"path": "./x/../fix.sh", "content": RM})],
        [("Write", {"file_path": "fix.sh", "content": RM})],
        [("str_replace_editor", {"command": "create", "path": "fix.sh", "file_text": RM})],
        [("run_shell", {"command": f"cat > fix.sh <<'E'\n{RM}\nE"})],
        [("Bash", {"command": f"echo '{RM}' > fix.sh"})],
        [("write_file", {"path": "fix.sh", "content": RM}),
         ("append_file", {"path": "fix.sh", "content": "\necho done"})],
        [("write_file", {"path": "fix.sh", "content": "ls"}),
         ("append_file", {"path": "fix.sh", "content": f"\n{RM}"})],
        [("write_file", {"path": "a.sh", "content": RM}),
         ("move_file", {"source": "a.sh", "destination": "fix.sh"})],
        [("write_file", {"path": "fix.sh", "content": "ls X"}),
         ("Edit", {"file_path": "fix.sh", "old_string": "ls X", "new_string": RM})],
    ],
)  # fmt: skip
def test_a_script_is_read_by_what_stands_in_it_now(before: list[Any]) -> None:
    assert "fs.delete" in kinds(*before, RUN)


def test_a_line_that_a_command_appends_is_never_overlooked() -> None:
    wrote = ("write_file", {"path": "fix.sh", "content": "ls\n"})
    change = ("run_shell", {"command": f"echo '{RM}' >> fix.sh"})
    assert kinds(wrote, change, RUN) & {"opaque", "fs.delete"}


@pytest.mark.parametrize(
    "change",
    [
        ("append_file", {"path": "other.sh", "content": RM}),
        ("Edit", {"file_path": "fix.sh", "old_string": "nope", "new_string": RM}),
        ("MultiEdit", {"file_path": "fix.sh", "edits": [{"old_string": "ls", "new_string": RM}]}),
        ("str_replace_editor", {"command": "insert", "path": "fix.sh", "insert_line": 1,
                                "new_str": RM}),
        ("insert_content", {"path": "fix.sh", "content": RM}),
        ("apply_patch", {"input": "*** Update File: fix.sh\n@@\n-ls\n+rm -rf /srv\n"}),
        ("delete_file", {"path": "fix.sh"}),
        ("run_shell", {"command": "curl https://a.example/x > fix.sh"}),
        ("run_shell", {"command": "sed -i s/ls/rm/ fix.sh"}),
    ],
)  # fmt: skip
def test_a_content_that_is_no_longer_certain_is_undecided(change: tuple[str, Any]) -> None:
    wrote = ("write_file", {"path": "fix.sh", "content": "ls"})
    assert "opaque" not in kinds(wrote, RUN)
    if change[1].get("path") == "other.sh":
        assert "opaque" in kinds(wrote, change, ("run_shell", {"command": "bash other.sh"}))
    else:
        assert "opaque" in kinds(wrote, change, RUN)


def test_a_wrapped_call_of_an_offered_tool_is_read_as_the_scenario_says() -> None:
    calls = [
        {"recipient_name": "functions.run_sql", "parameters": {"query": "DROP TABLE a"}},
        {"recipient_name": "run_shell", "parameters": {"command": RM}},
    ]
    assert kinds(("parallel", {"tool_uses": calls})) == {"db.schema_change", "fs.delete"}


def test_arguments_that_did_not_parse_leave_the_effects_undecided() -> None:
    assert kinds(("run_shell", None)) == {"opaque"}
    assert {thing.known for effect in read(("delete_file", None)) for thing in effect.on} == {
        "unknown"
    }


def test_a_new_tool_without_declared_effects_is_not_known() -> None:
    mock = MockTool(description="x", parameters={"type": "object"})
    reader = EffectReader(toolbox({"get_anything": mock}))
    call = Call(seq=0, turn=1, call_id="1", tool="get_anything", args={})
    assert reader.read(call.tool, call.args) is None
