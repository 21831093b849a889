"""The decks that look otherwise as they come out of a printer, and in which look the camera reads each of them."""

from dataclasses import dataclass

from companion.sight import Thing
from ui.box.eyes import PRINTED, lies_printed, own_decks
from ui.faces.face import all_faces
from ui.places import decks_folder
from ui.present.names import label_words
from ui.printing.usual_parts import parts_of
from ui.words import _


@dataclass(frozen=True, slots=True)
class DeckLook:
    """A deck by its name and by its title for people, and in which look it is read.

    `printed`: None where nobody has said; then the look of the box is read.

    `enrolled`: the owner's pictures are read of the cards that were enrolled, whatever is chosen for the others.
    `card`: the face that stands for it.
    """

    deck: str
    title: str
    printed: bool | None
    enrolled: bool
    card: Thing

    @property
    def words(self) -> str:
        """In which look it is read now."""
        if self.enrolled:
            if not self.printed:
                return _("Those that you enrolled are read, for the rest those of the old box.")
            return _("Those that you enrolled are read, for the rest the printed ones.")
        return _("The printed ones are read.") if self.printed else _("Those of the old box are read.")


def deck_looks() -> tuple[DeckLook, ...]:
    """The decks of all games that have a printed look besides that of the box, each once."""
    found: dict[str, DeckLook] = {}
    for face in all_faces():
        parts = [part for part in parts_of(face, face.usual_setup()) if part.decks]
        for part in parts:
            for folder in own_decks(face.game):
                name = folder.name
                if name in part.decks and name not in found and (folder / PRINTED).is_dir():
                    enrolled = (decks_folder() / name).is_dir()
                    labels = (file.stem for file in (folder / PRINTED).iterdir())
                    first = min(label for label in labels if not label.startswith("back"))
                    # The deck's own name where a part has several, else its game's.
                    title = label_words(name) if len(part.decks) > 1 else _(face.game.name)
                    if len(part.decks) == 1 and len(parts) > 1:
                        title += f" · {_(part.title)}"
                    card = Thing("card", first, "up", name)
                    found[name] = DeckLook(name, title, lies_printed(name), enrolled, card)
    return tuple(found.values())
