"""Cards on a painted table are found where they lie, read, put in order, and not named where they cannot be."""

from functools import cache

import numpy as np
import pytest

from companion.sight import Sighting
from tests.vision.painted.test_paint import FACES, TABLE
from vision.arrays import Picture
from vision.cards.reader import Card, CardReader
from vision.decks.deck import Deck, load_deck
from vision.decks.references import References, references
from vision.mat.plane import Plane, find_plane
from vision.painted.painter import Painter
from vision.painted.standpoint import CameraPose, Lamp
from vision.painted.tabletop import Laid, TableTop
from vision.reader import Changes, View

CAMERA = CameraPose.over(TABLE)


@cache
def deck(name: str) -> Deck:
    return load_deck(FACES / name)


@cache
def groups(*names: str) -> tuple[References, ...]:
    return references(tuple(deck(name) for name in names))


BOTH = ("boarix", "warus")


def painted(*things: Laid, lamp: Lamp | None = None, names: tuple[str, ...] = BOTH) -> tuple[Picture, Plane]:
    painter = Painter(TABLE, [deck(name) for name in names], CAMERA, lamp, seed=2)
    image = painter.paint(TableTop(things))
    plane = find_plane(image, TABLE)
    assert isinstance(plane, Plane)
    return image, plane


def seen(*things: Laid, lamp: Lamp | None = None, enrolled: tuple[str, ...] = BOTH) -> list[Sighting]:
    image, plane = painted(*things, lamp=lamp)
    view = View(image=image, plane=plane, table=TABLE)
    return [card.sighting for card in CardReader(groups(*enrolled)).read(view).lying]


def face(label: str, x: float, y: float, angle: float = 0.0, name: str = "boarix") -> Laid:
    return Laid("card", label, x, y, angle, face="up", deck=name)


def back(x: float, y: float, angle: float = 0.0, name: str = "boarix") -> Laid:
    return Laid("card", None, x, y, angle, face="down", deck=name)


def test_an_empty_table_has_no_cards() -> None:
    assert seen() == []


def test_cards_are_where_they_lie() -> None:
    laid = [
        face("kassin-a", 36.0, 30.0, 5.0),
        face("gold-hure", 165.0, 99.0, 351.0),
        face("mourse-b", 231.0, 300.0, 184.0, "warus"),
        back(99.0, 32.0, 3.0),
        back(300.0, 361.0, 177.0, "warus"),
        face("jorund", 97.0, 231.0, 92.0, "warus"),
    ]
    found = seen(*laid)
    assert len(found) == len(laid)
    for thing in laid:
        sighting = min(found, key=lambda s: np.hypot((s.x or 0) - thing.x, (s.y or 0) - thing.y))
        assert sighting.x == pytest.approx(thing.x, abs=1.0)
        assert sighting.y == pytest.approx(thing.y, abs=1.0)
        assert (sighting.label, sighting.face, sighting.deck) == (thing.label, thing.face, thing.deck)
        assert sighting.region == TABLE.region_at(thing.x, thing.y)
        assert sighting.visible == 1.0
        assert sighting.corners_px is not None
        assert sighting.sure > 0.9
        if thing.face == "up":
            assert sighting.angle is not None
            assert abs((sighting.angle - thing.angle + 180) % 360 - 180) < 1.0


def test_an_attack_is_two_cards_in_one_region() -> None:
    found = seen(face("grognard-b", 165.0, 165.0), face("korse-a", 188.0, 190.0, 182.0, "warus"))
    assert [(s.label, s.region) for s in found] == [("grognard-b", "c3"), ("korse-a", "c3")]
    assert found[0].visible < 0.75
    assert found[1].visible == 1.0


def test_neighbours_that_touch_keep_their_regions() -> None:
    found = seen(face("kassin-a", 36.0, 33.0, 4.0), face("kassin-b", 93.0, 33.0, 356.0))
    assert {(s.label, s.region) for s in found} == {("kassin-a", "a1"), ("kassin-b", "b1")}


def test_a_card_between_squares_is_found() -> None:
    (found,) = seen(face("cloboulon", 132.0, 198.0, 8.0))
    assert found.label == "cloboulon"
    assert found.x == pytest.approx(132.0, abs=1.0)


def test_look_alikes_are_told_apart() -> None:
    for label in ("kassin-a", "kassin-b", "grognard-a", "grognard-b"):
        (found,) = seen(face(label, 100.0, 100.0, 2.0), Laid("penny", "heads", 100.0, 103.0))
        assert found.label == label


def test_a_card_of_no_enrolled_deck_is_there_but_not_surely_read() -> None:
    found = seen(face("harold-de-jarl", 165.0, 165.0, 0.0, "warus"), enrolled=("boarix",))
    assert all(s.sure < 0.9 or s.label is None for s in found)
    assert not any(s.label == "harold-de-jarl" for s in found)


@pytest.mark.parametrize("warmth", [-0.8, 0.9])
@pytest.mark.parametrize("strength", [0.35, 1.1])
def test_the_lamp_does_not_matter(warmth: float, strength: float) -> None:
    lamp = Lamp(strength=strength, warmth=warmth, glare=0.4, noise=4.0)
    laid = [
        face("sacrechene", 33.0, 33.0, 3.0),
        face("draknar", 99.0, 297.0, 178.0, "warus"),
        back(165.0, 33.0),
    ]
    found = seen(*laid, lamp=lamp)
    assert {(s.label, s.face) for s in found} == {("sacrechene", "up"), ("draknar", "up"), (None, "down")}


def test_only_what_changed_is_read_again_and_the_rest_is_kept() -> None:
    laid = [face("kassin-a", 33.0, 33.0), face("gold-hure", 231.0, 231.0)]
    image, plane = painted(*laid)
    reader = CardReader(groups(*BOTH))
    before = reader.read(View(image=image, plane=plane, table=TABLE))
    image, plane = painted(laid[0], face("gold-hure", 231.0, 297.0))
    kept = [card for card in before.lying if card.sighting.label == "kassin-a"]
    touched = ((198.0, 198.0, 264.0, 330.0),)
    changes = Changes((), touched, touched)
    after = reader.read(View(image=image, plane=plane, table=TABLE, changes=changes, before=(before,)))
    by_label: dict[str | None, Card] = {card.sighting.label: card for card in after.lying}
    assert by_label["kassin-a"].lying is kept[0].lying
    assert by_label["gold-hure"].sighting.region == "d5"
    assert len(after.lying) == 2


def test_a_card_that_cannot_be_read_is_still_a_card() -> None:
    laid = [face("kassin-a", 36.0, 30.0, 5.0), face("gold-hure", 165.0, 163.0, 357.0), back(231.0, 99.0, 4.0)]
    found = seen(*laid, enrolled=())
    assert {s.region for s in found} == {"a1", "c3", "d2"}
    assert all(s.kind == "card" and s.label is None and s.face is None for s in found)
