"""Behind ZoneS's screen: what one seat tells or the camera reads of its half is seen by its owner alone."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games.zones import GAME
from companion.games.zones.events import Laid, Lifted
from companion.games.zones.pieces import TERRAINS, shipped
from companion.kits.zoon_events import Starts
from companion.sight import Scene, Sighting
from tests.ui.conftest import SIZES
from tests.ui.zones_room import (
    ANN,
    BEN,
    OTHER,
    PINNED,
    Room,
    keys_of,
    looked,
    model_of,
    open_half,
    press,
    seen,
    state_of,
    tell_half,
    texts,
)
from ui.box.opening import sources
from ui.cli import run_command
from ui.games.zones.touches import ChooseBrush, DealHalves, HalfReady, HalfSquare, HideHalf, ReadHalf
from ui.journal.store import open_store
from ui.pages.agreement import Agreement
from ui.pages.agreement_touches import SetFacts
from ui.pages.desk import Desk
from ui.places import journal_file
from ui.present.desk_touches import Goto, PageBack, Resume, Start
from ui.present.field import ScreenModel
from ui.present.table_touches import Close, DrawCurtain, OpenMenu, OpenTelling, PressButton, SwitchPicture
from ui.widgets.field import FieldView

WRONG = Laid(0, (("archer", "f1"), *ANN.pieces[1:]), ANN.base, ANN.terrain)
"""A half whose archer stands on no home tile."""
PUBLIC = (
    (),
    (OpenMenu(),),
    (OpenTelling(),),
    (PressButton("dispute"),),
    (DrawCurtain(1),),
    (SwitchPicture(),),
    (Goto("history"),),
)
"""Pages that all may see."""


def bare(model: Any) -> bool:
    """Whether no tile and no token is drawn."""
    if isinstance(model.own, ScreenModel):
        return True
    return not model.own.tokens and not any(square.tile for square in model.own.squares)


def shown_to_all(desk: Desk) -> list[Any]:
    """The models of every page that all may see; each is left again."""
    found = []
    for actions in PUBLIC:
        for action in actions:
            desk.send(action)
        found.append(desk.model())
        desk.send(PageBack())
        if desk.session.disputed:
            desk.send(PressButton("dispute"))
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
            desk.send(HalfReady(0))
            assert state_of(desk).screen.ready == (True, False)
            shown.append(shown_to_all(desk))
        assert shown[0] == shown[1]


def test_no_text_of_any_public_page_names_what_lies_behind_the_screen(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    desk = Room(tmp_path).begun()
    looked(desk, WRONG, BEN)
    for seat in (0, 1):
        desk.send(ReadHalf(seat))
    driver = drive(desk, SIZES[0])
    pieces = [entry["name"] for name, entry in shipped().items() if name != "roster"]
    for actions in PUBLIC:
        for action in actions:
            desk.send(action)
        driver.app._stale = True
        driver.run(0.2)
        words = " ".join(texts(driver.app.root)).lower()
        assert not [name for name in (*pieces, *TERRAINS) if name.lower() in words], words
        for view in (widget for widget in driver.app.root.walk() if isinstance(widget, FieldView)):
            assert bare(SimpleNamespace(own=view.model))
        desk.send(PageBack())


def test_what_is_wrong_is_told_to_its_owner_alone(tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    looked(desk, WRONG, BEN)
    press(desk, "Ann is ready")
    press(desk, "Ben is ready")
    assert state_of(desk).screen.ready == (False, True)
    model = model_of(desk)
    assert model.banner is not None and model.banner.words == "Ann: not yet."
    assert "f1" not in str(replace(model, own=None, board=None)) and bare(model)
    open_half(desk, 0)
    own = model_of(desk)
    assert own.kind == "half" and own.body[0].startswith("Archer may not stand on f1.")
    assert own.own is not None and [s.name for s in own.own.squares if s.mark == "wrong"] == ["f1"]
    for brush, at in (("nothing", "f1"), ("archer", "c2")):
        desk.send(ChooseBrush(brush))
        desk.send(HalfSquare(at))
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
    desk.send(Close())
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
    desk.send(ReadHalf(0))
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
    desk.send(ReadHalf(0))
    now += 7.0
    desk.tick()
    banner = model_of(desk).banner
    assert banner is not None and banner.words == "Ann: not yet." and "hand" not in str(banner)
    open_half(desk, 0)
    assert model_of(desk).body[0] == "A hand was over the table."


def test_both_halves_together_beyond_the_bag_send_both_back(tmp_path: Path) -> None:
    fields = ("a1", "b1", "c1", "d1", "f1", "d2")
    mine = Laid(0, (), "b2", {**ANN.terrain, **dict.fromkeys(fields, "field")})
    rooms = [at for at in mine.terrain if mine.terrain[at] == "field"]
    assert len(rooms) > 4
    rival = {at: "field" if n < 6 else kind for n, (at, kind) in enumerate(BEN.terrain.items())}
    desk = Room(tmp_path).told(
        Laid(0, ANN.pieces, "b2", mine.terrain),
        Laid(1, (("lobber", "d5"), ("lobber", "d6"), ("warrior", "f4")), "e5", rival),
    )
    desk.tick()
    assert state_of(desk).screen.ready == (False, False)


def test_halves_beyond_the_bag_are_told_so_alone_and_said_ready_once_more(tmp_path: Path) -> None:
    rival = {at: "field" if n < 9 else "forest" for n, at in enumerate(BEN.terrain)}
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
        desk.send(HideHalf())
    assert "Ann and Ben: not yet." in str(model_of(desk).banner)
    open_half(desk, 0)
    press(desk, "I am ready")
    assert state_of(desk).screen.ready == (True, False)


def test_a_box_that_dies_in_the_middle_goes_on_with_what_each_had_told(tmp_path: Path) -> None:
    room = Room(tmp_path)
    desk = room.begun()
    open_half(desk, 1)
    tell_half(desk, BEN)
    desk.send(HalfReady(1))
    open_half(desk, 0)
    tell_half(desk, Laid(0, (), "b2", dict(list(ANN.terrain.items())[:9])))
    desk.send(HideHalf())
    desk.tick()
    # No farewell: another process opens the same journal.
    maker = room.made.maker
    again = open_store(next(tmp_path.glob("*/journal.db")))
    other = Desk(again, maker.plain, Agreement((GAME,), sources, "simulated"))
    other.send(Resume(again.games()[0].id))
    assert state_of(other).screen.ready == (False, True) and state_of(other) == state_of(desk)
    open_half(other, 0)
    own = model_of(other).own
    assert own is not None and sum(bool(square.tile) for square in own.squares) == 10
    again.close()


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


@pytest.mark.parametrize("command", [("show", "--json"), ("replay",), ("export",)], ids=" ".join)
def test_the_journal_of_a_screened_game_tells_no_half(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = open_store(journal_file())
    room = Room(tmp_path)
    desk = Desk(store, room.made.maker.plain, Agreement((GAME,), sources, "simulated"))
    for action in (Goto("seats"), SetFacts(PINNED), Start()):
        desk.send(action)
    open_half(desk, 0)
    tell_half(desk, Laid(0, (), "b2", dict(list(ANN.terrain.items())[:9])))
    desk.send(HideHalf())
    open_half(desk, 1)
    tell_half(desk, BEN)
    desk.send(HalfReady(1))
    assert len(desk.session.referee.entries) == 2
    store.close()
    assert run_command(("journal", *command)) == 0
    said = "".join(capsys.readouterr())
    for line in said.splitlines():
        # The head of a record holds what was agreed, rosters and armies too.
        told = "" if '"facts"' in line else line
        assert not re.search(r"\b[a-f][1-6]\b|forest|hills|water|lobber", told.replace("6x6", "")), told


def test_take_back_undoes_a_ready_and_after_the_screen_asks_all(tmp_path: Path) -> None:
    desk = Room(tmp_path).told(ANN, BEN)
    desk.send(PressButton("back"))
    assert state_of(desk).screen.ready == (True, False)
    desk = Room(tmp_path).told(ANN, BEN, Lifted())
    desk.send(PressButton("back"))
    assert model_of(desk).kind == "agree" and state_of(desk).phase == "coin"


def test_a_half_that_is_taken_back_lies_on_its_page_as_it_was_told(tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    open_half(desk, 0)
    tell_half(desk, ANN)
    press(desk, "I am ready")
    assert bare(model_of(desk))
    desk.send(PressButton("back"))
    assert bare(model_of(desk)), "nothing of a half is shown to all, before or after"
    assert state_of(desk).screen.halves[0].base == ""
    open_half(desk, 0)
    press(desk, "I am ready")
    assert state_of(desk).screen.ready == (True, False)
    assert (state_of(desk).screen.halves[0].base, len(state_of(desk).screen.halves[0].tiles)) == (
        ANN.base,
        len(ANN.terrain),
    )


def test_the_coin_on_the_table_says_who_begins(tmp_path: Path) -> None:
    desk = Room(tmp_path).told(ANN, BEN, Lifted())
    tails = Sighting("penny", "tails", "c3", 1.0)
    seen(desk, Scene((tails,)), still=0.1)
    assert state_of(desk).phase == "coin"
    seen(desk, Scene((tails,)))
    assert desk.session.referee.entries[-1].event == Starts(1)


def test_a_tile_is_drawn_and_ticked_in_turn(tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    press(desk, "Ann: the base lies")
    press(desk, "Ben: the base lies")
    press(desk, "Ben drew a tile")
    assert [key.words for key in keys_of(desk) if "drew" in key.words] == ["Ann drew a tile"]
    press(desk, "Ann drew a tile")
    assert state_of(desk).screen.drawn == (1, 1)
    assert "Ann 1, Ben 1 of 17" in model_of(desk).body[0]


@pytest.mark.parametrize("seat", [0, 1])
def test_only_the_own_half_can_be_touched(seat: int, tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    open_half(desk, seat)
    for n, region in enumerate(GAME.table(desk.session.referee.setup).regions):
        desk.send(ChooseBrush(TERRAINS[n % len(TERRAINS)]))
        desk.send(HalfSquare(region.name))
    own = model_of(desk).own
    assert own is not None
    rows = {square.name[1] for square in own.squares if square.tile}
    assert rows == ({"1", "2", "3"} if seat == 0 else {"4", "5", "6"})


def test_each_seats_keys_keep_their_places_when_one_is_ready(tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    looked(desk, WRONG, BEN)
    before = [(key.seat, type(key.action)) for key in keys_of(desk) if key.seat is not None]
    press(desk, "Ben is ready")
    assert state_of(desk).screen.ready == (False, True)
    after = [(key.seat, type(key.action)) for key in keys_of(desk) if key.seat is not None]
    assert after == before == [(seat, kind) for seat in (0, 1) for kind in (ReadHalf, DrawCurtain)]
    assert [key.enabled for key in keys_of(desk) if isinstance(key.action, ReadHalf)] == [True, False]


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


def test_two_ways_of_laying_both_halves_look_the_same_to_all(tmp_path: Path) -> None:
    shown, laid = [], []
    for seed in (1, 2):
        desk = Room(tmp_path).begun()
        assert desk.opened is not None
        desk.opened.chance.seed(seed)
        press(desk, "Lay both halves for us")
        assert state_of(desk).screen.ready == (True, True)
        laid.append(state_of(desk).screen.halves)
        shown.append(shown_to_all(desk))
    assert laid[0] != laid[1] and shown[0] == shown[1]


def test_with_a_camera_nobody_deals_for_both(tmp_path: Path) -> None:
    """There the real tiles are drawn and laid, and read."""
    desk = Room(tmp_path).begun()
    looked(desk, ANN, BEN)
    assert not any(isinstance(key.action, DealHalves) for key in keys_of(desk))


def test_each_seats_keys_stand_on_its_own_half_whoever_is_ready(tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    for told in (None, BEN, ANN):
        if told is not None:
            room_told = Room(tmp_path).made.told
            room_told(desk, (told,))
        own = model_of(desk).own
        assert isinstance(own, ScreenModel)
        assert [[key.seat for key in half] for half in own.halves] == [[0], [1]]


def test_real_tiles_are_laid_step_by_step_once_the_screen_is_lifted(tmp_path: Path) -> None:
    desk = Room(tmp_path).told(ANN, BEN, Lifted())
    press(desk, "Lay the real tiles step by step")
    seen_tiles: dict[str, str] = {}
    for _step in range(6):
        model = model_of(desk)
        assert model.own is not None
        lit = [square for square in model.own.squares if square.mark == "chosen"]
        assert lit and all(square.name in model.body[0] for square in lit)
        seen_tiles |= {square.name: square.tile for square in lit if model.headline != "Pieces"}
        press(desk, "Next" if model.headline != "Pieces" else "All lies")
    state = state_of(desk)
    assert seen_tiles == dict(zip(state.agreed.board.names, state.terrain, strict=True))
    assert model_of(desk).headline == "Flip the coin"
