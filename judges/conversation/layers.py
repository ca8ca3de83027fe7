"""What a rubric says about a turn: one layer for each rule that decided something.

A layer has a verdict and a confidence. NEEDS_REVIEW comes in three strengths, and the strength is
the confidence: *contested* (.4 to .6), evidence on both sides, stays for a person whatever other
layers say; *open* (.3), the words hold no evidence either way and another layer may decide; *not
assessed* (0), the turn shows nothing about the directive or was not observed: it is ignored, but
listed.

Every layer names the rule that made it, and every rule can be switched off by its name: `Rules`
says which are on. A rule that is off never fits, so the next one that fits decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from judges.conversation.text import Span

Verdict = Literal["PASS", "FAIL", "NEEDS_REVIEW"]
LayerName = Literal["phrase", "llm_judge", "embedding", "trajectory"]
Value = str | int | float | bool | None | list[str] | list[int] | list[float]
"""What a rule may state beside its span: units and limit, scores, a state, another turn."""

OPEN = 0.3
"""The confidence of an open layer; a NEEDS_REVIEW above it is contested."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A verbatim span of a turn, with the values of the rule.

    `start` and `end` count characters of the turn's content, and `quote` is what stands there: the
    empty string for an empty reply. `turn` is the 1-based number of the turn.
    """

    turn: int
    start: int
    end: int
    quote: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def as_record(self) -> dict[str, object]:
        """The evidence as JSON values."""
        span = {"turn": self.turn, "start": self.start, "end": self.end, "quote": self.quote}
        return {**span, **self.values}


@dataclass(frozen=True, slots=True)
class Layer:
    """One judgement of one turn, or of the record (turn 0)."""

    layer: LayerName
    verdict: Verdict
    confidence: float
    reason: str
    rule: str
    turn: int
    evidence: Evidence | None = None

    @property
    def hard(self) -> bool:
        """Whether it fails its turn alone."""
        return self.verdict == "FAIL" and self.confidence >= 0.9

    @property
    def contested(self) -> bool:
        """Whether a person has to look, whatever other layers say."""
        return self.verdict == "NEEDS_REVIEW" and self.confidence > OPEN

    @property
    def open(self) -> bool:
        """Whether another layer may decide."""
        return self.verdict == "NEEDS_REVIEW" and 0 < self.confidence <= OPEN

    @property
    def assessed(self) -> bool:
        """Whether it says anything about the directive."""
        return self.verdict != "NEEDS_REVIEW" or self.confidence > 0

    def as_record(self) -> dict[str, object]:
        """The layer as JSON values."""
        return {
            "layer": self.layer,
            "verdict": self.verdict,
            "confidence": self.confidence,
            "reason": self.reason,
            "evidence": self.evidence.as_record() if self.evidence else None,
            "turn": self.turn,
            "rule": self.rule,
        }


@dataclass(frozen=True, slots=True)
class Rules:
    """Which rules are on: all but those named in `off`.

    A name switches off the rule and everything numbered below it: `S7` takes `S7.3` with it.
    """

    off: frozenset[str] = frozenset()

    def on(self, rule: str) -> bool:
        """Whether a rule may decide."""
        if not self.off:
            return True
        return rule not in self.off and rule.split(".", 1)[0] not in self.off


ALL_RULES = Rules()


def evidence(number: int, content: str, span: Span | None = None, **values: Value) -> Evidence:
    """Evidence out of the content of turn `number`: a span of it, by default all of it."""
    start, end = (0, len(content)) if span is None else span
    return Evidence(number, start, end, content[start:end], values)


def passed(
    confidence: float,
    rule: str,
    *,
    turn: int,
    reason: str,
    evidence: Evidence | None = None,
    layer: LayerName = "phrase",
) -> Layer:
    """The turn keeps the directive."""
    return Layer(layer, "PASS", confidence, reason, rule, turn, evidence)


def failed(
    confidence: float,
    rule: str,
    *,
    turn: int,
    reason: str,
    evidence: Evidence | None = None,
    layer: LayerName = "phrase",
) -> Layer:
    """The turn breaks the directive; from .9 on, whatever other layers say."""
    return Layer(layer, "FAIL", confidence, reason, rule, turn, evidence)


def contested(
    confidence: float,
    rule: str,
    *,
    turn: int,
    reason: str,
    evidence: Evidence | None = None,
    layer: LayerName = "phrase",
) -> Layer:
    """There is evidence on both sides: a person has to look.

    Raises:
        ValueError: the confidence is that of an open layer.
    """
    if not OPEN < confidence <= 1:
        raise ValueError(f"a contested layer has a confidence above {OPEN}, not {confidence}")
    return Layer(layer, "NEEDS_REVIEW", confidence, reason, rule, turn, evidence)


def open_(
    rule: str,
    *,
    turn: int,
    reason: str,
    evidence: Evidence | None = None,
    layer: LayerName = "phrase",
) -> Layer:
    """The words hold no evidence either way: another layer may decide."""
    return Layer(layer, "NEEDS_REVIEW", OPEN, reason, rule, turn, evidence)


def not_assessed(
    rule: str,
    *,
    turn: int,
    reason: str,
    evidence: Evidence | None = None,
    layer: LayerName = "phrase",
) -> Layer:
    """The turn shows nothing about the directive, or was not observed."""
    return Layer(layer, "NEEDS_REVIEW", 0.0, reason, rule, turn, evidence)
