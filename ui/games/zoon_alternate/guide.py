"""The hints of a first game by the alternate rules: pennies, face-up rows, dice."""

from companion.games.zoon.alternate.state import Fight, Shot, TurnUp
from ui.games import zoon_guide
from ui.present.hints import Hint, bare, chored, chored_at
from ui.words import marked

FLIP, LEAVES = "za-25-pennies-turn-after-fights", "za-24-loser-leaves"

HINTS: tuple[Hint, ...] = (
    Hint(
        "box",
        marked(
            "Each player takes the twelve Zoons and the three trumps of a tribe, a die, and up to fifteen pennies."
        ),
        "za-30-enough-pennies",
        lambda moment: zoon_guide.deploying(moment) and bare(moment),
    ),
    zoon_guide.LAY,
    Hint(
        "fronts",
        marked("Turn up the row that faces the enemy. Put a penny on each of its cards, heads up."),
        "za-02-fronts-up-first",
        lambda moment: moment.state.phase == "fronts",
    ),
    Hint(
        "fight",
        marked(
            "With heads the two numbers at the top of a card count, with tails those below. Each adds a die."
        ),
        "za-32-one-die-each",
        lambda moment: isinstance(moment.state.step, Fight | Shot),
        zoon_guide.fight_at,
    ),
    Hint(
        "fought",
        marked(
            "The beaten Zoon goes face down to its owner’s tomb. Whoever survives has its penny turned over."
        ),
        FLIP,
        chored(LEAVES, FLIP),
        chored_at(LEAVES, FLIP),
    ),
    Hint(
        "turn-up",
        marked(
            "Whoever lost a Zoon in a fight turns up one more card of their choice. It gets a penny, heads up."
        ),
        "za-04-flip-one-more",
        lambda moment: isinstance(moment.state.step, TurnUp),
    ),
    zoon_guide.MOVE,
    zoon_guide.TURNS,
    zoon_guide.ATTACK,
    zoon_guide.TRUMP,
)
