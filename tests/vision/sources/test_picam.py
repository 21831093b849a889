"""The Pi camera through a stand-in for picamera2 that behaves as the real one does: it adjusts without a word."""

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.vision.stand_in_picamera2 import FAILED, PI_CAMERA, USB_CAMERA, Picamera2, scene
from vision.sources import picam
from vision.sources.device import NO_PICTURE
from vision.sources.frames import Frame, SourceFault
from vision.sources.locks import Locked
from vision.sources.picam import PiCamera, as_bgr, open_picamera


@pytest.fixture
def library() -> Any:
    """A fresh stand-in, so that tests may change how it behaves."""
    return SimpleNamespace(Picamera2=type("Picamera2", (Picamera2,), {"made": []}))


class LocksOf:
    """What a camera held last, as this test has it, and then what it was told to hold."""

    def __init__(self, locked: Locked | None) -> None:
        self.locked = locked

    def recall(self) -> Locked | None:
        return self.locked

    def keep(self, locked: Locked | None) -> None:
        self.locked = locked


def first_frame(camera: PiCamera) -> Frame:
    for _ in range(2000):
        frame = camera.newest()
        if frame is not None:
            return frame
        threading.Event().wait(0.005)
    raise AssertionError("no frame came")


def until(true: Callable[[], object]) -> None:
    for _ in range(2000):
        if true():
            return
        threading.Event().wait(0.005)
    raise AssertionError("it never came true")


@pytest.mark.parametrize("adjusted", [None, "NV12", "YUV420", "BGR888"])
def test_colours_are_right_whatever_the_format_became(library: Any, adjusted: str | None) -> None:
    library.Picamera2.adjusts_to = adjusted
    camera = PiCamera(library, lambda: 7.0, (640, 360))
    frame = first_frame(camera)
    camera.close()
    assert frame.image.shape == (360, 640, 3)
    assert np.abs(frame.image.astype(int) - scene(640, 360)).max() <= 4
    assert (frame.at, frame.name) == (7.0, None)
    assert frame.small is not None
    assert frame.small.shape == (270, 480, 3)
    assert np.abs(frame.small.astype(int) - scene(480, 270)).max() <= 4
    made = library.Picamera2.made[0]
    assert made.closed
    assert made.captured >= made.released >= max(1, made.captured - 1)  # the last may come after all is over


def test_it_does_without_a_second_stream(library: Any) -> None:
    library.Picamera2.lores_works = False
    camera = PiCamera(library, lambda: 7.0, (640, 360))
    assert first_frame(camera).small is None
    camera.close()


MODULE_2 = [
    {"size": (640, 480), "crop_limits": (1000, 752, 1280, 960), "fps": 206.7, "bit_depth": 10},
    {"size": (1640, 1232), "crop_limits": (0, 0, 3280, 2464), "fps": 41.9, "bit_depth": 10},
    {"size": (1920, 1080), "crop_limits": (680, 692, 1920, 1080), "fps": 47.6, "bit_depth": 10},
    {"size": (3280, 2464), "crop_limits": (0, 0, 3280, 2464), "fps": 21.2, "bit_depth": 10},
    {"size": (3280, 2464), "crop_limits": (0, 0, 3280, 2464), "fps": 21.2, "bit_depth": 8},
]
MODULE_3 = [
    {"size": (1536, 864), "crop_limits": (768, 432, 3072, 1728), "fps": 120.1, "bit_depth": 10},
    {"size": (2304, 1296), "crop_limits": (0, 0, 4608, 2592), "fps": 56.0, "bit_depth": 10},
    {"size": (4608, 2592), "crop_limits": (0, 0, 4608, 2592), "fps": 14.4, "bit_depth": 10},
]


@pytest.mark.parametrize(("modes", "size"), [(MODULE_2, (3280, 2464)), (MODULE_3, (2304, 1296))])
def test_the_sensor_sees_all_it_can(library: Any, modes: list[dict[str, Any]], size: tuple[int, int]) -> None:
    library.Picamera2.sensor_modes = modes
    PiCamera(library, lambda: 7.0).close()
    configured = library.Picamera2.made[0].configured
    assert configured["sensor"] == {"output_size": size, "bit_depth": 10}


def test_a_second_stream_of_another_view_is_left_alone(library: Any) -> None:
    camera = PiCamera(library, lambda: 7.0, (64, 48))
    assert first_frame(camera).small is None
    camera.close()


def test_an_unknown_format_is_a_fault_and_the_camera_is_let_go(library: Any) -> None:
    library.Picamera2.adjusts_to = "SRGGB10"
    with pytest.raises(SourceFault, match="expected pictures as RGB888, found SRGGB10"):
        PiCamera(library, lambda: 7.0, (64, 32))
    assert library.Picamera2.made[0].closed


def test_a_camera_whose_own_thread_cannot_begin_is_let_go(
    library: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """picamera2 then cannot be closed at once: it waits for that thread first, which was never begun."""

    def full(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as busy:
        busy.setattr(threading.Thread, "start", full)
        with pytest.raises(SourceFault, match="can't start new thread"):
            PiCamera(library, lambda: 7.0, (64, 32))
    assert library.Picamera2.made[0].closed


def test_calibration_locks_exposure_white_balance_and_focus(library: Any) -> None:
    camera = PiCamera(library, lambda: 7.0, (64, 32))
    first_frame(camera)
    locked = camera.calibrate()
    until(lambda: camera.readings() == {"Lux": 321.0, "FocusFoM": 900.0})
    camera.close()
    device = library.Picamera2.made[0]
    assert locked == Locked(exposure_us=9000, gain=1.5, colour_gains=(1.8, 2.2), lens=2.1)
    assert [wanted for wanted in device.set if "AfTrigger" in wanted] == [{"AfMode": 1, "AfTrigger": 0}]
    assert device.set[0] == {"FrameDurationLimits": (100000, 100000)}
    assert device.set[-1] == {
        "AeEnable": False, "ExposureTime": 9000, "AnalogueGain": 1.5, "AwbEnable": False, "ColourGains": (1.8, 2.2),
        "AfMode": 0, "LensPosition": 2.1,
    }  # fmt: skip


def test_a_lens_that_moves_focuses_by_itself_until_it_is_locked(library: Any) -> None:
    camera = PiCamera(library, lambda: 7.0, (64, 32))
    camera.close()
    assert library.Picamera2.made[0].set[-1] == {"AfMode": 2}
    held = PiCamera(library, lambda: 7.0, (64, 32), LocksOf(Locked(lens=2.0)))
    held.close()
    assert library.Picamera2.made[1].set[-1] == {"AfMode": 0, "LensPosition": 2.0}


def test_what_the_camera_would_not_take_is_read_back_and_said(library: Any) -> None:
    library.Picamera2.disobeys = ("LensPosition",)
    locks = LocksOf(Locked(exposure_us=5000, gain=2.0, lens=4.0))
    camera = PiCamera(library, lambda: 7.0, (640, 360), locks)
    until(lambda: camera.locked == Locked(exposure_us=5000, gain=2.0, refused=("focus",)))
    assert camera.locked is not None
    assert camera.locked.words == (
        "Locked: exposure. The camera would not take: focus. This camera cannot lock: white balance."
    )
    camera.close()
    assert locks.locked == Locked(exposure_us=5000, gain=2.0, lens=4.0), "next time it is asked for again"


def test_a_calibration_gives_only_what_the_pictures_say_is_held(library: Any) -> None:
    library.Picamera2.focus_ends = FAILED
    camera = PiCamera(library, lambda: 7.0, (640, 360))
    first_frame(camera)
    locked = camera.calibrate()
    assert locked == Locked(exposure_us=9000, gain=1.5, colour_gains=(1.8, 2.2), refused=("focus",))
    device = library.Picamera2.made[0]
    assert [wanted["AfMode"] for wanted in device.set if "AfMode" in wanted] == [2, 1, 2], (
        "it goes on looking"
    )
    camera.close()


def test_controls_that_the_camera_lacks_are_left_alone(library: Any) -> None:
    library.Picamera2.controls = ("FrameDurationLimits",)
    camera = PiCamera(
        library,
        lambda: 7.0,
        (64, 32),
        LocksOf(Locked(exposure_us=9000, gain=1.5, colour_gains=None, lens=2.0)),
    )
    assert camera.calibrate() == Locked()
    camera.close()
    assert library.Picamera2.made[0].set == [{"FrameDurationLimits": (100000, 100000)}]


def test_a_lost_camera_is_opened_again_with_its_settings(
    monkeypatch: pytest.MonkeyPatch, library: Any
) -> None:
    monkeypatch.setattr(picam, "WAIT_FOR_FRAME_S", 0.05)
    camera = PiCamera(
        library, lambda: 7.0, (64, 32), LocksOf(Locked(exposure_us=5000, gain=2.0)), again_s=0.001
    )
    first_frame(camera)
    library.Picamera2.cameras = []
    library.Picamera2.made[0].flows = False
    until(lambda: camera.trouble is not None and "expected a camera, found none" in camera.trouble)
    library.Picamera2.cameras = [PI_CAMERA]
    until(lambda: camera.newest() is not None)
    assert camera.trouble is None
    camera.close()
    assert library.Picamera2.made[-1].set[-1] == {
        "AeEnable": False,
        "ExposureTime": 5000,
        "AnalogueGain": 2.0,
    }


def test_pictures_that_stop_are_told_and_the_camera_is_opened_again_when_they_come(
    monkeypatch: pytest.MonkeyPatch, library: Any
) -> None:
    monkeypatch.setattr(picam, "WAIT_FOR_FRAME_S", 0.05)
    camera = PiCamera(library, lambda: 7.0, (64, 32), again_s=0.001)
    first_frame(camera)
    library.Picamera2.flows = (
        False  # those that are opened anew too, so that the trouble stays until it was seen
    )
    until(lambda: camera.trouble is not None)
    assert camera.trouble == NO_PICTURE
    library.Picamera2.flows = True
    until(lambda: camera.newest() is not None)
    assert camera.trouble is None
    camera.close()
    assert [made.closed for made in library.Picamera2.made] == [True] * len(library.Picamera2.made)


def test_a_calibration_does_not_wait_for_pictures_that_never_come(
    monkeypatch: pytest.MonkeyPatch, library: Any
) -> None:
    monkeypatch.setattr(picam, "WAIT_FOR_FRAME_S", 0.5)
    camera = PiCamera(library, lambda: 7.0, (64, 32))
    first_frame(camera)
    library.Picamera2.made[0].flows = False
    with pytest.raises(SourceFault, match="picamera: the camera"):
        camera.calibrate(focus=False)
    camera.close()


def test_of_several_cameras_the_one_that_is_not_on_usb_is_opened(library: Any) -> None:
    library.Picamera2.cameras = [USB_CAMERA, PI_CAMERA | {"Num": 1}]
    PiCamera(library, lambda: 7.0, (64, 32)).close()
    assert [made.number for made in library.Picamera2.made] == [1]


def test_what_it_holds_is_kept_until_it_sets_itself_again(library: Any) -> None:
    locks = LocksOf(None)
    camera = PiCamera(library, lambda: 7.0, (64, 32), locks)
    assert camera.locked is None
    held = camera.calibrate()
    assert locks.locked == held == Locked(exposure_us=9000, gain=1.5, colour_gains=(1.8, 2.2), lens=2.1)
    camera.unlock()
    camera.close()
    assert locks.locked is None


@pytest.mark.parametrize("cameras", [[], [USB_CAMERA]])
def test_no_camera_is_said_with_what_to_do(library: Any, cameras: list[dict[str, object]]) -> None:
    library.Picamera2.cameras = cameras
    with pytest.raises(SourceFault, match="expected a camera, found none: check the ribbon cable"):
        PiCamera(library, lambda: 7.0)


def test_a_camera_that_another_program_uses_is_said_so() -> None:
    class Busy(Picamera2):
        def __init__(self, _camera_num: int = 0) -> None:
            raise RuntimeError("Camera __init__ sequence did\nnot complete.")

    with pytest.raises(SourceFault, match="cannot be opened: Camera __init__ sequence did not complete"):
        PiCamera(SimpleNamespace(Picamera2=Busy), lambda: 7.0)


def test_picamera2_is_imported_only_when_asked_for(
    monkeypatch: pytest.MonkeyPatch, library: Any, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(
        SourceFault, match=r"expected picamera2, found none .* install python3-picamera2 with apt"
    ):
        open_picamera(lambda: 0.0)
    (tmp_path / "picamera2.py").write_text("raise ValueError('numpy.dtype size changed')")
    monkeypatch.delitem(sys.modules, "picamera2")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(SourceFault, match=r"does not work here \(numpy.dtype size changed\)"):
        open_picamera(lambda: 0.0)
    module = ModuleType("picamera2")
    module.Picamera2 = library.Picamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    camera = open_picamera(lambda: 3.0)
    assert first_frame(camera).image.shape == (1080, 1920, 3)
    camera.close()


def test_padded_rows_are_cut_off() -> None:
    padded = np.pad(scene(60, 20), ((0, 0), (0, 4), (0, 0)))
    assert np.array_equal(as_bgr(padded, "RGB888", 60, 20), scene(60, 20))
