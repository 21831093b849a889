"""Touches on the pages where tribes are built."""

from companion.games.zoon.family.deck import Format
from companion.games.zoon.family.tribes import Mend
from ui.present.touches import Leave, Save, ShowList, Touch, Typed, Undo


class NewTribe(Touch, frozen=True):
    pass


class OpenTribe(Touch, frozen=True):
    id: str


class EditCards(Touch, frozen=True):
    """Shows the cards and their numbers."""


class EditCard(Touch, frozen=True):
    card: str


ListTouch = ShowList | NewTribe | OpenTribe | EditCards | EditCard


class ShowFormats(Touch, frozen=True):
    """Shows which formats a tribe may have."""


class ChooseFormat(Touch, frozen=True):
    format: Format


class BeginFrom(Touch, frozen=True):
    """Begins with a tribe as it is sold; with an empty one where it has no name."""

    tribe: str


BeginTouch = ShowFormats | ChooseFormat | BeginFrom


class ShowTab(Touch, frozen=True):
    tab: str


class AddCard(Touch, frozen=True):
    card: str


class LessCard(Touch, frozen=True):
    """One less of a card."""

    card: str


class TakeMend(Touch, frozen=True):
    """What is proposed to put a tribe right."""

    mend: Mend


BuildTouch = ShowTab | AddCard | LessCard | TakeMend | Undo


class Build(Touch, frozen=True):
    """Back to the tribe that is being built."""


class ShowMore(Touch, frozen=True):
    """Shows what else may be done with a tribe."""


class Rename(Touch, frozen=True):
    pass


class Duplicate(Touch, frozen=True):
    """Goes on with a copy."""


class DeleteTribe(Touch, frozen=True):
    """Asks whether the tribe is to be deleted."""


class ReallyDeleteTribe(Touch, frozen=True):
    pass


class SaveAndLeave(Touch, frozen=True):
    pass


MoreTouch = Build | ShowMore | Rename | Typed | Duplicate | DeleteTribe | ReallyDeleteTribe
LeavingTouch = Leave | Save | SaveAndLeave
TribeTouch = ListTouch | BeginTouch | BuildTouch | MoreTouch | LeavingTouch
