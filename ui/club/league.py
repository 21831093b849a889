"""League tables: points, games won, drawn and lost, and ratings by Elo, from the results of a club. Pure functions.

A name is the same in capitals or small; seats to which nobody gave a name are nobody's. A game in which a box played a
seat counts for nobody: its level is the people's choice, and so would their rating be. Elo, "The Rating of
Chessplayers" (1978): expected score by the logistic curve; of several at one table each plays each.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import msgspec

from ui.club.broker.messages import Result

FIRST_RATING, STEP = 1500.0, 24.0
"""What everybody begins with, and how much one game can move."""


class Scoring(msgspec.Struct, frozen=True):
    won: int = 3
    drawn: int = 1
    lost: int = 0

    def points(self, seat: int, winners: Sequence[int]) -> int:
        """What a seat gets for a game with these winners; none: a draw."""
        if not winners:
            return self.drawn
        return self.won if seat in winners else self.lost


@dataclass(slots=True)
class LeagueRow:
    """Somebody in a league table; `rank` is shared by equals."""

    name: str
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    rating: float = FIRST_RATING
    rank: int = 0


def name_key(name: str) -> str:
    """By which a name is the same, however it is written."""
    return " ".join(name.split()).casefold()


def standings(results: Iterable[Result], scoring: Scoring) -> list[LeagueRow]:
    """The table of a league from its results, oldest first."""
    found: dict[str, LeagueRow] = {}
    for result in results:
        if result.by_box:
            continue
        seated = []
        for seat, given in enumerate(result.players):
            key = name_key(given)
            if key:
                standing = found.setdefault(key, LeagueRow(given))
                standing.name = " ".join(given.split())
                seated.append((seat, standing))
        for seat, standing in seated:
            standing.games += 1
            standing.points += scoring.points(seat, result.winners)
            standing.won += seat in result.winners
            standing.drawn += not result.winners
            standing.lost += bool(result.winners) and seat not in result.winners
        moved: list[tuple[LeagueRow, float]] = []
        # Ratings move all at once. Nobody plays against himself, whatever names were given.
        for (one_seat, one), (other_seat, other) in combinations(seated, 2):
            if one is not other:
                expected = 1 / (1 + 10 ** ((other.rating - one.rating) / 400))
                score = 0.5 * (1 + (one_seat in result.winners) - (other_seat in result.winners))
                step = STEP / (len(seated) - 1) * (score - expected)
                moved += [(one, step), (other, -step)]
        for standing, step in moved:
            standing.rating += step
    table = sorted(found.values(), key=lambda one: (-one.points, one.games, -one.rating, name_key(one.name)))
    ranks: dict[tuple[int, int], int] = {}
    for n, one in enumerate(table, start=1):
        one.rank = ranks.setdefault((one.points, one.games), n)
    return table
