"""Payments from the command line: `stripe`.

An amount is the number as it is written; Stripe counts in the smallest unit of a currency.
"""

from __future__ import annotations

from tools_mock.effects.programs.call import Call, Program, number_of, program, thing
from tools_mock.effects.shell.marks import as_thing, display
from traces.model import Thing

_MONEY = frozenset(
    {"refunds", "payouts", "transfers", "charges", "payment_intents", "topups", "setup_intents"}
)
_READS = frozenset("get logs listen status samples login version resources open config".split())
_MOVES = frozenset("create confirm capture update pay cancel reverse".split())
_VERBS = {
    "list": "record.read",
    "retrieve": "record.read",
    "search": "record.read",
    "create": "record.create",
    "delete": "record.delete",
    "update": "record.change",
    "cancel": "record.change",
    "finalize_invoice": "record.change",
    "void_invoice": "record.change",
    "pay": "money.move",
    "send_invoice": "message.send",
}


def _stripe(call: Call) -> str | None:
    """`stripe refunds create`, `stripe post /v1/refunds`."""
    group, *rest = call.operands or ["status"]
    verb = rest[0] if rest else ""
    things = _objects(call, rest)
    if group in _READS:
        call.effect("record.read")
    elif group in ("post", "delete"):
        path = verb.lstrip("/").removeprefix("v1/").split("/")[0]
        kind = "record.delete" if group == "delete" else "record.change"
        moves = path in _MONEY and group == "post"
        call.effect("money.move" if moves else kind, *(things or [thing("resource", verb)]))
    elif group == "trigger":
        call.effect("record.create", thing("resource", verb))
    elif group in _MONEY and verb in _MOVES:
        call.effect("money.move", *things)
    elif verb in _VERBS:
        call.effect(_VERBS[verb], *(things or [thing("resource", group)]))
    else:
        call.opaque(f"stripe {display(group)} {display(verb)}", "record.*", "money.move")
    return None


def _objects(call: Call, rest: list[str]) -> list[Thing]:
    """What the operands and options name, and the amount."""
    found = [as_thing("resource", text) for text in rest[1:2]]
    for option in ("--charge", "--customer", "--payment-intent"):
        found += [as_thing(option[2:], value) for value in call.options.all(option)]
    sent = [text[7:] for text in call.options.all("-d", "--data") if text.startswith("amount=")]
    for amount in [*call.options.all("--amount"), *sent]:
        number = number_of(amount)
        if number is None:
            found.append(as_thing("amount", amount))
        else:
            found.append(Thing(name="amount", value=number))
    return found


PROGRAMS: dict[str, Program] = {
    "stripe": program(
        _stripe,
        "--amount --charge --customer --payment-intent --currency --reason -d --data --api-key "
        "--limit --destination -p --project-name --events --forward-to",
    ),
}
