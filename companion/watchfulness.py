"""How long a table has not been understood: still pictures counted, and the things that were not seen for a while.

The rule kept here: after `PATIENCE` still pictures that differ from the book something stands on the screen.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.blind import BENEATH
from companion.game import Chore, Event, Over
from companion.judge import LOST_S, PATIENCE, Judgement, Same, Wait
from companion.missing import lacking_words, lost_pieces, places_of
from companion.reply import Reply
from companion.sight import Look, Scene
from companion.supposing import MOST_UNLAID
from companion.verdict import Accept, Ask, Difference, Lost, Refuse

MOST_NOTED = 4
NOTE = "seen-there"
"""The rule that a note stands for: what should lie on the table is seen there."""


@dataclass(frozen=True, slots=True)
class TableMemory:
    """What the referee has seen of the table.

    `scene`: the last one without a hand and with nothing covered. `reference`: what was seen when the last entry was
    booked, or at the first good look since, or when a chore was seen done; `is_right`: it is as the book has it.
    `tidied`: the chores seen done; `earlier`: the scene that looked otherwise before this one. `opened`: the scene
    since which a question stands open; `offered`: its options.
    """

    scene: Scene | None = None
    reference: Scene | None = None
    is_right: bool = False
    tidied: frozenset[Chore] = frozenset()
    earlier: Scene | None = None
    opened: Scene | None = None
    offered: tuple[tuple[Event, ...], ...] = ()

    def before(self, scene: Scene) -> Scene | None:
        """The last scene that looked otherwise than this one."""
        last = self.scene
        return last if last is None or last.sightings != scene.sightings else self.earlier


@dataclass(frozen=True, slots=True, kw_only=True)
class Watchfulness:
    """What is known of the pictures so far.

    `puzzled`: how many still pictures in a row were not understood. `differ`: by region for how many it has not been as
    it should be. `unseen`: regions in which something lies that is not seen; `hushed`: those of which the people know.
    `lost`: the pieces among it, until they are seen again, also while others cover them. `asked`: what was asked,
    refused or not followed for long still stands open, or was not understood and is gone while something lies unseen.
    `trusted`: where what people answered has not been seen yet.
    """

    puzzled: int = 0
    last: Scene | None = None
    differ: Mapping[str, int] = field(default_factory=dict)
    unseen: frozenset[str] = frozenset()
    hushed: frozenset[str] = frozenset()
    quiet: int = 0
    asked: bool = False
    trusted: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()

    def is_new(self, scene: Scene) -> bool:
        """Whether this is another still picture, not the same one held longer."""
        last = self.last
        return last is None or scene.sightings != last.sightings or scene.still_for <= last.still_for

    def shown(self, scene: Scene) -> "Watchfulness":
        """One scene more, which is still and in which no hand is: puzzling until it has been understood."""
        new = self.is_new(scene)
        differ = {name: count + new for name, count in self.differ.items()}
        return replace(self, puzzled=self.puzzled + new, last=scene, differ=differ, quiet=self.quiet + new)

    @property
    def puzzled_by(self) -> frozenset[str]:
        """Where the picture before this one was not as it should be, unless that was understood."""
        return frozenset(self.differ) - self.unseen if self.puzzled > 1 else frozenset()

    def after(self, judged: Judgement) -> "Watchfulness":
        """What the scene just shown came to: what differs no more is seen again, what is supposed unseen is known."""
        names = frozenset(each.region for each in judged.differences)
        asks = isinstance(judged.verdict, Ask | Refuse | Lost)
        unseen = names & (self.unseen if asks else self.unseen | judged.unseen)
        much = judged.laying and len(names) > MOST_UNLAID
        is_quiet = not asks and judged.verdict != BENEATH
        accepted = isinstance(judged.verdict, Accept)
        known = accepted or much or (is_quiet and names <= unseen)
        begun = judged.laying and names != self.differ.keys()
        settled = asks or accepted or judged.laying
        faded = bool(names and self.puzzled > 1 and self.differ.keys() - names) and not settled
        watched = replace(
            self,
            puzzled=0 if known else 1 if begun else self.puzzled,
            differ={} if much else {name: self.differ.get(name, 1) for name in names},
            unseen=unseen,
            hushed=self.hushed & names,
            quiet=0,
            trusted=self.trusted & names,
            asked=not accepted
            and (asks or faded or bool(names and self.asked) or (self.puzzled > PATIENCE and not known)),
        )
        said = asks or accepted or judged.chores
        if much or said or not names or watched.notes(judged.differences, ()):
            return watched
        return replace(watched, quiet=self.quiet)

    def told(self, differences: Iterable[Difference]) -> "Watchfulness":
        """Something was booked: what is as it should be with it puzzles nobody any more."""
        left = {each.region for each in differences}
        differ = {name: count for name, count in self.differ.items() if name in left}
        return replace(self, differ=differ, asked=self.asked and not left <= self.unseen)

    def missed(self, names: Iterable[str]) -> "Watchfulness":
        """The people say that what is not seen in these regions lies there."""
        return replace(self, unseen=self.unseen.union(names), trusted=self.trusted.union(names), puzzled=0)

    def losing(self, look: Look, scene: Scene) -> "Watchfulness":
        """Which pieces are lost by now, and where they lie by the book."""
        lost = lost_pieces(look, scene, self.unseen, self.lost)
        return replace(self, lost=lost, unseen=self.unseen | places_of(look, lost))

    def hush(self, region: str) -> "Watchfulness":
        return replace(self, hushed=self.hushed | {region})

    def notes(self, differences: Iterable[Difference], noted: Iterable[str]) -> tuple[Chore, ...]:
        """What to look after: each region that has differed for too long and is not `noted` otherwise."""
        passed = {*noted, *self.hushed}
        late = max(self.puzzled, self.quiet) > PATIENCE or (
            self.last is not None and self.last.still_for >= LOST_S
        )
        due = [
            Chore(NOTE, lacking_words(each.region, each.wanted, each.seen), each.region, ())
            for each in differences
            if (late or self.differ.get(each.region, 0) > PATIENCE) and each.region not in passed
        ]
        return tuple(due[:MOST_NOTED])


@dataclass(frozen=True, slots=True)
class Silence:
    """Still pictures in a row that differ from the book with no event, question, refusal or chore on the screen.

    `stretches`: how often there were more of them than may be.
    """

    pictures: int = 0
    stretches: int = 0

    def after(self, reply: Reply) -> "Silence":
        """What the reply to another still picture adds."""
        if not is_silent(reply):
            return replace(self, pictures=0)
        pictures = self.pictures + 1
        return Silence(pictures, self.stretches + (pictures == PATIENCE + 1))


def is_silent(reply: Reply) -> bool:
    """Whether the table differs, and nothing on the screen says so; while people lay it out, much may be missing."""
    if not reply.differences or reply.booked or reply.chores or isinstance(reply.turn, Over):
        return False
    if reply.layout is not None and len(reply.differences) > MOST_UNLAID:
        return False
    return isinstance(reply.verdict, Same | Wait)
