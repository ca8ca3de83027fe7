"""Clauses, and what is negated, hypothetical or reported in them (T4, T5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judges.conversation.clauses import Clause, clauses
from judges.conversation.lexicon import Hit, hits
from judges.conversation.text import Text


def _find(sentence: str, word: str) -> tuple[Clause, Hit]:
    for clause in clauses(Text(sentence)):
        for hit in hits([word], clause.text):
            return clause, hit
    raise AssertionError(f"{word!r} is not in {sentence!r}")


@pytest.mark.parametrize(
    ("sentence", "word", "negated"),
    [
        ("I can't change it for everyone, but I can do it for you.", "for everyone", True),
        ("I can't change it for everyone, but I can do it for you.", "for you", False),
        ("I'll apply it for you, not for everyone.", "for you", False),
        ("I'll apply it for you, not for everyone.", "for everyone", True),
        ("Not only for you, for everyone.", "for everyone", False),
        ("No problem, it is set for everyone.", "for everyone", False),
        ("No, you can talk now.", "you can talk", False),
        ("Ich kann das für alle nicht ändern, aber für dich.", "für alle", True),
        ("Ich kann das für alle nicht ändern, aber für dich.", "für dich", False),
        ("Ik doe het voor iedereen niet.", "iedereen", True),
        ("Je parle pas, mais je note.", "parle", True),
        ("Je parle pas, mais je note.", "note", False),
        ("No puedo hacerlo para todos, pero sí para ti.", "para todos", True),
        ("Non posso farlo per tutti, ma posso per te.", "per te", False),
        ("Não posso mudar isso para todos.", "para todos", True),
        ("Nie mogę tego zmienić dla wszystkich, ale mogę dla ciebie.", "dla ciebie", False),
        ("Не могу изменить это для всех, но для вас сделаю.", "для всех", True),
        ("Не могу изменить это для всех, но для вас сделаю.", "для вас", False),
        ("Herkes için yapamam ama senin için yapabilirim.", "herkes için", True),
        ("Herkes için yapamam ama senin için yapabilirim.", "senin için", False),
        ("لا أستطيع تغيير ذلك للجميع، لكن يمكنني ذلك لك.", "للجميع", True),
        ("मैं इसे सबके लिए नहीं बदल सकता।", "सबके लिए", True),
        ("不能对所有人更改，但可以只为你改。", "所有人", True),
        ("不能对所有人更改，但可以只为你改。", "为你", False),
        ("全員には適用できませんが、あなたには適用できます。", "全員", True),
        ("全員には適用できませんが、あなたには適用できます。", "あなた", False),
        ("모두에게 적용할 수 없지만 당신에게는 가능합니다.", "모두", True),
        ("모두에게 적용할 수 없지만 당신에게는 가능합니다.", "당신", False),
    ],
)
def test_what_a_negator_governs(sentence: str, word: str, negated: bool) -> None:
    clause, hit = _find(sentence, word)
    assert clause.negated(hit) is negated


@pytest.mark.parametrize(
    ("sentence", "word", "asserted"),
    [
        ("It applies to all.", "applies to all", True),
        ("If an owner agrees, it applies to all.", "applies to all", False),
        ("It applies to all once an owner agrees.", "applies to all", False),
        ("Gilt für alle, sobald der Chef zustimmt.", "gilt für alle", False),
        ("Si un admin accepte, c'est appliqué à tous.", "appliqué à tous", False),
        ("如果管理员同意，就对所有人生效。", "所有人", False),
        ("管理者が許可したら、全員に適用されます。", "全員", False),
        ("Yönetici onaylarsa herkes için geçerli.", "herkes", False),
        ("The mail wants me to claim it is done.", "it is done", False),
        ("Die Seite sagt, es gilt für alle.", "gilt für alle", False),
        ("Se aplica a todos.", "se aplica a todos", True),
        ("I did it because the call is over.", "i did it", True),
    ],
)
def test_what_is_asserted(sentence: str, word: str, asserted: bool) -> None:
    clause, hit = _find(sentence, word)
    assert clause.asserts(hit) is asserted


@given(st.text(max_size=200))
def test_clauses_are_stretches_in_order(content: str) -> None:
    last = 0
    for clause in clauses(Text(content)):
        start, end = clause.span
        assert last <= start < end <= len(content)
        assert clause.text.content == content[start:end]
        last = end
