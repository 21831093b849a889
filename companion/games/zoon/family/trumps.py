"""What trumps of every class ask for: on which squares they may be laid, at whom they shoot."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.family.board import NAMES, NUMBERS, Claim, Wall, in_rows, in_zone, walled
from companion.games.zoon.family.deck import BOARD, CAMP_ROWS, OWN_CAMP, Trump
from companion.games.zoon.family.moves import MOVES, begins, may_begin, zoons_of
from companion.games.zoon.family.state import S, ZoonPiece, ZoonState, added, called_on, put, taken, tidied
from companion.games.zoon.family.unseen import may_use, possible

LAID = ("wall", "terrain", "zoon")
"""What trumps do that are laid on an empty square."""

Faces = Mapping[int, tuple[str, ...]]


def play_breaches(state: ZoonState, event: Any, trump: Trump) -> Iterator[Breach]:
    """The rules that playing a trump breaks: all but its time, its turn and whose it is."""
    if trump.does not in MOVES:
        yield from breaches(state, event, trump)
        return
    if not may_begin(state, event.seat, trump):
        yield Breach("zo-29-at-least-one", trump.name)
    yield from user_breaches(state, event.seat, trump)


def breaches(state: ZoonState, event: Any, trump: Trump) -> Iterator[Breach]:
    """The rules that laying a trump breaks, or shooting with it."""
    at = event.at
    if at not in NUMBERS or at is None:
        yield Breach("ours-squares", f"{trump.name} → {at}")
        return
    about, target = f"{trump.name} → {at}", state.board[NUMBERS[at]]
    is_foe = _is_foe(target, event.seat)
    if trump.does == "shot" and not isinstance(trump.aim, str):
        yield from _shooter_breaches(state, event, trump)
        if event.by not in NUMBERS or state.board[NUMBERS[event.by or ""]] is None:
            return
    if trump.does == "shot":
        if not is_foe:
            yield Breach("s2-shots-strike-enemies", about)
        if not isinstance(trump.aim, str):
            if NUMBERS[at] not in BOARD.steps(event.seat, NUMBERS[event.by or ""], trump.aim):
                yield Breach("s2-shot-grid", f"{trump.name}: {event.by} → {at}")
            return
        if not in_rows(event.seat, at, CAMP_ROWS):
            yield Breach("card-own-camp", about)
    elif trump.does in LAID:
        empty = state.is_free(NUMBERS[at]) and NUMBERS[at] not in walled(state.walls)
        if not empty or not in_zone(event.seat, at, str(trump.aim)):
            rule = {"wall": "card-mur-darbres", "terrain": "zo-31-terrain"}.get(
                trump.does, "zo-50-zoon-trump"
            )
            yield Breach(rule, about)
    elif trump.does == "gear":
        yield from _gear_breaches(state, event, trump)
        if target is None:
            return
    elif not is_foe or not in_zone(event.seat, at, str(trump.aim)):
        yield Breach("card-cage-de-racines", at)
    yield from user_breaches(state, event.seat, trump)


def user_breaches(state: ZoonState, seat: int, trump: Trump) -> Iterator[Breach]:
    """Whether a Zoon that may use the trump stands, or may stand, on the board."""
    users = (n for n, _ in zoons_of(state.board, seat) if _some(state, possible(state, n), trump.usable_by))
    if trump.usable_by and next(users, None) is None:
        yield Breach("s2-trumps-for-a-type", trump.name)


def _shooter_breaches(state: ZoonState, event: Any, trump: Trump) -> Iterator[Breach]:
    """Who may shoot: an own Zoon, free, and of a type that may use the trump."""
    shooter = state.board[NUMBERS[event.by]] if event.by in NUMBERS and event.by else None
    if shooter is None or shooter.seat != event.seat:
        yield Breach("s2-shooter", f"{trump.name}: {event.by or '?'}")
    if shooter is None or event.by is None:
        return
    if shooter.cage:
        yield Breach("zo-28-caged", event.by)
    if not _some(state, possible(state, NUMBERS[event.by]), trump.usable_by):
        yield Breach("s2-trumps-for-a-type", f"{trump.name}: {called_on(state, event.by)}")


def _gear_breaches(state: ZoonState, event: Any, trump: Trump) -> Iterator[Breach]:
    at = event.at or ""
    target = state.board[NUMBERS[at]]
    if target is None or target.seat != event.seat or not in_zone(event.seat, at, str(trump.aim)):
        yield Breach("zo-49-gear", f"{trump.name} → {at}")
    if target is None:
        return
    if target.cage:
        yield Breach("zo-28-caged", at)
    if target.gear:
        yield Breach("zo-49-one-gear", at)
    if not _some(state, possible(state, NUMBERS[at]), trump.of):
        yield Breach("s2-trumps-for-a-type", f"{trump.name}: {called_on(state, at)}")


def _some(state: ZoonState, faces: tuple[str, ...], types: tuple[str, ...]) -> bool:
    """Whether one of these cards may be of one of the types; any is, where none is named."""
    return not types or any(state.agreed.zoon(face).type in types for face in faces)


def _is_foe(piece: ZoonPiece | None, seat: int) -> bool:
    """Whether an enemy stands there that can be struck."""
    return piece is not None and piece.seat != seat and not piece.cage


def aims(state: ZoonState, seat: int, trump: Trump, faces: Faces) -> Iterator[tuple[int, int | None]]:
    """(square, shooter) for every lawful way to lay a trump or to shoot with it; None where nobody has to shoot.

    `faces`: what each Zoon of the seat on the board may be, by square.
    """
    if trump.does == "shot" and not isinstance(trump.aim, str):
        for by, can in faces.items():
            struck = [at for at in BOARD.steps(seat, by, trump.aim) if _is_foe(state.board[at], seat)]
            if struck and any(may_use(trump, state.agreed.zoon(face).type) for face in can):
                yield from ((at, by) for at in struck)
        return
    if not any(_some(state, can, trump.usable_by) for can in faces.values()) and trump.usable_by:
        return
    if trump.does in LAID:
        taken = walled(state.walls)
        squares = (n for n, piece in enumerate(state.board) if piece is None and n not in taken)
    elif trump.does == "gear":
        squares = (
            n
            for n, can in faces.items()
            if (piece := state.board[n]) is not None and not piece.gear and _some(state, can, trump.of)
        )
    else:
        squares = (number for number, _ in zoons_of(state.board, 1 - seat))
    aim = OWN_CAMP if trump.does == "shot" else str(trump.aim)
    yield from ((number, None) for number in squares if in_zone(seat, NAMES[number], aim))


def held(state: ZoonState, seat: int) -> tuple[str, ...]:
    """The trumps that a seat may still play: those in hand and those beside the board, each once, sorted."""
    return tuple(sorted({*state.stock.hand[seat], *(aside.trump for aside in state.aside[seat])}))


def plays(state: ZoonState, seat: int, faces: Faces) -> Iterator[Any]:
    """Every lawful way to play a trump; `faces`: what each Zoon of the seat on the board may be, by square."""
    played = state.agreed.kind.played
    for name in held(state, seat):
        trump = state.agreed.facts.trumps[name]
        if trump.does not in MOVES:
            for at, by in aims(state, seat, trump, faces):
                yield played(seat, name, NAMES[at], None if by is None else NAMES[by])
        elif next(play_breaches(state, played(seat, name), trump), None) is None:
            yield played(seat, name)


def served(state: S, seat: int, trump: Trump, *, broken: bool = False) -> S:
    """A trump that serves once leaves the hand for the tomb, even if it misses; so does one that is broken."""
    if (trump.reused and not broken) or trump.id not in state.stock.hand[seat]:
        return state
    return added(taken(state, "hand", seat, trump.id), "tomb", seat, trump.id)


def after(state: S, event: Any, trump: Trump) -> S:
    """What playing a trump does that the seat holds, lawful or not; the very state where that is nothing."""
    kind, seat, at = state.agreed.kind, event.seat, event.at
    done: S
    if trump.does in MOVES:
        return begins(served(state, seat, trump), seat, trump)
    if at not in NUMBERS:
        return state
    target = state.board[NUMBERS[at]]
    if trump.does in LAID:
        state = replace(taken(state, "hand", seat, trump.id), untidy=tidied(state.untidy, at))
        if trump.does != "zoon":
            wall = Wall(at, seat, trump.id, trump.does == "wall" or trump.blocks)
            return replace(state, walls=tuple(sorted((*state.walls, wall), key=lambda one: one.at)))
        done = kind.born(state, seat, at, trump)
        return done
    own = target is not None and target.seat == seat
    idle = {"cage": own or (target and target.cage), "gear": not own or (target and target.gear)}
    if target is None or idle.get(trump.does):
        return state
    if trump.does == "shot":
        done = kind.shot(state, event, trump)
        return done
    state = replace(taken(state, "hand", seat, trump.id), untidy=tidied(state.untidy, at))
    if trump.does == "cage":
        done = kind.caged(state, at, target, trump)
        return done
    claims = kind.claimed(state, target, Claim(at, at, trump.id)) if trump.of else target.claims
    return put(state, {NUMBERS[at]: replace(target, gear=trump.id, claims=claims)})
