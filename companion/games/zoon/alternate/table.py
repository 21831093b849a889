"""How the table looks to a camera and to each pair of eyes, and what may have happened by what a camera saw.

Only squares that differ from the book say anything. A card's identity is every plausible reading of it; an unread
card may be any that the count of the others allows; lawful or not, the referee judges.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from math import log

from companion.game import Event, Seat, Seen, View
from companion.games.zoon.alternate.events import FrontsUp, Moved, Swapped, TurnedUp, trump_beside
from companion.games.zoon.alternate.state import Fight, Piece, Roll, State, Untidy, other_side, pair
from companion.games.zoon.family import table
from companion.games.zoon.family.board import NAMES, NUMBERS, shuffled
from companion.games.zoon.family.deck import sign, together
from companion.games.zoon.family.moves import Star, moves_enemies
from companion.games.zoon.family.options import Agreed
from companion.language import _
from companion.sight import Look, Lying, Sighting, Thing

NO_PENNY = ""
"""In place of a penny's side: no penny at all."""


@lru_cache(maxsize=8192)
def lying(agreed: Agreed, piece: Piece, penny: str | None = None, *, beneath: bool = False) -> Lying:
    """A Zoon with what lies on it. `penny`: the side shown in place of its own, `NO_PENNY` for none at all.

    `beneath`: another card lies over it, and may hide it.
    """
    card = table.zoon(agreed, piece, up=piece.up, seat=piece.seat)
    things = [replace(card, hidden=beneath or bool(piece.on))]
    things.extend(table.trump(agreed, name) for name in piece.on)
    side = piece.penny if penny is None else penny
    if side:
        things.append(Thing("penny", side, hidden=beneath or bool(piece.gear)))
    return tuple(things)


def untidy_looks(agreed: Agreed, left: list[Untidy], tidy: Lying, _here: Piece | None) -> list[Lying]:
    whats = {thing.what for thing in left}
    elsewhere = [thing for thing in left if thing.what in ("come", "other")]
    if len(elsewhere) > 1 or (elsewhere and whats & {"off", "penny"}):
        return []
    for thing in elsewhere:
        # Nothing has come yet, or something else still stands there, its penny turned or not.
        other = thing.piece
        if other is None:
            return [()]
        if thing.over is not None:
            return [(*lying(agreed, other, beneath=True), *lying(agreed, thing.over))]
        turned = [lying(agreed, other, other_side(other.penny))] if other.penny else []
        return [lying(agreed, other), *turned]
    own = list(tidy)
    pennies = [n for n, thing in enumerate(own) if thing.kind == "penny"]
    if pennies and whats & {"penny", "flip"}:
        # The last penny is not there, or lies on its other side.
        last = pennies[-1]
        turned_over = replace(own[last], label="tails" if own[last].label == "heads" else "heads")
        own[last : last + 1] = [] if "penny" in whats else [turned_over]
    if "spare" in whats:
        own = [own[0], Thing("penny", None, hidden=True), *own[1:]]
    found: list[Lying] = [tuple(own)]
    for piece, below in ((thing.piece, thing.beneath) for thing in left if thing.what == "off"):
        if piece is None:
            continue
        extras = (lying(agreed, piece, beneath=below), lying(agreed, piece, NO_PENNY))
        if not below:
            # A card over it may hide its penny.
            found = [tuple(replace(t, hidden=t.hidden or t.kind == "penny") for t in base) for base in found]
        found = [(*extra, *base) if below else (*base, *extra) for base in found for extra in extras]
    return list(dict.fromkeys(found))


def look(state: State, squares: Iterable[str] = NUMBERS) -> Look:
    """What lies on these squares, all tidied. An attack that is not fought yet lies over its defender."""
    regions, step = table.lying_on(state, squares), state.fight
    if isinstance(step, Fight):
        defender = state.at(step.at)
        under = () if defender is None else lying(state.agreed, defender, beneath=True)
        regions[step.at] = (*under, *lying(state.agreed, step.piece))
    return Look(regions)


def layout(state: State) -> Look | None:
    """What is being laid out: both armies face down, then both front rows face up with pennies on heads."""
    if state.phase != "fronts":
        return table.layout(state)
    regions = dict(look(state).regions)
    for seat in (0, 1):
        if state.ready[seat]:
            continue
        face = Thing("card", None, "up", deck=state.agreed.decks[seat], seat=seat)
        for cell in (*state.front_squares(seat), *state.back_squares(seat)[: state.more_up(seat)]):
            regions[cell] = (face, Thing("penny", "heads"))
    return Look(regions)


def seen_events(state: State, seen: Seen) -> Iterator[Event]:
    if state.phase == "deploy":
        yield from table.armies_laid(state, seen)
    if state.phase == "fronts":
        yield from (
            event for seat in (0, 1) if not state.ready[seat] for event in read_fronts(state, seen, seat)
        )
    if state.phase != "play":
        return
    yield from table.seen_in_play(state, seen, _may_be, _moves, _turned_up)
    step = state.step
    if not isinstance(step, Star) or state.agreed.zoon(step.card).star != "trade":
        return
    for square in sorted(seen.changed):
        piece = state.at(square)
        if piece is not None and piece.seat == step.seat and square != step.at:
            for sighting in table.cards_of(seen, step.at):
                for card in _names(state, piece, square, sighting):
                    yield Swapped(step.seat, step.at, square, None if piece.up else card)


def _may_be(_state: State, piece: Piece, sighting: Sighting) -> bool:
    """Whether a card seen where it was may be this Zoon, unmoved, or the gear that may hide it."""
    if piece.gear and sighting.chance(piece.gear) >= table.PLAUSIBLE:
        return True
    if not piece.up:
        return sighting.face != "up"
    if sighting.face == "down" or sighting.seat not in (None, piece.seat):
        return False
    if sighting.label is None:
        return True
    return piece.card is not None and sighting.chance(piece.card) >= table.PLAUSIBLE


def _moves(state: State, seen: Seen, start: str, piece: Piece, to: str) -> Iterator[Moved]:
    """A Zoon gone from one square, and a card on another that may be it."""
    there = table.cards_of(seen, to)
    target, step = state.at(to), state.step
    mover = step.seat if step is not None and moves_enemies(state, start) else piece.seat
    for at, sighting in enumerate(there):
        if target is not None and len(there) == 1 and _may_be(state, target, sighting):
            continue
        # What a face-down defender may prove to be; None where there is none to be shown.
        met: tuple[str | None, ...] = (None,)
        if target is not None and not target.up:
            army, can = state.agreed.armies[target.seat], state.possible(NUMBERS[to])
            beneath = (*there[:at], *there[at + 1 :])
            shown = [s for s in beneath if s.face != "down" and s.seat in (None, target.seat)]
            met = tuple(dict.fromkeys(name for s in shown for name in table.read_as(army, can, s))) or met
        for card in _names(state, piece, start, sighting):
            yield from (Moved(mover, start, to, card, name) for name in met)


def _names(state: State, piece: Piece, start: str, sighting: Sighting) -> tuple[str | None, ...]:
    """What the Zoon may prove to be by the card seen where it went; None: it still lies face down."""
    if piece.gear and sighting.chance(piece.gear) >= table.PLAUSIBLE:
        return (piece.card if piece.up else None,)
    if piece.up:
        return (piece.card,) if _may_be(state, piece, sighting) else ()
    if sighting.face == "down":
        return (None,)
    if sighting.seat not in (None, piece.seat):
        return ()
    can = state.possible(NUMBERS[start])
    return table.read_as(can if piece.card else state.agreed.armies[piece.seat], can, sighting)


def _turned_up(state: State, seen: Seen, square: str) -> Iterator[TurnedUp]:
    piece = state.at(square)
    if piece is None or piece.up or piece.cage:
        return
    for sighting in table.cards_of(seen, square):
        if sighting.face == "up" and sighting.seat in (None, piece.seat):
            can = state.possible(NUMBERS[square])
            for card in table.read_as(state.agreed.armies[piece.seat], can, sighting):
                yield TurnedUp(piece.seat, square, card)


SAMPLES = 36
"""At most this many of the ways to turn up front rows are listed."""


def front_rows(state: State) -> Iterator[FrontsUp]:
    """A sample of the lawful front rows: the army's cards in a limited number of orders."""
    for seat in (0, 1):
        if state.ready[seat]:
            continue
        squares, pool = state.front_squares(seat), state.stock.unseen[seat]
        more = state.more_up(seat)
        also = state.back_squares(seat)[:more]
        rows = (shuffled(pool, sample)[: len(squares) + more] for sample in range(SAMPLES))
        yield from (FrontsUp(seat, cards, also) for cards in dict.fromkeys(rows))


NEAR = log(50)
"""How much less likely than the best an alternative may be that is worth a thought."""


def read_fronts(state: State, seen: Seen, seat: int) -> Iterator[FrontsUp]:
    """The front row of a seat as seen, likeliest first; nothing before all its cards lie face up."""
    squares, more = state.front_squares(seat), state.more_up(seat)
    also = tuple(cell for cell in state.back_squares(seat) if _up(seen, cell) is not None)[:more]
    shown = [card for cell in (*squares, *also) if (card := _up(seen, cell)) is not None]
    if len(shown) < len(squares) + more:
        return
    rows = table.assigned(shown, state.stock.unseen[seat])
    for likelihood, cards in rows:
        if likelihood >= rows[0][0] - NEAR:
            yield FrontsUp(seat, cards, also)


def _up(seen: Seen, cell: str) -> Sighting | None:
    """The card that lies face up in a square."""
    cards = [card for card in table.cards_of(seen, cell) if card.face != "down"]
    return cards[-1] if cards else None


def view(state: State, eyes: Seat | None) -> View:
    """What these eyes may see; None = the shared screen, which shows only what lies open."""
    board = dict(look(state).regions)
    about = {}
    for number, piece in enumerate(state.board):
        if piece is None:
            continue
        name, known = NAMES[number], state.possible(number) if not piece.up else ()
        # Everybody when it is over; before, only the owner in its own turn and not while a fight is due.
        may_look = state.over is not None or (eyes == piece.seat == state.turn and state.fight is None)
        seen = known[0] if len(known) == 1 and may_look else ""
        if seen:
            board[name] = table.named(state, number, seen, board[name])
        about[name] = _about(state, number, piece, seen)
    about |= {wall.at: table.wall_words(state, wall) for wall in state.walls}
    if isinstance(state.step, Roll):
        about[state.step.at] = state.step.told(state, _("{one} {value} against {other} {other_value}"))
    pennies = tuple(
        ", ".join(trump_beside(state, one.trump, one.penny) for one in state.aside[seat]) for seat in (0, 1)
    )
    more = tuple((_("Beside the board: {trumps}").format(trumps=row),) if row else () for row in pennies)
    return table.view_of(state, board, about, more)


def _about(state: State, number: int, piece: Piece, seen: str) -> str:
    if piece.cage:
        words = _("{card} under {trump} · an Obstacle")
        return words.format(card=state.card_name(piece), trump=state.called(piece.cage))
    if piece.up:
        assert piece.card is not None
        zoon = state.agreed.zoon(piece.card)
        on_tails, on_heads = _("{name} · penny on tails: {sum}"), _("{name} · penny on heads: {sum}")
        words = on_tails if piece.penny == "tails" else on_heads
        corners = pair(zoon.corners, piece.penny)
        figure = " + ".join(map(sign, corners))
        if "star" not in corners and "x" not in corners:
            figure += f" = {together(corners)}"
        said = words.format(name=zoon.name, sum=figure)
        said += table.may_go(state, number, piece)
    elif seen:
        said = _("Face down: {card}").format(card=state.called(seen))
    else:
        said = _("A face-down card of {name}").format(name=state.seat_name(piece.seat))
    if not piece.gear:
        return said
    return _("{card} · carries {trump}").format(card=said, trump=state.called(piece.gear))
