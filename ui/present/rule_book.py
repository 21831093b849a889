"""The rule book as plain models: the subjects of a game, the rules of one, or one rule whole with its examples."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.examples import begun, moments, played
from companion.game import Game, Option
from companion.journal import Entry
from companion.rulebook import Rule, rule, rules
from ui.present.chronicle import Told
from ui.present.models import Button, OptionRow
from ui.present.names import reading_words
from ui.present.replay import board_at
from ui.present.rule_touches import OpenRules, SearchRules, ShowExample, ShowRule, ShowSubject
from ui.present.steps import Said, StepModel, back_button, home_button
from ui.present.walk import Walk
from ui.words import _, several

MOST_FOUND = 40
"""So many rules are listed of those in which a word is found."""
MOST_EXAMPLES = 6
"""So many examples of a rule are shown: those after them differ little."""


def subjects_of(game: str) -> tuple[str, ...]:
    """The headings of a game's rules, in order."""
    return tuple(dict.fromkeys(each.subject for each in rules(game)))


def found(game: str, word: str) -> tuple[Rule, ...]:
    """The rules that have all these words in them, or in their id; capitals count for nothing."""
    wanted = word.casefold().split()
    return tuple(
        each
        for each in rules(game)
        if all(part in f"{each.id} {each.short} {each.words}".casefold() for part in wanted)
    )


def subjects_model(games: Sequence[Game[Any]], game: str) -> StepModel:
    """All subjects of a game."""
    counts = {name: sum(each.subject == name for each in rules(game)) for name in subjects_of(game)}
    subjects = tuple(
        Button(name, ShowSubject(name), "plain", detail=several("{n} rule", "{n} rules", count))
        for name, count in counts.items()
    )
    tools = (back_button(), home_button(), _search())
    return StepModel(_("Rules"), tools=tools, tabs=_tabs(games, game), rows=(subjects,))


def listed_model(games: Sequence[Game[Any]], game: str, title: str, listed: Sequence[Rule]) -> StepModel:
    """Rules in short: those of a subject, or those found."""
    lines = [
        Button(one.short or one.words, ShowRule(one.id), detail=_("our reading") if one.is_reading else "")
        for one in listed[:MOST_FOUND]
    ]
    note = [] if listed else [_("No rule has these words. Try another one.")]
    if len(listed) > MOST_FOUND:
        note = [_("There are more: search for another word besides.")]
    return StepModel(
        title,
        tools=(Button(_("Subjects"), ShowSubject(""), "quiet", "back"), home_button(), _search()),
        tabs=_tabs(games, game),
        rows=(*lines, *note),
    )


def rule_model(
    game: Game[Any], one: Rule, options: tuple[OptionRow, ...], *, pictured: bool, alone: bool
) -> StepModel:
    """One rule whole. `pictured`: with small boards beside its examples; `alone`: asked about out of the book."""
    back = back_button() if alone else Button(_("Back"), ShowRule(""), "quiet", "back")
    about = [_("Rule {id}").format(id=one.id)]
    if reading := reading_words(one):
        about.append(reading)
    if one.not_checked:
        about.append(_("The box cannot check this: {reason}").format(reason=one.not_checked))
    examples = tuple(
        _example(example_walk(game, one, number), number, pictured=pictured)
        for number in range(min(len(one.examples), MOST_EXAMPLES))
    )
    agreed = _("Agreed for the next game: {what}")
    return StepModel(
        one.short,
        tools=(back, home_button(), _search()),
        rows=(
            *([Said(one.words, "large")] if one.words != one.short else []),
            *(Said(line, "small") for line in about),
            *(replace(row, words=agreed.format(what=row.words)) for row in options),
            *examples,
        ),
    )


def _example(walk: Walk, number: int, *, pictured: bool) -> Button:
    """The key that plays an example: what happens in it, and the board at its end."""
    words = walk.lines[-1].words if walk.lines else _("Example {n}").format(n=number + 1)
    board = board_at(walk, walk.last) if pictured else None
    return Button(words, ShowExample(number), "plain", "play", board=board)


def _search() -> Button:
    return Button(_("Search"), SearchRules(), "plain", "search")


def _tabs(games: Sequence[Game[Any]], game: str) -> tuple[Button, ...]:
    return tuple(
        Button(_(each.name), OpenRules(each.id), "chosen" if each.id == game else "plain", emblem=each.id)
        for each in games
    )


def options_of(game: Game[Any], one: Rule) -> tuple[Option, ...]:
    """What may be agreed otherwise about a rule: the options that its ledger entries decide."""
    return tuple(option for option in game.options if option.ledger and option.ledger in one.ledger)


def example_walk(game: Game[Any], one: Rule, number: int) -> Walk:
    """An example of a rule gone through; what is refused changes nothing, and the rule is named that refuses it."""
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
