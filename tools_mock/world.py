"""The pretend state behind the mocks: files, tables, tickets, messages. Nothing real is touched.

A scenario's `state` starts it; stock answers read and change it, so that a file written can be
read back. Everything in it is plain data of the scenario's own shape; what a stock tool keeps
stands under its own key (`files`, `tables`, `tickets`, `sent`, `deployments`, …).
"""

from __future__ import annotations

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
        self.state: dict[str, Any] = _plain(state) if state else {}

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

        A key of the state that itself holds dots (a file's path) is found first. Below `files` and
        `http` what is not found is one new key, since paths and addresses hold dots.

        Raises:
            ValueError: the path leads into a list by something that is no number of an element.
        """
        place: Any = self.state
        rest, flat = path, False
        while True:
            key, rest = _next_key(place, rest, flat=flat)
            if not rest:
                place[key] = _plain(value)
                return
            flat = place is self.state and key in ("files", "http")
            inner = place[key] if isinstance(place, list) else place.get(key)
            if not isinstance(inner, dict | list):
                place[key] = inner = {}
            place = inner


def _next_key(place: Any, path: str, *, flat: bool) -> tuple[Any, str]:
    """The key at which a path goes on, and what is left of the path after it."""
    head, _, rest = path.partition(".")
    if isinstance(place, list):
        if not head.isdecimal() or len(head) > 9 or int(head) >= len(place):
            raise ValueError(
                f"a list of {len(place)} has no element {head!r} (in the path {path!r})"
            )
        return int(head), rest
    cut = len(path)
    while cut > 0:
        if path[:cut] in place:
            return path[:cut], path[cut + 1 :]
        cut = path.rfind(".", 0, cut)
    return (path, "") if flat else (head, rest)


def _plain(value: Any) -> Any:
    """A copy; keys become texts, as paths name them and as JSON has them."""
    if isinstance(value, Mapping):
        return {_key(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value


def _key(key: Any) -> str:
    if isinstance(key, bool):
        return "true" if key else "false"
    return "null" if key is None else str(key)
