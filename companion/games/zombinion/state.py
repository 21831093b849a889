"""The frozen state of a game of Zombinion, what was agreed before it, and how it changes while an event happens."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Any, Literal

import msgspec
from msgspec.structs import astuple, replace

from companion.game import (
    Choice,
    Event,
    Meaning,
    Over,
    RandomSource,
    Seat,
    Setup,
    SetupFault,
    Value,
    Violation,
)
from companion.games.zombinion.cards import (
    BASICS,
    EFFECTS,
    INFEZIONE,
    MOLTI_PIU_ZOMBI,
    PALLOTTOLA,
    ZOMBI,
    Card,
    Cards,
    cards,
    combat,
)
from companion.games.zombinion.events import Chose, Ended, Shuffled, What
from companion.kits.options import options_in, sheet_in
from companion.language import _, marked, one_of, spoken

TEN = 10
SET, KINDS, KNOWING, START, WINNERS_BEFORE = options_in("companion.games.zombinion")
KINDS = replace(KINDS, choices=tuple(Choice(card, cards()[card].name) for card in combat(cards())))
OPTIONS = (SET, KINDS, KNOWING, START, WINNERS_BEFORE)


def kinds(setup: Setup, known: Cards) -> tuple[str, ...]:
    """The ten kinds of Combat cards, in supply order. Raises SetupFault."""
    own = str(setup.option(KINDS.name, KINDS.default))
    name = setup.option(SET.name, SET.default)
    every = combat(known)
    if not own and name not in [choice.value for choice in SET.choices]:
        raise SetupFault(SET.name, one_of(str(choice.value) for choice in SET.choices), name)
    chosen = [part.strip() for part in own.split(",")] if own else [c for c in every if name in known[c].sets]
    if len(chosen) != TEN or len({*chosen} & {*every}) != TEN:
        raise SetupFault(KINDS.name, _("ten different Combat cards, with commas between"), own)
    return tuple(card for card in every if card in chosen)


def starters(setup: Setup) -> tuple[int, ...]:
    """The seats among whom the lot decides who begins; a single one begins without a lot. Raises SetupFault.

    After a win of one, the seat to the winner's left; after a shared win, those who did not win; after a draw, all.
    An option that names no player of this game is ignored.
    """
    said: Value = setup.option(START.name, START.default)
    everybody = tuple(range(setup.seats))
    if str(said) in map(str, everybody):
        return (int(said),)
    text = str(setup.option(WINNERS_BEFORE.name, WINNERS_BEFORE.default))
    won = text.split()
    if len(set(won)) != len(won) or not set(won) <= set(map(str, everybody)):
        raise SetupFault(WINNERS_BEFORE.name, _("different players of this game, with spaces between"), text)
    if len(won) == 1:
        return ((int(won[0]) + 1) % setup.seats,)
    return tuple(seat for seat in everybody if str(seat) not in won) or everybody


WORDS = sheet_in("companion.games.zombinion", "words", dict[str, dict[str, str]])
Phase = Literal["lot", "action", "hunt", "cleanup", "over"]
Tidying = Literal["clean", "shuffle", "deck", "down", "take", "leave", "discard", "gain", "trash", "spread"]
Slots = tuple[str | None, ...]

OWN = ("hand", "deck", "discard", "in_play", "shown")
"""The places of a seat's own, each of which holds cards."""
TRASH = "trash"
OWN_PALLOTTOLA, OWN_ZOMBI, HAND = 7, 3, 5
ACTIONS, TARGETS = 1, 1


class Agreed(Meaning):
    """The values derived from a set-up. Raises SetupFault.

    `piles`: ids of the supply's piles in supply order, `pile` the number of each; `full`: cards on each before the
    first turn. `known`: the order of each deck is told from the start. `starters`: among whom the lot is. `actions`,
    `treasures`: ids of these types; `within`: by shots, the piles that cost at most that.
    """

    def __init__(self, setup: Setup, piles: tuple[str, ...]) -> None:
        super().__init__(setup, piles)
        self.setup, self.piles, self.seats = setup, piles, setup.seats
        self.cards = cards(setup.facts)
        self.pile = {card: number for number, card in enumerate(piles)}
        self.priced = tuple(self.cards[card] for card in piles)
        self.full = tuple(_full(card, setup.seats) for card in self.priced)
        self.known = setup.option(KNOWING.name, KNOWING.default) == "known"
        self.starters = starters(setup)
        self.actions = frozenset(card.id for card in self.cards.values() if card.is_action)
        self.treasures = frozenset(card.id for card in self.cards.values() if card.is_treasure)
        dearest = max((card.cost for card in self.priced), default=0)
        self.within = tuple(
            tuple(n for n, card in enumerate(self.priced) if card.cost <= shots)
            for shots in range(dearest + 1)
        )

    def seat_name(self, seat: int) -> str:
        return self.setup.player(seat) or _("Player {n}").format(n=seat + 1)

    def called(self, card: str | None) -> str:
        """The name that is printed on a card."""
        entry = None if card is None else self.cards.get(card)
        return _("a card") if entry is None else entry.name

    def listed(self, cards: Iterable[str | None]) -> str:
        """Cards by name, equal ones together: `2 Pallottola, Proiettili`; in Italian with Italian plurals."""
        italian, names = spoken().code == "it", list[str]()
        for card, n in Counter(cards).items():
            plural = italian and n > 1 and card in self.cards
            name = self.cards[card].plural if plural and card is not None else self.called(card)
            names.append(name if n == 1 else f"{n} {name}")
        return ", ".join(names)


@lru_cache(maxsize=256)
def agreed(setup: Setup) -> Agreed:
    """The values derived from a set-up. Raises SetupFault."""
    return with_piles(setup, (*BASICS, *kinds(setup, cards(setup.facts))))


with_piles = lru_cache(maxsize=256)(Agreed)
"""The values derived from a set-up with these piles in place of its own."""


def _full(card: Card, seats: int) -> int:
    """Number of cards on a pile before the first turn (decisions ZB-02, ZB-07, ZB-27)."""
    printed = {PALLOTTOLA: 60 - OWN_PALLOTTOLA * seats, "proiettili": 40, "caricatore": 30}
    if card.id in printed:
        return printed[card.id]
    if card.id == INFEZIONE:
        return 10 * (seats - 1)
    if "victory" in card.types:
        return 8 if seats == 2 else 12
    return 10


MOST_SEATS = 4


def in_box(card: Card) -> int:
    """Number of a card that exists: its pile for the most players, with the cards that all begin with."""
    if card.id == ZOMBI:
        return 24
    return 60 if card.id == PALLOTTOLA else _full(card, MOST_SEATS)


class Lack(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A seat said that its hand holds no card of a sort (a card's id, or a type) when it was to choose `what`."""

    sort: str
    what: What


# What is known of a seat's cards: a known card leaves a place by its name, an unseen one takes its face from the
# pool.
#
# Rule kept: a seat has as many None slots as faces in its pool (`unseen`), and no face is made or lost. Where an
# unseen card leaves a hand in which others are known, those go back to the pool first: it may have been one of them.


def is_sort(known: Cards, card: str | None, sort: str) -> bool:
    """Whether a card is of a sort: a card's id, or a type."""
    return card is not None and (card == sort or sort in known[card].types)


def removed(slots: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The slots without one card. Raises ValueError where it is not among them."""
    at = slots.index(card)
    return slots[:at] + slots[at + 1 :]


def said_none(seat: int, card: str, lack: Lack) -> Violation:
    """The violation of a seat that showed what it had said it lacked."""
    return Violation("zb-said-none", card, Chose(seat, lack.what))


class Player(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The cards of one seat. None is a card that nobody has shown to the referee."""

    hand: Slots
    deck: Slots  # top first
    discard: Slots = ()  # top last; the top may be unread
    in_play: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()  # open in the middle of an effect, in no other place
    unseen: tuple[str, ...] = ()  # the faces of all None slots together, sorted
    lacks: tuple[Lack, ...] = ()  # what the None slots of the hand are said not to be

    def without(self, place: str, card: str) -> "Player | None":
        """The player without a card of a place, known there or unseen; None: it cannot lie there."""
        order = -1 if place == "discard" else 1
        slots, unseen = getattr(self, place)[::order], self.unseen
        if card in slots:
            at = slots.index(card)
        elif None in slots and card in unseen:
            at, unseen = slots.index(None), removed(unseen, card)
        else:
            return None
        slots = slots[:at] + slots[at + 1 :]
        lacks = () if place == "hand" and None not in slots else self.lacks
        return replace(self, **{place: slots[::order]}, unseen=unseen, lacks=lacks)

    def unseen_from_hand(self, known: Cards, count: int) -> "tuple[Player, Slots]":
        """The player without `count` unshown cards of the hand, and those cards as slots."""
        hand = self.hand
        faces = tuple(card for card in hand if card is not None)
        if count >= len(hand):
            return replace(self, hand=(), lacks=()), (*faces, *(None,) * hand.count(None))
        lacks = tuple(lack for lack in self.lacks if not any(is_sort(known, c, lack.sort) for c in faces))
        unseen = tuple(sorted((*self.unseen, *faces))) if faces else self.unseen
        return replace(self, hand=(None,) * (len(hand) - count), unseen=unseen, lacks=lacks), (None,) * count

    def shown_in_hand(self, card: str) -> "Player":
        """The player with a card shown that stays in the hand."""
        if card in self.hand or None not in self.hand or card not in self.unseen:
            return self
        at = self.hand.index(None)
        hand = (*self.hand[:at], card, *self.hand[at + 1 :])
        lacks = self.lacks if None in hand else ()
        return replace(self, hand=hand, unseen=removed(self.unseen, card), lacks=lacks)

    def lacking(self, known: Cards, card: str) -> Lack | None:
        """What the seat said its unseen cards lack, if this card contradicts it; None: it does not."""
        return next((lack for lack in self.lacks if is_sort(known, card, lack.sort)), None)

    def likely(self, known: Cards) -> Sequence[str]:
        """The unseen faces that may be in the hand by what the seat said of it."""
        unseen = self.unseen
        return [face for face in unseen if self.lacking(known, face) is None] if self.lacks else unseen

    def strained(self, known: Cards) -> Lack | None:
        """A lack that the seat claimed and that is impossible, as too few other faces are left."""
        is_strained = self.lacks and self.hand.count(None) > len(self.likely(known))
        return self.lacks[-1] if is_strained else None

    def hand_faces(self, known: Cards) -> tuple[str, ...]:
        """The different faces that a hand may hold by all that is known, sorted."""
        faces = {card for card in self.hand if card is not None}
        if None in self.hand:
            faces.update(self.likely(known))
        return tuple(sorted(faces))

    def could_hold(self, known: Cards, sort: str) -> bool:
        return any(is_sort(known, face, sort) for face in self.hand_faces(known))

    def seems_to_hold(self, agreed: Agreed, sort: str) -> bool:
        """Whether a hand may hold a card of a sort by public knowledge, and not by what only the referee knows."""
        if not agreed.known:
            return self.could_hold(agreed.cards, sort)
        places = (self.hand, self.deck, self.discard[:-1], self.unseen) if self.hand else ()
        return any(is_sort(agreed.cards, card, sort) for place in places for card in place)

    def could_lack(self, known: Cards, sort: str) -> bool:
        """Whether a hand may hold no card of a sort, so that its seat can say so."""
        if any(is_sort(known, card, sort) for card in self.hand):
            return False
        return self.hand.count(None) <= sum(not is_sort(known, face, sort) for face in self.likely(known))

    def not_in_hand(self, known: Cards, seat: int, card: str) -> Iterator[Violation]:
        """Why a card cannot come from this hand, by counting who holds what; empty: it can."""
        if card in self.hand:
            return
        if None not in self.hand:
            yield Violation("zb-in-hand", card)
        elif card not in self.unseen:
            yield Violation("zb-cannot-own", card)
        elif (lack := self.lacking(known, card)) is not None:
            yield said_none(seat, card, lack)

    def held(self, known: Cards, sort: str = "") -> Counter[str]:
        """The cards of a sort that may be in the hand, each at its maximum number."""
        found, most = Counter(card for card in self.hand if card is not None), self.hand.count(None)
        if most:
            unseen = Counter(self.likely(known))
            found += Counter({face: min(count, most) for face, count in unseen.items()})
        return Counter({card: n for card, n in found.items() if not sort or is_sort(known, card, sort)})

    def piles_of(self, counts: Counter[str], most: int = 99, least: int = 1) -> Iterator[tuple[str, ...]]:
        """Every choice of `least` to `most` of these cards that the hand can hold; equal cards are one choice."""
        faces, known = sorted(counts), Counter(self.hand)

        def further(at: int, taken: tuple[str, ...], slots: int) -> Iterator[tuple[str, ...]]:
            """Choices that begin with `taken`, with any number of faces from `at` on; `slots`: unknown cards left."""
            if len(taken) + sum(counts[face] for face in faces[at:]) < least:
                return
            if at == len(faces):
                yield taken
                return
            face = faces[at]
            for n in range(min(counts[face], most - len(taken), known[face] + slots) + 1):
                yield from further(at + 1, taken + (face,) * n, slots - max(0, n - known[face]))

        yield from further(0, (), self.hand.count(None))

    def dealt(self, known: Cards, rng: RandomSource) -> list[str]:
        """The hand with unseen cards drawn from the pool."""
        pool = list(self.likely(known))
        return [pool.pop(rng(len(pool))) if card is None else card for card in self.hand]

    def owned(self) -> list[str]:
        places = self.hand + self.deck + self.discard
        return [*(card for card in places if card is not None), *self.in_play, *self.shown, *self.unseen]


class Step(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One thing to be done before anything else; some are done at once, others wait for people."""

    do: str  # `what` of an awaited Chose, `reveal`, `shuffle`, or a name in AT_ONCE
    seat: int  # who does it
    card: str = ""  # the card whose effect this is
    n: int = 0  # how many, or the highest cost
    of: int | None = None  # another seat whose cards it is about
    cards: tuple[str, ...] = ()  # the cards it is about
    safe: tuple[int, ...] = ()  # seats that an Attack does not reach
    again: bool = False  # the second time, by Tattica

    @property
    def whose(self) -> int:
        return self.seat if self.of is None else self.of


class Untidy(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What people may not have tidied yet in `region`; `faces` may still lie there (see readings.py)."""

    what: Tidying
    region: str
    faces: tuple[str | None, ...] = ()
    seat: int | None = None


NOTHING: tuple[Untidy, ...] = ()


# A state while an event changes it: what cards do to places, piles and the counts of the turn.
#
# A draft lives inside one `after` and is frozen at its end. Rule kept: no card is ever lost, by law or against it; a
# card that nobody can have had came into the game, and `total` says so.


class Draft(msgspec.Struct, gc=False):
    """A state that may still be changed: everything that matters for how the game goes on."""

    agreed: Agreed
    turn: Seat
    phase: Phase
    actions: int  # these three are what is left in this turn
    targets: int
    shots: int
    supply: tuple[int, ...]  # by pile, as in `agreed.piles`
    trash: tuple[str, ...]  # top last
    players: tuple[Player, ...]
    turns_taken: tuple[int, ...]  # counted when a turn ends
    total: tuple[int, ...]  # cards of each kind in the game, as in `agreed.cards`
    todo: tuple[Step, ...] = ()  # to be done before anything else, the next step last
    passed: tuple[Event, ...] = ()  # done by the last event itself; may be told once more
    untidy: Sequence[Untidy] = NOTHING
    over: Over | None = None

    @property
    def step(self) -> Step | None:
        return self.todo[-1] if self.todo else None

    @property
    def piles(self) -> dict[str, int]:
        """Number of cards on each pile of the supply."""
        return dict(zip(self.agreed.piles, self.supply, strict=True))

    @classmethod
    def of(cls, state: "State") -> "Draft":
        draft = cls(*astuple(state))
        draft.passed = ()
        return draft

    def frozen(self) -> "State":
        return State(*astuple(self))

    def put(self, seat: int, player: Player) -> None:
        players = list(self.players)
        players[seat] = player
        self.players = tuple(players)

    def change(self, seat: int, **places: Any) -> None:
        self.put(seat, replace(self.players[seat], **places))

    def does(self, *events: Event) -> None:
        """The referee does this by itself."""
        self.passed = (*self.passed, *events)

    def pop(self) -> Step:
        step = self.todo[-1]
        self.todo = self.todo[:-1]
        return step

    def others(self, seat: int, safe: tuple[int, ...] = ()) -> list[int]:
        """The other seats in turn order from the left neighbour on (decision ZB-12), without safe ones."""
        seats = self.agreed.seats
        found = [(seat + step) % seats for step in range(1, seats)]
        return [other for other in found if other not in safe] if safe else found

    def push(self, *steps: Step) -> None:
        """Puts these steps before what is due already, to be done in this order."""
        self.todo = (*self.todo, *reversed(steps))

    def came(self, card: str, count: int = 1) -> None:
        """Adds `count` cards that were not known to be in the game; a negative count takes them out of it."""
        at = list(self.agreed.cards).index(card)
        self.total = (*self.total[:at], self.total[at] + count, *self.total[at + 1 :])

    def pile(self, card: str, count: int) -> None:
        """Sets the number of cards on a pile of the supply."""
        at = self.agreed.pile[card]
        self.supply = (*self.supply[:at], count, *self.supply[at + 1 :])

    def left(self, card: str) -> int | None:
        """Number of cards on a pile of the supply; None: there is no such pile."""
        number = self.agreed.pile.get(card)
        return None if number is None else self.supply[number]

    def take(self, place: str, seat: int, card: str) -> None:
        """Takes a card from a place, a seat's own or a shared one; one that cannot have lain there enters the game."""
        if place == "supply" and (left := self.left(card)):
            self.pile(card, left - 1)
        elif place == TRASH and card in self.trash:
            self.trash = removed(self.trash[::-1], card)[::-1]
        elif place in OWN and (player := self.players[seat].without(place, card)) is not None:
            self.put(seat, player)
        else:
            self.came(card)

    def lay(self, place: str, seat: int, card: str) -> None:
        """Lays a card on top of a place; an unknown place takes it out of the game."""
        if place == "supply":
            self.pile(card, (self.left(card) or 0) + 1)
        elif place == TRASH:
            self.trash = (*self.trash, card)
        elif place in OWN:
            cards = getattr(self.players[seat], place)
            self.change(seat, **{place: (card, *cards) if place == "deck" else (*cards, card)})
        else:
            self.came(card, -1)

    def move(self, card: str, seat: int, source: str, target: str) -> None:
        self.take(source, seat, card)
        self.lay(target, seat, card)

    def slots_out_of_hand(self, seat: int, cards: Slots) -> Slots:
        """Takes cards out of a hand at once, None for each not shown, and returns the slots that they become.

        More unseen cards than the hand holds are ignored: nobody can say what came into the game with them.
        """
        for card in cards:
            if card is not None:
                self.take("hand", seat, card)
        unseen = cards.count(None)
        if not unseen:
            return cards
        before = self.players[seat]
        player, slots = before.unseen_from_hand(self.agreed.cards, min(unseen, len(before.hand)))
        self.put(seat, player)
        left = iter(slots)
        gone: list[str | None] = []
        for card in cards:
            gone += islice(left, 1) if card is None else (card,)
        return tuple(gone)

    def hand_to_play(self, seat: int, cards: tuple[str, ...]) -> None:
        p = self.players[seat]
        hand, unseen = list(p.hand), p.unseen
        for card in cards:
            if card in hand:
                hand.remove(card)
            elif None in hand and card in unseen:
                hand.remove(None)
                unseen = removed(unseen, card)
            else:
                self.came(card)
        lacks = p.lacks if None in hand else ()
        self.put(seat, replace(p, hand=tuple(hand), in_play=p.in_play + cards, unseen=unseen, lacks=lacks))

    def draw(self, seat: int, count: int, card: str = "") -> None:
        """Draws `count` cards, or as many as there are; an order of the deck that must be told is awaited."""
        p = self.players[seat]
        while count > 0 and (p.deck or p.discard):
            if not p.deck:
                if not self.shuffle(seat, Step("draw", seat, card, count)):
                    return
                p = self.players[seat]
            drawn, deck = p.deck[:count], p.deck[count:]
            count -= len(drawn)
            lacks = () if p.lacks and None in drawn else p.lacks
            p = replace(p, hand=p.hand + drawn, deck=deck, lacks=lacks)
            self.put(seat, p)

    def shuffle(self, seat: int, then: Step) -> bool:
        """Shuffles the discards into the deck; False: the order must be told and is awaited, before `then`.

        Once any card of the seat is unseen nothing can be learnt from an order: the shuffle is done at once.
        """
        p = self.players[seat]
        if not p.unseen:
            self.push(Step("shuffle", seat, then.card), then)
            return False
        self.put(seat, shuffled(p))
        self.does(Shuffled(seat))
        return True

    def reveal(self, seat: int, card: str) -> None:
        """The top card of a deck turns out to be this one, and lies open."""
        p = self.players[seat]
        unseen = p.unseen
        deck = p.deck
        if deck and deck[0] is None and card in unseen:
            deck, unseen = deck[1:], removed(unseen, card)
        elif deck and deck[0] == card:
            deck = deck[1:]
        else:
            self.came(card)
        self.put(seat, replace(p, deck=deck, shown=(*p.shown, card), unseen=unseen))


class State(Draft, frozen=True, gc=False):  # type: ignore[misc]
    """A state between two events, immutable."""


def total(
    known: Cards, supply: dict[str, int], trash: Iterable[str], players: Iterable[Player]
) -> tuple[int, ...]:
    """Number of cards of each kind, in the order of `known`."""
    found = Counter(supply)
    found.update(chain(trash, *[player.owned() for player in players]))
    return tuple([found.get(card, 0) for card in known])


def start(setup: Setup) -> State:
    """Ten cards each, shuffled, and five drawn; orders that are told are awaited. Raises SetupFault."""
    given = agreed(setup)
    own = (*(PALLOTTOLA,) * OWN_PALLOTTOLA, *(ZOMBI,) * OWN_ZOMBI)
    if given.known:
        dealt = Player(hand=(), deck=(), discard=own)
    else:
        dealt = Player(hand=(None,) * HAND, deck=(None,) * (len(own) - HAND), unseen=tuple(sorted(own)))
    players = (dealt,) * given.seats
    todo = tuple(
        step
        for seat in (reversed(range(given.seats)) if given.known else ())
        for step in (Step("draw", seat, n=HAND), Step("shuffle", seat))
    )
    lot = len(given.starters) > 1
    return State(
        agreed=given,
        turn=given.starters[0],
        phase="lot" if lot else "action",
        actions=ACTIONS,
        targets=TARGETS,
        shots=0,
        supply=given.full,
        trash=(),
        players=players,
        turns_taken=(0,) * given.seats,
        total=total(given.cards, dict(zip(given.piles, given.full, strict=True)), (), players),
        todo=todo,
    )


def shuffled(p: Player, order: tuple[str, ...] | None = None) -> Player:
    """The player with the discards shuffled into the deck, in this order if it is told."""
    if order is not None:
        return replace(p, deck=p.deck + order, discard=())
    faces = [card for card in p.discard if card is not None]
    deck = p.deck + (None,) * len(p.discard)
    unseen = tuple(sorted((*p.unseen, *faces)))
    return replace(p, deck=deck, discard=(), unseen=unseen)


def in_reach(at: Draft, shots: int, least: int = 0) -> Iterator[Card]:
    pairs = zip(at.agreed.priced, at.supply, strict=True)
    return (card for card, left in pairs if left and least <= card.cost <= shots)


# Whether nobody can take a card any more: then no pile is ever used up, and the game would never end.
#
# Judged by what each seat owns and by the supply, which everybody knows. In doubt it is no standstill.


TWICE = "tattica"


def stands_still(at: Draft) -> bool:
    """Whether no card of any seat can get another one out of the supply."""
    supply = at.supply
    if any(supply[pile] for pile in at.agreed.within[0]):
        return False
    piles = [card for card, left in zip(at.agreed.priced, supply, strict=True) if left]
    cheapest = min((card.cost for card in piles), default=0)
    if not cheapest:
        return False
    known = at.agreed.cards
    seats = [[known[card] for card in player.owned()] for player in at.players]
    there = {"card"}
    if any(card.is_treasure for cards in seats for card in cards):
        there.add("mirare")
    if any(card.id == INFEZIONE for card in piles):
        there.add("infezione")
    for own in seats:
        gets = {EFFECTS[card.id].gets for card in own}
        if gets & there or (len(own) > 1 and "other" in gets):
            return False
        twice = sum(card.id == TWICE for card in own)
        if sum(card.shots for card in own) << twice >= cheapest:
            return False
    return True


# The end of a turn and of the game: clean-up, how it ends, points, and who has won.


EMPTY_PILES = 3


def clean_up(d: Draft, seat: int, top: str | None) -> None:
    """Cards in play, then the hand, go onto the discards, `top` uppermost where that is seen; five are drawn.

    A top card like one that was in play tells nothing of the hand: cards are discarded in any order (decision ZB-30).
    """
    p = d.players[seat]
    hand, unseen = p.hand, p.unseen
    if None in hand:
        known = tuple(card for card in hand if card is not None)
        hand = (*known, *(None,) * (len(hand) - len(known)))
        if top is not None and top not in known + p.in_play and top in unseen:
            hand, unseen = (*hand[:-1], top), removed(unseen, top)
    laid: Slots = p.discard + p.shown + p.in_play
    pile = laid + hand
    if top is not None and (top in hand or top in p.in_play or top in p.discard[-1:]):
        at = len(pile) - 1 - pile[::-1].index(top)
        pile = (*pile[:at], *pile[at + 1 :], top)
    if d.todo:
        # Against the rules the turn ended in the middle of a card: what lies open is discarded.
        d.todo = ()
        for other in d.others(seat):
            rival = d.players[other]
            d.change(other, discard=rival.discard + rival.shown, shown=())
    if len(p.deck) >= HAND:
        d.put(seat, Player(hand=p.deck[:HAND], deck=p.deck[HAND:], discard=pile, unseen=unseen))
        turn_over(d, seat)
        return
    d.put(seat, Player(hand=(), deck=p.deck, discard=pile, unseen=unseen))
    d.phase = "cleanup"
    d.does(Ended(seat))
    d.push(Step("next-turn", seat))
    d.draw(seat, HAND)
    if d.todo[-1].do == "shuffle" and ended(d) is not None:
        # The order of a last hand need not be told.
        d.todo = d.todo[:-3]
        d.does(Shuffled(seat))
        turn_over(d, seat)


def turn_over(d: Draft, seat: int) -> None:
    """A seat's turn has ended: only now may the game have ended (decision ZB-25)."""
    taken = d.turns_taken
    d.turns_taken = (*taken[:seat], taken[seat] + 1, *taken[seat + 1 :])
    done = Ended(seat)
    if done not in d.passed:
        d.does(done)
    d.over = ended(d)
    if d.over is not None:
        d.phase = "over"
        return
    d.turn = (seat + 1) % d.agreed.seats
    d.phase = "action"
    d.actions, d.targets, d.shots = ACTIONS, TARGETS, 0


def ended(at: Draft) -> Over | None:
    """How the game ends and who has won, if a turn that ends now ends it."""
    empty = at.supply.count(0)
    if not empty:
        return None
    parts: tuple[tuple[str, str], ...] = ()
    if at.left(MOLTI_PIU_ZOMBI) == 0:
        why, rule = marked("no {card} left; points: {points}"), "zb-end-molti-piu-zombi"
        parts = (("card", at.agreed.cards[MOLTI_PIU_ZOMBI].name),)
    elif empty >= EMPTY_PILES:
        why, rule = marked("{piles} are used up; points: {points}"), "zb-end-three-piles"
        used = (card.name for card, left in zip(at.agreed.priced, at.supply, strict=True) if not left)
        parts = (("piles", ", ".join(used)),)
    elif stands_still(at):
        why, rule = marked("nobody can take a card any more; points: {points}"), "zb-end-standstill"
    else:
        return None
    points = scores(at)
    # The most points win; among equals the fewest turns taken; equal in both, they share it (decision ZB-26).
    order = [(score, -turns) for score, turns in zip(points, at.turns_taken, strict=True)]
    winners = tuple(seat for seat, each in enumerate(order) if each == max(order))
    return Over(winners, why, rule, (*parts, ("points", ", ".join(map(str, points)))))


def scores(at: Draft) -> tuple[int, ...]:
    """The points of all cards that each seat owns, unseen ones included; those of Survivors by the number of cards."""
    found = []
    for player in at.players:
        cards, points = player.owned(), 0
        for face in cards:
            card = at.agreed.cards[face]
            if card.points:
                points += card.points * (len(cards) // card.per if card.per else 1)
        found.append(points)
    return tuple(found)
