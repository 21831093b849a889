"""What a press leaves on the screen, and what of an event told step by step is said already: exactly."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.game import Setup, checked
from companion.games import all_games
from tests.situations.screens import situations
from ui.pages.picking import _so_far
from ui.pages.played_table import PlayedTable
from ui.present.models import TableFocus
from ui.present.names import card_facts
from ui.present.touches import at

GAME = all_games()["zombinion"]


@pytest.mark.parametrize(
    ("picks", "words"),
    [
        ((), ()),
        ((("kind", "Moved"), ("seat", 1), ("what", "react")), ()),
        ((("kind", "Moved"), ("start", "a2"), ("card", "barricata")), ("a2 · Barricata",)),
        ((("trump", "piano-superiore"), ("count", 3)), ("Piano superiore · 3",)),
        ((("turned", True), ("far", False), ("card", None), ("at", None)), ()),
        ((("card", 4), ("name", "barricata")), ("4 · barricata",)),
    ],
)
def test_what_has_been_said_already(picks: tuple[tuple[str, Any], ...], words: tuple[str, ...]) -> None:
    setup = checked(GAME, Setup(2))
    moment: Any = SimpleNamespace(
        called=lambda label: card_facts(GAME, setup, label).called, focus=TableFocus(picks=picks)
    )
    assert _so_far(moment) == words


@pytest.mark.parametrize(
    ("situation", "button", "idle"),
    [
        ("play", "done", True),
        ("play", "seat0", False),
        ("play", "dispute", False),
        ("play", "back", False),
        ("chores", "done", True),
        ("zong-first", "done", False),
    ],
)
def test_a_press_closes_what_was_looked_at_and_says_whether_anything_came_of_it(
    situation: str, button: str, idle: bool, tmp_path: Path
) -> None:
    desk = situations(tmp_path)[situation]()
    side = desk.side
    assert side is not None
    side.focus = TableFocus(menu="menu", square="a1", picture=True)
    desk.send(at(PlayedTable.press_button, button))
    focus = side.focus
    assert (focus.menu, focus.square, focus.idle) == ("", None, idle)
    desk.close()
