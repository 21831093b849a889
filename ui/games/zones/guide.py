"""The hints of a first game of ZoneS: two halves behind a screen, moves, captures, summonses, bases."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.zones.halves import stage
from companion.games.zones.state import EACH, State
from ui.present.hints import Hint, chored, chored_at, one_that_moves, tidying
from ui.present.moment import GameSnapshot
from ui.words import marked

TAKEN = "zn-36-captor-takes-the-square"
TERRAINS = 4


def _state(moment: GameSnapshot) -> State:
    state: State = moment.state
    return state


def _screened(moment: GameSnapshot) -> bool:
    return _state(moment).phase == "set-up" and stage(_state(moment)) != "lift"


def _to_lift(moment: GameSnapshot) -> bool:
    return _state(moment).phase == "set-up" and stage(_state(moment)) == "lift"


def _turns(count: int) -> Callable[[GameSnapshot], bool]:
    """A turn begins, and so many were taken before it."""

    def holds(moment: GameSnapshot) -> bool:
        state = _state(moment)
        if state.phase != "play" or state.choosing or tidying(moment):
            return False
        taken = ("Moved", "Summoned", "Shot")
        return sum(type(line.entry.event).__name__ in taken for line in moment.standing) >= count

    return holds


def _may_summon(moment: GameSnapshot) -> bool:
    state = _state(moment)
    return _turns(1)(moment) and bool(state.pool.reserve[state.turn])


def _own_home(moment: GameSnapshot) -> tuple[str, ...]:
    state = _state(moment)
    return tuple(state.agreed.board.names[number] for number in state.home(state.turn))


def _held(moment: GameSnapshot) -> tuple[str, ...]:
    """The home tiles on which an enemy stands."""
    state = _state(moment)
    found = []
    for seat in (0, 1):
        for number in state.home(seat):
            piece = state.board[number]
            if piece is not None and piece.seat != seat:
                found.append(state.agreed.board.names[number])
    return tuple(found)


def _bag(moment: GameSnapshot) -> Mapping[str, object]:
    state: Any = _state(moment)
    return {"tiles": EACH * TERRAINS, "pieces": len(state.agreed.armies[0])}


HINTS: tuple[Hint, ...] = (
    Hint(
        "bag",
        marked(
            "Put all {tiles} terrain tiles into the bag. Each player takes the base and {pieces} pieces of one side."
        ),
        "zn-06-bag",
        _screened,
        parts=_bag,
    ),
    Hint(
        "half",
        marked(
            "Stand the screen up and lay your base in your half. Then draw tiles in turn until both halves are full."
        ),
        "s4-base-first",
        _screened,
    ),
    Hint(
        "three",
        marked(
            "Place three pieces on tiles around your base. Then touch your own key on the board: only you look."
        ),
        "s4-three-pieces",
        _screened,
    ),
    Hint(
        "lift",
        marked("Both halves are in order. Take the screen away, then touch “The screen is lifted”."),
        "zn-40-both-ready",
        _to_lift,
    ),
    Hint(
        "captured",
        marked("Take the beaten piece off the board and keep it. The captor stands in its place."),
        TAKEN,
        chored(TAKEN),
        chored_at(TAKEN),
    ),
    Hint(
        "base",
        marked(
            "An enemy stands beside a base. With two beside it after a move, the base falls and the game is won."
        ),
        "s4-base-destroyed",
        lambda moment: _turns(1)(moment) and bool(_held(moment)),
        _held,
    ),
    Hint(
        "move",
        marked("Pieces move in straight lines, as far as they like. Touch a piece to see where it may go."),
        "zn-12-straight-line",
        _turns(0),
        one_that_moves,
    ),
    Hint(
        "summon",
        marked(
            "Instead of moving, bring a piece of your reserve onto a tile beside your base. Touch it here first."
        ),
        "s4-home-tiles",
        _may_summon,
        _own_home,
    ),
    Hint(
        "terrain",
        marked(
            "On difficult terrain a piece must stop; it never enters restricted terrain. Touch a piece to see more."
        ),
        "zn-13-difficult",
        _turns(2),
    ),
    Hint(
        "protected",
        marked(
            "On its preferred terrain a piece is protected. Then a second attacker must stand beside it first."
        ),
        "zn-15-protected",
        _turns(3),
    ),
)
