"""Dark backs laid across dark backs: every card of an attack is seen, in its square, and none that is not there."""

from pathlib import Path

import numpy as np
import pytest

from companion.game import Setup, checked
from companion.games import all_games
from companion.sight import Region, Sighting, Table
from tests.vision.cards.test_cards import back, deck, face
from vision.eye import Eye
from vision.painted.painter import Painter
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import Laid, TableTop
from vision.sources.frames import Frame
from vision.sources.pictures import read_picture

FRAMES = Path(__file__).parents[1] / "frames" / "dark-attack"

SIDE = 66.0
TABLE = Table(
    6 * SIDE,
    6 * SIDE,
    regions=tuple(
        Region(f"{'abcdef'[column]}{row + 1}", column * SIDE, row * SIDE, SIDE, SIDE)
        for row in range(6)
        for column in range(6)
    ),
)


def after_a_move(before: list[Laid], after: list[Laid], tribes: tuple[str, ...]) -> list[Sighting]:
    decks = [deck(name) for name in tribes]
    painter, eye = Painter(TABLE, decks, CameraPose.over(TABLE, (1280, 720)), seed=2), Eye(TABLE, decks)
    eye.read(Frame(painter.paint(TableTop(tuple(before)), 0), 0.0, 0))
    return list(eye.read(Frame(painter.paint(TableTop(tuple(after)), 1), 2.0, 1)).scene.sightings)


CORNER = [back(229.2, 229.4, 177, "warus"), back(231.8, 167.0, 3)]
ACROSS = [back(230.4, 295.7), back(229.6, 361.5, 181, "warus"), back(296.0, 362.8, 179, "warus")]


@pytest.mark.parametrize(
    ("lie", "start", "attacker", "square"),
    [
        (CORNER, back(164.0, 231.0, 180, "warus"), back(206.8, 188.2, 180, "warus"), "d3"),
        (ACROSS, back(297.0, 297.0, 1), back(257.9, 336.5, 1), "d6"),
    ],
)
def test_an_attack_across_corners_is_seen_in_its_square(
    lie: list[Laid], start: Laid, attacker: Laid, square: str
) -> None:
    seen = after_a_move([*lie, start], [*lie, attacker], ("boarix", "warus"))
    expected = [str(TABLE.region_at(card.x, card.y)) for card in lie]
    assert sorted(str(card.region) for card in seen) == sorted([*expected, square])
    assert all(card.face == "down" for card in seen)
    top = [card for card in seen if card.region == square][-1]
    assert (top.deck, top.visible) == (attacker.deck, 1.0)


def test_a_card_slid_under_one_that_was_known_is_found_and_that_one_only_once() -> None:
    lie = [back(166.6, 298.3, 180), face("cage-de-racines", 165.4, 270.1, 358)]
    before, after = [back(229.3, 231.5), *lie], [back(165.0, 231.0), *lie]
    seen = after_a_move(before, after, ("boarix", "warus"))
    assert sorted((str(card.region), str(card.face)) for card in seen) == [
        ("c4", "down"),
        ("c5", "down"),
        ("c5", "up"),
    ]


def test_half_a_back_is_never_taken_for_a_tribe_that_looks_alike() -> None:
    lie = back(98.2, 166.1, 1.8, "rhinogoths")
    start, attacker = back(164.0, 98.0, 182, "monkus"), back(121.5, 141.5, 182, "monkus")
    seen = after_a_move([lie, start], [lie, attacker], ("monkus", "rhinogoths"))
    assert [card.region for card in seen] == ["b3", "b3"]
    assert seen[0].deck in (None, "rhinogoths")
    assert seen[1].deck == "monkus"


def test_an_attack_a_little_off_on_busy_cloth_is_seen_and_what_is_turned_up_beneath_it() -> None:
    """Rendered: the attacker lies 14 mm off over a back as dark as its own, on cloth no plainer than the backs."""
    game = all_games()["zoondo"]
    eye = Eye(game.table(checked(game, Setup(2))), [deck("rhinogoths"), deck("monkus")])
    seen = []
    for number, name in enumerate(("006.jpg", "007.jpg", "008.jpg")):
        frame = Frame(read_picture(FRAMES / name), 2.0 * number, number)
        scene = eye.read(frame).scene
        seen.append([(one.face, one.label, one.visible == 1) for one in scene.by_region().get("c2", ())])
    assert seen[0] == [("down", None, True)]
    assert seen[1] == [("down", None, False), ("down", None, True)]
    assert [one[:1] for one in seen[2]] == [("up",), ("up",)]
    assert seen[2][1] == ("up", "bouga-a", True)
    assert seen[2][0][1] in (None, "rhino-a", "rhino-b")


@pytest.mark.parametrize("off", [10.0, 14.0, 20.0])
@pytest.mark.parametrize("tribes", [("boarix", "rhinogoths"), ("rhinogoths", "boarix")])
def test_what_a_strip_shows_of_a_back_is_known_where_it_lay(off: float, tribes: tuple[str, str]) -> None:
    lie, start = back(98.2, 297.1, 181.0, tribes[1]), back(32.0, 297.0, 2.0, tribes[0])
    seen = after_a_move([lie, start], [lie, back(98.0 - off, 296.0, 358.0, tribes[0])], tribes)
    assert [(card.region, card.visible == 1) for card in seen] == [("b5", False), ("b5", True)]


def test_what_lies_beneath_is_known_under_another_lamp_too() -> None:
    lie, start = back(98.2, 297.1, 181.0, "rhinogoths"), back(32.0, 297.0, 2.0)
    moved = back(80.0, 296.0, 358.0)
    decks = [deck("boarix"), deck("rhinogoths")]
    eye = Eye(TABLE, decks)
    for number, (things, lamp) in enumerate((((lie, start), 1.0), ((lie, moved), 1.0), ((lie, moved), 0.55))):
        painter = Painter(TABLE, decks, CameraPose.over(TABLE, (1280, 720)), seed=2)
        image = np.asarray(painter.paint(TableTop(things), number) * lamp, np.uint8)
        seen = eye.read(Frame(image, 2.0 * number, number)).scene.sightings
    assert [(card.region, card.face, card.visible == 1) for card in seen] == [
        ("b5", "down", False),
        ("b5", "down", True),
    ]
