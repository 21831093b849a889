"""What one game of the family does otherwise than the others: one record, which every state carries along."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.game import Breach, Option, Seat, Seen, Turn
from companion.games.zoon.family.board import Claim
from companion.games.zoon.family.deck import Trump
from companion.sight import Look, Lying


def _same(state: Any, *_of: Any) -> Any:
    return state


def _none(*_of: Any) -> Iterator[Any]:
    return iter(())


@dataclass(frozen=True, slots=True)
class Deed:
    """What one kind of event breaks and does.

    `plays`: it may end a turn. `any_time`: it may come while others act. `fights`: it is told of a fight, maybe twice.
    """

    after: Callable[[Any, Any], Any]
    breaches: Callable[[Any, Any], Iterator[Breach]] = _none
    plays: bool = True
    any_time: bool = False
    fights: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Kind:
    """What one game does otherwise. A state, a Zoon and an event are its own structs, which the family takes as any."""

    options: tuple[Option, ...]
    hidden: bool
    """Whether Zoons lie face down all the game, but while they fight."""
    falls: str
    """The rule by which the game ends when an Emblem is beaten."""
    public: Callable[[Any], Any] = _same
    """A state as everybody at the table may know it."""

    # Its structs.
    state: type[Any]
    piece: type[Any]
    """A Zoon on the board."""
    untidy: type[Any]
    """Something that people may not have tidied yet."""
    step: Any
    """All steps that can be due."""
    fights: tuple[type[Any], ...]
    """The steps of a fight."""
    before_fights: tuple[type[Any], ...] = ()
    """Steps that may lie above one."""
    owed: tuple[type[Any], ...] = ()
    """Steps that no ruling makes senseless."""
    deployed: type[Any]
    """The event of an army laid out."""
    played: type[Any]
    """The event of a trump played."""

    # Turns: what may come when, and what it does.
    before: tuple[tuple[str, type[Any], str, str], ...]
    """What happens in each phase before play, in its order, with its rule and the words once it is over."""
    deeds: Mapping[type[Any], Deed]
    """What each event breaks and does."""
    begun: Callable[[Any, Any], Any] = _same
    """A state in which an event is about to happen."""
    opening: Callable[[Any], Iterator[Any]] = _none
    """The lawful events of a phase of its own before play."""
    out_of_step: Callable[[Any, Any], Iterator[Breach]]
    """Whether an event in play comes at a wrong time."""
    turn: Callable[[Any, Any], Turn]
    """Who is to act while this fight is due, or what chance is awaited."""
    due: Callable[[Any, Any], Iterator[Any]]
    """The lawful events while a step of its own is due."""
    settled: Callable[[Any], Any]
    """The state without steps that are done; when none is left the turn passes."""
    asked: Callable[[Any], Any] = _same
    """A state put right, with what it asks for against the turn's order."""
    misfit: Callable[[Any, Any], str]
    """What is wrong with a step of its own that is due, in words that begin with its field."""

    # Moves, trumps and stars.
    grid_moves: Callable[[Any, int, Any, tuple[str, ...], Seat], Iterator[Any]]
    """Every lawful move of the Zoon on a square along the grids of these faces, as this seat reads them."""
    moved: Callable[[Seat, int, int, Any], Any]
    """The event of a seat that moves this Zoon from one square to another without regard to its grid."""
    move_words: Callable[[Any, Any, str | None], str]
    """A move where a rule is broken with it, and the card that a face-down Zoon shows by it."""
    shown_breaches: Callable[[Any, Any, Any], Iterator[Breach]] = _none
    """Whether the cards that a move shows can be those that lay there."""
    called: Callable[[Any, str], str]
    """What stands on a square, where a rule is broken with it."""
    claimed: Callable[[Any, Any, Claim], tuple[Claim, ...]]
    """What a Zoon has done until now, with this claim where it tells anything new."""
    plays: Callable[[Any, Seat, Any], Iterator[Any]]
    """Every lawful way to play a trump, by what each Zoon of the seat on the board may be."""
    born: Callable[[Any, Seat, str, Trump], Any]
    """The state once a trump that becomes a Zoon lies on a square."""
    caged: Callable[[Any, str, Any, Trump], Any]
    """The state once a cage lies on the Zoon on a square."""
    shot: Callable[[Any, Any, Trump], Any]
    """The state once a seat has shot with a trump."""
    trades: Callable[[Any, Any], Iterator[Any]]
    """Every Zoon that the one of a star may trade squares with, as events."""
    swapped: Callable[[Any, Any], Any]
    """The state once two Zoons have traded squares by a star."""
    turned_down: Callable[[Any], Any] = _same
    """A Zoon as it lies after a fight."""

    # The table and words.
    seen: Callable[[Any, Seen], Iterator[Any]]
    """The events that a look at the table may tell of."""
    look: Callable[..., Look]
    """What lies on some squares, or on all of the mat, all tidied."""
    lying: Callable[[Any, Any], Lying]
    """A Zoon with what lies on it."""
    chores: Mapping[str, str]
    """The rules that ask to tidy, by what is untidy."""
    untidy_looks: Callable[[Any, Any, Lying, Any], list[Lying]]
    """How a square looks while just these things are not done, where that Zoon belongs."""
    chore_words: Callable[[Any, Any, Any], str]
    """What to do about something untidy."""
    headline: Callable[[Any, Turn], str]
    """Whose turn it is where something of its own is due; else empty."""
    lay_words: Callable[[Any, str, set[int]], str]
    """How armies are laid, by how many cards each seat lays."""
    step_words: Callable[[Any, Any], str]
    """What to do for a step of its own, or in a phase of its own."""
    said: Mapping[type[Any], Callable[[Any, Any], str]]
    """Its events in a sentence, told on the state before them."""

    # Positions of the line protocol.
    fields: tuple[str, ...]
    """All fields, in the order in which they are written."""
    card: type[Any]
    """A card on a square."""
    read_card: Callable[[Any, Any, Mapping[str, str], str, Collection[str]], Any]
    """A Zoon from its card, the trumps on it, its field's name and the trumps that become Zoons."""
    read_more: Callable[[Any, Mapping[str, Any]], Any]
    """A state with what its own fields say, and the position as it is to be read on."""
    piece_faults: Callable[[Any], Iterator[str]]
    """What is wrong with single Zoons."""
    laying_faults: Callable[[Any, Seat], Iterator[str]] = _none
    """What is wrong with an army before play."""
    play_faults: Callable[[Any, Seat], Iterator[str]]
    """What is wrong with what a seat has in play."""
