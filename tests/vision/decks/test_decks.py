"""A deck folder is read whole, or refused with one line that says what is wrong with it."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.decks.alike import CLOSE_UP_TO, SAME_UP_TO, TAKEN_TWICE_UP_TO, distance
from vision.decks.deck import DeckFault, load_deck, look_alikes
from vision.sources.pictures import PictureFault, read_picture

FACES = Path(__file__).parents[3] / "companion" / "games" / "zoon" / "family" / "faces"


def drawn(seed: int, width: int = 200, height: int = 200) -> NDArray[np.uint8]:
    """A made-up card: a border and bold coloured shapes, different for each seed."""
    rng = np.random.default_rng(seed)
    image = np.full((height, width, 3), rng.integers(60, 200, 3), np.uint8)
    for _ in range(7):
        colour = tuple(int(c) for c in rng.integers(0, 255, 3))
        at = (int(rng.integers(0, width)), int(rng.integers(0, height)))
        cv2.circle(image, at, int(rng.integers(width // 20, width // 4 + 1)), colour, -1)
    cv2.rectangle(image, (0, 0), (width - 1, height - 1), (30, 30, 30), 6)
    return image


def save(path: Path, image: NDArray[np.uint8]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(path), image)
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    deck = tmp_path / "tribe"
    for seed, label in enumerate(("boar", "fox", "owl")):
        save(deck / f"{label}.png", drawn(seed))
    save(deck / "back.png", drawn(99))
    return deck


def fault_of(folder: Path) -> str:
    with pytest.raises(DeckFault) as caught:
        load_deck(folder)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_a_folder_of_pictures_is_a_deck(folder: Path) -> None:
    deck = load_deck(folder)
    assert (deck.name, deck.labels, len(deck.backs)) == ("tribe", ("boar", "fox", "owl"), 1)
    assert (deck.width_mm, deck.height_mm) == (60.0, 60.0)
    assert np.array_equal(deck.face("fox"), drawn(1))
    with pytest.raises(KeyError, match="no face hen"):
        deck.face("hen")


@pytest.mark.parametrize(
    ("toml", "width", "height", "expected"),
    [
        ("", 630, 880, (63.0, 88.0)),
        ("", 880, 630, (88.0, 63.0)),
        ("width_mm = 50", 200, 200, (50.0, 50.0)),
        ("height_mm = 44.0", 200, 400, (22.0, 44.0)),
        ('name = "Foxes"\nwidth_mm = 56\nheight_mm = 87', 560, 870, (56.0, 87.0)),
    ],
)
def test_size_comes_from_the_toml_or_from_the_shape(
    tmp_path: Path, toml: str, width: int, height: int, expected: tuple[float, float]
) -> None:
    save(tmp_path / "fox.png", drawn(1, width, height))
    save(tmp_path / "back.jpg", drawn(2, width, height))
    if toml:
        (tmp_path / "deck.toml").write_text(toml)
    deck = load_deck(tmp_path)
    assert (deck.width_mm, deck.height_mm) == pytest.approx(expected)
    assert deck.name == ("Foxes" if "name" in toml else tmp_path.name)


def test_a_missing_or_empty_folder_is_named(tmp_path: Path, folder: Path) -> None:
    assert fault_of(tmp_path / "none").endswith("none: expected a deck folder, found no such folder")
    assert "found a file" in fault_of(folder / "fox.png")
    (tmp_path / "empty").mkdir()
    assert "expected a picture per face" in fault_of(tmp_path / "empty")


def test_a_deck_without_a_back_is_a_deck_whose_backs_are_not_known(folder: Path) -> None:
    (folder / "back.png").unlink()
    deck = load_deck(folder)
    assert (len(deck.faces), deck.backs) == (3, ())
    assert deck.back.shape == deck.faces[0].image.shape, "it can be painted all the same"


def test_backs_alone_are_no_deck(folder: Path) -> None:
    for label in ("boar", "fox", "owl"):
        (folder / f"{label}.png").unlink()
    assert "found none (of a back: 1)" in fault_of(folder)


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("width_mm = 'wide'", "deck.toml: width_mm: expected a number over 0, up to 500, found 'wide'"),
        ("width_mm = true", "width_mm: expected a number"),
        ("height_mm = -3", "height_mm: expected a number over 0, up to 500, found -3"),
        ("height_mm = nan", "height_mm: expected a number"),
        ("name = 7", "deck.toml: name: expected text, found 7"),
        ("name = ' '", "name: expected text"),
        (
            "widht_mm = 60",
            "deck.toml: widht_mm: expected one of name, kind, width_mm, height_mm, found an unknown field",
        ),
        ("width_mm 60", "deck.toml: expected TOML, found"),
    ],
)
def test_a_wrong_toml_names_the_field(folder: Path, toml: str, said: str) -> None:
    (folder / "deck.toml").write_text(toml)
    assert said in fault_of(folder)


def test_toml_in_other_bytes(folder: Path) -> None:
    (folder / "deck.toml").write_bytes(b'name = "caf\xe9"')
    assert "expected UTF-8 text" in fault_of(folder)


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp", ".bmp"])
@pytest.mark.parametrize("kept", [0.0, 0.02, 0.6, 0.98])
def test_a_cut_off_picture_is_refused(folder: Path, suffix: str, kept: float) -> None:
    file = save(folder / f"hen{suffix}", drawn(7))
    whole = file.read_bytes()
    assert load_deck(folder).labels == ("boar", "fox", "hen", "owl")
    file.write_bytes(whole[: int(len(whole) * kept)])
    message = fault_of(folder)
    assert f"hen{suffix}: expected a whole picture" in message
    assert ("an empty file" in message) == (kept == 0.0)


def test_a_damaged_picture_is_refused(folder: Path) -> None:
    file = folder / "fox.png"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0xFF
    file.write_bytes(bytes(data))
    assert "fox.png: expected a whole picture" in fault_of(folder)
    file.write_text("not a picture")
    assert "found a file of another kind" in fault_of(folder)


def test_one_label_has_one_picture(folder: Path) -> None:
    save(folder / "fox.jpg", drawn(8))
    assert fault_of(folder).endswith("expected one picture per label, found fox.jpg and fox.png")


def test_a_picture_of_another_shape_is_refused(folder: Path) -> None:
    save(folder / "hen.png", drawn(8, 300, 200))
    assert "hen.png: expected the shape of a card of 60 × 60 mm, found 300 × 200 px" in fault_of(folder)
    save(folder / "hen.png", drawn(8, 8, 8))
    assert "at least 32 px" in fault_of(folder)


def test_other_files_are_left_alone(folder: Path) -> None:
    (folder / "readme.txt").write_text("my deck")
    (folder / "._fox.png").write_bytes(b"junk")
    assert load_deck(folder).labels == ("boar", "fox", "owl")


def saved_again(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    small = cv2.resize(image, (150, 150), interpolation=cv2.INTER_AREA)
    again = cv2.imdecode(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 75])[1], cv2.IMREAD_COLOR)
    assert again is not None
    return np.asarray(again, np.uint8)


@pytest.mark.parametrize("turned", [False, True])
def test_one_face_under_two_names_is_refused(folder: Path, *, turned: bool) -> None:
    again = saved_again(drawn(1))
    save(folder / "hen.png", np.ascontiguousarray(again[::-1, ::-1]) if turned else again)
    assert fault_of(folder).endswith("expected faces that differ, found fox and hen alike")


def test_a_face_like_the_back_is_refused(folder: Path) -> None:
    save(folder / "back2.png", drawn(1))
    assert fault_of(folder).endswith("found fox and back 2 alike")


def test_mirror_images_are_different_faces(folder: Path) -> None:
    save(folder / "fox-b.png", np.ascontiguousarray(drawn(1)[:, ::-1]))
    deck = load_deck(folder)
    assert not any(pair.same for pair in look_alikes(deck))


def test_faces_that_differ_in_a_number_are_a_warning(folder: Path) -> None:
    image = drawn(1)
    cv2.putText(image, "3", (15, 35), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (200, 200, 200), 2)
    save(folder / "fox-b.png", image)
    (pair,) = look_alikes(load_deck(folder))
    assert (pair.a, pair.b, pair.same) == ("fox", "fox-b", False)
    assert SAME_UP_TO < pair.distance <= CLOSE_UP_TO


def test_a_card_taken_twice_is_near_itself() -> None:
    image = drawn(4)
    turn = cv2.getRotationMatrix2D((100.0, 100.0), 1.5, 1.01)
    turn[:, 2] += (2, -2)
    photo = cv2.warpAffine(saved_again_at(image), turn, (200, 200), borderMode=cv2.BORDER_REPLICATE)
    lamp = np.linspace(-15, 15, 200)[None, :, None]
    bright = np.asarray(np.clip(photo * 1.15 + 8 + lamp, 0, 255), np.uint8)
    assert distance(image, bright) <= TAKEN_TWICE_UP_TO < distance(image, drawn(6))


def saved_again_at(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.resize(saved_again(image), (200, 200), interpolation=cv2.INTER_LINEAR), np.uint8)


@pytest.mark.parametrize("tribe", ["boarix", "monkus", "rhinogoths", "warus"])
def test_the_tribes_are_whole(tribe: str) -> None:
    deck = load_deck(FACES / tribe)
    assert (deck.name, deck.width_mm, deck.height_mm, len(deck.backs)) == (tribe, 60.0, 60.0, 1)
    assert len(deck.faces) >= 11
    assert all(face.image.shape == (480, 480, 3) for face in deck.faces)


def test_the_tribes_can_be_told_apart() -> None:
    decks = [load_deck(folder) for folder in sorted(FACES.iterdir()) if folder.is_dir()]
    assert len(decks) == 4
    assert look_alikes(*decks) == ()
    twins = look_alikes(decks[0], decks[0])
    assert {pair.a for pair in twins if pair.same} == {
        f"{decks[0].name}/{label}" for label in decks[0].labels
    }


def test_transparent_and_deep_pictures(tmp_path: Path) -> None:
    clear = np.zeros((40, 40, 4), np.uint8)
    clear[:, 20:] = (10, 20, 30, 255)
    assert cv2.imwrite(str(tmp_path / "clear.png"), clear)
    image = read_picture(tmp_path / "clear.png")
    assert (image[0, 0].tolist(), image[0, 30].tolist()) == ([255, 255, 255], [10, 20, 30])
    assert cv2.imwrite(str(tmp_path / "deep.png"), np.full((40, 40), 40000, np.uint16))
    assert read_picture(tmp_path / "deep.png")[0, 0].tolist() == [156, 156, 156]
    with pytest.raises(PictureFault, match="found a folder"):
        read_picture(tmp_path)
    with pytest.raises(PictureFault, match="no such file"):
        read_picture(tmp_path / "none.png")


def test_a_deck_of_discs_says_so(folder: Path) -> None:
    (folder / "back.png").unlink()
    (folder / "deck.toml").write_text('kind = "disc"\n')
    deck = load_deck(folder)
    assert (deck.kind, deck.width_mm, deck.height_mm, deck.backs) == ("disc", 25.0, 25.0, ())
    (folder / "deck.toml").write_text('kind = "disk"\n')
    assert "kind: expected one of card, disc, found 'disk'" in fault_of(folder)


def test_a_deck_is_of_cards_unless_it_says_otherwise(folder: Path) -> None:
    assert load_deck(folder).kind == "card"
