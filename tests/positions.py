"""Positions of random play with something changed in them: those taken can be played on or are over; else it says why.

As a figure: `python -m tests.positions --each 2000 --seed 1`.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.game import Game, PositionFault, Setup, SetupFault
from tests.waivers import check
from tests.walks import by_game, walk

EACH = 20
"""So many positions are made of one random game."""
Place = tuple[Any, Any]
"""A mapping or list, and a key or index of it."""


def tried(game: Game[Any], setup: Setup, seed: int, each: int = 4) -> Counter[str]:
    """Positions of one random game, each changed several times. Gives how many were taken and how many not."""
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    for state, _, _ in walk(game, setup, seed, rng.randrange(1, 80)):
        last = state
    given = json.dumps(game.dump_position(last))
    for _ in range(each):
        changed = json.loads(given)
        for _ in range(rng.choice([1, 1, 1, 2])):
            _change(changed, rng)
        counts[_taken(game, setup, changed)] += 1
    return counts


def _taken(game: Game[Any], setup: Setup, changed: Any) -> str:
    try:
        state = game.load_position(setup, changed)
    except (PositionFault, SetupFault) as fault:
        assert str(fault), "a fault says what is wrong"
        return "refused"
    if game.faults(state):
        return "refused"
    try:
        check(game, setup, state)
    except Exception as fault:
        raise AssertionError(f"{fault!r} in {json.dumps(changed)}") from fault
    return "taken"


def _places(value: Any) -> Iterator[Place]:
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in list(keys):
        yield value, key
        yield from _places(value[key])


def _change(given: Any, rng: random.Random) -> None:
    """One thing otherwise: gone, another of its kind, one more or less, said twice, or nonsense."""
    places = list(_places(given))
    holder, key = rng.choice(places)
    old = holder[key]
    others = [where[at] for where, at in places if type(where[at]) is type(old)]
    how = rng.randrange(6)
    if how == 0:
        del holder[key]
    elif how == 1 and isinstance(holder, list):
        holder.append(old)
    elif how == 2 and isinstance(old, int):
        holder[key] = not old if isinstance(old, bool) else old + rng.choice([-1, 1, 7])
    elif how == 3:
        holder[key] = rng.choice([None, 0, 1, "", "nonsense", [], {}, [None], True])
    else:
        holder[key] = json.loads(json.dumps(rng.choice(others)))


def main() -> None:
    by_game(
        str(__doc__), ("--each", 2000, "positions of each game"), lambda *of: tried(*of, each=EACH), part=EACH
    )


if __name__ == "__main__":
    main()
