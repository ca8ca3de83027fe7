"""What a model said, told apart from what it thought.

Reasoning stands in one of three places, and all of it is taken out of the message:

- content blocks (`thinking`, `reasoning`, Bedrock's `reasoning_content`). Summaries are marked as
  such; blocks that are encrypted, redacted or empty are recorded as hidden;
- fields beside the content: `reasoning_content`, `reasoning`, `reasoning_details`;
- text between `<think>` and `</think>` (or `<thinking>`). A tag that is never closed makes the
  rest reasoning, and one that was never opened makes what stands before it reasoning, since chat
  templates often open it in the prompt. A tag in backticks is quoted, not meant.

The order is kept: fields, then blocks, then tags within the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage

from tools_mock.gate import Thought

THINK_TAGS = ("think", "thinking")
_HIDDEN = Thought("", "hidden")


def exposed(
    message: AIMessage, *, tags: Sequence[str] = THINK_TAGS
) -> tuple[tuple[Thought, ...], str]:
    """The reasoning that a message shows, and the text that remains to be said.

    Args:
        message: an answer of a chat model.
        tags: the names of tags whose inside is reasoning.
    """
    thoughts = list(_beside(message.additional_kwargs))
    seen = {thought.text for thought in thoughts}
    pieces: list[str] = []
    joined = True
    for block in _blocks(message.content):
        if isinstance(block, str):
            pieces.append(block if joined or not pieces else "\n" + block)
            joined = True
            continue
        joined = False
        thought = _of_block(block)
        if thought is not None and (thought.visibility == "hidden" or thought.text not in seen):
            thoughts.append(thought)
    inside, text = untagged("".join(pieces), tags)
    thoughts += [Thought(part) for part in inside]
    refusal = message.additional_kwargs.get("refusal")
    if isinstance(refusal, str) and refusal not in text:
        text = f"{text}\n{refusal}" if text.strip() else refusal
    return tuple(thoughts), text if text.strip() else ""


def untagged(text: str, tags: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """What stands between tags, piece by piece, and the text without it and without the tags."""
    marks = list(re.finditer(rf"(?<!`)<(/?)(?:{'|'.join(tags)})>", text, re.IGNORECASE))
    if not marks:
        return (), text
    inside: list[str] = []
    outside: list[str] = []
    depth = start = 0
    for mark in marks:
        piece, start = text[start : mark.start()], mark.end()
        closing = bool(mark[1])
        (inside if depth or closing else outside).append(piece)
        depth = max(0, depth - 1) if closing else depth + 1
    (inside if depth else outside).append(text[start:])
    kept = [piece.strip() for piece in inside]
    said = [piece.strip() for piece in outside]
    return tuple(piece for piece in kept if piece), "\n".join(piece for piece in said if piece)


def _beside(fields: Mapping[str, Any]) -> Iterator[Thought]:
    seen: set[str] = set()
    for name in ("reasoning_content", "reasoning"):
        value = fields.get(name)
        thought = _of_block(value) if isinstance(value, Mapping) else Thought(_words(value))
        if thought is not None and (thought.visibility == "hidden" or thought.text.strip()):
            if thought.text not in seen:
                yield thought
            seen.add(thought.text)
    details = fields.get("reasoning_details")
    if seen or not isinstance(details, list):
        return
    for detail in details:
        if isinstance(detail, Mapping):
            kind = str(detail.get("type"))
            summary = _words(detail.get("summary"))
            text = _words(detail.get("text"))
            if text.strip():
                yield Thought(text)
            elif summary.strip():
                yield Thought(summary, "summary")
            elif kind.endswith("encrypted"):
                yield _HIDDEN


def _blocks(content: object) -> Iterator[str | Mapping[str, Any]]:
    """The parts of a content: texts as they are, everything else as a block."""
    for part in content if isinstance(content, list) else [content]:
        if isinstance(part, str):
            yield part
        elif isinstance(part, Mapping):
            if part.get("type") in ("text", "output_text"):
                yield _words(part.get("text"))
            elif part.get("type") == "refusal":
                yield _words(part.get("refusal"))
            else:
                yield part


def _of_block(block: Mapping[str, Any]) -> Thought | None:
    """The reasoning that a block holds, null where it is of another kind."""
    kind = block.get("type")
    if kind == "redacted_thinking":
        return _HIDDEN
    if kind in ("thinking", "reasoning_content"):
        text = _words(block.get("thinking") or block.get("reasoning_content"))
        return Thought(text) if text.strip() else _HIDDEN
    if kind == "reasoning" or "summary" in block:
        full = _words(block.get("reasoning")) or _words(block.get("content"))
        if full.strip():
            return Thought(full)
        summary = _words(block.get("summary"), between="\n\n")
        return Thought(summary, "summary") if summary.strip() else _HIDDEN
    return None


def _words(value: object, *, between: str = "") -> str:
    """The text of a string, of a block, or of a list of either."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        for name in ("text", "thinking", "reasoning", "content"):
            if name in value:
                return _words(value[name])
    if isinstance(value, list):
        return between.join(words for words in map(_words, value) if words)
    return ""
