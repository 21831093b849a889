"""A game as a list: every turning point and every turn a touch away from its board, and back to the list."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.approved.pages import text_of
from tests.situations.looked_back import PLAYS, record_of
from tests.ui.box.test_secrecy import SHOWN, ZOONDO, named, played, zoon_names
from ui.pages.looking_back import LookedBack, TimelinePage
from ui.present.models import MANY
from ui.present.touches import Do, Goto, PageBack, do

Make = Callable[[str], Any]


def page_of(game: str) -> TimelinePage:
    record = record_of(game)
    return TimelinePage(LookedBack(record.game, record.setup, record.entries))


@pytest.mark.parametrize("game", sorted(PLAYS))
def test_every_turning_point_stands_there_and_leads_to_its_place(game: str) -> None:
    page = page_of(game)
    points = page.looked.walk.turning_points
    assert [key.action for key in page.model().keys] == [do(page.open_place, point.place) for point in points]
    assert all(key.words and key.icon and key.detail for key in page.model().keys)


def test_every_turn_stands_on_one_page_once() -> None:
    page = page_of("zones")
    turns = page.looked.walk.turns
    found: list[int] = []
    for number in range(-(-len(turns) // MANY)):
        page.show("turns", number)
        found += [
            key.action.given[0]
            for key in page.model().keys
            if isinstance(key.action, Do) and key.action.method == page.open_place
        ]
    assert found == [turn.last for turn in turns]


def test_a_touch_leads_to_the_board_of_that_moment_and_back(fresh: Make) -> None:
    desk = fresh("timeline-zones")
    key = desk.model().keys[3]
    desk.send(key.action)
    assert desk.page == "replay" and desk.model().bar.at == key.action.given[0]
    assert set(desk.model().bar.marks) >= {key.action.given[0]}
    desk.send(PageBack())
    assert desk.page == "timeline"
    desk.send(Goto("history"))
    assert desk.page == "history"


def test_the_game_on_the_table_has_a_timeline_too(fresh: Make) -> None:
    desk = fresh("over")
    desk.send(Goto("after"))
    desk.send(Goto("timeline"))
    place = desk.model().keys[0].action.given[0]
    desk.send(desk.model().keys[0].action)
    assert desk.page == "replay" and desk.model().bar.at == place


def test_of_a_running_game_the_list_names_no_hidden_card() -> None:
    running = played(ZOONDO, SHOWN, 12)
    page = TimelinePage(LookedBack(running.game, running.setup, running.entries))
    for tab in ("points", "turns"):
        page.show(tab)
        assert named(text_of(page.model()), zoon_names(SHOWN)) == []
