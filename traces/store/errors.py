"""What the store says when it can't do what was asked. Quick to import, unlike the store itself."""

from __future__ import annotations


class StoreError(Exception):
    """A store can't be opened, read or written; the message is one sentence.

    Args:
        path: the store as it was named, without a password.
        what: what is wrong with it, and what to do where something can be done.
    """

    def __init__(self, path: str, what: str) -> None:
        """See the class."""
        super().__init__(f"{path}: {what}")
        self.path = path
        self.what = what
