"""From the words that name a model to an agent, or to a sentence."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import harness.agents
from harness.agents import models
from harness.agents.base import AgentOptions, AgentSpecError
from harness.agents.models import model_agent


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in models.KEY_OF.values():
        monkeypatch.delenv(name, raising=False)


def refusal(spec: str, **options: Any) -> str:
    with pytest.raises(AgentSpecError) as caught:
        model_agent(spec, AgentOptions(**options))
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize("spec", ["gpt-5", "openai:", ":gpt-5"])
def test_a_spec_has_two_parts(spec: str) -> None:
    assert "PROVIDER:MODEL" in refusal(spec)


def test_an_unknown_provider_is_told_with_the_known_ones() -> None:
    sentence = refusal("opnai:gpt-5")
    assert "opnai:gpt-5" in sentence and "mistralai" in sentence and "local" in sentence


def test_a_missing_integration_is_told_with_its_package() -> None:
    assert "langchain-fireworks" in refusal("fireworks:x")


@pytest.mark.parametrize(
    ("provider", "module"),
    [("anthropic", "langchain_anthropic"), ("ollama", "harness.agents.ollama_chat")],
)
def test_a_missing_extra_is_told_by_its_name(
    provider: str, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*args: Any, **kwargs: Any) -> None:
        raise ImportError("no such module")

    monkeypatch.setenv("ANTHROPIC_API_KEY", "x")
    monkeypatch.setattr(models, "init_chat_model", missing)
    monkeypatch.delattr(harness.agents, "ollama_chat", raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    assert f"[{provider}]" in refusal(f"{provider}:x")


@pytest.mark.parametrize(("provider", "name"), models.KEY_OF.items())
def test_a_missing_key_is_told_by_its_variable(provider: str, name: str) -> None:
    assert name in refusal(f"{provider}:x")


def test_a_base_url_needs_a_provider_that_takes_one() -> None:
    assert "base URL" in refusal("groq:x", base_url="http://127.0.0.1:1/v1")


@pytest.mark.parametrize("url", ["localhost:8000/v1", "http://", "ftp://x/", "http://[bad"])
def test_a_base_url_is_an_address(url: str) -> None:
    assert "no base URL" in refusal("openai:x", base_url=url)


def test_json_steps_need_a_server_that_knows_schemas() -> None:
    assert "json" in refusal("anthropic:x", base_url="http://127.0.0.1:1", tool_protocol="json")


def test_a_local_file_must_be_there_and_a_gguf(tmp_path: Path) -> None:
    assert "No such file" in refusal(f"local:{tmp_path}/none.gguf")
    assert "directory" in refusal(f"local:{tmp_path}")
    (tmp_path / "fake.gguf").write_bytes(b"not a model")
    assert "GGUF" in refusal(f"local:{tmp_path}/fake.gguf")


def test_a_local_model_needs_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fake.gguf").write_bytes(b"GGUF")
    monkeypatch.setattr("harness.agents.local.find_spec", lambda name: None)
    assert "[local]" in refusal(f"local:{tmp_path}/fake.gguf")


def test_an_agent_says_who_it_is_and_how_it_is_called() -> None:
    options = AgentOptions(base_url="http://127.0.0.1:1/v1", api_key="key-to-hide", max_tokens=9)
    info = model_agent("openai:some:model", options).info
    assert (info.spec, info.model) == ("openai:some:model", "some:model")
    assert info.params["base_url"] == "http://127.0.0.1:1/v1"
    assert (info.params["temperature"], info.params["max_tokens"]) == (0.0, 9)
    assert "wrap_tool_call" in info.interception
    assert "key-to-hide" not in info.model_dump_json()


@pytest.mark.parametrize(
    ("model", "sent"), [("o3-mini", False), ("gpt-5.1", False), ("gpt-5-chat", True), ("x", True)]
)
def test_reasoning_models_are_sent_no_temperature(model: str, sent: bool) -> None:
    info = model_agent(f"openai:{model}", AgentOptions(base_url="http://127.0.0.1:1")).info
    assert ("temperature" in info.params) is sent
