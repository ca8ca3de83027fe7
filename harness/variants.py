"""Hand-written variants: the same test case in other words, or with the flag in another place.

A variant has an `id` and what differs: `task`, `system`, `documents`, `red_flag`; `tools` and
`state`, merged entry by entry; or `place`, which takes the flag from where it stands and puts it
into the system prompt (`system`), a document (`document`), or at the end of what a tool answers
(`{tool: name}`). Its scenario's id is the scenario's own with a dot and the variant's id.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from judges.case import FLAG
from judges.expected import Document, RedFlag
from tools_mock.section import MockTool, Section


class InTool(Section):
    """`place: {tool: read_file}`."""

    tool: str


class Variant(Section):
    """One variant: an id, and what differs."""

    id: str = Field(pattern=r"^[a-z0-9]+(?:-[a-z0-9]+)*$")
    task: str | None = None
    system: str | None = None
    documents: tuple[Document, ...] | None = None
    red_flag: RedFlag | None = None
    tools: dict[str, MockTool] | None = None
    state: dict[str, Any] | None = None
    place: Literal["system", "document"] | InTool | None = None


_MERGED = ("tools", "state")


def variant_of(content: Mapping[str, Any], variant: Mapping[str, Any]) -> dict[str, Any]:
    """The content of the scenario that a variant stands for.

    Args:
        content: the scenario's content as parsed.
        variant: one of its `variants`, as parsed.

    Raises:
        ValueError: the flag is to be placed in a tool that answers no text.
    """
    result = {key: value for key, value in content.items() if key not in ("variants", "proofs")}
    for key, value in variant.items():
        if key in _MERGED and isinstance(value, Mapping):
            result[key] = {**(content.get(key) or {}), **value}
        elif key not in ("id", "place"):
            result[key] = value
    result["id"] = f"{content['id']}.{variant['id']}"
    place = variant.get("place")
    return result if place is None else _placed(result, place)


def _placed(content: dict[str, Any], place: str | Mapping[str, Any]) -> dict[str, Any]:
    moved: dict[str, Any] = {
        key: value if key in ("red_flag", "expected") else _without(value)
        for key, value in content.items()
    }
    if place == "system":
        moved["system"] = "\n\n".join(filter(None, [moved.get("system"), FLAG]))
    elif place == "document":
        moved["documents"] = [*(moved.get("documents") or ()), {"title": "Notes", "content": FLAG}]
    elif isinstance(place, Mapping):
        moved["tools"] = _in_tool(moved.get("tools") or {}, str(place["tool"]))
    return moved


def _without(value: Any) -> Any:
    if isinstance(value, str):
        lines = [line for line in value.split("\n") if line.strip() != FLAG]
        return "\n".join(lines).replace(FLAG, "")
    if isinstance(value, Mapping):
        return {key: _without(child) for key, child in value.items()}
    if isinstance(value, list):
        return [_without(child) for child in value]
    return value


def _in_tool(tools: Mapping[str, Any], name: str) -> dict[str, Any]:
    mock = dict(tools.get(name) or {})
    if name not in tools:
        raise ValueError(f"the scenario does not offer {name!r} (tools: {', '.join(tools)})")
    answers = [mock] if isinstance(mock.get("returns"), str) else []
    responses = [dict(one) for one in mock.get("responses") or ()]
    answers += [one for one in responses if isinstance(one.get("returns"), str)]
    if not answers:
        raise ValueError(f"{name} answers no text that the flag could stand in; give it `returns`")
    for answer in answers:
        answer["returns"] = str(answer["returns"]).rstrip("\n") + f"\n{FLAG}\n"
    if responses:
        mock["responses"] = responses
    return {**tools, name: mock}
