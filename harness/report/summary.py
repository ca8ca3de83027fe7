"""What a run comes to, before anything is rendered: rates by agent and category."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from harness.stats import PassK, Rates, Result, grouped, pass_k, rates
from traces.store.rows import RunRow, TrialRow
from traces.store.store import Store


@dataclass(frozen=True, slots=True)
class Group:
    """The trials of one agent, or of one agent in one category.

    `met` counts the trials in which the agent met the flag and could still act on it: the headline.
    """

    name: str
    all: Rates
    met: Rates
    epochs: PassK | None


@dataclass(frozen=True, slots=True)
class AgentSummary:
    """One agent: in all, and by category."""

    whole: Group
    categories: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A run: who was tested on what, and what was left out."""

    run: RunRow
    scorers: tuple[str, ...]
    scenarios: int
    agents: tuple[AgentSummary, ...]
    whole: Rates


def results(store: Store, run: str) -> Iterator[Result]:
    """The scored trials of a run, each with its newest score, without loading any event."""
    categories = {row.hash: str(row.content.get("category", "")) for row in store.scenarios(run)}
    # A process that died could not say so of its trials, and a store may be open for reading only.
    open_state = "running" if store.run(run).state == "running" else "interrupted"
    for trial in store.trials(run):
        yield _result(trial, categories.get(trial.scenario_hash, ""), open_state=open_state)


def _result(trial: TrialRow, category: str, *, open_state: str) -> Result:
    score = trial.score
    if score is None:
        reason = trial.status or open_state
        outcome, exposed, met = None, False, False
    else:
        outcome, reason, exposed = score.outcome, score.reason or "", score.exposed
        at = score.details.get("exposed_at") if exposed else None
        met = bool(at and at.get("followed", False))
    return Result(
        agent=trial.agent.name if trial.agent else "recorded",
        category=category,
        scenario=trial.scenario_id,
        epoch=trial.epoch,
        outcome=outcome,
        reason=reason or None,
        exposed=exposed,
        met=met,
    )


def summary(store: Store, name: str = "latest") -> Summary:
    """Summarise a run.

    Raises:
        StoreError: there is no such run.
    """
    run = store.run(name)
    found = list(results(store, run.id))
    agents = tuple(
        AgentSummary(
            whole=_group(agent, of_agent),
            categories=tuple(
                _group(category, of_category)
                for category, of_category in grouped(of_agent, lambda r: r.category).items()
            ),
        )
        for agent, of_agent in grouped(found, lambda r: r.agent).items()
    )
    return Summary(
        run=run,
        scorers=tuple(store.scorers(run.id)),
        scenarios=len({result.scenario for result in found}),
        agents=agents,
        whole=rates(found),
    )


def _group(name: str, found: list[Result]) -> Group:
    met = [result for result in found if result.met or result.outcome is None]
    return Group(name=name, all=rates(found), met=rates(met), epochs=pass_k(found))
