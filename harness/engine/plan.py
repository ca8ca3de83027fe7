"""What a run consists of: every scenario with every agent, as often as asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from harness.agents.base import Agent
from harness.scenario import Staged


@dataclass(frozen=True, slots=True)
class Job:
    """One trial to be run; `number` is its place in the plan, from 1."""

    number: int
    staged: Staged
    agent: Agent
    epoch: int
    seed: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Scenarios × agents × epochs.

    Trials are ordered by epoch first, so that an interrupted run has something of every scenario.
    The seed of a trial depends on the run's seed and the epoch alone.
    """

    scenarios: Sequence[Staged]
    agents: Sequence[Agent]
    epochs: int = 1
    seed: int = 0

    def __len__(self) -> int:
        """The number of trials."""
        return len(self.scenarios) * len(self.agents) * self.epochs

    def jobs(self) -> Iterator[Job]:
        """The trials in order."""
        number = 0
        for epoch in range(1, self.epochs + 1):
            for staged in self.scenarios:
                for agent in self.agents:
                    number += 1
                    yield Job(number, staged, agent, epoch, self.seed + epoch - 1)
