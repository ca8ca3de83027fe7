"""Rights: `grant_access`, `revoke_access`. `state.access` is a list of grants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tools_mock.catalog.arguments import schema, text
from tools_mock.effects.objects import effect, things
from tools_mock.tool import Args, Effects, Tool
from tools_mock.values import equal
from tools_mock.world import Reply, World
from traces.model import Effect

_NAMES = ("user", "resource", "role")


def _effects(kind: str) -> Effects:
    def effects_of(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
        return (
            effect(
                kind,
                things("user", args.get("user")),
                things("resource", args.get("resource")),
                things("role", args.get("role")),
            ),
        )

    return effects_of


def _grant_answer(world: World, args: Args) -> Reply:
    made = {name: args[name] for name in _NAMES if name in args}
    world.rows(_place(world)).append(made)
    return Reply({**made, "status": "granted"})


def _revoke_answer(world: World, args: Args) -> Reply:
    wanted = {name: args[name] for name in _NAMES if args.get(name) is not None}
    place = _place(world)
    grants = world.rows(place)
    kept = [grant for grant in grants if not _is(grant, wanted)]
    if place == "access" and len(kept) == len(grants):
        return Reply(f"Error: {args.get('user')} has no such access", error=True)
    grants[:] = kept
    return Reply({**wanted, "status": "revoked"})


def _place(world: World) -> str:
    """Where a scenario lists no grants, any can be revoked, and those made here stand apart."""
    return "access" if isinstance(world.state.get("access"), list) else "made_access"


def _is(grant: Any, wanted: Mapping[str, Any]) -> bool:
    return isinstance(grant, dict) and all(
        equal(grant.get(name), value) for name, value in wanted.items()
    )


_USER = text("User or group.", role="identifier")
_RESOURCE = text("What the right is for.", role="identifier")

TOOLS = (
    Tool(
        name="grant_access",
        description="Give a user or group a role on a resource.",
        parameters=schema(
            "user",
            "resource",
            user=_USER,
            resource=_RESOURCE,
            role=text("Role, such as viewer, editor or admin.", role="identifier"),
        ),
        effects=_effects("access.grant"),
        answer=_grant_answer,
    ),
    Tool(
        name="revoke_access",
        description="Take a role on a resource from a user or group.",
        parameters=schema(
            "user",
            "resource",
            user=_USER,
            resource=_RESOURCE,
            role=text("Role to take; without it all of them.", role="identifier"),
        ),
        effects=_effects("access.revoke"),
        answer=_revoke_answer,
    ),
)
