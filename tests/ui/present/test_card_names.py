"""Cards on keys are called as they are printed, and no two of them alike."""

import re
from typing import Any

import pytest

from companion.game import Setup, checked
from companion.games import all_games
from companion.games.zombinion.cards import cards
from companion.games.zoon.family.deck import facts
from companion.language import speak
from companion.sight import Sighting
from ui.languages import OWN_NAMES, language
from ui.pages.enrol_page import EnrolPage
from ui.present.names import card_anywhere, card_facts, label_words
from ui.selftest.course import Asked, request_words, seen_words_of
from ui.widgets.camera_view import _name

each_zoon = pytest.mark.parametrize("id", ["zoon_alternate", "zoondo"])


def called(game: Any, setup: Setup, label: str) -> str:
    return card_facts(game, setup, label).called


def plain(words: str) -> str:
    """The words with usual spaces."""
    return " ".join(words.split())


@each_zoon
def test_cards_of_one_name_are_told_apart_by_their_corners(id: str) -> None:
    game = all_games()[id]
    setup = checked(game, Setup(2))
    assert called(game, setup, "king-louis") == "King Louis"
    assert called(game, setup, "fleche-petard") == "Flèche pétard"
    assert plain(called(game, setup, "mourse-a")) == "Mourse (3 4 / 1 2)"
    assert plain(called(game, setup, "berserkorse-b")) == "Berserkorse (3 2 / 1 ★)"
    cards = (*facts().zoons, *facts().trumps)
    assert len({called(game, setup, card) for card in cards}) == len(cards)


@each_zoon
def test_a_corrected_corner_stands_in_the_name(id: str) -> None:
    game = all_games()[id]
    setup = checked(game, Setup(2, facts=(("mourse-a.corners.tl", 5),)))
    assert plain(called(game, setup, "mourse-a")) == "Mourse (5 4 / 1 2)"


@each_zoon
def test_what_is_no_card_is_called_by_its_label(id: str) -> None:
    game = all_games()[id]
    assert called(game, checked(game, Setup(2)), "no-such-card") == "No Such Card"


def labels() -> list[str]:
    """The labels of all cards that bear names."""
    return [*facts().zoons, *facts().trumps, *cards()]


def made_of_labels(code: str) -> list[str]:
    """What cards would be called by their labels alone, where that is not their name in a language."""
    speak(language(code))
    return [label_words(label) for label in labels() if label_words(label) != card_anywhere(label).name]


@pytest.mark.parametrize("code", OWN_NAMES)
@pytest.mark.parametrize(
    "page",
    [
        *(
            "play",
            "ask",
            "refuse",
            "lost",
            "square",
            "dispute",
            "telling",
            "over",
            "muster-square",
            "own-card",
        ),
        *(
            "hidden-lost",
            "reveal-card",
            "cards-table",
            "cards-ask",
            "cards-lost",
            "cards-dispute",
            "cards-decks",
        ),
    ],
)
def test_no_page_calls_a_card_by_its_label(made: Any, page: str, code: str) -> None:
    desk = made(page)
    wrong = made_of_labels(code)
    assert "Sacrechene" in wrong and "Fucile A Pompa" in wrong
    shown = repr(desk.model())
    assert [name for name in wrong if re.search(rf"\b{name}\b", shown)] == []


@pytest.mark.parametrize("code", OWN_NAMES)
def test_what_is_seen_is_called_by_its_name(code: str) -> None:
    speak(language(code))
    known = facts()
    for label in (*known.zoons, *known.trumps):
        name, seen = known.name(label), Sighting("card", label, "c3", face="up", deck="boarix")
        asked = Asked("card", label, "c3", "square c3", 165.0, 165.0, 0.0, "up", "boarix")
        assert name in seen_words_of(seen) and name in request_words(asked)
        assert _name(seen) == name, "on the camera's picture"
        assert EnrolPage(None, lambda _taking: None)._called(label).startswith(name)  # type: ignore[arg-type, return-value]
