"""Any kept game is gone on with, told, saved, deleted and put back; games in which nothing happened do not pile up."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.game import Choice, legal
from companion.games import all_games
from tests.situations.maker import Maker
from tests.ui.box.test_secrecy import SHOWN, ZOONDO, header_of, named, played, zoon_names
from ui.box.eyes import choose_looks
from ui.box.opening import Opened, OpeningFault
from ui.journal.store import open_store
from ui.pages.agreement import Agreement, Draft, agree
from ui.pages.desk import Desk
from ui.present.touches import ChooseGame, Goto, PageBack, Quit, Resume, Start
from ui.records.recount import plugged_in, save_record

GAME = all_games()["zoon_alternate"]
Make = Callable[[str], Desk]
REFUSED = '{"v":1,"game":"zoondo","setup":{"seats":2,"options":[["tribes","boarix,kobolds"]]}}'


@pytest.fixture(autouse=True)
def printed_here(own_home: None) -> None:
    """It has been said which set lies before the camera."""
    choose_looks(("boarix", "monkus", "rhinogoths", "warus"), printed=True)


def words_of(desk: Desk) -> list[str]:
    return [key.words for key in desk.model().answers]


def press(desk: Desk, words: str) -> None:
    desk.send(next(key.action for key in desk.model().answers if key.words == words))


def another_game(desk: Desk) -> None:
    """Begins one more game, in which something happens."""
    desk.send(Goto("seats"))
    desk.send(Start())
    session = desk.session
    session.tell(legal(session.referee.game, session.referee.state)[0])
    assert len(session.referee.entries) == 1


def test_a_game_before_the_last_can_be_gone_on_with(fresh: Make) -> None:
    desk = fresh("home-resume")
    entries = desk.kept.store.games()[0].entries
    another_game(desk)
    desk.send(Goto("home"))
    desk.send(Goto("past"))
    assert [key.icon for key in desk.model().answers] == ["play", "play"]
    desk.send(desk.model().answers[1].action)
    press(desk, "Go on")
    assert desk.page == "table" and len(desk.session.referee.entries) == entries


def test_a_game_begun_by_a_slip_hides_none_and_is_let_go_of(fresh: Make) -> None:
    desk = fresh("home-resume")
    first = desk.kept.store.games()[0].id
    for _slip in range(2):
        desk.send(Goto("seats"))
        desk.send(Start())
        desk.send(Goto("home"))
    model = desk.model()
    assert "just begun" in model.keys[0].detail
    assert model.keys[1].action == Resume(first)
    assert len(desk.kept.store.games()) == 2
    desk.send(Goto("past"))
    assert len(desk.model().answers) == 1


def test_a_refused_start_leaves_nothing_behind(tmp_path: Path) -> None:
    def closed(_referee: Any, _book: Any, _source: str) -> Opened:
        raise OpeningFault("picamera: expected a camera, found none")

    store = open_store(tmp_path / "games")
    desk = Desk(store, closed, Agreement((GAME,), lambda: (Choice("picamera", "Pi camera"),)))
    for _time in range(2):
        desk.send(Goto("seats"))
        desk.send(Start())
        assert "expected a camera" in desk.model().banner.words
    assert store.games() == ()


def test_a_deleted_game_is_in_the_bin_and_can_be_put_back(fresh: Make) -> None:
    desk = fresh("home-resume")
    store = desk.kept.store
    (game,) = store.games()
    lines, times = store.kept(game.id).lines, store.kept(game.id).times
    desk.send(Goto("past"))
    desk.send(desk.model().answers[0].action)
    press(desk, "Delete")
    assert store.games() == (game,)
    press(desk, "Delete it")
    assert desk.page == "past" and store.games() == () and "can be put back" in desk.model().banner.words
    desk.send(Goto("bin"))
    desk.send(desk.model().keys[0].action)
    (back,) = store.games()
    assert (back.players, back.started, back.entries) == (game.players, game.started, game.entries)
    assert (store.kept(back.id).lines, store.kept(back.id).times) == (lines, times)
    assert store.deleted() == ()
    desk.send(Goto("home"))
    desk.send(desk.model().keys[0].action)
    assert desk.page == "table"


def test_a_move_cut_short_loses_no_game_and_doubles_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(tmp_path / "games")
    id = store.add("sample", ("Ann",), ("head", "one"), None)

    def cut(*_about: Any) -> None:
        raise KeyboardInterrupt

    for move, others in ((store.delete, store.deleted), (store.restore, store.games)):
        for holder, name in ((Path, "rename"), (os, "fsync")):
            with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
                patched.setattr(holder, name, cut)
                move(id)
            assert len(store.games()) + len(store.deleted()) == 1
        (kept,) = others()
        assert (kept.id, kept.entries) == (id, 1)
    store.close()
    again = open_store(tmp_path / "games")
    assert again.repaired is None and len(again.games()) == 1
    again.close()


def test_a_kept_game_is_saved_as_a_file_and_its_place_is_said(fresh: Make, tmp_path: Path) -> None:
    desk = fresh("past")
    won = next(key for key in desk.model().answers if "won" in key.detail)
    desk.send(won.action)
    press(desk, "Export")
    press(desk, "A page to read (HTML)")
    page = Path(desk.model().banner.words.removeprefix("Saved as "))
    assert page.suffix == ".html" and "wins" in page.read_text()
    press(desk, "The record (JSON lines)")
    said = desk.model().banner.words
    file = Path(said.removeprefix("Saved as "))
    lines = file.read_text().splitlines()
    assert json.loads(lines[0])["game"] == "zoon_alternate" and len(lines) == 67


def test_of_a_game_that_goes_on_no_secret_is_saved(tmp_path: Path) -> None:
    referee = played(ZOONDO, SHOWN, 12)
    store = open_store(tmp_path / "games")
    lines = (header_of(referee), *(entry.line() for entry in referee.entries))
    id = store.add(ZOONDO.id, referee.setup.players, lines, None)
    saved = save_record(store, store.played(id)).read_text()
    assert named("".join(lines), zoon_names(SHOWN)) and named(saved, zoon_names(SHOWN)) == []
    assert len(saved.splitlines()) == len(lines)


def test_of_a_game_that_goes_on_a_page_tells_no_secret_either(tmp_path: Path) -> None:
    referee = played(ZOONDO, SHOWN, 12)
    store = open_store(tmp_path / "games")
    lines = (header_of(referee), *(entry.line() for entry in referee.entries))
    id = store.add(ZOONDO.id, referee.setup.players, lines, None)
    assert named(save_record(store, store.played(id), "html").read_text(), zoon_names(SHOWN)) == []


def test_only_what_is_plugged_in_is_a_stick(tmp_path: Path) -> None:
    (tmp_path / "left-over").mkdir()
    assert plugged_in((tmp_path,)) == []
    assert plugged_in((Path("/"),)) != [] or not any(each.is_mount() for each in Path("/").glob("*"))


def test_a_kept_game_whose_setup_is_refused_is_said_and_can_be_deleted(tmp_path: Path) -> None:
    store = open_store(tmp_path / "games")
    another = Desk(store, Maker(tmp_path, GAME).plain, Agreement((GAME,), lambda: (Choice("s", "S"),)))
    another_game(another)
    another.close()
    for line in (REFUSED, REFUSED.replace("kobolds", "warus")):
        store.add("zoondo", ("Ann", "Ben"), (line, '{"seq":0,"by":"touch","kind":["x"]}'), None)
    desk = Desk(store, Maker(tmp_path, GAME).plain, Agreement((GAME,), lambda: (Choice("s", "S"),)))
    model = desk.model()
    assert model.banner is not None and "cannot play the game" in model.banner.words
    assert "kobolds" not in model.banner.words
    assert "Zoon (alternate" in model.keys[0].words and isinstance(model.keys[0].action, Resume)
    desk.send(Goto("past"))
    desk.send(desk.model().answers[0].action)
    assert words_of(desk) == ["Export", "Delete"] and desk.model().banner.tone == "trouble"
    press(desk, "Delete")
    press(desk, "Delete it")
    assert len(store.games()) == 2


def test_a_game_is_gone_on_with_from_the_source_that_it_was_played_with(tmp_path: Path) -> None:
    opened: list[str] = []
    plain = Maker(tmp_path, GAME).plain

    def opener(referee: Any, book: Any, source: str) -> Opened:
        opened.append(source)
        if source == "picamera" and len(opened) > 2:
            raise OpeningFault("picamera: expected a camera, found none")
        return plain(referee, book, source)

    choices = (Choice("simulated", "Simulated table"), Choice("picamera", "Pi camera"))
    store = open_store(tmp_path / "games")
    desk = Desk(store, opener, Agreement((GAME,), lambda: choices))
    desk.send(Goto("seats"))
    desk.send(agree(Draft.seen_by, "picamera"))
    desk.send(Start())
    desk.close()
    for again in range(2):
        desk = Desk(store, opener, Agreement((GAME,), lambda: choices))
        assert desk.agreement.draft.source == "simulated"
        desk.send(desk.model().keys[0].action)
        assert opened[-1] == "picamera" and desk.page == ("unseen" if again else "table")
        if not again:
            desk.close()
    assert "expected a camera" in desk.model().banner.words
    press(desk, "Simulated table")
    assert desk.page == "table" and opened[-1] == "simulated"


def test_quitting_asks_while_a_game_has_not_ended(fresh: Make) -> None:
    desk = fresh("home")
    desk.send(Quit())
    assert desk.quitting
    desk = fresh("home-resume")
    desk.send(Quit())
    assert not desk.quitting and "is kept" in desk.model().body[0]
    desk.send(PageBack())
    assert desk.page == "home"
    desk.send(Quit())
    press(desk, "Quit")
    assert desk.quitting


def test_the_games_stand_in_one_order_and_each_proposes_its_own_number_of_players(tmp_path: Path) -> None:
    games = tuple(all_games().values())
    store = open_store(tmp_path / "games")
    store.add("zong", ("A", "B", "C"), ("{}", "{}"), "A won")
    store.add("zoondo", ("A", "B"), ("{}", "{}"), "A won")
    agreement = Agreement(games, lambda: (Choice("simulated", "S"),), first=all_games()["zoondo"])
    desk = Desk(store, Maker(tmp_path, GAME).plain, agreement)
    desk.send(Goto("games"))
    (tiles,) = desk.model().rows
    assert [tile.words for tile in tiles] == [game.name for game in games]
    assert [tile.id for tile in tiles if tile.is_last] == ["zoondo"]
    for game, seats in (("zong", 3), ("zombinion", all_games()["zombinion"].seats[0])):
        desk.send(Goto("games"))
        desk.send(ChooseGame(game))
        assert desk.agreement.draft.seats == seats


def test_back_leads_one_page_back(fresh: Make) -> None:
    desk = fresh("home")
    desk.send(Goto("eye"))
    desk.send(Goto("check"))
    desk.send(PageBack())
    assert desk.page == "eye"
    desk.send(PageBack())
    assert desk.page == "home"
    desk.send(Goto("games"))
    desk.send(ChooseGame("zoon_alternate"))
    desk.send(Start())
    for page in ("check", "history"):
        desk.send(Goto(page))
        desk.send(PageBack())
        assert desk.page == "table"
