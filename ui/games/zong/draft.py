"""A map of a board in the making: the goal, the track in order, the starts and the red squares, as they are tapped.

Rule kept: a draft is a value; undoing is going back to the one before.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.zong.board import GOAL, PIECE_MM, STARTS, Board, Square, board_faults
from companion.sight import Tags

Step = Literal["size", "goal", "track", "starts", "red", "check"]
STEPS: tuple[Step, ...] = ("size", "goal", "track", "starts", "red", "check")
SIZES = ("width_mm", "height_mm", "tag_mm", "piece_mm", "square_mm", "start_mm", "goal_mm")
"""Lengths that people measure: the board, a tag's black square, a piece, and the sides of squares."""
LEAST_MM, MOST_MM = 5.0, 2000.0


@dataclass(frozen=True, slots=True)
class MapDraft:
    """What was tapped so far, in mm. `chosen`: the square that the next tap puts elsewhere."""

    width_mm: float = 600.0
    height_mm: float = 300.0
    tag_mm: float = 40.0
    piece_mm: float = PIECE_MM
    square_mm: float = 36.0
    start_mm: float = 36.0
    goal_mm: float = 50.0
    squares: tuple[Square, ...] = ()
    step: Step = "size"
    chosen: str = ""

    @property
    def board(self) -> Board:
        """The board as far as it is mapped; `faults` say whether it can be played on."""
        tags = Tags(side_mm=self.tag_mm)
        return Board(self.width_mm, self.height_mm, self.squares, tags, self.piece_mm)

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with the map, the plainest first."""
        return board_faults(self.board)

    @property
    def running(self) -> int:
        return sum(square.name.isdecimal() for square in self.squares)

    @property
    def starts_left(self) -> tuple[str, ...]:
        """The starts not tapped yet, the one with the fewest planets first."""
        have = {square.name for square in self.squares}
        return tuple(name for name in STARTS if name not in have)


def draft_of(board: Board) -> MapDraft:
    """A board that was mapped before, to be put right."""
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
    """A tap on the picture at (x, y) mm, as the step has it."""
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
    return _moved(draft, x, y) if draft.step == "check" else draft


def _with(draft: MapDraft, square: Square) -> MapDraft:
    others = tuple(each for each in draft.squares if each.name != square.name)
    return replace(draft, squares=(*others, square))


def _at(squares: Iterable[Square], x: float, y: float) -> Square | None:
    """The square under a point, of several the nearest."""
    under = [square for square in squares if square.away(x, y) <= 0]
    return min(under, key=lambda square: square.centre_away(x, y)) if under else None


def _moved(draft: MapDraft, x: float, y: float) -> MapDraft:
    """The first tap chooses a square, the next puts it elsewhere; one beside all squares lets it go."""
    under = _at(draft.squares, x, y)
    chosen = next((square for square in draft.squares if square.name == draft.chosen), None)
    if chosen is None:
        return replace(draft, chosen="" if under is None else under.name)
    if under is not None and under is not chosen:
        return replace(draft, chosen=under.name)
    put = Square(chosen.name, x, y, chosen.side, chosen.red)
    return replace(draft, squares=tuple(put if each is chosen else each for each in draft.squares), chosen="")


def sized(draft: MapDraft, name: str, length: float) -> MapDraft:
    """With one length as it was measured; squares tapped already take the new side. Raises ValueError."""
    if name not in SIZES or not LEAST_MM <= length <= MOST_MM:
        raise ValueError(f"expected a length from {LEAST_MM:g} to {MOST_MM:g} mm, found {length:g}")
    squares = tuple(
        Square(each.name, each.x, each.y, length, each.red) if side_of(each.name) == name else each
        for each in draft.squares
    )
    found: MapDraft = replace(draft, squares=squares, **{name: length})  # type: ignore[arg-type]
    return found


def side_of(square: str) -> str:
    return "goal_mm" if square == GOAL else "start_mm" if square in STARTS else "square_mm"


def stepped(draft: MapDraft, step: Step) -> MapDraft:
    return replace(draft, step=step, chosen="")
