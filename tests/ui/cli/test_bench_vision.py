"""The eye's figures are gathered by source from the folders that were named, and what is missing is said."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from ui.cli import run_command
from ui.lab.bench.times import painted_faces
from ui.lab.bench.vision import deck_folders, frames_of_the_project, vision
from ui.records.beginning import UsageFault

NAME, FACE = painted_faces(1, seed=2)[0]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.lab.bench.vision.measure_identity", lambda: {"ms": 3.0})
    monkeypatch.setattr("ui.lab.bench.vision.measure_times", lambda: {"ms_unchanged": 9.0})


@pytest.fixture
def scenes(tmp_path: Path) -> Path:
    folder = tmp_path / "scenes"
    folder.mkdir()
    picture = np.full((400, 640, 3), (70, 110, 60), dtype=np.uint8)
    picture[100:276, 200:326] = FACE
    cv2.imwrite(str(folder / "a.png"), picture)
    corners = [[200.0, 100.0], [326.0, 100.0], [326.0, 276.0], [200.0, 276.0]]
    card = {"kind": "card", "label": NAME, "corners": corners, "visible_fraction": 1.0, "side": "face"}
    (folder / "a.truth.json").write_text(json.dumps({"objects": [card]}))
    return folder


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    folder = tmp_path / "decks" / "painted"
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / f"{NAME}.png"), FACE)
    cv2.imwrite(str(folder / "back.png"), painted_faces(1, seed=7)[0][1])
    return folder


@pytest.mark.usefixtures("quick")
def test_scenes_are_measured_with_the_decks_that_were_named(scenes: Path, deck: Path) -> None:
    found = vision([scenes], [deck])
    assert found["frames"]["scenes"]["card"]["right"] == 1.0
    assert "why" not in found["frames"]["scenes"]
    lines = {(line["what"], line["source"]): line["met"] for line in found["demands"]}
    assert lines["cards found, rendered", "scenes"] is True
    assert lines["nothing changed, 1920 x 1080, ms", "painted"] is False
    assert "cards found, photographs" in found["not_measured"]


@pytest.mark.usefixtures("quick")
def test_without_a_deck_it_is_said_that_faces_are_not_asked_for(scenes: Path) -> None:
    found = vision([scenes])["frames"]["scenes"]
    assert "--deck" in found["why"]
    assert "asked" not in found["card"]


@pytest.mark.usefixtures("quick")
def test_photographs_are_told_by_source_and_together(
    scenes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = {"file": "a.png", "source_repo": "some/where", "kind": "penny", "truth": {"pennies": []}}
    (scenes / "manifest.json").write_text(json.dumps([entry]))
    assert run_command(["bench", "vision", "--photos", str(scenes), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["vision"]
    assert found["frames"] == {}
    assert found["photos"]["some/where"]["pictures"] == found["photos"]["all sources"]["pictures"] == 1


def test_a_folder_without_truth_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match=r"expected pictures with a truth\.json"):
        vision([tmp_path])
    with pytest.raises(UsageFault, match=r"expected photographs with a manifest\.json"):
        vision(photos=tmp_path)


@pytest.mark.usefixtures("quick")
def test_the_projects_own_pictures_can_be_measured() -> None:
    found = vision(frames_of_the_project(), every=1000)["frames"]
    assert found["zoon"]["see"]["pictures"] == 1


def test_a_folder_of_decks_stands_for_all_of_them(deck: Path) -> None:
    assert deck_folders([deck.parent]) == [deck]
    assert deck_folders([deck]) == [deck]
