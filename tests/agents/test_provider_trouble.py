"""What goes wrong between the agent and its provider, and how the trial ends."""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import Any

import pytest

from harness.agents import transport
from harness.agents.base import AgentOptions, Brief
from harness.agents.models import model_agent
from harness.agents.transport import asked_pause, cleared, pause
from tests.agents.loopback import Loopback, Played, call, says
from tests.agents.trials import TOOLS, GateDoor, driven, ended

SECRET = "sk-very-secret-0123456789"


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "FIRST_PAUSE", 0.01)


def refused(status: int, message: str = "no", **headers: str) -> Played:
    return Played({"error": {"message": message}}, status=status, headers=headers)


@pytest.mark.parametrize(
    "trouble",
    [
        refused(429, **{"retry-after": "0.1"}),
        refused(429, **{"retry-after-ms": "100"}),
        refused(500),
        refused(503),
        refused(408),
        Played("<html>bad gateway</html>", status=502, headers={"content-type": "text/html"}),
        Played(drop=True),
    ],
)
def test_passing_trouble_is_tried_again(trouble: Played) -> None:
    trial = driven(trouble, says("Blue."))
    assert (trial.ending.status, trial.said) == ("completed", ["Blue."])
    assert trial.door.tokens[0].retries == 1


def test_a_server_that_says_when_to_come_back_is_obeyed() -> None:
    began = time.monotonic()
    driven(refused(429, **{"retry-after": "0.2"}), says("Blue."))
    assert time.monotonic() - began >= 0.2


def test_a_server_that_asks_for_too_long_is_given_up() -> None:
    trial = driven(refused(429, "slow down", **{"retry-after": "7200"}))
    assert trial.ending.status == "provider_error"
    assert "7200" in trial.ending.detail and len(trial.asked) == 1


@pytest.mark.parametrize("status", [500, 503, 529, 429])
def test_lasting_trouble_is_the_providers(status: int) -> None:
    trial = driven(refused(status, "the model is on fire"), retries=2)
    assert trial.ending.status == "provider_error"
    assert str(status) in trial.ending.detail
    assert "on fire" in trial.ending.detail
    assert len(trial.asked) == 3
    assert trial.calls == []


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 422])
def test_a_refused_request_is_final_at_once(status: int) -> None:
    trial = driven(refused(status, "not like that"), retries=3)
    assert trial.ending.status == "provider_error"
    assert str(status) in trial.ending.detail and "not like that" in trial.ending.detail
    assert len(trial.asked) == 1


def test_trouble_after_a_call_keeps_the_call() -> None:
    trial = driven(says(calls=[call('{"query": "a"}')]), refused(500))
    assert trial.ending.status == "provider_error"
    assert [c.status for c in trial.calls] == ["executed"]


def test_a_hang_is_tried_again_and_then_the_providers() -> None:
    trial = driven(Played(hang=True), timeout=0.2)
    assert trial.ending.status == "provider_error"
    assert "0.2 s" in trial.ending.detail
    assert len(trial.asked) == 2


def test_a_hang_can_be_cancelled() -> None:
    async def limited(agent: Any) -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await agent.run(Brief(system=None, task="x", tools=TOOLS), GateDoor())
        await agent.close()

    with Loopback(Played(hang=True)) as server:
        began = time.monotonic()
        asyncio.run(limited(model_agent("openai:m", AgentOptions(base_url=server.url))))
        assert time.monotonic() - began < 2


def test_a_dropped_connection_is_the_providers() -> None:
    trial = driven(Played(drop=True))
    assert trial.ending.status == "provider_error"
    assert len(trial.asked) == 2


def test_no_server_at_all_is_the_providers() -> None:
    agent = model_agent("openai:m", AgentOptions(base_url="http://127.0.0.1:1/v1", retries=0))
    ending = asyncio.run(ended(agent, Brief(system=None, task="x", tools=TOOLS), GateDoor()))
    assert ending.status == "provider_error"
    assert "could not be reached" in ending.detail


@pytest.mark.parametrize(
    "body",
    [
        "this is not JSON",
        "",
        {},
        [],
        {"choices": []},
        {"choices": None},
        {"choices": [{}]},
        {"choices": [{"error": {"code": 502}, "message": {"content": ""}}]},
        {"choices": [{"message": None}]},
        {"choices": ["x"]},
        {"error": {"message": "out of cheese"}},
        {"choices": [{"message": {"role": "assistant", "content": {"a": 1}}}], "usage": "x"},
    ],
)
@pytest.mark.parametrize("kind", ["application/json", "text/html"])
def test_garbage_is_the_providers_or_a_message_but_never_a_crash(body: Any, kind: str) -> None:
    trial = driven(Played(body, headers={"content-type": kind}))
    assert trial.ending.status in ("provider_error", "completed")
    assert trial.ending.status == "provider_error" or trial.said
    assert len(trial.asked) == 1


@pytest.mark.parametrize(
    "message",
    [
        "This model's maximum context length is 8192 tokens.",
        "the request exceeds the available context size, try increasing it",
    ],
)
def test_a_full_context_is_a_limit(message: str) -> None:
    trial = driven(says(calls=[call('{"query": "a"}')]), refused(400, message))
    assert trial.ending.status == "limit"
    assert len(trial.calls) == 1


def test_keys_are_in_no_error_and_not_in_the_agents_description(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    with Loopback(refused(401, f"Incorrect API key provided: {SECRET}")) as server:
        url = server.url.replace("http://", "http://me:hunter22@") + "/v1?token=abc"
        agent = model_agent("openai:m", AgentOptions(base_url=url, retries=0))
        door = GateDoor()
        ending = asyncio.run(ended(agent, Brief(system=None, task="x", tools=TOOLS), door))
    shown = ending.model_dump_json() + agent.info.model_dump_json() + repr(agent) + str(door.events)
    assert "***" in ending.detail
    assert SECRET not in shown and "hunter22" not in shown and "token=abc" not in shown


def test_the_key_of_the_environment_goes_to_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    headers = {k.lower(): v for k, v in driven(says("Blue.")).asked[0].headers.items()}
    assert headers["authorization"] == f"Bearer {SECRET}"


def test_this_machine_is_reached_past_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    assert driven(says("Blue.")).said == ["Blue."]


def test_secrets_are_cleared_from_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_SERVICE_TOKEN", "abcdef123")
    said = cleared("abcdef123 at https://u:p@host/ with given-key", "given-key")
    assert said == "*** at https://***@host/ with ***"


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": "Thu, 01 Jan 1970 00:01:40 GMT"}, 90.0),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:01 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "-5"}, 0.0),
    ],
)
def test_pauses_that_servers_ask_for(headers: dict[str, str], seconds: float | None) -> None:
    assert asked_pause(headers, now=10.0) == seconds


def test_pauses_grow_stay_bounded_and_repeat_with_the_seed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(transport, "FIRST_PAUSE", 0.5)

    def pauses(seed: str) -> list[float]:
        random = Random(seed)
        return [pause(tries, None, random) for tries in range(1, 12)]

    first = pauses("1/1")
    assert first == pauses("1/1") != pauses("1/2")
    assert all(0.25 <= wait <= transport.LONGEST_PAUSE for wait in first)
    assert first[5] > first[0]
