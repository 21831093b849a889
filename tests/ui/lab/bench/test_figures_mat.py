"""The error of the mat is taken against the true camera, and a knock counts as noticed only when it is told of."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.sight import Table
from ui.lab.bench.figures import error_mm, measure_mat, true_px
from vision.mat.plane import Plane
from vision.painted.painter import Painter
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import TableTop

TABLE = Table(396.0, 396.0, kinds=())


def camera_of(plane: Plane) -> dict[str, Any]:
    """A plane's camera as frames tell it: the table's middle is the origin."""
    centre = np.array([TABLE.width_mm / 2, TABLE.height_mm / 2, 0.0])
    place = np.array(plane.camera_mm()) - centre
    return {
        "matrix": plane.matrix.tolist(),
        "distortion": [*plane.distortion[:2].tolist(), 0.0, 0.0, 0.0],
        "rotation_world_to_camera": plane.rotation.tolist(),
        "translation_mm": (plane.translation + plane.rotation @ centre).tolist(),
        "position_mm": place.tolist(),
    }


def laid(path: Path, cameras: list[CameraPose]) -> Path:
    (path / "objects").mkdir()
    tags = [{"kind": "card", "label": f"tag{number}", "visible_fraction": 1.0} for number in range(4)]
    for number, camera in enumerate(cameras):
        painter = Painter(TABLE, camera=camera)
        cv2.imwrite(str(path / f"{number}.png"), painter.paint(TableTop(), number))
        written: Mapping[str, Any] = {"objects": tags, "camera": camera_of(painter.plane)}
        (path / f"objects/{number}.truth.json").write_text(json.dumps(written))
    return path


def test_a_true_plane_has_no_error_and_a_moved_one_has() -> None:
    plane = Painter(TABLE).plane
    camera = camera_of(plane)
    middle = np.array([[0.0, 0.0], [50.0, -20.0]])
    assert true_px(middle, camera) == pytest.approx(plane.to_px(middle + 198.0), abs=1e-6)
    assert error_mm(plane, TABLE, camera) == pytest.approx(0, abs=1e-3)
    pushed = np.array([[1.0, 0, 4.0], [0, 1, 0], [0, 0, 1]])
    scale = plane.px_per_mm(198, 198)
    assert error_mm(plane, TABLE, camera, pushed) == pytest.approx(4 / scale, rel=0.2)


def test_the_error_is_that_of_the_whole_mat() -> None:
    """A turn about one corner leaves that corner where it is."""
    plane = Painter(TABLE).plane
    x, y = plane.to_px([(0.0, 0.0)])[0].tolist()
    turned = np.vstack([cv2.getRotationMatrix2D((x, y), 0.5, 1.0), [0.0, 0.0, 1.0]])
    assert error_mm(plane, TABLE, camera_of(plane), turned) > 1.5


def test_knocks_are_counted_and_the_table_is_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.lab.bench.figures.TRIES", 4)
    first = CameraPose.over(TABLE)
    summary = measure_mat(laid(tmp_path, [first]), TABLE)
    assert summary is not None
    assert (summary["pictures"], summary["not_found"], summary["mat_mm"]) == (1, 0, 476.0)
    assert 0 < summary["error_mm"] == summary["error_mm_worst_picture"] < 0.6
    assert (summary["bumps"], summary["bumps_noticed"], summary["bumps_absorbed"]) == (4, 1.0, 1.0)


def test_pictures_that_tell_of_no_tags_measure_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.truth.json").write_text(json.dumps({"objects": []}))
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((90, 160, 3), dtype=np.uint8))
    assert measure_mat(tmp_path, TABLE) is None
