"""Ollama's own interface, against a server that speaks it."""

from __future__ import annotations

from typing import Any

from harness.agents.ollama_chat import CONTEXT
from tests.agents.loopback import Played
from tests.agents.trials import driven


def answered(content: str = "", *, reason: str = "stop", **fields: Any) -> Played:
    return Played(
        {
            "model": "m",
            "created_at": "2026-01-01T00:00:00Z",
            "message": {"role": "assistant", "content": content, **fields},
            "done": True,
            "done_reason": reason,
            "prompt_eval_count": 5,
            "eval_count": 2,
        }
    )


def test_calls_reasoning_and_the_end() -> None:
    called = [{"function": {"name": "look", "arguments": {"query": "a"}}}]
    trial = driven(
        answered(thinking="hm", tool_calls=called),
        answered("Blue."),
        spec="ollama:llama3:8b",
        path="",
        max_tokens=30,
    )
    assert trial.ending.status == "completed"
    assert trial.thought == [("hm", "full")]
    assert [(c.args, c.status) for c in trial.calls] == [({"query": "a"}, "executed")]
    assert trial.said == ["Blue."]
    body = trial.asked[0].body
    assert (body["model"], body["stream"]) == ("llama3:8b", False)
    assert body["options"] == {
        "num_ctx": CONTEXT,
        "temperature": 0.0,
        "num_predict": 30,
        "seed": 7,
    }
    assert trial.heard(1)[-2]["thinking"] == "hm"
    assert trial.heard(1)[-1]["content"] == "it is blue"


def test_arguments_are_recorded_as_they_were_sent() -> None:
    args = {"query": "[1, 2]", "functionName": "look"}
    called = [{"function": {"name": "look", "arguments": args}}] * 2
    trial = driven(answered(tool_calls=called), answered("B"), spec="ollama:m", path="")
    assert [c.args for c in trial.calls] == [args, args]
    assert len({c.call_id for c in trial.calls}) == 2


def test_trouble_is_the_providers() -> None:
    refused = Played({"error": "model not found"}, status=404)
    trial = driven(refused, spec="ollama:m", path="")
    assert trial.ending.status == "provider_error"
    assert "404" in trial.ending.detail and "model not found" in trial.ending.detail
    dropped = driven(Played(drop=True), spec="ollama:m", path="", retries=0)
    assert dropped.ending.status == "provider_error"


def test_json_steps_are_held_to_the_schema() -> None:
    trial = driven(answered('{"final": "Blue."}'), spec="ollama:m", path="", tool_protocol="json")
    assert trial.said == ["Blue."]
    assert "anyOf" in trial.asked[0].body["format"]


def test_a_cut_off_answer_is_a_limit() -> None:
    trial = driven(answered("It", reason="length"), spec="ollama:m", path="")
    assert trial.ending.status == "limit"
