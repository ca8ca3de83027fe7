"""`redflags schema`."""

from __future__ import annotations

from typing import Any

import typer

from harness.scenario import Scenario
from traces.jsontext import dumps


def scenario_schema() -> dict[str, Any]:
    """The JSON Schema of the scenario file."""
    schema = Scenario.model_json_schema(by_alias=True, mode="validation")
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "redflags scenario"
    return schema


def command() -> None:
    """Print the JSON Schema of the scenario file.

    Editors with a YAML language server complete and check scenarios by it; a file names it in its
    first line (# yaml-language-server: $schema=scenario.schema.json).

    Example: redflags schema > scenarios/scenario.schema.json
    """
    typer.echo(dumps(scenario_schema(), indent=True))
