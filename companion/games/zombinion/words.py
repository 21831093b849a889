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
from companion.games.zombinion.state import Agreed, State, Step
from companion.games.zombinion.steps import whose
from companion.games.zombinion.table import TRASH
from companion.language import _, joined, marked, several, spoken
from companion.sight import place_of

# What Zombinion's people, cards and steps are called; cards keep the names that are printed on them.


def seat_name(agreed: Agreed, seat: int) -> str:
    """A seat in words: its player's name, or its number."""
    return agreed.setup.player(seat) or _("Player {n}").format(n=seat + 1)


def to_do(agreed: Agreed, step: Step) -> str:
    """Who has to do what, of a step that waits for people."""
    known = {
        "react": _("{name} to show a Barricata or not"),
        "discard": _("{name} to discard"),
        "trash": _("{name} to trash"),
        "gain": _("{name} to gain a card"),
        "topdeck": _("{name} to put a card onto the deck"),
        "twice": _("{name} to choose an Action"),
        "deck-to-discard": _("{name} to decide about the deck"),
        "set-aside": _("{name} to set Actions aside or not"),
        "spy-discard": _("{name} to decide about a card"),
        "thief-trash": _("{name} to trash a Mirare"),
        "thief-gain": _("{name} to take of what was trashed"),
        "envoy-discard": _("{name} to pick a discard"),
        "reveal": _("{name} to reveal a card"),
        "shuffle": _("{name} to shuffle"),
    }
    return known[step.do].format(name=seat_name(agreed, step.seat))


def called(agreed: Agreed, card: str | None) -> str:
    """A card's printed name."""
    entry = None if card is None else agreed.cards.get(card)
    return _("a card") if entry is None else entry.name


def listed(agreed: Agreed, cards: Iterable[str | None]) -> str:
    """Cards by name, equal ones together: `2 Pallottola, Proiettili`; in Italian, the language of the names, in the
    plural.
    """
    count = Counter(cards)
    italian = spoken().code == "it"
    return ", ".join(
        called(agreed, card)
        if n == 1
        else f"{n} {agreed.cards[card].plural if italian and card in agreed.cards else called(agreed, card)}"
        for card, n in count.items()
    )


# What people answered to a card, in a sentence, told on the state before it; nothing hidden is named.


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


SUPPLY = "supply"


def words(state: State, event: Any) -> str:
    """The event in one sentence."""
    return _SAID[type(event)](state, event)


def _starts(state: State, event: Starts) -> str:
    return _("{name} begins").format(name=seat_name(state.agreed, event.seat))


def _played(state: State, event: Played) -> str:
    return _("{name} plays {card}").format(
        name=seat_name(state.agreed, event.seat), card=called(state.agreed, event.card)
    )


def _shot(state: State, event: Shot) -> str:
    shots = sum(state.agreed.cards[card].shots for card in event.cards if card in state.agreed.cards)
    return several(
        "{name} lays down {cards}: {n} shot",
        "{name} lays down {cards}: {n} shots",
        shots,
        name=seat_name(state.agreed, event.seat),
        cards=listed(state.agreed, event.cards) or _("nothing"),
    )


def _took(state: State, event: Took) -> str:
    return _("{name} takes {card}").format(
        name=seat_name(state.agreed, event.seat), card=called(state.agreed, event.card)
    )


def _shuffled(state: State, event: Shuffled) -> str:
    words = _("{name} shuffles the discard pile into a new deck")
    return words.format(name=seat_name(state.agreed, event.seat))


def _revealed(state: State, event: Revealed) -> str:
    return _("{name} reveals {card}").format(
        name=seat_name(state.agreed, event.seat), card=called(state.agreed, event.card)
    )


def _ended(state: State, event: Ended) -> str:
    name = seat_name(state.agreed, event.seat)
    if event.seat != state.turn:
        return _("{name} has ended the turn").format(name=name)
    if state.phase == "action":
        return _("{name} ends the Action phase").format(name=name)
    top = "" if event.top is None else called(state.agreed, event.top)
    if not (state.targets and state.shots):
        words = _("{name} ends the turn, {card} on top of the discards") if top else _("{name} ends the turn")
        return words.format(name=name, card=top)
    if not top:
        return several(
            "{name} ends the turn, {n} shot not used",
            "{name} ends the turn, {n} shots not used",
            state.shots,
            name=name,
        )
    return several(
        "{name} ends the turn, {n} shot not used, {card} on top of the discards",
        "{name} ends the turn, {n} shots not used, {card} on top of the discards",
        state.shots,
        name=name,
        card=top,
    )


def _place(state: State, place: str | None) -> str:
    if place is None:
        return _("outside the game")
    if place == SUPPLY:
        return _("in the supply")
    if place == TRASH:
        return _("on the Cestino")
    own = place_of(place)
    said = {
        "hand": _("in the hand of {name}"),
        "deck": _("on the deck of {name}"),
        "discard": _("on the discards of {name}"),
        "play": _("in play before {name}"),
        "shown": _("open before {name}"),
    }
    who = _("nobody") if own.seat is None else seat_name(state.agreed, own.seat)
    return said.get(own.kind, own.kind).format(name=who)


def _ruled(state: State, event: Ruled) -> str:
    changes = joined(_changes(state, event))
    return (
        _("By agreement {changes}").format(changes=changes) if changes else _("By agreement nothing changes")
    )


def _changes(state: State, event: Ruled) -> list[str]:
    """What is put right, each in a clause."""
    parts = []
    if event.card is not None:
        parts.append(_lies(state, event, called(state.agreed, event.card)))
    if event.actions is not None:
        parts.append(several("{n} Action left", "{n} Actions left", event.actions))
    if event.targets is not None:
        parts.append(several("{n} target left", "{n} targets left", event.targets))
    if event.shots is not None:
        parts.append(several("{n} shot left", "{n} shots left", event.shots))
    if event.phase is not None:
        parts.append(_("it is the Action phase") if event.phase == "action" else _("it is the Caccia"))
    if event.turn is not None:
        parts.append(_("it is the turn of {name}").format(name=seat_name(state.agreed, event.turn)))
    if event.dropped:
        parts.append(_("what was awaited is not done"))
    return parts


def _lies(state: State, event: Ruled, card: str) -> str:
    if event.count is not None:
        return several(
            "{n} card lies on the pile of {card}",
            "{n} cards lie on the pile of {card}",
            event.count,
            card=card,
        )
    return _("{card} lies {place}, not {other}").format(
        card=card, place=_place(state, event.into), other=_place(state, event.out_of)
    )


_SAID: dict[type, Callable[[State, Any], str]] = {
    Starts: _starts,
    Played: _played,
    Shot: _shot,
    Took: _took,
    Chose: chosen,
    Shuffled: _shuffled,
    Revealed: _revealed,
    Ended: _ended,
    Ruled: _ruled,
}


# What a card asks of a player, in a whole sentence; nothing hidden is named.


def asked(state: State, step: Step) -> str:
    """What the seat of a step has to do."""
    name = seat_name(state.agreed, step.seat)
    if step.do in _ALWAYS:
        return _(_ALWAYS[step.do]).format(name=name)
    return _ASKED[step.do](state, step, name) if step.do in _ASKED else ""


def _open(state: State, step: Step) -> str:
    """The cards that a step is about: those that lie open before their owner."""
    return listed(state.agreed, state.players[whose(step)].shown)


def _discard(state: State, step: Step, name: str) -> str:
    if not step.n:
        return _("{name}: discard any number of cards and draw as many; say how many.").format(name=name)
    return several(
        "{name}: discard {n} card, down to {left}.",
        "{name}: discard {n} cards, down to {left}.",
        len(state.players[step.seat].hand) - step.n,
        name=name,
        left=step.n,
    )


def _trash(state: State, step: Step, name: str) -> str:
    known = {
        "sacrificio": _("{name}: put up to {n} cards of the hand, side by side, on the Cestino."),
        "proiettili-esplosivi": _(
            "{name}: put a Pallottola of the hand on the Cestino or say that there is none."
        ),
        "ricarica": _("{name}: put a Mirare of the hand on the Cestino or say that there is none."),
    }
    words = known.get(step.card, _("{name}: put a card of the hand on the Cestino."))
    return words.format(name=name, n=state.agreed.cards[step.card].limit)


def _gain(_state: State, step: Step, name: str) -> str:
    if step.card == "ricarica":
        words = _("{name}: gain a Mirare that costs up to {n}, into the hand; say which.")
    else:
        words = _("{name}: gain a card that costs up to {n}, onto the discards.")
    return words.format(name=name, n=step.n)


def _set_aside(state: State, step: Step, name: str) -> str:
    if step.cards:
        cards = listed(state.agreed, step.cards)
        return _("{name}: set {cards} aside, or keep it.").format(name=name, cards=cards)
    if step.n == 1:
        words = _("{name}: lay the card that was drawn aside if it is an Action, or keep it.")
    else:
        words = _("{name}: lay an Action that was drawn aside, or keep them all.")
    return words.format(name=name)


def _spy(state: State, step: Step, name: str) -> str:
    return _("{name}: shall {other} put {cards} onto the discards, or back on the deck?").format(
        name=name, cards=_open(state, step), other=seat_name(state.agreed, whose(step))
    )


def _thief_trash(state: State, step: Step, name: str) -> str:
    return _("{name}: {other} reveals {cards}; put a Mirare of these on the Cestino.").format(
        name=name, cards=_open(state, step), other=seat_name(state.agreed, whose(step))
    )


def _thief_gain(state: State, step: Step, name: str) -> str:
    words = _("{name}: take any of these onto your discards: {cards}.")
    return words.format(name=name, cards=listed(state.agreed, step.cards))


def _ask_envoy(state: State, step: Step, name: str) -> str:
    return _("{name}: pick one of the cards of {other} to be discarded: {cards}.").format(
        name=name, cards=_open(state, step), other=seat_name(state.agreed, whose(step))
    )


_ALWAYS = {
    "react": marked("{name}: show a Barricata, or say that you show none."),
    "topdeck": marked("{name}: put a Vittoria card of the hand onto your deck, or show that there is none."),
    "twice": marked(
        "{name}: lay another Action of the hand before you: it is played twice; or say that there is none."
    ),
    "deck-to-discard": marked("{name}: you may put your whole deck onto your discards."),
    "reveal": marked("{name}: turn up the top card of your deck and lay it before you."),
    "shuffle": marked("{name}: shuffle your discards; they are your new deck."),
}
"""What is asked in the same words whatever lies on the table."""

_ASKED: dict[str, Callable[[State, Step, str], str]] = {
    "discard": _discard,
    "trash": _trash,
    "gain": _gain,
    "set-aside": _set_aside,
    "spy-discard": _spy,
    "thief-trash": _thief_trash,
    "thief-gain": _thief_gain,
    "envoy-discard": _ask_envoy,
}
