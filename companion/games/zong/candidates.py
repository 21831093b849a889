"""What may happen in ZONG: every lawful event, one by lot, and what people may have meant."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from companion.game import Event, EventTemplate, RandomSource
from companion.games.zong.board import GOAL
from companion.games.zong.events import (
    Advanced,
    Cleaned,
    Disc,
    Disputed,
    FellBack,
    Passed,
    Rest,
    Starts,
    Threw,
    Voted,
    Zonged,
)
from companion.games.zong.rest import areas, loose, sorted_out
from companion.games.zong.rules import advances, choices, forward_place, in_order, throws, value, with_flick
from companion.games.zong.state import BLUE, State
from companion.games.zong.table import THROW


def lawful(state: State) -> Iterator[Event]:
    """Lawful events; of the flicks only the one that moves nothing."""
    if state.phase == "throw":
        yield from _starts(state)
        yield from throws(state)
    elif state.phase == "lightning":
        yield from (Zonged(state.turn), Passed(state.turn))
    elif state.phase == "cleanup":
        yield Cleaned()
        decided = dict(state.vote.decided)
        yield from (Disputed(state.agreed.colours[seat]) for seat, _ in state.rest if seat not in decided)
    elif state.phase == "vote":
        voted = dict(state.vote.votes)
        for seat in range(state.seats):
            if seat not in voted:
                for choice in choices(state):
                    yield (Voted(seat, GOAL, choice) if state.vote.asked == GOAL else Voted(seat, choice))
    elif state.phase == "spiral":
        yield FellBack(state.turn)
    elif state.phase == "points":
        yield from advances(state, state.turn)


def _starts(state: State) -> Iterator[Starts]:
    """Who may say before the first throw that another one begins."""
    if not state.begun:
        yield from (Starts(seat) for seat in range(state.seats) if seat != state.turn)


def sample(state: State, lots: RandomSource) -> Event | None:
    """One lawful event; none where a seat has too few discs. Flicks leave pieces anywhere, towers fall or stay.

    A flick that changes nothing is the same as none, so it is drawn as that.
    """
    if state.phase == "lightning":
        felt = flick(state, lots) if lots(8) else None
        return Passed(state.turn) if felt is None or not is_felt(state, felt) else felt
    if state.phase == "cleanup" and lots(8):
        return Cleaned()
    events: tuple[Event, ...]
    if state.phase == "throw":
        events = throws(state) if lots(8) else (*_starts(state), *throws(state))
    else:
        events = tuple(lawful(state))
    return events[lots(len(events))] if events else None


def shapes(state: State) -> tuple[EventTemplate, ...]:
    """A flick has no end of forms: what belongs in it."""
    if state.phase != "lightning":
        return ()
    said = "by colour where each piece lies that moved: x, y in mm, or square, between, off-track, off-board or goal"
    return (EventTemplate("Zonged", {"seat": state.turn}, {"rest": said}),)


def is_felt(state: State, flick: Zonged) -> bool:
    """Whether a flick moved anything off its square, or leaves an order in doubt."""
    after = replace(state, rest=with_flick(state, flick))
    return after.rest != state.rest and (bool(loose(after)) or bool(sorted_out(after).doubtful))


def flick(state: State, lots: RandomSource) -> Zonged:
    """Each piece moved with one chance in three."""
    rest: dict[str, Rest] = {}
    board, room = state.board, areas(state.board, state.seats)
    for place, tower in enumerate(state.squares):
        for seat in tower:
            if lots(3):
                continue
            # It comes to rest near where it stood, now and then near the goal, or anywhere around.
            way = lots(8)
            if way < 4:
                x, y = (middle + (lots(1201) - 600) / 10 for middle in room[board.named(place)].centre)
            elif way < 5:
                x, y = (middle + (lots(401) - 200) / 10 for middle in (board.goal.x, board.goal.y))
            else:
                x = (lots(int(board.width_mm * 12)) - board.width_mm) / 10
                y = (lots(int(board.height_mm * 12)) - board.height_mm) / 10
            rest[state.agreed.colours[seat]] = Rest(round(x, 1), round(y, 1))
    return Zonged(state.turn, rest)


def reveals(_state: State, event: Event) -> bool:
    """A throw and a flick cannot be made again, and a vote that was cast was heard."""
    return isinstance(event, Threw | Zonged | Voted)


def rereadings(state: State, event: Event, region: str) -> Iterator[Event]:
    """A throw with one disc read otherwise; points played with others taken along, or in another order."""
    if isinstance(event, Threw) and region == THROW:
        discs = tuple(Disc(disc.disc, value(disc.face)) for disc in event.discs)
        found: dict[Threw, None] = {}
        for n, disc in enumerate(discs):
            for face in state.agreed.faces(disc.disc):
                if face != disc.face:
                    thrown = in_order((*discs[:n], Disc(disc.disc, face), *discs[n + 1 :]))
                    found[Threw(event.seat, thrown)] = None
        yield from found
    if isinstance(event, Advanced) and state.phase == "points" and event.seat == state.turn:
        home = state.board.named(state.place(event.seat))
        if region in (home, state.board.named(forward_place(state, event.seat))):
            yield from (other for other in advances(state, event.seat) if other != event)


def decided(_state: State, event: Event) -> Event:
    """Which discs are thrown, not what they show; that a flick is made, not what comes of it."""
    if isinstance(event, Threw):
        return _unshown(event)
    return Zonged(event.seat) if isinstance(event, Zonged) else event


@lru_cache(maxsize=4096)
def _unshown(event: Threw) -> Threw:
    return Threw(event.seat, tuple(Disc(disc.disc, "") for disc in event.discs))


def fallen(state: State, decided: Event, lots: RandomSource) -> Event | None:
    """Each disc shows either of its two faces; a flick moves what it moves."""
    if isinstance(decided, Zonged):
        felt = flick(state, lots)
        return felt if is_felt(state, felt) else Passed(state.turn)
    if not isinstance(decided, Threw):
        return None
    blue = list(state.agreed.blue)
    discs = []
    for disc in decided.discs:
        faces = blue.pop(lots(len(blue))) if disc.disc == BLUE else state.agreed.faces(disc.disc)
        discs.append(Disc(disc.disc, faces[lots(len(faces))]))
    return Threw(decided.seat, in_order(discs))
