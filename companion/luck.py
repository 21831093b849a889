"""What fell by chance for each seat, held against what is to be expected of fair throws.

Whether they are fair: K. Pearson, "On the criterion that a given system of deviations…", Phil. Mag. 50 (1900); the
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
"""Below this many throws expected a face the test says nothing (the usual rule of thumb)."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """How often each face fell, and the probability that fair throws deviate at least so much.

    `p` is None while there are too few throws to say.
    """

    counts: tuple[tuple[str, int], ...]
    throws: int
    chi_square: float
    p: float | None


def fairness(throws: Iterable[str], faces: Sequence[str]) -> Fairness:
    """The test over these throws; every face is expected equally often.

    Raises ValueError for a throw that is none of the faces.
    """
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
    """How often one face fell, and how often it is to be expected of fair throws."""

    face: str
    count: int
    expected: float


@dataclass(frozen=True, slots=True)
class Luck:
    """What one seat, or None for all of them, threw of one kind, in `throws` throws.

    `mean` and `expected`: of the numbers thrown, where the faces are numbers; else what part of the throws showed the
    first face, and what part is to be expected. `spread`: the standard error of such a mean. `p`: the probability that
    fair throws deviate at least as far, where it can be told. `needed`: the fewest throws that say anything.
    """

    seat: Seat | None
    kind: str
    throws: int
    needed: int
    bars: tuple[Fell, ...]
    mean: float
    expected: float
    spread: float
    p: float | None

    @property
    def enough(self) -> bool:
        return self.throws >= self.needed

    @property
    def verdict(self) -> Literal["lucky", "even", "unlucky"]:
        """Whether the mean is further off than in two of three fair runs of as many throws, and on which side."""
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
        # Each face counts its number, where all are numbers; else the first one 1 and the others nothing.
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
