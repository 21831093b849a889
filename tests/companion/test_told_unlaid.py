"""What people said beside a camera, while nobody has laid it on the table yet: the table tells of nothing since."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.game import Event
from companion.games import all_games
from companion.games.zombinion.events import Ended, Shot, Took
from companion.judge import STAYS
from companion.referee import Referee
from companion.sight import Scene
from companion.weigh import LOST_S, Accept, Ask, Refuse, Same
from tests import shown
from tests.hidden.script import script
from tests.situations.maker import Maker

SEEDS = 2
HELD_S = (1.1, 1.2, 1.3, 1.4, LOST_S + 1)
"""How long the table has looked just so in pictures one after the other."""
SHOTS = ("pallottola",) * 3


def told(name: str, seed: int) -> Iterator[tuple[Referee[Any], Event, Scene]]:
    """Each event of a game that is told while the table was seen as before it, and that picture."""
    played, lines = script(name, seed), list[str]()
    game: Any = played.game
    referee: Referee[Any] = Referee(game, played.setup, lines.extend)
    for event in (event for step in played.steps for event in step.events):
        state, after = referee.state, game.after(referee.state, event)
        if game.layout(state) is None and game.layout(after) is None and game.look(state) != game.look(after):
            before = shown.scene(game.look(state))
            watching: Referee[Any] = Referee(game, played.setup, lambda _lines: None, tuple(lines))
            watching.see(before)
            if watching.tell(event, "touch").booked:
                yield watching, event, before
        referee.tell(event, "camera")


@pytest.mark.parametrize("name", sorted(all_games()))
def test_nothing_is_booked_refused_or_asked_before_it_is_laid(name: str) -> None:
    count = 0
    for watching, event, before in (each for seed in range(SEEDS) for each in told(name, seed)):
        for held in HELD_S:
            reply = watching.see(replace(before, still_for=held))
            assert not reply.booked, (event, reply.verdict)
            assert not isinstance(reply.verdict, Ask | Refuse), (event, reply.verdict)
        done = watching.see(replace(before, still_for=HELD_S[-1] + 1), done=True)
        assert not (done.booked or isinstance(done.verdict, Refuse)), (event, done.verdict)
        count += 1
    assert count > 20


@pytest.mark.parametrize("name", sorted(all_games()))
def test_once_it_is_laid_the_game_goes_on(name: str) -> None:
    for watching, event, before in told(name, 0):
        watching.see(replace(before, still_for=1.1))
        reply = watching.see(shown.scene(watching.game.look(watching.state)))
        assert isinstance(reply.verdict, Same | Ask), (event, reply.verdict)
        assert not reply.differences


def begun(folder: Path) -> tuple[Referee[Any], Scene, int]:
    """A game of Zombinion in whose first turn shots may be laid, the table as it was seen, and whose turn it is."""
    maker = Maker(folder, all_games()["zombinion"])
    referee = maker.until(lambda r: r.state.phase == "action" and r.state.step is None, 1).session.referee
    return referee, shown.scene(referee.game.look(referee.state)), referee.state.turn


def test_a_question_never_begins_with_what_undoes_what_was_told(tmp_path: Path) -> None:
    """Pictures that are new, so that hands may have been at the table: it may have been laid and gone again."""
    referee, before, seat = begun(tmp_path)
    assert referee.tell(Shot(seat, SHOTS), "touch").booked
    asked = referee.see(before).verdict
    assert isinstance(asked, Ask)
    assert (asked.options[0], asked.answers[0]) == ((), STAYS)
    assert isinstance(asked.options[1][0], Took)
    assert [type(event) for event in asked.options[-1]] == [Ended], "what undoes it at once comes last"
    assert referee.answer((), "touch").verdict == Same()
    assert isinstance(referee.see(replace(before, still_for=2.0)).verdict, Same)


def test_shots_that_were_laid_and_are_gone_end_the_turn_as_ever(tmp_path: Path) -> None:
    referee, _before, seat = begun(tmp_path)
    assert referee.tell(Shot(seat, SHOTS), "touch").booked
    assert referee.see(shown.scene(referee.game.look(referee.state))).verdict == Same()
    bought = referee.game.after(referee.state, Took(seat, "barricata"))
    seen = referee.see(shown.scene(referee.game.look(bought))).verdict
    assert isinstance(seen, Accept) and isinstance(seen.events[0], Took)
