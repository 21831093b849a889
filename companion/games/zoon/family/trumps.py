"""What trumps of every class ask for: on which squares they may be laid, at whom they shoot."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.game import Breach
from companion.games.zoon.family.board import NAMES, NUMBERS, Wall, in_rows, in_zone, walled
from companion.games.zoon.family.deck import BOARD, CAMP_ROWS, OWN_CAMP, Trump
from companion.games.zoon.family.state import ZoonPiece, ZoonState
from companion.games.zoon.family.unseen import may_use
from companion.games.zoon.family.ways import Called, zoons_of

LAID = ("wall", "terrain", "zoon")
"""What trumps do that are laid on an empty square."""

Faces = Mapping[int, tuple[str, ...]]
Possible = Callable[[int], tuple[str, ...]]
"""What the Zoon on a square may be."""


def breaches(
    state: ZoonState, event: Any, trump: Trump, possible: Possible, called: Called
) -> Iterator[Breach]:
    """The rules that laying a trump breaks, or shooting with it: all but its time, its turn and whose it is."""
    at = event.at
    if at not in NUMBERS or at is None:
        yield Breach("ours-squares", f"{trump.name} → {at}")
        return
    about, target = f"{trump.name} → {at}", state.board[NUMBERS[at]]
    is_foe = _is_foe(target, event.seat)
    if trump.does == "shot" and not isinstance(trump.aim, str):
        yield from _shooter_breaches(state, event, trump, possible, called)
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
        yield from _gear_breaches(state, event, trump, possible, called)
        if target is None:
            return
    elif not is_foe or not in_zone(event.seat, at, str(trump.aim)):
        yield Breach("card-cage-de-racines", at)
    yield from user_breaches(state, event.seat, trump, possible)


def user_breaches(state: ZoonState, seat: int, trump: Trump, possible: Possible) -> Iterator[Breach]:
    """Whether a Zoon that may use the trump stands, or may stand, on the board."""
    users = (n for n, _ in zoons_of(state.board, seat) if _some(state, possible(n), trump.usable_by))
    if trump.usable_by and next(users, None) is None:
        yield Breach("s2-trumps-for-a-type", trump.name)


def _shooter_breaches(
    state: ZoonState, event: Any, trump: Trump, possible: Possible, called: Called
) -> Iterator[Breach]:
    """Who may shoot: an own Zoon, free, and of a type that may use the trump."""
    shooter = state.board[NUMBERS[event.by]] if event.by in NUMBERS and event.by else None
    if shooter is None or shooter.seat != event.seat:
        yield Breach("s2-shooter", f"{trump.name}: {event.by or '?'}")
    if shooter is None or event.by is None:
        return
    if shooter.cage:
        yield Breach("zo-28-caged", event.by)
    if not _some(state, possible(NUMBERS[event.by]), trump.usable_by):
        yield Breach("s2-trumps-for-a-type", f"{trump.name}: {called(event.by)}")


def _gear_breaches(
    state: ZoonState, event: Any, trump: Trump, possible: Possible, called: Called
) -> Iterator[Breach]:
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
    if not _some(state, possible(NUMBERS[at]), trump.of):
        yield Breach("s2-trumps-for-a-type", f"{trump.name}: {called(at)}")


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


def laid_for_good(walls: tuple[Wall, ...], seat: int, at: str, trump: Trump) -> tuple[Wall, ...]:
    """What lies on squares to the end of the game, with one trump more."""
    wall = Wall(at, seat, trump.id, trump.does == "wall" or trump.blocks)
    return tuple(sorted((*walls, wall), key=lambda one: one.at))
