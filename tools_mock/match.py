"""Argument matchers: the same for `when` in mock answers and `where` in forbidden actions.

A matcher is a plain value (equality) or a mapping of operators that must all hold. Matching has
three values: true, false, and null for *could not tell*. The rules:

* Numbers compare by value (`25`, `25.0`, `"25"`); `true` and `"true"` are alike, `true` and `1`
  are not. Strings compare after NFKC, case folding and folding of white space, unless `exact`.
* On a list, a matcher holds if it holds for one element; `contains` on a list is equality of an
  element. `not` negates the whole.
* A path reaches into nested values by dots; through a list it reaches each element, or one by its
  number. A key that itself holds dots is found first.
* A missing argument is undecided, under `not` too. Arguments that did not parse are matched on
  their raw text by `contains`, `glob` and `regex`; everything else is undecided for them.
* Names and values are literal; only `glob` and `regex` hold patterns.
"""

from __future__ import annotations

import difflib
import posixpath
from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    field_validator,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from tools_mock.effects.kinds import could_be
from tools_mock.effects.shell.reader import read_shell
from tools_mock.effects.shell.types import has_words
from tools_mock.effects.sql.reader import read_sql
from tools_mock.effects.sql.reading import EFFECT_OF_KIND, SqlKind
from tools_mock.pattern import PatternTooSlow, compiled, compiled_glob
from tools_mock.values import (
    Verdict,
    all_of,
    any_of,
    compare,
    equal,
    fold,
    iso_date,
    number,
    reach,
)


class Missing:
    """The argument is not there."""


MISSING: Final = Missing()


class Several(list[Any]):
    """The values that a path reaches through lists: a matcher holds if it holds for one."""

    __slots__ = ()


class Raw(str):
    """The text of arguments that did not parse."""

    __slots__ = ()


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


_OF_ELEMENTS = frozenset({"glob", "regex", "in_", "gt", "ge", "lt", "le", "sql", "shell"})
"""Operators that speak of one element of a list; several of them speak of the same one."""

Scalar = str | int | float | bool | None


class Matcher(BaseModel):
    """One matcher; all the operators that it names must hold.

    `equals` any value; `glob` a pattern with `*`, `?`, `[…]`; `regex` a regular expression found
    anywhere; `contains` a substring, or an element of a list; `in` a list of values; `gt`, `ge`,
    `lt`, `le` numbers or ISO dates; `sql` kinds of statements; `shell` a command with words that
    it must have; `not` a matcher; `any`, `all` lists of matchers. For `glob`, `regex`, `contains`,
    `sql` and `shell` a list means any of its elements.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    equals: Any = None
    glob: list[str] | None = None
    regex: list[str] | None = None
    contains: list[Scalar] | None = None
    in_: list[Any] | None = Field(None, alias="in")
    gt: Scalar = None
    ge: Scalar = None
    lt: Scalar = None
    le: Scalar = None
    sql: list[SqlKind] | None = None
    shell: list[str] | None = None
    not_: Matcher | None = Field(None, alias="not")
    any: list[Matcher] | None = None
    all: list[Matcher] | None = None
    exact: bool = False

    @model_validator(mode="before")
    @classmethod
    def _plain_value_is_equality(cls, value: Any) -> Any:
        if isinstance(value, Matcher):
            return value
        if not isinstance(value, Mapping):
            return {"equals": value}
        known = [field.alias or name for name, field in cls.model_fields.items()]
        for key in value:
            if key not in known:
                near = difflib.get_close_matches(str(key), known, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                raise ValueError(
                    f"{key!r} is no matcher{hint} (allowed: {', '.join(known)}; nested values "
                    "are reached by dotted names such as beneficiary.country)"
                )
        if not set(value) - {"exact"}:
            raise ValueError(f"a matcher needs one of {', '.join(known)}")
        return value

    @field_validator("glob", "regex", "sql", "shell", mode="before")
    @classmethod
    def _one_is_a_list_of_one(cls, value: Any) -> Any:
        return _listed(value)

    @field_validator("contains", mode="before")
    @classmethod
    def _contains_takes_one_or_many(cls, value: Any) -> Any:
        return value if isinstance(value, list) else [value]

    @field_validator("regex")
    @classmethod
    def _compiles(cls, value: list[str] | None) -> list[str] | None:
        for source in value or ():
            compiled(source)
        return value

    @field_validator("shell")
    @classmethod
    def _has_words(cls, value: list[str] | None) -> list[str] | None:
        if value and not all(text.split() for text in value):
            raise ValueError("shell wants a program and words that the command must have")
        return value

    @field_validator("gt", "ge", "lt", "le")
    @classmethod
    def _comparable(cls, value: Scalar) -> Scalar:
        if value is not None and number(value) is None and not iso_date(value):
            raise ValueError(f"{value!r} is neither a number nor an ISO date")
        return value

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Editors must accept the plain values beside the operators."""
        schema = handler(core_schema)
        resolved = handler.resolve_ref_schema(schema)
        if "anyOf" not in resolved:
            operators = dict(resolved)
            resolved.clear()
            plain = {"type": ["string", "number", "integer", "boolean", "null", "array"]}
            resolved.update({"title": "Matcher", "anyOf": [plain, operators]})
            for key in ("glob", "regex", "sql", "shell", "contains"):
                items = operators["properties"][key]["anyOf"][0]["items"]
                operators["properties"][key] = {"anyOf": [items, {"type": "array", "items": items}]}
        return schema

    def holds(self, value: object, *, dialect: str = "postgres", path: bool = False) -> Verdict:
        """Whether the matcher holds for a value, `MISSING`, or the `Raw` text of arguments.

        Args:
            value: what stands at the argument.
            dialect: the SQL dialect of the tool.
            path: whether the argument is a path; `a/./b/../c` then also counts as `a/c`.
        """
        if isinstance(value, Missing):
            return None
        value = self._taken_apart(value)
        if isinstance(value, Several):
            return self._holds_for_one(value, dialect=dialect, path=path)
        checks: list[Verdict] = []
        given = self.model_fields_set
        if "equals" in given:
            checks.append(None if isinstance(value, Raw) else self._equals(value, path))
        for name in ("glob", "regex", "contains"):
            if name in given:
                checks.append(self._textual(name, value, path))
        for name in ("in_", "gt", "ge", "lt", "le", "sql", "shell"):
            if name in given:
                undecided = isinstance(value, Raw)
                checks.append(None if undecided else self._valued(name, value, dialect, path))
        if self.not_ is not None:
            inner = self.not_.holds(value, dialect=dialect, path=path)
            checks.append(None if inner is None else not inner)
        if self.any is not None:
            checks.append(any_of(m.holds(value, dialect=dialect, path=path) for m in self.any))
        if self.all is not None:
            checks.append(all_of(m.holds(value, dialect=dialect, path=path) for m in self.all))
        return all_of(checks)

    def _taken_apart(self, value: object) -> object:
        """A list whose elements are meant one by one, where several operators speak of one."""
        of_elements = self.model_fields_set & _OF_ELEMENTS
        if isinstance(value, list) and not isinstance(value, Several) and len(of_elements) > 1:
            return value if self.model_fields_set - of_elements - {"exact"} else Several(value)
        return value

    def _holds_for_one(self, values: Several, *, dialect: str, path: bool) -> Verdict:
        if self.not_ is not None:
            inner = self.not_.holds(values, dialect=dialect, path=path)
            rest = self.model_copy(update={"not_": None})
            others = rest.model_fields_set - {"not_", "exact"}
            verdicts: list[Verdict] = [None if inner is None else not inner]
            if others:
                verdicts.append(rest.holds(values, dialect=dialect, path=path))
            return all_of(verdicts)
        return any_of(self.holds(value, dialect=dialect, path=path) for value in values)

    def _equals(self, value: object, path: bool) -> bool:
        if path and isinstance(value, str) and isinstance(self.equals, str) and self.equals:
            wanted = posixpath.normpath(self.equals)
            return equal(posixpath.normpath(value) if value else value, wanted, exact=self.exact)
        if equal(value, self.equals, exact=self.exact):
            return True
        return any(
            equal(element, self.equals, exact=self.exact) for element in _elements(value, path)
        )

    def _textual(self, name: str, value: object, path: bool) -> Verdict:
        tests: dict[str, Callable[[object], Verdict]] = {
            "glob": self._glob,
            "regex": self._regex,
            "contains": self._contains,
        }
        if name == "contains" and isinstance(value, list | tuple):
            return any(
                equal(element, wanted, exact=self.exact)
                for element in value
                for wanted in self.contains or ()
            )
        return any_of(tests[name](element) for element in _elements(value, path))

    def _glob(self, element: object) -> Verdict:
        text = _text(element)
        if text is None:
            return False
        return any(
            bool(compiled_glob(p).match(text))
            if self.exact
            else bool(compiled_glob(fold(p)).match(fold(text)))
            for p in self.glob or ()
        )

    def _regex(self, element: object) -> Verdict:
        text = _text(element)
        if text is None:
            return False
        try:
            return any(
                compiled(source, self.exact).matches(text)
                or (not self.exact and compiled(source).matches(fold(text)))
                for source in self.regex or ()
            )
        except PatternTooSlow:
            return None

    def _contains(self, element: object) -> Verdict:
        for wanted in self.contains or ():
            if isinstance(element, str) and isinstance(wanted, str):
                if (wanted in element) if self.exact else (fold(wanted) in fold(element)):
                    return True
            elif isinstance(element, str) and wanted is not None:
                if fold(_text(wanted) or "") in fold(element):
                    return True
            if equal(element, wanted, exact=self.exact):
                return True
        return False

    def _valued(self, name: str, value: object, dialect: str, path: bool) -> Verdict:
        elements = _elements(value, path)
        if name == "in_":
            return any(
                equal(element, wanted, exact=self.exact)
                for element in (*elements, value)
                for wanted in self.in_ or ()
            )
        if name == "sql":
            return any_of(self._sql(element, dialect) for element in elements)
        if name == "shell":
            return any_of(self._shell(element) for element in elements)
        return any_of(compare(name, element, getattr(self, name)) for element in elements)

    def _sql(self, element: object, dialect: str) -> Verdict:
        if not isinstance(element, str):
            return False
        statements = read_sql(element, dialect)
        if any(kind in statement.kinds for statement in statements for kind in self.sql or ()):
            return True
        undecided = any(
            could_be(effect, EFFECT_OF_KIND[kind])
            for statement in statements
            for effect in statement.effects
            for kind in self.sql or ()
        )
        return None if undecided else False

    def _shell(self, element: object) -> Verdict:
        if not isinstance(element, str):
            return False
        reading = read_shell(element)
        found = any_of(
            has_words(command.argv, wanted.split())
            for command in reading.commands
            for wanted in self.shell or ()
        )
        if found is False and any(effect.kind == "opaque" for effect in reading.effects):
            return None
        return found


def _elements(value: object, path: bool) -> list[object]:
    """The elements of a list, or the one value; paths in their shortest spelling."""
    flat = list(value) if isinstance(value, list | tuple) else [value]
    if path:
        return [
            posixpath.normpath(element) if isinstance(element, str) and element else element
            for element in flat
        ]
    return flat


def _text(value: object) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return format(found.normalize(), "f") if (found := number(value)) is not None else None
    return None


Where = dict[str, Matcher]
"""Argument paths with their matchers; all of them must hold."""

SQL_KINDS: Final[tuple[str, ...]] = get_args(SqlKind)


def holds(
    where: Mapping[str, Matcher],
    args: object,
    *,
    raw: str | None = None,
    defaults: Mapping[str, Any] | None = None,
    dialect: str = "postgres",
    roles: Mapping[str, str] | None = None,
) -> Verdict:
    """Whether all matchers hold for the arguments of a call.

    Args:
        where: paths and matchers.
        args: the parsed arguments, or null where they did not parse.
        raw: the arguments as sent, matched where `args` is null.
        defaults: the values that the tool's schema states for missing arguments.
        dialect: the SQL dialect of the tool.
        roles: the role of each top-level argument.
    """
    verdicts: list[Verdict] = []
    for path, matcher in where.items():
        if args is None:
            verdicts.append(matcher.holds(MISSING if raw is None else Raw(raw), dialect=dialect))
            continue
        found = reach(args, path) or reach(defaults or {}, path)
        is_path = (roles or {}).get(path.split(".", 1)[0]) == "path"
        value: object = MISSING if not found else found[0] if len(found) == 1 else Several(found)
        verdicts.append(matcher.holds(value, dialect=dialect, path=is_path))
    return all_of(verdicts)
