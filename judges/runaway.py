r"""Whether a regular expression can take time that grows exponentially with the text.

A backtracking engine does so where the same stretch of text can be read in two ways that both
lead back to the same place: `(a+)+`, `(\w+\s?)*`, `(a|a)*`, `(.*,)*`. The check looks for that.
It takes the expression apart into its positions (the places that read one character), notes which
may follow which, and how often: a pair that follows for two reasons (the inner and the outer
repeat) is one sign of it, two different chains of positions that read the same text from a
position back to itself are the other.

Look-arounds, conditions and atomic groups are checked by themselves and count as reading nothing
or one character. A repeat that may reach `MANY` counts as endless.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

MANY = 10
"""A repeat that may go this far or further is taken for endless."""
POSITIONS = 400
"""The most positions that are looked at; a longer expression is reported as too large."""
EDGES = 300_000
"""The most steps between pairs of positions that are looked at."""

_PROPERTY = re.compile(r"\\([pP])\{\^?[^}]*\}")
_BAR = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\|", re.S)
"""Bars that divide alternatives. An empty look-ahead behind each keeps the parser from merging
alternatives that begin alike, which is what the check must see."""
_SETS = {
    "CATEGORY_DIGIT": "0٣",
    "CATEGORY_SPACE": " \t\n",
    "CATEGORY_WORD": "aZ0_éяº٣字",
    "CATEGORY_NOT_DIGIT": "aZ_ éя字\t\n-.,:/",
    "CATEGORY_NOT_SPACE": "aZ0_éя字٣-.,:/",
    "CATEGORY_NOT_WORD": " \t\n-.,:/",
}
_ALPHABET = frozenset(map(chr, range(128))) | frozenset("éÉяЯº٣字—\u00a0")


class _TooLarge(Exception):
    """The expression has more positions than are looked at."""


@dataclass
class _Part:
    """A piece of an expression: can it be empty, and which positions begin and end it."""

    empty: bool = True
    first: Counter[int] = field(default_factory=Counter)
    last: Counter[int] = field(default_factory=Counter)


class _Positions:
    """The positions of an expression, the characters that each reads, and what follows each."""

    def __init__(self) -> None:
        self.reads: list[frozenset[str]] = []
        self.follow: list[Counter[int]] = []
        self.twice = False  # a counted repeat of what may be empty: which round read it?

    def one(self, chars: Iterable[str]) -> _Part:
        """A position that reads one of these characters, in either case."""
        if len(self.reads) >= POSITIONS:
            raise _TooLarge
        read = frozenset(chars)
        self.reads.append(read | {c.lower() for c in read} | {c.upper() for c in read})
        self.follow.append(Counter())
        at = len(self.reads) - 1
        return _Part(False, Counter([at]), Counter([at]))

    def sequence(self, parts: Iterable[_Part]) -> _Part:
        """Parts one after the other."""
        whole = _Part()
        for part in parts:
            self._link(whole.last, part.first)
            whole = _Part(
                whole.empty and part.empty,
                whole.first + part.first if whole.empty else whole.first,
                part.last + whole.last if part.empty else part.last,
            )
        return whole

    def choice(self, parts: Iterable[_Part]) -> _Part:
        """One part of several."""
        whole = _Part(False)
        for part in parts:
            whole = _Part(
                whole.empty or part.empty, whole.first + part.first, whole.last + part.last
            )
        return whole

    def endless(self, part: _Part, at_least: int) -> _Part:
        """A part again and again."""
        self._link(part.last, part.first)
        return _Part(part.empty or at_least == 0, part.first, part.last)

    def _link(self, last: Counter[int], first: Counter[int]) -> None:
        for position, times in last.items():
            for after, ways in first.items():
                self.follow[position][after] += times * ways

    def read(self, tree: Any) -> _Part:
        """The part that a parsed expression makes."""
        return self.sequence(self._item(str(op), value) for op, value in tree)

    def _item(self, op: str, value: Any) -> _Part:
        if op == "LITERAL":
            return self.one([chr(value)])
        if op == "NOT_LITERAL":
            return self.one(_ALPHABET - {chr(value)})
        if op == "ANY":
            return self.one(_ALPHABET)
        if op == "IN":
            return self.one(_set(value))
        if op == "BRANCH":
            return self.choice(self.read(branch) for branch in value[1])
        if op == "SUBPATTERN":
            return self.read(value[3])
        if op in ("MAX_REPEAT", "MIN_REPEAT"):
            return self._repeat(*value)
        if op in ("ATOMIC_GROUP", "POSSESSIVE_REPEAT", "GROUPREF"):
            return self.one(_ALPHABET)
        if op == "GROUPREF_EXISTS":
            return self.choice(self.read(b) if b is not None else _Part() for b in value[1:])
        return _Part()  # AT, ASSERT, ASSERT_NOT read nothing

    def _repeat(self, low: int, high: int, body: Any) -> _Part:
        if high >= MANY:
            part = self.read(body)
            self.twice = self.twice or (part.empty and 0 < low)
            return self.endless(part, int(low))
        copies = [self.read(body) for _ in range(int(high))]
        for i, copy in enumerate(copies):
            copies[i] = _Part(copy.empty or i >= int(low), copy.first, copy.last)
        return self.sequence(copies)


def _set(items: Any) -> frozenset[str]:
    chars: set[str] = set()
    negated = False
    for op, value in items:
        name = str(op)
        if name == "NEGATE":
            negated = True
        elif name == "LITERAL":
            chars.add(chr(value))
        elif name == "RANGE":
            low, high = value
            chars.update(c for c in _ALPHABET if low <= ord(c) <= high)
            chars.update((chr(low), chr(high)))
        else:
            chars.update(c for c in _ALPHABET if re.match(_ESCAPES[str(value)], c))
            chars.update(_SETS[str(value)])
    return _ALPHABET - chars if negated else frozenset(chars)


_ESCAPES = {
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_DIGIT": r"\D",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_NOT_WORD": r"\W",
}


def _bodies(tree: Any) -> Iterable[Any]:
    """The bodies of outermost endless repeats, and of what is checked by itself."""
    for op, value in tree:
        name = str(op)
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            if value[1] >= MANY and name != "POSSESSIVE_REPEAT":
                yield [(op, value)]
            else:
                yield from _bodies(value[2])
        elif name == "BRANCH":
            for branch in value[1]:
                yield from _bodies(branch)
        elif name == "SUBPATTERN":
            yield from _bodies(value[3])
        elif name in ("ASSERT", "ASSERT_NOT"):
            yield from _bodies(value[1])
        elif name == "ATOMIC_GROUP":
            yield from _bodies(value)
        elif name == "GROUPREF_EXISTS":
            for branch in value[1:]:
                yield from _bodies(branch or [])


def _ambiguous(positions: _Positions) -> bool:
    """Whether some text leads from a position back to itself in two ways."""
    follow, reads = positions.follow, positions.reads
    if positions.twice or any(
        times > 1 and _reaches(follow, after, start)
        for start, nexts in enumerate(follow)
        for after, times in nexts.items()
    ):
        return True
    forth: dict[tuple[int, int], set[tuple[int, int]]] = {}
    todo = [(at, at) for at in range(len(follow))]
    edges = 0
    while todo:
        pair = todo.pop()
        if pair in forth:
            continue
        forth[pair] = {
            (left, right)
            for left in follow[pair[0]]
            for right in follow[pair[1]]
            if reads[left] & reads[right]
        }
        todo += forth[pair]
        edges += len(follow[pair[0]]) * len(follow[pair[1]])
        if edges > EDGES:
            raise _TooLarge
    return _cycle_apart(forth)


def _cycle_apart(forth: dict[tuple[int, int], set[tuple[int, int]]]) -> bool:
    """Whether a cycle of pairs goes through an equal pair and an unequal one.

    Two pairs lie on one cycle where they are in one strongly connected component (Kosaraju).
    """
    back: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for pair, nexts in forth.items():
        for after in nexts:
            back.setdefault(after, set()).add(pair)
    component: dict[tuple[int, int], int] = {}
    for number, root in enumerate(reversed(_finished(forth))):
        todo = [root]
        while todo:
            pair = todo.pop()
            if pair not in component:
                component[pair] = number
                todo += back.get(pair, ())
    equal = {number for pair, number in component.items() if pair[0] == pair[1]}
    return any(pair[0] != pair[1] and number in equal for pair, number in component.items())


def _finished(forth: dict[tuple[int, int], set[tuple[int, int]]]) -> list[tuple[int, int]]:
    """The pairs in the order in which a search in depth is done with them."""
    order: list[tuple[int, int]] = []
    met: set[tuple[int, int]] = set()
    for root in forth:
        if root in met:
            continue
        met.add(root)
        stack = [(root, iter(forth[root]))]
        while stack:
            pair, nexts = stack[-1]
            for after in nexts:
                if after not in met:
                    met.add(after)
                    stack.append((after, iter(forth[after])))
                    break
            else:
                order.append(pair)
                stack.pop()
    return order


def _reaches(follow: list[Counter[int]], start: int, goal: int) -> bool:
    todo, met = [start], {start}
    while todo:
        at = todo.pop()
        if at == goal:
            return True
        todo += [after for after in follow[at] if after not in met]
        met.update(follow[at])
    return False


def runaway(source: str) -> str | None:
    r"""Why a pattern can take exponential time, or could not be checked; null where it can't.

    Properties (`\p{…}`) are taken for word characters. A pattern that does not compile is for
    `compile_pattern` to report and gives null here.
    """
    plain = _BAR.sub(
        lambda m: m.group() + "(?=)" if m.group() == "|" else m.group(),
        _PROPERTY.sub(lambda m: r"\w" if m.group(1) == "p" else r"\W", source),
    )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = re._parser.parse(plain)  # type: ignore[attr-defined]
    except (re.error, RecursionError, OverflowError) as error:
        return f"can't be checked for run-away repeats ({error}); write it without that construct"
    try:
        for body in _bodies(tree):
            positions = _Positions()
            positions.read(body)
            if _ambiguous(positions):
                return (
                    "has a repeat whose body can read the same text in two ways, so a text that "
                    "almost matches takes exponential time; make the parts of the repeat exclusive"
                )
    except (_TooLarge, RecursionError):
        return "is too large to be checked for run-away repeats; split it into several patterns"
    return None
