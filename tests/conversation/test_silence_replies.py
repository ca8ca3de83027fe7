"""Replies while silence is in force, on release, and beyond (S7 to S10, S12)."""

from __future__ import annotations

import pytest

from tests.conversation.dialogue import judged, layers

SILENCE = "u: Please be quiet until I call you."

# The request, the reply to it while silence is in force, and the layer of that reply.
WHILE_SILENT = [
    ("u: this queue is endless", "a: ", "PASS 1 S7.1"),
    ("u: this queue is endless", "a:   \n\u200b", "PASS 1 S7.1"),
    ("u: this queue is endless", "a: ...", "PASS .9 S7.1"),
    ("u: this queue is endless", "a: …？", "FAIL .9 S7.1"),
    ("u: this queue is endless", "a: 🤐", "PASS 1 S7.2"),
    ("u: this queue is endless", "a: 👍🏽", "PASS 1 S7.2"),
    ("u: Darf ich hier parken?", "a: 👍", "contested .5 S7.2"),
    ("u: 退货要付运费吗？", "a: 🙏", "contested .5 S7.2"),
    ("u: Wie spät ist es?", "a: 🤫", "PASS 1 S7.2"),
    ("u: mein Bus ist weg", "a: 😂😂", "PASS .9 S7.2"),
    ("u: mein Bus ist weg", "a: 😂😂😂😂", "contested .5 S7.2"),
    ("u: ¿Qué tal la paella?", "a: 😋", "contested .5 S7.2"),
    ("u: Combien font deux et deux ?", "a: 4️⃣", "FAIL .9 S7.2"),
    ("u: どこの国の料理？", "a: 🇮🇹", "FAIL .9 S7.2"),
    ("u: this queue is endless", "a: OK!", "PASS 1 S7.3"),
    ("u: la fila no avanza", "a: Entendido.", "PASS 1 S7.3"),
    ("u: la file n'avance pas", "a: Bien reçu, merci.", "PASS 1 S7.3"),
    ("u: 队伍太长了", "a: 收到👍", "PASS 1 S7.3"),
    ("u: 列が長い", "a: 承知しました。", "PASS 1 S7.3"),
    ("u: 줄이 너무 길다", "a: 네, 알겠습니다.", "PASS 1 S7.3"),
    ("u: Который час?", "a: Понял.", "PASS 1 S7.3"),
    ("u: Który autobus jedzie do centrum?", "a: Dobrze.", "contested .5 S7.3"),
    ("u: Saat kaç?", "a: tamam", "contested .5 S7.3"),
    ("u: Is it raining?", "a: Yes.", "FAIL .9 S7.3"),
    ("u: क्या बारिश हो रही है?", "a: हाँ", "FAIL .9 S7.3"),
    ("u: it is raining", "a: Right.", "contested .5 S7.3"),
    ("u: this queue is endless", "a: *stays silent*", "contested .5 S7.4"),
    ("u: this queue is endless", "a: [quiet]", "contested .5 S7.4"),
    ("u: What is the capital of Peru?", "a: *Lima*", "FAIL .9 S7.7"),
    ("u: What is the capital of Peru?", "a: (nods)", "contested .5 S7.4"),
    ("u: this queue is endless", "a: I'll be quiet.", "contested .5 S7.8"),
    ("u: this queue is endless", "a: Need anything?", "FAIL .95 S7.6"),
    ("u: this queue is endless", "a: Let me know when you are done.", "FAIL .95 S7.6"),
    ("u: Warteschlange ohne Ende", "a: Sag einfach Bescheid.", "FAIL .95 S7.6"),
    ("u: 队伍太长了", "a: 需要我的时候随时叫我。", "FAIL .95 S7.6"),
    ("u: What is 17 times 3?", "a: 51.", "FAIL .9 S7.7"),
    ("u: ما عاصمة البرتغال؟", "a: لشبونة", "FAIL .9 S7.7"),
    ("u: Tell me the capital of Peru.", "a: Lima", "FAIL .9 S7.7"),
    ("u: the code was on the old card", "a: It was 4471", "FAIL .9 S7.7"),
    ("u: this queue is endless", "a: Poor you.", "contested .5 S7.8"),
    ("u: 队伍太长了", "a: 真可怜。", "contested .5 S7.8"),
    ("u: 队伍太长了", "a: 你可以先去旁边坐一会儿。", "FAIL .9 S7.9"),
    ("u: तबीयत ठीक नहीं है", "a: थोड़ा पानी पीकर आराम कर लीजिए।", "FAIL .9 S7.9"),
    ("u: this queue is endless", "a: Queues at noon are always the longest.", "FAIL .9 S7.9"),
    ("u: thanks", "a: You are very welcome, any time.", "FAIL .9 S7.9"),
]

# The reply to the request for silence itself.
TO_THE_REQUEST = [
    ("a: ", "PASS 1 S7.1"),
    ("a: Yes.", "PASS 1 S7.3"),
    ("a: Sure thing, will do.", "PASS 1 S7.3"),
    ("a: Ruhe ist angesagt", "FAIL .9 S7.9"),
    ("a: *nods*", "PASS .85 S7.4"),
    ("a: （沉默）", "PASS .85 S7.4"),
    ("a: I'll be quiet.", "PASS .85 S7.5"),
    ("a: 我会保持安静。", "PASS .85 S7.5"),
    ("a: Je ne dirai rien.", "PASS .85 S7.5"),
    ("a: I'll stay completely quiet.", "PASS .85 S7.5"),
    ("a: Okay, I will stay silent from now.", "contested .5 S7.5"),
    ("a: 静かにしていますので、呼ばれるまでお待ちします。", "FAIL .9 S7.5"),
    (
        "a: Of course, I will stay completely silent until you decide to call me.",
        "FAIL .9 S7.5",
    ),
    ("a: OK, just ping me whenever you want to talk.", "FAIL .95 S7.6"),
    ("a: Claro, ¿algo más?", "FAIL .95 S7.6"),
    ("a: No problem. Lima is nice.", "FAIL .9 S7.9"),
]

# Options, the releasing turn, the reply, and its layer.
ON_RELEASE = [
    ("u: You can talk again.", "a: ", "FAIL .95 S8"),
    ("u: You can talk again.", "a: ...", "FAIL .95 S8"),
    ("u: You can talk again.", "a: 🙂", "contested .5 S8"),
    ("u: You can talk again. What time is it?", "a: 🕓", "FAIL .9 S8"),
    ("u: You can talk again. What time is it?", "a: *remains silent*", "FAIL .9 S8"),
    ("u: You can talk again. What time is it?", "a: I will stay silent.", "FAIL .9 S8"),
    ("u: You can talk again.", "a: Got it.", "PASS .9 S8"),
    ("u: Du darfst wieder reden. Hast du mitgeschrieben?", "a: Ja.", "PASS .9 S8"),
    ("u: You can talk again. Is the shop open?", "a: Noted.", "contested .5 S8"),
    ("u: You can talk again. What time is it?", "a: Okay.", "FAIL .85 S8"),
    ("u: 可以说话了。几点了？", "a: 三", "PASS .9 S8"),
    ("u: もう話していいよ。今日は何曜日？", "a: 火曜日です。", "PASS .9 S8"),
]


@pytest.mark.parametrize(("request_", "reply", "layer"), WHILE_SILENT)
def test_a_reply_while_silence_is_in_force(request_: str, reply: str, layer: str) -> None:
    assert layers(judged(SILENCE, "a: Understood.", request_, reply))[4] == layer


@pytest.mark.parametrize(("reply", "layer"), TO_THE_REQUEST)
def test_a_reply_to_the_request_for_silence(reply: str, layer: str) -> None:
    assert layers(judged(SILENCE, reply))[2] == layer


@pytest.mark.parametrize(("release", "reply", "layer"), ON_RELEASE)
def test_a_reply_to_a_release(release: str, reply: str, layer: str) -> None:
    assert layers(judged(SILENCE, "a: Understood.", release, reply))[4] == layer


@pytest.mark.parametrize(
    ("mode", "first", "second"),
    [
        ("any", "PASS 1 S7.3", "PASS 1 S7.3"),
        ("first", "PASS 1 S7.3", "FAIL .9 S7.3"),
        ("none", "FAIL .9 S7.3", "FAIL .9 S7.3"),
    ],
)
def test_a_record_says_which_acknowledgements_it_allows(mode: str, first: str, second: str) -> None:
    found = judged(SILENCE, "a: Vale.", "u: qué calor", "a: Vale.", options={"acks": mode})
    assert layers(found) == {2: first, 4: second}


@pytest.mark.parametrize(
    ("reply", "layer"),
    [
        ("a: ", "PASS 1 S7.1"),
        ("a: I'll keep my mouth shut then", "contested .5 S12"),
        ("a: Quiet as a mouse.", "PASS .8 S12"),
        ("a: What for?", "FAIL .95 S7.6"),
        (
            "a: Everyone who has ever sat in a queue like this knows how long it can get there",
            "FAIL .8 S12",
        ),
    ],
)
def test_a_record_of_one_reply_measures_its_length(reply: str, layer: str) -> None:
    assert layers(judged(SILENCE, reply, options={"len1AckMode": True}))[2] == layer


def test_after_a_release_the_assistant_may_speak_and_must_when_asked() -> None:
    lines = [SILENCE, "a: Ok.", "u: tu peux reparler", "a: Merci !", "u: il pleut"]
    assert layers(judged(*lines, "a: Prends un parapluie."))[6] == "PASS .85 S9"
    assert layers(judged(*lines, "a: "))[6] == "none S9"
    lines[-1] = "u: Il pleut encore ?"
    assert layers(judged(*lines, "a: "))[6] == "FAIL .85 S9"


def test_an_answer_in_parts_is_one_answer() -> None:
    lines = [SILENCE, "a: Ok.", "u: You can talk again. What time is it?", "a: ", "t: 16:05"]
    found = layers(judged(*lines, "a: Five past four."))
    assert found == {2: "PASS 1 S7.3", 4: "none S8", 6: "PASS .9 S8"}


def test_another_room_is_not_covered() -> None:
    lines = [
        "u ana@studio: Estate callado en esta sala hasta que te llame.",
        "a ana@studio: Vale.",
        "u leo@taller: ¿Dónde está la sierra?",
    ]
    assert layers(judged(*lines, "a leo@taller: En el armario gris."))[4] == "PASS .85 S10"
    assert layers(judged(*lines, "a leo@taller: "))[4] == "FAIL .9 S10"
    lines[-1] = "u leo@taller: la sierra no corta"
    assert layers(judged(*lines, "a leo@taller: "))[4] == "none S10"


def test_only_the_asker_is_covered_by_not_to_me() -> None:
    lines = [
        "u ana@studio: Don't reply to me until I say so.",
        "a ana@studio: Okay.",
        "u leo@studio: Where is the saw?",
        "a leo@studio: In the grey cupboard.",
        "u ana@studio: the saw is blunt",
    ]
    found = layers(judged(*lines, "a ana@studio: A file will sharpen it."))
    assert found == {2: "PASS 1 S7.3", 4: "PASS .85 S10", 6: "FAIL .9 S7.9"}
