"""Mapping a board as the people at the screen do it: on the camera's picture, seen straight from above.

Rule kept: nothing is written before “Save”, and nothing is saved that no game could be played on.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from companion.games.zong.board import BoardFault
from companion.language import number
from ui.faces.step_page import StepPage
from ui.games.zong.board_camera import BoardCamera
from ui.games.zong.boards import boards, keep_board
from ui.games.zong.draft import MapDraft, draft_of, sized, stepped, tapped
from ui.games.zong.map_model import map_model, size_words
from ui.games.zong.touches import BeginWith, LookClosely, MapTouch, Measure, ShowStep
from ui.present.mapping import MapModel
from ui.present.models import Button
from ui.present.touches import Save, Touch, Typed, Undo
from ui.present.track import TapSpot
from ui.words import _

if TYPE_CHECKING:
    from vision.mat.lens import LensBook
    from vision.sources.frames import FrameSource

MOST_UNDONE = 200


class MapSide(StepPage):
    """One board being mapped. `open_frames`: the camera, None without any. `kept` hears the saved board's name."""

    def __init__(
        self,
        open_frames: "Callable[[], FrameSource] | None" = None,
        kept: Callable[[str], None] = lambda _name: None,
        draft: MapDraft | None = None,
        lenses: "LensBook | None" = None,
    ) -> None:
        """`lenses`: what is known of the camera's lens."""
        self.draft = draft or MapDraft()
        self.given_up = False
        self.camera = BoardCamera(open_frames, lenses, lambda: self.draft)
        self._kept = kept
        self._before: list[MapDraft] = []
        self._near: tuple[float, float] | None = None
        self._closely = True
        self._mapped = tuple(boards().boards)
        self._why = self._editing = ""

    def start(self) -> None:
        self.camera.start()

    def close(self) -> None:
        self.camera.close()

    def tick(self) -> bool:
        return self.camera.tick()

    def model(self) -> MapModel:
        """What the screen shows."""
        near = self._near
        picture = self.camera.picture if near is None else self.camera.close_up(near)
        shown = map_model(
            self.draft,
            picture,
            self.camera.trouble,
            can_undo=bool(self._before) or near is not None,
            why=self._why,
            near=near,
            closely=self._closely,
        )
        if self.draft.step == "size":
            again = (
                Button(_("Put {name} right").format(name=name), BeginWith(name), "quiet", "pen")
                for name in self._mapped
            )
            shown = replace(shown, keys=(*shown.keys, *again))
        if not self._editing:
            return shown
        if self._editing == "name":
            return replace(shown, editing=(_("Name of the board"), ""))
        title = _("{what}, in mm").format(what=size_words(self._editing))
        return replace(shown, editing=(title, number(getattr(self.draft, self._editing), 1, at_most=True)))

    def take(self, touch: Touch) -> bool:
        """Does what a touch asks for; False for what is none of its business."""
        if not isinstance(touch, MapTouch):
            return False
        self._why = ""
        self._take(touch)
        return True

    def _take(self, touch: MapTouch) -> None:
        match touch:
            case TapSpot(x, y):
                self._tap(x, y)
            case LookClosely(closely):
                self._closely, self._near = closely, None
            case ShowStep(step):
                self.draft, self._near = stepped(self.draft, step), None
            case Undo():
                self._undo()
            case BeginWith(name):
                self._begin_with(name)
            case Measure(name):
                self._editing = name
            case Save():
                if not self.draft.faults:
                    self._editing = "name"
            case Typed(text):
                self._typed(text)
            case _:
                assert_never(touch)

    def _change(self, draft: MapDraft) -> None:
        if draft != self.draft:
            self._before = [*self._before, self.draft][-MOST_UNDONE:]
            self.draft = draft

    def _tap(self, x: float, y: float) -> None:
        """A tap: by finger only so exact, so that its surroundings come up first, and the next tap counts there."""
        draft = self.draft
        if self._closely and self._near is None and draft.step in ("goal", "track", "starts"):
            self._near = (x, y)
            return
        self._near = None
        self._change(tapped(draft, x, y))
        chosen = next((square for square in self.draft.squares if square.name == self.draft.chosen), None)
        if chosen is not None and self._closely:
            self._near = chosen.x, chosen.y

    def _undo(self) -> None:
        """What was tapped or measured last did not happen; the step stays. A close-up is left first."""
        if self._near is not None and not self.draft.chosen:
            self._near = None
        elif self._before:
            self._near = None
            self.draft = stepped(self._before.pop(), self.draft.step)

    def _begin_with(self, name: str) -> None:
        """A board that was mapped before is put right."""
        found = boards().boards.get(name)
        if found is not None:
            self._change(draft_of(found))
            self.camera.picture = None

    def _typed(self, text: str | None) -> None:
        """A length or the board's name was typed; None leaves all as it was."""
        asked, self._editing = self._editing, ""
        if text is None or not asked:
            return
        if asked == "name":
            self._save(text)
            return
        try:
            self._change(sized(self.draft, asked, float(text.replace(",", "."))))
            self.camera.picture = None
        except ValueError:
            self._why = _("A length in mm is a number from 5 to 2000, found {text}.").format(text=text or "–")

    def _save(self, name: str) -> None:
        try:
            self._kept(keep_board(name, self.draft.board))
            self.given_up = True
        except BoardFault as fault:
            self._why = str(fault)
