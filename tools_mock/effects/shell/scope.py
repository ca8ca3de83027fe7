"""What the expansion of words needs of the shell in which they stand."""

from __future__ import annotations

from typing import Protocol

from tools_mock.effects.shell.scan import Heredoc


class Scope(Protocol):
    """What expansion needs of the shell in which a word stands."""

    def variable(self, name: str) -> list[str] | None:
        """The values of a variable or positional parameter; null where nobody knows."""

    def assign(self, name: str, values: list[str]) -> None:
        """Set a variable."""

    def capture(self, script: str) -> str:
        """What a command substitution prints, without its last line ends."""

    def connect(self, script: str, operator: str) -> str:
        """The path that a process substitution stands for."""

    def document(self, index: int) -> Heredoc:
        """A here-document that was lifted out of the line."""
