"""The hand of a seat that the box plays, where nobody tells the referee what a hand holds: people draw it."""

from collections import Counter
from typing import Any

from companion.game import Event, Game, RandomSource, Seat, shuffled


class OwnHand:
    """What people said that one seat holds, for as long as it can be so."""

    def __init__(self, game: Game[Any], seat: Seat) -> None:
        self._game, self.seat = game, seat
        self.cards: tuple[str, ...] = ()

    def wanted(self, state: Any) -> int:
        """How many cards people have yet to tell; what cannot be held any more is forgotten."""
        if self._game.untold is None:
            return 0
        count, pool = self._game.untold(state, self.seat)
        if len(self.cards) > count or Counter(self.cards) - Counter(pool):
            self.cards = ()
        return count - len(self.cards)

    def may_be(self, state: Any) -> dict[str, int]:
        """How often each card may be among those that have yet to be told."""
        assert self._game.untold is not None
        pool = Counter(self._game.untold(state, self.seat)[1])
        return dict(sorted((pool - Counter(self.cards)).items()))

    def told(self, card: str, more: int) -> None:
        """A card is held, or was told by mistake."""
        if more > 0:
            self.cards = (*self.cards, card)
        elif card in self.cards:
            cards = list(self.cards)
            cards.remove(card)
            self.cards = tuple(cards)

    def drawn(self, state: Any, lots: RandomSource) -> None:
        """Draws what has yet to be told by lot, where no real cards lie on a table."""
        pool = [card for card, count in self.may_be(state).items() for _ in range(count)]
        self.cards = (*self.cards, *shuffled(pool, lots)[: self.wanted(state)])

    def known_to(self, state: Any) -> Any:
        """The state in which the hand is told, as the seat knows it."""
        return self._game.with_hand(state, self.seat, self.cards)

    def follow(self, event: Event, state: Any) -> None:
        """What the seat has laid down it holds no more; with its turn the whole hand goes. `state`: after the event."""
        if event.seat != self.seat or event.takes:
            return
        if event.ends_turn and self._game.whose_turn(state) != self.seat:
            self.cards = ()
        else:
            for card in (event.card, *(event.cards or ())):
                if card is not None:
                    self.told(card, -1)
