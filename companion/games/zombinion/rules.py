"""The law: who is to act, what may happen, which rules an event breaks, what comes of it, and what else it may be."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from msgspec.structs import replace

from companion.game import TO_ACT, Chance, Event, RandomSource, Turn, Violation
from companion.games.zombinion import events, steps
from companion.games.zombinion.state import TRASH, WORDS, Draft, State, clean_up, in_reach
from companion.language import _, joined, marked, several
from companion.sight import place_of

# One class for each kind of event, with the rules that it breaks, what it does, and how it is told.


class Start(steps.Act):
    any_time = True
    sentence = marked("{name} begins")

    def violations(self, state: State, event: events.Starts) -> Iterator[Violation]:
        """Only a seat among whom the lot is drawn can begin (decision ZB-28)."""
        if state.phase != "lot":
            yield Violation("zb-lot", _("the game has begun"))
        if event.seat not in state.agreed.starters:
            yield Violation("zb-28-who-begins", state.agreed.seat_name(event.seat))

    def happens(self, d: Draft, event: events.Starts) -> None:
        d.turn = event.seat
        if d.phase == "lot":
            d.phase = "action"


# The three phases of a turn: when an Action may be played, Mirare laid, a card taken, and a phase ended.


def may_play(state: State) -> bool:
    """Whether the seat whose turn it is may hold another Action and has an Azione left for it."""
    return state.actions > 0 and state.players[state.turn].could_hold(state.agreed.cards, "action")


def hunting(state: State) -> Iterator[Violation]:
    """Mirare and takings come in the Caccia, which begins by itself only once no Action can be played any more."""
    if state.phase != "hunt" and (state.phase != "action" or may_play(state)):
        late = _("the Caccia has not begun") if state.phase == "action" else _("the Caccia is over")
        yield Violation("zb-phases", late)


class Play(steps.Act):
    where = ("play.{seat}",)
    sentence = marked("{name} plays {card}")

    def violations(self, state: State, event: events.Played) -> Iterator[Violation]:
        facts = state.agreed.cards.get(event.card)
        if facts is None or not facts.is_action:
            yield Violation("zb-action-cards", facts.name if facts else event.card)
        if facts is None:
            return
        if state.phase != "action":
            yield Violation("zb-phases", _("the Action phase is over"))
        if state.actions < 1:
            yield Violation("zb-one-action", facts.name)
        yield from state.players[event.seat].not_in_hand(state.agreed.cards, event.seat, event.card)

    def happens(self, d: Draft, event: events.Played) -> None:
        if event.card not in d.agreed.cards:
            return
        d.hand_to_play(event.seat, (event.card,))
        if d.actions:
            d.actions -= 1
        steps.play(d, event.seat, event.card)


class Shoot(steps.Act):
    where = ("play.{seat}",)

    def violations(self, state: State, event: events.Shot) -> Iterator[Violation]:
        known, held = state.agreed.cards, state.players[event.seat]
        yield from hunting(state)
        for card in event.cards:
            if card not in known or not known[card].is_treasure:
                yield Violation("zb-only-mirare", known[card].name if card in known else card)
            if card not in known:
                return
            yield from held.not_in_hand(known, event.seat, card)
            held = held.without("hand", card) or held

    def happens(self, d: Draft, event: events.Shot) -> None:
        if d.phase == "action":
            d.phase = "hunt"
        known, shots = d.agreed.cards, d.shots
        for card in event.cards:
            if card not in known:
                return
            shots += known[card].shots
        d.shots = shots
        d.hand_to_play(event.seat, event.cards)

    def said(self, state: State, event: events.Shot, name: str) -> str:
        known = state.agreed.cards
        if not event.cards:
            return _("{name} lays down nothing").format(name=name)
        return several(
            "{name} lays down {cards}: {n} shot",
            "{name} lays down {cards}: {n} shots",
            sum(known[card].shots for card in event.cards if card in known),
            name=name,
            cards=state.agreed.listed(event.cards),
        )


class Take(steps.Act):
    where = ("discard.{seat}", "{card}")
    sentence = marked("{name} takes {card}")

    def violations(self, state: State, event: events.Took) -> Iterator[Violation]:
        yield from hunting(state)
        reasons, facts = tuple(steps.no_pile(state, event.card)), state.agreed.cards.get(event.card)
        if reasons and facts is not None and event.card in state.trash:
            yield Violation("zb-08-trash", facts.name)
        yield from reasons
        if facts is None:
            return
        if state.targets < 1:
            yield Violation("zb-10-targets", facts.name)
        if state.shots < facts.cost:
            words = _("{card}: {cost}, {n} left")
            yield Violation("zb-10-shots", words.format(card=facts.name, cost=facts.cost, n=state.shots))

    def happens(self, d: Draft, event: events.Took) -> None:
        if event.card not in d.agreed.cards:
            return
        if d.phase == "action":
            d.phase = "hunt"
        d.targets = max(0, d.targets - 1)
        d.shots = max(0, d.shots - d.agreed.cards[event.card].cost)
        d.take("supply", event.seat, event.card)
        p = d.players[event.seat]
        d.put(event.seat, replace(p, discard=(*p.discard, event.card)))


class End(steps.Act):
    where = ("discard.{seat}", "play.{seat}")

    def violations(self, state: State, event: events.Ended) -> Iterator[Violation]:
        """`top` must be able to lie uppermost: a card of the hand or in play; or the old top, all others under it."""
        if event.top is None or state.phase == "action":
            return
        held = state.players[event.seat]
        if event.top in held.in_play or event.top in held.discard[-1:]:
            return
        if held.hand:
            yield from held.not_in_hand(state.agreed.cards, event.seat, event.top)
        elif None not in held.discard[-1:] or held.in_play:
            yield Violation("zb-in-hand", event.top)

    def happens(self, d: Draft, event: events.Ended) -> None:
        if d.phase == "action" and not (d.todo or event.seat != d.turn):
            d.phase = "hunt"
        elif d.over is None:
            clean_up(d, event.seat, event.top)

    def said(self, state: State, event: events.Ended, name: str) -> str:
        if event.seat != state.turn:
            return _("{name} has ended the turn").format(name=name)
        if state.phase == "action":
            return _("{name} ends the Action phase").format(name=name)
        top = "" if event.top is None else state.agreed.called(event.top)
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


# What the people correct: where a card lies, how many there are, what is left of a turn.


PLACES = ("hand", "deck", "discard", "play", "shown")
SUPPLY = "supply"
MOST = 99


def override_violation(state: State, event: events.Ruled) -> Violation | None:
    known = state.agreed
    if event.card is not None and event.card not in known.cards:
        return Violation("zb-ruling", event.card)
    moves = event.out_of is not None or event.into is not None
    if (moves or event.count is not None) and event.card is None:
        return Violation("zb-ruling", _("a card is missing"))
    for place in (event.out_of, event.into):
        if place is None or place == TRASH:
            continue
        own = place_of(place)
        is_own = own.kind in PLACES and own.seat in range(known.seats)
        if not (event.card in known.pile if place == SUPPLY else is_own):
            return Violation("zb-ruling", place)
    numbers = (event.count, event.actions, event.targets, event.shots)
    if any(number is not None and not 0 <= number <= MOST for number in numbers):
        return Violation("zb-ruling", _("a number from 0 to {most}").format(most=MOST))
    if event.count is not None and event.card not in known.pile:
        return Violation("zb-ruling", event.card or "")
    if event.turn is not None and not 0 <= event.turn < known.seats:
        return Violation("zb-ruling", _("Player {n}").format(n=event.turn + 1))
    if event.dropped and not state.todo:
        return Violation("zb-ruling", _("nothing is awaited"))
    if event.out_of is not None and event.card is not None:
        # The card must be able to lie there, by all that is known.
        d = Draft.of(state)
        d.take(*_own(event.out_of), event.card)
        if d.total != state.total or any(player.strained(known.cards) for player in d.players):
            return Violation("zb-ruling", event.card)
    return None


def _own(place: str | None) -> tuple[str, int]:
    """A place as a draft names it, and its seat."""
    own = place_of(place or "")
    return "in_play" if own.kind == "play" else own.kind, own.seat or 0


def _place(state: State, place: str | None) -> str:
    own = place_of(place or "none")
    who = _("nobody") if own.seat is None else state.agreed.seat_name(own.seat)
    return _(WORDS["place"].get(own.kind, own.kind)).format(name=who)


class Rule(steps.Act):
    any_time = True

    def violations(self, state: State, event: events.Ruled) -> Iterator[Violation]:
        yield from filter(None, (override_violation(state, event),))

    def happens(self, d: Draft, event: events.Ruled) -> None:
        """What the people say holds; a card that cannot be taken from a place came into the game."""
        if event.dropped and d.todo:
            d.pop()
        if event.card is not None and (event.out_of is not None or event.into is not None):
            d.take(*_own(event.out_of), event.card)
            d.lay(*_own(event.into), event.card)
        if event.count is not None and event.card is not None and (left := d.left(event.card)) is not None:
            d.came(event.card, event.count - left)
            d.pile(event.card, event.count)
        for name in ("actions", "targets", "shots", "turn", "phase"):
            said = getattr(event, name)
            if said is not None:
                setattr(d, name, said)
        # A choice among trashed cards keeps only those that still lie there.
        d.todo = tuple(
            replace(step, cards=tuple(sorted((Counter(step.cards) & Counter(d.trash)).elements())))
            if step.do == "thief-gain" and Counter(step.cards) - Counter(d.trash)
            else step
            for step in d.todo
        )
        if d.over is not None and (event.phase is not None or event.turn is not None):
            d.over, d.phase = None, event.phase or "action"

    def said(self, state: State, event: events.Ruled, _name: str) -> str:
        parts = []
        if event.card is not None:
            card = state.agreed.called(event.card)
            if event.count is not None:
                lies = several(
                    "{n} card lies on the pile of {card}",
                    "{n} cards lie on the pile of {card}",
                    event.count,
                    card=card,
                )
            else:
                lies = _("{card} lies {place}, not {other}").format(
                    card=card, place=_place(state, event.into), other=_place(state, event.out_of)
                )
            parts.append(lies)
        if event.actions is not None:
            parts.append(several("{n} Action left", "{n} Actions left", event.actions))
        if event.targets is not None:
            parts.append(several("{n} target left", "{n} targets left", event.targets))
        if event.shots is not None:
            parts.append(several("{n} shot left", "{n} shots left", event.shots))
        if event.phase is not None:
            parts.append(_("it is the Action phase") if event.phase == "action" else _("it is the Caccia"))
        if event.turn is not None:
            parts.append(_("it is the turn of {name}").format(name=state.agreed.seat_name(event.turn)))
        if event.dropped:
            parts.append(_("what was awaited is not done"))
        changed = joined(parts)
        words = _("By agreement {changes}") if changed else _("By agreement nothing changes")
        return words.format(changes=changed)


ACTS: dict[type[Event], steps.Act] = {
    events.Starts: Start(),
    events.Played: Play(),
    events.Shot: Shoot(),
    events.Took: Take(),
    events.Ended: End(),
    events.Shuffled: steps.SHUFFLE,
    events.Revealed: steps.REVEAL,
    events.Ruled: Rule(),
}


def act_of(event: Any) -> steps.Act:
    """The class of an event; for an answer, that of its question."""
    return steps.CHOICES[event.what] if isinstance(event, events.Chose) else ACTS[type(event)]


# Who is to act, and what an event breaks and does.


def turn(state: State) -> Turn:
    if state.over is not None:
        return state.over
    if state.phase == "lot":
        return Chance("lot", state.agreed.starters, _("Draw lots: who begins?"))
    return TO_ACT[state.todo[-1].seat if state.todo else state.turn]


def violation(state: State, event: Any) -> Violation | None:
    return next(violations(state, event), None)


def violations(state: State, event: Any) -> Iterator[Violation]:
    """The rules that an event breaks; it may repeat what the referee has done by itself."""
    for found in broken(state, event):
        if told_again(state, event):
            return
        card = state.agreed.cards.get(found.about)
        yield found if card is None else Violation(found.rule, card.name, found.earlier)


def broken(state: State, event: Any) -> Iterator[Violation]:
    """The rules that an event breaks, even if it only repeats what the referee has done."""
    act = act_of(event)
    if not isinstance(event, events.Ruled):
        if not 0 <= event.seat < state.agreed.seats:
            yield Violation("zb-seats", str(event.seat))
            return
        if state.over is not None:
            yield Violation("zb-over", state.over.words)
            return
    if not act.any_time:
        if state.phase == "lot":
            yield Violation("zb-lot", _("lots are to be drawn first"))
        if event.seat != state.turn:
            yield Violation("zb-your-turn", state.agreed.seat_name(state.turn))
        if state.todo:
            yield Violation("zb-whole-card", steps.due(state))
    yield from act.violations(state, event)


def told_again(state: State, event: Any) -> bool:
    """Whether an event only repeats what the referee did by itself after the last one, and is not awaited now."""
    for done in state.passed:
        if type(done) is not type(event):
            continue
        if isinstance(event, events.Chose):
            if event.same(done) and not steps.awaits(state, event.what, event.seat):
                return True
        elif done == event:
            return True
        elif isinstance(event, events.Shuffled) and state.over is not None and done.seat == event.seat:
            # The order of a last hand need not be told.
            return True
    return False


def after(state: State, event: Any) -> State:
    """The state after an event, lawful or not. Repeating what the referee has done by itself changes nothing."""
    kind = type(event)
    if kind is not events.Ruled and not 0 <= event.seat < state.agreed.seats:
        return state
    if state.passed and told_again(state, event) and any(broken(state, event)):
        return state
    if kind is events.Ruled and override_violation(state, event) is not None:
        return state
    d = Draft.of(state)
    act_of(event).happens(d, event)
    if d.todo:
        steps.settle(d)
    # A lack that a seat claimed is dropped where, against the rules, cards show otherwise.
    for seat, p in enumerate(d.players):
        if p.lacks and p.strained(d.agreed.cards) is not None:
            d.put(seat, replace(p, lacks=()))
    return d.frozen()


def words(state: State, event: Any) -> str:
    """The event in a sentence, told on the state before it."""
    name = "" if event.seat is None else state.agreed.seat_name(event.seat)
    return act_of(event).said(state, event, name)


def reveals(state: State, event: Any) -> bool:
    """Whether an event shows or settles what cannot be undone: a lot, a shuffle, cards drawn or turned over."""
    if isinstance(event, events.Starts | events.Shuffled | events.Revealed):
        return True
    if isinstance(event, events.Ruled):
        return False
    players = zip(state.players, after(state, event).players, strict=True)
    return any(
        len(new.deck) < len(old.deck) or new.deck[len(new.deck) - len(old.deck) :] != old.deck
        for old, new in players
    )


# What a booked event may have been instead, told apart in the region that people touch.


MOST_READINGS = 24
"""Maximum alternatives offered."""


def alternatives(state: State, event: Any, region: str) -> Iterator[Event]:
    if region not in act_of(event).regions(state, event):
        return
    if isinstance(event, events.Ended):
        # At the end of a turn any card of the hand may lie uppermost.
        player = state.players[event.seat]
        tops = (None, *player.hand_faces(state.agreed.cards), *player.in_play)
        others: list[Event] = [events.Ended(event.seat, card) for card in tops]
    else:
        is_early = isinstance(event, events.Shot | events.Took) and state.phase == "action"
        found = candidates(replace(state, phase="hunt") if is_early else state)
        others = [other for other in found if type(other) is type(event) and other.what == event.what]

    def distance(other: Any) -> int:
        """Number of cards by which two events differ; another uppermost card counts, too."""
        mine, theirs = _cards(event), _cards(other)
        apart = (Counter(mine) - Counter(theirs)) + (Counter(theirs) - Counter(mine))
        return apart.total() + (mine[-1:] != theirs[-1:])

    near = sorted(dict.fromkeys(other for other in others if other != event), key=distance)
    lawful = (other for other in near if violation(state, other) is None)
    yield from islice(lawful, MOST_READINGS)


def _cards(event: Any) -> tuple[str | None, ...]:
    if isinstance(event, events.Chose):
        return (*event.slots(), str(event.yes))
    if isinstance(event, events.Shot):
        return event.cards
    return (event.top if isinstance(event, events.Ended) else event.card,)


# Every lawful event of a state that can be listed: an order of cards that nobody has told cannot.


def candidates(state: State) -> Iterator[Event]:
    """Every lawful event except those of `shapes`, and a few that break a rule.

    Not listed: a override, which people may say at any time, and what the referee has done by itself.
    """
    if state.over is not None:
        return
    if state.phase == "lot":
        yield from (events.Starts(seat) for seat in state.agreed.starters)
        return
    if state.todo:
        yield from steps.WAITING[state.todo[-1].do].listed(state, state.todo[-1])
        return
    seat = state.turn
    if state.phase == "action" and may_play(state):
        faces = state.players[seat].hand_faces(state.agreed.cards)
        yield from (events.Played(seat, card) for card in faces if card in state.agreed.actions)
    elif state.phase != "cleanup":
        player = state.players[seat]
        mirare = player.held(state.agreed.cards, "treasure")
        yield from (events.Shot(seat, cards) for cards in player.piles_of(mirare))
        if state.targets:
            yield from (events.Took(seat, card.id) for card in in_reach(state, state.shots))
    yield events.Ended(seat)


# A random lawful event without listing them all: for random play, demonstrations and figures.
#
# Every lawful event has a chance, the common ones a higher one: all Mirare are laid, then something is taken.


RARELY = 16
"""One in this many draws is something lawful that people rarely do."""


def sample(state: Draft, rng: RandomSource) -> Event:
    if state.phase == "lot":
        return events.Starts(state.agreed.starters[rng(len(state.agreed.starters))])
    if state.todo:
        return steps.WAITING[state.todo[-1].do].drawn(state, state.todo[-1], rng)
    seat = state.turn
    if state.phase == "action" and state.actions > 0:
        player, actions = state.players[seat], state.agreed.actions
        faces = player.hand if None not in player.hand else player.hand_faces(state.agreed.cards)
        playable = [card for card in faces if card in actions]
        if playable:
            drawn = rng(len(playable) * RARELY)
            return events.Played(seat, playable[drawn // RARELY]) if drawn % RARELY else events.Ended(seat)
    if state.phase == "cleanup":
        return events.Ended(seat)
    # Lay all Mirare, unseen cards drawn by lot; rarely some, or none yet.
    player, treasures = state.players[seat], state.agreed.treasures
    hand = player.hand if None not in player.hand else player.dealt(state.agreed.cards, rng)
    cards = tuple([card for card in hand if card is not None and card in treasures])
    if not cards and not state.targets:
        return events.Ended(seat)
    if cards:
        drawn = rng(RARELY)
        if drawn == 0:
            return events.Ended(seat)
        if drawn == 2:
            # Some of them, at least one.
            return events.Shot(seat, tuple([card for card in cards if rng(2)]) or (cards[rng(len(cards))],))
        if drawn > 1 or not state.targets:
            return events.Shot(seat, cards)
    # Take a card of the supply within the shots; rarely none, although there is one.
    agreed, supply = state.agreed, state.supply
    may = agreed.within[min(state.shots, len(agreed.within) - 1)]
    drawn = rng(RARELY * len(may)) if may else 0
    if not drawn % RARELY:
        return events.Ended(seat)
    number = may[drawn // RARELY]
    if not supply[number]:
        may = tuple([number for number in may if supply[number]])
        if not may:
            return events.Ended(seat)
        number = may[rng(len(may))]
    return events.Took(seat, agreed.piles[number])


# What the people may rule on a region.


COUNTS = 12
"""Maximum numbers of cards offered for a pile, those nearest to the book's first."""


def overrides(state: State, region: str) -> Iterator[Event]:
    """Rulings that people may make on a region, likeliest first."""
    if state.phase == "lot":
        return
    agreed, seat = state.agreed, place_of(region).seat
    seat = state.turn if seat is None else seat
    if seat >= agreed.seats:
        return
    player, mine = state.players[seat], seat == state.turn
    hand, deck, discard, play = (f"{kind}.{seat}" for kind in ("hand", "deck", "discard", "play"))
    faces, top = player.hand_faces(agreed.cards), player.discard[-1:]

    # Rulings that a card does not lie in the one place, but in the other.
    moved: list[tuple[Iterable[str | None], str, str]] = []
    if region == TRASH:
        moved += [((card,), TRASH, into) for card in reversed(state.trash) for into in (hand, discard)]
        moved += [(faces, hand, TRASH)]
        moved += [(other.discard[-1:], f"discard.{n}", TRASH) for n, other in enumerate(state.players)]
    elif region == discard:
        below = [card for card in reversed(player.discard[:-1]) if card not in top]
        left = [card for card, count in state.piles.items() if count]
        moved += [(top, discard, SUPPLY), (top, discard, hand), (below, discard, discard)]
        moved += [(left, SUPPLY, discard), (faces, hand, discard)]
    elif region == deck:
        moved += [(player.deck[:1], deck, hand), (top, discard, deck), (faces, hand, deck)]
    elif region == play:
        laid = [card for card in faces if card in agreed.treasures | agreed.actions]
        moved += [(reversed(player.in_play), play, hand), (reversed(player.shown), f"shown.{seat}", deck)]
        moved += [(laid, hand, play)]
    found: list[events.Ruled] = []
    for cards, out_of, into in moved:
        for card in filter(None, cards):
            # The shots of a Mirare card come and go with it.
            by = agreed.cards[card].shots if mine and card in agreed.treasures else 0
            by *= (into == play) - (out_of == play)
            shots = max(0, state.shots + by) if by else None
            found.append(events.Ruled(card=card, out_of=out_of, into=into, shots=shots))

    # Rulings on the cards of a pile, and on what is left of the turn.
    if region in agreed.pile:
        here, full = state.piles[region], agreed.full[agreed.pile[region]]
        near = sorted(range(full + 1), key=lambda count: abs(count - here))
        found += [events.Ruled(card=region, count=count) for count in near[1 : COUNTS + 1]]
    if region == play:
        if state.step is not None and state.step.seat == seat:
            found.append(events.Ruled(dropped=True))
        for by in (1, -1) if mine else ():
            found.append(events.Ruled(shots=state.shots + by))
            found.append(events.Ruled(targets=state.targets + by))
            found.append(events.Ruled(actions=state.actions + by))
        other = events.Ruled(phase="hunt" if state.phase == "action" else "action")
        found.append(other if mine else events.Ruled(turn=seat, phase="action"))
    yield from (event for event in dict.fromkeys(found) if override_violation(state, event) is None)
