"""Rendered scenes are read with their truth, whatever folder the truth lies in."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.sight import Table
from ui.lab.bench.figures import measure_scenes, read_once, scenes_in
from ui.lab.bench.times import painted_faces
from vision.decks.deck import Deck, DeckFace
from vision.eye import Eye

NAME, FACE = painted_faces(1, seed=2)[0]
DECK = Deck(
    name="painted",
    path=Path("painted"),
    width_mm=63.0,
    height_mm=88.0,
    faces=(DeckFace(NAME, FACE),),
    backs=(),
)


def written(label: str, x: float, visible: float, **more: object) -> dict[str, object]:
    corners = [[x, 100.0], [x + 126, 100.0], [x + 126, 276.0], [x, 276.0]]
    return {
        "kind": "card",
        "label": label,
        "corners": corners,
        "polygon": corners,
        "visible_fraction": visible,
    } | more


def folder_of(path: Path, objects: list[dict[str, object]], *, below: bool = False) -> Path:
    picture = np.full((400, 640, 3), (70, 110, 60), dtype=np.uint8)
    picture[100:276, 200:326] = FACE
    cv2.imwrite(str(path / "a.png"), cv2.GaussianBlur(picture, (0, 0), 0.6))
    truth = path / "objects" if below else path
    truth.mkdir(exist_ok=True)
    (truth / "a.truth.json").write_text(json.dumps({"objects": objects}))
    return path


@pytest.mark.parametrize("below", [False, True])
def test_a_scene_is_read_by_the_eye_and_counted(tmp_path: Path, *, below: bool) -> None:
    hidden = written("other", 20, 0.1)
    folder = folder_of(tmp_path, [written(NAME, 200, 1.0, side="face"), hidden], below=below)
    figures = measure_scenes(folder, [DECK])
    card = figures.kinds["card"]
    assert (figures.pictures, *(card[name] for name in ("objects", "found", "right", "invented"))) == (
        1,
        1,
        1,
        1,
        0,
    )
    assert figures.ms[0] > 0


def test_truth_is_told_as_it_is_matched(tmp_path: Path) -> None:
    coin = {"kind": "penny", "label": "heads", "polygon": [[0, 0], [9, 0], [9, 9]], "visible_fraction": 0.4}
    things = [
        written(NAME, 200, 0.5, side="face"),
        written(NAME, 200, 1.0, side="back"),
        written("stranger", 200, 1.0, side="face"),
        written("tag2", 0, 1.0),
        {"kind": "hand", "label": "hand", "polygon": [[0, 0]], "visible_fraction": None},
        coin,
    ]
    scene = scenes_in(folder_of(tmp_path, things))[0]
    half, back, stranger, penny = scene.objects([DECK])
    assert (half.counts, half.asked, half.face, half.labels) == (True, False, "up", (NAME,))
    assert (back.face, back.asked, back.known) == ("down", True, True)
    assert not stranger.known
    assert (penny.kind, penny.counts) == ("penny", False)
    assert scene.kinds == {"card", "penny"}


def test_truth_without_its_picture_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "b.truth.json").write_text("{}")
    with pytest.raises(ValueError, match="expected a picture b"):
        scenes_in(tmp_path)
    assert scenes_in(tmp_path / "none") == []


def test_each_picture_is_read_from_nothing(tmp_path: Path) -> None:
    eye = Eye(Table(0.0, 0.0, tags=None, kinds=("card",)), [DECK])
    picture = folder_of(tmp_path, []) / "a.png"
    assert ["cards" in read_once(eye, picture)[0].ms for _ in range(2)] == [True, True]
