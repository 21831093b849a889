"""Zombinion with all cards known, written a second time and otherwise: one coroutine that asks and is answered.

It shares no code with the game, only the shape of its events and of its state as JSON. Source: the rules as written
(rules.md) and Dominion's first edition, card by card (ZB-01).
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any

COSTS = {
    0: "pallottola infezione",
    2: "zombi barricata esca sacrificio",
    3: "proiettili fucile-a-pompa maverick munizioni raggrupparsi",
    4: "deposito fuga-rapida furbizia ispezione piano-superiore proiettili-esplosivi radio ricognizione rifornimento"
    " survivors tattica",
    5: "molti-zombi aiutarsi copertura coraggio molotov nascondiglio ricarica sciame-di-zombi",
    6: "caricatore tutto-per-tutto",
    8: "molti-piu-zombi",
}
"""Ledger 4.4 and 4.5, by cost."""

COST = {card: cost for cost, named in COSTS.items() for card in named.split()}
MIRARE = {"pallottola": 1, "proiettili": 2, "caricatore": 3}
POINTS = {"zombi": 1, "molti-zombi": 3, "molti-piu-zombi": 6, "infezione": -1}
VITTORIA = {"zombi", "molti-zombi", "molti-piu-zombi", "survivors"}
AZIONI = set(COST) - set(MIRARE) - VITTORIA - {"infezione"}
ATTACCHI = {"fuga-rapida", "ispezione", "piano-superiore", "ricognizione", "sciame-di-zombi"}
PLUS = {
    "aiutarsi": (0, 2, 1, 2), "barricata": (2, 0, 0, 0), "copertura": (1, 1, 1, 1), "coraggio": (2, 1, 0, 0),
    "esca": (0, 1, 0, 0), "fucile-a-pompa": (0, 0, 1, 2), "furbizia": (3, 0, 0, 0), "maverick": (1, 2, 0, 0),
    "molotov": (4, 0, 1, 0), "piano-superiore": (0, 0, 0, 2), "raggrupparsi": (0, 0, 0, 2),
    "ricognizione": (1, 1, 0, 0), "sciame-di-zombi": (2, 0, 0, 0),
}  # fmt: skip
"""Cards, Actions, targets and shots that a card adds."""

Flow = Generator["Ask", Any, Any]


@dataclass(frozen=True)
class Ask:
    """What is awaited from which seat, and whether an answer is one of those that the rules allow."""

    what: str
    seat: int
    allows: Callable[[Any], bool]


def cards_of(event: Any) -> list[str]:
    return list(event.cards) or ([event.card] if event.card else [])


def _one_of(able: Iterable[str]) -> Callable[[Any], bool]:
    allowed = set(able)
    return lambda event: len(cards_of(event)) == 1 and cards_of(event)[0] in allowed


class Oracle:
    """A table in play. `asks` is what is awaited; `tell` answers it."""

    def __init__(self, given: dict[str, Any]) -> None:
        seats = given["seats"]
        self.hand, self.deck, self.discard, self.in_play = (
            [list(seat[place]) for seat in seats] for place in ("hand", "deck", "discard", "in_play")
        )
        self.shown: list[list[str]] = [[] for _ in seats]
        self.supply, self.trash = dict(given["supply"]), list(given["trash"])
        self.turns_taken, self.turn, self.phase = list(given["turns_taken"]), given["turn"], given["phase"]
        self.actions, self.targets, self.shots = given["actions"], given["targets"], given["shots"]
        self.winners: list[int] | None = None
        self._flow = self._game()
        self.asks: Ask = next(self._flow)

    def tell(self, event: Any) -> None:
        """Answer what is awaited."""
        self.asks = self._flow.send(event)

    def seen(self) -> dict[str, Any]:
        """Everything that can be compared: a hand has no order, and goes onto the discard pile in its owner's."""
        places = {"hand": self.hand, "in_play": self.in_play, "shown": self.shown, "discard": self.discard}
        return {
            **{name: [Counter(seat) for seat in place] for name, place in places.items()},
            "deck": self.deck,
            "supply": self.supply,
            "trash": self.trash,
            "left": (self.actions, self.targets, self.shots),
            "turns": (self.turn, self.phase, self.turns_taken),
        }

    # A turn

    def _game(self) -> Flow:
        while True:
            yield from self._turn()
            if self._ended():
                self.phase, self.winners = "over", self._best()
                yield Ask("nothing", -1, lambda _event: False)
            self.turn = (self.turn + 1) % len(self.hand)
            self.phase, self.actions, self.targets, self.shots = "action", 1, 1, 0

    def _turn(self) -> Flow:
        me = self.turn
        while True:
            event = yield Ask("act", me, self._may)
            kind = type(event).__name__
            if kind == "Played":
                self.actions -= 1
                self._lay(me, event.card)
                yield from self._resolve(me, event.card)
            elif kind == "Ended" and self.phase == "hunt":
                break
            else:
                self.phase = "hunt"
                if kind == "Shot":
                    for card in event.cards:
                        self._lay(me, card)
                        self.shots += MIRARE[card]
                elif kind == "Took":
                    self.targets -= 1
                    self.shots -= COST[event.card]
                    self._gain(event.card, self.discard[me])
        self.discard[me] += self.in_play[me] + self.hand[me]
        self.in_play[me], self.hand[me], self.phase = [], [], "cleanup"
        yield from self._draw(me, min(5, len(self.deck[me])) if self._ended() else 5)
        self.turns_taken[me] += 1

    def _may(self, event: Any) -> bool:
        hand, kind = self.hand[self.turn], type(event).__name__
        could_act = self.phase == "action" and self.actions > 0 and bool(AZIONI & set(hand))
        if kind == "Played":
            return could_act and event.card in AZIONI and event.card in hand
        if kind == "Shot":
            return (
                not could_act and set(event.cards) <= set(MIRARE) and not Counter(event.cards) - Counter(hand)
            )
        if kind == "Took":
            paid = self.targets > 0 and self.shots >= COST[event.card]
            return not could_act and paid and self.supply.get(event.card, 0) > 0
        return kind == "Ended"

    def _lay(self, me: int, card: str) -> None:
        self.hand[me].remove(card)
        self.in_play[me].append(card)

    def _ended(self) -> bool:
        return not self.supply["molti-piu-zombi"] or list(self.supply.values()).count(0) >= 3

    def _best(self) -> list[int]:
        def score(seat: int) -> tuple[int, int]:
            own = self.hand[seat] + self.deck[seat] + self.discard[seat]
            tens = own.count("survivors") * (len(own) // 10)
            return sum(POINTS.get(card, 0) for card in own) + tens, -self.turns_taken[seat]

        seats = range(len(self.hand))
        return [seat for seat in seats if score(seat) == max(map(score, seats))]

    # What cards have in common

    def _others(self, me: int) -> list[int]:
        return [(me + step) % len(self.hand) for step in range(1, len(self.hand))]

    def _covered(self, seat: int) -> list[str]:
        """The cards of a seat that the others cannot tell apart: who has none of a sort is asked all the same."""
        return self.hand[seat] + self.deck[seat] + self.discard[seat][:-1]

    def _top(self, seat: int) -> Flow:
        if not self.deck[seat]:
            if not self.discard[seat]:
                return None
            lying = Counter(self.discard[seat])
            event = yield Ask("shuffle", seat, lambda event: Counter(event.order) == lying)
            self.deck[seat], self.discard[seat] = list(event.order), []
        return self.deck[seat].pop(0)

    def _draw(self, seat: int, count: int) -> Flow:
        for _ in range(count):
            card = yield from self._top(seat)
            if card is not None:
                self.hand[seat].append(card)

    def _show(self, seat: int, count: int) -> Flow:
        for _ in range(count):
            card = yield from self._top(seat)
            if card is not None:
                self.shown[seat].append(card)

    def _gain(self, card: str, where: list[str], at: int | None = None) -> None:
        self.supply[card] -= 1
        where.insert(len(where) if at is None else at, card)

    def _choose_gain(self, me: int, most: int, where: list[str], only: set[str] | None = None) -> Flow:
        able = {
            c for c, left in self.supply.items() if left and COST[c] <= most and (only is None or c in only)
        }
        if able:
            event = yield Ask("gain", me, _one_of(able))
            self._gain(cards_of(event)[0], where)

    def _one_from_hand(self, what: str, seat: int, sort: set[str]) -> Flow:
        able = set(self.hand[seat]) & sort
        if not able:
            return None
        event = yield Ask(what, seat, _one_of(able))
        self.hand[seat].remove(cards_of(event)[0])
        return cards_of(event)[0]

    def _some_from_hand(self, what: str, seat: int, counts: Callable[[int], bool]) -> Flow:
        hand = Counter(self.hand[seat])
        event = yield Ask(
            what, seat, lambda event: counts(len(cards_of(event))) and not Counter(cards_of(event)) - hand
        )
        for card in cards_of(event):
            self.hand[seat].remove(card)
        return cards_of(event)

    def _resolve(self, me: int, card: str) -> Flow:
        reached = self._others(me)
        if card in ATTACCHI:
            for seat in self._others(me):
                if self.hand[seat] and "barricata" in self._covered(seat):
                    has = "barricata" in self.hand[seat]
                    event = yield Ask(
                        "react", seat, lambda event, has=has: event.yes is not None and has >= event.yes
                    )
                    if event.yes:
                        reached.remove(seat)
        cards, actions, targets, shots = PLUS.get(card, (0, 0, 0, 0))
        self.actions, self.targets, self.shots = (
            self.actions + actions, self.targets + targets, self.shots + shots,
        )  # fmt: skip
        yield from self._draw(me, cards)
        effect = getattr(self, "_" + card.replace("-", "_"), None)
        if effect:
            yield from effect(me, reached)

    # Card by card

    def _deposito(self, me: int, _reached: list[int]) -> Flow:
        if "deposito" in self.in_play[me] and self._fresh:
            self.in_play[me].remove("deposito")
            self.trash.append("deposito")
        yield from self._choose_gain(me, 5, self.discard[me])

    _fresh = True
    """Whether the card being carried out is carried out for the first time."""

    def _esca(self, me: int, _reached: list[int]) -> Flow:
        if self.hand[me]:
            cards = yield from self._some_from_hand("discard", me, lambda _count: True)
            self.discard[me] += cards
            yield from self._draw(me, len(cards))

    def _fuga_rapida(self, me: int, reached: list[int]) -> Flow:
        if self.supply["proiettili"]:
            self._gain("proiettili", self.deck[me], 0)
        for seat in reached:
            card = yield from self._one_from_hand("topdeck", seat, VITTORIA)
            if card:
                self.deck[seat].insert(0, card)

    def _ispezione(self, me: int, reached: list[int]) -> Flow:
        stolen: list[str] = []
        for seat in reached:
            yield from self._show(seat, 2)
            able = set(self.shown[seat]) & set(MIRARE)
            if able:
                event = yield Ask("thief-trash", me, _one_of(able))
                stolen += cards_of(event)
                self.shown[seat].remove(stolen[-1])
                self.trash.append(stolen[-1])
            self.discard[seat] += self.shown[seat]
            self.shown[seat] = []
        if stolen:
            event = yield Ask("thief-gain", me, lambda event: not Counter(cards_of(event)) - Counter(stolen))
            for card in cards_of(event):
                del self.trash[len(self.trash) - 1 - self.trash[::-1].index(card)]
                self.discard[me].append(card)

    def _molotov(self, me: int, _reached: list[int]) -> Flow:
        for seat in self._others(me):
            yield from self._draw(seat, 1)

    def _munizioni(self, me: int, _reached: list[int]) -> Flow:
        yield from self._choose_gain(me, 4, self.discard[me])

    def _nascondiglio(self, me: int, _reached: list[int]) -> Flow:
        while len(self.hand[me]) < 7:
            card = yield from self._top(me)
            if card is None:
                break
            self.hand[me].append(card)
            if AZIONI & set(self._covered(me)):
                may = card in AZIONI
                event = yield Ask(
                    "set-aside", me, lambda event, may=may: event.yes is not None and may >= event.yes
                )
                if event.yes:
                    self.shown[me].append(self.hand[me].pop())
        self.discard[me] += self.shown[me]
        self.shown[me] = []

    def _piano_superiore(self, _me: int, reached: list[int]) -> Flow:
        for seat in reached:
            over = len(self.hand[seat]) - 3
            if over > 0:
                self.discard[seat] += yield from self._some_from_hand("discard", seat, over.__eq__)

    def _proiettili_esplosivi(self, me: int, _reached: list[int]) -> Flow:
        card = yield from self._one_from_hand("trash", me, {"pallottola"})
        if card:
            self.trash.append(card)
            self.shots += 3

    def _radio(self, me: int, _reached: list[int]) -> Flow:
        yield from self._show(me, 5)
        shown = self.shown[me]
        if shown:
            event = yield Ask(
                "envoy-discard",
                self._others(me)[0],
                _one_of(shown),
            )
            shown.remove(cards_of(event)[0])
            self.discard[me] += cards_of(event)
            self.hand[me] += shown
            self.shown[me] = []

    def _raggrupparsi(self, me: int, _reached: list[int]) -> Flow:
        if self.deck[me]:
            event = yield Ask("deck-to-discard", me, lambda event: event.yes is not None)
            if event.yes:
                self.discard[me] += self.deck[me]
                self.deck[me] = []

    def _ricarica(self, me: int, _reached: list[int]) -> Flow:
        card = yield from self._one_from_hand("trash", me, set(MIRARE))
        if card:
            self.trash.append(card)
            yield from self._choose_gain(me, COST[card] + 3, self.hand[me], set(MIRARE))

    def _ricognizione(self, me: int, reached: list[int]) -> Flow:
        for seat in [me, *reached]:
            yield from self._show(seat, 1)
            if self.shown[seat]:
                event = yield Ask("spy-discard", me, lambda event: event.yes is not None)
                card = self.shown[seat].pop()
                if event.yes:
                    self.discard[seat].append(card)
                else:
                    self.deck[seat].insert(0, card)

    def _rifornimento(self, me: int, _reached: list[int]) -> Flow:
        card = yield from self._one_from_hand("trash", me, set(COST))
        if card:
            self.trash.append(card)
            yield from self._choose_gain(me, COST[card] + 2, self.discard[me])

    def _sacrificio(self, me: int, _reached: list[int]) -> Flow:
        if self.hand[me]:
            self.trash += yield from self._some_from_hand("trash", me, lambda count: count <= 4)

    def _sciame_di_zombi(self, _me: int, reached: list[int]) -> Flow:
        for seat in reached:
            if self.supply["infezione"]:
                self._gain("infezione", self.discard[seat])
        yield from ()

    def _tattica(self, me: int, _reached: list[int]) -> Flow:
        card = yield from self._one_from_hand("twice", me, AZIONI)
        if card:
            self.in_play[me].append(card)
            for first in (True, False):
                self._fresh = first
                yield from self._resolve(me, card)
            self._fresh = True

    def _tutto_per_tutto(self, me: int, _reached: list[int]) -> Flow:
        while sum(card in MIRARE for card in self.shown[me]) < 2:
            card = yield from self._top(me)
            if card is None:
                break
            self.shown[me].append(card)
        self.hand[me] += [card for card in self.shown[me] if card in MIRARE]
        self.discard[me] += [card for card in self.shown[me] if card not in MIRARE]
        self.shown[me] = []
