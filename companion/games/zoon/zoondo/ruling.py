"""A square put right by the people: they outrank the referee, but nobody can make a card.

What lies on the square from then on lies face down; a card that is named is the one that lies there.
"""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.family.board import NAMES, NUMBERS
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.state import (
    forgotten,
    in_hand,
    learnt,
    put,
    taken,
    taken_off,
    tidied,
    with_pile,
)
from companion.games.zoon.family.unseen import possible
from companion.games.zoon.zoondo.changes import turned_down
from companion.games.zoon.zoondo.due import misfit
from companion.games.zoon.zoondo.events import Ruled
from companion.games.zoon.zoondo.settling import settled, stuck
from companion.games.zoon.zoondo.state import Fight, Piece, Shot, State
from companion.language import _


def breach(state: State, event: Ruled) -> Breach | None:
    if state.phase == "deploy":
        return Breach("zo-03-armies-first", _("nothing can be put right before the armies lie"))
    if event.at not in NUMBERS or event.seat not in (None, 0, 1):
        return Breach("ours-squares", event.at)
    if event.seat is None:
        return None
    if event.card is not None and event.card not in state.agreed.armies[event.seat]:
        return Breach("ours-cards-of-the-army", event.card)
    if _place(*_cleared(state, event), event) is None:
        return Breach("ours-cards-of-the-army", event.card or _("a face-down card"))
    return None


def after(state: State, event: Ruled) -> State:
    if event.at not in NUMBERS:
        return state
    was_due = bool(state.todo)
    state, there = _cleared(state, event)
    place = None if event.seat is None else _place(state, there, event)
    if place is not None:
        state = _laid(state, event, there, place)
    return _put_right(state, was_due=was_due)


def _cleared(state: State, event: Ruled) -> tuple[State, Piece | None]:
    """The square cleared of all that lies there; a card of the same seat that may stay is handed back."""
    number = NUMBERS[event.at]
    todo = []
    for step in state.todo:
        if not isinstance(step, Fight | Shot) or step.at != event.at:
            todo.append(step)
        elif isinstance(step, Fight):
            state = taken_off(state, step.piece)
    wall = state.wall_at(event.at)
    if wall is not None:
        state = replace(state, walls=tuple(other for other in state.walls if other is not wall))
        if wall.trump is not None and wall.seat is not None:
            state = in_hand(state, wall.seat, wall.trump)
    piece = state.board[number]
    state = replace(put(state, {number: None}), todo=tuple(todo), untidy=tidied(state.untidy, event.at))
    if piece is None:
        return state, None
    if piece.cage:
        state = in_hand(state, 1 - piece.seat, piece.cage)
    stays = event.seat == piece.seat and event.source in (None, event.at) and _is_one(state, piece, event)
    if stays and piece.card not in state.agreed.facts.trumps:
        return state, msgspec.structs.replace(piece, cage="")
    return taken_off(state, piece), None


def _is_one(state: State, piece: Piece, event: Ruled) -> bool:
    """Whether the ruling says what the card there is, rather than that another lies there."""
    return event.card in (None, piece.card) or event.card in state.stock.unseen[piece.seat]


def _place(state: State, there: Piece | None, event: Ruled) -> str | None:
    """Where the card comes from: a square, `tomb`, `hand` or `off`; None where it cannot be."""
    if there is not None:
        return event.at
    return next((place for place in places(state, event) if event.source in (None, place)), None)


def places(state: State, event: Ruled) -> Iterator[str]:
    """Every place that the card of a ruling may come from, likeliest first."""
    seat, card = event.seat, event.card
    if seat is None:
        return
    for name, piles in (
        ("off", state.stock.off),
        ("", None),
        ("tomb", state.stock.tomb),
        ("hand", state.stock.reinforcements),
    ):
        if piles is None:
            yield from _squares_of(state, event, seat)
            continue
        zoons = [held for held in piles[seat] if held not in state.agreed.facts.trumps]
        nameless = None in zoons and (card is None or card in state.stock.unseen[seat])
        if nameless or card in zoons or (card is None and bool(zoons) and name != "tomb"):
            yield name


def _squares_of(state: State, event: Ruled, seat: int) -> Iterator[str]:
    for number, piece in enumerate(state.board):
        if piece is None or piece.seat != seat or piece.cage or NAMES[number] == event.at:
            continue
        if piece.card in state.agreed.facts.trumps:
            continue
        if event.card in (None, piece.card) or (piece.card is None and event.card in possible(state, number)):
            yield NAMES[number]


def _laid(state: State, event: Ruled, there: Piece | None, place: str) -> State:
    assert event.seat is not None
    seat, card = event.seat, event.card
    before = there
    if before is None and place in NUMBERS:
        before = state.at(place)
        state = replace(put(state, {NUMBERS[place]: None}), untidy=tidied(state.untidy, place))
    if before is None:
        state, before = _drawn(state, place, seat, card)
    if card is not None and before.card not in (None, card):
        state = forgotten(state, seat, before.card or "")
        before = Piece(seat=seat, gear=before.gear)
    if card is not None and before.card is None:
        state = learnt(state, seat, card)
    claims = () if card is not None else before.claims
    piece = msgspec.structs.replace(before, card=card or before.card, up=False, claims=claims)
    return put(state, {NUMBERS[event.at]: piece})


def _drawn(state: State, place: str, seat: int, card: str | None) -> tuple[State, Piece]:
    """A card out of a pile, with its face where the pile held it by name, and no other could be meant."""
    piles = {"off": state.stock.off, "tomb": state.stock.tomb, "hand": state.stock.reinforcements}[place]
    zoons = [held for held in piles[seat] if held not in state.agreed.facts.trumps]
    known = card if card in zoons else None
    if card is None and None not in zoons:
        # One of several known cards, nobody says which: it is not known any more.
        known = zoons[0]
        if len(set(zoons)) > 1:
            for held in zoons:
                state = forgotten(state, seat, held or "")
            others = tuple(held for held in piles[seat] if held not in zoons)
            piles, known = with_pile(piles, seat, (*(None,) * len(zoons), *others)), None
    left, piece = taken(piles, seat, known), Piece(seat=seat, card=known)
    if place == "off":
        return replace(state, stock=replace(state.stock, off=left)), piece
    if place == "tomb":
        return replace(state, stock=replace(state.stock, tomb=left)), piece
    return replace(state, stock=replace(state.stock, reinforcements=left)), piece


def _put_right(state: State, *, was_due: bool) -> State:
    """What follows from the board is counted anew: who has lost, and what is still due.

    A fallen Emblem that stands again has not fallen.
    """
    fallen = any(state.agreed.emblems[seat] in state.stock.tomb[seat] for seat in (0, 1))
    over = state.over
    if over is not None and over.rule in ("s2-emblem-falls", "zo-05-cannot-play") and not fallen:
        state = replace(state, over=None)
    for step in state.todo:
        if misfit(state, step):
            if isinstance(step, Fight) and state.at(step.at) is None:
                state = put(state, {NUMBERS[step.at]: turned_down(step.piece)})
            state = replace(state, todo=tuple(other for other in state.todo if other is not step))
    if state.phase != "play" or state.over is not None:
        return state
    if was_due or state.todo:
        return settled(state)
    return replace(state, over=stuck(state))


def rulings(state: State, region: str) -> Iterator[Ruled]:
    """What the people may say lies on a region, likeliest first."""
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
        found.extend(Ruled(region, seat, source=place) for place in ("off", "hand"))
        found.extend(Ruled(region, seat, source=NAMES[number]) for number in _nearest(state, here, seat))
    yield from (event for event in dict.fromkeys(found) if breach(state, event) is None)


def _nearest(state: State, here: int, seat: int) -> list[int]:
    """Where a seat's Zoons lie, the nearest first."""

    def distance(number: int) -> int:
        across = abs(number % BOARD.columns - here % BOARD.columns)
        return max(across, abs(number // BOARD.columns - here // BOARD.columns))

    lying = [
        n for n, piece in enumerate(state.board) if piece is not None and piece.seat == seat and n != here
    ]
    return sorted(lying, key=lambda number: (distance(number), number))
