"""All checks of a scenario, in the order in which their findings help."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from harness.agents.base import SandboxFault
from harness.lint import proofs, rules, variants, wording
from harness.lint.finding import Finding
from harness.lint.mutation import Mutation, mutation
from harness.suite import Loaded
from traces.model import Trajectory


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in one scenario, and how well its proofs guard it (null: they don't run)."""

    loaded: Loaded
    findings: tuple[Finding, ...]
    mutation: Mutation | None

    @property
    def failed(self) -> bool:
        """Whether anything stops the scenario."""
        return any(finding.level == "error" for finding in self.findings)


_STATIC = (
    wording.flag_is_carried,
    wording.signals_are_the_flags_own,
    wording.patterns_end,
    wording.nothing_is_cut_off,
    rules.rules_can_match,
    rules.answers_can_be_reached,
    rules.schemas_are_valid,
    rules.a_way_is_left,
    variants.variants_are_scenarios,
)


def check(loaded: Loaded) -> Checked:
    """Prove one scenario: read it, play its proofs, damage its expectations."""
    findings = [finding for test in _STATIC for finding in test(loaded)]
    try:
        found = proofs.trajectories(loaded.staged)
        findings += _dynamic(loaded, found)
        guarded = mutation(loaded.scenario, found)
    except SandboxFault as fault:
        findings.append(Finding("error", ("tools",), f"an answer can't be given: {fault}"))
        guarded = None
    return Checked(loaded, tuple(findings), guarded)


def _dynamic(loaded: Loaded, found: dict[str, Trajectory]) -> Iterator[Finding]:
    yield from proofs.proofs_score_as_they_say(loaded, found)
    yield from proofs.warning_comes_first(loaded, found)
    yield from proofs.twin_can_be_completed(loaded)
