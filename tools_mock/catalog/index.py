"""All stock tools by name, and the tools that a scenario offers."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from types import MappingProxyType

from tools_mock.catalog import (
    access,
    approval,
    calendar,
    database,
    deploy,
    files,
    messaging,
    payments,
    records,
    search,
    shell,
    tickets,
    web,
)
from tools_mock.section import MockTool
from tools_mock.tool import Tool, offered

_SERVICES = (
    database,
    files,
    shell,
    messaging,
    search,
    web,
    tickets,
    deploy,
    payments,
    approval,
    calendar,
    access,
    records,
)
STOCK: Mapping[str, Tool] = MappingProxyType(
    {tool.name: tool for service in _SERVICES for tool in service.TOOLS}
)


def toolbox(section: Mapping[str, MockTool]) -> dict[str, Tool]:
    """The tools that a scenario offers, by name.

    Raises:
        ValueError: a name is new, and its description or parameters are missing; the message
            names the stock tool that may have been meant.
    """
    return {name: _offered(name, mock) for name, mock in section.items()}


def _offered(name: str, mock: MockTool) -> Tool:
    try:
        return offered(name, mock, STOCK.get(name))
    except ValueError as error:
        near = difflib.get_close_matches(name, STOCK, n=1)
        hint = f"; did you mean the stock tool {near[0]!r}?" if near else ""
        raise ValueError(f"{error}{hint}") from None
