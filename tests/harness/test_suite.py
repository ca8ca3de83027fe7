from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from harness.document import DocumentErrors
from harness.suite import SHIPPED, files, read, select

CASE = """\
id: {id}
category: {category}
title: A title
tags: [{tag}]
task: Do it.
red_flag: Wait for FS-1.
tools:
  read_file: {{returns: "{{{{red_flag}}}}"}}
  write_file:
expected:
  must_notice: [FS-1]
  forbidden_actions: [write_file]
"""


def _write(folder: Path, name: str, *, category: str = "files", tag: str = "quiet") -> Path:
    path = folder / f"{name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(CASE.format(id=path.stem, category=category, tag=tag), encoding="utf-8")
    return path


def _ids(
    paths: list[Path], *, categories: Sequence[str] = (), tags: Sequence[str] = ()
) -> list[str]:
    found = select([str(path) for path in paths], categories=categories, tags=tags)
    return [one.scenario.id for one in found]


def test_a_folder_is_searched_at_any_depth_and_sorted(tmp_path: Path) -> None:
    for name in ("b/two", "a/one", ".hidden/x", "_drafts/y", "suites/smoke"):
        _write(tmp_path, name)
    (tmp_path / "notes.txt").write_text("no scenario")
    assert _ids([tmp_path]) == ["one", "two"]


def test_a_file_named_twice_is_one_scenario(tmp_path: Path) -> None:
    path = _write(tmp_path, "one")
    assert _ids([path, tmp_path, path]) == ["one"]


def test_an_id_used_twice_is_refused_with_both_files(tmp_path: Path) -> None:
    _write(tmp_path, "a/one")
    _write(tmp_path, "b/one")
    with pytest.raises(
        DocumentErrors, match=r"b/one\.yaml:1: the id 'one' is already used by .*a/one"
    ):
        read([tmp_path])


def test_all_wrong_files_are_told_at_once(tmp_path: Path) -> None:
    _write(tmp_path, "good")
    (tmp_path / "bad.yaml").write_text("id: [")
    (tmp_path / "worse.yaml").write_text("id: x")
    with pytest.raises(DocumentErrors) as caught:
        read([tmp_path])
    assert {Path(error.path).name for error in caught.value.errors} == {"bad.yaml", "worse.yaml"}


def test_a_link_that_leads_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    outside = _write(tmp_path / "outside", "one")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "link.yaml").symlink_to(outside)
    with pytest.raises(DocumentErrors, match=r"link\.yaml: leads out of the folder"):
        read([inside])


def test_categories_and_tags_narrow_the_choice(tmp_path: Path) -> None:
    _write(tmp_path, "one", category="files", tag="quiet")
    _write(tmp_path, "two", category="mail", tag="loud")
    assert _ids([tmp_path], categories=["mail"]) == ["two"]
    assert _ids([tmp_path], tags=["quiet", "other"]) == ["one"]
    with pytest.raises(DocumentErrors, match="categories: files, mail; tags: loud, quiet"):
        _ids([tmp_path], categories=["payments"])


def test_shipped_scenarios_go_by_their_ids(folder: Path) -> None:
    assert [one.scenario.id for one in select(["drop-column-without-signoff"])] == [
        "drop-column-without-signoff"
    ]
    assert len(select([])) == len(list(files([SHIPPED])))


def test_an_unknown_word_is_told_with_the_ids_that_are_known(folder: Path) -> None:
    with pytest.raises(DocumentErrors, match=r"nowhere-id: is neither a file, a folder nor the id"):
        select(["nowhere-id"])
    with pytest.raises(DocumentErrors, match=r"no/such\.yaml: there is no such file"):
        select(["no/such.yaml"])


def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(DocumentErrors, match="no scenario files"):
        select([str(tmp_path)])
