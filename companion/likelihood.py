"""How likely a scene is under a look, region by region, as log-likelihoods (natural logarithm, 0 = expected).

The rule kept here: an unread thing is not an unknown thing, and what is covered says nothing. The constants are
error rates of the eye, set from measured frames; each is the probability of the deviation it names. The things and
sightings of one region are paired in the likeliest way, as many as there are.
"""

from collections.abc import Sequence
from math import log
from typing import NamedTuple

from companion.pairing import best_pairing
from companion.sight import Lying, Sighting, Thing

CARD_MISSED = log(1e-4)
CARD_INVENTED = log(1e-4)
CARD_UNREAD = log(0.08)
FACE_WRONG = log(1e-3)
FACE_UNREAD = log(0.5)
DECK_WRONG = log(0.02)
SEAT_WRONG = log(0.01)
LABEL_FLOOR = 1e-4
LABELS_BESIDE = 10
PENNY_MISSED = log(0.01)
PENNY_INVENTED = log(0.002)
PENNY_UNREAD = log(0.1)
PENNY_FLOOR = 0.01
BENEATH_MISSED = log(0.6)
BENEATH_SEEN = log(0.4)

UNEXPLAINED_BELOW = log(0.02)
"""Below this a region is not explained by a look: something else lies there."""

ROW_FROM = 3
"""So many cards in one region are a row, in which each is read by itself; fewer lie across each other."""

UNEXPLAINED_PENNY_BELOW = log(0.06)
"""Below this the pennies of a region are not as they should be."""


def of_thing(thing: Thing, sighting: Sighting) -> float:
    """How likely this sighting is when this thing lies there; both are of one kind."""
    if thing.kind == "card":
        return _of_card(thing, sighting)
    if thing.label is None or sighting.label is None:
        return 0.0 if thing.label is None else PENNY_UNREAD
    return log(max(sighting.chance(thing.label), PENNY_FLOOR))


def _of_card(thing: Thing, sighting: Sighting) -> float:
    likelihood = 0.0
    if thing.face is not None and sighting.face != thing.face:
        likelihood += FACE_UNREAD if sighting.face is None else FACE_WRONG
    if thing.deck is not None and sighting.deck not in (None, thing.deck):
        likelihood += DECK_WRONG
    if thing.face == "down":
        return likelihood
    if thing.seat is not None and sighting.seat not in (None, thing.seat):
        likelihood += SEAT_WRONG
    if thing.label is not None and sighting.face != "down":
        # Of a card of which not even the side is told nobody expects a name.
        named = _of_label(thing.label, sighting)
        likelihood += named - (FACE_UNREAD if sighting.face is None and named == CARD_UNREAD else 0.0)
    return likelihood


def _of_label(label: str, sighting: Sighting) -> float:
    """A label that the eye did not name gets its share of the probability that it left over."""
    if sighting.label is None and not sighting.others:
        return CARD_UNREAD
    named = (sighting.sure if sighting.label is not None else 0.0) + sum(p for _, p in sighting.others)
    over = max(1.0 - named, 0.0) / LABELS_BESIDE
    return log(max(sighting.chance(label), over, LABEL_FLOOR))


def _missed(thing: Thing) -> float:
    if thing.hidden:
        return BENEATH_MISSED
    return CARD_MISSED if thing.kind == "card" else PENNY_MISSED


def _invented(sighting: Sighting) -> float:
    return CARD_INVENTED if sighting.kind == "card" else PENNY_INVENTED


class Fit(NamedTuple):
    """How likely a region is: `solid` for all but the pennies, `pennies`, and `worst`, the least likely of the solid.

    Pennies are apart because a penny that lies wrong is a chore, never a move. The doubts about two cards add up; in a
    row of many some are always unread, so that `worst` is its unlikeliest card alone.
    """

    solid: float
    pennies: float
    worst: float

    @property
    def whole(self) -> float:
        return self.solid + self.pennies


_NOTHING = Fit(0.0, 0.0, 0.0)


def _paired(things: Sequence[Thing], sightings: Sequence[Sighting]) -> list[float]:
    """Thing by thing and sighting by sighting of one kind, how likely each is when they are paired in the best way.

    As many are paired as can be; what is left over was missed or invented.
    """
    if len(things) == len(sightings) == 1:
        return [_pair(things[0], sightings[0])]
    missed = [_missed(thing) for thing in things]
    invented = [_invented(sighting) for sighting in sightings]
    if not things or not sightings:
        return missed + invented
    pairs = [[_pair(thing, sighting) for sighting in sightings] for thing in things]
    if len(things) <= len(sightings):
        gains = [[pair - beside for pair, beside in zip(row, invented, strict=True)] for row in pairs]
        chosen = best_pairing(gains)
        alone = [lone for at, lone in enumerate(invented) if at not in chosen]
        return [pairs[row][column] for row, column in enumerate(chosen)] + alone
    gains = [
        [row[at] - beside for row, beside in zip(pairs, missed, strict=True)] for at in range(len(sightings))
    ]
    chosen = best_pairing(gains)
    alone = [lone for at, lone in enumerate(missed) if at not in chosen]
    return [pairs[row][column] for column, row in enumerate(chosen)] + alone


def _pair(thing: Thing, sighting: Sighting) -> float:
    if thing.hidden and thing.kind == "penny" and sighting.label is None:
        # What shows of a penny beneath a card is too little to tell its side, and no sign that it is another one.
        return BENEATH_SEEN
    return of_thing(thing, sighting) + (BENEATH_SEEN if thing.hidden else 0.0)


def of_region(want: Lying, seen: tuple[Sighting, ...]) -> Fit:
    """How likely these sightings are when these things lie in one region."""
    if not want and not seen:
        return _NOTHING
    if len(want) == len(seen) == 1 and want[0].kind == seen[0].kind != "penny":
        alone = _pair(want[0], seen[0])
        return Fit(alone, 0.0, alone)
    found: list[float] = []
    pennies = 0.0
    for kind in {thing.kind for thing in want} | {sighting.kind for sighting in seen}:
        things = [thing for thing in want if thing.kind == kind]
        paired = _paired(things, [sighting for sighting in seen if sighting.kind == kind])
        if kind == "penny":
            pennies = sum(paired)
        else:
            found += paired
    solid = sum(found)
    return Fit(solid, pennies, solid if len(found) < ROW_FROM else min(found))
