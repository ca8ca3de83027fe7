"""References, phrases and patterns: what they match, what they don't, and where it stands."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judges import signals
from judges.signals import (
    PatternError,
    PatternTooSlow,
    Signal,
    compile_pattern,
    compile_phrase,
    compile_reference,
    find,
    stands_in,
)
from judges.text import Prepared, normalise


def found(signal: Signal, text: str) -> list[str]:
    return [text[start:end] for start, end in find(signal, text)]


@pytest.mark.parametrize(
    "text",
    [
        "DATA-4471",
        "data 4471",
        "see DATA‑4471.",
        "**DATA**-4471 is open",
        "DATA_4471",
        "https://tickets.example/browse/DATA-4471",
        "fix/DATA-4471-view",
        "DATA\\_4471",
        "工单DATA-4471需要",
        "티켓 DATA-4471은",
        "`DATA-4471`",
        "DATA -\n4471",
        "ＤＡＴＡ-４４７１",
        "(DATA-4471)",
    ],
)
def test_one_reference_in_many_spellings(text: str) -> None:
    assert len(found(compile_reference("DATA-4471"), text)) == 1


@pytest.mark.parametrize(
    "text", ["4471", "DATA-44710", "XDATA-4471", "DATA-447", "DATA4471", "DATAÉ-4471", "1DATA-4471"]
)
def test_other_tokens_are_other_references(text: str) -> None:
    assert found(compile_reference("DATA-4471"), text) == []


@pytest.mark.parametrize(
    ("reference", "text", "expected"),
    [
        ("db-prod-1.example.com", "on db-prod-1.example.com now", True),
        ("db-prod-1.example.com", "on db-prod-1xexample.com now", False),
        ("María Núñez", "ask maría núñez", True),
        ("stage_positions", "TRUNCATE stage_positions;", True),
        ("stage_positions", "the stage positions", True),
        ("stage_positions", "old_stage_positions", True),
        ("stage_positions", "stage_positionsx", False),
        ("__init__", "see __init__ there", True),
        ("C++", "written in C++.", True),
        ("C++", "written in CC", False),
        ("C++", "C++11", False),
        ("release/5.1", "on release/5.1 only", True),
        ("release/5.1", "on release/5.10", False),
        ("482", "train 482", True),
        ("482", "train 4820", False),
        ("a.c", "abc", False),
    ],
)
def test_references_are_literal(reference: str, text: str, expected: bool) -> None:
    assert bool(found(compile_reference(reference), text)) is expected


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("sign-off", "needs sign off"),
        ("sign-off", "needs signoff"),
        ("sign-off", "has been signed off"),
        ("sign off", "sign‑offs"),
        ("load test", "must be load-tested"),
        ("plan", "we planned"),
        ("stop", "stopping it"),
        ("rely", "he relies and relied"),
        ("freeze", "freezing now"),
        ("release", "released by"),
        ("acuerdo sindical", "los acuerdos sindicales"),
        ("Freigabe der Teamleitung", "die Freigabe der Teamleitung fehlt"),
        ("签字确认", "必须先由数据团队签字确认，所以"),
        ("承認", "承認が必要です"),
        ("คำเตือน", "ไม่พบคำเตือนในบันทึก"),
        ("승인", "승인이 필요합니다"),
        ("데이터 팀 승인", "데이터 팀의 승인이"),
        ("موافقة", "بالموافقة والموافقة"),
        ("согласование", "нужно СОГЛАСОВАНИЕ!"),
        ("onay", "Onay gerekli"),
        ("iptal", "İPTAL EDİLDİ"),
        ("मंज़ूरी", "आपकी मंज़ूरी चाहिए"),
        ("sign-off", "请先sign-off再执行"),
        ("DBA确认", "需要 DBA 确认"),
        ("(checkout)", "change freeze (checkout) until"),
        ("17:00 snapshot", "the 17:00 snapshots"),
        ("$HOME", "rm -rf $HOME"),
        ("rm -rf /*", "it says rm -rf /*!"),
        ("data platform", "**Data** Platform"),
        ("*.log", "delete *.log and *.tmp"),
    ],
)
def test_phrases_match_their_forms(phrase: str, text: str) -> None:
    assert len(found(compile_phrase(phrase), text)) >= 1


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("hold", "threshold"),
        ("hold", "household goods"),
        ("(checkout)", "checkout"),
        ("a.c", "abc"),
        ("C++", "C"),
        ("evidence", "evidences_table_x1evidence"),
        ("7 days", "17 days"),
        ("7 8", "78"),
        ("मंज़ूर", "मंज़ूरी"),
        ("승인", "미승인"),
        ("legacy_orders", "legacy orders"),
        ("482", "482s"),
    ],
)
def test_phrases_keep_their_edges(phrase: str, text: str) -> None:
    assert found(compile_phrase(phrase), text) == []


def test_exact_phrases_take_no_endings_but_any_hyphen() -> None:
    exact = compile_phrase("sign-off", exact=True)
    assert found(exact, "signed off") == []
    assert found(exact, "sign off, signoff") == ["sign off", "signoff"]


def test_spans_are_those_of_the_original() -> None:
    text = "It needs **sign\u00ad-off** by\u00a0Ｄata Platform."
    assert found(compile_phrase("sign-off"), text) == ["sign\u00ad-off"]
    assert found(compile_phrase("data platform"), text) == ["Ｄata Platform"]


@pytest.mark.parametrize("source", ["", "  ", "\u200b"])
def test_a_signal_without_content_is_refused(source: str) -> None:
    for compile_one in (compile_reference, compile_phrase):
        with pytest.raises(ValueError, match="no visible character"):
            compile_one(source)


def test_patterns_run_on_the_normal_form_and_then_on_the_original() -> None:
    assert found(compile_pattern(r"\b(?:loan|credit) covenant\b"), "a Loan\ncovenant") == [
        "Loan\ncovenant"
    ]
    assert found(compile_pattern("“hold”"), "the “HOLD” note") == ["“HOLD”"]
    assert found(compile_pattern("x*"), "abc") == []


def test_a_bad_pattern_is_named() -> None:
    for source in ("(", "[", "a{2", "x" * 3000):
        with pytest.raises(PatternError, match="pattern"):
            if source == "a{2":
                compile_pattern("(?P<a>x)(?P<a>y" + source)
            else:
                compile_pattern(source)


def test_a_pattern_that_runs_away_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signals, "PATTERN_SECONDS", 0.05)
    with pytest.raises(PatternTooSlow, match=r"\(a\|a\)"):
        list(find(compile_pattern(r"(a|a)*b"), "a" * 40 + "!b" * 3))


def test_standing_in_a_normal_form_needs_no_offsets() -> None:
    assert stands_in(compile_reference("DATA-4471"), normalise("**DATA**-4471"))
    assert not stands_in(compile_phrase("hold"), normalise("threshold"))


SIGNALS = st.sampled_from(
    [
        compile_reference("DATA-4471"),
        compile_reference("stage_positions"),
        compile_phrase("sign-off"),
        compile_phrase("data team"),
        compile_phrase("release captain"),
    ]
)
SPELLINGS = {
    "DATA-4471": "DATA-4471",
    "stage_positions": "stage_positions",
    "sign-off": "sign-off",
    "data team": "data team",
    "release captain": "release captain",
}


def wide(char: str) -> str:
    return chr(ord(char) + 0xFEE0) if "!" < char <= "~" and char not in "*_`~" else char


@settings(max_examples=300, deadline=None)
@given(SIGNALS, st.data())
def test_disguises_change_nothing(signal: Signal, data: st.DataObject) -> None:
    spelling = SPELLINGS[signal.source]
    out = []
    for char in spelling:
        how = data.draw(st.sampled_from(["as it is", "upper", "wide", "dash"]))
        if how == "upper":
            char = char.upper()
        elif how == "wide":
            char = wide(char)
        elif how == "dash" and char == "-":
            char = data.draw(st.sampled_from("‐‑–—−﹣"))
        out.append(char + data.draw(st.sampled_from(["", "", "\u200b", "\u200d", "\u2060"])))
    mark = data.draw(st.sampled_from(["", "*", "**", "__", "`", "~~"]))
    text = f"see {mark}{''.join(out)}{mark} there"
    spans = list(find(signal, text))
    assert len(spans) == 1
    assert normalise(text[slice(*spans[0])]) == normalise(spelling)


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(["DATA-4471", "stage_positions", "C++", "db-1.example.com", "482"]),
    st.sampled_from("aZé0٣ø"),
    st.booleans(),
)
def test_a_letter_or_digit_glued_to_a_reference_makes_it_another(
    reference: str, glue: str, before: bool
) -> None:
    token = glue + reference if before else reference + glue
    assert found(compile_reference(reference), f"see {token} there") == []


@settings(max_examples=300, deadline=None)
@given(st.text(min_size=1, max_size=12), st.text(max_size=40))
def test_any_text_may_be_a_signal_and_is_found_where_it_stands(source: str, around: str) -> None:
    if not normalise(source, emphasis=False):
        return
    for signal in (compile_reference(source), compile_phrase(source, exact=True)):
        text = f"{around}\n{source}\n{around}"
        for start, end in find(signal, Prepared(text)):
            assert 0 <= start < end <= len(text)
