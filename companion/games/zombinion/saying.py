"""Events in a sentence, told on the state before them; nothing hidden is named."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from companion.games.zombinion.answers import cards_of, says_yes
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
from companion.games.zombinion.places import TRASH
from companion.games.zombinion.state import Agreed, State, Step
from companion.kits.counting import several
from companion.sight import place_of

SUPPLY = "supply"


def words(state: State, event: Any) -> str:
    """The event in one sentence."""
    return _SAID[type(event)](state, event)


def seat_name(agreed: Agreed, seat: int) -> str:
    """A seat in words: its player's name, or its number."""
    return agreed.setup.player(seat) or f"Player {seat + 1}"


def to_do(agreed: Agreed, step: Step) -> str:
    """Who has to do what, of a step that waits for people."""
    return f"{seat_name(agreed, step.seat)} to {_DO[step.do]}"


def called(agreed: Agreed, card: str | None) -> str:
    """A card's printed name."""
    entry = None if card is None else agreed.cards.get(card)
    return "a card" if entry is None else entry.name


def listed(agreed: Agreed, cards: Iterable[str | None]) -> str:
    """Cards by name, equal ones together: `2 Pallottola, Proiettili`."""
    count = Counter(cards)
    return ", ".join(
        called(agreed, card) if n == 1 else f"{n} {called(agreed, card)}" for card, n in count.items()
    )


def _starts(state: State, event: Starts) -> str:
    return f"{seat_name(state.agreed, event.seat)} begins"


def _played(state: State, event: Played) -> str:
    return f"{seat_name(state.agreed, event.seat)} plays {called(state.agreed, event.card)}"


def _shot(state: State, event: Shot) -> str:
    shots = sum(state.agreed.cards[card].shots for card in event.cards if card in state.agreed.cards)
    name = seat_name(state.agreed, event.seat)
    return f"{name} lays down {listed(state.agreed, event.cards) or 'nothing'}: {several(shots, 'shot', 'shots')}"


def _took(state: State, event: Took) -> str:
    return f"{seat_name(state.agreed, event.seat)} takes {called(state.agreed, event.card)}"


def _shuffled(state: State, event: Shuffled) -> str:
    return f"{seat_name(state.agreed, event.seat)} shuffles the discard pile into a new deck"


def _revealed(state: State, event: Revealed) -> str:
    return f"{seat_name(state.agreed, event.seat)} reveals {called(state.agreed, event.card)}"


def _ended(state: State, event: Ended) -> str:
    name = seat_name(state.agreed, event.seat)
    if event.seat != state.turn:
        return f"{name} has ended the turn"
    if state.phase == "action":
        return f"{name} ends the Action phase"
    top = "" if event.top is None else f", {called(state.agreed, event.top)} on top of the discards"
    unused = f", {several(state.shots, 'shot', 'shots')} not used" if state.targets and state.shots else ""
    return f"{name} ends the turn{unused}{top}"


def _chose(state: State, event: Chose) -> str:
    said = _CHOSEN[event.what]
    return f"{seat_name(state.agreed, event.seat)} {said(state, event)}"


def _reacted(_state: State, event: Chose) -> str:
    return "shows Barricata: the Attack does not reach there" if says_yes(event) else "shows no Barricata"


def _discarded(state: State, event: Chose) -> str:
    cards = cards_of(event)
    if not cards:
        return "discards nothing"
    if len(cards) == 1:
        return f"discards {called(state.agreed, cards[0])}"
    top = "" if cards[-1] is None else f", {called(state.agreed, cards[-1])} on top"
    return f"discards {len(cards)} cards{top}"


def _trashed(state: State, event: Chose) -> str:
    cards, step = cards_of(event), state.step
    if cards:
        return f"trashes {listed(state.agreed, cards)}"
    if step is not None and step.card == "proiettili-esplosivi":
        return f"has no {called(state.agreed, 'pallottola')} to trash"
    return (
        "has no Mirare card to trash" if step is not None and step.card == "ricarica" else "trashes nothing"
    )


def _gained(state: State, event: Chose) -> str:
    step, cards = state.step, cards_of(event)
    if not cards:
        return "gains nothing"
    to_hand = step is not None and step.card == "ricarica"
    return f"gains {listed(state.agreed, cards)}{' into the hand' if to_hand else ''}"


def _put_back(state: State, event: Chose) -> str:
    cards = cards_of(event)
    return f"puts {listed(state.agreed, cards)} onto the deck" if cards else "has no Vittoria card in hand"


def _twice(state: State, event: Chose) -> str:
    cards = cards_of(event)
    return f"plays {listed(state.agreed, cards)} twice" if cards else "has no other Action in hand"


def _deck_over(_state: State, event: Chose) -> str:
    return "puts the whole deck onto the discard pile" if says_yes(event) else "keeps the deck as it is"


def _put_aside(state: State, event: Chose) -> str:
    if says_yes(event):
        return f"sets {listed(state.agreed, cards_of(event)) or 'a card'} aside"
    return "keeps the card that was drawn" if state.step and state.step.cards else "sets nothing more aside"


def _whose(state: State) -> tuple[str, str]:
    """Whose revealed cards a choice is about, and which these are."""
    step = state.step
    if step is None:
        return "", "the cards"
    seat = step.seat if step.of is None else step.of
    return seat_name(state.agreed, seat), listed(state.agreed, state.players[seat].shown) or "the card"


def _spied(state: State, event: Chose) -> str:
    name, cards = _whose(state)
    return f"lets {name} discard {cards}" if says_yes(event) else f"lets {name} put {cards} back on the deck"


def _robbed(state: State, event: Chose) -> str:
    name, _cards = _whose(state)
    cards = cards_of(event)
    return f"trashes {listed(state.agreed, cards)} of {name}" if cards else f"finds no Mirare card of {name}"


def _fenced(state: State, event: Chose) -> str:
    cards = cards_of(event)
    return f"takes {listed(state.agreed, cards)} off the Cestino" if cards else "leaves all on the Cestino"


def _envoy(state: State, event: Chose) -> str:
    name, _cards = _whose(state)
    return f"picks {listed(state.agreed, cards_of(event)) or 'nothing'} for {name} to discard"


def _place(state: State, place: str | None) -> str:
    if place is None:
        return "outside the game"
    if place == SUPPLY:
        return "in the supply"
    if place == TRASH:
        return "on the Cestino"
    own = place_of(place)
    said = {
        "hand": "in the hand",
        "deck": "on the deck",
        "discard": "on the discards",
        "play": "in play",
        "shown": "open on the table",
    }
    who = "nobody" if own.seat is None else seat_name(state.agreed, own.seat)
    return f"{said.get(own.kind, own.kind)} of {who}"


def _ruled(state: State, event: Ruled) -> str:
    parts = []
    if event.card is not None and event.count is not None:
        parts.append(
            f"{several(event.count, 'card lies', 'cards lie')} on the pile of {called(state.agreed, event.card)}"
        )
    elif event.card is not None:
        parts.append(
            f"{called(state.agreed, event.card)} lies {_place(state, event.into)}, not {_place(state, event.out_of)}"
        )
    for name, count in (("Action", event.actions), ("Obiettivo", event.targets), ("shot", event.shots)):
        if count is not None:
            more = "Obiettivi" if name == "Obiettivo" else f"{name}s"
            parts.append(f"{several(count, name, more)} left")
    if event.phase is not None:
        parts.append("it is the Action phase" if event.phase == "action" else "it is the Caccia")
    if event.turn is not None:
        parts.append(f"it is the turn of {seat_name(state.agreed, event.turn)}")
    if event.dropped:
        parts.append("what was awaited is not done")
    return "By agreement " + (" and ".join(parts) or "nothing changes")


_DO = {
    "react": "show a Barricata or not",
    "discard": "discard",
    "trash": "trash",
    "gain": "gain a card",
    "topdeck": "put a card onto the deck",
    "twice": "choose an Action",
    "deck-to-discard": "decide about the deck",
    "set-aside": "set Actions aside or not",
    "spy-discard": "decide about a card",
    "thief-trash": "trash a Mirare",
    "thief-gain": "take of what was trashed",
    "envoy-discard": "pick a discard",
    "reveal": "reveal a card",
    "shuffle": "shuffle",
}
"""Each step that people are waited for, as what they have to do."""

_CHOSEN: dict[str, Callable[[State, Chose], str]] = {
    "react": _reacted,
    "discard": _discarded,
    "trash": _trashed,
    "gain": _gained,
    "topdeck": _put_back,
    "twice": _twice,
    "deck-to-discard": _deck_over,
    "set-aside": _put_aside,
    "spy-discard": _spied,
    "thief-trash": _robbed,
    "thief-gain": _fenced,
    "envoy-discard": _envoy,
}
_SAID: dict[type, Callable[[State, Any], str]] = {
    Starts: _starts,
    Played: _played,
    Shot: _shot,
    Took: _took,
    Chose: _chose,
    Shuffled: _shuffled,
    Revealed: _revealed,
    Ended: _ended,
    Ruled: _ruled,
}
