"""What may be agreed before a game of ZONG: colours, ZONG discs, and how the open places of the rules are read."""

from companion.game import Choice, Option

COLOUR_NAMES = ("red", "blue", "green", "yellow", "black", "white")

COLOURS = Option(
    name="colours",
    words="The colour of each player's piece",
    default=",".join(COLOUR_NAMES),
    choices=tuple(Choice(name, name.capitalize()) for name in COLOUR_NAMES),
    each_seat=True,
    apart=True,
)
ZONG_DISCS = Option(
    name="discs",
    words="The ZONG disc of each player",
    default=",".join(["large"] * len(COLOUR_NAMES)),
    choices=(Choice("large", "large, for beginners"), Choice("small", "small, for experts")),
    ledger="ZG-03",
    each_seat=True,
)
CLEANUP = Option(
    name="cleanup",
    words="When pieces are put back",
    default="each",
    choices=(Choice("each", "after each flick"), Choice("all", "after the last flick of a turn")),
    ledger="ZG-10",
)
ON_GOAL = Option(
    name="on_goal",
    words="A piece that lies only partly on the goal",
    default="last",
    choices=(
        Choice("last", "goes to the last running square"),
        Choice("track", "is judged by the running squares alone"),
        Choice("goal", "is on the goal: it has won"),
    ),
    ledger="ZG-14",
)
TOWERS = Option(
    name="towers",
    words="The tower out of which pieces may be taken along",
    default="points",
    choices=(
        Choice("points", "as it stands when the points are played"),
        Choice("turn", "only those that were in it when the turn began"),
    ),
    ledger="ZG-30",
)
OPTIONS = (COLOURS, ZONG_DISCS, CLEANUP, ON_GOAL, TOWERS)
