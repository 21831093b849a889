"""What trumps of every class ask for and do: on which squares they may be laid, at whom they shoot."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from companion.game import Breach, Event
from companion.games.zoon.family.board import NAMES, NUMBERS, Claim, Wall, in_zone, steps, walled
from companion.games.zoon.family.deck import Trump
from companion.games.zoon.family.events import Deed
from companion.games.zoon.family.moves import MOVES, begins
from companion.games.zoon.family.state import ZoonState, tidied
from companion.language import _

LAID = ("wall", "terrain", "zoon")
"""What trumps do that are laid on an empty square."""

Faces = Mapping[int, tuple[str, ...]]


class PlayedTrump(Deed, frozen=True):
    """A seat played a trump: on or at the square `at`, shot by the Zoon on `shooter`."""

    is_like: ClassVar[bool] = True
    seat: int
    trump: str
    at: str | None = None
    by: str | None = msgspec.field(name="shooter", default=None)

    born: ClassVar[Callable[..., Any]]
    """The state once a trump that becomes a Zoon lies there."""
    caged: ClassVar[Callable[..., Any]]
    """The state once a cage lies on the Zoon there."""
    shot: ClassVar[Callable[..., Any]]
    """The state once a shot at the Zoon there is to be settled."""

    def each_copy(self, _state: Any) -> Iterator[Event]:
        """The same with each copy of the trump that differs."""
        yield self

    def breaches(self, state: ZoonState) -> Iterator[Breach]:
        trump = state.agreed.facts.trumps.get(self.trump)
        if trump is None or self.trump not in held(state, self.seat):
            yield Breach("s2-trumps-in-hand", trump.name if trump else self.trump)
        if trump is not None:
            yield from self.aim_breaches(state, trump)

    def aim_breaches(self, state: ZoonState, trump: Trump) -> Iterator[Breach]:
        """The rules that playing it breaks: all but its time, its turn and whose it is."""
        seat, at, by = self.seat, self.at, self.by
        if trump.does in MOVES:
            begun = begins(state, seat, trump)
            if next(begun.step.moves(begun), None) is None:
                yield Breach("zo-29-at-least-one", trump.name)
            yield from user_breaches(state, seat, trump)
            return
        if at not in NUMBERS or at is None:
            yield Breach("ours-squares", f"{trump.name} → {at}")
            return
        about, target = f"{trump.name} → {at}", state.board[NUMBERS[at]]
        is_foe = target is not None and target.seat != seat and not target.cage
        if trump.does == "shot":
            if trump.shots:
                # Who may shoot: an own Zoon, free, and of a type that may use the trump.
                shooter = state.at(by)
                if shooter is None or shooter.seat != seat:
                    yield Breach("s2-shooter", f"{trump.name}: {by or '?'}")
                if shooter is None or by is None:
                    return
                if shooter.cage:
                    yield Breach("zo-28-caged", by)
                if not _some(state, state.possible(NUMBERS[by]), trump.usable_by):
                    yield Breach("s2-trumps-for-a-type", f"{trump.name}: {state.called_on(by)}")
            if not is_foe:
                yield Breach("s2-shots-strike-enemies", about)
            if trump.shots:
                if NUMBERS[at] not in steps(seat, trump.shots)[NUMBERS[str(by)]]:
                    yield Breach("s2-shot-grid", f"{trump.name}: {by} → {at}")
                return
            if not in_zone(seat, at, trump.aim):
                yield Breach("card-own-camp", about)
        elif trump.does in LAID:
            empty = state.is_free(NUMBERS[at]) and NUMBERS[at] not in walled(state.walls)
            if not empty or not in_zone(seat, at, trump.aim):
                rules = {"wall": "card-mur-darbres", "terrain": "zo-31-terrain"}
                yield Breach(rules.get(trump.does, "zo-50-zoon-trump"), about)
        elif trump.does == "gear":
            if target is None or target.seat != seat or not in_zone(seat, at, trump.aim):
                yield Breach("zo-49-gear", about)
            if target is None:
                return
            if target.cage:
                yield Breach("zo-28-caged", at)
            if target.gear:
                yield Breach("zo-49-one-gear", at)
            if not _some(state, state.possible(NUMBERS[at]), trump.of):
                yield Breach("s2-trumps-for-a-type", f"{trump.name}: {state.called_on(at)}")
        elif not is_foe or not in_zone(seat, at, trump.aim):
            yield Breach("card-cage-de-racines", at)
        yield from user_breaches(state, seat, trump)

    def carried_out(self, state: Any, trump: Trump) -> Any:
        """What it does where the seat holds it, lawful or not; the very state where that is nothing."""
        seat, at = self.seat, self.at
        if trump.does in MOVES:
            return begins(served(state, seat, trump), seat, trump)
        if at not in NUMBERS or at is None:
            return state
        target = state.board[NUMBERS[at]]
        if trump.does in LAID:
            state = replace(state.taken("hand", seat, trump.id), untidy=tidied(state.untidy, at))
            if trump.does == "zoon":
                return self.born(state, at, trump)
            wall = Wall(at, seat, trump.id, trump.does == "wall" or trump.blocks)
            return replace(state, walls=tuple(sorted((*state.walls, wall), key=lambda one: one.at)))
        own = target is not None and target.seat == seat
        idle = {"cage": own or (target and target.cage), "gear": not own or (target and target.gear)}
        if target is None or idle.get(trump.does):
            return state
        if trump.does == "shot":
            return self.shot(state, at, trump)
        state = replace(state.taken("hand", seat, trump.id), untidy=tidied(state.untidy, at))
        if trump.does == "cage":
            return self.caged(state, at, target, trump)
        claims = state.claimed(target, Claim(at, at, trump.id)) if trump.of else target.claims
        return state.put({NUMBERS[at]: replace(target, gear=trump.id, claims=claims)})

    def words(self, state: ZoonState, trump: str, met: str) -> str:
        """A trump, called so, played; `met` is what lies where it is laid, or shot at."""
        words = _("{name} plays {trump} at {card} on {square}")
        if self.at is None:
            words = _("{name} plays {trump}")
        elif not met:
            words = _("{name} plays {trump} on {square}")
        elif self.by:
            words = _("{name} plays {trump} from {by} at {card} on {square}")
        name = state.seat_name(self.seat)
        return words.format(name=name, trump=trump, by=self.by, card=met, square=self.at)


def is_usable(state: ZoonState, trump: Trump, faces: Faces) -> bool:
    """Whether a Zoon that may use the trump stands, or may stand, on the board."""
    return not trump.usable_by or _some(state, chain.from_iterable(faces.values()), trump.usable_by)


def user_breaches(state: ZoonState, seat: int, trump: Trump) -> Iterator[Breach]:
    """Whether a Zoon that may use the trump stands, or may stand, on the board."""
    if not is_usable(state, trump, state.all_faces(seat)):
        yield Breach("s2-trumps-for-a-type", trump.name)


def _some(state: ZoonState, faces: Iterable[str], types: tuple[str, ...]) -> bool:
    """Whether one of these cards may be of one of the types; any is, where none is named."""
    zoon = state.agreed.facts.zoon
    return not types or any(zoon(face).type in types for face in faces)


def held(state: ZoonState, seat: int) -> tuple[str, ...]:
    """The trumps that a seat may still play: those in hand and those beside the board, each once, sorted."""
    return tuple(sorted({*state.stock.hand[seat], *(aside.trump for aside in state.aside[seat])}))


def plays(state: ZoonState, seat: int, faces: Faces) -> Iterator[Any]:
    """Every lawful way to play a trump; `faces`: what each Zoon of the seat on the board may be, by square."""
    played, foes = state.agreed.game.played, dict(state.zoons_of(1 - seat)).keys()
    for name in held(state, seat):
        trump = state.agreed.facts.trumps[name]
        if trump.does in MOVES:
            if next(played(seat, name).aim_breaches(state, trump), None) is None:
                yield played(seat, name)
        elif trump.shots:
            struck = steps(seat, trump.shots)
            for by, can in faces.items():
                if not foes.isdisjoint(struck[by]) and _some(state, can, trump.usable_by):
                    for at in filter(foes.__contains__, struck[by]):
                        yield from played(seat, name, NAMES[at], NAMES[by]).each_copy(state)
        else:
            squares: Iterable[int] = foes
            if trump.does in LAID:
                taken = walled(state.walls)
                squares = (n for n, piece in enumerate(state.board) if piece is None and n not in taken)
            elif trump.does == "gear":
                free = (n for n in faces if not state.board[n].gear)
                squares = (n for n in free if _some(state, faces[n], trump.of))
            found = [n for n in squares if in_zone(seat, NAMES[n], trump.aim)]
            if found and is_usable(state, trump, faces):
                for n in found:
                    yield from played(seat, name, NAMES[n]).each_copy(state)


def served(state: Any, seat: int, trump: Trump, *, broken: bool = False) -> Any:
    """A trump that serves once leaves the hand for the tomb, even if it misses; so does one that is broken."""
    if (trump.reused and not broken) or trump.id not in state.stock.hand[seat]:
        return state
    return state.taken("hand", seat, trump.id).added("tomb", seat, trump.id)
