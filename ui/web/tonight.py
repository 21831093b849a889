"""One evening of phones and watchers: the server, and the game on the table, in the game's thread.

Rule kept: the game never waits for a browser. Pages are drawn here, for a few ms a tick and only if they are
seen and changed; a touch counts only while its page is the game's newest state. Unchanged pages are not sent,
so nobody can tell how often another seat touches its phone.
"""

import secrets
from collections import Counter, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from starlette.types import ASGIApp

from companion.game import Chance, Event, Over, Seat, Seats
from companion.language import spoken
from ui.export.page import PageWriter, drawing_of
from ui.opponents.thinker import Thinker
from ui.pages.played_table import ANSWERS, ON_STAGE, PlayedTable
from ui.pages.tableside import Tableside
from ui.pages.thinking import Coach
from ui.present.models import Settling, TableFocus, TableModel
from ui.present.moment import Muster, player
from ui.present.touches import DraftTouch, TableTouch, Touch, calls, taken_by
from ui.web.local_only import own_addresses
from ui.web.serving import Serving, ServingFault
from ui.web.shelf import JournalShelf
from ui.web.site import Audience, Evening, PageState, Pressed, Site, templates
from ui.words import _, in_order

PORTS = (8420, 0)
"""The usual port, and any other if that is taken."""
DRAWING_SECONDS = 0.006
"""Seconds per tick for drawing pages; the last page may exceed it."""
PAGES_KEPT = 8
LOOK_AGAIN_SECONDS = 1.0
EVERYWHERE = "0.0.0.0"
"""Address for all networks of this machine."""


class PhonesTonight:
    """The server from its creation until `stop`, with its own code. `shelf`: see `Site`.

    Raises ServingFault if no address can be used.
    """

    def __init__(self, shelf: JournalShelf, clock: Callable[[], float], listened_at: str) -> None:
        self._clock, self._listened_at = clock, listened_at
        self._hosts: tuple[str, ...] = ()
        self._looked_at = -LOOK_AGAIN_SECONDS
        self._side: Tableside | None = None
        self._game: object = None
        self._seats: dict[Seat, SeatTable] = {}
        self._offered: dict[Audience, deque[tuple[int, int, Keys]]] = {}
        self._drawn: dict[Audience, object] = {}
        self._shown: dict[Audience, object] = {}
        self._pages: Counter[Audience] = Counter()
        self._touched: set[Audience] = set()
        self.evening = Evening(lambda: secrets.token_urlsafe(24), secrets.randbelow, clock)
        self.site = Site(self.evening, shelf, clock)
        self._serving = _listening(self.site.app(), listened_at)
        self._serving.start()

    def stop(self) -> None:
        """Ends the server with every code and page of this evening."""
        self.evening.end_game()
        self._put_away()
        self._serving.stop()

    @property
    def addresses(self) -> tuple[str, ...]:
        """The box's addresses in the local network, the likeliest first; looked up once a second."""
        now = self._clock()
        if now - self._looked_at >= LOOK_AGAIN_SECONDS:
            self._looked_at = now
            self._hosts = own_addresses() if self._listened_at == EVERYWHERE else (self._listened_at,)
        port = self._serving.address[1]
        return tuple(f"http://{host}:{port}" for host in self._hosts)

    def sign_out(self, seat: Seat) -> None:
        """Ends the rights of a seat's phones."""
        self.evening.sign_out(seat)
        self._serving.soon(self.site.wake)

    # the game on the table

    def tick(self, side: Tableside | None) -> bool:
        """Takes phones' input and draws changes; returns whether the shared screen may have to change."""
        if side is not self._side:
            self._turn_to(side)
        heard = False
        while not self.site.pressed.empty():
            heard = self._take(self.site.pressed.get_nowait()) or heard
        looked_at = self.site.looked_at
        for seat, table in self._seats.items():
            if table.follow():
                self._drawn.pop(seat, None)
        if side is not None:
            side.phones = frozenset(seat for seat in looked_at if seat is not None)
        if not looked_at:
            return heard
        began = self._clock()
        state = (id(side), None if side is None else side.version, spoken().code)
        for audience in sorted(looked_at, key=lambda each: -1 if each is None else each):
            if self._drawn.get(audience) != state:
                self._draw(audience)
                self._drawn[audience] = state
                if self._clock() - began > DRAWING_SECONDS:
                    break
        return heard

    def _turn_to(self, side: Tableside | None) -> None:
        """Changes to another game or none. The seats of a resumed game keep their phones."""
        self._put_away()
        self._side = side
        if side is None:
            return
        book, referee = side.session.book, side.session.referee
        id = None if book is None else book.id
        game = side if id is None else (referee.game.id, referee.setup, id)
        if self._game is not None and game != self._game:
            self.evening.end_game()
        self._game = game
        self._seats = {seat: SeatTable(side, seat) for seat in range(side.session.referee.setup.seats)}

    def _put_away(self) -> None:
        if self._side is not None:
            self._side.phones = frozenset()
        for table in self._seats.values():
            table.close()
        self._side, self._seats, self._offered, self._drawn = None, {}, {}, {}
        self._shown, self._touched = {}, set()
        self._serving.soon(self.site.forget_seats)

    def _take(self, pressed: Pressed) -> bool:
        """Does a key's touch, unless the game has moved on since the key was drawn."""
        side, table = self._side, self._seats.get(pressed.seat)
        if side is None or table is None:
            return False
        self._drawn.pop(pressed.seat, None)
        self._touched.add(pressed.seat)
        for page, drawn_at, keys in self._offered.get(pressed.seat, ()):
            if page == pressed.page and drawn_at == side.session.reply.seq:
                touch = keys.touch(pressed.key)
                if touch is not None:
                    table.take(touch)
                return touch is not None
        return False

    def _draw(self, audience: Audience) -> None:
        """Sends a page if it shows or offers something new, or answers a touch."""
        keys = Keys(lambda touch: audience is not None and self._seats[audience].may_take(touch))
        side, seq = self._side, -1
        if side is None:
            words, title = _("When a game is laid on the table, it shows here."), _("Game night")
            parts = closed_parts(_("No game is on the table."), words)
        else:
            title = _(side.session.referee.game.name)
            if audience is None:
                model = SeatModel(None, side.model_of(TableFocus()))
            else:
                title = f"{player(side.session.referee.setup, audience)} · {title}"
                model, seq = self._seats[audience].model(), side.session.reply.seq
            parts = table_parts(model, keys)
        title = in_order(title)
        shown = (title, parts, keys.touches, seq)
        if shown != self._shown.get(audience):
            self._shown[audience] = shown
            self._pages[audience] += 1
            offered = self._offered.setdefault(audience, deque(maxlen=PAGES_KEPT))
            offered.append((self._pages[audience], seq, keys))
        elif audience not in self._touched:
            return
        self._touched.discard(audience)
        self._serving.soon(self.site.publish, audience, PageState(self._pages[audience], title, parts))


def _listening(app: ASGIApp, host: str) -> Serving:
    """Listens at the first free port. Raises ServingFault."""
    *most, last = PORTS
    for port in most:
        with suppress(ServingFault):
            return Serving(app, host, port)
    return Serving(app, host, last)


# A seat's page on its phone. Rule kept: a phone shows the public view and its own seat's, never another's; it
# may touch what its own seat may. It has a focus of its own, so the shared screen stays as it was.

ASKING = frozenset({"ask", "refuse", "lost", "agree", "confirm", "dispute", "dice"})
"""Faces of the shared screen that override a seat's look."""


@dataclass(frozen=True, slots=True)
class SeatModel:
    """A phone's view: the public model, and the seat's own or None.

    `seat`: None for a watcher. `is_home`: nothing is open, so there is no way back.
    """

    seat: Seat | None
    shared: TableModel
    own: TableModel | None = None
    is_home: bool = False


class SeatTable:
    """A seat's page at a table, shared by all its phones.

    Questions of the referee are settled for all, on any screen; a refusal to a seat stands on its phone. If
    all agreed, the coach advises this seat here, in a process of its own (`thinker`).
    """

    def __init__(self, side: Tableside, seat: Seat, thinker: Thinker | None = None) -> None:
        self._side, self.seat = side, seat
        self.focus, self._seq = TableFocus(), -1
        self._thinker = thinker or Thinker()
        box, agreed = side.box.seats, side.coach.agreed
        self._coach = Coach(
            side, self._thinker, secrets.randbelow, box, agreed=agreed, only=seat, focus=lambda: self.focus
        )

    def follow(self) -> bool:
        """Follows game and coach; returns whether the coach has news for this page."""
        self._follow()
        return self._coach.follow()

    def close(self) -> None:
        self._coach.leave_coach()
        self._thinker.close()

    def model(self) -> SeatModel:
        self.follow()
        focus = self.focus
        refused = focus.settling.refused is not None
        settling = focus.settling if refused else self._side.focus.settling
        coach, coached = self._coach, self._coach.speaks
        shared = self._side.model_of(TableFocus(settling=settling), coach if focus.alone is None else None)
        if shared.kind in ASKING:
            return SeatModel(self.seat, shared)
        if focus.alone is not None:
            own = self._side.model_of(focus, coach)
            if coached:  # a phone has no curtain to close
                own = replace(own, answers=own.answers[:-1], body=own.notes)
                return SeatModel(self.seat, replace(shared, body=()), own)
            is_home = not focus.picking and focus.square is None
            return SeatModel(self.seat, shared, own, is_home)
        if focus.picking or focus.square is not None or focus.past is not None:
            shared = self._side.model_of(replace(focus, settling=settling))
        elif coached:
            shared = replace(shared, body=shared.notes)
        return SeatModel(self.seat, shared)

    def take(self, touch: Touch) -> None:
        """Does a touch if this seat may send it."""
        self._follow()
        if not isinstance(touch, TableTouch) or not self.may_take(touch) or taken_by(self._coach, touch):
            return
        side, alone = self._side, self._side.focus.alone is not None
        self._coach.leave_coach()  # any other touch ends the advice
        if self.focus.settling.refused or not calls(touch, *FOR_ALL):
            self.focus = side.taken_for(self.focus, touch)
        elif alone:
            side.taken_for(TableFocus(settling=side.focus.settling), touch)
        else:
            side.take(touch)
        self._follow()

    def may_take(self, touch: Touch) -> bool:
        """Whether this seat may send a touch now: its own button to throw, and reports on its turn."""
        turn = self._side.session.reply.turn
        pressed = touch.given[0] if calls(touch, PlayedTable.press_button) else ""
        if isinstance(touch, DraftTouch) or pressed == "done":
            waits = isinstance(turn, Seats) and self.seat not in turn.seats
            return not waits and may_send(touch, self.seat)
        return (not pressed.startswith("seat") or isinstance(turn, Chance)) and may_send(touch, self.seat)

    def _follow(self) -> None:
        """Drops looks when the game moves on; private matters of the seat are opened."""
        reply, refused = self._side.session.reply, self.focus.settling.refused
        if reply.seq != self._seq:
            self._seq, self.focus = reply.seq, TableFocus(settling=Settling(refused=refused))
        # Whether this seat has private knowledge or a secret choice now.
        offers, muster = self._side.alone.offers, self._side.alone.muster
        if isinstance(reply.turn, Over) or self.seat in self._side.box.seats:
            private = False
        elif self.seat in offers.showing:
            private = muster is not None and muster.seat == self.seat
        else:
            private = offers.screened or self.seat in offers.looking or self.seat in offers.choosing
        focus = self.focus
        if private and not refused:
            if focus.alone != self.seat or not focus.drawn:
                self.focus = TableFocus(alone=self.seat, drawn=True)
        elif focus.alone is not None:
            self.focus = TableFocus(settling=focus.settling)


# Permitted touches of a phone: those of its own seat, and those open to everybody.

FOR_ALL = (PlayedTable.press_button, PlayedTable.wave, PlayedTable.wave_all, *ANSWERS)
"""Touches that act for all on any screen, with answers to the referee."""
BOX_ALONE = (
    PlayedTable.open_menu, PlayedTable.switch_picture, PlayedTable.show_seen, PlayedTable.ask_turn, *ON_STAGE
)  # fmt: skip
"""Touches of the shared screen alone: menu, camera picture (which never leaves the box), simulated table.

A touch on the last may turn up anybody's card.
"""


def may_send(touch: Touch, seat: Seat) -> bool:
    """Whether a seat's phone may send a touch: one of a game on the table, and of no other seat."""
    if not isinstance(touch, TableTouch) or calls(touch, *BOX_ALONE):
        return False
    if calls(touch, PlayedTable.press_button):
        return touch.given[0] in ("done", "back", "dispute", f"seat{seat}")
    # Its owners: the seats in it, and those of its events.
    seats: list[object] = []
    for name, value in touch.about.items():
        if isinstance(value, Event | Muster):
            seats.append(seat if value.seat is None else value.seat)
        elif name == "seat" and isinstance(value, int):
            seats.append(value)
        elif name == "seats" and isinstance(value, tuple):
            seats += (each for each in value if isinstance(each, int))
    return all(each == seat for each in seats)


# A page in parts of HTML: only changed ones are sent. The templates escape everything; a key's touch is known
# here alone, the page has only its id.

Parts = Mapping[str, str]
"""By name, the HTML of a page's parts."""


class Keys:
    """The keys of one page as drawn: touches by ids that mean nothing elsewhere.

    `may`: whether a touch may be sent from this page.
    """

    def __init__(self, may: Callable[[Touch], bool]) -> None:
        self._may = may
        self._ids: dict[Touch, str] = {}

    def key(self, touch: Touch) -> str:
        """The id of a touch's key, equal for equal touches; empty if it may not be sent."""
        if not self._may(touch):
            return ""
        try:
            return self._ids.setdefault(touch, f"k{len(self._ids)}")
        except TypeError:  # an unhashable touch, such as one with an army
            return ""

    @property
    def touches(self) -> tuple[Touch, ...]:
        """The touches of the page's keys in the order of their ids."""
        return tuple(self._ids)

    def touch(self, id: str) -> Touch | None:
        """A key's touch; None for an unknown id."""
        return next((touch for touch, known in self._ids.items() if known == id), None)


def closed_parts(headline: str, words: str) -> Parts:
    """The page while no game is on the table."""
    made = templates().get_template("parts.html").module
    parts: dict[str, str] = dict.fromkeys(("note", "dice", "board", "own", "keys", "tools", "past"), "")
    return parts | {"top": str(made.closed(headline, words))}


def table_parts(model: SeatModel, keys: Keys) -> Parts:
    """A phone's view of the table, or a watcher's without keys."""
    made: Any = templates().get_template("parts.html").module
    main, top, seat = model.own or model.shared, model.shared, model.seat
    rolls = [roll for roll in top.rolls if seat is None or roll.seat == seat]
    kind = type(main.own).__name__
    banners = tuple({id(each): each for each in (top.trouble, top.banner, main.banner) if each}.values())
    said = (*(top.body if main is not top else ()), *main.body, top.remark)
    body = tuple(dict.fromkeys(words for words in said if words))
    throw = main.own if kind == "ThrowModel" else None
    board, cells = "", getattr(main.own, "cells", ())
    if not top.tiles and main.pad is None and kind not in ("ThrowModel", "ScreenModel"):
        writer = PageWriter() if seat is None else PageWriter(keys.key)
        names = () if seat is None else tuple(chip.name for chip in top.chips)
        board = writer.svg(drawing_of(main.board, main.own, names), _("The board"), alone=True)
    own_words = "" if model.own is None else model.own.headline
    return {
        "top": str(made.top(top.headline, top.chips, top.tally, seat)),
        "note": str(made.note(banners, top.contest)),
        "dice": str(made.dice(rolls, keys)),
        "board": board,
        "own": str(made.own(own_words, body, throw, main.close_up, None if seat is None else main.pad, keys)),
        "keys": "" if seat is None else str(made.keys(main, top, cells, kind, seat, model.is_home, keys)),
        "tools": str(made.tools(top.tools, keys)),
        "past": str(made.past(top.past)),
    }
