"""What was settled before the first event of Zoon or Zoondo: the facts of the cards and both armies."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from companion.game import Option, Setup, Value
from companion.kits.zoon_board import Claim
from companion.kits.zoon_piles import Hands
from companion.kits.zoons import Facts, Zoon, facts

Armies = Callable[[Setup, Facts], tuple[tuple[str, ...], Hands, Hands]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed:
    """What a set-up means. Two are equal when their set-ups are.

    `armies` and `trumps`: each seat's Zoons and trumps, sorted. `decks`: whose back a face-down card of each seat
    shows; None where an army mixes tribes. `needs` is worked out as it is asked for: by seat and what a face-down card
    has done, the cards that it can be.
    """

    setup: Setup
    facts: Facts = field(compare=False, repr=False)
    tribes: tuple[str, ...] = field(compare=False)
    armies: Hands = field(compare=False, repr=False)
    trumps: Hands = field(compare=False, repr=False)
    emblems: tuple[str, ...] = field(compare=False, repr=False)
    decks: tuple[str | None, ...] = field(compare=False, repr=False)
    chosen: dict[str, Value] = field(compare=False, repr=False)
    number: int = field(compare=False, repr=False)
    needs: dict[tuple[int, tuple[Claim, ...]], frozenset[str]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def __hash__(self) -> int:
        return self.number

    def zoon(self, card: str) -> Zoon:
        return self.facts.zoon(card)

    def emblem(self, seat: int) -> str:
        return self.emblems[seat]

    def chose(self, name: str, value: Value) -> bool:
        """Whether this value was agreed on for an option."""
        return self.chosen.get(name) == value


def agreed_with(setup: Setup, armies: Armies, options: Iterable[Option]) -> Agreed:
    """What a set-up means. Raises SetupFault."""
    known = facts(setup.facts)
    tribes, zoons, trumps = armies(setup, known)
    emblems = tuple(next(card for card in army if known.zoons[card].type == "embleme") for army in zoons)
    backs = [{known.zoons[card].tribe for card in army} for army in zoons]
    decks = tuple(next(iter(one)) if len(one) == 1 else None for one in backs)
    chosen = {option.name: setup.option(option.name, option.default) for option in options}
    return Agreed(
        setup=setup,
        facts=known,
        tribes=tribes,
        armies=zoons,
        trumps=trumps,
        emblems=emblems,
        decks=decks,
        chosen=chosen,
        number=hash(setup),
    )
