"""Text as the rubrics read it: matching form, masks, edges, length, emojis (T1 to T3, T7, T8)."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judges.conversation.emojis import emojis, without_emojis
from judges.conversation.lexicon import LANGUAGES, Lexicon, by_language, hits, lexicon
from judges.conversation.scripts import length
from judges.conversation.text import Text, fold

PIECES = [
    *("Maybe", "İstanbul", "ŞİİR", "naïve", "ﬁne", "①", "é", "Straße", "…", "—", "-", "！", "？"),
    *("　", "\u200b", "\u00ad", "\u202e", "أنا", "حسنًا", "ещё", "ठीक", "好的", "ございます", "ｶﾞ"),
    *(
        "알겠습니다",
        "👍🏽",
        "🇩🇪",
        "1️⃣",
        "`x`",
        '"quoted"',
        "«да»",
        "「はい」",
        "\n",
        "> a",
        "a@b.cd",
    ),
    *("https://a.b/c?d=e", "/tmp/x/y", "```", "'", "’", " ", "ﷺ", "ǅ", "ŉ", "\u0301", "각"),
]
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), max_size=12).map("".join)


@given(TEXTS)
def test_the_matching_form_keeps_its_offsets(content: str) -> None:
    text = Text(content)
    assert text.mapped.text == text.matching == fold(content)
    for i in range(len(text.matching)):
        start, end = text.original(i, i + 1)
        assert 0 <= start < end <= len(content)
        assert text.matching[i] in fold(content[start:end]) or text.matching[i] == " "


@given(TEXTS)
def test_offsets_never_run_back(content: str) -> None:
    text = Text(content)
    starts = [text.original(i, i + 1)[0] for i in range(len(text.matching))]
    assert starts == sorted(starts)


@given(TEXTS)
def test_a_mask_keeps_length_and_lines(content: str) -> None:
    text = Text(content)
    for view in (text.searched, text.spoken):
        assert len(view.content) == len(content)
        assert [i for i, c in enumerate(view.content) if c == "\n"] == [
            i for i, c in enumerate(content) if c == "\n"
        ]


@given(TEXTS, st.lists(st.sampled_from(PIECES), min_size=1, max_size=4))
def test_hits_are_verbatim_and_in_order(content: str, words: list[str]) -> None:
    text = Text(content)
    found = Lexicon(words).hits(text)
    for hit in found:
        start, end = hit.span
        assert hit.entry == text.matching[slice(*hit.at)]
        assert hit.entry in fold(content[start:end])
    assert all(a.span[1] <= b.span[0] for a, b in zip(found, found[1:], strict=False))


@pytest.mark.parametrize(
    ("word", "content", "expected"),
    [
        ("buddy", "Hey Buddy!", ["Buddy"]),
        ("buddy", "buddy's dog", ["buddy"]),
        ("buddy", "buddy—really", ["buddy"]),
        ("buddy", "a buddy-cop film", []),
        ("buddy", "cop-buddy film", []),
        ("buddy", "somebuddy", []),
        ("friend", "friends and friendly", []),
        ("me hearties", "Ahoy, me\n  hearties!", ["me\n  hearties"]),
        ("don't", "I don’t", ["don’t"]),
        ("straße", "STRASSE", ["STRASSE"]),
        ("ışık", "IŞIK", ["IŞIK"]),
        ("朋友", "我的朋友们", ["朋友"]),
        ("ok", "请用ok回复", ["ok"]),
        ("조용", "지금 조용히", ["조용"]),
        ("조용", "안조용히", []),
        ("كل", "والكل هنا", ["كل"]),
        ("كل", "للكل", ["كل"]),
        ("حسنا", "حسنًا", ["حسنًا"]),
        ("ещё", "Еще", ["Еще"]),
        ("ครับ", "สวัสดีครับ", ["ครับ"]),
        ("हाँ", "हाँ।", ["हाँ"]),
        ("हा", "हाँ", []),
        ("@bot", "hey @Bot!", ["@Bot"]),
        (":)", "fine :)", [":)"]),
        ("~mayin", "konuşmayın lütfen", ["konuşmayın"]),
        ("shut~", "shutting", ["shut"]),
    ],
)
def test_edges_of_words(word: str, content: str, expected: list[str]) -> None:
    assert [content[slice(*hit.span)] for hit in hits([word], Text(content))] == expected


@pytest.mark.parametrize(
    ("content", "code", "quotes"),
    [
        ("`buddy` buddy", ["`buddy`"], []),
        ("```py\nbuddy\n```\nbuddy", ["```py\nbuddy\n```"], []),
        ("```\nnever closed", ["```\nnever closed"], []),
        ("see https://buddy.com/x?y and a@buddy.de", ["https://buddy.com/x?y", "a@buddy.de"], []),
        ("in /home/buddy/x or src/buddy.py, and/or", ["/home/buddy/x", "src/buddy.py"], []),
        ('he said "be quiet", 5\'10" tall', [], ['"be quiet"']),
        ("don't 'do it' o'clock", [], ["'do it'"]),
        ("„eins“ «deux» 「三」『四』", [], ["„eins“", "«deux»", "「三」", "『四』"]),
        ("《五》 “six” ‘seven’", [], ["《五》", "“six”", "‘seven’"]),
        ("> quoted\nnot", [], ["> quoted"]),
        ('他说"安静"。', [], ['"安静"']),
    ],
)
def test_what_is_masked(content: str, code: list[str], quotes: list[str]) -> None:
    text = Text(content)
    assert [text.quote(span) for span in text.code] == code
    assert [text.quote(span) for span in text.quotes] == quotes


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", 0),
        ("Don't stop—never, e.g. 3.5 km/h!", 6),
        ("👍 ... —", 0),
        ("潮汐是海水", 3),
        ("我喜欢iPhone手机。", 4),
        ("まだです", 2),
        ("สวัสดีครับ", 2),
        ("한국어 문장은 길다", 3),
        ("यह एक वाक्य है", 4),
        ("هذه جملة", 2),
        ("lesson 12:30 and 1,000", 4),
    ],
)
def test_length(content: str, words: int) -> None:
    assert length(content) == words


def test_length_in_characters_counts_letters_and_digits() -> None:
    assert length("味噌汁は、2 杯！", characters=True) == 6


EMOJIS = "👍 👍🏽 🇩🇪 1️⃣ ❤️ ❤ ☀ ✈ 👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤‍🔥 🏳️‍🌈 ⚠️ ✅ ✨ :tada: :+1:".split()
NO_EMOJIS = "⌘ ⌥ ⇧ → ✓ ★ ☆ © ™ ⚠ ♀ ♥ ☎ ☀︎ 😀︎ 1 # 10:30:45 :nope: :-) ✔".split()


@pytest.mark.parametrize("content", EMOJIS)
def test_an_emoji_is_one(content: str) -> None:
    assert [span for span, _ in emojis(f"a {content} b")] == [(2, 2 + len(content))]


@pytest.mark.parametrize("content", NO_EMOJIS)
def test_what_is_no_emoji(content: str) -> None:
    assert emojis(f"a {content} b") == []


def test_emoticons_count_on_request_alone() -> None:
    assert [kind for _, kind in emojis("so :-) and (^_^)", emoticons=True)] == ["emoticon"] * 2
    assert without_emojis("a 👍🏽 b") == "a  b"


def test_every_list_has_entries_and_hits_itself() -> None:
    for name in ("acknowledgement", "silence.order", "release.permission", "offer", "negators"):
        entries = by_language(name)
        assert set(LANGUAGES) <= set(entries), name
        for language in LANGUAGES:
            assert entries[language], (name, language)
    for entry in by_language("acknowledgement.receipt")["tr"]:
        assert lexicon("acknowledgement.receipt").stands_in(Text(entry)), entry


HOSTILE = [
    "`",
    "``` ",
    "'",
    '"',
    "「",
    "“",
    "> \n",
    "a@",
    "/a",
    "(",
    "é-",
    "\u0301",
    "👍\u200d",
    ":a",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_takes_bounded_time(piece: str) -> None:
    started = time.process_time()
    text = Text(piece * 20_000)
    _ = (
        text.spoken.matching,
        text.mapped,
        text.anchors,
        length(text.content),
        emojis(text.content),
    )
    assert time.process_time() - started < 5
