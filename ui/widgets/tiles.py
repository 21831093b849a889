"""Cards and piles to be touched among many: tiles with a name, a number before it and one after, all of one size."""

# mypy: disable-error-code="misc"
from collections.abc import Sequence
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from ui.present.models import Button, Tally, Tile
from ui.theme import ACCENT, BODY, LINE, QUIET, RAISED, SMALL, SURFACE, TEXT, TOUCH, WARN, Colour, u, upright
from ui.widgets.boxes import Card, Column, Row, Scroll
from ui.widgets.keys import Send, Tool, Touched
from ui.widgets.text import Fitted

BEFORE, AFTER = 26.0, 34.0
GAP = 5.0
LEAST = 55.0
MARKED: dict[str, Colour] = {"chore": WARN, "wrong": WARN}
LIT = (0x14 / 255, 0x3A / 255, 0x30 / 255, 1.0)


class TileKey(Touched):
    """One tile. `less` has a key of its own at its end, so that a finger on the tile always means one more."""

    def __init__(self, tile: Tile, send: Send, **more: Any) -> None:
        ground = LIT if tile.lit else SURFACE if tile.faded else RAISED
        edge = ACCENT if tile.lit else MARKED.get(tile.mark or "", TEXT if tile.mark else LINE)
        super().__init__(
            tile.action, send, True, ground, edge, spacing=u(4), padding=(u(7), u(3), u(5), u(3)), **more
        )
        ink = QUIET if tile.faded else TEXT
        if tile.before:
            number = Fitted(tile.before, BODY, WARN if not tile.faded else QUIET, bold=True)
            number.size_hint_x, number.width = None, u(BEFORE)
            self.add_widget(number)
        words: list[Widget] = [Fitted(tile.words, BODY, ink, bold=True, align="left")]
        if tile.detail:
            words.append(Fitted(tile.detail, SMALL - 2, QUIET, align="left", size_hint_y=0.62))
        self.add_widget(Column(words, gap=0))
        if tile.after:
            number = Fitted(tile.after, 24, ACCENT if tile.lit else ink, bold=True)
            number.size_hint_x, number.width = None, u(AFTER)
            self.add_widget(number)


class TileGrid(GridLayout):
    """Tiles in so many columns, filling their place."""

    def __init__(self, tiles: Sequence[Tile], send: Send, columns: int, **more: Any) -> None:
        super().__init__(cols=columns, spacing=u(GAP), **more)
        for tile in tiles:
            self.add_widget(tile_widget(tile, send))


def tile_widget(tile: Tile, send: Send) -> Widget:
    """A tile, with what takes one away again beside it where there is anything to take away."""
    if tile.less is None:
        return TileKey(tile, send)
    less = Tool(Button("−", tile.less), send, 26, size_hint_x=None, width=u(TOUCH))
    return Row((TileKey(tile, send), less), gap=3)


def tile_board(tiles: Sequence[Tile], send: Send, columns: int = 3) -> Widget:
    """Tiles as large as their place allows; more than find room there scroll."""
    rows = -(-len(tiles) // columns)
    if rows <= (9 if upright() else 6):
        return TileGrid(tiles, send, columns)
    grid = TileGrid(
        tiles, send, columns, size_hint_y=None, row_default_height=u(LEAST), row_force_default=True
    )
    grid.height = rows * u(LEAST) + (rows - 1) * u(GAP)
    return Scroll((grid,))


class TallyBar(Row):
    """Large numbers with their words, read from across the table; at the end the way to the other picture."""

    def __init__(self, tally: Tally, send: Send, **more: Any) -> None:
        cells: list[Widget] = [
            Card(
                (
                    Row(
                        (
                            Fitted(str(number), 40, TEXT, bold=True, size_hint_x=0.62),
                            Fitted(words, SMALL, QUIET, align="left"),
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
