"""Touches at the table of a game under way. A game's own touches are kinds of TableTouch in its own folder."""

from collections.abc import Callable
from typing import Any, ClassVar

from companion.book import Reading
from companion.game import Event, Seat
from ui.present.muster import Muster
from ui.present.touches import Do, P, Touch


class TableTouch(Touch, frozen=True):
    """A touch that is about the game on the table."""


class SquareTouch(TableTouch, frozen=True):
    """A square of a board was touched. `carries`: what stands there may be dragged as well."""

    carries: ClassVar[bool] = False
    square: str


class DraftTouch(TableTouch, frozen=True):
    """What is being told on the shared screen changes: a phone does that only while its seat is to act."""


class AtTable(Do, TableTouch, frozen=True):
    """A method of what stands beside the game on a table's screens: of the box that plays, the coach, the guide."""


def at(method: Callable[P, object], *given: P.args, **named: P.kwargs) -> AtTable:
    """The touch that calls such a method."""
    return AtTable(method, given, tuple(named.items()))


class NothingToDo(TableTouch, frozen=True):
    """Something was touched that asks for nothing."""


# the game as it stands


class PressButton(TableTouch, frozen=True):
    """A button of the panel: `done`, `back`, `dispute`, or a seat's own as `seat0`."""

    button: str


class Tell(TableTouch, frozen=True):
    """This has happened."""

    event: Event


class Wave(TableTouch, frozen=True):
    regions: tuple[str, ...]


class WaveAll(TableTouch, frozen=True):
    """Everything that was to be tidied is said to be done."""


class TouchSquare(SquareTouch, frozen=True):
    """A square, pile or other region of the table is looked at, or picked where one is asked for."""

    carries: ClassVar[bool] = True


class LiftSquare(TableTouch, frozen=True):
    square: str


class CarrySquare(TableTouch, frozen=True):
    square: str
    to: str


class DragPiece(DraftTouch, frozen=True):
    """A piece was dragged to a point (mm)."""

    colour: str
    x: float
    y: float


PlayTouch = PressButton | Tell | Wave | WaveAll | TouchSquare | LiftSquare | CarrySquare | NothingToDo


# what the referee asks or forbids


class Answer(TableTouch, frozen=True):
    """This is what happened, of all that may have happened."""

    events: tuple[Event, ...]


class NoneOfThese(TableTouch, frozen=True):
    """No answer to the question is right."""


class Allow(TableTouch, frozen=True):
    """An event is allowed against some rules."""

    event: Event
    rules: tuple[str, ...]


class PutBack(TableTouch, frozen=True):
    """People put the table back, or go on."""


class WholeRule(TableTouch, frozen=True):
    """The rule that forbids something is shown whole, or in short again."""


class LookAgain(TableTouch, frozen=True):
    """The camera looks once more."""


class AgreeBack(TableTouch, frozen=True):
    seat: Seat


class BookRight(TableTouch, frozen=True):
    """Where table and book differ the book is right."""


class TableRight(TableTouch, frozen=True):
    """Where table and book differ the table is right."""


AskedTouch = (
    Answer | NoneOfThese | Allow | PutBack | WholeRule | LookAgain | AgreeBack | BookRight | TableRight
)


# what is looked at


class Close(TableTouch, frozen=True):
    """Back to the game as it stands."""


class OpenMenu(TableTouch, frozen=True):
    pass


class OpenTelling(TableTouch, frozen=True):
    """Shows what may be told to have happened."""


class AskTurn(TableTouch, frozen=True):
    """A hidden card is to be turned up: asked about first."""

    square: str


class SwitchPicture(TableTouch, frozen=True):
    """Shows the camera's picture, or the board again."""


class ShowSeen(TableTouch, frozen=True):
    """Shows the table as it is seen, or as the book has it."""

    seen: bool


class ShowPast(TableTouch, frozen=True):
    """Shows one of the last events on the board; once more: the game as it stands."""

    seq: int


LookTouch = Close | OpenMenu | OpenTelling | AskTurn | SwitchPicture | ShowSeen | ShowPast


# a correction


class Correct(TableTouch, frozen=True):
    """Something booked is put right."""

    reading: Reading


class Uncorrect(TableTouch, frozen=True):
    """It is left as it was."""


CorrectingTouch = Correct | Uncorrect


# for one pair of eyes, and step by step


class DrawCurtain(TableTouch, frozen=True):
    """Shows who alone may look, before anything is seen."""

    seat: Seat


class OpenCurtain(TableTouch, frozen=True):
    """Only that seat looks."""


class Pick(TableTouch, frozen=True):
    """The next step of what is being told: a field of the event and its value."""

    field: str
    value: Any


class PickAfresh(TableTouch, frozen=True):
    """The first step of what is told on the shared screen."""

    field: str
    value: Any


class Unpick(TableTouch, frozen=True):
    """One step back; before the first one leaves."""


class Count(TableTouch, frozen=True):
    """So many more of a card among several that are told together."""

    card: str | None
    more: int


class TouchCorner(TableTouch, frozen=True):
    corner: str


AloneTouch = DrawCurtain | OpenCurtain | Pick | PickAfresh | Unpick | Count | TouchCorner


# an army that is shown to the referee


class ShowMuster(TableTouch, frozen=True):
    seat: Seat


class MusterSay(TableTouch, frozen=True):
    """This card lies on a square of one's own; None: nothing does."""

    cell: str
    label: str | None


class MusterUnsay(TableTouch, frozen=True):
    """There lies what the camera reads."""

    cell: str


class MusterSquare(TableTouch, frozen=True):
    """The square that is looked at; None: none."""

    cell: str | None


class MusterTurn(TableTouch, frozen=True):
    """All is right: the cards are turned down."""


class MusterAgain(TableTouch, frozen=True):
    """Something is wrong: the cards are shown again."""


class MusterDone(TableTouch, frozen=True):
    """All cards lie face down."""


MusterTouch = ShowMuster | MusterSay | MusterUnsay | MusterSquare | MusterTurn | MusterAgain | MusterDone


# the coach


class AskCoach(TableTouch, frozen=True):
    """What may this seat do?"""

    seat: Seat


class ShowCoachLine(TableTouch, frozen=True):
    number: int


class LeaveCoach(TableTouch, frozen=True):
    """Back to the game, without what the coach said."""


CoachTouch = AskCoach | ShowCoachLine | LeaveCoach


# piles


class ShowTiles(TableTouch, frozen=True):
    tiled: bool


class CheckDeck(TableTouch, frozen=True):
    """Counts the deck of a seat; None: enough of that."""

    seat: Seat | None


class DeckBatch(TableTouch, frozen=True):
    """What lies there is counted."""


class DeckCount(TableTouch, frozen=True):
    """So many more of a card in the deck that is counted."""

    card: str
    more: int


HeapTouch = ShowTiles | CheckDeck | DeckBatch | DeckCount


# the simulated table


class StageTouch(TableTouch, frozen=True):
    """What hands would do on the simulated table."""


class LayOut(StageTouch, frozen=True):
    """Lays out what the game begins with."""


class Tidy(StageTouch, frozen=True):
    """Does every chore that is left."""


class TurnOver(StageTouch, frozen=True):
    region: str


class LayUp(StageTouch, frozen=True):
    muster: Muster


class TurnDown(StageTouch, frozen=True):
    muster: Muster
