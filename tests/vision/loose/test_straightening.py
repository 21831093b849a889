"""A card that is straightened: its size, what lies within its corners, and when they are put right."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from vision.decks.references import Reference, References
from vision.identify.identify import Identity
from vision.loose.outlines import CardOutline
from vision.loose.reader import (
    Back,
    FoundCard,
    LooseCardReader,
    _crop_size,
    _Look,
    _put_right,
    straightened,
)

FACE = Reference("warus", "fox", np.zeros((9, 6, 3), np.uint8))
BACK = Reference("warus", None, np.zeros((9, 6, 3), np.uint8))
OTHER = Reference("boarix", "oak", np.zeros((9, 6, 3), np.uint8))


def quad(*corners: tuple[float, float]) -> np.ndarray:
    return np.array(corners, float)


SQUARE = quad((0, 0), (100, 0), (100, 100), (0, 100))


@pytest.mark.parametrize(
    ("corners", "most", "size"),
    [
        (quad((0, 0), (200, 0), (200, 100), (0, 100)), 160, (200, 100)),
        (quad((0, 0), (200, 0), (200, 100), (0, 100)), 50, (100, 50)),
        (quad((0, 0), (100, 0), (100, 200), (0, 200)), 50, (50, 100)),
        # a trapezium: 100 and 80 wide, both sides 50 high and 10 aslant
        (quad((0, 0), (100, 0), (90, 50), (10, 50)), 160, (90, 51)),
        # a wedge: 60 and 40 high
        (quad((0, 0), (80, 10), (80, 50), (0, 60)), 160, (81, 50)),
        (quad((0, 0), (3, 0), (3, 2), (0, 2)), 160, (8, 8)),
        (quad((0, 0), (400, 0), (400, 20), (0, 20)), 5, (100, 8)),
    ],
)
def test_a_card_is_straightened_at_the_mean_of_its_sides(
    corners: np.ndarray, most: int, size: tuple[int, int]
) -> None:
    assert _crop_size(corners, most) == size


def ramp(rows: int, columns: int) -> Any:
    """A picture that tells where each px is: column and row, each in its channel."""
    down, across = np.mgrid[0:rows, 0:columns]
    return np.dstack([across, down, np.zeros_like(across)]).astype(np.uint8)


def test_what_lies_within_the_corners_comes_out_upright() -> None:
    image = ramp(120, 200)
    plain, onto = straightened(image, quad((19.5, 9.5), (59.5, 9.5), (59.5, 29.5), (19.5, 29.5)), (40, 20))
    assert (plain == image[10:30, 20:60]).all()
    assert onto == pytest.approx(np.array([(1, 0, -20), (0, 1, -10), (0, 0, 1)]), abs=1e-6)
    turned, _ = straightened(image, quad((59.5, 9.5), (59.5, 29.5), (19.5, 29.5), (19.5, 9.5)), (20, 40))
    assert (turned == np.rot90(image[10:30, 20:60])).all()


def test_of_a_large_card_the_mean_of_many_px_is_taken() -> None:
    image = ramp(200, 200)
    image[::2, ::2, 2] = 200
    small, onto = straightened(
        image, quad((19.5, 39.5), (179.5, 39.5), (179.5, 119.5), (19.5, 119.5)), (40, 20)
    )
    assert small[10, 20] == pytest.approx((101.5, 81.5, 50), abs=1.5)
    assert small[0, 0] == pytest.approx((21.5, 41.5, 50), abs=1.5)
    assert small[19, 39] == pytest.approx((177.5, 117.5, 50), abs=1.5)
    assert onto == pytest.approx(np.array([(0.25, 0, -5.375), (0, 0.25, -10.375), (0, 0, 1)]), abs=1e-4)


def test_a_card_over_the_pictures_edge_is_straightened_too() -> None:
    image = ramp(100, 100)
    corner, _ = straightened(
        image, quad((-40.5, -40.5), (39.5, -40.5), (39.5, 39.5), (-40.5, 39.5)), (20, 20)
    )
    assert corner[15, 15] == pytest.approx((21.5, 21.5, 0), abs=1.5)
    away, _ = straightened(image, quad((300, 300), (400, 300), (400, 400), (300, 400)), (20, 20))
    assert (away == image[99, 99]).all()


def test_an_outline_is_put_right_by_a_quarter_of_its_side_at_most() -> None:
    outline = CardOutline(SQUARE, 0.9)
    near, far = SQUARE + 24.9, SQUARE + 25.1
    assert (_put_right(outline, near).corners == near).all()
    assert _put_right(outline, far) is outline
    for turn in range(4):
        rolled = np.roll(near, turn, axis=0)
        assert (_put_right(outline, rolled).corners == rolled).all(), "the first corner may be any"
    assert _put_right(outline, near).sure == 0.9


GROUPS = (References(60.0, 90.0, (FACE, BACK, OTHER)), References(40.0, 40.0, (FACE,)))


def identity(group: int, reference: int, sure: float, level: float = 0.9) -> Identity:
    return Identity(group=group, reference=reference, turns=0, sure=sure, level=level, corners=SQUARE)


def told(*identities: Identity, back: Back | None = None, sure: float = 0.2) -> Any:
    reader = LooseCardReader.__new__(LooseCardReader)
    reader.groups = GROUPS
    outline = CardOutline(SQUARE + 0.126, sure)
    return reader.told(FoundCard(outline, identities, back, 0.87654))


def test_a_card_is_named_as_far_as_it_is_likely() -> None:
    sure = told(identity(0, 0, 0.7), identity(1, 0, 0.2), identity(0, 2, 0.05))
    assert (sure.label, sure.face, sure.deck, sure.sure) == ("fox", "up", "warus", 0.9)
    assert sure.others == (("oak", 0.05),)
    assert sure.visible == 0.877
    assert sure.corners_px[2] == (100.13, 100.13)
    perhaps = told(identity(0, 0, 0.3), identity(0, 2, 0.2))
    assert (perhaps.label, perhaps.face, perhaps.deck, perhaps.sure) == ("fox", None, None, 0.3)
    assert perhaps.others == (("oak", 0.2),)
    hardly = told(identity(0, 0, 0.29), identity(0, 2, 0.0009))
    assert (hardly.label, hardly.sure, hardly.others) == (None, 0.2909, (("fox", 0.29),))
    assert told(sure=0.8).sure == 0.8 and told(sure=0.8).label is None
    either = told(identity(0, 0, 0.3), identity(0, 2, 0.3))
    assert (either.face, either.deck, either.label) == ("up", None, "fox")


def test_a_back_is_told_with_its_deck_where_that_is_sure() -> None:
    down = told(identity(0, 1, 0.85))
    assert (down.face, down.deck, down.label, down.sure) == ("down", "warus", None, 0.85)
    assert told(identity(0, 1, 0.6)).face == "down" and told(identity(0, 1, 0.6)).deck is None
    assert told(identity(0, 1, 0.59)).face is None
    seen = told(back=Back("boarix", 0.8, 50.0))
    assert (seen.face, seen.deck, seen.sure) == ("down", "boarix", 0.8)
    assert told(back=Back("boarix", 0.79, 50.0)).deck is None
    assert told(back=Back("boarix", 0.6, 50.0)).face is None
    assert told(identity(0, 1, 0.9), back=Back("boarix", 0.85, 50.0)).deck == "warus"


def test_the_size_of_what_was_read() -> None:
    reader = LooseCardReader.__new__(LooseCardReader)
    reader.groups = GROUPS
    outline = CardOutline(SQUARE, 0.2)
    assert reader.sizes == ((60.0, 90.0), (40.0, 40.0))
    size = (60.0, 90.0)
    assert FoundCard(outline, (identity(0, 0, 0.5),), None, 1.0, size).side_mm == pytest.approx(5400**0.5)
    both = (identity(1, 0, 0.3), identity(0, 0, 0.2))
    assert FoundCard(outline, both, Back("warus", 0.5, 70.0), 1.0, (40.0, 40.0)).side_mm == 70.0
    assert FoundCard(outline, both, Back("warus", 0.4, 70.0), 1.0, (40.0, 40.0)).side_mm == 40.0
    assert np.isnan(FoundCard(outline, (), None, 1.0).side_mm)
    assert FoundCard(outline, both, Back("warus", 0.4, 70.0), 1.0).known == 0.5
    assert FoundCard(outline, both, Back("warus", 0.7, 70.0), 1.0).known == 0.7
    assert FoundCard(outline, (), None, 1.0).known == 0.0


def test_a_look_tells_the_corners_by_its_likeliest_face() -> None:
    onto = np.array([(0.5, 0, -10), (0, 0.5, -20), (0, 0, 1)])
    look = _Look(ramp(4, 4), onto, None, 1.0, (identity(0, 0, 0.25), identity(0, 2, 0.5)))
    assert look.sure == 0.75
    assert look.own_corners == pytest.approx(np.add(SQUARE, (10, 20)) * 2)


def looked(
    monkeypatch: pytest.MonkeyPatch, *levels: float, visible: float = 1.0, back: Back | None = None
) -> Any:
    """What is read where one look after the other agrees so well; each time with half the chance and a new place."""
    reader = LooseCardReader.__new__(LooseCardReader)
    reader.groups = GROUPS
    looks = []

    def look(_image: object, corners: np.ndarray, _hidden: object, **_more: bool) -> Any:
        looks.append(corners)
        level = levels[len(looks) - 1]
        named = (identity(0, 0, level, level),) if level else ()
        return SimpleNamespace(
            crop=None,
            mask=None,
            visible=visible,
            identities=named,
            sure=level,
            own_corners=SQUARE + len(looks),
        )

    monkeypatch.setattr(reader, "_look", look, raising=False)
    monkeypatch.setattr(reader, "_back", lambda _crop, _mask: back, raising=False)
    found = reader.read(ramp(4, 4), CardOutline(SQUARE, 0.2))
    return found, len(looks)


def test_a_card_is_looked_at_again_while_that_agrees_better(monkeypatch: pytest.MonkeyPatch) -> None:
    found, looks = looked(monkeypatch, 0.5, 0.6, 0.7, 0.8)
    assert looks == 3
    assert found.known == 0.7 and (found.outline.corners == SQUARE + 3).all()
    found, looks = looked(monkeypatch, 0.5, 0.505, 0.9)
    assert looks == 2
    assert found.known == 0.5 and (found.outline.corners == SQUARE + 1).all()
    assert looked(monkeypatch, 0.97, 1.0)[1] == 1, "sure enough"
    assert looked(monkeypatch, 0.29, 1.0)[1] == 1, "hopeless"
    assert looked(monkeypatch, 0.3, 0.0)[1] == 2
    assert looked(monkeypatch, 0.0)[1] == 1
    found, _ = looked(monkeypatch, 0.49, 0.4)
    assert (found.outline.corners == SQUARE).all(), "no face agrees well enough to put the outline right"


def test_a_back_is_looked_for_where_no_face_agrees_and_enough_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    back = Back("warus", 0.7, 50.0)
    assert looked(monkeypatch, 0.55, 0.0, back=back)[0].back == back
    assert looked(monkeypatch, 0.6, 0.0, back=back)[0].back is None
    assert looked(monkeypatch, 0.55, 0.0, visible=0.6, back=back)[0].back == back
    assert looked(monkeypatch, 0.55, 0.0, visible=0.59, back=back)[0].back is None
    assert (looked(monkeypatch, 0.55, 0.0, back=back)[0].outline.corners == SQUARE).all()
    weak = Back("warus", 0.59, 50.0)
    assert (looked(monkeypatch, 0.55, 0.0, back=weak)[0].outline.corners == SQUARE + 1).all()
    hidden, looks = looked(monkeypatch, 0.9, visible=0.19)
    assert (hidden.identities, hidden.back, looks) == ((), None, 1)
    assert looked(monkeypatch, 0.97, visible=0.2)[0].identities
