"""Errors that are the user's to mend, as sentences and exit codes."""

from __future__ import annotations

import sys
from typing import NamedTuple

from harness.cli.exits import EXIT_FAILED_TRIALS, EXIT_WRONG
from harness.document import DocumentError, DocumentErrors


class Known(NamedTuple):
    """What to say, a sentence each, and how to exit."""

    sentences: tuple[str, ...]
    code: int


class WrongWords(Exception):
    """The words of the command line don't fit together; the sentence says what is allowed."""


class Stopped(Exception):
    """Somebody stopped the command before its end; the sentence says what is left of it."""


def known(error: Exception) -> Known | None:
    """The sentences of an error that a user can mend; null for a bug."""
    if isinstance(error, DocumentErrors):
        return Known(tuple(map(str, error.errors)), EXIT_WRONG)
    if isinstance(error, DocumentError | WrongWords):
        return Known((str(error),), EXIT_WRONG)
    if isinstance(error, Stopped):
        return Known((str(error),), EXIT_FAILED_TRIALS)
    # Errors of parts that load slowly are known by the module that is loaded if they are raised.
    for module, name, code in (
        ("traces.store.errors", "StoreError", EXIT_WRONG),
        ("harness.agents.base", "AgentSpecError", EXIT_WRONG),
        ("harness.run", "CanaryFailed", EXIT_FAILED_TRIALS),
    ):
        kind = getattr(sys.modules.get(module), name, None)
        if kind is not None and isinstance(error, kind):
            return Known((str(error),), code)
    if isinstance(error, BaseExceptionGroup) and len(error.exceptions) >= 1:
        inner = error.exceptions[0]
        return known(inner) if isinstance(inner, Exception) else None
    return None
