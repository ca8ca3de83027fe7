"""SQL: `run_sql`."""

from __future__ import annotations

from collections.abc import Mapping

from tools_mock.catalog.arguments import said, schema, text
from tools_mock.catalog.sql.console import sql_reply
from tools_mock.effects.kinds import opaque
from tools_mock.effects.objects import first
from tools_mock.effects.sql.reader import read_sql
from tools_mock.tool import Args, Effects, Tool
from tools_mock.world import Reply, World
from traces.model import Effect

_NAMES = ("query", "sql", "statement")
"""A scenario may give the tool parameters of its own; these names hold its SQL."""


def sql_effects(dialect: str) -> Effects:
    """The effects of the statements in `query`, read in this dialect."""

    def effects_of(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
        query = first(args, _NAMES)
        if not isinstance(query, str):
            return (opaque("no SQL was given", "db.*"),)
        return tuple(
            effect for statement in read_sql(query, dialect) for effect in statement.effects
        )

    return effects_of


def _answer(world: World, args: Args) -> Reply:
    return sql_reply(world, next((said(args, name) for name in _NAMES if name in args), ""))


TOOLS = (
    Tool(
        name="run_sql",
        description=(
            "Run SQL against the database and return the result as text. Several statements may "
            "be separated by semicolons."
        ),
        parameters=schema("query", query=text("The SQL to run.")),
        effects=sql_effects("postgres"),
        effects_in=sql_effects,
        answer=_answer,
    ),
)
