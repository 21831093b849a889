"""Positions read from JSON: each fault names the field that it is about."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.game import Over, PositionFault
from companion.games.zoon.family.board import NAMES, NUMBERS, Claim, Wall
from companion.games.zoon.family.deck import Trump
from companion.games.zoon.family.state import (
    Agreed,
    Hands,
    Piles,
    S,
    Stock,
    sorted_pile,
    unknown_places,
    with_piles,
    zoons_known,
)
from companion.kits.given import converted

_PIECES = ("piece", "over")
"""The fields of a step, or of what is untidy, that hold a Zoon."""


def checked_square(square: str, at: str) -> None:
    """Raises PositionFault for a square that is none."""
    if square not in NUMBERS:
        raise PositionFault(at, f"expected a square a1 … f6, found {square!r}")


def checked_claims(agreed: Agreed, claims: Iterable[Claim], at: str) -> None:
    """Raises PositionFault for a deed between squares that are none, or by a trump or star that is none."""
    for n, claim in enumerate(claims):
        checked_square(claim.start, f"{at}.claims[{n}].from")
        checked_square(claim.to, f"{at}.claims[{n}].to")
        zoon = agreed.facts.zoons.get(claim.by)
        if claim.by and claim.by not in agreed.facts.trumps and (zoon is None or zoon.star is None):
            raise PositionFault(f"{at}.claims[{n}].by", f"no trump or star is called {claim.by!r}")


def piles_of(given: Mapping[str, Any], name: str, kind: Any) -> Any:
    """A pile for each seat, in its order; empty ones where nothing is given."""
    piles = converted(given.get(name, [[], []]), kind, name)
    return tuple(sorted_pile(pile) for pile in piles)


def stock_of(given: Mapping[str, Any]) -> Stock:
    """The piles beside the board, but for hands and unseen faces, which follow from the rest."""
    kind = tuple[tuple[str | None, ...], tuple[str | None, ...]]
    return Stock(
        reinforcements=piles_of(given, "reinforcements", kind),
        tomb=piles_of(given, "tomb", kind),
        off=piles_of(given, "off", kind),
    )


def laid_on(agreed: Agreed, on: Iterable[str], at: str) -> dict[str, str]:
    """The trumps that lie on a Zoon, told apart by what they do. Raises PositionFault."""
    laid = {"cage": "", "gear": ""}
    for name in on:
        trump = agreed.facts.trumps.get(name)
        if trump is None or laid.get(trump.does, name):
            words = "expected a trump that lies on a Zoon, one of a kind"
            raise PositionFault(f"{at}.on", f"{words}, found {name!r}")
        laid[trump.does] = name
    return laid


def with_cards(thing: Any, card: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    """A step, or what is untidy, as JSON; the Zoons in it as `card` writes them."""
    plain: dict[str, Any] = msgspec.to_builtins(thing)
    pieces = {name: getattr(thing, name, None) for name in _PIECES}
    return plain | {name: card(piece) for name, piece in pieces.items() if piece is not None}


def read_with_cards(
    given: Mapping[str, Any], field: str, kind: Any, piece: Callable[[Any, str], Any]
) -> tuple[Any, ...]:
    """Every step, or all that is untidy, of a position; the Zoons in it as `piece` reads them."""
    found = []
    for n, entry in enumerate(converted(given.get(field, ()), list[Any], field)):
        at, pieces = f"{field}[{n}]", {}
        if isinstance(entry, Mapping):
            if entry.get("step") == "fight" and "piece" not in entry:
                raise PositionFault(f"{at}.piece", "missing: the card that attacks")
            if entry.get("what") in ("off", "other") and not entry.get("piece"):
                raise PositionFault(f"{at}.piece", "missing: what still lies there")
            pieces = {name: piece(entry[name], f"{at}.{name}") for name in _PIECES if entry.get(name)}
            entry = {**entry, **{name: {"seat": one.seat} for name, one in pieces.items()}}
        thing = converted(entry, kind, at)
        found.append(msgspec.structs.replace(thing, **pieces) if pieces else thing)
    return tuple(found)


def checked_untidy(untidy: Iterable[Any]) -> None:
    """Raises PositionFault for a square that is none."""
    for n, thing in enumerate(untidy):
        checked_square(thing.at, f"untidy[{n}].at")
        if thing.to:
            checked_square(thing.to, f"untidy[{n}].to")


def walls_of(given: Mapping[str, Any], trumps: Mapping[str, Trump]) -> tuple[Wall, ...]:
    """Obstacles by square, and what other trumps lie on squares for good; whose they are where that is given."""
    cells = converted(given.get("obstacles", []), tuple[str, ...], "obstacles")
    if len(set(cells)) < len(cells):
        twice = next(cell for cell in cells if cells.count(cell) > 1)
        raise PositionFault("obstacles", f"{twice} is named twice")
    made = given.get("walls", {})
    if not isinstance(made, Mapping):
        raise PositionFault("walls", f"expected squares with what lies there, found {made!r}")
    others = [cell for cell in made if cell not in cells]
    walls = []
    for cell in sorted({*cells, *others}):
        if cell not in NUMBERS:
            raise PositionFault("obstacles", f"expected squares a1 … f6, found {cell!r}")
        if cell in given.get("cards", {}) and cell in cells:
            raise PositionFault("obstacles", f"a card and an Obstacle both on {cell}")
        told = made.get(cell) or {}
        if not isinstance(told, Mapping):
            raise PositionFault(f"walls.{cell}", f"expected a seat and a trump, found {told!r}")
        wall: Wall = converted({"at": cell, **told}, Wall, f"walls.{cell}")
        if wall.trump is not None and wall.trump not in trumps:
            raise PositionFault(f"walls.{cell}.trump", f"no trump is called {wall.trump!r}")
        known = trumps.get(wall.trump or "")
        if cell in others and (known is None or known.does == "wall" or known.blocks):
            raise PositionFault(f"walls.{cell}", "an Obstacle stands among the obstacles as well")
        if wall.trump is not None and wall.seat not in (0, 1):
            raise PositionFault(f"walls.{cell}.seat", f"expected 0 or 1, found {wall.seat}")
        seat = None if wall.trump is None else wall.seat
        walls.append(msgspec.structs.replace(wall, seat=seat, blocks=cell in cells))
    return tuple(walls)


def turn_of(given: Mapping[str, Any], phases: tuple[str, ...], laying: tuple[str, ...]) -> dict[str, Any]:
    """Phase and turn, who is ready and how it ended, as fields of a state; `laying`: phases in which cards are laid."""
    if "turn" not in given:
        raise PositionFault("turn", "missing: a seat, or one of " + ", ".join(phases))
    turn, over = given["turn"], given.get("over")
    found: dict[str, Any] = {"over": None if over is None else converted(over, Over, "over")}
    found["ready"] = converted(given.get("ready", [turn not in laying] * 2), tuple[bool, bool], "ready")
    if isinstance(turn, str) and turn in phases:
        return found | {"phase": turn}
    if turn not in (0, 1) or isinstance(turn, bool):
        raise PositionFault("turn", f"expected 0, 1, {', '.join(phases)}, found {turn!r}")
    return found | {"phase": "play", "turn": turn}


def squares_of_cards(given: Mapping[str, Any]) -> Iterator[tuple[int, str, Mapping[str, Any]]]:
    """Every card on the board: its square's number, its field's name, and what is said of it."""
    cards = given.get("cards", {})
    if not isinstance(cards, Mapping):
        raise PositionFault("cards", f"expected squares with what lies there, found {cards!r}")
    for square, entry in cards.items():
        if square not in NUMBERS:
            raise PositionFault(f"cards.{square}", "expected a square a1 … f6")
        if not isinstance(entry, Mapping):
            raise PositionFault(f"cards.{square}", f"expected a card, found {entry!r}")
        yield NUMBERS[square], f"cards.{square}", entry


def checked_owner(agreed: Agreed, seat: int, card: str | None, at: str, also: Collection[str] = ()) -> None:
    """Raises PositionFault for a seat that is none, and for a card that its army does not hold; `also`: other Zoons."""
    if seat not in (0, 1):
        raise PositionFault(f"{at}.seat", f"expected 0 or 1, found {seat}")
    if card is not None and card not in agreed.facts.zoons and card not in also:
        raise PositionFault(f"{at}.card", f"no Zoon is called {card!r}")
    if card in agreed.facts.zoons and card not in agreed.armies[seat]:
        raise PositionFault(f"{at}.card", f"{card} is not in the army of seat {seat}")


def with_walls_trumps(
    agreed: Agreed, walls: tuple[Wall, ...], given: Mapping[str, Any], held: tuple[Counter[str], ...]
) -> tuple[Wall, ...]:
    """Obstacles whose trump is not given are made by one that fits, where one is left: `held` by seat."""
    left = [Counter(agreed.trumps[seat]) - held[seat] for seat in (0, 1)]
    found = []
    for wall in walls:
        if wall.trump is None and wall.at not in given.get("walls", {}):
            fitting = (
                (s, t) for s in (0, 1) for t in left[s].elements() if agreed.facts.trumps[t].does == "wall"
            )
            seat, trump = next(fitting, (None, None))
            if seat is not None and trump is not None:
                left[seat][trump] -= 1
                wall = msgspec.structs.replace(wall, seat=seat, trump=trump)
        found.append(wall)
    return tuple(found)


def named_nowhere(
    agreed: Agreed,
    piles: Piles,
    known: tuple[Counter[str], ...],
    unknown: tuple[int | None, ...],
    field: Callable[[int, str], str],
) -> tuple[Hands, Piles]:
    """Faces of both armies that are named nowhere, and piles with those that no unnamed card can be.

    `known` and `unknown` are by seat the faces named and the number of unnamed cards; None while the army is not laid.
    Raises PositionFault for a face named too often, in the `field` where it is.
    """
    unseen, filled = [], list(piles)
    for seat, army in enumerate(map(Counter, agreed.armies)):
        for card in known[seat] - army:
            said = f"{known[seat][card]} of {card}, but seat {seat} has {army[card]}"
            raise PositionFault(field(seat, card), said)
        left, places = tuple(sorted((army - known[seat]).elements())), unknown[seat]
        if places == 0:
            left, filled[seat] = (), sorted_pile((*filled[seat], *left))
        elif places is not None:
            filled[seat] = (*(None,) * max(0, len(left) - places), *filled[seat])
        unseen.append(left)
    return tuple(unseen), (filled[0], filled[1])


def with_trumps(state: S, given: Mapping[str, Any], known: Callable[[S, int], Iterable[str]]) -> S:
    """Trumps that lie nowhere else are in hand, or out of the game where hands are given; obstacles find theirs."""
    if "hand" in given:
        state = with_piles(state, hand=piles_of(given, "hand", tuple[tuple[str, ...], tuple[str, ...]]))
    held = tuple(Counter(known(state, seat)) for seat in (0, 1))
    state = replace(state, walls=with_walls_trumps(state.agreed, state.walls, given, held))
    rest = [
        tuple((Counter(state.agreed.trumps[seat]) - Counter(known(state, seat))).elements())
        for seat in (0, 1)
    ]
    if "hand" not in given:
        return with_piles(state, hand=tuple(tuple(sorted(left)) for left in rest))
    return with_piles(state, off=tuple(sorted_pile((*state.stock.off[seat], *rest[seat])) for seat in (0, 1)))


def with_zoons(state: S, given: Mapping[str, Any], is_laid: tuple[bool, bool]) -> S:
    """Zoons named nowhere lie face down on the board; those beyond, in the tomb or, where that was given, off."""

    def field(seat: int, card: str) -> str:
        squares = [NAMES[n] for n, p in enumerate(state.board) if p and p.seat == seat and p.card == card]
        return f"cards.{squares[-1]}.card" if squares else "tomb"

    known = tuple(Counter(zoons_known(state, seat)) for seat in (0, 1))
    unknown = tuple(unknown_places(state, seat) if is_laid[seat] else None for seat in (0, 1))
    pile = "off" if "tomb" in given else "tomb"
    unseen, filled = named_nowhere(state.agreed, getattr(state.stock, pile), known, unknown, field)
    return with_piles(state, unseen=unseen, **{pile: filled})
