"""What fell by chance for each seat, against what fair throws would show.

The test of fairness: K. Pearson, "On the criterion that a given system of deviations…", Phil. Mag. 50 (1900); the
tail of the chi-square distribution by the series for the regularised incomplete gamma function (Abramowitz and Stegun
6.5.29).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, lgamma, log, sqrt
from typing import Literal

from companion.game import Seat, Throw

FEWEST_EACH = 5
"""Minimum expected throws of each face for the test to say anything (the usual rule of thumb)."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """How often each face fell. `p`: probability that fair throws deviate at least as far; None: too few throws."""

    counts: tuple[tuple[str, int], ...]
    throws: int
    chi_square: float
    p: float | None


def fairness(throws: Iterable[str], faces: Sequence[str]) -> Fairness:
    """Chi-square test of throws among equally likely faces. Raises ValueError for a throw that is none of the faces."""
    fell = Counter(throws)
    unknown = fell.keys() - set(faces)
    if unknown:
        raise ValueError(f"expected throws among {', '.join(faces)}, found {sorted(unknown)[0]!r}")
    total = sum(fell.values())
    expected = total / len(faces)
    chi = sum((fell[face] - expected) ** 2 for face in faces) / expected if total else 0.0
    p = None if expected < FEWEST_EACH else _tail(chi, len(faces) - 1)
    return Fairness(tuple((face, fell[face]) for face in faces), total, chi, p)


def _tail(chi: float, freedom: int) -> float:
    """The probability that a chi-square variable with `freedom` degrees of freedom is at least `chi`."""
    half, x = freedom / 2, chi / 2
    if x == 0:
        return 1.0
    term = total = 1 / half
    n = half
    while term > total * 1e-15:
        n += 1
        term *= x / n
        total += term
    return min(1.0, max(0.0, 1 - total * exp(half * log(x) - x - lgamma(half))))


@dataclass(frozen=True, slots=True)
class Fell:
    """How often one face fell, and how often fair throws would show it."""

    face: str
    count: int
    expected: float


@dataclass(frozen=True, slots=True)
class Luck:
    """What one seat threw of one kind."""

    seat: Seat | None  # None: all seats together
    kind: str
    throws: int
    needed: int  # minimum throws that say anything
    bars: tuple[Fell, ...]
    mean: float  # of the numbers; where faces are no numbers, the share of the first face
    expected: float  # the same for fair throws
    spread: float  # standard error of the mean
    p: float | None  # probability that fair throws deviate at least as far, where known

    @property
    def enough(self) -> bool:
        return self.throws >= self.needed

    @property
    def verdict(self) -> Literal["lucky", "even", "unlucky"]:
        """Lucky or unlucky where the mean is off by more than one standard error, as one fair run in three is."""
        away = self.mean - self.expected
        if abs(away) <= self.spread:
            return "even"
        return "lucky" if away > 0 else "unlucky"


def luck(throws: Iterable[Throw], seat: Seat | None = None) -> tuple[Luck, ...]:
    """The luck of one seat, or of all together, with each kind of thing that was thrown."""
    kinds: dict[str, list[Throw]] = {}
    for throw in throws:
        if seat is None or throw.seat == seat:
            kinds.setdefault(throw.kind, []).append(throw)
    return tuple(_luck(seat, kind, fell) for kind, fell in sorted(kinds.items()))


def _luck(seat: Seat | None, kind: str, throws: Sequence[Throw]) -> Luck:
    all_faces = dict.fromkeys(face for throw in throws for face in throw.faces)
    faces = sorted(all_faces, key=int) if all(face.isdecimal() for face in all_faces) else list(all_faces)
    expected_of = dict.fromkeys(faces, 0.0)
    total = expected = variance = 0.0
    for throw in throws:
        # A face counts its number, where all are numbers; else the first counts 1 and the others 0.
        numbers = all(face.isdecimal() for face in throw.faces)
        values = [int(face) if numbers else int(n == 0) for n, face in enumerate(throw.faces)]
        middle = sum(values) / len(values)
        total += values[throw.faces.index(throw.face)]
        expected += middle
        variance += sum((value - middle) ** 2 for value in values) / len(values)
        for face in throw.faces:
            expected_of[face] += 1 / len(throw.faces)
    n = len(throws)
    alike = len({throw.faces for throw in throws}) == 1
    fell = [throw.face for throw in throws]
    return Luck(
        seat,
        kind,
        n,
        FEWEST_EACH * max(len(throw.faces) for throw in throws),
        tuple(Fell(face, fell.count(face), expected_of[face]) for face in faces),
        total / n,
        expected / n,
        sqrt(variance) / n,
        fairness(fell, faces).p if alike else None,
    )
