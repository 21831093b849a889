"""What the network that points at round pieces answers is turned into places: in figures, without the network."""

import numpy as np
import pytest

from vision.arrays import Picture, Values
from vision.discs import reader as disc_finding
from vision.discs.reader import Box, DiscPlace, _apart, _places, find_places, levelled

EMPTY = -9.0


def shown(
    monkeypatch: pytest.MonkeyPatch, *cells: tuple[int, int, float, float, float, float]
) -> list[object]:
    """Lets the network answer: row, column, log odds, log size, and how far off, across and down. What it is shown."""
    seen: list[object] = []

    def answers(_name: str, batch: Values) -> Values:
        high, wide = batch.shape[2] // 4, batch.shape[3] // 4
        seen.append(batch.shape)
        told = np.zeros((4, high, wide), np.float32)
        told[0] = EMPTY
        for row, column, odds, size, across, down in cells:
            told[:, row, column] = odds, size, across, down
        return told[None]

    monkeypatch.setattr(disc_finding, "answers", answers)
    return seen


PICTURE = np.zeros((90, 120, 3), np.uint8)
BOX = (10.4, 20.6, 59.3, 79.5)
"""Of the picture the columns 10 to 59 and the rows 20 to 79: 50 x 60 px."""


def test_a_cell_becomes_a_place_in_px_of_the_whole_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = shown(monkeypatch, (3, 2, 0.0, 0.0, 0.25, -0.5))
    assert _places(PICTURE, BOX, 0.5, 3.4) == [DiscPlace(31.5, 43.5, 24.0, 0.5)]
    assert seen == [(1, 3, 32, 32)], "25 x 30 px, filled up to multiples of eight"


def test_what_is_too_small_too_large_or_too_unlikely_is_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    large, larger = np.log(36 / 12), np.log(38 / 12)
    shown(
        monkeypatch,
        *((1, 1, 0.0, 0.0, 0.0, 0.0), (1, 4, 2.0, large, 0.0, 0.0), (4, 1, 0.0, larger, 0.0, 0.0)),
        *((4, 4, -1.38, 0.1, 0.0, 0.0), (6, 6, -1.40, 0.1, 0.0, 0.0)),
    )
    found = _places(PICTURE, BOX, 0.5, 12.0)
    assert [round(place.reach, 2) for place in found] == [24.0, 72.0, pytest.approx(26.52)]
    assert [round(place.chance, 3) for place in found] == [0.5, 0.881, 0.201]
    assert len(_places(PICTURE, BOX, 0.5, 12.1)) == 2


def test_of_cells_side_by_side_the_peak_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    shown(monkeypatch, (3, 3, 1.0, 0.0, 0.0, 0.0), (4, 4, 2.0, 0.0, 0.0, 0.0), (4, 6, 1.0, 0.0, 0.0, 0.0))
    assert [round(place.chance, 2) for place in _places(PICTURE, BOX, 0.5, 3.4)] == [0.88, 0.73]
    shown(
        monkeypatch,
        *(
            (3 + y, 3 + x, 1.0 + (x == y), 0.0, 0.0, 0.0)
            for x, y in ((0, 0), (2, 0), (0, 2), (-2, 0), (0, -2))
        ),
    )
    assert len(_places(PICTURE, BOX, 0.5, 3.4)) == 5, "two cells apart are two peaks"


def test_a_box_is_cut_at_the_pictures_border_and_scraps_are_not_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = shown(monkeypatch, (0, 0, 0.0, 0.0, -0.5, -0.5))
    assert _places(PICTURE, (112.0, 82.0, 300.0, 300.0), 1.0, 3.4) == [DiscPlace(111.5, 81.5, 12.0, 0.5)]
    assert _places(PICTURE, (-50.0, -50.0, 8.0, 8.0), 1.0, 3.4) == [DiscPlace(-0.5, -0.5, 12.0, 0.5)]
    assert seen == [(1, 3, 8, 8)] * 2
    assert _places(PICTURE, (113.0, 0.0, 120.0, 90.0), 1.0, 3.4) == []
    assert _places(PICTURE, (0.0, 83.0, 120.0, 90.0), 1.0, 3.4) == []
    assert len(seen) == 2
    assert _places(PICTURE, (0.0, 0.0, 16.0, 32.0), 0.1, 3.4) == [DiscPlace(-0.5, -0.5, 24.0, 0.5)]
    assert seen[2] == (1, 3, 8, 8)


def test_a_picture_is_searched_twice_the_second_time_a_third_as_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[Box, float, float]] = []

    def places(_image: Picture, box: Box, scale: float, least: float) -> list[DiscPlace]:
        asked.append((box, scale, least))
        return [DiscPlace(100.0 * len(asked), 0.0, 5.0, 0.5)]

    monkeypatch.setattr(disc_finding, "_places", places)
    assert len(find_places(np.zeros((1000, 1600, 3), np.uint8))) == 2
    whole = (0.0, 0.0, 1600.0, 1000.0)
    assert asked == [(whole, 0.5, 3.4), (whole, pytest.approx(0.5 / 3), 7.0)]
    asked.clear()
    assert len(find_places(PICTURE, [BOX, BOX])) == 4
    assert asked[2:] == [(BOX, 1.0, 3.4), (BOX, pytest.approx(1 / 3), 7.0)], "never made larger"


def test_where_the_size_is_known_nothing_of_another_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def places(_image: Picture, _box: Box, _scale: float, least: float) -> list[DiscPlace]:
        asked.append(least)
        return [DiscPlace(100.0 * n, 0.0, reach, 0.5) for n, reach in enumerate((5.0, 20.0, 60.0))]

    monkeypatch.setattr(disc_finding, "_places", places)
    assert [place.reach for place in find_places(PICTURE, [BOX], (10.0, 20.0))] == [20.0]
    assert [place.reach for place in find_places(PICTURE, [BOX], (20.0, 60.0))] == [20.0, 60.0]
    assert asked == [3.4, 3.4, 7.0], "20 px are 6.7 in the coarser look"
    asked.clear()
    find_places(PICTURE, [BOX], (38.0, 70.0))
    assert asked == [7.0], "what is larger is not seen in the finer look"


def test_a_place_in_the_middle_of_a_likelier_one_is_left_out() -> None:
    first = DiscPlace(100.0, 50.0, 10.0, 0.9)
    near, far = DiscPlace(103.0, 53.9, 20.0, 0.8), DiscPlace(103.0, 54.0, 20.0, 0.8)
    assert _apart([near, first]) == (first,)
    assert _apart([far, first]) == (first, far)
    small = DiscPlace(102.0, 50.0, 4.0, 0.7)
    assert _apart([small, first]) == (first, small), "half the smaller of the two counts"
    many = [DiscPlace(100.0 * n, 0.0, 5.0, 0.5) for n in range(130)]
    assert len(_apart(many)) == 120


def test_a_picture_is_levelled_for_the_network() -> None:
    picture = np.zeros((8, 16, 3), np.uint8)
    picture[5, 9] = (110, 174, 46)
    given = levelled(picture)
    assert given.shape == (1, 3, 8, 16)
    assert given[0, :, 5, 9].tolist() == [0.0, 1.0, -1.0]
