"""A game whose own row is lost is told by the head of its record, as far as that is one."""

import json

import pytest

from ui.salvaged_games import _from_header
from ui.schema import Line


def lines(head: object) -> tuple[Line, ...]:
    return (Line("2026-03-01T19:30:00", 0, head if isinstance(head, str) else json.dumps(head)),)


def test_game_and_players_are_told_by_the_head() -> None:
    kept = _from_header(4, lines({"game": "zong", "setup": {"players": ["Ann", "Bo"]}}))
    assert kept is not None
    assert (kept.id, kept.game, kept.players) == (4, "zong", ("Ann", "Bo"))


@pytest.mark.parametrize(
    "head",
    [
        {"game": 3},
        {"game": "zong", "setup": {"players": 5}},
        {"setup": {}},
        {"game": "zong", "setup": 1},
        [],
        "{",
    ],
)
def test_what_is_no_head_tells_no_game(head: object) -> None:
    assert _from_header(1, lines(head)) is None
