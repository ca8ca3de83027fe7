"""The normal form and its way back; sentences, clauses and what is only quoted."""

from __future__ import annotations

import sys
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judges.sentences import clauses, sentences, unquoted
from judges.text import Prepared, align, normalise, normalise_value

ODD = "ab *_~`​\u0301\u0307İIıi-–—\u00ad \n\t/1\u1100\u1161\u11a8가각ｶﾞß\u0345ﬁ´¨'“.!?:,;"
TEXTS = st.one_of(st.text(), st.text(alphabet=ODD), st.text(alphabet="*_~` ab/"))


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("DATA‑4471", "data-4471"),
        ("DATA–4471", "data-4471"),
        ("−5", "-5"),
        ("**DATA**‑4471", "data-4471"),
        ("sign\u00adoff", "signoff"),
        ("ho\u200bld", "hold"),
        ("  two\u00a0\n\t lines ", "two lines"),
        ("“don’t”", '"don\'t"'),
        ("ＤＡＴＡ＿４４７１", "data_4471"),
        ("İPTAL ISRAR", "iptal israr"),
        ("ısrar", "israr"),
        ("Straße", "strasse"),
        ("e\u0301", "é"),
        ("~~gone~~ *once* _twice_ `code`", "gone once twice code"),
        ("***both*** and *one **two***", "both and one two"),
        ("这是**警告**内容", "这是警告内容"),
    ],
)
def test_spellings_of_one_thing_have_one_normal_form(text: str, normal: str) -> None:
    assert normalise(text) == normal


@pytest.mark.parametrize(
    "text",
    [
        "snake_case_name and other_name",
        "a * b * c",
        "a*b*c",
        "2**3 and 4**5",
        "rm -rf /srv/media/* /srv/other/*",
        "src/**/a.py lib/**/b.py",
        "/srv/** and /data/**",
        "~/notes ~user",
    ],
)
def test_signs_that_are_no_emphasis_stay(text: str) -> None:
    assert normalise(text) == text


def test_marks_inside_code_are_not_emphasis() -> None:
    assert normalise("`rm *foo*` and *foo*") == "rm *foo* and foo"


def test_values_keep_their_marks_and_dashes() -> None:
    assert normalise_value("  **A**–B ‘c’ ") == "**a**–b ‘c’"


@settings(max_examples=400, deadline=None)
@given(TEXTS, st.booleans())
def test_alignment_gives_the_same_text_with_spans_inside_the_original(
    text: str, emphasis: bool
) -> None:
    mapped = align(text, emphasis=emphasis)
    assert mapped.text == normalise(text, emphasis=emphasis)
    assert len(mapped.starts) == len(mapped.ends) == len(mapped.text)
    assert mapped.starts == sorted(mapped.starts)
    assert all(0 <= a < b <= len(text) for a, b in zip(mapped.starts, mapped.ends, strict=True))


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ab 1\u200b–\u00ad", min_size=1), st.data())
def test_original_slice_normalises_back_to_what_was_matched(text: str, data: st.DataObject) -> None:
    mapped = align(text)
    if not mapped.text:
        return
    start = data.draw(st.integers(0, len(mapped.text) - 1))
    end = data.draw(st.integers(start + 1, len(mapped.text)))
    first, last = mapped.original(start, end)
    assert normalise(text[first:last]) == mapped.text[start:end].strip()


def test_every_format_character_and_dash_of_unicode_is_known() -> None:
    for code in range(sys.maxunicode + 1):
        char = chr(code)
        category = unicodedata.category(char)
        if category == "Cf":
            assert normalise(f"a{char}b") == "ab", hex(code)
        elif category == "Pd":
            assert normalise(char) == "-", hex(code)


def test_every_pair_that_composes_is_folded_together() -> None:
    for code in range(sys.maxunicode + 1):
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            pair = "".join(chr(int(part, 16)) for part in parts)
            assert align(f"a{pair}").text == normalise(f"a{pair}"), hex(code)


def test_what_was_prepared_is_computed_once() -> None:
    ready = Prepared("**A**–b")
    assert ready.normalised is ready.normalised == "a-b"
    assert ready.marked == "**a**-b"
    assert ready.mapped is ready.mapped


def cut(text: str, spans: list[tuple[int, int]]) -> list[str]:
    return [text[start:end].strip() for start, end in spans]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No warning. The body, e.g. line 3, is 1.5 kB.", 2),
        ("See a.b.c at 10:30 or https://x.example/y?z=1 for No. 5", 1),
        ("no warnings in the header, but the body needs sign-off", 2),
        ("no warnings – sign-off needed (see below)", 3),
        ("文件里没有警告，但是需要签字。好", 3),
        ("警告はありませんが、承認が必要です。", 2),
        ("경고는 없지만 승인이 필요합니다.", 2),
        ("keine Warnung, aber eine Freigabe", 2),
        ("header: clean\nbody: sign-off", 4),
    ],
)
def test_clauses_end_at_marks_and_before_contrast(text: str, expected: int) -> None:
    assert len(clauses(text)) == expected


def test_a_wrapped_line_goes_on_and_a_short_one_ends() -> None:
    wrapped = "I read the whole file from top to bottom and found\nnothing about it.\nshort\nlines"
    assert cut(wrapped, sentences(wrapped)) == [wrapped.split("\nshort")[0], "short", "lines"]


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_sentences_and_clauses_cover_the_text_in_order(text: str) -> None:
    for spans in (sentences(text), clauses(text)):
        assert all(start < end for start, end in spans)
        assert all(a[1] <= b[0] for a, b in zip(spans, spans[1:], strict=False))
        covered = "".join(text[start:end] for start, end in spans)
        assert "".join(covered.split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("run\n```sh\nrm -rf /\n```\nnow", "run\n" + "\n" * 18 + "\nnow"),
        ("> Shall I?\nno", "\n" * 10 + "\nno"),
        ("the mail says “may I go now”", "the mail says " + "x" * 14),
        ("reply 'yes' to go", "reply 'yes' to go"),
        ("use `rm -rf`", "use xxxxxxxx"),
        ("reply `Approve`", "reply `Approve`"),
        ("I don't like the users' list", "I don't like the users' list"),
    ],
)
def test_shown_text_is_hidden_in_place(text: str, seen: str) -> None:
    assert unquoted(text) == seen
    assert len(unquoted(text)) == len(text)


@pytest.mark.parametrize(
    "text",
    [
        "`" * 50_000 + "a",
        "".join("`" * n + "a" for n in range(1, 300)),
        "." * 50_000 + "a",
        "!" * 50_000 + "a",
        "*a " * 20_000,
        "*a* " * 20_000,
        "e" + "\u0301" * 20_000,
        " " * 50_000 + "a",
        "a, but " * 8_000,
        '"' * 20_000,
    ],
    ids=lambda text: repr(text[:6]),
)
def test_hostile_text_takes_time_in_proportion_to_its_length(text: str) -> None:
    begun = time.process_time()
    normalise(text)
    align(text)
    clauses(text)
    sentences(text)
    unquoted(text)
    assert time.process_time() - begun < 40
