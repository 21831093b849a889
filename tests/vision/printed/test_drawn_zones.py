"""What is printed of ZoneS: nothing is covered, and words are large and dark enough, in every language."""

import pytest

from companion.game import Setup, checked
from companion.games import all_games
from companion.language import ENGLISH, speak
from tests.ui.printing.contrast import faint_words, low_words
from tests.vision.printed.overlaps import overlaps
from ui.games.zones.printed import roster_cards, screen_drawings, tile_cards, token_cards
from ui.languages import language
from ui.printing.sheets import room
from vision.faces.zones.parts import HIGH_MM, WIDE_MM, draw_roster
from vision.printed.card_sheets import draw_card_sheets
from vision.printed.marks import Drawing

SETUP = checked(all_games()["zones"], Setup(2))


def every_drawing() -> list[Drawing]:
    cards = [*tile_cards(SETUP), *token_cards(SETUP), *roster_cards(SETUP)]
    sides = [side for card in cards for side in (card.face, card.back) if side is not None]
    return [*sides, *screen_drawings(SETUP, room("a4"))]


LANGUAGES = ("en", "de", "fr", "it")


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_nothing_is_covered_and_all_words_can_be_read(spoken: str) -> None:
    """What lies beneath the words is the same in every language: looked at in one for each drawing."""
    speak(language(spoken))
    try:
        drawings = every_drawing()
    finally:
        speak(ENGLISH)
    for drawing in drawings:
        assert overlaps(drawing) == low_words(drawing) == ()
    for drawing in drawings[LANGUAGES.index(spoken) :: len(LANGUAGES)]:
        assert faint_words(drawing) == ()


def test_four_roster_cards_fit_on_a_sheet_and_none_runs_over_its_edge() -> None:
    words = ("Cost", "Movement", "Special", "Preferred", "Difficult", "Restricted")
    drawn = draw_roster(
        words, name="A Name of Uncommon Length", kind="fortification", cost="12", special="word " * 24,
        note="long " * 12, directions=tuple(range(8)),
    )  # fmt: skip
    assert (drawn.width_mm, drawn.height_mm) == (WIDE_MM, HIGH_MM)
    assert overlaps(drawn) == ()
    assert len(draw_card_sheets([(drawn, None)] * 4, *room("a4"))) == 1


@pytest.mark.parametrize("board", ["6x6", "9x4", "5x6"])
def test_there_is_a_screen_for_every_board(board: str) -> None:
    setup = checked(all_games()["zones"], Setup(2, options=(("board", board),)))
    (screen,) = screen_drawings(setup, room("a4"))
    assert screen.width_mm == 50 * int(board[0]) + 40
    assert overlaps(screen) == ()
