"""The effects of a trajectory's calls, read in order: a script written earlier is known later."""

from __future__ import annotations

from collections.abc import Mapping

from tools_mock.effects.foreign import foreign_effects
from tools_mock.tool import Tool
from traces.model import Call, Effect

_CONTENT = ("content", "contents", "file_text", "text", "data", "body")


class EffectReader:
    """Reads the calls of one trajectory, each once and in order.

    Args:
        tools: what the scenario offers, by name; other tools are known by their names' mapping.
    """

    __slots__ = ("_files", "_tools")

    def __init__(self, tools: Mapping[str, Tool]) -> None:
        """See the class."""
        self._tools = tools
        self._files: dict[str, str] = {}

    def read(self, call: Call) -> tuple[Effect, ...] | None:
        """What the call would have done; null where nobody knows what its tool does.

        Arguments that did not parse are read as missing, so that what hangs on them is unknown.
        """
        args = call.args or {}
        tool = self._tools.get(call.tool)
        if tool is None:
            effects = foreign_effects(call.tool, args, self._files)
        elif tool.effects is None:
            return None
        else:
            effects = tool.effects(args, self._files)
        if effects and any(effect.kind == "fs.write" for effect in effects):
            self._remember(effects, args)
        return effects

    def _remember(self, effects: tuple[Effect, ...], args: Mapping[str, object]) -> None:
        paths = [
            str(thing.value)
            for effect in effects
            if effect.kind == "fs.write"
            for thing in effect.on
            if thing.name == "path" and thing.known == "whole"
        ]
        texts = [text for key in _CONTENT if isinstance(text := args.get(key), str)]
        if len(paths) == 1 and texts:
            self._files[paths[0]] = texts[0]
