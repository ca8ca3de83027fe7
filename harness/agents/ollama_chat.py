"""Ollama's own interface, kept as the server sent it.

LangChain's integration rewrites arguments on the way in (texts that look like JSON or Python
become values, an argument `functionName` is dropped), hides the reasoning unless a model is asked
for it, and streams. This one does none of that. It also asks for a context of `CONTEXT` tokens:
with the server's own default, long conversations lose their beginning without a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_ollama import ChatOllama

CONTEXT = 16384


class OllamaAsSent(ChatOllama):
    """See the module."""

    async def _agenerate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> ChatResult:
        client: Any = self._async_client
        answer = await client.chat(**self._chat_params(messages, stop, **kwargs, stream=False))
        said = answer.message
        used = (answer.prompt_eval_count, answer.eval_count)
        message = AIMessage(
            content=said.content or "",
            tool_calls=[
                {
                    "name": call.function.name,
                    "args": dict(call.function.arguments),
                    "id": "",
                    "type": "tool_call",
                }
                for call in said.tool_calls or ()
            ],
            additional_kwargs={"reasoning_content": said.thinking} if said.thinking else {},
            response_metadata={"done_reason": answer.done_reason, "model_name": answer.model},
        )
        if None not in used:
            message.usage_metadata = {
                "input_tokens": used[0],
                "output_tokens": used[1],
                "total_tokens": sum(used),
            }
        return ChatResult(generations=[ChatGeneration(message=message)])

    async def close(self) -> None:
        """Let go of connections."""
        client: Any = self._async_client
        await client.close()


def request(params: Mapping[str, Any], seed: int | None) -> dict[str, Any]:
    """The arguments of a request: Ollama takes its options all together or not at all."""
    options = {
        "num_ctx": CONTEXT,
        "temperature": params.get("temperature"),
        "num_predict": params.get("max_tokens"),
        "seed": seed,
    }
    return {"options": {name: value for name, value in options.items() if value is not None}}


def constrained(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a request whose answer has to fit a JSON Schema."""
    return {"format": schema}
