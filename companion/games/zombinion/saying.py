"""Events in a sentence, told on the state before them; nothing hidden is named."""

from collections.abc import Callable
from typing import Any

from companion.games.zombinion.answers_said import chosen
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
from companion.games.zombinion.naming import called, listed, seat_name
from companion.games.zombinion.places import TRASH
from companion.games.zombinion.state import State
from companion.language import _, joined, several
from companion.sight import place_of

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
