"""Situations of ZONG with a picture: a board being mapped, and a piece in question as the camera sees it.

The pictures are painted: a board on a table, under a lamp, seen by a camera at a slant.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from companion.games.zong.board import PIECE_MM, Board, Square, board_json
from companion.games.zong.events import Disputed, Rest, Zonged
from companion.sight import Scene, Tags
from tests.own_touches import own
from ui.games.zong.map_side import MapDraft, MapSide, draft_of, stepped
from ui.games.zong.track import TapSpot
from ui.pages.agreement import Draft, agree, with_choice
from ui.pages.desk import Desk
from ui.present.touches import Goto, Start

if TYPE_CHECKING:
    from tests.vision.painted_flicks import PaintedFlick

SEED = 3


@cache
def painted() -> "PaintedFlick":
    """One painted flick, always the same."""
    from tests.vision.painted_flicks import painted_flick

    return painted_flick(SEED)


def painted_board() -> Board:
    """The board of that scene, as its owner would have mapped it."""
    scene = painted()
    squares = tuple(
        Square(each.name, round(each.x, 1), round(each.y, 1), round(each.side, 1), each.red)
        for each in scene.squares
    )
    table = scene.table
    tags = Tags(side_mm=table.tags.side_mm if table.tags is not None else 40.0)
    return Board(round(table.width_mm, 1), round(table.height_mm, 1), squares, tags, PIECE_MM)


def seen_situations(made: Any) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation. `made` makes the desks of ZONG."""
    return {
        "zong-map": lambda: mapping(made, MapDraft()),
        "zong-map-track": lambda: mapping(made, half_done()),
        "zong-map-fault": lambda: mapping(made, stepped(half_done(), "check")),
        "zong-map-typing": lambda: made.then(mapping(made, MapDraft()), own("measure", "width_mm")),
        "zong-map-picture": lambda: mapping(made, stepped(draft_of(painted_board()), "track"), seen=True),
        "zong-map-near": lambda: near(made),
        "zong-map-check": lambda: mapping(made, draft_of(painted_board()), seen=True),
        "zong-vote-picture": lambda: vote_picture(made),
    }


def half_done() -> MapDraft:
    """The goal and the first rows of our own board, tapped."""
    from companion.games.zong.board import own_board

    board = own_board()
    some = (board.goal, *board.track[:19])
    return replace(draft_of(board), squares=some, step="track")


def near(made: Any) -> Desk:
    """A square tapped once: its surroundings, for the tap that counts."""
    desk = mapping(made, stepped(draft_of(painted_board()), "check"), seen=True)
    square = painted_board().by_name["9"]
    desk.send(TapSpot(square.x, square.y))
    return desk


def mapping(made: Any, draft: MapDraft, seen: bool = False) -> Desk:
    """The mapping screen with so much of a board tapped; `seen`: on a camera's picture."""
    from ui.box.camera import Onlooker

    desk: Desk = made.then(made.seats(4), agree(Draft.on_page, "options"), Goto("mapping"))
    side = desk.step
    assert isinstance(side, MapSide)
    side.draft = draft
    if seen:
        side.onlooker = Onlooker(_Still(painted().before), side.look)
        side.onlooker.look()
        side.tick()
    return desk


class _Still:
    """A camera before which nothing happens."""

    trouble = None
    ended = False

    def __init__(self, image: Any) -> None:
        self._image = image

    def newest(self) -> Any:
        from vision.sources.frames import Frame

        return Frame(self._image, 0.0, 0)

    def close(self) -> None:
        """There is nothing to let go of."""


def vote_picture(made: Any) -> Desk:
    """A piece that people see differently than it was measured, as the camera sees it."""
    from vision.eye import Reading
    from vision.light.fitness import Light
    from vision.mat.following import Mat
    from vision.sources.frames import Frame

    scene = painted()
    moved = next(piece for piece in scene.stands if piece.moved)
    others = [c for c in ("red", "blue", "green", "yellow", "black", "white") if c != moved.colour]
    desk: Desk = made.seats(4)
    desk.send(agree(Draft.with_fact, "board", board_json(painted_board())))
    for seat, colour in enumerate((moved.colour, *others[:3])):
        desk.send(agree(with_choice, "colours", seat, colour))
    made.then(desk, Start())
    plane = scene.plane.image_to_table()
    found = tuple(tuple(float(value) for value in row) for row in plane)
    desk.session.frame = Frame(scene.after, 0.0, 0)
    desk.session.reading = Reading(Scene(), Mat(True, None, found), Light(True))  # type: ignore[arg-type]
    rest = {moved.colour: Rest(round(moved.x, 1), round(moved.y, 1))}
    made.told(desk, (made.flick(), Zonged(0, rest)))
    if desk.session.referee.state.phase == "cleanup":
        made.told(desk, (Disputed(moved.colour),))
    return desk
