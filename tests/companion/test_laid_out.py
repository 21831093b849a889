"""What is taken for laid out though some of it is not seen: at least one thing is missing, and no more than two."""

import pytest

from companion.game import Setup, checked
from companion.games import all_games
from companion.judge import laid_out, missing, solid
from companion.sight import Scene, Thing, paired_off
from companion.weigh import Observation, unchanged
from tests import shown


@pytest.mark.parametrize("game_id", ["zoon_alternate", "zoondo"])
@pytest.mark.parametrize("count", range(5))
def test_one_or_two_things_that_are_not_seen_are_taken_for_laid(game_id: str, count: int) -> None:
    game = all_games()[game_id]
    state = game.start(checked(game, Setup(2)))
    layout = game.layout(state)
    assert layout is not None
    scene = Scene(shown.scene(layout).sightings[count:])
    case = Observation(game, scene, scene.by_region())
    found = laid_out(case, unchanged(case, state, ()), layout)
    gone = solid(missing(layout, scene))
    assert len(gone) == count
    assert (None if found is None else found.regions) == (gone if count in (1, 2) else None)


def test_things_are_only_missing_where_nothing_else_lies() -> None:
    card, other = Thing("card", "a", "up"), Thing("card", "b", "up")
    seen = [shown.sighting(card, "a1")]
    assert not paired_off((card, other), seen)[1]
    assert paired_off((other,), seen)[1]
