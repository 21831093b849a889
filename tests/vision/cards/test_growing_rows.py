"""Rows that grow card by card, laid as the simulated table lays them, are read to the last card at every seat."""

import numpy as np
import pytest

from companion.sight import Look, Thing
from tests.vision.strips import BASICS, deck, faults, table_of
from vision.eye import Eye
from vision.painted.laying import tabletop_from_look
from vision.painted.painter import Painter
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import TableTop
from vision.sources.frames import Frame

PILES = (*BASICS, *[name for name in deck().labels if name not in BASICS][:10])
BACK = Thing("card", None, "down", "zombinion")
MOST = 10


def up(label: str) -> Thing:
    return Thing("card", label, "up", "zombinion")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rows_of_one_to_ten_cards_are_read_at_every_seat(seats: int) -> None:
    """Each look adds a card to every row: side by side at first, then slid under one neighbour and over the other.

    At tables whose rows are longer the last three are looked at.
    """
    table, rng = table_of(PILES, seats), np.random.default_rng(seats)
    painter = Painter(table, [deck()], CameraPose.over(table, (1280, 720)), seed=seats)
    supply = {name: (up(name),) for name in PILES}
    decks = {f"deck.{seat}": (BACK,) for seat in range(seats)}
    rows = {f"play.{seat}": tuple(up(str(name)) for name in rng.choice(PILES, MOST)) for seat in range(seats)}
    eye, top = Eye(table, [deck()]), TableTop()
    for count in range(1 if seats == 4 else MOST - 2, MOST + 1):
        look = Look({**supply, **decks, **{name: row[:count] for name, row in rows.items()}})
        top = tabletop_from_look(look, table, rng, [deck()], top)
        scene = eye.read(Frame(painter.paint(top, count), float(count), count)).scene
        counts, words = faults(top, table, scene.sightings)
        assert not words, (count, words)
        assert counts["right"] == len(top.things) and look.fits(scene)
    anew = Eye(table, [deck()]).read(Frame(painter.paint(top, 0), 0.0, 0)).scene
    assert look.fits(anew)
