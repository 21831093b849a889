"""Which set of a game the camera reads: people say it once, and nothing else changes it."""

from pathlib import Path

import numpy as np
import pytest

from companion.game import Setup, checked
from tests.situations.maker import Maker
from ui.box.eyes import choose_looks, game_decks, lies_printed, unasked_looks
from ui.box.opening import SIMULATED, Opened
from ui.cli import run_command
from ui.pages.agreement import Draft, agree
from ui.pages.desk import Desk
from ui.pages.print_page import LooksPage
from ui.places import decks_folder
from ui.present.touches import Do, Goto, LeaveSteps, Resume, ResumeWith, Start, Touch
from ui.printing.deck_looks import DeckLook, deck_looks
from ui.records.beginning import game_named

TRIBES = frozenset({"boarix", "monkus", "rhinogoths", "warus"})
CAMERA = "/dev/video7"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    return tmp_path


def desk_of(folder: Path, game: str, source: str = CAMERA) -> Desk:
    """A desk at its agreement, with a camera that is opened by hand."""
    desk = Maker(folder, game_named(game)).desk()
    desk.send(Goto("seats"))
    desk.send(agree(Draft.seen_by, source))
    return desk


def answer(desk: Desk, *, printed: bool) -> None:
    (key,) = [
        key
        for key in desk.model().keys
        if isinstance(key.action, Do) and dict(key.action.named)["printed"] is printed
    ]
    desk.send(key.action)


def face(game: str, *, painted: bool = False) -> np.ndarray:
    played = game_named(game)
    deck = game_decks(played, checked(played, Setup(played.seats[0])), painted=painted)[0]
    return deck.face(deck.labels[0])


@pytest.mark.parametrize("printed", [True, False])
def test_before_the_first_game_with_a_camera_people_are_asked_once(home: Path, printed: bool) -> None:
    desk = desk_of(home, "zoondo")
    desk.send(Start())
    assert desk.page == "which-set" and len(desk.model().keys) == 2
    answer(desk, printed=printed)
    assert desk.page == "table"
    assert {name: lies_printed(name) for name in TRIBES} == dict.fromkeys(TRIBES, printed)
    assert np.array_equal(face("zoondo"), face("zoondo", painted=True)) is printed
    desk.send(Goto("seats"))
    desk.send(Start())
    assert desk.page == "table"
    other = desk_of(home, "zoon_alternate")
    other.send(Start())
    assert other.page == "table", "the tribes are those of Zoondo"


def test_without_a_camera_nobody_is_asked(home: Path) -> None:
    desk = desk_of(home, "zombinion", SIMULATED)
    desk.send(Start())
    assert desk.page == "table" and lies_printed("zombinion") is None


def test_a_game_gone_on_with_before_a_camera_asks_too_and_then_goes_on(home: Path) -> None:
    desk = desk_of(home, "zombinion", SIMULATED)
    desk.send(Start())
    opened = desk.opened
    assert (
        isinstance(opened, Opened) and opened.session.book is not None and opened.session.book.id is not None
    )
    id = opened.session.book.id
    desk.send(Goto("home"))
    desk.send(ResumeWith(id, CAMERA))
    assert desk.page == "which-set"
    desk.send(LeaveSteps())
    assert desk.page == "home" and lies_printed("zombinion") is None
    desk.send(ResumeWith(id, CAMERA))
    answer(desk, printed=False)
    assert desk.page == "table" and lies_printed("zombinion") is False
    desk.send(Goto("home"))
    desk.send(Resume(id))
    assert desk.page == "table"


def test_a_deck_of_the_owners_own_pictures_asks_nothing() -> None:
    game = game_named("zombinion")
    setup = checked(game, Setup(2))
    assert unasked_looks(game, setup) == ("zombinion",)
    (decks_folder() / "zombinion").mkdir(parents=True)
    assert unasked_looks(game, setup) == ()


def test_making_sheets_changes_nothing_that_is_read(home: Path) -> None:
    to_print = ["print", "zombinion", "--part", "cards", "--only", "radio", "-o", str(home / "cards.pdf")]
    assert run_command(to_print) == 0
    assert lies_printed("zombinion") is None
    choose_looks(("zombinion",), printed=False)
    assert run_command(to_print) == 0
    assert lies_printed("zombinion") is False


def test_what_older_versions_noted_when_they_made_sheets_is_no_answer(home: Path) -> None:
    (home / "print").mkdir()
    (home / "print" / "warus.look").touch()
    assert lies_printed("warus") is None


def test_every_deck_with_two_looks_can_be_chosen_by_its_name() -> None:
    titles = {look.deck: look.title for look in deck_looks()}
    assert set(titles) == {*TRIBES, "zombinion", "zones-tiles", "zones-tokens"}
    assert titles["warus"] == "Warus" and titles["zombinion"] == "Zombinion"
    assert titles["zones-tokens"] == "ZoneS · Tokens"


def test_two_looks_have_two_sentences() -> None:
    def warus() -> DeckLook:
        return next(look for look in deck_looks() if look.deck == "warus")

    unsaid = warus()
    choose_looks(("warus",), printed=True)
    assert (unsaid.printed, warus().printed) == (None, True)
    assert unsaid.words != warus().words
    (decks_folder() / "warus").mkdir(parents=True)
    assert warus().enrolled and "enrolled" in warus().words


def test_the_eye_takes_the_other_look_at_once_and_back_again() -> None:
    page, boxed = LooksPage(), face("zombinion")

    def key() -> Touch:
        (found,) = (key for key in page.model().keys if key.words == "Zombinion")
        action: Touch = found.action
        return action

    assert page.take(key()) and lies_printed("zombinion")
    assert np.array_equal(face("zombinion"), face("zombinion", painted=True))
    assert page.take(key()) and lies_printed("zombinion") is False
    assert np.array_equal(face("zombinion"), boxed)


def test_what_cannot_be_kept_is_said(home: Path) -> None:
    (home / "print").write_text("no folder")
    page = LooksPage()
    assert not page.choose(("warus",), printed=True)
    banner = page.model().banner
    assert banner is not None and banner.tone == "trouble" and banner.words
    desk = desk_of(home / "journals", "zoondo")
    desk.send(Start())
    answer(desk, printed=True)
    assert desk.page == "which-set" and desk.model().banner.tone == "trouble"
