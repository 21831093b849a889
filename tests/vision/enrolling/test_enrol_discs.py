"""Discs are learnt as they are laid one by one on any table, and what was learnt is read in play."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.game import Setup
from companion.games.zones.table import table as zones_table
from companion.sight import Table
from tests.vision import thrown
from tests.vision.looked import find_discs
from tests.vision.tiles import Tally, board, compare, decks, table
from ui.pages.enrol_page import DealtTable, Enrolling
from vision.arrays import Picture
from vision.decks.alike import CLOSE_UP_TO, disc_distance
from vision.decks.deck import Deck, EnrolFault, load_deck
from vision.enrolling.card_quad import NoCard
from vision.enrolling.folder import Shot, enrol
from vision.enrolling.live import DISCS, find_disc
from vision.eye import Eye
from vision.painted.painter import Ground
from vision.sources.frames import Frame


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))


def learnt(deck: Deck, on: Table, ground: Ground, labels: Sequence[str] = ()) -> Deck:
    """A deck of discs learnt on the simulated table."""
    taking = Enrolling(deck.name, None, on, subject=DISCS)
    taking.labels = list(labels or deck.labels)
    source = DealtTable(on, deck, lambda: next(iter(taking.labels), None), on=ground)
    while (frame := source.newest()) is not None:
        taking.see(frame.image)
    return taking.finish()[0]


def disc_at(*places: tuple[int, int], radius: int = 60) -> Picture:
    picture = np.full((480, 640, 3), (90, 110, 100), np.uint8)
    for place in places:
        cv2.circle(picture, place, radius, (30, 40, 200), -1, cv2.LINE_AA)
        cv2.circle(picture, place, radius // 3, (240, 240, 240), -1, cv2.LINE_AA)
    return picture


EMPTY = disc_at()


def test_a_disc_is_cut_out_as_large_as_it_is() -> None:
    found = find_disc(disc_at((300, 200)), EMPTY)
    assert found.middle == pytest.approx([300, 200], abs=1.0)
    assert found.across == pytest.approx(120, abs=3)
    cut = found.cut(disc_at((300, 200)))
    assert cut[0, 0] == pytest.approx([30, 40, 200], abs=12), "what lies about it is no part of its picture"
    assert cut[120, 120] == pytest.approx([240, 240, 240], abs=4)


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        (EMPTY, "no disc was found"),
        (disc_at((200, 200), (450, 250)), "one disc at a time"),
        (cv2.rectangle(disc_at(), (200, 100), (400, 160), (20, 20, 220), -1), "not round"),
        (cv2.rectangle(disc_at(), (240, 140), (360, 260), (20, 20, 220), -1), "no disc was found"),
        (disc_at((300, 200), radius=14), "come closer|no disc was found"),
    ],
)
def test_what_is_no_single_disc_is_refused_with_a_reason(picture: Picture, said: str) -> None:
    with pytest.raises(NoCard, match=said):
        find_disc(picture, EMPTY)


def test_a_face_is_the_same_in_every_turn_and_no_other() -> None:
    one, other = (decks()[1].face(name) for name in ("vala", "spearman"))
    for turn in (30, 90, 200):
        matrix = cv2.getRotationMatrix2D((83.5, 83.5), turn, 1.0)
        turned = cv2.warpAffine(one, matrix, (168, 168), borderMode=cv2.BORDER_REPLICATE)
        assert disc_distance(one, np.asarray(turned, np.uint8)) < 0.1
    assert disc_distance(one, other) > CLOSE_UP_TO


def test_tokens_learnt_on_wood_are_read_on_a_board() -> None:
    own = learnt(decks()[1], zones_table(Setup(2)), "light wood")
    assert own.kind == "disc" and own.labels == decks()[1].labels
    assert own.width_mm == pytest.approx(28, abs=1.5)
    case = board(0)
    seen = Eye(table(), (decks()[0], own)).read(Frame(case.painter.paint(case.top), 0.0, 0)).scene.by_region()
    tally = Tally()
    compare(seen, case.tiles, case.tokens, tally, "learnt")
    assert set(tally.tokens) == {"right"} and tally.tokens["right"] == len(case.tokens), tally.faults


def test_faces_of_zong_learnt_on_cloth_are_read_when_thrown() -> None:
    throws = [thrown.thrown(number) for number in range(2)]
    labels = sorted({label for throw in throws for label, _, _ in throw.discs})
    own = learnt(thrown.enrolled(), Table(400.0, 300.0), "green cloth", labels)
    assert sorted(own.labels) == labels
    for throw in throws:
        seen = find_discs(throw.picture, throw.plane, None, [own])
        told = {(one.label, one.deck) for one in seen}
        assert told == {(label, own.name) for label, _, _ in throw.discs}


def test_a_face_laid_twice_is_taken_once_and_pictures_in_a_folder_do_too(tmp_path: Path) -> None:
    faces = {face.label: face.image for face in decks()[1].faces}
    turned = cv2.rotate(faces["vala"], cv2.ROTATE_90_CLOCKWISE)
    pictures = {"vala": faces["vala"], "again": np.asarray(turned, np.uint8), "archer": faces["archer"]}
    shots = [Shot(label, (picture,)) for label, picture in pictures.items()]
    made = enrol(tmp_path / "mine", shots, subject=DISCS)
    assert [outcome.taken for outcome in made.outcomes] == [True, False, True]
    assert "looks the same as vala" in made.outcomes[1].why
    deck = load_deck(tmp_path / "mine")
    assert deck.kind == "disc" and deck.backs == () and deck.labels == ("archer", "vala")
    with pytest.raises(EnrolFault, match="already there"):
        enrol(tmp_path / "mine", shots, subject=DISCS)
