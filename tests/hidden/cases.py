"""One thing that is not seen in some of the looks of a game, drawn by lot, and what the referee makes of it.

A place is hidden from the eye: the card, penny, piece, tile, token or disc on top there is seen in none of its looks.
What nobody at all could follow is drawn anew: a thing of ZONG that no picture shows while it matters where it is, as
`zong_needed` says. Such a thing has to be asked about; the other four games know none.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any

from companion.game import Event, Over
from companion.journal import TookBack
from companion.referee import Referee, Reply
from companion.sight import Look, Scene
from companion.weigh import PATIENCE, Ask, Lost, Refuse
from tests.hidden.script import Script, script
from tests.hidden.steps import Needed, Step

SPANS = ("first", "stretch", "ever")


@dataclass(frozen=True, slots=True)
class Hidden:
    """What is not seen: things of one kind in one region, in the looks from `first` to before `last`.

    `unread`: it is seen that something lies there, but not what. `also`: more of the same.
    """

    region: str
    kind: str
    label: str | None
    first: int
    last: int
    unread: bool = False
    also: "tuple[Hidden, ...]" = ()

    def is_all_of(self, needed: Needed) -> bool:
        """Whether no look is left that shows what must be seen."""
        same = needed.kind == self.kind and needed.label in (None, self.label)
        return same and self.first <= needed.first and needed.last <= self.last

    def of(self, scene: Scene, look: int) -> Scene:
        """The scene without it."""
        for more in self.also:
            scene = more.of(scene, look)
        if not self.first <= look < self.last:
            return scene
        there = [s for s in scene.sightings if s.region == self.region and s.kind == self.kind]
        if self.label is not None:
            there = [s for s in scene.sightings if (s.kind, s.label) == (self.kind, self.label)]
        if not there:
            return scene
        left = list(scene.sightings)
        at = left.index(there[-1])
        left[at : at + 1] = [replace(there[-1], label=None, sure=0.7, others=())] if self.unread else []
        return replace(scene, sightings=tuple(left))


@dataclass(slots=True)
class Outcome:
    """How a game with a hidden thing was followed.

    `asked`: the steps at which people were asked or refused. `silent`: so many looks in a row, at most, neither the
    book was right nor anything said, though the table was seen to differ; `behind`: so many the book was not right.
    `wrong`: what was booked wrongly; `alike`: it was, but the table is seen just as it would look after that.
    """

    hidden: Hidden
    asked: set[int] = field(default_factory=set)
    silent: int = 0
    behind: int = 0
    wrong: str = ""
    alike: bool = False
    log: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        if self.wrong:
            return "wrong"
        if self.alike:
            return "alike"
        if self.silent > PATIENCE:
            return "silent"
        return "asked" if self.asked or self.behind > PATIENCE else "followed"


def drawn_hidden(played: Script, rng: Random) -> Hidden:
    """Something drawn by lot, until it is one without which the game can be followed."""
    hidden = _drawn(played, rng)
    while any(hidden.is_all_of(each) for each in played.needed):
        hidden = _drawn(played, rng)
    return hidden


def _drawn(played: Script, rng: Random) -> Hidden:
    """Something that lies on the table at some look: in the first looks, in a stretch, or for ever."""
    scenes = [step.scene for step in played.steps if step.scene is not None]
    span = rng.choice(SPANS)
    some = [n for n, scene in enumerate(scenes) if scene.sightings]
    at = some[0] if span == "first" else rng.choice(some)
    one = rng.choice(scenes[at].sightings)
    last = {"first": at + rng.randint(1, 5), "stretch": at + rng.randint(1, 6), "ever": len(scenes)}[span]
    moving = one.kind in ("pawn", "disc") and one.label is not None
    return Hidden(
        one.region or "", one.kind, one.label if moving else None, 0 if span == "first" else at, last
    )


class Case:
    """A script played before a referee that does not see one thing; people answer what it asks with the truth.

    Or else, as `answers` says, with its `first` answer, its `last` or not at all (`none`), and tell no more than the
    script does. What is asked at the steps `anyway` is always answered with the truth.
    """

    def __init__(
        self, played: Script, hidden: Hidden, answers: str = "truth", anyway: Collection[int] = ()
    ) -> None:
        self.played, self.hidden, self.answers, self.anyway = played, hidden, answers, anyway
        self.referee: Referee[Any] = Referee(played.game, played.setup, lambda _: None)
        self.truths = [self.referee.state]
        self.known = 0
        self.pending: list[Step] = []
        self.out = Outcome(hidden)
        self.seen: Scene | None = None
        self.at = self.silent = self.behind = 0

    def run(self) -> Outcome:
        look = 0
        for at, step in enumerate(self.played.steps):
            self.at = at
            self.pending.append(step)
            if step.scene is None:
                if not self.tell(step):
                    break
                continue
            self.seen = self.hidden.of(step.scene, look)
            reply = self.referee.see(self.seen)
            look += 1
            self.note(reply)
            if not self.heard(reply):
                break
            if not step.scene.hand:
                self.count(self.referee.now(), bool(reply.booked))
        return self.out

    def tell(self, step: Step) -> bool:
        for event in step.events:
            reply = self.referee.tell(event, "people")
            if reply.booked:
                self.silent = self.behind = 0
            if not self.heard(reply):
                return False
        return True

    def note(self, reply: Reply) -> None:
        booked = [type(entry.event).__name__ for entry in reply.booked]
        chores = [chore.words for chore in reply.chores]
        self.out.log += (f"{type(reply.verdict).__name__} {booked} {chores}",)

    def heard(self, reply: Reply) -> bool:
        """What came of a look or a word: the book is held against the truth, questions are answered."""
        if isinstance(reply.verdict, Ask | Refuse | Lost):
            self.silent = self.behind = 0
            self.out.asked.add(self.at)
        if self.answers != "truth" and self.at not in self.anyway:
            if isinstance(reply.verdict, Ask):
                self.out.log += (f"{reply.verdict.question} {str(reply.verdict.options)[:400]}",)
            if isinstance(reply.verdict, Ask) and self.answers in ("first", "last"):
                at = 0 if self.answers == "first" else -1
                self.referee.answer(reply.verdict.options[at], "people")
            return self.is_all_true()
        if isinstance(reply.verdict, Ask):
            return self.answered(reply)
        if isinstance(reply.verdict, Refuse | Lost):
            self.out.log += (str(reply.verdict)[:300],)
            return self.told_all()
        return self.right()

    def right(self) -> bool:
        """Whether the book is what happened, or what had happened some steps ago."""
        if self.answers != "truth":
            return self.is_all_true()
        alike = self.played.alike
        for n in reversed(range(len(self.pending))):
            if alike(self.referee.state, self.pending[n].truth):
                self.pending = self.pending[n + 1 :]
                self.truths.append(self.referee.state)
                return True
        if alike(self.referee.state, self.truths[-1]):
            return True
        if self.is_as_booked():
            self.out.alike = True
            return False
        last = [entry.event for entry in self.referee.standing[-3:]]
        self.excused(f"{last} in place of {[step.events for step in self.pending]}")
        return False

    def is_all_true(self) -> bool:
        """Whether all that was booked by itself has happened, or comes to the same; some may be missing.

        What people answer may be wrong: what the referee books after it may not.
        """
        if any(
            self.played.alike(self.referee.state, step.truth) for step in self.played.steps[: self.at + 1]
        ):
            return True
        left = [event for step in self.played.steps[: self.at + 1] for event in step.events]
        for entry in (entry for entry in self.referee.standing if entry.by != "people"):
            found = next((event for event in left if _is_told_by(entry.event, event)), None)
            if found is None:
                self.excused(f"look {self.at}: {entry.event}")
                return False
            left.remove(found)
        return True

    def excused(self, wrong: str) -> None:
        """What is booked wrongly is no fault where the table is seen just as it would look after that."""
        look, truth = (self.played.game.look(one) for one in (self.referee.state, self.pending[-1].truth))
        names = {n for n in look.regions.keys() | truth.regions.keys() if look.of(n) != truth.of(n)}
        there = Look({name: look.of(name) for name in names})
        seen = () if self.seen is None else self.seen.sightings
        self.out.alike = bool(names) and there.fits(Scene(tuple(s for s in seen if s.region in names)))
        self.out.wrong = "" if self.out.alike else self.out.wrong or wrong

    def answered(self, reply: Reply) -> bool:
        assert isinstance(reply.verdict, Ask)
        self.out.log += (f"{reply.verdict.question} {str(reply.verdict.options)[:400]}",)
        options = [option for option in reply.verdict.options if self.is_true(option)]
        if not options:
            return self.told_all()
        # Two states may be alike to all who look at the table, and what was thrown may differ: people know it.
        happened = [tuple(e for step in self.pending[:n] for e in step.events) for n in self._lengths()]
        options.sort(key=lambda option: option not in happened)
        self.referee.answer(options[0], "people")
        return self.right()

    def _lengths(self) -> range:
        return range(len(self.pending) + 1)

    def is_true(self, option: tuple[Event, ...]) -> bool:
        """Whether just this has happened, or has by some step; nothing, where nothing has."""
        if not option:
            return not any(step.events for step in self.pending)
        state = self.referee.state
        for event in option:
            if isinstance(event, TookBack):
                return False
            state = self.played.game.after(state, event)
        return any(self.played.alike(state, step.truth) for step in self.pending)

    def told_all(self) -> bool:
        """People tell everything that has happened and is not in the book."""
        for step in self.pending:
            for event in step.events:
                reply = self.referee.tell(event, "people")
                if isinstance(reply.verdict, Refuse | Ask | Lost):
                    return False
        return self.right()

    def count(self, reply: Reply, booked: bool) -> None:
        says = booked or isinstance(reply.verdict, Ask | Refuse | Lost) or bool(reply.chores)
        differs = bool(reply.differences) and not isinstance(reply.turn, Over)
        behind = any(step.events for step in self.pending) and not self.is_as_booked()
        self.silent = self.silent + 1 if (differs or behind) and not says and not self.laying() else 0
        self.behind = self.behind + 1 if behind and not self.laying() else 0
        self.out.silent = max(self.out.silent, self.silent)
        self.out.behind = max(self.out.behind, self.behind)

    def is_as_booked(self) -> bool:
        """Whether nobody could tell by what is seen that more has happened than is in the book."""
        return self.seen is not None and self.played.game.look(self.referee.state).fits(self.seen)

    def laying(self) -> bool:
        state = self.referee.state
        return self.played.game.layout(state) is not None and len(self.referee.now().differences) > 2


def _is_told_by(booked: Event, happened: Event) -> bool:
    """Whether an entry says nothing but what has happened."""
    told = [name for name in booked.__struct_fields__ if getattr(booked, name) not in (None, "", ())]
    return type(booked) is type(happened) and all(
        getattr(booked, name) == getattr(happened, name) for name in told
    )


NOTHING = Hidden("", "card", None, 0, 0)


@cache
def asked_anyway(name: str, seed: int) -> frozenset[int]:
    """The steps of a script at which is asked though nothing is hidden."""
    return frozenset(Case(script(name, seed), NOTHING).run().asked)


def cases(
    name: str, count: int, first: int = 0, answers: str = "truth", unread: Sequence[bool] = (False,)
) -> Iterator[tuple[int, Outcome]]:
    """So many games, each with things in it that are not seen, or that cannot be read where they are `unread`.

    What is asked when nothing is hidden does not count.
    """
    for seed in range(first, first + count):
        played, rng = script(name, seed // 4), Random(seed * 7919 + 1)
        asked = asked_anyway(name, seed // 4)
        hidden, *more = (replace(drawn_hidden(played, rng), unread=each) for each in unread)
        outcome = Case(played, replace(hidden, also=tuple(more)), answers, asked).run()
        outcome.asked -= asked
        yield seed, outcome
