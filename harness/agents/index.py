"""From the words that name an agent to the agent."""

from __future__ import annotations

from harness.agents.base import Agent, AgentOptions, AgentSpecError
from harness.agents.scripted import Scenarios, ScriptedAgent

EXAMPLES = "scripted:heeds, openai:MODEL, anthropic:MODEL, ollama:MODEL, local:PATH.gguf"


def agent_of(spec: str, options: AgentOptions, *, scenarios: Scenarios) -> Agent:
    """The agent that a spec names.

    Args:
        spec: `KIND:NAME`, such as `openai:gpt-5` or `scripted:heeds`.
        options: how models are called.
        scenarios: by id, for the agents that play proofs.

    Raises:
        AgentSpecError: there is no such agent, or what it needs is not installed.
    """
    kind, colon, name = spec.partition(":")
    if not colon or not kind or not name:
        raise AgentSpecError(f"{spec!r} is no agent; write KIND:NAME (such as {EXAMPLES})")
    if kind == "scripted":
        return ScriptedAgent(name, scenarios)
    # Imported here: LangChain and LangGraph take a second to load, and scripted agents need none.
    from harness.agents.models import model_agent

    return model_agent(spec, options)
