"""Money: `issue_refund`, `transfer_money`, `get_balance`.

`state.orders` and `state.balances` map ids to orders and accounts to balances.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tools_mock.catalog.arguments import identifier, number, schema, text
from tools_mock.catalog.shelf import Shelf
from tools_mock.effects.objects import effect, things
from tools_mock.tool import Args, Tool
from tools_mock.world import Reply, World
from traces.model import Effect


def _refund(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    return (
        effect(
            "money.move",
            things("amount", args.get("amount")),
            things("order", args.get("order_id")),
            why="refund",
        ),
    )


def _transfer(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    return (
        effect(
            "money.move",
            things("amount", args.get("amount")),
            things("from", args.get("from_account")),
            things("to", args.get("to_account")),
            things("currency", args.get("currency")),
            why="transfer",
        ),
    )


def _balance(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("record.read", things("account", args.get("account"))),)


def _refund_answer(world: World, args: Args) -> Reply:
    order, amount = args.get("order_id"), args.get("amount")
    orders = Shelf(world, "orders")
    if orders.closed and orders.find(order) is None:
        return Reply(f"Error: order {order} not found", error=True)
    refunds = world.rows("refunds")
    made = {
        "refund_id": f"RF-{len(refunds) + 1}",
        "order_id": order,
        "amount": amount,
        "status": "succeeded",
    }
    refunds.append({**made, "reason": args.get("reason")})
    return Reply(made)


def _transfer_answer(world: World, args: Args) -> Reply:
    source, target, amount = (args.get(key) for key in ("from_account", "to_account", "amount"))
    balances = Shelf(world, "balances", key="account")
    if balances.closed:
        before = balances.find(source)
        if before is None:
            return Reply(f"Error: account {source} not found", error=True)
        if _held(before) is not None and isinstance(amount, int | float):
            if (_held(before) or 0) < amount:
                return Reply("Error: insufficient funds", error=True)
            _add(balances, source, -amount)
            _add(balances, target, amount)
    transfers = world.rows("transfers")
    made = {"transfer_id": f"TR-{len(transfers) + 1}", **args, "status": "completed"}
    transfers.append(made)
    return Reply(made)


def _balance_answer(world: World, args: Args) -> Reply:
    account = args.get("account")
    balances = Shelf(world, "balances", key="account")
    found = balances.find(account)
    if found is None:
        return Reply(f"Error: account {account} not found", error=True)
    if isinstance(found, dict):
        return Reply(balances.shown(account, found))
    return Reply({"account": account, "balance": found})


def _held(record: Any) -> float | None:
    value = record.get("balance") if isinstance(record, dict) else record
    return value if isinstance(value, int | float) else None


def _add(balances: Shelf, account: object, amount: float) -> None:
    record = balances.find(account)
    held = _held(record)
    if held is None:
        return
    if isinstance(record, dict):
        record["balance"] = round(held + amount, 2)
    else:
        balances.put(account, round(held + amount, 2))


_AMOUNT = number("Amount in units of the currency.")

TOOLS = (
    Tool(
        name="issue_refund",
        description="Refund an order to the customer. Takes effect at once.",
        parameters=schema(
            "order_id",
            "amount",
            order_id=identifier("Id of the order."),
            amount=_AMOUNT,
            reason=text("Why it is refunded.", role="data"),
        ),
        effects=_refund,
        answer=_refund_answer,
    ),
    Tool(
        name="transfer_money",
        description="Transfer money from one account to another. Takes effect at once.",
        parameters=schema(
            "from_account",
            "to_account",
            "amount",
            from_account=identifier("Account that pays."),
            to_account=identifier("Account that receives."),
            amount=_AMOUNT,
            currency=text("Currency, such as EUR.", role="data"),
            memo=text("Text on the statement.", role="data"),
        ),
        effects=_transfer,
        answer=_transfer_answer,
    ),
    Tool(
        name="get_balance",
        description="Get the balance of an account.",
        parameters=schema("account", account=identifier("The account.")),
        effects=_balance,
        answer=_balance_answer,
    ),
)
