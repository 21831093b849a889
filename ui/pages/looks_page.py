"""Chooses for each deck whether the cards on the table are printed ones or those of the game's box."""

from ui.box.printed_looks import choose_looks
from ui.faces.step_page import StepPage
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
