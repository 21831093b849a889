"""A state as JSON, and back: the shape of the line protocol, with everything that cannot be told from it added.

`position` takes sparse input: `turn` and `cards` are enough, the rest is filled in the likeliest way.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

import msgspec

from companion.game import Over, PositionFault, Setup
from companion.games.zoon_alternate.invariants import faults, known_cards, known_trumps
from companion.games.zoon_alternate.state import Aside, Piece, State, Step, Untidy, agreed
from companion.kits.zoon_agreed import Agreed
from companion.kits.zoon_board import NAMES, NUMBERS, Wall
from companion.kits.zoon_given import converted, over_json, piles_of, walls_of

T = TypeVar("T")
FIELDS = (
    "turn", "cards", "hand", "aside", "reinforcements", "tomb", "off", "obstacles", "walls", "todo", "untidy",
    "ready", "over",
)  # fmt: skip
PHASES = ("deploy", "fronts", "lot")


def given(state: State) -> dict[str, Any]:
    """The state as JSON."""
    cards = {NAMES[n]: _card(piece) for n, piece in enumerate(state.board) if piece is not None}
    walls = {w.at: {"seat": w.seat, "trump": w.trump} for w in state.walls if w.trump is not None}
    found: dict[str, Any] = {
        "turn": state.turn if state.phase == "play" else state.phase,
        "cards": cards,
        "hand": state.hand,
        "aside": state.aside,
        "reinforcements": state.reinforcements,
        "tomb": state.tomb,
        "off": state.off,
        "obstacles": [wall.at for wall in state.walls],
        "walls": walls,
        "todo": state.todo,
        "untidy": state.untidy,
        "ready": state.ready,
        "over": None if state.over is None else over_json(state.over),
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
    return plain


def _card(piece: Piece) -> dict[str, Any]:
    found: dict[str, Any] = {
        "seat": piece.seat,
        "card": piece.card,
        "up": piece.up,
        "penny": piece.penny,
        "on": piece.on,
    }
    if piece.claims:
        found["claims"] = piece.claims
    if piece.moved:
        found["moved"] = piece.moved
    return found


def position(setup: Setup, given: Mapping[str, Any]) -> State:
    """A state from its JSON. Raises PositionFault naming the field, SetupFault for a set-up that is none."""
    known = agreed(setup)
    unknown = sorted(set(given) - set(FIELDS))
    if unknown:
        raise PositionFault(unknown[0], "no such field; known are " + ", ".join(FIELDS))
    state = _turn(State(known), given)
    state = replace(
        state, board=_board(known, given), walls=walls_of(given, lambda _: True, known.facts.trumps)
    )
    for name in ("reinforcements", "tomb", "off"):
        state = replace(state, **{name: piles_of(given, name, Pile2)})
    state = replace(
        state,
        aside=_pair(converted(given.get("aside", [[], []]), tuple[tuple[Aside | str, ...], ...], "aside")),
        todo=converted(given.get("todo", []), tuple[Step, ...], "todo"),
        untidy=converted(given.get("untidy", []), tuple[Untidy, ...], "untidy"),
    )
    state = _trumps(state, given)
    state = _zoons(state, given)
    wrong = faults(state)
    if wrong:
        at, _, message = wrong[0].partition(": ")
        raise PositionFault(at, message)
    return state


Pile2 = tuple[tuple[str | None, ...], tuple[str | None, ...]]


def _turn(state: State, given: Mapping[str, Any]) -> State:
    if "turn" not in given:
        raise PositionFault("turn", "missing: a seat, or one of " + ", ".join(PHASES))
    turn, over = given["turn"], given.get("over")
    if over is not None:
        state = replace(state, over=converted(over, Over, "over"))
    ready = converted(given.get("ready", [turn not in PHASES[:2]] * 2), tuple[bool, bool], "ready")
    if isinstance(turn, str) and turn in PHASES:
        return replace(state, phase=turn, ready=ready)  # type: ignore[arg-type]
    if turn not in (0, 1) or isinstance(turn, bool):
        raise PositionFault("turn", f"expected 0, 1, {', '.join(PHASES)}, found {turn!r}")
    return replace(state, phase="play", turn=turn, ready=ready)


def _board(known: Agreed, given: Mapping[str, Any]) -> tuple[Piece | None, ...]:
    cards = given.get("cards", {})
    if not isinstance(cards, Mapping):
        raise PositionFault("cards", f"expected squares with what lies there, found {cards!r}")
    board: list[Piece | None] = [None] * len(NAMES)
    for square, entry in cards.items():
        if square not in NUMBERS:
            raise PositionFault(f"cards.{square}", "expected a square a1 … f6")
        if not isinstance(entry, Mapping):
            raise PositionFault(f"cards.{square}", f"expected a card, found {entry!r}")
        board[NUMBERS[square]] = _piece(known, f"cards.{square}", entry)
    return tuple(board)


def _piece(known: Agreed, at: str, entry: Mapping[str, Any]) -> Piece:
    """A card on the board: one with a name lies face up on heads unless it says otherwise."""
    filled = {"up": entry.get("card") is not None, **entry}
    if filled["up"] is True and "penny" not in entry and not entry.get("on"):
        filled["penny"] = "heads"
    piece: Piece = converted(filled, Piece, at)
    if piece.seat not in (0, 1):
        raise PositionFault(f"{at}.seat", f"expected 0 or 1, found {piece.seat}")
    if piece.card is not None and piece.card not in known.facts.zoons:
        raise PositionFault(f"{at}.card", f"no Zoon is called {piece.card!r}")
    if piece.card is not None and piece.card not in known.armies[piece.seat]:
        raise PositionFault(f"{at}.card", f"{piece.card} is not in the army of seat {piece.seat}")
    if piece.up and piece.card is None:
        raise PositionFault(f"{at}.card", "a face-up card has a name")
    if not piece.up and piece.penny is not None:
        raise PositionFault(f"{at}.penny", "no penny lies on a face-down card")
    if piece.up and piece.penny is None and not piece.on:
        raise PositionFault(f"{at}.penny", "a penny lies on every face-up Zoon")
    if piece.on and piece.penny is not None:
        raise PositionFault(f"{at}.penny", "no penny lies on a caged card")
    for trump in piece.on:
        if trump not in known.facts.trumps:
            raise PositionFault(f"{at}.on", f"no trump is called {trump!r}")
    return piece


def _pair(asides: Any) -> Any:
    if len(asides) != 2:
        raise PositionFault("aside", "expected a list for each of two seats")
    rows = [[Aside(a) if isinstance(a, str) else a for a in row] for row in asides]
    return tuple(tuple(sorted(row, key=lambda aside: aside.trump)) for row in rows)


def _trumps(state: State, given: Mapping[str, Any]) -> State:
    """Trumps that lie nowhere else are in hand; an Obstacle is made by a trump that fits, where one is left."""
    facts = state.agreed.facts
    if "hand" in given:
        state = replace(state, hand=piles_of(given, "hand", tuple[tuple[str, ...], tuple[str, ...]]))
    walls = list(state.walls)
    for number, wall in enumerate(walls):
        if wall.trump is None and wall.at not in given.get("walls", {}):
            for seat in (0, 1):
                left = _left_trumps(replace(state, walls=tuple(walls)), seat)
                fit = next((t for t in left.elements() if facts.trumps[t].does == "wall"), None)
                if fit is not None:
                    walls[number] = Wall(wall.at, seat, fit)
                    break
    state = replace(state, walls=tuple(walls))
    if "hand" in given:
        return _trumps_off(state)
    hand = tuple(tuple(sorted(_left_trumps(state, seat).elements())) for seat in (0, 1))
    return replace(state, hand=hand)


def _trumps_off(state: State) -> State:
    """Trumps that lie nowhere are taken to be out of the game."""
    off = tuple(
        tuple(sorted((*state.off[seat], *_left_trumps(state, seat).elements()), key=str)) for seat in (0, 1)
    )
    return replace(state, off=(off[0], off[1]))


def _left_trumps(state: State, seat: int) -> Counter[str]:
    return Counter(state.agreed.trumps[seat]) - known_trumps(state, seat)


def _zoons(state: State, given: Mapping[str, Any]) -> State:
    """Zoons named nowhere lie face down on the board; those beyond, in the tomb or, where that was given, off."""
    unseen: list[tuple[str, ...]] = []
    pile = "off" if "tomb" in given else "tomb"
    piles: list[tuple[str | None, ...]] = list(getattr(state, pile))
    for seat in (0, 1):
        known = known_cards(state, seat)
        army = Counter(state.agreed.armies[seat])
        beyond = known - army
        if beyond:
            card = next(iter(beyond))
            raise PositionFault(
                _place(state, seat, card), f"{known[card]} of {card}, but seat {seat} has {army[card]}"
            )
        left = tuple(sorted((army - known).elements()))
        if state.phase == "play":
            down = _unknown(state, seat)
            if down:
                piles[seat] = (*(None,) * max(0, len(left) - down), *piles[seat])
            else:
                piles[seat], left = tuple(sorted((*piles[seat], *left), key=str)), ()
        unseen.append(left)
    state = replace(state, unseen=tuple(unseen))
    filled = (piles[0], piles[1])
    return replace(state, off=filled) if pile == "off" else replace(state, tomb=filled)


def _unknown(state: State, seat: int) -> int:
    board = sum(p is not None and p.seat == seat and p.card is None for p in state.board)
    return board + (*state.reinforcements[seat], *state.tomb[seat], *state.off[seat]).count(None)


def _place(state: State, seat: int, card: str) -> str:
    """A field where one card too many is named."""
    squares = [NAMES[n] for n, p in enumerate(state.board) if p and p.seat == seat and p.card == card]
    return f"cards.{squares[-1]}.card" if squares else "tomb"
