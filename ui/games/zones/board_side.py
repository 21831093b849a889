"""What ZoneS's faces are made from: the state, what people are telling, what one seat tells of its half alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.game import Seat
from companion.games.zones.state import State
from companion.sight import Sighting
from companion.weigh import Difference
from ui.games.zones.half import HalfDraft
from ui.games.zones.telling import Telling


@dataclass(frozen=True, slots=True)
class Boardside:
    """What ZoneS's faces know besides the moment.

    `draft`: the half of the seat that looks alone. `turned_down`: seats that said that they are ready and are not.
    `due`: those whose half waits for a still picture. `looked`: a camera looks at the table; `unseen`: why it could not
    read a half just now. `differences`: where table and book differ, as all may know. `seen`: by square what was seen
    there, where the table is shown in the book's place. `simulated`: the table is painted. `boxed`: the seats that the
    box plays.
    """

    state: State
    names: tuple[str, ...]
    telling: Telling = field(default_factory=Telling)
    alone: Seat | None = None
    draft: HalfDraft | None = None
    turned_down: frozenset[Seat] = frozenset()
    due: tuple[Seat, ...] = ()
    looked: bool = False
    unseen: str = ""
    differences: tuple[Difference, ...] = ()
    seen: Mapping[str, tuple[Sighting, ...]] | None = None
    simulated: bool = False
    boxed: frozenset[Seat] = frozenset()

    @property
    def screened(self) -> bool:
        """Whether the screen is down, so that nothing of either half may be shown to all."""
        return self.state.phase == "set-up" and self.state.over is None
