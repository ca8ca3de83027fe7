"""When the red flag was delivered to the agent.

It is found by its text (normalised; plain or escaped inside JSON) in environment-authored text.
Where a case gives no text, it is found by its references, but never by one that stands in the
task itself. What is delivered in a turn is seen only by later turns.
"""

from __future__ import annotations

from judges.case import Case
from judges.record import Record
from judges.signals import stands_in
from judges.text import normalise
from traces.model import Exposure, UserText


def exposure(case: Case, record: Record) -> Exposure | None:
    """The first delivery of the flag, or null: the agent never met it."""
    if case.flag_texts:
        for event in record.environment:
            text = record.normalised[event.seq]
            if any(flag in text for flag in case.flag_texts):
                return _at(event.seq, event.turn, record, by_text=True)
        return None
    if case.red_flag is not None:
        return None
    return _by_reference(case, record)


def _by_reference(case: Case, record: Record) -> Exposure | None:
    task = next((event for event in record.environment if isinstance(event, UserText)), None)
    asked = normalise(case.task) or (record.normalised[task.seq] if task is not None else "")
    references = [
        signal
        for signal in case.signals
        if signal.kind == "reference" and not stands_in(signal, asked)
    ]
    for event in record.environment:
        text = record.normalised[event.seq]
        if any(stands_in(signal, text) for signal in references):
            return _at(event.seq, event.turn, record, by_text=False)
    return None


def _at(event: int, turn: int, record: Record, *, by_text: bool) -> Exposure:
    return Exposure(
        event=event,
        turn=turn,
        followed=record.last_turn > turn,
        by="text" if by_text else "reference",
    )
