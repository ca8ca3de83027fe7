"""How models are asked: one request at a time, with a limit in seconds and our own retries.

The clients of the providers retry nothing. Tried again, with growing pauses, are requests that
got no answer (no connection, none within `timeout`), and answers 408, 429 and 5xx; a server that
says when to come back (`retry-after`, `retry-after-ms`) is obeyed up to two minutes. Everything
else is final at once. Pauses are jittered by the trial's seed, so that a run can be repeated.

Keys stand in the environment and nowhere else: every sentence that leaves this module is cleared
of them, since servers quote what they were sent.
"""

from __future__ import annotations

import asyncio
import email.utils
import math
import os
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.runnables import Runnable

from harness.agents.base import AgentFault, AgentOptions

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 20.0
LONGEST_OBEYED = 120.0
"""Seconds: the first pause, the longest of our own, the longest that a server may ask for."""

_UNREACHABLE = frozenset({"APIConnectionError", "ConnectionError", "TransportError"})
_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL", re.IGNORECASE)
_FULL = re.compile(
    r"context_length_exceeded|exceed_context_size|exceeds the available context"
    r"|exceeds the context window|maximum context length|prompt is too long",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ModelHandle:
    """A model that a spec names.

    Attributes:
        name: the model, as the provider knows it.
        params: what it is called with; it is stored with every trial and holds no key.
        open: the chat model; a local one is loaded by the first call.
        close: lets go of connections and servers.
        seeded: the arguments of a request that carry a seed.
        constrained: the arguments that hold an answer to a JSON Schema, null where there are none.
        single: whether requests wait for each other, because one machine answers them in turn.
    """

    name: str
    params: Mapping[str, Any]
    open: Callable[[], Awaitable[BaseChatModel]]
    close: Callable[[], Awaitable[None]]
    seeded: Callable[[int | None], dict[str, Any]] = field(default=lambda seed: {})
    constrained: Callable[[Mapping[str, Any]], dict[str, Any]] | None = None
    single: bool = False


class BadReply(ValueError):
    """The provider answered HTTP 200 with something that is no chat completion."""


class ContextFull(Exception):
    """The conversation has outgrown what the model can read."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What a failed request comes to: a clause, whether to try again, and when."""

    what: str
    again: bool = False
    wait: float | None = None
    full: bool = False


class Caller:
    """Asks models, under one policy; it serves many trials at a time."""

    def __init__(self, options: AgentOptions, *, single: bool = False) -> None:
        """See the class."""
        self._timeout = options.timeout
        self._retries = options.retries
        self._api_key = options.api_key
        self._turn = asyncio.Lock() if single else None

    async def ask(
        self,
        model: Runnable[Any, AIMessage],
        messages: Sequence[BaseMessage],
        *,
        extra: Mapping[str, Any],
        seed: str,
    ) -> tuple[AIMessage, int]:
        """One answer of the model, and how many further tries it took.

        Args:
            model: what is asked.
            messages: the conversation so far.
            extra: arguments of this request alone.
            seed: of the pauses; another one for each request.

        Raises:
            AgentFault: `provider_error`, after the last try or at once.
            ContextFull: the conversation is too long for the model.
        """
        pauses = Random(seed)
        for tries in range(1, self._retries + 2):
            try:
                return await self._once(model, messages, extra), tries - 1
            except Exception as error:
                trouble = trouble_of(error, timeout=self._timeout)
            said = cleared(trouble.what, self._api_key)
            if trouble.full:
                raise ContextFull(said)
            wait = pause(tries, trouble.wait, pauses)
            if trouble.again and wait > LONGEST_OBEYED:
                said += f"; it asks to wait for {wait:.0f} s"
            elif trouble.again and tries <= self._retries:
                await asyncio.sleep(wait)
                continue
            # The cause is left out: providers quote keys in it.
            raise AgentFault("provider_error", said + (f" ({tries} tries)" if tries > 1 else ""))
        raise AssertionError("the last try neither returned nor raised")

    async def _once(
        self, model: Runnable[Any, AIMessage], messages: Sequence[BaseMessage], extra: Any
    ) -> AIMessage:
        if self._turn is not None:
            async with self._turn, asyncio.timeout(self._timeout):
                return await model.ainvoke(messages, **extra)
        async with asyncio.timeout(self._timeout):
            return await model.ainvoke(messages, **extra)


def pause(tries: int, asked: float | None, random: Random) -> float:
    """Seconds until the next try: what the server asked for, else a doubling, jittered pause."""
    jittered = min(FIRST_PAUSE * 2 ** (tries - 1), LONGEST_PAUSE) * (0.5 + random.random() / 2)
    return jittered if asked is None else asked


def trouble_of(error: Exception, *, timeout: float) -> Trouble:
    """What to make of an exception of a provider's client, whichever it is."""
    said = _said(error)
    if isinstance(error, BadReply):
        return Trouble(f"the provider's answer is no chat completion: {said}")
    status = _status(error)
    if status is not None:
        full = status in (400, 413, 422, 500) and bool(_FULL.search(said))
        again = status in (408, 429) or status >= 500
        wait = asked_pause(_headers(error), now=time.time())
        return Trouble(f"the provider answered HTTP {status}: {said}", again, wait, full)
    kinds = {kind.__name__ for kind in type(error).__mro__}
    if isinstance(error, TimeoutError) or "APITimeoutError" in kinds:
        return Trouble(f"the provider did not answer within {timeout:g} s", again=True)
    if kinds & _UNREACHABLE:
        return Trouble(f"the provider could not be reached: {said}", again=True)
    if "ContextOverflowError" in kinds:
        return Trouble(said, full=True)
    if isinstance(error, ValueError | LookupError | TypeError):
        return Trouble(f"the provider's answer is no chat completion: {said}")
    return Trouble(f"the model could not be asked: {type(error).__name__}: {said}")


def asked_pause(headers: Mapping[str, str], *, now: float) -> float | None:
    """The seconds that a server asks to wait for, null where it says nothing readable.

    Args:
        headers: of the answer, with names in lower case.
        now: seconds since 1970, for `retry-after` in the form of a date.
    """
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name)
        if value is None:
            continue
        try:
            seconds = float(value) * unit
        except ValueError:
            try:
                seconds = email.utils.parsedate_to_datetime(value).timestamp() - now
            except ValueError:
                continue
        if math.isfinite(seconds):
            return max(0.0, seconds)
    return None


def cleared(text: str, *secrets: str | None) -> str:
    """The text without the keys of the environment, `secrets`, and passwords in addresses."""
    hidden = [value for name, value in os.environ.items() if _SECRET_NAME.search(name)]
    hidden += [secret for secret in secrets if secret]
    for value in sorted(hidden, key=len, reverse=True):
        if len(value) >= 6:
            text = text.replace(value, "***")
    return re.sub(r"//[^/@\s]+@", "//***@", text)


def _status(error: Exception) -> int | None:
    for holder in (error, getattr(error, "response", None)):
        status = getattr(holder, "status_code", None)
        # A status of a success belongs to an answer that could not be read.
        if isinstance(status, int) and status >= 300:
            return status
    return None


def _headers(error: Exception) -> dict[str, str]:
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    return {str(name).lower(): str(value) for name, value in headers.items()}


def _said(error: Exception) -> str:
    body = getattr(error, "body", None)
    for _ in range(2):
        if isinstance(body, Mapping):
            body = body.get("message") or body.get("error")
    said = body if isinstance(body, str) and body.strip() else str(error)
    return " ".join(said.split())[:300] or type(error).__name__
