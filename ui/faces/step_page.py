"""A page that leads through something step by step, as the desk knows it."""

from typing import TYPE_CHECKING

from ui.faces.page import Page
from ui.present.touches import LeaveSteps, Touch

if TYPE_CHECKING:
    from vision.sources.frames import Frame


class StepFault(Exception):
    """Something that cannot be begun or written; one line for people."""


class StepPage(Page):
    """One such page, until it is `given_up`."""

    given_up = False

    @property
    def frame(self) -> "Frame | None":
        """The camera's newest picture, where one looks."""
        return None

    def start(self) -> None:
        """Begins what runs by itself."""

    def close(self) -> None:
        """Lets go of whatever was opened."""

    def way_back(self) -> Touch:
        return LeaveSteps()

    def asks_before_home(self) -> bool:
        """Whether something is not saved: then people are asked before the first screen is shown."""
        return False
