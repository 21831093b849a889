"""Every kind of board as an SVG drawing: that of regions, or what a game draws itself."""

from collections.abc import Callable
from dataclasses import dataclass

from ui.export.svg import PageWriter
from ui.present.drawn import DrawnBoard
from ui.present.tabletop import BoardModel
from ui.present.touches import Touch

ACROSS = 480.0
"""So many units a board is wide, or high."""


@dataclass(frozen=True, slots=True)
class KeysDrawn:
    """What can be touched on a drawing: `key` has the id of what sends a touch, empty where it may not be sent.

    `names`: those of the seats.
    """

    key: Callable[[Touch], str] = lambda _touch: ""
    names: tuple[str, ...] = ()


def drawn_board(
    board: BoardModel,
    own: object,
    title: str,
    touched: KeysDrawn | None = None,
    page: PageWriter | None = None,
) -> str:
    """A board as SVG: the game's own where it has one that can be drawn, else that of regions.

    `page`: where drawings stand that its boards share; without one they stand in the board.
    """
    touched = touched or KeysDrawn()
    shown = own if isinstance(own, DrawnBoard) else board
    _x, _y, wide, high = shown.window
    drawing = shown.drawn(min(wide, high) / ACROSS, touched.names)
    if page is not None:
        return page.svg(drawing, title)
    alone = PageWriter(touched.key)
    return alone.svg(drawing, title, alone=True)
