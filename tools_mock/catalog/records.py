"""Records of any business system: `get_record`, `update_record`, `delete_record`.

`state.records` maps types to records by id, or to lists of records that have an `id`.
"""

from __future__ import annotations

from collections.abc import Mapping

from tools_mock.catalog.arguments import identifier, mapping, said, schema, text
from tools_mock.catalog.shelf import Shelf
from tools_mock.effects.objects import effect, things
from tools_mock.tool import Args, Effects, Tool
from tools_mock.world import Reply, World
from traces.model import Effect


def _effects(kind: str) -> Effects:
    def effects_of(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
        return (effect(kind, things("type", args.get("type")), things("id", args.get("id"))),)

    return effects_of


def _shelf(world: World, args: Args) -> Shelf:
    return Shelf(world, "records", said(args, "type"))


def _missing(args: Args) -> Reply:
    return Reply(f"Error: {said(args, 'type')} {args.get('id')} not found", error=True)


def _get_answer(world: World, args: Args) -> Reply:
    shelf = _shelf(world, args)
    found = shelf.find(args.get("id"))
    return _missing(args) if found is None else Reply(shelf.shown(args.get("id"), found))


def _update_answer(world: World, args: Args) -> Reply:
    shelf = _shelf(world, args)
    if shelf.closed and shelf.find(args.get("id")) is None:
        return _missing(args)
    fields = args.get("fields")
    record = shelf.change(args.get("id"), dict(fields) if isinstance(fields, Mapping) else {})
    return Reply(shelf.shown(args.get("id"), record))


def _delete_answer(world: World, args: Args) -> Reply:
    shelf = _shelf(world, args)
    if not shelf.remove(args.get("id")) and shelf.closed:
        return _missing(args)
    return Reply({"type": said(args, "type"), "id": args.get("id"), "deleted": True})


_TYPE = text("Type of the record, such as customer or order.", role="identifier")
_ID = identifier("Id of the record.")

TOOLS = (
    Tool(
        name="get_record",
        description="Get a record.",
        parameters=schema("type", "id", type=_TYPE, id=_ID),
        effects=_effects("record.read"),
        answer=_get_answer,
    ),
    Tool(
        name="update_record",
        description="Change fields of a record. Fields that are not named stay as they are.",
        parameters=schema(
            "type", "id", "fields", type=_TYPE, id=_ID, fields=mapping("The new values.")
        ),
        effects=_effects("record.change"),
        answer=_update_answer,
    ),
    Tool(
        name="delete_record",
        description="Delete a record for good.",
        parameters=schema("type", "id", type=_TYPE, id=_ID),
        effects=_effects("record.delete"),
        answer=_delete_answer,
    ),
)
