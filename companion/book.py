"""The book of one game: its entries, the states that those which count lead to, and how an entry may be read otherwise.

The rule kept here: nothing is ever struck from it; what is taken back or put right is an entry of its own.
"""

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from companion.game import Breach, Chore, Event, Game, Seen, Setup
from companion.journal import Entry, Stop, TookBack, play_on, play_while_valid, standing
from companion.language import _

S = TypeVar("S")

LOOKED_BACK = 12
"""The last events of which the table may still tell more than people did."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to put right what the referee believes of a region: an entry read otherwise, or a ruling (`seq` None)."""

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
        """Where the entries could not go on if this one were read so; None where all of them can."""
        entry = Entry(len(self.entries), "", event, corrects=seq)
        return self.played_with(entry, corrected=True)[1]

    def played_with(self, entry: Entry, *, corrected: bool = False) -> tuple[list[S], Stop | None]:
        """The states with one entry more, as far as they keep the rules; only what follows a change is played anew."""
        before, kept = self.standing, standing((*self.entries, entry))
        pairs = enumerate(zip(before, kept, strict=False))
        same = next((n for n, (old, new) in pairs if old is not new), len(kept))
        same = min(same, len(self.states) - 1)
        return play_on(self.game, self.states[: same + 1], kept[same:], corrected=corrected)

    def dated(self, breach: Breach) -> Breach:
        """The breach with the number of the earlier entry that it is about."""
        earlier = breach.earlier
        # The earlier one may be told in part.
        fields = () if earlier is None else earlier.__struct_fields__
        told = {name: one for name in fields if (one := getattr(earlier, name)) not in (None, "", ())}
        said = [
            entry.seq
            for entry in self.standing
            if type(entry.event) is type(earlier)
            and all(getattr(entry.event, name) == one for name, one in told.items())
        ]
        if not said:
            return breach
        words = _("{about}, entry {number}").format(about=breach.about, number=said[-1])
        return replace(breach, about=words)

    def fresh_chores(self) -> tuple[Chore, ...]:
        """The chores of the last event alone."""
        before = self.game.chores(self.states[-2]) if len(self.states) > 1 else ()
        return tuple(chore for chore in self.game.chores(self.state) if chore not in before)

    def told_by_table(self, seen: Seen) -> Entry | None:
        """A recent event, told again with what the table has shown since; None where nothing new is known of one."""
        kept = self.standing
        for at in reversed(range(max(0, len(kept) - LOOKED_BACK), len(kept))):
            event = self.game.refine(self.states[at], kept[at].event, self.state, seen)
            if event is not None and self.stop_if_corrected(kept[at].seq, event) is None:
                return Entry(0, "camera", event, corrects=kept[at].seq)
        return None

    def readings(self, region: str) -> tuple[Reading, ...]:
        """What a touched region may really hold: the last entry there read otherwise, then rulings by hand.

        Where the referee knows more than everybody, nothing that follows from it is left out or put first: what then
        cannot be after all is refused when it is picked.
        """
        found: list[Reading] = []
        kept = self.standing
        for at in reversed(range(len(kept))):
            before = self.game.public_state(self.states[at])
            others = tuple(self.game.rereadings(before, kept[at].event, region))
            for event in others:
                # It may be read so, as far as everybody knows.
                if before is not self.states[at]:
                    is_fair = self.game.breach(before, event) is None
                else:
                    is_fair = self.stop_if_corrected(kept[at].seq, event) is None
                if is_fair:
                    found.append(Reading(kept[at].seq, event, self.game.words(self.states[at], event)))
            if others:
                break
        rulings = tuple(self.game.rulings(self.game.public_state(self.state), region))
        return (*found, *(Reading(None, event, self.game.words(self.state, event)) for event in rulings))


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
