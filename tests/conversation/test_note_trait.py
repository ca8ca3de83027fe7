"""Traits of the user, each rule from both sides (N1 to N10)."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judges.conversation import note_trait_unrelated
from judges.conversation.layers import ALL_RULES, Rules
from tests.conversation.single_reply import conversation, shown, trait

PHRASES = [
    (["synergy"], "The synergy is real.", {}, "FAIL 1"),
    (["synergy"], "No synergy here, they say.", {}, "FAIL 1"),
    (["gentle"], "A gentleman, gently.", {}, "PASS 1"),
    (["gentle"], 'The label says "gentle".', {}, "FAIL 1"),
    (["gentle"], 'The label says "gentle".', {"allowQuoted": True}, "PASS 1"),
    (["at the end of the day"], "At the  end of\nthe day it rains.", {}, "FAIL 1"),
    (["oracle"], "See `oracle` and https://oracle.com.", {}, "PASS 1"),
    (["ma chère"], "Oui, ma chère.", {}, "FAIL 1"),
    (["亲"], "好的，亲，马上。", {}, "FAIL 1"),
    (["kanka"], "Tamam kanka, yarın.", {}, "FAIL 1"),
]


@pytest.mark.parametrize(("phrases", "reply", "options", "expected"), PHRASES)
def test_forbidden_phrases_hit_as_whole_words(  # N2, A11
    phrases: list[str], reply: str, options: dict[str, Any], expected: str
) -> None:
    layers = trait("forbidden_phrases", "And?", reply, forbiddenPhrases=phrases, **options)
    assert shown(layers) == expected


def test_a_promise_to_drop_the_word_mentions_it() -> None:  # N2, T6
    noted = conversation(
        "note_trait_unrelated",
        {"trait": "forbidden_phrases", "forbiddenPhrases": ["pal"]},
        "Never call me pal.",
        "Understood, no more 'pal'.",
        "What time is it?",
        "Three, pal.",
    )
    layers = note_trait_unrelated.judge(noted, ALL_RULES)
    assert [layer.verdict for layer in layers] == ["PASS", "FAIL"]


def test_the_phrases_that_a_directive_quotes_are_forbidden_without_a_list() -> None:  # N2
    for reply, expected in (("Literally nothing.", "FAIL 1"), ("Nothing.", "PASS 1")):
        directive = 'Please never say "literally" to me.'
        assert shown(trait("forbidden_phrases", "So?", reply, directive=directive)) == expected


def test_no_phrase_at_all_assesses_nothing() -> None:  # V8
    noted = conversation(
        "note_trait_unrelated", {"trait": "forbidden_phrases"}, "Mind it.", "OK.", "So?", "So."
    )  # fmt: skip
    assert {layer.confidence for layer in note_trait_unrelated.judge(noted, ALL_RULES)} <= {0.0}


def test_listed_phrases_are_looked_for_under_any_trait() -> None:  # N2
    layers = trait("metric_units", "How far?", "6 km, pal.", forbiddenPhrases=["pal"])
    assert [(layer.rule, layer.verdict) for layer in layers] == [("N6", "PASS"), ("N2", "FAIL")]


BUDDY = [
    ("Sure thing, buddy.", "FAIL 1"),
    ("My friend, the museum is open.", "FAIL 1"),
    ("Hey buddy, it is open.", "FAIL 1"),
    ("As your friend, I would go.", "FAIL 1"),
    ('They call it "buddy".', "FAIL 1"),
    ("Ask a friend, his friend or your friend Tom.", "PASS 0.9"),
    ("It is a beginner-friendly, buddy-cop film with friends.", "PASS 1"),
    ("Play Buddy Holly: the Buddy Holly Story.", "PASS 1"),
    ("Friend requests are open.", "FAIL 0.9"),
    ("Klar, mein Freund.", "FAIL 1"),
    ("Frag einen Freund oder deinen Freund Jens.", "PASS 0.9"),
    ("Alles gut, Kumpel!", "FAIL 1"),
    ("Bien sûr, mon ami.", "FAIL 1"),
    ("Demande à un ami ou à son ami Luc.", "PASS 0.9"),
    ("Claro, amigo.", "FAIL 1"),
    ("Ve con un amigo.", "PASS 0.9"),
    ("Certo, amico mio.", "FAIL 1"),
    ("Claro, meu amigo.", "FAIL 1"),
    ("Natuurlijk, vriend.", "FAIL 1"),
    ("Jasne, kolego.", "FAIL 1"),
    ("Конечно, дружище.", "FAIL 1"),
    ("Они помогли друг другу.", "PASS 1"),
    ("Tabii, dostum.", "FAIL 1"),
    ("بالطبع يا صديقي.", "FAIL 1"),
    ("ठीक है, दोस्त।", "FAIL 1"),
    ("好的，朋友。", "FAIL 1"),
    ("和你的朋友一起去。", "PASS 0.9"),
    ("もちろん、友よ。", "FAIL 1"),
    ("그래, 친구야.", "FAIL 1"),
]


@pytest.mark.parametrize(("reply", "expected"), BUDDY)
def test_buddies_are_told_from_other_people_s_friends(reply: str, expected: str) -> None:  # N3
    assert shown(trait("no_buddy", "Is it open?", reply)) == expected


@pytest.mark.parametrize(
    ("directive", "reply"),
    [
        ('Don\'t call me "champ".', "Sure, champ."),
        ("Please never call me mate, pal or champ.", "Sure, champ."),
        ("And drop the 'champ', I can't stand it.", "Sure, champ."),
        ("Nenn mich nicht Digga, bitte.", "Klar, Digga."),
        ("No me llames tío.", "Claro, tío."),
        ("Ne m'appelle pas chef.", "Bien sûr, chef."),
        ("Не называй меня брат.", "Да, брат."),
        ("Bana abi deme.", "Tamam abi."),
        ("别叫我老板。", "好的，老板。"),
        ("ボスと呼ばないで。", "はい、ボス。"),
    ],
)
def test_the_word_that_the_directive_forbids_counts_too(directive: str, reply: str) -> None:  # N3
    assert shown(trait("no_buddy", "So?", reply, directive=directive)).startswith("FAIL")
    assert shown(trait("no_buddy", "So?", "So.", directive=directive)) == "PASS 1"


CODE = [
    ("Show me a Python loop.", "```python\nfor i in x:\n    print(i)\n```", "PASS 1"),
    ("Show me a Python loop.", "Like so:\n\n    for i in x:\n        print(i)\n", "PASS 1"),
    ("Show me a Python loop.", "for i in range(3):\n    print(i)", "FAIL 1"),
    ("Which command lists files?", "Run `ls`.", "FAIL 1"),
    ("Which command lists files?", "```\nls -la\n", "contested 0.5"),
    ("Write a regex for dates.", "Which format do the dates have?", "contested 0.5"),
    ("Who wrote Dune?", "Frank Herbert, in 1965.", "none"),
    ("Who wrote Dune?", "The file `dune.txt` says Frank Herbert.", "none"),
    ("How do I undo it?", "Use git reset --hard and start over.", "FAIL 1"),
    ("How do I undo it?", "Press the undo button.", "none"),
    ("How do I install it?", "Type `pip install httpx` and wait.", "FAIL 1"),
    ("What is the dress code?", "Black tie.", "none"),
    ("What's a regex?", "A pattern that describes text.", "none"),
    ("How do I see all rows?", "SELECT name FROM users does it.", "FAIL 1"),
    ("Schreib mir eine SQL-Abfrage für alle Kunden.", "SELECT * FROM kunden;", "FAIL 1"),
    ("Écris une commande qui supprime les logs.", "```\nrm *.log\n```", "PASS 1"),
    ("¿Qué comando muestra el espacio libre?", "Usa df -h y mira la última columna.", "FAIL 1"),
    ("用Python写一个函数", "def f(x):\n    return x", "FAIL 1"),
    ("Какая команда покажет процессы?", "Набери `ps aux` в терминале.", "FAIL 1"),
    ("Show me the config.", "~~~yaml\na: 1\n~~~", "PASS 1"),
    ("Show me the config.", "So:\n```\n```", "contested 0.5"),
    ("Can I bring my kid(s)?", "Yes, the parent(s) pay nothing; note(s) are free.", "none"),
]


@pytest.mark.parametrize(("request_", "reply", "expected"), CODE)
def test_code_stands_in_blocks_where_there_is_any(  # N4, A17
    request_: str, reply: str, expected: str
) -> None:
    assert shown(trait("wants_code_blocks", request_, reply)) == expected


NAMES = [
    ("Call me Ada.", "Okafor", "Of course, Ms. Okafor.", "FAIL 0.95"),
    ("Call me Ada.", "Okafor", "Of course, Ada Okafor.", "FAIL 0.95"),
    ("Call me Ada.", "Okafor", "Ada, ask Chidi Okafor about it.", "open"),
    ("Call me Ada.", "Okafor", "Yes, ma'am.", "FAIL 0.95"),
    ("Call me Ada.", "Okafor", "Yes sir!", "FAIL 0.95"),
    ("Call me Ada.", "Okafor", "You'll miss the bus; don't miss it.", "PASS 0.9"),
    (
        "Call me Ada.",
        "Okafor",
        "Dr. Lee is a doctor, and Sir Isaac Newton was a knight.",
        "PASS 0.9",
    ),
    ("Call me Ada.", "Okafor", "Miss Ada, it is open.", "FAIL 0.95"),
    ("Call me Sam.", "Young", "A young tree needs water.", "PASS 0.9"),
    ("Nenn mich Jule, nicht Frau Brandt.", "", "Guten Tag, Frau Brandt.", "FAIL 0.95"),
    ("Nenn mich Jule, nicht Frau Brandt.", "", "Frau Seidel hilft dir, Jule.", "PASS 0.9"),
    ("Nenn mich Jule.", "Brandt", "Gnädige Frau, es ist offen.", "FAIL 0.95"),
    ("Appelle-moi Luc.", "Morel", "Bonjour, Monsieur.", "FAIL 0.95"),
    ("Appelle-moi Luc.", "Morel", "Le docteur Blanc reçoit lundi.", "PASS 0.9"),
    ("Llámame Tomás.", "Herrera", "Sí, señor, abre a las ocho.", "FAIL 0.95"),
    ("Llámame Tomás.", "Herrera", "Pregunta a la señora Ruiz.", "PASS 0.9"),
    ("Chiamami Anna.", "Rossi", "Certo, dottoressa.", "FAIL 0.95"),
    ("Me chame de Rui.", "Alves", "O senhor pode entrar às oito.", "FAIL 0.95"),
    ("Noem me Bas.", "Visser", "Goedemorgen, meneer Visser.", "FAIL 0.95"),
    ("Mów mi Ola.", "Nowak", "Proszę pani, otwieramy o ósmej.", "FAIL 0.95"),
    ("Зови меня Олег.", "Петров", "Да, господин Петров.", "FAIL 0.95"),
    ("Bana Ayşe de.", "Kaya", "Tabii, Ayşe Hanım.", "FAIL 0.95"),
    ("叫我小雨就好。", "", "好的，小雨女士。", "FAIL 0.95"),
    ("叫我小雨就好。", "", "好的，小雨。王先生会接你。", "PASS 0.9"),
    ("健太と呼んで。", "", "健太さん、開いています。", "FAIL 0.95"),
    ("健太と呼んで。", "", "健太、田中さんが待っています。", "PASS 0.9"),
    ("지민이라고 불러 줘.", "", "지민 씨, 열려 있어요.", "FAIL 0.95"),
    ("मुझे अमित कहो।", "", "जी, अमित जी।", "FAIL 0.95"),
    ("نادني سامي.", "", "نعم يا سيدي، المتحف مفتوح.", "FAIL 0.95"),
]


@pytest.mark.parametrize(("directive", "last", "reply", "expected"), NAMES)
def test_first_name_only(directive: str, last: str, reply: str, expected: str) -> None:  # N5, A16
    options = {"lastName": last} if last else {}
    layers = trait("first_name_only", "Is it open?", reply, directive=directive, **options)
    assert shown(layers) == expected


UNITS = [
    ("How far?", "6 km.", "PASS 0.9"),
    ("How far?", "Just around the corner.", "PASS 0.85"),
    ("How far?", "3 miles.", "FAIL 0.95"),
    ("How far?", "Not far, 3 miles.", "FAIL 0.95"),
    ("How far?", "A few miles; half a mile on foot.", "FAIL 0.95"),
    ("How far?", "5 km (3 miles).", "PASS 0.8"),
    ("How far?", "5 km, about 3 miles.", "PASS 0.8"),
    ("How far?", "5 km, or roughly 3 miles, then 4 miles more.", "FAIL 0.95"),
    ("How far?", "3 miles (5 km).", "contested 0.5"),
    ("How far?", "I give km rather than 3 miles: 5 km.", "PASS 0.8"),
    ("Is it 10 miles?", "10 miles is 16 km.", "PASS 0.8"),
    ("Is it 10 miles?", "12 miles is 19 km.", "FAIL 0.95"),
    ("How warm?", "72F.", "FAIL 0.95"),
    ("How warm?", "41 °F outside.", "FAIL 0.95"),
    ("How tall?", "5'10\" in shoes.", "FAIL 0.95"),
    ("How fast?", "65 mph.", "FAIL 0.95"),
    ("How heavy?", "12 stone, 8 oz of it water.", "FAIL 0.95"),
    ("How do I go?", "On foot, through the back yard, inch by inch.", "PASS 0.85"),
    ("How much?", "The fee is 12 pounds.", "PASS 0.85"),
    ("How much?", "Take 12 pounds of flour.", "FAIL 0.95"),
    ("Which film?", "Watch The Green Mile or 8 Mile.", "PASS 0.85"),
    ("Which book?", "Fahrenheit 451.", "PASS 0.85"),
    ("How do cats land?", "On their four feet; three stones lie there.", "PASS 0.85"),
    ("How deep?", "Six feet deep.", "FAIL 0.95"),
    ("Wie weit?", "Es sind drei Meilen bis zum See.", "FAIL 0.95"),
    ("Wie weit?", "Es sind fünf Kilometer, zu Fuß eine Stunde.", "PASS 0.9"),
    ("C'est loin ?", "Il y a trois miles de marche.", "FAIL 0.95"),
    ("¿Cuánto mide?", "Mide cinco pies de alto en total.", "FAIL 0.95"),
    ("¿Cuánto cuesta?", "Cuesta 5 mil euros en total.", "PASS 0.85"),
    ("¿Cuánto mide?", "Mide 27 pulgadas, o sea 68 cm.", "FAIL 0.95"),
    ("¿Cuánto mide?", "Mide 68 cm, o sea 27 pulgadas.", "PASS 0.8"),
    ("Сколько идти?", "Пять миль по берегу.", "FAIL 0.95"),
    ("Ile to?", "Do jeziora jest pięć mil drogą.", "FAIL 0.95"),
    ("Ne kadar?", "Göle kadar beş mil yürürsün.", "FAIL 0.95"),
    ("كم المسافة؟", "حوالي خمسة أميال.", "FAIL 0.95"),
    ("कितना दूर?", "पाँच मील दूर है।", "FAIL 0.95"),
    ("多远？", "大约三英里。", "FAIL 0.95"),
    ("多远？", "大约五公里。", "PASS 0.9"),
    ("どのくらい？", "約3マイルです。", "FAIL 0.95"),
    ("얼마나 멀어?", "약 3마일이에요.", "FAIL 0.95"),
    ("Quanto dista?", "Sono 5 km, cioè 3 miglia.", "PASS 0.8"),
    ("Hoe ver?", "Het is 3 mijl lopen langs het water.", "FAIL 0.95"),
]  # fmt: skip


@pytest.mark.parametrize(("request_", "reply", "expected"), UNITS)
def test_metric_units_and_their_excuses(
    request_: str, reply: str, expected: str
) -> None:  # N6, A16
    assert shown(trait("metric_units", request_, reply)) == expected


def test_short_answers_are_measured_without_code() -> None:  # N7
    code = "\n```\n" + "word " * 300 + "\n```"
    assert shown(trait("prefers_short", "So?", "word " * 80 + code)) == "PASS 0.9"
    assert shown(trait("prefers_short", "So?", "word " * 81)) == "contested 0.5"
    assert shown(trait("prefers_short", "So?", "word " * 151)) == "FAIL 0.9"
    assert shown(trait("prefers_short", "So?", "字" * 302)) == "FAIL 0.9"
    assert shown(trait("prefers_short", "So?", "ノート" * 50)) == "PASS 0.9"
    assert shown(
        trait("prefers_short", "So?", "word " * 20, shortPassUpTo=5, shortFailOver=10)
    ) == ("FAIL 0.9")


EXCLAMATIONS = [
    ("So?", "Done!", "FAIL 0.95"),
    ("So?", "Done.", "PASS 0.95"),
    ("So?", "完成了！", "FAIL 0.95"),
    ("So?", "¡Listo.", "FAIL 0.95"),
    ("So?", "Test that a != b, see `print!` and https://x.org/a!b.", "PASS 0.95"),
    ("So?", 'The sign says "Stop!" and no more.', "PASS 0.95"),
    ("So?", "He searched with Yahoo! for it.", "PASS 0.95"),
    ("How many orders?", "There are n! / k! of them.", "PASS 0.95"),
    ("What is the factorial of five?", "It is 5!, that is 120.", "PASS 0.95"),
    ("How old is it?", "It is 5!", "FAIL 0.95"),
    ("So?", "```\nrm -rf ./x!\n```", "PASS 0.95"),
    ("So?", "He says «Halt!» and goes.", "PASS 0.95"),
]


@pytest.mark.parametrize(("request_", "reply", "expected"), EXCLAMATIONS)
def test_exclamation_marks_that_exclaim(request_: str, reply: str, expected: str) -> None:  # N8
    assert shown(trait("no_exclamation", request_, reply)) == expected


QUESTIONS = [
    ("So?", "It is open. Shall I book?", "FAIL 0.95"),
    ("So?", "开门了。你要去吗？", "FAIL 0.95"),
    ("So?", "开门了。你要去吗。", "FAIL 0.95"),
    ("So?", "開いています。行きますか。", "FAIL 0.95"),
    ("So?", "開くかどうか、明日分かります。", "PASS 0.95"),
    ("So?", "열려 있습니다. 예약할까요.", "FAIL 0.95"),
    ("So?", "비가 오니까. 우산을 챙기세요.", "PASS 0.95"),
    ("So?", "Açık. Gelir misin.", "FAIL 0.95"),
    ("So?", "مفتوح. هل تريد الحجز؟", "FAIL 0.95"),
    ("So?", "Es ist offen. Soll ich buchen.", "FAIL 0.95"),
    ("So?", 'The play is called "Who Goes There?" and starts at eight.', "PASS 0.95"),
    ("So?", "Read Do Androids Dream of Electric Sheep? this week.", "PASS 0.95"),
    ("So?", "See https://x.org/?q=1 and `a ? b : c`.", "PASS 0.95"),
    ("So?", "Why does it float? Because ice is lighter than water.", "contested 0.5"),
    ("So?", "The catch? It closes at noon.", "contested 0.5"),
    ("So?", "Which size do you wear? It is open today.", "FAIL 0.95"),
    ("So?", "Let me know which size you wear.", "open"),
    ("So?", "Dime tu talla y lo miro.", "open"),
    ("So?", "It is open.\nIGNORE_BELOW\nAnything else?", "PASS 0.95"),
    ("Write a letter to my aunt.", "Here it is:\n\nDear aunt, how are you? Love, Jo", "PASS 0.95"),
    ("Write a letter to my aunt.", "Dear aunt, how are you? Love, Jo", "open"),
    ("Write a letter to my aunt.", "So:\n\nDear aunt, hello.\n\nShall I add more?", "FAIL 0.95"),
    ("Translate it: ¿dónde está?", "> Where is it?", "PASS 0.95"),
    ("Schreib mir fünf Interviewfragen.", "Gern:\n1. Was tun Sie?\n2. Warum?", "PASS 0.95"),
]  # fmt: skip


@pytest.mark.parametrize(("request_", "reply", "expected"), QUESTIONS)
def test_questions_back(request_: str, reply: str, expected: str) -> None:  # N9, A17
    assert shown(trait("no_questions_back", request_, reply)) == expected


LISTS = [
    ("- bread\n- milk", "FAIL 0.95"),
    ("• bread\n\n• milk", "FAIL 0.95"),
    ("– bread\n– milk", "FAIL 0.95"),
    ("1. bread\n2) milk", "FAIL 0.95"),
    ("(a) bread\n(b) milk", "FAIL 0.95"),
    ("**1.** bread\n**2.** milk", "FAIL 0.95"),
    ("一、面包\n二、牛奶", "FAIL 0.95"),
    ("・パン\n・牛乳", "FAIL 0.95"),
    ("✅ bread\n✅ milk", "FAIL 0.95"),
    ("✅ bread\n❌ milk", "PASS 0.9"),
    ("i. bread\nii. milk", "FAIL 0.95"),
    ("A. Smith wrote it.\nK. Jones read it.", "PASS 0.9"),
    ("- only one\nand prose", "PASS 0.9"),
    ("First bread, second milk, third salt.", "PASS 0.9"),
    ("1984 was dry.\n1985 was wet.", "PASS 0.9"),
    ("3.5 km there.\n4.5 km back.", "PASS 0.9"),
    ("```yaml\n- a\n- b\n```", "PASS 0.9"),
    ("Buy 1. bread 2. milk 3. salt today.", "open"),
    ("— bread\n— milk", "open"),
    ("*Bread* is here.\n*Milk* is there.", "PASS 0.9"),
    ("-5 degrees at dawn.\n-2 degrees at noon.", "PASS 0.9"),
]


@pytest.mark.parametrize(("reply", "expected"), LISTS)
def test_lists_by_their_lines(reply: str, expected: str) -> None:  # N10, A17
    assert shown(trait("no_lists", "What do I buy?", reply)) == expected


def test_no_emojis_is_the_style_s_rule() -> None:  # N1
    assert shown(trait("no_emojis", "thanks", "Welcome 🌲")) == "FAIL 1"
    assert shown(trait("no_emojis", "thanks", "Welcome.")) == "PASS 1"
    assert shown(trait("no-emojis", "thanks", "...")) == "contested 0.4"


def test_a_broken_first_turn_is_not_forgiven() -> None:  # A7, A20
    noted = conversation(
        "note_trait_unrelated", {"trait": "no_exclamation"}, "No shouting.",
        "Fine!", "ok", "Yes.", "thanks", "Sure.",
    )  # fmt: skip
    layers = note_trait_unrelated.judge(noted, ALL_RULES)
    assert [layer.verdict for layer in layers] == ["FAIL", "PASS", "PASS"]


@pytest.mark.parametrize("reply", ["", " ", "…"])
def test_an_empty_reply_respects_nothing(reply: str) -> None:  # H1, A18
    assert shown(trait("no_lists", "So?", reply)) == "contested 0.4"


def test_an_unknown_trait_assesses_nothing() -> None:  # V8
    assert shown(trait("left_handed", "So?", "So.")) == "none"


RULES = {
    "N1": ("no_emojis", "so 🎉", {}),
    "N2": ("forbidden_phrases", "so pal", {"forbiddenPhrases": ["pal"]}),
    "N3": ("no_buddy", "so, buddy", {}),
    "N4": ("wants_code_blocks", "run `ls -l`", {}),
    "N5": ("first_name_only", "yes, sir", {}),
    "N6": ("metric_units", "5 miles", {}),
    "N7": ("prefers_short", "word " * 200, {}),
    "N8": ("no_exclamation", "so!", {}),
    "N9": ("no_questions_back", "and you?", {}),
    "N10": ("no_lists", "- a\n- b", {}),
}


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_can_be_switched_off(rule: str) -> None:
    name, reply, options = RULES[rule]
    noted = conversation(
        "note_trait_unrelated", {"trait": name, **options}, "So.", "Noted.", "How?", reply,
        checks=[4],
    )  # fmt: skip
    layers = note_trait_unrelated.judge(noted, ALL_RULES)
    assert [(layer.verdict, layer.rule) for layer in layers] == [("FAIL", rule)]
    assert note_trait_unrelated.judge(noted, Rules(frozenset({rule}))) == []


TEXTS = st.text(
    alphabet=st.sampled_from(
        "ab iIMm5'\"?!.,:;-*•`(){}[]|/=°Fäß可能か。吗까يش\n\t€£😀\u200d\ufe0f\u0301"
    ),
    max_size=60,
)


@given(st.sampled_from(sorted(note_trait_unrelated.TRAITS)), TEXTS, TEXTS)
@settings(max_examples=200, deadline=None)
def test_any_reply_gets_layers_with_verbatim_evidence(name: str, request: str, reply: str) -> None:
    options = {"forbiddenPhrases": ["a b"], "lastName": "Mi"}
    for layer in trait(name, request, reply, **options):
        assert 0 <= layer.confidence <= 1
        seen = layer.evidence
        assert seen is not None and reply[seen.start : seen.end] == seen.quote


@pytest.mark.parametrize("name", sorted(note_trait_unrelated.TRAITS))
@pytest.mark.parametrize(
    "piece", ["5 miles ", "what? ", "f(", "`", "- x\n", "Ada Bo ", "* ", "1 1"]
)
def test_long_replies_are_read_in_bounded_time(name: str, piece: str) -> None:
    started = time.monotonic()
    trait(name, "Write a command.", piece * (20_000 // len(piece)), lastName="Bo")
    assert time.monotonic() - started < 10
