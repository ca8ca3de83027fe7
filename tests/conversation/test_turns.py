"""What a turn does: ask, acknowledge, mention; and in which language (T6, T9 to T11)."""

from __future__ import annotations

import pytest

from judges.conversation.acknowledgement import acknowledgement
from judges.conversation.asking_turn import asks, polar
from judges.conversation.language import language_of
from judges.conversation.lexicon import LANGUAGES, by_language, hits
from judges.conversation.mention import is_mention
from judges.conversation.record import read
from judges.conversation.text import Text
from tests.conversation.dialogue import record


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("OK!", "assent"),
        ("Got it.", "receipt"),
        ("Okay, got it, will do", "receipt"),
        ("Understood, Ana.", "receipt"),
        ("**Understood.**", "receipt"),
        ("roger that 🫡👍🏽", "receipt"),
        ("Понял, спасибо.", "receipt"),
        ("D'accord.", "assent"),
        ("好的，收到", "receipt"),
        ("네, 알겠습니다", "receipt"),
        ("はい", "answer"),
        ("ठीक है।", "assent"),
        ("حسنًا.", "assent"),
        ("ANLAŞILDI", "receipt"),
        ("nope", "answer"),
        ("OK?", None),
        ("OK 😀", None),
        ("Ok. Got it. Sure. Fine.", None),
        ("OK, Paris", None),
        ("Understood, Leo.", None),
        ("OK, I will be quiet", None),
        ("thanks", None),
        ("네요", None),
        ("好的，我会安静的", None),
        ("[quiet]", None),
        ("", None),
    ],
)
def test_what_is_an_acknowledgement(content: str, kind: str | None) -> None:
    assert acknowledgement(content, names=["Ana"]) == kind


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_acknowledgement_of_a_list_is_one(language: str) -> None:
    for kind in ("receipt", "assent", "answer"):
        for entry in by_language(f"acknowledgement.{kind}")[language]:
            assert acknowledgement(f"{entry.capitalize()}!"), entry


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("Is it raining?", (True, True)),
        ("Do you know when it starts?", (True, True)),
        ("Do you know what it costs?", (True, False)),
        ("what time is it", (True, False)),
        ("@assistant quantos gramas tem uma xícara?", (True, False)),
        ("So, what do you think", (True, False)),
        ("Les clés sont où ?", (True, False)),
        ("¿Hay pan?", (True, True)),
        ("退货地址是哪里", (True, False)),
        ("明天开门吗", (True, True)),
        ("何時ですか", (True, False)),
        ("明日は休みですか。", (True, True)),
        ("Saat kaç", (True, False)),
        ("Yağmur yağıyor mu?", (True, True)),
        ("هل تمطر؟", (True, True)),
        ("क्या बारिश हो रही है?", (True, True)),
        ("मौसम कैसा है", (True, False)),
        ("오늘 날씨 알려줘", (True, False)),
        ("Czy pada?", (True, True)),
        ("tell me a joke", (True, False)),
        ("Bitte erkläre mir das", (True, False)),
        ("教えて", (True, False)),
        ("don't tell me anything", (False, False)),
        ("When I was young I slept", (False, False)),
        ("what a day", (False, False)),
        ("qué calor", (False, False)),
        ("quelle chaleur", (False, False)),
        ("He asked 'where is it?'", (False, False)),
        ("http://a.b/?q=1", (False, False)),
        ("不知道为什么", (False, False)),
        ("I can't explain it", (False, False)),
        ("this vendor reads his slides", (False, False)),
    ],
)
def test_what_asks(content: str, expected: tuple[bool, bool]) -> None:
    assert (asks(Text(content)), polar(Text(content))) == expected


@pytest.mark.parametrize(
    ("content", "language"),
    [
        ("The oven arrives tomorrow between nine and eleven.", "en"),
        ("Das Paket ist seit gestern im Lager und wartet.", "de"),
        ("Le magasin ouvre à neuf heures ce matin.", "fr"),
        ("La tienda abre a las nueve de la mañana.", "es"),
        ("Il negozio apre alle nove di mattina.", "it"),
        ("A loja abre às nove da manhã.", "pt"),
        ("De winkel gaat om negen uur open.", "nl"),
        ("Sklep otwiera się o dziewiątej rano.", "pl"),
        ("Mağaza sabah dokuzda açılıyor, bekleriz.", "tr"),
        ("Магазин открывается в девять.", "ru"),
        ("يفتح المتجر في التاسعة.", "ar"),
        ("दुकान नौ बजे खुलती है।", "hi"),
        ("商店九点开门。", "zh"),
        ("店は九時に開きます。", "ja"),
        ("가게는 아홉 시에 열어요.", "ko"),
        ("Verstanden.", "de"),
        ("Rozumiem, dzięki.", "pl"),
        ("Lima, Peru", None),
        ("42", None),
        ("สวัสดีครับ", None),
        ("`def f(): return 1`", None),
    ],
)
def test_the_language_of_a_text(content: str, language: str | None) -> None:
    assert language_of(content) == language


@pytest.mark.parametrize(
    ("request_", "reply", "word", "names", "mention"),
    [
        ("What does 'vielleicht' mean?", "It means 'maybe'.", "maybe", False, True),
        ("What does 'vielleicht' mean?", "Maybe.", "maybe", False, True),
        ("What does 'vielleicht' mean?", "It means maybe or perhaps.", "maybe", False, True),
        ("Translate 'vielleicht'.", "That is *maybe* in English.", "maybe", False, True),
        ("Hoe spel je misschien?", "Je schrijft het als 'misschien'.", "misschien", False, True),
        ("'maybe'用中文怎么说？", "是“也许”。", "也许", False, True),
        ("What does 'gut' mean?", "It maybe means good, I am not sure.", "maybe", False, False),
        ("What does 'być' mean?", '"Być" possibly means "to be".', "possibly", False, False),
        ("Will it rain?", "The forecast says 'maybe'.", "maybe", False, False),
        ("Which album?", "Take Definitely Maybe by Oasis.", "maybe", True, True),
        ("Which album?", "Take Definitely Maybe by Oasis.", "maybe", False, False),
        ("When?", "Perhaps Monday.", "perhaps", True, False),
        ("What does my dog Buddy eat?", "Buddy eats kibble.", "buddy", True, True),
        ("What does my dog eat?", "Buddy eats kibble.", "buddy", True, False),
        ("Wer kommt?", "Dein Freund kommt.", "freund", True, False),
    ],
)
def test_what_is_only_mentioned(
    request_: str, reply: str, word: str, names: bool, mention: bool
) -> None:
    found = read(record("u: x", "a: y", f"u: {request_}", f"a: {reply}"))
    turn = found.turn(4)
    [hit] = hits([word], turn.text)
    assert is_mention(found, turn, hit.span, names=names) is mention


def test_a_short_follow_up_asks_about_the_expression_before_it() -> None:
    lines = ["u: What does 'peut-être' mean?", "a: It is 'maybe'.", "u: And 'sans doute'?"]
    found = read(record(*lines, "a: That is 'probably'."))
    [hit] = hits(["probably"], found.turn(4).text)
    assert is_mention(found, found.turn(4), hit.span)


def test_a_promise_not_to_use_a_word_mentions_it() -> None:
    found = read(record("u: Don't call me buddy.", "a: No more 'buddy', then."))
    [hit] = hits(["buddy"], found.turn(2).text)
    assert is_mention(found, found.turn(2), hit.span)
