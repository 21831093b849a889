"""The support bundle in doubt: what is not certain to lie open is left out, and what cannot be had is said."""

import json
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.game import Setup, View, checked
from companion.games import all_games
from companion.journal import header
from companion.sight import Region, Scene, Sighting, Table, Tags, Thing
from ui.bundle import gathering
from ui.bundle.gathering import CONTENTS, Gathered, Public, Running, blackened, write_bundle
from ui.journal.store import GameEntry, GameRead, StoreFault, Write
from ui.places import pins_file

TABLE = Table(100.0, 100.0, Tags(), (Region("a1", 0, 0, 50, 50), Region("b1", 50, 0, 50, 50)))
OPEN = View(headline="", board={"a1": (Thing("card", "king", "up"),), "b1": (Thing("card", "queen", "up"),)})
KNOWN = Public(TABLE, OPEN, frozenset(), frozenset())
GAME = all_games()["zoondo"]
SETUP = checked(GAME, Setup(2, ()))
PICTURE = np.full((100, 100, 3), 200, np.uint8)


@pytest.fixture
def flat(monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera that sees each millimetre as a pixel."""
    plane = SimpleNamespace(to_px=lambda points: np.asarray(points, np.float64), tags_px={})
    monkeypatch.setattr(gathering, "find_plane", lambda picture, table: plane)


def files_of(bundle: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(bundle) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


@pytest.mark.parametrize("kind", ["card", "disc"])
def test_what_lies_in_no_region_is_not_told(kind: Any) -> None:
    sighting = Sighting(kind, "king", None, 0.99)
    assert not KNOWN.shows(sighting) and KNOWN.told(sighting) is None


def test_a_card_that_was_read_and_that_the_screen_does_not_show_is_black(flat: None) -> None:
    corners = ((20.0, 20.0), (40.0, 20.0), (40.0, 40.0), (20.0, 40.0))
    here = Sighting("card", "king", "a1", 0.99, "up", corners_px=corners)
    shown = blackened(PICTURE, KNOWN, Scene((here,), 1.0))
    assert shown is not None and shown[30, 30].min() == 200
    astray = Sighting("card", "king", None, 0.99, "up", corners_px=corners)
    hidden = blackened(PICTURE, KNOWN, Scene((astray,), 1.0))
    assert hidden is not None and hidden[30, 30].max() == 0 and hidden[30, 70].min() == 200


def test_without_tags_no_picture_of_a_running_game_is_shown(flat: None) -> None:
    bare = Public(Table(100.0, 100.0, None, TABLE.regions), OPEN, frozenset(), frozenset())
    assert blackened(PICTURE, bare, None) is None


class OfSeats:
    """A game that tells everybody something else."""

    def __getattr__(self, name: str) -> Any:
        return getattr(GAME, name)

    def view(self, _state: object, seat: int | None) -> View:
        return View(headline="for all" if seat is None else f"for seat {seat} alone")


def test_a_running_game_is_told_as_all_may_see_it_and_not_as_a_seat_does(tmp_path: Path) -> None:
    game: Any = OfSeats()
    write_bundle(tmp_path / "bundle.zip", Gathered(at_table=Running(game, SETUP, GAME.start(SETUP))))
    told = json.loads(files_of(tmp_path / "bundle.zip")["running/01.json"])
    assert told["view"]["headline"] == "for all"


class Journal:
    """A journal with a game that has not ended; the journal or the game may be one that cannot be read."""

    def __init__(self, torn: str) -> None:
        self._torn = torn

    def games(self) -> tuple[GameEntry, ...]:
        if self._torn == "journal":
            raise StoreFault("torn")
        return (self.played(1),)

    def played(self, id: int) -> GameEntry:
        return GameEntry(id, GAME.id, (), "", None, None, 0)

    def kept(self, _id: int) -> GameRead:
        if self._torn == "game":
            raise StoreFault("torn")
        return GameRead((Write("", lines=(header(GAME, SETUP),)),))


@pytest.mark.parametrize("torn", ["", "game", "journal"])
def test_pictures_that_may_show_a_game_that_has_not_ended_are_left_out(tmp_path: Path, torn: str) -> None:
    store: Any = Journal(torn)
    write_bundle(tmp_path / "bundle.zip", Gathered(((PICTURE, None),), TABLE, store=store))
    files = files_of(tmp_path / "bundle.zip")
    assert not any(name.startswith("seen/") for name in files)
    assert b"pictures are left out" in files[CONTENTS]


def test_names_of_hidden_cards_are_left_out_of_settings_too(tmp_path: Path) -> None:
    pins_file().write_text('done = "Secret King"\n')
    deck: Any = SimpleNamespace(
        name="d", labels=("secret-king",), width_mm=60, height_mm=60, faces=(), backs=()
    )
    running = Running(GAME, SETUP, GAME.start(SETUP))
    write_bundle(tmp_path / "bundle.zip", Gathered(decks=(deck,), at_table=running))
    assert files_of(tmp_path / "bundle.zip")["settings/pins.toml"] == b'done = "[hidden]"\n'


def test_stages_that_cannot_be_run_are_told_in_their_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_about: object) -> Any:
        raise RuntimeError("the eye is broken")

    monkeypatch.setattr(gathering, "stages", broken)
    write_bundle(tmp_path / "bundle.zip", Gathered(((PICTURE, None),), TABLE))
    files = files_of(tmp_path / "bundle.zip")
    assert "seen/01/picture.jpg" in files
    assert b"the eye is broken" in files[CONTENTS]
