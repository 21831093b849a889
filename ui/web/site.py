"""The box's web pages: a door with a code, seats' own pages, the watchers' page, finished games.

Runs in the serving thread. Of a live page only the newest state is sent, as fast as each browser takes it: a
slow one skips states and delays nobody. The game's thread publishes by `Serving.soon`; input from browsers
goes back through a queue.
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

# Admission: the evening's code for watchers, and an invitation for each seat's phone. Codes are short and
# typed; a browser then keeps a long hidden token. Everything ends with the evening, and seats' rights with
# their game. Also called from the game's thread.

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters of codes without lookalikes: I and 1, L, O and 0."""
CODE_LENGTH = 6
INVITED_SECONDS = 120.0
"""Lifetime of an invitation, which is shown to one seat and used once."""
MOST_PHONES = 4
"""Maximum phones per seat; a further one replaces the first."""
WRONG_CODES = 5
WAIT_SECONDS = 30.0
"""Maximum wrong codes per address, and the seconds that it then waits."""
MOST_TOKENS = 200
"""Maximum watching browsers remembered; the oldest one of the address with most of them makes room."""
MOST_ADDRESSES = 1000
"""Maximum addresses with a count of wrong codes of their own; further ones share one."""


@dataclass(frozen=True, slots=True)
class Guest:
    """An admitted browser: to a seat, or to watch (None)."""

    seat: Seat | None


class TooManyGuesses(Exception):
    """Too many wrong codes from an address; `seconds` until it may try again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} s")
        self.seconds = seconds


class Evening:
    """One evening. `token` makes a long secret; `rng(n)` draws one of 0 … n - 1; `clock`: monotonic s."""

    def __init__(
        self, token: Callable[[], str], rng: Callable[[int], int], clock: Callable[[], float]
    ) -> None:
        self._token, self._rng, self._clock = token, rng, clock
        self._lock = RLock()
        self.code = self._drawn()
        self._invitations: dict[str, tuple[Seat, float]] = {}
        self._guests: dict[str, tuple[Guest, str]] = {}
        self._wrong: dict[str, tuple[int, float]] = {}

    def _drawn(self) -> str:
        return "".join(LETTERS[self._rng(len(LETTERS))] for _n in range(CODE_LENGTH))

    def invite(self, seat: Seat) -> str:
        """A code that lets one phone in to a seat, once and soon; it replaces the seat's earlier one."""
        with self._lock:
            self._forget_old()
            self.withdraw(seat)
            code = self._drawn()
            while code == self.code or code in self._invitations:
                code = self._drawn()
            self._invitations[code] = (seat, self._clock() + INVITED_SECONDS)
            return code

    def withdraw(self, seat: Seat) -> None:
        """Ends the invitation to a seat."""
        with self._lock:
            self._invitations = {code: kept for code, kept in self._invitations.items() if kept[0] != seat}

    def is_invited(self, code: str) -> bool:
        """Whether an invitation is unused and not expired."""
        with self._lock:
            self._forget_old()
            return code in self._invitations

    def meant(self, code: str, address: str) -> Guest | None:
        """The guest that a code would admit, without using it; None for a wrong one. Raises TooManyGuesses.

        Counts a wrong code. A right one resets nothing: a watcher could guess at seats between two of them.
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
        """The token for a code's guest; None for a wrong code. Raises TooManyGuesses."""
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
        """The holder of a token; None for an unknown or expired one."""
        with self._lock:
            return None if token not in self._guests else self._guests[token][0]

    def phones(self, seat: Seat) -> int:
        with self._lock:
            return sum(guest.seat == seat for guest, _at in self._guests.values())

    def sign_out(self, seat: Seat) -> None:
        """Ends the rights of a seat's phones."""
        with self._lock:
            self.withdraw(seat)
            self._guests = {token: kept for token, kept in self._guests.items() if kept[0].seat != seat}

    def end_game(self) -> None:
        """Ends the rights of all seats' phones; watchers may stay."""
        with self._lock:
            self._invitations.clear()
            self._guests = {token: kept for token, kept in self._guests.items() if kept[0].seat is None}

    def _forget_old(self) -> None:
        now = self._clock()
        self._invitations = {code: kept for code, kept in self._invitations.items() if kept[1] > now}
        self._wrong = {address: kept for address, kept in self._wrong.items() if now - kept[1] < WAIT_SECONDS}


def _written(code: str) -> str:
    """A code without case and separators."""
    return "".join(letter for letter in code.upper() if letter.isalnum())[: 2 * CODE_LENGTH]


# The pages.

COOKIE = "zo"
MOST_BYTES = 4096
"""Maximum bytes of a request; the only form field is a code."""
A_SECOND, AT_ONCE = 10.0, 60.0
"""Maximum requests per address: per second on average, and in one burst."""
HERE = Path(__file__).parent
MOST_WATCHING, MOST_OF_A_SEAT = 40, 12
"""Maximum open pages of watchers, and of each seat; the address with most of them makes room."""
MOST_WAITING = 64
"""Maximum queued touches; further ones are dropped, as from a finger that beats on a key."""
BEAT_SECONDS = 3.0
TOUCHES_EACH_SECOND, TOUCHES_AT_ONCE = 10.0, 10.0
GONE = 4401
"""Code that closes a page for good (application range, RFC 6455)."""

Audience = Seat | None
"""A seat, or (None) all watchers."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key sent by a seat's phone: number of its page, id of the key."""

    seat: Seat
    page: int
    key: str


@dataclass(frozen=True, slots=True)
class PageState:
    """A page's present state: number, title, parts."""

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
    """The parts of a state that this page has not been sent."""
    parts = {name: html for name, html in state.parts.items() if page.sent.get(name) != html}
    page.sent.update(parts)
    told: dict[str, Any] = {"page": state.page}
    if parts:
        told["parts"] = parts
    if page.title != state.title:
        told["title"] = page.title = state.title
    return told


def read_pressed(seat: Seat, text: str) -> Pressed | None:
    """A phone's message; None for an invalid one."""
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
    """All pages. `evening`: admissions, `shelf`: finished games; `clock`: monotonic seconds.

    The game's thread reads `pressed` and `looked_at`: unseen pages are not drawn.
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
        """The application behind the middleware that keeps strangers out."""
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
        """The target of a scanned code: it only asks, so that link previews use no invitation up."""
        code = request.path_params["code"]
        meant = self._evening.meant(code, address_of(request.scope))
        if meant is None:
            wrong = _("This code does not hold any longer. Ask for a new one at the box.")
            return _door_page(wrong=wrong, status=403)
        if meant.seat is not None:
            return _door_page(code)
        if self._guest(request) is not None:  # an admitted browser keeps its rights
            return RedirectResponse("/watch", 303)
        return self._let_in(request, code)

    async def _enter(self, request: Request) -> Response:
        try:
            code = (await form_of(request, MOST_BYTES)).get("code", "")
        except FormFault:
            code = ""  # malformed: counted as a wrong one
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
        # The exported page may run only its own style and script.
        style, script = (
            b64encode(hashlib.sha256(part(name).encode()).digest()).decode()
            for name in ("page.css", "page.js")
        )
        policy = (
            f"default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'; "
            "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        return HTMLResponse(html, headers={"Content-Security-Policy": policy})

    # live pages

    def publish(self, audience: Audience, state: PageState) -> None:
        self._states[audience] = state
        for page in self._pages:
            if page.audience == audience:
                page.news.set()

    def forget_seats(self) -> None:
        """Drops the states of all seats' pages."""
        self._states = {audience: state for audience, state in self._states.items() if audience is None}
        self.wake()

    def wake(self) -> None:
        """Has every page check whether it may still be open."""
        for page in self._pages:
            page.news.set()

    async def _socket(self, socket: WebSocket) -> None:
        """Keeps one page up to date until it is closed or its token expires."""
        await socket.accept()
        guest, what = self._guest(socket), socket.path_params["what"]
        if guest is None or what not in ("seat", "watch") or (what == "seat" and guest.seat is None):
            await socket.close(GONE)
            return
        audience = guest.seat if what == "seat" else None
        page = _Open(audience, socket.cookies[COOKIE], address_of(socket.scope))
        same = [(one.address, one) for one in self._pages if one.audience == audience]
        if len(same) >= (MOST_WATCHING if audience is None else MOST_OF_A_SEAT):
            # Without a free place, the address with most pages gives one up.
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
                await asyncio.sleep(1 / TOUCHES_EACH_SECOND)  # further messages wait in the network
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
    """The templates, which escape everything."""
    made = templates_in(HERE / "pages", trimmed=True)
    made.globals["shape"] = lambda seat: Markup(seat_shape(seat))
    made.globals |= {"seat_class": seat_class, "throw_words": throw_words}
    return made


def page(name: str, **words: Any) -> str:
    return str(templates().get_template(name).render(language=spoken().code, **words))
