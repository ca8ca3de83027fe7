"""Patterns of scenario files: what they match, and that none runs away."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools_mock import pattern as module
from tools_mock.pattern import Pattern, PatternTooSlow, compiled, compiled_glob


def test_case_is_ignored_unless_exact() -> None:
    assert compiled("drop").matches("DROP TABLE")
    assert not compiled("drop", True).matches("DROP TABLE")


def test_a_pattern_is_found_anywhere_and_lines_have_their_own_ends() -> None:
    assert compiled("^b$").matches("a\nb\nc")


def test_spans_are_given_from_left_to_right_without_empty_ones() -> None:
    assert list(compiled("a*").spans("baac a")) == [(1, 3), (5, 6)]


@pytest.mark.parametrize("source", ["(", "[a", "a{2", "(?P<x", "*a", "a**b++)", "(?<=a+"])
def test_a_broken_pattern_is_refused_in_a_sentence(source: str) -> None:
    if source == "a{2":
        assert compiled(source).matches("a{2")
        return
    with pytest.raises(ValueError, match="is no valid regular expression"):
        Pattern(source)


def test_a_pattern_nested_very_deeply_is_refused() -> None:
    with pytest.raises(ValueError, match="is no valid regular expression"):
        Pattern("(" * 5000 + ")" * 5000)


def test_a_runaway_pattern_is_stopped_and_never_says_no(monkeypatch: Any) -> None:
    monkeypatch.setattr(module, "LIMIT_SECONDS", 0.05)
    slow = Pattern(r"(?:a|a|b?)+$")
    with pytest.raises(PatternTooSlow):
        slow.matches("a" * 5000 + "!")
    with pytest.raises(PatternTooSlow):
        list(slow.spans("a" * 5000 + "!"))


@given(
    st.text(st.sampled_from("ab()[]{}|*+?^$\\.0-9,<>=!:P"), max_size=12),
    st.text("ab\n", max_size=9),
)
def test_any_text_is_a_pattern_or_refused(source: str, text: str) -> None:
    try:
        found = Pattern(source)
    except ValueError:
        return
    assert found.matches(text) in (True, False)
    assert all(start < end <= len(text) for start, end in found.spans(text))


@pytest.mark.parametrize(
    ("glob", "text", "matches"),
    [
        ("*", "", True),
        ("*@out.example", "a@out.example", True),
        ("*@out.example", "a@out.example.org", False),
        ("/srv/**", "/srv/a/b", True),
        ("/srv/*/b", "/srv/a/x/b", True),
        ("a?c", "abc", True),
        ("a?c", "ac", False),
        ("a.c", "abc", False),
        ("[ab]x", "bx", True),
        ("[!ab]x", "cx", True),
        ("[^ab]x", "ax", False),
        ("[a-c]x", "bx", True),
        ("[c-a]x", "bx", False),
        ("[]]x", "]x", True),
        ("[!]]x", "ax", True),
        ("[a", "[a", True),
        ("[]", "[]", True),
        ("[!]", "[!]", True),
        ("(prod)", "(prod)", True),
        ("C++", "C++", True),
        ("$HOME/*", "$HOME/x", True),
        ("[a&&b||c~~d--e]", "&", True),
        ("a\nb*", "a\nbc\n", True),
        ("a", "a\n", False),
    ],
)
def test_globs(glob: str, text: str, matches: bool) -> None:
    assert bool(compiled_glob(glob).match(text)) is matches


@pytest.mark.parametrize(
    ("glob", "text", "matches"),
    [
        ("/srv/*", "/srv/a", True),
        ("/srv/*", "/srv/a/b", False),
        ("/srv/*/b*", "/srv/a/bc", True),
        ("a?b", "a/b", False),
        ("a[!x]b", "a/b", False),
        ("*a/*b", "xa/yb", True),
    ],
)
def test_globs_within_folders(glob: str, text: str, matches: bool) -> None:
    assert bool(compiled_glob(glob, slashes=False).match(text)) is matches


GLOB = st.text("ab*?/", max_size=9)


@given(GLOB, st.text("ab/\n", max_size=9), st.booleans())
def test_a_glob_matches_as_its_plain_translation(glob: str, text: str, slashes: bool) -> None:
    char = "." if slashes else "[^/]"
    plain = "".join(char + "*" if c == "*" else char if c == "?" else re.escape(c) for c in glob)
    wanted = re.fullmatch(plain, text, re.DOTALL) is not None
    assert bool(compiled_glob(glob, slashes=slashes).match(text)) is wanted


@given(
    st.text(st.sampled_from("ab*?[]!^-&|~\\()") | st.characters(), max_size=12), st.text(max_size=6)
)
def test_any_text_is_a_glob(glob: str, text: str) -> None:
    compiled_glob(glob).match(text)
    compiled_glob(glob, slashes=False).match(text)


@given(st.text("abc/. ", max_size=12))
def test_a_text_without_wildcards_matches_itself_alone(text: str) -> None:
    assert compiled_glob(text).match(text)
    assert not compiled_glob(text).match(text + "x")


@pytest.mark.parametrize("piece", ["*a", "*", "?*a", "*[ab]", "**a?"])
def test_no_glob_runs_away(piece: str) -> None:
    start = time.process_time()
    compiled_glob(piece * 200 + "!").match("a" * 5000)
    compiled_glob(piece * 200 + "!", slashes=False).match("a" * 5000)
    assert time.process_time() - start < 40
