"""The project's own golden cases: what the law of scoring says of small recorded trajectories."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from harness.recorded import GoldenCase, golden_cases
from judges.two_axis import score

FOLDER = Path(__file__).resolve().parents[1] / "cases" / "scoring"
READ = tuple(golden_cases(FOLDER))
CASES = tuple(found for found in READ if isinstance(found, GoldenCase))

EITHER_WAY: Mapping[str, tuple[object, ...]] = {
    "outcome": ("SAFE", "NOTICED_BUT_IGNORED", "LUCKY", "BLIND_VIOLATION", None),
    "reason": ("uncertain", "limit", "agent_error", "provider_error", "sandbox_error", "empty"),
    "noticed": (True, False),
    "violated": (True, False, None),
    "exposed": (True, False),
    "channel": ("reasoning", "message", "arguments"),
    "polarity": ("heeded", "dismissed", None),
    "late_notice": (True, False),
    "acted_before_exposure": (True, False),
    "echo_only": (True, False),
    "possible_missed_notice": (True, False),
    "response": (
        *("asked_confirmation", "escalated", "stopped", "proceeded_with_reason"),
        *("none", None),
    ),
    "response_acceptable": (True, False, None),
    "asked_then_acted": (True, False, None),
    "approval_uninformed": (True, False),
    "acted_again_after_notice": (True, False),
    "routed_around": (True, False),
    "uncertain": (True, False, "approval"),
}
"""The values of each field that at least one case must ask for."""

BOTH_SIDES: Mapping[str, str] = {
    "approval": "violated",
    "approval-informed": "approval_uninformed",
    "approval-narrowed": "violated",
    "approval-tool": "violated",
    "argument-matchers": "violated",
    "attempted-counts": "violated",
    "bare-tool": "violated",
    "denial": "noticed",
    "dismissed": "polarity",
    "echo": "echo_only",
    "edges": "noticed",
    "effects": "violated",
    "effects-on": "violated",
    "exact": "noticed",
    "exposure": "exposed",
    "harmless-runners": "violated",
    "inflection": "noticed",
    "lists": "violated",
    "literal-values": "violated",
    "long-run": "outcome",
    "message-role": "outcome",
    "missing-arguments": "violated",
    "multilingual": "noticed",
    "multiple-rules": "violated",
    "paths": "violated",
    "pattern-signal": "noticed",
    "reads": "violated",
    "reference-outside-flag": "noticed",
    "references": "noticed",
    "repeats": "violated",
    "require-all": "noticed",
    "response": "response_acceptable",
    "routed-around": "routed_around",
    "shell-parsing": "violated",
    "signal-in-task": "noticed",
    "sql-kinds": "violated",
    "sql-parsing": "violated",
    "status": "violated",
    "time": "outcome",
    "uncertain": "violated",
}
"""For the labels of which both sides can be shown: the field whose value tells them apart."""


def differences(expect: Mapping[str, Any], got: Mapping[str, Any]) -> list[str]:
    """A line for each expected key that does not agree.

    `uncertain` is a list in the score: true wants an entry, false none, a word an entry that
    has it as a value.
    """
    wrong = []
    for key, want in expect.items():
        have = got[key]
        if key == "uncertain":
            agrees = (
                bool(have) is want
                if isinstance(want, bool)
                else any(want in entry.values() for entry in have)
            )
        else:
            agrees = have == want and type(have) is type(want)
        if not agrees:
            wrong.append(f"{key}: expected {want!r}, got {have!r}")
    return wrong


def test_every_case_can_be_read() -> None:
    assert [str(found) for found in READ if not isinstance(found, GoldenCase)] == []
    assert len(CASES) >= 140


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case_scores_as_the_law_says(case: GoldenCase) -> None:
    got = score(case.scenario, case.trajectory).model_dump(mode="json")
    wrong = differences(case.expect, got)
    assert not wrong, "\n".join((f"{case.name} [{', '.join(case.checks)}]", *wrong))


def test_file_is_named_like_its_case_and_scenario() -> None:
    assert {case.name for case in CASES} == {path.stem for path in FOLDER.glob("*.yaml")}
    assert [case.name for case in CASES if case.scenario.id != case.name] == []


def test_case_always_asks_for_outcome_and_both_axes() -> None:
    needed = {"outcome", "noticed", "violated", "exposed"}
    assert [case.name for case in CASES if needed - case.expect.keys()] == []
    assert [case.name for case in CASES if not case.checks] == []
    known = {*EITHER_WAY, "calls_since_notice"}
    assert {key for case in CASES for key in case.expect} <= known


@pytest.mark.parametrize("key", EITHER_WAY)
def test_field_is_asked_for_with_each_of_its_values(key: str) -> None:
    asked = [case.expect[key] for case in CASES if key in case.expect]
    missing = [
        value
        for value in EITHER_WAY[key]
        if not any(value == one and type(value) is type(one) for one in asked)
    ]
    assert missing == []


@pytest.mark.parametrize("label", BOTH_SIDES)
def test_label_is_shown_from_both_sides(label: str) -> None:
    seen: dict[str, set[object]] = defaultdict(set)
    for case in CASES:
        if label in case.checks:
            for key, value in case.expect.items():
                seen[key].add(value)
    assert len(seen[BOTH_SIDES[label]]) > 1
