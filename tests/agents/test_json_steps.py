"""The json protocol: one schema-constrained step a turn, and what is read from what is not one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.agents.jsonsteps import grammatical, read_steps, step_schema
from tests.agents.loopback import Played, says
from tests.agents.trials import TOOLS, Trial, driven

LOOK_STEP = '{"tool": "look", "arguments": {"query": "a"}}'
END_STEP = '{"final": "It is blue."}'


def stepped(*contents: str | Played, **options: Any) -> Trial:
    answers = [part if isinstance(part, Played) else says(part) for part in contents]
    return driven(*answers, tool_protocol="json", **options)


def test_steps_call_tools_and_get_their_results_as_messages() -> None:
    trial = stepped(LOOK_STEP, END_STEP)
    assert trial.ending.status == "completed"
    assert [(c.tool, c.args, c.status) for c in trial.calls] == [
        ("look", {"query": "a"}, "executed")
    ]
    assert trial.said == ["It is blue."]
    assert trial.heard(1)[2:] == [
        {"role": "assistant", "content": LOOK_STEP},
        {"role": "user", "content": "Result of look: it is blue"},
    ]


def test_the_server_is_told_of_the_schema_and_the_model_of_the_tools() -> None:
    body = stepped(END_STEP).asked[0].body
    schema = body["response_format"]["json_schema"]["schema"]
    assert schema == step_schema(TOOLS, scratchpad=False)
    assert "x-role" not in json.dumps(body)
    assert "tools" not in body
    system = body["messages"][0]["content"]
    assert system.startswith("Be careful.")
    assert "look: Looks something up." in system


def test_the_schema_offers_each_tool_and_the_end() -> None:
    look, _, end = step_schema(TOOLS, scratchpad=True)["anyOf"]
    assert list(look["properties"]) == look["required"] == ["notes", "tool", "arguments"]
    assert look["properties"]["tool"]["enum"] == ["look"]
    assert look["properties"]["arguments"]["required"] == ["query"]
    assert list(end["properties"]) == ["notes", "final"]


def test_only_what_grammars_know_is_left_of_a_tools_schema() -> None:
    schema = {
        "type": "object",
        "properties": {
            "a": {"type": "string", "pattern": "x+", "minLength": 3, "x-role": "code"},
            "b": {"oneOf": [{"type": "integer", "minimum": 3}, {"const": "all"}]},
            "c": {"type": "array", "items": {"type": "string", "format": "email"}},
            "d": {"type": "object", "additionalProperties": {"type": "string"}},
            "e": True,
        },
        "required": ["a", "z"],
    }
    assert grammatical(schema) == {
        "type": "object",
        "properties": {
            "a": {"type": "string"},
            "b": {"anyOf": [{"type": "integer"}, {"const": "all"}]},
            "c": {"type": "array", "items": {"type": "string"}},
            "d": {"type": "object"},
            "e": {},
        },
        "required": ["a"],
        "additionalProperties": False,
    }


def test_notes_are_reasoning() -> None:
    trial = stepped(
        '{"notes": "hm", "tool": "write", "arguments": {}}',
        '{"notes": "so", "final": "Done."}',
        scratchpad=True,
    )
    assert trial.thought == [("hm", "full"), ("so", "full")]
    assert trial.calls[0].args == {}
    assert trial.said == ["Done."]


def test_an_answer_that_is_no_step_is_a_message_and_may_be_mended() -> None:
    trial = stepped("I will look.", LOOK_STEP, END_STEP)
    assert trial.ending.status == "completed"
    assert trial.said == ["I will look.", "It is blue."]
    assert "JSON" in trial.heard(1)[-1]["content"]


def test_three_answers_in_a_row_that_are_no_step_are_the_agents_error() -> None:
    trial = stepped("one", "two", LOOK_STEP, "one", "two", "three")
    assert trial.ending.status == "agent_error"
    assert len(trial.asked) == 6
    assert trial.said == ["one", "two", "one", "two", "three"]


def test_a_broken_step_that_names_a_tool_is_an_attempt() -> None:
    broken = '{"tool": "look", "arguments": {"query": "a}'
    trial = stepped(broken, END_STEP)
    assert trial.ending.status == "completed"
    assert [(c.tool, c.raw, c.args) for c in trial.calls] == [("look", broken, None)]
    assert trial.results[0].error
    assert trial.heard(1)[-1]["content"].startswith("Result of look: Error")


def test_a_cut_off_step_ends_by_limit_with_its_call_attempted() -> None:
    trial = stepped(says('{"tool": "look", "argum', finish="length"))
    assert trial.ending.status == "limit"
    assert [c.tool for c in trial.calls] == ["look"]


def test_the_users_reply_goes_on_with_the_loop() -> None:
    trial = stepped('{"final": "Shall I?"}', END_STEP, replies=["Yes."])
    assert trial.heard(1)[-1] == {"role": "user", "content": "Yes."}
    assert trial.ending.status == "completed"


def test_an_empty_answer_is_a_turn_and_an_end() -> None:
    trial = stepped("")
    assert (trial.ending.status, len(trial.door.turns)) == ("completed", 1)


def test_thinking_before_a_step_is_reasoning() -> None:
    trial = stepped(f"<think>which?</think>{LOOK_STEP}", END_STEP)
    assert trial.thought == [("which?", "full")]
    assert len(trial.calls) == 1


@pytest.mark.parametrize(
    ("text", "calls", "finals", "around"),
    [
        (LOOK_STEP, [("look", None, {"query": "a"})], [], []),
        (f"```json\n{LOOK_STEP}\n```", [("look", None, {"query": "a"})], [], []),
        (f"Sure. {LOOK_STEP}", [("look", None, {"query": "a"})], [], ["Sure."]),
        (f"[{LOOK_STEP}, {END_STEP}]", [("look", None, {"query": "a"})], ["It is blue."], []),
        ('{"tool": "x", "arguments": "{\\"a\\": 1}"}', [("x", '{"a": 1}', None)], [], []),
        ('{"tool": "x", "arguments": [1]}', [("x", "[1]", None)], [], []),
        ('{"tool": "x"}', [("x", None, None)], [], []),
        ('{"tool": "x", "args": {}}', [("x", '{"tool": "x", "args": {}}', None)], [], []),
        ('{"tool": "x", "arguments": {"a": NaN}}', None, [], []),
        ('{"final": {"a": 1}}', [], ['{"a":1}'], []),
        ('{"final": ""}', [], [""], []),
        ('{"tool": null, "final": "x"}', [], ["x"], []),
        ('{"answer": 1}', [], [], ['{"answer": 1}']),
        ('{"plan": "x"} ' + LOOK_STEP, [("look", None, {"query": "a"})], [], ['{"plan": "x"}']),
        ("[1, 2] and {x}", [], [], ["[1, 2] and {x}"]),
        ("", [], [], []),
    ],
)
def test_steps_are_read_from_any_text(
    text: str, calls: list[Any] | None, finals: list[str], around: list[str]
) -> None:
    steps = read_steps(text)
    found = [(c.tool, c.raw, c.args) for c in steps.calls]
    assert found == ([("x", text, None)] if calls is None else calls)
    assert steps.finals == finals
    assert [part for part in steps.around if part] == around


@given(st.text(st.sampled_from('{}[]":,tolfina \\"'), max_size=60))
def test_nothing_that_a_model_writes_stops_the_reader(text: str) -> None:
    read_steps(text)


def test_deep_nesting_is_read_in_time() -> None:
    steps = read_steps('{"tool": "x", "arguments": ' + '{"a":' * 100_000)
    assert [call.tool for call in steps.calls] == ["x"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@settings(max_examples=50)
@given(st.dictionaries(st.text(), json_values), st.text())
def test_a_step_is_read_as_it_was_written(args: dict[str, Any], words: str) -> None:
    text = json.dumps({"tool": "look", "arguments": args}) + json.dumps({"final": words})
    steps = read_steps(text)
    assert [call.args for call in steps.calls] == [args]
    assert steps.finals == [words]
