"""Names for runs and trials: short, readable, sortable by day.

A run is `r-20261130-4f2k`: the day it began in UTC, and four characters by chance. Its trials are
`r-20261130-4f2k/1`, `/2`, … in the order of the plan.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's 32: none that look alike


def new_run_id(now: datetime, entropy: Callable[[int], bytes]) -> str:
    """A run's id.

    Args:
        now: when it begins.
        entropy: gives that many random bytes, such as `secrets.token_bytes`.
    """
    chance = "".join(_LETTERS[byte % 32] for byte in entropy(4))
    return f"r-{now:%Y%m%d}-{chance}"


def trial_id(run: str, number: int) -> str:
    """A trial's public id."""
    return f"{run}/{number}"


def split_trial_id(name: str) -> tuple[str, int] | None:
    """The run and the number in a trial's public id; null where it is none."""
    run, slash, number = name.rpartition("/")
    if not (slash and run and number.isascii() and number.isdigit() and len(number) < 19):
        return None
    return run, int(number)
