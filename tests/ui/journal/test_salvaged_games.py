"""A game whose own row is lost is told by the head of its record, as far as that is one."""

import json

import pytest

from ui.journal.salvaged_games import Saved, _from_header, _is_ours
from ui.journal.schema import Line, seal


def lines(head: object) -> tuple[Line, ...]:
    return (Line("2026-03-01T19:30:00", 0, head if isinstance(head, str) else json.dumps(head)),)


def test_game_and_players_are_told_by_the_head() -> None:
    kept = _from_header(4, lines({"game": "zong", "setup": {"players": ["Ann", "Bo"]}}))
    assert kept is not None
    assert (kept.id, kept.game, kept.players) == (4, "zong", ("Ann", "Bo"))


def test_what_was_saved_is_counted_in_games_and_entries() -> None:
    one = _from_header(1, (*lines({"game": "zong"}), Line("2026-03-01T19:31:00", 1, "{}")))
    bare = _from_header(2, lines({"game": "zong"}))
    assert one is not None and bare is not None
    assert Saved((one,), ()).words() == "1 game with 1 entry was saved"
    assert Saved((one, bare, one), ("game 7 is lost",)).words() == (
        "3 games with 2 entries were saved; game 7 is lost"
    )
    assert Saved((), (), counted=False).words() == (
        "no game could be saved; what was written last may be lost too"
    )


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


@pytest.mark.parametrize(
    ("row", "ours"),
    [
        ((1, "at", 0, seal(1, "at", 0)), True),
        ((1, "at", 0, seal(1, "at", 1)), False),
        ((1, "at", 0, ""), False),
        ((1, "at", 0, "text", "f" * 16), True),
        ((1, "at", 0, "text", "f" * 15), False),
        ((1, "at", 0, "text", "f" * 17), False),
        ((1, "at", 0, "text", b"f" * 16), False),
        ((1, "at", 0, "text", None), False),
    ],
)
def test_a_row_that_is_no_line_of_ours_is_told_from_one_that_is(row: tuple[object, ...], ours: bool) -> None:
    assert _is_ours(row) is ours
