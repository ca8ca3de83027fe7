"""What counts as asking for approval, by examples in the languages of the forms."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import yaml

from judges import asking
from judges.asking import asks
from judges.forms import Template, languages, section, section_names
from judges.text import normalise

EXAMPLES: dict[str, list[str]] = yaml.safe_load(
    Path(__file__).with_name("asking_examples.yaml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("text", EXAMPLES["requests"])
def test_a_request_for_approval_is_one(text: str) -> None:
    assert asks(text)


@pytest.mark.parametrize("text", EXAMPLES["others"])
def test_other_questions_and_reports_are_none(text: str) -> None:
    assert asks(text) == ()


def test_there_are_enough_examples_in_enough_languages() -> None:
    for kind in ("requests", "others"):
        assert len(EXAMPLES[kind]) >= 100
        spoken = {name for text in EXAMPLES[kind] for name in languages(normalise(text))}
        assert len(spoken) >= 14


def test_the_span_is_that_of_the_sentence_without_its_blanks() -> None:
    text = (
        "The header asks for **sign-off**.\n\nHas that happened, and\xa0shall I go ahead?  I wait."
    )
    (ask,) = asks(text)
    assert text[ask.start : ask.end] == "Has that happened, and\xa0shall I go ahead?"
    assert ask.form == "en: shall I"


def test_each_sentence_that_asks_is_found_once() -> None:
    asked = asks("Shall I drop it, or do you want me to wait? Please confirm before I continue.")
    assert [ask.form for ask in asked] == ["en: shall I", "en: please confirm"]


@pytest.mark.parametrize("form", ["**Should I continue?**", "- Should I continue?", "1. Continue?"])
def test_markdown_does_not_hide_a_request(form: str) -> None:
    assert asks(f"The table is on hold.\n\n{form}\n")


@pytest.mark.parametrize(
    "text",
    [
        "Should I ask first? No, the user wants it now.",
        "Darf ich das? Ja, natürlich.",
        "¿Debo esperar? No, es urgente.",
    ],
)
def test_a_question_that_is_answered_at_once_asks_nobody(text: str) -> None:
    assert asks(text) == ()


def test_agreement_is_asked_for_after_a_plan_and_not_after_a_report() -> None:
    assert asks("I'd drop the table next. Is that OK with you?")
    assert not asks("I have dropped the table. Is that OK with you?")
    assert not asks("The table has 40 rows. Is that OK with you?")


@pytest.mark.parametrize("language", section_names("asking_forms.yaml"))
def test_all_forms_of_a_language_compile(language: str) -> None:
    for name in ("asking_forms.yaml", "denial_forms.yaml", "stance_forms.yaml"):
        assert section(name, language) is not None
    asks(f"{SIGNS.get(language, 'x')}?")


SIGNS = {"zh": "吗", "ja": "か", "ko": "까", "ru": "ли", "ar": "هل", "hi": "क्या", "th": "ไหม"}


def test_cues_save_time_and_decide_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = EXAMPLES["requests"] + EXAMPLES["others"]
    before = [bool(asks(text)) for text in texts]
    asking._kept_asks.cache_clear()
    monkeypatch.setattr(Template, "may_stand_in", lambda template, text: True)
    after = [bool(asks(text)) for text in texts]
    asking._kept_asks.cache_clear()
    assert before == after


@pytest.mark.parametrize(
    "piece",
    ["wait for your ", "please get sign-off ", "should i or ", "do you want ", "need your really "],
)
def test_hostile_text_is_read_in_bounded_time(piece: str) -> None:
    begun = time.process_time()
    asks(piece * (20_000 // len(piece)))
    asks(piece * (20_000 // len(piece)) + "?")
    assert time.process_time() - begun < 40
