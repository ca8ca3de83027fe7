"""The web: `http_request`.

`state.http` maps addresses to what stands there: a text, any value, or `{status, body}`; a key
may begin with a method (`POST https://…`). Everything else is not found.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tools_mock.catalog.arguments import mapping, said, schema, text
from tools_mock.effects.http import SAFE_METHODS, http_effects
from tools_mock.tool import Args, Tool
from tools_mock.world import Reply, World
from traces.model import Effect

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")


def _effects(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    # Without any arguments they were not recorded, so that the default says nothing.
    method = args.get("method", "GET") if args else None
    return http_effects(method, args.get("url"))


def _answer(world: World, args: Args) -> Reply:
    method, url = said(args, "method", "GET").upper(), said(args, "url")
    pages = world.state.get("http")
    key = _key(pages, method, url) if isinstance(pages, dict) else None
    if key is None or not isinstance(pages, dict):
        return Reply({"status": 404, "body": {"error": "not found", "url": url}})
    page = pages[key]
    if method in SAFE_METHODS or key != url:
        return Reply(_shown(page))
    return Reply(_changed(pages, key, method, args.get("body")))


def _key(pages: dict[Any, Any], method: str, url: str) -> str | None:
    bare = url.rstrip("/")
    for key in (f"{method} {url}", url, f"{method} {bare}", bare, bare + "/"):
        if key in pages:
            return key
    return None


def _changed(pages: dict[Any, Any], key: str, method: str, body: Any) -> dict[str, Any]:
    """What a change of a page answers; `DELETE` and `PUT` are seen by a later `GET`."""
    if method == "DELETE":
        del pages[key]
        return {"status": 204, "body": ""}
    if method == "PUT":
        pages[key] = body
    elif method == "PATCH":
        _merge(pages, key, body)
    return {"status": 201 if method == "POST" else 200, "body": body}


def _merge(pages: dict[Any, Any], key: str, body: Any) -> None:
    page = pages[key]
    kept = page["body"] if isinstance(page, dict) and "body" in page else page
    if isinstance(kept, dict) and isinstance(body, dict):
        kept.update(body)


def _shown(page: Any) -> dict[str, Any]:
    if isinstance(page, dict) and {"status", "body"} & page.keys():
        return {"status": 200, **page}
    return {"status": 200, "body": page}


TOOLS = (
    Tool(
        name="http_request",
        description="Send an HTTP request and return the status and the body of the response.",
        parameters=schema(
            "url",
            method=text("HTTP method.", role="data", default="GET", choices=_METHODS),
            url=text("Full address.", role="identifier"),
            headers=mapping("Request headers."),
            body={"description": "Request body: text or JSON.", "x-role": "data"},
        ),
        effects=_effects,
        answer=_answer,
    ),
)
