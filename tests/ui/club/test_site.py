"""The club's pages: what they show in every language, who may change what, and that nothing told is a program."""

import asyncio
import csv
import io
import re
from collections.abc import Callable, Iterator
from typing import Any

import httpx2 as httpx
import msgspec
import pytest

from companion.language import ENGLISH, speak
from tests.ui.web.told import HEALTH, STATE, result
from ui.club.broker.messages import Awaited, Ended
from ui.club.database import ClubDatabase, Tables
from ui.club.site import A_PAGE, AT_ONCE, ClubSite
from ui.languages import OWN_NAMES
from ui.web.local_only import SAFE_HEADERS

PAGES = (
    "/boxes",
    "/",
    "/?page=9",
    "/league",
    "/league?game=zones",
    "/results",
    "/results?before=3",
    "/tournaments",
)
EVIL = "<script>alert(1)</script>"
COMPILED: dict[str, Any] = {}
"""The templates of the first site: those of any other are the same, and to compile them takes as long as a test."""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    speak(ENGLISH)


class Asked:
    """Asks one club's pages, as a browser at this machine or another does."""

    def __init__(self, database: ClubDatabase) -> None:
        self.database, self.tables = database, Tables(database.now)
        self.now = 0.0
        self.site = ClubSite(database, self.tables, lambda: True, (), lambda: self.now)
        self.site._pages = COMPILED.setdefault("club", self.site._pages)

    def __call__(self, method: str, path: str, by: str = "127.0.0.1", **more: Any) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.site.app, client=(by, 5000), raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8470") as client:
                return await client.request(method, path, **more)

        return asyncio.run(ask())

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self("GET", path, **more)

    def post(self, path: str, form: dict[str, Any], **more: Any) -> httpx.Response:
        headers = {"origin": "http://localhost:8470"} | more.pop("headers", {})
        return self("POST", path, data=form, headers=headers, **more)


@pytest.fixture
def ask(in_a_file: ClubDatabase) -> Asked:
    found = Asked(in_a_file)
    found.tables.told_state("box-0001", STATE)
    found.tables.told_health("box-0001", HEALTH)
    found.tables.told_state("box-0002", msgspec.structs.replace(STATE, table="Garden", play=None))
    in_a_file.take([("box-0001", result(n, ("Ann", "Bea"), ((0,), (1,), ())[n % 3])) for n in range(4)])
    found.post("/tournaments", {"name": "Cup", "players": "Ann\nBea\nCai", "kind": "swiss"})
    return found


@pytest.mark.parametrize("code", OWN_NAMES)
def test_every_page_in_every_language(ask: Asked, code: str) -> None:
    for path in (*PAGES, "/tournaments/1", "/nowhere"):
        answer = ask.get(path, headers={"accept-language": f"{code},en;q=0.5"})
        assert answer.status_code == (404 if path == "/nowhere" else 200), path
        assert f'<html lang="{code}">' in answer.text
        assert not re.search(r"<script(?! src=)|<style|\sstyle=|\son\w+=|javascript:", answer.text), path
        ids = re.findall(r'\sid="([^"]+)"', answer.text)
        assert len(ids) == len(set(ids)) and answer.text.count("<h1") == 1, path
        for control in re.findall(r"<(?:input|select|textarea)(?![^>]*hidden)[^>]*>", answer.text):
            assert 'id="' in control, f"{path}: a list that is read anew finds {control} again by its id"


def test_every_language_has_words_of_its_own(ask: Asked) -> None:
    heads = {code: ("Tournaments", "Turniere", "Tournois", "Tornei")[n] for n, code in enumerate(OWN_NAMES)}
    clubs = dict(zip(OWN_NAMES, ("Club", "Verein", "Club", "Club"), strict=True))
    for code in OWN_NAMES:
        text = ask.get(f"/tournaments?lang={code}").text
        assert f"<h1>{heads[code]}</h1>" in text and f"</span>{clubs[code]}</p>" in text


def test_a_language_that_is_chosen_stays(ask: Asked) -> None:
    chosen = ask.get("/?lang=de", headers={"accept-language": "fr"})
    assert '<html lang="de">' in chosen.text
    cookie = chosen.headers["set-cookie"]
    assert "lang=de" in cookie and "HttpOnly" in cookie and "SameSite=strict" in cookie
    assert '<html lang="de">' in ask.get("/", headers={"cookie": "lang=de", "accept-language": "fr"}).text
    assert '<html lang="en">' in ask.get("/?lang=xx", headers={"cookie": "lang=../x"}).text


@pytest.mark.parametrize(
    "path",
    [*PAGES, "/nowhere", "/files/club.css", "/files/club.js", "/files/../site.py", "/results.csv", "/live"],
)
def test_every_answer_carries_the_headers(ask: Asked, path: str) -> None:
    answer = ask.get(path)
    assert {name: answer.headers.get(name) for name in SAFE_HEADERS} == SAFE_HEADERS
    assert "server" not in answer.headers and "ClubSite" not in answer.text


def test_tables_show_who_plays_and_whose_turn_it_is(ask: Asked) -> None:
    text = ask.get("/").text
    assert "Ann to move" in text and "Move a piece." in text and "12 events so far" in text
    assert (
        '<li class="turn"><bdi>Ann</bdi> <span>on turn</span></li>' in text
        and "<li><bdi>Bea</bdi></li>" in text
    )
    assert "Offline. Last heard of at" in text, "a box of which only the database knows"
    over = msgspec.structs.replace(STATE.play, turn=Awaited(over=Ended(winners=(1,), why="All held")))
    ask.tables.told_state("box-0001", msgspec.structs.replace(STATE, n=4, play=over))
    text = ask.get("/").text
    assert "Bea won." in text and '<li class="turn"><bdi>Bea</bdi> <span>has won</span></li>' in text


def test_the_league_and_its_points(ask: Asked) -> None:
    assert "<td><strong>7</strong></td>" in ask.get("/league").text, "two games won and one drawn"
    assert ask.post("/league", {"won": "10", "drawn": "2", "lost": "1"}).status_code == 303
    assert "<td><strong>23</strong></td>" in ask.get("/league").text
    for wrong in ({"won": "-1"}, {"won": "1000", "drawn": "1", "lost": "1"}, {}, {"won": "x"}):
        ask.post("/league", wrong)
    assert "<td><strong>23</strong></td>" in ask.get("/league").text


def test_the_results_of_one_person(ask: Asked) -> None:
    ask.database.take([("box-0001", result(50, ("Émile & Co", "Bea"), (0,)))])
    link = re.search(r'/results\?player=[^"]*mile[^"]*', ask.get("/league").text)
    assert link is not None
    text = ask.get(link[0]).text
    assert text.count("<tr role") == 1 and "Émile &amp; Co won." in text
    assert ask.get("/results?player=BEA").text.count("<tr role") == 5
    assert ask.get("/results?player=BEA&before=3").text.count("<tr role") == 2
    assert ask.get(f"/results?player={EVIL}").text.count(EVIL) == 0


def test_a_tournament_from_begin_to_end(ask: Asked) -> None:
    page = ask.get("/tournaments/1").text
    assert "Round 1" in page and "sits out" in page and "not played yet" in page
    wrong = ask.post("/tournaments/1", {"do": "next"})
    assert wrong.status_code == 400 and "The round is not over" in wrong.text
    for winner in ("7", "-1", "x", "ⅷ", ""):
        ask.post("/tournaments/1", {"do": "enter", "round": "1", "board": "1", "winner": winner})
    assert "not played yet" in ask.get("/tournaments/1").text
    ask.post("/tournaments/1", {"do": "enter", "round": "1", "board": "1", "winner": "0"})
    assert ask.post("/tournaments/1", {"do": "next"}).status_code == 303
    assert "Round 2" in ask.get("/tournaments/1").text
    ask.post("/tournaments/1", {"do": "delete"})
    assert ask.get("/tournaments/1").status_code == 200, "not without being sure"
    ask.post("/tournaments/1", {"do": "delete", "sure": "yes"})
    assert ask.get("/tournaments/1").status_code == 404
    refused = ask.post("/tournaments", {"name": "Cup", "players": "Ann"})
    assert refused.status_code == 400 and "2 to 256 different names" in refused.text
    assert ask.get("/tournaments/99999999999").status_code == 404


def test_nothing_that_is_told_is_a_program(ask: Asked) -> None:
    ask.database.take([("box-0003", result(9, (EVIL, '"onload=x'), (0,), why=EVIL, name=EVIL))])
    play = msgspec.structs.replace(STATE.play, players=(EVIL, "'"), name=EVIL)
    ask.tables.told_state("box-0003", msgspec.structs.replace(STATE, table=EVIL, play=play))
    ask.post("/tournaments", {"name": EVIL, "players": f"{EVIL}\nBea"})
    for path in (*PAGES, "/tournaments/2"):
        text = ask.get(path).text
        assert EVIL not in text and '"onload=x' not in text
    assert "&lt;script&gt;" in ask.get("/").text


def test_csv_is_whole_and_no_formula(ask: Asked) -> None:
    evil = '=HYPERLINK("http://x")'
    ask.database.take([("box-0003", result(9, (evil, "+Bea;, x"), (0,)))])
    answer = ask.get("/results.csv")
    assert answer.headers["content-disposition"] == 'attachment; filename="results.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert len(rows) == 5 and rows[0]["winners"] == f"'{evil}" and rows[0]["players"] == f"'{evil};' +Bea;, x"
    league = list(csv.DictReader(io.StringIO(ask.get("/league.csv").content.decode("utf-8-sig"))))
    assert {row["name"] for row in league} == {"Ann", "Bea", f"'{evil}", "'+Bea;, x"}
    assert "Cai" in ask.get("/tournaments/1.csv").text


@pytest.mark.parametrize(
    "name", ["=1+1", "\n=1+1", "a;=1+1", "a\t@x", 'a";-1+1', "a, +1", "\uff1d1", " =1", "x\r\n+1"]
)
def test_no_cell_of_a_spreadsheet_begins_with_a_formula_however_it_is_parted(ask: Asked, name: str) -> None:
    """Of programs that part cells by semicolons or tabs too (OWASP: CSV injection)."""
    ask.database.take([("box-0001", result(60, ("Ann", name)))])
    text = ask.get("/results.csv").content.decode("utf-8-sig")
    assert name.strip(" \r\n")[-2:] in text
    for parting in ",;\t":
        for cell in re.split(f'[{parting}"\r\n]', text):
            assert not cell.lstrip().startswith(("=", "+", "-", "@", "\uff1d")), (parting, cell)


def test_a_game_against_the_box_is_marked_and_counts_for_nobody(ask: Asked) -> None:
    note = "Games in which the box played count for nobody."
    before = ask.get("/league")
    assert note not in before.text
    ask.database.take([("box-0001", result(50, ("Ann", "Umbra"), (1,), by_box=(1,)))])
    assert "<bdi>Ann</bdi>, <bdi>Umbra (the box)</bdi>" in ask.get("/results").text
    league = ask.get("/league").text
    assert note in league and "Umbra" not in league
    newest = next(csv.DictReader(io.StringIO(ask.get("/results.csv").content.decode("utf-8-sig"))))
    assert newest["played by the box"] == "Umbra"
    assert "Umbra" not in ask.get("/league.csv").text


def ruled(ask: Asked, path: str, words: str) -> httpx.Response:
    """Presses the first key of a page that says this."""
    forms = re.findall(r"<form.*?</form>", ask.get(path).text, re.DOTALL)
    form = next(each for each in forms if f">{words}</button>" in each)
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    action = re.search(r'action="([^"]*)"', form)
    assert action is not None
    return ask.post(action[1].replace("&amp;", "&"), fields)


def test_a_result_that_the_owner_takes_away_counts_for_nothing(ask: Asked) -> None:
    league, cup = ask.get("/league").text, ask.get("/tournaments/1").text
    ask.database.take([("box-evil", result(77, ("Ann", "Bea"), (1,)))])
    assert ask.get("/league").text != league and "told by a box" in ask.get("/tournaments/1").text
    answer = ruled(ask, "/results?player=ann", "Do not count it")
    assert answer.status_code == 303 and answer.headers["location"] == "/results?player=ann"
    assert ask.get("/league").text == league and ask.get("/tournaments/1").text == cup
    assert "This result does not count." in ask.get("/results").text
    assert f"{77:016x}" not in ask.get("/results.csv").text
    ask.database.take([("box-evil", result(77, ("Ann", "Bea"), (1,), revision=5))])
    assert ask.get("/league").text == league, "nor does a higher revision"
    ruled(ask, "/results", "Let it count again")
    assert "told by a box" in ask.get("/tournaments/1").text
    assert "This result does not count." not in ask.get("/results").text


def test_a_box_is_shut_out_and_let_in_again(ask: Asked) -> None:
    league = ask.get("/league").text
    ask.database.take([("box-evil", result(77, ("Ann", "Bea"), (1,)))])
    ask.tables.told_state("box-evil", msgspec.structs.replace(STATE, table="Evil table"))
    assert "Evil table" in ask.get("/").text
    assert ask.post("/boxes", {"box": "box-evil", "counts": "no"}).headers["location"] == "/boxes?"
    assert ask.get("/league").text == league and "Evil table" not in ask.get("/").text
    assert "told by a box" not in ask.get("/tournaments/1").text
    assert "shut out" in ask.get("/boxes").text
    ruled(ask, "/boxes", "Let it in again")
    assert "Evil table" in ask.get("/").text and "told by a box" in ask.get("/tournaments/1").text


def test_only_the_owner_takes_anything_away(ask: Asked) -> None:
    fields = {"box": "box-0001", "key": result(1).key, "counts": "no"}
    for path in ("/results", "/boxes"):
        assert "<form" not in ask.get(path, by="192.168.1.9").text.split("<h1")[1].split("</main>")[0]
        assert ask.post(path, fields, by="192.168.1.9").status_code == 403
    for wrong in ({}, {"box": "../x", "key": fields["key"]}, {"box": "box-0001"}, fields | {"key": "x"}):
        assert ask.post("/results", wrong).status_code == 400
    assert len(ask.database.results()) == 4


def test_names_turn_nothing_about(ask: Asked) -> None:
    ask.database.take([("box-0001", result(50, ("Eve\u202eevE", "\u05d0\u05d1"), (0,)))])
    for path in ("/results", "/league"):
        text = ask.get(path).text
        assert "\u202e" not in text and "<bdi>EveevE</bdi>" in text and "<bdi>\u05d0\u05d1</bdi>" in text


def test_who_is_not_at_the_clubs_computer_may_only_look(ask: Asked) -> None:
    assert "Save as CSV" in ask.get("/league", by="192.168.1.9").text
    assert "Only the club’s computer itself" in ask.get("/league", by="192.168.1.9").text
    assert ask.get("/league", by="8.8.8.8").status_code == 403, "and nobody from outside the local network"
    form = {"won": "9", "drawn": "9", "lost": "9"}
    assert ask.post("/league", form, by="192.168.1.9").status_code == 403
    assert ask.post("/league", form, headers={"x-forwarded-for": "192.168.1.9"}).status_code == 403
    assert ask.post("/league", form, by="::ffff:127.0.0.1").status_code == 303


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "localhost.evil.example"}, 421),
        ({"host": ""}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://["}, 403),
        ({"origin": ""}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"host": "127.0.0.1:8470", "origin": "http://127.0.0.1:8470"}, 303),
        ({"host": "[::1]:8470", "origin": "http://[::1]:8470"}, 303),
        ({"sec-fetch-site": "same-origin"}, 303),
        ({"sec-fetch-site": "same-origin", "origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site", "origin": "null"}, 403),
        ({"sec-fetch-site": "same-origin", "origin": "http://evil.example"}, 403),
    ],
)
def test_other_sites_change_nothing(ask: Asked, headers: dict[str, str], status: int) -> None:
    form = {"won": "3", "drawn": "1", "lost": "0"}
    assert ask.post("/league", form, headers=headers).status_code == status


def test_what_is_refused_is_said_in_the_language_of_the_reader(ask: Asked) -> None:
    german = {"host": "evil.example", "accept-language": "de-CH,de;q=0.9"}
    assert "hat einen anderen Namen" in ask.get("/", headers=german).text
    french = ask.get("/", by="8.8.8.8", headers={"accept-language": "fr"})
    assert "réseau local" in french.text


@pytest.mark.parametrize("path", ["/tournaments/" + "9" * 5000, "/tournaments/" + "9" * 5000 + ".csv"])
def test_a_number_that_is_too_long_leads_nowhere(ask: Asked, path: str) -> None:
    assert ask.get(path).status_code == 404


def test_forms_that_are_none_or_too_long(ask: Asked) -> None:
    origin = {"origin": "http://localhost:8470"}
    assert ask("POST", "/league", headers=origin, json={"won": 1}).status_code == 400
    assert ask("POST", "/league", headers=origin).status_code == 400
    assert ask.post("/tournaments", {"players": "x" * 20_000}).status_code == 413
    assert ask.post("/league", {str(n): "" for n in range(99)}).status_code == 400
    assert ask("DELETE", "/league", headers=origin).status_code == 405


def test_who_asks_without_end_is_told_to_wait(ask: Asked) -> None:
    statuses = [ask.get("/nowhere", by="192.168.1.77").status_code for _ in range(int(AT_ONCE) + 5)]
    assert statuses == [404] * int(AT_ONCE) + [429] * 5
    assert ask.get("/", by="192.168.1.78").status_code == 200
    ask.now = 10.0
    assert ask.get("/", by="192.168.1.77").status_code == 200


def test_more_tables_and_results_than_one_page_holds(ask: Asked) -> None:
    for n in range(A_PAGE + 5):
        state = msgspec.structs.replace(STATE, table=f"Hall {n}")
        ask.tables.told_state(f"hall-{n:04}", state)
    ask.database.take([("box-0001", result(n)) for n in range(100, 100 + A_PAGE)])
    first, second = ask.get("/").text, ask.get("/?page=2").text
    assert first.count("data-box=") == A_PAGE and second.count("data-box=") == 7 and "Next tables" in first
    newest = ask.get("/results").text
    assert newest.count("<tr role") == A_PAGE
    older = re.search(r"/results\?before=(\d+)", newest)
    assert older is not None
    assert ask.get(older[0]).text.count("<tr role") == 4


def test_a_database_that_is_gone_is_said(ask: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    from ui.club.database import DatabaseTrouble

    def gone(*_: Any, **_more: Any) -> Callable[[], None]:
        raise DatabaseTrouble("gone: postgresql://u:s3cret@h/x")

    monkeypatch.setattr(ask.database, "results", gone)
    monkeypatch.setattr(ask.database, "stamp", gone)
    for path in ("/results", "/league", "/tournaments/1", "/results.csv"):
        answer = ask.get(path)
        assert answer.status_code == 503 and "s3cret" not in answer.text
    assert ask.get("/").status_code == 200, "the tables are live without it"
