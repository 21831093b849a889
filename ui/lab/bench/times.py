"""Times of the eye on one core: a card among a thousand, an unchanged frame, a change, a whole table.

Measured on a painted table, so on any machine without other files. Rule kept: CPU time of this process, with the
picture already decoded; medians over several tries after one that does not count.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import TypeVar

import cv2
import numpy as np

from companion.sight import Region, Table
from ui.lab.bench.figures import Summary, share
from vision.arrays import Picture
from vision.decks.deck import Deck, DeckFace
from vision.decks.references import Reference, References
from vision.eye import Eye, Reading
from vision.identify.identify import Identifier
from vision.painted.painter import Painter
from vision.painted.tabletop import Laid, TableTop
from vision.sources.frames import Frame

FACES = 1000
CROPS = 60
ACROSS, DOWN = 6, 4
CARD_MM = (63.0, 88.0)
PENNIES = 12
TRIES = 9
FRAME_S = 1.0
_CELL = (75.0, 100.0)
Found = TypeVar("Found")


def measure_identity(faces: int = FACES, crops: int = CROPS, seed: int = 1) -> Summary:
    """Painted cards as a camera sees them, identified among many faces, and others of no deck."""
    known = [Reference("painted", name, face) for name, face in painted_faces(faces, seed)]
    identifier = Identifier([References(*CARD_MM, tuple(known))])
    rng = np.random.default_rng(seed)
    times: list[float] = []
    right = sure = wrong_and_sure = 0
    for number in rng.choice(faces, crops, replace=False):
        turns = int(rng.choice([0, 2]))
        crop = seen_card(known[int(number)].image, rng, turns)
        told, ms = _timed(partial(identifier.identify, crop))
        times.append(ms)
        first = told[0]
        is_right = first.reference == int(number) and first.turns == turns
        right += is_right
        sure += is_right and first.sure >= 0.9
        wrong_and_sure += not is_right and first.sure >= 0.9
    strangers = [seen_card(face, rng, 0) for _, face in painted_faces(crops // 2, seed + 1)]
    named = sum(identifier.identify(crop)[0].sure >= 0.5 for crop in strangers)
    return {
        "faces": faces,
        "crops": crops,
        "ms": round(median(times), 2),
        "ms_most": round(max(times), 2),
        "right": share(right, crops),
        "right_and_sure": share(sure, crops),
        "wrong_and_sure": wrong_and_sure,
        "strangers": len(strangers),
        "strangers_named": named,
    }


def seen_card(face: Picture, rng: np.random.Generator, turns: int) -> Picture:
    """A face as a camera sees it, straightened inexactly: corners off by some 2 %, dim, warm, soft and noisy."""
    wide, high = 144, 201
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], dtype=np.float32)
    moved = (corners + rng.normal(0, 0.01, (4, 2)) * (wide, high)).astype(np.float32)
    scale = np.diag([wide / face.shape[1], high / face.shape[0], 1.0])
    warp = cv2.getPerspectiveTransform(corners, moved) @ scale
    crop = cv2.warpPerspective(
        face, warp, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    soft = cv2.GaussianBlur(crop, (0, 0), float(rng.uniform(0.6, 1.6)))
    lit = soft * rng.uniform((0.45, 0.6, 0.7), (0.8, 0.9, 0.95)) + rng.uniform(0, 12)
    noisy = np.clip(lit + rng.normal(0, 4, lit.shape), 0, 255).astype(np.uint8)
    return np.ascontiguousarray(np.rot90(noisy, turns))


def measure_times(tries: int = TRIES) -> Summary:
    """Median ms for a whole table read afresh, for an unchanged frame, and for one changed card."""
    table, deck, top = painted_table()
    painter, eye, at = Painter(table, [deck], seed=3), Eye(table, [deck]), 0.0

    def read_next(picture: Picture) -> tuple[Reading, float]:
        nonlocal at
        at += FRAME_S
        return _timed(partial(eye.read, Frame(picture, at, 0)))

    first = painter.paint(top, 0)
    # The whole table, forgotten before every try.
    whole, cards, pennies = [], 0, 0
    for _ in range(tries):
        eye.forget()
        reading, ms = _timed(partial(eye.read, Frame(first, 0.0, 0)))
        whole.append(ms)
        cards = sum(one.kind == "card" and one.label is not None for one in reading.scene.sightings)
        pennies = sum(one.kind == "penny" for one in reading.scene.sightings)
    # The same table with another face in place of the second card.
    one, second, *others = top.things
    turned = replace(second, label=one.label, x=second.x + 3, angle=second.angle + 4)
    other = painter.paint(TableTop((one, turned, *others)), 1)
    noisy = [painter.paint(top, number) for number in range(2, 2 + tries)]
    same = [read_next(picture)[1] for picture in noisy]
    # Each changed picture is read twice, so that the next change is a single one again.
    changed = []
    for picture in (other, first) * tries:
        changed.append(read_next(picture)[1])
        read_next(picture)
    return {
        "picture": "1920 x 1080",
        "cards_read": cards,
        "pennies_found": pennies,
        "ms_unchanged": round(median(same), 2),
        "ms_one_changed": round(median(changed), 2),
        "ms_whole_table": round(median(whole), 1),
    }


def painted_table(seed: int = 3) -> tuple[Table, Deck, TableTop]:
    """A table of 24 face-up cards, every second with a penny on it."""
    faces = painted_faces(2 * ACROSS * DOWN, seed)
    back = painted_faces(1, seed + 1)[0][1]
    deck = Deck(
        name="painted",
        path=Path("painted"),
        width_mm=CARD_MM[0],
        height_mm=CARD_MM[1],
        faces=tuple(DeckFace(name, face) for name, face in faces),
        backs=(back,),
    )
    wide, high = _CELL
    places = [(column * wide, row * high) for row in range(DOWN) for column in range(ACROSS)]
    regions = tuple(Region(f"r{number}", x, y, wide, high) for number, (x, y) in enumerate(places))
    table = Table(ACROSS * wide, DOWN * high, regions=regions, kinds=("card", "penny"))
    cards = [
        Laid("card", faces[number][0], x + wide / 2, y + high / 2, 180.0 * (number % 2), deck="painted",
             width_mm=CARD_MM[0], height_mm=CARD_MM[1])
        for number, (x, y) in enumerate(places)
    ]  # fmt: skip
    coins = [
        Laid("penny", "heads" if number % 4 else "tails", card.x + 8, card.y - 12, 37.0 * number)
        for number, card in enumerate(cards)
        if number % 2 == 0
    ][:PENNIES]
    return table, deck, TableTop((*cards, *coins))


def _timed(work: Callable[[], Found]) -> tuple[Found, float]:
    start = time.process_time()
    found = work()
    return found, (time.process_time() - start) * 1000


# Invented card faces by the hundred, like a large collection, to measure identification. Rule kept: the same seed
# paints the same faces; faces of one seed share a layout, as those of a printed game do.


WIDE, HIGH = 126, 176
"""Size of a painted face in px: a poker card at two px per mm."""
_WORDS = (
    "amber", "birch", "cinder", "dusk", "elm", "frost", "gale", "heron", "iron", "jade", "kelp", "loom", "oak",
)  # fmt: skip


def painted_faces(count: int, seed: int = 0) -> list[tuple[str, Picture]]:
    """Faces with their own names: a title, a picture of random shapes, lines of text, a number."""
    rng, faces, ink = np.random.default_rng(seed), list[tuple[str, Picture]](), (20, 20, 20)
    for number in range(count):
        words = [_WORDS[int(rng.integers(len(_WORDS)))] for _ in range(2)]
        border = rng.integers(0, 90, 3)
        paper = rng.integers(165, 245, 3)
        face = np.empty((HIGH, WIDE, 3), dtype=np.uint8)
        face[:] = border
        face[6:-6, 6:-6] = paper
        # A picture of random shapes over a shade.
        rows, columns = 82, WIDE - 24
        top, bottom = rng.uniform(0, 255, 3), rng.uniform(0, 255, 3)
        shade = np.linspace(0, 1, rows)[:, None, None]
        art = np.repeat(top * (1 - shade) + bottom * shade, columns, axis=1).astype(np.uint8)
        for _ in range(int(rng.integers(4, 10))):
            colour = tuple(int(value) for value in rng.integers(0, 256, 3))
            x, y = int(rng.integers(0, columns)), int(rng.integers(0, rows))
            if rng.random() < 0.5:
                axes = (int(rng.integers(4, 30)), int(rng.integers(4, 22)))
                cv2.ellipse(art, (x, y), axes, float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
            else:
                corners = np.array([x, y]) + rng.integers(-28, 29, (int(rng.integers(3, 6)), 2))
                cv2.fillPoly(art, [corners.astype(np.int32)], colour, cv2.LINE_AA)
        face[24:106, 12:-12] = cv2.GaussianBlur(art, (0, 0), 0.6)
        # Title, name, a few lines of small text, and a number in the corner.
        cv2.putText(face, " ".join(words), (12, 19), cv2.FONT_HERSHEY_SIMPLEX, 0.36, ink, 1, cv2.LINE_AA)
        cv2.putText(face, words[1], (12, 119), cv2.FONT_HERSHEY_SIMPLEX, 0.32, ink, 1, cv2.LINE_AA)
        for line in range(int(rng.integers(2, 5))):
            text = " ".join(_WORDS[int(rng.integers(len(_WORDS)))] for _ in range(3))
            at = (12, 132 + 9 * line)
            cv2.putText(face, text[:20], at, cv2.FONT_HERSHEY_SIMPLEX, 0.24, ink, 1, cv2.LINE_AA)
        value = str(int(rng.integers(1, 10)))
        cv2.putText(face, value, (WIDE - 22, HIGH - 11), cv2.FONT_HERSHEY_SIMPLEX, 0.45, ink, 1, cv2.LINE_AA)
        faces.append((f"{number:04d}-{'-'.join(words)}", face))
    return faces
