"""The decks that a game is read by: its own, or the owner's looks of them."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.game import Setup, checked
from ui.box.eyes import game_decks, own_decks
from ui.places import decks_folder
from ui.records.beginning import game_named
from vision.sources.pictures import read_picture

GAME = game_named("zoon_alternate")
SETUP = checked(GAME, Setup(2, options=(("tribes", "boarix,warus"),)))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    return tmp_path


def enrol(name: str, labels: list[str], grey: int) -> None:
    """A deck of the owner's: plain cards with one bright spot each, so that no two look alike."""
    folder = decks_folder() / name
    folder.mkdir(parents=True)
    for number, label in enumerate(labels):
        card = np.full((200, 200, 3), grey, np.uint8)
        cv2.circle(card, (30 + 17 * number, 170 - 23 * number), 14, (40 * number, 255 - 40 * number, 200), -1)
        cv2.imwrite(str(folder / f"{label}.png"), card)
    cv2.imwrite(str(folder / "back.png"), np.full((200, 200, 3), (9, 9, 200), np.uint8))


def test_with_nothing_enrolled_a_game_has_its_own_looks() -> None:
    decks = game_decks(GAME, SETUP)
    assert [deck.name for deck in decks] == ["boarix", "warus"]
    for deck, folder in zip(decks, own_decks(GAME, SETUP), strict=True):
        assert deck.labels
        face = next(iter(sorted(folder.glob(f"{deck.labels[0]}.*"))))
        assert np.array_equal(deck.faces[0].image, read_picture(face))


def test_an_enrolled_deck_of_that_name_gives_its_looks_and_size() -> None:
    plain = {deck.name: deck for deck in game_decks(GAME, SETUP)}
    labels = [*plain["boarix"].labels[:3], "of-another-game"]
    enrol("boarix", labels, 120)
    (decks_folder() / "boarix" / "deck.toml").write_text("width_mm = 57\nheight_mm = 57\n")
    decks = {deck.name: deck for deck in game_decks(GAME, SETUP)}
    boarix = decks["boarix"]
    assert boarix.labels == plain["boarix"].labels, "the game's labels, no more and no fewer"
    assert (boarix.width_mm, boarix.height_mm) == (57, 57)
    assert boarix.face(labels[0]).shape == (200, 200, 3)
    assert np.array_equal(boarix.face(boarix.labels[5]), plain["boarix"].face(boarix.labels[5]))
    assert boarix.backs[0][0, 0].tolist() == [9, 9, 200]
    assert decks["warus"].width_mm == plain["warus"].width_mm


def test_a_deck_that_only_shares_the_name_changes_nothing() -> None:
    plain = game_decks(GAME, SETUP)
    enrol("boarix", ["ace", "king"], 60)
    assert [deck.width_mm for deck in game_decks(GAME, SETUP)] == [deck.width_mm for deck in plain]
    assert np.array_equal(game_decks(GAME, SETUP)[0].faces[0].image, plain[0].faces[0].image)
