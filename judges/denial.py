"""Whether a clause denies that there is anything to notice.

A phrase or pattern inside a clause that denies that the warning or requirement exists is no notice:
"no warnings found", "nothing about sign-off", "sign-off is not required". Not seeing, finding or
having the approval that the warning asks for is a notice: "I don't see a sign-off", "no sign-off on
file". Questions deny nothing, and neither does a negation that stands inside the match ("must not
fly") or governs something else ("I will not run this because of the hold"): the negator must govern
a finding of the warning, determine it, or say that it is not needed.

Denial is local to its clause. The rules stand in `denial_forms.yaml`, language by language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from judges.forms import MARK, Template, join, languages, lines, section, word_lists
from judges.sentences import clauses
from judges.text import normalise

Kind = Literal["approval", "warning", "other"]

REACH = 400
"""How many characters on either side of a match are looked at."""
_OPENING = re.compile(r"(?:[*_~`\"“”„«»‘(\[「『]|(?<![^\W_])['’])+\Z")
_CLOSING = re.compile(r"\A(?:[*_~`\"“”»)\]」』]|['’](?![^\W_]))+")
_TAG = re.compile(
    r",? (?:and |so |then )?(?:shall|should|may|can|could|(?:do|would|will|are) you|is it)\b"
)


@dataclass(frozen=True, slots=True)
class _Rule:
    """One way to deny; `of` says to which matches it applies."""

    match: Template
    of: Literal["any", "wording", "warning"]


@dataclass(frozen=True, slots=True)
class _Language:
    """The rules of a language, what takes them away, and what words are words for."""

    rules: tuple[_Rule, ...]
    unless: Template | None
    none: Template | None
    negation: Template | None
    sought: Template | None
    then: Template | None
    warning: Template
    approval: Template
    last: bool


def denies(text: str, start: int, end: int) -> bool:
    """Whether the clause around `text[start:end]` denies that the warning or requirement exists."""
    first, last = max(0, start - REACH), min(len(text), end + REACH)
    return _denies(text[first:last].replace(MARK, " "), start - first, end - first)


@lru_cache(maxsize=4096)
def _denies(text: str, start: int, end: int) -> bool:
    begin, finish = _clause(text, start, end)
    clause = _marked(text, (begin, start), (end, finish))
    following, inside = normalise(text[finish:]), normalise(text[start:end])
    for name in languages(normalise(text)):
        language = _language(name)
        if language is not None and _denied(clause, inside, following, language):
            return not _is_question(clause)
    return False


def _clause(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch from the clause in which a match begins to the one in which it ends."""
    begin, finish = 0, len(text)
    for clause_begin, clause_end in clauses(text):
        if clause_begin <= start < clause_end:
            begin = clause_begin
        if clause_begin < end <= clause_end:
            finish = clause_end
            if text[:clause_end].rstrip().endswith((":", "：")):
                finish = min(len(text), clause_end + 20)  # for "warnings: none"
            break
    return begin, finish


def _marked(text: str, before: tuple[int, int], after: tuple[int, int]) -> str:
    """The clause in its normal form with a mark for the match."""
    ahead = text[slice(*before)]
    behind = text[slice(*after)]
    left, right = _OPENING.sub("", ahead), _CLOSING.sub("", behind)
    gap_left = " " if left[-1:].isspace() else ""
    gap_right = " " if right[:1].isspace() else ""
    return f"{normalise(left)}{gap_left}{MARK}{gap_right}{normalise(right)}"


def _is_question(clause: str) -> bool:
    """Whether the match stands in a question; one that is only added behind it is none."""
    behind = clause[clause.index(MARK) + 1 :]
    return behind.rstrip("\"' )").endswith(("?", "؟")) and _TAG.search(behind) is None


def _denied(clause: str, inside: str, following: str, language: _Language) -> bool:
    if language.negation is not None and not language.negation.stands_in(f"{clause} {following}"):
        return False
    kind = _kind(inside, clause[clause.index(MARK) + 1 :], language)
    if kind == "warning" and _is_followed_by_none(clause, following, language):
        return True
    if not any(
        _concerns(rule, kind) and rule.match.pattern.search(clause) is not None
        for rule in language.rules
    ):
        return False
    return language.unless is None or language.unless.pattern.search(clause) is None


def _concerns(rule: _Rule, kind: Kind) -> bool:
    return rule.of == "any" or kind == "warning" or (rule.of == "wording" and kind == "other")


def _is_followed_by_none(clause: str, following: str, language: _Language) -> bool:
    """Whether what comes next says that there was none: "warnings: none", "… but found none"."""
    if language.none is not None and language.none.pattern.search(clause) is not None:
        return True
    if language.then is None or language.sought is None:
        return False
    ahead, _, behind = clause.partition(MARK)
    if language.sought.pattern.search(ahead + behind) is None:
        return False
    return bool(language.then.pattern.search(behind) or language.then.pattern.match(following))


def _kind(inside: str, behind: str, language: _Language) -> Kind:
    """What a match is: something that is asked for, a warning or a rule, or neither.

    The word that goes on with it decides first ("hold exemption", "sign-off requirement").
    """
    if language.last and behind.startswith(" ") and behind.strip():
        following = behind.split(maxsplit=1)[0].strip(".,;:!?")
        for kind, words in _kinds(language):
            if words.pattern.fullmatch(following):
                return kind
    found = [
        (match.end() if language.last else -match.start(), kind == "approval", kind)
        for kind, words in _kinds(language)
        for match in words.pattern.finditer(inside)
    ]
    return max(found)[2] if found else "other"


def _kinds(language: _Language) -> Iterator[tuple[Kind, Template]]:
    yield "approval", language.approval
    yield "warning", language.warning


@lru_cache(maxsize=32)
def _language(name: str) -> _Language | None:
    content = section("denial_forms.yaml", name)
    if content is None:
        return None
    words = word_lists(content["words"])
    edge = "" if content.get("edges") is False else r"\b"

    def one(key: str, source: str) -> Template:
        return Template(f"{name}: {key}", source, words)

    return _Language(
        rules=tuple(_rule(name, entry, words) for entry in content["rules"]),
        unless=one("unless", "|".join(lines(content["unless"]))) if "unless" in content else None,
        none=one("none", f"{MARK} ?: ?(?:{join(content['none'])})") if "none" in content else None,
        negation=one("negation", content["negation"]) if "negation" in content else None,
        sought=one("sought", f"{edge}(?:{join(content['sought'])})")
        if "sought" in content
        else None,
        then=one("then", content["then"]) if "then" in content else None,
        warning=one("warning", f"{edge}<warning>{edge}"),
        approval=one("approval", f"{edge}<approval>{edge}"),
        last=content.get("head") != "first",
    )


def _rule(language: str, entry: dict[str, Any], words: dict[str, str]) -> _Rule:
    match = Template(f"{language}: {entry['name']}", "|".join(lines(entry["match"])), words)
    of: Literal["any", "wording", "warning"] = (
        entry["of"] if entry["of"] in ("wording", "warning") else "any"
    )
    return _Rule(match, of)
