"""How the box is built: the drawings in docs are those that the program draws, and its heights are computed."""

import re
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.game import Setup, checked
from companion.games import all_games
from hardware.pins import PinMap, default_pins
from ui.cli import run_command
from ui.printing.building import case, named, wiring
from ui.printing.sheets import MODULE_3, above_cm, seen_mm

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
MODULE_2, MODULE_3_WIDE = (62.2, 37.5), (102.0, 67.0)
CAMERAS = (MODULE_3, MODULE_2, MODULE_3_WIDE)


@dataclass(frozen=True)
class Height:
    """The size that must be in the picture for a game (mm), and how high the camera hangs for it (cm)."""

    game: str
    wide_mm: float
    high_mm: float
    above_cm: int


def heights(camera: tuple[float, float]) -> list[Height]:
    """For every game that is played on a mat, for the most players, the lowest first."""
    found = []
    for game in all_games().values():
        table = game.table(checked(game, Setup(game.seats[-1])))
        if table.tags is not None:
            wide, high = seen_mm(table)
            found.append(Height(game.name, wide, high, above_cm(wide, high, camera)))
    return sorted(found, key=lambda height: (height.above_cm, height.game))


@pytest.mark.parametrize("name", ["wiring", "case"])
def test_a_picture_is_written_and_docs_show_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    assert run_command(["print", name]) == 0
    written = (tmp_path / "print" / f"{name}.svg").read_text(encoding="utf-8")
    shown = re.search(rf"\((.*{name}\.svg)\)", (DOCS / "building.md").read_text(encoding="utf-8"))
    assert shown and written == (DOCS / shown[1]).read_text(encoding="utf-8")


def said(drawn: str) -> list[str]:
    """The texts of a drawing."""
    return [
        mark.text or "" for mark in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")
    ]


@pytest.mark.parametrize("seats", range(1, 7))
def test_every_button_and_lamp_of_a_map_is_drawn_on_its_pin(seats: int) -> None:
    pins = default_pins(seats)
    words = said(wiring(pins))
    for name, pin in (*pins.buttons.items(), *pins.lamps.items()):
        there = words[(at := words.index(f"GPIO {pin}")) : at + 3]
        assert name in there and named(name) in there
    assert sum(word.startswith("GPIO ") for word in words) == 28


def test_an_owners_map_is_drawn_and_a_wrong_one_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    (tmp_path / "pins.toml").write_text("[buttons]\ndone = 20\n")
    assert run_command(["print", "wiring", "-o", str(tmp_path / "own.svg")]) == 0
    assert (tmp_path / "own.svg").read_text(encoding="utf-8") == wiring(PinMap({"done": 20}, {}))
    (tmp_path / "pins.toml").write_text("[buttons]\ndone = 99\n")
    assert run_command(["print", "wiring"]) == 2
    assert "expected a BCM pin from 0 to 27, found 99" in capsys.readouterr().err
    assert run_command(["print", "case", "--seats", "4"]) == 2
    assert "--seats: expected 2 for the case" in capsys.readouterr().err


def test_a_camera_sees_all_of_the_mat_from_its_height_and_not_from_a_tenth_below() -> None:
    assert above_cm(506, 506, MODULE_3) == 75
    for camera in CAMERAS:
        for one in heights(camera):
            wide, high = (2 * one.above_cm * 10 * tangent for tangent in _tangents(*camera))
            assert wide >= one.wide_mm and high >= one.high_mm
            near = (one.above_cm - 0.1 * one.above_cm - 5) / one.above_cm
            assert near * wide < one.wide_mm or near * high < one.high_mm


def test_docs_and_readme_tell_the_heights_that_are_computed() -> None:
    building = (DOCS / "building.md").read_text(encoding="utf-8")
    by_camera = [{one.game: one for one in heights(camera)} for camera in CAMERAS]
    for game, one in by_camera[0].items():
        told = [
            f"{one.wide_mm / 10:.0f} × {one.high_mm / 10:.0f}",
            *(str(each[game].above_cm) for each in by_camera),
        ]
        assert f"| {game} | {' | '.join(told)} |" in building
    readme = re.sub(r"\s+", " ", (ROOT / "README.md").read_text(encoding="utf-8"))
    for one in heights(MODULE_3):
        assert f"{one.above_cm} cm for" in readme
    ratio = [
        two.above_cm / one.above_cm for one, two in zip(heights(MODULE_3), heights(MODULE_2), strict=True)
    ]
    assert 1.05 < sum(ratio) / len(ratio) < 1.15, "a tenth higher"


def test_the_case_shows_the_default_pins_and_the_heights_that_are_computed() -> None:
    words, pins = said(case()), default_pins(2)
    lamps = {name: pin for name, pin in pins.lamps.items() if "." not in name}
    assert {str(pin) for pin in pins.buttons.values()} <= set(words)
    assert {words[words.index("die 1") - 7 + n] for n in range(7)} == {
        str(pin) for name, pin in pins.lamps.items() if name.startswith("die0")
    }
    for name, pin in lamps.items():
        player = f"turn {int(name[-1]) + 1}" if name.startswith("turn") else name
        assert f"{player} · {pin}" in words
    for one in heights(MODULE_3):
        games = words[words.index(f"{one.above_cm} cm") + 1]
        assert one.game.partition(" (")[0] in games


def _tangents(*degrees: float) -> tuple[float, ...]:
    from math import radians, tan

    return tuple(tan(radians(angle / 2)) for angle in degrees)


def test_a_drawing_is_written_as_shapes_too(tmp_path: Path) -> None:
    assert (
        run_command(
            ["print", "zong", "--part", "short", "--language", "de", "-o", str(tmp_path / "short.svg")]
        )
        == 0
    )
    assert sorted(file.name for file in tmp_path.glob("*.svg")) == ["short-1.svg", "short-2.svg"]
    assert "Blitze" in (tmp_path / "short-1.svg").read_text(encoding="utf-8")
