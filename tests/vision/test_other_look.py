"""Cards that lie there in the other look of their deck are noticed, and read once the eye switches to it."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from companion.game import Setup, checked
from companion.games import all_games
from companion.referee import Referee
from ui.box.eyes import as_it_lies, as_printed, choose_looks, own_decks, unasked_looks
from ui.places import decks_folder
from ui.watching.watched import Watch, looked_again, other_look_words
from vision.arrays import Picture
from vision.decks.deck import Deck, load_deck
from vision.eye import Eye, Reading
from vision.painted.painter import Painter
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import Laid, TableTop
from vision.sources.frames import Frame

CARDS = 12
GAMES = {"zoon_alternate": (("tribes", "boarix,warus"),), "zombinion": (), "zones": ()}


@cache
def looks(name: str) -> tuple[list[Deck], list[Deck]]:
    """The decks of a game from the box, and as they are printed."""
    game = all_games()[name]
    found = [load_deck(path, looks=True) for path in own_decks(game, checked(game, Setup(2, GAMES[name])))]
    return [replace(deck, further=()) for deck in found], [as_printed(deck) for deck in found]


def painted(name: str, lying: list[Deck], count: int = CARDS) -> Picture:
    """Some cards, one in each of the first regions."""
    table = all_games()[name].table(Setup(2, GAMES[name]))
    cards, chance = [deck for deck in lying if deck.kind == "card"], np.random.default_rng(4)
    things = []
    for number, region in enumerate(table.regions[:count]):
        deck = cards[number % len(cards)]
        label = deck.labels[int(chance.integers(len(deck.labels)))]
        (x, y), (dx, dy) = region.centre, chance.uniform(-2, 2, 2)
        turned, high = float(chance.uniform(-3, 3)), deck.height_mm
        laid = Laid("card", label, x + float(dx), y + float(dy), turned, face="up", deck=deck.name)
        things.append(replace(laid, width_mm=deck.width_mm, height_mm=high))
    camera = CameraPose.over(table, (1920, 1080))
    one_look = [replace(deck, further=()) for deck in lying]
    return Painter(table, one_look, camera, seed=2).paint(TableTop(tuple(things)), 0)


@cache
def puzzled(name: str, *, printed: bool) -> tuple[Eye, Picture, Reading]:
    """An eye, a picture of the other look than its own, and what it makes of that."""
    boxed, as_printed = looks(name)
    lying, other = (as_printed, boxed) if printed else (boxed, as_printed)
    picture = painted(name, lying)
    setup = checked(all_games()[name], Setup(2, GAMES[name]))
    eye = Eye(all_games()[name].table(setup), other, other_looks=lambda: lying)
    return eye, picture, eye.read(Frame(picture, 0.0, 0))


@pytest.mark.parametrize(
    ("name", "printed"),
    [("zoon_alternate", True), ("zoon_alternate", False), ("zombinion", False), ("zones", True)],
)
def test_the_other_look_is_noticed_and_read_after_the_switch(name: str, *, printed: bool) -> None:
    eye, picture, first = puzzled(name, printed=printed)
    assert first.other_look
    eye.switch_looks()
    reading = eye.read(Frame(picture, 1.0, 1))
    assert not reading.other_look
    cards = [one for one in reading.scene.sightings if one.kind == "card"]
    assert len(cards) == CARDS and all(card.label is not None and card.sure > 0.9 for card in cards)
    eye.switch_looks()
    if (name, printed) == ("zoon_alternate", False):
        assert eye.read(Frame(picture, 2.0, 2)).other_look, "and back"


def test_the_other_look_is_tried_where_the_app_would_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An owner's own pictures of a deck are what it is read by: no other look is put in their place."""
    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    game, (boxed, as_printed) = all_games()["zombinion"], looks("zombinion")
    setup = checked(game, Setup(2))
    eye = Eye(game.table(setup), boxed, other_looks=lambda: as_printed)
    frame = Frame(painted("zombinion", as_printed), 0.0, 0)
    for enrolled in (True, False):
        if enrolled:
            (decks_folder() / "zombinion").mkdir(parents=True)
        else:
            (decks_folder() / "zombinion").rmdir()
        assert bool(unasked_looks(game, setup)) is not enrolled
        assert looked_again(eye, frame).other_look is enrolled


def test_the_other_look_is_the_one_that_is_not_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    deck = load_deck(own_decks(all_games()["zombinion"])[0], looks=True)
    for printed in (True, False):
        choose_looks([deck.name], printed=printed)
        chosen, other = as_it_lies(deck), as_it_lies(deck, other=True)
        assert deck.printed is not None
        wanted = (deck.printed, deck) if printed else (deck, deck.printed)
        for look, face in zip((chosen, other), wanted, strict=True):
            assert np.array_equal(look.faces[0].image, face.face(look.faces[0].label))


def test_a_few_strange_cards_are_no_other_look() -> None:
    boxed, as_printed = looks("zoon_alternate")
    eye = Eye(all_games()["zoon_alternate"].table(Setup(2)), boxed, other_looks=lambda: as_printed)
    assert not eye.read(Frame(painted("zoon_alternate", as_printed, 3), 0.0, 0)).other_look


def test_a_watched_table_is_told_so_in_words() -> None:
    name = "zoon_alternate"
    game = all_games()[name]
    watch = Watch(Referee(game, checked(game, Setup(2, GAMES[name])), lambda _line: None))
    _eye, _picture, reading = puzzled(name, printed=True)
    assert other_look_words() in watch.take("000.jpg", reading, 1.0)[1]
