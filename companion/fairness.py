"""Whether dice and pennies are fair, as far as the record can say: counts and Pearson's chi-square test.

K. Pearson, "On the criterion that a given system of deviations…", Phil. Mag. 50 (1900); the tail of the
distribution by the series for the regularised incomplete gamma function (Abramowitz and Stegun 6.5.29).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, lgamma, log

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
    """The probability that a chi-square variable with so many degrees of freedom is at least `chi`."""
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
