"""How likely a scene is under a look, region by region, as log-likelihoods (natural logarithm, 0 = expected).

The rule kept here: an unread thing is not an unknown thing, and what is covered says nothing. The constants are
error rates of the eye, set from measured frames; each is the probability of the deviation it names.
"""

from collections.abc import Sequence
from itertools import permutations
from math import inf, log

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

MOST_IN_A_REGION = 5

WRONG = log(0.02)
"""Below this a region is not explained by a look: something else lies there."""

WRONG_PENNY = log(0.06)
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
        likelihood += _of_label(thing.label, sighting)
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


def _best_match(things: Sequence[Thing], sightings: Sequence[Sighting]) -> float:
    """The likeliest way to pair things with sightings of one kind; what is left over was missed or invented."""
    if len(things) == len(sightings) == 1:
        return _pair(things[0], sightings[0])
    slots: list[Thing | None] = [*things, *[None] * max(0, len(sightings) - len(things))]
    paired = min(len(sightings), MOST_IN_A_REGION)
    beyond = sum(_invented(sighting) for sighting in sightings[paired:])
    best = -inf
    for order in permutations(range(min(len(slots), MOST_IN_A_REGION)), paired):
        likelihood = beyond
        for slot, sighting in zip(order, sightings, strict=False):
            thing = slots[slot]
            likelihood += _invented(sighting) if thing is None else _pair(thing, sighting)
        for slot, thing in enumerate(slots):
            if thing is not None and slot not in order:
                likelihood += _missed(thing)
        best = max(best, likelihood)
    return best


def _pair(thing: Thing, sighting: Sighting) -> float:
    return of_thing(thing, sighting) + (BENEATH_SEEN if thing.hidden else 0.0)


def of_region(want: Lying, seen: tuple[Sighting, ...]) -> tuple[float, float]:
    """How likely these sightings are when these things lie in one region: (all but pennies, pennies).

    Pennies are apart because a penny that lies wrong is a chore, never a move.
    """
    if not want and not seen:
        return (0.0, 0.0)
    if len(want) == len(seen) == 1 and want[0].kind == seen[0].kind != "penny":
        return (_pair(want[0], seen[0]), 0.0)
    kinds = {thing.kind for thing in want} | {sighting.kind for sighting in seen}
    solid = sum(_of_kind(kind, want, seen) for kind in kinds if kind != "penny")
    return (solid, _of_kind("penny", want, seen) if "penny" in kinds else 0.0)


def _of_kind(kind: str, want: Lying, seen: tuple[Sighting, ...]) -> float:
    things = [thing for thing in want if thing.kind == kind]
    sightings = [sighting for sighting in seen if sighting.kind == kind]
    if not sightings:
        return sum(_missed(thing) for thing in things)
    if not things:
        return sum(_invented(sighting) for sighting in sightings)
    return _best_match(things, sightings)
