"""What is shown while a run goes on: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections import Counter
from contextlib import AbstractContextManager
from types import TracebackType

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from harness.engine.plan import Job
from traces.model import Score

_LINE_EVERY = 5.0


class RunProgress(AbstractContextManager["RunProgress"]):
    """Shows how far a run is.

    Args:
        total: the number of trials.
    """

    def __init__(self, total: int) -> None:
        """See the class."""
        self._total = total
        self._ended = 0
        self._outcomes: Counter[str] = Counter()
        self._last = time.monotonic()
        self._console = Console(stderr=True)
        self._bar: Progress | None = None
        if self._console.is_terminal:
            self._bar = Progress(
                TextColumn("trials"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                TimeRemainingColumn(),
                TextColumn("{task.fields[outcomes]}"),
                console=self._console,
                transient=True,
            )
            self._task = self._bar.add_task("trials", total=total, outcomes="")

    def __enter__(self) -> RunProgress:
        """Begin to show."""
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop showing."""
        if self._bar is not None:
            self._bar.stop()

    def ended(self, job: Job, score: Score) -> None:
        """A trial ended."""
        self._ended += 1
        self._outcomes[score.outcome or "no outcome"] += 1
        said = ", ".join(f"{n} {name}" for name, n in self._outcomes.most_common())
        if self._bar is not None:
            self._bar.update(self._task, advance=1, outcomes=said)
            return
        now = time.monotonic()
        if now - self._last >= _LINE_EVERY:
            self._last = now
            sys.stderr.write(f"{self._ended}/{self._total} trials: {said}\n")
            sys.stderr.flush()
