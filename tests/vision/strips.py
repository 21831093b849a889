"""Tables with piles and strips of cards, as Zombinion has them, at random; `python -m tests.vision.strips` measures."""

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from companion.games.zombinion.table import regions, size
from companion.sight import Region, Sighting, Table
from tests.games.zombinion import turned
from vision.decks.deck import Deck, load_deck
from vision.eye import Eye
from vision.painted.painter import GROUNDS, Painter
from vision.painted.standpoint import CameraPose, Lamp
from vision.painted.tabletop import Hand, Laid, TableTop
from vision.sources.frames import Frame

FOLDER = Path(__file__).parents[2] / "companion/games/zombinion/faces/zombinion"
WIDE_MM, HIGH_MM = 59.0, 91.0
BASICS = ("pallottola", "proiettili", "caricatore", "zombi", "molti-zombi", "molti-piu-zombi", "infezione")
LEAST_STEP = 0.5
"""Cards of a strip overlap at least half visible."""


@cache
def deck() -> Deck:
    return load_deck(FOLDER)


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A table top with the painter of its table, and a change of it: what people do in one go."""

    table: Table
    painter: Painter
    top: TableTop
    after: TableTop
    what: str


def table_of(piles: tuple[str, ...], seats: int) -> Table:
    return Table(*size(seats), regions=regions(piles, seats), kinds=("card",))


def case(seed: int, most: int = 12) -> Case:
    """A random table of two, three or four seats: piles, trash, decks, discards, strips of 0 to `most` cards."""
    rng = np.random.default_rng(seed)
    seats = 2 + seed % 3
    names = deck().labels
    others = [name for name in names if name not in BASICS]
    piles = (*BASICS, *sorted(rng.choice(others, 10, replace=False).tolist()))
    table = table_of(piles, seats)
    things = []
    for region in table.regions:
        angle = turned(region.name, seats)
        if region.name.startswith("play."):
            things += strip(rng, region, angle, int(rng.integers(0, most + 1)), piles)
        elif region.name.startswith("deck."):
            if rng.random() < 0.9:
                things.append(card(rng, region.centre, angle, None))
        elif region.name == "trash" or region.name.startswith("discard."):
            if rng.random() < 0.8:
                things.append(card(rng, region.centre, angle, str(rng.choice(piles))))
        elif rng.random() < 0.95:
            things.append(card(rng, region.centre, 0.0, region.name))
    top = TableTop(tuple(things))
    after, what = changed(rng, table, top, seats, piles)
    return Case(table, painter(rng, table, seed), top, after, what)


def painter(rng: np.random.Generator, table: Table, seed: int) -> Painter:
    """A camera that leans back up to 20 deg from any side, and a lamp anywhere."""
    pose = CameraPose.over(
        table,
        tilt_deg=float(rng.uniform(0, 20)),
        turned_deg=float(rng.choice([0, 0, 90, 180, 270]) + rng.uniform(-15, 15)),
        roll_deg=float(rng.uniform(-4, 4)),
        nearness=float(rng.uniform(0.92, 1.02)),
    )
    if 45 < pose_turn(pose, table) < 135:
        pose = CameraPose.over(table, tilt_deg=float(rng.uniform(0, 8)))
    lamp = Lamp(
        (float(rng.uniform(-300, 900)), float(rng.uniform(-300, 900)), float(rng.uniform(600, 1300))),
        strength=float(rng.uniform(0.6, 1.15)),
        evenness=float(rng.uniform(0.5, 1.0)),
        warmth=float(rng.uniform(-0.15, 0.3)),
        glare=float(rng.uniform(0, 0.3)),
        noise=float(rng.uniform(1, 4)),
    )
    return Painter(table, [deck()], pose, lamp, seed, GROUNDS[seed % len(GROUNDS)])


def pose_turn(pose: CameraPose, table: Table) -> float:
    """How far from lengthwise the camera looks (deg): from the side a wide table would not fit its picture."""
    x, y = pose.at[0] - table.width_mm / 2, pose.at[1] - table.height_mm / 2
    return abs(float(np.degrees(np.arctan2(x, -y)))) if abs(x) + abs(y) > 1 else 0.0


def card(
    rng: np.random.Generator, at: tuple[float, float], angle: float, label: str | None, aside: float = 2.5
) -> Laid:
    x, y = (place + float(rng.uniform(-aside, aside)) for place in at)
    askew = (angle + float(rng.uniform(-4, 4))) % 360
    return Laid(
        "card",
        label,
        x,
        y,
        askew,
        face="down" if label is None else "up",
        deck="zombinion",
        width_mm=WIDE_MM,
        height_mm=HIGH_MM,
    )


def strip(
    rng: np.random.Generator, region: Region, angle: float, count: int, piles: tuple[str, ...]
) -> list[Laid]:
    """Cards along a strip from the seat's left, side by side, or overlapping where there are many or people like it."""
    long = max(region.w, region.h)
    room = long - WIDE_MM - 2
    step = WIDE_MM + float(rng.uniform(1, 6))
    if count > 1 and (step * (count - 1) > room or rng.random() < 0.4):
        least = WIDE_MM * LEAST_STEP + 2
        step = min(room / (count - 1), float(rng.uniform(least + 2, WIDE_MM)))
        count = min(count, 1 + int(room / max(step, least)))
        step = max(step, least)
    right = (np.cos(np.radians(angle)), np.sin(np.radians(angle)))
    laid = []
    for n in range(count):
        along = -long / 2 + 1 + WIDE_MM / 2 + n * step
        at = (region.centre[0] + right[0] * along, region.centre[1] + right[1] * along)
        laid.append(card(rng, at, angle, str(rng.choice(piles)), aside=1.0))
    return laid


def changed(
    rng: np.random.Generator, table: Table, top: TableTop, seats: int, piles: tuple[str, ...]
) -> tuple[TableTop, str]:
    """A card added to a strip where there is room, or a pile's top taken to a discard."""
    seat = int(rng.integers(seats))
    named = {region.name: region for region in table.regions}
    if rng.random() < 0.5:
        region, angle = named[f"play.{seat}"], turned(f"play.{seat}", seats)
        here = [thing for thing in top.things if table.region_at(thing.x, thing.y) == region.name]
        long = max(region.w, region.h)
        right = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
        ends = [float((np.array((thing.x, thing.y)) - region.centre) @ right) for thing in here]
        along = -long / 2 + 1 + WIDE_MM / 2 if not ends else max(ends) + WIDE_MM + 3
        if along > long / 2 - WIDE_MM / 2 and ends:
            along = max(ends) + WIDE_MM * LEAST_STEP + 3
        if along <= long / 2 - WIDE_MM / 2:
            at = (region.centre[0] + right[0] * along, region.centre[1] + right[1] * along)
            return top.added(card(rng, at, angle, str(rng.choice(piles)), aside=1.0)), "strip"
    name = f"discard.{seat}"
    label = str(rng.choice(piles))
    taken = card(rng, named[name].centre, turned(name, seats), label)
    stays = tuple(thing for thing in top.things if table.region_at(thing.x, thing.y) != name)
    # The pile's next card lies a little otherwise.
    moved = tuple(
        card(rng, named[label].centre, 0.0, label) if table.region_at(thing.x, thing.y) == label else thing
        for thing in stays
    )
    return TableTop((*moved, taken)), "discard"


def paired(
    top: TableTop, _table: Table, seen: tuple[Sighting, ...]
) -> tuple[list[tuple[Laid, Sighting]], list[Laid], list[Sighting]]:
    """True cards with what was seen of them, those not found, and sightings of nothing."""
    left = list(seen)
    found, missed = [], []
    for thing in top.things:
        near = min(left, key=lambda one: _off(one, thing), default=None)
        if near is None or _off(near, thing) > 8.0:
            missed.append(thing)
            continue
        left.remove(near)
        found.append((thing, near))
    return found, missed, left


def _off(one: Sighting, thing: Laid) -> float:
    return float(np.hypot((one.x or -999) - thing.x, (one.y or -999) - thing.y))


def faults(top: TableTop, table: Table, seen: tuple[Sighting, ...]) -> tuple[Counter[str], list[str]]:
    """What was seen held against what lies there, counted and in words."""
    found, missed, invented = paired(top, table, seen)
    counts: Counter[str] = Counter(cards=len(top.things), found=len(found), invented=len(invented))
    words = [f"missed {thing.label} in {table.region_at(thing.x, thing.y)}" for thing in missed]
    words += [
        f"invented {one.label} in {one.region} at {one.x}, {one.y}, shows {one.visible}" for one in invented
    ]
    for thing, one in found:
        wanted = thing.label if thing.face == "up" else None
        place = table.region_at(thing.x, thing.y)
        right = one.label == wanted and one.face == thing.face
        counts["right"] += right
        counts["sure"] += right and one.sure >= 0.9
        counts["wrong and sure"] += not right and one.label is not None and one.sure >= 0.9
        counts["in place"] += one.region == place
        turn = abs(((one.angle or 0.0) - thing.angle + 180) % 360 - 180)
        counts["turned right"] += turn < 5
        if not right or one.region != place or turn >= 5:
            words.append(
                f"{wanted} in {place} at {thing.x:.0f}, {thing.y:.0f} turned {thing.angle:.0f}:"
                f" {one.label} {one.face} in {one.region} sure {one.sure} turned {one.angle}, shows {one.visible}"
            )
    return counts, words


def measure(seeds: range, of: Callable[[int], Case] = case, *, tell: bool = True) -> dict[str, object]:
    """Looks at so many cases from nothing, with a hand over them, and after a change."""
    cv2.setNumThreads(1)
    whole, one, everything = [], [], Counter[str]()
    for seed in seeds:
        given = of(seed)
        eye = Eye(given.table, [deck()])
        first = given.painter.paint(given.top, 0)
        start = time.process_time()
        reading = eye.read(Frame(first, 0.0, 0))
        whole.append(1e3 * (time.process_time() - start))
        counts, words = faults(given.top, given.table, reading.scene.sightings)
        everything.update({f"whole: {name}": count for name, count in counts.items()})
        place = given.after.things[-1]
        reach = given.after.with_hand(Hand(place.x, place.y, seed % 2, seed % 4))
        eye.read(Frame(given.painter.paint(reach, 1), 1.0, 1))
        second = given.painter.paint(given.after, 2)
        start = time.process_time()
        reading = eye.read(Frame(second, 2.0, 2))
        one.append(1e3 * (time.process_time() - start))
        counts, more = faults(given.after, given.table, reading.scene.sightings)
        everything.update({f"change: {name}": count for name, count in counts.items()})
        if tell:
            for line in (*words, *(f"after {given.what}: {word}" for word in more)):
                print(seed, line, file=sys.stderr)
    told: dict[str, object] = dict(sorted(everything.items()))
    told |= {
        "tables": len(seeds),
        "whole, ms": [round(f(whole)) for f in (median, max)],
        "one change, ms": [round(f(one), 1) for f in (median, max)],
    }
    return told


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:3]] or [0, 60]
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    print(json.dumps(measure(range(*given)), indent=1))
