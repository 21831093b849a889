"""The table with one thing otherwise than it should be: missing, moved, wrong, doubled, or not well seen."""

from collections.abc import Callable
from dataclasses import replace

from companion.sight import Scene, Sighting, Table
from tests.approved.chance import below, one_of

Names = tuple[str, ...]
Change = Callable[[Sighting, list[Sighting], Names, str], tuple[Sighting, ...]]


def _gone(thing: Sighting, *_: object) -> tuple[Sighting, ...]:
    return ()


def _moved(thing: Sighting, others: list[Sighting], names: Names, salt: str) -> tuple[Sighting, ...]:
    x = None if thing.x is None else thing.x + 35.0
    return (replace(thing, region=one_of(names, salt, "to"), x=x),)


def _wrong(thing: Sighting, others: list[Sighting], names: Names, salt: str) -> tuple[Sighting, ...]:
    labels = sorted(
        {other.label for other in others if other.kind == thing.kind and other.label} - {thing.label}
    )
    label = one_of(labels, salt, "label") if labels else None
    return (replace(thing, label=label, others=((thing.label or "none", 0.015),)),)


def _doubled(thing: Sighting, *_: object) -> tuple[Sighting, ...]:
    return (thing, thing)


def _unread(thing: Sighting, *_: object) -> tuple[Sighting, ...]:
    return (replace(thing, label=None, sure=0.9),)


def _unsure(thing: Sighting, others: list[Sighting], names: Names, salt: str) -> tuple[Sighting, ...]:
    labels = sorted(
        {other.label for other in others if other.kind == thing.kind and other.label} - {thing.label}
    )
    rest = ((one_of(labels, salt, "label"), 0.4),) if labels else ()
    return (replace(thing, sure=0.5, others=rest),)


def _turned(thing: Sighting, *_: object) -> tuple[Sighting, ...]:
    angle = None if thing.angle is None else thing.angle + 180.0
    return (replace(thing, face="up" if thing.face == "down" else "down", label=None, angle=angle),)


def _copied(thing: Sighting, others: list[Sighting], names: Names, salt: str) -> tuple[Sighting, ...]:
    return (thing, replace(thing, region=one_of(names, salt, "copy")))


def _half(thing: Sighting, *_: object) -> tuple[Sighting, ...]:
    return (replace(thing, visible=0.3, sure=0.6),)


CHANGES: tuple[Change, ...] = (
    _gone, _moved, _wrong, _doubled, _unread, _unsure, _turned, _copied, _half, _gone, _moved,
)  # fmt: skip


def disturbed(scene: Scene, table: Table, how: int, salt: str) -> Scene:
    """The scene with one thing otherwise, in the way of this number; now and then two, or a covered region."""
    names = tuple(region.name for region in table.regions)
    things = list(scene.sightings)
    covered = frozenset[str]()
    if things:
        at = below(len(things), salt, "which")
        things[at : at + 1] = CHANGES[how % len(CHANGES)](things[at], things, names, salt)
    if things and below(4, salt, "again") == 0:
        del things[below(len(things), salt, "second")]
    if names and below(6, salt, "cover") == 0:
        covered = frozenset({one_of(names, salt, "covered")})
        things = [thing for thing in things if thing.region not in covered]
    return replace(scene, sightings=tuple(things), covered=covered)
