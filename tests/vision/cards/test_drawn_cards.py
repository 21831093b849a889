"""Cards drawn on a flat sheet: what lies under another is held against what shows; nearness to a name is no name."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.sight import Region, Sighting, Table, Tags
from vision.arrays import Picture, Values
from vision.cards.finding import CardSearch, find_lying
from vision.cards.fitting import Lying, Pose, Sheet, outline, read_face, window_agreements
from vision.cards.reader import CardReader, find_outlines
from vision.decks.deck import Deck, DeckFace
from vision.decks.references import SOFT, Reference, References, references
from vision.mat.plane import NO_GAINS
from vision.painted.painter import Painter
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import Laid, TableTop
from vision.pennies.reader import find_half, is_print
from vision.reader import View


def faces(count: int) -> list[tuple[str, Picture]]:
    """Faces that have nothing in common: soft patches of random colours."""
    patches = np.random.default_rng(5).integers(0, 250, (count, 11, 8, 3)).astype(np.uint8)
    return [
        (f"face {number}", np.asarray(cv2.resize(one, (126, 176), interpolation=cv2.INTER_CUBIC), np.uint8))
        for number, one in enumerate(patches)
    ]


FACES = faces(4)
GROUP = References(63.0, 88.0, tuple(Reference("drawn", label, face) for label, face in FACES))
EVERYWHERE = np.full((400, 400), 255, np.uint8)
BOX = (0.0, 0.0, 400.0, 400.0)


def sheet(*cards: tuple[int, float, float]) -> Sheet:
    """A grey sheet with upright cards (face, middle in mm), those beneath first."""
    drawn = np.full((400, 400, 3), 90, np.uint8)
    for number, x, y in cards:
        small = cv2.resize(FACES[number][1], (63, 88), interpolation=cv2.INTER_AREA)
        left, top = round(x - 31.5), round(400 - y - 44)
        drawn[top : top + 88, left : left + 63] = small
    middle = cv2.GaussianBlur(drawn, (0, 0), SOFT * 1.5 * 0.8)
    coarse = cv2.GaussianBlur(middle, (0, 0), SOFT * 5.0 * 0.8)
    return Sheet(0.0, 0.0, np.asarray(middle, np.uint8), np.asarray(coarse, np.uint8))


def test_a_card_under_another_is_held_against_what_shows_of_it() -> None:
    upper = Lying(GROUP, 0, Pose(210.0, 200.0, 0.0), 1.0)
    finding = CardSearch(sheet((1, 180.0, 200.0), (0, 210.0, 200.0)), [GROUP], EVERYWHERE)
    finding.take(upper)
    finding.accept_free([(GROUP, 1, Pose(181.0, 200.0, 0.0))], [BOX])
    assert [(card.index, round(card.visible, 1)) for card in finding.found] == [(0, 1.0), (1, 0.5)]


def test_a_card_of_which_hardly_anything_shows_is_not_said_to_be_there() -> None:
    finding = CardSearch(sheet((1, 202.0, 188.0), (0, 210.0, 200.0)), [GROUP], EVERYWHERE)
    finding.take(Lying(GROUP, 0, Pose(210.0, 200.0, 0.0), 1.0))
    finding.accept_free([(GROUP, 1, Pose(202.0, 188.0, 0.0))], [BOX])
    assert [card.index for card in finding.found] == [0]


def test_the_clearest_card_is_found_first_then_what_it_covers() -> None:
    table = Table(400.0, 400.0, regions=(Region("a", 160.0, 150.0, 80.0, 100.0),))
    drawn = sheet((1, 202.0, 198.0), (0, 200.0, 246.0))
    busy = np.asarray(255 * (np.abs(drawn.middle.astype(int) - 90).max(axis=2) > 4), np.uint8)
    found = find_lying(CardSearch(drawn, [GROUP], busy), table, [BOX])
    assert [(card.index, round(card.visible, 1)) for card in found] == [(0, 1.0), (1, 0.5)]


def test_a_side_along_which_another_card_lies_is_no_evidence_of_a_card() -> None:
    """Two cards with bare table between them, and one line drawn there: with their sides it would make three."""
    table = Table(400.0, 400.0, regions=(Region("a", 160.0, 150.0, 80.0, 100.0),))
    beside = [Lying(GROUP, 0, Pose(200.0 + aside, 200.0, 0.0), 1.0) for aside in (-66.0, 66.0)]
    between = sheet((0, 134.0, 200.0), (0, 266.0, 200.0))
    between.middle[154:157, 160:240] = 0
    assert find_outlines(between, [GROUP], table, [BOX], beside, EVERYWHERE) == ()
    alone = sheet((0, 200.0, 200.0))
    (card,) = find_outlines(alone, [GROUP], table, [BOX], (), EVERYWHERE)
    assert card.index is None and np.hypot(card.pose.x - 200, card.pose.y - 200) < 6


def seen(number: int) -> Values:
    """A face at the fine level as a camera has it in dim light that falls off to one side."""
    picture = GROUP.fine_pictures[number]
    shade = np.linspace(0.4, 0.8, picture.shape[1], dtype=np.float32)[None, :, None]
    return np.asarray(picture * shade + 12, np.float32)


def test_glare_that_burnt_out_says_nothing_of_a_face() -> None:
    patch = seen(0)
    whole = np.ones(patch.shape[:2], np.float32)
    (clear,), _ = window_agreements(patch, whole, GROUP, (0,))
    patch[20:60, 15:50] = 255
    (blind,), _ = window_agreements(patch, whole, GROUP, (0,))
    whole[20:60, 15:50] = 0
    (told,), part = window_agreements(patch, whole, GROUP, (0,))
    assert clear > 0.9 and told > blind + 0.1
    assert part < 0.8


def test_a_face_that_fits_no_better_than_the_next_is_not_read() -> None:
    whole = np.ones(GROUP.fine_pictures.shape[1:3], np.float32)
    assert read_face(seen(0), whole, GROUP, (0, 1, 2))[0] == (0, pytest.approx(1.0, abs=0.05))
    between = (seen(0) + seen(1)) / 2
    levels, _ = window_agreements(between, whole, GROUP, (0, 1))
    assert min(levels) > 0.6
    assert sum(chance for _, chance in read_face(between, whole, GROUP, (0, 1))) < 0.2


def test_of_faces_that_are_all_alike_none_is_named() -> None:
    back, (_, face) = FACES[3][1], FACES[0]
    deck = Deck(
        name="twins",
        path=Path("twins"),
        width_mm=63.0,
        height_mm=88.0,
        faces=tuple(DeckFace(name, face) for name in "abcd"),
        backs=(back,),
    )
    table = Table(
        200.0,
        150.0,
        Tags("DICT_4X4_50", (0, 1, 2, 3), 30.0),
        (Region("r", 60.0, 30.0, 80.0, 100.0),),
        ("card",),
    )
    painter = Painter(table, [deck], CameraPose.over(table, (960, 540)))
    image = painter.paint(TableTop((Laid("card", "b", 100.0, 80.0, deck="twins"),)))
    view = View(image=image, plane=painter.plane, table=table)
    (card,) = CardReader(references((deck,))).read(view).lying
    assert card.sighting.label is None and card.sighting.region == "r"
    assert len(card.sighting.others) == 3


ABOVE = CameraPose((200.0, 200.0, 900.0), (200.0, 200.0), width=960, height=960, bend=(0.0, 0.0)).plane(
    Table(400.0, 400.0)
)
COPPER = (70, 100, 160)


def photograph(number: int, *coins: tuple[float, float, tuple[int, int, int]]) -> Picture:
    """A face in the middle of the table from straight above, with plain round things on it (mm, BGR)."""
    image = np.full((960, 960, 3), 90, np.uint8)
    (left, top), (right, low) = (
        np.rint(ABOVE.to_px([(168.5, 244.0), (231.5, 156.0)], 0.4)).astype(int).tolist()
    )
    image[top:low, left:right] = cv2.resize(
        FACES[number][1], (right - left, low - top), interpolation=cv2.INTER_AREA
    )
    for x, y, colour in coins:
        at = np.rint(ABOVE.to_px([(x, y)], 0.4)[0] * 16).astype(int).tolist()
        radius = round(19.05 / 2 * ABOVE.px_per_mm(x, y) * 16)
        cv2.circle(image, at, radius, colour, -1, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.7), np.uint8)


def test_what_shows_of_a_penny_is_copper_and_ends_where_one_would() -> None:
    card = Lying(GROUP, 0, Pose(200.0, 200.0, 0.0), 1.0)
    upper = [outline(Pose(200.0, 246.0, 0.0), 63.0, 88.0)]

    def sure(*coins: tuple[float, float, tuple[int, int, int]]) -> float:
        half = find_half(photograph(0, *coins), ABOVE, NO_GAINS, card, upper)
        return 0.0 if half is None else half.sure

    assert sure((200.0, 198.0, COPPER)) > 0.9
    assert sure((200.0, 198.0, (160, 100, 70))) < 0.1, "blue"
    assert sure((200.0, 198.0, (150, 150, 150))) < 0.1, "silver"
    assert sure() < 0.1
    spread = [(x, y, COPPER) for x in (182.0, 194.0, 206.0, 218.0) for y in (182.0, 198.0)]
    assert sure(*spread) < 0.1, "copper all over is another card"


def test_where_print_shows_no_coin_lies() -> None:
    card, penny = Lying(GROUP, 0, Pose(200.0, 200.0, 0.0), 1.0), Sighting("penny", "heads", x=196.0, y=205.0)
    assert is_print(photograph(0), ABOVE, penny, card)
    assert is_print(np.asarray(photograph(0) * 0.6, np.uint8), ABOVE, penny, card)
    assert not is_print(photograph(0, (196.0, 205.0, COPPER)), ABOVE, penny, card)
    assert not is_print(photograph(1), ABOVE, penny, card)
