"""Whether the process that began a run still lives.

A process is known by host, pid and a stamp: on Linux the boot, the pid namespace and the
process's start in clock ticks; elsewhere its start as `ps` tells it. It is *gone* only where
that is certain. A run of another host, or of another container on this one, may well be alive.
"""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path
from typing import NamedTuple

_PROC = Path("/proc")


class Process(NamedTuple):
    """A process of some host; `stamp` is null where the platform tells nothing."""

    host: str
    pid: int
    stamp: str | None


def this_process() -> Process:
    """The calling process."""
    pid = os.getpid()
    start = _start(pid)
    stamp = f"{_boot()}|{_namespace()}|{start}" if start else None
    return Process(socket.gethostname(), pid, stamp)


def is_gone(process: Process, *, same_machine: bool) -> bool:
    """Whether a process certainly no longer runs; false where that can't be told.

    Args:
        process: as `this_process` gave it, in that process.
        same_machine: whether an equal host name means the same machine, so that another boot
            means that it was started anew. It does for a local file, not for a shared server.
    """
    if process.host != socket.gethostname() or process.stamp is None:
        return False
    boot, namespace, start = process.stamp.split("|", 2)
    if boot != _boot():
        return same_machine
    if namespace != _namespace():
        return False
    now = _start(process.pid)
    if now is None:
        return False
    if not now:
        return not _answers(process.pid)
    return now != start


def _boot() -> str:
    try:
        return (_PROC / "sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


def _namespace() -> str:
    try:
        return os.readlink(_PROC / "self/ns/pid")
    except OSError:
        return ""


def _start(pid: int) -> str | None:
    """When a process began; empty where none is seen, null where that can't be told."""
    if (_PROC / "self/stat").exists():
        try:
            stat = (_PROC / str(pid) / "stat").read_text(errors="replace")
        except OSError:
            return ""
        fields = stat.rpartition(")")[2].split()  # the name before it may hold anything
        return "ended" if fields[0] in ("Z", "X") else fields[19]
    if os.name != "posix":
        return None
    try:
        told = subprocess.run(
            ["ps", "-o", "lstart=", "-p", str(pid)],
            capture_output=True,
            text=True,
            env={"LC_ALL": "C", "PATH": os.environ.get("PATH", os.defpath)},
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return " ".join(told.stdout.split())


def _answers(pid: int) -> bool:
    """Whether a process that can't be seen is there all the same, such as another user's."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
