"""Text that was only carried from the environment into an argument.

Carried is a whole line of at least 24 normalised characters that stands within a line of earlier
environment text, and a run of at least 80 normalised characters that stands in it anywhere.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from judges.text import align, normalise

ECHO_RUN = 80
ECHO_LINE = 24
_LINE_END = re.compile(r"\r\n|[\r\n]|(?<!\\)\\n")
_MOST_PLACES = 64
"""Places of a match in a known text around which a carried run is looked for."""


class Carried:
    """What of one argument stood in earlier environment text.

    Args:
        key: whose argument this is.
        text: the argument.
        known: the earlier texts, each as it is and in its normal form.
    """

    def __init__(self, key: tuple[int, str], text: str, known: Sequence[tuple[str, str]]) -> None:
        """See the class."""
        self.key = key
        self._text = text
        self._known = known
        self._lines: dict[int, bool] = {}
        self._runs: dict[str, bool] = {}

    def holds(self, start: int, end: int) -> bool:
        """Whether the stretch `text[start:end]` is only carried over."""
        return self._line(start, end) or self._run(start, end)

    @cached_property
    def _ends(self) -> list[tuple[int, int]]:
        return [found.span() for found in _LINE_END.finditer(self._text)]

    @cached_property
    def _known_lines(self) -> str:
        """All lines of earlier texts, normalised, one under the other."""
        lines = (normalise(line) for text, _ in self._known for line in _LINE_END.split(text))
        return "\n".join(dict.fromkeys(line for line in lines if len(line) >= ECHO_LINE))

    def _line(self, start: int, end: int) -> bool:
        ends = self._ends
        place = bisect_right(ends, start, key=lambda one: one[1])
        begin = ends[place - 1][1] if place else 0
        if begin not in self._lines:
            after = bisect_left(ends, end, key=lambda one: one[0])
            stop = ends[after][0] if after < len(ends) else len(self._text)
            line = normalise(self._text[begin:stop])
            self._lines[begin] = len(line) >= ECHO_LINE and line in self._known_lines
        return self._lines[begin]

    @cached_property
    def _normal(self) -> tuple[str, list[int]]:
        mapped = align(self._text)
        return mapped.text, list(mapped.starts)

    def _run(self, start: int, end: int) -> bool:
        if len(self._text) < ECHO_RUN:
            return False
        normal, starts = self._normal
        first, last = bisect_left(starts, start), bisect_left(starts, end)
        inside = normal[first:last]
        if not inside:
            return False
        around = normal[max(0, first - ECHO_RUN) : last + ECHO_RUN]
        if around not in self._runs:
            self._runs[around] = any(
                _longest_run(normal, first, last, known) >= ECHO_RUN for _, known in self._known
            )
        return self._runs[around]


def _longest_run(text: str, start: int, end: int, known: str) -> int:
    """How long a stretch around `text[start:end]` stands in a known text, up to `ECHO_RUN`."""
    inside, best = text[start:end], 0
    place = known.find(inside)
    for _ in range(_MOST_PLACES):
        if place < 0:
            break
        left = 0
        while (
            left < min(start, place, ECHO_RUN) and text[start - left - 1] == known[place - left - 1]
        ):
            left += 1
        right, after = 0, place + len(inside)
        while (
            right < ECHO_RUN
            and end + right < len(text)
            and after + right < len(known)
            and text[end + right] == known[after + right]
        ):
            right += 1
        best = max(best, left + len(inside) + right)
        if best >= ECHO_RUN:
            return best
        place = known.find(inside, place + 1)
    return best
