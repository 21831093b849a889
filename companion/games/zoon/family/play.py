"""What every game of the family can do, and what each of them does otherwise: every state carries its game along.

Whose turn it is, what may come now, what an event does; and for a seat that thinks ahead, faces drawn for cards that it
cannot see and how well it stands by them. Rules kept: what falls off by itself falls off by what everybody knows, so
that it tells nothing hidden; every card can be what it is drawn as, by what it has done.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from math import exp
from typing import Any, Generic

from msgspec.structs import replace

from companion.game import (
    Breach,
    Chance,
    Event,
    Game,
    Measure,
    RandomSource,
    Seat,
    Seats,
    Seen,
    Setup,
    Turn,
    shuffled,
)
from companion.games.zoon.family import positions, table
from companion.games.zoon.family.deck import BOARD, thing_names
from companion.games.zoon.family.events import Reinforced, Starts, layouts, reinforcements, rulings_at
from companion.games.zoon.family.moves import Effect, March, Moved, PlayedTrump, grid_moves, plays
from companion.games.zoon.family.state import (
    NUMBERS,
    Faces,
    S,
    Stock,
    ZoonState,
    all_served,
    need,
    plain,
    sorted_pile,
)
from companion.games.zoon.family.tribes import agreed
from companion.language import _, marked
from companion.sight import Lying

TRIES = 12
"""Most draws of all by lot, which is fair, before they are drawn one by one, which is not quite."""


def with_faces(
    state: Any, owner: Seat, lots: RandomSource, *, hidden: bool, due: Collection[tuple[bool, int]] = ()
) -> Any:
    """The state with a face for each unknown Zoon of a seat: on the board, in a fight that waits, in its piles.

    `hidden`: also anew for those that only the seat and the referee know: which are not open to everybody, and those
    in hand or taken off. `due`: what is to be turned up now, by whether it fights and its number; where nobody
    has told what it is it stays covered, or nothing would be left to be turned up.
    """
    agreed, stock = state.agreed, state.stock
    squares = [(False, n, piece) for n, piece in enumerate(state.board) if piece is not None]
    fights = [(True, n, step.piece) for n, step in enumerate(state.todo) if hasattr(step, "piece")]
    own = [one for one in (*squares, *fights) if one[2].seat == owner]
    covered = [one for one in own if one[2].card is None or (hidden and not one[2].is_open)]
    # The faces that are to be given out, and what each card that gets one must be.
    pool = [*stock.unseen[owner], *(piece.card for *_at, piece in covered if piece.card is not None)]
    zoons, piles = agreed.facts.zoons, [stock.reinforcements[owner], stock.tomb[owner], stock.off[owner]]
    if hidden:
        for number in (0, 2):
            pool += [card for card in piles[number] if card is not None and card in zoons]
            piles[number] = tuple(None if card in zoons else card for card in piles[number])
    if not pool:
        return state
    needs: list[Faces | None] = [need(agreed, owner, piece.claims) for *_at, piece in covered]
    for pile, faces_of in zip(piles, (plain(agreed, owner), plain(agreed, owner), None), strict=True):
        needs += [faces_of] * pile.count(None)
    drawn = drawn_faces(pool, needs, lots)
    left, rest = Counter(pool) - Counter(drawn), iter(drawn[len(covered) :])
    whole = [tuple(next(rest) if card is None else card for card in pile) for pile in piles]
    unseen = list(left.elements())
    board, todo = list(state.board), list(state.todo)
    for (fighting, number, piece), face in zip(covered, drawn[: len(covered)], strict=True):
        if (fighting, number) in due and piece.card is None:
            unseen.append(face)
        elif fighting:
            todo[number] = replace(todo[number], piece=replace(piece, card=face))
        else:
            board[number] = replace(piece, card=face)
    changed = {}
    for name, cards in zip(("reinforcements", "tomb", "off", "unseen"), (*whole, unseen), strict=True):
        ordered, both = sorted_pile(cards), getattr(stock, name)
        changed[name] = (ordered, both[1]) if owner == 0 else (both[0], ordered)
    return replace(state, board=tuple(board), todo=tuple(todo), stock=replace(stock, **changed))


def drawn_faces(pool: Sequence[str], needs: Sequence[Faces | None], lots: RandomSource) -> list[str]:
    """A face of the pool for each card, every one among what it must be (None: any); the pool may hold more."""
    faces = sorted(pool)
    tied = [(number, need) for number, need in enumerate(needs) if need is not None]
    for _try in range(TRIES):
        order = shuffled(faces, lots)
        if all(order[number] in need for number, need in tied):
            return order[: len(needs)]
    # The cards that cannot be anything first, each so that the others still can be something.
    left, found = Counter(faces), [""] * len(needs)
    for place, (number, fitting) in enumerate(tied):
        others = tuple(need for _number, need in tied[place + 1 :])
        for face in shuffled(sorted(left.elements()), lots):
            left[face] -= 1
            if face in fitting and all_served(+left, others):
                found[number] = face
                break
            left[face] += 1
        else:
            # What people let pass may fit nothing: then any card will do.
            found[number] = shuffled(sorted(left.elements()), lots)[0]
            left[found[number]] -= 1
    free = shuffled(sorted(left.elements()), lots)
    return [face or free.pop() for face in found]


FOR_VALUE, FOR_ZOON = 0.035, 0.2
"""What a point of a Zoon's printed value counts, and that it is there at all."""
NEAR = (1.5, 0.9, 0.6, 0.4, 0.25, 0.12, 0.0)
"""What the Zoon counts that is nearest to the rival's Emblem, by how many squares it is away from it."""
FOR_ROW, FOR_SQUARE = 0.03, 0.02
"""For every row that a Zoon is away from its own edge, and every square that it is nearer to the rival's Emblem."""
UNKNOWN = 12
"""The value of a card that nobody knows."""


def standing(state: ZoonState, seat: Seat) -> float:
    """What a seat's position is worth, 0 … 1, by what the Zoons of both and those in hand count."""
    both = strengths(state, NEAR)
    return won(both[seat] - both[1 - seat])


def won(lead: float) -> float:
    """The chance to win of whose Zoons count so much more than the rival's."""
    return 1 / (1 + exp(-lead))


def strengths(state: ZoonState, near: tuple[float, ...]) -> tuple[float, float]:
    """What the Zoons of each seat count together; a caged one is none.

    `near`: what the nearest to the rival's Emblem does besides.
    """
    agreed = state.agreed
    free = [(number, one) for number, one in enumerate(state.board) if one is not None and not one.cage]
    free += [(NUMBERS[step.at], step.piece) for step in state.todo if hasattr(step, "piece")]
    found = []
    for seat in (0, 1):
        total, nearest = 0.0, len(near)
        own, rival = agreed.emblems[seat], agreed.emblems[1 - seat]
        aim = next((number for number, one in free if one.seat != seat and one.card == rival), None)
        for number, one in free:
            if one.seat != seat or one.card == own:
                continue
            total += FOR_ZOON + FOR_VALUE * (UNKNOWN if one.card is None else agreed.zoon(one.card).value)
            total += FOR_ROW * BOARD.depth(seat, number)
            if aim is not None:
                (row, column), (to_row, to_column) = divmod(number, BOARD.columns), divmod(aim, BOARD.columns)
                away = max(abs(row - to_row), abs(column - to_column))
                nearest = min(nearest, away)
                total += FOR_SQUARE * (BOARD.rows - away)
        strength = total + (near[nearest] if nearest < len(near) else 0.0)
        found.append(strength + len(state.stock.reinforcements[seat]) * FOR_ZOON * 2)
    return found[0], found[1]


LOT = ("lot", Starts, "s2-lot", marked("the game has begun"))
"""The last thing before play."""


def _gone_on(state: S, event: Any) -> S:
    """Whoever takes the next turn has seen that a trump's further moves are not wanted."""
    step = state.step
    if not isinstance(step, March) or not step.made or event.seat == step.seat:
        return state
    if not isinstance(event, Moved | PlayedTrump | Reinforced):
        return state
    return replace(state, todo=state.todo[:-1]).settled()


def _told_by_event(name: str) -> Any:
    """What each event tells of itself, on the state before it."""
    return lambda _game, state, event, *more: getattr(event, name)(state, *more)


class ZoonGame(Game[S], Generic[S]):
    """A game of the family. Its states, Zoons, steps and events are its own structs, which the family takes as any."""

    seats = (2,)
    faces = "companion.games.zoon.family"

    grid_moves = staticmethod(grid_moves)
    plays = staticmethod(plays)
    reinforcements = staticmethod(reinforcements)
    faults = staticmethod(positions.faults)
    dump_position = staticmethod(positions.dump_position)
    load_position = positions.load_position
    chores = staticmethod(table.chores)
    layout = staticmethod(table.layout)
    thing_names = staticmethod(thing_names)
    rulings = staticmethod(rulings_at)

    def start(self, setup: Setup) -> S:
        """Both armies in hand, nothing on the board. Raises SetupFault."""
        given = agreed(setup, self)
        begun: S = self.state(agreed=given, stock=Stock(hand=given.trumps, unseen=given.armies))
        return begun

    def candidates(self, state: S, seen: Seen | None) -> Iterator[Event]:
        if seen is None:
            return self.lawful(state)
        return iter(()) if state.over is not None or state.phase == "lot" else self.seen(state, seen)

    def turn(self, state: S) -> Turn:
        step = state.step
        if state.over is not None or state.phase == "lot":
            return state.over or Chance("lot", (0, 1), _("Draw lots: who begins?"))
        if state.phase != "play":
            return Seats(frozenset(seat for seat in (0, 1) if not state.ready[seat]))
        if step is not None and step.fights:
            due: Turn = step.turn(state)
            return due
        return Seats(frozenset({state.turn if step is None else step.seat}))

    def lawful(self, state: S) -> Iterator[Event]:
        """Every lawful event; of very many layouts a sample.

        What people may say at any time is not listed: that they surrender, agree to a draw, tidied something, or rule.
        """
        step = state.step
        if state.over is not None:
            return iter(())
        if state.phase == "deploy":
            return layouts(state)
        if state.phase == "lot":
            return iter((Starts(0), Starts(1)))
        if state.phase != "play":
            return self.opening(state)
        if step is None:
            return state.acts()
        return step.lawful(state) if isinstance(step, Effect) else self.due(state, step)

    def breaches(self, state: S, event: Any) -> Iterator[Breach]:
        """The rules that an event breaks: its time, then whose it is, then all the rest."""
        if state.over is not None and not event.ruling:
            yield Breach("ours-over", state.over.words)
            return
        if event.any_time:
            yield from event.breaches(state)
            return
        if event.seat not in (None, 0, 1):
            yield Breach("ours-two-seats", str(event.seat))
            return
        state = _gone_on(state, event)
        if state.over is not None:
            yield Breach("ours-over", state.over.words)
            return
        is_early = False
        for phase, type_, rule, late in self.before:
            fits = type(event) is type_
            is_early = is_early or fits
            if (state.phase == phase) != fits:
                yield Breach(rule, "" if state.phase == phase else _(late))
        if state.phase == "play" and not is_early:
            yield from event.unasked(state) if state.step is None else state.step.early(state, event)
        yield from event.breaches(state)

    def after(self, state: S, event: Any) -> S:
        """What an event does, lawful or not; one that does nothing ends no turn."""
        before = state
        if state.over is not None and not event.ruling:
            return state
        if not event.any_time:
            state = _gone_on(state, event)
        state = state.begun(event)
        changed: S = event.after(state)
        if changed is state and not event.fights:
            return before
        if event.ruling:
            return changed.credible()
        told_again = event.fights and (changed is state or state.step is None or not state.step.fights)
        if event.plays and not told_again:
            changed = changed.credible().settled()
        return changed

    def public_state(self, state: S) -> S:
        return state.public()

    def whose_turn(self, state: S) -> Seat | None:
        return state.turn if state.phase == "play" and state.over is None else None

    def measures(self, state: S) -> tuple[Measure, ...]:
        """The Zoons of each seat that are not in the tomb: on the board, and those still to come."""
        standing = [piece.seat for piece in state.board if piece is not None]
        zoons = tuple(standing.count(seat) + len(state.stock.reinforcements[seat]) for seat in (0, 1))
        return (Measure(_("Zoons"), zoons),)

    def brings(self, state: S, seat: Seat) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return state.stock.unseen[seat], state.stock.hand[seat]

    words, public, reveals, contest, rereadings, decided = map(
        _told_by_event, ("said", "public", "reveals", "contest", "rereadings", "decided")
    )

    # What each game does otherwise.

    hidden: bool
    """Whether Zoons lie face down all the game, but while they fight."""
    falls: str
    """The rule by which the game ends when an Emblem is beaten."""
    before: tuple[tuple[str, type[Any], str, str], ...]
    """What happens in each phase before play, in its order, with its rule and the words once it is over."""

    # Its structs: a Zoon, what may be untidy, all steps that can be due, events that the family makes.
    state: type[Any]
    piece: type[Any]
    untidy: type[Any]
    step: Any
    deployed: type[Any]
    moved: type[Any]
    swapped: type[Any]
    played: type[Any]

    opening: Callable[..., Iterator[Any]]
    """The lawful events of a phase of its own before play."""
    due: Callable[..., Iterator[Any]]
    """The lawful events while a step of its own is due."""

    ruled: Callable[..., Iterator[Any]]
    """What the people may say that a square holds, likeliest first, possible or not."""
    seen: Callable[..., Iterator[Any]]
    """The events that a look at the table may tell of."""
    lying: Callable[..., Lying]
    """A Zoon with what lies on it."""
    untidy_looks: Callable[..., list[Lying]]
    """How a square looks while just these things are not done, where that Zoon belongs."""
    fields: tuple[str, ...]
    """All fields of a position, in the order in which they are written."""
    card: type[Any]
    """A card on a square of a position."""
    read_card: Callable[..., Any]
    """A Zoon from its card, the trumps on it, its field's name and the trumps that become Zoons."""
    read_more: Callable[..., Any]
    """A state with what its own fields say, and the position as it is to be read on."""
