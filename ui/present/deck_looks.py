"""The page that says in which look each deck is read, and lets people choose the other one; as a plain model."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.sight import Thing
from ui.present.models import Banner, Button
from ui.present.pages import home_button
from ui.present.steps import StepModel
from ui.present.touches import LeaveSteps, Touch
from ui.words import _


class ChooseLook(Touch, frozen=True):
    """This deck is read and shown in its printed look from now on, or in that of the game's box."""

    deck: str
    printed: bool


@dataclass(frozen=True, slots=True)
class DeckLook:
    """A deck by its name and by its title for people, and in which look it is read now.

    `enrolled`: the owner's pictures are read of the cards that were enrolled, whatever is chosen for the others.
    `label`: one of its faces, by which the look is told.
    """

    deck: str
    title: str
    printed: bool
    enrolled: bool
    label: str

    @property
    def words(self) -> str:
        """In which look it is read now."""
        if self.enrolled:
            if self.printed:
                return _("Those that you enrolled are read, for the rest the printed ones.")
            return _("Those that you enrolled are read, for the rest those of the old box.")
        return _("The printed ones are read.") if self.printed else _("Those of the old box are read.")


def looks_model(decks: Sequence[DeckLook], fault: str = "") -> StepModel:
    """Each deck with a key that turns it to its other look."""
    body = (_("One look of each deck is read and shown. Touch a deck for the other."),)
    keys = tuple(
        Button(
            deck.title,
            ChooseLook(deck.deck, not deck.printed),
            "chosen" if deck.printed else "plain",
            "cards",
            deck.words,
            card=Thing("card", deck.label, "up", deck.deck),
        )
        for deck in decks
    )
    banner = Banner("trouble", fault) if fault else None
    tools = (Button(_("Back"), LeaveSteps(), "quiet", "back"), home_button())
    return StepModel(_("Printed or old cards"), "", body, banner, keys, tools, live=False)
