"""A page with a board: the steps stand in rows beside it, in wider ones below it when upright; the board stays."""

from dataclasses import replace
from typing import Any

import pytest

from tests.ui.sizes import SIZES
from ui.games.zong.map_side import MapDraft, track_of
from ui.present.models import Button, StepModel
from ui.present.touches import Goto, LeaveSteps

TRACK = replace(track_of(MapDraft(), None, None), part=(0.0, 0.0, 400.0, 300.0))


def model(steps: int) -> StepModel:
    names = tuple(Button(f"step {n}", Goto(str(n))) for n in range(steps))
    keys = (Button("All right", Goto("check")),)
    return StepModel(
        "Tap the goal", tabs=names, keys=keys, tools=(Button("Back", LeaveSteps()),), board=TRACK
    )


def screen_of() -> Any:
    from kivy.uix.widget import Widget

    from ui.screens.steps import StepScreen

    return StepScreen(lambda action: None, Widget())


@pytest.mark.parametrize(("steps", "rows"), [(6, [3, 3]), (7, [3, 3, 1]), (4, [2, 2])])
@pytest.mark.parametrize("is_upright", [False, True])
def test_the_steps_stand_in_rows_beside_the_board(
    window: Any, steps: int, rows: list[int], *, is_upright: bool
) -> None:
    from ui.widgets import theme
    from ui.widgets.boxes import Row

    theme.choose("dark")  # another test may have left large type
    theme.fit(*SIZES[2 if is_upright else 1])
    whole = screen_of().build(model(steps))
    _foot, with_board = whole.children
    beside, board = with_board.children
    found = [len(row.children) for row in reversed(beside.children) if isinstance(row, Row)]
    assert found[0] == 2, "the title and the key for the sound"
    if not is_upright or steps != 7:
        assert found[1:] == rows
    with_board.size = (800, 400)
    if is_upright:
        assert board.height == pytest.approx(min(600, 400 * 0.62))
    else:
        assert board.width == pytest.approx(800 * 0.64)
        with_board.size = (800, 300)
        assert board.width == pytest.approx(400), "no wider than it is high enough for"


def test_the_number_keys_do_what_can_be_done_and_the_board_stays(window: Any) -> None:
    screen = screen_of()
    assert screen.answers == ()
    assert screen.show(model(6)) and screen.answers == (Goto("check"),)
    assert not screen.show(model(6)), "nothing is built anew for the same"
    board = screen._board
    assert not screen.show(replace(model(6), board=replace(TRACK, drags=True))), (
        "only the board is drawn anew"
    )
    assert screen.show(model(4)) and screen._board is board
