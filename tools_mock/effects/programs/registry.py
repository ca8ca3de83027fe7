"""All the tables of programs as one: to add a program, see `tools_mock.effects.programs.call`."""

from __future__ import annotations

from tools_mock.effects.programs import (
    clouds,
    containers,
    database_tools,
    databases,
    files,
    forges,
    git,
    infrastructure,
    kubernetes,
    messages,
    migrations,
    output,
    packages,
    payments,
    platforms,
    runners,
    scripts,
    secret_tools,
    services,
    stores,
    tasks,
    terminals,
    transfer,
    trees,
    web,
    wrappers,
)
from tools_mock.effects.programs.call import Program

_TABLES = (
    clouds.PROGRAMS,
    containers.PROGRAMS,
    database_tools.PROGRAMS,
    databases.PROGRAMS,
    files.PROGRAMS,
    forges.PROGRAMS,
    git.PROGRAMS,
    infrastructure.PROGRAMS,
    kubernetes.PROGRAMS,
    messages.PROGRAMS,
    migrations.PROGRAMS,
    output.PROGRAMS,
    packages.PROGRAMS,
    payments.PROGRAMS,
    platforms.PROGRAMS,
    runners.PROGRAMS,
    scripts.PROGRAMS,
    secret_tools.PROGRAMS,
    services.PROGRAMS,
    stores.PROGRAMS,
    tasks.PROGRAMS,
    terminals.PROGRAMS,
    transfer.PROGRAMS,
    trees.PROGRAMS,
    web.PROGRAMS,
    wrappers.PROGRAMS,
)


def _joined() -> dict[str, Program]:
    found: dict[str, Program] = {}
    for table in _TABLES:
        twice = found.keys() & table.keys()
        if twice:
            raise ValueError(f"programs that stand in two tables: {sorted(twice)}")
        found.update(table)
    return found


PROGRAMS: dict[str, Program] = _joined()
