"""The guide through a first game: offered until one was played to its end, then one hint at a time as it goes on.

Which hints were shown is kept with the settings, as `game:hint`, so that another evening goes on where it was; the
name of the game alone says that its guide is done or not wanted. Rule kept: a hint is told from what everybody may
know, so that none can give a hidden card away.
"""

from dataclasses import replace

from companion.game import Over
from ui.owned.settings import SettingsKept
from ui.pages.table_faces import pointing_to
from ui.present.desk_touches import OpenRules
from ui.present.hints import Hint
from ui.present.models import Button, GuideCard, TableModel
from ui.present.moment import GameSnapshot
from ui.present.touches import at
from ui.words import _

SHOWN_ON = frozenset({"layout", "play", "dice", "mustering"})
"""Faces of the table screen that have a hint on them: not those for one pair of eyes, nor those that ask."""


class Guide:
    """The guide of one game at the table. `model` gives a screen's model with the card that is due."""

    def __init__(self, game: str, hints: tuple[Hint, ...], settings: SettingsKept) -> None:
        self._game, self._hints, self._settings = game, hints, settings
        self.now: Hint | None = None  # the one that is shown
        self._since = -1

    @property
    def shown(self) -> frozenset[str]:
        """The hints that were shown, by their ids; with the empty one among them the guide is followed."""
        pairs = (entry.partition(":") for entry in self._settings.now.learnt)
        return frozenset(hint for game, colon, hint in pairs if colon and game == self._game)

    @property
    def follows(self) -> bool:
        return "" in self.shown

    def follow_guide(self) -> None:
        self._keep(f"{self._game}:")

    def leave_guide(self) -> None:
        """The guide is not wanted, or no longer; for this game it is not offered again."""
        self._keep(self._game)

    def hint_read(self) -> None:
        if self.now is None:
            return
        shown = {*self.shown, self.now.id}
        if all(hint.id in shown for hint in self._hints):
            self._keep(self._game)
        else:
            self._keep(*(f"{self._game}:{id}" for id in sorted(shown)))

    def model(self, moment: GameSnapshot, model: TableModel) -> TableModel:
        """The model with the offer or the hint that is due; the menu with the key that begins or ends the guide."""
        if not self._hints:
            return model
        if model.kind == "menu":
            key = Button(_("Guide"), at(Guide.follow_guide), "plain", "info")
            if self.follows:
                key = Button(_("Stop the guide"), at(Guide.leave_guide), "plain", "info")
            return replace(model, answers=(*model.answers[:-1], key, *model.answers[-1:]))
        if isinstance(moment.reply.turn, Over) and self._game not in self._settings.now.learnt:
            # Whoever has played a game to its end is not at a first one any more.
            self._keep(self._game)
        if model.kind not in SHOWN_ON:
            return model
        if not self.follows:
            fresh = self._game not in self._settings.now.learnt and not moment.standing
            keys = (
                Button(_("Show me"), at(Guide.follow_guide), "main", "done"),
                Button(_("No thanks"), at(Guide.leave_guide), "plain"),
            )
            return replace(model, guide=GuideCard(_("First game?"), keys)) if fresh else model
        seen = replace(moment, state=moment.game.public_state(moment.state), muster=None)
        # A hint stands until the game has gone on, or no longer stands so; then the next one that is due.
        if self.now is not None and (seen.reply.seq != self._since or not self.now.when(seen)):
            self.hint_read()
        if self.now is None and self.follows:
            left = (hint for hint in self._hints if hint.id not in self.shown and hint.when(seen))
            self.now, self._since = next(left, None), seen.reply.seq
        hint = self.now
        if hint is None:
            return model
        # Its words and keys, and what it points to marked; the menu ends the guide.
        keys = (
            Button(_("Got it"), at(Guide.hint_read), "plain", "done"),
            Button("", OpenRules(moment.game.id, hint.rule), "plain", "book"),
        )
        card = GuideCard(_(hint.words).format(**hint.parts(seen)), keys)
        tools = tuple(
            replace(tool, weight="chosen")
            if hint.key and tool.icon == hint.key and tool.weight == "plain"
            else tool
            for tool in model.tools
        )
        return replace(pointing_to(model, frozenset(hint.where(seen)), "point"), guide=card, tools=tools)

    def _keep(self, *entries: str) -> None:
        """What is kept of this game's guide is this and nothing else."""
        others = (entry for entry in self._settings.now.learnt if entry.partition(":")[0] != self._game)
        self.now = None
        self._settings.change(learnt=(*others, *entries))
