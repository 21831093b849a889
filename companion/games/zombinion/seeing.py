"""From what a camera saw to what may have happened: lawful or not, the referee judges.

Cards laid before a seat, a new top on a discard pile or on the Cestino, a strip cleared: each says what it may have
been. What leaves no trace (a "no", the end of a phase, a card like the one beneath it) is given as well: it may lie
between two events that do.
"""

from collections.abc import Iterator
from itertools import islice, product

from companion.game import Event, Seat, Seen
from companion.games.zombinion.answers_seen import answers
from companion.games.zombinion.clues import Clues, clues, readings
from companion.games.zombinion.covering import spent
from companion.games.zombinion.events import Chose, Ended, Played, Shot, Shuffled, Took
from companion.games.zombinion.knowing import could_hold, hand_faces
from companion.games.zombinion.places import TRASH
from companion.games.zombinion.rules import breach
from companion.games.zombinion.state import State

DEPOSITO = "deposito"
"""The card that goes to the Cestino when it is played, and may be laid there at once."""
WAYS = 12
"""So many ways to read several Mirare laid down at once are followed up."""


def candidates_seen(state: State, seen: Seen) -> Iterator[Event]:
    """The events that could have led to what was seen, lawful or not, each once."""
    if state.over is not None or state.phase == "lot":
        return
    yield from dict.fromkeys(_events(clues(state, seen)))


def _events(scene: Clues) -> Iterator[Event]:
    state = scene.state
    if state.step is not None:
        yield from answers(scene, state.step)
    for seat in range(state.agreed.seats):
        if f"play.{seat}" in scene.seen.changed:
            yield from _laid(scene, seat)
        if seat == state.turn or f"discard.{seat}" in scene.seen.changed:
            yield from _taken(scene, seat)
        if f"discard.{seat}" in scene.seen.changed and scene.is_bare(f"discard.{seat}"):
            yield Shuffled(seat)
    if TRASH in scene.seen.changed:
        yield from _trashed(scene)
    elif state.trash[-1:] == (DEPOSITO,) and could_hold(
        state.agreed.cards, state.players[state.turn], DEPOSITO
    ):
        yield Played(state.turn, DEPOSITO)
    yield from _ended(scene)


def _laid(scene: Clues, seat: Seat) -> Iterator[Event]:
    """Cards laid before a seat: Actions in the order in which they lie, as far as it may be, Mirare all together."""
    state = scene.state
    known = state.agreed.cards
    hand = hand_faces(known, state.players[seat])
    actions = tuple(card for card in hand if known[card].is_action)
    mirare = tuple(card for card in hand if known[card].is_treasure)
    shot: list[tuple[str, ...]] = []
    is_played = False
    for sighting in scene.more(f"play.{seat}"):
        cards = [card for card in readings(sighting, (*actions, *mirare)) if card in known]
        played = [Played(seat, card) for card in cards if not known[card].is_treasure]
        if not is_played:
            yield from played
        is_played = is_played or any(breach(state, event) is None for event in played)
        shots = tuple(card for card in cards if known[card].is_treasure)
        if shots:
            shot.append(shots)
    if shot:
        yield from (Shot(seat, cards) for cards in islice(product(*shot), WAYS))


def _taken(scene: Clues, seat: Seat) -> Iterator[Event]:
    """The top of a discard pile may be a card just taken.

    One that lay there before may be the second of two alike; nobody takes a card that costs nothing so. Where nothing
    has been taken yet, that is so only with another on top: as a rule all Mirare are laid first, and what the end of a
    turn covers is asked for apart (`covering`).
    """
    state = scene.state
    discard = f"discard.{seat}"
    known, top = state.agreed.cards, scene.top(discard)
    if top is not None and discard in scene.seen.changed:
        piles = tuple(card for card, left in zip(state.agreed.piles, state.supply, strict=True) if left)
        yield from (Took(seat, card) for card in readings(top, piles) if card in known)
    if seat == state.turn and not _is_cleared(scene) and (spent(state) or discard in scene.seen.changed):
        before = state.players[seat].discard[-1:]
        yield from (Took(seat, card) for card in before if card is not None and _pays(state, card))


def _is_cleared(scene: Clues) -> bool:
    """Whether nothing is left in play of the seat whose turn it is."""
    player = scene.state.players[scene.state.turn]
    return len(scene.gone(f"play.{scene.state.turn}")) == len((*player.in_play, *player.shown))


def _pays(state: State, card: str) -> bool:
    """Whether a card may be taken, and costs anything."""
    return state.targets > 0 and 0 < state.agreed.cards[card].cost <= state.shots and state.step is None


def _trashed(scene: Clues) -> Iterator[Event]:
    """A card on the Cestino that no card asked for; or Deposito, laid there at once."""
    state = scene.state
    cards = [next(iter(readings(sighting, ())), None) for sighting in scene.more(TRASH)]
    if DEPOSITO in cards:
        yield Played(state.turn, DEPOSITO)
    named = tuple(card for card in cards if card in state.agreed.cards)
    if named:
        step = state.step
        yield Chose(state.turn if step is None else step.seat, "trash", named)


def _ended(scene: Clues) -> Iterator[Event]:
    """The end of a phase leaves no trace; at the end of a turn nothing is left in play, the discards have a new top.

    Where another seat goes on, the turn before may have ended though its cards are not cleared yet.
    """
    state = scene.state
    seat, player = state.turn, state.players[state.turn]
    strip, discard = f"play.{seat}", f"discard.{seat}"
    held = (*player.in_play, *player.shown)
    if state.step is not None and state.step.do == "shuffle":
        return
    if state.phase == "action":
        if not state.todo or (held and len(scene.gone(strip)) == len(held)):
            yield Ended(seat)
        return
    top = scene.top(discard)
    if len(scene.gone(strip)) < len(held):
        others = (other for other in range(state.agreed.seats) if other != seat)
        if _is_spent(state) and any(_goes_on(scene, other) for other in others):
            yield Ended(seat)
    elif top is None or not (cards := readings(top, ())):
        if held or discard in scene.seen.changed:
            yield Ended(seat)
    elif held or discard in scene.seen.changed:
        for event in (Ended(seat, card) for card in cards if card in state.agreed.cards):
            # What cannot come from the hand, but can be taken, was taken before.
            if breach(state, event) is None or not _pays(state, event.top or ""):
                yield event


def _is_spent(state: State) -> bool:
    """Whether nothing is left to take in this turn but what costs nothing."""
    pairs = zip(state.agreed.priced, state.supply, strict=True)
    return not state.targets or not any(left and 0 < card.cost <= state.shots for card, left in pairs)


def _goes_on(scene: Clues, seat: Seat) -> bool:
    return f"play.{seat}" in scene.seen.changed and bool(scene.more(f"play.{seat}"))
