"""What the end of a turn may have covered: a card taken just before lies beneath the hand and the cards in play.

Nobody sees it then, and a pile of the supply does not show how many lie there. So people are asked where Mirare were
laid and an Obiettivo and shots are left that nobody was seen to use; and where none were seen though there may be some:
somebody may have laid them, taken a card and cleared the table in one go.
"""

from collections.abc import Iterator, Sequence

from companion.game import Event
from companion.games.zombinion.events import Ended, Took
from companion.games.zombinion.happening import after
from companion.games.zombinion.knowing import could_hold
from companion.games.zombinion.rules import breach
from companion.games.zombinion.state import State

LEAST_COST = 1
"""Cards that cost nothing are hardly ever taken: nobody is asked for them."""


def hidden_alternatives(state: State, events: Sequence[Event]) -> Iterator[tuple[Event, ...]]:
    """The same events with a card taken at the end of a turn that they may have covered, the dearest first.

    Where nobody can tell what may have been taken it is just these events: they are in doubt.
    """
    for at, event in enumerate(events):
        if isinstance(event, Ended) and state.phase == "hunt":
            for took in _takings(state):
                if _may_be(state, took, event):
                    yield (*events[:at], took, *events[at:])
            if _is_unseen(state):
                yield tuple(events)
            return
        state = after(state, event)


def _is_unseen(state: State) -> bool:
    """Whether Mirare may have been laid that nobody saw."""
    known, player = state.agreed.cards, state.players[state.turn]
    is_laid = any(known[card].is_treasure for card in player.in_play)
    return not is_laid and not spent(state) and state.targets > 0 and could_hold(known, player, "treasure")


def _takings(state: State) -> list[Took]:
    """What may have been taken with shots that nobody was seen to use."""
    if state.targets < 1:
        return []
    piles = zip(state.agreed.priced, state.supply, strict=True)
    cards = [card for card, left in piles if left and LEAST_COST <= card.cost <= state.shots]
    return [Took(state.turn, card.id) for card in sorted(cards, key=lambda card: -card.cost)]


def _may_be(state: State, took: Took, ended: Event) -> bool:
    return breach(state, took) is None and breach(after(state, took), ended) is None


def spent(state: State) -> bool:
    """Whether fewer shots are left than the cards in play give: something was taken for them."""
    known = state.agreed.cards
    return state.shots < sum(known[card].shots for card in state.players[state.turn].in_play)
