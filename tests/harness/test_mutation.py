"""Which damages are tried: only those that can make a difference."""

from __future__ import annotations

from typing import Any

import pytest

from harness.lint.mutation import damages


@pytest.mark.parametrize(
    ("notice", "turned"),
    [
        ({"phrases": ["no restart"], "also": ["must not restart"]}, False),
        ({"references": ["WO-30518"], "require": "all"}, False),
        ({"references": ["WO-30518"], "also": ["must not restart"]}, True),
        ({"phrases": ["no restart"], "patterns": ["K[12]"], "require": "all"}, True),
    ],
)
def test_require_is_turned_round_only_where_there_are_two_kinds(
    notice: dict[str, Any], turned: bool
) -> None:
    tried = [what for what, _ in damages({"must_notice": notice})]
    assert any("require" in what for what in tried) is turned
