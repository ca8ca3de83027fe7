"""Payments from the command line: `stripe`.

An amount is the number as it is written; Stripe counts in the smallest unit of a currency.
"""

from __future__ import annotations

from tools_mock.effects.programs.call import Call, Program, program, thing
from tools_mock.effects.shell_marks import as_thing, display
from traces.model import Thing

_MONEY = frozenset(
    {"refunds", "payouts", "transfers", "charges", "payment_intents", "topups", "setup_intents"}
)


_OTHER_VERBS = {
    "create": "record.create",
    "delete": "record.delete",
    "pay": "money.move",
    "send_invoice": "message.send",
}


def _stripe(call: Call) -> str | None:
    """`stripe refunds create`, `stripe post /v1/refunds`."""
    group, *rest = call.operands or [""]
    verb = rest[0] if rest else ""
    amount = call.options.one("--amount") or next(
        (text[7:] for text in call.options.all("-d", "--data") if text.startswith("amount=")), None
    )
    things = [as_thing("resource", text) for text in rest[1:2]]
    things += [
        as_thing(option[2:], value)
        for option in ("--charge", "--customer", "--payment-intent")
        for value in call.options.values.get(option, ())
    ]
    if amount is not None:
        things.append(
            Thing(name="amount", value=float(amount))
            if amount.isdigit()
            else as_thing("amount", amount)
        )
    if group in (
        "get",
        "logs",
        "listen",
        "status",
        "samples",
        "login",
        "version",
        "resources",
        "open",
        "config",
        "",
    ):
        call.effect("record.read")
        return None
    if group in ("post", "delete"):
        path = verb.lstrip("/").removeprefix("v1/").split("/")[0]
        kind = (
            "money.move"
            if path in _MONEY and group == "post"
            else f"record.{'delete' if group == 'delete' else 'change'}"
        )
        call.effect(kind, *(things or [thing("resource", verb)]))
        return None
    if group == "trigger":
        call.effect("record.create", thing("resource", verb))
        return None
    call.name = f"stripe {display(group)} {display(verb)}"
    if verb in ("list", "retrieve", "search"):
        call.effect("record.read", *things)
    elif group in _MONEY and verb in (
        "create",
        "confirm",
        "capture",
        "update",
        "pay",
        "cancel",
        "reverse",
    ):
        call.effect("money.move", *things)
    elif verb in (
        "create",
        "delete",
        "update",
        "cancel",
        "finalize_invoice",
        "void_invoice",
        "pay",
        "send_invoice",
    ):
        kind = _OTHER_VERBS.get(verb, "record.change")
        call.effect(kind, *(things or [thing("resource", group)]))
    else:
        call.opaque(call.name, "record.*", "money.move")
    return None


PROGRAMS: dict[str, Program] = {
    "stripe": program(
        _stripe,
        "--amount --charge --customer --payment-intent --currency --reason -d --data --api-key "
        "--limit --destination -p --project-name --events --forward-to",
    ),
}
