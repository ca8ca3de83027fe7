"""Checks of hand-written variants: each must be a scenario in which the flag can be met."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import ValidationError

from harness.lint.finding import Finding, Place, outputs
from harness.scenario import Scenario
from harness.suite import Loaded
from harness.variants import variant_of
from judges.case import FLAG


def variants_are_scenarios(loaded: Loaded) -> Iterator[Finding]:
    """Every variant can be run, has an id of its own, and carries the flag."""
    content = loaded.document.data
    seen: set[str] = set()
    for index, variant in enumerate(content.get("variants") or ()):
        place: Place = ("variants", index)
        name = str(variant.get("id"))
        if name in seen:
            yield Finding("error", (*place, "id"), f"two variants are called {name!r}")
        seen.add(name)
        try:
            changed = variant_of(content, variant)
            scenario = Scenario.model_validate(changed)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, first["loc"]))
            yield Finding("error", place, f"is no scenario: {where}: {first['msg']}")
            continue
        except ValueError as error:
            yield Finding("error", place, str(error))
            continue
        carried = any(FLAG in text for _, text in outputs(changed)) or FLAG in scenario.task
        if not carried:
            yield Finding("error", place, f"nothing carries the flag; write {FLAG} where it stands")
