"""What a round body becomes as a sighting: label, chances, place and how much shows; no picture is searched."""

from dataclasses import replace

import numpy as np
import pytest

from companion.sight import Sighting, Table
from tests.vision.looked import find_pawns
from vision.discs.reader import Body
from vision.painted.standpoint import CameraPose

PICTURE = np.full((100, 160, 3), 90, np.uint8)
FOOT, HEAD = np.array([80.0, 60.0]), np.array([84.0, 40.0])


def told(
    monkeypatch: pytest.MonkeyPatch,
    chances: tuple[float, float, float, float],
    visible: float = 1.0,
    *,
    flat: bool = False,
) -> tuple[Sighting, ...]:
    body = Body(chances, FOOT, HEAD, np.diag([12.0, 8.0]), visible)
    monkeypatch.setattr("vision.discs.reader.find_bodies", lambda _image, _boxes: (replace(body, sure=0.9),))
    return find_pawns(PICTURE, None, None, flat=flat)


def test_a_pawn_may_be_a_cylinder(monkeypatch: pytest.MonkeyPatch) -> None:
    (pawn,) = told(monkeypatch, (0.2, 0.1, 0.1, 0.6))
    assert (pawn.kind, pawn.label) == ("pawn", "pawn")
    assert pawn.sure == pytest.approx(0.9 * 0.75)
    ((other, chance),) = pawn.others
    assert (other, chance) == ("cylinder", pytest.approx(0.9 * 0.25))
    assert (pawn.x, pawn.y) == (None, None)


def test_a_cylinder_may_be_a_pawn(monkeypatch: pytest.MonkeyPatch) -> None:
    (cylinder,) = told(monkeypatch, (0.2, 0.2, 0.6, 0.0))
    assert cylinder.label == "cylinder"
    assert cylinder.sure == pytest.approx(0.9 * 0.75), "what speaks for a disc speaks for no cylinder"
    ((other, chance),) = cylinder.others
    assert (other, chance) == ("pawn", pytest.approx(0.9 * 0.25))


def test_a_flat_piece_counts_only_where_pieces_are_flat(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, (0.1, 0.6, 0.2, 0.1)) == ()
    (disc,) = told(monkeypatch, (0.1, 0.6, 0.2, 0.1), flat=True)
    assert disc.label == "cylinder"
    assert disc.sure == pytest.approx(0.9 * 0.8 / 0.9)
    ((other, chance),) = disc.others
    assert (other, chance) == ("pawn", pytest.approx(0.1))


def test_what_is_all_but_certain_has_no_other_name(monkeypatch: pytest.MonkeyPatch) -> None:
    (pawn,) = told(monkeypatch, (0.0, 0.0, 0.005, 0.995))
    assert pawn.others == ()
    assert pawn.sure == pytest.approx(0.9 * 0.995)
    (sure,) = told(monkeypatch, (0.5, 0.0, 0.0, 0.7))
    assert sure.sure == 0.9


@pytest.mark.parametrize(("visible", "shown"), [(0.5, 0.5), (0.89, 0.89), (0.9, 1.0), (1.2, 1.0)])
def test_what_nearly_all_shows_shows(monkeypatch: pytest.MonkeyPatch, visible: float, shown: float) -> None:
    (pawn,) = told(monkeypatch, (0.0, 0.0, 0.0, 1.0), visible)
    assert pawn.visible == shown


def test_a_pawns_outline_runs_about_foot_and_head(monkeypatch: pytest.MonkeyPatch) -> None:
    (pawn,) = told(monkeypatch, (0.0, 0.0, 0.0, 1.0))
    corners = np.array(pawn.corners_px)
    assert corners.max(axis=0) == pytest.approx((92.0, 68.0), abs=0.2), (
        "the foot is 12 wide and 8 high either way"
    )
    assert corners.min(axis=0) == pytest.approx((68.0, 36.0), abs=0.2), "the head is half as large"


def test_a_pawn_stands_where_its_foot_is_and_a_cylinder_below_its_top(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plane = CameraPose((300.0, -200.0, 700.0), (300.0, 150.0)).plane(Table(600.0, 300.0))
    monkeypatch.setattr("vision.discs.reader.height_mm", lambda _image, _plane, _body: 20.0)
    wide, high = plane.picture_size
    picture = np.full((high, wide, 3), 90, np.uint8)
    at = plane.to_px([(250.0, 120.0)], 0.0)[0]
    raised = plane.to_px([(250.0, 120.0)], 20.0)[0]
    for chances, anchor in (
        ((0.0, 0.0, 0.0, 1.0), at),
        ((0.0, 0.0, 1.0, 0.0), raised),
        ((0.0, 1.0, 0.0, 0.0), raised),
    ):
        body = Body(chances, anchor, anchor - (0.0, 30.0), np.diag([12.0, 8.0]), 1.0)
        found = (replace(body, sure=0.9),)
        monkeypatch.setattr("vision.discs.reader.find_bodies", lambda _image, _boxes, found=found: found)
        (piece,) = find_pawns(picture, plane, None, flat=True)
        assert (piece.x, piece.y) == (pytest.approx(250.0, abs=0.01), pytest.approx(120.0, abs=0.01))
