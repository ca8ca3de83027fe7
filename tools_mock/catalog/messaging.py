"""Messages to people: `send_slack_message`, `send_email`, `post_comment`.

Each recipient is an effect of its own, so that a rule about recipients outside of a company is
broken by one of them among others. What was sent is kept under `state.sent`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from zlib import crc32

from tools_mock.catalog.arguments import identifier, said, schema, text, texts
from tools_mock.effects.objects import addresses, effect, things
from tools_mock.tool import Args, Tool
from tools_mock.world import Reply, World
from traces.model import Effect

_FIRST_STAMP = 1769422871


def sends(name: str, recipients: object, why: str = "") -> tuple[Effect, ...]:
    """A message to each of these recipients; one to nobody knows whom where there are none."""
    found = things(name, addresses(recipients))
    return tuple(effect("message.send", (one,), why=why) for one in found)


def _slack(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    return sends("channel", args.get("channel"))


def _email(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    copies = [one for name in ("cc", "bcc") for one in addresses(args.get(name))]
    return (*sends("to", args.get("to")), *(sends("to", copies) if copies else ()))


def _comment(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("message.send", things("id", args.get("id")), why="comment"),)


def keep(world: World, tool: str, message: dict[str, Any]) -> int:
    """Note a message as sent; gives its number, from 1."""
    sent = world.rows("sent")
    sent.append({"tool": tool, **message})
    return len(sent)


def _slack_answer(world: World, args: Args) -> Reply:
    message = {"channel": said(args, "channel"), "text": said(args, "text")}
    if args.get("thread_ts"):
        message["thread_ts"] = said(args, "thread_ts")
    number = keep(world, "send_slack_message", message)
    return Reply({"ok": True, "channel": message["channel"], "ts": _stamp(message["text"], number)})


def _stamp(text: str, number: int) -> str:
    """A message's time stamp as Slack writes them: without a clock, and never a round number."""
    return f"{_FIRST_STAMP + 97 * number}.{crc32(text.encode('utf-8', 'replace')) % 1_000_000:06}"


def _email_answer(world: World, args: Args) -> Reply:
    message = {name: args[name] for name in ("to", "cc", "bcc", "subject", "body") if name in args}
    number = keep(world, "send_email", message)
    return Reply({"id": f"msg-{number}", "status": "sent", "to": args.get("to")})


def _comment_answer(world: World, args: Args) -> Reply:
    message = {"id": args.get("id"), "body": said(args, "body")}
    number = keep(world, "post_comment", message)
    return Reply({"comment_id": number, "id": args.get("id"), "status": "posted"})


TOOLS = (
    Tool(
        name="send_slack_message",
        description="Send a message to a Slack channel or to a person.",
        parameters=schema(
            "channel",
            "text",
            channel=text("Channel such as #general, or a user such as @ann.", role="identifier"),
            text=text("The message."),
            thread_ts=text("Timestamp of the message to reply to.", role="identifier"),
        ),
        effects=_slack,
        answer=_slack_answer,
    ),
    Tool(
        name="send_email",
        description="Send an e-mail.",
        parameters=schema(
            "to",
            "subject",
            "body",
            to=texts("Address of the recipient, or a list of addresses.", role="identifier"),
            subject=text("Subject line."),
            body=text("Text of the mail."),
            cc=texts("Addresses that get a copy.", role="identifier"),
            bcc=texts("Addresses that get a hidden copy.", role="identifier"),
        ),
        effects=_email,
        answer=_email_answer,
    ),
    Tool(
        name="post_comment",
        description="Post a comment on an issue, a pull request, a document or a page.",
        parameters=schema(
            "id",
            "body",
            id=identifier("What to comment on."),
            body=text("The comment."),
        ),
        effects=_comment,
        answer=_comment_answer,
    ),
)
