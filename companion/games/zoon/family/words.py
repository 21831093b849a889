"""Words of the family: what cards and stars are called, whose turn it is named after."""

from collections.abc import Mapping

from companion.games.zoon.family.board import March, Wall
from companion.games.zoon.family.deck import Facts, Trump
from companion.language import _, joined, marked

STAR_ASKS = {
    "again": marked("The star of {name}: it moves once more."),
    "relocate": marked("The star of {name}: put it on any empty square."),
    "swap": marked("The star of {name}: both trade squares."),
    "trade": marked("The star of {name}: it trades squares with one of its partners."),
    "pull-own": marked(
        "The star of {name}: pull one of your Zoons back to an empty square of the row behind it."
    ),
    "pull-other": marked("The star of {name}: pull your Zoon back to an empty square of the row behind it."),
    "slide": marked("The star of {name}: slide it to an empty neighbouring square."),
}


def star_asks(facts: Facts, card: str) -> str:
    """What a Zoon's star asks for, in a sentence."""
    zoon = facts.zoon(card)
    if zoon.star == "send":
        names = dict.fromkeys(other.name for other in facts.zoons.values() if other.species in zoon.partners)
        words = _("The star of {name}: move a {partners}.")
        return words.format(name=zoon.name, partners=joined(list(names), either=True))
    words = STAR_ASKS.get(zoon.star or "", marked("The star of {name}: carry it out."))
    return _(words).format(name=zoon.name)


def march_words(trump: Trump, step: March) -> str:
    """How many Zoons the trump that was played still moves."""
    kinds = {
        ("pull-back", False): _("{trump}: pull back up to {n}."),
        ("pull-back", True): _("{trump}: pull back up to {n} more."),
        ("control", False): _("{trump}: move up to {n} enemy Zoons."),
        ("control", True): _("{trump}: move up to {n} more enemy Zoons."),
    }
    plain = _("{trump}: move up to {n} more.") if step.made else _("{trump}: move up to {n}.")
    return kinds.get((trump.does, step.made > 0), plain).format(trump=trump.name, n=step.left)


def card_called(facts: Facts, card: str | None, otherwise: str = "") -> str:
    """A card's printed name; for one that is not known what it is called `otherwise`, or a face-down card."""
    if card in facts.zoons or card in facts.trumps:
        return facts.name(str(card))
    return otherwise or _("a face-down card")


def wall_words(facts: Facts, wall: Wall) -> str:
    """What lies on a square for good: a trump by name, and whether it is an Obstacle."""
    if wall.trump is None:
        return _("An Obstacle")
    name = facts.name(wall.trump)
    return _("{trump} · an Obstacle").format(trump=name) if wall.blocks else name


def source_called(source: str) -> str:
    """Where a card comes from that is put right by agreement: a square by its name, or a pile."""
    return {"off": _("the cards taken off"), "hand": _("the hand"), "tomb": _("the tomb")}.get(source, source)


def beside_board(
    facts: Facts, piles: Mapping[str, tuple[str | None, ...]], *, open_: bool, more: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """What lies beside the board of one seat, a line each: trumps by name (`hand`), piles by their number of cards.

    `more` are lines between the hand and the piles. What lies in the tomb is named once it is open.
    """
    lines = []
    if piles["hand"]:
        trumps = ", ".join(card_called(facts, trump) for trump in piles["hand"])
        lines.append(_("In hand: {trumps}").format(trumps=trumps))
    lines.extend(more)
    if piles["reinforcements"]:
        lines.append(_("Reinforcements: {n}").format(n=len(piles["reinforcements"])))
    if piles["tomb"]:
        lying = (
            ", ".join(card_called(facts, card, _("unknown")) for card in piles["tomb"])
            if open_
            else len(piles["tomb"])
        )
        lines.append(_("Tomb: {cards}").format(cards=lying))
    if piles["off"]:
        lines.append(_("Taken off by agreement: {n}").format(n=len(piles["off"])))
    return tuple(lines)
