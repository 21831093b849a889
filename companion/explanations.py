"""Explanations that explain a scene: which events, in which order, could have led to what is seen.

The search goes on by one event that can be seen at a time, up to `DEEPEST`, and takes on only what explains more.
Before each of them up to `MOST_SILENT` events may have happened that leave no trace: the end of a phase, something
declined, a second equal card laid on a pile. What leaves no trace is never added behind, nor explains a table alone.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import log
from typing import Any, Generic, TypeVar

from companion.game import Breach, Chore, Event, Game, Seen
from companion.likelihood import UNEXPLAINED_BELOW, UNEXPLAINED_PENNY_BELOW, Fit, of_region
from companion.sight import Look, Lying, Scene, Sighting

S = TypeVar("S")

MARGIN = log(10)
"""What is to count as better must be this much likelier."""
UNLAWFUL = log(0.01)
"""How often players do what they may not, beside what they may."""
LOG_P_ONE_MORE = log(0.2)
"""How often one more event happens before the table is still again, seen or silent."""
LOG_P_CHORE_OPEN = log(0.5)
"""How often a chore is not yet done."""
DEEPEST = 8
WIDEST = 6
MOST_SILENT = 3


@dataclass(frozen=True, slots=True)
class Observation(Generic[S]):
    """What is to be explained: a scene of a game; `seen` are its sightings by region, `before` those of `Seen`."""

    game: Game[S]
    scene: Scene
    seen: Mapping[str, tuple[Sighting, ...]]
    before: Mapping[str, tuple[Sighting, ...]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Events that may have happened, the state they lead to, and how well the scene fits it.

    `visible` are those of the events that changed how the table looks, all tidied, where a square was or is not as the
    explanation has it; `silent`: the last one did not, and `without_trace`: nor does the scene fit what it leaves to be
    tidied any better or worse.
    """

    events: tuple[Event, ...]
    visible: tuple[Event, ...]
    state: Any
    scores: Mapping[str, Fit]
    looks: Mapping[str, tuple[Lying, ...]]
    likelihood: float
    breach: Breach | None = None
    silent: bool = False
    without_trace: bool = False

    @property
    def unexplained(self) -> frozenset[str]:
        return frozenset(name for name, fit in self.scores.items() if fit.worst < UNEXPLAINED_BELOW)

    @property
    def changed(self) -> frozenset[str]:
        """Where anything is not as this explanation has it, pennies included."""
        wrong = (name for name, fit in self.scores.items() if fit.pennies < UNEXPLAINED_PENNY_BELOW)
        return self.unexplained.union(wrong)


def unchanged(case: Observation[S], state: S, look: Look, chores: tuple[Chore, ...]) -> Explanation:
    """The explanation in which nothing has happened: how well the scene fits the state as it was."""
    start = Explanation(events=(), visible=(), state=state, scores={}, looks={}, likelihood=0.0)
    return _weighed(start, case, look, chores)


def explanations(
    case: Observation[S], start: Explanation, also: frozenset[str] = frozenset()
) -> list[Explanation]:
    """All explanations that explain the scene, likeliest first, each leading to another state or breach.

    Of those that differ in what is silent alone, none that breaks a rule stands beside one that breaks none. `also`
    names squares where something may have happened though they look as they may.
    """
    whole: list[Explanation] = []
    edge = [start]
    for _ in range(DEEPEST):
        further: list[Explanation] = []
        for explanation, told in _next(case, edge, also):
            if not told.unexplained:
                whole.append(told)
            elif told.breach is None and _explains_more(told, explanation):
                further.append(told)
        if whole or not further:
            break
        edge = apart(further)[:WIDEST]
    fair = [explanation.visible for explanation in whole if explanation.breach is None]
    return apart(
        explanation for explanation in whole if explanation.breach is None or explanation.visible not in fair
    )


def _next(
    case: Observation[S], edge: list[Explanation], also: frozenset[str]
) -> Iterator[tuple[Explanation, Explanation]]:
    """Explanations with one more event that can be seen, each behind the one that it goes on from."""
    waiting = edge
    for _ in range(MOST_SILENT + 1):
        quiet: list[Explanation] = []
        for explanation in waiting:
            seen = Seen(case.seen, explanation.changed | also, case.before)
            for told in told_by(case, explanation, case.game.candidates(explanation.state, seen)):
                if not told.without_trace:
                    yield explanation, told
                if (
                    told.silent
                    and told.breach is None
                    and explanation.unexplained
                    and told.state != explanation.state
                ):
                    quiet.append(told)
        if not quiet:
            return
        # What they leave to be tidied may explain a square in which something has happened all the same.
        also = also.union(*(explanation.changed for explanation in waiting))
        waiting = apart(quiet)[:WIDEST]


def _explains_more(explanation: Explanation, before: Explanation) -> bool:
    """Whether one event more explains more: a region, or plainly a part of one, as when both cards of a fight turn."""
    fewer, as_many = len(explanation.unexplained), len(before.unexplained)
    return fewer < as_many or (fewer == as_many and explanation.likelihood > before.likelihood + MARGIN)


def apart(found: Iterable[Explanation]) -> list[Explanation]:
    """Likeliest first, without those that lead to a state which a likelier one leads to already."""
    kept: list[Explanation] = []
    for explanation in sorted(found, key=lambda explanation: -explanation.likelihood):
        if not any(explanation.state == other.state and explanation.breach == other.breach for other in kept):
            kept.append(explanation)
    return kept


def told_by(case: Observation[S], explanation: Explanation, events: Iterable[Event]) -> Iterator[Explanation]:
    """The explanation with each of these events more that a camera can see, lawful or not."""
    game = case.game
    for event in events:
        if event.told:
            continue
        breach = game.breach(explanation.state, event)
        state = game.after(explanation.state, event)
        prior = (UNLAWFUL if breach else 0.0) + (LOG_P_ONE_MORE if explanation.events else 0.0)
        events, likelihood = (*explanation.events, event), explanation.likelihood + prior
        told = replace(explanation, events=events, state=state, likelihood=likelihood, breach=breach)
        told = _weighed(told, case, game.look(state), game.chores(state))
        yield told if told.silent else replace(told, visible=(*explanation.visible, event))


def _weighed(
    explanation: Explanation, case: Observation[S], look: Look, chores: tuple[Chore, ...]
) -> Explanation:
    """The explanation with its scores brought up to date: only regions whose look has changed are weighed anew."""
    untidy: dict[str, list[Lying]] = {}
    for chore in chores:
        untidy.setdefault(chore.region, []).extend(chore.before)
    # In this order every time: sums of the same numbers in another order may differ, and explanations change places.
    names = dict.fromkeys((*look.regions, *case.seen, *explanation.looks, *untidy))
    scores, looks, total = dict(explanation.scores), dict(explanation.looks), explanation.likelihood
    silent = same = unseen = True
    for name in names:
        if name in case.scene.covered or name in look.ignored:
            continue
        lying = (look.of(name), *untidy.get(name, ()))
        if name in scores and looks.get(name) == lying:
            continue
        fit, before = _best(lying, case.seen.get(name, ())), scores.get(name)
        silent, same = silent and looks.get(name, ((),))[0] == lying[0], same and fit == before
        unseen = (
            unseen
            and fit.worst >= UNEXPLAINED_BELOW
            and (before is None or before.worst >= UNEXPLAINED_BELOW)
        )
        total += fit.whole - (0.0 if before is None else before.whole)
        scores[name], looks[name] = fit, lying
    silent, traceless = silent or unseen, silent and same
    return replace(
        explanation, scores=scores, looks=looks, likelihood=total, silent=silent, without_trace=traceless
    )


def _best(lying: tuple[Lying, ...], seen: tuple[Sighting, ...]) -> Fit:
    """How likely a region is, tidy or with a chore not yet done, whichever is likelier."""
    best = of_region(lying[0], seen)
    for want in lying[1:]:
        solid, pennies, worst = of_region(want, seen)
        if solid + LOG_P_CHORE_OPEN + pennies > best.whole:
            best = Fit(solid + LOG_P_CHORE_OPEN, pennies, worst)
    return best
