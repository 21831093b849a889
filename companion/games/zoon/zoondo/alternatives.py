"""What may be otherwise: another reading of an event, a ruling, a world in which a seat sees what it sees now."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.game import Event, RandomSource, Seat
from companion.games.zoon.family.board import NAMES, NUMBERS
from companion.games.zoon.family.rulings import squares_near
from companion.games.zoon.family.turns import other_readings
from companion.games.zoon.family.worlds import with_faces
from companion.games.zoon.zoondo.events import CORNERS, Deployed, Ruled
from companion.games.zoon.zoondo.state import Piece, State, Touch


def rereadings(state: State, event: Any, region: str) -> Iterator[Event]:
    if not isinstance(event, Deployed):
        yield from other_readings(state, event, region)
        return
    # The same army with the cards of two squares the other way about.
    cards = dict(event.cards or {})
    if region not in cards:
        return
    for square, card in sorted(cards.items()):
        if card != cards[region]:
            traded = {**cards, square: cards[region], region: card}
            yield replace(event, cards=traded)


def rulings(state: State, region: str) -> Iterator[Ruled]:
    if state.phase == "deploy" or region not in NUMBERS:
        return
    here = NUMBERS[region]
    piece = state.board[here]
    found: list[Ruled] = []
    if piece is not None:
        found.append(Ruled(region, piece.seat))
        found.extend(Ruled(region, piece.seat, card) for card in sorted(set(state.agreed.armies[piece.seat])))
    if piece is not None or state.wall_at(region) is not None:
        found.append(Ruled(region))
    for seat in (0, 1):
        near = (n for n in squares_near(here) if (there := state.board[n]) is not None and there.seat == seat)
        found.extend(Ruled(region, seat, source=place) for place in ("off", "hand"))
        found.extend(Ruled(region, seat, source=NAMES[number]) for number in near)
    yield from (event for event in dict.fromkeys(found) if not any(event.breaches(state)))


def world_for(state: State, seat: Seat | None, lots: RandomSource) -> State:
    """A state drawn from all that this seat cannot tell from the real one: the rival's cards, and the corner touched.

    What nobody has told the referee is drawn for both seats. Where it was not shown the armies, all that it knows
    everybody saw.
    """
    secrets, duel = state.agreed.is_shown, state.duel
    shows = duel is not None and not duel.to_touch(state.agreed)
    due = ((False, NUMBERS[duel.at]), (True, len(state.todo) - 1)) if duel and shows else ()
    for owner in (0, 1):
        hidden = secrets and seat not in (None, owner)
        state = with_faces(state, owner, lots, _is_open, hidden=hidden, due=due)
    duel = state.duel
    if duel is None or seat is None or not duel.to_touch(state.agreed):
        return state
    card = "attacker" if seat == duel.seat else "defender"
    if getattr(duel, card) is not None:
        touch = Touch(CORNERS[lots(4)], back=bool(lots(2)))
        state = replace(state, todo=(*state.todo[:-1], replace(duel, **{card: touch})))
    return state


def _is_open(piece: Piece) -> bool:
    """Whether everybody knows which card it is."""
    return piece.seen or piece.up
