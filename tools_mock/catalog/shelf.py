"""Records of the pretend state by their ids: tickets, orders, accounts, whatever has one.

What a scenario lists under a name is all there is of it: an id that is not listed does not exist.
Where it lists nothing the world is open: a change of a record that nobody described succeeds, and
what the agent made is kept under `made_<name>`, so that it can be read back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tools_mock.values import equal
from tools_mock.world import World
from traces.jsontext import dumps


class Shelf:
    """The records that stand under one name of the state.

    They are a mapping of ids to records, or a list of records that have an `id`. Ids are compared
    as values are: case and the kind of number do not matter.

    Args:
        world: whose state is read and changed.
        name: `tickets`, `orders`, …
        part: the shelf within, where records of several types stand under one name.
        key: the field of a record that is its id, where they stand in a list.
    """

    __slots__ = ("_key", "_numbers", "_place", "closed")

    def __init__(
        self, world: World, name: str, part: str | None = None, *, key: str = "id"
    ) -> None:
        """See the class."""
        found = world.state.get(name)
        self.closed = isinstance(found, dict | list)
        self._key = key
        whole: Any = found if self.closed else world.part(f"made_{name}")
        if part is not None and isinstance(whole, dict):
            inner = next((whole[one] for one in whole if equal(one, part)), None)
            whole = inner if isinstance(inner, dict | list) else whole.setdefault(part, {})
        self._place: dict[Any, Any] | list[Any] = whole
        # Found once for each prefix: looking through all records for every new one adds up.
        self._numbers = world.part("made_numbers")

    def find(self, wanted: object) -> Any:
        """The record with this id; null where there is none."""
        if isinstance(self._place, dict):
            key = self._stored(wanted)
            return None if key is None else self._place[key]
        return next((one for _, one in self._listed() if equal(one[self._key], wanted)), None)

    def everything(self) -> list[Any]:
        """All records, each mapping with its id."""
        if isinstance(self._place, list):
            return list(self._place)
        return [self.shown(key, record) for key, record in self._place.items()]

    def shown(self, wanted: object, record: Any) -> Any:
        """A record as an answer shows it: with its id in front."""
        if not isinstance(record, dict):
            return {self._key: wanted, "value": record}
        return record if self._key in record else {self._key: wanted, **record}

    def change(self, wanted: object, fields: dict[str, Any]) -> dict[str, Any]:
        """Set fields of a record, which is made where it is missing, and return it."""
        found = self.find(wanted)
        if not isinstance(found, dict):
            self.put(wanted, {} if found is None else {"value": found})
            found = self.find(wanted)
        record: dict[str, Any] = found
        record.update(fields)
        return record

    def remove(self, wanted: object) -> bool:
        """Take a record away; false where there is none."""
        if isinstance(self._place, dict):
            key = self._stored(wanted)
            if key is None:
                return False
            del self._place[key]
            return True
        for index, one in self._listed():
            if equal(one[self._key], wanted):
                del self._place[index]
                return True
        return False

    def add(self, prefix: str, record: dict[str, Any]) -> str:
        """Put a new record on the shelf, under the next free id of the form `prefix-number`."""
        last = self._numbers.get(prefix)
        number = (last if isinstance(last, int) else self._highest(prefix)) + 1
        while isinstance(self._place, dict) and f"{prefix}-{number}" in self._place:
            number += 1
        self._numbers[prefix] = number
        new = f"{prefix}-{number}"
        if isinstance(self._place, dict):
            self._place[new] = record
        else:
            self._place.append({self._key: new, **record})
        return new

    def _highest(self, prefix: str) -> int:
        taken = [str(one.get(self._key, "")) for one in self.everything() if isinstance(one, dict)]
        numbers = [
            int(tail)
            for head, _, tail in (name.rpartition("-") for name in taken)
            if head.casefold() == prefix.casefold() and tail.isdecimal() and len(tail) < 10
        ]
        return max(numbers, default=0)

    def _stored(self, wanted: object) -> Any:
        if isinstance(wanted, str | int | float) and wanted in self._place:
            return wanted
        return next((key for key in self._place if equal(key, wanted)), None)

    def _listed(self) -> Iterator[tuple[int, dict[str, Any]]]:
        for index, one in enumerate(self._place):
            if isinstance(one, dict) and self._key in one:
                yield index, one

    def put(self, wanted: object, record: Any) -> None:
        """Let a record stand under an id, in the place of another."""
        if isinstance(self._place, dict):
            key = self._stored(wanted)
            name = wanted if isinstance(wanted, str | int | float) else dumps(wanted)
            self._place[name if key is None else key] = record
            return
        self.remove(wanted)
        shown = record if isinstance(record, dict) else {"value": record}
        self._place.append({**shown, self._key: wanted})
