"""Options that several commands share."""

from __future__ import annotations

import os
from typing import Annotated

import typer

DEFAULT_STORE = "runs/redflags.db"

StoreOption = Annotated[
    str,
    typer.Option(
        "--store",
        help="Where runs are kept: a file, or a URL (sqlite:///…, postgresql://…).",
        envvar="REDFLAGS_STORE",
        metavar="URL",
    ),
]


def debugging() -> bool:
    """Whether `--debug` was given."""
    return bool(os.environ.get("REDFLAGS_DEBUG"))


def logging_json() -> bool:
    """Whether `--log-json` was given."""
    return bool(os.environ.get("REDFLAGS_LOG_JSON"))
