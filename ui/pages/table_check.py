"""The table check at the desk: how well the table is seen while people look, and what locks its camera."""

from typing import TYPE_CHECKING

from ui.box.opening import Opened
from ui.pages.calibrating import Calibrating
from ui.present import checks, pages
from ui.present.desk_touches import LockCamera
from ui.present.models import Button, CheckModel
from ui.words import _

if TYPE_CHECKING:
    from companion.sight import Table
    from vision.calibration.judging import Calibration


class TableCheck:
    """Judges one table's pictures from `begin` until `forget`; without one it shows that nothing is seen."""

    def __init__(self) -> None:
        self._calibrating: Calibrating | None = None

    def begin(self, opened: Opened, table: "Table") -> None:
        """Judges this table from now on, unless it does so already."""
        if self._calibrating is None:
            self._calibrating = Calibrating(opened, table)

    def forget(self) -> None:
        """The table is let go of."""
        self._calibrating = None

    def tick(self) -> bool:
        """Takes in what was found; whether the screen may have to change."""
        return self._calibrating is not None and self._calibrating.tick()

    def model(self, opened: Opened | None) -> CheckModel:
        """What the page shows."""
        from ui.pages.measuring import sight_of

        sight = None if opened is None else sight_of(opened, self._calibrating)
        return pages.check_model(checks.check_lines(sight), self._lock_button())

    def lock(self) -> None:
        """Locks the camera's settings, or lets them go."""
        if self._calibrating is not None:
            self._calibrating.lock()

    @property
    def calibration(self) -> "Calibration | None":
        """What the calibration found of the pictures last looked at, while the check is shown."""
        return None if self._calibrating is None else self._calibrating.calibration

    def _lock_button(self) -> Button | None:
        """Locks the camera's settings, or lets them go; None where it has nothing to lock."""
        calibrating = self._calibrating
        if calibrating is None or not calibrating.can_lock:
            return None
        words = _("Unlock") if calibrating.is_locked else _("Lock")
        return Button(words, LockCamera(), "plain", "camera", enabled=not calibrating.is_locking)
