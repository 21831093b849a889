"""The peers are fair ones: each tells a clear picture of a card, and the one that finds cards finds them."""

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.peers.compare import Crop, Ours, Score, compare_crops, crops_table, straightened
from tests.peers.magic_cards import MagicCardMethod
from tests.peers.orb import OrbMatcher
from tests.peers.perceptual_hash import HashMatcher, hash_of
from ui.lab.bench.figures import hull
from ui.lab.bench.times import painted_faces
from vision.decks.references import Reference, References
from vision.loose.outlines import same

Picture = NDArray[np.uint8]


@cache
def faces() -> list[tuple[str, Picture]]:
    return painted_faces(30, seed=12)


def seen(face: Picture, seed: int, turns: int = 0) -> Picture:
    rng = np.random.default_rng(seed)
    soft = cv2.GaussianBlur(cv2.resize(face, (180, 251)), (0, 0), 0.8).astype(np.float64)
    noisy = np.clip(soft * 0.85 + 6 + rng.normal(0, 3, soft.shape), 0, 255).astype(np.uint8)
    return np.ascontiguousarray(np.rot90(noisy, turns))


@pytest.mark.parametrize("kind", [HashMatcher, OrbMatcher, MagicCardMethod])
def test_each_peer_tells_clear_cards_in_any_turn(
    kind: type[HashMatcher | OrbMatcher | MagicCardMethod],
) -> None:
    peer = kind(faces())
    told = [peer.identify(seen(faces()[number][1], number, number % 4)) for number in range(0, 30, 3)]
    right = sum(label == faces()[number][0] for label, number in zip(told, range(0, 30, 3), strict=True))
    assert right >= 9
    assert peer.identify(np.full((200, 140, 3), 128, dtype=np.uint8)) is None


def test_hashes_of_one_card_are_near_and_of_others_far() -> None:
    bits = [np.unpackbits(hash_of(face)) for _, face in faces()[:2]]
    again = np.unpackbits(hash_of(seen(faces()[0][1], 1)))
    assert (bits[0] != again).mean() < 0.2 < (bits[0] != bits[1]).mean()


def test_the_method_that_finds_cards_finds_and_names_them() -> None:
    picture = np.full((700, 900, 3), (150, 170, 160), dtype=np.uint8)
    place = {}
    for number, (x, y) in enumerate(((90, 100), (420, 320))):
        label, face = faces()[3 + number]
        picture[y : y + 264, x : x + 189] = cv2.resize(face, (189, 264))
        place[label] = np.array([[x, y], [x + 189, y], [x + 189, y + 264], [x, y + 264]], dtype=np.float64)
    found = MagicCardMethod(faces()).read(cv2.GaussianBlur(picture, (0, 0), 0.7))
    assert {one.label for one in found} == set(place)
    for one in found:
        assert same(hull(np.array(one.corners_px)), place[str(one.label)]) > 0.85


def test_a_comparison_counts_right_unread_wrong_and_strangers() -> None:
    group = References(63.0, 88.0, tuple(Reference("painted", name, face) for name, face in faces()))
    crops = [Crop("a", seen(faces()[number][1], number), (faces()[number][0],), True) for number in (1, 2, 3)]
    crops.append(Crop("a", seen(painted_faces(1, seed=77)[0][1], 5), ("stranger",), False))
    scores = compare_crops(crops, [group])
    ours = scores[Ours.name]["a"]
    assert (ours.right, ours.unread, ours.wrong, ours.strangers, ours.strangers_named) == (3, 0, 0, 1, 0)
    lines = list(crops_table(scores))
    assert sum(line.startswith("| ours") for line in lines) == 2
    assert "| ours | a | 3 | 100.0% | 0 | 0 | 0 of 1 |" in lines[4]
    score = Score()
    score.add(crops[0], "something else", 1.0)
    score.add(crops[0], None, 1.0)
    assert (score.right, score.unread, score.wrong) == (0, 1, 1)


def test_a_card_is_cut_out_along_its_corners() -> None:
    picture = np.zeros((300, 300, 3), dtype=np.uint8)
    picture[50:150, 60:200] = (0, 0, 255)
    picture[50:70, 60:80] = (255, 0, 0)
    cut = straightened(picture, np.array([[200.0, 50], [200, 150], [60, 150], [60, 50]]) - 0.5)
    assert cut.shape == (140, 100, 3)
    assert cut[130, 10].tolist() == [255, 0, 0]
    assert cut[130, 90].tolist() == [0, 0, 255]
