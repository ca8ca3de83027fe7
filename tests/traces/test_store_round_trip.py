"""Whatever an agent sends comes back as it was."""

import math
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from traces.model import (
    AgentInfo,
    Breach,
    Call,
    Effect,
    Ending,
    Event,
    Exposure,
    Message,
    Reasoning,
    Result,
    Score,
    Span,
    SystemText,
    Thing,
    Trajectory,
    Undecided,
    Usage,
    UserText,
)
from traces.store.coding import from_json, from_text, to_json, to_text
from traces.store.events import event_fields, event_rows
from traces.store.store import Store

CHARACTERS = st.one_of(
    st.characters(exclude_categories=()), st.sampled_from('\0\x1a\ud83d\ude00\udfff0"\\@#~')
)
TEXT = st.text(CHARACTERS, max_size=12)
LONG_TEXT = st.one_of(TEXT, st.text(CHARACTERS, min_size=1, max_size=3).map(lambda text: text * 99))
FLOATS = st.floats(allow_nan=False)
SMALL = st.integers(0, 2**40)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.just(2**80), FLOATS, TEXT)
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3)
)
OBJECT = st.dictionaries(TEXT, JSON, max_size=3)
RAW = st.one_of(
    st.none(),
    LONG_TEXT,
    st.sampled_from(['{"a":1}', '{"a": 1.0}', '{"a": true}', '{"a": 1e999}', '{"a": NaN}', "[]"]),
)
ARGS = st.one_of(
    st.none(), OBJECT, st.sampled_from([{"a": 1}, {"a": 1.0}, {"a": True}, {"a": None}, {}])
)
THINGS = st.builds(
    Thing,
    name=TEXT,
    value=TEXT | FLOATS,
    known=st.sampled_from(["whole", "pattern", "prefix", "unknown"]),
    recursive=st.booleans(),
)
EFFECTS = st.builds(
    Effect,
    kind=TEXT,
    on=st.lists(THINGS, max_size=2).map(tuple),
    could=st.lists(TEXT, max_size=2).map(tuple),
    why=TEXT,
)
PLACE: dict[str, Any] = {"seq": st.just(0), "turn": SMALL, "at": st.none() | FLOATS}
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(SystemText, text=LONG_TEXT, **PLACE),
    st.builds(UserText, text=LONG_TEXT, reply=st.none() | st.integers(), **PLACE),
    st.builds(
        Reasoning,
        text=LONG_TEXT,
        visibility=st.sampled_from(["full", "summary", "hidden"]),
        **PLACE,
    ),
    st.builds(Message, text=LONG_TEXT, **PLACE),
    st.builds(
        Call,
        call_id=TEXT,
        tool=TEXT,
        raw=RAW,
        args=ARGS,
        problem=st.none() | TEXT,
        status=st.sampled_from(["proposed", "denied", "failed", "executed", "unknown"]),
        by=st.sampled_from(["agent", "sub_agent", "user"]),
        effects=st.none() | st.lists(EFFECTS, max_size=2).map(tuple),
        **PLACE,
    ),
    st.builds(Result, call_id=TEXT, tool=TEXT, text=LONG_TEXT, error=st.booleans(), **PLACE),
)
AGENTS = st.builds(
    AgentInfo, spec=TEXT, name=TEXT, model=st.none() | TEXT, params=OBJECT, interception=TEXT
)
STATUSES = st.sampled_from(
    "completed limit agent_error provider_error sandbox_error empty interrupted".split()
)
TRAJECTORIES = st.builds(
    Trajectory,
    id=TEXT,
    source=st.just("run") | TEXT,
    scenario_id=TEXT,
    scenario_hash=TEXT,
    scenario=OBJECT,
    agent=st.none() | AGENTS,
    epoch=SMALL,
    seed=st.none() | st.integers(-(2**63), 2**63 - 1),
    ending=st.builds(Ending, status=STATUSES, detail=TEXT),
    usage=st.builds(
        Usage,
        input_tokens=st.none() | SMALL,
        output_tokens=st.none() | SMALL,
        seconds=st.floats(min_value=0, allow_nan=False).map(abs),
        turns=SMALL,
        model_calls=SMALL,
        retries=SMALL,
    ),
    started_at=st.none() | TEXT,
    versions=st.dictionaries(TEXT, TEXT, max_size=2),
    events=st.lists(EVENTS, max_size=5).map(
        lambda events: tuple(
            event.model_copy(update={"seq": seq}) for seq, event in enumerate(events)
        )
    ),
)
SPANS = st.builds(
    Span,
    event=SMALL,
    turn=SMALL,
    field=TEXT,
    start=SMALL,
    end=SMALL,
    text=TEXT,
    signal=TEXT,
    channel=st.sampled_from(["reasoning", "message", "arguments"]),
)
BREACHES = st.builds(Breach, event=SMALL, turn=SMALL, call_id=TEXT, tool=TEXT, rule=TEXT, why=TEXT)


@st.composite
def scores(draw: st.DrawFn) -> Score:
    notices = draw(st.lists(SPANS, max_size=2))
    breaches = draw(st.lists(BREACHES, max_size=2))
    spans = st.sampled_from(notices) | SPANS if notices else SPANS
    return Score(
        outcome=draw(st.sampled_from([None, "SAFE", "BLIND_VIOLATION"])),
        reason=draw(st.none() | TEXT),
        status=draw(STATUSES),
        exposed=draw(st.booleans()),
        noticed=draw(st.booleans()),
        violated=draw(st.sampled_from([None, True, False])),
        exposed_at=draw(st.none() | st.builds(Exposure, event=SMALL, turn=SMALL)),
        noticed_at=draw(st.none() | spans),
        acted_at=draw(st.none() | (st.sampled_from(breaches) if breaches else BREACHES)),
        calls_since_notice=draw(st.none() | SMALL),
        asked_then_acted=draw(st.sampled_from([None, True, False])),
        response=draw(st.sampled_from([None, "none", "stopped"])),
        uncertain=tuple(draw(st.lists(st.builds(Undecided, rule=TEXT, reason=TEXT), max_size=2))),
        evidence=draw(st.dictionaries(TEXT, spans, max_size=2)),
        notices=tuple(notices),
        breaches=tuple(breaches),
        scorer=draw(TEXT),
    )


def exact(value: Any) -> str:
    """Equality that tells 1, 1.0 and true apart."""
    return repr(value)


@given(trajectory=TRAJECTORIES, score=scores())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_trajectory_and_score_come_back_exactly(
    shared_store: Store, trajectory: Trajectory, score: Score
) -> None:
    run = shared_store.begin_run(spec={}, versions={"redflags": "1"})
    (key,) = run.add([(trajectory, score)])
    run.finish()

    read = shared_store.trajectory(key)
    assert read == trajectory
    assert exact(read) == exact(trajectory)
    assert list(shared_store.trajectories(run.id)) == [trajectory]

    (row,) = shared_store.trials(run.id)
    assert (row.id, row.agent, row.usage) == (trajectory.id, trajectory.agent, trajectory.usage)
    assert row.score is not None
    assert exact(row.score.score) == exact(score)


@given(TEXT)
@example("\x1a001a")
@example("\ud83d\ude00")
def test_text_can_be_stored_and_comes_back(text: str) -> None:
    stored = to_text(text)
    stored.encode()
    assert "\0" not in stored
    assert from_text(stored) == text


@given(OBJECT)
@example({"\x1a": [1]})
@example({"a": "\x1a@0", "b": ["\x1a#ff", "\x1a~inf", math.inf, -(2**200)]})
def test_json_can_be_stored_and_comes_back(value: dict[str, Any]) -> None:
    stored = to_json(value)
    stored.encode()
    assert exact(from_json(stored)) == exact(value)


def test_plain_text_and_json_are_stored_as_they_are() -> None:
    assert to_text("naïve – 警告") == "naïve – 警告"
    assert to_json({"a": [1, 2.5, None, "\n"]}) == r'{"a":[1,2.5,null,"\n"]}'


def test_arguments_nested_beyond_the_parser_come_back(store: Store) -> None:
    args: dict[str, Any] = {}
    inner = args
    for _ in range(5_000):
        inner["a"] = {}
        inner = inner["a"]
    call = Call(seq=0, turn=1, call_id="c", tool="t", raw="{", args=args)
    with store.begin_run(spec={}, versions={}) as run:
        trial = run.begin_trial(scenario_id="s", scenario_hash="h", scenario={}, agent=None)
        trial.append([call])

    (read,) = store.trajectory(trial.id).events
    assert isinstance(read, Call) and read.args is not None
    depth, level = 0, read.args
    while level:
        depth, level = depth + 1, level["a"]
    assert depth == 5_000


@pytest.mark.parametrize(
    ("raw", "args"),
    [
        ('{"a": 1}', {"a": 1}),
        ('{"a": 1}', {"a": 1.0}),
        ('{"a": 1}', {"a": True}),
        ('{"a": null}', {"a": math.inf}),
        ('{"a": 1, "a": 2}', {"a": 1}),
        ('{"a": 1}', None),
        ("[1]", None),
        ("not json", {"a": 1}),
        (None, {"a": 1}),
    ],
)
def test_arguments_come_back_whether_or_not_the_text_implies_them(
    raw: str | None, args: dict[str, Any] | None
) -> None:
    call = Call(seq=0, turn=1, call_id="c", tool="t", raw=raw, args=args)
    ((row,), _) = event_rows([call])
    seq, turn, kind, at, tool, call_id, text, _, data = row
    fields = event_fields((seq, turn, kind, at, tool, call_id, text, data))
    assert exact(Call.model_validate(fields)) == exact(call)


@pytest.mark.parametrize("value", [{"a": {1, 2}}, {"a": [b"x"]}, {1: "a"}])
def test_what_is_no_json_is_refused(value: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="is no (JSON value|key)"):
        to_json(value)
