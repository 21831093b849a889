"""Every lawful event of a state, where it can be listed: an order of cards that nobody has told cannot."""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import prod

from companion.abilities import EventTemplate
from companion.game import Event
from companion.games.zombinion.draft import Draft
from companion.games.zombinion.effects import SORTS, what_of, whose
from companion.games.zombinion.events import (
    Chose,
    Ended,
    Played,
    Revealed,
    Shot,
    Shuffled,
    Starts,
    Took,
)
from companion.games.zombinion.knowing import hand_faces, is_sort, lacking
from companion.games.zombinion.state import Player, State, Step
from companion.games.zombinion.turning import may_play

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
            faces = hand_faces(state.agreed.cards, state.players[seat])
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
    for cards in piles_of(treasures(state, seat), state.players[seat]):
        yield Shot(seat, cards)
    if state.targets:
        for card, left in zip(state.agreed.priced, state.supply, strict=True):
            if left and card.cost <= state.shots:
                yield Took(seat, card.id)


def treasures(state: State, seat: int) -> Counter[str]:
    """The Mirare that may be in a hand, each as often as it may be."""
    return held(state, state.players[seat], "treasure")


def held(state: State, player: Player, sort: str = "") -> Counter[str]:
    """The cards of a sort that may be in a hand, each as often as it may be."""
    known = state.agreed.cards
    found = Counter(card for card in player.hand if card is not None)
    if None in player.hand:
        unseen = Counter(face for face in player.unseen if lacking(known, player, face) is None)
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
            for face in hand_faces(state.agreed.cards, player):
                yield Chose(seat, "discard", (*(None,) * (count - 1), face))


def unseen_actions(state: State | Draft, player: Player) -> list[str]:
    """The Actions that may be among the unseen cards of a hand."""
    known = state.agreed.cards
    if None not in player.hand:
        return []
    faces = sorted(set(player.unseen))
    return [face for face in faces if known[face].is_action and lacking(known, player, face) is None]


def single(state: State | Draft, step: Step) -> Iterable[str]:
    """The cards among which one is chosen."""
    known, player = state.agreed.cards, state.players[step.seat]
    if step.do == "gain":
        piles = zip(state.agreed.priced, state.supply, strict=True)
        only = step.card == "ricarica"
        return [
            card.id for card, left in piles if left and card.cost <= step.n and (card.is_treasure or not only)
        ]
    if step.do in ("thief-trash", "envoy-discard"):
        shown = sorted(set(state.players[whose(step)].shown))
        return [card for card in shown if known[card].is_treasure or step.do == "envoy-discard"]
    sort = {"topdeck": "victory", "twice": "action", "trash": SORTS.get(step.card, "")}[step.do]
    return [card for card in hand_faces(known, player) if not sort or is_sort(known, card, sort)]
