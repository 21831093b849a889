"""One game looked back on, at the table or kept: its record gone through, and the page that shows it step by step."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, assert_never

from companion.game import Game, Seat, Setup
from companion.journal import Entry
from ui.box.eyes import own_decks
from ui.box.opening import faces_of
from ui.faces.page import Page
from ui.faces.registry import face_of
from ui.pages.agreeing import piece_colours
from ui.pages.missed_search import MissedSearch
from ui.present.back_touches import (
    LookForMissed,
    PlayOn,
    ReplayTouch,
    ShowFigures,
    ShowPlace,
    ShowTimeline,
    StopLooking,
    TimelineTouch,
)
from ui.present.luck import LuckModel, luck_model
from ui.present.models import Played
from ui.present.replay import ReplayModel, replay_model
from ui.present.story import turning_points
from ui.present.timeline import TimelineModel, missed_model, timeline_model
from ui.present.touches import Touch
from ui.present.walk import Walk

SECONDS_EACH = 1.5
"""So long an entry is shown while the game goes on by itself."""


class LookedBack:
    """One game. `kept`: as the journal has it, None where nothing of it is kept.

    `stamps`: when each line of its record was written (ISO 8601); `times`: when each entry was, in words. `at`: the
    place that was shown last, after so many entries. `walk`: where it is gone through otherwise than by its record.
    `pictures`: those that were kept of it, by entry. `coached`: the seats of people, where all agreed to a coach.
    """

    def __init__(
        self,
        game: Game[Any],
        setup: Setup,
        entries: Sequence[Entry],
        kept: Played | None = None,
        stamps: tuple[str, ...] = (),
        times: tuple[str, ...] = (),
        walk: Walk | None = None,
    ) -> None:
        self.game, self.setup, self.entries = game, setup, tuple(entries)
        self._walk = walk
        self.kept, self.stamps, self.times = kept, stamps, times
        self.at = len(self.entries)
        self.pictures: Mapping[int, Path] = {}
        self.coached: frozenset[Seat] = frozenset()

    @cached_property
    def walk(self) -> Walk:
        """The game gone through."""
        return self._walk or Walk.of(self.game, self.setup, self.entries)

    @cached_property
    def missed(self) -> MissedSearch | None:
        """What looks for what people missed: only once the game is over, and where all of them agreed to a coach."""
        return MissedSearch(self.walk, self.coached) if self.coached and self.walk.over is not None else None

    @cached_property
    def marks(self) -> tuple[int, ...]:
        """The places at which it may have turned."""
        return tuple(point.place for point in turning_points(self.walk))


class BackPage(Page):
    """A page that looks back on one game, in the looks of its cards and pieces."""

    def __init__(self, looked: LookedBack) -> None:
        self.looked = looked
        game, setup = looked.game, looked.setup
        self.faces = faces_of(own_decks(game, setup))
        self.worn = piece_colours(game, setup.seats, lambda option: setup.option(option.name, option.default))


class ReplayPage(BackPage):
    """The game step by step. `clock`: seconds that only grow."""

    name = "replay"

    def __init__(self, looked: LookedBack, clock: Callable[[], float]) -> None:
        super().__init__(looked)
        self._clock = clock
        self._next: float | None = None

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._next is not None

    def model(self) -> ReplayModel:
        walk, at = self.looked.walk, self.looked.at
        own = face_of(walk.game).still(walk, at)
        return replay_model(walk, at, own, self.looked.marks, playing=self.playing)

    def tick(self) -> bool:
        if self._next is None or self._clock() < self._next:
            return False
        self._show(self.looked.at + 1)
        self._next = self._clock() + SECONDS_EACH if self.looked.at < self.looked.walk.last else None
        return True

    def take(self, touch: Touch) -> bool:
        if not isinstance(touch, ReplayTouch):
            return False
        match touch:
            case ShowPlace(place):
                self._next = None
                self._show(place)
            case PlayOn() if self.playing:
                self._next = None
            case PlayOn():
                if self.looked.at == self.looked.walk.last:
                    self._show(0)
                self._next = self._clock() + SECONDS_EACH
            case _:
                assert_never(touch)
        return True

    def _show(self, place: int) -> None:
        self.looked.at = max(0, min(place, self.looked.walk.last))


class LuckPage(BackPage):
    """What fell by chance, and how far everybody had come, turn by turn."""

    name = "luck"

    def __init__(self, looked: LookedBack) -> None:
        super().__init__(looked)
        self._tab = 0

    def model(self) -> LuckModel:
        return luck_model(self.looked.walk, self._tab)

    def take(self, touch: Touch) -> bool:
        if not isinstance(touch, ShowFigures):
            return False
        self._tab = touch.tab
        return True


class TimelinePage(BackPage):
    """The game as a list of turning points, or of turns, or of what a coach says was missed."""

    name = "timeline"

    def __init__(self, looked: LookedBack) -> None:
        super().__init__(looked)
        self._shown = ShowTimeline()

    def model(self) -> TimelineModel:
        looked, missed = self.looked, self.looked.missed
        if self._shown.missed and missed is not None:
            return missed_model(looked.walk, missed.looked, missed.advice.words)
        return timeline_model(looked.walk, self._shown, looked.pictures, coached=missed is not None)

    def tick(self) -> bool:
        return self.looked.missed is not None and self.looked.missed.tick()

    def left(self) -> None:
        if self.looked.missed is not None:
            self.looked.missed.stop()

    def take(self, touch: Touch) -> bool:
        if not isinstance(touch, TimelineTouch):
            return False
        missed = self.looked.missed
        match touch:
            case ShowTimeline():
                self._shown = touch
            case LookForMissed() if missed is not None:
                missed.go_on()
            case StopLooking() if missed is not None:
                missed.stop()
        return True
