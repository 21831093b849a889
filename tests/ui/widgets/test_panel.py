"""The referee's side of the table: whose turn, what happened, chores to tick, and the hand that touches it."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.ui.at_desk import model_of
from tests.ui.audit import complaints, walk
from tests.ui.conftest import SIZES
from ui.pages.desk import Desk
from ui.pages.played_table import PlayedTable
from ui.present.touches import at

each_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
Drive = Callable[..., Any]
Make = Callable[[str], Desk]


def found(driver: Any, kind: type) -> list[Any]:
    return [widget for widget in walk(driver.app.root) if isinstance(widget, kind)]


@each_size
def test_whose_turn_it_is_stands_in_the_seats_colour_larger_than_all_else(
    size: tuple[int, int], made: Make, drive: Drive
) -> None:
    from ui.widgets.panel import SeatBand
    from ui.widgets.text import Fitted, Words
    from ui.widgets.theme import colour_of

    desk = made("play")
    driver = drive(desk, size)
    driver.run(0.2)
    (band,) = found(driver, SeatBand)
    words = [text for text in walk(band) if isinstance(text, Words | Fitted)]
    words.sort(key=lambda text: -float(text.font_size))
    assert [text.text for text in words] == [model_of(desk).headline, model_of(desk).body[0]]
    others = [text for text in found(driver, Words) + found(driver, Fitted) if text not in words]
    assert words[0].font_size > max(text.font_size for text in others)
    acting = next(chip.seat for chip in model_of(desk).chips if chip.active)
    grounds = [part for head in walk(band) for part in head.canvas.before.children]
    painted = [tuple(part.rgba) for part in grounds if hasattr(part, "rgba")]
    assert any(each == pytest.approx(colour_of(f"s{acting}")) for each in painted)


@each_size
def test_as_many_of_the_last_events_are_shown_as_there_is_room_for(
    size: tuple[int, int], made: Make, drive: Drive
) -> None:
    from ui.widgets.panel import HappenedRow
    from ui.widgets.tiles import Paged

    driver = drive(made("play"), size)
    driver.run(0.3)
    rows = found(driver, HappenedRow)
    assert len(rows) >= (2 if size == SIZES[0] else 3)
    (paged,) = found(driver, Paged)
    assert all(row.to_window(*row.pos)[1] >= paged.y - 2 for row in rows), "none of them is cut"


def test_a_touched_event_is_shown_on_the_board_until_it_is_touched_again(fresh: Make, drive: Drive) -> None:
    from ui.widgets.panel import HappenedRow

    desk = fresh("play")
    driver = drive(desk, SIZES[0])
    driver.run(0.3)
    now = model_of(desk).board
    key = min(found(driver, HappenedRow), key=lambda row: float(row.to_window(*row.pos)[1]))
    driver.touch(*key.to_window(*key.center))
    shown = model_of(desk)
    lit = [one for one in shown.past if one.lit]
    assert [one.action for one in lit] == [key.action]
    assert shown.board.pieces != now.pieces and shown.kind == "play"
    assert desk.session.reply.view.headline == shown.headline, "what is due stays in sight"
    driver.run(0.3)
    (again,) = [row for row in found(driver, HappenedRow) if row.action == key.action]
    driver.touch(*again.to_window(*again.center))
    assert model_of(desk).board == now


def test_on_the_simulated_table_the_board_shows_it_and_the_table_comes_back(made: Make) -> None:
    desk = made("simulated")
    side = desk.side
    assert side is not None and side.shows_simulated
    desk.send(model_of(desk).past[1].action)
    assert not side.shows_simulated
    desk.send(at(PlayedTable.press_button, "done"))
    assert side.shows_simulated


def test_a_touch_anywhere_on_a_chore_ticks_it_off(fresh: Make, drive: Drive) -> None:
    from ui.widgets.panel import ChoreKey

    desk = fresh("chores")
    driver = drive(desk, SIZES[0])
    driver.run(0.2)
    before = model_of(desk).tasks
    key = found(driver, ChoreKey)[0]
    x, y = key.to_window(*key.pos)
    driver.touch(x + 6, y + key.height / 2)
    assert len(model_of(desk).tasks) < len(before)
    assert not [each for each in found(driver, ChoreKey) if each.action == key.action]


@each_size
def test_for_the_left_hand_the_panel_stands_on_the_other_side(
    size: tuple[int, int], made: Make, drive: Drive
) -> None:
    desk = made("play")
    desk.settings.change(left_handed=True)
    try:
        driver = drive(desk, size)
        driver.run(0.2)
        page = driver.app._page
        upright = size[1] > size[0]
        board, panel = page._ground, page._panel
        assert (panel.y > board.top - 1) if upright else (panel.right < board.x + 1)
        assert complaints(driver.app.root) == []
    finally:
        desk.settings.change(left_handed=False)
    driver.app.refresh()
    driver.run(0.2)
    page = driver.app._page
    assert (page._panel.top < page._ground.y + 1) if upright else (page._panel.x > page._ground.right - 1)
