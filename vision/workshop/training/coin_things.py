"""Draws coins, discs, dice, pawns and printed circles on a tilted table, for `coin_scenes`.

Coins are struck metal in relief, all else is flat or evenly shaded, so that the network learns the common
features of coins and not one picture.
"""

import cv2
import numpy as np

from vision.arrays import Floats, Values
from vision.painted.flat_things import Shine, light_relief
from vision.workshop.training.plain_reverses import plain_relief
from vision.workshop.training.reliefs import RADIUS, SIDE, relief

TEXTURE_PX = 112
"""Diameter in px of a cached coin."""
PENNY_MM = 19.05
SILVER_MM = (17.9, 21.2, 24.3, 23.2, 25.8)
"""Diameters of silver coins."""


def coin_texture(chance: np.random.Generator) -> Values:
    """A lit copper coin: BGR 0..1, filling a square of TEXTURE_PX."""
    side = "heads" if chance.random() < 0.5 else "tails"
    if chance.random() < 0.5:
        margin = int(SIDE / 2 - RADIUS)
        heights = relief(side, chance)[margin:-margin, margin:-margin]
    else:
        heights = plain_relief("heads" if side == "heads" else "tails", chance)
    heights = np.asarray(
        cv2.resize(heights, (TEXTURE_PX, TEXTURE_PX), interpolation=cv2.INTER_AREA), np.float32
    )
    tarnish, wear = chance.uniform(0, 1) ** 0.8, chance.uniform(0, 0.9)
    lit = np.zeros((TEXTURE_PX, TEXTURE_PX, 3), np.float32)
    for _ in range(int(chance.integers(1, 4))):
        shine = Shine(chance.uniform(0, 360), chance.uniform(15, 85), chance.uniform(0.5, 1.1), tarnish, wear)
        lit = np.maximum(lit, light_relief(heights, shine, chance)[..., :3].astype(np.float32) / 255)
    mirrored = cv2.resize(
        chance.normal(size=(4, 4)).astype(np.float32), (TEXTURE_PX, TEXTURE_PX), interpolation=cv2.INTER_CUBIC
    )
    lit *= np.exp(mirrored * chance.uniform(0, 0.35))[..., None]
    lit += (chance.uniform(0, 0.5) * np.clip(mirrored - 0.6, 0, 1) * (chance.random() < 0.35))[..., None]
    if chance.random() < 0.4:  # spots of tarnish
        spots = cv2.resize(
            chance.normal(size=(14, 14)).astype(np.float32),
            (TEXTURE_PX, TEXTURE_PX),
            interpolation=cv2.INTER_CUBIC,
        )
        lit *= 1 - (0.5 * chance.random() * np.clip(spots - 0.5, 0, 1))[..., None]
    return np.asarray(np.clip(lit, 0, 1.2), dtype=np.float32)


class TableTop:
    """A table in the making: canvas (BGR 0..1), top thing at each pixel, tilt and light.

    `coins`: textures to choose from. `penny`: a penny's diameter in px. `top`: number of the penny on top,
    from 1; 0 the table, -1 anything else.
    """

    def __init__(self, coins: list[Values], side: int, penny: float, chance: np.random.Generator) -> None:
        self.coins, self.chance, self.side, self.penny = coins, chance, side, penny
        self.per_mm = self.penny / PENNY_MM
        self.tilt = np.deg2rad(chance.uniform(0, 38)) if chance.random() < 0.75 else 0.0
        self.lean = chance.uniform(0, 2 * np.pi)
        self.shadow = chance.normal(size=2) * 0.12 * self.penny * chance.random()
        self.shade = (chance.uniform(0, 0.75), chance.uniform(0.02, 0.14) * self.penny + 0.4)
        self.canvas = np.zeros((side, side, 3), np.float32)
        self.top = np.zeros((side, side), np.int16)
        self.rings: list[tuple[float, float, float]] = []
        self.silver_tint = np.exp(chance.normal(scale=0.05, size=3))

    def _colour(self, darkest: float = 0.05, brightest: float = 1.0) -> Floats:
        chance = self.chance
        value = chance.uniform(darkest, brightest)
        rich = chance.random() ** 1.5
        hue = np.array([[[chance.uniform(0, 360), rich, value]]], np.float32)
        return np.asarray(cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0], dtype=np.float64)

    def _noise(self, cells: float) -> Values:
        small = self.chance.normal(size=(max(2, int(cells)), max(2, int(cells)))).astype(np.float32)
        return np.asarray(
            cv2.resize(small, (self.side, self.side), interpolation=cv2.INTER_CUBIC), np.float32
        )

    def _bent(self, turn: float, scale: float) -> Floats:
        """The affine part that turns and scales a flat thing, then tilts it with the table."""
        c, s = np.cos(turn), np.sin(turn)
        spin = np.array([[c, -s], [s, c]]) * scale
        lc, ls = np.cos(self.lean), np.sin(self.lean)
        along = np.array([[lc, -ls], [ls, lc]])
        return np.asarray(along @ np.diag([np.cos(self.tilt), 1.0]) @ along.T @ spin, dtype=np.float64)

    def _window(self, x: float, y: float, reach: float) -> tuple[slice, slice] | None:
        left, top = max(0, int(x - reach)), max(0, int(y - reach))
        right, bottom = min(self.side, int(x + reach) + 2), min(self.side, int(y + reach) + 2)
        if right - left < 2 or bottom - top < 2:
            return None
        return slice(top, bottom), slice(left, right)

    def _far(self, x: float, y: float, radius: float, window: tuple[slice, slice]) -> Values:
        """Distance (px) of a window's pixels outside a disc on the table."""
        rows, columns = np.mgrid[window].astype(np.float32)
        back = np.linalg.inv(self._bent(0.0, 1.0))
        dx, dy = columns - x, rows - y
        far = np.hypot(back[0, 0] * dx + back[0, 1] * dy, back[1, 0] * dx + back[1, 1] * dy)
        return np.asarray(far - radius, dtype=np.float32)

    def _shadow(self, shape: Values, more: float = 1.0) -> None:
        moved = np.array([[1, 0, self.shadow[0] * more], [0, 1, self.shadow[1] * more]])
        soft = cv2.warpAffine(shape, moved, shape.shape[::-1])
        soft = cv2.GaussianBlur(soft, (0, 0), self.shade[1])
        self.canvas *= 1 - (self.shade[0] * soft)[..., None]

    def _disc_shape(
        self, x: float, y: float, radius: float, thick_mm: float, edge: Floats, number: int
    ) -> tuple[tuple[slice, slice], Values] | None:
        """Paints shadow and side of a round thing; returns window and cover (0..1) of its upper face."""
        reach = radius * 1.7 + 4 * self.shade[1] + 3
        window = self._window(x, y, reach)
        if window is None:
            return None
        rise = thick_mm * self.per_mm * np.sin(self.tilt)
        up = rise * np.array([np.cos(self.lean), np.sin(self.lean)])
        foot = np.clip(0.5 - self._far(x - up[0], y - up[1], radius, window), 0, 1)
        part = self.canvas[window]
        moved = np.array([[1, 0, self.shadow[0] * thick_mm / 1.5], [0, 1, self.shadow[1] * thick_mm / 1.5]])
        soft = cv2.warpAffine(foot, moved, foot.shape[::-1])
        soft = cv2.GaussianBlur(soft, (0, 0), self.shade[1])
        part *= 1 - (self.shade[0] * soft)[..., None]
        part += (edge.astype(np.float32) - part) * foot[..., None]
        face = np.asarray(np.clip(0.5 - self._far(x, y, radius, window), 0, 1), np.float32)
        self.top[window][foot > 0.5] = -1
        self.top[window][face > 0.5] = number
        return window, face

    def _metal(self, x: float, y: float, radius: float, texture: Values, number: int) -> None:
        shaped = self._disc_shape(
            x, y, radius, 1.5, texture.mean(axis=(0, 1)) * self.chance.uniform(0.2, 1.3), number
        )
        if shaped is None:
            return
        window, face = shaped
        size = max(8, min(TEXTURE_PX, round(2.6 * radius)))
        small = cv2.resize(texture, (size, size), interpolation=cv2.INTER_AREA)
        bent = self._bent(self.chance.uniform(0, 2 * np.pi), 2 * radius / size)
        at = np.array([x - window[1].start, y - window[0].start])
        matrix = np.column_stack([bent, at - bent @ [(size - 1) / 2, (size - 1) / 2]])
        laid = cv2.warpAffine(
            small, matrix, face.shape[::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        part = self.canvas[window]
        part += (laid - part) * face[..., None]

    def _texture(self) -> Values:
        return self.coins[int(self.chance.integers(len(self.coins)))]

    def _penny(self, x: float, y: float) -> None:
        chance = self.chance
        if self.rings and chance.random() < 0.3:  # beside, or partly over, one that lies there
            near = self.rings[int(chance.integers(len(self.rings)))]
            turn, far = chance.uniform(0, 2 * np.pi), self.penny * chance.uniform(0.5, 1.15)
            x, y = near[0] + far * np.cos(turn), near[1] + far * np.sin(turn)
        tint = np.exp(chance.normal(scale=0.05, size=3))
        odd = chance.random()
        if odd < 0.07:  # violet or dull olive, as some lamps and cameras have it
            tint *= np.array([chance.uniform(1.2, 1.9), 1.0, 1.0])
        elif odd < 0.13:
            tint *= np.array([chance.uniform(0.8, 1.2), chance.uniform(1.0, 1.25), chance.uniform(0.8, 1.0)])
        tint *= np.exp(chance.normal(scale=0.25))
        texture = np.asarray(self._texture() * tint.astype(np.float32), np.float32)
        radius = self.penny / 2 * np.exp(chance.normal(scale=0.03))
        self.rings.append((x, y, radius))
        self._metal(x, y, radius, texture, len(self.rings))

    def _silver(self, x: float, y: float) -> None:
        chance = self.chance
        grey = self._texture() @ np.array([0.3, 0.45, 0.25], np.float32)
        grey = grey / max(float(grey.mean()), 0.05) * chance.uniform(0.15, 0.75)
        tint = self.silver_tint * np.exp(chance.normal(scale=0.03, size=3))
        texture = np.asarray(grey[..., None] * tint.astype(np.float32), np.float32)
        radius = float(chance.choice(SILVER_MM)) / 2 * self.per_mm
        self._metal(x, y, radius, texture, -1)

    def _flat(self, x: float, y: float, radius: float, thick_mm: float, colour: Floats) -> None:
        """A printed disc: plain, ringed, with a symbol."""
        chance = self.chance
        shaped = self._disc_shape(x, y, radius, thick_mm, colour * chance.uniform(0.4, 1.1), -1)
        if shaped is None:
            return
        window, face = shaped
        laid = np.zeros((*face.shape, 3), np.float32)
        laid[:] = colour
        self._decorated(laid, window, x, y, radius)
        slope = np.linspace(-1, 1, face.shape[1], dtype=np.float32) * chance.uniform(-0.15, 0.15)
        laid *= (1 + slope)[None, :, None]
        part = self.canvas[window]
        part += (laid - part) * face[..., None]

    def _decorated(
        self, laid: Values, window: tuple[slice, slice], x: float, y: float, radius: float
    ) -> None:
        chance = self.chance
        for _ in range(int(chance.integers(0, 3))):
            inner, wide = radius * chance.uniform(0.3, 1.0), radius * chance.uniform(0.03, 0.25)
            ring = np.clip(wide - np.abs(self._far(x, y, inner, window)), 0, 1)[..., None]
            laid += (self._colour().astype(np.float32) - laid) * ring
        at = np.array([x - window[1].start, y - window[0].start])
        ink = tuple(self._colour().tolist())
        kind = chance.random()
        if kind < 0.35:
            letter = str(chance.choice(list("0123456789SXAKQJZ*+?&")))
            size, thick = (
                radius / 22 * chance.uniform(0.7, 1.3),
                max(1, int(radius * chance.uniform(0.05, 0.2))),
            )
            place = (int(at[0] - 10 * size), int(at[1] + 10 * size))
            written = np.zeros(laid.shape[:2], np.uint8)
            cv2.putText(written, letter, place, cv2.FONT_HERSHEY_SIMPLEX, size, 255, thick, cv2.LINE_AA)
            laid += (np.array(ink, np.float32) - laid) * (written[..., None] / np.float32(255))
        elif kind < 0.75:
            points = int(chance.integers(3, 10))
            t = np.arange(2 * points) / points * np.pi + chance.uniform(0, 6)
            far = (
                radius
                * chance.uniform(0.3, 0.75)
                * np.where(np.arange(2 * points) % 2, chance.uniform(0.2, 1), 1)
            )
            shape = np.column_stack([np.cos(t), np.sin(t)]) * far[:, None] + at
            cv2.fillPoly(laid, [np.round(shape * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)

    def _copperish(self) -> Floats:
        if self.chance.random() < 0.35:
            copper = np.array([self.chance.uniform(0.1, 0.5), self.chance.uniform(0.35, 0.65), 0.9])
            return np.asarray(copper * self.chance.uniform(0.3, 1.1))
        return self._colour(0.1)

    def _disc(self, x: float, y: float) -> None:
        radius = self.penny / 2 * self.chance.uniform(0.7, 1.6)
        self._flat(x, y, radius, self.chance.uniform(1, 6), self._copperish())

    def _chip(self, x: float, y: float) -> None:
        chance = self.chance
        radius, colour = self.penny / 2 * chance.uniform(1.2, 2.1), self._colour(0.1)
        self._flat(x, y, radius, 3.0, colour)
        window = self._window(x, y, radius * 1.1)
        if window is None:
            return
        rows, columns = np.mgrid[window].astype(np.float32)
        angle = np.arctan2(rows - y, columns - x) * int(chance.integers(4, 9)) + chance.uniform(0, 6)
        far = self._far(x, y, radius, window)
        marks = (np.cos(angle) > 0.5) * np.clip(0.5 - far, 0, 1) * (far > -0.3 * radius)
        part = self.canvas[window]
        part += (self._colour(0.5).astype(np.float32) - part) * marks[..., None].astype(np.float32)

    def _pawn(self, x: float, y: float) -> None:
        chance = self.chance
        colour = self._copperish()
        radius = self.penny / 2 * chance.uniform(0.5, 1.2)
        self._flat(x, y, radius, 4.0, colour)
        rise = chance.uniform(0, 1.2) * self.penny * np.sin(self.tilt)
        x, y = x + rise * np.cos(self.lean), y + rise * np.sin(self.lean)
        window = self._window(x, y, radius)
        if window is None:
            return
        far = self._far(x, y, radius * chance.uniform(0.4, 0.9), window)
        ball = np.clip(0.5 - far, 0, 1)[..., None]
        shade = np.clip(0.5 - far / radius, 0.2, 1.6)[..., None]
        part = self.canvas[window]
        part += (colour.astype(np.float32) * shade - part) * ball

    def _die(self, x: float, y: float) -> None:
        chance = self.chance
        side, turn = self.penny * chance.uniform(0.6, 1.1), chance.uniform(0, 2 * np.pi)
        bent = self._bent(turn, side)
        corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) @ bent.T + [x, y]
        shape = np.zeros((self.side, self.side), np.uint8)
        cv2.fillPoly(shape, [np.round(corners * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        self.top[shape > 127] = -1
        cv2.fillPoly(
            self.canvas,
            [np.round(corners * 16).astype(np.int32)],
            tuple(self._colour(0.1).tolist()),
            cv2.LINE_AA,
            4,
        )
        ink, dot = tuple(self._colour(0.0).tolist()), max(1, int(side * chance.uniform(0.07, 0.12) * 16))
        for px in (-0.25, 0.0, 0.25):
            for py in (-0.25, 0.0, 0.25):
                if chance.random() < 0.45:
                    at = np.round((bent @ [px, py] + [x, y]) * 16).astype(int)
                    cv2.circle(self.canvas, (int(at[0]), int(at[1])), dot, ink, -1, cv2.LINE_AA, 4)

    def _blob(self, x: float, y: float) -> None:
        """A soft skin-coloured or dark thing, round at one end, as a finger or crumb."""
        chance = self.chance
        skin = np.array([0.5, 0.62, 0.9]) * chance.uniform(0.25, 1.0)
        turn, wide = chance.uniform(0, 2 * np.pi), self.penny * chance.uniform(0.3, 1.0)
        far = self.penny * chance.uniform(0.5, 5)
        end = (int(x + far * np.cos(turn)), int(y + far * np.sin(turn)))
        shape = np.zeros((self.side, self.side), np.float32)
        cv2.line(shape, (int(x), int(y)), end, 1.0, max(1, int(wide)), cv2.LINE_AA)
        self.top[shape > 0.5] = -1
        soft = cv2.GaussianBlur(shape, (0, 0), 0.2 * wide + 0.5)
        self.canvas += (skin.astype(np.float32) * (0.5 + 0.6 * soft[..., None]) - self.canvas) * shape[
            ..., None
        ]

    def _printed_round(self) -> None:
        """A circle printed on ground or card: a sun, a pip, a number's frame."""
        chance = self.chance
        x, y = chance.uniform(0, self.side, size=2)
        radius = self.penny / 2 * np.exp(chance.uniform(np.log(0.2), np.log(3.0)))
        window = self._window(x, y, radius + 2)
        if window is None:
            return
        far = self._far(x, y, radius, window)
        if chance.random() < 0.3:
            far = np.abs(far) - radius * chance.uniform(0.03, 0.2)
        soft = chance.uniform(0.5, 1.5) if chance.random() < 0.8 else 0.2 * radius
        cover = np.clip(0.5 - far / soft, 0, 1)[..., None]
        part = self.canvas[window]
        laid = np.zeros_like(part)
        laid[:] = self._copperish()
        if chance.random() < 0.6:
            self._decorated(laid, window, x, y, radius)
        if chance.random() < 0.5:
            laid *= np.exp(self._noise(chance.uniform(5, 60))[window] * 0.15)[..., None]
        part += (laid - part) * cover
