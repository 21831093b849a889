"""One game being played: takes what is seen or told, keeps the record, answers with a reply.

Rules kept: what one look or one touch books is written at once, all of it, and counts only if writing succeeds: when
it fails, nothing has happened. After `PATIENCE` still pictures that differ from the book something stands on the
screen. While something is known to lie unseen, nothing booked is reread without asking. The people at the table
outrank the referee.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from companion.game import Chore, Event, Game, Over, Seen, Setup, Turn, View, Violation
from companion.journal import Book, Entry, Reading, TookBack, header, opened, read_record, stop_words
from companion.judge import (
    BENEATH,
    ELSE,
    MOST_UNLAID,
    STAYS,
    Judgement,
    Known,
    beneath,
    holds_before,
    is_only_one,
    judge,
    lacking_words,
    likeliest_before,
    loses,
    missing,
)
from companion.language import _, marked
from companion.lawful import is_sound, led_to
from companion.sight import Look, Scene, Sighting, paired_off
from companion.weigh import (
    LOST_S,
    PATIENCE,
    SETTLE_S,
    Accept,
    Ask,
    Difference,
    Lost,
    Refuse,
    Same,
    Verdict,
    Wait,
)

S = TypeVar("S")


def said(game: Game[S], state: S, events: tuple[Event, ...]) -> str:
    """These events in words, one after the other, as if they happen now."""
    words = []
    for event in events:
        if isinstance(event, TookBack):
            words.append(_("The last one did not happen"))
            continue
        words.append(game.words(state, event))
        state = game.after(state, event)
    return "; ".join(words)


def told_apart(game: Game[S], state: S, asked: Ask) -> Ask:
    """The question without answers that read like a likelier one: nobody could choose between them."""
    answers = (*asked.answers, *("" for _ in asked.options[len(asked.answers) :]))
    kept: dict[str, tuple[tuple[Event, ...], str]] = {}
    for option, answer in zip(asked.options, answers, strict=True):
        kept.setdefault(answer or said(game, state, option), (option, answer))
    if len(kept) == len(asked.options):
        return asked
    options, words = zip(*kept.values(), strict=True)
    return replace(asked, options=options, answers=words if asked.answers else ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """Everything that screen, lights and terminal need after one signal."""

    verdict: Verdict
    booked: tuple[Entry, ...]  # the entries written by it
    turn: Turn
    view: View
    look: Look
    layout: Look | None
    chores: tuple[Chore, ...]
    differences: tuple[Difference, ...]  # where the last scene was not as it should be
    seq: int


MOST_NOTED = 4
NOTE = "seen-there"
"""Rule of a note: what should lie on the table is seen there."""


@dataclass(frozen=True, slots=True)
class TableMemory:
    """What the referee has seen of the table."""

    scene: Scene | None = None  # the last without a hand and with nothing covered
    reference: Scene | None = None  # at the last booking, first good look since, or chore seen done
    is_right: bool = False  # the reference agrees with the book
    tidied: frozenset[Chore] = frozenset()  # chores that were seen done
    earlier: Scene | None = None  # the last one that looked otherwise than `scene`
    opened: Scene | None = None  # since when a question stands open
    offered: tuple[tuple[Event, ...], ...] = ()  # the options of that question

    def before(self, scene: Scene) -> Scene | None:
        """The last scene that looked otherwise than this one."""
        last = self.scene
        return last if last is None or last.sightings != scene.sightings else self.earlier


@dataclass(frozen=True, slots=True, kw_only=True)
class Watchfulness:
    """What is known of the pictures so far."""

    puzzled: int = 0  # still pictures in a row that were not understood
    last: Scene | None = None  # the last still picture
    differ: Mapping[str, int] = field(default_factory=dict)  # by region, how many pictures it has been wrong
    unseen: frozenset[str] = frozenset()  # where something lies that is not seen
    hushed: frozenset[str] = frozenset()  # regions of which the people know
    quiet: int = 0  # still pictures in a row on which nothing was said
    asked: bool = False  # a question, refusal or long puzzle stands open, or it faded not understood
    trusted: frozenset[str] = frozenset()  # where an answer of the people has not shown yet
    lost: frozenset[str] = frozenset()  # unseen unique pieces until seen again, even under others
    stood: bool = False  # a still picture after the booked one has agreed with the book

    def is_new(self, scene: Scene) -> bool:
        """Whether this is another still picture, not the same one held longer."""
        last = self.last
        return last is None or scene.sightings != last.sightings or scene.still_for <= last.still_for

    def shown(self, scene: Scene) -> "Watchfulness":
        """With one more still scene without a hand: puzzling until it has been understood."""
        new = self.is_new(scene)
        differ = {name: count + new for name, count in self.differ.items()}
        return replace(self, puzzled=self.puzzled + new, last=scene, differ=differ, quiet=self.quiet + new)

    @property
    def puzzled_by(self) -> frozenset[str]:
        """Regions that differed from the book in the picture before this one, unless they were understood."""
        return frozenset(self.differ) - self.unseen if self.puzzled > 1 else frozenset()

    def after(self, judged: Judgement) -> "Watchfulness":
        """Takes in the judgement of a scene: regions that agree again count as seen, supposed things as unseen."""
        names = frozenset(each.region for each in judged.differences)
        asks = isinstance(judged.verdict, Ask | Refuse | Lost)
        unseen = names & (self.unseen if asks else self.unseen | judged.unseen)
        # While people lay out the table, much may be missing.
        much = judged.laying and len(names) > MOST_UNLAID
        is_quiet = not asks and judged.verdict != BENEATH
        accepted = isinstance(judged.verdict, Accept)
        known = accepted or much or (is_quiet and names <= unseen)
        # A puzzle that went away without an explanation leaves a doubt (`faded`).
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
            stood=self.stood or (self.puzzled > 0 and not names),
            asked=not accepted
            and (asks or faded or bool(names and self.asked) or (self.puzzled > PATIENCE and not known)),
        )
        said = asks or accepted or judged.chores
        if much or said or not names or watched.notes(judged.differences, ()):
            return watched
        return replace(watched, quiet=self.quiet)

    def told(self, differences: Iterable[Difference]) -> "Watchfulness":
        """After a booking: regions that now agree with the book no longer count as differing."""
        left = {each.region for each in differences}
        differ = {name: count for name, count in self.differ.items() if name in left}
        return replace(self, differ=differ, stood=False, asked=self.asked and not left <= self.unseen)

    def missed(self, names: Iterable[str]) -> "Watchfulness":
        """The people say that the unseen things of these regions lie there."""
        return replace(self, unseen=self.unseen.union(names), trusted=self.trusted.union(names), puzzled=0)

    def losing(self, look: Look, scene: Scene) -> "Watchfulness":
        """With the pieces lost by now, and the regions where they lie by the book, covered ones too."""
        gone = missing(look, scene)
        things = (thing for name in self.unseen for thing in gone.get(name, ()))
        lost = self.lost.union(thing.label or "" for thing in things if is_only_one(thing))
        lost -= {one.label for one in scene.sightings if one.kind == "pawn"}
        pieces = (
            (name, thing) for name, lying in look.regions.items() for thing in lying if is_only_one(thing)
        )
        return replace(
            self, lost=lost, unseen=self.unseen.union(name for name, one in pieces if one.label in lost)
        )

    def notes(self, differences: Iterable[Difference], noted: Iterable[str]) -> tuple[Chore, ...]:
        """What to check: each region that has differed for too long and is not `noted` otherwise."""
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
    """Still pictures in a row that differ from the book with no event, question, refusal or chore on the screen."""

    pictures: int = 0  # in the present stretch
    stretches: int = 0  # how often there were more than PATIENCE

    def after(self, reply: Reply) -> "Silence":
        """What the reply to another still picture adds; while people lay out the table, much may be missing."""
        said = reply.booked or reply.chores or not isinstance(reply.verdict, Same | Wait)
        laying = reply.layout is not None and len(reply.differences) > MOST_UNLAID
        if not reply.differences or said or laying or isinstance(reply.turn, Over):
            return replace(self, pictures=0)
        pictures = self.pictures + 1
        return Silence(pictures, self.stretches + (pictures == PATIENCE + 1))


def second_thoughts(
    book: Book[S], scene: Scene, watched: Watchfulness, *, done: bool, lifted_only: bool = False
) -> Accept | Ask | None:
    """Whether the last thing seen was something else after all, or has been put back.

    A piece slid on, a card changed before letting go: the better reading is booked. It is asked about where the table
    `stood` as booked since, or where fewer things lie by it: something may be unseen. A table that looks as it did
    before the last event is an offer to take that back, for the people to confirm. Where things are only missing
    (`lifted_only`) somebody may have lifted one for what comes next: that says nothing of the past. An event that
    only took something away is reread without asking.
    """
    kept = book.standing
    if not kept or kept[-1].by != "camera" or kept[-1].corrects is not None:
        return None
    last, before = kept[-1], book.states[-2]
    if book.game.reveals(before, last.event) or book.game.layout(before) is not None:
        return None
    known = Known(unseen=watched.unseen, plain=True)
    verdict: Verdict = judge(book.game, before, scene, known, done=done).verdict
    may_differ = not lifted_only and not watched.unseen
    if may_differ and isinstance(verdict, Accept) and verdict.events[0] != last.event:
        instead = led_to(book.game, before, verdict.events)
        gone = instead is not None and loses(book.game.look(book.state), book.game.look(instead))
        may_err = not last.event.vanishing and (watched.stood or gone)
        return Ask(((), (TookBack(),)), "", (_(ELSE),)) if may_err else verdict
    return Ask(((TookBack(),),)) if isinstance(verdict, Same) else None


Write = Callable[[tuple[str, ...]], None]
"""Writes the lines of one verdict, all of them or none; what it raises goes up to whoever told or showed."""
TAKEN_BACK = Wait(marked("Taken back: put it back on the table too. If it counts after all, press Done."))
"""The table still shows what the people took back: it is not booked again by itself."""
OUT_OF_DATE = Wait(marked("That question is out of date."))


class Referee(Generic[S]):
    """A referee for one game. `lines`: the record so far of a game to resume; a new game writes its own head.

    Raises JournalFault for a record that cannot be read, ValueError for one that breaks a rule.
    """

    def __init__(
        self, game: Game[S], setup: Setup, write: Write, lines: Iterable[str] = (), app: str = ""
    ) -> None:
        self.game, self.setup, self._write = game, setup, write
        held, entries = tuple(lines), tuple[Entry, ...]()
        if held:
            record = read_record(held, {game.id: game})
            self.setup, entries = record.setup, record.entries
        self.book: Book[S] = opened(game, self.setup, entries)
        self._judged: Judgement | None = None
        self.memory = TableMemory()
        self._waved: frozenset[str] = frozenset()
        self._checked: tuple[int, tuple[Sighting, ...]] | None = None
        self._watched = Watchfulness()
        self._struck: tuple[Event, ...] = ()
        self._before_told: tuple[S, ...] = ()
        self._unlaid = False
        self._open: tuple[int, tuple[tuple[Event, ...], ...]] = (0, ())
        if not held:
            write((header(game, setup, app),))

    @property
    def state(self) -> S:
        return self.book.state

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All that was ever booked, in order."""
        return self.book.entries

    @property
    def standing(self) -> list[Entry]:
        return self.book.standing

    def see(self, scene: Scene, *, done: bool = False) -> Reply:
        """Take in what the camera shows; `done`: somebody says that the table is ready to be judged now."""
        with self._all_or_nothing():
            is_still = not scene.hand and (done or scene.still_for >= SETTLE_S)
            if is_still:
                # Where the table stays as it was when people said something, they have not laid it yet.
                held = self._unlaid or not self._watched.is_new(scene)
                earlier = self._before_told if held and not self.memory.is_right else ()
                if not any(holds_before(self.game, state, (), scene) for state in earlier):
                    self._before_told = ()
                self._unlaid = bool(self._before_told)
                self._watched = self._watched.shown(scene)
            judged = self._weighed(scene, done=done)
            if is_still:
                match judged.verdict:
                    case Ask(options, "") if len(options) > 1 and all(options) and not judged.unseen:
                        # One of them has happened for sure, and all of it was seen.
                        self._open = (len(self.entries), options)
                self._watched = self._watched.after(judged).losing(self.game.look(self.state), scene)
            if isinstance(judged.verdict, Same) and not scene.covered:
                self._struck = ()
            seen = judged.verdict.events if isinstance(judged.verdict, Accept) else ()
            # What was just taken back still lies there: it does not happen again by itself.
            if not done and any(event in self._struck for event in seen):
                marked = {each.region for each in judged.differences}
                left = tuple(chore for chore in judged.chores if chore.region not in marked)
                self.memory = replace(self.memory, scene=scene)
                self._judged = replace(judged, verdict=TAKEN_BACK, chores=left)
                return self._reply(TAKEN_BACK)
            self._remember(judged, scene)
            if isinstance(judged.verdict, Accept):
                return self._accepted(judged, judged.verdict, scene, done=done)
            return self._not_accepted(judged, scene, done=done)

    def _remember(self, judged: Judgement, scene: Scene) -> None:
        """Keeps what was seen: the chores done by now, and the table where it agrees with the book."""
        fresh = frozenset(judged.tidied) - self.memory.tidied
        self.memory = replace(self.memory, tidied=self.memory.tidied | fresh)
        if scene.hand or scene.covered:
            return
        before, opened, offered = self.memory.before(scene), self.memory.opened, self.memory.offered
        # The scene at which a question was opened tells later whether an event answers it.
        if not self._watched.asked:
            opened = None
        elif opened is None and isinstance(judged.verdict, Ask):
            opened, offered = scene, judged.verdict.options
        elif opened is None and isinstance(judged.verdict, Same):
            opened, offered = before, ()
        self.memory = replace(self.memory, scene=scene, earlier=before, opened=opened, offered=offered)
        if judged.verdict == Same() and not judged.differences and (fresh or not self.memory.is_right):
            self.memory = replace(self.memory, reference=scene, is_right=True)

    def _accepted(self, judged: Judgement, verdict: Accept, scene: Scene, *, done: bool) -> Reply:
        """Books what was seen, unless fewer events explain it in place of the last entry.

        An event that only took something away is easily misread: a piece taken off before its captor came looks like
        that. Where something lies unseen it may be either: then the people are asked.
        """
        kept = self.standing
        if kept and kept[-1].event.vanishing:
            instead = second_thoughts(self.book, scene, self._watched, done=done)
            if isinstance(instead, Ask) and self._watched.unseen:
                asked = Ask((verdict.events, (TookBack(),)))
                self._judged = replace(judged, verdict=asked)
                return self._reply(asked)
            if isinstance(instead, Accept) and len(instead.events) <= len(verdict.events):
                return self._booked_anew(instead)
        return self._booked(verdict, [Entry(0, "camera", event) for event in verdict.events])

    def _booked_anew(self, verdict: Accept) -> Reply:
        events = (Entry(0, "camera", event) for event in verdict.events)
        return self._booked(verdict, [Entry(0, "camera", TookBack()), *events])

    def _not_accepted(self, judged: Judgement, scene: Scene, *, done: bool) -> Reply:
        """A refusal, a loss or a wait may come of a misread last entry; else it is said as it is."""
        verdict = judged.verdict
        if isinstance(verdict, Refuse | Lost) or (isinstance(verdict, Wait) and judged.differences):
            lifted = not any(paired_off(each.wanted, each.seen)[1] for each in judged.differences)
            second = second_thoughts(self.book, scene, self._watched, done=done, lifted_only=lifted)
            if isinstance(second, Accept):
                return self._booked_anew(second)
            if isinstance(second, Ask):
                judged = replace(judged, verdict=second)
        if isinstance(refused := judged.verdict, Refuse):
            judged = replace(judged, verdict=Refuse(refused.event, self.book.dated(refused.violation)))
        self._judged = judged
        checked = (len(self.entries), scene.sightings)
        if isinstance(judged.verdict, Same) and not (scene.hand or scene.covered or self._checked == checked):
            self._checked = checked
            # Complete one of the last entries by what the table tells of it by now.
            known = self.book.told_by_table(Seen(scene.by_region(), frozenset()))
            if known is not None:
                return self._booked(Same(), [known])
        return self._reply(judged.verdict)

    def _weighed(self, scene: Scene, *, done: bool) -> Judgement:
        watched = self._watched
        known = Known(
            waved=self._waved,
            tidied=self.memory.tidied,
            before=self.memory.reference,
            unseen=watched.unseen,
            puzzled=watched.puzzled,
            puzzled_by=watched.puzzled_by,
            unlaid=self._unlaid,
        )
        judged = judge(self.game, self.state, scene, known, done=done)
        told = self._told_since(judged.verdict, scene, known, done=done)
        if told is not None:
            return replace(judged, verdict=told)
        # First come events whose way the picture before shows; last those that undo what people said.
        earlier, asked = self.memory.before(scene), judged.verdict
        if isinstance(asked, Ask) and not asked.question and not asked.answers:
            options = asked.options
            if earlier and watched.puzzled_by:
                options = likeliest_before(self.game, self.state, options, earlier, watched.puzzled_by)
            options = tuple(sorted(options, key=lambda option: self._unsays(option[:1])))
            stays = all(map(self._unsays, options))
            return replace(judged, verdict=Ask(((), *options), "", (_(STAYS),)) if stays else Ask(options))
        # What builds on a doubt is asked about, not booked.
        if isinstance(asked, Accept) and self._rests_on_doubt(events := asked.events, scene):
            was_else = earlier is not None and bool(watched.puzzled_by) and not self._held(events, earlier)
            if was_else or self._is_beside_question(events):
                return replace(judged, verdict=Ask(((), events), "", (_(ELSE),)))
            return replace(judged, verdict=Ask((events,)))
        return judged

    def _unsays(self, events: tuple[Event, ...]) -> bool:
        """Whether these events undo what people said last, which the table has not shown yet."""
        after = led_to(self.game, self.state, events)
        if after is None or self.memory.is_right or not self.standing or self.standing[-1].by == "camera":
            return False
        before, now, then = map(self.game.look, (self.book.states[-2], self.state, after))
        told = now.unlike(before)
        return bool(told) and told.isdisjoint(then.unlike(before))

    def _told_since(self, verdict: Verdict, scene: Scene, known: Known, *, done: bool) -> Accept | Ask | None:
        """The reply of the table itself to an open question: the option from which play goes on."""
        seq, options = self._open
        if seq != len(self.entries) or scene.hand or scene.covered or isinstance(verdict, Same):
            return None
        others = verdict.options if isinstance(verdict, Ask) else ()
        if isinstance(verdict, Ask) and (verdict.answers or {*others} <= {*options}):
            return None
        fits = list[tuple[Event, ...]]()
        for option in options:
            state = led_to(self.game, self.state, option)
            if state is None:
                continue
            since = judge(self.game, state, scene, Known(unseen=known.unseen, plain=True), done=done)
            events = since.verdict.events if isinstance(since.verdict, Accept) else ()
            if events or (isinstance(since.verdict, Same) and not since.differences):
                fits.append((*option, *events))
        if not fits:
            return None
        if isinstance(verdict, Accept):
            others = (verdict.events,)
        if others:
            # Going on from an option of the open question is likelier than leaving it unanswered.
            fits = list(dict.fromkeys((*fits, *others)))
            return None if len(fits) == 1 else Ask(tuple(fits))
        return Accept(fits[0]) if len(fits) == 1 and fits[0] in options else Ask(tuple(fits))

    def _rests_on_doubt(self, events: tuple[Event, ...], scene: Scene) -> bool:
        """Whether these events build on something that is not known for sure.

        While a question stands open: several events at once, or a vague one. Besides: any that are beside the
        question; a change where an answer has not shown yet; a thing that cannot be read, while anything is open or
        the picture before was not understood.
        """
        watched = self._watched
        if (watched.asked and (len(events) > 1 or events[0].vague)) or self._is_beside_question(events):
            return True
        after = led_to(self.game, self.state, events)
        if after is None or not (watched.asked or watched.trusted or watched.unseen or watched.puzzled_by):
            return False
        changed = self.game.look(self.state).unlike(self.game.look(after))
        return bool(changed & watched.trusted) or any(
            one.is_unread and one.region in changed for one in scene.sightings
        )

    def _is_beside_question(self, events: tuple[Event, ...]) -> bool:
        """Whether a question stands open that these events do not answer, and its picture contradicts them."""
        opened, options = self.memory.opened, self.memory.offered
        if opened is None or not self._watched.asked:
            return False
        return all(option[: len(events)] != events for option in options) and not self._held(events, opened)

    def _held(self, events: tuple[Event, ...], scene: Scene) -> bool:
        return holds_before(self.game, self.state, events, scene)

    def tell(
        self, event: Event, by: str, asked_at: int | None = None, waive: str | Collection[str] = ()
    ) -> Reply:
        """Takes in what somebody says happened. `waive`: rules that the table sets aside for it, on the record.

        Any other rule that it breaks refuses it; bookkeeping cannot be set aside (rule `bookkeeping`).

        `asked_at`: `seq` of the reply that asked; an answer to an older question is dropped (Wait). A lawful event
        that changes nothing, as one that the referee has done by itself, is Same and leaves no entry.
        """
        if asked_at is not None and asked_at != len(self.entries):
            return self._reply(OUT_OF_DATE)
        if isinstance(event, TookBack):
            return self.take_back(by, frozenset(event.agreed))
        aside = {waive} if isinstance(waive, str) else {*waive}
        waived: tuple[str, ...] = ()
        for violation in self.game.violations(self.state, event):
            if violation.rule not in aside:
                caught_up = self._caught_up(event, by) if not waived else None
                return caught_up or self._reply(Refuse(event, self.book.dated(violation), waived))
            waived = (*waived, *({violation.rule} - {*waived}))
        after = self.game.after(self.state, event)
        if waived and not is_sound(self.game, self.setup, self.state, after):
            return self._reply(Refuse(event, Violation("bookkeeping"), waived))
        if after == self.state:
            return self._reply(Same())
        return self._booked(Accept((event,)), [Entry(0, by, event, waived)])

    def _caught_up(self, event: Event, by: str) -> Reply | None:
        """The reply to something told that breaks a rule only because something before it was not seen.

        Where all that is seen lies as it should, the table counts as laid out; where one event explains it, that
        counts as played. Where it takes several, or a vague one, the people are asked.
        """
        scene = self.memory.scene
        if scene is None or scene.hand:
            return None
        judged = self._weighed(scene, done=True)
        if not isinstance(judged.verdict, Ask):
            return None
        options = judged.verdict.options
        ways = ((option, led_to(self.game, self.state, (*option, event))) for option in options if option)
        fair = tuple(option for option, after in ways if after is not None)
        if not fair:
            return None
        laying = self.game.layout(self.state) is not None
        if len(fair) == 1 and (laying or len(fair[0]) == 1) and not fair[0][0].vague:
            seen = [Entry(0, "camera", earlier) for earlier in fair[0]]
            with self._all_or_nothing():
                self._watched = self._watched.missed(judged.unseen)
                return self._booked(Accept((*fair[0], event)), [*seen, Entry(0, by, event)])
        told = tuple((*option, event) for option in fair)
        nothing = dict(zip(options, judged.verdict.answers, strict=False)).get((), _(STAYS))
        answers = (*("" for _option in told), nothing)
        self._judged = replace(judged, verdict=Ask((*told, ()), judged.verdict.question, answers))
        return self._reply(self._judged.verdict)

    def answer(self, events: tuple[Event, ...], by: str, asked_at: int | None = None) -> Reply:
        """Takes in the picked option of a question; of several events those that change nothing are left out.

        An option without events says that nothing has happened.
        """
        if len(events) == 1:
            if not isinstance(events[0], TookBack) and led_to(self.game, self.state, events) is not None:
                self._lies_unseen(self.game.after(self.state, events[0]))
            return self.tell(events[0], by, asked_at)
        if asked_at is not None and asked_at != len(self.entries):
            return self._reply(OUT_OF_DATE)
        state = self.state
        happened: tuple[Event, ...] = ()
        for event in events:
            violation = self.game.violation(state, event)
            if violation is not None:
                return self._reply(Refuse(event, self.book.dated(violation)))
            after = self.game.after(state, event)
            if after != state:
                state, happened = after, (*happened, event)
        if not happened:
            return self._nothing() if not events else self._reply(Same())
        with self._all_or_nothing():
            self._lies_unseen(state)
            return self._booked(Accept(happened), [Entry(0, by, event) for event in happened])

    def _lies_unseen(self, state: S) -> None:
        """The people answer that the game is in this state: its unseen things lie where they should."""
        scene = self.memory.scene
        if scene is not None and self._judged is not None and isinstance(self._judged.verdict, Ask):
            self._watched = self._watched.missed(missing(self.game.look(state), scene))

    def _nothing(self) -> Reply:
        """The people say that nothing has happened: the table stands as seen last, with what is missing.

        Or that something not asked about has happened: then nobody can follow (Lost).
        """
        asked = None if self._judged is None else self._judged.verdict
        if self._judged is not None and isinstance(asked, Ask) and _(ELSE) in asked.answers:
            return self._reply(Lost(self._judged.differences))
        self.memory = replace(self.memory, reference=self.memory.scene, is_right=True, opened=None)
        self._lies_unseen(self.state)
        self._waved |= beneath(self.game.look(self.state), self.memory.scene or Scene()).keys()
        self._watched = replace(self._watched, asked=False)
        if self._judged is not None:
            self._judged = replace(self._judged, verdict=Same())
        return self._reply(Same())

    def take_back(self, by: str, agreed: frozenset[int] = frozenset()) -> Reply:
        """Strike out the last entry that counts.

        One that showed or settled something needs the agreement of every seat (rule `undo-agreed`). A table that
        still shows it does not book it again, unless somebody says "done".
        """
        kept = self.standing
        took = TookBack(tuple(sorted(agreed)))
        if not kept:
            return self._reply(Refuse(took, Violation("undo-nothing")))
        everybody = frozenset(range(self.setup.seats))
        if self.game.reveals(self.book.states[-2], kept[-1].event) and not everybody <= agreed:
            words = self.game.words(self.book.states[-2], kept[-1].event)
            return self._reply(Refuse(took, Violation("undo-agreed", words)))
        struck = (*self._struck, kept[-1].event)
        reply = self._booked(Accept((took,)), [Entry(0, by, took)])
        self._struck = struck
        return reply

    def readings(self, region: str) -> tuple[Reading, ...]:
        return self.book.readings(region)

    def correct(self, reading: Reading, by: str) -> Reply:
        """Corrects what was believed; refused where later entries cannot follow, naming the first of them."""
        if reading.seq is None:
            return self.tell(reading.event, by)
        stop = self.book.stop_if_corrected(reading.seq, reading.event)
        if stop is not None:
            return self._reply(Refuse(reading.event, Violation(stop.rule, stop_words(stop))))
        entry = Entry(0, by, reading.event, corrects=reading.seq)
        return self._booked(Accept((reading.event,)), [entry])

    def dismiss_chore(self, region: str) -> Reply:
        """The people say that nothing is left to tidy in a region."""
        self._waved |= {region}
        self._watched = replace(self._watched, hushed=self._watched.hushed | {region})
        if self._judged is not None:
            left = tuple(chore for chore in self._judged.chores if chore.region != region)
            self._judged = replace(self._judged, chores=left)
        return self.now()

    def now(self) -> Reply:
        """The reply for the game as it stands."""
        return self._reply(Same() if self._judged is None else self._judged.verdict)

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Anything raised within restores the referee: its values are replaced, never changed in place."""
        before = vars(self).copy()
        try:
            yield
        except BaseException:
            vars(self).update(before)
            raise

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Everything that is booked within is one write, made at the end."""
        write, lines = self._write, list[str]()
        with self._all_or_nothing():
            self._write = lines.extend
            yield
            self._write = write
            if lines:
                write(tuple(lines))

    def _booked(self, verdict: Verdict, drafts: list[Entry]) -> Reply:
        """Lets the entries count and writes them, all at once. The write comes last, so that nothing is written that
        cannot be shown; what it raises goes up, and nothing has happened.
        """
        with self._all_or_nothing():
            first, last = len(self.entries), drafts[-1]
            says = last.by != "camera" and not isinstance(last.event, TookBack)
            self._before_told = (*self._before_told, self.state) if says else ()
            for seq, draft in enumerate(drafts, start=first):
                self.book = self.book.entered(replace(draft, seq=seq))
            written = self.entries[first:]
            self._waved, self._struck = frozenset(), ()
            scene = self.memory.scene
            if scene is None:
                self._judged, self.memory = None, TableMemory()
            else:
                self._watched = self._watched.losing(self.game.look(self.state), scene)
                known = Known(unseen=self._watched.unseen, plain=True)
                judged = judge(self.game, self.state, scene, known, done=True)
                self.memory = TableMemory(
                    scene, scene, is_right=not judged.differences, tidied=frozenset(judged.tidied)
                )
                self._watched = self._watched.told(judged.differences)
                self._judged = replace(judged, verdict=Same())
            reply = self._reply(verdict, written)
            self._write(tuple(entry.line() for entry in written))
        return reply

    def _reply(self, verdict: Verdict, booked: tuple[Entry, ...] = ()) -> Reply:
        game, state = self.game, self.state
        if isinstance(verdict, Ask):
            verdict = told_apart(game, state, verdict)
        judged = self._judged
        due = self.book.fresh_chores() if judged is None else judged.chores
        chores = tuple(chore for chore in due if chore.region not in self._waved)
        if judged is not None and not isinstance(verdict, Ask | Refuse) and verdict != TAKEN_BACK:
            chores = (*chores, *self._watched.notes(judged.differences, [chore.region for chore in due]))
        return Reply(
            verdict=verdict,
            booked=booked,
            turn=game.turn(state),
            view=game.view(state, None),
            look=game.look(state),
            layout=game.layout(state),
            chores=chores,
            differences=() if judged is None else judged.differences,
            seq=len(self.entries),
        )
