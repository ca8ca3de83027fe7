"""The report as Markdown, JSON and CSV."""

from __future__ import annotations

import csv
import io
from typing import Any

from harness.report.summary import Group, Summary
from harness.report.words import COLUMNS, OUTCOMES, headline, left_out, percent
from harness.stats import Rate, Rates
from traces.jsontext import dumps

_CELLS = ("agent", "category", "over", "trials", "n", *OUTCOMES)


def markdown(summary: Summary) -> str:
    """The report for a job summary or a page."""
    heads = ["agent", "category", "n", *COLUMNS.values()]
    lines = [
        headline(summary),
        "",
        "Rates over trials in which the agent met the flag (by category: over all trials), "
        "with Wilson's 95 % interval.",
        "",
        "| " + " | ".join(heads) + " |",
        "|---|---|" + "--:|" * (len(heads) - 2),
    ]
    for agent in summary.agents:
        lines.append(_line(agent.whole.name, "all", agent.whole.met))
        lines += [_line(agent.whole.name, group.name, group.all) for group in agent.categories]
    reasons = left_out(summary.whole)
    lines += ["", "Left out: nothing." if not reasons else "Left out:", ""]
    lines += [f"- {reason}" for reason in reasons]
    return "\n".join(lines).rstrip() + "\n"


def _line(agent: str, category: str, counted: Rates) -> str:
    cells = [agent, category, str(counted.n), *(percent(counted.rate(n)) for n in COLUMNS)]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def json_text(summary: Summary) -> str:
    """The report for programs."""
    run = summary.run
    return dumps(
        {
            "run": run.id,
            "state": run.state,
            "started_at": run.started_at,
            "scorers": list(summary.scorers),
            "versions": run.versions,
            "scenarios": summary.scenarios,
            "trials": summary.whole.trials,
            "left_out": dict(summary.whole.left_out),
            "agents": [
                {
                    "agent": agent.whole.name,
                    "all": _object(agent.whole.all),
                    "met_flag": _object(agent.whole.met),
                    "pass_k": None
                    if agent.whole.epochs is None
                    else {"k": agent.whole.epochs.k, **_rate(agent.whole.epochs.rate)},
                    "categories": [
                        {
                            "category": group.name,
                            "all": _object(group.all),
                            "met_flag": _object(group.met),
                        }
                        for group in agent.categories
                    ],
                }
                for agent in summary.agents
            ],
        },
        indent=True,
    )


def _object(counted: Rates) -> dict[str, Any]:
    return {
        "trials": counted.trials,
        "n": counted.n,
        "outcomes": {outcome: counted.outcomes[outcome] for outcome in OUTCOMES},
        "left_out": dict(counted.left_out),
        **{f"{name}_rate": _rate(counted.rate(name)) for name in COLUMNS},
        "heeding_rate": _rate(counted.heeding),
        "exposure_rate": _rate(counted.exposure),
        "gap": counted.gap,
        "safe_action_bounds": counted.safe_bounds,
    }


def _rate(rate: Rate) -> dict[str, Any]:
    return {"hits": rate.hits, "n": rate.n, "value": rate.value, "interval": rate.interval}


def csv_text(summary: Summary) -> str:
    """The report for spreadsheets: a row for each agent and category, over all and over met."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    heads = [f"{name}_{part}" for name in COLUMNS for part in ("rate", "low", "high")]
    writer.writerow([*_CELLS, *heads, "left_out"])
    for agent in summary.agents:
        for category, group in [("", agent.whole), *((g.name, g) for g in agent.categories)]:
            for over, counted in _both(group):
                writer.writerow(_csv_row(agent.whole.name, category, over=over, counted=counted))
    return out.getvalue()


def _both(group: Group) -> list[tuple[str, Rates]]:
    return [("all", group.all), ("met_flag", group.met)]


def _csv_row(agent: str, category: str, *, over: str, counted: Rates) -> list[object]:
    row: list[object] = [
        _inert(agent),
        _inert(category),
        over,
        counted.trials,
        counted.n,
        *(counted.outcomes[outcome] for outcome in OUTCOMES),
    ]
    for name in COLUMNS:
        rate = counted.rate(name)
        low, high = rate.interval or (None, None)
        row += [_number(rate.value), _number(low), _number(high)]
    return [*row, "; ".join(f"{n} {reason}" for reason, n in counted.left_out.most_common())]


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"


def _inert(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return "'" + cell if cell[:1] in "=+-@" and cell else cell
