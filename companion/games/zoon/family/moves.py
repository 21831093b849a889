"""Who may move and where: what blocks a way, the moves that a trump gives, and what stars do.

Under control a trump moves the rival's Zoons, and their grids are read as the controller sees them.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.family.board import NAMES, NUMBERS, March, Star, path_names
from companion.games.zoon.family.deck import BEHIND, BOARD, Facts, Trump
from companion.games.zoon.family.grids import Spans, Way, spans
from companion.games.zoon.family.state import Agreed, P, S, ZoonState, called_on, card_on, name_of, put
from companion.games.zoon.family.unseen import all_faces, possible
from companion.kits.grid import EIGHT

MOVES = ("march", "pull-back", "control")
"""What trumps do that move Zoons."""


def zoons_of(board: Sequence[P | None], seat: int) -> list[tuple[int, P]]:
    """A seat's Zoons by square; a caged card is none. One that stands over a defender is not listed."""
    return [(n, p) for n, p in enumerate(board) if p is not None and p.seat == seat and not p.cage]


def is_open(state: ZoonState, way: Way) -> bool:
    """Whether nothing stands between the start and the last square of a way."""
    return all(map(state.is_free, way.between))


def follows_grid(state: ZoonState) -> bool:
    """Whether the move that is due keeps to the printed grid, rather than to what a card says."""
    step = state.step
    if isinstance(step, March):
        return state.agreed.facts.trumps[step.trump].does != "pull-back"
    if isinstance(step, Star):
        return state.agreed.zoon(step.card).star in ("again", "send")
    return True


def let_move(state: ZoonState, faces: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the faces that the trump or star that is due lets move."""
    step, agreed = state.step, state.agreed
    if isinstance(step, March):
        of = agreed.facts.trumps[step.trump].of
        return tuple(face for face in faces if not of or agreed.zoon(face).type in of)
    if isinstance(step, Star):
        star = agreed.zoon(step.card)
        if star.star == "send":
            return tuple(face for face in faces if agreed.zoon(face).species in star.partners)
    return faces


def mover_of(facts: Facts, step: March) -> int:
    """Whose Zoons the trump moves: the other seat's where it takes control of them."""
    return 1 - step.seat if facts.trumps[step.trump].does == "control" else step.seat


def moves_enemies(state: ZoonState, square: str) -> bool:
    """Whether what is due makes one seat move the other's Zoon on this square."""
    step = state.step
    if isinstance(step, March):
        return mover_of(state.agreed.facts, step) != step.seat
    return isinstance(step, Star) and step.at == square


def march_breaches(state: ZoonState, step: March, event: Any, faces: tuple[str, ...]) -> Iterator[Breach]:
    """Whether a Zoon may be moved by the trump that was played; grid and path are judged elsewhere."""
    trump = state.agreed.facts.trumps[step.trump]
    piece = state.board[NUMBERS[event.start]]
    assert piece is not None
    if piece.seat != mover_of(state.agreed.facts, step):
        rule = "s2-own-zoons" if piece.seat != step.seat else "zo-11-control"
        yield Breach(rule, f"{trump.name}: {called_on(state, event.start)}")
    if piece.moved == step.trump:
        yield Breach("s2-different-zoons", called_on(state, event.start))
    if not let_move(state, faces):
        yield Breach("s2-trumps-for-a-type", f"{trump.name}: {called_on(state, event.start)}")
    if follows_grid(state):
        return
    if NUMBERS[event.to] not in BOARD.steps(piece.seat, NUMBERS[event.start], BEHIND):
        yield Breach("card-poudre-descampette", f"{event.start} → {event.to}")
    if not state.is_free(NUMBERS[event.to]):
        yield Breach("card-onto-an-empty-square", event.to)


def march_moves(state: ZoonState, step: March, *, sure: bool = False) -> Iterator[Any]:
    """Every lawful move by the trump that was played; `sure`: only Zoons whose identity is known."""
    kind, seat, owner = state.agreed.kind, step.seat, mover_of(state.agreed.facts, step)
    faces = all_faces(state, owner)
    for number, piece in zoons_of(state.board, owner):
        if piece.moved == step.trump or (sure and piece.card is None):
            continue
        can = let_move(state, faces[number])
        if can and follows_grid(state):
            yield from kind.grid_moves(state, number, piece, can, seat)
        elif can:
            behind = filter(state.is_free, BOARD.steps(step.seat, number, BEHIND))
            yield from (moved(state, seat, number, to) for to in behind)


def moved(state: ZoonState, seat: int, start: int, to: int) -> Any:
    """The event of a seat that moves a Zoon without regard to its grid, named while it lies face up."""
    piece, kind = state.board[start], state.agreed.kind
    event = kind.moved(seat, NAMES[start], NAMES[to])
    return replace(event, card=piece.card) if piece.up and not kind.hidden else event


def move_words(state: ZoonState, event: Any, card: str | None) -> str:
    """A move where a rule is broken with it; where Zoons lie open with the name, or that of the `card` it shows."""
    agreed, move = state.agreed, f"{event.start} → {event.to}"
    if agreed.kind.hidden:
        return move
    piece, name = state.board[NUMBERS[event.start]], name_of(state, event.start)
    if piece is not None and not piece.up and card is not None and card in agreed.facts.zoons:
        name = agreed.facts.name(card)
    return f"{name} {move}"


def begins(state: S, seat: int, trump: Trump) -> S:
    return replace(state, todo=(*state.todo, March(seat, trump.id, trump.moves)))


def may_begin(state: ZoonState, seat: int, trump: Trump) -> bool:
    step = March(seat, trump.id, trump.moves)
    return next(march_moves(begins(state, seat, trump), step), None) is not None


def stop_breaches(state: ZoonState, _event: Any) -> Iterator[Breach]:
    """Whether the moves of a trump may end here, or a star go without its effect."""
    step = state.step
    if isinstance(step, March):
        if not step.made and next(march_moves(state, step, sure=True), None) is not None:
            yield Breach("zo-29-at-least-one", state.agreed.facts.name(step.trump))
    elif not isinstance(step, Star):
        yield Breach("ours-nothing-to-stop")
    elif is_certain(state, step):
        yield Breach("zo-19-must-if-possible", state.agreed.facts.name(step.card))


def star_begun(state: S, own: str, other: str, *, attacked: bool) -> S:
    """The state with the star of the Zoon on `own` under way, after the retreat; `other` is its opponent's square.

    `attacked`: it was the attacker. What everybody knows to leave no choice is done at once; an effect that cannot be
    carried out falls away by itself.
    """
    kind, piece = state.agreed.kind, state.board[NUMBERS[own]]
    zoon = None if piece is None or piece.card is None else state.agreed.zoon(piece.card)
    if piece is None or zoon is None:
        return state
    if zoon.star == "swap":
        return put(state, {NUMBERS[own]: state.board[NUMBERS[other]], NUMBERS[other]: piece})
    if zoon.star is None or (zoon.star in ("again", "send") and not attacked):
        return state
    step = Star(piece.seat, zoon.id, own)
    if zoon.star == "pull-other":
        step = Star(1 - piece.seat, zoon.id, other)
    asked = replace(state, todo=(*state.todo, step))
    if zoon.star == "trade":
        public = kind.public(asked)
        partners = list(kind.trades(public, step))
        if len(partners) == 1 and partners[0].card is None and is_certain(public, step):
            swapped: S = kind.swapped(state, partners[0])
            return swapped
    return asked


def star_targets(state: ZoonState, step: Star, number: int) -> tuple[int, ...]:
    """The squares that a star lets the Zoon on a square go to; "behind" is as its owner sees it."""
    piece = state.board[number]
    if piece is None:
        return ()
    star = state.agreed.zoon(step.card).star
    if star == "relocate":
        near: tuple[int, ...] = tuple(range(len(BOARD)))
    elif star == "slide":
        near = BOARD.steps(piece.seat, number, EIGHT)
    else:
        near = BOARD.steps(piece.seat, number, BEHIND)
    return tuple(to for to in near if state.is_free(to))


def star_breaches(
    state: ZoonState, step: Star, event: Any, faces: tuple[str, ...], about: str
) -> Iterator[Breach]:
    """Whether a move is the one that a star asks for; grid and path are judged elsewhere."""
    zoon = state.agreed.zoon(step.card)
    if zoon.star == "send":
        fits = bool(let_move(state, faces))
    else:
        there = zoon.star == "again" or NUMBERS[event.to] in star_targets(state, step, NUMBERS[event.start])
        fits = there and zoon.star != "trade" and (zoon.star == "pull-own" or event.start == step.at)
    if not fits:
        yield Breach(f"star-{zoon.species}", about)
    if not (follows_grid(state) or state.is_free(NUMBERS[event.to])):
        yield Breach("zo-32-obstacle", event.to)


def star_moves(state: ZoonState, step: Star, *, sure: bool = False) -> Iterator[Any]:
    """Every lawful way to carry out a star; `sure`: only with Zoons whose identity is known."""
    kind, star = state.agreed.kind, state.agreed.zoon(step.card).star
    if star == "trade":
        yield from kind.trades(state, step)
        return
    zoons = zoons_of(state.board, step.seat)
    if star not in ("send", "pull-own"):
        number = NUMBERS[step.at]
        at = state.board[number]
        zoons = [] if at is None or at.cage else [(number, at)]
    for number, piece in zoons:
        if sure and piece.card is None and (star == "send" or not kind.hidden):
            continue
        if star in ("send", "again"):
            can = let_move(state, possible(state, number))
            yield from kind.grid_moves(state, number, piece, can, piece.seat)
        else:
            targets = star_targets(state, step, number)
            yield from (moved(state, step.seat, number, to) for to in targets)


def is_certain(state: ZoonState, step: Star) -> bool:
    """Whether the star can surely be carried out, whatever the unknown cards are."""
    zoon, seat = state.agreed.zoon(step.card), step.seat
    if zoon.star != "trade":
        return next(star_moves(state, step, sure=True), None) is not None
    known = [piece for _, piece in zoons_of(state.board, seat) if piece.card is not None]
    if any(state.agreed.zoon(piece.card).species in zoon.partners for piece in known):
        return True
    piles = (*state.stock.reinforcements[seat], *state.stock.tomb[seat], *state.stock.off[seat])
    elsewhere = piles.count(None)
    if state.agreed.kind.hidden:
        elsewhere += sum(
            p is not None and p.seat == seat and p.card is None and bool(p.cage) for p in state.board
        )
    return (
        sum(state.agreed.zoon(face).species in zoon.partners for face in state.stock.unseen[seat]) > elsewhere
    )


Ways = Mapping[int, tuple[Way, ...]]


@lru_cache(maxsize=65536)
def reach(agreed: Agreed, seat: int, square: int, faces: tuple[str, ...], gear: str = "") -> Ways:
    """Every square that the grids of these faces lead to, with the ways to it, read with that seat at its near edge."""
    found: dict[int, tuple[Way, ...]] = {}
    for face in faces:
        for to, printed in agreed.facts.ways(face, seat, square, gear or None).items():
            held = found.get(to, ())
            found[to] = (*held, *(way for way in printed if way not in held))
    return found


@lru_cache(maxsize=65536)
def reach_spans(agreed: Agreed, seat: int, square: int, faces: tuple[str, ...], gear: str) -> Spans:
    """The same, each square with what must be empty between."""
    return spans(reach(agreed, seat, square, faces, gear))


def move_breaches(state: ZoonState, event: Any) -> Iterator[Breach]:
    """The rules that a move breaks, its time and turn apart."""
    kind, step = state.agreed.kind, state.step
    start, to = NUMBERS.get(event.start), NUMBERS.get(event.to)
    if start is None or to is None:
        yield Breach("ours-squares", f"{event.start} → {event.to}")
        return
    piece = state.board[start]
    if piece is None:
        yield Breach("ours-something-there", event.start)
        return
    if piece.seat != event.seat and not moves_enemies(state, event.start):
        yield Breach("s2-own-zoons", called_on(state, event.start))
    if piece.cage:
        yield Breach("zo-28-caged", event.start)
    faces = possible(state, start)
    if piece.card is None and event.card is not None and event.card in state.agreed.armies[piece.seat]:
        faces = (event.card,)
    if isinstance(step, March):
        yield from march_breaches(state, step, event, faces)
    elif isinstance(step, Star):
        yield from star_breaches(state, step, event, faces, move_words(state, event, None))
    if follows_grid(state):
        # Geometry first, then what stands in the way.
        agreed, start, to = state.agreed, NUMBERS[event.start], NUMBERS[event.to]
        reader = event.seat if agreed.kind.hidden or moves_enemies(state, event.start) else piece.seat
        printed = reach(agreed, reader, start, let_move(state, faces) or faces, piece.gear).get(to, ())
        ways = [way for way in printed if path_names(way) == event.path] if event.path else printed
        is_blocked = not any(not way.between or is_open(state, way) for way in ways)
        target = state.board[to]
        if not ways:
            yield Breach("zo-07-not-on-its-grid", move_words(state, event, event.card))
        if (target is None and state.is_walled(to)) or (target is not None and target.cage):
            yield Breach("zo-32-obstacle", event.to)
        if target is not None and target.seat == event.seat:
            yield Breach("zo-08-not-onto-a-friend", card_on(state, target, event.to))
        if ways and is_blocked:
            yield Breach("zo-08-blocked-path", move_words(state, event, event.card))
    yield from kind.shown_breaches(state, event, piece)
