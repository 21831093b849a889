"""The touchscreen app: one window, one page at a time, and a tick once a frame that drains the session.

Only this thread touches session, journal and widgets; cameras and slow work hand over results.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from operator import attrgetter
from time import strftime
from typing import Any

from kivy.app import App
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.game import Chance, Over, Seats
from companion.language import ENGLISH, speak, spoken
from hardware.machine import Backlight, Watchdog, find_backlight, is_pi
from hardware.panel import Panel, owners_panel
from hardware.updates import LONG_ENOUGH_SECONDS, went_well
from ui.art.pictures import picture
from ui.box.eyes import own_decks
from ui.box.opening import faces_of
from ui.box.sweeping import only_when_asked, release, settle, sweep, tidy, trim
from ui.faces.face import face_of
from ui.languages import language
from ui.owned.settings import Settings
from ui.pages.desk import Desk
from ui.pages.played_table import CLOSE, MENU, press
from ui.pages.tableside import Tableside
from ui.places import pins_file
from ui.present.models import TableModel
from ui.present.touches import GameTouch, Goto, PageBack, Quit, Touch
from ui.screens.steps import ScreenPage, StepScreen
from ui.screens.table import TableScreen
from ui.secrecy import not_to_be_seen
from ui.sound.speaker import Instant, Speaker, listen, news, sayings
from ui.touch.focus import Focus, Way
from ui.widgets import theme
from ui.widgets.boxes import paint_ground
from ui.widgets.camera_view import CameraView
from ui.widgets.keys import SoundKey
from ui.widgets.panel import Pill
from ui.widgets.pictures import Faces
from ui.widgets.simulated_table import SimulatedStage
from ui.widgets.text import Fitted
from ui.widgets.theme import TITLE, colour_of, u
from ui.widgets.typing_pad import TypingPad
from ui.words import _
from vision.printed.marks import BLACK

F11 = 292
ENTER = (13, 271)
BACKSPACE, TAB, ESCAPE = 8, 9, 27
FIRST_DIGIT = 49
ARROWS: dict[int, Way] = {273: "up", 274: "down", 275: "right", 276: "left"}
ASKING = frozenset((
    "menu", "telling", "square", "confirm", "dispute", "ask",
    "refuse", "lost", "agree", "over", "pick", "deck",
))  # fmt: skip
"""Faces of the table with keys to choose from, where no seat's own button is awaited."""
BOUNCE_SECONDS = 0.15
ALONE = frozenset({"private", "muster", "half"})
"""Faces of the table for one seat alone."""
SWEEP_SECONDS = 1.0
"""Seconds after the rebuild of a screen until its old widgets (reference cycles) are freed."""


LOOKS = attrgetter("language", "theme", "text", "still", "left_handed", "turned")
"""The settings that affect drawing; a change of others redraws nothing."""
CHECK_OF_PINS = Goto("pins")
"""The page that holds the pins itself."""


class CompanionApp(App):
    """The app. `desk` decides what is shown; `each_tick` is an extra action, as for a demo.

    `panel`: the buttons while no game is on the table.
    """

    title = "Zo Companion"
    icon = str(picture("emblem"))

    def __init__(
        self,
        desk: Desk,
        each_tick: Callable[["CompanionApp"], None] | None = None,
        panel: "PagesPanel | None" = None,
        **more: Any,
    ) -> None:
        super().__init__(**more)
        self._panel = panel or PagesPanel()
        self.desk = desk
        self.faces = Faces()
        self._each_tick = each_tick
        self._page: ScreenPage | None = None
        self._pages: dict[str, ScreenPage] = {}
        # Camera pictures: at the table, in its check, and on step pages.
        self._table_view, self._check_view, self._step_view = CameraView(), CameraView(), CameraView()
        self._stage: SimulatedStage | None = None
        self._sweep = Clock.create_trigger(sweep, SWEEP_SECONDS)
        self._stale = True
        self._followed: object = None
        self._sent: tuple[Touch | None, float] = (None, 0.0)
        self.hearing = Hearing(Speaker())
        self._told: str | None = None
        self._happened: tuple[object, ...] = ()
        self._watchdog = Watchdog()

    def build(self) -> FloatLayout:
        self._follow_settings()
        theme.fit(*Window.size)
        self.root_box = FloatLayout(size=Window.size)
        self._rest = Rest(self.root_box, find_backlight(), Clock.get_time())
        self.focus = Focus(self.root_box)
        Window.bind(on_key_down=self._on_key, on_touch_down=self._stir, size=self._on_resize)
        self.refresh()
        self._ticking = Clock.schedule_interval(self._tick, 0)
        # Returns memory that the eye and the screens have freed.
        self._trimming = Clock.schedule_interval(trim, 5.0)
        return self.root_box

    def on_start(self) -> None:
        Clock.schedule_once(went_well, LONG_ENOUGH_SECONDS)
        settle()
        only_when_asked()

    def open_settings(self, *_about: object) -> bool:
        """Blocks Kivy's own settings (F1), which are not for players."""
        return True

    def leave(self) -> None:
        """Stops ticking, sweeping and listening; the desk stays as it is."""
        self._ticking.cancel()
        self._trimming.cancel()
        self._sweep.cancel()
        Window.unbind(on_key_down=self._on_key, on_touch_down=self._stir, size=self._on_resize)

    def on_stop(self) -> None:
        release()
        self.leave()
        self.hearing.speaker.hush()
        self._panel.let_go()
        self.desk.end()

    def send(self, touch: Touch) -> None:
        """Does a touch and shows its effect at once. An immediate repetition is a bounce."""
        (before, at), now = self._sent, Clock.get_time()
        if touch == before and now - at < BOUNCE_SECONDS:
            return
        self._sent = (touch, now)
        if touch == CHECK_OF_PINS:
            self._panel.let_go()
        if isinstance(touch, GameTouch):
            # Opening decks, camera and eye takes seconds.
            with busy(self.root_box, _("One moment: the table is being opened …")):
                self.desk.send(touch)
                settle()
        else:
            self.desk.send(touch)
        self._stale = True
        self.refresh()

    def refresh(self) -> None:
        desk = self.desk
        if desk.quitting:
            self.stop()
            return
        if LOOKS(desk.settings.now) != self._followed:
            self._follow_settings()
        # Card pictures: those of the game on the table, else all brought or enrolled ones.
        folders = desk.top.faces if desk.step is None or desk.step.faces is None else desk.step.faces
        opened, game = desk.opened, desk.agreement.game
        if folders is None:
            folders = opened.faces if opened is not None else faces_of(own_decks(game))
        face = face_of(game if opened is None else opened.session.referee.game)
        setup = face.usual_setup() if opened is None else opened.session.referee.setup
        self.faces.use(folders, partial(face.large_card, setup))
        theme.wear(desk.worn)
        name = desk.page
        page = self._pages.get(name)
        if page is None:
            camera = self._check_view if name == "check" else self._step_view
            size = self.root_box.size
            made = TableScreen(self.send, self.faces, size=size) if name == "table" else None
            page = self._pages[name] = made or StepScreen(self.send, camera, self.faces, size=size)
        model = desk.model()
        if page.show(model):
            self._sweep()
        self.hearing.follow(desk.side, model, desk.settings.now)
        if page is not self._page:
            self._page = page
            self.root_box.clear_widgets()
            self.root_box.add_widget(page)
        side = desk.side
        if isinstance(page, TableScreen) and desk.opened is not None and side is not None:
            # The board's place has the camera's picture, the simulated table, or the board.
            if side.hands is None:
                self._stage = None
            elif self._stage is None or self._stage.table is not side.hands.simulated:
                self._stage = SimulatedStage(side.hands, side, self.faces, self.send)
            if side.shows_camera:
                page.stage(self._table_view)
            elif self._stage is not None and side.shows_simulated:
                self._stage.offer(*side.supply.in_tray)
                page.stage(self._stage, self._stage.beside)
            else:
                page.stage(None, 0.0 if self._stage is None else self._stage.beside)
        self.focus.turn_to((name, getattr(model, "kind", "")))
        self._stale = False

    def _follow_settings(self) -> None:
        """Applies language, colours and type size; every screen is rebuilt."""
        settings = self.desk.settings.now
        self._followed = LOOKS(settings)
        speak(language(settings.language or ENGLISH.code))
        theme.choose(
            settings.theme, settings.text / 100, still=settings.still, left_handed=settings.left_handed
        )
        Window.clearcolor = colour_of("night")
        if Window.rotation != settings.turned:
            # Touches turn with it in all providers; the picture only if its size changes.
            Window.rotation = settings.turned
            Window.update_viewport()
        self._pages.clear()
        self._page = None

    def _tick(self, _seconds: float) -> None:
        """Once a frame. Nothing is rebuilt under a finger, as its release would find nothing."""
        self._watchdog.turned(Clock.get_time())
        due = self.desk.due()
        if due is not None:
            self.send(due)
        if self._each_tick is not None:
            self._each_tick(self)
        if tidy():
            self._sweep()
        self._take_presses()
        changed = self.desk.tick()
        self.hearing.speaker.tick()
        trouble = self.hearing.speaker.trouble
        if trouble is not None and trouble != self._told:
            # The reason for silence, once and for a few seconds; at the top, where it hides no key.
            pill = Pill(size_hint=(0.46, None), pos_hint={"x": 0.1, "top": 0.98})
            pill.show(trouble)
            self.root_box.add_widget(pill)
            Clock.schedule_once(lambda _seconds: self.root_box.remove_widget(pill), 6.0)
        self._told = trouble
        if self._rest.is_resting:
            self.focus.hide()
        self.focus.follow()
        # Moving parts: the camera's pictures and the simulated table.
        desk, side = self.desk, self.desk.side
        if desk.step is not None:
            self._step_view.show(desk.step.frame, None, None)
        if side is not None and self._stage is not None:
            self._stage.follow()
        checked = desk.page == "check"
        if side is not None and (checked or side.shows_camera):
            session = side.session
            referee, reply = session.referee, session.reply
            view, found = (self._check_view, desk.calibration) if checked else (self._table_view, None)
            hidden = not_to_be_seen(reply, session.reading, veiled=session.veiled)
            table = referee.game.table(referee.setup)
            view.show(session.frame, session.reading, table, found, hidden, reply.view.board)
        now, settings, happened = Clock.get_time(), self.desk.settings.now, self.desk.happened
        if happened != self._happened:
            self._rest.stir(now)
        self._happened = happened
        self._rest.follow(now, strftime("%H:%M"), settings.saver, settings.brightness)
        self._stale = self._stale or changed
        # A private page closes as soon as it must, even under a finger.
        shown = None if self._page is None else self._page.shown
        hides = isinstance(shown, TableModel) and shown.kind in ALONE
        hides = hides and (side is None or side.focus.alone is None)
        if self._stale and (hides or not any(touch.is_touch for touch in EventLoop.touches)):
            self.refresh()

    def _stir(self, *_touched: object) -> None:
        """Somebody touches. The touch that wakes a resting screen does nothing else; the ring is hidden."""
        self.focus.hide()
        if not self._rest.is_resting:
            self._rest.stir(Clock.get_time())

    def _on_resize(self, _window: object, size: tuple[int, int]) -> None:
        theme.fit(*size)
        current = self._page
        for page in list(self._pages.values()):
            if page is not current:
                page.clear_widgets()
        self._pages = {name: page for name, page in self._pages.items() if page is current}
        if current is not None:
            current.redraw()

    def _on_key(self, _window: object, key: int, _scan: int, _text: str | None, modifiers: list[str]) -> bool:
        """Arrows and Tab move the ring, Enter chooses, Esc goes back, digits pick answers; at the table without a ring
        Enter = done, Backspace or Ctrl+Z = take back. Whether the key meant anything.
        """
        if key == F11:
            Window.fullscreen = False if Window.fullscreen else "auto"
            return True
        if self._woken():
            return True
        page, focus = self._page, self.focus
        if page is None:
            return False
        if key == TAB:
            focus.step(-1 if "shift" in modifiers else 1)
            return True
        pad = page.children[0] if page.children else None
        if isinstance(pad, TypingPad) and key not in ARROWS and not (key in ENTER and focus.shown):
            # Letters go to the text, and take the ring away.
            focus.hide()
            return pad.key(key)
        # Digits and a page's own keys (as of its bar) come before the general ones; arrows belong to the ring
        # once it is shown.
        picks = dict(enumerate(page.answers[:9], FIRST_DIGIT))
        asked = picks.get(key)
        if asked is None and not (focus.shown and key in ARROWS):
            asked = page.pressed(key)
        if asked is not None:
            self.send(asked)
        elif key in ARROWS:
            focus.move(ARROWS[key])
        elif key == ESCAPE:
            self.send(self._way_back())
        elif key in ENTER and (focus.shown or self.desk.page != "table"):
            focus.press()
        elif key in ENTER:
            self.send(press("done"))
        elif self.desk.page == "table" and (key == BACKSPACE or (key == ord("z") and "ctrl" in modifiers)):
            self.send(press("back"))
        else:
            return FIRST_DIGIT <= key < FIRST_DIGIT + 9
        return True

    def _on_button(self, button: str) -> bool:
        """A panel button: whether it moved the ring, chose, or went back; else it has its usual meaning.

        Away from the game "done" chooses, "back" goes back, the first seat's button moves to the key before,
        all others to the next. At the table only seats' buttons do so, among keys to choose from, and "done"
        chooses while the ring is shown.
        """
        focus = self.focus
        away = self.desk.page != "table"
        shown = None if self._page is None else self._page.shown
        asking = isinstance(shown, TableModel) and shown.kind in ASKING
        if not away and not asking:
            return False
        if button == "done" and (away or focus.shown):
            focus.press()
        elif button.startswith("seat") or (away and button == "dispute"):
            focus.step(-1 if button == "seat0" else 1)
        elif away and button == "back":
            self.send(self._way_back())
        else:
            return False
        return True

    def _way_back(self) -> Touch:
        """The touch of Escape."""
        desk = self.desk
        if desk.page == "home":
            return Quit()
        if desk.step is not None:
            return desk.step.way_back()
        if desk.page == "table":
            return CLOSE if desk.side is not None and desk.side.is_looking else MENU
        return PageBack()

    def _woken(self) -> bool:
        """Whether the screen was resting: the input that wakes it does nothing else."""
        rested = self._rest.is_resting
        self._rest.stir(Clock.get_time())
        return rested

    def _take_presses(self) -> None:
        """Handles panel buttons on pages away from the game, and those that move the ring at the table."""
        opened = self.desk.opened
        presses = self._panel.pressed(free=opened is None and self.desk.page != CHECK_OF_PINS.page)
        if opened is not None:
            opened.session.divert = self._on_button
            while opened.backs and self.desk.page != "table":
                presses.append(opened.backs.popleft() and "back")
        for button in presses:
            if not self._woken():
                self._on_button(button)


# The resting screen: dark, with the time, until a touch or an event at the table.

STEPS = 5
"""Number of places that the time moves through, so that no pixel wears out."""


class Rest(FloatLayout):
    """Covers everything after minutes without touch or event; the touch that ends it does nothing else.

    `light`: None if it cannot be dimmed.
    """

    def __init__(self, root: Widget, light: Backlight | None, now: float) -> None:
        super().__init__()
        self._root, self._light = root, light
        self.is_resting = False
        self._since = self._now = now
        self._percent = 0
        paint_ground(self, BLACK, 0)

    def stir(self, now: float) -> None:
        """An event at `now` (s) keeps or makes the screen awake."""
        self._since = now
        if self.is_resting:
            self.is_resting = False
            self._root.remove_widget(self)
            self._shine(self._percent)

    def follow(self, now: float, time: str, minutes: int, percent: int) -> None:
        """Once a frame, with the delay in `minutes` (0: never), brightness `percent`, and `time` (HH:MM)."""
        self._now = now
        if percent != self._percent:
            self._percent = percent
            self._shine(percent)
        if not self.is_resting and minutes and now - self._since >= 60 * minutes:
            self.is_resting = True
            self.clear_widgets()
            self._time = Fitted("", 64, "quiet", size_hint=(0.4, 0.2))
            self.add_widget(self._time)
            self._root.add_widget(self)
            self._shine(min(percent, 10))
        if self.is_resting and time != self._time.text:
            # A new place each minute.
            minute = int(time[-2:]) if time[-2:].isdecimal() else 0
            self._time.pos_hint = {
                "x": 0.05 + 0.1 * (minute % STEPS),
                "y": 0.1 + 0.13 * (minute // STEPS % STEPS),
            }
            self._time.say(time)

    def _shine(self, percent: float) -> None:
        if self._light is not None:
            self._light.set(percent)

    def on_touch_down(self, _touch: Any) -> bool:
        self.stir(self._now)
        return True

    def on_touch_move(self, _touch: Any) -> bool:
        return True

    def on_touch_up(self, _touch: Any) -> bool:
        return True


# Sound of the game on the table: its instants decide on sounds and words.


class Hearing:
    """Follows the table and has the loudspeaker play and speak."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker
        self._heard: Instant | None = None
        self._said: tuple[str, ...] = ()
        self._volume: int | None = None

    def follow(self, side: Tableside | None, model: Any, settings: Settings) -> None:
        """Once per drawn page."""
        volume = 0 if settings.muted else settings.volume
        # Switching off silences at once; switching on is heard.
        before, self._volume = self._volume, volume
        SoundKey.show_silence(silent=volume == 0)
        if volume == 0 and before:
            self.speaker.hush()
        elif volume and before == 0:
            self.speaker.afresh()
            self.speaker.play("accepted", volume)
        if side is None:
            self._heard, self._said = None, ()
            return
        session = side.session
        reply, turn = session.reply, session.reply.turn
        # Private actions make no sound.
        now_heard = Instant(
            side,
            reply.seq,
            frozenset(turn.seats) if isinstance(turn, Seats | Chance) else frozenset(),
            isinstance(turn, Over),
            frozenset(session.thrown),
            turn.what if isinstance(turn, Chance) else "",
            side.focus.settling.refused or reply.verdict,
        )
        self._heard, sound = listen(self._heard, now_heard)
        if sound is not None:
            self.speaker.play(sound, volume)
        if isinstance(model, TableModel):
            private = session.veiled or side.focus.alone is not None
            now = sayings(model, private=private)
            new = news(self._said, now)
            if settings.voice and new:
                self.speaker.say(new, spoken().code, volume)
            self._said = now or self._said


@contextmanager
def busy(over: Widget, words: str) -> Iterator[None]:
    """Shows words over everything during the work in this context."""
    width, height = over.width * 0.8, u(96)
    sign = Fitted(words, TITLE, "hint", bold=True, size_hint=(None, None), size=(width, height))
    sign.pos = (over.x + (over.width - width) / 2, over.y + (over.height - height) / 2)
    paint_ground(sign, "night", 20, opacity=0.94)
    over.add_widget(sign)
    Builder.sync()
    Window.dispatch("on_draw")
    Window.dispatch("on_flip")
    try:
        yield
    finally:
        over.remove_widget(sign)


SEATS = 2


class PagesPanel:
    """The panel between games. A game on the table opens its own on the same pins."""

    def __init__(self, open_panel: Callable[[Callable[[str], None]], Panel] | None = None) -> None:
        """`open_panel` opens the pins; None: this machine's, if it may have any."""
        may = is_pi() or bool(os.environ.get("GPIOZERO_PIN_FACTORY"))
        own = (lambda post: owners_panel(pins_file(), SEATS, post)) if may else None
        self._open = open_panel or own
        self._panel: Any = None
        self._presses: deque[str] = deque()

    def let_go(self) -> None:
        """Releases the pins; unhandled presses are dropped."""
        panel, self._panel = self._panel, None
        if panel is not None:
            panel.close()
        self._presses.clear()

    def pressed(self, *, free: bool) -> list[str]:
        """The buttons pressed since the last call. `free`: no game uses the pins."""
        if free and self._panel is None and self._open is not None:
            self._panel = self._open(self._presses.append)
        found = list(self._presses)
        self._presses.clear()
        return found
