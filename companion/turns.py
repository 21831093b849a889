"""What a game waits for: seats to act, chance, or nothing any more."""

from dataclasses import dataclass

from companion.language import _

Seat = int


@dataclass(frozen=True, slots=True)
class Seats:
    """Some seat is to act; with several, in any order."""

    seats: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class Chance:
    """Dice, a penny or a lot are awaited: `what` is `dice`, `penny` or `lot`, `seats` those who press or throw."""

    what: str
    seats: tuple[Seat, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; no winner = a draw. `why` is in English; given with `parts`, it is the `template` of them."""

    winners: tuple[Seat, ...]
    why: str
    rule: str
    parts: tuple[tuple[str, str], ...] = ()
    template: str = ""

    def __post_init__(self) -> None:
        if self.parts and not self.template:
            object.__setattr__(self, "template", self.why)
            object.__setattr__(self, "why", self.why.format(**dict(self.parts)))

    @property
    def words(self) -> str:
        """Why, in the language that is spoken."""
        return _(self.template or self.why).format(**dict(self.parts)) if self.parts else _(self.why)


Turn = Seats | Chance | Over
