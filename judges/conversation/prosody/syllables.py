"""Syllables of a line of verse, as a range: the fewest and the most that a reader may say.

English goes by the pronouncing dictionary. In es it pt fr de nl pl a syllable is a group of vowels;
the upper end divides the groups that are no diphthong of the language and says every mute e, the
lower end joins each group and runs a final vowel into the next word. In zh and ko each character is
one, in Japanese each mora: a kana that is not small.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

from judges.conversation.prosody import numerals, pronunciation

Range = tuple[int, int]

_TOKEN = re.compile(
    r"[-\u2212]?[$\u20ac\u00a3]?\d[\d,.:]*(?:%|(?:st|nd|rd|th|s)\b)?|[^\W\d_]+(?:'[^\W\d_]+)*'?|&"
)
_TRAILING = re.compile(r"[,.:]+(?=%|$)")
_VOWELS = "aeiouyáéíóúàèìòùâêîôûãõäëïöüœæąęóů"
_KANA = re.compile(r"[\u3041-\u3096\u30a1-\u30fa\u30fc]")
_SMALL_KANA = re.compile(r"[ぁぃぅぇぉゃゅょゎァィゥェォャュョヮ]")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff々〇\U00020000-\U0003ffff]")
_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_DIGIT = re.compile(r"\d")

_DIPHTHONGS: Mapping[str, str] = MappingProxyType(
    {
        "es": "[iuü][aeoáéó]|[aeoáéó][iuy]|[iu][uiúí]|[aeo]y",
        "it": "[iu][aeoàèò]|[aeoàèò][iu]|[iu][uiùì]",
        "pt": "ão|ãe|õe|[iu][aeoáéóâêôã]|[aeoáéóâêôã][iu]|[iu][iu]",
        "fr": "eau|oeu|œu|ieu|oui|a[iîuy]|e[uûi]|o[uûùiîy]|u[iye]|i[eèéaâo]|oe|œ|ée",
        "de": "ei|ai|ey|ay|au|eu|äu|ie|aa|ee|oo|oi|oy|ui",
        "nl": "aai|ooi|oei|eeu|ieu|ij|ei|ui|ou|au|eu|oe|ie|aa|ee|oo|uu|uw|ai|oi",
        "pl": "i[aąeęoóu]|[ae]u",
    }
)
"""Vowels that are one syllable, by language; other neighbours may be two."""
_VOWEL_RUN = re.compile(f"[{_VOWELS}]+")
_SILENT_U = re.compile(r"(?<=q)u|(?<=g)u(?=[eiéí])")
_STRESSED_END = re.compile(r"[iu][aeo]s?$")
"""mio, vía, rio: in Romance languages the end of a word may be two syllables."""
_MUTE = re.compile(rf"(?<=[^{_VOWELS}])(?:e|es|ent)$")
_RUNS_ON = frozenset({"es", "it", "pt", "fr"})
COUNTED = frozenset({"en", "zh", "ko", "ja", *_DIPHTHONGS})
"""The languages whose syllables can be counted."""


def line_range(line: str, language: str) -> Range | None:
    """The syllables of a line; null where its script does not tell (kanji, or another language).

    Args:
        line: one line of verse without markup.
        language: a code out of `COUNTED`.
    """
    if language == "en":
        return _english(line)
    if language in ("zh", "ko"):
        script = _HAN if language == "zh" else _HANGUL
        count = len(script.findall(line)) + len(_DIGIT.findall(line))
        return count, count
    if language == "ja":
        if _HAN.search(line) or _DIGIT.search(line):
            return None
        count = len(_KANA.findall(line)) - len(_SMALL_KANA.findall(line))
        return count, count
    return _by_vowels(line, language) if language in _DIPHTHONGS else None


def _english(line: str) -> Range:
    low = high = 0
    for token in _TOKEN.findall(line.replace("\u2019", "'")):
        fewest, most = _token(token)
        low, high = low + fewest, high + most
    return low, high


def english_words(line: str) -> list[str]:
    """The words of a line as they are said: lower case, numbers read out."""
    words: list[str] = []
    for token in _TOKEN.findall(line.replace("\u2019", "'")):
        ways = numerals.readings(_TRAILING.sub("", token))
        words += ways[0] if ways else [_ascii(token)]
    return words


def _ascii(word: str) -> str:
    plain = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode()
    return plain.lower()


def _token(token: str) -> Range:
    if token == "&":
        return 1, 1
    written = _TRAILING.sub("", token)
    ways = numerals.readings(written)
    if ways:
        sums = [_sum(way) for way in ways]
        # "one hundred and five": the British "and" may be said.
        linked = int("hundred" in ways[0][:-1])
        return min(low for low, _ in sums), max(high for _, high in sums) + linked
    word = _ascii(token)
    if not word:
        return 1, 1
    fewest, most = pronunciation.syllables(word)
    if token.isupper() and 1 < len(word) <= 5 and word.isalpha():
        letters = pronunciation.spelled_out(word)
        fewest, most = min(fewest, letters), max(most, letters)
    return fewest, most


def _sum(words: list[str]) -> Range:
    ranges = [pronunciation.syllables(word) for word in words]
    return sum(low for low, _ in ranges), sum(high for _, high in ranges)


def _by_vowels(line: str, language: str) -> Range:
    words = [w for w in re.findall(r"[^\W_]+", unicodedata.normalize("NFC", line.lower())) if w]
    low = high = 0
    diphthongs = re.compile(f"(?:{_DIPHTHONGS[language]})|[{_VOWELS}]")
    before = ""
    for word in words:
        if word.isdigit():
            low, high, before = low + 1, high + 4 * len(word), ""
            continue
        spoken = _SILENT_U.sub("", word) if language in _RUNS_ON else word
        groups = len(_VOWEL_RUN.findall(spoken))
        parts = len(diphthongs.findall(spoken))
        if language in _RUNS_ON and _STRESSED_END.search(spoken):
            parts += 1
        fewest = max(groups, 0)
        if language == "fr" and groups > 1 and _MUTE.search(spoken):
            fewest -= 1
        if language in _RUNS_ON and before and before[-1] in _VOWELS and groups:
            fewest -= spoken.lstrip("h")[:1] in _VOWELS
        low, high, before = low + max(0, fewest), high + max(parts, groups), spoken
    return low, high
