"""A state as JSON, and back: the shape of the line protocol, and the invariants of every state that play can reach.

`load_position` takes sparse input: `turn` and `cards` are enough, the rest is filled in the likeliest way. A fault
names its field.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.game import Over, PositionFault, Setup
from companion.games.zoon.family.deck import BOARD, Trump
from companion.games.zoon.family.state import (
    NAMES,
    NUMBERS,
    Claim,
    Piles,
    S,
    Stock,
    Wall,
    ZoonState,
    sorted_pile,
)
from companion.games.zoon.family.tribes import Agreed, agreed
from companion.kits.exact import all_faults, checked_faults, converted, written

FIELDS = (
    "turn", "cards", "hand", "aside", "reinforcements", "tomb", "off", "obstacles", "walls", "todo", "untidy",
    "fought", "ready", "over",
)  # fmt: skip
"""All fields, as listed for an unknown one."""
NAMED = tuple[tuple[str, ...], tuple[str, ...]]
_PIECES = ("piece", "over")
"""The fields of a step, or of something untidy, that hold a Zoon."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    seat: int
    card: str | None = None
    up: bool | UnsetType = UNSET
    penny: Literal["heads", "tails"] | UnsetType | None = UNSET
    on: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    moved: str = ""


def checked_square(square: str, at: str) -> None:
    if square not in NUMBERS:
        raise PositionFault(at, f"expected a square a1 … f6, found {square!r}")


def read_with_cards(
    given: Mapping[str, Any], field: str, kind: Any, piece: Callable[[Any, str], Any]
) -> tuple[Any, ...]:
    """Every step, or everything untidy, of a position, with its Zoons read by `piece`."""
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
        found.append(replace(thing, **pieces) if pieces else thing)
    return tuple(found)


def walls_of(given: Mapping[str, Any], trumps: Mapping[str, Trump]) -> tuple[Wall, ...]:
    """Obstacles by square and the other trumps that lie on squares for good, with their owners where given."""
    cells = converted(given.get("obstacles", []), tuple[str, ...], "obstacles")
    if len(set(cells)) < len(cells):
        twice = next(cell for cell in cells if cells.count(cell) > 1)
        raise PositionFault("obstacles", f"{twice} is named twice")
    made = given.get("walls", {})
    if not isinstance(made, Mapping):
        raise PositionFault("walls", f"expected squares with what lies there, found {made!r}")
    walls = []
    for cell in sorted({*cells, *made}):
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
        if cell not in cells and (known is None or known.does == "wall" or known.blocks):
            raise PositionFault(f"walls.{cell}", "an Obstacle stands among the obstacles as well")
        if wall.trump is not None and wall.seat not in (0, 1):
            raise PositionFault(f"walls.{cell}.seat", f"expected 0 or 1, found {wall.seat}")
        seat = None if wall.trump is None else wall.seat
        walls.append(replace(wall, seat=seat, blocks=cell in cells))
    return tuple(walls)


def with_trumps(state: S, given: Mapping[str, Any]) -> S:
    """Trumps that lie nowhere else are in hand, or out of the game where hands are given; obstacles find theirs."""
    if "hand" in given:
        state = state.with_piles(hand=piles_of(given, "hand", NAMED))
    trumps = state.agreed.facts.trumps
    left = [Counter(state.agreed.trumps[seat]) - Counter(state.trumps_known(seat)) for seat in (0, 1)]
    walls = []
    for wall in state.walls:
        if wall.trump is None and wall.at not in given.get("walls", {}):
            # An Obstacle whose trump is not given is made by one that fits, where one is left.
            fitting = ((s, t) for s in (0, 1) for t in left[s].elements() if trumps[t].does == "wall")
            seat, trump = next(fitting, (None, None))
            if seat is not None and trump is not None:
                left[seat][trump] -= 1
                wall = replace(wall, seat=seat, trump=trump)
        walls.append(wall)
    pile = "off" if "hand" in given else "hand"
    lying = getattr(state.stock, pile)
    filled = tuple(sorted_pile((*lying[seat], *left[seat].elements())) for seat in (0, 1))
    return replace(state, walls=tuple(walls)).with_piles(**{pile: filled})


def with_zoons(state: S, given: Mapping[str, Any]) -> S:
    """Zoons named nowhere lie face down on the board; any surplus in the tomb or, where that was given, off.

    Before a seat has laid its army all are unseen. Raises PositionFault for one named too often, at its field.
    """
    pile = "off" if "tomb" in given else "tomb"
    unseen: list[tuple[str, ...]] = []
    filled = list(getattr(state.stock, pile))
    for seat, army in enumerate(map(Counter, state.agreed.armies)):
        known = Counter(state.zoons_known(seat))
        for card in known - army:
            squares = [NAMES[n] for n, p in enumerate(state.board) if p and (p.seat, p.card) == (seat, card)]
            field = f"cards.{squares[-1]}.card" if squares else "tomb"
            raise PositionFault(field, f"{known[card]} of {card}, but seat {seat} has {army[card]}")
        left = tuple(sorted((army - known).elements()))
        early = state.agreed.game.hidden and (state.phase != "deploy" or state.ready[seat])
        if state.phase == "play" or early:
            places = state.unknown_places(seat)
            if places:
                filled[seat] = (*(None,) * max(0, len(left) - places), *filled[seat])
            else:
                left, filled[seat] = (), sorted_pile((*filled[seat], *left))
        unseen.append(left)
    return state.with_piles(unseen=tuple(unseen), **{pile: tuple(filled)})


def piles_of(given: Mapping[str, Any], name: str, kind: Any) -> Any:
    """A pile for each seat, in its order; empty where nothing is given."""
    return tuple(sorted_pile(pile) for pile in converted(given.get(name, [[], []]), kind, name))


def read_piece(known: Agreed, entry: Any, at: str) -> Any:
    card = converted(entry, known.game.card, at)
    becomes = [name for name, trump in known.facts.trumps.items() if trump.as_zoon is not None]
    if card.seat not in (0, 1):
        raise PositionFault(f"{at}.seat", f"expected 0 or 1, found {card.seat}")
    if card.card is not None and card.card not in known.facts.zoons and card.card not in becomes:
        raise PositionFault(f"{at}.card", f"no Zoon is called {card.card!r}")
    if card.card in known.facts.zoons and card.card not in known.armies[card.seat]:
        raise PositionFault(f"{at}.card", f"{card.card} is not in the army of seat {card.seat}")
    # The trumps on it are distinguished by what they do.
    laid = {"cage": "", "gear": ""}
    for name in card.on:
        trump = known.facts.trumps.get(name)
        if trump is None or laid.get(trump.does, name):
            words = "expected a trump that lies on a Zoon, one of a kind"
            raise PositionFault(f"{at}.on", f"{words}, found {name!r}")
        laid[trump.does] = name
    for n, claim in enumerate(card.claims):
        checked_square(claim.start, f"{at}.claims[{n}].from")
        checked_square(claim.to, f"{at}.claims[{n}].to")
        zoon = known.facts.zoons.get(claim.by)
        if claim.by and claim.by not in known.facts.trumps and (zoon is None or zoon.star is None):
            raise PositionFault(f"{at}.claims[{n}].by", f"no trump or star is called {claim.by!r}")
    return known.game.read_card(known, card, laid, at, becomes)


def load_position(game: Any, setup: Setup, given: Mapping[str, Any]) -> Any:
    """A state from its JSON. Raises PositionFault naming the field, SetupFault for an unusable set-up."""
    known = agreed(setup, game)
    fields = [name for name in FIELDS if name in game.fields]
    unknown = sorted(set(given) - set(fields))
    if unknown:
        raise PositionFault(unknown[0], "no such field; known are " + ", ".join(fields))
    board: list[Any] = [None] * len(NAMES)
    read = partial(read_piece, known)
    cards = given.get("cards", {})
    if not isinstance(cards, Mapping):
        raise PositionFault("cards", f"expected squares with what lies there, found {cards!r}")
    for square, entry in cards.items():
        if square not in NUMBERS:
            raise PositionFault(f"cards.{square}", "expected a square a1 … f6")
        if not isinstance(entry, Mapping):
            raise PositionFault(f"cards.{square}", f"expected a card, found {entry!r}")
        board[NUMBERS[square]] = read(entry, f"cards.{square}")
    walls = walls_of(given, known.facts.trumps)
    piles = {name: piles_of(given, name, Piles) for name in ("reinforcements", "tomb", "off")}
    # Before play cards are laid in every phase except the last: `ready` follows from that.
    phases = tuple(phase for phase, *_ in game.before)
    if "turn" not in given:
        raise PositionFault("turn", "missing: a seat, or one of " + ", ".join(phases))
    turn, over = given["turn"], converted(given.get("over"), Over | None, "over")
    ready = converted(given.get("ready", [turn not in phases[:-1]] * 2), tuple[bool, bool], "ready")
    is_phase = isinstance(turn, str) and turn in phases
    if not is_phase and (turn not in (0, 1) or isinstance(turn, bool)):
        raise PositionFault("turn", f"expected 0, 1, {', '.join(phases)}, found {turn!r}")
    state = game.state(
        agreed=known,
        over=over,
        ready=ready,
        **({"phase": turn} if is_phase else {"phase": "play", "turn": turn}),
        board=tuple(board),
        walls=walls,
        stock=Stock(**piles),
        todo=read_with_cards(given, "todo", game.step, read),
        untidy=read_with_cards(given, "untidy", game.untidy, read),
    )
    # Squares are checked before anything looks them up.
    for n, thing in enumerate(state.untidy):
        checked_square(thing.at, f"untidy[{n}].at")
        if thing.to:
            checked_square(thing.to, f"untidy[{n}].to")
    state, given = game.read_more(state, given)
    # What was left out is filled in last, once everything given has its place.
    state = with_zoons(with_trumps(state, given), given)
    checked_faults(faults(state))
    if state.phase == "play" and state.over is None and not state.todo:
        state = replace(state, over=state.stuck())
    return state


def dump_position(state: Any) -> dict[str, Any]:
    """The state as JSON: `load_position` of it is the state again."""
    game = state.agreed.game
    found: dict[str, Any] = {
        "turn": state.turn if state.phase == "play" else state.phase,
        "cards": {NAMES[n]: _card(piece) for n, piece in enumerate(state.board) if piece is not None},
        **{name: getattr(state.stock, name) for name in ("hand", "reinforcements", "tomb", "off")},
        "obstacles": [wall.at for wall in state.walls if wall.blocks],
        "walls": {w.at: {"seat": w.seat, "trump": w.trump} for w in state.walls if w.trump is not None},
        "todo": [_with_cards(step) for step in state.todo],
        "untidy": [_with_cards(thing) for thing in state.untidy],
        "over": state.over,
    }
    return written({name: found[name] if name in found else getattr(state, name) for name in game.fields})


def _card(piece: Any) -> dict[str, Any]:
    """A Zoon: the fields always written, then those that are not at their default."""
    penny = getattr(piece, "penny", None)
    found = {"seat": piece.seat, "card": piece.card, "up": piece.up, "penny": penny, "on": piece.on}
    more = {name: getattr(piece, name, None) for name in ("claims", "moved", "seen", "lies")}
    return found | {name: value for name, value in more.items() if value}


def _with_cards(thing: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(thing)
    pieces = {name: getattr(thing, name, None) for name in _PIECES}
    return plain | {name: _card(piece) for name, piece in pieces.items() if piece is not None}


def miscounted(field: str, held: Iterable[str], wanted: Iterable[str], seat: int) -> Iterator[str]:
    """The cards of which a seat holds too many or too few."""
    found, due = Counter(held), Counter(wanted)
    for card in sorted(found.keys() | due.keys()):
        if found[card] != due[card]:
            yield f"{field}: {found[card]} of {card}, but seat {seat} has {due[card]}"


@all_faults
def faults(state: ZoonState) -> Iterator[str]:
    yield from state.piece_faults()
    for number, piece in enumerate(state.board):
        if piece is not None and state.is_walled(number):
            yield f"obstacles: a card and an Obstacle both on {NAMES[number]}"
    # While armies are laid out, each is complete or not there yet.
    if state.phase not in ("lot", "play"):
        for seat, is_ready in enumerate(state.ready):
            laid = {
                NAMES[n] for n, piece in enumerate(state.board) if piece is not None and piece.seat == seat
            }
            whole = len(laid) == state.to_lay(seat) and laid.issubset(BOARD.zone(seat))
            if not whole and (is_ready or state.phase != "deploy"):
                yield f"cards: the army of seat {seat} lies whole in its own zone before play"
            yield from state.laying_faults(seat)
    if state.over is None:
        yield from _due_faults(state)
    # Every card of a seat lies somewhere, by its name or without one.
    for seat in (0, 1):
        agreed, unseen = state.agreed, state.stock.unseen[seat]
        yield from miscounted("cards", (*state.zoons_known(seat), *unseen), agreed.armies[seat], seat)
        is_laid = state.phase != "deploy" or state.ready[seat]
        if not is_laid and any(piece is not None and piece.seat == seat for piece in state.board):
            yield f"cards: seat {seat} has not laid out its army yet"
        down = state.unknown_places(seat)
        if is_laid and down != len(unseen):
            yield f"cards: seat {seat} has {down} cards without a name, but {len(unseen)} Zoons are unaccounted for"
        yield from miscounted("hand", state.trumps_known(seat), agreed.trumps[seat], seat)
        if state.phase != "play" or state.over is not None:
            continue
        emblem = agreed.emblems[seat]
        if emblem in state.stock.tomb[seat]:
            yield f"tomb: the Emblem of seat {seat} lies there, so the game is over"
        if emblem in state.stock.reinforcements[seat]:
            yield f"reinforcements: the Emblem of seat {seat} is laid out before play"
        yield from state.play_faults(seat)
        # Claims must be possible by all that is known, and by what everybody knows.
        public = state.public()
        for known in (state, public) if public is not state else (state,):
            for number, piece in enumerate(known.board):
                if piece is not None and piece.claims and piece.seat == seat and not known.possible(number):
                    yield f"cards.{NAMES[number]}: no card left can have done what this one did"


def _due_faults(state: ZoonState) -> Iterator[str]:
    """Steps are due only in play, possible where they stand, and nothing comes between a fight and its outcome."""
    if state.todo and state.phase != "play":
        yield "todo: nothing is due before play"
        return
    for number, step in enumerate(state.todo):
        wrong = step.misfit(state)
        if wrong:
            yield f"todo[{number}].{wrong}"
            return
        above = state.todo[number + 1 :]
        if step.fights and not all(later.in_fights for later in above):
            yield f"todo[{number}]: the fight on {step.at} is settled before anything else is due"
    if state.todo and state.todo[-1].is_idle(state):
        yield f"todo[{len(state.todo) - 1}]: nothing can be done for it"
