"""The Pi camera on the real picamera2, with libcamera's virtual camera in place of a sensor."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.game import Setup, checked
from companion.games import all_games
from tests.vision.real_picamera2 import library
from vision.mat.plane import Plane, find_plane
from vision.sources.device import NO_PICTURE
from vision.sources.frames import Frame, SourceFault
from vision.sources.locks import Locked
from vision.sources.picam import PiCamera

pytestmark = pytest.mark.filterwarnings("ignore:setDaemon:DeprecationWarning")  # picamera2's own


class Ribbon:
    """The cable of the camera: while it is out, libcamera completes no request."""

    def __init__(self, real: Any) -> None:
        self.plugged = True
        self._real, self._handle = real, real.CameraManager.handle_request

    def handle(self, manager: Any, flushid: int | None = None) -> Any:
        if self.plugged or flushid is not None:
            return self._handle(manager, flushid)
        manager.cms.get_ready_requests()
        return time.sleep(0.01)


@pytest.fixture(scope="module")
def real() -> Any:
    try:
        return library()
    except LookupError as missing:
        pytest.skip(str(missing))


@pytest.fixture
def ribbon(real: Any, monkeypatch: pytest.MonkeyPatch) -> Ribbon:
    ribbon = Ribbon(real)
    monkeypatch.setattr(real.CameraManager, "handle_request", lambda *given: ribbon.handle(*given))
    return ribbon


@pytest.fixture
def camera(real: Any, ribbon: Ribbon) -> Iterator[PiCamera]:
    camera = PiCamera(real, time.monotonic)
    yield camera
    ribbon.plugged = True
    camera.close()


def until(true: Callable[[], object]) -> None:
    """Waits for another thread; half a minute is far more than it ever needs."""
    began = time.monotonic()
    while not true():
        assert time.monotonic() < began + 30, "it never came true"
        threading.Event().wait(0.005)


def next_frame(camera: PiCamera) -> Frame:
    found: list[Frame] = []
    until(lambda: found.extend(filter(None, [camera.newest()])) or found)
    return found[-1]


def test_pictures_are_right_though_the_camera_gives_another_format(camera: PiCamera) -> None:
    frame = next_frame(camera)
    game = all_games()["zoon_alternate"]
    assert frame.image.shape == (1080, 1920, 3)
    assert isinstance(find_plane(frame.image, game.table(checked(game, Setup(2)))), Plane)


def test_a_camera_without_settings_lets_nothing_be_locked_and_says_so(camera: PiCamera) -> None:
    next_frame(camera)
    assert camera.calibrate() == Locked()


def test_pictures_that_stop_are_told_and_come_back_by_themselves(camera: PiCamera, ribbon: Ribbon) -> None:
    next_frame(camera)
    ribbon.plugged = False
    until(lambda: camera.trouble)
    assert camera.trouble == NO_PICTURE
    ribbon.plugged = True
    until(camera.newest)
    assert camera.trouble is None


def test_a_camera_that_another_program_took_meanwhile_comes_back_when_it_ends(
    camera: PiCamera, ribbon: Ribbon, real: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    next_frame(camera)
    monkeypatch.setattr(real.Picamera2, "taken", True)
    ribbon.plugged = False
    until(lambda: camera.trouble and "end other programs that use it" in camera.trouble)
    ribbon.plugged = True
    monkeypatch.setattr(real.Picamera2, "taken", False)
    until(camera.newest)
    assert camera.trouble is None


def test_a_camera_in_use_is_a_fault_at_the_start(real: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(real.Picamera2, "taken", True)
    with pytest.raises(
        SourceFault, match=r"cannot be opened: Failed to acquire camera: .* busy; end other programs"
    ):
        PiCamera(real, time.monotonic)


def test_a_camera_in_use_can_be_asked_for_the_whole_evening(
    real: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(real.Picamera2, "taken", True)

    def asked() -> int:
        with pytest.raises(SourceFault):
            PiCamera(real, time.monotonic)
        return len(list(Path("/proc/self/fd").iterdir()))

    first = asked()
    assert [asked() for _ in range(5)] == [first] * 5
