"""Cards that stick out from beneath others: laid along their free edges, and told where hardly a strip shows."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.loose.test_loose import CARD, Floats, Picture, at, faces, groups, lay, table
from vision.decks.references import References
from vision.loose.outlines import CardOutline, same
from vision.loose.reader import TELLS, LooseCardReader, _scale, read_loose

__all__ = ["faces", "groups"]


def askew(corners: tuple[tuple[float, float], ...] | None, quad: Floats) -> float:
    """How far (px) the corners of an outline are off at most, whichever comes first."""
    assert corners is not None
    return min(float(np.abs(np.roll(np.array(corners), k, axis=0) - quad).max()) for k in range(4))


@pytest.mark.parametrize(("by", "degrees"), [(0.5, 0), (0.6, 8)])
def test_what_is_half_hidden_is_laid_along_its_free_edges(
    faces: dict[str, Picture], groups: tuple[References, ...], by: float, degrees: float
) -> None:
    picture = table()
    lower = lay(picture, faces["face03"], 400 + by * CARD[0], 350, degrees)
    upper = lay(picture, faces["face08"], 400, 350, 0)
    sightings = read_loose(picture, groups)
    assert at(sightings, upper).label == "face08"
    (under,) = [s for s in sightings if s is not at(sightings, upper)]
    assert under.label in (None, "face03")
    assert 0.4 < under.visible < 0.75
    assert askew(under.corners_px, lower) < 5


def test_a_strip_of_a_card_is_told_and_not_guessed_at(
    faces: dict[str, Picture], groups: tuple[References, ...]
) -> None:
    picture = table()
    lower = lay(picture, faces["face03"], 400 + 0.33 * CARD[0], 350, 0)
    upper = lay(picture, faces["face08"], 400, 350, 0)
    sightings = read_loose(picture, groups)
    under = [s for s in sightings if same(np.array(s.corners_px), upper) < 0.8]
    assert [s.label in (None, "face03") for s in under] == [True]
    assert askew(under[0].corners_px, lower) < 6


def test_nothing_sticks_out_of_a_card_that_lies_alone(
    faces: dict[str, Picture], groups: tuple[References, ...]
) -> None:
    picture = table()
    for k, name in enumerate(sorted(faces)[:6]):
        lay(picture, faces[name], 200 + 101 * k, 350, 0)
    assert len(read_loose(picture, groups)) == 6


def test_only_what_was_surely_read_tells_the_scale(
    faces: dict[str, Picture], groups: tuple[References, ...]
) -> None:
    picture = table()
    quad = lay(picture, faces["face03"], 400, 350, 0)
    reader = LooseCardReader(groups)
    card = reader.read(picture, CardOutline(quad, 0.9))
    assert card.known >= TELLS
    size = (picture.shape[1], picture.shape[0])
    assert _scale([card], size) is not None
    doubtful = [replace(card.identities[0], sure=TELLS - 0.2)]
    assert _scale([replace(card, identities=tuple(doubtful), back=None)], size) is None
