"""Where enough is left unexplained for a card to be looked for at any angle."""

import numpy as np

from tests.vision.painted.test_paint import TABLE
from vision.arrays import Picture
from vision.cards.finding import CardSearch, Proposed, _may_be_new, find_lying
from vision.cards.fitting import Lying, Pose, Sheet
from vision.decks.references import Reference, References

GROUP = References(60.0, 60.0, (Reference("deck", None, np.full((60, 60, 3), 90, np.uint8)),))


def asked(*patches: tuple[int, int, int, int]) -> list[Picture]:
    """What a search at any angle is asked about on a bare sheet on which patches (rows, columns) are busy."""
    restless = np.zeros((400, 400), np.uint8)
    for top, bottom, left, right in patches:
        restless[top:bottom, left:right] = 255
    bare = np.full((400, 400, 3), 80, np.uint8)
    asked_about: list[Picture] = []

    def elsewhere(left: Picture) -> tuple[Proposed, ...]:
        asked_about.append(left)
        return ()

    sheet = Sheet(0.0, 0.0, bare, bare)
    find_lying(CardSearch(sheet, [GROUP], restless), TABLE, [(0.0, 0.0, 400.0, 400.0)], elsewhere)
    return asked_about


def test_the_middle_of_a_region_is_looked_at_where_something_changed_or_a_card_is_missing() -> None:
    bare = np.full((400, 400, 3), 80, np.uint8)
    lay = Lying(GROUP, 0, Pose(200.0, 200.0, 0.0), 0.9)
    finding = CardSearch(Sheet(0.0, 0.0, bare, bare), [GROUP], bare[..., 0], (), (lay,))
    changed = [(10.0, 10.0, 70.0, 70.0)]
    assert _may_be_new(finding, (300.0, 300.0), None), "anything may have changed"
    assert _may_be_new(finding, (40.0, 40.0), changed) and _may_be_new(finding, (85.0, 40.0), changed)
    assert not _may_be_new(finding, (106.0, 40.0), changed), (
        "a card there would reach to 76 mm, and in its middle"
    )
    assert _may_be_new(finding, (220.0, 200.0), changed)
    finding.take(lay)
    assert not _may_be_new(finding, (220.0, 200.0), changed)


def test_scraps_are_no_card() -> None:
    assert asked() == []
    assert asked((100, 121, 100, 122)) == [], "a penny's worth"
    assert asked((0, 9, 30, 330)) == [], "a strip along the edge of the sheet"


def test_what_may_be_half_a_card_is_looked_at_and_scraps_far_off_are_not() -> None:
    (left,) = asked((100, 130, 100, 160), (300, 320, 300, 320))
    assert (left[100:130, 100:160] == 255).all()
    assert not left[300:320, 300:320].any()


def test_what_shows_of_a_card_in_several_pieces_counts_together() -> None:
    (left,) = asked((100, 118, 100, 118), (100, 118, 138, 156))
    assert left[100:118, 100:118].all() and left[100:118, 138:156].all()
