"""The hints that both games of Zoon share."""

from typing import Any

from companion.games.zoon.family.moves import March, Star
from ui.present.hints import Hint, bare, happened, one_that_moves, tidying
from ui.present.moment import GameSnapshot
from ui.words import marked


def deploying(moment: GameSnapshot) -> bool:
    return bool(moment.state.phase == "deploy")


def to_move(moment: GameSnapshot) -> bool:
    """Whether a turn begins: nothing else is due, and all is tidied."""
    state: Any = moment.state
    return state.phase == "play" and state.step is None and not tidying(moment)


def since_moves(count: int) -> Any:
    """A turn begins, and so many moves were made before it."""
    return lambda moment: to_move(moment) and happened(moment, "Moved") >= count


def fight_at(moment: GameSnapshot) -> tuple[str, ...]:
    """Where the fight is that is due."""
    step = moment.state.step
    return () if step is None or isinstance(step, March | Star) else (step.at,)


def _has_trump(moment: GameSnapshot) -> bool:
    state: Any = moment.state
    return since_moves(4)(moment) and bool(state.stock.hand[state.turn])


BOX = Hint(
    "box",
    marked(
        "Each player takes the twelve Zoons and the three trumps of a tribe. The Tribe card only tells what they do."
    ),
    "zo-01-a-tribe-each",
    lambda moment: deploying(moment) and bare(moment),
)
LAY = Hint(
    "lay",
    marked(
        "Lay your Zoons face down in the two rows nearest to you. Hide the Emblem well: whoever loses it has lost."
    ),
    "zo-02-deployment-zone",
    deploying,
)
MOVE = Hint(
    "move",
    marked(
        "Move one Zoon as the dots on its card show. Touch one here to see where it may go, then where it goes."
    ),
    "zo-07-not-on-its-grid",
    to_move,
    one_that_moves,
)
TURNS = Hint(
    "turns",
    marked("Now the other player moves, and nobody may pass. If I saw something wrong, touch Take back."),
    "s2-in-turn",
    since_moves(1),
    key="back",
)
LOOK = Hint(
    "look",
    marked("In your turn you may look at your own face-down cards. Not while a fight is going on."),
    "zo-48-looking",
    since_moves(2),
)
ATTACK = Hint(
    "attack",
    marked(
        "Move a Zoon onto an enemy, and they fight for the square. Your own Zoons and Obstacles stand in the way."
    ),
    "s2-attack",
    since_moves(3),
)
TRUMP = Hint(
    "trump",
    marked(
        "Instead of moving you may play a trump from your hand. Touch More to say so, if I cannot see it."
    ),
    "s2-trumps-in-hand",
    _has_trump,
    key="menu",
)
