"""The Raspberry Pi camera: the only place that imports picamera2, and only when it is asked for.

Rule kept: what was asked of the camera is read back, never taken for granted: formats are adjusted silently, and
controls that a sensor does not have must not be set. Nothing waits for the camera without an end: what picamera2 is
asked for stands in its list of jobs until a picture comes.
"""

import importlib
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any

import cv2
import numpy as np

from companion.language import _
from vision.sources.attached import keep_libcamera_quiet, pi_cameras
from vision.sources.device import MISSED_READS, USUAL_SIZE, Device
from vision.sources.frames import Grey, SourceFault
from vision.sources.locks import LockBook, Locked, NoLockBook
from vision.sources.pictures import Picture

SMALL_SIZE = (640, 360)
_NAME = "picamera"
FRAMES_PER_SECOND = 10
WAIT_FOR_FRAME_S = 4.0
WAIT_FOR_FOCUS_S = 10.0
MANUAL = 0
"""libcamera's AfModeManual …"""
CONTINUOUS = 2
"""… and AfModeContinuous."""
SETTLE_FRAMES = 15
"""Frames that exposure and white balance are given to settle before they are locked."""
_FAILURES = (OSError, RuntimeError, TimeoutError, CancelledError, ValueError)
"""What picamera2 and libcamera raise where a camera does not do as it is told."""

_SWAPPED = {"BGR888": cv2.COLOR_RGB2BGR, "XBGR8888": cv2.COLOR_RGBA2BGR, "XRGB8888": cv2.COLOR_BGRA2BGR}
_YUV = {"NV12": cv2.COLOR_YUV2BGR_NV12, "NV21": cv2.COLOR_YUV2BGR_NV21, "YUV420": cv2.COLOR_YUV2BGR_I420,
        "YVU420": cv2.COLOR_YUV2BGR_YV12}  # fmt: skip


class PiCamera(Device):
    """The Pi camera as a frame source; frames carry a small grey picture where the second stream works.

    `library` is the picamera2 module. `locks`: where what it holds is kept from one evening to the next. Raises
    SourceFault, with what to do, where no camera answers.
    """

    def __init__(
        self,
        library: Any,
        clock: Callable[[], float],
        size: tuple[int, int] = USUAL_SIZE,
        locks: LockBook | None = None,
        first_wait_s: float = 0.5,
    ) -> None:
        self._library = library
        self._size = size
        self._locks = locks or NoLockBook()
        self._locked = self._locks.recall()
        self._camera: _Streams | None = None
        super().__init__(_NAME, self._open_streams, clock, first_wait_s)

    @property
    def locked(self) -> Locked | None:
        """What the camera is told to hold; None while it sets itself."""
        return self._locked

    def calibrate(self, *, focus: bool = True) -> Locked:
        """Focuses (if so wished), lets exposure and white balance settle, locks all three and gives what they are.

        Takes a few seconds. Raises SourceFault where the camera does not answer.
        """
        camera = self._camera
        if camera is None or self.trouble is not None:
            raise SourceFault(_("the camera does not answer; check its cable"), _NAME)
        try:
            self._locked = camera.calibrated(focus=focus, before=self._locked)
        except _FAILURES as error:
            words = _("the camera could not be calibrated: {why}").format(why=_line(error))
            raise SourceFault(words, _NAME) from None
        self._locks.keep(self._locked)
        return self._locked

    def unlock(self) -> None:
        """Lets the camera set itself again. Raises SourceFault where it does not answer."""
        self._locked = None
        self._locks.keep(None)
        if self._camera is not None:
            try:
                self._camera.unlock()
            except _FAILURES as error:
                words = _("the camera could not be unlocked: {why}").format(why=_line(error))
                raise SourceFault(words, _NAME) from None

    def readings(self) -> dict[str, float]:
        """What the camera says of itself: `Lux`, `ColourTemperature`, `FocusFoM`, where it does; else nothing."""
        camera = self._camera
        return {} if camera is None else camera.readings()

    def _open_streams(self) -> "_Streams":
        self._camera = None
        try:
            found = pi_cameras(self._library.Picamera2.global_camera_info())
            if not found:
                words = _(
                    "expected a camera, found none: check the ribbon cable (the contacts face the board), "
                    "then try {command}"
                )
                raise SourceFault(words.format(command="`rpicam-hello --list-cameras`"), _NAME)
            camera = _Streams(self._library.Picamera2(found[0]), self._size, self._locked)
        except (*_FAILURES, IndexError) as error:
            words = _("the camera cannot be opened: {why}; end other programs that use it")
            raise SourceFault(words.format(why=_line(error)), _NAME) from None
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
        raise SourceFault(words.format(why=_line(error), command="`./setup.sh run`"), _NAME) from None
    except (
        Exception
    ) as error:  # a library built against another NumPy raises ValueError, a broken one anything
        words = _(
            "expected picamera2, found one that does not work here ({why}): {command} mends it where it can"
        )
        raise SourceFault(words.format(why=_line(error), command="`./setup.sh run`"), _NAME) from None
    return PiCamera(library, clock, locks=locks)


class _Streams:
    """An open camera with a main stream and, where it can, a small one; it holds `locked`, or sets itself."""

    def __init__(self, camera: Any, size: tuple[int, int], locked: Locked | None) -> None:
        self._camera = camera
        self._asked: Any = None
        try:
            self._small = self._configured(size)
            configuration = camera.camera_configuration()
            self._format = str(configuration["main"]["format"])
            self._wide, self._high = configuration["main"]["size"]
            if self._format != "RGB888" and self._format not in _SWAPPED | _YUV:
                words = _("expected pictures as RGB888, found {format}, which is not known")
                raise SourceFault(words.format(format=self._format), _NAME)
            self._metadata: dict[str, Any] = {}
            self._set({"FrameDurationLimits": (1_000_000 // FRAMES_PER_SECOND,) * 2})
            camera.start()
            if locked is not None:
                self.lock(locked)
            else:
                self._set({"AfMode": CONTINUOUS})  # left alone, a lens that moves stays wherever it was
        except BaseException:
            camera.close()
            raise

    def _configured(self, size: tuple[int, int]) -> tuple[int, int] | None:
        """Configures the streams; the size of the small one, None where the camera gives one stream only."""
        main = {"size": size, "format": "RGB888"}
        for lores in ({"size": SMALL_SIZE, "format": "YUV420"}, None):
            try:
                extra = {} if lores is None else {"lores": lores}
                self._camera.configure(self._camera.create_video_configuration(main=dict(main), **extra))
            except (RuntimeError, ValueError):
                if lores is None:
                    raise
                continue
            given = self._camera.camera_configuration().get("lores")
            usable = given is not None and str(given["format"]) in _YUV
            return tuple(given["size"]) if usable else None
        return None

    def read(self) -> tuple[Picture, Grey | None] | None:
        """The next picture. What was asked for in vain before is waited for again, not asked for twice."""
        if self._asked is None:
            self._asked = self._camera.capture_request(wait=False)
        try:
            request = self._camera.wait(self._asked, timeout=WAIT_FOR_FRAME_S / MISSED_READS)
        except TimeoutError:
            return None
        self._asked = None
        try:
            image = as_bgr(request.make_array("main"), self._format, self._wide, self._high)
            small: Grey | None = None
            if self._small is not None:
                wide, high = self._small
                small = np.array(request.make_array("lores")[:high, :wide], np.uint8)
            self._metadata = dict(request.get_metadata())
        finally:
            request.release()
        return image, small

    def release(self) -> None:
        """Lets go of the camera, pictures or none. `stop` would wait behind what was asked for in vain."""
        self._camera.cancel_all_and_flush()
        self._camera.close()

    def readings(self) -> dict[str, float]:
        known = self._metadata
        return {
            name: float(known[name]) for name in ("Lux", "ColourTemperature", "FocusFoM") if name in known
        }

    def calibrated(self, *, focus: bool, before: Locked | None) -> Locked:
        controls = self._camera.camera_controls
        self._set({"AeEnable": True, "AwbEnable": True})
        if focus and "AfMode" in controls:
            self._camera.autofocus_cycle(wait=WAIT_FOR_FOCUS_S)
        metadata: dict[str, Any] = {}
        for _frame in range(SETTLE_FRAMES):
            metadata = dict(self._camera.capture_metadata(wait=WAIT_FOR_FRAME_S))
        gains = metadata.get("ColourGains") if "ColourGains" in controls else None
        exposes = {"ExposureTime", "AnalogueGain"} <= metadata.keys() & controls.keys()
        lens = None if before is None else before.lens
        if focus:
            lens = metadata.get("LensPosition") if "AfMode" in controls else None
        locked = Locked(
            exposure_us=int(metadata["ExposureTime"]) if exposes else None,
            gain=float(metadata["AnalogueGain"]) if exposes else None,
            colour_gains=(float(gains[0]), float(gains[1])) if gains else None,
            lens=None if lens is None else float(lens),
        )
        self.lock(locked)
        return locked

    def unlock(self) -> None:
        self._set({"AeEnable": True, "AwbEnable": True, "AfMode": CONTINUOUS})

    def lock(self, locked: Locked) -> None:
        wanted: dict[str, object] = {}
        if locked.exposure_us is not None and locked.gain is not None:
            wanted |= {"AeEnable": False, "ExposureTime": locked.exposure_us, "AnalogueGain": locked.gain}
        if locked.colour_gains is not None:
            wanted |= {"AwbEnable": False, "ColourGains": locked.colour_gains}
        if locked.lens is not None:
            wanted |= {"AfMode": MANUAL, "LensPosition": locked.lens}
        self._set(wanted)

    def _set(self, wanted: dict[str, Any]) -> None:
        """Sets what the camera has; libcamera refuses a whole set for one unknown control."""
        has = self._camera.camera_controls
        usable = {name: value for name, value in wanted.items() if name in has}
        if usable:
            self._camera.set_controls(usable)


def as_bgr(array: Any, pixel_format: str, wide: int, high: int) -> Picture:
    """A stream's array as BGR. picamera2's "RGB888" is BGR in memory already; rows may be padded.

    Planar formats (NV12, YUV420 …) come as one array of 3/2 the height.
    """
    if pixel_format in _YUV:
        planes = np.ascontiguousarray(array[: high * 3 // 2])
        return np.asarray(cv2.cvtColor(planes, _YUV[pixel_format]), np.uint8)[:high, :wide].copy()
    if pixel_format in _SWAPPED:
        array = cv2.cvtColor(np.ascontiguousarray(array), _SWAPPED[pixel_format])
    return np.array(array[:high, :wide, :3], np.uint8)


def _line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
