"""A state while an event changes it: what cards do to places, piles and the counts of the turn.

A draft lives inside one `after` and is frozen at its end. Rule kept: whatever is laid, by law or against it, no card is
lost; one that nobody can have had came into the game, and `total` says so.
"""

from itertools import islice

from msgspec.structs import replace

from companion.game import Event, Over
from companion.games.zombinion.cards import INFEZIONE
from companion.games.zombinion.events import Chose, Shuffled
from companion.games.zombinion.knowing import from_hand, removed, unseen_from_hand
from companion.games.zombinion.state import Phase, Player, Slots, State, Step


class Draft:
    """A state that may still be changed. `passed` begins empty: it gathers what this event does by itself."""

    __slots__ = (
        "actions", "agreed", "over", "passed", "phase", "players", "shots", "supply", "targets", "todo", "total",
        "trash", "turn", "turns_taken", "untidy",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        self.agreed = state.agreed
        self.turn = state.turn
        self.phase: Phase = state.phase
        self.actions = state.actions
        self.targets = state.targets
        self.shots = state.shots
        self.supply = state.supply
        self.trash = state.trash
        self.players: list[Player] = list(state.players)
        self.turns_taken = state.turns_taken
        self.total = state.total
        self.todo: list[Step] = list(state.todo)
        self.passed: list[Event] = []
        self.untidy = state.untidy
        self.over: Over | None = state.over

    def frozen(self) -> State:
        """The state that came of it."""
        return State(
            agreed=self.agreed,
            turn=self.turn,
            phase=self.phase,
            actions=self.actions,
            targets=self.targets,
            shots=self.shots,
            supply=self.supply,
            trash=self.trash,
            players=tuple(self.players),
            turns_taken=self.turns_taken,
            total=self.total,
            todo=tuple(self.todo),
            passed=tuple(self.passed),
            untidy=self.untidy,
            over=self.over,
        )

    def others(self, seat: int, safe: tuple[int, ...] = ()) -> list[int]:
        """The other seats in turn order from the left neighbour on (decision ZB-12), without those that are safe."""
        seats = self.agreed.seats
        found = [(seat + step) % seats for step in range(1, seats)]
        return [other for other in found if other not in safe] if safe else found

    def push(self, *steps: Step) -> None:
        """Let these be done next, in this order, before what is due already."""
        self.todo.extend(reversed(steps))

    def came(self, card: str) -> None:
        """A card lies there that by all that is known was not in the game."""
        at = list(self.agreed.cards).index(card)
        self.total = (*self.total[:at], self.total[at] + 1, *self.total[at + 1 :])

    def left(self, card: str) -> int:
        """How many lie on a pile of the supply; 0 where there is no such pile."""
        number = self.agreed.pile.get(card)
        return 0 if number is None else self.supply[number]

    def out_of_supply(self, card: str) -> None:
        """The top card of a pile leaves the supply."""
        number = self.agreed.pile.get(card)
        if number is None or not self.supply[number]:
            self.came(card)
            return
        supply = self.supply
        self.supply = (*supply[:number], supply[number] - 1, *supply[number + 1 :])

    def out_of_hand(self, seat: int, card: str) -> None:
        """A card leaves a hand face up."""
        player = from_hand(self.players[seat], card)
        if player is None:
            self.came(card)
        else:
            self.players[seat] = player

    def slots_out_of_hand(self, seat: int, cards: Slots) -> Slots:
        """Cards leave a hand at once, None for each that is not shown; gives the slots that they are then.

        Unseen ones that are more than the hand holds are none: nobody can say what came into the game with them.
        """
        for card in cards:
            if card is not None:
                self.out_of_hand(seat, card)
        unseen = cards.count(None)
        if not unseen:
            return cards
        before = self.players[seat]
        self.players[seat], slots = unseen_from_hand(self.agreed.cards, before, min(unseen, len(before.hand)))
        left = iter(slots)
        gone: list[str | None] = []
        for card in cards:
            gone += islice(left, 1) if card is None else (card,)
        return tuple(gone)

    def into_hand(self, seat: int, cards: tuple[str, ...]) -> None:
        p = self.players[seat]
        self.players[seat] = replace(p, hand=p.hand + cards)

    def into_play(self, seat: int, cards: tuple[str, ...]) -> None:
        p = self.players[seat]
        self.players[seat] = replace(p, in_play=p.in_play + cards)

    def hand_to_play(self, seat: int, cards: tuple[str, ...]) -> None:
        """Cards are played from the hand."""
        p = self.players[seat]
        hand = list(p.hand)
        if not p.lacks:
            try:
                for card in cards:
                    hand.remove(card)
            except ValueError:
                pass
            else:
                self.players[seat] = replace(p, hand=tuple(hand), in_play=p.in_play + cards)
                return
        for card in cards:
            self.out_of_hand(seat, card)
        self.into_play(seat, cards)

    def onto_discard(self, seat: int, cards: Slots) -> None:
        p = self.players[seat]
        self.players[seat] = replace(p, discard=p.discard + cards)

    def onto_deck(self, seat: int, card: str) -> None:
        p = self.players[seat]
        self.players[seat] = replace(p, deck=(card, *p.deck))

    def show(self, seat: int, shown: tuple[str, ...]) -> None:
        """What lies open before a seat in the middle of an effect is now this."""
        p = self.players[seat]
        self.players[seat] = replace(p, shown=shown)

    def gain(self, seat: int, card: str) -> None:
        """A card of the supply goes onto a seat's discards."""
        self.out_of_supply(card)
        self.onto_discard(seat, (card,))

    def infect(self, seat: int) -> None:
        """A seat gains an Infezione, while there are any (decision ZB-17)."""
        cards = (INFEZIONE,) if self.left(INFEZIONE) else ()
        if cards:
            self.gain(seat, INFEZIONE)
        self.passed.append(Chose(seat, "gain", cards))

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
            self.players[seat] = p

    def shuffle(self, seat: int, then: Step) -> bool:
        """The discards become the deck. Where every card is known the order can be told: it is awaited, `then` goes on.

        Where any is not, nothing can be learnt from an order, and the shuffle is done.
        """
        p = self.players[seat]
        if not p.unseen:
            self.todo += (then, Step("shuffle", seat, then.card))
            return False
        self.players[seat] = shuffled(p)
        self.passed.append(Shuffled(seat))
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
        self.players[seat] = replace(p, deck=deck, shown=(*p.shown, card), unseen=unseen)


def shuffled(p: Player, order: tuple[str, ...] | None = None) -> Player:
    """The player with the discards shuffled into the deck, in this order where it is told."""
    if order is not None:
        return replace(p, deck=p.deck + order, discard=())
    faces = [card for card in p.discard if card is not None]
    deck = p.deck + (None,) * len(p.discard)
    unseen = tuple(sorted((*p.unseen, *faces)))
    return replace(p, deck=deck, discard=(), unseen=unseen)
