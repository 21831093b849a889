"""What may be agreed before a game of ZoneS: sides, armies by cost, and how the open places of the rules are read."""

from companion.game import Choice, Option
from companion.language import marked

SIDES = Option(
    name="sides",
    words=marked("Side"),
    default="midgard,trolls",
    choices=(Choice("midgard", marked("Midgard")), Choice("trolls", marked("Trolls"))),
    each_seat=True,
    open=True,
    apart=True,
)
BLUE = Option(
    name="blue",
    words=marked("The side with the blue tiles and tokens (Dominion); the other is white (Separatists)"),
    default="midgard",
    choices=(Choice("midgard", marked("Midgard")), Choice("trolls", marked("Trolls"))),
    ledger="ZN-04",
)
ARMIES = Option(
    name="armies",
    words=marked("Pieces"),
    default="set,set",
    choices=(Choice("set", marked("the ten of the set")),),
    ledger="ZN-03",
    each_seat=True,
    open=True,
)
POINTS = Option(
    name="points",
    words=marked("What an army that is put together may cost at most"),
    default=50,
    choices=(
        Choice(25, marked("25 points")),
        Choice(40, marked("40 points")),
        Choice(50, marked("50 points")),
        Choice(60, marked("60 points")),
        Choice(75, marked("75 points")),
        Choice(100, marked("100 points")),
    ),
)
BOARD = Option(
    name="board",
    words=marked("The board: columns × rows"),
    default="6x6",
    choices=(
        Choice("6x6", marked("6 × 6, two tiles left in the bag")),
        Choice("9x4", marked("9 × 4, two tiles left in the bag")),
        Choice("5x6", marked("5 × 6, eight tiles left in the bag")),
    ),
    ledger="ZN-01",
)
ENTERING = Option(
    name="entering",
    words=marked("Where a piece may enter from reserve"),
    default="unrestricted",
    choices=(
        Choice("unrestricted", marked("not on terrain that is restricted for it")),
        Choice("any", marked("on any terrain: restricted terrain only stops moves")),
    ),
    ledger="ZN-09",
)
TWICE = Option(
    name="twice",
    words=marked("When a Swordsman counts as two"),
    default="always",
    choices=(
        Choice("always", marked("whenever it captures: protection does not hold against it")),
        Choice("friendless", marked("only against pieces with none of their own side adjacent")),
    ),
    ledger="ZN-16",
)
DESTROYING = Option(
    name="destroying",
    words=marked("Which move destroys a base"),
    default="any",
    choices=(
        Choice("any", marked("any, when two home tiles are occupied after it")),
        Choice("onto", marked("one that ends on a home tile, with two of them then occupied")),
    ),
    ledger="ZN-24",
)
STUCK = Option(
    name="stuck",
    words=marked("When neither side can move or summon"),
    default="draw",
    choices=(
        Choice("draw", marked("it is a draw, told with what each has captured")),
        Choice("cost", marked("whoever has captured more wins")),
    ),
    ledger="ZN-27",
)
BAG = Option(
    name="bag",
    words=marked("The 36 tiles in the bag"),
    default="nine",
    choices=(
        Choice("nine", marked("nine of each kind of terrain")),
        Choice("any", marked("of each kind as many as your set has")),
    ),
    ledger="ZN-06",
)
OPTIONS = (SIDES, BLUE, ARMIES, POINTS, BOARD, BAG, ENTERING, TWICE, DESTROYING, STUCK)
