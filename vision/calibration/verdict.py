"""What a calibration says of one thing: pass or fail in words, with what to do about it and the figures behind it.

Rule kept: a fail always says what mends it; what cannot be told from the pictures given is neither pass nor fail.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Verdict:
    """One judgement. `ok`: None where the pictures do not tell. `fix` is empty unless it failed."""

    name: str
    ok: bool | None
    words: str
    fix: str = ""
    figures: Mapping[str, float] = field(default_factory=dict)


def passed(name: str, words: str, **figures: float) -> Verdict:
    """A pass."""
    return Verdict(name, ok=True, words=words, fix="", figures=_rounded(figures))


def failed(name: str, words: str, fix: str, **figures: float) -> Verdict:
    """A fail and what mends it."""
    return Verdict(name, ok=False, words=words, fix=fix, figures=_rounded(figures))


def untold(name: str, words: str) -> Verdict:
    """What cannot be told from these pictures, and why."""
    return Verdict(name, None, words)


def _rounded(figures: Mapping[str, float]) -> dict[str, float]:
    return {name: round(float(value), 3) for name, value in figures.items()}
