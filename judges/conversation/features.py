"""What a reply is like: how warm, casual, playful, formal or blunt, as numbers (E2).

Higher is further. Each expression counts once a reply, and not where it is negated; the numbers in
brackets say how many count at most.

* warmth W: 1 per expression of thanks, politeness, gladness, empathy, good wishes, endearment or
  praise of the user [6], .5 per friendly emoji [4], .25 per exclamation mark [4];
* casualness C: W, and .5 per interjection or slang [4], .25 per contraction [4];
* playfulness P: 1 per token of play, .75 per emoji [4], .5 per exclamation mark [6], .25 per short
  bracket [4] and per aside behind a dash [2];
* formality F: 1 per set form, the polite address and the polite verb ending each once [6]; less 1
  per slang, the familiar address once, and each plain sentence of Japanese and Korean [6]; less .25
  per contraction [4], .5 per emoji [4] and .25 per exclamation mark [4];
* bluntness B: .5 per flat sentence of at most six words, which says yes or no, orders, forbids, or
  finds something bad or wrong [4]; less 1 per softener: hedge, politeness, cushion, apology,
  praise [6].

Word lists are tried in the languages that the reply, or what it answers, may be written in; short
words of address and everyday speech in its own language and English only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from judges.conversation.clauses import Clause, clauses
from judges.conversation.emojis import emojis
from judges.conversation.language import language_of
from judges.conversation.lexicon import Hit, Lexicon, by_language
from judges.conversation.scripts import length
from judges.conversation.styles.hedging import hedges
from judges.conversation.text import Span, Text
from judges.sentences import sentences

WARM = ("thanks", "politeness", "gladness", "empathy", "wishes", "endearment", "praise")
FRIENDLY = frozenset(
    "😊🙂😀😃😄😁😆😅😍🥰😘😇🤗☺❤🧡💛💚💙💜🤍🤎🩷🩵💕💖💗💓💞💝💟♥💌💐🌸🌷🌹🌻🌺🌼🌞☀✨🌟⭐💫🎉🎊🥳🙌👏👍👌✌🙏💪🤝🫶🎈"
    "🎁🍀🌈🫂👋😉😋😎🥹🤩🐣☕🤞😌😺😻🕊🌱🍰🧁🎂😚😙🤭👐🤲💯"
)
"""Emojis of smiles, hearts, hands, flowers and feasts."""
FLAT = 6
"""The most words of a flat sentence."""
NEAR = 24
"""How far from an expression a negator of its clause still takes it back."""

_MODIFIERS = re.compile("[\U0001f3fb-\U0001f3ff\ufe0e\ufe0f]")
_EXCLAMATION = re.compile("[!！]")
_BRACKET = re.compile(r"[(（][^()（）\n]{0,40}?[^\W\d_][^()（）\n]{0,40}[)）]")
_ASIDE = re.compile(r"(?:\s[–-]{1,2}\s|\s?[—―]{1,2}\s?)(?=[^\s\d])")
_BETWEEN = re.compile(r"[,;:،、，.!?]|¦")
_START = re.compile(r"[\s\W_]*")
_PLAIN = {
    "ja": re.compile(r"(?:[だるたいうくすつぬむぶぐよねなかぞぜわさ]|じゃん|って)[〜ー！!。.…]*\Z"),
    "ko": re.compile(
        r"(?:[가-힣]?(?:다|야|어|아|해|지|네|냐|자|라|군|나|래|걸|게|와|봐|줘|돼|써))[~!。.…]*\Z"
    ),
}
"""What the sentences of plain speech end in."""
_POLITE_END = {
    "ja": re.compile(r"(?:です|ます|ました|ません|でした|でしょう|ましょう|ください|下さい)"),
    "ko": re.compile(r"(?:니다|니까|십시오|요)[~!。.…]*\Z"),
}
_VERB_LAST = ("ja", "ko", "hi", "tr")
_SOFT = ("softeners.cushion", "softeners.apology", "softeners.praise_first", "warmth.politeness")


@dataclass(frozen=True, slots=True)
class Score:
    """A number, and what made it: the expressions and signs that were counted."""

    value: float
    found: tuple[str, ...] = ()


@dataclass(frozen=True)
class Features:
    """The features of one reply.

    Attributes:
        text: the whole of the reply.
        languages: those it may be written in; see `languages_of`.
    """

    text: Text
    languages: tuple[str, ...]

    @cached_property
    def own(self) -> tuple[str, ...]:
        """The languages whose short words are tried, which mean other things elsewhere."""
        told = told_language(self.text)
        return self.languages if told is None else tuple(sorted({told, "en"}))

    @cached_property
    def warmth(self) -> Score:
        """W."""
        found = self._asserted(*(f"warmth.{group}" for group in WARM))[:6]
        friendly = [e for e in self._emojis if _MODIFIERS.sub("", e)[:1] in FRIENDLY][:4]
        loud = min(4, self._exclamations)
        return Score(len(found) + 0.5 * len(friendly) + 0.25 * loud, (*found, *friendly))

    @cached_property
    def casualness(self) -> Score:
        """C."""
        warm, slang = self.warmth, self._short("casual.slang")[:4]
        short = self._short("casual.contractions")[:4]
        value = warm.value + 0.5 * len(slang) + 0.25 * len(short)
        return Score(value, (*warm.found, *slang, *short))

    @cached_property
    def playfulness(self) -> Score:
        """P."""
        tokens, signs = self._forms("playful"), self._emojis[:4]
        content = self.text.searched.content
        value = (
            len(tokens)
            + 0.75 * len(signs)
            + 0.5 * min(6, self._exclamations)
            + 0.25 * min(4, len(_BRACKET.findall(content)))
            + 0.25 * min(2, len(_ASIDE.findall(content)))
        )
        return Score(value, (*tokens, *signs))

    @cached_property
    def formality(self) -> Score:
        """F."""
        polite = self._short("formal.polite") or self._capitals()
        formal = [*polite[:1], *self._forms("formal.set")][:6]
        familiar = self._short("formal.familiar")[:1]
        low = [*familiar, *self._short("casual.slang"), *self._plain_sentences()][:6]
        short = self._short("casual.contractions")[:4]
        signs = self._emojis[:4]
        value = (
            len(formal)
            - len(low)
            - 0.25 * len(short)
            - 0.5 * len(signs)
            - 0.25 * min(4, self._exclamations)
        )
        return Score(value, (*formal, *(f"-{form}" for form in (*low, *short, *signs))))

    @cached_property
    def bluntness(self) -> Score:
        """B."""
        flat = [s for s in _sentences(self.text) if _is_flat(s, self.own)][:4]
        soft = self.softeners[:6]
        found = (*(s.content.strip() for s in flat), *(f"-{form}" for form in soft))
        return Score(0.5 * len(flat) - len(soft), found)

    @cached_property
    def softeners(self) -> list[str]:
        """The hedges, polite words, cushions, apologies and praise of the reply, each once."""
        searched = self.text.searched
        spans = [hit.span for hit in words(_SOFT, self.languages).hits(searched)]
        for group in ("strong", "soft"):
            for hit in hedges(searched, group):
                if not any(a < hit.span[1] and hit.span[0] < b for a, b in spans):
                    spans.append(hit.span)
        return _once(self.text.quote(span).casefold() for span in sorted(spans))

    def _asserted(self, *names: str) -> list[str]:
        """Expressions that are not negated, each once."""
        return _once(hit.entry for hit in asserted_hits(self.text, names, self.languages))

    def _forms(self, *names: str) -> list[str]:
        """Expressions that count wherever they stand: "don't" is a contraction, negator or not."""
        return _once(hit.entry for hit in words(names, self.languages).hits(self.text.searched))

    def _short(self, *names: str) -> list[str]:
        """The same of short words, in the reply's own language and English only."""
        return _once(hit.entry for hit in words(names, self.own).hits(self.text.searched))

    @cached_property
    def _emojis(self) -> list[str]:
        content = self.text.searched.content
        return [content[a:b] for (a, b), _ in emojis(content)]

    @cached_property
    def _exclamations(self) -> int:
        return len(_EXCLAMATION.findall(self.text.searched.content))

    def _capitals(self) -> list[str]:
        """Polite addresses that only a capital inside the sentence tells from other words."""
        searched, content = self.text.searched, self.text.searched.content
        found = []
        for hit in words(("formal.polite_capital",), self.own).hits(searched):
            start = hit.span[0] - searched.offset
            before = content[:start].rstrip(" \t\"'»«“„")
            inside = bool(before) and before[-1] not in ".!?:\n…"
            if content[start].isupper() and (inside or _addresses(content, hit.span[1])):
                found.append(self.text.quote(hit.span))
        return _once(found)

    def _plain_sentences(self) -> list[str]:
        """The sentences of Japanese and Korean that end plainly."""
        found: list[str] = []
        for language in ("ja", "ko"):
            if language in self.text.languages:
                for sentence in _sentences(self.text):
                    content = sentence.content.strip()
                    plain = _PLAIN[language].search(content)
                    if plain and not _POLITE_END[language].search(content):
                        found.append(content)
        return found


def languages_of(*texts: Text) -> tuple[str, ...]:
    """The languages that a reply may be written in, by its own words and those it answers."""
    return tuple(sorted({name for text in texts for name in text.languages}))


def told_language(text: Text) -> str | None:
    """The language of a text; null if it can't be told.

    A short text in Latin script may look like another language to a detector of letters; its
    frequent words have to allow what that says.
    """
    told = language_of(text.content)
    likely = text.languages
    if told is None or told in likely:
        return told
    return likely[0] if len(likely) == 1 else None


def emoji_count(text: Text) -> int:
    """How many emojis a text has, in code too."""
    return len(emojis(text.content))


@lru_cache(maxsize=512)
def words(names: tuple[str, ...], languages: tuple[str, ...]) -> Lexicon:
    """Several lists as one, in these languages: the longest entry at each place hits."""
    return Lexicon(
        entry
        for name in names
        for language in languages
        for entry in by_language(name).get(language, ())
    )


def negated(clause: Clause, hit: Hit) -> bool:
    """Whether a negator close by takes back a hit of the clause, no comma between them.

    Formulas ("thanks", "glad to") stand beside negations that are about something else; those count
    as negated only next to the negator.
    """
    return bool(_beside_negator(clause.text, (hit,))) and clause.negated(hit)


def asserted_hits(text: Text, names: tuple[str, ...], languages: tuple[str, ...]) -> list[Hit]:
    """The hits of lists that are not negated, in order; spans count in the turn's content."""
    searched = text.searched
    lexicon = words(names, languages)
    hits = lexicon.hits(searched)
    doubtful = {hit.span for hit in _beside_negator(searched, hits)}
    if not doubtful:
        return hits
    dropped: set[Span] = set()
    for clause in clauses(searched):
        start, end = clause.span
        if any(start <= span[0] < end for span in doubtful):
            dropped |= {h.span for h in lexicon.hits(clause.text) if negated(clause, h)}
    return [hit for hit in hits if hit.span not in dropped]


def _beside_negator(text: Text, hits: Iterable[Hit], *, near: int = NEAR) -> list[Hit]:
    """The hits that have a negator close by, no comma between them."""
    matching, found = text.matching, []
    negators = words(("negators",), (*text.languages, "near")).hits(text)
    for hit in hits if negators else ():
        for negator in negators:
            low, high = sorted((negator.at, hit.at))
            gap = matching[low[1] : high[0]]
            if low[1] <= high[0] and len(gap) <= near and not _BETWEEN.search(gap):
                found.append(hit)
                break
    return found


def _once(found: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(found))


_MODAL = re.compile(
    r"\s+(?:können|möchten|müssen|sollten|dürfen|haben|finden|erhalten|brauchen|wollen|erreichen)\b"
    r"(?![^.!?\n]{0,80}\bw[eu]rden?\b)"
)
"""Behind "Sie" at the start of a sentence: said to the reader, unless it is a passive."""


def _addresses(content: str, end: int) -> bool:
    return content[:end].endswith("Sie") and _MODAL.match(content, end) is not None


def _sentences(text: Text) -> list[Text]:
    searched = text.searched
    found: list[Text] = []
    for start, end in sentences(searched.content):
        sentence = searched.part(start + searched.offset, end + searched.offset)
        if sentence.matching.strip():
            found.append(sentence)
    return found


def _is_flat(sentence: Text, languages: tuple[str, ...]) -> bool:
    """Whether a sentence of few words says yes or no, orders, forbids, or finds something bad."""
    content = sentence.content
    if not 1 <= length(content) <= FLAT or any(mark in content[-3:] for mark in "?？؟"):
        return False
    if words(("blunt.verdict",), languages).stands_in(sentence) and _judges(sentence, languages):
        return True
    start = _START.match(sentence.matching)
    opening = start.end() if start else 0
    last = any(language in _VERB_LAST for language in languages)
    for name in ("blunt.yes_no", "blunt.prohibition", "blunt.imperative"):
        for hit in words((name,), languages).hits(sentence):
            if hit.at[0] <= opening or (last and name != "blunt.yes_no"):
                return True
    return False


def _judges(sentence: Text, languages: tuple[str, ...]) -> bool:
    """Whether a word of blame stands un-negated: "not bad" is no blame."""
    lexicon = words(("blunt.verdict",), languages)
    return any(
        not (negated(clause, hit) or _beside_negator(clause.text, (hit,), near=1))
        for clause in clauses(sentence)
        for hit in lexicon.hits(clause.text)
    )
