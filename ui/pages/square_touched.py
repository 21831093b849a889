"""What a touch on a square of the shared screen leads to."""

from ui.pages.played_table import PlayedTable
from ui.present.models import TableFocus
from ui.present.narrowing import narrowed
from ui.present.ways import ways_from


def looked_at(side: PlayedTable, region: str) -> TableFocus:
    """A touched square: closed again, told as where a card close up or of a refused move goes, or looked at."""
    if side.focus.square == region:
        return TableFocus()
    start = side.focus.square or side.refused_from
    if start is not None:
        for way in ((("start", start), ("to", region)), (("by", start), ("at", region))):
            if narrowed(ways_from(side.moment(), start), way):
                return TableFocus(picking=True, picks=way)
    return TableFocus(square=region)
