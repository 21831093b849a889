"""Worlds for a seat of Zombinion: unseen cards dealt by lot, and what everybody may know."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from companion.game import Event, RandomSource, Seat, Setup, shuffled
from companion.games.zombinion.events import YES_OR_NO, Chose, Ended, Revealed, Shot, Shuffled, Took
from companion.games.zombinion.rules import after, breach, sample
from companion.games.zombinion.state import (
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

# The cards as they really lie, beside what the referee knows of them: for demonstrations, records and figures.
#
# People play with cards that the table does not see. Here they are dealt, played on, and what of it the table hears or
# sees is told: the same events, with nothing in them that stays covered, and an answer where only the referee must ask.


MOST_TRIES = 40
"""Most draws of something else in place of what people hardly ever do."""
PLACES = ("hand", "deck", "discard")
_AWAITED = {Revealed: "reveal", Shuffled: "shuffle"}


def determinize(state: State, lots: RandomSource) -> State:
    """The state with every unseen card drawn from its seat's pool."""
    players = []
    for player in state.players:
        pool, places = list(player.unseen), {}
        # In this order, so that the same lots deal the same cards.
        for place in PLACES:
            slots = getattr(player, place)
            places[place] = tuple(pool.pop(lots(len(pool))) if slot is None else slot for slot in slots)
        players.append(replace(player, **places, unseen=(), lacks=()))
    return replace(state, players=tuple(players))


def step_truth(truth: State, belief: State, lots: RandomSource) -> tuple[State, tuple[Event, ...]]:
    """What happens next in truth, drawn by lot; and what the referee, who knows `belief`, hears or sees of it."""
    # People lay all their Mirare, and then take something that is worth it.
    event = sample(truth, lots)
    for _ in range(MOST_TRIES):
        if truth.todo or _is_usual(truth, event):
            break
        event = sample(truth, lots)
    before, truth = truth, after(truth, event)
    happened: tuple[Event, ...] = tuple(truth.passed)
    while truth.step is not None and truth.step.do == "shuffle":
        order = sample(truth, lots)
        truth = after(truth, order)
        happened += (order, *truth.passed)
    return truth, tuple(_heard(before, event, happened, truth, belief))


def _is_usual(truth: State, event: Event) -> bool:
    known, player = truth.agreed.cards, truth.players[truth.turn]
    mirare = sorted(card for card in player.hand if card is not None and known[card].is_treasure)
    match event:
        case Took(card=card):
            return not mirare and known[card].cost > 0
        case Shot(cards=cards):
            return sorted(cards) == mirare
        case Ended() if truth.phase == "hunt":
            return not mirare and not (truth.targets and any(in_reach(truth, truth.shots, least=1)))
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
        # What the referee has done by itself is no longer due; of a choice it knows only that it was made.
        for known in belief.passed:
            done = (one for one in due if one == known or (isinstance(known, Chose) and known.answers(one)))
            if (one := next(done, None)) is not None:
                due.remove(one)
    step = belief.step
    if step is not None and step.do == "set-aside" and not any(one.do == "set-aside" for one in truth.todo):
        yield Chose(step.seat, "set-aside", yes=False)


def _as_heard(before: State, event: Any, truth: State, belief: State) -> Iterator[Event]:
    """What the table hears of one event: no order of a deck, of discards only the top."""
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
        if isinstance(event, Shot | Took) and breach(belief, event) is not None:
            yield Ended(event.seat)
        yield event


def _answer(belief: State, due: list[Revealed | Chose | Shuffled]) -> Event | None:
    """What the referee waits for and what has happened by itself in truth; it is no longer due then."""
    step = belief.step
    awaited = None if step is None else (step.seat, step.do)
    what = {one: one.what if isinstance(one, Chose) else _AWAITED[type(one)] for one in due}
    done = next((one for one in due if (one.seat, what[one]) == awaited), None)
    if done is None:
        return None
    due.remove(done)
    if not isinstance(done, Chose):
        return Shuffled(done.seat) if isinstance(done, Shuffled) and not belief.agreed.known else done
    # What a seat without an option says, where the referee cannot know that it has none.
    return Chose(done.seat, done.what, yes=False if done.what in YES_OR_NO else None)


def belief_error(truth: State, belief: State) -> str:
    """What of that which the referee knows is not so, in words; empty where all is so, and once the game is over."""
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


# Worlds for a seat of Zombinion, in which every card that it cannot see is dealt; and what a seat does not decide.


TRIES = 12
"""Most deals of a hand until it holds nothing that its seat said it lacked."""


def world_for(state: State, seat: Seat | None, lots: RandomSource) -> State:
    """A state drawn from all that this seat cannot tell from the real one.

    The other seats' covered cards are dealt anew out of what each owns, and so is the order of the own deck. The
    referee knows every card in it, so it asks nothing.
    """
    agreed = state.agreed
    if seat is None:
        return replace(determinize(state, lots), agreed=_told(agreed))
    players = []
    for number, player in enumerate(state.players):
        if number == seat and not player.unseen:
            # Its own deck in any order.
            deck = shuffled(sorted(card for card in player.deck if card is not None), lots)
            players.append(replace(player, deck=tuple(deck)))
        else:
            players.append(_dealt(agreed, player, lots, known=player.hand if number == seat else ()))
    todo = tuple(
        # The card that was drawn last.
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


def _dealt(agreed: Agreed, player: Player, lots: RandomSource, known: Slots = ()) -> Player:
    """All but the top of the discards, and what is `known` of the hand, dealt anew; a hand holds nothing it lacks."""
    top = tuple(card for card in player.discard[-1:] if card is not None)
    kept = tuple(card for card in known if card is not None)
    pool = sorted((Counter(_covered(player).unseen) - Counter(kept)).elements())
    drawn = len(player.hand) - len(kept)
    for _ in range(TRIES if player.lacks else 1):
        order = shuffled(pool, lots)
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
    """The event as everybody may know it: of discards only the top, of a shuffle no order, of a no no card."""
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
    """The state as everybody may know it: where every card of a seat is told to the referee, they are covered.

    Where they are not, the state holds nothing that was not laid open for all.
    """
    if state.over is not None:
        return state
    told = [state.agreed.known or not player.unseen for player in state.players]
    if not any(told):
        return state
    pairs = zip(state.players, told, strict=True)
    players = tuple(_covered(player) if is_told else player for player, is_told in pairs)
    # Which card was drawn is not told, nor whether it is an Action, before it is set aside.
    todo = tuple(
        Step(step.do, step.seat, step.card, len(step.cards))
        if told[step.seat] and step.do == "set-aside" and step.cards
        else step
        for step in state.todo
    )
    return replace(state, players=players, todo=todo)


def _covered(player: Player) -> Player:
    """The hand, the deck and all discards but the top become cards that nobody has shown."""
    places = (*player.hand, *player.deck, *player.discard[:-1])
    unseen = sorted((*player.unseen, *(card for card in places if card is not None)))
    hand, deck = (None,) * len(player.hand), (None,) * len(player.deck)
    discard = (*(None,) * len(player.discard[:-1]), *player.discard[-1:])
    return replace(player, hand=hand, deck=deck, discard=discard, unseen=tuple(unseen))
