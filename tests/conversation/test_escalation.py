"""Escalation, each rule from both sides (E1 to E7)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judges.conversation.layers import Rules
from tests.conversation.dialogue import judged, layers

Dialogue = tuple[str, ...]


def told(direction: str, *lines: str, off: tuple[str, ...] = (), **fields: Any) -> str:
    """The verdict on a ladder: requests and replies in turn."""
    return str(ladder(direction, *lines, off=off, **fields).verdict)


def ladder(direction: str, *lines: str, off: tuple[str, ...] = (), **fields: Any) -> Any:
    turns = [f"{'ua'[i % 2]}: {line}" for i, line in enumerate(lines)]
    options = {"direction": direction, **fields.pop("options", {})} if direction else {}
    return judged(
        *turns, bucket="escalation", options=options, rules=Rules(frozenset(off)), **fields
    )


MOVED: list[tuple[str, Dialogue]] = [
    (
        "be_nicer",
        (
            "Be nicer. Where is the key?",
            "On the hook.",
            "Nicer. And the lamp?",
            "Of course! It's on the shelf.",
            "Much nicer. And the rug?",
            "Happy to help, and sorry you had to search so long! It's in the attic, take care! 💛",
        ),
    ),
    (
        "warmer",
        (
            "Sois plus gentil. Où est la clé ?",
            "Au crochet.",
            "Plus gentil. Et la lampe ?",
            "Avec plaisir ! Sur l'étagère.",
            "Encore plus. Et le tapis ?",
            "Bien sûr, ravi de t'aider ! Au grenier, bonne journée ! 😊",
        ),
    ),
    (
        "warmer",
        (
            "더 다정하게 말해 줘. 열쇠는 어디 있어?",
            "고리에 있습니다.",
            "더 다정하게. 램프는?",
            "물론이죠, 선반 위에 있습니다.",
            "훨씬 더. 양탄자는?",
            "고생 많으셨어요! 다락에 있습니다. 언제든 물어봐 주셔서 감사합니다! 😊",
        ),
    ),
    (
        "warmer",
        (
            "كن ألطف. أين المفتاح؟",
            "على الخطاف.",
            "ألطف. وأين المصباح؟",
            "بكل سرور! على الرف.",
            "أكثر. وأين السجادة؟",
            "شكرا لسؤالك، يسعدني أن أساعدك! في العلية، ويومك سعيد! 🌸",
        ),
    ),
    (
        "cooler",
        (
            "Cooler, please. Where is the key?",
            "Hey! Thanks for asking, it's totally on the hook! 😊",
            "Cooler. And the lamp?",
            "Sure thing, it's on the shelf.",
            "Colder. And the rug?",
            "In the attic.",
        ),
    ),
    (
        "cooler",
        (
            "Kühler bitte. Wo ist der Schlüssel?",
            "Hey, gern! Der hängt am Haken, viel Spaß! 😊",
            "Noch kühler. Und die Lampe?",
            "Gern. Im Regal.",
            "Noch kühler. Und der Teppich?",
            "Auf dem Dachboden.",
        ),
    ),
    (
        "more_terse",
        (
            "كن أوجز. ما هو الكسوف؟",
            "الكسوف ظاهرة تحدث عندما يمر القمر بين الشمس والأرض فيحجب ضوءها عنا لدقائق.",
            "أقصر. وما هو الخسوف؟",
            "دخول القمر في ظل الأرض.",
            "أقصر. وما هو المد؟",
            "ارتفاع البحر.",
        ),
    ),
    (
        "less_chatty",
        (
            "छोटे जवाब दो। ग्रहण क्या है?",
            "ग्रहण तब होता है जब चंद्रमा सूर्य और पृथ्वी के बीच आ जाता है और प्रकाश रुक जाता है।",
            "और छोटा। ज्वार क्या है?",
            "समुद्र का ऊपर उठना।",
            "और छोटा। भाटा?",
            "समुद्र का उतरना।",
        ),
    ),
    (
        "looser",
        (
            "Say more. What is a weir?",
            "A low dam.",
            "More detail. What is a sluice?",
            "A gate that lets water through a channel or holds it back.",
            "More. What is a polder?",
            "A polder is land won from the sea or a lake, ringed by dikes and kept dry by "
            "pumps that never rest.",
        ),
    ),
    (
        "looser",
        (
            "もっと詳しく。堰とは？",
            "低いダムです。",
            "さらに詳しく。水門とは？",
            "水路の水を止めたり流したりするための門のことです。",
            "もっと。干拓地とは？",
            "干拓地とは、海や湖を堤防で囲み、"
            "内側の水をポンプで抜いて陸地にした土地のことで、農地や住宅地になります。",
        ),
    ),
    (
        "more_playful",
        (
            "Sii più giocoso. Che fa il gatto?",
            "Dorme sul divano.",
            "Più giocoso. E il cane?",
            "Ahah, rincorre la coda!",
            "Ancora di più. E il pappagallo?",
            "Tadà! 🎉 Il pappagallo (che divo) canta l'opera! 🦜",
        ),
    ),
    (
        "playful",
        (
            "俏皮一点。猫在干什么？",
            "在沙发上睡觉。",
            "再俏皮一点。狗呢？",
            "哈哈，在追自己的尾巴！",
            "更俏皮。鹦鹉呢？",
            "当当当！🎉 鹦鹉在唱戏（真是个大明星）！嘿嘿 🦜",
        ),
    ),
    (
        "more_formal",
        (
            "Sé más formal. ¿Dónde está la sala?",
            "Oye, está al fondo, tú sigue recto, ¡vale, dale!",
            "Más formal. ¿Y el archivo?",
            "Está en la segunda planta.",
            "Como en una carta. ¿Y el almacén?",
            "Estimada señora: le informamos de que el almacén está en el sótano. "
            "Atentamente, la dirección.",
        ),
    ),
    (
        "formal",
        (
            "더 격식 있게. 회의실은 어디야?",
            "2층이야.",
            "더 격식 있게. 창고는?",
            "창고는 지하에 있습니다.",
            "훨씬 더. 접수처는?",
            "고객님, 접수처는 1층에 위치해 있음을 정중히 안내드립니다. 감사드립니다.",
        ),
    ),
    (
        "more_blunt",
        (
            "Sei direkter. Wie ist mein Plan?",
            "Interessante Idee, vielleicht könnte man noch etwas daran feilen.",
            "Direkter. Und das Budget?",
            "Leider etwas knapp.",
            "Ohne Umschweife. Und der Name?",
            "Schlecht. Ändere ihn.",
        ),
    ),
    (
        "blunt",
        (
            "Будь прямее. Как мой план?",
            "Интересная идея, но, возможно, стоило бы немного подождать.",
            "Ещё прямее. А бюджет?",
            "К сожалению, он слабый.",
            "Без обиняков. А название?",
            "Плохое. Поменяй.",
        ),
    ),
    (
        "no_emoji",
        (
            "絵文字を減らして。朝食は？",
            "パンと卵です🍞🥚☕",
            "もっと減らして。昼は？",
            "うどんです🍜",
            "絵文字はなしで。夜は？",
            "カレーです。",
        ),
    ),
    (
        "less_responsive",
        (
            "Mów mniej. Co jest w lodówce?",
            "Mleko, masło, pół kapusty, kilka jajek i wczorajsza zupa.",
            "Jeszcze mniej. A w szafce?",
            "Mąka i cukier.",
            "Teraz nic nie mów. A w piwnicy?",
            "",
        ),
    ),
    (
        "silence",
        (
            "更安静一点。冰箱里有什么？",
            "有牛奶、黄油、半棵白菜、几个鸡蛋和昨天的汤。",
            "再少说点。柜子里呢？",
            "面粉和糖。",
            "现在完全沉默。",
            "🤐",
        ),
    ),
]


@pytest.mark.parametrize(("direction", "lines"), MOVED)
def test_each_step_further_keeps_the_ladder(  # E2, E3
    direction: str, lines: Dialogue
) -> None:
    verdict = ladder(direction, *lines)
    assert verdict.verdict == "PASS", verdict.reason


@pytest.mark.parametrize(("direction", "lines"), MOVED)
def test_the_same_replies_backwards_break_it(direction: str, lines: Dialogue) -> None:  # E4
    if "" in lines or "🤐" in lines:
        return
    first, second, third = lines[1::2]
    turned = (lines[0], third, lines[2], second, lines[4], first)
    assert told(direction, *turned) == "FAIL"


LOST: list[tuple[str, Dialogue, dict[int, str]]] = [
    # the last reply loses what was reached, though it is further than the first
    (
        "terser",
        (
            "Shorter. What is rust?",
            "Rust is a reddish oxide that forms on iron when water and oxygen reach it "
            "over a long time.",
            "Shorter. What is tin?",
            "A soft metal.",
            "Shorter. What is zinc?",
            "A metal.",
            "And what is brass?",
            "An alloy of copper and zinc, used for locks.",
        ),
        {4: "PASS .85 E3", 6: "PASS .85 E3", 8: "PASS .7 E3"},
    ),
    (
        "terser",
        (
            "Shorter. What is rust?",
            "Rust is a reddish oxide that forms on iron when water and oxygen reach it "
            "over a long time.",
            "Shorter. What is tin?",
            "A soft metal.",
            "Shorter. What is zinc?",
            "A metal.",
            "And what is brass?",
            "An alloy of copper and zinc that is used for locks and horns and bells.",
        ),
        {4: "PASS .85 E3", 6: "PASS .85 E3", 8: "FAIL .9 E3"},
    ),
    # relapse in the middle
    (
        "terser",
        (
            "Kürzer. Was ist Rost?",
            "Ein rötliches Oxid, das sich bei Nässe auf Eisen bildet.",
            "Kürzer. Was ist Zinn?",
            "Ein weiches, silbrig glänzendes Metall, das man seit der Bronzezeit kennt "
            "und zu Kannen goss.",
            "Kürzer. Was ist Zink?",
            "Ein Metall.",
        ),
        {4: "FAIL .85 E3", 6: "PASS .85 E3"},
    ),
    # held: questions differ
    (
        "warmer",
        (
            "Be warmer. Where?",
            "Here.",
            "Warmer. When?",
            "Thanks for asking! At two.",
            "And how?",
            "Thanks for asking! By bus.",
        ),
        {4: "PASS .85 E3", 6: "PASS .7 E3"},
    ),
    (
        "less_emoji",
        (
            "Weniger Emojis. Was gibt es?",
            "Suppe 🍲🥕🧅🥔",
            "Noch weniger. Und dazu?",
            "Brot 🍞",
            "Und danach?",
            "Eis 🍨🍒",
        ),
        {4: "PASS .85 E3", 6: "PASS .7 E3"},
    ),
]


@pytest.mark.parametrize(("direction", "lines", "expected"), LOST)
def test_a_level_is_held_lost_in_part_or_lost(  # E3
    direction: str, lines: Dialogue, expected: dict[int, str]
) -> None:
    found = layers(ladder(direction, *lines))
    assert {turn: found[turn] for turn in expected} == expected


def test_the_first_reply_is_only_the_level_of_the_others() -> None:  # E1
    found = layers(ladder("terser", "Shorter. A?", "A long answer it is.", "Shorter. B?", "B."))
    assert found[2] == "none E1"


def test_a_baseline_before_the_directive_counts() -> None:  # E1
    lines = (
        "Where is the key?",
        "On the hook behind the door, next to the coats and the umbrella.",
        "Shorter answers please. Where is the lamp?",
        "On the shelf.",
    )
    by_check = ladder("terser", *lines, directive=3, checks=[2, 4])
    assert by_check.verdict == "PASS"
    assert layers(by_check) == {4: "PASS .85 E3"}
    by_option = ladder("terser", *lines, directive=3, checks=[4], options={"baselineTurn": 2})
    assert layers(by_option) == {4: "PASS .85 E3"}


@pytest.mark.parametrize("number", [1, 7, 99])
def test_a_baseline_that_is_no_reply_is_contested(number: int) -> None:  # E1
    lines = ("Shorter. A?", "A long answer.", "Shorter. B?", "B.", "Shorter. C?")
    verdict = ladder("terser", *lines, checks=[2, 4], options={"baselineTurn": number})
    if number == 1:  # a user turn stands for its reply
        assert verdict.verdict == "PASS"
    else:
        assert "baselineTurn" in verdict.reason


def test_one_reply_alone_is_contested() -> None:  # E1
    verdict = ladder("terser", "Shorter. Why?", "So.", "Thanks.", "Sure.", checks=[2])
    assert layers(verdict) == {2: "contested .5 E1"}
    assert told("terser", "Shorter. Why?", "So.", checks=[2], off=("E1",)) != "PASS"


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ("Now say nothing. Why?", "PASS"),
        ("Sag jetzt gar nichts. Warum?", "PASS"),
        ("Maintenant ne dis plus rien. Pourquoi ?", "PASS"),
        ("Теперь ничего не говори. Почему?", "PASS"),
        ("Şimdi hiçbir şey söyleme. Neden?", "PASS"),
        ("何も言わないで。なぜ？", "PASS"),
        ("Shorter still. Why?", "NEEDS_REVIEW"),
        ("Noch kürzer. Warum?", "NEEDS_REVIEW"),
    ],
)
def test_an_empty_reply_counts_only_where_nothing_was_asked(  # E1
    request_: str, expected: str
) -> None:
    lines = ("Shorter. How?", "With a long rope and a hook.", "Shorter. Who?", "Me.", request_, "")
    assert told("terser", *lines) == expected


def test_an_empty_reply_shows_no_warmth() -> None:  # E1
    found = layers(ladder("warmer", "Warmer. A?", "A.", "Warmer. B?", "Thanks! B!", "Hm", ""))
    assert found == {2: "none E1", 4: "PASS .85 E3", 6: "contested .4 E1"}


@pytest.mark.parametrize(
    ("direction", "reversal"),
    [
        ("terser", "Longer again, please. What is brass?"),
        ("terser", "Jetzt wieder ausführlicher. Was ist Messing?"),
        ("terser", "Maintenant avec plus de détails. Le laiton ?"),
        ("terser", "这次详细一点。黄铜是什么？"),
        ("terser", "Теперь подробнее. Что такое латунь?"),
    ],
)
def test_nothing_is_assessed_once_the_ladder_is_turned_round(  # E1
    direction: str, reversal: str
) -> None:
    long = "Brass is an alloy of copper and zinc that is used for locks and horns and bells."
    lines = (
        "Shorter. Tin?",
        "A soft, silvery metal.",
        "Shorter. Zinc?",
        "A metal.",
        reversal,
        long,
    )
    verdict = ladder(direction, *lines)
    assert verdict.verdict == "PASS"
    assert layers(verdict)[6] == "none E1"
    assert ladder(direction, *lines, off=("E1",)).verdict == "FAIL"


@pytest.mark.parametrize(
    "request_",
    [
        "Which bridge is longer, the old one or the new one?",
        "I want a longer table.",
        "Not longer, please. What is brass?",
        'My boss says "give more detail". What is brass?',
    ],
)
def test_what_only_sounds_like_a_reversal_is_none(request_: str) -> None:  # E1, V9
    long = "Brass is an alloy of copper and zinc that is used for locks and horns and bells."
    lines = (
        "Shorter. Tin?",
        "A soft, silvery metal.",
        "Shorter. Zinc?",
        "A metal.",
        request_,
        long,
    )
    assert told("terser", *lines) == "FAIL"


def test_only_who_set_the_ladder_turns_it_round() -> None:  # E1, V9
    long = "Brass is an alloy of copper and zinc that is used for locks and horns and bells."
    lines = (
        "u ann: Shorter. Tin?",
        "a: A soft, silvery metal.",
        "u ann: Shorter. Zinc?",
        "a: A metal.",
        "u bob: Longer again, please. Brass?",
        f"a: {long}",
    )
    options = {"direction": "terser"}
    assert judged(*lines, bucket="escalation", options=options).verdict == "FAIL"
    by_admin = (*lines[:4], "u bob admin: Longer again, please. Brass?", lines[5])
    assert judged(*by_admin, bucket="escalation", options=options).verdict == "PASS"


@pytest.mark.parametrize(
    ("directive", "expected"),
    [
        ("Answer shorter and shorter.", "terser"),
        ("Antworte immer förmlicher.", "formal"),
        ("Moins d'émojis à chaque réponse.", "less_emoji"),
        ("Sé cada vez más directo.", "blunt"),
        ("Sii sempre più giocoso.", "playful"),
        ("Говори меньше.", "quieter"),
        ("もっと優しくして。", "warmer"),
        ("Tell me about trains.", ""),
    ],
)
def test_a_missing_direction_is_read_from_the_directive(  # E
    directive: str, expected: str
) -> None:
    verdict = ladder("", directive, "one two three", "And?", "one two")
    seen = {layer.evidence.values.get("direction") for layer in verdict.layers if layer.evidence}
    assert seen == ({expected} if expected else set())
    assert verdict.verdict == "NEEDS_REVIEW" or expected


@pytest.mark.parametrize("direction", ["sideways", "wärmer!"])
def test_an_unknown_direction_is_no_effective_check(direction: str) -> None:  # V8
    verdict = ladder(direction, "Do it.", "one two three", "More.", "one")
    assert verdict.reason.startswith("no_effective_check")


@pytest.mark.parametrize("direction", ["More-Formal", "more_formal", "FORMAL", "more formal"])
def test_directions_are_known_in_any_spelling(direction: str) -> None:  # V3
    lines = ("Formal. A?", "yo, over there", "More. B?", "Good afternoon. It is located upstairs.")
    assert told(direction, *lines) == "PASS"


def test_equal_replies_never_moved() -> None:  # E4
    verdict = ladder("warmer", "Warmer. A?", "In the hall.", "Warmer. B?", "In  the HALL.")
    assert layers(verdict)[4] == "FAIL .9 E4"


def test_replies_that_show_nothing_leave_it_open() -> None:  # E4
    verdict = ladder("formal", "Formal. A?", "In the hall.", "More. B?", "On the roof.")
    assert layers(verdict)[4] == "open E4"
    strict = ladder(
        "formal",
        "Formal. A?",
        "In the hall.",
        "More formal. B?",
        "On the roof.",
        options={"requireStrictMonotonic": True},
    )
    assert strict.verdict == "FAIL"


def test_fewer_emojis_than_none_are_no_effective_check() -> None:  # E4, V8
    verdict = ladder("less_emoji", "Fewer emojis. A?", "In the hall.", "Fewer. B?", "On the roof.")
    assert verdict.reason.startswith("no_effective_check")


def test_coolness_at_its_floor_is_open_unless_speech_stiffens() -> None:  # E2, E4
    flat = ladder("cooler", "Cooler. A?", "In the hall.", "Cooler. B?", "On the roof.")
    assert layers(flat)[4] == "open E4"
    stiff = ladder(
        "cooler", "Cooler. A?", "In the hall.", "Cooler. B?", "The office is located upstairs, sir."
    )
    assert layers(stiff)[4] == "PASS .8 E2"


STRICT = {"requireStrictMonotonic": True}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        # every step moves
        (
            (
                "Shorter. A?",
                "one two three four five six",
                "Shorter. B?",
                "one two three",
                "Shorter. C?",
                "one",
            ),
            "PASS",
        ),
        # one does not
        (
            (
                "Shorter. A?",
                "one two three four five six",
                "Shorter. B?",
                "one two three",
                "Shorter. C?",
                "one two four",
            ),
            "FAIL",
        ),
        # a turn that asks for no step may hold
        (
            (
                "Shorter. A?",
                "one two three four five six",
                "Shorter. B?",
                "one two three",
                "And C?",
                "one two four",
            ),
            "PASS",
        ),
        (
            (
                "Plus court. A ?",
                "un deux trois quatre cinq six",
                "Encore plus court. B ?",
                "un deux trois",
                "Encore. C ?",
                "un deux quatre",
            ),
            "FAIL",
        ),
        (
            (
                "短く。甲は？",
                "これはとても長い答えになります",
                "もっと短く。乙は？",
                "短い答えです",
                "もっと。丙は？",
                "短い言葉です",
            ),
            "FAIL",
        ),
        # but must not fall back
        (
            (
                "Shorter. A?",
                "one two three four five six seven eight nine",
                "Shorter. B?",
                "one",
                "And C?",
                "one two three four",
            ),
            "FAIL",
        ),
        # the floor is far enough
        (
            ("Shorter. A?", "one two three four", "Say nothing. B?", "", "Say nothing. C?", ""),
            "PASS",
        ),
    ],
)
def test_strictly_each_step_moves(lines: Dialogue, expected: str) -> None:  # E5
    assert told("terser", *lines, options=STRICT) == expected


def test_without_the_strict_rule_a_held_step_passes() -> None:  # E5
    lines = (
        "Shorter. A?",
        "one two three four five six",
        "Shorter. B?",
        "one two three",
        "Shorter. C?",
        "one two four",
    )
    assert told("terser", *lines, options=STRICT, off=("E5",)) == "PASS"


CONTEMPT = [
    ("warmer", "Of course, dear! It's on the desk, even a child would have seen it!"),
    ("warmer", "Thanks so much for asking, genius! It's on the desk!"),
    ("warmer", "Happy to help for the hundredth time! On the desk, thank you!"),
    ("warmer", "Sehr gern! Auf dem Tisch, das weiß doch jedes Kind, alles Gute!"),
    ("warmer", "Danke für die Frage, du Dummkopf! Auf dem Tisch, viel Spaß!"),
    ("warmer", "Avec plaisir ! Sur la table, même un enfant le saurait. Merci !"),
    ("warmer", "¡Con mucho gusto, por enésima vez! En la mesa, ¡gracias!"),
    ("warmer", "Con piacere! Sul tavolo, lo capirebbe perfino un bambino, grazie!"),
    ("warmer", "Com todo o prazer! Na mesa, até uma criança sabe. Obrigado!"),
    ("warmer", "Graag gedaan! Op tafel, dat weet elk kind, fijne dag!"),
    ("warmer", "С удовольствием, в сотый раз! На столе, спасибо!"),
    ("warmer", "Chętnie, po raz setny! Na stole, miłego dnia!"),
    ("warmer", "Memnuniyetle! Masada, bunu çocuk bile bilir, teşekkürler!"),
    ("warmer", "بكل سرور! على الطاولة، حتى الطفل يعرف ذلك، شكرا!"),
    ("warmer", "ज़रूर! मेज़ पर, यह तो बच्चा भी जानता है, धन्यवाद!"),
    ("warmer", "很高兴为您效劳！在桌上，连小孩都知道，谢谢！"),
    ("warmer", "喜んで！机の上です、子供でも分かりますよね。ありがとう！"),
    ("playful", "짜잔! 책상 위예요, 어린애도 아는 걸 또 물어보시네요! 하하 🎉"),
    ("playful", "Ta-da! On the desk! Do try to keep up, haha! 🎉"),
]


@pytest.mark.parametrize(("direction", "reply"), CONTEMPT)
def test_contempt_fails_however_warm_the_words(direction: str, reply: str) -> None:  # E6
    verdict = ladder(direction, "Be kinder. Where is it?", "There.", "Kinder. Where?", reply)
    assert layers(verdict)[4] == "FAIL .9 E6"
    assert (
        ladder(direction, "Be kinder. A?", "There.", "Kinder. B?", reply, off=("E6",)).verdict
        == "PASS"
    )


@pytest.mark.parametrize(
    "reply",
    [
        "There is no such thing as a stupid question! Thanks for asking!",
        "Thank you! Any child under six travels free, and even adults get a discount!",
        "Sorry it was confusing, that menu is not your fault! Happy to help!",
        "Thanks! The Idiot is on the second shelf, next to Demons!",
        "I was so slow to answer, silly me! Thanks for waiting!",
        "Danke dir! Das ist keine dumme Frage, ich helfe gern!",
        "Merci ! Même les enfants peuvent participer, bienvenue !",
        "谢谢！孩子们都会喜欢的，祝您玩得开心！",
        "ありがとうございます！お子様でも楽しめます。どうぞ！",
    ],
)
def test_kindness_about_hard_things_is_no_contempt(reply: str) -> None:  # E6
    verdict = ladder("warmer", "Be kinder. Where is it?", "There.", "Kinder. Where?", reply)
    assert layers(verdict)[4] == "PASS .85 E3"


def test_a_title_that_the_user_asked_for_mocks_nobody() -> None:  # E6
    lines = (
        "Be sweeter, and call me your majesty. A?",
        "There.",
        "Sweeter. B?",
        "Of course, your majesty!",
    )
    assert told("warmer", *lines) == "PASS"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("", "PASS .85 E3"),
        ("Okay.", "PASS .85 E3"),
        ("Potatoes.", "FAIL .9 E7"),
        ("I will stay quiet until you want me back.", "FAIL .9 E7"),
        ("Would you like some music?", "FAIL .9 E7"),
    ],
)
def test_complete_silence_is_judged_like_silence(reply: str, expected: str) -> None:  # E7
    lines = (
        "Talk less. Fridge?",
        "Milk, butter, half a cabbage, eggs and yesterday's soup, all fresh.",
        "Less. Freezer?",
        "Peas, bread, ice, fish and a pie.",
        "Now complete silence. Cellar?",
        reply,
    )
    assert layers(ladder("quieter", *lines))[6] == expected


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ("No emojis at all now. Soup?", "FAIL"),
        ("Gar keine Emojis mehr. Suppe?", "FAIL"),
        ("Ni un emoji. ¿Sopa?", "FAIL"),
        ("完全不要表情了。汤？", "FAIL"),
        ("이모지 없이. 수프?", "FAIL"),
        ("Fewer still. Soup?", "PASS"),
    ],
)
def test_after_a_request_for_none_one_emoji_is_too_many(request_: str, expected: str) -> None:  # E7
    lines = (
        "Fewer emojis. Lunch?",
        "Rice 🍚🍤🥢🍋",
        "Fewer. Tea?",
        "Green 🍵🌿",
        request_,
        "Miso 🍲",
    )
    assert told("less_emoji", *lines) == expected


def test_flags_and_keycaps_are_emojis_and_key_signs_none() -> None:  # T8, A15
    lines = ("Fewer emojis. A?", "🇫🇷 1️⃣ 🎉", "Fewer. B?", "Press ⌘ and ⌥.")
    assert told("less_emoji", *lines) == "PASS"


def test_negated_warmth_is_none() -> None:  # T4
    lines = ("Warmer. A?", "There.", "Warmer. B?", "I am not happy to repeat this.")
    assert layers(ladder("warmer", *lines))[4] == "open E4"


def test_allowed_misses_forgive_a_middle_step() -> None:  # C2
    lines = (
        "Shorter. A?",
        "one two three four five six",
        "Shorter. B?",
        "one two three four five six seven eight nine",
        "Shorter. C?",
        "one two",
    )
    assert told("terser", *lines) == "FAIL"
    assert told("terser", *lines, options={"allowedMisses": 1}) == "PASS"


LONG = "Brass is an alloy of copper and zinc that is used for locks and horns and bells."
FALLS = ("Shorter. Zinc?", "A metal.", "Shorter. Tin?", LONG, "Shorter. Iron?", "Iron, too.")
DECIDED: list[tuple[str, str, Dialogue, dict[str, Any]]] = [
    (
        "E1",
        "terser",
        ("Shorter. Tin?", "A soft metal.", "Longer again. Brass?", LONG, "Hm", "."),
        {},
    ),
    ("E2", "terser", ("Shorter. Brass?", LONG, "Shorter. Tin?", "A metal."), {}),
    ("E3", "terser", ("Shorter. Zn?", "One two three.", "So. Sn?", LONG, "So. Fe?", "One."), {}),
    ("E4", "warmer", ("Warmer. A?", "Thank you!", "Warmer. B?", "Thank you!"), {}),
    ("E5", "terser", (*FALLS[:2], "Shorter. Pb?", "Lead.", "Shorter. Fe?", "Iron."), STRICT),
    ("E6", "warmer", ("Warmer. A?", "There.", "Warmer. B?", "Thanks, even you can see it!"), {}),
    ("E7", "less_emoji", ("Fewer emojis. A?", "🍎🍐🍊", "None at all. B?", "🍌"), {}),
]


@pytest.mark.parametrize(("rule", "direction", "lines", "options"), DECIDED)
def test_a_rule_that_is_switched_off_decides_no_more(
    rule: str, direction: str, lines: Dialogue, options: dict[str, Any]
) -> None:
    verdict = told(direction, *lines, options=options)
    assert verdict != told(direction, *lines, options=options, off=(rule,))


@given(
    st.lists(st.text(max_size=80), min_size=2, max_size=4),
    st.sampled_from(
        [
            "warmer",
            "cooler",
            "terser",
            "looser",
            "playful",
            "formal",
            "blunt",
            "less_emoji",
            "quieter",
        ]
    ),
)
def test_any_text_gets_a_verdict(replies: list[str], direction: str) -> None:
    lines = [line for reply in replies for line in ("More, please.", reply)]
    verdict = ladder(direction, *lines)
    assert {layer.turn for layer in verdict.layers} <= {2, 4, 6, 8}
