"""How the table looks: a tile in every square, tokens on some of them. Behind the screen nothing is said.

Tiles are cards of the deck `zones-tiles`, labelled by terrain or `base-blue`, `base-white`; tokens are discs labelled
with the piece's id.
"""

from functools import lru_cache

from companion.game import Chore, Seat, Setup
from companion.games.zones.pieces import BASE
from companion.games.zones.state import Agreed, Half, State, agreed, counted
from companion.language import _
from companion.sight import Look, Lying, Table, Thing

SQUARE_MM = 50.0
"""A square's side: a tile with a little room around it."""
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
    """A tile, and tokens on it, which may hide it."""
    return (tile(label, hidden=bool(pieces)), *map(token, pieces))


def look(state: State) -> Look:
    """Everything on the board, all tidied. Behind the screen every square may look any way."""
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
    """The captured token that may still lie under its captor or alone, and the piece that returns to reserve."""
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
