"""A camera read by a thread that keeps the newest frame only; and a camera that Linux has as a V4L device.

Rule kept: an unplugged camera is a state (`trouble`, in words), never an error in the game; the thread retries until
the device is back. A driver that hangs is reported too: `trouble` is set before the camera is released, and the
release has a timeout and a thread of its own.
"""

import logging
import os
import struct
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import cv2
import numpy as np

from companion.language import _, marked
from vision.arrays import Picture
from vision.sources.attached import device_path
from vision.sources.frames import Frame, SourceFault
from vision.sources.locks import MAINS_HZ, LockBook, Locked
from vision.sources.pictures import keep_quiet

AGAIN_S = 0.5
"""Pause between two attempts to reopen a lost camera; an attempt costs next to nothing."""
MISSED_READS = 5
"""Failed reads in a row after which the camera is gone."""
SLOW_READ_S = 3.0
"""Duration of a single failed read after which the camera is gone."""
USUAL_SIZE = (1920, 1080)
SILENT_S = 4.0
"""Time without any answer of the driver after which there is trouble."""
LET_GO_S = 2.0
"""Maximum duration of a release; beyond it the driver hangs."""
CLOSE_S = 3.0
"""Maximum wait of `close` for the reading thread."""
NO_PICTURE = marked("No picture comes from the camera. Check its cable; the game waits.")
HANGS = marked(
    "No picture comes from the camera, and it hangs. Check its cable; if that does not help, close the program and "
    "start it again: the game is kept."
)
_log = logging.getLogger(__name__)


class Camera(Protocol):
    """An open camera, used by one thread."""

    def read(self) -> tuple[Picture, Picture | None] | None:
        """Waits for the next picture, with a small one if the camera gives both; None: it did not come."""
        ...

    def release(self) -> None: ...

    def calibrated(self, *, focus: bool) -> Locked:
        """Lets it adjust itself (its focus only if `focus`), then locks that."""
        ...

    def unlock(self) -> None:
        """Lets it adjust itself from now on."""
        ...

    def steadied(self, mains_hz: int) -> bool:
        """Sets the frequency of the mains; returns whether the camera has a control for that."""
        ...


@contextmanager
def told_as_faults(words: str, name: str) -> Iterator[None]:
    """Converts any exception to a SourceFault with these words: picamera2 and libcamera raise what they like."""
    try:
        yield
    except SourceFault:
        raise
    except Exception as error:  # a device's edge
        raise SourceFault(words.format(why=root_cause(error)), name) from None


def root_cause(error: BaseException) -> str:
    """The root cause in one line; picamera2's own message says only that its start did not complete."""
    while error.__cause__ is not None:
        error = error.__cause__
    return " ".join(str(error).split()) or type(error).__name__


C = TypeVar("C", bound=Camera)


class Device(ABC, Generic[C]):
    """Frames of a camera, read by a thread of its own; its settings can be locked if it has the controls.

    `name`: for people. `clock` stamps the frames; `again_s`: the pause before each attempt to reopen the camera.
    `locks`: the store of its locked settings and of the mains' frequency. Raises SourceFault if the camera cannot be
    opened at the start, and from a setting that it does not answer.
    """

    def __init__(
        self, name: str, clock: Callable[[], float], again_s: float = AGAIN_S, locks: LockBook | None = None
    ) -> None:
        kept = (locks.recall() if locks is not None else None) or Locked()
        self._locks, self._locked, self.mains_hz = locks, kept if kept.held else None, kept.mains_hz
        self._name = name
        self._clock = clock
        self._again_s = again_s
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._newest: Frame | None = None
        self._trouble: str | None = None
        self._number = 0
        self._logged = ""
        self._camera = self._opened()
        self._heard = clock()
        if self._camera is None:
            words = _(
                "expected a camera, found none that can be opened: plug it in, end other programs that "
                "use it, and see that this user is in the group “video”"
            )
            raise SourceFault(words, name)
        self._thread = threading.Thread(target=self._run, name=f"camera {name}", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str | None:
        """The words for why no picture comes, or None; a driver that hangs in a read is noticed by the clock."""
        with self._lock:
            silent = self._trouble is None and self._clock() - self._heard > SILENT_S
            trouble = NO_PICTURE if silent else self._trouble
        return trouble and _(trouble)

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
            self._thread.join(timeout=CLOSE_S)
        with self._lock:
            self._newest = None

    def _run(self) -> None:
        camera = self._camera
        while not self._stop.is_set():
            if camera is not None:
                self._read_until_lost(camera)
                if not self._stop.is_set():
                    self._tell(NO_PICTURE)
                self._let_go(camera)
                camera = None
            if self._stop.wait(self._again_s):
                return
            try:
                self._camera = None
                self._camera = camera = self._opened()
            except SourceFault as fault:
                self._tell(fault.words)
            except Exception as error:  # a device's edge: retried
                if repr(error) != self._logged:
                    _log.warning("%s could not be opened: %r", self._name, error)
                self._logged = repr(error)

    def _read_until_lost(self, camera: C) -> None:
        missed = 0
        while not self._stop.is_set() and missed < MISSED_READS:
            asked = self._clock()
            try:
                shot = camera.read()
            except Exception:  # a device's edge: drivers raise what they like
                shot = None
            self._heard = self._clock()
            if shot is None:
                missed = MISSED_READS if self._clock() - asked > SLOW_READ_S else missed + 1
                self._stop.wait(0.02)
                continue
            missed = 0
            with self._lock:
                self._newest = Frame(shot[0], self._heard, self._number, small=shot[1])
                self._trouble = None
            self._number += 1

    def _let_go(self, camera: C) -> None:
        """Releases a camera. A wait beyond LET_GO_S is reported as HANGS, and ends with `close`."""

        def release() -> None:
            with suppress(Exception):  # a device's edge: a camera that cannot be released is gone
                camera.release()

        letting_go = threading.Thread(target=release, name=f"close {self._name}", daemon=True)
        letting_go.start()
        letting_go.join(LET_GO_S)
        if not letting_go.is_alive() or self._stop.is_set():
            return
        self._tell(HANGS)
        while letting_go.is_alive() and not self._stop.wait(0.1):
            pass
        self._tell(NO_PICTURE)

    def _tell(self, trouble: str) -> None:
        with self._lock:
            self._trouble = trouble
            self._newest = None

    @property
    def locked(self) -> Locked | None:
        """The locked settings; None while the camera adjusts itself."""
        return self._locked

    def calibrate(self, *, focus: bool = True) -> Locked:
        """Lets the camera adjust itself (its focus only if `focus`), then locks that. Takes seconds."""
        with told_as_faults(_("the camera could not be calibrated: {why}"), self._name):
            locked = self._answering().calibrated(focus=focus)
        self._hold(locked)
        return locked

    def unlock(self) -> None:
        """Lets the camera adjust itself."""
        self._hold(None)
        if self._camera is not None:
            with told_as_faults(_("the camera could not be unlocked: {why}"), self._name):
                self._camera.unlock()

    def steady(self, mains_hz: int) -> None:
        """Sets the frequency of the mains, for exposures without bands; locked settings are found anew."""
        with told_as_faults(_("the camera could not be calibrated: {why}"), self._name):
            taken = self._answering().steadied(mains_hz)
        if taken:
            self.mains_hz = mains_hz
            self._hold(self._locked)
            if self._locked is not None:
                self.calibrate(focus=False)

    def _hold(self, locked: Locked | None) -> None:
        self._locked = None if locked is None else replace(locked, mains_hz=self.mains_hz)
        if self._locks is not None:
            self._locks.keep(self._locked or (Locked(mains_hz=self.mains_hz) if self.mains_hz else None))

    def _answering(self) -> C:
        """The open camera. Raises SourceFault if it gives no pictures."""
        if self._camera is None or self.trouble is not None:
            raise SourceFault(_("the camera does not answer; check its cable"), self._name)
        return self._camera

    @abstractmethod
    def _opened(self) -> C | None:
        """The camera, opened; None if it cannot be. May raise SourceFault with the reason."""


# A V4L video device of Linux through OpenCV, usually a USB camera.
# Rule kept: every setting is read back; settings without a control are left alone and reported.

SETTLE_S = 2.0
"""Time in which a camera adjusts itself before it is locked."""
PICTURE_WITHIN_S = "3"
"""OpenCV's timeout for a picture (s); its default of ten would delay a camera that is back."""
EXPOSURE_BY_HAND = 1.0
"""V4L2_EXPOSURE_MANUAL."""
_POWER_LINE = 0x00980918
"""V4L2_CID_POWER_LINE_FREQUENCY: 1 for 50 Hz, 2 for 60 Hz."""
_GET_CONTROL, _SET_CONTROL = 0xC008561B, 0xC008561C
"""VIDIOC_G_CTRL and VIDIOC_S_CTRL, because OpenCV has no property for this control."""
_CONTROL = struct.Struct("=Ii")


class VideoDevice(Device["VideoForLinux"]):
    """A V4L camera. `open_camera` opens it; locked settings are applied here."""

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
            video.steadied(self.mains_hz)
        if video is not None and self._locked is not None:
            video.lock(self._locked)
        return video


def open_device(device: str, clock: Callable[[], float], locks: LockBook | None = None) -> VideoDevice:
    """A V4L camera by path (`/dev/video0`) or number (`0`). Raises SourceFault."""
    path = device_path(device)
    if not Path(path).exists():
        raise SourceFault(_("expected a camera, found no such device: plug it in, or name another one"), path)
    keep_quiet()
    os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", PICTURE_WITHIN_S)
    return VideoDevice(path, lambda: VideoForLinux.opened(path, USUAL_SIZE), clock, locks=locks)


class VideoForLinux:
    """A V4L camera through OpenCV. Its settings may be changed while another thread reads."""

    def __init__(self, capture: cv2.VideoCapture, path: str) -> None:
        self._capture = capture
        self._path = path
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
        # MJPG, set first: raw 1920 x 1080 over USB 2 comes at 5 frames a second.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return cls(capture, path)

    def read(self) -> tuple[Picture, Picture | None] | None:
        with self._busy:
            got, image = self._capture.read()
        return (np.asarray(image, np.uint8), None) if got and image is not None else None

    def release(self) -> None:
        with self._busy:
            self._capture.release()

    def calibrated(self, *, focus: bool) -> Locked:
        """Within SETTLE_S."""
        self.unlock(focus=focus)
        time.sleep(SETTLE_S)
        return self.lock()

    def steadied(self, mains_hz: int) -> bool:
        """Never raises; needs a path, as OpenCV has no property for this control."""
        if sys.platform != "linux":
            return False
        import fcntl

        wanted = _CONTROL.pack(_POWER_LINE, 1 + MAINS_HZ.index(mains_hz))
        try:
            device = os.open(self._path, os.O_RDWR | os.O_NONBLOCK)
            try:
                fcntl.ioctl(device, _SET_CONTROL, wanted)
                return fcntl.ioctl(device, _GET_CONTROL, _CONTROL.pack(_POWER_LINE, 0)) == wanted
            finally:
                os.close(device)
        except OSError:  # a camera without this control, or one that is gone
            return False

    def lock(self, wanted: Locked | None = None) -> Locked:
        """Locks the wanted settings, or without any those that the camera found; returns the ones taken.

        A setting without a control, or one not taken, is None.
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

    def unlock(self, *, focus: bool = True) -> None:
        """Restores the automatics that were on before locking; the focus only if `focus`."""
        with self._busy:
            for control, value in self._auto.items():
                if focus or control != cv2.CAP_PROP_AUTOFOCUS:
                    self._capture.set(control, value)

    def _held(self, automatic: int, by_hand: float, setting: int, wanted: float | None) -> float | None:
        """Switches an automatic off and sets the wanted value, else the one found.

        Returns the setting as read back (0: unknown), or None if the camera would not take it.
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
