"""Lines of lawful play, counted to a depth and pinned: the branch that differs is printed.

`counts/<game>.txt` holds one line a count: start, depth, lines ending in a chance / a move / an end. A start is `new`
or the name of a position in `counts/<game>.json`.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.game import Chance, Game, Over, Setup, checked, legal
from companion.games import all_games
from tests.toys import strip

GAMES = {**all_games(), strip.GAME.id: strip.GAME}
FOLDER = Path(__file__).parent / "counts"


def counted(game: Game[Any], state: Any, depth: int) -> tuple[int, int, int]:
    """How many lines of play of this length (or ended earlier) end in chance, in a move, in an end."""
    turn = game.turn(state)
    if isinstance(turn, Over):
        return (0, 0, 1)
    if depth == 0:
        return (1, 0, 0) if isinstance(turn, Chance) else (0, 1, 0)
    branches = [counted(game, game.after(state, event), depth - 1) for event in legal(game, state)]
    return (sum(b[0] for b in branches), sum(b[1] for b in branches), sum(b[2] for b in branches))


def lines() -> list[Any]:
    return [
        pytest.param(path.stem, *line.split(), id=f"{path.stem}-{'-'.join(line.split()[:2])}")
        for path in sorted(FOLDER.glob("*.txt"))
        for line in path.read_text().splitlines()
        if line and not line.startswith("#")
    ]


@pytest.mark.parametrize(("name", "start", "depth", "chance", "move", "end"), lines())
def test_lines_of_play(name: str, start: str, depth: str, chance: str, move: str, end: str) -> None:
    game = GAMES[name]
    setup = checked(game, Setup(game.seats[0]))
    if start == "new":
        state = game.start(setup)
    else:
        state = game.load_position(setup, json.loads((FOLDER / f"{name}.json").read_text())[start])
    found = counted(game, state, int(depth))
    wanted = (int(chance), int(move), int(end))
    branches = "\n".join(
        f"{event}: {counted(game, game.after(state, event), int(depth) - 1)}" for event in legal(game, state)
    )
    assert found == wanted, f"by branch:\n{branches}"


def test_every_game_has_counts() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} >= set(GAMES)
