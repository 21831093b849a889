"""The camera's picture with what is seen in it: whose a back is the book says, never how it was read to be turned."""

from typing import Any

from companion.sight import Thing
from ui.cli.table import _asked
from vision.eye import Eye
from vision.painted.painter import Painter
from vision.painted.tabletop import Laid, TableTop
from vision.printed.marks import Placed, Shape
from vision.sources.frames import Frame


def test_a_back_is_outlined_in_the_colour_of_its_owner_or_in_none(window: Any) -> None:
    from ui.widgets.camera_view import CameraView

    table, decks, _others = _asked("zoondo", None, ["tribes=boarix,warus"], 2, no_mat=False)
    places = [region for region in table.regions if region.name[1:] in ("1", "2", "5", "6")]
    laid, book = [], {}
    for place in places:
        seat = int(place.name[1:] in ("5", "6"))
        label, deck, (x, y) = decks[seat].labels[0], decks[seat].name, place.centre
        laid.append(Laid("card", label, x, y, 180.0 * seat, face="down", deck=deck))
        if place.name[1:] in ("1", "5"):
            book[place.name] = (Thing("card", label, "down", deck, seat),)
    frame = Frame(Painter(table, decks, seed=2).paint(TableTop(tuple(laid))), 0.0, 0)
    reading = Eye(table, decks).read(frame)
    backs = [one for one in reading.scene.sightings if one.kind == "card"]
    assert len(backs) > 20 and {one.face for one in backs} == {"down"}
    view = CameraView(size=(800, 450))
    view.show(frame, reading, table, None, frozenset(), book)
    (seen,) = [mark.drawing for mark in view.marks(800, 450) if isinstance(mark, Placed)]
    edges = [mark.edge for mark in seen.marks if isinstance(mark, Shape) and mark.edge != "hint"]
    owners = {name: f"s{thing.seat}" for name, (thing,) in book.items()}
    assert edges == [owners.get(one.region or "", "quiet") for one in backs]
