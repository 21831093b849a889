"""ZONG on the simulated table: what people tell or drag on the drawn board is done to the painted one, tower and all.

What the camera then sees is judged as on any table.
"""

from typing import TYPE_CHECKING

from companion.games.zong.events import Advanced, Cleaned, FellBack, Ruled, Threw, Zonged
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


def laid_as_told(opened: "Opened", referee: Referee[State], last: Entry) -> bool:
    """Lays the simulated table as people told that it is now; whether anything was laid.

    After a flick each piece is put where it was said to lie, else all as the book has it where nothing is left to put
    back.
    """
    if opened.simulated is None or last.by == "camera":
        return False
    if isinstance(last.event, Zonged):
        moved = False
        for colour, rest in last.event.rest.items():
            if rest.x is not None and rest.y is not None:
                moved = moved_there(opened, colour, rest.x, rest.y)
        return moved
    if not isinstance(last.event, _TOLD) or referee.state.rest:
        return False
    from numpy.random import default_rng

    from vision.painted.laying import tabletop_from_look

    table, look, seed = (
        opened.simulated.table,
        referee.game.look(referee.state),
        opened.chance.randrange(2**31),
    )
    opened.simulated.change(lambda top: tabletop_from_look(look, table, default_rng(seed), opened.decks, top))
    return True
