"""Cameras hold what a calibration found, as far as they have the controls, and say what they cannot hold."""

import struct
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from tests.vision.sources.test_picam import LocksOf, first_frame, library, until
from tests.vision.stand_in_picamera2 import Picamera2
from vision.sources import device as video_device
from vision.sources.device import Device, VideoDevice, VideoForLinux
from vision.sources.frames import SourceFault
from vision.sources.locks import BAD_FOR_S, PATIENCE_S, FlickerWatch, LightWatch, Locked
from vision.sources.picam import PiCamera

__all__ = ["library"]

AUTO, BY_HAND, PRIORITY = cv2.CAP_PROP_AUTO_EXPOSURE, 1.0, 3.0


class Webcam:
    """As much of cv2.VideoCapture as is used: a control that it lacks reads -1 and takes nothing."""

    def __init__(self, controls: dict[int, float]) -> None:
        self.controls = dict(controls)
        self.fails = False

    def get(self, control: int) -> float:
        return self.controls.get(control, -1.0)

    def set(self, control: int, value: float) -> bool:
        if control not in self.controls:
            return False
        self.controls[control] = value
        return True

    def isOpened(self) -> bool:  # noqa: N802 - as OpenCV names it
        return not self.fails

    def read(self) -> tuple[bool, object]:
        return (False, None) if self.fails else (True, np.zeros((9, 16, 3), np.uint8))

    def release(self) -> None:
        self.fails = True


FULL = {
    AUTO: PRIORITY,
    cv2.CAP_PROP_EXPOSURE: 156.0,
    cv2.CAP_PROP_AUTO_WB: 1.0,
    cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
    cv2.CAP_PROP_AUTOFOCUS: 1.0,
    cv2.CAP_PROP_FOCUS: 60.0,
}


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(video_device, "SETTLE_S", 0.0)


def webcam(capture: Webcam) -> VideoDevice:
    return VideoDevice("webcam", lambda: VideoForLinux(capture, "webcam"), lambda: 1.0, again_s=0.001)  # type: ignore[arg-type]


def test_a_webcam_holds_all_three_and_lets_them_go() -> None:
    capture = Webcam(FULL)
    camera = webcam(capture)
    assert isinstance(camera, Device)
    locked = camera.calibrate()
    assert locked == Locked(exposure_us=15600, white_k=4600.0, focus=60.0) == camera.locked
    assert locked.words == "Locked: exposure, white balance and focus."
    assert [capture.get(c) for c in (AUTO, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS)] == [
        BY_HAND,
        0.0,
        0.0,
    ]
    camera.unlock()
    assert camera.locked is None
    assert [capture.get(c) for c in (AUTO, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS)] == [
        PRIORITY,
        1.0,
        1.0,
    ]
    camera.close()


def test_a_webcam_holds_after_a_restart_what_was_kept_until_it_sets_itself() -> None:
    locks = LocksOf(None)
    first = VideoDevice("webcam", lambda: VideoForLinux(Webcam(FULL), "webcam"), lambda: 1.0, locks=locks)  # type: ignore[arg-type]
    held = first.calibrate()
    first.close()
    assert locks.locked == held
    capture = Webcam(FULL | {cv2.CAP_PROP_EXPOSURE: 20.0, cv2.CAP_PROP_FOCUS: 5.0})
    again = VideoDevice("webcam", lambda: VideoForLinux(capture, "webcam"), lambda: 1.0, locks=locks)  # type: ignore[arg-type]
    assert again.locked == held
    assert (capture.get(cv2.CAP_PROP_EXPOSURE), capture.get(cv2.CAP_PROP_FOCUS)) == (156.0, 60.0)
    again.unlock()
    again.close()
    assert locks.locked is None


def test_a_webcam_is_asked_for_small_files_of_the_size_wished_and_the_newest_picture_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = (
        cv2.CAP_PROP_FOURCC,
        cv2.CAP_PROP_FRAME_WIDTH,
        cv2.CAP_PROP_FRAME_HEIGHT,
        cv2.CAP_PROP_BUFFERSIZE,
    )
    capture = Webcam(dict.fromkeys(asked, 0.0))
    monkeypatch.setattr(cv2, "VideoCapture", lambda _path, _how: capture)
    device = tmp_path / "video0"
    assert VideoForLinux.opened(str(device), (1920, 1080)) is None
    device.touch()
    assert VideoForLinux.opened(str(device), (1920, 1080)) is not None
    assert [capture.get(control) for control in asked] == [cv2.VideoWriter.fourcc(*"MJPG"), 1920, 1080, 1]
    capture.fails = True
    assert VideoForLinux.opened(str(device), (1920, 1080)) is None


def test_what_a_webcam_cannot_hold_is_said() -> None:
    camera = webcam(Webcam({AUTO: PRIORITY, cv2.CAP_PROP_EXPOSURE: 100.0, cv2.CAP_PROP_AUTO_WB: 1.0}))
    locked = camera.calibrate()
    assert locked.held == ("exposure", "white balance")
    assert "cannot lock: focus" in locked.words
    camera.close()
    bare = webcam(Webcam({}))
    assert "lets nothing be locked" in bare.calibrate().words
    bare.close()


class Stubborn(Webcam):
    """Says that it takes everything, yet goes on setting its exposure itself and knows focus in steps of 25 only."""

    def set(self, control: int, value: float) -> bool:
        if control == cv2.CAP_PROP_FOCUS:
            value = 25.0 * round(value / 25)
        return True if control == AUTO else super().set(control, value)


def test_what_a_webcam_is_told_to_hold_is_what_it_says_afterwards() -> None:
    camera = VideoForLinux(Stubborn(FULL), "webcam")  # type: ignore[arg-type]
    assert camera.lock(Locked(exposure_us=5000, white_k=4000.0, focus=60.0)) == Locked(
        exposure_us=None, white_k=4000.0, focus=50.0
    )


def test_new_light_leaves_the_focus_alone() -> None:
    capture = Webcam(FULL)
    camera = webcam(capture)
    camera.calibrate()
    seen: list[tuple[float, float]] = []
    put: Callable[[int, float], bool] = capture.set

    def spied(control: int, value: float) -> bool:
        seen.append((control, value))
        return put(control, value)

    capture.set = spied  # type: ignore[method-assign]
    camera.calibrate(focus=False)
    camera.close()
    assert (AUTO, PRIORITY) in seen
    assert (cv2.CAP_PROP_AUTOFOCUS, 1.0) not in seen


def test_a_webcam_that_comes_back_is_given_its_settings_again() -> None:
    made: list[Webcam] = []

    def plugged() -> VideoForLinux:
        made.append(
            Webcam(FULL if not made else FULL | {cv2.CAP_PROP_EXPOSURE: 9.0, cv2.CAP_PROP_FOCUS: 1.0})
        )
        return VideoForLinux(made[-1], "webcam")  # type: ignore[arg-type]

    camera = VideoDevice("webcam", plugged, lambda: 1.0, again_s=0.001)
    camera.calibrate()
    made[0].fails = True
    until(lambda: len(made) > 1 and camera.newest() is not None)
    camera.close()
    assert made[1].get(cv2.CAP_PROP_EXPOSURE) == 156.0
    assert made[1].get(cv2.CAP_PROP_FOCUS) == 60.0
    assert made[1].get(AUTO) == BY_HAND


def test_a_webcam_that_is_gone_cannot_be_calibrated() -> None:
    gone: list[bool] = []
    capture = Webcam(FULL)
    camera = VideoDevice(
        "webcam",
        lambda: None if gone else VideoForLinux(capture, "webcam"),  # type: ignore[arg-type]
        lambda: 1.0,
        again_s=0.001,
    )
    gone.append(True)
    capture.fails = True
    until(lambda: camera.trouble is not None)
    with pytest.raises(SourceFault, match="does not answer"):
        camera.calibrate()
    camera.close()


def test_the_pi_camera_lets_go_and_keeps_its_focus_under_new_light(library: type[Picamera2]) -> None:
    camera = PiCamera(library, lambda: 7.0, (64, 32))
    assert isinstance(camera, Device)
    first_frame(camera)
    camera.calibrate()
    made = library.Picamera2.made[0]  # type: ignore[attr-defined]
    assert camera.calibrate(focus=False).lens == 2.1
    assert sum("AfTrigger" in wanted for wanted in made.set) == 1
    camera.unlock()
    assert camera.locked is None
    assert made.set[-1] == {"AeEnable": True, "AwbEnable": True, "AfMode": 2}
    camera.close()


class Mains:
    """The kernel's side of a control: it takes what it knows, and says what it has."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, has_control: bool = True) -> None:
        self.has_control, self.value, self.told = has_control, 3, list[int]()
        monkeypatch.setattr("fcntl.ioctl", self.ioctl)

    def ioctl(self, _device: int, request: int, given: bytes) -> bytes:
        control, value = struct.unpack("=Ii", given)
        if not self.has_control or control != 0x00980918:
            raise OSError(22, "Invalid argument")
        if request == 0xC008561C:
            self.value = value
            self.told.append(value)
        return struct.pack("=Ii", control, self.value)


def test_a_webcam_is_told_of_the_mains_finds_its_exposure_anew_and_keeps_both(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mains, locks, made = Mains(monkeypatch), LocksOf(None), list[Webcam]()
    device = tmp_path / "video0"
    device.touch()

    def opened() -> VideoForLinux:
        made.append(Webcam(FULL))
        return VideoForLinux(made[-1], str(device))  # type: ignore[arg-type]

    camera = VideoDevice(str(device), opened, lambda: 1.0, locks=locks)
    assert mains.told == [] and camera.mains_hz is None
    camera.steady(60)
    assert mains.told == [2] and camera.locked is None
    assert locks.locked == Locked(mains_hz=60)
    camera.calibrate()
    made[0].controls[cv2.CAP_PROP_EXPOSURE] = 83.0
    camera.steady(50)
    camera.close()
    assert mains.told == [2, 1]
    assert locks.locked == Locked(exposure_us=8300, white_k=4600.0, focus=60.0, mains_hz=50) == camera.locked
    again = VideoDevice(str(device), opened, lambda: 1.0, locks=locks)
    assert mains.told == [2, 1, 1] and made[1].get(cv2.CAP_PROP_EXPOSURE) == 83.0
    again.unlock()
    again.close()
    assert locks.locked == Locked(mains_hz=50)


@pytest.mark.parametrize("there", [True, False])
def test_a_webcam_without_the_control_or_that_is_gone_is_told_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, there: bool
) -> None:
    Mains(monkeypatch, has_control=False)
    device, locks = tmp_path / "video0", LocksOf(None)
    if there:
        device.touch()
    camera = VideoDevice(
        str(device), lambda: VideoForLinux(Webcam(FULL), str(device)), lambda: 1.0, locks=locks
    )  # type: ignore[arg-type]
    camera.steady(50)
    camera.close()
    assert camera.mains_hz is None and locks.locked is None


def test_a_device_that_knows_no_controls_takes_none(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    assert not VideoForLinux(Webcam({}), str(tmp_path / "video0")).steadied(50)  # type: ignore[arg-type]


def test_the_pi_camera_is_told_of_the_mains_and_finds_its_exposure_anew(library: type[Picamera2]) -> None:
    locks = LocksOf(None)
    camera = PiCamera(library, lambda: 7.0, (64, 32), locks)
    first_frame(camera)
    camera.calibrate()
    made = library.Picamera2.made[0]  # type: ignore[attr-defined]
    camera.steady(50)
    assert camera.mains_hz is None, "libcamera of before 2023 has no such control"
    flicker = {"AeFlickerMode": 1, "AeFlickerPeriod": 10_000}
    made.controls = (*made.controls, *flicker)
    camera.steady(50)
    at = made.set.index(flicker)
    assert made.set[at + 1] == {"AeEnable": True, "AwbEnable": True}
    assert camera.locked is not None and locks.locked == camera.locked and camera.locked.mains_hz == 50
    camera.close()
    kind = type("Picamera2", (library.Picamera2,), {"controls": made.controls, "made": []})  # type: ignore[attr-defined]
    again = PiCamera(SimpleNamespace(Picamera2=kind), lambda: 7.0, (64, 32), locks)
    assert {"AeFlickerMode": 1, "AeFlickerPeriod": 10_000} in kind.made[0].set
    again.close()
    with pytest.raises(SourceFault):
        again.steady(60)


def test_a_lamp_that_flickers_has_the_camera_told_of_one_mains_and_then_of_the_other() -> None:
    watch = FlickerWatch()

    def told(of: int | None, *moments: float) -> list[int | None]:
        return [watch.due(flickers=True, at=at, told=of) for at in moments]

    assert told(None, 0.0, 2.0, 4.0) == [None, None, 50]
    assert told(50, 4.1, 6.0, 8.1) == [None, None, 60]
    assert told(60, 8.2, 20.0, 40.0) == [None, None, None], "neither helps: the words on the screen are left"
    assert watch.due(flickers=False, at=41.0, told=60) is None
    assert told(60, 90.0, 94.0) == [None, 50], "another lamp, on another evening"


def test_light_that_stays_bad_is_found_anew_but_not_for_ever() -> None:
    watch = LightWatch()
    assert not watch.is_due(light_ok=False, at=0.0)
    assert not watch.is_due(light_ok=True, at=2.0)
    assert not watch.is_due(light_ok=False, at=3.0)
    assert not watch.is_due(light_ok=False, at=3.0 + BAD_FOR_S / 2)
    assert watch.is_due(light_ok=False, at=3.0 + BAD_FOR_S)
    asked = 3.0 + BAD_FOR_S
    assert not any(
        watch.is_due(light_ok=False, at=asked + after) for after in np.arange(0.5, PATIENCE_S, 0.5)
    )
    assert watch.is_due(light_ok=False, at=asked + PATIENCE_S)
    again = asked + PATIENCE_S
    assert not any(
        watch.is_due(light_ok=False, at=again + after) for after in np.arange(0.5, 2 * PATIENCE_S, 0.5)
    )
    assert watch.is_due(light_ok=False, at=again + 2 * PATIENCE_S)
