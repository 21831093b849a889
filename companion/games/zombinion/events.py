"""What can happen in Zombinion, in the past tense."""

from collections.abc import Mapping
from typing import ClassVar, Literal, TypeGuard, get_args

import msgspec

from companion.game import Event
from companion.kits.events import Starts as Starts
from companion.kits.options import sheet_in
from companion.language import marked

What = Literal[
    "react", "discard", "trash", "gain", "topdeck", "twice", "deck-to-discard", "set-aside", "spy-discard",
    "thief-trash", "thief-gain", "envoy-discard",
]  # fmt: skip
YES_OR_NO = ("react", "deck-to-discard", "set-aside", "spy-discard")
"""Questions answered by yes or no."""


class StepWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a step that waits for people."""

    to_do: str  # who has to do what
    asks: dict[str, str]  # by the card that asks, or `any`
    said: dict[str, str] = {}  # of `yes`, `no`, `some` cards or `none`, perhaps by card
    source: str = ""  # where the cards of a choice lie
    target: str = ""  # where they go
    sort: dict[str, str] = {}  # by card, the id or type of what may be chosen
    wants: str = ""  # what to say to an answer of another kind
    key: str = ""  # on the key to all answers


STEPS = sheet_in("companion.games.zombinion", "steps", dict[str, StepWords])


class Played(Event, frozen=True):
    """A seat played an Action card from its hand."""

    asks: ClassVar[str] = marked("Say which card was played")
    seat: int
    card: str


class Shot(Event, frozen=True):
    """A seat laid down Mirare cards from its hand, for their shots."""

    asks: ClassVar[str] = marked("Say what was laid down")
    seat: int
    cards: tuple[str, ...] = ()


class Took(Event, frozen=True):
    """A seat took a card from the supply for an Obiettivo and shots."""

    takes: ClassVar[bool] = True
    asks: ClassVar[str] = marked("Say what was taken")
    seat: int
    card: str


class Chose(Event, frozen=True):
    """A seat chose what a card asks for: cards, or yes or no.

    `cards` in their order, the last one on top; None is a card not shown. `card` stands for a single one. No cards:
    nothing was chosen or, where a choice is compulsory, there is nothing to choose from.
    """

    asks_of: ClassVar[Mapping[str, str]] = {what: step.key for what, step in STEPS.items() if step.key}
    seat: int
    what: What
    cards: tuple[str | None, ...] = ()
    card: str | None = None
    yes: bool | None = None

    def slots(self) -> tuple[str | None, ...]:
        """The cards, from whichever of the two fields has them."""
        return (self.card,) if self.card is not None and not self.cards else self.cards

    def faces(self) -> tuple[str, ...]:
        """The cards that were shown."""
        return tuple(card for card in self.slots() if card is not None)

    def says_yes(self) -> bool:
        """Yes or no; an answer that only names a card means yes."""
        return self.yes if self.yes is not None else bool(self.slots())

    def answers(self, other: Event) -> "TypeGuard[Chose]":
        """Whether another event answers the same question."""
        return isinstance(other, Chose) and (other.what, other.seat) == (self.what, self.seat)

    def same(self, other: Event) -> bool:
        """Whether two answers mean the same, even if told in different forms."""
        if not self.answers(other):
            return False
        if self.what in YES_OR_NO:
            return self.says_yes() == other.says_yes()
        return sorted(map(str, self.slots())) == sorted(map(str, other.slots()))


class Shuffled(Event, frozen=True):
    """A seat shuffled its discards into a new deck; `order`: top first, where known."""

    asks: ClassVar[str] = marked("Say in which order")
    vanishing: ClassVar[bool] = True
    blind: ClassVar[bool] = True
    seat: int
    order: tuple[str, ...] | None = None


class Revealed(Event, frozen=True):
    """The top card of a seat's deck turned out to be this one."""

    asks: ClassVar[str] = marked("Say which card it is")
    seat: int
    card: str


class Ended(Event, frozen=True):
    """A seat ended its Action phase, or its turn; `top`: the face that then lies on its discards, where seen."""

    ends_turn: ClassVar[bool] = True
    seat: int
    top: str | None = None


class Ruled(Event, frozen=True):
    """The people correct what the referee believes.

    `card` was not `out_of` one place but lies in `into` another: `hand.0`, `deck.0` (on top), `discard.0` (on top),
    `play.0`, `shown.0`, `supply`, `trash`; without one of them it came into the game, or left it. `count`: cards on
    its pile of the supply. `actions`, `targets`, `shots`, `phase` and `turn` replace the book's. `dropped`: the
    awaited step is not done.
    """

    told: ClassVar[bool] = True
    card: str | None = None
    out_of: str | None = None
    into: str | None = None
    count: int | None = None
    actions: int | None = None
    targets: int | None = None
    shots: int | None = None
    phase: Literal["action", "hunt"] | None = None
    turn: int | None = None
    dropped: bool = False


Happening = Starts | Played | Shot | Took | Chose | Shuffled | Revealed | Ended | Ruled
EVENTS: tuple[type[Event], ...] = get_args(Happening)
