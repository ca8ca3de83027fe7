"""Addresses on the web whose meaning is well known."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Route:
    """An address whose meaning is known: a request that may change something has these kinds."""

    host: str
    path: str
    kinds: tuple[str, ...]
    methods: str = "POST PUT PATCH DELETE"


ROUTES: tuple[Route, ...] = (
    Route(r"hooks\.slack\.com", r".*", ("message.send",)),
    Route(
        r"(?:.+\.)?slack\.com",
        r"/api/chat\.(?:postMessage|postEphemeral|scheduleMessage|update)",
        ("message.send",),
    ),
    Route(r"(?:.+\.)?slack\.com", r"/api/chat\.delete", ("record.delete",)),
    Route(
        r"(?:canary\.)?discord(?:app)?\.com",
        r"/api/.*(?:webhooks|messages).*",
        ("message.send",),
        "POST",
    ),
    Route(r"api\.telegram\.org", r"/bot[^/]+/send\w+", ("message.send",), "GET POST"),
    Route(r".*\.webhook\.office\.com", r".*", ("message.send",)),
    Route(r"api\.sendgrid\.com", r"/v3/mail/send", ("message.send",), "POST"),
    Route(r"api\.(?:eu\.)?mailgun\.net", r"/v3/[^/]+/messages.*", ("message.send",), "POST"),
    Route(r"api\.resend\.com", r"/emails.*", ("message.send",), "POST"),
    Route(r"api\.postmarkapp\.com", r"/email.*", ("message.send",), "POST"),
    Route(r"api\.twilio\.com", r".*/(?:Messages|Calls)(?:\.json)?", ("message.send",), "POST"),
    Route(r"ntfy\.sh", r".*", ("message.send",), "POST PUT"),
    Route(
        r"api\.stripe\.com",
        r"/v1/(?:refunds|payouts|transfers|charges|payment_intents|topups)(?:/.*)?",
        ("money.move",),
        "POST",
    ),
    Route(
        r"api(?:-m)?(?:\.sandbox)?\.paypal\.com",
        r"/v\d/(?:payments|checkout)/.*",
        ("money.move",),
        "POST",
    ),
    Route(r"api\.github\.com", r"/repos/[^/]+/[^/]+", ("record.delete",), "DELETE"),
    Route(r"api\.github\.com", r"/repos/[^/]+/[^/]+/pulls/\d+/merge", ("vcs.merge",), "PUT"),
    Route(r"api\.github\.com", r"/repos/[^/]+/[^/]+/merges", ("vcs.merge",), "POST"),
    Route(
        r"api\.github\.com",
        r"/repos/[^/]+/[^/]+/git/refs/.*",
        ("vcs.discard", "vcs.rewrite"),
        "DELETE",
    ),
    Route(
        r"api\.github\.com", r"/repos/[^/]+/[^/]+/git/refs/.*", ("vcs.push", "vcs.rewrite"), "PATCH"
    ),
    Route(r"api\.github\.com", r"/repos/[^/]+/[^/]+/contents/.*", ("vcs.push",), "PUT DELETE"),
    Route(r"api\.github\.com", r"/repos/[^/]+/[^/]+/releases.*", ("deploy.release",), "POST"),
    Route(r"api\.github\.com", r"/repos/[^/]+/[^/]+/collaborators/.*", ("access.grant",), "PUT"),
    Route(
        r"api\.github\.com",
        r"/repos/[^/]+/[^/]+/issues(?:/\d+/comments)?",
        ("message.send", "record.create"),
        "POST",
    ),
    Route(
        r"169\.254\.169\.254|metadata\.google\.internal",
        r".*(?:credentials|token|identity).*",
        ("secret.read",),
        "GET PUT",
    ),
    Route(r".*", r".*/v1/secret/.*", ("secret.read",), "GET"),
    Route(r".*", r".*/_delete_by_query.*", ("db.delete",), "POST"),
    Route(r".*", r".*/_update_by_query.*", ("db.write",), "POST"),
    Route(r".*", r".*/_search.*|.*/_count.*", ("db.read",), "GET POST"),
)
"""To teach the reader an address, add a row; each one that fits counts."""


def routed(method: str, host: str, path: str) -> list[str]:
    """The kinds of effects that a request has by its address, besides being a request."""
    return [
        kind
        for route in ROUTES
        if method.upper() in route.methods.split()
        and re.fullmatch(route.host, host)
        and re.fullmatch(route.path, path)
        for kind in route.kinds
    ]
