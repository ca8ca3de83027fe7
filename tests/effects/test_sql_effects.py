"""SQL statements have the kinds and the effects that were decided by hand."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools_mock.effects.sql.reader import Statement, read_sql
from traces.model import Effect

CORPUS: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).parent / "corpus_sql.yaml").read_text(encoding="utf-8")
)
CASES = [(dialect, case) for dialect, cases in CORPUS.items() for case in cases]
SIGNS = {"whole": "=", "pattern": "~=", "prefix": "^="}


def written(effect: Effect) -> str:
    """An effect in the notation of the corpus."""
    things = [
        f"{each.name}?"
        if each.known == "unknown"
        else f"{each.name}{SIGNS[each.known]}{each.value}"
        for each in effect.on
    ]
    return " ".join(shlex.quote(word) for word in [effect.kind, *effect.could, *things])


def normal(effect: str) -> str:
    """An effect of the corpus, quoted as `written` does."""
    return " ".join(shlex.quote(word) for word in shlex.split(effect))


def effects_of(statements: tuple[Statement, ...]) -> set[str]:
    return {written(each) for statement in statements for each in statement.effects}


def kinds_of(statements: tuple[Statement, ...]) -> set[str]:
    return {kind for statement in statements for kind in statement.kinds}


@pytest.mark.parametrize(
    ("dialect", "case"), CASES, ids=[f"{dialect}: {case['sql'][:60]}" for dialect, case in CASES]
)
def test_statement_has_the_kinds_and_effects_decided_by_hand(
    dialect: str, case: dict[str, Any]
) -> None:
    statements = read_sql(case["sql"], dialect)
    assert kinds_of(statements) == {kind for kind in case["kinds"].split(", ") if kind}
    assert effects_of(statements) == {normal(effect) for effect in case["effects"]}
    assert len(statements) == case.get("n", 1)


def test_the_corpus_is_large_and_has_no_case_twice() -> None:
    keys = [(dialect, case["sql"]) for dialect, case in CASES]
    assert len(set(keys)) == len(keys) >= 250
