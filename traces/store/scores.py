"""Scores as rows: the axes as columns, and compact JSON for the evidence and the flags.

Only what differs from its default is in the JSON, and a span or breach that stands in the lists
`notices` or `breaches` is there once: `noticed_at`, `acted_at` and the values of `evidence` may be
the index of their entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from traces.model import Score
from traces.store.coding import from_json, short_digest, to_json, to_text

AXES = ("status", "outcome", "reason", "exposed", "noticed", "violated")
"""The fields of a score that are columns of their own."""


class ScoreValues(NamedTuple):
    """A score as its columns hold it; `digest` tells scores of one trial and scorer apart."""

    scorer: str
    digest: int
    status: str
    outcome: str | None
    reason: str | None
    exposed: bool
    noticed: bool
    violated: bool | None
    data: str | None


def score_values(score: Score) -> ScoreValues:
    """The columns of a score."""
    rest = score.model_dump(exclude_defaults=True)
    rest.pop("scorer", None)
    for name in AXES:
        del rest[name]
    _once(rest)
    data = to_json(rest) if rest else None
    axes = (
        score.status,
        score.outcome,
        None if score.reason is None else to_text(score.reason),
        score.exposed,
        score.noticed,
        score.violated,
    )
    return ScoreValues(to_text(score.scorer), short_digest(repr((axes, data))), *axes, data)


def score_details(data: str | None) -> dict[str, Any]:
    """The fields beside the axes that differ from their defaults, references resolved."""
    if data is None:
        return {}
    rest = from_json(data)
    notices, breaches = rest.get("notices", ()), rest.get("breaches", ())
    for name, entries in (("noticed_at", notices), ("acted_at", breaches)):
        if isinstance(rest.get(name), int):
            rest[name] = entries[rest[name]]
    if "evidence" in rest:
        rest["evidence"] = {
            name: notices[span] if isinstance(span, int) else span
            for name, span in rest["evidence"].items()
        }
    return rest


def score_from(axes: Mapping[str, Any], scorer: str, details: Mapping[str, Any]) -> Score:
    """The score that `score_values` was given."""
    return Score.model_validate({**details, **axes, "scorer": scorer})


def _once(rest: dict[str, Any]) -> None:
    """Replaces what stands in a list as well by its index there."""
    notices, breaches = rest.get("notices", ()), rest.get("breaches", ())
    for name, entries in (("noticed_at", notices), ("acted_at", breaches)):
        if name in rest and rest[name] in entries:
            rest[name] = entries.index(rest[name])
    if "evidence" in rest:
        rest["evidence"] = {
            name: notices.index(span) if span in notices else span
            for name, span in rest["evidence"].items()
        }
