"""Exposure, white balance and focus locked at a calibration's values: what can be locked, and when to calibrate anew;
and the frequency of the mains that a camera is set to.

Rule kept: a camera that adjusts itself changes every colour on the table, so it is locked; but a lamp switched on or
off for good makes the settings wrong, so they are found anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.language import _, joined, marked

ALL = (marked("exposure"), marked("white balance"), marked("focus"))
BAD_FOR_S = 4.0
"""Time of bad light after which exposure and white balance are found anew."""
PATIENCE_S = 30.0
"""Minimum time between two such calibrations; it doubles each time, as then the lamp itself is at fault."""
MAINS_HZ = (50, 60)
"""The frequencies of the world's mains; lamps flicker at twice that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked:
    """The locked settings of a camera, stored for the table; None: it has no such control.

    `exposure_us`: exposure in microseconds; `gain`: analogue gain; `colour_gains`: red and blue; `lens`: focus in
    dioptres (0 = far away, 2 = half a metre). Of other cameras: `white_k`: colour temperature of the white balance (K;
    0 = locked at an unknown value), and `focus` in the camera's own unit. `refused`: settings of ALL that the camera
    could lock but did not. `mains_hz`: the frequency of the mains that it is set to.
    """

    exposure_us: int | None = None
    gain: float | None = None
    colour_gains: tuple[float, float] | None = None
    lens: float | None = None
    white_k: float | None = None
    focus: float | None = None
    refused: tuple[str, ...] = ()
    mains_hz: int | None = None

    @property
    def held(self) -> tuple[str, ...]:
        """The settings of ALL that are locked."""
        values = (
            self.exposure_us is not None,
            self.colour_gains is not None or self.white_k is not None,
            self.lens is not None or self.focus is not None,
        )
        return tuple(name for name, is_held in zip(ALL, values, strict=True) if is_held)

    @property
    def words(self) -> str:
        """A sentence on what is locked and what cannot be."""
        free = [name for name in ALL if name not in (*self.held, *self.refused)]
        if len(free) == len(ALL):
            return _("This camera lets nothing be locked: keep the light as it is.")
        said = []
        if self.held:
            said.append(_("Locked: {settings}.").format(settings=_listed(self.held)))
        if self.refused:
            said.append(_("The camera would not take: {settings}.").format(settings=_listed(self.refused)))
        if free:
            said.append(_("This camera cannot lock: {settings}.").format(settings=_listed(free)))
        return " ".join(said)


class LockBook(Protocol):
    """The store of one camera's locked settings from one evening to the next. Never raises."""

    def recall(self) -> Locked | None:
        """The settings stored last; None if the camera adjusted itself."""
        ...

    def keep(self, locked: Locked | None) -> None:
        """Stores the settings."""
        ...


class LightWatch:
    """Decides when the light has changed for good since a camera was locked."""

    def __init__(self) -> None:
        self._bad_since: float | None = None
        self._asked_at: float | None = None
        self._patience_s = PATIENCE_S

    def is_due(self, *, light_ok: bool, at: float) -> bool:
        """Whether exposure and white balance should be found anew, given whether the light is good at a time (s)."""
        asked_lately = self._asked_at is not None and 0 <= at - self._asked_at < self._patience_s
        if light_ok or (self._bad_since is not None and at < self._bad_since):
            self._bad_since = None
            if not asked_lately:
                self._patience_s = PATIENCE_S
            return False
        if self._bad_since is None:
            self._bad_since = at
        if at - self._bad_since < BAD_FOR_S or asked_lately:
            return False
        if self._asked_at is not None:
            self._patience_s *= 2
        self._asked_at, self._bad_since = at, None
        return True


class FlickerWatch:
    """Decides which frequency of the mains a camera should be set to next while a lamp flickers."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._seen_at: float | None = None
        self._tried: set[int] = set()

    def due(self, *, flickers: bool, at: float, told: int | None) -> int | None:
        """The frequency (Hz) to set now, given whether a lamp flickers at a time (s) and the one set (`told`, Hz).

        None: nothing to do now, or each of MAINS_HZ was tried in vain.
        """
        if not flickers or (self._since is not None and at < self._since):
            self._since = None
            return None
        if self._seen_at is None or not 0 <= at - self._seen_at < PATIENCE_S:
            self._tried = set()  # another lamp
        self._since, self._seen_at = at if self._since is None else self._since, at
        left = [hz for hz in MAINS_HZ if hz != told and hz not in self._tried]
        if at - self._since < BAD_FOR_S or not left:
            return None
        self._tried |= {left[0], *([told] if told else [])}
        self._since = None
        return left[0]


def _listed(names: Sequence[str]) -> str:
    return joined([_(name) for name in names])
