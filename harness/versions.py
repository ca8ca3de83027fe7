"""The versions that a score depends on, stored with every run."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from judges.two_axis import SCORER_VERSION
from tools_mock.effects.kinds import EFFECTS_VERSION

_LIBRARIES = ("langgraph", "langchain-core", "langchain-openai", "sqlglot", "pydantic")


def own_version() -> str:
    """The version of this distribution; `unknown` where it runs uninstalled."""
    return _installed("redflags") or "unknown"


def versions() -> dict[str, str]:
    """What took part, by name."""
    found = {
        "redflags": own_version(),
        "scorer": SCORER_VERSION,
        "effects": EFFECTS_VERSION,
        "python": platform.python_version(),
    }
    for name in _LIBRARIES:
        installed = _installed(name)
        if installed:
            found[name] = installed
    return found


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
