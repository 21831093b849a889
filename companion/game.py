"""What a game is, to the referee: pure functions over an immutable state.

A game says what may happen, what each event does even when it is forbidden, and which rule forbids it. Nothing
here draws lots, reads a clock or remembers: state = the events, applied in order.
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
    """Some seat is to act; with several, in any order."""

    seats: frozenset[Seat]


TO_ACT = tuple(Seats(frozenset({seat})) for seat in range(6))
"""By seat, that it alone is to act."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Dice, a penny or a lot are awaited: `what` is `dice`, `penny` or `lot`, `seats` those who press or throw."""

    what: str
    seats: tuple[Seat, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; no winner = a draw. `why` is in English; given with `parts`, it is the `template` of them."""

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
"""Draws lots: `lots(n)` is one of 0 … n - 1, all as likely. Whoever calls brings it along; rules draw nothing."""
S = TypeVar("S")


class _Common:
    """What many events have, so that any event may be asked for it: None unless it has a field of that name."""

    __slots__ = ()
    seat: Seat | None = None  # who did it
    at: str | None = None  # the region in which it happened
    start: str | None = None  # the region that something was taken from
    to: str | None = None  # the region that something was put into, or what it became
    by: str | None = None  # the region of what did it, where that is another: of who shoots
    card: str | None = None  # the card that it is about
    cards: Any = None  # the cards that it is about: some labels, or labels by region
    top: str | None = None  # the card that lies uppermost after it
    turned: bool | None = None  # whether a card that was turned up lay turned round
    corner: str | None = None  # the corner that was touched
    back: bool | None = None  # whether the corner was touched on the card's back
    what: str | None = None  # what kind of thing it is about


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

    As JSON an event is its fields and `kind`, the class's name; a field that holds its default is left out.
    `told` events cannot be seen by a camera: the judge never infers them. Of `vanishing` ones it sees only that
    something is gone: where fewer events explain the table after them, something else had begun instead. Nearly any
    table may come of a `vague` one: where something lies unseen, what explains the table exactly is believed first.
    What a `blind` one holds besides its seat not even that seat knows. With one that `ends_turn` a seat ends its phase
    or turn, seen or not; one that `turns_up` shows a card that lay face down; one that `takes` brings a card to a seat
    from a pile of all; a `great` one may turn the whole game. A key that leads to all lawful events of a kind says
    `asks`, or what `asks_of` has for the kind of thing (`what`) that they are about.
    """

    told: ClassVar[bool] = False
    vanishing: ClassVar[bool] = False
    vague: ClassVar[bool] = False
    blind: ClassVar[bool] = False
    ends_turn: ClassVar[bool] = False
    turns_up: ClassVar[bool] = False
    takes: ClassVar[bool] = False
    great: ClassVar[bool] = False
    asks: ClassVar[str] = marked("Say what was chosen")
    asks_of: ClassVar[Mapping[str, str]] = {}


class Choice(msgspec.Struct, frozen=True):
    """One value that an option may take, and what it means."""

    value: Value
    words: str


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """Something agreed before the first event, with the ledger entry that it decides.

    `each_seat`: the value is text with one of the choices for every seat, joined by commas. `open`: it may also be
    something that the set-up's facts bring along; the game itself checks that. `many`: the value is text with so
    many different ones of the choices joined by commas, or empty. `apart`: no two seats may choose the same; the
    default of an option of each seat may name more seats than there are.
    """

    name: str
    words: str
    default: Value
    choices: tuple[Choice, ...]
    ledger: str = ""
    each_seat: bool = False
    open: bool = False
    many: int = 0
    apart: bool = False


PLAYER = marked("Player {number}")
"""The name of whoever gave none: a record holds it in English, so that it can be told in every language."""


def nobody(seat: Seat) -> str:
    """What a record calls a player who gave no name."""
    return PLAYER.format(number=seat + 1)


class Setup(msgspec.Struct, frozen=True):
    """What was agreed before the first event: it heads the record, so that replay needs nothing else.

    `facts` are the owner's corrections to the facts of the cards, as (dotted name, value).
    """

    seats: int = 2
    options: tuple[tuple[str, Value], ...] = ()
    players: tuple[str, ...] = ()
    facts: tuple[tuple[str, Value], ...] = ()

    def option(self, name: str, default: Value) -> Value:
        return next((value for key, value in self.options if key == name), default)

    def player(self, seat: Seat) -> str:
        """The name given for a seat; empty where none was, or where there is no such seat."""
        given = self.players[seat] if seat in range(len(self.players)) else ""
        return _(PLAYER).format(number=seat + 1) if given == nobody(seat) else given


class Meaning:
    """What a set-up means, hashed once. Two are equal when what they follow from is."""

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
class Breach:
    """A rule that an event would break; `rule` is an id in the game's rules.md, `about` what it was broken with.

    `earlier`: what was let pass before and cannot have been, now that this is known.
    """

    rule: str
    about: str = ""
    earlier: Event | None = None


@dataclass(frozen=True, slots=True)
class Chore:
    """Something to tidy in one region after an event; `rule` is the rule that asks for it.

    Until it is done the region may look like any of `before`; when it is done, as `Game.look` has it.
    """

    rule: str
    words: str
    region: str
    before: tuple[Lying, ...]
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """What a camera saw, handed to `candidates`: sightings by region, bottom first.

    `changed` names the regions that differ from the state's look: only there has anything happened. `before`: what was
    seen when the last entry was booked, where anything was: what lies as it did then has not moved since.
    """

    regions: Mapping[str, tuple[Sighting, ...]]
    changed: frozenset[str]
    before: Mapping[str, tuple[Sighting, ...]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one pair of eyes may see of a state, in words and ready to be drawn.

    `headline`: whose turn or how it ended. `awaited`: what to do now. `notes`: what else is worth knowing.
    `board`: what lies in each region as far as these eyes may know it. `about`: a sentence for a region, shown
    when it is touched. `aside`: by seat, what lies beside the board in words (hand, tomb, reinforcements). `counts`:
    how many lie on the pile of a region, a number drawn on it.
    """

    headline: str
    awaited: str = ""
    notes: tuple[str, ...] = ()
    board: Mapping[str, Lying] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=dict)
    aside: tuple[tuple[str, ...], ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)


DIE = ("1", "2", "3", "4", "5", "6")
DICE, COIN = marked("Dice"), marked("Coin")
PENNY = (marked("heads"), marked("tails"))
"""The two sides of a penny."""


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
    """A card as screens describe it: its name and the figures that matter in play.

    `figure`: what it is worth as it lies, empty without a single number; `under`: what it is worth under a penny,
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

    `gist` is one short line about it, `needs` what must be on the table, `minutes` how long a game takes, from
    and to. The words are marked for translation, not translated.
    """

    gist: str
    needs: str
    minutes: tuple[int, int]


T = TypeVar("T")


def _always(value: T) -> Callable[..., T]:
    """What a game says that has no answer of its own."""
    return lambda *_given: value


def _unchanged(number: int) -> Callable[..., Any]:
    """What a game says that changes nothing: what it was given, by its number."""
    return lambda *given: given[number]


class Game(Protocol[S]):
    """A whole game. Implementations are stateless: every method is a pure function of its positional arguments.

    `candidates` with None gives every lawful event, and may give unlawful ones. With a `Seen` it gives the events,
    lawful or not, that could have led to what was seen, and only those. Events that leave no visible trace (the end of
    a phase, something declined, a second equal card on a pile) are among them only if they could have come before what
    was seen; where the scene is lawful without them, only if it is worth asking. `after` says what an event does even
    when it is forbidden. `breaches` names every rule broken, the one that people are told first; the lawful events are
    the candidates without a breach, so the two cannot disagree. What comes after a rule is judged as if the people had
    set that rule aside. A game derives from this class.
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
    breaches: Callable[[S, Any], Iterator[Breach]]
    after: Callable[[S, Any], S]
    look: Callable[[S], Look]
    layout: Callable[[S], Look | None] = _always(None)
    """What people are laying out now, in any order and at leisure; None while the game is under way."""
    chores: Callable[[S], tuple[Chore, ...]]
    """What people still have to tidy, unless they have; several may concern one region."""
    reveals: Callable[[S, Any], bool]
    """Whether the event shows or settles something that cannot be made unseen (a card, a throw, a fight)."""
    rereadings: Callable[[S, Any, str], Iterator[Event]]
    """Other events that could have been meant where this one was booked on this state, told apart in this region."""
    rulings: Callable[[S, str], Iterator[Event]]
    """Rulings by the people that put a region right by hand: what it may hold, likeliest first."""
    view: Callable[[S, Seat | None], View]
    words: Callable[[S, Any], str]
    """The event in one sentence, told on the state before it; public: names nothing hidden."""
    faults: Callable[[S], tuple[str, ...]]
    """Broken invariants, in words; empty for every state that play can reach."""
    load_position: Callable[[Setup, Mapping[str, Any]], S]
    """A state from its JSON (see the line protocol). Raises PositionFault."""
    dump_position: Callable[[S], dict[str, Any]]
    """The state as JSON: `load_position(setup, dump_position(state)) == state`."""

    def breach(self, state: S, event: Any, /) -> Breach | None:
        """The first of `breaches`; None where there is none."""
        return next(self.breaches(state, event), None)

    # What a game may do besides. Where it does not, these are None or say what holds of any game.

    about: About | None = None
    faces: str = ""
    """The package with the card pictures of its family; empty: they are in its own."""
    foresees: bool = False
    """`worth` counts how all play on after a turn, so that a search beyond that turn would add chance alone."""
    sample: Callable[[S, RandomSource], Event | None] | None = None
    """A lawful event by lot, if any, each has a chance; not asked at the end. Has it who leaves out `candidates`."""
    brings: Callable[[S, Seat], tuple[tuple[str, ...], tuple[str, ...]]] | None = None
    """The labels of cards not on the table at the start: those that a seat lays face down, those that it holds."""
    thing_names: Callable[[Setup], Collection[str]] | None = None
    """Every card, piece or face of a disc that an event may name."""
    untold: Callable[[S, Seat], tuple[int, tuple[str, ...]]] | None = None
    """How many cards of a seat's hand nobody has told, and of which they are: each as often as it may be there."""
    determinize: Callable[[S, RandomSource], S] | None = None
    """The state with a face for every card that the referee does not know."""
    step_truth: Callable[[S, S, RandomSource], tuple[S, tuple[Event, ...]]] | None = None
    """What happens next in such a state, and how the referee, who knows the second one, hears or sees it."""

    public: Callable[[S, Any], Event] = _unchanged(2)
    """The event as everybody at the table may know it while the game goes on, told on the state before it."""
    public_state: Callable[[S], S] = _unchanged(1)
    """The state as everybody at the table may know it: what follows from it may stand on the shared screen."""
    with_hand: Callable[[S, Seat, Sequence[str]], S] = _unchanged(1)
    """The state in which these of the `untold` cards are told, for who may know them."""
    belief_error: Callable[[S, S], str] = _always("")
    """What the referee knows (the second state) that is not so, in words; empty where there is nothing."""
    shapes: Callable[[S], tuple[EventTemplate, ...]] = _always(())
    """Lawful events without an end of forms, which `candidates` leaves out, as far as they are known before."""
    refine: Callable[[S, Any, S, Seen], Event | None] = _always(None)
    """The event booked on the first state with what the table tells of it besides, now that it looks as the second.

    None where it tells nothing more. Asked of the last events, the latest first.
    """
    hidden_alternatives: Callable[[S, Sequence[Event]], Iterator[tuple[Event, ...]]] = _always(iter(()))
    """What else may have happened where these events explain all that is seen; people are asked then.

    Just these events again where nobody can tell what else.
    """
    assign_regions: Callable[[S, Scene, Scene | None], Scene] = _unchanged(2)
    """The scene with everything in the region where it is to count as lying; the last one is `before` of `Seen`."""
    ambiguities: Callable[[S, tuple[Event, ...], Seen], Iterator[tuple[Event, ...]]] = _always(iter(()))
    """What may have happened, likeliest first, where regions say these events but positions make that doubtful.

    The people are asked then. Where the regions say that nothing happened, `events` is empty; so is an answer that
    nothing did.
    """
    hidden_things: Callable[[S, Scene], Iterator[Sighting]] = _always(iter(()))
    """Each thing that may lie unseen where several are wanted, whichever they are, and one is too few."""
    filled: Callable[[S, Event, Seen], Event] = _unchanged(2)
    """An event that was told without what a camera can read, with that."""
    coin_seen: Callable[[S, Seen], Event | None] = _always(None)
    """The event that a coin on the table decides; None where none is awaited or none lies there."""
    plain: Callable[[Mapping[str, Any]], Mapping[str, Any]] = _unchanged(1)
    """The JSON of an event as records have it, where it may be written in other ways."""
    fact_names: Callable[[], tuple[str, ...]] = _always(())
    """The dotted names of facts that a set-up may bring: what is corrected on cards, or the owner's own board."""
    conserved: Callable[[S, S], bool] = _always(value=True)
    """Whether nothing came into the game and nothing was lost, where `faults` cannot tell."""
    beyond_box: Callable[[S], tuple[str, ...]] = _always(())
    """What a state, told as `given`, has more of than the box holds: people may rule so, nobody else tells so."""
    world_for: Callable[[S, Seat | None, RandomSource], S] = _unchanged(1)
    """A state drawn from all that this seat cannot tell from the real one, with a face for every card.

    The same lots draw the same one from every such state: nothing that the seat may not know is looked at. None
    knows all that the referee knows: only what nobody has told is drawn.
    """
    decided: Callable[[S, Event], Event] = _unchanged(2)
    """The event with nothing in it that its seat learns only by doing it: a card turned up, what falls."""
    fallen: Callable[[S, Event, RandomSource], Event | None] = _always(None)
    """What comes of something decided, drawn by its odds; None where all events decided so are as likely."""
    worth: Callable[[S, Seat], float] = _always(0.5)
    """How well a seat stands in a state in which every card is known: 0 is lost, 1 is won."""
    is_settled: Callable[[S], bool] = _always(value=False)
    """Whether a state can be judged in the middle of a turn, too: else what is left of it is drawn by lot first."""
    measures: Callable[[S], tuple[Measure, ...]] = _always(())
    """How far each seat has come, by the most telling number first."""
    contest: Callable[[S, Any], Contest | None] = _always(None)
    """What an event decides between sides, told on the state before it; None for one that decides nothing."""
    tally: Callable[[S], tuple[tuple[str, int], ...]] = _always(())
    """What the seat to act has left to spend, for large numbers on a screen: each with its word."""
    touched: Callable[[S, Seat], Thing | None] = _always(None)
    """The other's card of which a seat is to touch a corner, as it lies; None where none is."""
    printed: Callable[[Setup, str], PrintedCard | None] = _always(None)
    """What is printed on a card that matters in play; None for one that is not known."""
    army: Callable[[S, Seat], tuple[str, ...]] = _always(())
    """The labels of the cards that were agreed on for a seat to lay out."""

    def is_sensible(self, _state: S, _event: Any, /) -> bool:
        """Whether an event may be the best one: what never is, is tried only where there is nothing else."""
        return True

    def whose_turn(self, state: S, /) -> Seat | None:
        """Whose turn it is, whoever is to act in it; None before the first turn and once the game is over."""
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
        """What lies in each region, every card named that is known. Asked only of games that have ended."""
        return self.view(state, None).board


class SeenThrough(Generic[S]):
    """A game with some functions in place of its own methods, by name: all others are those of the game within."""

    def __init__(self, within: "Game[S]", **instead: Callable[..., Any]) -> None:
        self.within = within
        vars(self).update(instead)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.within, name)


def legal(game: Game[S], state: S) -> list[Event]:
    return [event for event in game.candidates(state, None) if game.breach(state, event) is None]


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


def shuffled(things: Sequence[T], lots: RandomSource) -> list[T]:
    """The things in an order of chance, all orders as likely (Fisher and Yates)."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = lots(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def fallen(chance: Chance, lots: RandomSource) -> tuple[int | str, ...]:
    """How dice, a penny or a lot fall: the values that `Game.chance_event` takes."""
    if chance.what == "dice":
        return tuple(lots(6) + 1 for _ in chance.seats)
    if chance.what == "penny":
        return (PENNY[lots(2)],)
    return (chance.seats[lots(len(chance.seats))],)
