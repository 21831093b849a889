"""Positions of ZoneS for tests: the board as six rows of signs, the far row first, and pieces by square."""

from typing import Any

from companion.game import Event, Setup, Value, checked
from companion.games.zones import Zones
from companion.games.zones.state import State

GAME = Zones()
SIGNS = {".": "field", "F": "forest", "^": "hills", "~": "water", "B": "base"}
PLAIN = ("......", "...B..", "......", "......", "..B...", "......")
SIDES = {
    "spearman": 0,
    "archer": 0,
    "swordsman": 0,
    "vala": 0,
    "warrior": 1,
    "lobber": 1,
    "trollwife": 1,
    "hill-troll": 1,
}
BARE: tuple[tuple[str, Value], ...] = tuple(
    (f"{piece}.{key}", "any" if key == "movement" else "")
    for piece in SIDES
    for key in ("movement", "preferred", "difficult", "restricted")
)
"""Facts under which every piece moves any way and no terrain means anything."""


def agreed(facts: tuple[tuple[str, Value], ...] = (), **options: Value) -> Setup:
    return checked(GAME, Setup(2, tuple(options.items()), facts=facts))


def terrain(rows: tuple[str, ...]) -> dict[str, str]:
    return {
        f"{'abcdef'[column]}{6 - row}": SIGNS[sign]
        for row, line in enumerate(rows)
        for column, sign in enumerate(line)
    }


def position(
    pieces: dict[str, str],
    rows: tuple[str, ...] = PLAIN,
    turn: int = 0,
    facts: tuple[tuple[str, Value], ...] = (),
    more: dict[str, Any] | None = None,
    **options: Value,
) -> State:
    """A state in play; seats have the sides of the set. Pieces named nowhere are in reserve unless `more` tells."""
    setup = agreed(facts, **options)
    owners = GAME.start(setup).agreed
    standing = {at: {"seat": owners.seat_of(piece), "piece": piece} for at, piece in pieces.items()}
    given = {"turn": turn, "terrain": terrain(rows), "pieces": standing, **(more or {})}
    return GAME.load_position(setup, given)


def refused(state: State, event: Event) -> str:
    """The rule that an event breaks, empty if none."""
    violation = GAME.violation(state, event)
    return violation.rule if violation is not None else ""


def led(state: State, *events: Event) -> State:
    """The state after these lawful events."""
    for event in events:
        assert refused(state, event) == "", f"{event}: {GAME.violation(state, event)}"
        state = GAME.after(state, event)
    return state
