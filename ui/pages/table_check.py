"""The table check at the desk: how well the table is seen while people look, and what locks its camera."""

from typing import TYPE_CHECKING

from ui.box.opening import Opened
from ui.faces.page import Page
from ui.pages.calibrating import Calibrating
from ui.pages.tableside import Tableside
from ui.present import checks
from ui.present.models import Button
from ui.present.pages import check_model
from ui.present.steps import StepModel
from ui.present.touches import do
from ui.words import _

if TYPE_CHECKING:
    from vision.calibration.judging import Calibration


class TableCheck(Page):
    """Judges one table's pictures from `begin` until it is closed; without one it shows that nothing is seen.

    `trial`: the table that is looked at where no game is on it.
    """

    name = "check"

    def __init__(self) -> None:
        self.trial: Tableside | None = None
        self._opened: Opened | None = None
        self._calibrating: Calibrating | None = None

    def begin(self, opened: Opened) -> None:
        """Judges this table from now on, unless it does so already."""
        self._opened = opened
        if self._calibrating is None:
            referee = opened.session.referee
            self._calibrating = Calibrating(opened, referee.game.table(referee.setup))
            self.parts = (self._calibrating,)

    def open(self, opened: Opened | None) -> None:
        """Looks at a table on which no game is; None: it cannot be opened."""
        if opened is not None:
            self.trial = Tableside(opened)
            self.begin(opened)
            opened.session.start()

    def close(self) -> None:
        """The table is let go of."""
        if self.trial is not None:
            self.trial.close()
        self.trial = self._opened = self._calibrating = None
        self.parts = ()

    def tick(self) -> bool:
        """Takes in what was found; whether the screen may have to change."""
        changed = self.trial is not None and self.trial.tick()
        return (self._calibrating is not None and self._calibrating.tick()) or changed

    def model(self) -> StepModel:
        """What the page shows."""
        from ui.pages.measuring import sight_of

        sight = None if self._opened is None else sight_of(self._opened, self._calibrating)
        return check_model(checks.check_lines(sight), self._lock_button())

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
        return Button(words, do(calibrating.lock), "plain", "camera", enabled=not calibrating.is_locking)
