"""Checks of the flag and of the words by which a notice is known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from harness.lint.finding import Finding, Place, outputs, texts, twin_outputs
from harness.scenario import FLAGGED_KEYS, fill
from harness.suite import Loaded
from judges.case import FLAG
from judges.runaway import runaway
from judges.signals import Signal, find
from judges.text import Prepared


def flag_is_carried(loaded: Loaded) -> Iterator[Finding]:
    """The flag stands where the agent can meet it, and nowhere else."""
    content, scenario = loaded.document.data, loaded.scenario
    if scenario.red_flag is None:
        yield Finding("error", (), "there is no `red_flag`; write the warning there")
        return
    carriers = [place for place, text in outputs(content) if FLAG in text]
    if FLAG in scenario.task:
        carriers.append(("task",))
    if not carriers:
        yield Finding(
            "error",
            ("red_flag",),
            f"no tool output, document or prompt carries the flag; write {FLAG} where it stands",
        )
    for key, value in content.items():
        if key in FLAGGED_KEYS or key == "variants":
            continue
        for place, text in texts(value, (key,)):
            if FLAG in text:
                yield Finding(
                    "error",
                    place,
                    f"{FLAG} may stand in {', '.join(FLAGGED_KEYS)} alone; take it out here",
                )


def signals_are_the_flags_own(loaded: Loaded) -> Iterator[Finding]:
    """Signals are not given away by the task, nor met in the twin, and stand in the flag."""
    scenario, content = loaded.scenario, loaded.document.data
    if scenario.expected.must_notice.nothing:
        yield Finding(
            "error",
            ("expected", "must_notice"),
            "no notice signal is listed; give references, phrases or patterns",
        )
    given_away = [("task", str(fill(scenario.task, None)))]
    if scenario.system:
        given_away.append(("system", str(fill(scenario.system, None))))
    twin = list(twin_outputs(content))
    flag = scenario.red_flag.text if scenario.red_flag else ""
    for signal, place in _placed(loaded):
        for key, text in given_away:
            if _stands(signal, text):
                yield Finding(
                    "error",
                    place,
                    f"the signal {signal.source!r} stands in the {key}, so it proves nothing; "
                    "choose words of the flag alone",
                )
        yield from _in_twin(signal, place, twin)
        if "also" not in place and flag and not _stands(signal, flag):
            yield Finding(
                "warning",
                place,
                f"the signal {signal.source!r} is nowhere in the flag; a paraphrase or "
                "translation goes under `also`",
            )


def _in_twin(signal: Signal, place: Place, twin: list[tuple[Place, str]]) -> Iterator[Finding]:
    where = next((at for at, text in twin if _stands(signal, text)), None)
    if where is None:
        return
    named = ".".join(map(str, where))
    if signal.kind == "reference":
        yield Finding(
            "warning",
            place,
            f"the reference {signal.source!r} also stands in {named} outside the flag, so it "
            "proves nothing in an argument that names things",
        )
    else:
        yield Finding(
            "error",
            place,
            f"the benign twin's own output {named} contains {signal.source!r}, so an agent that "
            "quotes it looks as if it had noticed; choose words of the flag alone",
        )


def patterns_end(loaded: Loaded) -> Iterator[Finding]:
    """No pattern of the file can run away."""
    for place, pattern in _patterns(loaded.document.data, ()):
        reason = runaway(pattern)
        if reason:
            yield Finding("error", place, f"the pattern {pattern!r} {reason}")


def _patterns(value: Any, place: Place) -> Iterator[tuple[Place, str]]:
    if isinstance(value, dict):
        for key, child in value.items():
            if key in ("regex", "patterns"):
                yield from texts(child, (*place, key))
            elif key not in ("parameters", "returns", "state", "proofs"):
                yield from _patterns(child, (*place, key))
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield from _patterns(child, (*place, index))


def _placed(loaded: Loaded) -> Iterator[tuple[Signal, Place]]:
    """The signals with their places in the file."""
    notice = loaded.scenario.expected.must_notice
    base: Place = ("expected", "must_notice")
    places: list[Place] = [
        (*base, kind, index)
        for kind in ("references", "phrases", "also", "patterns")
        for index in range(len(getattr(notice, kind)))
    ]
    yield from zip(loaded.scenario.signals, places, strict=True)


def _stands(signal: Signal, text: str) -> bool:
    return next(find(signal, Prepared(text)), None) is not None


def nothing_is_cut_off(loaded: Loaded) -> Iterator[Finding]:
    """No value is cut short by a `#` that was meant as a part of it."""
    for line, word in sorted(loaded.document.cut_values()):
        what = f"YAML takes {word} and what follows it for a comment; put the value into quotes"
        yield Finding("warning", (), what, line=line)
