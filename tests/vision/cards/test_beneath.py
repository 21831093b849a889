"""Backs half beneath a card are found at first sight; beneath a card that lies on nothing none is told."""

import numpy as np
import pytest

from companion.sight import Sighting
from tests.vision.attacks import printed_squares
from tests.vision.cards.test_cards import CAMERA, back, deck, face, seen
from tests.vision.painted.test_paint import TABLE
from vision.eye import Eye
from vision.painted.painter import Painter
from vision.painted.tabletop import PaintedSheet, TableTop
from vision.sources.frames import Frame


def places(sightings: list[Sighting]) -> list[tuple[str | None, str | None, bool]]:
    return sorted((str(one.region), str(one.face), one.visible == 1) for one in sightings)


@pytest.mark.parametrize(
    ("aside", "up", "upper"),
    [
        (12.0, 1.0, "face"),
        (0.0, -16.0, "back"),
        (14.0, 14.0, "face"),
        (-22.0, 3.0, "back"),
        (12.0, 1.0, "back"),
    ],
)
def test_a_back_half_beneath_an_attacker_is_found_from_nothing(aside: float, up: float, upper: str) -> None:
    x, y = 166.0, 230.0
    if upper == "face":
        above = face("kassin-a", x + aside, y + up, 3.0)
    else:
        above = back(x + aside, y + up, 3.0)
    told = seen(back(x, y, 181.0, "warus"), above, back(33.0, 33.0))
    side = "up" if upper == "face" else "down"
    assert places(told) == [("a1", "down", True), ("c4", "down", False), ("c4", side, True)]


@pytest.mark.parametrize(("aside", "up"), [(12.0, 1.0), (0.0, -16.0), (14.0, 14.0), (-22.0, 3.0)])
def test_beneath_a_card_that_lies_on_nothing_none_is_told(aside: float, up: float) -> None:
    told = seen(face("kassin-a", 166.0 + aside, 230.0 + up, 3.0), back(99.0 + aside, 33.0, 2.0, "warus"))
    assert len(told) == 2


@pytest.mark.parametrize("chequered", [True, False])
def test_a_printed_square_beside_a_card_is_no_back(*, chequered: bool) -> None:
    decks = [deck("boarix"), deck("warus")]
    whole = printed_squares(
        np.array([132.0, 152.0, 232.0]), np.array([130.0, 80.0, 60.0]), chequered=chequered
    )
    # Nine of its squares, about the card.
    square = len(whole.picture) // 6
    sheet = PaintedSheet(whole.picture[square : 4 * square, square : 4 * square], 66.0, 132.0)
    lie = (face("kassin-a", 178.0, 231.0, 3.0), back(99.0, 48.0, 2.0, "warus"))
    painter = Painter(TABLE, decks, CAMERA, seed=2, sheet=sheet)
    told = Eye(TABLE, decks).read(Frame(painter.paint(TableTop(lie)), 0.0, 0)).scene.sightings
    assert [one for one in told if one.face == "down" and one.visible < 1] == []
