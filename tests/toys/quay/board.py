"""Quay's board: berths, store and bales as a drawing, which is a screen's, a phone's, a page's and the replay's."""

from dataclasses import dataclass

from ui.present.drawn import NAME, Window, said
from ui.present.touches import DraftTouch
from vision.printed.marks import Block, Disc, Drawing, Mark, Part, Shape
from vision.printed.shapes import box

BALE_MM = 26.0
REACH = 30.0
"""A finger this far (units) from a bale's middle still means it."""


class LiftBale(DraftTouch, frozen=True):
    """A bale was touched: it is to go somewhere."""

    bale: str


class PutBale(DraftTouch, frozen=True):
    """A region was touched: the bale that was lifted goes there."""

    region: str


@dataclass(frozen=True, slots=True)
class QuayModel:
    """The table in mm: each region with its box and words, each bale with its middle.

    `drags`: bales may be dragged or lifted; `lifted`: the one that was.
    """

    wide: float
    high: float
    regions: tuple[tuple[str, tuple[float, float, float, float], str], ...]
    bales: tuple[tuple[str, float, float], ...]
    drags: bool = False
    lifted: str = ""

    @property
    def window(self) -> Window:
        return (0.0, 0.0, self.wide, self.high)

    @property
    def rim(self) -> float:
        return 0.0

    def drawn(self, unit: float, names: tuple[str, ...] = (), large: float = 1.0, /) -> Drawing:
        size = NAME * unit * large
        marks: list[Mark] = [Block(0, 0, self.wide, self.high, "table")]
        for name, (x, y, wide, high), words in self.regions:
            top = self.high - y - high
            edge = Shape(box(x, top, wide, high), edge="line", edge_mm=2 * unit)
            name_at = said(x + wide / 2, top + high - size, words, size, "text", fit=wide)
            marks.append(
                Part(
                    name, x + wide / 2, top + high / 2, (edge, name_at),
                    touch=PutBale(name) if self.lifted else None, words=words, w=wide, h=high,
                )
            )  # fmt: skip
        for n, (bale, x, y) in enumerate(self.bales):
            at = self.high - y
            disc = Disc(x, at, BALE_MM, "chosen" if bale == self.lifted else f"s{n}")
            marks.append(
                Part(
                    bale, x, at, (disc, said(x, at, bale, size, "night", fit=BALE_MM)),
                    touch=LiftBale(bale) if self.drags else None, words=bale, w=BALE_MM, h=BALE_MM,
                    reach=max(REACH * unit, BALE_MM / 2), carried="point" if self.drags else "",
                )
            )  # fmt: skip
        return Drawing("quay", self.wide, self.high, tuple(marks))
