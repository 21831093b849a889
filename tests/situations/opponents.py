"""Situations of games in which the box plays: who plays is agreed, it thinks, says its move, waits, draws a hand."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from companion.game import Event, Seats, legal
from companion.games import all_games
from companion.lawful import drawn
from tests.situations.maker import Maker
from ui.opponents.box_move import BoxMove
from ui.opponents.thinker import Thought
from ui.pages.agreement import Draft, agree
from ui.pages.box_plays import BoxPlays
from ui.pages.desk import Desk
from ui.pages.guide import Guide
from ui.present.desk_touches import Start
from ui.present.touches import at
from ui.watching import perfect_eye

SEED = 5
WISHED = {"zoon_alternate": 14, "zoondo": 12, "zong": 9, "zones": 60}
"""By game, after so many entries at least the box says its move."""
GUIDED = 4
"""After so many entries at least it does so in a first game of piles."""


def opponent_situations(folder: Path) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation."""
    zoon = _Opponent(Maker(folder, all_games()["zoon_alternate"]))
    land = _Opponent(Maker(folder, all_games()["zones"]))
    piles = _Opponent(Maker(folder, all_games()["zombinion"]))
    guided = _Opponent(Maker(folder, all_games()["zombinion"]), guided=True)
    moves = {
        f"box-move-{id}": partial(_Opponent(Maker(folder, all_games()[id])).moves, least)
        for id, least in WISHED.items()
    }
    return {
        "box-levels": lambda: zoon.maker.then(zoon.agreed(), agree(Draft.on_page, "box:1")),
        "box-agreed": zoon.agreed,
        "box-thinks": partial(zoon.thinks, 14),
        "box-waits": partial(zoon.waits, 14),
        "box-draws": piles.draws,
        "box-waits-zones": partial(land.waits, WISHED["zones"]),
        "box-fails-zones": partial(land.fails, WISHED["zones"]),
        "guide-zombinion-wish": partial(guided.moves, GUIDED),
        "guide-zombinion-fails": partial(guided.fails, GUIDED),
        **moves,
    }


class _Opponent:
    """Nothing thinks here: what the box plays falls by lot."""

    def __init__(self, maker: Maker, *, guided: bool = False) -> None:
        self.maker = maker
        maker.guided = guided

    def agreed(self) -> Desk:
        desk = self.maker.seats()
        for seat in range(1, desk.agreement.draft.seats):
            desk.send(agree(Draft.played_by_box, seat, "easy"))
        return desk

    def thinks(self, least: int) -> Desk:
        """Played on by lot until the box is to act."""
        desk, chance = self.agreed(), Random(SEED)
        desk.send(Start())
        assert desk.side is not None
        if self.maker.guided:
            assert desk.side.guide is not None
            desk.send(at(Guide.follow_guide))
        desk.side.box._thinker.ask = lambda *_about: None  # type: ignore[method-assign]
        while not self._is_due(desk, least):
            event = self._next(desk, chance)
            desk.session.tell(event, by="touch" if event.told else "camera")
            self.maker.show(desk, perfect_eye.scene(desk.session.reply.look))
            for chore in desk.session.reply.chores:
                desk.session.dismiss_chore(chore.region)
        desk.tick()
        while self.maker.guided and desk.side.box.is_drawing:
            desk.send(next(tile.action for tile in desk.model().tiles if not tile.faded))
            desk.tick()
        return desk

    def _is_due(self, desk: Desk, least: int) -> bool:
        reply = desk.session.reply
        acts = isinstance(reply.turn, Seats) and reply.layout is None and min(reply.turn.seats, default=0) > 0
        return acts and not desk.session.veiled and reply.seq >= least

    def _next(self, desk: Desk, chance: Random) -> Event:
        referee = desk.session.referee
        event = (
            self.maker.any_event(referee, chance) if not isinstance(desk.session.reply.turn, Seats) else None
        )
        event = event or drawn(referee.game, referee.state, chance.randrange)
        assert event is not None
        return event

    def moves(self, least: int) -> Desk:
        """The box says what it plays."""
        desk = self.thinks(least)
        referee, box = desk.session.referee, desk.side.box if desk.side else None
        assert box is not None
        game, state = referee.game, referee.state
        events = [
            one for one in legal(game, state) if one.seat and not (one.told or game.reveals(state, one))
        ]
        event = Random(SEED).choice(events)
        box._thinking = None
        box.wish = BoxMove(event.seat or 0, event, game.words(state, event), (event,), 0.8)
        return desk

    def waits(self, least: int) -> Desk:
        """Something was taken back."""
        desk = self.moves(least)
        box = desk.side.box if desk.side else None
        assert box is not None and box.wish is not None
        desk.session.tell(box.wish.event, by="camera")
        desk.tick()
        desk.session.take_back()
        self.maker.show(desk, perfect_eye.scene(desk.session.reply.look))
        return desk

    def fails(self, least: int) -> Desk:
        """It cannot think."""
        desk = self.thinks(least)
        assert desk.side is not None
        desk.side.box._thinker.answered = lambda: Thought(fault="it ended again and again")  # type: ignore[method-assign]
        desk.tick()
        return desk

    def draws(self) -> Desk:
        """People draw its hand; two cards of it are told."""
        desk = self.thinks(4)
        assert desk.side is not None
        for card in ("pallottola", "zombi"):
            desk.send(at(BoxPlays.hold_for_box, card, 1))
        return desk
