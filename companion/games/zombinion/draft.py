"""A state while an event changes it: what cards do to places, piles and the counts of the turn.

A draft lives inside one `after` and is frozen at its end. Rule kept: whatever is laid, by law or against it, no card is
lost; one that nobody can have had came into the game, and `total` says so.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import astuple, replace

from companion.game import Event, Over
from companion.games.zombinion.cards import EFFECTS, INFEZIONE, MOLTI_PIU_ZOMBI, Card
from companion.games.zombinion.events import Ended, Shuffled
from companion.games.zombinion.state import (
    ACTIONS,
    HAND,
    OWN,
    TARGETS,
    TRASH,
    Agreed,
    Phase,
    Player,
    Slots,
    State,
    Step,
    Untidy,
    removed,
)
from companion.language import marked


class Draft(msgspec.Struct, gc=False):
    """A state that may still be changed: its fields, in its order. `passed` gathers what this event does by itself."""

    agreed: Agreed
    turn: int
    phase: Phase
    actions: int
    targets: int
    shots: int
    supply: tuple[int, ...]
    trash: tuple[str, ...]
    players: tuple[Player, ...]
    turns_taken: tuple[int, ...]
    total: tuple[int, ...]
    todo: tuple[Step, ...]
    passed: tuple[Event, ...]
    untidy: Sequence[Untidy]
    over: Over | None

    @classmethod
    def of(cls, state: State) -> "Draft":
        draft = cls(*astuple(state))
        draft.passed = ()
        return draft

    def frozen(self) -> State:
        return State(*astuple(self))

    def put(self, seat: int, player: Player) -> None:
        """These are a seat's cards from now on."""
        players = list(self.players)
        players[seat] = player
        self.players = tuple(players)

    def change(self, seat: int, **places: Any) -> None:
        """These lie in some places of a seat from now on."""
        self.put(seat, replace(self.players[seat], **places))

    def does(self, *events: Event) -> None:
        """The referee does this by itself."""
        self.passed = (*self.passed, *events)

    def pop(self) -> Step:
        step = self.todo[-1]
        self.todo = self.todo[:-1]
        return step

    def others(self, seat: int, safe: tuple[int, ...] = ()) -> list[int]:
        """The other seats in turn order from the left neighbour on (decision ZB-12), without those that are safe."""
        seats = self.agreed.seats
        found = [(seat + step) % seats for step in range(1, seats)]
        return [other for other in found if other not in safe] if safe else found

    def push(self, *steps: Step) -> None:
        """Let these be done next, in this order, before what is due already."""
        self.todo = (*self.todo, *reversed(steps))

    def came(self, card: str, count: int = 1) -> None:
        """Cards lie there that by all that is known were not in the game; less than none: so many have left it."""
        at = list(self.agreed.cards).index(card)
        self.total = (*self.total[:at], self.total[at] + count, *self.total[at + 1 :])

    def pile(self, card: str, count: int) -> None:
        """So many cards lie on a pile of the supply from now on."""
        at = self.agreed.pile[card]
        self.supply = (*self.supply[:at], count, *self.supply[at + 1 :])

    def left(self, card: str) -> int | None:
        """How many lie on a pile of the supply; None where there is no such pile."""
        number = self.agreed.pile.get(card)
        return None if number is None else self.supply[number]

    def take(self, place: str, seat: int, card: str) -> None:
        """A card leaves a place, one of a seat's own or one of all; what cannot have lain there came into the game."""
        if place == "supply" and (left := self.left(card)):
            self.pile(card, left - 1)
        elif place == TRASH and card in self.trash:
            self.trash = removed(self.trash[::-1], card)[::-1]
        elif place in OWN and (player := self.players[seat].without(place, card)) is not None:
            self.put(seat, player)
        else:
            self.came(card)

    def lay(self, place: str, seat: int, card: str) -> None:
        """A card comes to a place, on top; where that is none, it leaves the game."""
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
        """Cards leave a hand at once, None for each that is not shown; gives the slots that they are then.

        Unseen ones that are more than the hand holds are none: nobody can say what came into the game with them.
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
        hand = list(p.hand)
        if not p.lacks:
            try:
                for card in cards:
                    hand.remove(card)
            except ValueError:
                pass
            else:
                self.put(seat, replace(p, hand=tuple(hand), in_play=p.in_play + cards))
                return
        for card in cards:
            left = p.without("hand", card)
            if left is None:
                self.came(card)
            p = left or p
        self.put(seat, replace(p, in_play=p.in_play + cards))

    def onto_discard(self, seat: int, cards: Slots) -> None:
        p = self.players[seat]
        self.put(seat, replace(p, discard=p.discard + cards))

    def draw(self, seat: int, count: int, card: str = "") -> None:
        """A seat draws so many cards, or as many as there are; where a told order is needed, it is awaited."""
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
        """The discards become the deck. Where every card is known the order can be told: it is awaited, `then` goes on.

        Where any is not, nothing can be learnt from an order, and the shuffle is done.
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


def shuffled(p: Player, order: tuple[str, ...] | None = None) -> Player:
    """The player with the discards shuffled into the deck, in this order where it is told."""
    if order is not None:
        return replace(p, deck=p.deck + order, discard=())
    faces = [card for card in p.discard if card is not None]
    deck = p.deck + (None,) * len(p.discard)
    unseen = tuple(sorted((*p.unseen, *faces)))
    return replace(p, deck=deck, discard=(), unseen=unseen)


def in_reach(at: Draft | State, shots: int, least: int = 0) -> Iterator[Card]:
    pairs = zip(at.agreed.priced, at.supply, strict=True)
    return (card for card, left in pairs if left and least <= card.cost <= shots)


# Whether nobody can take a card any more: then no pile is ever used up, and the game would have no end.
#
# It is judged by what each seat owns and by the supply, which everybody knows. Where in doubt it is no standstill.


TWICE = "tattica"


def stands_still(at: Draft | State) -> bool:
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
    for cards in seats:
        gets = {EFFECTS[card.id].gets for card in cards}
        if gets & there or (len(cards) > 1 and "other" in gets):
            return False
        twice = sum(card.id == TWICE for card in cards)
        if sum(card.shots for card in cards) << twice >= cheapest:
            return False
    return True


# The end of a turn and of the game: clean-up, the ends, points, and who has won.


EMPTY_PILES = 3


def clean_up(d: Draft, seat: int, top: str | None) -> None:
    """What is in play and then the hand go onto the discards, `top` uppermost where that is seen; five are drawn.

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
        # A turn that ends in the middle of a card, against the rules: what lies open is discarded.
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
        # No order of a last hand has to be told.
        d.todo = d.todo[:-3]
        d.does(Shuffled(seat))
        turn_over(d, seat)


def turn_over(d: Draft, seat: int) -> None:
    """A seat's turn has ended: now, and only now, the game may have (decision ZB-25)."""
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


def ended(at: Draft | State) -> Over | None:
    """How the game has ended and who has won, where a turn that ends now ends it."""
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
    # The most points; among equals the fewest turns taken; several who are equal in both (decision ZB-26).
    order = [(score, -turns) for score, turns in zip(points, at.turns_taken, strict=True)]
    winners = tuple(seat for seat, each in enumerate(order) if each == max(order))
    return Over(winners, why, rule, (*parts, ("points", ", ".join(map(str, points)))))


def scores(at: Draft | State) -> tuple[int, ...]:
    """The points of all cards that each seat owns, unseen ones too; of Survivors by how many cards those are."""
    found = []
    for player in at.players:
        cards, points = player.owned(), 0
        for face in cards:
            card = at.agreed.cards[face]
            if card.points:
                points += card.points * (len(cards) // card.per if card.per else 1)
        found.append(points)
    return tuple(found)
