"""Short ways to ask stock tools in tests."""

from __future__ import annotations

from typing import Any

from tools_mock.catalog.index import STOCK
from tools_mock.world import Reply, World
from traces.model import Effect


def ask(world: World, tool: str, /, **args: Any) -> Reply:
    """The stock answer of a tool."""
    answer = STOCK[tool].answer
    assert answer is not None
    return answer(world, args)


def effects(tool: str, /, **args: Any) -> tuple[Effect, ...]:
    """The effects of a call of a stock tool."""
    read = STOCK[tool].effects
    assert read is not None
    return read(args, {})


def kinds(tool: str, /, **args: Any) -> list[str]:
    """The kinds of these effects."""
    return [effect.kind for effect in effects(tool, **args)]


def objects(effect: Effect) -> dict[str, str | float]:
    """The objects of an effect by their names; those of which nothing is known as "?"."""
    return {thing.name: "?" if thing.known == "unknown" else thing.value for thing in effect.on}
