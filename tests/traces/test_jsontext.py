from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traces.jsontext import MAX_DEPTH, dumps, loads

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=())),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(JSON)
def test_what_is_written_is_read_back_with_all_its_digits(value: Any) -> None:
    assert loads(dumps(value)) == value
    assert loads(json.dumps(value)) == value
    assert loads(dumps(value, indent=True)) == value


def test_a_long_account_number_keeps_its_digits() -> None:
    assert loads('{"account": 123456789012345678901234567890}') == {
        "account": 123456789012345678901234567890
    }


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", "-Infinity", "{a: 1}", "", "'x'", "[1,]"])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        loads(text)


def test_depth_is_bounded_and_brackets_in_texts_are_not_counted() -> None:
    assert loads("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    assert loads(json.dumps("[" * 5000)) == "[" * 5000
    for deep in ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), "[" * 100_000, '{"a":' * 100_000):
        with pytest.raises(ValueError, match="levels deep"):
            loads(deep)


def test_a_lone_surrogate_is_read() -> None:
    assert loads('"\\ud800"') == "\ud800"
