"""A camera that is plugged in: a thread reads it and keeps the newest frame only.

Rule kept: an unplugged camera is a state (`trouble`, in words), never an error in the game; the thread opens the
device again by itself until it comes back. A driver that hangs is told of as well: trouble is told before the camera is
let go, and letting go has a time limit and a thread of its own.
"""

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

from companion.language import _, marked
from vision.arrays import Picture
from vision.sources.frames import Frame, SourceFault
from vision.sources.locks import LockBook, Locked

AGAIN_S = 0.5
"""Seconds between two looks for a lost camera: it costs next to nothing, and one that is back is seen at once."""
MISSED_READS = 5
"""Failed reads in a row that mean the camera is gone."""
SLOW_READ_S = 3.0
"""A failed read that took longer than this means so at once."""
USUAL_SIZE = (1920, 1080)
SILENT_S = 4.0
"""A camera that has said nothing for so long, neither a picture nor that there is none, gives none."""
LET_GO_S = 2.0
"""A camera is let go within this time, or its driver hangs."""
CLOSE_S = 3.0
"""Closing waits no longer than this for the thread that reads."""
NO_PICTURE = marked("No picture comes from the camera. Check its cable; the game waits.")
HANGS = marked(
    "No picture comes from the camera, and it hangs. Check its cable; if that does not help, close the program and "
    "start it again: the game is kept."
)
_log = logging.getLogger(__name__)


class Camera(Protocol):
    """An open camera, used by one thread."""

    def read(self) -> tuple[Picture, Picture | None] | None:
        """The next picture, and a small one where the camera gives both; waits for it; None: it did not come."""
        ...

    def release(self) -> None: ...


C = TypeVar("C", bound=Camera)


class Device(ABC, Generic[C]):
    """Frames of a camera, read by a thread of its own; it can be told to hold its settings, as far as it has controls.

    `name` is what people are told. `clock` stamps the frames; `again_s` is the pause before each attempt to open the
    camera again. `locks`: where what it holds and what it was told of the mains is kept from one evening to the next.
    Raises SourceFault where the camera cannot be opened at the start, or where it does not answer when it is told
    something.
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
        """In words why no picture comes; a driver that hangs in a read is noticed by the clock."""
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
            except Exception as error:  # a device's edge: it is tried again
                if repr(error) != self._logged:
                    _log.warning("%s could not be opened: %r", self._name, error)
                self._logged = repr(error)

    def _read_until_lost(self, camera: C) -> None:
        missed = 0
        while not self._stop.is_set() and missed < MISSED_READS:
            asked = self._clock()
            try:
                shot = camera.read()
            except Exception:  # a device's edge: drivers raise what they like, and players need not know why
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
        """Lets go of a camera; waits longer than LET_GO_S only with the people told, and not once this is closed."""

        def release() -> None:
            with suppress(Exception):  # a device's edge: what cannot be let go is gone
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
        """What is held; None while the camera sets itself."""
        return self._locked

    def calibrate(self, *, focus: bool = True) -> Locked:
        """Lets the camera set itself, without focussing anew if so wished, then holds that. Takes seconds."""
        locked = self._found_anew(focus=focus)
        self._hold(locked)
        return locked

    def unlock(self) -> None:
        """Lets the camera set itself."""
        self._hold(None)
        self._let_free()

    def steady(self, mains_hz: int) -> None:
        """Tells the camera the frequency of the mains, for exposures without bands; finds those that are held anew."""
        if self._has_taken(mains_hz):
            self.mains_hz = mains_hz
            self._hold(self._locked)
            if self._locked is not None:
                self.calibrate(focus=False)

    def _hold(self, locked: Locked | None) -> None:
        self._locked = None if locked is None else replace(locked, mains_hz=self.mains_hz)
        if self._locks is not None:
            self._locks.keep(self._locked or (Locked(mains_hz=self.mains_hz) if self.mains_hz else None))

    def _answering(self) -> C:
        """The open camera. Raises SourceFault where it gives no pictures."""
        if self._camera is None or self.trouble is not None:
            raise SourceFault(_("the camera does not answer; check its cable"), self._name)
        return self._camera

    @abstractmethod
    def _opened(self) -> C | None:
        """The camera, opened; None where it cannot be. May raise SourceFault with the reason."""

    @abstractmethod
    def _found_anew(self, *, focus: bool) -> Locked:
        """Lets the camera set itself, then holds that."""

    @abstractmethod
    def _let_free(self) -> None:
        """Lets the camera set itself from now on."""

    @abstractmethod
    def _has_taken(self, mains_hz: int) -> bool:
        """Tells the camera the frequency of the mains: whether it has a control for that."""
