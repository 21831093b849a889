"""The pages of the box: a door with a code, a seat's own page, the page for who watches, finished games.

Lives in the thread that serves. What is live is the newest state of each page, sent to whoever looks at it as fast as
each can take it. The game's thread publishes by `Serving.soon`; what browsers send goes the other way through a queue.
Nobody waits for a slow phone: it gets the newest state when it can, and misses what lay between.
"""

import asyncio
import hashlib
import json
import time
from base64 import b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from queue import Full, Queue
from threading import RLock
from typing import Any

from markupsafe import Markup
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.game import Seat
from companion.language import spoken
from ui.export.page import part, seat_class, seat_shape
from ui.export.templates import templates_in
from ui.present.names import throw_words
from ui.web.local_only import Allowance, FormFault, LocalOnly, address_of, form_of, gives_way
from ui.web.serving import until_one_ends
from ui.web.shelf import JournalShelf
from ui.words import _

# Who may come in tonight: the evening's code for those who watch, and an invitation for each seat's own phone. Codes
# are for people to read and type; what a browser keeps afterwards is a long token that nobody sees. Everything here
# ends with the evening; what belongs to seats ends with their game. Called from the game's thread too.

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that are mistaken for others: I and 1, L, O and 0."""
CODE_LENGTH = 6
INVITED_SECONDS = 120.0
"""Seconds for which an invitation holds; it is shown to one seat, and used once."""
MOST_PHONES = 4
"""Most phones of one seat; a further one takes the place of the first."""
WRONG_CODES = 5
WAIT_SECONDS = 30.0
"""Wrong codes after which an address must wait, and the seconds that it waits."""
MOST_TOKENS = 200
"""Most watching browsers remembered; the oldest one of the address with most of them makes room."""
MOST_ADDRESSES = 1000
"""Most addresses whose wrong codes are counted apart; all further ones are counted as one."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who came in: to a seat, or to watch (None)."""

    seat: Seat | None


class TooManyGuesses(Exception):
    """Too many wrong codes came from an address; `seconds` until it may try again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} s")
        self.seconds = seconds


class Evening:
    """One evening. `token` makes a long secret; `lots(n)` draws one of 0 … n - 1; `clock`: seconds that only grow."""

    def __init__(
        self, token: Callable[[], str], lots: Callable[[int], int], clock: Callable[[], float]
    ) -> None:
        self._token, self._lots, self._clock = token, lots, clock
        self._lock = RLock()
        self.code = self._drawn()
        self._invitations: dict[str, tuple[Seat, float]] = {}
        self._guests: dict[str, tuple[Guest, str]] = {}
        self._wrong: dict[str, tuple[int, float]] = {}

    def _drawn(self) -> str:
        return "".join(LETTERS[self._lots(len(LETTERS))] for _n in range(CODE_LENGTH))

    def invite(self, seat: Seat) -> str:
        """A code that lets one phone in to a seat, once and soon; one shown before for the same seat ends."""
        with self._lock:
            self._forget_old()
            self.withdraw(seat)
            code = self._drawn()
            while code == self.code or code in self._invitations:
                code = self._drawn()
            self._invitations[code] = (seat, self._clock() + INVITED_SECONDS)
            return code

    def withdraw(self, seat: Seat) -> None:
        """The invitation to a seat is not shown any longer, and ends."""
        with self._lock:
            self._invitations = {code: kept for code, kept in self._invitations.items() if kept[0] != seat}

    def is_invited(self, code: str) -> bool:
        """Whether an invitation still holds: neither used nor too old."""
        with self._lock:
            self._forget_old()
            return code in self._invitations

    def meant(self, code: str, address: str) -> Guest | None:
        """Whom a code would let in, which it still does afterwards; None for a wrong one. Raises TooManyGuesses.

        Counts a wrong code. A right one forgives none: who may watch could guess at seats between two of them.
        """
        written = _written(code)
        with self._lock:
            self._forget_old()
            known = address if len(self._wrong) < MOST_ADDRESSES or address in self._wrong else ""
            count, last = self._wrong.get(known, (0, 0.0))
            left = WAIT_SECONDS - (self._clock() - last)
            if count >= WRONG_CODES and left > 0:
                raise TooManyGuesses(int(left) + 1)
            if written == self.code:
                return Guest(None)
            if written in self._invitations:
                return Guest(self._invitations[written][0])
            self._wrong[known] = (count + 1, self._clock())
            return None

    def let_in(self, code: str, address: str) -> str | None:
        """The token of who comes in by a code, to a seat or to watch; None for a wrong one. Raises TooManyGuesses."""
        with self._lock:
            guest = self.meant(code, address)
            self._invitations.pop(_written(code), None)
            if guest is None:
                return None
            token = self._token()
            self._guests[token] = (guest, address)
            same = [(at, each) for each, (known, at) in self._guests.items() if known == guest]
            if guest.seat is None and len(same) > MOST_TOKENS:
                self._guests.pop(gives_way(same) or "")
            elif guest.seat is not None and len(same) > MOST_PHONES:
                del self._guests[same[0][1]]
            return token

    def guest(self, token: str | None) -> Guest | None:
        """Who holds a token; None for one that is not known, or not any longer."""
        with self._lock:
            return None if token not in self._guests else self._guests[token][0]

    def phones(self, seat: Seat) -> int:
        with self._lock:
            return sum(guest.seat == seat for guest, _at in self._guests.values())

    def sign_out(self, seat: Seat) -> None:
        """The phones of a seat are its own no longer."""
        with self._lock:
            self.withdraw(seat)
            self._guests = {token: kept for token, kept in self._guests.items() if kept[0].seat != seat}

    def end_game(self) -> None:
        """No phone is any seat's; who watches may stay."""
        with self._lock:
            self._invitations.clear()
            self._guests = {token: kept for token, kept in self._guests.items() if kept[0].seat is None}

    def _forget_old(self) -> None:
        now = self._clock()
        self._invitations = {code: kept for code, kept in self._invitations.items() if kept[1] > now}
        self._wrong = {address: kept for address, kept in self._wrong.items() if now - kept[1] < WAIT_SECONDS}


def _written(code: str) -> str:
    """A code as people type it: capitals or small, with signs between."""
    return "".join(letter for letter in code.upper() if letter.isalnum())[: 2 * CODE_LENGTH]


# The pages.

COOKIE = "zo"
MOST_BYTES = 4096
"""Most bytes that may be sent to a page; there is nothing to fill in except a code."""
A_SECOND, AT_ONCE = 10.0, 60.0
"""Most requests of one address: a second on average, and at once."""
HERE = Path(__file__).parent
MOST_WATCHING, MOST_OF_A_SEAT = 40, 12
"""Most open pages of watchers, and of each seat; the address with most of them makes room."""
MOST_WAITING = 64
"""Most touches that wait for the game; further ones are dropped, as from a finger that beats on a key."""
BEAT_SECONDS = 3.0
TOUCHES_EACH_SECOND, TOUCHES_AT_ONCE = 10.0, 10.0
GONE = 4401
"""The code that closes a page for good (in the range for applications, RFC 6455)."""

Audience = Seat | None
"""A seat, or all who watch."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key of a page that a seat's phone sent: the page's number, and the key's id."""

    seat: Seat
    page: int
    key: str


@dataclass(frozen=True, slots=True)
class PageState:
    """A page as it is now: its number, its title, and its parts."""

    page: int
    title: str
    parts: Mapping[str, str]


@dataclass(slots=True, eq=False)
class _Open:
    audience: Audience
    token: str
    address: str = ""
    gave_way: bool = False
    sent: dict[str, str] = field(default_factory=dict)
    title: str = ""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    allowance: Allowance = field(default_factory=lambda: Allowance(TOUCHES_EACH_SECOND, TOUCHES_AT_ONCE))


def _news(page: _Open, state: PageState) -> dict[str, Any]:
    """What of a state this page has not been sent yet."""
    parts = {name: html for name, html in state.parts.items() if page.sent.get(name) != html}
    page.sent.update(parts)
    told: dict[str, Any] = {"page": state.page}
    if parts:
        told["parts"] = parts
    if page.title != state.title:
        told["title"] = page.title = state.title
    return told


def read_pressed(seat: Seat, text: str) -> Pressed | None:
    """What a phone sent; None for anything that no page of ours sends."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return None
    match told:
        case {"page": int(page), "key": str(key)} if len(key) < 16 and not isinstance(page, bool):
            return Pressed(seat, page, key)
        case _:
            return None


class Site:
    """All pages. `evening` knows who may look at what, `shelf` has what is over; `clock`: seconds that only grow.

    `pressed` and `looked_at` are read by the game's thread: what nobody looks at is not drawn.
    """

    def __init__(
        self, evening: Evening, shelf: JournalShelf, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._evening, self._shelf, self._clock = evening, shelf, clock
        self._states: dict[Audience, PageState] = {}
        self._pages: dict[_Open, None] = {}
        self.pressed: Queue[Pressed] = Queue(MOST_WAITING)
        self.looked_at: frozenset[Audience] = frozenset()
        self.watching = 0

    def app(self) -> ASGIApp:
        """The application, with everything before it that keeps strangers out."""
        app = Starlette(
            routes=[
                Route("/", self._door),
                Route("/join/{code}", self._join),
                Route("/enter", self._enter, methods=["POST"]),
                Route("/seat", self._live("seat")),
                Route("/watch", self._live("watch")),
                Route("/tv", self._live("tv")),
                Route("/games", self._games),
                Route("/games/{id:number}", self._game),
                Route("/files/board.css", lambda _asked: Response(part("page.css"), media_type="text/css")),
                Mount("/files", StaticFiles(directory=HERE / "files")),
                WebSocketRoute("/live/{what}", self._socket),
            ],
            exception_handlers={TooManyGuesses: _wait_page},
        )
        return LocalOnly(app, self._clock, A_SECOND, AT_ONCE, MOST_BYTES)

    def _guest(self, request: Request | WebSocket) -> Guest | None:
        return self._evening.guest(request.cookies.get(COOKIE))

    async def _door(self, request: Request) -> Response:
        guest = self._guest(request)
        if guest is not None:
            return RedirectResponse("/watch" if guest.seat is None else "/seat", 303)
        return _door_page()

    async def _join(self, request: Request) -> Response:
        """What a scanned code leads to. It only asks: what looks at links by itself must not use an invitation up."""
        code = request.path_params["code"]
        meant = self._evening.meant(code, address_of(request.scope))
        if meant is None:
            wrong = _("This code does not hold any longer. Ask for a new one at the box.")
            return _door_page(wrong=wrong, status=403)
        if meant.seat is not None:
            return _door_page(code)
        if self._guest(request) is not None:  # who has come in may watch, and stays who it is
            return RedirectResponse("/watch", 303)
        return self._let_in(request, code)

    async def _enter(self, request: Request) -> Response:
        try:
            code = (await form_of(request, MOST_BYTES)).get("code", "")
        except FormFault:
            code = ""  # none of ours: a wrong code, and counted as one
        return self._let_in(request, code)

    def _let_in(self, request: Request, code: str) -> Response:
        token = self._evening.let_in(code, address_of(request.scope))
        if token is None:
            return _door_page(wrong=_("That is not tonight’s code."), status=403)
        guest = self._evening.guest(token)
        to = "/watch" if guest is None or guest.seat is None else "/seat"
        response = RedirectResponse(to, 303)
        response.set_cookie(COOKIE, token, httponly=True, samesite="strict", path="/")
        return response

    def _live(self, kind: str) -> Callable[[Request], Any]:
        async def shown(request: Request) -> Response:
            guest = self._guest(request)
            if guest is None or (kind == "seat" and guest.seat is None):
                return RedirectResponse("/", 303)
            live = "seat" if kind == "seat" else "watch"
            return HTMLResponse(page("live.html", title=_("Game night"), kind=kind, live=live))

        return shown

    async def _games(self, request: Request) -> Response:
        if self._guest(request) is None:
            return RedirectResponse("/", 303)
        games = await run_in_threadpool(self._shelf.games)
        return HTMLResponse(page("games.html", title=_("Finished games"), games=games))

    async def _game(self, request: Request) -> Response:
        if self._guest(request) is None:
            return RedirectResponse("/", 303)
        html = await run_in_threadpool(self._shelf.page_of, request.path_params["id"])
        if html is None:
            return PlainTextResponse(_("There is no such game."), 404)
        # Its style and script are the program's own, and none else is let run.
        style, script = (
            b64encode(hashlib.sha256(part(name).encode()).digest()).decode()
            for name in ("page.css", "page.js")
        )
        policy = (
            f"default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'; "
            "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        return HTMLResponse(html, headers={"Content-Security-Policy": policy})

    # what is live

    def publish(self, audience: Audience, state: PageState) -> None:
        self._states[audience] = state
        for page in self._pages:
            if page.audience == audience:
                page.news.set()

    def forget_seats(self) -> None:
        """Nothing of any seat is kept any longer."""
        self._states = {audience: state for audience, state in self._states.items() if audience is None}
        self.wake()

    def wake(self) -> None:
        """Every page looks whether it may still be open."""
        for page in self._pages:
            page.news.set()

    async def _socket(self, socket: WebSocket) -> None:
        """Keeps one page up to date until it is closed, or its token holds no longer."""
        await socket.accept()
        guest, what = self._guest(socket), socket.path_params["what"]
        if guest is None or what not in ("seat", "watch") or (what == "seat" and guest.seat is None):
            await socket.close(GONE)
            return
        audience = guest.seat if what == "seat" else None
        page = _Open(audience, socket.cookies[COOKIE], address_of(socket.scope))
        same = [(one.address, one) for one in self._pages if one.audience == audience]
        if len(same) >= (MOST_WATCHING if audience is None else MOST_OF_A_SEAT):
            # No place is free: somebody who has many gives one up.
            leaving = gives_way(same, page.address)
            if leaving is None:
                await socket.close(1013)
                return
            leaving.gave_way = True
            leaving.news.set()
            del self._pages[leaving]
        self._pages[page] = None
        self._count()
        try:
            await until_one_ends(partial(self._write, socket, page), partial(self._read, socket, page))
        finally:
            self._pages.pop(page, None)
            self._count()
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(1013 if page.gave_way else 1001 if self._may(page) else GONE)

    def _count(self) -> None:
        self.looked_at = frozenset(page.audience for page in self._pages)
        self.watching = sum(page.audience is None for page in self._pages)

    def _may(self, page: _Open) -> bool:
        guest = self._evening.guest(page.token)
        return guest is not None and page.audience in (guest.seat, None)

    async def _write(self, socket: WebSocket, page: _Open) -> None:
        while self._may(page) and not page.gave_way:
            state = self._states.get(page.audience)
            told = {} if state is None else _news(page, state)
            await socket.send_text(json.dumps(told, ensure_ascii=False, separators=(",", ":")))
            with suppress(TimeoutError):
                await asyncio.wait_for(page.news.wait(), BEAT_SECONDS)
            page.news.clear()

    async def _read(self, socket: WebSocket, page: _Open) -> None:
        while (message := await socket.receive())["type"] != "websocket.disconnect":
            if not page.allowance.take(time.monotonic()):
                await asyncio.sleep(1 / TOUCHES_EACH_SECOND)  # what comes meanwhile waits in the network
            elif page.audience is not None and self._may(page):
                pressed = read_pressed(page.audience, message.get("text") or "")
                if pressed is not None:
                    with suppress(Full):
                        self.pressed.put_nowait(pressed)


def _door_page(code: str = "", wrong: str = "", status: int = 200) -> Response:
    return HTMLResponse(page("door.html", title=_("Come in"), code=code, wrong=wrong), status)


async def _wait_page(_request: Request, fault: Any) -> Response:
    words = _("Too many wrong codes. Try again in {n} seconds.").format(n=fault.seconds)
    return _door_page(wrong=words, status=429)


@cache
def templates() -> Any:
    """The templates, from which nothing unescaped comes."""
    made = templates_in(HERE / "pages", trimmed=True)
    made.globals["shape"] = lambda seat: Markup(seat_shape(seat))
    made.globals |= {"seat_class": seat_class, "throw_words": throw_words}
    return made


def page(name: str, **words: Any) -> str:
    return str(templates().get_template(name).render(language=spoken().code, **words))
