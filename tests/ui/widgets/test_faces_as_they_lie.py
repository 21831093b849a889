"""The pictures of cards on the screen are those that are printed, whichever set lies before the camera."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games import all_games
from companion.language import ENGLISH, speak
from ui.box.eyes import PRINTED, choose_looks, own_decks
from ui.box.opening import faces_of
from ui.languages import language
from ui.records.beginning import game_named
from ui.widgets.pictures import ART, PRINTED_ART, Faces, texture_of


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))


@pytest.mark.parametrize("game", sorted(all_games()))
def test_no_screen_shows_a_picture_of_the_old_box(window: object, game: str) -> None:
    folders = faces_of(own_decks(game_named(game)))
    choose_looks(folders, printed=False)
    faces = Faces(folders)
    for name, folder in folders.items():
        for file in sorted(folder.glob("*.png")):
            shown = faces.picture(name, file.stem)
            assert shown is not None and shown.art == PRINTED_ART
            assert shown.texture is texture_of(folder / PRINTED / file.name), file


def test_an_owners_own_picture_is_shown_as_it_is(window: object, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    cv2.imwrite(str(folder / "fox.png"), np.full((80, 60, 3), 90, np.uint8))
    shown = Faces({"mine": folder}).picture("mine", "fox")
    assert shown is not None and shown.art == ART


def test_a_printed_card_shows_its_words_in_the_language_that_is_spoken(window: object) -> None:
    folders = faces_of(own_decks(game_named("zoondo")))
    faces = Faces(folders)
    english = faces.face("warus", "fleche-petard"), faces.face("warus", "jorund")
    try:
        speak(language("de"))
        faces.use(folders, lambda _label: None)
        german = faces.face("warus", "fleche-petard"), faces.face("warus", "jorund")
    finally:
        speak(ENGLISH)
    assert english[0] is not german[0] and english[1] is german[1]
