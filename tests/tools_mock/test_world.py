"""The pretend state of a trial."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools_mock.world import World


@pytest.mark.parametrize(
    ("state", "path", "after"),
    [
        ({}, "a", {"a": 1}),
        ({}, "a.b.c", {"a": {"b": {"c": 1}}}),
        ({"a": {"b": 0, "c": 2}}, "a.b", {"a": {"b": 1, "c": 2}}),
        ({"a": "text"}, "a.b", {"a": {"b": 1}}),
        ({"files": {"x.txt": 0}}, "files.x.txt", {"files": {"x.txt": 1}}),
        ({"files": {}}, "files./srv/new.txt", {"files": {"/srv/new.txt": 1}}),
        ({}, "files.new.txt", {"files": {"new.txt": 1}}),
        ({}, "http.https://a.example/b", {"http": {"https://a.example/b": 1}}),
        (
            {"http": {"http://a.b": {"s": 2}}},
            "http.http://a.b.s",
            {"http": {"http://a.b": {"s": 1}}},
        ),
        ({"a": [{"b": 0}, 5]}, "a.0.b", {"a": [{"b": 1}, 5]}),
        ({"a": [{"b": 0}, 5]}, "a.1.c", {"a": [{"b": 0}, {"c": 1}]}),
        ({"a": [5]}, "a.0", {"a": [1]}),
        ({"orders": {7: {"s": 0}}}, "orders.7.s", {"orders": {"7": {"s": 1}}}),
    ],
)
def test_a_path_is_set(state: dict[str, Any], path: str, after: dict[str, Any]) -> None:
    world = World(state)
    world.put(path, 1)
    assert world.state == after
    assert world.get(path) == [1]


@pytest.mark.parametrize("path", ["a.1", "a.x", "a.-1.b", "a.99999999999"])
def test_a_list_has_only_its_elements(path: str) -> None:
    with pytest.raises(ValueError, match="a list of 1 has no element"):
        World({"a": [0]}).put(path, 1)


def test_what_is_set_is_a_copy() -> None:
    world, value = World(), {"b": [1]}
    world.put("a", value)
    world.state["a"]["b"].append(2)
    assert value == {"b": [1]}


def test_keys_that_yaml_reads_as_numbers_are_found_by_paths() -> None:
    assert World({"orders": {7: "x", True: "y", None: "z"}}).get("orders.7") == ["x"]
    assert World({"orders": {True: "y"}}).get("orders.true") == ["y"]


PLAIN = st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text("ab.", max_size=3), inner),
    max_leaves=6,
)


NAMES = st.text("ab", min_size=1, max_size=2)


@given(
    st.dictionaries(st.text("ab.", min_size=1, max_size=3), PLAIN, max_size=3),
    st.lists(NAMES, min_size=1, max_size=3).map(".".join),
)
def test_what_was_put_is_found_and_the_scenario_stays(state: dict[str, Any], path: str) -> None:
    before = copy.deepcopy(state)
    world = World(state)
    try:
        world.put(path, "new")
    except ValueError:
        return
    assert "new" in world.get(path)
    assert state == before


def test_parts_and_rows_are_made_where_they_are_missing_or_of_another_kind() -> None:
    world = World({"files": ["a"], "sent": {"b": 1}})
    world.part("files")["x"] = 1
    world.rows("sent").append(2)
    assert world.state == {"files": {"x": 1}, "sent": [2]}
