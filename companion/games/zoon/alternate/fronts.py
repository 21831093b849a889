"""The front rows, turned up before play: what may be, what it does, and what a camera reads of them."""

from collections import Counter
from collections.abc import Iterator
from math import log

from msgspec.structs import replace

from companion.game import Breach, Seen
from companion.games.zoon.alternate.events import FrontsUp
from companion.games.zoon.alternate.face_up import FEWEST_UP, turned_up
from companion.games.zoon.alternate.state import Piece, State, Untidy
from companion.games.zoon.family.board import (
    NAMES,
    NUMBERS,
    back,
    board_with,
    front,
    shuffled,
)
from companion.games.zoon.family.reading import assigned
from companion.games.zoon.family.state import learnt, to_lay
from companion.language import _
from companion.sight import Sighting

SAMPLES = 36
"""Of the very many ways to lay out or turn up, so many are listed."""


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
    """A sample of the lawful front rows: the army's cards in so many different orders."""
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
