"""Turn what was seen into what happened, or into the right question.

Every explanation is weighed: how likely the scene is if just these events happened. A lawful one that leads by a
margin is accepted; several close ones are asked about, best first; an unlawful one that leads is refused by the
rule it breaks; and where nothing explains the scene, the table and the book are shown side by side.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log
from typing import Any, TypeVar

from companion.game import Breach, Chance, Chore, Event, Game, Over, Seen
from companion.likelihood import WRONG, WRONG_PENNY, Fit, of_region
from companion.sight import Look, Lying, Scene, Sighting

S = TypeVar("S")

SETTLE_S = 0.6
"""A scene must have held this long before anything is booked, unless somebody pressed "done"."""
LOST_S = 4.0
"""After this long without an explanation the people are asked to help."""
MARGIN = log(10)
"""The best explanation must be this much likelier than the next."""
UNLAWFUL = log(0.01)
"""How often players do what they may not, beside what they may."""
FURTHER = log(0.2)
"""How often one more event happens before the table is still again."""
UNTIDY = log(0.5)
"""How often a chore is not yet done."""
DEEPEST = 4
WIDEST = 6


@dataclass(frozen=True, slots=True)
class Difference:
    """A region where the table is not as the book has it."""

    region: str
    wanted: Lying
    seen: tuple[Sighting, ...]


@dataclass(frozen=True, slots=True)
class Same:
    """The table is as it should be."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A hand is in the way, things still move, or more is to follow; `why` in words."""

    why: str


@dataclass(frozen=True, slots=True)
class Accept:
    """These events happened, in this order."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """One of these happened, best first; only the people can say which."""

    options: tuple[tuple[Event, ...], ...]


@dataclass(frozen=True, slots=True)
class Refuse:
    """This happened, and a rule forbids it."""

    event: Event
    breach: Breach


@dataclass(frozen=True, slots=True)
class Lost:
    """Nothing in the game leads here."""

    differences: tuple[Difference, ...]


Verdict = Same | Wait | Accept | Ask | Refuse | Lost


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict, where the table differs from the book, which chores are not yet done, and which were seen done."""

    verdict: Verdict
    differences: tuple[Difference, ...] = ()
    chores: tuple[Chore, ...] = ()
    tidied: tuple[Chore, ...] = ()


@dataclass(frozen=True, slots=True)
class _Story:
    """Events that may have happened, the state they lead to, and how well the scene fits it."""

    events: tuple[Event, ...]
    state: Any
    scores: Mapping[str, Fit]
    looks: Mapping[str, tuple[Lying, ...]]
    likelihood: float
    breach: Breach | None = None

    @property
    def unexplained(self) -> frozenset[str]:
        return frozenset(name for name, fit in self.scores.items() if fit.worst < WRONG)

    @property
    def changed(self) -> frozenset[str]:
        """Where anything is not as this story has it, pennies included."""
        wrong = (name for name, fit in self.scores.items() if fit.pennies < WRONG_PENNY)
        return self.unexplained.union(wrong)


def judge(
    game: Game[S],
    state: S,
    scene: Scene,
    done: bool = False,
    waved: frozenset[str] = frozenset(),
    tidied: frozenset[Chore] = frozenset(),
) -> Judgement:
    """Weigh one scene against one state. `waved` regions have no chores left, as far as the people care.

    `tidied` are chores of this state that were seen done: what looks as before them again may be something new.
    """
    if scene.hand:
        return Judgement(Wait("A hand is over the table."))
    if scene.still_for < SETTLE_S and not done:
        return Judgement(Wait("The table is not still yet."))
    seen = scene.by_region()
    look, due, layout = game.look(state), game.chores(state), game.layout(state)
    start = _weighed(_Story((), state, {}, {}, 0.0), scene, seen, look, due)
    target = look if layout is None else layout
    differences = _differences(target, start if layout is None else None, scene, seen)
    undone = tuple(c for c in due if _undone(look, c, seen))
    chores = tuple(c for c in undone if c.region not in waved)
    seen_done = tuple(c for c in due if c not in undone and _is_done(look, c, scene, seen))
    if not start.changed:
        told = _since_tidied(game, start, scene, seen, look, due, tidied)
        if told is None and done:
            told = _hidden_by_chores(game, start, scene, seen, chores)
        return Judgement(told or Same(), differences, chores, seen_done)
    if scene.covered:
        why = Wait("Something covers part of the table.") if start.unexplained else Same()
        return Judgement(why, differences, chores, seen_done)
    stories = _stories(game, start, scene, seen)
    if not start.unexplained:
        # Only pennies lie otherwise: that is a chore, unless it plainly tells of an event.
        stories = [story for story in stories if story.likelihood > start.likelihood + MARGIN]
        return Judgement(_verdict(stories) or Same(), differences, chores, seen_done)
    verdict = _verdict(stories)
    if verdict is None:
        verdict = _puzzled(game, state, scene, done, differences, layout is not None)
    return Judgement(verdict, differences, chores, seen_done)


def _since_tidied(
    game: Game[S],
    start: _Story,
    scene: Scene,
    seen: dict[str, tuple[Sighting, ...]],
    look: Look,
    due: tuple[Chore, ...],
    tidied: frozenset[Chore],
) -> Accept | Ask | None:
    """What happened in squares that were seen tidied and look again as before; only what is lawful and explains all.

    A card that one picture missed looks like that too, so nothing is refused or lost for it.
    """
    left = tuple(chore for chore in due if chore not in tidied)
    if len(left) == len(due) or scene.covered:
        return None
    anew = _weighed(_Story((), start.state, {}, {}, 0.0), scene, seen, look, left)
    if not anew.unexplained:
        return None
    fair = [story for story in _stories(game, anew, scene, seen) if story.breach is None]
    verdict = _verdict(fair)
    return verdict if isinstance(verdict, Accept | Ask) else None


def _hidden_by_chores(
    game: Game[S],
    start: _Story,
    scene: Scene,
    seen: dict[str, tuple[Sighting, ...]],
    chores: tuple[Chore, ...],
) -> Ask | None:
    """What may have happened in squares that are not tidied: a card laid again where it should have left.

    Only asked when somebody says that the table is ready: else it is just not tidied yet.
    """
    stories = _stories(game, start, scene, seen, frozenset(chore.region for chore in chores))
    fair = tuple(story.events for story in stories if story.breach is None)
    return Ask(fair) if fair else None


def _verdict(stories: list[_Story]) -> Verdict | None:
    """The verdict on the stories that explain the whole scene; None where there is none."""
    if not stories:
        return None
    best = stories[0]
    close = [story for story in stories if story.likelihood > best.likelihood - MARGIN]
    fair = [story for story in close if story.breach is None]
    if best.breach is None and len(close) == 1:
        return Accept(best.events)
    if fair:
        return Ask(tuple(story.events for story in fair))
    assert best.breach is not None
    return Refuse(best.events[-1], best.breach)


def _puzzled(
    game: Game[S], state: S, scene: Scene, done: bool, differences: tuple[Difference, ...], laying: bool
) -> Verdict:
    if laying:
        return Wait("The table is being laid out.")
    turn = game.turn(state)
    if isinstance(turn, Over):
        return Same()
    if isinstance(turn, Chance) and not done:
        return Wait(turn.words)
    if done or scene.still_for >= LOST_S:
        return Lost(differences)
    return Wait("The table does not look like any move yet.")


def _stories(
    game: Game[S],
    start: _Story,
    scene: Scene,
    seen: dict[str, tuple[Sighting, ...]],
    also: frozenset[str] = frozenset(),
) -> list[_Story]:
    """All stories that explain the scene, likeliest first, each leading to another state or breach.

    `also` names squares where something may have happened though they look as they may.
    """
    whole: list[_Story] = []
    edge = [start]
    for _ in range(DEEPEST):
        further: list[_Story] = []
        for story in edge:
            for told in _told_on(game, story, scene, seen, also):
                if not told.unexplained:
                    whole.append(told)
                elif told.breach is None and _explains_more(told, story):
                    further.append(told)
        if whole or not further:
            break
        edge = _apart(sorted(further, key=_rank))[:WIDEST]
    return _apart(sorted(whole, key=_rank))


def _explains_more(story: _Story, before: _Story) -> bool:
    """Whether one event more explains more: a region, or plainly a part of one, as when both cards of a fight turn."""
    fewer, as_many = len(story.unexplained), len(before.unexplained)
    return fewer < as_many or (fewer == as_many and story.likelihood > before.likelihood + MARGIN)


def _rank(story: _Story) -> tuple[float, int]:
    return (-story.likelihood, story.breach is not None)


def _apart(stories: Iterable[_Story]) -> list[_Story]:
    """Without those that lead to a state which a likelier one leads to already."""
    kept: list[_Story] = []
    for story in stories:
        if not any(story.state == other.state and story.breach == other.breach for other in kept):
            kept.append(story)
    return kept


def _told_on(
    game: Game[S],
    story: _Story,
    scene: Scene,
    seen: dict[str, tuple[Sighting, ...]],
    also: frozenset[str],
) -> Iterable[_Story]:
    for event in game.tries(story.state, Seen(seen, story.changed | also)):
        if event.told:
            continue
        breach = game.breach(story.state, event)
        state = game.after(story.state, event)
        prior = (UNLAWFUL if breach else 0.0) + (FURTHER if story.events else 0.0)
        told = _Story(
            (*story.events, event), state, story.scores, story.looks, story.likelihood + prior, breach
        )
        yield _weighed(told, scene, seen, game.look(state), game.chores(state))


def _weighed(
    story: _Story, scene: Scene, seen: dict[str, tuple[Sighting, ...]], look: Look, chores: tuple[Chore, ...]
) -> _Story:
    """The story with its scores brought up to date: only regions whose look has changed are weighed anew."""
    untidy: dict[str, list[Lying]] = {}
    for chore in chores:
        untidy.setdefault(chore.region, []).extend(chore.before)
    names = look.regions.keys() | seen.keys() | story.looks.keys() | untidy.keys()
    scores, looks, total = dict(story.scores), dict(story.looks), story.likelihood
    for name in names:
        if name in scene.covered or name in look.ignored:
            continue
        lying = (look.of(name), *untidy.get(name, ()))
        if name in scores and looks.get(name) == lying:
            continue
        fit = _best(lying, seen.get(name, ()))
        total += fit.whole - (scores[name].whole if name in scores else 0.0)
        scores[name], looks[name] = fit, lying
    return _Story(story.events, story.state, scores, looks, total, story.breach)


def _best(lying: tuple[Lying, ...], seen: tuple[Sighting, ...]) -> Fit:
    best = of_region(lying[0], seen)
    for want in lying[1:]:
        solid, pennies, worst = of_region(want, seen)
        if solid + UNTIDY + pennies > best.whole:
            best = Fit(solid + UNTIDY, pennies, worst + UNTIDY)
    return best


def _undone(look: Look, chore: Chore, seen: dict[str, tuple[Sighting, ...]]) -> bool:
    """Whether the region looks more like before the chore than after it."""
    sightings = seen.get(chore.region, ())
    tidy = of_region(look.of(chore.region), sightings).whole
    return any(of_region(want, sightings).whole > tidy for want in chore.before)


def _is_done(look: Look, chore: Chore, scene: Scene, seen: dict[str, tuple[Sighting, ...]]) -> bool:
    """Whether the region is as it should be after the chore, and other cards lay there before it."""
    if chore.region in scene.covered:
        return False
    tidy = look.of(chore.region)
    fit = of_region(tidy, seen.get(chore.region, ()))
    return fit.worst >= WRONG and all(_cards(want) != _cards(tidy) for want in chore.before)


def _cards(lying: Lying) -> Lying:
    return tuple(thing for thing in lying if thing.kind == "card")


def _differences(
    target: Look, story: _Story | None, scene: Scene, seen: dict[str, tuple[Sighting, ...]]
) -> tuple[Difference, ...]:
    """Where the table is not as it should be; with a story, what its chores still allow is no difference."""
    names = sorted((target.regions.keys() | seen.keys()) - scene.covered - target.ignored)
    found = []
    for name in names:
        want, lying = target.of(name), seen.get(name, ())
        fit = of_region(want, lying) if story is None else story.scores[name]
        if fit.worst < WRONG or fit.pennies < WRONG_PENNY:
            found.append(Difference(name, want, lying))
    return tuple(found)
