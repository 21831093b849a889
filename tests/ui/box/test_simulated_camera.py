"""The camera over the simulated table sees enough of what that table lays by itself."""

from random import Random
from typing import Any

import pytest

from companion.game import Chance, legal
from companion.games import all_games
from companion.referee import Referee
from ui.box.by_touch import tidied
from ui.box.opening import SIMULATED, open_table
from ui.records.beginning import agreed
from vision.painted.tabletop import TableTop

GAME: Any = all_games()["zoon_alternate"]


@pytest.mark.parametrize("seed", [24, 36])
def test_pennies_on_cards_of_their_own_colour_are_read(seed: int) -> None:
    """Set-ups with one penny that a picture of the same size, but wider than the table, does not show."""
    chance, setup = Random(seed), agreed(GAME, 2)
    state = GAME.start(setup)
    while not isinstance(GAME.turn(state), Chance):
        state = GAME.after(state, chance.choice(legal(GAME, state)))
    now = [0.0]
    opened = open_table(Referee(GAME, setup, lambda _lines: None), None, SIMULATED, lambda: now[0])
    assert opened.simulated is not None
    look, table = GAME.look(state), opened.simulated.table
    laid = [region.name for region in table.regions if region.name not in look.ignored]
    opened.simulated.put(tidied(table, TableTop(), look, laid, opened.decks, chance.randrange(2**31)))
    for now[0] in (0.0, 0.5, 1.0):
        reading = opened.eye.read(opened.simulated.newest())
    seen = reading.scene.by_region()
    assert pennies(look.regions) == pennies(seen)


def pennies(lying: Any) -> dict[str, list[str]]:
    """By region, the sides of the pennies there."""
    sides = {name: [one.label for one in things if one.kind == "penny"] for name, things in lying.items()}
    return {name: found for name, found in sides.items() if found}
