"""Dark backs without a rim are found and told for backs, plain ones too; a bare place of their colour is none."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.cards import test_cards
from tests.vision.grain import noisy
from tests.vision.painted import test_paint
from tests.vision.strips import BASICS, deck, table_of
from vision.arrays import Picture
from vision.cards.fitting import Pose, Sheet, fit_pose
from vision.decks.deck import Deck
from vision.decks.references import References
from vision.eye import Eye
from vision.painted.painter import Ground, Painter
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import Laid, TableTop
from vision.sources.frames import Frame

PILES = (*BASICS, *[name for name in deck().labels if name not in BASICS][:10])
TABLE = table_of(PILES, 2)
CENTRES = {region.name: region.centre for region in TABLE.regions}


def plain() -> Picture:
    return np.full((364, 236, 3), (32, 46, 38), np.uint8)


def ringed() -> Picture:
    """Fine lines that hardly show from afar."""
    back = plain()
    for radius in range(24, 170, 13):
        cv2.circle(back, (118, 182), radius, (52, 72, 66), 3, cv2.LINE_AA)
    return back


def with_back(back: Picture) -> Deck:
    return replace(deck(), backs=(back,))


def things(cards: Deck) -> tuple[Laid, ...]:
    """A covered card, three open ones."""
    size = {"width_mm": cards.width_mm, "height_mm": cards.height_mm}
    x, y = CENTRES["deck.0"]
    open_ones = [Laid("card", name, *CENTRES[name], 1.0, deck=cards.name, **size) for name in PILES[:3]]
    return (Laid("card", None, x - 1.5, y + 2, 3.0, face="down", deck=cards.name, **size), *open_ones)


@pytest.mark.parametrize("back", [plain(), ringed()], ids=["plain", "ringed"])
@pytest.mark.parametrize("on", ["light wood", "grey cloth"])
def test_a_dark_back_without_a_rim_is_a_back(back: Picture, on: Ground) -> None:
    cards = with_back(back)
    painter = Painter(TABLE, [cards], CameraPose.over(TABLE, (1280, 720)), seed=4, on=on)
    scene = Eye(TABLE, [cards]).read(Frame(painter.paint(TableTop(things(cards)), 0), 0.0, 0)).scene
    assert [(one.face, one.deck) for one in scene.by_region()["deck.0"]] == [("down", cards.name)]
    assert len(scene.sightings) == 4


@pytest.mark.parametrize("on", ["light wood", "grey cloth"])
def test_no_back_is_told_where_the_table_is_bare(on: Ground) -> None:
    cards = with_back(plain())
    painter = Painter(TABLE, [cards], CameraPose.over(TABLE, (1280, 720)), seed=4, on=on)
    scene = Eye(TABLE, [cards]).read(Frame(painter.paint(TableTop(things(cards)[1:]), 0), 0.0, 0)).scene
    assert {one.region for one in scene.sightings} == set(PILES[:3])


def test_a_plain_thing_of_another_colour_is_no_back() -> None:
    known, other = with_back(plain()), with_back(np.full((364, 236, 3), (60, 50, 190), np.uint8))
    painter = Painter(TABLE, [other], CameraPose.over(TABLE, (1280, 720)), seed=4)
    scene = Eye(TABLE, [known]).read(Frame(painter.paint(TableTop(things(other)), 0), 0.0, 0)).scene
    assert [(one.face, one.label) for one in scene.by_region()["deck.0"]] == [(None, None)]


@pytest.mark.parametrize("back", [plain(), ringed()], ids=["plain", "ringed"])
def test_a_dark_back_in_dim_light_is_a_back(back: Picture) -> None:
    cards = with_back(back)
    painter = Painter(TABLE, [cards], CameraPose.over(TABLE, (1280, 720)), seed=4, on="light wood")
    image = noisy(painter.paint(TableTop(things(cards)), 0) * np.float32(0.25), 1, 3.0)
    scene = Eye(TABLE, [cards]).read(Frame(image, 0.0, 0)).scene
    assert [(one.face, one.deck) for one in scene.by_region()["deck.0"]] == [("down", cards.name)]


def test_a_back_that_hardly_agrees_is_not_fitted_in_each_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    decks = [test_cards.deck("boarix"), test_cards.deck("warus")]
    painter = Painter(test_paint.TABLE, decks, CameraPose.over(test_paint.TABLE, (1280, 720)), seed=5)
    laid = TableTop((test_cards.back(99.0, 33.0), test_cards.back(165.0, 165.0)))
    blurred = np.asarray(cv2.GaussianBlur(painter.paint(laid, 1), (0, 0), 2.5), np.uint8)
    fits = list[int]()

    def counted(sheet: Sheet, group: References, index: int, *where: Any, **how: Any) -> Pose:
        fits.append(index)
        return fit_pose(sheet, group, index, *where, **how)

    monkeypatch.setattr("vision.cards.finding.fit_pose", counted)
    scene = Eye(test_paint.TABLE, decks).read(Frame(blurred, 0.0, 0)).scene
    assert [(one.face, one.deck) for one in scene.sightings] == [("down", "boarix")] * 2
    assert len(fits) <= 8, "sixteen and more if each of four turns is fitted by itself"
