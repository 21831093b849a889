"""A game in a package of its own, announced as an entry point, with a face in it: all that a game may have, it has.

Nothing else of the project names it. What the contract tests ask of every game is asked of it too, as they stand.
"""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pypdfium2
import pytest

from companion import homes
from companion.game import Game, Over, Setup, legal
from companion.games import all_games
from companion.journal import opened, play_while_valid, read_record
from tests.own_touches import own, send
from tests.situations.screens import situations
from tests.toys.quay.rules import BALES, Berthed, Threw
from tests.toys.quay.side import places
from tests.ui.conftest import SIZES
from tests.ui.demo.test_demo import Stage
from tests.ui.fingers import Player, Room, walk
from tests.ui.sizes import dealt, named
from tests.ui.web.browser import ABSENT, CHROMIUM, DRIVER, browser
from tests.ui.web.test_in_browser import Table, errors, key, let_in, until
from ui.box.opening import open_table, sources
from ui.cli import run_command
from ui.faces import face as registry
from ui.journal.store import Store, open_store
from ui.pages.agreement import Agreement
from ui.pages.desk import Desk
from ui.pages.front import own_pages
from ui.pages.private_view import PrivateView
from ui.present.touches import Goto, PageBack, ResumeWith, at
from ui.records.beginning import begin, game_and_setup, resume
from ui.records.recount import exported

ROOT = Path(__file__).parents[3]
CONTRACT = (
    "contract",
    "abilities",
    "rules_as_written",
    "waivers",
    "positions",
    "plain_words",
    "contests",
    "followed_games",
)
SITUATIONS = (
    *("seats", "options", "asked", "first", "curtain", "alone", "play", "later", "menu", "telling"),
    *("square", "dispute", "back", "history", "over"),
)
NAMED = re.compile(r"\bquay\b", re.IGNORECASE)
Drive = Callable[..., Any]


@pytest.fixture(scope="session")
def announced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as an installed distribution leaves it."""
    folder = tmp_path_factory.mktemp("installed")
    told = folder / "quay-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: quay\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text(f"[{homes.GROUP}]\nquay = tests.toys.quay\n")
    return folder


@pytest.fixture(autouse=True, scope="module")
def installed(announced: Path) -> Iterator[None]:
    """It is installed; what was remembered of games before is forgotten, and so is what is remembered of it."""
    remembered = (homes.homes, all_games, registry.all_faces, own_pages, registry._own)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(announced)
        for known in remembered:
            known.cache_clear()
        yield
    for known in remembered:
        known.cache_clear()


def run(announced: Path, *words: str) -> str:
    """What a process of its own prints that has the game installed."""
    path = os.pathsep.join((str(announced), str(ROOT)))
    done = subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def quay() -> Game[Any]:
    return all_games()["quay"]


def board_in(driver: Any) -> Any:
    """The board on the screen."""
    return next(widget for widget in walk(driver.app.root) if hasattr(widget, "to_px"))


class Fingers(Player):
    """Plays it by fingers alone, on its own board."""

    @property
    def board(self) -> Any:
        return board_in(self.driver)

    def drag(self, bale: str, x: float, y: float) -> None:
        """Drags a bale to a place in mm."""
        view = self.board
        start = next((left, low) for name, left, low in view.model.bales if name == bale)
        self.driver.drag(view.to_window(*view.to_px(*start)), view.to_window(*view.to_px(x, y)))

    def to(self, bale: str, region: str) -> None:
        """Drags a bale into a region, where no other bale comes to lie."""
        referee = self.session.referee
        found = next(each for each in referee.game.table(referee.setup).regions if each.name == region)
        x, aside = found.centre[0], {"tea": -28.0, "wool": 0.0, "oil": 28.0}[bale]
        self.drag(bale, x + aside if region == "store" else x + aside / 2, found.centre[1] + aside / 2)

    def choose(self, name: str, berth: str) -> None:  # type: ignore[override]
        """Somebody chooses in secret."""
        for words in (
            f"{name} chooses in secret",
            f"{name}: touch to open",
            berth,
            f"{name} has chosen a berth",
        ):
            self.press(words)
            self.driver.run(0.5)

    def turn(self, *berths: str) -> None:
        """One turn: the three bales are thrown there, then carried back in another order."""
        entries = len(self.session.referee.entries)
        for bale, berth in zip(("tea", "wool", "oil"), berths, strict=True):
            self.to(bale, berth)
            self.settle()
        for bale in ("oil", "tea", "wool"):
            self.to(bale, "store")
            self.settle()
        assert len(self.session.referee.entries) == entries + 6, self.session.reply

    def settle(self, seconds: float = 1.0) -> None:
        if self.session.has_camera:
            super().settle(seconds)
        self.driver.run(0.2)


def begun(drive: Drive, store: Store, opener: Any, room: Room, size: tuple[int, int] = SIZES[0]) -> Fingers:
    """Agreed on by touch among all games, and begun; both have chosen a berth."""
    named = None if opener is open_table else "simulated"
    desk = Desk(store, opener, Agreement(tuple(all_games().values()), sources, named))
    player = Fingers(drive(desk, size), desk, room)
    player.press("New game")
    for words in ("Quay", "Rules agreed", "One", "Not cut out", "They are cut out"):
        player.press(words)
    assert desk.agreement.draft.facts == (("bales", "cut out"),)
    player.press("Start")
    player.driver.run(0.2)
    player.settle()
    player.choose("Player 1", "west")
    player.choose("Player 2", "east")
    return player


@pytest.mark.parametrize("size", SIZES[1:], ids=lambda size: f"{size[0]}x{size[1]}")
def test_its_bales_are_thrown_and_carried_on_other_screens(
    size: tuple[int, int], drive: Drive, tmp_path: Path
) -> None:
    player = begun(drive, open_store(tmp_path / "games"), open_table, Room(), size)
    player.turn("west", "west", "middle")
    assert len(player.session.referee.entries) == 8, "two berths, three bales thrown and three carried"
    player.desk.close()


def test_it_is_agreed_on_and_played_by_touch_to_its_winner(drive: Drive, tmp_path: Path) -> None:
    store = open_store(tmp_path / "games")
    player = begun(drive, store, open_table, Room())
    player.to("tea", "store")
    assert len(player.session.referee.entries) == 2, "a bale that was dropped where it lay tells nothing"
    player.turn("west", "west", "middle")
    player.turn("middle", "east", "west")
    turn = player.session.reply.turn
    assert isinstance(turn, Over) and turn.winners == (0,) and turn.why == "The ships load 6 and 2."
    assert player.desk.model().kind == "over"
    record = read_record(store.kept(store.games()[0].id).lines, all_games())
    assert opened(record.game, record.setup, record.entries).state == player.session.referee.state
    assert {entry.by for entry in record.entries} == {"touch"}
    player.desk.close()


def test_on_the_simulated_table_what_is_dragged_is_seen(drive: Drive, tmp_path: Path) -> None:
    room = Room()
    player = begun(drive, open_store(tmp_path / "games"), room.open, room)
    player.turn("west", "west", "middle")
    player.turn("middle", "east", "west")
    assert isinstance(player.session.reply.turn, Over)
    assert [entry.by for entry in player.session.referee.entries] == ["touch"] * 2 + ["camera"] * 12
    player.desk.close()


@pytest.mark.parametrize(("name", "size"), dealt(SITUATIONS), ids=named)
def test_every_page_of_it_is_whole(name: str, size: tuple[int, int], drive: Drive, tmp_path: Path) -> None:
    from tests.ui.audit import complaints

    desk = situations(tmp_path)[f"quay-{name}"]()
    driver = drive(desk, size)
    driver.run(0.2)
    assert complaints(driver.app.root) == []
    desk.close()


def test_its_situations_are_these(tmp_path: Path) -> None:
    names = situations(tmp_path)
    assert {name for name in names if name.startswith("quay-")} == {f"quay-{name}" for name in SITUATIONS}


def test_what_one_crew_alone_may_know_stands_on_no_page_that_all_see(tmp_path: Path) -> None:
    desk = situations(tmp_path)["quay-later"]()
    state = desk.session.referee.state
    assert all(state.berths), "both have chosen"
    told = "The ship lies at the"
    assert told not in repr(desk.model())
    desk.send(Goto("history"))
    assert not any(berth in line.words for line in desk.model().rows[-2:] for berth in state.berths)
    desk.send(PageBack())
    desk.send(at(PrivateView.draw_curtain, 1))
    assert told not in repr(desk.model())
    desk.send(at(PrivateView.open_curtain))
    assert f"{told} {state.berths[1]} berth" in repr(desk.model())
    desk.close()


def test_what_can_only_be_looked_at_closes_with_the_finger(tmp_path: Path, drive: Drive) -> None:
    from ui.widgets.keys import EdgeKey

    desk = situations(tmp_path)["quay-later"]()
    driver = drive(desk, (800, 480))
    acting = desk.session.reply.turn.seats
    (seat,) = {0, 1} - set(acting)
    driver.app.send(at(PrivateView.draw_curtain, seat))
    driver.run(0.1)
    key = next(widget for widget in walk(driver.app.root) if isinstance(widget, EdgeKey))
    assert key.button.let_go is not None and not key.button.stays
    driver.touch(*key.center)
    assert desk.model().kind == "play", "not even a short touch leaves it open"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_plays_itself_and_all_but_the_secret_is_seen(seed: int) -> None:
    from ui.faces.face import face_of

    stage = Stage(seed, "quay")
    face_of(quay()).set_out(stage.table, stage.referee.state)
    lines = list(stage.demo.play())
    assert isinstance(stage.referee.now().turn, Over)
    assert len(lines) == len(stage.referee.entries) == 26
    told = [entry for entry in stage.referee.entries if entry.by != "camera"]
    assert [type(entry.event).__name__ for entry in told] == ["Berthed", "Berthed"]


def test_pictures_of_it_are_painted_and_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["demo", "quay", "--headless", "--events", "6"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "throws the" in said[2] and "carries the" in said[5]
    assert "6 events, 2 told, 0 asked" in said[-1]


def test_it_is_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "quay.pdf"
    assert run_command(["print", "quay", "-o", str(path)]) == 0
    assert "6 sheets" in capsys.readouterr().out
    document = pypdfium2.PdfDocument(path)
    words = "".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    assert all(word in words for word in ("Glue them onto card", "west", "store", "tea", "wool", "oil"))


def touched_game(path: Path, most: int = 100) -> Store:
    """A journal with a game of it, played to its end by what people tell, or for so many entries."""
    store = open_store(path)
    referee, _book = begin(store, *game_and_setup("quay", None, []))
    for event in (Berthed(0, "west"), Berthed(1, "east")):
        referee.tell(event, "touch")
    chance = Random(1)
    while not isinstance(referee.game.turn(referee.state), Over) and len(referee.entries) < most:
        referee.tell(chance.choice(legal(referee.game, referee.state)), "touch")
    return store


def test_its_board_is_played_on_by_single_touches(drive: Drive, tmp_path: Path) -> None:
    player = begun(drive, open_store(tmp_path / "games"), open_table, Room())

    def touch(name: str) -> None:
        square = next(each for each in player.board.squares() if each.name == name)
        x, y, wide, high = square.box
        player.driver.touch(*player.board.to_window(x + wide / 2, y + high * 0.9))
        player.driver.run(0.2)

    entries = len(player.session.referee.entries)
    for bale, berth in (("tea", "west"), ("oil", "middle")):
        touch(bale)
        assert player.board.model.lifted == bale
        player.driver.touch(*player.board.to_window(*player.board.to_px(*middle_of(berth))))
        player.driver.run(0.2)
    assert [entry.event for entry in player.session.referee.entries[entries:]] == [
        Threw(0, "tea", "west"), Threw(0, "oil", "middle"),
    ]  # fmt: skip
    player.desk.close()


def middle_of(region: str) -> tuple[float, float]:
    table = quay().table(Setup(2))
    return next(each.centre for each in table.regions if each.name == region)


def test_its_board_is_on_the_exported_page_at_every_turn(tmp_path: Path) -> None:
    with closing(touched_game(tmp_path / "games")) as store:
        page = exported(store, 1, "html")
    boards = re.findall(r"<svg viewBox=\"0 0 260 200\".*?</svg>", page, re.DOTALL)
    assert len(boards) == len(re.findall(r"The board after entry", page)) > 3
    for board in boards:
        assert all(f">{bale}<" in board for bale in BALES) and "<circle" in board
    assert len(set(boards)) > 2, "it shows where things lay then"


def test_its_board_is_in_the_replay(tmp_path: Path, drive: Drive) -> None:
    store = touched_game(tmp_path / "games", most=9)
    desk = Desk(store, open_table, Agreement(tuple(all_games().values()), sources, "simulated"))
    desk.send(ResumeWith(1, "touch"))
    desk.send(Goto("replay"))
    driver = drive(desk)
    driver.run(0.2)
    walked = desk.session.referee
    states = play_while_valid(walked.game, walked.setup, walked.entries)[0]
    known = [places(walked.game.table(walked.setup), state) for state in states]
    view = board_in(driver)
    assert view.model.bales == known[-1]
    place = next(n for n, bales in enumerate(known) if n > 2 and bales != known[-1])
    send(desk, own("show", place))
    driver.app.refresh()
    driver.run(0.2)
    assert view.model.bales == known[place]
    assert not view.squares(), "what was is looked at, and not played on"
    desk.close()


@pytest.mark.skipif(not (CHROMIUM and DRIVER), reason=ABSENT)
def test_it_is_played_on_a_phone_in_a_browser() -> None:
    table = Table("quay")
    try:
        with browser() as phone:
            let_in(phone, table, 0)
            key(phone, "west").click()
            key(phone, "has chosen a berth").click()
            side = table.side
            assert side is not None
            until(lambda: side.session.referee.state.berths[0] == "west", "the choice")
            table.do(lambda: side.session.tell(Berthed(1, "east")))
            for words in ("tea", "middle"):
                find = f"#board rect.hit[aria-label^='{words}']"
                until(lambda find=find: phone.find_elements("css selector", find), words)[0].click()
            until(lambda: side.session.referee.state.lies[0] == "middle", "the bale at its berth")
            assert side.session.referee.entries[-1].event == Threw(0, "tea", "middle")
            circles = until(lambda: phone.find_elements("css selector", "#board circle"), "the bales")
            assert len(circles) == 3
            assert not errors(phone)
    finally:
        table.close()


def test_it_is_told_in_the_terminal(
    announced: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Once by a process of its own, which finds it where it is installed."""
    with closing(touched_game(tmp_path / "journal" / "games")) as store:
        record = tmp_path / "quay.jsonl"
        record.write_text(exported(store, 1, "jsonl"), encoding="utf-8")
    said = run(announced, "-m", "ui.cli", "journal", "show", "--file", str(record))
    assert "throws the tea" in said and "carries the oil" in said
    assert run_command(["journal", "replay", "--file", str(record)]) == 0
    stood = capsys.readouterr().out
    assert "26 entries" in stood and ("wins" in stood or "A draw" in stood)


KILLED = """
import os, signal, sys
from pathlib import Path
from random import Random
from companion.game import legal
from ui.records.beginning import begin
from ui.records.beginning import game_and_setup
from ui.journal.store import open_store

referee, book = begin(open_store(Path(sys.argv[1])), *game_and_setup("quay", None, []))
for n in range(11):
    referee.tell(Random(n).choice(legal(referee.game, referee.state)), "touch")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_it_goes_on_where_a_process_was_killed(announced: Path, drive: Drive, tmp_path: Path) -> None:
    path = tmp_path / "games"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(announced), str(ROOT)))}
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], env=env, cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
    store = open_store(path)
    referee, _book = resume(store, 1)
    assert len(referee.entries) == 11 and all(referee.state.berths)
    assert play_while_valid(referee.game, referee.setup, referee.entries)[0][-1] == referee.state
    desk = Desk(store, open_table, Agreement(tuple(all_games().values()), sources, "simulated"))
    desk.send(ResumeWith(1, "touch"))
    driver = drive(desk)
    driver.run(0.2)
    assert desk.page == "table" and desk.session.referee.state == referee.state
    event = legal(referee.game, referee.state)[0]
    desk.session.tell(event)
    assert len(desk.session.referee.entries) == 12
    desk.close()


def test_what_every_game_must_keep_it_keeps(announced: Path) -> None:
    files = [f"tests/test_{name}.py" for name in CONTRACT]
    said = run(
        announced, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "quay", *files, "-v"
    )
    assert all(f"tests/test_{name}.py" in said for name in CONTRACT)
    assert " passed" in said and " skipped" not in said


def test_nothing_else_names_it() -> None:
    layers = ("companion", "vision", "hardware", "ui", "tests")
    files = [
        path for layer in layers for path in (ROOT / layer).rglob("*.py") if NAMED.search(path.read_text())
    ]
    ours = ROOT / "tests" / "toys" / "quay"
    assert [path for path in files if not path.is_relative_to(ours)] == [Path(__file__)]
