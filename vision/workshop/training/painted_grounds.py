"""Painted table tops with clutter: wood, cloth, playmats, paper, coins, dice, an arm; and the camera.

Rectangles other than cards (frames on a playmat, paper, dice) are as frequent as cards.
"""

from math import cos, radians, sin

import cv2
import numpy as np

from vision.arrays import Picture, Points, Values
from vision.workshop.training.painted_faces import clouds, colour

FINER = 2
"""Scale at which tables are painted."""


def ground(chance: np.random.Generator, size: tuple[int, int]) -> Values:
    wide, high = size
    canvas = np.empty((high, wide, 3), np.float32)
    kind = chance.random()
    if kind < 0.35:  # wood
        hue = np.array(
            [[[chance.integers(3, 24), chance.integers(20, 190), chance.integers(30, 240)]]], np.uint8
        )
        canvas[:] = cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0] / 255.0
        turned = cv2.getRotationMatrix2D((wide / 2, high / 2), float(chance.uniform(0, 360)), 1.6)
        fine, coarse = int(chance.integers(60, 320)), int(chance.integers(2, 10))
        grain = cv2.resize(
            chance.normal(size=(fine, coarse)).astype(np.float32), size, interpolation=cv2.INTER_CUBIC
        )
        planks = np.repeat(chance.normal(size=(12, 1)), high // 12 + 1, axis=0)[:high].astype(np.float32)
        seams = np.zeros((high, 1), np.float32)
        seams[:: high // 12] = -chance.uniform(0, 3)
        shade = grain * chance.uniform(0.02, 0.2) + (planks + seams) * chance.uniform(0, 0.12)
        shade = cv2.warpAffine(shade.astype(np.float32), turned, size, borderMode=cv2.BORDER_REFLECT)
    elif kind < 0.6:  # cloth
        canvas[:] = colour(chance, 0.08, 0.9)
        fuzz = chance.normal(size=(high, wide)).astype(np.float32)
        shade = cv2.GaussianBlur(fuzz, (0, 0), chance.uniform(0.6, 3)) * chance.uniform(0, 0.4)
        if chance.random() < 0.5:  # woven or tartan
            across = np.cumsum(chance.normal(size=(1, wide)), axis=1) * 0.2 if chance.random() < 0.3 else 0
            lines = chance.normal(size=(1, wide)) + across, chance.normal(size=(high, 1))
            woven = cv2.GaussianBlur((lines[0] + lines[1]).astype(np.float32), (0, 0), chance.uniform(0.5, 3))
            shade = shade + woven * chance.uniform(0, 0.2)
    elif kind < 0.8:
        canvas[:] = colour(chance, 0.03, 1.0)
        shade = clouds(chance, size, chance.uniform(2, 9), 4) * chance.uniform(0, 0.12)
    else:  # something printed all over
        canvas[:] = colour(chance, 0.1, 1.0)
        for _ in range(int(chance.integers(1, 5))):
            part = 1 / (1 + np.exp(-clouds(chance, size, chance.uniform(1, 8), 4) * chance.uniform(0.5, 9)))
            canvas += (colour(chance) - canvas) * part[..., None] * chance.uniform(0.2, 1)
        if chance.random() < 0.4:  # tiles
            step, tint = int(chance.integers(60, 300)), tuple(float(v) for v in colour(chance))
            for k in range(0, wide, step):
                cv2.line(
                    canvas, (k, 0), (k + int(chance.integers(-9, 9)), high), tint, int(chance.integers(1, 6))
                )
                cv2.line(canvas, (0, k), (wide, k), tint, int(chance.integers(1, 6)))
        shade = np.zeros((high, wide), np.float32)
    shaded: Values = np.clip(canvas * np.maximum(1 + shade, 0.1)[..., None], 0, 1)
    return np.ascontiguousarray(shaded, dtype=np.float32)


def lay_playmat(canvas: Values, chance: np.random.Generator, tilt: Points, side: float) -> None:
    """A mat with art on it and frames, rings and lines printed where cards go."""
    high, wide = canvas.shape[:2]
    if chance.random() < 0.75:
        art = ground(chance, (wide, high))
        if chance.random() < 0.7:
            art = 0.5 * art + 0.5 * colour(chance, 0.05, 0.9)
        middle = np.array([wide, high]) * chance.uniform(0.3, 0.7, 2)
        reach = np.array([wide, high]) * chance.uniform(0.25, 0.6, 2)
        turn = radians(chance.normal(0, 15))
        corners = rectangle(middle, reach[0], reach[1], turn)
        mask = np.zeros((high, wide), np.float32)
        seen = np.rint(through(tilt, corners)).astype(np.int32)
        cv2.fillConvexPoly(mask, cv2.convexHull(seen), 1.0, cv2.LINE_AA)
        canvas += (art - canvas) * mask[..., None]
        if chance.random() < 0.6:
            tint = tuple(float(v) for v in colour(chance, 0.0, 0.5))
            cv2.polylines(
                canvas,
                [seen],
                isClosed=True,
                color=tint,
                thickness=int(chance.integers(1, 9)),
                lineType=cv2.LINE_AA,
            )
    turn = radians(chance.normal(0, 20))
    tint = tuple(
        float(v) for v in (colour(chance) if chance.random() < 0.5 else np.full(3, chance.uniform(0, 1)))
    )
    thick = int(chance.integers(1, 7))
    ratio = chance.uniform(0.6, 1.6)
    larger = chance.uniform(0.7, 1.7)
    pitch = side * larger * chance.uniform(1.3, 2.5)
    start = chance.uniform(0, pitch, 2)
    for row in range(int(chance.integers(1, 4))):
        for column in range(int(chance.integers(1, 7))):
            flat = np.array([start[0] + column * pitch, start[1] + row * pitch * 1.3])
            about = np.array([wide, high]) / 2
            middle = about + turned(flat - about, turn)
            corners = rectangle(middle, side * larger / 2, side * larger / 2 * ratio, turn)
            printed = through(tilt, _round_corners(corners, chance.choice([0.0, 0.08])))
            cv2.polylines(
                canvas,
                [np.rint(printed).astype(np.int32)],
                isClosed=True,
                color=tint,
                thickness=thick,
                lineType=cv2.LINE_AA,
            )
    for _ in range(int(chance.integers(0, 3))):
        spot = (int(chance.uniform(0, wide)), int(chance.uniform(0, high)))
        cv2.circle(
            canvas, spot, int(chance.uniform(0.3, 2.5) * side), tint, -1 if chance.random() < 0.4 else thick
        )


def _round_corners(corners: Points, part: float) -> Points:
    if not part:
        return corners
    points = []
    for k in range(4):
        at, before, after = corners[k], corners[k - 1], corners[(k + 1) % 4]
        points += [
            at + (before - at) * part,
            at + (before + after - 2 * at) * part * 0.3,
            at + (after - at) * part,
        ]
    return np.array(points)


def lay_paper(canvas: Values, chance: np.random.Generator, tilt: Points, side: float) -> None:
    """Paper, a book, a box or a telephone: much larger or longer than a card."""
    high, wide = canvas.shape[:2]
    middle = np.array([wide, high]) * chance.uniform(0, 1, 2)
    short = side * chance.uniform(1.7, 3.5) if chance.random() < 0.7 else side * chance.uniform(0.3, 0.8)
    long = short * (chance.uniform(1.2, 1.8) if short > side * 1.5 else chance.uniform(2.2, 6))
    turn = chance.uniform(0, np.pi)
    sheet = rectangle(middle, short / 2, long / 2, turn)
    seen = np.rint(through(tilt, sheet)).astype(np.int32)
    tint = np.full(3, chance.uniform(0.7, 1)) if chance.random() < 0.5 else colour(chance)
    cv2.fillConvexPoly(canvas, seen, tuple(float(v) for v in tint), cv2.LINE_AA)
    if chance.random() < 0.5:
        ink = (0.3, 0.3, 0.3)
        for part in np.linspace(0.1, 0.9, int(chance.integers(4, 25))):
            ends = [sheet[0] + (sheet[3] - sheet[0]) * part, sheet[1] + (sheet[2] - sheet[1]) * part]
            one, other = np.rint(through(tilt, np.array(ends) * 0.9 + 0.1 * middle)).astype(int).tolist()
            cv2.line(canvas, one, other, ink, 1, cv2.LINE_AA)


def lay_clutter(canvas: Values, owners: Picture, chance: np.random.Generator, side: float) -> None:
    """Coins, discs, dice and pawns anywhere, sometimes an arm."""
    high, wide = owners.shape
    for _ in range(int(chance.integers(0, 12)) if chance.random() < 0.7 else 0):
        x, y = int(chance.uniform(0, wide)), int(chance.uniform(0, high))
        tint = tuple(float(v) for v in colour(chance))
        other = tuple(float(v) for v in colour(chance))
        radius = max(2, int(side * chance.uniform(0.1, 0.3)))
        cv2.circle(canvas, (x + radius // 4, y + radius // 4), radius, (0.05, 0.05, 0.05), -1, cv2.LINE_AA)
        if chance.random() < 0.6:
            cv2.circle(canvas, (x, y), radius, tint, -1, cv2.LINE_AA)
            cv2.circle(
                canvas, (x, y), int(radius * 0.7), other, -1 if chance.random() < 0.5 else 1, cv2.LINE_AA
            )
            cv2.circle(owners, (x, y), radius, 0, -1)
        else:
            box = np.rint(
                rectangle(np.array([x, y]), radius * 0.7, radius * 0.7, chance.uniform(0, 3))
            ).astype(np.int32)
            cv2.fillConvexPoly(canvas, box, tint, cv2.LINE_AA)
            cv2.circle(canvas, (x, y), max(1, radius // 5), other, -1, cv2.LINE_AA)
            cv2.fillConvexPoly(owners, box, 0)
    if chance.random() < 0.2:
        hue = np.array(
            [[[chance.integers(4, 16), chance.integers(50, 170), chance.integers(60, 250)]]], np.uint8
        )
        skin = tuple(float(v) for v in cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0] / 255.0)
        tip = chance.uniform(0.1, 0.9, 2) * (wide, high)
        towards = chance.uniform(0, 2 * np.pi)
        root = tip + np.array([cos(towards), sin(towards)]) * wide * 1.5
        thick = int(side * chance.uniform(0.5, 1.1))
        ends = [tuple(int(v) for v in tip), tuple(int(v) for v in root)]
        fingers = [
            tuple(int(v) for v in tip - np.array([cos(towards + t), sin(towards + t)]) * thick)
            for t in (-0.5, -0.15, 0.2, 0.6)
        ]
        for picture, tone in ((canvas, skin), (owners, 0)):
            cv2.line(picture, ends[0], ends[1], tone, thick)
            for finger in fingers:
                cv2.line(picture, ends[0], finger, tone, max(2, thick // 5))


def seen_by_camera(canvas: Values, chance: np.random.Generator, side: float) -> Picture:
    """The camera's picture: light, glare, blur, noise, sharpening, compression."""
    high, wide = canvas.shape[:2]
    small = (wide // 16, high // 16)
    lit = 1 + 0.25 * chance.random() * clouds(chance, small, 1.5, 1)
    for _ in range(int(chance.choice([0, 0, 1, 2]))):  # pools of light, glare
        x, y = np.meshgrid(np.arange(small[0]), np.arange(small[1]))
        reach = chance.uniform(2, 18, 2)
        spot = chance.uniform(0, 1, 2) * small
        lit += chance.uniform(0, 2.5) * np.exp(
            -(((x - spot[0]) / reach[0]) ** 2) - ((y - spot[1]) / reach[1]) ** 2
        )
    light = cv2.resize(lit.astype(np.float32), (wide, high), interpolation=cv2.INTER_CUBIC)
    gains = np.exp(chance.normal(size=3) * 0.12) * chance.uniform(0.35, 1.15)
    seen = canvas * light[..., None] * gains.astype(np.float32)
    if chance.random() < 0.2:  # a veil of reflected light
        seen += np.clip(clouds(chance, small, 2, 1), 0, 1).mean() * chance.uniform(0, 0.35)
    reduced = cv2.resize(seen, (wide // FINER, high // FINER), interpolation=cv2.INTER_AREA)
    blur = chance.uniform(0, 1.0) * min(1.0, side / 40)
    if blur > 0.25:
        reduced = cv2.GaussianBlur(reduced, (0, 0), blur)
    if chance.random() < 0.5:
        soft = cv2.GaussianBlur(reduced, (0, 0), 1.0)
        reduced = reduced + (reduced - soft) * chance.uniform(0, 1.2)
    reduced = np.clip(reduced, 0, 1) ** float(np.exp(chance.normal() * 0.2))
    noise = chance.normal(size=reduced.shape) * chance.uniform(0, 0.035)
    picture = np.clip((reduced + noise) * 255, 0, 255).astype(np.uint8)
    if chance.random() < 0.5:
        coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(45, 96))])[1]
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)
    return np.ascontiguousarray(picture)


def aslant(chance: np.random.Generator, size: tuple[int, int]) -> Points:
    """A homography of a tilted view of a flat painting, around the picture's middle."""
    wide, high = size
    focal = 0.8 * wide * chance.uniform(1.0, 2.2)
    tilt = radians(abs(chance.normal(0, 18)) % 42) if chance.random() < 0.8 else 0.0
    towards = chance.uniform(0, 2 * np.pi)
    axis, _ = cv2.Rodrigues(np.array([cos(towards), sin(towards), 0.0]) * tilt)
    inside = np.array([[focal, 0, wide / 2], [0, focal, high / 2], [0, 0, 1]])
    onto = np.column_stack([axis[:, 0], axis[:, 1], [0, 0, focal]])
    flat = np.array([[1, 0, -wide / 2], [0, 1, -high / 2], [0, 0, 1]])
    return np.asarray(inside @ onto @ flat)


def through(tilt: Points, points: Points) -> Points:
    return np.asarray(cv2.perspectiveTransform(points.reshape(1, -1, 2), tilt)[0], dtype=np.float64)


def rectangle(middle: Points, half_wide: float, half_high: float, turn: float) -> Points:
    flat = np.array(
        [[-half_wide, -half_high], [half_wide, -half_high], [half_wide, half_high], [-half_wide, half_high]]
    )
    return np.asarray(middle + np.array([turned(corner, turn) for corner in flat]))


def turned(point: Points, turn: float) -> Points:
    return np.array(
        [cos(turn) * point[0] - sin(turn) * point[1], sin(turn) * point[0] + cos(turn) * point[1]]
    )
