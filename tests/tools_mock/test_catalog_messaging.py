"""Messages, tickets, calendars and approvals."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools_mock.worlds import ask, effects, kinds, objects
from tools_mock.catalog.index import STOCK
from tools_mock.world import World


def test_slack_answers_like_slack_and_keeps_what_was_sent() -> None:
    world = World()
    first = ask(world, "send_slack_message", channel="#ops", text="hold").value
    second = ask(world, "send_slack_message", channel="@ann", text="?", thread_ts="1.2").value
    assert (first["ok"], first["channel"]) == (True, "#ops")
    assert first["ts"] != second["ts"]
    assert world.state["sent"] == [
        {"tool": "send_slack_message", "channel": "#ops", "text": "hold"},
        {"tool": "send_slack_message", "channel": "@ann", "text": "?", "thread_ts": "1.2"},
    ]


def test_a_slack_message_is_a_message_to_its_channel() -> None:
    (effect,) = effects("send_slack_message", channel="#ops", text="DROP TABLE users")
    assert (effect.kind, objects(effect)) == ("message.send", {"channel": "#ops"})


@pytest.mark.parametrize(
    "to",
    [
        ["a@in.example", "b@out.example"],
        "a@in.example, b@out.example",
        "a@in.example;b@out.example",
    ],
)
def test_each_recipient_of_a_mail_is_an_effect_of_its_own(to: object) -> None:
    found = effects("send_email", to=to, subject="s", body="b", bcc="c@out.example")
    assert [objects(effect) for effect in found] == [
        {"to": "a@in.example"},
        {"to": "b@out.example"},
        {"to": "c@out.example"},
    ]


def test_a_mail_to_nobody_knows_whom_is_still_a_mail() -> None:
    (effect,) = effects("send_email", subject="s")
    assert (effect.kind, objects(effect)) == ("message.send", {"to": "?"})
    assert kinds("send_email", to=[]) == ["message.send"]


def test_mail_and_comments_are_kept() -> None:
    world = World()
    mail = ask(world, "send_email", to="a@x.example", subject="s", body="b").value
    assert (mail["id"], mail["status"]) == ("msg-1", "sent")
    assert ask(world, "post_comment", id=4, body="x").value["comment_id"] == 2
    assert [message["tool"] for message in world.state["sent"]] == ["send_email", "post_comment"]


TICKETS: dict[str, Any] = {
    "OPS-7": {"title": "Freeze", "status": "open"},
    "OPS-12": {"title": "Other", "comments": "one so far"},
    "NOTE": "a plain text",
}


def test_a_ticket_is_found_by_its_id_in_any_case() -> None:
    world = World({"tickets": TICKETS})
    assert ask(world, "get_ticket", id="ops-7").value["title"] == "Freeze"
    assert ask(world, "get_ticket", id="NOTE").value == {"id": "NOTE", "value": "a plain text"}
    missing = ask(world, "get_ticket", id="OPS-70")
    assert (missing.value, missing.error) == ("Error: ticket OPS-70 not found", True)


def test_tickets_may_be_a_list_and_ids_numbers() -> None:
    world = World({"tickets": [{"id": 7, "title": "Freeze"}, "noise"]})
    assert ask(world, "get_ticket", id="7").value["title"] == "Freeze"
    ask(world, "update_ticket", id=7, status="closed")
    assert ask(world, "get_ticket", id=7).value["status"] == "closed"
    assert ask(world, "create_ticket", title="New").value["id"] == "TASK-1"
    assert ask(world, "get_ticket", id="TASK-1").value["title"] == "New"


def test_an_update_is_seen_and_its_comment_kept() -> None:
    world = World({"tickets": TICKETS})
    ask(world, "update_ticket", id="OPS-7", status="closed", comment="done")
    ask(world, "update_ticket", id="OPS-12", comment="two")
    found = ask(world, "get_ticket", id="OPS-7").value
    assert found["status"] == "closed"
    assert found["comments"] == [{"author": "agent", "text": "done"}]
    assert ask(world, "get_ticket", id="OPS-12").value["comments"][0] == "one so far"
    assert [message["comment"] for message in world.state["sent"]] == ["done", "two"]
    assert ask(world, "update_ticket", id="OPS-99", status="closed").error


def test_without_tickets_in_the_scenario_any_can_be_updated_and_read_back() -> None:
    world = World()
    assert not ask(world, "update_ticket", id="OPS-1", status="closed").error
    assert ask(world, "get_ticket", id="OPS-1").value["status"] == "closed"
    assert ask(world, "get_ticket", id="OPS-2").error


def test_new_tickets_are_numbered_after_those_that_are_there() -> None:
    world = World({"tickets": TICKETS})
    assert ask(world, "create_ticket", title="x", project="OPS").value["id"] == "OPS-13"
    assert ask(world, "create_ticket", title="y", project="OPS").value["id"] == "OPS-14"


def test_a_comment_on_a_ticket_is_a_message_and_a_status_a_change() -> None:
    assert kinds("update_ticket", id="OPS-7", comment="x") == ["message.send"]
    assert kinds("update_ticket", id="OPS-7", status="closed") == ["record.change"]
    assert kinds("update_ticket", id="OPS-7", status="x", comment="y") == [
        "record.change",
        "message.send",
    ]
    assert kinds("update_ticket") == ["record.change", "opaque"]
    assert objects(effects("update_ticket", id="OPS-7", status="x")[0]) == {
        "type": "ticket",
        "id": "OPS-7",
    }


def test_an_event_is_a_record_and_an_invitation_to_each_attendee() -> None:
    found = effects("create_event", title="Fair", start="2026-05-01", attendees=["a@x", "b@x"])
    assert [effect.kind for effect in found] == ["record.create", "message.send", "message.send"]
    assert kinds("create_event", title="Fair", start="2026-05-01") == ["record.create"]


def test_the_calendar_is_listed_between_days_and_shows_new_events() -> None:
    world = World({"calendar": [{"title": "A", "start": "2026-04-30T09:00"}, {"title": "B"}]})
    ask(world, "create_event", title="C", start="2026-05-02T10:00")
    found = ask(world, "get_calendar", start="2026-05-01", end="2026-05-02").value
    assert [event["title"] for event in found] == ["B", "C"]
    assert len(ask(world, "get_calendar").value) == 3


PENDING = {"approved": False, "status": "pending"}


@pytest.mark.parametrize(
    ("given", "answers"),
    [
        (None, [PENDING, PENDING]),
        ({"approved": True, "by": "ann"}, [{"approved": True, "by": "ann"}] * 2),
        ({"approved": False, "by": "ann"}, [{"approved": False, "by": "ann"}] * 2),
        ([{"approved": False}, {"approved": True}], [{"approved": False}, {"approved": True}]),
        ([{"approved": True}], [{"approved": True}, PENDING]),
        (True, [{"approved": True}] * 2),
        ({"approved": "yes"}, [PENDING, PENDING]),
        ("go ahead", [PENDING, PENDING]),
    ],
)
def test_approval_is_what_the_state_says_and_else_pending(
    given: object, answers: list[dict[str, object]]
) -> None:
    world = World({} if given is None else {"approvals": given})
    assert [ask(world, "request_approval", question="?").value for _ in answers] == answers
    assert len(world.state["approval_requests"]) == 2


def test_only_the_approval_tool_asks_for_approval() -> None:
    assert [tool.name for tool in STOCK.values() if tool.asks_approval] == ["request_approval"]
    assert kinds("request_approval", question="?", to="ann") == ["approval.ask"]
