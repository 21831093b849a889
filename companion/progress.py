"""How far each seat has come, as numbers that can be drawn over a game's turns; told by games that can be followed.

See `companion.abilities.TellsProgress`. Asked only where nothing that the numbers tell is secret.
"""

from dataclasses import dataclass

from companion.game import Seat


@dataclass(frozen=True, slots=True)
class Measure:
    """One number for each seat. `words`: what is counted; `decides`: these are the points that the game is won by."""

    words: str
    values: tuple[int, ...]
    decides: bool = False

    @property
    def leader(self) -> Seat | None:
        """The one seat that has most; None where several have."""
        most = max(self.values)
        return self.values.index(most) if self.values.count(most) == 1 else None
