"""What may happen in Zombinion: every lawful event, what a seat can turn up, and one by lot."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from math import prod

from msgspec.structs import replace

from companion.game import Breach, Event, EventTemplate, RandomSource
from companion.games.zombinion.cards import BARRICATA
from companion.games.zombinion.draft import Draft, in_reach
from companion.games.zombinion.events import Chose, Ended, Played, Revealed, Shot, Shuffled, Starts, Took
from companion.games.zombinion.state import Player, Slots, State, Step, is_sort, removed
from companion.games.zombinion.steps import gainable, no_pile, sort_of, what_of, whose
from companion.games.zombinion.words import called, seat_name, to_do
from companion.language import _

# The three phases of a turn: when an Action may be played, Mirare laid, a card taken, and a phase ended.


def due(state: State, step: Step) -> str:
    card = called(state.agreed, step.card) if step.card else ""
    return ": ".join(filter(None, (card, to_do(state.agreed, step))))


def starts_breaches(state: State, event: Starts) -> Iterator[Breach]:
    """Only those among whom the lot is drawn can begin (decision ZB-28)."""
    if state.phase != "lot":
        yield Breach("zb-lot", _("the game has begun"))
    if event.seat not in state.agreed.starters:
        yield Breach("zb-28-who-begins", seat_name(state.agreed, event.seat))


def may_play(state: State) -> bool:
    """Whether another Action may be in the hand of the seat whose turn it is, and an Azione is left for it."""
    return state.actions > 0 and state.players[state.turn].could_hold(state.agreed.cards, "action")


def hunting(state: State) -> Iterator[Breach]:
    """Mirare and takings come in the Caccia; it begins by itself only where no Action can be played any more."""
    if state.phase != "hunt" and (state.phase != "action" or may_play(state)):
        late = _("the Caccia has not begun") if state.phase == "action" else _("the Caccia is over")
        yield Breach("zb-phases", late)


def played_breaches(state: State, event: Played) -> Iterator[Breach]:
    facts = state.agreed.cards.get(event.card)
    if facts is None or not facts.is_action:
        yield Breach("zb-action-cards", facts.name if facts else event.card)
    if facts is None:
        return
    if state.phase != "action":
        yield Breach("zb-phases", _("the Action phase is over"))
    if state.actions < 1:
        yield Breach("zb-one-action", facts.name)
    yield from state.players[event.seat].not_in_hand(state.agreed.cards, event.seat, event.card)


def shot_breaches(state: State, event: Shot) -> Iterator[Breach]:
    known, held = state.agreed.cards, state.players[event.seat]
    yield from hunting(state)
    for card in event.cards:
        if card not in known or not known[card].is_treasure:
            yield Breach("zb-only-mirare", known[card].name if card in known else card)
        if card not in known:
            return
        yield from held.not_in_hand(known, event.seat, card)
        held = held.from_hand(card) or held


def took_breaches(state: State, event: Took) -> Iterator[Breach]:
    yield from hunting(state)
    reason, facts = no_pile(state, event.card), state.agreed.cards.get(event.card)
    if reason is not None and facts is not None and event.card in state.trash:
        yield Breach("zb-08-trash", facts.name)
    if reason is not None:
        yield reason
    if facts is None:
        return
    if state.targets < 1:
        yield Breach("zb-10-targets", facts.name)
    if state.shots < facts.cost:
        yield Breach(
            "zb-10-shots",
            _("{card}: {cost}, {n} left").format(card=facts.name, cost=facts.cost, n=state.shots),
        )


def ended_breaches(state: State, event: Ended) -> Iterator[Breach]:
    """`top` can lie uppermost: a card of the hand or in play; or the one before, with all put under it."""
    if event.top is None or state.phase == "action":
        return
    held = state.players[event.seat]
    if event.top in held.in_play or event.top in held.discard[-1:]:
        return
    if held.hand:
        yield from held.not_in_hand(state.agreed.cards, event.seat, event.top)
    elif None not in held.discard[-1:] or held.in_play:
        yield Breach("zb-in-hand", event.top)


# Every lawful event of a state, where it can be listed: an order of cards that nobody has told cannot.


MANY = 4096
"""More choices of cards than these are not listed."""


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
        yield from _due(state, state.todo[-1])
        return
    seat = state.turn
    if state.phase == "action":
        if may_play(state):
            faces = state.players[seat].hand_faces(state.agreed.cards)
            yield from (Played(seat, card) for card in faces if state.agreed.cards[card].is_action)
        else:
            yield from _hunt(state, seat)
    elif state.phase == "hunt":
        yield from _hunt(state, seat)
    yield Ended(seat)


def shapes(state: State) -> tuple[EventTemplate, ...]:
    """What is awaited and has too many forms to list: the order of a shuffle, discards out of a large hand."""
    step = state.step
    if step is None:
        return ()
    player, seat = state.players[step.seat], step.seat
    if step.do == "shuffle":
        cards = sorted(card for card in player.discard if card is not None)
        return (
            EventTemplate(
                "Shuffled", {"seat": seat}, {"order": "these cards, top first: " + ", ".join(cards)}
            ),
        )
    if step.do == "discard" and not step.n and _has_many(player):
        return (
            EventTemplate("Chose", {"seat": seat, "what": "discard"}, {"cards": "any cards of the hand"}),
        )
    return ()


def _has_many(player: Player) -> bool:
    """Whether the choices of known cards of a hand are too many to list."""
    return None not in player.hand and prod(n + 1 for n in Counter(player.hand).values()) > MANY


def _hunt(state: State, seat: int) -> Iterator[Event]:
    player = state.players[seat]
    for cards in piles_of(held(state, player, "treasure"), player):
        yield Shot(seat, cards)
    if state.targets:
        yield from (Took(seat, card.id) for card in in_reach(state, state.shots))


def held(state: State, player: Player, sort: str = "") -> Counter[str]:
    """The cards of a sort that may be in a hand, each as often as it may be."""
    known = state.agreed.cards
    found = Counter(card for card in player.hand if card is not None)
    if None in player.hand:
        unseen = Counter(face for face in player.unseen if player.lacking(known, face) is None)
        most = player.hand.count(None)
        found += Counter({face: min(count, most) for face, count in unseen.items()})
    return Counter({card: n for card, n in found.items() if not sort or is_sort(known, card, sort)})


def piles_of(
    counts: Counter[str], player: Player, most: int = 99, least: int = 1
) -> Iterator[tuple[str, ...]]:
    """Every choice of so many of these cards, equal ones alike, that the hand can hold at once."""
    faces, known = sorted(counts), Counter(player.hand)

    def further(at: int, taken: tuple[str, ...], slots: int) -> Iterator[tuple[str, ...]]:
        """What has been taken with any number of the faces from `at` on; `slots`: unknown cards that are left."""
        if len(taken) + sum(counts[face] for face in faces[at:]) < least:
            return
        if at == len(faces):
            yield taken
            return
        face = faces[at]
        for n in range(min(counts[face], most - len(taken), known[face] + slots) + 1):
            yield from further(at + 1, taken + (face,) * n, slots - max(0, n - known[face]))

    yield from further(0, (), player.hand.count(None))


def _due(state: State, step: Step) -> Iterator[Event]:
    seat, player, known = step.seat, state.players[step.seat], state.agreed.cards
    if step.do == "shuffle":
        yield Shuffled(seat)
        yield Shuffled(seat, tuple(card for card in player.discard if card is not None))
    elif step.do == "reveal":
        yield from (Revealed(seat, face) for face in sorted(set(player.unseen)))
    elif step.do == "discard":
        yield from discards(state, step)
    elif step.do == "trash" and step.card == "sacrificio":
        for cards in piles_of(held(state, player), player, known[step.card].limit, 0):
            yield Chose(seat, "trash", cards)
    elif step.do == "thief-gain":
        everything = Player(hand=step.cards, deck=())
        for cards in piles_of(Counter(step.cards), everything, least=0):
            yield Chose(seat, "thief-gain", cards)
    elif step.do in ("react", "deck-to-discard", "spy-discard") or (step.do == "set-aside" and step.cards):
        what = what_of(step)
        yield Chose(seat, what, yes=True)
        yield Chose(seat, what, yes=False)
    elif step.do == "set-aside":
        yield from (Chose(seat, "set-aside", (card,), yes=True) for card in unseen_actions(state, player))
        yield Chose(seat, "set-aside", yes=False)
    else:
        yield from (Chose(seat, what_of(step), (card,)) for card in single(state, step))
        yield Chose(seat, what_of(step))


def discards(state: State, step: Step) -> Iterator[Event]:
    """Known cards in every choice, the order left aside; unseen ones with the uppermost shown or not.

    Of too many choices only those of one card; `shapes` tells the others.
    """
    seat, player = step.seat, state.players[step.seat]
    hand = player.hand
    due = len(hand) - step.n if step.n else None
    least, most = (0, len(hand)) if due is None else (due, due)
    if None not in hand:
        most = 1 if due is None and _has_many(player) else most
        for cards in piles_of(held(state, player), player, most, least):
            yield Chose(seat, "discard", cards)
        return
    for count in range(least, most + 1):
        yield Chose(seat, "discard", (None,) * count)
        if count:
            for face in player.hand_faces(state.agreed.cards):
                yield Chose(seat, "discard", (*(None,) * (count - 1), face))


def unseen_actions(state: State | Draft, player: Player) -> list[str]:
    """The Actions that may be among the unseen cards of a hand."""
    known = state.agreed.cards
    if None not in player.hand:
        return []
    faces = sorted(set(player.unseen))
    return [face for face in faces if known[face].is_action and player.lacking(known, face) is None]


def single(state: State | Draft, step: Step) -> Iterable[str]:
    known, player = state.agreed.cards, state.players[step.seat]
    if step.do == "gain":
        return gainable(state, step)
    if step.do in ("thief-trash", "envoy-discard"):
        shown = sorted(set(state.players[whose(step)].shown))
        return [card for card in shown if known[card].is_treasure or step.do == "envoy-discard"]
    sort = sort_of(step)
    return [card for card in player.hand_faces(known) if not sort or is_sort(known, card, sort)]


# One lawful event drawn by lot, without listing them all: for random play, demonstrations and figures.
#
# Every lawful event has a chance, and the common ones more: all Mirare are laid, then something is taken.


AT_ONCE = 8
"""So many cards of a shuffle are drawn by one lot."""
RARELY = 16
"""One in so many times something is done that is lawful, but that people rarely do."""


def sample(state: State | Draft, lots: RandomSource) -> Event:
    if state.phase == "lot":
        return Starts(state.agreed.starters[lots(len(state.agreed.starters))])
    if state.todo:
        return _due_drawn(state, state.todo[-1], lots)
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
    player = state.players[seat]
    known = state.agreed.cards
    if None not in player.hand:
        treasures = state.agreed.treasures
        cards = tuple([card for card in player.hand if card in treasures])
    else:
        cards = tuple(card for card in _dealt(state, player, lots) if known[card].is_treasure)
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


def _due_drawn(state: State | Draft, step: Step, lots: RandomSource) -> Event:
    match step.do:
        case "shuffle":
            return Shuffled(step.seat, order_by_lot(state, step, lots))
        case "reveal":
            player, known = state.players[step.seat], state.agreed.cards
            faces = list(player.unseen)
            while True:
                face = faces[lots(len(faces))]
                left = replace(player, unseen=removed(player.unseen, face))
                if left.strained(known) is None:
                    return Revealed(step.seat, face)
                faces = [other for other in faces if other != face]
        case "react":
            # A Barricata is shown only by who has one; an unseen hand may have one.
            yes = state.players[step.seat].could_hold(state.agreed.cards, BARRICATA) and lots(2)
            return Chose(step.seat, "react", yes=bool(yes))
        case "deck-to-discard" | "spy-discard":
            return Chose(step.seat, what_of(step), yes=bool(lots(2)))
        case "set-aside":
            if step.cards:
                yes = state.agreed.cards[step.cards[0]].is_action and lots(2)
                return Chose(step.seat, "set-aside", yes=bool(yes))
            actions = unseen_actions(state, state.players[step.seat])
            drawn = lots(len(actions) + 1)
            if drawn == len(actions):
                return Chose(step.seat, "set-aside", yes=False)
            return Chose(step.seat, "set-aside", (actions[drawn],), yes=True)
        case "discard":
            # Known cards by lot; where some are unseen, the uppermost is shown or not.
            player = state.players[step.seat]
            count = len(player.hand) - step.n if step.n else lots(len(player.hand) + 1)
            if None not in player.hand:
                return Chose(step.seat, "discard", _drawn(player.hand, count, lots))
            hidden: Slots = (None,) * count
            if count and lots(2):
                faces = list(player.hand_faces(state.agreed.cards))
                hidden = (*hidden[1:], faces[lots(len(faces))])
            return Chose(step.seat, "discard", hidden)
        case "trash" if step.card == "sacrificio":
            player = state.players[step.seat]
            hand = _dealt(state, player, lots) if None in player.hand else list(player.hand)
            most = min(len(hand), state.agreed.cards[step.card].limit)
            return Chose(step.seat, "trash", _drawn(tuple(hand), lots(most + 1), lots))
        case "thief-gain":
            return Chose(step.seat, "thief-gain", tuple(card for card in step.cards if lots(2)))
    # One of the cards among which is chosen, or that there is none, where that may be so.
    cards = list(single(state, step))
    none = False
    if step.do in ("topdeck", "twice", "trash"):
        player, sort = state.players[step.seat], sort_of(step)
        none = None in player.hand and bool(sort) and player.could_lack(state.agreed.cards, sort)
    drawn = lots(len(cards) + none) if len(cards) + none > 1 else 0
    chosen = (cards[drawn],) if drawn < len(cards) else ()
    return Chose(step.seat, what_of(step), chosen)


def _dealt(state: State | Draft, player: Player, lots: RandomSource) -> list[str]:
    """A hand as it may be: unseen cards drawn from the pool."""
    pool = list(player.unseen)
    if player.lacks:
        pool = [face for face in pool if player.lacking(state.agreed.cards, face) is None]
    return [pool.pop(lots(len(pool))) if card is None else card for card in player.hand]


def order_by_lot(state: State | Draft, step: Step, lots: RandomSource) -> tuple[str, ...]:
    """An order of the discards; several cards are drawn by one lot."""
    left = [card for card in state.players[step.seat].discard if card is not None]
    order: list[str] = []
    for first in range(len(left), 0, -AT_ONCE):
        number = lots(_ways(first)) if first > 1 else 0
        for count in range(first, max(0, first - AT_ONCE), -1):
            order.append(left.pop(number % count))
            number //= count
    return tuple(order)


@cache
def _ways(count: int) -> int:
    """How many ways there are to draw the next cards of so many, one after the other."""
    return prod(range(count, max(0, count - AT_ONCE), -1))


def _drawn(cards: Slots, count: int, lots: RandomSource) -> Slots:
    left = list(cards)
    return tuple(left.pop(lots(len(left))) for _ in range(count))
