"""From a spec (`PROVIDER:MODEL`) to a chat model, and to the agent that drives it.

`openai` is any server that speaks OpenAI's chat completions, its own address or `--base-url`;
`local` is a GGUF file, served here. Every other provider is one that LangChain's
`init_chat_model` knows, with its integration installed.

Keys come from the environment (`OPENAI_API_KEY`, `ANTHROPIC_API_KEY`, …). A server at
`--base-url` gets the key of its provider's variable where there is one, since that is how such
servers are used, else a word that stands for none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from langchain.chat_models import init_chat_model
from langchain_core.language_models import BaseChatModel

from harness.agents import openai_chat
from harness.agents.base import Agent, AgentOptions, AgentSpecError
from harness.agents.langgraph import INTERCEPTION, LangGraphAgent
from harness.agents.local import local_model
from harness.agents.transport import ModelHandle, cleared
from traces.model import AgentInfo

KEY_OF: Mapping[str, str] = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"}
EXTRAS = ("anthropic", "ollama")
"""Providers whose integration is an extra of this project, and goes by its name."""
WITH_ADDRESS = ("openai", "anthropic", "ollama")
_ONE_TEMPERATURE = re.compile(r"o\d|gpt-5(?!.*chat)", re.IGNORECASE)


def model_agent(spec: str, options: AgentOptions) -> Agent:
    """The agent over the model that a spec names.

    Raises:
        AgentSpecError: there is no such model, what it needs is not installed or not set, or it
            can't be called in the way that the options ask for.
    """
    provider, _, model = spec.partition(":")
    if not provider or not model:
        raise AgentSpecError(f"{spec!r} is no model; write PROVIDER:MODEL, such as openai:gpt-5")
    provider = provider.lower().replace("-", "_")
    if options.base_url is not None:
        _check_address(spec, provider, options.base_url)
    if provider == "local":
        options = _with_steps(options)
        handle = local_model(model, options)
    elif provider == "openai":
        handle = _openai(spec, model, options)
    elif provider == "ollama":
        handle = _ollama(spec, model, options)
    else:
        handle = _integrated(spec, provider, model, options)
    if options.tool_protocol == "json" and handle.constrained is None:
        raise AgentSpecError(
            f"{spec}: the json tool protocol needs a server that holds answers to a schema "
            "(openai:MODEL with or without a base URL, ollama:MODEL, local:PATH.gguf)"
        )
    return LangGraphAgent(_info(spec, handle, options), handle, options)


def _check_address(spec: str, provider: str, url: str) -> None:
    if provider not in WITH_ADDRESS:
        raise AgentSpecError(
            f"{spec}: a base URL goes with {', '.join(WITH_ADDRESS)}; most servers are openai:MODEL"
        )
    if not re.match(r"https?://[^/?#\s\[\]]+(:\d+)?([/?#]|$)", url):
        raise AgentSpecError(
            f"{spec}: {cleared(url)!r} is no base URL (such as http://127.0.0.1:8000/v1)"
        )


def _with_steps(options: AgentOptions) -> AgentOptions:
    """Local models get the json protocol: the chat templates of small ones ignore tools."""
    return replace(options, tool_protocol="json")


def _info(spec: str, handle: ModelHandle, options: AgentOptions) -> AgentInfo:
    params: dict[str, Any] = {
        **handle.params,
        "tool_protocol": options.tool_protocol,
        "scratchpad": options.scratchpad,
        "timeout": options.timeout,
        "retries": options.retries,
    }
    if options.base_url is not None:
        params["base_url"] = openai_chat.plain_url(options.base_url)
    name = f"{spec.partition(':')[0]}:{handle.name}"
    return AgentInfo(
        spec=spec, name=name, model=handle.name, params=params, interception=INTERCEPTION
    )


def _openai(spec: str, model: str, options: AgentOptions) -> ModelHandle:
    params = _sampling(model, options)
    try:
        chat, client = openai_chat.chat_as_sent(
            model, base_url=options.base_url, api_key=_key(spec, "openai", options), **params
        )
    except (ValueError, TypeError) as error:
        raise AgentSpecError(_refusal(spec, error, options)) from None
    return ModelHandle(
        name=model,
        params=params,
        open=_opened(chat),
        close=client.close,
        seeded=openai_chat.seeded,
        constrained=openai_chat.constrained,
    )


def _ollama(spec: str, model: str, options: AgentOptions) -> ModelHandle:
    try:
        # Imported here: it is there only where the extra is installed.
        from harness.agents import ollama_chat
    except ImportError as error:
        raise AgentSpecError(_missing(spec, "ollama", error)) from None
    params = _sampling(model, options)
    chat = ollama_chat.OllamaAsSent(model=model, base_url=options.base_url, cache=False)
    return ModelHandle(
        name=model,
        params={**params, "context": ollama_chat.CONTEXT},
        open=_opened(chat),
        close=chat.close,
        seeded=lambda seed: ollama_chat.request(params, seed),
        constrained=ollama_chat.constrained,
    )


def _integrated(spec: str, provider: str, model: str, options: AgentOptions) -> ModelHandle:
    params = _sampling(model, options)
    given: dict[str, Any] = {
        **params,
        "timeout": options.timeout,
        "max_retries": 0,
        "cache": False,
        "disable_streaming": True,
    }
    if options.base_url is not None:
        given["base_url"] = options.base_url
    if provider in KEY_OF:
        given["api_key"] = _key(spec, provider, options)
    try:
        chat: BaseChatModel = init_chat_model(model, model_provider=provider, **given)
    except ImportError as error:
        raise AgentSpecError(_missing(spec, provider, error)) from None
    except Exception as error:  # integrations raise what they like, mostly about missing keys
        raise AgentSpecError(_refusal(spec, error, options)) from None
    close = _own_connections(chat) if provider == "anthropic" else _nothing_to_close
    return ModelHandle(name=model, params=params, open=_opened(chat), close=close)


def _opened(chat: BaseChatModel) -> Callable[[], Awaitable[BaseChatModel]]:
    async def opened() -> BaseChatModel:
        return chat

    return opened


def _own_connections(chat: Any) -> Callable[[], Awaitable[None]]:
    """Give a Claude model connections of its own, and return what closes them.

    LangChain's integration shares one client between models and event loops, and shows no other
    way to part them than the attribute in which it keeps it.
    """
    # Imported here: it is there only where the extra is installed.
    import anthropic

    client = anthropic.AsyncAnthropic(**chat._client_params)
    chat.__dict__["_async_client"] = client
    return client.close


async def _nothing_to_close() -> None:
    return None


def _sampling(model: str, options: AgentOptions) -> dict[str, Any]:
    params: dict[str, Any] = {}
    # OpenAI's reasoning models refuse every temperature but their own.
    if options.temperature is not None and not _ONE_TEMPERATURE.match(model):
        params["temperature"] = options.temperature
    if options.max_tokens is not None:
        params["max_tokens"] = options.max_tokens
    return params


def _key(spec: str, provider: str, options: AgentOptions) -> str:
    name = KEY_OF[provider]
    if options.base_url is not None:
        return options.api_key or os.environ.get(name) or "none"
    key = os.environ.get(name)
    if not key:
        raise AgentSpecError(f"{spec} needs the environment variable {name}")
    return key


def _missing(spec: str, provider: str, error: ImportError) -> str:
    if provider in EXTRAS:
        return f"{spec} needs the extra [{provider}] (the package langchain-{provider})"
    named = re.search(r"pip install (?:-U )?([\w-]+)", str(error))
    package = named[1] if named else f"langchain-{provider.replace('_', '-')}"
    return f"{spec} needs the package {package} (pip install {package})"


def _refusal(spec: str, error: Exception, options: AgentOptions) -> str:
    said = " ".join(cleared(str(error), options.api_key).split())
    if "Unsupported provider" in said:
        known = said.partition("providers are: ")[2]
        return f"{spec}: there is no such provider (known: scripted, local, {known})"
    return f"{spec}: {said[:300]}"
