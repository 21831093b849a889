"""The hints of a first game of Zoondo: hidden armies, touched corners."""

from companion.games.zoon.zoondo.state import Fight, Shot
from ui.games import zoon_guide
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
        lambda moment: (
            zoon_guide.deploying(moment) and moment.state.agreed.is_shown and bool(moment.offers.showing)
        ),
    ),
    zoon_guide.BOX,
    zoon_guide.LAY,
    Hint(
        "touch",
        marked(
            "Who attacked touches one corner of the enemy’s card, then the defender one of the attacker’s."
            " Say here which."
        ),
        "zo-12-touch-first",
        lambda moment: _corners(moment) in (0, 1),
        zoon_guide.fight_at,
    ),
    Hint(
        "reveal",
        marked("Now both cards are turned up. The higher number on the touched corners wins the fight."),
        "s2-higher-number-wins",
        lambda moment: _corners(moment) == 2,
        zoon_guide.fight_at,
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
    zoon_guide.MOVE,
    zoon_guide.LOOK,
    zoon_guide.ATTACK,
    zoon_guide.TRUMP,
)
