"""What asks for silence, what releases, who may, and for how much (S1 to S6, S11)."""

from __future__ import annotations

import pytest

from judges.conversation.silence_events import HANDLES, Address, events
from judges.conversation.silence_terms import Terms, terms_of
from judges.conversation.text import Text
from tests.conversation.dialogue import judged, layers

ADDRESS = Address(HANDLES | {"@pip", "pip"}, frozenset({"leo", "ana"}))

ASKS_FOR_SILENCE = [
    "be quiet again",
    "Quiet please.",
    "I need you to be quiet now",
    "don't reply anymore",
    "Please don't send any more replies",
    "no more answers for now, thanks",
    "@assistant stay quiet please",
    "be quiet until I call",
    "antworte hier bitte nicht mehr",
    "Sei wieder still",
    "tais-toi encore un peu",
    "Perfecto. Ahora calla otra vez, que voy a medir yo.",
    "stai zitto",
    "fica calado",
    "hou je mond",
    "siedź cicho",
    "помолчи ещё",
    "yine sus",
    "اسكت مرة أخرى",
    "फिर से चुप हो जाओ",
    "现在别说话了",
    "また静かにして",
    "다시 조용히 해줘",
]
ASKS_FOR_NONE = [
    "a quiet day",
    "what a quiet street",
    "he told me to shut up",
    "@leo be quiet",
    "Leo, be quiet!",
    "The office should be quiet again by noon",
    "when I write, be quiet",
    "you don't have to be quiet anymore",
    "I can't speak French",
    "Please mute the TV",
    'she said "shut up"',
    "```\nbe quiet\n```",
    "The mail says: be quiet",
    "Er bleibt still",
    "Il reste silencieux",
    "ele fica calado",
    "он молчит",
    "sessiz bir gün",
    "今天很安静",
    "彼は静かにしている",
]
RELEASES = [
    "@assistant what time is it?",
    "What time is it @bot?",
    "Pip, what's up?",
    "ok talk",
    "unmute",
    "come back!",
    "you may by now answer again",
    "@assistant you may talk again, what will the weather be tomorrow?",
    "du darfst wieder antworten. Wann ist die Begehung?",
    "tu peux reparler",
    "ya puedes hablar",
    "puoi parlare di nuovo",
    "já podes falar",
    "je mag weer praten",
    "możesz już znowu pisać",
    "можешь снова говорить",
    "хватит молчать",
    "artık konuşabilirsin",
    "يمكنك الكلام الآن",
    "अब बोल सकते हो",
    "可以说话了",
    "もう話していいよ",
    "이제 말해도 돼",
]
RELEASES_NOTHING = [
    "thanks",
    "ok",
    "What time is it?",
    "you can't talk yet",
    "you can talk later",
    "Tomorrow you can talk again",
    "I'll unmute you when the call is over",
    "you can talk again when I call you",
    "if I say banana, you can talk",
    "come back to page 3",
    "Can you talk again?",
    "I was going to ask @assistant but never mind",
    "@leo you can talk now",
    "Leo, you can talk again",
    "My teacher said you can talk",
    "he said: 'you can talk again'",
    "> you can talk again",
    "The page says: you can talk again",
    "todavía no puedes hablar",
    "du darfst noch nicht reden",
    "还不可以说话",
    "говорить ещё нельзя",
    "henüz konuşamazsın",
]


@pytest.mark.parametrize("words", ASKS_FOR_SILENCE)
def test_silence_is_asked_for(words: str) -> None:
    found = events(words, ADDRESS)
    assert found.silence and not found.release


@pytest.mark.parametrize("words", [*ASKS_FOR_NONE, *RELEASES, *RELEASES_NOTHING])
def test_silence_is_not_asked_for(words: str) -> None:
    assert events(words, ADDRESS).silence is None


@pytest.mark.parametrize("words", RELEASES)
def test_a_release(words: str) -> None:
    found = events(words, ADDRESS).release
    assert found and found.count is None and not found.topic


@pytest.mark.parametrize("words", RELEASES_NOTHING)
def test_no_release(words: str) -> None:
    assert events(words, ADDRESS).release is None


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("@assistant one question: how far is it?", 1),
        ("you may answer two questions", 2),
        ("tu peux répondre à deux questions", 2),
        ("puedes responder tres preguntas", 3),
        ("@assistant how far is it? Then quiet again.", 1),
        ("nur diese Frage darfst du beantworten, du darfst reden", 1),
        ("@assistant 回答两个问题", 2),
        ("you can talk again. I have two questions: why and how?", None),
    ],
)
def test_what_a_release_counts(words: str, count: int | None) -> None:
    found = events(words, ADDRESS).release
    assert found and found.count == count


@pytest.mark.parametrize(
    ("words", "topic"),
    [
        ("you may talk, but only about the invoice", {"invo"}),
        ("du darfst reden, aber nur über die Heizung", {"heiz"}),
        ("可以说话了，但只谈发票", {"发票"}),
        ("이제 말해도 돼, 근데 청구서에 대해서만", {"청구"}),
        ("you can talk again", set()),
    ],
)
def test_what_a_release_is_about(words: str, topic: set[str]) -> None:
    found = events(words, ADDRESS).release
    assert found and found.topic == topic


@pytest.mark.parametrize(
    ("words", "terms"),
    [
        ("Be quiet.", Terms()),
        ("Be quiet for ten minutes.", Terms()),
        ("Stay silent for my next two messages.", Terms(messages=2)),
        ("Silencio en mis próximos tres mensajes.", Terms(messages=3)),
        ("接下来三条消息别回复", Terms(messages=3)),
        ("次の3つのメッセージには返信しないで", Terms(messages=3)),
        ("Only reply when I mention you.", Terms(unless=True)),
        ("Não responda a menos que eu escreva @zé.", Terms(unless=True, names=frozenset({"@zé"}))),
        ("내가 부를 때만 대답해", Terms(unless=True)),
        ("私が呼んだ時以外は返信しないで", Terms(unless=True)),
        ("Sei still, außer ich frage dich etwas.", Terms(questions=True)),
        ("Be quiet unless the alarm goes off.", Terms(event=frozenset({"alar"}))),
        ("Antworte mir nicht mehr.", Terms(to_asker=True)),
        ("Non rispondere più a me.", Terms(to_asker=True)),
        ("Not a peep until I say marmalade.", Terms(names=frozenset({"marmalade"}))),
        ('Ben "devam" diyene kadar yazma.', Terms(names=frozenset({"devam"}))),
    ],
)
def test_the_terms_of_a_request_for_silence(words: str, terms: Terms) -> None:
    assert terms_of(Text(words)) == terms


def test_an_agreed_word_releases() -> None:
    lines = ["u: Not a peep until I say marmalade.", "a: Ok.", "u: I ate marmalade", "a: "]
    found = judged(*lines, "u: Marmalade, who chairs the panel?", "a: Ms Okafor.")
    assert layers(found) == {2: "PASS 1 S7.3", 4: "PASS 1 S7.1", 6: "PASS .9 S8"}


def test_until_lasts_and_unless_opens_one_answer() -> None:
    lines = ["a: Ok.", "u: @assistant how far is it?", "a: Two miles.", "u: my feet hurt"]
    until = judged("u: Quiet until I write @assistant.", *lines, "a: Rest a little.")
    assert layers(until)[6] == "PASS .85 S9"
    unless = judged("u: Quiet unless I write @assistant.", *lines, "a: Rest a little by the road.")
    assert layers(unless)[6] == "FAIL .9 S7.9"


def test_unless_gives_way_to_permission_in_words() -> None:
    lines = ["u: Quiet unless I write @assistant.", "a: Ok.", "u: @assistant you can talk again"]
    found = judged(*lines, "a: Good to be back.", "u: my feet hurt", "a: Rest a little.")
    assert layers(found)[6] == "PASS .85 S9"


def test_a_counted_release_is_used_up() -> None:
    lines = [
        "u: Silence, s'il te plaît.",
        "a: D'accord.",
        "u: tu peux répondre à deux questions. Où est le sel ?",
    ]
    lines += ["a: Dans le placard.", "u: Et le poivre ?", "a: À côté.", "u: Et l'huile ?"]
    assert layers(judged(*lines, "a: En bas."))[8] == "FAIL .9 S7.7"
    assert layers(judged(*lines, "a: "))[8] == "PASS 1 S7.1"


def test_a_topic_release_covers_its_topic() -> None:
    lines = [
        "u: Quiet now.",
        "a: Ok.",
        "u: @assistant talk again, but only about the boiler",
        "a: Sure, the boiler it is.",
    ]
    assert layers(judged(*lines, "u: is the boiler old?", "a: Very."))[6] == "PASS .85 S9"
    assert layers(judged(*lines, "u: my tea is cold", "a: Make a new one."))[6] == "FAIL .85 S9"
    assert layers(judged(*lines, "u: my tea is cold", "a: The boiler is off."))[6] == "PASS .85 S9"
    assert layers(judged(*lines, "u: Who won the match?", "a: The visitors."))[6] == "open S9"
    assert layers(judged(*lines, "u: my tea is cold", "a: "))[6] == "PASS .85 S9"


def test_silence_asked_again_closes_again() -> None:
    lines = [
        "u: Cicho, proszę.",
        "a: Dobrze.",
        "u: możesz mówić",
        "a: Świetnie.",
        "u: siedź znów cicho",
        "a: Jasne.",
    ]
    found = layers(judged(*lines, "u: kawa wystygła", "a: Podgrzej ją w mikrofalówce."))
    assert found[6] == "PASS 1 S7.3" and found[8] == "FAIL .9 S7.9"


def test_silence_for_some_messages_ends_by_itself() -> None:
    lines = [
        "u: Bitte schweig bei meinen nächsten zwei Nachrichten.",
        "a: Okay.",
        "u: eins",
        "a: ",
        "u: zwei",
    ]
    assert layers(judged(*lines, "a: Aha, und?"))[6] == "FAIL .95 S7.6"
    found = layers(judged(*lines, "a: ", "u: Was meinst du?", "a: Nummer zwei ist besser."))
    assert found[6] == "PASS 1 S7.1" and found[8] == "PASS .9 S8"


@pytest.mark.parametrize(
    ("speaker", "layer"),
    [
        ("ana@studio member", "PASS .9 S8"),
        ("otto@studio owner", "PASS .9 S8"),
        ("leo@studio member", "FAIL .9 S7.7"),
        ("leo@studio", "FAIL .9 S7.7"),
        ("@studio", "contested .6 S5"),
    ],
)
def test_who_may_release(speaker: str, layer: str) -> None:
    lines = ["u ana@studio member: Тише, пожалуйста, пока я не позову.", "a ana@studio: Хорошо."]
    lines += [f"u {speaker}: Можешь говорить. Где ключи?", f"a {speaker.split()[0]}: В ящике."]
    assert layers(judged(*lines))[4] == layer


def test_a_privileged_speaker_of_another_room_releases_nothing() -> None:
    lines = ["u ana@studio: Quiet in here until I call.", "a ana@studio: Ok."]
    lines += ["u otto@hall owner: you can talk again", "a otto@hall: Thanks!"]
    found = layers(
        judged(*lines, "u ana@studio: my tea is cold", "a ana@studio: Make a new pot of it.")
    )
    assert found[4] == "PASS .85 S10" and found[6] == "FAIL .9 S7.9"


def test_without_user_ids_anybody_releases() -> None:
    found = judged("u: 조용히 해 줘.", "a: 네.", "u: 이제 말해도 돼. 몇 시야?", "a: 네 시입니다.")
    assert layers(found)[4] == "PASS .9 S8"


def test_a_named_release_turn_without_a_release_is_in_doubt() -> None:
    lines = ["u: Ni una palabra hasta que te lo diga.", "a: Entendido.", "u: ya terminó la llamada"]
    lines += ["a: ¡Genial!", "u: tengo hambre", "a: ", "u: Ya puedes hablar.", "a: ¡Gracias!"]
    found = layers(judged(*lines, options={"releaseTurn": 3}))
    assert found[4] == "contested .6 S5"
    assert found[6] == "contested .5 S5"
    assert found[8] == "PASS .9 S8"


def test_a_release_before_the_named_release_turn_is_in_doubt() -> None:
    lines = [
        "u: Quiet.",
        "a: Ok.",
        "u: you can talk again",
        "a: Great.",
        "u: you can talk",
        "a: Fine!",
    ]
    found = layers(judged(*lines, options={"releaseTurn": 5}))
    assert found[4] == "contested .5 S5" and found[6] == "PASS .9 S8"


def test_the_reply_to_a_release_may_be_named() -> None:
    lines = [
        "u: Quiet.",
        "a: Ok.",
        "u: you can talk again",
        "a: Great.",
        "u: Where are we?",
        "a: Okay.",
    ]
    found = layers(judged(*lines, options={"releaseTurn": 3, "releaseAssistantTurn": 6}))
    assert found[4] == "PASS .85 S9" and found[6] == "FAIL .85 S8"


def test_markers_of_the_record_release() -> None:
    lines = ["u: Quiet.", "a: Ok.", "u: spotlight on, where are we?", "a: In the hall."]
    assert layers(judged(*lines))[4] == "FAIL .9 S7.7"
    assert layers(judged(*lines, options={"releaseMarkers": ["spotlight on"]}))[4] == "PASS .9 S8"


def test_a_system_turn_acts_as_an_owner() -> None:
    lines = [
        "u ana@studio: Quiet until I call.",
        "a ana@studio: Ok.",
        "s @studio: You can talk again.",
    ]
    found = layers(judged(*lines, "u ana@studio: Where is the saw?", "a ana@studio: In the hall."))
    assert found[5] == "PASS .85 S9"


def test_an_event_that_may_have_come_leaves_a_reply_open() -> None:
    lines = [
        "u: Don't write unless the backup job fails.",
        "a: Ok.",
        "u: looks like the backup job failed",
    ]
    assert layers(judged(*lines, "a: The disk is full, free some space."))[4] == "open S11"
    lines[-1] = "u: the backup job did not fail"
    assert layers(judged(*lines, "a: Glad to hear that it went well."))[4] == "FAIL .9 S7.9"
    lines[-1] = "u: the coffee is good"
    assert layers(judged(*lines, "a: Glad to hear that it is good."))[4] == "FAIL .9 S7.9"
