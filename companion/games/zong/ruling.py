"""What the people put right by hand: they outrank the referee, but nobody can make a piece."""

from collections.abc import Iterator

from companion.game import Breach
from companion.games.zong.board import GOAL
from companion.games.zong.events import Ruled
from companion.games.zong.flow import settled
from companion.games.zong.naming import piece_name, pieces_named
from companion.games.zong.state import State, moved, with_squares, won
from companion.games.zong.voting import decide
from companion.language import marked


def rule_breaches(state: State, event: Ruled) -> Iterator[Breach]:
    seat, place = state.agreed.seat(event.colour), state.board.number(event.square)
    if seat is None:
        yield Breach("ours-colours", piece_name(event.colour))
        return
    if place is None:
        yield Breach("ours-squares", event.square)
        return
    there = {state.agreed.colours[other] for other in state.squares[place]} | {event.colour}
    if event.order and (len(event.order) != len(set(event.order)) or set(event.order) != there):
        yield Breach("ours-put-right", pieces_named(event.order))


def ruled(state: State, event: Ruled) -> State:
    seat, place = state.agreed.seat(event.colour), state.board.number(event.square)
    if seat is None or place is None:
        return state
    if state.rest:
        return decide(state, seat, event.square)
    changed = moved(state, (seat,), place)
    if event.order and next(rule_breaches(state, event), None) is None:
        changed = with_squares(
            changed, {place: tuple(state.agreed.colours.index(colour) for colour in event.order)}
        )
    if event.square == GOAL:
        why = marked("by agreement {name} is on the goal")
        return won(changed, seat, why, "s1-first-on-goal-wins")
    return settled(changed)


def rulings(state: State, region: str) -> Iterator[Ruled]:
    """What the people may say of a square: which pieces stand there on top, those near by first."""
    place = state.board.number(region)
    if place is None or state.over is not None:
        return
    order = sorted(range(state.seats), key=lambda seat: (abs(state.place(seat) - place), seat))
    for seat in order:
        event = Ruled(state.agreed.colours[seat], region)
        if not (state.squares[place] and state.squares[place][-1] == seat):
            yield event
