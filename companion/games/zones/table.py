"""How the table looks, and from what a camera saw to what may have happened: lawful or not, the referee judges.

Tiles are cards of the deck `zones-tiles`, labelled by terrain or `base-blue`, `base-white`; tokens are discs labelled
with the piece's id. A token gone from one square and come to another is a move, one from nowhere a summons, and an
enemy gone without a replacement a shot. Nothing is inferred from a scene behind the screen.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from companion.game import Chore, Event, Seat, Seen, Setup
from companion.games.zones.events import Laid, Moved, Shot, Summoned
from companion.games.zones.moves import moves, shots
from companion.games.zones.pieces import BASE, TERRAINS, Terrain
from companion.games.zones.state import Agreed, Half, Piece, State, agreed, counted
from companion.kits.events import Starts
from companion.language import _
from companion.sight import Look, Lying, Sighting, Table, Thing

SQUARE_MM = 50.0
"""Side of a square in mm: a tile with a little room around it."""
TILES = "zones-tiles"


@lru_cache(maxsize=64)
def table(setup: Setup) -> Table:
    """The board: a region a square; tiles, tokens and the coin lie on it. Raises SetupFault."""
    grid = agreed(setup).board
    width, height = SQUARE_MM * grid.columns, SQUARE_MM * grid.rows
    return Table(width, height, regions=grid.regions(SQUARE_MM), kinds=("card", "disc", "penny"))


def tile(label: str, *, hidden: bool = False) -> Thing:
    return Thing("card", label, "up", TILES, hidden=hidden)


def token(piece: str) -> Thing:
    return Thing("disc", piece)


def base_label(given: Agreed, seat: Seat) -> str:
    return f"base-{given.colour(seat)}"


@lru_cache(maxsize=4096)
def lying(label: str, *pieces: str) -> Lying:
    """A tile with tokens on it, which may hide it."""
    return (tile(label, hidden=bool(pieces)), *map(token, pieces))


def look(state: State) -> Look:
    """Everything on the board, all tidied. While the screen is down every square may look any way."""
    names = state.agreed.board.names
    if state.phase == "set-up":
        return Look({}, frozenset(names))
    labels = list(state.terrain)
    for seat, base in enumerate(state.bases):
        labels[base] = base_label(state.agreed, seat)
    tokens = [() if piece is None else (piece.kind.id,) for piece in state.board]
    return Look({name: lying(labels[n], *tokens[n]) for n, name in enumerate(names)})


def half_look(state: State, seat: Seat) -> dict[str, Lying]:
    """What a seat has laid behind the screen, by square, right or wrong: for that seat's eyes alone."""
    half: Half = state.screen.halves[seat]
    tiles: dict[str, list[Thing]] = {}
    if half.base:
        tiles[half.base] = [tile(base_label(state.agreed, seat))]
    for kind, at in half.tiles:
        tiles.setdefault(at, []).append(tile(kind))
    for name, at in half.pieces:
        tiles.setdefault(at, []).append(token(name))
    return {at: tuple(things) for at, things in tiles.items()}


def chores(state: State) -> tuple[Chore, ...]:
    """Chores for a captured token that may still lie there, and for the piece that returns to reserve."""
    found = []
    for thing in state.untidy:
        tidy = look(state).of(thing.at)
        tile_there = next((each.label for each in tidy if each.kind == "card" and each.label), BASE)
        before = (lying(tile_there, thing.piece, *(t.label or "" for t in tidy if t.kind == "disc")),)
        piece, back = state.agreed.kinds[thing.piece].name, counted(state, (thing.back,))
        owner = state.agreed.seat_of(thing.back)
        name = "" if owner is None else state.seat_name(owner)
        words = _("Take {piece} off {square}; {other} goes back to the reserve of its owner")
        if not thing.back:
            words = _("Take {piece} off {square}")
        elif name:
            words = _("Take {piece} off {square}; {other} goes back to the reserve of {name}")
        words = words.format(piece=piece, square=thing.at, other=back, name=name)
        found.append(Chore("zn-36-captor-takes-the-square", words, thing.at, before))
    return tuple(found)


# What may have led to a scene.


PLAUSIBLE = 0.02
"""Minimum probability of a reading that is followed up."""


def seen_events(state: State, seen: Seen) -> Iterator[Event]:
    if state.over is not None or state.phase != "play":
        return
    numbers = state.agreed.board.numbers
    changed = sorted(name for name in seen.changed if name in numbers)
    for start in changed:
        piece = state.at(start)
        # A piece of the book may have left its square unless a token there is clearly it.
        if piece is None or any(disc.label == piece.kind.id for disc in _discs(seen, start)):
            continue
        for to in changed:
            if to != start and any(_may_be(piece.kind.id, disc) for disc in _new(state, seen, to)):
                yield Moved(piece.seat, start, to)
        if not _new(state, seen, start):
            yield from _shots(state, start, piece)
    # Tokens that may have come from a reserve, that of the seat to move first.
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
    """Tokens seen on a square, without the one that clearly is the book's piece."""
    piece, discs = state.at(square), _discs(seen, square)
    stays = next((disc for disc in discs if piece is not None and disc.label == piece.kind.id), None)
    return [disc for disc in discs if disc is not stays]


def _shots(state: State, at: str, target: Piece) -> Iterator[Shot]:
    """Who may have shot at a piece that vanished: lawful shooters, or else one for the rule that forbids it.

    A player lifts an own piece without a shot, and takes one off before capturing it by a move.
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
    """Who begins by the coin on the table; None unless there is exactly one."""
    coins = [one for lying in seen.regions.values() for one in lying if one.kind == "penny" and one.label]
    if state.phase != "coin" or len(coins) != 1:
        return None
    return Starts(0 if coins[0].label == "heads" else 1)


# One half behind the screen as read once its seat says that it is ready: for that seat's eyes alone.


SURE = 0.8
"""Minimum confidence for a reading to count as what lies there; below it the seat is asked."""


def half_seen(state: State, seat: Seat, seen: Seen) -> Laid:
    """A seat's half behind the screen as read: tiles in its own half, its base and pieces anywhere.

    Wrong and missing things stay as they are; uncertain readings are left out (`half_unread`).
    """
    base, terrain = "", dict[str, Terrain]()
    pieces, tiles = list[tuple[str, str]](), Counter[str]()
    for at, one in _on_squares(state, seen):
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
    """The squares of a seat's half with something on them that was not read reliably."""
    unread = (at for at, one in _on_squares(state, seen) if not _is_read(one) and _is_own(state, seat, at))
    return tuple(dict.fromkeys(unread))


def _on_squares(state: State, seen: Seen) -> Iterator[tuple[str, Sighting]]:
    """Tiles and tokens by square, bottom first."""
    for at in state.agreed.board.names:
        for one in seen.regions.get(at, ()):
            if one.kind in ("card", "disc"):
                yield at, one


def _is_read(one: Sighting) -> bool:
    return one.label is not None and one.sure >= SURE


def _is_own(state: State, seat: Seat, at: str) -> bool:
    return state.agreed.board.is_own(seat, state.agreed.board.numbers[at])
