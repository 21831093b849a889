"""Everything that screens show of a game at one instant, gathered so that models can be made without a session; and the
record in words: every entry with its sentence, told on the state before it, kept up to date entry by entry.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from companion.game import PLAYER, Event, Game, Seat, Setup, View
from companion.journal import Book, Entry, Reading, TookBack, opened, standing
from companion.language import spoken
from companion.referee import Reply
from companion.sight import Lying, Scene, Table, Thing
from ui.present.models import Happened, TableFocus
from ui.present.muster import Muster
from ui.present.names import card_facts, written
from ui.present.piles import DeckCheck, deck_of_faces
from ui.secrecy import Offers
from ui.words import _


@dataclass(frozen=True, slots=True)
class Told:
    """One entry with its sentence. `struck`: it does not count any more; `mends` the words that it put right.

    `against`: the rules in short that the table set aside for it.
    """

    entry: Entry
    words: str
    struck: bool = False
    mends: str = ""
    against: str = ""

    @property
    def note(self) -> str:
        if self.entry.waived:
            return _("allowed by the table: {rule}").format(rule=self.against)
        if self.mends:
            return _("put right; was: {words}").format(words=self.mends)
        return _("does not count") if self.struck else ""


class Chronicle:
    """Tells a growing record. Handing in a record that is no continuation starts afresh.

    `after_each`: the state before all entries and after each told so far, as it was when that one was made.
    """

    def __init__(self, game: Game[Any], setup: Setup) -> None:
        self._game, self._setup = game, setup
        self._book = opened(game, setup, ())
        self.after_each: list[Any] = [self._book.state]
        self._told: list[Told] = []
        self._entries: tuple[Entry, ...] = ()
        self._lines: tuple[Told, ...] = ()
        self._language = spoken()

    def tell(self, entries: Sequence[Entry]) -> tuple[Told, ...]:
        """Every entry in words, in order."""
        given, same = tuple(entries), spoken() is self._language
        if given is self._entries and same:
            return self._lines  # asked for with every picture, and mostly nothing has been entered since
        if given[: len(self._told)] != self._book.entries or not same:
            self.__init__(self._game, self._setup)  # type: ignore[misc]
        for entry in given[len(self._told) :]:
            before, self._book = self._book, self._book.entered(entry)
            self._told.append(self._line(entry, before))
            self.after_each.append(self._book.state)
        counting = {entry.seq for entry in standing(given)}
        self._entries = given
        counting |= {entry.seq for entry in given if isinstance(entry.event, TookBack)}
        self._lines = tuple(replace(line, struck=line.entry.seq not in counting) for line in self._told)
        return self._lines

    def _line(self, entry: Entry, known: Book[Any]) -> Told:
        """An entry in words, told on the state before it; `known`: the book without it."""
        if isinstance(entry.event, TookBack):
            return Told(entry, _("Taken back; everybody agreed.") if entry.event.agreed else _("Taken back."))
        if entry.corrects is not None:
            kept, last = self._book.standing, len(known.states) - 1
            before = known.states[min(kept.index(entry), last) if entry in kept else last]
            return Told(entry, self._game.words(before, entry.event), mends=self._told[entry.corrects].words)
        broken = (written(self._game.id, each) for each in entry.waived)
        against = " ".join(each.short for each in broken if each is not None)
        return Told(entry, self._game.words(known.state, entry.event), against=against)


DoneDoes = Literal["", "says", "judges"]
"""What "done" would do: nothing, say the one thing that is due, or have the table judged as it lies."""


@dataclass(frozen=True, slots=True)
class Correction:
    """Something else that may have happened, and the board after it.

    `anew`: of one that waits to be confirmed, other entries in their words and in those that they would then have.
    """

    reading: Reading
    outcome: Mapping[str, Lying]
    anew: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Piles:
    """What a game of piles adds; in any other there is nothing.

    `acts` is what may be told now, `takeable` the piles that a card may be taken from, and `tiled` whether tiles stand
    in the place of the table. `changed`: the places that the last event changed. `deck_check`: the deck that is being
    counted after the game.
    """

    acts: tuple[Event, ...] = ()
    takeable: frozenset[str] = frozenset()
    tiled: bool = False
    changed: tuple[str, ...] = ()
    deck_check: DeckCheck | None = None

    def is_early(self, event: Event) -> bool:
        """Whether an event ends the turn while something else may still be done in it."""
        return event.ends_turn and any(not other.ends_turn for other in self.acts)


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game at one instant.

    `lines` is the record in words, `focus` what the people look at. `thrown`: by seat, what was thrown for the chance
    awaited; `running`: whose is still rolling. `troubles`: what is wrong with camera, mat, light or disk, the gravest
    first. `scene`: what was seen last. `corrections`: what the touched square may hold, or in a dispute how the last
    event may be read otherwise; `proposal`: the one that is to be confirmed. `checking`: a resumed game whose table has
    not been found right yet, `meanwhile` what its table tells of if it was played in the meantime; `disputed`: nothing
    is booked until people agree. `offers`: what seats may do alone; `muster`: the army that is being shown to the
    referee. `last`: the last events, the newest first. `done`: what "done" would do now. `has_camera`: a camera looks
    at a real table. `covered` gives by square of a simulated table the face of the card that lies there alone and face
    down, known to the referee or not.
    """

    game: Game[Any]
    setup: Setup
    state: Any
    reply: Reply
    lines: tuple[Told, ...] = ()
    focus: TableFocus = field(default_factory=TableFocus)
    thrown: Mapping[Seat, int | str] = field(default_factory=dict)
    running: frozenset[Seat] = frozenset()
    troubles: tuple[str, ...] = ()
    scene: Scene | None = None
    corrections: Callable[[], tuple[Correction, ...]] = tuple
    proposal: Callable[[], Correction | None] = lambda: None
    checking: bool = False
    meanwhile: tuple[Event, ...] = ()
    disputed: bool = False
    simulated: bool = False
    has_camera: bool = False
    offers: Offers = field(default_factory=Offers)
    muster: Muster | None = None
    piles: Piles = field(default_factory=Piles)
    last: tuple[Happened, ...] = ()
    done: DoneDoes = ""
    covered: Callable[[], Mapping[str, str]] = dict

    def view_for(self, seat: Seat) -> View:
        """What a seat alone may see: its own cards too of which only the simulated table knows the face."""
        view = self.game.view(self.state, seat)
        return replace(view, board=uncovered(view.board, seat, self.covered()))

    def called(self, label: str) -> str:
        """A card's name in a sentence, with what tells it apart."""
        return card_facts(self.game, self.setup, label).called

    def pictured(self, label: str | None) -> Thing:
        """A card by its label as it is drawn; one that is not shown by its back."""
        return Thing("card", label, "down" if label is None else "up", deck_of_faces(self.reply.view.board))

    @property
    def table(self) -> Table:
        return self.game.table(self.setup)

    @property
    def names(self) -> tuple[str, ...]:
        return players(self.setup)

    @property
    def highlight(self) -> Happened | None:
        """The last event, where it decided something, brought a card, or may have turned the game."""
        if not self.last:
            return None
        newest, event = self.last[0], self.lines[self.last[0].seq].entry.event
        return newest if newest.contest is not None or event.takes or event.great else None

    @property
    def standing(self) -> tuple[Told, ...]:
        return tuple(
            line for line in self.lines if not (line.struck or isinstance(line.entry.event, TookBack))
        )

    def words(self, events: tuple[Event, ...]) -> str:
        """What these events, one after the other, would be called if they happened now."""
        state, said = self.state, []
        for event in events:
            if isinstance(event, TookBack):
                last = self.standing[-1].words if self.standing else ""
                said.append(_("The last one did not happen: {words}").format(words=last))
                continue
            said.append(self.game.words(state, event))
            state = self.game.after(state, event)
        return " ".join([*(f"{words.removesuffix('.')}." for words in said[:-1]), *said[-1:]])


def uncovered(board: Mapping[str, Lying], seat: Seat, faces: Mapping[str, str]) -> dict[str, Lying]:
    """A board on which a seat's own face-down cards that nobody has told have these faces, by square."""
    own = ("card", None, "down", seat)
    shown = dict(board)
    for name in faces.keys() & board.keys():
        shown[name] = tuple(
            replace(one, label=faces[name]) if (one.kind, one.label, one.face, one.seat) == own else one
            for one in board[name]
        )
    return shown


def players(setup: Setup) -> tuple[str, ...]:
    return tuple(player(setup, seat) for seat in range(setup.seats))


def player(setup: Setup, seat: Seat) -> str:
    return setup.player(seat) or _(PLAYER).format(number=seat + 1)
