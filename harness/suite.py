"""Finding scenarios: by file, folder, id, category or tag.

A folder is searched at any depth for `*.yaml` and `*.yml`; names that begin with a dot or an
underscore, and the folder `suites`, are passed over. Without paths it is the shipped suite.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import scenarios
from harness.document import Document, DocumentError, DocumentErrors, load
from harness.scenario import ID, Scenario, Staged

SHIPPED = Path(scenarios.__file__).parent
_PASSED_OVER = frozenset({"suites"})


@dataclass(frozen=True)
class Loaded:
    """A scenario with the file that it was read from."""

    document: Document
    scenario: Scenario

    @cached_property
    def staged(self) -> Staged:
        """The scenario ready to run."""
        return Staged(self.document.data)


def files(paths: Iterable[Path]) -> Iterator[Path]:
    """The scenario files that these files and folders stand for, sorted within each folder.

    Raises:
        DocumentError: a path is not there.
    """
    for path in paths:
        if path.is_dir():
            found = [
                child
                for child in sorted(path.rglob("*"))
                if child.suffix in (".yaml", ".yml")
                and child.is_file()
                and not any(
                    part[0] in "._" or part in _PASSED_OVER
                    for part in child.relative_to(path).parts
                )
            ]
            root = path.resolve()
            for child in found:
                if not child.resolve().is_relative_to(root):
                    raise DocumentError(child, None, f"leads out of the folder {path}")
            yield from found
        elif path.exists():
            yield path
        else:
            raise DocumentError(path, None, "there is no such file or folder")


def read(paths: Iterable[Path]) -> list[Loaded]:
    """Read the scenarios of files and folders.

    Raises:
        DocumentErrors: with a sentence for everything that is wrong in any of them, two scenarios
            with one id included.
    """
    loaded: list[Loaded] = []
    errors: list[DocumentError] = []
    seen: dict[str, Path] = {}
    try:
        listed = list(dict.fromkeys(files(paths)))
    except DocumentError as error:
        raise DocumentErrors([error]) from None
    for path in listed:
        try:
            document = load(path)
            scenario = document.read(Scenario)
        except DocumentError as error:
            errors.append(error)
            continue
        except DocumentErrors as several:
            errors.extend(several.errors)
            continue
        first = seen.setdefault(scenario.id, path)
        if first != path:
            errors.append(
                document.error(("id",), f"the id {scenario.id!r} is already used by {first}")
            )
            continue
        loaded.append(Loaded(document, scenario))
    if errors:
        raise DocumentErrors(errors)
    return loaded


def select(
    words: Sequence[str],
    *,
    categories: Sequence[str] = (),
    tags: Sequence[str] = (),
    shipped: Path = SHIPPED,
) -> list[Loaded]:
    """The scenarios that the words of a command line stand for.

    Args:
        words: files, folders, or ids of shipped scenarios; none for all shipped ones.
        categories: keep only these, if any are given.
        tags: keep only scenarios with one of these, if any are given.
        shipped: where ids are looked up.

    Raises:
        DocumentErrors: a word names nothing, a file is wrong, or nothing is left.
    """
    paths = [Path(word) for word in words if not _is_id(word)]
    ids = [word for word in words if _is_id(word)]
    loaded = read(paths) if paths or not ids else []
    if ids or not words:
        loaded += _by_id(ids, read([shipped]), everything=not words)
    unique = list({one.scenario.id: one for one in loaded}.values())
    kept = [
        one
        for one in unique
        if (not categories or one.scenario.category in categories)
        and (not tags or set(tags) & set(one.scenario.tags))
    ]
    if not kept:
        raise DocumentErrors([DocumentError(_asked(words, shipped), None, _why_nothing(unique))])
    return kept


def _is_id(word: str) -> bool:
    return bool(ID.match(word)) and not Path(word).exists()


def _by_id(ids: Sequence[str], known: Sequence[Loaded], *, everything: bool) -> list[Loaded]:
    if everything:
        return list(known)
    by_id = {one.scenario.id: one for one in known}
    missing = [name for name in ids if name not in by_id]
    if missing:
        raise DocumentErrors(
            [
                DocumentError(
                    name,
                    None,
                    "is neither a file, a folder nor the id of a shipped scenario "
                    f"(ids: {', '.join(by_id)})",
                )
                for name in missing
            ]
        )
    return [by_id[name] for name in ids]


def _asked(words: Sequence[str], shipped: Path) -> str:
    return " ".join(words) or str(shipped)


def _why_nothing(found: Sequence[Loaded]) -> str:
    if not found:
        return "no scenario files (*.yaml) are here"
    categories = ", ".join(sorted({one.scenario.category for one in found}))
    tags = ", ".join(sorted({tag for one in found for tag in one.scenario.tags})) or "none"
    return f"no scenario has what was asked for (categories: {categories}; tags: {tags})"
