"""The eye from frame to frame: what changed is read, what a hand hides is kept, a bump is noticed."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

import vision.motion.hands
from companion.sight import Scene, Table
from tests.vision.cards.test_cards import CAMERA, back, deck, face
from tests.vision.painted.test_paint import TABLE
from tests.vision.shown import picture
from tests.vision.shown import table as recorded_table
from vision.arrays import Picture
from vision.eye import Eye
from vision.painted.painter import Painter
from vision.painted.tabletop import Hand, Laid, TableTop
from vision.sources.frames import Frame


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(TABLE, [deck("boarix"), deck("warus")], CAMERA, seed=5)


def eye() -> Eye:
    return Eye(TABLE, [deck("boarix"), deck("warus")])


def frame(image: Picture, at: float) -> Frame:
    return Frame(image, at, int(at))


def labels(scene: Scene) -> dict[str, list[str | None]]:
    return {name: [s.label for s in lying if s.kind == "card"] for name, lying in scene.by_region().items()}


LAID = (face("kassin-a", 33.0, 33.0), face("mourse-b", 165.0, 297.0, 180.0, "warus"), back(99.0, 33.0))


def test_a_move_is_seen_and_the_rest_stays(painter: Painter) -> None:
    looker = eye()
    first = looker.read(frame(painter.paint(TableTop(LAID), 1), 0.0))
    assert labels(first.scene) == {"a1": ["kassin-a"], "c5": ["mourse-b"], "b1": [None]}
    moved = (face("kassin-a", 33.0, 99.0, 3.0), *LAID[1:])
    second = looker.read(frame(painter.paint(TableTop(moved), 2), 1.0))
    assert labels(second.scene) == {"a2": ["kassin-a"], "c5": ["mourse-b"], "b1": [None]}
    assert second.mat.found
    assert second.mat.moved_mm == 0.0


def test_stillness_grows_while_nothing_moves(painter: Painter) -> None:
    looker = eye()
    scenes = [looker.read(frame(painter.paint(TableTop(LAID), shot), shot * 0.5)).scene for shot in range(4)]
    assert [scene.still_for for scene in scenes] == pytest.approx([0.0, 0.5, 1.0, 1.5])
    assert scenes[1].sightings == scenes[3].sightings


def test_a_hand_hides_nothing_that_was_known(painter: Painter) -> None:
    looker = eye()
    before = looker.read(frame(painter.paint(TableTop(LAID), 1), 0.0)).scene
    during = looker.read(frame(painter.paint(TableTop(LAID[:2], Hand(99.0, 40.0)), 2), 1.0)).scene
    assert during.hand
    assert "b1" in during.covered
    assert during.sightings == before.sightings
    after = looker.read(frame(painter.paint(TableTop(LAID[:2]), 3), 2.0)).scene
    assert not after.hand
    assert not after.covered
    assert set(labels(after)) == {"a1", "c5"}


def test_a_hand_that_may_be_a_card_hides_nothing_either(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lies within the playing area, as a card just laid would."""
    looker = eye()
    before = looker.read(frame(painter.paint(TableTop(LAID), 1), 0.0)).scene
    fingers = np.zeros((48, 80), np.bool_)
    fingers[20:28, 36:44] = True
    hand = vision.motion.hands.HandsInView(fingers, (1920.0, 1080.0))
    monkeypatch.setattr("vision.motion.glimpse.find_hand", lambda _image, **_known: hand)
    during = looker.read(frame(painter.paint(TableTop(LAID[:2]), 2), 1.0)).scene
    assert during.hand and during.sightings == before.sightings


def test_where_nothing_changed_only_the_small_picture_is_looked_at(painter: Painter) -> None:
    looker = eye()
    first = looker.read(frame(painter.paint(TableTop(LAID), 1), 0.0)).ms
    again = looker.read(frame(painter.paint(TableTop(LAID), 2), 1.0)).ms
    assert {"small", "mat", "cards", "pieces"} <= set(first)
    assert "small" in again and {"hand", "mat", "cards", "pieces"}.isdisjoint(again)


def test_what_looks_like_a_hand_and_never_moves_holds_nothing_up(painter: Painter) -> None:
    looker = eye()
    looker.read(frame(painter.paint(TableTop(LAID), 1), 0.0))
    resting = painter.paint(TableTop(LAID, Hand(165.0, 165.0)), 2)
    scenes = [looker.read(frame(resting, at)).scene for at in (1.0, 4.0, 9.5)]
    assert [scene.hand for scene in scenes] == [True, True, False]
    assert labels(scenes[-1]).items() >= {"a1": ["kassin-a"], "c5": ["mourse-b"], "b1": [None]}.items()


def test_what_rests_on_a_known_card_hides_it_for_as_long_as_it_rests(painter: Painter) -> None:
    looker = eye()
    looker.read(frame(painter.paint(TableTop(LAID), 1), 0.0))
    resting = painter.paint(TableTop(LAID, Hand(165.0, 290.0)), 2)
    scenes = [looker.read(frame(resting, at)).scene for at in (1.0, 9.5, 60.0)]
    assert all(scene.hand and "c5" in scene.covered for scene in scenes)
    assert labels(looker.read(frame(painter.paint(TableTop(LAID), 3), 61.0)).scene)["c5"] == ["mourse-b"]


def test_what_is_taken_for_a_hand_and_changes_nothing_holds_up_two_seconds(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wet streak on the table: nothing else is seen than before."""
    looker = eye()
    before = looker.read(frame(painter.paint(TableTop(LAID), 1), 0.0)).scene
    streak = np.zeros((48, 80), np.bool_)
    streak[18:36, 30:37] = True
    hand = vision.motion.hands.HandsInView(streak, (1920.0, 1080.0))
    monkeypatch.setattr("vision.motion.glimpse.find_hand", lambda _image, **_known: hand)
    wet = painter.paint(TableTop(LAID), 2)
    wet[500:506, 730:870] = 30
    scenes = [looker.read(frame(wet, at)).scene for at in (1.0, 2.5, 3.5)]
    assert [scene.hand for scene in scenes] == [True, True, False]
    assert [one.label for one in scenes[-1].sightings] == [one.label for one in before.sightings]


def test_a_card_held_still_over_the_table_is_not_laid(painter: Painter) -> None:
    looker = eye()
    looker.read(frame(painter.paint(TableTop(LAID), 1), 0.0))
    held = (*LAID, face("kassin-b", 250.0, 196.0))
    resting = painter.paint(TableTop(held, Hand(250.0, 180.0)), 2)
    scenes = [looker.read(frame(resting, at)).scene for at in (1.0, 2.5, 3.5, 5.0)]
    assert all(scene.hand and len(scene.sightings) == len(LAID) for scene in scenes)


def test_a_penny_lies_in_the_region_of_its_card(painter: Painter) -> None:
    things = (face("kassin-a", 72.0, 33.0), Laid("penny", "heads", 58.0, 36.0))
    scene = eye().read(frame(painter.paint(TableTop(things)), 0.0)).scene
    regions = {sighting.kind: sighting.region for sighting in scene.sightings}
    assert regions == {"card": "b1", "penny": "b1"}


def test_the_way_a_frame_came_does_not_matter() -> None:
    decks = [deck("boarix"), deck("warus")]
    table = replace(recorded_table(), kinds=("card",))
    in_order = Eye(table, decks)
    for number, name in enumerate(("003.jpg", "004.jpg", "006.jpg", "007.jpg")):
        followed = in_order.read(frame(picture(name), float(number))).scene
        alone = Eye(table, decks).read(frame(picture(name), 0.0)).scene
        assert labels(followed) == labels(alone)


def test_a_bump_is_told_and_the_table_read_anew() -> None:
    decks = [deck("boarix"), deck("warus")]
    looker = eye()
    looker.read(frame(Painter(TABLE, decks, CAMERA).paint(TableTop(LAID)), 0.0))
    shaken = CAMERA.bumped((5.0, 0.0, 0.0), roll_deg=2.0)
    after = looker.read(frame(Painter(TABLE, decks, shaken).paint(TableTop(LAID)), 1.0))
    assert after.mat.moved_mm > 4.0
    assert labels(after.scene) == {"a1": ["kassin-a"], "c5": ["mourse-b"], "b1": [None]}


def test_the_light_is_judged_in_every_picture_that_is_read() -> None:
    """Cards laid where the picture burns out cannot be read: that is said at once, or nobody would know why."""
    looker = Eye(recorded_table(), [deck("boarix"), deck("warus")])
    bright = [np.clip(picture(f"00{n}.jpg") * 1.45, 0, 255).astype(np.uint8) for n in (1, 2, 3)]
    readings = [looker.read(frame(image, float(at))) for at, image in enumerate(bright)]
    assert [reading.light.ok for reading in readings] == [True, False, False]


SMALLER, LARGER = (1280, 720), (2560, 1440)
SIZES = {
    "smaller": lambda picture: cv2.resize(picture, SMALLER, interpolation=cv2.INTER_AREA),
    "larger": lambda picture: cv2.resize(picture, LARGER, interpolation=cv2.INTER_CUBIC),
    "upright": np.rot90,
    "upside down": lambda picture: np.rot90(picture, 2),
    "with another small one": lambda picture: picture,
}
"""A camera that comes back may give pictures of another size, and a camera that was hung anew turned ones."""


@pytest.mark.parametrize("how", SIZES)
def test_what_changes_is_read_where_it_lies_in_pictures_of_another_size(painter: Painter, how: str) -> None:
    looker, shown = eye(), SIZES[how]
    looker.read(frame(painter.paint(TableTop(LAID), 1), 0.0))
    image = np.ascontiguousarray(shown(painter.paint(TableTop(LAID), 2)))
    small = cv2.resize(image, (512, 288)) if how.startswith("with") else None
    same = looker.read(replace(frame(image, 1.0), small=small))
    assert labels(same.scene) == {"a1": ["kassin-a"], "c5": ["mourse-b"], "b1": [None]}
    moved = (face("kassin-a", 33.0, 99.0, 3.0), *LAID[1:])
    for at, later in (
        (2.0, shown(painter.paint(TableTop(moved), 3))),
        (3.0, painter.paint(TableTop(LAID))),
    ):
        scene = looker.read(frame(np.ascontiguousarray(later), at)).scene
        place = "a2" if at == 2.0 else "a1"
        assert labels(scene) == {place: ["kassin-a"], "c5": ["mourse-b"], "b1": [None]}


def test_under_a_hand_nothing_is_told_in_px_of_another_picture_size(painter: Painter) -> None:
    looker = eye()
    before = looker.read(frame(painter.paint(TableTop(LAID), 1), 0.0))
    held = SIZES["smaller"](painter.paint(TableTop(LAID[:2], Hand(99.0, 40.0)), 2))
    during = looker.read(frame(held, 1.0))
    fresh = eye().read(frame(held, 1.0)).mat.image_to_table
    assert during.scene.hand and during.mat.found
    assert during.mat.image_to_table is not None and fresh is not None
    assert np.allclose(during.mat.image_to_table, fresh, rtol=1e-3)
    assert labels(during.scene) == labels(before.scene)
    assert all(one.corners_px is None for one in during.scene.sightings)
    after = looker.read(frame(SIZES["smaller"](painter.paint(TableTop(LAID[:2]), 3)), 2.0))
    assert set(labels(after.scene)) == {"a1", "c5"} and after.mat.image_to_table is not None


def test_a_lost_mat_is_told_in_words(painter: Painter) -> None:
    looker = eye()
    looker.read(frame(painter.paint(TableTop(LAID)), 0.0))
    dark = looker.read(frame(np.zeros((1080, 1920, 3), np.uint8), 1.0))
    assert not dark.mat.found
    assert dark.mat.why is not None
    assert "corner tag" in dark.mat.why
    assert looker.read(frame(painter.paint(TableTop(LAID)), 2.0)).mat.found


def test_a_picture_that_was_not_sent_whole_changes_nothing_and_is_told(painter: Painter) -> None:
    looker = eye()
    whole = painter.paint(TableTop(LAID))
    before = looker.read(frame(whole, 0.0))
    for at, colour in ((1.0, (0, 0, 0)), (2.0, (0, 135, 0))):
        broken = looker.read(frame(np.full_like(whole, colour), at))
        assert not broken.mat.found and broken.mat.why and broken.scene.still_for == 0.0
    after = looker.read(frame(whole, 3.0))
    assert after.mat.found and after.scene.still_for == 3.0
    assert labels(after.scene) == labels(before.scene)


def test_without_a_mat_cards_are_read_in_pixels(painter: Painter) -> None:
    table = Table(396.0, 396.0, None, kinds=("card",))
    reading = Eye(table, [deck("boarix"), deck("warus")]).read(frame(painter.paint(TableTop(LAID)), 0.0))
    assert not reading.mat.found
    found = {sighting.label: sighting for sighting in reading.scene.sightings if sighting.label}
    assert set(found) <= {"kassin-a", "mourse-b"}
    assert "kassin-a" in found
    assert found["kassin-a"].region is None
    assert found["kassin-a"].x is None
    assert found["kassin-a"].corners_px is not None


def test_ms_are_told_for_each_part(painter: Painter) -> None:
    ms = eye().read(frame(painter.paint(TableTop(LAID)), 0.0)).ms
    assert {"mat", "cards", "total"} <= set(ms)
    assert ms["total"] >= ms["cards"]


def test_what_burns_out_in_glare_is_covered_and_not_gone(painter: Painter) -> None:
    """A lamp's white spot on an empty square, where a card may lie now and nobody would see it."""
    looker = eye()
    image = painter.paint(TableTop(LAID), 1)
    first = looker.read(frame(image, 0.0))
    assert first.scene.covered == frozenset() and first.light.ok
    assert looker.plane is not None
    x, y = looker.plane.to_px(np.array([(264.0, 231.0)]))[0]
    rows, columns = np.mgrid[0 : image.shape[0], 0 : image.shape[1]]
    spot = 700 * np.exp(-(((columns - x) ** 2 + (rows - y) ** 2) / 50**2))[..., None]
    burnt = np.clip(image + spot, 0, 255).astype(np.uint8)
    looker.forget()
    glared = looker.read(frame(burnt, 60.0))
    assert glared.scene.covered == {"e4"}
    assert not glared.light.ok
    assert labels(glared.scene) == labels(first.scene)
