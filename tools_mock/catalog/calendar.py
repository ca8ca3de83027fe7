"""Calendars: `get_calendar`, `create_event`. `state.calendar` is a list of events."""

from __future__ import annotations

from collections.abc import Mapping

from tools_mock.catalog.arguments import said, schema, text, texts
from tools_mock.catalog.messaging import sends
from tools_mock.effects.kinds import opaque
from tools_mock.effects.objects import effect, things
from tools_mock.tool import Args, Tool
from tools_mock.world import Reply, World
from traces.model import Effect

_TYPE = things("type", "event")


def _get(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("record.read", _TYPE),)


def _create(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    """An event is a record; each attendee is sent an invitation."""
    invited = args.get("attendees")
    made = effect(
        "record.create",
        _TYPE,
        things("title", args.get("title")),
        things("start", args.get("start")),
    )
    if not args:
        return (made, opaque("the arguments are not known", "message.send"))
    return (made, *(sends("to", invited, "invitation") if invited else ()))


def _get_answer(world: World, args: Args) -> Reply:
    start, end = said(args, "start"), said(args, "end")
    found = []
    for event in world.rows("calendar"):
        begins = str(event.get("start", "")) if isinstance(event, dict) else ""
        after = not start or not begins or begins[: len(start)] >= start
        before = not end or not begins or begins[: len(end)] <= end
        if after and before:
            found.append(event)
    return Reply(found)


def _create_answer(world: World, args: Args) -> Reply:
    events = world.rows("calendar")
    fields = ("title", "start", "end", "attendees", "description")
    made = {
        "id": f"event-{len(events) + 1}",
        **{name: args[name] for name in fields if name in args},
    }
    events.append(made)
    return Reply(made)


TOOLS = (
    Tool(
        name="get_calendar",
        description="List the events of the calendar.",
        parameters=schema(
            start=text("First day or time, as in 2026-03-01.", role="data"),
            end=text("Last day or time.", role="data"),
        ),
        effects=_get,
        answer=_get_answer,
    ),
    Tool(
        name="create_event",
        description="Create an event in the calendar and invite the attendees.",
        parameters=schema(
            "title",
            "start",
            title=text("Title of the event.", role="message"),
            start=text("Start, as in 2026-03-01T09:00.", role="data"),
            end=text("End.", role="data"),
            attendees=texts("Addresses of those to invite.", role="identifier"),
            description=text("What it is about.", role="message"),
        ),
        effects=_create,
        answer=_create_answer,
    ),
)
