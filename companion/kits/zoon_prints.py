"""What is printed on the cards of Zoon and Zoondo: names, corners, what a card is worth under a penny."""

from dataclasses import replace

from companion.abilities import CROSS, STAR, PrintedCard
from companion.game import Setup
from companion.kits.zoons import Corner, Corners, Facts, facts

NARROW = "\N{NO-BREAK SPACE}"


def printed(setup: Setup, label: str) -> PrintedCard | None:
    """A card as its corners tell of it; None for one that is not known."""
    known = facts(setup.facts)
    corners = corners_of(known, label)
    if label not in known.zoons and label not in known.trumps:
        return None
    signs = () if corners is None else tuple(map(sign, (corners.bl, corners.br, corners.tr, corners.tl)))
    apart = _corners_line(corners) if corners is not None and _has_namesakes(known, label) else ""
    return PrintedCard(known.name(label), corners=signs, rule=_rule(known, label), apart=apart)


def thing_names(setup: Setup) -> frozenset[str]:
    """Every card that an event may name: the Zoons and trumps of all tribes that are known."""
    known = facts(setup.facts)
    return frozenset((*known.zoons, *known.trumps))


def printed_with_penny(setup: Setup, label: str) -> PrintedCard | None:
    """A card where a penny says which two of its corners count: the top two on heads, else the bottom two."""
    card, corners = printed(setup, label), corners_of(facts(setup.facts), label)
    if card is None or corners is None:
        return card
    under = {"heads": together(corners.top), "tails": together(corners.bottom)}
    return replace(card, figure=under["heads"], under=under)


def corners_of(known: Facts, label: str) -> Corners | None:
    """The corners of a Zoon, or of a trump that has any."""
    if label in known.zoons:
        return known.zoons[label].corners
    trump = known.trumps.get(label)
    if trump is None:
        return None
    return trump.as_zoon.corners if trump.as_zoon is not None else trump.corners


def _has_namesakes(known: Facts, label: str) -> bool:
    """Whether other cards have its name."""
    return label in known.zoons and sum(one.name == known.name(label) for one in known.zoons.values()) > 1


def _corners_line(corners: Corners) -> str:
    """The four corners as they stand on the card: the top pair, then the bottom pair."""
    tl, tr, br, bl = map(sign, (corners.tl, corners.tr, corners.br, corners.bl))
    return f"{tl} {tr} / {bl} {br}".replace(" ", NARROW)


def sign(corner: Corner) -> str:
    """A corner as it is printed."""
    return {"star": STAR, "x": CROSS}.get(str(corner), str(corner))


def together(pair: tuple[Corner, Corner]) -> str:
    """Two corners as one figure: numbers are added; a star or an X, worth what the enemy shows, stands beside."""
    numbers = [corner for corner in pair if isinstance(corner, int)]
    signs = "".join(sign(corner) for corner in pair if not isinstance(corner, int))
    return f"{sum(numbers)}{signs}" if numbers else signs


def _rule(known: Facts, label: str) -> str:
    """Where the rules say what its star, or the trump, does."""
    if label in known.trumps:
        return f"card-{label}"
    zoon = known.zoons[label]
    return f"star-{zoon.species}" if zoon.star is not None else ""
