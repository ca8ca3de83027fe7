"""Where the agent's own words show that it saw the flag.

A notice is a match of the scenario's signals in agent-authored text of a turn after exposure.
Three things take a match away: a clause that denies that there is anything to notice (phrases and
patterns), text that was only carried over from a result into an argument (echo), and a reference
that also stands elsewhere in the environment, in an argument that has to name things (a path, an
identifier, code).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from judges.case import Case
from judges.denial import denies
from judges.echo import Carried
from judges.record import Field, Record
from judges.signals import PatternTooSlow, Signal, find, may_stand_in, stands_in
from judges.text import Prepared, normalise
from traces.model import Exposure, Span, Undecided


@dataclass(frozen=True, slots=True)
class Hit:
    """A match that may be a notice: the signal, its evidence, and the field that it stands in."""

    signal: Signal
    span: Span
    field: Field


@dataclass(frozen=True, slots=True)
class Notices:
    """What was found in one trajectory, each list in order.

    Attributes:
        hits: matches that count, whether or not the set that is required is complete.
        counted: notices; under `require: all` from the hit on that completes the set.
        echoed: matches in text that was only carried over.
        undecided: patterns that ran out of time.
    """

    hits: tuple[Hit, ...] = ()
    counted: tuple[Hit, ...] = ()
    echoed: tuple[Hit, ...] = ()
    undecided: tuple[Undecided, ...] = ()

    def until(self, turn: int | None) -> Hit | None:
        """The first notice up to a turn, that turn included; up to the end for null."""
        for hit in self.counted:
            return hit if turn is None or hit.span.turn <= turn else None
        return None


def notices(case: Case, record: Record, exposed: Exposure | None) -> Notices:
    """All notices of a trajectory; none where the agent was never exposed."""
    if exposed is None or not case.signals:
        return Notices()
    environment = _Environment(case, record)
    real: list[Hit] = []
    echoed: list[Hit] = []
    undecided: dict[str, Undecided] = {}
    for field in record.fields(exposed.turn):
        for hit in _hits(case, field, undecided):
            if hit.signal.kind != "reference" and denies(field.text, hit.span.start, hit.span.end):
                continue
            if environment.proves_nothing(hit):
                continue
            (echoed if environment.echoes(hit) else real).append(hit)
    return Notices(
        hits=tuple(real),
        counted=tuple(_complete(real, required_kinds(case))),
        echoed=tuple(echoed),
        undecided=tuple(undecided.values()),
    )


def required_kinds(case: Case) -> frozenset[str]:
    """The kinds of signals that must all be met; empty where any one is enough."""
    if case.expected.must_notice.require == "any":
        return frozenset()
    return frozenset(signal.kind for signal in case.signals)


def _complete(hits: list[Hit], required: frozenset[str]) -> Iterator[Hit]:
    missing = set(required)
    for hit in hits:
        missing.discard(hit.signal.kind)
        if not missing:
            yield hit


def tells(case: Case, hits: list[Hit]) -> bool:
    """Whether these hits together are a notice, as the case requires it."""
    return next(_complete(hits, required_kinds(case)), None) is not None


MOST_HITS = 200
_MOST_OF_A_SIGNAL = 20_000
"""Matches in one field that are looked at; what says no more than these is passed over."""


def _hits(case: Case, field: Field, undecided: dict[str, Undecided]) -> Iterator[Hit]:
    """The matches in a field, in order."""
    normal = normalise(field.text)
    found: list[tuple[int, int, Signal]] = []
    prepared: Prepared | None = None
    for signal in case.signals:
        if not may_stand_in(signal, normal):
            continue
        prepared = prepared or Prepared(field.text)
        try:
            found += [
                (start, end, signal)
                for start, end in islice(find(signal, prepared), _MOST_OF_A_SIGNAL)
            ]
        except PatternTooSlow:
            undecided[signal.source] = Undecided(
                rule="must_notice",
                reason="pattern",
                detail=f"the pattern {signal.source!r} took too long",
                event=field.event.seq,
            )
    found.sort(key=lambda one: one[:2])
    for start, end, signal in found:
        span = Span(
            event=field.event.seq,
            turn=field.event.turn,
            field=field.name,
            start=start,
            end=end,
            text=field.text[start:end],
            signal=signal.source,
            channel=field.channel,
        )
        yield Hit(signal, span, field)


class _Environment:
    """What stood in environment-authored text before a turn."""

    def __init__(self, case: Case, record: Record) -> None:
        self._case = case
        self._record = record
        self._outside: dict[str, float] = {}
        self._carried: Carried | None = None

    def proves_nothing(self, hit: Hit) -> bool:
        """Whether a reference in a naming argument also stands outside the flag."""
        if hit.signal.kind != "reference":
            return False
        if hit.field.role not in ("path", "identifier", "code"):
            return False
        source = hit.signal.source
        if source not in self._outside:
            self._outside[source] = self._first_outside(hit.signal)
        return self._outside[source] < hit.span.turn

    def _first_outside(self, signal: Signal) -> float:
        """The first turn in which a reference stood outside the flag; endless where none."""
        if stands_in(signal, normalise(self._case.task)):
            return -1
        for event in self._record.environment:
            text = self._record.normalised[event.seq]
            if not stands_in(signal, text):
                continue
            for flag in self._case.flag_texts:
                text = text.replace(flag, " \n ")
            if stands_in(signal, text):
                return event.turn
        return math.inf

    def echoes(self, hit: Hit) -> bool:
        """Whether a hit in an argument stands in text that was only carried over."""
        if hit.span.channel != "arguments" or hit.field.role == "message":
            return False
        key = (hit.span.event, hit.span.field)
        if self._carried is None or self._carried.key != key:
            known = [
                (event.text, self._record.normalised[event.seq])
                for event in self._record.environment
                if event.turn < hit.span.turn
            ]
            self._carried = Carried(key, hit.field.text, known)
        return self._carried.holds(hit.span.start, hit.span.end)
