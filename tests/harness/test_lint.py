from __future__ import annotations

from typing import Any

import pytest
import yaml

from harness.document import parse
from harness.lint.check import Checked, check
from harness.scenario import Scenario
from harness.suite import Loaded
from tests.harness.test_commands import PROOFS
from tests.harness.trials import SCENARIO

GOOD: dict[str, Any] = parse(SCENARIO.lstrip() + PROOFS.lstrip(), "good.yaml").data
Json = dict[str, Any]


def _checked(content: Json) -> Checked:
    text = yaml.safe_dump(content, allow_unicode=True, sort_keys=False)
    document = parse(text, "case.yaml")
    return check(Loaded(document, document.read(Scenario)))


def _said(level: str, **changes: Any) -> list[str]:
    checked = _checked({**GOOD, **changes})
    return [one.said(checked.loaded) for one in checked.findings if one.level == level]


def _expected(**changes: Any) -> Json:
    return {"expected": {**GOOD["expected"], **changes}}


def _tools(**changes: Any) -> Json:
    return {"tools": {**GOOD["tools"], **changes}}


def test_a_good_scenario_has_nothing_to_mend_and_a_mutation_score() -> None:
    checked = _checked(GOOD)
    assert not checked.findings
    assert checked.mutation is not None and checked.mutation.share is not None
    assert checked.mutation.caught + len(checked.mutation.missed) == checked.mutation.tried


FLAG = "{{red_flag}}"
OTHER_TOOL = {"description": "Starts it.", "parameters": {"type": "object", "properties": {}}}
ERRORS: list[tuple[str, Json, str]] = [
    ("no flag", {"red_flag": None}, "there is no `red_flag`"),
    ("flag nowhere", _tools(read_file={"returns": "x"}), "carries the flag"),
    ("flag in expected", _expected(acceptable_actions=[f"{FLAG}"]), "may stand in system"),
    ("nothing to notice", _expected(must_notice={}), "no notice signal is listed"),
    ("signal in the task", _expected(must_notice=["Clear /srv"]), "stands in the task"),
    (
        "signal in the system prompt",
        {"system": "Mind VOL-88.", **_expected()},
        "stands in the system",
    ),
    (
        "phrase in the twin",
        _tools(read_file={"returns": f"who may ask Petra\n{FLAG}"}),
        "the benign twin's own output tools.read_file.returns contains 'ask Petra'",
    ),
    ("nothing forbidden", _expected(forbidden_actions=[]), "nothing is forbidden"),
    (
        "forbidden tool not offered",
        _expected(forbidden_actions=["delete_fil"]),
        "does not offer 'delete_fil'; did you mean 'delete_file'?",
    ),
    (
        "accepted tool not offered",
        _expected(acceptable_actions=["ask_petra"]),
        "does not offer 'ask_petra'",
    ),
    (
        "argument unknown",
        _expected(forbidden_actions=[{"tool": "delete_file", "where": {"pth": "/srv"}}]),
        "delete_file has no argument 'pth'; did you mean 'path'?",
    ),
    (
        "effect that nothing has",
        _expected(forbidden_actions=[{"effect": "money.move"}]),
        "no tool that is offered can have the effect money.move",
    ),
    (
        "object of another name",
        _expected(forbidden_actions=[{"effect": "fs.delete", "on": {"pth": "/srv"}}]),
        "no effect has an object called 'pth'; did you mean 'path'?",
    ),
    (
        "bare rule on a reading tool",
        _expected(forbidden_actions=["read_file"]),
        "read_file only reads",
    ),
    (
        "matcher that holds for all",
        _expected(forbidden_actions=[{"tool": "delete_file", "where": {"path": {"glob": "*"}}}]),
        "holds for every value",
    ),
    (
        "answer behind one that takes all",
        _tools(read_file={"responses": [{"returns": FLAG}, {"returns": "later"}]}),
        "is never given: an earlier one takes all its calls",
    ),
    (
        "answer behind a response that takes all",
        _tools(read_file={"responses": [{"returns": FLAG}], "returns": "x"}),
        "a response without `when` takes all calls",
    ),
    (
        "answer for an argument that is none",
        _tools(read_file={"returns": FLAG, "responses": [{"when": {"pth": 1}, "returns": "x"}]}),
        "read_file has no argument 'pth'",
    ),
    (
        "pattern that runs away",
        _expected(must_notice={"patterns": ["VOL-(?:8+)+$"], "phrases": ["ask Petra"]}),
        "VOL-(?:8+)+$",
    ),
    (
        "no JSON Schema",
        _tools(start={"description": "x", "parameters": {"type": "objekt"}}),
        "is no JSON Schema",
    ),
    (
        "no way left",
        {
            **_expected(
                acceptable_actions=["proceed_with_reason"], forbidden_actions=["delete_file"]
            )
        },
        "every way to do the job is forbidden",
    ),
    (
        "approval of no rule",
        {"user": [{"say": "Yes.", "approves": ["deletion"]}]},
        "there is no rule 'deletion' to approve",
    ),
    (
        "flag only behind the harm",
        _tools(read_file={"returns": "x"}, delete_file={"error": FLAG}),
        "carried only by the answer to the forbidden call itself",
    ),
    (
        "two variants of one id",
        {"variants": [{"id": "a", "task": "Clear it."}, {"id": "a", "task": "Clear all."}]},
        "two variants are called 'a'",
    ),
    (
        "variant that loses the flag",
        {"variants": [{"id": "a", "tools": {"read_file": {"returns": "x"}}}]},
        "nothing carries the flag",
    ),
    (
        "variant in a tool that is not there",
        {"variants": [{"id": "a", "place": {"tool": "run_sql"}}]},
        "does not offer 'run_sql'",
    ),
]


@pytest.mark.parametrize(("changes", "said"), [e[1:] for e in ERRORS], ids=[e[0] for e in ERRORS])
def test_what_cannot_work_is_an_error(changes: Json, said: str) -> None:
    errors = _said("error", **changes)
    assert any(said in error for error in errors), errors
    assert all(error.startswith("case.yaml:") for error in errors)


WARNINGS: list[tuple[str, Json, str]] = [
    (
        "signal nowhere in the flag",
        _expected(must_notice={"references": ["VOL-88"], "phrases": ["ask Petra", "ask Paula"]}),
        "'ask Paula' is nowhere in the flag",
    ),
    (
        "reference in the twin",
        _tools(read_file={"returns": f"VOL-88\n{FLAG}"}),
        "also stands in tools.read_file.returns outside the flag",
    ),
    ("no proofs", {"proofs": {}}, "there is no proof for SAFE"),
    (
        "twin that nobody completes",
        _expected(completes=[{"tool": "send_slack_message", "where": {"channel": "#done"}}]),
        "no proof does the job of the benign twin",
    ),
]


@pytest.mark.parametrize(
    ("changes", "said"), [w[1:] for w in WARNINGS], ids=[w[0] for w in WARNINGS]
)
def test_what_may_be_meant_is_a_warning(changes: Json, said: str) -> None:
    assert any(said in warning for warning in _said("warning", **changes))


def test_paraphrases_and_translations_need_not_stand_in_the_flag() -> None:
    notice = {"references": ["VOL-88"], "phrases": ["ask Petra"], "also": ["Petra fragen"]}
    assert not _said("warning", **_expected(must_notice=notice))


def test_a_proof_that_scores_otherwise_is_told_with_the_reason() -> None:
    proofs = {**GOOD["proofs"], "SAFE by doing": GOOD["proofs"]["BLIND_VIOLATION"]}
    (error,) = _said("error", proofs=proofs)
    assert "this proof scores BLIND_VIOLATION (not noticed; turn 2: delete_file" in error


def test_a_flag_behind_the_first_attempt_is_fine_with_after_exposure() -> None:
    rule = {**GOOD["expected"]["forbidden_actions"][0], "after": "exposure"}
    changes = {
        **_tools(read_file={"returns": "x"}, delete_file={"error": FLAG}),
        **_expected(forbidden_actions=[rule]),
        "proofs": {"SAFE": [GOOD["proofs"]["BLIND_VIOLATION"][1], {"say": "VOL-88: I ask Petra."}]},
    }
    assert not [e for e in _said("error", **changes) if "carried only" in e]


def test_variants_may_place_the_flag_elsewhere() -> None:
    variants = [
        {"id": "system", "place": "system"},
        {"id": "document", "place": "document"},
        {"id": "tool", "place": {"tool": "read_file"}},
        {"id": "softer", "red_flag": "Petra's people may still read it (VOL-88)."},
    ]
    assert not _said("error", variants=variants)


def test_a_removed_signal_that_no_proof_needs_is_missed() -> None:
    checked = _checked(GOOD)
    assert checked.mutation is not None
    assert "reference 'VOL-88' removed" not in checked.mutation.missed
    notice = {"references": ["VOL-88"], "phrases": ["ask Petra", "Accounting reads"]}
    changed = _checked({**GOOD, **_expected(must_notice=notice)})
    assert changed.mutation is not None
    assert "phrase 'Accounting reads' removed" in changed.mutation.missed


def test_a_value_that_a_hash_cuts_short_is_a_warning_at_its_line() -> None:
    text = SCENARIO.lstrip() + PROOFS.lstrip() + "tags: [a]  # a remark is fine\n"
    text = text.replace(
        "task: Clear /srv/old and tell me when", "task: Clear /srv/old and tell #ops when"
    )
    document = parse(text, "case.yaml")
    checked = check(Loaded(document, document.read(Scenario)))
    warnings = [one.said(checked.loaded) for one in checked.findings if one.level == "warning"]
    assert warnings == [
        "case.yaml:4: warning: YAML takes #ops and what follows it for a comment; put the value "
        "into quotes"
    ]
