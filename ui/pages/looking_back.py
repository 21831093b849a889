"""One game in retrospect, on the table or kept: its record, and the pages of steps, turns and luck."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import Any

from companion.game import COIN, DICE, Event, Game, Over, Seat, Seats, Setup
from companion.journal import Entry, TookBack
from companion.language import number
from companion.language import percent as share
from companion.luck import Luck, luck
from companion.search import EACH, STRONG, Chosen, Line
from ui.box.eyes import own_decks
from ui.box.opening import faces_of
from ui.faces.face import face_of
from ui.opponents.thinker import Thinker
from ui.pages.agreement import piece_colours
from ui.pages.thinking import percent, what_it_lacks
from ui.present import models
from ui.present.models import Button, Chip, Played, Said, StepModel, back_button, choice, home_button, page_of
from ui.present.touches import Goto, do
from ui.present.walk import PointKind, TurningPoint, Walk, board_at
from ui.words import _, several

CLEARLY = 0.15  # minimum loss of worth (0 to 1) that counts as a missed chance
LEAST = 60  # minimum play-outs of each before two moves are compared
assert LEAST <= EACH
MOST = 40
"""Maximum number of decisions examined, spread over the game."""
SECONDS_EACH = 1.5
"""Seconds per entry in automatic replay."""
EARLIER = 3  # earlier entries listed below the one shown
MOST_SAID = 3  # maximum entries told per turn; the board shows the rest
ICONS: dict[PointKind, str] = {
    "contest": "trophy", "first": "cards", "lead": "flag", "great": "arrows", "mended": "pen",
}  # fmt: skip


def missed_by(played: Event, weighed: Chosen) -> tuple[Line, Line] | None:
    """The better line and the played one as far as its seat decided it; None if that is not clear."""
    if len(weighed.lines) != 2:
        return None
    best, worse = weighed.lines
    clear = best.worth - worse.worth >= CLEARLY and min(best.plays, worse.plays) >= LEAST
    return (best, worse) if clear and best.events[0] != played else None


class MissedSearch:
    """Searches a finished game for missed chances: `people`'s decisions, judged by what each seat knew."""

    def __init__(self, walk: Walk, people: frozenset[Seat], thinker: Thinker | None = None) -> None:
        self._walk, self._people = walk, people
        self.face = face_of(walk.game)
        self._thinker = thinker or Thinker()
        self._places: list[int] | None = None
        self.found: dict[int, tuple[Line, Line]] = {}  # by place: the better line, the played one
        self.done = self.left = 0  # decisions examined, and those that cannot be judged
        self.running = self._troubled = False

    @property
    def all(self) -> int:
        return len(self._places or ())

    @property
    def key(self) -> Button | None:
        """The key to begin, continue or stop the search; None once it is complete."""
        begun = self._places is not None
        if self.running:
            return Button(_("Stop"), do(self.stop), "plain", "pause")
        if begun and self.done >= self.all and not self._troubled:
            return None
        return Button(_("Go on") if begun else _("Let the coach look"), do(self.go_on), "main", "play")

    def keys(self, open_place: Callable[[int], None]) -> tuple[Button, ...]:
        """The missed chances in the order of the game; `open_place` shows one on the board."""
        keys, walk = [], self._walk
        for place, (best, played) in sorted(self.found.items()):
            line = walk.lines[place - 1]
            when = _("Turn {number}").format(number=walk.turn_at(place))
            better = _("Better: {words} ({better} instead of {played})").format(
                words=self.face.advice(walk.states[place - 1], best.events[0]),
                better=percent(best.worth),
                played=percent(played.worth),
            )
            touch, seat = do(open_place, place), line.entry.event.seat
            keys.append(Button(line.words, touch, "plain", "info", f"{when} · {better}", seat))
        return tuple(keys)

    @property
    def body(self) -> str:
        if self._troubled:
            return _("The coach cannot think just now.")
        said = [several("{n} decision looked at.", "{n} decisions looked at.", self.done)]
        if self._places is None:
            said = [_("The coach goes through what people decided. It looks for what was clearly better.")]
        elif self.running or self.done < self.all:
            said = [_("{n} of {all} decisions looked at.").format(n=self.done, all=self.all)]
        elif self.found:
            said.append(_("Percent: how well the player stands by the box’s reckoning."))
        elif self.done:
            said.append(_("Nothing clearly better was found."))
        if self.left:
            left = several(
                "{n} was left out: nobody told the box the cards that it hangs on.",
                "{n} were left out: nobody told the box the cards that they hang on.",
                self.left,
            )
            said.append(left)
        return " ".join(said)

    def go_on(self) -> None:
        if self._places is None:
            # The places after people's decisions in turns, and the number of those that hang on untold cards.
            judged, walk = list[int](), self._walk
            for place in chain.from_iterable(range(turn.first, turn.last + 1) for turn in walk.turns):
                line, state = walk.lines[place - 1], walk.states[place - 1]
                event, turn = line.entry.event, walk.game.turn(state)
                never = line.struck or line.entry.corrects is not None or line.entry.waived
                if never or isinstance(event, (TookBack, *self.face.aimed)) or not isinstance(turn, Seats):
                    continue
                if event.seat not in self._people & turn.seats or walk.game.layout(state) is not None:
                    continue
                own = (one for one in walk.game.candidates(state, None) if one.seat == event.seat)
                if all(one == event for one in own):
                    continue
                if what_it_lacks(walk.game, walk.setup, state, event.seat)[0]:
                    self.left += 1
                else:
                    judged.append(place)
            self._places = spread(judged, MOST)
        self.running, self._troubled = True, False

    def stop(self) -> None:
        """Stops the search and its process; results stay."""
        self._thinker.forget()
        self.running = False
        self._thinker.close()

    def tick(self) -> bool:
        if not self.running or self._places is None:
            return False
        before, walk = self.done, self._walk
        if self._thinker.is_thinking:
            thought = self._thinker.answered()
            if thought is None:
                return False
            self._troubled = bool(thought.fault)
            if thought.fault:
                self.stop()
                return True
            if thought.chosen is not None:
                # A missed chance counts if it is clear and its words differ from the played one's.
                place, words = self._places[self.done], self.face.advice
                state = walk.states[place - 1]
                decided = walk.game.decided(state, walk.lines[place - 1].entry.event)
                found = missed_by(decided, thought.chosen)
                better = decided if found is None else found[0].events[0]
                alike = isinstance(better, self.face.aimed) or words(state, better) == words(state, decided)
                if found is not None and not alike:
                    self.found[place] = found
            self.done += 1
        if self.done == self.all:
            self.stop()
            return True
        place = self._places[self.done]
        event, state = walk.lines[place - 1].entry.event, walk.states[place - 1]
        assert event.seat is not None
        self._thinker.ask(walk.game, walk.setup, state, event.seat, STRONG, place, played=event)
        return self.done != before


def spread(places: list[int], most: int) -> list[int]:
    """At most `most` of these places, spread evenly."""
    count = min(len(places), most)
    return [places[n * len(places) // count] for n in range(count)]


@dataclass(eq=False)
class LookedBack:
    """One game; `at`: number of entries before the board shown last."""

    game: Game[Any]
    setup: Setup
    entries: Sequence[Entry]
    kept: Played | None = None  # the journal's entry; None for an unrecorded game
    stamps: tuple[str, ...] = ()  # time of each line of the record (ISO 8601)
    pictures: Mapping[int, Path] = field(default_factory=dict)  # by entry
    coached: frozenset[Seat] = frozenset()  # the people's seats if all agreed to a coach

    def __post_init__(self) -> None:
        self.at = len(self.entries)

    @cached_property
    def walk(self) -> Walk:
        return Walk.of(self.game, self.setup, self.entries)

    @cached_property
    def missed(self) -> MissedSearch | None:
        """The search for missed chances: only after the end, and if all people agreed to a coach."""
        return MissedSearch(self.walk, self.coached) if self.coached and self.walk.over is not None else None


class BackPage(models.Page):
    """A page about one past game, in the looks of its cards and pieces."""

    def __init__(self, looked: LookedBack) -> None:
        self.looked = looked
        game, setup = looked.game, looked.setup
        self.faces = faces_of(own_decks(game, setup))
        self.worn = piece_colours(game, setup.seats, lambda option: setup.option(option.name, option.default))

    def open_place(self, place: int) -> None:
        """Shows the board after an entry, from a page that lists entries."""
        self.looked.at, self.then = place, Goto("replay")


class ReplayPage(BackPage):
    """The game step by step. `clock`: monotonic seconds."""

    name = "replay"

    def __init__(self, looked: LookedBack, clock: Callable[[], float]) -> None:
        super().__init__(looked)
        self._clock = clock
        self._next: float | None = None

    @property
    def playing(self) -> bool:
        return self._next is not None

    def model(self) -> StepModel:
        """The last entry, what was due then, and the entries before it, the newest first."""
        walk, at, last = self.looked.walk, self.looked.at, self.looked.walk.last
        line, contest, aside = walk.lines[at - 1] if at else None, walk.contest(at), walk.aside(at)
        turn, own = walk.game.turn(walk.states[at]), face_of(walk.game).still(walk, at)
        active = turn.winners if isinstance(turn, Over) else turn.seats if isinstance(turn, Seats) else ()
        rows: list[models.PageRow] = [
            tuple(Chip(seat, name, seat in active) for seat, name in enumerate(walk.names))
        ]
        if line is None:
            rows.append(Said(_("The game begins."), "title"))
        else:
            rows.append(Said(line.words, "title", line.entry.event.seat))
            rows += [Said(line.note, "note")] if line.note else []
        if contest is not None and contest.sides and all(side.score for side in contest.sides):
            rows.append(contest)
        rows.append(walk.view(at).headline)
        # The entries before it explain the board after a jump.
        earlier = walk.lines[max(0, at - 1 - EARLIER) : max(0, at - 1)]
        rows += [Said(one.words, "small") for one in reversed(earlier)]
        for seat, (name, has) in enumerate(zip(walk.names, aside, strict=False)):
            rows += [Said(name, "heading", seat), *(Said(words, "small") for words in has)] if has else []
        steps = (
            Button("", do(self.show, 0), "plain", "to-start", enabled=at > 0),
            Button("", do(self.show, max(0, at - 1)), "plain", "step-back", enabled=at > 0),
            Button("", do(self.play_on), "main", "pause" if self.playing else "play", enabled=last > 0),
            Button("", do(self.show, min(last, at + 1)), "plain", "step-on", enabled=at < last),
            Button("", do(self.show, last), "plain", "to-end", enabled=at < last),
        )
        return StepModel(
            f"{_(walk.game.name)} · {_('{n} of {all}').format(n=at, all=last)}",
            rows=tuple(rows),
            board=board_at(walk, at) if own is None else own,
            bar=models.Bar(at, last, self.show, steps, tuple(point.place for point in walk.turning_points)),
        )

    def tick(self) -> bool:
        if self._next is None or self._clock() < self._next:
            return False
        self.looked.at += 1
        self._next = self._clock() + SECONDS_EACH if self.looked.at < self.looked.walk.last else None
        return True

    def show(self, place: int) -> None:
        self._next, self.looked.at = None, max(0, min(place, self.looked.walk.last))

    def play_on(self) -> None:
        if self.playing:
            self._next = None
            return
        if self.looked.at == self.looked.walk.last:
            self.looked.at = 0
        self._next = self._clock() + SECONDS_EACH


class TimelinePage(BackPage):
    """Lists with a tab each; every line leads to its board."""

    name = "timeline"

    def __init__(self, looked: LookedBack) -> None:
        super().__init__(looked)
        self._tab, self._page = "points", 0
        self.parts = () if looked.missed is None else (looked.missed,)

    def model(self) -> StepModel:
        walk, missed, tab = self.looked.walk, self.looked.missed, self._tab
        named = [("points", _("Turning points")), ("turns", _("Every turn"))]
        named += [] if missed is None else [("missed", _("What did I miss?"))]
        tool: Button | None = Button(_("Every entry"), Goto("history"), "plain", "list")
        if tab == "missed" and missed is not None:
            keys, body, tool = missed.keys(self.open_place), missed.body, missed.key
        elif tab == "turns":
            # The seat of each turn and its first event.
            turns = []
            for number, taken in enumerate(walk.turns, 1):
                said = [line.words for line in walk.lines[taken.first - 1 : taken.last] if not line.struck]
                more = " · ".join(said[:MOST_SAID] + (["…"] if len(said) > MOST_SAID else []))
                words = _("Turn {number}: {name}").format(number=number, name=walk.names[taken.seat])
                touch = do(self.open_place, taken.last)
                turns.append(Button(words, touch, "plain", "", more, taken.seat))
            turn = partial(do, self.show, tab)
            keys = page_of(turns, self._page, turn, _("Earlier turns"), _("Later turns"))
            body = "" if keys else _("No turn has been played yet.")
        else:
            keys, tab = tuple(map(self._point, walk.turning_points)), "points"
            nothing = _(
                "Nothing has turned this game yet. Fights, captures and changes of the lead are shown here."
            )
            body = "" if keys else nothing
        tabs = tuple(choice(words, do(self.show, each), each == tab) for each, words in named)
        tools = (*(() if tool is None else (tool,)), back_button(), home_button())
        return StepModel(_("Timeline"), body=(body,) if body else (), tabs=tabs, keys=keys, tools=tools)

    def _point(self, point: TurningPoint) -> Button:
        """A turning point: event, turn, and the kept picture."""
        walk, touch = self.looked.walk, do(self.open_place, point.place)
        line, turn = walk.lines[point.place - 1], walk.turn_at(point.place)
        contest = walk.contest(point.place)
        when = _("Before the first turn") if turn is None else _("Turn {number}").format(number=turn)
        words, more, seat = line.words, line.note, point.seat
        if point.kind == "lead" and point.seat is not None:
            words, more = _("{name} is ahead").format(name=walk.names[point.seat]), line.words
        elif contest is not None:
            words, more = contest.words, contest.more
            seat = seat if contest.winner is None else contest.sides[contest.winner].seat
        detail = " · ".join(part for part in (when, more) if part)
        photo = str(self.looked.pictures.get(line.entry.seq, ""))
        return Button(words, touch, "plain", ICONS[point.kind], detail, seat, photo=photo)

    def show(self, tab: str, page: int = 0) -> None:
        """Shows a tab: `points` (turning points), a page of all `turns`, or `missed` chances."""
        self._tab, self._page = tab, page

    def tick(self) -> bool:
        return self.looked.missed is not None and self.looked.missed.tick()

    def left(self) -> None:
        if self.looked.missed is not None:
            self.looked.missed.stop()


class LuckPage(BackPage):
    """The random outcomes, and everybody's progress turn by turn."""

    name = "luck"

    def __init__(self, looked: LookedBack) -> None:
        super().__init__(looked)
        self._tab = 0

    def model(self) -> StepModel:
        """The random outcomes, if any, then a line chart for each number of the game."""
        walk = self.looked.walk
        fell = charts(walk)
        parts: list[tuple[str, models.PageRow]] = [(plot.words, plot) for plot in plots(walk)]
        if fell or not parts:
            parts.insert(0, (_("Luck"), fell))
        at, body = min(self._tab, len(parts) - 1), list[str]()
        tabs = tuple(choice(words, do(self.show, n), n == at) for n, (words, _part) in enumerate(parts))
        shown = parts[at][1]
        if shown == ():
            body.append(_("Nothing was thrown. Dice, coins and discs that are thrown are shown here."))
        if shown == fell and walk.over is None:
            body.append(_("When the game is over, this shows how far everybody has come."))
        said, tabs = (" ".join(body),) if body else (), tabs if len(tabs) > 1 else ()
        return StepModel(_("How it went"), body=said, tabs=tabs, rows=(shown,))

    def show(self, tab: int) -> None:
        self._tab = tab


def charts(walk: Walk) -> tuple[models.Chart, ...]:
    """For each kind of throw a chart per seat, and one of all if there are several."""
    throws, found = tuple(walk.throws()), []
    of_seats = [(one, name) for seat, name in enumerate(walk.names) for one in luck(throws, seat)]
    for everybody in luck(throws):
        own = [_chart(one, name) for one, name in of_seats if one.kind == everybody.kind]
        found += own
        if len(own) > 1:
            found.append(_chart(everybody, _("All together")))
    return tuple(found)


def _chart(one: Luck, name: str) -> models.Chart:
    bars = tuple(replace(bar, face=_(bar.face)) for bar in one.bars)
    return models.Chart(name, _(one.kind), bars, luck_lines(one), one.seat, one.kind == DICE)


def luck_lines(one: Luck) -> tuple[str, ...]:
    """Number of throws, their mean against the expected one, and whether that was luck."""
    count = several("{n} throw", "{n} throws", one.throws)
    first = one.bars[0].face
    if first.isdecimal():
        words = _("Mean {mean}, expected {expected}")
        mean = words.format(mean=number(one.mean, 2), expected=number(one.expected, 2))
    else:
        words = _("{share} {face}, expected {expected}")
        mean = words.format(share=share(one.mean), face=_(first), expected=share(one.expected))
    if not one.enough:
        words = _("Too few throws to say anything: at least {needed} are needed.")
        return (count, mean, words.format(needed=one.needed))
    verdict = {"lucky": _("Lucky"), "even": _("As expected"), "unlucky": _("Unlucky")}[one.verdict]
    return (count, mean) if one.kind == COIN else (count, mean, verdict)


def plots(walk: Walk) -> tuple[models.Plot, ...]:
    """Each number that the game has per seat, before the first turn and after each."""
    taken = walk.turns
    if not taken:
        return ()
    places = (taken[0].first - 1, *(turn.last for turn in taken))
    rows = [walk.measures(place) for place in places]
    found = []
    for n, measure in enumerate(rows[0]):
        values = tuple(tuple(row[n].values[seat] for row in rows) for seat in range(walk.setup.seats))
        found.append(models.Plot(measure.words, _("Turns"), walk.names, values))
    return tuple(found)
