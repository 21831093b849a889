"""What the page of a deck being learnt offers: a card is taken out again only where one was taken, and so on."""

import numpy as np
import pytest

from tests.situations.enrolling import begin_by_hand
from ui.box.eyes import disc_decks
from ui.pages.enrol_page import Enrolling, EnrolPage
from vision.sources.frames import FrameSource


class NoFrames:
    """A camera that shows nothing yet."""

    trouble, ended = None, False

    def newest(self) -> None:
        return None

    def close(self) -> None:
        """There is nothing to let go of."""


def no_frames(_taking: Enrolling) -> FrameSource:
    return NoFrames()  # type: ignore[return-value]


@pytest.mark.parametrize(("name", "enough"), [("my-deck", 2), ("zones-tokens", 1)])
def test_undo_wants_one_taken_and_a_deck_of_cards_wants_two_to_be_finished(name: str, enough: int) -> None:
    side = EnrolPage(None, no_frames, disc_decks())
    begin_by_hand(side, name, no_frames)
    assert side.taking is not None
    rng = np.random.default_rng(1)
    for taken in range(4):
        tools = {tool.words: tool.enabled for tool in side.model().tools}
        assert tools == {"Leave": True, "Undo last": taken > 0, "Finish": taken >= enough}
        assert side.taking.add((rng.integers(0, 255, (240, 240, 3), np.uint8),)).taken
    side.left()
