"""Cards turned up: the front rows before play, then six of a seat, or all of five or fewer.

A card shown must be one that lay there.
"""

from collections import Counter
from collections.abc import Iterator
from math import log

from msgspec.structs import replace

from companion.game import Breach, Seen
from companion.games.zoon.alternate.events import FrontsUp, Side, TurnedUp
from companion.games.zoon.alternate.state import Fight, Piece, Shot, Show, State, TurnUp, Untidy
from companion.games.zoon.family.board import NAMES, NUMBERS, Claim, back, board_with, front, shuffled
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.moves import zoons_of
from companion.games.zoon.family.reading import assigned
from companion.games.zoon.family.state import learnt, put, seat_name, tidied, to_lay
from companion.games.zoon.family.unseen import able, only, possible, refuted
from companion.language import _
from companion.sight import Sighting

FEWEST_UP = 6


def other_side(penny: Side | None) -> Side | None:
    if penny is None:
        return None
    return "tails" if penny == "heads" else "heads"


def flipped(piece: Piece) -> Piece:
    return replace(piece, penny=other_side(piece.penny))


def may_show(state: State, piece: Piece | None, card: str | None) -> bool:
    """Whether a face-down Zoon can prove to be this card: one that nobody has told yet."""
    if piece is None or card is None or piece.card is not None:
        return True
    return card in state.stock.unseen[piece.seat]


def face_down(state: State, seat: int) -> list[int]:
    """The squares of a seat's face-down Zoons; nobody turns up a caged card."""
    return [number for number, piece in zoons_of(state.board, seat) if not piece.up]


def missing_up(state: State, seat: int) -> int:
    """How many more cards a seat must turn up so that six, or all of five or fewer, are face up."""
    zoons = [piece for _, piece in zoons_of(state.board, seat)]
    zoons.extend(s.piece for s in state.todo if isinstance(s, Fight) and s.piece.seat == seat)
    up = sum(piece.up for piece in zoons)
    down = len(zoons) - up
    if len(zoons) < FEWEST_UP:
        return down
    return min(down, max(0, FEWEST_UP - up))


def asked_to_turn_up(state: State, seat: int, at_least: int = 0) -> State:
    """With a step for the cards that a seat has to turn up besides those that it owes already, if there are any."""
    owed = sum(step.left for step in state.todo if isinstance(step, TurnUp) and step.seat == seat)
    left = max(missing_up(state, seat) - owed, min(at_least, len(face_down(state, seat)) - owed))
    return replace(state, todo=(*state.todo, TurnUp(seat, left))) if left > 0 else state


def still_owed(state: State) -> State:
    """With steps for no more cards than lie face down: what waited beneath a fight may be done by now."""
    if not any(isinstance(step, TurnUp) for step in state.todo):
        return state
    todo = []
    for step in state.todo:
        if isinstance(step, TurnUp):
            step = replace(step, left=min(step.left, len(face_down(state, step.seat))))
        if not isinstance(step, TurnUp) or step.left > 0:
            todo.append(step)
    return replace(state, todo=tuple(todo))


def asked_out_of_turn(state: State) -> State:
    """With steps for the cards that lie face down against the rules, by a ruling or by leave: no turn ends by them."""
    asked = state
    for seat in (0, 1):
        asked = asked_to_turn_up(asked, seat)
    if state.todo:
        due = len(state.todo)
        if any(isinstance(step, Fight | Shot) for step in state.todo):
            # What is being fought for is settled first: what is asked for besides waits beneath it.
            return replace(asked, todo=(*asked.todo[due:], *asked.todo[:due]))
        return asked
    stays = tuple(TurnUp(step.seat, step.left, stays=True) for step in asked.todo if isinstance(step, TurnUp))
    return replace(asked, todo=stays)


def turned_up(piece: Piece, card: str | None) -> Piece:
    """A card lying face up, a penny on heads on it; on a caged one there is none."""
    return replace(piece, card=card, up=True, penny=None if piece.cage else "heads", claims=())


def shown_as(state: State, piece: Piece, square: str, card: str | None) -> tuple[State, Piece]:
    """A Zoon turned up on its square, as this card or the only one that it can be; as it lay where nobody can tell."""
    card = piece.card or card or only(possible(state, NUMBERS[square]))
    if piece.up or card is None:
        return state, piece
    if piece.card is None:
        state = learnt(state, piece.seat, card)
    return state, turned_up(piece, card)


def leaves_back_row(piece: Piece, to: str) -> bool:
    """Whether a face-down card that comes to this square has to be turned up."""
    return not piece.up and BOARD.depth(piece.seat, NUMBERS[to]) > 0


def claimed(state: State, piece: Piece, claim: Claim) -> tuple[Claim, ...]:
    """What a card has done so far with this: nothing is held against a known one, nor what no card could do."""
    if piece.card is not None or claim in piece.claims or not able(state.agreed, piece.seat, claim):
        return piece.claims
    return (*piece.claims, claim)


def face_breaches(state: State, square: str, card: str | None, *, must_show: bool) -> Iterator[Breach]:
    """Whether the face-down card on a square may be this one; None = it was not shown."""
    can = possible(state, NUMBERS[square])
    if card is None:
        if must_show and len(can) > 1:
            yield Breach("za-09-turned-up", square)
        return
    if card in can:
        return
    piece = state.at(square)
    claim = None if piece is None else refuted(state, piece, card)
    if card not in state.agreed.facts.zoons:
        yield Breach("ours-cards-of-the-army", card)
        return
    name = state.agreed.facts.name(card)
    if claim is not None and piece is not None and card in state.stock.unseen[piece.seat]:
        what = f"{claim.start} → {claim.to}" if not claim.by else f"{claim.start} → {claim.to} ({claim.by})"
        yield Breach("za-09-as-it-slid", f"{name}: {what}")
        return
    seat = seat_name(state, piece.seat) if piece is not None else ""
    yield Breach("ours-cards-of-the-army", f"{name} ({seat})")


def turn_breaches(state: State, event: TurnedUp) -> Iterator[Breach]:
    if event.at not in NUMBERS:
        yield Breach("ours-squares", event.at)
        return
    piece = state.at(event.at)
    if piece is None or piece.up or piece.seat != event.seat or piece.cage:
        yield Breach("za-05-own-face-down", event.at)
    if piece is None:
        return
    if piece.card is not None:
        if event.card not in (None, piece.card):
            yield Breach("ours-same-card", _("on {place}").format(place=event.at))
        return
    yield from face_breaches(state, event.at, event.card, must_show=True)


def after_turning(state: State, event: TurnedUp) -> State:
    step, todo = state.step, state.todo
    if isinstance(step, TurnUp):
        todo = (*todo[:-1], replace(step, left=step.left - 1))
    elif isinstance(step, Show) and step.at == event.at:
        todo = todo[:-1]
    piece = state.at(event.at)
    if not may_show(state, piece, event.card):
        return state
    if piece is None or piece.up:
        return replace(state, todo=todo)
    state, shown = shown_as(state, piece, event.at, event.card)
    if not shown.up:
        return state
    untidy = tidied(state.untidy, event.at)
    if not isinstance(step, Show):
        untidy = (*untidy, Untidy("penny", event.at))
    return replace(put(state, {NUMBERS[event.at]: shown}), todo=todo, untidy=untidy)


def turnings(state: State, step: TurnUp | Show) -> Iterator[TurnedUp]:
    """Every way to turn up the card that is due, an event for each card that it may prove to be."""
    squares = [NUMBERS[step.at]] if isinstance(step, Show) else face_down(state, step.seat)
    for number in squares:
        for card in possible(state, number):
            yield TurnedUp(step.seat, NAMES[number], card)


SAMPLES = 36
"""At most this many of the ways to lay out or turn up are listed."""


def front_squares(state: State, seat: int) -> tuple[str, ...]:
    """Where the front row of a seat has cards, a → f."""
    return tuple(cell for cell in front(seat) if state.at(cell) is not None)


def more_up(state: State, seat: int) -> int:
    """How many back-row cards a seat turns up besides its front row, so that six are face up."""
    fronts = len(front_squares(state, seat))
    return min(max(0, FEWEST_UP - fronts), to_lay(state, seat) - fronts)


def fronts_breaches(state: State, event: FrontsUp) -> Iterator[Breach]:
    seat = event.seat
    if state.ready[seat]:
        yield Breach("za-02-fronts-up-first", _("this front row is up already"))
    rest = [cell for cell in back(seat) if state.at(cell) is not None]
    if len(set(event.also)) != len(event.also) or any(cell not in rest for cell in event.also):
        yield Breach("za-03-reach-six", ", ".join(event.also))
    if len(event.also) != more_up(state, seat):
        words = _("{n} of {wanted} from the back row")
        about = words.format(n=len(event.also), wanted=more_up(state, seat))
        yield Breach("za-03-reach-six", about)
    wanted = len(front_squares(state, seat)) + len(event.also)
    if len(event.cards) != wanted:
        words = _("{n} of {wanted} cards")
        yield Breach("za-02-fronts-up-first", words.format(n=len(event.cards), wanted=wanted))
    beyond = Counter(event.cards) - Counter(state.stock.unseen[seat])
    if beyond:
        card = next(iter(beyond))
        zoons = state.agreed.facts.zoons
        yield Breach("ours-cards-of-the-army", zoons[card].name if card in zoons else card)


def fronts_up(state: State, event: FrontsUp) -> State:
    seat = event.seat
    squares = (*front_squares(state, seat), *event.also)
    changes: dict[int, Piece | None] = {}
    for square, card in zip(squares, event.cards, strict=False):
        piece = state.at(square)
        if piece is not None and card in state.stock.unseen[seat]:
            changes[NUMBERS[square]] = turned_up(piece, card)
            state = learnt(state, seat, card)
    ready = (True, state.ready[1]) if seat == 0 else (state.ready[0], True)
    pennies = (Untidy("penny", NAMES[number]) for number in changes)
    untidy = tuple(sorted((*state.untidy, *pennies), key=lambda thing: thing.at))
    state = replace(state, board=board_with(state.board, changes), ready=ready, untidy=untidy)
    return replace(state, phase="lot", ready=(True, True)) if all(ready) else state


def front_rows(state: State) -> Iterator[FrontsUp]:
    """A sample of the lawful front rows: the army's cards in a limited number of orders."""
    for seat in (0, 1):
        if state.ready[seat]:
            continue
        squares, pool = front_squares(state, seat), state.stock.unseen[seat]
        more = more_up(state, seat)
        rest = tuple(cell for cell in back(seat) if state.at(cell) is not None)
        also, count, seen = rest[:more], len(squares) + more, set()
        for sample in range(SAMPLES):
            cards = shuffled(pool, sample)[:count]
            if cards not in seen:
                seen.add(cards)
                yield FrontsUp(seat, cards, also)


NEAR = log(50)
"""Only alternatives so much less likely than the best are worth a thought."""


def read_fronts(state: State, seen: Seen, seat: int) -> Iterator[FrontsUp]:
    """The front row of a seat as seen, likeliest first; nothing before all its cards lie face up."""
    squares = front_squares(state, seat)
    more = more_up(state, seat)
    shown = [cell for cell in back(seat) if state.at(cell) is not None and _up(seen, cell) is not None]
    if len(shown) < more:
        return
    also = tuple(shown[:more])
    sightings = [_up(seen, cell) for cell in (*squares, *also)]
    if any(sighting is None for sighting in sightings):
        return
    best: float | None = None
    for likelihood, cards in assigned([s for s in sightings if s is not None], state.stock.unseen[seat]):
        best = likelihood if best is None else best
        if likelihood >= best - NEAR:
            yield FrontsUp(seat, cards, also)


def _up(seen: Seen, cell: str) -> Sighting | None:
    """The card that lies face up in a square."""
    cards = [s for s in seen.regions.get(cell, ()) if s.kind == "card" and s.face != "down"]
    return cards[-1] if cards else None
