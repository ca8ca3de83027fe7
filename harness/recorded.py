"""Recorded trajectories and golden cases from files, scored where they lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.document import Document, DocumentError, DocumentErrors, load
from harness.scenario import Scenario
from traces.formats import openai_chat
from traces.jsontext import loads
from traces.model import Score, Trajectory


@dataclass(frozen=True, slots=True)
class Unread:
    """Something that could not be read: where, and in a sentence why."""

    file: str
    line: int | None
    reason: str

    def __str__(self) -> str:
        """`file:line: reason`."""
        return (
            f"{self.file}:{self.line}: {self.reason}"
            if self.line
            else f"{self.file}: {self.reason}"
        )


def trajectories(path: Path) -> Iterator[Trajectory | Unread]:
    """The trajectories of a file: one JSON record, a list of them, or a record a line.

    What can't be read comes as `Unread` in its place, and the rest goes on.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        yield Unread(str(path), None, f"can't be read: {error.strerror}")
        return
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        yield Unread(str(path), raw[: error.start].count(b"\n") + 1, "is not UTF-8 text")
        return
    try:
        value = loads(text)
    except ValueError as error:
        if not any(map(_is_json, text.split("\n", _TRIED)[:_TRIED])):
            line = getattr(error, "lineno", 1)
            yield Unread(str(path), line, f"is neither JSON nor JSON lines: {error}")
            return
        yield from _lines(path, text)
        return
    records = value if isinstance(value, list) else [value]
    if records and all(isinstance(one, Mapping) and "role" in one for one in records):
        records = [{"messages": records}]
    for index, record in enumerate(records, start=1):
        name = path.stem if len(records) == 1 else f"{path.stem}#{index}"
        yield _record(record, path, line=None, name=name)


_TRIED = 100
"""Lines of a file that are tried: where none is JSON by itself, the file is one broken text."""


def _is_json(line: str) -> bool:
    if line.strip()[:1] not in ("{", "["):
        return False
    try:
        loads(line)
    except ValueError:
        return False
    return True


def _lines(path: Path, text: str) -> Iterator[Trajectory | Unread]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            record = loads(line)
        except ValueError as error:
            yield Unread(str(path), number, f"is not JSON: {error}")
            continue
        yield _record(record, path, line=number, name=f"{path.stem}#{number}")


def _record(value: object, path: Path, *, line: int | None, name: str) -> Trajectory | Unread:
    if not isinstance(value, Mapping) or not openai_chat.is_record(value):
        return Unread(
            str(path), line, 'holds no record of the form {"messages": […], "status": "completed"}'
        )
    try:
        return openai_chat.read(value, source=str(path), name=name)
    except ValueError as error:
        return Unread(str(path), line, str(error))


@dataclass(frozen=True, slots=True)
class GoldenCase:
    """A scenario, a recorded trajectory, and the score that it must have."""

    name: str
    scenario: Scenario
    trajectory: Trajectory
    checks: tuple[str, ...]
    expect: Mapping[str, Any]


def golden_cases(folder: Path) -> Iterator[GoldenCase | Unread]:
    """The golden cases of a folder, sorted by file name.

    Raises:
        DocumentError: the folder is not there, or holds no `*.yaml`.
    """
    if not folder.is_dir():
        raise DocumentError(folder, None, "is no folder of golden cases")
    paths = sorted(folder.glob("*.yaml"))
    if not paths:
        raise DocumentError(folder, None, "holds no golden cases (*.yaml)")
    for path in paths:
        try:
            yield _golden(load(path))
        except DocumentErrors as several:
            first = several.errors[0]
            yield Unread(str(path), first.line, first.what)
        except DocumentError as error:
            yield Unread(str(path), error.line, error.what)


def _golden(document: Document) -> GoldenCase:
    data = document.data
    if not isinstance(data, Mapping) or not isinstance(data.get("scenario"), Mapping):
        raise document.error((), "a golden case has `case`, `scenario`, `messages`, `status`")
    inner = Document(path=document.path, text="{}", data=data["scenario"])
    try:
        scenario = inner.read(Scenario)
        trajectory = openai_chat.read(data, source=str(document.path), name=str(data.get("case")))
    except DocumentErrors as several:
        raise document.error(("scenario",), several.errors[0].what) from None
    except ValueError as error:
        raise document.error(("messages",), str(error)) from None
    return GoldenCase(
        name=str(data.get("case") or document.path.stem),
        scenario=scenario,
        trajectory=trajectory,
        checks=tuple(data.get("checks") or ()),
        expect=data.get("expect") or {},
    )


def scored(trajectory: Trajectory, score: Score, **more: object) -> dict[str, Any]:
    """One line of `score --json`: whose score it is, and all of its fields at top level."""
    return {
        **more,
        "source": trajectory.source,
        "id": trajectory.id,
        **score.model_dump(mode="json"),
    }
