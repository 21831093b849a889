"""What may be agreed before a game of Zoondo: who knows the hidden cards, the tribes and their limits."""

from companion.game import Choice, Option, Setup, Value
from companion.kits.tribe_options import LIMITS, TRIBES, TRUMPS, ZOONS, armies

__all__ = ["OPTIONS", "armies", "value"]

KNOWING = Option(
    "knowing",
    "What the referee knows of the hidden cards",
    "trusted",
    (
        Choice("trusted", "only what fights show; what a card did is checked when it is turned up"),
        Choice("shown", "all of them: each player shows the army before it is turned down"),
    ),
    ledger="ZO-06",
)
OPTIONS = (TRIBES, KNOWING, ZOONS, TRUMPS, LIMITS)


def value(setup: Setup, name: str) -> Value:
    """What was agreed for an option."""
    return setup.option(name, next(option.default for option in OPTIONS if option.name == name))
