"""Lays, moves, turns and takes off things of a simulated table by touch: pure functions.

Rule kept: a card is always in one place, on the table or in its seat's tray. A card that lies face down has a
face, which nobody is told before it is turned up.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import copysign
from typing import TYPE_CHECKING, Any
from unicodedata import combining, normalize

import msgspec

from companion.game import Event, Game, Seat, Setup
from companion.referee import Reply
from companion.sight import Face, Look, Sighting, Table, Thing, place_of
from ui.box.opening import Opened
from ui.present.board import is_strip, turned
from ui.present.moment import Muster, is_piled
from ui.secrecy import cards_turned_up, shown_cards

if TYPE_CHECKING:
    from vision.decks.deck import Deck
    from vision.painted.simulated import SimulatedTable
    from vision.painted.tabletop import Laid, TableTop

PUSHED_MM = 25.0
"""Distance of an attacking card from the middle of a square where another card lies."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A card that a seat brings to the table. `open`: its owner need not hide it; `held`: it begins in hand."""

    seat: Seat
    label: str
    deck: str | None
    open: bool = False
    held: bool = False


def brought(game: Game[Any], setup: Setup, decks: "Sequence[Deck]") -> tuple[Brought, ...]:
    """All cards that the seats bring: those dealt face down, then those in hand, open if the screen names them."""
    start = game.start(setup)
    beside = [_plain(" ".join(lines)) for lines in game.view(start, None).aside]
    if game.brings is None:
        return ()
    piles = [game.brings(start, seat) for seat in range(setup.seats)]
    return tuple(
        Brought(seat, label, deck_of(label, decks, seat), held and _is_told(label, beside[seat]), held)
        for held in (False, True)
        for seat, pile in enumerate(piles)
        for label in pile[held]
    )


def out_of_play(cards: Sequence[Brought], reply: Reply, seat: Seat) -> frozenset[Brought]:
    """A seat's cards beside the table that lie in its tomb or were played; none during the set-up."""
    if reply.layout is not None:
        return frozenset()
    beside = _plain(" ".join(reply.view.aside[seat])) if seat < len(reply.view.aside) else ""
    return frozenset(
        card for card in cards if not card.held or (card.open and not _is_told(card.label, beside))
    )


def _is_told(label: str, text: str) -> bool:
    """Whether a text contains a part (minimum 3 letters) of a card's label."""
    return any(part in text for part in label.split("-") if len(part) > 2)


def _plain(text: str) -> str:
    """Small letters without accents, as in labels."""
    return "".join(sign for sign in normalize("NFD", text.lower()) if not combining(sign))


def deck_of(label: str, decks: "Sequence[Deck]", seat: Seat) -> str | None:
    """The deck that holds a face; where several do, the seat's own."""
    holding = [deck.name for deck in decks if label in deck.labels]
    if not holding:
        return None
    own = decks[seat].name if seat < len(decks) else ""
    return own if own in holding else holding[0]


def seat_of(card: "Laid") -> Seat:
    """The owner of a card, told from its angle."""
    return 1 if Sighting("card", None, angle=card.angle).seat == 1 else 0


def tray(cards: Sequence[Brought], top: "TableTop", seat: Seat) -> tuple[Brought, ...]:
    """A seat's cards beside the table: all that it brought and that do not lie there."""
    lying = Counter(card.label for card in top.things if card.kind == "card" and seat_of(card) == seat)
    left = []
    for card in cards:
        if card.seat != seat:
            continue
        if lying[card.label] > 0:
            lying[card.label] -= 1
        else:
            left.append(card)
    unknown = lying[None]
    hidden = [card for card in left if not card.open]
    for card in hidden[:unknown]:
        left.remove(card)
    return tuple(left)


def with_faces(hidden: Mapping[Seat, Counter[str]], top: "TableTop", chance: random.Random) -> "TableTop":
    """The table top with a face dealt to every card that has none.

    `hidden`: by seat, the faces of the unknown cards and of the known ones on the table.
    """
    pools: dict[Seat, list[str]] = {}
    for seat, faces in hidden.items():
        lying = Counter(c.label for c in top.things if c.kind == "card" and seat_of(c) == seat and c.label)
        pools[seat] = list((faces - lying).elements())
        chance.shuffle(pools[seat])
    things = []
    for thing in top.things:
        if thing.kind == "card" and thing.label is None and pools.get(seat_of(thing)):
            thing = replace(thing, label=pools[seat_of(thing)].pop())
        things.append(thing)
    return replace(top, things=tuple(things))


def laid_card(
    card: Brought, x: float, y: float, decks: "Sequence[Deck]", *, face_down: bool, angle: float | None = None
) -> "Laid":
    """A card from a tray laid at a point (table mm); without an `angle` it faces its owner's side."""
    from vision.painted.tabletop import Laid

    deck = next((deck for deck in decks if deck.name == card.deck), None)
    width, height = (deck.width_mm, deck.height_mm) if deck is not None else (60.0, 60.0)
    face = "down" if face_down else "up"
    lies = 180.0 * card.seat if angle is None else angle
    return Laid("card", card.label, x, y, lies, face=face, deck=card.deck, width_mm=width, height_mm=height)  # type: ignore[arg-type]


def penny(x: float, y: float) -> "Laid":
    from vision.painted.tabletop import Laid

    return Laid("penny", "heads", x, y)


def landing(
    table: Table, top: "TableTop", x: float, y: float, came: tuple[float, float] | None, index: int | None
) -> tuple[float, float]:
    """The resting point of a card let go of at (x, y): the square's middle, or pushed onto the card there."""
    region = next((region for region in table.regions if region.contains(x, y)), None)
    if region is None:
        return x, y
    middle_x, middle_y = region.centre
    others = [
        thing
        for n, thing in enumerate(top.things)
        if n != index and thing.kind == "card" and region.contains(thing.x, thing.y)
    ]
    if not others:
        return middle_x, middle_y
    back_x, back_y = (came[0] - middle_x, came[1] - middle_y) if came is not None else (0.0, -1.0)
    aside_x = copysign(1.0, back_x) if abs(back_x) >= region.w / 2 else 0.0
    aside_y = copysign(1.0, back_y) if abs(back_y) >= region.h / 2 else 0.0
    if aside_x == aside_y == 0.0:
        aside_y = -1.0
    return middle_x + aside_x * PUSHED_MM, middle_y + aside_y * PUSHED_MM


def taken_off(top: "TableTop", index: int) -> "TableTop":
    """The table top without one thing and the pennies that lay on it."""
    gone = {index, *(top.riders(index) if top.things[index].kind == "card" else ())}
    return replace(top, things=tuple(thing for n, thing in enumerate(top.things) if n not in gone))


def landing_on_pile(table: Table, thing: "Laid", x: float, y: float) -> "Laid":
    """A card let go of in a game of piles: on the pile there or in a row, turned as cards lie there."""
    region = next((region for region in table.regions if region.contains(x, y)), None)
    if region is None:
        return replace(thing, x=x, y=y)
    middle_x, middle_y = region.centre
    angle = turned(table, region) or 0.0
    if is_strip(table, region):
        long_ways = region.w > region.h
        return replace(thing, x=x if long_ways else middle_x, y=middle_y if long_ways else y, angle=angle)
    return replace(thing, x=middle_x, y=middle_y, angle=angle)


def in_hand(acts: Sequence[Event]) -> tuple[Seat | None, tuple[str, ...]]:
    """The seat to act, and the cards that it might lay on the table now as far as the referee knows."""
    seat = next((seat for event in acts if isinstance(seat := event.seat, int)), None)
    found: dict[str, None] = {}
    for event in acts:
        cards = (event.card, *(event.cards or ()))
        if not event.takes:
            found.update(dict.fromkeys(card for card in cards if card is not None))
    return seat, tuple(found)


def to_turn(table: Table, top: "TableTop", index: int) -> int:
    """The thing that a tap turns over: of two cards in a square the lower one, as only its edge shows."""
    thing = top.things[index]
    region = table.region_at(thing.x, thing.y)
    if thing.kind == "card" and thing.face != "down" and region is not None:
        for n, other in reversed([*enumerate(top.things[:index])]):
            is_down = other.kind == "card" and other.face == "down"
            if is_down and table.region_at(other.x, other.y) == region:
                return n
    return index


def on_card(top: "TableTop", x: float, y: float) -> tuple[float, float]:
    """The resting point of a penny let go of at (x, y): the middle of the card there, if there is one."""
    cards = (thing for thing in reversed(top.things) if thing.kind == "card" and thing.covers(x, y))
    return next(((card.x, card.y) for card in cards), (x, y))


def with_lenders(table: Table, top: "TableTop", look: Look, regions: Sequence[str]) -> tuple[str, ...]:
    """`regions`, and those with a spare card or piece that one of them lacks.

    Tidying the lenders too keeps that card from being laid a second time.
    """
    lying: dict[str | None, list[Laid]] = defaultdict(list)
    for thing in top.things:
        lying[table.region_at(thing.x, thing.y)].append(thing)

    def counted(things: "Sequence[Laid | Thing]") -> Counter[tuple[str | None, str | None]]:
        return Counter((one.label, one.deck) for one in things if one.kind in ("card", "pawn"))

    lacking = counted(())
    for name in regions:
        lacking += counted(look.of(name)) - counted(lying[name])
    found = list(regions)
    for region in table.regions:
        spare = (counted(lying[region.name]) - counted(look.of(region.name))) & lacking
        if spare and region.name not in found:
            found.append(region.name)
            lacking -= spare
    return tuple(found)


def tidied(
    table: Table, top: "TableTop", look: Look, regions: Sequence[str], decks: "Sequence[Deck]", seed: int
) -> "TableTop":
    """The table top with these regions as the look has them and everything else unmoved.

    A thing that lies in no region and is wanted in one is taken away, as it would be laid a second time.
    """
    import numpy as np

    from vision.painted.laying import tabletop_from_look

    some = frozenset(regions)
    others = frozenset(region.name for region in table.regions) - some
    wanted = Look({name: look.of(name) for name in some}, others)
    due = {(thing.kind, thing.label) for lying in wanted.regions.values() for thing in lying}
    kept = [t for t in top.things if table.region_at(t.x, t.y) is not None or (t.kind, t.label) not in due]
    top = replace(top, things=tuple(kept))
    return tabletop_from_look(wanted, table, np.random.default_rng(seed), decks, top)


def bodies_on(game: Game[Any], state: Any) -> list[tuple[str, dict[str, Any]]]:
    """Each card on the table in a dumped position, with its square; an attacker comes after its target."""
    position = game.dump_position(state)
    fights = [(step["at"], step["piece"]) for step in position.get("todo", ()) if "piece" in step]
    return [*position.get("cards", {}).items(), *fights]


def as_known(game: Game[Any], state: Any, look: Look) -> Look:
    """The look with the face of every face-down card that the book knows, though nobody sees it."""
    known = {(at, body["seat"]): body["card"] for at, body in bodies_on(game, state)}

    def with_face(at: str, thing: Thing) -> Thing:
        is_down = thing.kind == "card" and thing.face == "down" and thing.label is None
        return replace(thing, label=known.get((at, thing.seat))) if is_down else thing

    return Look({at: tuple(with_face(at, thing) for thing in lying) for at, lying in look.regions.items()})


def with_faces_there(events: Sequence[Event], table: Table, top: "TableTop") -> tuple[Event, ...]:
    """Events about the cards that really lie at their squares, each event once.

    A card that cannot have come there is named too: the referee says so then.
    """
    lying: dict[str | None, list[Laid]] = defaultdict(list)
    for thing in top.things:
        if thing.kind == "card":
            lying[table.region_at(thing.x, thing.y)].insert(0, thing)
    found: dict[Event, None] = {}
    for event in events:
        body: dict[str, Any] = msgspec.structs.asdict(event)
        told = {}
        for name, region in (("card", event.start or event.at), ("met", event.to or event.at)):
            cards = lying[region]
            if event.turns_up:
                cards = [card for card in cards if card.face == "down" and seat_of(card) == event.seat]
            if body.get(name) is not None and cards:
                told[name] = cards[0].label
        found[msgspec.structs.replace(event, **told)] = None
    return tuple(found)


# On the simulated table each card has a face that only the table may know.


class LayingHands:
    """Moves the things on a game's simulated table. `piled`: it is a game of piles."""

    def __init__(self, opened: Opened, simulated: "SimulatedTable") -> None:
        self.simulated, self._opened = simulated, opened
        referee, reply = opened.session.referee, opened.session.reply
        self.brought = brought(referee.game, referee.setup, opened.decks)
        self.piled = is_piled(reply.view)
        self._chance: random.Random = opened.chance
        # A game that is resumed, or begins in play, is laid from the book; each card gets a possible face.
        if referee.entries or (reply.look.regions and reply.layout is None):
            if not simulated.tabletop.things:
                state = referee.game.world_for(referee.state, None, self._chance.randrange)
                self.put_so(as_known(referee.game, state, reply.look))
                opened.session.look_afresh()
            opened.session.checking = False

    def change(self, change: "Callable[[TableTop], TableTop]") -> None:
        """Changes the table top; every card then has a face, whether the referee knows it or not."""
        self.simulated.change(lambda top: self._with_faces(change(top)))

    def lay_out(self) -> None:
        if (layout := self._opened.session.reply.layout) is not None:
            self.put_so(layout)

    def turn_over(self, region: str) -> None:
        table, things = self.simulated.table, self.simulated.tabletop.things
        cards = (n for n, one in enumerate(things) if one.kind == "card")
        index = max((n for n in cards if table.region_at(things[n].x, things[n].y) == region), default=None)
        if index is not None:
            self.change(lambda top: top.flipped(index))

    def turns(self, index: int) -> bool:
        """Whether the game waits for this thing to be turned over, so that a touch does it."""
        session = self._opened.session
        wanted = session.reply.layout or session.reply.look
        table, top = self.simulated.table, self.simulated.tabletop
        thing = top.things[index]
        region = table.region_at(thing.x, thing.y)
        if region is not None and region not in wanted.ignored:
            lying = [one for one in top.things if table.region_at(one.x, one.y) == region]

            def too_many(side: str | None) -> int:
                """Surplus of things of this kind that lie there with this side up."""
                there = sum(each.kind == thing.kind and side_up(each) == side for each in lying)
                due = wanted.of(region)
                return there - sum(each.kind == thing.kind and side_up(each) == side for each in due)

            def side_up(one: "Laid | Thing") -> str | None:
                return one.face if one.kind == "card" else one.label

            # One too many with this side up, and one missing with the other: it is to be turned.
            if too_many(side_up(thing)) > 0 > too_many(side_up(top.flipped(index).things[index])):
                return True
        due = cards_turned_up(session.referee.game, session.referee.state)
        return thing.face == "down" and any(event.at == region for event in due)

    def covered(self) -> dict[str, str]:
        """By region, the face of a card that lies there alone and face down; its owner may look at it."""
        cards = [one for one in self.simulated.tabletop.things if one.kind == "card" and not self.piled]
        places = [self.simulated.table.region_at(one.x, one.y) for one in cards]
        return {
            name: one.label
            for name, one in zip(places, cards, strict=True)
            if name and one.label and one.face == "down" and places.count(name) == 1
        }

    def lay_up(self, muster: Muster) -> None:
        cards = shown_cards(muster.sample)
        labels = list(cards.values())
        self._chance.shuffle(labels)
        self._lay(muster, dict(zip(cards, labels, strict=True)), "up")

    def turn_down(self, muster: Muster) -> None:
        self._lay(muster, muster.kept, "down")

    def _lay(self, muster: Muster, cards: Mapping[str, str | None], face: Face) -> None:
        deck = next((card.deck for card in self.brought if card.seat == muster.seat), None)
        look = {at: (Thing("card", label, face, deck, muster.seat),) for at, label in cards.items()}
        self.put_so(Look(look), muster.cells)

    def move(self, label: str, x: float, y: float) -> None:
        """Moves the piece with this label to (x, y) mm, with all that stands on it."""
        pieces = enumerate(self.simulated.tabletop.things)
        index = next((n for n, one in pieces if (one.kind, one.label) == ("pawn", label)), None)
        if index is not None:
            self.change(lambda top: top.moved(index, x, y))
            self._opened.session.look_afresh()

    def put(self, regions: Sequence[str] | None = None) -> bool:
        """Lays these regions, or all of them, as in the book; returns whether anything changed."""
        before, session = Counter(self.simulated.tabletop.things), self._opened.session
        self.put_so(as_known(session.referee.game, session.referee.state, session.reply.look), regions)
        session.look_afresh()
        return before != Counter(self.simulated.tabletop.things)

    def put_so(self, look: Look, regions: Sequence[str] | None = None) -> None:
        """Lays these regions, or all, as a look has them, with the cards that already lie somewhere."""
        table, decks = self.simulated.table, self._opened.decks
        if regions is None:
            regions = [region.name for region in table.regions if region.name not in look.ignored]
        seed = self._chance.randrange(2**31)
        self.change(
            lambda top: tidied(table, top, look, with_lenders(table, top, look, regions), decks, seed)
        )

    def _with_faces(self, top: "TableTop") -> "TableTop":
        referee: Any = self._opened.session.referee
        game, state = referee.game, referee.state
        if self.piled:
            # An open card that nobody has read gets a face that its seat may have there.
            things = []
            for thing in top.things:
                place = place_of(self.simulated.table.region_at(thing.x, thing.y) or "")
                is_unread = thing.kind == "card" and thing.face == "up" and thing.label is None
                if is_unread and place.seat is not None:
                    body = game.dump_position(state)["seats"][place.seat]
                    known = [card for card in body.get(place.kind, ()) if card is not None]
                    labels = known or sorted(body.get("unseen", {}))
                    thing = replace(thing, label=self._chance.choice(labels) if labels else None)
                things.append(thing)
            return replace(top, things=tuple(things))
        if game.brings is None:
            return top
        hidden = {seat: Counter(game.brings(state, seat)[0]) for seat in range(referee.setup.seats)}
        for _at, body in bodies_on(game, state):
            hidden[body["seat"]].update(filter(None, (body["card"],)))
        return with_faces(hidden, top, self._chance)
