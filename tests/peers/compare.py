"""Ours, a perceptual-hash matcher, ORB matching and magic_card_detector's method on the same pictures, in one run.

`python -m tests.peers.compare --photos DIR --frames DIR... --deck DIR...` prints two tables in Markdown: straightened
cards (outlines from the truth) told among 1 000 faces, and whole pictures. Times are medians of one core's ms.
"""

import vision as vision  # before NumPy: it settles the threads  # isort: skip

import argparse
import platform
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Sighting, Table
from tests.peers.magic_cards import MagicCardMethod
from tests.peers.orb import OrbMatcher
from tests.peers.perceptual_hash import HashMatcher
from ui.box.eyes import load_decks
from ui.lab.bench.figures import (
    SourceFigures,
    count_picture,
    enrolled_for,
    photographs,
    reference_sets,
    scenes_in,
    together,
    truth_of,
)
from ui.lab.bench.times import painted_faces
from ui.lab.bench.vision import deck_folders
from vision.decks.deck import Deck
from vision.decks.references import Reference, References, references
from vision.eye import Eye
from vision.identify.identify import Identifier
from vision.sources.frames import Frame
from vision.sources.pictures import read_picture

Picture = NDArray[np.uint8]
Found = TypeVar("Found")

FACES = 1000
NAMED_FROM = 0.3
"""Ours names a card from this chance on, as at the table; below it is unread."""
ACROSS = 180


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """A straightened card: where it is from, its right labels, and whether any reference shows it."""

    source: str
    picture: Picture
    labels: tuple[str, ...]
    known: bool


@dataclass(slots=True)
class Score:
    """What one method made of many cards."""

    right: int = 0
    unread: int = 0
    wrong: int = 0
    strangers: int = 0
    strangers_named: int = 0
    ms: list[float] = field(default_factory=list)

    def add(self, crop: Crop, label: str | None, ms: float) -> None:
        self.ms.append(ms)
        if not crop.known:
            self.strangers += 1
            self.strangers_named += label is not None and label not in crop.labels
        elif label is None:
            self.unread += 1
        elif label in crop.labels:
            self.right += 1
        else:
            self.wrong += 1


class Ours:
    """`vision.identify.identify` as a peer of the others."""

    name = "ours"

    def __init__(self, groups: Sequence[References]) -> None:
        self._identifier = Identifier(groups)

    def identify(self, crop: Picture) -> str | None:
        labels: dict[str, float] = {}
        for one in self._identifier.identify(crop):
            label = self._identifier.groups[one.group].all[one.reference].label
            if label is not None:
                labels[label] = labels.get(label, 0.0) + one.sure
        best = max(labels, key=lambda label: labels[label], default=None)
        return best if best is not None and labels[best] >= NAMED_FROM else None


def straightened(image: Picture, quad: NDArray[np.float64]) -> Picture:
    """A card cut out along its corners (TL TR BR BL), its shorter side at most ACROSS px."""
    sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
    wide, high = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    scale = min(1.0, ACROSS / min(wide, high))
    size = (max(8, round(wide * scale)), max(8, round(high * scale)))
    flat = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], dtype=np.float32) - np.float32(
        0.5
    )
    warp = cv2.getPerspectiveTransform(quad.astype(np.float32), flat)
    # Cut out as large as it is, then shrunk: shrinking while cutting out would alias.
    whole = (max(8, round(wide)), max(8, round(high)))
    larger = np.diag([whole[0] / size[0], whole[1] / size[1], 1.0]) @ warp
    cut = cv2.warpPerspective(image, larger, whole, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(
        cv2.resize(cut, size, interpolation=cv2.INTER_AREA) if scale < 1 else cut, dtype=np.uint8
    )


def photo_crops(folder: Path) -> Iterator[Crop]:
    """The cards of photographs whose four corners are told and that are wholly asked for."""
    photos = photographs(folder)
    sets = reference_sets(folder, photos)
    for photo in photos:
        if photo.kind != "card":
            continue
        image = None
        true, _ = truth_of(photo, enrolled_for(photo.source, sets))
        outlined = [card for card in photo.truth["cards"] if card.get("quad") or card.get("box")]
        for one, card in zip(true, outlined, strict=True):
            if one.asked and one.labels and card.get("quad"):
                image = read_picture(photo.picture) if image is None else image
                quad = np.array(card["quad"], dtype=np.float64)
                yield Crop(photo.source, straightened(image, quad), one.labels, one.known)


def frame_crops(folder: Path, decks: Sequence[Deck], every: int) -> Iterator[Crop]:
    """The face-up cards of rendered scenes that are wholly asked for and large enough."""
    for scene in scenes_in(folder)[::every]:
        image = read_picture(scene.picture)
        cards = [one for one in scene.things if one["kind"] == "card"]
        true = [one for one in scene.objects(decks) if one.kind == "card"]
        for one, card in zip(true, cards, strict=True):
            if one.asked and one.face == "up" and one.known and one.longest >= 90:
                yield Crop(folder.name, straightened(image, np.array(card["corners"])), one.labels, True)


def timed(work: Callable[[], Found]) -> tuple[Found, float]:
    start = time.process_time()
    found = work()
    return found, (time.process_time() - start) * 1000


def compare_crops(crops: Sequence[Crop], groups: Sequence[References]) -> dict[str, dict[str, Score]]:
    """Scores by method and source."""
    named = [(str(one.label), one.image) for group in groups for one in group.all if one.label is not None]
    methods = [Ours(groups), HashMatcher(named), OrbMatcher(named), MagicCardMethod(named)]
    found: dict[str, dict[str, Score]] = {method.name: {} for method in methods}
    for number, crop in enumerate(crops):
        sys.stderr.write(f"\rcard {number + 1}/{len(crops)}")
        for method in methods:
            label, ms = timed(partial(method.identify, crop.picture))
            found[method.name].setdefault(crop.source, Score()).add(crop, label, ms)
    sys.stderr.write("\n")
    return found


def compare_pictures(folder: Path, every: int = 1) -> dict[str, dict[str, SourceFigures]]:
    """Whole photographs of cards, read by ours and by the one peer that finds cards by itself; each set for its own.

    `every`: one picture in as many of a source.
    """
    photos = [photo for photo in photographs(folder) if photo.kind == "card"]
    sets = reference_sets(folder, photographs(folder))
    found: dict[str, dict[str, SourceFigures]] = {"ours": {}, MagicCardMethod.name: {}}
    for source in dict.fromkeys(photo.source for photo in photos):
        enrolled = enrolled_for(source, sets)
        decks = [one.deck for one in enrolled]
        eye = Eye(Table(0.0, 0.0, tags=None, kinds=("card",)), decks)
        peer = MagicCardMethod([(face.label, face.image) for deck in decks for face in deck.faces])
        _eye(eye)(
            np.zeros((64, 64, 3), dtype=np.uint8)
        )  # both have their references ready before times are taken
        for number, photo in enumerate(
            photo for photo in [one for one in photos if one.source == source][::every]
        ):
            sys.stderr.write(f"\r\x1b[K{source} {number + 1}")
            image = read_picture(photo.picture)
            true, zones = truth_of(photo, enrolled)
            for name, read in (("ours", _eye(eye)), (peer.name, peer.read)):
                seen, ms = timed(partial(read, image))
                figures = found[name].setdefault(source, SourceFigures())
                figures.ms.append(ms)
                count_picture(figures, photo.picture.name, true, seen, ("card",), zones)
    sys.stderr.write("\n")
    return found


def _eye(eye: Eye) -> Callable[[Picture], tuple[Sighting, ...]]:
    def read(image: Picture) -> tuple[Sighting, ...]:
        eye.forget()
        return eye.read(Frame(image, 0.0, 0)).scene.sightings

    return read


def gallery(photos: Path | None, decks: Sequence[Deck]) -> list[References]:
    """All references, filled up with painted faces to FACES."""
    sets = [] if photos is None else reference_sets(photos, photographs(photos))
    groups = list(references((*decks, *(one.deck for one in sets))))
    known = sum(len(group.all) for group in groups)
    painted = tuple(
        Reference("painted", name, face) for name, face in painted_faces(max(0, FACES - known), seed=5)
    )
    return [*groups, References(63.0, 88.0, painted)]


def crops_table(crops: dict[str, dict[str, Score]]) -> Iterator[str]:
    """What each method made of straightened cards, line by line."""
    yield f"Straightened cards, told among {FACES} faces (times: ms a card, median)."
    yield ""
    yield "| method | source | cards | right | unread | wrong | of no deck: named | ms |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for name, by_source in crops.items():
        whole = Score()
        for score in by_source.values():
            for kept in Score.__slots__:
                setattr(whole, kept, getattr(whole, kept) + getattr(score, kept))
        for source, score in (*by_source.items(), ("**all**", whole)):
            asked = score.right + score.unread + score.wrong
            right = f"{score.right / asked:.1%}" if asked else "–"
            named = f"{score.strangers_named} of {score.strangers}" if score.strangers else "–"
            yield (
                f"| {name} | {source} | {asked} | {right} | {score.unread} | {score.wrong} | {named} "
                f"| {median(score.ms):.1f} |"
            )


def pictures_table(pictures: dict[str, dict[str, SourceFigures]]) -> Iterator[str]:
    """What each method that finds cards by itself made of whole photographs, line by line."""
    yield "Whole photographs of cards (times: ms a picture, median; ms a card: all time over all cards there)."
    yield ""
    yield "| method | source | cards | found | invented | asked | right | wrong | ms a picture | ms a card |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for name, sources in pictures.items():
        for source, figures in (*sources.items(), ("**all**", together(sources.values()))):
            yield _line(name, source, figures)


def _line(name: str, source: str, figures: SourceFigures) -> str:
    found = [figures.kinds.get("card"), figures.kinds.get("small card")]
    counts = {
        key: sum(getattr(tally, key) for tally in found if tally is not None)
        for key in ("objects", "found", "invented", "asked", "right", "wrong", "strangers_named")
    }
    right = f"{counts['right'] / counts['asked']:.1%}" if counts["asked"] else "–"
    seen = f"{counts['found'] / counts['objects']:.1%}" if counts["objects"] else "–"
    wrong = counts["wrong"] + counts["strangers_named"]
    each = sum(figures.ms) / max(1, counts["objects"])
    return (
        f"| {name} | {source} | {counts['objects']} | {seen} | {counts['invented']} | {counts['asked']} | {right} "
        f"| {wrong} | {median(figures.ms):.0f} | {each:.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--frames", type=Path, nargs="*", default=[])
    parser.add_argument("--deck", type=Path, nargs="*", default=[])
    parser.add_argument("--every", type=int, default=4, help="only each so-manieth frame")
    parser.add_argument(
        "--photos-every", type=int, default=1, help="only each so-manieth photograph, read whole"
    )
    given = parser.parse_args()
    cv2.setNumThreads(1)
    decks = load_decks(deck_folders(given.deck))
    print(f"{time.strftime('%Y-%m-%d')}, {platform.machine()}, one thread, OpenCV {cv2.__version__}.\n")
    crops = [crop for folder in given.frames for crop in frame_crops(folder, decks, given.every)]
    crops += list(photo_crops(given.photos)) if given.photos else []
    print("\n".join(crops_table(compare_crops(crops, gallery(given.photos, decks)))), flush=True)
    if given.photos:
        print("", *pictures_table(compare_pictures(given.photos, given.photos_every)), sep="\n")


if __name__ == "__main__":
    main()
