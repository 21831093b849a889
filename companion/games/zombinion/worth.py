"""How well a seat of Zombinion stands, how far each has come, and what was decided between two."""

from collections import Counter
from functools import lru_cache
from math import exp, sqrt
from typing import Any, NamedTuple

from companion.game import Seat
from companion.games.zombinion.cards import EFFECTS, INFEZIONE, MOLTI_PIU_ZOMBI, PALLOTTOLA, Card
from companion.games.zombinion.events import Ended, Played, Shot, Took
from companion.games.zombinion.state import HAND, Agreed, State
from companion.kits.options import sheet_in

# What a deck of Zombinion brings from now on: the rest of the game in averages, every seat buying by one plain rule.
#
# The rule is that of "Big Money": the best pile when a hand can pay for it, Mirare until then, points when it gets
# late. Actions count by what they add to an average hand. No cards are moved: sums and averages stand for a deck.


Owned = frozenset[tuple[str, int]]
"""Kinds of cards, each with how many of it."""

WEIGHTS = sheet_in("companion.games.zombinion", "weights", dict[str, float])
ENOUGH = (7.5, 5.5, 4.5, 2.5, 1.5)
"""Shots that are enough, rounded, for what costs 8, 6, 5, 3 and 2."""


class Deck(NamedTuple):
    """Sums over the cards of a seat.

    `shots` of its Mirare, with the sum of their `squares`. `terminals` are Actions that give no Azione: what they add
    in shots and cards; `chains` give at least one: what they add, and the Azioni beyond the one that they take.
    `junk` is what is best trashed: cards, and the shots and points on them.
    """

    cards: float = 0.0
    points: float = 0.0
    per_ten: float = 0.0
    shots: float = 0.0
    squares: float = 0.0
    terminals: float = 0.0
    terminal_shots: float = 0.0
    terminal_cards: float = 0.0
    chain_shots: float = 0.0
    chain_cards: float = 0.0
    spare_actions: float = 0.0
    infecting: float = 0.0
    robbing: float = 0.0
    treating: float = 0.0
    trashing: float = 0.0
    junk: float = 0.0
    junk_shots: float = 0.0
    junk_points: float = 0.0


@lru_cache(maxsize=4_000)
def deck_of(agreed: Agreed, owned: Owned) -> Deck:
    sums = dict.fromkeys(Deck._fields, 0.0)
    for face, count in sorted(owned):
        card = agreed.cards[face]
        found: dict[str, float] = {"cards": 1, "points": 0 if card.per else card.points}
        found["per_ten"] = card.points if card.per else 0
        if card.is_treasure:
            found |= {"shots": card.shots, "squares": card.shots**2}
        if card.is_action:
            shots = card.shots + EFFECTS[face].in_shots + 0.3 * card.targets
            drawn = card.cards + EFFECTS[face].in_cards
            if card.actions:
                found |= {"chain_shots": shots, "chain_cards": drawn, "spare_actions": card.actions - 1}
            else:
                found |= {"terminals": 1, "terminal_shots": shots, "terminal_cards": drawn}
        if in_sums := EFFECTS[face].in_sums:
            found[in_sums] = 1
        if not card.is_action and (card.cost <= 2) and not card.per:
            found |= {"junk": 1, "junk_shots": card.shots, "junk_points": card.points}
        for name, each in found.items():
            sums[name] += each * count
    return Deck(**sums)


class _Seat:
    """A deck on its way through the rest of the game.

    `each` and `square`: the shots of a card that is drawn, and their squares. They follow what the deck is, turn by
    turn, as what is taken has to be shuffled in first. `seen` and `plays` depend on how many `cards` there are, and are
    those of `counted`: how many cards are drawn in a turn without an Azione being taken for it, and how many Actions
    without an Azione are played.
    """

    def __init__(self, deck: Deck, now: Deck) -> None:
        self.deck, self.cards, self.points = deck, max(deck.cards, HAND), deck.points
        self.shots, self.squares = deck.shots, deck.squares
        self.junk, self.junk_shots, self.junk_points = deck.junk, deck.junk_shots, deck.junk_points
        self.counted = self.seen = self.plays = 0.0
        drawn = now if now.cards >= HAND else deck
        self.each, self.square = drawn.shots / max(drawn.cards, HAND), drawn.squares / max(drawn.cards, HAND)

    def count(self) -> None:
        """Work out what depends on how many cards there are, where that is another number now."""
        deck, n = self.deck, self.cards
        if n == self.counted:
            return
        self.counted = n
        drawing = (
            HAND / (1 - min(WEIGHTS["most-drawn"], deck.chain_cards / n)) if deck.chain_cards else float(HAND)
        )
        self.seen = seen = min(n, drawing)
        if deck.terminals:
            none: float = (1 - min(1.0, deck.terminals / n)) ** seen
            self.plays = min(seen * deck.terminals / n, 1 - none + seen * deck.spare_actions / n)

    def hand(self) -> tuple[float, float]:
        """An average hand: its shots, and how they are spread."""
        self.count()
        deck, n, each, seen = self.deck, self.cards, self.each, self.seen
        mean = seen * (each + deck.chain_shots / n)
        drawn = seen
        if deck.terminals:
            extra = min(self.plays * deck.terminal_cards / deck.terminals, n - seen)
            mean += self.plays * deck.terminal_shots / deck.terminals + extra * each
            drawn += extra
        share = min(1.0, WEIGHTS["shuffled"] * drawn / self.cards)
        self.each += share * (self.shots / self.cards - self.each)
        self.square += share * (self.squares / self.cards - self.square)
        return mean, sqrt(max(0.2, seen * (self.square - each * each) * (1.05 - HAND / (n + 1))))

    def share(self, count: float) -> float:
        if not count:
            return 0.0
        self.count()
        return min(1.0, self.plays * count / max(1, self.deck.terminals))

    def trash(self) -> float:
        """What is best trashed is, as often as that comes up; the shots that this takes from the turn."""
        often = self.share(self.deck.trashing)
        if not often or self.junk < 1:
            return 0.0
        gone = often * min(4.0, HAND * self.junk / max(self.cards, HAND), self.junk - 0.5)
        shots, points = gone * self.junk_shots / self.junk, gone * self.junk_points / self.junk
        if self.shots - shots < 4:
            return 0.0
        self.cards -= gone
        self.junk_points -= points
        self.points -= points
        self.shots -= shots
        self.squares -= shots
        self.junk_shots -= shots
        self.junk -= gone
        return shots

    def total(self) -> float:
        return self.points + self.deck.per_ten * self.cards / 10


@lru_cache(maxsize=8_000)
def prospects(
    decks: tuple[Deck, ...],
    seat: int,
    now: Deck,
    left: tuple[int, ...],
    number: int,
    shots: float | None,
    *,
    may_buy: bool,
) -> tuple[tuple[float, ...], float]:
    """The points of each seat at the end of a game in averages, and how many turns each has until then.

    `now` is what `seat` draws from until it shuffles. `left`: how many there are of Molti + Zombi, Molti Zombi and
    Infezione. The seat `number` is in its turn, has these shots, None where that has not begun, and `may_buy`.
    """
    seats = [_Seat(deck, now if each == seat else deck) for each, deck in enumerate(decks)]
    piles = [float(each) for each in left]
    meddling = [each for each in seats if each.deck.robbing or each.deck.treating]
    turns = 0.0
    for turn in range(int(WEIGHTS["most-turns"]) * len(seats)):
        if piles[0] < WEIGHTS["ended"]:
            break
        turns += min(1.0, piles[0])
        acting = seats[number]
        if turn or shots is None:
            mean, spread = acting.hand()
            for other in meddling:
                if other is not acting:
                    mean -= WEIGHTS["stolen"] * other.share(other.deck.robbing)
                    mean += other.share(other.deck.treating) * acting.each
            mean -= acting.trash()
            _buy(acting, mean, spread, piles)
        elif may_buy:
            _buy(acting, shots, 0.15, piles)
        if acting.deck.infecting and (turn or shots is None):
            often = acting.share(acting.deck.infecting)
            for other in seats:
                if other is not acting and piles[2] > 0:
                    gained = min(often, piles[2])
                    piles[2] -= gained
                    other.cards += gained
                    other.junk += gained
                    other.points -= gained
                    other.junk_points -= gained
        number = (number + 1) % len(seats)
    return tuple(each.total() for each in seats), turns / len(seats)


def _buy(seat: _Seat, mean: float, spread: float, left: list[float]) -> None:
    """What hands that are so spread buy on average, and what is left of the piles of points."""
    steep, furthest = WEIGHTS["spread"] / spread, WEIGHTS["furthest"]
    at8, at6, at5, at3, at2 = [
        1 / (1 + exp(away if -furthest < away < furthest else furthest if away > 0 else -furthest))
        for away in [steep * (enough - mean) for enough in ENOUGH]
    ]
    goes_on = min(1.0, left[0])
    eight, six, five = goes_on * at8, goes_on * (at6 - at8), goes_on * (at5 - at6)
    three, two = goes_on * (at3 - at5), goes_on * (at2 - at3)
    left[0] -= min(eight, left[0])
    seat.points += 6 * eight
    seat.cards += eight
    if left[0] < WEIGHTS["late"] and left[1] > 0:
        middle = min(left[1], six + five)
        left[1] -= middle
        seat.points += 3 * middle
        seat.cards += middle
        silver, gold = three, 0.0
    else:
        silver, gold = three + five, six
    if left[0] < WEIGHTS["last"]:
        seat.points += silver + two
        seat.cards += silver + two
        return
    seat.cards += silver + gold
    seat.shots += 2 * silver + 3 * gold
    seat.squares += 4 * silver + 9 * gold


MOLTI_ZOMBI = "molti-zombi"
SURVIVORS, FEW = "survivors", 2
"""Who owns many cards has much of Survivors; the last few of a pile may end the game."""


def worth(state: State, seat: Seat) -> float:
    """By the points at the end beside the best of the others, and how sure those are by then."""
    agreed = state.agreed
    decks = tuple(deck_of(agreed, frozenset(Counter(player.owned()).items())) for player in state.players)
    own = state.players[seat]
    drawn = own.deck if state.turn == seat else own.deck + own.hand
    now = deck_of(agreed, frozenset(Counter(card for card in drawn if card is not None).items()))
    left = tuple([state.piles.get(card, 0) for card in (MOLTI_PIU_ZOMBI, MOLTI_ZOMBI, INFEZIONE)])
    # While a turn has just begun, what the hand is worth is chance.
    begins = state.phase == "action" and not state.todo and not state.players[state.turn].in_play
    shots = None if begins and state.turn != seat else _shots(state, decks[state.turn])
    points, turns = prospects(decks, seat, now, left, state.turn, shots, may_buy=state.targets > 0)
    taken = state.turns_taken
    hopes = [each - WEIGHTS["fewer-turns"] * done for each, done in zip(points, taken, strict=True)]
    best = max(hope for number, hope in enumerate(hopes) if number != seat)
    steep = WEIGHTS["spread"] / sqrt(WEIGHTS["sure"] + WEIGHTS["unsure"] * turns)
    return 1 / (1 + exp(max(-40.0, min(40.0, steep * (best - hopes[seat])))))


def is_sensible(state: State, event: Any) -> bool:
    """What is never better than all else is left out: what costs nothing comes first, and no card without use is taken.

    Actions that give an Azione and more come before others, and all Mirare are laid before anything is taken.
    """
    if isinstance(event, Took):
        if not _laid(state, 0):
            return False
        poor = event.card == INFEZIONE or (event.card == PALLOTTOLA and SURVIVORS not in state.agreed.pile)
        return not poor or state.piles.get(event.card, 0) <= FEW
    if isinstance(event, Shot):
        return _laid(state, len(event.cards))
    if state.todo or not isinstance(event, Ended | Played):
        return True
    if state.phase == "hunt":
        return _laid(state, 0)
    hand, known = state.players[state.turn].hand, state.agreed.cards
    free = any(_is_free(known[card]) for card in hand if card is not None) and state.actions > 0
    if isinstance(event, Played):
        return not free or _is_free(known[event.card])
    return not free and any(card in state.agreed.actions for card in hand)


def _is_free(card: Card) -> bool:
    """Whether an Action gives back the Azione that it takes, and more."""
    return card.actions > 0 and card.cards + card.shots > 0


def _laid(state: State, more: int) -> bool:
    """Whether after this many more Mirare none is left in the hand."""
    treasures = state.agreed.treasures
    return sum(card in treasures for card in state.players[state.turn].hand) == more


def _shots(state: State, deck: Deck) -> float:
    """What the seat in its turn can pay with: shots, its Mirare, and about what its Actions add while it may play any.

    A Mirare that is not laid yet counts a little less, so that it is laid.
    """
    known, hand = state.agreed.cards, state.players[state.turn].hand
    each = deck.shots / max(1, deck.cards)
    shots, best = float(state.shots), 0.0
    for face in hand:
        card = known[face] if face is not None else None
        if card is None:
            continue
        if card.is_treasure:
            shots += WEIGHTS["not-laid"] * card.shots
        elif card.is_action and state.phase == "action" and state.actions:
            added = card.shots + card.cards * each
            if card.actions:
                shots += added
            else:
                best = max(best, added)
    return shots + best
