"""The verdict on a scene in which something was not seen: taken where it is plain, asked about where it is not.

The rule kept here: what is only supposed is never booked where it may have been otherwise; when it is late the people
are asked. The first answer books nothing: that nothing has happened where things are merely missing, and where
anything else is seen, that it was something else.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.explanations import Explanation, Observation, apart, told_by, unchanged
from companion.game import Chore, Event, Game
from companion.language import _, joined, marked
from companion.missing import as_it_lies, beneath, missing, solid, thing_there
from companion.sight import Look, Scene
from companion.supposing import (
    MOST_FRESH,
    Supposed,
    besides,
    is_being_laid,
    is_certain,
    laid_out,
    laid_whole,
    supposed,
    unseen_deeds,
)
from companion.verdict import Accept, Ask, Same, Verdict, Wait, verdict_on

S = TypeVar("S")

Guess = tuple[Verdict, frozenset[str]]
"""A verdict that holds if something in these regions was merely not seen."""

STAYS = marked("Nothing: it still lies there")
ELSE = marked("Something else happened")
BENEATH = Wait(marked("I cannot see the card beneath."))
MOST_NAMED = 3
MOST_ASKED = 8
"""More answers than this nobody reads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known beside the state and the scene, and how far more may be supposed.

    `waved` regions have no chores left, as far as the people care. `tidied` are chores of this state that were seen
    done: what looks as before them again may be something new. `before`: what was seen when the last entry was booked.
    In `unseen` regions something lies that has not been seen for a while. `puzzled`: so many still pictures in a row,
    this one too, have not been understood, the last one for what lay in the regions `puzzled_by`: a guess must hold for
    that one too. `late`: it is time to ask; `done`: somebody says that all is as it should be; `plain`: nothing more is
    supposed.
    """

    waved: frozenset[str] = frozenset()
    tidied: frozenset[Chore] = frozenset()
    before: Scene | None = None
    unseen: frozenset[str] = frozenset()
    puzzled: int = 0
    puzzled_by: frozenset[str] = frozenset()
    late: bool = False
    done: bool = False
    plain: bool = False


def supposing(case: Observation[S], start: Explanation, due: tuple[Chore, ...], blind: Known) -> Guess | None:
    """The verdict if one thing more than is known was not seen: what is plain is taken, the rest asked when late."""
    look = case.game.look(start.state)
    stays = _may_stay(case, start, look, due)
    guesses = tuple(supposed(case, start, look, due, blind.unseen, 0 if blind.plain else MOST_FRESH))
    known = next((guess for guess in guesses if guess.regions <= blind.unseen), None)
    if known is not None:
        verdict = Same() if known.nothing else verdict_on(known.found)
        long_after_doubt = isinstance(verdict, Accept) and len(verdict.events) > 1 and blind.puzzled_by
        if isinstance(verdict, Same | Accept | Ask) and not long_after_doubt:
            return verdict, known.regions
    if blind.plain:
        return None
    told = [guess for guess in guesses if guess.found and blind.puzzled_by <= guess.regions]
    more = tuple(guess for guess in besides(case, start, due) if guess.is_fair and guess.is_long)
    told += (guess for guess in more if blind.puzzled_by <= guess.regions)
    verdict = verdict_on(apart(explanation for guess in told for explanation in guess.found))
    nothing = next((guess for guess in guesses if guess.nothing), None)
    is_one = nothing is None and len(told) == 1 and told[0] not in more
    if is_one and isinstance(verdict, Accept | Ask):
        return verdict, told[0].regions
    if more and nothing is None:
        return _besides(more, blind, stays=stays, alone=all(guess in more for guess in told))
    if not blind.late and known is None:
        return None
    # Where no guess holds for the picture before as well, the people are to say which it was.
    likely = told or guesses
    fair = tuple(
        explanation.events for guess in likely for explanation in guess.found if explanation.breach is None
    )
    asked = None
    if nothing is None or blind.done:
        unruly = next((one.events for guess in told for one in guess.found if one.breach is not None), None)
        asked = _unseen_deed(case, start, look, blind.unseen, fair, unruly, stays=stays)
    if asked is None and nothing is not None and not blind.done and blind.late:
        return Same(), nothing.regions
    if asked is None and known is not None and known.found:
        verdict = verdict_on(known.found)
        if isinstance(verdict, Accept) and len(verdict.events) > 1 and blind.puzzled_by:
            verdict = _or_stays((verdict.events,), stays=stays)
        return None if verdict is None else (verdict, blind.unseen)
    return asked if blind.late else None


def _may_stay(case: Observation[S], start: Explanation, look: Look, due: tuple[Chore, ...]) -> bool:
    """Whether all that is at odds with the book is that things are missing: they may lie there still."""
    return start.unexplained <= solid(missing(as_it_lies(look, due, case.scene), case.scene))


def _or_stays(options: tuple[tuple[Event, ...], ...], question: str = "", *, stays: bool) -> Ask:
    return Ask(((), *options), question, (_(STAYS if stays else ELSE),))


def _besides(more: tuple[Supposed, ...], blind: Known, *, stays: bool, alone: bool) -> Guess:
    """The verdict if something lies there that need not: booked where one explanation is exact, else asked about."""
    found = _exact(explanation for guess in more for explanation in guess.found if explanation.breach is None)
    if alone and len(found) == 1 and not any(event.vague for event in found[0].events):
        return Accept(found[0].events), more[0].regions
    return _or_stays(tuple(explanation.events for explanation in found), stays=stays), blind.unseen


def _exact(found: Iterable[Explanation]) -> list[Explanation]:
    """The explanations apart, without those of which nearly any table could have come, unless there are no others."""
    told = apart(found)
    return [
        explanation for explanation in told if not any(event.vague for event in explanation.events)
    ] or told


def loses(game: Game[S], look: Look, explanation: Explanation) -> bool:
    """Whether fewer things lie on the table after a explanation than before: what is gone may also not be seen."""
    after, before = (
        sum(thing.kind != "penny" and not thing.hidden for lying in each.regions.values() for thing in lying)
        for each in (game.look(explanation.state), look)
    )
    return after < before


def doubted(
    case: Observation[S],
    start: Explanation,
    due: tuple[Chore, ...],
    unseen: frozenset[str],
    puzzled_by: frozenset[str],
    taken: Accept,
) -> Ask | None:
    """A question where what is known to lie unseen may not be what was seen to move, but lie there still.

    Of several events at once the same holds for what was missing in the picture before already, and for what is
    missing after the first of them; and where something lies unseen, several after a picture that was not understood
    may have come about otherwise.
    """
    look = case.game.look(start.state)
    fair = dict.fromkeys(_sooner(case, start, taken.events))
    doubtful = [unseen, *(unseen | {name} for name in sorted(puzzled_by) if len(taken.events) > 1)]
    guesses = (guess for names in doubtful if names for guess in supposed(case, start, look, due, names, 0))
    fair |= dict.fromkeys(
        explanation.events for guess in guesses for explanation in guess.found if explanation.breach is None
    )
    fair.pop(taken.events, None)
    open_still = len(taken.events) > 1 and unseen and puzzled_by
    if not fair and not open_still:
        return None
    options = tuple(sorted((taken.events, *filter(None, fair)), key=len))
    if fair and () not in fair:
        return Ask(options)
    return _or_stays(options, stays=() in fair or _may_stay(case, start, look, due))


def _sooner(
    case: Observation[S], start: Explanation, events: tuple[Event, ...]
) -> Iterator[tuple[Event, ...]]:
    """The first of these events, where two or more that follow would only explain that one thing is not seen."""
    state = start.state
    for count in range(len(events) - 1):
        look = case.game.look(state)
        unexplained = unchanged(case, state, look, case.game.chores(state)).unexplained
        if len(unexplained) == 1 and unexplained <= solid(missing(look, case.scene)):
            yield events[:count]
        state = case.game.after(state, events[count])


def _unseen_deed(
    case: Observation[S],
    start: Explanation,
    look: Look,
    unseen: frozenset[str],
    fair: tuple[tuple[Event, ...], ...],
    unruly: tuple[Event, ...] | None,
    *,
    stays: bool,
) -> Guess | None:
    """A question about what is not seen: nothing has happened to it, or what else may have.

    What breaks a rule but leaves it where it lies (`unruly`) is likelier than what needs it gone.
    """
    deeds = tuple(dict.fromkeys((*fair, *unseen_deeds(case, start, look, unseen))))
    if not deeds:
        return None
    question = _("I cannot see {things}. What happened?").format(things=_all_words(look, case))
    if unruly is not None and not (fair or stays):
        return Ask((unruly, *deeds)[:MOST_ASKED], question), unseen
    return _or_stays(deeds[:MOST_ASKED], question, stays=stays), unseen


def due_beneath(case: Observation[S], start: Explanation, blind: Known) -> Ask | Wait | None:
    """What to say where all that may come next would happen beneath what is seen: it may have happened already.

    At first it may just be about to happen: people are asked when it is late, once unless they say "done".
    """
    look = case.game.look(start.state)
    hidden = beneath(look, case.scene)
    if not hidden or (hidden.keys() <= blind.waved and not blind.done):
        return None
    deeds: list[tuple[Event, ...]] = []
    for told in told_by(case, start, case.game.candidates(start.state, None)):
        if told.breach is None:
            after = case.game.look(told.state)
            if not told.unexplained <= start.unexplained or all(look.of(n) == after.of(n) for n in hidden):
                return None
            deeds.append(told.events)
    if not deeds or not blind.late:
        return BENEATH if deeds else None
    things = joined([thing_there(card, name) for name, card in sorted(hidden.items())], either=True)
    return _or_stays(
        tuple(deeds), _("I cannot see {things}. What happened?").format(things=things), stays=True
    )


def laid(case: Observation[S], start: Explanation, layout: Look, *, late: bool) -> Guess | None:
    """The verdict if all that was to be laid out lies there: taken once something was played, else asked when late."""
    guess = laid_out(case, start, layout)
    if guess is None:
        return None
    if guess.nothing:
        return (Same(), guess.regions) if late else None
    played = not is_being_laid(layout, case.scene)
    if not guess.found and played:
        return _laid_before(case, start, layout, late=late)
    verdict = verdict_on(guess.found)
    if not isinstance(verdict, Accept | Ask):
        return None
    if (
        isinstance(verdict, Accept)
        and played
        and is_certain(case.game, start.state, verdict.events, guess.regions)
    ):
        return verdict, guess.regions
    if not late:
        return None
    if isinstance(verdict, Ask):
        words = _("I cannot see {things}. What lies there?")
        return replace(verdict, question=words.format(things=_all_words(layout, case))), guess.regions
    question = _("Is there {things}?").format(things=_all_words(layout, case))
    return Ask((verdict.events, ()), question, (_("Yes"), _("No, not yet"))), guess.regions


def _laid_before(case: Observation[S], start: Explanation, layout: Look, *, late: bool) -> Guess | None:
    """The verdict if all was laid out before what is seen now, and people lay out the next thing already."""
    whole = laid_whole(case, start, layout)
    after = None if whole is None else case.game.layout(whole.state)
    if whole is None or after is None:
        return None
    begun = unchanged(case, whole.state, case.game.look(whole.state), case.game.chores(whole.state))
    further = laid(case, begun, after, late=late)
    if further is None:
        return None
    verdict, regions = further
    if isinstance(verdict, Accept):
        return Accept((*whole.events, *verdict.events)), regions
    if isinstance(verdict, Ask):
        options = tuple((*whole.events, *option) if option else () for option in verdict.options)
        return replace(verdict, options=options), regions
    return None


def _all_words(look: Look, case: Observation[S]) -> str:
    """The things that are not seen, and where they should lie."""
    gone = missing(look, case.scene)
    named = [(name, gone[name]) for name in sorted(solid(gone))]
    return joined([thing_there(lying[0], name) for name, lying in named[:MOST_NAMED]], either=True)
