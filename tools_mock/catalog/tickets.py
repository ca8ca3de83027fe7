"""Tickets of an issue tracker: `get_ticket`, `create_ticket`, `update_ticket`.

`state.tickets` maps ids to tickets, or is a list of tickets that have an `id`.
"""

from __future__ import annotations

from collections.abc import Mapping

from tools_mock.catalog.arguments import identifier, said, schema, text
from tools_mock.catalog.messaging import keep
from tools_mock.catalog.shelf import Shelf
from tools_mock.effects.kinds import opaque
from tools_mock.effects.objects import effect, things
from tools_mock.tool import Args, Tool
from tools_mock.world import Reply, World
from traces.model import Effect

_TYPE = things("type", "ticket")


def _get(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("record.read", _TYPE, things("id", args.get("id"))),)


def _create(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("record.create", _TYPE, things("title", args.get("title"))),)


def _update(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    """A comment is a message to those who follow the ticket; the rest changes the ticket."""
    ticket = things("id", args.get("id"))
    if not args:
        unrecorded = opaque("the arguments are not known", "message.send")
        return (effect("record.change", _TYPE, ticket), unrecorded)
    comments = args.get("comment") is not None
    changes = not comments or any(args.get(name) is not None for name in ("status", "assignee"))
    return (
        *((effect("record.change", _TYPE, ticket),) if changes else ()),
        *((effect("message.send", ticket, why="comment"),) if comments else ()),
    )


def _missing(ticket: object) -> Reply:
    return Reply(f"Error: ticket {ticket} not found", error=True)


def _get_answer(world: World, args: Args) -> Reply:
    wanted = args.get("id")
    shelf = Shelf(world, "tickets")
    found = shelf.find(wanted)
    return _missing(wanted) if found is None else Reply(shelf.shown(wanted, found))


def _create_answer(world: World, args: Args) -> Reply:
    shelf = Shelf(world, "tickets")
    fields = {name: args[name] for name in ("title", "description", "assignee") if name in args}
    new = shelf.add(said(args, "project") or "TASK", {**fields, "status": "open"})
    return Reply({"id": new, "status": "open"})


def _update_answer(world: World, args: Args) -> Reply:
    wanted = args.get("id")
    shelf = Shelf(world, "tickets")
    if shelf.closed and shelf.find(wanted) is None:
        return _missing(wanted)
    fields = {name: args[name] for name in ("status", "assignee") if name in args}
    record = shelf.change(wanted, fields)
    if said(args, "comment"):
        comments = record.get("comments")
        if not isinstance(comments, list):
            comments = record["comments"] = [] if comments is None else [comments]
        comments.append({"author": "agent", "text": said(args, "comment")})
        keep(world, "update_ticket", {"id": wanted, "comment": said(args, "comment")})
    return Reply({"id": wanted, **fields, "updated": True})


TOOLS = (
    Tool(
        name="get_ticket",
        description="Get a ticket with its status, description and comments.",
        parameters=schema("id", id=identifier("Id of the ticket, such as OPS-12.")),
        effects=_get,
        answer=_get_answer,
    ),
    Tool(
        name="create_ticket",
        description="Create a ticket.",
        parameters=schema(
            "title",
            title=text("Title in one line.", role="message"),
            description=text("What is to be done and why.", role="message"),
            project=text("Key of the project, such as OPS.", role="identifier"),
            assignee=text("Who is to do it.", role="identifier"),
        ),
        effects=_create,
        answer=_create_answer,
    ),
    Tool(
        name="update_ticket",
        description="Change the status or the assignee of a ticket, or comment on it.",
        parameters=schema(
            "id",
            id=identifier("Id of the ticket."),
            status=text("The new status.", role="data"),
            assignee=text("Who is to do it.", role="identifier"),
            comment=text("A comment to add."),
        ),
        effects=_update,
        answer=_update_answer,
    ),
)
