"""A server on loopback that plays a list of answers, and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Played:
    """One answer: a status with a body, a dropped connection, or none for a long time."""

    body: Any = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    drop: bool = False
    hang: bool = False

    @property
    def payload(self) -> bytes:
        text = self.body if isinstance(self.body, str) else json.dumps(self.body)
        return text.encode()


@dataclass(frozen=True, slots=True)
class Asked:
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


class Loopback:
    """Plays `answers` in order, the last one for ever, or what `by` makes of each request."""

    def __init__(self, *answers: Played, by: Callable[[Asked], Played] | None = None) -> None:
        self._by = by
        self.answers = list(answers)
        self.asked: list[Asked] = []
        self._over = threading.Event()
        self._lock = threading.Lock()
        loopback = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self) -> None:
                length = int(self.headers.get("content-length", 0))
                body = json.loads(self.rfile.read(length) or b"{}")
                played = loopback._next(Asked(self.path, dict(self.headers), body))
                if played.hang:
                    loopback._over.wait(10)
                if played.hang or played.drop:
                    self.close_connection = True
                    return
                self.send_response(played.status)
                headers = {"content-type": "application/json", **played.headers}
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(played.payload)))
                self.end_headers()
                self.wfile.write(played.payload)

            def log_message(self, format: str, *args: Any) -> None:
                """Quiet."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def _next(self, asked: Asked) -> Played:
        with self._lock:
            self.asked.append(asked)
            if self._by is not None:
                return self._by(asked)
            return self.answers[min(len(self.asked), len(self.answers)) - 1]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def call(arguments: Any, *, tool: str = "look", id: str | None = "c1") -> dict[str, Any]:
    """A tool call as a chat-completions server sends it."""
    function = {"name": tool, "arguments": arguments}
    sent = {"type": "function", "function": function}
    return sent if id is None else {"id": id, **sent}


def says(
    content: Any = None, *, calls: Sequence[Any] = (), finish: str | None = None, **fields: Any
) -> Played:
    """A chat completion with one message."""
    message = {"role": "assistant", "content": content, **fields}
    if calls:
        message["tool_calls"] = list(calls)
    reason = finish or ("tool_calls" if calls else "stop")
    return Played(
        {
            "id": "x",
            "object": "chat.completion",
            "created": 1,
            "model": "some-model",
            "choices": [{"index": 0, "message": message, "finish_reason": reason}],
            "usage": {"prompt_tokens": 10, "completion_tokens": 3, "total_tokens": 13},
        }
    )
