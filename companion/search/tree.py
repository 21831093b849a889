"""The tree over what is decided: every branch keeps what it brought to the seat that took it.

One tree serves all drawn worlds (single-observer ISMCTS): in each world only the branches that are possible there are
weighed, each against how often it could have been taken (subset-armed bandits).
"""

from dataclasses import dataclass, field
from math import log, sqrt

from companion.game import Event, Seat

Key = tuple[Seat | None, Event]
"""Who took a branch, None for chance, and what was decided."""


@dataclass(slots=True)
class Branch:
    """What one decision has brought: `total` of the worth to its seat in `plays`; it was possible `times` times.

    `hopes`: what those that may follow look like to who takes them, before they are tried.
    """

    key: Key
    plays: int = 0
    times: int = 0
    total: float = 0.0
    branches: "dict[Key, Branch]" = field(default_factory=dict)
    hopes: dict[Key, float] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        return self.total / self.plays if self.plays else 0.0

    def at(self, key: Key) -> "Branch":
        """The branch of this decision, new where it was never taken."""
        found = self.branches.get(key)
        if found is None:
            found = self.branches[key] = Branch(key)
        return found


def bound(branch: Branch, curiosity: float) -> float:
    """What a branch may be worth at best: its upper confidence bound (UCB1)."""
    return branch.total / branch.plays + curiosity * sqrt(log(branch.times) / branch.plays)
