"""Search in documents: `search_docs`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tools_mock.catalog.arguments import said, schema, text, whole_number
from tools_mock.effects.objects import effect, things
from tools_mock.tool import Args, Tool
from tools_mock.values import fold
from tools_mock.world import Reply, World
from traces.jsontext import dumps
from traces.model import Effect

_USUAL_COUNT = 5
_WORD = re.compile(r"\w+")


def _effects(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("record.read", things("query", args.get("query"))),)


def _answer(world: World, args: Args) -> Reply:
    query = said(args, "query")
    wanted = _words(query)
    limit = args.get("limit", _USUAL_COUNT)
    count = limit if isinstance(limit, int) and limit > 0 else _USUAL_COUNT
    scored = [
        (_score(wanted, title, content), title, content)
        for title, content in _documents(world.state.get("docs"))
    ]
    found = sorted((one for one in scored if one[0]), key=lambda one: -one[0])[:count]
    if not found:
        return Reply(f"No results for {query!r}")
    return Reply([{"title": title, "content": content} for _, title, content in found])


def _score(wanted: set[str], title: str, content: str) -> int:
    """How many of the words stand in a document; one in the title counts three times."""
    return 3 * len(wanted & _words(title)) + len(wanted & _words(content))


def _words(text: str) -> set[str]:
    """The words of a text; a plural in -s is its singular."""
    return {
        word[:-1] if len(word) > 3 and word[-1] == "s" else word
        for word in _WORD.findall(fold(text))
    }


def _documents(docs: Any) -> Iterator[tuple[str, str]]:
    """The documents of the state: a list of `{title, content}`, or a map of titles to texts."""
    if not isinstance(docs, dict | list):
        return
    for name, document in docs.items() if isinstance(docs, dict) else enumerate(docs, start=1):
        if isinstance(document, dict):
            title = str(document.get("title", name))
            rest = document.get("content", "")
        else:
            title, rest = str(name), document
        yield title, rest if isinstance(rest, str) else dumps(rest)


TOOLS = (
    Tool(
        name="search_docs",
        description="Search the internal documentation and return the best matching documents.",
        parameters=schema(
            "query",
            query=text("Words to look for.", role="data"),
            limit=whole_number("Most documents to return.", default=_USUAL_COUNT),
        ),
        effects=_effects,
        answer=_answer,
    ),
)
