"""The lamp over the simulated table hides nothing: a white zone may lie on any square."""

import re

import numpy as np

from companion.game import Setup
from companion.games.zones import GAME
from ui.box.eyes import game_decks
from ui.box.opening import simulated_table
from vision.light.fitness import Light, judge_light
from vision.painted.tabletop import Laid, TableTop


def test_a_white_zone_is_read_on_every_square() -> None:
    setup = Setup(2)
    table = GAME.table(setup)
    simulated = simulated_table(table, game_decks(GAME, setup), lambda: 0.0)
    squares = [region for region in table.regions if re.fullmatch("[a-f][1-6]", region.name)]
    assert len(squares) == 36
    for beside in (0, 1):  # not side by side: where half of the table were lost, something else would be said
        white = (
            Laid(
                "card", "base-white", square.x + square.w / 2, square.y + square.h / 2,
                deck="zones-tiles", width_mm=46.0, height_mm=46.0,
            )
            for n, square in enumerate(squares) if (n // 6 + n) % 2 == beside
        )  # fmt: skip
        simulated.put(TableTop(tuple(white)))
        frame = simulated.newest()
        assert frame is not None
        assert judge_light(np.asarray(frame.image), simulated._painter.plane, table.regions) == Light(ok=True)
