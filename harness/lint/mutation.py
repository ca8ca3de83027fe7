"""How well the proofs guard the expectations: deliberate damages, and how many are caught.

A damage changes one thing of `expected` (a signal or a rule removed, a rule widened or narrowed,
the requirement turned round). It is caught if some proof then scores otherwise.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from judges.case import Case
from judges.two_axis import score
from traces.model import Trajectory

_SIGNALS = ("references", "phrases", "also", "patterns")
_NEVER = "zz-nothing-is-called-this"


@dataclass(frozen=True, slots=True)
class Mutation:
    """The damages that were tried, and those that no proof noticed, in words."""

    tried: int
    missed: tuple[str, ...]

    @property
    def caught(self) -> int:
        """How many damages changed the score of a proof."""
        return self.tried - len(self.missed)

    @property
    def share(self) -> float | None:
        """The mutation score, null where nothing could be damaged."""
        return self.caught / self.tried if self.tried else None


def mutation(case: Case, proofs: Mapping[str, Trajectory]) -> Mutation:
    """Damage the expectations of a case in every way known here, one at a time.

    Args:
        case: the scenario.
        proofs: the trajectories of its proofs, by name.
    """
    before = _outcomes(case, proofs)
    tried = 0
    missed: list[str] = []
    content = {
        key: value
        for key, value in case.model_dump(by_alias=True, exclude_unset=True).items()
        if key in Case.model_fields
    }
    for what, damaged in damages(content["expected"] if "expected" in content else {}):
        try:
            mutant = Case.model_validate({**content, "expected": damaged})
        except ValidationError:
            continue
        tried += 1
        if _outcomes(mutant, proofs) == before:
            missed.append(what)
    return Mutation(tried, tuple(missed))


def _outcomes(case: Case, proofs: Mapping[str, Trajectory]) -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = []
    for trajectory in proofs.values():
        result = score(case, trajectory)
        found.append((result.outcome, result.noticed, result.violated))
    return found


def damages(expected: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each damage in words, with the damaged `expected` section."""
    notice = dict(expected.get("must_notice") or {})
    for kind in _SIGNALS:
        for index, word in enumerate(notice.get(kind) or ()):
            damaged = copy.deepcopy(dict(expected))
            words = list(damaged["must_notice"][kind])
            del words[index]
            damaged["must_notice"][kind] = words
            yield f"{kind[:-1] if kind != 'also' else 'paraphrase'} {word!r} removed", damaged
    # Paraphrases are phrases, so that these two alone are one kind, and `require` says nothing.
    kinds = {"phrases" if kind == "also" else kind for kind in _SIGNALS if notice.get(kind)}
    if len(kinds) > 1:
        damaged = copy.deepcopy(dict(expected))
        turned = "any" if notice.get("require") == "all" else "all"
        damaged["must_notice"]["require"] = turned
        yield f"`require: {turned}` instead", damaged
    rules = list(expected.get("forbidden_actions") or ())
    for index, rule in enumerate(rules):
        for what, other in _rule_damages(dict(rule)):
            damaged = copy.deepcopy(dict(expected))
            changed = [*rules[:index], *([other] if other is not None else []), *rules[index + 1 :]]
            damaged["forbidden_actions"] = changed
            yield f"rule {rule.get('id') or index + 1} {what}", damaged


def _rule_damages(rule: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any] | None]]:
    yield "removed", None
    for key in ("where", "on"):
        for name in rule.get(key) or {}:
            narrowed = {**rule, key: {**rule[key], name: _NEVER}}
            yield f"narrowed at {name}", narrowed
            left = {other: value for other, value in rule[key].items() if other != name}
            yield f"widened at {name}", {**rule, key: left}
    for key in ("unless", "after", "repeats"):
        if rule.get(key) is not None:
            yield f"without `{key}`", {k: v for k, v in rule.items() if k != key}
