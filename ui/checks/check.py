"""What came of one check."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Verdict = Literal["pass", "fail", "not here"]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: `why` is what was found, `fix` what helps where it failed, `figures` what was measured."""

    what: str
    verdict: Verdict
    why: str
    fix: str = ""
    figures: Mapping[str, float] = field(default_factory=dict)
