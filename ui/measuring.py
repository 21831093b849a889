"""How well the table is seen, measured on the last picture and what the eye made of it: for the table check."""

from typing import TYPE_CHECKING, Any

from ui.opening import Opened
from ui.present.checks import Sight

if TYPE_CHECKING:
    from companion.sight import Table

SECONDS = 0.5
"""The sharpness is measured anew at most so often."""
_held: dict[int, tuple[float, float | None]] = {}


def sight_of(opened: Opened, now: float) -> Sight:
    """Everything that the table check tells of."""
    session = opened.session
    source = "simulated table" if opened.simulated is not None else type(opened.source).__name__
    decks = tuple((deck.name, len(deck.faces)) for deck in opened.decks)
    trouble = getattr(opened.source, "trouble", None)
    panel = getattr(opened.panel, "why", None)
    reading, frame = session.reading, session.frame
    if reading is None or frame is None:
        return Sight(source, trouble, decks=decks, panel=panel)
    table = session.referee.game.table(session.referee.setup)
    cards = [sighting for sighting in reading.scene.sightings if sighting.kind == "card"]
    read = [card for card in cards if card.label is not None or card.face == "down"]
    mat = reading.mat
    scale = sharp = None
    if mat.found and mat.image_to_table is not None:
        scale = px_per_mm(mat.image_to_table, table)
        sharp = _sharpness(opened, frame.image, mat.image_to_table, table, now)
    return Sight(
        source,
        trouble,
        mat.found,
        mat.why,
        mat.error_px,
        reading.light.ok,
        reading.light.why,
        scale,
        sharp,
        decks,
        len(cards),
        len(read),
        panel,
    )


def px_per_mm(image_to_table: Any, table: "Table") -> float:
    """Picture pixels a millimetre at the middle of the table; `image_to_table` is 3×3."""
    import numpy as np

    back = np.linalg.inv(np.asarray(image_to_table, float))
    x, y = table.width_mm / 2, table.height_mm / 2
    points = back @ np.array([[x - 5, x + 5], [y, y], [1, 1]])
    points = points[:2] / points[2]
    return float(np.linalg.norm(points[:, 1] - points[:, 0]) / 10)


def _sharpness(opened: Opened, image: Any, image_to_table: Any, table: "Table", now: float) -> float | None:
    at, value = _held.get(id(opened), (-SECONDS, None))
    if now - at >= SECONDS:
        value = sharpness(image, image_to_table, table)
        _held.clear()
        _held[id(opened)] = (now, value)
    return value


def sharpness(image: Any, image_to_table: Any, table: "Table") -> float | None:
    """How steep the edges of the corner tags are, 1 for a black-to-white step within one pixel; the median of four.

    The steepest slopes (99th percentile of the central difference) over half the contrast. None without tags.
    """
    import cv2
    import numpy as np

    if table.tags is None:
        return None
    back = np.linalg.inv(np.asarray(image_to_table, float))
    side = table.tags.side_mm
    found = []
    for x in (-side, table.width_mm):
        for y in (-side, table.height_mm):
            corners = np.array([[x, x + side, x + side, x], [y, y, y + side, y + side], [1, 1, 1, 1]])
            points = back @ corners
            points = points[:2] / points[2]
            left, top = np.floor(points.min(axis=1)).astype(int)
            right, low = np.ceil(points.max(axis=1)).astype(int)
            patch = image[max(top, 0) : max(low, 0), max(left, 0) : max(right, 0)]
            if patch.shape[0] < 8 or patch.shape[1] < 8:
                continue
            grey = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY).astype(np.float32)
            contrast = float(np.percentile(grey, 95) - np.percentile(grey, 5))
            if contrast < 20:
                continue
            slopes = np.abs(grey[:, 2:] - grey[:, :-2]) / 2
            found.append(min(1.0, float(np.percentile(slopes, 99)) / (contrast / 2)))
    return float(np.median(found)) if found else None
