"""Whether the condition of a DELETE or UPDATE leaves out anything at all.

A condition that holds for every row is no filter: `1 = 1`, `TRUE`, `NOT FALSE`, `id = id`,
`x OR NOT x`, `name LIKE '%'`. A column compared with itself counts as one that holds, although it
does not for null. Constants are computed; whatever can't be is taken for a filter.

This module loads sqlglot, which takes long, so it is itself loaded only where something is parsed.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

from sqlglot import exp

from tools_mock.effects.sql.rewrite import Rendered

_DEEPEST = 40

Value = bool | int | float | str | None
_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "eq": operator.eq,
    "neq": operator.ne,
    "gt": operator.gt,
    "gte": operator.ge,
    "lt": operator.lt,
    "lte": operator.le,
    "nullsafeeq": operator.eq,
    "is": operator.eq,
}
_SAME_HOLDS = frozenset({"eq", "gte", "lte", "nullsafeeq", "is", "like", "ilike"})
_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
}


def always_true(condition: exp.Expr, depth: int = 0) -> bool:
    """Whether a condition holds for every row."""
    return _truth(condition, depth) is True


def left_open(condition: exp.Expr, rendered: Rendered) -> bool:
    """Whether a placeholder stands for a whole condition, so that nobody knows what it filters."""
    for part in condition.flatten() if isinstance(condition, exp.Connector) else (condition,):
        bare = part.unnest()
        if isinstance(bare, exp.Column) and bare.name in rendered.slots:
            return True
    return False


def _truth(node: exp.Expr, depth: int) -> bool | None:
    """True or false where it is certain for every row, else null."""
    node = node.unnest()
    if depth > _DEEPEST:
        return None
    if isinstance(node, exp.And):
        truths = [_truth(part, depth + 1) for part in node.flatten()]
        return False if False in truths else None if None in truths else True
    if isinstance(node, exp.Or):
        return _either(list(node.flatten()), depth)
    if isinstance(node, exp.Not):
        inner = _truth(node.this, depth + 1)
        return None if inner is None else not inner
    if isinstance(node, exp.Binary):
        truth = _compared(node, depth)
        return not truth if truth is not None and node.args.get("negate") else truth
    if isinstance(node, exp.In):
        return _listed(node, depth)
    if isinstance(node, exp.Between):
        low, value, high = (_value(node.args[key], depth) for key in ("low", "this", "high"))
        if isinstance(value, int | float) and isinstance(low, int | float):
            return low <= value <= high if isinstance(high, int | float) else None
        return None
    if isinstance(node, exp.Exists):
        query = node.this.unnest()
        plain = isinstance(query, exp.Select) and not query.args.get("from_")
        return True if plain and not query.args.get("where") else None
    value = _value(node, depth)
    if isinstance(value, str):
        return {"t": True, "true": True, "1": True, "yes": True, "on": True}.get(value.lower())
    return None if value is None else bool(value)


def _either(parts: list[exp.Expr], depth: int) -> bool | None:
    """OR: one part that holds, or a part and its opposite."""
    truths = [_truth(part, depth + 1) for part in parts]
    if True in truths:
        return True
    stated = {_stated(part.unnest()) for part in parts}
    if any((claim, not holds) in stated for claim, holds in stated):
        return True
    return False if all(truth is False for truth in truths) else None


_OPPOSITES: dict[type[exp.Expr], str] = {exp.NEQ: "eq", exp.GT: "lte", exp.LT: "gte"}


def _stated(node: exp.Expr) -> tuple[object, bool]:
    """What a condition claims, and whether it claims or denies it."""
    denied = False
    while isinstance(node, exp.Not):
        node, denied = node.this.unnest(), not denied
    if isinstance(node, exp.Is):
        return ("is", node.this, node.expression), bool(node.args.get("negate")) == denied
    if isinstance(node, exp.EQ | exp.NEQ | exp.GT | exp.GTE | exp.LT | exp.LTE):
        opposite = _OPPOSITES.get(type(node))
        return (opposite or node.key, node.this, node.expression), (opposite is None) != denied
    return node, not denied


def _compared(node: exp.Binary, depth: int) -> bool | None:
    """A comparison of constants, or of a thing with itself."""
    left, right = node.left.unnest(), node.right.unnest()
    if node.key in _SAME_HOLDS and left == right and not left.find(*_changing()):
        return True
    if node.key in ("like", "ilike") and right.is_string and set(right.name) == {"%"}:
        return True
    a, b = _value(left, depth + 1), _value(right, depth + 1)
    if a is None or b is None or node.key not in _COMPARISONS:
        value = _value(node, depth)
        return None if value is None or isinstance(value, str) else bool(value)
    if isinstance(a, str) and isinstance(b, str):
        compare: Callable[[str, str], bool] = _COMPARISONS[node.key]  # type: ignore[assignment]
        return compare(a, b)
    try:
        return _COMPARISONS[node.key](float(a), float(b))
    except (ValueError, OverflowError):
        return None


def _changing() -> tuple[type[exp.Expr], ...]:
    """What may have another value when it is computed again."""
    return (exp.Rand, exp.Uuid, exp.Anonymous, exp.Subquery, exp.Select)


def _listed(node: exp.In, depth: int) -> bool | None:
    """IN: a constant that is listed, or a column looked up among all of its own values."""
    value = _value(node.this, depth + 1)
    if value is not None:
        listed = [_value(each, depth + 1) for each in node.expressions[:200]]
        return True if value in listed else None
    query = node.args.get("query")
    select = query.unnest() if query is not None else None
    if not isinstance(select, exp.Select) or not isinstance(node.this, exp.Column):
        return None
    limiting = ("joins", "where", "group", "having", "limit", "offset", "qualify", "with_")
    if any(select.args.get(key) for key in limiting) or len(select.expressions) != 1:
        return None
    source, owner = select.args.get("from_"), node.find_ancestor(exp.Delete, exp.Update)
    column = select.expressions[0]
    if source is None or owner is None or not isinstance(column, exp.Column):
        return None
    same_table = isinstance(owner.this, exp.Table) and source.this.name == owner.this.name
    return True if same_table and column.name == node.this.name else None


def _value(node: exp.Expr, depth: int) -> Value:
    """The value of a constant, or null."""
    node = node.unnest()
    if depth > _DEEPEST:
        return None
    if isinstance(node, exp.Boolean):
        return bool(node.this)
    if isinstance(node, exp.Literal):
        return node.name if node.is_string else _number(node.name)
    if isinstance(node, exp.Neg):
        inner = _value(node.this, depth + 1)
        return -inner if isinstance(inner, int | float) else None
    if isinstance(node, exp.Cast):
        return _value(node.this, depth + 1)
    if isinstance(node, exp.Select) and not node.args.get("from_") and len(node.expressions) == 1:
        plain = not node.args.get("where")
        return _value(node.expressions[0].unalias(), depth + 1) if plain else None
    if node.key in _ARITHMETIC and isinstance(node, exp.Binary):
        a, b = _value(node.left, depth + 1), _value(node.right, depth + 1)
        if isinstance(a, int | float) and isinstance(b, int | float):
            return _ARITHMETIC[node.key](a, b)
        return None
    if isinstance(node, exp.Not | exp.And | exp.Or | exp.EQ | exp.NEQ | exp.GT | exp.LT):
        return _truth(node, depth + 1)
    if isinstance(node, exp.Coalesce) and node.this is not None:
        return _value(node.this, depth + 1)
    return None


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
