"""The effects of a trajectory's calls, read in order: a script written earlier is known later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tools_mock.effects.foreign import ForeignTools, default_mapping
from tools_mock.effects.written import WrittenFiles
from tools_mock.tool import Tool
from traces.model import Effect


class EffectReader:
    """Reads the calls of one trajectory, each once and in order.

    Args:
        tools: what the scenario offers, by name.
        mapping: how calls of other tools are read; the project's own where null.
    """

    __slots__ = ("_files", "_mapping", "_offered", "_tools")

    def __init__(self, tools: Mapping[str, Tool], mapping: ForeignTools | None = None) -> None:
        """See the class."""
        self._tools = tools
        self._mapping = mapping or default_mapping()
        self._offered = {name: tool.effects for name, tool in tools.items()}
        self._files = WrittenFiles()

    def read(self, name: str, args: Mapping[str, Any] | None) -> tuple[Effect, ...] | None:
        """What a call would have done; null where nobody knows what its tool does.

        Args:
            name: the tool's.
            args: the parsed arguments. Null, where they did not parse or were not recorded, is
                read as none given, so that what hangs on them is unknown.
        """
        args = args or {}
        tool = self._tools.get(name)
        if tool is None:
            effects = self._mapping.effects(name, args, self._files.texts, offered=self._offered)
        elif tool.effects is None:
            return None
        else:
            effects = tool.effects(args, self._files.texts)
        if effects and any(effect.kind in ("fs.write", "fs.delete") for effect in effects):
            role = (lambda path: self._mapping.role(name, path)) if tool is None else tool.role
            self._files.follow(name, args, effects, role=role)
        return effects
