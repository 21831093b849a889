"""A game of piles at the screen: what may be told now, what "done" stands for, tiles or table, decks counted after it.

Rule kept: what may be told is worked out once a state, however often a screen is drawn.
"""

from typing import Any, assert_never

from companion.game import Chance, Event, Over, Seat
from ui.box.by_touch import in_hand
from ui.pages.played_table import PlayedTable
from ui.present.deck_check import DeckCheck, begun, by_hand, looked_at, taken
from ui.present.moment import Piles
from ui.present.piles import changed, is_piled, takeable
from ui.present.table_touches import CheckDeck, DeckBatch, DeckCount, HeapTouch, ShowTiles
from ui.present.telling import natural
from ui.secrecy import covered_legal, is_secret


class SupplySide:
    """The side of a table screen that is about piles; in a game without any it has nothing to say.

    `deck_check` is the deck that is being counted after the game.
    """

    def __init__(self, side: PlayedTable) -> None:
        self._side = side
        self._wants_tiles = True
        self._known: tuple[int, tuple[Event, ...], frozenset[str]] = (-1, (), frozenset())
        self._read: object = None
        self._changed: tuple[int, tuple[str, ...]] = (-1, ())
        self.deck_check: DeckCheck | None = None

    @property
    def tiled(self) -> bool:
        """Whether tiles stand in the place of the table: not while piles are laid out on a simulated one."""
        reply = self._side.session.reply
        laying = self._side.opened.simulated is not None and reply.layout is not None
        return self._wants_tiles and not laying and is_piled(reply.view)

    @property
    def acts(self) -> tuple[Event, ...]:
        return self._tellable()[0]

    def _tellable(self) -> tuple[tuple[Event, ...], frozenset[str]]:
        """What may be told now, and the piles that a card may be taken from."""
        reply, referee = self._side.session.reply, self._side.session.referee
        if self._known[0] != reply.seq:
            acts: tuple[Event, ...] = ()
            piles: frozenset[str] = frozenset()
            if is_piled(reply.view) and not isinstance(reply.turn, Chance | Over):
                game, state = referee.game, referee.state
                acts = tuple(
                    event
                    for event in covered_legal(game, state)
                    if not event.told and not is_secret(game, state, event)
                )
                piles = takeable(game, state, acts, reply.view.counts)
            self._known = (reply.seq, acts, piles)
        return self._known[1:]

    def changed(self, before: Any) -> tuple[str, ...]:
        """The places that the last event changed; `before` is the state before it, None before the first."""
        reply, game = self._side.session.reply, self._side.session.referee.game
        if self._changed[0] != reply.seq:
            piled = before is not None and is_piled(reply.view)
            self._changed = (reply.seq, changed(game.view(before, None), reply.view) if piled else ())
        return self._changed[1]

    def now(self, before: Any) -> Piles:
        """What a screen shows of it; `before` is the state before the last event, None before the first."""
        return Piles(*self._tellable(), self.tiled, self.changed(before), self.deck_check)

    def natural(self) -> Event | None:
        """What "done" says while the table is as the book has it; None where something else may be meant."""
        side, reply, referee = self._side, self._side.session.reply, self._side.session.referee
        untidy = reply.chores and side.session.reading is not None
        if side.is_looking or side.focus.settling.refused is not None or reply.differences or untidy:
            return None
        return natural(referee.game, referee.state, self.acts)

    @property
    def in_tray(self) -> tuple[Seat | None, tuple[str, ...]]:
        """Whose cards lie ready beside the simulated table, and which."""
        check = self.deck_check
        return (check.seat, tuple(check.owned)) if check is not None else in_hand(self.acts)

    def follow(self) -> bool:
        """Takes in what the camera sees of a deck that is being counted; whether a screen has to change."""
        session, check = self._side.session, self.deck_check
        if check is None or not isinstance(session.reply.turn, Over):
            self.deck_check = None
            return check is not None
        if session.reading is None or session.reading is self._read:
            return False
        self._read = session.reading
        scene = session.reading.scene if session.reading.mat.found else None
        table = session.referee.game.table(session.referee.setup)
        self.deck_check = looked_at(check, scene, table)
        return self.deck_check != check

    def take(self, touch: HeapTouch) -> None:
        match touch:
            case ShowTiles(tiled):
                self._wants_tiles = tiled
            case CheckDeck(seat):
                referee = self._side.session.referee
                self._read = None
                self.deck_check = None if seat is None else begun(referee.game, referee.state, seat)
            case DeckBatch():
                self.deck_check = self.deck_check and taken(self.deck_check)
            case DeckCount(card, more):
                self.deck_check = self.deck_check and by_hand(self.deck_check, card, more)
            case _:
                assert_never(touch)
