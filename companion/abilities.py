"""What a game may do besides what every game does: each ability is a small protocol that a game's class names.

A class that names one must have its methods, as mypy checks; who wants to know whether a game can do something asks
`ability`, and nothing else does.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic, Protocol, TypeVar, cast, get_origin

from companion.game import Event, Game, RandomSource, Seat, Seen, Setup
from companion.sight import Lying, Scene, Sighting, Thing


@dataclass(frozen=True, slots=True)
class Throw:
    """What `seat` threw, the face that fell, and all that were as likely; kind and faces are words to be looked up."""

    seat: Seat
    kind: str
    face: str
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Measure:
    """One number for each seat. `words`: what is counted; `decides`: these are the points that the game is won by."""

    words: str
    values: tuple[int, ...]
    decides: bool = False

    @property
    def leader(self) -> Seat | None:
        """The one seat that has most; None where several have."""
        most = max(self.values)
        return self.values.index(most) if self.values.count(most) == 1 else None


STAR = "★"
CROSS = "×"
"""Signs that stand on cards in the place of a number."""


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card as a mirror of the table tells of it: its name and the figures that matter in play.

    `figure`: what it is worth as it lies, empty where there is no one number; `under`: what it is worth under a penny,
    by the penny's side. `corners`: what stands in its corners, near left, near right, far right, far left as its owner
    reads it. `rule`: the id of the rule that says what it does, empty where there is none. `apart`: what tells it apart
    from other cards of its name.
    """

    name: str
    figure: str = ""
    under: Mapping[str, str] = field(default_factory=dict)
    corners: tuple[str, ...] = ()
    rule: str = ""
    apart: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """One side: whose it is, its name, and how it came to its number; `die` is what it threw."""

    seat: Seat
    name: str
    score: str = ""
    die: int | None = None


@dataclass(frozen=True, slots=True)
class Contest:
    """Who beats whom, in a few words; the sides with their numbers; `winner` is the place of one of the sides.

    `more`: what else has to be known to understand it, or what follows.
    """

    words: str
    sides: tuple[Side, ...] = ()
    winner: int | None = None
    more: str = ""


A = TypeVar("A")
S = TypeVar("S")
State = TypeVar("State", contravariant=True)


def ability(game: Game[Any], kind: Callable[..., A]) -> A | None:
    """The game as one with this ability, such as `DrawsEvents[Any]`; None where its class does not name it."""
    able = game.within if isinstance(game, SeenThrough) else game
    return cast(A, able) if _names(type(able), kind) else None


@cache
def _names(game: type, kind: Callable[..., Any]) -> bool:
    """Whether a game's class names an ability."""
    return (get_origin(kind) or kind) in game.__mro__


def contest_of(game: Game[Any], state: Any, event: Event) -> Contest | None:
    """What an event decides, told on the state before it; None for games and events that decide nothing."""
    able = ability(game, DecidesContests[Any])
    return None if able is None else able.contest(state, event)


def decided_of(game: Game[Any], state: Any, event: Event) -> Event:
    """An event as far as its seat decides it, told on the state before it; the event itself where that is all of it."""
    able = ability(game, LeavesToChance[Any])
    return event if able is None else able.decided(state, event)


class SeenThrough(Generic[S]):
    """A game of which some methods answer otherwise: all others, and its abilities, are those of the game within."""

    def __init__(self, within: Game[S]) -> None:
        self.within = within

    def __getattr__(self, name: str) -> Any:
        return getattr(self.within, name)


@dataclass(frozen=True, slots=True)
class EventTemplate:
    """An event that has no end of forms, as far as it is known before: its `kind` and the fields that are `given`.

    `open` says of each other field, in words, what belongs there.
    """

    kind: str
    given: Mapping[str, Any]
    open: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What people want to know before they choose a game.

    `gist` is one short line of what it is, `needs` what must be on the table, `minutes` how long a game takes, from
    and to. The words are marked for translation, not translated.
    """

    gist: str
    needs: str
    minutes: tuple[int, int]


class IntroducesItself(Protocol):
    """One that tells people what it is before they choose it."""

    @property
    def about(self) -> About: ...


class DrawsEvents(Protocol[State]):
    """One whose lawful events are too many to list: `candidates` with None may leave some of them out."""

    def sample(self, state: State, lots: RandomSource) -> Event:
        """One lawful event, drawn by lot; every lawful event has a chance. Never asked once the game is over."""
        ...


class PlaysOn(Protocol[S]):
    """One that can go on by lot faster than event by event."""

    def played_on(self, state: S, lots: RandomSource, most: int) -> S:
        """The state after so many events drawn by lot, one after the other, or at the end of the game.

        It is the very state to which as many draws of `sample` lead, with the same lots.
        """
        ...


class HasOpenForms(Protocol[State]):
    """One with events that have no end of forms, which `candidates` leaves out."""

    def shapes(self, state: State) -> tuple[EventTemplate, ...]:
        """Such events that are lawful, as far as they are known before."""
        ...


class CompletesEvents(Protocol[State]):
    """One whose events may be told before all of them can be seen."""

    def refine(self, before: State, event: Any, state: State, seen: Seen) -> Event | None:
        """The event booked on `before` with what the table tells of it besides, now that it looks as `state` has it.

        None where it tells nothing more. Asked of the last events, the latest first.
        """
        ...


class CoversTraces(Protocol[State]):
    """One in which one event may cover every trace of another."""

    def hidden_alternatives(self, state: State, events: Sequence[Event]) -> Iterator[tuple[Event, ...]]:
        """What else may have happened where these events explain all that is seen; people are asked then.

        Just these events again where nobody can tell what else.
        """
        ...


class PlacesThings(Protocol[State]):
    """One in which it matters where within a region a thing lies."""

    def assign_regions(self, state: State, scene: Scene, before: Scene | None) -> Scene:
        """The scene with everything in the region where it is to count as lying; `before` as in `Seen`."""
        ...

    def ambiguities(self, state: State, events: tuple[Event, ...], seen: Seen) -> Iterator[tuple[Event, ...]]:
        """What may have happened, likeliest first, where regions say these events but positions make that doubtful.

        The people are asked then. Where the regions say that nothing happened, `events` is empty; so is an answer that
        nothing did.
        """
        ...


class ReadsOtherForms(Protocol):
    """One whose events may be written in other ways than its own records have them."""

    def plain(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The event's JSON as records have it."""
        ...


class TellsWhatIsLost(Protocol[State]):
    """One in whose states a thing more or less is no fault, as cards may come into it."""

    def conserved(self, before: State, after: State) -> bool:
        """Whether nothing came into the game and nothing was lost."""
        ...

    def beyond_box(self, state: State) -> tuple[str, ...]:
        """What a state has more of than the box holds: people may rule so, nobody else tells of such a state."""
        ...


class HidesThings(Protocol[State]):
    """One that wants so many things in one place, whichever they are."""

    def hidden_things(self, state: State, scene: Scene) -> Iterator[Sighting]:
        """Each thing that may lie there unseen where one is too few."""
        ...


class HasUnknownCards(Protocol[S]):
    """One in which cards lie that the referee does not know: what demos and figures need to play it in truth."""

    def determinize(self, state: S, lots: RandomSource) -> S:
        """The state with a face for every such card."""
        ...

    def step_truth(self, truth: S, belief: S, lots: RandomSource) -> tuple[S, tuple[Event, ...]]:
        """What happens next in truth, and how the referee, who knows `belief`, hears or sees it."""
        ...

    def belief_error(self, truth: S, belief: S) -> str:
        """What the referee knows that is not so, in words; empty where there is nothing."""
        ...


class DrawsWorlds(Protocol[S]):
    """One in which a seat does not know everything, so that it has to think of what may be."""

    def world_for(self, state: S, seat: Seat | None, lots: RandomSource, /) -> S:
        """A state drawn from all that this seat cannot tell from the real one, with a face for every card.

        The same lots draw the same one from every such state: nothing that the seat may not know is looked at. None
        knows all that the referee knows: only what nobody has told is drawn.
        """
        ...


class HoldsUntoldHands(Protocol[S]):
    """One in which a seat holds cards that nobody has told the referee."""

    def untold(self, state: S, seat: Seat) -> tuple[int, tuple[str, ...]]:
        """How many cards of a seat's hand nobody has told, and of which they are: each as often as it may be there."""
        ...

    def with_hand(self, state: S, seat: Seat, cards: Sequence[str]) -> S:
        """The state in which these cards of the hand are told, for who may know them.

        They are at most as many as nobody has told, and among those that it may be.
        """
        ...


class LeavesToChance(Protocol[State]):
    """One with events that hold more than their seat decides: a card that it turns up, what falls in a throw."""

    def decided(self, state: State, event: Event, /) -> Event:
        """The event with nothing in it that its seat learns only by doing it."""
        ...

    def fallen(self, state: State, decided: Event, lots: RandomSource, /) -> Event | None:
        """What comes of something decided, drawn by its odds; None where all events decided so are as likely."""
        ...


class ValuesStates(Protocol[State]):
    """One that judges how well a seat stands, for an opponent that cannot think a game to its end.

    `foresees`: its worth counts how all play on after a turn, so that a search beyond that turn would add chance alone.
    """

    foresees: bool = False

    def worth(self, state: State, seat: Seat) -> float:
        """How well a seat stands in a state in which every card is known: 0 is lost, 1 is won."""
        ...

    def is_settled(self, _state: State, /) -> bool:
        """Whether a state can be judged in the middle of a turn, too: else what is left of it is drawn by lot first."""
        return False

    def is_sensible(self, _state: State, _event: Any, /) -> bool:
        """Whether an event may be the best one: what never is, is tried only where there is nothing else."""
        return True


class DecidesContests(Protocol[State]):
    """One with events that decide something between sides."""

    def contest(self, state: State, event: Any) -> Contest | None:
        """What an event decides, told on the state before it; None for one that decides nothing."""
        ...


class Uncovers(Protocol[State]):
    """One in which the referee knows of face-down cards what no view shows, or not always."""

    def uncovered(self, state: State) -> Mapping[str, Lying]:
        """What lies in each region, every card named that is known. Asked only of games that have ended."""
        ...


class CountsTurns(Protocol[State]):
    """One in which a seat has numbers to spend in its turn."""

    def tally(self, state: State) -> tuple[tuple[str, int], ...]:
        """What the seat to act has left, for large numbers on a screen: each with its word."""
        ...


class TellsProgress(Protocol[State]):
    """One that can be followed from turn to turn when it is looked back on."""

    def whose_turn(self, state: State) -> Seat | None:
        """Whose turn it is, whoever is to act in it; None before the first turn and once the game is over."""
        ...

    def measures(self, state: State) -> tuple[Measure, ...]:
        """How far each seat has come, by the most telling number first."""
        ...


class TellsThrows(Protocol[State]):
    """One in which other things than dice and pennies are thrown."""

    def thrown(self, state: State, event: Any) -> tuple[Throw, ...]:
        """What an event has thrown, told on the state before it."""
        ...


class TouchesCorners(Protocol[State]):
    """One in which a player touches a corner of the other's card."""

    def touched(self, state: State, seat: Seat) -> Thing | None:
        """The card that a seat is to touch, as it lies; None where none is."""
        ...


class PrintsCards(Protocol):
    """One whose cards have figures that matter in play."""

    def printed(self, setup: Setup, label: str) -> PrintedCard | None:
        """What is printed on a card; None for one that is not known."""
        ...


class NamesThings(Protocol):
    """One whose events name cards, pieces or faces of discs."""

    def thing_names(self, setup: Setup) -> Collection[str]:
        """Every one that an event may name."""
        ...


class DealsArmies(Protocol[State]):
    """One in which each seat lays out cards that were agreed on."""

    def army(self, state: State, seat: Seat) -> tuple[str, ...]:
        """The labels of a seat's cards."""
        ...


class BringsCards(Protocol[State]):
    """One in which each seat has cards that do not lie on the table at the start."""

    def brings(self, state: State, seat: Seat) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The labels of a seat's cards: those that it lays face down, then those that it keeps in its hand."""
        ...


class FillsInWhatIsSeen(Protocol[State]):
    """One with events that people tell without what a camera can read."""

    def filled(self, state: State, event: Any, seen: Seen) -> Event:
        """The event with what is seen; any other event as it is."""
        ...


class ReadsCoins(Protocol[State]):
    """One that sees by a coin on the table who begins."""

    def coin_seen(self, state: State, seen: Seen) -> Event | None:
        """The event that the coin decides; None where none is awaited or none lies there."""
        ...


class SharesFaces(Protocol):
    """One whose card pictures are those of its family: `faces` is the package in which their folder lies."""

    faces: str


class TakesFacts(Protocol):
    """One for which a set-up may bring facts along: what is corrected on cards, or the owner's own board."""

    def fact_names(self) -> tuple[str, ...]:
        """The dotted names of what may be told."""
        ...
