"""What two looks at one penny tell together, after the camera moved or the lamp changed between them.

Rule kept: a clear look needs no other. Of two that are not clear the log odds are added where both mean one side
(naive Bayes: another angle or lamp shows the relief otherwise); where they do not, no side is told.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import exp, hypot, log
from typing import Final

from companion.sight import Sighting
from vision.reader import View

CLEAR_ODDS: Final = log(9.0)
"""A side is clear from these log odds on (0.9); the look before counts for no more than that."""
TOGETHER: Final = 0.7
"""Two looks at one penny are not wholly independent: of 700 struck pennies, each under two lamps, the sum itself had
the least log loss; real ones, shiny or worn, are believed a little less."""
SIDE_MARGIN: Final = 0.6
"""A side less likely than this is not named."""
SAME_PLACE_MM: Final = 2.0
"""A penny that nobody moved is found again so near to where it was, whatever the camera did."""


def seen_again(view: View, pennies: Sequence[Sighting], before: Sequence[Sighting]) -> tuple[Sighting, ...]:
    """The pennies of this look, of which those not clearly read are held against the look before.

    Nothing changes where only parts of the picture did: what lies there may have been turned by hand. Without a mat
    no penny is known again.
    """
    if view.changes is not None or view.plane is None:
        return tuple(pennies)
    known = [one for one in before if one.kind == "penny" and one.x is not None and one.y is not None]
    return tuple(_together(one, _same(one, known)) for one in pennies)


def side_unread(penny: Sighting) -> Sighting:
    """The penny with no word on its side: what shows of it is too blurred to tell."""
    chance = min(1.0, sum(share for _, share in _shares(penny)))
    return replace(penny, label=None, sure=chance, others=(("heads", chance / 2), ("tails", chance / 2)))


def _same(penny: Sighting, known: Sequence[Sighting]) -> Sighting | None:
    """The penny of the look before that lay where this one does."""

    def away(other: Sighting) -> float:
        return hypot((penny.x or 0.0) - (other.x or 0.0), (penny.y or 0.0) - (other.y or 0.0))

    nearest = min(known, key=away, default=None)
    return nearest if nearest is not None and away(nearest) <= SAME_PLACE_MM else None


def _together(penny: Sighting, earlier: Sighting | None) -> Sighting:
    """A penny as both looks tell it."""
    if earlier is None or abs(now := _heads_odds(penny)) >= CLEAR_ODDS:
        return penny
    then = max(-CLEAR_ODDS, min(CLEAR_ODDS, _heads_odds(earlier)))
    if then == 0:
        return penny
    chance = min(1.0, sum(share for _, share in _shares(penny)))
    if now * then < 0:
        return replace(penny, label=None, sure=chance, others=_shares(penny))
    heads = 1 / (1 + exp(-TOGETHER * (now + then)))
    sides = (("heads", heads * chance), ("tails", (1 - heads) * chance))
    likely, other = sorted(sides, key=lambda side: -side[1])
    if likely[1] < SIDE_MARGIN * chance:
        return replace(penny, label=None, sure=chance, others=(likely, other))
    return replace(penny, label=likely[0], sure=likely[1], others=(other,))


def _shares(penny: Sighting) -> tuple[tuple[str, float], ...]:
    """Both sides, each with its probability, the likelier first."""
    told = {"heads": 0.0, "tails": 0.0} | dict(penny.others)
    if penny.label is not None:
        told[penny.label] = penny.sure
    return tuple(sorted(told.items(), key=lambda side: -side[1]))


def _heads_odds(penny: Sighting) -> float:
    """The log odds of heads; 0 where nothing is known of the sides."""
    told = dict(_shares(penny))
    return log((told["heads"] + 1e-6) / (told["tails"] + 1e-6))
