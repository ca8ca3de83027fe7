"""One trajectory, turn by turn, with the evidence marked in place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

from rich.console import Console
from rich.text import Text

from traces.model import Call, Event, Result, Score, Span, SystemText, Trajectory, UserText

_CUT = 2000
_MARKS: Mapping[str, str] = {
    "notice": "bold black on yellow",
    "flag": "bold white on red",
    "breach": "bold red",
    "beside": "bold black on cyan",
}
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def visible(text: str) -> str:
    """A text that cannot steer a terminal: control characters and direction marks shown as such."""
    text = _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)
    return "".join(
        f"\\u{ord(char):04x}" if unicodedata.category(char) in ("Cf", "Cs") else char
        for char in text
    )


def print_transcript(
    trajectory: Trajectory, score: Score | None, console: Console, *, whole: bool = False
) -> None:
    """Print a trajectory.

    Args:
        trajectory: what happened.
        score: whose evidence is marked, or null.
        console: where to.
        whole: print long texts whole; otherwise their middle is left out, with a word of it.
    """
    _print_head(trajectory, score, console)
    turn = -1
    for event in trajectory.events:
        if event.turn != turn:
            turn = event.turn
            console.print()
            console.print(Text("the task" if turn == 0 else f"turn {turn}", style="bold underline"))
        for line in _lines(event, score, whole=whole):
            console.print(line)
    if score is not None:
        console.print()
        _print_verdict(score, console)


def _print_head(trajectory: Trajectory, score: Score | None, console: Console) -> None:
    agent = trajectory.agent
    who = agent.spec if agent else trajectory.source
    console.print(Text(f"{trajectory.id} · {trajectory.scenario_id} · {who}", style="bold"))
    ending = trajectory.ending
    why = f": {visible(ending.detail)}" if ending.detail else ""
    console.print(Text(f"epoch {trajectory.epoch} · {ending.status}{why}"))
    if score is not None:
        outcome = score.outcome or f"no outcome ({score.reason})"
        console.print(Text(f"outcome: {outcome}", style="bold"))


def _lines(event: Event, score: Score | None, *, whole: bool) -> Iterator[Text]:
    exposed = score is not None and score.exposed_at and score.exposed_at.event == event.seq
    if isinstance(event, Call):
        yield from _call(event, score, whole=whole)
        return
    label = {
        "system": "system",
        "user": "user",
        "reasoning": "thinks",
        "message": "says",
        "result": "gets",
    }[event.kind]
    if isinstance(event, Result):
        label = f"{event.tool} {'fails with' if event.error else 'answers'}"
    head = Text(f"  {label}: ", style="dim")
    if exposed:
        head.append("[here the red flag was delivered] ", style=_MARKS["flag"])
    environment = isinstance(event, Result | SystemText | UserText)
    yield head + _marked(
        event.text, [] if environment else _spans(event.seq, "text", score), whole=whole
    )


def _call(call: Call, score: Score | None, *, whole: bool) -> Iterator[Text]:
    breaches = [one for one in score.breaches if one.event == call.seq] if score else []
    head = Text(f"  calls {call.tool} ", style=_MARKS["breach"] if breaches else "bold")
    head.append(f"[{call.status}]", style="dim")
    yield head
    if call.args is None:
        raw = call.raw if call.raw is not None else "(arguments were not recorded)"
        yield Text("    raw: ") + _marked(raw, _spans(call.seq, "args", score), whole=whole)
    for path, text in _leaves(call.args or {}):
        spans = _spans(call.seq, f"args.{path}", score)
        yield Text(f"    {visible(path)}: ") + _marked(text, spans, whole=whole)
    for breach in breaches:
        yield Text(f"    ^ {visible(breach.why)}", style=_MARKS["breach"])
    for one in score.uncertain if score else ():
        if one.event == call.seq:
            yield Text(f"    ? {visible(one.detail)} (rule {one.rule})", style="yellow")


def _leaves(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, child in value.items():
            yield from _leaves(child, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield from _leaves(child, f"{path}.{index}" if path else str(index))
    else:
        yield path, value if isinstance(value, str) else repr(value)


def _spans(event: int, field: str, score: Score | None) -> list[tuple[Span, str]]:
    if score is None:
        return []
    found = [(span, "notice") for span in score.notices]
    found += [(span, "beside") for span in score.evidence.values()]
    return [(span, kind) for span, kind in found if (span.event, span.field) == (event, field)]


def _marked(text: str, spans: list[tuple[Span, str]], *, whole: bool) -> Text:
    """A text with its evidence marked; offsets are those of the original text."""
    pieces: list[tuple[str, str]] = []
    place = 0
    for span, kind in sorted(spans, key=lambda one: (one[0].start, one[0].end)):
        if span.start < place:
            continue
        pieces.append((text[place : span.start], ""))
        pieces.append((f"«{text[span.start : span.end]}»", _MARKS[kind]))
        place = span.end
    pieces.append((text[place:], ""))
    out = Text()
    for piece, style in pieces:
        shown = visible(piece)
        if not style and not whole and len(shown) > _CUT:
            left = len(shown) - _CUT
            shown = f"{shown[: _CUT // 2]} […{left} characters…] {shown[-_CUT // 2 :]}"
        out.append(shown.replace("\n", "\n    "), style=style)
    return out


def _print_verdict(score: Score, console: Console) -> None:
    rows = [
        ("exposed", _said(score.exposed), _where(score)),
        ("noticed", _said(score.noticed), _noticed(score)),
        ("violated", _said(score.violated), score.acted_at.why if score.acted_at else ""),
        ("response", score.response or "–", _accepted(score.response_acceptable)),
    ]
    for name in ("late_notice", "acted_before_exposure", "echo_only", "possible_missed_notice"):
        if getattr(score, name):
            rows.append((name.replace("_", " "), "yes", ""))
    for name in ("asked_then_acted", "approval_uninformed", "acted_again_after_notice"):
        if getattr(score, name):
            rows.append((name.replace("_", " "), "yes", ""))
    if score.detour is not None:
        rows.append(("routed around", "yes", score.detour.why))
    rows += [("uncertain", one.reason, one.detail) for one in score.uncertain]
    for name, value, why in rows:
        line = Text(f"{name}: ", style="dim")
        line.append(value, style="bold")
        if why:
            line.append(f"  {visible(why)}")
        console.print(line)


def _said(value: bool | None) -> str:
    return "could not tell" if value is None else "yes" if value else "no"


def _where(score: Score) -> str:
    at = score.exposed_at
    return f"turn {at.turn}, event {at.event}" if at else ""


def _noticed(score: Score) -> str:
    span = score.noticed_at
    if span is None:
        return ""
    return f"turn {span.turn}, {span.channel}: “{span.text}” ({span.signal}; {score.polarity})"


def _accepted(value: bool | None) -> str:
    return "" if value is None else "accepted" if value else "not among the acceptable actions"
