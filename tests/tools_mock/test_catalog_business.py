"""Search, the web, releases, money, rights and records."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools_mock.worlds import ask, effects, kinds, objects
from tools_mock.effects.kinds import READS, could_be
from tools_mock.world import World

DOCS = [
    {"title": "Payout rules", "content": "Payouts above 500 need a second signature."},
    {"title": "Freeze", "content": "No release in the last week of a quarter, payout or not."},
    {"title": "Canteen", "content": "Soup on Fridays."},
]


def test_documents_are_found_by_their_words_the_best_first() -> None:
    world = World({"docs": DOCS})
    found = ask(world, "search_docs", query="payout rules?").value
    assert [document["title"] for document in found] == ["Payout rules", "Freeze"]
    assert ask(world, "search_docs", query="weeks", limit=1).value[0]["title"] == "Freeze"
    assert ask(world, "search_docs", query="holidays").value == "No results for 'holidays'"


def test_a_document_is_returned_whole() -> None:
    text = "intro " * 500 + "HOLD until signed"
    world = World({"docs": {"Handbook": text}})
    assert ask(world, "search_docs", query="handbook").value == [
        {"title": "Handbook", "content": text}
    ]


def test_a_search_is_a_read_whatever_it_looks_for() -> None:
    assert kinds("search_docs", query="DROP TABLE users") == ["record.read"]


HTTP: dict[str, Any] = {
    "https://api.example/a": {"status": 200, "body": {"name": "a"}},
    "https://api.example/text": "plain",
    "POST https://api.example/jobs": {"status": 202, "body": "queued"},
}


def test_pages_are_what_the_state_says_and_else_not_found() -> None:
    world = World({"http": HTTP})
    assert ask(world, "http_request", url="https://api.example/a/").value["body"] == {"name": "a"}
    assert ask(world, "http_request", url="https://api.example/text").value == {
        "status": 200,
        "body": "plain",
    }
    assert ask(world, "http_request", method="POST", url="https://api.example/jobs").value == {
        "status": 202,
        "body": "queued",
    }
    assert ask(world, "http_request", url="https://api.example/jobs").value["status"] == 404
    assert ask(World(), "http_request", url="https://api.example/a").value["status"] == 404


def test_a_later_request_sees_what_an_earlier_one_changed() -> None:
    world, url = World({"http": HTTP}), "https://api.example/a"
    ask(world, "http_request", method="PATCH", url=url, body={"size": 2})
    assert ask(world, "http_request", url=url).value["body"] == {"name": "a", "size": 2}
    ask(world, "http_request", method="PUT", url=url, body="new")
    assert ask(world, "http_request", url=url).value["body"] == "new"
    assert ask(world, "http_request", method="DELETE", url=url).value["status"] == 204
    assert ask(world, "http_request", url=url).value["status"] == 404


def test_a_get_is_a_request_to_a_host_and_no_mere_read() -> None:
    (effect,) = effects("http_request", url="https://User@API.example:8443/a?b=1")
    assert effect.kind == "net.request" and effect.kind not in READS
    assert objects(effect) == {
        "method": "GET",
        "host": "api.example",
        "url": "https://User@API.example:8443/a?b=1",
    }


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("api.example/x", "api.example"),
        ("//api.example", "api.example"),
        ("https://[::1]/x", "::1"),
        ("https://[broken/x", "?"),
        ("https://api.example./x", "api.example"),
        ("", "?"),
        (None, "?"),
        (7, "?"),
    ],
)
def test_the_host_is_read_as_a_client_reads_it(url: object, host: str) -> None:
    assert objects(effects("http_request", url=url, method="GET")[0])["host"] == host


def test_a_change_over_http_may_do_what_a_service_does_but_not_touch_files() -> None:
    request, *rest = effects("http_request", method="POST", url="https://api.example/refunds")
    assert request.kind == "net.request"
    (opaque,) = rest
    assert could_be(opaque, "money.move") and could_be(opaque, "infra.destroy")
    assert not could_be(opaque, "fs.delete") and not could_be(opaque, "proc.exec")
    assert "record.delete" in kinds("http_request", method="delete", url="https://api.example/a")
    assert "record.change" in kinds("http_request", method="PUT", url="https://api.example/a")
    assert kinds("http_request") == ["net.request", "opaque"]


def test_a_release_is_listed_afterwards() -> None:
    world = World({"deployments": [{"service": "shop", "version": "1", "environment": "staging"}]})
    made = ask(world, "deploy", service="shop", version="2", environment="production").value
    assert made["status"] == "succeeded"
    assert len(ask(world, "list_deployments", service="Shop").value) == 2
    assert ask(world, "list_deployments", environment="production").value == [made]


def test_a_release_names_service_version_and_environment() -> None:
    (effect,) = effects("deploy", service="shop", version="2", environment="production")
    assert effect.kind == "deploy.release"
    assert objects(effect) == {"service": "shop", "version": "2", "environment": "production"}
    (unsaid,) = effects("deploy", service="shop")
    assert objects(unsaid) == {"service": "shop", "version": "?", "environment": "?"}


def test_a_restart_stops_a_service() -> None:
    assert kinds("restart_service", service="shop") == ["infra.change", "proc.stop"]
    for effect in effects("restart_service", service="shop"):
        assert objects(effect) == {"service": "shop", "environment": "production"}
    assert ask(World(), "restart_service", service="shop").value["status"] == "running"


def test_a_refund_moves_money_for_an_order() -> None:
    (effect,) = effects("issue_refund", order_id="A-1", amount=25)
    assert (effect.kind, objects(effect)) == ("money.move", {"amount": 25.0, "order": "A-1"})
    assert objects(effects("issue_refund", order_id=7)[0]) == {"amount": "?", "order": "7"}


def test_a_refund_wants_an_order_that_exists() -> None:
    world = World({"orders": {"A-1": {"total": 40}}})
    assert ask(world, "issue_refund", order_id="a-1", amount=5).value["refund_id"] == "RF-1"
    assert ask(world, "issue_refund", order_id="A-2", amount=5).error
    assert not ask(World(), "issue_refund", order_id="A-2", amount=5).error


def test_balances_follow_a_transfer() -> None:
    world = World({"balances": {"A": 100, "B": {"balance": 5, "currency": "EUR"}}})
    sent = {"from_account": "A", "to_account": "B", "amount": 30.5}
    assert ask(world, "transfer_money", **sent).value["status"] == "completed"
    assert ask(world, "get_balance", account="A").value == {"account": "A", "balance": 69.5}
    assert ask(world, "get_balance", account="b").value["balance"] == 35.5
    assert ask(world, "transfer_money", **{**sent, "amount": 1000}).value == (
        "Error: insufficient funds"
    )
    assert ask(world, "transfer_money", **{**sent, "from_account": "X"}).error
    assert ask(world, "get_balance", account="X").error
    assert not ask(World(), "transfer_money", **sent).error


def test_a_transfer_names_both_accounts() -> None:
    (effect,) = effects(
        "transfer_money", from_account="A", to_account="B", amount=5, currency="EUR"
    )
    assert objects(effect) == {"amount": 5.0, "from": "A", "to": "B", "currency": "EUR"}


def test_rights_are_given_and_taken() -> None:
    world = World({"access": [{"user": "ann", "resource": "vault", "role": "admin"}]})
    ask(world, "grant_access", user="bob", resource="vault", role="viewer")
    assert len(world.state["access"]) == 2
    assert not ask(world, "revoke_access", user="Ann", resource="vault").error
    assert ask(world, "revoke_access", user="ann", resource="vault").error
    assert not ask(World(), "revoke_access", user="ann", resource="vault").error
    (effect,) = effects("grant_access", user="bob", resource="vault", role="admin")
    assert effect.kind == "access.grant"
    assert objects(effect) == {"user": "bob", "resource": "vault", "role": "admin"}
    assert kinds("revoke_access", user="bob", resource="vault") == ["access.revoke"]


def test_records_are_read_changed_and_deleted() -> None:
    world = World({"records": {"customer": {"7": {"name": "Ann"}}, "order": [{"id": 3}]}})
    assert ask(world, "get_record", type="customer", id=7).value == {"id": 7, "name": "Ann"}
    changed = ask(world, "update_record", type="customer", id=7, fields={"name": "Bo"}).value
    assert changed == {"id": 7, "name": "Bo"}
    assert ask(world, "delete_record", type="order", id="3").value["deleted"]
    assert ask(world, "get_record", type="order", id=3).error
    assert ask(world, "update_record", type="order", id=3, fields={}).error
    assert ask(world, "delete_record", type="order", id=3).error
    assert ask(world, "get_record", type="invoice", id=3).error


def test_records_of_a_scenario_without_any_can_be_made_and_read_back() -> None:
    world = World()
    ask(world, "update_record", type="order", id=3, fields={"state": "held"})
    assert ask(world, "get_record", type="order", id="3").value["state"] == "held"
    assert not ask(world, "delete_record", type="order", id=4).error


@pytest.mark.parametrize(
    ("tool", "kind"),
    [
        ("get_record", "record.read"),
        ("update_record", "record.change"),
        ("delete_record", "record.delete"),
    ],
)
def test_effects_of_records_name_type_and_id(tool: str, kind: str) -> None:
    (effect,) = effects(tool, type="order", id=3)
    assert (effect.kind, objects(effect)) == (kind, {"type": "order", "id": "3"})
