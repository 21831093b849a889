"""Chooses for each deck whether the cards on the table are printed ones or those of the game's box."""

from pathlib import Path

from ui.box.eyes import own_decks
from ui.box.printed_looks import choose_looks
from ui.faces.registry import all_faces
from ui.faces.step_page import StepPage
from ui.places import decks_folder
from ui.present.deck_looks import ChooseLook, looks_model
from ui.present.steps import StepModel
from ui.present.touches import LeaveSteps, Touch
from ui.printing.deck_looks import deck_looks
from ui.words import system_words


class LooksPage(StepPage):
    """The page; a game that is opened after it is read with what was chosen here."""

    name = "looks"

    def __init__(self) -> None:
        self._decks, self._fault = deck_looks(), ""
        own = {folder.name: folder for face in all_faces() for folder in own_decks(face.game)}
        self.faces = {name: _shown(folder) for name, folder in own.items()}

    def model(self) -> StepModel:
        return looks_model(self._decks, self._fault)

    def take(self, touch: Touch) -> bool:
        match touch:
            case LeaveSteps():
                self.given_up = True
            case ChooseLook(deck, printed):
                self._choose(deck, printed=printed)
            case _:
                return False
        return True

    def _choose(self, deck: str, *, printed: bool) -> None:
        self._fault = ""
        try:
            choose_looks((deck,), printed=printed)
        except OSError as fault:
            self._fault = system_words(fault)
        self._decks = deck_looks()


def _shown(folder: Path) -> Path:
    """Where the pictures of a game's deck are: the owner's where it was enrolled."""
    enrolled = decks_folder() / folder.name
    return enrolled if enrolled.is_dir() else folder
