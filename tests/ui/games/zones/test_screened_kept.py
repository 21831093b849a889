"""Halves laid behind ZoneS's screen, when the box dies or somebody takes back; and what the journal tells of them."""

import re
from pathlib import Path

import pytest

from companion.games.zones import GAME
from companion.games.zones.events import Laid, Lifted
from tests.ui.zones_room import ANN, BEN, PINNED, Room, bare, model_of, open_half, press, state_of, tell_half
from ui.box.opening import sources
from ui.cli import run_command
from ui.games.zones.side import FieldSide
from ui.journal.store import open_store
from ui.pages.agreement import Agreement, Draft, agree
from ui.pages.desk import Desk
from ui.pages.played_table import PlayedTable
from ui.places import games_folder
from ui.present.touches import Goto, Resume, Start, at


def test_a_box_that_dies_in_the_middle_goes_on_with_what_each_had_told(tmp_path: Path) -> None:
    room = Room(tmp_path)
    desk = room.begun()
    open_half(desk, 1)
    tell_half(desk, BEN)
    desk.send(at(FieldSide.half_ready, 1))
    open_half(desk, 0)
    tell_half(desk, Laid(0, (), "b2", dict(list(ANN.terrain.items())[:9])))
    desk.send(at(FieldSide.hide_half))
    desk.tick()
    # No farewell: another process opens the same journal.
    maker = room.made.maker
    again = open_store(next(tmp_path.glob("*/games")))
    other = Desk(again, maker.plain, Agreement((GAME,), sources, "simulated"))
    other.send(Resume(again.games()[0].id))
    assert state_of(other).screen.ready == (False, True) and state_of(other) == state_of(desk)
    open_half(other, 0)
    own = model_of(other).own
    assert own is not None and len(own.tiles) == 10
    again.close()


@pytest.mark.parametrize("command", [("show", "--json"), ("replay",), ("export",)], ids=" ".join)
def test_the_journal_of_a_screened_game_tells_no_half(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = open_store(games_folder())
    room = Room(tmp_path)
    desk = Desk(store, room.made.maker.plain, Agreement((GAME,), sources, "simulated"))
    for action in (Goto("seats"), agree(Draft.with_facts, PINNED), Start()):
        desk.send(action)
    open_half(desk, 0)
    tell_half(desk, Laid(0, (), "b2", dict(list(ANN.terrain.items())[:9])))
    desk.send(at(FieldSide.hide_half))
    open_half(desk, 1)
    tell_half(desk, BEN)
    desk.send(at(FieldSide.half_ready, 1))
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
    desk.send(at(PlayedTable.press_button, "back"))
    assert state_of(desk).screen.ready == (True, False)
    desk = Room(tmp_path).told(ANN, BEN, Lifted())
    desk.send(at(PlayedTable.press_button, "back"))
    assert model_of(desk).kind == "agree" and state_of(desk).phase == "coin"


def test_a_half_that_is_taken_back_lies_on_its_page_as_it_was_told(tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    open_half(desk, 0)
    tell_half(desk, ANN)
    press(desk, "I am ready")
    assert bare(model_of(desk))
    desk.send(at(PlayedTable.press_button, "back"))
    assert bare(model_of(desk)), "nothing of a half is shown to all, before or after"
    assert state_of(desk).screen.halves[0].base == ""
    open_half(desk, 0)
    press(desk, "I am ready")
    assert state_of(desk).screen.ready == (True, False)
    assert (state_of(desk).screen.halves[0].base, len(state_of(desk).screen.halves[0].tiles)) == (
        ANN.base,
        len(ANN.terrain),
    )
