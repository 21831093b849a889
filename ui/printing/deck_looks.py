"""The decks that look otherwise as they come out of a printer, and in which look the camera reads each of them."""

from ui.box.eyes import own_decks
from ui.box.printed_looks import PRINTED, lies_printed
from ui.faces.registry import all_faces
from ui.places import decks_folder
from ui.present.deck_looks import DeckLook
from ui.present.names import label_words
from ui.printing.usual_parts import parts_of
from ui.words import _


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
                    found[name] = DeckLook(name, title, lies_printed(name), enrolled, first)
    return tuple(found.values())
