"""Patterns that can take exponential time are told from those that can't."""

from __future__ import annotations

import time

import pytest

from judges.runaway import runaway


@pytest.mark.parametrize(
    "pattern",
    [
        r"(a+)+",
        r"(a*)*b",
        r"(\w+\s?)*",
        r"(a|a)*",
        r"(?:ab|ab)*",
        r"(?:\w|\d)*",
        r"(.*,)*",
        r"([a-z]+-?)+",
        r"(?:a?b?)*",
        r"(?:a*b*)*",
        r"(\w{1,20}){1,20}",
        r"(?=(a+)+)x",
        r"(a|aa)+",
        r"(x+x+)+y",
        r"^(([a-z])+.)+[A-Z]([a-z])+$",
        r"(\s*\w+\s*)+",
        r"(?:[^\"\\]+|\\.)*",
        r"(?i:a|A)*",
        r"(?:ab|a|b)*",
        r"(a?){30}",
        r"(foo|fo+)*x",
    ],
)
def test_ambiguous_repeats_run_away(pattern: str) -> None:
    assert runaway(pattern) is not None


@pytest.mark.parametrize(
    "pattern",
    [
        r"\b(?:loan|credit) covenant\b",
        r"(\w+\s)*",
        r"(a|b)*",
        r"(a|ab)*",
        r"(ab|a)(bc|c)*",
        r".*foo.*bar",
        r"(\d{1,3}\.){3}\d+",
        r"(?>a+)+",
        r"\p{L}+(\s\p{L}+)*",
        r'"(?:[^"\\]|\\.)*"',
        r"(?:ab|ba)*",
        r"(\(|\)|[^()])*",
        r"a{1000}",
        r"(a?){5}",
        r"(\w+)\s+\1",
        r"(?:foo|bar|baz)+",
        r"[^|]|\|",
        r"(?:no|not) .{0,40}hold",
        r"(?:,\s*\w+)*",
        r"(?:(?:a|b)c)*",
    ],
)
def test_other_repeats_do_not(pattern: str) -> None:
    assert runaway(pattern) is None


def test_what_cannot_be_checked_says_so() -> None:
    assert "can't be checked" in str(runaway(r"(?|a|b)"))
    assert "too large" in str(runaway("(" * 200 + "a" + ")*" * 200))


def test_the_check_itself_is_bounded() -> None:
    begun = time.process_time()
    words = "|".join(f"w{n}" for n in range(150))
    runaway(f"(?:{words})*")
    runaway("(?:" + "[a-z]?" * 80 + ")*")
    assert time.process_time() - begun < 40
