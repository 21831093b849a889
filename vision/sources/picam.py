"""The Raspberry Pi camera: the only place that imports picamera2, and only on demand.

Rule kept: every setting is read back: formats are adjusted silently, and controls that a sensor lacks must not be
set. Every wait for the camera has a timeout, because picamera2's jobs stay queued until a picture comes.
"""

import importlib
import logging
import os
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import cv2
import numpy as np

from companion.language import _
from vision.arrays import Picture
from vision.sources.attached import keep_libcamera_quiet, pi_cameras
from vision.sources.device import AGAIN_S, MISSED_READS, USUAL_SIZE, Device, root_cause, told_as_faults
from vision.sources.frames import SourceFault
from vision.sources.locks import ALL, LockBook, Locked

# Locked settings as libcamera's controls, and the check that the camera took them: each is read back from the metadata
# of the pictures that follow, and one without metadata counts as not locked.

MANUAL: Final = 0
"""libcamera's AfModeManual."""
AUTO: Final = 1
"""libcamera's AfModeAuto."""
CONTINUOUS: Final = 2
"""libcamera's AfModeContinuous."""
TRIGGER: Final = 0
"""libcamera's AfTriggerStart."""
SCANNING: Final = 1
"""libcamera's AfStateScanning."""
FOCUSED: Final = 2
"""libcamera's AfStateFocused; any other state after a scan means that no focus was found."""
FLICKER_MANUAL: Final = 1
"""libcamera's AeFlickerMode for a given period."""
FREE: Final = {"AeEnable": True, "AwbEnable": True, "AfMode": CONTINUOUS}
"""The controls of a camera that adjusts itself."""
_FIELDS: Final = dict(zip(ALL, (("exposure_us", "gain"), ("colour_gains",), ("lens",)), strict=True))
_SHARE = 0.05
"""Relative tolerance of a setting, as a sensor sets exposure by lines and gain in steps."""
_DIOPTRES = 0.1
"""Tolerance of the focus."""


def controls_for(locked: Locked) -> dict[str, Any]:
    wanted: dict[str, Any] = {}
    if locked.exposure_us is not None and locked.gain is not None:
        wanted |= {"AeEnable": False, "ExposureTime": locked.exposure_us, "AnalogueGain": locked.gain}
    if locked.colour_gains is not None:
        wanted |= {"AwbEnable": False, "ColourGains": locked.colour_gains}
    if locked.lens is not None:
        wanted |= {"AfMode": MANUAL, "LensPosition": locked.lens}
    return wanted


def not_taken(locked: Locked, controls: Mapping[str, Any], metadata: Mapping[str, Any]) -> tuple[str, ...]:
    """The settings of ALL that differ from the wish in a picture's metadata; those without a control are left out."""
    asked = {name: value for name, value in controls_for(locked).items() if name in controls}

    def near(name: str) -> bool:
        if name not in asked:
            return True
        if name not in metadata:
            return False
        wanted, found = asked[name], metadata[name]
        pairs = zip(wanted, found, strict=True) if isinstance(wanted, tuple) else [(wanted, found)]
        reach = _DIOPTRES if name == "LensPosition" else None
        return all(abs(a - b) <= (_SHARE * abs(a) if reach is None else reach) for a, b in pairs)

    held = near("ExposureTime") and near("AnalogueGain"), near("ColourGains"), near("LensPosition")
    return tuple(name for name, is_held in zip(ALL, held, strict=True) if not is_held)


def without(locked: Locked, refused: tuple[str, ...]) -> Locked:
    """The settings without the `refused` ones, which are noted in it."""
    if not refused:
        return locked
    free: dict[str, Any] = {field: None for name in refused for field in _FIELDS[name]}
    return replace(locked, **free, refused=tuple(name for name in ALL if name in {*locked.refused, *refused}))


# An open Pi camera: its two streams, its settings, and waits with timeouts. One thread reads the pictures; others that
# wait for the camera to settle or focus wait for this thread's next picture. Picamera2's own waits would be queued
# before the pictures.

NAME = "picamera"
SMALL_SIZE = (480, 270)
FRAMES_PER_SECOND = 10
WAIT_FOR_FRAME_S = 3.0
WAIT_FOR_SCAN_S = 1.0
"""Maximum wait for a lens to begin its scan; else the scan was over between two pictures."""
WAIT_FOR_FOCUS_S = 10.0
SETTLE_FRAMES = 15
"""Number of pictures in which exposure and white balance settle before they are locked."""
TAKE_FRAMES = 10
"""Maximum number of pictures until settings show in their metadata."""
SAME_VIEW = 0.95
"""Minimum share of the widest view of a sensor mode with the whole view."""
_SWAPPED = {"BGR888": cv2.COLOR_RGB2BGR, "XBGR8888": cv2.COLOR_RGBA2BGR, "XRGB8888": cv2.COLOR_BGRA2BGR}
_YUV = {"NV12": cv2.COLOR_YUV2BGR_NV12, "NV21": cv2.COLOR_YUV2BGR_NV21, "YUV420": cv2.COLOR_YUV2BGR_I420,
        "YVU420": cv2.COLOR_YUV2BGR_YV12}  # fmt: skip
_log = logging.getLogger(__name__)


class Streams:
    """A Picamera2 with a main stream and, if possible, a small one; locked to `locked`, or adjusting itself.

    `mains_hz`: the frequency of the mains, if known. Raises SourceFault for an unknown picture format, and any
    exception of picamera2.
    """

    def __init__(
        self, camera: Any, size: tuple[int, int], locked: Locked | None, mains_hz: int | None = None
    ) -> None:
        self._camera = camera
        self._asked: Any = None
        self._read = threading.Condition()
        self._shots = 0
        self.metadata: dict[str, Any] = {}
        self._wanted = Locked()
        self._unsure = 0
        """Number of pictures that may still come before the settings must show."""
        self.refused: tuple[str, ...] = ()
        try:
            self._small = self._configured(size)
            main = camera.camera_configuration()["main"]
            self._format = str(main["format"])
            self._wide, self._high = main["size"]
            if self._format != "RGB888" and self._format not in _SWAPPED | _YUV:
                words = _("expected pictures as RGB888, found {format}, which is not known")
                raise SourceFault(words.format(format=self._format), NAME)
            self._set({"FrameDurationLimits": (1_000_000 // FRAMES_PER_SECOND,) * 2})
            camera.start()
            if mains_hz is not None:
                self.steadied(mains_hz)
            if locked is not None:
                self._hold(locked)
            else:
                self._set({"AfMode": FREE["AfMode"]})  # else the lens stays where the last program left it
        except BaseException:
            # The reason for not opening is raised, not a fault of the release.
            try:
                self.release()
            except Exception as error:  # a device's edge
                _log.warning("%s could not be let go: %r", NAME, error)
            raise

    def read(self) -> tuple[Picture, Picture | None] | None:
        """The next picture, and a small one if there is that stream; None after a timeout.

        A request that timed out is waited for again, as a second one would be queued behind it.
        """
        if self._asked is None:
            self._asked = self._camera.capture_request(wait=False)
        try:
            request = self._camera.wait(self._asked, timeout=WAIT_FOR_FRAME_S / MISSED_READS)
        except TimeoutError:
            return None
        self._asked = None
        try:
            image = as_bgr(request.make_array("main"), self._format, self._wide, self._high)
            small = None
            if self._small is not None:
                small = as_bgr(request.make_array("lores"), *self._small)
            metadata = dict(request.get_metadata())
        finally:
            request.release()
        self._take_in(metadata)
        return image, small

    def release(self) -> None:
        """Releases the camera. Not by `stop`, which would wait behind a request that timed out."""
        self._camera.cancel_all_and_flush()
        try:
            self._camera.close()
        except RuntimeError:
            # picamera2 joined a thread of its own that could not be started: once more without it.
            self._camera.detach_preview()
            self._camera.close()

    def calibrated(self, *, focus: bool) -> Locked:
        """Lets the camera adjust itself (its focus only if `focus`), locks that, and returns the settings taken.

        Raises TimeoutError if pictures no longer come.
        """
        controls, lens = self._camera.camera_controls, without(self._wanted, self.refused).lens
        self._unsure, self.refused = 0, ()
        self._set({"AeEnable": FREE["AeEnable"], "AwbEnable": FREE["AwbEnable"]})
        has_lens = "AfMode" in controls
        blurred = False
        if focus and has_lens:
            # One autofocus scan; its start may fall between two pictures.
            self._set({"AfMode": AUTO, "AfTrigger": TRIGGER})
            self._until(lambda state: state == SCANNING, WAIT_FOR_SCAN_S)
            blurred = self._until(lambda state: state != SCANNING, WAIT_FOR_FOCUS_S) != FOCUSED
        metadata: dict[str, Any] = {}
        for _frame in range(SETTLE_FRAMES):
            metadata = self._next()
        if focus:
            lens = metadata.get("LensPosition") if has_lens and not blurred else None
        # Only values that the camera's controls can lock.
        exposes = {"ExposureTime", "AnalogueGain"} <= metadata.keys() & controls.keys()
        gains = metadata.get("ColourGains") if "ColourGains" in controls else None
        locked = Locked(
            exposure_us=int(metadata["ExposureTime"]) if exposes else None,
            gain=float(metadata["AnalogueGain"]) if exposes else None,
            colour_gains=(float(gains[0]), float(gains[1])) if gains else None,
            lens=None if lens is None else float(lens),
            refused=(ALL[2],) if blurred else (),
        )
        if blurred:
            self._set({"AfMode": FREE["AfMode"]})
        self._hold(locked)
        while self._unsure:
            self._next()
        return without(locked, self.refused)

    def steadied(self, mains_hz: int) -> bool:
        """Sets the frequency of the mains, which avoids exposures with bands; returns whether there is a control."""
        # Lamps flicker twice per period.
        wanted = {"AeFlickerMode": FLICKER_MANUAL, "AeFlickerPeriod": 1_000_000 // (2 * mains_hz)}
        self._set(wanted)
        return all(name in self._camera.camera_controls for name in wanted)

    def unlock(self) -> None:
        """Lets the camera adjust itself."""
        self._wanted, self._unsure, self.refused = Locked(), 0, ()
        self._set(FREE)

    def _configured(self, size: tuple[int, int]) -> tuple[str, int, int] | None:
        """Configures the streams; returns format and size of the small one, or None unless it has the same view."""
        main = {"size": size, "format": "RGB888"}
        sensor = whole_view(self._camera, size[0])

        def configure(**more: Any) -> None:
            wanted = self._camera.create_video_configuration(main=dict(main), **more, **sensor)
            self._camera.configure(wanted)

        try:
            configure(lores={"size": SMALL_SIZE, "format": "YUV420"})
        except (RuntimeError, ValueError):
            configure()
        found = self._camera.camera_configuration()
        given = found.get("lores")
        if given is None or str(given["format"]) not in _YUV:
            return None
        (wide, high), (full_wide, full_high) = given["size"], found["main"]["size"]
        alike = abs(wide * full_high - high * full_wide) <= 0.01 * high * full_wide
        return (str(given["format"]), wide, high) if alike and wide < full_wide else None

    def _until(self, reached: Callable[[Any], bool], seconds: float) -> Any:
        """The state of the lens once `reached` accepts it, or after `seconds`."""
        end = time.monotonic() + seconds
        while True:
            state = self._next().get("AfState")
            if reached(state) or time.monotonic() > end:
                return state

    def _next(self) -> dict[str, Any]:
        """The metadata of the next picture. Raises TimeoutError if none comes."""
        with self._read:
            shots = self._shots
            if not self._read.wait_for(lambda: self._shots > shots, WAIT_FOR_FRAME_S):
                raise TimeoutError(_("no picture came"))
            return self.metadata

    def _take_in(self, metadata: dict[str, Any]) -> None:
        with self._read:
            self.metadata = metadata
            self._shots += 1
            if self._unsure:
                self._unsure -= 1
                refused = not_taken(self._wanted, self._camera.camera_controls, metadata)
                if not refused:
                    self._unsure = 0
                elif not self._unsure:
                    self.refused = refused
                    told = {name: metadata.get(name) for name in controls_for(self._wanted)}
                    _log.warning(
                        "%s would not take %s: asked %s, found %s", NAME, refused, self._wanted, told
                    )
            self._read.notify_all()

    def _hold(self, locked: Locked) -> None:
        """Locks settings; the metadata of the pictures that follow show whether they were taken."""
        with self._read:
            self._wanted, self.refused, self._unsure = locked, (), TAKE_FRAMES
        self._set(controls_for(locked))

    def _set(self, wanted: dict[str, Any]) -> None:
        """Sets the controls that the camera has; libcamera refuses a whole set for one unknown control."""
        has = self._camera.camera_controls
        usable = {name: value for name, value in wanted.items() if name in has}
        if usable:
            self._camera.set_controls(usable)


def whole_view(camera: Any, wide: int) -> dict[str, Any]:
    """The configuration of the smallest sensor mode with the whole view and at least `wide` px; {} if unknown.

    libcamera itself takes the mode nearest to the picture's size, which on Camera Module 2 is a crop of the middle.
    """
    try:
        modes = [mode for mode in camera.sensor_modes if mode.get("fps", 0) >= FRAMES_PER_SECOND]
        seen = [mode["crop_limits"][2] * mode["crop_limits"][3] for mode in modes]
        whole = [mode for mode, area in zip(modes, seen, strict=True) if area >= SAME_VIEW * max(seen)]
        large = [mode for mode in whole if mode["size"][0] >= wide] or whole[-1:]
        best = min(large, key=lambda mode: (mode["size"][0], -mode["bit_depth"]))
        return {"sensor": {"output_size": best["size"], "bit_depth": best["bit_depth"]}}
    except Exception:  # a device's edge: cameras without raw modes raise here
        return {}


def as_bgr(array: Any, pixel_format: str, wide: int, high: int) -> Picture:
    """A stream's array as BGR. picamera2's "RGB888" is BGR in memory; rows may be padded.

    Planar formats (NV12, YUV420 …) come as one array of 3/2 the height.
    """
    if pixel_format in _YUV:
        planes = np.ascontiguousarray(array[: high * 3 // 2])
        return np.asarray(cv2.cvtColor(planes, _YUV[pixel_format]), np.uint8)[:high, :wide].copy()
    if pixel_format in _SWAPPED:
        array = cv2.cvtColor(np.ascontiguousarray(array), _SWAPPED[pixel_format])
    return np.array(array[:high, :wide, :3], np.uint8)


class PiCamera(Device[Streams]):
    """The Pi camera as a frame source; frames have a small picture if the second stream works.

    `library`: the picamera2 module. Raises SourceFault, with what to do, if no camera answers.
    """

    def __init__(
        self,
        library: Any,
        clock: Callable[[], float],
        size: tuple[int, int] = USUAL_SIZE,
        locks: LockBook | None = None,
        again_s: float = AGAIN_S,
    ) -> None:
        self._library = library
        self._size = size
        super().__init__(NAME, clock, again_s, locks)

    @property
    def locked(self) -> Locked | None:
        """The locked settings that its pictures confirm; None while the camera adjusts itself."""
        camera, locked = self._camera, self._locked
        return locked if locked is None or camera is None else without(locked, camera.refused)

    def readings(self) -> dict[str, float]:
        """The camera's own `Lux`, `ColourTemperature` and `FocusFoM`, as far as it reports them."""
        known = {} if self._camera is None else self._camera.metadata
        return {
            name: float(known[name]) for name in ("Lux", "ColourTemperature", "FocusFoM") if name in known
        }

    def _opened(self) -> Streams:
        words = _("the camera cannot be opened: {why}; end other programs that use it")
        with told_as_faults(words, NAME):
            found = pi_cameras(self._library.Picamera2.global_camera_info())
            if not found:
                words = _(
                    "expected a camera, found none: check the ribbon cable (the contacts face the board), "
                    "then try {command}"
                )
                raise SourceFault(words.format(command="`rpicam-hello --list-cameras`"), NAME)
            started = _started(self._library.Picamera2, found[0])
            return Streams(started, self._size, self._locked, self.mains_hz)


def open_picamera(clock: Callable[[], float], locks: LockBook | None = None) -> PiCamera:
    """The Pi camera. Raises SourceFault if picamera2 is not installed or broken, or no camera answers."""
    keep_libcamera_quiet()
    try:
        library = importlib.import_module("picamera2")
    except ModuleNotFoundError as error:
        words = _(
            "expected picamera2, found none ({why}): install python3-picamera2 with apt and run "
            "in a venv made with --system-site-packages ({command} does both)"
        )
        raise SourceFault(words.format(why=root_cause(error), command="`./setup.sh run`"), NAME) from None
    except (
        Exception
    ) as error:  # a library built against another NumPy raises ValueError, a broken one anything
        words = _(
            "expected picamera2, found one that does not work here ({why}): {command} mends it where it can"
        )
        raise SourceFault(words.format(why=root_cause(error), command="`./setup.sh run`"), NAME) from None
    return PiCamera(library, clock, locks=locks)


def _started(kind: Any, number: int) -> Any:
    """A Picamera2. If its start fails, its pipe and its camera, which it would leak, are closed here."""
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
