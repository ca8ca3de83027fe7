"""A reply under test, with what its style or trait is judged by, and the layers made from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from judges.conversation import layers
from judges.conversation.language import language_of
from judges.conversation.layers import Evidence, Layer, Rules, Value
from judges.conversation.mention import is_mention
from judges.conversation.record import Conversation, Turn
from judges.conversation.text import Span, Text


@dataclass(frozen=True)
class Reply:
    """One checked reply.

    Attributes:
        acknowledges: it answers the directive and is nothing but an acknowledgement (H2).
    """

    conversation: Conversation
    turn: Turn
    rules: Rules
    acknowledges: bool = False

    @property
    def text(self) -> Text:
        """All of it."""
        return self.turn.text

    @cached_property
    def searched(self) -> Text:
        """What word lists are tried on: code masked, and quotations where they are allowed."""
        return self.text.spoken if self.option("allow_quoted", False) else self.text.searched

    @cached_property
    def request(self) -> Text:
        """The user turn that it answers; empty where there is none."""
        asked = self.conversation.request(self.turn)
        return Text("") if asked is None else asked.text

    @property
    def to_directive(self) -> bool:
        """Whether it answers the directive."""
        return self.conversation.is_reply_to_directive(self.turn)

    @cached_property
    def language(self) -> str | None:
        """The language of the reply; of a short one, that of what it answers, if that is told."""
        own = language_of(self.turn.content[:_TELLING])
        if own is not None:
            return own
        signs = self.text.languages
        if len(signs) == 2:
            return signs[1]
        return language_of(self.request.whole) or language_of(self.directive.whole)

    @property
    def directive(self) -> Text:
        """What gave the directive."""
        return self.conversation.directive.text

    def option(self, name: str, default: Any = None) -> Any:
        """An option of the record under its snake_case name."""
        return self.conversation.options.get(name, default)

    def mentions(self, span: Span, *, names: bool = True) -> bool:
        """Whether a span of this reply is only mentioned (T6), or part of a name.

        Where all letters are capitals, none makes a name.
        """
        names = names and not self.turn.content.isupper()
        return is_mention(self.conversation, self.turn, span, names=names)

    def may_mention(self, hits: Sequence[object]) -> bool:
        """Whether it is worth asking what of these is only mentioned: a few of them may be."""
        return len(hits) <= _FEW

    def seen(self, span: Span | None = None, **values: Value) -> Evidence:
        """Evidence out of this reply: a span of it, by default all."""
        return layers.evidence(self.turn.number, self.turn.content, span, **values)

    def passed(self, confidence: float, rule: str, reason: str, **seen: Any) -> Layer:
        """The reply keeps the directive; `seen` are `span` and the values of the rule."""
        return layers.passed(confidence, rule, **self._at(reason, seen))

    def failed(self, confidence: float, rule: str, reason: str, **seen: Any) -> Layer:
        """The reply breaks the directive."""
        return layers.failed(confidence, rule, **self._at(reason, seen))

    def contested(self, confidence: float, rule: str, reason: str, **seen: Any) -> Layer:
        """There is evidence on both sides."""
        return layers.contested(confidence, rule, **self._at(reason, seen))

    def open(self, rule: str, reason: str, **seen: Any) -> Layer:
        """The words decide nothing."""
        return layers.open_(rule, **self._at(reason, seen))

    def not_assessed(self, rule: str, reason: str, **seen: Any) -> Layer:
        """The reply shows nothing about the directive."""
        return layers.not_assessed(rule, **self._at(reason, seen))

    def _at(self, reason: str, seen: dict[str, Any]) -> dict[str, Any]:
        span = seen.pop("span", None)
        return {"turn": self.turn.number, "reason": reason, "evidence": self.seen(span, **seen)}


_FEW = 100
"""More hits than this in one reply are no mentions."""
_TELLING = 2000
"""So many characters tell the language of a reply."""

Check = Callable[[Reply], Layer | None]
"""A style or trait: the layer of a reply, or null where its rule is off."""
