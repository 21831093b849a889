"""One evening of phones and who watches: what is served, and the game on the table, in the game's thread.

Rule kept: the game never waits for a browser. Pages are drawn here, a few milliseconds a tick and only those that
somebody looks at and that have changed; a touch counts only while the page that it was made on is still the newest
state of the game. Who sees nothing new is sent nothing: so nobody can tell how often another seat touches its phone.
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
"""The port that is asked for, and any other where that one is taken."""
DRAWING_SECONDS = 0.006
"""Seconds of a tick in which pages are drawn; the last one may run over."""
PAGES_KEPT = 8
LOOK_AGAIN_SECONDS = 1.0
EVERYWHERE = "0.0.0.0"
"""What is listened at where all networks of this machine are."""


class PhonesTonight:
    """What is served from its beginning until `stop`, with a code of its own. `shelf`: see `Site`.

    Raises ServingFault where nothing can be listened at.
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
        """Serves no longer; every code and page of this evening ends."""
        self.evening.end_game()
        self._put_away()
        self._serving.stop()

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where browsers of the local network find the box, the likeliest first; looked up once a second."""
        now = self._clock()
        if now - self._looked_at >= LOOK_AGAIN_SECONDS:
            self._looked_at = now
            self._hosts = own_addresses() if self._listened_at == EVERYWHERE else (self._listened_at,)
        port = self._serving.address[1]
        return tuple(f"http://{host}:{port}" for host in self._hosts)

    def sign_out(self, seat: Seat) -> None:
        """The phones of a seat are its own no longer."""
        self.evening.sign_out(seat)
        self._serving.soon(self.site.wake)

    # the game on the table

    def tick(self, side: Tableside | None) -> bool:
        """Takes in what phones sent and draws what has changed; whether the shared screen may have to change."""
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
        """Another game lies on the table, or none. The seats of a game that is gone on with keep their phones."""
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
        """Does what a key asks for, if the game has not gone on since it was drawn."""
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
        """Sends a page where it shows or offers something new, or answers a touch."""
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
    """Listens at the first port that is free. Raises ServingFault."""
    *most, last = PORTS
    for port in most:
        with suppress(ServingFault):
            return Serving(app, host, port)
    return Serving(app, host, last)


# One seat's own page of a game on the table: what its phone shows, and what a touch there does. Rule kept: a phone sees
# what all see and what its own seat may see, never what another seat looks at; it touches what its own seat may touch.
# What it looks at is its own: the shared screen stays as it was.

ASKING = frozenset({"ask", "refuse", "lost", "agree", "confirm", "dispute", "dice"})
"""Faces of the shared screen that come before whatever a seat looks at."""


@dataclass(frozen=True, slots=True)
class SeatModel:
    """What a phone shows: the table as all see it, and what only this seat may see; None where that is nothing.

    `seat`: None for who watches. `is_home`: nothing is looked at more closely, so there is nothing to go back from.
    """

    seat: Seat | None
    shared: TableModel
    own: TableModel | None = None
    is_home: bool = False


class SeatTable:
    """A seat's page at a table; all phones of one seat show the same.

    What the referee asks all is settled for all, on whichever screen; what it refuses one seat stands on its phone.
    Where all agreed to the coach it speaks here to this seat alone, and thinks in a process of its own (`thinker`).
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
        """Keeps up with game and coach; whether the coach has something new for this page."""
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
        """Does what a touch asks for, where this seat may ask for it."""
        self._follow()
        if not isinstance(touch, TableTouch) or not self.may_take(touch) or taken_by(self._coach, touch):
            return
        side, alone = self._side, self._side.focus.alone is not None
        self._coach.leave_coach()  # what it said goes with any other touch
        if self.focus.settling.refused or not calls(touch, *FOR_ALL):
            self.focus = side.taken_for(self.focus, touch)
        elif alone:
            side.taken_for(TableFocus(settling=side.focus.settling), touch)
        else:
            side.take(touch)
        self._follow()

    def may_take(self, touch: Touch) -> bool:
        """Whether this seat may send a touch, and may now: its button throws, and who is to act says what happens."""
        turn = self._side.session.reply.turn
        pressed = touch.given[0] if calls(touch, PlayedTable.press_button) else ""
        if isinstance(touch, DraftTouch) or pressed == "done":
            waits = isinstance(turn, Seats) and self.seat not in turn.seats
            return not waits and may_send(touch, self.seat)
        return (not pressed.startswith("seat") or isinstance(turn, Chance)) and may_send(touch, self.seat)

    def _follow(self) -> None:
        """What was looked at goes when the game has gone on; a seat with something of its own has it before it."""
        reply, refused = self._side.session.reply, self.focus.settling.refused
        if reply.seq != self._seq:
            self._seq, self.focus = reply.seq, TableFocus(settling=Settling(refused=refused))
        # Whether this seat may see or choose something now that the others may not.
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


# Which touches a phone may send: those of its own seat, and what anybody at the table may touch.

FOR_ALL = (PlayedTable.press_button, PlayedTable.wave, PlayedTable.wave_all, *ANSWERS)
"""What is done for all, on whichever screen, with what the referee asks."""
BOX_ALONE = (
    PlayedTable.open_menu, PlayedTable.switch_picture, PlayedTable.show_seen, PlayedTable.ask_turn, *ON_STAGE
)  # fmt: skip
"""What only the shared screen shows: its menu, the picture of the camera, which never leaves the box, and the simulated
table, on which a touch may turn up anybody's card."""


def may_send(touch: Touch, seat: Seat) -> bool:
    """Whether a seat's phone may send a touch: one of a game on the table that is nobody else's."""
    if not isinstance(touch, TableTouch) or calls(touch, *BOX_ALONE):
        return False
    if calls(touch, PlayedTable.press_button):
        return touch.given[0] in ("done", "back", "dispute", f"seat{seat}")
    # Whose it is: the seats in it, and those of the events that it tells.
    seats: list[object] = []
    for name, value in touch.about.items():
        if isinstance(value, Event | Muster):
            seats.append(seat if value.seat is None else value.seat)
        elif name == "seat" and isinstance(value, int):
            seats.append(value)
        elif name == "seats" and isinstance(value, tuple):
            seats += (each for each in value if isinstance(each, int))
    return all(each == seat for each in seats)


# A page in parts, each a piece of HTML: what has changed is sent, the rest stays as it is. The templates escape
# everything that is written; what a key sends is known here alone, the page has its id.

Parts = Mapping[str, str]
"""By name, the HTML of each part of a page."""


class Keys:
    """The keys of one page as it is drawn: what each sends, known by ids that mean nothing elsewhere.

    `may`: whether a touch may be sent from there.
    """

    def __init__(self, may: Callable[[Touch], bool]) -> None:
        self._may = may
        self._ids: dict[Touch, str] = {}

    def key(self, touch: Touch) -> str:
        """The id of the key that sends a touch, the same one for the same touch; empty where it may not be sent."""
        if not self._may(touch):
            return ""
        try:
            return self._ids.setdefault(touch, f"k{len(self._ids)}")
        except TypeError:  # one that holds what cannot be told apart, such as an army that is being shown
            return ""

    @property
    def touches(self) -> tuple[Touch, ...]:
        """What the page's keys send, in the order of their ids."""
        return tuple(self._ids)

    def touch(self, id: str) -> Touch | None:
        """What a key sends; None where no key has this id."""
        return next((touch for touch, known in self._ids.items() if known == id), None)


def closed_parts(headline: str, words: str) -> Parts:
    """What a page shows while no game is on the table."""
    made = templates().get_template("parts.html").module
    parts: dict[str, str] = dict.fromkeys(("note", "dice", "board", "own", "keys", "tools", "past"), "")
    return parts | {"top": str(made.closed(headline, words))}


def table_parts(model: SeatModel, keys: Keys) -> Parts:
    """What a phone shows of the table, or who watches, with nothing to touch."""
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
