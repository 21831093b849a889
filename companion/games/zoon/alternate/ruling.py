"""A square put right by the people: they outrank the referee, but nobody can make a card."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.alternate.changes import asked_out_of_turn, other_side
from companion.games.zoon.alternate.due import misfit
from companion.games.zoon.alternate.events import Ruled, Side
from companion.games.zoon.alternate.settling import settled, stuck
from companion.games.zoon.alternate.state import Fight, Piece, Shot, Show, State, Step, TurnUp
from companion.games.zoon.family.board import NAMES, NUMBERS, board_with
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.state import forgotten, in_hand, learnt, taken, taken_off, tidied
from companion.games.zoon.family.unseen import possible
from companion.language import _


def breach(state: State, event: Ruled) -> Breach | None:
    if state.phase in ("deploy", "fronts"):
        return Breach("zo-03-armies-first", _("nothing can be put right before the armies lie"))
    if event.at not in NUMBERS or event.seat not in (None, 0, 1):
        return Breach("ours-squares", event.at)
    if event.seat is None:
        return None
    if event.penny is not None and event.card is None:
        return Breach("people-outrank", _("a face-up card has a name"))
    trump = state.agreed.facts.trumps.get(event.card or "")
    born = trump is not None and trump.as_zoon is not None
    if event.card is not None and event.card not in state.agreed.armies[event.seat] and not born:
        return Breach("ours-cards-of-the-army", event.card)
    if _source(_lifted(state, event)[0], event, _lifted(state, event)[1]) is None:
        return Breach("ours-cards-of-the-army", event.card or _("a face-down card"))
    return None


def _lifted(state: State, event: Ruled) -> tuple[State, Piece | None]:
    """The square cleared of all that lies there; a card of the same seat that may stay is handed back."""
    number = NUMBERS[event.at]
    todo = state.todo
    for step in todo:
        if isinstance(step, Fight) and step.at == event.at:
            state = taken_off(state, step.piece)
    todo = tuple(step for step in todo if not (isinstance(step, Fight | Shot | Show) and step.at == event.at))
    walls = state.walls
    wall = state.wall_at(event.at)
    if wall is not None:
        walls = tuple(other for other in walls if other is not wall)
        if wall.trump is not None and wall.seat is not None:
            state = in_hand(state, wall.seat, wall.trump)
    piece = state.board[number]
    board = board_with(state.board, {number: None})
    untidy = tidied(state.untidy, event.at)
    state = replace(state, board=board, walls=walls, todo=todo, untidy=untidy)
    if piece is None:
        return state, None
    if piece.cage:
        state = in_hand(state, 1 - piece.seat, piece.cage)
    if event.seat == piece.seat and event.source in (None, event.at) and _may_stay(state, piece, event):
        return state, piece
    return taken_off(state, piece), None


def _may_stay(state: State, piece: Piece, event: Ruled) -> bool:
    """Whether the ruling says what the card there is, rather than that another lies there."""
    born = piece.card in state.agreed.facts.trumps
    if event.card == piece.card:
        return not born or event.penny is not None
    return not born and (event.card is None or event.card in state.stock.unseen[piece.seat])


def _source(state: State, event: Ruled, there: Piece | None) -> str | None:
    """Where the card comes from: a square, `tomb`, `hand` or `off`; None where it cannot be."""
    if there is not None:
        return event.at
    return next((s for s in sources(state, event) if event.source in (None, s)), None)


def sources(state: State, event: Ruled) -> Iterator[str]:
    """Every place that the card of a ruling may come from, likeliest first."""
    seat, card = event.seat, event.card
    if seat is None:
        return
    unknown = card is None or card in state.stock.unseen[seat]
    if card in state.stock.off[seat] or (unknown and None in state.stock.off[seat]):
        yield "off"
    for number, piece in enumerate(state.board):
        if piece is None or piece.seat != seat or piece.cage or NAMES[number] == event.at:
            continue
        hidden = not piece.up if card is None else piece.card is None and card in possible(state, number)
        if hidden or (card is not None and piece.card == card):
            yield NAMES[number]
    if card in state.stock.tomb[seat] or (unknown and None in state.stock.tomb[seat]):
        yield "tomb"
    if card in state.stock.reinforcements[seat] or (unknown and None in state.stock.reinforcements[seat]):
        yield "hand"


def after(state: State, event: Ruled) -> State:
    if event.at not in NUMBERS:
        return state
    was_due = bool(state.todo)
    state, there = _lifted(state, event)
    if event.seat is not None:
        source = _source(state, event, there)
        if source is None:
            return state
        state = _laid(state, event, there, source)
    return _put_right(state, was_due=was_due)


def _laid(state: State, event: Ruled, there: Piece | None, source: str) -> State:
    assert event.seat is not None
    seat, card, up = event.seat, event.card, event.penny is not None
    before = there
    if before is None and source in NUMBERS:
        before = state.at(source)
        state = replace(
            state,
            board=board_with(state.board, {NUMBERS[source]: None}),
            untidy=tidied(state.untidy, source),
        )
    if before is None:
        state, known = _drawn_from(state, source, seat, card)
        before = Piece(seat=seat, card=known)
    if before.card is not None and before.card != card and (card is not None or before.up):
        state = forgotten(state, seat, before.card)
        before = Piece(seat=seat, gear=before.gear)
    if card is not None and before.card is None:
        state = learnt(state, seat, card)
    claims = before.claims if card is None else ()
    piece = Piece(
        seat=seat,
        card=card or before.card,
        up=up,
        penny=event.penny,
        gear=before.gear,
        claims=claims,
        moved=before.moved,
    )
    return replace(state, board=board_with(state.board, {NUMBERS[event.at]: piece}))


def _drawn_from(state: State, source: str, seat: int, card: str | None) -> tuple[State, str | None]:
    """A card out of a pile, and its face where the pile held it by name."""
    piles = {"off": state.stock.off, "tomb": state.stock.tomb, "hand": state.stock.reinforcements}[source]
    known = card if card in piles[seat] else None
    left = taken(piles, seat, known)
    if source == "off":
        return replace(state, stock=replace(state.stock, off=left)), known
    if source == "tomb":
        return replace(state, stock=replace(state.stock, tomb=left)), known
    return replace(state, stock=replace(state.stock, reinforcements=left)), known


def _put_right(state: State, *, was_due: bool) -> State:
    """What follows from the board is counted anew: who has lost, what is still due, and cards to be turned up.

    A fallen Emblem that stands again has not fallen.
    """
    over = state.over
    fallen = [seat for seat in (0, 1) if state.agreed.emblem(seat) in state.stock.tomb[seat]]
    if over is not None and over.rule in ("za-24-emblem-falls", "zo-05-cannot-play") and not fallen:
        state = replace(state, over=None)
    for step in state.todo:
        state = _kept(state, step)
    if state.phase != "play" or state.over is not None:
        return state
    state = asked_out_of_turn(state)
    if was_due or state.todo:
        return settled(state)
    return replace(state, over=stuck(state))


def _kept(state: State, step: Step) -> State:
    """The state with a step as far as it still makes sense: where the Zoon concerned is gone, so is the step."""
    left = list(state.todo)
    at = left.index(step)
    if not isinstance(step, TurnUp) and misfit(state, step):
        del left[at]
        if isinstance(step, Fight) and state.at(step.at) is None:
            state = replace(state, board=board_with(state.board, {NUMBERS[step.at]: step.piece}))
    return replace(state, todo=tuple(left))


def rulings(state: State, region: str) -> Iterator[Ruled]:
    """What the people may say lies on a region, likeliest first."""
    if state.phase in ("deploy", "fronts") or region not in NUMBERS:
        return
    found: list[Ruled] = []
    number = NUMBERS[region]
    piece = state.board[number]
    if piece is not None and piece.up and piece.penny is not None:
        found.append(Ruled(region, piece.seat, piece.card, other_side(piece.penny)))
        found.extend(Ruled(region, piece.seat, twin, piece.penny) for twin in _twins(state, piece))
    if piece is not None and not piece.up:
        found.extend(Ruled(region, piece.seat, card, "heads") for card in possible(state, number))
    if piece is not None or state.wall_at(region) is not None:
        found.append(Ruled(region))
    if piece is not None and piece.up:
        found.append(Ruled(region, piece.seat))
    for seat in (0, 1):
        if (piece is None or piece.seat != seat) and BOARD.depth(seat, number) == 0:
            found.append(Ruled(region, seat))
        found.extend(_others(state, region, seat))
    seen: set[Ruled] = set()
    for event in found:
        if event not in seen and breach(state, event) is None:
            seen.add(event)
            yield event


def _twins(state: State, piece: Piece) -> list[str]:
    """The other cards of the same name in the army."""
    species = state.agreed.zoon(piece.card or "").species
    army = sorted(set(state.agreed.armies[piece.seat]))
    return [card for card in army if state.agreed.zoon(card).species == species and card != piece.card]


def _others(state: State, square: str, seat: int) -> Iterator[Ruled]:
    """Each card of an army, taken off by a ruling first, then from nearby, then any other."""
    off = [card for card in state.stock.off[seat] if card is not None]
    near = [
        piece.card
        for _, piece in sorted(_by_distance(state, square))
        if piece.seat == seat and piece.card is not None and piece.up
    ]
    rest = [card for card in sorted(set(state.agreed.armies[seat])) if card not in off and card not in near]
    for card in (*off, *near, *rest):
        yield Ruled(square, seat, card, _penny(state, seat, card))


def _penny(state: State, seat: int, card: str) -> Side:
    """The side of the penny on a card where it lies now; heads where it lies on none."""
    sides = [p.penny for p in state.board if p is not None and p.seat == seat and p.card == card and p.penny]
    return sides[0] if sides else "heads"


def _by_distance(state: State, square: str) -> list[tuple[int, Piece]]:
    here = NUMBERS[square]
    found = []
    for number, piece in enumerate(state.board):
        if piece is not None and number != here:
            across = abs(number % BOARD.columns - here % BOARD.columns)
            found.append(
                (max(across, abs(number // BOARD.columns - here // BOARD.columns)) * 100 + number, piece)
            )
    return found
