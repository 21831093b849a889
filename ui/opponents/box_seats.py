"""Which seats the box plays, and how well: agreed before a game and kept beside its record."""

from collections.abc import Mapping

from companion.game import Seat
from companion.search import LEVELS, Level

BoxSeats = Mapping[Seat, Level]
BY_NAME = {level.name: level for level in LEVELS}


def box_word(box: BoxSeats) -> str:
    """The seats in one word, to be kept: `1=easy,2=strong`."""
    return ",".join(f"{seat}={level.name}" for seat, level in sorted(box.items()))


def box_seats(word: str) -> dict[Seat, Level]:
    """The seats that such a word names; what it has besides is left out."""
    found = {}
    for part in word.split(","):
        seat, _equals, level = part.partition("=")
        if seat.isdecimal() and level in BY_NAME:
            found[int(seat)] = BY_NAME[level]
    return found
