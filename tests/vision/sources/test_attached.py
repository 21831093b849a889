"""Which cameras are offered: what the kernel and libcamera tell of, as on a Raspberry Pi with and without each kind."""

import sys
from pathlib import Path

import pytest

from tests.vision.stand_in_picamera2 import PI_CAMERA, USB_CAMERA
from vision.sources import attached
from vision.sources.attached import has_pi_camera, pi_cameras, video_devices

LIBCAMERA = """
class Camera:
    def __init__(self, id):
        self.id = id

class CameraManager:
    @classmethod
    def singleton(cls):
        return cls()

    @property
    def cameras(self):
        {body}
"""


@pytest.fixture
def libraries(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder of modules with a picamera2 that must not be imported."""
    for name in ("picamera2", "libcamera"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "picamera2.py").write_text("raise AssertionError('it was imported')")
    return tmp_path


@pytest.mark.parametrize(
    ("body", "there"),
    [
        (f"return [Camera({PI_CAMERA['Id']!r})]", True),
        (f"return [Camera({USB_CAMERA['Id']!r}), Camera({PI_CAMERA['Id']!r})]", True),
        (f"return [Camera({USB_CAMERA['Id']!r})]", False),
        ("return []", False),
        ("raise RuntimeError('no media device')", False),
    ],
)
def test_a_pi_camera_is_there_if_libcamera_sees_one(libraries: Path, body: str, *, there: bool) -> None:
    (libraries / "libcamera.py").write_text(LIBCAMERA.format(body=body))
    assert has_pi_camera() == there
    sys.modules.pop("libcamera", None)


def test_without_picamera2_no_pi_camera_can_be_used(libraries: Path) -> None:
    (libraries / "libcamera.py").write_text(LIBCAMERA.format(body=f"return [Camera({PI_CAMERA['Id']!r})]"))
    (libraries / "picamera2.py").unlink()
    assert not has_pi_camera()


def test_libcamera_says_only_errors_unless_it_is_asked_for_more(
    monkeypatch: pytest.MonkeyPatch, libraries: Path
) -> None:
    (libraries / "libcamera.py").write_text(
        "import os\nassert os.environ['LIBCAMERA_LOG_LEVELS'] == '*:ERROR'\n"
        + LIBCAMERA.format(body=f"return [Camera({PI_CAMERA['Id']!r})]")
    )
    monkeypatch.setenv("LIBCAMERA_LOG_LEVELS", "")
    monkeypatch.delenv("LIBCAMERA_LOG_LEVELS")
    assert has_pi_camera()
    sys.modules.pop("libcamera", None)


def test_pi_cameras_are_known_by_their_numbers() -> None:
    assert pi_cameras([USB_CAMERA, PI_CAMERA | {"Num": 1}]) == [1]
    assert pi_cameras([{"Model": "imx219"}]) == [0]
    assert pi_cameras([USB_CAMERA]) == []


def test_video_devices_that_are_no_cameras_are_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    known = tmp_path / "video4linux"
    monkeypatch.setattr(attached, "_DEVICES", tmp_path)
    monkeypatch.setattr(attached, "_KNOWN", known)
    names = {
        "video0": ("rp1-cfe-csi2_ch0", "0"),
        "video8": ("HD Pro Webcam C920", "0"),
        "video9": ("HD Pro Webcam C920", "1"),
        "video10": ("USB Camera: USB Camera", "0"),
        "video19": ("rpi-hevc-dec", "0"),
        "video20": ("pispbe-input", "0"),
        "video31": ("bcm2835-codec-decode", "0"),
    }
    for name, (model, index) in names.items():
        (tmp_path / name).touch()
        (known / name).mkdir(parents=True)
        (known / name / "name").write_text(f"{model}\n")
        (known / name / "index").write_text(f"{index}\n")
    (tmp_path / "video2").touch()
    (tmp_path / "video-dec").touch()
    assert video_devices() == [str(tmp_path / name) for name in ("video2", "video8", "video10")]
