"""`companion tribes`: what it prints, its exit codes, and one line for whatever is wrong."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.zoon.family.deck import Army, facts
from companion.games.zoon.family.tribes import Mend, changed, limits
from companion.games.zoon.family.written import army_fact, army_text, read_army
from tests.companion.golems import TEXT
from ui.cli import run_command
from ui.owned.tribes import keep_army
from ui.places import cards_folder, corrections_file, tribes_folder

KNOWN = facts()
WARUS = Army(KNOWN.own_twelve("warus"), KNOWN.own_trumps("warus"), "Walrus Club", "tribal")


class Terminal:
    """Runs `companion tribes` and keeps what it prints."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.out = self.err = ""

    def run(self, *arguments: str) -> int:
        code = run_command(("tribes", *arguments))
        self.out, self.err = self._capsys.readouterr()
        return code

    def json(self, *arguments: str) -> Any:
        self.run(*arguments, "--json")
        return json.loads(self.out)


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(capsys)


def written(folder: Path, army: Army) -> str:
    file = folder / "mine.toml"
    file.write_text(army_text(army), encoding="utf-8")
    return str(file)


def test_a_lawful_tribe_passes(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal.run("check", written(tmp_path, WARUS)) == 0
    assert terminal.out == "Walrus Club (Tribal): 12 Zoons · 150/150 points · force 6/6 · 3/9 stars\n"


def test_every_broken_limit_is_named_with_its_numbers_and_its_mend(
    terminal: Terminal, tmp_path: Path
) -> None:
    zoons = (*(card for card in WARUS.zoons if card != "draknar"), "berserkorse-a", "jorund", "rhino-a")
    file = written(tmp_path, Army(tuple(sorted(zoons)), (*WARUS.trumps, "furie"), "Walrus Club", "tribal"))
    assert terminal.run("check", file) == 1
    lines = terminal.out.splitlines()
    assert lines[0].startswith("Walrus Club (Tribal): 14 Zoons · 178/150 points · force 8/6 · 4/9 stars")
    assert lines[1].startswith("- No Emblem: a tribe has exactly one (ZO-40). Swap ")
    assert lines[2].startswith("- 178 of 150 points: 28 too many (ZO-40). Leave out ")
    assert lines[3].startswith(
        "- 8 of 6 points of force: 2 too many (7 for trumps, 1 for stars beyond three) (ZO-37)."
    )
    assert lines[4].startswith("- 2 × Jorund: no Hero or Priest twice (S2). Leave out Jorund (22) or")
    assert lines[5] == (
        "- 2 cards not of Warus: Rhino, Furie (S2). Leave out Rhino (8), Furie (1) or build it as Continental."
    )
    assert lines[6].startswith("Everything fits: ")


def test_the_json_says_the_same_and_its_mends_mend(terminal: Terminal, tmp_path: Path) -> None:
    built = Army((*WARUS.zoons, "mourse-a"), WARUS.trumps, "Walrus Club", "tribal")
    file = written(tmp_path, built)
    found = terminal.json("check", file)
    assert (found["fits"], found["totals"]["points"]) == (False, 167)
    (limit,) = found["limits"]
    assert (limit["rule"], limit["ledger"], limit["found"], limit["allowed"], limit["excess"]) == (
        "points", "ZO-40", 167, 150, 17,
    )  # fmt: skip
    army = read_army(Path(file).read_text(), KNOWN)
    for mend in (*limit["mends"], found["mend"]):
        after = changed(army, Mend(tuple(mend["out"]), tuple(mend["put"])), KNOWN)
        assert limits(after, KNOWN) == () and mend["whole"]
    assert any("mourse-a" in note for note in found["notes"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "expected a TOML file, found No such file or directory"),
        (
            "[zoons]\nkorse = 1\n",
            "mine.toml: line 2: zoons.korse: expected a Zoon that is known, such as korse-",
        ),
        ("[zoons\n", "mine.toml: line 1: expected TOML"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line(
    terminal: Terminal, tmp_path: Path, text: str | None, said: str
) -> None:
    file = tmp_path / "mine.toml"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    assert terminal.run("check", str(file)) == 2
    assert said in terminal.err and terminal.err.count("\n") == 1 and not terminal.out


def test_a_fault_in_the_owners_cards_is_told_besides(terminal: Terminal, tmp_path: Path) -> None:
    cards_folder().mkdir(parents=True)
    (cards_folder() / "golems.toml").write_text(TEXT.replace("value = 20", "value = -1"))
    file = tmp_path / "mine.toml"
    file.write_text("[zoons]\ncairn = 1\n", encoding="utf-8")
    assert terminal.run("check", str(file)) == 2
    assert "zoons.cairn" in terminal.err and "golems.toml: line 12" in terminal.err


def test_tribes_are_listed_sold_and_built_and_broken(terminal: Terminal) -> None:
    keep_army("mine", Army((*WARUS.zoons, "mourse-a"), (), "Mine"))
    cards_folder().mkdir(parents=True)
    (cards_folder() / "golems.toml").write_text(TEXT)
    rows = {row["id"]: row for row in terminal.json("list")["tribes"]}
    assert list(rows) == ["boarix", "monkus", "rhinogoths", "warus", "golems", "mine"]
    assert rows["mine"]["kind"] == "built" and not rows["mine"]["fits"] and rows["golems"]["fits"]
    assert terminal.run("list") == 0
    assert str(tribes_folder()) in terminal.out
    (tribes_folder() / "bad.toml").write_text("x")
    assert terminal.run("list") == 1
    assert "bad.toml: line 1: expected TOML" in terminal.out


def test_a_tribe_is_shown_card_by_card(terminal: Terminal) -> None:
    assert terminal.run("show", "warus") == 0
    assert "berserkorse-b" in terminal.out and "Conque de charge" in terminal.out
    keep_army("mine", WARUS)
    shown = terminal.json("show", "mine")
    assert shown["name"] == "Walrus Club" and sum(row["count"] for row in shown["zoons"]) == 12
    assert terminal.run("show", "nobody") == 2
    assert terminal.err.startswith("companion: NAME: expected one of boarix")


def test_a_sheet_of_cards_is_checked(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "golems.toml"
    file.write_text(TEXT, encoding="utf-8")
    assert terminal.run("cards", str(file)) == 0
    assert terminal.out == "golems: tribes golems; 6 Zoons with 9 faces, 6 trumps\n"
    assert terminal.json("cards", str(file))["zoons"]["boulder"] == ["boulder-a", "boulder-b"]
    cards_folder().mkdir(parents=True)
    (cards_folder() / "golems.toml").write_text(TEXT)  # one that is kept already may be checked again
    assert terminal.run("cards", str(file)) == 0
    file.write_text(TEXT.replace('moves = "w n2 e s"', 'moves = "w n2 e up"'), encoding="utf-8")
    assert terminal.run("cards", str(file)) == 2
    assert "golems.toml: line 13: zoons.keystone.moves: expected a path such as" in terminal.err


def test_a_number_is_corrected_and_put_back(terminal: Terminal) -> None:
    assert terminal.run("correct", "gold-hure.corners.tl", "5") == 0
    assert terminal.run("correct", "grognard.moves", "w n2") == 0
    assert terminal.json("correct") == {"gold-hure.corners.tl": 5, "grognard.moves": "w n2"}
    assert terminal.json("correct", "gold-hure.corners.tl") == {"grognard.moves": "w n2"}
    moves = {row["card"]: row["moves"] for row in terminal.json("show", "boarix")["zoons"]}
    assert moves["grognard-a"] == moves["grognard-b"] == "w n2"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("gold-hure.corner.tl", "5"), "FACT: expected a fact, such as gold-hure.corners.tl"),
        (
            ("gold-hure.corners.tl", "50"),
            "gold-hure.corners.tl: expected a number from 0 to 9 or star, found 50",
        ),
        (("gold-hure.value", "many"), "gold-hure.value: expected a whole number, found 'many'"),
    ],
)
def test_a_correction_that_cannot_be_is_one_line(
    terminal: Terminal, arguments: tuple[str, str], said: str
) -> None:
    assert terminal.run("correct", *arguments) == 2
    assert said in terminal.err and terminal.err.count("\n") == 1
    assert terminal.json("correct") == {}


def test_games_are_played_with_a_built_tribe(capsys: pytest.CaptureFixture[str]) -> None:
    keep_army("mine", Army(tuple(card for card in WARUS.zoons if card != "korse-a"), (), "Mine"))
    options = ("--option", "tribes=mine,boarix", "--games", "2", "--json")
    assert run_command(("simulate", "zoon_alternate", *options)) == 0
    assert json.loads(capsys.readouterr().out)["broken"] == []
    assert run_command(("simulate", "zoon_alternate", "--random-tribes", "--games", "3", "--json")) == 0
    assert json.loads(capsys.readouterr().out)["broken"] == []


def test_the_line_protocol_takes_a_built_tribe() -> None:
    from ui.line.stdio import Conversation

    keep_army("mine", Army(tuple(card for card in WARUS.zoons if card != "korse-a"), (), "Mine"))
    desk = Conversation()
    line = b'{"do": "new", "game": "zoon_alternate", "seats": 2, "options": {"tribes": "mine,boarix"}}'
    assert json.loads(desk.answer(line))["ok"] is True
    assert json.loads(desk.answer(b'{"do": "state"}'))["state"]["cards"] == {}
    nobody = json.loads(desk.answer(line.replace(b"mine", b"nobody")))
    assert nobody["ok"] is False and nobody["error"]["at"] == "options.tribes"


def test_the_line_protocol_takes_facts() -> None:
    from ui.line.stdio import Conversation

    desk = Conversation()

    def new(game: str, **facts_: Any) -> Any:
        asked = {"do": "new", "game": game, "seats": 2, "facts": facts_, "options": {"tribes": "mine,boarix"}}
        return json.loads(desk.answer(json.dumps(asked).encode()))

    (name, army) = army_fact("mine", Army(WARUS.zoons, (), "Mine"))
    assert new("zoon_alternate", **{name: army, "gold-hure.corners.tl": 5})["ok"] is True
    wrong = new("zoon_alternate", **{name: army, "gold-hure.corners.tl": 50})
    assert wrong["error"]["at"] == "facts" and "from 0 to 9" in wrong["error"]["message"]
    assert new("zoon_alternate", **{name: "{"})["error"]["at"] == "facts"


@pytest.mark.parametrize("asked", [(), ("--json",), ("gold-hure.value", "4")])
def test_corrections_that_cannot_be_read_are_one_line_and_stay(
    terminal: Terminal, asked: tuple[str, ...]
) -> None:
    corrections_file().write_text("gold-hure.value = = 4\n")
    assert terminal.run("correct", *asked) == 2
    assert terminal.out == "" and terminal.err.count("\n") == 1 and "corrections.toml" in terminal.err
    assert corrections_file().read_text() == "gold-hure.value = = 4\n"


@pytest.mark.parametrize("name", ["x" * 100_000, "\033]0;pwned\a", "a\u202eb"])
def test_a_name_that_no_card_has_room_for_is_refused(terminal: Terminal, tmp_path: Path, name: str) -> None:
    file = written(tmp_path, msgspec.structs.replace(WARUS, name=name))
    assert terminal.run("check", file) == 2
    assert "name: expected a text of at most 100 letters that can be printed" in terminal.err
    assert len(terminal.err) < 400 and terminal.err.rstrip("\n").isprintable()
