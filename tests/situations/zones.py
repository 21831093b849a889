"""Situations of ZoneS: halves told behind the screen, the coin, moves and summonses by touch, captures, the end."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from companion.game import Event, Over
from companion.games.zones import GAME
from companion.games.zones.events import Laid, Lifted, Moved, Ruled, Summoned
from companion.games.zones.moves import shots
from companion.games.zones.rules import plays
from companion.games.zones.state import State
from companion.kits.events import Starts
from tests.own_touches import own
from tests.situations.maker import Maker
from ui.box.opening import BY_TOUCH
from ui.games.zones.face import army_changed
from ui.games.zones.side import FieldSide, ways
from ui.pages.agreement import Draft, agree
from ui.pages.desk import Desk
from ui.pages.played_table import PlayedTable
from ui.pages.private_view import PrivateView
from ui.present.touches import Goto, Start, Touch, Typed, at, draft
from ui.watching import perfect_eye

SEED = 4
MOST = 400
ALIKE = frozenset(
    {"zones-half-right", "zones-half-far", "zones-later", "zones-archer", "zones-base", "zones-lost-seen"}
    | {"zones-menu", "zones-telling", "zones-dispute", "zones-agree", "zones-history", "zones-square"}
    | {
        "zones-half-tiles",
        "zones-card-nonsense",
        "zones-lift",
        "zones-curtain",
        "zones-asked",
        "zones-rosters",
    }
)
"""Situations whose screens are built like those of others: pictures are taken of them, tests leave them out."""
ANN = Laid(
    0,
    (("archer", "c2"), ("spearman", "b1"), ("vala", "b3")),
    "b2",
    {
        "a1": "field", "b1": "field", "c1": "forest", "d1": "hills", "e1": "water", "f1": "field",
        "a2": "forest", "c2": "hills", "d2": "field", "e2": "forest", "f2": "water",
        "a3": "hills", "b3": "water", "c3": "field", "d3": "forest", "e3": "hills", "f3": "field",
    },
)  # fmt: skip
BEN = Laid(
    1,
    (("lobber", "d5"), ("warrior", "f4"), ("trollwife", "d6")),
    "e5",
    {
        "a6": "water", "b6": "hills", "c6": "field", "d6": "forest", "e6": "hills", "f6": "forest",
        "a5": "forest", "b5": "field", "c5": "water", "d5": "hills", "f5": "water",
        "a4": "field", "b4": "water", "c4": "hills", "d4": "forest", "e4": "hills", "f4": "forest",
    },
)  # fmt: skip


def zones_situations(folder: Path) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation."""
    made = _Zones(Maker(folder, GAME))
    return {
        "zones-seats": made.seats,
        "zones-options": lambda: made.then(made.seats(), agree(Draft.on_page, "options")),
        "zones-army": made.army,
        "zones-cards": made.cards,
        "zones-card": lambda: made.then(made.cards(), own("open", "archer")),
        "zones-cards-entered": made.entered,
        "zones-card-nonsense": lambda: made.then(
            made.cards(),
            own("open", "vala"),
            own("enter", "cost"),
            Typed("umpteen"),
        ),
        "zones-screen": made.started,
        "zones-curtain": lambda: made.then(made.started(), at(PrivateView.draw_curtain, 0)),
        "zones-half": lambda: made.half(Laid(0)),
        "zones-half-tiles": lambda: made.half(Laid(0, (), "b2", dict(list(ANN.terrain.items())[:9]))),
        "zones-half-wrong": lambda: made.half(
            Laid(0, (("archer", "f1"), *ANN.pieces[1:]), "b2", ANN.terrain)
        ),
        "zones-half-right": lambda: made.half(ANN),
        "zones-half-far": lambda: made.half(BEN),
        "zones-not-yet": made.not_yet,
        "zones-lift": lambda: made.told(made.started(), (ANN, BEN)),
        "zones-coin": lambda: made.told(made.started(), (ANN, BEN, Lifted())),
        "zones-laying": lambda: made.then(
            made.told(made.started(), (ANN, BEN, Lifted())), draft(FieldSide.show_laying, 2)
        ),
        "zones-play": made.playing,
        "zones-move": lambda: made.touched(made.playing()),
        "zones-later": lambda: made.touched(made.later()),
        "zones-archer": lambda: made.touched(made.until(_shoots)),
        "zones-between": made.between,
        "zones-summon": lambda: made.then(made.playing(), at(FieldSide.summon, "swordsman")),
        "zones-return": lambda: made.until(lambda state: state.choosing),
        "zones-square": lambda: made.then(made.playing(), at(FieldSide.touch_field, "d4")),
        "zones-base": lambda: made.then(made.playing(), at(FieldSide.touch_field, "b2")),
        "zones-refuse": made.refuse,
        "zones-asked": made.asked_which,
        "zones-dispute": lambda: made.then(made.later(), at(PlayedTable.press_button, "dispute")),
        "zones-agree": lambda: made.then(
            made.told(made.started(), (ANN, BEN, Lifted(), Starts(0))), at(PlayedTable.press_button, "back")
        ),
        "zones-menu": lambda: made.then(made.playing(), at(PlayedTable.open_menu)),
        "zones-rosters": lambda: made.then(
            made.playing(), at(PlayedTable.open_menu), draft(FieldSide.read_rosters)
        ),
        "zones-telling": lambda: made.then(made.playing(), at(PlayedTable.open_telling)),
        "zones-lost": made.lost,
        "zones-lost-seen": lambda: made.then(made.lost(), at(PlayedTable.show_seen, seen=True)),
        "zones-over": made.over,
        "zones-history": lambda: made.then(made.later(), Goto("history")),
    }


def _shoots(state: State) -> bool:
    """Whether the seat to move has a piece that may shoot."""
    return any(
        piece is not None and piece.seat == state.turn and any(shots(state, number, piece))
        for number, piece in enumerate(state.board)
    )


class _Zones:
    def __init__(self, maker: Maker) -> None:
        self.maker = maker

    def then(self, desk: Desk, *actions: Touch) -> Desk:
        found: Desk = self.maker.then(desk, *actions)
        return found

    def seats(self) -> Desk:
        return self.then(self.maker.desk(), Goto("seats"), agree(Draft.seen_by, BY_TOUCH))

    def started(self) -> Desk:
        """A game begun with our reading."""
        return self.then(self.seats(), Start())

    def cards(self) -> Desk:
        """The roster cards, on the way to a first game."""
        return self.then(self.seats(), Goto("roster"))

    def entered(self) -> Desk:
        """Some cards entered, others not."""
        desk = self.cards()
        for piece in ("spearman", "archer", "swordsman"):
            self.then(desk, own("open", piece), own("so_it_is"))
        return desk

    def army(self) -> Desk:
        """An army put together by cost, too dear."""
        desk = self.then(self.seats(), agree(Draft.on_page, "army:0"))
        return self.then(desk, *(agree(army_changed, 0, piece, 1) for piece in ("vala", "swordsman")))

    def told(self, desk: Desk, events: Sequence[Event]) -> Desk:
        for event in events:
            reply = desk.session.tell(event, by="touch")
            assert reply.booked, f"{event}: {reply.verdict}"
        desk.tick()
        return desk

    def half(self, laid: Laid) -> Desk:
        """One half told by touch for its owner alone, as far as it goes."""
        desk = self.then(
            self.started(), at(PrivateView.draw_curtain, laid.seat), at(PrivateView.open_curtain)
        )
        told = [("base", laid.base)] if laid.base else []
        told += [(kind, spot) for spot, kind in laid.terrain.items()] + list(laid.pieces)
        for brush, spot in told:
            self.then(desk, at(FieldSide.choose_brush, brush), at(FieldSide.half_square, spot))
        desk.tick()
        return desk

    def not_yet(self) -> Desk:
        """One is ready; the other said so and is not."""
        desk = self.told(self.started(), (BEN,))
        self.then(desk, at(FieldSide.half_ready, 0))
        return self.then(desk, at(PlayedTable.close))

    def playing(self) -> Desk:
        return self.told(self.started(), (ANN, BEN, Lifted(), Starts(0)))

    def until(self, wanted: Callable[[State], bool], seed: int = SEED, least: int = 0) -> Desk:
        """A game played on at random until something is so, after so many moves at least."""
        for attempt in range(seed, seed + 20):
            desk, chance = self.playing(), Random(attempt)
            for n in range(MOST):
                state: State = desk.session.referee.state
                if state.over is not None and not wanted(state):
                    break
                if n >= least and wanted(state):
                    desk.tick()
                    return desk
                events = list(plays(state)) if not state.choosing else list(GAME.candidates(state, None))
                takes = [e for e in events if isinstance(e, Moved) and state.at(e.to) is not None]
                self.told(desk, (chance.choice(takes or events),))
            desk.close()
        raise AssertionError("no game came to it")

    def later(self) -> Desk:
        """A game some moves old, with captures."""
        return self.until(lambda state: bool(state.pool.captured[0] and state.pool.captured[1]), least=9)

    def touched(self, desk: Desk) -> Desk:
        """The piece with most ways is touched; one that may shoot before all others."""
        state: State = desk.session.referee.state
        own = [
            spot
            for spot in state.agreed.board.names
            if (piece := state.at(spot)) and piece.seat == state.turn
        ]
        wanted = max(
            own, key=lambda spot: (any(e.at is not None for e in ways(state, spot)), len(ways(state, spot)))
        )
        return self.then(desk, at(FieldSide.touch_field, wanted))

    def between(self) -> Desk:
        """One square to which a piece may go, and at which it may shoot as well."""

        def both(state: State) -> bool:
            return bool(self._both(state))

        desk = self.until(both)
        spot, end = self._both(desk.session.referee.state)[0]
        return self.then(desk, at(FieldSide.touch_field, spot), at(FieldSide.touch_field, end))

    def _both(self, state: State) -> list[tuple[str, str]]:
        found = []
        for spot in state.agreed.board.names:
            piece = state.at(spot)
            if piece is not None and piece.seat == state.turn and not state.choosing:
                ends = [getattr(e, "to", "") or getattr(e, "at", "") for e in ways(state, spot)]
                found += [(spot, end) for end in ends if ends.count(end) > 1]
        return found

    def refuse(self) -> Desk:
        desk = self.playing()
        return self.then(desk, at(PlayedTable.tell, Moved(0, "c2", "e2")))

    def asked_which(self) -> Desk:
        """A token came from the reserve that could not be read for sure."""
        desk = self.playing()
        state: State = desk.session.referee.state
        scene = perfect_eye.scene(GAME.look(GAME.after(state, Summoned(0, "archer", "a3"))))
        token = next(one for one in scene.sightings if one.kind == "disc" and one.region == "a3")
        others = tuple(one for one in scene.sightings if one is not token)
        unread = replace(token, label=None, others=(("archer", 0.5), ("swordsman", 0.4)), sure=0.5)
        self.maker.show(desk, replace(scene, sightings=(*others, unread)), done=True)
        return desk

    def lost(self) -> Desk:
        """The table differs on four squares."""
        desk = self.playing()
        game = GAME
        state: State = desk.session.referee.state
        other = game.after(game.after(state, Ruled("f4", "hill-troll")), Ruled("a3", "swordsman"))
        other = game.after(game.after(other, Ruled("c2", place="reserve")), Ruled("e3", "archer"))
        self.maker.show(desk, perfect_eye.scene(game.look(other)), done=True)
        return desk

    def over(self) -> Desk:
        return self.until(lambda state: isinstance(state.over, Over) and "base" in state.over.why)
