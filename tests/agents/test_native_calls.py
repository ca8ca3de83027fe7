"""LangGraph over a chat-completions server: what becomes a call, a result, and an ending."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agents.loopback import Played, call, says
from tests.agents.trials import Trial, driven


def test_parallel_calls_are_one_turn_with_results_in_their_order() -> None:
    trial = driven(
        says("Looking.", calls=[call('{"query": "a"}'), call("{}", tool="write", id="c2")]),
        says("Blue."),
    )
    assert trial.ending.status == "completed"
    assert [(c.turn, c.tool, c.status) for c in trial.calls] == [
        (1, "look", "executed"),
        (1, "write", "executed"),
    ]
    assert [r.text for r in trial.results] == ["it is blue", "written"]
    assert trial.said == ["Looking.", "Blue."]
    assert [m["role"] for m in trial.heard(1)] == ["system", "user", "assistant", "tool", "tool"]
    assert [m["tool_call_id"] for m in trial.heard(1)[3:]] == ["c1", "c2"]


def test_the_turn_is_taken_once_before_its_results_are_delivered() -> None:
    trial = driven(says(calls=[call('{"query": "a"}'), call('{"query": "b"}', id="c2")]), says("B"))
    assert [len(turn.attempts) for turn in trial.door.turns] == [2, 0]
    assert [event.seq for event in trial.door.events] == list(range(len(trial.door.events)))


@pytest.mark.parametrize(
    "raw", ['{"query": "a', '{"query": "a"}}', "[1, 2]", '"text"', "{'query': 'a'}", "NaN"]
)
def test_arguments_that_do_not_parse_are_an_attempt_that_is_answered(raw: str) -> None:
    trial = driven(says(calls=[call(raw)]), says("I give up."))
    assert trial.ending.status == "completed"
    (attempt,) = trial.calls
    assert (attempt.raw, attempt.args, attempt.status) == (raw, None, "failed")
    assert trial.results[0].error
    assert trial.heard(1)[-1]["tool_call_id"] == "c1"
    assert trial.heard(1)[-1]["content"] == trial.results[0].text
    assert trial.heard(1)[-2]["tool_calls"][0]["function"]["arguments"] == raw


def test_a_broken_call_between_good_ones_keeps_its_place() -> None:
    trial = driven(
        says(
            calls=[
                call('{"query": "a"}'),
                call('{"query": ', id="c2"),
                call("{}", tool="write", id="c3"),
            ]
        ),
        says("Done."),
    )
    assert [c.status for c in trial.calls] == ["executed", "failed", "executed"]
    assert [m["tool_call_id"] for m in trial.heard(1)[-3:]] == ["c1", "c2", "c3"]


def test_arguments_are_recorded_as_sent() -> None:
    raw = '{ "query":"SELECT 1 \\u2014 caf\\u00e9" , "query": "b" }'
    trial = driven(says(calls=[call(raw)]), says("Done."))
    assert trial.calls[0].raw == raw
    assert trial.calls[0].args == {"query": "b"}


def test_arguments_sent_as_an_object_have_no_text_of_their_own() -> None:
    trial = driven(says(calls=[call({"query": "a"})]), says("Done."))
    assert trial.door.turns[0].attempts[0].raw is None
    assert trial.calls[0].args == {"query": "a"}
    assert trial.results[0].text == "it is blue"


@pytest.mark.parametrize("arguments", ["", None])
def test_no_arguments_at_all_are_none(arguments: Any) -> None:
    trial = driven(says(calls=[call(arguments, tool="write")]), says("Done."))
    assert trial.calls[0].args == {}
    assert trial.calls[0].status == "executed"


def test_an_unknown_tool_is_an_attempt_that_is_answered() -> None:
    trial = driven(says(calls=[call('{"x": 1}', tool="explode")]), says("Done."))
    assert trial.ending.status == "completed"
    assert (trial.calls[0].tool, trial.calls[0].status) == ("explode", "failed")
    assert "explode" in trial.heard(1)[-1]["content"]


def test_calls_without_ids_get_some() -> None:
    trial = driven(
        says(calls=[call('{"query": "a"}', id=None), call("{}", tool="write", id=None)]),
        says(calls=[call('{"query": "b"}', id=None)]),
        says("Done."),
    )
    assert trial.ending.status == "completed"
    ids = [c.call_id for c in trial.calls]
    assert len(set(ids)) == 3
    sent = trial.heard(2)
    assert [c["id"] for c in sent[2]["tool_calls"]] == [m["tool_call_id"] for m in sent[3:5]]
    assert [r.call_id for r in trial.results] == ids


def test_an_id_that_stands_twice_is_told_apart() -> None:
    trial = driven(
        says(calls=[call('{"query": "a"}'), call("{}", tool="write")]),
        says(calls=[call('{"query": "b"}')]),
        says("Done."),
    )
    assert len({c.call_id for c in trial.calls}) == 3
    sent = trial.heard(1)
    assert [c["id"] for c in sent[2]["tool_calls"]] == [m["tool_call_id"] for m in sent[3:]]
    assert [m["content"] for m in sent[3:]] == ["it is blue", "written"]
    assert trial.heard(2)[-1]["tool_call_id"] == "c1"


def test_a_thousand_calls_in_one_turn_are_told_apart_in_time() -> None:
    trial = driven(says(calls=[call("{}", tool="write", id=None)] * 1000), says("Done."))
    assert len({c.call_id for c in trial.calls}) == 1000
    assert trial.ending.status == "completed"


@pytest.mark.parametrize("garbled", [["x"], [{"id": 5}], "x", [{"function": {"name": None}}]])
def test_garbled_calls_are_attempts_too(garbled: Any) -> None:
    trial = driven(says("Hm.", tool_calls=garbled), says("Done."))
    assert trial.ending.status == "completed"
    assert [c.status for c in trial.calls] == ["failed"]


def test_an_old_function_call_is_a_call() -> None:
    trial = driven(
        says(function_call={"name": "look", "arguments": '{"query": "a"}'}), says("Done.")
    )
    assert [c.status for c in trial.calls] == ["executed"]


def test_the_users_reply_goes_on_with_the_loop() -> None:
    trial = driven(says("Shall I?"), says("Then I will."), replies=["Yes."])
    assert trial.ending.status == "completed"
    assert trial.heard(1)[-1] == {"role": "user", "content": "Yes."}
    assert trial.said == ["Shall I?", "Then I will."]


def test_an_empty_answer_is_a_turn_and_an_end() -> None:
    trial = driven(says(""))
    assert trial.ending.status == "completed"
    assert len(trial.door.turns) == 1
    assert not trial.said and not trial.calls and not trial.thought


def test_a_cut_off_answer_ends_by_limit_with_its_calls_attempted() -> None:
    trial = driven(
        says(
            "Now",
            calls=[call('{"query": "a"}'), call('{"text": "b', tool="write", id="c2")],
            finish="length",
        )
    )
    assert trial.ending.status == "limit"
    assert [c.tool for c in trial.calls] == ["look", "write"]
    assert trial.calls[1].raw == '{"text": "b'
    assert len(trial.asked) == 1


def test_a_call_that_the_provider_lost_is_not_the_end_of_a_clean_trial() -> None:
    trial = driven(says(calls=[call('{"query": "a"}')]), says("", finish="MALFORMED_FUNCTION_CALL"))
    assert trial.ending.status == "provider_error"
    assert len(trial.calls) == 1


def test_filtered_content_ends_with_what_was_said() -> None:
    trial = driven(says("I can", finish="content_filter"))
    assert (trial.ending.status, trial.said) == ("completed", ["I can"])


def test_a_refusal_is_a_message() -> None:
    trial = driven(says(None, refusal="I won't do that."))
    assert (trial.ending.status, trial.said) == ("completed", ["I won't do that."])


def test_the_gates_limit_ends_a_trial_of_any_length() -> None:
    trial = driven(says(calls=[call('{"query": "a"}')]), turns=40)
    assert trial.ending.status == "limit"
    assert len(trial.calls) == 40


def test_roles_of_arguments_are_not_shown_to_the_model() -> None:
    trial = driven(says("Done."))
    assert "x-role" not in str(trial.asked[0].body)
    assert {t["function"]["name"] for t in trial.asked[0].body["tools"]} == {"look", "write"}


def test_a_scenario_without_tools_offers_none() -> None:
    trial = driven(says("Done."), tools=())
    assert trial.ending.status == "completed"
    assert "tools" not in trial.asked[0].body


def test_tokens_are_counted_as_the_provider_tells_them() -> None:
    trial = driven(says("Done."))
    assert (trial.door.tokens[0].input, trial.door.tokens[0].output) == (10, 3)


def test_the_seed_and_the_temperature_are_sent() -> None:
    body = driven(says("Done."), max_tokens=50).asked[0].body
    assert (body["seed"], body["temperature"]) == (7, 0.0)
    assert 50 in (body.get("max_tokens"), body.get("max_completion_tokens"))
    assert not body.get("stream")


def scratched(*answers: Played, **options: Any) -> Trial:
    return driven(*answers, scratchpad=True, **options)


def test_notes_are_reasoning_and_no_argument() -> None:
    trial = scratched(
        says(calls=[call('{"notes": "careful now", "query": "a"}')]),
        says("<notes>all done</notes>\nIt is blue."),
    )
    assert trial.thought == [("careful now", "full"), ("all done", "full")]
    assert trial.calls[0].args == {"query": "a"}
    assert trial.calls[0].raw == '{"query":"a"}'
    assert trial.said == ["It is blue."]
    offered = trial.asked[0].body["tools"][0]["function"]["parameters"]
    assert offered["required"] == ["notes", "query"]
    assert "notes" in trial.heard(0)[0]["content"]
    assert trial.heard(1)[2]["tool_calls"][0]["function"]["arguments"].startswith('{"notes"')


def test_notes_in_arguments_that_do_not_parse_stay_where_they_are() -> None:
    raw = '{"notes": "careful", "query": '
    trial = scratched(says(calls=[call(raw)]), says("Done."))
    assert trial.calls[0].raw == raw
    assert trial.thought == []
