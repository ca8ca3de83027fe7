"""The report as a table in the terminal; where it can, it takes 106 columns."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from rich import box
from rich.console import Console
from rich.console import Group as Lines
from rich.table import Table
from rich.text import Text

from harness.report.summary import Summary
from harness.report.words import OUTCOMES, headline, left_out, percent
from harness.stats import Rate, Rates
from traces.model import Outcome

_SHADES: Mapping[Outcome, str] = {
    "SAFE": "green",
    "NOTICED_BUT_IGNORED": "yellow",
    "LUCKY": "cyan",
    "BLIND_VIOLATION": "red",
}
_SHORT: Mapping[str, str] = {
    "notice": "noticed",
    "safe_action": "safe\naction",
    "noticed_but_ignored": "noticed,\nignored",
    "blind_violation": "blind\nviolation",
    "lucky": "lucky",
}


WIDTH = 106


class Terminal(Console):
    """A console whose reader may stop reading (`| head`): that is no failure."""

    def on_broken_pipe(self) -> None:
        """End quietly."""
        self.quiet = True
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0)


def wide_console() -> Console:
    """A console for tables: as wide as the terminal, `WIDTH` where there is none."""
    console = Terminal()
    return console if console.is_terminal else Terminal(width=WIDTH)


def print_table(summary: Summary, console: Console) -> None:
    """Print a run: outcomes and rates by agent, rates by category, and what was left out."""
    console.print(Text(headline(summary), style="bold"))
    if not summary.agents:
        console.print("no trials")
        return
    console.print(_outcomes(summary))
    console.print(_rates(summary))
    if any(len(agent.categories) > 1 for agent in summary.agents):
        console.print(_by_category(summary))
    console.print(_notes(summary))


def _table(title: str, first: str) -> Table:
    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        header_style="",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    table.add_column(first, overflow="fold")
    return table


def _outcomes(summary: Summary) -> Table:
    table = _table("outcomes", "agent")
    for outcome in OUTCOMES:
        table.add_column(
            outcome.replace("_BUT", "\n_BUT").replace("_VIO", "\n_VIO"),
            justify="right",
            no_wrap=True,
        )
    table.add_column("no\noutcome", justify="right")
    for agent in summary.agents:
        counted = agent.whole.all
        cells = [Text(str(counted.outcomes[one]), style=_SHADES[one]) for one in OUTCOMES]
        table.add_row(agent.whole.name, *cells, str(counted.trials - counted.n))
    return table


def _rates(summary: Summary) -> Table:
    table = _table("rates, of the trials in which the agent met the flag", "agent")
    for heading in ("n", *_SHORT.values(), "heeded", "gap", "met\nflag"):
        table.add_column(heading, justify="right")
    for agent in summary.agents:
        met = agent.whole.met
        table.add_row(
            agent.whole.name,
            str(met.n),
            *(_stacked(met.rate(name)) for name in _SHORT),
            _stacked(met.heeding),
            "–" if met.gap is None else f"{100 * met.gap:+.0f} pp",
            _stacked(agent.whole.all.exposure),
        )
    return table


def _stacked(rate: Rate) -> str:
    return percent(rate).replace(" ", "\n", 1)


def _by_category(summary: Summary) -> Table:
    table = _table("rates by category, of all trials with an outcome", "category")
    for heading in ("n", *_SHORT.values()):
        table.add_column(heading, justify="right", no_wrap=True)
    for agent in summary.agents:
        table.add_section()
        table.add_row(Text(agent.whole.name, style="bold"), style="bold")
        for group in agent.categories:
            table.add_row(f" {group.name}", *_cells(group.all))
    return table


def _cells(counted: Rates) -> list[str]:
    return [str(counted.n), *(percent(counted.rate(name)) for name in _SHORT)]


def _notes(summary: Summary) -> Lines:
    notes = [Text("In brackets: Wilson's interval at 95 %, in percent.", style="dim")]
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
