"""Where something may lie on the table: on cards, but not along the edge of the picture."""

from functools import cache

import numpy as np

from tests.vision.painted.test_paint import FACES, TABLE
from vision.cards.fitting import Pose, Sheet, cover, lay_sheet, outline
from vision.cards.reader import busy
from vision.decks.deck import load_deck
from vision.painted.painter import Painter
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import Laid, TableTop


@cache
def sheet(around_mm: float) -> Sheet:
    """A table with one card in its middle, and so much about it, seen by a camera right above."""
    deck = load_deck(FACES / "warus")
    painter = Painter(TABLE, [deck], CameraPose.over(TABLE, (1280, 720)), seed=2)
    card = Laid("card", deck.labels[0], 198.0, 198.0, 0.0, face="up", deck=deck.name)
    picture = painter.paint(TableTop((card,)))
    side = TABLE.width_mm + 2 * around_mm
    return lay_sheet(picture, painter.plane, -around_mm, -around_mm, side, side)


def test_a_sheet_knows_what_the_camera_does_not_see() -> None:
    assert sheet(0.0).beyond is None
    beyond = sheet(180.0).beyond
    assert beyond is not None
    black = sheet(180.0).middle.max(axis=2) == 0
    inner = np.s_[6:-6, 6:-6]
    assert float((black == (beyond > 0))[inner].mean()) > 0.98


def test_a_card_is_busy_and_the_edge_of_the_picture_is_not() -> None:
    for around_mm in (0.0, 180.0):
        seen = sheet(around_mm)
        restless, _ = busy(seen, TABLE)
        card = np.zeros_like(restless)
        cover(card, seen, outline(Pose(198.0, 198.0, 0.0), 60.0, 60.0), 255)
        assert float(restless[card > 0].mean()) > 240
        near = np.zeros_like(restless)
        cover(near, seen, outline(Pose(198.0, 198.0, 0.0), 100.0, 100.0), 255)
        assert float((restless[near == 0] > 0).mean()) < 0.02, "a rim of tags is all"


def test_without_knowing_what_is_not_seen_the_edge_of_the_picture_would_be_busy() -> None:
    seen = sheet(180.0)
    blind = Sheet(seen.x, seen.y, seen.middle, seen.coarse)
    assert (busy(blind, TABLE)[0] > 0).sum() > 1.5 * (busy(seen, TABLE)[0] > 0).sum()
