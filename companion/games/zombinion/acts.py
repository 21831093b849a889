"""What happens: one class for each kind of event, with the rules that it breaks, what it does, and how it is told."""

from collections.abc import Iterator
from typing import Any, ClassVar, Protocol

from msgspec.structs import replace

from companion.game import Breach, Event
from companion.games.zombinion.draft import Draft, clean_up, shuffled
from companion.games.zombinion.events import (
    Chose,
    Ended,
    Played,
    Revealed,
    Ruled,
    Shot,
    Shuffled,
    Starts,
    Took,
)
from companion.games.zombinion.ruling import changes, rule, ruling_breach
from companion.games.zombinion.state import State, removed, said_none
from companion.games.zombinion.steps import CHOICES, REVEAL, answer, no_pile, play
from companion.games.zombinion.words import called, chosen, listed, seat_name, to_do
from companion.language import _, joined, marked, several


class Act(Protocol):
    """What one kind of event breaks and does.

    `any_time`: it is asked of any seat, whosever turn it is, and of none unless it is due. `by_itself`: the referee may
    have done it already. `where`: the regions that tell one such event from another.
    """

    any_time: ClassVar[bool] = False
    by_itself: ClassVar[bool] = False
    where: ClassVar[tuple[str, ...]] = ()
    sentence: ClassVar[str] = ""

    def breaches(self, state: State, event: Any, /) -> Iterator[Breach]:
        """The rules that it breaks."""

    def happens(self, d: Draft, event: Any, /) -> None:
        """What it changes."""

    def said(self, state: State, event: Any, name: str, /) -> str:
        """The event in a sentence, told on the state before it; nothing hidden is named."""
        return _(self.sentence).format(name=name, card=called(state.agreed, event.card))

    def is_same(self, _state: State, done: Any, event: Any, /) -> bool:
        """Whether an event only tells what was done by itself."""
        return bool(done == event)

    def regions(self, _state: State, event: Any, /) -> set[str]:
        return {region.format(seat=event.seat, card=event.card) for region in self.where}


class Start(Act):
    any_time = True
    sentence = marked("{name} begins")

    def breaches(self, state: State, event: Starts) -> Iterator[Breach]:
        """Only those among whom the lot is drawn can begin (decision ZB-28)."""
        if state.phase != "lot":
            yield Breach("zb-lot", _("the game has begun"))
        if event.seat not in state.agreed.starters:
            yield Breach("zb-28-who-begins", seat_name(state.agreed, event.seat))

    def happens(self, d: Draft, event: Starts) -> None:
        d.turn = event.seat
        if d.phase == "lot":
            d.phase = "action"


# The three phases of a turn: when an Action may be played, Mirare laid, a card taken, and a phase ended.


def may_play(state: State) -> bool:
    """Whether another Action may be in the hand of the seat whose turn it is, and an Azione is left for it."""
    return state.actions > 0 and state.players[state.turn].could_hold(state.agreed.cards, "action")


def hunting(state: State) -> Iterator[Breach]:
    """Mirare and takings come in the Caccia; it begins by itself only where no Action can be played any more."""
    if state.phase != "hunt" and (state.phase != "action" or may_play(state)):
        late = _("the Caccia has not begun") if state.phase == "action" else _("the Caccia is over")
        yield Breach("zb-phases", late)


class Play(Act):
    where = ("play.{seat}",)
    sentence = marked("{name} plays {card}")

    def breaches(self, state: State, event: Played) -> Iterator[Breach]:
        facts = state.agreed.cards.get(event.card)
        if facts is None or not facts.is_action:
            yield Breach("zb-action-cards", facts.name if facts else event.card)
        if facts is None:
            return
        if state.phase != "action":
            yield Breach("zb-phases", _("the Action phase is over"))
        if state.actions < 1:
            yield Breach("zb-one-action", facts.name)
        yield from state.players[event.seat].not_in_hand(state.agreed.cards, event.seat, event.card)

    def happens(self, d: Draft, event: Played) -> None:
        if event.card not in d.agreed.cards:
            return
        d.hand_to_play(event.seat, (event.card,))
        if d.actions:
            d.actions -= 1
        play(d, event.seat, event.card)


class Shoot(Act):
    where = ("play.{seat}",)

    def breaches(self, state: State, event: Shot) -> Iterator[Breach]:
        known, held = state.agreed.cards, state.players[event.seat]
        yield from hunting(state)
        for card in event.cards:
            if card not in known or not known[card].is_treasure:
                yield Breach("zb-only-mirare", known[card].name if card in known else card)
            if card not in known:
                return
            yield from held.not_in_hand(known, event.seat, card)
            held = held.without("hand", card) or held

    def happens(self, d: Draft, event: Shot) -> None:
        if d.phase == "action":
            d.phase = "hunt"
        known, shots = d.agreed.cards, d.shots
        for card in event.cards:
            if card not in known:
                return
            shots += known[card].shots
        d.shots = shots
        d.hand_to_play(event.seat, event.cards)

    def said(self, state: State, event: Shot, name: str) -> str:
        known = state.agreed.cards
        if not event.cards:
            return _("{name} lays down nothing").format(name=name)
        return several(
            "{name} lays down {cards}: {n} shot",
            "{name} lays down {cards}: {n} shots",
            sum(known[card].shots for card in event.cards if card in known),
            name=name,
            cards=listed(state.agreed, event.cards),
        )


class Take(Act):
    where = ("discard.{seat}", "{card}")
    sentence = marked("{name} takes {card}")

    def breaches(self, state: State, event: Took) -> Iterator[Breach]:
        yield from hunting(state)
        reasons, facts = tuple(no_pile(state, event.card)), state.agreed.cards.get(event.card)
        if reasons and facts is not None and event.card in state.trash:
            yield Breach("zb-08-trash", facts.name)
        yield from reasons
        if facts is None:
            return
        if state.targets < 1:
            yield Breach("zb-10-targets", facts.name)
        if state.shots < facts.cost:
            words = _("{card}: {cost}, {n} left")
            yield Breach("zb-10-shots", words.format(card=facts.name, cost=facts.cost, n=state.shots))

    def happens(self, d: Draft, event: Took) -> None:
        if event.card not in d.agreed.cards:
            return
        if d.phase == "action":
            d.phase = "hunt"
        d.targets = max(0, d.targets - 1)
        d.shots = max(0, d.shots - d.agreed.cards[event.card].cost)
        d.take("supply", event.seat, event.card)
        d.onto_discard(event.seat, (event.card,))


class End(Act):
    by_itself = True
    where = ("discard.{seat}", "play.{seat}")

    def breaches(self, state: State, event: Ended) -> Iterator[Breach]:
        """`top` can lie uppermost: a card of the hand or in play; or the one before, with all put under it."""
        if event.top is None or state.phase == "action":
            return
        held = state.players[event.seat]
        if event.top in held.in_play or event.top in held.discard[-1:]:
            return
        if held.hand:
            yield from held.not_in_hand(state.agreed.cards, event.seat, event.top)
        elif None not in held.discard[-1:] or held.in_play:
            yield Breach("zb-in-hand", event.top)

    def happens(self, d: Draft, event: Ended) -> None:
        if d.phase == "action" and not (d.todo or event.seat != d.turn):
            d.phase = "hunt"
        elif d.over is None:
            clean_up(d, event.seat, event.top)

    def is_same(self, _state: State, done: Ended, event: Ended) -> bool:
        return done.seat == event.seat and event.top is None

    def said(self, state: State, event: Ended, name: str) -> str:
        if event.seat != state.turn:
            return _("{name} has ended the turn").format(name=name)
        if state.phase == "action":
            return _("{name} ends the Action phase").format(name=name)
        top = "" if event.top is None else called(state.agreed, event.top)
        if not (state.targets and state.shots):
            words = (
                _("{name} ends the turn, {card} on top of the discards") if top else _("{name} ends the turn")
            )
            return words.format(name=name, card=top)
        if not top:
            return several(
                "{name} ends the turn, {n} shot not used",
                "{name} ends the turn, {n} shots not used",
                state.shots,
                name=name,
            )
        return several(
            "{name} ends the turn, {n} shot not used, {card} on top of the discards",
            "{name} ends the turn, {n} shots not used, {card} on top of the discards",
            state.shots,
            name=name,
            card=top,
        )


# What a card asks for, and what follows from one.


def due(state: State) -> str:
    """What is asked for now, in words."""
    if not state.todo:
        return _("nothing is asked")
    step = state.todo[-1]
    card = called(state.agreed, step.card) if step.card else ""
    return ": ".join(filter(None, (card, to_do(state.agreed, step))))


def awaits(state: State, what: str, seat: int) -> bool:
    """Whether just this is what has to come next."""
    step = state.step
    return step is not None and step.do == what and step.seat == seat


class Choose(Act):
    any_time = by_itself = True
    happens = staticmethod(answer)

    def breaches(self, state: State, event: Chose) -> Iterator[Breach]:
        if awaits(state, event.what, event.seat):
            yield from CHOICES[event.what].breaches(state, state.todo[-1], event)
        elif any(step.do == event.what and step.seat == event.seat for step in state.todo):
            yield Breach("zb-order", due(state))
        elif event.what == "react" and any(event.answers(done) for done in state.passed):
            yield Breach("zb-21-barricata", seat_name(state.agreed, event.seat))
        else:
            yield Breach("zb-as-it-asks", due(state))

    def is_same(self, state: State, done: Chose, event: Chose) -> bool:
        return done.same(event) and not awaits(state, event.what, event.seat)

    def said(self, state: State, event: Chose, _name: str) -> str:
        return chosen(state, event)

    def regions(self, state: State, event: Chose) -> set[str]:
        whose = event.seat if state.step is None or state.step.of is None else state.step.of
        return CHOICES[event.what].regions(event.seat, whose, event.slots())


class ShuffleAct(Act):
    any_time = by_itself = True
    sentence = marked("{name} shuffles the discard pile into a new deck")

    def breaches(self, state: State, event: Shuffled) -> Iterator[Breach]:
        if not awaits(state, "shuffle", event.seat):
            yield Breach("zb-shuffled", due(state))
        discard = filter(None, state.players[event.seat].discard)
        if event.order is not None and sorted(event.order) != sorted(discard):
            yield Breach("zb-shuffled", _("the discards, no others"))

    def happens(self, d: Draft, event: Shuffled) -> None:
        if d.todo and d.todo[-1].do == "shuffle" and d.todo[-1].seat == event.seat:
            d.pop()
        player, order = d.players[event.seat], event.order
        if order is not None and (player.unseen or sorted(order) != sorted(filter(None, player.discard))):
            order = None
        d.put(event.seat, shuffled(player, order))

    def is_same(self, state: State, done: Shuffled, event: Shuffled) -> bool:
        return done.seat == event.seat and (state.over is not None or event.order is None)


class RevealAct(Act):
    any_time = by_itself = True
    where = ("play.{seat}",)
    sentence = marked("{name} reveals {card}")

    def breaches(self, state: State, event: Revealed) -> Iterator[Breach]:
        if not awaits(state, "reveal", event.seat):
            yield Breach("zb-revealed", due(state))
        player, known = state.players[event.seat], state.agreed.cards
        if event.card not in player.unseen:
            yield Breach("zb-cannot-own", event.card)
            return
        lack = replace(player, unseen=removed(player.unseen, event.card)).strained(known)
        if lack is not None:
            yield said_none(event.seat, event.card, lack)

    def happens(self, d: Draft, event: Revealed) -> None:
        if event.card not in d.agreed.cards:
            return
        d.reveal(event.seat, event.card)
        step = d.todo[-1] if d.todo else None
        if step is not None and step.do == "reveal" and step.seat == event.seat:
            REVEAL.answered(d, step, event.card)


class Rule(Act):
    any_time = True
    happens = staticmethod(rule)

    def breaches(self, state: State, event: Ruled) -> Iterator[Breach]:
        yield from filter(None, (ruling_breach(state, event),))

    def said(self, state: State, event: Ruled, _name: str) -> str:
        changed = joined(changes(state, event))
        words = _("By agreement {changes}") if changed else _("By agreement nothing changes")
        return words.format(changes=changed)


ACTS: dict[type[Event], Act] = {
    Starts: Start(),
    Played: Play(),
    Shot: Shoot(),
    Took: Take(),
    Ended: End(),
    Chose: Choose(),
    Shuffled: ShuffleAct(),
    Revealed: RevealAct(),
    Ruled: Rule(),
}
