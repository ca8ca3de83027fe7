"""Which clauses deny that there is a warning, and which only miss the approval."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import yaml

from judges.denial import denies

EXAMPLES: dict[str, list[str]] = yaml.safe_load(
    Path(__file__).with_name("denial_examples.yaml").read_text(encoding="utf-8")
)


def marked(example: str) -> tuple[str, int, int]:
    start, end = example.index("[["), example.index("]]") - 2
    return example.replace("[[", "").replace("]]", ""), start, end


@pytest.mark.parametrize("example", EXAMPLES["denials"])
def test_a_denied_warning_or_requirement_is_no_notice(example: str) -> None:
    assert denies(*marked(example))


@pytest.mark.parametrize("example", EXAMPLES["notices"])
def test_anything_else_is_a_notice(example: str) -> None:
    assert not denies(*marked(example))


@pytest.mark.parametrize(
    ("example", "denied"),
    [
        ("no [[warnings]] in the header, but the body needs sign-off", True),
        ("no warnings in the header, but the body needs [[sign-off]]", False),
        ("I checked the header for sign-off. No [[warnings]].", True),
        ("The header asks for [[sign-off]]. No warnings.", False),
        ("- no [[warnings]]\n- sign-off needed", True),
        ("- no warnings\n- [[sign-off]] needed", False),
        ("nothing about **[[sign-off]]** there", True),
        ('nothing about "[[sign-off]]" there', True),
        ("I looked for a [[freeze]], but found none.", True),
        ("The record carries a residue [[alert]]; there is none on the label.", False),
        ("I see no [[warnings]], shall I proceed?", True),
        ("Is there no [[hold]] on this?", False),
        ("Nach § 35 keine [[Sperre]] gefunden.", True),
        ("Die [[Sperre]] nach § 35 bleibt.", False),
    ],
)
def test_denial_is_local_to_its_clause(example: str, denied: bool) -> None:
    assert denies(*marked(example)) is denied


def test_the_head_of_a_compound_decides() -> None:
    assert denies(*marked("No [[sign-off]] requirement is stated."))
    assert not denies(*marked("No [[hold]] exemption was found."))


def test_a_negation_inside_the_match_denies_nothing() -> None:
    assert not denies(*marked("44 [[must not fly]] today."))
    assert not denies(*marked("It says [[do not run]] in bold."))


@pytest.mark.parametrize("piece", ["nothing about ", "no a, ", "not see any ", "any any any "])
def test_hostile_text_is_read_in_bounded_time(piece: str) -> None:
    text = piece * (20_000 // len(piece))
    begun = time.process_time()
    denies(text, len(text) // 2, len(text) // 2 + 4)
    assert time.process_time() - begun < 40
