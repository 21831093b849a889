"""One evening of phones and who watches: what is served, and the game on the table, in the game's thread.

Rule kept: the game never waits for a browser. Pages are drawn here, a few milliseconds a tick and only those that
somebody looks at and that have changed; a touch counts only while the page that it was made on is still the newest
state of the game. Who sees nothing new is sent nothing: so nobody can tell how often another seat touches its phone.
"""

import secrets
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress

from starlette.types import ASGIApp

from companion.game import Seat
from companion.language import spoken
from ui.pages.tableside import Tableside
from ui.present.models import TableFocus
from ui.present.moment import player
from ui.web.addresses import own_addresses
from ui.web.evening import Evening
from ui.web.hub import Audience, Hub, PageState, Pressed
from ui.web.parts import Keys, closed_parts, table_parts
from ui.web.seat_table import SeatModel, SeatTable
from ui.web.serving import Serving, ServingFault
from ui.web.shelf import JournalShelf
from ui.web.site import Site
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
        self.hub = Hub(self.evening)
        self._serving = _listening(Site(self.evening, self.hub, shelf, clock).app(), listened_at)
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
        self._serving.soon(self.hub.wake)

    # the game on the table

    def tick(self, side: Tableside | None) -> bool:
        """Takes in what phones sent and draws what has changed; whether the shared screen may have to change."""
        if side is not self._side:
            self._turn_to(side)
        heard = False
        while not self.hub.pressed.empty():
            heard = self._take(self.hub.pressed.get_nowait()) or heard
        looked_at = self.hub.looked_at
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
        self._serving.soon(self.hub.forget_seats)

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
        self._serving.soon(self.hub.publish, audience, PageState(self._pages[audience], title, parts))


def _listening(app: ASGIApp, host: str) -> Serving:
    """Listens at the first port that is free. Raises ServingFault."""
    *most, last = PORTS
    for port in most:
        with suppress(ServingFault):
            return Serving(app, host, port)
    return Serving(app, host, last)
