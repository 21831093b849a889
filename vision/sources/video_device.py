"""A camera that Linux knows as a video device (V4L), through OpenCV: a USB camera as a rule.

Rule kept: what was asked of the camera is read back; what it has no control for is left alone and said.
"""

import os
import struct
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from companion.language import _
from vision.arrays import Picture
from vision.sources.attached import device_path
from vision.sources.device import AGAIN_S, USUAL_SIZE, Device
from vision.sources.frames import SourceFault
from vision.sources.locks import MAINS_HZ, LockBook, Locked
from vision.sources.pictures import keep_quiet

SETTLE_S = 2.0
"""Seconds in which a camera sets itself before it is locked."""
PICTURE_WITHIN_S = "3"
"""OpenCV gives up waiting for a picture after so many seconds; of itself after ten, and a camera that is back waits."""
EXPOSURE_BY_HAND = 1.0
"""V4L2_EXPOSURE_MANUAL; a camera that is not told sets its exposure itself."""
_POWER_LINE = 0x00980918
"""V4L2_CID_POWER_LINE_FREQUENCY: 1 for 50 Hz, 2 for 60 Hz."""
_GET_CONTROL, _SET_CONTROL = 0xC008561B, 0xC008561C
"""VIDIOC_G_CTRL and VIDIOC_S_CTRL, which OpenCV has no name for this control for."""
_CONTROL = struct.Struct("=Ii")


class VideoDevice(Device["VideoForLinux"]):
    """A V4L camera. `open_camera` opens it; what is locked is applied here."""

    def __init__(
        self,
        path: str,
        open_camera: "Callable[[], VideoForLinux | None]",
        clock: Callable[[], float],
        again_s: float = AGAIN_S,
        locks: LockBook | None = None,
    ) -> None:
        self._open_camera = open_camera
        super().__init__(path, clock, again_s, locks)

    def _opened(self) -> "VideoForLinux | None":
        video = self._open_camera()
        if video is not None and self.mains_hz is not None:
            set_mains(self._name, self.mains_hz)
        if video is not None and self._locked is not None:
            video.lock(self._locked)
        return video

    def _found_anew(self, *, focus: bool) -> Locked:
        """Within SETTLE_S."""
        video = self._answering()
        video.unlock(focus=focus)
        self._stop.wait(SETTLE_S)
        return video.lock()

    def _let_free(self) -> None:
        if self._camera is not None:
            self._camera.unlock(focus=True)

    def _has_taken(self, mains_hz: int) -> bool:
        return set_mains(self._name, mains_hz)


def open_device(device: str, clock: Callable[[], float], locks: LockBook | None = None) -> VideoDevice:
    """A V4L camera by path (`/dev/video0`) or number (`0`). Raises SourceFault."""
    path = device_path(device)
    if not Path(path).exists():
        raise SourceFault(_("expected a camera, found no such device: plug it in, or name another one"), path)
    keep_quiet()
    os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", PICTURE_WITHIN_S)
    return VideoDevice(path, lambda: VideoForLinux.opened(path, USUAL_SIZE), clock, locks=locks)


def set_mains(path: str, mains_hz: int) -> bool:
    """Tells a V4L camera the frequency of the mains; whether it has taken it. Never raises."""
    if sys.platform != "linux":
        return False
    import fcntl

    wanted = _CONTROL.pack(_POWER_LINE, 1 + MAINS_HZ.index(mains_hz))
    try:
        device = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        try:
            fcntl.ioctl(device, _SET_CONTROL, wanted)
            return fcntl.ioctl(device, _GET_CONTROL, _CONTROL.pack(_POWER_LINE, 0)) == wanted
        finally:
            os.close(device)
    except OSError:  # a camera without this control, or one that is gone
        return False


class VideoForLinux:
    """A V4L camera through OpenCV. Its settings may be changed while another thread reads."""

    def __init__(self, capture: cv2.VideoCapture) -> None:
        self._capture = capture
        self._busy = threading.Lock()
        self._auto: dict[int, float] = {}

    @classmethod
    def opened(cls, path: str, size: tuple[int, int]) -> "VideoForLinux | None":
        if not Path(path).exists():
            return None
        capture = cv2.VideoCapture(path, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
        if not capture.isOpened():
            capture.release()
            return None
        # MJPG first: raw 1920 x 1080 over USB 2 comes at 5 frames a second
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return cls(capture)

    def read(self) -> tuple[Picture, Picture | None] | None:
        with self._busy:
            got, image = self._capture.read()
        return (np.asarray(image, np.uint8), None) if got and image is not None else None

    def release(self) -> None:
        with self._busy:
            self._capture.release()

    def lock(self, wanted: Locked | None = None) -> Locked:
        """Holds what the camera has set by itself, or what is wanted.

        What it has no control for, or would not take, is left alone and None in what is given back.
        """
        ask = wanted or Locked()
        steps = None if ask.exposure_us is None else ask.exposure_us / 100
        with self._busy:
            exposure = self._held(cv2.CAP_PROP_AUTO_EXPOSURE, EXPOSURE_BY_HAND, cv2.CAP_PROP_EXPOSURE, steps)
            white = self._held(cv2.CAP_PROP_AUTO_WB, 0.0, cv2.CAP_PROP_WB_TEMPERATURE, ask.white_k)
            focus = self._held(cv2.CAP_PROP_AUTOFOCUS, 0.0, cv2.CAP_PROP_FOCUS, ask.focus)
        return Locked(
            # V4L counts exposure in steps of 100 microseconds.
            exposure_us=None if exposure is None else round(exposure * 100),
            white_k=white,
            focus=focus,
        )

    def unlock(self, *, focus: bool) -> None:
        """Lets the camera set itself again as it did before it was locked; the focus only if so wished."""
        with self._busy:
            for control, value in self._auto.items():
                if focus or control != cv2.CAP_PROP_AUTOFOCUS:
                    self._capture.set(control, value)

    def _held(self, automatic: int, by_hand: float, setting: int, wanted: float | None) -> float | None:
        """Switches an automatic off and sets what is wanted, else what it had found.

        Gives the setting as the camera has it then (0 where it is not told), None where the camera would not.
        """
        before = float(self._capture.get(automatic))
        if before < 0:
            return None
        value = float(self._capture.get(setting)) if wanted is None else wanted
        if not self._capture.set(automatic, by_hand) or float(self._capture.get(automatic)) != by_hand:
            return None
        if before != by_hand:
            self._auto[automatic] = before
        if value > 0:
            self._capture.set(setting, value)
            taken = float(self._capture.get(setting))
            value = taken if taken > 0 else value
        return max(0.0, value)
