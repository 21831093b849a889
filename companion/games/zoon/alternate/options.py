"""What may be agreed before a game: the ledger's open questions; tribes and armies as both Zoon games agree on them."""

from companion.game import Choice, Option, Setup, Value
from companion.games.zoon.family.options import LIMITS, TRIBES, TRUMPS, ZOONS
from companion.language import marked

FLIP = Option(
    name="za-04",
    words=marked("After losing a fight, turn up one more card"),
    default="literal",
    choices=(
        Choice("literal", marked("after every loss, while a face-down card is left")),
        Choice("lax", marked("only when fewer than six are face up")),
    ),
    ledger="ZA-04",
)
TWO_STARS = Option(
    name="za-16",
    words=marked("Two stars at once copy the opponent's higher number"),
    default="each",
    choices=(
        Choice("each", marked("each of them, so it counts twice")),
        Choice("once", marked("together once")),
    ),
    ledger="ZA-16",
)
LOST_TRUMP = Option(
    name="za-27",
    words=marked("A trump used again and again is lost"),
    default="never",
    choices=(Choice("never", marked("never")), Choice("lost", marked("when it loses while its X shows"))),
    ledger="ZA-27",
)
PLUS_ONE = Option(
    name="za-29",
    words=marked("Tortue adds one"),
    default="each",
    choices=(
        Choice("each", marked("to each number of the pair")),
        Choice("one", marked("to the pair as a whole")),
    ),
    ledger="ZA-29",
)
DRAWN_STARS = Option(
    name="za-20",
    words=marked("On a tie the star on the Tribe card works"),
    default="one",
    choices=(
        Choice("one", marked("where exactly one side shows a star")),
        Choice("attacker", marked("where both show one, the attacker's does")),
    ),
    ledger="ZA-20",
)
OPTIONS = (TRIBES, FLIP, TWO_STARS, DRAWN_STARS, LOST_TRUMP, PLUS_ONE, ZOONS, TRUMPS, LIMITS)


def value(setup: Setup, name: str) -> Value:
    """What was agreed for an option."""
    return setup.option(name, next(option.default for option in OPTIONS if option.name == name))
