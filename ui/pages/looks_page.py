"""Which set of a game lies on the table, printed or from its old box: asked before the first game, changed later."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.sight import Thing
from ui.box.eyes import PRINTED, choose_looks, lies_printed, own_decks
from ui.faces.face import all_faces
from ui.places import decks_folder
from ui.present.models import Button, StepModel, StepPage, choice, notice, ways_out
from ui.present.names import label_words
from ui.present.touches import GameTouch, do
from ui.printing.usual_parts import parts_of
from ui.words import _, system_words


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
