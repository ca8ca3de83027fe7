"""What a canary call is made of: a model whose answers are given, and arguments that fit."""

from __future__ import annotations

from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable


def fitting(schema: Any) -> Any:
    """A value that fits a JSON Schema, as plain as it gets."""
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type", "string")
    if kind == "object":
        properties = schema.get("properties", {})
        return {name: fitting(properties[name]) for name in schema.get("required", ())}
    plain: dict[str, Any] = {"integer": 1, "number": 1, "boolean": True, "array": []}
    return plain.get(kind, "canary") if isinstance(kind, str) else "canary"


class ScriptedModel(BaseChatModel):
    """A chat model whose answers are given, one for each answer that the conversation lacks."""

    answers: list[AIMessage]

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **kwargs: Any) -> Runnable[Any, AIMessage]:
        """The tools are known to the script."""
        return self

    def _generate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> ChatResult:
        given = sum(isinstance(message, AIMessage) for message in messages)
        return ChatResult(generations=[ChatGeneration(message=self.answers[given])])

    async def _agenerate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> ChatResult:
        return self._generate(messages)
