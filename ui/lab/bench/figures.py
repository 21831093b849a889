"""Counts by kind over many pictures: found, read and invented things.

Sightings are paired one to one with true things, by place in the picture. Rule kept: a thing is found if outlines
share at least two fifths of what both cover or, for small things, if the middles are at most half a radius apart;
best pairs first. Figures as counted; too small or too well hidden things are matched, but missing them is no fault.
"""

import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple, TypeVar

import cv2
import numpy as np

from companion.kits.options import sheet_in
from companion.sight import Face, Kind, Sighting, Table
from ui.cli.common import tracked
from ui.line.given import read_table
from vision import arrays
from vision.arrays import Floats, Picture
from vision.decks.deck import Deck, DeckFace
from vision.eye import Eye, Reading
from vision.loose.outlines import same
from vision.mat.plane import Plane
from vision.sources.frames import Frame
from vision.sources.pictures import SUFFIXES, read_picture

COMMON = 0.4
"""Minimum share of two outlines: their intersection over their union."""
NEAR = 0.5
"""Maximum distance of the middles of small things, in radii (or half sides) of the true one."""
MASK_PX = 200
"""Longer side in px of the mask that finds what shows of a partly hidden thing."""
SLIVER_PX = 9
"""Minimum width in that mask of a strip that counts as showing."""
SMALL: frozenset[Kind] = frozenset({"penny", "die", "disc", "pawn"})


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TrueObject:
    """A true object: its outline in px (N x 2, convex), and what is known of it."""

    kind: Kind
    outline: Floats
    labels: tuple[str, ...] = ()  # all names that are right; none: unknown, or it has none
    face: Face | None = None
    deck: str | None = None
    colour: str | None = None
    counts: bool = True  # whether missing it is a fault
    asked: bool = True  # whether its label, or that it lies face down, is asked for
    known: bool = True  # False: no enrolled deck has this card's face
    boxed: bool = False  # the outline is only a box around what shows

    @property
    def centre(self) -> Floats:
        return centre(self.outline)

    @property
    def radius(self) -> float:
        """Of a circle with the outline's area, or half the side of a die's top; in px."""
        area = abs(float(cv2.contourArea(self.outline.astype(np.float32))))
        return float(np.sqrt(area)) / 2 if self.kind == "die" else float(np.sqrt(area / np.pi))

    @property
    def longest(self) -> float:
        """The longer side of the smallest rectangle around it, in px."""
        return float(max(cv2.minAreaRect(self.outline.astype(np.float32))[1]))


class Zone(NamedTuple):
    """A circle (px) in which nothing is known: things seen there are neither right nor invented."""

    x: float
    y: float
    r: float


class Matched(NamedTuple):
    """Pairs of (true object, sighting) by number, the missed true ones, and the sightings without a match."""

    pairs: tuple[tuple[int, int], ...]
    missed: tuple[int, ...]
    invented: tuple[int, ...]


def matched(true: Sequence[TrueObject], seen: Sequence[Sighting], zones: Sequence[Zone] = ()) -> Matched:
    """Pairs true things with sightings, kind by kind; unmatched sightings in `zones` are left out."""
    outlines = [outline(sighting) for sighting in seen]
    shown = [_shown(number, outlines, seen) for number in range(len(seen))]
    likely = sorted(
        (-likeness(one, (shown if one.boxed else outlines)[there]), here, there)
        for here, one in enumerate(true)
        for there, other in enumerate(seen)
        if one.kind == other.kind
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for how, here, there in likely:
        if how < 0 and here not in pairs and there not in taken:
            pairs[here] = there
            taken.add(there)
    invented = [
        there
        for there, its in enumerate(outlines)
        if there not in taken
        and not (len(its) and any(np.hypot(*(centre(its) - (x, y))) <= r for x, y, r in zones))
    ]
    missed = tuple(here for here in range(len(true)) if here not in pairs)
    return Matched(tuple(sorted(pairs.items())), missed, tuple(invented))


def likeness(one: TrueObject, seen: Floats) -> float:
    """How well an outline (N x 2 px) fits a true object: 0 (not found) to 1."""
    if len(seen) < 3:
        return 0.0
    common = same(boxed(one.outline), boxed(seen)) if one.boxed else same(one.outline, seen)
    best = common if common >= COMMON else 0.0
    if one.kind in SMALL:
        apart = float(np.hypot(*(centre(seen) - one.centre))) / max(one.radius, 1e-6)
        if apart <= NEAR:
            best = max(best, 1 - apart)
    return best


def outline(sighting: Sighting) -> Floats:
    """The convex outline of a sighting (N x 2 px); empty: it has none."""
    if not sighting.corners_px:
        return np.zeros((0, 2))
    return hull(np.array(sighting.corners_px, dtype=np.float64))


def hull(points: Floats) -> Floats:
    return np.asarray(cv2.convexHull(points.astype(np.float32)).reshape(-1, 2), dtype=np.float64)


def _shown(number: int, outlines: Sequence[Floats], seen: Sequence[Sighting]) -> Floats:
    """The hull of the visible part: the outline minus those of like things of which more is visible."""
    own = outlines[number]
    over = [
        outlines[other]
        for other, sighting in enumerate(seen)
        if sighting.kind == seen[number].kind
        and sighting.visible > seen[number].visible
        and len(outlines[other]) >= 3
    ]
    if len(own) < 3 or not over:
        return own
    low, scale = own.min(axis=0), MASK_PX / max(float(np.ptp(own, axis=0).max()), 1e-6)
    mask = np.zeros((MASK_PX + 1, MASK_PX + 1), dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.rint((own - low) * scale).astype(np.int32), 1)
    for other in over:
        cv2.fillConvexPoly(mask, np.rint((other - low) * scale).astype(np.int32), 0)
    # Outlines are too inexact for a thinner strip beside one to mean anything.
    wide = np.ones((SLIVER_PX, SLIVER_PX), np.uint8)
    mask = np.asarray(
        cv2.morphologyEx(mask, cv2.MORPH_OPEN, wide, borderType=cv2.BORDER_CONSTANT, borderValue=0), np.uint8
    )
    left = np.argwhere(mask)[:, ::-1]
    return hull(left / scale + low) if len(left) >= MASK_PX else own


def centre(points: Floats) -> Floats:
    """The centre of gravity of a convex outline; without an area, the mean of its points."""
    moments = cv2.moments(points.astype(np.float32))
    if abs(moments["m00"]) < 1e-6:
        return np.asarray(points.mean(axis=0), dtype=np.float64)
    return np.array([moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]])


def boxed(points: Floats) -> Floats:
    """The upright box around points, as four corners."""
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def circle(x: float, y: float, r: float) -> Floats:
    """A circle as an outline of 60 points."""
    return np.array([x, y]) + r * arrays.circle(60)


SURE = 0.9
"""Minimum confidence of a wrong reading that counts as wrong and sure."""
FOUND_FROM: dict[Kind, float] = {"card": 0.45, "penny": 0.5, "die": 0.5, "disc": 0.5, "pawn": 0.5}
"""Minimum visible share of a thing that must be found."""
READ_FROM: dict[Kind, float] = {"card": 0.6, "penny": 0.5, "die": 0.5, "disc": 0.5, "pawn": 0.5}
LEAST_PX: dict[Kind, float] = {"card": 90.0, "penny": 30.0, "die": 25.0, "disc": 0.0, "pawn": 0.0}
"""Minimum size in px of a thing that must be found: a card's longer side, a penny's diameter, a die's side."""

Value = float | int | bool | str | None | list[str] | dict[str, "Value"]
Summary = dict[str, Value]


COUNTS = sheet_in("ui.lab.bench", "counts", dict[str, list[dict[str, str | tuple[str, str]]]])
"""The figures told of things, of places and of the mat: groups of names, each a count or a share."""


class Tally(Counter[str]):
    """Counts of one kind of thing, by name. `notes`: what went wrong where.

    `asked`: things whose label is wanted, found or not; missed ones are unread. `strangers`: cards of no enrolled
    deck. `backs`: cards face down.
    """

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[str] = []

    def told(self, what: str = "things") -> Summary:
        """Shares (0..1) and counts; None where nothing was counted; groups after the first only if they have counts."""
        first, *others = COUNTS[what]
        return {
            name: self[of] if isinstance(of, str) else share(self[of[0]], self[of[1]])
            for group in (first, *(each for each in others if self[next(iter(each))]))
            for name, of in group.items()
        }


@dataclass(slots=True)
class SourceFigures:
    """The counts of one source of pictures by kind, and the time per picture (ms of one core, already decoded).

    `small <kind>` counts things too small to be required.
    """

    pictures: int = 0
    kinds: defaultdict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    ms: list[float] = field(default_factory=list)

    def summary(self, *, notes: bool = False) -> Summary:
        """Figures by kind. `notes`: what went wrong where."""
        found: Summary = {"pictures": self.pictures, "ms": middle(self.ms)}
        for name, tally in sorted(self.kinds.items()):
            if tally.total():
                more: Summary = {"notes": tally.notes} if notes and tally.notes else {}
                found[name] = tally.told() | more
        return found


def together(sources: Iterable[SourceFigures]) -> SourceFigures:
    whole = SourceFigures()
    for one in sources:
        whole.pictures += one.pictures
        whole.ms += one.ms
        for name, tally in one.kinds.items():
            whole.kinds[name].update(tally)
            whole.kinds[name].notes += tally.notes
    return whole


def count_picture(
    figures: SourceFigures,
    where: str,
    true: Sequence[TrueObject],
    seen: Sequence[Sighting],
    kinds: Iterable[Kind],
    zones: Sequence[Zone] = (),
) -> None:
    figures.pictures += 1
    wanted = set(kinds)
    there = [one for one in true if one.kind in wanted]
    found = [sighting for sighting in seen if sighting.kind in wanted]
    pairs = matched(there, found, zones)
    seen_as = {number: found[other] for number, other in pairs.pairs}
    for number in (*pairs.missed, *seen_as):
        thing = there[number]
        size = thing.longest if thing.kind == "card" else 2 * thing.radius
        name = f"small {thing.kind}" if size < LEAST_PX[thing.kind] else thing.kind
        _count(figures.kinds[name], where, thing, seen_as.get(number))
    for number in pairs.invented:
        tally = figures.kinds[found[number].kind]
        tally["invented"] += 1
        tally.notes.append(f"{where}: invented {_told(found[number])}")


def _count(tally: Tally, where: str, one: TrueObject, seen: Sighting | None) -> None:
    # Found or missed, by colour, then by what is asked of its label.
    if one.counts:
        tally["objects"] += 1
        tally["found"] += seen is not None
        if seen is None:
            tally["missed"] += 1
            tally.notes.append(f"{where}: missed {_name(one)}")
    if one.colour is not None and seen is not None and one.counts:
        tally["coloured"] += 1
        tally["colours_right"] += seen.colour == one.colour
        tally["colours_wrong"] += seen.colour not in (None, one.colour)
    if not one.asked:
        return
    if one.face == "down":  # must not be named
        tally["backs"] += 1
        tally["backs_right"] += seen is not None and seen.face == "down"
        tally["backs_named"] += seen is not None and seen.label is not None
    elif not one.known:  # no deck has it: must not be named
        named = seen is not None and seen.label is not None and seen.label not in one.labels
        tally["strangers"] += 1
        tally["strangers_named"] += named
        tally["strangers_named_and_sure"] += seen is not None and named and seen.sure >= SURE
        if named:
            tally.notes.append(f"{where}: {_name(one)} is of no deck, read as {_told(seen)}")
    elif one.labels:  # must be read right
        tally["asked"] += 1
        tally["unread"] += seen is None or seen.label is None
        if seen is None:
            return
        tally["asked_and_found"] += 1
        if seen.label in one.labels:
            tally["right"] += 1
            return
        if seen.label is not None:
            tally["wrong"] += 1
            tally["wrong_and_sure"] += seen.sure >= SURE
        tally.notes.append(f"{where}: {_name(one)}, read as {_told(seen)}")


def _name(one: TrueObject) -> str:
    at = one.centre
    name = "a back" if one.face == "down" else one.labels[0] if one.labels else one.kind
    return f"{name} at {at[0]:.0f}, {at[1]:.0f}"


def _told(seen: Sighting | None) -> str:
    if seen is None:
        return "nothing"
    corners = seen.corners_px or ((0.0, 0.0),)
    x, y = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    best = (
        seen.label
        or ", ".join(f"unread {name} {chance:.2f}" for name, chance in seen.others[:2])
        or seen.face
    )
    return f"{seen.kind} {best} ({seen.sure:.2f}) at {x:.0f}, {y:.0f}"


def share(part: int, whole: int) -> float | None:
    """A share (0..1); None: nothing was counted."""
    return round(part / whole, 5) if whole else None


def middle(values: Sequence[float], digits: int = 2) -> float | None:
    """The median, rounded; None: no values."""
    return round(median(values), digits) if values else None


# Pictures whose every object is known: rendered scenes. A folder of scenes holds pictures with `<name>.truth.json`
# beside them, or in a folder `objects` below. Rule kept: each scene is read afresh, by the one pipeline, for all
# kinds in any scene of its folder.


KINDS: tuple[Kind, ...] = ("card", "penny", "die", "disc", "pawn")
_ENDING = ".truth.json"


@dataclass(frozen=True, slots=True)
class TrueScene:
    """A picture's file, and what is written of it (see the folder's `conventions`)."""

    picture: Path
    written: Mapping[str, Any]

    @property
    def kinds(self) -> frozenset[Kind]:
        return frozenset(kind for kind in KINDS if any(one["kind"] == kind for one in self.things))

    @property
    def things(self) -> list[Mapping[str, Any]]:
        """All objects except tags and printed boards, which only serve the camera."""
        objects: list[Mapping[str, Any]] = self.written["objects"]
        return [one for one in objects if not one["label"].startswith("tag") and one["label"] != "board"]

    @property
    def shows_mat(self) -> bool:
        """Whether all four corner tags are fully visible."""
        tags = [one for one in self.written["objects"] if one["label"].startswith("tag")]
        return len(tags) == 4 and all(one["visible_fraction"] > 0.95 for one in tags)

    def objects(self, decks: Sequence[Deck]) -> tuple[TrueObject, ...]:
        """Its objects in the form for matching. `decks`: the enrolled ones."""
        labels, found = {label for deck in decks for label in deck.labels}, list[TrueObject]()
        for one in self.things:
            kind, label = one["kind"], str(one["label"])
            if kind not in KINDS:
                continue
            # Cards and dice are compared by the corners of their upper face, other things by what shows of them.
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
    """The scenes of a folder, by name; none: it holds no truth files.

    Raises OSError, ValueError or KeyError for unusable truth.
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
    """Reads every `every`-th scene of a folder; `table` None: without a mat."""
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
    """One picture read afresh, and the ms of one core for it, without decoding."""
    image = read_picture(picture)
    eye.forget()
    start = time.process_time()
    reading = eye.read(Frame(image, 0.0, 0, picture.name))
    return reading, (time.process_time() - start) * 1000


# Real photographs, each source by itself. A folder of photographs holds `manifest.json` (what lies where in which
# picture, and whose picture it is) and `refs/refs.json` (straightened cards, in sets). Rule kept: only the sets of a
# source are enrolled for it, and the label of a card that was itself cut out as a reference is not asked for.


CALLED: Final[dict[str, Kind]] = {"card": "card", "penny": "penny", "dice": "die", "disc": "disc"}
"""The manifest's names of kinds."""
CARD_MM = (63.0, 88.0)
"""Size in mm of the cards behind references whose pictures have the shape of a poker card."""
POKER_WITHIN = 0.06
_HIDDEN_PAIR = 1.1
"""Radius, in card heights, of a pair of cards known only by its place."""


@dataclass(frozen=True, slots=True)
class Photograph:
    """A picture, its name in the manifest, its source, the kind of thing labelled in it, its truth and height."""

    picture: Path
    file: str
    source: str
    kind: Kind
    truth: Mapping[str, Any]
    height: float


@dataclass(frozen=True, slots=True, eq=False)
class ReferenceSet:
    """Straightened cards as a deck: its faces, and by label the pictures that references were cut from."""

    deck: Deck
    cut_from: Mapping[str, Set[str]]
    sources: frozenset[str]


def photographs(folder: Path) -> list[Photograph]:
    """The photographs of a folder. Raises OSError, ValueError or KeyError for an unusable manifest."""
    found = []
    for one in json.loads((folder / "manifest.json").read_text(encoding="utf-8")):
        if one["kind"] in CALLED:
            file, kind = one["file"], CALLED[one["kind"]]
            told = one["source_repo"], kind, one["truth"], one.get("height", 0.0)
            found.append(Photograph(folder / file, file, *told))
    return found


def reference_sets(folder: Path, photos: Sequence[Photograph]) -> list[ReferenceSet]:
    """The sets of references, each with its sources; none: the folder has none."""
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
    """Figures by source, of every `every`-th picture of each kind."""
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
    """The sets of a source; all sets if it has none, so that its cards are strangers."""
    return [one for one in sets if source in one.sources] or list(sets)


def truth_of(photo: Photograph, enrolled: Sequence[ReferenceSet]) -> tuple[list[TrueObject], list[Zone]]:
    """What lies in a photograph, and the zones where that is unknown."""
    truth, found = photo.truth, list[TrueObject]()
    zones = [Zone(*_xyr(one)) for one in truth.get("ignore", ())]
    match photo.kind:
        case "card":
            # Cards with only a centre, and overlapping pairs, make zones about as large as the other cards.
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
                # A die is boxed upright, and symbols on it are not asked for.
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
    # The right labels of a card: its name, and its reference by number.
    name, number, quad = card.get("name"), card.get("ref"), card.get("quad")
    numbered = [label for label in references if number and label.partition("_")[0] == str(number)]
    labels = (*((str(name),) if name else ()), *numbered)
    # If a picture says which cards were cut out, the others were not.
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


# How exactly corner tags locate the table, and whether a knocked camera is noticed and found again. Measured on games
# whose camera is known for every picture. Rule kept: errors are in table mm at the tags' own plane, over the whole
# mat, against the true camera with its lens.


BUMPED_MM = 5.0
BUMPED_DEG = 1.0
"""Minimum move of a camera or mat that counts as a bump."""
ABSORBED_MM = 1.5
"""Maximum median error of a table that counts as found again."""
STILL_FRAMES = 2
STILL_S = 0.4
"""Seconds between the still frames after a bump."""
TRIES = 12


def measure_mat(folder: Path, table: Table, *, every: int = 1) -> Summary | None:
    """Median errors of a folder of pictures with true cameras, and how bumps went; None: it has no such pictures.

    Bumps are the folder's own (the camera moved between pictures) and, on its first picture, shifts and turns of the
    whole picture as by a knocked camera.
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
        # Each picture is read alone for its error, and in sequence for bumps.
        alone = Eye(bare)
        alone.read(Frame(image, 0.0, 0))
        if alone.plane is None:
            counts["lost"] += 1
            continue
        errors_mm.append(error_mm(alone.plane, table, camera))
        # The folder's own bump: the true camera has moved since the picture before.
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
    """The median distance between true points of the mat and where the plane has them.

    `picture`: the 3 x 3 map that moved the picture after it was taken.
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
    """Moves a picture as a knock does: by 5 mm in some direction, or by 1 deg around some point of it."""
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
    """Shows the eye some still frames after a bump: whether it notices, and where it then has the table."""
    noticed = False
    for number in range(STILL_FRAMES):
        reading = eye.read(Frame(image, at + number * STILL_S, 0))
        noticed = noticed or reading.mat.moved_mm > 0 or not reading.mat.found
    counts["bumps"] += 1
    counts["noticed"] += noticed
    counts["absorbed"] += eye.plane is not None and error(eye.plane) <= ABSORBED_MM


# A folder of pictures with truth.json: readings compared with the truth place by place, and their times. Only
# pictures with a hand in view, of which the truth says nothing, are left out.


SOON_S = 1.0
Thing = TypeVar("Thing")


class Figures(Tally):
    """Counts over many pictures by name, and ms by kind of reading: `whole`, `unchanged` or `two_changed`."""

    def __init__(self) -> None:
        super().__init__()
        self.ms: dict[str, list[float]] = {"whole": [], "unchanged": [], "two_changed": []}

    def summary(self) -> Summary:
        """The figures as plain values: shares (0..1), counts and median ms; None: nothing was counted."""
        times = {f"ms_{name}": middle(times) for name, times in self.ms.items()}
        return self.told("places") | times | {"wrong": self.notes}


def measure(folder: Path, decks: Sequence[Deck], *, every: int = 1) -> Figures:
    """Reads every picture of a folder with truth.json afresh, and all in order for the times.

    `every`: use every such picture only. Raises OSError, KeyError or ValueError for a folder without usable truth.
    """
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    table = read_table(truth["table"])
    figures = Figures()
    eye, in_order = Eye(table, decks), Eye(table, decks)
    at, before = 0.0, None  # by region, things in the last picture without a hand
    for entry in truth["frames"][::every]:
        image = read_picture(folder / entry["file"])
        if not figures.ms["whole"]:  # the very first reading takes longer and does not count
            eye.read(Frame(image, 0.0, 0))
        eye.forget()
        reading = eye.read(Frame(image, 0.0, 0, entry["file"]))
        count(figures, entry, reading, table)
        figures.ms["whole"].append(reading.ms["total"])
        first = in_order.read(Frame(image, at, 0))
        again = in_order.read(Frame(image, at + SOON_S, 0))
        at += 2 * SOON_S
        if not entry["hand"]:
            figures.ms["unchanged"].append(again.ms["total"])
            now = _by_region(entry)
            known = now if before is None else before
            if sum(known.get(n) != now.get(n) for n in known.keys() | now.keys()) == 2:
                figures.ms["two_changed"].append(first.ms["total"])
            before = now
    return figures


def count(figures: Figures, entry: Mapping[str, Any], reading: Reading, table: Table) -> None:
    name = str(entry["file"])
    if entry["hand"]:
        figures["hands"] += 1
        figures["hands_seen"] += reading.scene.hand
        return
    # Without a hand, place by place: cards first, then the pennies on each of them.
    figures["pictures"] += 1
    figures["hands_imagined"] += reading.scene.hand
    seen = reading.scene.by_region()
    wanted = _by_region(entry)
    for region in table.regions:
        there = wanted.get(region.name, [])
        found = seen.get(region.name, ())
        where = f"{name} {region.name}"
        cards = [sighting for sighting in found if sighting.kind == "card"]
        true_cards = [sighting for sighting in there if sighting["kind"] == "card"]
        figures["places"] += 1
        figures["places_right"] += bool(cards) == bool(true_cards)
        if len(cards) != len(true_cards):
            figures.notes.append(f"{where}: {len(true_cards)} cards, found {len(cards)}")
        for place, card in enumerate(true_cards):
            _count_card(figures, where, card, cards[place] if place < len(cards) else None)
        # Pennies are compared in order, card by card.
        true_pennies = _on_each_card([(str(s["kind"]), str(s["label"])) for s in there])
        pennies = _on_each_card([(s.kind, s) for s in found])
        for place in sorted(true_pennies.keys() | pennies.keys()):
            sides, coins = true_pennies.get(place, []), pennies.get(place, [])
            figures["pennies"] += len(sides)
            figures["pennies_found"] += min(len(sides), len(coins))
            figures["pennies_extra"] += max(0, len(coins) - len(sides))
            if len(sides) != len(coins):
                figures.notes.append(f"{where}: {len(sides)} pennies, found {len(coins)}")
            for side, penny in zip(sides, coins, strict=False):
                figures["sides_right"] += penny.label == side
                figures["sides_unread"] += penny.label is None
                if penny.label not in (None, side):
                    figures["sides_wrong_and_sure"] += penny.sure >= SURE
                    figures.notes.append(f"{where}: penny {side}, read as {penny.label} ({penny.sure:.2f})")


def _on_each_card(lying: Sequence[tuple[str, Thing]]) -> dict[int, list[Thing]]:
    """The pennies on the first card of a region, on the second, and so on: each follows its card."""
    pennies: dict[int, list[Thing]] = {}
    card = 0
    for kind, thing in lying:
        if kind == "card":
            card += 1
        elif kind == "penny":
            pennies.setdefault(card, []).append(thing)
    return pennies


def _count_card(figures: Figures, where: str, true: Mapping[str, Any], card: Sighting | None) -> None:
    if true["face"] == "down":
        figures["backs"] += 1
        right = card is not None and card.face == "down"
        figures["backs_right"] += right
        if card is None or not right:
            figures.notes.append(f"{where}: a back, read as {card.face if card else 'nothing'}")
        elif card.deck is not None and card.deck != true["tribe"]:
            figures["backs_of_wrong_deck"] += 1
            figures.notes.append(f"{where}: the back of {true['tribe']}, read as {card.deck}")
        return
    figures["faces"] += 1
    if card is not None and card.label == true["label"]:
        figures["faces_right"] += 1
        return
    if card is None or card.label is None:
        figures["faces_unread"] += 1
    else:
        figures["faces_wrong"] += 1
        figures["faces_wrong_and_sure"] += card.sure >= SURE
    told = "nothing"
    if card is not None:
        told = f"{card.label or card.others} ({card.sure:.2f}, {card.visible:.2f} visible)"
    figures.notes.append(f"{where}: {true['label']}, read as {told}")


def _by_region(entry: Mapping[str, Any]) -> dict[str, list[Mapping[str, Any]]]:
    places: dict[str, list[Mapping[str, Any]]] = {}
    for sighting in entry["sightings"]:
        places.setdefault(sighting["region"], []).append(sighting)
    return places
