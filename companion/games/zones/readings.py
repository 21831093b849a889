"""From what a camera saw to what may have happened: lawful or not, the referee judges.

Tokens bear their names, so that a token gone from one square and come to another is a move, one that came from nowhere
a summons, and an enemy gone with nothing come in its place a shot. Behind the screen nothing is inferred from a scene.
"""

from collections import Counter
from collections.abc import Iterator

from companion.game import Event, Seat, Seen
from companion.games.zones.events import Laid, Moved, Shot, Summoned
from companion.games.zones.moves import moves, shots
from companion.games.zones.pieces import TERRAINS, Terrain
from companion.games.zones.state import Piece, State
from companion.games.zones.table import base_label
from companion.kits.events import Starts
from companion.sight import Sighting

PLAUSIBLE = 0.02
"""A reading below this is not worth a thought."""


def seen_events(state: State, seen: Seen) -> Iterator[Event]:
    if state.over is not None or state.phase != "play":
        return
    numbers = state.agreed.board.numbers
    changed = sorted(name for name in seen.changed if name in numbers)
    for start in changed:
        piece = state.at(start)
        # A piece of the book may have left its square where no token there is plainly the one.
        if piece is None or any(disc.label == piece.kind.id for disc in _discs(seen, start)):
            continue
        for to in changed:
            if to != start and any(_may_be(piece.kind.id, disc) for disc in _new(state, seen, to)):
                yield Moved(piece.seat, start, to)
        if not _new(state, seen, start):
            yield from _shots(state, start, piece)
    # Tokens that may have come out of a reserve; the reserve of the seat to move first.
    tokens = ((at, disc) for at in changed for disc in _new(state, seen, at))
    for square, disc in tokens:
        for seat in (state.turn, 1 - state.turn):
            for name in dict.fromkeys(state.pool.reserve[seat]):
                if _may_be(name, disc):
                    yield Summoned(seat, name, square)


def _discs(seen: Seen, square: str) -> list[Sighting]:
    return [one for one in seen.regions.get(square, ()) if one.kind == "disc"]


def _may_be(piece: str, disc: Sighting) -> bool:
    if disc.label is None and not disc.others:
        return True
    return disc.chance(piece) >= PLAUSIBLE


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
    own = tuple(state.own(state.turn))
    lawful = [number for number, piece in own if square in shots(state, number, piece)]
    if not lawful and any(square in moves(state, number, piece) for number, piece in own):
        return
    shooters = [number for number, piece in own if piece.kind.special == "shoot"]
    beside = [number for number in shooters if number in board.near[square]]
    for number in lawful or beside[:1] or shooters[:1]:
        yield Shot(state.turn, board.names[number], at)


def coin_seen(state: State, seen: Seen) -> Starts | None:
    """Who begins by the coin that lies on the table; None where none does or more than one."""
    coins = [one for lying in seen.regions.values() for one in lying if one.kind == "penny" and one.label]
    if state.phase != "coin" or len(coins) != 1:
        return None
    return Starts(0 if coins[0].label == "heads" else 1)


# One half behind the screen as a camera reads it, when its seat says that it is ready: for that seat's eyes alone.


SURE = 0.8
"""A reading below this is not taken for what lies there: its seat is asked."""


def half_seen(state: State, seat: Seat, seen: Seen) -> Laid:
    """What a seat has laid behind the screen, as it was read: the tiles of its half, its base and pieces anywhere.

    What is wrong or missing is left as it is, and what is not read for sure is left out (`half_unread`).
    """
    base, terrain = "", dict[str, Terrain]()
    pieces, tiles = list[tuple[str, str]](), Counter[str]()
    for at, one in _lying(state, seen):
        if not _is_read(one):
            continue
        kind = next((terrain for terrain in TERRAINS if terrain == one.label), None)
        if one.kind == "card" and one.label == base_label(state.agreed, seat):
            base = at
        elif one.kind == "card" and kind is not None and _is_own(state, seat, at):
            terrain[at] = kind
            tiles[at] += 1
        elif one.kind == "disc" and one.label is not None and state.agreed.seat_of(one.label) == seat:
            pieces.append((one.label, at))
    twice = tuple(sorted(at for at, count in tiles.items() if count > 1))
    return Laid(seat, tuple(sorted(pieces)), base, terrain, twice)


def half_unread(state: State, seat: Seat, seen: Seen) -> tuple[str, ...]:
    """The squares of a seat's half on which something lies that was not read for sure."""
    unread = (at for at, one in _lying(state, seen) if not _is_read(one) and _is_own(state, seat, at))
    return tuple(dict.fromkeys(unread))


def _lying(state: State, seen: Seen) -> Iterator[tuple[str, Sighting]]:
    """Tiles and tokens by square, bottom first."""
    for at in state.agreed.board.names:
        for one in seen.regions.get(at, ()):
            if one.kind in ("card", "disc"):
                yield at, one


def _is_read(one: Sighting) -> bool:
    return one.label is not None and one.sure >= SURE


def _is_own(state: State, seat: Seat, at: str) -> bool:
    return state.agreed.board.is_own(seat, state.agreed.board.numbers[at])
