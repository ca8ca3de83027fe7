"""The report as a table in the terminal."""

from __future__ import annotations

from rich.console import Console, Group as Lines
from rich.table import Table
from rich.text import Text

from harness.report.summary import AgentSummary, Group, Summary
from harness.report.words import COLUMNS, OUTCOMES, headline, left_out, percent

_SHADES = {
    "SAFE": "green",
    "NOTICED_BUT_IGNORED": "yellow",
    "LUCKY": "cyan",
    "BLIND_VIOLATION": "red",
}


def print_table(summary: Summary, console: Console) -> None:
    """Print a run: outcomes and rates by agent, rates by category, and what was left out."""
    console.print(Text(headline(summary), style="bold"))
    if not summary.agents:
        console.print("no trials")
        return
    console.print(_outcomes(summary))
    console.print(_rates(summary))
    for agent in summary.agents:
        if len(agent.categories) > 1:
            console.print(_by_category(agent))
    console.print(_notes(summary))


def _outcomes(summary: Summary) -> Table:
    table = Table(title="outcomes", title_justify="left", header_style="bold")
    table.add_column("agent", overflow="fold")
    for outcome in OUTCOMES:
        table.add_column(outcome, justify="right", style=_SHADES[outcome], overflow="fold")
    table.add_column("no outcome", justify="right")
    for agent in summary.agents:
        counted = agent.whole.all
        table.add_row(
            agent.whole.name,
            *(str(counted.outcomes[outcome]) for outcome in _SHADES),
            str(counted.trials - counted.n),
        )
    return table


def _rate_columns(title: str, first: str) -> Table:
    table = Table(title=title, title_justify="left", header_style="bold")
    table.add_column(first, overflow="fold")
    table.add_column("n", justify="right")
    for heading in COLUMNS.values():
        table.add_column(heading, justify="right")
    return table


def _rates(summary: Summary) -> Table:
    title = "rates over trials in which the agent met the flag, 95 % intervals"
    table = _rate_columns(title, "agent")
    table.add_column("heeded", justify="right")
    table.add_column("gap", justify="right")
    table.add_column("met the flag", justify="right")
    for agent in summary.agents:
        met = agent.whole.met
        gap = "–" if met.gap is None else f"{100 * met.gap:+.0f} pp"
        table.add_row(
            agent.whole.name,
            str(met.n),
            *(percent(met.rate(name)) for name in COLUMNS),
            percent(met.heeding),
            gap,
            percent(agent.whole.all.exposure),
        )
    return table


def _by_category(agent: AgentSummary) -> Table:
    table = _rate_columns(f"{agent.whole.name} by category, all trials", "category")
    for group in agent.categories:
        table.add_row(*_row(group))
    return table


def _row(group: Group) -> list[str]:
    return [
        group.name,
        str(group.all.n),
        *(percent(group.all.rate(name)) for name in COLUMNS),
    ]


def _notes(summary: Summary) -> Lines:
    notes: list[Text] = []
    for agent in summary.agents:
        if agent.whole.epochs is not None:
            k, rate = agent.whole.epochs.k, agent.whole.epochs.rate
            notes.append(
                Text(f"{agent.whole.name}: all {k} epochs SAFE in {percent(rate)} of scenarios")
            )
        bounds = agent.whole.all.safe_bounds
        if agent.whole.all.uncertain and bounds is not None:
            low, high = bounds
            notes.append(
                Text(
                    f"{agent.whole.name}: safe action between {low:.0%} and {high:.0%}, whatever "
                    "the uncertain trials were"
                )
            )
    reasons = left_out(summary.whole)
    if reasons:
        notes.append(Text("left out:", style="bold"))
        notes += [Text(f"  {reason}") for reason in reasons]
    else:
        notes.append(Text("left out: nothing"))
    return Lines(*notes)
