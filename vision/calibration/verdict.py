"""Verdicts on a picture or a machine, in words, with a remedy for each failure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Verdict:
    """One judgement. `ok`: None if it could not be judged. `fix`: the remedy, empty unless it failed."""

    name: str
    ok: bool | None
    words: str
    fix: str = ""
    figures: Mapping[str, float] = field(default_factory=dict)

    @property
    def word(self) -> str:
        return {True: "pass", False: "fail", None: "not here"}[self.ok]

    def json(self) -> dict[str, Any]:
        """The verdict for programs."""
        return {
            "what": self.name, "verdict": self.word, "why": self.words, "fix": self.fix, "figures": dict(self.figures),
        }  # fmt: skip


def either(name: str, words: str, fix: str, *, ok: bool) -> Verdict:
    """A pass, or a failure with its remedy."""
    return passed(name, words) if ok else failed(name, words, fix)


def passed(name: str, words: str, **figures: float) -> Verdict:
    return Verdict(name, ok=True, words=words, figures=_rounded(figures))


def failed(name: str, words: str, fix: str = "", **figures: float) -> Verdict:
    return Verdict(name, ok=False, words=words, fix=fix, figures=_rounded(figures))


def untold(name: str, words: str) -> Verdict:
    """A verdict that could not be reached, and why."""
    return Verdict(name, None, words)


def _rounded(figures: Mapping[str, float]) -> dict[str, float]:
    return {name: round(float(value), 3) for name, value in figures.items()}
