"""What is printed of Zombinion can be played with: words, figures, letters, places; the eye's pictures are of it."""

import re
from collections.abc import Iterator
from functools import cache
from math import cos, pi, sin
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.game import Setup
from companion.games.zombinion.cards import EFFECTS, FIGURES, cards, effect
from companion.games.zombinion.table import table
from companion.language import speak, spoken
from companion.rulebook import rule
from tests.ui.games.zombinion.printed_pictures import keep_pictures
from tests.ui.printing.contrast import faint_words, low_words
from tests.vision.printed.overlaps import overlaps
from ui.games.zombinion.printed import (
    copies,
    dividers,
    faces,
    player_mats,
    reference,
    supply_mat,
    table_mat,
)
from ui.languages import OWN_NAMES, language
from vision.faces.zombinion.card import INNER, RIM, CardText, draw_back, draw_card
from vision.faces.zombinion.mats import INSET
from vision.printed.marks import Drawing, Label, Placed, Shape
from vision.sources.pictures import read_picture
from vision.workshop.outlines import extent

KEPT = Path(__file__).parents[4] / "companion/games/zombinion/faces/zombinion/printed"
SETUP = Setup(3)


@pytest.fixture(params=OWN_NAMES)
def spoken_here(request: pytest.FixtureRequest) -> Iterator[str]:
    before = spoken()
    speak(language(request.param))
    yield request.param
    speak(before)


@cache
def in_hand(_code: str) -> tuple[Drawing, ...]:
    return (*faces(SETUP).values(), draw_back(), *dividers(SETUP).values(), *reference())


@cache
def on_table(_code: str) -> tuple[Drawing, ...]:
    return (supply_mat(SETUP), *player_mats(SETUP), table_mat(SETUP))


def labels(drawing: Drawing) -> Iterator[Label]:
    """Every label in it."""
    for mark in drawing.marks:
        if isinstance(mark, Label):
            yield mark
        elif isinstance(mark, Placed):
            yield from labels(mark.drawing)


def test_every_card_has_words_of_its_rule() -> None:
    known = cards()
    assert set(EFFECTS) == set(known)
    for card in known:
        assert known[card].name.split()[0] in rule("zombinion", f"zb-{card}").words


def test_the_figures_in_the_words_are_those_of_the_facts(spoken_here: str) -> None:
    """All of them, and no others; a figure of 1 in a sentence may be said as a word."""
    for card in cards().values():
        told = set(re.findall(r"−?\d+", effect(card)))
        wanted = {str(getattr(card, name)).replace("-", "−") for name in FIGURES if getattr(card, name)}
        if card.id == "ricognizione":
            wanted.discard(str(card.limit))
            wanted.add("1")
        assert told == wanted, f"{card.id} in {spoken_here}"


def test_what_an_owner_corrects_is_printed() -> None:
    drawn = faces(Setup(2, facts=(("radio.limit", 4), ("radio.cost", 3), ("radio.name", "Ricetrasmittente"))))
    words = [label.words for label in labels(drawn["radio"])]
    assert words.count("3") == 2 and "Ricetrasmittente" in words
    assert "4" in re.findall(r"\d+", " ".join(words)) and "5" not in words


def test_no_word_and_no_sign_is_covered_or_cut_off(spoken_here: str) -> None:
    assert [
        fault for drawing in in_hand(spoken_here) + on_table(spoken_here) for fault in overlaps(drawing)
    ] == []


def test_letters_are_large_enough(spoken_here: str) -> None:
    for drawing in in_hand(spoken_here) + on_table(spoken_here):
        assert low_words(drawing) == ()


def test_words_stand_out_from_what_lies_beneath() -> None:
    some = in_hand("en")[:33] + in_hand("en")[33::5]
    for drawing in (*some, *on_table("en")[:1]):
        assert faint_words(drawing) == ()


def test_a_card_looks_the_same_in_every_language_but_for_its_words() -> None:
    before, seen = spoken(), []
    for code in OWN_NAMES:
        speak(language(code))
        seen.append(
            {
                label: [one for one in face.marks if isinstance(one, Shape)]
                for label, face in faces(SETUP).items()
            }
        )
    speak(before)
    assert all(one == seen[0] for one in seen)


@pytest.mark.parametrize("lines", [1, 3, 7])
def test_a_picture_fills_the_room_that_the_words_leave(lines: int) -> None:
    text = CardText(
        id="esca", name="Esca", gloss="", cost=2, types=("action",), type_words="", effect="x", gifts=(), lines=lines
    )  # fmt: skip
    scene = next(
        mark for mark in draw_card(text).marks if isinstance(mark, Placed) and mark.drawing.name == "esca"
    )
    assert scene.within is not None
    left, top, right, low = extent(scene.within)
    assert scene.x + left * scene.scale == pytest.approx(RIM)
    assert (right - left) * scene.scale == pytest.approx(INNER) and top == 0
    assert left >= -1e-6 and right <= scene.drawing.width_mm + 1e-6 and low <= scene.drawing.height_mm + 1e-6


@pytest.mark.parametrize(
    ("seats", "zombi", "victory", "curses"), [(2, 14, 8, 10), (3, 21, 12, 20), (4, 24, 12, 30)]
)
def test_there_are_as_many_cards_as_the_rules_say(seats: int, zombi: int, victory: int, curses: int) -> None:
    found = copies(Setup(seats))
    assert (found["zombi"], found["molti-zombi"], found["infezione"]) == (zombi, victory, curses)
    assert (found["pallottola"], found["proiettili"], found["caricatore"]) == (60, 40, 30)
    assert len(found) == 17 and found["barricata"] == 10
    every = copies(Setup(seats), every=True)
    assert set(every) == set(cards()) and every["survivors"] == victory
    own = Setup(seats, options=(("set", "vita-o-morte"),))
    assert "survivors" in copies(own) and "barricata" not in copies(own)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_mats_lie_as_the_table_of_the_referee_does(seats: int) -> None:
    """Each region has one place drawn, and no place is drawn besides."""
    on, mat = table(Setup(seats)), table_mat(Setup(seats))
    edge = (mat.width_mm - on.width_mm) / 2
    wanted = {
        tuple(
            round(value, 3)
            for value in (
                edge + region.x + INSET,
                edge + on.height_mm - region.y - region.h + INSET,
                edge + region.x + region.w - INSET,
                edge + on.height_mm - region.y - INSET,
            )
        )
        for region in on.regions
    }
    assert {box for mark in mat.marks if isinstance(mark, Placed) for box in _places(mark)} == wanted


def _places(mark: Placed) -> Iterator[tuple[float, ...]]:
    """The outlines of a mat's places as they lie in the whole."""
    c, s = round(cos(mark.turn * pi / 180)), round(sin(mark.turn * pi / 180))
    mx, my = mark.drawing.width_mm / 2, mark.drawing.height_mm / 2
    for shape in mark.drawing.marks:
        if isinstance(shape, Shape) and shape.edge_mm == 0.4 and shape.edge is not None and shape.closed:
            left, top, right, low = extent(shape.path)
            corners = [(x - mx, y - my) for x in (left, right) for y in (top, low)]
            across = [mark.x + mx + c * x - s * y for x, y in corners]
            down = [mark.y + my + s * x + c * y for x, y in corners]
            yield tuple(round(value, 3) for value in (min(across), min(down), max(across), max(down)))


def test_the_pictures_that_are_kept_are_what_is_drawn(tmp_path: Path) -> None:
    assert {path.stem for path in KEPT.glob("*.png")} == {*cards(), "back"}
    some = ("radio", "molti-zombi", "copertura", "back")
    keep_pictures(tmp_path, some)
    for label in some:
        one, other = (read_picture(folder / f"{label}.png").astype(np.float32) for folder in (KEPT, tmp_path))
        # Other releases of what paints a page may smooth its edges a little otherwise.
        assert one.shape == other.shape and np.abs(one - other).mean() < 2.0, label


def test_faces_differ_in_lightness_too() -> None:
    """No two of them have the same greys at the same places: at 16 samples a side, without colour."""
    greys = {
        path.stem: cv2.resize(cv2.cvtColor(read_picture(path), cv2.COLOR_BGR2GRAY), (16, 16)).astype(
            np.float32
        )
        for path in KEPT.glob("*.png")
    }
    names = sorted(greys)
    for n, one in enumerate(names):
        for other in names[n + 1 :]:
            assert np.abs(greys[one] - greys[other]).mean() > 12, (one, other)
