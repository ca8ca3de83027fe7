"""The log: structlog on stderr, lines for people or JSON lines."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog


def configure(*, json_lines: bool = False, debug: bool = False, quiet: bool = False) -> None:
    """Set the log up for this process.

    Args:
        json_lines: a JSON object a line instead of text.
        debug: also what is only of use when something goes wrong.
        quiet: warnings alone; what a progress bar shows is not said twice.
    """
    level = logging.DEBUG if debug else logging.WARNING if quiet else logging.INFO
    renderer: Any = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if json_lines
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )
