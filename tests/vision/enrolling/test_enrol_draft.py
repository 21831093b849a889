"""A draft of a deck: what was taken is kept at once, and goes on after an abort."""

from pathlib import Path

import pytest

from tests.vision.decks.test_decks import drawn
from vision.decks.deck import CardSize, EnrolFault
from vision.enrolling.folder import Draft


def test_a_draft_goes_on_after_an_abort_and_becomes_a_deck(tmp_path: Path) -> None:
    first = Draft(tmp_path / "draft")
    assert first.add((drawn(1),)).label == "01"
    assert first.add((drawn(2),), "hen").taken
    twice = first.add((drawn(1),))
    assert not twice.taken and twice.like is not None and twice.like[0] == "01"
    assert "taken twice" in twice.why
    assert not first.add((drawn(5),), "hen").taken
    (tmp_path / "draft" / ".0009.png").write_bytes(b"half a card")
    again = Draft(tmp_path / "draft")
    assert [card.label for card in again.cards] == ["01", "hen"]
    again.rename(1, "fox")
    with pytest.raises(EnrolFault, match="taken already"):
        again.rename(1, "hen")
    assert again.add((drawn(6),), "owl").taken
    again.drop(3)
    with pytest.raises(EnrolFault, match="expected a picture of the back"):
        again.finish(tmp_path / "deck")
    assert again.add((drawn(3),), "back").taken
    deck, alike = again.finish(tmp_path / "deck", CardSize(60.0, 60.0))
    assert deck.labels == ("fox", "hen") and alike == () and not (tmp_path / "draft").exists()


def test_a_card_that_could_not_be_written_whole_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    draft = Draft(tmp_path / "draft")
    monkeypatch.setattr("vision.decks.deck.os.fsync", full)
    with pytest.raises(EnrolFault, match="No space left"):
        draft.add((drawn(1),), "fox")
    assert Draft(tmp_path / "draft").cards == ()
