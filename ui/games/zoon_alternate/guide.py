"""The hints of a first game by the alternate rules: pennies, face-up rows, dice."""

from companion.games.zoon.alternate.events import Fight, Shot, TurnUp
from ui.games.sheets import hints_in
from ui.games.zoon.guide import SHARED, deploying, fight_at, has_trump, since_moves
from ui.present.moment import bare, chored, one_that_moves

AFTER = ("za-24-loser-leaves", "za-25-pennies-turn-after-fights")
"""What is tidied after a fight."""
HINTS = hints_in(
    "ui.games.zoon_alternate",
    SHARED,
    when={
        "box": lambda moment: deploying(moment) and bare(moment),
        "lay": deploying,
        "fronts": lambda moment: moment.state.phase == "fronts",
        "fight": lambda moment: isinstance(moment.state.step, Fight | Shot),
        "fought": chored(*AFTER),
        "turn-up": lambda moment: isinstance(moment.state.step, TurnUp),
        "move": since_moves(0),
        "turns": since_moves(1),
        "attack": since_moves(3),
        "trump": has_trump,
    },
    where={"fight": fight_at, "fought": chored(*AFTER), "move": one_that_moves},
)
