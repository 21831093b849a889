"""How well the eye reads rendered scenes whose every object is known: outlines, labels and how much can be seen.

A folder of scenes holds pictures with `<name>.truth.json` beside them, or in a folder `objects` below. Rule kept: each
scene is read from nothing, by the one pipeline, for all kinds that lie in any scene of its folder.
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion.sight import Kind, Table
from ui.cli.out import tracked
from ui.lab.measured.figures import FOUND_FROM, READ_FROM, SourceFigures, TrueObject, count_picture, hull
from vision.decks.deck import Deck
from vision.eye import Eye, Reading
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

    def objects(self, decks: Sequence[Deck]) -> tuple[TrueObject, ...]:
        """Its objects as they are matched. `decks` are those that are enrolled."""
        labels = {label for deck in decks for label in deck.labels}
        return tuple(_object(one, labels) for one in self.things if one["kind"] in KINDS)


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


def scenes_with_mat(scenes: Sequence[TrueScene]) -> Iterator[TrueScene]:
    """Those in which all four corner tags can be seen whole."""
    for scene in scenes:
        tags = [one for one in scene.written["objects"] if one["label"].startswith("tag")]
        if len(tags) == 4 and all(one["visible_fraction"] > 0.95 for one in tags):
            yield scene


def _object(one: Mapping[str, Any], labels: set[str]) -> TrueObject:
    kind: Kind = one["kind"]
    # Cards and dice are compared by the corners of the face that looks up, all else by what shows of it.
    corners = np.array(one["corners"] if "corners" in one else one["polygon"], dtype=np.float64)
    seen = one["visible_fraction"] if one["visible_fraction"] is not None else 0.0
    down = one.get("side") == "back"
    label = str(one["label"])
    return TrueObject(
        kind=kind,
        outline=hull(corners),
        labels=(label,) if label else (),
        face=None if kind != "card" else "down" if down else "up",
        counts=seen >= FOUND_FROM[kind],
        asked=seen >= READ_FROM[kind],
        known=kind != "card" or label in labels,
    )
