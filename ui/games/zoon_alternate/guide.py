"""The hints of a first game by the alternate rules: pennies, face-up rows, dice."""

from companion.games.zoon_alternate.state import Fight, Shot, Show, TurnUp
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
from ui.words import marked

FLIP, LEAVES = "za-25-pennies-turn-after-fights", "za-24-loser-leaves"

HINTS: tuple[Hint, ...] = (
    BOX,
    Hint(
        "pennies",
        marked("A die and pennies"),
        marked("Each player also takes one die and up to fifteen pennies. I can throw the dice for you."),
        "za-30-enough-pennies",
        deploying,
    ),
    LAY,
    Hint(
        "fronts",
        marked("Turn up the front rows"),
        marked("Turn up the row that faces the enemy. Put a penny on each of its cards, heads up."),
        "za-02-fronts-up-first",
        lambda moment: moment.state.phase == "fronts",
    ),
    LOT,
    Hint(
        "show",
        marked("Show who fights"),
        marked("A face-down card that fights is turned up first. Put a penny on it, heads up."),
        "za-09-turned-up",
        lambda moment: isinstance(moment.state.step, Show),
        fight_at,
    ),
    Hint(
        "fight",
        marked("A fight!"),
        marked(
            "With heads the two numbers at the top of a card count, with tails those below. Each adds a die."
        ),
        "za-32-one-die-each",
        lambda moment: isinstance(moment.state.step, Fight | Shot),
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
        "flip",
        marked("Turn the penny over"),
        marked(
            "Whoever survives a fight has its penny turned over. In its next fight its other two numbers count."
        ),
        FLIP,
        chored(FLIP),
        chored_at(FLIP),
    ),
    Hint(
        "turn-up",
        marked("One more comes to light"),
        marked(
            "Whoever lost a Zoon in a fight turns up one more card, of his choice. It gets a penny, heads up."
        ),
        "za-04-flip-one-more",
        lambda moment: isinstance(moment.state.step, TurnUp),
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
