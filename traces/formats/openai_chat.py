"""OpenAI chat messages, with `reasoning_content` where a provider adds it.

A record is `{"messages": [...], "status": "completed"}`; `id`, `status` and `detail` may be left
out. Each assistant message is a turn. What comes before the first of them is the task; a user
message after it is a reply. Arguments are kept as sent beside what they parse to; content may be
a text, null, or a list of parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from traces.jsontext import dumps, loads
from traces.model import (
    Call,
    Ending,
    Event,
    Message,
    Reasoning,
    Result,
    Status,
    SystemText,
    Trajectory,
    UserText,
)

STATUSES: tuple[str, ...] = get_args(Status)
ROLES = ("system", "developer", "user", "assistant", "tool", "function")
_REASONING = ("reasoning_content", "reasoning")


def is_record(value: object) -> bool:
    """Whether a JSON value looks like a record of this format."""
    return isinstance(value, Mapping) and isinstance(value.get("messages"), list)


def read(record: Mapping[str, Any], *, source: str, name: str) -> Trajectory:
    """The trajectory of one record.

    Args:
        record: the parsed JSON object.
        source: the file that it was read from.
        name: the trajectory's id where the record has none.

    Raises:
        ValueError: something in it can't be read; the sentence says where and what is allowed.
    """
    messages = record.get("messages")
    if not isinstance(messages, list):
        raise ValueError("`messages` must be a list of chat messages")
    status = record.get("status", "completed")
    if status not in STATUSES:
        raise ValueError(f"`status` is {status!r} (allowed: {', '.join(STATUSES)})")
    events = _Events()
    for place, message in enumerate(messages, start=1):
        if not isinstance(message, Mapping) or message.get("role") not in ROLES:
            raise ValueError(
                f"message {place} has no `role` that is known (allowed: {', '.join(ROLES)})"
            )
        try:
            events.add(message)
        except ValueError as error:
            raise ValueError(f"message {place}: {error}") from None
    if status == "completed" and events.cut_off:
        status = "limit"
    return Trajectory(
        id=str(record.get("id") or name),
        source=source,
        ending=Ending(status=status, detail=str(record.get("detail") or "")),
        events=tuple(events.found),
    )


class _Events:
    """The events of a conversation, made message by message."""

    def __init__(self) -> None:
        self.found: list[Event] = []
        self.cut_off = False
        self._turn = 0
        self._open: list[Call] = []

    def add(self, message: Mapping[str, Any]) -> None:
        role = message["role"]
        if role in ("system", "developer"):
            self._put(SystemText, text=text_of(message.get("content")))
        elif role == "user":
            self._put(UserText, text=text_of(message.get("content")))
        elif role == "assistant":
            self._assistant(message)
        else:
            self._result(message)

    def _assistant(self, message: Mapping[str, Any]) -> None:
        self._turn += 1
        self.cut_off = message.get("finish_reason") == "length"
        thought = next((message[key] for key in _REASONING if message.get(key)), None)
        if thought is not None:
            self._put(Reasoning, text=text_of(thought))
        said = text_of(message.get("content")) or text_of(message.get("refusal"))
        if said:
            self._put(Message, text=said)
        for number, (call_id, name, arguments) in enumerate(_calls(message), start=1):
            raw, args = _arguments(arguments)
            self._put(
                Call,
                call_id=f"turn-{self._turn}-{number}" if call_id in (None, "") else str(call_id),
                tool=name,
                raw=raw,
                args=args,
            )
            call = self.found[-1]
            if isinstance(call, Call):
                self._open.append(call)

    def _result(self, message: Mapping[str, Any]) -> None:
        call = self._answered(message.get("tool_call_id"), message.get("name"))
        self._put(
            Result,
            call_id=call.call_id if call else str(message.get("tool_call_id") or ""),
            tool=call.tool if call else str(message.get("name") or ""),
            text=_answer(message.get("content")),
        )

    def _answered(self, call_id: object, name: object) -> Call | None:
        """The call that a result belongs to: by its id, else the oldest open one of that name."""
        for call in self._open:
            given = call_id not in (None, "")
            fits = call.call_id == str(call_id) if given else name in (None, call.tool)
            if fits:
                self._open.remove(call)
                return call
        return None

    def _put(self, kind: type[Any], **fields: Any) -> None:
        self.found.append(kind(seq=len(self.found), turn=self._turn, **fields))


def _calls(message: Mapping[str, Any]) -> Iterator[tuple[object, str, object]]:
    listed = message.get("tool_calls") or ()
    if not isinstance(listed, Sequence) or isinstance(listed, str):
        raise ValueError("`tool_calls` must be a list")
    for call in listed:
        function = call.get("function") if isinstance(call, Mapping) else None
        custom = call.get("custom") if isinstance(call, Mapping) else None
        if isinstance(custom, Mapping):
            yield call.get("id"), str(custom.get("name") or ""), custom.get("input")
        elif isinstance(function, Mapping):
            yield call.get("id"), str(function.get("name") or ""), function.get("arguments")
        else:
            raise ValueError("each of `tool_calls` needs a `function` with name and arguments")
    legacy = message.get("function_call")
    if isinstance(legacy, Mapping):
        yield None, str(legacy.get("name") or ""), legacy.get("arguments")


def _arguments(value: object) -> tuple[str | None, dict[str, Any] | None]:
    """Arguments as sent and as parsed; the second is null where they did not parse.

    An empty text is no arguments; a text that holds a JSON text is read through once more.
    """
    if value is None:
        return None, None
    if isinstance(value, Mapping):
        return dumps(dict(value)), dict(value)
    if not isinstance(value, str):
        raise ValueError(f"arguments are a JSON text or an object, not {type(value).__name__}")
    if not value.strip():
        return value, {}
    try:
        parsed = loads(value)
        if isinstance(parsed, str):
            parsed = loads(parsed)
    except ValueError:
        return value, None
    return value, parsed if isinstance(parsed, dict) else None


def _answer(content: object) -> str:
    """The text of a result: an object that is no list of parts is the JSON that it was."""
    if isinstance(content, Mapping) and not isinstance(content.get("text"), str):
        return dumps(dict(content))
    return text_of(content)


def text_of(content: object) -> str:
    """The text of a message's content: a text, nothing, or the text parts of a list.

    Parts that hold no text (images, files) leave a mark of their kind, so that nothing is lost
    without a word.
    """
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(part for item in content if (part := _part(item)))
    if isinstance(content, Mapping):
        return _part(content)
    raise ValueError(f"content is a text or a list of parts, not {type(content).__name__}")


def _part(item: object) -> str:
    if isinstance(item, str):
        return item
    if isinstance(item, Mapping):
        for key in ("text", "refusal", "content", "thinking"):
            if isinstance(item.get(key), str):
                return str(item[key])
        if "tool" in str(item.get("type")) or "function" in str(item.get("type")):
            raise ValueError(
                f"a part of type {item.get('type')!r} is a call or a result in another format; "
                "OpenAI chat messages hold calls under `tool_calls`"
            )
        return f"[{item.get('type') or 'unknown part'}]"
    raise ValueError(f"a part is an object or a text, not {type(item).__name__}")
