"""Cards and piles to be touched among many: tiles with a name, a number before it and one after, all of one size."""

# mypy: disable-error-code="misc"
from collections.abc import Sequence
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from ui.present.models import Button, Tally, Tile
from ui.widgets.boxes import Card, Column, Row, Scroll
from ui.widgets.keys import Send, Tool, Touched
from ui.widgets.palette import Colour
from ui.widgets.text import Fitted
from ui.widgets.theme import BODY, SMALL, TOUCH, colours, mark_colour, u, upright

BEFORE, AFTER = 26.0, 64.0
GAP = 5.0
LEAST, MOST = 55.0, 80.0
"""How high a tile is where not all find room, and where there is plenty."""
FULL = 5
"""So many rows fill their place."""


class TileKey(Touched):
    """One tile. `less` has a key of its own at its end, so that a finger on the tile always means one more."""

    def __init__(self, tile: Tile, send: Send, **more: Any) -> None:
        ground = (
            colours().chosen.ground if tile.lit else colours().surface if tile.faded else colours().raised
        )
        edge = colours().chosen.ink if tile.lit else mark_colour(tile.mark) if tile.mark else colours().line
        super().__init__(
            tile.action,
            send,
            enabled=True,
            ground=ground,
            edge=edge,
            spacing=u(4),
            padding=(u(7), u(3), u(5), u(3)),
            **more,
        )
        ink = colours().quiet if tile.faded else colours().text
        words = Fitted(tile.words, BODY, ink, bold=True, align="left")
        if tile.detail:
            second: Widget = Fitted(tile.detail, SMALL - 2, colours().quiet, align="left", size_hint_y=0.62)
            self.add_widget(
                self._number(tile.before, colours().warning.ink if not tile.faded else colours().quiet)
            )
            self.add_widget(Column((words, second), gap=0))
        elif tile.before or tile.after:
            foot = Row((Widget(), self._after(tile, ink)), gap=2, size_hint_y=0.72)
            if tile.before:
                foot.add_widget(
                    self._number(tile.before, colours().warning.ink if not tile.faded else colours().quiet),
                    index=2,
                )
            self.add_widget(Column((words, foot), gap=0))
        else:
            self.add_widget(words)

    @staticmethod
    def _number(text: str, ink: Colour) -> Fitted:
        """What stands before a name: what it costs."""
        return Fitted(text, BODY, ink, bold=True, size_hint_x=None, width=u(BEFORE))

    @staticmethod
    def _after(tile: Tile, ink: Colour) -> Fitted:
        colour = colours().chosen.ink if tile.lit else ink
        return Fitted(tile.after, 24, colour, bold=True, align="right", size_hint_x=None, width=u(AFTER))


class TileGrid(GridLayout):
    """Tiles in so many columns; a row that is not full keeps its columns."""

    def __init__(self, tiles: Sequence[Tile], send: Send, columns: int, **more: Any) -> None:
        super().__init__(cols=columns, spacing=u(GAP), **more)
        for tile in tiles:
            self.add_widget(tile_widget(tile, send))
        for _missing in range(-len(tiles) % columns):
            self.add_widget(Widget())


def tile_widget(tile: Tile, send: Send) -> Widget:
    """A tile, with what takes one away again beside it where there is anything to take away."""
    if tile.less is None:
        return TileKey(tile, send)
    less = Tool(Button("−", tile.less), send, 26, size_hint_x=None, width=u(TOUCH))
    return Row((TileKey(tile, send), less), gap=3)


def tile_board(tiles: Sequence[Tile], send: Send, columns: int = 3) -> Widget:
    """Tiles that fill their place; few are no higher than MOST, and more than find room scroll."""
    rows = -(-len(tiles) // columns)
    if FULL <= rows <= (9 if upright() else 6):
        return TileGrid(tiles, send, columns)
    high = MOST if rows < FULL else LEAST
    grid = TileGrid(
        tiles, send, columns, size_hint_y=None, row_default_height=u(high), row_force_default=True
    )
    grid.height = rows * u(high) + (rows - 1) * u(GAP)
    return Column((grid, Widget()), gap=0) if rows < FULL else Scroll((grid,))


class TallyBar(Row):
    """Large numbers with their words, read from across the table; at the end the way to the other picture."""

    def __init__(self, tally: Tally, send: Send, **more: Any) -> None:
        cells: list[Widget] = [
            Card(
                (
                    Row(
                        (
                            Fitted(str(number), 40, colours().text, bold=True, size_hint_x=0.62),
                            Fitted(words, SMALL, colours().quiet, align="left"),
                        ),
                        gap=4,
                    ),
                ),
                tight=False,
                pad=4,
            )
            for words, number in tally.numbers
        ]
        if tally.switch is not None:
            cells.append(Tool(tally.switch, send, SMALL, stacked=True, size_hint_x=None, width=u(72)))
        super().__init__(cells, height=TOUCH + 2, gap=GAP, **more)
