"""What screens must know of a game that draws something itself. No Kivy is opened for it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ui.faces.registry import all_faces

if TYPE_CHECKING:
    from ui.screens.page import ScreenPage
    from ui.widgets.faces import Faces
    from ui.widgets.keys import Send


@dataclass(frozen=True, slots=True)
class Parts:
    """What a screen is made with: where touches go, and the pictures of cards."""

    send: "Send"
    faces: "Faces"


@runtime_checkable
class ShowsPages(Protocol):
    """A face with screens for its own pages; a page without one is shown as other pages of steps are."""

    @property
    def screens(self) -> "Mapping[str, Callable[[Parts], ScreenPage]]":
        """By the name of a page, what makes its screen."""
        ...


@cache
def own_screens() -> "dict[str, Callable[[Parts], ScreenPage]]":
    """By the name of a page, what makes the screens that only one game has."""
    showing = (face for face in all_faces() if isinstance(face, ShowsPages))
    return {page: make for face in showing for page, make in face.screens.items()}
