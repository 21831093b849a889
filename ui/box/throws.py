"""Throws at the box, and the lamps: each seat to throw presses its button once; its outcome is held until all have.

Outcomes come from the system's own source of chance. They count when all lamps have stopped running and everybody has
had time to read them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.game import Chance, Over, Turn
from hardware import dice
from hardware.lamps import RUN_SECONDS, die_lamps, running_die, running_penny

Throw = int | str
"""A die's face, a penny's side, or the seat drawn by lot."""
REST_SECONDS = 1.0
"""Seconds for which what fell is shown at rest before anything follows from it."""
SHOWN_SECONDS = RUN_SECONDS + REST_SECONDS


@dataclass(frozen=True, slots=True)
class Chances:
    """Where outcomes come from; tests hand in their own."""

    roll: Callable[[], int] = dice.roll
    flip: Callable[[], str] = dice.flip
    draw: Callable[[Sequence[int]], int] = dice.draw


@dataclass(slots=True)
class Throws:
    """The throws for one awaited chance. `seq` is the state of the record that they belong to."""

    chances: Chances = field(default_factory=Chances)
    what: str = ""
    seq: int = -1
    told: bool = False
    thrown: dict[int, Throw] = field(default_factory=dict)
    at: dict[int, float] = field(default_factory=dict)
    by: dict[int, str] = field(default_factory=dict)

    def turn_to(self, turn: Turn, seq: int) -> None:
        """Forgets throws that belong to an earlier state; those just told stay to be looked at."""
        if seq == self.seq or (self.told and seq == self.seq + 1 and not isinstance(turn, Chance)):
            return
        self.what = turn.what if isinstance(turn, Chance) else ""
        self.seq, self.told = seq, False
        self.thrown, self.at, self.by = {}, {}, {}

    def press(self, seat: int, chance: Chance, now: float, by: str = "panel") -> bool:
        """A seat presses: whether that threw anything. A second press before the others is none."""
        if self.told or seat in self.thrown:
            return False
        if chance.what == "lot":
            if self.thrown:
                return False
            self.thrown[seat] = self.chances.draw(chance.seats)
        elif seat not in chance.seats:
            return False
        else:
            self.thrown[seat] = self.chances.roll() if chance.what == "dice" else self.chances.flip()
        self.at[seat], self.by[seat] = now, by
        return True

    def outcome(self, chance: Chance, now: float) -> tuple[Throw, ...] | None:
        """All outcomes in the order of the chance's seats; None while one is missing or has not rested long enough."""
        if self.told or any(since < SHOWN_SECONDS for since in self.since(now).values()):
            return None
        if chance.what == "lot":
            return tuple(self.thrown.values()) or None
        if any(seat not in self.thrown for seat in chance.seats):
            return None
        return tuple(self.thrown[seat] for seat in chance.seats)

    def running(self, now: float) -> frozenset[int]:
        """The seats whose throw has not come to rest yet."""
        return frozenset(seat for seat, since in self.since(now).items() if since < RUN_SECONDS)

    def since(self, now: float) -> Mapping[int, float]:
        """By seat, how many seconds ago it threw."""
        return {seat: now - at for seat, at in self.at.items()}

    def lights(self, turn: Turn, now: float, *, trouble: bool) -> frozenset[str]:
        """The lamps that are on: for RUN_SECONDS after a throw they run before they show it."""
        since = self.since(now)
        if isinstance(turn, Chance):
            to_act = frozenset(turn.seats) - self.thrown.keys()
        else:
            to_act = frozenset(turn.winners if isinstance(turn, Over) else turn.seats)
        on = {f"turn{seat}" for seat in to_act}
        for seat, value in self.thrown.items():
            running = since[seat] < RUN_SECONDS
            if self.what == "dice" and isinstance(value, int):
                on |= running_die(seat, since[seat]) if running else die_lamps(seat, value)
            elif self.what == "penny":
                on |= running_penny(since[seat]) if running else frozenset({str(value)})
        if trouble:
            on.add("trouble")
        return frozenset(on)
