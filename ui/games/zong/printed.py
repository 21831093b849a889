"""What is printed of ZONG: the board from where its squares are, discs to throw, pieces of paper, a card of rules."""

from functools import partial
from typing import Any, Final

from companion.game import Game, Setup
from companion.games.zong.board import STARTS, Board, own_board
from companion.games.zong.state import COLOUR_NAMES, agreed
from companion.rulebook import rule
from ui.faces.face import CardToPrint, PrintedPart
from ui.games.sheets import part_in
from ui.words import _
from vision.faces.zong.board import TrackSquare, draw_track
from vision.faces.zong.pieces import draw_all_flicked, draw_disc, draw_pieces, draw_reference
from vision.printed.marks import Drawing

TITLE_AT: Final = (22.0, 200.0)
"""The middle in mm of the one cell of our own board without a square."""
_RULES: Final = (
    ("", "zg-05-three-of-five", "zg-07-order", "zg-37-next-takes-three"),
    ("lightning", "zg-08-each-may", "zg-10-clean-up-first"),
    ("", "zg-17-own-place", "zg-11-between-higher", "zg-12-nearest-red", "zg-13-off-the-board", "zg-14-whole-on-goal"),
    ("spiral", "zg-21-one-position-back", "zg-24-last-stays"),
    ("7", "zg-29-sum", "zg-27-on-top", "zg-31-same-tower", "zg-33-overshoot"),
)  # fmt: skip
"""The rules on the card, by the disc that stands for them."""
_ON_FRONT: Final = 3


def board_drawing(board: Board, *, bare: bool = False) -> Drawing:
    """A board with its squares, starts and goal, true to size, and its tags outside its corners.

    `bare`: without its tags and the names of its squares.
    """
    squares = [
        TrackSquare(
            x=s.x, y=s.y, side=s.side, look="red" if s.red else "plain", number=int(s.name), named=not bare
        )
        for s in board.track
    ]
    for name in STARTS:
        if name in board.by_name:
            start, planets = board.by_name[name], int(name.removeprefix("start"))
            squares.append(TrackSquare(x=start.x, y=start.y, side=start.side, look="start", planets=planets))
    words = _("Goal").upper() if not bare else ""
    squares.append(
        TrackSquare(x=board.goal.x, y=board.goal.y, side=board.goal.side, look="goal", words=words)
    )
    title = TITLE_AT if board.squares == own_board().squares else None
    return draw_track("zong", board.width_mm, board.height_mm, None if bare else board.tags, squares, title)


def thrown_discs(setup: Setup) -> list[CardToPrint]:
    """The discs that are thrown with their two faces: three blue, and a risk and a lightning disc a player."""
    known = agreed(setup)
    found = [
        CardToPrint(f"{one}/{other}", draw_disc(str(one), "blue"), draw_disc(str(other), "blue"))
        for one, other in known.blue
    ]
    risk, flash = (draw_disc("7", "risk"), draw_disc("0", "risk")), "lightning"
    lightning = (draw_disc(flash, "lightning"), draw_disc("spiral", "lightning"))
    return [
        *found,
        CardToPrint("7/0", *risk, copies=known.seats),
        CardToPrint(flash, *lightning, copies=known.seats),
    ]


def piece_sheets(_setup: Setup, room: tuple[float, float]) -> list[Drawing]:
    """Paper pieces in every colour, and discs to flick. Raises ValueError for too narrow a paper."""
    board = own_board()
    words = (
        _("Roll each strip into a ring and glue it; glue a round piece onto its top and its bottom."),
        _("Or glue the round pieces onto something 22 mm wide and 8 mm high: they must stand on each other."),
    )
    pieces = draw_pieces(COLOUR_NAMES, board.piece_mm, board.piece_height_mm, words, room[0])
    titles = (
        _("Large ZONG discs: glue each onto thick card, two faces to a disc."),
        _("Small ZONG discs, for experts: onto a coin of about 22 mm."),
    )
    return [pieces, draw_all_flicked(titles, room[0])]


def reference_cards(setup: Setup) -> list[CardToPrint]:
    headings = (_("A turn"), _("Lightning bolts"), _("After a flick"), _("Spirals"), _("Points"))
    sections = []
    for heading, (sign, *ids) in zip(headings, _RULES, strict=True):
        texts = [rule("zong", id) for id in ids]
        sections.append((sign, heading, [text.short or text.words for text in texts]))
    front, back = draw_reference(_("ZONG in short"), sections[:_ON_FRONT], sections[_ON_FRONT:])
    return [CardToPrint("reference", front, back, copies=-(-agreed(setup).seats // 2))]


def parts(_game: Game[Any]) -> tuple[PrintedPart, ...]:
    part = partial(part_in, "ui.games.zong")
    return (
        part("track", draw=lambda _setup, _room: [board_drawing(own_board())]),
        part("thrown", thrown_discs),
        part("pieces", draw=piece_sheets),
        part("short", reference_cards),
    )
