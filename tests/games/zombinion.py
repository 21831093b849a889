"""Short words for positions of Zombinion: seats as `hand / deck / discard`, cards by id, `?` one nobody knows."""

from random import Random
from typing import Any

from companion.game import Event, Setup, Value, checked
from companion.games.zombinion import Zombinion
from companion.games.zombinion.state import KINDS, State
from companion.games.zombinion.table import SITTING
from companion.sight import place_of

GAME = Zombinion()
TURNED = {"near": 0.0, "left": 270.0, "far": 180.0, "right": 90.0}
"""How the cards of a seat lie by its side, seen from seat 0: degrees, counter-clockwise."""
EVERY = tuple(str(choice.value) for choice in KINDS.choices)
"""All 26 Combat kinds."""


def setup(seats: int = 2, facts: tuple[tuple[str, Value], ...] = (), **options: Value) -> Setup:
    """A set-up with these options."""
    given = tuple((name.replace("_", "-"), value) for name, value in options.items())
    return checked(GAME, Setup(seats, given, facts=facts))


def ten(rng: Random) -> str:
    """Ten kinds drawn by lot, as the option wants them."""
    return ",".join(rng.sample(EVERY, 10))


def at(*seats: str, unseen: tuple[str, ...] = (), agreed: Setup | None = None, **more: Any) -> State:
    """A state in the Action phase of seat 0; `unseen` by seat what its `?` are, as `zombi*3 pallottola`."""
    given = []
    for number, words in enumerate(seats):
        hand, deck, discard = (_slots(part) for part in (words + " / / ").split("/")[:3])
        seat: dict[str, Any] = {"hand": hand, "deck": deck, "discard": discard, "in_play": []}
        if number < len(unseen):
            faces = (word.partition("*") for word in unseen[number].split())
            seat["unseen"] = {card: int(count or 1) for card, _, count in faces}
        given.append(seat)
    known = agreed or setup(len(seats))
    return GAME.load_position(known, {"turn": 0, "seats": given} | more)


def turned(region: str, seats: int) -> float:
    """How a card lies that lies upright for the seat whose region it is: degrees; the supply is upright for seat 0."""
    seat = place_of(region).seat
    return 0.0 if seat is None else TURNED[SITTING[seats][seat]]


def _slots(words: str) -> list[str | None]:
    """The slots of a place: `zombi*2 ?` are three cards."""
    found: list[str | None] = []
    for word in words.split():
        card, _, count = word.partition("*")
        found += [None if card == "?" else card] * int(count or 1)
    return found


def played(state: State, *events: Event) -> State:
    """The state after these events, each of them lawful."""
    for event in events:
        violation = GAME.violation(state, event)
        assert violation is None, f"{event}: {violation}"
        state = GAME.after(state, event)
        assert (*GAME.faults(state), *untidily_left(state)) == (), event
    return state


def untidily_left(state: State) -> tuple[str, ...]:
    """What play by the rules never leaves, though people may lay it so: cards open or in play for no reason."""
    left = [f"shown: {player.shown}" for player in state.players if player.shown and not state.todo]
    if state.over is None:
        idle = (player for seat, player in enumerate(state.players) if seat != state.turn)
        left += [f"in play: {player.in_play}" for player in idle if player.in_play]
    return tuple(left)


def rule(state: State, event: Event) -> str | None:
    """The rule that an event breaks first."""
    violation = GAME.violation(state, event)
    return violation.rule if violation else None
