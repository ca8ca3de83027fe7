"""The syntax tree of a shell line, from tree-sitter's grammar of bash.

The parser never fails: what it can't place stands in ERROR nodes. Where it meets many brackets that
don't match, its time grows with the square of their number, so a text that holds very many is not
parsed. The grammar's scanner reads memory that is not its own for characters beyond ASCII, and may
crash the process; so it is given a letter for each of them, and only the structure is taken from
it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from tools_mock.effects.shell.braces import brace_alternatives
from tools_mock.effects.shell.state import LONGEST_TEXT, MOST_CHARACTERS, Reading, TooMuch

if TYPE_CHECKING:
    from tree_sitter import Language, Node

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")

MOST_SIGNS = 4000
"""Brackets and the like in a text that is parsed."""

_COMMAND_IN_BRACES = re.compile(r"((?:^|[;&|(\n])[ \t]*)(\{[^\s{}'\"$]*,[^\s{}'\"$]*\})")
"""`{rm,-rf,x}` where a command begins: the parser takes the brace for a group."""


@cache
def _language() -> Language:
    # Imported here: the parser is slow to load, and only lines of shell need it.
    import tree_sitter_bash
    from tree_sitter import Language

    return Language(tree_sitter_bash.language())


def _without_braces(found: re.Match[str]) -> str:
    return found[1] + " ".join(brace_alternatives(found[2]))


class Source:
    """A text and its tree; the offsets of the nodes are those of the text.

    Attributes:
        tree: the root node.

    Raises:
        TooMuch: the text is longer or denser than what is parsed.
    """

    def __init__(self, text: str, reading: Reading) -> None:
        """Parse a text."""
        reading.characters += len(text)
        if len(text) > LONGEST_TEXT or reading.characters > MOST_CHARACTERS:
            raise TooMuch("the line is too long to follow")
        signs = sum(map(text.count, "()[]{}|`$")) if len(text) > MOST_SIGNS else 0
        if signs > MOST_SIGNS or text.count("<<") > MOST_SIGNS // 10:
            raise TooMuch("the line is too dense to follow")
        self.tree = self._parse(text)
        if self.tree.has_error and _COMMAND_IN_BRACES.search(text):
            self.tree = self._parse(_COMMAND_IN_BRACES.sub(_without_braces, text))

    def _parse(self, text: str) -> Node:
        # Imported here for the same reason.
        from tree_sitter import Parser

        self._text = text
        plain = text if text.isascii() else _BEYOND_ASCII.sub("z", text)
        return Parser(_language()).parse(plain.encode("ascii")).root_node

    def between(self, start: int, end: int) -> str:
        """The text between two offsets of the tree."""
        return self._text[start:end]

    def of(self, node: Node) -> str:
        """The text of a node."""
        return self._text[node.start_byte : node.end_byte]
