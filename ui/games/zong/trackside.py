"""What ZONG's faces are made from: the state, what people are telling, what the camera adds; and what all share."""

from dataclasses import dataclass, field, replace

from companion.games.zong.events import Zonged
from companion.games.zong.readings import Strip
from companion.games.zong.rest import middle
from companion.games.zong.state import State, called_square
from companion.language import number
from ui.games.zong.drawing import stacked, standing, tokens
from ui.games.zong.telling import Telling
from ui.present.models import TableModel
from ui.present.steps import Shown
from ui.present.track import TrackModel, Way
from ui.words import _


@dataclass(frozen=True, slots=True)
class Trackside:
    """What ZONG's faces know besides the moment: the telling, what the camera saw, whether one looks at all.

    `sighted`: colour and place (mm) of each piece that is seen now. `quiet`: a flick after which every piece lies on
    its square, as it is seen. `strip`: the discs that are seen while a throw is awaited. `square`: the one touched.
    `why`: the rule is shown whole.
    """

    state: State
    names: tuple[str, ...]
    telling: Telling = field(default_factory=Telling)
    seen_back: frozenset[str] = frozenset()
    picture: Shown | None = None
    sighted: tuple[tuple[str, float, float], ...] = ()
    quiet: Zonged | None = None
    strip: Strip = field(default_factory=lambda: Strip(0, ""))
    square: str = ""
    why: bool = False

    @property
    def done(self) -> frozenset[str]:
        """The pieces that are back, seen or said."""
        return self.seen_back | self.telling.ticked


def doubt(other: tuple[str, float]) -> str:
    square, away = other
    return _("Next nearest: {square}, {mm} mm away.").format(square=called_square(square), mm=number(away, 1))


def track_of(model: TableModel) -> TrackModel:
    assert isinstance(model.own, TrackModel), "ZONG's faces have a board"
    return model.own


def led(side: Trackside, model: TableModel, place: int, along: tuple[str, ...] = ()) -> TrackModel:
    """The board with a way from the piece whose turn it is, and those with it, to a place."""
    state, own = side.state, side.state.agreed.colours[side.state.turn]
    where = standing(state)
    height = len(state.squares[place]) if place else 0
    x, y = middle(state.board, state.seats, state.board.named(place))
    end = stacked(state.board, x, y, height)
    ways = tuple(Way(colour, where[colour][:2], end) for colour in (*along, own))
    return replace(track_of(model), tokens=tokens(state, where, own), ways=ways[-1:])


def awaited(model: TableModel) -> str:
    return model.body[0] if model.body else ""
