"""Exposure, white balance and focus held where a calibration found them: what can be held, and when to let go; and
what a camera is told of the mains.

Rule kept: a camera that moves its settings by itself changes every colour on the table; but a lamp switched on or off
for good makes the settings wrong, so they are let go and found anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.language import _, joined, marked

ALL = (marked("exposure"), marked("white balance"), marked("focus"))
BAD_FOR_S = 4.0
"""Light that has been bad for so long is bad for good: exposure and white balance are found anew …"""
PATIENCE_S = 30.0
"""… but not again within this time, and each further time only after twice as long: it is the lamp that is wrong."""
MAINS_HZ = (50, 60)
"""The frequencies of the world's mains; lamps flicker twice as fast."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked:
    """What a camera holds, to be kept for the table: None where it has no such control.

    `exposure_us`: exposure in microseconds; `gain`: analogue gain; `colour_gains`: red and blue; `lens`: focus in
    dioptres (0 = far away, 2 = half a metre). `white_k`: white balance as a colour temperature (K; 0 = held, but the
    camera does not say at what) and `focus`: its own figure for the focus, of cameras that count so. `refused`: of
    ALL, what the camera can hold and would not. `mains_hz`: the frequency of the mains that it was told of.
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
        """What is held, of ALL."""
        values = (
            self.exposure_us is not None,
            self.colour_gains is not None or self.white_k is not None,
            self.lens is not None or self.focus is not None,
        )
        return tuple(name for name, is_held in zip(ALL, values, strict=True) if is_held)

    @property
    def words(self) -> str:
        """What is held and what cannot be, in a sentence."""
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
    """Where what one camera is told to hold is kept from one evening to the next. Never raises."""

    def recall(self) -> Locked | None:
        """What the camera held last, None where it set itself."""
        ...

    def keep(self, locked: Locked | None) -> None:
        """Takes in what the camera holds now."""
        ...


class LightWatch:
    """Watches whether the light has changed for good since a camera was locked."""

    def __init__(self) -> None:
        self._bad_since: float | None = None
        self._asked_at: float | None = None
        self._patience_s = PATIENCE_S

    def is_due(self, *, light_ok: bool, at: float) -> bool:
        """Takes in whether the light is good at a time (s); whether exposure and white balance should be found anew."""
        if light_ok or (self._bad_since is not None and at < self._bad_since):
            self._bad_since = None
            if self._asked_at is None or not 0 <= at - self._asked_at < self._patience_s:
                self._patience_s = PATIENCE_S
            return False
        if self._bad_since is None:
            self._bad_since = at
        if at - self._bad_since < BAD_FOR_S:
            return False
        if self._asked_at is not None and 0 <= at - self._asked_at < self._patience_s:
            return False
        if self._asked_at is not None:
            self._patience_s *= 2
        self._asked_at, self._bad_since = at, None
        return True


class FlickerWatch:
    """Watches for a lamp that flickers, and says which frequency of the mains its camera should be told next."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._seen_at: float | None = None
        self._tried: set[int] = set()

    def due(self, *, flickers: bool, at: float, told: int | None) -> int | None:
        """Takes in whether a lamp flickers at a time (s), and what the camera was told of the mains (Hz).

        None: nothing need be told now, or each of MAINS_HZ was tried in vain.
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
