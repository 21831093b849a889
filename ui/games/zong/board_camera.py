"""The camera over a board that is mapped: its picture straight from above, and parts of it close up."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.sight import Table, Tags
from ui.box.onlooker import Onlooker
from ui.games.zong.draft import MapDraft
from ui.games.zong.drawing import cut_out, near_window, window
from ui.present.steps import Shown
from ui.words import _

if TYPE_CHECKING:
    from vision.mat.following import MatFinder
    from vision.mat.lens import LensBook
    from vision.sources.frames import Frame, FrameSource

PX_PER_MM = 3.0
MOST_PX = 1800


class BoardCamera:
    """What a camera sees of the board of a draft. `picture`: the newest, None before the first.

    `trouble`: why there is none, in words.
    """

    def __init__(
        self,
        open_frames: "Callable[[], FrameSource] | None",
        lenses: "LensBook | None",
        draft: Callable[[], MapDraft],
    ) -> None:
        """`lenses`: what is known of the camera's lens."""
        self.picture: Shown | None = None
        self.trouble = ""
        self.onlooker: Onlooker[Shown | str] | None = None
        self._open, self._lenses, self._draft = open_frames, lenses, draft
        self._mats: MatFinder | None = None
        self._cut: tuple[object, object, Shown | None] = (None, None, None)

    def start(self) -> None:
        """The camera looks from now on. Raises SourceFault."""
        from vision.sources.device import Device

        if self._open is None:
            self.trouble = _("No camera is chosen: squares can be tapped on an empty board only.")
            return
        frames = self._open()
        if not isinstance(frames, Device):
            # Pictures of a folder come from who knows which camera.
            self._lenses = None
        self.onlooker = Onlooker(frames, self.look)
        self.onlooker.start()

    def close(self) -> None:
        """Lets go of the camera."""
        if self.onlooker is not None:
            self.onlooker.close()

    def tick(self) -> bool:
        """Takes in what it saw; whether the screen may have to change."""
        if self.onlooker is None:
            return False
        before = (self.picture, self.trouble)
        for seen in self.onlooker.drain()[-1:]:
            if isinstance(seen, Shown):
                self.picture, self.trouble = seen, ""
            else:
                self.trouble = seen
        if self.onlooker.trouble:
            self.trouble = self.onlooker.trouble
        return before != (self.picture, self.trouble)

    def look(self, frame: "Frame") -> Shown | str:
        """The board in a frame, straight from above; in words why it cannot be had. Runs in the camera's thread."""
        from vision.mat.following import MatFinder
        from vision.motion.still import Changed

        draft = self._draft()
        table = Table(draft.width_mm, draft.height_mm, Tags(side_mm=draft.tag_mm))
        if self._mats is None or self._mats.table != table:
            self._mats = MatFinder(table, self._lenses)
        # The plane is the one that a game would find: with what is known of this camera's lens.
        plane, mat = self._mats.find(frame.image, None, None, Changed(everything=True, boxes=()), frame.at)
        if plane is None:
            return mat.why or ""
        part = window(draft.board)
        scale = min(PX_PER_MM, MOST_PX / max(part[2:]))
        return Shown(plane.rectify(frame.image, *part, scale))

    def close_up(self, near: tuple[float, float]) -> Shown | None:
        """The part of the picture around a point; the same object while the picture is the same."""
        whole = self.picture
        if whole is None:
            return None
        if self._cut[:2] != (whole, near):
            self._cut = (whole, near, cut_out(whole, window(self._draft().board), near_window(*near)))
        return self._cut[2]
