"""The simulated table under a finger: what it is touched and dragged for, brought from and put into trays.

What is touched here is painted as a camera would see it and read by the same eye as any picture.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout

from companion.sight import Face
from ui.box.by_touch import (
    Brought,
    LayingHands,
    deck_of,
    is_of_pile,
    laid_card,
    landing,
    landing_on_pile,
    on_card,
    out_of_play,
    penny,
    seat_of,
    taken_off,
    to_turn,
    tray,
    wants_down,
)
from ui.pages.tableside import Tableside
from ui.present.board import TURNED, side_of, signed_pieces, whole
from ui.present.drawn import said
from ui.present.tabletop import BoardModel, Piece, thing_parts
from ui.present.touches import CarrySquare, LiftSquare, Touch, TouchSquare
from ui.widgets.boxes import Column, Row, taken_out
from ui.widgets.drawing import HELD, DrawingView, Painter, SmallDrawing, enlarged
from ui.widgets.faces import Faces
from ui.widgets.keys import Down, Send
from ui.widgets.theme import DRAG, u, upright
from vision.printed.marks import BLACK, Art, Block, Disc, Mark, Part, Shape
from vision.printed.shapes import box

if TYPE_CHECKING:
    from vision.painted.tabletop import Laid, TableTop


TRAY = 66.0
"""How wide the strip is, in units."""
COUNT = 26.0
"""The length (units) of the number of its cards, which stands at its end where not all can be seen."""
Signs = Callable[[Sequence[Piece]], tuple[Piece, ...]]


class Tray(SmallDrawing):
    """What one seat has beside the table, in a strip that slides: a penny first where the game has any, then cards."""

    def __init__(self, seat: int, faces: Faces, signs: Signs, *, pennies: bool = True, **more: Any) -> None:
        """`signs` gives cards the names and figures that stand on them."""
        super().__init__(self.marks, faces, **more)
        self.seat, self._signs = seat, signs
        self._first = 0 if pennies else 1
        self.cards: tuple[Brought, ...] = ()
        self._gone: frozenset[Brought] = frozenset()
        self.shown: frozenset[int] = frozenset()
        self.offset = 0.0

    @property
    def along(self) -> bool:
        """Whether the strip runs from left to right."""
        return bool(self.width > self.height)

    @property
    def step(self) -> float:
        return u(TRAY - 6)

    def show(self, cards: tuple[Brought, ...], gone: frozenset[Brought] = frozenset()) -> None:
        """`gone`: those that are out of play, which lie at its end, pale and beneath a sign of their own."""
        ordered = tuple(sorted(cards, key=gone.__contains__))
        if (ordered, gone) != (self.cards, self._gone):
            self.cards, self._gone = ordered, gone
            self.shown = frozenset()
            self.slide(0)

    @property
    def beyond(self) -> float:
        """How much longer its cards are than the room for them, in pixels; 0 where all can be seen."""
        return float(max(0.0, self._items * self.step + u(8) - self._room))

    @property
    def _room(self) -> float:
        """The length of the strip; where not all cards find room it ends before their number, which covers none."""
        room = self.width if self.along else self.height
        return float(room if self._items * self.step + u(8) <= room else room - u(COUNT))

    def slide(self, by: float) -> None:
        """Slides the strip by so many pixels, no farther than its ends."""
        self.offset = min(max(self.offset + by, 0.0), self.beyond)
        self._draw()

    def item_at(self, x: float, y: float) -> int | None:
        """The item at a place: 0 the penny, then cards from 1."""
        depth = x - self.x if self.along else self.y + self.height - y
        index = int((depth - u(4) + self.offset) // self.step) + self._first
        return index if depth < self._room and self._first <= index <= len(self.cards) else None

    @property
    def _items(self) -> int:
        return len(self.cards) + 1 - self._first

    def turn(self, index: int) -> None:
        """Lets its owner peep at a hidden card, or hides it again."""
        self.shown = self.shown ^ {index}
        self._draw()

    def marks(self, wide: float, high: float) -> Iterator[Mark]:
        """All that it shows, in units."""
        yield Block(0, 0, wide, high, "surface", round_mm=8)
        yield Shape(box(1, 1, wide - 2, high - 2, 8), edge=f"s{self.seat}", edge_mm=1.6)
        size, room, one = TRAY - 12, self._room / u(1), u(1)
        for index in range(self._first, len(self.cards) + 1):
            start = ((index - self._first) * self.step - self.offset) / one + 4
            if -2 <= start <= room + 2 - size:
                at = (start, (high - size) / 2) if self.along else ((wide - size) / 2, start)
                yield from self._item(index, *at, size)
        if self.beyond:
            # How many cards that are in play there are, where not all can be seen.
            side = COUNT - 2
            x, y = wide - 2 - side / 2, high - 2 - side / 2
            yield Disc(x, y, side, "night")
            yield said(x, y, str(len(self.cards) - len(self._gone)), 15, "text")

    def _item(self, index: int, x: float, y: float, size: float) -> Iterator[Mark]:
        at = (x + size / 2, y + size / 2)
        if index == 0:
            yield Block(x, y, size, size, "raised", round_mm=6)
            heads = Piece("penny", "heads", 0, 0, width_mm=0.6 * size, height_mm=0.6 * size)
            yield from thing_parts(heads, at, 1.0, enlarged())
            return
        card = self.cards[index - 1]
        face: Face = "up" if card.open or index in self.shown else "down"
        (piece,) = self._signs([Piece("card", card.label, 0, 0, 0.0, face, card.deck, size, size, self.seat)])
        yield from thing_parts(piece, at, 1.0, enlarged())
        if card in self._gone:
            yield Block(x, y, size, size, "surface", round_mm=4, opacity=0.6)
            yield Art(x + size * 0.25, y + size * 0.3, size / 2, size / 2, "tomb", deck="icon", ink="text")


# The simulated table as it is drawn: what lies on it, and above it what a finger holds.


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


class Field(DrawingView):
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
        self.things = things
        if moving:
            self.show(replace(self.model, pieces=self.pieces()))
        else:
            self._rest()

    def square_at(self, x: float, y: float) -> str | None:
        part = self.part_at(x, y)
        return None if part is None else part.name

    def draw(self, *changed: object) -> None:
        self.model = replace(self.model, pieces=self.pieces())
        super().draw(*changed)

    def _carry(self, _lifted: tuple[Part, ...]) -> None:
        """What a finger holds, larger and with its shadow."""
        held = self.held
        if held is None or not held.moved:
            return
        (shown,) = self._signs_of([_piece(held.thing)])
        unit, side = u(1) / self.scale, shown.width_mm
        shadow = Block(
            -side / 2 + 5 * unit, -side / 2 + 6 * unit, side, side, BLACK, round_mm=6 * unit, opacity=0.45
        )
        parts = thing_parts(shown, (0, 0), unit, enlarged())
        Painter(self._faces, *held.at, self.scale * HELD).paint((shadow, *parts))


def _piece(thing: "Laid") -> Piece:
    size = (thing.width_mm, thing.height_mm) if thing.kind == "card" else (24.0, 24.0)
    seat = seat_of(thing) if thing.kind == "card" else None
    angle = thing.angle if thing.kind == "card" else 0.0
    return Piece(thing.kind, thing.label, thing.x, thing.y, angle, thing.face, thing.deck, *size, seat)


class SimulatedStage(BoxLayout):
    """The simulated table with a tray for each seat. `mark` shows the referee's marks upon it."""

    def __init__(self, hands: LayingHands, side: Tableside, faces: Faces, send: Send, **more: Any) -> None:
        super().__init__(spacing=u(6), **more)
        self.table, self._hands, self._side = hands.simulated, hands, side
        self._opened, self._send, self._finger = side.opened, send, None
        table, referee = self.table, side.session.referee
        edges = tuple(side_of(table.table, seat) for seat in range(referee.setup.seats))
        bare = BoardModel(table.table.regions, whole(table.table), edges=edges)
        signs = partial(signed_pieces, referee.game, referee.setup)
        self._field = Field(faces, bare, signs, send)
        pennies = "penny" in table.table.kinds
        self._piled = hands.piled
        # A card of a pile is nobody's, however it lies.
        self._field.coloured = not self._piled
        seats = 1 if self._piled else referee.setup.seats
        self._trays = tuple(Tray(seat, faces, signs, pennies=pennies) for seat in range(seats))
        self._bare = False
        self._arrange()
        self.refresh()

    def _arrange(self) -> None:
        self.clear_widgets()
        trays = [taken_out(each) for each in self._trays]
        if upright():
            self.orientation, strip = "vertical", Row(trays, TRAY, 6)
        else:
            self.orientation = "horizontal"
            strip = Column((*trays[1:], *trays[:1]), gap=6, size_hint_x=None, width=u(TRAY))
        parts = (self._field, strip) if upright() else (strip, self._field)
        for part in (self._field,) if self._bare else parts:
            self.add_widget(part)

    @property
    def field(self) -> DrawingView:
        """The table itself, without what lies beside it."""
        return self._field

    @property
    def beside(self) -> float:
        """How much longer than the table itself this is, in pixels."""
        return 0.0 if self._bare else u(TRAY + 6)

    def mark(self, board: BoardModel) -> None:
        """Shows the marks and arrows of a board over what lies on the table."""
        own = self._field.model
        self._field.show(
            replace(own, marks=board.marks, arrows=board.arrows, counts=board.counts, asked=board.asked)
        )

    def follow(self) -> None:
        """Draws the table again if somebody else has changed it."""
        if self.table.tabletop is not self._shown and self._field.held is None:
            self.refresh(moving=True)

    def refresh(self, *, moving: bool = False) -> None:
        """Draws what lies on the table and in the trays now; `moving` as in `Field.lay`."""
        self._shown = top = self.table.tabletop
        self._field.lay(top.things, moving=moving)
        for tray_of in () if self._piled else self._trays:
            cards = tray(self._hands.brought, top, tray_of.seat)
            tray_of.show(cards, out_of_play(cards, self._opened.session.reply, tray_of.seat))

    def offer(self, seat: int | None, labels: Sequence[str]) -> None:
        """In a game of piles the tray holds what the seat to act might have in hand; nothing of it is used up.

        While the piles are laid out it takes no room: nothing comes out of it.
        """
        if not self._piled:
            return
        bare = not labels and self._opened.session.reply.layout is not None
        if bare != self._bare:
            self._bare = bare
            self._arrange()
        decks = self._opened.decks
        cards = tuple(
            Brought(seat or 0, label, deck_of(label, decks, seat or 0), open=True) for label in labels
        )
        self._trays[0].seat = seat or 0
        self._trays[0].show(cards)

    def _change(self, change: Any, *, carried: bool = False) -> None:
        self._hands.change(change)
        self.refresh(moving=not carried)

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.opos) or touch.is_mouse_scrolling:
            return False
        if self._finger is not None and self._finger.time_end < 0:  # one finger carries at a time
            return True
        tray_of = next((each for each in self._trays if each.collide_point(*touch.opos)), None)
        if tray_of is not None:
            item = tray_of.item_at(*touch.opos)
            if item is not None:
                self._take(touch)
                touch.ud["tray"] = (tray_of, item)
            return True
        if not self._field.collide_point(*touch.opos):
            return False
        top: TableTop = self.table.tabletop
        index = top.at(*self._field.to_mm(*touch.opos))
        self._take(touch)
        if index is not None:
            self._field.held = Held(top.things[index], index, touch.opos, double=bool(touch.is_double_tap))
        return True

    def _take(self, touch: Any) -> None:
        touch.grab(self)
        touch.ud["down"] = Down()
        self._finger = touch

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        if not self._was_dragged(touch):
            return True
        if "tray" in touch.ud and self._field.held is None:
            self._from_tray(touch)
        held = self._field.held
        if held is not None:
            if not held.moved:
                self._lift(held, touch)
            held.moved, held.at = True, touch.pos
            self._field.draw()
        return True

    def _lift(self, held: Held, touch: Any) -> None:
        """A piece that is to go somewhere by the rules: the places where it may go are lit."""
        if not touch.ud["down"].is_held:
            self._take_card_below(held)
        region = self._field.square_at(touch.ox, touch.oy)
        by_rule = not self._piled and held.thing.kind == "card" and held.index is not None
        if by_rule and region is not None and self._side.board.carries(region):
            held.start = region
            self._send(LiftSquare(region))

    def _take_card_below(self, held: Held) -> None:
        """A penny on a card is dragged with its card; only one that was held for a moment is lifted by itself."""
        if held.thing.kind != "penny" or held.index is None:
            return
        things = self.table.tabletop.things
        for index in range(held.index - 1, -1, -1):
            if things[index].kind == "card" and things[index].covers(held.thing.x, held.thing.y):
                held.thing, held.index = things[index], index
                return

    def _from_tray(self, touch: Any) -> None:
        """Pulling a card towards the table takes it; pulling along a strip that is too long slides it.

        A finger that has left the strip wants the card, whichever way it went.
        """
        tray_of, item = touch.ud["tray"]
        along = abs(touch.x - touch.ox) if tray_of.along else abs(touch.y - touch.oy)
        across = abs(touch.y - touch.oy) if tray_of.along else abs(touch.x - touch.ox)
        if along > across and tray_of.beyond and tray_of.collide_point(*touch.pos):
            tray_of.slide(-touch.dx if tray_of.along else touch.dy)
            return
        if item == 0:
            thing = penny(0, 0)
        else:
            card = tray_of.cards[item - 1]
            angle = TURNED[side_of(self.table.table, card.seat)] if self._piled else None
            thing = laid_card(card, 0, 0, self._opened.decks, face_down=not card.open, angle=angle)
        self._field.held = Held(thing, None, touch.pos, moved=True)

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._finger = None
        held, self._field.held = self._field.held, None
        if held is None:
            if "tray" in touch.ud and not self._was_dragged(touch):
                tray_of, item = touch.ud["tray"]
                if item > 0 and tray_of.seat not in self._side.box_seats:
                    tray_of.turn(item)
            elif "tray" not in touch.ud:
                self._look_at(self._field.square_at(*touch.pos))
        elif held.moved:
            self._let_go(held, touch.pos)
            self.refresh()
        else:
            self._touched_in_place(held, touch)
        return True

    def _touched_in_place(self, held: Held, touch: Any) -> None:
        """A touch tells of what lies there, and turns over what the game waits to have turned over.

        On a pile one that lasts turns over. The second of two quick ones does nothing, so that turning over twice does
        not undo itself.
        """
        region = self._field.square_at(*touch.pos)
        lasted = touch.ud["down"].is_held
        index = None if held.index is None else to_turn(self.table.table, self.table.tabletop, held.index)
        if held.double and not self._piled:
            return
        turns = held.thing.kind == "penny" or lasted or held.double if self._piled else not lasted
        turns = turns and region not in self._field.model.asked and not self._side.session.disputed
        muster = self._side.alone.muster  # an army is shown by its owner alone, who lays it as may be
        own = self._piled or (muster is not None and region in muster.cells)
        if index is not None and turns and (own or self._hands.turns(index)):
            self._change(lambda top: top.flipped(index))
        else:
            self._look_at(region)

    def _was_dragged(self, touch: Any) -> bool:
        return bool(max(abs(touch.x - touch.ox), abs(touch.y - touch.oy)) >= u(DRAG))

    def _look_at(self, region: str | None) -> None:
        if region is not None:
            self._soon(TouchSquare(region))

    def _soon(self, touch: Touch) -> None:
        """Sent once the finger is let go of."""
        Clock.schedule_once(lambda _seconds: self._send(touch), 0)

    def _let_go(self, held: Held, at: tuple[float, float]) -> None:
        table = self.table.table
        x, y = self._field.to_mm(*at)
        left, near, width, height = self._field.model.window
        on_table = self._field.collide_point(*at) and (
            left <= x <= left + width and near <= y <= near + height
        )
        index = held.index
        if not on_table and index is not None:
            self._change(lambda top: taken_off(top, index), carried=True)
        if not on_table:
            return
        if held.thing.kind == "penny":
            self._change(lambda top: _put(top, held, *on_card(top, x, y)), carried=True)
            return
        if self._piled:
            put = landing_on_pile(table, held.thing, x, y)
            of_pile = index is not None and is_of_pile(table, held.thing)
            self._change(
                lambda top: (top if of_pile or index is None else top.removed(index)).added(put), carried=True
            )
            return
        came = (held.thing.x, held.thing.y) if index is not None else None
        region = next((each for each in table.regions if each.contains(x, y)), None)
        start, end = held.start, region.name if region is not None else None
        if start not in (None, end) and end and self._side.board.carries(start, end):
            self._soon(CarrySquare(start, end))
            return
        if index is None and wants_down(self._opened.session.reply.layout, region):
            # An army that the referee is shown lies face up at first.
            own = self._opened.session.veiled and seat_of(held.thing) not in self._side.box_seats
            face: Face = "up" if own else "down"
            held = replace(held, thing=replace(held.thing, face=face))
        self._change(lambda top: _put(top, held, *landing(table, top, x, y, came, index)), carried=True)


def _put(top: "TableTop", held: Held, x: float, y: float) -> "TableTop":
    if held.index is None:
        return top.added(replace(held.thing, x=x, y=y))
    return top.moved(held.index, x, y)
