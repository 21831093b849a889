"""The tribe builder and the form of a card as plain models."""

from dataclasses import dataclass

from companion.games.zoon.family.deck import Facts, Trump
from companion.games.zoon.family.grids import Stride
from companion.games.zoon.family.sheet import Corners
from ui.owned.card_words import does_words
from ui.present.models import Banner, Button
from ui.present.touches import Touch
from ui.words import _, several

CORNER_SIGNS = {"star": "★", "x": "×"}


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


def trump_line(trump: Trump, known: Facts, *, tribal: bool = False) -> str:
    """Force, what it does and, where tribes are mixed, the tribe."""
    shortly, _whole = does_words(trump.does)
    tribe = "" if tribal else known.tribes[trump.tribe]
    return " · ".join(part for part in (_("force {n}").format(n=trump.force), shortly, tribe) if part)


def card_line(card: str, known: Facts) -> str:
    zoon = known.zoons.get(card)
    if zoon is None:
        return trump_line(known.trumps[card], known)
    points = several("{n} point", "{n} points", zoon.value)
    return f"{corners_line(zoon.corners)} · {points}"
