"""The law: who is to act, what may happen, which rules an event breaks, what comes of it, and what else it may be."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec.structs import replace

from companion.game import Breach, Chance, Event, EventTemplate, RandomSource, Seats, Turn
from companion.games.zombinion.acts import ACTS, due, may_play, ruling_breach
from companion.games.zombinion.events import (
    Chose,
    Ended,
    Played,
    Revealed,
    Ruled,
    Shot,
    Shuffled,
    Starts,
    Took,
)
from companion.games.zombinion.state import Draft, State, in_reach
from companion.games.zombinion.steps import WAITING, settle
from companion.games.zombinion.words import seat_name
from companion.language import _

TO_ACT = tuple(Seats(frozenset({seat})) for seat in range(4))


def turn(state: State) -> Turn:
    if state.over is not None:
        return state.over
    if state.phase == "lot":
        return Chance("lot", state.agreed.starters, _("Draw lots: who begins?"))
    return TO_ACT[state.todo[-1].seat if state.todo else state.turn]


def breach(state: State, event: Any) -> Breach | None:
    return next(breaches(state, event), None)


def breaches(state: State, event: Any) -> Iterator[Breach]:
    """The rules that an event breaks. What the referee has done by itself may be told once more."""
    for found in broken(state, event):
        if told_again(state, event):
            return
        card = state.agreed.cards.get(found.about)
        yield found if card is None else Breach(found.rule, card.name, found.earlier)


def broken(state: State, event: Any) -> Iterator[Breach]:
    """The rules that an event breaks, whatever the referee has done by itself."""
    act = ACTS[type(event)]
    if isinstance(event, Ruled):
        yield from act.breaches(state, event)
        return
    if not 0 <= event.seat < state.agreed.seats:
        yield Breach("zb-seats", str(event.seat))
        return
    if state.over is not None:
        yield Breach("zb-over", state.over.words)
        return
    if act.any_time:
        yield from act.breaches(state, event)
        return
    if state.phase == "lot":
        yield Breach("zb-lot", _("lots are to be drawn first"))
    if event.seat != state.turn:
        yield Breach("zb-your-turn", seat_name(state.agreed, state.turn))
    if state.todo:
        yield Breach("zb-whole-card", due(state))
    yield from act.breaches(state, event)


def told_again(state: State, event: Any) -> bool:
    """Whether an event only tells what the last one has done by itself; what is asked for now it does not."""
    kind = type(event)
    return any(type(done) is kind and ACTS[kind].is_same(state, done, event) for done in state.passed)


def after(state: State, event: Any) -> State:
    """The state after an event, lawful or not. Telling again what the referee has done by itself changes nothing."""
    kind = type(event)
    if kind is not Ruled and not 0 <= event.seat < state.agreed.seats:
        return state
    if state.passed and ACTS[kind].by_itself and told_again(state, event) and any(broken(state, event)):
        return state
    if kind is Ruled and ruling_breach(state, event) is not None:
        return state
    d = Draft.of(state)
    ACTS[kind].happens(d, event)
    if d.todo:
        settle(d)
    # What a seat said that it had none of holds no longer where, against the rules, cards show otherwise.
    for seat, p in enumerate(d.players):
        if p.lacks and p.strained(d.agreed.cards) is not None:
            d.put(seat, replace(p, lacks=()))
    return d.frozen()


def words(state: State, event: Any) -> str:
    """The event in a sentence, told on the state before it."""
    name = "" if event.seat is None else seat_name(state.agreed, event.seat)
    return ACTS[type(event)].said(state, event, name)


def reveals(state: State, event: Any) -> bool:
    """Whether an event shows or settles what cannot be made unseen: a lot, a shuffle, cards drawn or turned over."""
    if isinstance(event, Starts | Shuffled | Revealed):
        return True
    if isinstance(event, Ruled):
        return False
    players = zip(state.players, after(state, event).players, strict=True)
    return any(
        len(new.deck) < len(old.deck) or new.deck[len(new.deck) - len(old.deck) :] != old.deck
        for old, new in players
    )


# What a booked event may have been instead, told apart in the region that people touch.


MOST_READINGS = 24
"""So many other readings are offered."""


def rereadings(state: State, event: Any, region: str) -> Iterator[Event]:
    if region not in ACTS[type(event)].regions(state, event):
        return
    others = dict.fromkeys(other for other in _others(state, event) if other != event)

    def distance(other: Any) -> int:
        """How many cards two events differ by; whether the uppermost does, counts too."""
        mine, theirs = _cards(event), _cards(other)
        apart = (Counter(mine) - Counter(theirs)) + (Counter(theirs) - Counter(mine))
        return apart.total() + (mine[-1:] != theirs[-1:])

    near = sorted(others, key=distance)
    lawful = (other for other in near if breach(state, other) is None)
    yield from islice(lawful, MOST_READINGS)


def _others(state: State, event: Any) -> Iterator[Event]:
    """Events of the same kind; at the end of a turn with any card of the hand uppermost."""
    if isinstance(event, Ended):
        yield Ended(event.seat)
        player = state.players[event.seat]
        for card in (*player.hand_faces(state.agreed.cards), *player.in_play):
            yield Ended(event.seat, card)
        return
    is_early = isinstance(event, Shot | Took) and state.phase == "action"
    for other in candidates(replace(state, phase="hunt") if is_early else state):
        if type(other) is type(event) and other.what == event.what:
            yield other


def _cards(event: Any) -> tuple[str | None, ...]:
    if isinstance(event, Chose):
        return (*event.slots(), str(event.yes))
    if isinstance(event, Shot):
        return event.cards
    return (event.top if isinstance(event, Ended) else event.card,)


# Every lawful event of a state, where it can be listed: an order of cards that nobody has told cannot.


def candidates(state: State) -> Iterator[Event]:
    """Every lawful event but those that `shapes` tells of, and a few that break a rule.

    What people may say at any time, a ruling, is not listed, nor what the referee has done by itself.
    """
    if state.over is not None:
        return
    if state.phase == "lot":
        yield from (Starts(seat) for seat in state.agreed.starters)
        return
    if state.todo:
        yield from WAITING[state.todo[-1].do].listed(state, state.todo[-1])
        return
    seat = state.turn
    if state.phase == "action" and may_play(state):
        faces = state.players[seat].hand_faces(state.agreed.cards)
        yield from (Played(seat, card) for card in faces if card in state.agreed.actions)
    elif state.phase != "cleanup":
        player = state.players[seat]
        mirare = player.held(state.agreed.cards, "treasure")
        yield from (Shot(seat, cards) for cards in player.piles_of(mirare))
        if state.targets:
            yield from (Took(seat, card.id) for card in in_reach(state, state.shots))
    yield Ended(seat)


def shapes(state: State) -> tuple[EventTemplate, ...]:
    """What is awaited and has too many forms to list: the order of a shuffle, discards out of a large hand."""
    return () if state.step is None else WAITING[state.step.do].shapes(state, state.step)


# One lawful event drawn by lot, without listing them all: for random play, demonstrations and figures.
#
# Every lawful event has a chance, and the common ones more: all Mirare are laid, then something is taken.


RARELY = 16
"""One in so many times something is done that is lawful, but that people rarely do."""


def sample(state: State | Draft, lots: RandomSource) -> Event:
    if state.phase == "lot":
        return Starts(state.agreed.starters[lots(len(state.agreed.starters))])
    if state.todo:
        return WAITING[state.todo[-1].do].drawn(state, state.todo[-1], lots)
    seat = state.turn
    if state.phase == "action" and state.actions > 0:
        player, actions = state.players[seat], state.agreed.actions
        faces = player.hand if None not in player.hand else player.hand_faces(state.agreed.cards)
        playable = [card for card in faces if card in actions]
        if playable:
            drawn = lots(len(playable) * RARELY)
            return Played(seat, playable[drawn // RARELY]) if drawn % RARELY else Ended(seat)
    if state.phase == "cleanup":
        return Ended(seat)
    # Lay Mirare, of unseen cards as many as the lot gives; rarely later, or not all.
    player, treasures = state.players[seat], state.agreed.treasures
    hand = player.hand if None not in player.hand else player.dealt(state.agreed.cards, lots)
    cards = tuple([card for card in hand if card is not None and card in treasures])
    if not cards and not state.targets:
        return Ended(seat)
    if cards:
        drawn = lots(RARELY)
        if drawn == 0:
            return Ended(seat)
        if drawn == 2:
            # Some of them, at least one.
            return Shot(seat, tuple([card for card in cards if lots(2)]) or (cards[lots(len(cards))],))
        if drawn > 1 or not state.targets:
            return Shot(seat, cards)
    # Take a card of the supply for the shots that there are; rarely none, though there would be one.
    agreed, supply = state.agreed, state.supply
    may = agreed.within[min(state.shots, len(agreed.within) - 1)]
    drawn = lots(RARELY * len(may)) if may else 0
    if not drawn % RARELY:
        return Ended(seat)
    number = may[drawn // RARELY]
    if not supply[number]:
        may = tuple([number for number in may if supply[number]])
        if not may:
            return Ended(seat)
        number = may[lots(len(may))]
    return Took(seat, agreed.piles[number])
