"""The calibration conversations: well-formed, varied as the log says, and graded by named rules."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import regex

ROOT = Path(__file__).parents[2] / "judges" / "calibration"
FOLDER = ROOT / "conversations"
BUCKETS = (
    "shut_up",
    "hold_style",
    "note_trait_unrelated",
    "escalation",
    "scope_global_vs_user",
)
ADVERSARIAL = "adversarial"
LANGUAGES = "en de fr es it pt nl pl ru tr ar hi zh ja ko".split()
SCRIPTS = {
    "ru": r"\p{Cyrillic}",
    "ar": r"\p{Arabic}",
    "hi": r"\p{Devanagari}",
    "zh": r"\p{Han}",
    "ja": r"\p{Hiragana}|\p{Katakana}",
    "ko": r"\p{Hangul}",
}
LATIN = r"\p{Latin}"
GROUPS = {
    "release-detection": 25,
    "refuse-with-alternative": 25,
    "injection": 25,
    "matching-language-acknowledgement": 25,
    "use-and-mention": 12,
    "units": 12,
    "vocatives": 12,
    "counters": 12,
    "roles": 12,
}
OPTIONS = {
    "shut_up": "releaseTurn releaseAssistantTurn releaseMarkers len1AckMode acks",
    "hold_style": "style styleKey style_key maxTokens allowQuoted includeEmoticons "
    "isMultilang directiveLanguage",
    "note_trait_unrelated": "trait traitKey forbiddenPhrases lastName firstName "
    "shortPassUpTo shortFailOver allowQuoted",
    "escalation": "direction baselineTurn requireStrictMonotonic",
    "scope_global_vs_user": "mode scopeMode scopeVariant variantKey forbiddenLeakage "
    "requiredLeakage denialMarkers perUserAlternativeMarkers globalActionMarkers "
    "refusalCheckTurnIndex roles roomExpectations userExpectations",
}
COMMON_OPTIONS = "allowedMisses isInjection injectionPattern"
STYLES = {
    *("terse", "terseonesentence", "haiku", "pirate", "nohedging", "noemojis"),
    *("limerick", "shakespearean", "secondpersononly", "alllowercase"),
}
TRAITS = {
    *("noemojis", "forbiddenphrases", "nobuddy", "wantscodeblocks", "firstnameonly"),
    *("metricunits", "prefersshort", "noexclamation", "noquestionsback", "nolists"),
}
DIRECTIONS = {
    *("warmer", "cooler", "terser", "looser", "playful", "formal", "blunt", "lessemoji"),
    *("quieter", "benicer", "moreplayful", "moreformal", "moreblunt", "lesschatty"),
    *("moreterse", "noemoji", "lessresponsive"),
}
MODES = {
    *("refuse", "usertriesglobalshouldrefuse", "globalrejectedfornonadmin", "isolation"),
    *("peruserisolation", "globalappliestoall", "globalapplies", "globalappliestoadminonly"),
    *("useroverridesglobal", "userwinsconflict", "persistence"),
}
RULES = [
    *(f"S{n}" for n in range(1, 13) if n != 7),
    *(f"S7.{n}" for n in range(1, 10)),
    *(f"H{n}" for n in range(1, 12)),
    *(f"N{n}" for n in range(1, 11)),
    *(f"E{n}" for n in range(1, 8)),
    *(f"G{n}" for n in range(1, 15)),
    *(f"I{n}" for n in range(1, 4)),
]
NEVER_PASS = {"S5", "S7.6", "S7.7", "S7.8", "E4"}
"""Rules that name only failing or open replies; a PASS cites them to say that they do not apply."""


@cache
def lines() -> tuple[tuple[str, dict[str, Any]], ...]:
    found: list[tuple[str, dict[str, Any]]] = []
    for path in sorted(FOLDER.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            found.append((path.stem, json.loads(line)))
    return tuple(found)


def records() -> Iterator[dict[str, Any]]:
    return (record for _, record in lines())


def plain(name: str) -> str:
    return "".join(name.casefold().replace("-", "").replace("_", "").split())


def values(bucket: str, *keys: str) -> set[str]:
    return {
        plain(str(record["personalityExpect"]["options"][key]))
        for record in records()
        if record["bucket"] == bucket
        for key in keys
        if key in record["personalityExpect"]["options"]
    }


def test_files_are_the_buckets_and_the_adversarial_ones() -> None:
    assert {stem for stem, _ in lines()} == {*BUCKETS, ADVERSARIAL}
    for stem, record in lines():
        assert record["adversarial"] is (stem == ADVERSARIAL), record["scenario_id"]
        assert stem in (ADVERSARIAL, record["bucket"]), record["scenario_id"]


def test_ids_are_unique() -> None:
    counts = Counter(record["scenario_id"] for record in records())
    assert [name for name, count in counts.items() if count > 1] == []


def test_conversations_are_unique() -> None:
    seen = Counter(
        json.dumps([record["personalityExpect"], record["trajectory"]]) for record in records()
    )
    assert max(seen.values()) == 1


def test_records_have_the_fields_of_the_format() -> None:
    needed = {
        *("scenario_id", "bucket", "personalityExpect", "trajectory"),
        *("ground_truth", "reason", "adversarial", "language"),
    }
    for record in records():
        assert needed <= set(record) <= {*needed, "group"}, record["scenario_id"]
        assert record["personalityExpect"]["bucket"] == record["bucket"] in BUCKETS
        assert record["ground_truth"] in ("PASS", "FAIL", "NEEDS_REVIEW")
        assert record.get("group", "units") in GROUPS


def test_turns_are_whole() -> None:
    keys = {"role", "content", "userId", "roomId", "userRole", "error"}
    for record in records():
        for turn in record["trajectory"]:
            assert {"role", "content"} <= set(turn) <= keys, record["scenario_id"]
            assert turn["role"] in ("user", "assistant", "system", "tool")
            assert turn["content"] is None or isinstance(turn["content"], str)
            assert turn.get("userRole", "member") in ("admin", "member", "owner", "guest")
            text = turn["content"] or ""
            assert text == unicodedata.normalize("NFC", text)


def test_directives_are_user_or_system_turns_and_checks_are_replies() -> None:
    for record in records():
        expect, turns = record["personalityExpect"], record["trajectory"]
        checks = expect["checkTurns"]
        assert turns[expect["directiveTurn"] - 1]["role"] in ("user", "system")
        assert checks and checks == sorted(set(checks)), record["scenario_id"]
        assert all(turns[check - 1]["role"] == "assistant" for check in checks)


def test_lengths_run_from_two_to_twenty_five() -> None:
    lengths = [len(record["trajectory"]) for record in records()]
    assert (min(lengths), max(lengths)) == (2, 25)
    assert sum(length >= 10 for length in lengths) >= 15


@pytest.mark.parametrize("bucket", BUCKETS)
def test_options_are_known(bucket: str) -> None:
    known = {*OPTIONS[bucket].split(), *COMMON_OPTIONS.split()}
    for record in records():
        if record["bucket"] == bucket:
            assert set(record["personalityExpect"]["options"]) <= known, record["scenario_id"]


def test_turn_numbers_in_options_point_to_the_right_roles() -> None:
    roles = {
        "releaseTurn": "user",
        "releaseAssistantTurn": "assistant",
        "baselineTurn": "assistant",
        "refusalCheckTurnIndex": "assistant",
    }
    for record in records():
        options = record["personalityExpect"]["options"]
        for key, role in roles.items():
            if key in options:
                assert record["trajectory"][options[key] - 1]["role"] == role


def test_every_style_trait_direction_and_mode_occurs() -> None:
    assert values("hold_style", "style", "styleKey", "style_key") == STYLES
    assert values("note_trait_unrelated", "trait", "traitKey") == TRAITS
    assert values("escalation", "direction") == DIRECTIONS
    assert values("scope_global_vs_user", "mode", "scopeMode") == MODES


def test_there_are_enough_of_each_kind() -> None:
    straight = Counter(r["bucket"] for r in records() if not r["adversarial"])
    assert all(straight[bucket] >= 45 for bucket in BUCKETS), straight
    assert sum(straight.values()) >= 230
    assert sum(record["adversarial"] for record in records()) >= 100


def test_labels_can_bear_the_bounds() -> None:
    labels = Counter(record["ground_truth"] for record in records())
    assert labels["FAIL"] >= 170
    assert 25 <= labels["NEEDS_REVIEW"] <= 35
    assert labels["PASS"] >= 170
    adversarial = Counter(r["ground_truth"] for r in records() if r["adversarial"])
    assert min(adversarial["PASS"], adversarial["FAIL"]) >= 45


@pytest.mark.parametrize(("group", "least"), GROUPS.items())
def test_groups_are_filled_from_both_sides(group: str, least: int) -> None:
    labels = Counter(r["ground_truth"] for r in records() if r.get("group") == group)
    assert sum(labels.values()) >= least
    assert min(labels["PASS"], labels["FAIL"]) >= 3


def test_languages_are_many_and_english_is_about_half() -> None:
    counts = Counter(record["language"] for record in records())
    assert set(counts) == set(LANGUAGES)
    assert min(counts.values()) >= 8
    assert 0.45 <= counts["en"] / sum(counts.values()) <= 0.6


def test_user_turns_are_in_the_script_of_the_stated_language() -> None:
    for record in records():
        said = " ".join(t["content"] or "" for t in record["trajectory"] if t["role"] == "user")
        letters = len(regex.findall(r"\p{L}", said))
        own = len(regex.findall(SCRIPTS.get(record["language"], LATIN), said))
        least = 0.3 if record["language"] == "ja" else 0.6
        assert own >= least * letters, record["scenario_id"]
        if record["language"] == "zh":
            assert not regex.search(SCRIPTS["ja"], said), record["scenario_id"]


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_decided_from_both_sides(rule: str) -> None:
    name = regex.compile(rf"\b{regex.escape(rule)}\b(?!\.\d)")
    labels = {record["ground_truth"] for record in records() if name.search(record["reason"])}
    assert labels - {"PASS"}, rule
    assert "PASS" in labels or rule in NEVER_PASS, rule


def test_reasons_name_a_rule() -> None:
    name = regex.compile(r"\b[VTSHNEGIC]\d+(?:\.\d|[a-c])?\b")
    assert [r["scenario_id"] for r in records() if not name.search(r["reason"])] == []


def test_the_log_states_the_counts() -> None:
    log = (ROOT / "LOG.md").read_text(encoding="utf-8")
    labels = Counter(record["ground_truth"] for record in records())
    rows = [
        ("all", len(lines())),
        ("adversarial", sum(record["adversarial"] for record in records())),
        *labels.items(),
        *Counter(record["bucket"] for record in records()).items(),
        *Counter(record["language"] for record in records()).items(),
        *Counter(record["group"] for record in records() if "group" in record).items(),
    ]
    for name, count in rows:
        assert regex.search(rf"^\| {regex.escape(name)} \| {count} \|", log, regex.M), name
