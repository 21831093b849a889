"""From what a camera saw to what may have happened: lawful or not, the referee judges.

Only squares that differ from the book say anything. A card's identity is every plausible reading of it; an unread
card may be any that the count of the others allows.
"""

from collections.abc import Iterator

from companion.game import Event, Seen
from companion.games.zoon.alternate.events import Deployed, Moved, PlayedTrump, Swapped, TurnedUp
from companion.games.zoon.alternate.fronts import read_fronts
from companion.games.zoon.alternate.state import Piece, State
from companion.games.zoon.family.board import NUMBERS, Star, back
from companion.games.zoon.family.events import Reinforced
from companion.games.zoon.family.moves import moves_enemies
from companion.games.zoon.family.reading import PLAUSIBLE, Cards, armies_laid, cards_of, read_as
from companion.games.zoon.family.state import to_lay
from companion.games.zoon.family.trumps import LAID
from companion.games.zoon.family.unseen import possible
from companion.sight import Sighting


def seen_events(state: State, seen: Seen) -> Iterator[Event]:
    """The events that could have led to what was seen, lawful or not."""
    if state.over is not None or state.phase == "lot":
        return
    if state.phase == "deploy":
        yield from _deployments(state, seen)
    elif state.phase == "fronts":
        yield from (
            event for seat in (0, 1) if not state.ready[seat] for event in read_fronts(state, seen, seat)
        )
    else:
        yield from _acts(state, seen)


def _deployments(state: State, seen: Seen) -> Iterator[Deployed]:
    for seat, cells in armies_laid(seen, (to_lay(state, 0), to_lay(state, 1))):
        if not state.ready[seat]:
            yield Deployed(seat, cells)


def _acts(state: State, seen: Seen) -> Iterator[Event]:
    changed = sorted(square for square in seen.changed if square in NUMBERS)
    starts = sorted({*changed, *(thing.at for thing in state.untidy if thing.what in ("come", "other"))})
    left = [(square, piece) for square in starts if (piece := _gone(state, seen, square)) is not None]
    ends = sorted({*changed, *(thing.at for thing in state.untidy if thing.what == "off")})
    for square, piece in left:
        for to in ends:
            if to != square:
                yield from _moves(state, seen, square, piece, to)
    for square in changed:
        yield from _turned_up(state, seen, square)
        yield from _laid(state, seen, square)
    step = state.step
    if isinstance(step, Star) and state.agreed.zoon(step.card).star == "trade":
        yield from _trades(state, seen, step, changed)


def _gone(state: State, seen: Seen, square: str) -> Piece | None:
    """The Zoon that should stand on a square and is not seen there any more."""
    piece = state.at(square)
    if piece is None or piece.cage:
        return None
    return None if any(_may_be(piece, sighting) for sighting in cards_of(seen, square)) else piece


def _may_be(piece: Piece, sighting: Sighting) -> bool:
    """Whether a card seen where it was may be this Zoon, unmoved, or the gear that may hide it."""
    if piece.gear and sighting.chance(piece.gear) >= PLAUSIBLE:
        return True
    if not piece.up:
        return sighting.face != "up"
    if sighting.face == "down" or sighting.seat not in (None, piece.seat):
        return False
    if sighting.label is None:
        return True
    return piece.card is not None and sighting.chance(piece.card) >= PLAUSIBLE


def _moves(state: State, seen: Seen, start: str, piece: Piece, to: str) -> Iterator[Moved]:
    """A Zoon gone from one square, and a card on another that may be it."""
    there = cards_of(seen, to)
    target, step = state.at(to), state.step
    mover = step.seat if step is not None and moves_enemies(state, start) else piece.seat
    for at, sighting in enumerate(there):
        if target is not None and len(there) == 1 and _may_be(target, sighting):
            continue
        beneath = there[:at] + there[at + 1 :]
        for card in _names(state, piece, start, sighting):
            for met in _met(state, target, to, beneath):
                yield Moved(mover, start, to, card, met)


def _names(state: State, piece: Piece, start: str, sighting: Sighting) -> tuple[str | None, ...]:
    """What the Zoon may prove to be by the card seen where it went; None: it still lies face down."""
    if piece.gear and sighting.chance(piece.gear) >= PLAUSIBLE:
        return (piece.card if piece.up else None,)
    if piece.up:
        return (piece.card,) if _may_be(piece, sighting) else ()
    if sighting.face == "down":
        return (None,)
    if sighting.seat not in (None, piece.seat):
        return ()
    if piece.card is not None:
        return (piece.card,) if sighting.label is None or sighting.chance(piece.card) >= PLAUSIBLE else ()
    return read_as(state.agreed.armies[piece.seat], possible(state, NUMBERS[start]), sighting)


def _met(state: State, target: Piece | None, to: str, beneath: Cards) -> tuple[str | None, ...]:
    """What a face-down defender may prove to be; None where there is none to be shown."""
    if target is None or target.up:
        return (None,)
    found: tuple[str, ...] = ()
    for sighting in beneath:
        if sighting.face != "down" and sighting.seat in (None, target.seat):
            found = (
                *found,
                *read_as(state.agreed.armies[target.seat], possible(state, NUMBERS[to]), sighting),
            )
    return tuple(dict.fromkeys(found)) or (None,)


def _turned_up(state: State, seen: Seen, square: str) -> Iterator[TurnedUp]:
    piece = state.at(square)
    if piece is None or piece.up or piece.cage:
        return
    for sighting in cards_of(seen, square):
        if sighting.face == "up" and sighting.seat in (None, piece.seat):
            can = possible(state, NUMBERS[square])
            for card in read_as(state.agreed.armies[piece.seat], can, sighting):
                yield TurnedUp(piece.seat, square, card)


def _laid(state: State, seen: Seen, square: str) -> Iterator[Event]:
    """A card come onto the mat from a hand: a trump face up, or a reinforcement face down."""
    for sighting in cards_of(seen, square):
        if sighting.face != "down":
            for seat in (0, 1):
                yield from _trumps(state, square, seat, sighting)
        elif state.at(square) is None:
            for seat in (0, 1):
                if state.stock.reinforcements[seat] and square in back(seat):
                    yield Reinforced(seat, square)


def _trumps(state: State, square: str, seat: int, sighting: Sighting) -> Iterator[PlayedTrump]:
    for name in state.stock.hand[seat]:
        trump = state.agreed.facts.trumps[name]
        if trump.does not in (*LAID, "cage", "gear"):
            continue
        laid = state.is_free(NUMBERS[square]) == (trump.does in LAID)
        if sighting.chance(name) >= PLAUSIBLE or (sighting.label is None and laid):
            yield PlayedTrump(seat, name, square)


def _trades(state: State, seen: Seen, step: Star, changed: list[str]) -> Iterator[Swapped]:
    for square in changed:
        piece = state.at(square)
        if piece is None or piece.seat != step.seat or square == step.at:
            continue
        for sighting in cards_of(seen, step.at):
            for card in _names(state, piece, square, sighting):
                yield Swapped(step.seat, step.at, square, None if piece.up else card)
