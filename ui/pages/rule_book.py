"""The rule book: a game's rules by subject, searched, and each whole with its examples and what may be agreed."""

from typing import Any, assert_never

from companion.game import Game
from companion.rulebook import Rule, rule, rules
from ui.faces.page import Page
from ui.faces.registry import face_of
from ui.pages.agreeing import option_row
from ui.pages.agreement import Agreement
from ui.pages.looking_back import LookedBack
from ui.present.models import OptionRow
from ui.present.rule_book import (
    example_walk,
    found,
    listed_model,
    options_of,
    rule_model,
    subjects_model,
    subjects_of,
)
from ui.present.rule_touches import BookTouch, SearchRules, ShowRule, ShowSubject
from ui.present.steps import StepModel
from ui.present.touches import Touch, Typed
from ui.words import _


class RuleBook(Page):
    """The rule book at a game. What a rule leaves open is agreed on `agreement`, unless a game is on the table."""

    name = "rules"

    def __init__(self, agreement: Agreement, game: str, one: str = "", *, playing: bool) -> None:
        self._agreement, self._playing = agreement, playing
        self._game = next(each for each in agreement.games if each.id == game)
        self._rule = self._asked = one
        subject = rule(game, one).subject if one else ""
        self._subject = subject if subject in subjects_of(game) else ""
        self._word = ""
        self._searching = False

    @property
    def game(self) -> Game[Any]:
        return self._game

    def model(self) -> StepModel:
        games, id = self._agreement.games, self._game.id
        if self._searching:
            return StepModel("", editing=(_("Search the rules for"), self._word))
        if self._rule:
            one = rule(id, self._rule)
            drawn = one.examples and face_of(self._game).still(example_walk(self._game, one, 0), 0) is None
            alone, options = self._rule == self._asked, self._options(one)
            return rule_model(self._game, one, options, pictured=bool(drawn), alone=alone)
        if self._word:
            title = _("“{word}” in {game}").format(word=self._word, game=_(self._game.name))
            return listed_model(games, id, title, found(id, self._word))
        if self._subject:
            listed = [each for each in rules(id) if each.subject == self._subject]
            return listed_model(games, id, self._subject, listed)
        return subjects_model(games, id)

    def take(self, touch: Touch) -> bool:
        if isinstance(touch, Typed) and self._searching:
            self._searching = False
            self._word = self._word if touch.text is None else touch.text.strip()
            return True
        if not isinstance(touch, BookTouch):
            return False
        match touch:
            case ShowSubject(subject):
                self._subject, self._word = subject, ""
            case ShowRule(id):
                self._rule = id
            case SearchRules():
                self._searching, self._rule, self._asked = True, "", ""
            case _:
                assert_never(touch)
        return True

    def example(self, number: int) -> LookedBack:
        """An example of the rule that is shown, to be gone through step by step."""
        walk = example_walk(self._game, rule(self._game.id, self._rule), number)
        return LookedBack(self._game, walk.setup, [line.entry for line in walk.lines], walk=walk)

    def _options(self, one: Rule) -> tuple[OptionRow, ...]:
        """What may be agreed otherwise for the next game; nothing while a game is on the table."""
        wanted = () if self._playing else options_of(self._game, one)
        if wanted:
            self._agreement.choose_game(self._game.id)
        return tuple(option_row(self._agreement.draft, option) for option in wanted)
