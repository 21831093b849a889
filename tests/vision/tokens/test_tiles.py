"""Tiles and tokens of ZoneS are read on a whole board and after a move, under several lamps, and never wrongly."""

from dataclasses import replace

import numpy as np
import pytest

from tests.readings import HERE, read_set
from tests.vision.tiles import Tally, board, compare, decks, measure, measure_glare, printed_decks, table
from vision.arrays import box_about
from vision.cards.reader import bare
from vision.eye import Eye
from vision.painted.tabletop import Hand, Laid
from vision.sources.frames import Frame
from vision.tokens.reader import find_tokens, token_decks


def test_a_board_and_a_move_are_read() -> None:
    tally = Tally()
    measure(7, tally)
    assert set(tally.tiles) == set(tally.tokens) == {"right"}, tally.faults
    assert tally.tiles["right"] == 72


@pytest.mark.parametrize("pictures", ["tiles", "tiles-small"])
def test_a_tile_of_fine_waves_under_a_token_is_found(pictures: str) -> None:
    """The fit went astray on the waves and was given up; in a small picture they agreed with no place of the grid."""
    found = read_set(HERE / pictures)
    assert set(found["card"].values()) == set(found["disc"].values()) == {"right"}
    assert len(found["card"]) == 36


def test_tokens_that_glare_burns_out_in_part_are_read_by_what_shows() -> None:
    tally = Tally()
    for seed in (0, 3, 5, 8):
        measure_glare(seed, tally)
    assert tally.tokens["right"] >= 3 and tally.tiles["right"] >= 11, tally.faults
    assert set(tally.tokens) <= {"right", "unsure", "unread", "missed"}, tally.faults


@pytest.mark.parametrize("seed", [0, 2, 8])
def test_tokens_washed_out_by_a_reflection_are_read(seed: int) -> None:
    """It adds to the light of all they show; each alone is read as all of them are."""
    case = board(seed)
    light = (np.arange(256) / 255) ** 2.2
    levels = np.rint(255 * (0.35 * light + 0.65).clip(0, 1) ** (1 / 2.2)).astype(np.uint8)
    washed = levels[case.painter.paint(case.top)]
    seen = washed, case.painter.plane, table(), token_decks(decks())
    found = find_tokens(*seen)
    assert {one.sighting.region: one.sighting.label for one in found} == case.tokens
    for token in found[::2]:
        named = {
            one.sighting.region: one.sighting.label for one in find_tokens(*seen, [box_about(token.covers)])
        }
        assert named.items() <= case.tokens.items() and token.sighting.region in named


def test_what_is_printed_is_read() -> None:
    tally = Tally()
    measure(5, tally, printed_decks(), frames=False)
    assert set(tally.tokens) == {"right"}, tally.faults
    # Glare may burn out what shows of a tile around its token: such a one stays unread, none is read wrongly.
    assert set(tally.tiles) <= {"right", "unread"} and tally.tiles["unread"] <= 1, tally.faults


def test_a_token_that_is_not_enrolled_is_not_named() -> None:
    case = board(3)
    picture = case.painter.paint(case.top)
    tokens = decks()[1]
    for gone in sorted(set(case.tokens.values()))[:3]:
        others = replace(tokens, faces=tuple(face for face in tokens.faces if face.label != gone))
        found = find_tokens(picture, case.painter.plane, table(), [others])
        named = {token.sighting.region for token in found if token.sighting.label is not None}
        assert named == {name for name, label in case.tokens.items() if label != gone}


def test_tokens_are_told_where_they_lie_and_how_turned() -> None:
    case = board(3)
    found = find_tokens(case.painter.paint(case.top), case.painter.plane, table(), token_decks(decks()))
    laid = [thing for thing in case.top.things if thing.kind == "disc"]
    assert len(found) == len(laid)
    for thing in laid:
        off = [np.hypot(*(token.covers.mean(axis=0) - (thing.x, thing.y))) for token in found]
        one = found[int(np.argmin(off))].sighting
        assert min(off) < 1.0
        assert one.angle is not None
        assert abs((one.angle - thing.angle + 180) % 360 - 180) < 6


def test_without_its_tokens_a_picture_shows_no_token() -> None:
    case = board(3)
    picture, plane = case.painter.paint(case.top), case.painter.plane
    found = find_tokens(picture, plane, table(), token_decks(decks()))
    assert found
    without = bare(picture, plane, [token.covers for token in found])
    assert find_tokens(without, plane, table(), token_decks(decks())) == ()
    assert np.array_equal(bare(picture, plane, ()), picture)


def test_a_penny_on_a_tile_is_seen_and_print_is_none() -> None:
    case = board(3)
    field = next(name for name, label in case.tiles.items() if label == "field" and name not in case.tokens)
    x, y = next(region.centre for region in table().regions if region.name == field)
    top = case.top.added(Laid("penny", "tails", x + 6, y - 4, 70.0))
    scene = Eye(table(), decks()).read(Frame(case.painter.paint(top), 0.0, 0)).scene
    pennies = [(one.region, one.label) for one in scene.sightings if one.kind == "penny"]
    assert pennies == [(field, "tails")]


def test_what_a_hand_hides_is_covered_and_stays_as_it_was() -> None:
    case = board(2)
    eye = Eye(table(), decks())
    first = eye.read(Frame(case.painter.paint(case.top, 0), 0.0, 0)).scene
    hand = Hand(150.0, 140.0)
    held = eye.read(Frame(case.painter.paint(case.after.with_hand(hand), 1), 0.5, 1)).scene
    assert held.hand and len(held.covered) >= 6
    assert held.sightings == first.sightings, "while a hand is there nothing is read anew"
    tally = Tally()
    compare(
        eye.read(Frame(case.painter.paint(case.after, 2), 1.0, 2)).scene.by_region(),
        case.tiles, case.moved, tally, "after",
    )  # fmt: skip
    assert set(tally.tiles) == set(tally.tokens) == {"right"}, tally.faults
