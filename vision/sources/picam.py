"""The Raspberry Pi camera: the only place that imports picamera2, and only when it is asked for.

Rule kept: what was asked of the camera is read back, never taken for granted: formats are adjusted silently, and
controls that a sensor does not have must not be set. Nothing waits for the camera without an end: what picamera2 is
asked for stands in its list of jobs until a picture comes.
"""

import importlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from companion.language import _
from vision.sources.attached import keep_libcamera_quiet, pi_cameras
from vision.sources.device import USUAL_SIZE
from vision.sources.frames import SourceFault
from vision.sources.locking_device import LockingDevice
from vision.sources.locks import LockBook, Locked
from vision.sources.pi_controls import without
from vision.sources.pi_streams import NAME, Streams


class PiCamera(LockingDevice):
    """The Pi camera as a frame source; frames carry a small picture where the second stream works.

    `library` is the picamera2 module. Raises SourceFault, with what to do, where no camera answers.
    """

    def __init__(
        self,
        library: Any,
        clock: Callable[[], float],
        size: tuple[int, int] = USUAL_SIZE,
        locks: LockBook | None = None,
        again_s: float = 0.5,
    ) -> None:
        self._library = library
        self._size = size
        self._camera: Streams | None = None
        super().__init__(NAME, self._open_streams, clock, again_s, locks)

    @property
    def locked(self) -> Locked | None:
        """What the camera holds, as far as its pictures say that it took it; None while it sets itself."""
        camera, locked = self._camera, self._locked
        return locked if locked is None or camera is None else without(locked, camera.refused)

    def _found_anew(self, *, focus: bool) -> Locked:
        """Focuses once (if so wished), lets exposure and white balance settle, and locks all three."""
        with self._answering() as camera:
            return camera.calibrated(focus=focus, before=self._locked)

    def _has_taken(self, mains_hz: int) -> bool:
        with self._answering() as camera:
            return camera.steadied(mains_hz)

    @contextmanager
    def _answering(self) -> Iterator[Streams]:
        """The open camera; what goes wrong with it is told as SourceFault."""
        camera = self._camera
        if camera is None or self.trouble is not None:
            raise SourceFault(_("the camera does not answer; check its cable"), NAME)
        try:
            yield camera
        except Exception as error:  # a device's edge: picamera2 and libcamera raise what they like
            words = _("the camera could not be calibrated: {why}").format(why=_line(error))
            raise SourceFault(words, NAME) from None

    def _let_free(self) -> None:
        if self._camera is not None:
            try:
                self._camera.unlock()
            except Exception as error:  # a device's edge
                words = _("the camera could not be unlocked: {why}").format(why=_line(error))
                raise SourceFault(words, NAME) from None

    def readings(self) -> dict[str, float]:
        """What the camera says of itself: `Lux`, `ColourTemperature`, `FocusFoM`, where it does; else nothing."""
        camera = self._camera
        return {} if camera is None else camera.readings()

    def _open_streams(self) -> Streams:
        self._camera = None
        try:
            found = pi_cameras(self._library.Picamera2.global_camera_info())
            if not found:
                words = _(
                    "expected a camera, found none: check the ribbon cable (the contacts face the board), "
                    "then try {command}"
                )
                raise SourceFault(words.format(command="`rpicam-hello --list-cameras`"), NAME)
            started = _started(self._library.Picamera2, found[0])
            camera = Streams(started, self._size, self._locked, self.mains_hz)
        except SourceFault:
            raise
        except Exception as error:  # a device's edge
            words = _("the camera cannot be opened: {why}; end other programs that use it")
            raise SourceFault(words.format(why=_line(error)), NAME) from None
        self._camera = camera
        return camera


def open_picamera(clock: Callable[[], float], locks: LockBook | None = None) -> PiCamera:
    """The Pi camera. Raises SourceFault where picamera2 is not installed, is broken, or no camera answers."""
    keep_libcamera_quiet()
    try:
        library = importlib.import_module("picamera2")
    except ModuleNotFoundError as error:
        words = _(
            "expected picamera2, found none ({why}): install python3-picamera2 with apt and run "
            "in a venv made with --system-site-packages ({command} does both)"
        )
        raise SourceFault(words.format(why=_line(error), command="`./setup.sh run`"), NAME) from None
    except (
        Exception
    ) as error:  # a library built against another NumPy raises ValueError, a broken one anything
        words = _(
            "expected picamera2, found one that does not work here ({why}): {command} mends it where it can"
        )
        raise SourceFault(words.format(why=_line(error), command="`./setup.sh run`"), NAME) from None
    return PiCamera(library, clock, locks=locks)


def _started(kind: Any, number: int) -> Any:
    """A Picamera2. One whose start fails keeps a pipe, and the camera if it had it: both are let go of here."""
    camera = kind.__new__(kind)
    try:
        camera.__init__(number)
    except BaseException:
        with suppress(Exception):
            if getattr(camera, "is_open", False):
                camera.camera.release()
            camera.notifymeread.close()
            os.close(camera.notifyme_w)
        raise
    return camera


def _line(error: BaseException) -> str:
    """What went wrong first; picamera2 itself says no more than that its start did not complete."""
    while error.__cause__ is not None:
        error = error.__cause__
    return " ".join(str(error).split()) or type(error).__name__
