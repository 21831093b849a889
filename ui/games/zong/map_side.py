"""Mapping a board as the people at the screen do it: on the camera's picture, seen straight from above.

A draft of a map is a value; undoing goes back to the one before. Rule kept: nothing is written before “Save”, and
only boards that can be played on are saved.
"""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from companion.games.zong.board import (
    FEWEST_SQUARES,
    GOAL,
    PIECE_MM,
    STARTS,
    Board,
    BoardFault,
    Square,
    board_faults,
)
from companion.language import number
from companion.sight import Table, Tags
from ui.box.camera import Onlooker
from ui.box.opening import SIMULATED
from ui.games.sheets import word_in
from ui.games.zong.boards import boards, keep_board
from ui.games.zong.track import TapSpot, TrackModel, window
from ui.owned.cameras import KeptLenses, open_camera
from ui.present.models import Banner, Button, Shown, StepFault, StepModel, StepPage, choice
from ui.present.touches import LeaveSteps, Touch, Typed, do, taken_by
from ui.words import _, several
from vision.mat.following import MatFinder
from vision.mat.lens import LensBook
from vision.motion.glimpse import Changed
from vision.sources.device import Device
from vision.sources.frames import Frame, FrameSource, SourceFault

MOST_UNDONE = 200
NEAR_MM = 30.0
"""Surroundings in mm shown of a tapped point."""
PX_PER_MM = 3.0
MOST_PX = 1800
_log = logging.getLogger(__name__)


Step = Literal["size", "goal", "track", "starts", "red", "check"]
STEPS: tuple[Step, ...] = ("size", "goal", "track", "starts", "red", "check")
CLOSE = ("goal", "track", "starts")
SIZES = ("width_mm", "height_mm", "tag_mm", "piece_mm", "square_mm", "start_mm", "goal_mm")
"""Lengths in mm that people measure: the board, a tag's black square, a piece, the sides of squares."""
LEAST_MM, MOST_MM = 5.0, 2000.0


@dataclass(frozen=True, slots=True)
class MapDraft:
    """A board as mapped so far, in mm."""

    width_mm: float = 600.0
    height_mm: float = 300.0
    tag_mm: float = 40.0
    piece_mm: float = PIECE_MM
    square_mm: float = 36.0
    start_mm: float = 36.0
    goal_mm: float = 50.0
    squares: tuple[Square, ...] = ()
    step: Step = "size"
    chosen: str = ""  # the square that the next tap moves

    @property
    def board(self) -> Board:
        """The board as mapped so far; `faults` say whether it can be played on."""
        tags = Tags(side_mm=self.tag_mm)
        return Board(self.width_mm, self.height_mm, self.squares, tags, self.piece_mm)

    @property
    def faults(self) -> tuple[str, ...]:
        """Faults of the map, the plainest first."""
        return tuple(board_faults(self.board))

    @property
    def running(self) -> int:
        return sum(square.name.isdecimal() for square in self.squares)

    @property
    def starts_left(self) -> tuple[str, ...]:
        """The starts not tapped yet, the one with the fewest planets first."""
        have = {square.name for square in self.squares}
        return tuple(name for name in STARTS if name not in have)


def draft_of(board: Board) -> MapDraft:
    """The draft of a board mapped before, to be corrected."""
    side = {square.name: square.side for square in board.squares}
    tags = board.tags or Tags()
    return MapDraft(
        board.width_mm,
        board.height_mm,
        tags.side_mm,
        board.piece_mm,
        board.track[0].side,
        side[STARTS[0]],
        side[GOAL],
        board.squares,
        "check",
    )


def tapped(draft: MapDraft, x: float, y: float) -> MapDraft:
    """The draft after a tap on the picture at (x, y) mm, by its step."""
    x, y = round(x, 1), round(y, 1)
    if draft.step == "goal":
        return _with(draft, Square(GOAL, x, y, draft.goal_mm))
    if draft.step == "track":
        return _with(draft, Square(str(draft.running + 1), x, y, draft.square_mm))
    if draft.step == "starts":
        left = draft.starts_left
        return _with(draft, Square(left[0], x, y, draft.start_mm)) if left else draft
    if draft.step == "red":
        found = _at((square for square in draft.squares if square.name.isdecimal()), x, y)
        if found is None:
            return draft
        turned = Square(found.name, found.x, found.y, found.side, not found.red)
        return replace(draft, squares=tuple(turned if each is found else each for each in draft.squares))
    if draft.step != "check":
        return draft
    # The first tap chooses a square, the next moves it; choosing another one drops it.
    under = _at(draft.squares, x, y)
    chosen = next((square for square in draft.squares if square.name == draft.chosen), None)
    if chosen is None:
        return replace(draft, chosen="" if under is None else under.name)
    if under is not None and under is not chosen:
        return replace(draft, chosen=under.name)
    put = Square(chosen.name, x, y, chosen.side, chosen.red)
    return replace(draft, squares=tuple(put if each is chosen else each for each in draft.squares), chosen="")


def _with(draft: MapDraft, square: Square) -> MapDraft:
    others = tuple(each for each in draft.squares if each.name != square.name)
    return replace(draft, squares=(*others, square))


def _at(squares: Iterable[Square], x: float, y: float) -> Square | None:
    """The nearest of the squares under a point."""
    under = [square for square in squares if square.away(x, y) <= 0]
    return min(under, key=lambda square: square.centre_away(x, y)) if under else None


def sized(draft: MapDraft, name: str, length: float) -> MapDraft:
    """The draft with one measured length; squares already tapped take the new side. Raises ValueError."""
    if name not in SIZES or not LEAST_MM <= length <= MOST_MM:
        raise ValueError(f"expected a length from {LEAST_MM:g} to {MOST_MM:g} mm, found {length:g}")
    sides = {GOAL: "goal_mm"} | dict.fromkeys(STARTS, "start_mm")
    squares = tuple(
        Square(each.name, each.x, each.y, length, each.red)
        if sides.get(each.name, "square_mm") == name
        else each
        for each in draft.squares
    )
    found: MapDraft = replace(draft, squares=squares, **{name: length})  # type: ignore[arg-type]
    return found


def stepped(draft: MapDraft, step: Step) -> MapDraft:
    return replace(draft, step=step, chosen="")


class MapSide(StepPage):
    """A board being mapped. `open_frames`: the camera, None without one; `kept` hears the saved board's name.

    `picture`: what the camera sees of the board, None before the first; `trouble`: why there is none, in words.
    """

    def __init__(
        self,
        open_frames: Callable[[], FrameSource] | None = None,
        kept: Callable[[str], None] = lambda _name: None,
        draft: MapDraft | None = None,
        lenses: LensBook | None = None,
    ) -> None:
        """`lenses`: what is known of the camera's lens."""
        self.draft = draft or MapDraft()
        self.picture: Shown | None = None
        self.trouble = ""
        self.onlooker: Onlooker[Shown | str] | None = None
        self._open, self._lenses = open_frames, lenses
        self._mats: MatFinder | None = None
        self._kept = kept
        self._before: list[MapDraft] = []
        self._near: tuple[float, float] | None = None
        self._closely = True
        self._mapped = tuple(boards()[0])
        self._why = self._editing = ""

    frame = None  # the picture from above replaces it

    def start(self) -> None:
        """The camera looks from now on. Raises SourceFault."""
        if self._open is None:
            self.trouble = _("No camera is chosen: squares can be tapped on an empty board only.")
            return
        frames = self._open()
        if not isinstance(frames, Device):
            # Pictures in a folder may be of any camera.
            self._lenses = None
        self.onlooker = Onlooker(frames, self.look)
        self.onlooker.start()

    def tick(self) -> bool:
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

    def look(self, frame: Frame) -> Shown | str:
        """The board in a frame, straight from above, or in words why not. Runs in the camera's thread."""
        draft = self.draft
        table = Table(draft.width_mm, draft.height_mm, Tags(side_mm=draft.tag_mm))
        if self._mats is None or self._mats.table != table:
            self._mats = MatFinder(table, self._lenses)
        # The plane that a game would find: with what is known of this camera's lens.
        plane, mat = self._mats.find(frame.image, None, None, Changed(everything=True, boxes=()), frame.at)
        if plane is None:
            return mat.why or ""
        part = window(draft.board)
        scale = min(PX_PER_MM, MOST_PX / max(part[2:]))
        return Shown(plane.rectify(frame.image, *part, scale))

    def model(self) -> StepModel:
        draft, near = self.draft, self._near
        # What to do, and the most urgent message: a failed entry, a fault of the map, the camera's trouble.
        editing: tuple[str, str] | None = None
        headline, body = _asked(draft)
        faults = draft.faults if draft.step == "check" else ()
        banner = None
        if self._why:
            banner = Banner("trouble", self._why)
        elif faults:
            count = len(faults) - 1
            more = several("and {n} fault more", "and {n} faults more", count) if count else ""
            banner = Banner("refuse", faults[0][:1].upper() + faults[0][1:] + ".", more)
        elif self.trouble:
            banner = Banner("trouble", self.trouble)
        elif draft.step == "check":
            banner = Banner("good", _("This board can be played on."))
        if near is not None:
            headline, body, banner = _("Now tap the very middle"), (), None
        # A text that is being typed covers the rest.
        if self._editing == "name":
            editing = _("Name of the board"), ""
        elif self._editing:
            title = _("{what}, in mm").format(what=named("size", self._editing))
            editing = title, number(getattr(draft, self._editing), 1, at_most=True)
        can_undo, right = bool(self._before) or near is not None, not draft.faults
        # The keys of this step.
        keys: tuple[Button, ...] = ()
        if draft.step in ("size", "check"):
            names = SIZES if draft.step == "size" else SIZES[4:]
            sizes = ((name, number(getattr(draft, name), 1, at_most=True)) for name in names)
            keys = tuple(
                Button(f"{named('size', name)}: {mm} mm", do(self.measure, name), "plain", "pen")
                for name, mm in sizes
            )
        elif draft.step != "red":
            words = _("Each tap close up") if self._closely else _("Each tap counts at once")
            keys = (Button(words, do(self.look_closely, not self._closely), "quiet", "eye"),)
        again = (
            Button(_("Put {name} right").format(name=name), do(self.begin_with, name), "quiet", "pen")
            for name in self._mapped
        )
        steps = (choice(named("step", step), do(self.show_step, step), step == draft.step) for step in STEPS)
        return StepModel(
            headline,
            body=body,
            banner=banner,
            keys=(*(() if near else keys), *(again if draft.step == "size" else ())),
            tools=(
                Button(_("Leave"), LeaveSteps(), "quiet", "back"),
                Button(_("Undo"), do(self.undo), "plain", "turn", enabled=can_undo),
                Button(_("Save"), do(self.save), "main" if right else "plain", "done", enabled=right),
            ),
            editing=editing,
            tabs=tuple(steps),
            board=track_of(draft, self.picture, near),
        )

    def take(self, touch: Touch) -> bool:
        self._why = ""
        match touch:
            case TapSpot(x, y) if self._closely and not self._near and self.draft.step in CLOSE:
                # A finger is not exact: the surroundings come up first, and the next tap counts there.
                self._near = (x, y)
            case TapSpot(x, y):
                self._near = None
                self._change(tapped(self.draft, x, y))
                chosen = (square for square in self.draft.squares if square.name == self.draft.chosen)
                square = next(chosen, None)
                if square is not None and self._closely:
                    self._near = square.x, square.y
            case Typed(text):
                self._typed(text)
            case _:
                return taken_by(self, touch)
        return True

    def look_closely(self, closely: bool) -> None:  # noqa: FBT001 - what a key carries
        self._closely, self._near = closely, None

    def show_step(self, step: Step) -> None:
        self.draft, self._near = stepped(self.draft, step), None

    def undo(self) -> None:
        """Undoes the last tap or measurement; the step stays. A close-up is left first."""
        if self._near is not None and not self.draft.chosen:
            self._near = None
        elif self._before:
            self._near = None
            self.draft = stepped(self._before.pop(), self.draft.step)

    def begin_with(self, name: str) -> None:
        found = boards()[0].get(name)
        if found is not None:
            self._change(draft_of(found))
            self.picture = None

    def measure(self, name: str) -> None:
        self._editing = name

    def save(self) -> None:
        if not self.draft.faults:
            self._editing = "name"

    def _change(self, draft: MapDraft) -> None:
        if draft != self.draft:
            self._before = [*self._before, self.draft][-MOST_UNDONE:]
            self.draft = draft

    def _typed(self, text: str | None) -> None:
        """A length or the board's name was typed; None changes nothing."""
        asked, self._editing = self._editing, ""
        if text is None or not asked:
            return
        if asked == "name":
            try:
                self._kept(keep_board(text, self.draft.board))
                self.given_up = True
            except BoardFault as fault:
                self._why = str(fault)
            return
        try:
            self._change(sized(self.draft, asked, float(text.replace(",", "."))))
            self.picture = None
        except ValueError:
            self._why = _("A length in mm is a number from 5 to 2000, found {text}.").format(text=text or "–")


# A map in the making as a screen shows it: what to tap next, what is wrong, outlines over the picture.

named = partial(word_in, "ui.games.zong")
"""The word for a `step` of mapping, or for a `size` that people measure."""


def _asked(draft: MapDraft) -> tuple[str, tuple[str, ...]]:
    """What to do in this step, and how far it is."""
    match draft.step:
        case "size":
            return _("Measure the board"), (_("From tag to tag: between the inner corners."),)
        case "goal":
            return _("Tap the middle of the goal"), ()
        case "track":
            done = several("{n} square", "{n} squares", draft.running)
            words = _("Tap the middle of square {n}").format(n=draft.running + 1)
            return words, (done, _("At least {n} are needed.").format(n=FEWEST_SQUARES))
        case "starts":
            left = draft.starts_left
            if not left:
                return _("All four starts are there"), ()
            return _("Tap the start with {n} planets").format(n=left[0][-1]), ()
        case "red":
            reds = sum(square.red for square in draft.squares)
            return _("Tap each red square"), (several("{n} is red", "{n} are red", reds),)
    words = _("Does every outline lie on its square?")
    return words, (_("Tap a square, then where its middle is."),)


def track_of(draft: MapDraft, picture: Shown | None, near: tuple[float, float] | None = None) -> TrackModel:
    """The board as mapped so far, over the picture or an empty ground."""
    part = None
    if near is not None:
        part = (near[0] - 1.6 * NEAR_MM, near[1] - NEAR_MM, 3.2 * NEAR_MM, 2 * NEAR_MM)
    return TrackModel(draft.board, 0, part, {draft.chosen: "chosen"}, spots=True, taps=False, picture=picture)


def begin_mapping(source: str, clock: Callable[[], float], kept: Callable[[str], None]) -> MapSide:
    """A board being mapped on a camera's picture, begun. `kept` hears the saved board's name. Raises StepFault."""
    opened = None if source == SIMULATED else lambda: open_camera(source, clock=clock)
    side = MapSide(opened, kept, lenses=KeptLenses(source))
    try:
        side.start()
    except SourceFault as fault:
        _log.warning("%s", fault)
        raise StepFault(fault.words) from None
    return side
