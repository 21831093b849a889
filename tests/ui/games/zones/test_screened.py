"""Behind ZoneS's screen: what one seat tells or the camera reads of its half is seen by its owner alone."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games.zones import GAME
from companion.games.zones.events import Laid
from companion.games.zones.pieces import TERRAINS, shipped
from tests.approved.touched import with_written
from tests.own_touches import kind_of
from tests.ui.conftest import SIZES
from tests.ui.zones_room import (
    ANN,
    BEN,
    OTHER,
    WRONG,
    Room,
    bare,
    keys_of,
    looked,
    model_of,
    open_half,
    press,
    state_of,
    tell_half,
    texts,
)
from ui.games.zones.field import ScreenModel
from ui.games.zones.side import FieldSide
from ui.pages.desk import Desk
from ui.pages.played_table import PlayedTable
from ui.pages.private_view import PrivateView
from ui.present.touches import Goto, PageBack, at, calls
from ui.widgets.drawing import DrawingView

PUBLIC = (
    (),
    (at(PlayedTable.open_menu),),
    (at(PlayedTable.open_telling),),
    (at(PlayedTable.press_button, "dispute"),),
    (at(PrivateView.draw_curtain, 1),),
    (at(PlayedTable.switch_picture),),
    (Goto("history"),),
)
"""Pages that all may see."""


def shown_to_all(desk: Desk) -> list[Any]:
    """The models of every page that all may see; each is left again."""
    found = []
    for actions in PUBLIC:
        for action in actions:
            desk.send(action)
        found.append(with_written(desk.model()))
        desk.send(PageBack())
        if desk.session.disputed:
            desk.send(at(PlayedTable.press_button, "dispute"))
    return found


def test_two_halves_that_differ_look_the_same_to_all(tmp_path: Path) -> None:
    for camera in (False, True):
        shown = []
        for half in (ANN, OTHER):
            desk = Room(tmp_path).begun()
            if camera:
                looked(desk, half, BEN)
            open_half(desk, 0)
            tell_half(desk, half)
            desk.send(at(FieldSide.half_ready, 0))
            assert state_of(desk).screen.ready == (True, False)
            shown.append(shown_to_all(desk))
        assert shown[0] == shown[1]


def test_no_text_of_any_public_page_names_what_lies_behind_the_screen(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    desk = Room(tmp_path).begun()
    looked(desk, WRONG, BEN)
    for seat in (0, 1):
        desk.send(at(FieldSide.read_half, seat))
    driver = drive(desk, SIZES[0])
    pieces = [entry["name"] for name, entry in shipped().items() if name != "roster"]
    for actions in PUBLIC:
        for action in actions:
            desk.send(action)
        driver.app._stale = True
        driver.run(0.2)
        words = " ".join(texts(driver.app.root)).lower()
        assert not [name for name in (*pieces, *TERRAINS) if name.lower() in words], words
        for view in (widget for widget in driver.app.root.walk() if isinstance(widget, DrawingView)):
            assert bare(SimpleNamespace(own=view.model))
        desk.send(PageBack())


def test_a_half_told_at_length_closes_when_nobody_touches_it(tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    open_half(desk, 0)
    tell_half(desk, Laid(0, (), "b2", {"a1": "field"}))
    side = desk.side
    assert side is not None
    side.alone._touched_at -= 200.0
    desk.tick()
    assert model_of(desk).kind == "play" and state_of(desk).screen.halves[0].base == "b2"
    assert not state_of(desk).screen.ready[0] and bare(model_of(desk))


@pytest.mark.parametrize("seat", [0, 1])
def test_only_the_own_half_can_be_touched(seat: int, tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    open_half(desk, seat)
    for n, region in enumerate(GAME.table(desk.session.referee.setup).regions):
        desk.send(at(FieldSide.choose_brush, TERRAINS[n % len(TERRAINS)]))
        desk.send(at(FieldSide.half_square, region.name))
    own = model_of(desk).own
    assert own is not None
    rows = {name[1] for name in own.tiles}
    assert rows == ({"1", "2", "3"} if seat == 0 else {"4", "5", "6"})


def test_each_seats_keys_keep_their_places_when_one_is_ready(tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    looked(desk, WRONG, BEN)
    before = [(key.seat, kind_of(key.action)) for key in keys_of(desk) if key.seat is not None]
    press(desk, "Ben is ready")
    assert state_of(desk).screen.ready == (False, True)
    after = [(key.seat, kind_of(key.action)) for key in keys_of(desk) if key.seat is not None]
    assert (
        after
        == before
        == [(seat, kind) for seat in (0, 1) for kind in (FieldSide.read_half, PrivateView.draw_curtain)]
    )
    assert [key.enabled for key in keys_of(desk) if calls(key.action, FieldSide.read_half)] == [True, False]


def test_two_ways_of_laying_both_halves_look_the_same_to_all(tmp_path: Path) -> None:
    shown, laid = [], []
    for seed in (1, 2):
        desk = Room(tmp_path).begun()
        assert desk.opened is not None
        desk.opened.chance.seed(seed)
        for seat in (0, 1):
            open_half(desk, seat)
            press(desk, "Lay mine for me")
            press(desk, "I am ready")
        assert state_of(desk).screen.ready == (True, True)
        laid.append(state_of(desk).screen.halves)
        shown.append(shown_to_all(desk))
    assert laid[0] != laid[1] and shown[0] == shown[1]


def test_each_seats_keys_stand_on_its_own_half_whoever_is_ready(tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    for told in (None, BEN, ANN):
        if told is not None:
            room_told = Room(tmp_path).made.told
            room_told(desk, (told,))
        own = model_of(desk).own
        assert isinstance(own, ScreenModel)
        assert [[key.seat for key in half] for half in own.halves] == [[0], [1]]
