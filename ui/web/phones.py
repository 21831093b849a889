"""Phones and who watches, for the game on the table: the desk's side of the web part, in the game's thread.

Rule kept: the game never waits for a browser. Pages are drawn here, a few milliseconds a tick and only those that
somebody looks at and that have changed; a touch counts only while the page that it was made on is still the newest
state of the game.
"""

import secrets
import time
from collections import deque
from collections.abc import Callable
from queue import Empty

from companion.game import Seat
from companion.language import spoken
from ui.pages.phones_page import Phones
from ui.pages.tableside import Tableside
from ui.present.models import TableFocus
from ui.present.moment import player
from ui.present.touches import Touch
from ui.web.addresses import own_addresses
from ui.web.allowed import may_send
from ui.web.evening import Evening
from ui.web.hub import Audience, Hub, PageState, Pressed
from ui.web.keys import Keys
from ui.web.parts import Parts, closed_parts, seat_parts, watch_parts
from ui.web.seat_table import SeatTable
from ui.web.serving import Serving, ServingFault
from ui.web.site import Shelf, Site
from ui.words import _

PORTS = (8420, 0)
"""The port that is asked for, and any other where that one is taken."""
DRAWING_SECONDS = 0.006
"""So long a tick draws pages, at most one more than fits."""
PAGES_KEPT = 8
LISTENED_AT = "0.0.0.0"


class WebPhones(Phones):
    """The web part of one box. `shelf` has its finished games; `clock`: seconds that only grow."""

    def __init__(
        self, shelf: Shelf, clock: Callable[[], float] = time.monotonic, listened_at: str = LISTENED_AT
    ) -> None:
        self._shelf, self._clock, self._listened_at = shelf, clock, listened_at
        self._serving: Serving | None = None
        self._side: Tableside | None = None
        self._game: object = None
        self._seats: dict[Seat, SeatTable] = {}
        self._offered: dict[Seat, deque[tuple[int, int, Keys]]] = {}
        self._drawn: dict[Audience, object] = {}
        self._page = 0
        self._evening = Evening(lambda: secrets.token_urlsafe(24), secrets.randbelow, clock)
        self._hub = Hub(self._evening)

    # turned on and off

    @property
    def is_on(self) -> bool:
        return self._serving is not None

    def turn_on(self) -> str:
        """Serves from now on, with a new code; why not, in words, where nothing can be listened at."""
        if self._serving is not None:
            return ""
        self._evening = Evening(lambda: secrets.token_urlsafe(24), secrets.randbelow, self._clock)
        self._hub = Hub(self._evening)
        app = Site(self._evening, self._hub, self._shelf).app()
        why = ""
        for port in PORTS:
            try:
                self._serving = Serving(app, self._listened_at, port)
                break
            except ServingFault as fault:
                why = str(fault)
        if self._serving is None:
            return _("Phones cannot reach the box: {why}").format(why=why)
        self._drawn, self._game = {}, None
        self._serving.start()
        return ""

    def turn_off(self) -> None:
        """Serves no longer; every code and page of this evening ends."""
        if self._serving is not None:
            self._evening.end_game()
            self._serving.stop()
            self._serving = None
        self._put_away()

    def close(self) -> None:
        self.turn_off()

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where browsers of the local network find the box, the likeliest first."""
        if self._serving is None:
            return ()
        port = self._serving.address[1]
        hosts = own_addresses() if self._listened_at == LISTENED_AT else (self._listened_at,)
        return tuple(f"http://{host}:{port}" for host in hosts)

    @property
    def code(self) -> str:
        return self._evening.code

    @property
    def watching(self) -> int:
        return self._hub.watching

    def invite(self, seat: Seat) -> str:
        return self._evening.invite(seat)

    def is_invited(self, code: str) -> bool:
        return self._evening.is_invited(code)

    def withdraw(self, seat: Seat) -> None:
        self._evening.withdraw(seat)

    def phones(self, seat: Seat) -> int:
        return self._evening.phones(seat)

    def sign_out(self, seat: Seat) -> None:
        self._evening.sign_out(seat)
        self._soon(self._hub.wake)

    def _soon(self, call: Callable[..., object], *about: object) -> None:
        if self._serving is not None:
            self._serving.soon(call, *about)

    # the game on the table

    def tick(self, side: Tableside | None) -> bool:
        """Takes in what phones sent and draws what has changed; whether the shared screen may have to change."""
        if self._serving is None:
            return False
        if side is not self._side:
            self._turn_to(side)
        heard = self._hear()
        looked_at = self._hub.looked_at
        if side is not None:
            side.phones = frozenset(seat for seat in looked_at if seat is not None)
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
        book, referee = side.opened.book, side.session.referee
        id = None if book is None else book.id
        game = side if id is None else (referee.game.id, referee.setup, id)
        if self._game is not None and game != self._game:
            self._evening.end_game()
        self._game = game
        self._seats = {seat: SeatTable(side, seat) for seat in range(side.session.referee.setup.seats)}

    def _put_away(self) -> None:
        if self._side is not None:
            self._side.phones = frozenset()
        self._side, self._seats, self._offered, self._drawn = None, {}, {}, {}
        self._soon(self._hub.forget_seats)

    def _hear(self) -> bool:
        heard = False
        while True:
            try:
                pressed = self._hub.pressed.get_nowait()
            except Empty:
                return heard
            heard = self._take(pressed) or heard

    def _take(self, pressed: Pressed) -> bool:
        """Does what a key asks for, if the game has not gone on since it was drawn."""
        side, table = self._side, self._seats.get(pressed.seat)
        if side is None or table is None:
            return False
        self._drawn.pop(pressed.seat, None)
        touch = self._meant(pressed, side.session.reply.seq)
        if touch is None:
            return False
        table.take(touch)
        return True

    def _meant(self, pressed: Pressed, seq: int) -> Touch | None:
        for page, drawn_at, keys in self._offered.get(pressed.seat, ()):
            if page == pressed.page:
                return keys.touch(pressed.key) if drawn_at == seq else None
        return None

    def _draw(self, audience: Audience) -> None:
        parts, title = self._parts(audience)
        self._soon(self._hub.publish, audience, PageState(self._page, title, parts))

    def _parts(self, audience: Audience) -> tuple[Parts, str]:
        side = self._side
        self._page += 1
        if side is None:
            words = _("When a game is laid on the table, it shows here.")
            return closed_parts(_("No game is on the table."), words), _("Game night")
        referee = side.session.referee
        title = _(referee.game.name)
        if audience is None:
            return watch_parts(side.model_of(TableFocus())), title
        model = self._seats[audience].model()
        seq = side.session.reply.seq
        keys = Keys(lambda touch: may_send(touch, audience))
        parts = seat_parts(model, keys)
        self._offered.setdefault(audience, deque(maxlen=PAGES_KEPT)).append((self._page, seq, keys))
        return parts, f"{player(referee.setup, audience)} · {title}"
