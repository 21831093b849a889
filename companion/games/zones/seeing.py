"""From what a camera saw to what may have happened: lawful or not, the referee judges.

Tokens bear their names, so that a token gone from one square and come to another is a move, one that came from nowhere
a summons, and an enemy gone with nothing come in its place a shot. Behind the screen nothing is inferred from a scene.
"""

from collections.abc import Iterator

from companion.game import Event, Seen
from companion.games.zones.events import Moved, Shot, Summoned
from companion.games.zones.moving import moves, shots
from companion.games.zones.state import Piece, State
from companion.kits.events import Starts
from companion.sight import Sighting

PLAUSIBLE = 0.02
"""A reading below this is not worth a thought."""


def seen_events(state: State, seen: Seen) -> Iterator[Event]:
    """The events that could have led to what was seen, lawful or not."""
    if state.over is not None or state.phase != "play":
        return
    numbers = state.agreed.board.numbers
    changed = sorted(name for name in seen.changed if name in numbers)
    gone = [name for name in changed if _is_gone(state, seen, name)]
    for start in gone:
        piece = state.at(start)
        assert piece is not None
        for to in changed:
            if to != start and any(_may_be(piece.kind.id, disc) for disc in _new(state, seen, to)):
                yield Moved(piece.seat, start, to)
        if not _new(state, seen, start):
            yield from _shots(state, start, piece)
    for at in changed:
        yield from _summons(state, seen, at)


def _discs(seen: Seen, square: str) -> list[Sighting]:
    return [one for one in seen.regions.get(square, ()) if one.kind == "disc"]


def _may_be(piece: str, disc: Sighting) -> bool:
    if disc.label is None and not disc.others:
        return True
    return disc.chance(piece) >= PLAUSIBLE


def _is_gone(state: State, seen: Seen, square: str) -> bool:
    """Whether a piece of the book may have left its square: no token there is plainly the one."""
    piece = state.at(square)
    return piece is not None and all(disc.label != piece.kind.id for disc in _discs(seen, square))


def _new(state: State, seen: Seen, square: str) -> list[Sighting]:
    """Tokens on a square that are not plainly the piece that the book has there."""
    piece, discs = state.at(square), _discs(seen, square)
    stays = next((disc for disc in discs if piece is not None and disc.label == piece.kind.id), None)
    return [disc for disc in discs if disc is not stays]


def _shots(state: State, at: str, target: Piece) -> Iterator[Shot]:
    """Who may have shot at a piece that vanished: lawful shooters, or else one for the rule that forbids it.

    A piece that its own player has lifted is not shot, and one that a move may capture may just be taken off first.
    """
    if target.seat == state.turn:
        return
    board, square = state.agreed.board, state.agreed.board.numbers[at]
    own = [
        (n, piece) for n, piece in enumerate(state.board) if piece is not None and piece.seat == state.turn
    ]
    lawful = [number for number, piece in own if square in shots(state, number, piece)]
    if not lawful and any(square in moves(state, number, piece) for number, piece in own):
        return
    shooters = [number for number, piece in own if piece.kind.special == "shoot"]
    beside = [number for number in shooters if number in board.near[square]]
    for number in lawful or beside[:1] or shooters[:1]:
        yield Shot(state.turn, board.names[number], at)


def _summons(state: State, seen: Seen, at: str) -> Iterator[Summoned]:
    """Tokens that may have come out of a reserve; the reserve of the seat to move first."""
    for disc in _new(state, seen, at):
        for seat in (state.turn, 1 - state.turn):
            for name in dict.fromkeys(state.pool.reserve[seat]):
                if _may_be(name, disc):
                    yield Summoned(seat, name, at)


def coin_seen(state: State, seen: Seen) -> Starts | None:
    """Who begins by the coin that lies on the table; None where none does or more than one."""
    coins = [one for lying in seen.regions.values() for one in lying if one.kind == "penny" and one.label]
    if state.phase != "coin" or len(coins) != 1:
        return None
    return Starts(0 if coins[0].label == "heads" else 1)
