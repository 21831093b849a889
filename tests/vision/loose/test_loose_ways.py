"""Of several guesses at a card's corners the one that shows a face is read; incomplete ones are completed."""

import numpy as np

from tests.vision.loose.test_loose import Picture, faces, groups, lay, table
from vision.decks.references import References
from vision.loose.outlines import CardOutline, same
from vision.loose.reader import FoundCard, LooseCardReader, read_best, read_by_piece, wholes

__all__ = ["faces", "groups"]

SIZES = ((63.0, 88.0),)


def test_the_guess_that_shows_the_face_is_read(
    faces: dict[str, Picture], groups: tuple[References, ...]
) -> None:
    picture = table()
    quad = lay(picture, faces["face03"], 500, 300, 20)
    middle = quad.mean(axis=0)
    frame = middle + (quad - middle) * 0.62  # as if a frame printed on it were its edge
    outline = CardOutline(frame, 0.8)
    reader = LooseCardReader(groups)
    card = read_best(picture, reader, outline, (frame, quad))
    assert reader.told(card).label == "face03"
    assert same(card.outline.corners, quad) > 0.9
    assert reader.told(read_best(picture, reader, outline, (frame,))).label is None


def test_an_empty_place_is_not_read(groups: tuple[References, ...]) -> None:
    picture = table()
    quad = np.array([[400.0, 300.0], [495.0, 300.0], [495.0, 433.0], [400.0, 433.0]])
    card = read_best(picture, LooseCardReader(groups), CardOutline(quad, 0.5), (quad,))
    assert card.known < 0.1
    assert (card.outline.corners == quad).all()


def test_half_a_card_is_completed_from_each_side() -> None:
    whole = np.array([[0.0, 0.0], [63.0, 0.0], [63.0, 88.0], [0.0, 88.0]])
    upper = np.array([[0.0, 0.0], [63.0, 0.0], [63.0, 50.0], [0.0, 50.0]])
    guesses = list(wholes(upper, SIZES))
    best, hidden = max(guesses, key=lambda guess: same(guess[0], whole))
    assert same(best, whole) > 0.99
    assert [np.ptp(lacking, axis=0).tolist() for lacking in hidden] == [[63.0, 38.0]]


def test_a_whole_card_is_completed_only_to_one_that_lies_the_other_way() -> None:
    whole = np.array([[0.0, 0.0], [63.0, 0.0], [63.0, 88.0], [0.0, 88.0]])
    assert all(np.ptp(guess[:, 0]) > np.ptp(guess[:, 1]) for guess, _ in wholes(whole, SIZES))


class Stub(LooseCardReader):
    """Tells how well guesses agree, and notes which are held against the faces."""

    def __init__(self, agreements: list[float]) -> None:
        super().__init__(())
        self.agreements, self.held = iter(agreements), list[bool]()

    def agreement(self, *_guess: object) -> float:
        return next(self.agreements)

    def read(
        self, _image: Picture, outline: CardOutline, _hidden: object = (), *, faces: bool = True
    ) -> FoundCard:
        self.held.append(faces)
        return FoundCard(outline, (), None, 1.0)


def test_what_agrees_with_no_thumbnail_is_not_held_against_the_faces() -> None:
    quad = np.array([[0.0, 0.0], [63.0, 0.0], [63.0, 88.0], [0.0, 88.0]])
    picture, outline = np.zeros((90, 70, 3), np.uint8), CardOutline(quad, 0.5)
    hopeless, likely = Stub([0.1, 0.2]), Stub([0.1, 0.4])
    read_best(picture, hopeless, outline, (quad, quad))
    read_best(picture, likely, outline, (quad, quad))
    assert (hopeless.held, likely.held) == ([False], [True])


def test_a_card_half_under_a_thing_is_read_by_the_piece_in_sight(
    faces: dict[str, Picture], groups: tuple[References, ...]
) -> None:
    picture = table()
    quad = lay(picture, faces["face03"], 500, 300, 0)
    covered = (quad[0] + 0.55 * (quad[3] - quad[0]), quad[1] + 0.55 * (quad[2] - quad[1]))
    picture[int(covered[0][1]) : int(quad[2][1]) + 40, 380:620] = (60, 90, 40)
    outline = CardOutline(np.array([quad[0], quad[1], covered[1], covered[0]]), 0.8)
    card = read_by_piece(picture, LooseCardReader(groups), outline)
    assert card is not None
    assert LooseCardReader(groups).told(card).label == "face03"
    assert 0.5 < card.visible < 0.6
    assert same(card.outline.corners, quad) > 0.95


def test_a_piece_that_shows_no_face_is_not_named(groups: tuple[References, ...]) -> None:
    piece = np.array([[400.0, 300.0], [495.0, 300.0], [495.0, 370.0], [400.0, 370.0]])
    assert read_by_piece(table(), LooseCardReader(groups), CardOutline(piece, 0.8)) is None
