"""Which sources a new game offers, what the check looks at, and what cameras are told to hold from then on."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from companion.games import all_games
from tests.vision.stand_in_picamera2 import Picamera2
from ui.box.opening import BY_TOUCH, SIMULATED, sources
from ui.checks import machine as checks
from ui.owned.cameras import KeptLocks, locks_file, open_camera
from ui.pages.agreement import Agreement
from vision.sources import attached
from vision.sources.locks import Locked
from vision.sources.picam import PiCamera


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> type[Picamera2]:
    """A picamera2 that can be imported, and an empty data folder."""
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))
    module = ModuleType("picamera2")
    kind = type("Picamera2", (Picamera2,), {"made": []})
    module.Picamera2 = kind  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return kind


def attach(monkeypatch: pytest.MonkeyPatch, pi: bool, devices: tuple[str, ...]) -> None:
    monkeypatch.setattr(attached, "has_pi_camera", lambda: pi)
    monkeypatch.setattr(attached, "video_devices", lambda: list(devices))


@pytest.mark.parametrize(
    ("pi", "devices", "offered"),
    [
        (True, ("/dev/video8",), ["picamera", "/dev/video8", SIMULATED]),
        (False, ("/dev/video0", "/dev/video2"), ["/dev/video0", "/dev/video2", SIMULATED]),
        (False, (), [SIMULATED]),
    ],
)
def test_only_cameras_that_are_there_are_offered_and_the_first_is_chosen(
    monkeypatch: pytest.MonkeyPatch, pi: bool, devices: tuple[str, ...], offered: list[str]
) -> None:
    attach(monkeypatch, pi, devices)
    assert [choice.value for choice in sources()] == offered
    assert Agreement((all_games()["zoondo"],), sources).draft.source == offered[0]
    assert checks._attached() == (offered[0] if offered[0] != SIMULATED else None)


def test_a_camera_that_was_taken_away_is_not_proposed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    attach(monkeypatch, False, ("/dev/video0",))
    agreement = Agreement((all_games()["zoondo"],), sources)
    assert agreement.draft.source == "/dev/video0"
    attach(monkeypatch, False, ())
    agreement.afresh()
    assert agreement.draft.source == SIMULATED
    touched = Agreement((all_games()["zong"],), sources)
    assert touched.draft.source == BY_TOUCH
    touched.afresh()
    assert touched.draft.source == BY_TOUCH


def test_a_pi_without_any_camera_passes_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    attach(monkeypatch, False, ())
    monkeypatch.setattr(checks, "is_pi", lambda: True)
    (found,) = checks.table(None)
    assert (found.name, found.word) == ("camera", "not here")
    assert "ribbon cable" in found.words


def devices(folder: Path, monkeypatch: pytest.MonkeyPatch, **links: str) -> Path:
    """A /dev with these names of cameras by their makers, and which devices they are now."""
    monkeypatch.setattr(attached, "_DEVICES", folder / "dev")
    monkeypatch.setattr(attached, "_KNOWN", folder / "video4linux")
    by_id = folder / "dev" / "v4l" / "by-id"
    by_id.mkdir(parents=True, exist_ok=True)
    for link in by_id.iterdir():
        link.unlink()
    for name, device in links.items():
        (folder / "dev" / device).touch()
        (by_id / f"usb-{name}-video-index0").symlink_to(f"../../{device}")
    return by_id


def test_without_a_camera_the_check_says_which_were_looked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    devices(tmp_path, monkeypatch)
    monkeypatch.setattr(attached, "has_pi_camera", lambda: False)
    (bare,) = checks.table(None)
    assert "no Pi camera (picamera2 or libcamera is not installed)" in bare.words
    assert f"no USB camera (there is no {tmp_path}/dev/video0 or other number)" in bare.words
    assert bare.words.endswith("the simulated table serves")
    (tmp_path / "dev" / "video19").touch()
    (tmp_path / "video4linux" / "video19").mkdir(parents=True)
    (tmp_path / "video4linux" / "video19" / "name").write_text("rpi-hevc-dec")
    (decoder,) = checks.table(None)
    assert "no USB camera (none of video19 is one)" in decoder.words


def test_a_usb_camera_keeps_its_own_whatever_its_number_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(attached, "has_pi_camera", lambda: False)
    by_id = devices(tmp_path, monkeypatch, logi_C920_A1="video0", acme_cam_B2="video2")
    logi, acme = (str(by_id / f"usb-{name}-video-index0") for name in ("logi_C920_A1", "acme_cam_B2"))
    offered = sources()
    assert [choice.value for choice in offered] == [logi, acme, SIMULATED]
    assert offered[0].words == f"Camera {tmp_path}/dev/video0"
    KeptLocks(logi).keep(Locked(focus=1.0))
    KeptLocks(acme).keep(Locked(focus=2.0))
    devices(tmp_path, monkeypatch, logi_C920_A1="video2", acme_cam_B2="video0")
    assert [choice.value for choice in sources()] == [acme, logi, SIMULATED]
    named = [logi, acme, f"{tmp_path}/dev/video2", f"{tmp_path}/dev/video0", "2", "0"]
    held = [KeptLocks(name).recall() for name in named]
    assert held == [Locked(focus=1.0), Locked(focus=2.0)] * 3


def test_what_was_kept_by_a_number_is_brought_along_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))
    devices(tmp_path, monkeypatch)
    numbered = f"{tmp_path}/dev/video0"
    KeptLocks(numbered).keep(Locked(focus=3.0))
    assert KeptLocks("0").recall() == Locked(focus=3.0), "without a name of its own it stays by its number"
    by_id = devices(tmp_path, monkeypatch, logi_C920_A1="video0")
    camera = str(by_id / "usb-logi_C920_A1-video-index0")
    assert KeptLocks(camera).recall() == Locked(focus=3.0)
    KeptLocks(camera).keep(Locked(focus=4.0))
    devices(tmp_path, monkeypatch, other_cam_C3="video0")
    assert KeptLocks(numbered).recall() is None, "another camera has that number now"
    assert KeptLocks(camera).recall() == Locked(focus=4.0)


def test_what_cannot_be_brought_along_is_read_where_it_lies(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))
    devices(tmp_path, monkeypatch)
    KeptLocks(f"{tmp_path}/dev/video0").keep(Locked(focus=3.0))
    by_id = devices(tmp_path, monkeypatch, logi_C920_A1="video0")

    def full(_path: Path, _target: Path) -> Path:
        raise OSError("read-only file system")

    monkeypatch.setattr(Path, "replace", full)
    assert KeptLocks(str(by_id / "usb-logi_C920_A1-video-index0")).recall() == Locked(focus=3.0)


def test_what_a_camera_was_told_to_hold_is_held_after_a_restart(library: type[Picamera2]) -> None:
    first = open_camera("picamera")
    assert isinstance(first, PiCamera)
    first.calibrate()
    first.close()
    again = open_camera("picamera")
    again.close()
    assert library.made[1].set[-1] == {
        "AeEnable": False, "ExposureTime": 9000, "AnalogueGain": 1.5, "AwbEnable": False, "ColourGains": (1.8, 2.2),
        "AfMode": 0, "LensPosition": 2.1,
    }  # fmt: skip
    assert isinstance(again, PiCamera)
    again.unlock()
    assert not locks_file("picamera").exists()
    open_camera("picamera").close()
    assert library.made[2].set[-1] == {"AfMode": 2}


@pytest.mark.parametrize("written", [b"", b"{", b'{"exposure_us": "long"}', b"[1, 2]", b"\xff\xfe"])
def test_a_damaged_file_of_what_is_held_is_as_good_as_none(library: type[Picamera2], written: bytes) -> None:
    file = locks_file("picamera")
    file.parent.mkdir(parents=True)
    file.write_bytes(written)
    assert KeptLocks("picamera").recall() is None
    open_camera("picamera").close()
    assert library.made[0].set[-1] == {"AfMode": 2}


def test_each_camera_holds_its_own_and_a_disk_that_takes_nothing_costs_no_game(
    library: type[Picamera2], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    KeptLocks("/dev/video0").keep(Locked(exposure_us=100, white_k=4600.0))
    KeptLocks("/dev/video2").keep(Locked(focus=3.0))
    assert KeptLocks("/dev/video0").recall() == Locked(exposure_us=100, white_k=4600.0)
    assert KeptLocks("/dev/video2").recall() == Locked(focus=3.0)
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "file" / "home"))
    KeptLocks("/dev/video0").keep(Locked(focus=1.0))
    assert KeptLocks("/dev/video0").recall() is None


def test_the_check_makes_no_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "deep" / "home"))
    found = {check.name: check for check in checks.disk()}
    assert found["data folder"].word == found["disk"].word == found["journal"].word == "pass"
    assert list(tmp_path.iterdir()) == []
