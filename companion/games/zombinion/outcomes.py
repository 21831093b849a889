"""What an Attack has come to, for a screen to show large."""

from typing import Any

from companion.abilities import Contest
from companion.games.zombinion.answers import cards_of, says_yes
from companion.games.zombinion.events import Chose
from companion.games.zombinion.naming import called, listed, seat_name
from companion.games.zombinion.state import State
from companion.language import _


def contest(state: State, event: Any) -> Contest | None:
    """An Attack that is warded off, or that trashes a card of somebody's."""
    if not isinstance(event, Chose):
        return None
    agreed, step = state.agreed, state.step
    if event.what == "react" and says_yes(event):
        return Contest(
            _("{card} protects {name}").format(
                card=called(agreed, "barricata"), name=seat_name(agreed, event.seat)
            ),
            more=_("The Attack does not reach there."),
        )
    if event.what == "thief-trash" and cards_of(event) and step is not None and step.of is not None:
        victim = seat_name(agreed, step.of)
        words = _("{name} loses {cards}").format(name=victim, cards=listed(agreed, cards_of(event)))
        return Contest(words, more=_("It is trashed."))
    return None
