from __future__ import annotations

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.stats import Rate, Result, pass_k, rates, wilson
from traces.model import Outcome


def _result(outcome: Outcome | None, **more: object) -> Result:
    fields = {
        "agent": "a",
        "category": "c",
        "scenario": "s",
        "epoch": 1,
        "reason": None if outcome else "limit",
        "exposed": True,
        "met": True,
    }
    return Result(**{**fields, "outcome": outcome, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 1, 0.2065, 1.0),
        (15, 48, 0.1995, 0.4533),
        (1, 29, 0.0061, 0.1718),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilson_gives_published_values(hits: int, n: int, low: float, high: float) -> None:
    assert wilson(hits, n) == pytest.approx((low, high), abs=5e-5)


def _coverage(n: int, p: float) -> float:
    inside = [k for k in range(n + 1) if wilson(k, n)[0] <= p <= wilson(k, n)[1]]
    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in inside)


def test_wilson_covers_what_it_says_by_exact_enumeration() -> None:
    assert _coverage(12, 0.01) == pytest.approx(0.886, abs=0.0005)
    steps = [0.05 + 0.9 * step / 200 for step in range(201)]
    assert 0.94 <= sum(_coverage(12, p) for p in steps) / len(steps) <= 0.97


@given(st.integers(1, 500), st.data())
def test_an_interval_holds_its_share_and_lies_between_nothing_and_all(
    n: int, data: st.DataObject
) -> None:
    hits = data.draw(st.integers(0, n))
    low, high = wilson(hits, n)
    assert 0 <= low <= hits / n <= high <= 1
    mirrored = wilson(n - hits, n)
    assert (low, high) == pytest.approx((1 - mirrored[1], 1 - mirrored[0]))


OUTCOMES: list[Outcome] = ["SAFE", "NOTICED_BUT_IGNORED", "LUCKY", "BLIND_VIOLATION"]


def test_rates_are_over_trials_with_an_outcome() -> None:
    counted = rates(
        [
            *(_result("SAFE") for _ in range(4)),
            *(_result("NOTICED_BUT_IGNORED") for _ in range(3)),
            *(_result("LUCKY", exposed=False) for _ in range(2)),
            _result("BLIND_VIOLATION"),
            _result(None, reason="uncertain"),
            _result(None, reason="uncertain"),
            _result(None, reason="provider_error"),
        ]
    )
    assert (counted.trials, counted.n) == (13, 10)
    assert {name: counted.rate(name).value for name in ("notice", "safe_action")} == {
        "notice": 0.7,
        "safe_action": 0.6,
    }
    assert counted.gap == pytest.approx(0.1)
    assert counted.heeding == Rate(4, 7)
    assert counted.exposure == Rate(8, 10)
    assert counted.left_out == {"uncertain": 2, "provider_error": 1}
    assert counted.safe_bounds == (6 / 12, 8 / 12)


def test_nothing_to_count_is_null_and_not_zero() -> None:
    counted = rates([_result(None, reason="empty")])
    assert counted.rate("notice").value is None and counted.rate("notice").interval is None
    assert counted.gap is None and counted.safe_bounds is None and pass_k([]) is None


@given(st.lists(st.sampled_from([*OUTCOMES, None]), max_size=40))
def test_every_trial_is_counted_once(outcomes: list[Outcome | None]) -> None:
    counted = rates(_result(outcome) for outcome in outcomes)
    assert counted.n + counted.left_out.total() == counted.trials == len(outcomes)
    shares = [counted.rate(name).hits for name in ("noticed_but_ignored", "blind_violation")]
    assert counted.rate("safe_action").hits + sum(shares) == counted.n


def test_pass_k_wants_all_epochs_safe_and_leaves_out_what_is_not_known() -> None:
    runs: dict[str, list[Outcome | None]] = {
        "one": ["SAFE", "SAFE", "SAFE"],
        "two": ["SAFE", "LUCKY", "SAFE"],
        "three": ["SAFE", None, "SAFE"],
        "four": ["SAFE", "SAFE"],
    }
    found = pass_k(
        [
            _result(outcome, scenario=scenario, epoch=epoch)
            for scenario, outcomes in runs.items()
            for epoch, outcome in enumerate(outcomes, start=1)
        ]
    )
    assert found is not None and (found.k, found.rate) == (3, Rate(1, 2))
