"""What may be agreed before a game of Zoondo: who knows the hidden cards, the tribes and their limits."""

from companion.game import Choice, Option
from companion.games.zoon.family.options import LIMITS, TRIBES, TRUMPS, ZOONS
from companion.language import marked

KNOWING = Option(
    name="knowing",
    words=marked("What the referee knows of the hidden cards"),
    default="trusted",
    choices=(
        Choice("trusted", marked("only what fights show; what a card did is checked when it is turned up")),
        Choice("shown", marked("all of them: each player shows the army before it is turned down")),
    ),
    ledger="ZO-06",
)
TOUCHING = Option(
    name="touching",
    words=marked("Who touches a corner first in a fight"),
    default="attacker",
    choices=(
        Choice("attacker", marked("the attacker, then the defender")),
        Choice("either", marked("either of them")),
    ),
    ledger="ZO-12",
)
SHOTS = Option(
    name="shots",
    words=marked("A shot whose number is lower than the Zoon's"),
    default="stays",
    choices=(
        Choice("stays", marked("is a miss: only the X eliminates the trump")),
        Choice("lost", marked("is beaten: the trump is eliminated")),
    ),
    ledger="ZO-24",
)
OPTIONS = (TRIBES, KNOWING, TOUCHING, SHOTS, ZOONS, TRUMPS, LIMITS)
