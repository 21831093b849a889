"""The simulated table as it is drawn: what lies on it, and above it what a finger holds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from kivy.graphics import Color, SmoothRoundedRectangle

from ui.box.by_touch import seat_of
from ui.present.models import BoardModel, Piece
from ui.widgets.faces import Faces
from ui.widgets.keys import Send
from ui.widgets.pieces import draw_piece, draw_signs
from ui.widgets.table import TableView
from ui.widgets.theme import u

if TYPE_CHECKING:
    from vision.painted.tabletop import Laid


@dataclass(slots=True)
class Held:
    """What a finger holds: a thing of the table by its index, or a new one from a tray.

    `start`: the square from which it goes somewhere by the rules.
    """

    thing: "Laid"
    index: int | None
    at: tuple[float, float]
    moved: bool = False
    double: bool = False
    start: str | None = None


class Field(TableView):
    """The table itself, with what is being dragged above it."""

    def __init__(
        self,
        faces: Faces,
        model: BoardModel,
        signs: Callable[[Sequence[Piece]], tuple[Piece, ...]],
        send: Send,
        **more: Any,
    ) -> None:
        """`signs` gives cards the names and figures that stand on them."""
        self.things: tuple[Laid, ...] = ()
        self._signs_of = signs
        self.coloured = True
        self.held: Held | None = None
        super().__init__(model, faces, send, **more)

    def pieces(self) -> tuple[Piece, ...]:
        lifted = self.held.index if self.held is not None and self.held.moved else None
        shown = (_piece(thing) for n, thing in enumerate(self.things) if n != lifted)
        return self._signs_of([piece if self.coloured else replace(piece, seat=None) for piece in shown])

    def lay(self, things: "tuple[Laid, ...]", *, moving: bool = False) -> None:
        """Draws what lies there now; `moving`: nobody has carried it there, so that it goes there by itself."""
        before, self.things = self.pieces(), things
        if moving:
            self.move(before)
        else:
            self._moved()

    def draw(self, *changed: object) -> None:
        super().draw(*changed)
        held = self.held
        if held is None or not held.moved or self.width < 4:
            return
        with self.canvas:
            x, y = self.to_mm(*held.at)
            (shown,) = self._signs_of([_piece(held.thing)])
            self.lift(replace(shown, x=x, y=y))

    def lift(self, piece: Piece) -> None:
        """A thing in the hand: a little larger, with a shadow."""
        px, py = self.to_px(piece.x, piece.y)
        size = piece.width_mm * self.scale * 1.1
        Color(0, 0, 0, 0.45)
        SmoothRoundedRectangle(
            pos=(px - size / 2 + u(5), py - size / 2 - u(6)), size=(size, size), radius=[u(6)]
        )
        larger = replace(piece, width_mm=piece.width_mm * 1.1, height_mm=piece.height_mm * 1.1)
        draw_piece(larger, self._faces, (px, py), self.scale)
        draw_signs(larger, (px, py), self.scale)


def _piece(thing: "Laid") -> Piece:
    size = (thing.width_mm, thing.height_mm) if thing.kind == "card" else (24.0, 24.0)
    seat = seat_of(thing) if thing.kind == "card" else None
    angle = thing.angle if thing.kind == "card" else 0.0
    return Piece(thing.kind, thing.label, thing.x, thing.y, angle, thing.face, thing.deck, *size, seat)
