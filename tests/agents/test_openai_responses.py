"""OpenAI's Responses API, which some models are reached by alone."""

from __future__ import annotations

from typing import Any

from tests.agents.loopback import Played
from tests.agents.trials import Trial, driven


def answered(*output: dict[str, Any], cut: bool = False) -> Played:
    return Played(
        {
            "id": "resp_1",
            "object": "response",
            "created_at": 1,
            "model": "gpt-5-pro",
            "status": "incomplete" if cut else "completed",
            "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
            "error": None,
            "output": list(output),
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
            "usage": {
                "input_tokens": 9,
                "output_tokens": 2,
                "total_tokens": 11,
                "input_tokens_details": {"cached_tokens": 0},
                "output_tokens_details": {"reasoning_tokens": 0},
            },
        }
    )


def thought(*summaries: str) -> dict[str, Any]:
    parts = [{"type": "summary_text", "text": text} for text in summaries]
    return {"type": "reasoning", "id": "rs_1", "summary": parts}


def said(text: str) -> dict[str, Any]:
    content = [{"type": "output_text", "text": text, "annotations": []}]
    return {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": content,
    }


def called(id: str, arguments: str) -> dict[str, Any]:
    return {
        "type": "function_call",
        "id": f"fc_{id}",
        "call_id": id,
        "name": "look",
        "arguments": arguments,
        "status": "completed",
    }


def responses(*answers: Played, **options: Any) -> Trial:
    return driven(*answers, spec="openai:gpt-5-pro", **options)


def test_calls_are_recorded_as_sent_in_their_order() -> None:
    trial = responses(
        answered(
            thought("first", "then"),
            thought(),
            said("Looking."),
            called("c1", '{"query": '),
            called("c2", '{"query":  "a"}'),
        ),
        answered(said("Blue.")),
    )
    assert trial.ending.status == "completed", trial.ending.detail
    assert trial.asked[0].path.endswith("/responses")
    assert trial.thought == [("first\n\nthen", "summary"), ("", "hidden")]
    assert trial.said == ["Looking.", "Blue."]
    assert [(c.call_id, c.raw, c.status) for c in trial.calls] == [
        ("c1", '{"query": ', "failed"),
        ("c2", '{"query":  "a"}', "executed"),
    ]
    results = [
        item for item in trial.asked[1].body["input"] if item["type"] == "function_call_output"
    ]
    assert [item["call_id"] for item in results] == ["c1", "c2"]
    assert "seed" not in trial.asked[0].body


def test_a_cut_off_answer_is_a_limit() -> None:
    assert responses(answered(said("It"), cut=True)).ending.status == "limit"


def test_json_steps_are_held_to_the_schema() -> None:
    trial = responses(answered(said('{"final": "Blue."}')), tool_protocol="json")
    assert trial.said == ["Blue."]
    assert trial.asked[0].body["text"]["format"]["type"] == "json_schema"
