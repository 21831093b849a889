"""Halves behind ZoneS's screen that the box deals, and how they are laid on the table once it is lifted."""

from pathlib import Path

from companion.games.zones.events import Lifted
from tests.ui.zones_room import (
    ANN,
    BEN,
    Room,
    keys_of,
    looked,
    model_of,
    open_half,
    press,
    state_of,
)
from ui.games.zones.side import FieldSide
from ui.present.touches import calls


def test_a_half_is_laid_by_the_box_for_one_alone_and_may_be_changed_before_it_is_ready(
    tmp_path: Path,
) -> None:
    desk = Room(tmp_path).begun()
    open_half(desk, 0)
    press(desk, "Lay mine for me")
    own = model_of(desk)
    assert own.kind == "half" and own.banner is not None and own.banner.words == "Everything is right."
    assert not any("Lay mine" in key.words for key in own.answers), "it is dealt once"
    assert not any(state_of(desk).screen.ready), "nothing is booked before its owner says so"
    press(desk, "I am ready")
    assert state_of(desk).screen.ready == (True, False)
    assert not any("Lay both" in key.words for key in keys_of(desk))


def test_both_halves_that_the_box_lays_are_shown_at_once(tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    press(desk, "Lay both halves for us")
    assert state_of(desk).phase == "coin"
    assert [type(entry.event).__name__ for entry in desk.session.referee.standing] == [
        "Laid",
        "Laid",
        "Lifted",
    ]
    assert model_of(desk).headline == "Flip the coin"


def test_with_a_camera_nobody_deals_for_both(tmp_path: Path) -> None:
    """There the real tiles are drawn and laid, and read."""
    desk = Room(tmp_path).begun()
    looked(desk, ANN, BEN)
    assert not any(calls(key.action, FieldSide.deal_halves) for key in keys_of(desk))


def test_real_tiles_are_laid_step_by_step_once_the_screen_is_lifted(tmp_path: Path) -> None:
    desk = Room(tmp_path).told(ANN, BEN, Lifted())
    press(desk, "Lay the real tiles step by step")
    seen_tiles: dict[str, str] = {}
    for _step in range(6):
        model = model_of(desk)
        assert model.own is not None
        lit = [name for name, mark in model.own.marks.items() if mark == "chosen"]
        assert lit and all(name in model.body[0] for name in lit)
        seen_tiles |= {
            name: model.own.tiles[name].partition("-")[0] for name in lit if model.headline != "Pieces"
        }
        press(desk, "Next" if model.headline != "Pieces" else "All is laid")
    state = state_of(desk)
    assert seen_tiles == dict(zip(state.agreed.board.names, state.terrain, strict=True))
    assert model_of(desk).headline == "Flip the coin"
