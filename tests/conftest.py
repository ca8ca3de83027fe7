"""What all tests share: a temporary home, and no way out but loopback."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# Time is measured elsewhere: other load on the machine must not fail a property. What CI tries is
# the same each time, so that a change is what makes it fail.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "here")

_LOOPBACK = ("127.", "::1", "localhost")


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
    for name in list(os.environ):
        if name.startswith(("REDFLAGS_", "LANGSMITH_", "LANGCHAIN_")) or name.endswith("_API_KEY"):
            monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def _loopback_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> Any:
        host = address[0] if isinstance(address, tuple) else ""
        if isinstance(address, tuple) and not str(host).startswith(_LOOPBACK):
            raise AssertionError(f"a test reached for {host}")
        return connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder that is the working directory."""
    monkeypatch.chdir(tmp_path)
    yield tmp_path
