"""Spirals and points: one position back at a time, then forward by the sum, with others out of the tower or alone."""

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from companion.game import Breach, Seat
from companion.games.zong.events import Advanced, FellBack
from companion.games.zong.flow import back_place, ended, forward_place, settled
from companion.games.zong.naming import called, piece_name, pieces_named
from companion.games.zong.state import State, moved
from companion.language import _


def back_breaches(state: State, event: FellBack) -> Iterator[Breach]:
    place = back_place(state, event.seat)
    if place is None:
        yield Breach("zg-24-last-stays", called(state.board.named(state.place(event.seat))))
    elif event.to and event.to != state.board.named(place):
        yield Breach(
            "zg-21-one-position-back",
            _("{square}, not {other}").format(
                square=called(state.board.named(place)), other=called(event.to)
            ),
        )


def fell_back(state: State, event: FellBack) -> State:
    place = _told(state, event.to, back_place(state, event.seat))
    if place is None:
        return state
    falling = _falling(state, event.seat)
    spirals = max(state.throw.spirals - 1, 0)
    fallen = replace(
        moved(state, falling, place),
        phase="spiral",
        throw=replace(state.throw, spirals=spirals),
        along=tuple(other for other in falling if other != event.seat),
    )
    return settled(fallen)


def _falling(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Who goes back for a spiral, bottom first: the own piece and, where that was agreed, who came to it this turn."""
    if not state.agreed.spirals_of_turn:
        return (seat,)
    is_first = state.throw.spirals == sum(disc.face == "spiral" for disc in state.throw.thrown)
    came = state.along if not is_first else [other for other in state.tower(seat) if other not in state.mates]
    return tuple(other for other in state.tower(seat) if other == seat or other in came)


def advance_breaches(state: State, event: Advanced) -> Iterator[Breach]:
    mates = mates_of(state, event.seat)
    for colour in event.taken:
        seat = state.agreed.seat(colour)
        if seat is None:
            yield Breach("ours-colours", piece_name(colour))
        elif seat not in mates:
            yield _no_mate(state, event.seat, seat)
    if len(set(event.taken)) != len(event.taken):
        yield Breach("zg-31-same-tower", pieces_named(event.taken))
    group = _group(state, event)
    if event.order and tuple(_seats(state, event.order)) not in orders(event.seat, group):
        yield Breach("zg-31-order-kept", pieces_named(event.order))
    place = state.board.named(forward_place(state, event.seat))
    if event.to and event.to != place:
        words = _("{n} on is {square}, not {other}").format(
            n=state.throw.points, square=called(place), other=called(event.to)
        )
        yield Breach("zg-29-sum", words)


def _no_mate(state: State, own: Seat, seat: Seat) -> Breach:
    colour = piece_name(state.agreed.colours[seat])
    if state.place(own) == 0 == state.place(seat):
        return Breach("zg-35-no-tower-on-start", colour)
    if seat in state.tower(own) and seat != own:
        return Breach("zg-30-tower-of-the-turn", colour)
    return Breach("zg-31-same-tower", colour)


def mates_of(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Who may be taken along: all in the tower when the points are played, or only those who began the turn in it."""
    found = tuple(other for other in state.tower(seat) if other != seat)
    return tuple(other for other in found if other in state.mates) if state.agreed.towers_of_turn else found


def _seats(state: State, colours: tuple[str, ...]) -> list[Seat | None]:
    return [state.agreed.seat(colour) for colour in colours]


def _group(state: State, event: Advanced) -> tuple[Seat, ...]:
    """The pieces that move, as they stand now."""
    taken = {state.agreed.seat(colour) for colour in event.taken}
    return tuple(seat for seat in state.tower(event.seat) if seat in taken or seat == event.seat)


def orders(seat: Seat, group: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    """How a group may stand on arrival: its order is kept, but the own piece may go on top. On top comes first."""
    on_top = (*(other for other in group if other != seat), seat)
    return tuple(dict.fromkeys((on_top, group)))


def advanced(state: State, event: Advanced) -> State:
    group = _group(state, event)
    own_last = orders(event.seat, group)
    order = next((o for o in own_last if o == tuple(_seats(state, event.order))), own_last[0])
    place = _told(state, event.to, forward_place(state, event.seat))
    assert place is not None, "the points lead somewhere"
    arrived = moved(state, order, place)
    if place > state.board.last:
        return ended(arrived, event.seat)
    return settled(replace(arrived, phase="points", throw=replace(arrived.throw, points=0)))


def advances(state: State, seat: Seat) -> Iterator[Advanced]:
    """Every way to play the points: alone, with some, with all; the own piece on top, or where it stood among them."""
    mates = mates_of(state, seat)
    for number in range(len(mates) + 1):
        for taken in combinations(mates, number):
            group = tuple(other for other in state.tower(seat) if other in taken or other == seat)
            colours = tuple(state.agreed.colours[other] for other in taken)
            for order in orders(seat, group):
                plain = order[-1] == seat
                said = () if plain else tuple(state.agreed.colours[other] for other in order)
                yield Advanced(seat, colours, said)


def _told(state: State, name: str, otherwise: int | None) -> int | None:
    """The place that an event names, lawful or not; else the one that the rules give."""
    number = state.board.number(name) if name else None
    return otherwise if number is None else number
