"""Stores to test with: a file of SQLite, and a PostgreSQL where the environment names one.

`REDFLAGS_TEST_POSTGRES` is the URL of a database that may be emptied.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy

from traces.store.store import Store

POSTGRES = os.environ.get("REDFLAGS_TEST_POSTGRES")
PLACES = ["sqlite", *(["postgres"] if POSTGRES else [])]


def emptied(url: str) -> str:
    url = url.replace("postgresql://", "postgresql+psycopg://")
    engine = sqlalchemy.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text("DROP SCHEMA public CASCADE"))
        connection.execute(sqlalchemy.text("CREATE SCHEMA public"))
    engine.dispose()
    return url


@pytest.fixture(scope="module", params=PLACES)
def shared_store(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Store]:
    """One store for all examples of a property."""
    path = str(tmp_path_factory.mktemp("store") / "redflags.db")
    with Store.open(path if request.param == "sqlite" else emptied(str(POSTGRES))) as store:
        yield store


@pytest.fixture(params=PLACES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    path = str(tmp_path / "redflags.db")
    with Store.open(path if request.param == "sqlite" else emptied(str(POSTGRES))) as store:
        yield store


@pytest.fixture
def unprivileged() -> Iterator[Callable[[], None]]:
    """Gives up the right to write everywhere, which root has, until the test ends."""
    root = os.geteuid() == 0

    def drop() -> None:
        if root:
            os.seteuid(65534)

    yield drop
    if root:
        os.seteuid(0)
