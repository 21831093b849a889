"""The screen on which a board is mapped: the steps stand in two rows beside the board, in one below it when upright."""

from typing import Any

import pytest

from ui.games.zong.track import TrackModel
from ui.present.desk_touches import Goto
from ui.present.models import Button
from ui.present.steps import MapModel
from ui.present.touches import LeaveSteps

TRACK = TrackModel(400.0, 300.0, (0.0, 0.0, 400.0, 300.0), ())


def model(steps: int) -> MapModel:
    names = tuple(Button(f"step {n}", Goto(str(n))) for n in range(steps))
    keys = (Button("All right", Goto("check")),)
    return MapModel(
        "Map", TRACK, "Tap the goal", steps=names, keys=keys, tools=(Button("Back", LeaveSteps()),)
    )


@pytest.mark.parametrize(("steps", "rows"), [(6, [3, 3, 1]), (7, [3, 4, 1]), (4, [2, 2, 1])])
def test_the_steps_stand_in_two_rows_beside_the_board(
    window: Any, monkeypatch: pytest.MonkeyPatch, steps: int, rows: list[int]
) -> None:
    from ui.screens import mapping
    from ui.widgets.boxes import Row

    monkeypatch.setattr(mapping, "upright", lambda: False)
    screen = mapping.MapScreen(lambda action: None)
    whole = screen.build(model(steps))
    beside, board = whole.children
    assert (board.size_hint_x, beside.size_hint_x) == (0.66, pytest.approx(0.34))
    assert [len(row.children) for row in reversed(beside.children) if isinstance(row, Row)] == rows


def test_below_an_upright_board_the_steps_stand_in_one_row(
    window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ui.screens import mapping
    from ui.widgets.boxes import Row

    monkeypatch.setattr(mapping, "upright", lambda: True)
    screen = mapping.MapScreen(lambda action: None)
    whole = screen.build(model(6))
    assert [len(row.children) for row in reversed(whole.children) if isinstance(row, Row)] == [6, 1]
    board = whole.children[-1]
    board.width = 300
    assert board.size_hint_y is None and board.height == board.high(300)


def test_the_number_keys_do_what_can_be_done(window: Any) -> None:
    from ui.screens.mapping import MapScreen

    screen = MapScreen(lambda action: None)
    assert screen.answers == ()
    assert screen.show(model(6)) and screen.answers == (Goto("check"),)
    assert not screen.show(model(6)), "nothing is built anew for the same"
    assert screen.show(model(4))
