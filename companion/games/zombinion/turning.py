"""The three phases of a turn: when an Action may be played, Mirare laid, a card taken, and a phase ended."""

from collections.abc import Callable, Iterator
from typing import Any

from companion.game import Breach
from companion.games.zombinion.answers import no_pile
from companion.games.zombinion.events import Ended, Played, Shot, Starts, Took
from companion.games.zombinion.knowing import could_hold, from_hand, not_in_hand
from companion.games.zombinion.naming import called, seat_name, to_do
from companion.games.zombinion.state import State, Step
from companion.language import _


def due(state: State, step: Step) -> str:
    """What has to come first, in words."""
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
    return state.actions > 0 and could_hold(state.agreed.cards, state.players[state.turn], "action")


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
    reason = not_in_hand(state.agreed.cards, state.players[event.seat], event.seat, event.card)
    yield from filter(None, (reason,))


def shot_breaches(state: State, event: Shot) -> Iterator[Breach]:
    known, held = state.agreed.cards, state.players[event.seat]
    yield from hunting(state)
    for card in event.cards:
        if card not in known or not known[card].is_treasure:
            yield Breach("zb-only-mirare", known[card].name if card in known else card)
        if card not in known:
            return
        yield from filter(None, (not_in_hand(known, held, event.seat, card),))
        held = from_hand(held, card) or held


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
        yield from filter(None, (not_in_hand(state.agreed.cards, held, event.seat, event.top),))
    elif None not in held.discard[-1:] or held.in_play:
        yield Breach("zb-in-hand", event.top)


BREACHES: dict[type, Callable[[State, Any], Iterator[Breach]]] = {
    Played: played_breaches,
    Shot: shot_breaches,
    Took: took_breaches,
    Ended: ended_breaches,
}
