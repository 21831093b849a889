"""The step-by-step pages: self-test, enrolling and the support bundle by touch, and their screens at every size."""

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.games import all_games
from tests.situations.screens import situations
from tests.ui.conftest import SIZES
from ui.box.camera import Onlooker
from ui.box.eyes import game_decks
from ui.pages.desk import Desk
from ui.pages.enrol_page import EnrolPage
from ui.present.touches import Do, MakeBundle, Touch, Typed, do
from ui.selftest.course import all_runs, read_run
from ui.selftest.side import SelftestSide
from vision.decks.deck import load_deck
from vision.sources.frames import Frame, SourceFault


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def fresh(tmp_path: Path, home: Path) -> Callable[[str], Desk]:
    return lambda name: situations(tmp_path)[name]()


def keys(desk: Desk) -> dict[str, Touch]:
    model = desk.model()
    return {button.words: button.action for button in (*model.keys, *model.tools)}


@pytest.mark.parametrize("name", ["enrol-double", "selftest-which"])
def test_screens_with_pictures_are_whole(
    name: str, drive: Callable[..., Any], fresh: Callable[[str], Desk]
) -> None:
    from tests.ui.audit import complaints

    desk = fresh(name)
    for size in SIZES:
        driver = drive(desk, size)
        driver.run(0.2)
        assert complaints(driver.app.root) == [], size
    desk.close()


def test_the_self_test_goes_by_touch_and_keeps_its_pictures(fresh: Callable[[str], Desk]) -> None:
    desk = fresh("selftest")
    step = desk.step
    assert isinstance(step, SelftestSide)
    assert desk.model().headline.startswith("Lay ")
    desk.send(do(step.laid_there))
    assert desk.model().headline == "Looking"
    desk.send(do(step.skip_thing))  # nothing is done to the test while a picture is read
    while not (step.onlooker.look() and desk.tick()):
        pass
    assert desk.model().headline.startswith("I see ")
    desk.send(keys(desk)["Something else lies there"])
    first = step.course.lying[0]
    assert first is not None
    other = next(
        action for action in keys(desk).values() if isinstance(action, Do) and len(action.given) == 3
    )
    desk.send(other)
    assert step.course.lying[0].label == other.given[0]  # type: ignore[union-attr]
    desk.send(do(step.as_asked))
    desk.send(do(step.next_thing))
    desk.send(keys(desk)["Skip this one"])
    assert step.course.number == 2
    desk.send(keys(desk)["Report"])
    (run,) = all_runs()
    assert "1" in desk.model().body[0] and read_run(run).truth.painted
    desk.send(keys(desk)["Done"])
    assert desk.page == "home" and desk.step is None  # where it was begun from


def test_what_was_not_laid_at_all_counts_for_nothing(fresh: Callable[[str], Desk]) -> None:
    desk = fresh("selftest")
    step = desk.step
    assert isinstance(step, SelftestSide)
    desk.send(do(step.laid_there))
    while not (step.onlooker.look() and desk.tick()):
        pass
    desk.send(keys(desk)["Something else lies there"])
    desk.send(keys(desk)["Nothing: it was not laid"])
    assert desk.model().headline.startswith("Lay ")
    assert step.course.lying == (None,) and step.course.steps == []
    desk.close()


def test_a_deck_is_named_taken_put_right_and_finished(fresh: Callable[[str], Desk], home: Path) -> None:
    desk = fresh("enrol")
    step = desk.step
    assert isinstance(step, EnrolPage) and step.taking is not None
    assert [card.number for card in step.taking.draft.cards] == [1, 2, 3]
    desk.send(keys(desk)["Undo last"])
    assert len(step.taking.draft.cards) == 2
    desk.send(keys(desk)["Finish"])
    assert "The back is missing" in desk.model().banner.words
    desk.send(keys(desk)["Names"])
    desk.send(do(step.rename_card, 1))
    assert desk.model().editing == ("Name of this card", "bouclefeuille")
    desk.send(Typed("Leaf Eater"))
    assert step.taking.draft.cards[0].label == "leaf-eater"
    desk.send(do(step.go_on))
    step.taking.labels = ["cloboulon"]
    desk.send(do(step.taking.back_next))
    assert desk.model().headline == "Lay the back."
    shown = 255 - step.taking.draft.image(2)
    step.taking.add((shown,))
    assert step.taking.has_back and not step.taking.waits_for_back
    desk.send(keys(desk)["Finish"])
    assert desk.model().title == "Enrolled"
    deck = load_deck(home / "decks" / step.taking.name)
    assert deck.labels == ("cage-de-racines", "leaf-eater") and len(deck.backs) == 1
    desk.close()


def test_a_name_that_cannot_be_is_said_and_giving_up_leads_back(fresh: Callable[[str], Desk]) -> None:
    desk = fresh("enrol-name")
    desk.send(Typed("a/b"))
    assert "cannot be the name" in desk.model().editing[0]
    desk.send(Typed(None))
    assert desk.page == "home" and desk.step is None  # where it was begun from


def test_tokens_are_chosen_laid_and_then_read_by_their_game(fresh: Callable[[str], Desk], home: Path) -> None:
    desk = fresh("enrol-what")
    assert {"A deck of cards", "The discs of ZONG", "The tokens of ZoneS"} <= set(keys(desk))
    desk = fresh("enrol-discs")
    step = desk.step
    assert isinstance(step, EnrolPage) and step.taking is not None
    taken = [card.label for card in step.taking.draft.cards]
    assert len(taken) == 3 and desk.model().title == "The tokens of ZoneS"
    assert "The next card is the back" not in keys(desk)
    desk.send(do(step.choose_face))
    offered = [key.action.given[0] for key in desk.model().keys]
    assert not set(taken) & set(offered) and len(offered) == 8 - 3
    desk.send(do(step.next_face, offered[-1]))
    assert step.taking.labels[0] == offered[-1]
    desk.send(keys(desk)["Finish"])
    assert desk.model().title == "Enrolled"
    learnt = load_deck(home / "decks" / "zones-tokens")
    assert learnt.kind == "disc" and set(learnt.labels) == set(taken)
    own = next(deck for deck in game_decks(all_games()["zones"]) if deck.name == "zones-tokens")
    assert len(own.labels) == 8 and own.width_mm == learnt.width_mm
    assert np.array_equal(own.face(taken[0]), learnt.face(taken[0]))
    desk.close()


def test_one_tap_writes_the_bundle_of_the_game_on_the_table(fresh: Callable[[str], Desk], home: Path) -> None:
    desk = fresh("play")
    desk.send(MakeBundle())
    assert desk.page == "packed" and "Writing" in desk.model().banner.words
    while "Writing" in desk.model().banner.words:
        desk.tick()
    assert "zo-support" in desk.model().banner.more
    (file,) = (home / "bundles").glob("*.zip")
    with zipfile.ZipFile(file) as bundle:
        names = bundle.namelist()
    assert "running/01.json" in names and not [name for name in names if name.startswith("games/")]
    desk.send(desk.model().tools[0].action)
    assert desk.page == "packed"  # a touch from while it was written leads nowhere
    for _frame in range(30):
        desk.tick()
    desk.send(desk.model().tools[0].action)
    assert desk.page == "table" and desk.session.referee.entries


class Broken:
    """A camera that gives a picture, then none, then is unplugged."""

    trouble: str | None = None
    ended = False
    closed = False

    def __init__(self) -> None:
        self.frames: list[Any] = [Frame(None, 0.0, 0), None]  # type: ignore[arg-type]

    def newest(self) -> Any:
        if not self.frames:
            raise SourceFault("the cable is out")
        return self.frames.pop(0)

    def close(self) -> None:
        self.closed = True


def test_what_a_camera_does_wrong_becomes_words() -> None:
    source = Broken()
    looked: list[int] = []

    def look(frame: Any) -> str | None:
        looked.append(frame.number)
        return "seen"

    onlooker: Onlooker[str] = Onlooker(source, look)
    assert onlooker.look() and not onlooker.look() and onlooker.drain() == ["seen"] and onlooker.drain() == []
    assert not onlooker.look() and "the cable is out" in (onlooker.trouble or "")
    onlooker.close()
    assert source.closed and looked == [0]


def test_a_picture_that_cannot_be_looked_at_ends_nothing() -> None:
    def look(_frame: Any) -> str | None:
        raise RuntimeError("out of paint")

    onlooker: Onlooker[str] = Onlooker(Broken(), look)
    assert not onlooker.look() and "out of paint" in (onlooker.trouble or "")
