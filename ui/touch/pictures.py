"""What moves in the board's place, and on pages that look through the camera: its picture, and the simulated table."""

from ui.pages.desk import Desk
from ui.pages.tableside import Tableside
from ui.screens.page import ScreenPage, Send
from ui.screens.table import TableScreen
from ui.secrecy import not_to_be_seen
from ui.widgets.camera_view import CameraView
from ui.widgets.faces import Faces
from ui.widgets.simulated_table import SimulatedStage


class Pictures:
    """Shows the camera's picture (at the table, at its check, on pages of steps) or a simulated table."""

    def __init__(self, desk: Desk, send: Send, faces: Faces) -> None:
        self._desk, self._send, self._faces = desk, send, faces
        self.table, self.check, self.step = CameraView(), CameraView(), CameraView()
        self._stage: SimulatedStage | None = None

    def place(self, page: ScreenPage | None) -> None:
        """What stands in the board's place: the camera's picture, the simulated table, or nothing."""
        desk = self._desk
        if not isinstance(page, TableScreen) or desk.opened is None:
            return
        side = desk.side
        if side is None:
            return
        if side.hands is None:
            self._stage = None
        elif self._stage is None or self._stage.table is not side.hands.simulated:
            self._stage = SimulatedStage(side.hands, side, self._faces, self._send)
        if side.shows_camera:
            page.stage(self.table)
        elif self._stage is not None and side.shows_simulated:
            self._stage.offer(*side.supply.in_tray)
            page.stage(self._stage, self._stage.beside)
        else:
            page.stage(None, 0.0 if self._stage is None else self._stage.beside)

    def follow(self) -> None:
        """Shows what is seen now."""
        desk = self._desk
        if desk.step is not None:
            self.step.show(desk.step.frame, None, None)
        if desk.side is not None:
            self._show(desk.side)
            if self._stage is not None:
                self._stage.follow()

    def _show(self, side: Tableside) -> None:
        session = side.session
        view = self.check if self._desk.page == "check" else self.table
        if self._desk.page == "check" or side.shows_camera:
            referee = session.referee
            found = self._desk.calibration if view is self.check else None
            hidden = not_to_be_seen(session.reply, session.reading, veiled=session.veiled)
            view.show(session.frame, session.reading, referee.game.table(referee.setup), found, hidden)
