"""The three phases of a turn: when an Action may be played, Mirare laid, a card taken, and a phase ended."""

from collections.abc import Callable
from typing import Any

from companion.game import Breach
from companion.games.zombinion.answers import no_pile
from companion.games.zombinion.events import Ended, Played, Shot, Starts, Took
from companion.games.zombinion.knowing import could_hold, from_hand, not_in_hand
from companion.games.zombinion.saying import called, seat_name, to_do
from companion.games.zombinion.state import State, Step


def due(state: State, step: Step) -> str:
    """What has to come first, in words."""
    card = called(state.agreed, step.card) if step.card else ""
    return ": ".join(filter(None, (card, to_do(state.agreed, step))))


def starts_breach(state: State, event: Starts) -> Breach | None:
    """Only those among whom the lot is drawn can begin (decision ZB-28)."""
    if state.phase != "lot":
        return Breach("zb-lot", "the game has begun")
    if event.seat not in state.agreed.starters:
        return Breach("zb-28-who-begins", seat_name(state.agreed, event.seat))
    return None


def may_play(state: State) -> bool:
    """Whether another Action may be in the hand of the seat whose turn it is, and an Azione is left for it."""
    return state.actions > 0 and could_hold(state.agreed.cards, state.players[state.turn], "action")


def hunting(state: State) -> Breach | None:
    """Mirare and takings come in the Caccia; it begins by itself only where no Action can be played any more."""
    if state.phase == "hunt" or (state.phase == "action" and not may_play(state)):
        return None
    return Breach(
        "zb-phases", "the Caccia has not begun" if state.phase == "action" else "the Caccia is over"
    )


def played_breach(state: State, event: Played) -> Breach | None:
    facts = state.agreed.cards.get(event.card)
    if facts is None or not facts.is_action:
        return Breach("zb-action-cards", facts.name if facts else event.card)
    if state.phase != "action":
        return Breach("zb-phases", "the Action phase is over")
    if state.actions < 1:
        return Breach("zb-one-action", facts.name)
    return not_in_hand(state.agreed.cards, state.players[event.seat], event.seat, event.card)


def shot_breach(state: State, event: Shot) -> Breach | None:
    known, held = state.agreed.cards, state.players[event.seat]
    late = hunting(state)
    if late is not None:
        return late
    for card in event.cards:
        if card not in known or not known[card].is_treasure:
            return Breach("zb-only-mirare", known[card].name if card in known else card)
        reason = not_in_hand(known, held, event.seat, card)
        left = from_hand(held, card)
        if reason is not None or left is None:
            return reason
        held = left
    return None


def took_breach(state: State, event: Took) -> Breach | None:
    late = hunting(state)
    if late is not None:
        return late
    reason = no_pile(state, event.card)
    if reason is not None and event.card in state.trash:
        return Breach("zb-08-trash", state.agreed.cards[event.card].name)
    if reason is not None:
        return reason
    facts = state.agreed.cards[event.card]
    if state.targets < 1:
        return Breach("zb-10-targets", facts.name)
    if state.shots < facts.cost:
        return Breach("zb-10-shots", f"{facts.name}: {facts.cost}, {state.shots} left")
    return None


def ended_breach(state: State, event: Ended) -> Breach | None:
    """`top` can lie uppermost: a card of the hand or in play; or the one before, with all put under it."""
    if event.top is None or state.phase == "action":
        return None
    held = state.players[event.seat]
    if event.top in held.in_play or event.top in held.discard[-1:]:
        return None
    if held.hand:
        return not_in_hand(state.agreed.cards, held, event.seat, event.top)
    return None if None in held.discard[-1:] and not held.in_play else Breach("zb-in-hand", event.top)


BREACHES: dict[type, Callable[[State, Any], Breach | None]] = {
    Played: played_breach,
    Shot: shot_breach,
    Took: took_breach,
    Ended: ended_breach,
}
