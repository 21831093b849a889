"""The hints of a first game of Zoondo: hidden armies, touched corners."""

from companion.games.zoon.family.state import is_shown
from companion.games.zoon.zoondo.state import Fight, Shot
from ui.games.zoon_guide import (
    ATTACK,
    BOX,
    LAY,
    LOOK,
    MOVE,
    TRUMP,
    deploying,
    fight_at,
)
from ui.present.hints import Hint, chored, chored_at
from ui.present.moment import GameSnapshot
from ui.words import marked

DOWN, LEAVES = "s2-turned-down", "s2-loser-leaves"


def _corners(moment: GameSnapshot) -> int:
    """How many corners were touched in the fight that is due; -1 without one."""
    duel = moment.state.duel
    if not isinstance(duel, Fight | Shot):
        return -1
    return (duel.defender is not None) + (duel.attacker is not None)


HINTS: tuple[Hint, ...] = (
    Hint(
        "shown",
        marked(
            "Let me see your cards face up while the other player looks away. I tell nobody; then turn them face down."
        ),
        "zo-06-shown",
        lambda moment: deploying(moment) and is_shown(moment.state.agreed) and bool(moment.offers.showing),
    ),
    BOX,
    LAY,
    Hint(
        "touch",
        marked(
            "Who attacked touches one corner of the enemy’s card, then the defender one of the attacker’s."
            " Say here which."
        ),
        "zo-12-touch-first",
        lambda moment: _corners(moment) in (0, 1),
        fight_at,
    ),
    Hint(
        "reveal",
        marked("Now both cards are turned up. The higher number on the touched corners wins the fight."),
        "s2-higher-number-wins",
        lambda moment: _corners(moment) == 2,
        fight_at,
    ),
    Hint(
        "fought",
        marked(
            "The beaten Zoon goes face down to its owner’s tomb. The cards that are left lie face down again."
        ),
        DOWN,
        chored(LEAVES, DOWN),
        chored_at(LEAVES, DOWN),
    ),
    MOVE,
    LOOK,
    ATTACK,
    TRUMP,
)
