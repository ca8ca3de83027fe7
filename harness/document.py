"""A YAML or JSON file as people write it: YAML 1.2 scalars, no duplicate keys, lines in errors.

`on`, `no`, `yes`, `10:30` and `2026-01-02` are text; only `true` and `false` are booleans.
A file is refused, in one sentence, where it is too large, too deep, or where aliases would blow
it up. Nothing is read from anywhere but the file itself.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

MAX_BYTES = 1_000_000
MAX_VALUES = 100_000
MAX_DEPTH = 60

_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
Model = TypeVar("Model", bound=BaseModel)


class DocumentError(Exception):
    """A file can't be used: `file:line: what is wrong and what is allowed`."""

    def __init__(self, path: Path | str, line: int | None, what: str) -> None:
        """See the class."""
        super().__init__(f"{path}:{line}: {what}" if line else f"{path}: {what}")
        self.path = str(path)
        self.line = line
        self.what = what


class DocumentErrors(Exception):
    """All that is wrong with the files that were read, a sentence each."""

    def __init__(self, errors: Sequence[DocumentError]) -> None:
        """See the class."""
        super().__init__("\n".join(map(str, errors)))
        self.errors = tuple(errors)


class _Loader(_Base):  # type: ignore[misc]
    """SafeLoader with the scalars of YAML 1.2's core schema, refusing duplicate keys."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: dict[Any, int] = {}
        result: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            key = self.construct_object(key_node, deep=True)
            line = key_node.start_mark.line + 1
            if not isinstance(key, Hashable):
                raise _Refused(line, "a key must be a plain word")
            if not isinstance(key, str):
                key = str(key_node.value)
            if key in seen:
                raise _Refused(line, f"the key {key!r} stands twice (first in line {seen[key]})")
            seen[key] = line
            result[key] = self.construct_object(value_node, deep=True)
        return result


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Any, Any]:
    return loader.construct_mapping(node, deep=True)


def _sequence(loader: _Loader, node: yaml.SequenceNode) -> list[Any]:
    return [loader.construct_object(child, deep=True) for child in node.value]


def _integer(loader: _Loader, node: yaml.ScalarNode) -> int:
    text = str(node.value)
    sign, digits = (-1, text[1:]) if text[0] == "-" else (1, text.lstrip("+"))
    if len(digits) > 400:
        raise _Refused(node.start_mark.line + 1, "a number of more than 400 digits")
    base = 8 if digits[:2] == "0o" else 16 if digits[:2] == "0x" else 10
    return sign * int(digits[2:] if base != 10 else digits, base)


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)
_Loader.add_constructor("tag:yaml.org,2002:seq", _sequence)
_Loader.add_constructor("tag:yaml.org,2002:int", _integer)
for _tag, _form, _starts in (
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("int", r"^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$", "-+0123456789"),
    (
        "float",
        r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$",
        "-+0123456789.",
    ),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(_form), list(_starts))


_WORDS = (
    ("Input should be a valid tuple", "must be a list"),
    ("Input should be a valid list", "must be a list"),
    ("Input should be a valid dictionary", "must be a mapping"),
    ("Input should be a valid string", "must be text"),
    ("Input should be a valid boolean", "must be true or false"),
    ("Input should be a valid integer", "must be a whole number"),
    ("Input should be", "must be"),
)
"""How pydantic says it, and how a writer of YAML would."""


class _Refused(Exception):
    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line = line
        self.what = what


@dataclass(frozen=True)
class Document:
    """A file that was read: its data, and where in the file each value stands."""

    path: Path
    text: str
    data: Any

    def line(self, place: Sequence[str | int]) -> int:
        """The line, from 1, of the value at a place, or of the nearest that is there."""
        node = self._root
        line = 1 if node is None else node.start_mark.line + 1
        for step in place:
            found = _step(node, step)
            if found is None:
                continue
            line, node = found
        return line

    @cached_property
    def _root(self) -> yaml.Node | None:
        return yaml.compose(self.text, _Loader)

    def cut_values(self) -> Iterator[tuple[int, str]]:
        """Lines of unquoted values behind which a word begins with `#`, and that word.

        YAML takes it for a comment; a writer who meant a channel or a ticket loses it silently.
        """
        lines = self.text.splitlines()
        stack = [self._root] if self._root is not None else []
        while stack:
            node = stack.pop()
            if isinstance(node, yaml.MappingNode):
                stack += [child for pair in node.value for child in pair]
            elif isinstance(node, yaml.SequenceNode):
                stack += node.value
            elif isinstance(node, yaml.ScalarNode) and not node.style and node.end_mark:
                line, column = node.end_mark.line, node.end_mark.column
                rest = lines[line][column:] if line < len(lines) else ""
                if found := re.match(r"\s+(#\w\S*)", rest):
                    yield line + 1, found[1]

    def error(self, place: Sequence[str | int], what: str) -> DocumentError:
        """An error about the value at a place."""
        return DocumentError(self.path, self.line(place), what)

    def read(self, model: type[Model]) -> Model:
        """The document as a model.

        Raises:
            DocumentErrors: with a sentence for each thing that is wrong.
        """
        if not isinstance(self.data, Mapping):
            raise DocumentErrors([self.error((), "the file must hold a mapping (`key: value`)")])
        try:
            return model.model_validate(self.data)
        except ValidationError as error:
            found = sorted(self._sentences(error), key=lambda one: one.line or 0)
            raise DocumentErrors(found) from None

    def _place(self, loc: Sequence[str | int], *, missing: bool) -> list[str | int]:
        """The keys of a place that pydantic names; it also names members of unions, which are none.

        The last step of a missing value is in no file and kept.
        """
        place: list[str | int] = []
        value = self.data
        for number, step in enumerate(loc):
            if isinstance(value, Mapping) and step in value:
                value = value[step]
            elif isinstance(value, list) and isinstance(step, int) and step < len(value):
                value = value[step]
            elif not (missing and number == len(loc) - 1):
                continue
            place.append(step)
        return place

    def _sentences(self, error: ValidationError) -> Iterator[DocumentError]:
        told: set[tuple[int, str]] = set()
        for one in error.errors(include_url=False):
            place = self._place(one["loc"], missing=one["type"] == "missing")
            at = (one.get("ctx") or {}).get("at")
            name = ".".join(str(step) for step in place)
            message = one["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
            for words, ours in _WORDS:
                message = message.replace(words, ours)
            if one["type"] == "missing":
                name, message = ".".join(map(str, place[:-1])), f"{place[-1]!r} is missing"
            sentence = f"{name}: {message}" if name else message
            line = self.line([*place, at] if at is not None else place)
            if (line, sentence) not in told:
                told.add((line, sentence))
                yield DocumentError(self.path, line, sentence)


def _step(node: yaml.Node | None, step: str | int) -> tuple[int, yaml.Node] | None:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == str(step):
                return key.start_mark.line + 1, value
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        child = node.value[step]
        return child.start_mark.line + 1, child
    return None


def load(path: Path | str) -> Document:
    """Read a file.

    Raises:
        DocumentError: it is not there, too large, not UTF-8, not YAML, or blown up by aliases.
    """
    path = Path(path)
    try:
        size = path.stat().st_size
        if path.is_dir():
            raise DocumentError(path, None, "is a folder, not a file")
        if not path.is_file():
            raise DocumentError(path, None, "is not a regular file")
        if size > MAX_BYTES:
            raise DocumentError(
                path, None, f"is {size:,} bytes long; a file may have {MAX_BYTES:,}"
            )
        raw = path.read_bytes()
    except OSError as error:
        raise DocumentError(path, None, f"can't be read: {error.strerror}") from None
    return parse(raw, path)


def parse(raw: bytes | str, path: Path | str) -> Document:
    """Read the content of a file; `path` is for the errors.

    Raises:
        DocumentError: see `load`.
    """
    path = Path(path)
    try:
        text = raw if isinstance(raw, str) else raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1 if isinstance(raw, bytes) else None
        raise DocumentError(path, line, "is not UTF-8 text") from None
    try:
        _check_depth(text, path)
        data = yaml.load(text, _Loader)
    except _Refused as refused:
        raise DocumentError(path, refused.line, refused.what) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise DocumentError(
            path, mark.line + 1 if mark else None, f"is not valid YAML: {error.problem}"
        ) from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        what = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise DocumentError(path, None, f"is not valid YAML: {' '.join(what.split())}") from None
    except (KeyError, TypeError, IndexError, AttributeError):
        what = "a tag such as !!bool stands before a value that does not fit it"
        raise DocumentError(path, None, f"is not valid YAML: {what}") from None
    foreign = _foreign_value(data)
    if foreign is not None:
        raise DocumentError(
            path,
            None,
            f"holds a value of the type {type(foreign).__name__} (allowed: text, numbers, "
            "true and false, lists and mappings)",
        )
    if _is_blown_up(data):
        raise DocumentError(
            path,
            None,
            f"its aliases expand to more than {MAX_VALUES:,} values; write them out",
        )
    return Document(path=path, text=text, data=data)


def _check_depth(text: str, path: Path) -> None:
    """Refuse text that nests deeply, before a recursive parser meets it."""
    depth = 0
    for token in yaml.parse(text, _Loader) if _may_nest(text) else ():
        if isinstance(token, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                line = token.start_mark.line + 1 if token.start_mark else None
                raise DocumentError(path, line, f"is nested more than {MAX_DEPTH} levels deep")
        elif isinstance(token, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            depth -= 1


_NESTING_LINE = re.compile(rf"^(?:\s*[-?:]\s){{15}}|^\s{{{2 * MAX_DEPTH}}}", re.MULTILINE)


def _may_nest(text: str) -> bool:
    return text.count("[") + text.count("{") > MAX_DEPTH or bool(_NESTING_LINE.search(text))


_PLAIN = (str, int, float, bool, type(None), list, dict)


def _foreign_value(data: Any) -> Any:
    """A value that plain YAML does not have, made by an explicit tag; null where there is none."""
    stack, left = [data], MAX_VALUES
    while stack and left:
        value = stack.pop()
        left -= 1
        if not isinstance(value, _PLAIN):
            return value
        if isinstance(value, dict):
            stack.extend(value.values())
        elif isinstance(value, list):
            stack.extend(value)
    return None


def _is_blown_up(data: Any) -> bool:
    left = MAX_VALUES
    stack = [data]
    while stack:
        value = stack.pop()
        left -= 1
        if left < 0:
            return True
        if isinstance(value, Mapping):
            stack.extend(value.values())
        elif isinstance(value, list):
            stack.extend(value)
    return False
