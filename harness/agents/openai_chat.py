"""Chat completions, kept as the server sent them.

LangChain's client drops what does not stand in OpenAI's own interface, reads arguments leniently
and turns those that do not parse into `invalid_tool_calls`. This one keeps, in the message's
`additional_kwargs`, the calls as sent (`SENT_CALLS`) and the reasoning that compatible servers
show (`reasoning_content`, `reasoning`, `reasoning_details`). Both go back to the server as they
came: its own words about earlier turns are part of what a model decides on, and some servers
refuse a conversation whose calls lack their reasoning. Reasoning goes back with calls only, since
others refuse it elsewhere.

Nothing is streamed: a stream that breaks off is silently mended into a call.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import openai
from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatResult
from langchain_openai import ChatOpenAI

from harness.agents.transport import BadReply

SENT_CALLS = "sent_calls"
REASONING_FIELDS = ("reasoning_content", "reasoning", "reasoning_details")


class ChatAsSent(ChatOpenAI):
    """See the module."""

    def _create_chat_result(
        self, response: Any, generation_info: dict[str, Any] | None = None
    ) -> ChatResult:
        body = _checked(response)
        message: dict[str, Any] = body["choices"][0]["message"]
        calls = _calls(message)
        plain = {**message, "tool_calls": None, "function_call": None}
        plain["content"] = _content(message.get("content"))
        # LangChain drops a message whose role it does not know.
        plain["role"] = "assistant"
        first = {**body["choices"][0], "message": plain}
        result = super()._create_chat_result({**body, "choices": [first]}, generation_info)
        answer = result.generations[0].message
        kept = {name: message[name] for name in REASONING_FIELDS if message.get(name)}
        answer.additional_kwargs.update(kept)
        if calls:
            answer.additional_kwargs[SENT_CALLS] = calls
        return result

    def _get_request_payload(
        self, input_: LanguageModelInput, *, stop: list[str] | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        messages = self._convert_input(input_).to_messages()
        payload: dict[str, Any] = super()._get_request_payload(messages, stop=stop, **kwargs)
        if "messages" not in payload:
            return _for_responses(payload)
        for message, sent in zip(messages, payload["messages"], strict=True):
            if isinstance(message, AIMessage):
                _restore(message.additional_kwargs, sent)
        return _unwalked(payload)


def chat_as_sent(
    model: str, *, base_url: str | None, api_key: str, **params: Any
) -> tuple[ChatAsSent, openai.AsyncClient]:
    """A chat model with connections of its own, and the client that holds them, to be closed.

    Raises:
        ValueError: LangChain refuses the parameters.
    """

    async def key() -> str:
        return api_key

    # With an asynchronous key no client for synchronous use is made. Connections of our own, since
    # those that LangChain shares between models outlive the event loop that they were used in.
    connections = openai.DefaultAsyncHttpxClient(timeout=None, trust_env=not _here(base_url))
    chat = ChatAsSent(
        model=model,
        base_url=base_url,
        api_key=key,
        timeout=None,
        max_retries=0,
        http_async_client=connections,
        disable_streaming=True,
        cache=False,
        **params,
    )
    return chat, chat.root_async_client


def constrained(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a request whose answer has to fit a JSON Schema."""
    step = {"name": "step", "schema": schema}
    # As an argument of its own it would take the client's parser, which refuses cut-off answers.
    return {"extra_body": {"response_format": {"type": "json_schema", "json_schema": step}}}


def seeded(seed: int | None) -> dict[str, Any]:
    """The arguments of a request that carry a seed."""
    return {} if seed is None else {"seed": seed}


def plain_url(url: str) -> str:
    """An address without the user, the password and the query that may stand in it."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _here(url: str | None) -> bool:
    """Whether an address is this machine's, which no proxy of the environment leads to."""
    return url is not None and urlsplit(url).hostname in ("127.0.0.1", "localhost", "::1")


def _checked(response: Any) -> dict[str, Any]:
    """The answer as a mapping with one message.

    Raises:
        BadReply: it is none.
    """
    if isinstance(response, openai.BaseModel):
        response = response.model_dump(warnings=False)
    if not isinstance(response, dict):
        start = " ".join(str(response).split())[:120]
        raise BadReply(f"it is not JSON but {start!r}")
    if response.get("error"):
        raise BadReply(f"it holds an error, {str(response['error'])[:200]}")
    choices = response.get("choices")
    if not isinstance(choices, list) or not choices:
        raise BadReply("it has no choices")
    first = choices[0]
    if not isinstance(first, dict) or not isinstance(first.get("message"), dict):
        raise BadReply("its first choice has no message")
    if first.get("error") or first.get("finish_reason") == "error":
        raise BadReply(f"its choice is an error, {str(first.get('error'))[:200]}")
    usage = response.get("usage")
    return {**response, "usage": usage if isinstance(usage, dict) else None}


def _calls(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The calls as sent: dicts of `id`, `name` and `arguments`, each whatever it was."""
    sent = message.get("tool_calls")
    if not sent and message.get("function_call"):
        sent = [{"function": message["function_call"]}]
    if not isinstance(sent, list):
        sent = [sent] if sent else []
    calls = []
    for call in sent:
        if not isinstance(call, dict):
            calls.append({"id": None, "name": "", "arguments": call})
            continue
        function = call.get("function") or call.get("custom") or call
        function = function if isinstance(function, dict) else {}
        name = function.get("name")
        calls.append(
            {
                "id": call.get("id"),
                "name": name if isinstance(name, str) else "",
                "arguments": function.get("arguments", function.get("input")),
            }
        )
    return calls


def _content(content: Any) -> str | list[Any]:
    if isinstance(content, list):
        return [part for part in content if isinstance(part, str | dict)]
    return "" if content is None else str(content)


def _restore(kept: Mapping[str, Any], sent: dict[str, Any]) -> None:
    calls = kept.get(SENT_CALLS)
    if not calls:
        return
    sent["tool_calls"] = [
        {
            "id": call["id"],
            "type": "function",
            "function": {"name": call["name"], "arguments": _as_text(call["arguments"])},
        }
        for call in calls
    ]
    sent["content"] = sent.get("content") or None
    for name in REASONING_FIELDS:
        if name in kept:
            sent[name] = kept[name]


def _unwalked(payload: dict[str, Any]) -> dict[str, Any]:
    """The same request with all that is long in its extra body.

    The SDK walks every message and every tool of its typed arguments in search of names to
    change, half a millisecond for each message of the conversation in each request, and finds
    none in a chat completion. What stands in the extra body it sends as it is.
    """
    own = ("model", "stream", "timeout", "extra_headers", "extra_query", "extra_body")
    body = {name: value for name, value in payload.items() if name not in own}
    typed = {name: payload[name] for name in own if name in payload}
    return {**typed, "messages": [], "extra_body": {**body, **payload.get("extra_body", {})}}


def _for_responses(payload: dict[str, Any]) -> dict[str, Any]:
    """A request to the Responses API, which takes no seed and has its own place for a schema."""
    payload.pop("seed", None)
    body = dict(payload.pop("extra_body", {}))
    step = body.pop("response_format", {}).get("json_schema")
    if step is not None:
        payload["text"] = {"format": {"type": "json_schema", "strict": False, **step}}
    return {**payload, "extra_body": body} if body else payload


def _as_text(arguments: Any) -> str:
    if isinstance(arguments, str):
        return arguments
    return "" if arguments is None else json.dumps(arguments, ensure_ascii=False)
