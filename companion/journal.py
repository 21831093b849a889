"""The record of a game: append-only lines, from which any state is rebuilt; and the book, which keeps those states.

The first line says what was agreed, each further line is one entry. Nothing is ever erased: taking back and
correcting are entries too. A last line cut off by a power cut is dropped; any other bad line stops the reading.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from companion.bounded import OutOfBounds, json_value
from companion.game import Chore, Event, Game, Seen, Setup, Violation
from companion.language import _

S = TypeVar("S")
VERSION = 1


class JournalFault(ValueError):
    """A record that cannot be read or does not hold together: the line's number (from 1) and what is wrong."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class TookBack(Event, frozen=True):
    """The last event does not count after all; `agreed`: the seats that confirmed it, where it needed them."""

    told: ClassVar[bool] = True
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the record. `waived`: the rules that the people set aside; `corrects`: the entry it replaces."""

    seq: int
    by: str
    event: Event
    waived: tuple[str, ...] = ()
    corrects: int | None = None

    def line(self) -> str:
        event: dict[str, Any] = msgspec.to_builtins(self.event)
        body = {"v": VERSION, "seq": self.seq, "by": self.by, **event}
        if self.waived:
            body["waived"] = self.waived[0] if len(self.waived) == 1 else self.waived
        if self.corrects is not None:
            body["corrects"] = self.corrects
        return json.dumps(body, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Record:
    game: Game[Any]
    setup: Setup
    entries: tuple[Entry, ...]
    app: str = ""


class _Header(msgspec.Struct, frozen=True):
    v: int
    game: str
    setup: Setup
    app: str = ""


def header(game: Game[Any], setup: Setup, app: str = "") -> str:
    return msgspec.json.encode(_Header(VERSION, game.id, setup, app)).decode()


def read_record(lines: Iterable[str], games: Mapping[str, Game[Any]]) -> Record:
    """A record from its lines. Raises JournalFault; a torn last line is dropped."""
    held = [line for line in lines if line.strip()]
    if not held:
        raise JournalFault(1, "expected the game and its set-up, found nothing")
    _check_version(1, _object(1, held[0]))
    try:
        head = msgspec.json.decode(held[0], type=_Header)
    except msgspec.ValidationError as fault:
        raise JournalFault(1, str(fault)) from None
    if head.game not in games:
        raise JournalFault(1, f"expected a game that is installed, found {head.game!r}")
    game, read = games[head.game], list[Entry]()
    for number, line in enumerate(held[1:], start=2):
        try:
            entry = read_entry(line, game, number)
        except JournalFault:
            if number == len(held) and not _whole(line):
                break
            raise
        if entry.seq != len(read):
            raise JournalFault(number, f"expected entry {len(read)}, found entry {entry.seq}")
        read.append(entry)
    return Record(game, head.setup, tuple(read), head.app)


def _whole(line: str) -> bool:
    """Whether a line is complete: only a JSON syntax error shows one that was cut off."""
    try:
        json.loads(line)
    except (ValueError, RecursionError) as fault:
        return not isinstance(fault, json.JSONDecodeError)
    return True


def read_entry(line: str, game: Game[Any], number: int = 1) -> Entry:
    """One entry from its line. Raises JournalFault naming the field."""
    body = _object(number, line)
    _check_version(number, body)
    seq, by = body.pop("seq", None), body.pop("by", None)
    if type(seq) is not int or not isinstance(by, str):
        raise JournalFault(number, "expected `seq` (a number) and `by` (a word)")
    # One rule as a word, several as a list.
    given = body.pop("waived", ())
    rules = (given,) if isinstance(given, str) else given
    if not isinstance(rules, list | tuple) or any(not isinstance(rule, str) for rule in rules):
        raise JournalFault(number, f"waived: expected a rule or a list of rules, found {given!r}")
    waived, corrects = tuple(rule for rule in rules if rule), body.pop("corrects", None)
    if not (corrects is None or type(corrects) is int):
        raise JournalFault(number, f"corrects: expected an entry's number, found {corrects!r}")
    body.pop("v")
    try:
        event = read_event(game, body)
    except ValueError as fault:
        raise JournalFault(number, str(fault)) from None
    return Entry(seq, by, event, waived, corrects)


def read_event(game: Game[Any], body: Any) -> Event:
    """An event of this game from its JSON object. Raises ValueError naming the field, expected and found."""
    known: tuple[type[Event], ...] = (*game.events, TookBack)
    kinds = {kind.__name__: kind for kind in known}
    name = body.get("kind") if isinstance(body, dict) else None
    if not isinstance(name, str) or name not in kinds:
        raise ValueError(f"kind: expected one of {', '.join(sorted(kinds))}, found {name!r}")
    try:
        event: Event = msgspec.convert(game.plain(body), kinds[name])
    except msgspec.ValidationError as fault:
        raise ValueError(str(fault)) from None
    return event


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        body = json_value(line)
    except OutOfBounds as fault:
        raise JournalFault(number, str(fault)) from None
    except ValueError:
        raise JournalFault(number, f"expected one JSON object, found {line[:40]!r}") from None
    if not isinstance(body, dict):
        raise JournalFault(number, f"expected one JSON object, found {line[:40]!r}")
    return body


def _check_version(number: int, body: Mapping[str, Any]) -> None:
    version = body.get("v")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise JournalFault(number, f"v: expected a version number, found {version!r}")
    if version > VERSION:
        words = f"made by a newer version of this program (v{version}; this one reads v{VERSION})"
        raise JournalFault(number, words)


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that still count: those taken back are struck out, corrected ones are replaced in place."""
    kept: list[Entry] = []
    numbers: list[frozenset[int]] = []  # by entry its own number and those it replaced
    for entry in entries:
        if isinstance(entry.event, TookBack):
            if kept:
                kept.pop()
                numbers.pop()
        elif entry.corrects is None:
            kept.append(entry)
            numbers.append(frozenset({entry.seq}))
        else:
            at = next((n for n, known in enumerate(numbers) if entry.corrects in known), None)
            if at is not None:
                kept[at], numbers[at] = entry, numbers[at] | {entry.seq}
    return kept


@dataclass(frozen=True, slots=True)
class Stop:
    """The end of a replay that could not go on: the entry, and the rule that it breaks."""

    entry: Entry
    rule: str
    about: str


def play_while_valid(game: Game[S], setup: Setup, entries: Iterable[Entry]) -> tuple[list[S], Stop | None]:
    """The states before, between and after the standing entries, up to the first violation, and that violation."""
    return play_on(game, (game.start(setup),), standing(entries))


def play_on(
    game: Game[S], played: Sequence[S], kept: Iterable[Entry], *, corrected: bool = False
) -> tuple[list[S], Stop | None]:
    """The states played so far and those after further standing entries; see `play_while_valid`.

    A violation that the table waived is no stop: what it let pass with it stays, as the record has it. Only where an
    earlier entry is `corrected` must every rule that is broken now have been waived.
    """
    states = [*played]
    for entry in kept:
        violations, waived = game.violations(states[-1], entry.event), entry.waived
        violation = next((one for one in violations if not corrected or one.rule not in waived), None)
        if violation is not None and violation.rule not in waived:
            return states, Stop(entry, violation.rule, violation.about)
        states.append(game.after(states[-1], entry.event))
    return states, None


LOOKED_BACK = 12
"""Number of last events of which the table may still tell more than people did."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to correct what the referee believes of a region: an entry reread, or a override (`seq` None)."""

    seq: int | None
    event: Event
    words: str


@dataclass(frozen=True, slots=True)
class Book(Generic[S]):
    """All entries of a game, and the states before, between and after those that count."""

    game: Game[S]
    setup: Setup
    entries: tuple[Entry, ...]
    states: tuple[S, ...]

    @property
    def state(self) -> S:
        return self.states[-1]

    @property
    def standing(self) -> list[Entry]:
        return standing(self.entries)

    def entered(self, entry: Entry) -> "Book[S]":
        """The book with one entry more, which counts from now on."""
        entries = (*self.entries, entry)
        if isinstance(entry.event, TookBack):
            states = self.states[:-1] or self.states
        elif entry.corrects is None:
            states = (*self.states, self.game.after(self.state, entry.event))
        else:
            states = tuple(self.played_with(entry)[0])
        return replace(self, entries=entries, states=states)

    def stop_if_corrected(self, seq: int, event: Event) -> Stop | None:
        """Where the replay would stop if this entry were read so; None: nowhere."""
        entry = Entry(len(self.entries), "", event, corrects=seq)
        return self.played_with(entry, corrected=True)[1]

    def played_with(self, entry: Entry, *, corrected: bool = False) -> tuple[list[S], Stop | None]:
        """The states with one more entry, up to the first violation; only what follows a change is played again."""
        before, kept = self.standing, standing((*self.entries, entry))
        pairs = enumerate(zip(before, kept, strict=False))
        same = next((n for n, (old, new) in pairs if old is not new), len(kept))
        same = min(same, len(self.states) - 1)
        return play_on(self.game, self.states[: same + 1], kept[same:], corrected=corrected)

    def dated(self, violation: Violation) -> Violation:
        """The violation with the number of the earlier entry that it is about."""
        earlier = violation.earlier
        # The earlier event may be given in part: only the fields it has are compared.
        fields = () if earlier is None else earlier.__struct_fields__
        told = {name: one for name in fields if (one := getattr(earlier, name)) not in (None, "", ())}
        said = [
            entry.seq
            for entry in self.standing
            if type(entry.event) is type(earlier)
            and all(getattr(entry.event, name) == one for name, one in told.items())
        ]
        if not said:
            return violation
        words = _("{about}, entry {number}").format(about=violation.about, number=said[-1])
        return replace(violation, about=words)

    def fresh_chores(self) -> tuple[Chore, ...]:
        """The chores of the last event alone."""
        before = self.game.chores(self.states[-2]) if len(self.states) > 1 else ()
        return tuple(chore for chore in self.game.chores(self.state) if chore not in before)

    def told_by_table(self, seen: Seen) -> Entry | None:
        """A recent event, completed by what the table has shown since; None: nothing new is known of one."""
        kept = self.standing
        for at in reversed(range(max(0, len(kept) - LOOKED_BACK), len(kept))):
            event = self.game.refine(self.states[at], kept[at].event, self.state, seen)
            if event is not None and self.stop_if_corrected(kept[at].seq, event) is None:
                return Entry(0, "camera", event, corrects=kept[at].seq)
        return None

    def readings(self, region: str) -> tuple[Reading, ...]:
        """What a touched region may really hold: the last entry there reread, then overrides by hand.

        The list goes by public knowledge, so that it betrays nothing the referee alone knows; what then cannot be is
        refused when it is picked.
        """
        found: list[Reading] = []
        kept = self.standing
        for at in reversed(range(len(kept))):
            before = self.game.public_state(self.states[at])
            others = tuple(self.game.alternatives(before, kept[at].event, region))
            for event in others:
                # It may be read so, as far as everybody knows.
                if before is not self.states[at]:
                    is_fair = self.game.violation(before, event) is None
                else:
                    is_fair = self.stop_if_corrected(kept[at].seq, event) is None
                if is_fair:
                    found.append(Reading(kept[at].seq, event, self.game.words(self.states[at], event)))
            if others:
                break
        overrides = tuple(self.game.overrides(self.game.public_state(self.state), region))
        return (*found, *(Reading(None, event, self.game.words(self.state, event)) for event in overrides))


def opened(game: Game[S], setup: Setup, entries: tuple[Entry, ...]) -> Book[S]:
    """The book of a game with these entries. Raises ValueError naming the first that breaks a rule."""
    states, stop = play_while_valid(game, setup, entries)
    if stop is not None:
        raise ValueError(stop_words(stop))
    return Book(game, setup, entries, tuple(states))


def stop_words(stop: Stop) -> str:
    if not stop.about:
        return _("entry {number} would not be allowed any more").format(number=stop.entry.seq)
    words = _("entry {number} would not be allowed any more: {about}")
    return words.format(number=stop.entry.seq, about=stop.about)
