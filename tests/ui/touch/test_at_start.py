"""The app opens whatever lies in its folder, says what it could not read, and offers what helps."""

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.game import Setup, checked, legal
from companion.games import all_games
from tests.situations.maker import Maker
from tests.ui.journal.journals import file_of, fill
from tests.ui.pages.test_past_games import another_game
from ui.journal.store import VERSION, Write, open_store, sealed
from ui.owned.settings import SettingsKept
from ui.places import games_folder
from ui.present.touches import Goto, do
from ui.records.beginning import begin
from ui.touch.main import configure, keep_log, make_desk

GAME = all_games()["zoon_alternate"]


def a_file(journal: Path) -> None:
    journal.write_text("no folder")


def a_pipe(journal: Path) -> None:
    os.mkfifo(journal)


def a_newer_one(journal: Path) -> None:
    fill(journal, (3,))
    file_of(journal, 1).write_bytes(sealed(Write("at", VERSION + 1, "sample", (), ("{}",))))


def no_folder(journal: Path) -> None:
    journal.parent.rmdir()
    journal.parent.write_text("a file")


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("ZO_HOME", str(home))
    settings = tmp_path / "settings.json"
    monkeypatch.setattr("ui.owned.settings.settings_file", lambda: settings)
    SettingsKept().change(language="en")  # else the first page of all asks for it
    return home / "games"


@pytest.mark.parametrize("lies", [a_file, a_pipe, a_newer_one, no_folder])
def test_what_cannot_be_read_is_said_and_a_game_can_be_played(
    lies: Callable[[Path], None], journal: Path
) -> None:
    lies(journal)
    desk = make_desk(source="simulated")
    model = desk.model()
    assert model.banner is not None and "not kept" in model.banner.words
    assert model.keys[0].action == do(desk.kept.begin_empty)
    desk.kept.opener = Maker(journal.parent.parent, GAME).plain
    desk.send(Goto("seats"))
    desk.agreement.choose_game(GAME.id)
    another_game(desk)
    assert desk.model().trouble.words == "This game is not kept."
    desk.close()


@pytest.mark.parametrize("lies", [a_file, a_pipe, a_newer_one])
def test_an_empty_journal_is_begun_beside_what_cannot_be_read(
    lies: Callable[[Path], None], journal: Path
) -> None:
    lies(journal)
    before = journal.stat().st_ino
    desk = make_desk(source="simulated")
    desk.send(do(desk.kept.begin_empty))
    aside = journal.with_name("games.aside-1")
    assert aside.stat().st_ino == before
    notice = desk.model().banner
    assert notice.words == "An empty journal was begun. The old one is kept beside it."
    assert notice.more == str(aside) and isinstance(desk.model().keys[0].action, Goto)
    desk.kept.opener = Maker(journal.parent.parent, GAME).plain
    desk.send(Goto("seats"))
    another_game(desk)
    assert desk.kept.store.games()[0].entries == 1 and desk.model().trouble is None
    desk.close()


def test_a_second_program_looks_on_and_may_try_again(journal: Path) -> None:
    first = open_store(journal)
    first.begin("zoon_alternate").write(("{}", "{}"))
    desk = make_desk(source="simulated")
    model = desk.model()
    assert model.banner is not None and "another window of this program is writing here" in model.banner.words
    desk.send(Goto("past"))
    assert len(desk.model().answers) == 1
    desk.send(Goto("home"))
    desk.send(do(desk.kept.reopen))
    assert "another window of this program" in desk.model().banner.words
    first.close()
    desk.send(do(desk.kept.reopen))
    assert desk.kept.store.read_only_because is None


def test_on_a_disk_that_cannot_be_written_games_are_shown_and_played_and_nothing_is_promised(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = Maker(journal.parent.parent, GAME).plain
    desk = make_desk(source="simulated")
    desk.kept.opener = plain
    desk.send(Goto("seats"))
    desk.agreement.choose_game(GAME.id)
    another_game(desk)
    desk.close()
    desk.kept.store.close()
    (file,) = journal.glob("*.jsonl")
    whole = file.read_bytes()
    opened = os.open

    def read_only(name: Any, flags: int, *more: Any, **named: Any) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY) and str(journal.parent) in str(name):
            raise OSError(30, "Read-only file system")
        return opened(name, flags, *more, **named)

    monkeypatch.setattr(os, "open", read_only)
    desk = make_desk(source="simulated")
    desk.kept.opener = plain
    words = "Games played now are not kept, as the journal's file, its folder or the disk is read-only."
    assert desk.model().banner.words == words
    desk.send(desk.model().keys[0].action)
    session = desk.session
    session.tell(legal(GAME, session.referee.state)[0])
    assert len(session.referee.entries) == 2 and desk.model().trouble.words == "This game is not kept."
    assert file.read_bytes() == whole
    desk.send(Goto("past"))
    desk.send(desk.model().answers[0].action)
    desk.send(Goto("deleting"))
    desk.send(desk.model().keys[1].action)
    assert len(desk.kept.store.games()) == 1 and "read-only" in desk.model().banner.words
    desk.close()


def test_whatever_a_kept_game_does_the_app_opens(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(journal)
    store.add("zoondo", ("Ann", "Ben"), ('{"v":1,"game":"zoondo","setup":{"seats":2}}', "{}"), None)
    store.close()

    def broken(*_about: Any) -> Any:
        raise TypeError("unhashable type: 'list'")

    monkeypatch.setattr("ui.pages.kept.kept_record", broken)
    desk = make_desk(source="simulated")
    assert "cannot play the game" in desk.model().banner.words
    desk.close()


def test_without_a_folder_to_write_in_kivy_and_the_log_do_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.write_text("a file")
    monkeypatch.setenv("KIVY_HOME", str(home / "kivy"))
    configure(home)
    assert Path(os.environ["KIVY_HOME"]).is_dir()
    keep_log(home / "companion.log")


def test_f1_opens_nothing(drive: Callable[..., Any], tmp_path: Path) -> None:
    from tests.ui.audit import walk

    driver = drive(Maker(tmp_path, GAME).home())
    shown = [type(widget) for widget in walk(driver.app.root)]
    driver.app._on_keyboard_settings(None, 282)
    driver.run(0.2)
    assert driver.app._app_settings is None
    assert [type(widget) for widget in walk(driver.app.root)] == shown


def test_what_a_damaged_journal_cost_is_said_at_home_in_plain_words(journal: Path) -> None:
    store = open_store(journal)
    store.add("sample", (), ("no game of ours", "one"), None)
    store.close()
    file = file_of(journal, 1)
    file.write_bytes(file.read_bytes().replace(b"one", b"two"))
    desk = make_desk(source="simulated")
    notice = desk.model().banner
    assert notice is not None
    told = "The games kept here were damaged. The end of one game is lost. The damaged file is kept."
    assert told in notice.words and "/" not in notice.words
    assert "This version cannot play the game" in notice.words
    desk.close()


def test_the_first_screen_speaks_as_was_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    SettingsKept().change(language="fr")
    with closing(open_store(games_folder())) as store:
        begin(store, GAME, checked(GAME, Setup(2)))
    desk = make_desk(source="simulated")
    (game,) = desk.kept.unfinished
    assert game.how == "au début"
    desk.close()
