"""Word lists and how they hit a text (T3).

No letter, mark or digit of its own script stands directly beside a hit. An ASCII hyphen joins words
("buddy-cop" is not "buddy"), dashes and apostrophes separate them. There is no stemming. Han, kana
and Thai hit anywhere, Korean at the start of a word, Arabic also behind the particles that are
written together with it. Phrases hit whole; an entry that begins or ends with a sign needs no edge
there.

`~` before an entry stands for the beginning of a word, behind one for its end, so that languages
that inflect need no list of all forms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from judges.conversation.scripts import anchors, ends_in_word, is_hangul, joined_at
from judges.conversation.text import Span, Text, fold
from judges.conversation.word_lists import LANGUAGES, by_language

__all__ = ["LANGUAGES", "Hit", "Lexicon", "by_language", "hits", "lexicon"]


@dataclass(frozen=True, slots=True)
class Hit:
    """A list entry found in a text: its span in the turn's content, and in the matching form."""

    entry: str
    span: Span
    at: Span


class Lexicon:
    """A set of words and phrases."""

    def __init__(self, entries: Iterable[str]) -> None:
        """Takes the entries as they are written; what has no characters is dropped."""
        folded = sorted({f for entry in entries if (f := fold(entry)).strip("~ ")})
        self.entries = frozenset(folded)
        # In Latin script a word must be longer than its ending.
        self._endings = frozenset(entry[1:] for entry in folded if entry[0] == "~")
        self._suffixes = tuple(sorted(self._endings))
        self._by_key: dict[str, list[tuple[str, bool]]] = {}
        for entry in sorted(folded, key=len, reverse=True):
            if entry[0] != "~":
                key, text = _key(entry), entry.rstrip("~")
                edged = text == entry and ends_in_word(entry)
                self._by_key.setdefault(key, []).append((text, edged))
        self._keys = frozenset(self._by_key)

    def hits(self, text: Text) -> list[Hit]:
        """All hits in order: the longest at each place, none inside another."""
        if self._absent(text):
            return []
        return [self._hit(text, *found) for found in self._found(text)]

    def first(self, text: Text) -> Hit | None:
        """The first hit, or none."""
        if self._absent(text):
            return None
        return next((self._hit(text, *found) for found in self._found(text)), None)

    def stands_in(self, text: Text) -> bool:
        """Whether there is a hit at all; cheaper than `first`, for it needs no offsets."""
        return not self._absent(text) and next(self._spans(text), None) is not None

    def __contains__(self, folded: object) -> bool:
        """Whether a text in its matching form is an entry."""
        return folded in self.entries

    @staticmethod
    def _hit(text: Text, start: int, end: int) -> Hit:
        return Hit(text.matching[start:end], text.original(start, end), (start, end))

    def _absent(self, text: Text) -> bool:
        """Whether no entry can stand in a text; this is so for most, and quick to tell."""
        return not self._suffixes and self._keys.isdisjoint(text.keys)

    def _found(self, text: Text) -> Iterator[Span]:
        last = 0
        for start, end in sorted(self._spans(text), key=lambda span: (span[0], -span[1])):
            if start >= last:
                last = end
                yield start, end

    def _spans(self, text: Text) -> Iterator[Span]:
        """Where entries stand, the longest of each key at each place."""
        for key in self._keys & text.keys:
            for start in text.places[key]:
                for entry, edged in self._by_key[key]:
                    end = start + len(entry)
                    if text.matching.startswith(entry, start):
                        if not (edged and joined_at(text.matching, end)):
                            yield start, end
                            break
        for start, word in text.anchors if self._suffixes else ():
            if word.endswith(self._suffixes) and not (word.isascii() and word in self._endings):
                yield start, start + len(word)


def _key(entry: str) -> str:
    """Under which key of `anchors` an entry is looked for."""
    word = anchors(entry)[0][1]
    if is_hangul(word):
        return word[0]
    return f"{word[:2]}~" if entry == f"{word}~" else word


def hits(words: Iterable[str], text: Text) -> list[Hit]:
    """The hits of words that come with a record; lists of the project are compiled `lexicon`s."""
    return Lexicon(words).hits(text)


@lru_cache(maxsize=256)
def lexicon(name: str, *languages: str) -> Lexicon:
    """A list as a lexicon, of these languages or of all; see `by_language`."""
    lists = by_language(name)
    return Lexicon(e for key, es in lists.items() if not languages or key in languages for e in es)
