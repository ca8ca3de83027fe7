"""H6: no hedge, in any of the fifteen languages.

A hedge counts wherever it stands, unless the word says something else there: "the kind of wood",
"the might of the fleet", "can't possibly", "as far as possible". What such a word says is told by
what stands directly before or behind it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from judges.conversation.expressions import directly_before
from judges.conversation.layers import Layer
from judges.conversation.lexicon import Hit, lexicon
from judges.conversation.reply import Reply
from judges.conversation.text import Text, fold

_DETERMINER = (
    r"(?:what|which|this|that|these|those|the|an?|any|some|same|other|another|every|each|one|only"
    r"|right|wrong|best|worst|new|different|special|rare|certain|particular|specific|common|good|bad"
    r"|my|your|his|her|our|their|its|no|two|three|all|many|most|first|whole|hard|simple|strange|odd"
    r"|unusual|\w+est)"
)
_POSSESSIVE = r"(?:the|an?|my|your|his|her|its|our|their|all|this|that|no|of|with|military|\w+'s)"
_QUOTE = r"[\s\"'“”„«»‘’「」*_]*"

_NOT_BEHIND: dict[str, str] = {
    "kind of | sort of": rf"\b{_DETERMINER}\s+(?:{_DETERMINER}\s+|\w+ic\s+|\w+al\s+)?$",
    "might": rf"\b{_POSSESSIVE}\s+(?:full|sheer|great|own|combined|raw|naval|imperial)?\s*$",
    "possibly": r"\b(?:can't|cannot|can not|couldn't|could not|c(?:an|ould) never|nor c(?:an|ould))"
    r"\s+(?:\w+\s+){0,2}$",
    "i think": r"\b(?:do|don't|what|as|than|than what)\s+$",
    "i believe": r"\b(?:what|as)\s+$",
    "credo": r"\b(?:il|un|suo|mio|tuo|nostro|loro|del|nel|al|the|a|our|their|its|his|her|your"
    r"|motto|\w+'s|this|that)"
    r"\s+(?:\w+\s+)?$",
    "acaso": r"\bpor si $",
    "может быть": r"\bне\s+$",
    "возможно": r"\b(?:это|как|если|насколько|где|когда|не|было|все|что)\s+$",
    "как бы": r"\b(?:о том|хоть|вот)\s+$",
    "вроде бы": r"\bничего\s+$",
    "mogelijk": r"\b(?:zo|niet|is|was|zijn|wordt|maakt|maken|indien|waar|zoveel|als|wel|best|alle"
    r"|zoals|het)\s+(?:\w+\s+)?$",
    "misschien": r"\bheel wat $",
    "sans doute": r"\baucun $",
    "可能": r"(?:不|尽|盡|无|無|没|没有|沒有)$",
    "だろう | でしょう": r"(?:いい|よい|よろしい|良い|どう|何|なん|ない)$",
    "らしいです": r"(?:素晴|すば|可愛|かわい|愛|男|女|人間|自分|誇|憎|汚|珍|新|いや|あた|め)$",
    "ようです": r"(?:かの|どの|この|その|同じ)$",
    "と思う | と思います": r"(?:いい|誰|なん)$",
    "pewnie": r"\b(?:czuje sie|czuję się|jedź|jedz|siedzi|trzyma|stoi|idź|dość|bardzo|zbyt)\s+$",
    "mag sein": r"\bwie auch immer das $",
    "irgendwie": r"\bwie auch $",
}
_NOT_AHEAD: dict[str, str] = {
    "i think": r"\s+(?:about|of|in|aloud)\b|, therefore",
    "might": r"\s+(?:and main|of the|of an?)\b|\s+is right\b|\s+makes right\b",
    "could be": r"\s+(?:heard|seen)\b",
    "chyba": r"\s+że\b",
    "как бы": r"\s+(?:то ни|ни|не)\b",
    "可能": r"(?:性|的话|的話)",
    "我想": r"(?:要|去|请|請|问|問|知道|说|說|告诉|告訴|象|像|起|法)",
    "我相信": r"(?:你|您)",
    "아마": r"(?:존|추어|씨|득|란|도시|겟돈)",
    "eventuell": r"en?\b|e\b|er\b",
    "mogelijk": r"\s+(?:maken|maakt|gemaakt)\b",
    "вероятно": r"сть",
    "だろう | でしょう": r"(?:か|に)",
    "seguramente": r"\s+(?:cerrad|sujet|atad)\w+",
    "pode ser | puede ser": r"\s+\w+[ai]d[oa]s?\b",
    "olabilir": r"\s*mi\b",
}
_SUBJECT = re.compile(
    r"(?<![^\W_])(?!(?:to|i|a|ze|że|bo|ale|jutro|dziś|teraz|wtedy)\s)[^\W\d_]+\s+$"
)
_CAN_DO = re.compile(r"\s+(?:się\s+)?(?!być\b)[^\W\d_]+(?:ć|c)\b")
"""Polish `może` between a subject and an infinitive says what somebody can do."""
_THIS_ONE = re.compile(r"\b(?:this|that|each|the) one\s+$")
"""A pronoun before "kind of", and no determiner ("this one kind of melts")."""
_LOOK = 48
"""How far around a hedge its meaning is looked for."""


def judge(reply: Reply) -> Layer | None:
    """Whether a reply states things flatly."""
    if not reply.rules.on("H6"):
        return None
    for group, confidence in (("strong", 0.95), ("soft", 0.9)):
        hit = next((h for h in hedges(reply.searched, group) if not reply.mentions(h.span)), None)
        if hit is not None:
            quote = reply.text.quote(hit.span)
            return reply.failed(confidence, "H6", f"a hedge: {quote}", span=hit.span)
    return reply.passed(0.9, "H6", "no hedge")


def hedges(text: Text, group: str) -> list[Hit]:
    """The words of a group (strong, soft) that do hedge in a text."""
    return [hit for hit in lexicon(f"hedges.{group}").hits(text) if _hedges(text.matching, hit)]


def _hedges(matching: str, hit: Hit) -> bool:
    start, end = hit.at
    before, behind = matching[max(0, start - _LOOK) : start], matching[end : end + _LOOK]
    if directly_before("hedges.as_a_word", rf"\s*{_QUOTE}").search(before):
        return False
    exceptions = _exceptions()
    not_behind, not_ahead = exceptions[0].get(hit.entry), exceptions[1].get(hit.entry)
    if not_behind is not None and not_behind.search(before) and not _THIS_ONE.search(before):
        return False
    if not_ahead is not None and not_ahead.match(behind):
        return False
    return hit.entry != "może" or not (_SUBJECT.search(before) and _CAN_DO.match(behind))


@lru_cache(maxsize=1)
def _exceptions() -> tuple[dict[str, re.Pattern[str]], dict[str, re.Pattern[str]]]:
    def compiled(table: dict[str, str]) -> dict[str, re.Pattern[str]]:
        return {
            fold(entry.strip()): re.compile(source)
            for entries, source in table.items()
            for entry in entries.split("|")
        }

    return compiled(_NOT_BEHIND), compiled(_NOT_AHEAD)
