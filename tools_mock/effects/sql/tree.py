"""What a query or a change of rows does, read from its syntax tree.

A table that is changed by a statement is not also read by it, unless it stands in it twice. The
names of CTEs are no tables; a change of a CTE or of a subquery changes the tables below it.
DELETE and UPDATE count as unfiltered without WHERE, with one that always holds, and not where an
inner join with a condition picks the rows. LIMIT does not pick them.

This module loads sqlglot, which takes long, so it is itself loaded only where something is parsed.
"""

from __future__ import annotations

from typing import Any

from sqlglot import exp

from tools_mock.effects.kinds import Kind, opaque
from tools_mock.effects.sql.dialects import Dialect
from tools_mock.effects.sql.files import path
from tools_mock.effects.sql.filter import always_true, left_open
from tools_mock.effects.sql.lexer import Token, value_of
from tools_mock.effects.sql.reading import Name, Reading, SqlKind, effect, name_of, unknown
from tools_mock.effects.sql.rewrite import Rendered
from traces.model import Effect, Thing

_FILE_ENDS = (".csv", ".parquet", ".json", ".tsv", ".ndjson", ".gz", ".xlsx", ".zst", ".txt")


class _Tree:
    """One pass over a tree; `kinds` and `effects` are its result."""

    def __init__(
        self, root: exp.Expr, rendered: Rendered, dialect: Dialect, *, variables: bool
    ) -> None:
        self.root = root
        self.rendered = rendered
        self.dialect = dialect
        self.variables = variables
        self.kinds: set[SqlKind] = set()
        self.effects: list[Effect] = []
        self.targets: set[int] = set()

    def run(self) -> Reading:
        """Read the changes first, then the tables that are left."""
        if isinstance(self.root, _QUERIES):
            self.kinds.add("select")
        tables: list[exp.Table] = []
        for node in self.root.walk():
            if isinstance(node, exp.Table):
                tables.append(node)
            elif isinstance(node, exp.Insert) and not isinstance(node.parent, exp.When):
                self.insert(node)
            elif isinstance(node, exp.Update) and not isinstance(node.parent, exp.When):
                self.update(node)
            elif isinstance(node, exp.Delete):
                self.delete(node)
            elif isinstance(node, exp.Merge):
                self.merge(node)
            elif isinstance(node, exp.Into):
                self.into(node)
            elif isinstance(node, exp.Returning) and node.args.get("into"):
                self.output(node)
        for table in tables:
            if id(table) not in self.targets and self.is_table(table):
                self.read(table)
        return Reading(frozenset(self.kinds), tuple(dict.fromkeys(self.effects)))

    def read(self, table: exp.Table) -> None:
        """A table, or a file or stage in its place, that is read."""
        if isinstance(table.this, exp.Func | exp.TableFromRows) or table.args.get("rows_from"):
            return
        name = self.name(table)
        value = name.value
        quoted = isinstance(table.this, exp.Identifier) and table.this.args.get("quoted")
        staged = isinstance(table.this, exp.Var) or value.startswith("@")
        is_file = self.dialect.name == "duckdb" and quoted and value.lower().endswith(_FILE_ENDS)
        if is_file or (staged and self.dialect.name == "snowflake"):
            self.effects.append(effect("fs.read", path(value)))
        else:
            self.effects.append(effect("db.read", name.thing()))

    def name(self, table: Any) -> Name:
        """The name of a table."""
        parts: list[tuple[str, bool]] = []
        for part in table.parts if isinstance(table, exp.Table) else [table]:
            if isinstance(part, exp.DynamicIdentifier):
                literal = part.this
                known = isinstance(literal, exp.Literal)
                parts.append((literal.name if known else literal.sql()[:80], not known))
                continue
            text = part.name
            slot = self.rendered.slots.get(text)
            if slot is not None:
                parts.append(self.filled(slot))
            elif isinstance(part, exp.Identifier | exp.Var):
                hash_sign = "#" if part.args.get("temporary") else ""
                parts.append((("##" if part.args.get("global_") else hash_sign) + text, False))
            else:
                parts.append((text, True))
        name = name_of(parts or [("", True)])
        return Name(name.parts, "pattern") if name.value.endswith("*") else name

    def filled(self, slot: Token) -> tuple[str, bool]:
        """What a placeholder is called, and whether it stands for an unknown name."""
        own = slot.kind == "variable" and self.dialect.name in ("tsql", "snowflake")
        return value_of(slot, self.dialect), not own and slot.kind != "name"

    def is_table(self, table: exp.Table) -> bool:
        """Whether a name in a tree stands for a table, not for a CTE, a lock or an index."""
        if isinstance(table.parent, exp.Lock) or table.arg_key in ("indexed", "format", "hints"):
            return False
        return self.cte(table) is None

    def cte(self, table: exp.Table) -> exp.CTE | None:
        """The CTE that a name stands for."""
        name = table.name.lower()
        if not name or table.args.get("db"):
            return None
        came: exp.Expr | None = None
        node: exp.Expr | None = table
        while node is not None:
            with_ = node if isinstance(node, exp.With) else node.args.get("with_")
            if isinstance(with_, exp.With) and came is not with_:
                inside = isinstance(node, exp.With)
                for each in with_.expressions:
                    if inside and each is came and not with_.args.get("recursive"):
                        break
                    if each.alias.lower() == name:
                        return each if isinstance(each, exp.CTE) else None
            came, node = node, node.parent
        return None

    def changed(self, target: Any, owner: exp.Expr) -> list[Thing]:
        """The tables that a change of a name, a CTE or a subquery changes."""
        if isinstance(target, exp.Schema):
            target = target.this
        if isinstance(target, exp.Table) and not isinstance(target.this, exp.Func):
            self.targets.add(id(target))
            real = self.aliased(target, owner)
            self.targets.add(id(real))
            cte = self.cte(real)
            return self.below(cte) if cte is not None else [self.name(real).thing()]
        if isinstance(target, exp.Subquery):
            return self.below(target)
        return [unknown("table")]

    def aliased(self, target: exp.Table, owner: exp.Expr) -> exp.Table:
        """The table whose alias a target is (`DELETE o FROM orders o`)."""
        if target.args.get("db"):
            return target
        for source in self.sources(owner):
            if isinstance(source, exp.Table) and source is not target:
                if source.alias and source.alias.lower() == target.name.lower():
                    return source
        for source in self.sources(owner):
            if isinstance(source, exp.Table) and source is not target and not source.alias:
                if source.name.lower() == target.name.lower():
                    return source
        return target

    def sources(self, owner: exp.Expr) -> list[exp.Expr]:
        """What stands in the FROM or USING of a change, with its joins."""
        using = owner.args.get("using") or []
        first = [owner.this, *(using if isinstance(using, list) else [using])]
        from_ = owner.args.get("from_")
        first += [from_.this] if isinstance(from_, exp.From) else []
        found: list[exp.Expr] = []
        for source in first:
            if isinstance(source, exp.Expr):
                found.append(source)
                found += [join.this for join in source.args.get("joins") or []]
        return found

    def below(self, node: exp.Expr) -> list[Thing]:
        """The tables in a query that is changed in place of its tables."""
        things: list[Thing] = []
        for table in node.find_all(exp.Table):
            if self.is_table(table):
                self.targets.add(id(table))
                things.append(self.name(table).thing())
        return things or [unknown("table")]

    def add(self, kind: Kind, things: list[Thing]) -> None:
        """One effect for each table."""
        self.effects += [effect(kind, each) for each in things]

    def insert(self, node: exp.Insert) -> None:
        """INSERT, with ON CONFLICT and OVERWRITE."""
        self.kinds.add("insert")
        things = self.changed(node.this, node)
        self.add("db.write", things)
        conflict = node.args.get("conflict")
        updates = isinstance(conflict, exp.OnConflict) and bool(conflict.expressions)
        if updates or str(node.args.get("alternative") or "").upper() == "REPLACE":
            self.kinds.add("update")
        if node.args.get("overwrite"):
            self.add("db.delete", things)

    def delete(self, node: exp.Delete) -> None:
        """DELETE of one or several tables."""
        self.kinds.add("delete")
        listed = node.args.get("tables") or []
        if not listed:
            joins = node.this.args.get("joins") or [] if isinstance(node.this, exp.Table) else []
            several = bool(joins) and bool(node.args.get("using"))
            listed = [node.this, *(join.this for join in joins if several)]
        for target in listed:
            self.add("db.delete", self.changed(target, node))
        self.filter(node, "delete without where", "db.delete")

    def update(self, node: exp.Update) -> None:
        """UPDATE; with several tables, those whose columns are set."""
        self.kinds.add("update")
        joins = node.this.args.get("joins") or [] if isinstance(node.this, exp.Table) else []
        if not joins:
            self.add("db.write", self.changed(node.this, node))
        else:
            listed = [node.this, *(join.this for join in joins)]
            for assignment in node.expressions:
                column = assignment.this
                owner = column.text("table").lower() if isinstance(column, exp.Column) else ""
                known = [each for each in listed if each.alias_or_name.lower() == owner]
                if known:
                    self.add("db.write", self.changed(known[0], node))
                else:
                    self.effects.append(effect("db.write", unknown("table")))
        self.filter(node, "update without where", "db.write")

    def filter(self, node: exp.Expr, kind: SqlKind, could: Kind) -> None:
        """Whether the rows are picked at all."""
        where = node.args.get("where")
        if isinstance(where, exp.Where):
            if always_true(where.this) and not self.picks(node):
                self.kinds.add(kind)
            elif left_open(where.this, self.rendered):
                self.effects.append(opaque("a condition that is filled in later", could))
        elif not self.picks(node):
            self.kinds.add(kind)

    def picks(self, node: exp.Expr) -> bool:
        """Whether an inner join picks the rows."""
        for source in self.sources(node):
            for join in source.args.get("joins") or []:
                on = join.args.get("on")
                filters = bool(join.args.get("using")) or join.args.get("method") == "NATURAL"
                filters = filters or (isinstance(on, exp.Expr) and not always_true(on))
                if filters and not join.args.get("side"):
                    return True
        return False

    def merge(self, node: exp.Merge) -> None:
        """MERGE, with what its branches do."""
        self.kinds.add("merge")
        things = self.changed(node.this, node)
        writes = deletes = False
        for when in node.find_all(exp.When):
            then = when.args.get("then")
            if isinstance(then, exp.Update):
                self.kinds.add("update")
                writes = True
            elif isinstance(then, exp.Insert):
                self.kinds.add("insert")
                writes = True
            elif then is not None and then.name.upper() == "DELETE":
                self.kinds.add("delete")
                deletes = True
        if writes:
            self.add("db.write", things)
        if deletes:
            self.add("db.delete", things)

    def into(self, node: exp.Into) -> None:
        """SELECT … INTO makes a table and fills it."""
        if isinstance(node.this, type(None)):
            return
        self.targets.add(id(node.this))
        if self.variables:
            return
        self.kinds.add("create")
        target = self.name(node.this).thing()
        self.effects += [effect("db.schema_change", target), effect("db.write", target)]

    def output(self, node: exp.Returning) -> None:
        """OUTPUT … INTO fills another table."""
        target = node.args["into"]
        if isinstance(target, exp.Placeholder) or self.variables:
            return
        if isinstance(target, exp.Table):
            self.targets.add(id(target))
        self.effects.append(effect("db.write", self.name(target).thing()))


_QUERIES = (exp.Query, exp.Values, exp.Pivot)
_CHANGES = (exp.Insert, exp.Update, exp.Delete, exp.Merge, exp.MultitableInserts)


def is_statement(root: exp.Expr) -> bool:
    """Whether a tree is a query or a change of rows, and not some expression."""
    return isinstance(root, _QUERIES + _CHANGES)


def read_tree(root: exp.Expr, rendered: Rendered, dialect: Dialect, *, variables: bool) -> Reading:
    """The reading of a parsed statement. `variables`: INTO names variables, not a table."""
    return _Tree(root, rendered, dialect, variables=variables).run()
