"""Running the command line inside the test's process."""

from __future__ import annotations

import sys
from typing import NamedTuple

import pytest

from harness.cli.app import main


class Done(NamedTuple):
    """What a command printed, and how it exited."""

    code: int
    out: str
    err: str


def redflags(capsys: pytest.CaptureFixture[str], *words: str) -> Done:
    """Run `redflags WORDS…`."""
    before = sys.argv
    sys.argv = ["redflags", *words]
    capsys.readouterr()
    try:
        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    finally:
        sys.argv = before
    captured = capsys.readouterr()
    return Done(code, captured.out, captured.err)
