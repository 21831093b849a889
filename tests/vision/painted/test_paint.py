"""A painted table shows what lies on it, where it lies; and nothing that is hidden."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.sight import Region, Table
from vision.arrays import Picture
from vision.decks.deck import Deck, load_deck
from vision.mat.plane import Plane, tag_corners_mm
from vision.painted.painter import GROUNDS, Painter
from vision.painted.standpoint import CameraPose, Lamp
from vision.painted.tabletop import Hand, Laid, TableTop

FACES = Path(__file__).parents[3] / "companion" / "games" / "zoon" / "family" / "faces"
SQUARES = tuple(
    Region(f"{c}{r + 1}", 66.0 * n, 66.0 * r, 66.0, 66.0) for r in range(6) for n, c in enumerate("abcdef")
)
TABLE = Table(396.0, 396.0, regions=SQUARES, kinds=("card", "penny"))
SIZE = (1280, 720)


@pytest.fixture(scope="module")
def decks() -> list[Deck]:
    return [load_deck(FACES / "boarix"), load_deck(FACES / "warus")]


@pytest.fixture(scope="module")
def painter(decks: list[Deck]) -> Painter:
    return Painter(TABLE, decks, CameraPose.over(TABLE, SIZE))


def card(
    label: str = "kassin-a", x: float = 165.0, y: float = 99.0, angle: float = 0.0, deck: str = "boarix"
) -> Laid:
    return Laid("card", label, x, y, angle, face="up", deck=deck)


def region_of(painter: Painter, picture: Picture, thing: Laid, px_per_mm: float = 2.0) -> Picture:
    return painter.plane.rectify(picture, thing.x - 30, thing.y - 30, 60, 60, px_per_mm)


def likeness(a: Picture, b: Picture) -> float:
    one, other = (cv2.GaussianBlur(p, (0, 0), 1.5).astype(np.float64).ravel() for p in (a, b))
    return float(np.corrcoef(one, other)[0, 1])


POSES = {
    "straight": CameraPose.over(TABLE, (1920, 1080), tilt_deg=0.0),
    "leaning": CameraPose.over(TABLE, (1920, 1080), tilt_deg=14.0),
    "turned": CameraPose.over(TABLE, SIZE, tilt_deg=20.0, turned_deg=35.0, roll_deg=6.0, nearness=0.75),
    "bumped": CameraPose.over(TABLE, SIZE, nearness=0.9).bumped((12.0, -8.0, 15.0), 3.0),
    "from the far side": CameraPose.over(TABLE, SIZE, tilt_deg=12.0, turned_deg=180.0),
}


@pytest.mark.parametrize("pose", POSES.values(), ids=POSES.keys())
@pytest.mark.parametrize("on", ["green cloth", "light wood"])
def test_the_tags_are_found_where_they_were_painted(pose: CameraPose, on: str) -> None:
    ground = next(g for g in GROUNDS if g == on)
    painter = Painter(TABLE, [], pose, Lamp(strength=0.8), seed=3, on=ground)
    picture = painter.paint(TableTop())
    assert picture.shape == (pose.height, pose.width, 3)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(picture)
    assert ids is not None
    found = dict(zip(ids.ravel().tolist(), corners, strict=True))
    assert TABLE.tags is not None
    for tag, truth in zip((0, 1, 2, 3), tag_corners_mm(TABLE, TABLE.tags), strict=True):
        measured = painter.plane.to_mm(found[tag].reshape(4, 2))
        assert np.hypot(*(measured - truth).T).max() < 1.0


def test_the_plane_and_its_inverse_agree() -> None:
    plane = POSES["turned"].plane(TABLE)
    points = np.array([[0.0, 0.0], [396.0, 0.0], [396.0, 396.0], [200.0, 100.0]])
    for z in (0.0, 1.5, 30.0):
        assert plane.to_mm(plane.to_px(points, z), z) == pytest.approx(points, abs=1e-4)
    assert plane.camera_mm() == pytest.approx(POSES["turned"].at)


@given(
    x=st.floats(40, 356),
    y=st.floats(40, 356),
    angle=st.floats(0, 359),
    place=st.integers(0, 10),
)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_card_lies_where_it_was_laid(
    painter: Painter, decks: list[Deck], x: float, y: float, angle: float, place: int
) -> None:
    label = decks[0].labels[place]
    picture = painter.paint(TableTop((card(label, x, y, angle),)))
    patch = painter.plane.rectify(picture, x - 45, y - 45, 90, 90, 2.0, z_mm=0.3)
    turn = cv2.getRotationMatrix2D((89.5, 89.5), -angle, 1.0)
    upright = np.asarray(cv2.warpAffine(patch, turn, (180, 180)), np.uint8)
    face = np.asarray(cv2.resize(decks[0].face(label), (120, 120), interpolation=cv2.INTER_AREA), np.uint8)
    scores = cv2.matchTemplate(upright, cv2.GaussianBlur(face, (0, 0), 1.0), cv2.TM_CCOEFF_NORMED)
    _, best, _, (column, row) = cv2.minMaxLoc(scores)
    assert best > 0.9
    assert abs(column - 30) <= 2
    assert abs(row - 30) <= 2


def test_a_card_face_down_shows_its_back_whatever_it_is(painter: Painter) -> None:
    one = painter.paint(TableTop((Laid("card", "kassin-a", 165, 99, 0, face="down", deck="boarix"),)))
    other = painter.paint(TableTop((Laid("card", "gold-hure", 165, 99, 0, face="down", deck="boarix"),)))
    unknown = painter.paint(TableTop((Laid("card", None, 165, 99, 0, face="down", deck="boarix"),)))
    back = painter.paint(TableTop((Laid("card", "korse-a", 165, 99, 0, face="down", deck="warus"),)))
    assert likeness(region_of(painter, one, card()), region_of(painter, other, card())) > 0.99
    assert likeness(region_of(painter, one, card()), region_of(painter, unknown, card())) > 0.99
    assert likeness(region_of(painter, one, card()), region_of(painter, back, card())) < 0.9


def test_what_lies_on_top_covers_what_is_below(painter: Painter) -> None:
    low, high = card("kassin-a"), card("gold-hure", 180.0, 110.0)
    over = region_of(painter, painter.paint(TableTop((low, high))), high)
    alone = region_of(painter, painter.paint(TableTop((high,))), high)
    under = region_of(painter, painter.paint(TableTop((high, low))), high)
    assert likeness(over, alone) > 0.97 > likeness(under, alone)


def test_heads_and_tails_differ_and_lie_where_they_were_laid(painter: Painter) -> None:
    bare = painter.paint(TableTop((card(),)))
    shown = {}
    for side in ("heads", "tails"):
        picture = painter.paint(TableTop((card(), Laid("penny", side, 165.0, 99.0, 30.0))))
        changed = np.abs(picture.astype(int) - bare).max(axis=2) > 25
        rows, columns = np.nonzero(changed)
        centre = painter.plane.to_mm([(float(columns.mean()), float(rows.mean()))], 1.8)[0]
        assert centre == pytest.approx((165.0, 99.0), abs=1.5)
        struck = painter.plane.rectify(picture, 158.5, 92.5, 13.0, 13.0, 4.0, z_mm=1.8)
        shown[side] = cv2.cvtColor(struck, cv2.COLOR_BGR2GRAY)
    relief = [float(shown[side].std()) for side in shown]
    assert min(relief) > 5.0
    assert np.corrcoef(shown["heads"].ravel(), shown["tails"].ravel())[0, 1] < 0.7


def test_the_seed_alone_decides_the_picture(decks: list[Deck]) -> None:
    top = TableTop((card(), Laid("penny", "tails", 100.0, 100.0)), Hand(200.0, 200.0))
    one, other = (Painter(TABLE, decks, CameraPose.over(TABLE, (640, 360)), seed=seed) for seed in (5, 5))
    assert np.array_equal(one.paint(top, 7), other.paint(top, 7))
    assert not np.array_equal(one.paint(top, 7), one.paint(top, 8))
    third = Painter(TABLE, decks, CameraPose.over(TABLE, (640, 360)), seed=6)
    assert not np.array_equal(one.paint(top, 7), third.paint(top, 7))


Change = Callable[[TableTop, float, float], TableTop]
CHANGES: tuple[Change, ...] = (
    lambda top, x, y: top.added(card("grognard-a", x, y, x)),
    lambda top, x, y: top.added(Laid("penny", "heads", x, y, y)),
    lambda top, x, _y: top.removed(int(x) % len(top.things)) if top.things else top,
    lambda top, x, _y: top.flipped(int(x) % len(top.things)) if top.things else top,
    lambda top, x, y: top.moved(int(x) % len(top.things), y, x) if top.things else top,
    lambda top, x, y: top.turned(int(x) % len(top.things), y) if top.things else top,
    lambda top, _x, _y: TableTop(tuple(reversed(top.things))),
    lambda top, x, y: top.with_hand(Hand(x, y, int(x) % 2, int(y) % 5)),
)


@given(st.lists(st.tuples(st.sampled_from(CHANGES), st.floats(-20, 420), st.floats(-20, 420)), max_size=8))
@settings(max_examples=12, deadline=None)
def test_painting_what_changed_is_painting_it_all(steps: list[tuple[Change, float, float]]) -> None:
    decks = [load_deck(FACES / "boarix")]
    pose = CameraPose.over(TABLE, (480, 270))
    live = Painter(TABLE, decks, pose)
    top = TableTop((card(), card("gold-hure", 190.0, 120.0, 10.0), Laid("penny", "heads", 170.0, 100.0)))
    for change, x, y in steps:
        top = change(top, x, y)
        live.paint(top.with_hand(None))
    assert np.array_equal(live.paint(top), Painter(TABLE, decks, pose).paint(top))


def test_a_hand_hides_what_lies_under_it(painter: Painter) -> None:
    top = TableTop((card(), card("gold-hure", 363.0, 363.0)))
    bare = painter.paint(top)
    for tone in range(5):
        seen = painter.paint(top.with_hand(Hand(165.0, 130.0, tone=tone)))
        assert (
            likeness(region_of(painter, bare, top.things[0]), region_of(painter, seen, top.things[0])) < 0.8
        )
        assert (
            likeness(region_of(painter, bare, top.things[1]), region_of(painter, seen, top.things[1])) > 0.98
        )


def test_a_table_without_tags_has_none(decks: list[Deck]) -> None:
    table = Table(300.0, 200.0, tags=None)
    picture = Painter(table, decks, CameraPose.over(table, (640, 360))).paint(TableTop())
    assert picture.max() < 200


def test_an_unknown_card_is_the_programmers_fault(painter: Painter) -> None:
    with pytest.raises(KeyError):
        painter.paint(TableTop((card("no-such-card"),)))


def test_the_camera_sees_the_whole_table() -> None:
    for table in (TABLE, Table(600.0, 300.0), Table(120.0, 900.0)):
        for pose in (CameraPose.over(table), CameraPose.over(table, (1280, 720), 15.0)):
            plane: Plane = pose.plane(table)
            assert table.tags is not None
            seen = np.vstack([plane.to_px(corners) for corners in tag_corners_mm(table, table.tags)])
            assert seen.min() > 0
            assert (seen.max(axis=0) < (pose.width, pose.height)).all()


def test_what_has_not_changed_is_not_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    painter = Painter(TABLE, camera=CameraPose.over(TABLE, (640, 360)))
    boxes: list[tuple[int, int, int, int]] = []
    anew = painter._paint_anew
    monkeypatch.setattr(painter, "_paint_anew", lambda box: (boxes.append(box), anew(box)))
    pennies = tuple(Laid("penny", "heads", 60.0 + 90 * n, 80.0) for n in range(4))
    painter.paint(TableTop(pennies))
    boxes.clear()
    painter.paint(TableTop(pennies))
    assert boxes == []
    painter.paint(TableTop((*pennies[:3], Laid("penny", "heads", 330.0, 300.0))))
    assert boxes and sum((right - left) * (low - top) for left, top, right, low in boxes) < 640 * 360 / 20
