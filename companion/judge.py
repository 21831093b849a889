"""Turn what was seen into what happened, or into the right question.

Every explanation is weighed: how likely the scene is if just these events happened. A lawful one that leads by a
margin is accepted; several close ones are asked about, best first; an unlawful one that leads is refused by the
rule it breaks; and where nothing explains the scene, the table and the book are shown side by side. What the picture
before showed already came before what only this one shows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise, permutations
from typing import TypeVar

from companion.game import Chance, Chore, Event, Game, Over, Seen
from companion.language import marked
from companion.lawful import led_to
from companion.sight import Look, Lying, Scene, Sighting
from companion.unseen import (
    Known,
    doubted,
    due_beneath,
    is_being_laid,
    laid,
    loses,
    missing,
    solid,
    supposing,
)
from companion.weigh import (
    LOST_S,
    MARGIN,
    PATIENCE,
    SETTLE_S,
    UNEXPLAINED_BELOW,
    UNEXPLAINED_PENNY_BELOW,
    Accept,
    Ask,
    Difference,
    Explanation,
    Lost,
    Observation,
    Refuse,
    Same,
    Verdict,
    Wait,
    explanations,
    of_region,
    unchanged,
    verdict_on,
)

S = TypeVar("S")

MOST_ORDERED = 4
"""Of more events at once nobody can tell."""


def in_order_seen(game: Game[S], state: S, verdict: Accept, before: frozenset[str]) -> Accept:
    """The same events, as many as may be of those first that concern the regions which differed `before`."""
    events = verdict.events
    if not before or not 1 < len(events) <= MOST_ORDERED:
        return verdict
    end = led_to(game, state, events)
    orders = [order for order in permutations(events) if led_to(game, state, order) == end is not None]
    if len(orders) < 2:
        return verdict

    def lateness(order: tuple[Event, ...]) -> tuple[bool, ...]:
        """Event by event whether the picture before showed nothing of it."""
        looks = map(game.look, _way(game, state, order))
        return tuple(all(old.of(name) == new.of(name) for name in before) for old, new in pairwise(looks))

    return Accept(min(orders, key=lateness))


def likeliest_before(
    game: Game[S], state: S, options: tuple[tuple[Event, ...], ...], scene: Scene, puzzling: frozenset[str]
) -> tuple[tuple[Event, ...], ...]:
    """The options, those first on whose way the table looked like the picture before; the others as they were.

    Where that picture tells no more, those that changed something on their way in the regions that were `puzzling`
    come before those that did not: a turn that ends without it explains less.
    """
    case = Observation(game, scene, scene.by_region())

    def key(option: tuple[Event, ...]) -> tuple[float, bool]:
        way = [unchanged(case, each) for each in _way(game, state, option[:-1])]
        best = max(each.likelihood for each in way)
        first = way[0].look
        return -round(best, 2), all(each.look.of(name) == first.of(name) for each in way for name in puzzling)

    return tuple(sorted(options, key=key))


def holds_before(game: Game[S], state: S, events: tuple[Event, ...], scene: Scene) -> bool:
    """Whether the picture before shows the table somewhere on the way of these events, but for things missing."""
    case = Observation(game, scene, scene.by_region())
    way = (unchanged(case, each) for each in _way(game, state, events))
    return any(each.unexplained <= missing(each.look, scene).keys() for each in way)


def _way(game: Game[S], state: S, events: tuple[Event, ...]) -> list[S]:
    """The state, and those that the events lead to one after the other."""
    return list(accumulate(events, game.after, initial=state))


HAND = Wait(marked("A hand is over the table."))
COVERED = Wait(marked("Something covers part of the table."))
NOT_STILL = Wait(marked("One moment …"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A verdict, where the table differs from the book, which chores are not yet done, and which were seen done.

    `unseen`: the regions in which something lies that is not seen, if the verdict is right. `laying`: people are laying
    out the table, and nothing lies there but what they are to lay.
    """

    verdict: Verdict
    differences: tuple[Difference, ...] = ()
    chores: tuple[Chore, ...] = ()
    tidied: tuple[Chore, ...] = ()
    unseen: frozenset[str] = frozenset()
    laying: bool = False


NOTHING = Known()


def judge(
    game: Game[S], state: S, scene: Scene, known: Known = NOTHING, *, done: bool = False, plain: bool = False
) -> Judgement:
    """Weigh one scene against one state.

    `done`: somebody says that the table is ready. `plain`: no more is supposed to be unseen than is known.
    """
    before = known.before
    late = known.puzzled > PATIENCE or done or scene.still_for >= LOST_S
    blind = replace(known, late=late, done=done, plain=plain)
    if scene.hand:
        return Judgement(verdict=HAND)
    if scene.still_for < SETTLE_S and not done:
        return Judgement(verdict=NOT_STILL)
    scene = game.assign_regions(state, scene, before)
    case = Observation(game, scene, scene.by_region(), None if before is None else before.by_region())
    start, layout = unchanged(case, state), game.layout(state)
    look, due = start.look, start.due
    differences = _differences(case, look if layout is None else layout, start if layout is None else None)
    undone = tuple(c for c in due if _undone(look, c, case.seen))
    chores = tuple(c for c in undone if c.region not in known.waved)
    seen_done = tuple(c for c in due if c not in undone and _is_done(look, c, case))
    judged = Judgement(verdict=Same(), differences=differences, chores=chores, tidied=seen_done)
    if not start.changed:
        told = _since_tidied(case, start, known.tidied)
        if told is None and done:
            told = _hidden_by_chores(case, start, chores)
        doubt = told or _doubted(case, start, ()) or due_beneath(case, start, blind)
        return replace(judged, verdict=doubt or Same())
    if scene.covered:
        return replace(judged, verdict=COVERED) if start.unexplained else judged
    found = explanations(case, start)
    if not start.unexplained:
        # Only pennies lie otherwise: that is a chore, unless it plainly tells of an event.
        found = [explanation for explanation in found if explanation.likelihood > start.likelihood + MARGIN]
        return replace(judged, verdict=verdict_on(found) or due_beneath(case, start, blind) or Same())
    verdict: Verdict | None = None
    hidden = frozenset[str]()
    if not found and layout is None:
        verdict = _since_tidied(case, start, known.tidied)
    if verdict is None:
        verdict, hidden = _guessed(case, start, found, layout, blind)
    left = tuple(chore for chore in due if chore not in known.tidied)
    if verdict is None and layout is None and left != due:
        verdict, hidden = supposing(case, unchanged(case, state, left), blind) or (None, hidden)
    if verdict is None:
        verdict = _puzzled(game, state, scene, done=done, differences=differences, laying=layout is not None)
    elif isinstance(verdict, Accept):
        in_order = in_order_seen(game, state, verdict, known.puzzled_by)
        verdict = _asked(case, start, blind, in_order, hidden)
    elif isinstance(verdict, Same) and layout is None:
        verdict = due_beneath(case, start, blind) or verdict
    laying = layout is not None and is_being_laid(layout, scene)
    return replace(judged, verdict=verdict, unseen=hidden, laying=laying)


def _guessed(
    case: Observation[S],
    start: Explanation,
    found: list[Explanation],
    layout: Look | None,
    blind: Known,
) -> tuple[Verdict | None, frozenset[str]]:
    """The verdict on a scene in which something is otherwise, and where something lies unseen if it is right.

    Where the explanations explain nothing, or what they tell may only be something not seen, that is supposed.
    """
    verdict, hidden = verdict_on(found), frozenset[str]()
    if verdict is None and layout is not None:
        return (None if blind.plain else laid(case, start, layout, late=blind.late)) or (None, hidden)
    merely_gone = isinstance(verdict, Refuse) and verdict.event.vanishing
    if verdict is None or merely_gone:
        return supposing(case, start, blind) or (None, hidden)
    if isinstance(verdict, Refuse) and (blind.unseen or blind.puzzled_by):
        guess = supposing(case, start, replace(blind, late=False, done=False, plain=False))
        if guess is not None and isinstance(guess[0], Accept | Ask):
            return guess
    elif blind.unseen and loses(start, found[0]):
        plain = replace(blind, puzzled_by=frozenset(), plain=True)
        return supposing(case, start, plain) or (verdict, hidden)
    return verdict, hidden


def _asked(
    case: Observation[S], start: Explanation, blind: Known, verdict: Accept, hidden: frozenset[str]
) -> Accept | Ask:
    """What happened, or a question where it may have been otherwise: what the game itself can tell comes first."""
    asked = _doubted(case, start, verdict.events)
    if asked is None and not hidden:
        asked = doubted(case, start, blind, verdict)
    if asked is not None:
        return asked
    # What happened may have covered all traces of something more, as far as the game tells.
    others = tuple(case.game.hidden_alternatives(start.state, verdict.events))
    return Ask(tuple(dict.fromkeys((verdict.events, *others)))) if others else verdict


def _since_tidied(case: Observation[S], start: Explanation, tidied: frozenset[Chore]) -> Accept | Ask | None:
    """What happened in squares that were seen tidied and look again as before; only what is lawful and explains all.

    A card that one picture missed looks like that too, so nothing is refused or lost for it, nor needs it gone.
    """
    left = tuple(chore for chore in start.due if chore not in tidied)
    if len(left) == len(start.due) or case.scene.covered:
        return None
    anew = unchanged(case, start.state, left)
    if anew.unexplained <= solid(missing(anew.look, case.scene)):
        return None
    verdict = verdict_on(
        [explanation for explanation in explanations(case, anew) if explanation.breach is None]
    )
    return verdict if isinstance(verdict, Accept | Ask) else None


def _hidden_by_chores(case: Observation[S], start: Explanation, chores: tuple[Chore, ...]) -> Ask | None:
    """What may have happened in squares that are not tidied: a card laid again where it should have left.

    Only asked when somebody says that the table is ready: else it is just not tidied yet.
    """
    found = explanations(case, start, frozenset(chore.region for chore in chores))
    fair = tuple(explanation.events for explanation in found if explanation.breach is None)
    return Ask(fair) if fair else None


def _doubted(case: Observation[S], start: Explanation, events: tuple[Event, ...]) -> Ask | None:
    """A question where the game can tell by positions that it may have been otherwise than the regions say."""
    if case.scene.covered:
        return None
    options = tuple(case.game.ambiguities(start.state, events, Seen(case.seen, start.changed, case.before)))
    return Ask(options) if options else None


def _puzzled(
    game: Game[S], state: S, scene: Scene, *, done: bool, differences: tuple[Difference, ...], laying: bool
) -> Verdict:
    if laying:
        return Wait(marked("The table is being laid out."))
    turn = game.turn(state)
    if isinstance(turn, Over):
        return Same()
    if isinstance(turn, Chance) and not done:
        return Wait(turn.words)
    if done or scene.still_for >= LOST_S:
        return Lost(differences)
    return Wait(marked("The table does not look like any move yet."))


def _undone(look: Look, chore: Chore, seen: Mapping[str, tuple[Sighting, ...]]) -> bool:
    """Whether the region looks more like before the chore than after it: a card that nobody sees needs no tidying."""
    sightings = seen.get(chore.region, ())
    tidy = of_region(look.of(chore.region), sightings).whole
    return any(of_region(_uncovered(want), sightings).whole > tidy for want in chore.before)


def _uncovered(want: Lying) -> Lying:
    return tuple(replace(thing, hidden=False) if thing.kind == "card" else thing for thing in want)


def _is_done(look: Look, chore: Chore, case: Observation[S]) -> bool:
    """Whether the region is as it should be after the chore, and other cards lay there before it."""
    if chore.region in case.scene.covered:
        return False
    tidy = look.of(chore.region)
    fit = of_region(tidy, case.seen.get(chore.region, ()))
    return fit.worst >= UNEXPLAINED_BELOW and all(_solid(want) != _solid(tidy) for want in chore.before)


def _solid(lying: Lying) -> Lying:
    """All but pennies: those may lie any way for a moment."""
    return tuple(thing for thing in lying if thing.kind != "penny")


def _differences(
    case: Observation[S], target: Look, explanation: Explanation | None
) -> tuple[Difference, ...]:
    """Where the table is not as it should be; with a explanation, what its chores still allow is no difference."""
    names = sorted((target.regions.keys() | case.seen.keys()) - case.scene.covered - target.ignored)
    found = []
    for name in names:
        want, lying = target.of(name), case.seen.get(name, ())
        fit = of_region(want, lying) if explanation is None else explanation.scores[name]
        if fit.worst < UNEXPLAINED_BELOW or fit.pennies < UNEXPLAINED_PENNY_BELOW:
            found.append(Difference(name, want, lying))
    return tuple(found)
