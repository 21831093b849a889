"""A state as JSON, and back: the shape of the line protocol, with everything that cannot be told from it added.

`position` takes sparse input: `turn` and `cards` are enough, the rest is filled in the likeliest way.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

import msgspec

from companion.game import Over, PositionFault, Setup
from companion.games.zoondo.invariants import faults, trumps_known, unknown_places, zoons_known
from companion.games.zoondo.options import is_shown
from companion.games.zoondo.state import Fight, Fought, Piece, Shot, State, Step, Untidy, agreed
from companion.kits.zoon_agreed import Agreed
from companion.kits.zoon_board import NAMES, NUMBERS, Claim
from companion.kits.zoon_given import converted, over_json, piles_of, walls_of
from companion.kits.zoon_piles import sorted_pile

FIELDS = (
    "turn", "cards", "hand", "aside", "reinforcements", "tomb", "off", "obstacles", "walls", "todo", "untidy",
    "fought", "ready", "over",
)  # fmt: skip
PHASES = ("deploy", "lot")
Names = tuple[tuple[str, ...], tuple[str, ...]]
NamesOrNone = tuple[tuple[str | None, ...], tuple[str | None, ...]]


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card on a square as the protocol has it. No penny ever lies in Zoondo."""

    seat: int
    card: str | None = None
    up: bool = False
    penny: None = None
    on: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    moved: str = ""
    seen: bool = False
    lies: Literal["", "upright", "turned"] = ""


def given(state: State) -> dict[str, Any]:
    """The state as JSON."""
    found: dict[str, Any] = {
        "turn": state.turn if state.phase == "play" else state.phase,
        "cards": {NAMES[n]: _card(piece) for n, piece in enumerate(state.board) if piece is not None},
        "hand": state.hand,
        "aside": ((), ()),
        "reinforcements": state.reinforcements,
        "tomb": state.tomb,
        "off": state.off,
        "obstacles": [wall.at for wall in state.walls if wall.blocks],
        "walls": {w.at: {"seat": w.seat, "trump": w.trump} for w in state.walls if w.trump is not None},
        "todo": [_step(step) for step in state.todo],
        "untidy": [_untidy(thing) for thing in state.untidy],
        "fought": state.fought,
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
        "penny": None,
        "on": piece.on,
    }
    more = {"claims": piece.claims, "moved": piece.moved, "seen": piece.seen, "lies": piece.lies}
    return found | {name: value for name, value in more.items() if value}


def _step(step: Step) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(step)
    if isinstance(step, Fight):
        plain["piece"] = _card(step.piece)
    return plain


def _untidy(thing: Untidy) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(thing)
    return plain | {
        name: _card(piece) for name in ("piece", "over") if (piece := getattr(thing, name)) is not None
    }


def position(setup: Setup, given: Mapping[str, Any]) -> State:
    """A state from its JSON. Raises PositionFault naming the field, SetupFault for a set-up that is none."""
    known = agreed(setup)
    unknown = sorted(set(given) - set(FIELDS))
    if unknown:
        raise PositionFault(unknown[0], "no such field; known are " + ", ".join(FIELDS))
    state = _begun(State(known), given)
    board = _board(known, given)
    walls = walls_of(given, lambda trump: known.facts.trumps[trump].blocks, known.facts.trumps)
    state = replace(state, board=board, walls=walls)
    piles = {name: piles_of(given, name, NamesOrNone) for name in ("reinforcements", "tomb", "off")}
    state = replace(state, **piles)
    state = replace(
        state,
        todo=tuple(_read_step(known, one, n) for n, one in enumerate(given.get("todo", ()))),
        untidy=tuple(_read_untidy(known, one, n) for n, one in enumerate(given.get("untidy", ()))),
        fought=converted(given.get("fought"), Fought | None, "fought"),
    )
    state = _zoons(_trumps(state, given), given)
    wrong = faults(state)
    if wrong:
        at, _, message = wrong[0].partition(": ")
        raise PositionFault(at, message)
    return state


def _begun(state: State, given: Mapping[str, Any]) -> State:
    if "turn" not in given:
        raise PositionFault("turn", "missing: a seat, or one of " + ", ".join(PHASES))
    turn, over = given["turn"], given.get("over")
    if over is not None:
        state = replace(state, over=converted(over, Over, "over"))
    ready = converted(given.get("ready", [turn != "deploy"] * 2), tuple[bool, bool], "ready")
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
        board[NUMBERS[square]] = _piece(known, entry, f"cards.{square}")
    return tuple(board)


def _piece(known: Agreed, entry: Any, at: str) -> Piece:
    """A card on the board, face down; up while it fights. Trumps on it are told apart by what they do."""
    card: Card = converted(entry, Card, at)
    facts = known.facts
    if card.seat not in (0, 1):
        raise PositionFault(f"{at}.seat", f"expected 0 or 1, found {card.seat}")
    became = facts.trumps.get(card.card or "")
    becomes = became is not None and became.as_zoon is not None
    if card.card is not None and card.card not in facts.zoons and not becomes:
        raise PositionFault(f"{at}.card", f"no Zoon is called {card.card!r}")
    if card.card in facts.zoons and card.card not in known.armies[card.seat]:
        raise PositionFault(f"{at}.card", f"{card.card} is not in the army of seat {card.seat}")
    laid = {"cage": "", "gear": ""}
    for trump in card.on:
        does = facts.trumps[trump].does if trump in facts.trumps else ""
        if does not in laid or laid[does]:
            raise PositionFault(
                f"{at}.on", f"expected a trump that lies on a Zoon, one of a kind, found {trump!r}"
            )
        laid[does] = trump
    seen = card.seen or (is_shown(known) and (card.up or becomes))
    return Piece(
        card.seat,
        card.card,
        card.up,
        card.lies,
        laid["gear"],
        laid["cage"],
        card.claims,
        card.moved,
        seen and is_shown(known),
    )


def _read_step(known: Agreed, entry: Any, number: int) -> Step:
    at = f"todo[{number}]"
    if not isinstance(entry, Mapping) or entry.get("step") != "fight":
        step: Step = converted(entry, Step, at)
        if isinstance(step, Shot) and step.trump not in known.facts.trumps:
            raise PositionFault(f"{at}.trump", f"no trump is called {step.trump!r}")
        return step
    if "piece" not in entry:
        raise PositionFault(f"{at}.piece", "missing: the card that attacks")
    piece = _piece(known, entry["piece"], f"{at}.piece")
    fight: Fight = converted({**entry, "piece": {"seat": piece.seat}}, Fight, at)
    return msgspec.structs.replace(fight, piece=piece)


def _read_untidy(known: Agreed, entry: Any, number: int) -> Untidy:
    at = f"untidy[{number}]"
    pieces = {}
    if isinstance(entry, Mapping):
        pieces = {
            name: _piece(known, entry[name], f"{at}.{name}") for name in ("piece", "over") if entry.get(name)
        }
        entry = {name: value for name, value in entry.items() if name not in pieces}
    thing: Untidy = converted(entry, Untidy, at)
    return msgspec.structs.replace(thing, **pieces)


def _trumps(state: State, given: Mapping[str, Any]) -> State:
    """Trumps that lie nowhere else are in hand, or out of the game where hands are given; obstacles find theirs."""
    facts = state.agreed.facts
    if "hand" in given or "aside" in given:
        hand = piles_of(given, "hand", Names)
        aside = piles_of(given, "aside", Names)
        both = tuple(tuple(sorted((*hand[seat], *aside[seat]))) for seat in (0, 1))
        state = replace(state, hand=both if "hand" in given else state.hand)
    walls = list(state.walls)
    for number, wall in enumerate(walls):
        if wall.trump is None and wall.at not in given.get("walls", {}):
            for seat in (0, 1):
                left = _left_trumps(replace(state, walls=tuple(walls)), seat)
                fit = next((trump for trump in left.elements() if facts.trumps[trump].does == "wall"), None)
                if fit is not None:
                    walls[number] = msgspec.structs.replace(wall, seat=seat, trump=fit)
                    break
    state = replace(state, walls=tuple(walls))
    rest = [tuple(_left_trumps(state, seat).elements()) for seat in (0, 1)]
    if "hand" in given:
        off = tuple(sorted_pile((*state.off[seat], *rest[seat])) for seat in (0, 1))
        return replace(state, off=(off[0], off[1]))
    return replace(state, hand=tuple(tuple(sorted(rest[seat])) for seat in (0, 1)))


def _left_trumps(state: State, seat: int) -> Counter[str]:
    return Counter(state.agreed.trumps[seat]) - Counter(trumps_known(state, seat))


def _zoons(state: State, given: Mapping[str, Any]) -> State:
    """Zoons named nowhere lie face down on the board; those beyond, in the tomb or, where that was given, off."""
    unseen: list[tuple[str, ...]] = []
    pile = "off" if "tomb" in given else "tomb"
    piles: list[tuple[str | None, ...]] = list(getattr(state, pile))
    for seat in (0, 1):
        known, army = Counter(zoons_known(state, seat)), Counter(state.agreed.armies[seat])
        for card in known - army:
            squares = [NAMES[n] for n, p in enumerate(state.board) if p and p.seat == seat and p.card == card]
            at = f"cards.{squares[-1]}.card" if squares else "tomb"
            raise PositionFault(at, f"{known[card]} of {card}, but seat {seat} has {army[card]}")
        left = tuple(sorted((army - known).elements()))
        if state.phase != "deploy" or state.ready[seat]:
            down = unknown_places(state, seat)
            if down == 0:
                piles[seat], left = sorted_pile((*piles[seat], *left)), ()
            else:
                piles[seat] = (*(None,) * max(0, len(left) - down), *piles[seat])
        unseen.append(left)
    state = replace(state, unseen=tuple(unseen))
    filled = (piles[0], piles[1])
    return replace(state, off=filled) if pile == "off" else replace(state, tomb=filled)
