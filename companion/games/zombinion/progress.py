"""How far each seat has come in Zombinion, for who looks back on a game."""

from companion.abilities import Measure
from companion.game import Seat
from companion.games.zombinion.knowing import owned
from companion.games.zombinion.scoring import scores
from companion.games.zombinion.state import State
from companion.language import _


def whose_turn(state: State) -> Seat | None:
    """Whose turn it is; None before the first and after the last."""
    return state.turn if state.phase != "lot" and state.over is None else None


def measures(state: State) -> tuple[Measure, ...]:
    """The points of each seat, and how many cards it owns."""
    cards = tuple(len(owned(player)) for player in state.players)
    return (Measure(_("Points"), scores(state), decides=True), Measure(_("Cards in the deck"), cards))
