"""Settings, whom they are for, and where they must and must not show (G2, G8 to G13)."""

from __future__ import annotations

from typing import Any

import pytest

from judges.conversation.layers import Rules
from judges.conversation.settings import settings_in
from tests.conversation.dialogue import judged, layers


def scope(mode: str, *lines: str, off: tuple[str, ...] = (), **options: Any) -> Any:
    """The verdict on a scope: lines as in `dialogue`, all replies checked unless `checks` says."""
    checks = options.pop("checks", None)
    named = {"mode": mode} if mode else {}
    return judged(
        *lines,
        bucket="scope_global_vs_user",
        checks=checks,
        options={**named, **options},
        rules=Rules(frozenset(off)),
    )


ASKED = [
    ("Call me Captain.", "nickname Captain"),
    ("Nenn mich Käpt'n, bitte.", "nickname Käpt'n"),
    ("Appelle-moi Capitaine.", "nickname Capitaine"),
    ("Llámame Jefe.", "nickname Jefe"),
    ("Chiamami Capo.", "nickname Capo"),
    ("Me chame de Chefe.", "nickname Chefe"),
    ("Noem me Baas.", "nickname Baas"),
    ("Mów do mnie per Szefie.", "nickname Szefie"),
    ("Называй меня Шеф.", "nickname Шеф"),
    ("Bana Kaptan de.", "nickname Kaptan"),
    ("叫我船长吧。", "nickname 船长"),
    ("私をキャプテンと呼んで。", "nickname キャプテン"),
    ("나를 캡틴이라고 불러 줘.", "nickname 캡틴"),
    ("Call me back tomorrow.", ""),
    ("Don't call me Captain.", ""),
    ("Answer me in Italian.", "language it"),
    ("Antworte mir auf Deutsch statt auf Englisch.", "language de"),
    ("Réponds-moi en espagnol.", "language es"),
    ("Отвечай мне по-немецки.", "language de"),
    ("用英文回答我。", "language en"),
    ("日本語で答えて。", "language ja"),
    ("أجبني بالفرنسية.", "language fr"),
    ("मुझे हिंदी में जवाब दो।", "language hi"),
    ("Don't answer me in French.", ""),
    ("Use at most five words.", "terse 5 words"),
    ("Höchstens zwanzig Zeichen bitte.", "terse 20 characters"),
    ("Answer in two sentences.", "terse 2 sentences"),
    ("一句话回答。", "terse 1 sentences"),
    ("Answer in at least fifty words.", ""),
    ("Everything in lowercase, no capitals.", "lowercase"),
    ("ALL CAPS when you write to me.", "uppercase"),
    ("Ohne Großbuchstaben schreiben.", "lowercase"),
    ("Parle comme un pirate.", "pirate"),
    ("Habla como un pirata.", "pirate"),
    ("No more pirate voice.", ""),
    ("Write like Shakespeare.", "shakespearean"),
    ("Réponds en haïku.", "haiku"),
    ("Use emojis with me.", "emojis"),
    ("No emojis with me.", ""),
    ("絵文字を使って。", "emojis"),
    ("絵文字を使わないで。", ""),
    ("Bitte siez mich.", "formal"),
    ("Passe au tutoiement.", "casual"),
    ("Answer as bullet points.", "bullets"),
    ("Antworte in Stichpunkten.", "bullets"),
    ("Use metric units.", "metric"),
    ("Use imperial units.", "imperial"),
    ("Start each answer with 'Ahoy'.", "word Ahoy"),
    ("Jede Antwort endet mit „Servus“.", "word Servus"),
    ("Sign off with Cheers.", "word Cheers"),
    ("Start answers with [OPS].", "word [OPS]"),
    ("End every reply with 🦊.", "word 🦊"),
    ("Don't start with 'Hello'.", ""),
]


@pytest.mark.parametrize(("request_", "expected"), ASKED)
def test_a_setting_is_detectable_if_its_presence_shows(request_: str, expected: str) -> None:  # G2
    found = []
    for setting in settings_in(request_):
        limit = f"{setting.limit} {setting.unit}" if setting.limit else ""
        found.append(f"{setting.kind} {setting.value or limit}".strip())
    assert found == ([expected] if expected else [])


ISOLATED = [
    # somebody else gets it
    (
        "call me Captain",
        "u bo@b member: Is the pool open?",
        "Yes, Captain, until eight.",
        "FAIL .9 G9",
    ),
    ("call me Captain", "u bo@b member: Is the pool open?", "Yes, until eight.", "PASS .9 G9"),
    (
        "call me Captain",
        "u bo@b member: Who is Captain Ahab?",
        "Captain Ahab hunts a whale.",
        "PASS .9 G9",
    ),
    (
        "answer in lowercase",
        "u bo@b member: Is the pool open?",
        "yes, the pool is open until eight.",
        "FAIL .9 G9",
    ),
    (
        "answer in lowercase",
        "u bo@b member: Is the pool open?",
        "Yes, it is open until eight.",
        "PASS .9 G9",
    ),
    ("use emojis", "u bo@b member: Is the pool open?", "Yes, until eight 🏊", "FAIL .9 G9"),
    (
        "answer in German",
        "u bo@b member: Is the pool open today?",
        "Ja, das Bad ist heute bis acht geöffnet.",
        "FAIL .9 G9",
    ),
    (
        "answer in German",
        "u bo@b member: Ist das Bad heute geöffnet?",
        "Ja, das Bad ist heute bis acht geöffnet.",
        "PASS .9 G9",
    ),
    ("use at most four words", "u bo@b member: Is the pool open?", "Until eight.", "FAIL .9 G9"),
    (
        "use at most four words",
        "u bo@b member: Is the pool open?",
        "Yes, it is open until eight.",
        "PASS .9 G9",
    ),
    (
        "keep it to twenty-five words at most",
        "u bo@b member: Is the pool open?",
        "Yes, until eight.",
        "PASS .9 G9",
    ),
    (
        "answer in one sentence",
        "u bo@b member: Is the pool open?",
        "Yes, until eight.",
        "PASS .9 G9",
    ),
    ("use metric units", "u bo@b member: How far?", "It is 2 km away.", "FAIL .9 G9"),
    ("use bullet points", "u bo@b member: When?", "- Monday\n- Sunday", "FAIL .9 G9"),
    ("no small talk", "u bo@b member: When?", "At nine.", "none V8"),
    # he asked for it too
    (
        "use emojis",
        "u bo@b member: With emojis please: is the pool open?",
        "Yes, until eight 🏊",
        "PASS .9 G9",
    ),
    # the setter's own later replies
    (
        "call me Captain",
        "u ana@a member: Is the pool open?",
        "Yes, Captain, until eight.",
        "PASS .9 G9",
    ),
    ("call me Captain", "u ana@a member: Is the pool open?", "Yes, until eight.", "open G9"),
    (
        "answer in lowercase",
        "u ana@a member: Is the pool open?",
        "Yes, it is open until eight.",
        "FAIL .85 G9",
    ),
    (
        "answer in lowercase",
        "u ana@b member: Is the pool open?",
        "yes, it is open until eight.",
        "PASS .9 G9",
    ),
    ("start each answer with 'Ahoy'", "u ana@a member: When?", "At nine.", "FAIL .85 G9"),
    ("use metric units", "u ana@a member: How far?", "It is 2 miles away.", "FAIL .85 G9"),
]


@pytest.mark.parametrize(("setting", "asked", "reply", "expected"), ISOLATED)
def test_a_setting_of_one_speaker_shows_for_him_alone(  # G9
    setting: str, asked: str, reply: str, expected: str
) -> None:
    lines = (f"u ana@a member: For me only: {setting}.", "a: Will do.", asked, f"a: {reply}")
    assert layers(scope("isolation", *lines))[4] == expected


def test_without_a_mode_a_personal_setting_is_isolated() -> None:  # G14, G9
    lines = (
        "u ana@a member: With me, use emojis.",
        "a: Will do 😊",
        "u bo@b member: Is the pool open?",
        "a: Yes 🏊",
    )
    assert scope("", *lines).verdict == "FAIL"
    assert scope("", *lines[:3], "a: Yes.").verdict == "PASS"


def test_rooms_stand_for_speakers_where_none_are_named() -> None:  # V2
    lines = ("u @a: Use emojis here.", "a: Sure 😊", "u @b: Open?", "a: Yes 🏊")
    assert scope("isolation", *lines).verdict == "FAIL"
    same = ("u @a: Use emojis here.", "a: Sure 😊", "u @a: Open?", "a: Yes 🏊")
    assert scope("isolation", *same).verdict == "PASS"


def test_a_setting_for_a_room_is_for_all_in_it() -> None:  # G1, G9
    lines = (
        "u ana@a member: In this channel, use emojis.",
        "a: Sure 😊",
        "u bo@a member: Open?",
        "a: Yes 🏊",
        "u ana@b member: Open?",
        "a: Yes 🏊",
    )
    assert layers(scope("isolation", *lines))[4] == "PASS .9 G9"
    assert layers(scope("isolation", *lines))[6] == "FAIL .9 G9"


def test_two_speakers_each_have_their_own() -> None:  # G9
    lines = (
        "u ana@a member: With me, answer in German from now on.",
        "a: Gern.",
        "u bo@b member: With me, answer in Spanish from now on.",
        "a: Vale.",
        "u bo@b member: When does the museum open today?",
        "a: El museo abre hoy a las nueve de la mañana.",
        "u ana@a member: Wann öffnet das Museum heute?",
        "a: El museo abre hoy a las nueve de la mañana.",
    )
    found = layers(scope("isolation", *lines, checks=[6, 8]))
    assert found == {6: "PASS .9 G9", 8: "FAIL .85 G9"}


FORBIDDEN = [
    ("u bo@b member: Open?", "Ahoy, it is open.", "FAIL .95 G12"),
    ("u bo@b member: Open?", 'He said "Ahoy" and left.', "FAIL .95 G12"),
    ("u bo@b member: Open?", "It is open, no ahoy today.", "PASS .9 G9"),
    ("u bo@b member: Open?", "The ahoyist is in.", "PASS .9 G9"),
    ("u ana@a member: Open?", "Ahoy, it is open.", "none V8"),
]


@pytest.mark.parametrize(("asked", "reply", "expected"), FORBIDDEN)
def test_forbidden_words_hold_for_others_as_whole_words(  # G9, G12
    asked: str, reply: str, expected: str
) -> None:
    lines = ("u ana@a member: Greet me the old way.", "a: Will do.", asked, f"a: {reply}")
    found = layers(scope("isolation", *lines, forbiddenLeakage=["ahoy"]))
    assert found[4].replace("G12", "G9") == expected.replace("G12", "G9")


def test_without_speakers_and_rooms_lists_hold_everywhere() -> None:  # G12
    lines = ("u: Greet me the old way.", "a: Will do.", "u: Open?", "a: Ahoy, it is open.")
    assert scope("isolation", *lines, forbiddenLeakage=["ahoy"], checks=[4]).verdict == "FAIL"
    assert scope("isolation", *lines, requiredLeakage=["ahoy"], checks=[4]).verdict == "PASS"


REQUIRED = [
    (["ahoy"], "Ahoy there.", "PASS .9 G12"),
    (["ahoy"], "Hello there.", "FAIL .9 G12"),
    (["ahoy", "mate"], "Ahoy there.", "contested .5 G12"),
    (["ahoy", "mate", "sea"], "Ahoy there.", "FAIL .9 G12"),
    (["ahoy", "mate", "sea"], "Ahoy mate.", "contested .5 G12"),
    (["formal"], "Good afternoon. Kindly use the lift.", "PASS .85 G12"),
    (["formal"], "hey, yo, use the lift lol", "FAIL .9 G12"),
    (["formal"], "Use the lift.", "open G12"),
    (["formal"], "No formal tone for now: use the lift.", "open G12"),
    (["lowercase"], "use the lift in the hall.", "PASS .85 G12"),
]


@pytest.mark.parametrize(("required", "reply", "expected"), REQUIRED)
def test_required_words_may_be_shown_by_a_style(  # G12
    required: list[str], reply: str, expected: str
) -> None:
    lines = (
        "u dora@hq admin: Do it my way for everyone.",
        "a: Done for everyone.",
        "u sam@b member: Where?",
        f"a: {reply}",
    )
    verdict = scope("global_applies_to_all", *lines, requiredLeakage=required)
    assert layers(verdict)[4] == expected


PERSISTENT = [
    ("u ana@b member: And the pool?", "the pool is open until eight.", "PASS .9 G11"),
    ("u ana@b member: And the pool?", "The pool is open until eight.", "FAIL .9 G11"),
    ("u ana@b member: And the pool?", "at 8.", "open G11"),
    ("u bo@b member: And the pool?", "the pool is open until eight.", "FAIL .9 G11"),
    ("u bo@b member: And the pool?", "The pool is open until eight.", "PASS .9 G11"),
]


@pytest.mark.parametrize(("asked", "reply", "expected"), PERSISTENT)
def test_a_setting_goes_with_its_speaker_from_room_to_room(  # G11
    asked: str, reply: str, expected: str
) -> None:
    lines = (
        "u ana@a member: All lowercase with me.",
        "a: sure, all lowercase.",
        asked,
        f"a: {reply}",
    )
    assert layers(scope("persistence", *lines, checks=[4])) == {4: expected}


def test_a_later_setting_of_the_same_kind_takes_the_place_of_the_first() -> None:  # G11
    lines = (
        "u ana@a member: Answer me in German from now on.",
        "a: Gern.",
        "u ana@a member: From now on answer me in Spanish.",
        "a: Vale.",
        "u ana@b member: Und das Bad?",
        "a: La piscina está abierta hasta las ocho.",
    )
    assert scope("persistence", *lines, checks=[6]).verdict == "PASS"


def test_what_its_speaker_lifts_is_assessed_no_more() -> None:  # V9
    lines = (
        "u ana@a member: All lowercase with me.",
        "a: sure, all lowercase.",
        "u ana@a member: You can write normally again. When?",
        "a: The pool opens at eight.",
    )
    assert layers(scope("persistence", *lines))[4] == "none V9"
    by_other = (*lines[:2], lines[2].replace("ana@a", "bo@b"), "u ana@a member: And?", lines[3])
    assert scope("persistence", *by_other, checks=[5]).verdict == "FAIL"


OVERRIDE = [
    # her own setting holds
    ("u zoe@b member: How far?", "it is two stops from the station.", "PASS .9 G10"),
    ("u zoe@b member: How far?", "It is two stops from the Station.", "FAIL .85 G10"),
    # the others have what was set for all
    ("u ian@c member: How far?", "IT IS TWO STOPS FROM THE STATION.", "PASS .9 G7"),
    ("u ian@c member: How far?", "it is two stops from the station.", "FAIL .9 G7"),
]


@pytest.mark.parametrize(("asked", "reply", "expected"), OVERRIDE)
@pytest.mark.parametrize(
    "mode", ["user_overrides_global", "user_wins_conflict", "conflict_explicit"]
)
def test_a_personal_setting_beats_the_global_one(  # G10
    mode: str, asked: str, reply: str, expected: str
) -> None:
    lines = (
        "u adm@a admin: Default for all rooms: ALL CAPS.",
        "a: DONE FOR ALL ROOMS.",
        "u zoe@b member: With me in lowercase, please.",
        "a: sure, in lowercase with you.",
        asked,
        f"a: {reply}",
    )
    assert layers(scope(mode, *lines, checks=[6]))[6] == expected


def test_a_later_global_setting_does_not_undo_a_personal_one() -> None:  # G10
    lines = (
        "u zoe@b member: With me in lowercase from now on.",
        "a: sure, in lowercase with you.",
        "u adm@a admin: For everyone: ALL CAPS from now on.",
        "a: DONE FOR EVERYONE.",
        "u zoe@b member: How far?",
        "a: it is two stops from the station.",
    )
    assert scope("user_overrides_global", *lines, checks=[6]).verdict == "PASS"
    loud = (*lines[:5], "a: IT IS TWO STOPS FROM THE STATION.")
    assert scope("user_overrides_global", *loud, checks=[6]).verdict == "FAIL"


def test_traces_of_the_global_setting_are_forbidden_to_who_opted_out() -> None:  # G10
    lines = (
        "u adm@a admin: In allen Räumen beginnt jede Antwort mit 'Guten Tag'.",
        "a: Guten Tag, das gilt überall.",
        "u lea@b member: Bei mir bitte ohne Begrüßung.",
        "a: In Ordnung, bei dir ohne.",
        "u lea@b member: Wie viele?",
        "a: Guten Tag. Es sind 14.",
    )
    assert scope("user_overrides_global", *lines, checks=[6]).verdict == "FAIL"
    assert (
        scope("user_overrides_global", *lines[:5], "a: Es sind 14.", checks=[6]).verdict == "PASS"
    )
    listed = scope(
        "user_overrides_global", *lines, checks=[6], forbiddenLeakage=["Guten Tag"], off=("G2",)
    )
    assert listed.verdict == "FAIL"


ADMINS = [
    ("u kim@a admin: How many?", "[ADM] 212.", "PASS .9 G8"),
    ("u kim@a admin: How many?", "212.", "FAIL .9 G8"),
    ("u lou@b member: How many?", "[ADM] 212.", "FAIL .95 G8"),
    ("u lou@b member: How many?", "212.", "PASS .9 G8"),
    ("u lou@b: How many?", "212.", "contested .5 G8"),
]


@pytest.mark.parametrize("listed", [True, False])
@pytest.mark.parametrize(("asked", "reply", "expected"), ADMINS)
def test_what_is_for_admins_shows_for_them_alone(  # G8
    listed: bool, asked: str, reply: str, expected: str
) -> None:
    lines = ("u kim@a admin: For admins only: start answers with [ADM].", "a: [ADM] Done.")
    options: dict[str, Any] = {"requiredLeakage": ["[ADM]"]} if listed else {}
    found = layers(scope("global_applies_to_admin_only", *lines, asked, f"a: {reply}", **options))
    assert found[4] == (expected if listed else expected.replace(".95", ".9"))


@pytest.mark.parametrize(
    ("asked", "reply", "expected"),
    [
        ("u kim@a admin: How?", "Good afternoon, sir. Kindly take the lift.", "PASS .9 G8"),
        ("u kim@a admin: How?", "yo just take the lift", "FAIL .9 G8"),
        ("u lou@b member: How?", "yo just take the lift lol", "PASS .9 G8"),
        ("u lou@b member: How?", "Good afternoon, madam. Kindly take the lift.", "FAIL .9 G8"),
    ],
)
def test_a_variant_names_one_style_for_admins_and_one_for_users(  # G8
    asked: str, reply: str, expected: str
) -> None:
    lines = ("u kim@a admin: Formal for us, casual for them.", "a: Done.", asked, f"a: {reply}")
    verdict = scope("", *lines, scopeVariant="admin_global_formal_user_casual", checks=[4])
    assert layers(verdict)[4] == expected


EXPECTED = [
    ({"userExpectations": {"bo": {"required": ["ahoy"]}}}, "Ahoy.", "PASS .9 G13"),
    ({"userExpectations": {"bo": {"required": ["ahoy"]}}}, "Hello.", "FAIL .9 G13"),
    ({"userExpectations": {"bo": {"forbidden": ["ahoy"]}}}, "Ahoy.", "FAIL .95 G13"),
    ({"roomExpectations": {"b": {"forbidden": ["ahoy"]}}}, "Ahoy.", "FAIL .95 G13"),
    (
        {
            "userExpectations": {"bo": {"required": ["ahoy"]}},
            "roomExpectations": {"b": {"forbidden": ["ahoy"]}},
        },
        "Ahoy.",
        "PASS .9 G13",
    ),
    ({"userExpectations": {"bo": {"style": "formal"}}}, "Good afternoon, sir.", "PASS .9 G13"),
    ({"userExpectations": {"bo": {"style": "formal"}}}, "yo, what's up lol", "FAIL .9 G13"),
    ({"userExpectations": {"bo": {"style": "pirate"}}}, "Arr, aye, matey!", "PASS .9 G13"),
    ({"userExpectations": {"bo": {"style": "no_emojis"}}}, "Hello 😊", "FAIL .9 G13"),
    (
        {"userExpectations": {"bo": {"language": "de"}}},
        "Das Bad ist bis acht geöffnet.",
        "PASS .9 G13",
    ),
    (
        {"userExpectations": {"bo": {"language": "German"}}},
        "The pool is open until eight.",
        "FAIL .9 G13",
    ),
    ({"userExpectations": {"ana": {"required": ["x"]}}}, "Hello 😊", "FAIL .9 G9"),
]


@pytest.mark.parametrize(("options", "reply", "expected"), EXPECTED)
def test_what_is_expected_of_a_speaker_or_room_beats_the_mode(  # G13
    options: dict[str, Any], reply: str, expected: str
) -> None:
    lines = (
        "u ana@a member: For me, use emojis.",
        "a: Sure 😊",
        "u bo@b member: Open?",
        f"a: {reply}",
    )
    assert layers(scope("isolation", *lines, checks=[4], **options))[4] == expected


def test_no_list_and_nothing_detectable_is_no_effective_check() -> None:  # V8, A5, C6
    lines = (
        "u ana@a member: Be thoughtful with me.",
        "a: Sure.",
        "u bo@b member: Open?",
        "a: Yes.",
    )
    for mode in ("isolation", "persistence", "global_applies_to_admin_only"):
        assert scope(mode, *lines, checks=[4]).reason.startswith("no_effective_check")


@pytest.mark.parametrize("mode", ["isolation", "persistence", "global_wins", "user_wins_conflict"])
def test_a_reply_that_was_not_observed_is_not_judged(mode: str) -> None:  # V7, A19
    lines: list[Any] = [
        "u ana@a admin: For everyone: lowercase.",
        {"role": "assistant", "content": "", "error": "timeout"},
    ]
    verdict = judged(*lines, bucket="scope_global_vs_user", options={"mode": mode})
    assert verdict.reason.startswith("not_observed")
