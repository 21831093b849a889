"""What screens must know of a game that draws something itself. No Kivy is opened for it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from ui.widgets.faces import Faces
    from ui.widgets.keys import Send
    from ui.widgets.own_board import OwnBoard


@dataclass(frozen=True, slots=True)
class Parts:
    """What a screen is made with: where touches go, and the pictures of cards."""

    send: "Send"
    faces: "Faces"


@runtime_checkable
class DrawsBoard(Protocol):
    """A face with a widget of its own for `TableModel.own`; without one its drawing is shown as it is."""

    def board(self, model: Any, parts: Parts) -> "OwnBoard":
        """The widget that draws it."""
        ...
