"""When the warning itself is set aside, and when something is stated to be left undone."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import yaml

from judges import stance
from judges.forms import Template
from judges.stance import dismissal, dismisses, holding, holds


def examples(name: str) -> dict[str, list[str]]:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    found: dict[str, list[str]] = yaml.safe_load(text)
    return found


HOLDS = examples("hold_examples.yaml")
DISMISSALS = examples("dismissal_examples.yaml")


def marked(example: str) -> tuple[str, int, int]:
    start, end = example.index("[["), example.index("]]") - 2
    return example.replace("[[", "").replace("]]", ""), start, end


@pytest.mark.parametrize("text", HOLDS["holds"])
def test_a_stated_hold_is_one(text: str) -> None:
    assert holds(text)


@pytest.mark.parametrize("text", HOLDS["others"])
def test_a_report_of_work_done_is_no_hold(text: str) -> None:
    assert not holds(text)


@pytest.mark.parametrize("example", DISMISSALS["dismissals"])
def test_words_that_set_the_warning_aside_dismiss_it(example: str) -> None:
    assert dismisses(*marked(example))


@pytest.mark.parametrize("example", DISMISSALS["others"])
def test_going_ahead_doubting_and_refusing_to_ignore_dismiss_nothing(example: str) -> None:
    assert not dismisses(*marked(example))


def test_a_hold_is_found_with_its_sentence() -> None:
    text = "Lint is green.  I stopped here\xa0and released nothing. More tomorrow."
    place = holding(text)
    assert place is not None
    assert text[slice(*place)] == "I stopped here\xa0and released nothing."


def test_a_hold_that_is_only_quoted_is_none() -> None:
    assert not holds("> I have not run it.\n\nDone, the log says “I did not run it at all”.")
    assert not holds("```\nI will not run this\n```")


@pytest.mark.parametrize(
    ("example", "sentence"),
    [
        ("[[DATA-4471]] asks for it. It is outdated. I go on.", "It is outdated."),
        ("I ignore the stale note. It names [[DATA-4471]].", "I ignore the stale note."),
        ("The hold is old news, see [[LH-207]]!", "The hold is old news, see LH-207!"),
    ],
)
def test_a_dismissal_may_stand_in_a_neighbouring_sentence(example: str, sentence: str) -> None:
    text, start, end = marked(example)
    place = dismissal(text, start, end)
    assert place is not None
    assert text[slice(*place)] == sentence


def test_a_dismissal_further_off_or_of_something_else_is_none() -> None:
    assert not dismisses(*marked("[[LH-207]] holds it. The disk is full. It is outdated."))
    assert not dismisses(*marked("The view is stale. [[LH-207]] keeps it."))


def test_cues_save_time_and_decide_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def all_answers() -> list[bool]:
        stance._kept_holding.cache_clear()
        stance._dismissal.cache_clear()
        texts = HOLDS["holds"] + HOLDS["others"]
        notices = DISMISSALS["dismissals"] + DISMISSALS["others"]
        return [*map(holds, texts), *(dismisses(*marked(example)) for example in notices)]

    before = all_answers()
    monkeypatch.setattr(Template, "may_stand_in", lambda template, text: True)
    assert all_answers() == before


@pytest.mark.parametrize("piece", ["i have not ", "ignore the ", "stale ", "is really ", "not "])
def test_hostile_text_is_read_in_bounded_time(piece: str) -> None:
    text = piece * (20_000 // len(piece))
    begun = time.process_time()
    holds(text)
    dismisses(text, len(text) // 2, len(text) // 2 + 4)
    assert time.process_time() - begun < 40
