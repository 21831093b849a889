"""The scene that a perfect eye would see of a look, and ways to spoil it."""

from dataclasses import replace

from companion.sight import Look, Lying, Scene, Sighting, Thing


def sighting(thing: Thing, region: str) -> Sighting:
    """One thing, read without fault; hidden things are seen too."""
    down = thing.face == "down"
    angle = None if thing.kind != "card" or thing.seat is None else 180.0 * thing.seat
    return Sighting(
        thing.kind, None if down else thing.label, region, 0.98, face=thing.face, deck=thing.deck, angle=angle
    )


def scene(look: Look, still_for: float = 1.0, **instead: Lying) -> Scene:
    """What a perfect eye sees of a look; `instead` says what lies in some regions instead."""
    regions = {**look.regions, **instead}
    return Scene(
        tuple(sighting(thing, name) for name, lying in regions.items() for thing in lying), still_for
    )


def unread(seen: Scene, region: str) -> Scene:
    """The same scene with the labels of one region not read."""
    return replace(
        seen,
        sightings=tuple(
            replace(s, label=None, sure=0.9) if s.region == region else s for s in seen.sightings
        ),
    )
