"""Situations of a game of piles for four: set-up, the piles as tiles, what is asked of others, what is told by touch.

A game is played on by lawful events, each seen or told; nothing of a screen is made up here.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from companion.game import Chance, Event, Game, Over, Setup, legal
from companion.games import all_games
from companion.lawful import drawn
from companion.sight import Look, Thing
from companion.weigh import Ask
from tests.situations.maker import Maker
from ui.box.opening import open_table
from ui.pages.agreement import Draft, agree, typing_name
from ui.pages.desk import Desk
from ui.pages.picking import Picking, SupplySide
from ui.pages.played_table import Asking, PlayedTable
from ui.present.board import is_strip
from ui.present.names import card_facts
from ui.present.touches import Goto, Start, Touch, TouchSquare, Typed, at
from ui.watching import perfect_eye

SEED = 4
NAMES = ("Ann", "Ben", "Cleo", "Dan")
LONGEST = 4000


def card_situations(folder: Path) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation; none where no installed game is one of many kinds for four."""
    game = next((game for game in all_games().values() if 4 in game.seats and _many(game)), None)
    if game is None:
        return {}
    made = _Cards(Maker(folder, game))
    return {
        "cards-seats": made.seats,
        "cards-options": lambda: made.then(made.seats(), agree(Draft.on_page, "options")),
        "cards-picker": made.picker,
        "cards-lot": made.lot,
        "cards-action": lambda: made.until(made.acts("Played")),
        "cards-hunt": lambda: made.until(made.after("Shot")),
        "cards-attack": lambda: made.until(made.asked("react"), likes=("piano-superiore", "barricata")),
        "cards-discard": lambda: made.until(made.asked("discard")),
        "cards-discard-which": lambda: made.then(
            made.until(made.asked("discard")), at(Picking.pick_afresh, "what", "discard")
        ),
        "cards-gain": lambda: made.until(made.asked("gain")),
        "cards-played": lambda: made.then(
            made.until(made.acts("Played")), at(Picking.pick_afresh, "kind", "Played")
        ),
        "cards-shot": made.counting,
        "cards-table": lambda: made.then(
            made.until(made.after("Played")), at(SupplySide.show_tiles, tiled=False)
        ),
        "cards-reference": lambda: made.reference(0),
        "cards-reference-last": lambda: made.reference(-2),
        "cards-deck": lambda: made.then(made.until(made.after("Shot")), TouchSquare("discard.1")),
        "cards-telling": lambda: made.then(made.until(made.after("Shot")), at(PlayedTable.open_telling)),
        "cards-refuse": made.refuse,
        "cards-ask": made.ask,
        "cards-lost": made.lost,
        "cards-agree": made.agree,
        "cards-dispute": lambda: made.then(
            made.until(made.after("Shot")), at(PlayedTable.press_button, "dispute")
        ),
        "cards-over": made.over,
        "cards-decks": made.decks,
        "cards-simulated": made.simulated,
    }


def _many(game: Game[Any]) -> bool:
    return any(option.many for option in game.options)


class _Cards:
    def __init__(self, maker: Maker) -> None:
        self.maker, self.game = maker, maker.game
        self.likes: tuple[str, ...] = ()

    def then(self, desk: Desk, *actions: Touch) -> Desk:
        found: Desk = self.maker.then(desk, *actions)
        return found

    def seats(self, players: int = 4) -> Desk:
        desk = self.then(self.maker.desk(), Goto("seats"), agree(Draft.with_seats, players))
        for seat, name in enumerate(NAMES[:players]):
            self.then(desk, agree(typing_name, seat), Typed(name))
        return desk

    def picker(self) -> Desk:
        option = next(option for option in self.game.options if option.many)
        desk = self.then(self.seats(), agree(Draft.on_page, f"many:{option.name}"))
        values = [choice.value for choice in option.choices]
        return self.then(desk, *(agree(Draft.toggled, option.name, value) for value in values[1:22:3]))

    def lot(self) -> Desk:
        desk = self.then(self.seats(), Start())
        self._show(desk)
        return desk

    def until(self, wanted: Callable[[Any], bool], players: int = 4, likes: tuple[str, ...] = ()) -> Desk:
        """A game played on until something is so: each seat shoots all it may and takes what it can pay for."""
        self.likes = likes
        desk, chance = self.then(self.seats(players), Start()), Random(SEED)
        session = desk.session
        for _n in range(LONGEST):
            if wanted(session.referee):
                break
            event = self._next(session.referee, chance)
            if event is None:
                break
            session.tell(event, by="touch" if event.told else "camera")
        for chore in session.reply.chores:
            session.dismiss_chore(chore.region)
        self._show(desk)
        return desk

    def _show(self, desk: Desk) -> None:
        self.maker.show(desk, perfect_eye.scene(desk.session.reply.look))

    def _next(self, referee: Any, chance: Random) -> Event | None:
        game, state = self.game, referee.state
        turn = game.turn(state)
        if isinstance(turn, Over):
            return None
        if isinstance(turn, Chance):
            event: Event = game.chance_event(state, (turn.seats[0],))
            return event
        events = legal(game, state)
        for kind in ("Played", "Shot", "Took"):
            some = [event for event in events if type(event).__name__ == kind]
            if some and (kind != "Shot" or len(max(some, key=_laid).cards) > 0):
                return max(some, key=_laid) if kind == "Shot" else self._dearest(some, chance)
        return drawn(game, state, chance.randrange)

    def _dearest(self, events: list[Any], chance: Random) -> Event:
        """One of those that cost most, so that games come to an end."""
        liked = [event for event in events if event.card in self.likes]
        if liked and chance.random() < 0.8:
            event: Event = chance.choice(liked)
            return event
        if chance.random() < 0.4:
            found: Event = chance.choice(events)
            return found
        costs = {event: card_facts(self.game, Setup(4), event.card).cost or 0 for event in events}
        most = max(costs.values())
        best: Event = chance.choice([event for event, cost in costs.items() if cost == most])
        return best

    def acts(self, kind: str) -> Callable[[Any], bool]:
        """Whether several events of a kind are lawful, and something has happened already."""

        def wanted(referee: Any) -> bool:
            if len(referee.entries) < 12 or isinstance(referee.now().turn, Chance | Over):
                return False
            return sum(type(event).__name__ == kind for event in legal(self.game, referee.state)) > 2

        return wanted

    def after(self, kind: str) -> Callable[[Any], bool]:
        """Whether the last thing that happened is of a kind."""
        return lambda r: len(r.entries) > 10 and type(r.entries[-1].event).__name__ == kind

    def asked(self, what: str) -> Callable[[Any], bool]:
        """Whether a choice of this sort is awaited."""

        def wanted(referee: Any) -> bool:
            if isinstance(referee.now().turn, Chance | Over):
                return False
            return any(event.what == what for event in legal(self.game, referee.state))

        return wanted

    def counting(self) -> Desk:
        desk = self.until(self.acts("Shot"))
        self.then(desk, at(Picking.pick_afresh, "kind", "Shot"))
        tiles = desk.model().tiles
        return self.then(desk, *(tile.action for tile in tiles[:2]), *(tile.action for tile in tiles[:1]))

    def reference(self, number: int) -> Desk:
        desk = self.until(self.after("Shot"))
        return self.then(desk, desk.model().tiles[number].action)

    def refuse(self) -> Desk:
        """A card is taken that is too dear."""
        desk = self.until(self.after("Shot"))
        state = desk.session.referee.state
        taken = next(event for event in self._unlawful(state) if type(event).__name__ == "Took")
        look = self.game.look(self.game.after(state, taken))
        self.maker.show(desk, replace(perfect_eye.scene(look), still_for=1.0), done=True)
        if type(desk.session.reply.verdict).__name__ != "Refuse":
            self.then(desk, at(PlayedTable.tell, taken))
        return desk

    def _unlawful(self, state: Any) -> Iterable[Any]:
        lawful = [event for event in legal(self.game, state) if type(event).__name__ == "Took"]
        kind = type(lawful[0]) if lawful else next(k for k in self.game.events if k.__name__ == "Took")
        seat = next(iter(self.game.turn(state).seats))
        piles = [p for p in self.game.view(state, None).counts if card_facts(self.game, Setup(4), p).cost]
        events = (kind(seat=seat, card=pile) for pile in reversed(piles))
        return (event for event in events if self.game.violation(state, event) is not None)

    def ask(self) -> Desk:
        desk = self.until(self.acts("Played"))
        session = desk.session
        events = [event for event in legal(self.game, session.referee.state) if not event.told][:3]
        session.reply = replace(session.reply, verdict=Ask(tuple((event,) for event in events)))
        session.look_afresh()
        return desk

    def lost(self) -> Desk:
        """Cards lie before two seats that nobody can have played."""
        desk = self.until(self.after("Shot"))
        look = dict(desk.session.reply.look.regions)
        stranger = Thing("card", next(iter(desk.session.reply.view.counts)), "up", "zombinion")
        look["play.2"], look["play.3"] = (stranger,) * 2, (stranger,)
        self.maker.show(desk, replace(perfect_eye.scene(Look(look)), still_for=9.0), done=True)
        return desk

    def agree(self) -> Desk:
        def shows(referee: Any) -> bool:
            kept = referee.standing
            return len(kept) > 10 and self.game.reveals(referee.book.states[-2], kept[-1].event)

        return self.then(self.until(shows), at(PlayedTable.press_button, "back"), at(Asking.agree_back, 2))

    def simulated(self) -> Desk:
        """The same on the simulated table, painted and read by the eye."""
        from numpy.random import default_rng

        from vision.painted.laying import tabletop_from_look

        played = self.until(self.after("Shot"))
        desk = self.then(self.maker.desk(open_table), Goto("seats"), agree(Draft.with_seats, 4), Start())
        opened = desk.opened
        assert opened is not None and opened.simulated is not None
        for entry in played.session.referee.entries:
            opened.session.tell(entry.event)
        for chore in opened.session.reply.chores:
            opened.session.dismiss_chore(chore.region)
        table, look = opened.simulated.table, opened.session.reply.look
        opened.simulated.put(tabletop_from_look(look, table, default_rng(SEED), opened.decks))
        self.maker.look_once(desk)
        return desk

    def over(self) -> Desk:
        return self.until(lambda referee: isinstance(referee.now().turn, Over))

    def decks(self) -> Desk:
        """Two batches of a deck counted, a third before the camera."""
        desk = self.then(self.over(), at(SupplySide.check_deck, 0))
        assert desk.side is not None and desk.side.supply.deck_check is not None
        cards = [card for card, count in desk.side.supply.deck_check.owned.items() for _n in range(count)]
        table = self.game.table(desk.session.referee.setup)
        row = next(r.name for r in table.regions if r.name.endswith(".0") and is_strip(table, r))
        for spot in (0, 7, 14):
            lying = tuple(Thing("card", card, "up", "zombinion") for card in cards[spot : spot + 7])
            self.maker.show(desk, perfect_eye.scene(Look({row: lying})))
            if spot < 14:
                self.then(desk, at(SupplySide.deck_batch))
        return desk


def _laid(event: Any) -> int:
    return len(event.cards)
