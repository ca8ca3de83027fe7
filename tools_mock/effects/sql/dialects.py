"""How the dialects of SQL differ in their lexical rules, as a table.

One entry per dialect: add one to teach the reader another database. `parser` is the name that
sqlglot gives the dialect.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Client = Literal["psql", "mysql", "sqlite3", "sqlcmd", "sqlplus", ""]


@dataclass(frozen=True, slots=True)
class Dialect:
    """The lexical rules of one dialect.

    `quote` is the quote of identifiers that the parser wants. `text_quotes`: `"` holds text.
    `spaced_dashes`: a comment's `--` needs a space. `q_quotes`: there is `q'[text]'`. `variables`:
    there is `@name`. `select_into`: SELECT … INTO makes a table. `runs_on`: statements need no
    separator. `declares`: DECLARE begins a section of declarations.
    """

    name: str
    parser: str
    client: Client = ""
    quote: str = '"'
    text_quotes: bool = False
    spaced_dashes: bool = False
    q_quotes: bool = False
    backslash: bool = False
    hash_comments: bool = False
    slash_comments: bool = False
    nested_comments: bool = False
    executable_comments: bool = False
    dollar_quotes: bool = False
    brackets: bool = False
    triple_quotes: bool = False
    variables: bool = False
    select_into: bool = False
    runs_on: bool = False
    declares: bool = False


_DIALECTS = (
    Dialect(
        "postgres",
        "postgres",
        client="psql",
        nested_comments=True,
        dollar_quotes=True,
        select_into=True,
    ),
    Dialect(
        "redshift",
        "redshift",
        client="psql",
        nested_comments=True,
        dollar_quotes=True,
        select_into=True,
    ),
    Dialect(
        "mysql",
        "mysql",
        client="mysql",
        quote="`",
        text_quotes=True,
        backslash=True,
        hash_comments=True,
        executable_comments=True,
        spaced_dashes=True,
        variables=True,
    ),
    Dialect("sqlite", "sqlite", client="sqlite3", brackets=True, variables=True),
    Dialect(
        "tsql",
        "tsql",
        client="sqlcmd",
        nested_comments=True,
        brackets=True,
        variables=True,
        select_into=True,
        runs_on=True,
    ),
    Dialect(
        "bigquery",
        "bigquery",
        quote="`",
        text_quotes=True,
        backslash=True,
        hash_comments=True,
        triple_quotes=True,
        variables=True,
    ),
    Dialect(
        "snowflake",
        "snowflake",
        backslash=True,
        slash_comments=True,
        dollar_quotes=True,
        variables=True,
        declares=True,
    ),
    Dialect("duckdb", "duckdb", client="sqlite3", nested_comments=True, dollar_quotes=True),
    Dialect("oracle", "oracle", client="sqlplus", q_quotes=True, declares=True),
)

_OTHER_NAMES = {
    "postgresql": "postgres",
    "pg": "postgres",
    "psql": "postgres",
    "cockroachdb": "postgres",
    "mariadb": "mysql",
    "sqlite3": "sqlite",
    "mssql": "tsql",
    "sqlserver": "tsql",
    "plsql": "oracle",
}

DIALECTS: dict[str, Dialect] = {each.name: each for each in _DIALECTS}
DIALECTS |= {other: DIALECTS[name] for other, name in _OTHER_NAMES.items()}
"""Every name by which a dialect is known."""
