"""The objects of an effect, read from the arguments of a call.

An argument that is missing, empty or of a kind that names nothing gives one thing of which nothing
is known, so that a rule about it is undecided and never clean.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from traces.model import Effect, Thing

MOST_OBJECTS = 1000
"""Objects of one argument that are named one by one; what is beyond them is one unknown thing."""


def things(name: str, value: object, *, recursive: bool = False) -> tuple[Thing, ...]:
    """What an argument's value names: one thing, or one for each element of a list.

    Args:
        name: what the things are called in rules (`path`, `to`, `amount`).
        value: the argument as parsed, null where it is missing.
        recursive: whether the effect reaches everything below a path.
    """
    found = [
        Thing(name=name, value=scalar, recursive=recursive)
        for scalar in islice(_scalars(name, value), MOST_OBJECTS + 1)
    ]
    if not found:
        return (unknown(name),)
    if len(found) > MOST_OBJECTS:
        return (*found[:MOST_OBJECTS], unknown(name))
    return tuple(found)


def addresses(recipients: object) -> list[object]:
    """The single recipients; `a@x, b@y` in one text are two."""
    found: list[object] = []
    for one in recipients if isinstance(recipients, list | tuple) else (recipients,):
        if isinstance(one, str) and one.count("@") > 1:
            pieces = (piece.strip() for piece in one.replace(";", ",").split(","))
            found.extend(piece for piece in pieces if piece)
        elif one is not None:
            found.append(one)
    return found


def unknown(name: str) -> Thing:
    """A thing of which nothing is known."""
    return Thing(name=name, value="", known="unknown")


def first(args: Mapping[str, object], names: Iterable[str]) -> object:
    """The first of these arguments that the call gives; null where it gives none."""
    return next((args[name] for name in names if args.get(name) is not None), None)


def effect(kind: str, *objects: tuple[Thing, ...], why: str = "") -> Effect:
    """An effect on these objects."""
    return Effect(kind=kind, on=tuple(thing for some in objects for thing in some), why=why)


def _scalars(name: str, value: object) -> Iterator[str | float]:
    stack = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, list | tuple):
            stack.extend(reversed(one))
        elif isinstance(one, str):
            if one:
                yield one
        elif isinstance(one, bool):
            yield "true" if one else "false"
        elif isinstance(one, int):
            yield float(one) if name == "amount" and abs(one) < 2**53 else spelled(one)
        elif isinstance(one, float) and math.isfinite(one):
            yield one


def spelled(value: int) -> str:
    """An integer in digits; beyond 3,000 of them in the hexadecimal system."""
    # Python refuses to spell integers of more than 4,300 digits in the decimal system.
    return str(value) if value.bit_length() < 10_000 else hex(value)
