"""What one seat does alone at the screen: looking at its cards, choosing in secret, showing its army to the referee.

Rule kept: a page for one pair of eyes closes by itself as soon as it may no longer be seen, when the game goes on, when
a hand comes over the table, and when nobody touches it for a while.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, assert_never

from companion.game import Seat, Seats
from companion.weigh import Ask, Lost, Refuse
from ui.pages.played_table import PlayedTable
from ui.present import muster
from ui.present import table_touches as at_table
from ui.present.counting import counted_with
from ui.present.models import TableFocus
from ui.present.moment import uncovered
from ui.present.muster import Muster
from ui.present.narrowing import narrowed, next_field, values
from ui.present.picking import public_acts
from ui.present.private import own_acts
from ui.secrecy import Offers, offers

HIDE_SECONDS = 20.0
"""A page for one pair of eyes closes when nobody has touched it for so long."""
LAYING_SECONDS = 120.0
"""While an army is laid out its owner has both hands full, and the others look away."""


class PrivateView:
    """The private side of a table screen.

    `offers` is what the game offers seats alone now; `muster` the army that is being shown to the referee.
    """

    def __init__(self, side: PlayedTable, screened_pressed: Callable[[Seat], None]) -> None:
        """`screened_pressed`: what a seat's own button does while a screen hides what people lay."""
        self._side, self._screened_pressed = side, screened_pressed
        self.offers = Offers()
        self.muster: Muster | None = None
        self._asked_at = -1
        self._scene: object = None
        self._touched_at = side.session.now

    def touched(self) -> None:
        self._touched_at = self._side.session.now

    def follow(self) -> bool:
        """Keeps up with game and camera; whether anything changed that a screen shows."""
        before = (self.muster, self._side.focus)
        session = self._side.session
        if self._asked_at != session.reply.seq:
            self._asked_at = session.reply.seq
            self.offers = self._offered()
            if self.muster is not None and self.muster.seat not in self.offers.showing:
                self.muster = None
        session.veiled = bool(self.offers.showing) or self.offers.screened
        self._read()
        while session.ready_presses:
            self._pressed(session.ready_presses.pop(0))
        self._hide()
        return before != (self.muster, self._side.focus)

    def _offered(self) -> Offers:
        """What the game offers; on a simulated table whoever is to act may look at cards that only the table knows."""
        session, hands = self._side.session, self._side.hands
        referee = session.referee
        found = offers(referee.game, referee.setup.seats, referee.state)
        turn = session.reply.turn
        if hands is None or not isinstance(turn, Seats) or found.choosing or found.turning_up:
            return found
        board, faces = session.reply.view.board, hands.covered()
        own = {seat for seat in turn.seats if uncovered(board, seat, faces) != board}
        return replace(found, looking=tuple(sorted({*found.looking, *own})))

    def _pressed(self, seat: Seat) -> None:
        """The seat's own button: its page opens, and once its cards lie face down they are said to."""
        shown = self.muster
        if self.offers.screened:
            self.touched()
            self._screened_pressed(seat)
            return
        if seat not in self.offers.showing:
            return
        if shown is None or shown.seat != seat or self._side.focus.alone != seat:
            self.touched()
            self._show_muster(seat)
        elif shown.stage == "turning" and not (shown.looked and shown.open_cells):
            self._muster_done()

    def _read(self) -> None:
        """Takes in what the camera sees of the army that is being shown."""
        reading = self._side.session.reading
        if self.muster is None or reading is None or reading is self._scene:
            return
        self._scene = reading
        before = self.muster
        self.muster = muster.looked_at(before, reading.scene if reading.mat.found else None)
        if self.muster.seen != before.seen:
            self.touched()

    def _hide(self) -> None:
        focus, session = self._side.focus, self._side.session
        if focus.alone is None:
            return
        laying = self.muster is not None or self.offers.screened
        hand = session.reading is not None and session.reading.scene.hand
        troubled = isinstance(session.reply.verdict, Ask | Refuse | Lost)
        may_stay = focus.alone in self.offers.looking and not hand and not troubled
        if self.muster is not None:
            may_stay = self.muster.seat == focus.alone
        elif focus.alone in self.offers.choosing or self.offers.screened:
            may_stay = True
        left = session.now - self._touched_at > (LAYING_SECONDS if laying else HIDE_SECONDS)
        if left or (focus.drawn and not may_stay):
            self._side.focus = TableFocus()

    def take(self, touch: at_table.AloneTouch | at_table.MusterTouch) -> None:
        side, focus, shown = self._side, self._side.focus, self.muster
        match touch:
            case at_table.DrawCurtain(seat):
                side.focus = TableFocus(alone=seat)
            case at_table.OpenCurtain():
                side.focus = TableFocus(alone=focus.alone, drawn=True)
            case at_table.Pick(field, value):
                self._pick(field, value)
            case at_table.PickAfresh(field, value):
                side.focus = TableFocus(picking=True, picks=((field, value),))
            case at_table.Unpick():
                picks = focus.picks[:-1]
                picks = () if picks and picks[-1][0] == "start" else picks
                side.focus = replace(focus, picks=picks, picking=bool(picks), counted=())
            case at_table.Count(card, more):
                side.focus = replace(focus, counted=counted_with(focus.counted, card, more))
            case at_table.TouchCorner(corner):
                side.focus = replace(focus, picks=(("corner", corner),))
            case at_table.ShowMuster(seat):
                self._show_muster(seat)
            case at_table.MusterSay(cell, label):
                self.muster = shown and muster.said(shown, cell, label)
                side.focus = replace(focus, square=None)
            case at_table.MusterUnsay(cell):
                self.muster = shown and muster.unsaid(shown, cell)
                side.focus = replace(focus, square=None)
            case at_table.MusterSquare(square):
                side.focus = replace(focus, square=square)
            case at_table.MusterTurn():
                if shown is not None and shown.is_complete:
                    # What lies where is kept while the cards are turned down.
                    self.muster = replace(shown, stage="turning", kept=dict(shown.lying))
            case at_table.MusterAgain():
                self.muster = shown and replace(shown, stage="laying")
            case at_table.MusterDone():
                self._muster_done()
            case _:
                assert_never(touch)

    def _pick(self, field: str, value: Any) -> None:
        side, picks = self._side, (*self._side.focus.picks, (field, value))
        side.focus = replace(side.focus, picking=True, square=None, picks=picks)
        moment = side.moment() if side.focus.alone is None else None
        if moment is not None and moment.piles.acts:
            events = narrowed(moment.piles.acts, picks)
            if next_field(events) is None and events:
                side.say(events[0])

    def touch(self, region: str) -> None:
        """A square of the board: looked at, laid on, or picked where squares are asked for."""
        side, focus = self._side, self._side.focus
        start, seat = focus.square, focus.alone
        if self.muster is not None:
            if region in self.muster.cells and self.muster.stage == "laying":
                side.focus = replace(focus, square=region)
        elif focus.picking:
            moment = side.moment()
            events = narrowed(public_acts(moment) if seat is None else own_acts(moment, seat), focus.picks)
            field = next_field(events)
            if field is not None and region in values(events, field):
                self._pick(field, region)
        elif focus.drawn:
            # A second square is where the card on the first goes, if it may; else another card is looked at.
            way = (("start", start), ("to", region))
            if start is not None and seat is not None and narrowed(own_acts(side.moment(), seat), way):
                side.focus = replace(focus, square=None, picking=True, picks=way)
            else:
                side.focus = replace(focus, square=region)

    def _show_muster(self, seat: Seat) -> None:
        referee = self._side.session.referee
        if self.muster is None or self.muster.seat != seat:
            self.muster = muster.begun(referee.game, referee.state, seat)
            self._scene = None
        self._side.focus = TableFocus(alone=seat, drawn=True)

    def _muster_done(self) -> None:
        """The owner says that all lie face down: the referee is told the army, the others that it lies there."""
        shown = self.muster
        if shown is None:
            return
        self._side.say(shown.event)
        if self.muster is None:
            for cell in shown.kept:
                self._side.session.dismiss_chore(cell)
