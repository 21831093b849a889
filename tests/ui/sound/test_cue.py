"""Which sound a change at the table asks for."""

from dataclasses import replace

import pytest

from companion.game import Event, Violation
from companion.weigh import Ask, Lost, Refuse, Same, Verdict, Wait
from ui.sound.speaker import Instant, Sound, listen

TABLE = object()
START = Instant(TABLE, 4, frozenset({0}))


class Moved(Event):
    pass


REFUSED = Refuse(Moved(), Violation("a-rule"))
ASKED = Ask(((Moved(),),))


def heard(*instants: Instant) -> list[Sound | None]:
    """What each instant asks for, one after the other, from START."""
    before, sounds = listen(None, START)[0], []
    for now in instants:
        before, sound = listen(before, now)
        sounds.append(sound)
    return sounds


@pytest.mark.parametrize(
    ("now", "sound"),
    [
        (START, None),
        (replace(START, seq=5), "accepted"),
        (replace(START, seq=5, acting=frozenset({1})), "your-turn"),
        (replace(START, seq=5, acting=frozenset(), over=True), "win"),
        (replace(START, verdict=REFUSED), "refused"),
        (replace(START, verdict=ASKED), "asked"),
        (replace(START, verdict=Lost(())), "asked"),
        (replace(START, verdict=Wait("A hand.")), None),
        (replace(START, verdict=Same()), None),
        (replace(START, what="dice", thrown=frozenset({0})), "dice"),
        (replace(START, what="penny", thrown=frozenset({0})), "penny"),
        (replace(START, what="lot", thrown=frozenset({0})), "dice"),
    ],
)
def test_each_change_has_its_sound(now: Instant, sound: Sound | None) -> None:
    assert heard(now) == [sound]


def test_the_more_important_of_two_is_heard() -> None:
    assert heard(replace(START, seq=5, acting=frozenset({1}), verdict=REFUSED)) == ["refused"]
    assert heard(replace(START, seq=5, over=True, verdict=REFUSED)) == ["win"]


def test_each_seats_throw_sounds_once() -> None:
    one = replace(START, what="dice", thrown=frozenset({0}))
    both = replace(one, thrown=frozenset({0, 1}))
    assert heard(one, one, both, both) == ["dice", None, "dice", None]


@pytest.mark.parametrize("verdict", [REFUSED, ASKED])
def test_a_hand_that_comes_between_lets_nothing_sound_twice(verdict: Verdict) -> None:
    hand = replace(START, verdict=Wait("A hand is over the table."))
    said = replace(START, verdict=verdict)
    assert heard(said, hand, said)[1:] == [None, None]
    assert heard(said, replace(said, seq=5))[1] == heard(said)[0]


@pytest.mark.parametrize(
    ("english", "german"),
    [
        (Refuse(Moved(), Violation("a-rule", "a wall")), Refuse(Moved(), Violation("a-rule", "eine Mauer"))),
        (Ask(((Moved(),),), "Which?"), Ask(((Moved(),),), "Welcher?")),
    ],
)
def test_what_is_said_again_in_another_language_is_not_heard_again(english: Verdict, german: Verdict) -> None:
    assert heard(replace(START, verdict=english), replace(START, verdict=german))[1] is None


def test_another_rule_that_forbids_the_same_is_heard() -> None:
    other = Refuse(Moved(), Violation("another-rule"))
    assert heard(replace(START, verdict=REFUSED), replace(START, verdict=other)) == ["refused", "refused"]


def test_a_game_that_is_laid_on_the_table_makes_no_sound() -> None:
    other = Instant(object(), 90, frozenset({1}), over=True, verdict=REFUSED)
    assert heard(other, other) == [None, None]
    assert listen(None, replace(START, verdict=ASKED))[1] is None
