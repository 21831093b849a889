"""How well the levels play: `python -m tests.companion.search.matches GAME --level middle --against random`.

Seats take turns by the seed. The clock is the process's own, so that a crowded machine changes nothing.
"""

import argparse
from dataclasses import replace
from math import sqrt

from companion.games import all_games
from companion.search import LEVELS
from tests.companion.search.playing import Match

BY_NAME = {level.name: level for level in LEVELS}


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return middle - half, middle + half


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("game", choices=sorted(all_games()))
    reader.add_argument("--games", type=int, default=20)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--level", choices=BY_NAME, default="middle")
    reader.add_argument("--against", choices=["random", *BY_NAME], default="random")
    reader.add_argument("--seconds", type=float, default=1.0, help="of processor time a move")
    reader.add_argument("--playouts", type=int, help="for one move of the level, in place of its own number")
    reader.add_argument("--against-playouts", type=int, help="the same for the other level")
    asked = reader.parse_args()
    level, rival = BY_NAME[asked.level], BY_NAME.get(asked.against)
    if asked.playouts:
        level = replace(level, playouts=asked.playouts)
    if rival is not None and asked.against_playouts:
        rival = replace(rival, playouts=asked.against_playouts)
    won = drawn = 0
    thought: list[float] = []
    for number in range(asked.games):
        match = Match(
            all_games()[asked.game],
            level,
            rival,
            asked.seed + number,
            asked.seconds,
        )
        winners = match.winners()
        won += winners == (match.seat,)
        drawn += not winners or (match.seat in winners and len(winners) > 1)
        thought += match.thought
    thought.sort()
    low, high = interval(won + drawn / 2, asked.games)
    middle, most = thought[len(thought) // 2], thought[int(len(thought) * 0.95)]
    print(
        f"{asked.game}: {asked.level} ({level.playouts} play-outs) against {asked.against}"
        f"{f' ({rival.playouts} play-outs)' if rival is not None else ''}:",
        f"{won} won, {drawn} drawn of {asked.games} ({low:.1%} to {high:.1%});",
        f"a move takes {middle:.2f} s, 95 % of them {most:.2f} s, the longest {thought[-1]:.2f} s",
        flush=True,
    )


if __name__ == "__main__":
    main()
