"""Styles, each rule from both sides (H1 to H11)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judges.conversation import hold_style
from judges.conversation.layers import ALL_RULES, Rules
from tests.conversation.single_reply import conversation, shown, style

TERSE = [
    ("When does it open?", "At nine, Monday to Friday.", {"maxTokens": 6}, "PASS 0.9"),
    ("When does it open?", "At nine, Monday to Friday, or Sunday.", {"maxTokens": 6}, "FAIL 0.9"),
    ("Where?", "Of course! In the hall.", {}, "FAIL 0.9"),
    ("Is it free?", "Of course.", {}, "PASS 0.9"),
    ("Is it free?", "Absolutely not.", {}, "PASS 0.9"),
    ("Was?", "Gute Frage, am Dienstag.", {}, "FAIL 0.9"),
    ("Quoi ?", "Bien sûr, le lundi à neuf heures.", {}, "FAIL 0.9"),
    ("¿Qué?", "¡Por supuesto! El lunes.", {}, "FAIL 0.9"),
    ("Что?", "Конечно! В понедельник.", {}, "FAIL 0.9"),
    ("什么时候？", "当然！星期一。", {}, "FAIL 0.9"),
    ("なに？", "もちろんです。月曜です。", {}, "FAIL 0.9"),
    ("Ne zaman?", "Tabii ki! Pazartesi.", {}, "FAIL 0.9"),
    ("Kiedy?", "Oczywiście, w poniedziałek.", {}, "FAIL 0.9"),
    ("متى؟", "بالطبع! يوم الاثنين.", {}, "FAIL 0.9"),
    ("कब?", "ज़रूर! सोमवार को।", {}, "FAIL 0.9"),
    ("Wanneer?", "In het begin van maart, natuurlijk.", {}, "PASS 0.9"),
    # A3: text without blanks is measured by its letters
    ("为什么天是蓝的？", "因为空气里的小分子把阳光中波长较短的蓝光向四面八方散射开来，"
     "而波长较长的红光大多直接穿过去，所以我们抬头看到的是蓝色的天空。", {}, "FAIL 0.9"),
    ("首都は？", "東京です。", {}, "PASS 0.9"),
    ("Say it", "x" * 290, {}, "FAIL 0.9"),
    ("Dime", "uno dos tres cuatro cinco seis siete ocho nueve diez once",
     {"directive": "Como máximo diez palabras por respuesta."}, "FAIL 0.9"),
    ("Sag", "eins zwei drei vier fünf", {"directive": "Höchstens fünf Wörter."}, "PASS 0.9"),
    ("Sag", "eins zwei drei vier fünf sechs", {"directive": "Höchstens fünf Wörter."}, "FAIL 0.9"),
    ("何？", "これは十五文字より長い答えになります。", {"directive": "15文字以内で。"}, "FAIL 0.9"),
    ("何？", "短い答えです。", {"directive": "15文字以内で。"}, "PASS 0.9"),
    ("뭐?", "네 글자 이내로 답합니다", {"directive": "20글자 이내로 답해 줘."}, "PASS 0.9"),
]  # fmt: skip


@pytest.mark.parametrize(("request_", "reply", "options", "expected"), TERSE)
def test_terse_counts_words_and_knows_padding(  # H3
    request_: str, reply: str, options: dict[str, Any], expected: str
) -> None:
    assert shown(style("terse", request_, reply, **options)) == expected


def test_one_sentence_styles_have_sixteen_words() -> None:  # H3
    reply = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    assert shown(style("terse_one_sentence", "Count", reply)) == "PASS 0.9"
    assert shown(style("terse", "Count", reply)) == "FAIL 0.9"


HAIKU = [
    ("An old silent pond\nA frog jumps into the pond\nSplash! Silence again", "PASS 0.85"),
    ("Lamp upon the cliff / turns all night above the rocks / ships pass, one by one", "PASS 0.85"),
    ("> *Leaves on the step*\n> *a broom leans on the wall*\n> *rain does its work*", "PASS 0.85"),
    ("Haiku:\nAn old pond\nA frog jumps in\nSilence again", "FAIL 0.9"),
    ("Boiling takes about ten minutes.", "FAIL 0.9"),
    ("Water\nWater in the kettle boils at one hundred degrees Celsius\nTea", "FAIL 0.85"),
    # A18: silent -ed, -le, -tion do not add syllables
    ("We walked and we talked\nthe little bottle trembled\na station, then home", "PASS 0.85"),
    ("Der Regen am Dach\nklopft leise die ganze Nacht\nam Morgen ist Ruh", "PASS 0.85"),
    ("Un vieil étang dort\nune grenouille y plonge\nle bruit de l'eau claire", "PASS 0.85"),
    ("Vecchio stagno blu\nuna rana si tuffa\nrumore d'acqua", "PASS 0.85"),
    ("Lua sobre o mar\na rede volta vazia\no barco dorme", "PASS 0.85"),
    ("Maan boven het dak\nde kat wacht stil op de muis\nde nacht duurt nog lang", "PASS 0.85"),
    ("Cisza nad stawem\nżaba skacze do wody\nkręgi na wodzie", "PASS 0.85"),
    ("春眠不觉晓\n处处闻啼鸟声声\n夜来风雨声", "PASS 0.85"),
    ("ふるいけや\nかわずとびこむ\nみずのおと", "PASS 0.85"),
    ("古池や\n蛙飛び込む\n水の音", "open"),
    ("ふるいけや\nかわず\nみず", "FAIL 0.85"),
    ("오래된 연못\n개구리 뛰어드는\n물 튀는 소리", "PASS 0.85"),
    ("Старый тихий пруд\nпрыгнула в воду лягушка\nвсплеск и тишина", "open"),
    ("بركة قديمة\nقفزت ضفدعة صغيرة\nصوت الماء", "open"),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "expected"), HAIKU)
def test_haiku_has_three_lines_and_their_syllables(reply: str, expected: str) -> None:  # H4
    assert shown(style("haiku", "How is it?", reply)) == expected


PIRATE = [
    ("Arr, the ferry leaves at noon, matey.", "PASS 0.85"),
    ("Aye, the ship sails at dawn with her crew.", "PASS 0.85"),
    ("Aye, the ferry leaves at noon.", "open"),
    ("It be noon, and that be the hour.", "PASS 0.85"),
    ("The ferry will be there at noon, so be it.", "FAIL 0.85"),
    ("Let it be; there will be treasure and a crew on the ship.", "FAIL 0.85"),
    ("Ahoi, du Landratte! Das Schiff legt um zwölf ab.", "PASS 0.85"),
    ("Mille sabords, moussaillon ! Le bac part à midi.", "PASS 0.85"),
    ("¡Al abordaje, grumete! El ferri sale a mediodía.", "PASS 0.85"),
    ("Тысяча чертей! Паром уходит в полдень, сухопутная крыса.", "PASS 0.85"),
    ("Do stu piorunów, szczurze lądowy, prom odpływa w południe!", "PASS 0.85"),
    ("Yemeğini ye, sonra o yer için bilet al.", "FAIL 0.85"),
    ("The Buccaneers play at noon.", "FAIL 0.85"),
    ("Arrr! " + "The ferry to the island leaves from the second pier every day. " * 6, "open"),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "expected"), PIRATE)
def test_pirates_are_told_by_their_own_words(reply: str, expected: str) -> None:  # H5
    assert shown(style("pirate", "When does the ferry leave?", reply)) == expected


HEDGES = [
    ("It is probably the fuse.", "FAIL 0.95"),
    ("It is kind of the fuse.", "FAIL 0.95"),
    ("What kind of fuse, this sort of fuse, the kind of fuse.", "PASS 0.9"),
    ("The might of the storm; it blew with all its might.", "PASS 0.9"),
    ("The storm might pass.", "FAIL 0.95"),
    ("You can't possibly miss it.", "PASS 0.9"),
    ("It is possibly closed.", "FAIL 0.95"),
    ("There is no maybe about it: it is the fuse.", "PASS 0.9"),
    ("Put on 'Definitely Maybe' by Oasis: Definitely Maybe is their first.", "PASS 0.9"),
    ("Perhaps Monday.", "FAIL 0.95"),
    ("He said \"maybe\" twice.", "FAIL 0.95"),
    ("It seems to be the fuse.", "FAIL 0.9"),
    ("I'm not sure, as far as I know it is the fuse.", "FAIL 0.9"),
    ("Das liegt vielleicht an der Sicherung.", "FAIL 0.95"),
    ("Das liegt an der Sicherung.", "PASS 0.9"),
    ("Vermutlich die Sicherung, denke ich.", "FAIL 0.95"),
    ("C'est peut-être le fusible.", "FAIL 0.95"),
    ("C'est le fusible, sans aucun doute.", "PASS 0.9"),
    ("Quizás sea el fusible.", "FAIL 0.95"),
    ("Lleva paraguas por si acaso.", "PASS 0.9"),
    ("Talvez seja o fusível.", "FAIL 0.95"),
    ("O bilhete pode ser comprado online.", "PASS 0.9"),
    ("Misschien is het de zekering.", "FAIL 0.95"),
    ("Może to bezpiecznik.", "FAIL 0.95"),
    ("Każdy pasażer może kupić bilet w automacie.", "PASS 0.9"),
    ("Jutro będzie deszcz, chyba że wiatr się zmieni.", "PASS 0.9"),
    ("Наверное, предохранитель.", "FAIL 0.95"),
    ("Этого не может быть.", "PASS 0.9"),
    ("Belki sigortadır.", "FAIL 0.95"),
    ("ربّما الفيوز.", "FAIL 0.95"),
    ("शायद फ़्यूज़ है।", "FAIL 0.95"),
    ("可能是保险丝。", "FAIL 0.95"),
    ("这不可能。", "PASS 0.9"),
    ("たぶんヒューズです。", "FAIL 0.95"),
    ("ヒューズだと思います。", "FAIL 0.95"),
    ("ヒューズです。", "PASS 0.9"),
    ("아마 퓨즈일 거예요.", "FAIL 0.95"),
    ("퓨즈인 것 같아요.", "FAIL 0.95"),
    ("아마존강입니다.", "PASS 0.9"),
    ("Forse è il fusibile.", "FAIL 0.95"),
    ("Il credo di Nicea.", "PASS 0.9"),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "expected"), HEDGES)
def test_hedges_in_fifteen_languages(reply: str, expected: str) -> None:  # H6
    assert shown(style("no_hedging", "What is it?", reply)) == expected


def test_a_hedge_that_the_request_asks_about_is_a_mention() -> None:  # H6, T6
    assert shown(style("no_hedging", "What is 'maybe' in German?", "'Maybe' is 'vielleicht'.")) == (
        "PASS 0.9"
    )
    assert shown(style("no_hedging", "And in Dutch, maybe?", "Maybe it rains.")) == "FAIL 0.95"


def test_quoted_hedges_pass_only_where_the_record_says_so() -> None:  # H6
    reply = "Her last word was “maybe”."
    assert shown(style("no_hedging", "What did she say?", reply)) == "FAIL 0.95"
    assert shown(style("no_hedging", "What did she say?", reply, allowQuoted=True)) == "PASS 0.9"


EMOJIS = [
    ("Done 🎉", {}, "FAIL 1"),
    ("Press ⌘ + ⌥, then ✓ and → ★ © ™", {}, "PASS 1"),
    ("🇫🇷 plays today", {}, "FAIL 1"),
    ("Step 1️⃣", {}, "FAIL 1"),
    ("Sunny ☀ today", {}, "FAIL 0.9"),
    ("Clubs ♣, hearts ♥", {}, "PASS 1"),
    ("`print('🎉')`", {}, "FAIL 1"),
    ("Great :tada:", {}, "FAIL 0.9"),
    ("Good :-)", {}, "PASS 1"),
    ("Good :-)", {"includeEmoticons": True}, "FAIL 0.9"),
    ("At 10:30:15", {}, "PASS 1"),
    ("🙂", {}, "FAIL 1"),
    ("...", {}, "contested 0.4"),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "options", "expected"), EMOJIS)
def test_emojis_by_unicode_data(reply: str, options: dict[str, Any], expected: str) -> None:  # H7
    assert shown(style("no_emojis", "How is it?", reply, **options)) == expected


def test_an_emoji_that_the_request_asks_about_is_a_mention() -> None:  # H7
    assert shown(style("no-emojis", "What does 🫠 mean?", "🫠 means embarrassment.")) == "PASS 1"
    assert shown(style("no-emojis", "What's up 🫠?", "Nothing 🫠")) == "FAIL 1"


LIMERICKS = [
    ("A kettle that stood on the stove\nWas warming the whole of the grove\nIt whistled a tune\n"
     "From morning to noon\nAnd out of the kitchen it drove", "PASS 0.85"),
    ("A cook who was boiling some rice\nPut in it some sugar and spice\nHe stirred it at night\n"
     "By the candle's low light\nAnd called the whole supper a feast", "open"),
    ("It gets so hot\nInside the pot\nWe bubble a lot\nAnd then forgot\nA lovely spot", "open"),
    ("Boil the water\nAdd the pasta\nStir it gently\nTaste a piece\nDrain it well", "FAIL 0.85"),
    ("Boil the water and drain it.", "FAIL 0.9"),
    ("Es war mal ein Kessel aus Blech\nDer hatte beim Kochen nur Pech\nEr pfiff und er sang\n"
     "Den Flur mal entlang\nUnd nannte das selber nur frech", "open"),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "expected"), LIMERICKS)
def test_limericks_rhyme(reply: str, expected: str) -> None:  # H8
    assert shown(style("limerick", "How do I cook?", reply)) == expected


SHAKESPEARE = [
    ("Verily, thou shalt find it in thy kitchen.", "PASS 0.85"),
    ("Nay, it is closed.", "open"),
    ("The art of cooking will wilt the spinach.", "FAIL 0.85"),
    ("Thou art wise and wilt thou come?", "PASS 0.85"),
    ("The museum is closed on Mondays.", "FAIL 0.85"),
    ("Thy thee thou. " + "The museum is closed on Mondays and on holidays. " * 10, "open"),
    ("Das Museum ist montags geschlossen, und der Eintritt ist sonst frei.", "open"),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "expected"), SHAKESPEARE)
def test_shakespeare_by_his_markers(reply: str, expected: str) -> None:  # H9
    assert shown(style("shakespearean", "Is it open?", reply)) == expected


PERSONS = [
    ("You turn left at the church.", "PASS 0.85"),
    ("Turn left at the church.", "open"),
    ("The church is on the left.", "FAIL 0.85"),
    ("I think you turn left; my map says so.", "FAIL 0.9"),
    ("You turn left, trust me.", "open"),
    ("Your queen was Elizabeth I, before World War I and the US.", "PASS 0.85"),
    ("You pass a coal mine on your way.", "PASS 0.85"),
    ("That book of mine is mine, you know.", "FAIL 0.9"),
    ('You asked, and the sign says "I love us and my dog".', "PASS 0.85"),
    ("You need a hat, i.e. a cap.", "PASS 0.85"),
    ("Du gehst an der Kirche links.", "PASS 0.85"),
    ("Ich glaube, du gehst links, mein Plan sagt das.", "FAIL 0.9"),
    ("Sie gehen an der Kirche nach links.", "PASS 0.85"),
    ("Die Kirche liegt links vom Rathaus.", "FAIL 0.85"),
    ("Vous tournez à gauche à l'église.", "PASS 0.85"),
    ("Je pense que vous tournez à gauche, selon mon plan.", "FAIL 0.9"),
    ("Puedes girar a la izquierda.", "PASS 0.85"),
    ("Recomiendo girar a la izquierda y tengo un mapa.", "FAIL 0.9"),
    ("La iglesia queda a la izquierda de la plaza.", "open"),
    ("Potrai girare a sinistra alla chiesa.", "PASS 0.85"),
    ("Możesz skręcić w lewo przy kościele.", "PASS 0.85"),
    ("你在教堂左转。", "PASS 0.85"),
    ("我觉得你应该左转，我的地图是这样说的。", "FAIL 0.9"),
    ("Kiliseden sola dönebilirsin, sonra köprüden geç.", "PASS 0.85"),
    ("Поверни, ты увидишь церковь слева.", "PASS 0.85"),
    ("Jij gaat bij de kerk naar links.", "PASS 0.85"),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "expected"), PERSONS)
def test_second_person_only(reply: str, expected: str) -> None:  # H10
    assert shown(style("second_person_only", "Where is it?", reply)) == expected


LOWERCASE = [
    ("all small, see `README.md` and https://Example.com/A", "PASS 0.95"),
    ("One capital is let through.", "PASS 0.95"),
    ("Two Capitals are not.", "FAIL 0.95"),
    ("été à Évian, Où", "FAIL 0.95"),
    ("Казань и Самара", "FAIL 0.95"),
    ("在北京。", "none"),
    ("12:30", "none"),
    ("```\nSELECT A FROM B\n```", "none"),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "expected"), LOWERCASE)
def test_all_lowercase_in_any_script(reply: str, expected: str) -> None:  # H11
    assert shown(style("all_lowercase", "Where?", reply)) == expected


@pytest.mark.parametrize(
    "name", ["haiku", "limerick", "pirate", "shakespearean", "second_person_only"]
)
@pytest.mark.parametrize(
    "reply", ["Verstanden.", "D'accord !", "了解です。", "Got it.", "알겠습니다."]
)
def test_an_acknowledgement_of_the_directive_is_not_assessed(name: str, reply: str) -> None:  # H2
    held = conversation("hold_style", {"style": name}, "From now on, please.", reply)
    assert shown(hold_style.judge(held, ALL_RULES)) == "none"


def test_an_acknowledgement_word_inside_content_excuses_nothing() -> None:  # H2, A10
    held = conversation(
        "hold_style", {"style": "pirate"}, "Pirate, please.", "Sí, claro: abre a las ocho."
    )
    assert shown(hold_style.judge(held, ALL_RULES)) == "FAIL 0.85"


def test_a_later_acknowledgement_is_judged_like_any_reply() -> None:  # H2
    assert shown(style("pirate", "thanks", "Understood.")) == "FAIL 0.85"


@pytest.mark.parametrize("reply", ["", "   ", "...", "?!", "👍"])
def test_an_empty_reply_is_no_style(reply: str) -> None:  # H1, A18
    assert shown(style("no_hedging", "What is it?", reply)) == "contested 0.4"
    assert shown(style("pirate", "What is it?", reply)) == "contested 0.4"


def test_one_break_is_a_layer_of_its_own() -> None:  # A1
    held = conversation(
        "hold_style", {"style": "pirate"}, "Pirate, please.",
        "Arr, matey!", "When?", "At noon.", "Who?", "Ahoy, arr!",
    )  # fmt: skip
    layers = hold_style.judge(held, ALL_RULES)
    assert [(layer.turn, layer.verdict) for layer in layers] == [
        (2, "PASS"),
        (4, "FAIL"),
        (6, "PASS"),
    ]


def test_an_unknown_style_assesses_nothing() -> None:  # V8
    held = conversation("hold_style", {"style": "baroque"}, "Baroque, please.", "A plain answer.")
    assert shown(hold_style.judge(held, ALL_RULES)) == "none"


RULES = {
    "H3": ("terse", "word " * 40), "H4": ("haiku", "one line"), "H5": ("pirate", "plain words"),
    "H6": ("no_hedging", "maybe so"), "H7": ("no_emojis", "so 🎉"), "H8": ("limerick", "one line"),
    "H9": ("shakespearean", "plain words"), "H10": ("second_person_only", "plain words"),
    "H11": ("all_lowercase", "PLAIN WORDS"),
}  # fmt: skip


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_can_be_switched_off(rule: str) -> None:
    name, reply = RULES[rule]
    held = conversation(
        "hold_style", {"style": name}, "So.", "Understood.", "How?", reply, checks=[4]
    )
    layers = hold_style.judge(held, ALL_RULES)
    assert [(layer.verdict, layer.rule) for layer in layers] == [("FAIL", rule)]
    assert hold_style.judge(held, Rules(frozenset({rule}))) == []


def test_switching_off_the_rules_for_empty_and_acknowledging_replies() -> None:
    held = conversation(
        "hold_style", {"style": "pirate"}, "Pirate, please.", "Understood.", "So?", "..."
    )
    assert [layer.rule for layer in hold_style.judge(held, ALL_RULES)] == ["H2", "H1"]
    rules = Rules(frozenset({"H1", "H2"}))
    assert [layer.rule for layer in hold_style.judge(held, rules)] == ["H5", "H5"]


def test_evidence_is_a_verbatim_span() -> None:
    reply = "Zwei\u200b Worte, Vielleicht\u00ad doch."
    layer = style("no_hedging", "Was?", reply)[0]
    assert layer.evidence is not None
    assert reply[layer.evidence.start : layer.evidence.end] == layer.evidence.quote
    assert "Vielleicht" in layer.evidence.quote


TEXTS = st.text(
    alphabet=st.sampled_from(
        "ab iIMm5'\"?!.,:;-*`arye/maybe可能たぶん아마\n\t😀\u200d\ufe0f\u0301"
    ),
    max_size=60,
)


@given(st.sampled_from(sorted(hold_style.STYLES)), TEXTS, TEXTS)
@settings(max_examples=200, deadline=None)
def test_any_reply_gets_a_layer_with_verbatim_evidence(name: str, request: str, reply: str) -> None:
    layers = style(name, request, reply)
    assert len(layers) == 1
    seen = layers[0].evidence
    assert seen is not None and reply[seen.start : seen.end] == seen.quote


@given(TEXTS)
@settings(max_examples=100, deadline=None)
def test_capitals_alone_decide_lowercase(reply: str) -> None:
    layer = style("all_lowercase", "So?", reply.lower())[0]
    assert layer.verdict != "FAIL"
