"""The box's pages as a stranger, a guest and a page of somebody else's would ask for them."""

import re
import socket
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from companion.language import ENGLISH, speak
from tests.ui.web.played import ended_game
from ui.journal.store import open_store
from ui.languages import OWN_NAMES, language
from ui.present.models import Played
from ui.web import local_only, site
from ui.web.local_only import SAFE_HEADERS
from ui.web.shelf import JournalShelf
from ui.web.site import (
    AT_ONCE,
    COOKIE,
    GONE,
    MOST_BYTES,
    WRONG_CODES,
    Evening,
    PageState,
    Site,
    read_pressed,
)

HOST = "192.168.1.20:8420"
LIVE = f"ws://{HOST}/live"


class Shelf:
    """One finished game, played by lot and exported as the box does it."""

    folder: Path

    def games(self) -> tuple[Played, ...]:
        return (
            Played(
                7,
                "Zoondo",
                ("<i>Anna</i>", "Ben"),
                "yesterday",
                "Anna won.",
                60,
                ended=True,
                game_id="zoondo",
            ),
        )

    def page_of(self, id: int) -> str | None:
        if id != 7:
            return None
        store = open_store(self.folder / "games")
        ended_game(store)
        store.close()
        shelf = JournalShelf(self.folder / "games", str)
        return shelf.page_of(shelf.games()[0].id)


class Box:
    def __init__(self, client: str = "192.168.1.33") -> None:
        tokens = iter(range(1000))
        self.evening = Evening(lambda: f"token{next(tokens)}", Random(2).randrange, time.monotonic)
        self.now = 0.0
        self.shelf = Shelf()
        self.site = Site(self.evening, self.shelf, lambda: self.now)
        self.app = self.site.app()
        self.client = client

    def browser(self, client: str | None = None) -> TestClient:
        made = TestClient(
            self.app, base_url=f"http://{HOST}", client=(client or self.client, 4000), follow_redirects=False
        )
        made.headers["origin"] = f"http://{HOST}"
        return made

    def let_in(self, seat: int | None) -> TestClient:
        browser = self.browser()
        code = self.evening.code if seat is None else self.evening.invite(seat)
        assert browser.post("/enter", data={"code": code}).status_code == 303
        return browser


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    found = Box()
    found.shelf.folder = tmp_path
    yield found


@pytest.mark.parametrize(
    "path", ["/", "/join/ABCDEF", "/seat", "/watch", "/games", "/games/7", "/files/live.js", "/none"]
)
def test_every_answer_carries_the_headers(box: Box, path: str) -> None:
    for browser in (box.browser(), box.let_in(None)):
        answer = browser.get(path)
        for name, value in SAFE_HEADERS.items():
            if name != "Content-Security-Policy" or path != "/games/7":
                assert answer.headers[name] == value, (path, name)


def test_nothing_is_shown_without_a_code(box: Box) -> None:
    stranger = box.browser()
    for path in ("/seat", "/watch", "/tv", "/games", "/games/7"):
        answer = stranger.get(path)
        assert (answer.status_code, answer.headers["location"]) == (303, "/"), path
    for live in ("seat", "watch", "else"):
        with (
            stranger.websocket_connect(f"{LIVE}/{live}") as socket,
            pytest.raises(WebSocketDisconnect) as gone,
        ):
            socket.receive_text()
        assert gone.value.code == GONE


def test_a_code_that_is_looked_at_is_not_used_up(box: Box) -> None:
    code = box.evening.invite(1)
    browser = box.browser()
    for _look in range(3):
        assert code in browser.get(f"/join/{code}").text
    answer = browser.post("/enter", data={"code": code})
    cookie = answer.headers["set-cookie"]
    assert answer.headers["location"] == "/seat"
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert code not in cookie
    assert browser.get("/seat").status_code == 200
    assert box.browser().post("/enter", data={"code": code}).status_code == 403


def test_who_watches_comes_to_no_seat(box: Box) -> None:
    watching = box.let_in(None)
    assert watching.get("/").headers["location"] == "/watch"
    assert watching.get("/seat").headers["location"] == "/"
    with watching.websocket_connect(f"{LIVE}/seat") as socket, pytest.raises(WebSocketDisconnect) as gone:
        socket.receive_text()
    assert gone.value.code == GONE


def test_guesses_are_slowed_down(box: Box) -> None:
    browser = box.browser()
    answers = [browser.post("/enter", data={"code": "XXXXXX"}).status_code for _n in range(WRONG_CODES + 1)]
    assert answers == [403] * WRONG_CODES + [429]


def test_guesses_by_links_are_slowed_down_as_well(box: Box) -> None:
    browser, code = box.browser(), box.evening.invite(0)
    answers = [browser.get(f"/join/XXXXX{n}").status_code for n in range(WRONG_CODES + 1)]
    assert answers == [403] * WRONG_CODES + [429]
    for right in (code, box.evening.code):
        assert browser.get(f"/join/{right}").status_code == 429, "nor is it told that one is right"
    assert box.browser("192.168.1.99").get(f"/join/{code}").status_code == 200


def test_a_player_who_scans_the_code_to_watch_keeps_the_seat(box: Box) -> None:
    browser = box.let_in(0)
    answer = browser.get(f"/join/{box.evening.code}")
    assert answer.headers["location"] == "/watch"
    assert browser.get("/watch").status_code == 200
    assert browser.get("/seat").status_code == 200


@pytest.mark.parametrize(
    ("headers", "client"),
    [
        ({"origin": "http://evil.example"}, None),
        ({"origin": "null"}, None),
        ({"host": "evil.example", "origin": "http://evil.example"}, None),
        ({}, "8.8.8.8"),
        ({}, "2001:4860:4860::8888"),
        ({}, "not an address"),
    ],
)
def test_other_pages_and_other_networks_are_turned_away(
    box: Box, headers: dict[str, str], client: str | None
) -> None:
    browser = box.let_in(0)
    stranger = box.browser(client)
    stranger.cookies.set(COOKIE, browser.cookies[COOKIE])
    refused = stranger.post("/enter", data={"code": box.evening.code}, headers=headers)
    assert refused.status_code == (421 if "host" in headers else 403)
    with pytest.raises(WebSocketDisconnect), stranger.websocket_connect(f"{LIVE}/seat", headers=headers):
        pass


def test_a_link_from_elsewhere_that_names_this_box_otherwise_is_turned_away(box: Box) -> None:
    own = socket.gethostname().partition(".")[0]
    for host in ("attacker.example", f"{own}.attacker.example", f"{own}.com", f"{own}.box", f"a.{own}.lan"):
        assert box.browser().get("/", headers={"host": f"{host}:8420"}).status_code == 421, host
    for host in (f"other.{own}", "other.lan", "lan", f"{own}.lan.attacker.example", f"{own}-a.lan", "", "["):
        assert box.browser().get("/", headers={"host": host}).status_code == 421, host
    for host in ("10.0.0.5:8420", "localhost:8420", "[fe80::1]:8420", "127.0.0.1"):
        assert box.browser().get("/", headers={"host": host}).status_code == 200, host


@pytest.mark.parametrize(
    "host",
    [
        "{own}",
        "{own}.local",
        "{own}.lan",
        "{own}.fritz.box",
        "{own}.home.arpa",
        "{own}.home",
        "{OWN}.Internal.",
    ],
)
def test_names_that_routers_give_the_box_are_its_own(box: Box, host: str) -> None:
    own = socket.gethostname().partition(".")[0]
    at = host.format(own=own, OWN=own.upper()) + ":8420"
    headers = {"host": at, "origin": f"http://{at}"}
    assert box.browser().get("/", headers=headers).status_code == 200
    code = {"code": box.evening.code}
    assert box.browser().post("/enter", data=code, headers=headers).status_code == 303


def test_the_name_that_the_network_gives_is_its_own(
    box: Box, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = socket.gethostname().partition(".")[0]
    resolver = tmp_path / "resolv.conf"
    monkeypatch.setattr(local_only, "RESOLVER", resolver)
    at = {"host": f"{own}.club.example"}
    assert box.browser().get("/", headers=at).status_code == 421
    resolver.write_text("# made by the network\nnameserver 10.0.0.1\nsearch Club.example. com\n")
    assert box.browser().get("/", headers=at).status_code == 200
    for host in (f"{own}.com", f"{own}.evil.club.example", "other.club.example"):
        assert box.browser().get("/", headers={"host": host}).status_code == 421, host


@pytest.mark.parametrize("code", OWN_NAMES)
def test_what_is_refused_is_said_in_the_language_of_the_box(box: Box, code: str) -> None:
    speak(language(code))
    try:
        said = box.browser().get("/", headers={"host": "attacker.example"}).text
    finally:
        speak(ENGLISH)
    words = (
        "does not go by that name",
        "hat einen anderen Namen",
        "ne porte pas ce nom",
        "non ha questo nome",
    )
    assert words[list(OWN_NAMES).index(code)] in said


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "x" * 2000, f"http://{HOST}@evil.example"])
def test_an_origin_that_is_none_is_turned_away(box: Box, origin: str) -> None:
    answer = box.browser().post("/enter", data={"code": box.evening.code}, headers={"origin": origin})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "path", ["/games/" + "9" * 5000, "/games/" + "9" * 30, "/games/-1", "/files/..%2fsite.py"]
)
def test_what_there_cannot_be_is_not_there(box: Box, path: str) -> None:
    answer = box.let_in(None).get(path)
    assert answer.status_code == 404
    assert answer.headers["Cache-Control"] == "no-store"


def test_an_answer_that_fails_carries_the_headers_and_says_nothing(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_token: object) -> None:
        raise ValueError("s3cret")

    browser = TestClient(
        box.app, base_url=f"http://{HOST}", client=(box.client, 4000), raise_server_exceptions=False
    )
    monkeypatch.setattr(box.evening, "guest", fails)
    answer = browser.get("/watch")
    assert answer.status_code == 500
    assert "s3cret" not in answer.text
    for name, value in SAFE_HEADERS.items():
        assert answer.headers[name] == value, name


def test_nothing_large_is_taken(box: Box) -> None:
    assert box.browser().post("/enter", content=b"code=" + b"A" * MOST_BYTES).status_code == 413


def test_a_page_is_sent_whole_and_then_only_what_changed(box: Box) -> None:
    box.site.publish(0, PageState(1, "Anna", {"top": "<h1>one</h1>", "board": "<svg></svg>"}))
    with box.let_in(0).websocket_connect(f"{LIVE}/seat") as socket:
        told = socket.receive_json()
        assert told == {"page": 1, "parts": {"top": "<h1>one</h1>", "board": "<svg></svg>"}, "title": "Anna"}
        socket.send_json({"page": 1, "key": "k3"})
        pressed = box.site.pressed.get(timeout=5)
        assert (pressed.seat, pressed.page, pressed.key) == (0, 1, "k3")


def test_who_watches_can_press_nothing(box: Box) -> None:
    with box.let_in(None).websocket_connect(f"{LIVE}/watch") as socket:
        socket.receive_json()
        for _n in range(3):
            socket.send_json({"page": 0, "key": "k0"})
        socket.send_text("not json")
        time.sleep(0.1)
    assert box.site.pressed.empty()


def test_who_watches_takes_no_seat_s_room(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "MOST_WATCHING", 2)
    monkeypatch.setattr(site, "MOST_OF_A_SEAT", 1)
    watching, seated, other = box.let_in(None), box.let_in(0), box.let_in(1)
    with ExitStack() as opened:

        def look(browser: TestClient, what: str) -> WebSocketTestSession:
            return opened.enter_context(browser.websocket_connect(f"{LIVE}/{what}"))

        for _n in range(2):
            look(watching, "watch").receive_json()
        for browser, what in ((watching, "watch"), (seated, "watch")):
            with pytest.raises(WebSocketDisconnect) as full:
                look(browser, what).receive_json()
            assert full.value.code == 1013
        look(seated, "seat").receive_json()
        with pytest.raises(WebSocketDisconnect):
            look(seated, "seat").receive_json()
        look(other, "seat").receive_json()


def test_one_address_that_watches_on_many_pages_makes_room(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "MOST_WATCHING", 4)
    monkeypatch.setattr(site, "BEAT_SECONDS", 0.2)
    with ExitStack() as opened:

        def look(client: str) -> WebSocketTestSession:
            browser = box.browser(client)
            assert browser.post("/enter", data={"code": box.evening.code}).status_code == 303
            page = opened.enter_context(browser.websocket_connect(f"{LIVE}/watch"))
            page.receive_json()
            return page

        television = look("192.168.1.40")
        first, *_more = (look("192.168.1.66") for _n in range(3))
        other = look("192.168.1.41")
        with pytest.raises(WebSocketDisconnect) as gone:
            while True:
                first.receive_json()
        assert gone.value.code == 1013
        with pytest.raises(WebSocketDisconnect):
            look("192.168.1.66")
        television.receive_json()
        other.receive_json()


def test_what_no_page_sends_ends_no_page(box: Box) -> None:
    with box.let_in(0).websocket_connect(f"{LIVE}/seat") as socket:
        socket.receive_json()
        for sent in (b"\xff\xfe", b""):
            socket.send_bytes(sent)
        socket.send_text("{")
        socket.send_json({"page": 1, "key": "k3"})
        assert box.site.pressed.get(timeout=20).key == "k3"


def test_a_seat_that_is_signed_out_is_told_so(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "BEAT_SECONDS", 0.2)
    with box.let_in(1).websocket_connect(f"{LIVE}/seat") as socket:
        socket.receive_json()
        box.evening.sign_out(1)
        with pytest.raises(WebSocketDisconnect) as gone:
            while True:
                socket.receive_json()
        assert gone.value.code == GONE


@pytest.mark.parametrize(
    "text",
    ["", "1", "[]", "{}", '{"page":true,"key":"k"}', '{"page":1}', '{"page":1,"key":7}', "[" * 5000,
     '{"page":1,"key":"' + "k" * 40 + '"}', '{"page":1.5,"key":"k1"}'],
)  # fmt: skip
def test_what_no_page_of_ours_sends_is_nothing(text: str) -> None:
    assert read_pressed(0, text) is None


def test_a_finished_game_runs_the_program_s_own_script_and_no_other(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = box.let_in(None).get("/games/7")
    policy = answer.headers["Content-Security-Policy"]

    def runs(element: str, inside: str) -> bool:
        (source,) = (part for part in policy.split("; ") if part.startswith(f"{element}-src "))
        return b64encode(sha256(inside.encode()).digest()).decode() in source

    for element in ("style", "script"):
        (own,) = re.findall(rf"<{element}>(.*?)</{element}>", answer.text, re.DOTALL)
        assert runs(element, own)
    assert policy.count("sha256-") == 2 and "unsafe" not in policy
    assert box.let_in(None).get("/games/8").status_code == 404
    got_in = "<style>b{}</style><script>alert(1)</script>"
    monkeypatch.setattr(Shelf, "page_of", lambda *_asked: answer.text + got_in)
    policy = box.let_in(None).get("/games/7").headers["Content-Security-Policy"]
    assert not runs("script", "alert(1)") and not runs("style", "b{}")


def test_names_are_written_and_not_run(box: Box) -> None:
    page = box.let_in(None).get("/games").text
    assert "&lt;i&gt;Anna" in page
    assert "<i>Anna" not in page


def test_very_many_addresses_set_nobody_free_again(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_only, "MOST_ADDRESSES", 3)
    browser = box.browser()
    while browser.get("/").status_code == 200:
        pass
    for n in range(9):
        assert box.browser(f"192.168.7.{n}").get("/").status_code == 200
    assert browser.get("/").status_code == 429
    box.now = 60.0
    assert browser.get("/").status_code == 200


def test_who_asks_without_end_is_slowed_down(box: Box) -> None:
    browser = box.browser()
    answers = [browser.get("/files/live.js").status_code for _n in range(int(AT_ONCE) + 5)]
    assert answers[: int(AT_ONCE)] == [200] * int(AT_ONCE)
    assert answers[int(AT_ONCE) :] == [429] * 5
    box.now = 1.0
    assert browser.get("/").status_code == 200
    assert box.browser("192.168.1.99").get("/").status_code == 200
