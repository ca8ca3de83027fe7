"""Argument matchers: what holds, what does not, and what could not be told."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from tools_mock import pattern
from tools_mock.match import MISSING, Matcher, Raw, Where, holds
from tools_mock.values import Verdict, all_of, any_of, equal, number, reach


def matcher(source: Any) -> Matcher:
    return Matcher.model_validate(source)


def where(source: dict[str, Any]) -> dict[str, Matcher]:
    return TypeAdapter(Where).validate_python(source)


@pytest.mark.parametrize(
    ("source", "value", "verdict"),
    [
        # equality
        ("production", "production", True),
        ("production", " PRODUCTION\n", True),
        ("sign off", "sign\t off", True),
        ("ﬁle", "file", True),
        ("prod", "production", False),
        ({"equals": "Prod", "exact": True}, "prod", False),
        ({"equals": "Prod", "exact": True}, "Prod", True),
        (25, 25.0, True),
        (25, "25", True),
        ("25.0", 25, True),
        ("1e3", 1000, True),
        (25, "25 EUR", False),
        (0, False, False),
        (1, True, False),
        (True, "true", True),
        (True, 1, False),
        (None, None, True),
        (None, "", False),
        (None, "null", False),
        ([1, "a"], ["1.0", "A"], True),
        ({"equals": {"a": 1}}, {"a": "1"}, True),
        ({"equals": {"a": 1}}, {"a": 1, "b": 2}, False),
        ("C++", "c++", True),
        ("$HOME", "$HOME", True),
        ("(prod)", "prod", False),
        (10**400, 10**400, True),
        # glob
        ({"glob": "*@out.example"}, "ann@OUT.example", True),
        ({"glob": "*@out.example"}, "ann@in.example", False),
        ({"glob": ["a*", "b*"]}, "bc", True),
        ({"glob": "A*", "exact": True}, "ab", False),
        ({"glob": "2*"}, 25, True),
        ({"glob": "*"}, {"a": 1}, False),
        # regex
        ({"regex": r"drop\s+table"}, "x DROP  TABLE y", True),
        ({"regex": r"^drop", "exact": True}, "DROP", False),
        ({"regex": ["a", r"\d{3}"]}, "123", True),
        ({"regex": "^2.$"}, 25, True),
        # contains
        ({"contains": "sign off"}, "please Sign  Off now", True),
        ({"contains": "a.c"}, "abc", False),
        ({"contains": ["x", "b"]}, "abc", True),
        ({"contains": 25}, "costs 25 EUR", True),
        ({"contains": "A", "exact": True}, "abc", False),
        ({"contains": "ops"}, ["OPS", "dev"], True),
        # in
        ({"in": ["support", "sales"]}, "Sales", True),
        ({"in": [1, 2]}, "2.0", True),
        ({"in": []}, "x", False),
        ({"in": [[1, 2]]}, [1, 2], True),
        # order
        ({"gt": 500}, 500, False),
        ({"ge": 500}, "500.00", True),
        ({"lt": 0}, -0.5, True),
        ({"le": 5, "gt": 3}, 4, True),
        ({"le": 5, "gt": 4}, 4, False),
        ({"gt": 500}, "lots", None),
        ({"gt": 500}, True, None),
        ({"gt": 500}, None, None),
        ({"gt": "2026-03-01"}, "2026-03-02T10:00", True),
        ({"gt": "2026-03-01"}, "2026-03-01", False),
        ({"lt": "2026-03-01 12:00"}, "2026-03-01T11:59", True),
        ({"lt": "2026-03-01"}, 5, None),
        # not, any, all
        ({"not": "a"}, "b", True),
        ({"not": {"in": ["a", "b"]}}, "b", False),
        ({"any": ["a", {"glob": "b*"}]}, "bc", True),
        ({"any": ["a", {"gt": 5}]}, "bc", None),
        ({"any": ["bc", {"gt": 5}]}, "bc", True),
        ({"all": [{"contains": "a"}, {"contains": "b"}]}, "ab", True),
        ({"all": [{"contains": "z"}, {"gt": 5}]}, "ab", False),
        ({"all": [{"contains": "a"}, {"gt": 5}]}, "ab", None),
        ({"any": []}, "a", False),
        ({"all": []}, "a", True),
        ({"contains": "a", "not": {"contains": "b"}}, "ac", True),
        # lists: one element is enough, and `not` negates the whole
        ("a", ["b", "A"], True),
        ({"glob": "*@out"}, ["a@in", "b@out"], True),
        ({"gt": 5}, [1, 9], True),
        ({"gt": 5}, [1, "x"], None),
        ({"not": "a"}, ["a", "b"], False),
        ({"not": "c"}, ["a", "b"], True),
        ({"glob": "*"}, [], False),
    ],
)
def test_matchers(source: Any, value: object, verdict: Verdict) -> None:
    assert matcher(source).holds(value) is verdict


@pytest.mark.parametrize(
    "source",
    ["a", {"not": "a"}, {"glob": "*"}, {"gt": 1}, {"in": ["a"]}, {"sql": "drop"},
     {"not": {"not": "a"}}, {"any": ["a"]}, {"regex": "a"}, {"contains": "a"}, {"shell": "rm"}],
)  # fmt: skip
def test_a_missing_argument_can_not_be_told(source: Any) -> None:
    assert matcher(source).holds(MISSING) is None


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        ({"contains": "drop table"}, True),
        ({"glob": "*drop*"}, True),
        ({"regex": r"drop\s"}, True),
        ({"contains": "nothing"}, False),
        ("drop table users", None),
        ({"in": ["drop table users"]}, None),
        ({"gt": 5}, None),
        ({"sql": "drop"}, None),
        ({"shell": "drop"}, None),
        ({"not": {"contains": "nothing"}}, True),
        ({"not": "x"}, None),
        ({"any": ["x", {"contains": "drop"}]}, True),
        ({"all": ["x", {"contains": "nothing"}]}, False),
    ],
)
def test_raw_text_is_matched_by_its_text_alone(source: Any, verdict: Verdict) -> None:
    assert matcher(source).holds(Raw('{"query": "DROP TABLE users')) is verdict
    assert holds(where({"query": source}), None, raw='{"query": "DROP TABLE users') is verdict
    assert holds(where({"query": source}), None) is None


@pytest.mark.parametrize(
    ("kind", "query", "verdict"),
    [
        ("drop", "DROP TABLE users", True),
        ("drop", "SELECT 'DROP TABLE users' -- DROP", False),
        (["alter", "truncate"], "SELECT 1; TRUNCATE a", True),
        ("delete without where", "DELETE FROM a", True),
        ("delete without where", "DELETE FROM a WHERE id = 1", False),
        ("delete", "WITH g AS (DELETE FROM a RETURNING *) SELECT * FROM g", True),
        ("drop", 7, False),
    ],
)
def test_sql_is_matched_by_its_statements(kind: Any, query: object, verdict: Verdict) -> None:
    assert matcher({"sql": kind}).holds(query) is verdict


@pytest.mark.parametrize(
    ("words", "command", "verdict"),
    [
        ("terraform apply", "cd x && terraform apply -auto-approve", True),
        ("terraform apply", "terraform plan", False),
        ("rm -rf", "rm -fr /srv/a", True),
        ("rm -rf", "sudo /bin/rm -r -f /srv/a", True),
        ("rm -rf", "rm -r /srv/a", False),
        ("rm", "echo rm", False),
        (["git push", "git reset"], "git reset --hard", True),
        ("rm -rf", 'rm "$X" /srv', None),
        ("rm", 'eval "$X"', None),
        ("rm", ["rm a"], True),
        ("rm", 7, False),
    ],
)
def test_commands_are_matched_by_their_words(words: Any, command: object, verdict: Verdict) -> None:
    assert matcher({"shell": words}).holds(command) is verdict


def test_a_path_is_also_matched_without_its_detours() -> None:
    wanted = matcher({"glob": "/srv/ledger/*"})
    assert wanted.holds("/srv/./tmp/../ledger/a", path=True) is True
    assert wanted.holds("/srv/./tmp/../ledger/a") is False
    assert matcher("/srv/a").holds("/srv//a/", path=True) is True


ARGS = {
    "to": ["a@in.example", "b@out.example"],
    "beneficiary": {"country": "XK", "lines": [{"iban": "1"}, {"iban": "2"}]},
    "a.b": {"c": 1},
    "amount": "600",
    "none": None,
    "empty": [],
}


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        ({"to": {"glob": "*@out.example"}}, True),
        ({"to.0": {"glob": "*@out.example"}}, False),
        ({"to.9": "x"}, None),
        ({"beneficiary.country": "xk"}, True),
        ({"beneficiary.lines.iban": "2"}, True),
        ({"beneficiary.lines.1.iban": "1"}, False),
        ({"beneficiary.street": "x"}, None),
        ({"a.b.c": 1}, True),
        ({"none": None}, True),
        ({"empty": "x"}, False),
        ({"amount": {"gt": 500}, "beneficiary.country": "XK"}, True),
        ({"amount": {"gt": 500}, "missing": "x"}, None),
        ({"amount": {"gt": 900}, "missing": "x"}, False),
        ({}, True),
    ],
)
def test_dotted_paths_reach_into_arguments(source: dict[str, Any], verdict: Verdict) -> None:
    assert holds(where(source), ARGS) is verdict


def test_a_default_of_the_schema_stands_for_a_missing_argument() -> None:
    wanted = where({"mode": {"not": "dry"}})
    assert holds(wanted, {}) is None
    assert holds(wanted, {}, defaults={"mode": "wet"}) is True
    assert holds(wanted, {"mode": "dry"}, defaults={"mode": "wet"}) is False


def test_roles_tell_which_arguments_are_paths() -> None:
    wanted = where({"target": {"glob": "/srv/*"}})
    assert holds(wanted, {"target": "/tmp/../srv/a"}, roles={"target": "path"}) is True
    assert holds(wanted, {"target": "/tmp/../srv/a"}, roles={"target": "data"}) is False


def test_a_pattern_that_is_too_slow_can_not_be_told(monkeypatch: Any) -> None:
    monkeypatch.setattr(pattern, "LIMIT_SECONDS", 0.05)
    assert matcher({"regex": r"(?:a|a|b?)+$"}).holds("a" * 5000 + "!") is None


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ({"globb": "x"}, "did you mean 'glob'"),
        ({"country": "x"}, "nested values are reached by dotted names"),
        ({"exact": True}, "a matcher needs one of"),
        ({}, "a matcher needs one of"),
        ({"regex": "("}, "no valid regular expression"),
        ({"gt": "soon"}, "neither a number nor an ISO date"),
        ({"sql": "drob"}, "sql"),
        ({"shell": " "}, "program and words"),
        ({"not": {"globb": "x"}}, "did you mean 'glob'"),
        ({"any": "x"}, "list"),
        ({"in": "x"}, "list"),
    ],
)
def test_a_broken_matcher_is_refused_in_a_sentence(source: Any, complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        matcher(source)


def test_the_schema_for_editors_accepts_plain_values_and_operators() -> None:
    from jsonschema import Draft202012Validator

    check = Draft202012Validator(TypeAdapter(Where).json_schema())
    for source in ("x", 5, True, None, ["a"], {"glob": "x"}, {"glob": ["x"]}, {"not": "x"},
                   {"any": ["x", {"gt": 5}]}, {"sql": "drop"}, {"contains": 5}):  # fmt: skip
        assert check.is_valid({"a": source}), source
    for wrong in ({"globb": "x"}, {"sql": "drob"}, {"glob": 5}):
        assert not check.is_valid({"a": wrong}), wrong


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)
SIMPLE = st.one_of(
    st.builds(lambda value: {"equals": value}, VALUES),
    st.builds(lambda text: {"glob": text}, st.text("ab*?[]", max_size=5)),
    st.builds(lambda text: {"contains": text}, st.text(max_size=3)),
    st.builds(lambda values: {"in": values}, st.lists(SCALARS, max_size=3)),
    st.builds(lambda bound: {"gt": bound}, st.integers()),
    st.builds(lambda bound: {"le": bound}, st.floats(allow_nan=False, allow_infinity=False)),
)
SOURCES = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.builds(lambda one: {"not": one}, inner),
        st.builds(lambda some: {"any": some}, st.lists(inner, max_size=3)),
        st.builds(lambda some: {"all": some}, st.lists(inner, max_size=3)),
    ),
    max_leaves=5,
)
TARGETS = VALUES | st.just(MISSING) | st.builds(Raw, st.text(max_size=8))


@given(SOURCES, TARGETS)
def test_not_not_is_the_thing_itself(source: Any, value: object) -> None:
    assert matcher({"not": {"not": source}}).holds(value) is matcher(source).holds(value)


@given(st.lists(SOURCES, max_size=4), TARGETS)
def test_any_and_all_are_kleenes(sources: list[Any], value: object) -> None:
    verdicts = [matcher(source).holds(value) for source in sources]
    if isinstance(value, type(MISSING)):
        assert matcher({"any": sources}).holds(value) is None
        return
    rank = {False: 0, None: 1, True: 2}
    lowest = min(verdicts, key=lambda one: rank[one], default=True)
    highest = max(verdicts, key=lambda one: rank[one], default=False)
    assert matcher({"all": sources}).holds(value) is lowest
    assert matcher({"any": sources}).holds(value) is highest


@given(st.lists(st.sampled_from([True, False, None]), max_size=5))
def test_de_morgan_holds_for_three_values(verdicts: list[Verdict]) -> None:
    negated = [None if one is None else not one for one in verdicts]
    left, right = all_of(verdicts), any_of(negated)
    assert left is (None if right is None else not right)


@given(VALUES)
def test_a_value_equals_itself(value: Any) -> None:
    assert equal(value, value) or _has_no_value(value)
    if not isinstance(value, list) and not _has_no_value(value):
        assert matcher({"equals": value}).holds(value) is True


def _has_no_value(value: Any) -> bool:
    """NaN and the infinities are no numbers of JSON, and equal nothing."""
    if isinstance(value, dict):
        return any(map(_has_no_value, value.values()))
    if isinstance(value, list):
        return any(map(_has_no_value, value))
    return isinstance(value, float) and number(value) is None


@given(VALUES, VALUES)
def test_equality_goes_both_ways(left: Any, right: Any) -> None:
    assert equal(left, right) is equal(right, left)


@given(st.integers() | st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_equals_what_spells_it(value: float) -> None:
    assert equal(value, repr(value)) and equal(f" {value!r} ", value)


@given(SOURCES, VALUES)
def test_any_value_is_matched(source: Any, value: object) -> None:
    assert matcher(source).holds(value, path=True) in (True, False, None)


@given(VALUES, st.text("ab.0", max_size=6))
def test_any_path_is_followed(value: Any, path: str) -> None:
    assert isinstance(reach(value, path), list)
