"""How the table looks: squares and kinds of things, what lies where, and what people may still have to tidy."""

from itertools import product

from companion.game import Chore, Setup
from companion.games.zoon_alternate.changes import other_side
from companion.games.zoon_alternate.laying import back, front_squares, more_up, to_lay, zone
from companion.games.zoon_alternate.state import NAMES, Fight, Piece, State, Untidy
from companion.kits.zoons import BOARD
from companion.sight import Look, Lying, Table, Thing

SQUARE_MM = 66.0
"""A square's side: a card of 60 mm with room around it."""

NO_PENNY = ""


def table(setup: Setup) -> Table:
    """The mat: 6 × 6 squares; only cards and pennies lie on it."""
    side = SQUARE_MM * BOARD.columns
    return Table(side, side, regions=BOARD.regions(SQUARE_MM), kinds=("card", "penny"))


def card(state: State, piece: Piece, hidden: bool = False) -> Thing:
    """A Zoon as the camera may see it; a face-down card shows its tribe's back and no name."""
    if not piece.up or piece.card is None:
        deck = state.agreed.deck(piece.seat)
        return Thing("card", None, "down", deck=deck, seat=piece.seat, hidden=hidden)
    deck = state.agreed.zoon(piece.card).tribe
    return Thing("card", piece.card, "up", deck=deck, seat=piece.seat, hidden=hidden)


def lying(state: State, piece: Piece, penny: str | None = None, beneath: bool = False) -> Lying:
    """A Zoon with what lies on it. `penny`: the side shown in place of its own, `NO_PENNY` for none at all.

    `beneath`: something lies over it, so that its penny may be covered.
    """
    things = [card(state, piece, hidden=bool(piece.on))]
    side = piece.penny if penny is None else penny
    if side:
        things.append(Thing("penny", side, hidden=beneath))
    things.extend(trump(state, name) for name in piece.on)
    return tuple(things)


def trump(state: State, name: str | None) -> Thing:
    """A trump card lying face up on the mat."""
    deck = state.agreed.facts.trumps[name].tribe if name else None
    return Thing("card", name, "up", deck=deck)


def look(state: State) -> Look:
    """Everything on the mat, all tidied. An attack that is not fought yet lies over its defender."""
    regions: dict[str, Lying] = {}
    for wall in state.walls:
        regions[wall.at] = (trump(state, wall.trump),)
    for number, piece in enumerate(state.board):
        if piece is not None:
            name = NAMES[number]
            regions[name] = (*regions.get(name, ()), *lying(state, piece))
    step = state.fight
    if isinstance(step, Fight):
        defender = state.at(step.at)
        under = () if defender is None else lying(state, defender, beneath=True)
        regions[step.at] = (*under, *lying(state, step.piece))
    return Look(regions)


def layout(state: State) -> Look | None:
    """What is being laid out: both armies face down, then both front rows face up with pennies on heads."""
    if state.phase == "deploy":
        return Look({cell: (back_thing(state, s),) for s in (0, 1) for cell in _cells(state, s)})
    if state.phase != "fronts":
        return None
    regions = dict(look(state).regions)
    for seat in (0, 1):
        if state.ready[seat]:
            continue
        rest = [cell for cell in back(seat) if state.at(cell) is not None]
        deck = state.agreed.deck(seat)
        for cell in (*front_squares(state, seat), *rest[: more_up(state, seat)]):
            face = Thing("card", None, "up", deck=deck, seat=seat)
            regions[cell] = (face, Thing("penny", "heads"))
    return Look(regions)


def back_thing(state: State, seat: int) -> Thing:
    return Thing("card", None, "down", deck=state.agreed.deck(seat), seat=seat)


def _cells(state: State, seat: int) -> tuple[str, ...]:
    """Where an army lies or is to lie: a small one may leave any squares empty, so its front is shown full."""
    if state.ready[seat]:
        return tuple(cell for cell in zone(seat) if state.at(cell) is not None)
    cells = zone(seat)
    return (*cells[BOARD.columns :], *cells[: BOARD.columns])[: to_lay(state, seat)]


def chores(state: State) -> tuple[Chore, ...]:
    """What may still have to be tidied; each chore knows every look of its square in which it is not done."""
    by_square: dict[str, list[Untidy]] = {}
    for thing in state.untidy:
        by_square.setdefault(thing.at, []).append(thing)
    settled = look(state)
    found: list[Chore] = []
    for square, things in by_square.items():
        found.extend(_chores(state, square, things, settled.of(square)))
    return tuple(found)


def _chores(state: State, square: str, things: list[Untidy], tidy: Lying) -> list[Chore]:
    """The chores of one square: all ways in which some of its things are not done yet."""
    ways: list[tuple[frozenset[int], Lying]] = []
    for undone in product((False, True), repeat=len(things)):
        left = [thing for thing, waits in zip(things, undone, strict=True) if waits]
        if left:
            places = frozenset(n for n, waits in enumerate(undone) if waits)
            ways.extend((places, way) for way in _looks(state, square, left, tidy))
    found = []
    for number, thing in enumerate(things):
        before = tuple(dict.fromkeys(way for places, way in ways if number in places and way != tidy))
        if before:
            found.append(Chore(_RULES[thing.what], _words(state, thing), square, before, _seat(state, thing)))
    return found


_RULES = {
    "off": "za-24-loser-leaves",
    "come": "za-22-attacker-steps-back",
    "other": "za-22-attacker-steps-back",
    "flip": "za-25-pennies-turn-after-fights",
    "penny": "za-06-heads-when-turned-up",
}


def _looks(state: State, square: str, left: list[Untidy], tidy: Lying) -> list[Lying]:
    """How a square looks while just these things are not done."""
    whats = [thing.what for thing in left]
    elsewhere = [thing for thing in left if thing.what in ("come", "other")]
    if elsewhere:
        alone = len(elsewhere) == 1 and not {"off", "penny"} & set(whats)
        return _other_looks(state, elsewhere[0]) if alone else []
    own = list(tidy)
    if "penny" in whats or "flip" in whats:
        own = _other_penny(own, missing="penny" in whats)
    found: list[Lying] = [tuple(own)]
    for piece, below in ((thing.piece, thing.beneath) for thing in left if thing.what == "off"):
        if piece is None:
            continue
        extras = (lying(state, piece, beneath=below), lying(state, piece, NO_PENNY))
        found = [
            (*extra, *base) if below else (*_covered(base), *extra) for base in found for extra in extras
        ]
    return list(dict.fromkeys(found))


def _other_looks(state: State, thing: Untidy) -> list[Lying]:
    """A square to which nothing has come yet, or where something else still stands, its penny turned or not."""
    piece = thing.piece
    if piece is None:
        return [()]
    if thing.over is not None:
        return [(*lying(state, piece, beneath=True), *lying(state, thing.over))]
    turned = [lying(state, piece, other_side(piece.penny))] if piece.penny else []
    return [lying(state, piece), *turned]


def _covered(things: Lying) -> Lying:
    """The same with pennies that may be hidden under a card."""
    return tuple(Thing("penny", t.label, hidden=True) if t.kind == "penny" else t for t in things)


def _other_penny(things: list[Thing], missing: bool) -> list[Thing]:
    """The things with the last penny not there, or lying on its other side."""
    places = [n for n, thing in enumerate(things) if thing.kind == "penny"]
    if not places:
        return things
    penny = things[places[-1]]
    if missing:
        return [*things[: places[-1]], *things[places[-1] + 1 :]]
    side = "tails" if penny.label == "heads" else "heads"
    turned = Thing("penny", side, hidden=penny.hidden)
    return [*things[: places[-1]], turned, *things[places[-1] + 1 :]]


def _seat(state: State, thing: Untidy) -> int | None:
    if thing.piece is not None:
        return thing.piece.seat
    piece = state.at(thing.at)
    return None if piece is None else piece.seat


def _words(state: State, thing: Untidy) -> str:
    piece = thing.piece or state.at(thing.at)
    name = "the card"
    if piece is not None and piece.up and piece.card is not None:
        name = state.agreed.facts.name(piece.card)
    if thing.what == "flip":
        side = piece.penny if piece is not None else None
        return f"Turn the penny on {thing.at} to {side}"
    if thing.what == "penny":
        return f"Put a penny on {thing.at}, heads up"
    if thing.what == "off":
        return (
            f"Step {name} back from {thing.at} to {thing.to}" if thing.to else f"Take {name} off {thing.at}"
        )
    if thing.what == "come":
        return f"Put {name} on {thing.at}"
    there = state.at(thing.at)
    wanted = state.agreed.facts.name(there.card) if there is not None and there.card else "nothing"
    return f"Trade squares: {wanted} belongs on {thing.at}"
