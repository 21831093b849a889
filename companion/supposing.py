"""Explanations for a scene in which something was not seen: as if it lay where it should, or as if it had moved unseen.

Tried only where nothing explains the scene as it is seen. One thing may be missing besides those that are known to be.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypeVar

from companion.abilities import HidesThings, SeenThrough, ability
from companion.explanations import Explanation, Observation, explanations, unchanged
from companion.game import Chore, Event, Game
from companion.missing import as_it_lies, is_only_one, missing, solid, supplied, unseen_pieces
from companion.sight import Look, Lying, Scene, Thing

S = TypeVar("S")

MOST_FRESH = 3
"""With more things missing than so many something is going on, and nothing is supposed."""
MOST_UNLAID = 2
"""While people lay things out, so many may have been laid and not seen."""
MOST_DEEDS = 600
"""So many lawful events are tried as what nobody saw."""


@dataclass(frozen=True, slots=True)
class Supposed:
    """What may have happened if what should lie in these regions lies there and was not seen.

    No events: nothing has.
    """

    regions: frozenset[str]
    found: tuple[Explanation, ...]
    nothing: bool

    @property
    def is_fair(self) -> bool:
        """Whether that may have come about by the rules."""
        return any(explanation.breach is None for explanation in self.found)

    @property
    def is_long(self) -> bool:
        """Whether more than one event has happened: people have gone on."""
        return all(len(explanation.events) > 1 for explanation in self.found)


def supposed(
    case: Observation[S],
    start: Explanation,
    look: Look,
    due: tuple[Chore, ...],
    known: Collection[str],
    most: int,
) -> Iterator[Supposed]:
    """Suppositions about a scene: first that only what is `known` to be missing is, then one thing more.

    No more is supposed where more than `most` are missing.
    """
    lies = as_it_lies(look, due, case.scene)
    gone = solid(missing(lies, case.scene)) & start.unexplained
    covered = {name for name in start.unexplained if any(unseen_pieces(lies.of(name), case.scene))}
    held, fresh = (gone | covered) & set(known), sorted(gone - set(known))
    for more in (None, *(fresh if len(fresh) <= most else ())):
        regions = frozenset(held if more is None else {*held, more})
        if regions:
            filled, left = _filled(case, lies, regions, due)
            yield _told(filled, start, left, regions)


def besides(case: Observation[S], start: Explanation, due: tuple[Chore, ...]) -> Iterator[Supposed]:
    """Suppositions that one thing lies unseen which need not lie there, as far as the game tells what it may be."""
    able = ability(case.game, HidesThings[S])
    for thing in () if able is None else able.hidden_things(start.state, case.scene):
        scene = replace(case.scene, sightings=(*case.scene.sightings, thing))
        filled = replace(case, scene=scene, seen=scene.by_region())
        yield _told(filled, start, due, frozenset({thing.region or ""}))


def laid_out(case: Observation[S], start: Explanation, layout: Look) -> Supposed | None:
    """What has happened if all that people were to lay out lies there; None where too much is missing, or nothing."""
    gone = solid(missing(layout, case.scene))
    if not gone or len(gone) > MOST_UNLAID:
        return None
    filled, _ = _filled(case, layout, gone)
    begun = unchanged(filled, start.state, case.game.look(start.state), ())
    return Supposed(gone, tuple(explanations(filled, begun)), not begun.unexplained)


def laid_whole(case: Observation[S], start: Explanation, layout: Look) -> Explanation | None:
    """What has happened once all lies as people are to lay it; None where something was laid elsewhere."""
    names = layout.regions.keys()
    if any(sighting.region not in names for sighting in case.scene.sightings if sighting.kind != "penny"):
        return None
    filled, _ = _filled(replace(case, scene=Scene()), layout, names)
    found = explanations(filled, unchanged(filled, start.state, case.game.look(start.state), ()))
    if len(found) != 1 or found[0].breach is not None:
        return None
    return found[0] if is_certain(case.game, start.state, found[0].events, frozenset(names)) else None


def is_certain(game: Game[S], state: S, events: tuple[Event, ...], regions: frozenset[str]) -> bool:
    """Whether nothing else than these events could have put something into these regions."""
    for event in events:
        look, after = game.look(state), game.after(state, event)
        if any(look.of(name) != game.look(after).of(name) for name in regions) and any(
            other != event and type(other) is type(event) and other.seat == event.seat
            for other in game.candidates(state, None)
            if game.breach(state, other) is None
        ):
            return False
        state = after
    return True


def _told(
    filled: Observation[S], start: Explanation, due: tuple[Chore, ...], regions: frozenset[str]
) -> Supposed:
    begun = unchanged(filled, start.state, filled.game.look(start.state), due)
    nothing = not begun.unexplained
    return Supposed(regions, () if nothing else tuple(explanations(filled, begun)), nothing)


def _filled(
    case: Observation[S], look: Look, regions: Collection[str], due: tuple[Chore, ...] = ()
) -> tuple[Observation[S], tuple[Chore, ...]]:
    """The case as if all that should lie in these regions were seen, and the chores that are `due` as they look then.

    A piece that is the only one of its kind lies anywhere.
    """
    pieces = frozenset(thing for name in regions for thing in unseen_pieces(look.of(name), case.scene))
    scene = supplied(case.scene, look, regions)
    filled = replace(case, scene=scene, seen=scene.by_region())
    if not pieces:
        return filled, due
    unseeing = Unseeing(case.game, pieces)
    game: Any = unseeing
    return replace(filled, game=game), unseeing.without(due)


class Unseeing(SeenThrough[S]):
    """A game as it looks to somebody who does not see some of its pieces, wherever they go."""

    def __init__(self, game: Game[S], pieces: frozenset[Thing]) -> None:
        super().__init__(game)
        self._labels = frozenset(piece.label for piece in pieces)

    def look(self, state: S) -> Look:
        look = self.within.look(state)
        return Look({name: self._unseen(lying) for name, lying in look.regions.items()}, look.ignored)

    def chores(self, state: S) -> tuple[Chore, ...]:
        return self.without(self.within.chores(state))

    def without(self, due: tuple[Chore, ...]) -> tuple[Chore, ...]:
        """Chores as they look to those who do not see the pieces."""
        return tuple(replace(chore, before=tuple(map(self._unseen, chore.before))) for chore in due)

    def _unseen(self, lying: Lying) -> Lying:
        return tuple(
            replace(thing, hidden=True) if is_only_one(thing) and thing.label in self._labels else thing
            for thing in lying
        )


def unseen_deeds(
    case: Observation[S], start: Explanation, look: Look, known: Collection[str]
) -> Iterator[tuple[Event, ...]]:
    """What may have happened if something that is missing was moved, and nobody sees where it lies now.

    Each is a lawful event that leaves one thing unseen, with what is seen to have happened after it.
    """
    game, scene = case.game, case.scene
    gone = solid(missing(look, scene))
    if not gone or scene.covered:
        return
    for event in islice(game.candidates(start.state, None), MOST_DEEDS):
        if event.told or game.breach(start.state, event) is not None:
            continue
        after = game.after(start.state, event)
        follows = _followed(case, look, after, known, gone)
        if follows or (follows is not None and not _only_in(look, game.look(after), gone)):
            yield (event, *follows)


def _followed(
    case: Observation[S], before: Look, state: S, known: Collection[str], gone: frozenset[str]
) -> tuple[Event, ...] | None:
    """What has happened since, if this is the state and one thing in it is not seen; None where that cannot be."""
    look, chores = case.game.look(state), case.game.chores(state)
    still = solid(missing(look, case.scene))
    new = still - gone
    if not _only_in(before, look, gone) and (gone <= still or len(new) != 1):
        return None
    filled, _ = _filled(case, look, new | (still & set(known)))
    start = unchanged(filled, state, look, chores)
    if not start.unexplained:
        return ()
    fair = [explanation.events for explanation in explanations(filled, start) if explanation.breach is None]
    return fair[0] if fair else None


def _only_in(before: Look, after: Look, names: frozenset[str]) -> bool:
    """Whether a look has changed, and only in these regions."""
    changed = {
        name for name in before.regions.keys() | after.regions.keys() if before.of(name) != after.of(name)
    }
    return bool(changed) and changed <= names


def is_being_laid(layout: Look, scene: Scene) -> bool:
    """Whether nothing lies otherwise than people are to lay it out: things may be missing still."""
    seen, gone = scene.by_region(), missing(layout, scene)
    names = layout.regions.keys() | seen.keys()
    return all(
        name in gone or Look({name: layout.of(name)}).fits(Scene(seen.get(name, ()))) for name in names
    )
