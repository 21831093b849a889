"""States and set-ups of ZONG that several tests begin from."""

import random
from typing import Any

from companion.game import Setup, checked
from companion.games.zong import GAME
from companion.games.zong.state import State

LIGHTNING = {"disc": "lightning", "face": "lightning"}
BLUE = [{"disc": "blue", "face": 6}, {"disc": "blue", "face": 5}]
PIECES = {"red": "9", "blue": "8", "green": "6"}
FLICK = {"pieces": PIECES, "thrown": [LIGHTNING, *BLUE]}


def agreed(seats: int = 3, facts: dict[str, Any] | None = None, **options: str) -> Setup:
    return checked(GAME, Setup(seats, tuple(options.items()), facts=tuple((facts or {}).items())))


def state_of(given: dict[str, Any], setup: Setup | None = None) -> State:
    return GAME.load_position(setup or agreed(), given)


def random_setup(rng: random.Random) -> Setup:
    shared = {o.name: rng.choice(o.choices).value for o in GAME.options if not o.each_seat}
    return checked(GAME, Setup(rng.choice(GAME.seats), tuple(shared.items())))
