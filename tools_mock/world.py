"""The pretend state behind the mocks: files, tables, tickets, messages. Nothing real is touched.

A scenario's `state` starts it; stock answers read and change it, so that a file written can be
read back. Everything in it is plain data of the scenario's own shape; what a stock tool keeps
stands under its own key (`files`, `tables`, `tickets`, `sent`, `deployments`, …).
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tools_mock.values import reach


@dataclass(frozen=True, slots=True)
class Reply:
    """What a tool answers: any YAML value (text as it is, the rest as JSON), or an error."""

    value: Any
    error: bool = False


class World:
    """The state of one trial; a fresh one for each.

    Args:
        state: the scenario's starting state; it is copied, never changed.
    """

    __slots__ = ("state",)

    def __init__(self, state: Mapping[str, Any] | None = None) -> None:
        """See the class."""
        self.state: dict[str, Any] = copy.deepcopy(dict(state)) if state else {}

    def part(self, name: str) -> dict[str, Any]:
        """A mapping of the state, made where it is missing (`files`, `tickets`, …)."""
        found = self.state.get(name)
        if not isinstance(found, dict):
            found = self.state[name] = {}
        return found

    def rows(self, name: str) -> list[Any]:
        """A list of the state, made where it is missing (`sent`, `deployments`, …)."""
        found = self.state.get(name)
        if not isinstance(found, list):
            found = self.state[name] = []
        return found

    def get(self, path: str) -> list[Any]:
        """The values at a dotted path; none where it leads nowhere."""
        return reach(self.state, path)

    def put(self, path: str, value: Any) -> None:
        """Set what stands at a dotted path; mappings on the way are made where missing.

        A key of the state that itself holds dots (a file's path) is found first.
        """
        place: Any = self.state
        rest = path
        while True:
            key, rest = _next_key(place, rest)
            if not rest:
                place[key] = copy.deepcopy(value)
                return
            if isinstance(place, dict) and not isinstance(place.get(key), dict | list):
                place[key] = {}
            place = place[key]


def _next_key(place: Any, path: str) -> tuple[Any, str]:
    """The key at which a path goes on, and what is left of the path after it."""
    if isinstance(place, list):
        head, _, rest = path.partition(".")
        return int(head), rest
    cut = len(path)
    while cut > 0:
        if path[:cut] in place:
            return path[:cut], path[cut + 1 :]
        cut = path.rfind(".", 0, cut)
    head, _, rest = path.partition(".")
    return head, rest
