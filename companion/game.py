"""What a game is, to the referee: pure functions over an immutable state.

A game says what may happen, what each event does even when it is forbidden, and which rule forbids it. Nothing here
draws lots, reads a clock or remembers: a state is the result of its events, applied in order.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from companion.language import _, expected_words, joined, marked, one_of
from companion.sight import Look, Lying, Scene, Sighting, Table, Thing

Seat = int


@dataclass(frozen=True, slots=True)
class Seats:
    """These seats are to act; several of them in any order."""

    seats: frozenset[Seat]


TO_ACT = tuple(Seats(frozenset({seat})) for seat in range(6))
"""By seat: it alone is to act."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A random outcome is awaited: `what` is `dice`, `penny` or `lot`; `seats`: those who press or throw."""

    what: str
    seats: tuple[Seat, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; no winner: a draw. `why` is in English; with `parts` it is their template."""

    winners: tuple[Seat, ...]
    why: str
    rule: str
    parts: tuple[tuple[str, str], ...] = ()
    template: str = ""

    def __post_init__(self) -> None:
        if self.parts and not self.template:
            object.__setattr__(self, "template", self.why)
            object.__setattr__(self, "why", self.why.format(**dict(self.parts)))

    @property
    def words(self) -> str:
        """Why, in the language that is spoken."""
        return _(self.template or self.why).format(**dict(self.parts)) if self.parts else _(self.why)


Turn = Seats | Chance | Over


Value = int | str | bool
RandomSource = Callable[[int], int]
"""Random source: `rng(n)` is one of 0 … n - 1, all equally likely. The caller brings it; rules draw nothing."""
S = TypeVar("S")


class _Common:
    """Fields shared by many events, readable on any event: None if it lacks the field."""

    __slots__ = ()
    seat: Seat | None = None  # who did it
    at: str | None = None  # the region in which it happened
    start: str | None = None  # the region that something was taken from
    to: str | None = None  # the region that something was put into, or what it became
    by: str | None = None  # the region of whoever did it, where that is another: of a shooter
    card: str | None = None  # the card concerned
    cards: Any = None  # the cards concerned: labels, or labels by region
    top: str | None = None  # the card on top afterwards
    turned: bool | None = None  # whether a card that was turned up lay rotated by 180 deg
    corner: str | None = None  # the corner that was touched
    back: bool | None = None  # whether the corner was touched on the card's back
    what: str | None = None  # the kind of thing concerned


class Event(
    _Common,
    msgspec.Struct,
    frozen=True,
    tag_field="kind",
    tag=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """Something that happened at the table, in the past tense. Games derive their own.

    As JSON an event is its fields and `kind`, the class's name; a field that holds its default is left out. Two flags
    guide the search: after a `vanishing` event, fewer events that explain the table mean that something else had
    begun; where something lies unseen, an exact explanation is believed before a `vague` one.
    """

    told: ClassVar[bool] = False  # no camera can see it: the judge never infers it
    vanishing: ClassVar[bool] = False  # a camera sees only that something is gone
    vague: ClassVar[bool] = False  # nearly any table may come of it
    blind: ClassVar[bool] = False  # even its own seat knows only its public form
    ends_turn: ClassVar[bool] = False  # ends a phase or turn of its seat, seen or not
    turns_up: ClassVar[bool] = False  # shows a card that lay face down
    takes: ClassVar[bool] = False  # brings a card to a seat from a shared pile
    great: ClassVar[bool] = False  # may turn the whole game
    asks: ClassVar[str] = marked("Say what was chosen")  # on the key that leads to its kind
    asks_of: ClassVar[Mapping[str, str]] = {}  # the same by `what`


class Choice(msgspec.Struct, frozen=True):
    """One value that an option may take, and its meaning."""

    value: Value
    words: str


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """Something agreed before the first event."""

    name: str
    words: str
    default: Value
    choices: tuple[Choice, ...]
    ledger: str = ""  # the entry that it decides
    each_seat: bool = False  # text: one of the choices for every seat, joined by commas
    open: bool = False  # facts of the set-up may add values; the game itself checks those
    many: int = 0  # text: this many different choices joined by commas, or empty
    apart: bool = False  # no two seats may choose the same; the default may name more seats than play


PLAYER = marked("Player {number}")
"""Name of a player who gave none: in English in a record, so that it can be shown in every language."""


def nobody(seat: Seat) -> str:
    """The record's name for a player who gave none."""
    return PLAYER.format(number=seat + 1)


class Setup(msgspec.Struct, frozen=True):
    """What was agreed before the first event: it heads the record, so that replay needs nothing else."""

    seats: int = 2
    options: tuple[tuple[str, Value], ...] = ()
    players: tuple[str, ...] = ()
    facts: tuple[tuple[str, Value], ...] = ()  # corrections to facts of cards: (dotted name, value)

    def option(self, name: str, default: Value) -> Value:
        return next((value for key, value in self.options if key == name), default)

    def player(self, seat: Seat) -> str:
        """The name given for a seat; empty: none was given, or there is no such seat."""
        given = self.players[seat] if seat in range(len(self.players)) else ""
        return _(PLAYER).format(number=seat + 1) if given == nobody(seat) else given


class Meaning:
    """The values derived from a set-up, hashed once; two are equal if the values they follow from are."""

    def __init__(self, *given: Hashable) -> None:
        self._given, self._hash = given, hash(given)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Meaning) and self._given == other._given

    def __hash__(self) -> int:
        return self._hash


class SetupFault(ValueError):
    """A set-up that the game cannot be played with: which field, what was expected, what was found."""

    def __init__(self, field: str, expected: str, found: object) -> None:
        super().__init__(expected_words(field, expected, repr(found)))
        self.field, self.expected, self.found = field, expected, found


class PositionFault(ValueError):
    """A position that cannot be: `at` is the field, the message says what is inconsistent."""

    def __init__(self, at: str, message: str) -> None:
        super().__init__(f"{at}: {message}" if at else message)
        self.at = at


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that an event would break."""

    rule: str  # its id in the game's rules.md
    about: str = ""  # what it was broken with
    earlier: Event | None = None  # let pass before, and impossible now that this is known


@dataclass(frozen=True, slots=True)
class Chore:
    """Something to tidy in one region after an event; `rule` asks for it.

    Until it is done the region may look like any of `before`; afterwards as `Game.look` has it.
    """

    rule: str
    words: str
    region: str
    before: tuple[Lying, ...]
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """What a camera saw, handed to `candidates`."""

    regions: Mapping[str, tuple[Sighting, ...]]  # sightings by region, bottom first
    changed: frozenset[str]  # regions that differ from the look: only there has anything happened
    before: Mapping[str, tuple[Sighting, ...]] | None = (
        None  # at the last booking: what lies so has not moved
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A state as one pair of eyes may see it, in words and ready to be drawn."""

    headline: str  # whose turn, or how it ended
    awaited: str = ""  # what to do now
    notes: tuple[str, ...] = ()  # what else is worth knowing
    board: Mapping[str, Lying] = field(
        default_factory=dict
    )  # what lies in each region, as these eyes know it
    about: Mapping[str, str] = field(default_factory=dict)  # by region a sentence shown on touch
    aside: tuple[tuple[str, ...], ...] = ()  # by seat what lies beside the board, in words (hand, tomb, …)
    counts: Mapping[str, int] = field(default_factory=dict)  # numbers drawn on the piles of regions


DIE = ("1", "2", "3", "4", "5", "6")
DICE, COIN = marked("Dice"), marked("Coin")
PENNY = (marked("heads"), marked("tails"))
"""The two sides of a penny."""


@dataclass(frozen=True, slots=True)
class Throw:
    """What `seat` threw: the face that fell among equally likely `faces`; kind and faces are words to look up."""

    seat: Seat
    kind: str
    face: str
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Measure:
    """One number for each seat. `words`: what is counted; `decides`: these points win the game."""

    words: str
    values: tuple[int, ...]
    decides: bool = False

    @property
    def leader(self) -> Seat | None:
        """The one seat with the most; None for a tie."""
        most = max(self.values)
        return self.values.index(most) if self.values.count(most) == 1 else None


STAR = "★"
CROSS = "×"
"""Signs on cards in place of a number."""


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card as screens describe it: its name and the figures that matter in play."""

    name: str
    figure: str = ""  # its worth as it lies; empty without a single number
    under: Mapping[str, str] = field(default_factory=dict)  # its worth under a penny, by the penny's side
    corners: tuple[str, ...] = ()  # near left, near right, far right, far left, as its owner reads it
    rule: str = ""  # id of the rule that says what it does, if any
    apart: str = ""  # what distinguishes it from other cards of its name


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a contest: its seat, its name, and how it came to its number; `die`: what it threw."""

    seat: Seat
    name: str
    score: str = ""
    die: int | None = None


@dataclass(frozen=True, slots=True)
class Contest:
    """Who beats whom in a few words, and the sides with their numbers."""

    words: str
    sides: tuple[Side, ...] = ()
    winner: int | None = None  # index into `sides`
    more: str = ""  # what explains it, or what follows


@dataclass(frozen=True, slots=True)
class EventTemplate:
    """An open-ended event as far as it is known beforehand: its `kind`, the fields that are `given`, and for each
    `open` field what belongs there, in words.
    """

    kind: str
    given: Mapping[str, Any]
    open: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What people want to know before they choose a game; the words are marked for translation, not translated."""

    gist: str  # one short line
    needs: str  # what must be on the table
    minutes: tuple[int, int]  # how long a game takes, from and to


T = TypeVar("T")


def _always(value: T) -> Callable[..., T]:
    """A method that always returns `value`."""
    return lambda *_given: value


def _unchanged(number: int) -> Callable[..., Any]:
    """A method that returns its argument of this number."""
    return lambda *given: given[number]


class Game(Protocol[S]):
    """A whole game, to derive from. It is stateless: every method is a pure function of its positional arguments.

    `candidates` with None gives every lawful event, and may give unlawful ones. With a `Seen` it gives exactly the
    events, lawful or not, that could have led to what was seen. Events without a visible trace (the end of a phase,
    something declined, a second equal card on a pile) are among them only if they could have come before what was
    seen; where the scene is lawful without them, only if it is worth asking. `after` says what an event does even
    when it is forbidden. `violations` yields every rule broken, first the one that people are told; the lawful events
    are the candidates without a violation, so the two cannot disagree. A later violation is judged as if the people
    had set the earlier rules aside.
    """

    id: str
    name: str
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    events: tuple[type[Event], ...]

    table: Callable[[Setup], Table]
    start: Callable[[Setup], S]
    """The state before the first event. Raises SetupFault."""
    turn: Callable[[S], Turn]
    chance_event: Callable[[S, tuple[int | str, ...]], Event]
    """The event for the outcome of the chance awaited: one value a seat, in the order of `Chance.seats`.

    Dice are 1..6, a penny is `heads` or `tails`, a lot is one value: the seat drawn.
    """
    candidates: Callable[[S, Seen | None], Iterator[Event]]
    violations: Callable[[S, Any], Iterator[Violation]]
    after: Callable[[S, Any], S]
    look: Callable[[S], Look]
    layout: Callable[[S], Look | None] = _always(None)
    """What people are laying out now, in any order and at leisure; None while the game is under way."""
    chores: Callable[[S], tuple[Chore, ...]]
    """What people may still have to tidy; several chores may concern one region."""
    reveals: Callable[[S, Any], bool]
    """Whether the event shows or settles something that cannot be undone (a card, a throw, a fight)."""
    alternatives: Callable[[S, Any, str], Iterator[Event]]
    """Alternatives to an event booked on this state that could have been meant, told apart in this region."""
    overrides: Callable[[S, str], Iterator[Event]]
    """Rulings by which the people set a region by hand: what it may hold, likeliest first."""
    view: Callable[[S, Seat | None], View]
    words: Callable[[S, Any], str]
    """The event in one sentence, told on the state before it; public: names nothing hidden."""
    faults: Callable[[S], tuple[str, ...]]
    """Broken invariants, in words; empty for every state that play can reach."""
    load_position: Callable[[Setup, Mapping[str, Any]], S]
    """A state from its JSON (see the line protocol). Raises PositionFault."""
    dump_position: Callable[[S], dict[str, Any]]
    """The state as JSON: `load_position(setup, dump_position(state)) == state`."""

    def violation(self, state: S, event: Any, /) -> Violation | None:
        """The first of `violations`, or None."""
        return next(self.violations(state, event), None)

    # Optional: the defaults are None, or what holds of any game.

    about: About | None = None
    faces: str = ""
    """The package with the card pictures of its family; empty: its own package."""
    foresees: bool = False
    """`worth` counts how all play on after a turn, so that a search beyond the turn would only add chance."""
    sample: Callable[[S, RandomSource], Event | None] | None = None
    """A random lawful event, each with a chance above 0; None: there is none. Never called at the end. A game that
    leaves lawful events out of `candidates` needs it.
    """
    brings: Callable[[S, Seat], tuple[tuple[str, ...], tuple[str, ...]]] | None = None
    """Labels of the cards not on the table at the start: those that a seat lays face down, and those that it holds.
    """
    thing_names: Callable[[Setup], Collection[str]] | None = None
    """Every card, piece or disc face that an event may name."""
    untold: Callable[[S, Seat], tuple[int, tuple[str, ...]]] | None = None
    """Number of unknown cards in a seat's hand, and the faces they may have, each as often as it may be there."""
    determinize: Callable[[S, RandomSource], S] | None = None
    """The state with a face for every card that the referee does not know."""
    step_truth: Callable[[S, S, RandomSource], tuple[S, tuple[Event, ...]]] | None = None
    """The next step in such a state, and how the referee, who knows the second state, hears or sees it."""

    public: Callable[[S, Any], Event] = _unchanged(2)
    """The event as everybody at the table may know it while the game goes on, told on the state before it."""
    public_state: Callable[[S], S] = _unchanged(1)
    """The state as everybody at the table may know it: what follows from it may stand on the shared screen."""
    with_hand: Callable[[S, Seat, Sequence[str]], S] = _unchanged(1)
    """The state with these of the `untold` cards told, for whoever may know them."""
    belief_error: Callable[[S, S], str] = _always("")
    """What the referee believes (the second state) that is not true, in words; empty: nothing."""
    shapes: Callable[[S], tuple[EventTemplate, ...]] = _always(())
    """Lawful open-ended events, which `candidates` leaves out, with the fields known beforehand."""
    refine: Callable[[S, Any, S, Seen], Event | None] = _always(None)
    """The event booked on the first state, completed by the table, which now looks as the second. None: it adds
    nothing. Called for the last events, the latest first.
    """
    hidden_alternatives: Callable[[S, Sequence[Event]], Iterator[tuple[Event, ...]]] = _always(iter(()))
    """Other events that may have happened although these explain all that is seen: people are then asked. Just these
    events: they are in doubt, but nobody can tell what else happened.
    """
    assign_regions: Callable[[S, Scene, Scene | None], Scene] = _unchanged(2)
    """The scene with everything in the region where it counts as lying; the last argument is `before` of `Seen`."""
    ambiguities: Callable[[S, tuple[Event, ...], Seen], Iterator[tuple[Event, ...]]] = _always(iter(()))
    """Possible events, likeliest first, if positions cast doubt on what regions say: people are asked. `events` is
    empty if by the regions nothing happened; so is an answer that nothing did.
    """
    hidden_things: Callable[[S, Scene], Iterator[Sighting]] = _always(iter(()))
    """Each thing that may lie unseen where one thing less is seen than is awaited, as of discs thrown."""
    filled: Callable[[S, Event, Seen], Event] = _unchanged(2)
    """A told event, completed by what a camera can read."""
    coin_seen: Callable[[S, Seen], Event | None] = _always(None)
    """The event that a coin on the table decides; None: none is awaited, or none lies there."""
    plain: Callable[[Mapping[str, Any]], Mapping[str, Any]] = _unchanged(1)
    """The JSON of an event in the form of records, where other forms are accepted."""
    fact_names: Callable[[], tuple[str, ...]] = _always(())
    """Dotted names of the facts that a set-up may bring: corrections to cards, or the owner's own board."""
    conserved: Callable[[S, S], bool] = _always(value=True)
    """Whether nothing was added to the game and nothing lost, where `faults` cannot tell."""
    beyond_box: Callable[[S], tuple[str, ...]] = _always(())
    """Things of which a state has more than the box holds: people may rule so, a state given by a program may not."""
    world_for: Callable[[S, Seat | None, RandomSource], S] = _unchanged(1)
    """A random state among those that this seat cannot tell from the real one, with a face for every card. The same
    lots draw the same state from each of them: nothing hidden from the seat is read. Seat None knows all that the
    referee knows: only untold things are drawn.
    """
    decided: Callable[[S, Event], Event] = _unchanged(2)
    """The event without what its seat learns only by doing it: a card turned up, what falls."""
    fallen: Callable[[S, Event, RandomSource], Event | None] = _always(None)
    """The outcome of a decision, drawn by its odds; None: all events decided so are equally likely."""
    worth: Callable[[S, Seat], float] = _always(0.5)
    """How well a seat stands in a state with every card known: 0 is lost, 1 is won."""
    is_settled: Callable[[S], bool] = _always(value=False)
    """Whether a state can be judged in the middle of a turn; else the rest of the turn is drawn by lot first."""
    measures: Callable[[S], tuple[Measure, ...]] = _always(())
    """How far each seat has come, the most telling number first."""
    contest: Callable[[S, Any], Contest | None] = _always(None)
    """The contest that an event decides, told on the state before it; None: it decides none."""
    tally: Callable[[S], tuple[tuple[str, int], ...]] = _always(())
    """What the seat to act has left to spend, each number with its word, for large figures on a screen."""
    touched: Callable[[S, Seat], Thing | None] = _always(None)
    """The opponent's card of which a seat is to touch a corner, as it lies; None: there is none."""
    printed: Callable[[Setup, str], PrintedCard | None] = _always(None)
    """The printed facts of a card that matter in play; None: the card is unknown."""
    army: Callable[[S, Seat], tuple[str, ...]] = _always(())
    """Labels of the cards that a seat agreed to lay out."""

    def is_sensible(self, _state: S, _event: Any, /) -> bool:
        """Whether an event may be the best one; others are tried only if there is nothing else."""
        return True

    def whose_turn(self, state: S, /) -> Seat | None:
        """Whose turn it is, regardless of who acts in it; None before the first turn and once the game is over."""
        turn = self.turn(state)
        seats = turn.seats if isinstance(turn, Seats) and self.layout(state) is None else ()
        return next(iter(seats)) if len(seats) == 1 else None

    def thrown(self, state: S, event: Any, /) -> tuple[Throw, ...]:
        """Every die, penny and disc that an event has thrown, told on the state before it."""
        turn = self.turn(state)
        if isinstance(turn, Chance) and turn.what == "dice":
            dice = getattr(event, "dice", None) or ()
            return tuple(
                Throw(seat, DICE, str(die), DIE) for seat, die in zip(turn.seats, dice, strict=False)
            )
        if isinstance(turn, Chance) and turn.what == "penny":
            fell = next((side for side in PENNY if self.chance_event(state, (side,)) == event), None)
            return () if fell is None else (Throw(turn.seats[0], COIN, fell, PENNY),)
        return ()

    def uncovered(self, state: S, /) -> Mapping[str, Lying]:
        """What lies in each region, with every known card named. Asked only of games that have ended."""
        return self.view(state, None).board


class SeenThrough(Generic[S]):
    """A game with some of its methods replaced by name; all others are those of the game within."""

    def __init__(self, within: "Game[S]", **instead: Callable[..., Any]) -> None:
        self.within = within
        vars(self).update(instead)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.within, name)


def legal(game: Game[S], state: S) -> list[Event]:
    return [event for event in game.candidates(state, None) if game.violation(state, event) is None]


def checked(game: Game[Any], setup: Setup) -> Setup:
    """The set-up with every option filled in. Raises SetupFault where a seat count, option or value is not known."""
    if setup.seats not in game.seats:
        raise SetupFault("seats", joined(list(map(str, game.seats)), either=True), setup.seats)
    known = {option.name: option for option in game.options}
    for name, value in setup.options:
        if name not in known:
            raise SetupFault("options", one_of(sorted(known)), name)
        _check(known[name], value, setup.seats)
    filled = []
    for each in game.options:
        usual = ",".join(str(each.default).split(",")[: setup.seats]) if each.each_seat else each.default
        filled.append((each.name, setup.option(each.name, usual)))
    return msgspec.structs.replace(setup, options=tuple(filled))


def _check(option: Option, value: Value, seats: int) -> None:
    name, allowed = option.name, [choice.value for choice in option.choices]
    if not allowed:
        return
    choices = ", ".join(map(str, allowed))
    if option.each_seat:
        parts = str(value).split(",")
        if len(parts) != seats:
            raise SetupFault(name, _("{n} names joined by commas").format(n=seats), value)
        wrong = [part for part in parts if part not in allowed]
        if wrong and not option.open:
            raise SetupFault(name, _("for each player one of {choices}").format(choices=choices), wrong[0])
        if option.apart and len(set(parts)) < seats:
            wanted = _("{n} different ones of {choices}").format(n=seats, choices=choices)
            raise SetupFault(name, wanted, value)
    elif option.many:
        parts = str(value).split(",") if value != "" else []
        if parts and (len(parts) != option.many or len({*parts} & {*allowed}) != option.many):
            words = _("{n} different ones of {choices}, joined by commas, or nothing")
            raise SetupFault(name, words.format(n=option.many, choices=choices), value)
    elif value not in allowed or type(value) is not type(option.default):
        raise SetupFault(name, one_of(str(a).lower() for a in allowed), value)


def shuffled(things: Sequence[T], rng: RandomSource) -> list[T]:
    """The things in random order, all orders equally likely (Fisher and Yates)."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = rng(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def fallen(chance: Chance, rng: RandomSource) -> tuple[int | str, ...]:
    """A random outcome of dice, a penny or a lot: the values that `Game.chance_event` takes."""
    if chance.what == "dice":
        return tuple(rng(6) + 1 for _ in chance.seats)
    if chance.what == "penny":
        return (PENNY[rng(2)],)
    return (chance.seats[rng(len(chance.seats))],)
