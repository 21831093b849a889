"""A deck that looks otherwise as it comes out of a printer."""

from dataclasses import dataclass

from companion.sight import Thing
from ui.words import _


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
