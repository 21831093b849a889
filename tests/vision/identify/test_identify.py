"""One card among many faces is told, in any turn and under a lamp; a card of no deck is nobody."""

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from ui.lab.bench.times import painted_faces
from vision.decks.references import Reference, References
from vision.identify.identify import Identifier, Identity, look, variants

Picture = NDArray[np.uint8]
MANY = 120


@cache
def faces() -> tuple[Reference, ...]:
    return tuple(Reference("painted", name, face) for name, face in painted_faces(MANY, seed=4))


@cache
def identifier() -> Identifier:
    return Identifier([References(63.0, 88.0, faces())])


def shown(face: Picture, seed: int, *, off: float = 0.02, turns: int = 0) -> Picture:
    """A face as a camera sees it: corners off by so much of its sides, dimmer, softer, noisy, turned clockwise."""
    rng = np.random.default_rng(seed)
    high, wide = 132, 95
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], dtype=np.float32)
    moved = (corners + rng.uniform(-off, off, (4, 2)) * (wide, high)).astype(np.float32)
    scale = np.diag([wide / face.shape[1], high / face.shape[0], 1.0])
    warp = cv2.getPerspectiveTransform(corners, moved) @ scale
    crop = cv2.warpPerspective(
        face,
        warp,
        (wide, high),
        flags=cv2.INTER_AREA,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(60, 80, 60),
    )
    crop = cv2.GaussianBlur(crop, (0, 0), 0.8) * np.array([0.5, 0.65, 0.8]) + 8
    noisy = np.clip(crop + rng.normal(0, 4, crop.shape), 0, 255).astype(np.uint8)
    return np.ascontiguousarray(np.rot90(noisy, -turns))


def best(crop: Picture, known: Identifier) -> tuple[str | None, Identity]:
    first = known.identify(crop)[0]
    return known.groups[first.group].all[first.reference].label, first


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_each_face_is_told_in_any_turn(turns: int) -> None:
    for number in range(turns, MANY, 8):
        label, first = best(shown(faces()[number].image, number, turns=turns), identifier())
        assert label == faces()[number].label
        assert first.turns == turns
        assert first.sure > 0.5


def test_corners_are_put_right() -> None:
    face = faces()[5].image
    crop = shown(face, 7, off=0.03)
    rng = np.random.default_rng(7)
    wanted = np.array([[0, 0], [95, 0], [95, 132], [0, 132]]) + rng.uniform(-0.03, 0.03, (4, 2)) * (95, 132)
    _, first = best(crop, identifier())
    assert np.abs(np.array(first.corners) - wanted).max() < 1.6


def test_a_card_of_no_deck_is_nobody() -> None:
    sure = []
    for number, (_, face) in enumerate(painted_faces(30, seed=99)):
        sure.append(sum(identity.sure for identity in identifier().identify(shown(face, number))))
    assert max(sure) < 0.5


def test_glare_over_a_third_does_not_hide_a_face() -> None:
    for number in range(3, MANY, 12):
        crop = shown(faces()[number].image, number)
        cv2.circle(crop, (int(30 + number % 40), 50), 35, (255, 255, 255), -1)
        assert best(crop, identifier())[0] == faces()[number].label


def test_what_is_said_to_be_hidden_has_no_say() -> None:
    for number in range(4, MANY, 15):
        crop = shown(faces()[number].image, number)
        visible = np.ones(crop.shape[:2], dtype=np.float32)
        crop[:60] = faces()[number - 1].image[:60, :95]
        visible[:60] = 0
        first = identifier().identify(crop, visible)[0]
        assert faces()[first.reference].label == faces()[number].label


def test_look_alikes_are_told_by_what_differs_or_share_the_chance() -> None:
    face = faces()[9].image
    other = face.copy()
    cv2.rectangle(other, (100, 156), (118, 169), (40, 40, 200), -1)
    pair = Identifier(
        [References(63.0, 88.0, (Reference("d", "plain", face), Reference("d", "marked", other)))]
    )
    for seed in range(4):
        assert best(shown(face, seed), pair)[0] == "plain"
        assert best(shown(other, seed), pair)[0] == "marked"
        hidden = shown(face, seed)
        hidden[110:] = 90
        assert pair.identify(hidden)[0].sure < 0.9


def test_two_equal_references_share_the_chance() -> None:
    face = faces()[9].image
    pair = Identifier([References(63.0, 88.0, (Reference("d", "one", face), Reference("e", "other", face)))])
    first, second = pair.identify(shown(face, 1))
    assert first.sure == pytest.approx(second.sure, abs=0.01)
    assert 0 < first.sure <= 0.5


def test_groups_of_other_shape_and_empty_ones_do_no_harm() -> None:
    square = tuple(
        Reference("s", name, cv2.resize(face, (120, 120))) for name, face in painted_faces(9, seed=8)
    )
    both = Identifier([References(60, 60, ()), References(60, 60, square), References(63, 88, faces())])
    assert [len(group.all) for group in both.groups] == [9, MANY]
    assert best(shown(faces()[2].image, 2), both)[0] == faces()[2].label
    tilted = cv2.resize(np.rot90(square[3].image, -1), (110, 96))
    label, first = best(np.asarray(tilted, dtype=np.uint8), both)
    assert (label, first.turns) == (square[3].label, 1)
    assert Identifier([]).identify(shown(faces()[2].image, 2)) == ()


def test_what_is_burnt_out_is_tried_as_white_paper_and_as_glare() -> None:
    crop = shown(faces()[3].image, 3)
    assert len(variants(look(crop, None))) == 1
    cv2.circle(crop, (45, 50), 25, (255, 255, 255), -1)
    paper, glare = variants(look(crop, None))
    assert paper.whole is None and glare.whole is not None
    assert (glare.picture == paper.picture).all()
    burnt = paper.picture.min(axis=2) >= 250
    assert burnt.mean() > 0.1 and not glare.whole[burnt].any() and glare.whole.mean() > 0.5


def test_what_tells_look_alikes_apart_is_of_no_use_where_it_is_hidden() -> None:
    face = faces()[9].image
    other = face.copy()
    cv2.rectangle(other, (92, 150), (120, 170), (40, 40, 200), -1)
    pair = Identifier(
        [References(63.0, 88.0, (Reference("d", "plain", face), Reference("d", "marked", other)))]
    )
    crop = shown(other, 3)
    visible = np.ones(crop.shape[:2], np.float32)
    visible[104:, 60:] = 0
    open_to_view, hidden = pair.identify(crop), pair.identify(crop, visible)
    assert open_to_view[0].reference == 1 and open_to_view[0].sure > 0.8
    assert hidden[0].sure < 0.6


def test_a_small_mark_tells_look_alikes_apart_for_sure() -> None:
    face = faces()[9].image
    other = face.copy()
    cv2.rectangle(other, (100, 152), (112, 161), (40, 40, 200), -1)
    pair = Identifier(
        [References(63.0, 88.0, (Reference("d", "plain", face), Reference("d", "marked", other)))]
    )
    for number, source in enumerate((face, other)):
        first = pair.identify(shown(source, 1))[0]
        assert first.reference == number and first.sure > 0.95
