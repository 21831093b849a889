"""Halves behind ZoneS's screen read by the camera: when, what is told where one cannot be, and beyond the bag."""

import re
from dataclasses import replace
from pathlib import Path

from companion.games.zones.events import Laid, Lifted
from companion.kits.events import Starts
from companion.sight import Scene, Sighting
from tests.ui.zones_room import (
    ANN,
    BEN,
    WRONG,
    Room,
    bare,
    keys_of,
    looked,
    model_of,
    open_half,
    press,
    seen,
    state_of,
    tell_half,
)
from ui.games.zones.side import FieldSide
from ui.pages.played_table import PlayedTable
from ui.present.touches import at


def test_what_is_wrong_is_told_to_its_owner_alone(tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    looked(desk, WRONG, BEN)
    press(desk, "Ann is ready")
    press(desk, "Ben is ready")
    assert state_of(desk).screen.ready == (False, True)
    model = model_of(desk)
    assert model.banner is not None and model.banner.words == "Ann: not yet."
    # Without the addresses of functions, which may have these letters by chance.
    shown = re.sub("0x[0-9a-f]+", "", str(replace(model, own=None, board=None)))
    assert "f1" not in shown and bare(model)
    open_half(desk, 0)
    own = model_of(desk)
    assert own.kind == "half" and own.body[0].startswith("Archer may not stand on f1.")
    assert own.own is not None and dict(own.own.marks) == {"f1": "wrong"}
    for brush, spot in (("nothing", "f1"), ("archer", "c2")):
        desk.send(at(FieldSide.choose_brush, brush))
        desk.send(at(FieldSide.half_square, spot))
    press(desk, "I am ready")
    assert (
        state_of(desk).screen.ready == (True, True)
        and model_of(desk).headline == "Both are ready: lift the screen"
    )


def test_a_ready_button_of_the_panel_reads_the_own_half_or_opens_its_curtain(tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    desk.session.press("seat1")
    desk.tick()
    assert model_of(desk).kind == "curtain"
    desk.send(at(PlayedTable.close))
    looked(desk, ANN, BEN)
    for seat in (1, 0):
        desk.session.press(f"seat{seat}")
        desk.tick()
    assert state_of(desk).screen.ready == (True, True)
    desk.session.press("done")
    assert state_of(desk).phase == "coin"


def test_a_half_is_read_when_the_hands_are_gone(tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    looked(desk, ANN, BEN, hand=True)
    desk.send(at(FieldSide.read_half, 0))
    banner = model_of(desk).banner
    assert banner is not None and banner.words == "Ann: take your hands off the table."
    looked(desk, ANN, BEN, still=0.0)
    assert not state_of(desk).screen.ready[0]
    looked(desk, ANN, BEN)
    assert state_of(desk).screen.ready == (True, False)


def test_a_half_that_cannot_be_read_tells_its_owner_why(tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    now = desk.session.now
    desk.session._clock = lambda: now
    looked(desk, ANN, BEN, hand=True)
    desk.send(at(FieldSide.read_half, 0))
    now += 7.0
    desk.tick()
    banner = model_of(desk).banner
    assert banner is not None and banner.words == "Ann: not yet." and "hand" not in str(banner)
    open_half(desk, 0)
    assert model_of(desk).body[0] == "A hand was over the table."


def test_both_halves_together_beyond_the_bag_send_both_back(tmp_path: Path) -> None:
    fields = ("a1", "b1", "c1", "d1", "f1", "d2")
    mine = Laid(0, (), "b2", {**ANN.terrain, **dict.fromkeys(fields, "field")})
    rooms = [spot for spot in mine.terrain if mine.terrain[spot] == "field"]
    assert len(rooms) > 4
    rival = {spot: "field" if n < 6 else kind for n, (spot, kind) in enumerate(BEN.terrain.items())}
    desk = Room(tmp_path).told(
        Laid(0, ANN.pieces, "b2", mine.terrain),
        Laid(1, (("lobber", "d5"), ("lobber", "d6"), ("warrior", "f4")), "e5", rival),
    )
    desk.tick()
    assert state_of(desk).screen.ready == (False, False)


def test_halves_beyond_the_bag_are_told_so_alone_and_said_ready_once_more(tmp_path: Path) -> None:
    rival = {spot: "field" if n < 9 else "forest" for n, spot in enumerate(BEN.terrain)}
    desk = Room(tmp_path).told(ANN)
    assert state_of(desk).screen.ready == (True, False)
    open_half(desk, 1)
    tell_half(desk, Laid(1, BEN.pieces, BEN.base, rival))
    press(desk, "I am ready")
    assert state_of(desk).screen.ready == (False, False)
    for seat in (1, 0):
        open_half(desk, seat)
        model = model_of(desk)
        assert model.banner is None
        assert model.body[0].startswith("Both halves together show more tiles of one kind")
        assert next(key for key in model.answers if key.words == "I am ready").enabled
        desk.send(at(FieldSide.hide_half))
    assert "Ann and Ben: not yet." in str(model_of(desk).banner)
    open_half(desk, 0)
    press(desk, "I am ready")
    assert state_of(desk).screen.ready == (True, False)


def test_the_coin_on_the_table_says_who_begins(tmp_path: Path) -> None:
    desk = Room(tmp_path).told(ANN, BEN, Lifted())
    tails = Sighting("penny", "tails", "c3", 1.0)
    seen(desk, Scene((tails,)), still=0.1)
    assert state_of(desk).phase == "coin"
    seen(desk, Scene((tails,)))
    assert desk.session.referee.entries[-1].event == Starts(1)


def test_a_tile_is_drawn_and_ticked_in_turn(tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    press(desk, "Ann: the base is laid")
    press(desk, "Ben: the base is laid")
    press(desk, "Ben drew a tile")
    assert [key.words for key in keys_of(desk) if "drew" in key.words] == ["Ann drew a tile"]
    press(desk, "Ann drew a tile")
    assert state_of(desk).screen.drawn == (1, 1)
    assert "(Ann: 1, Ben: 1; each lays 17)" in model_of(desk).body[0]
