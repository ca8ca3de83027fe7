"""Work that must not depend on how deep the stack of the caller is."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def with_room(work: Callable[[], Result]) -> Result:
    """The result of the work, which is done again on a stack of its own where this one ends.

    Raises:
        RecursionError: A whole stack is not enough.
    """
    try:
        return work()
    except RecursionError:
        pass
    results: list[Result] = []
    thread = threading.Thread(target=_keep, args=(work, results))
    thread.start()
    thread.join()
    if not results:
        raise RecursionError
    return results[0]


def _keep(work: Callable[[], Result], results: list[Result]) -> None:
    try:
        results.append(work())
    except RecursionError:
        return
