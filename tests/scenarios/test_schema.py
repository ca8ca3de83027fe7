from __future__ import annotations

from harness.cli.schema import scenario_schema
from harness.suite import SHIPPED
from traces.jsontext import dumps, loads


def test_the_shipped_schema_is_that_of_today() -> None:
    path = SHIPPED / "scenario.schema.json"
    assert loads(path.read_text(encoding="utf-8")) == loads(dumps(scenario_schema())), (
        "redflags schema > scenarios/scenario.schema.json"
    )
