"""ZONG's board as a screen draws it: squares, pieces standing in towers or lying about, and where each of them goes."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import hypot

from companion.game import Seat
from companion.games.zong.board import GOAL, START, Board
from companion.games.zong.events import Rest
from companion.games.zong.state import State
from ui.present.drawn import Window
from ui.present.models import MarkKind
from ui.present.steps import Shown
from ui.present.track import Cell, CellKind, Token, TrackModel

RIM_MM = 26.0
"""So much of the table around the board is shown: pieces that lie further off are drawn at its edge."""
STEP_ACROSS, STEP_UP = 0.08, 0.3
"""How far a piece is drawn from the one below it, as part of its size, so that each of a tower can be seen."""
NEAR_MM = 30.0
GROUND_PX_PER_MM = 3.0
CLOSE_UP_MM = 34.0
"""A piece in question is shown with so much around it."""


@lru_cache(maxsize=2)
def printed_ground(board: Board) -> Shown:
    """A board as it is printed, without its tags and the names of its squares, which a screen writes larger."""
    from ui.games.zong.printed import board_drawing
    from vision.printed.pdf import picture_of

    return Shown(picture_of(board_drawing(board, bare=True), GROUND_PX_PER_MM))


def window(board: Board) -> Window:
    """The board with its rim."""
    return (-RIM_MM, -RIM_MM, board.width_mm + 2 * RIM_MM, board.height_mm + 2 * RIM_MM)


def close_up(board: Board, x: float, y: float) -> Window:
    """What is around a point, as wide again as high."""
    high = 2 * CLOSE_UP_MM * max(board.piece_mm / 22.0, 0.5)
    return (x - 0.7 * high, y - high / 2, 1.4 * high, high)


def near_window(x: float, y: float) -> Window:
    """What is around a point that was tapped while mapping."""
    return (x - 1.6 * NEAR_MM, y - NEAR_MM, 3.2 * NEAR_MM, 2 * NEAR_MM)


def cut_out(whole: Shown, of: Window, part: Window) -> Shown:
    """A part of a picture that shows another part of the table, far edge up; black where it shows nothing."""
    import cv2
    import numpy as np

    scale = whole.image.shape[1] / of[2]
    left, top = round((part[0] - of[0]) * scale), round((of[1] + of[3] - part[1] - part[3]) * scale)
    size = max(2, round(part[2] * scale)), max(2, round(part[3] * scale))
    moved = np.array([[1.0, 0, -left], [0, 1, -top]])
    return Shown(cv2.warpAffine(whole.image, moved, size, flags=cv2.INTER_NEAREST))


def cells(board: Board, seats: int, marks: Mapping[str, MarkKind] | None = None) -> tuple[Cell, ...]:
    """Every square; of the starts only the one with as many planets as there are seats is in use."""
    own, found = board.start_for(seats), []
    for square in board.squares:
        kind: CellKind = "red" if square.red else "track"
        name = square.name
        if not name.isdecimal():
            kind = "goal" if name == GOAL else "start" if square is own else "idle"
        if square is own:
            name = START
        mark = (marks or {}).get(name)
        found.append(Cell(name, square.x, square.y, square.side, kind, mark))
    return tuple(found)


def standing(state: State) -> dict[str, tuple[float, float, int]]:
    """By colour where each piece stands as the book has it (mm), and how many stand below it."""
    board, found = state.board, dict[str, tuple[float, float, int]]()
    for place, tower in enumerate(state.squares):
        if place == 0:
            found |= on_start(state, tower)
            continue
        square = board.by_name[board.named(place)]
        for level, seat in enumerate(tower):
            x, y = stacked(board, square.x, square.y, level)
            found[state.agreed.colours[seat]] = (x, y, level)
    return found


def on_start(state: State, tower: tuple[Seat, ...]) -> dict[str, tuple[float, float, int]]:
    """The pieces on the start side by side, two a row."""
    board = state.board
    square, rows = board.start_for(state.seats), -(-len(tower) // 2)
    step = board.piece_mm * 1.02
    found = {}
    for n, seat in enumerate(tower):
        row, column = divmod(n, 2)
        across = 0.0 if n == len(tower) - 1 and len(tower) % 2 else (column - 0.5) * step
        x = max(square.x + across, board.radius_mm * 0.9 if across else 0.0)
        found[state.agreed.colours[seat]] = (x, square.y + ((rows - 1) / 2 - row) * step, 0)
    return found


def stacked(board: Board, x: float, y: float, level: int) -> tuple[float, float]:
    """Where the piece on a level of a stack is drawn."""
    return x + level * STEP_ACROSS * board.piece_mm, y + level * STEP_UP * board.piece_mm


def shown_at(board: Board, rest: Rest, home: tuple[float, float]) -> tuple[float, float]:
    """Where a flicked piece is drawn: where it lies, else where words put it, never beyond the rim."""
    if rest.x is not None and rest.y is not None:
        x, y = rest.x, rest.y
    elif rest.goal:
        x, y = board.goal.x, board.goal.y
    elif rest.off_board:
        x, y = home[0], -RIM_MM
    else:
        name = rest.square or (rest.between[0] if rest.between else "")
        square = board.by_name.get(name)
        x, y = (square.x, square.y) if square is not None else home
    edge = RIM_MM - board.radius_mm * 0.7
    return (
        min(max(x, -edge), board.width_mm + edge),
        min(max(y, -edge), board.height_mm + edge),
    )


def lying(
    state: State, told: Mapping[str, Rest], standing_now: Mapping[str, tuple[float, float, int]]
) -> dict[str, tuple[float, float, int]]:
    """By colour where each piece lies, those that were flicked where they came to rest; and its level in a stack."""
    found = dict(standing_now)
    raised: list[tuple[float, float]] = []
    for colour, rest in told.items():
        x, y = shown_at(state.board, rest, standing_now[colour][:2])
        level = sum(hypot(x - other, y - another) < state.board.piece_mm * 0.5 for other, another in raised)
        raised.append((x, y))
        found[colour] = (*stacked(state.board, x, y, level), level)
    return found


def tokens(
    state: State,
    places: Mapping[str, tuple[float, float, int]],
    lit: str | None = None,
    done: Iterable[str] = (),
    doubtful: Iterable[str] = (),
) -> tuple[Token, ...]:
    """A token a piece, the lowest first."""
    some, unsure = frozenset(done), frozenset(doubtful)
    found = [
        Token(
            colour, seat, *places[colour][:2], state.board.piece_mm, places[colour][2],
            colour == lit, colour in some, colour in unsure,
        )
        for seat, colour in enumerate(state.agreed.colours)
    ]  # fmt: skip
    return tuple(sorted(found, key=lambda token: (token.level, token.seat)))


def plain_track(state: State, marks: Mapping[str, MarkKind] | None = None) -> TrackModel:
    """The board with every piece where it lies now."""
    board = state.board
    rests = {state.agreed.colours[seat]: rest for seat, rest in state.rest}
    return TrackModel(
        board.width_mm,
        board.height_mm,
        window(board),
        cells(board, state.seats, marks),
        tokens(state, lying(state, rests, standing(state))),
        ground=printed_ground(board),
    )
