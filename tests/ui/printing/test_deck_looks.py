"""Which decks are read in their printed look: those that were printed whole, and those for which it is chosen."""

from pathlib import Path

import numpy as np
import pytest

from companion.game import Setup, checked
from ui.box.eyes import game_decks
from ui.box.printed_looks import choose_looks, lies_printed, printed_decks
from ui.faces.registry import face_of
from ui.pages.looks_page import LooksPage
from ui.places import decks_folder
from ui.present.deck_looks import ChooseLook, DeckLook
from ui.present.touches import LeaveSteps
from ui.printing.deck_looks import deck_looks, remember_cards
from ui.printing.game_set import Wish
from ui.records.beginning import game_named

TRIBES = frozenset({"boarix", "monkus", "rhinogoths", "warus"})


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))


@pytest.mark.parametrize(
    ("game", "wish", "decks"),
    [
        ("zoondo", Wish(), TRIBES),
        ("zoondo", Wish(only=("warus",)), {"warus"}),
        ("zoondo", Wish(only=("gold-hure",)), set()),
        ("zoon_alternate", Wish(parts=("tribes", "blanks", "mat")), set()),
        ("zombinion", Wish(parts=("cards",)), {"zombinion"}),
        ("zombinion", Wish(parts=("dividers", "short")), set()),
        ("zones", Wish(), {"zones-tiles", "zones-tokens"}),
        ("zones", Wish(parts=("discs", "rosters")), {"zones-tokens"}),
        ("zones", Wish(parts=("rosters",)), set()),
        ("zong", Wish(), set()),
    ],
)
def test_only_decks_that_were_printed_whole_are_read_so(game: str, wish: Wish, decks: set[str]) -> None:
    assert remember_cards(face_of(game_named(game)), wish) is bool(decks)
    assert printed_decks() == decks


def test_every_deck_with_two_looks_can_be_chosen_by_its_name() -> None:
    titles = {look.deck: look.title for look in deck_looks()}
    assert set(titles) == {*TRIBES, "zombinion", "zones-tiles", "zones-tokens"}
    assert titles["warus"] == "Warus" and titles["zombinion"] == "Zombinion"
    assert titles["zones-tokens"] == "ZoneS · Tokens"


def test_two_looks_have_two_sentences() -> None:
    def warus() -> DeckLook:
        return next(look for look in deck_looks() if look.deck == "warus")

    boxed = warus()
    choose_looks(("warus",), printed=True)
    assert (boxed.printed, warus().printed) == (False, True)
    assert boxed.words != warus().words
    (decks_folder() / "warus").mkdir(parents=True)
    assert warus().enrolled and "enrolled" in warus().words


def test_the_eye_takes_the_other_look_at_once_and_back_again() -> None:
    game = game_named("zombinion")
    setup = checked(game, Setup(2))

    def face() -> np.ndarray:
        (deck,) = game_decks(game, setup)
        return deck.face("radio")

    page, boxed = LooksPage(), face()

    def key() -> ChooseLook:
        (found,) = (key for key in page.model().keys if key.words == "Zombinion")
        assert isinstance(found.action, ChooseLook)
        return found.action

    assert page.take(key()) and lies_printed("zombinion")
    assert not np.array_equal(face(), boxed)
    assert page.take(key()) and not lies_printed("zombinion")
    assert np.array_equal(face(), boxed)
    assert page.take(LeaveSteps()) and page.given_up


def test_what_cannot_be_kept_is_said(tmp_path: Path) -> None:
    (tmp_path / "print").write_text("no folder")
    page = LooksPage()
    page.take(ChooseLook("warus", printed=True))
    banner = page.model().banner
    assert banner is not None and banner.tone == "trouble" and banner.words
