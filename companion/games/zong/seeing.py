"""What may have led to what a camera saw: throws by their discs, flicks by where pieces lie, moves by the own piece."""

from collections.abc import Iterator, Mapping
from itertools import islice, product

from companion.game import Event, Seat, Seen
from companion.games.zong.events import Advanced, Disc, DiscName, FellBack, Passed, Rest, Threw, Zonged
from companion.games.zong.finding import Found, pieces
from companion.games.zong.flow import back_place, forward_place
from companion.games.zong.lying_discs import discs_in, is_heap
from companion.games.zong.moving import mates_of, orders
from companion.games.zong.rules import after
from companion.games.zong.standing import where_it_stood
from companion.games.zong.state import BLUE, DISC_NAMES, LIGHTNING, RISK, THROWN, State
from companion.games.zong.stirring import doubts, have_moved, resting, tower_from
from companion.games.zong.table import THROW, places
from companion.games.zong.throwing import in_order, value
from companion.games.zong.tidying import cleaned_event
from companion.sight import Sighting

PLAUSIBLE = 0.05
MOST_THROWS = 60
MOST_HIDDEN = 16
DISC_COLOURS: dict[str, DiscName] = {"blue": BLUE, "violet": RISK, "purple": RISK, "yellow": LIGHTNING}


def seen_events(state: State, seen: Seen) -> Iterator[Event]:
    """Every event, lawful or not, that could have led to what was seen."""
    if state.phase == "throw" and THROW in seen.changed:
        yield from _throws(state, seen.regions.get(THROW, ()))
    elif state.phase == "lightning" and seen.changed:
        yield from _flicks(state, seen)
        if _may_have_passed(state, seen):
            yield Passed(state.turn)
    elif state.phase == "cleanup":
        done = cleaned_event(state)
        yield from () if done is None else (done,)
    elif state.phase in ("spiral", "points"):
        yield from _moves(state, seen)


def _may_have_passed(state: State, seen: Seen) -> bool:
    """Whether hands alone may have made it so: nothing moved but the own piece, and others out of its tower with it.

    Where others have, a flick did it, and what is left of the lightnings can be passed on later as well.
    """
    home = {seat: name for name, seats in places(state).items() for seat in seats}
    found = pieces(state, seen)
    moved = [seat for seat, (region, _) in found.items() if region != home[seat]]
    own_left = state.turn in moved or state.turn not in found
    return not moved or (own_left and set(moved) <= set(state.tower(state.turn)))


def _throws(state: State, sightings: tuple[Sighting, ...]) -> Iterator[Threw]:
    discs = discs_in({THROW: sightings})
    if len(discs) != THROWN:
        return
    shown = product(*(_readings(state, disc) for disc in discs))
    for thrown in islice(dict.fromkeys(map(in_order, shown)), MOST_THROWS):
        yield Threw(state.turn, thrown)


def _readings(state: State, sighting: Sighting) -> list[Disc]:
    """Every disc that a sighting may be, likeliest first."""
    printed = DISC_COLOURS.get(sighting.colour or "")
    found = []
    for name in DISC_NAMES:
        for face in state.agreed.faces(name):
            unread = sighting.label is None and not sighting.others
            chance = 1.0 if unread else sighting.chance(str(face))
            if chance >= PLAUSIBLE and printed in (None, name):
                found.append((-chance, Disc(name, value(face))))
    return [disc for _, disc in sorted(found, key=lambda pair: pair[0])]


def _flicks(state: State, seen: Seen) -> Iterator[Zonged]:
    """One flick: every piece that moved lies where it is seen; those that nobody sees, wherever they may be."""
    found = pieces(state, seen)
    rest, stirred = resting(state, seen, found), have_moved(state, seen, found)
    unseen = [
        [(colour, place) for place in _hiding(state, seen, found, seat, rest)]
        for seat, colour in enumerate(state.agreed.colours)
        if seat not in found
    ]
    for hidden in islice(product(*unseen), MOST_HIDDEN):
        lies = dict(rest)
        for colour, place in hidden:
            lies |= place_of(colour, place, rest)
        if stirred or not _is_thrown_anew(state, seen):
            yield Zonged(state.turn, lies)


def flick_seen(state: State, seen: Seen) -> Zonged | None:
    """The likeliest flick by what is seen; None where none is awaited."""
    return next(_flicks(state, seen), None) if state.phase == "lightning" else None


def ambiguities(state: State, events: tuple[Event, ...], seen: Seen) -> Iterator[tuple[Event, ...]]:
    """What may have happened where positions say more than the regions do.

    A throw in which a disc lies on another is asked about, as it may be thrown again.
    """
    if events and isinstance(events[0], Threw) and is_heap(discs_in(seen.regions)):
        yield events
        yield ()
        return
    first, last = events[:-1], events[-1:]
    there = state
    for event in first:
        there = after(there, event)
    for option in doubts(there, last, flick_seen(there, seen), seen):
        yield (*first, *option)


def _is_thrown_anew(state: State, seen: Seen) -> bool:
    """Whether the discs of this turn were not seen before: what is only missing beside them was not flicked by them."""
    faces = sorted(disc.label or "" for disc in discs_in(seen.before or {}))
    return faces != sorted(str(disc.face) for disc in state.throw.thrown)


STAYS, GONE = "stays", "gone"


def _hiding(state: State, seen: Seen, found: Found, seat: Seat, rest: Mapping[str, Rest]) -> list[str]:
    """Where a piece may be that nobody sees: on its square, under one that came along from above it, off the board."""
    home = state.board.named(state.place(seat))
    tower = state.tower(seat)
    above = [other for other in tower[tower.index(seat) + 1 :] if other in found]
    if home not in seen.changed or any(found[other][0] == home for other in above):
        return [STAYS]
    if (
        seen.before is not None
        and where_it_stood(state, seat, pieces(state, Seen(seen.before, frozenset()))) is None
    ):
        return [STAYS]
    ways = [STAYS] if any(region == home for region, _ in found.values()) else []
    ways += [colour for other in above[:1] if (colour := state.agreed.colours[other]) in rest]
    return [*ways, GONE]


def place_of(colour: str, place: str, rest: Mapping[str, Rest]) -> dict[str, Rest]:
    """What a flick says of a piece that nobody sees, and of the one that covers it."""
    if place == STAYS:
        return {}
    if place == GONE:
        return {colour: Rest(off_board=True)}
    upper = rest[place]
    return {colour: Rest(upper.x, upper.y), place: Rest(upper.x, upper.y, on=colour)}


def _moves(state: State, seen: Seen) -> Iterator[Event]:
    """The own piece stands elsewhere; where nobody sees it, under one that it may have taken along."""
    found = pieces(state, seen)
    seat = state.turn
    home = state.board.named(state.place(seat))
    if not {*tower_from(state, seat)} & found.keys():
        yield from _unseen_moves(state, found)
        return
    wheres = [found[seat][0]] if seat in found else [found[m][0] for m in mates_of(state, seat) if m in found]
    for region in dict.fromkeys(wheres):
        if region == home or region not in seen.changed or state.board.number(region) is None:
            continue
        if state.phase == "points":
            yield from _advances(state, found, region)
        elif seat in found:
            back = back_place(state, seat)
            yield FellBack(seat, "" if back is not None and region == state.board.named(back) else region)


def _unseen_moves(state: State, found: Found) -> Iterator[Event]:
    """Where the rules put the own piece, which nobody sees, nor any that stands on it."""
    if state.phase == "points":
        yield from _advances(state, found, state.board.named(forward_place(state, state.turn)))
    else:
        yield FellBack(state.turn)


def _advances(state: State, found: Found, region: str) -> Iterator[Advanced]:
    """With those of the tower that are seen to have come along; of those that nobody sees, with and without each."""
    seat, colours = state.turn, state.agreed.colours
    to = "" if region == state.board.named(forward_place(state, seat)) else region
    mates = mates_of(state, seat)
    came = [mate for mate in mates if mate in found and found[mate][0] == region]
    unseen = [mate for mate in mates if mate not in found]
    for along in product((False, True), repeat=len(unseen)):
        hidden = [mate for mate, with_it in zip(unseen, along, strict=True) if with_it]
        taken = tuple(mate for mate in mates if mate in came or mate in hidden)
        group = tuple(other for other in state.tower(seat) if other in taken or other == seat)
        for order in orders(seat, group):
            said = () if order[-1] == seat else tuple(colours[other] for other in order)
            yield Advanced(seat, tuple(colours[mate] for mate in taken), said, to)
