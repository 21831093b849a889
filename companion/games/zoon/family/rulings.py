"""A square put right by the people: they outrank the referee, but nobody can make a card."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.family.board import NAMES, NUMBERS
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.state import (
    PileName,
    S,
    ZoonPiece,
    ZoonState,
    added,
    learnt,
    put,
    taken,
    taken_off,
    tidied,
    with_pile,
    with_piles,
)
from companion.games.zoon.family.turns import misfit, stuck
from companion.games.zoon.family.unseen import possible
from companion.language import _

PILES: dict[str, PileName] = {"off": "off", "tomb": "tomb", "hand": "reinforcements"}
"""The piles that a card may come from, by their names in events."""


def breaches(state: ZoonState, event: Any) -> Iterator[Breach]:
    agreed = state.agreed
    if state.phase not in ("lot", "play"):
        yield Breach("zo-03-armies-first", _("nothing can be put right before the armies lie"))
        return
    if event.at not in NUMBERS or event.seat not in (None, 0, 1):
        yield Breach("ours-squares", event.at)
        return
    if event.seat is None:
        return
    if _is_up(event) and event.card is None:
        yield Breach("people-outrank", _("a face-up card has a name"))
        return
    trump = agreed.facts.trumps.get(event.card or "")
    born = not agreed.kind.hidden and trump is not None and trump.as_zoon is not None
    if event.card is not None and event.card not in agreed.armies[event.seat] and not born:
        yield Breach("ours-cards-of-the-army", event.card)
    elif _place(*_cleared(state, event), event) is None:
        yield Breach("ours-cards-of-the-army", event.card or _("a face-down card"))


def after(state: S, event: Any) -> S:
    if event.at not in NUMBERS:
        return state
    was_due = bool(state.todo)
    cleared, there = _cleared(state, event)
    place = None if event.seat is None else _place(cleared, there, event)
    if place is not None:
        cleared = _laid(cleared, event, there, place)
    elif event.seat is not None and not state.agreed.kind.hidden:
        return cleared
    return _put_right(cleared, was_due=was_due)


def _is_up(event: Any) -> bool:
    """Whether the card is to lie face up: where pennies lie on such cards, it has one."""
    return getattr(event, "penny", None) is not None


def _cleared(state: S, event: Any) -> tuple[S, Any]:
    """The square cleared of all that lies there; a card of the same seat that may stay is handed back."""
    kind, number, todo = state.agreed.kind, NUMBERS[event.at], []
    for step in state.todo:
        here = isinstance(step, (*kind.fights, *kind.before_fights)) and getattr(step, "at", "") == event.at
        if not here:
            todo.append(step)
        elif hasattr(step, "piece"):
            state = taken_off(state, step.piece)
    wall = state.wall_at(event.at)
    if wall is not None:
        state = replace(state, walls=tuple(other for other in state.walls if other is not wall))
        if wall.trump is not None and wall.seat is not None:
            state = added(state, "hand", wall.seat, wall.trump)
    piece = state.board[number]
    state = replace(put(state, {number: None}), todo=tuple(todo), untidy=tidied(state.untidy, event.at))
    if piece is None:
        return state, None
    if piece.cage:
        state = added(state, "hand", 1 - piece.seat, piece.cage)
    if event.seat == piece.seat and event.source in (None, event.at) and _may_stay(state, piece, event):
        return state, replace(piece, cage="")
    return taken_off(state, piece), None


def _may_stay(state: ZoonState, piece: ZoonPiece, event: Any) -> bool:
    """Whether the ruling says what the card there is, rather than that another lies there."""
    if piece.card in state.agreed.facts.trumps:
        return event.card == piece.card and _is_up(event)
    return event.card in (None, piece.card) or event.card in state.stock.unseen[piece.seat]


def _place(state: ZoonState, there: ZoonPiece | None, event: Any) -> str | None:
    """Where the card comes from: a square, `tomb`, `hand` or `off`; None where it cannot be."""
    if there is not None:
        return str(event.at)
    return next((place for place in places(state, event) if event.source in (None, place)), None)


def places(state: ZoonState, event: Any) -> Iterator[str]:
    """Every place that the card of a ruling may come from, likeliest first."""
    seat, card = event.seat, event.card
    if seat is None:
        return
    for name in PILES:
        zoons = _zoons_in(state, name, seat)
        nameless = None in zoons and (card is None or card in state.stock.unseen[seat])
        any_will_do = card is None and bool(zoons) and name != "tomb" and state.agreed.kind.hidden
        if nameless or card in zoons or any_will_do:
            yield name
        if name == "off":
            hidden, card = state.agreed.kind.hidden, event.card
            for number, piece in enumerate(state.board):
                if piece is None or piece.seat != seat or piece.cage or NAMES[number] == event.at:
                    continue
                if hidden and piece.card in state.agreed.facts.trumps:
                    continue
                if card is None:
                    fits = hidden or not piece.up
                else:
                    fits = piece.card == card or (piece.card is None and card in possible(state, number))
                if fits:
                    yield NAMES[number]


def _zoons_in(state: ZoonState, name: str, seat: int) -> list[str | None]:
    """The cards in a pile that may lie on the board; trumps that became Zoons only where they lie face up."""
    pile, trumps = getattr(state.stock, PILES[name])[seat], state.agreed.facts.trumps
    return [held for held in pile if held not in trumps or not state.agreed.kind.hidden]


def _laid(state: S, event: Any, there: Any, place: str) -> S:
    kind, seat, card, before = state.agreed.kind, event.seat, event.card, there
    if before is None and place in NUMBERS:
        before = state.board[NUMBERS[place]]
        state = replace(put(state, {NUMBERS[place]: None}), untidy=tidied(state.untidy, place))
    if before is None:
        state, before = _drawn(state, place, seat, card)
    told_otherwise = card is not None or (before.up and not kind.hidden)
    if told_otherwise and before.card not in (None, card):
        state = added(state, "unseen", seat, before.card)
        before = kind.piece(seat=seat, gear=before.gear)
    if card is not None and before.card is None:
        state = learnt(state, seat, card)
    claims = () if card is not None else before.claims
    piece = replace(before, card=card or before.card, up=_is_up(event), claims=claims)
    if not kind.hidden:
        piece = replace(piece, penny=event.penny)
    return put(state, {NUMBERS[event.at]: piece})


def _drawn(state: S, place: str, seat: int, card: str | None) -> tuple[S, Any]:
    """A card out of a pile, with its face where the pile held it by name, and no other could be meant."""
    pile, zoons = PILES[place], _zoons_in(state, place, seat)
    known = card if card in zoons else None
    if card is None and None not in zoons:
        # One of several known cards, nobody says which: it is not known any more.
        known = zoons[0]
        if len(set(zoons)) > 1:
            for held in zoons:
                state = added(state, "unseen", seat, held)
            piles, known = getattr(state.stock, pile), None
            left = (None if held in zoons else held for held in piles[seat])
            state = with_piles(state, **{pile: with_pile(piles, seat, left)})
    return taken(state, pile, seat, known), state.agreed.kind.piece(seat=seat, card=known)


def _put_right(state: S, *, was_due: bool) -> S:
    """What follows from the board is counted anew: who has lost, and what is still due.

    A fallen Emblem that stands again has not fallen.
    """
    agreed, over = state.agreed, state.over
    fallen = any(agreed.emblem(seat) in state.stock.tomb[seat] for seat in (0, 1))
    if over is not None and over.rule in (agreed.kind.falls, "zo-05-cannot-play") and not fallen:
        state = replace(state, over=None)
    for step in state.todo:
        if isinstance(step, agreed.kind.owed) or not misfit(state, step):
            continue
        if hasattr(step, "piece") and state.board[NUMBERS[step.at]] is None:
            state = put(state, {NUMBERS[step.at]: agreed.kind.turned_down(step.piece)})
        state = replace(state, todo=tuple(other for other in state.todo if other is not step))
    if state.phase != "play" or state.over is not None:
        return state
    state = agreed.kind.asked(state)
    if was_due or state.todo:
        settled: S = agreed.kind.settled(state)
        return settled
    return replace(state, over=stuck(state))


def squares_near(here: int) -> list[int]:
    """All other squares, the nearest first."""

    def distance(number: int) -> int:
        across = abs(number % BOARD.columns - here % BOARD.columns)
        return max(across, abs(number // BOARD.columns - here // BOARD.columns))

    return sorted(set(range(len(BOARD))) - {here}, key=lambda number: (distance(number), number))
