"""ZONG played in a demo: pieces are flicked about, and what the referee makes of it is held against the truth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.game import Event
from companion.games.zong.events import Advanced, Cleaned, FellBack, Passed, Voted, Zonged
from companion.referee import Reply
from companion.weigh import Ask
from ui.demo.deeds import Deeds, after_all, is_shown
from ui.faces.registry import face_of
from ui.games.zong.demo_flicks import Flick, flick, understood
from vision.painted.simulated import by_hand

if TYPE_CHECKING:
    from vision.eye import Eye
    from vision.painted.tabletop import TableTop

PASSES = 0.1
"""How often a flick is left out."""
STOOD = (Advanced, Cleaned, FellBack)
"""What leaves every piece where the book has it, hidden ones too."""


@dataclass
class FlickingDeeds(Deeds):
    """What happens next in ZONG, and how it is done on a simulated table."""

    flicked: Flick | None = None

    def following(self, state: Any) -> tuple[Event, ...]:
        self.flicked = None
        if state.phase != "lightning":
            return super().following(state)
        done = flick(state, self.hands.table.tabletop, self.chance)
        if not done.event.rest or self.chance.random() < PASSES:
            return (Passed(state.turn),)
        self.flicked = done
        return (done.event,)

    def is_shown(self, state: Any, events: Sequence[Event]) -> bool:
        """That all is put back, or nothing flicked, people say."""
        if any(isinstance(event, Zonged) and event.rest for event in events):
            return not any(event.told for event in events)
        said = any(isinstance(event, Cleaned | Passed) for event in events)
        return not said and is_shown(self.game, state, events)

    def steps(self, state: Any, events: tuple[Event, ...]) -> "list[TableTop]":
        if self.flicked is None or not isinstance(events[-1], Zonged):
            return super().steps(state, events)
        table = self.hands.table
        return list(by_hand(table.tabletop, self.flicked.top, table.table, events[-1].seat, 1))

    def meant(self, state: Any, reply: Reply, events: tuple[Event, ...]) -> tuple[Event, ...] | None:
        if self.flicked is None or not isinstance(reply.verdict, Ask):
            return super().meant(state, reply, events)
        truth = after_all(self.game, state, events)
        near = (option for option in reply.verdict.options if all(isinstance(e, Zonged) for e in option))
        return next(
            (option for option in near if option and understood(truth, after_all(self.game, state, option))),
            None,
        )

    def is_wrong(self, state: Any, events: tuple[Event, ...], booked: Any) -> bool:
        return self.flicked is not None and not understood(after_all(self.game, state, events), booked)

    def is_said_at_panel(self, event: Event) -> bool:
        return isinstance(event, Voted)

    def moves_unseen(self, event: Event) -> bool:
        return isinstance(event, STOOD)

    def tell_eye(self, eye: "Eye", state: Any) -> None:
        """The eye is told what people said of where pieces stand, and where they stood at first."""
        if not state.rest:
            face_of(self.game).tell_eye(eye, state)
