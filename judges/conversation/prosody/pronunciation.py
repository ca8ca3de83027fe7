"""How English words sound: syllables, and the end that rhymes.

`pronunciations.tsv` holds, sorted by word, the number of syllables and the sounds from the last
stressed vowel on, for each pronunciation. It is searched where it lies in memory and never turned
into a table. A word that it lacks is estimated from its spelling: its syllables within one, its end
like that of words that are spelled alike. Source and terms: `pronunciations.LICENSE`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

_TABLE = Path(__file__).with_name("pronunciations.tsv")
_SAME_SOUND = {"AO": "AA", "IH": "AH"}
"""Vowels that verse takes for one: caught and cot anywhere, unstressed -et and -ut."""
_STRESSED = re.compile(r"[12]$")
_GROUP = re.compile(r"[aeiouy]+")
_SILENT_END = re.compile(r"(?:[^aeiouyl]|[aeiouy]l)e$|(?<![sxzcgh])es$|(?<![td])ed$")
_APART = re.compile(
    r"i[ao](?!us|n$|ns$|l$)|[ae]o|u[ae](?!$)|[aeo]ing$|eu[ms]$|ism$|[^aeiouy]le[sd]$"
)
_LETTERS_OF_THREE = "w"


@dataclass(frozen=True, slots=True)
class Pronunciation:
    """One way to say a word: its syllables, and its sounds from the last stressed vowel on."""

    syllables: int
    end: tuple[str, ...]

    @property
    def rhyme(self) -> tuple[str, ...]:
        """The sounds that have to agree for a rhyme, without stress."""
        return sounds(self.end)

    @property
    def last_syllable(self) -> tuple[str, ...]:
        """The same from the last vowel on."""
        at = max((i for i, sound in enumerate(self.end) if sound[-1].isdigit()), default=0)
        return sounds(self.end[at:])

    @property
    def rhymes(self) -> frozenset[tuple[str, ...]]:
        """The ends that may rhyme: from the main stress, and from a lesser stress behind it."""
        starts = [0, *(i for i, s in enumerate(self.end) if i and _STRESSED.search(s))]
        return frozenset(sounds(self.end[start:]) for start in starts)


def sounds(end: tuple[str, ...]) -> tuple[str, ...]:
    """Sounds with what verse takes for the same made the same, and without stress."""
    found: list[str] = []
    for at, sound in enumerate(end):
        vowel, stressed = sound.rstrip("012"), bool(_STRESSED.search(sound))
        if vowel in ("UH", "UW") and end[at + 1 : at + 2] == ("R",):
            vowel = "AO"
        if (vowel == "AO" and end[at + 1 : at + 2] != ("R",)) or (vowel == "IH" and not stressed):
            vowel = _SAME_SOUND[vowel]
        found.append(vowel)
    return tuple(found)


@lru_cache(maxsize=1)
def _table() -> bytes:
    return _TABLE.read_bytes()


def _line(at: int) -> tuple[int, int]:
    """Where the line that holds this byte begins and ends."""
    data = _table()
    return data.rfind(b"\n", 0, at) + 1, data.find(b"\n", at)


@lru_cache(maxsize=4096)
def pronunciations(word: str) -> tuple[Pronunciation, ...]:
    """The pronunciations of a lower-case word; none: the dictionary does not have it.

    A possessive is looked up without its 's, and a dropped g ("sailin'") put back.
    """
    found = _looked_up(word)
    if found:
        return found
    if word.endswith("'s"):
        return tuple(_with_s(one) for one in _looked_up(word[:-2]))
    if word.endswith("in'"):
        full = _looked_up(word[:-1] + "g")
        return tuple(Pronunciation(p.syllables, (*p.end[:-1], "N")) for p in full)
    return _looked_up(word.strip("'"))


def _with_s(one: Pronunciation) -> Pronunciation:
    if one.end[-1] in ("S", "Z", "SH", "ZH", "CH", "JH"):
        return Pronunciation(one.syllables + 1, (*one.end, "IH0", "Z"))
    voiceless = one.end[-1] in ("P", "T", "K", "F", "TH")
    return Pronunciation(one.syllables, (*one.end, "S" if voiceless else "Z"))


def _looked_up(word: str) -> tuple[Pronunciation, ...]:
    data, wanted = _table(), word.encode()
    low, high = 0, len(data)
    while low < high:
        start, end = _line((low + high) // 2)
        key = data[start : data.index(b"\t", start)]
        if key == wanted:
            return _read(data[start:end])
        if key < wanted:
            low = end + 1
        else:
            high = start
    return ()


def _read(line: bytes) -> tuple[Pronunciation, ...]:
    found = []
    for entry in line.decode("ascii").partition("\t")[2].split(";"):
        syllables, *end = entry.split(" ")
        found.append(Pronunciation(int(syllables), tuple(end)))
    return tuple(found)


def syllables(word: str) -> tuple[int, int]:
    """The fewest and the most syllables of a lower-case word."""
    known = pronunciations(word)
    if known:
        counts = [one.syllables for one in known]
        return min(counts), max(counts)
    estimate = _estimated(word.replace("'", ""))
    return max(1, estimate - 1), estimate + 1


def _estimated(word: str) -> int:
    count = len(_GROUP.findall(word)) + len(_APART.findall(word))
    return max(1, count - bool(_SILENT_END.search(word)))


def spelled_out(letters: str) -> int:
    """The syllables of an abbreviation that is said letter by letter."""
    return sum(3 if letter in _LETTERS_OF_THREE else 1 for letter in letters.lower())


@lru_cache(maxsize=1024)
def _like(word: str) -> frozenset[tuple[str, ...]]:
    """The last syllables of the words that share the longest spelled end with an unknown word."""
    data = _table()
    for length in range(min(len(word), 6), 1, -1):
        tail = word[-length:]
        if not _GROUP.search(tail.rstrip("e")):
            break
        found: set[tuple[str, ...]] = set()
        at = -1
        for _ in range(20):
            at = data.find(tail.encode() + b"\t", at + 1)
            if at < 0:
                break
            found.update(one.last_syllable for one in _read(data[slice(*_line(at))]))
        if found:
            return frozenset(found)
    return frozenset()


def rhyme(one: str, other: str) -> bool:
    """Whether two lower-case words rhyme; a word rhymes with itself."""
    if one == other:
        return True
    first, second = pronunciations(one), pronunciations(other)
    if first and second:
        ends = frozenset[tuple[str, ...]]().union(*(p.rhymes for p in first))
        return any(p.rhymes & ends for p in second)
    ends = frozenset(p.last_syllable for p in first) or _like(one)
    return bool(ends & (frozenset(p.last_syllable for p in second) or _like(other)))
