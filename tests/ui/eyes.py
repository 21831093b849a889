"""An eye without fault for a simulated table: it is told what lies there, and looks at no picture."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from companion.sight import Scene, Sighting, Table
from vision.painted.simulated import SimulatedTable
from vision.painted.tabletop import Laid


def sightings(things: tuple[Laid, ...], table: Table) -> tuple[Sighting, ...]:
    """What a perfect eye makes of things on a table, bottom first; what lies on a card belongs to it."""
    seen = []
    under: list[tuple[Laid, str | None]] = []
    for thing in things:
        region = table.region_at(thing.x, thing.y)
        if thing.kind == "card":
            under.append((thing, region))
            label = thing.label if thing.face == "up" else None
            seen.append(Sighting("card", label, region, 0.99, (), thing.face, thing.deck, angle=thing.angle))
        else:
            region = next((name for card, name in reversed(under) if card.covers(thing.x, thing.y)), region)
            seen.append(Sighting(thing.kind, thing.label, region, 0.99))
    return tuple(sorted(seen, key=lambda sighting: sighting.region or ""))


def mat(found: bool = True, why: str | None = None) -> Any:
    return SimpleNamespace(found=found, why=why, moved_mm=0.0, image_to_table=None, error_px=0.1)


def light(ok: bool = True, why: str | None = None) -> Any:
    return SimpleNamespace(ok=ok, why=why, lost=())


@dataclass
class PerfectEye:
    """Reads a simulated table without its picture; time stands still while a hand moves."""

    simulated: SimulatedTable
    things: tuple[Laid, ...] = ()
    since: float = 0.0
    looks: int = field(default=0)

    def read(self, frame: Any) -> Any:
        self.looks += 1
        top = self.simulated.tabletop
        if top.hand is not None or top.things != self.things:
            self.things, self.since = top.things, frame.at
        scene = Scene(
            sightings(top.things, self.simulated.table), frame.at - self.since, hand=top.hand is not None
        )
        return SimpleNamespace(scene=scene, mat=mat(), light=light(), ms={}, other_look=False)
