"""Every face of the app in a game of its own making: for screenshots, and for the tests of the screens.

What the referee is shown is what a perfect eye would see; nothing of a screen is made up here.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from companion.game import Chance, Event, Game, Over, legal
from companion.games import all_games
from companion.judge import Ask
from companion.referee import Referee
from companion.sight import Look, Scene
from hardware.lamps import RUN_SECONDS
from hardware.panel import NoPanel
from hardware.pins import default_pins
from hardware.said import Said
from tests.situations.brought import brought_situations
from tests.situations.cards import card_situations
from tests.situations.enrolling import WITH_EYES as ENROLLING
from tests.situations.enrolling import enrol_situations
from tests.situations.guided import guided_situations
from tests.situations.looked_back import looked_back_situations
from tests.situations.moments import awaits, moves, plays
from tests.situations.past import past_situations
from tests.situations.secret import secret_situations
from tests.situations.tribes import tribe_situations
from tests.situations.zones import zones_situations
from tests.situations.zong import zong_situations
from ui.box.camera import Observed
from ui.box.eyes import own_decks
from ui.box.opening import Opened, faces_of, open_table, sources
from ui.box.session import Session
from ui.box.throws import Chances
from ui.faces.registry import face_of
from ui.journal.store import Book, open_store
from ui.owned.settings import Person, SettingsKept
from ui.pages.agreement import Agreement
from ui.pages.agreement_touches import EditName, SetFacts, ShowPage
from ui.pages.desk import Desk
from ui.pages.packing import REST
from ui.pages.pins_page import PinsPage
from ui.present.desk_touches import Goto, MakeBundle, Start
from ui.present.rule_touches import OpenRules, SearchRules, ShowRule
from ui.present.settings_touches import ForgetPerson
from ui.present.table_touches import AgreeBack, OpenMenu, OpenTelling, PressButton, SwitchPicture, TouchSquare
from ui.present.touches import Touch, Typed
from ui.records.beginning import USUAL
from ui.selftest.touches import LaidThere, NextThing, SomethingElse
from ui.watching import perfect_eye
from ui.words import _

SEED = 5
NAMES = ("Ann", "Ben")
WITH_EYES = frozenset(
    {
        "check",
        "picture",
        "simulated",
        "simulated-laying",
        "cards-simulated",
    }
    | ENROLLING
    | {"selftest-seen", "selftest-which", "selftest-report"}
    | {"zong-map-picture", "zong-map-near", "zong-map-check", "zong-vote-picture"}
)
"""Situations for which a picture is painted and read: slower than the others."""
_OF_GAMES = (
    secret_situations,
    card_situations,
    zong_situations,
    zones_situations,
    brought_situations,
    guided_situations,
)


def situations(folder: Path, game: Game[Any] | None = None) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation; journals go into `folder`."""
    maker = _Maker(folder, game or all_games()[USUAL])
    return {
        "home": maker.home,
        "home-resume": maker.home_resume,
        "seats": maker.seats,
        "options": maker.options,
        "typing": maker.typing,
        "laying": maker.laying,
        "dice-lot": lambda: maker.until(lambda r: awaits(r, "lot")),
        "play": lambda: maker.until(moves, 12),
        "chores": maker.chores,
        "dice": lambda: maker.until(lambda r: awaits(r, "dice")),
        "dice-one": maker.dice_one,
        "ask": maker.ask,
        "refuse": maker.refuse,
        "lost": maker.lost,
        "square": maker.square,
        "dispute": maker.dispute,
        "agree": maker.agree,
        "menu": lambda: maker.then(maker.until(plays, 12), OpenMenu()),
        "telling": lambda: maker.then(maker.until(plays, 12), OpenTelling()),
        "trouble": maker.trouble,
        "over": lambda: maker.until(lambda r: isinstance(r.now().turn, Over), 40),
        "history": lambda: maker.then(maker.until(plays, 90), Goto("history")),
        **past_situations(maker),
        **looked_back_situations(maker),
        "check": maker.check,
        "eye": lambda: maker.then(maker.desk(), Goto("eye")),
        "packed": maker.packed,
        "rules": lambda: maker.then(maker.desk(), OpenRules("")),
        "rules-subject": lambda: maker.rules("", "za-23-underdog", ""),
        "rules-found": lambda: maker.rules("penny"),
        "rules-one": lambda: maker.rules("", "za-23-underdog"),
        "language": lambda: maker.then(maker.desk(), Goto("language")),
        "settings": lambda: maker.then(maker.desk(), Goto("settings")),
        "people": maker.people,
        "pins": maker.pins,
        "who": maker.who,
        **enrol_situations(maker),
        "selftest": lambda: maker.selftest(0),
        "selftest-seen": lambda: maker.selftest(3),
        "selftest-which": lambda: maker.then(maker.selftest(3), SomethingElse()),
        "selftest-report": lambda: maker.selftest(99),
        **tribe_situations(maker.desk),
        "picture": maker.picture,
        "simulated-laying": maker.simulated_laying,
        "simulated": maker.simulated,
        **{name: made for of in _OF_GAMES for name, made in of(folder, _Maker).items()},
    }


class _Maker:
    def __init__(self, folder: Path, game: Game[Any]) -> None:
        self.folder, self.game = folder, game
        self.count = 0
        self.ahead = 0.0
        self.guided = False

    def desk(self, opener: Any = None) -> Desk:
        self.count += 1
        while (journal := self.folder / f"box{self.count}" / "journal.db").exists():
            self.count += 1
        journal.parent.mkdir(parents=True, exist_ok=True)  # what is deleted lies beside a journal
        store = open_store(journal, lambda: "2026-03-01T19:30:00.000+00:00")
        agreement = Agreement((self.game,), sources, "simulated")
        settings = SettingsKept(self.folder / f"settings{self.count}.json")
        settings.change(language="en", learnt=() if self.guided else (self.game.id,))
        desk = Desk(
            store, opener or self.plain, agreement, when=lambda stamp: stamp[11:16], settings=settings
        )
        agreement.take(EditName(0))
        agreement.take(Typed(NAMES[0]))
        agreement.take(EditName(1))
        agreement.take(Typed(NAMES[1]))
        return desk

    def plain(self, referee: Referee[Any], book: Book | None, _source: str) -> Opened:
        """A session that is shown scenes by hand."""
        chance = Random(SEED)
        throws = Chances(
            lambda: chance.randint(1, 6), lambda: "heads", lambda seats: chance.choice(list(seats))
        )
        session: Session[Any] = Session(
            referee, book=book, chances=throws, clock=lambda: time.monotonic() + self.ahead
        )
        faces = faces_of(own_decks(referee.game, referee.setup))
        return Opened(session, None, None, (), faces, book=book, chance=Random(SEED))

    def home(self) -> Desk:
        return self.desk()

    def home_resume(self) -> Desk:
        return self.then(self.until(plays, 14), Goto("home"))

    def seats(self) -> Desk:
        return self.then(self.desk(), Goto("seats"))

    def who(self) -> Desk:
        desk = self.desk()
        known = (("Ann", "boarix"), ("Ben", "warus"), ("Carla", "monkus"), ("Dora", ""))
        desk.settings.remember(*(Person(name=name, tribe=tribe) for name, tribe in known))
        return self.then(desk, Goto("seats"), ShowPage("who:0"))

    def rules(self, word: str, *shown: str) -> Desk:
        """The rule book, with a word searched for, and rules shown one after the other."""
        desk = self.then(self.desk(), OpenRules(self.game.id, *shown[:1]))
        if word:
            self.then(desk, SearchRules(), Typed(word))
        return self.then(desk, *map(ShowRule, shown[1:]))

    def pins(self) -> Desk:
        """A box without pins, whatever this machine has."""
        desk = self.desk()
        page = PinsPage(
            default_pins(), lambda _pins, _post: NoPanel(Said("no pins: this is no Raspberry Pi"))
        )
        page.name = "pins"
        desk._stack.show(page)
        return desk

    def people(self) -> Desk:
        desk = self.desk()
        desk.settings.remember(Person(name="Ann", tribe="boarix"), Person(name="Ben"), Person(name="Carla"))
        return self.then(desk, Goto("people"), ForgetPerson("Ben"))

    def options(self) -> Desk:
        return self.then(self.seats(), ShowPage("options"))

    def typing(self) -> Desk:
        return self.then(self.seats(), EditName(0))

    def started(self) -> Desk:
        desk = self.seats()
        if desk.agreement.asked_first:
            desk.send(SetFacts(face_of(self.game).usual_facts))
        return self.then(desk, Start())

    def laying(self) -> Desk:
        """One army laid out but for a card, the other begun, one card the wrong way up."""
        desk = self.started()
        layout = desk.session.reply.layout
        assert layout is not None
        regions = dict(layout.regions)
        own = [name for name, lying in regions.items() if lying and lying[0].seat == 0]
        far = [name for name, lying in regions.items() if lying and lying[0].seat == 1]
        for name in (own[3], *far[4:]):
            del regions[name]
        shown = perfect_eye.scene(Look(regions))
        wrong = tuple(replace(s, face="up", label=None) if s.region == far[1] else s for s in shown.sightings)
        self.show(desk, replace(shown, sightings=wrong))
        return desk

    def until(self, wanted: Callable[[Referee[Any]], bool], least: int = 0, tidy: bool = True) -> Desk:
        """A game played on at random until something is so, each event seen or told."""
        desk, chance = self.started(), Random(SEED)
        session = desk.session
        while not wanted(session.referee) or len(session.referee.entries) < least:
            event = self.any_event(session.referee, chance)
            if event is None:
                break
            session.tell(event, by="camera" if not event.told else "panel")
            if tidy:
                self.show(desk, perfect_eye.scene(session.reply.look))
        return desk

    def any_event(self, referee: Referee[Any], chance: Random) -> Event | None:
        state = referee.state
        turn = self.game.turn(state)
        if isinstance(turn, Over):
            return None
        if isinstance(turn, Chance):
            values = (
                tuple(chance.randint(1, 6) for _ in turn.seats) if turn.what == "dice" else (turn.seats[0],)
            )
            return self.game.chance_event(state, values)
        events = [event for event in legal(self.game, state) if not event.told]
        return chance.choice(events) if events else next(iter(legal(self.game, state)), None)

    def then(self, desk: Desk, *actions: Touch) -> Desk:
        for action in actions:
            desk.send(action)
        return desk

    def show(self, desk: Desk, scene: Scene, done: bool = False) -> None:
        import numpy as np

        from vision.light.fitness import Light
        from vision.mat.mat import Mat
        from vision.reading import Reading
        from vision.sources.frames import Frame

        frame = Frame(np.zeros((2, 2, 3), np.uint8), 0.0, 0)
        desk.session.inbox.post_reading(Observed(frame, Reading(scene, Mat(True), Light(True))))
        desk.tick()
        if done:
            desk.session.press("done")

    def chores(self) -> Desk:
        return self.until(lambda r: len(r.now().chores) > 1 and plays(r), 7, tidy=False)

    def dice_one(self) -> Desk:
        desk = self.until(lambda r: awaits(r, "dice"))
        self.then(desk, PressButton("seat0"))
        self.ahead += RUN_SECONDS
        return desk

    def ask(self) -> Desk:
        """A card that could not be read has been moved: which of two lawful events was it?"""
        desk = self.until(plays, 12)
        session = desk.session
        events = [event for event in legal(self.game, session.referee.state) if not event.told][:3]
        session.reply = replace(session.reply, verdict=Ask(tuple((event,) for event in events)))
        return desk

    def refuse(self) -> Desk:
        """An unlawful move, seen."""
        desk = self.until(moves, 12)
        session, game = desk.session, self.game
        state = session.referee.state
        before = session.reply.look
        squares = [region.name for region in game.table(session.referee.setup).regions]
        free = [name for name in squares if not before.of(name)]
        movers = {e.start for e in legal(game, state) if e.start is not None}
        for start in sorted(movers):
            for to in free:
                lying = dict(before.regions)
                lying[to] = lying.pop(start)
                self.show(desk, replace(perfect_eye.scene(Look(lying)), still_for=1.0))
                if type(session.reply.verdict).__name__ == "Refuse":
                    return desk
        return desk

    def lost(self) -> Desk:
        """Two cards too many moved at once."""
        desk = self.until(plays, 12)
        look = desk.session.reply.look
        table = desk.session.referee.game.table(desk.session.referee.setup)
        cards = [name for name, lying in look.regions.items() if len(lying) == 2]
        free = [region.name for region in table.regions if not look.of(region.name)]
        lying = dict(look.regions)
        lying[free[0]], lying[free[-1]] = lying.pop(cards[0]), lying.pop(cards[-1])
        self.show(desk, replace(perfect_eye.scene(Look(lying)), still_for=9.0), done=True)
        return desk

    def square(self) -> Desk:
        desk = self.until(plays, 12)
        cards = [name for name, lying in desk.session.reply.look.regions.items() if len(lying) > 1]
        return self.then(desk, TouchSquare(cards[0]))

    def dispute(self) -> Desk:
        return self.then(self.until(plays, 12), PressButton("dispute"))

    def agree(self) -> Desk:
        desk = self.until(lambda r: r.entries != () and hasattr(r.entries[-1].event, "dice"))
        return self.then(desk, PressButton("back"), AgreeBack(1))

    def trouble(self) -> Desk:
        from vision.light.fitness import Light
        from vision.mat.mat import Mat
        from vision.reading import Reading

        desk = self.until(plays, 12)
        why = "The corner tags near left and near right cannot be seen: uncover them."
        desk.session.reading = Reading(Scene(), Mat(False, why), Light(True))

        desk.session._camera = _Silent()  # type: ignore[assignment]
        return desk

    def painted(self) -> Desk:
        desk = self.desk(open_table)
        return self.then(desk, Goto("seats"), Start())

    def _look_once(self, desk: Desk) -> None:
        """A few painted pictures, read by the eye, without the camera's thread."""
        opened = desk.opened
        assert opened is not None
        camera = opened.session._camera
        assert camera is not None
        camera.close()
        for _picture in range(3):
            while not camera.look():
                time.sleep(0.02)
            desk.tick()

    def packed(self) -> Desk:
        desk = self.until(plays, 12)
        desk.packing._run = lambda _write: None
        desk = self.then(desk, MakeBundle())
        file = "/home/ann/.local/share/zo-companion/bundles/zo-support-2026-03-01.zip"
        desk.packing._written.append((_("The support bundle is written."), file))
        for _frame in range(REST + 1):
            desk.packing.tick()
        return desk

    def selftest(self, things: int) -> Desk:
        """A self-test on the simulated table, so many things laid and read; 99 = to the end."""
        from ui.pages.stepping import begin_selftest

        desk = self.desk()
        ticks = iter(range(100_000))
        setup = desk.agreement.draft.setup()
        step = begin_selftest(self.game, setup, "simulated", lambda: next(ticks) * 0.3, SEED)
        step.name = "selftest"
        desk._stack.show(step)
        step.onlooker.step()
        for number in range(min(things, len(step.course.planned))):
            step.take(LaidThere())
            while not step.onlooker.step() or not step.tick():
                continue
            if number + 1 < things:
                step.take(NextThing())
        return desk

    def check(self) -> Desk:
        desk = self.simulated()
        self.then(desk, Goto("check"))
        camera = desk.session._camera
        assert camera is not None
        until = time.monotonic() + 20.0
        while time.monotonic() < until:
            found = desk.calibration
            if found is not None and all(verdict.ok is not None for verdict in found.verdicts):
                break
            camera.look()
            desk.tick()
            time.sleep(0.05)
        return desk

    def picture(self) -> Desk:
        return self.then(self.simulated(), SwitchPicture())

    def simulated_laying(self) -> Desk:
        from numpy.random import default_rng

        from vision.painted.laying import tabletop_from_look

        desk = self.painted()
        opened = desk.opened
        assert opened is not None and opened.simulated is not None
        layout = opened.session.reply.layout
        assert layout is not None
        some = dict(list(layout.regions.items())[:9])
        table, decks = opened.simulated.table, opened.decks
        opened.simulated.put(tabletop_from_look(Look(some), table, default_rng(SEED), decks))
        self._look_once(desk)
        return desk

    def simulated(self) -> Desk:
        from numpy.random import default_rng

        from vision.painted.laying import tabletop_from_look

        played = self.until(plays, 16)
        lines = [entry.event for entry in played.session.referee.entries]
        desk = self.painted()
        opened = desk.opened
        assert opened is not None and opened.simulated is not None
        for event in lines:
            opened.session.tell(event)
        table, decks = opened.simulated.table, opened.decks
        look = opened.session.reply.look
        opened.simulated.put(tabletop_from_look(look, table, default_rng(SEED), decks))
        self._look_once(desk)
        return desk


class _Silent:
    """A camera that has no trouble of its own."""

    trouble = None

    def close(self) -> None:
        """There is nothing to let go of."""
