"""The command `companion`: what it prints, its exit codes, and one line for whatever is wrong."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.game import Over
from companion.games import all_games
from companion.lawful import drawn
from tests.test_no_circles import FILES, needed
from ui.cli import FAULTS, OWN_FAULT, run_command
from ui.demo.playing import Deeds, Demo
from ui.demo.random_play import play_games
from ui.journal.store import open_store
from ui.outcome import noted
from ui.places import games_folder
from ui.records.beginning import begin, game_and_setup, resume

ROOT = Path(__file__).parents[3]
SAYING = sorted(
    # To parse every file takes five seconds, in each process that collects the tests.
    name
    for name, path in FILES.items()
    # A file of ui.cli cannot be imported before ui.cli, which imports all of them.
    if not name.startswith("ui.cli.") and "ui.cli" in path.read_text() and "ui.cli.common" in needed(name)
)


class Terminal:
    """Runs commands in a home of their own and keeps what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.out = self.err = ""

    def run(self, *arguments: str) -> int:
        self._capsys.readouterr()
        code = run_command(arguments)
        self.out, self.err = self._capsys.readouterr()
        return code

    def json(self, *arguments: str, code: int = 0) -> Any:
        assert self.run(*arguments, "--json") == code, self.err
        return json.loads(self.out)

    def lines(self, *arguments: str, code: int = 0) -> list[Any]:
        assert self.run(*arguments, "--json") == code, self.err
        return [json.loads(line) for line in self.out.splitlines()]

    def fails(self, *arguments: str, code: int = 2) -> str:
        assert self.run(*arguments) == code, self.out
        assert self.err.startswith("companion: ")
        assert self.err.count("\n") == 1
        assert "Traceback" not in self.err
        return self.err


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))
    return Terminal(capsys)


def kept_game(players: tuple[str, ...] = ("Ann", "Bo"), events: int = 1000, seed: int = 3) -> int:
    """A random game in the journal, played through the referee: its number."""
    store = open_store(games_folder())
    game, setup = game_and_setup("zoon_alternate", None, [], players)
    referee, book = begin(store, game, setup)
    chance = Random(seed)
    for _ in range(events):
        event = drawn(game, referee.state, chance.randrange)
        if event is None:
            break
        referee.tell(event, "touch")
    turn = referee.now().turn
    if isinstance(turn, Over):
        book.finish(noted(turn))
    store.close()
    assert book.id is not None
    return book.id


def test_help_says_that_the_app_opens_without_a_command(terminal: Terminal) -> None:
    assert terminal.run("--help") == 0
    assert "Without a command it opens the app." in terminal.out


def test_version_and_help(terminal: Terminal) -> None:
    assert terminal.run("--version") == 0
    assert terminal.out.startswith("companion 0.")
    for command in ((), ("watch",), ("see",), ("simulate",), ("journal",), ("journal", "verify"), ("print",)):
        assert terminal.run(*command, "--help") == 0
        assert "--help" in terminal.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("dance",), "No such command"),
        (("games", "--loud"), "No such option"),
        (("simulate",), "Missing argument"),
        (("simulate", "zoon_alternate", "--games", "many"), "--games"),
        (("simulate", "zoon_alternate", "--games", "0"), "--games"),
        (("simulate", "chess"), "game: expected one of " + ", ".join(all_games()) + ", found 'chess'"),
        (("demo", "zong", "--headless", "--seats", "2"), "seats: expected 3, 4, 5 or 6, found 2"),
        (("simulate", "zoon_alternate", "--seats", "5"), "seats: expected 2, found 5"),
        (("simulate", "zoon_alternate", "--option", "za-04"), "--option: expected NAME=VALUE"),
        (
            ("simulate", "zoon_alternate", "--option", "za-04=maybe"),
            "za-04: expected one of literal, lax, found 'maybe'",
        ),
        (("simulate", "zoon_alternate", "--option", "limits=2"), "limits: expected true or false, found '2'"),
        (("rules", "chess"), "found 'chess'"),
        (("rules", "zoon_alternate", "zz-1"), "found 'zz-1'"),
        (("referee",), "expected --stdio"),
        (
            ("print", "castle"),
            "expected one of tags, mat, board, deck, wiring, case, zombinion, zones, zong, zoon_alternate, zoondo,",
        ),
        (("print", "mat", "--paper", "a9"), "--paper: expected one of a4, letter, a3, whole, found 'a9'"),
        (
            ("print", "mat", "--paper", "whole", "--printer", "laser"),
            "--paper: expected one of a4, letter, a3, found 'whole'",
        ),
        (("print", "deck"), "expected a deck's folder, found none"),
        (("print", "deck", "/no/such"), "/no/such"),
        (
            ("print", "zones", "--part", "tents"),
            "--part: expected tiles, discs, rosters, screen, mat of zones",
        ),
        (("print", "zoon_alternate", "--only", "gnome"), "--only: expected boarix, "),
        (("print", "mat", "--save-ink"), "--save-ink: expected only with a game, found it with mat"),
        (("print", "zones", "--copies", "many"), "--copies: expected N, found 'many'"),
        (("print", "zones", "--language", "tlh"), "--language: expected one of en, de, fr, it, found 'tlh'"),
        (("print", "tags", "-o", "/no/such/tags.pdf"), "/no/such/tags.pdf: expected a place to write"),
        (("journal", "show"), "expected at least one game, found none"),
        (("journal", "show", "7"), "expected the number of a game that was played, found 7"),
        (
            ("journal", "replay", "--file", "/no/such.jsonl"),
            "/no/such.jsonl: expected a record, found: No such file",
        ),
        (("see", "/no/such.jpg"), "expected --game, --table or --no-mat, found none of them"),
        (("see", "/no/such.jpg", "--game", "zoon_alternate", "--table", "t.json"), "found both"),
        (("see", "/no/such.jpg", "--table", "/no/such.json"), "/no/such.json: expected a JSON file"),
        (("watch", "/no/such", "--game", "zoon_alternate"), "/no/such: expected picamera"),
        (
            ("watch", "/no/such", "--game", "zoon_alternate", "--answer", "all"),
            "--answer: expected one of best, none",
        ),
        (
            ("watch", "/no/such", "--game", "zoon_alternate", "--told", "/no/told"),
            "/no/told: expected JSON lines",
        ),
        (
            ("watch", "/no/such", "--game", "zoon_alternate", "--deck", "/no/deck"),
            "/no/deck: expected a deck folder",
        ),
        (("enrol", "mine", "/no/such"), "/no/such: expected picamera"),
        (("enrol", "mine", "/no/such", "--width-mm", "60"), "expected both or neither"),
        (("bench", "nothing"), "sections: expected one of engine"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_exit_code_2(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: str
) -> None:
    assert words in terminal.fails(*arguments)


def test_a_fault_of_the_program_is_one_line_with_the_log(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr("ui.cli.games.all_games", broken)
    err = terminal.fails("games", code=OWN_FAULT)
    assert "RuntimeError: two lines" in err
    log = Path(err.rpartition("The log is ")[2].strip())
    assert "Traceback" in log.read_text()


def test_every_fault_that_is_one_line_is_a_class_of_that_name() -> None:
    rooms = ("companion", "hardware", "ui", "vision")
    texts = [file.read_text(encoding="utf-8") for room in rooms for file in (ROOT / room).rglob("*.py")]
    assert [name for name in FAULTS if not any(f"class {name}(" in text for text in texts)] == []


def test_games_and_rules_are_listed(terminal: Terminal) -> None:
    assert "zoon_alternate" in [game["id"] for game in terminal.json("games")]
    rules = terminal.json("rules", "zoon_alternate")
    one = terminal.json("rules", "zoon_alternate", rules[0]["id"])
    assert one == rules[0]
    assert terminal.run("rules", "zoon_alternate", rules[0]["id"]) == 0
    assert rules[0]["words"][:40] in terminal.out
    assert terminal.run("games") == terminal.run("rules", "zoon_alternate") == 0


def test_decks_are_listed_and_a_bad_one_is_said(terminal: Terminal, tmp_path: Path) -> None:
    decks = terminal.json("decks")
    assert {deck["name"] for deck in decks} >= {"boarix", "monkus", "rhinogoths", "warus"}
    assert all(deck["wrong"] is None and deck["faces"] >= 6 for deck in decks)
    (tmp_path / "empty").mkdir()
    assert {deck["look"] for deck in decks} == {"printed"}
    turned = terminal.json("decks", "--boxed", "warus", "--boxed", "zombinion")
    assert {deck["name"] for deck in turned if deck["look"] == "boxed"} == {"warus", "zombinion"}
    back = terminal.json("decks", "--printed", "warus")
    assert [deck["name"] for deck in back if deck["look"] == "boxed"] == ["zombinion"]
    (bad,) = terminal.json("decks", str(tmp_path / "empty"), code=1)
    assert "expected a picture per face" in bad["wrong"]


def test_simulate_is_the_same_for_the_same_seed(terminal: Terminal) -> None:
    one = terminal.json("simulate", "zoon_alternate", "--games", "4", "--seed", "9")
    two = terminal.json("simulate", "zoon_alternate", "--games", "4", "--seed", "9", "--check-every", "50")
    for name in ("events", "winners", "endings", "lengths", "kinds"):
        assert one[name] == two[name]
    assert one["checked"] == one["events"] > two["checked"]
    assert one["broken"] == []
    assert sum(one["winners"].values()) == 4
    assert (
        terminal.json("simulate", "zoon_alternate", "--games", "4", "--seed", "8")["events"] != one["events"]
    )
    assert terminal.run("simulate", "zoon_alternate", "--games", "2", "--option", "za-04=lax") == 0
    assert "broken invariants: none" in terminal.out


def test_simulate_says_what_broke(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.games import all_games

    kind = type(all_games()["zoon_alternate"])
    monkeypatch.setattr(kind, "faults", lambda self, state: ("a card is lost",))
    found = terminal.json("simulate", "zoon_alternate", "--games", "2", code=1)
    assert found["broken"] == ["game 0, event 1: a card is lost", "game 1, event 1: a card is lost"]


def test_a_game_that_cannot_go_on_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    game, setup = game_and_setup("zoon_alternate", None, [])
    monkeypatch.setattr(type(game), "candidates", lambda self, state, seen: iter(()))
    found = play_games(game, setup, 1, 1)
    assert found.broken == ["game 0, event 0: nobody can do anything and it is not over"]
    assert found.winners == {"not ended": 1}


def test_the_journal_is_listed_shown_replayed_and_verified(terminal: Terminal) -> None:
    assert terminal.json("journal", "list") == []
    assert terminal.run("journal", "verify") == 0
    kept_game()
    kept_game(events=9)
    newest, oldest = terminal.json("journal", "list")
    assert oldest["players"] == ["Ann", "Bo"]
    assert " won. " in oldest["result"]
    assert newest["result"] is None
    shown = terminal.lines("journal", "show", "1")
    assert [line["seq"] for line in shown] == list(range(oldest["entries"]))
    assert all(line["text"] and line["at"] and line["by"] == "touch" for line in shown)
    assert set(terminal.json("journal", "replay", "1")["turn"]) == {"over"}
    assert set(terminal.json("journal", "replay")["turn"]) <= {"seats", "chance"}
    assert [one["ok"] for one in terminal.lines("journal", "verify")] == [True, True]
    for command in ("list", "show", "replay", "verify"):
        assert terminal.run("journal", command) == 0
        assert terminal.out


def test_a_game_is_exported_imported_and_verified(terminal: Terminal, tmp_path: Path) -> None:
    kept_game()
    file = tmp_path / "game.jsonl"
    assert terminal.run("journal", "export", "1", "-o", str(file)) == 0
    assert terminal.run("journal", "export", "1") == 0
    assert terminal.out == file.read_text()
    assert terminal.json("journal", "import", str(file)) == {"number": 2}
    new, old = terminal.json("journal", "list")
    assert (new["entries"], new["result"]) == (old["entries"], old["result"])
    assert terminal.lines("journal", "verify", "--file", str(file))[0]["ok"]
    lines = file.read_text().splitlines()
    broken = tmp_path / "broken.jsonl"
    broken.write_text("\n".join([*lines[:5], lines[5].replace('"seq":4', '"seq":9'), *lines[6:]]))
    assert f"{broken}: line 6: expected entry 4, found entry 9" in terminal.fails(
        "journal", "import", str(broken)
    )
    broken.write_text(lines[0].replace('"v":1', '"v":9'))
    assert "made by a newer version" in terminal.fails("journal", "show", "--file", str(broken))
    (found,) = terminal.lines("journal", "verify", "--file", str(broken), code=1)
    assert not found["ok"] and "newer version" in found["why"]
    page = file.with_suffix(".html")
    assert terminal.run("journal", "export", "1", "--html", "-o", str(page)) == 0
    assert page.read_text().startswith("<!doctype html>")
    assert "found both" in terminal.fails("journal", "export", "1", "--html", "--jsonl")
    assert "expected a file to write" in terminal.fails("journal", "export", "1", "-o", "/no/such/file")


def test_verify_finds_an_entry_that_breaks_a_rule_and_a_result_that_is_not_so(
    terminal: Terminal, tmp_path: Path
) -> None:
    kept_game(events=12)
    store = open_store(games_folder())
    lines = store.kept(1).lines
    store.add("zoon_alternate", (), lines, "Bo won. By magic.")
    forged = json.dumps({"v": 1, "seq": 11, "by": "touch", "kind": "Starts", "seat": 1})
    store.add("zoon_alternate", (), (*lines[:-1], forged), None)
    store.close()
    found = {one["number"]: one for one in terminal.lines("journal", "verify", code=1)}
    assert found[1]["ok"]
    assert "the journal notes 'Bo won. By magic.'" in found[2]["why"]
    assert "entry 11 breaks " in found[3]["why"]


def test_a_resumed_game_stands_where_it_was_left(terminal: Terminal) -> None:
    kept_game(events=30)
    store = open_store(games_folder())
    first, _ = resume(store, 1)
    again, book = resume(store, 1)
    assert first.state == again.state
    event = drawn(again.game, again.state, Random(1).randrange)
    assert event is not None
    again.tell(event, "touch")
    assert resume(store, 1)[0].state == again.state
    assert book.id == 1
    store.close()


def test_a_damaged_journal_is_said_on_stderr_and_the_rest_is_shown(terminal: Terminal) -> None:
    kept_game(events=20)
    file = games_folder() / "000001.jsonl"
    file.write_bytes(file.read_bytes()[:3000])
    assert terminal.run("journal", "list") == 0
    assert "the journal is damaged" in terminal.err
    assert terminal.err.count("\n") == 1


def test_check_says_what_is_not_here_and_fails_for_what_is_wrong(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nonsense")
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)
    monkeypatch.setattr("ui.checks.machine._attached", lambda: None)
    found = {check["what"]: check for check in terminal.json("check")["checks"]}
    assert found["python"]["verdict"] == found["disk"]["verdict"] == found["opencv"]["verdict"] == "pass"
    assert found["buttons"]["verdict"] == found["camera"]["verdict"] == "not here"
    (tmp_path / "home").mkdir()  # the check makes no folder
    (tmp_path / "home" / "pins.toml").write_text("[buttons]\nseat0 = 99\n")
    found = {check["what"]: check for check in terminal.json("check", code=1)["checks"]}
    assert found["pins"]["verdict"] == "fail"
    assert "expected a BCM pin from 0 to 27, found 99" in found["pins"]["why"]
    assert found["pins"]["fix"]
    assert terminal.run("check") == 1


def test_check_tries_buttons_and_lamps_on_mock_pins(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)
    monkeypatch.setattr("ui.checks.machine._attached", lambda: None)
    found = {check["what"]: check for check in terminal.json("check")["checks"]}
    assert found["buttons"]["verdict"] == found["LEDs"]["verdict"] == "pass"


def test_check_says_that_a_data_folder_cannot_be_written(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "file" / "home"))
    found = {check["what"]: check for check in terminal.json("check", code=1)["checks"]}
    assert found["data folder"]["verdict"] == "fail"
    assert "ZO_HOME" in found["data folder"]["fix"]


@pytest.mark.parametrize(
    "command",
    [
        "tribes correct",
        "tribes list",
        "decks",
        "decks --printed zombinion",
        "journal list",
        "games",
        "enrol a b",
    ],
)
@pytest.mark.parametrize("home", ["file", "file/home"])
def test_a_file_in_the_place_of_the_home_is_said_by_every_command(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, home: str
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("ZO_HOME", str(tmp_path / home))
    assert (
        terminal.fails(*command.split()) == f"companion: {tmp_path}/file: expected a folder, found a file\n"
    )
    assert terminal.out == ""
    assert terminal.run(*command.split(), "--help") == terminal.run("--version") == 0


def test_decks_that_are_only_listed_write_nothing(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal.run("decks") == 0
    assert not (tmp_path / "home").exists()


def test_small_commands_import_neither_kivy_nor_opencv() -> None:
    code = "import sys; from ui.cli import run_command; run_command(['games']); print(sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(ast.literal_eval(run.stdout.splitlines()[-1]))
    assert "companion.games.zoon.alternate" in loaded
    assert not loaded & {"kivy", "cv2", "numpy", "gpiozero"}


EACH_FIRST = """
import importlib, os, sys
import cv2, msgspec, numpy, typer
for part in sys.argv[1:]:
    if os.fork() == 0:
        importlib.import_module(part)
        os._exit(0)
    if os.wait()[1] != 0:
        print(part)
"""
"""Imports each part in a process of its own, in which others' libraries are there already; prints what fails."""


@pytest.fixture(scope="module")
def not_first() -> list[str]:
    """What cannot be imported before everything else."""
    run = subprocess.run(
        [sys.executable, "-c", EACH_FIRST, *SAYING], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    return run.stdout.split()


@pytest.mark.parametrize("part", SAYING)
def test_whatever_prints_as_a_command_does_may_be_imported_first(part: str, not_first: list[str]) -> None:
    assert part not in not_first


def test_a_reader_that_stops_reading_is_no_fault() -> None:
    run = subprocess.run(
        f"{sys.executable} -m ui.cli rules zoon_alternate | head -n 1",
        cwd=ROOT,
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stderr == ""


def test_a_table_is_no_wider_than_a_hundred_letters_and_its_ids_stay_whole(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_command(("rules", "zong")) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 100
    assert any(line.startswith("zg-02-three-to-six ") for line in lines)


def test_the_end_of_a_demo_names_who_won_as_its_other_lines_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a whole game, told: games that are seen are those of `tests/ui/watching`."""
    monkeypatch.setattr(Deeds, "is_shown", lambda *_about: False)
    monkeypatch.setattr(Demo, "_look", lambda demo: demo.referee.now())
    assert run_command(("demo", "zoon_alternate", "--headless")) == 0
    *told, end, _figures = capsys.readouterr().out.splitlines()
    winner = end.removeprefix("Victory for ").split(": ")[0]
    assert any(line.startswith(f"{winner}: ") for line in told)


@pytest.mark.parametrize(("library", "command"), [("sqlalchemy", ["club", "results"]), ("paho", ["club"])])
def test_a_command_whose_extra_is_missing_says_what_installs_it(
    library: str, command: list[str], tmp_path: Path
) -> None:
    without = f"import sys; sys.modules[{library!r}] = None; from ui.cli import run_command"
    run = subprocess.run(
        [sys.executable, "-c", f"{without}; sys.exit(run_command({command}))"],
        cwd=ROOT,
        env=os.environ | {"ZO_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert (
        run.stderr == f'companion: expected {library} to be installed, found none: pip install -e ".[club]"\n'
    )
