"""What is printed of ZoneS: nothing is covered, and words are large and dark enough, in every language."""

import pytest

from companion.game import Setup, checked
from companion.games import all_games
from companion.language import ENGLISH, speak
from tests.vision.printed.labels import labels
from ui.games.zones.printed import roster_cards, screen_drawings, tile_cards, token_cards
from ui.languages import language
from ui.printing.sheets import room
from vision.faces.zones.palette import INK, PAPER, PARCHMENT, WOOD, mixed
from vision.faces.zones.rosters import HIGH_MM, WIDE_MM, RosterCard, RosterWords, draw_roster
from vision.printed.card_sheets import draw_card_sheets
from vision.printed.letters import x_height
from vision.printed.marks import Colour, Drawing
from vision.printed.overlaps import overlaps

SETUP = checked(all_games()["zones"], Setup(2))


def every_drawing() -> list[Drawing]:
    cards = [*tile_cards(SETUP), *token_cards(SETUP), *roster_cards(SETUP)]
    sides = [side for card in cards for side in (card.face, card.back) if side is not None]
    return [*sides, *screen_drawings(SETUP, room("a4"))]


@pytest.mark.parametrize("spoken", ["en", "de", "fr", "it"])
def test_nothing_is_covered_and_all_words_are_large_enough(spoken: str) -> None:
    speak(language(spoken))
    try:
        drawings = every_drawing()
    finally:
        speak(ENGLISH)
    for drawing in drawings:
        assert overlaps(drawing) == ()
        for label in labels(drawing):
            assert x_height(label.font, label.size_mm) >= 2.17 or label.words.isdecimal(), label


def test_words_stand_out_from_what_they_are_printed_on() -> None:
    for ink, ground in (
        (INK, PARCHMENT),
        (mixed(WOOD, INK, 0.3), PARCHMENT),
        (PAPER, WOOD),
        (INK, (226, 191, 126)),
    ):
        assert contrast(ink, ground) >= 4.5


def contrast(one: Colour, other: Colour) -> float:
    """The ratio of luminances of WCAG 2.1."""

    def luminance(colour: Colour) -> float:
        parts = [
            v / 255 / 12.92 if v / 255 <= 0.03928 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return light / dark


def test_four_roster_cards_fit_on_a_sheet_and_none_runs_over_its_edge() -> None:
    words = RosterWords(cost="Cost", movement="Movement", special="Special", preferred="Preferred",
                        difficult="Difficult", restricted="Restricted")  # fmt: skip
    card = RosterCard(name="A Name of Uncommon Length", kind="fortification", cost="12", special="word " * 24,
                      note="long " * 12, directions=tuple(range(8)))  # fmt: skip
    drawn = draw_roster(card, words)
    assert (drawn.width_mm, drawn.height_mm) == (WIDE_MM, HIGH_MM)
    assert overlaps(drawn) == ()
    assert len(draw_card_sheets([(drawn, None)] * 4, *room("a4"))) == 1
