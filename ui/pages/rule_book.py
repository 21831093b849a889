"""The rule book: a game's rules by subject, by search, and in full with examples and options."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from companion.game import Game
from companion.journal import Entry
from companion.rulebook import Rule, begun, moments, played, rule, rules
from ui.faces.face import face_of
from ui.pages.agreement import Agreement, option_row
from ui.pages.looking_back import LookedBack, ReplayPage
from ui.present.models import Button, OptionRow, Page, Said, StepModel, back_button, choice, home_button
from ui.present.moment import Told
from ui.present.names import reading_words
from ui.present.touches import OpenRules, Touch, Typed, do
from ui.present.walk import Walk, board_at
from ui.words import _, several

MOST_FOUND = 40
"""Maximum number of rules listed by a search."""
MOST_EXAMPLES = 6
"""Maximum number of examples per rule, as further ones differ little."""


class RuleBook(Page):
    """The rule book of a game. Options are agreed on `agreement`, unless a game is on the table."""

    name = "rules"

    def __init__(
        self, agreement: Agreement, game: str, one: str, clock: Callable[[], float], *, playing: bool
    ) -> None:
        """`one`: the rule to open, or "". `clock`: monotonic seconds."""
        self._agreement, self._playing, self._clock = agreement, playing, clock
        self._game = next(each for each in agreement.games if each.id == game)
        self._rule = self._asked = one
        subject = rule(game, one).subject if one else ""
        self._subject = subject if subject in subjects_of(game) else ""
        self._word = ""
        self._searching = False

    def model(self) -> StepModel:
        id = self._game.id
        if self._searching:
            return StepModel("", editing=(_("Search the rules for"), self._word))
        if self._rule:
            return self._rule_model(rule(id, self._rule))
        if self._word:
            title = _("“{word}” in {game}").format(word=self._word, game=_(self._game.name))
            return self._listed(title, found(id, self._word))
        if self._subject:
            return self._listed(self._subject, [each for each in rules(id) if each.subject == self._subject])
        counts = {name: sum(each.subject == name for each in rules(id)) for name in subjects_of(id)}
        subjects = tuple(
            Button(name, do(self.show_subject, name), detail=several("{n} rule", "{n} rules", count))
            for name, count in counts.items()
        )
        tools = (back_button(), home_button(), self._search)
        return StepModel(_("Rules"), tools=tools, tabs=self._tabs, rows=(subjects,))

    @property
    def _search(self) -> Button:
        return Button(_("Search"), do(self.search), "plain", "search")

    @property
    def _tabs(self) -> tuple[Button, ...]:
        return tuple(
            replace(choice(_(each.name), OpenRules(each.id), each == self._game), emblem=each.id)
            for each in self._agreement.games
        )

    def _listed(self, title: str, listed: Sequence[Rule]) -> StepModel:
        lines = []
        for one in listed[:MOST_FOUND]:
            detail = _("our reading") if one.is_reading else ""
            lines.append(Button(one.short or one.words, do(self.show_rule, one.id), detail=detail))
        note = [] if listed else [_("No rule has these words. Try another one.")]
        if len(listed) > MOST_FOUND:
            note = [_("There are more: search for another word besides.")]
        subjects = Button(_("Subjects"), do(self.show_subject, ""), "quiet", "back")
        tools = (subjects, home_button(), self._search)
        return StepModel(title, tools=tools, tabs=self._tabs, rows=(*lines, *note))

    def _rule_model(self, one: Rule) -> StepModel:
        """One rule in full; one opened from outside leads back there."""
        alone = self._rule == self._asked
        back = back_button() if alone else Button(_("Back"), do(self.show_rule, ""), "quiet", "back")
        about = [_("Rule {id}").format(id=one.id)]
        if reading := reading_words(one):
            about.append(reading)
        if one.not_checked:
            about.append(_("The box cannot check this: {reason}").format(reason=one.not_checked))
        # Options for the next game that this rule's ledger entries decide; none during a game.
        wanted = [each for each in self._game.options if each.ledger and each.ledger in one.ledger]
        options = list[OptionRow]()
        if wanted and not self._playing:
            self._agreement.choose_game(self._game.id)
            rows = (option_row(self._agreement.draft, option) for option in wanted)
            agreed = _("Agreed for the next game: {what}")
            options = [replace(row, words=agreed.format(what=row.words)) for row in rows]
        # Keys that play examples: the events, and the final board if it is small.
        examples = []
        for number in range(min(len(one.examples), MOST_EXAMPLES)):
            walk = example_walk(self._game, one, number)
            words = walk.lines[-1].words if walk.lines else _("Example {n}").format(n=number + 1)
            board = board_at(walk, walk.last) if face_of(self._game).still(walk, 0) is None else None
            examples.append(Button(words, do(self.show_example, number), "plain", "play", board=board))
        return StepModel(
            one.short,
            tools=(back, home_button(), self._search),
            rows=(
                *([Said(one.words, "large")] if one.words != one.short else []),
                *(Said(line, "small") for line in about),
                *options,
                *examples,
            ),
        )

    def take(self, touch: Touch) -> bool:
        if not isinstance(touch, Typed) or not self._searching:
            return super().take(touch)
        self._searching = False
        self._word = self._word if touch.text is None else touch.text.strip()
        return True

    def show_subject(self, subject: str) -> None:
        """The rules under one heading; empty: the headings."""
        self._subject, self._word = subject, ""

    def show_rule(self, id: str) -> None:
        """One rule in full; empty: back to the list."""
        self._rule = id

    def search(self) -> None:
        self._searching, self._rule, self._asked = True, "", ""

    def show_example(self, number: int) -> None:
        walk = example_walk(self._game, rule(self._game.id, self._rule), number)
        entries = [line.entry for line in walk.lines]
        looked = LookedBack(self._game, walk.setup, entries)
        looked.walk = walk  # an example may hold refused events, which no record has
        self.then = ReplayPage(looked, self._clock)


def subjects_of(game: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.subject for each in rules(game)))


def found(game: str, word: str) -> tuple[Rule, ...]:
    """The rules with all these words in their text or id, without case."""
    wanted = word.casefold().split()
    return tuple(
        each
        for each in rules(game)
        if all(part in f"{each.id} {each.short} {each.words}".casefold() for part in wanted)
    )


def example_walk(game: Game[Any], one: Rule, number: int) -> Walk:
    """An example step by step; a refused event changes nothing and names its rule."""
    lines = one.examples[number]
    first = begun(game, lines)
    told: list[Told] = []
    states = [first.state]
    for moment in moments(game, lines):
        seat = moment.event.seat
        is_there = seat is None or seat in range(first.setup.seats)
        words = game.words(moment.before.state, moment.event) if is_there else _("Somebody else plays")
        if moment.refused:
            why = rule(game.id, moment.refused).short
            words = _("{what}: not allowed. {why}").format(what=words, why=why)
        told.append(Told(Entry(len(told), "touch", moment.event), words, struck=bool(moment.refused)))
        states.append(played(moment.before, moment).state)
    return Walk(game, first.setup, tuple(told), tuple(states))
