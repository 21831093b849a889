"""A camera that is plugged in: a thread reads it and keeps the newest frame only.

Rule kept: an unplugged camera is a state (`trouble`, in words), never an error in the game; the thread opens the
device again by itself, ever more seldom, until it comes back.
"""

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.frames import Frame, Grey, SourceFault
from vision.pictures import Picture
from vision.quiet import keep_quiet

FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 8.0
MISSED_READS = 5
"""Failed reads in a row that mean the camera is gone."""
SLOW_READ_S = 3.0
"""A failed read that took longer than this means so at once."""
USUAL_SIZE = (1920, 1080)


class Camera(Protocol):
    """An open camera, used by one thread."""

    def read(self) -> tuple[Picture, Grey | None] | None:
        """The next picture, and a small grey one where the camera gives both; waits for it; None: it did not come."""
        ...

    def release(self) -> None: ...


class Device:
    """Frames of a camera, read by a thread of its own.

    `name` is what people are told. `open_camera` opens it, gives None where it cannot, and may raise SourceFault
    with the reason. `clock` stamps the frames; `first_wait_s` is the pause before the first attempt to open it
    again. Raises SourceFault where the camera cannot be opened at the start.
    """

    def __init__(
        self,
        name: str,
        open_camera: Callable[[], Camera | None],
        clock: Callable[[], float],
        first_wait_s: float = FIRST_WAIT_S,
    ) -> None:
        self._name = name
        self._open = open_camera
        self._clock = clock
        self._first_wait_s = first_wait_s
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._newest: Frame | None = None
        self._trouble: str | None = None
        self._number = 0
        camera = open_camera()
        if camera is None:
            raise SourceFault(
                f"{name}: expected a camera, found none that can be opened: plug it in, end other programs that "
                "use it, and see that this user is in the group 'video'"
            )
        self._thread = threading.Thread(target=self._run, args=(camera,), name=f"camera {name}", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str | None:
        with self._lock:
            return self._trouble

    @property
    def ended(self) -> bool:
        return self._stop.is_set()

    def newest(self) -> Frame | None:
        with self._lock:
            frame, self._newest = self._newest, None
            return frame

    def close(self) -> None:
        self._stop.set()
        if self._thread is not threading.current_thread():
            self._thread.join(timeout=5.0)
        with self._lock:
            self._newest = None

    def _run(self, camera: Camera | None) -> None:
        wait = self._first_wait_s
        while not self._stop.is_set():
            if camera is not None:
                if self._read_until_lost(camera):
                    wait = self._first_wait_s
                _let_go(camera)
                camera = None
                self._tell(f"{self._name}: no picture comes from the camera; check its cable, the game waits")
            if self._stop.wait(wait):
                return
            wait = min(2 * wait, LONGEST_WAIT_S)
            camera = self._opened()

    def _read_until_lost(self, camera: Camera) -> bool:
        """Reads until the camera is lost or the source closed; whether any frame came."""
        missed, came = 0, False
        while not self._stop.is_set() and missed < MISSED_READS:
            asked = self._clock()
            shot = _read(camera)
            if shot is None:
                missed = MISSED_READS if self._clock() - asked > SLOW_READ_S else missed + 1
                self._stop.wait(0.02)
                continue
            missed, came = 0, True
            with self._lock:
                self._newest = Frame(shot[0], self._clock(), self._number, small=shot[1])
                self._trouble = None
            self._number += 1
        return came

    def _opened(self) -> Camera | None:
        try:
            return self._open()
        except SourceFault as fault:
            self._tell(str(fault))
            return None
        except (cv2.error, OSError, RuntimeError):
            return None

    def _tell(self, trouble: str) -> None:
        with self._lock:
            self._trouble = trouble
            self._newest = None


def open_device(device: str, clock: Callable[[], float], size: tuple[int, int] = USUAL_SIZE) -> Device:
    """A V4L camera by path (`/dev/video0`) or number (`0`), asked for pictures of `size`. Raises SourceFault."""
    path = f"/dev/video{device}" if device.isdigit() else device
    if not Path(path).exists():
        raise SourceFault(f"{path}: expected a camera, found no such device: plug it in, or name another one")
    keep_quiet()
    return Device(path, lambda: _VideoForLinux.opened(path, size), clock)


class _VideoForLinux:
    """A V4L camera through OpenCV."""

    def __init__(self, capture: cv2.VideoCapture) -> None:
        self._capture = capture

    @classmethod
    def opened(cls, path: str, size: tuple[int, int]) -> "_VideoForLinux | None":
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

    def read(self) -> tuple[Picture, Grey | None] | None:
        got, image = self._capture.read()
        return (np.asarray(image, np.uint8), None) if got and image is not None else None

    def release(self) -> None:
        self._capture.release()


def _read(camera: Camera) -> tuple[Picture, Grey | None] | None:
    """A camera that fails in any way gives no picture; why is of no use to the players."""
    try:
        return camera.read()
    except (cv2.error, OSError, RuntimeError, TimeoutError, ValueError):
        return None


def _let_go(camera: Camera) -> None:
    try:
        camera.release()
    except (cv2.error, OSError, RuntimeError):
        return
