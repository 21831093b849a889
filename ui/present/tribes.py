"""The tribe builder and the form of a card as plain models."""

from dataclasses import dataclass

from companion.games.zoon.family.deck import Army, Facts, Trump, Zoon
from companion.games.zoon.family.grids import Stride
from companion.games.zoon.family.sheet import Corners
from companion.games.zoon.family.tribes import (
    MOST_FORCE,
    MOST_POINTS,
    MOST_STARS,
    Totals,
    home,
    limits,
    more_than_printed,
    origin,
    totals,
)
from ui.owned.card_words import does_words
from ui.owned.tribe_words import card_names, format_words
from ui.present.models import Banner, Button
from ui.present.touches import Touch
from ui.words import _, several

MINE, TRUMPS = "mine", "trumps"
TYPES = ("chef", "heros", "pretre", "monstre", "elite", "soldat", "embleme")
TABS = (MINE, *TYPES, TRUMPS)
CORNER_SIGNS = {"star": "★", "x": "×"}
MOST_MENDS = 3


@dataclass(frozen=True, slots=True)
class Gauge:
    """One sum against its limit."""

    words: str
    found: int
    most: int

    @property
    def is_over(self) -> bool:
        return self.found > self.most


@dataclass(frozen=True, slots=True)
class CardRow:
    """One card to choose: its picture's deck and label, its corners where there is no picture, and its keys."""

    name: str
    line: str
    deck: str
    label: str
    corners: tuple[str, ...]
    count: int
    open: Touch
    less: Button
    more: Button


@dataclass(frozen=True, slots=True)
class BrokenRow:
    """A broken limit in words, with touches that mend it."""

    words: str
    mends: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class BuilderModel:
    """A tribe being built. `tab`: which cards are shown; `all_well`: what is said when no limit is broken."""

    name: Button
    tab: str
    gauges: tuple[Gauge, ...]
    tabs: tuple[Button, ...]
    rows: tuple[CardRow, ...]
    empty: str
    broken: tuple[BrokenRow, ...]
    all_well: Banner | None
    fault: Banner | None
    tools: tuple[Button, ...]


class TapSquare(Touch, frozen=True):
    """A square of the grid, as column and row from the card's own."""

    square: tuple[int, int]


@dataclass(frozen=True, slots=True)
class GridModel:
    """A 5 × 5 movement grid: its paths, and the two ways that a tap may be meant."""

    title: str
    strides: tuple[Stride, ...]
    modes: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class CardFormModel:
    """A card being entered or corrected.

    `corners` by corner; `fields` are what is set by a choice or by typing, `numbers` what the pad sets, the chosen one
    `main`; `pad` the signs that the chosen one takes.
    """

    title: str
    deck: str
    label: str
    corners: tuple[tuple[str, Button], ...]
    numbers: tuple[Button, ...]
    fields: tuple[Button, ...]
    pad: tuple[Button, ...]
    grid: GridModel | None
    banner: Banner | None
    tools: tuple[Button, ...]


def corner_signs(corners: Corners) -> tuple[str, ...]:
    """The four corners as signs: tl, tr, br, bl."""
    return tuple(CORNER_SIGNS.get(str(c), str(c)) for c in (corners.tl, corners.tr, corners.br, corners.bl))


def corners_line(corners: Corners) -> str:
    """The four corners as they stand on the card: the top pair, then the bottom pair."""
    tl, tr, br, bl = corner_signs(corners)
    return f"{tl} {tr} / {bl} {br}"


def gauges(sums: Totals) -> tuple[Gauge, ...]:
    return (
        Gauge(_("Points"), sums.points, MOST_POINTS),
        Gauge(_("Force"), sums.spent, MOST_FORCE),
        Gauge(_("Stars"), sums.stars, MOST_STARS),
    )


def cards_of(tab: str, army: Army, known: Facts) -> list[str]:
    """The cards of a tab: those in the tribe, or all of a type that its format allows; dearest first."""
    if tab == MINE:
        return [
            *sorted(set(army.zoons), key=lambda card: _order(known.zoons[card])),
            *sorted(set(army.trumps)),
        ]
    if tab == TRUMPS:
        found = [trump for trump in known.trumps if _allowed(trump, army, known)]
        return sorted(found, key=lambda trump: (known.trumps[trump].tribe, known.trumps[trump].force))
    of_type = [zoon for zoon in known.zoons.values() if zoon.type == tab and _allowed(zoon.id, army, known)]
    return [zoon.id for zoon in sorted(of_type, key=lambda zoon: (zoon.tribe, *_order(zoon)))]


def _order(zoon: Zoon) -> tuple[int, int, str]:
    return (TYPES.index(zoon.type), -zoon.value, zoon.id)


def _allowed(card: str, army: Army, known: Facts) -> bool:
    """Whether the format lets a card in beside those that are there; everything while there is none."""
    here = home(army, known)
    return not here or origin(card, known, army.format) == here


def zoon_line(zoon: Zoon, army: Army, known: Facts) -> str:
    """Corners (mirror images differ in them only), worth and, where tribes are mixed, the tribe."""
    points = several("{n} point", "{n} points", zoon.value)
    tribe = "" if army.format == "tribal" and army.zoons else known.tribes[zoon.tribe]
    return " · ".join(part for part in (corners_line(zoon.corners), points, tribe) if part)


def trump_line(trump: Trump, known: Facts, *, tribal: bool = False) -> str:
    """Force, what it does and, where tribes are mixed, the tribe."""
    shortly, _whole = does_words(trump.does)
    tribe = "" if tribal else known.tribes[trump.tribe]
    return " · ".join(part for part in (_("force {n}").format(n=trump.force), shortly, tribe) if part)


def well_words(army: Army, known: Facts, sums: Totals) -> str:
    """What is worth knowing of a tribe that keeps to all limits: the price of its stars, and what one box lacks."""
    said = []
    if sums.paid:
        price = several(
            "One star beyond three costs {n} force.", "Stars beyond three cost {n} force.", sums.paid
        )
        said.append(price)
    if lacking := more_than_printed(army, known):
        cards = [card for card, (needed, held) in lacking.items() for _n in range(needed - max(held, 0))]
        said.append(_("More than one box holds: {names}.").format(names=card_names(cards, known)))
    return " ".join(said)


def kept_line(army: Army, known: Facts) -> str:
    """A kept tribe in a list: its format and sums, or that it breaks limits."""
    sums, broken = totals(army, known), len(limits(army, known))
    parts = [
        format_words(army.format),
        several("{n} Zoon", "{n} Zoons", sums.zoons),
        several("{n} point", "{n} points", sums.points),
    ]
    if broken:
        parts.append(several("{n} limit broken", "{n} limits broken", broken))
    return " · ".join(parts)


def card_line(card: str, known: Facts) -> str:
    zoon = known.zoons.get(card)
    if zoon is None:
        return trump_line(known.trumps[card], known)
    points = several("{n} point", "{n} points", zoon.value)
    return f"{corners_line(zoon.corners)} · {points}"
