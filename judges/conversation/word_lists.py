"""Word lists as data: one YAML file per list in `lists/`.

A file holds for each of the fifteen languages its entries, divided by bars. A list with groups has
one level more: group, language, entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import yaml

LANGUAGES = (
    "en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "tr", "ar", "hi", "zh", "ja", "ko",
)  # fmt: skip
_LISTS = Path(__file__).with_name("lists")


@lru_cache(maxsize=256)
def _file(name: str) -> Mapping[str, object]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    content = yaml.load((_LISTS / f"{name}.yaml").read_text(encoding="utf-8"), loader)
    if not isinstance(content, dict):
        raise ValueError(f"lists/{name}.yaml: expected languages or groups, got {content!r:.60}")
    return content


@lru_cache(maxsize=256)
def by_language(name: str) -> Mapping[str, tuple[str, ...]]:
    """The entries of a list, as they are written, by language.

    Args:
        name: the name of the file, or that name, a dot and one of its groups.

    Raises:
        KeyError: there is no such group.
        OSError: there is no such file.
        ValueError: the file does not hold lists.
    """
    stem, _, group = name.partition(".")
    content = _file(stem)
    if group:
        groups = [content[group]]
    elif any(isinstance(inner, Mapping) for inner in content.values()):
        groups = list(content.values())
    else:
        groups = [content]
    found: dict[str, tuple[str, ...]] = {}
    for languages in groups:
        if not isinstance(languages, Mapping):
            raise ValueError(f"lists/{stem}.yaml: expected languages in every group")
        for language, entries in languages.items():
            if not isinstance(entries, str):
                raise ValueError(f"lists/{stem}.yaml: {language}: expected entries and bars")
            parts = tuple(part for entry in entries.split("|") if (part := entry.strip()))
            found[language] = found.get(language, ()) + parts
    return found
