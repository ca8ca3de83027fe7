"""Claude's messages, against a server that speaks them."""

from __future__ import annotations

from typing import Any

import pytest

from harness.agents import transport
from tests.agents.loopback import Played
from tests.agents.trials import Trial, driven


def answered(*content: dict[str, Any], stop: str = "end_turn") -> Played:
    return Played(
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "claude",
            "content": list(content),
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": {"input_tokens": 11, "output_tokens": 4},
        }
    )


def said(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def used(id: str, **args: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": id, "name": "look", "input": args}


def claude(*answers: Played, **options: Any) -> Trial:
    return driven(*answers, spec="anthropic:claude-x", path="", **options)


def test_blocks_become_reasoning_text_and_calls_of_one_turn() -> None:
    trial = claude(
        answered(
            {"type": "thinking", "thinking": "hm", "signature": "s"},
            {"type": "redacted_thinking", "data": "…"},
            said("Looking."),
            used("t1", query="a"),
            used("t2", nonsense=1),
            stop="tool_use",
        ),
        answered(said("Blue.")),
    )
    assert trial.ending.status == "completed"
    assert trial.thought == [("hm", "full"), ("", "hidden")]
    assert trial.said == ["Looking.", "Blue."]
    assert [(c.call_id, c.args, c.status) for c in trial.calls] == [
        ("t1", {"query": "a"}, "executed"),
        ("t2", {"nonsense": 1}, "failed"),
    ]
    assert trial.door.turns[0].attempts[0].raw is None
    back = trial.heard(1)
    assert [block["type"] for block in back[1]["content"]] == [
        "thinking",
        "redacted_thinking",
        "text",
        "tool_use",
        "tool_use",
    ]
    assert [block["tool_use_id"] for block in back[2]["content"]] == ["t1", "t2"]
    assert back[2]["content"][1]["is_error"]
    assert (trial.door.tokens[0].input, trial.door.tokens[0].output) == (11, 4)


def test_a_cut_off_answer_is_a_limit() -> None:
    assert claude(answered(said("It is"), stop="max_tokens")).ending.status == "limit"


def test_a_refusal_ends_with_what_was_said() -> None:
    trial = claude(answered(said("I can't."), stop="refusal"))
    assert (trial.ending.status, trial.said) == ("completed", ["I can't."])


def test_an_overloaded_server_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "FIRST_PAUSE", 0.01)
    busy = Played({"type": "error", "error": {"type": "x", "message": "overloaded"}}, status=529)
    trial = claude(busy, answered(said("Blue.")))
    assert (trial.ending.status, trial.door.tokens[0].retries) == ("completed", 1)
    assert claude(busy).ending.status == "provider_error"


def test_a_hang_and_a_refused_request_are_the_providers() -> None:
    assert claude(Played(hang=True), timeout=0.2, retries=0).ending.status == "provider_error"
    assert claude(Played({"error": {"message": "no"}}, status=400)).ending.detail.endswith("no")


def test_garbage_is_the_providers() -> None:
    assert claude(Played("garbage")).ending.status == "provider_error"
    assert claude(Played({})).ending.status == "provider_error"


def test_notes_are_taken_out_of_arguments() -> None:
    trial = claude(
        answered(used("t1", notes="careful", query="a"), stop="tool_use"),
        answered(said("<notes>done</notes>Blue.")),
        scratchpad=True,
    )
    assert trial.thought == [("careful", "full"), ("done", "full")]
    assert trial.calls[0].args == {"query": "a"}
