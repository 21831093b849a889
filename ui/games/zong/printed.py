"""The board of ZONG as it is printed, from where its squares are."""

from companion.games.zong.board import GOAL, STARTS, Board
from vision.printed.marks import Drawing
from vision.printed.track import TrackSquare, draw_track


def board_drawing(board: Board) -> Drawing:
    """A board with its squares, starts and goal, true to size, and its tags outside its corners."""
    squares = [
        TrackSquare(x=s.x, y=s.y, side=s.side, look="red" if s.red else "plain", words=s.name)
        for s in board.track
    ]
    for name in STARTS:
        if name in board.by_name:
            start, planets = board.by_name[name], int(name.removeprefix("start"))
            squares.append(TrackSquare(x=start.x, y=start.y, side=start.side, look="start", planets=planets))
    squares.append(
        TrackSquare(x=board.goal.x, y=board.goal.y, side=board.goal.side, look="goal", words=GOAL.upper())
    )
    return draw_track("zong", board.width_mm, board.height_mm, board.tags, squares)
