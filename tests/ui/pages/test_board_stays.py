"""A square lies where it lay when the board takes the simulated table's place: no tap hits its neighbour."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.ui.conftest import SIZES
from tests.ui.fingers import begun
from tests.ui.pages.test_by_one_tap import SEED
from ui.pages.played_table import PlayedTable
from ui.present.touches import at, calls
from ui.touch.focus import spots_of


def test_in_a_dispute_the_board_stands_in_the_place_of_the_cameras_picture(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    player = begun(drive, tmp_path, SIZES[0], "zoon_alternate", SEED)
    player.press("Lay out for me")
    player.settle(2.0)
    app = player.driver.app
    app.send(at(PlayedTable.switch_picture))
    side = app.desk.side
    assert side.shows_camera
    app.send(at(PlayedTable.press_button, "dispute"))
    player.settle()
    assert not side.shows_camera
    assert any(spot.board is not None for spot in spots_of(app.root))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_squares_stay_where_they_are_in_a_dispute(
    size: tuple[int, int], drive: Callable[..., Any], tmp_path: Path
) -> None:
    player = begun(drive, tmp_path, size, "zoon_alternate", SEED)
    player.press("Lay out for me")
    player.settle(2.0)
    before = {name: player.place(name) for name in ("a1", "c3", "f6")}
    player.driver.app.send(at(PlayedTable.press_button, "dispute"))
    player.driver.run(0.3)
    board = player.stage.field
    assert board.parent is not None, "the table stays in its place"
    for name, (x, y) in before.items():
        region = next(each for each in board.model.regions if each.name == name)
        at_x, at_y = board.to_px(*region.centre)
        assert abs(at_x - x) < 4 and abs(at_y - y) < 4
        assert board.part_at(x, y).name == name
    player.desk.close()


@pytest.mark.parametrize("game", ["zombinion", "zoon_alternate", "zoondo"])
def test_what_lays_out_is_in_view_below_the_offer_of_the_guide(
    game: str, drive: Callable[..., Any], tmp_path: Path
) -> None:
    from ui.touch.focus import spots_of

    player = begun(drive, tmp_path, SIZES[2], game, SEED)
    assert player.desk.model().guide is not None
    root = player.driver.app.root
    laying = next(spot for spot in spots_of(root) if calls(spot.name, PlayedTable.lay_out))
    assert laying.seen == laying.box, "nothing of it is cut off"
    player.desk.close()


def test_laying_out_piles_is_called_so_and_names_them(drive: Callable[..., Any], tmp_path: Path) -> None:
    player = begun(drive, tmp_path, SIZES[0], "zombinion", SEED)
    shown = player.desk.model()
    assert shown.headline == "Lay out the table"
    assert any(line.startswith("Piles still to lay: ") and " more" in line for line in shown.body), shown.body
    player.press("Lay out for me")
    player.settle(2.0)
    assert all("Lay out" not in key.words for key in player.desk.model().helps)
    player.desk.close()


def test_where_nobody_knows_their_own_cards_it_is_said_before_the_game(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    player = begun(drive, tmp_path, SIZES[0], "zoondo", SEED)
    assert any("nobody knows their own" in note for note in player.desk.model().notes)
    player.desk.close()


def test_a_throw_on_the_screen_is_booked_as_one() -> None:
    from tests.ui.at_box import Box
    from ui.box.session import Press
    from ui.box.throws import SHOWN_SECONDS

    for by in ("touch", "panel"):
        box = Box()
        box.session.inbox.post_press(Press("seat0", by))
        box.session.tick()
        box.now += SHOWN_SECONDS
        box.session.tick()
        assert [entry.by for entry in box.referee.entries] == [by]
