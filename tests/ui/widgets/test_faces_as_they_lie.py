"""The pictures of cards are those of the look that lies on the table, from one touch to the next."""

from pathlib import Path

import pytest

from companion.games import all_games
from companion.language import ENGLISH, speak
from tests.situations.driver import Driver
from tests.situations.maker import Maker
from ui.box.eyes import own_decks
from ui.box.opening import faces_of
from ui.box.printed_looks import choose_looks
from ui.languages import language
from ui.present.deck_looks import ChooseLook
from ui.present.desk_touches import Goto
from ui.records.beginning import game_named
from ui.widgets.faces import ART, PRINTED_ART, Faces


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))


def test_a_card_is_shown_in_the_look_that_lies_here() -> None:
    folders = faces_of(own_decks(game_named("zombinion")))
    faces = Faces(folders)
    boxed = faces.picture("zombinion", "radio")
    assert boxed is not None and boxed.art == ART
    assert not faces.use(folders) and faces.picture("zombinion", "radio") is boxed
    choose_looks(("zombinion",), printed=True)
    assert faces.use(folders)
    printed = faces.picture("zombinion", "radio")
    assert printed is not None and printed.art == PRINTED_ART
    assert printed.texture.pixels != boxed.texture.pixels
    choose_looks(("zombinion",), printed=False)
    assert faces.use(folders)
    again = faces.picture("zombinion", "radio")
    assert again is not None and again.texture.pixels == boxed.texture.pixels


def test_a_printed_card_shows_its_words_in_the_language_that_is_spoken() -> None:
    folders = faces_of(own_decks(game_named("zoondo")))
    choose_looks(("warus",), printed=True)
    faces = Faces(folders)
    english = faces.face("warus", "fleche-petard"), faces.face("warus", "jorund")
    try:
        speak(language("de"))
        assert faces.use(folders)
        german = faces.face("warus", "fleche-petard"), faces.face("warus", "jorund")
    finally:
        speak(ENGLISH)
    assert english[0].pixels != german[0].pixels and english[1].pixels == german[1].pixels


def test_screens_are_made_anew_with_the_other_look(tmp_path: Path) -> None:
    """Also the same page with the same model."""
    desk = Maker(tmp_path, all_games()["zoondo"]).desk()
    driver = Driver(desk, (800, 480))
    try:
        desk.send(Goto("seats"))
        driver.run(0.1)
        driver.app.refresh()
        before = driver.app._page
        driver.app.refresh()
        assert driver.app._page is before
        driver.app.send(Goto("looks"))
        driver.app.send(ChooseLook("warus", printed=True))
        driver.app.send(Goto("seats"))
        assert driver.app._page is not before
        shown, drawn = driver.app._page, driver.app._page.children[0]
        driver.app.refresh()
        assert driver.app._page.children[0] is drawn
        choose_looks(("warus",), printed=False)  # in a terminal, while the page is shown
        driver.app.refresh()
        assert driver.app._page is shown and shown.children[0] is not drawn
    finally:
        driver.close()
        desk.close()
