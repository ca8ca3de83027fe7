"""Syllables, rhyme and numbers read aloud."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judges.conversation.prosody import numerals
from judges.conversation.prosody.pronunciation import pronunciations, rhyme, syllables
from judges.conversation.prosody.syllables import COUNTED, line_range
from judges.conversation.prosody.verse import lines

WORDS = {
    "walked": (1, 1),
    "little": (2, 2),
    "nation": (2, 2),
    "fire": (1, 2),
    "tomato": (3, 3),
    "recipe": (3, 3),
    "every": (2, 3),
    "sailin'": (2, 2),
    "boss's": (2, 2),
    "created": (3, 3),
}


@pytest.mark.parametrize("word", WORDS)
def test_syllables_are_those_of_the_dictionary(word: str) -> None:
    assert syllables(word) == WORDS[word]


@pytest.mark.parametrize(("word", "real"), [("kubernetes", 4), ("blorfing", 2), ("wuzzled", 2)])
def test_unknown_words_are_estimated_within_one(word: str, real: int) -> None:
    low, high = syllables(word)
    assert low <= real <= high and high - low <= 2


RHYMES = [
    ("four", "before", True),
    ("heat", "feet", True),
    ("poor", "door", True),
    ("kick", "quick", True),
    ("nantucket", "bucket", True),
    ("money", "honey", True),
    ("decade", "made", True),
    ("dawn", "gone", True),
    ("time", "mine", False),
    ("cup", "click", False),
    ("warm", "heat", False),
    ("gribble", "dribble", True),
    ("flop", "blorp", False),
    ("tea", "tea", True),
]


@pytest.mark.parametrize(("one", "other", "expected"), RHYMES)
def test_words_rhyme_from_the_last_stressed_vowel(one: str, other: str, expected: bool) -> None:
    assert rhyme(one, other) is expected
    assert rhyme(other, one) is expected


READ = {
    "1932": [
        ["one", "thousand", "nine", "hundred", "thirty", "two"],
        ["nineteen", "thirty", "two"],
    ],
    "3.5": [["three", "point", "five"]],
    "10:30": [["ten", "thirty"]],
    "50%": [["fifty", "percent"]],
    "$5": [["five", "dollars"]],
    "21st": [["twenty", "first"]],
    "1,200": [["one", "thousand", "two", "hundred"]],
    "twelve": [],
    "3rd": [["third"]],
    "20th": [["twentieth"]],
    "9th": [["ninth"]],
}


@pytest.mark.parametrize("written", READ)
def test_numbers_are_read_as_they_are_said(written: str) -> None:
    assert numerals.readings(written) == READ[written]


LINES = [
    ("ruido del agua", "es", (5, 6)),
    ("vecchio stagno", "it", (4, 5)),
    ("le bruit de l'eau", "fr", (4, 4)),
    ("der alte Weiher", "de", (5, 5)),
    ("o velho tanque", "pt", (5, 5)),
    ("de oude vijver", "nl", (5, 5)),
    ("żaba skacze do wody", "pl", (7, 7)),
    ("かわずとびこむ", "ja", (7, 7)),
    ("きょうは", "ja", (3, 3)),
    ("コーヒーを", "ja", (5, 5)),
    ("蛙飛び込む", "ja", None),
    ("春眠不觉晓", "zh", (5, 5)),
    ("개구리 뛰어드는", "ko", (7, 7)),
    ("старый пруд", "ru", None),
]


@pytest.mark.parametrize(("line", "language", "expected"), LINES)
def test_lines_of_other_languages(
    line: str, language: str, expected: tuple[int, int] | None
) -> None:
    assert line_range(line, language) == expected


@given(st.text(max_size=60), st.sampled_from(sorted(COUNTED)))
def test_a_range_is_a_range(line: str, language: str) -> None:
    found = line_range(line, language)
    assert found is None or 0 <= found[0] <= found[1]


@given(st.integers(min_value=0, max_value=10**13))
def test_every_number_is_read_in_words_of_the_dictionary(number: int) -> None:
    assert all(pronunciations(word) for word in numerals.cardinal(number))


def test_lines_lose_their_markup() -> None:
    assert lines("> *one*\n\n---\n## two\n```\nthree\n```") == ["one", "two", "three"]
    assert lines("one / two / three", of=3) == ["one", "two", "three"]
    assert lines("one / two", of=3) == ["one / two"]
    assert lines("one<br>two") == ["one", "two"]
