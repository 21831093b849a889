"""Which set of a game lies on the table, printed or from its old box: asked before the first game, changed later."""

from collections.abc import Sequence
from dataclasses import replace

from ui.box.eyes import choose_looks, own_decks
from ui.faces.face import all_faces
from ui.faces.page import StepPage
from ui.present.desk_touches import GameTouch
from ui.present.models import Button, choice, notice
from ui.present.steps import StepModel, ways_out
from ui.present.touches import do
from ui.printing.parts import deck_looks
from ui.words import _, system_words


class LooksPage(StepPage):
    """All decks, each with what the camera reads of it; a game that is opened afterwards is read so."""

    name = "looks"

    def __init__(self) -> None:
        self._decks, self._fault = deck_looks(), ""
        self.faces = {folder.name: folder for face in all_faces() for folder in own_decks(face.game)}

    def model(self) -> StepModel:
        body = _(
            "What the camera reads. Touch a deck to switch it between the printed cards and the old ones."
        )
        keys = []
        for deck in self._decks:
            touch = do(self.choose, (deck.deck,), printed=not deck.printed)
            key = choice(deck.title, touch, deck.printed, "cards", deck.words)
            keys.append(replace(key, card=deck.card))
        return self._page(_("Printed or old cards"), body, tuple(keys))

    def _page(self, title: str, body: str, keys: tuple[Button, ...]) -> StepModel:
        banner = notice("trouble", self._fault)
        return StepModel(title, body=(body,), banner=banner, keys=keys, tools=ways_out())

    def choose(self, decks: Sequence[str], *, printed: bool) -> bool:
        """The camera reads these decks in their printed look from now on, or in that of the game's box."""
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
        body = _(
            "The two sets look different to the camera. To change this later: Table and cards, Printed or old cards."
        )
        asked = [look for look in self._decks if look.deck in self._asked]
        names = tuple(deck.deck for deck in asked)
        new, old = do(self.choose, names, printed=True), do(self.choose, names, printed=False)
        looks = _("Made with Print and play; they look like this.")
        bought = _("The set that the game once came with.")
        keys = (
            Button(_("Printed here"), new, "plain", "cards", looks, card=asked[0].card),
            Button(_("From the old box"), old, "plain", "cards", bought),
        )
        return self._page(_("{game}: which set do you play with?").format(game=self._game), body, keys)

    def choose(self, decks: Sequence[str], *, printed: bool) -> bool:
        if super().choose(decks, printed=printed):
            self.given_up, self.then = True, self._wanted
        return self.given_up
