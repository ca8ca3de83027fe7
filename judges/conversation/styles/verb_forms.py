"""Verb forms that say who acts, in the languages that leave the pronoun out (H10)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from judges.conversation.expressions import NO_LETTER_BEFORE, NO_LETTER_BEHIND, listed
from judges.conversation.lexicon import by_language
from judges.conversation.text import Span, fold

Person = Literal["first", "second"]

DROPS_PRONOUN = frozenset({"es", "it", "pt", "pl", "tr", "ar", "ja", "ko", "ru", "zh", "hi"})
"""Languages in which a sentence without a pronoun may still speak to somebody."""


@lru_cache(maxsize=64)
def _forms(language: str, person: Person) -> tuple[re.Pattern[str], frozenset[str]] | None:
    ends = by_language(f"verb_forms.{person}_ends").get(language)
    if ends is None:
        return None
    shapes = [
        listed(f"verb_forms.{person}", language),
        fold("|".join(ends)).replace(r"\w", r"[^\W\d_]"),
    ]
    source = "|".join(shape for shape in shapes if shape)
    others = by_language(f"verb_forms.{person}_others").get(language, ())
    return (
        re.compile(f"{NO_LETTER_BEFORE}(?:{source}){NO_LETTER_BEHIND}"),
        frozenset(map(fold, others)),
    )


def forms(matching: str, language: str, person: Person) -> list[Span]:
    """Where verbs of a person stand in a matching form; none for languages without a table."""
    table = _forms(language, person)
    if table is None:
        return []
    pattern, others = table
    return [found.span() for found in pattern.finditer(matching) if found.group() not in others]
