"""Roles, defaults and declared effects of the tools that a scenario offers."""

from __future__ import annotations

from typing import Any

import pytest

from tools_mock.section import MockTool
from tools_mock.tool import Tool, leaves, offered, role_of_name

SCHEMA = {
    "type": "object",
    "properties": {
        "query": {"type": "string"},
        "search": {"type": "string", "x-role": "code"},
        "text": {"type": "string", "x-role": "data"},
        "to": {"type": "array", "items": {"type": "string", "x-role": "identifier"}},
        "order": {
            "type": "object",
            "x-role": "identifier",
            "properties": {"note": {"x-role": "message"}, "lines": {"type": "array", "items": {
                "type": "object", "properties": {"sum": {"x-role": "amount"}, "id": {}}}}},
        },
        "free": {"type": "object"},
        "odd": {"x-role": "boss", "type": "string", "default": "plain"},
        "level": {"type": "integer", "default": 3},
    },
    "required": ["query"],
}  # fmt: skip


def new(**mock: Any) -> Tool:
    return offered("new", MockTool(description="x", parameters=SCHEMA, **mock), None)


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("query", "code"),
        ("search", "code"),
        ("text", "data"),
        ("to.1", "identifier"),
        ("order.note", "message"),
        ("order.lines.0.sum", "amount"),
        ("order.lines.0.id", "identifier"),
        ("order.anything", "identifier"),
        ("free.comment", "message"),
        ("free.deep.0.command", "code"),
        ("free.thing", "data"),
        ("odd", "data"),
        ("unlisted", "data"),
        ("unlisted.path", "path"),
        ("", "data"),
    ],
)
def test_the_deepest_role_of_the_schema_decides_and_else_the_name(path: str, role: str) -> None:
    assert new().role(path) == role


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("query", "code"), ("SQL", "code"), ("command", "code"), ("script", "code"),
        ("text", "message"), ("body", "message"), ("subject", "message"), ("message", "message"),
        ("comment", "message"), ("question", "message"), ("path", "path"), ("file_path", "path"),
        ("amount", "amount"), ("id", "identifier"), ("order_id", "identifier"), ("note", "data"),
        ("", "data"),
    ],
)  # fmt: skip
def test_roles_go_by_name(name: str, role: str) -> None:
    assert role_of_name(name) == role


def test_leaves_are_the_texts_and_numbers_with_their_paths() -> None:
    args = {"a": "x", "b": [{"c": 5}, "y"], "d": True, "e": None, "f": 2.5}
    assert list(leaves(args)) == [("a", "x"), ("b.0.c", "5"), ("b.1", "y"), ("f", "2.5")]


def test_an_integer_that_python_does_not_spell_is_still_a_leaf() -> None:
    ((path, text),) = leaves({"a": 10**5000})
    assert path == "a" and text.startswith("0x")


def test_defaults_are_those_of_the_schema() -> None:
    assert new().defaults() == {"odd": "plain", "level": 3}


def test_a_declared_effect_takes_its_objects_from_the_arguments() -> None:
    declared: Any = [
        {"effect": "money.move", "amount": "args.order.lines.sum", "to": "args.to", "cur": "EUR"},
        {"effect": "infra.change", "level": "args.level", "odd": "args.none"},
    ]
    read = new(effects=declared).effects
    assert read is not None
    money, infra = read({"order": {"lines": [{"sum": 5}, {"sum": "7"}]}, "to": ["a", "b"]}, {})
    assert [(thing.name, thing.value) for thing in money.on] == [
        ("amount", 5.0), ("amount", "7"), ("to", "a"), ("to", "b"), ("cur", "EUR")]  # fmt: skip
    assert [(thing.name, thing.value, thing.known) for thing in infra.on] == [
        ("level", "3", "whole"), ("odd", "", "unknown")]  # fmt: skip


@pytest.mark.parametrize(
    "value", [10**500, "huge", True, float("nan"), [], {}, [[["x"]]], "\ud800"]
)
def test_a_declared_effect_survives_any_argument(value: object) -> None:
    if value == "huge":
        value = 10**5000
    declared: Any = [{"effect": "money.move", "amount": "args.amount"}]
    read = new(effects=declared).effects
    assert read is not None
    (effect,) = read({"amount": value}, {})
    assert len(effect.on) == 1


def test_a_tool_that_declares_that_it_asks_is_an_approval_tool() -> None:
    declared: Any = [{"effect": "approval.ask"}]
    assert new(effects=declared).asks_approval
    assert not new().asks_approval


def test_effects_of_a_new_tool_that_declares_none_are_not_known() -> None:
    assert new().effects is None
    none: Any = []
    read = new(effects=none).effects
    assert read is not None and read({}, {}) == ()
