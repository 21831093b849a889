"""The hints of a first game of ZoneS: two halves behind a screen, moves, captures, summonses, bases."""

from collections.abc import Callable

from companion.game import Seat
from companion.games.zones.halves import stage
from companion.games.zones.state import EACH, State
from ui.games.sheets import hints_in
from ui.present.moment import GameSnapshot, Hint, chored, one_that_moves, tidying

TAKEN = "zn-36-captor-takes-the-square"
TERRAINS = 4


def _screened(moment: GameSnapshot) -> bool:
    return moment.state.phase == "set-up" and stage(moment.state) != "lift"


def _turns(count: int) -> Callable[[GameSnapshot], bool]:
    """A condition: a turn begins after at least this many."""

    def holds(moment: GameSnapshot) -> bool:
        state: State = moment.state
        if state.phase != "play" or state.choosing or tidying(moment):
            return False
        taken = ("Moved", "Summoned", "Shot")
        return sum(type(line.entry.event).__name__ in taken for line in moment.standing) >= count

    return holds


def _homes(moment: GameSnapshot, seat: Seat) -> tuple[str, ...]:
    state: State = moment.state
    return tuple(state.agreed.board.names[number] for number in state.home(seat))


def _held(moment: GameSnapshot) -> tuple[str, ...]:
    state: State = moment.state
    homes = ((name, seat, state.at(name)) for seat in (0, 1) for name in _homes(moment, seat))
    return tuple(name for name, seat, piece in homes if piece is not None and piece.seat != seat)


def hints(_game: str) -> tuple[Hint, ...]:
    return hints_in(
        "ui.games.zones",
        when={
            "bag": _screened,
            "half": _screened,
            "three": _screened,
            "lift": lambda moment: moment.state.phase == "set-up" and stage(moment.state) == "lift",
            "captured": chored(TAKEN),
            "base": lambda moment: _turns(1)(moment) and bool(_held(moment)),
            "move": _turns(0),
            "summon": lambda moment: _turns(1)(moment) and bool(moment.state.pool.reserve[moment.state.turn]),
            "terrain": _turns(2),
            "protected": _turns(3),
        },
        where={
            "captured": chored(TAKEN),
            "base": _held,
            "move": one_that_moves,
            "summon": lambda moment: _homes(moment, moment.state.turn),
        },
        parts={
            "bag": lambda moment: {"tiles": EACH * TERRAINS, "pieces": len(moment.state.agreed.armies[0])}
        },
    )
