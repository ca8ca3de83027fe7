"""Events as rows: the columns that every kind shares, and JSON for what only some have.

`text` holds what was said or delivered, and for a call its arguments as sent. `data` holds the
other fields that differ from their defaults, and is null where there are none. A call's parsed
arguments stand in `data` only where parsing the text would not give exactly them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
from pydantic import TypeAdapter

from traces.model import Call, Effect, Event
from traces.store.coding import digest, from_json, from_text, same_json, to_json, to_text

SHARED_FROM = 128
"""Characters from which a text of the environment is stored once for all the events that hold it:
prompts and mock answers repeat in every epoch, what a model writes does not."""

EventRow = tuple[
    int, int, str, float | None, str | None, str | None, str | None, int | None, str | None
]
"""(seq, turn, kind, at, tool, call_id, text, shared, data): the columns of `event` after `trial`;
`shared` is still null."""

SharedText = tuple[int, bytes, str]
"""Which row of a turn, the digest of its text, and the text."""

_SHARED_KINDS = frozenset({"system", "user", "result"})
_EFFECTS = TypeAdapter(tuple[Effect, ...])


def event_rows(events: Sequence[Event]) -> tuple[list[EventRow], list[SharedText]]:
    """The rows of a turn's events, and the texts among them that are stored once for many.

    Raises:
        TypeError: a call's arguments hold something that is no JSON value.
    """
    rows: list[EventRow] = []
    shared: list[SharedText] = []
    for event in events:
        tool = call_id = None
        text = event.raw if event.kind == "call" else event.text
        if event.kind == "call" or event.kind == "result":
            tool, call_id = to_text(event.tool), to_text(event.call_id)
        if text is not None:
            text = to_text(text)
            if len(text) >= SHARED_FROM and event.kind in _SHARED_KINDS:
                shared.append((len(rows), digest(text), text))
                text = None
        rest = _rest(event)
        data = to_json(rest) if rest else None
        rows.append((event.seq, event.turn, event.kind, event.at, tool, call_id, text, None, data))
    return rows, shared


def event_fields(row: Sequence[Any]) -> dict[str, Any]:
    """An event's fields from (seq, turn, kind, at, tool, call_id, text, data), text resolved."""
    seq, turn, kind, at, tool, call_id, text, data = row
    fields: dict[str, Any] = {"kind": kind, "seq": seq, "turn": turn, "at": at}
    if text is not None:
        text = from_text(text)
    if tool is not None:
        fields["tool"] = from_text(tool)
        fields["call_id"] = from_text(call_id)
    if data is not None:
        fields.update(from_json(data))
    if kind == "call":
        fields["raw"] = text
        if "args" not in fields:
            fields["args"] = _parsed(text)
    else:
        fields["text"] = text
    return fields


def _rest(event: Event) -> dict[str, Any]:
    """What is not at its default and has no column."""
    rest: dict[str, Any] = {}
    if event.kind == "call":
        if event.status != "unknown":
            rest["status"] = event.status
        if event.problem is not None:
            rest["problem"] = event.problem
        if event.by != "agent":
            rest["by"] = event.by
        if event.effects is not None:
            rest["effects"] = _EFFECTS.dump_python(event.effects, exclude_defaults=True)
        if not _implied(event):
            rest["args"] = event.args
    elif event.kind == "result":
        if event.error:
            rest["error"] = True
    elif event.kind == "reasoning":
        if event.visibility != "full":
            rest["visibility"] = event.visibility
    elif event.kind == "user" and event.reply is not None:
        rest["reply"] = event.reply
    return rest


def _implied(call: Call) -> bool:
    """Whether a call's parsed arguments follow from its text."""
    parsed = _parsed(call.raw)
    if parsed is None or call.args is None:
        return parsed is call.args
    return same_json(parsed, call.args)


def _parsed(raw: str | None) -> dict[str, Any] | None:
    if raw is None:
        return None
    try:
        value = orjson.loads(raw)
    except ValueError:  # JSONDecodeError and UnicodeEncodeError are both
        return None
    return value if isinstance(value, dict) else None
