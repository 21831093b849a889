"""What lies before the people: the page shown, the game on the table, what leads step by step. Only read here."""

from typing import TYPE_CHECKING, Any

from ui.box.opening import Opened
from ui.box.session import Session
from ui.faces.step_page import StepPage
from ui.pages.agreeing import piece_colours
from ui.pages.agreement import Agreement
from ui.pages.stack import Stack
from ui.pages.table_check import TableCheck
from ui.pages.tableside import Tableside

if TYPE_CHECKING:
    from pathlib import Path

    from vision.calibration.judging import Calibration


class OnDesk:
    """Reads the stack of pages. `agreement`: on what the next game is played; `check`: the look at a bare table."""

    def __init__(self, stack: Stack, agreement: Agreement, check: TableCheck) -> None:
        self._stack, self.agreement, self._check = stack, agreement, check

    @property
    def page(self) -> str:
        """The name of the page that is shown."""
        return self._stack.top.name

    @property
    def side(self) -> Tableside | None:
        """The game on the table, or the table that is looked at for a check."""
        return self._played or self._check.trial

    @property
    def _played(self) -> Tableside | None:
        return next((page for page in self._stack if isinstance(page, Tableside)), None)

    @property
    def step(self) -> StepPage | None:
        """What leads through something step by step, while it does."""
        return next((page for page in self._stack if isinstance(page, StepPage)), None)

    @property
    def opened(self) -> Opened | None:
        """What looks at the table, while a game is on it."""
        return None if self.side is None else self.side.opened

    @property
    def session(self) -> Session[Any]:
        """The session of the game on the table. Raises RuntimeError where there is none."""
        if self.side is None:
            raise RuntimeError("no game is on the table")
        return self.side.session

    @property
    def worn(self) -> tuple[str, ...]:
        """The colours of the pieces that the seats of the game on the table play, where each plays one."""
        if self.page == "seats":
            draft = self.agreement.draft
            return piece_colours(draft.game, draft.seats, draft.value)
        if self._stack.top.worn:
            return self._stack.top.worn
        return self.side.own.colours if self.side is not None else ()

    @property
    def faces(self) -> "dict[str, Path] | None":
        """Folders of the card pictures of a game that is looked back on."""
        return self._stack.top.faces

    @property
    def calibration(self) -> "Calibration | None":
        """See `TableCheck.calibration`."""
        return self._check.calibration
