"""A page of the touchscreen, as the desk knows it; and one that leads through something step by step."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from ui.present.touches import LeaveSteps, Touch, taken_by

if TYPE_CHECKING:
    from pathlib import Path

    from vision.sources.frames import Frame


class Page(ABC):
    """One page, with what it keeps while it stands on the desk's stack. `name`: by which its screen is found."""

    name: str
    faces: "dict[str, Path] | None" = None
    """Folders of the card pictures that it shows, by deck; None where the game agreed on has them."""
    worn: tuple[str, ...] = ()
    """The colours of the pieces that the seats of the game which it shows play, where each plays one."""

    then: "Touch | Page | None" = None
    """What was asked for by the touch that was taken: it is done, or shown, next."""
    parts: tuple[object, ...] = ()
    """What it shows of, besides itself: its keys carry methods of theirs too."""

    def tick(self) -> bool:
        """Takes in what came from elsewhere; whether the screen may have to change."""
        return False

    def left(self) -> None:  # noqa: B027 - most pages hold nothing
        """Lets go of what it holds and has opened while it stands on the stack: nobody comes back to it."""

    @abstractmethod
    def model(self) -> Any:
        """What the screen shows."""

    def take(self, touch: Touch, /) -> bool:
        """Does what a touch asks for; False for what is none of its business."""
        return any(taken_by(each, touch) for each in (self, *self.parts))


class StepFault(Exception):
    """Something that cannot be begun or written; one line for people."""


class StepPage(Page):
    """One such page, until it is `given_up`."""

    given_up = False
    onlooker: Any = None
    """What looks through a camera beside the page, an `Onlooker`, where one does."""

    @property
    def frame(self) -> "Frame | None":
        """The camera's newest picture, where one looks."""
        return None if self.onlooker is None else self.onlooker.frame

    def start(self) -> None:
        """Begins what runs by itself."""

    def left(self) -> None:
        if self.onlooker is not None:
            self.onlooker.close()

    def way_back(self) -> Touch:
        return LeaveSteps()

    def asks_before_home(self) -> bool:
        """Whether something is not saved: then people are asked before the first screen is shown."""
        return False
