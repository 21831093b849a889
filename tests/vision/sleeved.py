"""Tables of three games with cards in sleeves, and how they are read: `python -m tests.vision.sleeved FIRST LAST`.

A sleeve is a film over its card, a little larger than it and not quite flat: what it mirrors of lamps and windows is
worked out for every pixel by the slope that the film has there, its roughness and how much such a film reflects. So
highlights wander with the lamp, bend with the card and burn out where a lamp would. `--kinds`, `--lights` and `--games`
choose among them; `--pictures FOLDER` keeps what was painted.
"""

import argparse
import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Final

import cv2
import numpy as np

from companion.sight import Sighting, Table
from tests.vision import strips, tiles, zoon_cards
from tests.vision.painted.test_paint import TABLE as ZOON_TABLE
from vision.arrays import Picture, PxBox, Values
from vision.decks.deck import Deck
from vision.eye import Eye
from vision.mat.plane import Plane
from vision.painted.flat_things import Brush, PlacedThing, Shown, clipped
from vision.painted.painter import GROUNDS, Ground, Painter
from vision.painted.standpoint import CameraPose, Lamp
from vision.painted.tabletop import Laid, TableTop
from vision.sources.frames import Frame

SURE: Final = 0.9
LEGIBLE: Final = 0.6
"""A card of which glare leaves less is counted apart …"""
BURNT: Final = 245
"""… where the darkest channel reaches this."""
NEAR_MM: Final = 20.0
"""A card told no farther from where one lies is taken to be that one."""


@dataclass(frozen=True, slots=True)
class Film:
    """What sleeves are made of.

    `rough`: how far the slopes of its surface spread (standard deviation). `ripple`: slopes of its waves. `haze`: light
    (of white paper) that it scatters. `scratched`: the part of it that fine scratches cover.
    """

    rough: float
    ripple: float
    haze: float
    scratched: float = 0.0


FILMS: Final = {
    "clear": Film(0.006, 0.02, 0.02),
    "matt": Film(0.13, 0.01, 0.06),
    "worn": Film(0.03, 0.025, 0.09, 0.25),
    "satin": Film(0.055, 0.02, 0.04),
}
"""`satin` was never looked at while the eye was being mended."""


@dataclass(frozen=True, slots=True)
class Source:
    """A lamp or window: its middle, its two half sides (mm), and how bright it is, white paper under it being 1."""

    at: tuple[float, float, float]
    right: tuple[float, float, float]
    up: tuple[float, float, float]
    bright: float


LIGHTS: Final = ("bulb", "window", "panel", "tube")
"""`tube` was never looked at while the eye was being mended."""


def sources(kind: str, table: Table, chance: np.random.Generator) -> tuple[Source, ...]:
    """One to four lights of a kind about a table."""
    return tuple(source(kind, table, chance) for _ in range(int(chance.integers(1, 5))))


def source(kind: str, table: Table, chance: np.random.Generator) -> Source:
    """A source of light somewhere about a table."""
    x = table.width_mm / 2 + float(chance.uniform(-450, 450))
    y = table.height_mm / 2 + float(chance.uniform(-450, 450))
    turn = float(chance.uniform(0, 2 * math.pi))
    right, up = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
    if kind == "window":
        far = float(chance.uniform(350, 1100))
        at = (table.width_mm / 2 + far * up[0], table.height_mm / 2 + far * up[1], 1300.0)
        return Source(
            at, (600 * right[0], 600 * right[1], 0.0), (0.0, 0.0, 650.0), float(chance.uniform(3, 9))
        )
    high = float(chance.uniform(900, 1500))
    half = {"bulb": (45.0, 45.0), "panel": (220.0, 220.0), "tube": (600.0, 25.0)}[kind]
    bright = min(150.0, math.pi * high**2 / (4 * half[0] * half[1])) * float(chance.uniform(0.4, 0.9))
    sides = ((half[0] * right[0], half[0] * right[1], 0.0), (half[1] * up[0], half[1] * up[1], 0.0))
    return Source((x, y, high), *sides, bright)


REFLECTED: Final = 0.07
"""What a film mirrors of light from straight above: at its upper face, and less at its lower one and at the card."""
ROOM: Final = 0.35
"""How bright the room is beside its lamps, white paper being 1."""
PASSES: Final = 0.93
"""What comes back through the film of the light that the card sends."""


@dataclass(frozen=True, slots=True, eq=False)
class SleeveBrush(Brush):
    """Paints cards in sleeves; all else as usual."""

    film: Film
    lights: tuple[Source, ...]
    seed: int

    def box(self, item: PlacedThing, shown: Shown) -> PxBox:
        left, top, right, bottom = Brush.box(self, item, shown)
        more = math.ceil(6 * self.plane.px_per_mm(item.thing.x, item.thing.y))
        return left - more, top - more, right + more, bottom + more

    def paint(self, canvas: Picture, item: PlacedThing, shown: Shown, within: PxBox) -> None:
        thing = item.thing
        if thing.kind != "card" or not shown.gloss:
            Brush.paint(self, canvas, item, shown, within)
            return
        chance = np.random.default_rng((self.seed, round(10 * thing.x), round(10 * thing.y)))
        rim, backed = float(chance.uniform(1.0, 3.0)), chance.random() < 0.25 and thing.face == "up"
        sleeve = replace(shown, width=shown.width + 2 * rim, height=shown.height + 2 * rim, radius=1.5)
        left, top, right, bottom = clipped(self.box(item, shown), within)
        if left >= right or top >= bottom:
            return
        rows, columns = slice(top, bottom), slice(left, right)
        nearer = 1.0 - (item.z + 0.5) / self.lit.eye[2]
        at_x = self.lit.eye[0] + (self.lit.x[rows, columns] - self.lit.eye[0]) * nearer
        at_y = self.lit.eye[1] + (self.lit.y[rows, columns] - self.lit.eye[1]) * nearer
        turn = math.radians(thing.angle)
        across, along = at_x - thing.x, at_y - thing.y
        own_x = across * math.cos(turn) + along * math.sin(turn)
        own_y = along * math.cos(turn) - across * math.sin(turn)
        inside = -sleeve.from_edge(own_x, own_y)
        px_per_mm = self.plane.px_per_mm(thing.x, thing.y)
        cover = np.clip(inside * px_per_mm + 0.5, 0, 1).astype(np.float32)[..., None]
        if backed:
            # The back of the sleeve is of one colour, and shows about the card.
            ink = np.array(chance.choice([[30, 28, 28], [60, 30, 120], [150, 90, 40], [225, 225, 225]]))
            plain = self.lit.lit(
                np.ones((*own_x.shape, 3), np.float32) * ink.astype(np.float32), rows, columns
            )
            under = canvas[rows, columns].astype(np.float32)
            canvas[rows, columns] = np.clip(under + cover * (plain - under), 0, 255).astype(np.uint8)
        Brush.paint(self, canvas, item, shown, within)
        seen = (canvas[rows, columns].astype(np.float32) / 255) ** 2.2
        mirrored = self._mirrored(at_x, at_y, own_x, own_y, turn, sleeve, chance)
        edge = np.exp(-(((inside - 0.35) / 0.3) ** 2)) + 0.6 * np.exp(-(((inside - rim * 0.6) / 0.25) ** 2))
        gain = self.lit.gain[rows, columns]
        light = mirrored + gain * (self.film.haze + 0.06 * np.asarray(edge, np.float32))
        filmed = seen * PASSES + np.asarray(light, np.float32)[..., None] * self.lit.tint**1.5
        seen += cover * (filmed - seen)
        canvas[rows, columns] = np.clip(255 * np.clip(seen, 0, 1) ** (1 / 2.2) + 0.5, 0, 255).astype(np.uint8)

    def _mirrored(
        self,
        at_x: Values,
        at_y: Values,
        own_x: Values,
        own_y: Values,
        turn: float,
        sleeve: Shown,
        chance: np.random.Generator,
    ) -> Values:
        """What the film mirrors (of white paper) of the room and its lights."""
        u, v = own_x / (sleeve.width / 2), own_y / (sleeve.height / 2)
        bow = chance.normal(0, 0.02, 4)
        lean = chance.normal(0, 0.012, 2)
        slope_u, slope_v = lean[0] + bow[0] * u + bow[1] * v, lean[1] + bow[2] * v + bow[3] * u
        for _ in range(3):
            wave, phase = 2 * math.pi / chance.uniform(14, 50), chance.uniform(0, 7)
            way = chance.uniform(0, 2 * math.pi)
            swing = self.film.ripple * np.sin(wave * (own_x * math.cos(way) + own_y * math.sin(way)) + phase)
            slope_u, slope_v = slope_u + swing * math.cos(way), slope_v + swing * math.sin(way)
        slope_x = slope_u * math.cos(turn) - slope_v * math.sin(turn)
        slope_y = slope_u * math.sin(turn) + slope_v * math.cos(turn)
        normal = np.stack([slope_x, slope_y, np.ones_like(slope_x)], axis=-1)
        normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
        points = np.stack([at_x, at_y, np.zeros_like(at_x)], axis=-1)
        eye = np.array(self.lit.eye) - points
        eye /= np.linalg.norm(eye, axis=-1, keepdims=True)
        facing = np.clip((eye * normal).sum(axis=-1), 0, 1)
        way_out = 2 * facing[..., None] * normal - eye
        share = REFLECTED + (1 - REFLECTED) * (1 - facing) ** 5
        total = np.full(at_x.shape, ROOM, np.float32)
        for light in self.lights:
            smooth = _shows(light, points, way_out, self.film.rough)
            if self.film.scratched:
                hairs = chance.random((64, 64)) < self.film.scratched
                hair = cv2.resize(hairs.astype(np.float32), (64, 512), interpolation=cv2.INTER_LINEAR)
                columns = np.clip(31.5 * (1 + u) + 6 * v, 0, 63).astype(np.float32)
                strength = cv2.remap(hair, columns, (255.5 * (1 + v)).astype(np.float32), cv2.INTER_LINEAR)
                rough = _shows(light, points, way_out, 5 * self.film.rough)
                smooth = smooth + strength * (rough - smooth)
            total += np.asarray(light.bright * smooth, np.float32)
        return np.asarray(total * share, np.float32)


def _shows(light: Source, points: Values, ways: Values, rough: float) -> Values:
    """How much of what is mirrored (0..1) from points along ways is a light, the surface having so rough slopes."""
    right, up, at = (np.array(one) for one in (light.right, light.up, light.at))
    half = np.linalg.norm(right), np.linalg.norm(up)
    across, along = right / half[0], up / half[1]
    plane = np.cross(across, along)
    towards = ways @ plane
    far = ((at - points) @ plane) / np.where(np.abs(towards) < 1e-4, 1e-4, towards)
    hit = points + far[..., None] * ways - at
    spread = np.maximum(2 * rough * np.abs(far), 4.0)
    shown = np.where(far > 0, 1.0, 0.0)
    for axis, side in ((across, half[0]), (along, half[1])):
        place = hit @ axis
        shown = shown * (_step((place + side) / spread) - _step((place - side) / spread))
    return np.asarray(shown, np.float32)


def _step(at: Values) -> Values:
    """The normal distribution, nearly enough."""
    return np.asarray(1 / (1 + np.exp(-np.clip(1.702 * at, -40, 40))), np.float32)


class SleevedPainter(Painter):
    """Paints a table whose cards are in sleeves."""

    def __init__(
        self, table: Table, decks: Sequence[Deck], camera: CameraPose, lamp: Lamp, seed: int, on: Ground,
        film: Film, lights: tuple[Source, ...],
    ) -> None:  # fmt: skip
        super().__init__(table, decks, camera, lamp, seed, on)
        self._brush = SleeveBrush(self.plane, self._lit, film, lights, seed)


@dataclass(frozen=True, slots=True, eq=False)
class Sleeved:
    """A table with sleeves: what lies there, the decks that the eye knows, and its painter."""

    table: Table
    top: TableTop
    decks: tuple[Deck, ...]
    painter: Callable[[Film | None, tuple[Source, ...], Lamp], Painter]


GAMES: Final = ("zones", "zombinion", "zoon")


def laid(game: str, seed: int) -> Sleeved:
    """A table of a game, by its seed."""
    chance = np.random.default_rng((seed, 77))
    on = GROUNDS[int(chance.integers(len(GROUNDS)))]
    tilt = float(chance.uniform(0, 20))
    decks: tuple[Deck, ...]
    if game == "zones":
        case = tiles.board(seed)
        table, top, decks = tiles.table(), case.top, tiles.decks()
    elif game == "zombinion":
        busy = strips.case(seed, 5)
        table, top, decks = busy.table, busy.top, (strips.deck(),)
    else:
        tribes = tuple(chance.choice(zoon_cards.TRIBES, 2, replace=False).tolist())
        table, decks = ZOON_TABLE, tuple(zoon_cards.deck(name) for name in tribes)
        things = list(zoon_cards.laid((tribes[0], tribes[1]), seed))
        for one in chance.permutation(len(things))[:6].tolist():
            x, y = things[one].x + chance.uniform(-12, 12), things[one].y + chance.uniform(-12, 12)
            things.append(Laid("penny", str(chance.choice(["heads", "tails"])), float(x), float(y)))
        top = TableTop(tuple(things))

    def painter(film: Film | None, lights: tuple[Source, ...], lamp: Lamp) -> Painter:
        camera = CameraPose.over(table, tilt_deg=tilt, turned_deg=180.0 * (seed % 2))
        if film is None:
            return Painter(table, decks, camera, lamp, seed, on)
        return SleevedPainter(table, decks, camera, lamp, seed, on, film, lights)

    return Sleeved(table, top, decks, painter)


def shown(picture: Picture, plane: Plane, thing: Laid, wide: float, high: float) -> float:
    """The part of a card that no glare burns out."""
    turn = math.radians(thing.angle)
    across, up = np.meshgrid(np.linspace(-0.48, 0.48, 48) * wide, np.linspace(-0.48, 0.48, 48) * high)
    x = thing.x + math.cos(turn) * across - math.sin(turn) * up
    y = thing.y + math.sin(turn) * across + math.cos(turn) * up
    at = plane.to_px(np.column_stack([x.ravel(), y.ravel()])).astype(np.float32).reshape(48, 48, 2)
    seen = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    return float((seen.min(axis=2) < BURNT).mean())


def tally(
    top: TableTop, seen: Sequence[Sighting], words: list[str], shows: Callable[[Laid], float] = lambda _: 1.0
) -> Counter[str]:
    """How the cards and pieces of a table were told; `shows`: how much of a card no glare burns out (0..1)."""
    counts: Counter[str] = Counter()
    left = list(seen)
    for thing in top.things:
        kind = "piece" if thing.kind != "card" else "card" if shows(thing) >= LEGIBLE else "burnt card"
        reach = NEAR_MM if thing.kind == "card" else 8.0
        near = [
            one
            for one in left
            if one.kind == thing.kind and math.hypot((one.x or 0) - thing.x, (one.y or 0) - thing.y) < reach
        ]
        near.sort(key=lambda one: (one.label != thing.label or one.face != thing.face,
                                   math.hypot((one.x or 0) - thing.x, (one.y or 0) - thing.y)))  # fmt: skip
        what = "missed"
        if near:
            one = near[0]
            left.remove(one)
            if thing.kind == "card" and thing.face == "down":
                what = "right" if one.face == "down" else "unread" if one.label is None else "wrong"
            elif one.label is None:
                what = "unread"
            else:
                what = "right" if one.label == thing.label else "wrong"
            if what == "wrong" and one.sure >= SURE:
                counts[f"{kind} wrong and sure"] += 1
                words.append(f"SURE {thing.label} told {one.label} {one.sure:.3f}")
        counts[f"{kind} {what}"] += 1
        if what != "right":
            told = [(one.label, one.face, round(one.sure, 2), round(one.visible, 2)) for one in near]
            words.append(
                f"{kind} {thing.label} at {thing.x:.0f},{thing.y:.0f}: {what} {told} {shows(thing):.2f}"
            )
    for one in left:
        counts[f"invented {one.kind}"] += 1
        words.append(f"invented {one.kind} {one.label} {one.sure:.2f} at {one.x or 0:.0f},{one.y or 0:.0f}")
    return counts


def read(
    game: str, seed: int, kind: str, lit: str, words: list[str], keep: Path | None = None
) -> tuple[Counter[str], float, dict[str, float]]:
    """Paints one table in sleeves (`kind`: of films, or `bare`) under a light and reads it: what came, and ms."""
    case = laid(game, seed)
    chance = np.random.default_rng((seed, 78))
    lights = sources(lit, case.table, chance)
    lamp = Lamp(
        lights[0].at,
        strength=float(chance.uniform(0.75, 1.0)),
        warmth=float(chance.uniform(-0.15, 0.25)),
        glare=0.0,
    )
    painter = case.painter(None if kind == "bare" else FILMS[kind], lights, lamp)
    picture = painter.paint(case.top, 0)
    if keep is not None:
        cv2.imwrite(str(keep / f"{game}_{seed}_{kind}_{lit}.png"), picture)
    eye = Eye(case.table, case.decks)
    begun = time.process_time()
    reading = eye.read(Frame(picture, 0.0, 0))
    ms = (time.process_time() - begun) * 1000
    sizes = {deck.name: (deck.width_mm, deck.height_mm) for deck in case.decks}

    def shows(thing: Laid) -> float:
        return shown(
            picture, painter.plane, thing, *sizes.get(thing.deck or "", (thing.width_mm, thing.height_mm))
        )

    return tally(case.top, reading.scene.sightings, words, shows), ms, dict(reading.ms)


def main() -> None:
    cv2.setNumThreads(1)
    given = argparse.ArgumentParser()
    given.add_argument("first", type=int)
    given.add_argument("last", type=int)
    given.add_argument("--kinds", nargs="+", default=[*FILMS])
    given.add_argument("--lights", nargs="+", default=[*LIGHTS])
    given.add_argument("--games", nargs="+", default=[*GAMES])
    given.add_argument("--pictures", type=Path)
    given.add_argument("--words", action="store_true")
    asked = given.parse_args()
    for game in asked.games:
        for kind in asked.kinds:
            for lit in asked.lights:
                counts, times, parts = Counter[str](), list[float](), Counter[str]()
                for seed in range(asked.first, asked.last + 1):
                    words: list[str] = []
                    came, ms, each = read(game, seed, kind, lit, words, asked.pictures)
                    counts += came
                    times.append(ms)
                    parts.update(each)
                    for line in words if asked.words else ():
                        print("  ", game, seed, kind, lit, line)
                costs = {name: round(ms / len(times)) for name, ms in parts.items() if ms / len(times) > 20}
                print(f"{game} {kind} {lit}: {dict(sorted(counts.items()))}; {median(times):.0f} ms,"
                      f" most {max(times):.0f}; {costs}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
