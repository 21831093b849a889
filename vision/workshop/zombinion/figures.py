"""People and zombies: a figure from joints in a pose, as a silhouette with light along its edge or in colours."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import cos, pi, sin
from typing import Final, Literal

from vision.faces.zombinion.card import INK
from vision.printed.marks import Colour, Path, Point, mixed
from vision.printed.shapes import moved, oval, polygon, smooth
from vision.workshop.outlines import extent
from vision.workshop.zombinion.canvas import Canvas, limb
from vision.workshop.zombinion.heads import FRONT, HAIR, PROFILE, Hair
from vision.workshop.zombinion.poses import Posture

Clothes = Literal["plain", "coat", "rags"]
Part = Literal["skin", "top", "legs", "hair"]
_LEG, _TORSO, _UPPER, _FORE, _HEAD = 0.245, 0.29, 0.165, 0.15, 0.066
_LIT: Final = 0.78
"""Size of a thing's lighter part relative to the whole."""


@dataclass(slots=True)
class Silhouette:
    """A figure's outlines by part, rearmost first, and the places of hands and head."""

    parts: list[tuple[Part, Path]] = field(default_factory=list)
    near_hand: Point = (0.0, 0.0)
    far_hand: Point = (0.0, 0.0)
    head: Point = (0.0, 0.0)
    shoulder: Point = (0.0, 0.0)
    size: float = 1.0
    turn: float = 0.0
    mirrored: bool = False


def figure(
    x: float,
    foot: float,
    high: float,
    pose: Posture,
    *,
    hair: Hair = "short",
    clothes: Clothes = "plain",
    mirrored: bool = False,
) -> Silhouette:
    """A figure `high` mm tall (upright) with its lowest foot at (x, foot); one in rags is a zombie."""
    joints = _joints(pose)
    made = Silhouette(size=high, turn=pose.lean + pose.head, mirrored=mirrored)
    parts: list[tuple[Part, Path]] = []
    for side in (-1, 1):
        leg = joints["rear" if side < 0 else "front"]
        arm = joints["far" if side < 0 else "near"]
        if side < 0:
            parts += _arm(arm, zombie=clothes == "rags")
            parts += _leg(leg, zombie=clothes == "rags")
            continue
        parts += _leg(leg, zombie=clothes == "rags")
        parts += _trunk(joints["trunk"], pose, clothes)
        parts += _head(joints["trunk"][2], pose, hair)
        parts += _arm(arm, zombie=clothes == "rags")
    across = -1.0 if mirrored else 1.0

    def there(point: Point) -> Point:
        return x + across * point[0] * high, foot + point[1] * high

    made.parts = [(part, moved(path, x, foot, high, mirrored=mirrored)) for part, path in parts]
    made.near_hand, made.far_hand = there(joints["near"][2]), there(joints["far"][2])
    made.head, made.shoulder = there(joints["trunk"][2]), there(joints["trunk"][1])
    return made


def _joints(pose: Posture) -> dict[str, tuple[Point, Point, Point]]:
    """Joints around a hip, shifted so that the lower foot is at 0."""
    found: dict[str, tuple[Point, Point, Point]] = {}
    for name, (lift, bend), side in (("front", pose.front, 1), ("rear", pose.rear, -1)):
        hip = (side * pose.broad * 0.45, 0.0)
        knee = _along(hip, lift, _LEG)
        found[name] = (hip, knee, _along(knee, lift - bend, _LEG))
    low = max(found["front"][2][1], found["rear"][2][1]) + 0.022
    shoulder = _along((0.0, 0.0), 180 - pose.lean, _TORSO)
    head = _along(shoulder, 180 - pose.lean - pose.head, 0.115)
    found["trunk"] = ((0.0, 0.0), shoulder, head)
    for name, (lift, bend), side in (("near", pose.near, 1), ("far", pose.far, -1)):
        start = (shoulder[0] + side * pose.broad, shoulder[1] + 0.035)
        # Seen from the front, arms are lifted outwards, each to its own side.
        outwards = side if pose.broad > 0.06 else 1
        elbow = _along(start, lift * outwards if pose.broad > 0.06 else lift, _UPPER)
        found[name] = (start, elbow, _along(elbow, (lift + bend) * outwards, _FORE))
    return {name: (_lower(a, low), _lower(b, low), _lower(c, low)) for name, (a, b, c) in found.items()}


def _lower(point: Point, by: float) -> Point:
    return point[0], point[1] - by


def _along(start: Point, angle: float, long: float) -> Point:
    return start[0] + long * sin(angle * pi / 180), start[1] + long * cos(angle * pi / 180)


def _leg(joints: tuple[Point, Point, Point], *, zombie: bool) -> list[tuple[Part, Path]]:
    hip, knee, ankle = joints
    found: list[tuple[Part, Path]] = [
        ("legs", limb(hip, knee, 0.062, 0.044)),
        ("legs", limb(knee, ankle, 0.044, 0.03)),
    ]
    x, y = ankle
    if zombie:
        found.append(
            (
                "legs",
                polygon(
                    [
                        (x - 0.05, y - 0.1),
                        (x + 0.05, y - 0.1),
                        (x + 0.058, y - 0.005),
                        (x + 0.028, y - 0.04),
                        (x + 0.008, y + 0.01),
                        (x - 0.018, y - 0.035),
                        (x - 0.05, y + 0.004),
                    ]
                ),
            )
        )
    found.append(
        (
            "hair",
            smooth(
                [
                    (x - 0.034, y - 0.012),
                    (x + 0.01, y - 0.026),
                    (x + 0.075, y + 0.004),
                    (x + 0.08, y + 0.022),
                    (x, y + 0.024),
                    (x - 0.034, y + 0.022),
                ]
            ),
        )
    )
    return found


def _arm(joints: tuple[Point, Point, Point], *, zombie: bool) -> list[tuple[Part, Path]]:
    start, elbow, hand = joints
    found: list[tuple[Part, Path]] = [("top", limb(start, elbow, 0.042, 0.033))]
    ux, uy = (hand[0] - elbow[0]) / _FORE, (hand[1] - elbow[1]) / _FORE
    if zombie:
        found.append(("skin", limb(elbow, hand, 0.028, 0.021)))
        mid = (elbow[0] + ux * 0.07, elbow[1] + uy * 0.07)
        found.append(
            (
                "top",
                polygon(
                    [
                        (elbow[0] - uy * 0.04, elbow[1] + ux * 0.04),
                        (mid[0] - uy * 0.045, mid[1] + ux * 0.045),
                        (mid[0] - ux * 0.03, mid[1] - uy * 0.03),
                        (mid[0] + ux * 0.012, mid[1] + uy * 0.012),
                        (mid[0] + uy * 0.02 - ux * 0.03, mid[1] - ux * 0.02 - uy * 0.03),
                        (mid[0] + uy * 0.04, mid[1] - ux * 0.04),
                        (elbow[0] + uy * 0.04, elbow[1] - ux * 0.04),
                    ]
                ),
            )
        )
        for spread in (-38, -12, 14, 40):
            a = spread * pi / 180
            dx, dy = ux * cos(a) - uy * sin(a), ux * sin(a) + uy * cos(a)
            base = (hand[0] + dx * 0.01, hand[1] + dy * 0.01)
            found.append(("skin", limb(base, (base[0] + dx * 0.062, base[1] + dy * 0.062), 0.0115, 0.005)))
        found.append(("skin", oval(hand[0], hand[1], 0.026, 0.026)))
    else:
        found.append(("top", limb(elbow, (hand[0] - ux * 0.02, hand[1] - uy * 0.02), 0.033, 0.026)))
        found.append(("skin", oval(hand[0], hand[1], 0.028, 0.028)))
    return found


_SHIRT: Final[list[Point]] = [
    (-0.12, 0), (-0.1, 0.86), (0.35, 0.82), (0.75, 1.12), (0.98, 0.98), (1.08, 0.42), (1.08, -0.42), (0.98, -0.98),
    (0.75, -1.12), (0.35, -0.82), (-0.1, -0.86),
]  # fmt: skip
"""Points along the trunk (0 hip, 1 shoulder) and aside (halves of its width), as for all clothes."""
_COAT: Final[list[Point]] = [
    (0.3, 0.85), (0.3, -0.85), (-0.9, -1.7), (-0.98, -0.4), (-0.86, 0), (-1.0, 0.5), (-0.92, 1.6),
]  # fmt: skip
_RAGS: Final[list[Point]] = [
    (0.1, 0.85), (0.1, -0.85), (-0.3, -0.95), (-0.14, -0.5), (-0.34, -0.1), (-0.16, 0.3), (-0.36, 0.9),
]  # fmt: skip


def _trunk(joints: tuple[Point, Point, Point], pose: Posture, clothes: Clothes) -> list[tuple[Part, Path]]:
    hip, shoulder, head = joints
    ux, uy = (shoulder[0] - hip[0]) / _TORSO, (shoulder[1] - hip[1]) / _TORSO
    half = max(pose.broad + 0.03, 0.078)

    def at(along: float, aside: float) -> Point:
        return hip[0] + ux * along * _TORSO - uy * aside, hip[1] + uy * along * _TORSO + ux * aside

    def all_at(points: list[Point]) -> list[Point]:
        return [at(along, aside * half) for along, aside in points]

    found: list[tuple[Part, Path]] = [
        ("skin", limb(shoulder, head, 0.034, 0.03)),
        ("top", smooth(all_at(_SHIRT))),
    ]
    if clothes == "coat":
        found.append(("top", polygon(all_at(_COAT))))
    if clothes == "rags":
        found.append(("top", polygon(all_at(_RAGS))))
    return found


def _head(head: Point, pose: Posture, hair: Hair) -> list[tuple[Part, Path]]:
    shape = FRONT if pose.broad > 0.06 else PROFILE
    turn = pose.lean + pose.head
    found: list[tuple[Part, Path]] = [("skin", moved(smooth(shape), *head, _HEAD, turn))]
    return found + [("hair", moved(path, *head, _HEAD, turn)) for path in HAIR[hair]]


@dataclass(frozen=True, slots=True)
class Inks:
    """A silhouette's ink, its lit edge, the light's origin (mm), and its eyes."""

    dark: Colour
    rim: Colour | None = None
    light: Point = (0.35, -0.3)
    eyes: Colour | None = None


def inked(canvas: Canvas, paths: Iterable[Path], inks: Inks) -> None:
    """Outlines as one silhouette, with a lit edge if there is light."""
    paths = list(paths)
    if inks.rim is not None:
        for path in paths:
            canvas.add(moved(path, *inks.light), inks.rim)
    for path in paths:
        canvas.add(path, inks.dark)


def silhouette(canvas: Canvas, made: Silhouette, inks: Inks) -> None:
    """A dark figure with a lit edge towards the light, and shining eyes."""
    inked(canvas, (path for _part, path in made.parts), inks)
    if inks.eyes is not None:
        side = -1 if made.mirrored else 1
        r = made.size * _HEAD
        x, y = made.head
        for dx in (0.28, 0.66):
            canvas.oval(x + side * dx * r, y - 0.12 * r, r * 0.17, r * 0.13, inks.eyes)


def coloured(canvas: Canvas, made: Silhouette, colours: dict[Part, Colour], light: Point, mm: float) -> None:
    """A figure in colours: an ink outline around the whole, and a lighter part within each part."""
    for _part, path in made.parts:
        canvas.add(path, INK, edge=(INK, mm))
    for part, path in made.parts:
        canvas.add(path, mixed(colours[part], INK, 0.3))
        left, top, right, low = extent(path)
        x, y = (left + right) / 2 * (1 - _LIT), (top + low) / 2 * (1 - _LIT)
        canvas.add(moved(path, x + light[0] * 0.6, y + light[1] * 0.6, _LIT), colours[part])
