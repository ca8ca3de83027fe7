"""What reading gives: summary rows, light enough to hold a hundred thousand of."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from traces.model import AgentInfo, Outcome, Score, Status, Usage
from traces.store.scores import AXES, score_details, score_from

RunState = Literal["running", "finished", "interrupted"]


class RunRow(NamedTuple):
    """A run: who began it, with what, and how far it is.

    `spec` is what was asked for and `versions` what took part; `trials` were begun and `ended`
    have ended. A run whose process is gone shows as interrupted even where the store can't be
    written.
    """

    key: int
    id: str
    state: RunState
    started_at: str
    finished_at: str | None
    spec: dict[str, Any]
    versions: dict[str, str]
    host: str
    pid: int
    trials: int
    ended: int


class ScenarioRow(NamedTuple):
    """A scenario that a run tried, as it was then; `hash` pins its content."""

    key: int
    id: str
    hash: str
    content: dict[str, Any]


class ScoreRow(NamedTuple):
    """A score: the axes, and the rest unread until it is asked for."""

    scorer: str
    created_at: str
    status: Status
    outcome: Outcome | None
    reason: str | None
    exposed: bool
    noticed: bool
    violated: bool | None
    data: str | None

    @property
    def details(self) -> dict[str, Any]:
        """The fields of `Score` beside the axes, as plain values; absent ones are at default."""
        return score_details(self.data)

    @property
    def score(self) -> Score:
        """The whole score."""
        axes = {name: getattr(self, name) for name in AXES}
        return score_from(axes, self.scorer, self.details)


class TrialRow(NamedTuple):
    """A trial without its events, and one of its scores; `status` is null while it runs."""

    key: int
    id: str
    source: str
    scenario_id: str
    scenario_hash: str
    agent: AgentInfo | None
    epoch: int
    seed: int | None
    started_at: str | None
    status: Status | None
    detail: str
    finished_at: str | None
    input_tokens: int | None
    output_tokens: int | None
    seconds: float
    turns: int
    model_calls: int
    retries: int
    score: ScoreRow | None

    @property
    def usage(self) -> Usage:
        """What the trial used."""
        return Usage(
            input_tokens=self.input_tokens,
            output_tokens=self.output_tokens,
            seconds=self.seconds,
            turns=self.turns,
            model_calls=self.model_calls,
            retries=self.retries,
        )
