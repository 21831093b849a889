"""Which set of a game lies on the table, printed or from its old box: asked before the first game, changed later."""

from collections.abc import Sequence

from ui.box.eyes import own_decks
from ui.box.printed_looks import choose_looks
from ui.faces.registry import all_faces
from ui.faces.step_page import StepPage
from ui.present.deck_looks import ChooseLook, looks_model, which_set_model
from ui.present.desk_touches import GameTouch
from ui.present.steps import StepModel
from ui.present.touches import LeaveSteps, Touch
from ui.printing.deck_looks import deck_looks
from ui.words import system_words


class LooksPage(StepPage):
    """All decks, each with what the camera reads of it; a game that is opened afterwards is read so."""

    name = "looks"

    def __init__(self) -> None:
        self._decks, self._fault = deck_looks(), ""
        self.faces = {folder.name: folder for face in all_faces() for folder in own_decks(face.game)}

    def model(self) -> StepModel:
        return looks_model(self._decks, self._fault)

    def take(self, touch: Touch) -> bool:
        match touch:
            case LeaveSteps():
                self.given_up = True
            case ChooseLook(decks, printed):
                self._choose(decks, printed=printed)
            case _:
                return False
        return True

    def _choose(self, decks: Sequence[str], *, printed: bool) -> bool:
        self._fault = ""
        try:
            choose_looks(decks, printed=printed)
        except OSError as fault:
            self._fault = system_words(fault)
        self._decks = deck_looks()
        return not self._fault


class WhichSetPage(LooksPage):
    """Asks which set lies on the table before a camera looks at a game; then goes on with what was asked for."""

    name = "which-set"

    def __init__(self, game: str, decks: Sequence[str], wanted: GameTouch) -> None:
        super().__init__()
        self._game, self._asked, self._wanted = game, frozenset(decks), wanted

    def model(self) -> StepModel:
        asked = [look for look in self._decks if look.deck in self._asked]
        return which_set_model(self._game, asked, self._fault)

    def _choose(self, decks: Sequence[str], *, printed: bool) -> bool:
        if super()._choose(decks, printed=printed):
            self.given_up, self.answered = True, self._wanted
        return self.given_up
