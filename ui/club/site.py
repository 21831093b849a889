"""The club's web pages, kept fresh by a script, and the running club with database and receiver."""

import asyncio
import csv
import io
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec
from anyio import from_thread
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from companion.language import day_words, number, speak
from ui.club import tournaments
from ui.club.broker.messages import Box, Key, Result
from ui.club.database import ClubDatabase, DatabaseTrouble, KeptResult, TableNow, Tables
from ui.club.listening import ClubEar
from ui.club.tournaments import About, Scoring, Tournament, TournamentFault, standings
from ui.export.templates import templates_in
from ui.languages import OWN_NAMES, language
from ui.outcome import same_name, seat_name
from ui.owned.settings import ClubSettings
from ui.web.local_only import FormFault, LocalOnly, address_of, form_of, gives_way, is_here
from ui.web.serving import Serving, until_one_ends
from ui.words import _, homonym, joined, several

HERE = Path(__file__).parent
MOST_POINTS = 100
MOST_FORM = 16 * 1024
"""Maximum bytes of a form: 256 names of 40 letters."""
A_PAGE = 60
"""Tables or results per page."""
A_SECOND, AT_ONCE = 20.0, 120.0
"""Maximum requests per address: per second in the long run, and in one burst."""

MOST_WATCHERS = 150
"""Maximum number of open pages; the address with most makes room for others."""
APART_S = 0.1
"""Minimum seconds between two messages to one watcher."""
AGAIN_S = 1.0
"""Minimum seconds between two reloads of one page."""


@dataclass(slots=True, eq=False)
class _Watcher:
    """One open page: the tables it shows (None: it shows results) and its pending news."""

    shown: frozenset[str] | None
    address: str
    gave_way: bool = False
    changed: set[str] = field(default_factory=set)
    again: bool = False
    news: asyncio.Event = field(default_factory=asyncio.Event)


class ClubSite:
    """The web application. `is_connected`: whether the club is connected to the broker."""

    def __init__(
        self,
        database: ClubDatabase,
        tables: Tables,
        is_connected: Callable[[], bool],
        names: Sequence[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._watchers: dict[_Watcher, None] = {}
        self._database, self._tables, self._is_connected = database, tables, is_connected
        self._pages = templates_in(HERE / "pages")
        self._pages.globals |= {"when": when, "players": players, "outcome": outcome, "length": length}
        self._pages.globals |= {"rating": number, "table_shown": table_shown}
        # A page's form is posted to the page's own address, and answered by the page or a redirect.
        app = Starlette(
            routes=[
                self._page("/", "tables.html", self._tables_shown),
                self._page("/results", "results.html", self._results_shown, self._rule),
                self._page(
                    "/boxes", "boxes.html", lambda _asked: {"boxes": boxes_shown(database)}, self._rule
                ),
                self._page("/league", "league.html", self._league_shown, self._set_points),
                self._page("/tournaments", "tournaments.html", self._tournaments_shown, self._begin),
                self._page(
                    "/tournaments/{id:number}", "tournament.html", self._tournament_shown, self._change
                ),
                Route("/results.csv", self._results_csv),
                Route("/league.csv", self._league_csv),
                Route("/tournaments/{id:number}.csv", self._tournament_csv),
                WebSocketRoute("/live", self._live),
                Mount("/files", StaticFiles(directory=HERE / "files")),
            ],
            exception_handlers={
                404: self._no_page,
                FormFault: lambda *_asked: PlainTextResponse("400\n", 400),
                DatabaseTrouble: lambda *_asked: PlainTextResponse(
                    "503: the database does not answer\n", 503
                ),
            },
        )
        # There is no login, so changes are only taken from this machine (`only_here`).
        self.app: ASGIApp = LocalOnly(
            app,
            clock,
            A_SECOND,
            AT_ONCE,
            MOST_FORM,
            names,
            lambda scope: speak(language(_language_of(HTTPConnection(scope)))),
            only_here=True,
        )

    def _page(
        self,
        path: str,
        template: str,
        gather: Callable[[Request], dict[str, Any]],
        act: Callable[[Request, dict[str, str]], str] | None = None,
    ) -> Route:
        """A page that shows what `gather` returns; `act` takes its forms and returns where to go next.

        Both run outside the serving thread. A TournamentFault is shown on the page.
        """

        async def page(request: Request) -> Response:
            status = 200
            fault: TournamentFault | None = None
            if request.method == "POST" and act is not None:
                form = await form_of(request, MOST_FORM)
                try:
                    return RedirectResponse(await run_in_threadpool(act, request, form), 303)
                except TournamentFault as found:
                    status, fault = 400, found
            shown = await run_in_threadpool(gather, request)
            return self._made(request, template, status, fault=fault, **shown)

        return Route(path, page, methods=["GET"] if act is None else ["GET", "POST"])

    # pages

    def _made(
        self, request: Request, template: str, status: int = 200, live: str = "results", **shown: Any
    ) -> Response:
        """A page in the visitor's language; nothing awaits between the choice of the language and its end."""
        chosen = _language_of(request)
        speak(language(chosen))
        html = self._pages.get_template(template).render(
            draw=homonym("a game that nobody has won", "Draw"),
            code=chosen,
            languages=OWN_NAMES,
            path=request.url.path,
            query=request.url.query,
            connected=self._is_connected(),
            may_change=is_here(request.scope),
            live=live,
            **shown,
        )
        response = HTMLResponse(html, status)
        if request.query_params.get("lang") == chosen:
            response.set_cookie("lang", chosen, samesite="strict", httponly=True, max_age=365 * 86400)
        return response

    def _tables_shown(self, request: Request) -> dict[str, Any]:
        at = _number(request.query_params.get("page"), 1)
        shown, pages = page_of(self._tables.all(), at)
        at = min(at, pages)
        return {"live": f"tables={at}", "tables": shown, "page": at, "pages": pages}

    def _results_shown(self, request: Request) -> dict[str, Any]:
        before = _number(request.query_params.get("before"), 0)
        player = request.query_params.get("player", "")[:100]
        if player:
            key = same_name(player)
            earlier = (one for one in self._results() if not before or one.id < before)
            results = [one for one in earlier if key in map(same_name, one.told.players)]
        else:
            results = self._database.results(A_PAGE + 1, before or None)
        return {
            "results": results[:A_PAGE],
            "names": {table.box: table.name for table in self._tables.all()},
            "older": results[A_PAGE - 1].id if len(results) > A_PAGE else 0,
            "is_first": not before,
            "player": player,
        }

    def _league_shown(self, request: Request) -> dict[str, Any]:
        return self._league(request.query_params.get("game", ""))

    def _tournaments_shown(self, _request: Request) -> dict[str, Any]:
        league = self._league("")
        people = sorted(league["table"], key=lambda one: -one.rating)
        return {
            "tournaments": tournaments.listed(self._database),
            "games": league["games"],
            "people": [one.name for one in people[: tournaments.MOST_PLAYERS]],
        }

    def _tournament_shown(self, request: Request) -> dict[str, Any]:
        found, scoring = self._tournament(request)
        numbers = range(found.rounds, 0, -1)
        return {
            "tournament": found,
            "rounds": [
                (number, [one for one in found.pairings if one.round == number]) for number in numbers
            ],
            "ranking": tournaments.table(found, scoring),
        }

    async def _no_page(self, request: Request, _fault: Exception) -> Response:
        return self._made(request, "missing.html", 404, "")

    def _rule(self, request: Request, form: dict[str, str]) -> str:
        try:
            box = msgspec.convert(form.get("box"), Box)
            key = msgspec.convert(form["key"], Key) if request.url.path == "/results" else ""
        except (KeyError, msgspec.ValidationError):
            raise FormFault("no result and no box") from None
        self._database.rule(box, key, counts=form.get("counts") == "yes")
        self._tables.shut_out(self._database.shut_out())
        from_thread.run_sync(self.read_again, "tables", "results")
        return f"{request.url.path}?{request.url.query}"

    def _set_points(self, _request: Request, form: dict[str, str]) -> str:
        given = [_number(form.get(name), -1) for name in ("won", "drawn", "lost")]
        if all(0 <= points <= MOST_POINTS for points in given):
            self._database.set("scoring", msgspec.json.encode(Scoring(*given)).decode())
        return "/league"

    def _begin(self, _request: Request, form: dict[str, str]) -> str:
        about = About(
            "robin" if form.get("kind") == "robin" else "swiss",
            tournaments.entered(form.get("players", "")),
            form.get("game", "")[:100],
            min(max(_number(form.get("per_table"), 2), 2), 6),
        )
        return f"/tournaments/{tournaments.begin(self._database, form.get('name', ''), about)}"

    def _change(self, request: Request, form: dict[str, str]) -> str:
        found, scoring = self._tournament(request)
        match form.get("do"):
            case "next":
                tournaments.next_round(self._database, found, scoring)
            case "delete" if form.get("sure") == "yes":
                tournaments.delete(self._database, found.id)
                return "/tournaments"
            case "enter":
                at = (_number(form.get("round"), 0), _number(form.get("board"), 0))
                given = form.get("winner", "")
                for one in found.pairings:
                    if (one.round, one.board) == at and one.by != "bye":
                        winners: dict[str, tuple[int, ...] | None] = {"told": None, "draw": ()}
                        winners |= {str(seat): (seat,) for seat in range(len(one.players))}
                        if given in winners:
                            tournaments.enter(self._database, found.id, *at, winners[given])
        return f"/tournaments/{found.id}"

    def _results_csv(self, _request: Request) -> Response:
        plain = ("key", "game", "entries", "seconds", "rule", "digest")
        head = ("arrived", "box", *plain, "players", "winners", "points", "played by the box")
        rows = []
        for one in self._counting():
            told = one.told
            arrived = datetime.fromtimestamp(one.arrived, UTC).isoformat(timespec="seconds")
            by_seat = (told.players, _names(told.players, told.winners), map(str, told.points))
            texts = map("; ".join, (*by_seat, _names(told.players, told.by_box)))
            rows.append((arrived, one.box, *(getattr(told, name) for name in plain), *texts))
        return _csv("results", head, rows)

    def _league_csv(self, request: Request) -> Response:
        head = ("rank", "name", "games", "won", "drawn", "lost", "points")
        table = self._league_shown(request)["table"]
        rows = ((*(getattr(one, name) for name in head), round(one.rating)) for one in table)
        return _csv("league", (*head, "rating"), rows)

    def _tournament_csv(self, request: Request) -> Response:
        found, _scoring = self._tournament(request)
        rows = []
        for one in found.pairings:
            texts = map("; ".join, (one.players, _names(one.players, one.winners or ())))
            rows.append((one.round, one.board, *texts, one.by))
        return _csv(f"tournament-{found.id}", ("round", "board", "players", "winners", "told by"), rows)

    # live: called in the thread that serves

    def tables_changed(self, boxes: set[str]) -> None:
        for watcher in self._watchers:
            news = boxes & (watcher.shown or frozenset())
            if news:
                watcher.changed |= news
                watcher.news.set()

    def read_again(self, *changed: Literal["tables", "results"]) -> None:
        """Has open pages of these kinds reload: the list of tables changed, or results did."""
        for watcher in self._watchers:
            if ("results" if watcher.shown is None else "tables") in changed:
                watcher.again = True
                watcher.news.set()

    async def _live(self, socket: WebSocket) -> None:
        """Sends a watcher the changes on its page until it leaves.

        Of a table that changes faster than a watcher reads, only the newest state is sent.
        """
        chosen, shown = _language_of(socket), None
        asked = socket.query_params.get("tables")
        if asked is not None:
            on_page, _pages = page_of(self._tables.all(), _number(asked, 1))
            shown = frozenset(table.box for table in on_page)
        watcher = _Watcher(shown, address_of(socket.scope))
        if len(self._watchers) >= MOST_WATCHERS:
            # With too many open pages the address with most of them gives one up; it may be this one's.
            leaving = gives_way([(one.address, one) for one in self._watchers], watcher.address)
            if leaving is None:
                await socket.close(1013)
                return
            leaving.gave_way = True
            leaving.news.set()
            del self._watchers[leaving]
        await socket.accept()
        self._watchers[watcher] = None
        loop = asyncio.get_running_loop()

        async def tell_all() -> None:
            again_at = 0.0
            while not watcher.gave_way:
                await watcher.news.wait()
                watcher.news.clear()
                changed, watcher.changed = watcher.changed, set()
                body: dict[str, Any] = {}
                if changed:
                    speak(language(chosen))
                    tables = (self._tables.get(box) for box in sorted(changed))
                    body["tables"] = [table_shown(table) for table in tables if table is not None]
                # A page reloads at most once per AGAIN_S; sooner news wakes this loop again when that is
                # over.
                if watcher.again and loop.time() >= again_at:
                    watcher.again, again_at = False, loop.time() + AGAIN_S
                    body["again"] = True
                elif watcher.again:
                    loop.call_at(again_at, watcher.news.set)
                if body:
                    await socket.send_json(body)
                await asyncio.sleep(APART_S)

        async def hear_out() -> None:
            """Reads and ignores a watcher's messages until it leaves or sends too many."""
            for _n in range(100):
                if (await socket.receive())["type"] == "websocket.disconnect":
                    return

        try:
            await until_one_ends(tell_all, hear_out)
        finally:
            self._watchers.pop(watcher, None)

    def _results(self) -> list[KeptResult]:
        return _results_at(self._database, self._database.stamp())

    def _counting(self) -> list[KeptResult]:
        return [one for one in self._results() if one.counts]

    def _league(self, game: str) -> dict[str, Any]:
        """The league table of a game, or of all games for an unknown id; `games`: names by id."""
        scoring, told = self._scoring(), [one.told for one in reversed(self._counting())]
        games = {one.game: one.name for one in told}
        game = game if game in games else ""
        return {
            "table": standings((one for one in told if game in ("", one.game)), scoring),
            "games": dict(sorted(games.items())),
            "has_boxes": any(one.by_box for one in told),
            "game": game,
            "scoring": scoring,
        }

    def _scoring(self) -> Scoring:
        try:
            return msgspec.json.decode(self._database.setting("scoring", "{}"), type=Scoring)
        except msgspec.DecodeError:
            return Scoring()

    def _tournament(self, request: Request) -> tuple[Tournament, Scoring]:
        found = tournaments.one(self._database, request.path_params["id"], self._counting())
        if found is None:
            raise HTTPException(404)
        return found, self._scoring()


def _number(text: str | None, usual: int) -> int:
    """A number from an address or form; `usual` if it is none."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else usual


def _language_of(request: HTTPConnection) -> str:
    """The language that was chosen, else the first of the browser's that the pages have."""
    for chosen in (request.query_params.get("lang"), request.cookies.get("lang")):
        if chosen in OWN_NAMES:
            return chosen
    wanted = (
        part.split(";")[0].strip()[:2] for part in request.headers.get("accept-language", "").split(",")
    )
    return next((code for code in wanted if code in OWN_NAMES), "en")


# Values for templates and live messages. Words are whole sentences, translated when a page is made.


def table_shown(table: TableNow) -> dict[str, Any]:
    """One table: its name, game, players, turn, and the words of its screen."""
    shown: dict[str, Any] = dict.fromkeys(("game", "headline", "awaited"), "")
    shown |= {"box": table.box, "n": table.changes, "name": table.name, "players": []}
    play = None if table.state is None else table.state.play
    if play is None:
        state, standing = "empty", _("No game is on the table.")
    else:
        over, to_act = play.turn.over, play.turn.seats
        if over is None:
            state, standing = "playing", several("{n} event so far", "{n} events so far", play.entries)
            headline, awaited = play.view.headline, play.view.awaited
            if play.turn.chance is not None:
                to_act = play.turn.chance.get("seats", ())
        else:
            state, standing, to_act = "over", _("The game has ended."), over.winners
            headline, awaited = outcome(play.players, [n for n in to_act if n < len(play.players)]), ""
        seats = to_act if isinstance(to_act, list | tuple) else ()
        named = [{"name": name, "turn": seat in seats} for seat, name in enumerate(players(play.players))]
        shown |= {"game": play.name, "headline": headline, "awaited": awaited, "players": named}
    if not table.is_online:
        state, standing = "offline", _("Offline. Last heard of at {when}.").format(when=when(table.seen))
    return shown | {"state": state, "standing": standing}


@lru_cache(maxsize=1)
def _results_at(database: ClubDatabase, _stamp: tuple[object, ...]) -> list[KeptResult]:
    """All results, newest first, cached until the stamp changes. May raise DatabaseTrouble."""
    return database.results()


def boxes_shown(database: ClubDatabase) -> list[dict[str, Any]]:
    """Every known box: its last name, its results, and whether it is excluded."""
    names = {one.box: one.name for one in database.boxes()}
    told = Counter(one.box for one in _results_at(database, database.stamp()))
    out = database.shut_out()
    return [
        {"box": box, "name": names.get(box, ""), "results": told[box], "out": box in out}
        for box in sorted({*names, *told, *out})
    ]


def page_of(tables: Sequence[TableNow], number: int) -> tuple[list[TableNow], int]:
    """The tables of one page, and the number of pages."""
    pages = max(1, -(-len(tables) // A_PAGE))
    at = min(max(number, 1), pages) - 1
    return list(tables[at * A_PAGE : (at + 1) * A_PAGE]), pages


def when(stamp: float) -> str:
    """A time for people: with the day only if it is not today."""
    then, now = datetime.fromtimestamp(stamp), datetime.now()
    clock = then.strftime("%H:%M")
    return clock if then.date() == now.date() else f"{day_words(then.year, then.month, then.day)} {clock}"


def outcome(given: Sequence[str], winners: Sequence[int]) -> str:
    if not winners:
        return _("A draw.")
    names = joined([seat_name(seat, given) for seat in winners])
    return several("{names} won.", "{names} won.", len(winners), names=names)


def players(given: Sequence[str], by_box: Sequence[int] = ()) -> list[str]:
    """Names of all seats, marked for those that a box played."""
    names = [seat_name(seat, given) for seat in range(len(given))]
    words = _("{name} (the box)")
    return [words.format(name=name) if seat in by_box else name for seat, name in enumerate(names)]


def length(result: Result) -> str:
    minutes = result.seconds // 60
    if not minutes:
        return several("{n} event", "{n} events", result.entries)
    return several("{n} minute", "{n} minutes", minutes)


# Results and tables as CSV (RFC 4180). Rule kept: nothing typed at a box is a formula in a spreadsheet
# (OWASP: CSV injection), whichever sign separates its cells.

_BEGINS_FORMULA = re.compile(r"""(?:^|(?<=[;,"\t\r\n]))(\s*)(?=[=+\-@＝＋－＠])(?!-\d+\s*(?:;|$))""")
"""Places where a formula would begin: the start, or after a cell separator; numbers are none."""


def _csv(name: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> Response:
    """Rows as a file, with a byte order mark by which spreadsheets recognise UTF-8."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(head)
    # An apostrophe keeps a spreadsheet from computing a text.
    writer.writerows(
        [_BEGINS_FORMULA.sub(r"'\1", value) if isinstance(value, str) else value for value in row]
        for row in rows
    )
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response("\ufeff" + text.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def _names(players: Sequence[str], seats: Iterable[int]) -> list[str]:
    return [players[seat] for seat in seats]


class RunningClub:
    """One club, from `start` until `stop`. Raises DatabaseFault, BrokerFault, ServingFault."""

    def __init__(
        self,
        broker: ClubSettings,
        url: str,
        host: str = "127.0.0.1",
        port: int = 0,
        names: Sequence[str] = (),
    ) -> None:
        self.database = ClubDatabase(url)
        self.tables = Tables(self.database.now)
        self.tables.restore(self.database.boxes())
        self.tables.shut_out(self.database.shut_out())
        self.ear = ClubEar(broker, self.database, self.tables, self._changed, self._kept)
        self.site = ClubSite(self.database, self.tables, lambda: self.ear.connected, names)
        self.serving = Serving(self.site.app, host, port)

    def start(self) -> None:
        self.serving.start()
        self.ear.start()

    def stop(self) -> None:
        self.ear.stop()
        self.serving.stop()
        self.database.close()

    def _changed(self, boxes: set[str]) -> None:
        """In the writer's thread."""
        self.serving.soon(self.site.tables_changed, boxes)
        if self.tables.list_changed():
            self.serving.soon(self.site.read_again, "tables")

    def _kept(self) -> None:
        self.serving.soon(self.site.read_again, "results")
