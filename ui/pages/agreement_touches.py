"""Touches where any game is agreed on; a game's own stand in its folder."""

from companion.game import Seat, Value
from ui.present.touches import Touch, Typed


class ShowPage(Touch, frozen=True):
    page: str


class ChooseSource(Touch, frozen=True):
    """Where pictures come from."""

    source: str


class EditName(Touch, frozen=True):
    """A player's name is to be typed."""

    seat: Seat


class SitDown(Touch, frozen=True):
    """Somebody who played here before sits at a seat."""

    seat: Seat
    name: str


class PlayedByBox(Touch, frozen=True):
    """The box plays a seat at a level, by its name; empty: a person does."""

    seat: Seat
    level: str


class AgreeToCoach(Touch, frozen=True):
    """The person at a seat agrees to a coach for everybody, or does so no more."""

    seat: Seat


class NoCoach(Touch, frozen=True):
    """There is no coach."""


class EditOption(Touch, frozen=True):
    """An option is to be typed."""

    option: str


class EditFact(Touch, frozen=True):
    """A fact of the owner's is to be typed."""

    name: str


EditTouch = EditName | EditOption | EditFact
"""Something is to be typed."""


class ChooseSeats(Touch, frozen=True):
    """So many play."""

    seats: int


class Choose(Touch, frozen=True):
    """A choice of an option; `seat`: for that seat alone."""

    option: str
    seat: Seat | None
    value: Value


class ToggleMany(Touch, frozen=True):
    """One more choice of an option of many, or one less."""

    option: str
    value: Value


class SetMany(Touch, frozen=True):
    """These choices of an option of many."""

    option: str
    values: tuple[Value, ...]


class DrawMany(Touch, frozen=True):
    """The choices of an option of many, by chance."""

    option: str


class TellFact(Touch, frozen=True):
    """A fact that the owner tells; None: as it is without."""

    name: str
    value: Value | None


class SetFacts(Touch, frozen=True):
    """All facts of the owner's."""

    facts: tuple[tuple[str, Value], ...]


PageTouch = (
    ShowPage
    | ChooseSource
    | EditName
    | SitDown
    | PlayedByBox
    | AgreeToCoach
    | NoCoach
    | EditOption
    | EditFact
    | Typed
    | TellFact
    | SetFacts
)
OptionTouch = ChooseSeats | Choose | ToggleMany | SetMany | DrawMany
