"""The simulated table under a finger: things are touched, dragged, and moved to and from trays.

The result is painted as a camera would see it and read by the same eye as any picture.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.sight import Face
from ui.box import by_touch
from ui.box.by_touch import Brought, LayingHands
from ui.pages.picking import carries
from ui.pages.tableside import Tableside
from ui.present.board import TURNED, BoardModel, Piece, side_of, signed_pieces, thing_parts, whole
from ui.present.drawn import said
from ui.present.touches import CarrySquare, LiftSquare, Touch, TouchSquare
from ui.widgets.boxes import Box, Column, Row, taken_out
from ui.widgets.drawing import DrawingView, Send, SmallDrawing, enlarged, was_dragged
from ui.widgets.keys import Down
from ui.widgets.pictures import Faces
from ui.widgets.theme import u, upright
from vision.printed.marks import Art, Block, Disc, Mark, Shape
from vision.printed.shapes import box

if TYPE_CHECKING:
    from vision.painted.tabletop import Laid, TableTop


TRAY = 66.0
"""Width of a tray in units."""
COUNT = 26.0
"""Length in units of the number of cards at the end of a tray that cannot show all."""
Signs = Callable[[Sequence[Piece]], tuple[Piece, ...]]


class Tray(SmallDrawing):
    """A seat's things beside the table in a sliding strip: a penny first if the game has any, then cards."""

    def __init__(self, seat: int, faces: Faces, signs: Signs, *, pennies: bool = True, **more: Any) -> None:
        """`signs` gives cards their names and figures."""
        super().__init__(self.marks, faces, **more)
        self.seat, self._signs = seat, signs
        self._first = 0 if pennies else 1
        self.cards: tuple[Brought, ...] = ()
        self._gone: frozenset[Brought] = frozenset()
        self.shown: frozenset[int] = frozenset()
        self.offset = 0.0

    @property
    def along(self) -> bool:
        """Whether the strip is horizontal."""
        return bool(self.width > self.height)

    @property
    def step(self) -> float:
        return u(TRAY - 6)

    def show(self, cards: tuple[Brought, ...], gone: frozenset[Brought] = frozenset()) -> None:
        """`gone`: cards out of play, at the end, pale and under a sign of their own."""
        ordered = tuple(sorted(cards, key=gone.__contains__))
        if (ordered, gone) != (self.cards, self._gone):
            self.cards, self._gone = ordered, gone
            self.shown = frozenset()
            self.slide(0)

    @property
    def _long(self) -> float:
        return (len(self.cards) + 1 - self._first) * self.step + u(8)

    @property
    def _room(self) -> float:
        """The usable length of the strip; without room for all cards it ends before their number."""
        room = float(max(self.size))
        return room if self._long <= room else room - u(COUNT)

    @property
    def beyond(self) -> float:
        """Excess length of the cards over their room (px); 0 if all are visible."""
        return max(0.0, self._long - self._room)

    def slide(self, by: float) -> None:
        """Slides the strip by pixels within its ends."""
        self.offset = min(max(self.offset + by, 0.0), self.beyond)
        self.draw()

    def item_at(self, x: float, y: float) -> int | None:
        """The item at a place: 0 the penny, then cards from 1."""
        depth = x - self.x if self.along else self.top - y
        index = int((depth - u(4) + self.offset) // self.step) + self._first
        return index if depth < self._room and self._first <= index <= len(self.cards) else None

    def turn(self, index: int) -> None:
        """Shows a hidden card to its owner, or hides it again."""
        self.shown = self.shown ^ {index}
        self.draw()

    def marks(self, wide: float, high: float) -> Iterator[Mark]:
        """All its content, in units."""
        yield Block(0, 0, wide, high, "surface", round_mm=8)
        yield Shape(box(1, 1, wide - 2, high - 2, 8), edge=f"s{self.seat}", edge_mm=1.6)
        size, room, one = TRAY - 12, self._room / u(1), u(1)
        for index in range(self._first, len(self.cards) + 1):
            start = ((index - self._first) * self.step - self.offset) / one + 4
            if -2 <= start <= room + 2 - size:
                x, y = (start, (high - size) / 2) if self.along else ((wide - size) / 2, start)
                at = (x + size / 2, y + size / 2)
                if index == 0:
                    yield Block(x, y, size, size, "raised", round_mm=6)
                    heads = Piece("penny", "heads", 0, 0, width_mm=0.6 * size, height_mm=0.6 * size)
                    yield from thing_parts(heads, at, 1.0, enlarged())
                    continue
                card = self.cards[index - 1]
                face: Face = "up" if card.open or index in self.shown else "down"
                bare = Piece("card", card.label, 0, 0, 0.0, face, card.deck, size, size, self.seat)
                (piece,) = self._signs([bare])
                yield from thing_parts(piece, at, 1.0, enlarged())
                if card in self._gone:
                    tomb = (x + size * 0.25, y + size * 0.3, size / 2, size / 2)
                    yield Block(x, y, size, size, "surface", round_mm=4, opacity=0.6)
                    yield Art(*tomb, "tomb", deck="icon", ink="text")
        if self.beyond:
            # The number of cards in play, if not all are visible.
            side = COUNT - 2
            x, y = wide - 2 - side / 2, high - 2 - side / 2
            yield Disc(x, y, side, "night")
            yield said(x, y, str(len(self.cards) - len(self._gone)), 15, "text")


@dataclass(slots=True)
class Held:
    """The thing under a finger: a table index, or a new one from a tray.

    `start`: the square from which it makes a legal move.
    """

    thing: "Laid"
    index: int | None
    start: str | None = None


class SimulatedStage(Box):
    """The simulated table (`field`) with a tray per seat. `mark` shows the referee's marks."""

    def __init__(self, hands: LayingHands, side: Tableside, faces: Faces, send: Send, **more: Any) -> None:
        super().__init__(spacing=u(6), **more)
        self.table, self._hands, self._side = hands.simulated, hands, side
        self._opened, self._send = side.opened, send
        self._finger: Any = None
        self._held: Held | None = None
        table, referee = self.table.table, side.session.referee
        edges = tuple(side_of(table, seat) for seat in range(referee.setup.seats))
        self._signs = partial(signed_pieces, referee.game, referee.setup)
        self.field = DrawingView(BoardModel(table.regions, whole(table), edges=edges), faces, send)
        self._piled = hands.piled
        self._trays = tuple(
            Tray(seat, faces, self._signs, pennies="penny" in table.kinds)
            for seat in range(1 if self._piled else referee.setup.seats)
        )
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
        parts = (self.field, strip) if upright() else (strip, self.field)
        for part in (self.field,) if self._bare else parts:
            self.add_widget(part)

    @property
    def beside(self) -> float:
        """Excess width over the table itself, in px."""
        return 0.0 if self._bare else u(TRAY + 6)

    def mark(self, board: BoardModel) -> None:
        """Shows a board's marks and arrows over the things on the table."""
        shown = {"marks": board.marks, "arrows": board.arrows, "counts": board.counts, "asked": board.asked}
        self.field.show(replace(self.field.model, **shown))

    def follow(self) -> None:
        """Redraws the table if somebody else has changed it."""
        if self.table.tabletop is not self._shown and self._held is None:
            self.refresh(moving=True)

    def refresh(self, *, moving: bool = False) -> None:
        """Draws table and trays; `moving`: things that nobody carried are animated."""
        self._shown = top = self.table.tabletop
        (self.field.show if moving else self.field.put)(self._laid())
        for tray_of in () if self._piled else self._trays:
            cards = by_touch.tray(self._hands.brought, top, tray_of.seat)
            tray_of.show(cards, by_touch.out_of_play(cards, self._opened.session.reply, tray_of.seat))

    def _laid(self, gone: int | None = None) -> BoardModel:
        """The things on the table without the dragged one."""
        pieces = [self._piece(thing) for n, thing in enumerate(self._shown.things) if n != gone]
        board: BoardModel = replace(self.field.model, pieces=self._signs(pieces))
        return board

    def _piece(self, thing: "Laid") -> Piece:
        size, angle, seat = (24.0, 24.0), 0.0, None
        if thing.kind == "card":
            size, angle = (thing.width_mm, thing.height_mm), thing.angle
            # A card of a pile has no owner, at any angle.
            seat = None if self._piled else by_touch.seat_of(thing)
        return Piece(thing.kind, thing.label, thing.x, thing.y, angle, thing.face, thing.deck, *size, seat)

    def offer(self, seat: int | None, labels: Sequence[str]) -> None:
        """In a game of piles the tray holds the possible hand of the acting seat; nothing is used up.

        While piles are laid out it takes no room, as nothing comes out of it.
        """
        if not self._piled:
            return
        bare = not labels and self._opened.session.reply.layout is not None
        if bare != self._bare:
            self._bare = bare
            self._arrange()
        own, decks = seat or 0, self._opened.decks
        self._trays[0].seat = own
        self._trays[0].show(
            tuple(Brought(own, label, by_touch.deck_of(label, decks, own), open=True) for label in labels)
        )

    def _change(self, change: Any, *, carried: bool = False) -> None:
        self._hands.change(change)
        self.refresh(moving=not carried)

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.opos) or touch.is_mouse_scrolling:
            return False
        if self._finger is not None and self._finger.time_end < 0:  # one finger carries at a time
            return True
        tray_of = next((each for each in self._trays if each.collide_point(*touch.opos)), None)
        item = None if tray_of is None else tray_of.item_at(*touch.opos)
        if tray_of is None and not self.field.collide_point(*touch.opos):
            return False
        if tray_of is not None and item is None:
            return True
        touch.grab(self)
        touch.ud.update(down=Down(), tray=tray_of, item=item)
        self._finger = touch
        top: TableTop = self.table.tabletop
        index = top.at(*self.field.to_mm(*touch.opos)) if tray_of is None else None
        if index is not None:
            self._held = Held(top.things[index], index)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        if not was_dragged(touch):
            return True
        tray_of: Tray | None = touch.ud["tray"]
        if self._held is None and tray_of is not None:
            # Pulling a card towards the table takes it; pulling along an overlong strip slides it. A finger
            # that has left the strip wants the card in any direction.
            along, across = abs(touch.x - touch.ox), abs(touch.y - touch.oy)
            if not tray_of.along:
                along, across = across, along
            if along > across and tray_of.beyond and tray_of.collide_point(*touch.pos):
                tray_of.slide(-touch.dx if tray_of.along else touch.dy)
                return True
            thing, item = by_touch.penny(0, 0), touch.ud["item"]
            if item:
                card = tray_of.cards[item - 1]
                angle = TURNED[side_of(self.table.table, card.seat)] if self._piled else None
                down, decks = not card.open, self._opened.decks
                thing = by_touch.laid_card(card, 0, 0, decks, face_down=down, angle=angle)
            self._held = Held(thing, None)
        held = self._held
        if held is None:
            return True
        if self.field.held is None:
            things, index = self.table.tabletop.things, held.index
            if held.thing.kind == "penny" and index is not None and not touch.ud["down"].is_held:
                # A penny is dragged with its card; only after a held touch it is lifted by itself.
                cards = (n for n in reversed(range(index)) if things[n].kind == "card")
                held.index = next((n for n in cards if things[n].covers(held.thing.x, held.thing.y)), index)
                held.thing = things[held.index]
            self.field.model = self._laid(held.index)
            region = self._square_at(*touch.opos)
            by_rule = not self._piled and held.thing.kind == "card" and index is not None
            if by_rule and region is not None and carries(self._side, region):
                # Its legal targets are lit.
                held.start = region
                self._send(LiftSquare(region))
        (shown,) = self._signs([self._piece(held.thing)])
        self.field.hold(shown, touch.pos)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        held, dragged, tray_of = self._held, self.field.held, touch.ud["tray"]
        self._held = self.field.held = self._finger = None
        if held is not None and dragged is not None:
            self._let_go(held, touch.pos)
            self.refresh()
        elif tray_of is None:
            self._touched(held, touch)
        elif touch.ud["item"] and not was_dragged(touch) and tray_of.seat not in self._side.box_seats:
            tray_of.turn(touch.ud["item"])
        return True

    def _touched(self, held: Held | None, touch: Any) -> None:
        """A touch reports the thing, and turns it over if the game waits for that.

        On a pile a held touch turns over. The second touch of a double tap does nothing, so that it does not
        undo the turning.
        """
        region = self._square_at(*touch.pos)
        if held is not None and held.index is not None:
            lasted, double = touch.ud["down"].is_held, bool(touch.is_double_tap)
            if double and not self._piled:
                return
            turns = held.thing.kind == "penny" or lasted or double if self._piled else not lasted
            turns = turns and region not in self.field.model.asked and not self._side.session.disputed
            muster = self._side.alone.muster  # an owner showing an army may lay it freely
            own = self._piled or (muster is not None and region in muster.cells)
            index = by_touch.to_turn(self.table.table, self.table.tabletop, held.index)
            if turns and (own or self._hands.turns(index)):
                self._change(lambda top: top.flipped(index))
                return
        if region is not None:
            self._soon(TouchSquare(region))

    def _square_at(self, x: float, y: float) -> str | None:
        part = self.field.part_at(x, y)
        return None if part is None else part.name

    def _soon(self, touch: Touch) -> None:
        """Sends a touch after the finger is released."""
        Clock.schedule_once(lambda _seconds: self._send(touch), 0)

    def _let_go(self, held: Held, at: tuple[float, float]) -> None:
        table, index, thing = self.table.table, held.index, held.thing
        x, y = self.field.to_mm(*at)
        left, near, width, height = self.field.model.window
        region = next((each for each in table.regions if each.contains(x, y)), None)
        end = "" if region is None else region.name

        def put(top: "TableTop") -> "TableTop":
            """The table top with the thing at its resting place."""
            if thing.kind == "penny":
                there = by_touch.on_card(top, x, y)
            elif self._piled:
                # A card from its own pile stays: the next one lies there.
                if index is not None and table.region_at(thing.x, thing.y) != thing.label:
                    top = top.removed(index)
                return top.added(by_touch.landing_on_pile(table, thing, x, y))
            else:
                came = None if index is None else (thing.x, thing.y)
                there = by_touch.landing(table, top, x, y, came, index)
            if index is not None:
                return top.moved(index, *there)
            face = thing.face
            layout = self._opened.session.reply.layout
            wanted = () if layout is None or region is None else layout.of(region.name)
            if thing.kind == "card" and any(one.kind == "card" and one.face == "down" for one in wanted):
                # An army shown to the referee lies face up at first.
                shown = self._opened.session.veiled and by_touch.seat_of(thing) not in self._side.box_seats
                face = "up" if shown else "down"
            return top.added(replace(thing, x=there[0], y=there[1], face=face))

        if not (self.field.collide_point(*at) and left <= x <= left + width and near <= y <= near + height):
            if index is not None:
                self._change(lambda top: by_touch.taken_off(top, index), carried=True)
        elif held.start not in (None, end) and end and carries(self._side, held.start, end):
            self._soon(CarrySquare(held.start, end))
        else:
            self._change(put, carried=True)
