"""What tests of ZONG share: an owner's board like the one in the pictures, and flicks on it that were measured.

The whole set of pictures is looked for where the environment variable ZONG_FRAMES says.
"""

import os
from pathlib import Path

from companion.games.zong.board import Board, Square

FRAMES = Path(os.environ.get("ZONG_FRAMES", "/nowhere"))
REDS = (5, 9, 14, 18, 23, 27, 31)
STARTS = {"start3": 249.9, "start4": 180.6, "start5": 111.3, "start6": 42.0}


def owners_board() -> Board:
    """600 × 300 mm, 32 squares of 42 mm with gaps of 14 mm, four rows to and fro; the goal is at the far right."""
    squares = [Square(name, 34.0, y, 36.0) for name, y in STARTS.items()]
    for number in range(1, 33):
        row, step = divmod(number - 1, 8)
        x = 96.0 + 56 * (step if row % 2 == 0 else 7 - step)
        squares.append(Square(str(number), x, 42.0 + 69 * row, 42.0, number in REDS))
    return Board(600.0, 300.0, (*squares, Square("goal", 560.0, 150.0, 64.0)))


MEASURED = (
    ("within one square", 414.86, 256.67, "26", False),
    ("touching one square from outside", 425.61, 223.23, "26", False),
    ("between 25 and 26, deep in the higher", 456.21, 240.46, "26", False),
    ("between 31 and 32, the higher", 122.01, 262.82, "32", False),
    ("between 29 and 30, the higher", 232.73, 241.21, "30", False),
    ("touching 30 by half a millimetre", 228.83, 217.53, "30", True),
    ("whole on the goal", 549.37, 156.64, "goal", False),
    ("whole on the goal, near its side", 546.92, 148.42, "goal", False),
    ("beside the last square, near the start", 67.71, 249.72, "32", False),
    ("off the board", 573.76, 329.5, "start", False),
    ("further off the board", 323.51, 359.1, "start", False),
)
"""Pieces after flicks on that board, as an independent measuring judged them: place, square, other answer near by."""
