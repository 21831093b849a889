"""Secrets of a game: secret events, public entries and replies, and who may look alone.

Rule kept: a game says what is secret (`Game.public`, `Game.view`); nothing here names a game.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.game import Chance, Event, Game, Over, Seat, Setup, View, legal
from companion.journal import Entry, TookBack, play_while_valid, standing
from companion.referee import Reply
from companion.sight import Look, Lying, Scene, Sighting, Thing
from companion.weigh import Accept, Ask, Difference, Refuse, Verdict

if TYPE_CHECKING:
    from vision.eye import Reading


def public(game: Game[Any], state: Any, event: Event) -> Event:
    """The event as everybody at the table may know it; `state` is the one before it."""
    return event if isinstance(event, TookBack) else game.public(state, event)


def is_secret(game: Game[Any], state: Any, event: Event) -> bool:
    """Whether a part of an event is hidden from some players."""
    return public(game, state, event) != event


def shown_cards(event: Event) -> Mapping[str, str]:
    """By square, the cards of an army that an event shows to the referee; empty for other events."""
    cards = event.cards
    return cards if isinstance(cards, Mapping) else {}


def covered_legal(game: Game[Any], state: Any) -> list[Event]:
    """Legal events that may be listed on a shared screen: none that a hidden card decides."""
    return legal(game, game.public_state(state))


@dataclass(frozen=True, slots=True)
class Offers:
    """What the shared screen offers besides the board, by seat.

    `looking` may see more than the public, `choosing` can only choose in secret now, `showing` have yet to
    show their army to the referee. `turning_up`: the kind of event by which a card is due to be turned up and
    anybody may name it. `screened`: the table is hidden from the public.
    """

    looking: tuple[Seat, ...] = ()
    choosing: tuple[Seat, ...] = ()
    showing: tuple[Seat, ...] = ()
    turning_up: str = ""
    screened: bool = False


def offers(game: Game[Any], seats: int, state: Any) -> Offers:
    if isinstance(game.turn(state), Chance | Over):
        return Offers()
    choosing, showing = [], set()
    secret = secret_choices(game, state)
    for seat in range(seats):
        choices = [event for event in secret if event.seat == seat]
        if any(shown_cards(choice) for choice in choices):
            showing.add(seat)
        elif choices and all(choice.told for choice in choices):
            choosing.append(seat)
    laying = game.layout(state) is not None
    shown = game.view(state, None)
    looking = () if laying else (seat for seat in range(seats) if game.view(state, seat) != shown)
    screened = is_screened(game.look(state), shown)
    turning_up = next((type(event).__name__ for event in cards_turned_up(game, state)), "")
    return Offers(tuple(looking), tuple(choosing), tuple(sorted(showing)), turning_up, screened)


def is_screened(look: Look, view: View) -> bool:
    """Whether the public may see nothing on the table, as behind a screen not yet lifted.

    The look names no region, and neither does the shared screen.
    """
    return bool(look.ignored) and not look.regions and not view.board


def cards_turned_up(game: Game[Any], state: Any) -> tuple[Event, ...]:
    """The public events for a card due to be turned up: which card it is and how it lay."""
    return tuple(
        event
        for event in covered_legal(game, state)
        if event.turns_up and not event.told and not is_secret(game, state, event)
    )


def secret_choices(game: Game[Any], state: Any) -> tuple[Event, ...]:
    """Pending choices of seats that the others must not see."""
    return tuple(event for event in legal(game, state) if is_secret(game, state, event))


def state_before(game: Game[Any], setup: Setup, entries: Sequence[Entry], n: int) -> Any:
    """The state before the n-th entry; for a correction, the state before the entry that it corrects."""
    before, entry = entries[:n], entries[n]
    states, _stop = play_while_valid(game, setup, before)
    at = len(states) - 1
    if entry.corrects is not None:
        kept = standing(before)
        at = next((n for n, old in enumerate(kept) if entry.corrects in (old.seq, old.corrects)), at)
    return states[at]


def public_entries(game: Game[Any], setup: Setup, entries: Sequence[Entry]) -> Iterator[Entry]:
    """The entries as everybody may know them; unredacted once the game is over."""
    if is_over(game, setup, entries):
        yield from entries
        return
    for n in range(len(entries)):
        yield public_entry(game, setup, entries, n)


def public_entry(game: Game[Any], setup: Setup, entries: Sequence[Entry], n: int) -> Entry:
    """The n-th entry as everybody may know it while the game goes on."""
    entry = entries[n]
    return replace(entry, event=public(game, state_before(game, setup, entries, n), entry.event))


def is_over(game: Game[Any], setup: Setup, entries: Sequence[Entry]) -> bool:
    """Whether a record's game has ended, which ends all secrecy."""
    states, stop = play_while_valid(game, setup, entries)
    return stop is None and isinstance(game.turn(states[-1]), Over)


def public_reply(game: Game[Any], setup: Setup, entries: Sequence[Entry], state: Any, reply: Reply) -> Reply:
    """A reply to `state` as everybody may know it; unredacted once the game is over."""
    if isinstance(reply.turn, Over):
        return reply
    return replace(
        reply,
        verdict=public_verdict(game, state, reply.verdict),
        booked=tuple(public_entry(game, setup, entries, entry.seq) for entry in reply.booked),
        differences=public_differences(reply),
    )


def public_verdict(game: Game[Any], state: Any, verdict: Verdict) -> Verdict:
    """A verdict on a state with its events made public."""
    match verdict:
        case Accept(events):
            return Accept(_public_events(game, state, events))
        case Ask(options):
            return replace(verdict, options=tuple(_public_events(game, state, option) for option in options))
        case Refuse(event):
            return replace(verdict, event=public(game, state, event))
    return verdict


def _public_events(game: Game[Any], state: Any, events: Sequence[Event]) -> tuple[Event, ...]:
    known = []
    for event in events:
        known.append(public(game, state, event))
        if not isinstance(event, TookBack):
            state = game.after(state, event)
    return tuple(known)


def public_sightings(reply: Reply, sightings: Iterable[Sighting]) -> tuple[Sighting, ...]:
    """Detections that may be shown to all: none while a screen hides the table, not even places."""
    if is_screened(reply.look, reply.view):
        return ()
    return tuple(public_sighting(sighting, reply.view.board) for sighting in sightings)


def public_differences(reply: Reply) -> tuple[Difference, ...]:
    """The table's mismatches as the public may know them: nothing read off a covered card."""
    if is_screened(reply.look, reply.view):
        return ()
    return tuple(replace(one, seen=public_sightings(reply, one.seen)) for one in reply.differences)


def public_sighting(sighting: Sighting, board: Mapping[str, Lying]) -> Sighting:
    """A detection without its label where a card should lie face down, as its owner may be peeping.

    Elsewhere a label stays only if the shared screen shows that card open.
    """
    if sighting.kind != "card" or sighting.label is None:
        return sighting
    here = [thing for thing in board.get(sighting.region or "", ()) if thing.kind == "card"]
    everywhere = (thing for lying in board.values() for thing in lying if thing.kind == "card")
    is_open = all(card.face == "up" for card in here)
    if not here:
        is_open = any(card.face == "up" and card.label == sighting.label for card in everywhere)
    return sighting if is_open else replace(sighting, label=None, others=())


def not_to_be_seen(reply: Reply, reading: "Reading | None", *, veiled: bool) -> frozenset[str] | None:
    """Regions of a camera's picture hidden from the public; None: the whole picture.

    A card that should lie face down and is not seen so may be in its owner's view; a hand may hold it
    anywhere. Once the game is over nothing is hidden.
    """
    if isinstance(reply.turn, Over):
        return frozenset()
    if veiled or is_screened(reply.look, reply.view):
        return None
    wanted = dict(reply.view.board)
    if reply.layout is not None:
        wanted |= reply.layout.regions
    if not any(map(_face_down, wanted.values())):
        return frozenset()
    if reading is None or not reading.mat.found or reading.scene.hand:
        return None
    return not_seen_down(wanted, reading.scene)


def not_seen_down(board: Mapping[str, Lying], scene: Scene) -> frozenset[str]:
    """Regions where a card should lie face down and is not seen so: its owner may be looking at it."""
    seen, found = scene.by_region(), set()
    for name, lying in board.items():
        down = _face_down(lying)
        if down > _face_down(seen.get(name, ())) or (down and name in scene.covered):
            found.add(name)
    return frozenset(found)


def _face_down(things: Iterable[Thing | Sighting]) -> int:
    return sum(one.kind == "card" and one.face == "down" for one in things)
