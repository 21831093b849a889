"""From what a camera saw to what may have happened: lawful or not, the referee judges.

Tokens bear their names, so that a token gone from one square and come to another is a move, one that came from nowhere
a summons, and an enemy gone with nothing come in its place a shot. Behind the screen nothing is inferred from a scene:
a seat that says it is ready has its own half read for it alone (`half_seen`).
"""

from collections.abc import Iterator

from companion.game import Event, Seat, Seen
from companion.games.zones.events import Laid, Moved, Shot, Summoned
from companion.games.zones.pieces import TERRAINS, Terrain
from companion.games.zones.state import Piece, State
from companion.games.zones.table import base_label
from companion.kits.zoon_events import Starts
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
    if piece is None:
        return False
    discs = _discs(seen, square)
    return not any(disc.label == piece.kind.id for disc in discs)


def _new(state: State, seen: Seen, square: str) -> list[Sighting]:
    """Tokens on a square that are not plainly the piece that the book has there."""
    piece, discs = state.at(square), _discs(seen, square)
    if piece is None:
        return discs
    stays = next((disc for disc in discs if disc.label == piece.kind.id), None)
    return [disc for disc in discs if disc is not stays]


def _shots(state: State, at: str, target: Piece) -> Iterator[Shot]:
    """Who may have shot at a piece that vanished: shooters beside it, or else any, for the rule that forbids it."""
    board = state.agreed.board
    shooters = [
        number
        for number, piece in enumerate(state.board)
        if piece is not None and piece.seat != target.seat and piece.kind.special == "shoot"
    ]
    beside = [number for number in shooters if number in board.near[board.numbers[at]]]
    for number in beside or shooters[:1]:
        yield Shot(1 - target.seat, board.names[number], at)


def _summons(state: State, seen: Seen, at: str) -> Iterator[Summoned]:
    """Tokens that may have come out of a reserve; the reserve of the seat to move first."""
    for disc in _new(state, seen, at):
        for seat in (state.turn, 1 - state.turn):
            for name in dict.fromkeys(state.reserve[seat]):
                if _may_be(name, disc):
                    yield Summoned(seat, name, at)


def coin_seen(state: State, seen: Seen) -> Starts | None:
    """Who begins by the coin that lies on the table; None where none does or more than one."""
    coins = [one for lying in seen.regions.values() for one in lying if one.kind == "penny" and one.label]
    if state.phase != "coin" or len(coins) != 1:
        return None
    return Starts(0 if coins[0].label == "heads" else 1)


def half_seen(state: State, seat: Seat, seen: Seen) -> Laid:
    """What a seat has laid behind the screen, as it was read: the tiles of its half, its base and pieces anywhere.

    What is wrong or missing is left as it is. To be told when this seat says it is ready, and shown to nobody else.
    """
    names, base, terrain = state.agreed.board.names, "", dict[str, Terrain]()
    pieces: list[tuple[str, str]] = []
    for number, at in enumerate(names):
        own = state.agreed.board.is_own(seat, number)
        for one in seen.regions.get(at, ()):
            kind = next((terrain for terrain in TERRAINS if terrain == one.label), None)
            if one.kind == "card" and one.label == base_label(state.agreed, seat):
                base = at
            elif one.kind == "card" and kind is not None and own:
                terrain[at] = kind
            elif one.kind == "disc" and one.label is not None and state.agreed.seat_of(one.label) == seat:
                pieces.append((one.label, at))
    return Laid(seat, tuple(sorted(pieces)), base, terrain)
