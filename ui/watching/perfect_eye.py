"""The scene that a perfect eye would see of a look: for pictures of screens, for measuring and for tests."""

from companion.sight import Look, Lying, Scene, Sighting, Thing

SURE = 0.98


def sighting(thing: Thing, region: str) -> Sighting:
    """One thing, read without fault; hidden things are seen too."""
    label = None if thing.face == "down" else thing.label
    angle = None if thing.kind != "card" or thing.seat is None else 180.0 * thing.seat
    return Sighting(
        thing.kind, label, region, SURE, face=thing.face, deck=thing.deck, x=thing.x, y=thing.y, angle=angle
    )


def scene(look: Look, still_for: float = 1.0, **instead: Lying) -> Scene:
    """What a perfect eye sees of a look; `instead` says what lies in some regions instead."""
    regions = {**look.regions, **instead}
    return Scene(
        tuple(sighting(thing, name) for name, lying in regions.items() for thing in lying), still_for
    )
