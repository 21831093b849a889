"""What serves the pages, for one who opens connections without end or asks as slowly as can be."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPResponse
from itertools import count
from random import Random
from threading import Thread
from typing import Any

import anyio
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.ui.web.test_in_browser import NoGames
from tests.ui.web.waiting import PATIENCE_S, until
from ui.web import serving as served
from ui.web import site
from ui.web.serving import Serving
from ui.web.site import COOKIE, Evening, PageState, Site

MUCH = 20_000
ASKED = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
TO_WATCH = (
    b"GET /live/watch HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
)


async def _said(request: Request) -> Response:
    return PlainTextResponse(f"{len(await request.body())} bytes")


async def _slow(_request: Request) -> Response:
    await anyio.sleep(60)
    return Response()


@pytest.fixture
def serving() -> Iterator[Serving]:
    routes = [Route("/", _said, methods=["GET", "POST"]), Route("/slow", _slow)]
    made = Serving(Starlette(routes=routes), "127.0.0.1", 0)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def pages() -> Iterator[Serving]:
    """The box's pages; whoever has the cookie "token" may watch."""
    evening = Evening(lambda: "token", Random(2).randrange, time.monotonic)
    evening.let_in(evening.code, "a")
    made = Serving(Site(evening, NoGames()).app(), "127.0.0.1", 0)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def watching(pages: Serving) -> Callable[[], ClientConnection]:
    """Opens a page of the box's pages by its WebSocket."""
    at = "{}:{}".format(*pages.address)
    about: Any = {"additional_headers": {"Cookie": f"{COOKIE}=token"}, "compression": None}
    about["close_timeout"] = (
        0.2  # it goes as a phone out of reach does: nobody waits for the other's farewell
    )
    return lambda: connect(f"ws://{at}/live/watch", origin=f"http://{at}", **about)


def connections(serving: Serving) -> set[Any]:
    """What is open now."""
    return serving._server.server_state.connections


def opened(serving: Serving, of: str = "127.0.0.1") -> socket.socket:
    """A connection of an address."""
    return socket.create_connection(serving.address, 10, (of, 0))


def asked(by: socket.socket) -> int:
    """The status of what is answered."""
    by.sendall(ASKED)
    answer = HTTPResponse(by)
    answer.begin()
    answer.read()
    return answer.status


def is_closed(by: socket.socket) -> bool:
    """Whether the other side has closed it; waits for that, or for an answer."""
    try:
        return by.recv(4096) == b""
    except ConnectionError:
        return True


def test_one_address_leaves_room_for_others(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "is_this_machine", lambda _address: False)
    with ExitStack() as all_of_them:
        for _n in range(served.MOST_OF_ONE):
            all_of_them.enter_context(opened(serving))
        until(lambda: len(connections(serving)) == served.MOST_OF_ONE)
        with opened(serving) as one_more:
            assert is_closed(one_more)
    until(lambda: not connections(serving))
    with opened(serving) as again:
        assert asked(again) == 200


@pytest.mark.parametrize(
    "says", [ASKED, b"GET / HT", b"", TO_WATCH + b"\r\n"], ids=["asked", "asking", "silent", "not let in"]
)
def test_a_few_addresses_cannot_hold_the_door(
    pages: Serving, watching: Callable[[], ClientConnection], monkeypatch: pytest.MonkeyPatch, says: bytes
) -> None:
    monkeypatch.setattr(served, "is_this_machine", lambda _address: False)
    with watching() as television, ExitStack() as all_of_them:
        phone = all_of_them.enter_context(opened(pages, "127.0.0.9"))
        assert asked(phone) == 200
        for n in range(4 * served.MOST_OF_ONE):
            one = all_of_them.enter_context(opened(pages, f"127.0.0.{2 + n % 4}"))
            one.sendall(says)
        until(lambda: len(connections(pages)) == served.MOST_CONNECTIONS - 1)
        assert asked(phone) == 200, "who was there before stays"
        for n in (10, 11, 12):
            other = all_of_them.enter_context(opened(pages, f"127.0.0.{n}"))
            assert asked(other) == 200
        assert asked(phone) == 200, "nor does one who comes later push it out"
        assert television.ping().wait(PATIENCE_S), "who was let in stays"


def test_who_floods_pushes_out_nobody_while_all_it_asked_is_awaited(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "is_this_machine", lambda _address: False)
    with ExitStack() as all_of_them:
        phone = all_of_them.enter_context(opened(serving, "127.0.0.9"))
        assert asked(phone) == 200
        for n in range(served.MOST_CONNECTIONS - 2):
            one = all_of_them.enter_context(opened(serving, f"127.0.0.{2 + n % 4}"))
            one.sendall(b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: sum(one._is_answered for one in connections(serving)) == served.MOST_CONNECTIONS - 2)
        assert is_closed(all_of_them.enter_context(opened(serving, "127.0.0.2")))
        assert asked(phone) == 200


def test_what_comes_from_this_machine_may_be_many_as_from_a_proxy(serving: Serving) -> None:
    with ExitStack() as all_of_them:
        for _n in range(served.MOST_OF_ONE + 5):
            last = all_of_them.enter_context(opened(serving))
        assert asked(last) == 200


@pytest.mark.parametrize(
    "begun",
    [
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nab",
    ],
)
@pytest.mark.parametrize("is_first", [True, False])
def test_who_does_not_come_to_an_end_is_let_go(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, begun: bytes, is_first: bool
) -> None:
    if is_first:
        monkeypatch.setattr(served, "ASKING_SECONDS", 0.3)  # which counts from the opening on
    with opened(serving) as slow:
        if not is_first:
            asked(slow)
            monkeypatch.setattr(served, "ASKING_SECONDS", 0.3)
        slow.sendall(begun)
        assert is_closed(slow)


def test_who_asks_for_nothing_is_let_go(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "ASKING_SECONDS", 0.3)
    with opened(serving) as silent:
        assert is_closed(silent)


def test_a_drop_at_a_time_is_no_way_to_stay(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "ASKING_SECONDS", 0.3)
    with opened(serving) as slow, pytest.raises(ConnectionError):
        for _drop in range(200):
            slow.sendall(b"G")
            time.sleep(0.05)


def test_who_asks_again_and_again_stays(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "ASKING_SECONDS", 2.0)
    with opened(serving) as phone:
        for _time in range(3):
            assert asked(phone) == 200
            time.sleep(0.9)


def test_who_takes_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone out of reach, or one that does not read, keeps no place for itself."""
    monkeypatch.setattr(served, "STALLED_SECONDS", 1)
    evening = Evening(lambda: "token", Random(2).randrange, time.monotonic)
    told = Site(evening, NoGames())
    serving = Serving(told.app(), "127.0.0.1", 0)
    serving.start()
    evening.let_in(evening.code, "a")
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(serving.address)
        deaf.sendall(TO_WATCH + f"Cookie: {COOKIE}=token\r\n\r\n".encode())
        until(lambda: told.watching == 1)
        pages = count()

        def is_gone() -> bool:
            page = next(pages)
            serving.soon(told.publish, None, PageState(page, "", {"board": f"{page} " * 200_000}))
            return told.watching == 0

        until(is_gone)
    until(lambda: not connections(serving))
    serving.stop()


def test_a_page_that_is_open_stays_open(
    watching: Callable[[], ClientConnection], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "ASKING_SECONDS", 0.3)
    monkeypatch.setattr(site, "BEAT_SECONDS", 0.5)
    with watching() as page:
        for _beat in range(3):
            page.recv(timeout=PATIENCE_S)


def test_who_talks_without_end_is_read_no_faster_than_a_finger_touches(
    watching: Callable[[], ClientConnection],
) -> None:
    """The rest waits in the network, and costs the box nothing."""
    sent: list[int] = [0]

    def talk(to: ClientConnection) -> None:
        with suppress(ConnectionClosed, OSError):
            while sent[0] < MUCH:
                to.send("x" * 5000)
                sent[0] += 1

    def has_stalled() -> bool:
        before = sent[0]
        time.sleep(1.0)
        return sent[0] == before

    with watching() as talker:
        talker.recv(timeout=PATIENCE_S)
        talking = Thread(target=talk, args=(talker,), daemon=True)
        talking.start()
        until(has_stalled)
        assert 0 < sent[0] < MUCH
