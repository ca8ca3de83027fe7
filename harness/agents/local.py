"""A GGUF file, served on loopback by llama.cpp's own server, with no key.

A file is loaded by its first request, once in a process, and let go when the last agent over it
closes, or at the end of the process. It answers one request at a time: requests wait for each
other here, so that the limit of one request counts from when it is served. One core is left free;
with a thread on every core llama.cpp's threads wait for each other on a busy machine, and are
many times slower. Sampling is seeded and greedy unless a temperature is asked for.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import secrets
import threading
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from langchain_core.language_models import BaseChatModel

from harness.agents import openai_chat
from harness.agents.base import AgentOptions, AgentSpecError
from harness.agents.transport import ModelHandle

CONTEXT = 8192
MOST_TOKENS = 512
"""Tokens that a conversation may hold, and that one answer may have unless more are asked for."""


@dataclass(slots=True)
class _Served:
    server: Any
    url: str
    key: str
    users: int = 0


_served: dict[Path, _Served] = {}
_lock = threading.Lock()


def local_model(path: str, options: AgentOptions) -> ModelHandle:
    """The model in a file.

    Raises:
        AgentSpecError: the file is missing or no GGUF, or llama.cpp is not installed.
    """
    file = Path(path).expanduser().resolve()
    _check(path, file)
    if find_spec("xllamacpp") is None:
        raise AgentSpecError(f"local:{path} needs the extra [local] (the package xllamacpp)")
    params = {
        "temperature": 0.0 if options.temperature is None else options.temperature,
        "max_tokens": options.max_tokens or MOST_TOKENS,
    }
    opened: list[tuple[BaseChatModel, Any]] = []

    async def open_() -> BaseChatModel:
        if not opened:
            url, key = await asyncio.to_thread(_acquire, file)
            if opened:
                _release(file)
            else:
                chat = openai_chat.chat_as_sent(file.name, base_url=url, api_key=key, **params)
                opened.append(chat)
        return opened[0][0]

    async def close() -> None:
        while opened:
            await opened.pop()[1].close()
            await asyncio.to_thread(_release, file)

    return ModelHandle(
        name=file.name,
        params={**params, "context": CONTEXT},
        open=open_,
        close=close,
        seeded=openai_chat.seeded,
        constrained=openai_chat.constrained,
        single=True,
    )


def _check(path: str, file: Path) -> None:
    try:
        with file.open("rb") as stream:
            magic = stream.read(4)
    except OSError as error:
        raise AgentSpecError(f"local:{path}: {error.strerror or error}") from None
    if magic != b"GGUF":
        raise AgentSpecError(f"local:{path} is no GGUF file")


def _acquire(file: Path) -> tuple[str, str]:
    with _lock:
        served = _served.get(file)
        if served is None:
            served = _served[file] = _start(file)
        served.users += 1
        return f"{served.url}/v1", served.key


def _release(file: Path) -> None:
    with _lock:
        served = _served.get(file)
        if served is None:
            return
        served.users -= 1
        if served.users <= 0:
            del _served[file]


def _start(file: Path) -> _Served:
    # Imported here: it is an extra, and loads llama.cpp.
    import xllamacpp

    key = secrets.token_hex(16)
    threads = max(1, (os.cpu_count() or 2) - 1)
    params = xllamacpp.CommonParams()
    params.model.path = str(file)
    params.verbosity = 0
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [key]
    params.ui = False
    params.endpoint_slots = False
    for cores in (params.cpuparams, params.cpuparams_batch):
        cores.n_threads = threads
        cores.poll = 0
    server = xllamacpp.Server(params)
    return _Served(server, server.listening_address, key)


@atexit.register
def _let_go() -> None:
    _served.clear()
