"""What cards ask: what is done at once, and one class for each step that may wait for people, with all of its verbs.

Source: ledger 4.5, Dominion's first edition (decision ZB-01); the text of each card in the rules. What a card adds
(+X) is in its facts. A step is a value in the state, so that any moment can be saved, taken back and resumed.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations
from math import prod
from typing import Any, ClassVar, Protocol

from msgspec.structs import replace

from companion.game import Contest, Event, EventTemplate, RandomSource, Violation
from companion.games.zombinion.cards import BARRICATA, EFFECTS, INFEZIONE, PALLOTTOLA, PROIETTILI
from companion.games.zombinion.events import STEPS, YES_OR_NO, Chose, Revealed, Shuffled, StepWords, What
from companion.games.zombinion.state import (
    TRASH,
    WORDS,
    Agreed,
    Draft,
    Lack,
    Player,
    Slots,
    State,
    Step,
    in_reach,
    is_sort,
    removed,
    said_none,
    shuffled,
    turn_over,
)
from companion.games.zombinion.table import Clues
from companion.language import _, marked, several

# What an Action card does when it is played, and the steps that need nobody.


TUTTO, SACRIFICIO, RICARICA = "tutto-per-tutto", "sacrificio", "ricarica"


def play(d: Draft, seat: int, card: str, *, again: bool = False) -> None:
    """Carry out an Action card that lies in play; an Attack first asks who shows a Barricata (decision ZB-21)."""
    step = Step("act", seat, card, again=again)
    if "attack" in d.agreed.cards[card].types:
        d.push(*(Step("react", other, card, of=seat) for other in d.others(seat)), step)
    else:
        act(d, step)


def act(d: Draft, step: Step) -> None:
    """The card's text from top to bottom: what it adds, what it draws, then the rest."""
    card, seat = d.agreed.cards[step.card], step.seat
    d.actions += card.actions
    d.targets += card.targets
    d.shots += card.shots
    if card.id == "deposito" and not step.again and card.id in (p := d.players[seat]).in_play:
        # It is trashed the first time only (decision ZB-19); the gain does not depend on that.
        d.change(seat, in_play=removed(p.in_play[::-1], card.id)[::-1])
        d.trash = (*d.trash, card.id)
    elif card.id == "fuga-rapida" and d.left(PROIETTILI):
        # A Proiettili of the supply comes onto the deck, if there is one (decision ZB-16).
        d.move(PROIETTILI, seat, "supply", "deck")
        d.does(Chose(seat, "gain", (PROIETTILI,)))
    # `each` is done for every seat from the left neighbour on, then `then`. Pushed last first, as steps are a stack.
    own = EFFECTS[card.id]
    parts = [(seat, part) for part in own.then]
    if own.each:
        owners = [*(seat,) * own.all, *d.others(seat, step.safe)]
        parts = [(owner, part) for owner in owners for part in own.each] + parts
    for owner, part in reversed(parts):
        n = card.limit if part.n == "limit" else part.n
        who = owner if not part.by else seat if part.by == "player" else d.others(seat)[0]
        d.push(Step(part.do, who, card.id, n, owner if part.by else None))
    if card.cards:
        d.draw(seat, card.cards, card.id)


def _infect(d: Draft, step: Step) -> None:
    """A seat gains an Infezione, if there are any left (decision ZB-17)."""
    cards = (INFEZIONE,) if d.left(INFEZIONE) else ()
    if cards:
        d.move(INFEZIONE, step.seat, "supply", "discard")
    d.does(Chose(step.seat, "gain", cards))


def _discard_shown(d: Draft, step: Step) -> None:
    p = d.players[step.seat]
    if p.shown:
        d.put(step.seat, replace(p, discard=p.discard + p.shown, shown=()))


def _take_shown(d: Draft, step: Step) -> None:
    """Radio takes all revealed cards into the hand; Tutto x tutto takes the Mirare and discards the others."""
    p, known = d.players[step.seat], d.agreed.cards
    rest = tuple(card for card in p.shown if step.card == TUTTO and not known[card].is_treasure)
    taken = tuple(card for card in p.shown if card not in rest)
    d.put(step.seat, replace(p, hand=p.hand + taken, discard=p.discard + rest, shown=()))


def _hide(d: Draft, step: Step) -> None:
    """Nascondiglio: draw one card after the other until the hand is full; each Action drawn may be set aside.

    Where every deck is told, the question comes for each card that may be an Action by what the table knows: asking
    for some only would betray which they are. `n` counts cards drawn unseen: of those people name the Actions that
    they set aside, once the hand is full.
    """
    seat, known = step.seat, d.agreed.cards
    full, n = known[step.card].limit, step.n
    while len(d.players[seat].hand) < full:
        p = d.players[seat]
        if not p.deck:
            if not p.discard:
                break
            if not d.shuffle(seat, Step("hide", seat, step.card, n)):
                return
            continue
        top = p.deck[0]
        d.draw(seat, 1, step.card)
        if top is None:
            n += 1
        elif known[top].is_action or (d.agreed.known and d.players[seat].seems_to_hold(d.agreed, "action")):
            d.push(Step("set-aside", seat, step.card, cards=(top,)), Step("hide", seat, step.card, n))
            return
    if n:
        d.push(Step("set-aside", seat, step.card, n))
    else:
        d.does(Chose(seat, "set-aside", yes=False))


AT_ONCE: dict[str, Callable[[Draft, Step], None]] = {
    "act": act,
    "again": lambda d, step: play(d, step.seat, step.card, again=True),
    "draw": lambda d, step: d.draw(step.seat, step.n, step.card),
    "curse": _infect,
    "discard-shown": _discard_shown,
    "take-shown": _take_shown,
    "hide": _hide,
    "next-turn": lambda d, step: turn_over(d, step.seat),
}


def settle(d: Draft) -> None:
    """Do what is due until people have to say or do something."""
    while d.todo:
        step = d.todo[-1]
        if step.do in AT_ONCE:
            d.pop()
            AT_ONCE[step.do](d, step)
        elif WAITING[step.do].settle(d, step):
            return


# What an event breaks and does; and two steps that wait: a card to be turned up, and the order of a shuffle.


class Act(Protocol):
    """The violations, effects and words of one kind of event."""

    any_time: ClassVar[bool] = False  # it may come from any seat, but only when it is due
    where: ClassVar[tuple[str, ...]] = ()  # regions that tell one such event from another
    sentence: ClassVar[str] = ""

    def violations(self, state: State, event: Any, /) -> Iterator[Violation]:
        """The rules that it breaks."""

    def happens(self, d: Draft, event: Any, /) -> None:
        """Changes the draft by the event."""

    def said(self, state: State, event: Any, name: str, /) -> str:
        """The event in a sentence, told on the state before it; nothing hidden is named."""
        return _(self.sentence).format(name=name, card=state.agreed.called(event.card))

    def regions(self, _state: State, event: Any, /) -> set[str]:
        return {region.format(seat=event.seat, card=event.card) for region in self.where}


class Waiting(Act):
    """The events that answer a waiting step, and the question that the step asks."""

    any_time = True
    sheet: StepWords

    def shapes(self, _state: State, _step: Step, /) -> tuple[EventTemplate, ...]:
        """Templates for events of too many forms to list."""
        return ()

    def asked(self, state: State, step: Step) -> str:
        """The question to the player of the step, a whole sentence; nothing hidden is named."""
        agreed, asks = state.agreed, self.sheet.asks
        return _(asks.get(step.card) or asks["any"]).format(
            name=agreed.seat_name(step.seat),
            n=step.n,
            cards=agreed.listed(step.cards or state.players[step.whose].shown),
            other=agreed.seat_name(step.whose),
        )


def to_do(agreed: Agreed, step: Step) -> str:
    return _(STEPS[step.do].to_do).format(name=agreed.seat_name(step.seat))


def due(state: State) -> str:
    """The awaited step in words."""
    if not state.todo:
        return _("nothing is asked")
    step = state.todo[-1]
    card = state.agreed.called(step.card) if step.card else ""
    return ": ".join(filter(None, (card, to_do(state.agreed, step))))


def awaits(at: Draft, what: str, seat: int) -> bool:
    """Whether exactly this must come next."""
    step = at.step
    return step is not None and step.do == what and step.seat == seat


class Reveal(Waiting):
    sheet = STEPS["reveal"]
    where = ("play.{seat}",)
    sentence = marked("{name} reveals {card}")

    def settle(self, d: Draft, step: Step) -> bool:
        """Lays cards of the deck open; known ones by themselves."""
        p, rest = d.players[step.seat], Step("reveal", step.seat, step.card, step.n)
        d.pop()
        if step.n > 0 and p.deck:
            if p.deck[0] is None:
                d.push(rest)
                return True
            self.revealed(d, rest, p.deck[0])
            d.does(Revealed(step.seat, p.deck[0]))
        elif step.n > 0 and p.discard and d.shuffle(step.seat, rest):
            d.push(rest)
        return False

    def violations(self, state: State, event: Revealed) -> Iterator[Violation]:
        if not awaits(state, "reveal", event.seat):
            yield Violation("zb-revealed", due(state))
        player, known = state.players[event.seat], state.agreed.cards
        if event.card not in player.unseen:
            yield Violation("zb-cannot-own", event.card)
            return
        lack = replace(player, unseen=removed(player.unseen, event.card)).strained(known)
        if lack is not None:
            yield said_none(event.seat, event.card, lack)

    def happens(self, d: Draft, event: Revealed) -> None:
        if event.card not in d.agreed.cards:
            return
        if awaits(d, "reveal", event.seat):
            self.revealed(d, d.pop(), event.card)
        else:
            d.reveal(event.seat, event.card)

    def revealed(self, d: Draft, step: Step, card: str) -> None:
        """A card lies open; Tutto x tutto counts only Mirare."""
        d.reveal(step.seat, card)
        left = step.n - (step.card != TUTTO or d.agreed.cards[card].is_treasure)
        if left:
            d.push(Step("reveal", step.seat, step.card, left))

    def listed(self, state: State, step: Step) -> Iterator[Event]:
        yield from (Revealed(step.seat, face) for face in sorted(set(state.players[step.seat].unseen)))

    def drawn(self, at: Draft, step: Step, rng: RandomSource) -> Event:
        player = at.players[step.seat]
        faces = list(player.unseen)
        while True:
            face = faces[rng(len(faces))]
            left = replace(player, unseen=removed(player.unseen, face))
            if left.strained(at.agreed.cards) is None:
                return Revealed(step.seat, face)
            faces = [other for other in faces if other != face]

    def seen(self, scene: Clues, step: Step) -> Iterator[Event]:
        # Of several cards turned up at once the lowest was the first.
        faces = tuple(dict.fromkeys(scene.state.players[step.seat].unseen))
        for sighting in (*scene.more(f"play.{step.seat}"), *scene.up(f"deck.{step.seat}"))[:1]:
            yield from (Revealed(step.seat, card) for card in scene.may_be(sighting, faces))


AT_A_TIME = 8
"""Cards of a shuffle drawn by a single random number."""


class Shuffle(Waiting):
    sheet = STEPS["shuffle"]
    sentence = marked("{name} shuffles the discard pile into a new deck")

    def violations(self, state: State, event: Shuffled) -> Iterator[Violation]:
        if not awaits(state, "shuffle", event.seat):
            yield Violation("zb-shuffled", due(state))
        discard = filter(None, state.players[event.seat].discard)
        if event.order is not None and sorted(event.order) != sorted(discard):
            yield Violation("zb-shuffled", _("the discards, no others"))

    def happens(self, d: Draft, event: Shuffled) -> None:
        if awaits(d, "shuffle", event.seat):
            d.pop()
        player, order = d.players[event.seat], event.order
        if order is not None and (player.unseen or sorted(order) != sorted(filter(None, player.discard))):
            order = None
        d.put(event.seat, shuffled(player, order))

    def settle(self, d: Draft, step: Step) -> bool:
        """Waits for the order, unless a card is unseen by now: then nothing can be learnt from it."""
        if not d.players[step.seat].unseen:
            return True
        d.pop()
        d.shuffle(step.seat, step)
        return False

    def listed(self, state: State, step: Step) -> Iterator[Event]:
        yield Shuffled(step.seat)
        yield Shuffled(step.seat, tuple(filter(None, state.players[step.seat].discard)))

    def drawn(self, at: Draft, step: Step, rng: RandomSource) -> Event:
        """A random order of the discards, several cards to a random number."""
        left = [card for card in at.players[step.seat].discard if card is not None]
        order: list[str] = []
        for first in range(len(left), 0, -AT_A_TIME):
            number = rng(_ways(first)) if first > 1 else 0
            for count in range(first, max(0, first - AT_A_TIME), -1):
                order.append(left.pop(number % count))
                number //= count
        return Shuffled(step.seat, tuple(order))

    def seen(self, scene: Clues, step: Step) -> Iterator[Event]:
        if scene.is_bare(f"discard.{step.seat}"):
            yield Shuffled(step.seat)

    def shapes(self, state: State, step: Step) -> tuple[EventTemplate, ...]:
        cards = ", ".join(sorted(filter(None, state.players[step.seat].discard)))
        order = {"order": f"these cards, top first: {cards}"}
        return (EventTemplate("Shuffled", {"seat": step.seat}, order),)


@cache
def _ways(count: int) -> int:
    """Number of ways to draw the next AT_A_TIME of `count` cards in order."""
    return prod(range(count, max(0, count - AT_A_TIME), -1))


# What people answer to a card: which answers it allows, and what each does.


PLACED = {"in_play": "play", "shown": "play"}
"""Places on the table for cards of a seat's place that has another name there."""


class Choice(Waiting):
    """The answer Chose to a step: by default one card of a sort, which goes from its `source` to a `target`."""

    no: ClassVar[bool | None] = None  # the answer given by itself where there is nothing to choose
    no_ends: ClassVar[bool] = False  # after a no nothing else in the answer counts

    def __init__(self, what: What) -> None:
        self.what, self.sheet = what, STEPS[what]
        self.source, self.target = self.sheet.source, self.sheet.target

    def sort(self, step: Step) -> str:
        """What may be chosen: a card's id or a type; empty: any card."""
        return self.sheet.sort.get(step.card) or self.sheet.sort.get("any", "")

    def most(self, _at: Draft, _step: Step) -> int:
        return 1

    def regions(self, state: State, event: Chose) -> set[str]:
        seat, step = event.seat, state.step
        if self.source == "supply":
            return {f"{self.target}.{seat}", *filter(None, event.slots())}
        owner = seat if self.source != "shown" or step is None or step.of is None else step.of
        places = (PLACED.get(place, place) for place in (self.source, self.target) if place != "hand")
        return {place if place == TRASH else f"{place}.{owner}" for place in places}

    def said(self, state: State, event: Chose, name: str) -> str:
        step, said = state.step, self.sheet.said
        by, other = ("", "") if step is None else (step.card, state.agreed.seat_name(step.whose))
        if self.what in YES_OR_NO:
            kind = "yes" if event.says_yes() else "no"
            by = "known" if step is not None and step.cards else by
        else:
            kind = "some" if event.slots() else "none"
        named = self.named(state, event)
        words = _(said.get(f"{kind}-{by}") or said[kind])
        return words.format(name=name, card=named, cards=named, other=other)

    def named(self, state: State, event: Chose) -> str:
        """The cards of an answer in a sentence."""
        return state.agreed.listed(event.slots())

    def laid(self, _step: Step | None, event: Chose) -> tuple[str, Slots]:
        """The place before its seat where the chosen cards now lie; empty: not known."""
        is_known = self.source in ("hand", "supply", TRASH) and self.target != TRASH
        is_known &= event.says_yes() or not self.no_ends
        return (PLACED.get(self.target, self.target), event.slots()) if is_known else ("", ())

    def options(self, at: Draft, step: Step) -> list[str]:
        """The cards to choose from."""
        known, sort, faces = at.agreed.cards, self.sort(step), step.cards
        if self.source == "supply":
            faces = tuple(card.id for card in in_reach(at, step.n))
        elif self.source == "hand":
            faces = at.players[step.seat].hand_faces(known)
        elif self.source == "shown":
            faces = tuple(sorted({*at.players[step.whose].shown}))
        return [card for card in faces if not sort or is_sort(known, card, sort)]

    def may(self, at: Draft, step: Step) -> bool:
        """Whether there is something to choose, by what the table knows."""
        return bool(self.options(at, step))

    def may_lack(self, at: Draft, step: Step) -> bool:
        """Whether the seat can truthfully say that its hand has none of the sort."""
        sort = self.sort(step) if self.source == "hand" else ""
        return bool(sort) and at.players[step.seat].could_lack(at.agreed.cards, sort)

    def settle(self, d: Draft, step: Step) -> bool:
        """A choice without alternatives is made by itself; it may be told all the same."""
        if self.may(d, step):
            return True
        d.pop()
        d.does(Chose(step.seat, self.what, yes=self.no))
        return False

    def listed(self, state: State, step: Step) -> Iterator[Event]:
        """Every lawful answer that can be listed."""
        most = self.most(state, step)
        if most == 1:
            yield from (Chose(step.seat, self.what, (card,)) for card in self.options(state, step))
            yield Chose(step.seat, self.what)
        else:
            player = Player(hand=step.cards, deck=()) if self.source == TRASH else state.players[step.seat]
            for cards in player.piles_of(player.held(state.agreed.cards), most, 0):
                yield Chose(step.seat, self.what, cards)

    def drawn(self, at: Draft, step: Step, rng: RandomSource) -> Event:
        """A random lawful answer."""
        cards = self.options(at, step)
        none = None in at.players[step.seat].hand and self.may_lack(at, step)
        drawn = rng(len(cards) + none) if len(cards) + none > 1 else 0
        return Chose(step.seat, self.what, (cards[drawn],) if drawn < len(cards) else ())

    def seen(self, scene: Clues, step: Step) -> Iterator[Event]:
        """Every answer that a scene leaves possible, and unlawful ones that it suggests."""
        return self.listed(scene.state, step)

    def violations(self, state: State, event: Chose) -> Iterator[Violation]:
        if not awaits(state, self.what, event.seat):
            if any(step.do == self.what and step.seat == event.seat for step in state.todo):
                yield Violation("zb-order", due(state))
            elif self.what == "react" and any(event.answers(done) for done in state.passed):
                yield Violation("zb-21-barricata", state.agreed.seat_name(event.seat))
            else:
                yield Violation("zb-as-it-asks", due(state))
            return
        step, cards = state.todo[-1], event.slots()
        if self.what in YES_OR_NO:
            if event.yes is None and not cards:
                yield Violation("zb-as-it-asks", _("yes or no"))
        elif event.yes is not None and event.yes != bool(cards):
            yield Violation("zb-as-it-asks", _("cards"))
        if any(card is not None and card not in state.agreed.cards for card in cards):
            yield Violation("zb-as-it-asks", _("no such card"))
            return
        if event.cards and event.card not in (None, *event.cards):
            yield Violation("zb-as-it-asks", _("two different answers"))
        if event.says_yes() or not self.no_ends:
            yield from self.broken(state, step, cards)

    def broken(self, state: State, step: Step, cards: Slots, /) -> Iterator[Violation]:
        """How the answer breaks what the card asks for: one card of the sort, or none if none is held."""
        if not cards:
            yield from self.none(state, step)
        elif self.source != "hand":
            if len(cards) != 1 or cards[0] not in self.options(state, step):
                yield Violation("zb-as-it-asks", _(self.sheet.wants))
        else:
            if len(cards) != 1 or not is_sort(state.agreed.cards, cards[0], self.sort(step)):
                yield self.other_sort(state, step)
            yield from all_in_hand(state, step.seat, cards)

    def none(self, state: State, step: Step) -> Iterator[Violation]:
        """Violations of saying that one has no such card, where the counted cards show that one must."""
        if not self.may_lack(state, step):
            yield Violation("zb-compulsory", state.agreed.cards[step.card].name)

    def other_sort(self, state: State, step: Step) -> Violation:
        sort = self.sort(step)
        words = _(WORDS["sort"].get(sort, WORDS["sort"]["card"]))
        return Violation("zb-as-it-asks", words.format(card=state.agreed.called(sort)))

    def happens(self, d: Draft, event: Chose) -> None:
        """An answer counts for the step that awaits it; any other is laid as people would lay it."""
        step, known = d.step, d.agreed.cards
        if not known.keys() >= {*event.faces()}:
            cards = tuple([card for card in event.slots() if card is None or card in known])
            event = Chose(event.seat, self.what, cards, yes=event.says_yes())
        if step is None or not awaits(d, self.what, event.seat):
            self.unasked(d, event)
            return
        d.pop()
        p, lack = d.players[step.seat], Lack(self.sort(step), self.what)
        if not event.slots() and None in p.hand and lack not in p.lacks and self.may_lack(d, step):
            # A claimed lack is kept in mind while the hand holds unseen cards.
            d.put(step.seat, replace(p, lacks=(*p.lacks, lack)))
        if event.says_yes() or not self.no_ends:
            self.answered(d, step, event)

    def answered(self, d: Draft, step: Step, event: Chose, /) -> None:
        """What an answer does for the step that awaits it."""
        for card in event.faces():
            d.move(card, step.whose, self.source, self.target)

    def unasked(self, d: Draft, event: Chose, /) -> None:
        """Cards go where the answer says; a yes or no to nothing changes nothing."""
        if self.what not in YES_OR_NO and self.source in ("hand", "supply"):
            for card in event.faces():
                d.move(card, event.seat, self.source, self.target)

    def contest(self, _state: State, _event: Chose, /) -> Contest | None:
        """The result, to be shown large."""
        return None


def _change_next(d: Draft, do: str, change: Callable[[Step], Step]) -> None:
    """Replaces the next waiting step of a kind; a override may have dropped it."""
    at = next((at for at in reversed(range(len(d.todo))) if d.todo[at].do == do), None)
    if at is not None:
        d.todo = (*d.todo[:at], change(d.todo[at]), *d.todo[at + 1 :])


def all_in_hand(state: State, seat: int, cards: Slots) -> Iterator[Violation]:
    known, player = state.agreed.cards, state.players[seat]
    for card in cards:
        if card is not None:
            yield from player.not_in_hand(known, seat, card)
            player = player.without("hand", card) or player


def _by_lot(cards: Slots, count: int, rng: RandomSource) -> Slots:
    left = list(cards)
    return tuple(left.pop(rng(len(left))) for _ in range(count))


# Yes or no.


class YesOrNo(Choice):
    no = False
    no_ends = True

    def listed(self, _state: State, step: Step) -> Iterator[Event]:
        yield from (Chose(step.seat, self.what, yes=yes) for yes in (True, False))

    def drawn(self, _at: Draft, step: Step, rng: RandomSource) -> Event:
        return Chose(step.seat, self.what, yes=bool(rng(2)))


class React(YesOrNo):
    """A Barricata is shown and taken back into the hand, which may go unseen."""

    def laid(self, _step: Step | None, event: Chose) -> tuple[str, Slots]:
        return "play", (BARRICATA,) if event.says_yes() else ()

    def may(self, at: Draft, step: Step) -> bool:
        """A seat that may hold a Barricata is asked once; if it has none it says no."""
        return at.players[step.seat].seems_to_hold(at.agreed, BARRICATA)

    def drawn(self, at: Draft, step: Step, rng: RandomSource) -> Event:
        """Yes only from a seat that has a Barricata; an unseen hand may have one."""
        yes = at.players[step.seat].could_hold(at.agreed.cards, BARRICATA) and rng(2)
        return Chose(step.seat, "react", yes=bool(yes))

    def broken(self, state: State, step: Step, cards: Slots) -> Iterator[Violation]:
        known = state.agreed.cards
        if any(card != BARRICATA for card in cards):
            yield Violation("zb-as-it-asks", _("a Barricata"))
        if any(state.players[step.seat].not_in_hand(known, step.seat, BARRICATA)):
            yield Violation("zb-21-barricata", known[BARRICATA].name)

    def answered(self, d: Draft, step: Step, _event: Chose) -> None:
        """The card stays in the hand, known; the Attack that waits below does not reach the seat."""
        d.put(step.seat, d.players[step.seat].shown_in_hand(BARRICATA))
        d.does(Chose(step.seat, "react", yes=True))
        _change_next(d, "act", lambda act: replace(act, safe=(*act.safe, step.seat)))

    def contest(self, state: State, event: Chose) -> Contest | None:
        if not event.says_yes():
            return None
        card, name = state.agreed.called(BARRICATA), state.agreed.seat_name(event.seat)
        words = _("{card} protects {name}").format(card=card, name=name)
        return Contest(words, more=_("The Attack does not reach there."))


class SpyDiscard(YesOrNo):
    no_ends = False

    def named(self, state: State, _event: Chose) -> str:
        if state.step is None:
            return _("the cards")
        return state.agreed.listed(state.players[state.step.whose].shown) or _("the card")

    def broken(self, state: State, step: Step, cards: Slots) -> Iterator[Violation]:
        if cards and cards != state.players[step.whose].shown:
            yield Violation("zb-as-it-asks", _("the card that was revealed"))

    def answered(self, d: Draft, step: Step, event: Chose) -> None:
        p = d.players[step.whose]
        if event.says_yes():
            d.change(step.whose, shown=(), discard=p.discard + p.shown)
        else:
            d.change(step.whose, shown=(), deck=p.shown + p.deck)


class DeckToDiscard(YesOrNo):
    def may(self, at: Draft, step: Step) -> bool:
        return bool(at.players[step.seat].deck)

    def settle(self, d: Draft, step: Step) -> bool:
        """For an empty deck a yes means as little as a no."""
        if not self.may(d, step):
            d.does(Chose(step.seat, "deck-to-discard", yes=True))
        return super().settle(d, step)

    def seen(self, scene: Clues, step: Step) -> Iterator[Event]:
        if scene.is_bare(f"deck.{step.seat}"):
            cards = scene.tops(f"discard.{step.seat}")
            yield from (Chose(step.seat, self.what, (card,), yes=True) for card in cards)
            if not cards:
                yield Chose(step.seat, self.what, yes=True)
        yield Chose(step.seat, self.what, yes=False)

    def broken(self, state: State, step: Step, cards: Slots) -> Iterator[Violation]:
        """The last card must be possible as the bottom of the deck."""
        player = state.players[step.seat]
        slot = player.deck[-1] if player.deck else None
        card = cards[-1] if cards else None
        if card is not None and (card != slot if slot is not None else card not in player.unseen):
            yield Violation("zb-cannot-own", card)

    def answered(self, d: Draft, step: Step, event: Chose) -> None:
        self._turn_over(d, step.seat, event.slots())

    def unasked(self, d: Draft, event: Chose) -> None:
        if event.says_yes():
            self._turn_over(d, event.seat, event.faces())

    def _turn_over(self, d: Draft, seat: int, seen: Slots) -> None:
        """The whole deck comes onto the discards (decision ZB-23), its bottom card uppermost."""
        p = d.players[seat]
        deck, unseen = p.deck, p.unseen
        if seen and deck and deck[-1] is None and seen[-1] is not None and seen[-1] in unseen:
            deck, unseen = (*deck[:-1], seen[-1]), removed(unseen, seen[-1])
        d.put(seat, replace(p, deck=(), discard=p.discard + deck, unseen=unseen))


class SetAside(YesOrNo):
    """Nascondiglio asks about a known card drawn, or for any Action among cards drawn unseen."""

    def asked(self, state: State, step: Step) -> str:
        by = "known" if step.cards else "one" if step.n == 1 else ""
        return super().asked(state, replace(step, card=by))

    def named(self, state: State, event: Chose) -> str:
        return super().named(state, event) or _("a card")

    def options(self, at: Draft, step: Step) -> list[str]:
        """The Actions that may be among the unseen cards of a hand."""
        known, player = at.agreed.cards, at.players[step.seat]
        faces = sorted({*player.likely(known)}) if None in player.hand else []
        return [face for face in faces if known[face].is_action]

    def may(self, at: Draft, step: Step) -> bool:
        return bool(step.cards or self.options(at, step))

    def listed(self, state: State, step: Step) -> Iterator[Event]:
        named = [()] if step.cards else [(card,) for card in self.options(state, step)]
        yield from (Chose(step.seat, "set-aside", cards, yes=True) for cards in named)
        yield Chose(step.seat, "set-aside", yes=False)

    def drawn(self, at: Draft, step: Step, rng: RandomSource) -> Event:
        if step.cards:
            yes = at.agreed.cards[step.cards[0]].is_action and rng(2)
            return Chose(step.seat, "set-aside", yes=bool(yes))
        actions = self.options(at, step)
        drawn = rng(len(actions) + 1)
        return Chose(step.seat, "set-aside", tuple(actions[drawn : drawn + 1]), yes=drawn < len(actions))

    def seen(self, scene: Clues, step: Step) -> Iterator[Event]:
        for card in scene.laid(step.seat, "action"):
            yield Chose(step.seat, "set-aside", (card,), yes=True)
        yield Chose(step.seat, "set-aside", yes=False)

    def broken(self, state: State, step: Step, cards: Slots) -> Iterator[Violation]:
        """A known card is set aside as asked; of cards drawn unseen, an Action that the hand may hold is named.

        One drawn unseen earlier may still be named while a known card is asked about.
        """
        known = state.agreed.cards
        if step.cards:
            if not cards or cards == step.cards:
                if not all(known[card].is_action for card in step.cards):
                    yield Violation("zb-as-it-asks", _("an Action"))
                return
            if not any(below.do == "hide" and below.n for below in state.todo[-2:]):
                yield Violation("zb-as-it-asks", _("the Action that was drawn"))
        if len(cards) != 1 or not is_sort(known, cards[0], "action"):
            yield Violation("zb-as-it-asks", _("an Action by name"))
        if not cards or cards[0] is None:
            return
        p = state.players[step.seat]
        if None not in p.hand or cards[0] not in p.unseen:
            yield Violation("zb-cannot-own" if None in p.hand else "zb-in-hand", cards[0])
        else:
            # Known cards were there before: only the unseen ones can have been drawn.
            unseen = replace(p, hand=(None,) * p.hand.count(None))
            yield from unseen.not_in_hand(known, step.seat, cards[0])

    def answered(self, d: Draft, step: Step, event: Chose) -> None:
        """Nascondiglio goes on drawing; of cards drawn unseen, another one may be set aside after that."""
        seat, aside = step.seat, event.faces() or step.cards
        for card in aside:
            d.move(card, seat, "hand", "shown")
        if not step.cards:
            d.push(Step("hide", seat, step.card, max(0, step.n - len(aside))))
        elif aside != step.cards:
            below = d.pop() if d.todo and d.todo[-1].do == "hide" else step
            d.push(step, Step("hide", seat, step.card, max(0, below.n - len(aside))))


# Cards out of the own hand.


class TopDeck(Choice):
    """A Vittoria was shown before the seat, or on its deck, or is turned down already."""

    def seen(self, scene: Clues, step: Step) -> Iterator[Event]:
        some = tuple(self.options(scene.state, step))
        up = (card for one in scene.up(f"deck.{step.seat}") for card in scene.may_be(one, some))
        yield Chose(step.seat, "topdeck")
        for card in dict.fromkeys((*up, *scene.laid(step.seat, "victory"), *some)):
            yield Chose(step.seat, "topdeck", (card,))


class Twice(Choice):
    def seen(self, scene: Clues, step: Step) -> Iterator[Event]:
        yield from (Chose(step.seat, "twice", (card,)) for card in scene.laid(step.seat, "action"))
        yield Chose(step.seat, "twice")

    def answered(self, d: Draft, step: Step, event: Chose) -> None:
        """The card is carried out whole, then once more; neither takes an Azione (decision ZB-20)."""
        for card in event.faces():
            d.move(card, step.seat, "hand", "in_play")
            d.push(Step("again", step.seat, card))
            play(d, step.seat, card)


class Trash(Choice):
    """Proiettili esplosivi gives shots for it; Ricarica and Rifornimento a gain that may cost more than it."""

    def most(self, at: Draft, step: Step) -> int:
        return at.agreed.cards[step.card].limit if step.card == SACRIFICIO else 1

    def asked(self, state: State, step: Step) -> str:
        return super().asked(state, replace(step, n=self.most(state, step)))

    def named(self, state: State, event: Chose) -> str:
        return super().named(state, event) or state.agreed.called(PALLOTTOLA)

    def drawn(self, at: Draft, step: Step, rng: RandomSource) -> Event:
        if step.card != SACRIFICIO:
            return super().drawn(at, step, rng)
        hand = at.players[step.seat].dealt(at.agreed.cards, rng)
        most = min(len(hand), self.most(at, step))
        return Chose(step.seat, "trash", _by_lot(tuple(hand), rng(most + 1), rng))

    def seen(self, scene: Clues, step: Step) -> Iterator[Event]:
        """Cards new on the Cestino, side by side; of several laid on each other the camera sees one.

        So where several may be trashed, one more beneath the one seen is asked about.
        """
        most, some = self.most(scene.state, step), tuple(self.options(scene.state, step))
        if most > 1 or self.sort(step):
            yield Chose(step.seat, "trash")
        up = [scene.may_be(one, some) for one in scene.up(TRASH)]
        for count in range(2, min(most, len(up)) + 1):
            if all(up[-count:]):
                yield Chose(step.seat, "trash", tuple(cards[0] for cards in up[-count:]))
        for card in up[-1] if up else ():
            yield Chose(step.seat, "trash", (card,))
            if most > 1 and len(scene.more(TRASH)) < 2:
                yield from (Chose(step.seat, "trash", (other, card)) for other in some)

    def broken(self, state: State, step: Step, cards: Slots) -> Iterator[Violation]:
        most, sort = self.most(state, step), self.sort(step)
        if len(cards) > most or None in cards:
            words = _("at most {n}, shown").format(n=most) if most > 1 else _("one card, shown")
            yield Violation("zb-as-it-asks", words)
        if not cards:
            if most <= 1:
                yield from self.none(state, step)
            return
        if sort and not is_sort(state.agreed.cards, cards[0], sort):
            yield self.other_sort(state, step)
        yield from all_in_hand(state, step.seat, cards)

    def answered(self, d: Draft, step: Step, event: Chose) -> None:
        super().answered(d, step, event)
        trashed, limit = event.faces(), d.agreed.cards[step.card].limit
        if not trashed:
            return
        if self.sort(step) == PALLOTTOLA:
            d.shots += limit
        elif step.card != SACRIFICIO:
            d.push(Step("gain", step.seat, step.card, d.agreed.cards[trashed[0]].cost + limit))


MANY = 4096
"""Maximum choices of cards that are listed."""


class Discard(Choice):
    """Esca: any number. Piano superiore: down to `n`."""

    def asked(self, state: State, step: Step) -> str:
        if not step.n:
            return super().asked(state, step)
        return several(
            "{name}: discard {n} card, down to {left}.",
            "{name}: discard {n} cards, down to {left}.",
            len(state.players[step.seat].hand) - step.n,
            name=state.agreed.seat_name(step.seat),
            left=step.n,
        )

    def said(self, state: State, event: Chose, name: str) -> str:
        """Of several cards only the uppermost is named, if shown."""
        count, top = len(event.slots()), event.slots()[-1:]
        if count < 2:
            return super().said(state, event, name)
        if top == (None,):
            return several("{name} discards {n} card", "{name} discards {n} cards", count, name=name)
        return several(
            "{name} discards {n} card, {card} on top",
            "{name} discards {n} cards, {card} on top",
            count,
            name=name,
            card=state.agreed.called(top[0]),
        )

    def may(self, at: Draft, step: Step) -> bool:
        return len(at.players[step.seat].hand) > step.n

    def listed(self, state: State, step: Step) -> Iterator[Event]:
        """Known cards in every choice, order ignored; unseen ones with the uppermost shown or not.

        Of too many choices only those of one card; `shapes` covers the others.
        """
        seat, player, known = step.seat, state.players[step.seat], state.agreed.cards
        held = len(player.hand)
        least, most = (held - step.n, held - step.n) if step.n else (0, held)
        if None not in player.hand:
            most = 1 if not step.n and self._has_many(player) else most
            for cards in player.piles_of(player.held(known), most, least):
                yield Chose(seat, "discard", cards)
            return
        for count in range(least, most + 1):
            yield Chose(seat, "discard", (None,) * count)
            if count:
                for face in player.hand_faces(known):
                    yield Chose(seat, "discard", (*(None,) * (count - 1), face))

    def _has_many(self, player: Player) -> bool:
        """Whether a hand of known cards has too many choices to list."""
        return None not in player.hand and prod(n + 1 for n in Counter(player.hand).values()) > MANY

    def shapes(self, state: State, step: Step) -> tuple[EventTemplate, ...]:
        if step.n or not self._has_many(state.players[step.seat]):
            return ()
        told = {"seat": step.seat, "what": "discard"}
        return (EventTemplate("Chose", told, {"cards": "any cards of the hand"}),)

    def drawn(self, at: Draft, step: Step, rng: RandomSource) -> Event:
        """Known cards by lot; where some are unseen, the uppermost is shown or not."""
        player = at.players[step.seat]
        count = len(player.hand) - step.n if step.n else rng(len(player.hand) + 1)
        if None not in player.hand:
            return Chose(step.seat, "discard", _by_lot(player.hand, count, rng))
        hidden: Slots = (None,) * count
        if count and rng(2):
            faces = player.hand_faces(at.agreed.cards)
            hidden = (*hidden[1:], faces[rng(len(faces))])
        return Chose(step.seat, "discard", hidden)

    def seen(self, scene: Clues, step: Step) -> Iterator[Event]:
        """Where any number may be discarded, nobody sees how many were: only the top shows."""
        player, discard = scene.state.players[step.seat], f"discard.{step.seat}"
        held, cards = len(player.hand), scene.tops(discard)
        if not step.n:
            yield Chose(step.seat, "discard")
        for count in (held - step.n,) if step.n else range(1, held + 1):
            hidden = (None,) * (count - 1)
            yield from (Chose(step.seat, "discard", (*hidden, card)) for card in cards)
            # A bare pile was shuffled in order to draw as many again.
            if not cards and (scene.up(discard) or (not step.n and count > len(player.deck))):
                yield Chose(step.seat, "discard", (*hidden, None))

    def broken(self, state: State, step: Step, cards: Slots) -> Iterator[Violation]:
        held = len(state.players[step.seat].hand)
        if step.n and len(cards) != held - step.n:
            rule = "zb-as-it-asks" if cards else "zb-compulsory"
            yield Violation(rule, several("{n} to discard", "{n} to discard", held - step.n))
        if len(cards) > held:
            yield Violation("zb-in-hand", several("{n} in hand", "{n} in hand", held))
        yield from all_in_hand(state, step.seat, cards)

    def answered(self, d: Draft, step: Step, event: Chose) -> None:
        self.unasked(d, event)
        if not step.n:
            d.draw(step.seat, len(event.slots()), step.card)

    def unasked(self, d: Draft, event: Chose) -> None:
        gone = d.slots_out_of_hand(event.seat, event.slots())
        d.change(event.seat, discard=d.players[event.seat].discard + gone)


# Cards of the supply, and cards that lie open.


class Gain(Choice):
    """From the supply onto the discards; by Ricarica a Mirare into the hand."""

    def laid(self, step: Step | None, event: Chose) -> tuple[str, Slots]:
        return "play" if step is not None and step.card == RICARICA else "discard", event.slots()

    def seen(self, scene: Clues, step: Step) -> Iterator[Event]:
        state = scene.state
        if step.card == RICARICA:
            cards: Iterable[str] = (*scene.laid(step.seat, "treasure"), *self.options(state, step))
        else:
            piles = tuple(card for card, left in state.piles.items() if left)
            cards = scene.tops(f"discard.{step.seat}", piles)
        yield from (Chose(step.seat, "gain", (card,)) for card in cards)

    def broken(self, state: State, step: Step, cards: Slots) -> Iterator[Violation]:
        known = state.agreed.cards
        if not cards:
            yield Violation("zb-compulsory", known[step.card].name)
            return
        card = cards[0]
        if len(cards) != 1 or card is None:
            yield Violation("zb-as-it-asks", _("one card of the supply"))
        if card is None:
            return
        yield from no_pile(state, card)
        if step.card == RICARICA and not known[card].is_treasure:
            yield Violation("zb-as-it-asks", _("a Mirare"))
        if known[card].cost > step.n:
            yield Violation("zb-as-it-asks", _("a cost of at most {n}").format(n=step.n))

    def answered(self, d: Draft, step: Step, event: Chose) -> None:
        for card in event.faces():
            d.move(card, step.seat, "supply", "hand" if step.card == RICARICA else "discard")


def no_pile(state: State, card: str) -> Iterator[Violation]:
    """Why a card cannot be taken out of the supply; empty: it can."""
    left = state.piles.get(card)
    if left is None:
        yield Violation("zb-no-such-pile", card)
    elif left <= 0:
        yield Violation("zb-empty-pile", state.agreed.cards[card].name)


class ThiefTrash(Choice):
    def seen(self, scene: Clues, step: Step) -> Iterator[Event]:
        """One of the revealed cards; or another that lies on the Cestino now."""
        known, shown = scene.state.agreed.cards, scene.state.players[step.whose].shown
        laid = [card for one in scene.more(TRASH) for card in scene.may_be(one)]
        mirare = (card for card in shown if known[card].is_treasure)
        yield from (Chose(step.seat, "thief-trash", (card,)) for card in dict.fromkeys((*laid, *mirare)))

    def answered(self, d: Draft, step: Step, event: Chose) -> None:
        """Trashed out of the revealed cards; Ispezione's player may have it in the end."""
        super().answered(d, step, event)
        _change_next(d, "thief-gain", lambda gain: replace(gain, cards=gain.cards + event.faces()))

    def unasked(self, d: Draft, event: Chose) -> None:
        CHOICES["trash"].unasked(d, event)

    def contest(self, state: State, event: Chose) -> Contest | None:
        step = state.step
        if not event.slots() or step is None or step.of is None:
            return None
        victim, cards = state.agreed.seat_name(step.of), state.agreed.listed(event.slots())
        words = _("{name} loses {cards}").format(name=victim, cards=cards)
        return Contest(words, more=_("It is trashed."))


class ThiefGain(Choice):
    """Any of the cards trashed just now, which lie uppermost."""

    def most(self, _at: Draft, _step: Step) -> int:
        return 99

    def drawn(self, _at: Draft, step: Step, rng: RandomSource) -> Event:
        return Chose(step.seat, "thief-gain", tuple(card for card in step.cards if rng(2)))

    def seen(self, scene: Clues, step: Step) -> Iterator[Event]:
        """Any of those; or another card of the Cestino that lies on the discards now."""
        for count in range(len(step.cards) + 1):
            yield from (Chose(step.seat, "thief-gain", cards) for cards in combinations(step.cards, count))
        for card in scene.tops(f"discard.{step.seat}"):
            if card in scene.state.trash and card not in step.cards:
                yield Chose(step.seat, "thief-gain", (card,))

    def broken(self, _state: State, step: Step, cards: Slots) -> Iterator[Violation]:
        if Counter(cards) - Counter(step.cards):
            yield Violation("zb-as-it-asks", _("Mirare that were trashed just now"))


class EnvoyDiscard(Choice):
    def seen(self, scene: Clues, step: Step) -> Iterator[Event]:
        cards = (*scene.state.players[step.whose].shown, *scene.tops(f"discard.{step.whose}"))
        yield from (Chose(step.seat, "envoy-discard", (card,)) for card in dict.fromkeys(cards))

    def answered(self, d: Draft, step: Step, event: Chose) -> None:
        for card in event.faces():
            if card in d.players[step.whose].shown:
                d.move(card, step.whose, "shown", "discard")


_KINDS: dict[What, type[Choice]] = {
    "react": React,
    "discard": Discard,
    "trash": Trash,
    "gain": Gain,
    "topdeck": TopDeck,
    "twice": Twice,
    "deck-to-discard": DeckToDiscard,
    "set-aside": SetAside,
    "spy-discard": SpyDiscard,
    "thief-trash": ThiefTrash,
    "thief-gain": ThiefGain,
    "envoy-discard": EnvoyDiscard,
}
CHOICES: dict[str, Choice] = {what: kind(what) for what, kind in _KINDS.items()}
REVEAL, SHUFFLE = Reveal(), Shuffle()
WAITING: dict[str, Choice | Reveal | Shuffle] = {**CHOICES, "reveal": REVEAL, "shuffle": SHUFFLE}
