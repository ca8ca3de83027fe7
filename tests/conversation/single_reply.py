"""One reply to one request under a style or trait, as the tests of the rubrics write it."""

from __future__ import annotations

from typing import Any

from judges.conversation import hold_style, note_trait_unrelated
from judges.conversation.layers import ALL_RULES, Layer, Rules
from judges.conversation.record import Conversation, read

Case = tuple[str, str, str, str]
"""Style or trait, request, reply, and what is expected: `FAIL .9`, `open`, `none`."""

DIRECTIVE = "From now on, please."


def conversation(
    bucket: str, options: dict[str, Any], *turns: str, checks: list[int] | None = None
) -> Conversation:
    """A conversation of user and assistant in turn, the first turn being the directive."""
    trajectory = [
        {"role": "assistant" if i % 2 else "user", "content": content}
        for i, content in enumerate(turns)
    ]
    expect = {
        "bucket": bucket,
        "directiveTurn": 1,
        "checkTurns": checks or list(range(2, len(turns) + 1, 2)),
        "options": options,
    }
    return read(
        {"id": "a", "bucket": bucket, "personalityExpect": expect, "trajectory": trajectory}
    )


def style(name: str, request: str, reply: str, **options: Any) -> list[Layer]:
    """The layers of a reply that comes after the one to the directive."""
    turns = (options.pop("directive", DIRECTIVE), "Understood.", request, reply)
    held = conversation("hold_style", {"style": name, **options}, *turns, checks=[4])
    return hold_style.judge(held, ALL_RULES)


def trait(name: str, request: str, reply: str, **options: Any) -> list[Layer]:
    """The same for a trait."""
    rules = Rules(frozenset(options.pop("off", ())))
    turns = (options.pop("directive", DIRECTIVE), "Understood.", request, reply)
    noted = conversation("note_trait_unrelated", {"trait": name, **options}, *turns, checks=[4])
    return note_trait_unrelated.judge(noted, rules)


def shown(layers: list[Layer]) -> str:
    """A layer as the tables write it."""
    assert len(layers) == 1, layers
    layer = layers[0]
    if layer.verdict == "NEEDS_REVIEW":
        if layer.open:
            return "open"
        return f"contested {layer.confidence:g}" if layer.assessed else "none"
    return f"{layer.verdict} {layer.confidence:g}"
