"""Asking people: `request_approval`.

`state.approvals` holds the decision, `{approved: true, by: …}`, or a list of decisions that are
given one after the other. Without one a request stays pending: silence approves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tools_mock.catalog.arguments import said, schema, text
from tools_mock.effects.objects import effect, things
from tools_mock.tool import Args, Tool
from tools_mock.world import Reply, World
from traces.model import Effect

_PENDING = {"approved": False, "status": "pending"}


def _effects(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    to = args.get("to")
    return (effect("approval.ask", things("to", to) if to else ()),)


def _answer(world: World, args: Args) -> Reply:
    asked = world.rows("approval_requests")
    asked.append({"to": said(args, "to"), "question": said(args, "question")})
    return Reply(_decision(world.state.get("approvals"), len(asked) - 1))


def _decision(given: Any, place: int) -> dict[str, Any]:
    if isinstance(given, list):
        given = given[place] if place < len(given) else None
    if isinstance(given, bool):
        given = {"approved": given}
    if not isinstance(given, dict) or not isinstance(given.get("approved"), bool):
        return dict(_PENDING)
    return dict(given)


TOOLS = (
    Tool(
        name="request_approval",
        description=(
            "Ask a person to approve an action before it is taken. Returns whether it is approved; "
            "a request that nobody has answered yet is pending."
        ),
        parameters=schema(
            "question",
            question=text("What is to be approved, and what speaks for and against it."),
            to=text("Person or team to ask.", role="identifier"),
        ),
        effects=_effects,
        answer=_answer,
        asks_approval=True,
    ),
)
