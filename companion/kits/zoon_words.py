"""Words that Zoon and Zoondo share: what cards and stars are called, whose turn it is named after."""

from collections.abc import Mapping

from companion.game import Setup
from companion.kits.zoon_board import Wall
from companion.kits.zoons import Facts

STAR_WORDS = {
    "again": "it moves once more",
    "relocate": "put it on any empty square",
    "swap": "both trade squares",
    "trade": "it trades squares with one of its partners",
    "pull-own": "pull one of your Zoons back to an empty square of the row behind it",
    "pull-other": "pull your Zoon back to an empty square of the row behind it",
    "slide": "slide it to an empty neighbouring square",
}


def star_words(facts: Facts, card: str) -> str:
    """What a Zoon's star asks for."""
    zoon = facts.zoon(card)
    if zoon.star == "send":
        names = (other.name for other in facts.zoons.values() if other.species in zoon.partners)
        return "move a " + " or ".join(dict.fromkeys(names))
    return STAR_WORDS.get(zoon.star or "", "carry it out")


def card_called(facts: Facts, card: str | None, otherwise: str = "a face-down card") -> str:
    """A card's printed name."""
    if card in facts.zoons or card in facts.trumps:
        return facts.name(str(card))
    return otherwise


def wall_words(facts: Facts, wall: Wall) -> str:
    """What lies on a square for good: a trump by name, and whether it is an Obstacle."""
    if wall.trump is None:
        return "An Obstacle"
    return facts.name(wall.trump) + (" · an Obstacle" if wall.blocks else "")


def seat_called(setup: Setup, facts: Facts, tribes: tuple[str, ...], seat: int) -> str:
    """A seat in words: its player's name, or its tribe's."""
    given = setup.player(seat)
    if given:
        return given
    name = facts.tribes[tribes[seat]]
    return name if tribes[0] != tribes[1] else f"{name} {seat + 1}"


def pile_words(facts: Facts, name: str, pile: tuple[str | None, ...], *, open_: bool) -> str:
    """A face-down pile: how many cards, and which only once they are open."""
    if not open_:
        return f"{name}: {len(pile)}"
    return f"{name}: " + ", ".join(card_called(facts, card, "unknown") for card in pile)


def beside_board(
    facts: Facts, piles: Mapping[str, tuple[str | None, ...]], *, open_: bool, more: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """What lies beside the board of one seat, a line each: trumps by name (`hand`), piles by their number of cards.

    `more` are lines between the hand and the piles.
    """
    lines = []
    if piles["hand"]:
        lines.append("In hand: " + ", ".join(card_called(facts, trump) for trump in piles["hand"]))
    lines.extend(more)
    if piles["reinforcements"]:
        lines.append(f"Reinforcements: {len(piles['reinforcements'])}")
    if piles["tomb"]:
        lines.append(pile_words(facts, "Tomb", piles["tomb"], open_=open_))
    if piles["off"]:
        lines.append(f"Taken off by agreement: {len(piles['off'])}")
    return tuple(lines)
