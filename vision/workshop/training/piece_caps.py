"""Crown caps: a round face, a falling shoulder and a fluted skirt.

Rule kept: a cap's size is that of its skirt with flutes, although its face is smaller.
"""

import numpy as np

from vision.workshop.training.piece_brush import Canvas, Drum, View, blend, draw_face, mask_of, towards

FLUTES = 21
"""Number of a crown cap's flutes; other crimped caps have more or fewer."""
ROUND = 168
"""Points per outline: enough to show every flute."""


def draw_cap(canvas: Canvas, number: int, drum: Drum, view: View, chance: np.random.Generator) -> None:
    """Draws one cap; the drum's radius is that of its skirt."""
    flutes = FLUTES if chance.random() < 0.7 else int(chance.integers(16, 30))
    depth, start = chance.uniform(0.01, 0.05), chance.uniform(0, 2 * np.pi)
    angles = np.arange(ROUND) / ROUND * 2 * np.pi
    crimped = drum.radius * (1 - depth + depth * np.cos(flutes * angles + start))
    around = np.column_stack([np.cos(angles), np.sin(angles)]) * crimped[:, None]
    face = drum.radius * chance.uniform(0.74, 0.9)
    share = drum.radius / face
    steel = chance.random() < 0.2
    body = np.full(3, chance.uniform(120, 210)) if steel else drum.body * chance.uniform(0.7, 1.05)
    deep = chance.uniform(0.1, 0.45)
    for level in np.linspace(0.0, 1.0, 7):  # from the skirt's edge up to the shoulder
        size = 1 - (1 - 1 / share) * level**2
        middle = drum.at + (drum.high + drum.thick * level) * view.up
        window, mask = mask_of(canvas.light, middle + size * around @ view.flat.T)
        if window is None:
            return
        y, x = np.mgrid[window].astype(np.float64)
        away = np.stack([x - middle[0], y - middle[1]], axis=-1) @ np.linalg.inv(view.flat).T
        flute = np.cos(flutes * np.arctan2(away[..., 1], away[..., 0]) + start)
        lit = view.ambient * 0.75 + (1 - view.ambient) * towards(view, window, middle, drum.radius)
        lit = lit * (1 + deep * (1 - level) * flute) * (0.8 + 0.25 * level)
        blend(canvas, number, window, mask, np.asarray(body * lit[..., None], np.float32))
    top = drum.at + (drum.high + drum.thick) * view.up
    draw_face(canvas, number, (top, face), drum.face, view, chance)
