"""Situations of a game with hidden armies: what all see meanwhile, and what one pair of eyes sees alone."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from companion.game import Chance, Event, Game, Over, legal
from companion.games import all_games
from companion.sight import Look, Scene, Thing
from tests.situations.maker import Maker
from ui.pages.agreement import Draft, agree, with_choice
from ui.pages.desk import Desk
from ui.pages.picking import Picking
from ui.pages.private_view import PrivateView
from ui.present.touches import Goto, Start, Touch, TouchSquare, at, calls
from ui.secrecy import cards_turned_up
from ui.watching import perfect_eye

SEED = 3
FEWEST_MOVES = 8


def secret_situations(folder: Path) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation; none where no installed game shows armies to the referee."""
    game = next((game for game in all_games().values() if _knowing(game)), None)
    if game is None:
        return {}
    made = _Secret(Maker(folder, game))
    return {
        "games": made.games,
        "knowing": made.knowing,
        "muster": made.shown,
        "muster-laying": made.laying,
        "muster-square": lambda: made.then(made.laying(), TouchSquare("a1")),
        "muster-ready": made.ready,
        "muster-turning": lambda: made.then(made.ready(), at(PrivateView.muster_turn)),
        "own-curtain": lambda: made.then(made.under_way(), at(PrivateView.draw_curtain, 0)),
        "own-cards": made.own_cards,
        "own-card": made.own_card,
        "own-trump": made.own_trump,
        "hidden-play": lambda: made.under_way(),
        "touch-due": made.touch_due,
        "touch-curtain": lambda: made.then(made.touch_due(), made.curtain()),
        "touch-pad": lambda: made.open(made.touch_due()),
        "touch-chosen": lambda: made.then(made.open(made.touch_due()), at(PrivateView.touch_corner, "tr")),
        "touch-trump": made.touch_trump,
        "reveal": made.reveal,
        "reveal-seat": lambda: made.then(made.reveal(), at(Picking.pick, "kind", "TurnedUp")),
        "reveal-card": made.reveal_card,
        "reveal-turned": made.reveal_turned,
        "hidden-lost": made.hidden_lost,
    }


def _knowing(game: Game[Any]) -> bool:
    """Whether armies may be shown to the referee."""
    return any(
        option.name == "knowing" and any(choice.value == "shown" for choice in option.choices)
        for option in game.options
    )


class _Secret:
    def __init__(self, maker: Maker) -> None:
        self.maker, self.game = maker, maker.game
        self.seat = 0

    def then(self, desk: Desk, *actions: Touch) -> Desk:
        found: Desk = self.maker.then(desk, *actions)
        return found

    def games(self) -> Desk:
        desk: Desk = self.maker.desk()
        desk.agreement.games = tuple(all_games().values())
        return self.then(desk, Goto("games"))

    def knowing(self) -> Desk:
        return self.then(self.maker.desk(), Goto("seats"), agree(Draft.on_page, "options"))

    def shown(self, knowing: str = "shown") -> Desk:
        """A game begun in which the armies are shown to the referee, or not."""
        desk = self.maker.desk()
        return self.then(desk, Goto("seats"), agree(with_choice, "knowing", None, knowing), Start())

    def army(self, desk: Desk) -> dict[str, str]:
        """The army of seat 0 as it is laid: square by square."""
        referee = desk.session.referee
        armies = [e for e in legal(self.game, referee.state) if e.seat == 0]
        return next(dict(cards) for event in armies if (cards := event.cards))

    def scene(self, desk: Desk, cards: dict[str, str]) -> Scene:
        referee = desk.session.referee
        layout = self.game.layout(referee.state)
        decks = {cell: lying[0].deck for cell, lying in layout.regions.items()}
        look = {cell: (Thing("card", label, "up", decks[cell], 0),) for cell, label in cards.items()}
        return perfect_eye.scene(Look(look))

    def laying(self) -> Desk:
        """All but one card laid; one is not read, one is read twice."""
        desk = self.then(self.shown(), at(PrivateView.show_muster, 0))
        cards = self.army(desk)
        cells = list(cards)
        del cards[cells[-1]]
        scene = self.scene(desk, {**cards, cells[4]: cards[cells[0]]})
        unread = tuple(
            replace(one, label=None, others=((one.label or "", 0.6), (cards[cells[2]], 0.3)))
            if one.region == cells[1]
            else one
            for one in scene.sightings
        )
        self.maker.show(desk, replace(scene, sightings=unread))
        return desk

    def ready(self) -> Desk:
        desk = self.then(self.shown(), at(PrivateView.show_muster, 0))
        self.maker.show(desk, self.scene(desk, self.army(desk)))
        return desk

    def under_way(self, wanted: Callable[[Any], bool] = lambda referee: True, knowing: str = "shown") -> Desk:
        """A game played on at random until something is so, some moves after its beginning."""
        desk, chance = self.shown(knowing), Random(SEED)
        session = desk.session
        moves = 0
        while moves < FEWEST_MOVES or not wanted(session.referee):
            event = self._any(session.referee, chance)
            if event is None:
                break
            session.tell(event, by="touch")
            moves += event.start is not None
            for chore in session.reply.chores:
                session.dismiss_chore(chore.region)
        desk.tick()
        return desk

    def _any(self, referee: Any, chance: Random) -> Event | None:
        state = referee.state
        turn = self.game.turn(state)
        if isinstance(turn, Over):
            return None
        if isinstance(turn, Chance):
            event: Event = self.game.chance_event(state, (turn.seats[0],))
            return event
        events = legal(self.game, state)
        return chance.choice(events) if events else None

    def own_cards(self) -> Desk:
        desk = self.under_way(
            lambda referee: referee.game.turn(referee.state).seats == {0} and _plain(referee)
        )
        return self.then(desk, at(PrivateView.draw_curtain, 0), at(PrivateView.open_curtain))

    def own_card(self) -> Desk:
        desk = self.own_cards()
        referee = desk.session.referee
        starts = [e.start for e in legal(self.game, referee.state) if e.start is not None]
        return self.then(desk, TouchSquare(max(starts, key=starts.count)))

    def own_trump(self) -> Desk:
        desk = self.own_cards()
        referee = desk.session.referee
        trumps = [e.trump for e in legal(self.game, referee.state) if hasattr(e, "trump")]
        return self.then(desk, at(Picking.pick, "trump", max(trumps, key=trumps.count)))

    def touch_due(self) -> Desk:
        def due(referee: Any) -> bool:
            self.seat = next((s for s in (0, 1) if self.game.touched(referee.state, s) is not None), -1)
            return self.seat >= 0

        return self.under_way(due, "trusted")

    def curtain(self) -> Touch:
        return at(PrivateView.draw_curtain, max(self.seat, 0))

    def open(self, desk: Desk) -> Desk:
        return self.then(desk, self.curtain(), at(PrivateView.open_curtain))

    def touch_trump(self) -> Desk:
        def due(referee: Any) -> bool:
            things = [self.game.touched(referee.state, seat) for seat in (0, 1)]
            self.seat = next((s for s, t in enumerate(things) if t is not None and t.face == "up"), -1)
            return self.seat >= 0

        return self.open(self.under_way(due, "trusted"))

    def reveal(self) -> Desk:
        return self.under_way(lambda r: len(cards_turned_up(self.game, r.state)) > 12, "trusted")

    def reveal_card(self) -> Desk:
        desk = self.then(self.reveal(), at(Picking.pick, "kind", "TurnedUp"))
        return self._next(desk, "seat")

    def reveal_turned(self) -> Desk:
        return self._next(self.reveal_card(), "card")

    def _next(self, desk: Desk, field: str) -> Desk:
        model = desk.model()
        pick = next((a.action for a in reversed(model.answers) if calls(a.action, Picking.pick)), None)
        return desk if pick is None or pick.given[0] != field else self.then(desk, pick)

    def hidden_lost(self) -> Desk:
        """Two cards too many lie otherwise, and somebody peeps at one just now."""
        desk = self.under_way(_plain)
        session = desk.session
        look = dict(session.reply.look.regions)
        down = [name for name, lying in look.items() if len(lying) == 1 and lying[0].face == "down"]
        label = next(iter(self.game.army(session.referee.state, 0)))
        del look[down[0]], look[down[1]]
        look[down[2]] = (Thing("card", label, "up", look[down[2]][0].deck, 0),)
        self.maker.show(desk, replace(perfect_eye.scene(Look(look)), still_for=9.0), done=True)
        return desk


def _plain(referee: Any) -> bool:
    """Whether a seat is simply to move."""
    turn = referee.game.turn(referee.state)
    return not isinstance(turn, Chance | Over) and any(
        hasattr(e, "trump") for e in legal(referee.game, referee.state)
    )
