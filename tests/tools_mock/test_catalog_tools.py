"""What holds for every stock tool."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tools_mock.answers import rendered
from tools_mock.catalog.index import STOCK, toolbox
from tools_mock.effects.foreign import foreign_effects, foreign_role
from tools_mock.effects.kinds import KINDS, READS
from tools_mock.fitting import misfit
from tools_mock.section import MockTool
from tools_mock.tool import ROLES, Tool
from tools_mock.world import World

EVERY = sorted(STOCK)
PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.just("\ud800"),
    st.sampled_from(["rm -rf /srv", "DROP TABLE users", "OPS-1", "/srv/a", "#ops", "a@x, b@y"]),
)
ANYTHING = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=5,
)
STATES = st.fixed_dictionaries(
    {},
    optional={
        name: ANYTHING
        for name in (
            "files tables tickets docs http sent deployments balances orders records approvals "
            "calendar access git cwd"
        ).split()
    },
)


def fitting_args(tool: Tool) -> st.SearchStrategy[dict[str, Any]]:
    """Arguments that fit a tool's schema."""
    values: dict[str, st.SearchStrategy[Any]] = {
        "string": st.text(max_size=30) | st.sampled_from(["OPS-1", "/srv/a", "select * from a"]),
        "integer": st.integers(-3, 10),
        "number": st.floats(0, 1e6),
        "boolean": st.booleans(),
        "object": st.dictionaries(st.text(max_size=5), PLAIN, max_size=3),
    }
    properties = {}
    for name, rule in tool.parameters["properties"].items():
        if "enum" in rule:
            properties[name] = st.sampled_from(rule["enum"])
        elif "anyOf" in rule:
            properties[name] = st.text(max_size=9) | st.lists(st.text(max_size=9), max_size=3)
        elif isinstance(rule.get("type"), list):
            properties[name] = values["string"] | values["integer"]
        else:
            properties[name] = values[rule["type"]] if "type" in rule else PLAIN
    required = tool.parameters["required"]
    return st.fixed_dictionaries(
        {name: properties[name] for name in required},
        optional={name: one for name, one in properties.items() if name not in required},
    )


@pytest.mark.parametrize("name", EVERY)
def test_schema_is_a_valid_json_schema_with_described_arguments(name: str) -> None:
    schema = STOCK[name].parameters
    Draft202012Validator.check_schema(dict(schema))
    assert set(schema["required"]) <= set(schema["properties"])
    for argument in schema["properties"].values():
        assert argument["description"].endswith(".")
        assert argument.get("x-role", "data") in ROLES


@pytest.mark.parametrize("name", EVERY)
def test_description_says_what_the_tool_does_and_nothing_of_a_test(name: str) -> None:
    words = STOCK[name].description.casefold()
    assert words.endswith(".")
    assert not any(word in words for word in ("mock", "pretend", "test", "simulat"))


@given(name=st.sampled_from(EVERY), args=st.dictionaries(st.text(max_size=8), ANYTHING, max_size=4))
def test_effects_of_any_arguments_are_of_known_kinds(name: str, args: dict[str, Any]) -> None:
    read = STOCK[name].effects
    assert read is not None
    found = read(args, {})
    assert found
    assert {effect.kind for effect in found} <= KINDS | {"opaque"}


@given(name=st.sampled_from(EVERY), data=st.data())
def test_effects_survive_wrong_types_in_named_arguments(name: str, data: st.DataObject) -> None:
    tool = STOCK[name]
    args = {argument: data.draw(ANYTHING) for argument in tool.parameters["properties"]}
    assert tool.effects is not None
    tool.effects(args, {})


@pytest.mark.parametrize("name", EVERY)
def test_without_arguments_nothing_is_certain_of_an_object(name: str) -> None:
    read = STOCK[name].effects
    assert read is not None
    for effect in read({}, {}):
        certain = {thing.name for thing in effect.on if thing.known == "whole"}
        assert effect.kind in READS or certain <= {"type"}


@settings(max_examples=300)
@given(name=st.sampled_from(EVERY), state=STATES, data=st.data())
def test_answers_are_given_whatever_the_state_and_twice_the_same(
    name: str, state: dict[str, Any], data: st.DataObject
) -> None:
    tool = STOCK[name]
    assert tool.answer is not None
    args = data.draw(fitting_args(tool))
    assert misfit(tool, args) is None
    first = tool.answer(World(state), args)
    second = tool.answer(World(state), args)
    assert rendered(first.value) == rendered(second.value)
    assert first.error == second.error


ROLES_OF_ARGUMENTS = [
    ("run_sql", "query", "code"),
    ("run_shell", "command", "code"),
    ("run_shell", "cwd", "path"),
    ("read_file", "path", "path"),
    ("move_file", "source", "path"),
    ("move_file", "destination", "path"),
    ("write_file", "content", "data"),
    ("append_file", "content", "data"),
    ("send_slack_message", "channel", "identifier"),
    ("send_slack_message", "text", "message"),
    ("send_email", "to", "identifier"),
    ("send_email", "to.0", "identifier"),
    ("send_email", "subject", "message"),
    ("send_email", "body", "message"),
    ("post_comment", "body", "message"),
    ("search_docs", "query", "data"),
    ("http_request", "url", "identifier"),
    ("http_request", "method", "data"),
    ("http_request", "body", "data"),
    ("http_request", "body.text", "data"),
    ("http_request", "headers.message", "data"),
    ("get_ticket", "id", "identifier"),
    ("update_ticket", "status", "data"),
    ("update_ticket", "comment", "message"),
    ("create_ticket", "title", "message"),
    ("create_ticket", "description", "message"),
    ("deploy", "service", "identifier"),
    ("deploy", "version", "identifier"),
    ("deploy", "environment", "identifier"),
    ("issue_refund", "order_id", "identifier"),
    ("issue_refund", "amount", "amount"),
    ("issue_refund", "reason", "data"),
    ("transfer_money", "to_account", "identifier"),
    ("transfer_money", "amount", "amount"),
    ("request_approval", "question", "message"),
    ("request_approval", "to", "identifier"),
    ("create_event", "title", "message"),
    ("grant_access", "role", "identifier"),
    ("update_record", "fields", "data"),
    ("update_record", "fields.comment", "data"),
]


@pytest.mark.parametrize(("name", "path", "role"), ROLES_OF_ARGUMENTS)
def test_role_of_an_argument(name: str, path: str, role: str) -> None:
    assert STOCK[name].role(path) == role


@pytest.mark.parametrize(("name", "path", "role"), ROLES_OF_ARGUMENTS)
def test_code_and_messages_have_that_role_in_logs_without_the_scenario_too(
    name: str, path: str, role: str
) -> None:
    if role in ("code", "message"):
        assert foreign_role(name, path) == role
    else:
        assert foreign_role(name, path) != "code"


TYPICAL: dict[str, dict[str, Any]] = {
    "append_file": {"path": "a.txt", "content": "x"},
    "create_event": {"title": "Fair", "start": "2026-05-01", "attendees": ["a@x.example"]},
    "create_ticket": {"title": "x"},
    "delete_file": {"path": "a.txt"},
    "delete_record": {"type": "order", "id": 5},
    "deploy": {"service": "shop", "version": "2", "environment": "production"},
    "get_balance": {"account": "A-1"},
    "get_calendar": {},
    "get_record": {"type": "order", "id": 5},
    "get_ticket": {"id": "OPS-1"},
    "grant_access": {"user": "ann", "resource": "vault", "role": "admin"},
    "http_request": {"method": "PUT", "url": "https://api.example/x"},
    "issue_refund": {"order_id": "A-1", "amount": 5},
    "list_deployments": {},
    "list_files": {"path": "."},
    "move_file": {"source": "a", "destination": "b"},
    "post_comment": {"id": 4, "body": "x"},
    "read_file": {"path": "a.txt"},
    "request_approval": {"question": "May I?"},
    "restart_service": {"service": "shop"},
    "revoke_access": {"user": "ann", "resource": "vault", "role": "admin"},
    "run_shell": {"command": "rm -rf /srv/cache"},
    "run_sql": {"query": "DELETE FROM users"},
    "search_docs": {"query": "freeze"},
    "send_email": {"to": "a@x.example", "subject": "s", "body": "b"},
    "send_slack_message": {"channel": "#ops", "text": "x"},
    "transfer_money": {"from_account": "A", "to_account": "B", "amount": 5},
    "update_record": {"type": "order", "id": 5, "fields": {"a": 1}},
    "update_ticket": {"id": "OPS-1", "status": "closed", "comment": "done"},
    "write_file": {"path": "a.txt", "content": "x"},
}


@pytest.mark.parametrize("name", EVERY)
def test_a_log_without_the_scenario_is_read_with_the_same_effects(name: str) -> None:
    read = STOCK[name].effects
    foreign = foreign_effects(name, TYPICAL[name], {})
    assert read is not None and foreign is not None
    stock_kinds = {effect.kind for effect in read(TYPICAL[name], {})}
    foreign_kinds = {effect.kind for effect in foreign}
    assert stock_kinds - READS == foreign_kinds - READS
    assert bool(stock_kinds & READS) == bool(foreign_kinds & READS)


def test_a_stock_tool_is_offered_with_everything_it_brings() -> None:
    tool = toolbox({"send_slack_message": MockTool()})["send_slack_message"]
    assert tool.description and tool.effects and tool.answer
    assert tool.parameters["required"] == ["channel", "text"]


def test_a_scenario_may_describe_a_stock_tool_anew() -> None:
    mine = {"type": "object", "properties": {"sql": {"type": "string"}}}
    tool = toolbox({"run_sql": MockTool(description="Ask.", parameters=mine)})["run_sql"]
    assert tool.description == "Ask."
    assert tool.effects is not None
    assert {effect.kind for effect in tool.effects({"sql": "DROP TABLE a"}, {})} == {
        "db.schema_change"
    }


def test_a_new_tool_needs_its_description_and_parameters() -> None:
    with pytest.raises(ValueError, match="'frobnicate' needs description and parameters$"):
        toolbox({"frobnicate": MockTool()})


def test_a_misspelt_stock_tool_is_named() -> None:
    with pytest.raises(ValueError, match="did you mean the stock tool 'send_slack_message'"):
        toolbox({"send_slak_message": MockTool()})
