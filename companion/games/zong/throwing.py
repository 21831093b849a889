"""Throws: three of the five discs that a seat owns, what they may show, and what follows from it."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, permutations, product

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zong.events import Disc, DiscName, Face, Starts, Threw
from companion.games.zong.flow import settled
from companion.games.zong.naming import counted_discs, face_name
from companion.games.zong.state import (
    BLUE,
    DISC_NAMES,
    LIGHTNING,
    RISK,
    THROWN,
    Agreed,
    Hand,
    State,
    first_hands,
)
from companion.language import _, joined, several


def value(face: Face) -> int | str:
    """A face as it counts: numerals as numbers."""
    return int(face) if isinstance(face, str) and face.isdecimal() else face


def start_breaches(state: State, event: Starts) -> Iterator[Breach]:
    if state.begun:
        yield Breach("zg-36-youngest-begins", _("the game has begun"))
    if event.youngest not in range(state.seats):
        yield Breach("ours-seats", str(event.youngest))


def started(state: State, event: Starts) -> State:
    if event.youngest not in range(state.seats):
        return state
    return replace(state, turn=event.youngest, hands=first_hands(state.seats, event.youngest))


def throw_breaches(state: State, event: Threw) -> Iterator[Breach]:
    if len(event.discs) != THROWN:
        yield Breach("zg-05-three-of-five", several("{n} disc", "{n} discs", len(event.discs)))
    for name, owned in zip(DISC_NAMES, state.hands[state.turn], strict=True):
        thrown = sum(disc.disc == name for disc in event.discs)
        if thrown > owned:
            yield Breach("zg-04-discs-counted", _too_many(name, thrown, owned))
    for disc in event.discs:
        if value(disc.face) not in state.agreed.faces(disc.disc):
            yield Breach("zg-29-faces", _shown_on(disc))
            return
    blue = tuple(int(disc.face) for disc in event.discs if disc.disc == BLUE)
    if not can_show(state.agreed, blue):
        yield Breach("zg-29-faces", _("{faces} are on one disc").format(faces=joined(list(map(str, blue)))))


def _shown_on(disc: Disc) -> str:
    """That a kind of disc does not have this face."""
    known: dict[DiscName, str] = {
        BLUE: _("{face} on a blue disc"),
        RISK: _("{face} on a violet disc"),
        LIGHTNING: _("{face} on a lightning disc"),
    }
    return known[disc.disc].format(face=face_name(disc.face))


def _too_many(name: DiscName, thrown: int, owned: int) -> str:
    return _("{thrown} thrown, but {owned} owned").format(thrown=counted_discs(name, thrown), owned=owned)


@lru_cache(maxsize=4096)
def can_show(agreed: Agreed, faces: tuple[int, ...]) -> bool:
    """Whether different blue discs can show these faces at one time."""
    return any(
        all(face in agreed.blue[disc] for face, disc in zip(faces, order, strict=True))
        for order in permutations(range(len(agreed.blue)), len(faces))
    )


def points_of(discs: tuple[Disc, ...]) -> int:
    """The sum of the numerals, those of blue and risk discs: 0 to 21, as no face is above 7."""
    return sum(face for disc in discs if isinstance(face := value(disc.face), int))


def threw(state: State, event: Threw) -> State:
    """The throw decides what is to be played, in its order."""
    discs = tuple(Disc(disc.disc, value(disc.face)) for disc in event.discs)
    faces = [disc.face for disc in discs if disc.disc == LIGHTNING]
    mates = tuple(seat for seat in state.tower(state.turn) if seat != state.turn)
    played = replace(
        state,
        phase="lightning",
        begun=True,
        throw=replace(
            state.throw,
            thrown=discs,
            lying=(),
            lightnings=faces.count("lightning"),
            spirals=faces.count("spiral"),
            points=points_of(discs),
        ),
        mates=mates,
        along=(),
        rest=(),
        vote=replace(state.vote, decided=()),
    )
    return settled(played)


def throws(state: State) -> tuple[Threw, ...]:
    """Every throw of the seat whose turn it is, each once."""
    return _throws(state.agreed, state.hands[state.turn], state.turn)


@lru_cache(maxsize=256)
def _throws(agreed: Agreed, hand: Hand, seat: int) -> tuple[Threw, ...]:
    owned = [name for name, n in zip(DISC_NAMES, hand, strict=True) for _ in range(n)]
    found: dict[tuple[Disc, ...], None] = {}
    for names in dict.fromkeys(combinations(owned, THROWN)):
        for faces in product(*(agreed.faces(name) for name in names)):
            discs = in_order(map(Disc, names, faces))
            if can_show(agreed, tuple(int(disc.face) for disc in discs if disc.disc == BLUE)):
                found[discs] = None
    return tuple(Threw(seat, discs) for discs in found)


def in_order(discs: Iterable[Disc]) -> tuple[Disc, ...]:
    """Discs in the order in which lists have them: by kind, then by face."""
    return tuple(sorted(discs, key=lambda disc: (DISC_NAMES.index(disc.disc), str(disc.face))))
