"""The hints of a first game of Zoondo: hidden armies, touched corners."""

from companion.games.zoondo.options import is_shown
from companion.games.zoondo.state import Fight, Shot
from companion.games.zoondo.touching import to_touch
from ui.games.zoon_guide import (
    ATTACK,
    BOX,
    LAY,
    LOOK,
    LOT,
    MARCH,
    MOVE,
    REINFORCE,
    STAR,
    TRUMP,
    TURNS,
    deploying,
    fight_at,
)
from ui.present.hints import Hint, chored, chored_at
from ui.present.moment import GameSnapshot
from ui.words import marked

DOWN, LEAVES, BACK = "s2-turned-down", "s2-loser-leaves", "zo-15-steps-back"


def _corners(moment: GameSnapshot) -> int:
    """How many corners were touched in the fight that is due; -1 without one."""
    duel = moment.state.duel
    if not isinstance(duel, Fight | Shot):
        return -1
    if to_touch(duel) is None:
        return 2
    return 0 if duel.defender is None else 1


HINTS: tuple[Hint, ...] = (
    Hint(
        "shown",
        marked("Show me your army"),
        marked(
            "Let me see your cards face up while the other player looks away. I tell nobody; then turn them face down."
        ),
        "zo-06-shown",
        lambda moment: deploying(moment) and is_shown(moment.state.agreed) and bool(moment.offers.showing),
    ),
    BOX,
    LAY,
    LOT,
    Hint(
        "touch",
        marked("A fight without dice"),
        marked(
            "Nobody turns up a card yet. Who attacked touches one corner of the enemy’s card, and says here which."
        ),
        "zo-12-touch-first",
        lambda moment: _corners(moment) == 0,
        fight_at,
    ),
    Hint(
        "touch-back",
        marked("Now the other one"),
        marked(
            "The defender touches a corner of the attacker’s card. Read the corners as the card’s owner sees it."
        ),
        "zo-12-attacker-first",
        lambda moment: _corners(moment) == 1,
        fight_at,
    ),
    Hint(
        "reveal",
        marked("Turn up both cards"),
        marked("Now both cards are turned up. The higher number on the touched corners wins the fight."),
        "s2-higher-number-wins",
        lambda moment: _corners(moment) == 2,
        fight_at,
    ),
    Hint(
        "leaves",
        marked("The loser leaves"),
        marked("The beaten Zoon goes face down to its owner’s tomb. I see it; if not, touch what is done."),
        LEAVES,
        chored(LEAVES),
        chored_at(LEAVES),
    ),
    Hint(
        "down",
        marked("Hide it again"),
        marked("After the fight the cards that are left lie face down again. Remember what you saw!"),
        DOWN,
        chored(DOWN),
        chored_at(DOWN),
    ),
    Hint(
        "tie",
        marked("A tie"),
        marked("The same number on both: nobody is beaten. Who attacked goes back one square."),
        BACK,
        chored(BACK),
        chored_at(BACK),
    ),
    MARCH,
    STAR,
    REINFORCE,
    MOVE,
    TURNS,
    LOOK,
    ATTACK,
    TRUMP,
)
