"""ZONG on the simulated table: a finger that drags a piece over the drawn board moves the painted one, tower and all.

What the camera then sees is judged as any flick or clean-up is; what people tell is laid out there by itself.
"""

from typing import TYPE_CHECKING

from companion.games.zong.events import Advanced, Cleaned, FellBack, Ruled, Threw
from companion.games.zong.state import State
from companion.journal import Entry
from companion.referee import Referee

if TYPE_CHECKING:
    from ui.box.opening import Opened

_TOLD = (Threw, Advanced, FellBack, Cleaned, Ruled)
"""What leaves the table as the book has it."""


def moved_there(opened: "Opened", colour: str, x: float, y: float) -> bool:
    """Moves the painted piece of a colour to (x, y) mm, with all that stands on it; False without a simulated table."""
    if opened.simulated is None:
        return False
    things = opened.simulated.tabletop.things
    index = next((n for n, one in enumerate(things) if one.kind == "pawn" and one.label == colour), None)
    if index is not None:
        opened.simulated.change(lambda top: top.moved(index, x, y))
    return True


def laid_as_told(opened: "Opened", referee: Referee[State], last: Entry) -> None:
    """Lays the simulated table as the book has it, where people told what happened and nothing is left to put back."""
    if opened.simulated is None or last.by == "camera" or not isinstance(last.event, _TOLD):
        return
    if referee.state.rest:
        return
    from numpy.random import default_rng

    from vision.painted.laying import tabletop_from_look

    table, look, seed = (
        opened.simulated.table,
        referee.game.look(referee.state),
        opened.chance.randrange(2**31),
    )
    opened.simulated.change(lambda top: tabletop_from_look(look, table, default_rng(seed), opened.decks, top))
