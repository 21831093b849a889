"""Zoondo as the referee knows it: how the table looks to a camera and to each pair of eyes, and what is read from it.

Only squares that differ from the book say anything. Cards lie face down: which one went where is told by the squares,
and where two readings fit both are given; lawful or not, the referee judges. Rule kept: what everybody sees is drawn
from the covered state alone; the owner of cards sees more in the own turn, not between attack and reveal.
"""

import dataclasses
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from math import log
from typing import Any, Literal

from msgspec.structs import replace

from companion.game import About, Event, Over, RandomSource, Seat, Seen, Setup, View
from companion.games.zoon.family import play, positions
from companion.games.zoon.family.deck import BOARD, printed
from companion.games.zoon.family.events import Starts
from companion.games.zoon.family.play import LOT, ZoonGame
from companion.games.zoon.family.positions import NAMED, piles_of
from companion.games.zoon.family.state import NAMES, NUMBERS
from companion.games.zoon.family.tribes import Agreed, options_of
from companion.games.zoon.zoondo import events as acts
from companion.games.zoon.zoondo.events import AnyDuel, Fight, Moved, Piece, Shot, State, TurnedUp
from companion.kits.exact import common, converted
from companion.language import _, marked
from companion.sight import Look, Lying, Sighting, Table, Thing


@lru_cache(maxsize=8192)
def lying_zoon(agreed: Agreed, piece: Piece, *, up: bool | None = None) -> Lying:
    """A Zoon with what lies on it; a trump on it may hide it. `up` overrides how it lies by the book."""
    shown = piece.up if up is None else up
    # A face lies turned as it lay before it was turned up, where that is known.
    seat = None if not piece.lies else piece.seat if piece.lies == "upright" else 1 - piece.seat
    card = play.zoon_thing(agreed, piece, up=shown, seat=seat)
    if not piece.on:
        return (card,)
    return (*beneath((card,)), *(play.trump_thing(agreed, name) for name in piece.on))


def beneath(things: Lying) -> Lying:
    """The same things with something over them, which may hide them."""
    return tuple(dataclasses.replace(thing, hidden=True) for thing in things)


CLEAR = log(20)
"""Minimum lead of the likeliest reading of a shown army for it to count as read."""


def _may_be(state: State, piece: Piece, card: Sighting) -> bool:
    """Whether a card seen somewhere may be this Zoon, by its back or its face."""
    deck = state.agreed.decks[piece.seat]
    if card.face != "up":
        return deck is None or card.deck in (None, deck)
    if piece.card is None or card.label is None:
        return card.deck in (None, deck)
    return card.chance(piece.card) >= play.PLAUSIBLE


def _moves(state: State, seen: Seen, start: str, piece: Piece, to: str) -> Iterator[Moved]:
    """Moves of a Zoon gone from one square to another where a card may be it, besides the one that stands there."""
    cards, target, step = play.cards_of(seen, to), state.at(to), state.step
    alone = len(cards) == 1
    if any(
        _may_be(state, piece, card) and (target is None or not alone or not _may_be(state, target, card))
        for card in cards
    ):
        movers = {piece.seat} if step is None else {piece.seat, step.seat}
        yield from (Moved(seat, start, to) for seat in sorted(movers))


def reveals(state: State, duel: AnyDuel) -> Iterator[TurnedUp]:
    """Every way to turn up the cards that are due, with an event for each card that they may prove to be."""
    for side in duel.to_show(state):
        piece, touch = duel.fighter(state, side), duel.touch_on(side)
        if piece is None:
            continue
        for turned in (False, True) if touch is not None and touch.back else (False,):
            for card in state.faces_of(piece):
                yield TurnedUp(piece.seat, duel.at, card, turned)


def _turned_up(state: State, seen: Seen, square: str) -> Iterator[TurnedUp]:
    """Cards of a fight that lie face up; if none was seen, everything that the due cards may be."""
    duel = state.duel
    shown = [card for card in play.cards_of(seen, square) if card.face == "up"]
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
    """Possible readings of a face-up card of a fight: its seat, its name, and whether it lay rotated by 180 deg."""
    due = duel.to_show(state)
    for side in due if due else acts.SIDES:
        piece, touch = duel.fighter(state, side), duel.touch_on(side)
        if piece is None or piece.up:
            continue
        turned: tuple[bool, ...] = (False,)
        if touch is not None and touch.back:
            turned = (False, True) if card.seat is None else (card.seat != piece.seat,)
        army = (*state.agreed.armies[piece.seat], *filter(None, [piece.card]))
        for name in play.read_as(army, state.faces_of(piece), card):
            yield from (TurnedUp(piece.seat, duel.at, name, way) for way in turned)


def _about(state: State, piece: Piece) -> str:
    if piece.cage:
        return _("A face-down card under {trump} · an Obstacle").format(trump=state.called(piece.cage))
    is_named = piece.card is not None and (piece.up or state.over is not None)
    return play.about(state, piece, state.called(piece.card) if is_named else "")


class Card(positions.Card, frozen=True, kw_only=True):
    """No penny ever lies in Zoondo."""

    up: bool = False
    penny: None = None
    seen: bool = False
    lies: Literal["", "upright", "turned"] = ""


class Zoondo(ZoonGame[State]):
    """Zoondo by Nicolas Pilartz and Migou: hidden armies, fights by touched corners."""

    id = "zoondo"
    name = "Zoondo"
    about = About(
        gist=marked("Hidden armies: guess what you attack, touch a corner."),
        needs=marked("two tribes of cards, the mat of squares"),
        minutes=(30, 60),
    )
    options = options_of("zoondo")
    events: tuple[type[Event], ...] = acts.EVENTS

    hidden = True
    falls = "s2-emblem-falls"
    before = (("deploy", acts.Deployed, "zo-03-armies-first", marked("the armies lie already")), LOT)
    state, piece, untidy, step, card = State, Piece, acts.Untidy, acts.AnyStep, Card
    deployed, moved, swapped, played = acts.Deployed, Moved, acts.Swapped, acts.PlayedTrump
    fields = (
        "turn", "cards", "reinforcements", "hand", "aside", "tomb", "off", "obstacles", "walls", "todo", "untidy",
        "fought", "ready", "over",
    )  # fmt: skip

    lying = staticmethod(lying_zoon)
    ruled = staticmethod(acts.ruled)
    printed = staticmethod(printed)

    def chance_event(self, _state: State, values: tuple[int | str, ...]) -> Event:
        return Starts(int(values[0]))

    def army(self, state: State, seat: Seat) -> tuple[str, ...]:
        return state.agreed.armies[seat]

    def table(self, _setup: Setup) -> Table:
        return play.mat("card")

    def due(self, state: State, duel: AnyDuel) -> Iterator[Any]:
        """Every way to touch, or else to turn up; a trump lies face up, so its back cannot be touched."""
        seats = duel.to_touch(state.agreed)
        for seat in seats:
            backs = (False,) if isinstance(duel, Shot) and seat != duel.seat else (False, True)
            yield from (acts.Touched(seat, corner, back) for back in backs for corner in acts.CORNERS)
        if not seats:
            yield from reveals(state, duel)

    def look(self, state: State, squares: Iterable[str] = NUMBERS) -> Look:
        """What lies on these squares, all tidied. An unsettled attack lies over its defender, and may hide it."""
        regions, duel = play.lying_on(state, squares), state.duel
        if isinstance(duel, Fight):
            regions[duel.at] = (*beneath(regions.get(duel.at, ())), *lying_zoon(state.agreed, duel.piece))
        return Look(regions)

    def untidy_looks(
        self, agreed: Agreed, left: list[acts.Untidy], tidy: Lying, here: Piece | None
    ) -> list[Lying]:
        # The card that belongs there may still lie face up.
        own = [tidy]
        if here is not None:
            for thing in left:
                if thing.what == "down":
                    own = [
                        (Thing("card", None, "up", agreed.decks[here.seat]),)
                        if thing.piece is None
                        else lying_zoon(agreed, thing.piece, up=True)
                    ]
        elsewhere = [thing for thing in left if thing.what in ("come", "other")]
        if len(elsewhere) > 1:
            return []
        if elsewhere:
            # Nothing has come yet, or another card still lies there, alone or beneath a third.
            thing = elsewhere[0]
            if thing.piece is None:
                return [()]
            below = [lying_zoon(agreed, thing.piece, up=up) for up in (True, False)]
            if thing.over is None:
                return below
            return [
                (*beneath(under), *lying_zoon(agreed, thing.over, up=up))
                for under in below
                for up in (True, False)
            ]
        # What is to leave lies over the card that stays, or beneath it.
        for thing in left:
            if thing.what == "off" and thing.piece is not None:
                extras = (lying_zoon(agreed, thing.piece, up=True), lying_zoon(agreed, thing.piece, up=False))
                pairs = [(e, base) if thing.beneath else (base, e) for base in own for e in extras]
                own = [(*beneath(lower), *upper) for lower, upper in pairs]
        return own

    def seen(self, state: State, seen: Seen) -> Iterator[Event]:
        if state.phase == "deploy" and state.agreed.is_shown:
            # An army that lies face up and can be read without doubt.
            for seat in (seat for seat in (0, 1) if not state.ready[seat]):
                up = {
                    at: [card for card in play.cards_of(seen, at) if card.face == "up"]
                    for at in BOARD.zone(seat)
                }
                shown = {at: cards[-1] for at, cards in up.items() if cards}
                if len(shown) != state.to_lay(seat):
                    continue
                rows = play.assigned(list(shown.values()), state.stock.unseen[seat])
                if rows and (len(rows) == 1 or rows[0][0] - rows[1][0] >= CLEAR):
                    yield acts.Deployed(seat, (), dict(zip(shown, rows[0][1], strict=True)))
        elif state.phase == "deploy":
            yield from play.armies_laid(state, seen)
        else:
            # Squares where the card seen is not the Zoon that stands there: an attacker may hide the card that it
            # attacks.
            others = [
                square
                for square, cards in seen.regions.items()
                if cards
                and (piece := state.at(square)) is not None
                and not any(_may_be(state, piece, card) for card in play.cards_of(seen, square))
            ]
            yield from play.seen_in_play(state, seen, _may_be, _moves, _turned_up, others)

    def touched(self, state: State, seat: Seat) -> Thing | None:
        """The enemy's card on which this seat is to touch a corner now: a back, or a shooting trump face up."""
        duel = state.duel
        if duel is None or seat not in duel.to_touch(state.agreed):
            return None
        if isinstance(duel, Shot) and seat != duel.seat:
            return play.trump_thing(state.agreed, duel.trump)
        piece = duel.fighter(state, "defender" if seat == duel.seat else "attacker")
        return None if piece is None else play.zoon_thing(state.agreed, piece, up=False, seat=None)

    def view(self, state: State, eyes: Seat | None) -> View:
        """What these eyes may see; None = the shared screen, which shows only what everybody may know."""
        public = state if state.over is not None else state.public()
        board = dict(self.look(public).regions)
        about = {NAMES[n]: _about(public, piece) for n, piece in enumerate(public.board) if piece is not None}
        about |= {wall.at: play.wall_words(public, wall) for wall in public.walls}
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
                board[name] = play.named(state, number, known[0], board[name])
                said = _("Face down: {card}").format(card=state.called(known[0]))
                if not piece.cage:
                    about[name] = said + play.may_go(state, number, piece)
                else:
                    words = _("{card} · under {trump}")
                    about[name] = words.format(card=said, trump=state.called(piece.cage))
        return play.view_of(public, board, about)

    def uncovered(self, state: State) -> Mapping[str, Lying]:
        """The board with every card named that the referee knows, as once the game is over."""
        return self.view(replace(state, over=state.over or Over((), "", "")), None).board

    def world_for(self, state: State, seat: Seat | None, rng: RandomSource) -> State:
        """A state drawn from all that this seat cannot tell from the real one: rival cards, and the corner touched.

        What nobody has told the referee is drawn for both seats. Unless armies are shown, everybody saw all it knows.
        """
        secrets, duel = state.agreed.is_shown, state.duel
        shows = duel is not None and not duel.to_touch(state.agreed)
        due = ((False, NUMBERS[duel.at]), (True, len(state.todo) - 1)) if duel and shows else ()
        for owner in (0, 1):
            hidden = secrets and seat not in (None, owner)
            state = state.drawn(owner, rng, hidden=hidden, due=due)
        duel = state.duel
        if duel is None or seat is None or not duel.to_touch(state.agreed):
            return state
        card = "attacker" if seat == duel.seat else "defender"
        if getattr(duel, card) is not None:
            touch = acts.Touch(acts.CORNERS[rng(4)], back=bool(rng(2)))
            state = replace(state, todo=(*state.todo[:-1], replace(duel, **{card: touch})))
        return state

    def read_card(
        self, known: Agreed, card: Card, laid: Mapping[str, str], _at: str, becomes: Collection[str]
    ) -> Piece:
        """A card face down; face up only while it fights."""
        seen = known.is_shown and (card.seen or card.up or card.card in becomes)
        return Piece(**common(card, Piece) | dict(laid) | {"seen": seen})

    def read_more(self, state: State, given: Mapping[str, Any]) -> tuple[State, Mapping[str, Any]]:
        """The state with its last fight. A card given face up outside one was seen by all and lies face down."""
        fought, duel = converted(given.get("fought"), acts.Fought | None, "fought"), state.duel
        board = tuple(
            piece.turned_down() if piece and piece.card and (duel is None or duel.at != NAMES[n]) else piece
            for n, piece in enumerate(state.board)
        )
        if "hand" in given and "aside" in given:
            hand, aside = (piles_of(given, name, NAMED) for name in ("hand", "aside"))
            given = {**given, "hand": [[*hand[seat], *aside[seat]] for seat in (0, 1)]}
        return replace(state, board=board, fought=fought), given
