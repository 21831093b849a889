"""A page of the touchscreen, as the desk knows it."""

from abc import ABC, abstractmethod
from typing import Any

from ui.present.touches import Touch


class Page(ABC):
    """One page, with what it keeps while it stands on the desk's stack. `name`: by which its screen is found."""

    name: str

    def tick(self) -> bool:
        """Takes in what came from elsewhere; whether the screen may have to change."""
        return False

    @abstractmethod
    def model(self) -> Any:
        """What the screen shows."""

    def take(self, _touch: Touch, /) -> bool:
        """Does what a touch asks for; False for what is none of its business."""
        return False
