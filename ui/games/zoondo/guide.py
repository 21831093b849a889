"""The hints of a first game of Zoondo: hidden armies, touched corners."""

from companion.games.zoon.zoondo.events import Fight, Shot
from ui.games.sheets import hints_in
from ui.games.zoon.guide import SHARED, deploying, fight_at, has_trump, since_moves
from ui.present.moment import GameSnapshot, bare, chored, one_that_moves

AFTER = ("s2-loser-leaves", "s2-turned-down")
"""What is tidied after a fight."""


def _corners(moment: GameSnapshot) -> int:
    """How many corners were touched in the fight that is due; -1 without one."""
    duel = moment.state.duel
    if not isinstance(duel, Fight | Shot):
        return -1
    return (duel.defender is not None) + (duel.attacker is not None)


HINTS = hints_in(
    "ui.games.zoondo",
    SHARED,
    when={
        "shown": lambda moment: (
            deploying(moment) and moment.state.agreed.is_shown and bool(moment.offers.showing)
        ),
        "box": lambda moment: deploying(moment) and bare(moment),
        "lay": deploying,
        "touch": lambda moment: _corners(moment) in (0, 1),
        "reveal": lambda moment: _corners(moment) == 2,
        "fought": chored(*AFTER),
        "move": since_moves(0),
        "look": since_moves(2),
        "attack": since_moves(3),
        "trump": has_trump,
    },
    where={"touch": fight_at, "reveal": fight_at, "fought": chored(*AFTER), "move": one_that_moves},
)
