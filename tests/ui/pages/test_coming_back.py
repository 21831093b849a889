"""A box comes back by itself to the game that lay on its table, with its own camera; where it cannot, it says why."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.game import Choice, legal
from companion.games import all_games
from tests.own_touches import own, send
from tests.situations.in_a_box import Machine
from tests.situations.maker import Maker
from ui.box.eyes import choose_looks
from ui.box.opening import Opened, OpeningFault
from ui.journal.store import OnTable, open_store
from ui.pages.agreement import Agreement, Draft, agree, typing_name, with_choice
from ui.pages.desk import AGAIN_S, FINE_S, MOST_TIMES, Desk
from ui.present.touches import ChooseGame, ComeBack, Goto, OpenKept, Resume, Start, Typed

GAME = all_games()["zoon_alternate"]
CHOICES = (Choice("simulated", "Simulated table"), Choice("picamera", "Pi camera"))


class Room:
    """A box in a folder: `start` is its plug. `lacks`: a source that cannot be opened."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.maker = folder, Maker(folder, GAME)
        self.opened: list[str] = []
        self.lacks = ""
        self.now = 0.0
        self.store: Any = None
        self.boot("first")
        self._patch = monkeypatch

    def boot(self, name: str) -> None:
        self._boot = name

    def open(self, referee: Any, book: Any, source: str) -> Opened:
        self.opened.append(source)
        if source == self.lacks:
            raise OpeningFault("expected a camera, found none")
        return self.maker.plain(referee, book, source)

    def start(self) -> Desk:
        """The app begins; whatever ran before is gone without a word."""
        self._patch.setattr("ui.journal.store._boot", lambda: self._boot)
        if self.store is not None:
            self.store.close()
        self.store = open_store(self.folder / "games")
        desk = Desk(self.store, self.open, Agreement((GAME,), lambda: CHOICES), clock=lambda: self.now)
        desk.be_box(Machine())
        self.opened.clear()
        return desk

    def played(self) -> Desk:
        """A game on the table, with the Pi camera, and an entry in it."""
        desk = self.start()
        assert desk.due() is None
        desk.send(Goto("seats"))
        desk.send(agree(Draft.seen_by, "picamera"))
        desk.send(Start())
        desk.session.tell(legal(GAME, desk.session.referee.state)[0])
        assert len(desk.session.referee.entries) == 1
        return desk


@pytest.fixture(autouse=True)
def printed_here(own_home: None) -> None:
    """It has been said which set lies before the camera."""
    choose_looks(("boarix", "monkus", "rhinogoths", "warus"), printed=True)


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    found = Room(tmp_path, monkeypatch)
    yield found
    found.store.close()


def due(desk: Desk) -> bool:
    """Whether the box lays a game by itself now; it is laid, as the app does it once a frame."""
    touch = desk.due()
    if touch is not None:
        assert isinstance(touch, ComeBack | OpenKept)
        desk.send(touch)
    return touch is not None


def test_it_comes_back_to_the_last_entry_with_the_games_own_camera(room: Room) -> None:
    room.played()
    desk = room.start()
    assert desk.page == "home" and desk.agreement.draft.source == "simulated"
    assert due(desk) and desk.page == "table"
    assert len(desk.session.referee.entries) == 1 and room.opened == ["picamera"]
    assert not due(desk)


@pytest.mark.parametrize("away", [Goto("home"), Goto("eye"), own("switch_off")])
def test_a_game_that_was_put_away_is_left_to_the_people(room: Room, away: Any) -> None:
    desk = room.played()
    if away == own("switch_off"):
        desk.send(Goto("power"))
    send(desk, away)
    desk = room.start()
    assert not due(desk) and desk.page == "home" and isinstance(desk.model().keys[0].action, Resume)


def test_a_page_over_the_game_does_not_put_it_away_nor_does_the_end_of_the_app(room: Room) -> None:
    desk = room.played()
    desk.send(Goto("settings"))
    desk.close()
    assert due(room.start())


def test_a_camera_that_is_late_is_waited_for(room: Room) -> None:
    room.played()
    desk = room.start()
    room.lacks = "picamera"
    assert due(desk) and desk.page == "home"
    assert desk.model().banner.words == "Expected a camera, found none"
    assert not due(desk)
    room.now = AGAIN_S[1]
    assert due(desk) and desk.page == "home"
    room.lacks = ""
    assert not due(desk)
    room.now = AGAIN_S[2]
    assert due(desk) and desk.page == "table"


def test_a_camera_that_never_comes_is_not_waited_for_longer_than_people_wait(room: Room) -> None:
    room.played()
    desk = room.start()
    room.lacks = "picamera"
    assert [due(desk) for room.now in (*AGAIN_S, 100.0, 1000.0)] == [True] * len(AGAIN_S) + [False, False]
    assert desk.model().banner is not None and isinstance(desk.model().keys[0].action, Resume)
    room.lacks = ""
    assert due(room.start()), "the next time it is there again"


def test_a_touch_ends_the_waiting(room: Room) -> None:
    room.played()
    desk = room.start()
    room.lacks = "picamera"
    assert due(desk)
    desk.send(Goto("settings"))
    desk.send(Goto("home"))
    room.now = 1000.0
    assert not due(desk)


def test_a_game_of_which_nobody_knows_what_watched_it_is_not_guessed_at(room: Room) -> None:
    room.played()
    played = room.store.games()[0]
    copy = room.store.add(played.game, played.players, room.store.kept(played.id).lines, None)
    OnTable(room.store.path).lay(room.store.played(copy).started)
    desk = room.start()
    assert due(desk) and room.opened == []
    assert desk.model().banner.words == "It is not known any more what watched this game."
    assert isinstance(desk.model().keys[0].action, Resume)


def test_a_record_that_cannot_be_played_is_said_on_the_first_page(room: Room) -> None:
    room.played()
    id = room.store.add(GAME.id, ("A", "B"), ('{"nothing": 1}',), None)
    OnTable(room.store.path).lay(room.store.played(id).started)
    desk = room.start()
    assert due(desk)
    assert desk.page == "home" and desk.model().banner is not None and room.opened == []


@pytest.mark.parametrize("text", ["", "{", "[]", '{"started": 3}', "\xff"])
def test_a_file_that_cannot_be_read_costs_nothing(room: Room, text: str) -> None:
    room.played()
    (room.folder / "on-table.json").write_bytes(text.encode("latin-1"))
    desk = room.start()
    assert not due(desk) and isinstance(desk.model().keys[0].action, Resume)


def test_a_game_that_ends_the_program_each_time_is_left_alone_until_the_machine_is_started_anew(
    room: Room,
) -> None:
    room.played()
    for _time in range(MOST_TIMES):
        assert due(room.start())
    desk = room.start()
    assert not due(desk)
    assert "ended too often" in desk.model().banner.words and isinstance(desk.model().keys[0].action, Resume)
    room.boot("second")
    assert due(room.start())


def test_pulled_plugs_and_games_that_are_played_on_do_not_count(room: Room) -> None:
    room.played()
    for number in range(2 * MOST_TIMES):
        room.boot(str(number))
        assert due(room.start())
    for _time in range(2 * MOST_TIMES):
        desk = room.start()
        assert due(desk)
        room.now += FINE_S
        desk.tick()


def test_of_a_game_that_ended_just_before_the_plug_was_pulled_the_end_is_shown_once(room: Room) -> None:
    desk = room.played()
    assert desk.opened is not None and desk.opened.session.book is not None
    desk.opened.session.book.finish("A won")
    desk = room.start()
    assert due(desk) and desk.page == "kept" and room.opened == []
    assert desk.model().title.endswith("Player 1 – Player 2")
    assert not due(desk) and OnTable(room.store.path).laid is None
    assert not due(room.start()), "the next day begins at home"


def test_a_game_that_was_deleted_is_not_looked_for(room: Room) -> None:
    room.played()
    OnTable(room.store.path).lay("2020-01-01T00:00:00+00:00")
    desk = room.start()
    assert not due(desk) and desk.page == "home" and OnTable(room.store.path).laid is None


def test_outside_of_a_box_nothing_is_laid_by_itself_and_nothing_noted(room: Room) -> None:
    room.played()
    OnTable(room.store.path).clear()
    desk = room.start()
    desk = Desk(room.store, room.open, Agreement((GAME,), lambda: CHOICES))
    desk.send(desk.model().keys[0].action)
    assert desk.page == "table" and desk.due() is None
    assert not (room.folder / "on-table.json").exists()


def test_what_was_agreed_the_last_time_is_agreed_after_another_start_too(room: Room) -> None:
    desk = room.start()
    desk.send(Goto("seats"))
    for touch in (
        agree(typing_name, 0),
        Typed("Ann"),
        agree(Draft.played_by_box, 1, "strong"),
        agree(with_choice, "tribes", 0, "monkus"),
        Start(),
    ):
        desk.send(touch)
    before = desk.agreement.draft
    desk.session.tell(legal(GAME, desk.session.referee.state)[0])
    desk.send(Goto("home"))
    desk = room.start()
    desk.send(ChooseGame(GAME.id))
    draft = desk.agreement.draft
    assert draft.names == before.names and draft.box == before.box == ("", "strong")
    assert draft.setup().options == before.setup().options
    desk.send(Start())
    assert desk.session.referee.setup.players[0] == "Ann"
    assert desk.side is not None and set(desk.side.box.seats) == {1}


def test_of_a_game_without_names_each_begins_in_the_language_of_the_day(room: Room) -> None:
    room.played()
    desk = room.start()
    assert desk.agreement.draft.names == ("", "")
