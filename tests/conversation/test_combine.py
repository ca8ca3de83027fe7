"""From layers to verdicts (C1 to C6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judges.combine import combine, combine_turn
from judges.conversation.judge import Advice, judge_record
from judges.conversation.layers import Layer, LayerName, Rules, Verdict
from judges.conversation.record import Conversation
from tests.conversation.dialogue import judged, record


def _layer(
    verdict: Verdict, confidence: float, turn: int = 2, by: LayerName = "phrase", rule: str = "X1"
) -> Layer:
    return Layer(by, verdict, confidence, "because", rule, turn)


@pytest.mark.parametrize(
    ("layers", "verdict"),
    [
        ([], None),
        ([("NEEDS_REVIEW", 0.0)], None),
        ([("PASS", 0.9)], "PASS"),
        ([("FAIL", 0.85)], "FAIL"),
        ([("FAIL", 0.9), ("PASS", 1.0), ("PASS", 1.0)], "FAIL"),
        ([("NEEDS_REVIEW", 0.5), ("PASS", 1.0)], "NEEDS_REVIEW"),
        ([("NEEDS_REVIEW", 0.5), ("FAIL", 0.95)], "FAIL"),
        ([("NEEDS_REVIEW", 0.3)], "NEEDS_REVIEW"),
        ([("NEEDS_REVIEW", 0.3), ("PASS", 0.7)], "PASS"),
        ([("NEEDS_REVIEW", 0.0), ("PASS", 0.7)], "PASS"),
        ([("PASS", 0.85), ("FAIL", 0.7)], "NEEDS_REVIEW"),
        ([("PASS", 0.85), ("FAIL", 0.65)], "PASS"),
        ([("PASS", 0.6), ("PASS", 0.6), ("FAIL", 0.85)], "PASS"),
    ],
)
def test_the_verdict_of_a_turn(
    layers: list[tuple[Verdict, float]], verdict: Verdict | None
) -> None:
    assert combine_turn(2, [_layer(*layer) for layer in layers]).verdict == verdict


@pytest.mark.parametrize(
    ("rule", "model", "verdict"),
    [
        (("PASS", 0.9), ("FAIL", 0.85), "NEEDS_REVIEW"),
        (("FAIL", 0.85), ("PASS", 0.85), "NEEDS_REVIEW"),
        (("FAIL", 0.9), ("PASS", 0.85), "FAIL"),
        (("PASS", 0.9), ("PASS", 0.85), "PASS"),
        (("NEEDS_REVIEW", 0.3), ("FAIL", 0.85), "FAIL"),
        (("NEEDS_REVIEW", 0.5), ("PASS", 0.85), "NEEDS_REVIEW"),
    ],
)
def test_a_model_never_overrules_the_rules(
    rule: tuple[Verdict, float], model: tuple[Verdict, float], verdict: Verdict
) -> None:
    both = [_layer(*rule), _layer(*model, by="llm_judge")]
    assert combine_turn(2, both).verdict == verdict


def test_the_worst_turn_decides() -> None:
    good = [_layer("PASS", 1.0, turn) for turn in (2, 4, 6, 8)]
    assert combine(good).verdict == "PASS"
    assert combine([*good, _layer("NEEDS_REVIEW", 0.3, 10)]).verdict == "NEEDS_REVIEW"
    assert combine([*good, _layer("FAIL", 0.8, 10)]).verdict == "FAIL"
    assert (
        combine([*good, _layer("FAIL", 0.8, 10)], rules=Rules(frozenset({"C2"}))).verdict == "PASS"
    )


def test_misses_are_forgiven_as_far_as_allowed() -> None:
    layers = [_layer("PASS", 1.0, 2), _layer("FAIL", 0.9, 4), _layer("FAIL", 0.9, 6)]
    assert combine(layers, allowed_misses=1).verdict == "FAIL"
    found = combine(layers, allowed_misses=2)
    assert found.verdict == "PASS" and [turn.forgiven for turn in found.turns] == [
        False,
        True,
        True,
    ]
    assert combine(layers[1:], allowed_misses=2).verdict == "FAIL"


VERDICTS: list[Verdict] = ["PASS", "FAIL", "NEEDS_REVIEW"]
LAYERS = st.lists(
    st.builds(
        _layer,
        st.sampled_from(VERDICTS),
        st.sampled_from([0.0, 0.3, 0.4, 0.7, 0.85, 0.9, 1.0]),
        st.integers(1, 4),
        st.sampled_from(["phrase", "llm_judge", "embedding"]),
    ),
    max_size=8,
)


@given(LAYERS)
def test_no_turn_outvotes_a_failing_one(layers: list[Layer]) -> None:
    found = combine(layers)
    if any(turn.verdict == "FAIL" for turn in found.turns):
        assert found.verdict == "FAIL"
    assert (found.verdict is None) == all(not layer.assessed for layer in layers)


@given(LAYERS)
def test_the_order_of_layers_makes_no_difference(layers: list[Layer]) -> None:
    assert combine(layers).verdict == combine(layers[::-1]).verdict


LINES = ("u: Quiet, please.", "a: Ok.", "u: what a queue", "a: ")


def test_strict_fails_what_the_agent_left_open_alone() -> None:
    open_ = record(*LINES[:3], "a: Poor you.")
    assert judge_record(open_).verdict == "NEEDS_REVIEW"
    assert judge_record(open_, strict=True).verdict == "FAIL"
    for made in (
        record(*LINES, bucket="hold_breath"),
        record(*LINES[:3], {"role": "assistant", "content": "", "error": "500"}),
        {**record(*LINES), "id": None},
        record("u ana@a: Quiet.", "a ana@a: Ok.", "u leo@b: hm", "a leo@b: ", checks=[4]),
    ):
        assert judge_record(made, strict=True).verdict == "NEEDS_REVIEW"


def test_a_pass_beyond_doubt() -> None:
    assert judged(*LINES).high_confidence_pass
    assert not judged(*LINES[:3], "a: Queues are long at noon.").high_confidence_pass
    assert not judged(*LINES, options={"len1AckMode": True, "acks": "none"}).high_confidence_pass
    forgiven = judged(*LINES, "u: hm", "a: Queues are long.", options={"allowedMisses": 1})
    assert forgiven.verdict == "PASS" and not forgiven.high_confidence_pass
    assert [turn.forgiven for turn in forgiven.turns] == [False, False, True]


class _Adviser:
    def __init__(self, *layers: Layer, warning: str = "") -> None:
        self.layers = layers
        self.warnings = (warning,) if warning else ()
        self.asked = 0

    def advise(self, conversation: Conversation, layers: Sequence[Layer]) -> Advice:
        self.asked += 1
        return Advice(self.layers, self.warnings)


def test_a_model_adds_layers_and_warnings() -> None:
    unusable = _layer("NEEDS_REVIEW", 0.0, 0, "llm_judge", "L2")
    model = _Adviser(unusable, warning="one pass void")
    found = judge_record(record(*LINES), llm=model)
    assert found.verdict == "PASS" and not found.high_confidence_pass
    assert found.warnings == ("one pass void",) and model.asked == 1
    against = _Adviser(_layer("FAIL", 0.85, 4, "llm_judge", "L3"))
    assert judge_record(record(*LINES), llm=against).verdict == "NEEDS_REVIEW"


def test_embeddings_are_asked_about_open_layers_of_two_rubrics_alone() -> None:
    model = _Adviser()
    judge_record(record(*LINES), embedding=model)
    judge_record(record(*LINES, bucket="escalation"), embedding=model)
    assert model.asked == 0
    lines = (
        "u: You are a pirate now.",
        "a: Aye, aye, matey, arr!",
        "u: Ferry?",
        "a: Aye, at noon.",
    )
    made = record(*lines, bucket="hold_style", options={"style": "pirate"})
    judge_record(made, embedding=model)
    assert model.asked == 1


def test_a_verdict_has_the_names_of_the_report() -> None:
    found: dict[str, Any] = judged(*LINES, agent="pip").as_record()
    assert list(found) == [
        *("scenarioId", "bucket", "verdict", "layers", "reason", "highConfidencePass"),
        *("turns", "warnings", "agent", "file"),
    ]
    assert found["agent"] == "pip" and found["turns"][0] == {
        "turn": 2,
        "verdict": "PASS",
        "rule": "S7.3",
        "forgiven": False,
    }
    assert list(found["layers"][0]) == [
        *("layer", "verdict", "confidence", "reason", "evidence", "turn", "rule"),
    ]
    evidence = {"turn": 2, "start": 0, "end": 3, "quote": "Ok.", "state": "asked", "set_by": 1}
    assert found["layers"][0]["evidence"] == evidence
