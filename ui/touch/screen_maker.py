"""Makes the screen of a page, by the page's name, and shows on it what moves."""

from ui.pages.desk import Desk
from ui.screens.page import ScreenPage, Send
from ui.screens.steps import StepScreen
from ui.screens.table import TableScreen
from ui.secrecy import not_to_be_seen
from ui.widgets.camera_view import CameraView
from ui.widgets.faces import Faces
from ui.widgets.simulated_table import SimulatedStage


class ScreenMaker:
    """Makes screens that send touches, and puts into them what moves: the camera's picture, or a simulated table."""

    def __init__(self, desk: Desk, send: Send, faces: Faces) -> None:
        self._desk, self._send, self._faces = desk, send, faces
        # The camera's picture at the table, at its check, and on pages of steps.
        self._table, self._check, self._step = CameraView(), CameraView(), CameraView()
        self._stage: SimulatedStage | None = None

    def made(self, name: str) -> ScreenPage:
        if name == "table":
            return TableScreen(self._send, self._faces)
        camera = self._check if name == "check" else self._step
        return StepScreen(self._send, camera, self._faces)

    def place(self, page: ScreenPage | None) -> None:
        """What stands in the board's place: the camera's picture, the simulated table, or nothing."""
        desk, side = self._desk, self._desk.side
        if not isinstance(page, TableScreen) or desk.opened is None or side is None:
            return
        if side.hands is None:
            self._stage = None
        elif self._stage is None or self._stage.table is not side.hands.simulated:
            self._stage = SimulatedStage(side.hands, side, self._faces, self._send)
        if side.shows_camera:
            page.stage(self._table)
        elif self._stage is not None and side.shows_simulated:
            self._stage.offer(*side.supply.in_tray)
            page.stage(self._stage, self._stage.beside)
        else:
            page.stage(None, 0.0 if self._stage is None else self._stage.beside)

    def follow(self) -> None:
        desk, side = self._desk, self._desk.side
        if desk.step is not None:
            self._step.show(desk.step.frame, None, None)
        if side is None:
            return
        if self._stage is not None:
            self._stage.follow()
        checked = desk.page == "check"
        if checked or side.shows_camera:
            session = side.session
            referee, reply = session.referee, session.reply
            view, found = (self._check, desk.calibration) if checked else (self._table, None)
            hidden = not_to_be_seen(reply, session.reading, veiled=session.veiled)
            table = referee.game.table(referee.setup)
            view.show(session.frame, session.reading, table, found, hidden, reply.view.board)
