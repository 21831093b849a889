"""A deck with a printed look beside its own: either is told by its label, and no label is a rival of its own."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.game import Setup, checked
from tests.vision.decks.test_decks import drawn, save
from tests.vision.identify.test_identify import shown
from ui.box.eyes import in_little_room, in_the_looks_of
from ui.places import decks_folder
from ui.records.beginning import game_named
from vision.cards.fitting import read_back, read_face
from vision.decks.deck import PRINTED, Deck, DeckFault, load_deck
from vision.decks.references import Reference, References, references
from vision.identify.identify import Identifier
from vision.light.contrast import stand_out

LABELS = ("boar", "fox", "owl")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    deck = tmp_path / "tribe"
    for seed, label in enumerate(LABELS):
        save(deck / f"{label}.png", drawn(seed))
        save(deck / PRINTED / f"{label}.png", drawn(50 + seed))
    save(deck / "back.png", drawn(99))
    save(deck / PRINTED / "back.png", drawn(98))
    return deck


def group_of(deck: Deck) -> References:
    (group,) = references((deck,))
    return group


def test_a_deck_has_its_labels_once_and_both_looks_of_them(folder: Path) -> None:
    deck = load_deck(folder, looks=True)
    assert deck.labels == LABELS and deck.printed is not None and deck.printed.labels == LABELS
    assert [one.label for one in group_of(deck).all] == [*LABELS, None, *LABELS, None]


def test_a_printed_look_of_a_card_that_the_deck_does_not_have_is_refused(folder: Path) -> None:
    save(folder / PRINTED / "cow.png", drawn(70))
    with pytest.raises(DeckFault, match="cow"):
        load_deck(folder, looks=True)


def test_the_two_looks_of_a_card_may_be_alike_but_no_two_cards(folder: Path) -> None:
    save(folder / PRINTED / "boar.png", drawn(0))
    assert load_deck(folder, looks=True).printed is not None
    save(folder / PRINTED / "boar.png", drawn(1))
    with pytest.raises(DeckFault, match="alike"):
        load_deck(folder, looks=True)


def test_either_look_is_told_by_its_label_and_as_surely_as_where_there_is_one_alone(folder: Path) -> None:
    deck = load_deck(folder, looks=True)
    assert deck.printed is not None
    both = Identifier(references((deck,)))
    for look in deck.looks:
        alone = Identifier(
            [References(60.0, 60.0, tuple(Reference("tribe", f.label, f.kept) for f in look.faces))]
        )
        for seed, face in enumerate(look.faces):
            crop = cv2.resize(shown(face.image, seed), (100, 100))
            found = both.identify(np.asarray(crop, np.uint8))
            names = [both.groups[one.group].all[one.reference].label for one in found]
            assert names[0] == face.label and names.count(face.label) == 1
            assert found[0].sure > alone.identify(np.asarray(crop, np.uint8))[0].sure - 0.05


def test_two_looks_that_are_nearly_the_same_share_no_chance() -> None:
    """The second look differs by a spot: it would halve the chance of each, were they two cards."""
    spotted = drawn(0).copy()
    cv2.circle(spotted, (150, 60), 8, (250, 250, 250), -1)
    looks = (Reference("tribe", "boar", drawn(0)), Reference("tribe", "boar", spotted))
    other = Reference("tribe", "fox", drawn(1))
    crop = np.asarray(cv2.resize(shown(drawn(0), 3), (100, 100)), np.uint8)
    found = Identifier([References(60.0, 60.0, (*looks, other))]).identify(crop)
    alone = Identifier([References(60.0, 60.0, (looks[0], other))]).identify(crop)
    assert found[0].sure == pytest.approx(alone[0].sure, abs=0.02)
    group = References(60.0, 60.0, (*looks, other))
    patch = group.fine_pictures[0]
    reading = read_face(patch, np.ones(patch.shape[:2], np.float32), group, (0, 1, 2))
    apart = References(60.0, 60.0, (looks[0], Reference("tribe", "cow", spotted), other))
    rival = read_face(patch, np.ones(patch.shape[:2], np.float32), apart, (0, 1, 2))
    known, doubted = (sum(chance for _, chance in chances) for chances in (reading, rival))
    assert known > doubted, "the other look is no rival"


def test_either_back_tells_the_deck(folder: Path) -> None:
    group = group_of(load_deck(folder, looks=True))
    for index in (3, 7):
        seen = group.coarse.values[index]
        scores = np.zeros(len(group.all), np.float32)
        scores[[3, 7]] = 0.79, 0.8
        _, back, sure = read_back(stand_out(group._pictures(5.0)[index][None])[0], group, scores, None)
        assert seen.shape and group.all[back].deck == "tribe" and sure == 1.0


def test_what_the_owner_enrolled_replaces_both_looks(folder: Path, tmp_path: Path) -> None:
    owners = tmp_path / "tribe-of-the-owner"
    save(owners / "boar.png", drawn(200))
    save(owners / "back.png", drawn(201))
    mixed = in_the_looks_of(load_deck(folder, looks=True), load_deck(owners))
    assert mixed.printed is not None
    assert mixed.printed.labels == ("fox", "owl") and mixed.printed.backs == ()
    labels = [one.label for one in group_of(mixed).all]
    assert sorted(map(str, labels)) == ["None", "boar", "fox", "fox", "owl", "owl"]
    for label in ("fox", "owl"):
        save(owners / f"{label}.png", drawn(210 + len(label) + ord(label[0])))
    assert in_the_looks_of(load_deck(folder, looks=True), load_deck(owners)).printed is None


def test_what_bears_words_may_be_kept_in_further_languages(folder: Path) -> None:
    save(folder / f"{PRINTED}-de" / "fox.png", drawn(80))
    deck = load_deck(folder, looks=True)
    assert [look.labels for look in deck.looks] == [LABELS, LABELS, ("fox",)]
    found = Identifier(references((deck,)))
    crop = np.asarray(cv2.resize(shown(drawn(80), 1), (100, 100)), np.uint8)
    first = found.identify(crop)[0]
    assert found.groups[first.group].all[first.reference].label == "fox" and first.sure > 0.9


def test_both_looks_are_kept_in_little_room(folder: Path) -> None:
    kept = in_little_room(load_deck(folder, looks=True))
    assert kept.printed is not None
    assert np.array_equal(kept.printed.face("owl"), drawn(52))


def test_every_tribe_has_a_printed_look_of_all_its_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ui.box.eyes import choose_looks, game_decks

    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    game = game_named("zoondo")
    setup = checked(game, Setup(2))
    boxed = game_decks(game, setup)
    choose_looks((deck.name for deck in boxed), printed=True)
    printed = game_decks(game, setup)
    assert all(deck.printed is None for deck in boxed)
    for deck, before in zip(printed, boxed, strict=True):
        assert deck.labels == before.labels and len(deck.backs) == 1
        assert not any(np.array_equal(deck.face(label), before.face(label)) for label in deck.labels)
    assert not decks_folder().exists()
