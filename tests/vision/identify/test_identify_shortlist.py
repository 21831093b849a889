"""Thumbnails: what is hidden or burnt out has no say, neither what is seen there nor what the faces have there."""

import cv2
import numpy as np
import pytest

from tests.vision.cards.test_cards import deck
from vision.decks.references import references
from vision.identify.identify import SHORTLIST_ACROSS, best, thumbnails
from vision.identify.identify import grid as grid_of


def test_a_hidden_half_changes_nothing_whatever_lies_there() -> None:
    (group,) = references((deck("boarix"),))
    known = thumbnails(group, [reference.image for reference in group.all])
    rows, columns = grid_of(group, SHORTLIST_ACROSS)
    assert (known.rows, known.columns) == (rows, columns)
    chance = np.random.default_rng(4)
    open_half = np.ones((1, rows, columns), np.float32)
    open_half[:, :, columns // 2 :] = 0
    seen = chance.uniform(0, 255, (1, rows, columns, 3)).astype(np.float32)
    other = seen.copy()
    other[:, :, columns // 2 :] = chance.uniform(0, 255, (1, rows, columns - columns // 2, 3))
    told, again = (known.agreements(patch, open_half)[0] for patch in (seen, other))
    assert told == pytest.approx(again, abs=1e-4)
    assert known.agreements(seen, None)[0] != pytest.approx(known.agreements(other, None)[0], abs=1e-2)


def test_a_face_half_hidden_agrees_as_well_as_a_whole_one() -> None:
    (group,) = references((deck("boarix"),))
    known = thumbnails(group, [reference.image for reference in group.all])
    open_half = np.ones((1, known.rows, known.columns), np.float32)
    open_half[:, :, known.columns // 2 :] = 0
    shown = cv2.resize(group.all[1].image, (known.columns, known.rows), interpolation=cv2.INTER_AREA)
    scores = known.agreements(shown[None].astype(np.float32), open_half)[0]
    assert max(best(scores, 3))[1] == 1
    assert scores[1] > 0.95
