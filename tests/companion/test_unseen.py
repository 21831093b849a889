"""Things that are not seen: what is taken for granted, what is asked, and what is said on the screen."""

from dataclasses import replace
from typing import Any

import pytest

from companion.game import SeenThrough, Setup, checked
from companion.games.zombinion import GAME as ZOMBINION
from companion.games.zombinion.events import Shot, Took
from companion.games.zoon.alternate import GAME
from companion.games.zoon.family.events import Starts
from companion.judge import ELSE, Judgement, lacking_words, missing
from companion.referee import Referee, Reply, Silence, Watchfulness
from companion.sight import Look, Lying, Scene, Sighting, Thing
from companion.weigh import Ask, Difference, Refuse, Same, Wait
from tests import shown
from tests.games.zones import BARE, position
from tests.games.zones import GAME as ZONES

SETUP = checked(GAME, Setup(2))


def new_referee() -> Referee[Any]:
    return Referee(GAME, SETUP, lambda _: None)


def laid_out(*without: str) -> Scene:
    """Both armies face down, but for what is not seen."""
    layout = GAME.layout(GAME.start(SETUP))
    assert layout is not None
    return shown.scene(layout, **dict.fromkeys(without, ()))


def looks(referee: Referee[Any], scene: Scene, times: int) -> Reply:
    for _ in range(times):
        reply = referee.see(scene)
    return reply


def test_people_who_lay_out_their_cards_are_not_asked() -> None:
    referee = new_referee()
    squares = sorted({sighting.region or "" for sighting in laid_out().sightings})
    for left in range(len(squares) - 1, 3, -1):
        assert isinstance(looks(referee, laid_out(*squares[:left]), 2).verdict, Wait)


def test_the_last_square_that_is_not_seen_laid_is_asked_about_by_name() -> None:
    referee = new_referee()
    assert isinstance(looks(referee, laid_out("e6"), 2).verdict, Wait)
    asked = referee.see(laid_out("e6")).verdict
    assert isinstance(asked, Ask)
    assert asked.question == "Is there a face-down card on e6?"
    assert asked.answers == ("Yes", "No, not yet")
    referee.answer(asked.options[0], "touch")
    assert referee.state.phase == "fronts"
    assert not isinstance(referee.see(laid_out("e6")).verdict, Ask)


def test_answering_that_it_does_not_lie_there_books_nothing() -> None:
    referee = new_referee()
    asked = looks(referee, laid_out("e6"), 3).verdict
    assert isinstance(asked, Ask)
    referee.answer(asked.options[1], "touch")
    assert referee.entries == ()


def test_two_armies_of_which_much_is_missing_are_never_taken_for_laid() -> None:
    referee = new_referee()
    reply = looks(referee, laid_out("d6", "e6", "f6"), 5)
    assert isinstance(reply.verdict, Wait)
    assert referee.entries == ()


def test_who_starts_is_refused_while_the_armies_are_not_laid() -> None:
    referee = new_referee()
    referee.see(laid_out("d6", "e6", "f6"))
    assert isinstance(referee.tell(Starts(0), "panel").verdict, Refuse)


STANDING = {"c3": "spearman", "e4": "warrior", "f6": "lobber"}


def zones() -> tuple[Referee[Any], Any]:
    state = position(STANDING, facts=BARE)
    return Referee(SeenThrough(ZONES, start=lambda _setup: state), state.agreed.setup, lambda _: None), state  # type: ignore[arg-type]


def without(state: Any, square: str) -> Scene:
    """The table without the token on a square."""
    whole = shown.scene(ZONES.look(state))
    gone = tuple(s for s in whole.sightings if (s.kind, s.region) != ("disc", square))
    return replace(whole, sightings=gone)


def test_what_is_not_seen_for_two_pictures_is_named_and_no_more_than_that() -> None:
    referee, state = zones()
    scene = without(state, "e4")
    assert looks(referee, scene, 2).chores == ()
    third = referee.see(scene)
    assert isinstance(third.verdict, Same)
    assert [chore.words for chore in third.chores] == ["I cannot see a disc on e4: does it lie there?"]
    assert referee.entries == ()
    assert referee.see(shown.scene(ZONES.look(state))).chores == ()


def test_what_people_waved_through_is_not_named_again_until_it_was_seen() -> None:
    referee, state = zones()
    looks(referee, without(state, "e4"), 3)
    referee.dismiss_chore("e4")
    assert looks(referee, without(state, "e4"), 3).chores == ()
    referee.see(shown.scene(ZONES.look(state)))
    assert [chore.region for chore in looks(referee, without(state, "e4"), 3).chores] == ["e4"]


@pytest.mark.parametrize("named", [True, False])
def test_the_watchdog_counts_pictures_that_differ_without_a_word(*, named: bool) -> None:
    referee, state = zones()
    silence = Silence()
    for _ in range(4):
        reply = referee.see(without(state, "e4"))
        silence = silence.after(reply if named else replace(reply, chores=()))
    assert silence.stretches == (0 if named else 1)


def test_other_things_that_differ_in_each_picture_are_named_though_none_of_them_for_long() -> None:
    """Things supposed to lie there, then a move begun, each for one picture: the third of them has to say so."""
    watched, places = Watchfulness(), ("e4", "d5", "e5")
    for name in places:
        differs = (Difference(name, (Thing("card", face="down"),), ()),)
        judged = Judgement(verdict=Same(), differences=differs, unseen=frozenset({name}))
        watched = watched.shown(Scene((Sighting("card", None, f"not {name}"),))).after(judged)
        notes = watched.notes(differs, ())
        assert [note.region for note in notes] == (["e5"] if name == "e5" else [])


def test_what_has_happened_is_asked_though_the_pictures_before_were_not_understood_for_more() -> None:
    """A pile that is seen at last, a card bought meanwhile, and a deck that never is: people say what happened."""
    state = ZOMBINION.start(checked(ZOMBINION, Setup(2, (("start", "0"),))))
    referee: Referee[Any] = Referee(
        SeenThrough(ZOMBINION, start=lambda _setup: state), checked(ZOMBINION, Setup(2)), lambda _: None
    )
    shot = Shot(0, ("pallottola", "pallottola"))
    taken = ZOMBINION.after(state, shot)
    bought = ZOMBINION.after(taken, took := Took(0, "barricata"))
    unseen: dict[str, Lying] = {"deck.1": ()}
    referee.see(shown.scene(ZOMBINION.look(state), maverick=(), **unseen))
    referee.see(shown.scene(ZOMBINION.look(taken), maverick=(), **unseen))
    asked = referee.see(shown.scene(ZOMBINION.look(bought), **unseen)).verdict
    assert isinstance(asked, Ask)
    assert (asked.options[0], asked.answers[0]) == ((), ELSE)
    assert asked.options[1] == (shot, took)


def test_only_where_nothing_else_is_seen_something_is_merely_missing() -> None:
    wanted = {"a1": (Thing("card", None, "down"), Thing("penny", "heads"))}
    card, die = Sighting("card", None, "a1", 0.9, face="down"), Sighting("die", "3", "a1", 0.9)
    penny = Sighting("penny", "heads", "a1", 0.9)
    assert missing(Look(wanted), Scene((penny,))) == {"a1": wanted["a1"][:1]}
    assert missing(Look(wanted), Scene((penny, die))) == missing(Look(wanted), Scene((penny, card))) == {}


@pytest.mark.parametrize(
    ("wanted", "seen", "words"),
    [
        ("fox", "", "I cannot see a face-up card on a1: does it lie there?"),
        ("", "fox", "I see one face-up card too many on a1"),
        ("fox", "fox fox", "I see one face-up card too many on a1"),
        ("fox", "owl", "What lies on a1 is not as it should be"),
        ("fox", "fox", "What lies on a1 is not as it should be"),
    ],
)
def test_what_is_said_of_a_region_is_what_lacks_there_or_is_too_much(
    wanted: str, seen: str, words: str
) -> None:
    lying = tuple(Thing("card", label, "up") for label in wanted.split())
    there = [Sighting("card", label, "a1", 0.9, face="up") for label in seen.split()]
    assert lacking_words("a1", lying, there) == words
