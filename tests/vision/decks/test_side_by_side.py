"""Rows of cards side by side are whole cards, each of them: no two half hidden ones stand for one between them."""

import pytest

from tests.vision.side_by_side import row_case
from tests.vision.strips import BASICS, HIGH_MM, WIDE_MM, deck, faults, table_of
from vision.eye import Eye
from vision.painted.painter import Ground, Painter
from vision.painted.standpoint import CameraPose, Lamp
from vision.painted.tabletop import Laid, TableTop
from vision.sources.frames import Frame

PILES = (*BASICS, *[name for name in deck().labels if name not in BASICS][:10])
TABLE = table_of(PILES, 2)
ROW = ("pallottola", "proiettili", "pallottola", "pallottola", "barricata")
ASKEW = (0, -1, 1, 0, 1)
STEP_MM = 66.0


@pytest.mark.parametrize(
    ("seat", "first", "ground"),
    [
        (1, 66.0, "green cloth"),
        (1, 67.0, "green cloth"),
        (1, 67.0, "light wood"),
        (0, 163.0, "dark wood"),
    ],
)
def test_a_card_between_two_alike_is_one_whole_card(seat: int, first: float, ground: Ground) -> None:
    """It stands out less than they do, so that it is found after them."""
    strip = next(region for region in TABLE.regions if region.name == f"play.{seat}")
    names, turned = (ROW, 180.0) if seat else (ROW[::-1], 0.0)
    top = TableTop(
        tuple(
            Laid("card", name, first + n * STEP_MM, strip.centre[1] - 1, (turned + askew) % 360,
                 face="up", deck="zombinion", width_mm=WIDE_MM, height_mm=HIGH_MM)
            for n, (name, askew) in enumerate(zip(names, ASKEW, strict=True))
        )
    )  # fmt: skip
    painter = Painter(TABLE, [deck()], CameraPose.over(TABLE), Lamp(), 4, ground)
    scene = Eye(TABLE, [deck()]).read(Frame(painter.paint(top), 0.0, 0)).scene
    counts, words = faults(top, TABLE, scene.sightings)
    assert not words and counts["right"] == len(ROW)
    assert all(one.visible == 1 for one in scene.sightings)


@pytest.mark.parametrize("seed", [2, 3])
def test_long_rows_along_and_across_are_read_to_the_last_and_so_is_a_change(seed: int) -> None:
    given = row_case(seed)
    looker = Eye(given.table, [deck()])
    for number, top in enumerate((given.top, given.after)):
        scene = looker.read(Frame(given.painter.paint(top, number), float(number), number)).scene
        counts, words = faults(top, given.table, scene.sightings)
        assert not words and counts["right"] == len(top.things)
