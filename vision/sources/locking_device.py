"""A camera that can be told to hold its settings."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace

from vision.sources.device import Camera, Device
from vision.sources.locks import LockBook, Locked


class LockingDevice(Device, ABC):
    """A camera that can be told to hold its settings, as far as it has the controls. See Device.

    `locks`: where what it holds and what it was told of the mains is kept from one evening to the next. All that is
    asked of it raises SourceFault where it does not answer.
    """

    def __init__(
        self,
        name: str,
        open_camera: Callable[[], Camera | None],
        clock: Callable[[], float],
        again_s: float,
        locks: LockBook | None,
    ) -> None:
        kept = (locks.recall() if locks is not None else None) or Locked()
        self._locks, self._locked, self.mains_hz = locks, kept if kept.held else None, kept.mains_hz
        super().__init__(name, open_camera, clock, again_s)

    @property
    def locked(self) -> Locked | None:
        """What is held; None while the camera sets itself."""
        return self._locked

    def calibrate(self, *, focus: bool = True) -> Locked:
        """See Lockable."""
        locked = self._found_anew(focus=focus)
        self._hold(locked)
        return locked

    def unlock(self) -> None:
        """See Lockable."""
        self._hold(None)
        self._let_free()

    def steady(self, mains_hz: int) -> None:
        """See Lockable."""
        if self._has_taken(mains_hz):
            self.mains_hz = mains_hz
            self._hold(self._locked)
            if self._locked is not None:
                self.calibrate(focus=False)

    def _hold(self, locked: Locked | None) -> None:
        self._locked = None if locked is None else replace(locked, mains_hz=self.mains_hz)
        if self._locks is not None:
            self._locks.keep(self._locked or (Locked(mains_hz=self.mains_hz) if self.mains_hz else None))

    @abstractmethod
    def _found_anew(self, *, focus: bool) -> Locked:
        """Lets the camera set itself, then holds that."""

    @abstractmethod
    def _let_free(self) -> None:
        """Lets the camera set itself from now on."""

    @abstractmethod
    def _has_taken(self, mains_hz: int) -> bool:
        """Tells the camera the frequency of the mains: whether it has a control for that."""
