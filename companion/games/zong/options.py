"""What may be agreed before a game of ZONG: colours, ZONG discs, and how the open places of the rules are read."""

from companion.game import Choice, Option
from companion.games.zong.naming import COLOUR_WORDS
from companion.language import marked

COLOUR_NAMES = tuple(COLOUR_WORDS)

COLOURS = Option(
    name="colours",
    words=marked("Colour of the piece"),
    default=",".join(COLOUR_NAMES),
    choices=tuple(Choice(name, words) for name, words in COLOUR_WORDS.items()),
    each_seat=True,
    apart=True,
)
ZONG_DISCS = Option(
    name="discs",
    words=marked("ZONG disc"),
    default=",".join(["large"] * len(COLOUR_NAMES)),
    choices=(Choice("large", marked("large, for beginners")), Choice("small", marked("small, for experts"))),
    ledger="ZG-03",
    each_seat=True,
)
CLEANUP = Option(
    name="cleanup",
    words=marked("When pieces are put back"),
    default="each",
    choices=(
        Choice("each", marked("after each flick")),
        Choice("all", marked("after the last flick of a turn")),
    ),
    ledger="ZG-10",
)
ON_GOAL = Option(
    name="on_goal",
    words=marked("A piece that lies only partly on the goal"),
    default="last",
    choices=(
        Choice("last", marked("goes to the last running square")),
        Choice("track", marked("is judged by the running squares alone")),
        Choice("goal", marked("is on the goal: it has won")),
    ),
    ledger="ZG-14",
)
TOWERS = Option(
    name="towers",
    words=marked("The tower out of which pieces may be taken along"),
    default="points",
    choices=(
        Choice("points", marked("as it stands when the points are played")),
        Choice("turn", marked("only those that were in it when the turn began")),
    ),
    ledger="ZG-30",
)
SPIRALS = Option(
    name="spirals",
    words=marked("The tower that a spiral takes the own piece out of, alone"),
    default="now",
    choices=(
        Choice("now", marked("as it stands when the spiral counts")),
        Choice("turn", marked("as it stood when the turn began: who came since goes back too")),
    ),
    ledger="ZG-22",
)
OPTIONS = (COLOURS, ZONG_DISCS, CLEANUP, ON_GOAL, SPIRALS, TOWERS)
