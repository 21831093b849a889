"""From what a camera saw to what may have happened: lawful or not, the referee judges.

Cards laid before a seat, a new top on a discard pile or on the Cestino, a strip cleared: each says what it may have
been. What leaves no trace (a "no", the end of a phase, a card like the one beneath it) is given as well: it may lie
between two events that do.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from math import hypot
from typing import Any

import msgspec

from companion.game import Event, Seat, Seen
from companion.games.zombinion.chores import TO_HAND
from companion.games.zombinion.draft import in_reach
from companion.games.zombinion.events import Chose, Ended, Played, Revealed, Shot, Shuffled, Took
from companion.games.zombinion.rules import after, breach
from companion.games.zombinion.state import Slots, State, Step, is_sort
from companion.games.zombinion.steps import gainable, sort_of, what_of, whose
from companion.games.zombinion.table import TRASH, Faces, faces
from companion.sight import Sighting

# What a scene shows beside what the book has: cards more, cards gone, and what the top of a pile may be.


PLAUSIBLE = 0.02
"""Readings less likely than this are not followed up."""
READ = 0.5
"""A card whose readings add up to less may as well be another: what is left over weighs about as much as they do."""


@dataclass(frozen=True, slots=True)
class Clues:
    state: State
    seen: Seen
    book: dict[str, Faces]

    def up(self, region: str) -> list[Sighting]:
        """The cards that lie there and are not seen to lie face down, bottom first."""
        lying = self.seen.regions.get(region, ())
        return [one for one in lying if one.kind == "card" and one.face != "down"]

    def is_bare(self, region: str) -> bool:
        return not any(one.kind == "card" for one in self.seen.regions.get(region, ()))

    def more(self, region: str) -> list[Sighting]:
        """The cards seen there that are none of those which the book has there, bottom first."""
        return self._apart(region)[0]

    def gone(self, region: str) -> Faces:
        return self._apart(region)[1]

    def _apart(self, region: str) -> tuple[list[Sighting], Faces]:
        """The likeliest pairs of a card of the book and a sighting first; a card that was not read may be any."""
        held, sightings = list(self.book.get(region, ())), self.up(region)
        chances = [
            # One without a name may be any, but only where no read one fits better.
            (
                1.0 if face is None else max(sighting.chance(face), PLAUSIBLE * (sighting.label is None)),
                -n,
                -m,
            )
            for n, sighting in enumerate(sightings)
            for m, face in enumerate(held)
        ]
        paired: set[int] = set()
        kept: set[int] = set()
        for chance, n, m in sorted(chances, reverse=True):
            if chance >= PLAUSIBLE and -n not in paired and -m not in kept:
                paired.add(-n)
                kept.add(-m)
        more = [sighting for n, sighting in enumerate(sightings) if n not in paired]
        return more, tuple(face for m, face in enumerate(held) if m not in kept)

    def tops(self, region: str, else_any: tuple[str, ...] = ()) -> tuple[str, ...]:
        """What the card may be that lies uppermost there, as in `readings`."""
        cards = self.up(region)
        return readings(cards[-1], else_any) if cards else ()


def readings(sighting: Sighting, else_any: tuple[str, ...]) -> tuple[str, ...]:
    """What a card may be, the likeliest first; one that was hardly read may be any of these as well.

    What the eye would not name it only guessed at: no such guess is a reading by itself.
    """
    named = [] if sighting.label is None else [(sighting.label, sighting.sure)]
    found = sorted((*named, *sighting.others), key=lambda reading: -reading[1])
    likely = tuple(dict.fromkeys(label for label, p in found if p >= PLAUSIBLE))
    is_read = bool(named) and sum(p for _, p in found) >= READ
    return likely if is_read else tuple(dict.fromkeys((*likely, *else_any)))


def answers(scene: Clues, step: Step) -> Iterator[Event]:
    """Every answer to this step that the scene does not rule out, and those against the rules that it suggests."""
    seat, state, known = step.seat, scene.state, scene.state.agreed.cards
    player, shown = state.players[seat], state.players[whose(step)].shown
    match step.do:
        case "react" | "spy-discard":
            # A Barricata is shown and taken back into the hand: that may go unseen.
            yield from (Chose(seat, what_of(step), yes=yes) for yes in (True, False))
        case "discard":
            yield from _discard(scene, step)
        case "trash":
            yield from _trash(scene, step)
        case "gain":
            yield from _gain(scene, step)
        case "topdeck":
            # Shown before the seat, or on its deck, or turned down already.
            some = tuple(card for card in player.hand_faces(known) if known[card].is_victory)
            up = [card for one in scene.up(f"deck.{seat}") for card in readings(one, some) if card in known]
            yield Chose(seat, "topdeck")
            for card in dict.fromkeys((*up, *_laid_seen(scene, step, "victory"), *some)):
                yield Chose(seat, "topdeck", (card,))
        case "twice":
            yield from (Chose(seat, "twice", (card,)) for card in _laid_seen(scene, step, "action"))
            yield Chose(seat, "twice")
        case "deck-to-discard":
            if scene.is_bare(f"deck.{seat}"):
                cards = scene.tops(f"discard.{seat}")
                yield from (Chose(seat, step.do, (card,), yes=True) for card in cards if card in known)
                if not cards:
                    yield Chose(seat, step.do, yes=True)
            yield Chose(seat, step.do, yes=False)
        case "set-aside":
            for card in _laid_seen(scene, step, "action"):
                yield Chose(seat, "set-aside", (card,), yes=True)
            yield Chose(seat, "set-aside", yes=False)
        case "thief-trash":
            # One of those revealed; or another that lies on the Cestino now.
            laid = [card for one in scene.more(TRASH) for card in readings(one, ()) if card in known]
            mirare = (card for card in shown if known[card].is_treasure)
            yield from (Chose(seat, "thief-trash", (card,)) for card in dict.fromkeys((*laid, *mirare)))
        case "thief-gain":
            # Any of those trashed just now; or another card of the Cestino that lies on the discards now.
            for count in range(len(step.cards) + 1):
                for cards in dict.fromkeys(combinations(step.cards, count)):
                    yield Chose(seat, "thief-gain", cards)
            for card in scene.tops(f"discard.{seat}"):
                if card in state.trash and card not in step.cards:
                    yield Chose(seat, "thief-gain", (card,))
        case "envoy-discard":
            cards = (*shown, *scene.tops(f"discard.{whose(step)}"))
            yield from (Chose(seat, step.do, (card,)) for card in dict.fromkeys(cards) if card in known)
        case "reveal":
            # Of several cards turned up at once the first is the one that lies lowest.
            faces = tuple(dict.fromkeys(player.unseen))
            for sighting in (*scene.more(f"play.{seat}"), *scene.up(f"deck.{seat}"))[:1]:
                yield from (Revealed(seat, card) for card in readings(sighting, faces) if card in known)
        case "shuffle":
            if scene.is_bare(f"discard.{seat}"):
                yield Shuffled(seat)


def _laid_seen(scene: Clues, step: Step, sort: str = "") -> Iterator[str]:
    """The cards that may be new before the seat that answers."""
    known = scene.state.agreed.cards
    hand = scene.state.players[step.seat].hand_faces(known)
    some = tuple(card for card in hand if not sort or is_sort(known, card, sort))
    for sighting in scene.more(f"play.{step.seat}"):
        yield from (card for card in readings(sighting, some) if card in known)


def _discard(scene: Clues, step: Step) -> Iterator[Event]:
    """How many were discarded nobody sees where any number may be; only the top one is."""
    player, known = scene.state.players[step.seat], scene.state.agreed.cards
    discard = f"discard.{step.seat}"
    held = len(player.hand)
    counts = [held - step.n] if step.n else list(range(1, held + 1))
    cards = scene.tops(discard)
    if not step.n:
        yield Chose(step.seat, "discard")
    for count in counts:
        hidden = (None,) * (count - 1)
        yield from (Chose(step.seat, "discard", (*hidden, card)) for card in cards if card in known)
        # A pile that is bare was shuffled to draw as many again.
        if not cards and (scene.up(discard) or (not step.n and count > len(player.deck))):
            yield Chose(step.seat, "discard", (*hidden, None))


def _trash(scene: Clues, step: Step) -> Iterator[Event]:
    """Cards that are new on the Cestino, side by side; of several laid on each other the camera sees one.

    So, where several may be trashed, one more under the one that is seen is a question.
    """
    known = scene.state.agreed.cards
    hand = scene.state.players[step.seat].hand_faces(known)
    sort = sort_of(step)
    some = tuple(card for card in hand if not sort or is_sort(known, card, sort))
    most = known[step.card].limit if step.card == "sacrificio" else 1
    if most > 1 or sort:
        yield Chose(step.seat, "trash")
    up = scene.up(TRASH)
    best = [next((card for card in readings(one, some) if card in known), None) for one in up]
    for count in range(2, min(most, len(up)) + 1):
        if None not in best[-count:]:
            yield Chose(step.seat, "trash", tuple(best[-count:]))
    for card in (card for one in up[-1:] for card in readings(one, some) if card in known):
        yield Chose(step.seat, "trash", (card,))
        if most > 1 and len(scene.more(TRASH)) < 2:
            yield from (Chose(step.seat, "trash", (other, card)) for other in hand)


def _gain(scene: Clues, step: Step) -> Iterator[Event]:
    state = scene.state
    piles = tuple(card for card, left in zip(state.agreed.piles, state.supply, strict=True) if left)
    if step.card in TO_HAND:
        yield from (Chose(step.seat, "gain", (card,)) for card in _laid_seen(scene, step, "treasure"))
        yield from (Chose(step.seat, "gain", (card,)) for card in gainable(state, step))
    else:
        cards = (card for card in scene.tops(f"discard.{step.seat}", piles) if card in state.agreed.cards)
        yield from (Chose(step.seat, "gain", (card,)) for card in cards)


# What the end of a turn may have covered: a card taken just before lies beneath the hand and the cards in play.
#
# Nobody sees it then, and a pile of the supply does not show how many lie there. So people are asked where Mirare were
# laid and an Obiettivo and shots are left that nobody was seen to use; and where none were seen though there may be
# some: somebody may have laid them, taken a card and cleared the table in one go.


LEAST_COST = 1
"""Cards that cost nothing are hardly ever taken: nobody is asked for them."""


def hidden_alternatives(state: State, events: Sequence[Event]) -> Iterator[tuple[Event, ...]]:
    """The same events with a card taken at the end of a turn that they may have covered, the dearest first.

    Where nobody can tell what may have been taken it is just these events: they are in doubt.
    """
    for at, event in enumerate(events):
        if isinstance(event, Ended) and state.phase == "hunt":
            cards = in_reach(state, state.shots, LEAST_COST) if state.targets > 0 else []
            for card in sorted(cards, key=lambda card: -card.cost):
                took = Took(state.turn, card.id)
                if breach(state, took) is None and breach(after(state, took), event) is None:
                    yield (*events[:at], took, *events[at:])
            # Mirare may have been laid that nobody saw.
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
"""A card so far from where the top of a pile lay, or so much turned, is another one or was moved."""


def ambiguities(state: State, events: tuple[Event, ...], seen: Seen) -> Iterator[tuple[Event, ...]]:
    """What may have come onto a discard pile whose top is not read and lies otherwise than before.

    That nothing came is not among it: so the question stays open until it is answered, or the card is read.
    """
    # A top that is not seen when the turn ends is only supposed: a card that was taken may have covered it before.
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
                grown = breach(there, event) is None and after(there, event).players[seat].discard
                if grown and len(grown) > len(held):
                    yield (*events, event)


def _is_otherwise(state: State, pile: str, held: Slots, seen: Seen) -> bool:
    """Whether a pile looks as the book has it only because its top is not read, and lies otherwise than before."""
    was, now = (lying.get(pile, ())[-1:] for lying in (seen.before or {}, seen.regions))
    if not was or not now or pile in seen.changed or any(one.region == pile for one in state.untidy):
        return False
    old, top = was[0], now[0]
    if top.label is not None and held[-1:] in ((None,), (top.label,)):
        return False
    away = hypot((top.x or 0.0) - (old.x or 0.0), (top.y or 0.0) - (old.y or 0.0))
    # Of a card that is not read nobody sees which way up it lies; how it is turned may not be seen at all.
    turned = 0.0 if old.angle is None or top.angle is None else top.angle - old.angle
    return away >= MOVED_MM or abs((turned + 90.0) % 180.0 - 90.0) >= MOVED_DEG


DEPOSITO = "deposito"
"""The card that goes to the Cestino when it is played, and may be laid there at once."""
WAYS = 12
"""So many ways to read several Mirare laid down at once are followed up."""


def candidates_seen(state: State, seen: Seen) -> Iterator[Event]:
    if state.over is not None or state.phase == "lot":
        return
    yield from dict.fromkeys(_events(Clues(state, seen, faces(state))))


def _events(scene: Clues) -> Iterator[Event]:
    state = scene.state
    if state.step is not None:
        yield from answers(scene, state.step)
    for seat in range(state.agreed.seats):
        if f"play.{seat}" in scene.seen.changed:
            yield from _laid(scene, seat)
        if seat == state.turn or f"discard.{seat}" in scene.seen.changed:
            yield from _taken(scene, seat)
        if f"discard.{seat}" in scene.seen.changed and scene.is_bare(f"discard.{seat}"):
            yield Shuffled(seat)
    if TRASH in scene.seen.changed:
        # A card on the Cestino that no card asked for; or Deposito, laid there at once.
        cards = [next(iter(readings(sighting, ())), None) for sighting in scene.more(TRASH)]
        if DEPOSITO in cards:
            yield Played(state.turn, DEPOSITO)
        named = tuple(card for card in cards if card in state.agreed.cards)
        if named:
            step = state.step
            yield Chose(state.turn if step is None else step.seat, "trash", named)
    elif state.trash[-1:] == (DEPOSITO,) and state.players[state.turn].could_hold(
        state.agreed.cards, DEPOSITO
    ):
        yield Played(state.turn, DEPOSITO)
    yield from _ended(scene)


def _laid(scene: Clues, seat: Seat) -> Iterator[Event]:
    """Cards laid before a seat: Actions in the order in which they lie, as far as it may be, Mirare all together."""
    state = scene.state
    known = state.agreed.cards
    hand = state.players[seat].hand_faces(known)
    actions = tuple(card for card in hand if known[card].is_action)
    mirare = tuple(card for card in hand if known[card].is_treasure)
    shot: list[tuple[str, ...]] = []
    is_played = False
    for sighting in scene.more(f"play.{seat}"):
        cards = [card for card in readings(sighting, (*actions, *mirare)) if card in known]
        played = [Played(seat, card) for card in cards if not known[card].is_treasure]
        if not is_played:
            yield from played
        is_played = is_played or any(breach(state, event) is None for event in played)
        shots = tuple(card for card in cards if known[card].is_treasure)
        if shots:
            shot.append(shots)
    if shot:
        yield from (Shot(seat, cards) for cards in islice(product(*shot), WAYS))


def _taken(scene: Clues, seat: Seat) -> Iterator[Event]:
    """The top of a discard pile may be a card just taken.

    One that lay there before may be the second of two alike; nobody takes a card that costs nothing so. Where nothing
    has been taken yet, that is so only with another on top: as a rule all Mirare are laid first, and what the end of a
    turn covers is asked for apart (`covering`).
    """
    state = scene.state
    discard = f"discard.{seat}"
    known = state.agreed.cards
    if discard in scene.seen.changed:
        piles = (card for card, left in zip(state.agreed.piles, state.supply, strict=True) if left)
        dearest = tuple(sorted(piles, key=lambda card: -known[card].cost))
        yield from (Took(seat, card) for card in scene.tops(discard, dearest) if card in known)
    player = state.players[seat]
    is_cleared = len(scene.gone(f"play.{seat}")) == len(player.in_play + player.shown)
    if seat == state.turn and not is_cleared and (spent(state) or discard in scene.seen.changed):
        before = player.discard[-1:]
        yield from (Took(seat, card) for card in before if card is not None and _pays(state, card))


def _pays(state: State, card: str) -> bool:
    return state.targets > 0 and 0 < state.agreed.cards[card].cost <= state.shots and state.step is None


def _ended(scene: Clues) -> Iterator[Event]:
    """The end of a phase leaves no trace; at the end of a turn nothing is left in play, the discards have a new top.

    Where another seat goes on, the turn before may have ended though its cards are not cleared yet.
    """
    state = scene.state
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
        # Nothing is left to take in this turn but what costs nothing.
        is_spent = not state.targets or not in_reach(state, state.shots, LEAST_COST)
        others = (f"play.{other}" for other in range(state.agreed.seats) if other != seat)
        if is_spent and any(other in scene.seen.changed and scene.more(other) for other in others):
            yield Ended(seat)
    elif not (cards := scene.tops(discard)):
        if held or discard in scene.seen.changed:
            yield Ended(seat)
    elif held or discard in scene.seen.changed:
        for event in (Ended(seat, card) for card in cards if card in state.agreed.cards):
            # What cannot come from the hand, but can be taken, was taken before.
            if breach(state, event) is None or not _pays(state, event.top or ""):
                yield event


# What a table tells of an event besides what people told: which card then lay on top of the discards.
#
# The end of a turn, discards and a deck turned over are told by a button before the cards lie; the top of the discards
# can always be seen (ZB-30), and without it nobody would notice the next card laid on it.


SURE = 0.9
"""A card is taken to be what it was read as where that is so likely."""


def refine(before: State, event: Any, state: State, seen: Seen) -> Event | None:
    """The event with the card that lies uppermost by it, where that was not told and can be read now."""
    seat = _lays_unread(before, event)
    if seat is None:
        return None
    discard = state.players[seat].discard
    # They lie as they will once it is that seat's turn again, or the seat whose turn it is plays on.
    is_laid = state.phase != "cleanup" if state.turn == seat else bool(state.players[state.turn].in_play)
    if not discard or discard[-1] is not None or not is_laid:
        return None
    cards = [one for one in seen.regions.get(f"discard.{seat}", ()) if one.kind == "card"]
    if not cards or (top := cards[-1]).face == "down" or top.label is None or top.sure < SURE:
        return None
    old = {face for one in state.untidy if one.region == f"discard.{seat}" for face in one.faces[-1:]}
    if top.label in old and state.turn != seat:
        return None
    if isinstance(event, Ended):
        return Ended(event.seat, top.label)
    hidden = event.slots()[:-1]
    cards_then = (*hidden, top.label) if event.what == "discard" else (top.label,)
    told: Event = msgspec.structs.replace(event, cards=cards_then, card=None)
    return told


def _lays_unread(before: State, event: Any) -> int | None:
    """Whose discards got a top by this event that nobody told."""
    if isinstance(event, Ended):
        ends = before.phase in ("hunt", "cleanup") and event.seat == before.turn
        return event.seat if ends and event.top is None else None
    if not isinstance(event, Chose):
        return None
    cards = event.slots()
    if event.what == "discard" and cards and cards[-1] is None:
        return event.seat
    return event.seat if event.what == "deck-to-discard" and event.says_yes() and not cards else None
