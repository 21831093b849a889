"""What people may have answered to a card, as far as a scene tells; answers that leave no trace are among them."""

from collections.abc import Callable, Iterator
from itertools import combinations

from companion.game import Event
from companion.games.zombinion.clues import Clues, readings
from companion.games.zombinion.effects import SORTS, whose
from companion.games.zombinion.events import Chose, Revealed, Shuffled
from companion.games.zombinion.knowing import hand_faces, is_sort
from companion.games.zombinion.places import TRASH
from companion.games.zombinion.state import Step
from companion.games.zombinion.tidying import TO_HAND


def answers(scene: Clues, step: Step) -> Iterator[Event]:
    """Every answer to this step that the scene does not rule out, and those against the rules that it suggests."""
    found = _ANSWERS.get(step.do)
    if found is not None:
        yield from found(scene, step)


def _laid(scene: Clues, step: Step, sort: str = "") -> Iterator[str]:
    """The cards that may be new before the seat that answers."""
    known = scene.state.agreed.cards
    hand = hand_faces(known, scene.state.players[step.seat])
    some = tuple(card for card in hand if not sort or is_sort(known, card, sort))
    for sighting in scene.more(f"play.{step.seat}"):
        yield from (card for card in readings(sighting, some) if card in known)


def _react(_scene: Clues, step: Step) -> Iterator[Event]:
    """A Barricata is shown and taken back into the hand: that may go unseen."""
    yield Chose(step.seat, "react", yes=True)
    yield Chose(step.seat, "react", yes=False)


def _discard(scene: Clues, step: Step) -> Iterator[Event]:
    """How many were discarded nobody sees where any number may be; only the top one is."""
    player, known = scene.state.players[step.seat], scene.state.agreed.cards
    discard = f"discard.{step.seat}"
    held = len(player.hand)
    counts = [held - step.n] if step.n else list(range(1, held + 1))
    top = scene.top(discard)
    if not step.n:
        yield Chose(step.seat, "discard")
    for count in counts:
        hidden = (None,) * (count - 1)
        cards = readings(top, ()) if top is not None else ()
        yield from (Chose(step.seat, "discard", (*hidden, card)) for card in cards if card in known)
        # A pile that is bare was shuffled to draw as many again.
        if not cards and (top is not None or (not step.n and count > len(player.deck))):
            yield Chose(step.seat, "discard", (*hidden, None))


def _trash(scene: Clues, step: Step) -> Iterator[Event]:
    """Cards that are new on the Cestino, side by side; of several laid on each other the camera sees one.

    So, where several may be trashed, one more under the one that is seen is a question.
    """
    known = scene.state.agreed.cards
    hand = hand_faces(known, scene.state.players[step.seat])
    sort = SORTS.get(step.card)
    some = tuple(card for card in hand if sort is None or is_sort(known, card, sort))
    most = known[step.card].limit if step.card == "sacrificio" else 1
    if most > 1 or sort is not None:
        yield Chose(step.seat, "trash")
    up = scene.up(TRASH)
    best = [next((card for card in readings(one, some) if card in known), None) for one in up]
    for count in range(2, min(most, len(up)) + 1):
        if None not in best[-count:]:
            yield Chose(step.seat, "trash", tuple(best[-count:]))
    for card in (card for one in up[-1:] for card in readings(one, some) if card in known):
        yield Chose(step.seat, "trash", (card,))
        if most > 1 and len(scene.more(TRASH)) < 2:
            yield from (Chose(step.seat, "trash", (other, card)) for other in hand)


def _gain(scene: Clues, step: Step) -> Iterator[Event]:
    state = scene.state
    top = scene.top(f"discard.{step.seat}")
    piles = tuple(card for card, left in zip(state.agreed.piles, state.supply, strict=True) if left)
    if step.card in TO_HAND:
        yield from (Chose(step.seat, "gain", (card,)) for card in _laid(scene, step, "treasure"))
        for card in piles:
            if state.agreed.cards[card].is_treasure and state.agreed.cards[card].cost <= step.n:
                yield Chose(step.seat, "gain", (card,))
    elif top is not None:
        cards = (card for card in readings(top, piles) if card in state.agreed.cards)
        yield from (Chose(step.seat, "gain", (card,)) for card in cards)


def _topdeck(scene: Clues, step: Step) -> Iterator[Event]:
    """Shown before the seat, or on its deck, or turned down already."""
    known = scene.state.agreed.cards
    hand = hand_faces(known, scene.state.players[step.seat])
    some = tuple(card for card in hand if known[card].is_victory)
    shown = [card for one in scene.up(f"deck.{step.seat}") for card in readings(one, some) if card in known]
    yield Chose(step.seat, "topdeck")
    for card in dict.fromkeys((*shown, *_laid(scene, step, "victory"), *some)):
        yield Chose(step.seat, "topdeck", (card,))


def _twice(scene: Clues, step: Step) -> Iterator[Event]:
    yield from (Chose(step.seat, "twice", (card,)) for card in _laid(scene, step, "action"))
    yield Chose(step.seat, "twice")


def _deck_to_discard(scene: Clues, step: Step) -> Iterator[Event]:
    if scene.is_bare(f"deck.{step.seat}"):
        top = scene.top(f"discard.{step.seat}")
        cards = readings(top, ()) if top is not None else ()
        known = scene.state.agreed.cards
        yield from (Chose(step.seat, "deck-to-discard", (card,), yes=True) for card in cards if card in known)
        if not cards:
            yield Chose(step.seat, "deck-to-discard", yes=True)
    yield Chose(step.seat, "deck-to-discard", yes=False)


def _set_aside(scene: Clues, step: Step) -> Iterator[Event]:
    for card in _laid(scene, step, "action"):
        yield Chose(step.seat, "set-aside", (card,), yes=True)
    yield Chose(step.seat, "set-aside", yes=False)


def _spy(_scene: Clues, step: Step) -> Iterator[Event]:
    yield Chose(step.seat, "spy-discard", yes=True)
    yield Chose(step.seat, "spy-discard", yes=False)


def _thief_trash(scene: Clues, step: Step) -> Iterator[Event]:
    """One of those revealed; or another that lies on the Cestino now."""
    known = scene.state.agreed.cards
    shown = scene.state.players[whose(step)].shown
    laid = [card for one in scene.more(TRASH) for card in readings(one, ()) if card in known]
    mirare = (card for card in shown if known[card].is_treasure)
    yield from (Chose(step.seat, "thief-trash", (card,)) for card in dict.fromkeys((*laid, *mirare)))


def _thief_gain(scene: Clues, step: Step) -> Iterator[Event]:
    """Any of those trashed just now; or another card of the Cestino that lies on the discards now."""
    for count in range(len(step.cards) + 1):
        for cards in dict.fromkeys(combinations(step.cards, count)):
            yield Chose(step.seat, "thief-gain", cards)
    top = scene.top(f"discard.{step.seat}")
    if top is not None:
        trash = scene.state.trash
        others = (card for card in readings(top, ()) if card in trash and card not in step.cards)
        yield from (Chose(step.seat, "thief-gain", (card,)) for card in others)


def _envoy(scene: Clues, step: Step) -> Iterator[Event]:
    seat = whose(step)
    top = scene.top(f"discard.{seat}")
    seen = () if top is None else readings(top, ())
    cards = dict.fromkeys((*scene.state.players[seat].shown, *seen))
    yield from (
        Chose(step.seat, "envoy-discard", (card,)) for card in cards if card in scene.state.agreed.cards
    )


def _reveal(scene: Clues, step: Step) -> Iterator[Event]:
    """Of several cards turned up at once the first is the one that lies lowest."""
    player, known = scene.state.players[step.seat], scene.state.agreed.cards
    some = tuple(dict.fromkeys(player.unseen))
    for sighting in (*scene.more(f"play.{step.seat}"), *scene.up(f"deck.{step.seat}"))[:1]:
        yield from (Revealed(step.seat, card) for card in readings(sighting, some) if card in known)


def _shuffle(scene: Clues, step: Step) -> Iterator[Event]:
    if scene.is_bare(f"discard.{step.seat}"):
        yield Shuffled(step.seat)


_ANSWERS: dict[str, Callable[[Clues, Step], Iterator[Event]]] = {
    "react": _react,
    "discard": _discard,
    "trash": _trash,
    "gain": _gain,
    "topdeck": _topdeck,
    "twice": _twice,
    "deck-to-discard": _deck_to_discard,
    "set-aside": _set_aside,
    "spy-discard": _spy,
    "thief-trash": _thief_trash,
    "thief-gain": _thief_gain,
    "envoy-discard": _envoy,
    "reveal": _reveal,
    "shuffle": _shuffle,
}
