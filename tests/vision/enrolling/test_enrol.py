"""A deck is learnt from pictures, and what will not do is said; a deck folder is never half written."""

from pathlib import Path
from threading import Thread
from typing import Any

import cv2
import numpy as np
import pytest

from companion.sight import Table
from tests.vision.decks.test_decks import FACES, drawn, save
from ui.pages.enrol_page import DealtTable
from vision.arrays import Picture
from vision.decks.alike import TAKEN_TWICE_UP_TO, distance
from vision.decks.deck import (
    CardSize,
    Deck,
    DeckFault,
    EnrolFault,
    label_fault,
    load_deck,
    side_by_side,
    write_deck,
)
from vision.enrolling.card_quad import NoCard, straighten
from vision.enrolling.folder import (
    BLURRED_BELOW,
    Draft,
    Shot,
    cards_on_scan,
    combined,
    enrol,
    examine,
    glare,
    sharpness,
    shots_in,
    without_doubles,
)
from vision.enrolling.live import CardWatch, Subject
from vision.painted.painter import Ground, Painter
from vision.painted.standpoint import CameraPose, Lamp
from vision.painted.tabletop import Hand, Laid, TableTop
from vision.sources.frames import SourceFault
from vision.sources.open_source import pictures_in

CLOTH = Table(160.0, 120.0, tags=None)
MAT = Table(396.0, 396.0)
SIZE = CardSize(60.0, 60.0)


@pytest.fixture(scope="module")
def deck() -> Deck:
    return load_deck(FACES / "warus")


def photographer(
    deck: Deck, tilt: float = 5.0, on: Ground = "grey cloth", lamp: Lamp | None = None
) -> Painter:
    pose = CameraPose.over(CLOTH, (1280, 720), tilt_deg=tilt, turned_deg=4.0, nearness=1.5)
    return Painter(CLOTH, [deck], pose, lamp or Lamp(), on=on)


def photo(painter: Painter, deck: Deck, label: str, angle: float = 6.0, *, face_up: bool = True) -> Picture:
    laid = Laid("card", label, 83.0, 57.0, angle, face="up" if face_up else "down", deck=deck.name)
    return painter.paint(TableTop((laid,)))


@pytest.mark.parametrize(
    ("on", "tilt", "angle"),
    [
        ("green cloth", 2.0, 0.0),
        ("grey cloth", 12.0, -12.0),
        ("green cloth", 20.0, 20.0),
        ("grey cloth", 20.0, 20.0),
    ],
)
def test_a_card_on_a_cloth_is_cut_out_and_straightened(
    deck: Deck, on: Ground, tilt: float, angle: float
) -> None:
    painter = photographer(deck, tilt, on)
    for label in deck.labels[:2]:
        taken = photo(painter, deck, label, angle)
        found = straighten(taken, 60.0, 60.0)
        near = {other: distance(deck.face(other), found.cut(taken)) for other in deck.labels}
        assert min(near, key=lambda other: near[other]) == label
        assert near[label] <= 0.3
        assert found.sides_px[0] > 150


def test_the_corners_are_found_where_they_are(deck: Deck) -> None:
    painter = photographer(deck, 12.0)
    found = straighten(photo(painter, deck, deck.labels[0], 10.0), 60.0, 60.0)
    turn = np.radians(10.0)
    corners = np.array([[-30, 30], [30, 30], [30, -30], [-30, -30]]) @ np.array(
        [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]
    ) + (83.0, 57.0)
    assert painter.plane.to_mm(found.quad, 0.3) == pytest.approx(corners, abs=1.6)


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        (np.full((400, 600, 3), 90, np.uint8), "no card was found"),
        (
            np.random.default_rng(1).integers(0, 255, (400, 600, 3), dtype=np.uint8),
            "no card was found|is only",
        ),
    ],
)
def test_where_no_card_lies_none_is_found(picture: Picture, said: str) -> None:
    with pytest.raises(NoCard, match=said):
        straighten(picture)


def test_a_card_of_another_shape_or_too_small_is_refused(deck: Deck) -> None:
    picture = photo(photographer(deck, on="green cloth"), deck, deck.labels[0], 0.0)
    with pytest.raises(NoCard, match=r"a card of 60 × 90 mm was expected"):
        straighten(picture, 60.0, 90.0)
    small = np.asarray(cv2.resize(picture, (320, 180), interpolation=cv2.INTER_AREA), np.uint8)
    with pytest.raises(NoCard, match=r"is only \d\d px wide, at least 80 are needed|no card was found"):
        straighten(small)


def test_a_card_that_lies_across_is_refused() -> None:
    image = np.full((500, 700, 3), 120, np.uint8)
    image[150:350, 200:500] = drawn(3, 300, 200)
    assert straighten(image).sides_px == pytest.approx((300, 200), abs=6)
    with pytest.raises(NoCard, match="lies across"):
        straighten(image, 57.0, 87.0)


def test_sharpness_falls_with_blur_whatever_is_drawn(deck: Deck) -> None:
    for label in deck.labels:
        face = deck.face(label)
        levels = [sharpness(face)]
        levels += [
            sharpness(np.asarray(cv2.GaussianBlur(face, (0, 0), sigma), np.uint8))
            for sigma in (3.0, 6.0, 9.0)
        ]
        assert levels == sorted(levels, reverse=True)
        assert levels[0] > 2.0
        assert levels[3] < BLURRED_BELOW


def test_glare_is_a_patch_and_print_is_not() -> None:
    card = drawn(4)
    assert glare(card) == 0.0
    cv2.circle(card, (100, 100), 50, (255, 255, 255), -1)
    assert glare(card) == pytest.approx(0.19, abs=0.03)
    lines = drawn(4)
    lines[::12] = 255
    assert glare(lines) == 0.0


def test_the_best_of_several_pictures_is_taken(deck: Deck) -> None:
    painter = photographer(deck)
    clear = photo(painter, deck, "jorund")
    blurred = np.asarray(cv2.GaussianBlur(clear, (0, 0), 9.0), np.uint8)
    soft = np.asarray(cv2.GaussianBlur(clear, (0, 0), 1.5), np.uint8)
    nothing = painter.paint(TableTop())
    outcome = examine(Shot("jorund", (blurred, nothing, soft, clear)), SIZE)
    assert outcome.image is not None
    best = straighten(clear, 60.0, 60.0).cut(clear)
    assert outcome.image.shape == best.shape and np.abs(outcome.image.astype(int) - best).mean() < 4.0
    assert sharpness(outcome.image) > 0.9 * sharpness(best)
    assert "blurred" in examine(Shot("jorund", (blurred[240:480, 480:720],)), SIZE, straight=True).why
    assert "no card was found" in examine(Shot("jorund", (nothing,)), SIZE).why
    dazzled = photographer(deck, lamp=Lamp((60.0, 180.0, 500.0), strength=1.3, glare=1.6))
    assert "glares on" in examine(Shot("jorund", (photo(dazzled, deck, "jorund"),)), SIZE).why


def test_a_deck_is_learnt_from_photos_and_reads_as_the_deck_it_is(tmp_path: Path, deck: Deck) -> None:
    painter = photographer(deck, 8.0, "green cloth")
    for label in deck.labels[:3]:
        save(tmp_path / "in" / f"{label}.png", photo(painter, deck, label))
    save(tmp_path / "in" / "back.jpg", photo(painter, deck, deck.labels[0], face_up=False))
    (tmp_path / "in" / "korse-z.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    shots, unread = shots_in(tmp_path / "in")
    assert [outcome.label for outcome in unread] == ["korse-z"]
    result = enrol(tmp_path / "deck", shots, SIZE)
    assert all(outcome.taken for outcome in result.outcomes)
    learnt = load_deck(tmp_path / "deck")
    assert (learnt.name, learnt.labels, learnt.width_mm) == ("deck", deck.labels[:3], 60.0)
    for label in learnt.labels:
        near = {other: distance(deck.face(other), learnt.face(label)) for other in deck.labels}
        assert min(near, key=lambda other: near[other]) == label
    assert [child.name for child in tmp_path.iterdir() if child.name.startswith(".")] == []


def test_flat_scans_are_taken_as_they_are(tmp_path: Path) -> None:
    shots = [
        Shot("fox", (drawn(1, 630, 880),)),
        Shot("owl", (drawn(2, 630, 880),)),
        Shot("back", (drawn(3, 630, 880),)),
    ]
    result = enrol(tmp_path / "deck", shots, name='Ann\'s "best" deck')
    assert result.deck.name == 'Ann\'s "best" deck'
    assert (result.deck.width_mm, result.deck.height_mm) == (63.0, 88.0)
    assert np.array_equal(result.deck.face("fox"), drawn(1, 630, 880))
    assert result.look_alikes == ()


def test_doubles_are_told_and_left_out() -> None:
    shots = [
        Shot("fox", (drawn(1),)),
        Shot("fox-again", (drawn(1),)),
        Shot("fox", (drawn(2),)),
        Shot("hen", (drawn(3),)),
    ]
    outcomes = without_doubles(examine(shot) for shot in shots)
    assert [outcome.taken for outcome in outcomes] == [True, False, False, True]
    assert outcomes[1].why == "it looks the same as fox: taken twice?"
    assert outcomes[2].why == "another picture of that name was taken already"


def test_numbered_pictures_are_of_one_card(tmp_path: Path) -> None:
    for name in ("fox.png", "fox (2).png", "fox#3.png", "hen.png"):
        save(tmp_path / name, drawn(1))
    shots, _ = shots_in(tmp_path)
    assert [(shot.label, len(shot.pictures)) for shot in shots] == [("fox", 3), ("hen", 1)]
    with pytest.raises(EnrolFault, match="expected a folder of pictures"):
        shots_in(tmp_path / "none")
    (tmp_path / "empty").mkdir()
    with pytest.raises(EnrolFault, match="found none"):
        shots_in(tmp_path / "empty")


@pytest.mark.parametrize("ending", ["heic", "HEIF", "tiff", "gif"])
def test_a_picture_of_a_kind_that_is_not_read_is_told(tmp_path: Path, ending: str) -> None:
    save(tmp_path / "fox.png", drawn(1))
    (tmp_path / f"hen.{ending}").write_bytes(b"\0\0\0\x18ftypheic" + bytes(200))
    shots, (unread,) = shots_in(tmp_path)
    assert [shot.label for shot in shots] == ["fox"] and unread.label == "hen" and unread.why is not None
    assert f"hen.{ending}" in unread.why and "expected a whole picture (PNG, JPEG, WebP or BMP)" in unread.why
    with pytest.raises(DeckFault, match=f"hen.{ending}"):
        load_deck(tmp_path)
    pictures = pictures_in(tmp_path)
    with pytest.raises(SourceFault, match=f"hen.{ending}"):
        [pictures.newest() for _n in range(2)]


GOOD = {"fox": drawn(1), "hen": drawn(2), "back": drawn(3)}


def test_a_deck_that_would_be_none_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(EnrolFault, match=r"deck: expected a picture of the back, found none: add back\.png"):
        write_deck(tmp_path / "deck", {"fox": drawn(1)})
    with pytest.raises(EnrolFault, match="expected faces that differ, found fox and hen alike"):
        write_deck(tmp_path / "deck", GOOD | {"hen": drawn(1)})
    with pytest.raises(EnrolFault, match=r"expected at least one face, found none; fox: it is blurred"):
        enrol(tmp_path / "deck", [Shot("fox", (np.full((200, 200, 3), 90, np.uint8),))])
    assert list(tmp_path.iterdir()) == []


def test_an_old_deck_is_kept_unless_it_is_to_go(tmp_path: Path) -> None:
    write_deck(tmp_path / "deck", GOOD)
    with pytest.raises(EnrolFault, match="expected a new folder, found one already there"):
        enrol(tmp_path / "deck", [Shot(label, (image,)) for label, image in GOOD.items()])
    with pytest.raises(EnrolFault, match="expected a new folder, found one already there"):
        write_deck(tmp_path / "deck", GOOD)
    with pytest.raises(EnrolFault, match="expected a picture of the back"):
        write_deck(tmp_path / "deck", {"owl": drawn(5)}, bin=tmp_path / "bin")
    assert load_deck(tmp_path / "deck").labels == ("fox", "hen")
    for label in ("owl", "cat"):
        write_deck(tmp_path / "deck", {label: drawn(5), "back": drawn(3)}, bin=tmp_path / "bin")
    assert load_deck(tmp_path / "deck").labels == ("cat",)
    assert load_deck(tmp_path / "bin" / "deck").labels == ("fox", "hen"), "it can be moved back"
    assert load_deck(tmp_path / "bin" / "deck-2").labels == ("owl",)
    assert sorted(child.name for child in tmp_path.iterdir()) == ["bin", "deck"]


@pytest.mark.parametrize("what", ["thesis", "folder", "link in it", "link", "file", "no deck.toml"])
def test_what_is_no_deck_is_never_replaced(tmp_path: Path, what: str) -> None:
    mine = tmp_path / "mine"
    write_deck(mine, GOOD)
    if what == "thesis":
        (mine / "thesis.txt").write_text("mine")
    elif what == "folder":
        (mine / "years").mkdir()
    elif what == "link in it":
        (mine / "cow.png").symlink_to(mine / "fox.png")
    elif what == "no deck.toml":
        (mine / "deck.toml").unlink()
    else:
        mine.rename(tmp_path / "elsewhere")
        mine.symlink_to(tmp_path / "elsewhere") if what == "link" else mine.write_text("mine")
    before = sorted(str(path) for path in tmp_path.rglob("*"))
    with pytest.raises(EnrolFault, match=r"mine: expected a deck to replace, found .*: it is left as it is"):
        write_deck(mine, GOOD, bin=tmp_path / "bin")
    assert sorted(str(path) for path in tmp_path.rglob("*")) == before


def test_a_draft_that_is_forgotten_takes_nothing_else_along(tmp_path: Path) -> None:
    draft = Draft(tmp_path / "draft")
    draft.add((drawn(1),), "fox")
    (tmp_path / "draft" / "thesis.txt").write_text("mine")
    draft.discard()
    assert [path.name for path in (tmp_path / "draft").iterdir()] == ["thesis.txt"]


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_deck(tmp_path / "deck", GOOD)

    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("vision.decks.deck.os.fsync", full)
    with pytest.raises(EnrolFault, match="found: No space left on device"):
        write_deck(tmp_path / "deck", {"owl": drawn(5), "back": drawn(3)}, bin=tmp_path / "bin")
    monkeypatch.undo()
    assert load_deck(tmp_path / "deck").labels == ("fox", "hen")
    assert [child.name for child in tmp_path.iterdir()] == ["deck"]


def test_labels_are_file_names() -> None:
    assert label_fault("cage-de-racines") is None
    for wrong in ("", " fox", "a/b", "..", ".fox", "a\nb", "x" * 101):
        assert label_fault(wrong) is not None
        assert not examine(Shot(wrong, (drawn(1),))).taken


@pytest.mark.parametrize("on", ["light wood", "grey cloth"])
def test_cards_are_taken_one_after_another_under_the_camera(deck: Deck, on: Ground) -> None:
    """The empty table first, then card after card, each once; the mat tells how large they are."""
    labels = ["jorund", "korse-a", "draknar"]
    left = list(labels)
    source = DealtTable(MAT, deck, lambda: next(iter(left), None), 3, on)
    watch = CardWatch(None, MAT, first_empty=True)
    hints = [watch.hint]
    taken: list[tuple[Picture, ...]] = []
    measured: list[bool] = []
    while (frame := source.newest()) is not None:
        pictures = watch.see(frame.image)
        hints.append(watch.hint)
        if pictures is not None:
            taken.append(pictures)
            measured.append(watch.measured is not None)
            left.pop(0)
    assert [len(pictures) for pictures in taken] == [3] * 3
    for label, pictures in zip(labels, taken, strict=True):
        near = {other: distance(deck.face(other), pictures[0]) for other in deck.labels}
        assert min(near, key=lambda other: near[other]) == label
    assert hints[0] == "leave the table empty for a moment" and "hold still" in hints
    assert hints[-1] == "taken; lay the next card"
    # One card, or two, may have been measured wrongly: three that agree tell the deck's size.
    assert measured == [False, False, True]
    assert watch.measured is not None
    assert (watch.measured.width_mm, watch.measured.height_mm) == pytest.approx((60.0, 60.0), abs=1.5)


def test_a_card_that_stays_is_taken_once_and_a_hand_is_waited_for(deck: Deck) -> None:
    painter = Painter(MAT, [deck], CameraPose.over(MAT, (1280, 720)), on="green cloth")
    watch = CardWatch(SIZE, MAT, needed=2)
    top = TableTop((Laid("card", "jorund", 200.0, 190.0, 5.0, face="up", deck=deck.name),))
    with_hand = top.with_hand(Hand(230.0, 150.0))
    assert [watch.see(painter.paint(with_hand, shot)) for shot in range(4)] == [None] * 4
    assert watch.hint == "take your hand away"
    seen = [watch.see(painter.paint(top, shot)) for shot in range(4, 12)]
    assert sum(pictures is not None for pictures in seen) == 1
    assert watch.hint == "taken; lay the next card"
    watch.forget_last()
    seen = [watch.see(painter.paint(top, shot)) for shot in range(12, 18)]
    assert sum(pictures is not None for pictures in seen) == 1


def test_no_card_is_cut_out_of_a_picture_of_another_size_where_it_lay_in_the_one_before(deck: Deck) -> None:
    painter = Painter(CLOTH, [deck], CameraPose.over(CLOTH, (1280, 720)), on="green cloth")
    top = TableTop((Laid("card", "jorund", 130.0, 100.0, 5.0, face="up", deck=deck.name),))
    pictures = [painter.paint(top, shot) for shot in range(12)]
    watch, taken = CardWatch(SIZE, CLOTH, needed=2), []
    for number, picture in enumerate(pictures):
        image = picture if number < 2 else cv2.resize(picture, (960, 540), interpolation=cv2.INTER_AREA)
        taken += watch.see(np.asarray(image, np.uint8)) or ()
    assert len(taken) == 2
    assert all(distance(deck.face("jorund"), one) < TAKEN_TWICE_UP_TO for one in taken)


def test_glare_that_wanders_is_taken_out_of_several_pictures() -> None:
    card = drawn(4)
    dazzled = []
    for x in (70, 130):
        glaring = card.copy()
        cv2.circle(glaring, (x, 100), 22, (255, 255, 255), -1)
        dazzled.append(glaring)
    mixed = combined(dazzled)
    assert glare(dazzled[0]) > 0.02 and glare(mixed) < 0.002
    assert np.abs(mixed.astype(int) - card).mean() < 3.0
    assert np.array_equal(combined([card, drawn(5)]), card)


def test_a_scan_of_several_cards_is_cut_into_them(tmp_path: Path) -> None:
    sheet = np.full((1000, 800, 3), 240, np.uint8)
    for n, (x, y) in enumerate([(60, 60), (320, 70), (560, 65), (70, 420), (310, 430)]):
        sheet[y : y + 280, x : x + 200] = drawn(n + 1, 200, 280)
    found = cards_on_scan(sheet)
    assert len(found) == 5
    for n, card in enumerate(found):
        assert distance(card, drawn(n + 1, 200, 280)) <= TAKEN_TWICE_UP_TO
    assert cards_on_scan(drawn(1, 630, 880)) == ()
    uneven = np.full((1000, 800, 3), 240, np.uint8)
    uneven[60:340, 60:260] = drawn(1, 200, 280)
    uneven[420:900, 320:660] = drawn(2, 340, 480)
    assert cards_on_scan(uneven) == ()
    save(tmp_path / "page.png", sheet)
    save(tmp_path / "back.png", drawn(9, 200, 280))
    shots, _ = shots_in(tmp_path)
    assert [shot.label for shot in shots] == ["back", "page-1", "page-2", "page-3", "page-4", "page-5"]


def test_two_cards_are_shown_side_by_side_with_what_differs() -> None:
    one = drawn(1)
    other = one.copy()
    other[20:60, 20:60] = (0, 0, 255)
    shown = side_by_side(one, other)
    wide = (shown.shape[1] - 16) // 3
    marked, plain = shown[:, -wide:].astype(int), shown[:, wide + 8 : 2 * wide + 8].astype(int)
    differs = np.abs(marked - plain).max(axis=2) > 20
    assert 0.02 < differs.mean() < 0.2 and differs[: differs.shape[0] // 2].sum() == differs.sum()


def test_what_is_asked_for_while_a_picture_is_searched_comes_first(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another thread asks, and does not wait: the card that was being looked at is looked at anew."""
    watch = CardWatch(SIZE, CLOTH, needed=1)
    shown = photo(photographer(deck), deck, deck.labels[0])
    find = Subject.find

    def asked_meanwhile(*told: Any) -> Any:
        asking = Thread(target=watch.forget_last)
        asking.start()
        asking.join(5.0)
        assert not asking.is_alive()
        return find(*told)

    assert watch.see(shown) is None
    monkeypatch.setattr(Subject, "find", asked_meanwhile)
    assert watch.see(shown) is None
    monkeypatch.undo()
    assert watch.see(shown) is not None
