"""The text that an expression builds, as far as it is known before it runs.

Literals, their concatenation, `format` and the variables of the batch are followed. What can't be
known stands as a placeholder in the text, so that what surrounds it can still be read.
"""

from __future__ import annotations

import re

from tools_mock.effects.sql.lexer import Tokens, value_of
from tools_mock.effects.sql.reading import BUILT, Reader, closing, outer, split_list

_JOINERS = frozenset({"|", "+", "&"})
_CONCATENATIONS = frozenset({"CONCAT", "CONCAT_WS", "FORMAT", "PRINTF"})
_CHARACTERS = frozenset({"CHR", "CHAR", "NCHAR"})
_QUOTERS = frozenset({"QUOTENAME", "QUOTE_IDENT"})
_FORMAT = re.compile(r"%(?:\d+\$)?-?\d*([ILs%d])")
_MOST = 20_000


def text_of(tokens: Tokens, reader: Reader) -> tuple[str, bool]:
    """The text of an expression, and whether all of it is known."""
    parts: list[str] = []
    whole = bool(tokens)
    for item in _operands(tokens):
        text, known = _operand(item, reader)
        parts.append(text)
        whole = whole and known
    text = "".join(parts)
    return text[:_MOST], whole and len(text) <= _MOST


def _operands(tokens: Tokens) -> list[Tokens]:
    """The operands of a concatenation."""
    items: list[Tokens] = []
    begin = 0
    for place, token in outer(tokens):
        if token.word in _JOINERS:
            if place > begin:
                items.append(tokens[begin:place])
            begin = place + 1
    return [*items, tokens[begin:]] if tokens[begin:] else items


def _operand(tokens: Tokens, reader: Reader) -> tuple[str, bool]:
    """The text of one operand."""
    while len(tokens) > 2 and tokens[0].word == "(" and closing(tokens, 0) == len(tokens) - 1:
        inner = tokens[1:-1]
        if any(token.word in _JOINERS for token in inner):
            return text_of(inner, reader)
        tokens = inner
    head = tokens[0]
    if all(token.kind == "text" for token in tokens):
        return "".join(value_of(token, reader.dialect) for token in tokens), True
    cast = next((at for at, token in outer(tokens) if token.word == ":"), 0)
    if cast and head.kind == "text":
        return value_of(head, reader.dialect), True
    if len(tokens) == 1 and head.kind in ("variable", "word", "slot"):
        known = reader.variables.get(head.text.lower())
        return (known, "{{" not in known) if known is not None else (BUILT, False)
    if len(tokens) > 2 and tokens[1].word == "(" and closing(tokens, 1) == len(tokens) - 1:
        return _function(head.word, split_list(tokens[2:-1]), reader)
    return BUILT, False


def _function(name: str, arguments: list[Tokens], reader: Reader) -> tuple[str, bool]:
    """The text that a function for texts returns."""
    if name in _CHARACTERS and len(arguments) == 1 and arguments[0]:
        code = arguments[0][0].text
        return (
            (chr(int(code)), True)
            if code.isascii() and code.isdigit() and len(code) < 4
            else (BUILT, False)
        )
    if name in _QUOTERS and len(arguments) == 1:
        return text_of(arguments[0], reader)
    if name not in _CONCATENATIONS or not arguments:
        return BUILT, False
    texts = [text_of(each, reader) for each in arguments]
    whole = all(known for _, known in texts)
    if name == "CONCAT":
        return "".join(text for text, _ in texts), whole
    if name == "CONCAT_WS":
        return texts[0][0].join(text for text, _ in texts[1:]), whole
    if name not in ("FORMAT", "PRINTF"):
        return BUILT, False
    template = texts[0][0]
    filled = _FORMAT.sub(lambda match: "%" if match[1] == "%" else BUILT, template)
    return filled, texts[0][1] and BUILT not in filled
