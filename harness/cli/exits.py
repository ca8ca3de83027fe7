"""Exit codes, the same for every command."""

from __future__ import annotations

EXIT_DONE = 0
EXIT_FAILED_GATE = 1
EXIT_WRONG = 2
EXIT_FAILED_TRIALS = 3
