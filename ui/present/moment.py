"""A snapshot of a game, so that models need no session; and the record in words, entry by entry."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import msgspec

from companion.game import PLAYER, Event, Game, Seat, Setup, View, legal
from companion.journal import Book, Entry, Reading, TookBack, opened, standing
from companion.language import spoken
from companion.referee import Reply
from companion.sight import Face, Lying, Scene, Table, Thing, place_of
from ui.present.models import Happened, TableFocus
from ui.present.names import card_facts, written
from ui.secrecy import Offers, covered_legal, is_secret, shown_cards
from ui.words import _

FEWEST = 4
"""Minimum number of shared piles of a game of piles."""


def shared_piles(view: View) -> tuple[str, ...]:
    return tuple(region for region in view.counts if place_of(region).seat is None)


def is_piled(view: View) -> bool:
    return len(shared_piles(view)) >= FEWEST


def one_card(event: Event) -> str | None:
    cards: tuple[Any, ...] = tuple(event.cards or ())
    named = cards[0] if len(cards) == 1 else event.card
    return named if isinstance(named, str) else None


def changed(before: View, after: View) -> tuple[str, ...]:
    """The places whose things or counts differ."""
    names = dict.fromkeys((*before.board, *after.board, *before.counts, *after.counts))
    return tuple(
        name
        for name in names
        if before.board.get(name, ()) != after.board.get(name, ())
        or before.counts.get(name) != after.counts.get(name)
    )


def deck_of_faces(lying: Mapping[str, Lying], seat: Seat | None = None) -> str | None:
    """The deck of the first lying card that names one, of a seat or of any."""
    cards = (thing for things in lying.values() for thing in things if seat in (None, thing.seat))
    return next((thing.deck for thing in cards if thing.deck), None)


# A seat's deck counted before the camera after a game, in batches, and compared with the book. The record
# stays unchanged; people see missing and surplus cards.


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """The progress of counting.

    `owned`: the book's count by card. `counted`: earlier batches with corrections by hand. `lying`: the cards
    read before the seat now; `unread`: number of unreadable ones.
    """

    seat: Seat
    owned: Mapping[str, int]
    counted: Mapping[str, int] = field(default_factory=dict)
    lying: tuple[str, ...] = ()
    unread: int = 0

    @property
    def missing(self) -> dict[str, int]:
        """By card, the number in the book and not counted."""
        return dict(Counter(self.owned) - Counter(self.counted))

    @property
    def beyond(self) -> dict[str, int]:
        """By card, the number counted and not in the book."""
        return dict(Counter(self.counted) - Counter(self.owned))

    def taken(self) -> "DeckCheck":
        return replace(self, counted=dict(Counter(self.counted) + Counter(self.lying)))


SURE = 0.9
"""Certainty below which a reading is asked about."""

Stage = Literal["laying", "turning"]


@dataclass(frozen=True, slots=True)
class Muster:
    """A seat's army while it is shown to the referee alone: read by the camera, corrected by touches.

    Nothing leaves this value before its owner confirms it. Then the referee gets it as one event, and others
    learn only that the army lies there.

    `cells`: its possible squares; `count`: number of its cards. `seen`: by square the last reading, None for
    an unread card. `said`: the owner's correction by square, None for an empty one. `faces`: the cards'
    sides. `kept`: the army while its cards are turned down.
    """

    seat: Seat
    army: tuple[str, ...]
    cells: tuple[str, ...]
    count: int
    sample: Event
    stage: Stage = "laying"
    seen: Mapping[str, str | None] = field(default_factory=dict)
    guesses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    faces: Mapping[str, Face | None] = field(default_factory=dict)
    said: Mapping[str, str | None] = field(default_factory=dict)
    kept: Mapping[str, str | None] = field(default_factory=dict)
    looked: bool = False

    @property
    def lying(self) -> dict[str, str | None]:
        """By square its card as corrected, else as read; None for an unknown one."""
        if self.stage == "turning":
            return dict(self.kept)
        found = {cell: label for cell, label in self.seen.items() if cell not in self.said}
        found |= {cell: label for cell, label in self.said.items() if label is not None}
        unread = [cell for cell, label in found.items() if label is None]
        left = list((Counter(self.army) - Counter(filter(None, found.values()))).elements())
        if len(unread) == 1 and len(left) == 1 and len(found) == self.count:
            # The only unread card must be the only missing one.
            found[unread[0]] = left[0]
        return found

    @property
    def left(self) -> tuple[str, ...]:
        return tuple((Counter(self.army) - Counter(filter(None, self.lying.values()))).elements())

    @property
    def unread(self) -> tuple[str, ...]:
        """Squares with an unknown card."""
        return tuple(sorted(cell for cell, label in self.lying.items() if label is None))

    @property
    def double(self) -> tuple[str, ...]:
        """Squares with a card that is there too often, or is not of the army."""
        beyond = Counter(filter(None, self.lying.values())) - Counter(self.army)
        return tuple(sorted(cell for cell, label in self.lying.items() if label in beyond))

    @property
    def missing(self) -> int:
        """Number of cards still to be laid; negative if there are too many."""
        return self.count - len(self.lying)

    @property
    def is_complete(self) -> bool:
        return not (self.unread or self.double or self.missing)

    @property
    def open_cells(self) -> tuple[str, ...]:
        """Squares whose card should be face down and is not seen so."""
        return tuple(sorted(cell for cell in self.lying if self.faces.get(cell) != "down"))

    @property
    def event(self) -> Event:
        cards = {cell: label for cell, label in sorted(self.lying.items()) if label is not None}
        more: dict[str, Any] = {"cells": ()} if "cells" in self.sample.__struct_fields__ else {}
        return msgspec.structs.replace(self.sample, cards=cards, **more)

    @classmethod
    def begun(cls, game: Game[Any], state: Any, seat: Seat) -> "Muster | None":
        """A seat's army before it is laid; None if none is due."""
        layout = game.layout(state)
        own = [] if layout is None else [event for event in legal(game, state) if (event.seat or 0) == seat]
        shown = [event for event in own if shown_cards(event) and is_secret(game, state, event)]
        if layout is None or not shown:
            return None
        ways = [shown_cards(event) for event in shown]
        cards = Counter(game.army(state, seat))
        for way in ways:
            cards |= Counter(way.values())
        wanted = {cell for cell, lying in layout.regions.items() if lying and lying[0].seat == seat}
        cells = wanted.union(*(way.keys() for way in ways))
        return cls(seat, tuple(cards.elements()), tuple(sorted(cells)), len(ways[0]), shown[0])

    def looked_at(self, scene: Scene | None) -> "Muster":
        """The muster after a still picture; a hand in the way keeps the last reading."""
        if scene is None or scene.hand:
            return self
        seen, faces, guesses = {}, {}, {}
        regions = scene.by_region()
        for cell in self.cells:
            if cell in scene.covered:
                if cell in self.seen:
                    seen[cell] = self.seen[cell]
                faces[cell] = self.faces.get(cell)
                continue
            cards = [sighting for sighting in regions.get(cell, ()) if sighting.kind == "card"]
            if not cards:
                continue
            card = cards[-1]
            faces[cell] = card.face
            seen[cell] = card.label if card.sure >= SURE and card.face != "down" else None
            labels = (card.label, *(label for label, _chance in card.others))
            guesses[cell] = tuple(label for label in labels if label is not None)
        if self.stage == "turning":
            return replace(self, faces=faces, looked=True)
        # A card already turned down keeps its reading from before, unless corrected.
        for cell, face in faces.items():
            if face == "down" and self.seen.get(cell) is not None:
                seen[cell] = self.seen[cell]
        return replace(self, seen=seen, faces=faces, guesses=guesses, looked=True)

    def telling(self, cell: str, label: str | None) -> "Muster":
        """With the owner's word for a square; a unique card is then corrected away elsewhere."""
        alone = label is not None and self.army.count(label) == 1
        kept = {other: name for other, name in self.said.items() if not (alone and name == label)}
        return replace(self, said={**kept, cell: label})

    def choices(self, cell: str) -> tuple[str, ...]:
        """A square's possible cards: the camera's guesses, then unplaced ones, then the rest of the army."""
        ordered = [*self.guesses.get(cell, ()), *self.left, *self.army]
        return tuple(dict.fromkeys(label for label in ordered if label in self.army))


@dataclass(frozen=True, slots=True)
class Told:
    """An entry with its sentence. `struck`: it does not count any more; `mends`: the words it corrected.

    `against`: short texts of the rules waived for it.
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
    """The words of a growing record; a record that does not continue the last starts afresh.

    `after_each`: the state before all entries and after each, as of when it was made.
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
            return self._lines  # called once a picture, mostly without a new entry
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
        """An entry in words from the state before it; `known`: the book without it."""
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
"""The effect of "done": none, it reports the one due event, or it has the table judged."""


@dataclass(frozen=True, slots=True)
class Correction:
    """An alternative reading with the board after it.

    `anew`: while it is to be confirmed, other entries in their present and future words.
    """

    reading: Reading
    outcome: Mapping[str, Lying]
    anew: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Piles:
    """The part of a game of piles; empty in any other.

    `acts`: the events that may be reported, `takeable`: the piles to take from, `tiled`: tiles replace the
    table. `changed`: places changed by the last event. `deck_check`: the deck counted after the game.
    """

    acts: tuple[Event, ...] = ()
    takeable: frozenset[str] = frozenset()
    tiled: bool = False
    changed: tuple[str, ...] = ()
    deck_check: DeckCheck | None = None

    def is_early(self, event: Event) -> bool:
        """Whether an event ends the turn while other events remain in it."""
        return event.ends_turn and any(not other.ends_turn for other in self.acts)


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game at one instant.

    `lines`: the record in words; `focus`: people's look. `thrown`: by seat the awaited throw; `running`:
    seats still rolling. `troubles`: of camera, mat, light or disk, the gravest first. `scene`: the last one
    seen. `corrections`: alternatives for the touched square, or in a dispute for the last event; `proposal`:
    the one to confirm. `checking`: a resumed game's table does not match yet; `meanwhile`: the moves that
    explain it; `disputed`: nothing is booked until people agree. `offers`: private actions; `muster`: the
    army being shown. `last`: the last events, the newest first. `done`: the effect of "done". `has_camera`: a
    real table is watched. `covered`: gives by square of a simulated table the face of the single card face
    down there, even if the referee does not know it.
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
        """A seat's own view, with faces of its cards that only the simulated table knows."""
        view = self.game.view(self.state, seat)
        return replace(view, board=uncovered(view.board, seat, self.covered()))

    def called(self, label: str) -> str:
        """A card's name in a sentence, with its distinguishing detail."""
        return card_facts(self.game, self.setup, label).called

    def pictured(self, label: str | None) -> Thing:
        """A card by its label as drawn; None gives a back."""
        return Thing("card", label, "down" if label is None else "up", deck_of_faces(self.reply.view.board))

    @property
    def table(self) -> Table:
        return self.game.table(self.setup)

    @property
    def names(self) -> tuple[str, ...]:
        return players(self.setup)

    @property
    def highlight(self) -> Happened | None:
        """The last event if it decided something, brought a card, or may have turned the game."""
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
        """The sentence for these events in a row, if they happened now."""
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
    """A board with these faces, by square, for a seat's unreported face-down cards."""
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


When = Callable[[GameSnapshot], object]


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint: two short sentences, marked for translation, and their rule.

    `when`: whether it applies; `where`: its regions; `parts`: the values of its placeholders. `key`: the icon
    of the key that it points to.
    """

    id: str
    words: str
    rule: str
    when: When
    where: Callable[[GameSnapshot], tuple[str, ...]] = lambda _moment: ()
    parts: Callable[[GameSnapshot], Mapping[str, object]] = lambda _moment: {}
    key: str = ""


# conditions shared by hints of several games


def bare(moment: GameSnapshot) -> bool:
    """Whether the table is to be laid out and is empty as far as anybody has looked."""
    layout = moment.reply.layout
    if layout is None:
        return False
    return moment.scene is None or len(moment.reply.differences) >= len(layout.regions)


def tidying(moment: GameSnapshot) -> bool:
    return bool(moment.reply.chores)


def chored(*rules: str) -> Callable[[GameSnapshot], tuple[str, ...]]:
    """The places of chores by one of these rules."""
    return lambda moment: tuple(chore.region for chore in moment.reply.chores if chore.rule in rules)


def one_that_moves(moment: GameSnapshot) -> tuple[str, ...]:
    """A movable piece for a beginner; preferably one whose next touch asks nothing."""
    events = covered_legal(moment.game, moment.state)
    squares = {event.start for event in events if event.start}
    shooting = {event.start or event.by for event in events if not event.to}
    return tuple(sorted(squares, key=lambda square: (square in shooting, square)))[:1]


def happened(moment: GameSnapshot, kind: str) -> int:
    """Number of valid events of a kind."""
    return sum(type(line.entry.event).__name__ == kind for line in moment.standing)
