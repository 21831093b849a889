"""Rows of cards, side by side and half over each other, are read to the last; a change in one leaves the rest alone."""

from functools import cache
from pathlib import Path

import pytest

from companion.game import Setup, checked
from companion.games import all_games
from companion.sight import Region, Scene
from tests.games.zombinion import turned
from tests.vision.cards.test_cards import groups
from tests.vision.strips import BASICS, case, deck, faults, table_of
from vision.cards.finding import angles_in, is_strip
from vision.cards.fitting import angles_near_upright
from vision.decks.references import References, references
from vision.eye import Eye
from vision.painted.painter import Painter
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import Hand, Laid, TableTop
from vision.sources.frames import Frame
from vision.sources.pictures import read_picture

FRAMES = Path(__file__).parents[2] / "frames" / "rows"

PILES = (*BASICS, *[name for name in deck().labels if name not in BASICS][:10])
TABLE = table_of(PILES, 3)


@cache
def cards() -> References:
    (group,) = references((deck(),))
    return group


@cache
def painter() -> Painter:
    return Painter(TABLE, [deck()], CameraPose.over(TABLE), seed=4)


@pytest.mark.parametrize("seed", [2, 3, 4])  # four seats, two and three
def test_a_random_table_is_read_without_fault_and_so_is_a_change(seed: int) -> None:
    given = case(seed)
    looker = Eye(given.table, [deck()])
    for number, top in enumerate((given.top, given.after)):
        scene = looker.read(Frame(given.painter.paint(top, number), float(number), number)).scene
        counts, words = faults(top, given.table, scene.sightings)
        assert not words
        assert counts["right"] == len(top.things)


def fan(seat: int, names: tuple[str, ...], step: float, start: float = -140.0) -> tuple[Laid, ...]:
    """Cards along a seat's strip, each over the one on its left."""
    region = next(region for region in TABLE.regions if region.name == f"play.{seat}")
    angle = turned(region.name, 3)
    x, y = region.centre
    right = {0.0: (1, 0), 90.0: (0, 1), 180.0: (-1, 0), 270.0: (0, -1)}[angle]
    return tuple(
        Laid("card", name, x + right[0] * (start + n * step), y + right[1] * (start + n * step), angle + n % 3 - 1,
             face="up", deck="zombinion", width_mm=59.0, height_mm=91.0)
        for n, name in enumerate(names)
    )  # fmt: skip


def seen(scene: Scene, region: str) -> list[str | None]:
    """The labels in a region, in the order in which they lie."""
    return [one.label for one in scene.by_region().get(region, ())]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_long_fan_is_read_in_its_order(seat: int) -> None:
    names = ("zombi", "esca", "zombi", "barricata", "aiutarsi", "pallottola", "pallottola", "copertura")
    top = TableTop(fan(seat, names, 33.0))
    scene = Eye(TABLE, [deck()]).read(Frame(painter().paint(top), 0.0, 0)).scene
    assert seen(scene, f"play.{seat}") == list(names)
    assert all(0.4 < one.visible < 0.7 for one in scene.sightings[:-1])
    assert scene.sightings[-1].visible == 1.0


def test_a_card_laid_at_the_end_of_a_row_leaves_the_others_as_they_were() -> None:
    row = fan(1, ("zombi", "esca", "caricatore", "barricata"), 35.0)
    looker = Eye(TABLE, [deck()])
    before = looker.read(Frame(painter().paint(TableTop(row[:-1])), 0.0, 0)).scene
    hand = TableTop(row, Hand(row[-1].x, row[-1].y, 0))
    assert looker.read(Frame(painter().paint(hand), 1.0, 1)).scene.hand
    after = looker.read(Frame(painter().paint(TableTop(row)), 2.0, 2)).scene
    assert seen(before, "play.1") == ["zombi", "esca", "caricatore"]
    assert sorted(map(str, seen(after, "play.1"))) == ["barricata", "caricatore", "esca", "zombi"]
    assert set(before.sightings[:2]) < set(after.sightings)


def test_a_card_taken_from_within_a_row_is_gone_and_no_other() -> None:
    row = fan(0, ("zombi", "esca", "caricatore", "barricata"), 35.0, start=-60.0)
    looker = Eye(TABLE, [deck()])
    looker.read(Frame(painter().paint(TableTop(row)), 0.0, 0))
    after = looker.read(Frame(painter().paint(TableTop((row[0], *row[2:]))), 1.0, 1)).scene
    assert sorted(map(str, seen(after, "play.0"))) == ["barricata", "caricatore", "zombi"]


def test_strips_are_told_from_places() -> None:
    strips = {region.name for region in TABLE.regions if is_strip(region, cards())}
    assert strips == {"play.0", "play.1", "play.2"}
    square = groups("boarix")[0]
    assert not is_strip(Region("a1", 0, 0, 66, 66), square)
    assert is_strip(Region("row", 0, 0, 132, 66), square)


def test_cards_of_a_strip_are_looked_for_as_it_has_room_for_them() -> None:
    near, side = (next(r for r in TABLE.regions if r.name == name) for name in ("play.0", "play.1"))
    assert all(abs(angle) < 10 for angle in angles_in(near, cards()))
    assert all(abs(angle - 90) < 10 for angle in angles_in(side, cards()))
    assert angles_in(Region("heap", 0, 0, 200, 200), cards()) == angles_near_upright(cards())


ROWS = {
    "000.jpg": (
        "raggrupparsi barricata piano-superiore infezione nascondiglio "
        "raggrupparsi raggrupparsi nascondiglio proiettili",
        None,
    ),
    "003.jpg": (
        "aiutarsi raggrupparsi maverick fuga-rapida proiettili molti-piu-zombi infezione caricatore proiettili",
        "maverick infezione molti-zombi molotov maverick fuga-rapida ricognizione molotov",
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_rows_of_many_cards_are_read_in_order_where_two_steps_are_as_wide_as_a_card(name: str) -> None:
    """Rendered on cloth: 42 mm from card to card, with most of each in view, and 30 mm: half a card."""
    game = all_games()["zombinion"]
    scene = (
        Eye(game.table(checked(game, Setup(2))), [deck()])
        .read(Frame(read_picture(FRAMES / name), 0.0, 0))
        .scene
    )
    for seat, names in enumerate(ROWS[name]):
        if names is not None:
            assert seen(scene, f"play.{seat}") == names.split()
