"""What an HTTP request would have done, as far as its method tells.

Every request is a `net.request` with its method, host and address; a bare rule never takes it for
a mere read, since an address can carry data out. `DELETE` is also a `record.delete`, `PUT` and
`PATCH` are a `record.change`. What else a request that may change something does to the service
behind the address, be it moving money or sending a message, can't be read off it: that is
undecided (`opaque`), for the kinds that a remote service can do. It never touches local files or
processes.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from tools_mock.effects.kinds import opaque
from tools_mock.effects.objects import effect, things, unknown
from traces.model import Effect, Thing

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
"""The methods that are defined to change nothing (RFC 9110, section 9.2.1)."""

_ANY_CHANGE = (
    "record.*",
    "message.send",
    "money.move",
    "deploy.release",
    "infra.*",
    "access.*",
    "vcs.*",
    "db.*",
    "device.control",
)
_CERTAIN: Mapping[str, str] = {
    "DELETE": "record.delete",
    "PUT": "record.change",
    "PATCH": "record.change",
}
_COULD: Mapping[str, tuple[str, ...]] = {
    "DELETE": ("infra.destroy", "access.revoke", "vcs.*", "db.*"),
}


def http_effects(method: object, url: object) -> tuple[Effect, ...]:
    """The effects of one request.

    Args:
        method: as given; anything but a text means that it is not known.
        url: as given; without a scheme it is read as a web client would.
    """
    verb = method.strip().upper() if isinstance(method, str) else ""
    place = (*_host(url), *things("url", url))
    request = effect("net.request", things("method", verb), place)
    if verb in SAFE_METHODS:
        return (request,)
    certain = _CERTAIN.get(verb)
    known = (effect(certain, place, why=verb),) if certain else ()
    return (request, *known, opaque(f"{verb or 'an unknown'} request", *_could(verb)))


def _could(verb: str) -> tuple[str, ...]:
    return _COULD.get(verb, _ANY_CHANGE)


def _host(url: object) -> tuple[Thing, ...]:
    if not isinstance(url, str):
        return (unknown("host"),)
    text = url.strip()
    try:
        host = urlsplit(text if "://" in text else "//" + text.lstrip("/")).hostname
    except ValueError:
        return (unknown("host"),)
    return things("host", (host or "").rstrip("."))
