"""What should lie on the table and was not seen: which things, the scene as it would be with them, and their words.

The rule kept here: only where all that is seen lies as it should is something merely missing; anything else there
says that something has happened.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from companion.game import Chore
from companion.language import _
from companion.sight import Look, Lying, Scene, Sighting, Thing, fits, place_of

SURE = 0.98
"""How sure a thing is that is only thought to lie there."""


def missing(look: Look, scene: Scene) -> dict[str, Lying]:
    """By region the things that should lie there and are not seen, where nothing else is seen either.

    A piece of which there is only one may have come there: it is not what is missing.
    """
    seen, found = scene.by_region(), dict[str, Lying]()
    for name, wanted in look.regions.items():
        if name not in look.ignored and name not in scene.covered:
            pairs, left = _paired(wanted, seen.get(name, ()))
            lacking = tuple(
                thing
                for thing, sighting in pairs
                if sighting is None and not thing.hidden and not _is_elsewhere(thing, scene)
            )
            if lacking and all(map(is_only_one, left)):
                found[name] = lacking
    return found


def is_only_one(thing: Thing | Sighting) -> bool:
    """Whether there is only one of it, such as a player's piece."""
    return thing.kind == "pawn" and thing.label is not None


def _is_elsewhere(thing: Thing, scene: Scene) -> bool:
    """Whether something of which there is only one is seen anywhere: it is not missing."""
    return is_only_one(thing) and any(
        one.kind == thing.kind and one.label == thing.label for one in scene.sightings
    )


def unseen_pieces(lying: Lying, scene: Scene) -> Iterator[Thing]:
    """The things in a region of which there is only one and which are seen nowhere, hidden ones among them."""
    return (thing for thing in lying if is_only_one(thing) and not _is_elsewhere(thing, scene))


def lost_pieces(look: Look, scene: Scene, names: Iterable[str], before: frozenset[str]) -> frozenset[str]:
    """Of which things there is only one that lies unseen: in regions `names`, or `before` and not seen since."""
    gone = missing(look, scene)
    labels = {thing.label or "" for name in names for thing in gone.get(name, ()) if is_only_one(thing)}
    return (before | labels) - {one.label for one in scene.sightings if one.kind == "pawn"}


def places_of(look: Look, labels: Collection[str]) -> frozenset[str]:
    """The regions in which things lie of which there is only one, covered ones too."""
    return frozenset(
        name
        for name, lying in look.regions.items()
        if any(is_only_one(thing) and thing.label in labels for thing in lying)
    )


def beneath(look: Look, scene: Scene) -> dict[str, Thing]:
    """By region a card that another hides, so that nobody sees which side of it is up."""
    shown = Counter(one.region for one in scene.sightings if one.kind == "card" and one.face is not None)
    cards = {name: [one for one in lying if one.kind == "card"] for name, lying in look.regions.items()}
    return {n: lying[0] for n, lying in cards.items() if lying and lying[0].hidden and shown[n] < len(lying)}


def are_missing(wanted: Lying, seen: Iterable[Sighting]) -> bool:
    """Whether each thing seen is one that should lie there: nothing but missing things is at odds."""
    return not _paired(wanted, seen)[1]


def lacks_pennies(wanted: Lying, seen: Iterable[Sighting]) -> bool:
    """Whether nothing is at odds but that pennies are not seen."""
    pairs, left = _paired(wanted, seen)
    return not left and all(
        sighting is not None or thing.hidden or thing.kind == "penny" for thing, sighting in pairs
    )


def as_it_lies(look: Look, due: Iterable[Chore], scene: Scene) -> Look:
    """The look with what is still to be tidied, in each region where that is what is seen but for things missing."""
    seen, regions = scene.by_region(), dict(look.regions)
    for chore in due:
        there = seen.get(chore.region, ())
        for before in chore.before if there else ():
            if not _paired(before, there)[1] and _paired(look.of(chore.region), there)[1]:
                regions[chore.region] = before
    return Look(regions, look.ignored)


def solid(things: Mapping[str, Lying]) -> frozenset[str]:
    """The regions in which more than pennies is missing: those may lie any way for a moment."""
    return frozenset(name for name, lying in things.items() if any(thing.kind != "penny" for thing in lying))


def supplied(scene: Scene, look: Look, names: Collection[str]) -> Scene:
    """The scene as if in these regions all were seen that should lie there."""
    seen, more = scene.by_region(), list[Sighting]()
    for name in names:
        pairs, left = _paired(look.of(name), seen.get(name, ()))
        more += [
            as_seen(thing, name) if sighting is None else sighting
            for thing, sighting in pairs
            if sighting is not None or not is_only_one(thing)
        ]
        more += filter(is_only_one, left)
    kept = (sighting for sighting in scene.sightings if sighting.region not in names)
    return replace(scene, sightings=(*kept, *more))


def _paired(
    wanted: Lying, seen: Iterable[Sighting]
) -> tuple[list[tuple[Thing, Sighting | None]], list[Sighting]]:
    """Each thing with a sighting that may be it, those first that nothing hides; and what is seen besides."""
    left = list(seen)
    found: dict[int, Sighting] = {}
    for at in sorted(range(len(wanted)), key=lambda at: wanted[at].hidden):
        sighting = next((one for one in left if fits(wanted[at], one)), None)
        if sighting is not None:
            left.remove(sighting)
            found[at] = sighting
    return [(thing, found.get(at)) for at, thing in enumerate(wanted)], left


def as_seen(thing: Thing, region: str) -> Sighting:
    """The sighting of one thing, read without fault."""
    label = None if thing.face == "down" else thing.label
    angle = None if thing.kind != "card" or thing.seat is None else 180.0 * thing.seat
    return Sighting(
        thing.kind, label, region, SURE, face=thing.face, deck=thing.deck, x=thing.x, y=thing.y, angle=angle
    )


def lacking_words(region: str, wanted: Lying, seen: Iterable[Sighting]) -> str:
    """What to look after in a region that is not as it should be, as a sentence."""
    place = place_words(region)
    pairs, left = _paired(wanted, seen)
    lacking = next((thing for thing, sighting in pairs if sighting is None and not thing.hidden), None)
    if lacking is not None and not left:
        words = _("I cannot see {thing} {place}: does it lie there?")
        return words.format(thing=thing_words(lacking), place=place)
    if lacking is None and left:
        return _("I see {thing} too many {place}").format(thing=one_more(left[0]), place=place)
    return _("What lies {place} is not as it should be").format(place=place)


def one_more(sighting: Sighting) -> str:
    """A thing that should not be there, as one of its kind."""
    if sighting.kind == "card":
        faces = {"down": _("one face-down card"), "up": _("one face-up card")}
        return faces.get(sighting.face or "", _("one card"))
    kinds = {"pawn": _("one piece"), "penny": _("one penny"), "die": _("one die")}
    return kinds.get(sighting.kind, _("one disc"))


def thing_words(thing: Thing) -> str:
    """A thing as people call it, without what lies hidden."""
    if thing.kind == "card":
        return {"down": _("a face-down card"), "up": _("a face-up card")}.get(thing.face or "", _("a card"))
    if thing.kind == "pawn":
        return _("the {name} piece").format(name=_(thing.label)) if thing.label else _("a piece")
    return {"penny": _("a penny"), "die": _("a die")}.get(thing.kind, _("a disc"))


def place_words(region: str) -> str:
    """Where a region is, in words: a square as it is named, a seat's place with the seat's number."""
    place = place_of(region)
    if place.seat is None:
        return _("on {place}").format(place=region)
    places = {
        "deck": _("on the deck of player {number}"),
        "discard": _("on the discards of player {number}"),
        "play": _("among the cards in play of player {number}"),
    }
    words = places.get(place.kind, _("in the {place} of player {number}"))
    return words.format(place=place.kind, number=place.seat + 1)


def thing_there(thing: Thing, region: str) -> str:
    """A thing and where it should lie."""
    return _("{thing} {place}").format(thing=thing_words(thing), place=place_words(region))
