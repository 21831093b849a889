"""A table as it is drawn: figures and names on cards are legible, never too small, never under a penny."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from companion.game import Setup, checked
from companion.games import all_games
from companion.games.zombinion.cards import cards
from companion.games.zones.state import Field
from companion.games.zoon.family.deck import facts
from companion.language import speak
from companion.sight import Region, Thing
from ui.games.zones.field import TILE, FieldModel, Standing
from ui.languages import OWN_NAMES, language
from ui.present.board import (
    NAMED,
    PENNY,
    Arrow,
    BoardModel,
    Mark,
    Piece,
    board,
    is_strip,
    signed,
    signed_pieces,
    thing_parts,
)
from ui.present.drawn import CAPITAL, LEAST, MARK_INKS, SQUEEZED, MarkKind, fitted, wide_of
from vision.printed.marks import Art, Block, Disc, Drawing, Label, Part, Placed, Shape

CARD = 64.0
"""A card of a board of six squares where 800 by 480 px show it, in units."""
SLACK = 0.1
"""What lies over so little of a name, in mm, hides nothing of it."""
OF_CARDS = ("zoon_alternate", "zoondo", "zombinion")
NARROW = (44.0, 66.0)
"""A card of a table of piles there."""


def card(name: str = "Kassin", figure: str = "3", **more: Any) -> Piece:
    size = {"width_mm": CARD, "height_mm": CARD} | {
        key: more.pop(key) for key in tuple(more) if key.endswith("_mm")
    }
    return Piece("card", None, 0, 0, name=name, figure=figure, **size, **more)


def known(id: str) -> tuple[str, ...]:
    """The cards of a game."""
    return tuple(cards()) if id == "zombinion" else (*facts().zoons, *facts().trumps)


@cache
def tongues(id: str) -> tuple[str, ...]:
    """The languages in which its cards bear names of their own: of those that name all of them alike the first."""
    game, codes = all_games()[id], dict[tuple[str, ...], str]()
    setup = checked(game, Setup(game.seats[0]))
    for code in OWN_NAMES:
        speak(language(code))
        pieces = signed_pieces(game, setup, [Piece("card", label, 0, 0) for label in known(id)])
        codes.setdefault(tuple(piece.name for piece in pieces), code)
    return tuple(codes.values())


def signs(piece: Piece, large: float = 1.0) -> tuple[Any, ...]:
    """What stands on a card, in its own units."""
    _body, above = thing_parts(piece, (0.0, 0.0), 1.0, large)
    return above.marks[0].drawing.marks if above.marks else ()


def labels(piece: Piece, large: float = 1.0) -> list[Label]:
    return [mark for mark in signs(piece, large) if isinstance(mark, Label)]


def grounds(piece: Piece) -> list[Block]:
    return [mark for mark in signs(piece) if isinstance(mark, Block)]


@pytest.mark.parametrize("name", sorted({zoon.name for zoon in facts().zoons.values()}))
def test_every_zoon_is_named_in_type_that_can_be_read(window: Any, name: str) -> None:
    from ui.widgets.text import letters

    _figure, shown = labels(card(name))
    assert shown.words == name and shown.size_mm >= LEAST * CAPITAL - 0.01
    assert shown.fit <= CARD + 2
    wide = letters(name, round(10 * shown.size_mm / CAPITAL)).width / 10
    assert SQUEEZED * wide <= shown.fit, "letters that are drawn too narrow are not read"


def test_a_card_too_small_for_its_name_bears_its_figure_alone() -> None:
    found = labels(card("Rifornimento", "4", width_mm=18.0, height_mm=27.0))
    assert [label.words for label in found] == ["4"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Piano superiore", ("Piano", "superiore")),
        ("Molti + Zombi", ("Molti", "+ Zombi")),
        ("Fucile a pompa", ("Fucile", "a pompa")),
        ("Esca", ("Esca",)),
    ],
)
def test_a_long_name_on_a_narrow_card_stands_in_two_lines(name: str, shown: tuple[str, ...]) -> None:
    found = fitted(name, NARROW[0] + 2, NARROW[1] * 0.34, 1.0, 1.0, NARROW[1] * NAMED)
    assert found is not None and found[0] == shown and found[1] >= LEAST


def test_every_card_of_the_piles_is_named() -> None:
    for one in cards().values():
        for wide, high in (NARROW, NARROW[::-1]):
            figure, *lines = labels(card(one.name, "4", width_mm=wide, height_mm=high))
            assert figure.words == "4" and lines and lines[0].words[0] == one.name[0]


@pytest.mark.parametrize(
    "size", [(64.0, 64.0), (58.0, 58.0), (55.0, 55.0), NARROW, NARROW[::-1], (40.0, 60.0)]
)
@pytest.mark.parametrize("figure", ["", "7"])
def test_no_name_on_board_or_rail_is_cut(size: tuple[float, float], figure: str) -> None:
    for id, code in ((game, code) for game in OF_CARDS for code in tongues(game)):
        speak(language(code))
        game = all_games()[id]
        setup = checked(game, Setup(game.seats[0]))
        pieces = [Piece("card", label, 0, 0, width_mm=size[0], height_mm=size[1]) for label in known(id)]
        for piece in signed_pieces(game, setup, pieces):
            lines = labels(replace(piece, figure=figure, corners=()))[bool(figure) :]
            assert " ".join(line.words for line in lines) == piece.name


@pytest.mark.parametrize(
    "size", [*((side, side) for side in (40.0, 48.0, 54.0, 57.0, 64.0, 70.0)), NARROW, NARROW[::-1]]
)
@pytest.mark.parametrize("large", [1.0, 1.6])
def test_no_name_on_board_or_rail_lies_under_its_seat_s_shape(
    size: tuple[float, float], large: float
) -> None:
    for id, code in ((game, code) for game in OF_CARDS for code in tongues(game)):
        speak(language(code))
        game = all_games()[id]
        setup = checked(game, Setup(game.seats[0]))
        pieces = [
            Piece("card", label, 0, 0, width_mm=size[0], height_mm=size[1], seat=1) for label in known(id)
        ]
        for piece in signed_pieces(game, setup, pieces):
            found = signs(piece, large)
            shape, lines = found[-2], [mark for mark in found if isinstance(mark, Label)]
            assert isinstance(shape, Block) and lines
            for line in lines:
                half = min(line.fit, wide_of(line.words) * line.size_mm / CAPITAL) / 2
                beside = line.x - half >= shape.x + shape.w - 0.1 or line.x + half <= shape.x + 0.1
                apart = line.y - line.size_mm >= shape.y + shape.h - 0.1 or line.y <= shape.y + 0.1
                assert beside or apart, piece.name


def test_with_larger_type_no_name_is_smaller_and_none_is_left_out() -> None:
    for zoon in facts().zoons.values():
        (_f, usual), (_figure, large) = labels(card(zoon.name)), labels(card(zoon.name), 1.6)
        assert large.size_mm >= usual.size_mm and large.fit <= CARD + 2
    assert labels(card("Fo", ""), 1.6)[0].size_mm > 1.5 * labels(card("Fo", ""))[0].size_mm


@pytest.mark.parametrize("figure", ["0", "7", "12", "2★", "10★", "★★", "4×"])
def test_a_figure_is_large_and_lies_beside_the_penny(figure: str) -> None:
    plate, shown = grounds(card(figure=figure))[0], labels(card(figure=figure))[0]
    assert plate.x >= -0.01 and plate.x + plate.w <= CARD - CARD * PENNY + 0.01
    assert shown.size_mm / CAPITAL >= 26


def test_corners_stand_where_they_are_printed_as_the_card_lies() -> None:
    def places(angle: float) -> dict[str, tuple[bool, bool]]:
        found = labels(card("", "", corners=("1", "2", "3", "4"), angle=angle))
        return {label.words: (label.x > CARD / 2, label.y < CARD / 2) for label in found}

    near_left, near_right, far_right, far_left = (False, False), (True, False), (True, True), (False, True)
    assert places(0) == {"1": near_left, "2": near_right, "3": far_right, "4": far_left}
    assert places(180) == {"3": near_left, "4": near_right, "1": far_right, "2": far_left}
    assert places(90)["1"] == near_right


@pytest.mark.parametrize("face", ["up", "down"])
def test_every_card_says_by_a_shape_whose_it_is(face: Any) -> None:
    def shapes(seat: int | None) -> list[type]:
        return [type(mark) for mark in signs(card("", "", face=face, seat=seat))]

    assert Disc in shapes(0) and Shape in shapes(1) and shapes(None) == []


def test_nothing_is_written_on_a_card_that_lies_face_down() -> None:
    down = Piece("card", "kassin-a", 0, 0, face="down", width_mm=CARD, height_mm=CARD)
    (signed,) = signed_pieces(all_games()["zoon_alternate"], Setup(2), [down])
    assert signs(signed) == () and "kassin" not in str(thing_parts(signed, (0, 0), 1.0)[0].marks[0].drawing)


SQUARES = tuple(Region(f"{c}1", 66.0 * n, 0.0, 66.0, 66.0) for n, c in enumerate("abc"))
FOX = Piece("card", "fox", 33, 33, width_mm=59, height_mm=59, seat=0, name="Fox", figure="3")
BOARD = BoardModel(SQUARES, (0.0, 0.0, 198.0, 66.0), (FOX, replace(FOX, x=99)), arrows=(Arrow(("a1", "b1")),))


def parts(drawing: Drawing, thing: Piece) -> list[int]:
    return [n for n, mark in enumerate(drawing.marks) if isinstance(mark, Part) and mark.thing is thing]


def test_an_arrow_lies_below_the_names_of_cards_and_above_their_pictures() -> None:
    drawing = BOARD.drawn(0.4)
    arrows = [n for n, mark in enumerate(drawing.marks) if isinstance(mark, Shape)]
    for piece in BOARD.pieces:
        body, above = parts(drawing, piece)
        assert body < arrows[0] and arrows[-1] < above


def flat(found: Sequence[Any], x: float = 0.0, y: float = 0.0) -> Iterator[tuple[Any, float, float]]:
    """The marks of a drawing from below, each with how far it is moved."""
    for mark in found:
        if isinstance(mark, Placed):
            yield from flat(mark.drawing.marks, x + mark.x, y + mark.y)
        elif isinstance(mark, Part):
            yield from flat(mark.marks, x, y)
        else:
            yield mark, x, y


Box = tuple[float, float, float, float]
NOWHERE = (1.0, 1.0, 0.0, 0.0)


def spread(mark: Any, x: float, y: float) -> tuple[Box, Box]:
    """The box of a mark that is moved so far, and of a ring what lies free in it."""
    free = NOWHERE
    match mark:
        case Block() | Art():
            left, top, right, low = mark.x, mark.y, mark.x + mark.w, mark.y + mark.h
        case Disc():
            half = mark.size / 2
            left, top, right, low = mark.x - half, mark.y - half, mark.x + half, mark.y + half
        case Label():
            half = min(mark.fit or 1e9, wide_of(mark.words) * mark.size_mm / CAPITAL) / 2
            left, top, right, low = mark.x - half, mark.y - mark.size_mm, mark.x + half, mark.y
        case Shape():
            xs, ys = zip(*(points[-1] for _sign, *points in mark.path if points), strict=True)
            wide = 0.0 if mark.edge is None else mark.edge_mm / 2
            if mark.fill is None:
                free = (min(xs) + wide + x, min(ys) + wide + y, max(xs) - wide + x, max(ys) - wide + y)
            left, top, right, low = min(xs) - wide, min(ys) - wide, max(xs) + wide, max(ys) + wide
    return (left + x, top + y, right + x, low + y), free


def covers(over: tuple[Box, Box], box: Box) -> bool:
    """Whether what is spread so lies on some of a box; of a ring its line alone."""
    (left, top, right, low), free = over
    within = free[0] <= box[0] and free[1] <= box[1] and box[2] <= free[2] and box[3] <= free[3]
    return left < box[2] and box[0] < right and top < box[3] and box[1] < low and not within


@pytest.mark.parametrize("id", OF_CARDS)
@pytest.mark.parametrize("side", [428.0, 340.0, 280.0])
def test_nothing_lies_over_a_name_of_the_board_framed_or_not(id: str, side: float) -> None:
    game = all_games()[id]
    setup = checked(game, Setup(game.seats[0]))
    table, labels = game.table(setup), known(id)
    places = [region.name for region in table.regions if not is_strip(table, region)]
    firsts = range(0, len(labels), len(places))
    for code, first, kind in itertools.product(tongues(id), firsts, (None, *MARK_INKS)):
        speak(language(code))
        lying = {
            name: (Thing("card", label, "up", seat=n % 2), *([] if counted else [Thing("penny", "heads")]))
            for counted in [id == "zombinion"]
            for n, (name, label) in enumerate(zip(places, (labels * 3)[first:], strict=False))
        }
        marks = () if kind is None else [Mark(name, kind, due=n % 2 == 0) for n, name in enumerate(places)]
        shown = signed(game, setup, board(table, lying, marks))
        counts = tuple((name, 10) for name in places if id == "zombinion")
        found = list(flat(replace(shown, counts=counts).drawn(max(shown.window[2:]) / side).marks))
        boxes = [spread(*each) for each in found]
        names = {word for piece in shown.pieces for word in piece.name.split()}
        for n, (line, _x, _y) in enumerate(found):
            if isinstance(line, Label) and names.intersection(line.words.split()):
                left, top, right, low = boxes[n][0]
                box = (left + SLACK, top + SLACK, right - SLACK, low - SLACK)
                over = [m for m in range(n + 1, len(boxes)) if covers(boxes[m], box)]
                assert over == [], (line.words, kind, code, [found[m] for m in over])


@pytest.mark.parametrize("kind", MARK_INKS)
def test_nothing_lies_over_a_name_of_a_board_of_tiles(kind: MarkKind) -> None:
    stands = Standing("a1", "moyen-oiseau", "Moyen Oiseau", "red", 0)
    board = FieldModel(Field(1, 1), tokens=(stands,), marks={"a1": kind})
    found = list(flat(board.drawn(TILE / 55).marks))
    names = [n for n, (mark, *_at) in enumerate(found) if isinstance(mark, Label) and "Oiseau" in mark.words]
    assert names
    for n in names:
        for each in found[n + 1 :]:
            assert not covers(spread(*each), spread(*found[n])[0]), each


def test_what_is_covered_bears_its_name_below_what_covers_it() -> None:
    over = replace(FOX, label="owl", x=40)
    drawing = replace(BOARD, pieces=(FOX, over)).drawn(0.4)
    assert parts(drawing, FOX)[1] < parts(drawing, over)[0]


def test_what_is_drawn_alike_is_one_value() -> None:
    drawing = BOARD.drawn(0.4)
    placed = [mark.marks[0] for mark in drawing.marks if isinstance(mark, Part) and mark.thing is not None]
    first, second = (each for each in placed if isinstance(each, Placed) and each.drawing.name == "fox")
    assert first.drawing is second.drawing


def test_a_mark_bears_its_words_unless_a_card_that_is_to_lie_there_does() -> None:
    def words(pieces: tuple[Piece, ...]) -> list[str]:
        board = replace(BOARD, pieces=pieces, marks=(Mark("c1", "missing", "Owl"),))
        return [mark.words for mark in board.drawn(0.4).marks if isinstance(mark, Label)]

    assert words(()) == ["Owl"] and words((replace(FOX, x=165, faint=True),)) == []


def test_a_region_is_said_with_what_lies_in_it_and_whose_it_is() -> None:
    first = next(mark for mark in BOARD.drawn(0.4, ("Ann", "Ben")).marks if isinstance(mark, Part))
    assert first.name == "a1" and "Fox" in first.words and "Ann" in first.words
