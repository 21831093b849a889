"""What the check says of cameras, screens and the journal, and what the figures of bench are made of."""

import json
from pathlib import Path
from types import SimpleNamespace

import cv2
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.panel import open_panel
from hardware.pins import PinMap
from tests.vision.boards import BEND, FOCAL, board_pictures
from ui.checks import machine as checks
from ui.checks.lookout import look_through
from ui.checks.machine import first_screen, quick_checks
from ui.cli import run_command
from ui.lab.bench import command as bench
from ui.owned.cameras import KeptLenses
from vision.calibration.judging import NAMES
from vision.calibration.verdict import Verdict, passed, untold

FRAMES = Path(__file__).parents[2] / "frames" / "zoon"


def by_name(found: list[Verdict]) -> dict[str, Verdict]:
    return {check.name: check for check in found}


def test_a_good_picture_passes_every_check() -> None:
    found = by_name(list(look_through(str(FRAMES / "000.jpg"))))
    assert set(found) == {"camera", *NAMES}
    assert {name for name, check in found.items() if check.ok is None} == {"flicker", "steadiness"}
    assert False not in {check.ok for check in found.values()}, found
    assert "1920" in found["camera"].words


def spoiled(tmp_path: Path, how: str) -> str:
    image = cv2.imread(str(FRAMES / "000.jpg"))
    assert image is not None
    if how == "blurred":
        image = cv2.GaussianBlur(image, (0, 0), 4)
    elif how == "dark":
        image = image // 12
    elif how == "small":
        image = cv2.resize(image, (640, 360), interpolation=cv2.INTER_AREA)
    elif how == "covered":
        image[: image.shape[0] // 2] = 40
    path = tmp_path / f"{how}.png"
    cv2.imwrite(str(path), image)
    return str(path)


@pytest.mark.parametrize(
    ("how", "what"), [("blurred", "focus"), ("dark", "exposure"), ("small", "detail"), ("covered", "mat")]
)
def test_what_is_wrong_with_a_picture_fails_with_a_fix(tmp_path: Path, how: str, what: str) -> None:
    found = by_name(list(look_through(spoiled(tmp_path, how))))
    assert found["camera"].word == "pass"
    assert found[what].word == "fail", found
    assert found[what].words and found[what].fix


def test_named_pictures_are_judged_in_words_and_figures(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    good = str(FRAMES / "000.jpg")
    assert run_command(["check", "--image", good, "--image", good, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    found = {check["what"]: check for check in told["checks"]}
    assert told["ok"]
    assert found["mat"]["figures"]["tags"] == 4
    assert found["detail"]["figures"]["px_per_mm"] > 1.2
    assert run_command(["check", "--image", spoiled(tmp_path, "dark")]) == 1
    assert "lamp" in capsys.readouterr().out
    assert run_command(["check", "--image", str(tmp_path / "none.jpg")]) == 1


def test_a_lens_is_learnt_from_pictures_of_a_board_and_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    files = []
    for number, picture in enumerate(board_pictures(3)):
        files += ["--board", str(tmp_path / f"{number}.png")]
        cv2.imwrite(files[-1], picture)
    assert run_command(["check", *files, "--camera", "picamera", "--json"]) == 0
    found = {check["what"]: check for check in json.loads(capsys.readouterr().out)["checks"]}
    assert found["lens"]["figures"]["focal"] == pytest.approx(FOCAL, rel=0.01)
    assert found["lens"]["figures"]["k1"] == pytest.approx(BEND[0], abs=0.015)
    kept = KeptLenses("picamera").recall((960, 540))
    assert kept is not None
    assert kept.lens is not None
    assert kept.lens.looks == 3
    assert run_command(["check", *files[:2], "--json"]) == 1


def test_a_camera_that_is_not_there_fails_with_a_fix() -> None:
    (found,) = look_through("/no/such/camera.mp4")
    assert (found.name, found.word) == ("camera", "fail")
    assert found.fix


def test_a_folder_with_a_broken_picture_fails_as_a_camera_would(tmp_path: Path) -> None:
    (tmp_path / "0.jpg").write_bytes(b"no picture")
    (found,) = look_through(str(tmp_path))
    assert found.word == "fail"
    assert "0.jpg" in found.words


def test_a_pin_that_is_taken_is_named_with_what_helps_and_the_others_pass(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    monkeypatch.setattr(Device, "pin_factory", MockFactory(pin_class=MockPWMPin))
    spi = open_panel(PinMap({}, {"turn0": 7}), lambda name: None)
    found = by_name(list(checks.pins()))
    spi.close()
    assert found["buttons"].word == "pass"
    assert found["LEDs"].word == "fail"
    assert "18 LEDs" in found["LEDs"].words and "GPIO7 (die0.tl)" in found["LEDs"].words
    assert "SPI: GPIO7 to 11" in found["LEDs"].fix


def test_a_screen_is_found_by_its_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert checks.display() == passed("display", "DISPLAY is :7")
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setattr(Path, "glob", lambda self, pattern: iter(()))
    assert checks.display().word == "not here"


def test_without_a_screen_no_window_is_opened(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.setattr(checks, "display", lambda: untold("display", ""))
    for arguments in ([], ["demo"]):
        assert run_command(arguments) == 2
        assert "there is no screen" in capsys.readouterr().err


def test_a_wrong_setting_of_the_window_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    monkeypatch.setenv("ZO_SIZE", "large")
    assert run_command([]) == 2
    assert "ZO_SIZE: expected WIDTHxHEIGHT" in capsys.readouterr().err


def test_a_journal_of_a_newer_version_fails_the_check_and_every_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from ui.journal.store import VERSION, Write, sealed
    from ui.places import games_folder

    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    games_folder().mkdir()
    newer = sealed(Write("at", VERSION + 1, "sample", (), ("{}",)))
    (games_folder() / "000001.jsonl").write_bytes(newer)
    found = by_name(list(checks.disk()))
    assert found["journal"].word == "fail"
    assert "newer version" in found["journal"].words
    assert run_command(["journal", "list"]) == 2
    assert "newer version" in capsys.readouterr().err


def test_figures_of_the_engine() -> None:
    figures = bench.engine(games=2)["zoon_alternate"]
    assert figures["games"] == 2
    assert figures["broken"] == 0
    assert figures["events_per_second"] > 0
    assert figures["scenes_judged"] == 150
    assert 0 < figures["judge_ms_median"] <= figures["judge_ms_max"]


def test_bench_needs_pictures_with_truth(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run_command(["bench", "vision", "--frames", str(tmp_path)]) == 2
    assert "truth.json" in capsys.readouterr().err


def test_bench_prints_what_it_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "engine", lambda: {"zoon_alternate": {"events_per_second": 5}})
    assert run_command(["bench", "engine", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["engine"] == {"zoon_alternate": {"events_per_second": 5}}
    assert found["machine"]["cores"] >= 1
    assert run_command(["bench", "engine"]) == 0
    assert "events_per_second: 5" in capsys.readouterr().out


def test_an_app_that_does_not_start_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/bin/false")
    assert all(told == {"why": "exit code 1"} for told in bench.app_start().values())


def test_a_damaged_journal_fails_the_check_and_is_left_for_the_app_to_mend(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.ui.journal.journals import file_of, fill
    from ui.places import games_folder

    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    fill(games_folder(), (5,))
    file = file_of(games_folder(), 1)
    damaged = bytearray(file.read_bytes())
    damaged[630] ^= 1
    file.write_bytes(damaged)
    found = by_name(list(checks.disk()))
    assert found["journal"].word == "fail" and "game 1 is lost from entry" in found["journal"].words
    assert file.read_bytes() == damaged


def test_the_folder_of_the_journal_is_there_or_to_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(folder: Path, free: int) -> list[tuple[str, str, str, str]]:
        monkeypatch.setenv("ZO_HOME", str(folder))
        monkeypatch.setattr(
            "ui.checks.machine.shutil.disk_usage", lambda _folder: SimpleNamespace(free=free * 2**20)
        )
        return [(check.name, check.word, check.words, check.fix) for check in checks.disk()][:2]

    least = checks.LEAST_FREE_MB
    assert said(tmp_path, least) == [
        ("data folder", "pass", f"{tmp_path}", ""), ("disk", "pass", f"{least} MB free", "")
    ]  # fmt: skip
    later = tmp_path / "later" / "on"
    assert said(later, least - 1) == [
        ("data folder", "pass", f"{later}, to be made", ""),
        ("disk", "fail", f"{least - 1} MB free", "free some space"),
    ]
    (tmp_path / "file").write_text("")
    ((what, verdict, words, fix),) = said(tmp_path / "file" / "on", least)
    assert (what, verdict) == ("data folder", "fail") and "file/on: " in words and "ZO_HOME" in fix


def test_the_quick_check_draws_the_first_screen_and_looks_at_no_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    monkeypatch.delenv("KIVY_GL_BACKEND")  # as people's own screen does, it really draws
    found = by_name(list(quick_checks()))
    assert found["first screen"].word != "fail", found["first screen"]
    assert {"python", "kivy", "data folder"} <= set(found)
    assert not {"camera", "buttons", "picamera2"} & set(found)
    assert list(tmp_path.iterdir()) == []


def test_a_version_that_draws_nothing_fails_the_quick_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZO_TOUCH", "by telepathy")
    failed = first_screen()
    assert failed.word == "fail"
    assert "by telepathy" in failed.words
