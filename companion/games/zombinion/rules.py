"""The law: who is to act, which rule an event breaks, what it does; and what the people put right."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from msgspec.structs import replace

from companion.game import Breach, Chance, Event, RandomSource, Seats, Turn
from companion.games.zombinion import candidates
from companion.games.zombinion.candidates import order_by_lot, sample
from companion.games.zombinion.draft import Draft, clean_up, shuffled
from companion.games.zombinion.events import Chose, Ended, Played, Revealed, Ruled, Shot, Shuffled, Took
from companion.games.zombinion.state import Player, State, Step, removed, said_none, slots_without
from companion.games.zombinion.steps import answer, answer_breaches, is_answer, left_to_reveal, play, settle
from companion.games.zombinion.table import TRASH
from companion.games.zombinion.words import seat_name
from companion.kits.events import Starts
from companion.language import _
from companion.sight import place_of

# The people put right what the referee believes: where a card lies, how many there are, and what is left of a turn.


PLACES = ("hand", "deck", "discard", "play", "shown")
MOST = 99


def ruling_breach(state: State, event: Ruled) -> Breach | None:
    known = state.agreed
    if event.card is not None and event.card not in known.cards:
        return Breach("zb-ruling", event.card)
    moves = event.out_of is not None or event.into is not None
    if (moves or event.count is not None) and event.card is None:
        return Breach("zb-ruling", _("a card is missing"))
    for place in (event.out_of, event.into):
        if place is None or place == TRASH:
            continue
        own = place_of(place)
        is_own = own.kind in PLACES and own.seat in range(known.seats)
        if not (event.card in known.pile if place == "supply" else is_own):
            return Breach("zb-ruling", place)
    numbers = (event.count, event.actions, event.targets, event.shots)
    if any(number is not None and not 0 <= number <= MOST for number in numbers):
        return Breach("zb-ruling", _("a number from 0 to {most}").format(most=MOST))
    if event.count is not None and event.card not in known.pile:
        return Breach("zb-ruling", event.card or "")
    if event.turn is not None and not 0 <= event.turn < known.seats:
        return Breach("zb-ruling", _("Player {n}").format(n=event.turn + 1))
    if event.dropped and not state.todo:
        return Breach("zb-ruling", _("nothing is awaited"))
    if event.out_of is not None and event.card is not None and not can_leave(state, event.out_of, event.card):
        return Breach("zb-ruling", event.card)
    return None


def _own(place: str) -> tuple[str, int]:
    """A seat's own place: which of `PLACES`, and whose."""
    own = place_of(place)
    assert own.seat is not None, "breach lets no other through"
    return own.kind, own.seat


def can_leave(state: State, place: str, card: str) -> bool:
    """Whether a card may lie in a place by all that is known, so that it can be taken from there."""
    if place == "supply":
        return bool(state.left(card))
    if place == TRASH:
        return card in state.trash
    own, seat = _own(place)
    left = _without(state.players[seat], own, card)
    return left is not None and left.strained(state.agreed.cards) is None


def rule(d: Draft, event: Ruled) -> None:
    """What the people say holds; what cannot be taken from a place came into the game."""
    if event.dropped and d.todo:
        d.todo.pop()
    if event.card is not None and (event.out_of is not None or event.into is not None):
        _take(d, event.out_of, event.card)
        _put(d, event.into, event.card)
    if event.count is not None and event.card is not None and (left := d.left(event.card)) is not None:
        d.came(event.card, event.count - left)
        d.pile(event.card, event.count)
    for name in ("actions", "targets", "shots", "turn", "phase"):
        said = getattr(event, name)
        if said is not None:
            setattr(d, name, said)
    # A choice among trashed cards is one among those that still lie there.
    for at, step in enumerate(d.todo):
        if step.do == "thief-gain" and Counter(step.cards) - Counter(d.trash):
            kept = (Counter(step.cards) & Counter(d.trash)).elements()
            d.todo[at] = replace(step, cards=tuple(sorted(kept)))
    if d.over is not None and (event.phase is not None or event.turn is not None):
        d.over, d.phase = None, event.phase or "action"


def _take(d: Draft, place: str | None, card: str) -> None:
    if place is None:
        d.came(card)
    elif place == "supply":
        d.out_of_supply(card)
    elif place == TRASH:
        d.out_of_trash(card)
    else:
        own, seat = _own(place)
        left = _without(d.players[seat], own, card)
        if left is None:
            d.came(card)
        else:
            d.players[seat] = left


def _put(d: Draft, place: str | None, card: str) -> None:
    if place is None:
        d.came(card, -1)
    elif place == "supply":
        d.pile(card, (d.left(card) or 0) + 1)
    elif place == TRASH:
        d.trash = (*d.trash, card)
    else:
        own, seat = _own(place)
        name = "in_play" if own == "play" else own
        cards = getattr(d.players[seat], name)
        new = (card, *cards) if own == "deck" else (*cards, card)
        d.players[seat] = replace(d.players[seat], **{name: new})


def _without(p: Player, name: str, card: str) -> Player | None:
    """The player without a card of a place, known there or one of its unseen ones; None where it cannot lie there."""
    if name == "hand":
        return p.from_hand(card)
    field = "in_play" if name == "play" else name
    nearest = -1 if name == "discard" else 1
    found = slots_without(getattr(p, field)[::nearest], p.unseen, card)
    if found is None:
        return None
    slots, unseen = found
    return replace(p, **{field: slots[::nearest]}, unseen=unseen)


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
    deed = _DEEDS[type(event)]
    if isinstance(event, Ruled):
        yield from deed.breaches(state, event)
        return
    if not 0 <= event.seat < state.agreed.seats:
        yield Breach("zb-seats", str(event.seat))
        return
    if state.over is not None:
        yield Breach("zb-over", state.over.words)
        return
    if deed.any_time:
        yield from deed.breaches(state, event)
        return
    if state.phase == "lot":
        yield Breach("zb-lot", _("lots are to be drawn first"))
    if event.seat != state.turn:
        yield Breach("zb-your-turn", seat_name(state.agreed, state.turn))
    if state.todo:
        yield Breach("zb-whole-card", candidates.due(state, state.todo[-1]))
    yield from deed.breaches(state, event)


def awaits(state: State, what: str, seat: int) -> bool:
    """Whether just this is what has to come next."""
    step = state.step
    return step is not None and step.do == what and step.seat == seat


def _chose_breaches(state: State, event: Chose) -> Iterator[Breach]:
    if awaits(state, event.what, event.seat):
        yield from answer_breaches(state, state.todo[-1], event)
    elif any(step.do == event.what and step.seat == event.seat for step in state.todo):
        yield Breach("zb-order", _due(state))
    elif event.what == "react" and any(is_answer(done, event.what, event.seat) for done in state.passed):
        yield Breach("zb-21-barricata", seat_name(state.agreed, event.seat))
    else:
        yield Breach("zb-as-it-asks", _due(state))


def _due(state: State) -> str:
    return candidates.due(state, state.todo[-1]) if state.todo else _("nothing is asked")


def _shuffled_breaches(state: State, event: Shuffled) -> Iterator[Breach]:
    if not awaits(state, "shuffle", event.seat):
        yield Breach("zb-shuffled", _due(state))
    if event.order is None:
        return
    discard = [card for card in state.players[event.seat].discard if card is not None]
    if sorted(event.order) != sorted(discard):
        yield Breach("zb-shuffled", _("the discards, no others"))


def _revealed_breaches(state: State, event: Revealed) -> Iterator[Breach]:
    if not awaits(state, "reveal", event.seat):
        yield Breach("zb-revealed", _due(state))
    player, known = state.players[event.seat], state.agreed.cards
    if event.card not in player.unseen:
        yield Breach("zb-cannot-own", event.card)
        return
    lack = replace(player, unseen=removed(player.unseen, event.card)).strained(known)
    if lack is not None:
        yield said_none(event.seat, event.card, lack)


def told_again(state: State, event: Any) -> bool:
    """Whether an event only tells what the last one has done by itself; what is asked for now it does not."""
    if isinstance(event, Chose) and awaits(state, event.what, event.seat):
        return False
    return any(type(done) is type(event) and _same(state, done, event) for done in state.passed)


def _same(state: State, done: Event, event: Event) -> bool:
    if isinstance(done, Chose) and isinstance(event, Chose):
        return done.same(event)
    if isinstance(done, Ended) and isinstance(event, Ended):
        return done.seat == event.seat and event.top is None
    if isinstance(done, Shuffled) and isinstance(event, Shuffled):
        return done.seat == event.seat and (state.over is not None or event.order is None)
    return done == event


def after(state: State, event: Any) -> State:
    """The state after an event, lawful or not. Telling again what the referee has done by itself changes nothing."""
    kind = type(event)
    if kind is not Ruled and not 0 <= event.seat < state.agreed.seats:
        return state
    if state.passed and _DEEDS[kind].by_itself and told_again(state, event) and any(broken(state, event)):
        return state
    if kind is Ruled and ruling_breach(state, event) is not None:
        return state
    d = Draft(state)
    happen(d, event)
    return d.frozen()


def happen(d: Draft, event: Any) -> None:
    """Let an event change a draft in which nothing has been done by itself yet."""
    _DEEDS[type(event)].happens(d, event)
    if d.todo:
        settle(d)
    # What a seat said that it had none of holds no longer where, against the rules, cards show otherwise.
    for seat, p in enumerate(d.players):
        if p.lacks and p.strained(d.agreed.cards) is not None:
            d.players[seat] = replace(p, lacks=())


def play_on(d: Draft, lots: RandomSource, most: int) -> None:
    """Let up to so many events that are drawn by lot change a draft, one after the other, until the game is over.

    It comes to what `after` makes of what `sample` draws, each time anew; only that no state is made in between.
    """
    todo, passed = d.todo, d.passed
    for _n in range(most):
        if d.over is not None:
            return
        passed.clear()
        if todo and todo[-1].do == "shuffle" and d.phase != "lot" and not d.players[todo[-1].seat].unseen:
            step = todo.pop()
            d.players[step.seat] = shuffled(d.players[step.seat], order_by_lot(d, step, lots))
            settle(d)
        else:
            happen(d, sample(d, lots))


def _starts(d: Draft, event: Starts) -> None:
    d.turn = event.seat
    if d.phase == "lot":
        d.phase = "action"


def _played(d: Draft, event: Played) -> None:
    if event.card not in d.agreed.cards:
        return
    d.hand_to_play(event.seat, (event.card,))
    if d.actions:
        d.actions -= 1
    play(d, event.seat, event.card)


def _shot(d: Draft, event: Shot) -> None:
    if d.phase == "action":
        d.phase = "hunt"
    known, shots = d.agreed.cards, d.shots
    for card in event.cards:
        if card not in known:
            return
        shots += known[card].shots
    d.shots = shots
    d.hand_to_play(event.seat, event.cards)


def _took(d: Draft, event: Took) -> None:
    if event.card not in d.agreed.cards:
        return
    if d.phase == "action":
        d.phase = "hunt"
    d.targets = max(0, d.targets - 1)
    d.shots = max(0, d.shots - d.agreed.cards[event.card].cost)
    d.gain(event.seat, event.card)


def _shuffled(d: Draft, event: Shuffled) -> None:
    if d.todo and d.todo[-1].do == "shuffle" and d.todo[-1].seat == event.seat:
        d.todo.pop()
    player, order = d.players[event.seat], event.order
    if order is not None and (player.unseen or sorted(order) != sorted(filter(None, player.discard))):
        order = None
    d.players[event.seat] = shuffled(player, order)


def _revealed(d: Draft, event: Revealed) -> None:
    if event.card not in d.agreed.cards:
        return
    d.reveal(event.seat, event.card)
    step = d.todo[-1] if d.todo else None
    if step is not None and step.do == "reveal" and step.seat == event.seat:
        d.todo.pop()
        left = left_to_reveal(d, step.card, step.n, event.card)
        if left:
            d.push(Step("reveal", step.seat, step.card, left))


def _ended(d: Draft, event: Ended) -> None:
    if d.phase == "action" and not (d.todo or event.seat != d.turn):
        d.phase = "hunt"
    elif d.over is None:
        clean_up(d, event.seat, event.top)


@dataclass(frozen=True, slots=True)
class Deed:
    """What one kind of event does and breaks.

    `any_time`: it is asked of any seat, whosever turn it is, and of none unless it is due. `by_itself`: the referee may
    have done it already.
    """

    happens: Callable[[Draft, Any], None]
    breaches: Callable[[State, Any], Iterator[Breach]]
    any_time: bool = False
    by_itself: bool = False


_DEEDS: dict[type, Deed] = {
    Starts: Deed(_starts, candidates.starts_breaches, any_time=True),
    Played: Deed(_played, candidates.played_breaches),
    Shot: Deed(_shot, candidates.shot_breaches),
    Took: Deed(_took, candidates.took_breaches),
    Chose: Deed(answer, _chose_breaches, any_time=True, by_itself=True),
    Shuffled: Deed(_shuffled, _shuffled_breaches, any_time=True, by_itself=True),
    Revealed: Deed(_revealed, _revealed_breaches, any_time=True, by_itself=True),
    Ended: Deed(_ended, candidates.ended_breaches, by_itself=True),
    Ruled: Deed(rule, lambda state, event: filter(None, (ruling_breach(state, event),))),
}


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


COUNTS = 12
"""So many numbers of cards on a pile are offered, those nearest to the book's first."""


def rulings(state: State, region: str) -> Iterator[Event]:
    """What the people may say of a region, likeliest first."""
    if state.phase == "lot":
        return
    place = place_of(region)
    own = {"play": _play, "discard": _discard, "deck": _deck}.get(place.kind)
    if region in state.agreed.pile:
        found = _counts(state, region)
    elif region == TRASH:
        found = _trash(state)
    elif own is None or place.seat is None or place.seat >= state.agreed.seats:
        return
    else:
        found = own(state, place.seat)
    yield from (event for event in dict.fromkeys(found) if ruling_breach(state, event) is None)


def _counts(state: State, card: str) -> Iterator[Ruled]:
    here, full = state.left(card) or 0, state.agreed.full[state.agreed.pile[card]]
    near = sorted(range(full + 1), key=lambda count: abs(count - here))
    yield from (Ruled(card=card, count=count) for count in near[1 : COUNTS + 1])


def _trash(state: State) -> Iterator[Ruled]:
    seat = state.turn
    for card in dict.fromkeys(reversed(state.trash)):
        yield Ruled(card=card, out_of=TRASH, into=f"hand.{seat}")
        yield Ruled(card=card, out_of=TRASH, into=f"discard.{seat}")
    for card in state.players[seat].hand_faces(state.agreed.cards):
        yield Ruled(card=card, out_of=f"hand.{seat}", into=TRASH)
    for other in range(state.agreed.seats):
        top = state.players[other].discard[-1:]
        if top and top[0] is not None:
            yield Ruled(card=top[0], out_of=f"discard.{other}", into=TRASH)


def _play(state: State, seat: int) -> Iterator[Ruled]:
    """A card that is not in play after all, or one more that is; and what is left of the turn.

    The shots of a Mirare card come and go with it.
    """
    player, known = state.players[seat], state.agreed.cards
    hand, play = f"hand.{seat}", f"play.{seat}"
    mine = seat == state.turn
    for card in dict.fromkeys(reversed(player.in_play)):
        shots = known[card].shots if known[card].is_treasure and mine else 0
        left = max(0, state.shots - shots) if shots else None
        yield Ruled(card=card, out_of=play, into=hand, shots=left)
    for card in dict.fromkeys(reversed(player.shown)):
        yield Ruled(card=card, out_of=f"shown.{seat}", into=f"deck.{seat}")
    for card in player.hand_faces(known):
        if known[card].is_action or known[card].is_treasure:
            shots = known[card].shots if known[card].is_treasure and mine else 0
            yield Ruled(card=card, out_of=hand, into=play, shots=state.shots + shots if shots else None)
    if state.step is not None and state.step.seat == seat:
        yield Ruled(dropped=True)
    if mine:
        for by in (1, -1):
            yield Ruled(shots=state.shots + by)
            yield Ruled(targets=state.targets + by)
            yield Ruled(actions=state.actions + by)
        yield Ruled(phase="hunt" if state.phase == "action" else "action")
    else:
        yield Ruled(turn=seat, phase="action")


def _discard(state: State, seat: int) -> Iterator[Ruled]:
    """What lies on top of the discards really: a card that lies there too, one of the hand, one of the supply."""
    player, place = state.players[seat], f"discard.{seat}"
    top = player.discard[-1] if player.discard else None
    if top is not None:
        yield Ruled(card=top, out_of=place, into="supply")
        yield Ruled(card=top, out_of=place, into=f"hand.{seat}")
    for card in dict.fromkeys(reversed(player.discard[:-1])):
        if card is not None and card != top:
            yield Ruled(card=card, out_of=place, into=place)
    for card, left in zip(state.agreed.piles, state.supply, strict=True):
        if left:
            yield Ruled(card=card, out_of="supply", into=place)
    for card in player.hand_faces(state.agreed.cards):
        yield Ruled(card=card, out_of=f"hand.{seat}", into=place)


def _deck(state: State, seat: int) -> Iterator[Ruled]:
    player, place = state.players[seat], f"deck.{seat}"
    if player.deck and player.deck[0] is not None:
        yield Ruled(card=player.deck[0], out_of=place, into=f"hand.{seat}")
    top = player.discard[-1] if player.discard else None
    if top is not None:
        yield Ruled(card=top, out_of=f"discard.{seat}", into=place)
    for card in player.hand_faces(state.agreed.cards):
        yield Ruled(card=card, out_of=f"hand.{seat}", into=place)


# What a booked event may have been instead, told apart in the region that people touch.


MOST_READINGS = 24
"""So many other readings are offered."""


def rereadings(state: State, event: Any, region: str) -> Iterator[Event]:
    if region not in regions(state, event):
        return
    others = dict.fromkeys(other for other in _others(state, event) if other != event)
    near = sorted(others, key=lambda other: _distance(event, other))
    lawful = (other for other in near if breach(state, other) is None)
    yield from islice(lawful, MOST_READINGS)


def regions(state: State, event: Any) -> tuple[str, ...]:
    seat = event.seat
    match event:
        case Played() | Shot() | Revealed():
            return (f"play.{seat}",)
        case Took():
            return (f"discard.{seat}", event.card)
        case Ended():
            return (f"discard.{seat}", f"play.{seat}")
        case Chose():
            step = state.step
            whose = seat if step is None or step.of is None else step.of
            return {
                "discard": (f"discard.{seat}",),
                "trash": (TRASH,),
                "gain": (f"discard.{seat}", *(card for card in event.slots() if card is not None)),
                "topdeck": (f"deck.{seat}",),
                "deck-to-discard": (f"deck.{seat}", f"discard.{seat}"),
                "thief-trash": (TRASH, f"play.{whose}"),
                "thief-gain": (TRASH, f"discard.{seat}"),
                "spy-discard": (f"play.{whose}", f"discard.{whose}"),
                "envoy-discard": (f"play.{whose}", f"discard.{whose}"),
            }.get(event.what, (f"play.{seat}",))
    return ()


def _others(state: State, event: Any) -> Iterator[Event]:
    """Events of the same kind; at the end of a turn with any card of the hand uppermost."""
    if isinstance(event, Ended):
        yield Ended(event.seat)
        player = state.players[event.seat]
        for card in (*player.hand_faces(state.agreed.cards), *player.in_play):
            yield Ended(event.seat, card)
        return
    is_early = isinstance(event, Shot | Took) and state.phase == "action"
    for other in candidates.candidates(replace(state, phase="hunt") if is_early else state):
        if type(other) is type(event) and other.what == event.what:
            yield other


def _distance(event: Any, other: Any) -> int:
    """How many cards two events differ by; whether the uppermost does, counts too."""
    mine, theirs = _cards(event), _cards(other)
    apart = Counter(mine) - Counter(theirs), Counter(theirs) - Counter(mine)
    return sum(apart[0].values()) + sum(apart[1].values()) + (mine[-1:] != theirs[-1:])


def _cards(event: Any) -> tuple[str | None, ...]:
    if isinstance(event, Chose):
        return (*event.slots(), str(event.yes))
    if isinstance(event, Shot):
        return event.cards
    return (event.top if isinstance(event, Ended) else event.card,)
