"""The plain part of SQL that the pretend database understands, read into small records.

One table, plain columns and aggregates, conditions of columns and literals. Anything else raises
`NotPlain`, and the database answers as far as it honestly can. Nothing here decides what a call
would have done: that is `tools_mock.effects.sql`.
"""

from __future__ import annotations

from typing import Any

from tools_mock.catalog.sql.text import Item, NotPlain, Query, Token, Write
from tools_mock.catalog.sql.values import (
    COMPARISONS,
    Change,
    Condition,
    compare,
    compared,
    joined,
    like,
    negated,
    reckoned,
)

MOST_NESTED = 40

_AGGREGATES = frozenset({"count", "max", "min", "sum", "avg"})
_AFTER_TABLE = frozenset({"WHERE", "GROUP", "ORDER", "LIMIT", "OFFSET", "SET", "HAVING", ","})
_AFTER_CONDITION = _AFTER_TABLE | {"AND", "OR", ")"}
_LITERALS = frozenset({"TRUE", "FALSE", "NULL"})


class Reader:
    """Reads one statement from left to right.

    Args:
        tokens: of the statement.
    """

    def __init__(self, tokens: list[Token]) -> None:
        """See the class."""
        self._tokens = tokens
        self._place = 0
        self._depth = 0
        self._columns: list[str] = []

    def query(self) -> Query:
        """The statement as a SELECT.

        Raises:
            NotPlain: it is none, or not a plain one.
        """
        self.need("SELECT")
        distinct = self.take("DISTINCT")
        items = [self._item()]
        while self.take(","):
            items.append(self._item())
        table = self._table() if self.take("FROM") else ""
        where = self._any_of() if self.take("WHERE") else None
        group = self._names() if self.take("GROUP", "BY") else ()
        order = self._order() if self.take("ORDER", "BY") else ()
        limit = self._count() if self.take("LIMIT") else None
        offset = self._count() if self.take("OFFSET") else 0
        self.end()
        plain = [item.column for item in items if item.column and item.column != "*"]
        return Query(
            items=tuple(items),
            table=table,
            where=where,
            group=group,
            order=order,
            limit=limit,
            offset=offset,
            distinct=distinct,
            columns=(*plain, *self._columns, *group),
        )

    def write(self) -> Write:
        """The statement as an INSERT, UPDATE or DELETE.

        Raises:
            NotPlain: it is none of them, or not a plain one.
        """
        if self.take("INSERT", "INTO"):
            return self._insert()
        if self.take("UPDATE"):
            table = self._table()
            self.need("SET")
            changes = dict([self._change()])
            while self.take(","):
                changes.update([self._change()])
            where = self._any_of() if self.take("WHERE") else None
            self.end()
            columns = (*changes, *self._columns)
            return Write("UPDATE", table, changes=changes, where=where, columns=columns)
        self.need("DELETE", "FROM")
        table = self._table()
        where = self._any_of() if self.take("WHERE") else None
        self.end()
        return Write("DELETE", table, where=where, columns=tuple(self._columns))

    def take(self, *words: str) -> bool:
        """Whether these words or marks come next; if they do, they are passed."""
        for ahead, word in enumerate(words):
            token = self._peek(ahead)
            if token.kind not in ("word", "mark") or token.text.upper() != word:
                return False
        self._place += len(words)
        return True

    def need(self, *words: str) -> None:
        """Pass these words.

        Raises:
            NotPlain: something else comes next.
        """
        if not self.take(*words):
            raise NotPlain

    def end(self) -> None:
        """Check that nothing is left.

        Raises:
            NotPlain: something is.
        """
        if self._place < len(self._tokens):
            raise NotPlain

    def name(self) -> str:
        """A name, with its schema where it has one.

        Raises:
            NotPlain: something else comes next.
        """
        parts = [self._word()]
        while self.take("."):
            parts.append(self._word())
        return ".".join(parts)

    def rest(self) -> list[Token]:
        """What is left of the statement."""
        return self._tokens[self._place :]

    def _peek(self, ahead: int = 0) -> Token:
        place = self._place + ahead
        return self._tokens[place] if place < len(self._tokens) else Token("end", "")

    def _word(self) -> str:
        token = self._peek()
        if token.kind not in ("word", "name"):
            raise NotPlain
        self._place += 1
        return token.text if token.kind == "name" else token.text.casefold()

    def _column(self) -> str:
        found = self.name().rsplit(".", 1)[-1].casefold()
        if self._peek().text == "(":
            raise NotPlain
        return found

    def _table(self) -> str:
        table = self.name()
        if self._peek().kind == "mark" and self._peek().text in ("(", ","):
            raise NotPlain
        if self.take("AS") or self._peek().text.upper() not in _AFTER_TABLE:
            if self._peek().kind != "end":
                self._word()
        return table

    def _names(self) -> tuple[str, ...]:
        found = [self._column()]
        while self.take(","):
            found.append(self._column())
        return tuple(found)

    def _order(self) -> tuple[tuple[str, bool], ...]:
        found = []
        while True:
            column = self._column()
            found.append((column, self.take("DESC")))
            self.take("ASC")
            if not self.take(","):
                return tuple(found)

    def _count(self) -> int:
        token = self._peek()
        if token.kind != "number" or not token.text.isdecimal() or len(token.text) > 12:
            raise NotPlain
        self._place += 1
        return int(token.text)

    def _item(self) -> Item:
        if self.take("*"):
            return Item("*", column="*")
        token, after = self._peek(), self._peek(1)
        if token.kind == "word" and after.text == "(":
            function = token.text.casefold()
            if function not in _AGGREGATES:
                raise NotPlain
            self._place += 2
            column = "*" if self.take("*") else self._column()
            self.need(")")
            if column != "*":
                self._columns.append(column)
            return Item(self._label(function), column="", function=function, value=column)
        if token.kind in ("string", "number"):
            value = self._literal()
            return Item(self._label("?column?"), value=value)
        column = self._column()
        return Item(self._label(column), column=column)

    def _label(self, default: str) -> str:
        if self.take("AS"):
            return self._word()
        token = self._peek()
        if token.kind == "name" or (
            token.kind == "word" and token.text.upper() not in _AFTER_TABLE | {"FROM"}
        ):
            return self._word()
        return default

    def _literal(self) -> Any:
        sign = -1 if self.take("-") else 1
        token = self._peek()
        self._place += 1
        if token.kind == "number" and len(token.text) < 300:
            value: Any = float(token.text) if "." in token.text else int(token.text)
            return sign * value
        if sign < 0:
            raise NotPlain
        if token.kind == "string":
            if self.take("::"):
                self.name()
            return token.text
        if token.kind == "word" and token.text.upper() in ("TRUE", "FALSE", "NULL"):
            return {"TRUE": True, "FALSE": False, "NULL": None}[token.text.upper()]
        raise NotPlain

    def _any_of(self) -> Condition:
        parts = [self._all_of()]
        while self.take("OR"):
            parts.append(self._all_of())
        return parts[0] if len(parts) == 1 else joined(parts, decides=True)

    def _all_of(self) -> Condition:
        parts = [self._one()]
        while self.take("AND"):
            parts.append(self._one())
        return parts[0] if len(parts) == 1 else joined(parts, decides=False)

    def _one(self) -> Condition:
        self._depth += 1
        if self._depth > MOST_NESTED:
            raise NotPlain
        try:
            if self.take("NOT"):
                return negated(self._one())
            if self.take("("):
                inner = self._any_of()
                self.need(")")
                return inner
            return self._comparison()
        finally:
            self._depth -= 1

    def _comparison(self) -> Condition:
        if self._peek().kind in ("number", "string"):
            left = self._literal()
            self.need("=")
            right = self._literal()
            return lambda row: compare(left, right) == 0
        column = self._column()
        self._columns.append(column)
        if self._peek().kind == "end" or self._peek().text.upper() in _AFTER_CONDITION:
            return compared(column, True, test=COMPARISONS["="])
        if self.take("IS"):
            wanted = not self.take("NOT")
            self.need("NULL")
            return lambda row: (row.get(column) is None) is wanted
        if self.take("NOT"):
            return negated(self._range(column))
        mark = self._peek().text
        if mark in COMPARISONS:
            self._place += 1
            return compared(column, self._literal(), test=COMPARISONS[mark])
        return self._range(column)

    def _range(self, column: str) -> Condition:
        if self.take("IN"):
            self.need("(")
            values = [self._literal()]
            while self.take(","):
                values.append(self._literal())
            self.need(")")
            return lambda row: any(compare(row.get(column), value) == 0 for value in values)
        if self.take("BETWEEN"):
            low = self._literal()
            self.need("AND")
            at_least = compared(column, low, test=COMPARISONS[">="])
            at_most = compared(column, self._literal(), test=COMPARISONS["<="])
            return joined([at_least, at_most], decides=False)
        folds = self.take("ILIKE")
        if not folds:
            self.need("LIKE")
        return like(column, str(self._literal()), folds=folds)

    def _insert(self) -> Write:
        table = self.name()
        names: tuple[str, ...] = ()
        if self.take("("):
            names = self._names()
            self.need(")")
        self.need("VALUES")
        rows = [self._values()]
        while self.take(","):
            rows.append(self._values())
        self.end()
        return Write("INSERT", table, names=names, rows=tuple(rows))

    def _values(self) -> tuple[Any, ...]:
        self.need("(")
        values = []
        while True:
            values.append(self._value())
            if self.take(")"):
                return tuple(values)
            self.need(",")

    def _value(self) -> Any:
        """A literal, or the words of an expression as they stand."""
        start = self._place
        try:
            found = self._literal()
            if self._peek().text in (",", ")"):
                return found
        except NotPlain:
            pass
        self._place = start
        depth = 0
        while (text := self._peek().text) not in (",", ")") or depth:
            if self._peek().kind == "end":
                raise NotPlain
            depth += (text == "(") - (text == ")")
            self._place += 1
        return " ".join(token.text for token in self._tokens[start : self._place])

    def _change(self) -> tuple[str, Change]:
        column = self._column()
        self.need("=")
        if self._peek().kind not in ("word", "name") or self._peek().text.upper() in _LITERALS:
            value = self._literal()
            return column, lambda row: value
        source = self._column()
        self._columns.append(source)
        mark = self._peek().text
        if mark not in ("+", "-", "*", "/"):
            return column, lambda row: row.get(source)
        self._place += 1
        by = self._literal()
        return column, lambda row: reckoned(row.get(source), mark, by)
