"""How many play-outs a second the search makes: `python -m tests.companion.search.playouts GAME --positions N`.

By processor time, from one position of each of so many games that were played by lot.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from time import process_time
from typing import Any

from companion.game import Game, Seats
from companion.games import all_games
from companion.search import MIDDLE, Search
from tests.companion.search.playing import agreed, played_by_lot

PLAYOUTS = 200
LONGEST = 400
"""Positions are taken from the first so many events of a game."""


def positions(game: Game[Any], count: int) -> Iterator[tuple[Any, int]]:
    """States in which a seat has its turn, anywhere between the first turn and the end, each with that seat."""
    for seed in range(count):
        found = [
            (state, min(turn.seats))
            for state in played_by_lot(game, agreed(game, game.seats[0]), seed, LONGEST)
            if isinstance(turn := game.turn(state), Seats) and game.whose_turn(state) is not None
        ]
        yield found[seed * 7919 % len(found)]


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("game", choices=sorted(all_games()))
    reader.add_argument("--positions", type=int, default=20)
    asked = reader.parse_args()
    game, level = all_games()[asked.game], replace(MIDDLE, playouts=PLAYOUTS)
    made, spent = 0, 0.0
    for number, (state, seat) in enumerate(positions(game, asked.positions)):
        begun = process_time()
        chosen = Search(game, state, seat, Random(number).randrange, lambda: False).best(level)
        spent += process_time() - begun
        made += PLAYOUTS if chosen.lines else 0
    print(f"{asked.game}: {made} play-outs, {made / spent:.0f} a second")


if __name__ == "__main__":
    main()
