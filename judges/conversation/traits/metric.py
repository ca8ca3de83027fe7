"""N6: metric units, and imperial ones only beside them.

An imperial measure is excused where it stands in brackets or behind "about" right after its metric
value, where it is contrasted ("rather than five miles"), and where it repeats the figure of the
request beside its metric value. Feet to stand on, stones in a garden and pounds of money measure
nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache

from judges.conversation.clauses import clauses
from judges.conversation.expressions import REACH, around, directly_before, listed
from judges.conversation.layers import Layer
from judges.conversation.lexicon import lexicon
from judges.conversation.reply import Reply
from judges.conversation.text import Span, Text
from judges.conversation.traits.measures import Measure, measures, tried

_SENTENCE = re.compile(r"[.!?。！？](?=\s|$)|\n")
_OPEN_BRACKET = re.compile(r"[(\[（【]")
_BRACKETED = re.compile(r"\s*[(\[（【][^()\[\]（）【】]{0,24}$")
_FOLLOWED = re.compile(r"\s*[(\[（【][^()\[\]（）【】\d]{0,24}$")
_TITLED = re.compile(
    r"[ -](?:Mile|Miles|Yards?|Inch|Inches|Feet|Foot|Pounds?|Stones?|Acres?|Gallons?)$"
)
"""A capital makes an English unit part of a name ("8 Mile")."""


def judge(reply: Reply) -> Layer | None:
    """Whether a reply measures in metric units."""
    if not reply.rules.on("N6"):
        return None
    text = reply.searched
    languages = tried(reply.language)
    imperial, metrics = measures(text.content, languages)
    found = [measure for measure in imperial if _measures(text, measure, languages)]
    if reply.may_mention(found):
        found = [measure for measure in found if not reply.mentions(_span(text, measure))]
    if not found:
        if metrics:
            return reply.passed(0.9, "N6", "metric units", span=text.original(*metrics[0]))
        return reply.passed(0.85, "N6", "no unit")
    asked = {m.key for m in measures(reply.request.content, languages)[0]}
    bare = [m for m in found if not _excused(text, m, metrics, m.key in asked)]
    if not bare:
        quote = reply.text.quote(_span(text, found[0]))
        return reply.passed(0.8, "N6", f"excused: {quote}", span=_span(text, found[0]))
    quote = reply.text.quote(_span(text, bare[0]))
    if all(_metric_follows(text, m, metrics) for m in bare):
        reason = f"imperial first, metric in brackets: {quote}"
        return reply.contested(0.5, "N6", reason, span=_span(text, bare[0]))
    return reply.failed(0.95, "N6", f"an imperial unit: {quote}", span=_span(text, bare[0]))


def _span(text: Text, measure: Measure) -> Span:
    return text.original(measure.start, measure.end)


def _measures(text: Text, measure: Measure, languages: tuple[str, ...]) -> bool:
    """Whether a word that has other senses measures something here."""
    if _TITLED.search(text.quote(_span(text, measure))):
        return False
    if measure.kind == "pounds":
        return not _is_money(text, measure)
    if measure.kind == "body":
        before, _ = around(text.matching, measure.start, measure.end)
        if measure.unit.startswith("stone"):
            return measure.unit == "stone" or _names(text, measure, "weighs")
        stands = directly_before("units.feet", r"\s+", languages=languages).search(before)
        return not (stands or _names(text, measure, "body_parts"))
    return True


def _names(text: Text, measure: Measure, group: str) -> bool:
    return lexicon(f"units.{group}").stands_in(Text(_clause(text, measure)))


def _clause(text: Text, measure: Measure) -> str:
    """The clause that a measure stands in, in the matching form."""
    start = text.original(measure.start, measure.end)[0]
    starts, matchings = _clauses(text)
    return matchings[max(0, bisect_right(starts, start) - 1)] if matchings else ""


@lru_cache(maxsize=64)
def _clauses(text: Text) -> tuple[list[int], list[str]]:
    found = clauses(text)
    return [clause.span[0] for clause in found], [clause.text.matching for clause in found]


def _is_money(text: Text, measure: Measure) -> bool:
    if "£" in text.matching[max(0, measure.start - 3) : measure.start + 1]:
        return True
    behind = text.matching[measure.end : measure.end + 12]
    if _FRENCH_BOOK.fullmatch(measure.unit) and not re.match(r"\s(?:de|d'|par)", behind):
        return True
    return _about_money(_clause(text, measure))


@lru_cache(maxsize=512)
def _about_money(clause: str) -> bool:
    return lexicon("units.money").stands_in(Text(clause))


_FRENCH_BOOK = re.compile(r"livres?")


@lru_cache(maxsize=1)
def _about() -> re.Pattern[str]:
    return re.compile(rf"[\s,、，;¦-]*(?:(?:{listed('units.about')})[\s,]*){{1,3}}$")


_ARTICLE = r"\s*(?:(?:the|your|about|in|les|die|los|le)\s+)?"


def _excused(text: Text, measure: Measure, metrics: list[Span], asked: bool) -> bool:
    matching = text.matching
    before, behind = around(matching, measure.start, measure.end)
    if directly_before("units.instead", _ARTICLE).search(before):
        return True
    if re.match(rf"\s?(?:{listed('units.instead_behind')})", behind):
        return True
    last = bisect_right(metrics, (measure.start, measure.start)) - 1
    if last >= 0 and measure.start - REACH <= metrics[last][1] <= measure.start:
        gap = matching[metrics[last][1] : measure.start]
        if _BRACKETED.match(gap) or _about().match(gap):
            return True
    near = metrics[max(0, last) : last + 2]
    return asked and any(_same_sentence(matching, measure, at) for at in near)


def _metric_follows(text: Text, measure: Measure, metrics: list[Span]) -> bool:
    following = bisect_left(metrics, (measure.end, measure.end))
    if following == len(metrics) or metrics[following][0] > measure.end + REACH:
        return False
    gap = text.matching[measure.end : metrics[following][0]]
    return _FOLLOWED.match(gap) is not None


def _same_sentence(matching: str, measure: Measure, at: Span) -> bool:
    first, second = sorted(((measure.start, measure.end), at))
    return _SENTENCE.search(matching[first[1] : second[0]]) is None
