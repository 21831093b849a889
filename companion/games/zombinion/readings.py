"""From what a camera saw to what may have happened, lawful or not (the referee judges); and what is untidy yet.

Cards laid before a seat, a new top on a discard pile or on the Cestino, a strip cleared: each has its possible
events. Events without a trace (a "no", the end of a phase, a card like the one beneath it) are given as well: they
may lie between two others.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import islice, product
from math import hypot
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.game import Chore, Event, Seat, Seen
from companion.games.zombinion.events import Chose, Ended, Played, Revealed, Ruled, Shot, Shuffled, Took
from companion.games.zombinion.rules import after, violation
from companion.games.zombinion.state import NOTHING, WORDS, Agreed, Slots, State, Tidying, Untidy, in_reach
from companion.games.zombinion.steps import CHOICES, WAITING
from companion.games.zombinion.table import TRASH, Clues, Faces, beside, faces, lying
from companion.kits.options import sheet_in
from companion.language import Language, _, spoken
from companion.sight import place_of

# What the end of a turn may have covered: a card taken just before lies beneath the hand and the cards in play.
#
# Nobody sees it then, and a pile of the supply does not show its number. So people are asked where Mirare were laid
# and an Obiettivo and shots seem unused; and where none were seen though there may be some: somebody may have laid
# them, taken a card and cleared the table in one go.


LEAST_COST = 1
"""Minimum cost of a card asked about: free cards are hardly ever taken."""


def hidden_alternatives(state: State, events: Sequence[Event]) -> Iterator[tuple[Event, ...]]:
    """The same events with a card taken at the end of a turn that they may have covered, the dearest first.

    Just these events if nobody can tell what was taken: they are in doubt.
    """
    for at, event in enumerate(events):
        if isinstance(event, Ended) and state.phase == "hunt":
            cards = in_reach(state, state.shots, LEAST_COST) if state.targets > 0 else ()
            for card in sorted(cards, key=lambda card: -card.cost):
                took = Took(state.turn, card.id)
                if violation(state, took) is None and violation(after(state, took), event) is None:
                    yield (*events[:at], took, *events[at:])
            # Mirare may have been laid unseen.
            known, player = state.agreed.cards, state.players[state.turn]
            is_laid = any(known[card].is_treasure for card in player.in_play)
            may_shoot = not is_laid and not spent(state) and state.targets > 0
            if may_shoot and player.could_hold(known, "treasure"):
                yield tuple(events)
            return
        state = after(state, event)


def spent(state: State) -> bool:
    """Whether fewer shots are left than the cards in play give: something was taken for them."""
    known = state.agreed.cards
    return state.shots < sum(known[card].shots for card in state.players[state.turn].in_play)


MOVED_MM, MOVED_DEG = 3.0, 4.0
"""Minimum shift or turn of a pile's top for it to be another card, or to have been moved."""


def ambiguities(state: State, events: tuple[Event, ...], seen: Seen) -> Iterator[tuple[Event, ...]]:
    """Cards that may have come onto a discard pile whose top is unread and has moved.

    "Nothing" is not among the options, so the question stays open until it is answered or the card is read.
    """
    # A top unseen when the turn ends is only supposed: a card taken may have covered it before.
    plain = tuple(
        Ended(event.seat)
        if isinstance(event, Ended) and not seen.regions.get(f"discard.{event.seat}")
        else event
        for event in events
    )
    if plain != events and (others := tuple(hidden_alternatives(state, plain))):
        yield from dict.fromkeys((*others, plain))
    there = state
    for event in events:
        there = after(there, event)
    for seat, player in enumerate(there.players):
        pile, held = f"discard.{seat}", player.discard
        if held == state.players[seat].discard and _is_otherwise(state, pile, held, seen):
            for event in candidates_seen(there, Seen(seen.regions, frozenset({pile}), seen.before)):
                grown = violation(there, event) is None and after(there, event).players[seat].discard
                if grown and len(grown) > len(held):
                    yield (*events, event)


def _is_otherwise(state: State, pile: str, held: Slots, seen: Seen) -> bool:
    """Whether a pile fits the book only because its top is unread, and lies otherwise than before."""
    was, now = (lying.get(pile, ())[-1:] for lying in (seen.before or {}, seen.regions))
    if not was or not now or pile in seen.changed or any(one.region == pile for one in state.untidy):
        return False
    old, top = was[0], now[0]
    if top.label is not None and held[-1:] in ((None,), (top.label,)):
        return False
    away = hypot((top.x or 0.0) - (old.x or 0.0), (top.y or 0.0) - (old.y or 0.0))
    # An unread card may lie either way up; its angle may be unknown.
    turned = 0.0 if old.angle is None or top.angle is None else top.angle - old.angle
    return away >= MOVED_MM or abs((turned + 90.0) % 180.0 - 90.0) >= MOVED_DEG


DEPOSITO = "deposito"
"""The card that goes to the Cestino when it is played, and may be laid there at once."""
WAYS = 12
"""Maximum readings of several Mirare laid at once that are followed up."""


def candidates_seen(state: State, seen: Seen) -> Iterator[Event]:
    if state.over is not None or state.phase == "lot":
        return
    yield from dict.fromkeys(_events(Clues(state, seen)))


def _events(scene: Clues) -> Iterator[Event]:
    state = scene.state
    if state.step is not None:
        yield from WAITING[state.step.do].seen(scene, state.step)
    for seat in range(state.agreed.seats):
        if f"play.{seat}" in scene.seen.changed:
            yield from _laid(scene, seat)
        if seat == state.turn or f"discard.{seat}" in scene.seen.changed:
            yield from _taken(scene, seat)
        if f"discard.{seat}" in scene.seen.changed and scene.is_bare(f"discard.{seat}"):
            yield Shuffled(seat)
    if TRASH in scene.seen.changed:
        # A card on the Cestino that no card asked for; or Deposito, laid there at once.
        cards = tuple(card for sighting in scene.more(TRASH) for card in scene.may_be(sighting)[:1])
        if DEPOSITO in cards:
            yield Played(state.turn, DEPOSITO)
        if cards:
            yield Chose(state.turn if state.step is None else state.step.seat, "trash", cards)
    elif state.trash[-1:] == (DEPOSITO,) and state.players[state.turn].could_hold(
        state.agreed.cards, DEPOSITO
    ):
        yield Played(state.turn, DEPOSITO)
    # The end of a phase leaves no trace; at the end of a turn nothing is left in play, and the discards have a new
    # top. Where another seat goes on, the turn before may have ended though its cards are not cleared yet.
    seat, player = state.turn, state.players[state.turn]
    strip, discard = f"play.{seat}", f"discard.{seat}"
    held = (*player.in_play, *player.shown)
    if state.step is not None and state.step.do == "shuffle":
        return
    if state.phase == "action":
        if not state.todo or (held and len(scene.gone(strip)) == len(held)):
            yield Ended(seat)
        return
    if len(scene.gone(strip)) < len(held):
        # Only free cards could still be taken in this turn.
        is_spent = not state.targets or not any(in_reach(state, state.shots, LEAST_COST))
        others = (f"play.{other}" for other in range(state.agreed.seats) if other != seat)
        if is_spent and any(other in scene.seen.changed and scene.more(other) for other in others):
            yield Ended(seat)
    elif not (cards := scene.tops(discard)):
        if held or discard in scene.seen.changed:
            yield Ended(seat)
    elif held or discard in scene.seen.changed:
        for event in (Ended(seat, card) for card in cards):
            # A top that cannot come from the hand, but can be taken, was taken before.
            if violation(state, event) is None or not _pays(state, event.top or ""):
                yield event


def _laid(scene: Clues, seat: Seat) -> Iterator[Event]:
    """Cards laid before a seat: Actions in the order in which they lie, as far as lawful, Mirare all together."""
    state = scene.state
    known = state.agreed.cards
    hand = state.players[seat].hand_faces(known)
    actions = tuple(card for card in hand if known[card].is_action)
    mirare = tuple(card for card in hand if known[card].is_treasure)
    shot: list[tuple[str, ...]] = []
    is_played = False
    for sighting in scene.more(f"play.{seat}"):
        cards = scene.may_be(sighting, (*actions, *mirare))
        played = [Played(seat, card) for card in cards if not known[card].is_treasure]
        if not is_played:
            yield from played
        is_played = is_played or any(violation(state, event) is None for event in played)
        shots = tuple(card for card in cards if known[card].is_treasure)
        if shots:
            shot.append(shots)
    if shot:
        yield from (Shot(seat, cards) for cards in islice(product(*shot), WAYS))


def _taken(scene: Clues, seat: Seat) -> Iterator[Event]:
    """The top of a discard pile may be a card just taken.

    A top that lay there before may be the second of two alike, unless it is free. Before anything has been taken this
    needs another top: as a rule all Mirare are laid first, and what the end of a turn covers is asked separately
    (`hidden_alternatives`).
    """
    state = scene.state
    discard = f"discard.{seat}"
    known = state.agreed.cards
    if discard in scene.seen.changed:
        piles = (card for card, left in state.piles.items() if left)
        dearest = tuple(sorted(piles, key=lambda card: -known[card].cost))
        yield from (Took(seat, card) for card in scene.tops(discard, dearest))
    player = state.players[seat]
    is_cleared = len(scene.gone(f"play.{seat}")) == len(player.in_play + player.shown)
    if seat == state.turn and not is_cleared and (spent(state) or discard in scene.seen.changed):
        before = player.discard[-1:]
        yield from (Took(seat, card) for card in before if card is not None and _pays(state, card))


def _pays(state: State, card: str) -> bool:
    return state.targets > 0 and 0 < state.agreed.cards[card].cost <= state.shots and state.step is None


# What a table tells of an event besides what people told: the card on top of the discards by then.
#
# The end of a turn, discards and a deck turned over are told by a button before the cards lie; the top of the
# discards can always be seen (ZB-30), and without it nobody would notice the next card laid on it.


SURE = 0.9
"""Minimum confidence for a card to be taken as read."""


def refine(before: State, event: Any, state: State, seen: Seen) -> Event | None:
    """The event completed by the uppermost card that it left, if that was not told and can be read now."""
    # Only an event that gave some discards an untold top can be completed.
    seat, cards = event.seat, event.slots() if isinstance(event, Chose) else ()
    ends = isinstance(event, Ended) and before.phase in ("hunt", "cleanup") and seat == before.turn
    by_choice = isinstance(event, Chose) and (
        (event.what == "discard" and bool(cards) and cards[-1] is None)
        or (event.what == "deck-to-discard" and event.says_yes() and not cards)
    )
    if not by_choice and not (ends and event.top is None):
        return None
    discard = state.players[seat].discard
    # The discards lie there once it is that seat's turn again, or the seat whose turn it is plays on.
    is_laid = state.phase != "cleanup" if state.turn == seat else bool(state.players[state.turn].in_play)
    if not discard or discard[-1] is not None or not is_laid:
        return None
    lying = [one for one in seen.regions.get(f"discard.{seat}", ()) if one.kind == "card"]
    if not lying or (top := lying[-1]).face == "down" or top.label is None or top.sure < SURE:
        return None
    old = {face for one in state.untidy if one.region == f"discard.{seat}" for face in one.faces[-1:]}
    if top.label in old and state.turn != seat:
        return None
    if isinstance(event, Ended):
        return Ended(event.seat, top.label)
    return Chose(seat, event.what, (*cards[:-1], top.label), yes=event.yes)


# What people may still have to tidy after an event, and how a region looks while that is not done.
#
# Consequences of an event (a gain, a shuffle, cards taken back), and what was told before it was laid, show on the
# table only later: until then the region may look as it did. What somebody lays down is no chore: a card taken up
# again is a change of mind, which the referee must notice. Worked out on demand, as play-outs never ask.


Found = tuple[Untidy, ...]


class Later(Sequence[Untidy]):
    """A lazy tuple, worked out as soon as anything is asked of it.

    Whole chains of events wait in it, each for the result of the one before; they begin anew with each turn.
    `spread`: cards may lie side by side on the Cestino, for many turns.
    """

    def __init__(self, earlier: Sequence[Untidy], *change: Any, spread: bool) -> None:
        self.earlier, self.change, self.spread = earlier, change, spread

    @cached_property
    def data(self) -> Found:
        """Its value. Everything that it waits for is worked out first, the earliest first, and then forgotten."""
        chain = [self]
        while isinstance(earlier := chain[-1].earlier, Later) and earlier.change:
            chain.append(earlier)
        for one in reversed(chain):
            one.data = _untidy_after(tuple(one.earlier), *one.change)
            one.earlier, one.change = NOTHING, ()
        return self.data

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, at: Any) -> Any:
        return self.data[at]

    def __eq__(self, other: object) -> bool:
        return self.data == (other.data if isinstance(other, Later) else other)

    def __hash__(self) -> int:
        return hash(self.data)


SPREAD = 4
"""Maximum cards side by side on the Cestino: as many as are trashed at once."""
MOST = 6
"""Maximum looks of one region remembered while it may be untidy, the latest."""


class Reasons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a place is to be tidied: the `usual` reason, or one `after` an event; and the rule of each reason."""

    rules: dict[Tidying, str]
    usual: dict[str, Tidying]
    after: dict[str, dict[str, Tidying]]


REASONS = sheet_in("companion.games.zombinion", "tidying", Reasons)


def after_event(state: State, event: Any) -> State:
    """The state after an event, with what people may not have tidied yet worked out on demand."""
    earlier, found = state.untidy, after(state, event)
    if found is state:
        return state
    spread = earlier.spread if isinstance(earlier, Later) else _is_spread(earlier)
    spread = spread or len(found.trash) > len(state.trash) + 1
    if not spread and _is_turned(state, found):
        earlier = NOTHING
        state, found = replace(state, untidy=NOTHING), replace(found, untidy=NOTHING)
    return replace(found, untidy=Later(earlier, state, event, found, spread=spread))


def _is_turned(before: State, after: State) -> bool:
    """Whether a turn has ended: then everything must be tidy except a spread Cestino."""
    return before.turns_taken != after.turns_taken or before.phase != after.phase == "cleanup"


def _is_spread(untidy: Sequence[Untidy]) -> bool:
    return any(one.what == "spread" for one in untidy)


def _untidy_after(earlier: Found, before: State, event: Any, after: State) -> Found:
    """What people may not have tidied after an event; by the end of a turn everything must be."""
    if isinstance(event, Ruled):
        return earlier
    laid, old, new, layer = _just_laid(before, event), beside(before), beside(after), ""
    # Where the event itself lays cards, they lie there, or it has not happened.
    sets_aside = isinstance(event, Chose) and event.what == "set-aside" and event.says_yes()
    if isinstance(event, Played | Shot | Revealed) or event.what == "twice" or sets_aside:
        layer = f"play.{event.seat}"
    differing = {region for region in old.keys() | new.keys() if old.get(region) != new.get(region)} - {layer}
    is_turned = _is_turned(before, after)
    kept = [
        one
        for one in earlier
        if (one.what == "spread" or not is_turned)
        and one.region != layer
        and one.faces != new.get(one.region, ())
    ]
    # Once cards have come off a deck, people tidy only when everything is done.
    is_seen_late = layer not in new and any(
        len(now.deck) < len(was.deck) or (was.discard and not now.discard)
        for was, now in zip(before.players, after.players, strict=True)
    )
    found: list[Untidy] = []
    own = REASONS.after.get(event.what if isinstance(event, Chose) else type(event).__name__, {})
    for region in sorted(differing | laid.keys()):
        here = new.get(region, ())
        just, was = laid.get(region, here), old.get(region, ()) if region in differing else here
        ways = [way for way in dict.fromkeys((was, just)) if way != here]
        if ways and is_seen_late and just == here:
            ways.append(here)
        place = place_of(region)
        what = own.get(place.kind) or REASONS.usual[place.kind]
        if place.kind == "discard" and not here:
            what = "shuffle"
        found += [Untidy(what, region, way, place.seat) for way in ways]
    if before.trash != after.trash:
        kept = [one for one in kept if one.what != "spread"]
        # Cards trashed together may lie side by side, and stay so.
        together = len(after.trash) >= len(before.trash) + 2
        if together or (_is_spread(earlier) and len(after.trash) > 1):
            found.append(Untidy("spread", TRASH, after.trash[-SPREAD:]))
    # Keep the latest word on each look of a region, and at most MOST of them.
    last: dict[tuple[str, Faces], Untidy] = {}
    for one in reversed([*kept, *found]):
        if sum(region == one.region for region, _faces in last) < MOST:
            last.setdefault((one.region, one.faces), one)
    return tuple(reversed(last.values()))


def _just_laid(state: State, event: Any) -> dict[str, Faces]:
    """The look of a region just after something was laid, before its consequences are done."""
    seat = event.seat or 0
    player = state.players[seat if seat < len(state.players) else 0]
    place, cards = "", tuple[str | None, ...]()
    match event:
        case Played(card=card) | Revealed(card=card):
            place, cards = "play", (card,)
        case Took(card=card) | Ended(top=str() as card):
            place, cards = "discard", (card,)
        case Chose():
            place, cards = CHOICES[event.what].laid(state.step, event)
    if not cards or any(card is not None and card not in state.agreed.cards for card in cards):
        return {}
    under = {"play": player.in_play + player.shown, "deck": (None,) * bool(player.deck)}.get(place, ())
    return {f"{place}.{seat}": (*under, *cards) if place != "discard" else cards[-1:]}


def chores(state: State) -> tuple[Chore, ...]:
    """What may still have to be tidied, one chore per region."""
    if not state.untidy:
        return ()
    now = faces(state)
    regions = dict.fromkeys(one.region for one in state.untidy)
    return tuple(
        _chore(spoken(), state.agreed, tuple(u for u in state.untidy if u.region == name), now.get(name, ()))
        for name in regions
    )


@lru_cache(maxsize=4096)
def _chore(_language: Language, agreed: Agreed, untidy: tuple[Untidy, ...], here: Faces) -> Chore:
    last = untidy[-1]
    top = agreed.called(here[-1]) if here and here[-1] is not None else _("the cards")
    name = "" if last.seat is None else agreed.seat_name(last.seat)
    key = place_of(last.region).kind
    gone = [face for face in last.faces if last.faces.count(face) > here.count(face)]
    cards = ", ".join(dict.fromkeys(agreed.called(face) for face in gone))
    if last.what == "spread":
        key = "spread"
    elif key not in (TRASH, "deck", "discard"):
        key = "play-clean" if last.what == "clean" else "play" if cards else "play-again"
    elif not here:
        key += "-bare"
    elif key == "deck" and (face := next(filter(None, last.faces), None)) is not None:
        key, top = "deck-card", agreed.called(face)
    words = _(WORDS["chore"][key]).format(name=name, card=top, cards=cards, top=top)
    before = tuple(lying(one.region, one.faces) for one in reversed(untidy))
    return Chore(REASONS.rules[last.what], words, last.region, before, last.seat)
