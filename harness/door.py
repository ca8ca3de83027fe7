"""The door of one trial: the gate, the scripted user, and what the trial may use."""

from __future__ import annotations

from collections.abc import Sequence

from harness.agents.base import Delivery, SandboxFault, Tokens
from judges.asking import asks
from judges.expected import UserLine
from tools_mock.gate import Gate, LimitReached, Turn
from traces.model import Usage


class TrialDoor:
    """What an agent meets: it hands over turns, and gets results and replies.

    Args:
        gate: records and answers.
        user: the scripted lines; each is said once, the first whose `when` fits.
        max_tokens: input and output together, null for any number.
    """

    def __init__(
        self, gate: Gate, user: Sequence[UserLine] = (), *, max_tokens: int | None = None
    ) -> None:
        """See the class."""
        self.gate = gate
        self._user = dict(enumerate(user))
        self._max_tokens = max_tokens
        self._input: int | None = None
        self._output: int | None = None
        self._retries = 0
        self._requests = 0

    def take(self, turn: Turn, tokens: Tokens | None = None) -> Delivery:
        """See `Door`.

        Raises:
            LimitReached: the trial is over.
            SandboxFault: the gate, the mock world or the store failed.
        """
        self._count(tokens)
        try:
            results = self.gate.take(turn)
            if turn.attempts:
                self._check_tokens()
                return Delivery(results=results)
            chosen = self._line_for(turn.text)
            if chosen is None:
                return Delivery()
            self.gate.reply(self._user[chosen].say, index=chosen)
            reply = self._user.pop(chosen).say
        except LimitReached:
            raise
        except Exception as error:
            raise SandboxFault(f"{type(error).__name__}: {error}") from error
        self._check_tokens()
        return Delivery(reply=reply)

    def usage(self, seconds: float) -> Usage:
        """What the trial has used."""
        return Usage(
            input_tokens=self._input,
            output_tokens=self._output,
            seconds=round(seconds, 3),
            turns=self.gate.turns,
            model_calls=self._requests,
            retries=self._retries,
        )

    def _line_for(self, text: str) -> int | None:
        for index, line in self._user.items():
            if line.when == "always":
                return index
            if line.when == "asks_confirmation":
                if asks(text):
                    return index
            elif line.when.holds(text) is True:
                return index
        return None

    def _count(self, tokens: Tokens | None) -> None:
        self._requests += 1
        if tokens is None:
            return
        self._retries += tokens.retries
        if _is_a_count(tokens.input):
            self._input = (self._input or 0) + (tokens.input or 0)
        if _is_a_count(tokens.output):
            self._output = (self._output or 0) + (tokens.output or 0)

    def _check_tokens(self) -> None:
        used = (self._input or 0) + (self._output or 0)
        if self._max_tokens is not None and used > self._max_tokens:
            raise LimitReached(f"the limit of {self._max_tokens} tokens was reached")


def _is_a_count(tokens: int | None) -> bool:
    """Whether a provider's number can be one: servers send negative and absurd ones."""
    return tokens is not None and 0 <= tokens < 10**12
