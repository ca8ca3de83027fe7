"""What a model thought is told apart from what it said."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage

from harness.agents.reasoning import exposed, untagged
from tests.agents.loopback import call, says
from tests.agents.trials import driven


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("Hello.", (), "Hello."),
        ("<think>a</think>\n\nb", ("a",), "b"),
        ("<THINK>a</Think>b", ("a",), "b"),
        ("<thinking>a</thinking>b", ("a",), "b"),
        ("a</think>b", ("a",), "b"),
        ("b<think>a", ("a",), "b"),
        ("<think>a</think>b<think>c</think>d", ("a", "c"), "b\nd"),
        ("<think>a<think>b</think>c</think>d", ("a", "b", "c"), "d"),
        ("<think></think>b", (), "b"),
        ("the tag `<think>` is quoted", (), "the tag `<think>` is quoted"),
        ("a < b and c > d", (), "a < b and c > d"),
        ("<think>only", ("only",), ""),
    ],
)
def test_think_tags_are_reasoning(text: str, inside: tuple[str, ...], outside: str) -> None:
    assert untagged(text, ("think", "thinking")) == (inside, outside)


@given(st.lists(st.sampled_from(["<think>", "</think>", "a", "b ", "`", "\n"])))
def test_no_word_is_lost_between_reasoning_and_text(parts: list[str]) -> None:
    text = "".join(parts)
    inside, outside = untagged(text, ("think",))
    for letter in "ab":
        assert sum(p.count(letter) for p in (*inside, outside)) == text.count(letter)


@pytest.mark.parametrize(
    ("content", "thoughts", "text"),
    [
        ([{"type": "thinking", "thinking": "t", "signature": "s"}, "x"], [("t", "full")], "x"),
        ([{"type": "thinking", "thinking": "", "signature": "s"}], [("", "hidden")], ""),
        ([{"type": "redacted_thinking", "data": "…"}], [("", "hidden")], ""),
        ([{"type": "reasoning", "reasoning": "t"}], [("t", "full")], ""),
        (
            [{"type": "reasoning", "summary": [{"type": "summary_text", "text": "s"}]}],
            [("s", "summary")],
            "",
        ),
        ([{"type": "reasoning", "summary": [], "encrypted_content": "…"}], [("", "hidden")], ""),
        (
            [{"type": "reasoning_content", "reasoning_content": {"text": "t", "signature": ""}}],
            [("t", "full")],
            "",
        ),
        ([{"type": "thinking", "thinking": [{"type": "text", "text": "t"}]}], [("t", "full")], ""),
        ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], [], "ab"),
        (
            [
                {"type": "text", "text": "a"},
                {"type": "tool_use", "id": "1", "name": "x", "input": {}},
                {"type": "text", "text": "b"},
            ],
            [],
            "a\nb",
        ),
        ([{"type": "refusal", "refusal": "no"}], [], "no"),
        ("\n \n", [], ""),
    ],
)
def test_content_blocks_are_sorted(
    content: Any, thoughts: list[tuple[str, str]], text: str
) -> None:
    found, said = exposed(AIMessage(content=content))
    assert [(thought.text, thought.visibility) for thought in found] == thoughts
    assert said == text


@pytest.mark.parametrize(
    ("fields", "thoughts"),
    [
        ({"reasoning_content": "t"}, [("t", "full")]),
        ({"reasoning": "t"}, [("t", "full")]),
        ({"reasoning": "t", "reasoning_content": "t"}, [("t", "full")]),
        ({"reasoning": {"summary": [{"text": "s"}]}}, [("s", "summary")]),
        ({"reasoning_details": [{"type": "reasoning.encrypted"}]}, [("", "hidden")]),
        (
            {"reasoning_details": [{"type": "reasoning.summary", "summary": "s"}]},
            [("s", "summary")],
        ),
        ({"reasoning_content": None, "reasoning": ""}, []),
    ],
)
def test_fields_beside_the_content_are_reasoning(
    fields: dict[str, Any], thoughts: list[tuple[str, str]]
) -> None:
    found, _ = exposed(AIMessage(content="", additional_kwargs=fields))
    assert [(thought.text, thought.visibility) for thought in found] == thoughts


def test_reasoning_of_compatible_servers_is_recorded_in_order() -> None:
    trial = driven(
        says(
            "<think>second</think>Looking.",
            calls=[call('{"query": "a"}')],
            reasoning_content="first",
        ),
        says("Blue.", reasoning="third"),
    )
    assert trial.thought == [("first", "full"), ("second", "full"), ("third", "full")]
    assert trial.said == ["Looking.", "Blue."]
    assert [event.kind for event in trial.door.events] == [
        "reasoning",
        "reasoning",
        "message",
        "call",
        "result",
        "reasoning",
        "message",
    ]


def test_reasoning_goes_back_with_the_calls_that_it_led_to() -> None:
    trial = driven(
        says("Hm?", reasoning_content="asking"),
        says(calls=[call('{"query": "a"}')], reasoning_content="looking"),
        says("Blue."),
        replies=["Go on."],
    )
    sent = trial.heard(2)
    assert "reasoning_content" not in sent[2]
    assert sent[4]["reasoning_content"] == "looking"


def test_reasoning_alone_is_no_message() -> None:
    trial = driven(says("<think>and so</think>"))
    assert trial.thought == [("and so", "full")]
    assert trial.said == []
