"""The pages of the box: a door with a code, a seat's own page, the page for who watches, finished games."""

import hashlib
import time
from base64 import b64encode
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from ui.export.page import part
from ui.web.addresses import address_of
from ui.web.evening import Evening, Guest, TooManyGuesses
from ui.web.hub import GONE, Hub
from ui.web.local_only import FormFault, LocalOnly, form_of
from ui.web.parts import page
from ui.web.shelf import JournalShelf
from ui.words import _

COOKIE = "zo"
MOST_BYTES = 4096
"""Most bytes that may be sent to a page; there is nothing to fill in except a code."""
A_SECOND, AT_ONCE = 10.0, 60.0
"""Most requests of one address: a second on average, and at once."""
FILES = {
    "board.css": ("ui.export", "page.css", "text/css"),
    "web.css": ("ui.web.files", "web.css", "text/css"),
    "live.js": ("ui.web.files", "live.js", "text/javascript"),
}
"""By name, where each file that pages load lies, and its type."""


class Site:
    """All pages. `hub` sends what is live, `shelf` has what is over; `clock`: seconds that only grow."""

    def __init__(
        self, evening: Evening, hub: Hub, shelf: JournalShelf, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._evening, self._hub, self._shelf, self._clock = evening, hub, shelf, clock

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
                Route("/files/{name}", _file),
                WebSocketRoute("/live/{what}", self._socket),
            ]
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
        try:
            meant = self._evening.meant(code, address_of(request.scope))
        except TooManyGuesses as fault:
            return _wait_page(fault)
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
        try:
            token = self._evening.let_in(code, address_of(request.scope))
        except TooManyGuesses as fault:
            return _wait_page(fault)
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

    async def _socket(self, socket: WebSocket) -> None:
        guest, what = self._guest(socket), socket.path_params["what"]
        if guest is None or what not in ("seat", "watch") or (what == "seat" and guest.seat is None):
            await socket.accept()
            await socket.close(GONE)
            return
        audience = guest.seat if what == "seat" else None
        await self._hub.serve(socket, audience, socket.cookies[COOKIE])

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


def _door_page(code: str = "", wrong: str = "", status: int = 200) -> Response:
    return HTMLResponse(page("door.html", title=_("Come in"), code=code, wrong=wrong), status)


def _wait_page(fault: TooManyGuesses) -> Response:
    words = _("Too many wrong codes. Try again in {n} seconds.").format(n=fault.seconds)
    return _door_page(wrong=words, status=429)


async def _file(request: Request) -> Response:
    known = FILES.get(request.path_params["name"])
    if known is None:
        return PlainTextResponse("not here", 404)
    package, name, kind = known
    return Response((files(package) / name).read_text(encoding="utf-8"), media_type=kind)
