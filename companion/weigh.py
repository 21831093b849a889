"""How likely a scene is, which events explain it, and the verdict that follows.

Regions are weighed as log-likelihoods (natural logarithm, 0 = expected). The constants are error rates of the eye,
set from measured frames; each is the probability of the deviation it names. A thing that was not read may be any
thing, and what is missing from a covered region says nothing.

The search adds one visible event at a time, up to `DEEPEST`, and goes on only from what explains more. Before each of
them up to `MOST_SILENT` events without a trace may have happened: the end of a phase, something declined, a second
equal card laid on a pile. An event without a trace is never added last and never explains a table alone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import permutations
from math import inf, log
from typing import Any, Generic, NamedTuple, TypeVar

from companion.game import Chore, Event, Game, Seen, Violation
from companion.sight import Look, Lying, Scene, Sighting, Thing

_FEW = 3
"""Maximum columns for which trying every permutation is fastest."""


def best_pairing(gains: Sequence[Sequence[float]]) -> tuple[int, ...]:
    """For every row the column it is paired with, no column twice, so that the sum of gains is greatest.

    `gains` is rectangular and finite, with at least as many columns as rows. An assignment problem, solved by
    shortest augmenting paths with potentials: Kuhn (1955), "The Hungarian method for the assignment problem", in the
    form of Jonker & Volgenant (1987), "A shortest augmenting path algorithm for dense and sparse linear assignment
    problems". Time grows with rows² × columns.
    """
    rows = len(gains)
    columns = len(gains[0]) if rows else 0
    if columns > _FEW:
        return _shortest_paths(gains, rows, columns)
    ways = permutations(range(columns), rows)
    return max(ways, key=lambda way: sum([gains[row][column] for row, column in enumerate(way)]))


def _shortest_paths(gains: Sequence[Sequence[float]], rows: int, columns: int) -> tuple[int, ...]:
    """Row by row, the cheapest chain of new pairs that gives the new row a column.

    A cost is a negated gain. `heights` and `depths` are the potentials of rows and columns: every pair costs at least
    their sum, a chosen pair exactly that. Both count from 1: row 0 is none, and a new row begins in column 0.
    """
    heights, depths = [0.0] * (rows + 1), [0.0] * (columns + 1)
    paired, came_from = [0] * (columns + 1), [0] * (columns + 1)
    for new in range(1, rows + 1):
        paired[0], column = new, 0
        cheapest, left = [inf] * (columns + 1), set(range(1, columns + 1))
        # Dijkstra over the columns: settle the nearest one, until one is free.
        while row := paired[column]:
            step, following = inf, column
            for other in left:
                cost = -gains[row - 1][other - 1] - heights[row] - depths[other]
                if cost < cheapest[other]:
                    cheapest[other], came_from[other] = cost, column
                if cheapest[other] < step:
                    step, following = cheapest[other], other
            for other in range(columns + 1):
                if other in left:
                    cheapest[other] -= step
                else:
                    heights[paired[other]] += step
                    depths[other] -= step
            left.remove(column := following)
        # Turn the pairs along the path back to the new row.
        while column:
            paired[column], column = paired[came_from[column]], came_from[column]
    return tuple(paired.index(row, 1) - 1 for row in range(1, rows + 1))


S = TypeVar("S")

CARD_MISSED = log(1e-4)
CARD_INVENTED = log(1e-4)
CARD_UNREAD = log(0.08)
FACE_WRONG = log(1e-3)
FACE_UNREAD = log(0.5)
DECK_WRONG = log(0.02)
SEAT_WRONG = log(0.01)
LABEL_FLOOR = 1e-4
LABELS_BESIDE = 10
PENNY_MISSED = log(0.01)
PENNY_INVENTED = log(0.002)
PENNY_UNREAD = log(0.1)
PENNY_FLOOR = 0.01
BENEATH_MISSED = log(0.6)
BENEATH_SEEN = log(0.4)

UNEXPLAINED_BELOW = log(0.02)
"""Below this a look does not explain a region: something else lies there."""

ROW_FROM = 3
"""Minimum cards of a row, in which each is judged by itself; fewer in a region lie across each other."""

UNEXPLAINED_PENNY_BELOW = log(0.06)
"""Below this the pennies of a region lie wrong."""


def of_thing(thing: Thing, sighting: Sighting) -> float:
    """Log-likelihood of this sighting if this thing lies there; both are of one kind."""
    if thing.kind == "card":
        likelihood = 0.0
        if thing.face is not None and sighting.face != thing.face:
            likelihood += FACE_UNREAD if sighting.face is None else FACE_WRONG
        if thing.deck is not None and sighting.deck not in (None, thing.deck):
            likelihood += DECK_WRONG
        if thing.face == "down":
            return likelihood
        if thing.seat is not None and sighting.seat not in (None, thing.seat):
            likelihood += SEAT_WRONG
        if thing.label is not None and sighting.face != "down":
            # Neither side nor label was read: one deviation, counted once.
            if sighting.label is None and not sighting.others:
                return likelihood + (CARD_UNREAD - (FACE_UNREAD if sighting.face is None else 0.0))
            # A label that the eye did not name shares the probability that it left over.
            named = (sighting.sure if sighting.label is not None else 0.0) + sum(
                p for _, p in sighting.others
            )
            over = max(1.0 - named, 0.0) / LABELS_BESIDE
            likelihood += log(max(sighting.chance(thing.label), over, LABEL_FLOOR))
        return likelihood
    if thing.label is None or sighting.label is None:
        return 0.0 if thing.label is None else PENNY_UNREAD
    return log(max(sighting.chance(thing.label), PENNY_FLOOR))


class Fit(NamedTuple):
    """Log-likelihood of a region: `solid` (all except pennies), `pennies`, and `worst`, the least likely solid.

    Pennies are apart because one that lies wrong is a chore, never a move. Doubts about two cards add up, so that
    `worst` is all of `solid`; in a row of many some are always unread, and it is the unlikeliest card alone.
    """

    solid: float
    pennies: float
    worst: float

    @property
    def whole(self) -> float:
        return self.solid + self.pennies


_NOTHING = Fit(0.0, 0.0, 0.0)


def _paired(things: Sequence[Thing], sightings: Sequence[Sighting]) -> list[float]:
    """Log-likelihood of each thing and each sighting of one kind, paired in the best way.

    As many are paired as can be; the others were missed or invented.
    """
    if len(things) == len(sightings) == 1:
        return [_pair(things[0], sightings[0])]
    kinds = [CARD_MISSED if thing.kind == "card" else PENNY_MISSED for thing in things]
    missed = [BENEATH_MISSED if thing.hidden else lone for thing, lone in zip(things, kinds, strict=True)]
    invented = [CARD_INVENTED if sighting.kind == "card" else PENNY_INVENTED for sighting in sightings]
    if not things or not sightings:
        return missed + invented
    # The shorter list is the rows; what stays alone in the longer one was missed or invented.
    pairs, beside = [[_pair(thing, sighting) for sighting in sightings] for thing in things], invented
    if len(things) > len(sightings):
        pairs, beside = [list(column) for column in zip(*pairs, strict=True)], missed
    chosen = best_pairing([[pair - lone for pair, lone in zip(row, beside, strict=True)] for row in pairs])
    alone = [lone for at, lone in enumerate(beside) if at not in chosen]
    return [pairs[row][column] for row, column in enumerate(chosen)] + alone


def _pair(thing: Thing, sighting: Sighting) -> float:
    if thing.hidden and thing.kind == "penny" and sighting.label is None:
        # Too little shows of a penny beneath a card to tell its side: unread does not speak against it.
        return BENEATH_SEEN
    return of_thing(thing, sighting) + (BENEATH_SEEN if thing.hidden else 0.0)


@lru_cache(maxsize=1024)
def of_region(want: Lying, seen: tuple[Sighting, ...]) -> Fit:
    """Log-likelihood of these sightings if these things lie in one region. Kept: neither ever changes."""
    if not want and not seen:
        return _NOTHING
    if len(want) == len(seen) == 1 and want[0].kind == seen[0].kind != "penny":
        alone = _pair(want[0], seen[0])
        return Fit(alone, 0.0, alone)
    found: list[float] = []
    pennies = 0.0
    for kind in {thing.kind for thing in want} | {sighting.kind for sighting in seen}:
        things = [thing for thing in want if thing.kind == kind]
        paired = _paired(things, [sighting for sighting in seen if sighting.kind == kind])
        if kind == "penny":
            pennies = sum(paired)
        else:
            found += paired
    solid = sum(found)
    return Fit(solid, pennies, solid if len(found) < ROW_FROM else min(found))


SETTLE_S = 0.6
"""Minimum seconds that a scene must hold before anything is booked, unless somebody pressed "done"."""
PATIENCE = 2
"""Maximum still pictures that may puzzle before the people are asked."""
LOST_S = 4.0
"""Seconds without an explanation after which the people are asked to help."""
MARGIN = log(10)
"""Minimum lead of an explanation that counts as better."""
UNLAWFUL = log(0.01)
"""How often players do what is forbidden, relative to what is allowed."""
LOG_P_ONE_MORE = log(0.2)
"""How often one more event happens before the table is still again, seen or silent."""
LOG_P_CHORE_OPEN = log(0.5)
"""How often a chore is not yet done."""
DEEPEST = 8
WIDEST = 6
MOST_SILENT = 3


@dataclass(frozen=True, slots=True)
class Observation(Generic[S]):
    """A scene to explain. `seen`: its sightings by region; `before`: as in `Seen`; `unlaid`: as in `Known`."""

    game: Game[S]
    scene: Scene
    seen: Mapping[str, tuple[Sighting, ...]]
    before: Mapping[str, tuple[Sighting, ...]] | None = None
    unlaid: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Possible past events, the state they lead to with its look and chores, and how well the scene fits it."""

    events: tuple[Event, ...] = ()
    visible: tuple[Event, ...] = ()  # events that changed the tidy look of a region which fitted badly
    state: Any
    look: Look
    due: tuple[Chore, ...]
    scores: Mapping[str, Fit] = field(default_factory=dict)
    looks: Mapping[str, tuple[Lying, ...]] = field(default_factory=dict)  # weighed looks: tidy first
    likelihood: float = 0.0
    violation: Violation | None = None
    silent: bool = False  # the last event is not among `visible`
    without_trace: bool = False  # nor did it change the fit of any region, chores included

    @property
    def unexplained(self) -> frozenset[str]:
        return frozenset(name for name, fit in self.scores.items() if fit.worst < UNEXPLAINED_BELOW)

    @property
    def changed(self) -> frozenset[str]:
        """Regions that are not as this explanation has them, pennies included."""
        wrong = (name for name, fit in self.scores.items() if fit.pennies < UNEXPLAINED_PENNY_BELOW)
        return self.unexplained.union(wrong)


def unchanged(
    case: Observation[S], state: S, due: tuple[Chore, ...] | None = None, look: Look | None = None
) -> Explanation:
    """The explanation in which nothing has happened: how well the scene fits the state as it was.

    `due`, `look`: chores and look in place of those that the game gives.
    """
    look = case.game.look(state) if look is None else look
    due = case.game.chores(state) if due is None else due
    return _weighed(Explanation(state=state, look=look, due=due), case)


def explanations(
    case: Observation[S], start: Explanation, also: frozenset[str] = frozenset()
) -> list[Explanation]:
    """All explanations of the whole scene, likeliest first, each leading to another state or violation.

    One that breaks a rule is left out where a lawful one has the same visible events. `also` names squares where
    something may have happened although they look right. None while `unlaid`.
    """
    whole: list[Explanation] = []
    edge = [] if case.unlaid else [start]
    for _ in range(DEEPEST):
        further: list[Explanation] = []
        for explanation, told in _next(case, edge, also):
            if not told.unexplained:
                whole.append(told)
            elif told.violation is None:
                # Followed if it explains a region more, or plainly a part of one, as when both cards of a fight turn.
                fewer, as_many = len(told.unexplained), len(explanation.unexplained)
                likelier = told.likelihood > explanation.likelihood + MARGIN
                if fewer < as_many or (fewer == as_many and likelier):
                    further.append(told)
        if whole or not further:
            break
        edge = apart(further)[:WIDEST]
    fair = [explanation.visible for explanation in whole if explanation.violation is None]
    return apart(one for one in whole if one.violation is None or one.visible not in fair)


def _next(
    case: Observation[S], edge: list[Explanation], also: frozenset[str]
) -> Iterator[tuple[Explanation, Explanation]]:
    """Explanations with one more visible event, each after the one that it extends."""
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
                    and told.violation is None
                    and explanation.unexplained
                    and told.state != explanation.state
                ):
                    quiet.append(told)
        if not quiet:
            return
        # Chores left by a silent event may explain a square in which something has happened all the same.
        also = also.union(*(explanation.changed for explanation in waiting))
        waiting = apart(quiet)[:WIDEST]


def apart(found: Iterable[Explanation]) -> list[Explanation]:
    """Explanations, likeliest first, without those whose state and violation a likelier one has already."""
    kept: list[Explanation] = []
    for explanation in sorted(found, key=lambda explanation: -explanation.likelihood):
        if not any(
            explanation.state == other.state and explanation.violation == other.violation for other in kept
        ):
            kept.append(explanation)
    return kept


def told_by(case: Observation[S], explanation: Explanation, events: Iterable[Event]) -> Iterator[Explanation]:
    """The explanation with each of these events added, lawful or not; those that no camera can see are skipped."""
    game = case.game
    for event in events:
        if event.told:
            continue
        violation = game.violation(explanation.state, event)
        state = game.after(explanation.state, event)
        prior = (UNLAWFUL if violation else 0.0) + (LOG_P_ONE_MORE if explanation.events else 0.0)
        events, likelihood = (*explanation.events, event), explanation.likelihood + prior
        look, due = game.look(state), game.chores(state)
        told = replace(
            explanation,
            events=events,
            state=state,
            look=look,
            due=due,
            likelihood=likelihood,
            violation=violation,
        )
        yield _weighed(told, case)


def _weighed(explanation: Explanation, case: Observation[S]) -> Explanation:
    """The explanation with its scores brought up to date: only regions whose look changed are weighed again."""
    look, untidy = explanation.look, dict[str, list[Lying]]()
    for chore in explanation.due:
        untidy.setdefault(chore.region, []).extend(chore.before)
    # Always in this order: a sum of floats depends on it, and explanations would change places.
    names = dict.fromkeys((*look.regions, *case.seen, *explanation.looks, *untidy))
    scores, looks, total = dict(explanation.scores), dict(explanation.looks), explanation.likelihood
    covered, regions = case.scene.covered | look.ignored, look.regions
    silent = same = unseen = True
    for name in names:
        lying = (regions.get(name, ()), *untidy[name]) if name in untidy else (regions.get(name, ()),)
        if looks.get(name) == lying or name in covered:
            continue
        # Tidy, or with a chore not yet done, whichever is likelier.
        sightings, before = case.seen.get(name, ()), scores.get(name)
        fit = of_region(lying[0], sightings)
        for want in lying[1:]:
            solid, pennies, worst = of_region(want, sightings)
            if solid + LOG_P_CHORE_OPEN + pennies > fit.whole:
                fit = Fit(solid + LOG_P_CHORE_OPEN, pennies, worst)
        silent, same = silent and looks.get(name, ((),))[0] == lying[0], same and fit == before
        unseen = unseen and min(fit.worst, (before or fit).worst) >= UNEXPLAINED_BELOW
        total += fit.whole - (0.0 if before is None else before.whole)
        scores[name], looks[name] = fit, lying
    mute, same = silent or unseen, silent and same
    seen = explanation.visible if mute else (*explanation.visible, *explanation.events[-1:])
    found: dict[str, Any] = {"scores": scores, "looks": looks, "likelihood": total, "visible": seen}
    return replace(explanation, **found, silent=mute, without_trace=same)


@dataclass(frozen=True, slots=True)
class Difference:
    """A region where the table differs from the book."""

    region: str
    wanted: Lying
    seen: tuple[Sighting, ...]


@dataclass(frozen=True, slots=True)
class Same:
    """The table is as it should be."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A hand is in the way, things still move, or more is to follow; `why` is translated where it is shown."""

    why: str


@dataclass(frozen=True, slots=True)
class Accept:
    """These events happened, in this order."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """One of these happened, best first; only the people can say which. An option without events: nothing happened.

    `question` replaces "What happened?", and `answers` the words of the events, where given.
    """

    options: tuple[tuple[Event, ...], ...]
    question: str = ""
    answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refuse:
    """This happened and a rule forbids it; `waived`: rules that the people have set aside for it already."""

    event: Event
    violation: Violation
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lost:
    """No event of the game explains the table."""

    differences: tuple[Difference, ...]


Verdict = Same | Wait | Accept | Ask | Refuse | Lost


def verdict_on(found: Sequence[Explanation]) -> Verdict | None:
    """The verdict on explanations of the whole scene; None if there are none."""
    if not found:
        return None
    best = found[0]
    close = [explanation for explanation in found if explanation.likelihood > best.likelihood - MARGIN]
    fair = [explanation for explanation in close if explanation.violation is None]
    if best.violation is None and len(close) == 1:
        return Accept(best.events)
    if fair:
        return Ask(tuple(explanation.events for explanation in fair))
    assert best.violation is not None
    return Refuse(best.events[-1], best.violation)
