"""`companion enrol`: a folder of pictures becomes a deck that the other commands know; what was not taken is said."""

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from ui.box.eyes import game_decks, own_decks
from ui.cli import run_command
from ui.places import bin_folder, decks_folder
from ui.records.beginning import game_and_setup
from vision.decks.deck import load_deck

LABELS = ("jorund", "draknar", "mourse-a")


@pytest.fixture
def pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Scans of three faces and the back of a deck."""
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))
    game, setup = game_and_setup("zoon_alternate", None, ["tribes=warus,warus"])
    (deck,) = own_decks(game, setup)
    folder = tmp_path / "scans"
    folder.mkdir()
    for label in (*LABELS, "back"):
        shutil.copy(deck / f"{label}.png", folder)
    return folder


def test_a_folder_of_scans_becomes_a_deck(pictures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run_command(["enrol", "mine", str(pictures), "--width-mm", "60", "--height-mm", "60", "--json"]) == 0
    )
    made = json.loads(capsys.readouterr().out)
    assert {card["label"] for card in made["cards"] if card["taken"]} == {*LABELS, "back"}
    assert run_command(["decks", "--json"]) == 0
    mine = next(deck for deck in json.loads(capsys.readouterr().out) if deck["name"] == "mine")
    assert (mine["faces"], mine["backs"], mine["width_mm"]) == (3, 1, 60.0)
    assert run_command(["enrol", "mine", str(pictures)]) == 2
    assert "expected a new folder (or --replace)" in capsys.readouterr().err
    assert run_command(["enrol", "mine", str(pictures), "--replace"]) == 0
    out, err = capsys.readouterr()
    assert "3 faces, 1 back," in out and str(bin_folder()) in err
    assert load_deck(bin_folder() / "mine").labels == tuple(sorted(LABELS))


def test_replacing_takes_no_folder_that_is_no_deck(
    pictures: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["enrol", "mine", str(pictures)]) == 0
    kept = pictures.parent / "kept"
    kept.mkdir()
    (kept / "thesis.txt").write_text("mine")
    monkeypatch.chdir(kept)
    capsys.readouterr()
    names = (
        ".",
        "",
        "..",
        "../kept",
        "./",
        "/",
        str(kept),
        str(decks_folder()),
        "x" * 300,
        "a\ud800",
        "~nobody-here/x",
    )
    for name in names:
        before = sorted(str(path) for path in pictures.parent.rglob("*"))
        assert run_command(["enrol", name, str(pictures), "--replace"]) == 2, name
        out, err = capsys.readouterr()
        assert not out and err.count("\n") == 1 and "expected" in err, (name, err)
        assert sorted(str(path) for path in pictures.parent.rglob("*")) == before, name
    assert run_command(["enrol", str(kept), "--rename", "thesis=novel"]) == 2
    assert (kept / "thesis.txt").read_text() == "mine"


def test_cards_that_were_not_taken_are_said_and_the_answer_is_no(
    pictures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image = cv2.imread(str(pictures / "jorund.png"))
    assert image is not None
    cv2.imwrite(str(pictures / "blurred.png"), cv2.GaussianBlur(image, (0, 0), 20))
    (pictures / "torn.jpg").write_bytes(b"no picture")
    assert run_command(["enrol", "mine", str(pictures), "--json"]) == 1
    cards = {card["label"]: card for card in json.loads(capsys.readouterr().out)["cards"]}
    assert not cards["blurred"]["taken"] and cards["blurred"]["why"]
    assert not cards["torn"]["taken"] and "torn.jpg" in cards["torn"]["why"]
    assert cards["jorund"]["taken"]


def test_a_deck_without_a_back_is_no_deck(pictures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pictures / "back.png").unlink()
    assert run_command(["enrol", "mine", str(pictures)]) == 2
    err = capsys.readouterr().err
    assert "back" in err and err.count("\n") == 1


def test_cards_under_a_camera_are_named_in_order_and_one_laid_twice_is_shown_beside_itself(
    pictures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A film of cards laid on a table one after another, taken by name."""
    film = pictures.parent / "film"
    film.mkdir()
    number = 0
    for label in ("jorund", "draknar", "jorund", "mourse-a", "back"):
        scan = cv2.imread(str(pictures / f"{label}.png"))
        assert scan is not None
        card = cv2.resize(scan, (300, 300), interpolation=cv2.INTER_AREA)
        for shown in (False, True, True, True, True):
            frame = np.full((480, 640, 3), (70, 90, 60), np.uint8)
            if shown:
                frame[90:390, 170:470] = card
            cv2.imwrite(str(film / f"{number:03}.png"), frame)
            number += 1
    named = [part for label in ("jorund", "draknar", "mourse-a", "back") for part in ("--label", label)]
    code = run_command(["enrol", "mine", f"{film}/*.png", *named, "--json"])
    out, err = capsys.readouterr()
    assert code == 0, err
    told = json.loads(out)
    assert [(card["label"], card["taken"]) for card in told["cards"]] == [
        ("jorund", True), ("draknar", True), ("mourse-a", False), ("mourse-a", True), ("back", True)
    ]  # fmt: skip
    (file,) = told["pictures"]
    assert Path(file).is_file() and told["look_alike"] == [["jorund", "mourse-a", 0.0]]
    assert [line for line in err.splitlines() if line.startswith("  ")] == [
        "  jorund taken",
        "  draknar taken",
        "  not taken: it looks the same as jorund: taken twice?",
        f"  both side by side: {file}",
        "  mourse-a taken",
        "  back taken",
    ]
    assert err.count("taken; lay the next card") == 5


def test_on_the_simulated_table_a_deck_is_learnt_and_an_abort_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))
    first = ["--label", "bouclefeuille"]
    assert run_command(["enrol", "mine", "simulated", *first]) == 2
    assert "expected a picture of the back" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "home" / "enrolling" / "mine").iterdir()] == [
        "0001 bouclefeuille.png"
    ]
    named = [part for label in ("bouclefeuille", "gold-hure", "back") for part in ("--label", label)]
    assert run_command(["enrol", "mine", "simulated", *named, "--json"]) == 0
    out, err = capsys.readouterr()
    assert "1 card was taken before: bouclefeuille" in err
    assert [card["label"] for card in json.loads(out)["cards"]] == ["gold-hure", "back"]
    assert run_command(["enrol", "mine", "--rename", "gold-hure=golden"]) == 0
    assert "gold-hure is golden now" in capsys.readouterr().out
    assert run_command(["decks", "--json"]) == 0
    mine = next(deck for deck in json.loads(capsys.readouterr().out) if deck["name"] == "mine")
    assert (mine["faces"], mine["backs"]) == (2, 1) and mine["width_mm"] == pytest.approx(60.0, abs=1.5)
    assert run_command(["enrol", "mine", "--rename", "fox=owl"]) == 2
    assert "expected a card of mine, found 'fox'" in capsys.readouterr().err


def test_cards_taken_twice_are_shown_side_by_side(pictures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(pictures / "jorund.png", pictures / "jorund-again.png")
    assert run_command(["enrol", "mine", str(pictures), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    (file,) = told["pictures"]
    assert Path(file).is_file() and "jorund" in file


def test_discs_are_learnt_by_the_names_that_their_game_gives_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))
    assert run_command(["enrol", "mine", "simulated", "--discs"]) == 2
    assert "expected zones-tokens or zong, found 'mine'" in capsys.readouterr().err
    named = ["--label", "vala", "--label", "archer"]
    assert run_command(["enrol", "zones-tokens", "simulated", "--discs", *named, "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert {card["label"] for card in made["cards"] if card["taken"]} == {"vala", "archer"}
    game, setup = game_and_setup("zones", None, [])
    tokens = next(deck for deck in game_decks(game, setup) if deck.kind == "disc")
    assert len(tokens.labels) == 8, "what was not learnt keeps the looks that the game brings along"
