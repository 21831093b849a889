"""A stand-in for picamera2 that behaves as the real one does: it adjusts without a word, and does its jobs in turn."""

import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any

import cv2
import numpy as np

from vision.arrays import Picture

ALL_CONTROLS = ("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "AfMode", "LensPosition",
                "AfTrigger", "FrameDurationLimits")  # fmt: skip
SET_BY_ITSELF = {"ExposureTime": 9000, "AnalogueGain": 1.5, "ColourGains": (1.8, 2.2), "LensPosition": 2.1}
IDLE, SCANNING, FOCUSED, FAILED = range(4)
"""libcamera's AfState."""
PAD = 8
PI_CAMERA = {"Model": "imx708", "Id": "/base/axi/pcie@1000120000/rp1/i2c@88000/imx708@1a", "Num": 0}
USB_CAMERA = {"Model": "C920", "Id": "/base/axi/pcie@1000120000/rp1/usb@200000-1:1.0-046d:082d", "Num": 0}
"""As picamera2 tells of them; it numbers all cameras in one row."""


def scene(wide: int, high: int) -> Picture:
    """Orange on the left, blue on the right, BGR."""
    image = np.zeros((high, wide, 3), np.uint8)
    image[:, : wide // 2] = (30, 140, 230)
    image[:, wide // 2 :] = (220, 60, 20)
    return image


class Request:
    def __init__(self, camera: "Picamera2") -> None:
        self.camera = camera

    def make_array(self, name: str) -> Any:
        stream = self.camera.configured[name]
        wide, high = stream["size"]
        image = scene(wide, high)
        if stream["format"] in ("NV12", "YUV420"):
            planes = cv2.cvtColor(np.pad(image, ((0, 0), (0, PAD), (0, 0))), cv2.COLOR_BGR2YUV_I420)
            return planes if stream["format"] == "YUV420" else interleaved(planes, high)
        if stream["format"] == "BGR888":
            return image[:, :, ::-1]
        return image

    def get_metadata(self) -> dict[str, Any]:
        return {"Lux": 321.0, "FocusFoM": 900, "SensorTimestamp": 1} | self.camera.told()

    def release(self) -> None:
        self.camera.released += 1


def interleaved(planes: Any, high: int) -> Any:
    wide = planes.shape[1]
    chroma = planes[high:].reshape(2, -1)
    return np.vstack([planes[:high], chroma.T.reshape(-1, wide)])


class Job:
    """Something to do with the next picture; its future gives the result, as picamera2's own does."""

    def __init__(self, function: Callable[[], tuple[bool, object]]) -> None:
        self.function = function
        self.future: Future[Any] = Future()
        self.future.set_running_or_notify_cancel()

    def is_done(self) -> bool:
        done, result = self.function()
        if done:
            self.future.set_result(result)
        return done

    def cancel(self) -> None:
        self.future.set_exception(CancelledError())


class Picamera2:
    """As much of picamera2.Picamera2 as is used. `flows`: whether pictures come.

    As there, what is asked for stands in a list of jobs, done in turn by a thread of its own: a job that no picture
    comes for holds up all behind it, `stop` too, and is still there when whoever asked no longer waits.
    """

    flows = True

    cameras: list[dict[str, object]] = [PI_CAMERA]  # noqa: RUF012 - the tests change it
    controls: tuple[str, ...] = ALL_CONTROLS
    sensor_modes: list[dict[str, Any]] = []  # noqa: RUF012
    adjusts_to: str | None = None
    lores_works = True
    disobeys: tuple[str, ...] = ()
    """Controls that are taken without a word, and not followed."""
    focus_ends: int = FOCUSED
    made: list["Picamera2"] = []  # noqa: RUF012

    def __init__(self, camera_num: int = 0) -> None:
        self.number = camera_num
        self.configured: dict[str, Any] = {}
        self.set: list[dict[str, Any]] = []
        self.captured = self.released = 0
        self.scans: list[int] = []
        """What the lens tells, picture by picture, while it looks for its focus."""
        self.lens_state = IDLE
        self.started = self.closed = False
        self.looping = False
        self.loop: threading.Thread | None = None
        self.lock = threading.RLock()
        self.jobs: list[Job] = []
        self.made.append(self)

    @classmethod
    def global_camera_info(cls) -> list[dict[str, object]]:
        return cls.cameras

    @property
    def camera_controls(self) -> dict[str, Any]:
        return dict.fromkeys(self.controls)

    def create_video_configuration(self, **streams: Any) -> dict[str, Any]:
        return streams

    def configure(self, wanted: dict[str, Any]) -> None:
        if "lores" in wanted and not self.lores_works:
            raise RuntimeError("lores stream not supported")
        self.configured = {name: dict(stream) for name, stream in wanted.items()}
        if self.adjusts_to:
            self.configured["main"]["format"] = self.adjusts_to

    def camera_configuration(self) -> dict[str, Any]:
        return {"lores": None} | self.configured

    def set_controls(self, wanted: dict[str, Any]) -> None:
        for name in wanted:
            if name not in self.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.set.append(dict(wanted))
        if "AfTrigger" in wanted:
            self.scans = [IDLE, SCANNING, SCANNING, self.focus_ends]

    def told(self) -> dict[str, Any]:
        """What the next picture tells: what is set, as far as it is followed."""
        if self.scans:
            self.lens_state = self.scans.pop(0)
        held: dict[str, Any] = {}
        for wanted in self.set:
            held |= {name: value for name, value in wanted.items() if name not in self.disobeys}
        known = {
            name: held.get(name, value) for name, value in SET_BY_ITSELF.items() if name in self.controls
        }
        return known | ({"AfState": self.lens_state} if "AfMode" in self.controls else {})

    def start(self) -> None:
        self.looping = True
        self.loop = threading.Thread(target=self._run, daemon=True)
        self.loop.start()
        self.started = True

    def capture_request(self, *, wait: float | bool = True) -> Any:
        return self.dispatched(self._captured, wait=wait)

    def wait(self, job: "Job", timeout: float | None = None) -> Any:
        return job.future.result(timeout=timeout)

    def cancel_all_and_flush(self) -> None:
        with self.lock:
            for job in self.jobs:
                job.cancel()
            self.jobs = []

    def stop(self) -> None:
        if not self.started:
            return
        if self.looping:
            self.dispatched(self._stop, wait=True)
        else:
            self._stop()

    def detach_preview(self) -> None:
        self.loop, self.looping = None, False

    def close(self) -> None:
        self.looping = False
        if self.loop is not None:
            self.loop.join()
        self.stop()
        self.closed = True

    def _stop(self) -> tuple[bool, object]:
        self.started = False
        return True, None

    def _captured(self) -> tuple[bool, object]:
        if not (self.flows and self.started):
            return False, None
        self.captured += 1
        return True, Request(self)

    def dispatched(self, function: Callable[[], tuple[bool, object]], *, wait: float | bool) -> Any:
        """Puts a job at the end of the list; waits for its end, so many seconds at most, or gives the job."""
        job = Job(function)
        with self.lock:
            self.jobs.append(job)
        return job if wait is False else job.future.result(timeout=None if wait is True else wait)

    def _run(self) -> None:
        """The thread of its own: the first job is tried until it is done, and none before it."""
        pause = threading.Event()
        while self.looping:
            with self.lock:
                while self.jobs and self.jobs[0].is_done():
                    self.jobs.pop(0)
            pause.wait(0.001)
