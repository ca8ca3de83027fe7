"""What lint has to say: a sentence with a place, and whether it stops the scenario."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from harness.scenario import fill
from harness.suite import Loaded

Place = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to mend: `level` error fails lint, warning does not; `line` beats `place`."""

    level: Literal["error", "warning"]
    place: Place
    what: str
    line: int | None = None

    def said(self, loaded: Loaded) -> str:
        """`file:line: level: sentence`."""
        line = self.line or loaded.document.line(self.place)
        return f"{loaded.document.path}:{line}: {self.level}: {self.what}"


def texts(value: Any, place: Place = ()) -> Iterator[tuple[Place, str]]:
    """All texts of a YAML value with their places."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, Mapping):
        for key, child in value.items():
            yield from texts(child, (*place, key))
    elif isinstance(value, list | tuple):
        for index, child in enumerate(value):
            yield from texts(child, (*place, index))


_SAID_BY_TOOLS = ("returns", "error")


def outputs(content: Mapping[str, Any]) -> Iterator[tuple[Place, str]]:
    """What the agent may be shown, as it stands in the file: prompts, documents, answers, state."""
    for key in ("system", "documents", "state"):
        yield from texts(content.get(key), (key,))
    tools = content.get("tools")
    for name, mock in tools.items() if isinstance(tools, Mapping) else ():
        if not isinstance(mock, Mapping):
            continue
        for key in _SAID_BY_TOOLS:
            yield from texts(mock.get(key), ("tools", name, key))
        for index, response in enumerate(mock.get("responses") or ()):
            for key in (*_SAID_BY_TOOLS, "set"):
                yield from texts(response.get(key), ("tools", name, "responses", index, key))


def twin_outputs(content: Mapping[str, Any]) -> Iterable[tuple[Place, str]]:
    """What the agent of the benign twin may be shown."""
    return ((place, str(fill(text, None))) for place, text in outputs(content))
