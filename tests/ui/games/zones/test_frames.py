"""One whole way of ZoneS from frames to the screen: halves painted, read behind the screen, lifted, a move booked."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.zones import GAME
from companion.games.zones.events import Lifted, Moved
from companion.kits.events import Starts
from companion.sight import Look
from tests.ui.at_desk import kinds
from tests.ui.zones_room import ANN, BEN, PINNED, model_of, open_half, press, state_of
from ui.box.by_touch import tidied
from ui.box.eyes import load_decks, own_decks
from ui.box.opening import LIVE_SETTLE_S, Opened, faces_of, simulated_table, sources
from ui.box.session import Inbox, Session
from ui.games.zones.side import FieldSide, begun
from ui.journal.store import open_store
from ui.pages.agreement import Agreement, Draft, agree
from ui.pages.desk import Desk
from ui.pages.played_table import PlayedTable
from ui.present.touches import Goto, Start, at
from vision.eye import Eye

STEP_S = 0.25


class Bench:
    """A painted table under a camera that the app takes for a real one: no hands but the test's change it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.decks: Any = ()
        self.table: Any = None

    def clock(self) -> float:
        return self.now

    def open(self, referee: Any, book: Any, _source: str) -> Opened:
        folders = own_decks(referee.game, referee.setup)
        self.decks = load_decks(folders)
        flat = referee.game.table(referee.setup)
        self.table = simulated_table(flat, self.decks, self.clock)
        eye = Eye(flat, self.decks, settle_s=LIVE_SETTLE_S)
        inbox: Inbox = Inbox()
        session: Session[Any] = Session(
            referee, observer=(self.table, eye), inbox=inbox, book=book, clock=self.clock
        )
        session.start = lambda: None  # type: ignore[method-assign]
        return Opened(session, self.table, None, self.decks, faces_of(folders), eye=eye)

    def lay(self, look: Look) -> None:
        names = [region.name for region in self.table.table.regions]
        self.table.change(lambda top: tidied(self.table.table, top, look, names, self.decks, 5))

    def pass_time(self, desk: Desk, seconds: float = 1.75) -> None:
        for _step in range(round(seconds / STEP_S)):
            self.now += STEP_S
            camera = desk.session._camera
            assert camera is not None
            camera.look()
            desk.tick()


@pytest.fixture
def played(tmp_path: Path) -> Iterator[tuple[Bench, Desk]]:
    """A game begun before an empty table."""
    bench = Bench()
    desk = Desk(open_store(tmp_path / "j.db"), bench.open, Agreement((GAME,), sources, "simulated"))
    for action in (Goto("seats"), agree(Draft.with_facts, PINNED), Start()):
        desk.send(action)
    yield bench, desk
    desk.close()


def both(desk: Desk) -> Look:
    """Both halves as they are laid before the camera."""
    state = state_of(desk)
    truth = GAME.after(GAME.after(state, ANN), BEN)
    return Look({**GAME.half_look(truth, 0).regions, **GAME.half_look(truth, 1).regions})


def test_from_painted_halves_to_a_booked_move(played: tuple[Bench, Desk]) -> None:
    bench, desk = played
    bench.lay(both(desk))
    bench.pass_time(desk)
    for name in ("Player 1", "Player 2"):
        press(desk, f"{name} is ready")
    assert state_of(desk).screen.ready == (True, True)
    for seat, laid in ((0, ANN), (1, BEN)):
        read = begun(state_of(desk), seat)
        assert (read.base, sorted(read.pieces)) == (laid.base, sorted(laid.pieces))
        assert {at: kind for kind, at in read.tiles} == laid.terrain
        open_half(desk, seat)
        assert model_of(desk).banner is not None and model_of(desk).banner.words == "Everything is right."
        desk.send(at(FieldSide.hide_half))
    desk.send(at(PlayedTable.tell, Lifted()))
    desk.send(at(PlayedTable.tell, Starts(0)))
    bench.pass_time(desk)
    assert model_of(desk).kind == "play" and not desk.session.reply.differences
    bench.lay(GAME.look(GAME.after(state_of(desk), Moved(0, "c2", "d3"))))
    bench.pass_time(desk)
    last = desk.session.referee.entries[-1]
    assert (last.by, last.event) == ("camera", Moved(0, "c2", "d3"))
    assert [entry.by for entry in desk.session.referee.entries][:2] == ["camera", "camera"]
    assert kinds(desk) == ["Laid", "Laid", "Lifted", "Starts", "Moved"]
    field = model_of(desk).own
    assert field is not None and "d3" in {token.square for token in field.tokens}
