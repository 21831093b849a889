"""Painted small pictures of tables with and without hands, to teach the hand finder.

Pictures without hands are as full of other things, including wood, glow and mugs.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Picture, Points, Values

WIDE, HIGH = 320, 180
"""Size in px of painted scenes, which are halved at the end."""


@dataclass(frozen=True, slots=True)
class HandScene:
    """A small picture (BGR, HIGH/2 x WIDE/2) and its hand mask (uint8, 0 or 255, same size)."""

    picture: Picture
    hand: Picture


@dataclass(frozen=True, slots=True)
class Cutout:
    """A hand cut from a picture: BGR and mask (0..255), same size; its arm leaves at the mask's border."""

    picture: Picture
    mask: Picture


def scene(chance: np.random.Generator, faces: tuple[Picture, ...] = (), tables: tuple[Picture, ...] = (),
          cutouts: tuple[Cutout, ...] = ()) -> HandScene:  # fmt: skip
    """One scene. `tables`: hand-free pictures to paint on; `cutouts`: real or rendered hands to lay over."""
    if tables and chance.random() < 0.45:
        canvas = _of_picture(tables[int(chance.integers(len(tables)))], chance)
    else:
        canvas = _table(chance)
        _things(canvas, chance, faces)
    covered = np.zeros((HIGH, WIDE), np.float32)
    for _ in range(int(chance.choice([0, 1, 2], p=[0.4, 0.5, 0.1]))):
        if cutouts and chance.random() < 0.45:
            _lay_cutout(canvas, covered, cutouts[int(chance.integers(len(cutouts)))], chance)
        else:
            _lay_hand(canvas, covered, chance)
    picture = _camera(canvas, chance)
    mask = cv2.resize(covered, (WIDE // 2, HIGH // 2), interpolation=cv2.INTER_AREA)
    return HandScene(picture, ((mask > 0.5) * 255).astype(np.uint8))


def _colour(chance: np.random.Generator) -> Values:
    hue = np.array([[[chance.integers(0, 180), chance.integers(0, 256), chance.integers(20, 256)]]], np.uint8)
    return np.asarray(cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0] / 255.0, dtype=np.float32)


def _brown(chance: np.random.Generator) -> Values:
    """A colour of wood, from pale maple to dark walnut, which overlaps with skin."""
    hue = np.array([[[chance.integers(4, 22), chance.integers(60, 190), chance.integers(50, 240)]]], np.uint8)
    return np.asarray(cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0] / 255.0, dtype=np.float32)


def _noise(chance: np.random.Generator, across: int, down: int) -> Values:
    small = chance.normal(size=(max(2, down), max(2, across))).astype(np.float32)
    return np.asarray(cv2.resize(small, (WIDE, HIGH), interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def _table(chance: np.random.Generator) -> Values:
    canvas = np.empty((HIGH, WIDE, 3), np.float32)
    kind = chance.random()
    canvas[:] = _brown(chance) if kind < 0.5 else _colour(chance) * chance.uniform(0.4, 1)
    if kind < 0.5:  # wood: noise drawn out along the grain, planks, at some angle
        grain = _noise(chance, int(chance.integers(2, 8)), int(chance.integers(30, 140))) * chance.uniform(
            0.02, 0.22
        )
        planks = np.repeat(chance.normal(size=8), 40)[:HIGH, None] * chance.uniform(0, 0.12)
        turned = cv2.getRotationMatrix2D((WIDE / 2, HIGH / 2), float(chance.uniform(0, 360)), 1.3)
        pattern = cv2.warpAffine(
            np.asarray(grain + planks, dtype=np.float32), turned, (WIDE, HIGH), borderMode=cv2.BORDER_REFLECT
        )
        canvas *= np.clip(1 + pattern, 0.3, 2)[..., None]
    elif kind < 0.7:  # woven cloth: threads both ways
        threads = chance.normal(size=(1, WIDE)) + chance.normal(size=(HIGH, 1))
        canvas *= np.clip(1 + threads[..., None] * chance.uniform(0.02, 0.15), 0.3, 2).astype(np.float32)
    canvas *= 1 + chance.uniform(0, 0.08) * _noise(chance, 80, 45)[..., None]
    return canvas


def _of_picture(table: Picture, chance: np.random.Generator) -> Values:
    scale = chance.uniform(1.0, 1.5)
    small = cv2.resize(table, None, fx=scale * WIDE / table.shape[1], fy=scale * HIGH / table.shape[0],
                       interpolation=cv2.INTER_AREA)  # fmt: skip
    y, x = int(chance.integers(small.shape[0] - HIGH + 1)), int(chance.integers(small.shape[1] - WIDE + 1))
    cut = small[y : y + HIGH, x : x + WIDE].astype(np.float32) / 255
    cut = cut[:, ::-1] if chance.random() < 0.5 else cut
    cut = cut[::-1] if chance.random() < 0.5 else cut
    return np.asarray(
        np.ascontiguousarray(cut) * np.clip(chance.normal(1, 0.1, 3), 0.6, 1.4), dtype=np.float32
    )


def _fill(
    canvas: Values, outline: Points, paint: Values, chance: np.random.Generator, shadow: float = 0.4
) -> None:
    """Fills an outline (N x 2 px) with a colour (3) or a picture (HIGH x WIDE x 3), with a soft shadow."""
    at = np.round(outline * 16).astype(np.int32)
    shape = np.zeros((HIGH, WIDE), np.float32)
    cv2.fillPoly(shape, [at], 1.0, cv2.LINE_AA, 4)
    _over(canvas, shape, paint, chance, shadow)


def _over(
    canvas: Values, shape: Values, paint: Values, chance: np.random.Generator, shadow: float, far: float = 3
) -> None:
    move = np.array([[1, 0, chance.uniform(-far, far)], [0, 1, chance.uniform(-far, far)]])
    dark = cv2.GaussianBlur(cv2.warpAffine(shape, move, (WIDE, HIGH)), (0, 0), chance.uniform(1, 1 + far))
    canvas *= 1 - shadow * chance.random() * dark[..., None]
    canvas *= 1 - shape[..., None]
    canvas += paint * shape[..., None]


def _quad(x: float, y: float, wide: float, high: float, turn: float) -> Points:
    c, s = np.cos(turn), np.sin(turn)
    corners = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    return np.asarray(corners @ np.array([[c, s], [-s, c]]) + [x, y], dtype=np.float64)


def _ring(x: float, y: float, wide: float, high: float, turn: float = 0.0) -> Points:
    t = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    points = np.column_stack([np.cos(t) * wide, np.sin(t) * high])
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(points @ np.array([[c, s], [-s, c]]) + [x, y], dtype=np.float64)


def _things(canvas: Values, chance: np.random.Generator, faces: tuple[Picture, ...]) -> None:
    """Mats, cards, tags, coins, dice and other things, some cut by the border."""
    if chance.random() < 0.3:
        mat = _quad(chance.uniform(90, 230), chance.uniform(60, 120), chance.uniform(120, 300),
                    chance.uniform(70, 170), chance.normal(0, 0.1))  # fmt: skip
        _fill(canvas, mat, _colour(chance) * (1 + 0.2 * _noise(chance, 6, 4)[..., None]), chance)
    size = chance.uniform(12, 32)
    for _ in range(int(chance.integers(0, 26))):
        quad = _quad(chance.uniform(0, WIDE), chance.uniform(0, HIGH), size, size * chance.choice([1.0, 1.4]),
                     chance.normal(0, 0.3))  # fmt: skip
        if faces and chance.random() < 0.7:
            face = faces[int(chance.integers(len(faces)))]
            h, w = face.shape[:2]
            matrix = cv2.getPerspectiveTransform(
                np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), quad.astype(np.float32)
            )
            printed = cv2.warpPerspective(face, matrix, (WIDE, HIGH), flags=cv2.INTER_AREA)
            _fill(canvas, quad, np.asarray(printed / 255, dtype=np.float32), chance)
        else:
            _fill(canvas, quad, _colour(chance), chance)
            _fill(canvas, quad * 0.7 + quad.mean(axis=0) * 0.3, _colour(chance), chance, 0)
    for _ in range(int(chance.integers(0, 12))):
        radius = chance.uniform(2, 6)
        _fill(
            canvas,
            _ring(chance.uniform(0, WIDE), chance.uniform(0, HIGH), radius, radius),
            _colour(chance),
            chance,
        )
    for _ in range(int(chance.choice([0, 1, 2, 3], p=[0.5, 0.3, 0.15, 0.05]))):
        x, y = chance.uniform(0, WIDE), chance.uniform(0, HIGH)
        if chance.random() < 0.7:  # near the border
            x, y = (
                (x, chance.choice([0.0, HIGH])) if chance.random() < 0.6 else (chance.choice([0.0, WIDE]), y)
            )
        paint = _brown(chance) if chance.random() < 0.4 else _colour(chance)
        kind = chance.random()
        if kind < 0.4:  # a mug, a bowl, a plate
            radius = chance.uniform(8, 36)
            _fill(canvas, _ring(x, y, radius, radius), paint, chance)
            _fill(
                canvas, _ring(x, y, radius * 0.85, radius * 0.85), paint * chance.uniform(0.3, 1.2), chance, 0
            )
        else:  # a box, a book, a sheet, a pencil, a ruler, the table's own edge
            shape = (4, 70) if kind < 0.55 else (chance.uniform(20, 140), chance.uniform(12, 90))
            _fill(canvas, _quad(x, y, shape[0], shape[1], chance.uniform(0, np.pi)), paint, chance)


def _capsule(start: Points, end: Points, first: float, last: float) -> Points:
    """The outline around two circles."""
    along = np.arctan2(end[1] - start[1], end[0] - start[0])
    t = np.linspace(-np.pi / 2, np.pi / 2, 9)
    tip = end + last * np.column_stack([np.cos(along + t), np.sin(along + t)])
    foot = start + first * np.column_stack([np.cos(along + np.pi + t), np.sin(along + np.pi + t)])
    return np.asarray(np.concatenate([tip, foot]), dtype=np.float64)


def _parts(chance: np.random.Generator) -> tuple[list[Points], Points]:
    """A hand pointing along +y with its palm's middle at (0, 0), unit: palm width; and its forearm."""
    spread, curl = chance.uniform(0.02, 0.3), chance.uniform(0.15, 1.0)
    parts = [_ring(0, 0, 0.5, chance.uniform(0.5, 0.6))]
    lengths = np.array([0.78, 0.9, 0.82, 0.62])
    fist = chance.random() < 0.15
    for k in range(4):
        x = -0.36 + 0.24 * k
        angle = (k - 1.5) * spread + chance.normal(0, 0.06)
        reach = lengths[k] * (0.12 if fist else min(1.0, curl * chance.uniform(0.7, 1.3)))
        if chance.random() < 0.08:
            reach *= 0.2
        root = np.array([x, 0.36])
        parts.append(_capsule(root, root + reach * np.array([np.sin(angle), np.cos(angle)]), 0.14, 0.095))
    out = chance.uniform(0.2, 1.1)
    thumb = np.array([-0.36, -0.22])
    parts.append(
        _capsule(thumb, thumb + chance.uniform(0.3, 0.7) * np.array([-np.sin(out), np.cos(out)]), 0.17, 0.11)
    )
    wrist, elbow, bend = chance.uniform(0.28, 0.38), chance.uniform(0.38, 0.62), chance.normal(0, 0.25)
    c, s = np.cos(bend), np.sin(bend)
    arm = np.array([[-wrist * 1.15, 0.1], [wrist * 1.15, 0.1], [wrist, -0.7], [elbow, -2.4], [elbow * 1.1, -12.0],
                    [-elbow * 1.1, -12.0], [-elbow, -2.4], [-wrist, -0.7]])  # fmt: skip
    wrist_at = np.array([0, 0.3])
    arm[2:] = (arm[2:] + wrist_at) @ np.array([[c, s], [-s, c]]) - wrist_at
    return parts, arm


def _skin(chance: np.random.Generator) -> Values:
    """A skin colour (BGR 0..1) from very dark to very pale."""
    tone = chance.random()
    dark, middle, pale = (
        np.array([0.10, 0.13, 0.20]),
        np.array([0.32, 0.42, 0.62]),
        np.array([0.70, 0.78, 0.95]),
    )
    mixed = dark + (middle - dark) * tone * 2 if tone < 0.5 else middle + (pale - middle) * (tone * 2 - 1)
    return np.asarray(np.clip(mixed * chance.normal(1, 0.07, 3), 0.03, 1), dtype=np.float32)


def _place(chance: np.random.Generator, palm: float) -> tuple[Points, float]:
    """A hand's middle and direction (radians), such that its arm comes over the border."""
    x, y = chance.uniform(0, WIDE), chance.uniform(0, HIGH)
    edges = np.array([[x, -1.0], [x, HIGH + 1.0], [-1.0, y], [WIDE + 1.0, y]])
    entry = edges[int(chance.choice(4, p=[0.25, 0.4, 0.175, 0.175]))]
    goal = np.array([chance.uniform(0.15, 0.85) * WIDE, chance.uniform(0.15, 0.85) * HIGH])
    heading = np.arctan2(*(goal - entry)[::-1])
    reach = (
        chance.uniform(-0.4, 1.0) * palm
        if chance.random() < 0.2
        else chance.uniform(0.1, 1.0) * float(np.hypot(*(goal - entry)))
    )
    return np.asarray(entry + reach * np.array([np.cos(heading), np.sin(heading)])), float(heading)


def _lay_hand(canvas: Values, covered: Values, chance: np.random.Generator) -> None:
    parts, arm = _parts(chance)
    palm = float(np.exp(chance.uniform(np.log(14), np.log(58))))
    at, heading = _place(chance, palm)
    mirror = np.array([chance.choice([-1.0, 1.0]), 1.0])
    c, s = np.cos(heading - np.pi / 2), np.sin(heading - np.pi / 2)
    turn = np.array([[c, s], [-s, c]]) * palm

    def drawn(outlines: list[Points]) -> Values:
        shape = np.zeros((HIGH, WIDE), np.float32)
        for outline in outlines:
            cv2.fillPoly(
                shape, [np.round(((outline * mirror) @ turn + at) * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4
            )
        return shape

    hand, forearm = drawn(parts), drawn([arm])
    skin = _skin(chance)
    light = chance.normal(size=2)
    whole = np.maximum(hand, forearm)
    sleeve = np.zeros_like(hand)
    if chance.random() < 0.45:
        start, wide = -chance.uniform(0.5, 3.0), chance.uniform(1.0, 1.6)
        cloth = np.array([[-0.45, start], [0.45, start], [0.7, -12.0], [-0.7, -12.0]]) * [wide, 1.0]
        sleeve = drawn([cloth])
    shaded = _shaded(whole, skin, light, chance)
    total = np.maximum(whole, sleeve)
    if chance.random() < 0.2:  # holds a card
        tip = at + palm * chance.uniform(0.6, 1.2) * np.array([np.cos(heading), np.sin(heading)])
        _fill(
            canvas,
            _quad(tip[0], tip[1], palm * 0.8, palm * 0.8, heading + chance.normal(0, 0.3)),
            _colour(chance),
            chance,
        )
    paint = shaded
    if sleeve.any():
        woven = 1 + chance.uniform(0, 0.15) * _noise(chance, 90, 50)[..., None]
        cloth_paint = _shaded(sleeve, _colour(chance), light, chance) * woven
        both = shaded * (1 - sleeve[..., None]) + cloth_paint * sleeve[..., None]
        paint = np.asarray(both, dtype=np.float32)
    _over(canvas, total, paint, chance, 0.9, palm * 0.35)
    np.maximum(covered, total, out=covered)


def _shaded(shape: Values, colour: Values, light: Points, chance: np.random.Generator) -> Values:
    """A rounded body of this colour, lit from one side (HIGH x WIDE x 3)."""
    depth = cv2.distanceTransform((shape > 0.5).astype(np.uint8), cv2.DIST_L2, 3)
    body = cv2.GaussianBlur(np.sqrt(depth), (0, 0), 1.2)
    slope = cv2.Sobel(body, cv2.CV_32F, 1, 0) * light[0] + cv2.Sobel(body, cv2.CV_32F, 0, 1) * light[1]
    shade = np.clip(1 + slope * chance.uniform(0.05, 0.25), 0.35, 1.6) * (1 + 0.06 * _noise(chance, 14, 8))
    sheen = np.clip(slope, 0, 1)[..., None] ** 2 * chance.uniform(0, 0.15)
    return np.asarray(shade[..., None] * colour + sheen, dtype=np.float32)


def _lay_cutout(canvas: Values, covered: Values, cutout: Cutout, chance: np.random.Generator) -> None:
    """Lays a hand cut out, in quarter turns, mirrored and shifted along the border of its arm."""
    picture, mask = cutout.picture, cutout.mask
    scale = chance.uniform(0.8, 1.4)
    matrix = np.array([[scale, 0, 0], [0, scale, 0]])
    if chance.random() < 0.5:  # mirrored, left to right
        matrix = matrix @ np.array([[-1, 0, WIDE - 1], [0, 1, 0], [0, 0, 1]])
    if chance.random() < 0.4:  # from the other side of the table
        matrix = matrix @ np.array([[-1, 0, WIDE - 1], [0, -1, HIGH - 1], [0, 0, 1]])
    low, high, left, right = mask[-1].any(), mask[0].any(), mask[:, 0].any(), mask[:, -1].any()
    slide_x = chance.uniform(-0.35, 0.35) * WIDE if (low or high) and not (left or right) else 0.0
    slide_y = chance.uniform(-0.3, 0.3) * HIGH if (left or right) and not (low or high) else 0.0
    matrix[:, 2] += matrix[:, :2] @ [slide_x, slide_y]
    moved_mask = np.asarray(cv2.warpAffine(mask, matrix, (WIDE, HIGH)) / 255, dtype=np.float32)
    ys, xs = np.nonzero(moved_mask > 0.5)
    if len(xs) == 0 or not (ys.min() == 0 or xs.min() == 0 or ys.max() == HIGH - 1 or xs.max() == WIDE - 1):
        return
    tint = np.clip(chance.normal(1, 0.08, 3), 0.7, 1.3) * np.exp(chance.uniform(-0.7, 0.6))
    paint = cv2.warpAffine(picture, matrix, (WIDE, HIGH)).astype(np.float32) / 255 * tint
    _over(canvas, moved_mask, np.asarray(paint, dtype=np.float32), chance, 0.9, 8)
    np.maximum(covered, moved_mask, out=covered)


def _camera(canvas: Values, chance: np.random.Generator) -> Picture:
    y, x = np.mgrid[0:HIGH, 0:WIDE].astype(np.float32)
    slope = (
        1 + chance.uniform(-0.35, 0.35) * (x / WIDE - 0.5) + chance.uniform(-0.35, 0.35) * (y / HIGH - 0.5)
    )
    if chance.random() < 0.5:  # a lamp's glow
        far = np.hypot(x - chance.uniform(0, WIDE), y - chance.uniform(0, HIGH))
        slope = slope + chance.uniform(0, 0.9) * np.exp(-((far / chance.uniform(40, 160)) ** 2))
    gains = np.clip(chance.normal(1, 0.08, 3), 0.7, 1.3) * np.exp(chance.uniform(-0.5, 0.4))
    lit = canvas * slope[..., None] * gains
    small = cv2.resize(
        np.asarray(lit, dtype=np.float32), (WIDE // 2, HIGH // 2), interpolation=cv2.INTER_AREA
    )
    small = np.clip(small, 0, 1) ** chance.uniform(0.6, 1.0)
    small = small + chance.normal(scale=chance.uniform(0, 0.015), size=small.shape)
    return np.asarray(np.clip(small, 0, 1) * 255, dtype=np.uint8)
