"""What the network of outlines answers is turned into corners: each figure worked out by hand."""

import numpy as np
import pytest

from vision.arrays import Values
from vision.loose import outlines as loose_outlines
from vision.loose.outlines import Evidence, Finder, _chances, _corners, _decoded, _looks, prepared, same

SIGNS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)


def answer(**values: float) -> list[float]:
    """One cell's ten values: the named ones, else a square of the usual size that is not turned."""
    named = {"right": 0.0, "down": 0.0, "mean": 0.0, "half": 0.0, "mixed": 0.0, "cosine": 1.0, "sine": 0.0}
    return [0.0, 0.0, *(named | values).values(), 0.0]


def corners(*told: list[float]) -> np.ndarray:
    """The corners less the middle of the cell in row 3, column 5, which lies at 21.5, 13.5 px."""
    cells = np.array([(3, 5)] * len(told))
    found = _corners(np.array(told).T, cells) - (21.5, 13.5)
    return np.asarray(found)


def test_the_middle_is_told_in_units_of_16_px_and_the_half_sides_of_24() -> None:
    plain, moved, small, double = corners(
        answer(), answer(right=0.25, down=-0.5), answer(mean=-10.0), answer(mean=np.log(2))
    )
    assert plain == pytest.approx(24 * SIGNS)
    assert moved == pytest.approx(24 * SIGNS + (4, -8))
    assert small == pytest.approx(SIGNS), "no half side is below a pixel"
    assert double == pytest.approx(48 * SIGNS)


def test_the_scatter_stretches_one_side_and_shortens_the_other() -> None:
    wide, high, widest, turned = corners(
        answer(half=np.log(2)),
        answer(half=-np.log(2)),
        answer(half=5.0),
        answer(mixed=np.log(2), cosine=-1.0),
    )
    assert wide == pytest.approx(SIGNS * (48, 12))
    assert high == pytest.approx(SIGNS * (12, 48))
    assert widest == pytest.approx(SIGNS * (24 * np.exp(3), 24 * np.exp(-3)))
    along, across = np.array((1, 1)) * 48 / np.sqrt(2), np.array((-1, 1)) * 12 / np.sqrt(2)
    assert turned == pytest.approx(SIGNS[:, :1] * along + SIGNS[:, 1:] * across)


def test_the_turn_is_told_by_four_times_its_angle() -> None:
    four = np.deg2rad(80)
    (turned,) = corners(answer(cosine=np.cos(four), sine=np.sin(four)))
    cosine, sine = np.cos(np.deg2rad(20)), np.sin(np.deg2rad(20))
    one, other = 24 * np.array((cosine, sine)), 24 * np.array((-sine, cosine))
    assert turned == pytest.approx(SIGNS[:, :1] * one + SIGNS[:, 1:] * other)


def test_the_turn_of_stretched_half_sides_is_told_by_the_angles_that_they_have() -> None:
    long, short = 24 * np.exp(0.2), 24 * np.exp(-0.2)

    def sides(turn: float) -> tuple[np.ndarray, np.ndarray]:
        cosine, sine = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
        return np.array((long * cosine, short * sine)), np.array((-long * sine, short * cosine))

    def likeness(turn: float) -> float:
        return float(sum(np.cos(4 * np.arctan2(y, x) - np.deg2rad(80)) for x, y in sides(turn)))

    one, other = sides(max(range(90), key=likeness))
    (turned,) = corners(answer(half=0.2, cosine=np.cos(np.deg2rad(80)), sine=np.sin(np.deg2rad(80))))
    assert turned == pytest.approx(SIGNS[:, :1] * one + SIGNS[:, 1:] * other)
    assert not np.allclose(abs(turned), abs(SIGNS * (long, short)), atol=1.0)


def odds(rows: int, columns: int, **cells: float) -> Values:
    """Odds far below nothing but for cells such as r1c2."""
    found = np.full((rows, columns), -20.0, np.float32)
    for name, value in cells.items():
        row, column = name[1:].split("c")
        found[int(row), int(column)] = value
    return found


def test_peaks_become_outlines_in_px_of_the_whole_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[np.ndarray, bool]] = []

    def as_told(quad: np.ndarray, edges: Values, cover: Values) -> tuple[np.ndarray, float]:
        given.append((quad, edges is maps[1] and cover is maps[0]))
        return quad, 1.0

    monkeypatch.setattr(loose_outlines, "fitted", as_told)
    answers = np.zeros((10, 6, 8), np.float32)
    answers[0] = odds(6, 8, r3c5=2.0, r3c6=1.0, r0c0=-1.0, r5c1=0.0)
    answers[7] = 1.0
    answers[7:9, 3, 5] = np.cos(np.deg2rad(80)), np.sin(np.deg2rad(80))
    answers[4, 0, 0] = answers[4, 3, 5] = -np.log(2)
    maps = (answers[1], answers[9])
    one, other = _decoded(answers, maps, 2.0, 0.4, 11.99)
    assert one.sure == pytest.approx(1 / (1 + np.exp(-2)))
    cosine, sine = np.cos(np.deg2rad(20)), np.sin(np.deg2rad(20))
    turned = 12 * (SIGNS[:, :1] * (cosine, sine) + SIGNS[:, 1:] * (-sine, cosine))
    assert one.corners == pytest.approx((turned + (21.5, 13.5) + 0.5) * 2 - 0.5, abs=1e-3)
    assert given[0][0] == pytest.approx(turned / 4 + (5, 3), abs=1e-3)
    assert all(right for _, right in given)
    assert other.sure == 0.5
    assert other.corners == pytest.approx((24 * SIGNS + (5.5, 21.5) + 0.5) * 2 - 0.5, abs=1e-3)
    assert len(_decoded(answers, maps, 2.0, 0.2, 11.99)) == 3
    assert len(_decoded(answers, maps, 2.0, 0.4, 12.01)) == 1, "too small"
    assert _decoded(answers, maps, 2.0, 0.9, 0.0) == []
    answers[4] = np.log(61 / 24)
    assert _decoded(answers, maps, 2.0, 0.4, 11.99) == [], "too large"
    answers[4] = np.log(59 / 24)
    assert len(_decoded(answers, maps, 2.0, 0.4, 11.99)) == 1, "so large, both share most of what they cover"


def test_peaks_two_cells_apart_are_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loose_outlines, "fitted", lambda quad, _edges, _cover: (quad, 1.0))
    answers = np.zeros((10, 8, 8), np.float32)
    answers[0] = odds(8, 8, r3c3=2.0, r3c5=1.0, r5c3=1.0, r1c3=1.0, r3c1=1.0, r4c4=1.0)
    answers[4], answers[7] = np.log(5 / 24), 1.0
    assert len(_decoded(answers, (answers[1], answers[1]), 1.0, 0.4, 5.0)) == 5
    answers[4] = np.log(24 / 24)
    assert [one.sure for one in _decoded(answers, (answers[1], answers[1]), 1.0, 0.4, 5.0)] == [
        pytest.approx(1 / (1 + np.exp(-2)))
    ], "those that share most of what they cover are of one card: the likeliest is told"


def test_a_picture_is_looked_at_in_four_sizes() -> None:
    looks = [(small.shape, scale) for small, scale in _looks(np.zeros((640, 1280, 3), np.uint8))]
    assert [(shape, round(scale, 3)) for shape, scale in looks] == [
        ((320, 640, 3), 2.0), ((178, 356, 3), 3.6), ((99, 198, 3), 6.48), ((55, 110, 3), 11.664),
    ]  # fmt: skip
    tiny = [(small.shape, scale) for small, scale in _looks(np.zeros((20, 100, 3), np.uint8))]
    assert [shape for shape, _ in tiny] == [(20, 100, 3), (16, 56, 3), (16, 31, 3), (16, 17, 3)]
    upright = [small.shape for small, _ in _looks(np.zeros((1280, 640, 3), np.uint8))]
    assert upright[0] == (640, 320, 3)


def test_a_picture_is_filled_up_with_its_own_border_and_levelled() -> None:
    picture = np.zeros((33, 64, 3), np.uint8)
    picture[:, 10] = (110, 170, 50)
    given = prepared(picture)
    assert given.shape == (1, 3, 64, 64)
    assert given[0, :, 60, 10] == pytest.approx((0.0, 1.0, -1.0))
    assert prepared(np.zeros((32, 64, 3), np.uint8)).shape == (1, 3, 32, 64)


def test_how_much_two_outlines_share() -> None:
    square = np.array([(0, 0), (10, 0), (10, 10), (0, 10)], float)
    assert same(square, square) == pytest.approx(1.0)
    assert same(square, np.add(square, (5, 0))) == pytest.approx(1 / 3)
    assert same(square, np.add(square, (0, 5))) == pytest.approx(1 / 3)
    for off in ((11, 0), (-11, 0), (0, 11), (0, -11)):
        assert same(square, square + off) == 0.0
    assert same(square / 20, square / 20) == pytest.approx(0.25), "less than a pixel counts as one"


def test_evidence_is_read_at_the_sides_and_within() -> None:
    finder = Finder.__new__(Finder)
    nothing = np.zeros((10, 4, 4), np.float32)
    down, across = np.mgrid[0:60, 0:60].astype(np.float32)
    empty = np.zeros_like(down)
    finder._seen = [(2.0, nothing), (6.0, nothing)]
    finder._maps = [(across, down), (empty, empty)]
    cells = np.array([(2, 1), (6, 1), (6, 5), (2, 5)], float)
    seen = finder.evidence(cells * 8 + 3.5)
    assert (seen.cover, seen.edges, seen.weakest) == pytest.approx((4.0, 3.0, 1.0), abs=1e-4)
    assert finder.evidence(cells * 50).weakest > 5.0, "half sides of 100 px are 50 px of the larger picture"
    far = finder.evidence(cells * 80)
    assert (far.cover, far.edges) == (0.0, 0.0), "a large card is looked at in the smaller picture"
    assert finder.evidence(cells * 800).cover == 0.0
    assert Evidence(0.5, 0.25, 0.1).sure == pytest.approx(1 / (1 + np.exp(-2.65)))


def test_of_outlines_that_share_most_the_likeliest_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    square = np.array([(0, 0), (100, 0), (100, 100), (0, 100)], float)
    asked: list[float] = []

    def decoded(
        _answers: Values, _maps: object, scale: float, _least: float, smallest: float
    ) -> list[loose_outlines.CardOutline]:
        asked.append(smallest)
        at = np.add(square, (200, 0)) if scale > 2 else square
        return [
            loose_outlines.CardOutline(np.add(at, (off, 0)), sure)
            for off, sure in ((0, 0.5), (20, 0.9), (70, 0.4))
        ]

    monkeypatch.setattr(loose_outlines, "_decoded", decoded)
    finder = Finder.__new__(Finder)
    nothing = np.zeros((10, 4, 4), np.float32)
    finder._seen, finder._maps = [(2.0, nothing), (6.0, nothing)], [(nothing[0], nothing[0])] * 2
    assert [one.sure for one in finder.outlines()] == [0.9, 0.9, 0.4, 0.4]
    assert asked == [5.0, pytest.approx(20.0)]
    assert loose_outlines.CardOutline(square, 1.0).area == 10_000
    assert _chances(np.zeros((1, 1), np.float32))[0, 0] == 0.5
