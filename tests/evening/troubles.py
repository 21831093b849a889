"""Troubles made, and what must hold while they last and after: said on the screen in time, and then gone for good."""

import errno
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from gpiozero import Device

from hardware.pins import default_pins
from tests.evening.disk import SmallDisk
from tests.evening.plan import ASLEEP, CAMERA, DAY, DISK_FULL, DISK_READ_ONLY, KNOCK, LAMP, PINS, Trouble
from tests.evening.table import TroubledCamera
from tests.ui.journal.journals import unwritable_disk
from ui.journal.store import StoreFault

if TYPE_CHECKING:
    from tests.evening.evening import Evening

SAID_S: Final = 5.0
"""What struck must be on the screen so soon: a disk strikes with the first write that fails, pins with a lamp."""
STRIKES_S: Final = 60.0
"""A disk is amiss for so long more until something was to be written."""
WELL_S: Final = 5.0
"""So soon after its end no trouble is said any more."""
SAID: Final = {
    CAMERA: "no picture",
    LAMP: "the light on",
    DISK_FULL: "the disk is full",
    DISK_READ_ONLY: "read-only",
    PINS: "wire is loose",
}


class Troubles:
    """Makes the troubles of an evening; what did not hold goes into what it has found."""

    def __init__(self, evening: "Evening", disk: SmallDisk) -> None:
        self._evening, self._disk = evening, disk
        self._struck_at: float | None = None
        store = evening.store
        store.put = self._heard(store.put)  # type: ignore[method-assign]

    def suffer(self, trouble: Trouble) -> None:
        """One trouble from its beginning to its end: said while it lasts, gone soon after, the game as it was."""
        evening = self._evening
        camera, clock = evening.camera, evening.clock
        if camera is None:
            return
        evening.found.came[trouble.kind] += 1
        if trouble.kind == KNOCK:
            camera.moved = (12 * trouble.much, -9 * trouble.much, 0.8 * trouble.much)
        elif trouble.kind == DAY:
            clock.wrong_by = timedelta(hours=24 * trouble.much)
        elif trouble.kind == ASLEEP:
            clock.sleep(600 * abs(trouble.much))
        else:
            self._struck_at = clock.now if trouble.kind in (CAMERA, LAMP) else None
            with self._going_wrong(trouble.kind, camera):
                self._watch(trouble)
        well_at = clock.now + WELL_S
        while clock.now < well_at:
            evening.pass_time()
            evening.play_on()  # whoever was told that nothing could be written tries again
        self.expect_well(f"after {trouble.kind} at {trouble.at:.0f} s")

    def expect_well(self, when: str) -> None:
        """Nothing is said to be wrong, and the game on the disk is the one in play."""
        shown = self._shown()
        if shown:
            self._evening.found.wrong.append(f"{when}: still said: {shown}")
        self._evening.compare_with_disk()

    @contextmanager
    def _going_wrong(self, kind: str, camera: TroubledCamera) -> Iterator[None]:
        lamps = [Device.pin_factory.pin(pin) for pin in default_pins(2).lamps.values()]
        disk = ExitStack()
        self._evening.thinks_until = 0.0  # somebody plays at once, so that there is something to write
        if kind == CAMERA:
            camera.out = True
        elif kind == LAMP:
            camera.light = 0.04
        elif kind == DISK_FULL:
            self._disk.fill()
            # The last block of a game's file has room for some lines more; here the next block is wanted at once.
            disk.enter_context(unwritable_disk(errno.ENOSPC))
        elif kind == DISK_READ_ONLY:
            disk.enter_context(unwritable_disk())
        else:
            for lamp in lamps:
                lamp._set_state = self._bus_gone
            self._dispute()  # the lamp for trouble is to come on
        try:
            yield
        finally:
            camera = self._evening.camera or camera  # another game may have begun meanwhile
            camera.out, camera.light = False, 1.0
            self._disk.free()
            disk.close()
            for lamp in lamps:
                vars(lamp).pop("_set_state", None)
            if kind == PINS and self._disputed:
                self._dispute()

    def _watch(self, trouble: Trouble) -> None:
        """People go on while it lasts; whether the screen said it in time, where there was anything to say."""
        evening, found = self._evening, self._evening.found
        clock, kind = evening.clock, trouble.kind
        named, until, said = f"{kind} at {trouble.at:.0f} s", clock.now + trouble.until - trouble.at, False
        while clock.now <= self._lasts(kind, until, said=said) and not found.stopped:
            evening.pass_time()
            if evening.desk.opened is None:  # a game has ended, and what struck it with it
                self._struck_at = clock.now if kind in (CAMERA, LAMP) else None
                # Lamps that a game lacks from its beginning are said where the table is checked.
                if kind == PINS:
                    return
            elif self._struck_at is not None and not said:
                after = clock.now - self._struck_at
                said = SAID[kind] in self._shown().lower()
                if said:
                    found.said_s[kind] = max(found.said_s.get(kind, 0.0), after)
                if said and after > SAID_S:
                    found.wrong.append(f"{named}: said after {after:.1f} s")
            evening.play_on()
        found.struck[kind] += self._struck_at is not None
        if self._struck_at is not None and not said and not found.stopped:
            found.wrong.append(f"{named}: never said, but {self._shown() or 'nothing'}")

    def _lasts(self, kind: str, until: float, *, said: bool) -> float:
        """Until when: a disk until something was to be written, and whatever struck until it should have been said."""
        if self._struck_at is not None:
            return until if said else max(until, self._struck_at + SAID_S)
        return until + STRIKES_S if kind in (DISK_FULL, DISK_READ_ONLY) else until

    def _shown(self) -> str:
        """What the screen says is wrong."""
        trouble: Any = getattr(self._evening.desk.model(), "trouble", None)
        return "" if trouble is None else trouble.words

    @property
    def _disputed(self) -> bool:
        return self._evening.desk.opened is not None and self._evening.desk.session.disputed

    def _dispute(self) -> None:
        if self._evening.desk.opened is not None:
            self._evening.desk.session.press("dispute")

    def _bus_gone(self, _value: object) -> None:
        self._strike()
        raise OSError("the lamps' wire is loose")

    def _heard(self, write: Callable[..., Any]) -> Callable[..., Any]:
        """A write of the journal; that one failed is noted."""

        def heard(*given: Any) -> Any:
            try:
                return write(*given)
            except StoreFault:
                self._strike()
                raise

        return heard

    def _strike(self) -> None:
        if self._struck_at is None:
            self._struck_at = self._evening.clock.now
