"""What may be agreed before a game of ZoneS: sides, armies by cost, and how the open places of the rules are read."""

from companion.game import Choice, Option

SIDES = Option(
    name="sides",
    words="The side of each player",
    default="midgard,trolls",
    choices=(Choice("midgard", "Midgard"), Choice("trolls", "Trolls")),
    each_seat=True,
    open=True,
    apart=True,
)
BLUE = Option(
    name="blue",
    words="The side with the blue tiles and tokens (Dominion); the other is white (Separatists)",
    default="midgard",
    choices=(Choice("midgard", "Midgard"), Choice("trolls", "Trolls")),
    ledger="ZN-04",
)
ARMIES = Option(
    name="armies",
    words="The pieces of each player",
    default="set,set",
    choices=(Choice("set", "the ten of the set"),),
    ledger="ZN-03",
    each_seat=True,
    open=True,
)
POINTS = Option(
    name="points",
    words="What an army that is put together may cost at most",
    default=50,
    choices=tuple(Choice(points, f"{points} points") for points in (25, 40, 50, 60, 75, 100)),
)
BOARD = Option(
    name="board",
    words="The board: columns × rows",
    default="6x6",
    choices=(
        Choice("6x6", "6 × 6, two tiles left in the bag"),
        Choice("9x4", "9 × 4, two tiles left in the bag"),
        Choice("5x6", "5 × 6, eight tiles left in the bag"),
    ),
    ledger="ZN-01",
)
ENTERING = Option(
    name="entering",
    words="Where a piece may enter from reserve",
    default="unrestricted",
    choices=(
        Choice("unrestricted", "not on terrain that is restricted for it"),
        Choice("any", "on any terrain: restricted terrain only stops moves"),
    ),
    ledger="ZN-09",
)
TWICE = Option(
    name="twice",
    words="When a Swordsman counts as two",
    default="always",
    choices=(
        Choice("always", "whenever it captures: protection does not hold against it"),
        Choice("friendless", "only against pieces with none of their own side adjacent"),
    ),
    ledger="ZN-16",
)
DESTROYING = Option(
    name="destroying",
    words="Which move destroys a base",
    default="any",
    choices=(
        Choice("any", "any, when two home tiles are occupied after it"),
        Choice("onto", "one that ends on a home tile, with two of them then occupied"),
    ),
    ledger="ZN-24",
)
STUCK = Option(
    name="stuck",
    words="When neither side can move or summon",
    default="draw",
    choices=(
        Choice("draw", "it is a draw, told with what each has captured"),
        Choice("cost", "whoever has captured more wins"),
    ),
    ledger="ZN-27",
)
OPTIONS = (SIDES, BLUE, ARMIES, POINTS, BOARD, ENTERING, TWICE, DESTROYING, STUCK)
