"""How far each seat has come in ZONG, and what it threw, for who looks back on a game."""

from typing import Any

from companion.abilities import Measure, Throw
from companion.game import Seat
from companion.games.zong.events import Threw
from companion.games.zong.state import BLUE, LIGHTNING, RISK, State
from companion.language import _, marked

DISCS = {BLUE: marked("Blue discs"), RISK: marked("Violet discs"), LIGHTNING: marked("Yellow discs")}
"""What each kind of disc is called."""
SIDES = (marked("lightning"), marked("spiral"))
"""What yellow discs show."""


def whose_turn(state: State) -> Seat | None:
    """Whose turn it is; None once the game is over."""
    return state.turn if state.over is None else None


def measures(state: State) -> tuple[Measure, ...]:
    """How many squares each piece stands from the start."""
    return (Measure(_("Squares from the start"), tuple(state.place(seat) for seat in range(state.seats))),)


def thrown(state: State, event: Any) -> tuple[Throw, ...]:
    """The discs of a throw. A blue one is known by its number, where no other shows the same."""
    if not isinstance(event, Threw):
        return ()
    found = []
    for disc in event.discs:
        face = str(disc.face)
        if disc.disc == BLUE:
            pairs = [pair for pair in state.agreed.blue if disc.face in pair]
            sides = tuple(str(side) for side in sorted(pairs[0])) if len(pairs) == 1 else ()
        else:
            sides = tuple(str(side) for side in state.agreed.faces(disc.disc))
        if len(set(sides)) > 1:
            found.append(Throw(event.seat, DISCS[disc.disc], face, sides))
    return tuple(found)
