"""What may be agreed before a game: the ledger's open questions; tribes and armies as both Zoon games agree on them."""

from companion.game import Choice, Option, Setup, SetupFault, Value
from companion.kits import tribe_options
from companion.kits.tribe_options import LIMITS, TRIBES, TRUMPS, ZOONS, Hands
from companion.kits.zoons import Facts

FLIP = Option(
    name="za-04",
    words="After losing a fight, turn up one more card",
    default="literal",
    choices=(
        Choice("literal", "after every loss, while a face-down card is left"),
        Choice("lax", "only when fewer than six are face up"),
    ),
    ledger="ZA-04",
)
TWO_STARS = Option(
    name="za-16",
    words="Two stars at once copy the opponent's higher number",
    default="each",
    choices=(Choice("each", "each of them, so it counts twice"), Choice("once", "together once")),
    ledger="ZA-16",
)
LOST_TRUMP = Option(
    name="za-27",
    words="A trump used again and again is lost",
    default="never",
    choices=(Choice("never", "never"), Choice("lost", "when it loses while its X shows")),
    ledger="ZA-27",
)
PLUS_ONE = Option(
    name="za-29",
    words="Tortue adds one",
    default="each",
    choices=(Choice("each", "to each number of the pair"), Choice("one", "to the pair as a whole")),
    ledger="ZA-29",
)
OPTIONS = (TRIBES, FLIP, TWO_STARS, LOST_TRUMP, PLUS_ONE, ZOONS, TRUMPS, LIMITS)

PLAYED = ("shot", "wall", "cage", "march", "pull-back")
"""What trumps may do here; a penny and two dice say nothing about gear, terrain, Zoon trumps and control."""


def value(setup: Setup, name: str) -> Value:
    """What was agreed for an option."""
    return setup.option(name, next(option.default for option in OPTIONS if option.name == name))


def armies(setup: Setup, facts: Facts) -> tuple[tuple[str, ...], Hands, Hands]:
    """Each seat's tribe, Zoons and trumps. Raises SetupFault."""
    tribes, zoons, trumps = tribe_options.armies(setup, facts)
    for trump in (trump for hand in trumps for trump in hand):
        does = facts.trumps[trump].does
        if does not in PLAYED:
            raise SetupFault("trumps", "trumps of the kinds " + ", ".join(PLAYED), f"{trump} ({does})")
    return tribes, zoons, trumps
