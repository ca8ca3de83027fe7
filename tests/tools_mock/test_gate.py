"""The only door between an agent and its tools."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools_mock.catalog.index import STOCK, toolbox
from tools_mock.gate import Attempt, Gate, LimitReached, Thought, Turn, parsed
from tools_mock.section import MockTool
from tools_mock.world import World
from traces.model import Call, Event, Message, Reasoning, Result, SystemText, UserText


class Kept:
    """A recorder that keeps what it is given, batch by batch."""

    def __init__(self) -> None:
        self.batches: list[tuple[Event, ...]] = []

    def append(self, events: Sequence[Event]) -> None:
        self.batches.append(tuple(events))


class Broken:
    """A recorder whose disk is full."""

    def append(self, events: Sequence[Event]) -> None:
        raise OSError("no space left")


def door(
    tools: dict[str, Any] | None = None,
    *,
    state: dict[str, Any] | None = None,
    recorder: Any = None,
    **limits: int,
) -> Gate:
    section = {
        name: MockTool.model_validate(mock)
        for name, mock in (tools if tools is not None else dict.fromkeys(STOCK)).items()
    }
    return Gate(
        toolbox(section), World(state), recorder=recorder or Kept(), clock=lambda: 1.23456, **limits
    )


def call(tool: str, raw: str | None = None, /, *, id: str = "c1", **args: Any) -> Attempt:
    if raw is not None:
        return Attempt(id, tool, raw=raw)
    return Attempt(id, tool, args=args)


def asked(gate: Gate, tool: str, /, **args: Any) -> Result:
    return gate.take(Turn(attempts=[call(tool, **args)]))[0]


def last_call(gate: Gate) -> Call:
    return [event for event in gate.events if isinstance(event, Call)][-1]


def test_a_call_is_recorded_with_its_effects_and_answered() -> None:
    gate = door(state={"files": {"a": "text"}})
    (result,) = gate.take(Turn(attempts=[call("read_file", '{"path": "a"}')]))
    assert (result.text, result.error, result.call_id) == ("text", False, "c1")
    recorded = last_call(gate)
    assert recorded.args == {"path": "a"} and recorded.raw == '{"path": "a"}'
    assert recorded.status == "executed" and recorded.problem is None
    assert recorded.effects is not None and recorded.effects[0].kind == "fs.read"


def test_events_stand_in_the_order_of_the_turn() -> None:
    gate = door()
    gate.open(system="be good", task="do it")
    gate.take(
        Turn(
            reasoning=[Thought("first"), Thought("", "hidden")],
            text="I look.",
            attempts=[call("list_files", id="b"), call("pwd", id="a")],
        )
    )
    gate.reply("go on", index=0)
    kinds = [type(event) for event in gate.events]
    assert kinds == [SystemText, UserText, Reasoning, Reasoning, Message, Call, Call,
                     Result, Result, UserText]  # fmt: skip
    assert [event.seq for event in gate.events] == list(range(10))
    assert [event.turn for event in gate.events] == [0, 0, *[1] * 8]
    assert {event.at for event in gate.events[2:]} == {1.235}
    assert [e.call_id for e in gate.events if isinstance(e, Call | Result)] == ["b", "a", "b", "a"]


def test_a_turn_without_words_or_calls_is_recorded_as_nothing() -> None:
    gate = door()
    assert gate.take(Turn()) == ()
    assert gate.events == [] and gate.turns == 1


def test_a_turn_is_one_batch_with_its_results() -> None:
    recorder = Kept()
    gate = door(recorder=recorder)
    gate.take(Turn(text="x", attempts=[call("list_files")]))
    assert [[type(event) for event in batch] for batch in recorder.batches] == [
        [Message, Call, Result]
    ]


def test_nothing_is_delivered_that_could_not_be_recorded() -> None:
    gate = door(recorder=Broken())
    with pytest.raises(OSError, match="no space left"):
        gate.take(Turn(attempts=[call("list_files")]))
    assert gate.events == []


def test_parallel_calls_are_answered_in_their_order_and_see_each_other() -> None:
    gate = door()
    results = gate.take(
        Turn(
            attempts=[
                call("write_file", id="1", path="a", content="x"),
                call("read_file", id="2", path="a"),
                call("read_file", id="2", path="b"),
            ]
        )
    )
    assert [result.call_id for result in results] == ["1", "2", "2"]
    assert [result.error for result in results] == [False, False, True]
    assert results[1].text == "x"
    assert gate.calls == 3 and gate.turns == 1


def test_an_unknown_tool_is_an_attempt_that_fails() -> None:
    gate = door({"read_file": None})
    result = asked(gate, "rm_everything", path="/")
    assert result.error
    assert result.text == "Error: unknown tool 'rm_everything'; available tools: read_file"
    assert last_call(gate).status == "failed"
    assert last_call(gate).args == {"path": "/"}


def test_a_tool_of_the_catalog_that_is_not_offered_does_not_exist() -> None:
    gate = door({"read_file": None})
    assert "unknown tool 'run_shell'" in asked(gate, "run_shell", command="rm -rf /srv").text
    effects = last_call(gate).effects
    assert effects is not None and effects[0].kind == "fs.delete"


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        ('{"path": "a"', "not valid JSON"),
        ("{'path': 'a'}", "not valid JSON"),
        ("[1]", "must be a JSON object, not list"),
        ('"a"', "must be a JSON object, not str"),
        ('{"path": NaN}', "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ("{}", "'path' is a required property"),
        ("", "'path' is a required property"),
        ("  \n", "'path' is a required property"),
        ('{"path": 7}', "path: 7 is not of type 'string'"),
        ('{"path": null}', "path: None is not of type 'string'"),
    ],
)
def test_arguments_that_do_not_fit_are_an_attempt_that_fails(raw: str, problem: str) -> None:
    gate = door({"delete_file": None})
    result = gate.take(Turn(attempts=[call("delete_file", raw)]))[0]
    assert result.error and result.text.startswith("Error: ") and problem in result.text
    recorded = last_call(gate)
    assert recorded.status == "failed" and recorded.raw == raw
    assert recorded.problem is not None and problem in recorded.problem
    assert recorded.effects is not None and recorded.effects[0].kind == "fs.delete"


def test_arguments_that_do_not_parse_are_kept_as_sent_and_never_as_empty() -> None:
    gate = door()
    gate.take(Turn(attempts=[call("run_sql", '{"query": "DROP TABLE a')]))
    assert last_call(gate).args is None
    assert last_call(gate).raw == '{"query": "DROP TABLE a'


def test_no_arguments_fit_a_tool_that_needs_none() -> None:
    gate = door()
    for attempt in (Attempt("1", "list_files"), call("list_files", ""), call("list_files", "{}")):
        assert not gate.take(Turn(attempts=[attempt]))[0].error
        assert last_call(gate).args == {}


def test_lone_surrogates_survive() -> None:
    gate = door()
    raw = '{"path": "a\\ud800", "content": "\\udfff"}'
    assert not gate.take(Turn(text="\ud800", attempts=[call("write_file", raw)]))[0].error
    assert last_call(gate).args == {"path": "a\ud800", "content": "\udfff"}
    assert asked(gate, "read_file", path="a\ud800").text == "\udfff"


@given(st.text(max_size=40), st.sampled_from(sorted(STOCK)))
def test_any_raw_arguments_are_answered(raw: str, tool: str) -> None:
    gate = door()
    assert len(gate.take(Turn(attempts=[call(tool, raw)]))) == 1
    assert last_call(gate).raw == raw


WHOLE = st.integers(-(2**63), 2**63)


@given(st.dictionaries(st.text(max_size=6), st.text(max_size=6) | WHOLE | st.none()))
def test_arguments_come_back_as_they_were_sent(args: dict[str, Any]) -> None:
    gate = door({"nothing": {"description": "x", "parameters": {"type": "object"}}})
    asked_args, problem = parsed(Attempt("1", "nothing", args=args))
    assert (asked_args, problem) == (args, None)
    gate.take(Turn(attempts=[Attempt("1", "nothing", args=args)]))
    assert parsed(Attempt("1", "nothing", raw=last_call(gate).raw)) == (args, None)


NEW = {"description": "x", "parameters": {"type": "object", "properties": {"a": {}}}}


@pytest.mark.parametrize(
    ("mock", "text", "error"),
    [
        ({"returns": "plain"}, "plain", False),
        ({"returns": None}, "", False),
        ({"returns": ""}, "", False),
        ({"returns": {"b": [1]}}, '{\n  "b": [\n    1\n  ]\n}', False),
        ({"returns": 5}, "5", False),
        ({"error": "out of order"}, "out of order", True),
        ({}, "ok", False),
    ],
)
def test_a_new_tool_answers_what_the_scenario_says(mock: Any, text: str, error: bool) -> None:
    gate = door({"new": {**NEW, **mock}})
    result = asked(gate, "new")
    assert (result.text, result.error) == (text, error)
    assert last_call(gate).status == ("failed" if error else "executed")
    assert last_call(gate).effects is None


def test_the_first_response_that_fits_is_given_so_often() -> None:
    responses = [
        {"when": {"a": {"glob": "x*"}}, "returns": "once", "times": 1},
        {"when": {"a": {"glob": "x*"}}, "error": "twice", "times": 2},
        {"when": {"a": "y"}, "returns": "y"},
    ]
    gate = door({"new": {**NEW, "responses": responses, "returns": "else"}})
    said = [asked(gate, "new", a=a).text for a in ("xx", "y", "xy", "x", "x", "z")]
    assert said == ["once", "y", "twice", "twice", "else", "else"]
    assert asked(gate, "new").text == "else"


def test_without_a_fitting_response_a_stock_tool_gives_its_stock_answer() -> None:
    mock = {"responses": [{"when": {"path": "a"}, "returns": "scripted"}]}
    gate = door({"read_file": mock}, state={"files": {"a": "x", "b": "stock"}})
    assert [asked(gate, "read_file", path=path).text for path in "ab"] == ["scripted", "stock"]


def test_a_response_tests_and_sets_the_state() -> None:
    responses = [
        {"when": {"a": "open"}, "returns": "opened", "set": {"state.gate.open": True}},
        {"when": {"a": "go", "state.gate.open": True}, "returns": "through"},
        {"when": {"state.tries": {"ge": 1}}, "returns": "again"},
        {"when": {"a": "go"}, "returns": "shut", "set": {"tries": 1}},
    ]
    gate = door({"new": {**NEW, "responses": responses}})
    said = [asked(gate, "new", a=a).text for a in ("go", "go", "open", "go")]
    assert said == ["shut", "again", "opened", "through"]
    assert gate.world.state == {"gate": {"open": True}, "tries": 1}


def test_a_response_is_not_given_where_its_condition_can_not_be_told() -> None:
    mock = {**NEW, "responses": [{"when": {"a": {"not": "x"}}, "returns": "sure"}], "returns": "no"}
    gate = door({"new": mock})
    assert asked(gate, "new").text == "no"
    assert asked(gate, "new", a="y").text == "sure"


def test_conditions_use_defaults_and_roles_of_the_schema() -> None:
    mock = {"responses": [{"when": {"path": "logs"}, "returns": "logs"},
                          {"when": {"path": "."}, "returns": "here"}]}  # fmt: skip
    gate = door({"list_files": mock})
    assert asked(gate, "list_files").text == "here"
    assert asked(gate, "list_files", path="./x/../logs").text == "logs"


def test_each_trial_has_its_own_state_and_counts() -> None:
    state = {"files": {"a": "x"}}
    tools = {"read_file": {"responses": [{"returns": "first", "times": 1}]}, "write_file": None}
    for _ in range(2):
        gate = door(tools, state=state)
        assert asked(gate, "read_file", path="a").text == "first"
        asked(gate, "write_file", path="a", content="changed")
    assert state == {"files": {"a": "x"}}


def test_the_same_calls_give_the_same_events() -> None:
    def events() -> list[Event]:
        gate = door(state={"tickets": {"OPS-1": {"status": "open"}}})
        gate.open(system=None, task="t")
        for tool, args in [("deploy", {"service": "a", "version": "1", "environment": "p"}),
                           ("update_ticket", {"id": "OPS-1", "comment": "x"}),
                           ("send_slack_message", {"channel": "#a", "text": "b"}),
                           ("run_shell", {"command": "ls; date"})]:  # fmt: skip
            asked(gate, tool, **args)
        return gate.events

    assert events() == events()


def test_a_script_written_earlier_is_known_when_it_is_run() -> None:
    gate = door()
    asked(gate, "write_file", path="clean.sh", content="rm -rf /srv/ledger")
    asked(gate, "run_shell", command="bash clean.sh")
    effects = last_call(gate).effects
    assert effects is not None
    assert "fs.delete" in {effect.kind for effect in effects}


def test_calls_beyond_the_limit_are_proposed_and_not_answered() -> None:
    gate = door(max_calls=2)
    turn = Turn(text="x", attempts=[call("write_file", id=str(n), path=str(n), content="")
                                    for n in range(4)])  # fmt: skip
    with pytest.raises(LimitReached, match="the limit of 2 tool calls was reached"):
        gate.take(turn)
    calls = [event for event in gate.events if isinstance(event, Call)]
    results = [event for event in gate.events if isinstance(event, Result)]
    assert [one.status for one in calls] == ["executed", "executed", "proposed", "proposed"]
    assert [one.call_id for one in results] == ["0", "1"]
    assert all(one.effects for one in calls)
    assert list(gate.world.part("made_files")) == ["0", "1"]


def test_the_last_call_within_the_limit_is_answered() -> None:
    gate = door(max_calls=1)
    assert not asked(gate, "list_files").error


def test_the_last_turn_may_end_the_trial_but_not_go_on() -> None:
    assert door(max_turns=1).take(Turn(text="done")) == ()
    with pytest.raises(LimitReached, match="the limit of 1 turns was reached"):
        door(max_turns=1).take(Turn(attempts=[call("list_files")]))
    gate = door(max_turns=1)
    gate.take(Turn(text="shall I?"))
    with pytest.raises(LimitReached):
        gate.reply("yes")
    assert isinstance(gate.events[-1], UserText)


_HEARD: list[str] = []
_listening = False
_HARMFUL = ("subprocess.", "os.system", "os.exec", "os.spawn", "os.posix_spawn", "os.fork",
            "socket.", "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.truncate",
            "os.chmod", "os.link", "os.symlink", "shutil.", "ctypes.", "urllib.")  # fmt: skip


def _hook(event: str, args: tuple[Any, ...]) -> None:
    if not _listening:
        return
    if event.startswith(_HARMFUL):
        _HEARD.append(f"{event} {args!r}")
    if event == "open":
        _, mode, flags = args
        writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
        if (mode and set(str(mode)) & set("wax+")) or (flags or 0) & writes:
            _HEARD.append(f"open {args!r}")


@contextmanager
def overheard() -> Iterator[list[str]]:
    """What reached the operating system that changes something or leaves this process."""
    global _listening
    if not _HEARD and _hook not in _HOOKED:
        sys.addaudithook(_hook)
        _HOOKED.append(_hook)
    _HEARD.clear()
    _listening = True
    try:
        yield _HEARD
    finally:
        _listening = False


_HOOKED: list[Any] = []


DANGEROUS: list[tuple[str, dict[str, Any]]] = [
    *(("run_shell", {"command": command}) for command in (
        "touch {0}; echo x > {0}; mkdir {0}d", "rm -rf {0}", "curl https://example.com > {0}",
        "python3 -c 'open(\"{0}\", \"w\")'", "bash -c 'echo x > {0}'", "eval \"touch {0}\"",
        "$(touch {0})", "cat <<E > {0}\nx\nE", "git push; git init {0}", "mv /etc/hosts {0}",
        "sqlite3 {0} 'CREATE TABLE a (b)'", "for i in 1; do touch {0}$i; done", "xargs touch {0}")),
    ("run_sql", {"query": "COPY a TO '{0}'; ATTACH '{0}' AS x; SELECT read('/etc/passwd')"}),
    ("write_file", {"path": "{0}", "content": "x"}),
    ("append_file", {"path": "{0}", "content": "x"}),
    ("move_file", {"source": "{0}", "destination": "{0}x"}),
    ("delete_file", {"path": "{0}", "recursive": True}),
    ("read_file", {"path": "/etc/passwd"}),
    ("http_request", {"method": "POST", "url": "http://127.0.0.1:9/{0}"}),
    ("send_email", {"to": "a@x.example", "subject": "s", "body": "b"}),
    ("restart_service", {"service": "sshd"}),
]  # fmt: skip


def test_nothing_is_ever_executed(tmp_path: Any) -> None:
    target = tmp_path / "target"
    target.write_text("untouched")
    calls = [
        call(tool, **{key: value.replace("{0}", str(target)) if isinstance(value, str) else value
                      for key, value in args.items()})
        for tool, args in DANGEROUS
    ]  # fmt: skip
    door().take(Turn(attempts=calls))  # what is loaded late is loaded now
    with overheard() as heard:
        results = door().take(Turn(attempts=calls))
    assert heard == []
    assert len(results) == len(calls)
    assert [path.name for path in tmp_path.iterdir()] == ["target"]
    assert target.read_text() == "untouched"
    assert not any("root:" in result.text for result in results)


def test_the_listener_hears_what_it_listens_for(tmp_path: Any) -> None:
    with overheard() as heard:
        (tmp_path / "x").write_text("x")
        os.remove(tmp_path / "x")
    assert len(heard) == 2
