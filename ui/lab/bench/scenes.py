"""How well the eye reads pictures whose every object is known: rendered scenes, and real photographs.

A folder of scenes holds pictures with `<name>.truth.json` beside them, or in a folder `objects` below. Rule kept: each
scene is read from nothing, by the one pipeline, for all kinds that lie in any scene of its folder.
"""

import json
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final

import cv2
import numpy as np

from companion.sight import Kind, Table
from ui.cli.common import tracked
from ui.lab.bench.figures import (
    FOUND_FROM,
    READ_FROM,
    SourceFigures,
    Summary,
    Tally,
    TrueObject,
    Zone,
    boxed,
    circle,
    count_picture,
    hull,
    middle,
)
from vision.arrays import Floats, Picture
from vision.decks.deck import Deck, DeckFace
from vision.eye import Eye, Reading
from vision.mat.plane import Plane
from vision.sources.frames import Frame
from vision.sources.pictures import SUFFIXES, read_picture

KINDS: tuple[Kind, ...] = ("card", "penny", "die", "disc", "pawn")
_ENDING = ".truth.json"


@dataclass(frozen=True, slots=True)
class TrueScene:
    """A picture's file and what is written of it (see the folder's `conventions`)."""

    picture: Path
    written: Mapping[str, Any]

    @property
    def kinds(self) -> frozenset[Kind]:
        return frozenset(kind for kind in KINDS if any(one["kind"] == kind for one in self.things))

    @property
    def things(self) -> list[Mapping[str, Any]]:
        """All objects but tags and printed boards, which only lie there for the camera's sake."""
        objects: list[Mapping[str, Any]] = self.written["objects"]
        return [one for one in objects if not one["label"].startswith("tag") and one["label"] != "board"]

    @property
    def shows_mat(self) -> bool:
        """Whether all four corner tags can be seen whole."""
        tags = [one for one in self.written["objects"] if one["label"].startswith("tag")]
        return len(tags) == 4 and all(one["visible_fraction"] > 0.95 for one in tags)

    def objects(self, decks: Sequence[Deck]) -> tuple[TrueObject, ...]:
        """Its objects as they are matched. `decks` are those that are enrolled."""
        labels, found = {label for deck in decks for label in deck.labels}, list[TrueObject]()
        for one in self.things:
            kind, label = one["kind"], str(one["label"])
            if kind not in KINDS:
                continue
            # Cards and dice are compared by the corners of the face that looks up, all else by what shows of it.
            corners = np.array(one["corners"] if "corners" in one else one["polygon"], dtype=np.float64)
            seen = one["visible_fraction"] or 0.0
            thing = TrueObject(
                kind=kind,
                outline=hull(corners),
                labels=(label,) if label else (),
                face=None if kind != "card" else "down" if one.get("side") == "back" else "up",
                counts=seen >= FOUND_FROM[kind],
                asked=seen >= READ_FROM[kind],
                known=kind != "card" or label in labels,
            )
            found.append(thing)
        return tuple(found)


def scenes_in(folder: Path) -> list[TrueScene]:
    """The scenes of a folder, by name; none where it holds no truth files.

    Raises OSError, ValueError or KeyError for truth that cannot be used.
    """
    beside = sorted(folder.glob(f"*{_ENDING}")) or sorted((folder / "objects").glob(f"*{_ENDING}"))
    found = []
    for file in beside:
        name = file.name.removesuffix(_ENDING)
        picture = next((p for s in sorted(SUFFIXES) if (p := folder / f"{name}{s}").is_file()), None)
        if picture is None:
            raise ValueError(f"{folder}: expected a picture {name}, found none")
        found.append(TrueScene(picture, json.loads(file.read_text(encoding="utf-8"))))
    return found


def measure_scenes(
    folder: Path, decks: Sequence[Deck], *, table: Table | None = None, every: int = 1
) -> SourceFigures:
    """Reads one scene in `every` of a folder; `table` None: without a mat."""
    scenes = scenes_in(folder)
    kinds = tuple(kind for kind in KINDS if any(kind in scene.kinds for scene in scenes))
    eye = Eye(table or Table(0.0, 0.0, tags=None, kinds=kinds), decks)
    wanted = tuple(kind for kind in kinds if kind in eye.table.kinds)
    figures = SourceFigures()
    chosen = scenes[::every]
    for scene in tracked(chosen, folder.name, len(chosen)):
        reading, ms = read_once(eye, scene.picture)
        figures.ms.append(ms)
        seen = reading.scene.sightings
        count_picture(figures, scene.picture.name, scene.objects(decks), seen, wanted)
    return figures


def read_once(eye: Eye, picture: Path) -> tuple[Reading, float]:
    """One picture read from nothing, and the ms of one core that it took, decoding apart."""
    image = read_picture(picture)
    eye.forget()
    start = time.process_time()
    reading = eye.read(Frame(image, 0.0, 0, picture.name))
    return reading, (time.process_time() - start) * 1000


# Real photographs, each source of them by itself. A folder of photographs holds `manifest.json` (what lies where in
# which picture, and whose picture it is) and `refs/refs.json` (straightened cards, in sets). Rule kept: only the sets
# that belong to a source are enrolled for it, and a card that was itself cut out as a reference is not asked for.


CALLED: Final[dict[str, Kind]] = {"card": "card", "penny": "penny", "dice": "die", "disc": "disc"}
"""What the manifest calls things."""
CARD_MM = (63.0, 88.0)
"""The size of the cards of which references are held, where the pictures' own shape is that of a poker card."""
POKER_WITHIN = 0.06
_HIDDEN_PAIR = 1.1
"""How far two cards reach of which only the place is told, in card heights."""


@dataclass(frozen=True, slots=True)
class Photograph:
    """A picture, its name in the manifest, whose it is, what kind of things it was labelled for, and the truth."""

    picture: Path
    file: str
    source: str
    kind: Kind
    truth: Mapping[str, Any]
    height: float


@dataclass(frozen=True, slots=True, eq=False)
class ReferenceSet:
    """Straightened cards that make a deck: its faces, and of which pictures each label's reference was cut."""

    deck: Deck
    cut_from: Mapping[str, Set[str]]
    sources: frozenset[str]


def photographs(folder: Path) -> list[Photograph]:
    """The photographs of a folder. Raises OSError, ValueError or KeyError for a manifest that cannot be used."""
    found = []
    for one in json.loads((folder / "manifest.json").read_text(encoding="utf-8")):
        if one["kind"] in CALLED:
            file, kind = one["file"], CALLED[one["kind"]]
            told = one["source_repo"], kind, one["truth"], one.get("height", 0.0)
            found.append(Photograph(folder / file, file, *told))
    return found


def reference_sets(folder: Path, photos: Sequence[Photograph]) -> list[ReferenceSet]:
    """The sets of references, each with the sources to which it belongs; none where the folder has none."""
    file = folder / "refs" / "refs.json"
    if not file.is_file():
        return []
    source_of = {photo.file: photo.source for photo in photos}
    grouped: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for one in json.loads(file.read_text(encoding="utf-8")):
        grouped[str(one["set"])].append(one)
    found = []
    for name, ones in grouped.items():
        faces = tuple(DeckFace(str(one["name"]), read_picture(folder / str(one["file"]))) for one in ones)
        ratio = median(face.image.shape[1] / face.image.shape[0] for face in faces)
        poker = abs(ratio / (CARD_MM[0] / CARD_MM[1]) - 1) <= POKER_WITHIN
        width = CARD_MM[0] if poker else round(CARD_MM[1] * ratio, 1)
        cut_from: dict[str, set[str]] = defaultdict(set)
        for one in ones:
            cut_from[str(one["name"])].add(str(one["made_from"]))
        made_from = {str(one["made_from"]) for one in ones}
        sources = frozenset(source_of.get(made, made.partition("@")[0]) for made in made_from)
        path = folder / "refs" / name
        deck = Deck(name=name, path=path, width_mm=width, height_mm=CARD_MM[1], faces=faces, backs=())
        found.append(ReferenceSet(deck, cut_from, sources))
    return found


def measure_photos(folder: Path, *, every: int = 1) -> dict[str, SourceFigures]:
    """Figures by source, of one picture in `every` of each kind."""
    photos = photographs(folder)
    sets = reference_sets(folder, photos)
    found: dict[str, SourceFigures] = {}
    for source, kind in dict.fromkeys((photo.source, photo.kind) for photo in photos):
        figures = found.setdefault(source, SourceFigures())
        own = [photo for photo in photos if photo.source == source and photo.kind == kind][::every]
        enrolled = enrolled_for(source, sets) if kind == "card" else []
        eye = Eye(Table(0.0, 0.0, tags=None, kinds=(kind,)), [one.deck for one in enrolled])
        for photo in tracked(own, f"{source} {kind}", len(own)):
            reading, ms = read_once(eye, photo.picture)
            figures.ms.append(ms)
            true, zones = truth_of(photo, enrolled)
            count_picture(figures, photo.picture.name, true, reading.scene.sightings, (kind,), zones)
    return found


def enrolled_for(source: str, sets: Sequence[ReferenceSet]) -> list[ReferenceSet]:
    """The sets that belong to a source; all of them where none does, so that its cards are strangers."""
    return [one for one in sets if source in one.sources] or list(sets)


def truth_of(photo: Photograph, enrolled: Sequence[ReferenceSet]) -> tuple[list[TrueObject], list[Zone]]:
    """What lies in a photograph, and where that is not known."""
    truth, found = photo.truth, list[TrueObject]()
    zones = [Zone(*_xyr(one)) for one in truth.get("ignore", ())]
    match photo.kind:
        case "card":
            centres = [one["center"] for one in truth.get("overlapping_pairs", ())]
            for card in truth["cards"]:
                if card.get("quad") or card.get("box"):
                    found.append(_card(photo, card, enrolled))
                elif card.get("center"):
                    centres.append(card["center"])
            high = median([one.longest for one in found]) if found else 0.3 * photo.height
            zones += [Zone(float(x), float(y), _HIDDEN_PAIR * high) for x, y in centres]
        case "die":
            for one in truth["dice"]:
                half = np.array([one.get("w", one["size"]), one.get("h", one["size"])], dtype=np.float64) / 2
                middle = np.array([one["x"], one["y"]], dtype=np.float64)
                outline = boxed(np.array([middle - half, middle + half]))
                labels = () if one.get("symbol_face") else (str(one["pips"]),)
                found.append(TrueObject(kind="die", outline=outline, labels=labels, asked=bool(labels)))
        case "penny":
            for one in truth["pennies"]:
                labels, counts = (str(one["face"]),) if one.get("face") else (), not one.get("occluded")
                outline, asked = circle(*_xyr(one)), bool(labels)
                found.append(
                    TrueObject(kind="penny", outline=outline, labels=labels, asked=asked, counts=counts)
                )
        case _:
            # Coins among discs are round as well: neither right nor invented.
            zones += [Zone(*_xyr(one)) for one in truth.get("other_coins", ())]
            for one in truth["discs"]:
                outline, colour = circle(*_xyr(one)), one.get("color")
                found.append(TrueObject(kind="disc", outline=outline, colour=colour, asked=False))
    return found, zones


def _xyr(one: Mapping[str, Any]) -> tuple[float, float, float]:
    return float(one["x"]), float(one["y"]), float(one["r"])


def _card(photo: Photograph, card: Mapping[str, Any], enrolled: Sequence[ReferenceSet]) -> TrueObject:
    own = any(photo.source in one.sources for one in enrolled)
    references = {label: files for one in enrolled if own for label, files in one.cut_from.items()}
    # The labels that are right for a card: its name, and its reference by number.
    name, number, quad = card.get("name"), card.get("ref"), card.get("quad")
    numbered = [label for label in references if number and label.partition("_")[0] == str(number)]
    labels = (*((str(name),) if name else ()), *numbered)
    # Where a picture says which cards were cut out, the others were not.
    told = any("is_ref_source" in other for other in photo.truth["cards"])
    made = any(photo.file in references.get(label, ()) for label in labels)
    cut = bool(card.get("is_ref_source")) or (made and not told)
    seen = float(card.get("visible", 1.0))
    points = np.array(quad or card["box"], dtype=np.float64).reshape(-1, 2)
    return TrueObject(
        kind="card",
        outline=hull(points) if quad else boxed(points),
        labels=labels,
        face="up",
        counts=seen >= FOUND_FROM["card"],
        asked=bool(name) and not cut and seen >= READ_FROM["card"],
        known=any(label in references for label in labels),
        boxed=not quad,
    )


# How exactly the table is found by its corner tags, and whether a knocked camera is noticed and found again. Measured
# on games whose camera is known for every picture. Rule kept: errors are taken in table mm at the tags' own plane, over
# the whole of the mat, against the true camera with its lens.


BUMPED_MM = 5.0
BUMPED_DEG = 1.0
"""A camera or mat that moved by as much has been bumped."""
ABSORBED_MM = 1.5
"""The table has been found again once its median error is below this."""
STILL_FRAMES = 2
STILL_S = 0.4
"""Seconds between the still frames after a bump."""
TRIES = 12


def measure_mat(folder: Path, table: Table, *, every: int = 1) -> Summary | None:
    """Median errors of a folder of pictures with the true camera beside, and how bumps went; None where there is none.

    Bumps are the folder's own (pictures between which the camera moved), and, on its first picture, pushes and turns of
    the whole picture as a knocked camera makes them.
    """
    scenes = [scene for scene in scenes_in(folder) if scene.shows_mat][::every]
    if not scenes or table.tags is None:
        return None
    bare = Table(table.width_mm, table.height_mm, table.tags, (), ())
    counts, errors_mm = Tally(), list[float]()
    eye, before = Eye(bare), None
    at = 0.0
    for scene in tracked(scenes, f"{folder.name} mat", len(scenes)):
        image, camera = read_picture(scene.picture), scene.written["camera"]
        alone = Eye(bare)
        alone.read(Frame(image, 0.0, 0))
        if alone.plane is None:
            counts["lost"] += 1
            continue
        errors_mm.append(error_mm(alone.plane, table, camera))
        if before is not None:
            place = np.linalg.norm(np.subtract(before["position_mm"], camera["position_mm"]))
            one, other = (np.array(each["rotation_world_to_camera"]) for each in (before, camera))
            turn = np.degrees(np.arccos(np.clip((np.trace(one @ other.T) - 1) / 2, -1, 1)))
            if place >= BUMPED_MM or turn >= BUMPED_DEG:
                _count_bump(counts, eye, image, at, partial(error_mm, table=table, camera=camera))
        eye.read(Frame(image, at, 0))
        at += 5 * STILL_S
        before = camera
    _knock(counts, bare, read_picture(scenes[0].picture), scenes[0].written["camera"])
    return {
        "pictures": len(errors_mm) + counts["lost"],
        "not_found": counts["lost"],
        "mat_mm": round(table.width_mm + 2 * table.tags.side_mm, 1),
        "error_mm": middle(errors_mm, 3),
        "error_mm_worst_picture": round(max(errors_mm), 3) if errors_mm else None,
    } | counts.told("mat")


def error_mm(plane: Plane, table: Table, camera: Mapping[str, Any], picture: Floats | None = None) -> float:
    """The median distance between where points of the mat are and where the plane has them.

    `picture`: the 3 x 3 map by which the picture was moved after the camera took it.
    """
    assert table.tags is not None
    beyond = table.tags.side_mm
    x, y = np.meshgrid(
        np.linspace(-beyond, table.width_mm + beyond, 13), np.linspace(-beyond, table.height_mm + beyond, 13)
    )
    points = np.column_stack([x.ravel(), y.ravel()])
    middle_mm = np.array([table.width_mm / 2, table.height_mm / 2])
    seen = true_px(points - middle_mm, camera)
    if picture is not None:
        seen = cv2.perspectiveTransform(seen[None], picture)[0]
    apart = plane.to_mm(seen) - points
    return float(np.median(np.hypot(apart[:, 0], apart[:, 1])))


def true_px(points_mm: Floats, camera: Mapping[str, Any]) -> Floats:
    """Where the true camera sees points (N x 2 mm from the middle of the table, on it), in px."""
    rotation = np.array(camera["rotation_world_to_camera"], dtype=np.float64)
    seen, _ = cv2.projectPoints(
        np.column_stack([points_mm, np.zeros(len(points_mm))]),
        cv2.Rodrigues(rotation)[0],
        np.array(camera["translation_mm"], dtype=np.float64),
        np.array(camera["matrix"], dtype=np.float64),
        np.array(camera["distortion"], dtype=np.float64),
    )
    return np.asarray(seen.reshape(-1, 2), dtype=np.float64)


def _knock(counts: Tally, table: Table, image: Picture, camera: Mapping[str, Any]) -> None:
    """Moves a picture as knocks do: 5 mm in some direction, or 1 deg about some point of it."""
    first = Eye(table)
    first.read(Frame(image, 0.0, 0))
    if first.plane is None:
        return
    scale = first.plane.px_per_mm(table.width_mm / 2, table.height_mm / 2)
    high, wide = image.shape[:2]
    for number in range(TRIES):
        turn = 2 * np.pi * number / TRIES
        if number % 2:
            about = (wide * (0.3 + 0.4 * np.cos(turn) ** 2), high * (0.3 + 0.4 * np.sin(turn) ** 2))
            angle = BUMPED_DEG * (1 if number % 4 == 1 else -1)
            moved = np.vstack([cv2.getRotationMatrix2D(about, angle, 1.0), [0.0, 0.0, 1.0]])
        else:
            moved = np.eye(3)
            moved[:2, 2] = BUMPED_MM * scale * np.array([np.cos(turn), np.sin(turn)])
        eye = Eye(table)
        for at in (0.0, STILL_S):
            eye.read(Frame(image, at, 0))
        knocked = cv2.warpAffine(image, moved[:2], (wide, high), borderMode=cv2.BORDER_REPLICATE)
        error = partial(error_mm, table=table, camera=camera, picture=moved)
        _count_bump(counts, eye, np.asarray(knocked, dtype=np.uint8), 2 * STILL_S, error)


def _count_bump(counts: Tally, eye: Eye, image: Picture, at: float, error: Callable[[Plane], float]) -> None:
    """Shows the eye some still frames after a bump: whether it tells of it, and where it has the table then."""
    noticed = False
    for number in range(STILL_FRAMES):
        reading = eye.read(Frame(image, at + number * STILL_S, 0))
        noticed = noticed or reading.mat.moved_mm > 0 or not reading.mat.found
    counts["bumps"] += 1
    counts["noticed"] += noticed
    counts["absorbed"] += eye.plane is not None and error(eye.plane) <= ABSORBED_MM
