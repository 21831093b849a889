"""Painted grounds for dice: wood, cloth, felt, leather, print, cards, and things that are no dice.

No picture of a die is here; dots, discs and squares are, so that they are learnt as negatives.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture, Values

SIDE: Final = 384
"""Side of a painted ground in px."""


def colour(chance: np.random.Generator, least: int = 10) -> Values:
    """A random colour, BGR 0..1 (linear)."""
    rich = int(255 * chance.random() ** chance.choice([0.5, 1.0, 2.0]))
    hsv = np.array([[[chance.integers(0, 180), rich, chance.integers(least, 256)]]], np.uint8)
    return np.asarray((cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] / 255.0) ** 2.2, dtype=np.float32)


def noise(chance: np.random.Generator, coarse: float, coarse_down: float | None = None) -> Values:
    """Smooth noise (SIDE x SIDE), about -1..1; `coarse`: pixels from one bump to the next, across (and down)."""
    across = max(2, int(SIDE / coarse))
    down = max(2, int(SIDE / (coarse_down or coarse)))
    small = chance.normal(scale=0.5, size=(down, across)).astype(np.float32)
    return np.asarray(cv2.resize(small, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC))


def ground(chance: np.random.Generator, faces: Sequence[Picture]) -> Values:
    """A ground (SIDE x SIDE x 3, BGR linear) of some kind; `faces` (BGR) lend the art of printed ones."""
    kind = chance.random()
    if kind < 0.22:
        canvas = _wood(chance)
    elif kind < 0.5:
        canvas = _cloth(chance)
    elif kind < 0.62:
        canvas = _leather(chance)
    elif kind < 0.72:
        canvas = np.broadcast_to(colour(chance), (SIDE, SIDE, 3)) * (1 + 0.1 * noise(chance, 90)[..., None])
    elif kind < 0.86 or not faces:
        canvas = _printed(chance)
    else:
        canvas = _art(chance, faces)
    canvas = np.ascontiguousarray(np.clip(canvas, 0.004, 1), dtype=np.float32)
    if faces and chance.random() < 0.25:
        for _ in range(int(chance.integers(1, 4))):
            _lay_card(canvas, chance, faces)
    if chance.random() < 0.45:
        for _ in range(int(chance.integers(1, 7))):
            _lay_thing(canvas, chance)
    if chance.random() < 0.12:
        _lay_rim(canvas, chance)
    return canvas


def _wood(chance: np.random.Generator) -> Values:
    hue = np.array([[[chance.integers(5, 22), chance.integers(40, 200), chance.integers(40, 235)]]], np.uint8)
    base = (cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0] / 255.0) ** 2.2
    warp = noise(chance, 150, 60) * chance.uniform(0, 30)
    y = np.arange(SIDE, dtype=np.float32)[:, None] + warp
    rings = np.sin(y / chance.uniform(1.5, 9) + 2 * noise(chance, 400, chance.uniform(10, 60)))
    grain = noise(chance, chance.uniform(30, 140), 1.5)
    tone = (
        1 + chance.uniform(0.03, 0.3) * rings + chance.uniform(0.03, 0.25) * grain + 0.15 * noise(chance, 120)
    )
    if chance.random() < 0.3:
        pores = (noise(chance, 14, 1.3) > chance.uniform(0.7, 1.2)).astype(np.float32)
        tone = tone * (1 - chance.uniform(0.3, 0.8) * pores)
    if chance.random() < 0.4:
        board = int(chance.integers(60, 200))
        tone = tone * (1 + 0.12 * chance.normal(size=SIDE // board + 1))[np.arange(SIDE) // board][:, None]
        if chance.random() < 0.6:
            tone[::board] *= 0.4
    for _ in range(int(chance.integers(0, 3)) if chance.random() < 0.3 else 0):
        at, reach = chance.integers(0, SIDE, size=2), chance.uniform(3, 14)
        yy, xx = np.mgrid[0:SIDE, 0:SIDE]
        far = np.hypot((xx - at[0]) / 1.5, yy - at[1]) / reach
        tone = tone * (1 - 0.75 * np.exp(-(far**2)))
    return np.asarray(base * tone.astype(np.float32)[..., None], dtype=np.float32)


def _cloth(chance: np.random.Generator) -> Values:
    canvas = np.broadcast_to(colour(chance), (SIDE, SIDE, 3)).astype(np.float32)
    fuzz = chance.uniform(0.03, 0.35) * noise(chance, chance.uniform(1.0, 3)) + 0.12 * noise(chance, 100)
    canvas = canvas * (1 + fuzz)[..., None]
    if chance.random() < 0.4:
        step = chance.uniform(2.5, 6)
        x = np.arange(SIDE, dtype=np.float32)
        weave = np.sin(2 * np.pi * x / step)[None] * np.sin(2 * np.pi * x / step)[:, None]
        canvas = canvas * (1 + chance.uniform(0.05, 0.3) * weave)[..., None]
    if chance.random() < 0.25:
        other = colour(chance)
        for axis in (0, 1):
            bands = noise(chance, chance.uniform(6, 50), SIDE)[:1] > chance.uniform(-0.2, 0.6)
            bands = bands if axis else bands.T
            canvas = np.where(bands[..., None], canvas * 0.6 + other * 0.4, canvas)
    if chance.random() < 0.25:
        canvas = canvas * (1 + chance.uniform(0.1, 0.5) * noise(chance, chance.uniform(4, 20)))[..., None]
    return np.asarray(canvas, dtype=np.float32)


def _leather(chance: np.random.Generator) -> Values:
    cells = noise(chance, chance.uniform(2.5, 8))
    creases = np.exp(-((cells / chance.uniform(0.1, 0.3)) ** 2))
    tone = 1 + 0.2 * noise(chance, 60) + chance.uniform(-0.6, 0.6) * creases
    return np.asarray(colour(chance) * tone[..., None], dtype=np.float32)


def _printed(chance: np.random.Generator) -> Values:
    """Areas of colour, lines, grids and dots: a board, a playmat, a page."""
    canvas = np.empty((SIDE, SIDE, 3), np.float32)
    canvas[:] = colour(chance)
    if chance.random() < 0.4:
        canvas += 0.5 * colour(chance) * np.clip(noise(chance, chance.uniform(20, 120)), 0, 1)[..., None]
    for _ in range(int(chance.integers(2, 14))):
        _mark(canvas, chance, chance.uniform(8, 150))
    kind = chance.random()
    step = int(chance.integers(14, 80))
    ink = tuple(colour(chance).tolist())
    if kind < 0.2:
        for at in range(0, SIDE, step):
            cv2.line(canvas, (at, 0), (at, SIDE), ink, int(chance.integers(1, 4)), cv2.LINE_AA)
            cv2.line(canvas, (0, at), (SIDE, at), ink, 1, cv2.LINE_AA)
    elif kind < 0.4:
        radius = max(2, int(step * chance.uniform(0.1, 0.3)))
        for x in range(0, SIDE, step):
            for y in range(0, SIDE, step):
                cv2.circle(canvas, (x, y), radius, ink, -1, cv2.LINE_AA)
    elif kind < 0.5:
        board = (np.add.outer(np.arange(SIDE) // step, np.arange(SIDE) // step) % 2).astype(bool)
        canvas[board] = ink
    return canvas


def _mark(canvas: Values, chance: np.random.Generator, size: float) -> None:
    at = chance.uniform(0, SIDE, size=2)
    ink = tuple(colour(chance).tolist())
    kind = chance.random()
    turn = float(chance.uniform(0, 360))
    thick = -1 if chance.random() < 0.6 else int(chance.integers(1, 5))
    if kind < 0.35:
        cv2.ellipse(
            canvas, (at.tolist(), (size, size * chance.uniform(0.3, 1)), turn), ink, thick, cv2.LINE_AA
        )
    elif kind < 0.65:
        box = cv2.boxPoints((at.tolist(), (size, size * chance.uniform(0.3, 1)), turn)).astype(np.int32)
        if thick < 0:
            cv2.fillPoly(canvas, [box], ink, cv2.LINE_AA)
        else:
            cv2.polylines(canvas, [box], isClosed=True, color=ink, thickness=thick, lineType=cv2.LINE_AA)
    else:
        text = "".join(
            chance.choice(list("ABCDEFGHIKLMNOPRSTUWaeiou0123456789:.%"), size=int(chance.integers(1, 6)))
        )
        font = int(chance.choice([0, 1, 2, 3, 4, 6, 7]))
        write(canvas, text, at, font, size / 40, ink, int(chance.integers(1, 4)))


def write(
    canvas: Values,
    text: str,
    at: NDArray[np.float64],
    font: int,
    size: float,
    ink: Sequence[float],
    thick: int,
) -> None:
    letters = np.zeros(canvas.shape[:2], np.uint8)
    cv2.putText(letters, text, at.astype(int).tolist(), font, size, 255, thick, cv2.LINE_AA)
    over = (letters / 255.0).astype(np.float32)[..., None]
    canvas *= 1 - over
    canvas += np.array(ink, np.float32) * over


def _art(chance: np.random.Generator, faces: Sequence[Picture]) -> Values:
    face = faces[int(chance.integers(len(faces)))]
    zoom = chance.uniform(0.8, 2.5) * SIDE / min(face.shape[:2])
    matrix = cv2.getRotationMatrix2D(
        (face.shape[1] / 2, face.shape[0] / 2), float(chance.uniform(0, 360)), zoom
    )
    matrix[:, 2] = matrix[:, 2] + [(SIDE - face.shape[1]) / 2, (SIDE - face.shape[0]) / 2]
    piece = cv2.warpAffine(face, matrix, (SIDE, SIDE), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
    return np.asarray((piece / 255.0) ** 2.2, dtype=np.float32)


def _lay_card(canvas: Values, chance: np.random.Generator, faces: Sequence[Picture]) -> None:
    face = faces[int(chance.integers(len(faces)))] if chance.random() < 0.65 else _playing_card(chance)
    high, wide = face.shape[:2]
    size = chance.uniform(60, 220) / max(high, wide)
    box = cv2.boxPoints(
        (chance.uniform(0, SIDE, 2).tolist(), (wide * size, high * size), float(chance.uniform(0, 360)))
    )
    source = np.array([[0, high], [0, 0], [wide, 0], [wide, high]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, box.astype(np.float32))
    small = cv2.GaussianBlur(face, (0, 0), 0.4 / size)
    piece = cv2.warpPerspective(small, matrix, (SIDE, SIDE))
    over = np.zeros((SIDE, SIDE), np.float32)
    cv2.fillConvexPoly(over, box.astype(np.int32), 1.0, cv2.LINE_AA)
    canvas *= 1 - over[..., None]
    canvas += over[..., None] * (piece / 255.0).astype(np.float32) ** 2.2


def _playing_card(chance: np.random.Generator) -> Picture:
    """A white card with rows of suit-like figures, similar to pips."""
    card = np.full((140, 100, 3), 245, np.uint8)
    ink = (20, 20, 200) if chance.random() < 0.5 else (20, 20, 20)
    number = int(chance.integers(1, 11))
    columns = [50] if number < 4 else [28, 72]
    size = int(chance.integers(5, 11))
    rows = np.linspace(28, 112, max(1, -(-number // len(columns)))).astype(int)
    round_marks = chance.random() < 0.4
    for k in range(number):
        x, y = columns[k % len(columns)], int(rows[k // len(columns)])
        if round_marks:
            cv2.circle(card, (x, y), size, ink, -1, cv2.LINE_AA)
        else:
            shape = np.array([[x, y - size], [x + size, y], [x, y + size], [x - size, y]], np.int32)
            cv2.fillPoly(card, [shape], ink, cv2.LINE_AA)
    cv2.putText(card, str(number), (4, 18), 0, 0.5, ink, 2, cv2.LINE_AA)
    return card


def _lay_thing(canvas: Values, chance: np.random.Generator) -> None:
    """A disc, coin, tile, bead or domino with its shadow."""
    at = chance.uniform(0, SIDE, size=2)
    size = float(np.exp(chance.uniform(np.log(8), np.log(60))))
    flat = chance.uniform(0.65, 1.0)
    turn = float(chance.uniform(0, 360))
    body, ink = colour(chance), tuple(colour(chance).tolist())
    square = chance.random() < 0.25
    mask = np.zeros((SIDE, SIDE), np.float32)
    shadow = np.zeros((SIDE, SIDE), np.float32)
    for layer, off in ((shadow, chance.normal(scale=0.12 * size, size=2)), (mask, np.zeros(2))):
        middle = (at + off).tolist()
        if square:
            shape = cv2.boxPoints((middle, (size, size * chance.uniform(0.5, 1)), turn)).astype(np.int32)
            cv2.fillPoly(layer, [shape], 1.0, cv2.LINE_AA)
        else:
            cv2.ellipse(layer, (middle, (size, size * flat), turn), 1.0, -1, cv2.LINE_AA)
    canvas *= 1 - chance.uniform(0.2, 0.7) * cv2.GaussianBlur(shadow, (0, 0), 0.5 + 0.06 * size)[..., None]
    face = np.empty_like(canvas)
    face[:] = body
    rim = cv2.erode(mask, np.ones((3, 3))) if size < 30 else cv2.erode(mask, np.ones((5, 5)))
    face *= np.where(rim > 0.5, 1.0, chance.uniform(0.6, 1.4))[..., None]
    kind = chance.random()
    if kind < 0.2:
        cv2.ellipse(face, (at.tolist(), (size * 0.6, size * 0.6 * flat), turn), ink, 1, cv2.LINE_AA)
    elif kind < 0.35:
        cv2.ellipse(face, (at.tolist(), (size * 0.3, size * 0.3 * flat), turn), ink, -1, cv2.LINE_AA)
    elif kind < 0.5:
        write(face, str(chance.integers(0, 10)), at - size * 0.25, 0, size / 40, ink, 2)
    elif kind < 0.65:
        face *= (1 + chance.uniform(0.1, 0.6) * noise(chance, max(2.0, size / 8)))[..., None]
    canvas *= 1 - mask[..., None]
    canvas += np.clip(face, 0, 1) * mask[..., None]


def _lay_rim(canvas: Values, chance: np.random.Generator) -> None:
    """The edge of a tray or bowl: another ground beyond a line or large circle, with shade along it."""
    yy, xx = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    at = chance.uniform(0, SIDE, size=2)
    if chance.random() < 0.5:
        turn = chance.uniform(0, 2 * np.pi)
        far = (xx - at[0]) * np.cos(turn) + (yy - at[1]) * np.sin(turn)
    else:
        far = np.hypot(xx - at[0], yy - at[1]) - chance.uniform(100, 350)
    wide = chance.uniform(6, 60)
    wall = np.clip(np.minimum(far, wide - far), 0, 1)[..., None]
    other = colour(chance) * (1 + 0.15 * noise(chance, 60, 2))[..., None]
    canvas *= 1 - chance.uniform(0.2, 0.7) * np.exp(-np.maximum(-far, 0) / chance.uniform(4, 30))[..., None]
    canvas *= 1 - wall
    canvas += other * wall
