"""Turn what was seen into what happened, or into the right question.

Every explanation is weighed: how likely is the scene if exactly these events happened? A lawful one that leads by a
margin is accepted; several close ones are asked about, best first; an unlawful one that leads is refused by the rule
it breaks. Where nothing explains the scene, table and book are shown side by side. What the picture before showed
already came before what only this one shows.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate, islice, pairwise, permutations
from typing import Any, TypeVar

from companion.game import Chance, Chore, Event, Game, Over, Seen, SeenThrough
from companion.language import _, joined, marked
from companion.lawful import led_to
from companion.sight import Look, Lying, Scene, Sighting, Thing, paired_off, place_of
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
    apart,
    explanations,
    of_region,
    told_by,
    unchanged,
    verdict_on,
)

S = TypeVar("S")

MOST_ORDERED = 4
"""Maximum events put in order: nobody can tell the order of more."""


def in_order_seen(game: Game[S], state: S, verdict: Accept, before: frozenset[str]) -> Accept:
    """The same events, with those first that concern the regions which differed `before`, as far as rules allow."""
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
    """The options, those first on whose way the table looked like the picture before; else in their order.

    Among equals, options that changed a `puzzling` region on their way come first: without that a turn explains less.
    """
    case = Observation(game, scene, scene.by_region())

    def key(option: tuple[Event, ...]) -> tuple[float, bool]:
        way = [unchanged(case, each) for each in _way(game, state, option[:-1])]
        best = max(each.likelihood for each in way)
        first = way[0].look
        return -round(best, 2), all(each.look.of(name) == first.of(name) for each in way for name in puzzling)

    return tuple(sorted(options, key=key))


def holds_before(game: Game[S], state: S, events: tuple[Event, ...], scene: Scene) -> bool:
    """Whether the picture before shows the table at some point of these events; things may be missing from it."""
    case = Observation(game, scene, scene.by_region())
    way = (unchanged(case, each) for each in _way(game, state, events))
    return any(each.unexplained <= missing(each.look, scene).keys() for each in way)


def _way(game: Game[S], state: S, events: tuple[Event, ...]) -> list[S]:
    """The state before these events, and after each of them."""
    return list(accumulate(events, game.after, initial=state))


HAND = Wait(marked("A hand is over the table."))
COVERED = Wait(marked("Something covers part of the table."))
NOT_STILL = Wait(marked("One moment …"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A verdict, and what the scene shows besides."""

    verdict: Verdict
    differences: tuple[Difference, ...] = ()  # where the table differs from the book
    chores: tuple[Chore, ...] = ()  # not yet done
    tidied: tuple[Chore, ...] = ()  # chores that were seen done
    unseen: frozenset[str] = frozenset()  # where something lies unseen, if the verdict is right
    laying: bool = False  # people lay out the table, and nothing else lies there


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known beside the state and the scene, and how much more may be supposed."""

    waved: frozenset[str] = frozenset()  # regions whose chores the people dismissed
    tidied: frozenset[Chore] = frozenset()  # seen done: their old look, seen again, may be something new
    before: Scene | None = None  # what was seen when the last entry was booked
    unseen: frozenset[str] = frozenset()  # where something lies that has not been seen for a while
    puzzled: int = 0  # still pictures in a row, with this one, that were not understood
    puzzled_by: frozenset[str] = frozenset()  # where the one before differed: a guess must explain that, too
    unlaid: bool = False  # the table still lies as before what people said last
    late: bool = False  # it is time to ask
    done: bool = False  # somebody says that all is as it should be
    plain: bool = False  # suppose nothing to be unseen beyond what is known


NOTHING = Known()


def judge(game: Game[S], state: S, scene: Scene, known: Known = NOTHING, *, done: bool = False) -> Judgement:
    """Weigh one scene against one state. `done`: somebody says that the table is ready."""
    before = known.before
    late = known.puzzled > PATIENCE or done or scene.still_for >= LOST_S
    blind = replace(known, late=late, done=done)
    if scene.hand:
        return Judgement(verdict=HAND)
    if scene.still_for < SETTLE_S and not done:
        return Judgement(verdict=NOT_STILL)
    scene = game.assign_regions(state, scene, before)
    case = Observation(game, scene, scene.by_region(), before.by_region() if before else None, known.unlaid)
    start, layout = unchanged(case, state), game.layout(state)
    look, due = start.look, start.due
    # A look that chores still allow is no difference, except while the table is laid out.
    wanted, differences = look if layout is None else layout, list[Difference]()
    for name in sorted((wanted.regions.keys() | case.seen.keys()) - scene.covered - wanted.ignored):
        want, lying = wanted.of(name), case.seen.get(name, ())
        fit = start.scores[name] if layout is None else of_region(want, lying)
        if fit.worst < UNEXPLAINED_BELOW or fit.pennies < UNEXPLAINED_PENNY_BELOW:
            differences.append(Difference(name, want, lying))
    undone, seen_done = _undone_and_done(case, look, due)
    chores = tuple(chore for chore in undone if chore.region not in known.waved)
    judged = Judgement(verdict=Same(), differences=tuple(differences), chores=chores, tidied=tuple(seen_done))
    if not start.changed:
        told = _since_tidied(case, start, known.tidied)
        if told is None and done:
            # A card may have been laid again where it should have left; else it is just not tidied yet.
            also = explanations(case, start, frozenset(chore.region for chore in chores))
            fair = tuple(explanation.events for explanation in also if explanation.violation is None)
            told = Ask(fair) if fair else None
        doubt = told or _doubted(case, start, ()) or due_beneath(case, start, blind)
        return replace(judged, verdict=doubt or Same())
    if scene.covered:
        return replace(judged, verdict=COVERED) if start.unexplained else judged
    found = explanations(case, start)
    if not start.unexplained:
        # Only pennies lie otherwise: that is a chore, unless it plainly tells of an event.
        found = [explanation for explanation in found if explanation.likelihood > start.likelihood + MARGIN]
        return replace(judged, verdict=verdict_on(found) or due_beneath(case, start, blind) or Same())
    # Something solid differs: explain it, or suppose that something lies unseen.
    verdict: Verdict | None = None
    hidden = frozenset[str]()
    if not found and layout is None:
        verdict = _since_tidied(case, start, known.tidied)
    if verdict is None:
        verdict, hidden = _guessed(case, start, found, layout, blind)
    # Chores that were seen done count no more: an old look seen again is something new.
    left = tuple(chore for chore in due if chore not in known.tidied)
    if verdict is None and layout is None and left != due:
        verdict, hidden = supposing(case, unchanged(case, state, left), blind) or (None, hidden)
    # Nothing explains it: wait, and in the end show table and book side by side.
    if verdict is None:
        turn = game.turn(state)
        if layout is not None:
            verdict = Wait(marked("The table is being laid out."))
        elif isinstance(turn, Over):
            verdict = Same()
        elif isinstance(turn, Chance) and not done:
            verdict = Wait(turn.words)
        elif done or scene.still_for >= LOST_S:
            verdict = Lost(judged.differences)
        else:
            verdict = Wait(marked("The table does not look like any move yet."))
    elif isinstance(verdict, Accept):
        taken = in_order_seen(game, state, verdict, known.puzzled_by)
        # Ask where it may have been otherwise; what the game itself can tell comes first.
        asked = _doubted(case, start, taken.events)
        if asked is None and not hidden:
            asked = doubted(case, start, blind, taken)
        # These events may have covered the traces of others, as far as the game tells.
        others = () if asked else tuple(game.hidden_alternatives(state, taken.events))
        verdict = asked or (Ask(tuple(dict.fromkeys((taken.events, *others)))) if others else taken)
    elif isinstance(verdict, Same) and layout is None:
        verdict = due_beneath(case, start, blind) or verdict
    laying = layout is not None and is_being_laid(layout, scene)
    return replace(judged, verdict=verdict, unseen=hidden, laying=laying)


def _guessed(
    case: Observation[S], start: Explanation, found: list[Explanation], layout: Look | None, blind: Known
) -> tuple[Verdict | None, frozenset[str]]:
    """The verdict on a scene that differs, and where something lies unseen if it is right.

    Something unseen is supposed where no explanation holds, or where it may explain as much.
    """
    verdict, hidden = verdict_on(found), frozenset[str]()
    if verdict is None and layout is not None:
        return (None if blind.plain else laid(case, start, layout, late=blind.late)) or (None, hidden)
    merely_gone = isinstance(verdict, Refuse) and verdict.event.vanishing
    if verdict is None or merely_gone:
        return supposing(case, start, blind) or (None, hidden)
    # While something may lie unseen, a guess that breaks no rule is better than a refusal.
    if isinstance(verdict, Refuse) and (blind.unseen or blind.puzzled_by):
        guess = supposing(case, start, replace(blind, late=False, done=False, plain=False))
        if guess is not None and isinstance(guess[0], Accept | Ask):
            return guess
    # What is gone by the best explanation may merely be unseen.
    elif blind.unseen and loses(start.look, found[0].look):
        plain = replace(blind, puzzled_by=frozenset(), plain=True)
        return supposing(case, start, plain) or (verdict, hidden)
    return verdict, hidden


def _since_tidied(case: Observation[S], start: Explanation, tidied: frozenset[Chore]) -> Accept | Ask | None:
    """What happened in squares that were seen tidied and look untidy again, by lawful events that explain all.

    A card that one picture missed looks the same. So nothing is refused or lost for it, nor inferred from absence.
    """
    left = tuple(chore for chore in start.due if chore not in tidied)
    if len(left) == len(start.due) or case.scene.covered:
        return None
    anew = unchanged(case, start.state, left)
    if anew.unexplained <= solid(missing(anew.look, case.scene)):
        return None
    verdict = verdict_on([one for one in explanations(case, anew) if one.violation is None])
    return verdict if isinstance(verdict, Accept | Ask) else None


def _doubted(case: Observation[S], start: Explanation, events: tuple[Event, ...]) -> Ask | None:
    """A question, where positions show the game that it may have been otherwise than the regions say."""
    if case.scene.covered:
        return None
    options = tuple(case.game.ambiguities(start.state, events, Seen(case.seen, start.changed, case.before)))
    return Ask(options) if options else None


def _undone_and_done(
    case: Observation[S], look: Look, due: tuple[Chore, ...]
) -> tuple[list[Chore], list[Chore]]:
    """The chores not yet done, and those done: the region is as it should be, where other cards lay before."""
    undone, done = list[Chore](), list[Chore]()
    for chore in due:
        tidy, lying = look.of(chore.region), case.seen.get(chore.region, ())
        fit = of_region(tidy, lying)
        # Undone: it looks more like before than after. A hidden card must show for that: unseen, it needs no tidying.
        shown = (
            tuple(replace(one, hidden=one.hidden and one.kind != "card") for one in want)
            for want in chore.before
        )
        if any(of_region(want, lying).whole > fit.whole for want in shown):
            # A question, where only something missing tells of it: a dark band may hide that.
            asks = case.scene.flickered and not paired_off(tidy, lying)[1]
            words = lacking_words(chore.region, tidy, lying) if asks else chore.words
            undone.append(replace(chore, words=words))
        elif (
            chore.region not in case.scene.covered
            and fit.worst >= UNEXPLAINED_BELOW
            and all(_solid(want) != _solid(tidy) for want in chore.before)
        ):
            done.append(chore)
    return undone, done


def _solid(lying: Lying) -> Lying:
    """All except pennies: those may lie any way for a moment."""
    return tuple(thing for thing in lying if thing.kind != "penny")


# Things that should lie on the table and are not seen: what may have happened, and the verdict or the question on it.
#
# Tried only where nothing explains the scene as seen; one thing may be missing besides those known to be. Something
# is merely missing only where all that is seen lies as it should. A supposition is never booked where it may have
# been otherwise; when it is late the people are asked. The first answer books nothing: where things are merely
# missing, that nothing has happened; where anything else is seen, that it was something else.


SURE = 0.98
"""Confidence in a thing that is only supposed to lie there."""


def missing(look: Look, scene: Scene) -> dict[str, Lying]:
    """By region the things that should lie there and are not seen, where nothing unexpected is seen.

    A unique piece may have come there: it is not unexpected. One that is seen elsewhere is not missing.
    """
    seen, found = scene.by_region(), dict[str, Lying]()
    for name, wanted in look.regions.items():
        if name not in look.ignored and name not in scene.covered:
            pairs, left = paired_off(wanted, seen.get(name, ()))
            lacking = tuple(
                thing
                for thing, sighting in pairs
                if sighting is None and not thing.hidden and not _is_elsewhere(thing, scene)
            )
            if lacking and all(map(is_only_one, left)):
                found[name] = lacking
    return found


def is_only_one(thing: Thing | Sighting) -> bool:
    """Whether it is unique, as a player's piece is."""
    return thing.kind == "pawn" and thing.label is not None


def _is_elsewhere(thing: Thing, scene: Scene) -> bool:
    """Whether a unique thing is seen anywhere: then it is not missing."""
    return is_only_one(thing) and any(
        one.kind == thing.kind and one.label == thing.label for one in scene.sightings
    )


def unseen_pieces(lying: Lying, scene: Scene) -> Iterator[Thing]:
    """The unique things in a region that are seen nowhere, hidden ones among them."""
    return (thing for thing in lying if is_only_one(thing) and not _is_elsewhere(thing, scene))


def beneath(look: Look, scene: Scene) -> dict[str, Thing]:
    """By region a card that another hides, so that nobody sees which of its sides is up."""
    shown = Counter(one.region for one in scene.sightings if one.kind == "card" and one.face is not None)
    cards = {name: [one for one in lying if one.kind == "card"] for name, lying in look.regions.items()}
    return {n: lying[0] for n, lying in cards.items() if lying and lying[0].hidden and shown[n] < len(lying)}


def lacks_pennies(wanted: Lying, seen: Iterable[Sighting]) -> bool:
    """Whether pennies are missing and nothing else differs."""
    pairs, left = paired_off(wanted, seen)
    return not left and all(
        sighting is not None or thing.hidden or thing.kind == "penny" for thing, sighting in pairs
    )


def as_it_lies(look: Look, due: Iterable[Chore], scene: Scene) -> Look:
    """The look with what is still to be tidied, in each region that is seen so; things may be missing."""
    seen, regions = scene.by_region(), dict(look.regions)
    for chore in due:
        there = seen.get(chore.region, ())
        for before in chore.before if there else ():
            if not paired_off(before, there)[1] and paired_off(look.of(chore.region), there)[1]:
                regions[chore.region] = before
    return Look(regions, look.ignored)


def solid(things: Mapping[str, Lying]) -> frozenset[str]:
    """The regions in which more than pennies is missing: those may lie any way for a moment."""
    return frozenset(name for name, lying in things.items() if any(thing.kind != "penny" for thing in lying))


def as_seen(thing: Thing, region: str) -> Sighting:
    """A sighting of one thing, read without fault."""
    label = None if thing.face == "down" else thing.label
    angle = None if thing.kind != "card" or thing.seat is None else 180.0 * thing.seat
    return Sighting(
        thing.kind, label, region, SURE, face=thing.face, deck=thing.deck, x=thing.x, y=thing.y, angle=angle
    )


def lacking_words(region: str, wanted: Lying, seen: Iterable[Sighting]) -> str:
    """A sentence on what to check in a region that is not as it should be."""
    place = place_words(region)
    pairs, left = paired_off(wanted, seen)
    lacking = next((thing for thing, sighting in pairs if sighting is None and not thing.hidden), None)
    if lacking is not None and not left:
        words = _("I cannot see {thing} {place}: does it lie there?")
        return words.format(thing=thing_words(lacking), place=place)
    if lacking is None and left:
        return _("I see {thing} too many {place}").format(thing=one_more(left[0]), place=place)
    return _("What lies {place} is not as it should be").format(place=place)


def one_more(sighting: Sighting) -> str:
    """One thing too many, in words."""
    if sighting.kind == "card":
        faces = {"down": _("one face-down card"), "up": _("one face-up card")}
        return faces.get(sighting.face or "", _("one card"))
    kinds = {"pawn": _("one piece"), "penny": _("one penny"), "die": _("one die")}
    return kinds.get(sighting.kind, _("one disc"))


def thing_words(thing: Thing) -> str:
    """A thing in everyday words, by what shows of it."""
    if thing.kind == "card":
        return {"down": _("a face-down card"), "up": _("a face-up card")}.get(thing.face or "", _("a card"))
    if thing.kind == "pawn":
        return _("the {name} piece").format(name=_(thing.label)) if thing.label else _("a piece")
    return {"penny": _("a penny"), "die": _("a die")}.get(thing.kind, _("a disc"))


def place_words(region: str) -> str:
    """Where a region is, in words: a square as it is named, a seat's place with the seat's number."""
    place = place_of(region)
    if place.seat is None:
        return _("on {place}").format(place=region)
    places = {
        "deck": _("on the deck of player {number}"),
        "discard": _("on the discards of player {number}"),
        "play": _("among the cards in play of player {number}"),
    }
    words = places.get(place.kind, _("in the {place} of player {number}"))
    return words.format(place=place.kind, number=place.seat + 1)


def thing_there(thing: Thing, region: str) -> str:
    return _("{thing} {place}").format(thing=thing_words(thing), place=place_words(region))


MOST_FRESH = 3
"""Maximum things missing: with more, something is going on and nothing is supposed."""
MOST_UNLAID = 2
"""Maximum things that may have been laid unseen while people lay out the table."""
MOST_DEEDS = 600
"""Maximum lawful events tried as what nobody saw."""


@dataclass(frozen=True, slots=True)
class Supposed:
    """Possible events if the things of these regions lie there unseen; `nothing`: no event is needed."""

    regions: frozenset[str]
    found: tuple[Explanation, ...]
    nothing: bool


def supposed(
    case: Observation[S], start: Explanation, known: Collection[str], most: int
) -> Iterator[Supposed]:
    """Suppositions about a scene: first that only the `known` regions miss something, then one more region each.

    No further region where more than `most` of them miss something.
    """
    lies = as_it_lies(start.look, start.due, case.scene)
    gone = solid(missing(lies, case.scene)) & start.unexplained
    covered = {name for name in start.unexplained if any(unseen_pieces(lies.of(name), case.scene))}
    held, fresh = (gone | covered) & set(known), sorted(gone - set(known))
    for more in (None, *(fresh if len(fresh) <= most else ())):
        regions = frozenset(held if more is None else {*held, more})
        if regions:
            filled, left = _filled(case, lies, regions, start.due)
            yield _told(filled, start, left, regions)


def besides(case: Observation[S], start: Explanation) -> Iterator[Supposed]:
    """Suppositions that one thing lies unseen which need not be there, as far as the game can name it."""
    for thing in case.game.hidden_things(start.state, case.scene):
        scene = replace(case.scene, sightings=(*case.scene.sightings, thing))
        filled = replace(case, scene=scene, seen=scene.by_region())
        yield _told(filled, start, start.due, frozenset({thing.region or ""}))


def laid_out(case: Observation[S], start: Explanation, layout: Look) -> Supposed | None:
    """Possible events if the whole layout lies there; None: too much of it is missing, or nothing."""
    gone = solid(missing(layout, case.scene))
    if not gone or len(gone) > MOST_UNLAID:
        return None
    filled, _ = _filled(case, layout, gone)
    begun = unchanged(filled, start.state, (), start.look)
    return Supposed(gone, tuple(explanations(filled, begun)), not begun.unexplained)


def laid_whole(case: Observation[S], start: Explanation, layout: Look) -> Explanation | None:
    """The events once all lies as laid out; None: something lies elsewhere, or the events are not certain."""
    names = layout.regions.keys()
    if any(sighting.region not in names for sighting in case.scene.sightings if sighting.kind != "penny"):
        return None
    filled, _ = _filled(replace(case, scene=Scene()), layout, names)
    found = explanations(filled, unchanged(filled, start.state, (), start.look))
    if len(found) != 1 or found[0].violation is not None:
        return None
    return found[0] if is_certain(case.game, start.state, found[0].events, frozenset(names)) else None


def is_certain(game: Game[S], state: S, events: tuple[Event, ...], regions: frozenset[str]) -> bool:
    """Whether only these events could have put something into these regions."""
    for event in events:
        look, after = game.look(state), game.after(state, event)
        if any(look.of(name) != game.look(after).of(name) for name in regions) and any(
            other != event and type(other) is type(event) and other.seat == event.seat
            for other in game.candidates(state, None)
            if game.violation(state, other) is None
        ):
            return False
        state = after
    return True


def _told(
    filled: Observation[S], start: Explanation, due: tuple[Chore, ...], regions: frozenset[str]
) -> Supposed:
    begun = unchanged(filled, start.state, due)
    nothing = not begun.unexplained
    return Supposed(regions, () if nothing else tuple(explanations(filled, begun)), nothing)


def _filled(
    case: Observation[S], wanted: Look, regions: Collection[str], due: tuple[Chore, ...] = ()
) -> tuple[Observation[S], tuple[Chore, ...]]:
    """The case as if everything that should lie in these regions were seen, and `due` as it looks then.

    A unique piece may lie anywhere: it stays unseen, in every look that follows.
    """
    # Things that should lie there are added unless they are seen; unique ones are not, as they may lie anywhere.
    seen, more = case.scene.by_region(), list[Sighting]()
    for name in regions:
        pairs, left = paired_off(wanted.of(name), seen.get(name, ()))
        more += [
            as_seen(thing, name) if sighting is None else sighting
            for thing, sighting in pairs
            if sighting is not None or not is_only_one(thing)
        ]
        more += filter(is_only_one, left)
    kept = (sighting for sighting in case.scene.sightings if sighting.region not in regions)
    scene = replace(case.scene, sightings=(*kept, *more))
    filled = replace(case, scene=scene, seen=scene.by_region())
    # In this game nobody sees these pieces, wherever they go.
    labels = {piece.label for name in regions for piece in unseen_pieces(wanted.of(name), case.scene)}
    if not labels:
        return filled, due

    def unseen(lying: Lying) -> Lying:
        return tuple(
            replace(thing, hidden=True) if is_only_one(thing) and thing.label in labels else thing
            for thing in lying
        )

    def look(state: S) -> Look:
        shown = case.game.look(state)
        return Look({name: unseen(lying) for name, lying in shown.regions.items()}, shown.ignored)

    def without(chores: tuple[Chore, ...]) -> tuple[Chore, ...]:
        return tuple(replace(chore, before=tuple(map(unseen, chore.before))) for chore in chores)

    game: Any = SeenThrough(case.game, look=look, chores=lambda state: without(case.game.chores(state)))
    return replace(filled, game=game), without(due)


def unseen_deeds(
    case: Observation[S], start: Explanation, known: Collection[str]
) -> Iterator[tuple[Event, ...]]:
    """Possible events if a missing thing was moved and now lies where nobody sees it.

    Each is a lawful event that leaves one thing unseen, with what is seen to have happened after it.
    """
    game, look = case.game, start.look
    gone = solid(missing(look, case.scene))
    if not gone or case.scene.covered:
        return
    for event in islice(game.candidates(start.state, None), MOST_DEEDS):
        if event.told or game.violation(start.state, event) is not None:
            continue
        # What has happened since, if one thing in the state after it is unseen.
        state = game.after(start.state, event)
        still, changed = solid(missing(after := game.look(state), case.scene)), look.unlike(after)
        new = still - gone
        is_only_there = bool(changed) and changed <= gone
        if not is_only_there and (gone <= still or len(new) != 1):
            continue
        filled, _due = _filled(case, after, new | (still & set(known)))
        since = unchanged(filled, state, game.chores(state), after)
        told = explanations(filled, since) if since.unexplained else []
        follows = next((one.events for one in told if one.violation is None), ())
        if follows or not (since.unexplained or is_only_there):
            yield (event, *follows)


def is_being_laid(layout: Look, scene: Scene) -> bool:
    """Whether nothing contradicts the layout; things may be missing still."""
    seen, gone = scene.by_region(), missing(layout, scene)
    names = layout.regions.keys() | seen.keys()
    return all(
        name in gone or Look({name: layout.of(name)}).fits(Scene(seen.get(name, ()))) for name in names
    )


Guess = tuple[Verdict, frozenset[str]]
"""A verdict, and the regions where something must lie unseen for it to hold."""

STAYS = marked("Nothing: it still lies there")
ELSE = marked("Something else happened")
BENEATH = Wait(marked("I cannot see the card beneath."))
MOST_NAMED = 3
MOST_ASKED = 8
"""Maximum answers: nobody reads more."""


def supposing(case: Observation[S], start: Explanation, blind: Known) -> Guess | None:
    """The verdict if one thing more than is known is unseen: a plain one is taken, the rest asked when late."""
    stays = _may_stay(case, start)
    guesses = tuple(supposed(case, start, blind.unseen, 0 if blind.plain else MOST_FRESH))
    # First: only what is known to be unseen is missing.
    known = next((guess for guess in guesses if guess.regions <= blind.unseen), None)
    if known is not None:
        verdict = Same() if known.nothing else verdict_on(known.found)
        long_after_doubt = isinstance(verdict, Accept) and len(verdict.events) > 1 and blind.puzzled_by
        if isinstance(verdict, Same | Accept | Ask) and not long_after_doubt:
            return verdict, known.regions
    if blind.plain:
        return None
    # Then: one thing more is, and that explains the picture before as well.
    told = [guess for guess in guesses if guess.found and blind.puzzled_by <= guess.regions]
    # A thing that need not be there is supposed only where rules are kept and people have gone on since.
    more = tuple(
        guess
        for guess in besides(case, start)
        if any(one.violation is None for one in guess.found)
        and all(len(one.events) > 1 for one in guess.found)
    )
    told += (guess for guess in more if blind.puzzled_by <= guess.regions)
    verdict = verdict_on(apart(explanation for guess in told for explanation in guess.found))
    nothing = next((guess for guess in guesses if guess.nothing), None)
    is_one = nothing is None and len(told) == 1 and told[0] not in more
    if is_one and isinstance(verdict, Accept | Ask):
        return verdict, told[0].regions
    if more and nothing is None:
        # Booked where exactly one explanation is not vague; else asked about, the vague ones only without others.
        lawful = apart(one for guess in more for one in guess.found if one.violation is None)
        plain = [one for one in lawful if not any(event.vague for event in one.events)]
        if len(plain) == 1 and all(guess in more for guess in told):
            return Accept(plain[0].events), more[0].regions
        return _or_stays(tuple(one.events for one in plain or lawful), stays=stays), blind.unseen
    if not blind.late and known is None:
        return None
    # No guess explains the picture before as well: the people are to say which it was.
    likely = told or guesses
    fair = tuple(one.events for guess in likely for one in guess.found if one.violation is None)
    asked: Guess | None = None
    if nothing is None or blind.done:
        unruly = next(
            (one.events for guess in told for one in guess.found if one.violation is not None), None
        )
        deeds = tuple(dict.fromkeys((*fair, *unseen_deeds(case, start, blind.unseen))))
        if deeds:
            # A violation that leaves everything in place (`unruly`) is likelier than an event that needs it gone.
            question = _("I cannot see {things}. What happened?").format(things=_all_words(start.look, case))
            if unruly is not None and not (fair or stays):
                asked = Ask((unruly, *deeds)[:MOST_ASKED], question), blind.unseen
            else:
                asked = _or_stays(deeds[:MOST_ASKED], question, stays=stays), blind.unseen
    if asked is None and nothing is not None and not blind.done and blind.late:
        return Same(), nothing.regions
    if asked is None and known is not None and known.found:
        verdict = verdict_on(known.found)
        if isinstance(verdict, Accept) and len(verdict.events) > 1 and blind.puzzled_by:
            verdict = _or_stays((verdict.events,), stays=stays)
        return None if verdict is None else (verdict, blind.unseen)
    return asked if blind.late else None


def _may_stay(case: Observation[S], start: Explanation) -> bool:
    """Whether nothing is at odds with the book except missing things: they may lie there still."""
    return start.unexplained <= solid(missing(as_it_lies(start.look, start.due, case.scene), case.scene))


def _or_stays(options: tuple[tuple[Event, ...], ...], question: str = "", *, stays: bool) -> Ask:
    return Ask(((), *options), question, (_(STAYS if stays else ELSE),))


def loses(old: Look, new: Look) -> bool:
    """Whether fewer things lie on the table than before: what is gone may merely be unseen."""
    before, after = (
        sum(thing.kind != "penny" and not thing.hidden for lying in each.regions.values() for thing in lying)
        for each in (old, new)
    )
    return after < before


def doubted(case: Observation[S], start: Explanation, known: Known, taken: Accept) -> Ask | None:
    """A question, where a thing known to be unseen may not have moved as it seems, but lie there still.

    Of several events at once this also holds for what was missing in the picture before, and for what is missing
    after the first of them. After a picture not understood, several may have come about otherwise.
    """
    unseen, puzzled_by, state = known.unseen, known.puzzled_by, start.state
    fair = dict[tuple[Event, ...], None]()
    for count in range(len(taken.events) - 1):
        # The events that follow would only explain that one thing is not seen.
        now = unchanged(case, state)
        if len(now.unexplained) == 1 and now.unexplained <= solid(missing(now.look, case.scene)):
            fair[taken.events[:count]] = None
        state = case.game.after(state, taken.events[count])
    doubtful = [unseen, *(unseen | {name} for name in sorted(puzzled_by) if len(taken.events) > 1)]
    guesses = (guess for names in doubtful if names for guess in supposed(case, start, names, 0))
    fair |= dict.fromkeys(one.events for guess in guesses for one in guess.found if one.violation is None)
    fair.pop(taken.events, None)
    open_still = len(taken.events) > 1 and unseen and puzzled_by
    if not fair and not open_still:
        return None
    options = tuple(sorted((taken.events, *filter(None, fair)), key=len))
    if fair and () not in fair:
        return Ask(options)
    return _or_stays(options, stays=() in fair or _may_stay(case, start))


def due_beneath(case: Observation[S], start: Explanation, blind: Known) -> Ask | Wait | None:
    """The verdict if every event that may come next would happen hidden under visible things.

    It may have happened already, or be about to: people are asked when it is late, and again only at "done".
    """
    hidden = beneath(start.look, case.scene)
    if not hidden or (hidden.keys() <= blind.waved and not blind.done):
        return None
    deeds: list[tuple[Event, ...]] = []
    for told in told_by(case, start, case.game.candidates(start.state, None)):
        if told.violation is None:
            same = all(start.look.of(name) == told.look.of(name) for name in hidden)
            if same or not told.unexplained <= start.unexplained:
                return None
            deeds.append(told.events)
    if not deeds or not blind.late:
        return BENEATH if deeds else None
    things = joined([thing_there(card, name) for name, card in sorted(hidden.items())], either=True)
    return _or_stays(
        tuple(deeds), _("I cannot see {things}. What happened?").format(things=things), stays=True
    )


def laid(case: Observation[S], start: Explanation, layout: Look, *, late: bool) -> Guess | None:
    """The verdict if the whole layout lies there: taken once something was played, else asked when late."""
    guess = laid_out(case, start, layout)
    if guess is None:
        return None
    if guess.nothing:
        return (Same(), guess.regions) if late else None
    played = not is_being_laid(layout, case.scene)
    if not guess.found and played:
        # All may have been laid out before what is seen now, and people lay out the next thing already.
        whole = laid_whole(case, start, layout)
        after = None if whole is None else case.game.layout(whole.state)
        if whole is None or after is None:
            return None
        # The next layout is judged as if this one were complete.
        further = laid(case, unchanged(case, whole.state), after, late=late)
        if further is None:
            return None
        told, regions = further
        if isinstance(told, Accept):
            return Accept((*whole.events, *told.events)), regions
        if isinstance(told, Ask):
            options = tuple((*whole.events, *option) if option else () for option in told.options)
            return replace(told, options=options), regions
        return None
    # What is missing of this layout may lie there unseen.
    verdict = verdict_on(guess.found)
    if not isinstance(verdict, Accept | Ask):
        return None
    # Play has gone on, and only this can lie there: no need to ask.
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


def _all_words(look: Look, case: Observation[S]) -> str:
    """The unseen things and where they should lie, in words."""
    gone = missing(look, case.scene)
    named = [(name, gone[name]) for name in sorted(solid(gone))]
    return joined([thing_there(lying[0], name) for name, lying in named[:MOST_NAMED]], either=True)
