"""A game that plays itself with no window: events picked at random, laid on the simulated table, seen by the eye.

Nothing is told that a camera can see: what is booked, the whole pipeline has seen.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.game import Chance, Event, Game, Over, Setup
from companion.referee import Referee, Reply, said
from companion.sight import Look, Scene
from companion.weigh import Accept, Ask, Lost, Refuse, Same, Verdict, Wait
from ui.box.eyes import game_decks
from ui.box.opening import LIVE_SETTLE_S, simulated_game
from ui.demo.deeds import Deeds, DemoFault, Hands, deeds_of
from ui.line.shapes import rule_words
from ui.records.beginning import app_version
from ui.records.recount import sentence
from vision.eye import Eye
from vision.painted.tabletop import TableTop

FRAME_SECONDS = 0.25
"""In a headless demo time passes only with pictures, so it runs as fast as the machine can see."""
_PATIENCE_FRAMES = 12
_LAID_TIMES = 3


@dataclass(slots=True)
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass(slots=True)
class Demo:
    """One game played on a simulated table and seen through an eye, with no window and no wall clock."""

    referee: Referee[Any]
    hands: Hands
    eye: Eye
    clock: Clock
    chance: Random
    pictures: int = 0
    told: int = 0
    asked: int = 0
    laid_anew: int = 0
    told_unseen: list[Event] = field(default_factory=list)
    questions: list[tuple[Event, ...]] = field(default_factory=list)
    scene: Scene = field(default_factory=Scene)
    deeds: Deeds = field(init=False)

    @classmethod
    def at_simulated_table(cls, game: Game[Any], setup: Setup, seed: int) -> "Demo":
        """One that is not begun yet: referee, eye, hands and the table that they share."""
        clock, chance = Clock(), Random(seed)
        referee = Referee(game, setup, lambda _line: None, app=app_version())
        table, decks = simulated_game(referee, game_decks(game, setup, painted=True), clock)
        eye = Eye(game.table(setup), decks, settle_s=LIVE_SETTLE_S)
        return cls(referee, Hands(table, decks, chance), eye, clock, chance)

    def __post_init__(self) -> None:
        self.deeds = deeds_of(self.referee.game, self.hands, self.chance)
        self.deeds.tell_eye(self.eye, self.referee.state)

    def play(self, most: int | None = None) -> Iterator[str]:
        """Plays to the end, or `most` entries: a line for whatever the referee books. Raises DemoFault."""
        if self.hands.table.tabletop.things:
            self._see_tidied()
        while not isinstance(self.referee.now().turn, Over):
            if most is not None and len(self.referee.entries) >= most:
                return
            yield from self._one()

    def following(self) -> tuple[Event, ...]:
        """What happens next: what chance decides, else whatever somebody picks at random. Raises DemoFault."""
        game, state = self.referee.game, self.referee.state
        turn = game.turn(state)
        if not isinstance(turn, Chance):
            return self.deeds.following(state)
        if turn.what == "lot":
            return (game.chance_event(state, (self.chance.choice(turn.seats),)),)
        sides: tuple[int | str, ...] = (1, 2, 3, 4, 5, 6) if turn.what == "dice" else ("heads", "tails")
        return (game.chance_event(state, tuple(self.chance.choice(sides) for _ in turn.seats)),)

    def _one(self) -> Iterator[str]:
        """The next event, by the box where chance is awaited, else laid on the table, or told if it cannot be seen."""
        game, state = self.referee.game, self.referee.state
        if (screened := self.deeds.screened(state)) is not None:
            # What lies there is laid and read; nothing of it is judged. Raises DemoFault.
            look, read = screened
            if self._lay(look) or not self.scene.sightings:
                for _ in range(_PATIENCE_FRAMES):
                    self._look()
            yield from self._lines(self.referee.answer((read(self.scene),), "touch"))
            return
        by_chance = isinstance(game.turn(state), Chance)
        asked = self.asked
        events = self.following()
        if not by_chance and self.deeds.is_shown(state, events):
            reply = self._laid(events)
        else:
            by_panel = by_chance or self.deeds.is_said_at_panel(events[0])
            reply = self.referee.answer(events, "panel" if by_panel else "touch")
            self.told += 0 if by_panel else len(events)
        yield from self._lines(reply, " (asked)" if self.asked > asked else "")
        if any(self.deeds.moves_unseen(entry.event) for entry in reply.booked):
            self.deeds.tell_eye(self.eye, self.referee.state)
            self._look()
        if self._lay(game.look(self.referee.state)) or reply.chores:
            self._see_tidied()

    def _see_tidied(self) -> None:
        """The table is looked at until it is seen that everything is tidied: then it may be untidied anew.

        An eye that never saw the table bare of hands would not know the next one.
        """
        for _ in range(_PATIENCE_FRAMES):
            reply = self._look()
            if isinstance(reply.verdict, Same) and not reply.chores:
                return

    def _laid(self, events: tuple[Event, ...]) -> Reply:
        """Lays the table as the events leave it and waits until the referee has seen that. Raises DemoFault.

        Cards that were not made out are laid once more, each a little differently, as people do who are refused.
        """
        game, state, before = self.referee.game, self.referee.state, self.hands.table.tabletop
        reply = self.referee.now()
        for time in range(_LAID_TIMES):
            if time:
                self.hands.table.put(before)
                self.laid_anew += 1
            self._take(self.deeds.steps(state, events))
            for _ in range(_PATIENCE_FRAMES):
                reply = self._look()
                option = self.deeds.meant(state, reply, events)
                if option is not None:
                    self.asked += 1
                    self.questions.append(option)
                    return self.referee.answer(option, "touch", reply.seq)
                if reply.booked and self.deeds.is_wrong(state, events, self.referee.state):
                    booked = said(game, state, tuple(entry.event for entry in reply.booked))
                    raise DemoFault(f"meant: {said(game, state, events)}; the referee booked: {booked}")
                if reply.booked:
                    return reply
            unseen = game.sample is not None and isinstance(reply.verdict, Same)
            unnamed = game.determinize is not None and isinstance(reply.verdict, Ask)
            if events[-1].turned is not None or unseen or unnamed:
                # A card that lies beneath another, and that the camera cannot read, its owner tells; and so does
                # whoever took a card that could have lain uppermost before, or is asked for other things than what
                # was done.
                self.told += len(events)
                self.told_unseen += events
                self.asked += unnamed
                return self.referee.answer(events, "touch")
        for _ in range(24):
            # What the referee cannot follow at all it asks the people to tell, in time.
            reply = self._look()
            if isinstance(reply.verdict, Lost):
                self.told += len(events)
                self.asked += 1
                return self.referee.answer(events, "touch")
        raise DemoFault(
            f"meant: {said(game, state, events)}; the referee {_made(game, state, reply.verdict)}"
        )

    def _lay(self, look: Look) -> bool:
        """Lays the table so; whether anything had to move."""
        steps = self.hands.steps(look, 0)
        self._take(steps)
        return bool(steps)

    def _take(self, steps: Sequence[TableTop]) -> None:
        """Puts the table so, step by step, and looks at each in which a hand is over it."""
        for step in steps:
            self.hands.table.put(step)
            if step.hand is not None:
                self._look()

    def _look(self) -> Reply:
        self.clock.now += FRAME_SECONDS
        frame = self.hands.table.newest()
        self.pictures += 1
        if frame is None:
            return self.referee.now()
        reading = self.eye.read(frame)
        self.scene = reading.scene
        if self.deeds.screened(self.referee.state) is not None:
            return self.referee.now()
        return self.referee.see(reading.scene) if reading.mat.found else self.referee.now()

    def _lines(self, reply: Reply, more: str = "") -> Iterator[str]:
        game, setup = self.referee.game, self.referee.setup
        for entry in reply.booked:
            yield sentence(game, setup, self.referee.entries, entry.seq) + more


def _made(game: Game[Any], state: Any, verdict: Verdict) -> str:
    """What the referee made of the table, in words."""
    match verdict:
        case Ask(options):
            return "asks: " + "; or: ".join(said(game, state, option) for option in options)
        case Refuse(event, breach):
            return f"refuses: {said(game, state, (event,))}: {rule_words(game, breach.rule)}"
        case Wait(why):
            return f"waits: {why}"
        case Accept(events):
            return f"understood: {said(game, state, events)}"
        case Lost(differences):
            return "cannot follow: " + ", ".join(difference.region for difference in differences)
        case _:
            return "sees no change"
