"""One seat alone at the screen: it sees its cards, chooses in secret, or shows its army to the referee.

Rule kept: a private page closes by itself as soon as it may be seen no more, when the game goes on, when a
hand comes over the table, and when nobody touches it for a while.
"""

from dataclasses import replace

from companion.game import Chance, Event, Over, Seat, Seats, legal
from companion.sight import Thing
from companion.weigh import Ask, Lost, Refuse
from ui.box.by_touch import LayingHands
from ui.pages import picking
from ui.pages.played_table import CLOSE, tell
from ui.present.board import Mark, Pad, around, board, peeped
from ui.present.models import Banner, Button, Sign, TableFocus, TableModel
from ui.present.moment import GameSnapshot, Muster, deck_of_faces, uncovered
from ui.present.touches import Goto, at
from ui.secrecy import Offers, offers, secret_choices
from ui.words import _, joined, several

HIDE_SECONDS = 20.0  # untouched private pages close after this
LAYING_SECONDS = 120.0  # the same while both hands lay an army
MOST_SQUARES = 5
NEAR_LEFT = {True: ("tl", "tr", "br", "bl"), False: ("tr", "tl", "bl", "br")}
"""The enemy card's corners in the order near left, near right, far right, far left.

By whether its back is touched: a card turns over like a page, so its top stays, and its owner sits opposite.
"""


class PrivateView:
    """The private part of a table screen: offers to single seats, and armies shown to the referee."""

    def __init__(self, side: picking.Picking) -> None:
        self._side = side
        self.offers = Offers()
        self.muster: Muster | None = None
        self._asked_at = -1
        self._scene: object = None
        self._touched_at = side.session.now

    def touched(self) -> None:
        self._touched_at = self._side.session.now

    def follow(self) -> bool:
        session, before = self._side.session, (self.muster, self._side.focus)
        referee = session.referee
        if self._asked_at != session.reply.seq:
            self._asked_at = session.reply.seq
            self.offers = offers(referee.game, referee.setup.seats, referee.state)
            turn, hands, found = session.reply.turn, self._side.hands, self.offers
            asked = found.choosing or found.turning_up
            if hands is not None and isinstance(turn, Seats) and not asked:
                # On a simulated table the acting seat may look at cards that only the table knows.
                lying, faces = session.reply.view.board, hands.covered()
                own = {seat for seat in turn.seats if uncovered(lying, seat, faces) != lying}
                self.offers = replace(found, looking=tuple(sorted({*found.looking, *own})))
            if self.muster is not None and self.muster.seat not in self.offers.showing:
                self.muster = None
        session.veiled = bool(self.offers.showing) or self.offers.screened
        reading, known = session.reading, self.muster
        if known is not None and reading is not None and reading is not self._scene:
            # The camera's view of the army being shown.
            self._scene = reading
            self.muster = known.looked_at(reading.scene if reading.mat.found else None)
            if self.muster.seen != known.seen:
                self.touched()
        while session.ready_presses:
            # A seat's button opens its page, and later says that its cards lie face down.
            seat, shown = session.ready_presses.pop(0), self.muster
            if self.offers.screened:
                self.touched()
                self._side.own.pressed(seat)
            elif seat not in self.offers.showing:
                continue
            elif shown is None or shown.seat != seat or self._side.focus.alone != seat:
                self.touched()
                self.show_muster(seat)
            elif shown.stage == "turning" and not (shown.looked and shown.open_cells):
                self.muster_done()
        focus = self._side.focus
        if focus.alone is not None:
            # A private page closes if nobody touches it or it may not be seen any more.
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
        return before != (self.muster, self._side.focus)

    def draw_curtain(self, seat: Seat) -> None:
        self._side.focus = TableFocus(alone=seat)

    def open_curtain(self) -> None:
        self._side.focus = TableFocus(alone=self._side.focus.alone, drawn=True)

    def touch_corner(self, corner: str) -> None:
        self._side.focus = replace(self._side.focus, picks=(("corner", corner),))

    def touch(self, region: str) -> None:
        """Touches a square: looks at it, lays on it, or picks it if squares are asked for."""
        side, focus = self._side, self._side.focus
        start, seat = focus.square, focus.alone
        if self.muster is not None:
            if region in self.muster.cells and self.muster.stage == "laying":
                side.focus = replace(focus, square=region)
        elif focus.picking:
            moment = side.moment()
            acts = picking.public_acts(moment) if seat is None else own_acts(moment, seat)
            field = picking.next_field(events := picking.narrowed(acts, focus.picks))
            if field is not None and region in picking.values(events, field):
                side.pick(field, region)
        elif focus.drawn:
            # A second square is the target of the first one's card if legal; else it is looked at.
            way = (("start", start), ("to", region))
            acts = () if start is None or seat is None else own_acts(side.moment(), seat)
            if picking.narrowed(acts, way):
                side.focus = replace(focus, square=None, picking=True, picks=way)
            else:
                side.focus = replace(focus, square=region)

    def show_muster(self, seat: Seat) -> None:
        referee = self._side.session.referee
        if self.muster is None or self.muster.seat != seat:
            self.muster = Muster.begun(referee.game, referee.state, seat)
            self._scene = None
        self._side.focus = TableFocus(alone=seat, drawn=True)

    def muster_say(self, cell: str, label: str | None) -> None:
        """Reports the card on an own square; None: it is empty."""
        self.muster = self.muster and self.muster.telling(cell, label)
        self.muster_square(None)

    def muster_unsay(self, cell: str) -> None:
        """Trusts the camera's reading of a square again."""
        if self.muster is not None:
            said = {other: name for other, name in self.muster.said.items() if other != cell}
            self.muster = replace(self.muster, said=said)
        self.muster_square(None)

    def muster_square(self, cell: str | None) -> None:
        self._side.focus = replace(self._side.focus, square=cell)

    def muster_turn(self) -> None:
        if self.muster is not None and self.muster.is_complete:
            # The army is remembered while its cards are turned down.
            self.muster = replace(self.muster, stage="turning", kept=dict(self.muster.lying))

    def muster_again(self) -> None:
        self.muster = self.muster and replace(self.muster, stage="laying")

    def muster_done(self) -> None:
        """Ends the showing: the referee learns the army, the others that it lies there."""
        shown = self.muster
        if shown is None:
            return
        self._side.tell(shown.event)
        if self.muster is None:
            for cell in shown.kept:
                self._side.session.dismiss_chore(cell)


# Private pages: the curtain before them, a seat's cards, its hand, its secret choice. Nothing is drawn before
# the curtain is open, and every way out leads to the shared screen.


def curtain(moment: GameSnapshot, model: TableModel) -> TableModel:
    """The others are asked to look away; a key at the seat's edge shows the page while it is held."""
    seat = moment.focus.alone or 0
    others = joined([name for other, name in enumerate(moment.names) if other != seat])
    name = moment.names[seat]
    # The page takes touches only if the seat can do something there.
    offers, ends = moment.offers, isinstance(moment.reply.turn, Chance | Over)
    asked = seat in offers.choosing or seat in offers.showing or offers.screened
    stays = asked or (not ends and bool(own_acts(moment, seat)))
    words, how = _("{name}: hold to look"), _("It is open only while the key is held.")
    if stays:
        words = _("{name}: touch to open")
        how = _("Hold the key to look. A short touch opens for longer, so that you can choose.")
    opens, words = at(PrivateView.open_curtain), words.format(name=name)
    look = Button(words, opens, "main", "eye", seat=seat, edge=True, let_go=CLOSE, stays=stays)
    return replace(
        model,
        headline=_("{name} alone may look now").format(name=name),
        body=(_("{others}: please look away.").format(others=others), how),
        board=replace(model.board, pieces=(), marks=(), arrows=()),
        sign=Sign(seat, name, _("alone")),
        answers=(look, Button(_("Not now"), CLOSE, "plain", "back")),
    )


def private(moment: GameSnapshot, model: TableModel) -> TableModel:
    """A seat's page: its due choice, else the board with its own cards open, and its hand."""
    focus, seat = moment.focus, moment.focus.alone or 0
    choices = tuple(event for event in secret_choices(moment.game, moment.state) if event.seat == seat)
    # A choice of a corner is touched on the enemy's card and not on the board.
    if choices and all(choice.told and "corner" in choice.__struct_fields__ for choice in choices):
        return pad(moment, model, choices)
    acts, square = own_acts(moment, seat), focus.square
    if focus.picking:
        return picking.stepped(moment, model, acts)
    view = moment.view_for(seat)
    here = tuple(event for event in acts if square and event.start == square)
    lit = picking.lit_by(moment, square, here) if square else ()
    large = picking.close_up(moment, square, lit, seat) if square else None
    shown = board(moment.table, view.board, (*lit, Mark(square, "chosen")) if square else ())
    pieces = tuple(peeped(piece, seat) for piece in shown.pieces)
    about = view.about.get(square or "", "")
    body = (about,) if about else view.aside[seat] if seat < len(view.aside) else ()
    if not about and any(piece.kind == "card" for piece in pieces):
        body = (_("Touch a card to read about it."), *body)
    body = () if large else body
    if here:
        body = (*body, _("Touch the square where it goes, or move it on the table."))
    # Always the last answer, which coach and phones take for the way out.
    hide = Button(_("Hide"), CLOSE, "plain", "back", seat=seat, edge=True)
    return replace(
        model,
        headline=_("For {name} alone").format(name=moment.names[seat]),
        body=body,
        board=replace(shown, pieces=pieces, asked=tuple(mark.region for mark in lit)),
        close_up=large,
        answers=(*(() if square else picking.own_keys(moment, acts)), hide),
    )


def own_acts(moment: GameSnapshot, seat: Seat) -> tuple[Event, ...]:
    return tuple(event for event in legal(moment.game, moment.state) if event.seat == seat)


def pad(moment: GameSnapshot, model: TableModel, choices: tuple[Event, ...]) -> TableModel:
    """The enemy card's four corners as they lie before whoever touches it."""
    seat = moment.focus.alone or 0
    card = moment.game.touched(moment.state, seat)
    back = card is None or card.face == "down"
    corners = NEAR_LEFT[back]
    near_left, near_right, far_right, far_left = (at(PrivateView.touch_corner, corner) for corner in corners)
    chosen = dict(moment.focus.picks).get("corner")
    # The choice for this corner, on the back if the back is up.
    fitting = [event for event in choices if event.corner == chosen]
    event = next(iter([each for each in fitting if each.back in (None, back)] or fitting), None)
    sure: tuple[Button, ...] = ()
    if chosen in corners and event is not None:
        sure = (Button(_("Touch this corner"), tell(event), "main", "done", seat=seat),)
    view = moment.game.view(moment.state, None)
    return replace(
        model,
        headline=_("{name}: touch a corner").format(name=moment.names[seat]),
        body=tuple(text for text in (view.awaited, _("The card lies as you see it from your side.")) if text),
        banner=Banner("ask", _("Nobody else may see this.")) if not sure else None,
        answers=(*sure, Button(_("Hide"), CLOSE, "plain", "back", seat=seat, edge=True)),
        pad=Pad(
            card or Thing("card", None, "down", None, 1 - seat),
            (near_left, near_right, far_right, far_left),
            corners.index(chosen) if chosen in corners else None,
        ),
    )


def waiting(moment: GameSnapshot, model: TableModel) -> TableModel:
    """The public view: whose army is due, and who looks away."""
    seat = moment.offers.showing[0]
    name = moment.names[seat]
    others = joined([other for n, other in enumerate(moment.names) if n != seat])
    words, opens = _("I am {name}: open").format(name=name), at(PrivateView.show_muster, seat)
    key = Button(words, opens, "main", "eye", seat=seat)
    leave = Button(_("Home (the game is kept)"), Goto("home"), "quiet", "home")
    return replace(
        model,
        headline=_("{name}: lay out your army").format(name=name),
        banner=Banner("ask", _("{others}: please look away.").format(others=others)),
        body=(
            _("Lay it face up in your two rows. Only you see on the screen what the camera reads."),
            _("Then you turn it face down, and nobody else has seen it."),
        ),
        sign=Sign(seat, name, _("alone")),
        answers=(key, leave),
        board=replace(
            model.board, pieces=board(moment.table, moment.reply.view.board).pieces, marks=(), arrows=()
        ),
        chips=tuple(replace(chip, active=chip.seat == seat) for chip in model.chips),
    )


def mustering(moment: GameSnapshot, model: TableModel) -> TableModel:
    """The owner's page: laying, correcting, turning down."""
    muster = moment.muster
    assert muster is not None
    marks = [Mark(cell, "wrong") for cell in (*muster.unread, *muster.double)]
    if muster.stage == "turning":
        marks = [Mark(cell, "chore") for cell in muster.open_cells] if muster.looked else []
    elif muster.missing > 0:
        marks += [Mark(cell, "missing") for cell in muster.cells if cell not in muster.lying]
    if moment.focus.square is not None:
        marks.append(Mark(moment.focus.square, "chosen"))
    # The known army: faces, and backs for unknown cards.
    layout, turns = moment.reply.layout, muster.stage == "turning"
    deck = None if layout is None else deck_of_faces(layout.regions, muster.seat)
    lying = {
        cell: (Thing("card", label, "up" if label else "down", deck, muster.seat),)
        for cell, label in muster.lying.items()
    }
    own = (
        replace(each, peeped=turns and each.label is not None) for each in board(moment.table, lying).pieces
    )
    # Armies already face down stay in view.
    shown, window = board(moment.table, moment.reply.view.board), around(moment.table, muster.cells, rim=0)
    shown = replace(shown, marks=tuple(marks), pieces=(*shown.pieces, *own), window=window)
    model = replace(model, board=shown)
    if moment.focus.square in muster.cells and muster.stage == "laying":
        return _square(moment, muster, deck, model)
    if muster.stage == "turning":
        # The camera confirms that the cards are face down.
        name, up = moment.names[muster.seat], muster.open_cells if muster.looked else ()
        words = _("{name}: they lie face down").format(name=name)
        help = Button(_("Turn them down for me"), at(LayingHands.turn_down, muster), "plain", "cards")
        told = _("They all lie face down.") if muster.looked else _("No camera sees it: look for yourself.")
        return replace(
            model,
            headline=_("{name}: turn them all face down").format(name=name),
            body=(_("Not seen face down: {squares}").format(squares=_squares(up)),) if up else (),
            banner=None if up else Banner("good", told),
            helps=(help,) if moment.simulated and up else (),
            answers=(
                Button(words, at(PrivateView.muster_done), "danger" if up else "main", "done"),
                Button(_("Something is wrong"), at(PrivateView.muster_again), "plain", "back"),
                Button(_("Hide"), CLOSE, "quiet", "back"),
            ),
        )
    turn, whole = at(PrivateView.muster_turn), muster.is_complete
    ready = Button(_("All right: I turn them down"), turn, "main", "done", enabled=whole)
    hide = Button(_("Hide"), CLOSE, "quiet", "back")
    help = Button(_("Lay out for me"), at(LayingHands.lay_up, muster), "plain", "cards")
    known = _("All {n} cards are known.").format(n=muster.count)
    lacking = []
    if muster.missing > 0:
        lacking.append(several("{n} card more to lay", "{n} cards more to lay", muster.missing))
    if muster.missing < 0:
        lacking.append(several("{n} card too many", "{n} cards too many", -muster.missing))
    if muster.unread:
        lacking.append(_("Not read: {squares}").format(squares=_squares(muster.unread)))
    for label in dict.fromkeys(muster.lying[cell] or "" for cell in muster.double):
        where = tuple(cell for cell in muster.double if muster.lying[cell] == label)
        words = _("{card} too often: {squares}")
        if label not in muster.army:
            words = _("{card} is not in your army: {squares}")
        lacking.append(words.format(card=moment.called(label), squares=_squares(where)))
    return replace(
        model,
        headline=_("{name}: face up, in your rows").format(name=moment.names[muster.seat]),
        body=(*lacking, _("Touch a square to say what lies there.")),
        banner=Banner("good", known) if whole else None,
        helps=(help,) if moment.simulated and muster.missing else (),
        answers=(ready, hide),
    )


def _squares(cells: tuple[str, ...]) -> str:
    more = " …" if len(cells) > MOST_SQUARES else ""
    return ", ".join(cells[:MOST_SQUARES]) + more


def _square(moment: GameSnapshot, muster: Muster, deck: str | None, model: TableModel) -> TableModel:
    """The choices for one square, the likeliest cards first."""
    cell, seat = moment.focus.square or "", muster.seat
    cards = (
        picking.card_key(moment, label, deck, seat, at(PrivateView.muster_say, cell, label))
        for label in muster.choices(cell)
    )
    read = muster.seen.get(cell)
    more = []
    if cell in muster.said:
        as_read = at(PrivateView.muster_unsay, cell)
        more.append(Button(_("As the camera reads it"), as_read, "plain", "camera"))
    if cell in muster.lying:
        more.append(Button(_("Nothing lies here"), at(PrivateView.muster_say, cell, None), "plain", "wrong"))
    back = Button(_("It is right as it is"), at(PrivateView.muster_square, None), "main", "done")
    return replace(
        model,
        headline=_("Square {name}").format(name=cell),
        body=(_("Read: {card}").format(card=moment.called(read)),) if read else (),
        answers=(*cards, *more, back),
    )
