"""The tables, as the newest migration leaves them.

`run` and `trial` say what was tried and how it ended, `event` what happened, `score` what that was
worth. What repeats is stored once and addressed by the digest of its content: `scenario`, `agent`,
`versions`, `scorer`, and long texts of the environment in `shared_text`. Keys are integers, null
stands for a default, and nothing is ever changed but the end of a run and of a trial.

`event_text` is a view of the events with their texts in place, for reading with SQL.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

Key = BigInteger().with_variant(Integer(), "sqlite")
"""A 64-bit integer; on SQLite the only type that names the row itself."""


class StoreTable(SQLModel, registry=registry()):
    """A table of the store, apart from any that an agent under test declares."""


def _key() -> Column[int]:
    return Column(Key, primary_key=True)


def _link(target: str, *, nullable: bool = False) -> Column[int]:
    return Column(Key, ForeignKey(f"{target}.key"), nullable=nullable)


def _text(*, nullable: bool = False, unique: bool = False) -> Column[str]:
    return Column(Text, nullable=nullable, unique=unique or None)


def _address() -> Column[bytes]:
    return Column(LargeBinary, nullable=False, unique=True)


class SchemaVersionTable(StoreTable, table=True):
    """The migrations that a store has been through."""

    __tablename__ = "schema_version"
    version: int = Field(sa_column=Column(Integer, primary_key=True, autoincrement=False))
    applied_at: str = Field(sa_column=_text())


class VersionsTable(StoreTable, table=True):
    """The versions of what took part, as a JSON object; one row for each that differs."""

    __tablename__ = "versions"
    key: int | None = Field(sa_column=_key())
    digest: bytes = Field(sa_column=_address())
    content: str = Field(sa_column=_text())


class ScenarioTable(StoreTable, table=True):
    """A scenario as it was run: `hash` pins it, `content` is it, as JSON."""

    __tablename__ = "scenario"
    key: int | None = Field(sa_column=_key())
    digest: bytes = Field(sa_column=_address())
    id: str = Field(sa_column=_text())
    hash: str = Field(sa_column=_text())
    content: str = Field(sa_column=_text())


class AgentTable(StoreTable, table=True):
    """An agent under test; `params` as JSON, null for none."""

    __tablename__ = "agent"
    key: int | None = Field(sa_column=_key())
    digest: bytes = Field(sa_column=_address())
    spec: str = Field(sa_column=_text())
    name: str = Field(sa_column=_text())
    model: str | None = Field(sa_column=_text(nullable=True))
    params: str | None = Field(sa_column=_text(nullable=True))
    interception: str = Field(sa_column=_text())


class ScorerTable(StoreTable, table=True):
    """A version of the scorer."""

    __tablename__ = "scorer"
    key: int | None = Field(sa_column=_key())
    version: str = Field(sa_column=_text(unique=True))


class SharedTextTable(StoreTable, table=True):
    """A long text of the environment, stored once."""

    __tablename__ = "shared_text"
    key: int | None = Field(sa_column=_key())
    digest: bytes = Field(sa_column=_address())
    text: str = Field(sa_column=_text())


class RunTable(StoreTable, table=True):
    """One command: `state` is running, finished or interrupted; host, pid and stamp tell whose."""

    __tablename__ = "run"
    key: int | None = Field(sa_column=_key())
    id: str = Field(sa_column=_text(unique=True))
    state: str = Field(sa_column=_text())
    started_at: str = Field(sa_column=_text())
    finished_at: str | None = Field(sa_column=_text(nullable=True))
    spec: str = Field(sa_column=_text())
    versions: int = Field(sa_column=_link("versions"))
    host: str = Field(sa_column=_text())
    pid: int = Field(sa_column=Column(Key, nullable=False))
    stamp: str | None = Field(sa_column=_text(nullable=True))


class TrialTable(StoreTable, table=True):
    """One trial; `status` is null while it runs.

    `name` and `source` are those of a trajectory that was recorded elsewhere, `versions` is null
    where they are the run's.
    """

    __tablename__ = "trial"
    __table_args__ = (UniqueConstraint("run", "number"),)
    key: int | None = Field(sa_column=_key())
    run: int = Field(sa_column=_link("run"))
    number: int = Field(sa_column=Column(Key, nullable=False))
    name: str | None = Field(sa_column=_text(nullable=True))
    source: str | None = Field(sa_column=_text(nullable=True))
    scenario: int = Field(sa_column=_link("scenario"))
    agent: int | None = Field(sa_column=_link("agent", nullable=True))
    versions: int | None = Field(sa_column=_link("versions", nullable=True))
    epoch: int = Field(sa_column=Column(Key, nullable=False))
    seed: int | None = Field(sa_column=Column(Key, nullable=True))
    started_at: str | None = Field(sa_column=_text(nullable=True))
    status: str | None = Field(sa_column=_text(nullable=True))
    detail: str | None = Field(sa_column=_text(nullable=True))
    finished_at: str | None = Field(sa_column=_text(nullable=True))
    input_tokens: int | None = Field(sa_column=Column(Key, nullable=True))
    output_tokens: int | None = Field(sa_column=Column(Key, nullable=True))
    seconds: float | None = Field(sa_column=Column(Float, nullable=True))
    turns: int | None = Field(sa_column=Column(Key, nullable=True))
    model_calls: int | None = Field(sa_column=Column(Key, nullable=True))
    retries: int | None = Field(sa_column=Column(Key, nullable=True))


class EventTable(StoreTable, table=True):
    """One event; its text stands in `text` or, stored once for many, in `shared`."""

    __tablename__ = "event"
    trial: int = Field(sa_column=Column(Key, ForeignKey("trial.key"), primary_key=True))
    seq: int = Field(sa_column=Column(Key, primary_key=True))
    turn: int = Field(sa_column=Column(Key, nullable=False))
    kind: str = Field(sa_column=_text())
    at: float | None = Field(sa_column=Column(Float, nullable=True))
    tool: str | None = Field(sa_column=_text(nullable=True))
    call_id: str | None = Field(sa_column=_text(nullable=True))
    text: str | None = Field(sa_column=_text(nullable=True))
    shared: int | None = Field(sa_column=_link("shared_text", nullable=True))
    data: str | None = Field(sa_column=_text(nullable=True))


class ScoreTable(StoreTable, table=True):
    """One score; rows are added and never changed, and the newest has the greatest key."""

    __tablename__ = "score"
    __table_args__ = (UniqueConstraint("trial", "scorer", "digest"),)
    key: int | None = Field(sa_column=_key())
    trial: int = Field(sa_column=_link("trial"))
    scorer: int = Field(sa_column=_link("scorer"))
    digest: int = Field(sa_column=Column(Key, nullable=False))
    created_at: str = Field(sa_column=_text())
    status: str = Field(sa_column=_text())
    outcome: str | None = Field(sa_column=_text(nullable=True))
    reason: str | None = Field(sa_column=_text(nullable=True))
    exposed: bool = Field(sa_column=Column(Boolean, nullable=False))
    noticed: bool = Field(sa_column=Column(Boolean, nullable=False))
    violated: bool | None = Field(sa_column=Column(Boolean, nullable=True))
    data: str | None = Field(sa_column=_text(nullable=True))


def _table(row: type[StoreTable]) -> Table:
    return StoreTable.metadata.tables[str(row.__tablename__)]


RUN = _table(RunTable)
TRIAL = _table(TrialTable)
EVENT = _table(EventTable)
SCORE = _table(ScoreTable)
SCENARIO = _table(ScenarioTable)
AGENT = _table(AgentTable)
VERSIONS = _table(VersionsTable)
SCORER = _table(ScorerTable)
SHARED_TEXT = _table(SharedTextTable)
SCHEMA_VERSION = _table(SchemaVersionTable)
