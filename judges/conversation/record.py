"""A record as the rubrics read it: who said what to whom, and which replies are judged (V1 to V9).

Turns are numbered from 1 by their position, whatever their role. The request of a reply is the
nearest user turn before it; a turn without speaker, room or role has those of its request. Roles
come from the record alone, never from words or ids: from the turn, else from the latest earlier
turn of that speaker, else from `roles` among the options. Without any user ids, rooms stand for
speakers; without both, all turns are one speaker's.

`read` settles what no rubric decides: check turns that can't be judged (V5) and replies that were
not observed (V7). Those come as layers; `checked` holds the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, cast, get_args

from judges.conversation.layers import (
    ALL_RULES,
    Layer,
    Rules,
    contested,
    evidence,
    not_assessed,
)
from judges.conversation.options import (
    InvalidRecord,
    read_options,
    snake_case,
    whole_number,
)
from judges.conversation.text import Text

Bucket = Literal[
    "shut_up", "hold_style", "note_trait_unrelated", "escalation", "scope_global_vs_user"
]
Speaker = Literal["user", "assistant", "system", "tool"]
UserRole = Literal["admin", "member", "owner", "guest"]

BUCKETS: tuple[str, ...] = get_args(Bucket)
_SPEAKERS: tuple[str, ...] = get_args(Speaker)
_USER_ROLES: tuple[str, ...] = get_args(UserRole)
_ONE = ""
"""The speaker of a record that names neither users nor rooms."""


@dataclass(frozen=True)
class Turn:
    """One turn, with speaker, room and role as rule V2 finds them.

    `speaker` is null where the record names users elsewhere but not here; `user_role` is null where
    it is unknown.
    """

    number: int
    role: Speaker
    content: str
    speaker: str | None = _ONE
    room_id: str | None = None
    user_role: UserRole | None = None
    error: str | None = None

    @cached_property
    def text(self) -> Text:
        """The content, to be searched."""
        return Text(self.content)

    @property
    def privileged(self) -> bool:
        """Whether the speaker is an admin or owner."""
        return self.user_role in ("admin", "owner")


@dataclass(frozen=True)
class Conversation:
    """A record that can be judged.

    Attributes:
        bucket: the rubric's name as the record gives it, `_test` aside; perhaps unknown.
        options: the options under their snake_case names; styles, traits, directions and modes
            as `name_key` writes them.
        directive_turn: the number of the turn that gives the directive.
        check_turns: the numbers of the replies under test, sorted, each once.
        settled: layers for check turns that no rubric judges (V5, V7).
        unseen: numbers of assistant turns that were not observed (V7), checked or not.
    """

    id: str
    bucket: str
    turns: tuple[Turn, ...]
    directive_turn: int
    check_turns: tuple[int, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    settled: tuple[Layer, ...] = ()
    unseen: frozenset[int] = frozenset()
    warnings: tuple[str, ...] = ()
    agent: str | None = None
    names_users: bool = False
    names_rooms: bool = False

    def turn(self, number: int) -> Turn:
        """The turn with this number.

        Raises:
            IndexError: there is none.
        """
        if number < 1:
            raise IndexError(number)
        return self.turns[number - 1]

    @cached_property
    def directive(self) -> Turn:
        """The turn that gives the directive."""
        return self.turn(self.directive_turn)

    @cached_property
    def checked(self) -> tuple[Turn, ...]:
        """The replies that the rubric judges, in order."""
        gone = {layer.turn for layer in self.settled}
        return tuple(self.turn(n) for n in self.check_turns if n not in gone)

    @cached_property
    def requests(self) -> Mapping[int, Turn]:
        """For each assistant turn the user turn that it answers; none where there is none (V1)."""
        found: dict[int, Turn] = {}
        latest: Turn | None = None
        for turn in self.turns:
            if turn.role == "user":
                latest = turn
            elif turn.role == "assistant" and latest is not None:
                found[turn.number] = latest
        return found

    def request(self, reply: Turn) -> Turn | None:
        """The user turn that a reply answers."""
        return self.requests.get(reply.number)

    def replies(self, request: Turn) -> tuple[Turn, ...]:
        """The parts of the answer to a user turn, in order (V1)."""
        return tuple(
            self.turn(number) for number, asked in self.requests.items() if asked is request
        )

    @cached_property
    def directive_replies(self) -> tuple[Turn, ...]:
        """The reply to the directive, in its parts.

        A directive in a system turn has none: what follows answers the next user turn.
        """
        return self.replies(self.directive)

    def is_reply_to_directive(self, reply: Turn) -> bool:
        """Whether a reply answers the directive turn."""
        return self.request(reply) is self.directive

    def later(self, *roles: Speaker) -> tuple[Turn, ...]:
        """The turns of these roles after the directive."""
        return tuple(t for t in self.turns[self.directive_turn :] if t.role in roles)


def read(record: Mapping[str, Any], *, rules: Rules = ALL_RULES) -> Conversation:
    """Reads a record: a scenario with its trajectory, or a calibration case.

    Raises:
        InvalidRecord: it can't be judged (V3, V4).
    """
    if not isinstance(record, Mapping):
        raise InvalidRecord("record", "expected a mapping")
    named = _fields(record)
    identity = _text(named, "id", "scenario_id")
    if not identity:
        raise InvalidRecord("id", "missing")
    expect = named.get("personality_expect")
    if not isinstance(expect, Mapping):
        raise InvalidRecord("personalityExpect", "missing, or no mapping")
    expected = _fields(expect)
    bucket = _bucket(named.get("bucket"), expected.get("bucket"))
    options, warnings = read_options(expected.get("options"), "personalityExpect.options")
    turns = _turns(named.get("trajectory"), options)
    directive = _directive(expected.get("directive_turn"), turns)
    listed, repeated = _check_turns(expected.get("check_turns"))
    if repeated:
        warnings.append(f"personalityExpect.checkTurns: {repeated} listed more than once")
    raw = named["trajectory"]
    conversation = Conversation(
        id=identity,
        bucket=bucket,
        turns=turns,
        directive_turn=directive,
        check_turns=listed,
        options=options,
        unseen=_unseen(turns, raw, named.get("telemetry")) if rules.on("V7") else frozenset(),
        warnings=tuple(warnings),
        agent=_text(named, "agent") or None,
        names_users=any(_text(_fields(t), "user_id") for t in raw),
        names_rooms=any(_text(_fields(t), "room_id") for t in raw),
    )
    failed = bool(_error_of(named.get("telemetry")))
    return _settled(conversation, failed and rules.on("V7"), rules)


def _fields(raw: Mapping[Any, Any]) -> dict[str, Any]:
    """The fields of a mapping under their snake_case names; of two spellings the first counts."""
    found: dict[str, Any] = {}
    for key, value in raw.items():
        found.setdefault(snake_case(str(key)), value)
    return found


def _text(fields: Mapping[str, Any], *names: str) -> str:
    """The first of these fields that is given, as text.

    Raises:
        InvalidRecord: it is neither text nor a whole number.
    """
    for name in names:
        value = fields.get(name)
        if value is None or value == "":
            continue
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise InvalidRecord(name, "expected text")
        return str(value)
    return ""


def _bucket(outer: object, inner: object) -> str:
    if outer is None or outer == "":
        raise InvalidRecord("bucket", "missing")
    names = []
    for key, value in (("bucket", outer), ("personalityExpect.bucket", inner)):
        if value is None:
            continue
        if not isinstance(value, str):
            raise InvalidRecord(key, "expected text")
        names.append("note_trait_unrelated" if value == "note_trait_unrelated_test" else value)
    if len(set(names)) > 1:
        raise InvalidRecord("personalityExpect.bucket", f"{inner!r:.60} is not {outer!r:.60}")
    return names[0]


def _directive(value: object, turns: Sequence[Turn]) -> int:
    key = "personalityExpect.directiveTurn"
    if value is None:
        raise InvalidRecord(key, "missing")
    number = whole_number(value, key, least=1)
    if number > len(turns):
        raise InvalidRecord(key, f"there is no turn {number}")
    if turns[number - 1].role not in ("user", "system"):
        raise InvalidRecord(key, f"turn {number} is a turn of the {turns[number - 1].role}")
    return number


def _check_turns(value: object) -> tuple[tuple[int, ...], str]:
    key = "personalityExpect.checkTurns"
    if value is None:
        return (), ""
    if not isinstance(value, list | tuple):
        raise InvalidRecord(key, "expected a list of whole numbers")
    numbers = [whole_number(n, f"{key}[{i}]", least=-(1 << 62)) for i, n in enumerate(value)]
    repeated = sorted({n for n in numbers if numbers.count(n) > 1}) if len(numbers) < 1000 else []
    return tuple(sorted(set(numbers))), ", ".join(map(str, repeated))


def _turns(raw: object, options: Mapping[str, Any]) -> tuple[Turn, ...]:
    if not isinstance(raw, list | tuple):
        raise InvalidRecord("trajectory", "missing, or no list")
    fields = [_turn_fields(turn, f"trajectory[{i}]") for i, turn in enumerate(raw)]
    named = next((key for key in ("user_id", "room_id") if any(f[key] for f in fields)), None)
    roles = {name: role for name, r in options.get("roles", {}).items() if (role := _role(r))}
    found: list[Turn] = []
    request: Turn | None = None
    for number, f in enumerate(fields, 1):
        speaker = f[named] or None if named else _ONE
        room, role = f["room_id"] or None, f["user_role"]
        if f["role"] == "assistant" and request is not None:
            room = room or request.room_id
            speaker = request.speaker if speaker is None else speaker
            if role is None and speaker == request.speaker:
                role = request.user_role
        if role is None and speaker is not None:
            role = roles.get(speaker)
        elif role is not None and speaker is not None:
            roles[speaker] = role
        turn = Turn(number, f["role"], f["content"], speaker, room, role, f["error"])
        found.append(turn)
        request = turn if turn.role == "user" else request
    return tuple(found)


def _turn_fields(raw: object, key: str) -> dict[str, Any]:
    if not isinstance(raw, Mapping):
        raise InvalidRecord(key, "expected a mapping")
    fields = _fields(raw)
    role, content = fields.get("role"), fields.get("content")
    if role is None or role == "":
        raise InvalidRecord(f"{key}.role", "missing")
    if role not in _SPEAKERS:
        raise InvalidRecord(f"{key}.role", f"expected {', '.join(_SPEAKERS)}, got {role!r:.60}")
    if content is not None and not isinstance(content, str):
        raise InvalidRecord(f"{key}.content", "expected text or null")
    try:
        user, room = _text(fields, "user_id"), _text(fields, "room_id")
    except InvalidRecord as invalid:
        raise InvalidRecord(f"{key}.{invalid.key}", "expected text") from None
    return {
        "role": role,
        "content": content or "",
        "user_id": user,
        "room_id": room,
        "user_role": _role(fields.get("user_role")),
        "error": _error_of(fields),
    }


def _role(value: object) -> UserRole | None:
    name = value.strip().casefold() if isinstance(value, str) else ""
    return cast(UserRole, name) if name in _USER_ROLES else None


def _error_of(fields: object) -> str | None:
    """What went wrong by the record of a turn, or of the whole run; null if nothing."""
    if not isinstance(fields, Mapping):
        return None
    error = fields.get("error")
    if error:
        return str(error)[:200]
    finish = fields.get("finish_reason")
    return finish if finish in ("error", "content_filter") else None


def _unseen(turns: Sequence[Turn], raw: Sequence[Any], telemetry: object) -> frozenset[int]:
    replies = [turn for turn in turns if turn.role == "assistant"]
    found = {turn.number for turn in replies if turn.error and turn.text.empty}
    if _error_of(telemetry) and replies and replies[-1].text.empty:
        found.add(replies[-1].number)
    return frozenset(found)


def _settled(conversation: Conversation, broken_off: bool, rules: Rules) -> Conversation:
    """The conversation with the layers of check turns that no rubric judges.

    `broken_off` says that the run ended with an error, so that turns past the end were not seen.
    """
    layers: list[Layer] = []
    size = len(conversation.turns)
    if not conversation.check_turns and rules.on("V5"):
        layers.append(contested(0.5, "V5", turn=0, reason="no check turns", layer="trajectory"))
    for number in conversation.check_turns:
        if number > size and broken_off:
            reason = f"turn {number} is past the end of a run that an error broke off"
            layers.append(not_assessed("V7", turn=number, reason=reason, layer="trajectory"))
            continue
        if not 1 <= number <= size or conversation.turn(number).role != "assistant":
            layers.append(_no_reply(conversation, number))
            continue
        turn = conversation.turn(number)
        if number in conversation.unseen:
            reason = f"not observed: {turn.error or 'the run ended with an error'}"
            seen = evidence(number, turn.content)
            layers.append(
                not_assessed("V7", turn=number, reason=reason, evidence=seen, layer="trajectory")
            )
        elif (
            number < conversation.directive_turn
            and conversation.bucket != "escalation"
            and rules.on("V5")
        ):
            reason = (
                f"turn {number} stands before the directive, turn {conversation.directive_turn}"
            )
            seen = evidence(number, turn.content)
            layers.append(
                contested(0.5, "V5", turn=number, reason=reason, evidence=seen, layer="trajectory")
            )
    return replace(conversation, settled=tuple(layers))


def _no_reply(conversation: Conversation, number: int) -> Layer:
    """A check turn that names no reply; there is nothing to judge even if the rule is off."""
    size = len(conversation.turns)
    if 1 <= number <= size:
        reason = f"turn {number} is a turn of the {conversation.turn(number).role}"
    else:
        reason = f"there is no turn {number} among {size}"
    return contested(0.5, "V5", turn=number, reason=reason, layer="trajectory")
