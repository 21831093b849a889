"""Keeps a small picture of the table at great moments of a game, for who looks back on it.

Rule kept: no picture is kept while something on the table is for some eyes only, nor before it lies as the book has it.
"""

from typing import TYPE_CHECKING, Any

from companion.sight import Table
from companion.weigh import Ask, Lost, Refuse
from ui.journal.moment_pictures import MomentPictures
from ui.journal.store import Store, StoreFault
from ui.pages.tableside import Tableside
from ui.present.board import whole

if TYPE_CHECKING:
    from vision.eye import Reading
    from vision.sources.frames import Frame

WIDE_PX, QUALITY = 480, 65
"""The longer side of a picture, and how well it is kept, in percent."""
RIM_MM = 12.0
"""So much of the table around the board is in a picture."""


class Moments:
    """Follows the game on the table; what stands out is kept as soon as the camera sees it as it is booked."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.pictures = MomentPictures(store.path)
        self._side: Tableside | None = None
        self._seq = -1
        self._due: int | None = None

    def follow(self, side: Tableside | None) -> None:
        """Once a tick. What was booked before a table was opened has no picture any more."""
        if side is None or side is not self._side:
            self._side, self._due = side, None
            self._seq = -1 if side is None else side.session.reply.seq
            return
        if side.session.reply.seq != self._seq:
            self._seq = side.session.reply.seq
            last = side.moment().highlight
            self._due = None if last is None else last.seq
        if self._due is None or not _is_settled(side):
            return
        session = side.session
        table = session.referee.game.table(session.referee.setup)
        picture = table_picture(session.frame, session.reading, table)
        if picture is not None:
            self._keep(side, self._due, picture)
            self._due = None

    def _keep(self, side: Tableside, entry: int, picture: bytes) -> None:
        book = side.opened.book
        if book is None or book.id is None or self._store.read_only_because is not None:
            return
        try:
            self.pictures.keep(self._store.played(book.id).started, entry, picture)
        except StoreFault:
            return


def _is_settled(side: Tableside) -> bool:
    """Whether the table lies as the book has it, in view of all, and no hand is above it."""
    session, offers = side.session, side.alone.offers
    if session.veiled or offers.showing or offers.screened or side.focus.alone is not None:
        return False
    if session.reading is None or session.reading.scene.hand or not session.reading.mat.found:
        return False
    return not session.reply.differences and not isinstance(session.reply.verdict, Ask | Refuse | Lost)


def table_picture(frame: "Frame | None", reading: "Reading | None", table: Table) -> bytes | None:
    """The board seen straight from above, far edge up, as a JPEG; None where the camera does not say where it lies."""
    if frame is None or reading is None or reading.mat.image_to_table is None:
        return None
    import cv2
    import numpy as np

    left, near, width, height = whole(table)
    left, near, width, height = left - RIM_MM, near - RIM_MM, width + 2 * RIM_MM, height + 2 * RIM_MM
    scale = WIDE_PX / max(width, height)
    to_cut = np.array([[scale, 0, -left * scale], [0, -scale, (near + height) * scale], [0, 0, 1.0]])
    matrix: Any = to_cut @ np.asarray(reading.mat.image_to_table)
    seen = cv2.warpPerspective(frame.image, matrix, (round(width * scale), round(height * scale)))
    done, packed = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return packed.tobytes() if done else None
