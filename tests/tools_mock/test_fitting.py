"""Whether arguments fit a tool's schema."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tools_mock.fitting import misfit
from tools_mock.tool import Tool

KINDS = ["string", "integer", "number", "boolean", "object", "array", "null"]


def tool(parameters: dict[str, Any]) -> Tool:
    return Tool(name="t", description="", parameters=parameters, effects=None)


RULES = st.one_of(
    st.builds(lambda kind: {"type": kind}, st.sampled_from(KINDS)),
    st.builds(
        lambda kinds: {"type": kinds}, st.lists(st.sampled_from(KINDS), min_size=1, unique=True)
    ),
    st.builds(lambda values: {"enum": values}, st.lists(st.integers(0, 2), min_size=1)),
    st.just({}),
    st.just({"type": "array", "items": {"type": "string"}}),
    st.just({"type": "string", "minLength": 2, "description": "x", "x-role": "code"}),
)
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 2), st.sampled_from([1.0, 2.5]), st.text(max_size=3),
    st.lists(st.integers(0, 1) | st.text(max_size=1), max_size=2), st.just({"a": 1}),
)  # fmt: skip
NAMES = st.sampled_from("abc")


@given(
    st.dictionaries(NAMES, RULES),
    st.lists(NAMES, unique=True, max_size=2),
    st.sampled_from([{}, {"additionalProperties": False}, {"minProperties": 1}]),
    st.dictionaries(NAMES, VALUES),
)
def test_the_short_way_agrees_with_the_full_validator(
    properties: dict[str, Any], required: list[str], more: dict[str, Any], args: dict[str, Any]
) -> None:
    schema = {"type": "object", "properties": properties, "required": required, **more}
    assert (misfit(tool(schema), args) is None) is Draft202012Validator(schema).is_valid(args)


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        ({}, "invalid arguments: 'amount' is a required property"),
        ({"amount": "5"}, "invalid arguments: amount: '5' is not of type 'number'"),
        ({"amount": True}, "invalid arguments: amount: True is not of type 'number'"),
        ({"amount": 5, "lines": [{"sku": 7}]}, "invalid arguments: lines.0.sku: 7 is not of type"),
        ({"amount": 5, "more": 1}, None),
        ({"amount": 5.5}, None),
    ],
)
def test_an_error_names_the_place_and_what_is_wrong(
    args: dict[str, Any], complaint: str | None
) -> None:
    lines = {"type": "array", "items": {"properties": {"sku": {"type": "string"}}}}
    schema = {
        "type": "object",
        "properties": {"amount": {"type": "number"}, "lines": lines},
        "required": ["amount"],
    }
    found = misfit(tool(schema), args)
    assert found is None if complaint is None else (found or "").startswith(complaint)


def test_a_tool_without_a_schema_takes_anything() -> None:
    assert misfit(tool({}), {"a": 1}) is None
    assert misfit(tool({"type": "object"}), {"a": 1}) is None
