"""The frozen state of a game of Zombinion, and what was agreed before it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from companion.game import Breach, Choice, Event, Over, RandomSource, Seat, Setup, SetupFault, Value
from companion.games.zombinion.cards import BASICS, INFEZIONE, PALLOTTOLA, ZOMBI, Card, Cards, cards, combat
from companion.games.zombinion.events import Chose, What
from companion.kits.options import options_in
from companion.language import _, one_of

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
    """The seats among whom the lot decides who begins; one alone begins without a lot. Raises SetupFault.

    After a game won by one, the seat to the winner's left; after a shared win, who did not win; all after a draw.
    A player who is not in this game cannot begin it: then it goes as without a word.
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


Phase = Literal["lot", "action", "hunt", "cleanup", "over"]
Tidying = Literal["clean", "shuffle", "deck", "down", "take", "leave", "discard", "gain", "trash", "spread"]
Slots = tuple[str | None, ...]

OWN = ("hand", "deck", "discard", "in_play", "shown")
"""The places of a seat's own, each of which holds cards."""
TRASH = "trash"
OWN_PALLOTTOLA, OWN_ZOMBI, HAND = 7, 3, 5
ACTIONS, TARGETS = 1, 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed:
    """What a set-up means. Two are equal when their set-ups and piles are.

    `piles` are the ids of the supply's piles in supply order, `pile` the number of each; `full` how many lie on each
    before the first turn. `known`: the order of each deck is told from the start. `starters`: among whom the lot is.
    `actions` and `treasures` are the ids of these types; `within` gives by shots the piles that cost no more.
    """

    setup: Setup
    piles: tuple[str, ...]
    cards: Cards = field(compare=False, repr=False)
    pile: dict[str, int] = field(compare=False, repr=False)
    priced: tuple[Card, ...] = field(compare=False, repr=False)
    full: tuple[int, ...] = field(compare=False, repr=False)
    known: bool = field(compare=False, repr=False)
    starters: tuple[Seat, ...] = field(compare=False, repr=False)
    actions: frozenset[str] = field(compare=False, repr=False)
    treasures: frozenset[str] = field(compare=False, repr=False)
    within: tuple[tuple[int, ...], ...] = field(compare=False, repr=False)
    number: int = field(compare=False, repr=False)

    def __hash__(self) -> int:
        return self.number

    @property
    def seats(self) -> int:
        return self.setup.seats


@lru_cache(maxsize=256)
def agreed(setup: Setup) -> Agreed:
    """What a set-up means. Raises SetupFault."""
    known = cards(setup.facts)
    return with_piles(setup, (*BASICS, *kinds(setup, known)))


@lru_cache(maxsize=256)
def with_piles(setup: Setup, piles: tuple[str, ...]) -> Agreed:
    """What a set-up means with these piles in place of its own. Raises SetupFault."""
    known = cards(setup.facts)
    full = tuple(_full(known[card], setup.seats) for card in piles)
    priced = tuple(known[card] for card in piles)
    dearest = max((card.cost for card in priced), default=0)
    return Agreed(
        setup=setup,
        piles=piles,
        cards=known,
        pile={card: number for number, card in enumerate(piles)},
        priced=priced,
        full=full,
        known=setup.option(KNOWING.name, KNOWING.default) == "known",
        starters=starters(setup),
        actions=frozenset(card.id for card in known.values() if card.is_action),
        treasures=frozenset(card.id for card in known.values() if card.is_treasure),
        within=tuple(
            tuple(n for n, c in enumerate(priced) if c.cost <= shots) for shots in range(dearest + 1)
        ),
        number=hash((setup, piles)),
    )


def _full(card: Card, seats: int) -> int:
    """How many lie on a pile before the first turn (decisions ZB-02, ZB-07, ZB-27)."""
    printed = {PALLOTTOLA: 60 - OWN_PALLOTTOLA * seats, "proiettili": 40, "caricatore": 30}
    if card.id in printed:
        return printed[card.id]
    if card.id == INFEZIONE:
        return 10 * (seats - 1)
    if card.is_victory:
        return 8 if seats == 2 else 12
    return 10


MOST_SEATS = 4


def in_box(card: Card) -> int:
    """How many of a card exist: those of the pile that most players have, with the cards that all begin with."""
    if card.id == ZOMBI:
        return 24
    return 60 if card.id == PALLOTTOLA else _full(card, MOST_SEATS)


class Lack(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A seat said that its hand holds no card of a sort (a card's id, or a type), when it was to choose `what`."""

    sort: str
    what: What


# What is known of a seat's cards: a known card leaves a place by its name, an unseen one takes its face from the pool.
#
# The rule kept here: the number of None slots of a seat is the number of faces in its pool (`unseen`), and no face is
# made or lost. Where an unseen card leaves a hand in which others are known, those go back to the pool first: it may
# have been one of them.


def is_sort(known: Cards, card: str | None, sort: str) -> bool:
    """Whether a card is of a sort: a card's id, or a type."""
    return card is not None and (card == sort or sort in known[card].types)


def removed(slots: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The slots without one card. Raises ValueError where it is not among them."""
    at = slots.index(card)
    return slots[:at] + slots[at + 1 :]


def slots_without(slots: Slots, unseen: tuple[str, ...], card: str) -> tuple[Slots, tuple[str, ...]] | None:
    """The slots and the pool without this card, the first that may be it; None where it cannot lie there."""
    if card in slots:
        at = slots.index(card)
    elif None in slots and card in unseen:
        at, unseen = slots.index(None), removed(unseen, card)
    else:
        return None
    return slots[:at] + slots[at + 1 :], unseen


def said_none(seat: int, card: str, lack: Lack) -> Breach:
    """A seat showed what it had said that it had none of."""
    return Breach("zb-said-none", card, Chose(seat, lack.what))


class Player(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The cards of one seat. None is a card that nobody has shown to the referee.

    `deck`: top first. `discard`: top last; the top may be unread. `shown`: laid open in the middle of an effect,
    in none of the other places. `unseen`: the faces of all None slots together, sorted. `lacks`: what the None slots
    of the hand are said not to be.
    """

    hand: Slots
    deck: Slots
    discard: Slots = ()
    in_play: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    lacks: tuple[Lack, ...] = ()

    def without(self, place: str, card: str) -> "Player | None":
        """The player without a card of a place, known there or unseen; None where it cannot lie there."""
        slots = getattr(self, place)
        found = slots_without(slots[::-1] if place == "discard" else slots, self.unseen, card)
        if found is None:
            return None
        slots, unseen = found
        if place == "hand":
            return replace(self, hand=slots, unseen=unseen, lacks=self.lacks if None in slots else ())
        return replace(self, **{place: slots[::-1] if place == "discard" else slots}, unseen=unseen)

    def unseen_from_hand(self, known: Cards, count: int) -> "tuple[Player, Slots]":
        """The player without so many cards of the hand that were not shown, and these as slots."""
        hand = self.hand
        faces = tuple(card for card in hand if card is not None)
        if count >= len(hand):
            return replace(self, hand=(), lacks=()), tuple(sorted(hand, key=lambda slot: slot is None))
        lacks = tuple(lack for lack in self.lacks if not any(is_sort(known, c, lack.sort) for c in faces))
        unseen = tuple(sorted((*self.unseen, *faces))) if faces else self.unseen
        return replace(self, hand=(None,) * (len(hand) - count), unseen=unseen, lacks=lacks), (None,) * count

    def shown_in_hand(self, card: str) -> "Player":
        """The player with a card that was shown and goes on lying in the hand."""
        if card in self.hand or None not in self.hand or card not in self.unseen:
            return self
        at = self.hand.index(None)
        hand = (*self.hand[:at], card, *self.hand[at + 1 :])
        lacks = self.lacks if None in hand else ()
        return replace(self, hand=hand, unseen=removed(self.unseen, card), lacks=lacks)

    def lacking(self, known: Cards, card: str) -> Lack | None:
        """What the seat said that its unseen hand cards are not, though this card is just that."""
        return next((lack for lack in self.lacks if is_sort(known, card, lack.sort)), None)

    def strained(self, known: Cards) -> Lack | None:
        """What the seat said of its hand that cannot have been, now that so few other faces are left."""
        if not self.lacks:
            return None
        others = sum(self.lacking(known, face) is None for face in self.unseen)
        return self.lacks[-1] if self.hand.count(None) > others else None

    def hand_faces(self, known: Cards) -> tuple[str, ...]:
        """The different faces that a hand may hold, as far as anybody can know, sorted."""
        faces = {card for card in self.hand if card is not None}
        if None in self.hand:
            unseen = self.unseen
            faces.update([f for f in unseen if self.lacking(known, f) is None] if self.lacks else unseen)
        return tuple(sorted(faces))

    def could_hold(self, known: Cards, sort: str) -> bool:
        return any(is_sort(known, face, sort) for face in self.hand_faces(known))

    def seems_to_hold(self, agreed: Agreed, sort: str) -> bool:
        """Whether a hand may hold a card of a sort as far as the whole table knows, whatever the referee was told."""
        known = agreed.cards
        if not agreed.known:
            return self.could_hold(known, sort)
        if not self.hand:
            return False
        places = (self.hand, self.deck, self.discard[:-1], self.unseen)
        return any(is_sort(known, card, sort) for place in places for card in place)

    def could_lack(self, known: Cards, sort: str) -> bool:
        """Whether a hand may hold no card of a sort: what the seat says when it says that it has none."""
        hand = self.hand
        if any(is_sort(known, card, sort) for card in hand):
            return False
        others = sum(
            not is_sort(known, face, sort) and self.lacking(known, face) is None for face in self.unseen
        )
        return hand.count(None) <= others

    def not_in_hand(self, known: Cards, seat: int, card: str) -> Iterator[Breach]:
        """Why a card cannot come from this hand, if it cannot: who holds what is counted."""
        if card in self.hand:
            return
        if None not in self.hand:
            yield Breach("zb-in-hand", card)
        elif card not in self.unseen:
            yield Breach("zb-cannot-own", card)
        elif (lack := self.lacking(known, card)) is not None:
            yield said_none(seat, card, lack)

    def held(self, known: Cards, sort: str = "") -> Counter[str]:
        """The cards of a sort that may be in the hand, each as often as it may be."""
        found = Counter(card for card in self.hand if card is not None)
        if None in self.hand:
            unseen = Counter(face for face in self.unseen if self.lacking(known, face) is None)
            most = self.hand.count(None)
            found += Counter({face: min(count, most) for face, count in unseen.items()})
        return Counter({card: n for card, n in found.items() if not sort or is_sort(known, card, sort)})

    def piles_of(self, counts: Counter[str], most: int = 99, least: int = 1) -> Iterator[tuple[str, ...]]:
        """Every choice of so many of these cards, equal ones alike, that the hand can hold at once."""
        faces, known = sorted(counts), Counter(self.hand)

        def further(at: int, taken: tuple[str, ...], slots: int) -> Iterator[tuple[str, ...]]:
            """What was taken with any number of the faces from `at` on; `slots`: unknown cards that are left."""
            if len(taken) + sum(counts[face] for face in faces[at:]) < least:
                return
            if at == len(faces):
                yield taken
                return
            face = faces[at]
            for n in range(min(counts[face], most - len(taken), known[face] + slots) + 1):
                yield from further(at + 1, taken + (face,) * n, slots - max(0, n - known[face]))

        yield from further(0, (), self.hand.count(None))

    def dealt_out(self, lots: RandomSource) -> "Player":
        """The player with every unseen card drawn from the pool."""
        pool, places = list(self.unseen), {}
        # In this order, so that the same lots deal the same cards.
        for place in ("hand", "deck", "discard"):
            slots = getattr(self, place)
            places[place] = tuple(pool.pop(lots(len(pool))) if slot is None else slot for slot in slots)
        return replace(self, **places, unseen=(), lacks=())

    def dealt(self, known: Cards, lots: RandomSource) -> list[str]:
        """The hand as it may be: unseen cards drawn from the pool."""
        pool = list(self.unseen)
        if self.lacks:
            pool = [face for face in pool if self.lacking(known, face) is None]
        return [pool.pop(lots(len(pool))) if card is None else card for card in self.hand]

    def owned(self) -> list[str]:
        places = self.hand + self.deck + self.discard
        return [*(card for card in places if card is not None), *self.in_play, *self.shown, *self.unseen]


class Step(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One thing to be done before anything else; some are done at once, others wait for people.

    `do`: the `what` of a Chose that is awaited, `reveal` or `shuffle`, or the name of something that happens by itself.
    `seat`: who does it. `card`: the card whose effect this is. `n`: how many, or the highest cost. `of`: whose cards it
    is about, where they are another seat's. `cards`: the cards it is about. `safe`: seats that an Attack does not
    reach. `again`: it is the second time, by Tattica.
    """

    do: str
    seat: int
    card: str = ""
    n: int = 0
    of: int | None = None
    cards: tuple[str, ...] = ()
    safe: tuple[int, ...] = ()
    again: bool = False

    @property
    def whose(self) -> int:
        return self.seat if self.of is None else self.of


class Untidy(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What people may not have tidied yet in `region`; `faces` may still lie there. See chores.py."""

    what: Tidying
    region: str
    faces: tuple[str | None, ...] = ()
    seat: int | None = None


NOTHING: tuple[Untidy, ...] = ()


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything that matters for how the game goes on.

    `actions`, `targets` and `shots` are what is left in this turn. `supply` is aligned with `agreed.piles`. `trash`:
    top last. `turns_taken` counts when a turn ends. `todo`: what must be done before anything else, the next step last.
    `passed`: what the last event did by itself; telling it once more is accepted and changes nothing.
    `total`: how many cards of each kind are in the game, in the order of `agreed.cards`.
    """

    agreed: Agreed
    turn: Seat
    phase: Phase
    actions: int
    targets: int
    shots: int
    supply: tuple[int, ...]
    trash: tuple[str, ...]
    players: tuple[Player, ...]
    turns_taken: tuple[int, ...]
    total: tuple[int, ...]
    todo: tuple[Step, ...] = ()
    passed: tuple[Event, ...] = ()
    untidy: Sequence[Untidy] = NOTHING
    over: Over | None = None

    @property
    def step(self) -> Step | None:
        return self.todo[-1] if self.todo else None

    def left(self, card: str) -> int | None:
        """How many lie on a pile of the supply; None where there is no such pile."""
        number = self.agreed.pile.get(card)
        return None if number is None else self.supply[number]


def total(
    known: Cards, supply: Iterable[tuple[str, int]], trash: Iterable[str], players: Iterable[Player]
) -> tuple[int, ...]:
    """How many cards of each kind there are, in the order of `known`."""
    found = Counter(dict(supply))
    found.update(trash)
    for player in players:
        found.update(player.owned())
    return tuple([found.get(card, 0) for card in known])


def start(setup: Setup) -> State:
    """Ten cards each, shuffled and five drawn; where the orders are told, they are awaited. Raises SetupFault."""
    given = agreed(setup)
    own = (*(PALLOTTOLA,) * OWN_PALLOTTOLA, *(ZOMBI,) * OWN_ZOMBI)
    if given.known:
        dealt = Player(hand=(), deck=(), discard=own)
    else:
        dealt = Player(hand=(None,) * HAND, deck=(None,) * (len(own) - HAND), unseen=tuple(sorted(own)))
    players = (dealt,) * given.seats
    todo = []
    if given.known:
        for seat in reversed(range(given.seats)):
            todo += [Step("draw", seat, n=HAND), Step("shuffle", seat)]
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
        total=total(given.cards, zip(given.piles, given.full, strict=True), (), players),
        todo=tuple(todo),
    )
