"""GRANT, REVOKE and DENY: who may do what, with the objects and the roles."""

from __future__ import annotations

from tools_mock.effects.sql.lexer import Tokens
from tools_mock.effects.sql.objects import object_at
from tools_mock.effects.sql.reading import (
    Name,
    Reader,
    Reading,
    effect,
    find,
    found,
    name_at,
    names_at,
    split_list,
    thing,
    unknown,
)
from traces.model import Thing


def read_grant(tokens: Tokens, reader: Reader) -> Reading:
    """`GRANT privileges ON objects TO roles`, `GRANT role TO role`."""
    return _privileges(tokens, "TO", reader)


def read_revoke(tokens: Tokens, reader: Reader) -> Reading:
    """`REVOKE privileges ON objects FROM roles`, and DENY, which takes away in its own way."""
    return _privileges(tokens, "TO" if tokens[0].word == "DENY" else "FROM", reader)


def _privileges(tokens: Tokens, preposition: str, reader: Reader) -> Reading:
    """One effect on the privileges of each object, and one on the access that they give."""
    on = find(tokens, {"ON"}, 1)
    # T-SQL takes either word in REVOKE
    to = find(tokens, {preposition, "TO"}, on + 1 if on is not None else 1)
    until = len(tokens) if to is None else to
    roles = _roles(tokens[until + 1 :], reader)
    if on is not None and on < until:
        objects = _objects(tokens[on + 1 : until], reader)
    else:
        objects = []
        if not _ends_in_privilege(tokens[1:until]):
            roles = [*_roles(tokens[1:until], reader), *roles]
    given = tokens[0].word == "GRANT"
    effects = []
    for subject in objects or [()]:
        things = (*subject, *roles)
        effects.append(effect("db.privilege", *things))
        effects.append(effect("access.grant" if given else "access.revoke", *things))
    return found({"grant" if given else "revoke"}, *effects)


_PRIVILEGES = frozenset(
    "SELECT INSERT UPDATE DELETE CREATE ALTER DROP EXECUTE USAGE ALL PRIVILEGES CONNECT CONTROL "
    "REFERENCES TRIGGER TRUNCATE TABLE VIEW SESSION DATABASE ANY OPTION STATE".split()
)


def _ends_in_privilege(tokens: Tokens) -> bool:
    """Whether the list names privileges on the whole server, not roles."""
    return not tokens or tokens[-1].word in _PRIVILEGES


def _roles(tokens: Tokens, reader: Reader) -> list[Thing]:
    """The roles of a list; the host of an account (`'app'@'%'`) is left out."""
    roles: list[Thing] = []
    for item in split_list(tokens):
        at = 1 if item and item[0].word in ("GROUP", "ROLE", "USER", "SHARE") and item[1:] else 0
        while at + 1 < len(item) and item[at + 1].word in ("OPTION", "FOR"):
            at += 1
        name, _ = name_at(item, at, reader.dialect)
        if name is not None:
            roles.append(name.thing("role"))
    return roles


def _objects(tokens: Tokens, reader: Reader) -> list[tuple[Thing, ...]]:
    """What the privileges are on."""
    words = [token.word for token in tokens]
    at, kind = 0, "table"
    if words[:1] in (["ALL"], ["FUTURE"]) and "IN" in words:
        place = words.index("IN")
        kind = words[place + 1].lower() if place + 1 < len(words) else "schema"
        owners, _ = names_at(tokens, place + 2, reader.dialect)
        if words[1] not in ("TABLES", "VIEWS") and words[1] != "EXTERNAL":
            return [(each.thing(kind),) for each in owners]
        reach = [thing("table", f"{each.value}.*", "pattern") for each in owners]
        return list(zip(reach, (each.thing(kind) for each in owners), strict=True))
    target = object_at(tokens, 0)
    if words[:1] == ["OBJECT"]:
        at = 1
    elif target is not None and target[1] < len(tokens) and words[target[1]] != ".":
        kind, at = target
    while at < len(tokens) and words[at] == ":":
        at += 1
    if words[at : at + 1] == ["*"]:
        return [(thing("table", "*", "pattern"),)]
    names, _ = names_at(tokens, at, reader.dialect)
    return [(_everything(name).thing(kind),) for name in names] or [(unknown(kind),)]


def _everything(name: Name) -> Name:
    """`*.*` is every table."""
    return Name(("*",), "pattern") if name.parts == ("*", "*") else name
