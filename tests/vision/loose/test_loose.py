"""Cards are read anywhere in a picture without a mat: turned, overlapped, of no deck."""

from math import radians
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.sight import Sighting
from vision.decks.deck import Deck, DeckFace
from vision.decks.references import References, references
from vision.loose.outlines import CardOutline, same
from vision.loose.reader import LooseCardReader, read_loose
from vision.workshop.training.painted_faces import drawn_card
from vision.workshop.training.painted_grounds import ground, rectangle

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

FACES = 12
CARD = (95.0, 133.0)
"""Width and height (px) of the cards laid here."""


def face(seed: int) -> Picture:
    """A made-up upright face of a poker card, 250 px wide."""
    chance = np.random.default_rng(seed)
    while True:
        drawn = drawn_card(chance).picture
        upside_down = np.abs(drawn - np.rot90(drawn, 2)).mean()
        if 1.35 < drawn.shape[0] / drawn.shape[1] < 1.45 and drawn.std() > 0.12 and upside_down > 0.05:
            picture = cv2.resize(drawn, (250, 349), interpolation=cv2.INTER_CUBIC)
            return np.asarray(np.clip(picture * 255, 0, 255), dtype=np.uint8)


@pytest.fixture(scope="module")
def faces() -> dict[str, Picture]:
    return {f"face{number:02}": face(100 + number) for number in range(FACES)}


@pytest.fixture(scope="module")
def groups(faces: dict[str, Picture]) -> tuple[References, ...]:
    told = tuple(DeckFace(label, picture) for label, picture in faces.items())
    return references(
        (
            Deck(
                name="made-up",
                path=Path("made-up"),
                width_mm=63.0,
                height_mm=88.0,
                faces=told,
                backs=(face(7),),
            ),
        )
    )


def table() -> Picture:
    canvas = ground(np.random.default_rng(11), (1280, 720))
    return np.asarray(np.clip(canvas * 160, 0, 255), dtype=np.uint8)


def lay(picture: Picture, card: Picture, x: float, y: float, degrees: float) -> Floats:
    """Lays a card on the picture, its middle at (x, y); its corners, from its own top left."""
    quad = rectangle(np.array([x, y]), CARD[0] / 2, CARD[1] / 2, radians(degrees))
    rows, columns = card.shape[:2]
    soft = cv2.GaussianBlur(card, (0, 0), 1.0)
    flat = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
    onto = cv2.getPerspectiveTransform(flat.astype(np.float32), quad.astype(np.float32))
    shade = np.zeros(picture.shape[:2], np.float32)
    cv2.fillConvexPoly(shade, np.rint(quad + 3).astype(np.int32), 0.4)
    picture[:] = (picture * (1 - cv2.GaussianBlur(shade, (0, 0), 3))[..., None]).astype(np.uint8)
    seen = cv2.warpPerspective(soft, onto, (picture.shape[1], picture.shape[0]))
    mask = cv2.warpPerspective(
        np.ones((rows, columns), np.float32), onto, (picture.shape[1], picture.shape[0])
    )
    picture[:] = (picture * (1 - mask[..., None]) + seen * mask[..., None]).astype(np.uint8)
    return quad


def at(sightings: tuple[Sighting, ...], quad: Floats) -> Sighting:
    """The sighting of the card that lies there."""
    near = [s for s in sightings if s.corners_px is not None and same(np.array(s.corners_px), quad) > 0.6]
    assert len(near) == 1
    return near[0]


def test_cards_are_read_at_any_angle(faces: dict[str, Picture], groups: tuple[References, ...]) -> None:
    picture = table()
    laid = {
        label: lay(picture, faces[label], 180 + 230 * (k % 5), 180 + 330 * (k // 5), 37 * k)
        for k, label in enumerate(sorted(faces)[:8])
    }
    sightings = read_loose(picture, groups)
    for label, quad in laid.items():
        sighting = at(sightings, quad)
        assert (sighting.label, sighting.face, sighting.deck) == (label, "up", "made-up")
        assert np.abs(np.array(sighting.corners_px) - quad).max() < 12  # from the card's own top left
    assert len(sightings) == len(laid)


def test_a_card_half_hidden_is_read_by_what_shows(
    faces: dict[str, Picture], groups: tuple[References, ...]
) -> None:
    picture = table()
    names = [sorted(faces)[1], sorted(faces)[8]]
    quads = [lay(picture, faces[name], 400 + 50 * k, 350, 25 * k) for k, name in enumerate(names)]
    sightings = read_loose(picture, groups)
    assert at(sightings, quads[1]).label == names[1]
    under = [s for s in sightings if s is not at(sightings, quads[1])]
    assert all(s.label in (None, names[0]) for s in under)
    assert any(s.label == names[0] and 0.3 < s.visible < 0.8 for s in under)


def test_a_card_of_no_deck_is_there_and_has_no_name(groups: tuple[References, ...]) -> None:
    picture = table()
    quad = lay(picture, face(999), 500, 300, 20)
    sighting = at(read_loose(picture, groups), quad)
    assert (sighting.label, sighting.deck) == (None, None)


def test_a_back_lies_face_down(groups: tuple[References, ...]) -> None:
    picture = table()
    back = next(reference.image for reference in groups[0].all if reference.label is None)
    quad = lay(picture, back, 700, 400, 200)
    sighting = at(read_loose(picture, groups), quad)
    assert (sighting.label, sighting.face, sighting.deck) == (None, "down", "made-up")


def test_cards_are_seen_with_no_deck_enrolled(faces: dict[str, Picture]) -> None:
    picture = table()
    quad = lay(picture, faces["face00"], 500, 300, 20)
    sighting = at(read_loose(picture, ()), quad)
    assert (sighting.label, sighting.face, sighting.deck) == (None, None, None)


def test_an_empty_table_shows_no_card(groups: tuple[References, ...]) -> None:
    assert read_loose(table(), groups) == ()


@pytest.mark.parametrize(("chance", "told"), [(0.45, 0), (0.55, 1)])
def test_what_is_only_half_likely_a_card_and_was_not_read_is_not_told(
    faces: dict[str, Picture], monkeypatch: pytest.MonkeyPatch, chance: float, told: int
) -> None:
    picture = table()
    lay(picture, faces["face00"], 500, 300, 20)
    monkeypatch.setattr("vision.loose.reader.signs", lambda *_seen: SimpleNamespace(sure=chance))
    assert len(read_loose(picture, ())) == told


def test_a_card_whose_face_is_read_is_not_taken_for_a_back_that_looks_alike_from_afar(
    faces: dict[str, Picture],
) -> None:
    back = np.asarray(cv2.GaussianBlur(faces["face05"], (0, 0), 6.0), np.uint8)
    deck = Deck(
        name="alike",
        path=Path("alike"),
        width_mm=63.0,
        height_mm=88.0,
        faces=(DeckFace("face05", faces["face05"]),),
        backs=(back,),
    )
    picture = table()
    quad = lay(picture, faces["face05"], 500, 300, 10)
    reader = LooseCardReader(references((deck,)))
    outline = CardOutline(quad, 0.9)
    card = reader.read(picture, outline)
    assert card.back is None and reader.told(card).label == "face05"
    unread = reader.read(picture, outline, faces=False)
    assert unread.back is not None and reader.told(unread).face == "down"
