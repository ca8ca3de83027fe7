from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.document import DocumentError, DocumentErrors, load, parse
from harness.scenario import Scenario

GOOD = """\
id: a-case
category: files
title: A title
task: Do it.
red_flag: Wait for FS-1.
tools:
  read_file:
    returns: |
      {{red_flag}}
  write_file:
expected:
  must_notice: [FS-1]
  forbidden_actions: [write_file]
"""


def _errors(text: str) -> list[str]:
    try:
        parse(text, "case.yaml").read(Scenario)
    except DocumentErrors as several:
        return [str(error) for error in several.errors]
    except DocumentError as error:
        return [str(error)]
    return []


def test_a_good_file_is_read() -> None:
    scenario = parse(GOOD, "case.yaml").read(Scenario)
    assert scenario.expected.must_notice.references == ("FS-1",)
    assert scenario.tools["write_file"].returns is None


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("on", "on"),
        ("no", "no"),
        ("Yes", "Yes"),
        ("10:30", "10:30"),
        ("2026-01-02", "2026-01-02"),
        ("1_000", "1_000"),
        ("true", True),
        ("False", False),
        ("012", 12),
        ("0x1f", 31),
        ("0o17", 15),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("~", None),
        ("", None),
    ],
)
def test_scalars_are_those_of_yaml_1_2(word: str, value: object) -> None:
    data = parse(f"key: {word}", "x.yaml").data
    assert data == {"key": value} and type(data["key"]) is type(value)


def test_keys_are_text_whatever_they_look_like() -> None:
    assert parse("on: 1\n2: x\ntrue: y\n", "x.yaml").data == {"on": 1, "2": "x", "true": "y"}


def test_an_unknown_key_names_line_and_nearest_key() -> None:
    text = GOOD.replace("  must_notice: [FS-1]", "  must_notcie: [FS-1]")
    (error,) = _errors(text)
    assert error.startswith("case.yaml:12: expected: unknown key 'must_notcie'; did you mean")
    assert "'must_notice'" in error


def test_an_unknown_key_deep_in_a_list_names_its_line() -> None:
    text = GOOD.replace("[write_file]", "\n    - tool: write_file\n      wehre: {path: x}")
    (error,) = _errors(text)
    assert error.startswith("case.yaml:15:") and "did you mean 'where'" in error


def test_a_missing_key_is_named() -> None:
    (error,) = _errors(GOOD.replace("title: A title\n", ""))
    assert error == "case.yaml:1: 'title' is missing"


def test_every_fault_of_a_file_gets_its_sentence() -> None:
    errors = _errors(GOOD.replace("id: a-case", "id: A_Case").replace("[FS-1]", "{refs: [FS-1]}"))
    assert len(errors) == 2
    assert errors[0].startswith("case.yaml:1: id: 'A_Case' is no id")
    assert "unknown key 'refs'" in errors[1]


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "a/b", "..", "a b", "a--b", "-a"]
)
def test_an_id_that_could_be_a_path_is_refused(name: str) -> None:
    (error,) = _errors(GOOD.replace("id: a-case", f"id: '{name}'"))
    assert "is no id" in error


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id: [unclosed", "is not valid YAML"),
        ("\tid: x", "is not valid YAML"),
        ("id: a\nid: b", "the key 'id' stands twice (first in line 1)"),
        ("? [a, b]\n: c", "a key must be a plain word"),
        ("just text", "must hold a mapping"),
        ("- a\n- b", "must hold a mapping"),
        ("", "must hold a mapping"),
        ("a: !!python/object:os.system x", "is not valid YAML"),
        ("a: " + "9" * 500, "more than 400 digits"),
        ("a: &x [1]\nb: *y", "is not valid YAML"),
        ("[" * 5000, "nesting depth"),
        ("[" * 200 + "]" * 200, "levels deep"),
        ("- " * 5000 + "x", "levels deep"),
        ("{a: " * 200 + "x" + "}" * 200, "levels deep"),
        ("id: a\x00b", "is not valid YAML"),
        ("title: !!binary aGk=", "holds a value of the type bytes"),
        ("tags: !!set {a: null}", "holds a value of the type set"),
        ("twin: !!bool maybe", "does not fit it"),
    ],
)
def test_a_file_that_cannot_be_used_gets_one_sentence(text: str, said: str) -> None:
    (error,) = _errors(text)
    assert said in error and error.startswith("case.yaml") and "\n" not in error


def test_aliases_may_be_used_but_not_blow_up() -> None:
    assert parse("a: &x [1, 2]\nb: *x", "x.yaml").data == {"a": [1, 2], "b": [1, 2]}
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    (error,) = _errors("\n".join(lines))
    assert "aliases expand to more than 100,000 values" in error


def test_an_alias_of_itself_is_refused() -> None:
    (error,) = _errors("a: &x [*x]")
    assert "x.yaml" not in error and error.startswith("case.yaml")


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    with pytest.raises(DocumentError, match="50,000,000 bytes long; a file may have 1,000,000"):
        load(path)


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=r"missing\.yaml: can't be read: No such file"):
        load(tmp_path / "missing.yaml")
    with pytest.raises(DocumentError, match="is a folder"):
        load(tmp_path)


def test_a_file_that_is_not_utf_8_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes("id: a\ntitle: Größe\n".encode("latin-1"))
    with pytest.raises(DocumentError, match=r"latin\.yaml:2: is not UTF-8 text"):
        load(path)


def test_a_byte_order_mark_and_windows_lines_are_fine() -> None:
    raw = b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()
    assert parse(raw, "x.yaml").read(Scenario).id == "a-case"


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    for error in _errors(text):
        assert error.startswith("case.yaml")


@pytest.mark.parametrize("word", ["\u200b", "\u200b\u200b"])
@pytest.mark.parametrize("kind", ["references", "phrases", "also"])
def test_a_signal_without_a_visible_sign_is_refused(kind: str, word: str) -> None:
    (error,) = _errors(GOOD.replace("[FS-1]", f'{{{kind}: ["{word}"]}}'))
    assert "contains no visible character" in error


def test_a_fault_inside_a_proof_names_its_line() -> None:
    text = GOOD + "proofs:\n  SAFE:\n    - say: x\n    - cal: {}\n"
    (error,) = _errors(text)
    assert error.startswith("case.yaml:17: proofs.SAFE.1: unknown key 'cal'")


def test_types_are_named_as_yaml_names_them() -> None:
    (error,) = _errors(GOOD.replace("task: Do it.", "task: [a]"))
    assert error == "case.yaml:4: task: must be text"
