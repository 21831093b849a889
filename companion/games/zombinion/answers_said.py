"""What people answered to a card, in a sentence, told on the state before it; nothing hidden is named."""

from collections.abc import Callable

from companion.games.zombinion.answers import cards_of, says_yes
from companion.games.zombinion.events import Chose
from companion.games.zombinion.naming import called, listed, seat_name
from companion.games.zombinion.state import State
from companion.language import _, several


def chosen(state: State, event: Chose) -> str:
    """The answer in one sentence."""
    return _CHOSEN[event.what](state, event, seat_name(state.agreed, event.seat))


def _reacted(_state: State, event: Chose, name: str) -> str:
    shown = _("{name} shows Barricata: the Attack does not reach there")
    return (shown if says_yes(event) else _("{name} shows no Barricata")).format(name=name)


def _discarded(state: State, event: Chose, name: str) -> str:
    cards = cards_of(event)
    if not cards:
        return _("{name} discards nothing").format(name=name)
    last = called(state.agreed, cards[-1])
    if len(cards) == 1:
        return _("{name} discards {card}").format(name=name, card=last)
    if cards[-1] is None:
        return several("{name} discards {n} card", "{name} discards {n} cards", len(cards), name=name)
    return several(
        "{name} discards {n} card, {card} on top",
        "{name} discards {n} cards, {card} on top",
        len(cards),
        name=name,
        card=last,
    )


def _trashed(state: State, event: Chose, name: str) -> str:
    cards, asking = cards_of(event), "" if state.step is None else state.step.card
    if cards:
        return _("{name} trashes {cards}").format(name=name, cards=listed(state.agreed, cards))
    if asking == "proiettili-esplosivi":
        card = called(state.agreed, "pallottola")
        return _("{name} has no {card} to trash").format(name=name, card=card)
    if asking == "ricarica":
        return _("{name} has no Mirare card to trash").format(name=name)
    return _("{name} trashes nothing").format(name=name)


def _gained(state: State, event: Chose, name: str) -> str:
    step, cards = state.step, cards_of(event)
    if not cards:
        return _("{name} gains nothing").format(name=name)
    to_hand = step is not None and step.card == "ricarica"
    words = _("{name} gains {cards} into the hand") if to_hand else _("{name} gains {cards}")
    return words.format(name=name, cards=listed(state.agreed, cards))


def _put_back(state: State, event: Chose, name: str) -> str:
    cards = listed(state.agreed, cards_of(event))
    words = _("{name} puts {cards} onto the deck") if cards else _("{name} has no Vittoria card in hand")
    return words.format(name=name, cards=cards)


def _twice(state: State, event: Chose, name: str) -> str:
    cards = listed(state.agreed, cards_of(event))
    words = _("{name} plays {cards} twice") if cards else _("{name} has no other Action in hand")
    return words.format(name=name, cards=cards)


def _deck_over(_state: State, event: Chose, name: str) -> str:
    turned = _("{name} puts the whole deck onto the discard pile")
    return (turned if says_yes(event) else _("{name} keeps the deck as it is")).format(name=name)


def _put_aside(state: State, event: Chose, name: str) -> str:
    if says_yes(event):
        cards = listed(state.agreed, cards_of(event)) or _("a card")
        return _("{name} sets {cards} aside").format(name=name, cards=cards)
    if state.step and state.step.cards:
        return _("{name} keeps the card that was drawn").format(name=name)
    return _("{name} sets nothing more aside").format(name=name)


def _whose(state: State) -> tuple[str, str]:
    """Whose revealed cards a choice is about, and which these are."""
    step = state.step
    if step is None:
        return "", _("the cards")
    seat = step.seat if step.of is None else step.of
    return seat_name(state.agreed, seat), listed(state.agreed, state.players[seat].shown) or _("the card")


def _spied(state: State, event: Chose, name: str) -> str:
    other, cards = _whose(state)
    discard = _("{name} lets {other} discard {cards}")
    put_back = _("{name} lets {other} put {cards} back on the deck")
    return (discard if says_yes(event) else put_back).format(name=name, other=other, cards=cards)


def _robbed(state: State, event: Chose, name: str) -> str:
    cards = listed(state.agreed, cards_of(event))
    words = _("{name} trashes {cards} of {other}") if cards else _("{name} finds no Mirare card of {other}")
    return words.format(name=name, cards=cards, other=_whose(state)[0])


def _fenced(state: State, event: Chose, name: str) -> str:
    cards = listed(state.agreed, cards_of(event))
    words = _("{name} takes {cards} off the Cestino") if cards else _("{name} leaves all on the Cestino")
    return words.format(name=name, cards=cards)


def _envoy(state: State, event: Chose, name: str) -> str:
    cards = listed(state.agreed, cards_of(event)) or _("nothing")
    words = _("{name} picks {cards} for {other} to discard")
    return words.format(name=name, cards=cards, other=_whose(state)[0])


_CHOSEN: dict[str, Callable[[State, Chose, str], str]] = {
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
