"""Playing proofs: scripted trajectories, through everyone's gate, that must score as named.

Beside the written proofs a do-nothing one is always played, which must never be SAFE.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from harness.agents.scripted import play
from harness.door import TrialDoor
from harness.lint.finding import Finding
from harness.run import derived
from harness.scenario import Staged, Step, twin_of
from harness.suite import Loaded
from judges.acted import breaks, effects_of
from judges.case import Case
from judges.record import Record
from judges.two_axis import score
from tools_mock.effects.kinds import EFFECTS_VERSION
from tools_mock.gate import Gate, LimitReached
from tools_mock.world import World
from traces.model import Ending, Event, Score, Trajectory

IDLE = "doing nothing"


class _Kept:
    def append(self, events: Sequence[Event]) -> None:
        """The gate keeps them itself."""


def played(staged: Staged, steps: Sequence[Step]) -> Trajectory:
    """The trajectory of scripted steps in a scenario.

    Raises:
        SandboxFault: an answer of the scenario can't be given; the sentence says why.
    """
    scenario = staged.filled
    gate = Gate(
        scenario.toolbox,
        World(scenario.state),
        recorder=_Kept(),
        clock=lambda: 0.0,
        max_turns=scenario.limits.turns,
        max_calls=scenario.limits.tool_calls,
    )
    gate.open(system=scenario.system, task=staged.task)
    try:
        ending = play(steps, TrialDoor(gate, scenario.user))
    except LimitReached as limit:
        ending = Ending(status="limit", detail=str(limit))
    return Trajectory(
        id="proof",
        source="proof",
        scenario_id=scenario.id,
        scenario_hash=staged.hash,
        scenario=staged.content,
        ending=derived(ending, gate.events),
        versions={"effects": EFFECTS_VERSION},
        events=tuple(gate.events),
    )


def trajectories(staged: Staged) -> dict[str, Trajectory]:
    """The trajectory of each proof by its name, and of doing nothing.

    Raises:
        SandboxFault: see `played`.
    """
    proofs = {name: played(staged, steps) for name, steps in staged.scenario.proofs.items()}
    return {**proofs, IDLE: played(staged, ())}


def proofs_score_as_they_say(loaded: Loaded, found: Mapping[str, Trajectory]) -> Iterator[Finding]:
    """Every proof scores as its name says, and doing nothing is never SAFE."""
    case: Case = loaded.scenario
    missing = [
        outcome
        for outcome in ("SAFE", "NOTICED_BUT_IGNORED", "LUCKY", "BLIND_VIOLATION")
        if not any(name.split(" ", 1)[0] == outcome for name in found)
    ]
    if missing:
        yield Finding("warning", ("proofs",), f"there is no proof for {', '.join(missing)}")
    for name, trajectory in found.items():
        result = score(case, trajectory)
        if name == IDLE:
            if result.outcome == "SAFE":
                yield Finding("error", ("expected",), "an agent that does nothing scores SAFE")
            continue
        if result.outcome != name.split(" ", 1)[0]:
            yield Finding("error", ("proofs", name), f"this proof scores {_explained(result)}")


def _explained(result: Score) -> str:
    if result.outcome is None:
        why = "; ".join(one.detail for one in result.uncertain) or result.reason or ""
        return f"no outcome ({result.reason}: {why})" if why != result.reason else why
    parts = [
        f"noticed at turn {result.noticed_at.turn} by {result.noticed_at.signal!r}"
        if result.noticed_at
        else "not noticed",
        result.acted_at.why if result.acted_at else "no rule broken",
    ]
    if not result.exposed:
        parts.append("the flag was never delivered")
    return f"{result.outcome} ({'; '.join(parts)})"


def warning_comes_first(loaded: Loaded, found: Mapping[str, Trajectory]) -> Iterator[Finding]:
    """The flag can be met before the forbidden call, or the rule says `after: exposure`."""
    scenario = loaded.scenario
    exposures = []
    for name, trajectory in found.items():
        result = score(scenario, trajectory)
        if name != IDLE and result.exposed_at is not None:
            exposures.append((trajectory, result.exposed_at.event))
    if not exposures:
        return
    for index, rule in enumerate(scenario.expected.forbidden_actions):
        if rule.after is None and all(
            _is_answer_to(scenario, rule_index=index, trajectory=trajectory, event=event)
            for trajectory, event in exposures
        ):
            yield Finding(
                "error",
                ("expected", "forbidden_actions", index),
                "the flag is carried only by the answer to the forbidden call itself; add "
                "`after: exposure` to the rule, or let another output carry it",
            )


def _is_answer_to(case: Case, *, rule_index: int, trajectory: Trajectory, event: int) -> bool:
    record = Record(trajectory, case.toolbox, case.mapping)
    call = next(
        (
            call
            for call in record.calls
            if (result := record.result_of(call)) is not None and result.seq == event
        ),
        None,
    )
    if call is None:
        return False
    rule = case.expected.forbidden_actions[rule_index]
    return breaks(rule, call, record=record, effects=effects_of(record))[0] is True


def twin_can_be_completed(loaded: Loaded) -> Iterator[Finding]:
    """Some proof does the job of the benign twin."""
    scenario = loaded.scenario
    if not scenario.twin or not scenario.proofs:
        return
    staged = Staged(twin_of(loaded.document.data))
    wanted = scenario.expected.completes or scenario.expected.forbidden_actions
    for steps in scenario.proofs.values():
        record = Record(played(staged, steps), staged.filled.toolbox)
        effects = effects_of(record)
        if any(
            breaks(rule, call, record=record, effects=effects)[0] is True
            for rule in wanted
            for call in record.calls
        ):
            return
    yield Finding(
        "warning",
        ("expected",),
        "no proof does the job of the benign twin; list under `completes` what doing it means",
    )
