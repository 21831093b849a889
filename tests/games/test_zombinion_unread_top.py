"""A card that comes onto a discard pile and cannot be read: asked about at once, and until it is known."""

from dataclasses import replace
from typing import Any

import pytest

from companion.game import Event
from companion.games.zombinion.events import Ended, Shot, Took
from companion.games.zombinion.state import State
from companion.judge import Known, judge
from companion.referee import Referee
from companion.sight import Scene, Sighting
from companion.weigh import LOST_S, Ask, Same, Verdict
from tests import shown
from tests.games.zombinion import GAME, at, played, setup
from tests.hidden.recorded import SHARED, place, recorded
from tests.hidden.steps import Step

OWN, MESSY = "zombinion-own-watch", "zombinion-watch-messy"
TAKINGS = [(OWN, 2), (OWN, 5), (OWN, 9), (MESSY, 2), (MESSY, 5), (MESSY, 9), (MESSY, 12)]
"""Recordings and the pictures in which a card has been taken; by the last ones others lay there before."""


def unread(one: Sighting) -> Sighting:
    return replace(one, label=None, sure=0.9, others=())


def unread_sideways(one: Sighting) -> Sighting:
    """Not even which side is up."""
    return replace(one, label=None, sure=0.6, others=(), face=None, deck=None)


def dim(one: Sighting) -> Sighting:
    """Read with little likelihood, first as another card."""
    return replace(one, label="fuga-rapida", sure=0.3, others=((one.label or "", 0.1),))


def followed(name: str, picture: int) -> tuple[Referee[Any], list[Step]]:
    """A referee who has followed a recording up to a picture, and the steps from there on."""
    if not place(name).is_file():
        pytest.skip(f"no recording {name} in {SHARED}; name its folder by ZO_SHARED")
    game = recorded(name)
    referee: Referee[Any] = Referee(game.game, game.setup, lambda _: None)
    looks = [n for n, step in enumerate(game.steps) if step.scene is not None]
    for step in game.steps[: looks[picture]]:
        if step.scene is not None:
            referee.see(step.scene)
        for event in step.events if step.scene is None else ():
            referee.tell(event, "panel")
    return referee, list(game.steps[looks[picture] :])


def changed(scene: Scene, region: str, how: Any) -> Scene:
    return replace(
        scene, sightings=tuple(how(one) if one.region == region else one for one in scene.sightings)
    )


@pytest.mark.parametrize("how", [unread, unread_sideways, dim])
@pytest.mark.parametrize(("name", "picture"), TAKINGS)
def test_a_card_taken_and_not_read_is_asked_about_until_it_is_known(
    name: str, picture: int, how: Any
) -> None:
    referee, steps = followed(name, picture)
    (took,) = steps[0].events
    scene = steps[0].scene
    assert isinstance(took, Took) and scene is not None
    asked = referee.see(changed(scene, f"discard.{took.seat}", how)).verdict
    assert isinstance(asked, Ask) and (took,) in asked.options
    assert not any(isinstance(option[0], Ended) for option in asked.options)
    # What follows goes on from what was asked: that nothing was taken does not come first.
    happened: tuple[Event, ...] = (took,)
    for step in [step for step in steps[1:] if step.scene is not None and step.events][:2]:
        happened = (*happened, *step.events)
        assert step.scene is not None
        further = referee.see(step.scene).verdict
        assert isinstance(further, Ask) and happened in further.options
        assert isinstance(further.options[0][0], Took)


@pytest.mark.parametrize(("name", "picture"), TAKINGS)
def test_a_clear_picture_settles_what_was_not_read(name: str, picture: int) -> None:
    referee, steps = followed(name, picture)
    (took,) = steps[0].events
    scene = steps[0].scene
    assert isinstance(took, Took) and scene is not None
    referee.see(changed(scene, f"discard.{took.seat}", unread))
    assert tuple(entry.event for entry in referee.see(scene).booked) == (took,)


@pytest.mark.parametrize(("name", "picture"), [(MESSY, 9), (MESSY, 12)])
def test_a_top_that_is_gone_from_sight_may_have_been_covered_by_a_card_taken(name: str, picture: int) -> None:
    """What lay there before is supposed to lie there still, until the turn ends."""
    referee, steps = followed(name, picture)
    (took,) = steps[0].events
    assert isinstance(took, Took) and steps[0].scene is not None
    left = (one for one in steps[0].scene.sightings if one.region != f"discard.{took.seat}")
    gone = replace(steps[0].scene, sightings=tuple(left))
    for still_for in (1.0, LOST_S):
        reply = referee.see(replace(gone, still_for=still_for))
    assert [chore.region for chore in reply.chores] == [f"discard.{took.seat}"], "it is said to be missing"
    happened: tuple[Event, ...] = (took,)
    for step in [step for step in steps[1:] if step.scene is not None][:2]:
        happened = (*happened, *step.events)
        assert step.scene is not None
        asked = referee.see(step.scene).verdict
        assert isinstance(asked, Ask) and happened in asked.options
        assert not isinstance(asked.options[0][0], Ended)


KINDS = setup(
    2, kinds="barricata,furbizia,maverick,sacrificio,esca,munizioni,radio,ispezione,tattica,ricarica"
)


def hunting() -> State:
    """A turn in which four shots are left, and an Esca lies on the discards."""
    state = at("pallottola*5 / pallottola*5 / zombi esca", "pallottola*5 / pallottola*5 /", agreed=KINDS)
    return played(state, Ended(0), Shot(0, ("pallottola",) * 4))


def lying(
    state: State, label: str | None, x: float = 100.0, angle: float | None = 0.0, **of_top: Any
) -> Scene:
    """The table of a state with this card on top of the discards of seat 0."""
    top = {"label": label, "x": x, "y": 50.0, "angle": angle} | of_top
    return changed(shown.scene(GAME.look(state)), "discard.0", lambda one: replace(one, **top))


def verdict(state: State, scene: Scene, before: Scene) -> Verdict:
    return judge(GAME, state, scene, Known(before=before)).verdict


def test_a_top_that_is_not_read_and_lies_otherwise_is_a_card_that_came() -> None:
    state = hunting()
    before = lying(state, "esca")
    for scene in (
        lying(state, None, x=103.5),
        lying(state, None, angle=175.0),
        lying(state, None, angle=5.0),
    ):
        asked = verdict(state, scene, before)
        assert isinstance(asked, Ask) and {type(option[0]) for option in asked.options} == {Took}
        options: list[Event] = [option[0] for option in asked.options]
        assert Took(0, "esca") in options, "one like the card before is among them"
        assert all(GAME.violation(state, option) is None for option in options)
        costs = [state.agreed.cards[option.card or ""].cost for option in options]
        assert costs == sorted(costs, reverse=True), "the dearest first"


def test_a_top_that_lies_as_it_did_or_is_read_again_is_none() -> None:
    state = hunting()
    before = lying(state, "esca")
    still = (lying(state, None, x=100.5), lying(state, None, angle=181.0))
    again = (lying(state, "esca", x=110.0), lying(state, "esca", x=110.0, sure=0.4))
    for scene in (*still, *again):
        assert verdict(state, scene, before) == Same()
    assert verdict(state, lying(state, None, x=110.0), lying(state, None, x=110.0)) == Same()
    askew = lying(state, "esca", angle=174.0)
    assert verdict(state, lying(state, None, angle=None), askew) == Same(), "its turn is not seen"


def test_cards_laid_in_the_same_picture_come_before_what_came_unread() -> None:
    state = hunting()
    after = played(state, Shot(0, ("pallottola",)))
    asked = verdict(state, lying(after, None, x=110.0), lying(state, "esca"))
    assert isinstance(asked, Ask)
    assert {option[:1] for option in asked.options} == {(Shot(0, ("pallottola",)),)}
    assert {len(option) for option in asked.options} == {2}


def test_a_pile_that_is_not_tidied_yet_moves_without_a_question() -> None:
    """By the button the turn has ended; what was discarded is only now laid there."""
    state = hunting()
    before = lying(state, "esca")
    ended = played(state, Ended(0))
    assert any(one.region == "discard.0" for one in ended.untidy)
    assert not isinstance(verdict(ended, lying(ended, None, x=110.0), before), Ask)
