"""What a seat may do in its turn, and what comes of it: moves, shots, captures, summonses, the end of a turn."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from companion.game import Over, Seat, Violation
from companion.games.zones.events import Moved, Shot, Summoned
from companion.games.zones.pieces import BASE, FOREST, HILLS, Kind, stands_on, terrain_name, word
from companion.games.zones.state import BASE_ID, Field, Piece, State, Untidy, with_own
from companion.language import _, marked

# Captures: which pieces are protected, who helps against that, and where a captured piece goes.
#
# Ledger ZN-15, ZN-16, ZN-17, ZN-19, ZN-20, ZN-36.


def is_protected(state: State, square: int) -> bool:
    """Whether the piece on a square stands on its preferred terrain, or counts as if, beside an own Vala."""
    piece = state.board[square]
    return piece is not None and (
        state.terrain[square] in piece.kind.preferred or is_sheltered(state, square)
    )


def is_sheltered(state: State, square: int) -> bool:
    """Whether a friend beside it lets the piece on a square count as being on preferred terrain (ZN-20)."""
    piece, board = state.board[square], state.board
    if piece is None:
        return False
    for near in state.agreed.board.near[square]:
        other = board[near]
        if other is not None and other.seat == piece.seat and other.kind.special == "shelter":
            return True
    return False


def has_friend(state: State, square: int, seat: Seat, besides: int = -1) -> bool:
    """Whether a piece of a seat is adjacent to a square; the one on `besides` does not count."""
    board = state.board
    for near in state.agreed.board.near[square]:
        other = board[near]
        if other is not None and other.seat == seat and near != besides:
            return True
    return False


def may_capture(state: State, captor: Piece, start: int, square: int) -> bool:
    """Whether protection lets this captor, from `start`, take the piece on a square."""
    if not is_protected(state, square) or has_friend(state, square, captor.seat, start):
        return True
    # It is its own helper (ZN-16); by option `twice` only where the target has no friend beside it.
    target = state.board[square]
    if captor.kind.special != "counts-twice":
        return False
    return not (state.agreed.friendless and target is not None and has_friend(state, square, target.seat))


def capture_violations(state: State, captor: Piece, start: int, square: int) -> Iterator[Violation]:
    target = state.board[square]
    if target is None or may_capture(state, captor, start, square):
        return
    at = stands_on(target.kind.name, state.agreed.board.names[square])
    if captor.kind.special == "counts-twice":
        yield Violation("zn-16-counts-twice", _("{piece} has friends adjacent").format(piece=at))
    else:
        preferred = state.terrain[square] in target.kind.preferred
        yield Violation("zn-15-protected" if preferred else "zn-20-sheltered", at)


def captured(state: State, captor: Piece, square: int) -> State:
    """The piece on a square goes to the captor's captures; a Trollwife's capture brings one back (ZN-19).

    A piece of the captor's own side, which may not be captured, goes back to reserve.
    """
    target = state.board[square]
    if target is None:
        return state
    seat, name = captor.seat, target.kind.id
    untidy = Untidy(state.agreed.board.names[square], name)
    if target.seat == seat:
        return replace(state, pool=state.pool.into("reserve", seat, name), untidy=(untidy,))
    state = replace(state, pool=state.pool.into("captured", seat, name), untidy=(untidy,))
    if captor.kind.special == "bring-back" and target.kind.category == "infantry":
        lost = returning(state, seat)
        if len(lost) == 1:
            return returned(state, seat, lost[0])
        return replace(state, choosing=len(lost) > 1)
    return state


def returning(state: State, seat: Seat) -> tuple[str, ...]:
    """The kinds of a seat's own infantry among its rival's captures."""
    kinds = state.agreed.kinds
    lost = (piece for piece in state.pool.captured[1 - seat] if piece in kinds)
    return tuple(sorted({piece for piece in lost if kinds[piece].category == "infantry"}))


def returned(state: State, seat: Seat, piece: str) -> State:
    if piece not in state.pool.captured[1 - seat]:
        return state
    pool = state.pool.out_of("captured", 1 - seat, piece).into("reserve", seat, piece)
    untidy = tuple(Untidy(thing.at, thing.piece, piece) for thing in state.untidy)
    return replace(state, pool=pool, choosing=False, untidy=untidy)


# Moves and shots: where a piece may go, which rule forbids the rest, and what a move does even then.
#
# Ledger ZN-12 to ZN-18, ZN-21, ZN-29, ZN-36.


def moves(state: State, start: int, piece: Piece) -> list[int]:
    kind, terrain, board = piece.kind, state.terrain, state.board
    special, barred, difficult = kind.special, kind.barred, kind.difficult
    lines, found = state.agreed.board.lines[start], []
    if special == "leap" and not kind.is_fortification:
        # It may move to any hill tile directly, over everything (ZN-21).
        hills = [square for square, ground in enumerate(terrain) if ground == HILLS and square != start]
        found = [square for square in hills if _may_end(state, piece, start, square)]
    for direction in kind.directions:
        # One enemy may be passed by a piece that crosses; difficult terrain ends the way.
        crosses = special == "cross-one"
        for square in lines[direction]:
            ground = terrain[square]
            if ground in barred:
                break
            other = board[square]
            if other is None:
                found.append(square)
            else:
                if other.seat == piece.seat:
                    break
                if may_capture(state, piece, start, square):
                    found.append(square)
                if not crosses:
                    break
                crosses = False
            if ground in difficult:
                break
    return list(dict.fromkeys(found)) if special == "leap" else found


def _may_end(state: State, piece: Piece, start: int, square: int) -> bool:
    """Whether a piece that comes from `start` may end on a square, or take what stands there."""
    other = state.board[square]
    return other is None or (other.seat != piece.seat and may_capture(state, piece, start, square))


def shots(state: State, start: int, piece: Piece) -> list[int]:
    if piece.kind.special != "shoot":
        return []
    near = (square for square in state.agreed.board.near[start] if state.board[square] is not None)
    return [square for square in near if _may_end(state, piece, start, square)]


def act_violations(state: State, event: Moved | Shot) -> Iterator[Violation]:
    aim = event.at if isinstance(event, Shot) else event.to
    start, to = state.square(event.start), state.square(aim)
    if start is None or to is None:
        yield Violation("ours-squares", event.start if start is None else aim)
        return
    piece = state.board[start]
    if piece is None or piece.seat != event.seat:
        yield Violation("ours-own-piece", event.start)
    if piece is None:
        return
    if isinstance(event, Moved):
        yield from _move_violations(state, piece, start, to)
        return
    target = state.board[to]
    if piece.kind.special != "shoot":
        yield Violation("zn-17-archers-shoot", piece.kind.name)
    if target is None or target.seat == event.seat or to not in state.agreed.board.near[start]:
        yield Violation("zn-17-adjacent-enemy", event.at)
    yield from capture_violations(state, piece, start, to)


def _move_violations(state: State, piece: Piece, start: int, to: int) -> Iterator[Violation]:
    if piece.kind.is_fortification:
        yield Violation("zn-34-never-moves", piece.kind.name)
    yield from _way_violations(state, piece, start, to)
    # What forbids the last square.
    ground, other, at = state.terrain[to], state.board[to], state.agreed.board.names[to]
    if ground == BASE:
        yield Violation("zn-29-base-in-the-way", at)
    leaps = piece.kind.special == "leap" and ground == HILLS
    if ground in piece.kind.restricted and not leaps:
        yield Violation("zn-14-restricted", stands_on(terrain_name(ground), at))
    if other is not None and other.seat == piece.seat:
        yield Violation("zn-12-not-through-pieces", stands_on(other.kind.name, at))
    else:
        yield from capture_violations(state, piece, start, to)


def _way_violations(state: State, piece: Piece, start: int, to: int) -> Iterator[Violation]:
    if piece.kind.special == "leap" and state.terrain[to] == HILLS and to != start:
        return
    line = state.agreed.board.between(start, to)
    if line is None or line[0] not in piece.kind.directions:
        words = word("moves", piece.kind.movement)
        yield Violation("zn-12-straight-line", words.format(piece=piece.kind.name))
    crossed = False
    for square in () if line is None else line[1]:
        other, ground = state.board[square], state.terrain[square]
        at = state.agreed.board.names[square]
        if ground == BASE:
            yield Violation("zn-29-base-in-the-way", at)
        if ground in piece.kind.restricted:
            yield Violation("zn-14-restricted", stands_on(terrain_name(ground), at))
        if other is not None:
            if piece.kind.special != "cross-one" or other.seat == piece.seat:
                yield Violation("zn-12-not-through-pieces", stands_on(other.kind.name, at))
            elif crossed or ground in piece.kind.difficult:
                yield Violation("zn-18-crosses-one", stands_on(other.kind.name, at))
            crossed = True
        if ground in piece.kind.difficult:
            yield Violation("zn-13-difficult", stands_on(terrain_name(ground), at))


def moved(state: State, start: int, to: int) -> State:
    piece = state.board[start]
    if piece is None or start == to:
        return state
    changed = captured(state, piece, to) if state.board[to] is not None else replace(state, untidy=())
    return replace(changed, board=changed.with_squares({start: None, to: piece}))


def shot(state: State, start: int, at: int) -> State:
    piece = state.board[start]
    if piece is None or start == at:
        return state
    changed = captured(state, piece, at)
    return replace(changed, board=changed.with_squares({at: None}))


# Pieces that enter from reserve: where they may, in play and as one of the first three.
#
# Ledger ZN-08, ZN-09, ZN-22, ZN-23, ZN-26, ZN-34, ZN-39.


class Ground(msgspec.Struct, frozen=True, gc=False):
    """The facts that decide where a seat's pieces may enter; `entering`: restricted terrain is allowed, too."""

    board: Field
    terrain: tuple[str, ...]
    home: tuple[int, ...]
    entering: bool


def ground_of(state: State, seat: Seat) -> Ground:
    return Ground(state.agreed.board, state.terrain, state.home(seat), state.agreed.entering)


def entry_violation(ground: Ground, kind: Kind, square: int, kin: Iterable[int]) -> Violation | None:
    """The violation of a piece that enters on an open square; `kin`: squares of its owner's pieces of this kind."""
    rule = entry_rule(ground, kind, square, kin)
    if rule is None:
        return None
    at = ground.board.names[square]
    return Violation(rule, stands_on(terrain_name(ground.terrain[square]), at) if rule in _OF_TERRAIN else at)


_OF_TERRAIN = ("zn-34-preferred-only", "zn-23-into-forest", "zn-09-restricted-entry")


def entry_rule(ground: Ground, kind: Kind, square: int, kin: Iterable[int]) -> str | None:
    terrain = ground.terrain[square]
    if kind.is_fortification:
        if terrain not in kind.preferred:
            return "zn-34-preferred-only"
        return "zn-34-not-by-own-base" if square in ground.home else None
    # Its own text may let a piece enter outside the home tiles.
    forest = kind.special == "into-forest" and ground.terrain[square] == FOREST
    beside = kind.special == "beside-kin" and any(square in ground.board.near[other] for other in kin)
    if square not in ground.home and not (forest or beside):
        if kind.special == "beside-kin":
            return "zn-22-beside-a-spearman"
        return "zn-23-into-forest" if kind.special == "into-forest" else "s4-home-tiles"
    if terrain in kind.restricted and not ground.entering:
        return "zn-09-restricted-entry"
    return None


def kin_of(state: State, seat: Seat, kind: str) -> tuple[int, ...]:
    return tuple(number for number, piece in state.own(seat) if piece.kind.id == kind)


def entries(state: State, seat: Seat) -> list[tuple[str, list[int]]]:
    """Every lawful summons: each kind of piece in reserve with the squares on which it may enter."""
    reserve = state.pool.reserve[seat]
    if not reserve:
        return []
    ground, board, found = ground_of(state, seat), state.board, []
    for name in dict.fromkeys(reserve):
        kind = state.agreed.kinds[name]
        kin = kin_of(state, seat, name) if kind.special == "beside-kin" else ()
        squares = [square for square in entrances(ground, kind, kin) if board[square] is None]
        if squares:
            found.append((name, squares))
    return found


def entrances(ground: Ground, kind: Kind, kin: Iterable[int]) -> list[int]:
    """The squares on which a piece may enter if they are open, each once: `entry_rule` forbids all others."""
    terrain = ground.terrain
    found: Iterable[int] = ground.home
    if kind.is_fortification:
        home = set(ground.home)
        found = [n for n, each in enumerate(terrain) if each in kind.preferred and n not in home]
    elif kind.special == "into-forest":
        found = dict.fromkeys((*found, *[n for n, each in enumerate(terrain) if each == FOREST]))
    elif kind.special == "beside-kin":
        found = dict.fromkeys((*found, *[near for square in kin for near in ground.board.near[square]]))
    barred = _BASES if kind.is_fortification or ground.entering else kind.barred
    return [square for square in found if terrain[square] not in barred]


_BASES = frozenset({BASE})


def violations(state: State, event: Summoned) -> Iterator[Violation]:
    square, kind = state.square(event.at), state.agreed.kinds.get(event.piece)
    if square is None:
        yield Violation("ours-squares", event.at)
        return
    if kind is None or event.piece not in state.pool.reserve[event.seat]:
        yield Violation("ours-from-reserve", event.piece if kind is None else kind.name)
    if kind is None:
        return
    other = state.board[square]
    if other is not None and other.seat != event.seat:
        yield Violation("zn-26-no-capture-from-reserve", event.at)
    if other is not None:
        yield Violation("zn-26-open-tile", event.at)
    if state.terrain[square] == "base":
        yield Violation("zn-29-base-in-the-way", event.at)
    kin = kin_of(state, event.seat, event.piece)
    yield from filter(None, (entry_violation(ground_of(state, event.seat), kind, square, kin),))


def summoned(state: State, event: Summoned) -> State:
    """The piece stands on its square; anything that stood there goes to its owner's reserve."""
    square, seat = state.square(event.at), event.seat
    if square is None or event.piece not in state.agreed.kinds:
        return state
    if event.piece not in state.pool.reserve[seat]:
        return state
    pool, other = state.pool.out_of("reserve", seat, event.piece), state.board[square]
    if other is not None:
        pool = pool.into("reserve", other.seat, other.kind.id)
    piece = Piece(seat, state.agreed.kinds[event.piece])
    return replace(state, board=state.with_squares({square: piece}), pool=pool, untidy=())


# What a seat may do in its turn, before it is made into events.


Act = type[Moved] | type[Shot] | type[Summoned]


def acts(state: State, seat: Seat) -> list[tuple[Act, str, list[int]]]:
    """Everything lawful for a seat: the act, its piece or square, and the squares on which it may end."""
    names = state.agreed.board.names
    found: list[tuple[Act, str, list[int]]] = []
    for number, piece in state.own(seat):
        if squares := moves(state, number, piece):
            found.append((Moved, names[number], squares))
        if piece.kind.special == "shoot" and (squares := shots(state, number, piece)):
            found.append((Shot, names[number], squares))
    found += [(Summoned, name, squares) for name, squares in entries(state, seat)]
    return found


def can_act(state: State, seat: Seat) -> bool:
    for number, piece in enumerate(
        state.board
    ):  # stops at the first piece that can, which is mostly the first of all
        if piece and piece.seat == seat and (moves(state, number, piece) or shots(state, number, piece)):
            return True
    return bool(entries(state, seat))


# When the turn passes, who misses it, and how the game ends. Ledger ZN-24, ZN-25, ZN-27, ZN-28, ZN-31, ZN-32.


NEEDED = 2
"""Home tiles that must be occupied to destroy a base."""


def occupied(state: State, seat: Seat) -> int:
    board, count = state.board, 0
    for square in state.home(1 - seat):
        piece = board[square]
        count += piece is not None and piece.seat == seat
    return count


def after_move(state: State, seat: Seat, to: int | None) -> State:
    """The state after a move that ended on `to`: a capture brings back a piece, then a base may be destroyed."""
    ends_there = state.agreed.any_move or to in state.home(1 - seat)
    if not state.choosing and ends_there and occupied(state, seat) >= NEEDED:
        rival = 1 - seat
        pool = state.pool.into("captured", seat, *state.pool.reserve[rival], BASE_ID)
        state = replace(state, pool=replace(pool, reserve=with_own(pool.reserve, rival, ())))
        why = marked("the base of {name} is destroyed; points captured: {own} to {other}")
        parts = (("name", state.seat_name(rival)), *_degree(state, seat))
        return replace(state, over=Over((seat,), why, "s4-base-destroyed", parts))
    return settled(state, seat)


def after_return(state: State, seat: Seat) -> State:
    """The state after a capture once its captor has chosen what returns, or nothing can return any more."""
    captured_on = next((state.square(thing.at) for thing in state.untidy), None)
    return after_move(replace(state, choosing=False), seat, captured_on)


def settled(state: State, seat: Seat) -> State:
    """The turn passes from a seat that has nothing left to choose, unless a side has no pieces left."""
    if state.choosing:
        return replace(state, turn=seat)
    for loser in (1 - seat, seat):
        if not has_pieces(state, loser):
            why = marked("{name} has no piece left; points captured: {own} to {other}")
            parts = (("name", state.seat_name(loser)), *_degree(state, 1 - loser))
            return replace(state, over=Over((1 - loser,), why, "zn-28-no-pieces", parts))
    return passed(state, 1 - seat)


def passed(state: State, seat: Seat) -> State:
    """It is this seat's turn; a seat that can do nothing misses it, and if neither can do anything the game ends."""
    if can_act(state, seat):
        return replace(state, turn=seat, skipped=None)
    if can_act(state, 1 - seat):
        return replace(state, turn=1 - seat, skipped=seat)
    costs = (state.cost(0), state.cost(1))
    winners: tuple[Seat, ...] = ()
    if state.agreed.by_cost and costs[0] != costs[1]:
        winners = (0 if costs[0] > costs[1] else 1,)
    why = marked("neither side can move or summon; points captured: {own} to {other}")
    parts = _degree(state, winners[0] if winners else 0)
    return replace(state, turn=seat, over=Over(winners, why, "zn-27-both-stuck", parts))


def has_pieces(state: State, seat: Seat) -> bool:
    return bool(state.pool.reserve[seat]) or any(piece and piece.seat == seat for piece in state.board)


def _degree(state: State, seat: Seat) -> tuple[tuple[str, str], ...]:
    """The captures of both sides by cost: the degree of a victory."""
    return ("own", str(state.cost(seat))), ("other", str(state.cost(1 - seat)))
