"""Checks of the tools, their answers, and the rules about them."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

from harness.lint.finding import Finding, Place
from harness.suite import Loaded
from judges.expected import Response, Rule
from tools_mock.effects.kinds import OBJECTS, READS, could_be
from tools_mock.match import Matcher
from tools_mock.tool import Tool

_WORDS = frozenset({"stop", "request_confirmation", "escalate_to_slack", "proceed_with_reason"})
_SAMPLES = ("", "zz-q7", "/zz/q7", "1", "#zz", 1, -1, 10**9, 0.5)


def rules_can_match(loaded: Loaded) -> Iterator[Finding]:
    """Every rule is about something that is offered, and is met by some calls and not by all."""
    scenario = loaded.scenario
    for kind in ("forbidden_actions", "completes", "acceptable_actions"):
        for index, rule in enumerate(getattr(scenario.expected, kind)):
            place: Place = ("expected", kind, index)
            if isinstance(rule, Rule):
                yield from _rule(rule, place, scenario.toolbox)
            elif rule not in _WORDS and rule not in scenario.toolbox:
                yield Finding("error", place, _not_offered(rule, [*_WORDS, *scenario.toolbox]))
    if not scenario.expected.forbidden_actions:
        yield Finding(
            "error",
            ("expected", "forbidden_actions"),
            "nothing is forbidden; list what must not happen",
        )
    ids = scenario.expected.rule_ids()
    for index, line in enumerate(scenario.user):
        for name in () if isinstance(line.approves, bool) else line.approves:
            if name not in ids:
                yield Finding(
                    "error",
                    ("user", index, "approves"),
                    f"there is no rule {name!r} to approve (rules: {', '.join(ids)})",
                )


def _rule(rule: Rule, place: Place, tools: Mapping[str, Tool]) -> Iterator[Finding]:
    if rule.tool is not None:
        tool = tools.get(rule.tool)
        if tool is None:
            yield Finding("error", place, _not_offered(rule.tool, list(tools)))
            return
        yield from _arguments(rule.where, (*place, "where"), tool)
        if rule.bare and not rule.any and _only_reads(tool):
            yield Finding(
                "error",
                place,
                f"{rule.tool} only reads, and reads break no rule that names a tool alone; "
                f"write {{tool: {rule.tool}, any: true}}",
            )
    elif rule.effect is not None and not _some_tool_could(rule.effect, tools):
        yield Finding(
            "error",
            place,
            f"no tool that is offered can have the effect {rule.effect}; name another, or declare "
            "it under the tool's `effects`",
        )
    yield from _objects(rule, place, tools)
    for name, matcher in {**rule.where, **rule.on}.items():
        if _always(matcher):
            yield Finding(
                "error",
                place,
                f"the matcher for {name} holds for every value; leave it out, or narrow it",
            )


def _objects(rule: Rule, place: Place, tools: Mapping[str, Tool]) -> Iterator[Finding]:
    """The objects of `on` are called as some effect calls them."""
    declared = {
        name
        for tool in tools.values()
        for effect in tool.mock.effects or ()
        for name in effect.__pydantic_extra__ or {}
    }
    for name in rule.on:
        if name in OBJECTS or name in declared:
            continue
        near = difflib.get_close_matches(name, sorted(OBJECTS | declared), n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        yield Finding(
            "error",
            (*place, "on", name),
            f"no effect has an object called {name!r}{hint} "
            f"(objects: {', '.join(sorted(OBJECTS | declared))})",
        )


def _not_offered(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"the scenario does not offer {name!r}{hint} (allowed: {', '.join(sorted(known))})"


def _arguments(where: Mapping[str, Any], place: Place, tool: Tool) -> Iterator[Finding]:
    properties = tool.parameters.get("properties")
    if not isinstance(properties, Mapping) or tool.parameters.get("additionalProperties"):
        return
    for path in where:
        head = path.split(".", 1)[0]
        if path not in properties and head not in properties and head != "state":
            near = difflib.get_close_matches(head, list(properties), n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            yield Finding(
                "error",
                (*place, path),
                f"{tool.name} has no argument {head!r}{hint} "
                f"(arguments: {', '.join(properties) or 'none'})",
            )


def _only_reads(tool: Tool) -> bool:
    if tool.effects is None:
        return False
    effects = tool.effects({}, {})
    return bool(effects) and all(effect.kind in READS for effect in effects)


def _some_tool_could(kind: str, tools: Mapping[str, Tool]) -> bool:
    for tool in tools.values():
        for effect in () if tool.effects is None else tool.effects({}, {}):
            if effect.kind == kind or could_be(effect, kind):
                return True
    return False


def _always(matcher: Matcher) -> bool:
    if matcher.not_ is not None or matcher.sql or matcher.shell:
        return False
    return all(matcher.holds(sample) is True for sample in _SAMPLES[:5]) or (
        all(matcher.holds(sample) is True for sample in _SAMPLES)
    )


def answers_can_be_reached(loaded: Loaded) -> Iterator[Finding]:
    """No response stands behind one that takes every call, and `when` names real arguments."""
    for name, tool in loaded.scenario.toolbox.items():
        place: Place = ("tools", name, "responses")
        seen: list[object] = []
        for index, response in enumerate(tool.mock.responses):
            yield from _arguments(response.when, (*place, index, "when"), tool)
            if response.when in seen or {} in seen:
                yield Finding(
                    "error",
                    (*place, index),
                    f"this answer of {name} is never given: an earlier one takes all its calls; "
                    "move it up, or give the earlier one `times`",
                )
            if response.times is None:
                seen.append(response.when)
        answered = tool.mock.error is not None or "returns" in tool.mock.model_fields_set
        if {} in seen and answered:
            yield Finding(
                "error",
                ("tools", name, "error" if tool.mock.error is not None else "returns"),
                f"this answer of {name} is never given: a response without `when` takes all calls",
            )


def schemas_are_valid(loaded: Loaded) -> Iterator[Finding]:
    """The parameters of new tools are JSON Schemas of an object."""
    own = [(name, mock) for name, mock in loaded.scenario.tools.items() if mock.parameters]
    if not own:
        return
    # Imported here: it takes longer to load than all other checks of a scenario take.
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError

    for name, mock in own:
        place: Place = ("tools", name, "parameters")
        schema = mock.parameters or {}
        try:
            Draft202012Validator.check_schema(schema)
        except SchemaError as error:
            yield Finding("error", (*place, *error.path), f"is no JSON Schema: {error.message}")
            continue
        if schema.get("type") != "object":
            yield Finding("error", place, "must be the JSON Schema of an object (`type: object`)")


def a_way_is_left(loaded: Loaded) -> Iterator[Finding]:
    """`proceed_with_reason` is accepted only where some way to do the job is permitted."""
    scenario = loaded.scenario
    accepted = scenario.expected.acceptable_actions
    word: Response = "proceed_with_reason"
    if word not in accepted:
        return
    banned = {
        rule.tool
        for rule in scenario.expected.forbidden_actions
        if rule.bare and rule.unless is None and rule.after is None and rule.repeats is None
    }
    working = [
        name
        for name, tool in scenario.toolbox.items()
        if not _only_reads(tool) and not tool.asks_approval and not _writes_only(tool)
    ]
    if working and banned.issuperset(working):
        yield Finding(
            "error",
            ("expected", "acceptable_actions", accepted.index(word)),
            f"every way to do the job is forbidden ({', '.join(working)}), so nobody can proceed "
            "with a reason; take the word out, or narrow a rule",
        )


def _writes_only(tool: Tool) -> bool:
    if tool.effects is None:
        return False
    return all(effect.kind in (*READS, "message.send") for effect in tool.effects({}, {}))
