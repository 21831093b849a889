"""Painted dice: rounded cubes with drilled or printed pips, ray-marched from the camera.

Side faces, rounding, gloss and lean follow from a die's pose in space.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from vision.arrays import Values
from vision.workshop.training.dice_colours import (
    SYMBOL_PX,
    body_and_pips,
    equally_light,
    hardly_apart,
    second_colour,
    some_colour,
    symbol,
)

STEPS: Final = 20
SQUARES: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Positions of pips on a face, in steps from its middle."""
STRAIGHT_TWO: Final = ((-1, 0), (1, 0))
"""Positions of the two on many Asian dice."""
HUE_ALONE: Final = 0.4
"""Share of the fancy dice whose pips differ from the body in hue alone; the others are marbled."""


REFLEXES: Final = ("bulb", "window", "tube")
"""What polished dice mirror: a round lamp, a bright rectangle, a long thin one."""


@dataclass(frozen=True, slots=True, eq=False)
class Reflex:
    """A bright thing that polished dice mirror with sharp edges.

    `axes`: rows towards it, across it and along it (unit vectors); `halves`: half its width and length as seen from the
    table (radians); `square`: with corners, not round; `strength`: how much light it adds where it is mirrored whole.
    """

    axes: Values
    halves: Values
    square: bool
    strength: float

    @classmethod
    def some(cls, chance: np.random.Generator, towards: Values, kinds: Sequence[str]) -> "Reflex":
        """One of some kinds that lies about that way (unit vector)."""
        kind = str(chance.choice(list(kinds)))
        way = towards + chance.normal(scale=0.13, size=3)
        way /= np.linalg.norm(way)
        across = np.cross(way, chance.normal(size=3))
        across /= np.linalg.norm(across)
        wide = float(np.exp(chance.uniform(np.log(0.02), np.log(0.1))))
        long = wide * float(chance.uniform(0.9, 1.1) if kind == "bulb" else chance.uniform(1.0, 2.0))
        if kind == "tube":
            wide, long = wide * 0.5, wide * float(chance.uniform(2.5, 5.0))
        axes = np.stack([way, across, np.cross(way, across)]).astype(np.float32)
        return cls(axes, np.array([wide, long], np.float32), kind != "bulb", float(chance.uniform(0.5, 3.0)))

    def mirrored(self, ways: Values) -> Values:
        """How much of it (0..1) is seen in each direction (N x 3, unit vectors)."""
        towards, *sides = ways @ self.axes.T[:, 0], *(ways @ self.axes[1:].T).T
        off = np.abs(np.stack(sides, 1)) / self.halves
        far = off.max(axis=1) if self.square else np.hypot(*off.T)
        return np.asarray(np.clip((1.15 - far) / 0.3, 0, 1) * (towards > 0), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Lamps:
    """Light at the table: unit vectors towards the lamps (N x 3), their strength, and what comes from all around.

    `reflex`: what polished dice mirror, if anything.
    """

    towards: Values
    strength: Values
    ambient: float
    reflex: Reflex | None = None

    @classmethod
    def some(cls, chance: np.random.Generator) -> "Lamps":
        number = int(chance.integers(1, 4))
        towards = chance.normal(size=(number, 3)).astype(np.float32)
        towards[:, 2] = np.abs(towards[:, 2]) + chance.uniform(0.3, 2.5, size=number)
        towards /= np.linalg.norm(towards, axis=1, keepdims=True)
        strength = chance.uniform(0.3, 1.0, size=number)
        ambient = chance.uniform(0.25, 0.8)
        total = float((strength * towards[:, 2]).sum() + ambient)
        return cls(towards, (strength / total).astype(np.float32), float(ambient / total))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Make:
    """The make of a die. Lengths relative to its side; colours BGR 0..1, linear.

    `faces`: the values towards +x, -x, +y, -y, +z, -z; `turned`: whether each face's pattern lies across. By
    value (7 rows, the first unused): `inks`, `pips` (radius), `spreads` (of the pattern, across and down).
    `rim`: share of a pip's radius beyond which it has the colour `rim_ink` (1: no rim). `second`: another
    colour in the body, `marble`: its share, in `veins` bent by `swirl`, with edges of sharpness `crisp`.
    `edge_glow`: brightening of a translucent body towards its edges (1: none); `clear`: direction and
    strength of its glow. `printed` (per face): a symbol (SYMBOL_PX square, 0..1) in place of pips. `blank`: a
    bare cube, so no die. `straight`: the two has pips along a side.
    `crown`: how far (radians) the edges of its faces are bent away, so that a lamp is mirrored as a spot; `polish`: how
    much of the light of such a thing it throws back.
    """

    body: Values
    ink: Values
    inks: Values
    faces: tuple[int, int, int, int, int, int]
    turned: tuple[bool, ...]
    rounding: float
    ball: float
    pips: Values
    spreads: Values
    depth: float
    gloss: float
    sharp: float
    ring: float
    frame: float
    rim: float
    rim_ink: Values
    marble: float
    second: Values
    veins: Values
    clear: Values
    blank: bool
    straight: bool = False
    swirl: float = 1.0
    crisp: float = 2.5
    edge_glow: float = 1.0
    crown: float = 0.0
    polish: float = 0.0
    printed: dict[int, Values] = field(default_factory=dict)

    @classmethod
    def some(
        cls,
        chance: np.random.Generator,
        symbols: float = 0.22,
        blanks: float = 0.0,
        fancy: float = 0.0,
        straight: float = 0.0,
    ) -> "Make":
        """Dice of random make. Probabilities (0..1): a symbol on one or all sides, blank, fancy.

        `straight`: probability of a two with pips along a side.
        """
        body, ink = body_and_pips(chance)
        inks, pips, spreads = _pattern(chance, body, ink)
        pairs = np.array([(1, 6), (2, 5), (3, 4)])[chance.permutation(3)]
        flips = chance.random(3) < 0.5
        order = [
            int(v) for pair, flip in zip(pairs, flips, strict=True) for v in (pair[::-1] if flip else pair)
        ]
        rounding = chance.uniform(0.01, 0.08) if chance.random() < 0.35 else chance.uniform(0.08, 0.3)
        printed = {}
        if chance.random() < symbols:
            for face in chance.permutation(6)[: int(chance.choice([1, 1, 1, 6]))]:
                printed[int(face)] = symbol(chance)
        marble = chance.uniform(0.15, 1.0) if chance.random() < 0.3 else 0.0
        make = cls(
            body=body,
            ink=ink,
            inks=inks,
            faces=(order[0], order[1], order[2], order[3], order[4], order[5]),
            turned=tuple(bool(t) for t in chance.random(6) < 0.5),
            rounding=rounding,
            ball=chance.uniform(0.64, 0.76) if chance.random() < 0.45 else 1.0,
            pips=pips,
            spreads=spreads,
            depth=chance.uniform(0, 0.9) if chance.random() < 0.75 else 0.0,
            gloss=chance.uniform(0, 1.0) ** 1.5,
            sharp=float(np.exp(chance.uniform(np.log(6), np.log(250)))),
            ring=chance.uniform(0.4, 0.65) if chance.random() < 0.05 else 0.0,
            frame=chance.uniform(0.02, 0.05) if chance.random() < 0.05 else 0.0,
            rim=chance.uniform(0.65, 0.9) if chance.random() < 0.12 else 1.0,
            rim_ink=some_colour(chance).astype(np.float32),
            marble=marble,
            second=second_colour(chance, body),
            veins=chance.normal(size=(6, 3)).astype(np.float32) * chance.uniform(1, 8),
            clear=chance.normal(size=3).astype(np.float32)
            * (chance.uniform(0.3, 1.5) if chance.random() < 0.28 else 0),
            blank=bool(chance.random() < blanks),
            straight=bool(straight and chance.random() < straight),
            printed=printed,
        )
        return _fancy(make, chance) if fancy and chance.random() < fancy else make

    def polished(self, chance: np.random.Generator) -> "Make":
        """The same die polished: it mirrors what shines."""
        return replace(
            self,
            crown=float(np.exp(chance.uniform(np.log(0.08), np.log(0.4)))),
            polish=float(chance.uniform(0.3, 1.0)),
            depth=self.depth * float(chance.choice([0.0, 0.3, 1.0])),
        )

    def dim(self, chance: np.random.Generator) -> "Make":
        """The same die with pips that hardly differ from its body: dark ones on dark, or of its own hue."""
        body, ink = hardly_apart(chance)
        inks, pips, spreads = _pattern(chance, body, ink)
        return replace(self, body=body, ink=ink, inks=inks, pips=pips, spreads=spreads, marble=0.0)

    def see_through(self, chance: np.random.Generator) -> "Make":
        """The same die of clear stuff: lighter towards its edges and one side, with pips that are white or black."""
        ink = np.full(3, chance.choice([0.85, 0.85, 0.02]), np.float32)
        return replace(
            self,
            ink=ink,
            inks=np.tile(ink, (7, 1)),
            marble=float(chance.uniform(0.0, 0.3)),
            edge_glow=float(chance.uniform(1.3, 2.6)),
            clear=(chance.normal(size=3) * chance.uniform(0.5, 1.6)).astype(np.float32),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """A die's place: `turn` from its axes to the table's, `middle` and `side` in table lengths."""

    turn: Values
    middle: Values
    side: float

    def up(self) -> int:
        """The index of the uppermost face (+x, -x, +y, -y, +z, -z)."""
        heights = self.turn[2]
        return int(np.argmax([heights[0], -heights[0], heights[1], -heights[1], heights[2], -heights[2]]))

    def normal(self, face: int) -> Values:
        return np.asarray(self.turn[:, face // 2] * (1 - 2 * (face % 2)), dtype=np.float32)

    def corners(self, face: int) -> Values:
        """The corners of a face without rounding (4 x 3), in order."""
        axis, sign = face // 2, 1 - 2 * (face % 2)
        local = np.zeros((4, 3), np.float32)
        local[:, axis] = sign / 2
        local[:, (axis + 1) % 3] = (-0.5, 0.5, 0.5, -0.5)
        local[:, (axis + 2) % 3] = (-0.5, -0.5, 0.5, 0.5)
        return np.asarray(self.middle + self.side * local @ self.turn.T, dtype=np.float32)


def shade(
    make: Make, pose: Pose, origin: Values, rays: Values, lamps: Lamps, glow: Values
) -> tuple[Values, Values]:
    """Colour (… x 3, BGR linear) and cover (…, 0 or 1) where rays (… x 3, unit) from `origin` meet a die.

    `glow`: light from the ground (BGR). Sphere tracing after Hart 1996.
    """
    o = (origin - pose.middle) @ pose.turn / pose.side
    shape = rays.shape[:-1]
    d = np.asarray(rays.reshape(-1, 3) @ pose.turn, dtype=np.float32)
    along = -(d @ o)
    t = along - np.sqrt(np.maximum(0.0, 0.75 - (float(o @ o) - along**2)))
    near = (float(o @ o) - along**2) < 0.76
    t, d_near = np.asarray(t[near], np.float32), d[near]
    ways, starts = np.ascontiguousarray(d_near.T), np.asarray(o, np.float32)[:, None]
    for _ in range(STEPS):
        t += np.minimum(_distance(make, np.asarray(starts + t * ways, np.float32)), 0.6)
    spots = np.asarray(starts + t * ways, np.float32)
    hit = np.abs(_distance(make, spots)) < 0.012
    here = np.asarray(spots.T, np.float32, order="C")
    colour = np.zeros((len(d), 3), np.float32)
    cover = np.zeros(len(d), np.float32)
    index = np.flatnonzero(near)[hit]
    here, d_near = np.asarray(here[hit], np.float32), d_near[hit]
    if len(index):
        albedo, normals, shine = _surface(make, here)
        normals = np.asarray(normals @ pose.turn.T, np.float32)
        out = d_near @ pose.turn.T
        colour[index] = _lit(make, albedo, normals, out, lamps, glow, shine)
        cover[index] = 1.0
    return colour.reshape(*shape, 3), cover.reshape(shape)


def _distance(make: Make, p: Values) -> Values:
    """Signed distance of points (3 x N, own axes) from the die, negative inside."""
    q = np.abs(p) - np.float32(0.5 - make.rounding)
    x, y, z = np.maximum(q, 0)
    most = np.maximum(np.maximum(q[0], q[1]), q[2])
    box = np.sqrt(x * x + y * y + z * z) + np.minimum(most, 0) - np.float32(make.rounding)
    if make.ball >= 1:
        return np.asarray(box, dtype=np.float32)
    far = np.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2])
    return np.asarray(np.maximum(box, far - np.float32(make.ball)), dtype=np.float32)


def _surface(make: Make, p: Values) -> tuple[Values, Values, Values]:
    """Colour, normal (own axes) and gloss (0..1) at points of the surface."""
    q = np.maximum(np.abs(p) - (0.5 - make.rounding), 0) * np.sign(p)
    normals = q / np.maximum(np.linalg.norm(q, axis=1, keepdims=True), 1e-6)
    length = np.linalg.norm(p, axis=1, keepdims=True)
    if make.crown:
        bulge = np.where(np.abs(p) < np.abs(p).max(axis=1, keepdims=True), 2 * make.crown * p, 0)
        normals = normals + bulge
        normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-6)
    if make.ball < 1:
        normals = np.where(length > make.ball - 0.01, p / length, normals)
    albedo = np.broadcast_to(make.body, p.shape).copy()
    if make.marble:
        bent = make.swirl * np.sin(p[:, [1, 2, 0]] @ make.veins[:, [2, 0, 1]].T * 0.6)
        waves = np.sin(p @ make.veins.T + bent).mean(1)
        share = (0.5 + make.crisp * waves).clip(0, 1)[:, None] * np.float32(make.marble)
        albedo = albedo * (1 - share) + make.second * share
    albedo *= np.exp(p @ make.clear)[:, None].clip(0.3, 3.0)
    if make.edge_glow > 1:
        inner = np.sort(np.abs(p), axis=1)[:, 1, None] / 0.5
        albedo = np.minimum(albedo * (1 + (make.edge_glow - 1) * inner**3), 0.95)
    if make.frame:
        second = np.sort(np.abs(p), axis=1)[:, 1]
        albedo = np.where((second > 0.5 - make.rounding * 0.5 - make.frame)[:, None], make.ink, albedo)
    shine = np.ones(len(p), np.float32)
    axis = np.abs(p).argmax(1)
    for face in range(0 if make.blank else 6):
        a, sign = face // 2, 1 - 2 * (face % 2)
        on = np.flatnonzero((axis == a) & (np.sign(p[:, a]) == sign))
        if not len(on):
            continue
        uv = p[on][:, [(a + 1) % 3, (a + 2) % 3]]
        if face in make.printed:
            cells = np.clip((uv / 0.7 + 0.5) * SYMBOL_PX, 0, SYMBOL_PX - 1).astype(int)
            inside = (np.abs(uv) < 0.35).all(1)
            there = make.printed[face][cells[:, 0], cells[:, 1]] * inside
            albedo[on] = albedo[on] * (1 - there[:, None]) + make.ink * there[:, None]
            continue
        value = make.faces[face]
        if make.turned[face]:
            uv = np.stack([uv[:, 1], -uv[:, 0]], 1)
        ink, size = make.inks[value], float(make.pips[value])
        for u, v in STRAIGHT_TWO if make.straight and value == 2 else SQUARES[value]:
            off = uv - np.array([u, v], np.float32) * make.spreads[value]
            far = np.sqrt((off * off).sum(1))
            dot = far < size
            if make.ring:
                albedo[on[dot & (far > make.ring * size)]] = ink
                continue
            albedo[on[dot]] = ink
            albedo[on[dot & (far > make.rim * size)]] = make.rim_ink
            if make.depth:
                lean = -make.depth * off[dot] / size
                if make.turned[face]:
                    lean = np.stack([-lean[:, 1], lean[:, 0]], 1)
                bent = normals[on[dot]]
                bent[:, (a + 1) % 3] += lean[:, 0]
                bent[:, (a + 2) % 3] += lean[:, 1]
                normals[on[dot]] = bent / np.linalg.norm(bent, axis=1, keepdims=True)
                shine[on[dot]] = 0.5
    return albedo, np.asarray(normals, np.float32), shine


def _lit(
    make: Make, albedo: Values, normals: Values, out: Values, lamps: Lamps, glow: Values, shine: Values
) -> Values:
    facing = np.maximum(normals @ lamps.towards.T, 0)
    up = (0.5 + 0.5 * normals[:, 2])[:, None]
    light = (facing * lamps.strength).sum(1)[:, None] + lamps.ambient * (up + (1 - up) * 0.6 * glow)
    mirrored = out - 2 * (out * normals).sum(1, keepdims=True) * normals
    toward = np.maximum(mirrored @ lamps.towards.T, 0) ** make.sharp
    grazing = 0.3 + 0.7 * (1 - np.abs((out * normals).sum(1))) ** 3
    glare = (toward * lamps.strength).sum(1) * (1.5 + 0.04 * make.sharp) + 0.25 * grazing * up[:, 0]
    told = albedo * light + (make.gloss * shine * glare)[:, None] * 0.35
    if lamps.reflex is not None and make.polish:
        told = told + (make.polish * lamps.reflex.strength * lamps.reflex.mirrored(mirrored))[:, None]
    return np.asarray(told, dtype=np.float32)


def _pattern(chance: np.random.Generator, body: Values, ink: Values) -> tuple[Values, Values, Values]:
    """Colour, radius and spread of the pips of each value."""
    inks = np.tile(ink, (7, 1))
    pip = chance.uniform(0.075, 0.125) if chance.random() < 0.75 else chance.uniform(0.05, 0.08)
    pips = np.full(7, pip, np.float32)
    if chance.random() < 0.2:
        pips[1] *= chance.uniform(1.3, 2.2)
    if chance.random() < 0.2 and body.min() > 0.4:
        red = np.array([0.05, 0.05, chance.uniform(0.4, 0.8)], np.float32)
        inks[1] = red
        if chance.random() < 0.6:
            inks[4] = red
            if chance.random() < 0.6:
                inks[[2, 3, 5, 6]] = np.array([chance.uniform(0.15, 0.6), 0.04, 0.03], np.float32)
    spreads = np.full((7, 2), chance.uniform(max(0.2, pip * 1.75), min(0.31, 0.47 - pip)), np.float32)
    if chance.random() < 0.45:
        # Many dice have some faces with pips close together.
        spreads *= chance.uniform(0.6, 1.0, size=7).astype(np.float32)[:, None]
        spreads[6, 0] *= chance.uniform(0.8, 1.1)
        spreads[6, 1] = max(spreads[6, 1], 2.15 * pip)
        spreads[2:] = np.maximum(spreads[2:], [1.15 * pip, 1.15 * pip])
        spreads[[3, 5]] = np.maximum(spreads[[3, 5]], 1.6 * pip)
    return inks.astype(np.float32), pips, spreads


def _fancy(make: Make, chance: np.random.Generator) -> Make:
    """The die in a fancy make: marbled with sharp swirls, or with pips as light as its body."""
    if chance.random() < HUE_ALONE:
        body, ink = equally_light(chance)
        inks, pips, spreads = _pattern(chance, body, ink)
        second = second_colour(chance, body)
        return replace(make, body=body, ink=ink, inks=inks, pips=pips, spreads=spreads, second=second)
    return replace(
        make,
        marble=chance.uniform(0.3, 1.0),
        swirl=chance.uniform(0.3, 2.5),
        crisp=float(np.exp(chance.uniform(np.log(1.5), np.log(14)))),
        edge_glow=chance.uniform(1.0, 2.0) if chance.random() < 0.4 else 1.0,
    )
