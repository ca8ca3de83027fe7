"""What the world answers to a call: the scenario's own answer first, else the stock one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tools_mock.match import holds
from tools_mock.section import MockTool, Response
from tools_mock.tool import Args, Tool
from tools_mock.values import all_of
from tools_mock.world import Reply, World
from traces.jsontext import dumps


class Answers:
    """The answers of one trial; it counts how often each response was given."""

    __slots__ = ("_given", "world")

    def __init__(self, world: World) -> None:
        """Answers out of this world."""
        self.world = world
        self._given: dict[tuple[str, int], int] = {}

    def answer(self, tool: Tool, args: Args) -> Reply:
        """The answer to a call whose arguments fit the tool's schema.

        In order: the first of `responses` whose `when` certainly holds and whose `times` are not
        used up; the tool's `error` or `returns`; the stock answer; the text "ok".
        """
        mock = tool.mock
        for index, response in enumerate(mock.responses):
            used = self._given.get((tool.name, index), 0)
            if response.times is not None and used >= response.times:
                continue
            if self._applies(tool, response, args):
                self._given[tool.name, index] = used + 1
                for path, value in response.set.items():
                    self.world.put(path.removeprefix("state."), value)
                return _scripted(response)
        if mock.error is not None or "returns" in mock.model_fields_set:
            return _scripted(mock)
        return Reply("ok") if tool.answer is None else tool.answer(self.world, args)

    def _applies(self, tool: Tool, response: Response, args: Args) -> bool:
        if not response.when:
            return True
        on_state = {k: m for k, m in response.when.items() if k.startswith("state.")}
        on_args = {k: m for k, m in response.when.items() if k not in on_state}
        verdicts = []
        for path, matcher in on_state.items():
            found = self.world.get(path.removeprefix("state."))
            verdicts.append(matcher.holds(found[0] if len(found) == 1 else found or None))
        verdicts.append(
            holds(
                on_args,
                args,
                defaults=tool.defaults(),
                dialect=tool.dialect,
                roles=tool.roles(),
            )
        )
        return all_of(verdicts) is True


def _scripted(answer: Response | MockTool) -> Reply:
    if answer.error is not None:
        return Reply(answer.error, error=True)
    return Reply(answer.returns)


def rendered(value: Any) -> str:
    """An answer as the agent reads it: text as it is, nothing as "", the rest as JSON."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return dumps(value, indent=isinstance(value, Mapping | list))
