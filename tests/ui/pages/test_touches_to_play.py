"""How many touches lead from the first screen to a game: two for the one played last, three for any other."""

from pathlib import Path

import pytest

from companion.games import all_games
from tests.situations.maker import Maker
from ui.box.opening import sources
from ui.journal.store import open_store
from ui.owned.settings import SettingsKept
from ui.pages.agreement import Agreement
from ui.pages.desk import Desk
from ui.present.models import StepModel
from ui.present.touches import ChooseGame, Goto, Start

GAMES = tuple(all_games().values())


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A box on which nobody has played."""
    settings = SettingsKept(tmp_path / "settings.json")
    settings.change(language="en")
    store = open_store(tmp_path / "games")
    opener = Maker(tmp_path, GAMES[0]).plain
    return Desk(store, opener, Agreement(GAMES, sources, "simulated"), settings=settings)


def touch(desk: Desk, wanted: object) -> None:
    """Touches the key that asks for something, which must be on the page."""
    model = desk.model()
    assert isinstance(model, StepModel)
    keys = [key.action for key in (*model.answers, *(tool for tool in model.tools if tool.enabled))]
    assert wanted in keys
    desk.send(wanted)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_three_touches_begin_any_game(desk: Desk, game: str) -> None:
    for wanted in (Goto("games"), ChooseGame(game), Start()):
        touch(desk, wanted)
    # ZoneS asks once what stands on the roster cards of the box.
    assert desk.page == "table" or (game == "zones" and desk.page != "seats")


@pytest.mark.parametrize("game", [game.id for game in GAMES if game.id != "zones"])
def test_two_touches_begin_the_game_played_last(desk: Desk, game: str) -> None:
    for wanted in (Goto("games"), ChooseGame(game), Start()):
        touch(desk, wanted)
    session = desk.session
    event = next(iter(session.referee.game.candidates(session.referee.state, None)), None)
    if event is not None:
        session.tell(event, by="touch")
    desk.send(Goto("home"))
    for wanted in (ChooseGame(game), Start()):
        touch(desk, wanted)
    assert desk.page == "table"
