"""Reading a record: speakers, options, what is invalid, what was not observed (V1 to V8)."""

from __future__ import annotations

from typing import Any

import pytest

from judges.conversation.judge import judge_record
from judges.conversation.options import InvalidRecord
from judges.conversation.record import read
from tests.conversation.dialogue import judged, layers, record, shown

PLAIN = ("u: Quiet, please.", "a: Ok.")


def _changed(**changes: Any) -> dict[str, Any]:
    made = record(*PLAIN)
    for path, value in changes.items():
        target: Any = made
        *way, last = path.split("__")
        for key in way:
            target = target[int(key) if key.isdigit() else key]
        if value is ...:
            del target[last]
        else:
            target[int(last) if last.isdigit() else last] = value
    return made


EXPECT = "personalityExpect"


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"id": ...}, "id"),
        ({"id": ""}, "id"),
        ({"bucket": ...}, "bucket"),
        ({"bucket": "hold_style"}, f"{EXPECT}.bucket"),
        ({"bucket": ["shut_up"]}, "bucket"),
        ({"personalityExpect": None}, EXPECT),
        ({"trajectory": "none"}, "trajectory"),
        ({"trajectory__1": "text"}, "trajectory[1]"),
        ({"trajectory__1__role": ...}, "trajectory[1].role"),
        ({"trajectory__1__role": "bot"}, "trajectory[1].role"),
        ({"trajectory__1__content": 7}, "trajectory[1].content"),
        ({"trajectory__0__userId": ["a"]}, "trajectory[0].user_id"),
        ({"personalityExpect__directiveTurn": ...}, f"{EXPECT}.directiveTurn"),
        ({"personalityExpect__directiveTurn": True}, f"{EXPECT}.directiveTurn"),
        ({"personalityExpect__directiveTurn": 1.0}, f"{EXPECT}.directiveTurn"),
        ({"personalityExpect__directiveTurn": 2}, f"{EXPECT}.directiveTurn"),
        ({"personalityExpect__directiveTurn": 9}, f"{EXPECT}.directiveTurn"),
        ({"personalityExpect__checkTurns": 2}, f"{EXPECT}.checkTurns"),
        ({"personalityExpect__checkTurns": ["2"]}, f"{EXPECT}.checkTurns[0]"),
        ({"personalityExpect__options": []}, f"{EXPECT}.options"),
        ({"personalityExpect__options": {"allowedMisses": -1}}, f"{EXPECT}.options.allowedMisses"),
        ({"personalityExpect__options": {"maxTokens": True}}, f"{EXPECT}.options.maxTokens"),
        ({"personalityExpect__options": {"releaseTurn": "3"}}, f"{EXPECT}.options.releaseTurn"),
        ({"personalityExpect__options": {"style": 3}}, f"{EXPECT}.options.style"),
        ({"personalityExpect__options": {"roles": {"a": 1}}}, f"{EXPECT}.options.roles.a"),
        (
            {"personalityExpect__options": {"maxTokens": 3, "max_tokens": 4}},
            f"{EXPECT}.options.max_tokens",
        ),
        (
            {"personalityExpect__options": {"userExpectations": {"a": {"required": 1}}}},
            f"{EXPECT}.options.userExpectations.a.required",
        ),
    ],
)
def test_what_makes_a_record_invalid(changes: dict[str, Any], key: str) -> None:
    made = _changed(**changes)
    with pytest.raises(InvalidRecord) as raised:
        read(made)
    assert raised.value.key == key


def test_an_invalid_record_gets_a_verdict_that_names_file_and_key() -> None:
    found = judge_record(_changed(bucket="hold_style"), strict=True, file="runs/1.json")
    assert found.verdict == "NEEDS_REVIEW" and not found.layers
    assert found.reason.startswith("invalid: runs/1.json: personalityExpect.bucket: ")


def test_spelling_of_keys_and_values_makes_no_difference() -> None:
    made = record(*PLAIN, options={"maxTokens": 3, "max_tokens": 3, "styleKey": "No-Hedging"})
    assert read(made).options == {"max_tokens": 3, "style": "nohedging"}


def test_an_unknown_option_is_a_warning() -> None:
    found = judged(*PLAIN, options={"colour": 1})
    assert found.verdict == "PASS"
    assert found.warnings == ("personalityExpect.options.colour: no option of this name, ignored",)


def test_null_content_is_empty_text_and_calibration_names_are_read() -> None:
    made = record(PLAIN[0], {"role": "assistant", "content": None})
    made["scenario_id"] = made.pop("id")
    assert read(made).turn(2).content == "" and read(made).id == "test"


def test_a_bucket_is_canonical_or_unknown() -> None:
    assert read(record(*PLAIN, bucket="note_trait_unrelated_test")).bucket == "note_trait_unrelated"
    found = judged(*PLAIN, bucket="hold_breath")
    assert found.verdict == "NEEDS_REVIEW" and [shown(x) for x in found.layers] == ["none V6"]
    assert found.reason.startswith("unknown_bucket: 'hold_breath'")


def test_the_request_of_a_reply_is_the_nearest_user_turn_before_it() -> None:
    found = read(record("u: a", "a: b", "t: c", "s: d", "a: e", "u: f", "u: g", "a: h"))
    assert {n: turn.content for n, turn in found.requests.items()} == {2: "a", 5: "a", 8: "g"}
    assert [turn.number for turn in found.directive_replies] == [2, 5]


def test_speaker_room_and_role_come_from_the_turn_or_from_the_request() -> None:
    lines = ["u ana@hall admin: a", "a: b", "u ana@den: c", "a leo@den: d", "u: e", "a: f"]
    found = read(record(*lines, options={"roles": {"leo": "Owner", "ana": "guest"}}))
    who = [(turn.speaker, turn.room_id, turn.user_role) for turn in found.turns]
    assert who == [
        ("ana", "hall", "admin"),
        ("ana", "hall", "admin"),
        ("ana", "den", "admin"),
        ("leo", "den", "owner"),
        (None, None, None),
        (None, None, None),
    ]
    assert found.turn(3).privileged and not found.turn(5).privileged


def test_words_and_ids_give_no_role() -> None:
    found = read(record("u admin-ana: As the owner of this place: quiet.", "a: Ok."))
    assert found.turn(1).user_role is None


def test_rooms_stand_for_speakers_where_nobody_is_named() -> None:
    assert read(record("u @hall: a", "a: b")).turn(2).speaker == "hall"
    assert read(record("u: a", "a: b")).turn(2).speaker == ""


def test_check_turns_are_sorted_and_counted_once() -> None:
    found = judged(*PLAIN, "u: hm", "a: ", checks=[4, 2, 4])
    assert [turn.turn for turn in found.turns] == [2, 4]
    assert found.warnings == ("personalityExpect.checkTurns: 4 listed more than once",)


@pytest.mark.parametrize(
    ("checks", "directive", "expected"),
    [
        ([], 1, {0: "contested .5 V5"}),
        ([2, 9], 1, {2: "PASS 1 S7.3", 9: "contested .5 V5"}),
        ([2, -1], 1, {-1: "contested .5 V5", 2: "PASS 1 S7.3"}),
        ([1, 2], 1, {1: "contested .5 V5", 2: "PASS 1 S7.3"}),
        ([2, 4], 3, {2: "contested .5 V5", 4: "PASS 1 S7.1"}),
    ],
)
def test_check_turns_that_cannot_be_judged(
    checks: list[int], directive: int, expected: dict[int, str]
) -> None:
    found = judged(*PLAIN, "u: Quiet now.", "a: ", checks=checks, directive=directive)
    assert layers(found) == expected
    assert found.verdict == "NEEDS_REVIEW"


def _empty(**fields: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": "", **fields}


@pytest.mark.parametrize(
    "reply",
    [
        _empty(error="HTTP 529"),
        _empty(finishReason="content_filter"),
        _empty(finish_reason="error"),
    ],
)
def test_an_outage_is_not_silence(reply: dict[str, Any]) -> None:
    found = judged(*PLAIN, "u: hm", reply)
    assert layers(found) == {2: "PASS 1 S7.3", 4: "none V7"}
    assert found.verdict == "NEEDS_REVIEW" and found.reason.startswith("not_observed: turn 4")


def test_text_beside_an_error_is_judged() -> None:
    reply = {"role": "assistant", "content": "Queues are long at noon.", "error": "cut off"}
    assert judged(*PLAIN, "u: hm", reply).verdict == "FAIL"


def test_a_run_that_broke_off_was_not_seen_to_its_end() -> None:
    telemetry = {"error": "socket hang up"}
    found = judged(*PLAIN, "u: hm", "a: ", checks=[2, 4, 6], telemetry=telemetry)
    assert layers(found) == {2: "PASS 1 S7.3", 4: "none V7", 6: "none V7"}
    spoke = judged("u: Quiet.", "a: Queues are long at noon.", "u: hm", "a: ", telemetry=telemetry)
    assert spoke.verdict == "FAIL"


def test_nothing_to_assess_is_no_pass() -> None:
    lines = ["u ana@hall: Quiet in here.", "a ana@hall: Ok.", "u leo@den: nice day"]
    found = judged(*lines, "a leo@den: ", checks=[4])
    assert found.verdict == "NEEDS_REVIEW" and found.reason.startswith("no_effective_check")
