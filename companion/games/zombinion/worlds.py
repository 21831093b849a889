"""Worlds for a seat of Zombinion: unseen cards dealt by lot, what everybody may know, and how well a seat stands."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import exp, sqrt
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.game import Event, RandomSource, Seat, Setup, shuffled
from companion.games.zombinion.cards import EFFECTS, INFEZIONE, MOLTI_PIU_ZOMBI, PALLOTTOLA, Card
from companion.games.zombinion.events import YES_OR_NO, Chose, Ended, Played, Revealed, Shot, Shuffled, Took
from companion.games.zombinion.rules import after, sample, violation
from companion.games.zombinion.state import (
    HAND,
    KNOWING,
    OWN,
    Agreed,
    Player,
    Slots,
    State,
    Step,
    in_reach,
    with_piles,
)
from companion.kits.options import sheet_in

# The real cards, beside what the referee knows of them: for demonstrations, records and figures.
#
# People play with cards that the table does not see. Here these are dealt and played, and the table hears or sees its
# part: the same events without what stays covered, and an answer where only the referee must ask.


MOST_TRIES = 40
"""Maximum draws to replace an event that people hardly ever choose."""
PLACES = ("hand", "deck", "discard")
_AWAITED = {Revealed: "reveal", Shuffled: "shuffle"}


def determinize(state: State, rng: RandomSource) -> State:
    """The state with every unseen card drawn from its seat's pool."""
    players = []
    for player in state.players:
        pool, places = list(player.unseen), {}
        # Fixed order, so that the same `rng` deal the same cards.
        for place in PLACES:
            slots = getattr(player, place)
            places[place] = tuple(pool.pop(rng(len(pool))) if slot is None else slot for slot in slots)
        players.append(replace(player, **places, unseen=(), lacks=()))
    return replace(state, players=tuple(players))


def step_truth(truth: State, belief: State, rng: RandomSource) -> tuple[State, tuple[Event, ...]]:
    """The next step in truth, drawn by lot, and what the referee, who knows `belief`, hears or sees of it."""
    # People lay all their Mirare, then take something worth it.
    event = sample(truth, rng)
    for _ in range(MOST_TRIES):
        if truth.todo or _is_usual(truth, event):
            break
        event = sample(truth, rng)
    before, truth = truth, after(truth, event)
    happened: tuple[Event, ...] = tuple(truth.passed)
    while truth.step is not None and truth.step.do == "shuffle":
        order = sample(truth, rng)
        truth = after(truth, order)
        happened += (order, *truth.passed)
    return truth, tuple(_heard(before, event, happened, truth, belief))


def _is_usual(truth: State, event: Event) -> bool:
    match event:
        case Took(card=card):
            return _laid(truth, 0) and truth.agreed.cards[card].cost > 0
        case Shot(cards=cards):
            return _laid(truth, len(cards))
        case Ended() if truth.phase == "hunt":
            return _laid(truth, 0) and not (truth.targets and any(in_reach(truth, truth.shots, least=1)))
    return True


def _heard(
    before: State, event: Event, happened: tuple[Event, ...], truth: State, belief: State
) -> Iterator[Event]:
    """The event as the table hears it, then what happened by itself, where the referee waits for that."""
    due = [one for one in happened if isinstance(one, Revealed | Chose | Shuffled)]
    heard = [*_as_heard(before, event, truth, belief)]
    while (told := heard.pop(0) if heard else _answer(belief, due)) is not None:
        yield told
        belief = after(belief, told)
        # What the referee has done by itself is no longer due; it knows of a choice only that it was made.
        for known in belief.passed:
            done = (one for one in due if one == known or (isinstance(known, Chose) and known.answers(one)))
            if (one := next(done, None)) is not None:
                due.remove(one)
    step = belief.step
    if step is not None and step.do == "set-aside" and not any(one.do == "set-aside" for one in truth.todo):
        yield Chose(step.seat, "set-aside", yes=False)


def _as_heard(before: State, event: Any, truth: State, belief: State) -> Iterator[Event]:
    """What the table hears of one event: no order of a deck, and only the top of discards."""
    if isinstance(event, Ended):
        # The last card of the hand is put down uppermost, unless all is shuffled at once.
        discard = truth.players[event.seat].discard
        yield Ended(event.seat, discard[-1] if discard and before.phase != "action" else None)
    elif isinstance(event, Chose):
        if event.what == "set-aside":
            step, belief_step = before.step, belief.step
            drawn = () if step is None else step.cards
            if event.says_yes() or (belief_step is not None and belief_step.cards == drawn):
                yield Chose(event.seat, "set-aside", drawn, yes=event.says_yes())
        elif event.what == "deck-to-discard" and event.says_yes():
            yield Chose(event.seat, "deck-to-discard", before.players[event.seat].deck[-1:], yes=True)
        else:
            yield public(before, event)
    else:
        if isinstance(event, Shot | Took) and violation(belief, event) is not None:
            yield Ended(event.seat)
        yield event


def _answer(belief: State, due: list[Revealed | Chose | Shuffled]) -> Event | None:
    """The next due happening that the referee waits for, which is then no longer due."""
    step = belief.step
    awaited = None if step is None else (step.seat, step.do)
    what = {one: one.what if isinstance(one, Chose) else _AWAITED[type(one)] for one in due}
    done = next((one for one in due if (one.seat, what[one]) == awaited), None)
    if done is None:
        return None
    due.remove(done)
    if not isinstance(done, Chose):
        return Shuffled(done.seat) if isinstance(done, Shuffled) and not belief.agreed.known else done
    # A seat without an option says no, where the referee cannot know that.
    return Chose(done.seat, done.what, yes=False if done.what in YES_OR_NO else None)


def belief_error(truth: State, belief: State) -> str:
    """What the referee believes that is false, in words; empty: nothing, or the game is over."""
    if truth.over is not None:
        return "" if truth.over == belief.over else f"the game has ended: {truth.over.why}"
    for name in ("turn", "phase", "actions", "targets", "shots", "supply", "trash", "turns_taken"):
        if getattr(truth, name) != getattr(belief, name):
            return f"{name}: {getattr(truth, name)}, the referee has {getattr(belief, name)}"
    for seat, (true, held) in enumerate(zip(truth.players, belief.players, strict=True)):
        for place in OWN:
            cards, slots = getattr(true, place), getattr(held, place)
            known = Counter(slot for slot in slots if slot is not None)
            if len(cards) != len(slots) or known - Counter(cards):
                return f"{place}.{seat}: {cards}, the referee has {slots}"
        if sorted(true.owned()) != sorted(held.owned()):
            return f"seat {seat} owns {sorted(true.owned())}, the referee has {sorted(held.owned())}"
    return ""


# Worlds for a seat: every card that it cannot see is dealt; and what a seat does not decide.


TRIES = 12
"""Maximum deals of a hand to find one without what its seat said it lacked."""


def world_for(state: State, seat: Seat | None, rng: RandomSource) -> State:
    """A state drawn from all that this seat cannot tell from the real one.

    The other seats' covered cards are dealt anew from what each owns, and the own deck gets a new order. The referee
    knows every card in it, so it asks nothing.
    """
    agreed = state.agreed
    if seat is None:
        return replace(determinize(state, rng), agreed=_told(agreed))
    players = []
    for number, player in enumerate(state.players):
        if number == seat and not player.unseen:
            # Its own deck in any order.
            deck = shuffled(sorted(card for card in player.deck if card is not None), rng)
            players.append(replace(player, deck=tuple(deck)))
        else:
            players.append(_dealt(agreed, player, rng, known=player.hand if number == seat else ()))
    todo = tuple(
        # A set-aside question is about the card drawn last.
        replace(step, cards=tuple(filter(None, players[step.seat].hand[-1:])))
        if step.do == "set-aside" and step.cards and step.seat != seat
        else step
        for step in state.todo
    )
    return replace(state, agreed=_told(agreed), players=tuple(players), todo=todo)


@lru_cache(maxsize=256)
def _told(agreed: Agreed) -> Agreed:
    """The same agreement, with the order of each deck told."""
    if agreed.known:
        return agreed
    setup = agreed.setup
    options = tuple(pair for pair in setup.options if pair[0] != KNOWING.name)
    told: Setup = replace(setup, options=(*options, (KNOWING.name, "known")))
    return with_piles(told, agreed.piles)


def _dealt(agreed: Agreed, player: Player, rng: RandomSource, known: Slots = ()) -> Player:
    """All cards dealt anew except the top discard and what is `known` of the hand; a hand gets nothing it lacks."""
    top = tuple(card for card in player.discard[-1:] if card is not None)
    kept = tuple(card for card in known if card is not None)
    pool = sorted((Counter(_covered(player).unseen) - Counter(kept)).elements())
    drawn = len(player.hand) - len(kept)
    for _ in range(TRIES if player.lacks else 1):
        order = shuffled(pool, rng)
        if not player.lacks or all(player.lacking(agreed.cards, card) is None for card in order[:drawn]):
            break
    deck = drawn + len(player.deck)
    hand, discard = (*kept, *order[:drawn]), (*order[deck:], *top)
    return replace(player, hand=hand, deck=tuple(order[drawn:deck]), discard=discard, unseen=(), lacks=())


def with_hand(state: State, seat: Seat, cards: Sequence[str]) -> State:
    players = list(state.players)
    player = players[seat]
    unseen, told = list(player.unseen), iter(cards)
    for card in cards:
        unseen.remove(card)
    hand = tuple(next(told, None) if slot is None else slot for slot in player.hand)
    players[seat] = replace(player, hand=hand, unseen=tuple(unseen))
    return replace(state, players=tuple(players))


def public(_state: State, event: Event) -> Event:
    """The event as everybody may know it: only the top of discards, no order of a shuffle, no card of a no."""
    if isinstance(event, Shuffled):
        return Shuffled(event.seat)
    if isinstance(event, Chose):
        cards = event.slots()
        if event.what == "discard" and len(cards) > 1:
            hidden = (None,) * (len(cards) - 1)
            return replace(event, cards=(*hidden, cards[-1]), card=None)
        if event.what in ("react", "set-aside") and cards and not event.says_yes():
            return Chose(event.seat, event.what, yes=False)
    return event


def public_state(state: State) -> State:
    """The state as everybody may know it: seats whose cards are all told to the referee are covered.

    The other seats hold nothing that was not laid open for all.
    """
    if state.over is not None:
        return state
    told = [state.agreed.known or not player.unseen for player in state.players]
    if not any(told):
        return state
    pairs = zip(state.players, told, strict=True)
    players = tuple(_covered(player) if is_told else player for player, is_told in pairs)
    # Before it is set aside, neither the card drawn is told nor whether it is an Action.
    todo = tuple(
        Step(step.do, step.seat, step.card, len(step.cards))
        if told[step.seat] and step.do == "set-aside" and step.cards
        else step
        for step in state.todo
    )
    return replace(state, players=players, todo=todo)


def _covered(player: Player) -> Player:
    """The player with hand, deck and all discards except the top as cards that nobody has shown."""
    places = (*player.hand, *player.deck, *player.discard[:-1])
    unseen = sorted((*player.unseen, *(card for card in places if card is not None)))
    hand, deck = (None,) * len(player.hand), (None,) * len(player.deck)
    discard = (*(None,) * len(player.discard[:-1]), *player.discard[-1:])
    return replace(player, hand=hand, deck=deck, discard=discard, unseen=tuple(unseen))


# What a deck brings from now on: the rest of the game in averages, every seat buying by one plain rule.
#
# The rule is that of "Big Money": the best pile once a hand can pay for it, Mirare until then, points when it gets
# late. Actions count by what they add to an average hand. No cards are moved: sums and averages stand for a deck.


Owned = frozenset[tuple[str, int]]
"""Kinds of cards with their numbers."""

WEIGHTS = sheet_in("companion.games.zombinion", "weights", dict[str, float])
ENOUGH = (7.5, 5.5, 4.5, 2.5, 1.5)
"""Shots (rounded thresholds) that are enough for costs of 8, 6, 5, 3 and 2."""


class Deck(NamedTuple):
    """Sums over the cards of a seat."""

    cards: float = 0.0
    points: float = 0.0
    per_ten: float = 0.0
    shots: float = 0.0  # of its Mirare
    squares: float = 0.0  # of those shots
    terminals: float = 0.0  # Actions that give no Azione
    terminal_shots: float = 0.0  # shots that they add
    terminal_cards: float = 0.0  # cards that they add
    chain_shots: float = 0.0  # shots added by Actions that give an Azione
    chain_cards: float = 0.0  # cards added by those
    spare_actions: float = 0.0  # Azioni beyond the one that each takes
    infecting: float = 0.0
    robbing: float = 0.0
    treating: float = 0.0
    trashing: float = 0.0
    junk: float = 0.0  # cards best trashed
    junk_shots: float = 0.0  # shots on them
    junk_points: float = 0.0  # points on them


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

    `each` and `square`: mean shots of a card drawn, and their mean square; they follow the deck turn by turn, as what
    is taken must be shuffled in first. `seen`: cards drawn in a turn without spending an Azione; `plays`: Actions
    without an Azione played. Both depend on `cards` and are valid for `counted`.
    """

    def __init__(self, deck: Deck, now: Deck) -> None:
        self.deck, self.cards, self.points = deck, max(deck.cards, HAND), deck.points
        self.shots, self.squares = deck.shots, deck.squares
        self.junk, self.junk_shots, self.junk_points = deck.junk, deck.junk_shots, deck.junk_points
        self.counted = self.seen = self.plays = 0.0
        drawn = now if now.cards >= HAND else deck
        self.each, self.square = drawn.shots / max(drawn.cards, HAND), drawn.squares / max(drawn.cards, HAND)

    def count(self) -> None:
        """Recomputes what depends on the number of cards, if that has changed."""
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
        """Mean and spread of the shots of an average hand."""
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
        """Trashes the junk at its average rate, and returns the shots that this costs in the turn."""
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
    """The points of each seat at the end of a game in averages, and the turns of each until then.

    `now`: what `seat` draws from until it shuffles. `left`: cards left of Molti + Zombi, Molti Zombi and Infezione.
    Seat `number` is in its turn with these shots (None: not begun), and `may_buy`.
    """
    seats = [_Seat(deck, now if each == seat else deck) for each, deck in enumerate(decks)]
    piles = [float(each) for each in left]
    meddling = [each for each in seats if each.deck.robbing or each.deck.treating]
    turns = 0.0
    for turn in range(int(WEIGHTS["most-turns"]) * len(seats)):
        if piles[0] < WEIGHTS["ended"]:
            # The fraction of this turn that is played before the points run out.
            break
        turns += min(1.0, piles[0])
        acting = seats[number]
        if turn or shots is None:
            mean, spread = acting.hand()
            # Thieves and healers of other seats change what the hand can pay.
            for other in meddling:
                if other is not acting:
                    mean -= WEIGHTS["stolen"] * other.share(other.deck.robbing)
                    mean += other.share(other.deck.treating) * acting.each
            mean -= acting.trash()
            _buy(acting, mean, spread, piles)
        elif may_buy:
            _buy(acting, shots, 0.15, piles)
        # Every infecting Attack gives each other seat an Infezione, worth -1 point.
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
    """Adds average purchases of hands with this spread to a seat, and takes them from the piles `left`."""
    steep, furthest = WEIGHTS["spread"] / spread, WEIGHTS["furthest"]
    # Logistic chances that a hand can pay for 8, 6, 5, 3 and 2.
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
"""Owners of many cards gain much by Survivors; the last few of a pile may end the game."""


def worth(state: State, seat: Seat) -> float:
    """The chance to win, by the final points beside the best rival's and how certain those are by then."""
    agreed = state.agreed
    decks = tuple(deck_of(agreed, frozenset(Counter(player.owned()).items())) for player in state.players)
    own = state.players[seat]
    drawn = own.deck if state.turn == seat else own.deck + own.hand
    now = deck_of(agreed, frozenset(Counter(card for card in drawn if card is not None).items()))
    left = tuple([state.piles.get(card, 0) for card in (MOLTI_PIU_ZOMBI, MOLTI_ZOMBI, INFEZIONE)])
    # At the beginning of a turn the worth of the hand is chance.
    begins = state.phase == "action" and not state.todo and not state.players[state.turn].in_play
    shots = None if begins and state.turn != seat else _shots(state, decks[state.turn])
    points, turns = prospects(decks, seat, now, left, state.turn, shots, may_buy=state.targets > 0)
    taken = state.turns_taken
    hopes = [each - WEIGHTS["fewer-turns"] * done for each, done in zip(points, taken, strict=True)]
    best = max(hope for number, hope in enumerate(hopes) if number != seat)
    steep = WEIGHTS["spread"] / sqrt(WEIGHTS["sure"] + WEIGHTS["unsure"] * turns)
    return 1 / (1 + exp(max(-40.0, min(40.0, steep * (best - hopes[seat])))))


def is_sensible(state: State, event: Any) -> bool:
    """Leaves out what is never best: what costs nothing comes first, and useless cards are never taken.

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
    """Whether this many more Mirare leave none in the hand."""
    treasures = state.agreed.treasures
    return sum(card in treasures for card in state.players[state.turn].hand) == more


def _shots(state: State, deck: Deck) -> float:
    """Buying power of the seat in its turn: shots, its Mirare, and roughly what Actions add while it may play any.

    A Mirare not laid yet counts a little less, so that it is laid.
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
