"""Which set of a game lies on the table, printed or from its old box: asked once, changed later; as plain models."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.sight import Thing
from ui.present.models import Banner, Button
from ui.present.steps import StepModel, home_button
from ui.present.touches import LeaveSteps, Touch
from ui.words import _


class ChooseLook(Touch, frozen=True):
    """The camera reads these decks in their printed look from now on, or in that of the game's box."""

    decks: tuple[str, ...]
    printed: bool


@dataclass(frozen=True, slots=True)
class DeckLook:
    """A deck by its name and by its title for people, and in which look it is read.

    `printed`: None where nobody has said; then the look of the box is read.

    `enrolled`: the owner's pictures are read of the cards that were enrolled, whatever is chosen for the others.
    `label`: one of its faces.
    """

    deck: str
    title: str
    printed: bool | None
    enrolled: bool
    label: str

    @property
    def words(self) -> str:
        """In which look it is read now."""
        if self.enrolled:
            if not self.printed:
                return _("Those that you enrolled are read, for the rest those of the old box.")
            return _("Those that you enrolled are read, for the rest the printed ones.")
        return _("The printed ones are read.") if self.printed else _("Those of the old box are read.")

    @property
    def card(self) -> Thing:
        """The face that stands for it."""
        return Thing("card", self.label, "up", self.deck)


def looks_model(decks: Sequence[DeckLook], fault: str = "") -> StepModel:
    """Each deck with a key that turns it to its other look."""
    body = (
        _("What the camera reads. Touch a deck to switch it between the printed cards and the old ones."),
    )
    keys = tuple(
        Button(
            deck.title,
            ChooseLook((deck.deck,), not deck.printed),
            "chosen" if deck.printed else "plain",
            "cards",
            deck.words,
            card=deck.card,
        )
        for deck in decks
    )
    return _model(_("Printed or old cards"), body, keys, fault)


def which_set_model(game: str, decks: Sequence[DeckLook], fault: str = "") -> StepModel:
    """The question before a camera reads a game for the first time: which set lies on the table."""
    body = (
        _(
            "The two sets look different to the camera. To change this later: Table and cards, Printed or old cards."
        ),
    )
    names = tuple(deck.deck for deck in decks)
    keys = (
        Button(
            _("Printed here"),
            ChooseLook(names, printed=True),
            "plain",
            "cards",
            _("Made with Print and play; they look like this."),
            card=decks[0].card,
        ),
        Button(
            _("From the old box"),
            ChooseLook(names, printed=False),
            "plain",
            "cards",
            _("The set that the game once came with."),
        ),
    )
    return _model(_("{game}: which set do you play with?").format(game=game), body, keys, fault)


def _model(title: str, body: tuple[str, ...], keys: tuple[Button, ...], fault: str) -> StepModel:
    banner = Banner("trouble", fault) if fault else None
    tools = (Button(_("Back"), LeaveSteps(), "quiet", "back"), home_button())
    return StepModel(title, body=body, banner=banner, keys=keys, tools=tools)
