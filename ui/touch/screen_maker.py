"""Makes the screen of a page, by the page's name."""

from collections.abc import Callable

from companion.games import all_games
from ui.faces.registry import face_of
from ui.pages.desk import Desk
from ui.screens.after import AfterScreen
from ui.screens.face import DrawsBoard, Parts, own_screens
from ui.screens.games import GamesScreen
from ui.screens.home import HomeScreen
from ui.screens.page import ScreenPage, Send
from ui.screens.replay import ReplayScreen
from ui.screens.steps import StepScreen
from ui.screens.table import TableScreen
from ui.screens.tribes import TribeScreen
from ui.touch.pictures import Pictures
from ui.widgets.faces import Faces
from ui.widgets.own_board import OwnBoard

PLAIN: dict[str, Callable[[Send], ScreenPage]] = {
    "home": HomeScreen,
    "games": GamesScreen,
    "language": HomeScreen,
    "after": AfterScreen,
    "kept": AfterScreen,
}
"""Screens that need nothing but to send touches, by the names of their pages."""


class ScreenMaker:
    """Makes screens that send touches, and show card pictures and the camera's."""

    def __init__(self, desk: Desk, send: Send, faces: Faces, pictures: Pictures) -> None:
        self._desk, self._send, self._faces, self._pictures = desk, send, faces, pictures

    def made(self, name: str) -> ScreenPage:
        """The screen of a page of this name."""
        if name in PLAIN:
            return PLAIN[name](self._send)
        match name:
            case "table":
                return TableScreen(self._send, self._faces, self._own_board)
            case "check":
                return StepScreen(self._send, self._pictures.check)
            case "replay":
                return ReplayScreen(self._send, self._faces, self._board_of)
            case "tribes":
                return TribeScreen(self._send, self._pictures.step, self._faces)
            case own:
                make = own_screens().get(own)
                if make is not None:
                    return make(self._parts)
                return StepScreen(self._send, self._pictures.step, self._faces)

    def _own_board(self, model: object) -> OwnBoard:
        return self._board_of(self._desk.session.referee.game.id, model)

    def _board_of(self, game: str, model: object) -> OwnBoard:
        face = face_of(all_games()[game])
        assert isinstance(face, DrawsBoard), "who sets TableModel.own draws it"
        return face.board(model, self._parts)

    @property
    def _parts(self) -> Parts:
        return Parts(self._send, self._faces, self._pictures.step)
