"""What the coach found in the game whose missed chances are pictured: it thinks for seconds, so its answers are kept.

`python -m tests.situations.weighed` asks it anew.
"""

import json
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.game import Event, Game, Seat
from companion.journal import read_event
from companion.search import Chosen, Line, weighed
from ui.opponents.thinker import Thought

FILE = Path(__file__).with_name("weighed.json")
GAME = "zones"
Answer = tuple[dict[str, Any], list[tuple[dict[str, Any], float, int]]]
"""The better event; both as lines of one event each, with their worth and play-outs."""


def asked(game: Game[Any], state: Any, seat: Seat, played: Event, seed: int) -> Answer:
    """What the search says of this, as the process that thinks asks it; only time never runs out."""
    found = weighed(game, state, seat, played, Random(seed).randrange, lambda: False)
    lines = [(msgspec.to_builtins(line.events[0]), line.worth, line.plays) for line in found.lines]
    return msgspec.to_builtins(found.event), lines


@cache
def kept() -> dict[int, Answer]:
    """By the place in the game."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[int, Answer])


def thought(game: Game[Any], place: int) -> Thought:
    """What was kept, as the process that thinks would answer."""
    event, lines = kept()[place]
    told = tuple(Line((read_event(game, one),), worth, plays) for one, worth, plays in lines)
    return Thought(Chosen(read_event(game, event), told))


def main() -> None:
    from companion.games import all_games
    from tests.situations.coached import AtOnce, Coached

    found: dict[int, Answer] = {}

    class Asking(AtOnce):
        """Asks the search itself."""

        def weigh(self, game: Game[Any], state: Any, seat: Seat, played: Event, seed: int) -> None:
            found[seed] = asked(game, state, seat, played, seed)
            self._found = Thought(Chosen(played, ()))

    with tempfile.TemporaryDirectory() as folder:
        Coached(Path(folder), all_games()[GAME]).missed(GAME, 40, Asking())
    lines = (f'"{place}": {json.dumps(answer)}' for place, answer in sorted(found.items()))
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
