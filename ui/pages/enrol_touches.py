"""Touches on the pages where a deck is learnt."""

from ui.present.touches import Touch, Typed, UndoCard


class LearnCards(Touch, frozen=True):
    """A deck of cards is to be learnt."""


class LearnDiscs(Touch, frozen=True):
    """The discs of a game are to be learnt; `name`: of their deck."""

    name: str


class ChooseFace(Touch, frozen=True):
    """Shows which faces may be laid next."""


class NextFace(Touch, frozen=True):
    """This face is laid next."""

    label: str


class BackNext(Touch, frozen=True):
    """The next card shows its back, or not after all."""


class SkipCard(Touch, frozen=True):
    """The next card is not there."""


class EmptyAgain(Touch, frozen=True):
    """The empty table is looked at again."""


class ShowNames(Touch, frozen=True):
    """Shows the cards taken, to be renamed."""


class RenameCard(Touch, frozen=True):
    number: int


class GoOn(Touch, frozen=True):
    """Back to laying cards."""


class FinishDeck(Touch, frozen=True):
    pass


ShownTouch = LearnCards | LearnDiscs | ChooseFace | ShowNames | RenameCard | GoOn | Typed
TakenTouch = NextFace | BackNext | UndoCard | SkipCard | EmptyAgain | FinishDeck
EnrolTouch = ShownTouch | TakenTouch
