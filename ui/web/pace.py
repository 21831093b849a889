"""How often somebody may ask: so many times at once, and on and on so many a second (token bucket)."""

from dataclasses import dataclass

MOST_ADDRESSES = 2000


@dataclass(slots=True)
class Allowance:
    """What one asker has left: at most `at_once`, growing by `a_second`. Times are in s, by a clock that only grows."""

    a_second: float
    at_once: float
    left: float
    at: float

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
    """The allowances of all addresses."""

    def __init__(self, a_second: float, at_once: float) -> None:
        self._a_second, self._at_once = a_second, at_once
        self._known: dict[str, Allowance] = {}

    def may(self, address: str, now: float) -> bool:
        """Whether an address may ask once more now."""
        if len(self._known) >= MOST_ADDRESSES and address not in self._known:
            self._known.clear()
        known = self._known.setdefault(address, Allowance(self._a_second, self._at_once, self._at_once, now))
        return known.take(now)
