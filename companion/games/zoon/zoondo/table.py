"""How the table looks to a camera and to each pair of eyes, and what may have happened by what a camera saw.

Only squares that differ from the book say anything. Cards lie face down: which one went where is told by the squares,
and where two readings fit both are given; lawful or not, the referee judges. Rule kept: what is for everybody is drawn
from the covered state alone; more is for the owner of the cards, in the own turn and never between an attack and the
reveal.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from math import log

from companion.game import Event, Seat, Seen, View
from companion.games.zoon.family import table
from companion.games.zoon.family.board import NAMES, NUMBERS, zone
from companion.games.zoon.family.options import Agreed
from companion.games.zoon.zoondo.events import AnyDuel, Deployed, Moved, TurnedUp
from companion.games.zoon.zoondo.state import SIDES, Fight, Piece, Shot, State, Untidy
from companion.language import _
from companion.sight import Look, Lying, Sighting, Thing


@lru_cache(maxsize=8192)
def lying(agreed: Agreed, piece: Piece, *, up: bool | None = None) -> Lying:
    """A Zoon with what lies on it; a trump that lies on it may hide it. `up` in place of how it lies by the book."""
    shown = piece.up if up is None else up
    # A face lies turned as it lay before it was turned up, where that is known.
    seat = None if not piece.lies else piece.seat if piece.lies == "upright" else 1 - piece.seat
    card = table.zoon(agreed, piece, up=shown, seat=seat)
    if not piece.on:
        return (card,)
    return (*beneath((card,)), *(table.trump(agreed, name) for name in piece.on))


def beneath(things: Lying) -> Lying:
    """The same with something laid over them, which may hide them."""
    return tuple(replace(thing, hidden=True) for thing in things)


def untidy_looks(agreed: Agreed, left: list[Untidy], tidy: Lying, here: Piece | None) -> list[Lying]:
    own = [tidy]
    if here is not None:
        for thing in left:
            if thing.what == "down":
                own = [
                    (Thing("card", None, "up", agreed.decks[here.seat]),)
                    if thing.piece is None
                    else lying(agreed, thing.piece, up=True)
                ]
    elsewhere = [thing for thing in left if thing.what in ("come", "other")]
    if len(elsewhere) > 1:
        return []
    if elsewhere:
        thing = elsewhere[0]
        if thing.piece is None:
            return [()]
        below = [lying(agreed, thing.piece, up=up) for up in (True, False)]
        if thing.over is None:
            return below
        return [
            (*beneath(under), *lying(agreed, thing.over, up=up)) for under in below for up in (True, False)
        ]
    for thing in left:
        if thing.what == "off" and thing.piece is not None:
            extras = (lying(agreed, thing.piece, up=True), lying(agreed, thing.piece, up=False))
            pairs = [(e, base) if thing.beneath else (base, e) for base in own for e in extras]
            own = [(*beneath(lower), *upper) for lower, upper in pairs]
    return own


def look(state: State, squares: Iterable[str] = NUMBERS) -> Look:
    """What lies on these squares, all tidied. An attack not settled yet lies over its defender, and may hide it."""
    regions, duel = table.lying_on(state, squares), state.duel
    if isinstance(duel, Fight):
        regions[duel.at] = (*beneath(regions.get(duel.at, ())), *lying(state.agreed, duel.piece))
    return Look(regions)


CLEAR = log(20)
"""An army that is shown counts as read when its likeliest reading leads the next by this much."""


def seen_events(state: State, seen: Seen) -> Iterator[Event]:
    if state.phase == "deploy" and state.agreed.is_shown:
        # An army that lies face up and can be read without doubt.
        for seat in (seat for seat in (0, 1) if not state.ready[seat]):
            up = {at: [card for card in table.cards_of(seen, at) if card.face == "up"] for at in zone(seat)}
            shown = {at: cards[-1] for at, cards in up.items() if cards}
            if len(shown) != state.to_lay(seat):
                continue
            rows = table.assigned(list(shown.values()), state.stock.unseen[seat])
            if rows and (len(rows) == 1 or rows[0][0] - rows[1][0] >= CLEAR):
                yield Deployed(seat, (), dict(zip(shown, rows[0][1], strict=True)))
    elif state.phase == "deploy":
        yield from table.armies_laid(state, seen)
    else:
        # Squares of a Zoon on which another tribe's card lies: an attacker may hide the card that it attacks.
        others = [
            square
            for square, cards in seen.regions.items()
            if cards
            and (piece := state.at(square)) is not None
            and not any(_may_be(state, piece, card) for card in table.cards_of(seen, square))
        ]
        yield from table.seen_in_play(state, seen, _may_be, _moves, _turned_up, others)


def _may_be(state: State, piece: Piece, card: Sighting) -> bool:
    """Whether a card seen somewhere may be this Zoon, as far as its back or its face tells."""
    deck = state.agreed.decks[piece.seat]
    if card.face != "up":
        return deck is None or card.deck in (None, deck)
    if piece.card is None or card.label is None:
        return card.deck in (None, deck)
    return card.chance(piece.card) >= table.PLAUSIBLE


def _moves(state: State, seen: Seen, start: str, piece: Piece, to: str) -> Iterator[Moved]:
    """A Zoon gone from one square, where on another a card may be it, besides the one that stands there."""
    cards, target, step = table.cards_of(seen, to), state.at(to), state.step
    alone = len(cards) == 1
    if any(
        _may_be(state, piece, card) and (target is None or not alone or not _may_be(state, target, card))
        for card in cards
    ):
        movers = {piece.seat} if step is None else {piece.seat, step.seat}
        yield from (Moved(seat, start, to) for seat in sorted(movers))


def reveals(state: State, duel: AnyDuel) -> Iterator[TurnedUp]:
    """Every way to turn up the cards that are due, an event for each card that they may prove to be."""
    for side in duel.to_show(state):
        piece, touch = duel.fighter(state, side), duel.touch_on(side)
        if piece is None:
            continue
        for turned in (False, True) if touch is not None and touch.back else (False,):
            for card in state.faces_of(piece):
                yield TurnedUp(piece.seat, duel.at, card, turned)


def _turned_up(state: State, seen: Seen, square: str) -> Iterator[TurnedUp]:
    """Cards of a fight that lie face up; where none was seen to, whatever they can have been."""
    duel = state.duel
    shown = [card for card in table.cards_of(seen, square) if card.face == "up"]
    if duel is None:
        held = state.fought
        if held is not None and held.at == square:
            for card in shown:
                names = [label for _, label in held.cards]
                if card.label is not None and card.label not in names:
                    yield from (TurnedUp(seat, square, card.label) for seat, _ in held.cards)
        return
    if duel.at != square:
        return
    for card in shown:
        yield from _readings(state, duel, card)
    if not shown and not duel.to_touch(state.agreed):
        yield from reveals(state, duel)


def _readings(state: State, duel: AnyDuel, card: Sighting) -> Iterator[TurnedUp]:
    """What one face-up card of a fight says: whose it is, which, and whether it lay turned."""
    due = duel.to_show(state)
    for side in due if due else SIDES:
        piece, touch = duel.fighter(state, side), duel.touch_on(side)
        if piece is None or piece.up:
            continue
        turned: tuple[bool, ...] = (False,)
        if touch is not None and touch.back:
            turned = (False, True) if card.seat is None else (card.seat != piece.seat,)
        army = (*state.agreed.armies[piece.seat], *filter(None, [piece.card]))
        for name in table.read_as(army, state.faces_of(piece), card):
            yield from (TurnedUp(piece.seat, duel.at, name, way) for way in turned)


def touched(state: State, seat: Seat) -> Thing | None:
    """The enemy's card on which this seat is to touch a corner now: a back, or the trump that shoots face up."""
    duel = state.duel
    if duel is None or seat not in duel.to_touch(state.agreed):
        return None
    if isinstance(duel, Shot) and seat != duel.seat:
        return table.trump(state.agreed, duel.trump)
    piece = duel.fighter(state, "defender" if seat == duel.seat else "attacker")
    return None if piece is None else table.zoon(state.agreed, piece, up=False, seat=None)


def view(state: State, eyes: Seat | None) -> View:
    """What these eyes may see; None = the shared screen, which shows only what everybody may know."""
    public = state if state.over is not None else state.public()
    board = dict(look(public).regions)
    about = {NAMES[n]: _about(public, piece) for n, piece in enumerate(public.board) if piece is not None}
    about |= {wall.at: table.wall_words(public, wall) for wall in public.walls}
    duel = public.duel
    if duel is not None:
        own, rival = map(public.seat_name, duel.seats(public))
        words = _("{name} attacks {rival}").format(name=own, rival=rival)
        if isinstance(duel, Shot):
            trump = public.called(duel.trump)
            words = _("{trump} shoots at the card of {name}").format(trump=trump, name=rival)
        about[duel.at] = words
    # One's own face-down cards, in one's own turn and between fights; everybody's when it is over.
    may_look = state.phase == "play" and state.duel is None and eyes == state.turn
    for number, piece in enumerate(state.board):
        if piece is None or piece.up or not (state.over is not None or (may_look and piece.seat == eyes)):
            continue
        name, known = NAMES[number], state.possible(number)
        if len(known) == 1:
            board[name] = table.named(state, number, known[0], board[name])
            said = _("Face down: {card}").format(card=state.called(known[0]))
            if not piece.cage:
                about[name] = said + table.may_go(state, number, piece)
            else:
                words = _("{card} · under {trump}")
                about[name] = words.format(card=said, trump=state.called(piece.cage))
    return table.view_of(public, board, about)


def uncovered(state: State) -> dict[str, Lying]:
    """The board with every card named that the referee knows: for games that have ended."""
    board = dict(look(state).regions)
    for number, piece in enumerate(state.board):
        known = state.possible(number) if piece is not None and not piece.up else ()
        if len(known) == 1:
            board[NAMES[number]] = table.named(state, number, known[0], board[NAMES[number]])
    return board


def _about(state: State, piece: Piece) -> str:
    if piece.cage:
        return _("A face-down card under {trump} · an Obstacle").format(trump=state.called(piece.cage))
    if piece.card is not None and (piece.up or state.over is not None):
        said = state.called(piece.card)
    else:
        said = _("A face-down card of {name}").format(name=state.seat_name(piece.seat))
    if not piece.gear:
        return said
    return _("{card} · carries {trump}").format(card=said, trump=state.called(piece.gear))
