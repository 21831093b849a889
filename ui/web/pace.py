"""What one address may have while others want it too: how often it asks (token bucket), and how much it holds."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import TypeVar

MOST_ADDRESSES = 2000
T = TypeVar("T")


def gives_way(held: Sequence[tuple[str, T]], to: str | None = None) -> T | None:
    """What makes room where there is none, of what addresses hold, the oldest first: of the one with most, its oldest.

    `to`: for somebody at this address; None where it would then hold as much itself, so that nobody takes turns.
    """
    counts = Counter(address for address, _one in held)
    most = max(counts.values(), default=0)
    if to is not None and counts[to] + 1 >= most:
        return None
    return next((one for address, one in held if counts[address] == most), None)


@dataclass(slots=True)
class Allowance:
    """What one asker has left: at most `at_once`, growing by `a_second`. Times are in s, by a clock that only grows."""

    a_second: float
    at_once: float
    left: float = inf
    at: float = 0.0

    def take(self, now: float) -> bool:
        """Whether it may ask once more now; then it has one less."""
        self.left = min(self.at_once, self.left + (now - self.at) * self.a_second)
        self.at = now
        if self.left < 1:
            self.left = max(0.0, self.left - 1)  # who goes on asking goes on waiting
            return False
        self.left -= 1
        return True


class Paces:
    """The allowances of all addresses; of very many the further ones share one."""

    def __init__(self, a_second: float, at_once: float) -> None:
        self._a_second, self._at_once = a_second, at_once
        self._known: dict[str, Allowance] = {}

    def may(self, address: str, now: float) -> bool:
        if len(self._known) >= MOST_ADDRESSES and address not in self._known:
            full = now - self._at_once / self._a_second
            self._known = {one: known for one, known in self._known.items() if known.at > full}
            address = address if len(self._known) < MOST_ADDRESSES else ""
        known = self._known.setdefault(address, Allowance(self._a_second, self._at_once))
        return known.take(now)
