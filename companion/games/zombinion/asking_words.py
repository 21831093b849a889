"""What a card asks of a player, in a whole sentence; nothing hidden is named."""

from collections.abc import Callable

from companion.games.zombinion.effects import whose
from companion.games.zombinion.naming import listed, seat_name
from companion.games.zombinion.state import State, Step
from companion.language import _, marked, several


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


def _envoy(state: State, step: Step, name: str) -> str:
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
    "envoy-discard": _envoy,
}
