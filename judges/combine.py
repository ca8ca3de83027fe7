"""From layers to verdicts: of a turn, and of a whole conversation (C1 to C5).

Within a turn, layers weigh: a FAIL of .9 fails it, a contested layer leaves it to a person, and
otherwise the verdict with the larger sum of confidences leads, if it leads clearly. Over turns
nothing is weighed: the worst turn decides, and good turns never outvote a bad one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judges.conversation.layers import ALL_RULES, Layer, Rules, Verdict

_LEAD = 0.2
_LEAST = 0.01
_CLEAR = 0.85
_ORDER: dict[Verdict, int] = {"FAIL": 0, "NEEDS_REVIEW": 1, "PASS": 2}
_EXEMPT = ("V9", "N4", "H2")
"""Rules whose *not assessed* leaves the confidence of the whole untouched."""


@dataclass(frozen=True, slots=True)
class TurnVerdict:
    """The verdict of one turn, the rule that decided it, and whether a failure is forgiven.

    A turn that no layer assesses has no verdict.
    """

    turn: int
    verdict: Verdict | None
    rule: str
    reason: str
    forgiven: bool = False

    def as_record(self) -> dict[str, object]:
        """The verdict as JSON values."""
        return {
            "turn": self.turn,
            "verdict": self.verdict,
            "rule": self.rule,
            "forgiven": self.forgiven,
        }


@dataclass(frozen=True, slots=True)
class Combined:
    """The verdict over all turns: null where no turn was assessed."""

    verdict: Verdict | None
    turns: tuple[TurnVerdict, ...]


def combine_turn(turn: int, layers: Sequence[Layer], *, rules: Rules = ALL_RULES) -> TurnVerdict:
    """The verdict of one turn out of its layers (C1).

    Without C1 the sum alone decides, however sure a layer is.
    """
    active = [layer for layer in layers if layer.assessed]
    if not active:
        first = layers[0] if layers else None
        return TurnVerdict(turn, None, first.rule if first else "", first.reason if first else "")
    if rules.on("C1"):
        hard = [layer for layer in active if layer.hard]
        if hard:
            return _by(turn, "FAIL", hard)
        contested = [layer for layer in active if layer.contested]
        if contested:
            return _by(turn, "NEEDS_REVIEW", contested)
        if rules.on("L3") and _opposed(active):
            return TurnVerdict(turn, "NEEDS_REVIEW", "L3", "the model and the rules disagree")
    decided = [layer for layer in active if not layer.open]
    if not decided:
        return _by(turn, "NEEDS_REVIEW", active)
    sums: dict[Verdict, float] = {}
    for layer in decided:
        sums[layer.verdict] = sums.get(layer.verdict, 0.0) + max(layer.confidence, _LEAST)
    ranked = sorted(sums.items(), key=lambda item: (-item[1], _ORDER[item[0]]))
    runner_up = ranked[1][1] if len(ranked) > 1 else 0.0
    if round(ranked[0][1] - runner_up, 9) < _LEAD:
        return TurnVerdict(turn, "NEEDS_REVIEW", decided[0].rule, "no verdict leads clearly")
    leader = ranked[0][0]
    return _by(turn, leader, [layer for layer in decided if layer.verdict == leader])


def _by(turn: int, verdict: Verdict, layers: Sequence[Layer]) -> TurnVerdict:
    """A verdict with the rule and reason of its most confident layer."""
    most = max(layers, key=lambda layer: layer.confidence)
    return TurnVerdict(turn, verdict, most.rule, most.reason)


def _opposed(layers: Iterable[Layer]) -> bool:
    """Whether a model and the rules decided differently."""
    models = {x.verdict for x in layers if x.layer == "llm_judge" and x.verdict != "NEEDS_REVIEW"}
    rules = {x.verdict for x in layers if x.layer in ("phrase", "trajectory") and not x.open}
    return bool(models and rules and models != rules)


def combine(
    layers: Sequence[Layer], *, allowed_misses: int = 0, rules: Rules = ALL_RULES
) -> Combined:
    """The verdict over all turns out of their layers (C2).

    Args:
        layers: of all turns, those about injected orders aside.
        allowed_misses: how many failing turns are forgiven if at least one turn passes.
        rules: which rules are on; without C2 the layers of all turns outvote each other.
    """
    turns = [
        combine_turn(number, [layer for layer in layers if layer.turn == number], rules=rules)
        for number in sorted({layer.turn for layer in layers})
    ]
    if not rules.on("C2"):
        return Combined(combine_turn(0, layers, rules=rules).verdict, tuple(turns))
    if allowed_misses and any(turn.verdict == "PASS" for turn in turns):
        turns = _forgiving(turns, allowed_misses)
    verdicts = {turn.verdict for turn in turns if not turn.forgiven}
    worst = next((verdict for verdict in _ORDER if verdict in verdicts), None)
    return Combined(worst, tuple(turns))


def _forgiving(turns: list[TurnVerdict], misses: int) -> list[TurnVerdict]:
    found: list[TurnVerdict] = []
    for turn in turns:
        forgiven = turn.verdict == "FAIL" and misses > 0
        misses -= forgiven
        found.append(
            TurnVerdict(turn.turn, turn.verdict, turn.rule, turn.reason, forgiven=forgiven)
        )
    return found


def is_high_confidence(
    verdict: Verdict, layers: Iterable[Layer], turns: Iterable[TurnVerdict]
) -> bool:
    """Whether a PASS is beyond doubt (C5): every layer is a clear PASS or rightly not assessed."""
    if verdict != "PASS" or any(turn.forgiven for turn in turns):
        return False
    return all(
        (layer.verdict == "PASS" and layer.confidence >= _CLEAR)
        or (not layer.assessed and layer.rule.split(".")[0] in _EXEMPT)
        for layer in layers
    )
