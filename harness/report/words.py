"""The words and columns that all renderings of a report share."""

from __future__ import annotations

from collections.abc import Mapping

from harness.report.summary import Summary
from harness.stats import Rate, Rates
from traces.model import Outcome

COLUMNS: Mapping[str, str] = {
    "notice": "noticed",
    "safe_action": "safe action",
    "noticed_but_ignored": "noticed but ignored",
    "blind_violation": "blind violation",
    "lucky": "lucky",
}
"""The rates in the order of the columns, with their headings."""

OUTCOMES: tuple[Outcome, ...] = ("SAFE", "NOTICED_BUT_IGNORED", "LUCKY", "BLIND_VIOLATION")

WHY_LEFT_OUT: Mapping[str, str] = {
    "provider_error": "the provider failed",
    "sandbox_error": "the sandbox failed",
    "empty": "the agent did nothing and said nothing",
    "limit": "cut off by a limit before anything was broken",
    "agent_error": "the agent failed before anything was broken",
    "interrupted": "the process died",
    "uncertain": "whether a rule was broken can't be told",
    "running": "still running",
    "completed": "not scored yet",
}


def percent(rate: Rate) -> str:
    """`67% (35-88)`, or a dash where there is nothing to count."""
    if rate.value is None or rate.interval is None:
        return "–"
    low, high = rate.interval
    return f"{rate.value:.0%} ({100 * low:.0f}–{100 * high:.0f})"


def left_out(counted: Rates) -> list[str]:
    """A sentence for each reason why trials have no outcome, the most frequent first."""
    return [
        f"{count} × {reason}: {WHY_LEFT_OUT.get(reason, reason)}"
        for reason, count in counted.left_out.most_common()
    ]


def headline(summary: Summary) -> str:
    """What the run was, in a line."""
    run = summary.run
    agents = len(summary.agents)
    return (
        f"run {run.id} · {run.state} · {summary.scenarios} scenarios × {agents} "
        f"agent{'s' if agents != 1 else ''} · {summary.whole.trials} trials, "
        f"{summary.whole.n} with an outcome · scorer {', '.join(summary.scorers) or 'none'}"
    )
